"""10, 11, 12, 20, 21, 31: what holds for one unit or one hex is not asked of another beside it or behind it."""

from __future__ import annotations

import random

import pytest

from grognard.games.fortress_europa.data.world import ALLIED, GERMAN
from grognard.games.fortress_europa.rules.forces import replacements, takers
from grognard.games.fortress_europa.rules.landing.airborne import (
    airfields,
    landings,
    menaced,
    unmenaced,
    why_not_dropped,
)
from grognard.games.fortress_europa.rules.landing.airlift import lifted, lifted_among
from grognard.games.fortress_europa.rules.landing.diverted import nearest_landing
from grognard.games.fortress_europa.rules.landing.invasion import Invading, invaders
from grognard.games.fortress_europa.rules.landing.isle import ferries
from grognard.games.fortress_europa.rules.landing.sea import sailors_among
from grognard.games.fortress_europa.rules.movement import districts, fuel
from grognard.games.fortress_europa.rules.movement.rail import riders
from grognard.games.fortress_europa.rules.movement.railways import leads_back, note_passing
from grognard.games.fortress_europa.rules.sequence import StartMove
from grognard.games.fortress_europa.rules.standing import survey
from grognard.games.fortress_europa.rules.state import FIRST_MOVE
from grognard.maps import mask_of, members
from grognard.suite import rule

ROOM = {"capacity_start": 9}


@rule("31.9")
def test_allied_armor_needs_no_release(desk):
    desk.set_up(
        {"us-2arm": "L4", "de-2pz": "V8"}, options="armor-release", side="german", turn="jun-1", invasion_turn=1
    )
    assert desk.legal("alert") == ["de-2pz"]
    assert "needs no roll" in desk.words("alert us-2arm")


@rule("14.11", "11.8")
def test_a_harbor_farther_on_that_is_crowded_bars_nobody_from_this_one(desk):
    units = {"br-3": "england", "us-4": "K2", "de-352": "K3"}
    desk.set_up(units, allied="H5", **ROOM)
    assert desk.hex("H5") < desk.hex("K2")
    assert desk.why("sail br-3 K2") == ["14.11"]
    assert desk.why("sail br-3 H5") == []


@rule("12.10", "31.16")
def test_a_part_of_the_79th_lands_with_others(desk):
    units = {"br-79-a": "england", "br-79-b": "england", "us-1": "england", "br-3": "england"}
    s = desk.set_up(
        units, steps=[StartMove(1), Invading()], turn="jun-1", invasions=0, invasion_turn=0, phase=FIRST_MOVE,
        options="funnies",
    )  # fmt: skip
    s.began = desk.units_of(" ".join(units))
    assert "invade br-79-a L4" in desk.legal("invade us-1 L4; invade br-79-a")
    assert "invade br-79-a L4" not in desk.legal("invade br-79-b L4; invade br-79-a")


@rule("15.10", "20.2")
def test_who_was_driven_out_of_a_frozen_district_does_not_drop_there(desk):
    units = {"us-101": "england", "us-82": "england", "us-1": "L4", "de-352": "M8"}
    s = desk.set_up(units, steps=[], frozen="de-352", expelled=desk.units_of("us-101"))
    inside = districts.frozen_districts(s)
    assert inside
    for unit, kept_out in (("us-101", True), ("us-82", False)):
        u = desk.unit(unit)
        assert bool(landings(s, u, desk.w.land) & inside) is not kept_out
        hexes = [h for h in members(inside) if "15.10" in {why.rule for why in why_not_dropped(s, u, h, -1)}]
        assert bool(hexes) is kept_out


