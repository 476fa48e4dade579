"""Bots think in processes of their own: so many at a time, at low priority, and nobody waits for them."""

from __future__ import annotations

import asyncio
import json
import os
import random
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest
from house import House
from served import Process, receive
from toys.skirmish import Skirmish

import grognard
from grognard.bots import Bot
from grognard.kernel.rules.actions import Action
from grognard.server import bots


class Sleeper(Bot[Any]):
    def choose(self, game: Any, view: Any, seat: str, rng: Any) -> Any:
        time.sleep(30)


class Dying(Bot[Any]):
    def choose(self, game: Any, view: Any, seat: str, rng: Any) -> Any:
        os._exit(3)


class Cheat(Bot[Any]):
    def choose(self, game: Any, view: Any, seat: str, rng: Any) -> Any:
        return Action("move", ("red-1", "E5"))


class Failing(Bot[Any]):
    def choose(self, game: Any, view: Any, seat: str, rng: Any) -> Any:
        raise ZeroDivisionError("the bot is broken")


class Slow(Bot[Any]):
    """Takes its time, and then ends the turn."""

    def choose(self, game: Any, view: Any, seat: str, rng: Any) -> Any:
        print("a bot that talks")
        time.sleep(0.4)
        return Action("attack-now")


class Echo(Bot[Any]):
    """Says for whom it thought; for red it takes longer."""

    def choose(self, game: Any, view: Any, seat: str, rng: Any) -> Any:
        time.sleep(0.3 if seat == "red" else 0)
        self.why = f"for {seat}"
        return Action("attack-now")


class Manned(Skirmish):
    id = "manned"

    def bots(self) -> dict[str, Callable[[], Bot[Any]]]:
        return {"sleeper": Sleeper, "dying": Dying, "cheat": Cheat, "failing": Failing, "slow": Slow, "echo": Echo}


class Advised(Skirmish):
    """Its best bot never answers."""

    id = "advised"

    def bots(self) -> dict[str, Callable[[], Bot[Any]]]:
        return {"sleeper": Sleeper}


def until(true: Callable[[], object], seconds: float = 15.0) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it took too long"
        time.sleep(0.02)


