"""What is refused, with the case that forbids it, beside what is allowed next to it."""

from __future__ import annotations

import pytest

from grognard.games.fortress_europa.data.world import ALLIED, CLEAR, DISTRICTS, GERMAN
from grognard.games.fortress_europa.rules.air.air import AlliedAllocation, GermanAllocation
from grognard.games.fortress_europa.rules.air.air_phase import AirBoxes
from grognard.games.fortress_europa.rules.air.support import BindSupport, targets
from grognard.games.fortress_europa.rules.combat.attacking import StartCombat
from grognard.games.fortress_europa.rules.forces.replacements import AlliedReplacing, GermanReplacing, Strengthening
from grognard.games.fortress_europa.rules.forces.volkssturm import fill
from grognard.games.fortress_europa.rules.landing.airborne import Drops
from grognard.games.fortress_europa.rules.landing.invasion import Invading
from grognard.games.fortress_europa.rules.sequence import EndMove, Moving, StartMove
from grognard.games.fortress_europa.rules.setup.deploying import beach_box, open_hexes, put_in_box, slots_left
from grognard.games.fortress_europa.rules.state import LOST, NOWHERE
from grognard.kernel.rules.legality import lacking
from grognard.maps import members
from grognard.suite import rule


def combat(desk, units, side="allied", **more):
    desk.set_up(units, side=side, steps=[StartCombat(more.get("impulse", 1))], **more)
    if desk.step() == "Removing":
        desk.play("keep")


# --------------------------------------------------------------------------------------------------- the beginning


@rule("4.1", "12.2", "17.7", "20.4", "21.2", "30.1")
def test_nothing_has_happened_when_the_campaign_begins(desk):
    s = desk.game.begin("campaign", desk.game.settle_options("campaign", {}))
    unset = {
        "battle_column", "landing_area", "rail_hq_month", "carpet_month", "partisan", "fuel_limit", "winner",
    }  # fmt: skip
    for name in type(s).__struct_fields__:
        value = getattr(s, name)
        if name in unset:
            assert value == -1, name
        elif name == "flooded":
            assert value is True, "31.11 is an option"
        elif name not in {"scenario", "options", "turn", "side", "weather"} and isinstance(value, (int, str, bool)):
            assert not value, name
    assert s.turn == 1


# --------------------------------------------------------------------------------------------------- the air


@rule("17.1")
@pytest.mark.parametrize("weather", ["overcast", "overcast-star", "storm"])
def test_german_aircraft_stay_down_in_bad_weather(desk, weather):
    desk.set_up({}, turn="jul-1", weather=weather, tac_left=5, steps=[GermanAllocation()])
    assert desk.why("fly luftwaffe-1 german-ground-support") == ["17.1"]
    desk.set_up({}, turn="jul-1", tac_left=5, steps=[GermanAllocation()])
    assert desk.why("fly luftwaffe-1 german-ground-support") == []


@rule("17.10.6", "17.10.7")
def test_it_is_told_what_unwatched_bases_and_sites_cost(desk):
    s = desk.set_up({}, turn="jul-1", steps=[AlliedAllocation()])
    step, w = s.stack[-1], desk.w
    assert [waste.rule for waste in step.wastes(s, "allied")] == ["17.10.6", "17.10.7"]
    s.mission[w.aircraft_ids.index("8th-1")] = w.mission["u-boats"]
    assert [waste.rule for waste in step.wastes(s, "allied")] == ["17.10.7"]
    s.mission[w.aircraft_ids.index("8th-2")] = w.mission["v1"]
    assert list(step.wastes(s, "allied")) == []


@rule("17.9.1-advanced")
def test_an_aircraft_changes_its_box_once_a_month(desk):
    desk.set_up({}, turn="jul-1", options="advanced-air", steps=[AirBoxes(0)])
    assert desk.why("station luftwaffe-1 western-front; station luftwaffe-2 western-front; done") == []
    assert desk.why("station luftwaffe-1 western-front; station luftwaffe-1 germany") == ["17.9.1-advanced"]
    assert desk.why("station night-1 western-front") == ["17.9.1-advanced"]
    assert desk.why("station 8th-1 western-front") == ["17.9.1-advanced"]


