"""The board: the map as it is printed, the boxes beside it, and what their hexes are for."""

from __future__ import annotations

from textwrap import wrap

import msgspec

from grognard.drawing.board import COUNTER, PITCH, draw, frontiers
from grognard.drawing.outlines import Outlines
from grognard.games.fortress_europa.data.loader import PACKAGE
from grognard.games.fortress_europa.data.world import TERRAINS, World
from grognard.kernel.data import decode, read_data
from grognard.kernel.show import (
    Board,
    Colours,
    Label,
    Line,
    Place,
    Style,
    Surface,
)

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
BOXES = (
    # id, title, column, share of the height
    ("german-waiting", "German units to come", 0, 0.26),
    ("german-winter", "German winter units, Volkssturm", 0, 0.20),
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
    """The title of a box, in as many lines as its width asks for; at its left, where no button of the page lies."""
    wide = _size(p)[0]
    size = 34 if wide > BOX / 2 else 26
    lines = wrap(p.label or p.name, max(6, int(wide / (0.62 * size))))
    left, top = p.points[0][0] + GAP / 2, p.points[0][1] + 30
    return [
        Label(line, (left, round(top + 1.1 * size * row, 1)), size, "title", align="start", room=wide - GAP)
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
