"""The advisor plays whole games, gives reasons, and plays well."""

from __future__ import annotations

import random
from statistics import mean

import pytest
from dunkirk_desk import GAME

from grognard.bots import Bot, RandomBot, game_bots
from grognard.games.spoiled_victory.bots.bot import Advisor
from grognard.games.spoiled_victory.rules.state import State
from grognard.kernel.rules import CHANCE, OVER


def points(bot: Bot[State], seed: int, options: dict[str, bool | str] | None = None) -> int:
    rng = random.Random(seed)
    s: State = GAME.start("dynamo", options)
    while (turn := GAME.turn(s)) is not OVER:
        if turn is CHANCE:
            GAME.apply(s, GAME.chance(s).sample(rng))
            continue
        action = bot.choose(GAME, s, "allies", rng)
        assert bot.why
        assert not GAME.why_not(s, "allies", action.text), action.text
        GAME.apply(s, action)
    return s.vp


def test_the_advisor_is_the_bot_that_gives_hints() -> None:
    assert list(game_bots(GAME))[-1] == "advisor"


def test_the_advisor_beats_random_play_in_every_game() -> None:
    for seed in range(12):
        assert points(Advisor(), seed) > points(RandomBot(), seed)


def test_the_advisor_plays_every_option() -> None:
    for option in GAME.options:
        assert points(Advisor(), 3, {option.id: True}) > 10


def test_twenty_games_come_near_average() -> None:
    assert mean(points(Advisor(), seed) for seed in range(20)) > 33


@pytest.mark.long
def test_two_hundred_games_have_a_mean_of_forty_three() -> None:
    assert mean(points(Advisor(), seed) for seed in range(200)) >= 43
