"""Distances over the map as tables: discs around hexes, and how far aircraft reach (17.4, 17.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.games.fortress_europa.data.counters import DISTRICTS
from grognard.maps import Grid, Mask, members

if TYPE_CHECKING:
    from grognard.games.fortress_europa.data.world import World

SMALL = 5
"""Discs up to this radius are kept for every hex."""


def discs_of(grid: Grid, allowed: Mask, most: int) -> tuple[tuple[Mask, ...], ...]:
    """For each radius up to `most`, for each hex, the hexes within it over steps inside `allowed`."""
    discs = [tuple(1 << h for h in range(grid.n))]
    for _ in range(most):
        last, now = discs[-1], []
        for h, row in enumerate(grid.neighbours):
            found = last[h]
            for near in row:
                if allowed >> near & 1:
                    found |= last[near]
            now.append(found)
        discs.append(tuple(now))
    return tuple(discs)


def switzerland(w: World) -> Mask:
    """The land without numbers that lies wholly inside the map."""
    rest, found = w.outside, 0
    while rest:
        part = w.grid.steps.flood(rest & -rest, w.outside)
        rest &= ~part
        if all(len(w.grid.neighbours[h]) == 6 for h in members(part)):
            found |= part
    return found


def hq_ranges(w: World) -> tuple[Mask, ...]:
    """17.4, 17.5: for each hex those within eight, over sea but not through Switzerland (ruling 149)."""
    return discs_of(w.grid, (1 << w.n) - 1 & ~switzerland(w), w.book.air.range)[-1]


def standing_ranges(w: World) -> tuple[Mask, Mask]:
    """Where TAC reach without a headquarters: Germany (17.5), or from England and along the Mediterranean (17.4)."""
    shore = w.coastal & (w.districts[DISTRICTS.index("19th")] | w.italy)  # ruling 89
    return w.germany, w.reach_of_england | w.within(shore, 1)
