"""9. Military districts."""

from __future__ import annotations

import pytest

from grognard.games.fortress_europa.data.world import ALPINE, DISTRICTS, GERMAN
from grognard.games.fortress_europa.rules.landing.airborne import Drops, why_not_dropped
from grognard.games.fortress_europa.rules.landing.airlift import why_not_lifted_to
from grognard.games.fortress_europa.rules.movement import districts
from grognard.games.fortress_europa.rules.movement.entering import APPEAR, DROP, RAID, RELOCATE, RETREAT, entered
from grognard.games.fortress_europa.rules.sequence import EndMove, Moving, StartMove
from grognard.games.fortress_europa.rules.standing import put, survey
from grognard.games.fortress_europa.rules.state import FREE, frozen
from grognard.maps import members
from grognard.suite import rule

NETHERLANDS, FIFTEENTH, SEVENTH, FIRST, NINETEENTH = range(5)

# One frozen division in each district: GG3 Amsterdam, T7 in the 15th, K6 in the 7th, D14 in the 1st, K29 in the 19th.
FIVE = {"de-16lw": "GG3", "de-85": "T7", "de-352": "K6", "de-708": "D14", "de-198": "K29"}


def stand(desk, allied=None, **more):
    """The five, and others; the units of invaded districts have been released."""
    s = desk.set_up({**FIVE, **(allied or {})}, turn=2, frozen=" ".join(FIVE), **more)
    for district in range(5):
        if s.invaded >> district & 1:
            districts.release(s, district, None, "9.1A")
    return s


def bound(desk):
    return {DISTRICTS[d] for d in desk.s.bound if d != FREE}


# ------------------------------------------------------------------------------------------------- who is frozen


@rule("9.1", "9.2", "9.4")
def test_who_is_frozen_at_the_start(desk):
    s, w = desk.s, desk.w
    for u, entry in enumerate(w.entry):
        assert frozen(s, u) == (entry in DISTRICTS), w.ids[u]
    assert {w.entry[u] for u in range(w.n_units) if not frozen(s, u)} >= {"free", "city", "hidden"}
    # 9.4: the two that may be hidden and stay frozen, one in the 15th and one in the 7th district
    both = [u for u in range(w.n_units) if w.units[u].may_hide and frozen(s, u)]
    assert sorted(DISTRICTS[s.bound[u]] for u in both) == ["15th", "7th"]
    assert DISTRICTS[s.bound[desk.unit("de-85")]] == "15th", "2.2"
    assert DISTRICTS[s.bound[desk.unit("de-136")]] == "15th", "27.13"


@rule("9.1")
def test_a_frozen_unit_does_not_move(desk):
    stand(desk, {"de-lehr": "M11"}, side="german")
    assert desk.why("move de-352 K7") == ["9.1"]
    assert "de-lehr" in desk.legal("move"), "9.2: a free unit does"
    assert "7th Military District" in desk.words("move de-352 K7")


@rule("9.2")
def test_a_free_unit_inside_a_district_moves(desk):
    stand(desk, {"de-lehr": "K6"}, side="german")
    assert desk.hexes("de-lehr")


# ---------------------------------------------------------------------------------------------- 9.1A to 9.1G


@rule("9.1A")
def test_an_invasion_releases_its_district_alone(desk):
    s = stand(desk)
    districts.invasion_declared(s, desk.hexes_of("L3 L2"), None)
    assert bound(desk) == {"netherlands", "15th", "1st", "19th"}
    assert s.invaded == 1 << SEVENTH
    desk.restart(StartMove(1))


@rule("9.1E")
@pytest.mark.parametrize("site", ["GG2", "T5 U6", "CC4"])
def test_an_invasion_of_the_netherlands_or_the_15th_releases_everybody(desk, site):
    s = stand(desk)
    districts.invasion_declared(s, desk.hexes_of(site), None)
    assert not bound(desk)
    assert s.released


