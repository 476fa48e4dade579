"""A page's analysis: for who must decide, from what the seat may know, with a sentence where there is none."""

from __future__ import annotations

import pytest
from house import House

import grognard


@pytest.fixture
def springtime(build):
    return build(grognard.load("springtime"))


def test_who_must_decide_has_the_options_weighed(springtime: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grognard.server.analysis.SECONDS", 0.3)
    who = {"axis": "me", "allies": "me"}
    table = springtime.new("springtime", scenario="plan-red", who=who, practice=True, seed=3)
    game = grognard.load("springtime")
    served = game.table("plan-red", practice=True, seed=3)
    seat = served.seats[0]
    other = next(one for one in game.seats if one != seat)
    found = springtime.client.get(f"/api/tables/{table}/analysis?seat={seat}").json()
    assert found["options"]
    for option in found["options"]:
        assert option["seat"] == seat
        assert not served.why_not(option["action"], seat=seat)
    refused = springtime.client.get(f"/api/tables/{table}/analysis?seat={other}")
    assert refused.status_code == 400
    assert refused.json()["error"]["text"] == "Only who must decide now can have the options weighed."
