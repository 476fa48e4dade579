"""The board: map, fortifications, army group boundaries, and boxes for units off the map."""

from __future__ import annotations

import msgspec

from grognard.drawing.board import COUNTER, PITCH, draw, frontiers, side_line
from grognard.drawing.outlines import Outlines
from grognard.games.nineteen_forty.data.printed import PACKAGE
from grognard.games.nineteen_forty.data.world import ALLIED, GERMAN, World
from grognard.kernel.data import decode, read_data
from grognard.kernel.show import Board, Colours, Label, Line, Place, Style, Surface
from grognard.kernel.show.words import number_of

COLOURS = {
    "german": Colours("#8fa38a", "#10180f", "#5d7358", "", "German", "german"),
    "ss": Colours("#2b2b2b", "#ffffff", "#000000", "", "SS", "german"),
    "french": Colours("#8fb2d8", "#0c1826", "#4d79ad", "hatch", "French", "allied"),
    "british": Colours("#d9c08b", "#221a08", "#a98a48", "dots", "British", "allied"),
    "belgian": Colours("#b08a62", "#1d1206", "#7d5a35", "crosshatch", "Belgian", "allied"),
    "dutch": Colours("#9a6a45", "#ffffff", "#6d4526", "stripe", "Dutch", "allied"),
    "swiss": Colours("#c64a42", "#ffffff", "#8d2a24", "", "Swiss", "allied"),
}
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
        "german-ground": Style(
            fill="#5d7358",
            stroke="#37492f",
            dark_stroke="#a9c2a0",
            width=3.0,
            legend="Captured by the Germans",
            merged=True,
        ),
        "allied-ground": Style(
            fill="#4d79ad",
            stroke="#2c5589",
            dark_stroke="#9cc4f5",
            width=3.0,
            legend="Captured by the Allies",
            merged=True,
        ),
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
        words.append(f"odds {number_of(w.columns[h], 'column')} left")
    if w.armour_halved >> h & 1:
        words.append("attacking armor halved")
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
