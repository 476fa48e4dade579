"""Random play, node by node, through every scenario and mix of options: what the checks look at."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product
from typing import Generic, NamedTuple

from grognard.bots import RandomBot
from grognard.kernel.match.driver import Stepper
from grognard.kernel.rules.actions import CHANCE, OVER, Action
from grognard.kernel.rules.chance import Outcome
from grognard.kernel.rules.game import Game
from grognard.kernel.rules.state import S

MOST_STEPS = 100_000
"""No game of ours is longer; more means that it does not end."""


class Node(NamedTuple, Generic[S]):
    """A state in random play and what is done next. `state` is the walker's own: read it, copy it."""

    state: S
    seat: str
    """Who acts; CHANCE for dice."""
    step: Action | Outcome | None
    """The action or outcome that comes next."""

    @property
    def action(self) -> Action:
        """What a seat does next."""
        assert isinstance(self.step, Action)
        return self.step

    @property
    def outcome(self) -> Outcome:
        """What chance gives next."""
        assert isinstance(self.step, (tuple, str))
        return self.step

    @property
    def follows(self) -> Action | Outcome:
        """What comes next, where the game is not over."""
        assert self.step is not None
        return self.step


def settings(game: Game[S]) -> list[tuple[str, dict[str, bool | str]]]:
    """Every scenario with its options all off, all on, and each alone."""
    out: list[tuple[str, dict[str, bool | str]]] = []
    for scenario in game.scenarios:
        fitting = [o for o in game.options if not o.scenarios or scenario.id in o.scenarios]
        switches: list[list[bool | str]] = [[*o.values] if o.values else [False, True] for o in fitting]
        if len(switches) <= 4:
            mixes = list(product(*switches))
        else:
            off = tuple(x[0] for x in switches)
            on = tuple(x[-1] for x in switches)
            mixes = [off, on, *((*off[:i], x[-1], *off[i + 1 :]) for i, x in enumerate(switches))]
        out += [(scenario.id, {o.id: value for o, value in zip(fitting, mix, strict=True)}) for mix in mixes]
    return out


def walk(
    game: Game[S], rng: random.Random, scenario: str = "", options: dict[str, bool | str] | None = None
) -> Iterator[Node[S]]:
    """Random play to the end, node by node. Fails on a dead end and on a game without end."""
    stepper = Stepper(game, scenario, options, rng=rng)
    s = stepper.s
    bot: RandomBot[S] = RandomBot()
    for _ in range(MOST_STEPS):
        turn = stepper.turn
        if turn is OVER:
            assert game.result(s) is not None, "the stack is empty but the game has no result"
            yield Node(s, OVER, None)
            return
        assert game.result(s) is None, "the game has a result but goes on"
        if turn is CHANCE:
            seat = CHANCE
            step: Action | Outcome = stepper.roll()
        else:
            seats = sorted(turn) if isinstance(turn, frozenset) else [turn]
            assert seats, f"{type(s.stack[-1]).__name__} asks nobody"
            seat = seats[rng.randrange(len(seats))]
            assert game.legal(s, seat), f"{type(s.stack[-1]).__name__} leaves {seat} nothing to do"
            step = bot.choose(game, s, seat, rng)
        yield Node(s, seat, step)
        stepper.take(seat, step)
    raise AssertionError(f"the game did not end within {MOST_STEPS} steps")


def walks(game: Game[S], games: int, seed: int) -> Iterator[Node[S]]:
    """Several games of random play, going round scenarios and options."""
    rng = random.Random(seed)
    mixes = settings(game)
    for i in range(games):
        scenario, options = mixes[(i * 7 + seed) % len(mixes)]
        yield from walk(game, rng, scenario, options)
