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
from grognard.server.pages import OPEN
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
        assert message["type"] != "undo" or page.hello["seat"] in (acted, OPEN)
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


def compare(house: House, game: Game[Any], setting: Any, here: Any, seat: str, mover: str, rng: Any) -> str:
    """One node of a game in two worlds, for a page at this seat; says what came of it."""
    watcher = PUBLIC if seat == OPEN else seat
    public = game.view(here, PUBLIC)
    openly = seat == OPEN and len(game.owing(here)) == 1 and not here.pending and not game.private(public, mover)
    there = game.guess(game.view(here, watcher).copy(), watcher, rng)
    scenario, options = setting
    tables = [seat_world(house, game, scenario, options, world) for world in (here, there)]
    bot: RandomBot[Any] = RandomBot()
    action = bot.choose(game, game.view(here, mover), mover, rng)
    other = action
    aside = openly and bool(game.why_not(public, mover, action.text))  # done alone, where most is done openly
    known = (openly and not aside) or mover == watcher
    if not known and (game.why_not(game.view(there, mover), mover, action.text) or rng.random() < 0.5):
        seen_here = after(game, here, action, watcher)
        for _ in range(8):  # looked for: another action that looks the same
            other = bot.choose(game, game.view(there, mover), mover, rng)
            if after(game, there, other, watcher) == seen_here:
                break
    with house.page(tables[0], seat) as one, house.page(tables[1], seat) as two:
        assert plain(one.hello) == plain(two.hello)
        assert one.state == two.state, "they differ before anybody has acted"
        assert one.state["by"] == (mover if openly else watcher)
        for table, what, seed in ((tables[0], action, 1), (tables[1], other, 1 if known else 2)):
            act(house, table, OPEN if openly and not aside else mover, what, random.Random(seed))
        told = [heard(page, mover) for page in (one, two)]
        rooms = [house.lobby.rooms[table] for table in tables]
        seen = [game.view(room.table.state, watcher) for room in rooms]
        lines = [[line.text for line in room.table.log(watcher)] for room in rooms]
        if seen[0] != seen[1] or lines[0] != lines[1]:
            return "told apart"
        assert told[0] == told[1], f"{seat} is told apart by {action.text} and {other.text} of {mover}"
        assert len(told[0]) <= 2 or known, f"{seat} is sent {len(told[0]) - 1} states for one action of {mover}"
        if openly and not aside:
            return "openly" if rooms[0].table.state != rooms[1].table.state else "openly, the same world"
        return "alike" if rooms[0].table.state != rooms[1].table.state else "the same world"


def prove(house: House, game: Game[Any], nodes: int, seed: int, reach: int = 400) -> dict[str, int]:
    rng = random.Random(seed)
    came: dict[str, int] = {}
    watchers = [*game.seats, PUBLIC, *([OPEN] if len(game.seats) > 1 else [])]
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


@pytest.mark.parametrize("name", ["smoke", "springtime", "1940", "fortress-europa"])
def test_what_is_decided_openly_is_alike_in_all_worlds(build: Callable[..., House], name: str) -> None:
    """Also what is asked, offered, shown before it is done and refused, at a page that both look at."""
    game, rng = PLAYED[name], random.Random(8)
    house, came = build(game), 0
    for _ in range(40):
        setting = rng.choice(settings(game))
        for number, node in enumerate(walk(game, rng, *setting)):
            if node.seat is OVER or number > 300 or came >= 12:
                break
            private = node.seat is CHANCE or game.private(game.view(node.state, PUBLIC), node.seat)
            if private or len(game.owing(node.state)) > 1 or node.state.pending or rng.random() > 0.1:
                continue
            worlds = [node.state, game.guess(game.view(node.state, PUBLIC).copy(), PUBLIC, rng)]
            if worlds[0] == worlds[1]:
                continue
            tables = [seat_world(house, game, *setting, world) for world in worlds]
            dice, answers = rng.random(), []
            for table in tables:
                with house.page(table, OPEN) as page:
                    answers.append([page.state, *everything_asked(page, game, random.Random(dice))])
            assert answers[0] == answers[1], type(node.state.stack[-1]).__name__
            came += 1
        if came >= 12:
            return
    assert came, "nothing was decided openly while something was hidden"


def everything_asked(page: Page, game: Game[Any], rng: random.Random) -> list[Any]:
    """What a page can ask while somebody decides at it."""
    actions = [choice["action"] for choice in page.state["choices"]]
    asked = [("choices", {"prefix": a}) for a in rng.sample(actions, min(3, len(actions)))]
    asked += [("look", {"action": a}) for a in rng.sample(actions, min(3, len(actions)))]
    asked += [("reach", {"prefix": a}) for a in rng.sample(actions, min(1, len(actions)))]
    asked += [("why", {"action": verb.name}) for step in game.steps for verb in getattr(step, "verbs", ())]
    places = [place.id for place in game.board().places]
    asked += [("toward", {"place": p}) for p in rng.sample(places, min(2, len(places)))]
    asked += [("plan", {"wanted": [], "propose": True}), ("notes", {}), ("luck", {}), ("since", {}), ("summary", {})]
    asked += [("overlay", {"name": kind.id, "about": ""}) for kind in game.overlays if not kind.about]
    asked += [("at", {"n": 0, "seat": ""})]
    return [{k: v for k, v in page.ask(op, **fields).items() if k != "re"} for op, fields in asked]


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
