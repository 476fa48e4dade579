"""What the game shows: the board, the scene, the sequence of play and the charts."""

from __future__ import annotations

from typing import Any

import msgspec

from grognard.games.nineteen_forty.airborne import Withdrawing
from grognard.games.nineteen_forty.combat import AlliedAir, Bridging, Fighting, GermanAir, Resolving
from grognard.games.nineteen_forty.data import PACKAGE
from grognard.games.nineteen_forty.declaring import Declaring
from grognard.games.nineteen_forty.deploying import AlliedDeploying, GermanDeploying
from grognard.games.nineteen_forty.interdiction import Interdicting
from grognard.games.nineteen_forty.movement import BEFORE
from grognard.games.nineteen_forty.planning import Mechelen, Planning
from grognard.games.nineteen_forty.retreat import Advancing, Retreating
from grognard.games.nineteen_forty.sequence import Moving
from grognard.games.nineteen_forty.state import ROUTED, Position
from grognard.games.nineteen_forty.victory import judge, points
from grognard.games.nineteen_forty.world import ALLIED, GERMAN, GERMANY, SPOTS, World
from grognard.kernel.data import decode, read_data
from grognard.kernel.show import (
    Badge,
    Board,
    Colours,
    Face,
    Label,
    Line,
    Mark,
    Number,
    Piece,
    Place,
    Scene,
    SequenceItem,
    Style,
    Surface,
)
from grognard.maps import members
from grognard.maps.board import COUNTER, PITCH, draw, frontiers, side_line
from grognard.maps.outlines import Outlines

COLOURS = {
    "german": Colours("#8fa38a", "#10180f", "#5d7358", "", "German", "german"),
    "ss": Colours("#2b2b2b", "#ffffff", "#000000", "", "SS", "german"),
    "french": Colours("#8fb2d8", "#0c1826", "#4d79ad", "hatch", "French", "allied"),
    "british": Colours("#d9c08b", "#221a08", "#a98a48", "dots", "British", "allied"),
    "belgian": Colours("#b08a62", "#1d1206", "#7d5a35", "crosshatch", "Belgian", "allied"),
    "dutch": Colours("#9a6a45", "#ffffff", "#6d4526", "stripe", "Dutch", "allied"),
    "swiss": Colours("#c64a42", "#ffffff", "#8d2a24", "", "Swiss", "allied"),
}
SYMBOLS = {"air-landing": "airborne", "parachute": "airborne", "mechanized-cavalry": "cavalry"}
SIZES = {"corps": "XXX", "division": "XX", "regiment": "III"}
BOXES = (
    ("german-box", "German units off the map", GERMAN, "waiting"),
    ("allied-box", "Allied units off the map", ALLIED, "waiting"),
    ("german-lost", "German losses", GERMAN, "eliminated"),
    ("allied-lost", "Allied losses", ALLIED, "eliminated"),
    ("german-home", "Withdrawn", GERMAN, "evacuated"),
    ("allied-home", "Evacuated", ALLIED, "evacuated"),
)
BOX = 6.5 * PITCH
GAP = 0.2 * PITCH


# ------------------------------------------------------------------------------------------------- board