@rule("17.10.2")
def test_ground_support_needs_a_hex_that_may_be_attacked(desk):
    plane = desk.w.aircraft_ids.index("9th-1")
    mission = [NOWHERE] * len(desk.w.aircraft)
    mission[plane] = desk.w.mission["ground-support"]
    more = {"turn": "jun-1", "mission": mission, "steps": [BindSupport()]}
    s = desk.set_up({"br-3": "M5"}, **more)
    assert desk.why("aim 9th-1 M5") == []
    assert desk.why("aim 2nd-1 M5") == ["17.10.2"], "it flies another mission"
    three = [a for a, plane in enumerate(desk.w.aircraft) if plane.kind == "tac" and plane.side == "allied"][:4]
    for a in three:
        s.mission[a] = desk.w.mission["ground-support"]
    hexes = [desk.w.labels[h] for h in members(targets(s))]
    assert "M5" in hexes
    names = [desk.w.aircraft_ids[a] for a in three]
    draft = "; ".join(f"aim {name} M5" for name in names[:3])
    assert desk.why(draft) == []
    assert desk.why(f"{draft}; aim {names[3]} M5") == ["17.10.2"], "three at most support one battle"
    assert desk.why(f"{draft}; aim {names[0]} N5") == ["17.10.2"], "it has its hex"
    assert not desk.set_up({"us-1": "R20"}, **more).stack, "nobody is in range: nothing is asked"


# --------------------------------------------------------------------------------------------------- attacks


@rule("9.1", "14.1")
def test_a_frozen_unit_does_not_attack(desk):
    combat(desk, {"de-352": "M7", "de-353": "M7", "us-1": "M8"}, "german", frozen="de-352")
    assert desk.why("attack de-352 M8") == ["9.1"]
    assert desk.why("attack de-353 M8") == []


@rule("14.9")
def test_a_hex_that_has_fought_is_attacked_no_more(desk):
    combat(desk, {"us-1": "M9", "us-4": "M9", "de-352": "M10"}, fought=0)
    desk.s.fought = desk.units_of("de-352")
    assert desk.why("attack us-1 M10")[0] in {"14.9", "14.6C"}
    combat(desk, {"us-1": "M9", "de-352": "M10", "de-353": "L10"})
    desk.s.fought = desk.units_of("de-352")
    desk.s.facts = None
    assert "M10" not in desk.legal("attack us-1")


@rule("14.8", "14.10")
def test_odds_worse_than_one_to_six_are_no_attack(desk):
    """A battle group of 1 against 4 + 2 behind nothing is 1-6; against one factor more it is worse."""
    units = {"us-1": "M9", "us-4": "M9", "de-352": "M10"}
    combat(desk, units)
    assert desk.why("with us-4") == ["14.3"], "no battle is declared"
    assert desk.why("lower 1-2") == ["14.3"]
    assert desk.why("attack us-1 M10; attack us-4 M10") == ["14.3"], "one at a time"
    assert desk.why("attack us-1 M10; with us-1") == ["14.7"]
    assert desk.why("attack us-1 M10; with us-4") == []
    assert desk.why("attack us-1 M10 M10") == ["14.7"]


@rule("19.4", "19.6", "19.9")
def test_which_ships_support_a_battle(desk):
    w = desk.w
    n4, r2 = w.sea_spots.index("N4"), w.sea_spots.index("T4")
    ships = {"ship_at": [n4, r2, LOST, LOST]}
    units = {"us-1": "N5", "us-4": "N5", "de-352": "M6"}
    combat(desk, units, **ships)
    assert desk.why("ship navy-1") == ["14.3"], "no battle is declared"
    assert desk.why("attack us-1 M6; ship navy-1") == []
    assert desk.why("attack us-1 M6; ship navy-1; ship navy-1") == ["19.4"]
    assert desk.why("attack us-1 M6; ship navy-2") == ["19.6"], "T4 is too far from Caen"
    combat(desk, units, ships_used=1, **ships)
    assert desk.why("attack us-1 M6; ship navy-1") == ["19.4"], "once a turn"
    combat(desk, units, ships_used=2, **ships)
    assert desk.why("attack us-1 M6; ship navy-1") == []
    combat(desk, units, weather="storm", **ships)
    assert desk.why("attack us-1 M6; ship navy-1") == ["19.9"]
    combat(desk, units, "german", **ships)
    assert desk.why("attack de-352 N5; ship navy-1") == ["19.4"], "not in the German turn"


