"""The proof of secrecy on the wire: a seat that cannot tell two worlds apart gets equal messages, equal in number."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from house import House, Page
from toys.all import GAMES as TOYS

import grognard
from grognard.bots import RandomBot
from grognard.kernel.match.table import Table
from grognard.kernel.rules.actions import CHANCE, OVER, PUBLIC, Action
from grognard.kernel.rules.game import Game
from grognard.server.room import Room
from grognard.suite import settings, walk

SECRET = bytes(range(32))
"""Both worlds roll the same dice."""
PLAYED = {game.id: game for game in (*grognard.games(), *TOYS)}


def seat_world(house: House, game: Game[Any], scenario: str, options: Any, world: Any) -> str:
    """A table in the midst of a game, with people on all seats."""
    table = Table(game, scenario, options, position=world, secret=SECRET)
    room = Room.new(house.lobby.store, table, dict.fromkeys(game.seats, "hotseat"), "game")
    house.lobby.adopt(room)
    return room.row.id


def heard(page: Page, acted: str) -> list[dict[str, Any]]:
    """What the page has been sent until now, apart from what names the table itself."""
    page.number += 1
    page.ws.send_json({"id": page.number, "op": "since"})
    out = []
    while (message := page.ws.receive_json()).get("re") != page.number:
        if message["type"] != "undo":  # comes when it is known, to the seat that acted
            out.append(message)
        assert message["type"] != "undo" or page.hello["seat"] == acted
    return [*out, message]


def plain(hello: dict[str, Any]) -> dict[str, Any]:
    return {**hello, "table": {k: v for k, v in hello["table"].items() if k not in ("id", "created", "updated")}}


def act(house: House, table: str, seat: str, action: Action, rng: random.Random) -> list[dict[str, Any]]:
    """Play over a socket of the seat's own, a draft part by part, now and then with a part taken back."""
    with house.page(table, seat) as page:
        replies = []
        for part in action.parts:
            replies.append(page.play(part.text))
            if rng.random() < 0.2:
                replies += [page.ask("undo", rev=page.state["rev"]), page.play(part.text)]
        replies.append(page.play(Action(action.verb, action.args).text))
    assert all("ok" in reply for reply in replies), (action.text, replies)
    return replies


def after(game: Game[Any], s: Any, action: Action, watcher: str) -> Any:
    """What the watcher sees after the action, before any chance."""
    s = s.copy()
    game.apply(s, action)
    return game.view(s, watcher)


def compare(house: House, game: Game[Any], setting: Any, here: Any, watcher: str, mover: str, rng: Any) -> str:
    """One node of a game in two worlds; says what came of it."""
    there = game.guess(game.view(here, watcher).copy(), watcher, rng)
    scenario, options = setting
    tables = [seat_world(house, game, scenario, options, world) for world in (here, there)]
    bot: RandomBot[Any] = RandomBot()
    action = bot.choose(game, game.view(here, mover), mover, rng)
    other = action
    if mover != watcher and (game.why_not(game.view(there, mover), mover, action.text) or rng.random() < 0.5):
        seen_here = after(game, here, action, watcher)
        for _ in range(8):  # looked for: another action that looks the same
            other = bot.choose(game, game.view(there, mover), mover, rng)
            if after(game, there, other, watcher) == seen_here:
                break
    with house.page(tables[0], watcher) as one, house.page(tables[1], watcher) as two:
        assert plain(one.hello) == plain(two.hello)
        assert one.state == two.state, "they differ before anybody has acted"
        act(house, tables[0], mover, action, random.Random(1))
        act(house, tables[1], mover, other, random.Random(1 if mover == watcher else 2))
        told = [heard(page, mover) for page in (one, two)]
        rooms = [house.lobby.rooms[table] for table in tables]
        seen = [game.view(room.table.state, watcher) for room in rooms]
        lines = [[line.text for line in room.table.log(watcher)] for room in rooms]
        if seen[0] != seen[1] or lines[0] != lines[1]:
            return "told apart"
        assert told[0] == told[1], f"{watcher} is told apart by {action.text} and {other.text} of {mover}"
        assert len(told[0]) <= 2 or mover == watcher, (
            f"{watcher} is sent {len(told[0]) - 1} states for one action of {mover}"
        )
        return "alike" if rooms[0].table.state != rooms[1].table.state else "the same world"


def prove(house: House, game: Game[Any], nodes: int, seed: int, reach: int = 400) -> dict[str, int]:
    rng = random.Random(seed)
    came: dict[str, int] = {}
    watchers = [*game.seats, PUBLIC]
    mixes = settings(game)
    while nodes > 0:
        setting = rng.choice(mixes)
        left = reach
        for node in walk(game, rng, *setting):
            left -= 1
            if left < 0 or nodes <= 0 or node.seat is OVER:
                break
            if node.seat is CHANCE or rng.random() > 0.06:
                continue
            what = compare(house, game, setting, node.state, rng.choice(watchers), node.seat, rng)
            came[what] = came.get(what, 0) + 1
            nodes -= 1
    return came


EARLY = {"fortress-europa": 25}
"""Where most is hidden at the beginning of a game, so many nodes of one are enough."""


@pytest.mark.parametrize("name", list(PLAYED))
def test_equal_views_get_equal_messages_in_equal_number(build: Callable[..., House], name: str) -> None:
    reach = EARLY.get(name, 400)
    came = prove(build(PLAYED[name]), PLAYED[name], 20 if PLAYED[name] in TOYS else 12, 5, reach)
    assert came.get("alike", 0) or not PLAYED[name].hidden, f"no two worlds were met that look alike: {came}"


@pytest.mark.long
@pytest.mark.parametrize("name", list(PLAYED))
def test_equal_views_get_equal_messages_through_many_games(build: Callable[..., House], name: str) -> None:
    came = prove(build(PLAYED[name]), PLAYED[name], 150, 23, 4000)
    assert came.get("alike", 0) > 5 or not PLAYED[name].hidden, f"too few worlds were met that look alike: {came}"


def test_a_secret_draft_is_silent_until_it_is_done(house: House) -> None:
    """The number of messages would tell the number of its parts."""
    table = house.new("landing", who={"lander": "me", "defender": "hotseat"})
    with house.page(table, "lander") as lander, house.page(table, PUBLIC) as public:
        before = lander.state
        with house.page(table, "defender") as defender:
            for part in ("place division gold", "place regiment juno"):
                assert "ok" in defender.play(part)
            defender.ask("undo", rev=defender.state["rev"])
            for part in ("place regiment sword", "place dummy utah"):
                assert "ok" in defender.play(part)
            assert len(heard(lander, "defender")) == 1
            assert len(heard(public, "defender")) == 1
            assert "ok" in defender.play("done")
        lander.wait()
        assert lander.state["scene"] != before["scene"]
        assert "ok" in lander.play("land boat-1 gold")
