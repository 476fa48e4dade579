"""Every level of the games for two, and the advisor, plays every scenario with every option, by the rules."""

from __future__ import annotations

import random
from typing import Any

import pytest

import grognard
from grognard.bots import game_bots
from grognard.kernel.rules import CHANCE, OVER, Game

BUDGETS = {"plans": 2, "variants": 2, "playouts": 2, "inner": 2, "small": 2, "least": 1}
"""What a level calls its budgets; here each is so small that a game takes a second or two."""
GAMES = [grognard.load(name) for name in ("springtime", "1940", "spoiled-victory")]
CASES = [
    (game, level, scenario.id)
    for game in GAMES
    for level in game_bots(game)
    for scenario in game.scenarios
    if level != "random"
]


def every_option(game: Game[Any], scenario: str) -> dict[str, bool | str]:
    """All that goes with the scenario, each set to another value than it has by itself."""
    fitting = [option for option in game.options if not option.scenarios or scenario in option.scenarios]
    return {option.id: option.values[-1] if option.values else not option.default for option in fitting}


def test_the_games_for_two_have_four_levels() -> None:
    for game in GAMES:
        expected = ["random", "easy", "hard", "expert"] if len(game.seats) > 1 else ["random", "advisor"]
        assert list(game_bots(game)) == expected


@pytest.mark.parametrize(("game", "level", "scenario"), CASES, ids=lambda x: x if isinstance(x, str) else x.id)
def test_a_level_plays_every_option_legally_and_says_why(game: Game[Any], level: str, scenario: str) -> None:
    rng = random.Random(5)
    bots = {seat: game_bots(game)[level]() for seat in game.seats}
    for bot in bots.values():
        for name, least in BUDGETS.items():
            if hasattr(bot, name):
                setattr(bot, name, least)
    s = game.start(scenario, every_option(game, scenario))
    while (turn := game.turn(s)) is not OVER:
        if turn is CHANCE:
            game.apply(s, game.chance(s).sample(rng))
            continue
        seat = game.owing(s)[0]
        action = bots[seat].choose(game, game.view(s, seat), seat, rng)
        assert not game.why_not(s, seat, action.text), action.text
        assert bots[seat].why
        game.apply(s, action)
    assert game.result(s) is not None
