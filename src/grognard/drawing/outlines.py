"""What only the eye needs of a made map: its sea, its coast, its rivers, its great names.

These are the structures of data/outlines.toml, which tools/mapgen writes. Points are in hex pitches on the
page of the grid.
"""

from __future__ import annotations

import msgspec

from grognard.maps.grid import Grid, Point, by_columns, by_rows


class _Strict(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A misspelt key is an error."""


class Gap(_Strict, frozen=True):
    """A corner of the sheet that holds no hexes."""

    from_column: int
    from_row: int


class Numbering(_Strict, frozen=True):
    """How the hexes of a map are laid out and numbered (see `by_rows` and `by_columns`)."""

    kind: str
    rows: tuple[int, int]
    columns: tuple[int, int]
    shifted: str = "even"
    from_east: bool = False
    without: tuple[Gap, ...] = ()

    def grid(self) -> Grid:
        rows = range(self.rows[0], self.rows[1] + 1)
        columns = range(self.columns[0], self.columns[1] + 1)
        if self.kind == "rows":
            return by_rows(rows, columns, shifted=self.shifted, from_east=self.from_east)
        whole = by_columns(columns, rows, shifted=self.shifted)
        gone = {
            label
            for label, column, row in zip(whole.labels, whole.column, whole.row, strict=True)
            if any(column >= gap.from_column and row >= gap.from_row for gap in self.without)
        }
        return by_columns(columns, rows, shifted=self.shifted, without=gone)


class Course(_Strict, frozen=True):
    """A stretch of a river as it is drawn."""

    name: str
    kind: str
    points: tuple[Point, ...]


class Name(_Strict, frozen=True):
    """A name that belongs to no hex: a country, a sea, a range of hills."""

    text: str
    style: str
    x: float
    y: float
    size: float
    angle: float = 0.0


class Outlines(_Strict, frozen=True):
    title: str
    numbering: Numbering
    sea: tuple[tuple[Point, ...], ...]
    """Rings to fill; an island is reached by a bridge of no width, so that one ring holds it too."""
    shoal: tuple[tuple[Point, ...], ...]
    deep: tuple[tuple[Point, ...], ...]
    coast: tuple[tuple[Point, ...], ...]
    river: tuple[Course, ...]
    name: tuple[Name, ...] = ()
