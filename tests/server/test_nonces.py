"""Where people play each other or a bot, each adds a nonce after the commitment, and only then is anything rolled."""

from __future__ import annotations

import hashlib
from typing import Any

import pytest
from house import HOME, WS, House
from starlette.websockets import WebSocketDisconnect

from grognard.kernel.match.verify import verify
from grognard.kernel.rules.chance import AuditedDice
from grognard.server.store import Unsaved


def laid(house: House, game: str = "letters", **how: Any) -> dict[str, Any]:
    response = house.client.post("/api/tables", json={"game": game, **how})
    assert response.status_code == 201, response.text
    found: dict[str, Any] = response.json()
    return found


def give(house: House, table: str, seat: Any, nonce: Any) -> Any:
    return house.client.post(f"/api/tables/{table}/nonce", json={"seat": seat, "nonce": nonce})


@pytest.fixture
def rolled(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Every number that any table's dice give."""
    found: list[int] = []
    randrange = AuditedDice.randrange

    def counted(dice: AuditedDice, stop: int) -> int:
        found.append(stop)
        return randrange(dice, stop)

    monkeypatch.setattr(AuditedDice, "randrange", counted)
    return found


def test_nothing_is_rolled_before_every_nonce_is_in(house: House, rolled: list[int]) -> None:
    new = laid(house)
    table = new["id"]
    assert new["missing"] == ["red", "blue"]
    with house.client.websocket_connect(f"{WS}/ws/{table}?seat=red", headers={"origin": HOME}) as ws:
        told = ws.receive_json()
        assert told["type"] == "laid"
        assert told["commitment"] == new["commitment"]
        assert told["missing"] == ["red", "blue"]
        assert told["text"] == "The table waits for the nonce of red and blue; then the game begins."
        assert give(house, table, "red", "one").json()["missing"] == ["blue"]
        assert ws.receive_json()["missing"] == ["blue"]
        assert rolled == []
        for path in ("record", "position"):
            refused = house.client.get(f"/api/tables/{table}/{path}?seat=red")
            assert refused.status_code == 400
            assert "waits for the nonce of blue" in refused.json()["error"]["text"]
        assert give(house, table, "blue", "two").json()["missing"] == []
        with pytest.raises(WebSocketDisconnect) as closed:
            ws.receive_json()
        assert closed.value.code == 4410, "the page connects again at once"
    assert rolled, "the opening of this game draws"
    record = house.client.get(f"/api/tables/{table}/record?seat=red").json()
    assert record["dice"] == {"commitment": new["commitment"], "nonces": ["one", "two"], "by": ["red", "blue"]}
    with house.page(table, "red") as page:
        assert page.hello["type"] == "hello"
        assert page.state["choices"]


def test_the_commitment_is_to_the_secret_that_the_dice_then_have(house: House) -> None:
    new = laid(house, "skirmish")
    for seat in new["missing"]:
        give(house, new["id"], seat, seat)
    secret = house.lobby.room(new["id"]).table.dice.secret
    assert hashlib.sha256(secret).hexdigest() == new["commitment"]


def test_one_person_against_a_bot_adds_one_too(house: House) -> None:
    new = laid(house, "skirmish", who={"red": "me", "blue": "bot:random"})
    assert new["missing"] == ["red"]


@pytest.mark.parametrize(
    "how",
    [{"practice": True}, {"who": {"red": "bot:random", "blue": "bot:random"}}],
)
def test_practice_and_bots_among_themselves_owe_none(house: House, how: dict[str, Any]) -> None:
    assert laid(house, "skirmish", **how)["missing"] == []


@pytest.mark.parametrize(
    ("seat", "nonce", "words"),
    [
        ("red", "", "The nonce of red is missing; no die is rolled before it is in."),
        ("red", "x" * 65, "The nonce of red has 65 bytes; it may have 64 at most."),
        ("red", "a\nb", "The nonce of red has signs in it that cannot be printed."),
        ("red", 7, "A nonce is a text, and says of which seat it is."),
        (None, "x", "A nonce is a text, and says of which seat it is."),
        ("green", "x", "Green owes no nonce."),
    ],
)
def test_what_is_no_nonce_gets_a_sentence_and_changes_nothing(
    house: House, seat: Any, nonce: Any, words: str, rolled: list[int]
) -> None:
    table = laid(house)["id"]
    answer = give(house, table, seat, nonce)
    assert answer.status_code == 400
    assert answer.json()["error"]["text"] == words
    waiting = house.lobby.laid(table)
    assert waiting is not None
    assert waiting.missing == ("red", "blue")
    assert rolled == []


def test_a_nonce_is_given_once(house: House) -> None:
    table = laid(house)["id"]
    give(house, table, "red", "one")
    assert give(house, table, "red", "two").json()["error"]["text"] == "The nonce of red is in already, and stays."
    give(house, table, "blue", "two")
    answer = give(house, table, "red", "three")
    assert answer.json()["error"]["text"] == "The game has begun, and no nonce is owed."
    assert house.lobby.room(table).table.dice.nonces == ("one", "two")


def test_a_table_that_waits_is_still_waiting_after_a_restart(house: House) -> None:
    new = laid(house)
    give(house, new["id"], "red", "one")
    later = house.again()
    waiting = later.lobby.laid(new["id"])
    assert waiting is not None
    assert (waiting.commitment, waiting.missing, waiting.nonces) == (new["commitment"], ("blue",), {"red": "one"})
    assert [info.id for info in later.lobby.table_infos()] == [new["id"]]
    assert give(later, new["id"], "blue", "two").status_code == 200
    again = later.again().lobby.room(new["id"]).table
    assert (again.dice.nonces, again.dice.commitment) == (("one", "two"), new["commitment"])


def test_a_table_that_waits_can_be_removed(house: House) -> None:
    table = laid(house)["id"]
    with house.client.websocket_connect(f"{WS}/ws/{table}", headers={"origin": HOME}) as ws:
        ws.receive_json()
        assert house.client.delete(f"/api/tables/{table}").json() == {"removed": True}
        assert ws.receive_json()["type"] == "gone"
    assert give(house, table, "red", "one").status_code == 400


def test_the_record_of_a_finished_game_holds_the_nonces_and_is_sound(house: House) -> None:
    table = house.new("auction")
    with house.page(table, "first") as first:
        first.play("bid 2; done")
    with house.page(table, "second") as second:
        second.play("bid 1; done")
    with house.page(table, "first") as first:
        assert "ok" in first.play("storm")
    raw = house.client.get(f"/api/tables/{table}/record").content
    found = verify(raw, house.lobby.game("auction"))
    assert found.summary == "The record is sound: chain, dice, rules and log."
    assert b"first's own" in raw
    forged = house.client.get(f"/api/tables/{table}/record").json()
    assert forged["dice"]["nonces"] == ["first's own", "second's own"]


def test_a_nonce_that_cannot_be_written_was_not_given(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    table = laid(house)["id"]
    give(house, table, "red", "one")

    def full(*given: Any) -> None:
        raise Unsaved("the disk is full")

    with monkeypatch.context() as broken:
        broken.setattr(house.lobby.store, "save", full)
        answer = give(house, table, "blue", "two")
    assert answer.status_code == 500
    assert "the disk is full" in answer.json()["error"]["text"]
    assert table not in house.lobby.rooms
    waiting = house.lobby.laid(table)
    assert waiting is not None
    assert waiting.missing == ("blue",)
    assert give(house, table, "blue", "another").json()["missing"] == []
    assert house.lobby.room(table).table.dice.nonces == ("one", "another")
