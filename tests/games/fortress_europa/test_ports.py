"""18.7. Supply capacity: what counts, what may land, capture, damage and repair of ports."""

from __future__ import annotations

import pytest

from grognard.games.fortress_europa.data.world import ALLIED
from grognard.games.fortress_europa.rules.combat.losses import eliminate
from grognard.games.fortress_europa.rules.movement.entering import SEA, entered
from grognard.games.fortress_europa.rules.sequence import EndMove, Moving, PlayerTurn, StartMove, StartTurn
from grognard.games.fortress_europa.rules.standing import put
from grognard.games.fortress_europa.rules.state import LOST, NOWHERE, SUPPLY
from grognard.games.fortress_europa.rules.supply.ports import (
    Repair,
    capacity,
    counts,
    harbours,
    port_value,
    start_of_turn,
    why_no_drop,
    why_no_lift,
)
from grognard.games.fortress_europa.rules.supply.shortage import SupplyPhase
from grognard.games.fortress_europa.rules.victory.judging import after_action
from grognard.suite import rule

# St. Nazaire 3, Nantes 2 (18.2-example); mulberries 12 and 9 (29.1); Cannes is a port of 1. Other values are ours.


def port(desk, name: str) -> int:
    return desk.w.port_ids.index(name)


def damage(desk, **points: int) -> list[int]:
    """The damage of ports, by their ids with _ for -."""
    return [points.get(name.replace("-", "_"), 0) for name in desk.w.port_ids]


def rules(whys) -> list[str]:
    return [why.rule for why in whys]


# ----------------------------------------------------------------------------------------------- counting


@rule("18.7", "18.7.3", "18.7.14")
def test_capacity_is_harbours_less_units_in_europe(desk):
    s = desk.set_up({"us-1": "C9", "us-4": "R11", "us-9": "M20"}, mulberry_at=[desk.hex("D7"), NOWHERE])
    # Mulberry 12 and St. Nazaire 3; three units, one in a port, one in a city, one that no line can reach.
    assert capacity(s) == 12 + 3 - 3


@rule("18.7", "18.7.3")
def test_who_counts(desk):
    yes = ("us-1", "us-2arm", "us-hq-bradley", "br-79-a", "br-79-b", "fr-ffi-1", "br-52")
    no = ("us-rangers", "br-1ssb", "us-101", "de-352", "us-9")
    units = dict.fromkeys((*yes, *no), "M20") | {"us-9": "england"}
    s = desk.set_up(units, by_air=desk.units_of("us-101"))
    assert [u for u in (*yes, *no) if counts(s, desk.unit(u))] == list(yes)
    s.by_air = 0
    assert counts(s, desk.unit("us-101")), "had it come by sea (20.15)"


@rule("18.7.1")
def test_after_the_first_invasion_it_is_set_by_what_is_there(desk):
    units = {"us-1": "D7", "us-4": "D8", "us-9": "E10", "us-hq-bradley": "D7", "us-101": "E9", "us-rangers": "D8"}
    s = desk.set_up(
        units,
        turn="jun-1",
        invasion_turn=1,
        invasions=1,
        mulberry_at=[desk.hex("D7"), NOWHERE],
        ashore=desk.units_of("us-1 us-4 us-9 us-hq-bradley"),
        dropped=desk.units_of("us-101"),
        by_air=desk.units_of("us-101"),
        steps=[SupplyPhase(1)],
    )
    assert capacity(s) == 12 + 2 - 4, "mulberry and Nantes, less four; the drop and the raid do not count"
    assert not s.unsupplied


@rule("18.7.1", "18.7.5")
def test_on_the_turn_of_the_invasion_nobody_is_too_many(desk):
    s = desk.set_up({"us-1": "M5", "us-4": "M5"}, invasion_turn=9, steps=[PlayerTurn(1, SUPPLY), Moving()])
    assert s.capacity_start == 0
    assert desk.step() == "Moving"
    assert s.face[desk.unit("us-1")] == 1, "it did not land this turn and has no supply; that is all"


