"""18.7: harbours and supply capacity, each limit from both sides."""

from __future__ import annotations

import pytest

from grognard.games.fortress_europa.rules.state import LOST, NOWHERE
from grognard.games.fortress_europa.rules.supply.ports import (
    Repair,
    capacity,
    counted,
    counts,
    friendly_mulberry,
    friendly_port,
    harbours,
    infantry_in,
    lost,
    mulberry_value,
    occupied,
    passage_open,
    port_value,
    start_of_turn,
    starts_anew,
    why_no_drop,
    why_no_lift,
    why_not_ashore,
    why_not_landing,
    why_not_leaving,
    working_ports,
)
from grognard.kernel.rules import Events
from grognard.suite import rule

OTHERS = ("us-4", "us-9", "us-2", "us-5")
"""Units far from the harbours. C9 is St. Nazaire, worth 3, E10 Nantes, worth 2 (18.2-example)."""


def rules(found):
    return [why.rule for why in found]


def port(desk, label):
    return desk.w.port_at[desk.hex(label)]


# ------------------------------------------------------------------------------------------------ leaving


@rule("18.7.4", "18.7.11", "21.1")
@pytest.mark.parametrize("others", range(5))
@pytest.mark.parametrize(("unit", "by_sea", "most"), [("us-1", False, 1), ("us-1", True, 2), ("us-rangers", True, 2)])
def test_how_many_units_a_harbor_in_a_zone_is_kept_for(desk, unit, by_sea, most, others):
    """Without St. Nazaire Nantes is left for two: the others, and the unit itself unless it goes to England. Rangers
    never count."""
    units = {unit: "C9", "de-352": "D8"} | dict.fromkeys(OTHERS[:others], "M20")
    s = desk.set_up(units, allied="E10", steps=[])
    found = rules(why_not_leaving(s, desk.unit(unit), by_sea))
    assert found == ([] if others <= most else ["18.7.4"])


@rule("18.7.4")
def test_rangers_on_foot_count_neither_here_nor_there(desk):
    for others, refused in ((2, False), (3, True)):
        s = desk.set_up(
            {"us-rangers": "C9", "de-352": "D8"} | dict.fromkeys(OTHERS[:others], "M20"), allied="E10", steps=[]
        )
        assert bool(rules(why_not_leaving(s, desk.unit("us-rangers")))) == refused


@rule("18.7.4", "18.7.11")
def test_who_keeps_no_harbor_may_leave(desk):
    """Each of these but the first is one condition away from being held."""
    crowd = dict.fromkeys(OTHERS, "M20")
    held = {"us-1": "C9", "de-352": "D8"} | crowd
    p = port(desk, "C9")
    damage = [3 if x == p else 0 for x in range(len(desk.w.ports))]
    for units, more, rule_ in (
        (held, {}, ["18.7.4"]),
        (held | {"us-29": "C9"}, {}, []),  # another one stays
        (held | {"de-352": "R20"}, {}, []),  # no zone reaches it
        (held | {"us-1": "C10", "de-352": "D10"}, {}, []),  # no harbour
        (held | {"us-1": "england"}, {}, []),
        (held, {"port_damage": damage}, []),  # it is worth nothing
        (held | {"us-1": "C10", "de-352": "D10"}, {"mulberry_at": [desk.hex("C10"), -1]}, ["18.7.4"]),
        (held | {"us-1": "C10", "de-352": "D10"}, {"mulberry_at": [desk.hex("M5"), -1]}, []),
    ):
        s = desk.set_up(units, steps=[], **more)
        if more.get("mulberry_at", [0])[0] == desk.hex("C10"):
            s.mulberry_damage[0] = 8  # worth four
        assert rules(why_not_leaving(s, desk.unit("us-1"))) == rule_, (units, more)
    s = desk.set_up({"de-352": "C9", "us-1": "D8"} | crowd, steps=[])
    assert rules(why_not_leaving(s, desk.unit("de-352"))) == [], "no German is held"


# ---------------------------------------------------------------------------------------------- what lands


