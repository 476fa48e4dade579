"""What the game shows: the board with its boxes, the scene, and the sequence of play."""

from __future__ import annotations

from textwrap import wrap

import msgspec

from grognard.drawing.board import COUNTER, PITCH, draw, frontiers
from grognard.drawing.outlines import Outlines
from grognard.games.fortress_europa.data.loader import PACKAGE
from grognard.games.fortress_europa.data.printed import Nation
from grognard.games.fortress_europa.data.world import ALLIED, GERMAN, SIDES, TERRAINS, World
from grognard.games.fortress_europa.rules.standing import facts
from grognard.games.fortress_europa.rules.state import FREE, IDLE, PHASES, SPENT, Position
from grognard.games.fortress_europa.show.numbers import numbers
from grognard.kernel.data import decode, read_data
from grognard.kernel.show import (
    Badge,
    Board,
    Colours,
    Face,
    Label,
    Line,
    Mark,
    Piece,
    Place,
    Scene,
    SequenceItem,
    Style,
    Surface,
)
from grognard.maps import members

COLOURS = {
    "army": Colours("#8fa38a", "#10180f", "#5d7358", "", "German", "german"),
    "luftwaffe": Colours("#a9bccb", "#0f1a22", "#6d8799", "dots", "Luftwaffe", "german"),
    "ss": Colours("#2b2b2b", "#ffffff", "#000000", "", "SS", "german"),
    "american": Colours("#b9b06a", "#1c1a08", "#857c38", "", "American", "allied"),
    "british": Colours("#d9b48b", "#221508", "#a97f48", "", "British", "allied"),
    "minor": Colours("#d9b48b", "#221508", "#a97f48", "dots", "Allied Minor", "allied"),
    "canadian": Colours("#c98a6b", "#200d06", "#96563a", "stripe", "Canadian", "allied"),
    "french": Colours("#8fb2d8", "#0c1826", "#4d79ad", "hatch", "French", "allied"),
    "marker": Colours("#efe8d6", "#221a08", "#8d8069", "", "Marker", ""),
}
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
BOXES = (
    # id, title, column, share of the height
    ("german-waiting", "German units to come", 0, 0.26),
    ("german-winter", "German units of the winter, Volkssturm", 0, 0.20),
    ("german-due", "German units that may enter", 0, 0.08),
    ("german-reserve", "Panzer Reserve", 0, 0.08),
    ("german-hidden", "Hidden units", 0, 0.08),
    ("german-destroyed", "German dead", 0, 0.22),
    ("german-withdrawn", "German units withdrawn", 0, 0.08),
    ("england", "England", 1, 0.28),
    ("africa", "Africa", 1, 0.12),
    ("allied-waiting", "Allied units to come", 1, 0.26),
    ("allied-destroyed", "Allied dead", 1, 0.20),
    ("allied-withdrawn", "Allied units withdrawn", 1, 0.08),
    ("allied-exited", "Off the east edge", 1, 0.06),
)
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
BOX = 9.0 * PITCH
GAP = 0.2 * PITCH
MARKS = {
    "allied-ground": Style(
        fill="#4d79ad", stroke="#2c5589", dark_stroke="#9cc4f5", width=3.0, legend="Allied control", merged=True
    ),
    "ruined": Style(stroke="#7c1f1a", pattern="crosshatch", legend="Destroyed fortress"),
    "captured": Style(fill="#4d79ad", pattern="dots", legend="Captured base or site"),
    "lost-rail": Style(stroke="#b3382c", width=6.0, dark_stroke="#ff8d7d", legend="Railway out of German control"),
    "no-bridges": Style(stroke="#b3382c", pattern="hatch", legend="Bridges destroyed"),
    "invaded": Style(fill="#c9a227", legend="Invaded"),
    "dry": Style(fill="#fdf9ee", legend="Not flooded"),
    "damage": Style(fill="#b3382c", legend="Port damage"),
}


# ----------------------------------------------------------------------------------------------- board


