"""What was accepted is on disk; what is on disk is exactly what goes on; what is damaged is refused by name."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from house import House
from served import Process, receive
from toys.landing import LandingGame
from toys.skirmish import Skirmish

from grognard.kernel import show
from grognard.kernel.errors import Refused
from grognard.kernel.rules.actions import Action
from grognard.server.lobby import Lobby
from grognard.server.store import Store


def test_a_table_goes_on_exactly_where_it_was(house: House) -> None:
    table = house.new("skirmish")
    with house.page(table) as page:
        page.play("move red-1 B1")
        page.play("move red-2 B2")
        before, log = page.state, page.log
    with house.again().page(table) as page:
        assert page.state == {**before, "log": page.state["log"], "logFrom": 0}
        assert page.log == log
        assert page.state["rev"] == before["rev"], "a page that was open can go on"


def test_an_unfinished_draft_is_kept(house: House) -> None:
    table = house.new("landing", who={"defender": "me", "lander": "hotseat"})
    with house.page(table, "defender") as page:
        page.play("place division gold")
        page.play("place dummy utah")
        before = page.state
    with house.again().page(table, "defender") as page:
        assert page.state["decision"]["parts"] == ["place division gold", "place dummy utah"]
        assert page.state["scene"] == before["scene"]


def test_the_dice_go_on_after_a_restart(house: House) -> None:
    """The same secret and the same count: the roll after a restart is the one that would have come."""
    table = house.new("skirmish")
    room = house.lobby.room(table)
    again = house.again().lobby.room(table)
    assert again.table.dice.secret == room.table.dice.secret
    assert again.table.dice.n == room.table.dice.n


def test_what_was_taken_back_is_gone_from_the_disk(house: House) -> None:
    table = house.new("skirmish", practice=True)
    with house.page(table) as page:
        page.play("move red-1 B1")
        page.play("move red-2 B2")
        page.ask("undo", rev=page.state["rev"])
        page.ask("undo", rev=page.state["rev"])
        page.play("move red-3 B3")
    with house.again().page(table) as page:
        assert [line["text"] for line in page.log] == ["red-3 moves to B3."]
    record = house.client.get(f"/api/tables/{table}/record").json()
    assert [step["action"] for step in record["steps"]] == ["", "move red-3 B3"]


def test_others_are_let_by_between_any_two_steps_of_a_game_that_is_read(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Compiled rules hold the interpreter: a long game would be read in one breath, with every table waiting."""
    table = house.new("skirmish")
    with house.page(table) as page:
        page.play("move red-1 B1")
        page.play("move red-2 B2")
    let_by: list[int] = []
    monkeypatch.setattr("grognard.server.archive.let_by", lambda: let_by.append(1))
    again = house.again()
    assert not let_by
    with again.page(table) as page:
        assert len(page.log) == 2
    assert len(let_by) == 3, "before the set-up and each of two moves"


def damage(house: House, statement: str, *values: Any) -> None:
    db = sqlite3.connect(house.data / "games.sqlite")
    db.execute(statement, values)
    db.commit()
    db.close()


@pytest.mark.parametrize(
    ("statement", "words"),
    [
        ("UPDATE steps SET step = replace(step, 'B1', 'B2') WHERE n = 1", "Step 1 of the record does not fit"),
        ("UPDATE steps SET step = substr(step, 1, 20) WHERE n = 2", "Step 2 of the saved game is damaged"),
        ("DELETE FROM steps WHERE n = 1", "Step 1 of the saved game is missing"),
        ("UPDATE tables SET header = replace(header, 'skirmish', 'landing')", "header does not fit"),
    ],
)
def test_a_broken_save_is_refused_with_the_place_of_the_break(house: House, statement: str, words: str) -> None:
    table = house.new("skirmish")
    with house.page(table) as page:
        page.play("move red-1 B1")
        page.play("move red-2 B2")
    damage(house, statement)
    with house.again().page(table) as page:
        assert page.hello["type"] == "gone"
        assert words in page.hello["text"]


