"""Conditions never ask what makes the mask that is compared with them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from toys.skirmish import A_HEX, A_UNIT, Field, Moving, Skirmish, ends, movable, move

from grognard.kernel.rules import Events, Ints, Slot, Verb, Why, Whys
from tests.games.conditions_asked import masks_asked

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("game", ["spoiled-victory", "springtime", "1940", "fortress-europa"])
def test_no_condition_of_a_game_asks_a_mask(game: str) -> None:
    """In plain Python, where every call is seen."""
    command = [sys.executable, "-m", "tests.games.conditions_asked", game]
    env = {**os.environ, "GROGNARD_PLAIN": "1"}
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=True)
    looked, *asked = done.stdout.split("\n")
    assert int(looked) > 200
    assert [line for line in asked if line] == []


def asks_the_mask(v: Field, step: Moving, seat: str, args: Ints) -> Whys:
    if not ends(v, step, seat, args[:-1]) >> args[-1] & 1:
        yield Why("2", lambda: "It is too far away.")


class Lazy(Moving, frozen=True, tag="Moving"):
    verbs = (
        Verb("move", move, (Slot("unit", A_UNIT, movable), Slot("to", A_HEX, asks_the_mask, legal=ends)), "2"),
        Moving.verbs[1],
    )


class LazyGame(Skirmish):
    def advance(self, s: Field, events: Events | None) -> None:
        super().advance(s, events)
        if s.stack and isinstance(s.stack[-1], Moving):
            s.stack[-1] = Lazy()


def test_one_that_does_is_found() -> None:
    assert masks_asked(Skirmish())[0] == set()
    assert masks_asked(LazyGame())[0] == {"Lazy, move: ends"}
