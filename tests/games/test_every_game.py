"""What every game must show: fuzzing finds nothing, every case has a test, the museum is complete."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import grognard
from grognard.cli import casebook
from grognard.kernel.game import Game
from grognard.kernel.museum import check_museum
from grognard.simulate.fuzz import fuzz_games

MUSEUM = Path(__file__).parents[1] / "museum"
every_game = pytest.mark.parametrize("game", grognard.games(), ids=lambda game: game.id)


def faults(game: Game[Any], games: int, seed: int) -> list[str]:
    played = [p.finding for p in fuzz_games(game, games, seed) if p.finding is not None]
    return [f"game {f.number}, {f.kind}: {f.text} ({f.scenario}, {f.options})" for f in played]


@every_game
def test_twenty_games_of_fuzzing_find_nothing(game: Game[Any]) -> None:
    assert faults(game, 20, 1) == []


@pytest.mark.long
@every_game
def test_a_thousand_games_of_fuzzing_find_nothing(game: Game[Any]) -> None:
    assert faults(game, 1000, 2) == []


@every_game
def test_every_case_of_the_rulebook_has_a_test(game: Game[Any]) -> None:
    book = casebook.read(game, casebook.tests_of(game))
    assert [case.rule for case in book.untested] == []
    assert book.unknown == []


@every_game
def test_the_museum_is_complete(game: Game[Any]) -> None:
    assert check_museum(game, MUSEUM) == []
