"""30.1: Paris and Bruxelles, whose control lapses like that of other cities."""

from __future__ import annotations

import pytest

from grognard.games.fortress_europa.rules.standing import put
from grognard.games.fortress_europa.rules.victory.judging import after_action
from grognard.games.fortress_europa.rules.victory.victory import conquered
from grognard.suite import rule
from tests.games.fortress_europa.test_victory import CAPITALS, majors


@rule("30.1", "30.2", "33.4.7")
@pytest.mark.parametrize("capital", CAPITALS.split())
@pytest.mark.parametrize("scenario", ["campaign", "berlin"])
def test_an_empty_capital_in_a_german_zone_is_not_held(desk, capital, scenario):
    """The Allies were last in it and hold all that is asked for besides: a unit that comes there wins the game."""
    allied = f"{CAPITALS} {majors(desk, 4)}"
    beside = min(desk.near(capital))
    more = {"scenario": scenario, "turn": "feb-1", "steps": []}
    assert conquered(desk.set_up({}, allied=allied, **more))
    s = desk.set_up({"de-352": beside, "us-1": "M5"}, allied=allied, **more)
    assert not conquered(s)
    after_action(s, None)
    assert not s.ending
    put(s, desk.unit("us-1"), desk.hex(capital))
    after_action(s, None)
    assert s.ending == "conquest"
