"""Nobody is told what has not reached the disk itself, and nobody waits for another table's writing."""

from __future__ import annotations

import errno
import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from house import House

from grognard.server import journal
from grognard.server.journal import Unsaved


@contextmanager
def stuck(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """A disk that takes nothing until it is let."""
    let = threading.Event()

    def sync(handle: int) -> None:
        assert let.wait(30)
        os.fsync(handle)

    with monkeypatch.context() as patch:
        patch.setattr(journal, "sync", sync)
        yield let
        let.set()


class Heard:
    """What a page hears, or an answer, while somebody else looks on."""

    def __init__(self, wait: Any) -> None:
        self.got: list[Any] = []
        self.thread = threading.Thread(target=lambda: self.got.append(wait()))
        self.thread.start()

    def later(self) -> Any:
        self.thread.join(30)
        return self.got[0]


def test_a_page_hears_of_an_action_when_it_has_reached_the_disk(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = house.new("skirmish")
    with house.page(table) as page, house.page(table) as other, stuck(monkeypatch) as let:
        answer = Heard(lambda: page.play("move red-1 B1"))
        pushed = Heard(other.wait)
        time.sleep(0.4)
        assert not answer.got
        assert not pushed.got
        assert len(house.lobby.store.steps(table)) == 2, "it is written, and a killed server would have it"
        let.set()
        assert "ok" in answer.later()
        pushed.later()
        assert [line["text"] for line in other.log] == ["red-1 moves to B1."]


def test_other_tables_do_not_wait_for_it(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    one, two = house.new("skirmish"), house.new("skirmish")
    with house.page(one) as page, house.page(two) as other, stuck(monkeypatch) as let:
        answer = Heard(lambda: page.play("move red-1 B1"))
        assert "ok" in Heard(lambda: other.ask("choices", prefix="move red-1")).later()
        assert house.client.get("/api/games/skirmish/board").status_code == 200
        assert not answer.got
        let.set()
        assert "ok" in answer.later()


def test_a_new_table_is_told_of_when_it_has_reached_the_disk(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    with stuck(monkeypatch) as let:
        answer = Heard(lambda: house.client.post("/api/tables", json={"game": "skirmish"}))
        time.sleep(0.3)
        assert not answer.got
        let.set()
        assert answer.later().status_code == 201


def test_many_actions_are_flushed_together(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    tables = [house.new("skirmish") for _ in range(6)]
    flushes: list[float] = []

    def sync(handle: int) -> None:
        flushes.append(time.monotonic())
        time.sleep(0.2)

    def play(table: str) -> None:
        with house.page(table) as page:
            assert "ok" in page.play("move red-1 B1")

    monkeypatch.setattr(journal, "sync", sync)
    threads = [threading.Thread(target=play, args=[table]) for table in tables]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert all(len(house.lobby.store.steps(table)) == 2 for table in tables)
    assert 1 <= len(flushes) < 6


def broken(handle: int) -> None:
    raise OSError(errno.EIO, os.strerror(errno.EIO))


def test_a_disk_that_fails_is_told_and_nothing_more_is_done(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    table = house.new("skirmish")
    with house.page(table) as page, monkeypatch.context() as patch:
        patch.setattr(journal, "sync", broken)
        page.ws.send_json({"id": 1, "op": "play", "action": "move red-1 B1", "rev": page.state["rev"]})
        message = page.ws.receive_json()
        assert message["type"] == "fault"
        assert "the disk does not take it: Input/output error" in message["text"]
    assert house.client.post("/api/tables", json={"game": "skirmish"}).status_code == 500
    with pytest.raises(Unsaved):
        house.lobby.room(table).save()
    with house.again().page(table) as page:
        assert "ok" in page.play("move red-2 B2"), "a server that is started afresh tries again"


def test_the_log_is_taken_over_into_the_file(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journal, "LONG", 200_000)
    store = house.lobby.store
    largest = 0
    for _ in range(300):
        house.lobby.create({"game": "skirmish", "practice": True})
        store.journal.flush()
        largest = max(largest, store.journal.wal.stat().st_size)
    assert 200_000 < largest < 400_000
    assert store.path.stat().st_size > 500_000


def test_the_long_header_of_a_record_is_written_once(house: House) -> None:
    table = house.new("skirmish")
    said: list[str] = []
    with house.page(table) as page:
        house.lobby.store.db.set_trace_callback(said.append)
        page.play("move red-1 B1")
        house.lobby.store.db.set_trace_callback(None)
    changes = [text for text in said if text.startswith("UPDATE tables")]
    assert len(changes) == 1
    assert "header" not in changes[0]
    later = house.again()
    with later.page(table) as page:
        page.play("move red-2 B2")
    assert later.lobby.store.get(table).header.raw == house.lobby.store.get(table).header.raw


def test_the_home_page_reads_no_header(house: House) -> None:
    """A hundred of them take a third of a second, in which nobody would be answered."""
    house.new("skirmish")
    said: list[str] = []
    house.lobby.store.db.set_trace_callback(said.append)
    assert len(house.client.get("/api/home").json()["tables"]) == 1
    house.lobby.store.db.set_trace_callback(None)
    assert [text for text in said if "FROM tables" in text]
    assert not [text for text in said if "header" in text]


def test_a_server_that_has_written_nothing_yet_has_nothing_to_flush(tmp_path: Path) -> None:
    for _ in range(2):  # a new file, and one that was closed in good order
        house = House(tmp_path)
        house.lobby.store.journal.flush()
        house.lobby.store.journal.check()
        house.close()
    house = House(tmp_path)
    house.new("skirmish")
    house.close()
