"""26.8: who goes for a unit that is destroyed or out of supply. The British 59th is infantry with five factors."""

from __future__ import annotations

import pytest

from grognard.games.fortress_europa.rules.forces.arrivals import substitutes, type_now, value_now
from grognard.suite import rule


@rule("26.8")
@pytest.mark.parametrize(
    ("others", "named", "expected"),
    [
        ({"br-3": "england", "br-6ab": "england"}, "", "br-3"),
        ({"us-1": "england", "br-6ab": "england"}, "", "us-1"),
        ({"br-6ab": "england", "br-7arm": "england"}, "", "br-6ab"),
        ({"br-3": "africa", "br-50": "due", "br-51": "england"}, "", "br-3 br-50 br-51"),
        ({"br-3": "waiting", "br-50": "destroyed", "us-1": "england"}, "", "us-1"),
        ({"br-3": "R11", "us-1": "england"}, "", "br-3"),
        ({"br-3": "Y18", "us-1": "england"}, "", "us-1"),
        ({"br-3": "england", "us-1": "england"}, "br-59 br-3", "us-1"),
        ({"us-1": "england", "fr-10di": "africa"}, "", "us-1"),
        ({"us-over-1": "england", "us-1": "england", "us-4": "england"}, "", "us-1 us-4"),
        ({"us-1": "england", "de-352": "RR7"}, "", "us-1"),
        ({}, "", ""),
    ],
)
def test_same_type_and_value_else_same_type_else_any(desk, others, named, expected):
    """In England, in Africa, among arrivals, or on the map and in supply: in Paris always, alone in Y18 not. Nobody
    whom the schedule names goes for another; of two that are as close the one with more factors goes."""
    s = desk.set_up({"br-59": "destroyed"} | others, turn="aug-3", steps=[])
    found = substitutes(s, desk.unit("br-59"), tuple(desk.unit(u) for u in named.split()))
    assert {desk.w.ids[u] for u in found} == set(expected.split())


@rule("26.8", "22.2")
def test_type_and_value_are_those_that_a_counter_shows(desk):
    """A coastal unit that has moved is infantry with two factors; a reduced division counts at full strength."""
    s = desk.set_up({"de-708": "M8", "de-347": "M8", "de-352": "M8"}, back="de-708 de-352", steps=[])
    shown = [(type_now(s, desk.unit(u)), value_now(s, desk.unit(u))) for u in ("de-708", "de-347", "de-352")]
    assert shown == [("infantry", 2), ("coastal", 3), ("infantry", 4)]
