"""15.3, 15.5: a retreat that is named by its end alone: the shortest of the ways that come to the same.

M9 with everything two hexes around it is open country without rivers; from M9 two ways of two hexes lead to K9, by L8
and by L9, and one to K10.
"""

from __future__ import annotations

import pytest

from grognard.games.fortress_europa.data.world import ALLIED
from grognard.games.fortress_europa.rules.combat.retreat import Retreating
from grognard.kernel.match.table import Table
from grognard.kernel.match.ways import ways
from grognard.server import present
from grognard.suite import rule

OPEN = "M10 L8 L9 K7 K8 K9 K10 M8 N9"


def retreating(desk, fewest, most, units=None, **more):
    """The American 1st leaves M9; the Allies were last in the hexes named, and everywhere else the Germans."""
    s = desk.set_up({"us-1": "M9"} | (units or {}), steps=[], allied=more.pop("allied", OPEN), **more)
    s.then(Retreating((desk.unit("us-1"),), fewest, most, ALLIED))
    return Table(desk.game, position=s, practice=True)


def to(table, place):
    """The ways that end there."""
    return [action.text for action in ways(table, "allied", "retreat us-1") if action.args[-1] == place]


@rule("15.3")
def test_every_end_is_named_once_where_the_way_changes_nothing(desk):
    table = retreating(desk, 2, 2)
    assert len(to(table, "K9")) == 1
    assert to(table, "K10") == ["retreat us-1 L9 K10"]
    assert to(table, "J8") == [], "three hexes away (15.3)"
    assert to(table, "M9") == [], "nobody comes back to the hex he leaves (15.5)"


@rule("15.3", "30.2")
def test_both_ways_are_offered_where_one_takes_a_hex(desk):
    """L8 was German last: who retreats through it takes it."""
    table = retreating(desk, 2, 2, allied=OPEN.replace("L8 ", ""))
    assert set(to(table, "K9")) == {"retreat us-1 L8 K9", "retreat us-1 L9 K9"}
    labels = {c.label for c in present.choices(table, "allied", "retreat us-1") if c.way and c.value == "K9"}
    assert labels == {"K9 by L8", "K9 by L9"}


@rule("15.3")
def test_the_shorter_of_ways_that_come_to_the_same_is_meant(desk):
    """One or two hexes: L9 lies beside M9, and can be reached by way of L8 or M10 too."""
    assert to(retreating(desk, 1, 2), "L9") == ["retreat us-1 L9"]


@rule("15.4")
def test_a_way_may_still_be_named_hex_by_hex(desk):
    table = retreating(desk, 2, 2)
    offered = present.choices(table, "allied", "retreat us-1")
    by_end = [c for c in offered if c.way]
    assert {c.action for c in offered if not c.way} == {a.text for a in table.legal("retreat us-1")}
    assert all(c.complete and not c.more for c in by_end)
    assert {a.text for a in ways(table, "allied", "retreat us-1 L9")} <= {
        f"retreat us-1 L9 {h}" for h in ("L8", "M10", "L10", "K10", "K9")
    }


@rule("15.4")
@pytest.mark.parametrize(("seat", "prefix"), [("allied", ""), ("german", "retreat us-1"), ("allied", "retreat")])
def test_there_are_no_ways_before_a_unit_is_named_nor_for_who_is_not_asked(desk, seat, prefix):
    assert ways(retreating(desk, 2, 2), seat, prefix) == []
