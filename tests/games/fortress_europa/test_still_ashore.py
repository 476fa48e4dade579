"""12, 24, 31: landings hex by hex, and what carries the first number of its list."""

from __future__ import annotations

import pytest

from grognard.games.fortress_europa.data.world import GERMAN
from grognard.games.fortress_europa.rules.forces.partisans import PartisanLeaves
from grognard.games.fortress_europa.rules.invariants import broken
from grognard.games.fortress_europa.rules.landing.invasion import beaches_of, driven_off
from grognard.games.fortress_europa.rules.landing.sea import land
from grognard.games.fortress_europa.rules.setup.deploying import open_hexes, put_in_box, slots_left
from grognard.games.fortress_europa.rules.setup.setup import blanks, box_with_room, covers
from grognard.games.fortress_europa.rules.standing import set_decoy, survey
from grognard.games.fortress_europa.rules.state import NOWHERE
from grognard.maps import members
from grognard.suite import rule


@rule("31.16", "12.7")
@pytest.mark.parametrize(("unit", "free"), [("br-79-b", ""), ("br-3", "L4"), ("br-50", "L4")])
def test_beside_a_part_of_the_79th_others_land_but_no_second_part(desk, unit, free):
    units = {"br-79-a": "L4", unit: "england"}
    s = desk.set_up(units, options="funnies", turn="jun-1", invasions=1, invasion_turn=1, steps=[])
    s.invaders = s.ashore = desk.units_of("br-79-a")
    s.site = desk.hexes_of("L4")
    assert beaches_of(s, desk.unit(unit), desk.hexes_of("L4")) == desk.hexes_of(free)


@rule("12.9", "20.8", "21.11")
@pytest.mark.parametrize("field", ["invaders", "dropped", "raiding"])
@pytest.mark.parametrize(("fought", "stays"), [("L4", False), ("K2 M5 R20", True), ("", True)])
def test_only_who_shares_one_of_these_hexes_is_driven_off(desk, field, fought, stays):
    """Hexes that were fought for lie on both sides of the one that is shared."""
    assert desk.hex("K2") < desk.hex("L4") < desk.hex("M5")
    s = desk.set_up({"us-1": "L4", "de-352": "L4"}, turn="jun-1", steps=[], **{field: desk.units_of("us-1")})
    driven_off(s, desk.hexes_of(fought), None)
    assert (desk.at("us-1") == "L4") == stays


@rule("24.4")
def test_partisans_leave_the_first_hex_of_the_map_as_any_other(desk):
    for h in (0, desk.hex("M12")):
        s = desk.set_up({}, side="german", partisan=h, steps=[])
        PartisanLeaves().run(s, None)
        assert s.partisan == NOWHERE


@rule("31.7", "31.6")
def test_a_decoy_over_the_first_unit_of_the_list_is_no_blank(desk):
    first = desk.w.ids[0]
    s = desk.set_up({first: "KK15", "de-352": "M9"}, options="decoys", turn="nov-1", steps=[])
    set_decoy(s, 0, desk.hex("KK15"), 0)
    assert (blanks(s), covers(s)) == (0, 1)
    set_decoy(s, 1, desk.hex("LL17"), -1)
    assert (blanks(s), covers(s)) == (1, 1)
    assert [reason.rule for reason in broken(s)] == []
    set_decoy(s, 0, desk.hex("LL17"), 0)
    assert "31.6" in [reason.rule for reason in broken(s)]


@rule("12.10")
def test_what_an_area_takes_closes_that_area_alone(desk):
    """So many factors are ashore in a large area that a small one, in which nobody is, would take no more."""
    w = desk.w
    s = desk.set_up({"us-1": "england"}, turn="jun-1", invasions=1, invasion_turn=1, steps=[])
    mine = [a for a, hexes in enumerate(w.area_hexes) if not hexes & w.from_africa]
    small, large = (pick(mine, key=lambda a: w.areas[a].first) for pick in (min, max))
    alone = {a: w.area_hexes[a] & ~mask_of_others(w, a) for a in (small, large)}
    s.landed_factors = w.areas[small].first
    assert s.landed_factors + w.combat[desk.unit("us-1")][0] <= w.areas[large].first
    s.site = alone[large] & -alone[large]
    both = alone[small] | alone[large]
    assert beaches_of(s, desk.unit("us-1"), both) == alone[large]
    s.site = alone[small] & -alone[small]
    assert beaches_of(s, desk.unit("us-1"), both) == 0


def mask_of_others(w, area):
    found = 0
    for a, hexes in enumerate(w.area_hexes):
        if a != area:
            found |= hexes
    return found


@rule("31.8", "22.1")
def test_a_coastal_unit_is_not_suggested_for_a_box_that_is_full(desk):
    """Garrisons of cities fill the first district: the boxes that they leave open are in cities without beaches, and
    all others have as many places as units of their own."""
    w = desk.w
    s = desk.game.start("campaign", {"free-setup": True})
    slots = slots_left(s)
    garrisons = [u for u in w.starters if w.box_hex[w.box_of[u]] != NOWHERE]
    coasts = members(w.districts[0] & w.land & ~w.dyke & ~w.beaches)
    assert len(garrisons) >= slots[0] <= len(coasts)
    for u, h in zip(garrisons[: slots[0]], coasts, strict=False):
        put_in_box(s, u, 0, h)
    left = slots_left(s)
    assert left[0] == 0
    coastal = next(u for u in members(w.coastal_units & w.starting_units) if w.box_of[u] == 0)
    assert open_hexes(s, coastal, 0), "there is room on its beaches all the same"
    assert left[box_with_room(s, coastal)] > 0


@rule("11.8", "7.2", "8.2")
def test_a_landing_stops_in_a_german_zone_and_not_beside_one(desk):
    """Cherbourg (K2), with one German after the other in the hexes around it: some reach it, some only the hex that
    comes next in the list, some neither."""
    w, k2 = desk.w, desk.hex("K2")
    seen = set()
    for label in sorted(desk.disc("K2", 3) - {"K2"}):
        s = desk.set_up({"de-352": label, "us-1": "K2"}, capacity_start=9, steps=[])
        zones = survey(s).zones[GERMAN]
        land(s, desk.unit("us-1"), k2, None)
        assert bool(s.moved & desk.units_of("us-1")) == bool(zones & w.bit[k2])
        seen.add((bool(zones & w.bit[k2]), bool(zones & w.bit[k2 + 1])))
    assert {(True, True), (False, True), (False, False)} <= seen


@rule("8.2")
def test_who_is_stuck_in_mud_as_he_lands_goes_no_further_and_others_do(desk):
    """Of units numbered one after the other that land in Cherbourg the one in the middle is mired."""
    middle = desk.unit("us-4")
    s = desk.set_up(dict.fromkeys((desk.w.ids[middle + n] for n in (-1, 0, 1)), "K2"), mired=1 << middle, steps=[])
    for n in (-1, 0, 1):
        land(s, middle + n, desk.hex("K2"), None)
    assert s.moved == 1 << middle
