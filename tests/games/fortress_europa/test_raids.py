"""21. Commandoes and rangers."""

from __future__ import annotations

import pytest

from grognard.games.fortress_europa.data.world import ALLIED
from grognard.games.fortress_europa.rules.combat.nations import agree
from grognard.games.fortress_europa.rules.landing.dday import StartLanding, after_reveal
from grognard.games.fortress_europa.rules.landing.invasion import Foothold, Invading, cannot_retreat, only_own_hex
from grognard.games.fortress_europa.rules.movement.stacking import stack_value
from grognard.games.fortress_europa.rules.sequence import EndMove, Moving, StartMove
from grognard.games.fortress_europa.rules.setup.setup import Reveal
from grognard.games.fortress_europa.rules.standing import put, set_decoy, survey
from grognard.games.fortress_europa.rules.supply.ports import capacity, counts
from grognard.games.fortress_europa.rules.supply.supply import in_supply
from grognard.suite import rule

RAIDERS = ("us-rangers", "br-1ssb", "br-4ssb")


def raid(desk, units=None, *, box="england", **more):
    """A move impulse with all raiders in a box."""
    there = dict.fromkeys(RAIDERS, box) | (units or {})
    settings = {"began": desk.units_of(" ".join(RAIDERS)), "invasions": 1, "invasion_turn": 1} | more
    return desk.set_up(there, **settings)


def first(desk, units=None, hidden=None, **more):
    notes = [-1] * desk.w.n_units
    for unit, label in (hidden or {}).items():
        notes[desk.unit(unit)] = desk.hex(label)
    there = {"br-3": "england", "br-50": "england"} | dict.fromkeys(RAIDERS, "england")
    there |= dict.fromkeys(hidden or {}, "hidden") | (units or {})
    steps = [StartLanding(), Invading(), Reveal(), *after_reveal()]
    return desk.set_up(there, turn="jun-1", steps=steps, notes=notes, **more)


@rule("21.1")
def test_raiders_take_no_capacity_and_need_no_supply(desk):
    s = raid(desk)
    before = capacity(s)
    desk.play("raid us-rangers L4")
    assert capacity(s) == before
    assert not counts(s, desk.unit("us-rangers"))
    assert in_supply(s, desk.unit("us-rangers"))


@rule("21.2")
def test_only_commandoes_and_rangers_that_began_the_turn_in_a_box(desk):
    raid(desk, {"br-3": "england", "us-101": "england"})
    assert desk.why("raid br-3 L4") == ["21.2"]
    assert desk.why("raid us-101 L4") == ["21.2"]
    raid(desk, {"us-rangers": "M12"})
    assert desk.why("raid us-rangers L4") == ["21.2"]
    raid(desk, began=desk.units_of("br-1ssb"))
    assert desk.why("raid us-rangers L4") == ["21.2"]
    assert desk.why("raid br-1ssb L4") == []


@rule("21.2", "21.8")
@pytest.mark.parametrize(("start", "way"), [("england", "africa"), ("africa", "england"), ("K2", "england")])
def test_who_has_sailed_raids_no_more_in_that_turn(desk, start, way):
    """Raiders begin the turn where they set out from, and a passage is their movement of the impulse."""
    steps = [StartMove(1), Moving(), EndMove(), StartMove(2), Moving(), EndMove()]
    more = {"capacity_start": 9, "invasions": 1, "invasion_turn": 1, "began": desk.units_of("us-rangers")}
    goal = "F31" if way == "africa" else "M5"
    desk.set_up({"us-rangers": start, "us-1": "K2"}, steps=steps, **more)
    desk.play(f"sail us-rangers {way}")
    assert desk.why(f"raid us-rangers {goal}") == ["21.2"]
    desk.play("end")
    assert desk.why(f"raid us-rangers {goal}") == ["21.2"], "nor in the second impulse"
    desk.set_up({"us-rangers": way, "us-1": "K2"}, steps=steps, **more)
    assert desk.why(f"raid us-rangers {goal}") == [], "from where it began"


@rule("21.2")
@pytest.mark.parametrize("impulse", [1, 2])
@pytest.mark.parametrize("weather", ["clear", "overcast"])
def test_in_either_impulse_of_any_turn(desk, impulse, weather):
    raid(desk, impulse=impulse, weather=weather, turn="nov-2")
    desk.play("raid us-rangers L4")
    assert desk.at("us-rangers") == "L4"


@rule("21.2", "12.5")
def test_any_invadable_hex_and_open_inland_ports(desk):
    raid(desk, {"de-352": "D9"})
    assert desk.why("raid us-rangers R11") == ["12.5"]
    assert desk.why("raid us-rangers GG3") == ["12.16"]
    assert desk.why("raid us-rangers E10") == ["12.5"], "blocked"
    assert desk.why("raid us-rangers M6") == []
    assert desk.why("raid us-rangers QQ4") == []


