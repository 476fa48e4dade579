"""The board: drawn once. All coordinates lie in one plane, y downwards."""

from __future__ import annotations

from typing import Literal

from grognard.kernel.show.base import Point, Shown


class Style(Shown, frozen=True):
    """How a kind of terrain, line or area looks. Colours are "#rrggbb"; the dark theme may have its own."""

    fill: str = ""
    stroke: str = ""
    width: float = 1.0
    dash: tuple[float, ...] = ()
    pattern: Literal[
        "", "hatch", "crosshatch", "dots", "waves", "trees", "marsh", "peaks", "town", "fort", "ticks"
    ] = ""
    pattern_colour: str = ""
    dark_fill: str = ""
    dark_stroke: str = ""
    legend: str = ""
    """What the legend says of it; empty if it needs no entry."""
    merged: bool = False
    """Marks of this kind on neighbouring places are one shape, lined along its outer edge: control."""


class Colours(Shown, frozen=True):
    """The look of a nation's counters; `pattern` tells nations apart without colour."""

    fill: str
    ink: str
    band: str = ""
    pattern: Literal["", "hatch", "crosshatch", "dots", "stripe"] = ""
    name: str = ""
    side: str = ""
    """The side, as `Game.side` calls it, whose units look so; "" for markers and the like."""


class Surface(Shown, frozen=True):
    """A part of the table: the map, a track beside it, a box, a hand. A rectangle in the board's plane."""

    id: str
    title: str
    kind: Literal["map", "track", "box", "hand"]
    x: float
    y: float
    width: float
    height: float
    style: str = ""


class Place(Shown, frozen=True):
    """Something that can be clicked and where pieces can be: a hex, an area, a box of a track."""

    id: str
    name: str
    surface: str
    anchor: Point
    """Where a stack stands."""
    shape: Literal["polygon", "circle", "rect"] = "polygon"
    points: tuple[Point, ...] = ()
    """A polygon's corners, or two opposite corners of a rect."""
    radius: float = 0.0
    style: str = ""
    room: float = 0.0
    """The half-width that pieces may take around the anchor."""
    anchors: dict[str, Point] = {}
    """Further anchors by the name that `Piece.anchor` gives, for instance one for each side."""
    label: str = ""
    """Short text printed in the place (a hex number, a terrain value); "" for none."""
    about: str = ""
    """A sentence for tooltips and screen readers: terrain and what it does."""
    neighbours: tuple[str, ...] = ()
    """For moving the cursor by keyboard."""


class Line(Shown, frozen=True):
    """A river, road, border, coast, connection or frame. Drawn in the order given, by layer."""

    style: str
    points: tuple[Point, ...]
    layer: Literal["ground", "below", "above"] = "below"
    """ground: under the places; below: over the places, under the pieces; above: over all."""
    closed: bool = False
    smooth: bool = False
    about: str = ""


class Label(Shown, frozen=True):
    """Printed text. `priority` 0 is always shown; higher ones only when there is room (zoomed in)."""

    text: str
    at: Point
    size: float
    style: Literal["town", "city", "capital", "region", "country", "water", "river", "note", "title"] = "note"
    angle: float = 0.0
    align: Literal["start", "middle", "end"] = "middle"
    dot: bool = False
    priority: int = 0
    room: float = 0.0
    """How wide it may be, such as the box that it titles; where it would be too small to read, it is left out. 0: as
    wide as it likes."""


class Picture(Shown, frozen=True):
    """A raster under everything (shaded relief), from a file in the game's data folder."""

    file: str
    x: float
    y: float
    width: float
    height: float
    opacity: float = 1.0


class Board(Shown, frozen=True):
    width: float
    height: float
    counter: float
    """The natural side length of a counter, in board units."""
    surfaces: tuple[Surface, ...]
    places: tuple[Place, ...]
    lines: tuple[Line, ...] = ()
    labels: tuple[Label, ...] = ()
    pictures: tuple[Picture, ...] = ()
    styles: dict[str, Style] = {}
    colours: dict[str, Colours] = {}
    x: float = 0.0
    y: float = 0.0
