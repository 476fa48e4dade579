"""31.16. The Funnies bridge rivers: with a part of the 79th on the bank Allied units cross where bridges are down."""

from __future__ import annotations

from functools import lru_cache

from grognard.games.fortress_europa.state import Position, on
from grognard.games.fortress_europa.world import ALLIED, ALPINE, World
from grognard.maps import Going, Mask


def spanned(s: Position, u: int) -> int:
    """The river sections without bridges that an Allied unit may cross, if it enters no enemy zone by that: a part of
    the 79th other than itself stands on the bank."""
    w: World = s.data
    if not s.bridges_down or w.side[u] != ALLIED or not on(s, "funnies"):
        return 0
    found = 0
    for part in w.parts_of_79th:
        if part != u and s.where[part] < w.n:
            for number, river in enumerate(w.rivers):
                if s.bridges_down >> number & 1 and river.banks >> s.where[part] & 1:
                    found |= 1 << number
    return found


@lru_cache(maxsize=64)
def going_over(w: World, climbs: bool, closed: int, spans: int, zone: Mask) -> Going:
    """The steps of a unit that cannot cross the closed sections, but those spanned where no enemy zone is beyond."""
    dry, _ = w.bridged(closed)
    wet, _ = w.bridged(closed & ~spans)
    barred = 0 if climbs else w.ground[ALPINE]

    def step(a: int, b: int) -> int | None:
        able = dry[a] >> b & 1 or (wet[a] >> b & 1 and not zone >> b & 1)
        return 1 if able and not barred >> b & 1 else None

    return Going(w.grid, step)


def banks(w: World, sections: int) -> Mask:
    """The hexes beside these sections."""
    hexes = 0
    for number, river in enumerate(w.rivers):
        if sections >> number & 1:
            hexes |= river.banks
    return hexes
