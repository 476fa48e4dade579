"""A bot that fails never stops a game."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

import grognard
from grognard.bots import Bot, RandomBot
from grognard.bots.match import play_game
from grognard.bots.steady import Steady
from grognard.kernel.errors import BadInput
from grognard.kernel.match.driver import Stepper
from grognard.kernel.rules import Action, Game

SPRINGTIME = grognard.load("springtime")
PACK: dict[str, Any] = {"game": "springtime", "units": {"unit": {"hoth-pz": {"full": 8}}}}


class Broken(Bot[Any]):
    """Knows what to do three times, and then nothing more."""

    asked = 0

    def choose(self, game: Game[Any], view: Any, seat: str, rng: random.Random) -> Action:
        self.asked += 1
        if self.asked > 3:
            raise ZeroDivisionError("no idea")
        return game.said(view, game.random(view, seat, rng))


class Lost(Bot[Any]):
    """Has nothing to say that could be done."""

    def choose(self, game: Game[Any], view: Any, seat: str, rng: random.Random) -> Action:
        return Action("surrender", (), True, False, seat)


def test_what_is_not_legal_is_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    game = grognard.load("spoiled-victory")
    monkeypatch.setattr(type(game), "bots", lambda self: {"plain": RandomBot, "lost": Lost})
    with pytest.warns(UserWarning, match="The bot “lost” of allies failed .*; the bot “plain” plays on."):
        played = play_game(game, {"allies": "lost"}, seed=3)
    assert played.result is not None


def test_whoever_has_nobody_below_says_that_it_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(RandomBot, "choose", Broken.choose)
    monkeypatch.setattr(RandomBot, "asked", 3, raising=False)
    with pytest.raises(ZeroDivisionError, match="no idea"):
        play_game(grognard.load("spoiled-victory"), {"allies": "random"}, seed=3)


def test_the_level_below_plays_on(monkeypatch: pytest.MonkeyPatch) -> None:
    game = grognard.load("spoiled-victory")
    monkeypatch.setattr(type(game), "bots", lambda self: {"plain": RandomBot, "broken": Broken})
    with pytest.warns(UserWarning, match=r"The bot “broken” of allies failed \(no idea\); the bot “plain” plays on."):
        played = play_game(game, {"allies": "broken"}, seed=3)
    assert played.result is not None
    assert len(played.actions) > 20


def test_a_judgement_learned_with_other_values_lets_the_level_below_play() -> None:
    game = grognard.load("springtime", PACK)
    stepper = Stepper(game, seed=1)
    stepper.settle()
    s, seat = stepper.s, stepper.seats[0]
    bot = Steady(game, "expert")
    with pytest.warns(UserWarning, match="learned with other values than those of this game or its pack"):
        action = bot.choose(game, game.view(s, seat), seat, random.Random(1))
    assert not game.why_not(s, seat, action.text)
    assert bot.level == "hard"


@pytest.mark.parametrize(
    ("learned", "why"),
    [
        (None, "no weights were learned for this game"),
        (
            {"data": "0123456789abcdef"},
            "its judgement was learned with other values than those of this game or its pack",
        ),
        ({"weights": {"turn 1": 0.5}}, "its weights were learned for other figures of a position"),
    ],
)
def test_weights_that_do_not_fit_are_refused_in_one_sentence(learned: dict[str, Any] | None, why: str) -> None:
    judge = SPRINGTIME.judge()
    assert judge is not None
    assert judge.learned is not None
    judge.learned = msgspec.structs.replace(judge.learned, **learned) if learned else None
    assert judge.why_not() == why
    with pytest.raises(BadInput, match=f"The bot cannot judge positions: {why}."):
        judge.check()


def test_the_weights_fit_the_values_and_the_figures() -> None:
    for name in ("springtime", "1940"):
        game = grognard.load(name)
        judge = game.judge()
        assert judge is not None
        assert judge.why_not() == ""
        assert len(judge.figures(game.start())) == len(judge.names)
        assert 0.0 < judge.worth(game.start()) < 1.0


def test_a_pack_that_changes_only_words_keeps_the_judgement() -> None:
    game = grognard.load("springtime", {"game": "springtime", "units": {"unit": {"hoth-pz": {"name": "Hoth"}}}})
    judge = game.judge()
    assert judge is not None
    assert judge.why_not() == ""


def test_a_level_that_does_not_exist_is_refused() -> None:
    with pytest.raises(BadInput, match="has no bot “clever”"):
        Steady(SPRINGTIME, "clever")
