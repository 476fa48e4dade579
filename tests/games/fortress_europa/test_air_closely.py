"""17.4 to 17.10: what a single aircraft, turn or headquarters changes in the Air Allocation Phase."""

from __future__ import annotations

import pytest

from grognard.games.fortress_europa.data.world import ALLIED, GERMAN
from grognard.games.fortress_europa.rules.air.air import (
    GermanAllocation,
    americans_halved,
    british_halved,
    flying,
    tac_range,
)
from grognard.games.fortress_europa.rules.air.air_phase import AirBoxes, AirMonth, AirPhase
from grognard.games.fortress_europa.rules.state import IDLE, SPENT
from grognard.suite import rule

SAC = ("bomber-command-1", "bomber-command-2", "8th-1", "8th-2")
TAC = ("2nd-1", "2nd-2", "2nd-3", "9th-1", "9th-2", "12th-1", "12th-2")


def in_flight(desk, mission):
    return {desk.w.aircraft_ids[a] for a in flying(desk.s, mission)}


def allocate(desk, german, **planes):
    """Both players put aircraft on the chart: SAC that are not named attack replacements, TAC strafe."""
    flights = {a: name.replace("_", "-") for name, ids in planes.items() for a in ids.split()}
    parts = [f"fly {a} {flights.get(a, 'replacements' if a in SAC else 'strafing')}" for a in SAC + TAC]
    desk.set_up({}, turn="jul-1", steps=[AirPhase()], tac_left=8)
    desk.play("; ".join([*parts, "done"]))
    desk.play("; ".join([*(f"fly {text}" for text in german), "done"]))


# ---------------------------------------------------------------------------------------------------- range


@rule("17.4", "17.5")
def test_an_hq_of_the_other_side_gives_no_range(desk):
    desk.set_up({})
    allied, german = tac_range(desk.s, ALLIED), tac_range(desk.s, GERMAN)
    desk.set_up({"de-hq-ob-west": "T13"})
    assert tac_range(desk.s, ALLIED) == allied
    assert tac_range(desk.s, GERMAN) != german
    desk.set_up({"us-hq-shaef": "T13"})
    assert tac_range(desk.s, GERMAN) == german
    assert tac_range(desk.s, ALLIED) != allied


@rule("17.4", "17.5")
def test_only_allied_hqs_give_no_range_on_the_first_turn(desk):
    s = desk.set_up({"de-hq-ob-west": "R11"}, turn="jun-1")
    assert tac_range(s, GERMAN) >> desk.hex("R19") & 1


# --------------------------------------------------------------------------------------------- who is told what


@rule("17.9.1", "17.9.2")
def test_the_charts_show_by_which_row_an_aircraft_flies(desk):
    allocate(desk, ["luftwaffe-1 german-ground-support", "luftwaffe-2 strafing"])
    choices = [e for e in desk.told if getattr(e, "what", "") == "air"]
    assert {e.pieces[0]: e.side for e in choices} == dict.fromkeys(SAC + TAC, "allied") | dict.fromkeys(
        ("luftwaffe-1", "luftwaffe-2"), "german"
    )
    shown = {e.pieces[0]: e.shows for e in choices}
    assert shown["8th-1"] == ("missions Attacking German Replacements Flown by",)
    assert shown["luftwaffe-1"] == ("replacements German TAC July", "missions German Ground Support Flown by")
    assert shown["luftwaffe-2"] == ("replacements German TAC July",), "it flies no mission, it cancels one"


@rule("17.1")
def test_how_many_fly_in_bad_weather_is_told(desk):
    desk.set_up({}, turn="jul-1", weather="storm", steps=[AirPhase()])
    assert desk.words("fly 2nd-1 strafing") == "17.1: No TAC flies in this weather."
    two = "fly 8th-1 railway; fly 8th-2 railway"
    assert desk.words(f"{two}; fly bomber-command-1 railway") == "17.1: Only 2 SAC fly in this weather."


@rule("17.9.2")
def test_a_german_aircraft_has_one_mission_too(desk):
    desk.set_up({}, turn="jul-1", steps=[GermanAllocation()], tac_left=8)
    assert desk.why("fly luftwaffe-1 strafing; fly luftwaffe-1 railway") == ["17.9.2"]


@rule("17.7", "17.7.3")
@pytest.mark.parametrize("against", ["strafing", "german-ground-support"])
def test_each_german_flight_costs_one_aircraft_or_one_fuel(desk, against):
    s = desk.set_up({}, turn="jul-1", steps=[GermanAllocation()], tac_left=8, fuel_reserve=20)
    desk.play(f"fly luftwaffe-1 {against}; done")
    assert (s.tac_left, s.fuel_reserve) == (7, 20)
    s = desk.set_up(
        {}, turn="jul-1", options="advanced-air", steps=[GermanAllocation()], tac_left=8, fuel_reserve=20,
        front_box=1 << desk.w.plane["luftwaffe-1"],
    )  # fmt: skip
    desk.play(f"fly luftwaffe-1 {against}; done")
    assert (s.tac_left, s.fuel_reserve) == (8, 19)


@rule("17.10.6", "17.10.7")
def test_bases_that_fell_on_the_first_turn_halve_nothing_afterwards(desk):
    s = desk.set_up({}, turn=2, steps=[], bases_turn=1, sites_turn=1)
    assert not americans_halved(s)
    assert not british_halved(s)


# ------------------------------------------------------------------------------------------------ cancelling


@rule("17.9.3")
def test_nothing_is_chosen_where_all_go(desk):
    allocate(desk, ["luftwaffe-1 railway", "luftwaffe-2 railway"], railway="8th-1 9th-1")
    assert not desk.s.stack
    assert in_flight(desk, "railway") == set()
    allocate(desk, [f"luftwaffe-{n} railway" for n in (1, 2, 3)], railway="8th-1 9th-1")
    assert not desk.s.stack
    assert in_flight(desk, "railway") == set()