def board(w: World) -> Board:
    outlines = decode(read_data(PACKAGE, ["outlines"]), "outlines", Outlines, PACKAGE)
    grid = w.grid
    book = w.book
    styles = {
        "major-fort": Style(stroke="#7c1f1a", width=5.0, pattern="ticks", legend="Maginot Line"),
        "minor-fort": Style(stroke="#8a5a2b", width=4.0, pattern="ticks", legend="Minor fortification"),
        "allied-boundary": Style(
            stroke="#7a3fb0",
            width=3.2,
            dash=(18, 6, 4, 6),
            dark_stroke="#c79cf0",
            legend="Allied army group boundary",
        ),
        "german-boundary": Style(
            stroke="#3f6b3a", width=3.2, dash=(10, 8), dark_stroke="#9cc795", legend="German army group boundary"
        ),
        "box": Style(fill="#efe8d6", stroke="#8d8069", dark_fill="#2a2a2e"),
        "german-ground": Style(fill="#5d7358", legend="Captured by the Germans"),
        "allied-ground": Style(fill="#4d79ad", legend="Captured by the Allies"),
        "interdicted": Style(fill="#b3382c", pattern="crosshatch", legend="Interdicted"),
        "landing": Style(fill="#8a8a8a", legend="Air landing"),
        "garrison": Style(fill="#7d5a35", pattern="fort", legend="Garrison"),
        "gathering": Style(stroke="#1f5fae", width=5.0, dark_stroke="#7fb4ff", legend="Reserve gathering point"),
    }
    drawing = draw(
        grid, book.hex, book.side, book.place, outlines, about=lambda label: about_hex(w, label), styles=styles
    )
    lines = list(drawing.lines)
    for (h, facing), kind in w.forts.items():
        style = "major-fort" if kind == 2 else "minor-fort"
        name = "Maginot Line" if kind == 2 else "Minor fortification"
        lines.append(side_line(grid, h, facing, style, inset=0.05, about=f"{name} of {w.labels[h]}"))
    lines += frontiers(grid, lambda h: _german_group(w, h), "german-boundary")
    lines += frontiers(grid, lambda h: _allied_group(w, h), "allied-boundary")
    for place in drawing.places:
        if w.index[place.id] in w.gathering:
            lines.append(_ring(place, "gathering", f"Reserve gathering point in {place.id}"))
    width, height = drawing.surface.width, drawing.surface.height
    there = {place.id for place in drawing.places}
    places = [
        msgspec.structs.replace(place, neighbours=tuple(x for x in place.neighbours if x in there))
        for place in drawing.places
    ]
    surfaces, labels = [drawing.surface], list(drawing.labels)
    # Beside the map in two columns, so that all of a side's units can lie open: German left, Allied right.
    tall = (height + GAP) / (len(BOXES) // 2)
    for i, (box, title, side, _) in enumerate(BOXES):
        x, y = width + GAP + side * (BOX + GAP), i // 2 * tall
        surfaces.append(Surface(box, title, "box", x, y, BOX, tall - GAP))
        labels.append(Label(title, (x + BOX / 2, y + 36), 38, "title"))
        places.append(
            Place(
                box,
                title,
                box,
                (x + BOX / 2, y + 30 + (tall - GAP) / 2),
                "rect",
                ((x, y), (x + BOX, y + tall - GAP)),
                style="box",
                room=BOX / 2 - 10,
                about=title,
            )
        )
    return Board(
        width + 2 * (BOX + GAP),
        height,
        COUNTER,
        tuple(surfaces),
        tuple(places),
        tuple(lines),
        tuple(labels),
        drawing.pictures,
        {**drawing.styles, **styles},
        COLOURS,
    )


def _german_group(w: World, h: int) -> int | None:
    return next((g for g, area in enumerate(w.german_groups) if area >> h & 1), None)


def _ring(place: Place, style: str, about: str) -> Line:
    """A line just inside the outline of a hex, so that it shows around a counter."""
    x, y = place.anchor
    points = tuple((x + 0.86 * (px - x), y + 0.86 * (py - y)) for px, py in place.points)
    return Line(style, points, closed=True, about=about)


def _allied_group(w: World, h: int) -> int | None:
    """They bind wherever Allied units go, not in France alone (ruling 95)."""
    if not w.land >> h & 1:
        return None
    return next(g for g, area in enumerate(w.allied_groups) if area >> h & 1)


def about_hex(w: World, label: str) -> str:
    """What the terrain does, and what the hex is for."""
    h = w.index[label]
    if w.terrain[h] < 0:
        return ""
    terrain = w.terrains[w.terrain[h]]
    words = [f"Costs {terrain.foot}, motorized {terrain.motorized}"]
    if w.columns[h]:
        words.append(f"odds {w.columns[h]} left")
    if w.armour_halved >> h & 1:
        words.append("attacking armour halved")
    if w.dr_star >> h & 1:
        words.append("DR* has no effect")
    if w.maginot >> h & 1:
        words.append("Maginot Line")
    if w.ports_mask >> h & 1:
        words.append("port")
    if h in w.gathering:
        words.append("reserve gathering point")
    if w.ruhr >> h & 1:
        words.append("Ruhr")
    return ", ".join(words) + "."


# ------------------------------------------------------------------------------------------------- scene


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
        about=f"{kind}{mobile}, combat {unit.combat}, movement {unit.move}{more}.",
    )