@rule("20.9", "20.11", "7.1")
@pytest.mark.parametrize("side", [ALLIED, GERMAN])
@pytest.mark.parametrize("seed", range(3))
def test_which_hexes_are_menaced(desk, seed, side):
    """The set of them is what is found hex by hex; some of the enemies have dropped and have no zone."""
    rng, w = random.Random(seed), desk.w
    walls = [w.labels[x] for h in members(w.fortresses) for x in w.near[h] if not w.fortresses >> x & 1]
    allied = rng.sample(w.of_side[ALLIED], 20)
    units = {w.ids[u]: place for u, place in zip(allied, rng.sample(sorted({*walls}), 20), strict=True)}
    free = sorted({w.labels[h] for h in members(w.land & ~w.dyke)} - set(units.values()))
    units |= {w.ids[u]: place for u, place in zip(w.of_side[GERMAN], rng.sample(free, 30), strict=False)}
    s = desk.set_up(
        units, steps=[], dropped=mask_of(rng.sample(allied, 8)), ruined=rng.getrandbits(w.n) & w.fortresses
    )
    s.side = side
    assert unmenaced(s, w.land) == mask_of([h for h in members(w.land) if not menaced(s, h)])


@rule("20.10")
def test_a_flight_from_box_to_box_counts_nothing(desk):
    for start, goal in (("england", "africa"), ("africa", "england")):
        s = desk.set_up({"us-101": start, "us-1": "K2"}, weather="clear", capacity_start=5)
        s.began = desk.units_of("us-101")
        assert goal in desk.legal("airlift us-101")
        assert len(desk.preview(f"airlift us-101 {goal}").effects) == 1


@rule("21.2", "21.8")
def test_a_raid_goes_on_from_the_box_of_its_coast(desk):
    for place, able in (("N32", "br-4ssb"), ("L4", "br-1ssb")):
        units = {"us-rangers": place, "br-1ssb": "england", "br-4ssb": "africa", "us-1": "K2"}
        s = desk.set_up(units, raids=1)
        s.began, s.raiding = desk.units_of("br-1ssb br-4ssb"), desk.units_of("us-rangers")
        assert desk.legal("raid") == [able], place


@rule("10.6", "10.4")
def test_an_edge_in_an_enemy_zone_is_no_end_of_a_line(desk):
    """PP25 and QQ26 lie on the line to the edge in RR26, which is no city; RR28 would be too far away for a zone."""
    rail = desk.w.rail & ~desk.hexes_of("PP25 QQ26 RR26")
    for enemy, able in (("RR27", 0), ("RR28", 1)):
        s = desk.set_up({"de-6ss-geb": "PP25", "us-1": enemy}, side="german", allied_rail=rail)
        assert bool(riders(s)) == able, enemy
        assert leads_back(s, desk.hex("PP25")) == able


@rule("10.1", "11.1", "20.10", "20.11")
@pytest.mark.parametrize("side", ["allied", "german"])
@pytest.mark.parametrize("seed", range(3))
def test_of_some_units_only_these_are_told(desk, seed, side):
    """Who of them sails, flies or takes a train is who of all does."""
    rng, w = random.Random(f"some {seed}"), desk.w
    garrisons = [u for u in w.of_side[GERMAN] if w.box_of[u] == w.box_ids.index("torino")]
    coast = [w.labels[h] for h in members(w.port_hexes)]
    inland = [w.labels[h] for h in members(w.cities & ~w.port_hexes & w.germany)]
    allied = {*rng.sample(w.of_side[ALLIED], 30), *members(w.droppers & w.side_mask[ALLIED])}
    german = {*rng.sample(w.of_side[GERMAN], 20), *members(w.droppers & w.side_mask[GERMAN])} - {*garrisons}
    units = {w.ids[u]: rng.choice(["england", "africa", *coast[::2]]) for u in sorted(allied)}
    units |= {w.ids[u]: rng.choice(["due", *inland, *coast[1::2]]) for u in sorted(german)}
    units |= {w.ids[u]: "X31" for u in garrisons}
    s = desk.set_up(
        units,
        side=side,
        capacity_start=9,
        turn="nov-1",
        steps=[],
        impulse=1,
        italy_open=False,
        options="fuel" if seed == 2 else "",
    )
    s.began, s.airfields = -1, airfields(s, s.side)
    for u in rng.sample(range(w.n_units), 60):
        s.spent[u] = rng.choice([0, 1])
    s.moved = rng.getrandbits(w.n_units) & rng.getrandbits(w.n_units)
    s.facts = None
    for find in (sailors_among, lifted_among) if side == "allied" else (riders, lifted_among):
        every = find(s, -1)
        assert every
        for _ in range(4):
            some = rng.getrandbits(w.n_units)
            assert find(s, some) == every & some


