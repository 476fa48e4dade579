"""Lettering of a map: names placed so that they keep clear of each other and of hex numbers."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Literal, NamedTuple, cast

from grognard.drawing.outlines import Name
from grognard.kernel.show import Label, Point

LabelStyle = Literal["town", "city", "capital", "region", "country", "water", "river", "note", "title"]
Align = Literal["start", "middle", "end"]
SIZES = {"capital": 21.0, "city": 18.0, "town": 15.5}
RANKS = {"capital": 1, "city": 2, "town": 3}
RIVER = 15.0
RIVER_EVERY = 1300.0  # board units from name to name
EDGE = 45.0
SQUARE = 120.0
LETTER = 0.54  # width of a letter to its height, on average


class Box(NamedTuple):
    left: float
    top: float
    right: float
    bottom: float

    def overlap(self, other: Box) -> float:
        wide = min(self.right, other.right) - max(self.left, other.left)
        high = min(self.bottom, other.bottom) - max(self.top, other.top)
        return wide * high if wide > 0 and high > 0 else 0.0


class Town(NamedTuple):
    name: str
    at: Point
    style: str


def text_box(text: str, at: Point, size: float, align: Align, dot: bool) -> Box:
    """The room a label takes: beside its dot, or under it when it is centred."""
    x, y = at
    wide = LETTER * size * len(text)
    gap = 0.65 * size if dot else 0.0
    if align == "middle":
        left, y = x - wide / 2, y + (1.05 * size if dot else 0.0)
    else:
        left = x + gap if align == "start" else x - gap - wide
    return Box(left, y - 0.55 * size, left + wide, y + 0.55 * size)


class Lettering:
    def __init__(self, width: float, height: float) -> None:
        self._width, self._height = width, height
        self._taken: list[tuple[Box, float]] = []  # with how bad it is to cover it
        self._near: dict[tuple[int, int], list[int]] = {}  # for each square of the board: what is taken there

    def _take(self, box: Box, weight: float) -> None:
        for square in _squares(box):
            self._near.setdefault(square, []).append(len(self._taken))
        self._taken.append((box, weight))

    def _cost(self, box: Box) -> float:
        # Names grow when the whole map is in view: keep well away from the edges.
        off = max(0.0, EDGE - box.left) + max(0.0, box.right + EDGE - self._width)
        off += max(0.0, -box.top) + max(0.0, box.bottom - self._height)
        near = sorted({i for square in _squares(box) for i in self._near.get(square, ())})
        return sum(box.overlap(self._taken[i][0]) * self._taken[i][1] for i in near) + 1000 * off

    def reserve_number(self, x: float, y: float, pointy: bool) -> None:
        """The number along the upper edge of a hex."""
        top = y - (47 if pointy else 44)
        self._take(Box(x - 18, top, x + 18, top + 16), 0.5)

    def towns(self, towns: Iterable[Town]) -> list[Label]:
        """Great towns first; each name goes right, left or under its mark, where it covers least."""
        ordered = sorted(towns, key=lambda town: (RANKS[town.style], town.name))
        for town in ordered:
            (x, y), half = town.at, 0.4 * SIZES[town.style]
            self._take(Box(x - half, y - half, x + half, y + half), 3.0)
        found = []
        for town in ordered:
            size = SIZES[town.style]
            aligns: tuple[Align, ...] = ("start", "end", "middle")
            boxes = [text_box(town.name, town.at, size, align, True) for align in aligns]
            best = min(range(3), key=lambda i: (round(self._cost(boxes[i]), 3), i))
            self._take(boxes[best], 2.0)
            found.append(
                Label(
                    town.name,
                    town.at,
                    size,
                    cast(LabelStyle, town.style),
                    align=aligns[best],
                    dot=True,
                    priority=RANKS[town.style],
                )
            )
        return found

    def names(self, names: Iterable[Name], pitch: float) -> list[Label]:
        """Countries, seas and ranges stand where the map maker put them; others make room."""
        found = []
        for name in names:
            at = (round(name.x * pitch, 1), round(name.y * pitch, 1))
            size = name.size * pitch
            if not name.angle:
                self._take(text_box(name.text, at, size, "middle", False), 1.0)
            found.append(Label(name.text, at, size, cast(LabelStyle, name.style), angle=name.angle, priority=4))
        return found

    def rivers(self, courses: Iterable[tuple[str, Sequence[Point]]]) -> list[Label]:
        """Each river along its course, on the straightest stretches that are free: once, and a long one
        again every dozen hexes."""
        longest: dict[str, Sequence[Point]] = {}
        for name, points in courses:
            if len(points) > len(longest.get(name, ())):
                longest[name] = points
        found = []
        for name, points in longest.items():
            length = sum(math.dist(a, b) for a, b in pairwise(points))
            parts = max(1, round(length / RIVER_EVERY))
            size = len(points) / parts
            for part in range(parts):
                label = self._along(name, points[round(part * size) : round((part + 1) * size)])
                if label is not None:
                    found.append(label)
        return found

    def _along(self, name: str, points: Sequence[Point]) -> Label | None:
        wide = LETTER * RIVER * len(name) * 1.1
        best: tuple[float, Label, Box] | None = None
        for i in range(len(points) - 1):
            x0, y0 = points[i]
            j = i + 1
            while j < len(points) - 1 and math.dist(points[i], points[j]) < wide:
                j += 1
            x1, y1 = points[j]
            if math.dist((x0, y0), (x1, y1)) < wide:
                break
            angle = math.degrees(math.atan2(y1 - y0, x1 - x0))
            angle = (angle + 90) % 180 - 90  # never upside down
            middle = ((x0 + x1) / 2, (y0 + y1) / 2)
            bend = max(_off(point, (x0, y0), (x1, y1)) for point in points[i : j + 1])
            # Beside the line, not on it.
            lift = 0.75 * RIVER + bend
            turn = math.radians(angle - 90)
            at = (middle[0] + lift * math.cos(turn), middle[1] + lift * math.sin(turn))
            slope = abs(math.radians(angle))
            w, h = (
                wide * math.cos(slope) + RIVER * math.sin(slope),
                wide * math.sin(slope) + RIVER * math.cos(slope),
            )
            box = Box(at[0] - w / 2, at[1] - h / 2, at[0] + w / 2, at[1] + h / 2)
            cost = self._cost(box) + 6 * bend + 2 * abs(angle)
            if best is None or cost < best[0]:
                spot = (round(at[0], 1), round(at[1], 1))
                label = Label(name, spot, RIVER, "river", angle=round(angle, 1), priority=5)
                best = (cost, label, box)
        if best is None:
            return None
        self._take(best[2], 1.0)
        return best[1]


def _squares(box: Box) -> Iterator[tuple[int, int]]:
    for x in range(int(box.left // SQUARE), int(box.right // SQUARE) + 1):
        for y in range(int(box.top // SQUARE), int(box.bottom // SQUARE) + 1):
            yield x, y


def _off(point: Point, a: Point, b: Point) -> float:
    """How far a point lies from the line through a and b."""
    (x, y), (ax, ay), (bx, by) = point, a, b
    length = math.dist(a, b)
    return abs((bx - ax) * (ay - y) - (ax - x) * (by - ay)) / length if length else math.dist(point, a)