class Slower(Skirmish):
    """The rules after a change: nobody may leave row A."""

    def accept(self, s: Any, seat: str, action: str | Action) -> Action:
        if " B2" in str(action):
            raise Refused([show.Reason("2", "Nobody goes to B2 any more.")])
        return super().accept(s, seat, action)


def test_a_game_that_the_rules_no_longer_fit_is_shown_and_continued_as_a_new_one(house: House) -> None:
    table = house.new("skirmish", practice=True)
    with house.page(table) as page:
        page.play("move red-1 B1")
        page.play("move red-2 B2")
        scene = page.state["scene"]
    later = house.again((Slower(), LandingGame()))
    with later.page(table) as page:
        assert "can no longer be played" in page.state["archive"]
        assert page.state["scene"]["pieces"] == sorted(scene["pieces"], key=lambda p: p["id"])
        assert [line["text"] for line in page.log] == ["red-1 moves to B1.", "red-2 moves to B2."]
        assert page.play("move red-3 B3", rev="archive")["error"]["kind"] == "refused"
        new = page.ask("continue")["ok"]["id"]
    with later.page(new) as page:
        assert [line["text"] for line in page.log] == ["red-1 moves to B1."]
        assert "ok" in page.play("move red-3 B3")
    record = later.client.get(f"/api/tables/{new}/record").json()
    old = later.client.get(f"/api/tables/{table}/record").json()
    assert record["parent"] == {"hash": old["steps"][1]["hash"], "step": 2}, "it hangs on the last step that fits"


class Faulty(Skirmish):
    """A game with a fault in it: moving to C1 fails inside."""

    id = "faulty"

    def apply(self, s: Any, step: Any, events: Any = None) -> None:
        if getattr(step, "args", ())[-1:] == ("C1",):
            raise ZeroDivisionError("a fault inside")
        super().apply(s, step, events)


def test_a_fault_inside_leaves_the_saved_game_untouched(build: Callable[..., House]) -> None:
    house = build(Faulty())
    table = house.new("faulty")
    with house.page(table) as page:
        page.play("move red-2 B2")
        error = page.play("move red-1 C1")["error"]
        assert error["kind"] == "fault"
        assert "ZeroDivisionError" in error["text"]
        record = house.client.get(f"/api/tables/{table}/record").json()
        assert record["game"] == "faulty"
        assert "ok" in page.play("move red-1 B1")
    with house.again((Faulty(),)).page(table) as page:
        assert len(page.log) == 2


class Invisible(Skirmish):
    """A game that cannot show what it has done: a unit in C1 breaks the scene."""

    id = "invisible"

    def scene(self, view: Any) -> show.Scene:
        found = super().scene(view)
        if any(piece.place == "C1" for piece in found.pieces):
            raise ZeroDivisionError("cannot be drawn")
        return found


def test_what_cannot_be_shown_is_not_kept(build: Callable[..., House]) -> None:
    house = build(Invisible())
    table = house.new("invisible")
    with house.page(table) as page:
        before = page.state
        error = page.play("move red-1 C1")["error"]
        assert error["kind"] == "fault"
        assert "as it was before" in error["text"]
    with house.page(table) as page:
        assert page.state["scene"] == before["scene"]
        assert "ok" in page.play("move red-1 B1")


# ---------------------------------------------------------------------------------------- records and positions


def test_a_finished_record_goes_out_and_comes_in(house: House) -> None:
    table = house.new("skirmish", who={"red": "bot:random", "blue": "bot:random"})
    with house.page(table) as page:
        while not page.state["result"]:
            page.wait()
        log = page.log
    raw = house.client.get(f"/api/tables/{table}/record").content
    answer = house.client.post("/api/import", content=raw)
    assert answer.status_code == 201, answer.text
    with house.page(answer.json()["id"], "public") as page:
        assert page.state["result"]
        assert page.log == log