@rule("21.2")
def test_a_group_is_one_raid_in_the_same_adjacent_or_arrow_joined_hexes(desk):
    s = raid(desk)
    desk.play("raid us-rangers BB4")
    assert s.raids == 1
    assert desk.why("raid br-1ssb L4") == ["21.2"]
    assert desk.why("raid br-1ssb BB4") == []
    assert desk.why("raid br-1ssb AA4") == [], "adjacent"
    desk.play("raid br-1ssb CC4", "raid br-4ssb DD3")
    assert s.raids == 1, "joined by arrows, one after the other"


@rule("15.10", "20.10", "21.2")
def test_who_was_expelled_comes_back_neither_over_the_beach_nor_from_the_air(desk):
    """The rangers and the 101st have been in the 15th district, where the 85th is frozen; T5 is a beach there."""
    expelled = desk.units_of("us-rangers us-101")
    units = {"us-101": "R11", "de-85": "W7", "us-1": "S6"}
    began = desk.units_of(" ".join((*RAIDERS, "us-101")))
    raid(desk, units, turn="jun-3", frozen="de-85", expelled=expelled, began=began)
    assert desk.why("raid us-rangers T5") == ["15.10"]
    assert desk.why("raid br-1ssb T5") == []
    assert "T5" not in desk.legal("raid us-rangers")
    assert desk.words("airlift us-101 S6").split(" ", 1)[0] == "15.10:"
    raid(desk, {"de-338": "N32"}, box="africa", turn="jun-3", frozen="de-338", expelled=expelled)
    assert set(desk.legal("raid")) == {"br-1ssb", "br-4ssb"}, "for the rangers no other coast can be reached"


@rule("21.2")
def test_two_raids_a_game(desk):
    s = raid(desk, steps=[StartMove(1), Moving(), EndMove(), StartMove(2), Moving(), EndMove()], raids=0)
    desk.play("raid us-rangers L4", "end", "raid br-1ssb O6")
    assert s.raids == 2, "another impulse is another raid (ruling 200)"
    raid(desk, raids=2)
    assert desk.why("raid us-rangers L4") == ["21.2"]


@rule("21.2")
def test_the_second_raid_of_the_game_goes_on_in_its_impulse(desk):
    s = raid(desk, raids=1)
    desk.play("raid us-rangers L4")
    assert s.raids == 2
    assert desk.why("raid br-1ssb L4") == []
    assert desk.preview("raid br-1ssb L4").effects == (), "it is no raid by itself"
    desk.play("raid br-1ssb L4")
    assert s.raids == 2


@rule("21.2")
def test_raiders_that_began_the_turn_in_a_city_do_not_raid(desk):
    raid(desk, {"us-rangers": "R11"}, stuck=desk.units_of("us-rangers"))
    assert "did not begin this turn in England or Africa" in desk.words("raid us-rangers L4")
    assert desk.why("raid us-rangers L4") == ["21.2"], "whatever else keeps it where it is"


@rule("21.9", "31.7")
def test_a_decoy_that_may_be_a_blank_does_not_keep_raiders_out(desk):
    s = first(desk, options="decoys-for-hidden")
    set_decoy(s, 0, desk.hex("M5"), -1)
    assert "M5" in desk.legal("raid us-rangers")
    s = first(desk, {"de-353": "M5"}, options="decoys-for-hidden")
    set_decoy(s, 0, desk.hex("M5"), -1)
    assert "M5" not in desk.legal("raid us-rangers"), "there a unit is seen"


@rule("33.3.3", "33.4.4")
@pytest.mark.parametrize(("scenario", "number"), [("bulge", "33.3.3"), ("berlin", "33.4.4")])
def test_no_raids_in_december(desk, scenario, number):
    raid(desk, scenario=scenario, turn="jan-1")
    assert desk.why("raid us-rangers L4") == [number]


@rule("21.2")
def test_raids_use_no_sea_movement_and_raiders_do_not_move_on(desk):
    s = raid(desk)
    desk.play("raid us-rangers L4")
    assert (s.sea_used, s.landed_factors) == (0, 0)
    assert desk.why("move us-rangers L5") == ["21.2"]


@rule("21.2", "18.7.7")
def test_raids_come_whatever_the_supply_capacity(desk):
    raid(desk, {"us-1": "M12"}, capacity_start=-3)
    assert desk.why("raid us-rangers L4") == []


@rule("21.3")
def test_raiders_attack_with_anybody(desk):
    s = raid(desk)
    units = [desk.unit(u) for u in ("us-rangers", "br-1ssb", "ca-3")]
    assert agree(s, units)
    assert not agree(s, [desk.unit(u) for u in ("us-rangers", "us-1", "ca-3")]), "ruling 199"