# --------------------------------------------------------------------------------------------------- forces


@rule("31.9", "9.1")
def test_only_a_free_armored_unit_is_alerted(desk):
    fields = {"turn": 1, "side": "german", "options": "armor-release", "invaded": 1 << 3, "invasion_turn": 1}
    desk.set_up({"de-21pz": "K6", "de-2pz": "R13", "de-352": "R13"}, frozen="de-21pz", **fields)
    assert desk.why("alert de-21pz") == ["9.1"]
    assert desk.why("alert de-2pz") == []
    assert desk.why("alert de-352") == ["31.9"]


@rule("26.3", "26.2")
def test_where_and_when_reinforcements_enter(desk):
    desk.set_up({"de-352": "due"}, side="german")
    assert desk.why("enter de-352 II10") == []
    desk.set_up({"de-352": "due"}, side="german", impulse=2)
    assert desk.why("enter de-352 II10") == ["26.2"]
    desk.set_up({"us-1": "england"})
    assert desk.why("enter us-1 II10") == ["26.3"]
    cities = desk.w.german_cities
    desk.set_up({"de-352": "due"}, side="german", allied=" ".join(desk.w.labels[h] for h in members(cities)))
    assert desk.why("enter de-352 II10") == ["26.3"], "no city is left"


@rule("27.11")
def test_the_79th_breaks_down_and_joins_by_the_rules(desk):
    parts = dict.fromkeys(("br-79-a", "br-79-b", "br-79-c"), "aside")
    room = {"allied": "K2 P4", "capacity_start": 9}
    desk.set_up({"br-79": "england", **parts}, **room)
    assert desk.why("break79") == []
    assert desk.why("join79") == ["27.11"], "it is not broken down"
    desk.set_up({"br-79": "england", **parts, "br-79-b": "destroyed"}, **room)
    assert desk.why("break79") == ["27.11"], "a part is lost"
    desk.set_up({"br-79": "england", **parts}, back="br-79", **room)
    assert desk.why("break79") == ["27.11"], "reduced"
    desk.set_up({"br-79": "england", **parts, "de-352": "RR7"}, side="german", **room)
    assert desk.why("break79") == ["27.11"], "it is British"
    desk.set_up({"br-79": "aside", **dict.fromkeys(parts, "england")}, **room)
    assert desk.why("join79") == []
    desk.set_up({"br-79": "aside", **dict.fromkeys(parts, "england"), "br-79-b": "destroyed"}, **room)
    assert desk.why("join79") == ["27.11"]
    desk.set_up({"br-79": "aside", **dict.fromkeys(parts, "england"), "br-79-b": "africa"}, **room)
    assert desk.why("join79") == ["27.11"], "not in one place"


@rule("27.11", "12.4")
def test_the_parts_of_the_79th_inherit_what_it_has_done(desk):
    parts = dict.fromkeys(("br-79-a", "br-79-b", "br-79-c"), "aside")
    s = desk.set_up({"br-79": "england", **parts}, began=desk.units_of("br-79"), allied="K2 P4")
    desk.play("break79")
    three = desk.units_of("br-79-a br-79-b br-79-c")
    assert s.began & three == three, "they began the turn in England"
    assert {desk.at(u) for u in parts} == {"england"}
    assert desk.at("br-79") == "aside"


