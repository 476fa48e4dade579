"""17.10.4: rivers as sections. A section runs from one junction, head or mouth to the next."""

from __future__ import annotations

from typing import NamedTuple

from grognard.games.fortress_europa.data.loader import Book
from grognard.maps import Grid, Mask

Corner = tuple[int, int]


class River(NamedTuple):
    """One section of a river: its id, its name, its hexsides, and the hexes beside it."""

    id: str
    name: str
    sides: frozenset[int]
    banks: Mask


def rivers_of(book: Book, grid: Grid, land: Mask) -> tuple[River, ...]:
    """The sections of all rivers, those of one river numbered by the hexsides in which they begin."""
    names: dict[int, str] = {}
    ends: dict[int, tuple[Corner, Corner]] = {}
    meeting: dict[Corner, list[int]] = {}
    mouths: set[Corner] = set()
    for s in book.side:
        side = grid.side(grid.place(s.a), grid.place(s.b))
        (ax, ay), (bx, by) = grid.side_ends(side)
        corners = (round(ax * 64), round(ay * 64)), (round(bx * 64), round(by * 64))
        if s.kind in ("estuary", "sea"):
            mouths.update(corners)  # two rivers may flow into the same water (ruling 158)
        if s.kind != "river":
            continue
        names[side] = s.name
        ends[side] = corners
        for corner in corners:
            meeting.setdefault(corner, []).append(side)
    found: list[tuple[str, list[int]]] = []
    seen: set[int] = set()
    for first in sorted(names):
        if first in seen:
            continue
        section, open_ = [], [first]
        seen.add(first)
        while open_:
            side = open_.pop()
            section.append(side)
            for corner in ends[side]:
                if len(meeting[corner]) > 2 or corner in mouths:
                    continue  # a junction, or the river's end
                for other in meeting[corner]:
                    if other not in seen:
                        seen.add(other)
                        open_.append(other)
        found.append((main_name([names[side] for side in section]), section))
    numbers: dict[str, int] = {}
    rivers = []
    for name, section in found:
        numbers[name] = numbers.get(name, 0) + 1
        banks = 0
        for side in section:
            a, b = grid.sides[side]
            banks |= 1 << a | 1 << b
        rivers.append(River(f"{name.lower()}-{numbers[name]}", name, frozenset(section), banks & land))
    return tuple(rivers)


def main_name(names: list[str]) -> str:
    """The name that most hexsides of a section bear."""
    return max(sorted(set(names)), key=names.count)
