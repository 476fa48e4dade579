"""What a bot says of its choice: what, why, how sure it is, and what else there was, in words of the game."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

import grognard
from grognard.bots.steady import Steady
from grognard.bots.tactics import Puzzle, suite
from grognard.kernel.match.position import read_position

FOLDER = Path(__file__).parents[1] / "tactics"
CASES = [
    ("springtime", "hard", "41-soldiers-on-for-the-last-impulse"),
    ("springtime", "expert", "41-soldiers-on-for-the-last-impulse"),
    ("springtime", "hard", "40-no-empty-assault-turn-2"),
    ("1940", "hard", "01-free-ghent-turn-4"),
]


def asked(name: str, level: str, puzzle: str) -> tuple[Steady[Any], str]:
    """A bot that has been asked in a position, and what it said."""
    game = grognard.load(name)
    found: Puzzle = next(one for one in suite(FOLDER / name) if one.name == puzzle)
    _, _, s = read_position(game, found.position)
    seat = found.tactic.seat
    bot = Steady(game, level)
    return bot, bot.choose(game, game.view(s, seat), seat, random.Random(3)).text


@pytest.mark.parametrize(("name", "level", "puzzle"), CASES)
def test_what_was_played_out_has_a_reason_a_chance_and_an_alternative(name: str, level: str, puzzle: str) -> None:
    bot, text = asked(name, level, puzzle)
    assert text
    assert bot.why[0].isupper()
    assert bot.why.endswith(".")
    assert 0.0 < bot.sure <= 1.0
    assert bot.other
    assert not bot.other.endswith(".")
    assert "_" not in bot.why + bot.other


def test_how_often_a_plan_wins_and_what_else_there_was_is_told() -> None:
    """Soldiering on or not: the one that is not done is the alternative, and the sentence names it."""
    bot, text = asked("springtime", "hard", "41-soldiers-on-for-the-last-impulse")
    assert text in ("soldier-on", "decline")
    assert bot.why.startswith("It wins ")
    assert bot.other in bot.why
    assert text not in bot.other


def test_who_plays_nothing_out_is_not_sure_of_anything() -> None:
    bot, _ = asked("springtime", "easy", "41-soldiers-on-for-the-last-impulse")
    assert bot.why
    assert bot.sure == 0.0
    assert bot.other == ""