@rule("31.16")
def test_before_the_landing_the_79th_needs_two_other_divisions(desk):
    three = dict.fromkeys(("br-7arm", "br-11arm", "br-gds"), "england")
    steps = [Strengthening()]
    parts = dict.fromkeys(("br-79-a", "br-79-b", "br-79-c"), "aside")
    names = [n for n in three if n in desk.w.unit][:2]
    both = dict.fromkeys(names, "england")
    desk.set_up({"br-79": "england", **both, **parts}, turn=1, back="br-79", options="funnies", steps=steps)
    assert desk.why(f"build79 {names[0]} {names[1]}") == []
    assert desk.why(f"build79 {names[0]} {names[0]}") == ["31.16"], "each gives one step"
    assert desk.why("break79") == ["31.16"], "reduced"
    one = {names[0]: "england"}
    desk.set_up({"br-79": "england", **one, **parts}, turn=1, back="br-79", options="funnies", steps=steps)
    assert desk.why(f"build79 {names[0]} {names[1]}") == ["31.16"], "there are no two"
    desk.set_up({"br-79": "africa", **both, **parts}, turn=1, back="br-79", options="funnies", steps=steps)
    assert desk.why(f"build79 {names[0]} {names[1]}") == ["31.16"], "not in England"
    desk.set_up({"br-79": "england", **both, **parts}, turn=1, back="br-79", steps=steps)
    assert desk.why(f"build79 {names[0]} {names[1]}") == ["31.16"], "only with the option"
    desk.set_up({"br-79": "england", **both, **parts}, turn=1, options="funnies", steps=steps)
    assert desk.why(f"build79 {names[0]} {names[1]}") == ["31.16"], "at full strength"
    assert desk.why("break79") == []


@rule("27.12")
def test_the_last_6_4_has_nobody_to_reduce_for_it(desk):
    desk.set_up({"us-1": "england"}, turn=1, steps=[Strengthening()])
    desk.set_up({"us-1": "england", "us-over-1": "aside"}, turn=1, steps=[Strengthening()])
    assert desk.why("overstrength us-1 us-4") == ["27.12"]
    desk.set_up({"us-1": "england", "us-4": "england", "us-over-1": "aside"}, turn=1, steps=[Strengthening()])
    assert desk.why("overstrength us-1 us-4") == []
    assert desk.why("overstrength us-1 us-1") == ["27.12"]


@rule("27.13")
def test_hq_troops_need_a_destroyed_unit(desk):
    pools = [9] * len(desk.w.pools)
    troops = next(desk.w.ids[u] for u in members(desk.w.hq_troops))
    more = {"side": "german", "turn": "oct-1", "pools": pools, "steps": [GermanReplacing()]}
    desk.set_up({troops: "KK15", "de-352": "destroyed"}, **more)
    assert desk.why(f"hq-troops {troops} de-352") == []
    desk.set_up({troops: "KK15", "de-352": "KK15", "de-353": "KK15"}, back="de-353", **more)
    assert desk.why(f"hq-troops {troops} de-352") == ["27.13"]


# --------------------------------------------------------------------------------------------------- from air and sea


def drops(desk, units, **more):
    settings = {"invasions": 1, "invasion_turn": 1, "capacity_start": 5, "began": desk.units_of(" ".join(units))}
    number = GERMAN if more.get("side") == "german" else ALLIED
    return desk.set_up(units, steps=[StartMove(1), Drops(number), Moving(), EndMove()], **(settings | more))


@rule("20.4", "27.7")
def test_who_took_replacements_does_not_drop(desk):
    drops(desk, {"us-82": "england", "us-101": "england"}, stuck=desk.units_of("us-82"))
    assert desk.why("drop us-82 M8") == ["27.7"]
    assert desk.why("drop us-101 M8") == []


@rule("20.8", "20.9")
def test_the_preview_of_a_drop(desk):
    drops(desk, {"us-82": "england", "us-101": "england", "de-352": "M8"})
    told = desk.preview("drop us-82 M8")
    assert [r.rule for r in told.effects] == ["20.9", "20.8"]
    told = desk.preview("drop us-82 L7")
    assert [r.rule for r in told.effects] == ["20.9"]


@rule("20.9")
def test_the_odds_of_a_drop(desk):
    s = drops(desk, {"us-82": "england"})
    game = desk.game
    odds = game.odds(s, "allied", game.read(s, "allied", "drop us-82 M8"))
    assert {row.outcome: row.value for row in odds.rows} == {"lands safely": 5 / 6, "loses a step": 1 / 6}