@rule("9.1G")
def test_an_invasion_of_two_districts_releases_everybody(desk):
    stand(desk)
    districts.invasion_declared(desk.s, desk.hexes_of("C9 C10"), None)  # the mouth of the Loire: 7th and 1st
    assert not bound(desk)


@rule("9.1D")
def test_moving_out_of_the_invaded_district_releases_everybody(desk):
    stand(desk, {"us-1": "K8"}, invaded=1 << SEVENTH)
    assert desk.w.district_of[desk.hex("K8")] == SEVENTH
    assert desk.w.district_of[desk.hex("K9")] == -1, "the interior of France"
    desk.play("move us-1 K9")
    assert not bound(desk)
    assert any("All German units are released" in line for line in desk.log)


@rule("9.1D")
def test_moving_inside_the_invaded_district_releases_nobody(desk):
    stand(desk, {"us-1": "J7"}, invaded=1 << SEVENTH)
    desk.play("move us-1 J8")
    assert len(bound(desk)) == 4


@rule("9.1D")
def test_passing_through_is_enough(desk):
    stand(desk, {"us-1": "J8"}, invaded=1 << SEVENTH)
    assert desk.w.district_of[desk.hex("J9")] == -1
    desk.play("move us-1 K8 via J9 K9")
    assert not bound(desk)


@rule("9.1E")
def test_entering_the_15th_or_the_netherlands_releases_everybody(desk):
    stand(desk, {"us-1": "M6"}, invaded=1 << SEVENTH)
    assert desk.w.district_of[desk.hex("N6")] == FIFTEENTH
    desk.play("move us-1 N6")
    assert not bound(desk)
    assert desk.s.released


@rule("9.1D", "20.12")
def test_a_drop_outside_the_invaded_district_releases_everybody(desk):
    for label, still in (("K7", 4), ("R24", 0), ("D15", 0)):
        s = stand(desk, {"us-101": "england"}, invaded=1 << SEVENTH)
        put(s, desk.unit("us-101"), desk.hex(label))
        entered(s, desk.unit("us-101"), desk.hex(label), None, DROP)
        assert len(bound(desk)) == still, label


@rule("9.1A", "9.1D", "21.5")
def test_a_raid_releases_by_ruling_70(desk):
    def raid(label, **more):
        s = stand(desk, {"us-rangers": label, **more.pop("allied", {})}, **more)
        entered(s, desk.unit("us-rangers"), desk.hex(label), None, RAID)
        return bound(desk)

    seventh = 1 << SEVENTH
    assert len(raid("L3", invaded=seventh, allied={"us-1": "K4"})) == 4, "in the invaded district"
    assert not raid("D13", invaded=seventh, allied={"us-1": "K4"}), "elsewhere, with Allied units in the invaded one"
    assert raid("D13", invaded=seventh) == {"netherlands", "15th", "19th"}, "none there: as an invasion"
    assert not raid("T5", invaded=seventh), "the 15th district"


@rule("9.6", "15.10")
@pytest.mark.parametrize("how", [RETREAT, RELOCATE])
def test_what_is_not_of_the_owner_s_will_releases_nobody(desk, how):
    s = stand(desk, {"us-1": "N7"}, invaded=1 << SEVENTH)
    entered(s, desk.unit("us-1"), desk.hex("N7"), None, how)
    assert len(bound(desk)) == 4
    assert s.trespassing == desk.units_of("us-1")


@rule("15.10")
def test_who_was_forced_into_a_frozen_district_must_leave_it(desk):
    stand(desk, {"us-1": "N7"}, invaded=1 << SEVENTH, trespassing=desk.units_of("us-1"))
    assert desk.w.district_of[desk.hex("N7")] == FIFTEENTH
    assert desk.why("end") == ["15.10"]
    assert desk.why("move us-1 N6") == ["15.10"], "still in the district, and outside can be reached"
    assert desk.hexes("us-1")
    assert FIFTEENTH not in {desk.w.district_of[desk.hex(label)] for label in desk.hexes("us-1")}
    desk.play("move us-1 M7")
    assert (desk.s.trespassing, desk.s.expelled) == (0, desk.units_of("us-1"))
    assert len(bound(desk)) == 4, "into the invaded district: nobody is released"
    desk.play("end")


