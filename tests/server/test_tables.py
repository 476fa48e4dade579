"""Playing over the socket: what is pushed, what is refused, and that a refusal changes nothing."""

from __future__ import annotations

import json

import pytest
from house import House


def test_home_lists_games_and_tables(house: House) -> None:
    table = house.new("skirmish", who={"red": "me", "blue": "bot:random"})
    home = house.client.get("/api/home").json()
    skirmish = next(game for game in home["games"] if game["id"] == "skirmish")
    assert skirmish["seats"] == ["red", "blue"]
    assert "random" in skirmish["bots"]
    (kept,) = home["tables"]
    assert kept["id"] == table
    assert kept["turn"] == ["red"]
    assert kept["who"] == {"red": "me", "blue": "bot:random"}


@pytest.mark.parametrize(
    ("wanted", "words"),
    [
        ({}, "which game"),
        ({"game": "chess"}, "no game “chess”"),
        ({"game": "skirmish", "scenario": "nowhere"}, "no scenario “nowhere”"),
        ({"game": "skirmish", "options": {"nothing": True}}, "no option “nothing”"),
        ({"game": "skirmish", "who": {"red": "cheater"}}, "cannot play red"),
        ({"game": "skirmish", "who": {"green": "me"}}, "no seat “green”"),
        ({"game": "skirmish", "lesson": True}, "no lesson"),
        ({"game": "skirmish", "options": 3}, "options a table"),
        ({"game": "skirmish", "seats": {"red": "me"}}, "A new table has no “seats”"),
    ],
)
def test_a_bad_set_up_is_refused_in_one_sentence(house: House, wanted: dict, words: str) -> None:
    response = house.client.post("/api/tables", json=wanted)
    assert response.status_code == 400
    assert words in response.json()["error"]["text"]
    assert house.lobby.table_infos() == []


def test_a_set_up_that_is_no_json_is_refused(house: House) -> None:
    response = house.client.post("/api/tables", content=b"{game:")
    assert response.status_code == 400
    assert "no description of a game" in response.json()["error"]["text"]


def test_an_action_is_played_and_pushed(house: House) -> None:
    with house.page(house.new("skirmish", practice=True)) as page:
        assert page.hello["seat"] == "red"
        assert "move red-1" in page.actions
        assert page.ask("choices", prefix="move red-1")["ok"]["choices"][0]["action"] == "move red-1 B1"
        assert "ok" in page.play("move red-1 B1")
        assert {p["id"]: p["place"] for p in page.state["scene"]["pieces"]}["red-1"] == "B1"
        assert page.log[-1]["text"] == "red-1 moves to B1."
        assert page.state["undo"]["can"]


def test_an_illegal_action_is_refused_with_its_reasons(house: House) -> None:
    with house.page(house.new("skirmish")) as page:
        before = page.state["rev"]
        error = page.play("move red-1 E5")["error"]
        assert error["kind"] == "refused"
        assert error["reasons"][0]["rule"] == "2.2"
        assert "E5" in error["reasons"][0]["text"]
        reasons = page.ask("why", action="move red-1 E5")["ok"]["reasons"]
        assert reasons == error["reasons"]
        assert page.ask("why", action="move red-1 B1")["ok"]["reasons"] == []
        assert page.ask("choices", prefix="")["ok"]["choices"] == page.state["choices"]
        assert page.state["rev"] == before


def test_a_stale_action_changes_nothing_and_says_so(house: House) -> None:
    with house.page(house.new("skirmish")) as page:
        old = page.state["rev"]
        page.play("move red-1 B1")
        error = page.play("move red-2 B2", rev=old)["error"]
        assert error["kind"] == "stale"
        assert "nothing was changed" in error["text"]
        assert len(page.log) == 1


def test_a_doubled_action_is_done_once(house: House) -> None:
    """The same message again, as after a broken line, is stale by then."""
    with house.page(house.new("skirmish")) as page:
        old = page.state["rev"]
        assert "ok" in page.play("move red-1 B1", rev=old)
        assert page.play("move red-1 B1", rev=old)["error"]["kind"] == "stale"
        assert [line["text"] for line in page.log] == ["red-1 moves to B1."]


def test_two_pages_on_one_table_see_the_same(house: House) -> None:
    table = house.new("skirmish")
    with house.page(table, "red") as one, house.page(table, "red") as two:
        one.play("move red-1 B1")
        two.wait()
        assert two.state["scene"] == one.state["scene"]
        assert two.state["rev"] == one.state["rev"]
        assert two.log == one.log


