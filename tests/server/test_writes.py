"""What could not be written has not happened, whoever moved: the table is read again from the disk and goes on."""

from __future__ import annotations

import json
import os
import sqlite3
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

import pytest
from house import House, Page
from served import Process, receive
from starlette.testclient import WebSocketTestSession
from starlette.websockets import WebSocketDisconnect
from toys.landing import LandingGame
from toys.skirmish import Skirmish
from toys.smoke import Smoke

from grognard.bots import Bot
from grognard.kernel import show
from grognard.server.archive import Archive


class Gated(Bot[Any]):
    """Waits for a file, then goes on to the next phase."""

    def choose(self, game: Any, view: Any, seat: str, rng: Any) -> Any:
        while not Path(os.environ["GROGNARD_TEST_GATE"]).exists():
            time.sleep(0.01)
        return game.complete(view, seat, lambda choices: choices[-1])


class WithGate(Skirmish):
    id = "with-gate"

    def bots(self) -> dict[str, Callable[[], Bot[Any]]]:
        return {"gated": Gated}


class Taught(Skirmish):
    id = "taught"
    steps_of_lesson: ClassVar[tuple[show.LessonStep, ...]] = (
        show.LessonStep("Look at the field."),
        show.LessonStep("Move your first man.", "2", "move red-1 B1"),
        show.LessonStep("Well done."),
    )

    def lesson(self) -> show.Lesson:
        return show.Lesson("First steps", self.scenarios[0].id, "red", self.steps_of_lesson)


GAMES = (Skirmish(), LandingGame(), Smoke(), Taught(), WithGate())


# ------------------------------------------------------------------------------------------------- what fails


@contextmanager
def locked(house: House) -> Iterator[None]:
    """Somebody else holds the file, longer than anybody waits."""
    other = sqlite3.connect(house.data / "games.sqlite", isolation_level=None, check_same_thread=False)
    other.execute("BEGIN IMMEDIATE")
    try:
        yield
    finally:
        other.execute("ROLLBACK")
        other.close()


@contextmanager
def full(house: House) -> Iterator[None]:
    """No page can be added to the file: the error comes in the middle of the transaction, after the row."""
    other = sqlite3.connect(house.data / "games.sqlite", isolation_level=None)
    other.execute("CREATE TABLE ballast (b BLOB)")
    for what in ("INSERT", "UPDATE"):
        fill = "INSERT INTO ballast VALUES (zeroblob(500000))"
        other.execute(f"CREATE TRIGGER at_{what} AFTER {what} ON tables BEGIN {fill}; END")
    pages = other.execute("PRAGMA page_count").fetchone()[0]
    most = house.lobby.store.db.execute("PRAGMA max_page_count").fetchone()[0]
    house.lobby.store.db.execute(f"PRAGMA max_page_count={pages}")
    try:
        yield
    finally:
        house.lobby.store.db.execute(f"PRAGMA max_page_count={most}")
        other.executescript("DROP TRIGGER at_INSERT; DROP TRIGGER at_UPDATE; DROP TABLE ballast")
        other.close()


FAULTS = {"locked": (locked, "database is locked"), "full": (full, "disk is full")}


def disk(house: House, table: str) -> Any:
    db = sqlite3.connect(house.data / "games.sqlite")
    try:
        row = db.execute("SELECT * FROM tables WHERE id = ?", (table,)).fetchone()
        return row, db.execute("SELECT n, step FROM steps WHERE table_id = ? ORDER BY n", (table,)).fetchall()
    finally:
        db.close()


def closed_by(socket: WebSocketTestSession) -> int:
    """The code with which the server has closed a page, whatever it sent before; 0 if the page still gets answers."""
    socket.send_json({"id": "last", "op": "since"})
    while True:
        try:
            if socket.receive_json().get("re") == "last":
                return 0
        except WebSocketDisconnect as closed:
            return closed.code


# ------------------------------------------------------------------------------------------------ what changes


class Change(NamedTuple):
    game: str
    new: dict[str, Any]
    seat: str
    before: Callable[[Page], None]
    do: Callable[[Page], dict[str, Any]]


def nothing(page: Page) -> None:
    """No preparation."""


def plays(*actions: str) -> Callable[[Page], None]:
    def prepare(page: Page) -> None:
        for action in actions:
            assert "ok" in page.play(action)

    return prepare


def taken_back(page: Page) -> None:
    page.play("move red-1 B1")
    assert "ok" in page.ask("undo", rev=page.state["rev"])


def ordered(page: Page) -> None:
    assert "ok" in page.ask("order", order="never", on=True)