@rule("18.7.4", "18.7.6", "18.7.7")
@pytest.mark.parametrize("start", [-1, 0, 1, 5])
@pytest.mark.parametrize("ashore", [1, 2, 3])
def test_what_may_land_by_sea_and_air(desk, start, ashore):
    """Nantes carries two: with one ashore a point is left, with two none, with three one too many is there."""
    units = {"us-1": "england", "us-rangers": "england", "us-101": "england"}
    s = desk.set_up(units | dict.fromkeys(OTHERS[:ashore], "M20"), allied="E10", steps=[], capacity_start=start)
    left = 2 - ashore
    assert capacity(s) == left
    sea = "18.7.7" if start < 0 else "18.7.6" if start == 0 and left <= 0 else "18.7.4" if left < 1 else ""
    assert rules(why_not_landing(s, desk.unit("us-1"))) == ([sea] if sea else [])
    raid = "" if sea == "18.7.4" else sea
    assert rules(why_not_landing(s, desk.unit("us-rangers"))) == ([raid] if raid else [])
    air = "18.7.7" if start < 0 else "18.7.6" if start == 0 else "18.7.4" if left < 1 else ""
    assert rules(why_no_lift(s, desk.unit("us-101"))) == ([air] if air else [])


@rule("18.7.6", "18.7.7", "12.18")
@pytest.mark.parametrize("start", [-1, 0, 1])
def test_when_capacity_bars_drops(desk, start):
    expected = {-1: ["18.7.7"], 0: ["18.7.6"], 1: []}[start]
    for units, more, free in (
        ({"us-1": "M20"}, {}, False),
        ({"us-1": "england"}, {}, True),  # nobody is ashore
        ({"us-1": "M20"}, {"invasion_turn": 9}, True),  # this is an invasion turn
        ({"us-1": "M20"}, {"first_failed": True, "invasions": 1}, True),
        ({"us-1": "M20"}, {"first_failed": False, "invasions": 1}, False),
        ({"us-1": "M20"}, {"first_failed": True, "invasions": 2}, False),
    ):
        s = desk.set_up(units, steps=[], capacity_start=start, **more)
        assert rules(why_no_drop(s)) == ([] if free else expected), more


@rule("18.7.4", "12.18", "18.7.1")
def test_whom_the_second_invasion_counts(desk):
    """A unit lands if a point is left; rangers, the first invasion and one that begins anew ask for none."""
    full = {"us-1": "england", "us-rangers": "england", "us-4": "M20", "us-9": "M20"}
    for units, more, rule_ in (
        (full, {}, ["18.7.4"]),
        (full | {"us-9": "england"}, {}, []),  # a point is left
        (full, {"turn": "jun-1"}, []),
        (full, {"first_failed": True}, ["18.7.4"]),  # others hold out
        (full, {"first_failed": True, "ashore": desk.units_of("us-4 us-9")}, []),
        (full, {"first_failed": True, "ashore": desk.units_of("us-4")}, ["18.7.4"]),
        (full, {"first_failed": True, "ashore": desk.units_of("us-4"), "flown": desk.units_of("us-9")}, []),
        (full | {"us-9": "england", "us-29": "M20", "br-1ssb": "M20"}, {"first_failed": True}, ["18.7.4"]),
        (full | {"us-9": "england", "br-1ssb": "M20"}, {"first_failed": True, "ashore": desk.units_of("us-4")}, []),
        (full, {"first_failed": False, "ashore": desk.units_of("us-4 us-9")}, ["18.7.4"]),
    ):
        s = desk.set_up(units | {"de-352": "R20"}, allied="E10", steps=[], **({"turn": "aug-2"} | more))
        assert rules(why_not_ashore(s, desk.unit("us-1"))) == rule_, more
        assert rules(why_not_ashore(s, desk.unit("us-rangers"))) == []
        assert starts_anew(s) == (bool(more.get("first_failed")) and not rule_)