@rule("20.10", "20.17")
def test_a_drop_is_no_airlift(desk):
    """A unit that has dropped and may not move on has not been airlifted."""
    s = desk.set_up({"us-101": "R11", "us-82": "R11", "us-1": "K2"}, steps=[])
    s.flown = s.stuck = desk.units_of("us-101 us-82")
    s.dropped = desk.units_of("us-101")
    assert lifted(s, ALLIED) == 1


@rule("9.1C")
def test_nobody_relieves_a_lost_unit(desk):
    """Both are destroyed: neither is in a hex."""
    s = desk.set_up({"de-352": "M8", "de-353": "M8"}, side="german", frozen="de-352")
    s.moved = desk.units_of("de-353")
    s.spent[desk.unit("de-353")] = 1
    assert desk.legal("relieve") == ["de-353"]
    for name in ("de-352", "de-353"):
        s.where[desk.unit(name)] = desk.w.destroyed
    s.facts = None
    assert desk.legal("relieve") == []


@rule("8.4", "10.4", "10.6")
def test_where_the_line_ends_among_the_peaks_mountain_units_alone_take_a_train(desk):
    """X29 is a city in an enemy zone, V28 alpine; all other rail is lost: nobody else could stop anywhere."""
    w = desk.w
    near, town = desk.hex("W29"), desk.hex("X29")
    enemy = next(x for x in w.near[town] if x != near and near not in w.near[x])
    units = {"de-352": "W29", "de-6ss-geb": "W29", "us-1": w.labels[enemy]}
    lost = w.rail & ~desk.hexes_of("V28 W29 X29")
    s = desk.set_up(units, side="german", allied_rail=lost, italy_open=True)
    assert survey(s).zones[ALLIED] >> town & 1
    assert riders(s) == desk.units_of("de-6ss-geb")


@rule("14.11", "12.11")
def test_two_nationalities_do_not_invade_on_top_of_one_enemy(desk):
    names = "us-1 us-4 br-3 br-50"
    units = dict.fromkeys(names.split(), "england") | {"de-716": "L4"}
    s = desk.set_up(
        units, steps=[StartMove(1), Invading()], turn="jun-1", invasions=0, invasion_turn=0, phase=FIRST_MOVE
    )
    s.began = desk.units_of(names)
    assert "invade us-4 L4" in desk.legal("invade us-1 L4; invade us-4")
    assert "invade br-3 L4" not in desk.legal("invade us-1 L4; invade br-3")
    assert "invade br-3 L4" in desk.legal("invade us-1 M5; invade br-3")


@rule("10.7")
def test_rail_is_noted_by_who_controls_the_hex_itself(desk):
    """Whoever controls E6, far away."""
    h = desk.hex("R10")
    for unit, side, there in (("us-1", "allied", ALLIED), ("de-352", "german", GERMAN)):
        for ours in (False, True):
            here = desk.hexes_of("R10") if ours == (there == ALLIED) else 0
            s = desk.set_up(
                {unit: "R10"}, side=side, steps=[], allied="R11 V8" if side == "allied" else "",
                allied_rail=here | desk.hexes_of("E6"), rail_noted=0,
            )  # fmt: skip
            note_passing(s, desk.unit(unit), h)
            assert s.rail_noted >> h & 1 == (not ours), (unit, ours)


@rule("31.5")
def test_only_germans_are_ferried_to_the_isle(desk):
    for unit, goals in (("de-352", 1), ("us-1", 0)):
        s = desk.set_up({unit: "J3"}, options="jersey", side="german", steps=[])
        assert len(ferries(s, desk.unit(unit))) == goals


