"""5.2, 8.4, 10.2, 10.4, 17.10.4: the way that is shown for a goal is one that can be gone, and who has none."""

from __future__ import annotations

from itertools import pairwise

import pytest

from grognard.games.fortress_europa.data.world import ALPINE, GERMAN, ROUGH
from grognard.games.fortress_europa.rules.movement.barred import left_to, via_enough, why_not_there
from grognard.games.fortress_europa.rules.movement.ground import allowance
from grognard.games.fortress_europa.rules.movement.movement import goals, way
from grognard.games.fortress_europa.rules.movement.rail import named_line, riders, stations
from grognard.games.fortress_europa.rules.sequence import Moving
from grognard.games.fortress_europa.rules.standing import survey
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


@rule("17.10.4", "5.2")
def test_for_each_river_it_is_told_that_its_bridges_are_down(desk):
    """A tank with one hex left stands before it; on foot, too, nobody has another way over."""
    w = desk.w
    for river, pairs in enumerate(w.river_pairs):
        able = [(a, b) for a, b in pairs if not (w.dyke | w.ground[ALPINE]) & (w.bit[a] | w.bit[b])]
        if able:
            a, b = able[0]
            s = desk.set_up({"us-2arm": w.labels[a]}, steps=[], bridges_down=1 << river)
            u = desk.unit("us-2arm")
            s.spent[u] = allowance(s, u) - 1
            assert why_not_there(s, u, b).rule == "17.10.4", w.rivers[river].id


@rule("8.1")
def test_rough_ground_curbs_those_alone_who_were_in_it(desk):
    names = ["us-2arm", "us-3arm", "us-4arm"]
    for slow in names:
        s = desk.set_up(dict.fromkeys(names, "M11"), steps=[], slowed=desk.units_of(slow))
        full = desk.w.move[desk.unit(slow)][0]
        assert [left_to(s, desk.unit(name))[1] for name in names] == [
            (full + 1) // 2 if name == slow else full for name in names
        ]


@rule("5.2", "7.2", "15.10")
@pytest.mark.parametrize("expelled", ["", "us-1"])
def test_a_named_way_is_whole_with_a_hex_where_nobody_has_to_stop(desk, expelled):
    """Between M11 and the goal lie two hexes, one of them in the zone of an enemy."""
    w = desk.w
    start = desk.hex("M11")
    far = members(w.disc(start, 2) & ~w.disc(start, 1))
    both = {goal: members(w.adjacent[start] & w.adjacent[goal]) for goal in far}
    goal, stop, free, enemy = next(
        (goal, *pair, x)
        for goal in far
        for pair in (both[goal], both[goal][::-1])
        if len(pair) == 2
        for x in members(w.adjacent[pair[0]])
        if not (w.adjacent[x] | w.bit[x]) & (w.bit[start] | w.bit[goal] | w.bit[pair[1]])
    )
    units = {"us-1": "M11", "de-352": w.labels[enemy]}
    s = desk.set_up(units, expelled=desk.units_of(expelled) if expelled else 0)
    found = via_enough(s, Moving(), "allied", (desk.unit("us-1"), goal))
    assert found == w.bit[free]
    assert survey(s).zones[GERMAN] >> stop & 1


@rule("5.1", "7.2", "8.10")
def test_who_stands_in_no_zone_may_enter_one_though_all_around_are(desk):
    """Germans stand two hexes away on all sides; from a hex in a zone no other zone can be entered."""
    ring = members(desk.w.disc(desk.hex("M11"), 2) & ~desk.w.disc(desk.hex("M11"), 1))
    germans = [desk.w.ids[u] for u in desk.w.of_side[GERMAN] if not desk.w.hqs >> u & 1]
    units = dict(zip(germans, [desk.w.labels[h] for h in ring], strict=False))
    desk.set_up(units | {"us-1": "M11"})
    assert desk.hexes("us-1") == desk.near("M11")
    desk.set_up({germans[-1]: "M12", germans[-2]: "M10", "us-1": "M11"})
    assert not desk.hexes("us-1") & (desk.near("M12") | desk.near("M10"))


@rule("8.1", "5.4")
def test_a_named_way_over_rough_ground_is_too_long_because_of_it(desk):
    """The first hex of the way is rough: what is left to a tank does not bring it to its goal."""
    w = desk.w
    start = desk.hex("M11")
    rough = min(members(w.ground[ROUGH] & ~w.beaches), key=lambda h: w.grid.distance(h, start))
    before = next(h for h in members(w.adjacent[rough]) if not w.ground[ROUGH] >> h & 1)
    s = desk.set_up({"us-2arm": w.labels[before]})
    u = desk.unit("us-2arm")
    for goal in members(goals(s, u)):
        if w.grid.distance(rough, goal) > (allowance(s, u) + 1) // 2:
            text = f"move us-2arm {w.labels[goal]} via {w.labels[rough]}"
            assert {why.rule for why in desk.game.why_not(s, desk.seat, text)} == {"8.1"}
            return
    raise AssertionError("there is no such goal")
