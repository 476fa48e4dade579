"""No decision takes long: its list, and what an action sets off, measured by what chess takes beside it."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from time import process_time

import pytest

from grognard.kernel.rules import CHANCE, OVER, Deed, Outcome, masks
from grognard.kernel.rules.steps import DRAFT
from grognard.simulate.bench import chess_play

from .conftest import GAME

MOVES = 2500
"""So many moves of chess, each drawn from the list of all, take about 50 ms on a quiet machine."""
DECISIONS = 2500
AGAIN = 3


def best(do: Callable[[], object]) -> float:
    """Seconds, the best of some runs: other people on the machine do not count."""
    found = []
    for _ in range(AGAIN):
        began = process_time()
        do()
        found.append(process_time() - began)
    return min(found)


class Slowest:
    """The slowest questions of a game, to be asked again."""

    def __init__(self) -> None:
        self.found: list[tuple[float, str, Callable[[], object]]] = []

    def note(self, seconds: float, name: str, again: Callable[[], object]) -> None:
        if len(self.found) < 4 or seconds > self.found[-1][0]:
            self.found = sorted([*self.found, (seconds, name, again)], key=lambda one: -one[0])[:4]


def answer(s, seat, rng, slowest) -> Deed:
    """An action at random; the list before it is noted, in a draft that of each part."""
    drafting = s.stack[-1].kind == DRAFT
    scratch = GAME.view(s, seat).copy() if drafting else s
    parts: list[Deed] = []
    while True:
        step, before = scratch.stack[-1], scratch.copy()
        began = process_time()
        verb, args = masks.draw(scratch, step, seat, rng.random)
        spent = process_time() - began
        slowest.note(spent, type(step).__name__, lambda v=before, x=step: masks.offers(v.bare(), x, seat))
        if verb is None:
            return Deed("done", (), seat, tuple(parts))
        deed = Deed(verb.name, args, seat)
        if not drafting:
            return deed
        parts.append(deed)
        verb.do(scratch, step, seat, args, None)


def done_again(s, done):
    GAME.apply(s.bare(), done)


@pytest.mark.long
@pytest.mark.parametrize("scenario", [x.id for x in GAME.scenarios])
def test_no_decision_takes_longer_than_2500_moves_of_chess(scenario):
    """A list or what follows an action may take 50 ms where 2,500 moves of chess do."""
    rng, s, slowest = random.Random(3), GAME.start(scenario), Slowest()
    decisions = 0
    while decisions < DECISIONS:
        turn = GAME.turn(s)
        if turn is OVER:
            s = GAME.start(scenario)
            continue
        name = type(s.stack[-1]).__name__
        done: Deed | Outcome
        if turn is CHANCE:
            done = GAME.chance(s).sample(rng)
        else:
            seat = turn if isinstance(turn, str) else min(turn)
            done = answer(s, seat, rng, slowest)
            decisions += 1
        before = s.copy()
        began = process_time()
        GAME.apply(s, done)
        spent = process_time() - began
        slowest.note(spent, f"after {name}", partial(done_again, before, done))
    chess = chess_play(random.Random(1))
    yardstick = best(lambda: [next(chess) for _ in range(MOVES)])
    for _, name, again in slowest.found:
        spent = best(again)
        assert spent < yardstick, f"{name} took {spent * 1e3:.0f} ms, {MOVES} moves of chess {yardstick * 1e3:.0f} ms"
