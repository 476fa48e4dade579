"""Several actions at once: one after the other, who cannot follow stays, and all are taken back together."""

from __future__ import annotations

from typing import Any

from house import House

from grognard.kernel.match.record import dump_record
from grognard.kernel.match.table import Table
from tests.games.fortress_europa.conftest import Desk
from tests.games.springtime.springtime_desk import act, desk

STACK = {"ge-4": "5", "hoth-pz": "5", "ge-12": "3", "fr-1": "16"}


def assault(house: House) -> str:
    """Army Group A is active: an army and a panzer corps in Aachen, an army in the Eifel."""
    table = desk(STACK, impulse=2)
    act(table, "assault A")
    got = house.client.post("/api/import", content=dump_record(table.record()))
    return str(got.json()["id"])


def places(page: Any) -> dict[str, str]:
    return {p["id"]: p["place"] for p in page.state["scene"]["pieces"] if p["id"] in STACK}


def test_who_can_moves_and_who_cannot_stays_with_a_reason(house: House) -> None:
    with house.page(assault(house)) as page:
        actions = [f"move {unit} 10" for unit in ("ge-4", "hoth-pz", "fr-1")]
        got = page.ask("several", actions=actions, rev=page.state["rev"])["ok"]
        assert (got["played"], got["undos"]) == (2, 2)
        [stayed] = got["stayed"]
        assert stayed["action"] == "move fr-1 10"
        assert stayed["reasons"][0]["rule"]
        assert places(page) == {"ge-4": "10", "hoth-pz": "10", "ge-12": "3", "fr-1": "16"}


def test_all_are_taken_back_together_and_only_those(house: House) -> None:
    with house.page(assault(house)) as page:
        page.play("move ge-12 11")
        page.ask("several", actions=["move ge-4 10", "move hoth-pz 10"], rev=page.state["rev"])
        assert "ok" in page.ask("undo", rev=page.state["rev"], times=2)
        assert places(page) == {"ge-4": "5", "hoth-pz": "5", "ge-12": "11", "fr-1": "16"}


def test_nothing_and_too_many_are_refused_and_change_nothing(house: House) -> None:
    with house.page(assault(house)) as page:
        for actions in ([], ["move ge-4 10"] * 61):
            refused = page.ask("several", actions=actions, rev=page.state["rev"])
            assert "From 1 to 60" in refused["error"]["text"]
        assert page.ask("several", actions=["move ge-4 10"], rev="old")["error"]["kind"] == "stale"
        assert places(page) == STACK


def test_what_comes_between_leaves_the_rest_undone(house: House) -> None:
    """The end of the impulse is a decision of its own: what was to come after it is not done."""
    with house.page(assault(house)) as page:
        got = page.ask("several", actions=["end", "move ge-4 10"], rev=page.state["rev"])["ok"]
        assert got["played"] == 1
        assert "decided first" in got["stayed"][0]["reasons"][0]["text"]


def test_where_a_decision_takes_a_row_a_stack_moves_in_one_step(house: House) -> None:
    desk = Desk()
    stack = {"us-1": "M11", "us-4": "M11", "us-9": "M11", "de-352": "Y30"}
    table = Table(desk.game, "campaign", practice=True, seed=1, position=desk.set_up(stack))
    game = str(house.client.post("/api/import", content=dump_record(table.record())).json()["id"])
    with house.page(game) as page:
        actions = [f"move {unit} M13" for unit in ("us-1", "de-352", "us-4", "us-9")]
        got = page.ask("several", actions=actions, rev=page.state["rev"])["ok"]
        assert (got["played"], got["undos"]) == (3, 1)
        assert [(stayed["action"], stayed["reasons"][0]["rule"]) for stayed in got["stayed"]] == [(actions[1], "4.1")]
        assert "ok" in page.ask("undo", rev=page.state["rev"])
        units = {p["id"]: p["place"] for p in page.state["scene"]["pieces"] if p["id"] in stack}
        assert units == stack