@rule("15.10")
def test_who_has_moved_or_is_shut_in_need_not_leave(desk):
    w = desk.w
    s = stand(desk, {"us-1": "N7"}, invaded=1 << SEVENTH, trespassing=desk.units_of("us-1"))
    assert desk.why("end") == ["15.10"]
    s.moved = desk.units_of("us-1")
    assert desk.why("end") == []
    s.moved = s.trespassing = 0
    assert desk.why("end") == [], "who was not forced in may stay"
    others = [w.ids[u] for u in w.of_side[0] if w.kind[u] == "infantry" and w.ids[u] not in FIVE]
    around = dict(zip(others, sorted(desk.near("N7")), strict=False))
    stand(desk, {"us-1": "N7"} | around, invaded=1 << SEVENTH, trespassing=desk.units_of("us-1"))
    assert desk.why("end") == [], "no way is open"


@rule("15.10")
def test_but_not_in_the_turn_in_which_it_was_forced_in(desk):
    """It leaves on the next turn; if it moves before, then only towards the outside."""
    s = stand(desk, {"us-1": "N7"}, invaded=1 << SEVENTH, impulse=2)
    entered(s, desk.unit("us-1"), desk.hex("N7"), None, RETREAT)
    assert s.trespassing == desk.units_of("us-1")
    assert desk.why("end") == []
    assert desk.why("move us-1 N6") == ["15.10"]
    desk.restart(StartMove(1), Moving())
    assert desk.why("end") == ["15.10"]


@rule("15.10")
def test_nor_may_it_move_back_in(desk):
    stand(desk, {"us-1": "M7"}, invaded=1 << SEVENTH, expelled=desk.units_of("us-1"))
    assert desk.why("move us-1 N7") == ["15.10"]


@rule("15.10", "9.6", "9.1D")
@pytest.mark.parametrize(("way", "still"), [("M9", True), ("M10 via M9", False), ("M9 via L8", False)])
def test_to_leave_a_frozen_district_releases_nobody_but_to_go_on_does(desk, way, still):
    """From M8 in the 7th district, which was not invaded, to M9 or L8, which lie in none."""
    stand(desk, {"us-1": "M8"}, invaded=1 << FIRST, trespassing=desk.units_of("us-1"))
    assert [desk.w.district_of[desk.hex(label)] for label in ("M8", "M9", "L8")] == [SEVENTH, -1, -1]
    desk.play(f"move us-1 {way}")
    assert len(bound(desk)) == (4 if still else 0)
    assert desk.s.released == (not still)


@rule("15.10", "9.1E")
def test_the_way_out_leads_through_no_other_frozen_district(desk):
    """From M7 in the 7th district N9 is reached by M8 and M9, not by N7 and N8 in the 15th."""
    stand(desk, {"us-1": "M7"}, invaded=1 << FIRST, trespassing=desk.units_of("us-1"))
    assert desk.w.district_of[desk.hex("N7")] == FIFTEENTH
    told = "15.10: American 1 Infantry must leave its frozen district, and goes into no other one."
    assert desk.words("move us-1 N7") == told
    assert desk.why("move us-1 N9 via N7 N8") != []
    assert desk.why("move us-1 N9 via M8 M9") == []


@rule("15.10", "9.6")
def test_unless_there_is_no_other_way(desk):
    """From CC5, in the Netherlands, every way leads by Anvers in the 15th district."""
    s = stand(desk, {"us-1": "CC5"}, invaded=1 << FIRST, trespassing=desk.units_of("us-1"), flooded=False)
    assert desk.near("CC5") == {"CC4", "CC6"}
    assert desk.hexes("us-1") == {"FF7"}
    desk.play("move us-1 FF7", dice=[1])  # the port
    assert desk.at("us-1") == "FF7"
    assert len(bound(desk)) == 4, "neither the 15th nor the way out releases anybody"
    assert s.expelled == desk.units_of("us-1")