@rule("21.2", "27.7", "21.8")
def test_who_raids(desk):
    raiders = {"us-rangers": "england", "br-1ssb": "england"}
    began = desk.units_of("us-rangers br-1ssb")
    more = {"invasions": 1, "invasion_turn": 1, "began": began}
    desk.set_up(raiders, stuck=desk.units_of("us-rangers"), **more)
    assert desk.why("raid us-rangers M5") == ["27.7"]
    assert desk.why("raid br-1ssb M5") == []
    told = desk.preview("raid br-1ssb M5")
    assert [r.rule for r in told.effects] == ["21.2"], "the raid is counted"
    desk.play("raid br-1ssb M5")
    desk.s.stuck = 0
    assert desk.preview("raid us-rangers M5").effects == (), "the same raid"
    desk.set_up({"us-rangers": "africa"}, **more)
    assert desk.why("raid us-rangers M5") == ["21.8"]
    desk.set_up(raiders, side="german", **more)
    assert desk.why("raid us-rangers M5") == ["21.2"]


@rule("12.2")
def test_no_invasion_before_august_but_the_first(desk):
    units = {"br-3": "england", "us-1": "K2"}
    more = {"invasions": 1, "invasion_turn": 1, "capacity_start": 5, "began": desk.units_of("br-3"), "allied": "P4"}
    for turn, able in (("jul-4", False), ("aug-1", True), ("sep-4", True), ("oct-1", False)):
        desk.set_up(units, turn=turn, **more)
        assert (desk.why("invade br-3 M5") == []) == able, turn
    desk.set_up(units, turn="aug-1", **(more | {"invasions": 0}))
    assert desk.why("invade br-3 M5") == ["12.2"], "the first one is made on the first turn"
    desk.set_up(units, turn="aug-1", **(more | {"invasions": 2}))
    assert desk.why("invade br-3 M5") == ["12.2"]


@rule("27.7", "12.3")
def test_who_took_replacements_does_not_invade(desk):
    desk.set_up(
        {"br-3": "england", "br-50": "england"}, turn="jun-1", stuck=desk.units_of("br-3"), steps=[Invading()],
        began=desk.units_of("br-3 br-50"),
    )  # fmt: skip
    assert desk.why("invade br-3 M5") == ["27.7"]
    assert desk.why("invade br-50 M5") == []


@rule("11.8", "11.4B", "11.5")
def test_the_preview_of_a_passage(desk):
    room = {"capacity_start": 9}
    desk.set_up({"us-1": "england", "us-4": "K2", "de-352": "K3"}, allied="B2", **room)
    assert [r.rule for r in desk.preview("sail us-1 K2").effects] == ["11.8"]
    assert desk.preview("sail us-1 B2").effects == ()
    assert desk.preview("sail us-1 B2").cost == "passage 1 of 5"
    assert desk.preview("sail us-1 africa").effects == ()
    desk.set_up({"us-1": "M5"}, friendly_beaches=desk.hexes_of("M5"), sea_used=2, evacuated=1, allied="B2", **room)
    told = desk.preview("sail us-1 england")
    assert [r.text for r in told.effects] == ["Evacuation 2 of 2 this turn."]
    assert told.cost == "passage 3 of 5"


# --------------------------------------------------------------------------------------------------- districts


@rule("15.10")
def test_a_trespasser_goes_out_or_nearer_to_the_outside(desk):
    """A unit deep in the frozen 7th district cannot reach the outside in one hex, but comes nearer."""
    w = desk.w
    inside = w.districts[w.district_ids.index("7th")]
    deep = max(members(inside & w.ground[CLEAR]), key=lambda h: min(
        w.grid.distance(h, x) for x in members(w.land & ~inside)
    ))  # fmt: skip
    away = min(w.grid.distance(deep, x) for x in members(w.land & ~inside))
    assert away > 2
    s = desk.set_up(
        {"us-1": w.labels[deep], "de-352": "K2"}, frozen="de-352", weather="storm",
        trespassing=desk.units_of("us-1"), invaded=1 << w.district_ids.index("1st"),
    )  # fmt: skip
    goals = desk.hexes("us-1")
    assert goals
    for label in goals:
        assert min(w.grid.distance(desk.hex(label), x) for x in members(w.land & ~inside)) < away, label
    assert desk.why("end") == ["15.10"]
    s.driven_in = desk.units_of("us-1")
    assert desk.why("end") == [], "not in the turn in which it was forced in"