@rule("18.7.6", "18.7.1")
def test_what_a_turn_begins_with(desk):
    s = desk.set_up({"us-1": "E10"}, steps=[])
    start_of_turn(s)
    assert s.capacity_start == 1
    s.invasion_turn = s.turn
    start_of_turn(s)
    assert s.capacity_start == 0, "set when the invasion is over"


# ---------------------------------------------------------------------------------------------- who counts


@rule("18.7", "18.7.14", "20.15", "21.1", "31.15")
def test_each_unit_counts_or_not(desk):
    places = {
        "us-1": "M20", "us-4": "england", "us-hq-bradley": "M20", "us-rangers": "M20", "us-101": "M20",
        "us-82": "M20", "us-2arm": "exited", "us-9": "destroyed", "de-352": "R20",
    }  # fmt: skip
    s = desk.set_up(places, by_air=desk.units_of("us-101"), steps=[])
    yes = {"us-1", "us-hq-bradley", "us-82", "us-2arm"}
    assert {u for u in places if counts(s, desk.unit(u))} == yes
    assert counted(s) == desk.units_of(" ".join(yes))
    assert capacity(s) == -4


# ------------------------------------------------------------------------------------------------ harbours


@rule("11.8", "18.7.11", "18.8", "20.16")
def test_which_ports_work(desk):
    """St. Nazaire: Allied, no German in it, no zone unless somebody is there, nobody at its water, not asleep."""
    p = port(desk, "C9")
    for units, allied, more, friendly, works in (
        ({"us-1": "M20"}, "C9", {}, True, True),
        ({"us-1": "M20"}, "", {}, False, False),
        ({"us-1": "M20", "de-352": "D8"}, "C9", {}, False, False),
        ({"us-1": "C9", "de-352": "D8"}, "C9", {}, True, True),
        ({"us-1": "C9", "de-352": "C9"}, "C9", {}, False, False),
        ({"us-1": "M20"}, "C9", {"ports_asleep": 1 << p}, True, False),
        ({"us-1": "M20"}, "C9", {"ports_asleep": 2 << p}, True, True),
    ):
        s = desk.set_up(units, allied=allied, steps=[], **more)
        assert friendly_port(s, p) == friendly, units
        assert (p in working_ports(s)) == works, units
        assert ("St. Nazaire" in {x.name for x in harbours(s)}) == works
    nantes = port(desk, "E10")
    for label in ("C9", "C10", "D9", "D10"):  # ruling 87
        s = desk.set_up({"us-1": "M20", "us-4": "E10", "de-352": label}, allied="E10", steps=[])
        assert not passage_open(s, nantes)
        assert nantes not in working_ports(s)
    s = desk.set_up({"us-1": "M20", "de-352": "E11", "us-4": "E10"}, allied="E10", steps=[])
    assert passage_open(s, nantes), "beside the port itself, not at its water"
    assert nantes in working_ports(s)


@rule("11.8", "29.1", "18.7.2")
def test_which_mulberries_work(desk):
    here = desk.hex("M5")
    beside = "M6"
    for units, at, works in (
        ({"us-1": "R20"}, here, True),
        ({"us-1": "R20"}, NOWHERE, False),
        ({"us-1": "R20"}, LOST, False),
        ({"us-1": "R20", "de-352": beside}, here, False),
        ({"us-1": "M5", "de-352": beside}, here, True),
    ):
        s = desk.set_up(units, mulberry_at=[at, NOWHERE], steps=[])
        assert friendly_mulberry(s, 0) == works
        assert capacity(s) == (12 if works else 0) - 1
        found = [x for x in harbours(s) if x.mulberry == 0]
        assert [(x.hex, x.value, x.port, x.mediterranean) for x in found] == (
            [(here, 12, -1, False)] if works else []
        )
    south = desk.w.index["N33"]
    s = desk.set_up({"us-1": "R20"}, mulberry_at=[south, here], allied="N33", steps=[])
    by_name = {(x.port, x.mulberry): x for x in harbours(s)}
    assert by_name[-1, 0].mediterranean
    assert not by_name[-1, 1].mediterranean
    assert by_name[port(desk, "N33"), -1].mediterranean
    s.mulberry_damage, s.port_damage[port(desk, "N33")] = [5, 2], 1
    assert (mulberry_value(s, 0), mulberry_value(s, 1)) == (7, 7)
    assert port_value(s, port(desk, "N33")) == desk.w.port_capacity[port(desk, "N33")] - 1