@rule("18.7.2A", "18.7.2", "18.7.12")
def test_landing_takes_one_and_leaving_gives_one(desk):
    s = desk.set_up({"us-1": "england", "us-4": "K2"}, capacity_start=5)
    before = capacity(s)
    desk.play("sail us-1 K2")
    assert capacity(s) == before - 1
    desk.play("sail us-4 england")
    assert capacity(s) == before


@rule("18.7.2B", "18.7.12")
def test_a_destroyed_unit_gives_one_back(desk):
    s = desk.set_up({"us-1": "K2", "us-101": "K3", "us-rangers": "K3"}, by_air=desk.units_of("us-101"))
    before = capacity(s)
    eliminate(s, desk.unit("us-1"), None, "15.3")
    eliminate(s, desk.unit("us-101"), None, "15.3")
    eliminate(s, desk.unit("us-rangers"), None, "15.3")
    assert capacity(s) == before + 1, "the drop (20.15) and the rangers (21.1) give nothing"


@rule("18.7.2C", "18.7.2E", "18.7.12")
def test_ports_that_change_hands(desk):
    s = desk.set_up({"us-1": "D9"})
    before = capacity(s)
    desk.play("move us-1 E10", dice=[1])
    assert capacity(s) == before + 2, "Nantes"
    s = desk.set_up({"us-1": "M20", "de-352": "D9"}, allied="E10", side="german")
    assert capacity(s) == -1, "empty Nantes is in the zone of D9"
    s = desk.set_up({"us-1": "M20", "de-352": "E12"}, allied="E10", side="german")
    assert capacity(s) == 2 - 1
    desk.play("move de-352 E10")
    assert capacity(s) == -1
    assert any("falls to the Germans" in line for line in desk.log)


@rule("18.7.2C", "18.7.10")
def test_a_port_counts_with_its_present_value(desk):
    s = desk.set_up({"us-1": "C9"}, port_damage=damage(desk, st_nazaire=2))
    assert capacity(s) == 1 - 1


@rule("18.7.2D")
def test_the_second_mulberry_adds_its_value(desk):
    s = desk.set_up({"us-1": "M5"}, mulberry_at=[desk.hex("M5"), NOWHERE])
    before = capacity(s)
    s.mulberry_at[1] = desk.hex("D7")
    assert capacity(s) == before + 9


# ------------------------------------------------------------------------------------------- what may land


@rule("18.7.4")
def test_nothing_lands_that_would_bring_it_below_zero(desk):
    s = desk.set_up({"us-1": "england", "us-4": "england", "us-9": "E10", "us-rangers": "england"}, capacity_start=1)
    assert capacity(s) == 2 - 1
    desk.play("sail us-1 E10")
    assert desk.why("sail us-4 E10") == ["18.7.4"]
    desk.play("sail us-rangers E10")
    assert capacity(s) == 0, "they take nothing (21.1)"


@rule("18.7.4", "18.7.11")
def test_the_last_unit_does_not_leave_a_harbour_that_is_needed(desk):
    # St. Nazaire in the zone of D8 works while a unit is in it; without it four units would have nothing.
    units = {"us-1": "C9", "us-4": "M20", "us-9": "M20", "de-352": "D8"}
    s = desk.set_up(units)
    assert capacity(s) == 0
    assert "18.7.4" in desk.why("move us-1 D9")
    assert desk.why("sail us-1 england") == ["18.7.4"]
    s = desk.set_up(units | {"us-2": "C9"})
    assert "18.7.4" not in desk.why("move us-1 D9"), "another one stays"
    s = desk.set_up({"us-1": "C9", "de-352": "D8"})
    assert desk.why("sail us-1 england") == [], "nobody is left who would need it"
    s = desk.set_up({"us-1": "C9", "us-4": "M20"})
    assert desk.why("sail us-1 england") == [], "out of enemy zones it works when it is empty"
    assert s.turn


@rule("18.7.6", "18.7.12")
def test_at_zero_units_land_only_for_others(desk):
    s = desk.set_up({"us-1": "england", "us-4": "E10", "us-9": "E10"})
    start_of_turn(s)
    assert s.capacity_start == 0
    assert desk.why("sail us-1 E10") == ["18.7.6"]
    desk.play("sail us-4 england", "sail us-1 E10")
    assert desk.at("us-1") == "E10"