@rule("17.9.3")
def test_nothing_is_chosen_where_nobody_hunts_or_all_are_alike(desk):
    allocate(desk, ["luftwaffe-1 strafing"], railway="8th-1 9th-1")
    assert not desk.s.stack
    assert in_flight(desk, "railway") == {"8th-1", "9th-1"}
    allocate(desk, ["luftwaffe-1 railway"], railway="8th-1 8th-2")
    assert not desk.s.stack
    assert len(in_flight(desk, "railway")) == 1


@rule("17.9.3")
def test_as_many_are_chosen_as_hunt(desk):
    """Of two SAC and two TAC two go: whichever went first, one of each kind is left to choose from, or one kind."""
    hunters = ["luftwaffe-1 railway", "luftwaffe-2 railway"]
    allocate(desk, hunters, railway="8th-1 8th-2 9th-1 9th-2")
    desk.play("lose 8th-1")
    assert desk.step() == "Cancelled"
    desk.play("lose 9th-1")
    assert not desk.s.stack
    assert in_flight(desk, "railway") == {"8th-2", "9th-2"}


@rule("17.9.3")
def test_german_ground_support_is_not_cancelled_by_german_aircraft(desk):
    allocate(desk, ["luftwaffe-1 german-ground-support", "luftwaffe-2 german-ground-support"])
    assert in_flight(desk, "german-ground-support") == {"luftwaffe-1", "luftwaffe-2"}


@rule("17.10.8")
@pytest.mark.parametrize(("hunters", "prey", "left"), [(2, 1, (1, 0)), (1, 2, (0, 1)), (2, 2, (0, 0))])
def test_counter_air_one_for_one(desk, hunters, prey, left):
    german = [f"luftwaffe-{n + 1} german-ground-support" for n in range(prey)]
    allocate(desk, german, counter_air=" ".join(TAC[:hunters]))
    assert (len(in_flight(desk, "counter-air")), len(in_flight(desk, "german-ground-support"))) == left
    assert desk.s.mission.count(SPENT) == hunters + prey - sum(left)


# -------------------------------------------------------------------------------------------- months and boxes


@rule("17.7")
def test_aircraft_come_once_a_month_in_june_too(desk):
    """Only in December do they come with the second turn of a game: that scenario begins in the middle of a month."""
    assert desk.set_up({}, turn="jun-2", tac_left=1, steps=[AirMonth()]).tac_left == 1
    assert desk.set_up({}, turn="jun-1", tac_left=0, steps=[AirMonth()]).tac_left == desk.w.book.tac[0].total


@rule("33.3.5")
@pytest.mark.parametrize("turn", ["dec-4", "jan-1", "jan-2"])
def test_in_the_bulge_six_come_on_december_iv_and_seven_in_january(desk, turn):
    s = desk.set_up({}, scenario="bulge", turn=turn, tac_left=1, steps=[AirMonth()])
    assert s.tac_left == {"dec-4": 6, "jan-1": 7, "jan-2": 1}[turn]


@rule("17.9.1-advanced")
def test_who_is_moved_between_the_boxes(desk):
    s = desk.set_up({}, turn="jul-1", options="advanced-air", steps=[AirBoxes(0)])
    assert set(desk.legal("station")) == {f"luftwaffe-{n}" for n in range(1, 6)}
    assert desk.legal("station luftwaffe-1") == ["western-front"]
    assert desk.why("station 8th-1 western-front") == ["17.9.1-advanced"], "not his"
    twice = "station luftwaffe-1 western-front; station luftwaffe-1 germany"
    assert desk.why(twice) == ["17.9.1-advanced"], "once a month"
    desk.play("station luftwaffe-1 western-front; station luftwaffe-2 western-front; done")
    front = s.front_box
    desk.restart(AirBoxes(front))
    assert desk.legal("station luftwaffe-1") == ["germany"]
    desk.play("done")
    assert s.front_box == front, "who is not named stays where he was"


@rule("17.9.1-advanced")
def test_the_boxes_are_told(desk):
    desk.set_up({}, turn="jul-1", options="advanced-air", steps=[AirBoxes(0)])
    desk.play("station luftwaffe-1 western-front; done")
    assert [(e.side, e.answer) for e in desk.told if getattr(e, "what", "") == "air box"] == [
        ("german", "Western Front")
    ]
    desk.restart(AirBoxes(desk.s.front_box))
    desk.told.clear()
    desk.play("station luftwaffe-1 germany; done")
    assert [e.answer for e in desk.told if getattr(e, "what", "") == "air box"] == ["Germany"]


@rule("4.3A3")
def test_who_has_nothing_that_flies_is_not_asked(desk):
    s = desk.set_up({}, turn="oct-1", weather="overcast", steps=[AirPhase()], tac_left=8)
    assert not s.stack
    s = desk.set_up({}, turn="jul-1", weather="overcast", steps=[AirPhase()], tac_left=8)
    assert (desk.step(), len(s.stack)) == ("AlliedAllocation", 1)
    s = desk.set_up({}, turn="jul-1", steps=[AirPhase()], tac_left=0)
    assert (desk.step(), len(s.stack)) == ("AlliedAllocation", 1)
    s = desk.set_up({}, turn="jul-1", steps=[AirPhase()], tac_left=1)
    assert [type(step).__name__ for step in s.stack] == [
        "CounterAir", "Cancelling", "GermanAllocation", "AlliedAllocation"
    ]  # fmt: skip
    assert set(s.mission) == {IDLE}