@rule("9.1C")
def test_who_relieves_whom(desk):
    desk.set_up({"de-352": "M7", "de-353": "M8", "us-1": "R20"}, side="german", frozen="de-352")
    assert desk.why("relieve de-353 de-352") == ["9.1C"], "it has not come"
    desk.play("move de-353 L8")
    assert desk.why("relieve de-353 de-352") == ["9.1C"], "nobody frozen is there"
    desk.set_up({"de-352": "M7", "de-353": "M8", "de-91": "M8", "us-1": "R20"}, side="german", frozen="de-352")
    desk.play("move de-353 M7")
    assert desk.why("relieve de-353 de-91") == ["9.1C"], "it is not frozen"
    assert desk.why("relieve de-352 de-353") == ["9.1C"], "it is frozen itself"
    desk.play("relieve de-353 de-352")
    assert (desk.s.bound[desk.unit("de-353")], desk.s.bound[desk.unit("de-352")]) == (
        desk.w.district_ids.index("7th"),
        -1,
    )


# --------------------------------------------------------------------------------------------------- options


@rule("31.15")
def test_an_exit_costs_one_more_hex(desk):
    west = " ".join(desk.w.labels[h] for h in members(desk.w.land & ~desk.w.german_cities))
    more = {"turn": "mar-1", "options": "exits", "allied": west, "volkssturm_cities": desk.w.german_cities}
    s = desk.set_up({"us-2arm": "RR10", "us-hq-patton": "RR9"}, **more)
    full = desk.w.move[desk.unit("us-2arm")][0]
    s.spent[desk.unit("us-2arm")] = full - 1
    assert desk.why("exit us-2arm") == []
    s.spent[desk.unit("us-2arm")] = full
    assert desk.why("exit us-2arm") == ["5.4"]
    desk.set_up({"us-2arm": "RR10", "us-hq-patton": "RR9", "de-2pz": "KK10"}, side="german", **more)
    assert desk.why("exit us-2arm") == ["31.15"]


@rule("31.13")
def test_when_the_commandos_slip_through(desk):
    more = {"turn": "dec-4", "options": "greif"}
    desk.set_up({"de-150ss": "R13", "us-1": "R17"}, **more)
    assert desk.why("slip R14") == ["31.13"], "in the Allied turn"
    desk.set_up({"de-150ss": "due", "us-1": "R17"}, side="german", **more)
    assert desk.why("slip R14") == ["31.13"], "not on the map"
    desk.set_up({"de-150ss": "R13", "us-1": "R17"}, side="german", turn="dec-4")
    assert desk.why("slip R14") == ["31.13"], "only with the option"


@rule("31.6")
def test_decoys_are_laid_in_the_german_turn(desk):
    desk.set_up({"de-352": "KK15", "us-1": "R20"}, turn="nov-1", options="decoys")
    assert desk.why("cover de-352") == ["31.6"]
    desk.set_up({"de-352": "KK15", "us-1": "R20"}, side="german", turn="nov-1", options="decoys")
    assert desk.why("cover de-352") == []


# --------------------------------------------------------------------------------------------------- retreats


@rule("15.3", "15.4")
def test_a_retreat_of_two_hexes_names_both(desk):
    combat(desk, {"us-1": "M9", "us-4": "M9", "us-9": "M9", "de-352": "M10", "de-353": "R20"})
    desk.play("attack us-1 M10; with us-4; with us-9; lower 3-1; done", dice=[4])
    assert desk.step() == "Retreating"
    more = lacking(desk.s, desk.s.stack[-1], desk.seat, ["retreat", "de-352", "M11"])
    assert [r.rule for r in more] == ["15.3"], "DR is two hexes"
    assert lacking(desk.s, desk.s.stack[-1], desk.seat, ["retreat", "de-352", "M11", "M12"]) == []
    assert desk.why("retreat de-352 M11 M12") == []
    assert desk.why("retreat de-352 M11 M12 M13")[0] == "15.3"
    assert desk.why("retreat de-353 R21") == ["15.4"]
    assert desk.why("retreat de-352 M11 M10") == ["15.5"], "back into the hex it left"