@rule("21.4", "18.7.12")
def test_a_port_taken_by_raiders_works_from_the_next_turn(desk):
    s = raid(desk)
    desk.play("raid us-rangers K2", dice=[2])
    p = desk.w.port_at[desk.hex("K2")]
    assert s.ports_asleep >> p & 1
    assert s.ports_taken >> p & 1


@rule("21.5", "9.1D")
def test_raiders_release_frozen_units(desk):
    seventh = 1 << desk.w.district_ids.index("7th")
    units = {"de-708": "C12", "us-1": "L5"}
    s = raid(desk, units, frozen="de-708", invaded=seventh)
    desk.play("raid us-rangers L4")
    assert not s.released, "in the district that was invaded"
    desk.play("end")
    s = raid(desk, units, frozen="de-708", invaded=seventh)
    desk.play("raid us-rangers D12")
    assert s.released


@rule("21.6", "7.1")
def test_raiders_have_no_zone_even_when_they_invade(desk):
    s = raid(desk)
    desk.play("raid us-rangers L4")
    assert survey(s).zones[ALLIED] == desk.hexes_of("L4")
    s = first(desk)
    desk.play("invade us-rangers L4; done")
    desk.restart(Foothold())
    assert survey(s).zones[ALLIED] == desk.hexes_of("L4")


@rule("21.6")
def test_raiders_stack_free(desk):
    three = {"us-1": "L4", "us-2": "L4", "us-4": "L4"}
    raid(desk, three)
    desk.play("raid us-rangers L4", "raid br-1ssb L4", "end")
    assert desk.step() == ""


@rule("21.7", "12.10")
def test_invading_raiders_count_for_capacity_and_stacking_but_are_no_raid(desk):
    s = first(desk)
    assert desk.why("invade br-3 L4; invade us-rangers L4; invade br-50 L4") == ["12.7"]
    desk.play("invade br-3 L4; invade us-rangers L4; done")
    assert s.raids == 0
    assert s.landed_factors == 5 + 1
    u = desk.unit("us-rangers")
    desk.restart(Foothold())
    assert stack_value(s, u) == 1, "all through the invasion turn"
    s.ashore = 0
    assert stack_value(s, u) == 0, "from the next turn on free"


@rule("21.7", "12.7")
def test_raiders_that_raid_with_an_invasion_are_free_of_its_limits(desk):
    s = first(desk)
    desk.play("invade br-3 L4; invade br-50 L4; raid us-rangers L4; raid br-1ssb L4; done")
    assert (s.raids, s.landed_factors) == (1, 10)
    assert desk.at("us-rangers") == "L4"


@rule("21.8", "12.4")
def test_from_africa_to_the_mediterranean_only(desk):
    raid(desk, box="africa")
    assert desk.why("raid us-rangers L4") == ["21.8"]
    assert desk.why("raid us-rangers F30") == []
    raid(desk)
    assert desk.why("raid us-rangers F30") == ["21.8"]


@rule("21.9")
def test_raiders_cannot_land_on_germans(desk):
    raid(desk, {"de-352": "L4"})
    assert desk.why("raid us-rangers L4") == ["21.9"]


@rule("21.9")
def test_raiders_next_to_a_german_zone_are_not_bound_to_their_hex(desk):
    s = raid(desk, {"de-352": "L5"})
    desk.play("raid us-rangers L4")
    assert not only_own_hex(s, desk.unit("us-rangers")), "it must attack whoever has it in his zone"


@rule("21.10")
def test_no_raids_in_a_storm(desk):
    raid(desk, weather="storm")
    assert desk.why("raid us-rangers L4") == ["21.10"]


@rule("21.11")
def test_raiders_on_a_hidden_unit_fight_it_or_are_eliminated(desk):
    s = first(desk, hidden={"de-352": "L4"})
    desk.play("invade br-3 M5; raid us-rangers L4; done")
    u = desk.unit("us-rangers")
    assert (desk.at("de-352"), desk.at("us-rangers")) == ("L4", "L4")
    assert only_own_hex(s, u)
    assert cannot_retreat(s, u)
    assert desk.owner("L4") == "german"
    desk.restart(Foothold())
    assert desk.at("us-rangers") == "destroyed"


@rule("21.11")
def test_raiders_stay_when_the_hidden_unit_is_gone(desk):
    s = first(desk, hidden={"de-352": "L4"})
    desk.play("invade br-3 M5; raid us-rangers L4; done")
    put(s, desk.unit("de-352"), desk.w.destroyed)
    desk.restart(Foothold())
    assert desk.at("us-rangers") == "L4"
