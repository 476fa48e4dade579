"""What a seat has exported of a running game comes back as what it is: shown, stepped through, branched."""

from __future__ import annotations

import json
import sqlite3
from typing import Any

from house import House
from toys.auction import Auction

from grognard.kernel.match.record import chain, dump_record


def running(house: House) -> str:
    """A game in which the defender has hidden his blocks, and the lander is to land."""
    table = house.new("landing", who={"lander": "me", "defender": "hotseat"})
    with house.page(table, "defender") as page:
        assert "ok" in page.play("place division gold; place regiment juno; place dummy sword; done")
    return table


def exported(house: House, table: str, seat: str) -> bytes:
    return house.client.get(f"/api/tables/{table}/record?seat={seat}").content


def taken_in(house: House, raw: bytes) -> dict[str, Any]:
    answer = house.client.post("/api/import", content=raw)
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json()
    return found


def test_it_is_shown_as_the_seat_saw_it_and_stepped_through(house: House) -> None:
    table = running(house)
    raw = exported(house, table, "lander")
    got = taken_in(house, raw)
    assert got["note"] == "This is what lander saw of a running game."
    with house.page(table, "lander") as live, house.page(got["id"]) as page:
        assert page.hello["seat"] == "lander"
        assert page.hello["table"]["kind"] == "record"
        assert page.state["scene"]["pieces"] == live.state["scene"]["pieces"]
        assert [line["text"] for line in page.log] == [line["text"] for line in live.log]
        assert "It is what lander saw of it while it was running." in page.state["archive"]
        steps = page.state["steps"]
        assert steps == live.state["steps"] > 0
        assert page.ask("at", n=0)["ok"]["scene"]["pieces"] != page.state["scene"]["pieces"]
        assert page.ask("at", n=steps)["ok"]["scene"]["pieces"] == page.state["scene"]["pieces"]
    assert house.client.get(f"/api/tables/{got['id']}/record?seat=lander").content == raw


def test_it_is_still_there_after_a_restart(house: House) -> None:
    got = taken_in(house, exported(house, running(house), "lander"))
    with house.page(got["id"]) as page:
        before = page.state
    with house.again().page(got["id"]) as page:
        assert page.state == before
    assert any(info.id == got["id"] and info.kind == "record" for info in house.lobby.table_infos())


def test_a_branch_starts_from_a_world_that_the_seat_could_believe_in(house: House) -> None:
    table = running(house)
    got = taken_in(house, exported(house, table, "lander"))
    with house.page(got["id"]) as page, house.page(table, "lander") as live:
        assert page.ask("branch", n=0)["error"]["text"] == (
            "The record holds a position only for its end: go to the last step to branch there."
        )
        answer = page.ask("branch", n=page.state["steps"])
        again = page.ask("branch")
        with house.page(answer["ok"]["id"], "lander") as branch:
            assert branch.actions == live.actions
            assert branch.hello["table"]["kind"] == "analysis"
            assert branch.hello["table"]["practice"] is True
    assert "ok" in again


def test_nothing_else_can_be_done_with_it(house: House) -> None:
    got = taken_in(house, exported(house, running(house), "lander"))
    with house.page(got["id"]) as page:
        for op in ("play", "undo", "redo", "drop", "order", "hint", "luck", "continue", "lesson", "choices", "why"):
            answer = page.ask(op, action="land gold", rev=page.state["rev"], prefix="", index=0, order="x", at=0)
            assert answer["error"]["kind"] == "refused", op
        assert page.ask("at", n=0, seat="defender")["error"]["kind"] == "refused"
    position = house.client.get(f"/api/tables/{got['id']}/position?seat=lander")
    assert position.status_code == 409
    assert house.client.get(f"/api/tables/{got['id']}/record?seat=defender").status_code == 409


def test_a_record_without_the_position_says_plainly_that_no_branch_can_start_from_it(house: House) -> None:
    record = json.loads(exported(house, running(house), "lander"))
    del record["knows"]  # as records were before they held it
    header: Any = {k: v for k, v in record.items() if k not in ("steps", "end")}
    record["hash"] = last = chain("", header)
    for step in record["steps"]:
        step["hash"] = last = chain(last, step)
    got = taken_in(house, dump_record(record))
    with house.page(got["id"]) as page:
        assert page.state["steps"] == len(record["steps"])
        assert "holds what lander saw, but not the position behind it" in page.ask("branch")["error"]["text"]


def test_a_spectators_record_is_shown_to_nobody_in_particular(house: House) -> None:
    got = taken_in(house, exported(house, running(house), "public"))
    with house.page(got["id"]) as page:
        assert page.hello["seat"] == "public"
        assert page.state["steps"] > 0


# --------------------------------------------------------------------------------------- forged, and damaged


def test_a_finished_record_with_a_chosen_roll_is_not_taken_in(house: House) -> None:
    game = Auction().table()
    game.play("bid 2; done", seat="first")
    game.play("bid 1; done", seat="second")
    game.play("storm")
    record = json.loads(dump_record(game.record()))
    assert house.client.post("/api/import", content=dump_record(record)).status_code == 201
    roll = next(step["chance"][0] for step in record["steps"] if step.get("chance"))
    roll["got"] = [roll["got"][0] % 6 + 1]
    last = record["hash"]
    for step in record["steps"]:
        step["hash"] = last = chain(last, step)
    record["end"]["hash"] = chain(last, record["end"])
    answer = house.client.post("/api/import", content=dump_record(record))
    assert answer.status_code == 400
    assert "but the secret gives" in answer.json()["error"]["text"]


def test_a_saved_game_whose_secret_was_changed_is_refused(house: House) -> None:
    table = house.new("letters")
    house.lobby.rooms.clear()
    with sqlite3.connect(house.data / "games.sqlite") as db:
        db.execute("UPDATE tables SET secret = ?", ("ab" * 32,))
    db.close()
    answer = house.client.get(f"/api/tables/{table}/record?seat=red")
    assert answer.status_code == 400
    assert answer.json()["error"]["text"] == "The secret is not the one that was committed to at the start."
