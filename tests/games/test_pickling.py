"""States, actions and tables are pickled without static data, come back equal, and play on the same."""

from __future__ import annotations

import io
import pickle
import random
from typing import Any

import pytest
from toys.all import GAMES as TOYS

import grognard
from grognard.kernel.match.table import Table
from grognard.kernel.rules.game import Game
from grognard.kernel.rules.state import Static

IDS = [game.id for game in grognard.games()]
A_STEP = 1000
"""Bytes for a step: its action, its rolls, and its events with a sentence or two each."""
A_STATE = 12_000
"""Bytes for a state: some hundred units with a place and a few flags of one or two bytes each."""


class Noting(pickle.Pickler):
    """Notes what is pickled by its content."""

    def __init__(self, file: io.BytesIO) -> None:
        super().__init__(file, 5)
        self.seen: set[type] = set()

    def reducer_override(self, thing: Any) -> Any:
        if not isinstance(thing, type):
            self.seen.add(type(thing))
        return NotImplemented


def by_id(game: Game[Any]) -> str:
    return game.id


def play_on(table: Table[Any], rng: random.Random, most: int) -> None:
    while not table.over and len(table.history) < most:
        seat = rng.choice(table.seats)
        reopened = table.draft(seat)  # by taking back: it has its parts already
        table.play("done" if reopened else table.game.random(table.state, seat, rng), seat)


def told(table: Table[Any]) -> list[Any]:
    """All that a table can be asked."""
    seats = table.game.seats
    asked = [(table.decision(seat), table.legal(seat=seat)) for seat in table.seats]
    known = [(table.log(seat), table.luck(seat), table.draft(seat), table.orders(seat)) for seat in seats]
    return [asked, known, table.record(), table.position(), table.result, table.dice.n, table.redo_seat]


@pytest.mark.parametrize("game", [*grognard.games(), *TOYS], ids=by_id)
def test_a_table_comes_back_equal_and_plays_on_the_same(game: Game[Any]) -> None:
    table = game.table(practice=True, seed=5)
    play_on(table, random.Random(5), 150)
    table.undo()
    raw = pickle.dumps(table)
    again: Table[Any] = pickle.loads(raw)
    assert again.state == table.state
    assert again.state is not table.state
    assert told(again) == told(table)
    assert [entry.before for entry in again.history] == [entry.before for entry in table.history]
    for one in (table, again):
        play_on(one, random.Random(6), 200)
        one.undo()
    assert told(again) == told(table)


@pytest.mark.parametrize("game_id", IDS)
def test_nothing_static_is_in_a_pickle(game_id: str) -> None:
    game = grognard.load(game_id)
    table = game.table(practice=True, seed=5)
    play_on(table, random.Random(5), 150)
    file = io.BytesIO()
    noting = Noting(file)
    noting.dump(table)
    assert {cls for cls in noting.seen if ".data" in cls.__module__} == {type(game.data)}  # by its name alone
    assert issubclass(type(game.data), Static)
    states = sum(entry.kept is not None for entry in table.history) + 2
    assert len(file.getvalue()) < A_STEP * len(table.history) + A_STATE * states
    assert len(pickle.dumps(table.state)) < A_STATE
    assert len(pickle.dumps(game)) < 100


@pytest.mark.parametrize("game_id", IDS)
def test_states_views_and_actions_come_back_equal_with_the_same_data(game_id: str) -> None:
    game = grognard.load(game_id)
    table = game.table(practice=True, seed=2)
    play_on(table, random.Random(2), 60)
    for s in (table.state, *(table.view(seat) for seat in game.seats)):
        game.legal(s, table.seats[0])  # facts are built, and stay behind
        again = pickle.loads(pickle.dumps(s))
        assert again == s
        assert again.data is s.data
        assert again.facts is None
    for action in table.legal(seat=table.seats[0]):
        assert pickle.loads(pickle.dumps(action)) == action


def test_a_pack_goes_with_its_game() -> None:
    game = grognard.load("springtime", {"units": {"unit": {"hoth-pz": {"full": 8}}}})
    again = pickle.loads(pickle.dumps(game.start()))
    assert again.data is game.data
    assert again.data is not grognard.load("springtime").data