@rule("18.7.6")
def test_at_zero_losses_and_captures_of_the_first_impulse_make_room(desk):
    s = desk.set_up({"us-1": "england", "us-4": "E10", "us-9": "E10", "us-2": "D8"}, capacity_start=0, impulse=2)
    assert capacity(s) == -1
    eliminate(s, desk.unit("us-4"), None, "15.3")
    assert desk.why("sail us-1 E10") == ["18.7.6"]
    eliminate(s, desk.unit("us-2"), None, "15.3")
    assert desk.why("sail us-1 E10") == []


@rule("18.7.12", "18.7.11", "18.7.6")
def test_a_port_taken_now_serves_in_the_same_impulse(desk):
    s = desk.set_up({"us-1": "england", "us-4": "D8", "us-hq-shaef": "D7"}, mulberry_at=[desk.hex("D7"), NOWHERE],
                    mulberry_damage=[10, 0], capacity_start=0)  # fmt: skip
    assert capacity(s) == 0
    assert desk.why("sail us-1 C9") == ["11.8", "18.7.6"]
    desk.play("move us-4 C9", dice=[4])
    assert capacity(s) == 3
    desk.play("sail us-1 C9")
    assert desk.at("us-1") == "C9"


@rule("18.7.7")
def test_below_zero_nothing_lands_whatever_changes(desk):
    s = desk.set_up({"us-1": "england", "us-4": "E10", "us-9": "E10", "us-2": "D8"}, capacity_start=-1)
    assert desk.why("sail us-1 E10") == ["18.7.7"]
    eliminate(s, desk.unit("us-4"), None, "15.3")
    eliminate(s, desk.unit("us-2"), None, "15.3")
    assert capacity(s) == 1
    assert desk.why("sail us-1 E10") == ["18.7.7"]
    desk.play("sail us-1 africa", "sail us-9 england")


@rule("18.7.6", "18.7.7", "12.18")
def test_drops_and_airlifts_from_outside_are_barred_too(desk):
    para = desk.unit("us-101")
    for start, expected in ((-1, "18.7.7"), (0, "18.7.6")):
        s = desk.set_up({"us-1": "K2"}, capacity_start=start)
        assert rules(why_no_drop(s)) == [expected]
        assert rules(why_no_lift(s, para)) == [expected]
    s = desk.set_up({"us-1": "K2"}, capacity_start=7)
    assert rules(why_no_drop(s)) == rules(why_no_lift(s, para)) == []
    s = desk.set_up({"us-1": "E10", "us-4": "E10"}, capacity_start=1)
    assert rules(why_no_lift(s, para)) == ["18.7.4"]
    assert rules(why_no_drop(s)) == [], "a drop takes no capacity"
    s = desk.set_up({"us-1": "england"}, capacity_start=0)
    assert rules(why_no_drop(s)) == [], "nobody is left on the continent (12.18)"
    s = desk.set_up({"us-1": "M5"}, capacity_start=0, invasion_turn=9)
    assert rules(why_no_drop(s)) == []


@rule("12.18")
def test_after_a_failed_first_invasion_drops_disregard_capacity_until_the_second(desk):
    """The raid that 12.18 allows does not stop the drops that it allows."""
    s = desk.set_up({"us-1": "england"}, turn="jun-1", side="german", invasions=1, invasion_turn=1)
    after_action(s, None)
    assert s.first_failed
    s.turn, s.side = 4, ALLIED
    put(s, desk.unit("us-rangers"), desk.hex("J3"))
    after_action(s, None)
    assert s.capacity_start <= 0
    assert rules(why_no_drop(s)) == []
    s.invasions = 2
    assert rules(why_no_drop(s)) == ["18.7.6"]


