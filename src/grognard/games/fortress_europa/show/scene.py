"""The scene: counters where they lie, what marks the map, and the clock."""

from __future__ import annotations

import msgspec

from grognard.games.fortress_europa.data.printed import Nation
from grognard.games.fortress_europa.data.world import SIDES, TERRAINS, World
from grognard.games.fortress_europa.rules.standing import facts
from grognard.games.fortress_europa.rules.state import FREE, IDLE, PHASES, SPENT, Position
from grognard.games.fortress_europa.show.board import MARKS
from grognard.games.fortress_europa.show.numbers import numbers
from grognard.kernel.show import Badge, Face, Mark, Piece, Scene
from grognard.maps import members

SYMBOLS = {
    "armor": "armour",
    "mechanized": "motorized",
    "assault-gun": "armour",
    "engineer": "armour",
    "paratroop": "airborne",
    "glider": "airborne",
    "glider-mountain": "airborne",
    "artillery": "artillery",
    "flak": "artillery",
    "cavalry": "cavalry",
    "mountain": "mountain",
    "hq": "headquarters",
    "coastal": "fort",
}
"""All other types are drawn as infantry."""
SIZES = {
    "supreme": "XXXXX", "army-group": "XXXXX", "army": "XXXX", "division": "XX", "brigade": "X", "regiment": "III",
    "battalion": "II",
}  # fmt: skip
SPOT_BOXES = {
    "waiting": "waiting",
    "due": "due",
    "returning": "due",
    "reserve": "reserve",
    "hidden": "hidden",
    "destroyed": "destroyed",
    "withdrawn": "withdrawn",
    "exited": "exited",
}
"""Spots whose units lie in a box of their side; units aside, removed or unknown are not shown."""
Faces = tuple[tuple[Face, Face], ...]
"""For each unit its front and its back, without badges."""


def faces(w: World) -> Faces:
    """All counters as they are printed, made once."""
    nations = {n.id: n for n in w.book.nation}
    types = {t.id: t.name for t in w.book.type}
    return tuple((_face(w, u, 0, nations, types), _face(w, u, 1, nations, types)) for u in range(w.n_units))


def _face(w: World, u: int, back: int, nations: dict[str, Nation], types: dict[str, str]) -> Face:
    """One side of a counter: its symbol and its factors."""
    unit = w.units[u]
    kind = "infantry" if back and unit.back == "infantry" else unit.type
    nation = nations[unit.nation]
    combat, move = w.combat[u][back], w.move[u][back]
    two = bool(w.two_steps >> u & 1)
    return Face(
        w.unit_names[u],
        unit.service or ("minor" if nation.minor else unit.nation),
        SYMBOLS.get(kind, "infantry"),
        SIZES[unit.size],
        (str(combat), str(move)),
        (),
        (2 if two and not back else 1, 2 if two else 1),
        short=unit.name,
        about=f"{nation.name}, {types[kind].lower()}, combat {combat}, movement {move}.",
    )


def badges(w: World, v: Position, u: int) -> tuple[Badge, ...]:
    """What a unit on the map may not do."""
    found = []
    if v.bound[u] != FREE:
        found.append(Badge("F", "warn", f"Frozen in the {w.district_names[v.bound[u]]}"))
    if v.unsupplied >> u & 1:
        found.append(Badge("S", "bad", "Out of supply"))
    if v.dropped >> u & 1:
        found.append(Badge("D", "warn", "Dropped in this player turn"))
    if v.stuck >> u & 1:
        found.append(Badge("R", "plain", "May not move this turn"))
    if v.moved >> u & 1:
        found.append(Badge("M", "plain", "Has moved in this impulse"))
    return tuple(found)


def place_of(w: World, u: int, h: int) -> str:
    """Where a unit lies on the board, "" if nowhere."""
    if h < w.n:
        return w.labels[h]
    if h in (w.england, w.africa):
        return w.spots[h]
    if h == w.waiting and w.winter >> u & 1:
        return "german-winter"
    box = SPOT_BOXES.get(w.spots[h], "")
    return f"{('german', 'allied')[w.side[u]]}-{box}" if box else ""