def running(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def children(pid: int) -> list[int]:
    found = []
    for task in Path(f"/proc/{pid}/task").iterdir():
        found += [int(child) for child in (task / "children").read_text().split()]
    return found


@pytest.mark.parametrize(
    ("level", "below", "words"),
    [
        ("failing", "cheat", "ZeroDivisionError: the bot is broken"),
        ("cheat", "dying", "B1"),
        ("dying", "sleeper", "its process ended"),
        ("sleeper", "random", "it did not answer within 0.6 seconds"),
    ],
)
def test_where_a_bot_fails_the_next_level_below_plays_on(
    build: Callable[..., House], level: str, below: str, words: str, caplog: pytest.LogCaptureFixture
) -> None:
    house = build(Manned())
    house.lobby.thinkers.limit = 3.0 if level != "sleeper" else 0.6
    table = house.new("manned", who={"red": f"bot:{level}", "blue": "me"})
    with house.page(table, "blue") as page:
        notices = []
        while not page.log and page.state["owing"] != ["blue"]:  # an action may leave nothing in the log
            message = page.ws.receive_json()
            if message["type"] == "notice":
                notices.append(message["text"])
            else:
                page.take(message)
    assert notices[0].startswith(f"The bot “{level}” of red failed (")
    assert notices[0].endswith(f"; the bot “{below}” plays on.")
    assert words in notices[0] or level == "cheat"
    assert notices[0] in caplog.text


def test_two_think_at_a_time_and_the_others_wait_their_turn(build: Callable[..., House]) -> None:
    house = build(Manned())
    tables = [house.new("manned", who={"red": "bot:slow", "blue": "me"}) for _ in range(5)]
    thinkers = house.lobby.thinkers
    most = 0
    for table in tables:
        with house.page(table, "blue"):
            pass  # looks in, and wakes the bot
    rooms = [house.lobby.rooms[table] for table in tables]

    def done() -> bool:
        nonlocal most
        minds = list(thinkers._minds.values())
        most = max(most, sum(mind.busy for mind in minds))
        assert len(minds) <= bots.ALIVE
        return all(len(room.table.history) > 1 for room in rooms)

    until(done, 120)
    assert most == bots.AT_A_TIME


def test_a_mind_is_of_low_priority_and_goes_with_its_table(build: Callable[..., House]) -> None:
    house = build(Manned())
    table = house.new("manned", who={"red": "bot:sleeper", "blue": "me"})
    with house.page(table, "blue"):
        until(lambda: table in house.lobby.thinkers._minds and house.lobby.thinkers._minds[table].alive)
        pid = house.lobby.thinkers._minds[table].process.pid
        usual = os.getpriority(os.PRIO_PROCESS, 0)
        until(lambda: os.getpriority(os.PRIO_PROCESS, pid) > usual)
        assert house.client.delete(f"/api/tables/{table}").status_code == 200
    until(lambda: not running(pid), 5)
    assert not house.lobby.thinkers._minds


def test_a_thought_about_what_is_no_longer_so_is_broken_off(build: Callable[..., House]) -> None:
    house = build(Manned())
    table = house.new("manned", practice=True, who={"red": "me", "blue": "bot:sleeper"})
    with house.page(table, "red") as page:
        while "red" in page.state["owing"]:
            assert "ok" in page.play("attack-now")
        until(lambda: table in house.lobby.thinkers._minds and house.lobby.thinkers._minds[table].alive)
        pid = house.lobby.thinkers._minds[table].process.pid
        assert "ok" in page.ask("undo", rev=page.state["rev"])
        until(lambda: not running(pid), 5)
        assert "red" in page.state["owing"]


def test_two_who_ask_at_once_at_one_table_each_get_their_own_answer() -> None:
    """A mind that is asked twice at a time would tell one seat what it thought for the other."""
    game = Manned()
    view = game.table(practice=True, seed=1).view("red")

    async def ask() -> list[str]:
        thinkers = bots.Thinkers()
        seats = ["red", "blue", "red", "blue"]
        asked = [thinkers.choose("one table", game, view, seat, "echo", fresh=True) for seat in seats]
        found = await asyncio.gather(*asked)
        thinkers.close()
        return [thought.why for thought in found]

    assert asyncio.run(ask()) == ["for red", "for blue", "for red", "for blue"]


def test_a_page_goes_on_while_it_waits_for_a_hint(build: Callable[..., House]) -> None:
    house = build(Advised())
    with house.page(house.new("advised", practice=True)) as page:
        page.ws.send_json({"id": 1000, "op": "hint"})
        began = time.monotonic()
        assert "ok" in page.play("move red-1 B1")
        assert time.monotonic() - began < 5


BOTS = [(game.id, level) for game in grognard.games() for level in game.bots()]


@pytest.mark.parametrize(("name", "level"), BOTS)
def test_a_bot_that_remembers_nothing_goes_on_in_the_midst_of_a_plan(name: str, level: str) -> None:
    """Every choice is made by a bot that was just made, as after its process was ended."""
    game = grognard.load(name)
    rng = random.Random(5)
    s = game.start()
    end, chosen = time.monotonic() + 4, 0
    while game.turn(s) != grognard.OVER and chosen < 30 and (time.monotonic() < end or chosen < 3):
        turn = game.turn(s)
        if turn == grognard.CHANCE:
            game.apply(s, game.chance(s).sample(rng))
            continue
        seat = turn if isinstance(turn, str) else min(turn)
        action = game.bots()[level]().choose(game, game.view(s, seat), seat, rng)
        assert not game.why_not(game.view(s, seat), seat, action.text), action.text
        game.apply(s, action)
        chosen += 1
    assert chosen >= 3


def test_a_killed_server_leaves_nobody_thinking(start: Callable[..., Process]) -> None:
    server = start()
    table = server.new("1940", who=hard("1940"))
    with server.connect(table):
        until(lambda: children(server.process.pid))
        pids = children(server.process.pid)
        assert all(running(pid) for pid in pids)
    server.kill()
    until(lambda: not any(running(pid) for pid in pids), 5)


def hard(game: str) -> dict[str, str]:
    level = list(grognard.load(game).bots())[-1]
    return dict.fromkeys(grognard.load(game).seats, f"bot:{level}")


def test_nobody_waits_while_three_hard_bots_think(start: Callable[..., Process]) -> None:
    """Requests and actions of others are answered meanwhile; there were 30 to 60 seconds of silence once."""
    server = start()
    server.warm()
    busy = [server.new(game, who=hard(game)) for game in ("1940", "springtime", "1940")]
    mine = server.new("skirmish", practice=True)
    slowest, number = 0.0, 0
    with ExitStack() as lines:
        for table in busy:
            lines.enter_context(server.connect(table))
        ws = lines.enter_context(server.connect(mine, "red"))
        receive(ws)
        rev = receive(ws)["state"]["rev"]
        end = time.monotonic() + 8
        while time.monotonic() < end:
            began = time.monotonic()
            number += 1
            action, op = ("move red-1 B1", "play") if number % 2 else ("", "undo")
            ws.send(json.dumps({"id": number, "op": op, "action": action, "rev": rev}))
            while "re" not in (message := receive(ws)):
                rev = message["state"]["rev"] if message["type"] == "state" else rev
            assert "ok" in message, message
            assert httpx.get(f"{server.home}/api/home", headers=server.cookie, timeout=20).status_code == 200
            slowest = max(slowest, time.monotonic() - began)
            time.sleep(0.05)
        assert len(children(server.process.pid)) >= 2, "the bots are at it"
    assert number > 20
    assert slowest < 3