def scene(w: World, v: Position) -> Scene:
    cache: dict[Any, Any] = w.scene_cache
    if len(cache) > 60_000:
        cache.clear()
    pieces = []
    order: dict[int, int] = {}
    moving = v.moved if v.turn >= 0 else 0
    n, out = w.n, w.in_corps
    for u, h in enumerate(v.where):
        if h >= out:
            continue
        place = h * 2 + w.side[u] if h >= n else h
        rank = order.get(place, 0)
        order[place] = rank + 1
        key = (u, h, rank, v.disrupted[u], v.unsupplied >> u & 1, moving >> u & 1)
        piece = cache.get(key)
        if piece is None:
            spot = w.labels[h] if h < n else _box(w, u, h)
            shown = face(w, u, v.disrupted[u], bool(key[4]) and h < n, bool(key[5]) and h < n)
            piece = cache[key] = Piece(w.ids[u], spot, shown, rank)
        pieces.append(piece)
    marks = []
    home_g, home_a = w.countries[GERMANY], w.land & ~w.countries[GERMANY]
    for style, hexes in (
        ("german-ground", v.german & home_a),
        ("allied-ground", v.allied & home_g),
        ("interdicted", v.interdicted_german | v.interdicted_allied),
        ("landing", v.landings),
    ):
        for h in members(hexes):
            mark = cache.get((style, h))
            if mark is None:
                mark = cache[style, h] = Mark(
                    f"{style}-{w.labels[h]}", w.labels[h], style, "", style.replace("-", " ")
                )
            marks.append(mark)
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
    return Scene(tuple(pieces), tuple(marks), numbers, clock(w, v))


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


# ---------------------------------------------------------------------------------------------- sequence


def _impulse(side: str, number: int, which: str, phases: str) -> list[tuple[str, str, str, int]]:
    """The phases of one impulse; after the second one comes interdiction."""
    key, of = f"{side.lower()}-{number}", f"2 {which.title()} Impulse"
    opening = "reserves, drops, withdrawals" if side == "German" else "reserves, reinforcements"
    items = [
        (f"{key}-withdrawal", "Allied " + which + " impulse: airborne units may be withdrawn", "11 ¶3", 1),
        (f"{key}-movement", f"{side} {which} impulse: movement, opened by {opening}", f"{of} {phases[0]}", 1),
        (f"{key}-combat", f"{side} {which} impulse: combat", f"{of} {phases[1]}", 1),
        (f"{key}-recovery", f"{side} {which} impulse: recovery", f"{of} {phases[2]}", 1),
    ]
    if number == 2:
        items.append((f"{side.lower()}-interdiction", f"{side} interdiction", "9 ¶3", 1))
    return items if side == "Allied" else items[1:]


SEQUENCE: tuple[tuple[str, str, str, int], ...] = (
    ("planning", "Planning", "16 ¶1", 0),
    ("allied-deployment", "Allied deployment", "16 Deployment ¶1", 0),
    ("german-deployment", "German deployment", "16 Deployment ¶2", 0),
    ("before", "Late alliance: Allied move into Belgium", "20 Belgian Late Alliance ¶1", 0),
    *[
        item
        for side in ("German", "Allied")
        for number, which, phases in ((1, "first", "ABC"), (2, "second", "DEF"))
        for item in _impulse(side, number, which, phases)
    ],
    ("surrenders", "Surrenders of Holland and Belgium", "13 Holland ¶1b", 1),
)
COMBAT = (Declaring, Resolving, AlliedAir, GermanAir, Bridging, Fighting, Retreating, Advancing)


def present(v: Position) -> str:
    """The item of the sequence of play where the game is."""
    if not v.stack:
        return ""
    step = v.stack[-1]
    side = ("german", "allied")[v.side]
    if isinstance(step, (Planning, Mechelen)):
        return "planning"
    if isinstance(step, AlliedDeploying):
        return "allied-deployment"
    if isinstance(step, GermanDeploying):
        return "german-deployment"
    if v.turn == BEFORE:
        return "before"
    if isinstance(step, Withdrawing):
        return f"{side}-{v.impulse}-withdrawal"
    if isinstance(step, Moving):
        return f"{side}-{v.impulse}-movement"
    if isinstance(step, Interdicting):
        return f"{side}-interdiction"
    if isinstance(step, COMBAT):
        return f"{side}-{v.impulse}-combat"
    return ""


def sequence(v: Position | None) -> tuple[SequenceItem, ...]:
    now = present(v) if v is not None else ""
    return tuple(SequenceItem(name, title, rule, level, name == now) for name, title, rule, level in SEQUENCE)


__all__ = ["board", "clock", "judge", "scene", "sequence"]
