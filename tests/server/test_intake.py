"""What comes from outside is limited in size, depth, numbers and time, and nobody else waits for it."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from house import House

import grognard
from grognard.kernel.match.record import dump_record
from grognard.server import intake


def sentence(text: str) -> bool:
    return text.endswith(".") and "\n" not in text and len(text) < 400 and "Traceback" not in text


HOSTILE: dict[str, bytes] = {
    "dotted keys": b'game = "skirmish"\n' + b".".join([b"a"] * 20_000) + b" = 1\n",
    "dotted tables": b'game = "skirmish"\n[' + b".".join([b"a"] * 20_000) + b"]\n",
    "quoted keys": b'game = "skirmish"\n' + b".".join([b'"a"'] * 10_000) + b" = 1\n",
    "deep toml": b'game = "skirmish"\nstate = ' + b"[" * 50_000 + b"]" * 50_000 + b"\n",
    "deep inline tables": b'game = "skirmish"\nstate = ' + b"{a=" * 20_000 + b"1" + b"}" * 20_000 + b"\n",
    "deep json": b'{"game": ' + b"[" * 100_000 + b"]" * 100_000 + b"}",
    "a long number in toml": b'game = "skirmish"\n[state]\nturn = ' + b"9" * 5_000 + b"\n",
    "a long number in json": b'{"game": ' + b"9" * 5_000 + b"}",
    "a long fraction": b'{"game": 1e' + b"9" * 5_000 + b"}",
    "an open text": b'game = "' + b"x" * 300_000,
    "no text": b"\xff\xfe\x00",
    "nothing": b"   ",
    "nulls": b"\x00" * 1000,
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_gets_one_sentence_soon(house: House, name: str) -> None:
    began = time.monotonic()
    answer = house.client.post("/api/import", content=HOSTILE[name])
    assert answer.status_code == 400
    error = answer.json()["error"]
    assert error["kind"] in ("bad", "broken"), error
    assert sentence(error["text"]), error["text"]
    assert time.monotonic() - began < 10
    assert house.lobby.table_infos() == []


def test_a_body_is_counted_while_it_is_read(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a length in its head, a body used to be read whole before anybody looked at its size."""
    monkeypatch.setattr(intake, "MOST_BODY", 100_000)
    sent = 0

    def chunks() -> Iterator[bytes]:
        nonlocal sent
        for _ in range(1000):
            sent += 10_000
            yield b"x" * 10_000

    answer = house.client.post("/api/import", content=chunks())
    assert answer.status_code == 400
    assert "are not read" in answer.json()["error"]["text"]
    answer = house.client.post("/api/import", content=b"x" * 100_001)
    assert "are not read" in answer.json()["error"]["text"]
    answer = house.client.post("/api/import", content=b"x", headers={"content-length": "many"})
    assert answer.status_code == 400


def test_a_pack_is_never_a_path(house: House, tmp_path: Path) -> None:
    path = tmp_path / "pack.toml"
    path.write_text('game = "springtime"\n')
    for pack in (str(path), 5, ["x"], True, "/dev/stdin"):
        answer = house.client.post("/api/tables", json={"game": "springtime", "pack": pack})
        assert answer.status_code == 400, pack
        assert answer.json()["error"]["text"] == "A pack is a table of values, as in its file."
    assert house.lobby.table_infos() == []


@pytest.mark.parametrize(
    "body",
    [
        b'{"game": ' + b"[" * 100_000,
        b'{"game": "skirmish", "seed": ' + b"9" * 5_000 + b"}",
        b'{"game": "skirmish", "practice": true, "seed": [1]}',
        b"[]",
        b"\xff",
        b'{"game": "skirmish", "who": 3}',
        b'{"game": "springtime", "pack": {"units": ' + b'{"a": ' * 900 + b"1" + b"}" * 900 + b"}}",
    ],
)
def test_a_hostile_set_up_gets_one_sentence(house: House, body: bytes) -> None:
    answer = house.client.post("/api/tables", content=body)
    assert answer.status_code == 400
    assert answer.json()["error"]["kind"] == "bad"
    assert sentence(answer.json()["error"]["text"]), answer.text