@rule("15.10", "9.1A", "21.5")
def test_where_nobody_is_frozen_any_more_nobody_must_leave(desk):
    """Nobody holds the invaded 1st district: a raid frees the 7th alone, and who was forced into it may stay."""
    units, forced = {"us-1": "K8", "us-rangers": "england"}, desk.units_of("us-1")
    s = stand(desk, units, invaded=1 << FIRST, trespassing=forced, began=desk.units_of("us-rangers"))
    assert desk.why("end") == ["15.10"]
    desk.play("raid us-rangers M5")
    assert bound(desk) == {"netherlands", "15th", "19th"}
    assert desk.why("end") == []
    s = stand(desk, units, invaded=1 << FIRST, trespassing=forced)
    put(s, desk.unit("de-352"), desk.w.destroyed)
    districts.freeze(s, desk.unit("de-352"), FREE)
    assert desk.why("end") == [], "those who were frozen are gone"


@rule("15.10", "11.4A", "20.2", "20.10")
def test_nor_may_it_come_back_by_sea_or_air(desk):
    """Two hold Brest; one of them was forced into the 7th district, and another, now in England, has been in it."""
    units = {"us-1": "B2", "us-29": "B2", "us-9": "england", "us-101": "england"}
    forced, out = desk.units_of("us-1"), desk.units_of("us-101")
    s = stand(desk, units, invaded=1 << FIRST, trespassing=forced, expelled=out, capacity_start=1)
    desk.play("sail us-1 england")
    assert (s.trespassing, s.expelled) == (0, forced | out)
    desk.restart(StartMove(2), Moving())
    assert (desk.why("sail us-1 B2"), desk.why("sail us-9 B2")) == (["15.10"], [])
    u, brest, told = (
        desk.unit("us-101"),
        desk.hex("B2"),
        "American 101 Airborne may not go back into a frozen district.",
    )
    s.airfields = desk.w.bit[brest]
    for found in (list(why_not_dropped(s, u, brest, -1)), list(why_not_lifted_to(s, u, brest))):
        assert [(why.rule, why.reason().text) for why in found] == [("15.10", told)]
    desk.play("sail us-29 england")
    assert s.expelled == forced | out, "who came of his own will may come again"


@rule("15.10", "11.4")
def test_who_was_driven_out_or_has_sailed_does_not_move_back_in_either(desk):
    """N7 lies in the frozen 15th district, M7 in the 7th, which was invaded; Dieppe, S6, is a port in the 15th."""
    s = stand(desk, {"us-1": "M7"}, invaded=1 << SEVENTH, trespassing=desk.units_of("us-1"))
    entered(s, desk.unit("us-1"), desk.hex("M7"), None, RETREAT)
    assert (s.trespassing, s.expelled) == (0, desk.units_of("us-1"))
    assert desk.why("move us-1 N7") == ["15.10"]
    s = stand(desk, {"us-1": "M7"}, invaded=1 << SEVENTH)
    entered(s, desk.unit("us-1"), desk.hex("M7"), None, RETREAT)
    assert s.expelled == 0, "who has not been inside"
    for units, kept in (("us-1", "us-1"), ("", "")):
        s = stand(desk, {"us-1": "S6"}, invaded=1 << SEVENTH, trespassing=desk.units_of(units))
        desk.play("sail us-1 england")
        assert (s.trespassing, s.expelled) == (0, desk.units_of(kept))


@rule("9.7")
def test_released_units_have_their_zone_at_once_and_stop_the_mover(desk):
    # The 85th is frozen in the 15th district; the American releases it with his first step and then comes beside it.
    s = desk.set_up({"us-1": "M8", "de-85": "O8"}, turn=2, frozen="de-85", invaded=1 << SEVENTH)
    assert desk.w.district_of[desk.hex("O8")] == FIFTEENTH
    assert desk.w.district_of[desk.hex("M9")] == -1
    desk.play("move us-1 P9 via M9 N8 O9")
    assert s.released
    assert all(survey(s).zones[GERMAN] >> desk.hex(h) & 1 for h in desk.near("O8"))
    assert desk.at("us-1") == "N8", "stopped in the first hex of the new zone"


