"""Events worth studying, in every game: most are typed, and what they name is there."""

from __future__ import annotations

import csv
import gzip
import pickle
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import grognard
from grognard.games.fortress_europa.game import FortressEuropa
from grognard.kernel.match.driver import Stepper
from grognard.kernel.match.studies import KINDS, as_csv, rows, whole
from grognard.kernel.rules import CHANCE, OVER, Events
from grognard.kernel.rules.events import Battle, Control, Event, Headed, Lost, Moved, Rolled, Said, Ts
from grognard.kernel.rules.game import Game

MUSEUM = Path(__file__).parents[1] / "museum"
GAMES = {game.id: game for game in (*grognard.games(), FortressEuropa())}
every_game = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
PLAIN = 0.1
"""At most so many events are plain sentences; headings do not count."""


def told(game: Game[Any], seed: int) -> list[Event]:
    """What happens in a game of random actions, up to a limit."""
    rng = random.Random(seed)
    stepper = Stepper(game, game.scenarios[seed % len(game.scenarios)].id, rng=rng)
    s, events = stepper.s, Events()
    for _ in range(3000):
        turn = game.turn(s)
        if turn is OVER:
            break
        step = game.chance(s).sample(rng) if turn is CHANCE else game.random(s, min(game.owing(s)), rng)
        game.apply(s, step, events)
    return [happened.event for happened in events.items]


@pytest.fixture(scope="module")
def games() -> dict[str, list[list[Event]]]:
    return {game_id: [told(game, seed) for seed in (1, 2)] for game_id, game in GAMES.items()}


def events(games: dict[str, list[list[Event]]], game: Game[Any]) -> Iterator[Event]:
    for one in games[game.id]:
        yield from (event for event in whole(one) if event is not None)


@every_game
def test_few_events_are_plain_sentences(game: Game[Any], games: dict[str, list[list[Event]]]) -> None:
    all_told = [event for event in events(games, game) if not isinstance(event, Headed)]
    plain = [event for event in all_told if isinstance(event, Said)]
    assert len(all_told) > 100
    assert len(plain) < PLAIN * len(all_told), sorted({event.words for event in plain})


@every_game
def test_what_events_name_is_on_the_board(game: Game[Any], games: dict[str, list[list[Event]]]) -> None:
    board = game.board()
    places = {place.id for place in board.places}
    sides = {colours.side for colours in board.colours.values()} | {""}
    for event in events(games, game):
        assert event.side in sides, event
        if isinstance(event, Battle):
            assert {event.attacker, event.defender} <= sides - {""}, event
            assert event.attacker != event.defender, event
            assert event.place in places, event
            assert event.defenders or event.defence, event  # a garrison is no piece
            assert event.attackers or event.manner != "ground", event
            assert event.result, event
            assert {loss.side for loss in event.losses} <= {event.attacker, event.defender}, event
        elif isinstance(event, Moved):
            assert set(event.path) <= places, event
            assert len(event.path) > 1, event
        elif isinstance(event, Control):
            assert event.place in places, event
            assert event.side, event
        elif isinstance(event, Lost):
            assert event.steps > 0, event
            assert event.left >= 0, event
            assert event.cause, event


@every_game
def test_battles_are_fought_and_cost_something(game: Game[Any], games: dict[str, list[list[Event]]]) -> None:
    battles = [event for event in events(games, game) if isinstance(event, Battle)]
    assert battles
    assert all(event.dice for event in battles)
    assert any(event.losses for event in battles)
    assert all(event.turn >= 0 for event in battles)


def test_every_kind_of_the_kernel_is_known_to_studies() -> None:
    assert issubclass(KINDS["Battle"], Rolled)
    assert {"Moved", "Retreated", "Lost", "Control", "Supply", "Weather", "Card", "Points"} <= set(KINDS)


def test_an_old_record_makes_a_table_of_battles_too() -> None:
    """Recorded before battles had fields: today's rules tell it anew. DE eliminates all defenders."""
    opened = grognard.replay(gzip.decompress((MUSEUM / "1940" / "crt-die-1.json.gz").read_bytes()))
    assert opened.recorder is not None
    table = rows(opened.recorder.steps, "public")
    battles = [row for row in csv.DictReader(as_csv(table).splitlines()) if row["kind"] == "Battle"]
    assert len(battles) >= 5
    for row in battles:
        assert all(row[name] for name in ("turn", "attacker", "attackers", "defender", "place", "odds", "dice")), row
        if row["result"].startswith("DE"):
            assert [loss.split()[1] for loss in row["losses"].split("; ")] == row["defenders"].split()
    assert any(row["result"].startswith("DE") for row in battles)


class AtOnce(Events):
    """Makes every event while it happens, as a recorder does."""

    def later(self, make: Callable[[*Ts], Event], *args: *Ts) -> None:
        self.add(make(*args))


@every_game
def test_what_is_made_later_is_what_would_have_been_told_at_once(game: Game[Any]) -> None:
    rng = random.Random(11)
    at_once, later = AtOnce(), Events()
    s = game.start(events=at_once)
    assert s == game.start(events=later)
    also = s.copy()
    for _ in range(400):
        turn = game.turn(s)
        if turn is OVER:
            break
        step = game.chance(s).sample(rng) if turn is CHANCE else game.random(s, min(game.owing(s)), rng)
        game.apply(s, step, at_once)
        game.apply(also, step, later)  # the one state that goes on, under the events that are not made yet
    assert later.items == at_once.items


@every_game
def test_a_table_that_nobody_listened_to_is_told_and_pickled_as_one_that_was_recorded(game: Game[Any]) -> None:
    recorded, unread = (game.table(practice=True, seed=12) for _ in range(2))
    recorded.record()
    rng = random.Random(12)
    for _ in range(60):
        seat = recorded.seats[0]
        deed = game.random(recorded.state, seat, rng)
        recorded.play(deed, seat)
        unread.play(deed, seat)
    for table in (pickle.loads(pickle.dumps(unread)), unread):
        assert [entry.happened for entry in table.history] == [entry.happened for entry in recorded.history]
        assert table.record()["steps"] == recorded.record()["steps"]
