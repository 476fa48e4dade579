"""What an action costs on a served table: how often the rules are run, states copied, and how long the loop waits."""

from __future__ import annotations

import random
import statistics
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from time import thread_time
from typing import Any

import pytest

import grognard
from grognard.bots import RandomBot
from grognard.kernel.rules.game import Game
from grognard.kernel.rules.state import State
from grognard.server.pages import Page
from grognard.server.room import Room
from grognard.server.store import Store

ACTIONS = 120


class Counted:
    """Counts the calls of some methods, and calls them."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.calls: Counter[str] = Counter()
        self.patch = patch

    def watch(self, cls: type, name: str) -> None:
        real: Callable[..., Any] = getattr(cls, name)

        def counted(*args: Any, **how: Any) -> Any:
            self.calls[name] += 1
            return real(*args, **how)

        self.patch.setattr(cls, name, counted)


class Nowhere(Page):
    """A page that takes everything and keeps nothing."""

    def send(self, raw: bytes) -> None:
        pass


def served(tmp_path: Path) -> Iterator[tuple[Room, Page, str]]:
    """A table of 1940 between two people, both pages open: before every action the room, the page and its text."""
    game = grognard.load("1940")
    store = Store(tmp_path / "games.sqlite")
    room = Room.new(store, game.table(secret=bytes(32)), dict.fromkeys(game.seats, "me"), "game")
    pages = {seat: Nowhere(seat) for seat in game.seats}
    room.pages |= set(pages.values())
    rng, bot = random.Random(3), RandomBot[Any]()
    room.push_all()
    for _ in range(ACTIONS):
        seat = room.table.seats[0]
        action = bot.choose(game, room.table.view(seat), seat, rng)
        yield room, pages[seat], action.text
    store.close()


def act(room: Room, page: Page, action: str) -> None:
    """All that the loop does for an action."""
    room.play(page, action, page.rev)
    room.push_all()


def test_an_action_is_applied_once_and_few_states_are_copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    counted = Counted(monkeypatch)
    counted.watch(Game, "apply")
    counted.watch(State, "copy")
    counted.watch(State, "bare")
    applies, copies, worlds = [], [], 0
    for room, page, action in served(tmp_path):
        counted.calls.clear()
        act(room, page, action)
        rolls = len(room.table.history[-1].rolls)
        applies.append(counted.calls["apply"] - rolls)
        copies.append(counted.calls["copy"] + counted.calls["bare"])
        worlds += room.table.in_doubt(page.seat)
    assert set(applies) == {1}, Counter(applies)
    assert statistics.median(copies) <= 12, sorted(copies)
    assert worlds > ACTIONS / 2  # the barrier was still to be worked out


@pytest.mark.long
def test_an_action_holds_the_loop_for_a_few_milliseconds(tmp_path: Path) -> None:
    spent = []
    for room, page, action in served(tmp_path):
        began = thread_time()
        act(room, page, action)
        spent.append(thread_time() - began)
    assert statistics.median(spent) < 0.008, sorted(spent)[:: len(spent) // 10]