@rule("12.18")
def test_a_first_invasion_has_not_failed_while_its_second_wave_can_land(desk):
    s = desk.set_up({"us-1": "england"}, turn="jun-1", impulse=2, invasions=1, invasion_turn=1)
    after_action(s, None)
    assert not s.first_failed
    s = desk.set_up({"us-1": "M5"}, turn=2, invasions=1, invasion_turn=1)
    after_action(s, None)
    assert not s.first_failed


@rule("18.7.5")
def test_forced_below_zero_he_has_a_turn_to_take_units_out(desk):
    # A Storm of this turn has cost the mulberry: the turn began well, so nobody is lost yet.
    units = {"us-1": "D7", "us-4": "R11", "us-hq-bradley": "D7"}
    s = desk.set_up(units, mulberry_at=[desk.hex("D7"), NOWHERE], mulberry_damage=[11, 0], capacity_start=3,
                    steps=[SupplyPhase(1)])  # fmt: skip
    assert capacity(s) == -2
    assert desk.step() == "Shortage", "the mulberry supplies one of the two in its hex (18.2)"
    desk.play("starve us-1")
    assert desk.step() == ""


@rule("18.7.5")
def test_then_a_step_is_lost_for_each_unit_too_many(desk):
    units = {"us-1": "R11", "us-4": "BB8", "us-9": "R24", "us-101": "R11", "us-rangers": "R11"}
    s = desk.set_up(units, by_air=desk.units_of("us-101"), capacity_start=-3, steps=[SupplyPhase(1)])
    assert capacity(s) == -3
    assert desk.step() == "Overdrawn"
    assert set(desk.legal("reduce")) == {"us-1", "us-4", "us-9"}
    assert desk.legal("reduce") == [u for u in desk.w.ids if not desk.why(f"reduce {u}")]
    assert desk.why("reduce us-101") == ["18.7.5"]
    desk.play("reduce us-1", "reduce us-1")
    assert desk.at("us-1") == "destroyed"
    desk.play("reduce us-9")
    assert desk.step() == "", "three steps, though there are fewer units now"
    assert [s.face[desk.unit(u)] for u in ("us-4", "us-9")] == [0, 1]


@rule("18.7.5")
def test_who_brought_enough_out_loses_nothing(desk):
    desk.set_up({"us-1": "E10", "us-4": "E10"}, capacity_start=-2, steps=[SupplyPhase(1)])
    assert desk.step() == ""


@rule("18.7.6", "18.7.7")
def test_the_start_of_the_turn_is_noted(desk):
    s = desk.set_up({"us-1": "E10", "us-4": "E10", "us-9": "E10"})
    start_of_turn(s)
    assert s.capacity_start == -1


@rule("18.7.13")
def test_after_the_second_invasion_only_where_supply_is(desk):
    later = {"turn": "sep-1", "second_turn": 10, "capacity_start": 9}
    units = {"us-1": "england", "us-hq-shaef": "england", "us-9": "W4", "us-4": "K2"}
    desk.set_up(units, **later)
    # Calais is no city: a unit needs an HQ within five hexes. Cherbourg is one, and has points to spare.
    assert desk.why("sail us-1 W4") == ["18.7.13"]
    assert desk.why("sail us-1 K2") == []
    desk.set_up(units | {"us-hq-bradley": "W4"}, **later)
    assert desk.why("sail us-1 W4") == []
    desk.set_up(units, impulse=2, **later)
    assert desk.why("sail us-hq-shaef W4") == [], "an HQ brings its own"
    desk.set_up(units, **(later | {"second_turn": 13}))
    assert desk.why("sail us-1 W4") == [], "not yet on the turn itself"


@rule("18.7.13", "18.2")
def test_the_port_needs_a_free_point_of_its_own(desk):
    later = {"turn": "sep-1", "second_turn": 10, "capacity_start": 9}
    # Nantes has two points; Bradley and a unit beside it use them. Cherbourg is cut off and does not help.
    units = {
        "us-1": "england",
        "us-4": "E10",
        "us-hq-bradley": "D9",
        "us-9": "D9",
        "us-2": "K2",
        "us-rangers": "england",
    }
    desk.set_up(units, **later)
    assert desk.why("sail us-1 E10") == ["18.7.13"]
    assert desk.why("sail us-rangers E10") == [], "they need none (21.1)"
    desk.set_up(units | {"us-9": "E10"}, **later)
    assert desk.why("sail us-1 E10") == [], "who stands in the city needs no point"


