"""The driver: whoever can choose plays a game, step by step or in one go."""

from __future__ import annotations

import random
from typing import Any

import pytest
from toys.all import GAMES
from toys.landing import LandingGame, Shore
from toys.skirmish import Field, Skirmish

import grognard
from grognard import Action, BadInput, Refused
from grognard.bots import RandomBot
from grognard.kernel.match.driver import Stepper, drive
from grognard.kernel.match.record import dump_record
from grognard.kernel.rules.game import Game


def by_id(game: Game[Any]) -> str:
    return game.id


@pytest.mark.parametrize("game", GAMES, ids=by_id)
def test_a_game_is_played_told_and_recorded(game: Game[Any]) -> None:
    played = grognard.play_game(game, dict.fromkeys(game.seats, "random"), seed=7)
    assert played.result is not None
    assert {action.seat for action in played.actions} <= set(game.seats)
    record = played.record()
    assert record["end"]["result"]["winner"] == played.result.winner
    assert [step["action"] for step in record["steps"][1:]] == [action.text for action in played.actions]
    opened = grognard.replay(dump_record(record), game)
    assert opened.matches, opened.mismatch
    told = [happened.seen_by("public") for happened in played.events()]
    assert [event.text(game.data) for event in told if event is not None] == opened.log("public")


def test_a_seed_gives_the_same_game_and_another_one_another() -> None:
    game = Skirmish()
    seats = dict.fromkeys(game.seats, "random")
    texts = [[a.text for a in grognard.play_game(game, seats, seed=seed).actions] for seed in (7, 7, 8)]
    assert texts[0] == texts[1] != texts[2]


class Stubborn:
    """No subclass of anything: it only has `choose`. Takes the first legal action, and notes what it was shown."""

    def __init__(self) -> None:
        self.shown: list[Shore] = []

    def choose(self, game: Game[Shore], view: Shore, seat: str, rng: random.Random) -> Action:
        self.shown.append(view)
        return game.complete(view, seat, lambda choices: choices[0])


def test_anything_that_can_choose_plays_and_sees_only_its_view() -> None:
    game, lander = LandingGame(), Stubborn()
    played = grognard.play_game(game, {"lander": lander, "defender": "random"}, seed=2)
    assert played.result is not None
    assert lander.shown
    assert all(view == game.view(view, "lander") for view in lander.shown)
    assert any(place == -2 for view in lander.shown for place in view.block_at)  # where a block is, it was not told


class Cheat(RandomBot[Field]):
    def choose(self, game: Game[Field], view: Field, seat: str, rng: random.Random) -> Action:
        return Action("move", ("red-1", "D5"), seat=seat)


def test_an_illegal_choice_is_refused_with_the_reasons() -> None:
    with pytest.raises(Refused, match=r"\[2"):
        grognard.play_game(Skirmish(), {"red": Cheat(), "blue": "random"}, seed=1)


@pytest.mark.parametrize(
    ("players", "sentence"),
    [
        ({"red": "hal", "blue": "random"}, "Skirmish has no bot “hal”; it has: random."),
        ({"red": "random"}, "Nobody plays blue; the seats are: red, blue."),
        ({"red": "random", "green": "random"}, "Skirmish has no seat “green”; its seats are: red, blue."),
    ],
)
def test_who_cannot_play_gets_a_sentence(players: dict[str, str], sentence: str) -> None:
    with pytest.raises(BadInput) as refused:
        grognard.play_game(Skirmish(), players, seed=1)
    assert str(refused.value) == sentence


def test_a_stepper_is_pushed_by_whoever_has_the_answers() -> None:
    stepper = Stepper(Skirmish(), seed=3)
    assert stepper.seats == ("red",)
    stepper.play(Action("move", ("red-1", "B1"), seat="red"), "red")
    assert stepper.taken[-1].seat == "red"
    assert stepper.s.at[0] == stepper.view("blue").at[0] != Skirmish().start().at[0]
    before = stepper.s.copy()
    with pytest.raises(Refused):
        stepper.play(Action("move", ("red-1", "B2"), seat="red"), "blue")
    with pytest.raises(BadInput, match="is not a whole action"):
        stepper.play(Action("move", ("red-2",), False, seat="red"), "red")
    assert stepper.s == before
    played = drive(stepper, {seat: RandomBot() for seat in ("red", "blue")})
    assert stepper.over
    assert played.actions[0].text == "move red-1 B1"
