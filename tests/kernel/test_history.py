"""What a table remembers: events as they were heard, states at intervals, the rest worked out again."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from toys.all import GAMES
from toys.landing import LandingGame
from toys.skirmish import Skirmish

from grognard import GameFault
from grognard.bots import RandomBot
from grognard.kernel.match.history import states
from grognard.kernel.match.record import build_record
from grognard.kernel.match.table import Table
from grognard.kernel.rules.game import Game


def by_id(game: Game[Any]) -> str:
    return game.id


def play_on(table: Table[Any], seed: int, most: int = 1000) -> list[Any]:
    """Play at random; gives a copy of the state before each step."""
    rng, bot, seen = random.Random(seed), RandomBot[Any](), []
    while not table.over and most:
        seat = rng.choice(table.seats)
        before = table.state.copy(), len(table.history)
        table.play(bot.choose(table.game, table.view(seat), seat, rng), seat=seat)
        if len(table.history) > before[1]:
            seen.append(before[0])
        most -= 1
    return seen


@pytest.mark.parametrize("game", GAMES, ids=by_id)
def test_the_state_before_any_step_can_be_had_again(game: Game[Any]) -> None:
    table = game.table(practice=True, seed=2)
    seen = play_on(table, 2)
    assert [entry.before for entry in table.history[1:]] == seen
    assert list(states(table.history)) == [*seen, table.state]


def test_only_some_states_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grognard.kernel.match.table.KEEP", 4)
    table = Skirmish().table(practice=True, seed=2)
    seen = play_on(table, 2)
    last = len(table.history) - 1
    assert last >= 8
    kept = [n for n, entry in enumerate(table.history) if entry.kept is not None]
    assert kept == sorted({*range(0, last, 4), last})  # the last one for whoever takes it back
    assert [entry.before for entry in table.history[1:]] == seen
    for before in reversed(seen[-6:]):
        table.undo()
        assert table.state == before


@pytest.mark.parametrize("game", GAMES, ids=by_id)
@pytest.mark.parametrize("recorded", [False, True])
def test_an_action_is_applied_once(game: Game[Any], recorded: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    table = game.table(practice=True, seed=5)
    if recorded:
        table.record()  # from now on somebody listens
    calls: Counter[str] = Counter()
    real = Game.apply
    monkeypatch.setattr(Game, "apply", lambda *args: (calls.update(["apply"]), real(*args))[1])
    play_on(table, 5)
    for seat in game.seats:
        table.log(seat)
        table.luck(seat)
    due = sum((entry.action is not None) + len(entry.rolls) for entry in table.history[1:])
    assert calls["apply"] == due
    if recorded:
        record = table.record()
        assert calls["apply"] == due
        assert record == build_record(table)  # as it is when it is played again


def test_a_step_that_fails_leaves_the_record_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    table = LandingGame().table(practice=True, seed=1)
    table.play("place division gold; place regiment juno; place dummy sword; done")
    before = table.record()
    with monkeypatch.context() as broken:
        broken.setattr(LandingGame, "scene", lambda self, v: 1 / 0)
        with pytest.raises(GameFault, match="failed inside"):
            table.play("land boat-1 gold; done")
    assert table.record() == before
    table.play("land boat-1 gold; done")
    assert table.record() == build_record(table)
    assert table.record()["steps"][: len(before["steps"])] == before["steps"]