@pytest.mark.parametrize(
    "text",
    [
        "[" * 100_000,
        '{"id": 1, "op": "at", "n": ' + "9" * 5_000 + "}",
        '{"id": ' + "9" * 30 + ', "op": "luck"}',
        '{"id": [1], "op": "luck"}',
        "5",
        "",
        '{"id": 1, "op": "play", "action": "move red-1 B1", "rev": {"a": 1}}',
        '{"id": 1, "op": "overlay", "name": "\\ud800"}',
    ],
)
def test_a_hostile_message_gets_one_sentence(house: House, text: str) -> None:
    with house.page(house.new("skirmish", practice=True)) as page:
        page.ws.send_text(text)
        while "error" not in (message := page.ws.receive_json()):
            assert "re" not in message, message
        assert message["error"]["kind"] in ("bad", "stale"), message
        assert sentence(message["error"]["text"]), message
        assert "ok" in page.play("move red-1 B1"), "and the page goes on"


def test_a_binary_frame_gets_one_sentence(house: House) -> None:
    with house.page(house.new("skirmish", practice=True)) as page:
        page.ws.send_bytes(b"\x00\x01")
        assert page.ws.receive_json()["error"] == {"kind": "bad", "text": "A message is a text, not bytes."}
        assert "ok" in page.play("move red-1 B1")


def test_a_record_with_a_thousand_million_dice_is_refused_soon(house: House) -> None:
    table = house.new("skirmish", practice=True)
    record: Any = house.client.get(f"/api/tables/{table}/record").json()
    record["steps"][0]["rolls"] = [{"dice": [10**9, 6], "got": [1], "n": 0}]
    began = time.monotonic()
    answer = house.client.post("/api/import", content=dump_record(record))
    assert answer.status_code == 400
    assert sentence(answer.json()["error"]["text"])
    assert time.monotonic() - began < 10


def test_nobody_waits_for_a_file_that_is_read(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """While one file is looked at, other tables go on; a file that takes too long is given up."""
    monkeypatch.setattr(intake, "LIMIT", 0.01)
    answer = house.client.post("/api/import", content=b'game = "skirmish"\n')
    assert answer.status_code == 400
    assert "took too long" in answer.json()["error"]["text"]


def test_looking_at_a_file_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The games it is taken into live in memory: there was a file of that name in the current folder afterwards."""
    monkeypatch.chdir(tmp_path)
    assert intake.examine(b'game = "skirmish"\n', {})[0].text
    assert list(tmp_path.iterdir()) == []


def test_a_file_is_read_once_and_by_another_process(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    table = house.new("skirmish", practice=True, seed=1)
    with house.page(table, "red") as page:
        assert "ok" in page.play("move red-1 B1")
        shown = page.state["scene"]
    raw = house.client.get(f"/api/tables/{table}/record").content

    def never(*_: object) -> None:
        raise AssertionError("the server reads what comes from outside")

    monkeypatch.setattr(house.lobby, "take_in", never)
    answer = house.client.post("/api/import", content=raw)
    assert answer.status_code == 201, answer.text
    with house.page(answer.json()["id"], "red") as page:
        assert page.state["scene"] == shown
        assert "ok" in page.play("move red-2 B2")


def test_a_practice_game_that_has_rolled_goes_on_and_can_be_opened_again(house: House) -> None:
    """Its rolls cannot be proved here, for its secret stays where it began: the table with dice of its own could be
    taken in, and never opened."""
    table = grognard.load("springtime").table(practice=True, seed=3)
    assert table.history[-1].rolls, "Event markers are drawn before anybody decides"
    answer = house.client.post("/api/import", content=dump_record(table.record()))
    assert answer.status_code == 201
    assert answer.json()["note"] == "The game goes on with dice of its own."
    with house.again().page(answer.json()["id"]) as page:
        assert page.hello["type"] == "hello", page.hello
        assert page.state["choices"]