@pytest.mark.parametrize(
    ("message", "words"),
    [
        ({"op": "play", "action": 3}, "Expected `str`, got `int` - at `$.action`"),
        ({"op": "dance"}, "no message “dance”"),
        ({"op": "at", "n": "x"}, "Expected `int`, got `str` - at `$.n`"),
        ({"op": "at", "n": 999}, "steps, not 999"),
        ({"op": "overlay", "name": "nothing"}, "no overlay"),
        ({"op": "order", "order": "sleep"}, "no standing order"),
        ({"op": "hint"}, "no bot to ask"),
        ({"op": "lesson", "at": 4}, "This table is no lesson."),
        ({"op": "branch", "n": "x"}, "got `str` - at `$.n`"),
        ({"op": "choices"}, "missing required field `prefix`"),
        ({}, "no message"),
    ],
)
def test_bad_messages_get_one_sentence_and_change_nothing(house: House, message: dict, words: str) -> None:
    with house.page(house.new("skirmish"), "red") as page:
        fields = {k: v for k, v in message.items() if k != "op"}
        if message.get("op") == "play":
            fields["rev"] = page.state["rev"]
        answer = page.ask(message.get("op", "nothing at all"), **fields)
        assert words in answer["error"]["text"]
        assert "ok" in page.play("move red-1 B1"), "the table goes on"


@pytest.mark.parametrize(
    "raw", ["", "{", "[]", "3", '"play"', "null", '{"id":1,"op":"play","action":"' + "x" * 500_000 + '"}']
)
def test_malformed_messages_do_not_hurt_the_table(house: House, raw: str) -> None:
    with house.page(house.new("skirmish")) as page:
        page.ws.send_text(raw)
        assert page.ws.receive_json()["error"]["kind"] == "bad"
        assert "ok" in page.play("move red-1 B1")


def test_undo_and_redo_go_to_the_barrier(house: House) -> None:
    with house.page(house.new("skirmish")) as page:
        start = page.state
        assert not start["undo"]["can"]
        assert start["undo"]["why"] == "There is nothing to take back."
        page.play("move red-1 B1")
        page.ask("undo", rev=page.state["rev"])
        assert page.state["scene"] == start["scene"]
        assert page.log == []
        assert page.state["redo"]["can"]
        page.ask("redo", rev=page.state["rev"])
        assert page.log[-1]["text"] == "red-1 moves to B1."
        assert page.ask("redo", rev=page.state["rev"])["error"]["kind"] == "refused"


@pytest.mark.parametrize("how", ["restart", "put away"])
def test_what_was_taken_back_can_be_played_again_later(house: House, how: str) -> None:
    table = house.new("skirmish", practice=True, seed=1)
    with house.page(table, "red") as page:
        for action in ("move red-1 B1", "move red-2 B2"):
            assert "ok" in page.play(action)
        shown = page.state["scene"]
        for _ in range(2):
            assert "ok" in page.ask("undo", rev=page.state["rev"])
    if how == "restart":
        house = house.again()
    else:
        house.lobby.drop(house.lobby.rooms[table])
    with house.page(table, "blue") as page:
        assert not page.state["redo"]["can"], "it was not blue who took back"
    with house.page(table, "red") as page:
        for _ in range(2):
            assert page.state["redo"]["can"]
            assert "ok" in page.ask("redo", rev=page.state["rev"])
        assert page.state["scene"] == shown
        assert not page.state["redo"]["can"]


def test_the_seat_of_a_bot_is_neither_seen_nor_played(house: House) -> None:
    table = house.new("landing", who={"lander": "me", "defender": "bot:random"})
    with house.page(table, "defender") as page:
        assert page.hello["seat"] == "public"
        assert page.hello["seats"] == ["lander", "public"]
        assert page.ask("at", n=0, seat="defender")["error"]["kind"] == "refused"
        assert page.ask("branch", seat="defender")["error"]["kind"] == "refused"
    assert house.client.get(f"/api/tables/{table}/record?seat=defender").status_code == 409
    assert house.client.get(f"/api/tables/{table}/position?seat=defender").status_code == 409


