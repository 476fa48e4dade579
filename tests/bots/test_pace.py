"""How long the levels think, in seconds of processor time on one core: by player turn, and for a whole game."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

import grognard
from grognard.bots import Bot, pace
from grognard.bots.ladder import rungs
from grognard.bots.match import Row, match, score
from grognard.bots.pace import Timed
from grognard.kernel.rules import Action, Game

TURN = {"easy": 0.5, "hard": 10.0, "expert": 30.0}
"""What a player turn may take."""
WHOLE = 90.0
"""What a game of expert against hard may take."""
FORTRESS_TURN = {"easy": 2.0, "hard": 30.0}
SCENARIOS = [("springtime", "plan-yellow"), ("springtime", "plan-red"), ("1940", "campaign")]
FORTRESS = [scenario.id for scenario in grognard.load("fortress-europa").scenarios]


class Clocked:
    """A game of which the clock alone is asked."""

    def clock(self, view: str) -> str:
        return view


class Slow(Bot[Any]):
    """Takes as many seconds as it is told."""

    def __init__(self, now: list[float], takes: list[float]) -> None:
        self.now, self.takes = now, takes

    def choose(self, game: Game[Any], view: Any, seat: str, rng: random.Random) -> Action:
        self.now[0] += self.takes.pop(0)
        return Action("pass", (), True, False, seat)


def test_choices_of_one_player_turn_count_together(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr(pace.time, "process_time", lambda: now[0])
    timed: Timed[Any] = Timed(Slow(now, [0.5, 2.0, 1.0, 0.25]))
    game: Any = Clocked()
    for clock in ("Turn 1", "Turn 2", "Turn 3", "Turn 2"):  # a turn is the same however often it is come back to
        assert timed.choose(game, clock, "red", random.Random(1)).text == "pass"
        now[0] += 50.0  # what others take is not counted
    assert timed.spent == {"Turn 1": 0.5, "Turn 2": 2.25, "Turn 3": 1.0}
    assert timed.longest == 2.25


def test_who_was_never_asked_took_no_time() -> None:
    assert Timed(Slow([0.0], [])).longest == 0.0


def test_a_match_and_a_ladder_tell_the_longest_player_turn_of_a_level() -> None:
    row = Row({"x": "easy", "y": "hard"}, 1, "x", "", 0.0, 1, 3.0, {"x": 0.25, "y": 2.0})
    other = Row({"x": "hard", "y": "easy"}, 1, "x", "", 0.0, 1, 5.0, {"x": 1.5, "y": 0.5})
    assert score([row, other], "easy", "hard").longest == {"easy": 0.5, "hard": 2.0}
    found = {rung.level: rung for rung in rungs(["easy", "hard"], [row, other])}
    assert (found["easy"].longest, found["hard"].longest) == (0.5, 2.0)
    assert found["easy"].seconds == 4.0


def test_a_line_of_a_ladder_from_before_has_no_turns() -> None:
    line = b'{"seats":{"x":"easy"},"seed":1,"winner":"","level":"","score":1.0,"actions":2,"seconds":0.5}'
    row = msgspec.json.decode(line, type=Row)
    assert score([row], "easy", "easy").longest == {"easy": 0.0}


@pytest.mark.parametrize(("name", "scenario"), SCENARIOS)
def test_easy_takes_half_a_second_a_player_turn(name: str, scenario: str) -> None:
    found = score(list(match(grognard.load(name), "easy", "easy", 2, scenario, seed=41)), "easy", "easy")
    assert 0.0 < found.longest["easy"] <= TURN["easy"]


@pytest.mark.long
@pytest.mark.parametrize(("name", "scenario"), SCENARIOS)
def test_player_turns_and_games_take_no_longer_than_was_promised(name: str, scenario: str) -> None:
    """Each level on either side; the table of docs/opponents.md comes from more such games."""
    for first, second in (("expert", "hard"), ("hard", "easy")):
        found = score(list(match(grognard.load(name), first, second, 4, scenario, seed=41)), first, second)
        for level in (first, second):
            assert 0.0 < found.longest[level] <= TURN[level], level
        assert max(row.seconds for row in found.played) <= WHOLE


@pytest.mark.long
@pytest.mark.parametrize("scenario", FORTRESS)
def test_easy_of_fortress_europa_takes_two_seconds_a_player_turn(scenario: str) -> None:
    found = score(list(match(grognard.load("fortress-europa"), "easy", "easy", 2, scenario, seed=41)), "easy", "easy")
    assert 0.0 < found.longest["easy"] <= FORTRESS_TURN["easy"]


@pytest.mark.long
@pytest.mark.parametrize("scenario", ["invasion", "bulge"])
def test_hard_of_fortress_europa_takes_thirty_seconds_a_player_turn(scenario: str) -> None:
    found = score(list(match(grognard.load("fortress-europa"), "hard", "easy", 2, scenario, seed=41)), "hard", "easy")
    for level in ("hard", "easy"):
        assert 0.0 < found.longest[level] <= FORTRESS_TURN[level], level