# -------------------------------------------------------------------------------------- capture and damage


@rule("18.7.8", "18.7.11")
@pytest.mark.parametrize(("die", "value"), [(1, 3), (2, 3), (3, 3), (4, 3), (5, 1), (6, 1)])
def test_a_captured_port_is_rolled_for(desk, die, value):
    s = desk.set_up({"us-1": "D8"})
    desk.play("move us-1 C9", dice=[die])
    assert port_value(s, port(desk, "st-nazaire")) == value
    assert s.port_turn[port(desk, "st-nazaire")] == s.turn


@rule("18.7.8-note", "18.7.8")
def test_a_port_of_one_becomes_a_zero_and_is_repaired(desk):
    cannes = port(desk, "cannes")
    assert desk.w.port_capacity[cannes] == 1
    s = desk.set_up({"us-1": "R33"})
    desk.play("move us-1 R34", dice=[6])
    assert port_value(s, cannes) == 0
    desk.restart(Repair())
    assert port_value(s, cannes) == 0, "not on the turn of the capture"
    s.turn += 1
    desk.restart(Repair())
    assert port_value(s, cannes) == 1


@rule("18.7.8", "18.7.11")
def test_one_point_a_turn_and_only_with_infantry(desk):
    nazaire = port(desk, "st-nazaire")
    for unit, repaired in (("us-1", 2), ("us-101", 2), ("fr-2dim", 2), ("br-52", 2), ("us-2arm", 1),
                           ("us-hq-bradley", 1), ("us-rangers", 1), ("us-4cav", 1)):  # fmt: skip
        s = desk.set_up({unit: "C9"}, port_damage=damage(desk, st_nazaire=2), steps=[Repair()])
        assert port_value(s, nazaire) == repaired, unit
    s = desk.set_up({"us-1": "D8"}, allied="C9", port_damage=damage(desk, st_nazaire=2), steps=[Repair()])
    assert port_value(s, nazaire) == 1, "nobody is in it"
    s = desk.set_up({"us-1": "C9"}, port_damage=damage(desk, st_nazaire=2), steps=[Repair(), Repair(), Repair()])
    assert port_value(s, nazaire) == 3, "never more than printed"


@rule("18.7.8", "4.3B6")
def test_repairs_come_at_the_end_of_the_allied_second_impulse(desk):
    s = desk.set_up({"us-1": "C9"}, port_damage=damage(desk, st_nazaire=2), steps=[PlayerTurn(1, SUPPLY), Moving()])
    assert port_value(s, port(desk, "st-nazaire")) == 2
    s = desk.set_up({"us-1": "C9"}, port_damage=damage(desk, st_nazaire=2), steps=[PlayerTurn(0, SUPPLY), Moving()])
    assert port_value(s, port(desk, "st-nazaire")) == 1, "not in the German turn"


@rule("18.7.9")
def test_units_pass_through_a_damaged_port_even_one_of_zero(desk):
    s = desk.set_up(
        {"us-1": "england", "us-4": "C9", "us-9": "K2"}, port_damage=damage(desk, st_nazaire=3), capacity_start=5
    )
    assert port_value(s, port(desk, "st-nazaire")) == 0
    desk.play("sail us-4 england", "sail us-1 C9")
    assert desk.at("us-1") == "C9"


def taken_again(desk, first: int, again: int) -> int:
    """The value of St. Nazaire after two captures with these dice."""
    s = desk.set_up({"us-1": "D8", "de-352": "removed"})
    desk.play("move us-1 C9", dice=[first])
    put(s, desk.unit("us-1"), desk.hex("D8"))
    put(s, desk.unit("de-352"), desk.hex("C9"))
    entered(s, desk.unit("de-352"), desk.hex("C9"), None)
    assert desk.owner("C9") == "german"
    put(s, desk.unit("de-352"), desk.w.removed)
    s.turn += 1
    desk.restart(StartMove(1), Moving(), EndMove())
    desk.play("move us-1 C9", dice=[again])
    return port_value(s, port(desk, "st-nazaire"))


