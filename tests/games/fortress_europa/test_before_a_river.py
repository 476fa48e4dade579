"""17.10.4, 31.16: rivers whose bridges are down: the way to a bank, who crosses where, and the first river of the
list."""

from __future__ import annotations

import pytest

from grognard.games.fortress_europa.rules.movement import barred, crossing, movement
from grognard.games.fortress_europa.rules.movement.ground import allowance, situation
from grognard.games.fortress_europa.rules.sequence import Moving
from grognard.maps import mask_of, members
from grognard.suite import rule

STEP = Moving()


def down(desk, rivers):
    return sum(1 << desk.w.section[name] for name in rivers.split())


def labels(desk, hexes):
    return [desk.w.labels[h] for h in hexes]


@rule("8.1", "17.10.4")
@pytest.mark.parametrize(
    ("start", "bank", "there", "river"),
    [
        ("N19", "J21", "J22", "dordogne-1"),  # rough in the first hex of the shortest way
        ("N20", "J21", "J22", "dordogne-1"),
        ("K19", "O17", "P17", "loire-2"),
        ("H24", "D26", "C26", "garonne-1"),
    ],
)
def test_armor_goes_round_rough_ground_to_have_a_hex_left_for_the_river(desk, start, bank, there, river):
    """A 2nd Armored has seven hexes, four once it has been in rough ground."""
    s = desk.set_up({"us-2arm": start}, bridges_down=down(desk, river))
    u = desk.unit("us-2arm")
    assert allowance(s, u) == 7
    short = movement.way(s, u, desk.hex(bank))
    assert crossing.past_rough(s, u, s.where[u], 0, situation(s, u)).costs[desk.hex(bank)] > len(short) - 1 >= 4
    path = desk.preview(f"cross us-2arm {bank} {there}").path
    assert path[-2:] == (bank, there)
    assert len(path) - 1 <= 7
    rough = {desk.w.labels[h] for h in members(situation(s, u).curb)}
    assert set(labels(desk, short[1:])) & rough
    assert not set(path[1:-1]) & rough
    for number in (1, len(path) - 3):
        assert desk.why(f"cross us-2arm {bank} {there} via {' '.join(path[1 : number + 1])}") == []
    first = next(n for n, h in enumerate(short) if n and desk.w.labels[h] in rough)
    assert desk.why(f"cross us-2arm {bank} {there} via {' '.join(labels(desk, short[1 : first + 1]))}") == ["17.10.4"]
    desk.play(f"cross us-2arm {bank} {there}", dice=[1])
    assert desk.at("us-2arm") == there


@rule("17.10.4")
@pytest.mark.parametrize(("unit", "side"), [("us-1", "allied"), ("de-352", "german")])
def test_the_first_river_of_the_list_is_forded_like_others(desk, unit, side):
    s = desk.set_up({unit: "D24"}, side=side, bridges_down=down(desk, "garonne-1"))
    u, here, over = desk.unit(unit), desk.hex("D24"), desk.hex("C24")
    assert desk.w.river_between(here, over) == 0
    assert movement.forded(s, u, here, over)
    assert not movement.forded(s, u, here, desk.hex("D23"))
    assert movement.crossings(s, u, movement.reach(s, u))[over] == here
    assert movement.goals(s, u) >> over & 1
    assert movement.walkable(s, u, [here, over]) == 1
    assert movement.way(s, u, over) == [here, over]
    desk.play(f"move {unit} C24")
    assert desk.at(unit) == "C24"
    assert desk.hexes(unit) == set()


@rule("17.10.4")
def test_armor_tries_the_first_river_of_the_list(desk):
    s = desk.set_up({"us-2arm": "D24", "us-3arm": "E24"}, bridges_down=down(desk, "garonne-1"))
    assert {"C24", "C25"} <= set(desk.legal("cross us-2arm D24"))
    assert desk.why("cross us-2arm D24 D23") == ["17.10.4"]
    u, side = desk.unit("us-2arm"), desk.w.grid.side(desk.hex("D24"), desk.hex("C24"))
    s.tried = ((u, side),)
    assert (
        desk.words("cross us-2arm D24 C24") == "17.10.4: After a failure only a different river hexside may be tried."
    )
    assert desk.words("cross us-2arm D24 D23").endswith("does not lie open across a river without bridges.")
    assert desk.words("cross us-3arm D24 M9").endswith("does not lie open across a river without bridges.")
    assert {"C24", "C25"} <= set(desk.legal("cross us-3arm D24"))


@rule("17.10.4")
def test_each_section_is_forded_by_itself(desk):
    """Its bridges and no others are down: on foot, in the first impulse, it stops who comes over it."""
    s = desk.set_up({"us-1": "D24", "us-2arm": "D24"}, steps=[])
    w, foot, armor = desk.w, desk.unit("us-1"), desk.unit("us-2arm")
    pairs = [(a, b) for a in range(w.n) for b in w.near[a] if w.river_between(a, b) >= 0][::7]
    for section in range(len(w.rivers)):
        s.bridges_down = 1 << section
        for a, b in pairs:
            over = w.river_between(a, b) == section
            assert movement.forded(s, foot, a, b) == barred._crosses(s, foot, a, b) == over
    s.bridges_down = -1
    a, b = pairs[0]
    for u in w.of_side[1]:
        assert movement.forded(s, u, a, b) == barred._crosses(s, u, a, b) == (not w.armored >> u & 1), w.ids[u]
    assert not barred._crosses(s, armor, a, b)
    assert not barred._crosses(s, foot, desk.hex("D24"), desk.hex("M9"))