def test_a_position_goes_out_and_comes_in(house: House) -> None:
    table = house.new("skirmish", practice=True)
    with house.page(table) as page:
        page.play("move red-1 B1")
        scene = page.state["scene"]
    text = house.client.get(f"/api/tables/{table}/position").text
    with house.page(house.client.post("/api/import", content=text).json()["id"]) as page:
        assert page.state["scene"] == scene
        assert page.hello["table"]["kind"] == "analysis"


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        (b"", "empty"),
        (b"\xff\xfe\x00", "byte 0"),
        (b"{", "not a record"),
        (b"{}", "format"),
        (b"hello", "neither a record nor a position"),
        (b"x = 1", 'game = "'),
        (b'game = "chess"', "no game “chess”"),
        (b'game = "skirmish"\nnonsense = 1', "unknown entry “nonsense”"),
        (b'game = "skirmish"\n[state]\nnonsense = 1', "nonsense"),
    ],
)
def test_broken_files_are_refused_with_the_place_of_the_break(house: House, raw: bytes, words: str) -> None:
    answer = house.client.post("/api/import", content=raw)
    assert answer.status_code == 400
    assert words in answer.json()["error"]["text"]
    assert house.lobby.table_infos() == []


def test_an_altered_record_is_refused_with_the_step(house: House) -> None:
    table = house.new("skirmish", practice=True)
    with house.page(table) as page:
        page.play("move red-1 B1")
    raw = house.client.get(f"/api/tables/{table}/record").content
    answer = house.client.post("/api/import", content=raw.replace(b"move red-1 B1", b"move red-1 B2"))
    assert answer.status_code == 400
    assert "Step 1 of the record" in answer.json()["error"]["text"]


# --------------------------------------------------------------------------------------------- a real process


def test_a_killed_server_goes_on_in_the_middle_of_a_turn(start: Callable[..., Process]) -> None:
    first = start()
    table = first.new("skirmish")
    with first.connect(table) as ws:
        receive(ws)
        state = receive(ws)["state"]
        for number, action in enumerate(("move red-1 B1", "move red-2 B2"), 1):
            ws.send(json.dumps({"id": number, "op": "play", "action": action, "rev": state["rev"]}))
            state = receive(ws)["state"]
            assert receive(ws) == {"re": number, "ok": {}}
        first.kill()
    began = time.monotonic()
    second = start(first.port)
    assert time.monotonic() - began < 20
    assert second.token == first.token
    with second.connect(table) as ws:
        receive(ws)
        after = receive(ws)["state"]
        assert after["rev"] == state["rev"]
        assert after["scene"] == state["scene"]
        assert [line["text"] for line in after["log"]] == ["red-1 moves to B1.", "red-2 moves to B2."]


# ----------------------------------------------------------------------------------------- many threads at once

ALL_AT_ONCE = """
import faulthandler, sys, threading
from pathlib import Path
faulthandler.enable()
from grognard.server.lobby import Lobby
from grognard.server.store import Store
sys.setswitchinterval(1e-6)
lobby = Lobby(Store(Path(sys.argv[1]) / "games.sqlite"))
tables = [row.id for row in lobby.store.rows()]
start = threading.Barrier(len(tables))
def read(table):
    start.wait()
    lobby.room(table)
threads = [threading.Thread(target=read, args=[table]) for table in tables]
for thread in threads: thread.start()
for thread in threads: thread.join()
assert len(lobby.rooms) == len(tables) == 16
"""


@pytest.mark.long
def test_a_server_that_has_just_started_bears_all_its_pages_at_once(tmp_path: Path) -> None:
    """Threads that met a type for the first time together brought the interpreter down, in one start of four."""
    lobby = Lobby(Store(tmp_path / "games.sqlite"))
    for game in ("spoiled-victory", "springtime", "1940", "fortress-europa"):
        for _ in range(2):
            room = lobby.room(lobby.create({"game": game, "practice": True}).id)
            room.branch(None, room.game.seats[0])
    lobby.store.close()
    for _ in range(8):
        ran = subprocess.run(
            [sys.executable, "-c", ALL_AT_ONCE, str(tmp_path)],
            env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
            capture_output=True,
            text=True,
            timeout=120,
        )
        assert ran.returncode == 0, ran.stderr[-3000:]