def board(w: World) -> Board:
    outlines = decode(read_data(PACKAGE, ["outlines"]), "outlines", Outlines, PACKAGE)
    book = w.book
    styles = {
        "fortress": Style(stroke="#7c1f1a", width=5.0, pattern="ticks", legend="Fortress"),
        "u-boat-base": Style(stroke="#1f3f94", width=5.0, legend="U-Boat base"),
        "v1-site": Style(stroke="#b36b00", width=5.0, legend="V1 site"),
        "district": Style(stroke="#7a3fb0", width=3.2, dash=(18, 6, 4, 6), dark_stroke="#c79cf0", legend="Districts"),
        "arrow": Style(stroke="#1f5fae", width=5.0, dark_stroke="#7fb4ff", legend="Continuous beach"),
        "box": Style(fill="#efe8d6", stroke="#8d8069", dark_fill="#2a2a2e"),
        "water": Style(fill="#c6dfea", stroke="#8fb3c9", dark_fill="#24323c"),
        **MARKS,
    }
    drawing = draw(
        w.grid,
        book.hex,
        book.side,
        book.place,
        outlines,
        rails=[line.hexes for line in book.rail],
        about=lambda label: about_hex(w, label),
        styles=styles,
    )
    lines = [*drawing.lines, *frontiers(w.grid, lambda h: w.district_of[h] if w.land >> h & 1 else None, "district")]
    for place in drawing.places:
        h = w.index[place.id]
        for style, hexes, share in (
            ("fortress", w.fortresses, 0.88),
            ("u-boat-base", w.u_boat_bases, 0.76),
            ("v1-site", w.v1_sites, 0.76),
        ):
            if hexes >> h & 1:
                lines.append(_ring(place, style, share, f"{styles[style].legend} in {w.hex_name(h)}"))
    for a, b in sorted(pair for pair in w.arrows if pair[0] < pair[1]):
        ends = tuple((round(x * PITCH, 1), round(y * PITCH, 1)) for x, y in (w.grid.centre(a), w.grid.centre(b)))
        lines.append(Line("arrow", ends, about=f"{w.labels[a]} and {w.labels[b]} are one beach"))
    width, height = drawing.surface.width, drawing.surface.height
    boxes = _boxes(w, width + GAP, height)
    surfaces = [Surface(p.id, p.name, "box", *p.points[0], *_size(p)) for p in boxes]
    labels = [label for p in boxes for label in _title(p)]
    there = {place.id for place in drawing.places}
    places = [
        msgspec.structs.replace(place, neighbours=tuple(x for x in place.neighbours if x in there))
        for place in drawing.places
    ]
    return Board(
        width + GAP + 3 * (BOX + GAP),
        height,
        COUNTER,
        (drawing.surface, *surfaces),
        (*places, *boxes),
        tuple(lines),
        (*drawing.labels, *labels),
        drawing.pictures,
        {**drawing.styles, **styles},
        COLOURS,
    )


def _title(p: Place) -> list[Label]:
    """The title of a box, in as many lines as its width asks for."""
    wide = _size(p)[0]
    size = 34 if wide > BOX / 2 else 26
    lines = wrap(p.label or p.name, max(6, int(wide / (0.62 * size))))
    top = p.points[0][1] + 30
    return [
        Label(line, (p.anchor[0], round(top + 1.1 * size * row, 1)), size, "title", room=wide - GAP)
        for row, line in enumerate(lines)
    ]


def _size(place: Place) -> tuple[float, float]:
    (x, y), (right, low) = place.points
    return right - x, low - y


def _ring(place: Place, style: str, share: float, about: str) -> Line:
    """A line inside the outline of a hex, so that it shows around a counter."""
    x, y = place.anchor
    points = tuple((round(x + share * (px - x), 1), round(y + share * (py - y), 1)) for px, py in place.points)
    return Line(style, points, closed=True, about=about)