@rule("8.10", "17.10.4")
def test_over_a_bridge_that_stands_zones_are_what_bars_a_step(desk):
    """From the zone of Q9 over the Seine into R9, in the same zone; the bridges of another river are down."""
    desk.set_up({"us-1": "Q10", "de-352": "Q9"}, bridges_down=down(desk, "garonne-1"))
    assert desk.why("move us-1 R10 via R9") == ["8.10"]


@rule("31.16", "17.10.4")
def test_where_the_funnies_are_armor_goes_on_to_the_next_river(desk):
    """A part of the 79th spans the Seine at T13; the Oise is tried by whoever gets to its bank."""
    rivers = down(desk, "seine-1 seine-2 seine-3 oise-1 marne-1")
    units = {"us-2arm": "T12", "us-3arm": "Q8"}
    s = desk.set_up(units | {"br-79-a": "T13"}, options="funnies", bridges_down=rivers)
    u = desk.unit("us-2arm")
    found = {h: set(over) for h, over in crossing.banks(s, u).items()}
    assert found == {h: set(over) for h, over in crossing.searched_banks(s, u).items()}
    beyond = [h for h in found if desk.w.rivers[desk.w.section["marne-1"]].banks >> h & 1]
    assert beyond
    s = desk.set_up(units, options="funnies", bridges_down=rivers)
    alone = crossing.banks(s, u)
    assert mask_of(alone) & ~mask_of(found) == 0
    assert set(alone) < set(found)


@rule("17.10.4", "4.1")
def test_the_banks_of_a_unit_whose_turn_it_is_not(desk):
    """Its own zones and enemies count for it."""
    units = {"us-2arm": "T12", "us-1": "S13", "de-2pz": "S15", "de-352": "T15"}
    s = desk.set_up(units, bridges_down=down(desk, "seine-3"))
    for side in (0, 1):
        for name in ("us-2arm", "de-2pz"):
            u = desk.unit(name)
            assert crossing.banks(s, u) == crossing.searched_banks(s, u), (name, side)
        s.side = 0


@rule("15.10", "17.10.4")
def test_a_trespasser_crosses_no_river_into_a_frozen_district(desk):
    """The Seine below P6: Q6 on the right bank lies in the 15th district, P6 on the left one too."""
    w = desk.w
    s = desk.set_up(
        {"us-2arm": "P6", "de-347": "V5", "br-79-c": "M9"}, frozen="de-347", turn="jun-3", invaded=4,
        bridges_down=down(desk, "seine-1"), trespassing=desk.units_of("us-2arm"),
    )  # fmt: skip
    u = desk.unit("us-2arm")
    frozen = w.districts[1]
    assert frozen >> desk.hex("Q6") & 1
    for found in (crossing.banks(s, u), crossing.searched_banks(s, u)):
        assert not any(frozen >> there & 1 for over in found.values() for there in over)
    s.trespassing = desk.units_of("br-79-c")
    s.facts = None
    for found in (crossing.banks(s, u), crossing.searched_banks(s, u)):
        assert desk.hex("Q6") in found[desk.hex("P6")], "others are the trespassers"


@rule("8.1", "7.2", "17.10.4")
def test_no_way_round_rough_ground_leads_through_enemies(desk):
    """From N19 only rough M20 is free: the other hexes beside it are held by units that have just dropped."""
    names = ("de-3fj", "de-5fj", "de-6fjr", "de-8fj", "de-7fj")
    silent = dict(zip(names, sorted(desk.near("N19") - {"M20"}), strict=True))
    for held in ({}, silent):
        s = desk.set_up(
            {"us-2arm": "N19"} | held, bridges_down=down(desk, "dordogne-1"), dropped=desk.units_of(" ".join(held))
        )
        assert (desk.hex("J21") in crossing.searched_banks(s, desk.unit("us-2arm"))) == (not held)
        assert ("J21" in desk.legal("cross us-2arm")) == (not held)


@rule("14.11", "17.10.4")
def test_no_crossing_ends_where_another_nation_attacks(desk):
    """br-3 alone is next to de-352 in S15; S14, over the Seine from S13, R14 and T14 are next to it as well."""
    assert desk.near("S15") & desk.near("S13")
    s = desk.set_up({"us-2arm": "S13", "de-352": "S15", "br-3": "S16"}, bridges_down=down(desk, "seine-3"))
    u = desk.unit("us-2arm")
    for found in (crossing.banks(s, u), crossing.searched_banks(s, u)):
        over = {desk.w.labels[h] for there in found.values() for h in there}
        assert over
        assert not over & desk.near("S15")
    s = desk.set_up({"us-2arm": "S13", "de-352": "S15"}, bridges_down=down(desk, "seine-3"))
    assert desk.hex("S14") in crossing.banks(s, u)[desk.hex("S13")]


@rule("8.1", "17.10.4")
def test_who_else_was_slowed_does_not_matter_at_a_bank(desk):
    """M9 to M8 is clear: only a unit that has been in rough ground itself is slowed by now."""
    s = desk.set_up({"us-2arm": "M9", "us-7arm": "M10"}, bridges_down=down(desk, "garonne-1"))
    units = sorted(desk.unit(name) for name in ("us-2arm", "us-7arm"))
    for slowed in units:
        s.slowed = 1 << slowed
        for u in units:
            found = movement.reach(s, u)
            there = desk.hex("M8" if s.where[u] == desk.hex("M9") else "M11")
            assert crossing._spent(s, u, found, there) == (1, u == slowed)