@rule("9.1F", "9.9")
def test_which_attacks_release(desk):
    s = stand(desk, {"de-lehr": "L7", "de-2pz": "K6"})
    assert not districts.attack_releases(s, desk.hexes_of("L7"), ()), "a free unit inside the district"
    assert districts.attack_releases(s, desk.hexes_of("K6"), ()), "free and frozen together"
    assert districts.attack_releases(s, desk.hexes_of("L7 T7"), ())


@rule("9.1F")
def test_what_counts_is_where_the_frozen_unit_stands(desk):
    """A unit of the 15th that stands in the 7th district, which was invaded, releases nobody when attacked."""
    s = stand(desk, {"us-1": "L6"}, invaded=1 << SEVENTH)
    put(s, desk.unit("de-85"), desk.hex("K6"))
    assert s.bound[desk.unit("de-85")] == FIFTEENTH
    assert not districts.attack_releases(s, desk.hexes_of("K6"), (desk.unit("us-1"),))
    put(s, desk.unit("de-85"), desk.hex("T7"))
    assert districts.attack_releases(s, desk.hexes_of("T7"), (desk.unit("us-1"),))


# ------------------------------------------------------------------------------------------------ 9.1C relief


@rule("9.1C")
def test_a_free_unit_takes_a_frozen_unit_s_place(desk):
    s = stand(desk, {"de-lehr": "K9", "de-325": "K10"}, side="german")
    assert desk.why("relieve de-lehr de-352") == ["9.1C"], "it has not come yet"
    desk.play("move de-lehr K6")
    assert desk.why("move de-352 K7") == ["9.1"]
    desk.play("relieve de-lehr de-352")
    assert (frozen(s, desk.unit("de-lehr")), frozen(s, desk.unit("de-352"))) == (True, False)
    assert s.bound[desk.unit("de-lehr")] == SEVENTH
    desk.play("move de-352 K7")
    assert desk.at("de-352") == "K7", "free at once, in the same impulse"


@rule("9.1C")
def test_over_and_over_and_each_newcomer_frees_one(desk):
    s = stand(desk, {"de-lehr": "K7"}, side="german")
    desk.play("move de-lehr K6", "relieve de-lehr de-352")
    assert desk.why("relieve de-lehr de-352") == ["9.1C"], "it is frozen itself now"
    desk.play("move de-352 K5")
    assert sum(d == SEVENTH for d in s.bound) == 1, "the district keeps its number"


@rule("9.1C")
def test_a_small_unit_relieves_a_large_one(desk):
    stand(desk, {"de-325": "K7"}, side="german")
    assert desk.w.kind[desk.unit("de-325")] == "security"
    desk.play("move de-325 K6", "relieve de-325 de-352")
    assert not frozen(desk.s, desk.unit("de-352"))


@rule("9.1C", "20.10")
def test_a_unit_that_comes_by_air_relieves_too(desk):
    """It has entered the hex and stopped there."""
    units = {"de-3fj": "R11", "de-243": "K2", "us-1": "C6"}
    s = desk.set_up(units, side="german", frozen="de-243", began=desk.units_of("de-3fj"), airfields=desk.w.cities)
    desk.play("airlift de-3fj K2", "relieve de-3fj de-243")
    assert (frozen(s, desk.unit("de-3fj")), frozen(s, desk.unit("de-243"))) == (True, False)


@rule("9.1C", "20.9")
def test_who_drops_relieves_in_the_impulse_of_the_drop(desk):
    """A drop is a movement that comes before all other; in the second impulse the unit has entered no hex."""
    koln = desk.w.labels[desk.w.place_hex["Koln"]]
    units = {"de-3fj": koln, "de-243": "K3", "de-hq-7-army": "K7", "us-1": "C6"}
    steps = [StartMove(1), Drops(GERMAN), Moving(), EndMove(), StartMove(2), Moving(), EndMove()]
    for late in (False, True):
        s = desk.set_up(units, side="german", frozen="de-243", began=desk.units_of("de-3fj"), steps=steps)
        desk.play("drop de-3fj K3; done", dice=[1])
        if late:
            desk.play("end")
            assert desk.why("relieve de-3fj de-243") == ["9.1C"]
        else:
            desk.play("relieve de-3fj de-243")
            assert (frozen(s, desk.unit("de-3fj")), frozen(s, desk.unit("de-243"))) == (True, False)