@rule("18.7.10")
@pytest.mark.parametrize(
    ("first", "again", "value"),
    [
        (1, 2, 3),
        (4, 3, 1),  # undamaged the first time: 3 to 6 damages
        (4, 6, 1),
        (5, 4, 1),  # damaged the first time: 5 or 6, and the old damage stays
        (6, 5, 0),  # 3, then 1, then 0
    ],
)
def test_a_recaptured_port(desk, first, again, value):
    assert taken_again(desk, first, again) == value


@rule("18.7.11")
def test_an_empty_port_in_a_zone_is_useless_until_somebody_is_back(desk):
    s = desk.set_up({"us-1": "M20", "us-9": "E9", "de-352": "C7"}, allied="C9")
    assert [h.name for h in harbours(s)] == ["St. Nazaire"], "C7 does not touch it"
    s = desk.set_up({"us-1": "M20", "us-9": "D9", "de-352": "D8"}, allied="C9")
    assert harbours(s) == []
    assert desk.owner("C9") == "allied", "the Germans have not captured it"
    put(s, desk.unit("us-9"), desk.hex("C9"))
    entered(s, desk.unit("us-9"), desk.hex("C9"), None, SEA)
    assert capacity(s) == 3 - 2
    assert not any(type(x).__name__ == "PortDamage" for x in s.stack), "no new capture, no roll (ruling 86)"


@rule("18.7.11", "18.7.3")
def test_an_empty_mulberry_in_a_zone_is_useless_too(desk):
    s = desk.set_up({"us-1": "M20", "de-352": "E8"}, mulberry_at=[desk.hex("D7"), LOST])
    assert capacity(s) == -1
    s = desk.set_up({"us-1": "D7", "de-352": "E8"}, mulberry_at=[desk.hex("D7"), LOST])
    assert capacity(s) == 12 - 1


@rule("20.16", "21.4", "18.7.11", "18.7.12")
@pytest.mark.parametrize("unit", ["us-101", "us-rangers", "br-1ssb"])
def test_airborne_units_and_raiders_open_a_port_only_next_turn(desk, unit):
    units = {unit: "D8", "us-1": "england", "us-4": "D8", "us-9": "K2"}
    s = desk.set_up(units, capacity_start=5)
    before = capacity(s)
    case = "20.16" if unit == "us-101" else "21.4"
    desk.play(f"move {unit} C9", dice=[1])
    assert capacity(s) == before
    assert desk.why("sail us-1 C9") == [case]
    desk.play("move us-4 C9")
    assert capacity(s) == before, "whoever follows (ruling 182)"
    assert desk.why("sail us-1 C9") == [case]
    s = desk.set_up(units, capacity_start=5)
    desk.play(f"move {unit} C9", dice=[1])
    desk.restart(StartTurn(s.turn + 1))
    assert capacity(s) == before + 3


@rule("18.7.13", "18.1")
def test_which_hq_makes_a_landing_supplied(desk):
    """At a mulberry a unit lands in supply only with an HQ within five hexes that traces to this very harbour."""
    later = {"turn": "sep-1", "second_turn": 10, "capacity_start": 9, "mulberry_at": [desk.hex("M5"), -1]}
    units = {"us-1": "england", "us-4": "K2"}
    desk.set_up(units, **later)
    assert desk.why("sail us-1 M5") == ["18.7.13"], "no HQ"
    for hq, supplied in (("M9", True), ("M10", True), ("M11", False)):
        distance = desk.w.grid.distance(desk.hex("M5"), desk.hex(hq))
        assert (distance <= 5) == supplied
        desk.set_up(units | {"us-hq-bradley": hq}, allied="M5 M6 M7 M8 M9 M10", **later)
        assert (desk.why("sail us-1 M5") == []) == supplied, hq
    desk.set_up(units | {"us-hq-bradley": "M9"}, **later)
    assert desk.why("sail us-1 M5") == ["18.7.13"], "it has no line to the mulberry over controlled hexes"
