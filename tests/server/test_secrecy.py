"""What goes over the wire: nobody becomes somebody else, and nobody is told what he may not know."""

from __future__ import annotations

import tomllib

import pytest
from house import House

LETTERS = {"red": "me", "blue": "hotseat"}


@pytest.mark.parametrize("query", ["", "?seat=public"])
def test_a_spectators_position_holds_nobodys_hand(house: House, query: str) -> None:
    table = house.new("letters", who=LETTERS)
    held = {
        seat: tomllib.loads(house.client.get(f"/api/tables/{table}/position?seat={seat}").text)["state"]
        for seat in ("red", "blue")
    }
    assert -1 not in held["red"]["red"], "red, whose turn it is, knows his own letters"
    assert held["red"]["blue"] == [-1, -1]
    public = tomllib.loads(house.client.get(f"/api/tables/{table}/position{query}").text)["state"]
    assert (public["red"], public["blue"]) == ([-1, -1], [-1, -1])


def test_a_spectators_branch_is_a_guess_at_every_hand(house: House) -> None:
    """Three hands are possible, so that twenty guesses do not all meet the true one."""
    table = house.new("letters", who=LETTERS)
    room = house.lobby.room(table)
    with house.page(table, "public") as page:
        ids = [page.ask("branch", n=None, seat="public")["ok"]["id"] for _ in range(20)]
    for hand in ("red", "blue"):
        true = getattr(room.table.state, hand)
        assert any(getattr(house.lobby.room(one).table.state, hand) != true for one in ids), hand


@pytest.mark.parametrize("seat", ["green", "(chance)", "Red"])
def test_a_seat_that_is_none_gets_a_sentence(house: House, seat: str) -> None:
    table = house.new("letters", who=LETTERS)
    for what in ("record", "position"):
        answer = house.client.get(f"/api/tables/{table}/{what}", params={"seat": seat})
        assert answer.status_code == 409
        assert "may not have what" in answer.json()["error"]["text"]
    with house.page(table, seat) as page:
        assert page.hello["seat"] == "public"
        assert page.state["decision"] is None
        assert page.ask("branch", n=None, seat=seat)["error"]["kind"] == "refused"
        assert page.ask("at", n=0, seat=seat)["error"]["kind"] == "refused"
