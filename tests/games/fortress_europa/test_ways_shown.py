"""5.2, 8.4, 10.2, 10.4, 17.10.4: the way that is shown for a goal is one that can be gone, and who has none."""

from __future__ import annotations

from itertools import pairwise

import pytest

from grognard.games.fortress_europa.data.world import GERMAN
from grognard.games.fortress_europa.rules.movement.movement import goals, way
from grognard.games.fortress_europa.rules.movement.rail import named_line, riders, stations
from grognard.maps import members
from grognard.suite import rule


@rule("5.2", "17.10.4")
@pytest.mark.parametrize("start", ["P10", "Q11", "M14", "J9", "R9"])
def test_no_tank_is_shown_a_way_over_a_river_without_bridges(desk, start):
    """Nor a longer one than it has to go: over hexes that touch, each a step nearer."""
    w = desk.w
    s = desk.set_up({"us-2arm": start, "de-352": "RR20"}, steps=[], bridges_down=(1 << len(w.rivers)) - 1)
    u = desk.unit("us-2arm")
    found = members(goals(s, u))
    assert len(found) > 9
    for goal in found:
        shown = way(s, u, goal)
        assert (shown[0], shown[-1]) == (desk.hex(start), goal)
        for here, there in pairwise(shown):
            assert there in w.near[here]
            assert w.river_between(here, there) < 0


@rule("10.2", "10.4")
@pytest.mark.parametrize("enemy", ["RR6", "RR14", "RR25"])
def test_trains_come_in_where_the_edge_is_free(desk, enemy):
    """Rail leads over the edge in RR7, RR13 and RR26; one of them lies in an Allied zone."""
    w = desk.w
    s = desk.set_up({"us-1": enemy, "de-352": "due"}, side="german", steps=[], turn="sep-2")
    u = desk.unit("de-352")
    doors = desk.hexes_of("RR7 RR13 RR26") & ~desk.hexes_of(" ".join(desk.near(enemy)))
    assert doors.bit_count() == 2
    zone = desk.near(enemy) | {enemy}
    for goal in members(stations(s, u)):
        line = named_line(s, (u, goal))
        assert doors >> line[0] & 1
        assert line[-1] == goal
        assert not zone & {w.labels[h] for h in line}
        assert all(w.rail >> h & 1 for h in line)


@rule("8.4", "10.4")
def test_who_has_moved_takes_no_train_where_another_may(desk):
    """Both are mountain units in W29, with the peaks of V28 alone before them; one has tried a river."""
    w = desk.w
    first, second = (w.ids[u] for u in members(w.mountain_units & w.side_mask[GERMAN] & w.passengers)[:2])
    lost = w.rail & ~desk.hexes_of("V28 W29 X29")
    units = {first: "W29", second: "W29", "us-1": enemy_of(desk, "X29", "W29")}
    for moved in (first, second):
        s = desk.set_up(units, side="german", allied_rail=lost, italy_open=True)
        s.tried = ((desk.unit(moved), 0),)
        s.spent[desk.unit(moved)] = 1
        assert riders(s) == desk.units_of(second if moved == first else first)


def enemy_of(desk, town, place):
    """A hex from which an enemy's zone reaches the one, but not the other."""
    return next(x for x in sorted(desk.near(town)) if x != place and place not in desk.near(x))
