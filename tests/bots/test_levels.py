"""Every level of the games for two, and the advisor, plays every scenario with every option, by the rules."""

from __future__ import annotations

import random
from typing import Any

import pytest

import grognard
from grognard.bots import game_bots
from grognard.bots.match import decided, match, score
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


MATCHES = [
    ("springtime", "easy", "random", 0.95, 25891),
    ("springtime", "hard", "easy", 0.7, 28196),
    ("springtime", "expert", "hard", 0.7, 46256),
    ("1940", "easy", "random", 0.95, 49836),
    ("1940", "hard", "easy", 0.7, 46592),
    ("1940", "expert", "hard", 0.7, 43617),
]
"""Those of docs/opponents.md: the game, two levels, the share that the first must win, and the seed."""


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


@pytest.mark.long
@pytest.mark.parametrize(("name", "first", "second", "share", "seed"), MATCHES)
def test_each_level_beats_the_one_below(name: str, first: str, second: str, share: float, seed: int) -> None:
    """By the sequential test, 200 games at most, sides swapped."""
    played = []
    for row in match(grognard.load(name), first, second, 200, seed=seed):
        played.append(row)
        settled = decided(score(played, first, second).first_wins, len(played), share)
        if len(played) % 2 == 0 and settled is not None:
            break
    assert settled, f"{score(played, first, second).first_wins} of {len(played)}"
