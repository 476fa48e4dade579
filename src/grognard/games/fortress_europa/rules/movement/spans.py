# compiled as it stands
"""31.16. The Funnies bridge rivers: with a part of the 79th on the bank Allied units cross where bridges are down."""

from __future__ import annotations

from grognard.games.fortress_europa.data.world import ALLIED
from grognard.games.fortress_europa.rules.state import Position, on


def spanned(s: Position, u: int) -> int:
    """The river sections without bridges that an Allied unit may cross, if it enters no enemy zone by that: a part of
    the 79th other than itself stands on the bank."""
    w = s.data
    if w.side[u] != ALLIED or not on(s, "funnies"):
        return 0
    found = 0
    for part in w.parts_of_79th:
        if part != u and s.where[part] < w.n:
            for number, river in enumerate(w.rivers):
                if s.bridges_down >> number & 1 and river.banks >> s.where[part] & 1:
                    found |= 1 << number
    return found