@rule("33.3.9-4")
def test_both_may_advance_after_their_attack(desk):
    units = {"de-1ss-late": "GG12", "de-150ss": "GG12", "us-106": "FF12", "us-1": "R11"}
    names = [u for u in units if u in desk.w.unit]
    assert len(names) == 4
    w = desk.w
    desk.set_up(units, side="german", scenario="bulge", turn="dec-3", weather="overcast-star", steps=[StartCombat(1)],
                belt_units=desk.units_of("de-1ss-late de-150ss"))  # fmt: skip
    desk.play("attack de-1ss-late FF12; with de-150ss; done", dice=[6])
    while desk.step() in {"Retreating", "SweptAlong"}:
        text = desk.game.legal(desk.s, desk.seat)[0]
        while not text.complete:
            text = desk.game.legal(desk.s, desk.seat, text)[0]
        desk.play(text.text)
    assert desk.step() == "Advancing"
    desk.play("advance de-1ss-late FF12")
    assert desk.step() == "Advancing", "the other one too"
    desk.play("advance de-150ss FF12")
    assert (desk.at("de-1ss-late"), desk.at("de-150ss")) == ("FF12", "FF12")
    assert w.advancing_units == desk.units_of("de-1ss-late de-150ss") or w.advancing_units & desk.units_of("de-150ss")


@rule("27.5")
def test_each_side_regrades_its_own_factors(desk):
    some = [3] * len(desk.w.pools)
    units = {"de-2pz": "LL14", "us-2arm": "england"}
    for side, own, others in (
        ("german", ("german-armored",), ("american-armored", "british-armored")),
        ("allied", ("american-armored", "british-armored"), ("german-armored",)),
    ):
        step = GermanReplacing() if side == "german" else AlliedReplacing()
        more = {"side": side, "turn": "oct-1", "back": "de-2pz us-2arm", "steps": [step]}
        for name in own:
            s = desk.set_up(units, pools=list(some), **more)
            desk.play(f"regrade {name}")
            armored, infantry = desk.w.pools.index(name), desk.w.pools.index(name.replace("armored", "infantry"))
            assert (s.pools[armored], s.pools[infantry]) == (2, 4)
        for name in others:
            assert desk.why(f"regrade {name}") == ["27.5"]
        pools = list(some)
        for name in own:
            pools[desk.w.pools.index(name)] = 0
        s.pools = pools
        for name in own:
            assert desk.why(f"regrade {name}") == ["27.5"], "there are none"


@rule("31.5")
def test_without_the_option_there_is_no_ferry_to_jersey(desk):
    for options, ferried in (("jersey", True), ("", False)):
        desk.set_up({"de-352": "J3"}, side="german", options=options)
        assert ("I4" in desk.hexes("de-352")) == ferried


@rule("31.5", "8.10")
def test_the_ferry_and_enemy_zones(desk):
    """Out of a zone nobody is ferried into another one, nor onto an Allied unit."""
    desk.set_up({"de-352": "J3", "us-1": "I4"}, side="german", options="jersey")
    assert "I4" not in desk.hexes("de-352")
    desk.set_up({"de-352": "I4", "us-1": "J5"}, side="german", options="jersey")
    assert desk.hexes("de-352") == {"H5", "J3", "J4"}, "into a zone it may go"
    desk.set_up({"de-352": "I4", "us-1": "J4"}, side="german", options="jersey")
    assert desk.hexes("de-352") == {"H5", "J3"}


@rule("20.10", "20.11")
def test_the_preview_of_an_airlift(desk):
    more = {"capacity_start": 5, "allied": "K2 P4"}
    desk.set_up({"us-101": "england", "us-82": "R11"}, began=desk.units_of("us-101 us-82"), **more)
    told = desk.preview("airlift us-101 R11")
    assert told.text.endswith("goes by air to Paris (R11).") or "Paris" in told.text
    assert [r.rule for r in told.effects] == ["20.10", "20.10"], "it counts against supply capacity"
    told = desk.preview("airlift us-82 K2")
    assert len(told.effects) == 1, "it is in Europe already"
    told = desk.preview("airlift us-82 england")
    assert "England" in told.text
    assert len(told.effects) == 1
    assert told.cost == ""
    city = desk.w.labels[desk.w.place_hex["Erfurt"]]
    desk.set_up({"de-6fj": city}, side="german", began=desk.units_of("de-6fj"), german_lifts=1)
    goal = sorted(desk.hexes("de-6fj", "airlift"))[0]
    told = desk.preview(f"airlift de-6fj {goal}")
    assert told.cost == "airlift 2 of 2"
    assert [r.rule for r in told.effects] == ["20.11"]