# -------------------------------------------------------------------------------------- capture and repair


@rule("20.16", "21.4", "18.7.11", "18.7.2")
@pytest.mark.parametrize(
    ("there", "asleep"),
    [("us-1", False), ("us-101", True), ("us-rangers", True), ("us-101 us-rangers", True), ("us-101 us-1", False)],
)
def test_who_wakes_a_port(desk, there, asleep):
    p, q = port(desk, "C9"), port(desk, "E10")
    for before in (0, 1 << p, 1 << q, 1 << p | 1 << q):
        s = desk.set_up(dict.fromkeys(there.split(), "C9") | {"de-352": "C9"}, steps=[], ports_asleep=before)
        s.stack.clear()
        occupied(s, desk.hex("C9"), True, None)
        assert s.ports_asleep == (before | 1 << p if asleep else before & ~(1 << p))
        assert s.port_turn[p] == s.turn
        assert [type(step).__name__ for step in s.stack] == ["PortDamage"]
        s = desk.set_up(dict.fromkeys(there.split(), "C9"), steps=[], ports_asleep=before)
        s.stack.clear()
        occupied(s, desk.hex("C9"), False, None)
        occupied(s, desk.hex("M20"), True, None)
        assert (s.ports_asleep, s.port_turn[p], s.stack) == (before, 0, []), "it was Allied, or is no port"
        lost(s, desk.hex("C9"), None)
        lost(s, desk.hex("M20"), None)
        assert s.ports_asleep == before & ~(1 << p)


@rule("18.7.8", "29.5")
def test_who_repairs(desk):
    """One point, from the turn after the damage, with infantry in a friendly harbour."""
    p, m5 = port(desk, "C9"), desk.hex("M5")
    kinds = (("us-1", 1), ("us-101", 1), ("us-2arm", 0), ("us-hq-bradley", 0), ("us-rangers", 0), ("fr-4dmm", 1))
    for unit, points in kinds:
        for turn, since in ((9, 8), (9, 9), (9, 0)):
            s = desk.set_up({unit: "C9", "de-352": "R20"}, turn=turn, steps=[])
            s.port_damage[p], s.port_turn[p] = 2, since
            Repair().run(s, None)
            assert 2 - s.port_damage[p] == (points if since < turn else 0), (unit, since)
            assert infantry_in(s, desk.hex("C9")) == bool(points)
            s = desk.set_up({unit: "M5", "de-352": "R20"}, turn=turn, steps=[], mulberry_at=[NOWHERE, m5])
            s.mulberry_damage, s.mulberry_turn = [3, 3], [0, since]
            Repair().run(s, None)
            assert s.mulberry_damage == [3, 3 - (points if since < turn else 0)], (unit, since)
    s = desk.set_up({"us-1": "C9", "de-352": "C9"}, steps=[])
    s.port_damage[p] = 1
    Repair().run(s, None)
    assert s.port_damage[p] == 1, "Germans share the hex"
    s = desk.set_up({"us-1": "C9", "us-4": "M5"}, steps=[], mulberry_at=[m5, LOST])
    s.port_damage[p], s.mulberry_damage = 1, [1, 0]
    told = Events()
    Repair().run(s, told)
    assert (s.port_damage[p], s.mulberry_damage, len(told.items)) == (0, [0, 0], 2)
    Repair().run(s, told)
    assert (s.port_damage[p], s.mulberry_damage, len(told.items)) == (0, [0, 0], 2), "nothing is left to repair"
    off = {"us-1": desk.w.spots[LOST], "us-4": desk.w.spots[NOWHERE]}
    s = desk.set_up(off, steps=[], mulberry_at=[NOWHERE, LOST], mulberry_damage=[2, 2])
    Repair().run(s, None)
    assert s.mulberry_damage == [2, 2], "they are in no hex"
