"""A hex map in the board vocabulary: places, coast, rivers, frontiers, towns, and labels that keep apart.

A game adds what is its own (forts, boundaries, tracks) and puts everything into its `Board`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple, Protocol

from grognard.drawing.labels import Lettering, Town
from grognard.drawing.outlines import Outlines
from grognard.kernel.show import Label, Line, Picture, Place, Point, Style, Surface
from grognard.maps.graph import Place as Hex
from grognard.maps.grid import Grid

PITCH = 100.0  # board units between the centres of neighbouring hexes
COUNTER = 72.0  # the natural side of a counter: nearly as wide as its hex


class HexItem(Protocol):
    @property
    def id(self) -> str: ...
    @property
    def terrain(self) -> str: ...
    @property
    def country(self) -> str: ...


class SideItem(Protocol):
    @property
    def a(self) -> str: ...
    @property
    def b(self) -> str: ...
    @property
    def kind(self) -> str: ...
    @property
    def name(self) -> str: ...


class PlaceItem(Protocol):
    @property
    def name(self) -> str: ...
    @property
    def hex(self) -> str: ...
    @property
    def kind(self) -> str: ...
    @property
    def port(self) -> bool | int: ...
    @property
    def dx(self) -> float: ...
    @property
    def dy(self) -> float: ...


EDGE = "#8d8069"
GROUND = {
    "clear": Style(fill="#fdf9ee", stroke=EDGE, width=0.9, legend="Clear"),
    "forest": Style(
        fill="#cddbb0", stroke=EDGE, width=0.9, pattern="trees", pattern_colour="#93ae78", legend="Forest"
    ),
    "rough": Style(fill="#f0dfb6", stroke=EDGE, width=0.9, pattern="dots", pattern_colour="#b08d52", legend="Rough"),
    "mountain": Style(
        fill="#e2c9a4", stroke=EDGE, width=0.9, pattern="peaks", pattern_colour="#8c6a44", legend="Mountain"
    ),
    "alpine": Style(
        fill="#dcd8d6", stroke=EDGE, width=0.9, pattern="peaks", pattern_colour="#6d6a70", legend="Alpine"
    ),
    "flooded": Style(
        fill="#d3e2e4", stroke=EDGE, width=0.9, pattern="marsh", pattern_colour="#5a8fae", legend="Flooded"
    ),
    "dyke": Style(fill="#e4ddc8", stroke=EDGE, width=0.9, pattern="ticks", pattern_colour="#7a5c34", legend="Dyke"),
    "sea": Style(fill="#fdf9ee", stroke="#8fb3c9", width=0.7),
}
LINES = {
    "shallows": Style(fill="#c6dfea", dark_fill="#24323c"),
    "shoal": Style(fill="#b4d3e4", dark_fill="#202e39"),
    "deep": Style(fill="#a3c7dd", dark_fill="#1c2934"),
    "coast": Style(stroke="#5b7f96", width=2.2),
    "minor-river": Style(stroke="#4a8fc2", width=4.2, legend="Minor river"),
    "major-river": Style(stroke="#2b6ea8", width=8.4, legend="Major river"),
    "river": Style(stroke="#3c7fb6", width=5.6, legend="River"),
    "bank": Style(stroke="#e9f1f2", width=7.0),
    "sea-side": Style(stroke="#5f9fc9", width=6.0, dash=(3, 9), legend="Sea hexside"),
    "lake-side": Style(stroke="#5f9fc9", width=6.0, dash=(3, 9), legend="Lake hexside"),
    "estuary-side": Style(stroke="#5f9fc9", width=6.0, dash=(3, 9), legend="Estuary hexside"),
    "causeway": Style(stroke="#7a5c34", width=4.0, pattern="ticks", legend="Causeway"),
    "border": Style(stroke="#a0433a", width=3.2, dash=(16, 7), legend="Frontier"),
    "rail": Style(stroke="#4a443c", width=1.9, pattern="ticks", legend="Railway"),
    "port": Style(stroke="#1f5f94", width=2.6, legend="Port"),
}
TOWN_STYLES: Mapping[str, str] = {"major-city": "capital", "city": "city", "town": "town"}


class Drawing(NamedTuple):
    """The parts of a `Board` that a map gives."""

    surface: Surface
    places: tuple[Place, ...]
    lines: tuple[Line, ...]
    labels: tuple[Label, ...]
    pictures: tuple[Picture, ...]
    styles: dict[str, Style]


def draw(
    grid: Grid,
    hexes: Iterable[HexItem],
    sides: Iterable[SideItem],
    towns: Iterable[PlaceItem],
    outlines: Outlines,
    *,
    rails: Iterable[Sequence[str]] = (),
    picture: str = "relief.webp",
    surface: str = "map",
    about: Callable[[str], str] | None = None,
    styles: Mapping[str, Style] | None = None,
    closed: frozenset[str] = frozenset({"out"}),
) -> Drawing:
    """`about` tells more of a hex than its terrain; `styles` overrides or adds looks; a hex whose terrain is
    `closed` is no place: its ground is drawn without a lattice."""
    items = {item.id: item for item in hexes}
    sides, towns = list(sides), list(towns)
    look = {**GROUND, **LINES, **(styles or {})}
    used = {item.terrain for item in items.values()}
    width, height = grid.width * PITCH, grid.height * PITCH
    in_hex: dict[str, list[str]] = {}
    for town in towns:
        in_hex.setdefault(town.hex, []).append(town.name)

    def sentence(label: str) -> str:
        item = items[label]
        words = [item.terrain.capitalize() + (f", {item.country.capitalize()}" if item.country else "")]
        words += in_hex.get(label, [])
        more = about(label) if about else ""
        return ". ".join(words) + "." + (f" {more}" if more else "")

    places = tuple(
        Place(
            id=label,
            name=in_hex[label][0] if label in in_hex else label,
            surface=surface,
            anchor=_at(grid.centre(number)),
            points=tuple(_at(point) for point in grid.corners(number)),
            style=items[label].terrain,
            room=0.43 * PITCH,
            label=label,
            about=sentence(label),
            neighbours=tuple(
                grid.labels[other]
                for other in grid.neighbours[number]
                if items[grid.labels[other]].terrain not in closed
            ),
        )
        for number, label in enumerate(grid.labels)
        if items[label].terrain not in closed
    )
    lines = [
        *_ground(outlines),
        *_coast(outlines),
        *_rivers(outlines),
        *_sides(grid, sides),
        *_rails(grid, rails),
        *frontiers(grid, lambda number: items[grid.labels[number]].country or None, "border"),
    ]
    centres = {town.name: _town_at(grid, town) for town in towns}
    for town in towns:
        if town.port:
            lines.append(Line("port", _ring(centres[town.name], 13), closed=True, about=f"{town.name}, port"))
    lettering = Lettering(width, height)
    for number, label in enumerate(grid.labels):
        if items[label].terrain not in closed:
            lettering.reserve_number(*_at(grid.centre(number)), grid.pointy)
    labels = [
        *lettering.towns([Town(town.name, centres[town.name], TOWN_STYLES.get(town.kind, "town")) for town in towns]),
        *lettering.names(outlines.name, PITCH),
        *lettering.rivers([(river.name, [_at(point) for point in river.points]) for river in outlines.river]),
    ]
    kinds = {line.style for line in lines} | used
    return Drawing(
        Surface(surface, outlines.title, "map", 0.0, 0.0, width, height),
        places,
        tuple(lines),
        tuple(labels),
        (Picture(picture, 0.0, 0.0, width, height),) if picture else (),
        {name: style for name, style in look.items() if name in kinds or name in (styles or {})},
    )


# ------------------------------------------------------------------------------------------------- lines


def side_line(grid: Grid, a: Hex, b: Hex, style: str, *, inset: float = 0.0, about: str = "") -> Line:
    """The side between two hexes; with `inset` (in hex pitches) moved into the first of them, as the
    fortified side of a hex is printed."""
    (px, py), (qx, qy) = grid.side_ends(grid.side(a, b))
    cx, cy = grid.centre(a)
    share = inset / 0.5
    ends = tuple(_at((x + (cx - x) * share, y + (cy - y) * share)) for x, y in ((px, py), (qx, qy)))
    return Line(style, ends, about=about)


def frontiers(grid: Grid, group: Callable[[Hex], Hashable | None], style: str) -> list[Line]:
    """Lines along all hexsides between hexes of different groups (None belongs to no group)."""
    sides = []
    for number, (a, b) in enumerate(grid.sides):
        one, other = group(a), group(b)
        if one is not None and other is not None and one != other:
            sides.append(number)
    return [Line(style, tuple(_at(point) for point in chain)) for chain in chains(grid, sides)]


def chains(grid: Grid, sides: Iterable[int]) -> list[list[Point]]:
    """Hexsides joined end to end into as few lines as their forks allow."""
    ends: dict[tuple[int, int], Point] = {}
    links: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for side in sides:
        pair = []
        for point in grid.side_ends(side):
            key = (round(point[0] * 50), round(point[1] * 50))
            ends.setdefault(key, point)
            pair.append(key)
        a, b = pair
        links.setdefault(a, []).append(b)
        links.setdefault(b, []).append(a)
    found: list[list[Point]] = []

    def walk(start: tuple[int, int]) -> None:
        while links.get(start):
            way, here = [start], start
            while links[here]:
                there = links[here].pop()
                links[there].remove(here)
                way.append(there)
                here = there
                if len(links[here]) > 1:
                    break  # a fork: every branch is a line of its own
            found.append([ends[key] for key in way])

    for key in [key for key, near in links.items() if len(near) != 2]:
        walk(key)
    for key in list(links):  # what is left are closed rings
        walk(key)
    return found


def _ground(outlines: Outlines) -> list[Line]:
    return [
        Line(style, tuple(_at(point) for point in ring), layer="ground", closed=True)
        for style, rings in (
            ("shallows", outlines.sea),
            ("shoal", outlines.shoal),
            ("deep", outlines.deep),
        )
        for ring in rings
    ]


def _coast(outlines: Outlines) -> list[Line]:
    return [Line("coast", tuple(_at(point) for point in line), layer="ground") for line in outlines.coast]


def _rivers(outlines: Outlines) -> list[Line]:
    """Broad rivers after narrow ones, so that a mouth lies over what flows into it."""
    order = sorted(outlines.river, key=lambda river: river.kind == "major-river")
    return [
        Line(river.kind, tuple(_at(point) for point in river.points), smooth=True, about=river.name)
        for river in order
    ]


SIDE_STYLES = {"sea": "sea-side", "lake": "lake-side", "estuary": "estuary-side", "causeway": "causeway"}


def _sides(grid: Grid, sides: Iterable[SideItem]) -> list[Line]:
    return [
        side_line(
            grid,
            grid.place(item.a),
            grid.place(item.b),
            SIDE_STYLES[item.kind],
            about=item.name or f"{item.kind.capitalize()} hexside",
        )
        for item in sides
        if item.kind in SIDE_STYLES
    ]


def _rails(grid: Grid, rails: Iterable[Sequence[str]]) -> list[Line]:
    """Each step once, although lines share their way into the great towns."""
    seen: set[tuple[int, int]] = set()
    found: list[Line] = []
    for rail in rails:
        run: list[int] = []
        for a, b in pairwise([grid.place(label) for label in rail]):
            if (min(a, b), max(a, b)) in seen:
                if len(run) > 1:
                    found.append(Line("rail", tuple(_at(grid.centre(p)) for p in run)))
                run = []
                continue
            seen.add((min(a, b), max(a, b)))
            run = [*(run or [a]), b]
        if len(run) > 1:
            found.append(Line("rail", tuple(_at(grid.centre(p)) for p in run)))
    return found


def _at(point: Point) -> Point:
    return (round(point[0] * PITCH, 1), round(point[1] * PITCH, 1))


def _town_at(grid: Grid, town: PlaceItem) -> Point:
    x, y = grid.centre(grid.place(town.hex))
    return _at((x + town.dx, y + town.dy))


def _ring(centre: Point, radius: float) -> tuple[Point, ...]:
    x, y = centre
    return tuple(
        (round(x + radius * math.cos(a), 1), round(y + radius * math.sin(a), 1))
        for a in (i * math.pi / 8 for i in range(16))
    )
