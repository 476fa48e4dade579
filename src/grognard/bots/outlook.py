"""The outlook of a game that was played: what the position was worth when each turn began, and when it changed most.

For a game whose positions can be judged by what was learned from play, and that is over, so that nothing is secret.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import msgspec

from grognard.kernel.match.history import Entry, states
from grognard.kernel.rules.game import Game
from grognard.kernel.rules.state import S
from grognard.kernel.rules.steps import Draft


class Point(msgspec.Struct, frozen=True):
    """The beginning of a turn, or the end: the entry of the history, and what it was worth to the first seat."""

    clock: str
    entry: int
    worth: float
    """A chance to win from 0 to 1, or in a game for one the score to come."""
    change: float
    """Since the point before."""


def outlook(game: Game[S], history: Sequence[Entry[S]]) -> list[Point]:
    """The curve by turn; empty where positions of this game cannot be judged. It begins when both have planned and
    set up: a board on which nobody stands yet is worth nothing to anybody."""
    judge = game.judge()
    if judge is None or judge.why_not():
        return []
    found: list[tuple[str, int, float]] = []
    for i, s in enumerate(states(history)):
        if not found and s.stack and isinstance(s.stack[-1], Draft):
            continue
        clock = game.clock(s) if s.stack else "The end"
        if not found or found[-1][0] != clock:
            found.append((clock, i, judge.worth(s)))
    points = [Point(*found[0], 0.0)] if found else []
    points += [Point(*now, now[2] - before[2]) for before, now in pairwise(found)]
    return points


def turning_points(points: Sequence[Point], most: int = 3) -> list[Point]:
    """Where it changed most, the greatest change first."""
    return sorted((point for point in points if point.change), key=lambda point: -abs(point.change))[:most]