@rule("31.7")
def test_the_rest_of_the_decoys_cover_the_strongest_units(desk):
    game, w = desk.game, desk.w
    desk.s = s = game.start("campaign", {"decoys-for-hidden": True})
    desk.play("rest; done")
    covered = {u for u in s.decoy_unit if u >= 0}
    assert len(covered) == 9
    assert min(w.combat[u][0] for u in covered) >= max(w.combat[u][0] for u in w.starters if u not in covered)


@rule("25.4")
def test_a_volkssturm_unit_that_falls_is_not_called_up_in_the_same_battle(desk):
    w = desk.w
    koln, bonn = desk.hex("II10"), w.place_hex["Bonn"]
    s = desk.set_up({"us-1": "GG11", "de-vs-1": "waiting"}, volkssturm_waiting=(bonn,), volkssturm_cities=w.bit[koln])
    s.battle_foes = desk.units_of("de-vs-1")
    fill(s, None)
    assert desk.at("de-vs-1") == "waiting"
    s.battle_foes = 0
    fill(s, None)
    assert desk.at("de-vs-1") == w.labels[bonn]
    assert s.volkssturm_waiting == ()
    assert s.volkssturm_cities == w.bit[koln] | w.bit[bonn]


@rule("31.8", "22.1")
def test_the_last_beaches_are_kept_for_coastal_units(desk):
    """Other units may fill boxes with beaches only while enough are left for the coastal defense units."""
    game, w = desk.game, desk.w
    desk.s = s = game.start("campaign", {"free-setup": True})
    others = [u for u in w.starters if not w.coastal_units >> u & 1 and not w.hqs >> u & 1]
    coastal = [u for u in w.starters if w.coastal_units >> u & 1]
    beaches = [box for box in range(len(w.box_ids)) if beach_box(w, box)]
    spare = sum(slots_left(s)[box] for box in beaches) - len(coastal)
    assert 0 < spare < len(others) - 1
    for u in others[:spare]:
        box = next(b for b in beaches if slots_left(s)[b] and open_hexes(s, u, b))
        put_in_box(s, u, box, members(open_hexes(s, u, box))[0])
    left = next(w.box_ids[b] for b in beaches if slots_left(s)[b])
    name = w.ids[others[spare]]
    assert [r.rule for r in game.why_not(s, "german", f"place {name} {left}")] == ["22.1"]
    assert game.why_not(s, "german", f"place {w.ids[coastal[0]]} {left}") == []


@rule("33.3.9-5")
def test_who_has_come_by_sea_on_december_iv_walks_no_farther(desk):
    """Americans that are not free have one hex; a passage uses it up (ruling 296)."""
    units = {"us-35": "england", "us-4arm": "england", "us-1": "K2"}
    more = {"scenario": "bulge", "turn": "dec-4", "allied": "P4 B2", "capacity_start": 9}
    s = desk.set_up(units, quick_units=desk.units_of("us-4arm"), **more)
    desk.play("sail us-35 K2", "sail us-4arm K2")
    assert desk.hexes("us-35") == set()
    assert desk.hexes("us-4arm")
    assert s.sailed == desk.units_of("us-35 us-4arm")
    desk.set_up(units, **(more | {"turn": "jan-1"}))
    desk.play("sail us-35 K2")
    assert desk.hexes("us-35"), "only on December IV"


@rule("6.1", "3.3")
def test_a_hex_that_holds_one_unit_is_said_to_hold_one_unit(desk):
    w = desk.w
    s = desk.game.start("campaign")
    single = next(h for h in members(w.districts[DISTRICTS.index("7th")]) if w.stack_limit[h] == 1)  # a mountain
    desk.s = s
    told = desk.words("; ".join(f"place {name} {w.labels[single]}" for name in ("de-352", "de-353")))
    assert "holds 1 unit and is full" in told