def test_hidden_pieces_are_not_sent(house: House) -> None:
    table = house.new("landing", who={"lander": "me", "defender": "hotseat"})
    with house.page(table, "defender") as defender, house.page(table, "lander") as lander:
        for part in ("place division gold", "place regiment juno", "place dummy utah"):
            assert "ok" in defender.play(part)
            lander.ask("since")  # what was sent until now has come in
            assert not [p for p in lander.state["scene"]["pieces"] if p["place"] in ("gold", "juno", "utah")]
        defender.play("done")
        lander.wait()
        sent = json.dumps([lander.state, lander.log])
        assert "division" not in sent
        assert "regiment" not in sent
        backs = [p for p in lander.state["scene"]["pieces"] if p["place"] in ("gold", "juno", "utah")]
        assert len(backs) == 3
        assert all(p["face"]["back"] for p in backs)
        record = house.client.get(f"/api/tables/{table}/record?seat=lander").json()
        knows = record.pop("knows")  # the position lists the names of all pieces, and knows no hidden one's place
        assert knows == house.client.get(f"/api/tables/{table}/position?seat=lander").text
        assert "division = -2\nregiment = -2\ndummy = -2" in knows
        assert "division" not in json.dumps(record)


def test_a_draft_is_the_seats_own_until_it_is_done(house: House) -> None:
    table = house.new("landing", who={"lander": "me", "defender": "hotseat"})
    with house.page(table, "defender") as page:
        page.play("place division gold")
        assert page.state["decision"]["parts"] == ["place division gold"]
        assert page.play("done")["error"]["reasons"][0]["rule"] == "1"
        page.ask("undo", rev=page.state["rev"])
        assert page.state["decision"].get("parts", []) == []


def test_looking_back_and_branching(house: House) -> None:
    table = house.new("skirmish", practice=True)
    with house.page(table) as page:
        page.play("move red-1 B1")
        page.play("move red-2 B2")
        steps = page.state["steps"]
        first = page.ask("at", n=1, seat="red")["ok"]
        assert {p["id"]: p["place"] for p in first["scene"]["pieces"]}["red-2"] == "A2"
        assert page.ask("at", n=steps, seat="blue")["ok"]["scene"] == page.state["scene"]
        branch = page.ask("branch", n=1, seat="red")["ok"]["id"]
    with house.page(branch) as page:
        assert page.hello["table"]["kind"] == "analysis"
        assert page.hello["table"]["practice"]
        places = {p["id"]: p["place"] for p in page.state["scene"]["pieces"]}
        assert (places["red-1"], places["red-2"]) == ("B1", "A2")


def test_a_removed_table_is_gone(house: House) -> None:
    table = house.new("skirmish")
    assert house.client.delete(f"/api/tables/{table}").status_code == 200
    assert house.client.delete(f"/api/tables/{table}").status_code == 400
    with house.page(table) as page:
        assert page.hello == {"type": "gone", "text": "There is no such table; it may have been removed."}


def test_luck_is_told(house: House) -> None:
    with house.page(house.new("skirmish")) as page:
        assert page.ask("luck")["ok"] == {"rows": [], "text": "No dice have been rolled yet."}


def test_whether_an_action_can_be_taken_back_follows_the_answer_and_goes_to_its_seat_alone(house: House) -> None:
    table = house.new("landing", who={"lander": "me", "defender": "me"})
    with house.page(table, "defender") as page, house.page(table, "lander") as other:
        page.play("place division gold; place regiment juno; place dummy sword; done")
        rev = page.state["rev"]
        assert page.state["undo"] == {"can": False, "why": "", "open": True}
        assert page.know_undo() == {"can": True, "why": ""}
        assert page.state["rev"] == rev  # what was shown has not changed: it can be answered
        with house.page(table, "defender") as again:
            assert again.state["undo"] == {"can": True, "why": ""}
        told = [other.ws.receive_json()]  # what reached the other page while that was worked out
        other.ws.send_json({"id": 1, "op": "since"})
        while told[-1].get("re") != 1:
            told.append(other.ws.receive_json())
        assert [message.get("type") for message in told] == ["state", None]
        assert "ok" in page.ask("undo", rev=rev)
        assert page.state["owing"] == ["defender"]


def test_what_taught_something_is_not_taken_back_at_a_served_table(house: House) -> None:
    table = house.new("landing", who={"lander": "me", "defender": "me"})
    with house.page(table, "defender") as page, house.page(table, "lander") as lander:
        page.play("place division gold; place regiment juno; place dummy sword; done")
        lander.wait()
        lander.play("land boat-1 gold; done")
        assert lander.know_undo() == {
            "can": False,
            "why": "This action has shown you something, so it cannot be taken back.",
        }
        assert lander.ask("undo", rev=lander.state["rev"])["error"]["kind"] == "refused"