# --------------------------------------------------------------------------------------------------- 9.3 Italy


def frontier_pair(desk):
    """Neighbours on the two sides of the Italian frontier that every unit can enter."""
    w = desk.w
    for h in range(w.n):
        for other in w.near[h]:
            if w.italy >> h & 1 and not w.italy >> other & 1 and ALPINE not in (w.terrain[h], w.terrain[other]):
                return w.labels[h], w.labels[other]
    raise AssertionError


@rule("9.3")
def test_the_two_garrisons_of_italy_stay_there_until_it_is_entered(desk):
    desk.set_up({"de-5geb": "X29", "de-34": "Y34"}, side="german")
    w = desk.w
    assert [w.units[desk.unit(u)].place for u in ("de-5geb", "de-34")] == ["Torino", "Genova"]
    for unit in ("de-5geb", "de-34"):
        assert desk.hexes(unit)
        assert {w.italy >> desk.hex(label) & 1 for label in desk.hexes(unit)} == {1}


@rule("9.3", "27.8")
def test_a_garrison_built_anew_in_germany_is_not_held_by_italy(desk):
    """It cannot leave Italy where it is not; EE21 is a German city."""
    s = desk.set_up({"de-5geb": "EE21", "de-34": "Y34"}, side="german")
    assert not s.italy_open
    assert desk.hexes("de-5geb") >= desk.near("EE21")
    assert {desk.w.italy >> desk.hex(label) & 1 for label in desk.hexes("de-34")} == {1}


@rule("9.3", "9.2")
def test_once_an_allied_unit_is_in_italy_they_may_leave(desk):
    desk.set_up({"us-1": "V34"})
    frontier = [h for h in desk.near("V34") if desk.w.italy >> desk.hex(h) & 1]
    assert frontier
    assert not desk.s.italy_open
    desk.play(f"move us-1 {frontier[0]}")
    assert desk.s.italy_open
    inside, outside = frontier_pair(desk)
    desk.set_up({"de-5geb": inside}, side="german")
    assert desk.why(f"move de-5geb {outside}") == ["9.3"]
    desk.set_up({"de-5geb": inside}, side="german", italy_open=True)
    assert outside in desk.hexes("de-5geb")


@rule("9.3")
def test_other_german_units_in_italy_are_free(desk):
    inside, outside = frontier_pair(desk)
    desk.set_up({"de-lehr": inside}, side="german")
    assert outside in desk.hexes("de-lehr")


def test_a_unit_that_appears_is_no_movement_out_of_a_district(desk):
    s = stand(desk, {"us-1": "R24"})
    entered(s, desk.unit("us-1"), desk.hex("R24"), None, APPEAR)
    assert len(bound(desk)) == 5, "nothing has been invaded"


@rule("9.3", "9.6", "21.5")
def test_italy_is_entered_by_raids_and_retreats_too(desk):
    """Ruling 64: by whatever way."""
    w = desk.w
    coast = w.labels[min(members(w.italy & w.beaches & w.invadable))]
    france = w.labels[min(members(w.invadable & w.from_africa & ~w.italy))]
    for enter in (
        lambda s, h: districts.raid_entry(s, h, None),
        lambda s, h: districts.involuntary_entry(s, desk.unit("us-1"), h),
        lambda s, h: districts.allied_entry(s, desk.unit("us-1"), h, None),
    ):
        for label, opened in ((coast, True), (france, False)):
            s = desk.set_up({"us-1": "M5"}, italy_open=False)
            enter(s, desk.hex(label))
            assert s.italy_open == opened
