# compiled as it stands
"""Hex grids of either orientation and any numbering.

Distances in the plane are in hex pitches: neighbouring centres lie 1 apart. x grows to the right of the
page, y grows down, and the picture of the whole grid starts at (0, 0).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Container, Iterable, Sequence

from grognard.maps.graph import Graph, Place

ROW = math.sqrt(3) / 2
RADIUS = 1 / math.sqrt(3)

# Axial steps (q, r), clockwise. Pointy-topped: NE E SE SW W NW. Flat-topped: N NE SE S SW NW.
POINTY = ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))
FLAT = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
POINTY_NAMES = ("NE", "E", "SE", "SW", "W", "NW")
FLAT_NAMES = ("N", "NE", "SE", "S", "SW", "NW")

Point = tuple[float, float]


class Cell:
    """One hex as it is numbered: its label, its axial position, and the printed row and column."""

    __slots__ = ("column", "label", "q", "r", "row")

    def __init__(self, label: str, q: int, r: int, row: int, column: int) -> None:
        self.label, self.q, self.r, self.row, self.column = label, q, r, row, column


class Grid(Graph):
    """A hex grid: `around[h]` has the six neighbours clockwise, -1 where the map ends.

    A hexside is an int too: `sides[s]` is its pair of hexes (lower first), `side(a, b)` its number.
    """

    def __init__(self, cells: Iterable[Cell], *, pointy: bool) -> None:
        listed = list(cells)
        self.pointy = pointy
        self.directions = POINTY if pointy else FLAT
        self.direction_names = POINTY_NAMES if pointy else FLAT_NAMES
        self.axial = tuple((cell.q, cell.r) for cell in listed)
        self.row = tuple(cell.row for cell in listed)
        self.column = tuple(cell.column for cell in listed)
        self.at = {qr: place for place, qr in enumerate(self.axial)}
        self.around = tuple(
            tuple(self.at.get((q + dq, r + dr), -1) for dq, dr in self.directions) for q, r in self.axial
        )
        super().__init__([cell.label for cell in listed], [[p for p in row if p >= 0] for row in self.around])
        self.sides = tuple((a, b) for a in range(self.n) for b in sorted(self.neighbours[a]) if a < b)
        self._side = {pair: number for number, pair in enumerate(self.sides)}
        raw = [self._raw_centre(q, r) for q, r in self.axial]
        wide, high = (0.5, RADIUS) if pointy else (RADIUS, 0.5)
        left, top = min(x for x, _ in raw) - wide, min(y for _, y in raw) - high
        self.centres: tuple[Point, ...] = tuple((x - left, y - top) for x, y in raw)
        self.width = max(x for x, _ in self.centres) + wide
        self.height = max(y for _, y in self.centres) + high
        first = -90 if pointy else -120
        self._corner_offsets = tuple(
            (RADIUS * math.cos(math.radians(a)), RADIUS * math.sin(math.radians(a)))
            for a in range(first, first + 360, 60)
        )

    def _raw_centre(self, q: int, r: int) -> Point:
        return (q + r / 2, r * ROW) if self.pointy else (q * ROW, r + q / 2)

    # --- hexes and hexsides

    def distance(self, a: Place, b: Place) -> int:
        (aq, ar), (bq, br) = self.axial[a], self.axial[b]
        q, r = bq - aq, br - ar
        return max(abs(q), abs(r), abs(q + r))

    def direction(self, a: Place, b: Place) -> int:
        """Which of the six directions leads from a to its neighbour b."""
        try:
            return self.around[a].index(b)
        except ValueError:
            raise ValueError(f"{self.labels[a]} and {self.labels[b]} are not adjacent") from None

    def side(self, a: Place, b: Place) -> int:
        try:
            return self._side[(a, b) if a < b else (b, a)]
        except KeyError:
            raise ValueError(f"{self.labels[a]} and {self.labels[b]} are not adjacent") from None

    def side_name(self, side: int) -> str:
        a, b = self.sides[side]
        return f"{self.labels[a]}/{self.labels[b]}"

    def side_called(self, name: str) -> int:
        """Reads `0411/0512`."""
        a, slash, b = name.partition("/")
        if not slash:
            raise ValueError(f"a hexside is written as two hexes, 0411/0512, and not {name!r}")
        return self.side(self.place(a), self.place(b))

    def line(self, a: Place, b: Place) -> list[Place]:
        """The hexes under a straight line between two centres, both ends included.

        Where the line runs along a hexside it takes the same one of the two hexes all the way; hexes that
        are not on the map are left out.
        """
        (aq, ar), (bq, br) = self.axial[a], self.axial[b]
        steps = self.distance(a, b)
        if steps == 0:
            return [a]
        found = []
        for i in range(steps + 1):
            t = i / steps
            q, r = aq + (bq - aq) * t + 1e-6, ar + (br - ar) * t + 2e-6
            place = self.at.get(_round_axial(q, r))
            if place is not None:
                found.append(place)
        return found

    # --- drawing

    def centre(self, place: Place) -> Point:
        return self.centres[place]

    def corners(self, place: Place, scale: float = 1.0) -> list[Point]:
        """The six corners clockwise; corner i and i + 1 bound the side towards direction i."""
        x, y = self.centres[place]
        return [(x + scale * dx, y + scale * dy) for dx, dy in self._corner_offsets]

    def side_ends(self, side: int) -> tuple[Point, Point]:
        """The two corners that a hexside joins."""
        a, b = self.sides[side]
        i = self.direction(a, b)
        corners = self.corners(a)
        return corners[i], corners[(i + 1) % 6]

    def hex_at(self, x: float, y: float) -> Place | None:
        """The hex that holds a point of the picture."""
        cx, cy = self.centres[0]
        q0, r0 = self.axial[0]
        x, y = x - cx, y - cy
        if self.pointy:
            r = y / ROW
            q = x - r / 2
        else:
            q = x / ROW
            r = y - q / 2
        return self.at.get(_round_axial(q + q0, r + r0))


def _round_axial(q: float, r: float) -> tuple[int, int]:
    """The hex nearest to a point in axial coordinates."""
    s = -q - r
    rq, rr, rs = round(q), round(r), round(s)
    off_q, off_r, off_s = abs(rq - q), abs(rr - r), abs(rs - s)
    if off_q > off_r and off_q > off_s:
        rq = -rr - rs
    elif off_r > off_s:
        rr = -rq - rs
    return rq, rr


def by_rows(
    rows: Sequence[int],
    columns: Sequence[int],
    *,
    shifted: str = "even",
    from_east: bool = False,
    label: Callable[[int, int], str] = lambda row, column: f"{row:02}{column:02}",
    without: Container[str] = (),
) -> Grid:
    """Pointy-topped hexes in rows that run across the page, row numbers growing downwards.

    `from_east`: positions count from the right edge. `shifted`: whether the even or the odd rows start
    half a hex further along in the direction of counting. 1940 counts from the east, even rows shifted.
    """
    odd = _parity(shifted)
    cells = []
    for row in rows:
        for column in columns:
            name = label(row, column)
            if name not in without:
                late = (row % 2 == 1) == odd
                twice_x = (2 * column + late) * (-1 if from_east else 1)
                cells.append(Cell(name, (twice_x - row + (not odd)) // 2, row, row, column))
    return Grid(cells, pointy=True)


def letters(column: int) -> str:
    """1 = A, 26 = Z, 27 = AA, 28 = BB: doubled letters, as many hex maps have them."""
    times, letter = divmod(column - 1, 26)
    return chr(ord("A") + letter) * (times + 1)


def by_columns(
    columns: Sequence[int],
    rows: Sequence[int],
    *,
    shifted: str = "even",
    label: Callable[[int, int], str] = lambda column, row: f"{letters(column)}{row}",
    without: Container[str] = (),
) -> Grid:
    """Flat-topped hexes in columns that run down the page, numbers growing downwards.

    `shifted`: whether the even or the odd columns start half a hex lower. Fortress Europa letters its
    columns A (= 1) to RR (= 44), and B, D, .. BB are the lower ones.
    """
    odd = _parity(shifted)
    cells = []
    for column in columns:
        for row in rows:
            name = label(column, row)
            if name not in without:
                late = (column % 2 == 1) == odd
                cells.append(Cell(name, column, (2 * row + late - column + (not odd)) // 2, row, column))
    return Grid(cells, pointy=False)


def _parity(shifted: str) -> bool:
    if shifted not in ("even", "odd"):
        raise ValueError(f"shifted is even or odd, and not {shifted!r}")
    return shifted == "odd"