def _boxes(w: World, left: float, height: float) -> list[Place]:
    """Beside the map: the German boxes, the Allied ones, and the Aircraft Mission Chart with the sea off the map."""
    found = []
    tops = [0.0, 0.0]
    for box, title, column, share in BOXES:
        tall = share * height
        found.append(_box(box, title, left + column * (BOX + GAP), tops[column], BOX, tall - GAP, "box"))
        tops[column] += tall
    x, y = left + 2 * (BOX + GAP), 0.0
    charts = [(m.id, m.name) for m in w.missions]
    charts += [
        ("allied-air", "Allied aircraft"),
        ("german-air", "German aircraft"),
        ("spent-air", "Aircraft used up"),
    ]
    tall = 0.8 * height / ((len(charts) + 1) // 2)
    half = (BOX - GAP) / 2
    for number, (box, title) in enumerate(charts):
        spot = x + number % 2 * (half + GAP), y + number // 2 * tall
        found.append(_box(box, title, *spot, half, tall - GAP, "box"))
    seas = [spot for spot in w.sea_spots if spot not in w.index]
    y, across = 0.8 * height, 4
    tall = 0.2 * height / (-(-len(seas) // across))
    quarter = (BOX - (across - 1) * GAP) / across
    for number, name in enumerate(seas):
        _, hex_, side = name.split("-")
        spot = x + number % across * (quarter + GAP), y + number // across * tall
        sea = _box(name, f"Sea {side.upper()} of {hex_}", *spot, quarter, tall - GAP, "water")
        found.append(msgspec.structs.replace(sea, label=f"{hex_} {side.upper()}"))
    return found


def _box(name: str, title: str, x: float, y: float, width: float, height: float, style: str) -> Place:
    x, y, width, height = (round(number, 1) for number in (x, y, width, height))
    return Place(
        name,
        title,
        name,
        (round(x + width / 2, 1), round(y + 20 + height / 2, 1)),
        "rect",
        ((x, y), (round(x + width, 1), round(y + height, 1))),
        style=style,
        room=round(width / 2 - 10, 1),
        about=f"{title}.",
    )


def about_hex(w: World, label: str) -> str:
    """What the ground does, and what the hex is for."""
    h = w.index[label]
    if not w.land >> h & 1:
        return ""
    terrain = next(t for t in w.book.terrain if t.id == TERRAINS[w.terrain[h]])
    words = [f"Holds {terrain.stack}"] if terrain.stack else ["No unit ends its move here"]
    if terrain.stop:
        words.append(f"ends movement for the {terrain.stop}")
    if terrain.mountain_only:
        words.append("mountain units only")
    if terrain.doubled or w.cities >> h & 1:
        words.append("defenders doubled")
    if terrain.armor_halved or w.cities >> h & 1:
        words.append("armor halved")
    for hexes, word in (
        (w.cities, "city"),
        (w.major_cities, "major city"),
        (w.fortresses, "fortress"),
        (w.u_boat_bases, "U-Boat base"),
        (w.v1_sites, "V1 site"),
        (w.invadable, "can be invaded"),
    ):
        if hexes >> h & 1:
            words.append(word)
    if h in w.port_at:
        words.append(f"port of {w.port_capacity[w.port_at[h]]}")
    if w.district_of[h] >= 0:
        words.append(w.district_names[w.district_of[h]])
    return ", ".join(words) + "."


# ----------------------------------------------------------------------------------------------- scene


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


# -------------------------------------------------------------------------------------------- sequence


def items() -> list[tuple[str, str, str, int, int]]:
    """The sequence of play: id, title, rule, phase and side."""
    found = [("initial", "Initial segment: turn, weather, aircraft", "4.3A1", 0, ALLIED)]
    for side, letter in ((ALLIED, "B"), (GERMAN, "C")):
        for phase in range(1, 8):
            name = f"{SIDES[side]} {PHASES[phase]}"
            found.append((f"{SIDES[side].lower()}-{phase}", name, f"4.3{letter}{phase}", phase, side))
    return [*found, ("end", "Turn end", "4.3D", 8, GERMAN)]


def sequence(v: Position | None) -> tuple[SequenceItem, ...]:
    return tuple(
        SequenceItem(name, title, rule, 0, v is not None and (v.phase, v.side) == (phase, side))
        for name, title, rule, phase, side in items()
    )


__all__ = ["board", "clock", "faces", "scene", "sequence"]