def scene(w: World, v: Position, printed: Faces) -> Scene:
    pieces: list[Piece] = []
    marked = facts(v).on_map & (facts(v).frozen | v.unsupplied | v.dropped | v.stuck | v.moved)
    order: dict[str, int] = {}

    def put(name: str, place: str, looks: Face) -> None:
        order[place] = order.get(place, -1) + 1
        pieces.append(Piece(name, place, looks, order[place]))

    for u, h in enumerate(v.where):
        if place := place_of(w, u, h):
            looks = printed[u][v.face[u]]
            if marked >> u & 1:
                looks = msgspec.structs.replace(looks, badges=badges(w, v, u))
            put(w.ids[u], place, looks)
    for m, h in enumerate(v.mulberry_at):
        if h != -2:
            item = w.mulberries[m]
            left = str(item.capacity - v.mulberry_damage[m])
            looks = Face(item.name, "marker", "supply", factors=(left,), short="Mulberry", about=f"Capacity {left}.")
            put(item.id, w.labels[h] if h >= 0 else "england", looks)
    for i, at in enumerate(v.ship_at):
        if at != -2:
            ship = w.ships[i]
            looks = Face(ship.name, "british", "naval", factors=(str(ship.strength),), about="Naval unit.")
            put(ship.id, w.sea_spots[at] if at >= 0 else "england", looks)
    for i, mission in enumerate(v.mission):
        plane = w.aircraft[i]
        if plane.advanced and not v.options & w.option_bit["advanced-air"]:
            continue
        place = (
            f"{plane.side}-air" if mission == IDLE else "spent-air" if mission == SPENT else w.mission_ids[mission]
        )
        colours = "luftwaffe" if plane.side == "german" else "american"
        put(
            plane.id,
            place,
            Face(plane.name, colours, "air", short=plane.kind.upper(), about=f"{plane.kind.upper()}."),
        )
    for number, h in enumerate(v.decoy_at):
        if h >= 0:
            put(f"decoy-{number}", w.labels[h], Face("Decoy", "army", back=True))
    if v.partisan >= 0:
        put("partisan", w.labels[v.partisan], Face("Partisans", "french", "infantry", short="P", about="Partisans."))
    return Scene(tuple(pieces), marks(w, v), numbers(w, v), clock(w, v))


def marks(w: World, v: Position) -> tuple[Mark, ...]:
    found = []
    down = 0
    for section in members(v.bridges_down):
        down |= w.rivers[section].banks
    for style, hexes in (
        ("allied-ground", v.allied),
        ("ruined", v.ruined),
        ("captured", v.bases_taken | v.sites_taken),
        ("no-bridges", down),
        ("invaded", v.site),
        ("dry", 0 if v.flooded else w.ground[TERRAINS.index("flooded")]),
    ):
        about = MARKS[style].legend
        found += [Mark(f"{style}-{w.labels[h]}", w.labels[h], style, "", about) for h in members(hexes)]
    about = MARKS["lost-rail"].legend
    for a in members(v.allied_rail):
        for b in w.rail_near[a]:
            if a < b and v.allied_rail >> b & 1:
                one, other = w.labels[a], w.labels[b]
                found.append(Mark(f"lost-rail-{one}-{other}", one, "lost-rail", "", about, to=other))
    for p, damage in enumerate(v.port_damage):
        if damage:
            label, left = w.labels[w.port_hex[p]], w.port_capacity[p] - damage
            found.append(Mark(f"damage-{label}", label, "damage", str(left), f"Damaged port: {left} left"))
    return tuple(found)


def clock(w: World, v: Position) -> str:
    return f"{w.turn_name[v.turn]}: {SIDES[v.side]} {PHASES[v.phase]}"