@rule("31.5")
def test_the_isle_is_invaded_with_the_beach_before_it(desk):
    units = dict.fromkeys(("us-1", "us-4"), "england")
    s = desk.set_up(
        units, steps=[StartMove(1), Invading()], turn="jun-1", invasions=0, invasion_turn=0, phase=FIRST_MOVE,
        options="jersey",
    )  # fmt: skip
    s.began = desk.units_of("us-1 us-4")
    isle = desk.w.book.jersey.hex
    assert f"invade us-4 {isle}" in desk.legal("invade us-1 J3; invade us-4")
    assert f"invade us-4 {isle}" not in desk.legal("invade us-4")


@rule("31.14")
def test_fuel_is_short_for_the_allies_alone(desk):
    for side, impulse, short in (("allied", 2, True), ("german", 2, False), ("allied", 1, False)):
        s = desk.set_up({"us-2arm": "M10"}, options="fuel", side=side, impulse=impulse, turn="sep-2", steps=[])
        fuel.note_start(s)
        assert (s.fuel_limit != fuel.FREELY) is short


@rule("12.17", "20.14")
def test_a_drop_elsewhere_keeps_nobody_from_the_nearest_beach(desk):
    units = {"us-1": "L4", "us-4": "england", "us-101": "M9", "de-352": "M6"}
    s = desk.set_up(units, steps=[], dropped=desk.units_of("us-101"), turn="jun-1", phase=FIRST_MOVE)
    before = nearest_landing(s, desk.unit("us-4"), desk.hex("L4"))
    assert before == [desk.hex("L4")]


@rule("27.12")
def test_which_divisions_give_and_become_overstrength(desk):
    """None without a counter, nor one alone; `args` names the one to which another gives."""
    for units, counter, named, found in (
        ("us-1 us-4", "aside", "", "us-1 us-4"), ("us-1 us-4", "removed", "", ""), ("us-1", "aside", "", ""),
        ("us-1 us-4", "aside", "us-1", "us-4"), ("us-1 us-4", "removed", "us-1", ""),
    ):  # fmt: skip
        s = desk.set_up(
            dict.fromkeys(units.split(), "england") | {"us-over-1": counter, "br-79-a": "aside"}, steps=[]
        )
        args = tuple(desk.unit(name) for name in named.split())
        assert replacements._full(s, s.stack, "allied", args) == desk.units_of(found)


@rule("20.10", "21.2")
def test_where_a_flight_ends_and_who_is_left_to_raid(desk):
    s = desk.set_up({"us-101": "england", "us-1": "K2"}, capacity_start=5, allied="R11")
    s.began, s.airfields = desk.units_of("us-101"), desk.hexes_of("R11 K2")
    assert desk.preview("airlift us-101 R11").places == ("R11",)
    assert desk.legal("raid") == []


@rule("27.7")
def test_the_first_unit_of_the_list_is_not_reduced_because_nobody_is(desk):
    units = {"de-347": "R11", "de-352": "R10"}
    s = desk.set_up(units, steps=[], side="german", pools=[9] * len(desk.w.pools))
    assert takers.reduced(s, GERMAN) == 0
    s = desk.set_up(units, steps=[], side="german", pools=[9] * len(desk.w.pools), back="de-352")
    assert takers.reduced(s, GERMAN) == desk.units_of("de-352")


@rule("12.4", "12.6")
def test_who_goes_on_with_an_invasion_comes_from_its_box(desk):
    """L4 was invaded from England; each of them stands in the list beside one that is in the other box."""
    units = {"us-1": "england", "us-4": "africa", "us-29": "england", "us-2": "africa"}
    s = desk.set_up(units, steps=[], turn="jun-1", phase=FIRST_MOVE)
    s.began, s.site = desk.units_of(" ".join(units)), desk.hexes_of("L4")
    assert invaders(s, named=True) == desk.units_of("us-1 us-29")
    assert invaders(s, named=True, among=desk.units_of("us-4")) == 0
    assert invaders(s, named=True, among=0) == 0
