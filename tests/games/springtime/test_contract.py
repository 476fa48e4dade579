"""The contract suite, fuzzing and the proof of secrecy, on this game."""

from __future__ import annotations

from typing import Any

import pytest
from springtime_desk import GAME

from grognard.simulate.fuzz import fuzz_games
from grognard.suite import CHECKS


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_contract(check: Any) -> None:
    check(GAME)


def test_twenty_fuzzed_games_find_nothing() -> None:
    for game in fuzz_games(GAME, 20, seed=5):
        assert game.finding is None, game.finding