PEOPLE = {"practice": True}
LANDING = {"who": {"defender": "me", "lander": "hotseat"}}
CHANGES = {
    "play": Change("skirmish", {}, "red", nothing, lambda page: page.play("move red-1 B1")),
    "part": Change("landing", LANDING, "defender", nothing, lambda page: page.play("place division gold")),
    "drop": Change(
        "landing", LANDING, "defender", plays("place division gold", "place dummy utah"),
        lambda page: page.ask("drop", index=0, rev=page.state["rev"]),
    ),
    "undo": Change(
        "skirmish", PEOPLE, "red", plays("move red-1 B1"), lambda page: page.ask("undo", rev=page.state["rev"])
    ),
    "redo": Change("skirmish", PEOPLE, "red", taken_back, lambda page: page.ask("redo", rev=page.state["rev"])),
    "order": Change("smoke", {}, "blue", nothing, lambda page: page.ask("order", order="never", on=True)),
    "lesson": Change("taught", {"lesson": True}, "red", nothing, lambda page: page.ask("lesson", at=1)),
    "lesson's action": Change("taught", {"lesson": True}, "red", nothing, lambda page: page.play("move red-1 B1")),
}  # fmt: skip


def outcome(page: Page) -> dict[str, Any]:
    """What a page shows, but for its mark."""
    return {key: value for key, value in page.state.items() if key not in ("rev", "log", "logFrom")}


def goes_on(house: House, table: str, seat: str, change: Change) -> None:
    """The change is done now, and a server that starts afresh finds just that."""
    with house.page(table, seat) as page:
        assert "ok" in change.do(page)
        shown, log = outcome(page), [line["text"] for line in page.log]
    later = house.again(GAMES)
    assert not isinstance(later.lobby.room(table), Archive)
    with later.page(table, seat) as page:
        assert outcome(page) == shown
        assert [line["text"] for line in page.log] == log


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("name", CHANGES)
def test_a_persons_change_that_cannot_be_written_is_not_made(
    build: Callable[..., House], name: str, fault: str
) -> None:
    house, change = build(*GAMES), CHANGES[name]
    table = house.new(change.game, **change.new)
    breaks, words = FAULTS[fault]
    with house.page(table, change.seat) as page, house.page(table, change.seat) as other:
        change.before(page)
        shown, kept = outcome(page), disk(house, table)
        with breaks(house):
            error = change.do(page)["error"]
        assert error["kind"] == "fault"
        assert words in error["text"]
        assert "was not done" in error["text"]
        assert error["text"].count(". ") == 0, "one sentence"
        for socket in (page.ws, other.ws):
            assert closed_by(socket) == 4409, "its pages come again"
    assert disk(house, table) == kept
    with house.page(table, change.seat) as page:
        assert outcome(page) == shown
    assert disk(house, table) == kept
    goes_on(house, table, change.seat, change)


@pytest.mark.parametrize("fault", FAULTS)
def test_what_a_standing_order_answers_is_written_with_the_action_or_not_at_all(
    build: Callable[..., House], fault: str
) -> None:
    house = build(*GAMES)
    table = house.new("smoke")
    breaks, words = FAULTS[fault]
    with house.page(table, "blue") as page:
        ordered(page)
    with house.page(table, "red") as page:
        shown, kept = outcome(page), disk(house, table)
        with breaks(house):
            error = page.play("fire field-gun")["error"]
        assert words in error["text"]
    assert disk(house, table) == kept
    with house.page(table, "red") as page:
        assert outcome(page) == shown
        assert "ok" in page.play("fire field-gun")
        assert page.state["owing"] == ["red"]
        shown = outcome(page)
    assert [step["seat"] for step in house.lobby.store.steps(table)] == ["", "red", "blue"]
    with house.again(GAMES).page(table, "red") as page:
        assert outcome(page) == shown


