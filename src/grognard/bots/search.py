"""One search for all games: plans are played out in guessed worlds, and the worse half is dropped round by round.

A game gives plans (whole ways to play an impulse or a phase, not single actions) and a way to play one out to a
number; nothing else in its bots searches. Every plan meets the same worlds with the same dice, so that the plans
differ and not the luck. The same seed and the same playouts give the same answer.
"""

from __future__ import annotations

import math
import random
import time
from collections import deque
from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from grognard.kernel.rules.actions import Deed
from grognard.kernel.rules.game import Game
from grognard.kernel.rules.state import S

P = TypeVar("P")
"""What a game calls a plan."""


TELLING = 3
"""So many different numbers that are the same for two plans are no chance; wins and losses alone may be."""


class Tried(Generic[P]):
    """A plan and how it did; a number for each world in which it was played out, more being better for the seat."""

    def __init__(self, plan: P, bonus: float = 0.0) -> None:
        self.plan = plan
        self.bonus = bonus
        self.scores: list[float] = []

    @property
    def mean(self) -> float:
        return sum(self.scores) / max(1, len(self.scores))

    @property
    def rank(self) -> float:
        return self.mean + self.bonus


class Thought(Generic[P]):
    """What a search came to: all plans that were tried, the best first."""

    def __init__(self, tried: list[Tried[P]]) -> None:
        self.tried = tried
        self.playouts = sum(len(one.scores) for one in tried)

    @property
    def best(self) -> P:
        return self.tried[0].plan

    @property
    def lead(self) -> float:
        """By how much the best did better than the next, in the worlds that both met."""
        return mean_and_error(self._differences())[0]

    @property
    def sure(self) -> float:
        """How likely it is that the best is better than the next: 0.5 is a guess, 1.0 is certain."""
        mean, error = mean_and_error(self._differences())
        return 0.5 * (1 + math.erf(mean / error / math.sqrt(2))) if error else 0.5 + 0.5 * (mean > 0)

    def _differences(self) -> list[float]:
        if len(self.tried) < 2:
            return []
        return [a - b for a, b in zip(self.tried[0].scores, self.tried[1].scores, strict=False)]


def mean_and_error(values: Sequence[float]) -> tuple[float, float]:
    """The mean, and its standard error."""
    n = len(values)
    if n < 2:
        return (values[0] if values else 0.0), 0.0
    mean = sum(values) / n
    return mean, math.sqrt(sum((x - mean) ** 2 for x in values) / (n - 1) / n)


def search(
    game: Game[S],
    view: S,
    seat: str,
    plans: Sequence[P],
    play_out: Callable[[S, P, random.Random], float],
    playouts: int,
    rng: random.Random,
    *,
    least: int = 2,
    usual: float = 0.0,
    mix: Callable[[P, P], P | None] | None = None,
    seconds: float = math.inf,
) -> Thought[P]:
    """Play the plans out, each round having the same share of the playouts, until one is left; plans that cannot be
    told apart go on as one.

    `play_out` gets a world of its own and the dice. `least` is how many worlds a plan meets in a round at least; by
    `usual` the first plan is trusted more than the others; `mix` makes a further plan of the two best of the first
    round. After `seconds` what has been found so far must do, and the answer may be another one on another machine.
    """
    tried = [Tried(plan, 0.0 if i else usual) for i, plan in enumerate(plans)]
    left = list(tried)
    rounds = max(1, (len(plans) - 1).bit_length())
    worlds: list[tuple[S, float]] = []
    met = 0
    until = time.monotonic() + seconds
    while len(left) > 1:
        met += max(least, playouts // (rounds * len(left)))
        for i in range(met):  # world by world, so that time cuts all plans alike
            if i == len(worlds):
                worlds.append((game.guess(view, seat, rng), rng.random()))
            world, dice = worlds[i]
            for one in left:
                if len(one.scores) == i:
                    one.scores.append(play_out(world.copy(), one.plan, random.Random(dice)))
            if time.monotonic() > until:
                return Thought(ranked(tried, left))
        left = distinct(sorted(left, key=lambda one: -one.rank))
        left = left[: (len(left) + 1) // 2]
        if mix is not None and len(left) > 1:
            mixed = mix(left[0].plan, left[1].plan)
            if mixed is not None:
                left.append(Tried(mixed))
                tried.append(left[-1])
        mix = None
    return Thought(ranked(tried, left))


def whole_actions(game: Game[S], view: S, seat: str, most: int) -> list[Deed]:
    """What the seat may answer now, each as short as it can be said, so many at most."""
    found: list[Deed] = []
    begun = deque(game.legal(view, seat))
    while begun and len(found) < most:
        action = begun.popleft()
        if action.complete:
            found.append(game.deed(view, action))
        else:
            begun.extend(game.legal(view, seat, action))
    return found


def distinct(tried: list[Tried[P]]) -> list[Tried[P]]:
    """Without those that came to the same as a better one in every world, where that can be no chance: they are the
    same plan in other words."""
    found: list[Tried[P]] = []
    for one in tried:
        telling = len(set(one.scores)) >= TELLING
        if not (telling and any(one.scores == better.scores for better in found)):
            found.append(one)
    return found


def ranked(tried: list[Tried[P]], left: list[Tried[P]]) -> list[Tried[P]]:
    """Those that were left first, then those that were dropped late; among equals by what they came to."""
    return sorted(tried, key=lambda one: (one not in left, -len(one.scores), -one.rank))
