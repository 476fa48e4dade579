"""What an open game costs, and that idle ones leave memory and come back by themselves."""

from __future__ import annotations

import asyncio
import gc
import gzip
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from house import House
from toys.skirmish import Skirmish

from grognard.bots import Bot
from grognard.server.lobby import Lobby
from grognard.server.packed import PackedSteps
from grognard.server.pages import Page
from grognard.server.room import Room
from grognard.server.store import Store


class SlowBot(Bot[Any]):
    """Goes on to the next phase, after a tenth of a second."""

    def choose(self, game: Any, view: Any, seat: str, rng: Any) -> Any:
        time.sleep(0.1)
        return game.complete(view, seat, lambda choices: choices[-1])


class Slow(Skirmish):
    """A game that bots play for some seconds: so many turns that it does not end meanwhile."""

    id = "slow"

    def bots(self) -> dict[str, Callable[[], Bot[Any]]]:
        return {"slow": SlowBot}


MUSEUM = Path(__file__).parents[1] / "museum"
MOST = 5_000_000
"""Bytes that a finished game of 1940 may cost, with a page of every seat."""


def cost(tmp_path: Path, record: Path) -> tuple[int, Room]:
    """The bytes that a finished game costs when it is opened from the disk and shown to every seat."""
    lobby = Lobby(Store(tmp_path / "games.sqlite"))
    table = lobby.take_in(gzip.decompress(record.read_bytes()))[0].row.id

    async def show() -> Room:
        room = lobby.room(table)
        for seat in (*room.game.seats, "public"):
            page = Page(seat)
            room.pages.add(page)
            room.hello(page)
            room.push(page)
        return room

    asyncio.run(show())  # what the game itself keeps is no room's cost
    lobby.rooms.clear()
    gc.collect()
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        room = asyncio.run(show())
        gc.collect()
        return tracemalloc.get_traced_memory()[0] - before, room
    finally:
        tracemalloc.stop()
        lobby.store.close()


MOST_PARTS = 400
"""Things that a search for garbage visits, a table with its pages: a full search holds up everybody. With the boards
of its header as plain data, a table of Fortress Europa has 5,800."""


@pytest.mark.parametrize("game", ["spoiled-victory", "springtime", "1940", "fortress-europa"])
def test_open_tables_give_the_search_for_garbage_little_to_do(tmp_path: Path, game: str) -> None:
    lobby = Lobby(Store(tmp_path / "games.sqlite"))

    def opened() -> int:
        room = lobby.room(lobby.create({"game": game, "practice": True}).id)
        for seat in (*room.game.seats, "public"):
            page = Page(seat)
            room.pages.add(page)
            room.push(page)
        gc.collect()
        return len(gc.get_objects())

    opened()  # what the game itself keeps is no room's
    before = opened()
    assert (max(opened() for _ in range(3)) - before) / 3 < MOST_PARTS
    lobby.store.close()


@pytest.mark.long
def test_a_whole_game_of_1940_costs_five_megabytes(tmp_path: Path) -> None:
    found, room = cost(tmp_path, MUSEUM / "1940" / "whole-game.json.gz")
    assert room.table.over
    assert len(room.table.history) > 700
    assert found < MOST


def test_a_step_costs_what_a_whole_game_of_1940_can_bear(tmp_path: Path) -> None:
    """The same measure on a shorter game: bytes a step, beside what an empty table costs."""
    found, room = cost(tmp_path, MUSEUM / "spoiled-victory" / "game-001-disaster.json.gz")
    assert room.table.over
    steps = len(room.table.history)
    assert steps > 200
    assert found < 600_000 + steps * MOST / 800


def test_steps_are_packed_and_read_as_they_were(house: House) -> None:
    table = house.new("skirmish", practice=True)
    with house.page(table) as page:
        for action in ("move red-1 B1", "move red-2 B2", "move red-3 B3"):
            page.play(action)
        page.ask("undo", rev=page.state["rev"])
        page.play("move red-4 B4")
    for room in (house.lobby.room(table), house.again().lobby.room(table)):
        steps = room.table.recorder.steps
        assert isinstance(steps, PackedSteps)
        assert [step["action"] for step in steps] == ["", "move red-1 B1", "move red-2 B2", "move red-4 B4"]
        assert list(steps) == house.lobby.store.steps(table)
        assert len(steps) == 4


# ---------------------------------------------------------------------------------------------------- idle rooms


def until(true: Callable[[], bool]) -> bool:
    end = time.monotonic() + 10
    while not true() and time.monotonic() < end:
        time.sleep(0.02)
    return true()


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rooms are put away at once."""
    monkeypatch.setattr("grognard.server.lobby.SWEEP", 0.05)
    monkeypatch.setattr("grognard.server.lobby.IDLE", 0.2)
    monkeypatch.setattr("grognard.server.opponents.UNWATCHED", 0.2)


@pytest.mark.usefixtures("hasty")
def test_an_idle_room_leaves_memory_and_comes_back(house: House) -> None:
    table = house.new("skirmish")
    with house.page(table) as page:
        page.play("move red-1 B1")
        shown = page.state
        time.sleep(0.6)
        assert table in house.lobby.rooms, "somebody looks at it"
        assert "ok" in page.play("move red-2 B2")
        shown = page.state
    assert until(lambda: table not in house.lobby.rooms)
    with house.page(table) as page:
        assert page.state["scene"] == shown["scene"]
        assert page.state["rev"] == shown["rev"], "a page that was open can go on"
        assert "ok" in page.play("move red-3 B3")


@pytest.mark.usefixtures("hasty")
def test_a_room_that_nobody_ever_looked_at_leaves_memory(house: House) -> None:
    table = house.new("skirmish")
    house.client.get(f"/api/tables/{table}/record")
    assert until(lambda: table not in house.lobby.rooms)
    assert house.client.get(f"/api/tables/{table}/record").status_code == 200


def moves(house: House, table: str) -> int:
    return len(house.lobby.store.steps(table))


@pytest.mark.usefixtures("hasty")
def test_bots_among_themselves_stop_when_nobody_has_watched_for_a_while(build: Callable[..., House]) -> None:
    house = build(Slow())
    table = house.new("slow", who={"red": "bot:slow", "blue": "bot:slow"})
    with house.page(table) as page:
        for _ in range(3):
            page.wait()
    assert until(lambda: table not in house.lobby.rooms), "they stopped, and the room is put away"
    stopped = moves(house, table)
    time.sleep(0.5)
    assert moves(house, table) == stopped
    with house.page(table) as page:
        assert not page.state["result"]
        page.wait()
        assert moves(house, table) > stopped, "they go on when somebody watches again"


@pytest.mark.usefixtures("hasty")
def test_a_bot_that_a_person_waits_for_goes_on_though_nobody_watches(build: Callable[..., House]) -> None:
    house = build(Slow())
    table = house.new("slow", who={"red": "me", "blue": "bot:slow"})
    with house.page(table) as page:
        page.play("attack-now")
        while "red" in page.state["owing"]:
            page.play("done")
        before = moves(house, table)

    def answered() -> bool:
        info = next(info for info in house.lobby.table_infos() if info.id == table)
        return info.turn == ("red",)

    assert until(answered)
    assert moves(house, table) > before
    assert until(lambda: table not in house.lobby.rooms)