@pytest.mark.parametrize("fault", FAULTS)
def test_a_bots_move_that_cannot_be_written_is_not_made(
    build: Callable[..., House], fault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate = tmp_path / "gate"
    monkeypatch.setenv("GROGNARD_TEST_GATE", str(gate))
    house = build(*GAMES)
    table = house.new("with-gate", who={"red": "me", "blue": "bot:gated"})
    breaks, words = FAULTS[fault]
    with house.page(table) as page:
        for action in ("move red-1 B1", "attack-now"):
            assert "ok" in page.play(action)
        while "red" in page.state["owing"]:
            assert "ok" in page.play("done")
        shown, kept = outcome(page), disk(house, table)
        with breaks(house):
            gate.touch()
            message = page.ws.receive_json()
            gate.unlink()
        assert message["type"] == "fault"
        assert words in message["text"]
        assert closed_by(page.ws) == 4409
    assert disk(house, table) == kept
    with house.page(table) as page:
        assert outcome(page) == shown
        gate.touch()
        while page.state["owing"] != ["red"]:
            page.wait()
        shown, steps = outcome(page), len(disk(house, table)[1])
    assert steps > len(kept[1])
    later = house.again(GAMES)
    assert not isinstance(later.lobby.room(table), Archive)
    with later.page(table) as page:
        assert outcome(page) == shown


@pytest.mark.parametrize("fault", FAULTS)
def test_a_table_that_cannot_be_written_does_not_come_to_be(build: Callable[..., House], fault: str) -> None:
    house = build(*GAMES)
    first = house.new("skirmish")
    breaks, words = FAULTS[fault]
    with house.page(first) as page, breaks(house):
        answer = house.client.post("/api/tables", json={"game": "skirmish"})
        branch = page.ask("branch")
    assert answer.status_code == 500
    assert words in answer.json()["error"]["text"]
    assert words in branch["error"]["text"]
    assert [info.id for info in house.lobby.table_infos()] == [first]
    assert list(house.lobby.rooms) == [first]


def test_a_table_that_cannot_be_removed_stays(build: Callable[..., House]) -> None:
    house = build(*GAMES)
    table = house.new("skirmish")
    with house.page(table) as page:
        with locked(house):
            answer = house.client.delete(f"/api/tables/{table}")
        assert answer.status_code == 500
        assert "ok" in page.play("move red-1 B1"), "nobody was told that it is gone"
    assert [info.id for info in house.lobby.table_infos()] == [table]


def test_nobody_writes_over_what_he_has_not_read(build: Callable[..., House]) -> None:
    """A room that is behind the disk, however that came to be, is read again instead of written over it."""
    house = build(*GAMES)
    table = house.new("skirmish")
    with house.page(table) as page:
        with house.again(GAMES).page(table) as other:
            assert "ok" in other.play("move red-2 B2")
        kept = disk(house, table)
        error = page.play("move red-1 B1")["error"]
        assert "changed or removed by somebody else" in error["text"]
        assert closed_by(page.ws) == 4409
    assert disk(house, table) == kept
    with house.page(table) as page:
        assert [line["text"] for line in page.log] == ["red-2 moves to B2."]
        assert "ok" in page.play("move red-1 B1")


def test_a_removed_table_does_not_come_back_by_a_page_that_was_open(build: Callable[..., House]) -> None:
    house = build(*GAMES)
    table = house.new("skirmish")
    with house.page(table) as page:
        house.again(GAMES).client.delete(f"/api/tables/{table}")
        assert "error" in page.play("move red-1 B1")
    assert disk(house, table) == (None, [])


@pytest.mark.skipif(sys.platform != "linux", reason="limits another process")
def test_a_disk_that_takes_no_more_in_the_midst_of_a_write(start: Callable[..., Process], tmp_path: Path) -> None:
    """The system itself refuses the bytes when SQLite commits; the action is done when there is room again."""
    import resource

    server = start()
    table = server.new("skirmish", practice=True)
    wal = tmp_path / "games.sqlite-wal"
    actions = [f"move red-{n} B{n}" for n in (1, 2, 3, 4)]
    with server.connect(table, "red") as ws:
        state = next(message for message in iter(lambda: receive(ws), None) if message["type"] == "state")["state"]
        usual = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (wal.stat().st_size + 100, usual[1]))
        ws.send(json.dumps({"id": 1, "op": "play", "action": actions[0], "rev": state["rev"]}))
        answer = receive(ws)
        assert answer["error"]["kind"] == "fault"
        assert "could not be saved (disk I/O error) and was not done" in answer["error"]["text"]
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, usual)
    with server.connect(table, "red") as ws:
        assert receive(ws)["type"] == "hello"
        after = receive(ws)["state"]
        assert after["scene"] == state["scene"]
        for number, action in enumerate(actions):
            ws.send(json.dumps({"id": number, "op": "play", "action": action, "rev": after["rev"]}))
            after = receive(ws)["state"]
            assert receive(ws) == {"re": number, "ok": {}}
    server.kill()
    with start(server.port).connect(table, "red") as ws:
        assert receive(ws)["type"] == "hello"
        again = receive(ws)["state"]
        assert again["rev"] == after["rev"]
        assert [line["text"] for line in again["log"]] == [f"red-{n} moves to B{n}." for n in (1, 2, 3, 4)]
