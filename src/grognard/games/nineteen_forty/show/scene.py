"""What stands on the board in a view: counters with their faces, marks on hexes, and numbers."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.games.nineteen_forty.data.world import ALLIED, GERMAN, GERMANY, SEATS, SPOTS, World
from grognard.games.nineteen_forty.rules.command import is_released
from grognard.games.nineteen_forty.rules.state import ROUTED, Position
from grognard.games.nineteen_forty.rules.victory import points
from grognard.games.nineteen_forty.show.board import BOXES
from grognard.kernel.show import Badge, Face, Mark, Number, Piece, Scene
from grognard.maps import members

SYMBOLS = {"air-landing": "airborne", "parachute": "airborne", "mechanized-cavalry": "cavalry"}
SIZES = {"corps": "XXX", "division": "XX", "regiment": "III"}


def face(w: World, u: int, condition: int, lacking: bool, moved: bool) -> Face:
    unit = w.units[u]
    badges = []
    if condition:
        cause = "a retreat" if condition == ROUTED else "a repulse"
        badges.append(Badge("D", "bad", f"Disrupted by {cause}"))
    if lacking:
        badges.append(Badge("S", "warn", "Out of supply: factors halved"))
    if moved:
        badges.append(Badge("M", "plain", "Has moved in this phase"))
    army = w.army_names.get(w.armies[w.side[u]][w.army[u]], "") if w.army[u] >= 0 else ""
    kind = unit.type.replace("-", " ")
    mobile = ", motorized" if unit.motorized and unit.type != "motorized" else ""
    more = f"; {army}" if army else ""
    if w.b_corps[u]:
        more += "; B reservists, retreat four hexes"
    colours = "ss" if unit.name in ("SSV", "SSC") else unit.nation
    return Face(
        w.unit_names[u],
        colours,
        SYMBOLS.get(unit.type, unit.type),
        SIZES[unit.size],
        (str(unit.combat), str(unit.move)),
        tuple(badges),
        short=unit.name,
        about=f"{kind.capitalize()}{mobile}, combat {unit.combat}, movement {unit.move}{more}.",
    )


MARKS = {
    "german-ground": "Captured by the Germans",
    "allied-ground": "Captured by the Allies",
    "interdicted": "Interdicted",
    "landing": "Air landing",
}


class Counters:
    """What scenes are put together from: every face of every unit, and every mark of a hex. Made once."""

    def __init__(self, w: World) -> None:
        on_map = [
            [[face(w, u, condition, lacking, moved) for moved in (False, True)] for lacking in (False, True)]
            for u in range(w.n_units)
            for condition in range(ROUTED + 1)
        ]
        self.faces = [on_map[u * (ROUTED + 1) : (u + 1) * (ROUTED + 1)] for u in range(w.n_units)]
        """By unit, condition, lack of supply and whether it has moved."""
        self.marks = [
            [Mark(f"{style}-{label}", label, style, "", about) for label in w.labels]
            for style, about in MARKS.items()
        ]


def scene(w: World, counters: Counters, v: Position) -> Scene:
    pieces = []
    order: dict[int, int] = {}
    moving, lacking = v.moved if v.turn >= 0 else 0, v.unsupplied
    n, out = w.n, w.in_corps
    for u, h in enumerate(v.where):
        if h >= out:
            continue
        place = h * 2 + w.side[u] if h >= n else h
        rank = order.get(place, 0)
        order[place] = rank + 1
        faces = counters.faces[u][v.disrupted[u]]
        if h < n:
            piece = Piece(w.ids[u], w.labels[h], faces[lacking >> u & 1][moving >> u & 1], rank)
        else:
            piece = Piece(w.ids[u], _box(w, u, h), faces[0][0], rank)
        pieces.append(piece)
    marks = []
    home_g, home_a = w.countries[GERMANY], w.land & ~w.countries[GERMANY]
    shown = (v.german & home_a, v.allied & home_g, v.interdicted_german | v.interdicted_allied, v.landings)
    for made, hexes in zip(counters.marks, shown, strict=True):
        marks += [made[h] for h in members(hexes)]
    for g, h in enumerate(w.garrison_hex):
        if v.garrisons >> g & 1:
            strength = w.garrison_strength[g]
            marks.append(
                Mark(
                    f"garrison-{g}",
                    w.labels[h],
                    "garrison",
                    str(strength),
                    f"{w.garrison_name[g]}: garrison of {strength}",
                    "allied",
                )
            )
    german, allied = points(v)
    numbers = (
        Number("turn", "Turn", max(v.turn, 0), most=w.last_turn, rule="2 ¶1"),
        Number("german-points", "German points", german, side="german", rule="19 Losses German ¶1"),
        Number("allied-points", "Allied points", allied, side="allied", rule="19 Losses Allied ¶1"),
        Number("german-air", "German air", v.air_german, side="german", rule="9 ¶1"),
        Number("allied-air", "Allied air", v.air_allied, side="allied", rule="9 ¶1"),
    )
    return Scene(tuple(pieces), tuple(marks), (*numbers, *plans(w, v)), clock(w, v))


def plans(w: World, v: Position) -> Iterator[Number]:
    """16 ¶1: what the view knows of the plans: each side its own from the moment it is written, both what has been
    shown. Old records have none of these, and are replayed without them."""
    if v.objective >= 0:
        name = w.plans[v.objective].title()
        yield Number("german-objective", "Objective", v.objective, name, side="german", rule="16 Germans ¶1a")
    if v.effort >= 0:
        name = w.group_titles[GERMAN][v.effort]
        yield Number("german-effort", "Main attack", v.effort, name, side="german", rule="16 Germans ¶1a")
    if v.replaced >= 0:
        name = w.unit_names[v.replaced]
        rule = "15 German Mountain Corps ¶1"
        yield Number("german-mountain", "Mountain corps for", v.replaced, name, side="german", rule=rule)
    if v.reacting >= 0:
        name = w.group_titles[ALLIED][v.reacting]
        yield Number("allied-reacting", "Moves on turn 0", v.reacting, name, side="allied", rule="16 Allies ¶1a")
    for side, assigned in ((GERMAN, v.assign_german), (ALLIED, v.assign_allied)):
        chosen = [g for a, g in enumerate(assigned) if g >= 0 and not (side == ALLIED and a == w.bef_army)]
        for group, title in enumerate(w.group_titles[side]):
            if group in chosen:
                armies = [a for a, g in enumerate(assigned) if g == group]
                key = f"{SEATS[side]}-group-{w.group_names[side][group]}"
                yield Number(key, title, len(armies), _armies(w, side, armies), side=SEATS[side], rule="16 ¶1")
    released = [a for a in range(len(v.assign_allied)) if is_released(v, a)]
    if released:
        text = _armies(w, ALLIED, released)
        yield Number("allied-released", "Released", len(released), text, side="allied", rule="17 French ¶1b")


def _armies(w: World, side: int, armies: list[int]) -> str:
    """Armies by their numbers, as a header has room for: "BEF, 1, 7, 9"."""
    names = [w.armies[side][a] for a in armies]
    return ", ".join("BEF" if name == "bef" else name.split("-")[1] for name in names)


def _box(w: World, u: int, h: int) -> str:
    spot = SPOTS[h - w.n]
    return next(box for box, _, side, what in BOXES if side == w.side[u] and what == spot)


def clock(w: World, v: Position) -> str:
    if v.turn == -2:
        return "Planning and deployment"
    if v.turn == -1:
        return "Before the attack"
    who = ("German", "Allied")[v.side]
    return f"Turn {v.turn}, {w.dates[v.turn]}: {who} {('first', 'second')[v.impulse - 1]} impulse"
