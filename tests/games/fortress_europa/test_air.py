"""17.1 to 17.9 and the Advanced Air System: who flies, allocation, cancelling, range."""

from __future__ import annotations

import pytest

from grognard.games.fortress_europa.data.world import ALLIED, GERMAN
from grognard.games.fortress_europa.rules.air.air import Cancelling, CounterAir, flying, tac_range
from grognard.games.fortress_europa.rules.air.air_phase import AirMonth, AirPhase, FuelProduction
from grognard.games.fortress_europa.rules.sequence import EndTurn
from grognard.games.fortress_europa.rules.state import IDLE, SPENT
from grognard.suite import rule

SAC = ("bomber-command-1", "bomber-command-2", "8th-1", "8th-2")
TAC = ("2nd-1", "2nd-2", "2nd-3", "9th-1", "9th-2", "12th-1", "12th-2")


def phase(desk, turn="jul-1", **more):
    """The Air Allocation Phase of a turn; the month's aircraft are there."""
    return desk.set_up({}, turn=turn, steps=[AirMonth(), AirPhase()], **more)


def fly(desk, **planes):
    """All Allied aircraft: those named, the other SAC on replacements, the other TAC strafing; then the Germans'."""
    flights = {a: name.replace("_", "-") for name, ids in planes.items() for a in ids.split()}
    parts = [f"fly {a} {flights.get(a, 'replacements' if a in SAC else 'strafing')}" for a in SAC + TAC]
    desk.play("; ".join([*parts, "done"]))


def on_mission(desk, mission):
    return {desk.w.aircraft_ids[a] for a in flying(desk.s, mission)}


def chart(desk, **planes):
    """Sets missions without the players."""
    for mission, ids in planes.items():
        for a in ids.split():
            desk.s.mission[desk.w.plane[a]] = desk.w.mission[mission.replace("_", "-")]


# ------------------------------------------------------------------------------------------------- who flies


@rule("17.1", "17.6")
def test_on_a_clear_turn_eleven_allied_aircraft_fly(desk):
    phase(desk)
    assert len(SAC) == 4
    assert len(TAC) == 7
    assert set(desk.legal("fly")) == set(SAC + TAC)
    assert desk.why("fly 8th-3 railway") == ["17.6"], "the extra 8th belongs to the advanced system"


@rule("17.1")
@pytest.mark.parametrize("weather", ["overcast", "overcast-star", "storm"])
@pytest.mark.parametrize("turn", ["jun-2", "sep-4"])
def test_in_bad_weather_two_sac_fly_until_september(desk, turn, weather):
    s = phase(desk, turn, weather=weather)
    assert set(desk.legal("fly")) == set(SAC)
    assert desk.why("fly 2nd-1 strafing") == ["17.1"]
    assert desk.why("fly 8th-1 railway; fly 8th-2 railway; fly bomber-command-1 railway") == ["17.1"]
    desk.play("fly 8th-1 railway; fly 8th-2 carpet; done")  # ruling 147: any mission open to SAC
    assert on_mission(desk, "railway") == {"8th-1"}
    assert not s.stack, "no German aircraft fly"


@rule("17.1")
@pytest.mark.parametrize("turn", ["oct-1", "jan-3", "mar-1"])
def test_from_october_nothing_flies_in_bad_weather(desk, turn):
    s = phase(desk, turn, weather="overcast")
    assert not s.stack


@rule("17.1", "17.9.1")
def test_in_bad_weather_nobody_has_to_fly(desk):
    phase(desk, weather="storm")
    desk.play("done")
    assert set(desk.s.mission) == {IDLE}


@rule("17.2")
def test_bomber_command_and_the_8th_are_strategic(desk):
    for plane in desk.w.aircraft:
        strategic = plane.name in ("Bomber Command", "8th")
        assert (plane.kind == "sac") == strategic
        assert plane.side == "allied" or plane.kind in ("tac", "night")


# ------------------------------------------------------------------------------------------------ allocation


@rule("17.9.1")
def test_every_allied_aircraft_is_put_on_a_mission(desk):
    phase(desk)
    assert "17.9.1" in desk.why("fly 8th-1 railway; done")
    assert desk.why("fly 8th-1 railway; fly 8th-1 u-boats") == ["17.9.1"], "one each"
    assert desk.why("fly luftwaffe-1 railway") == ["17.9.1"]
    fly(desk)
    assert IDLE not in [desk.s.mission[desk.w.plane[a]] for a in SAC + TAC]


@rule("17.9.1", "17.9.2", "4.3A3")
def test_the_allied_player_allocates_first_and_the_german_player_sees_it(desk):
    phase(desk)
    assert (desk.step(), desk.seat) == ("AlliedAllocation", "allied")
    fly(desk)
    assert (desk.step(), desk.seat) == ("GermanAllocation", "german")
    view = desk.game.view(desk.s, "german")
    assert view.mission == desk.s.mission


@rule("17.9.1")
def test_a_growing_allocation_is_secret(desk):
    s = phase(desk)
    desk.game.apply(s, desk.game.read(s, "allied", "fly 8th-1 railway"), None)
    assert set(desk.game.view(s, "german").mission) == {IDLE}


@rule("17.9.2", "17.7")
def test_the_german_player_sends_as_many_as_he_likes(desk):
    s = phase(desk)
    fly(desk)
    before = s.tac_left
    desk.play("fly luftwaffe-1 german-ground-support; done")
    assert s.tac_left == before - 1
    phase(desk)
    fly(desk)
    desk.play("done")
    assert not desk.s.stack
    assert desk.s.tac_left == before, "what is not used stays for later turns of the month"


@rule("17.7")
def test_the_most_of_a_turn_and_of_a_month(desk):
    # The chart is a reconstruction: what holds for any chart is tried against its own numbers.
    row = next(t for t in desk.w.book.tac if t.id == "jul")
    s = phase(desk)
    assert s.tac_left == row.total
    fly(desk)
    parts = [f"fly luftwaffe-{n} german-ground-support" for n in range(1, row.most + 2)]
    assert desk.why("; ".join(parts)) == ["17.7"]
    assert desk.why("; ".join(parts[:-1])) == []
    s = desk.set_up({}, turn="jul-2", tac_left=1, steps=[AirMonth(), AirPhase()])
    assert s.tac_left == 1, "the month goes on"
    fly(desk)
    assert desk.why("; ".join(parts[:2])) == ["17.7"]
    s = desk.set_up({}, turn="jul-2", tac_left=0, steps=[AirMonth(), AirPhase()])
    fly(desk)
    assert not s.stack, "nothing is left to send"


@rule("17.7")
def test_aircraft_are_not_saved_for_the_next_month(desk):
    row = next(t for t in desk.w.book.tac if t.id == "aug")
    s = desk.set_up({}, turn="aug-1", tac_left=3, steps=[AirMonth()])
    assert s.tac_left == row.total


@rule("33.3.5", "33.4.5")
@pytest.mark.parametrize("scenario", ["bulge", "berlin"])
def test_german_aircraft_of_the_december_scenarios(desk, scenario):
    s = desk.set_up({}, scenario=scenario, turn="dec-4", steps=[AirMonth(), AirPhase()])
    assert s.tac_left == 6
    fly(desk)
    assert desk.why("; ".join(f"fly luftwaffe-{n} strafing" for n in range(1, 7))) == []
    s = desk.set_up({}, scenario=scenario, turn="jan-1", steps=[AirMonth()])
    assert s.tac_left == 7


@rule("31.17")
def test_german_aircraft_of_april_and_may(desk):
    for turn in ("apr-1", "may-1"):
        s = desk.set_up({}, turn=turn, options="extended-8", steps=[AirMonth(), AirPhase()])
        assert s.tac_left == 4
        fly(desk)
        assert desk.why("; ".join(f"fly luftwaffe-{n} strafing" for n in range(1, 5))) == []


@rule("17.7", "17.9.2")
def test_german_aircraft_attack_only_by_ground_support(desk):
    phase(desk)
    assert desk.why("fly 9th-1 german-ground-support") == ["17.7"]
    fly(desk)
    assert desk.why("fly 9th-1 strafing") == ["17.9.2"]
    desk.play("fly luftwaffe-1 railway; done")
    assert flying(desk.s, "railway") == [], "on an Allied mission it only cancels"


KINDS = {
    "strafing": "tac",
    "ground-support": "tac",
    "railway": "both",
    "bridges": "both",
    "replacements": "sac",
    "u-boats": "sac",
    "v1": "both",
    "counter-air": "tac",
    "carpet": "sac",
}


@rule("17.10.1", "17.10.2", "17.10.3", "17.10.4", "17.10.5", "17.10.6", "17.10.7", "17.10.8", "17.10.9")
@pytest.mark.parametrize(("mission", "kind"), KINDS.items())
def test_which_aircraft_fly_a_mission(desk, mission, kind):
    case = f"17.10.{list(KINDS).index(mission) + 1}"
    phase(desk)
    assert desk.why(f"fly 8th-1 {mission}") == ([case] if kind == "tac" else [])
    with_sac = f"fly 8th-2 {mission}; " if mission == "railway" else ""
    assert desk.why(f"{with_sac}fly 9th-1 {mission}") == ([case] if kind == "sac" else [])


@rule("17.10.3")
def test_tac_attack_railways_only_together_with_sac(desk):
    phase(desk)
    assert desk.why("fly 9th-1 railway") == ["17.10.3"]
    assert desk.why("fly 8th-1 railway; fly 9th-1 railway") == []


@rule("17.10.9")
def test_carpet_bombing_once_a_month_and_not_on_an_invasion_turn(desk):
    month = desk.w.month_of[desk.w.turn_of["jul-2"]]
    phase(desk, "jul-2", carpet_month=month)
    assert desk.why("fly 8th-1 carpet") == ["17.10.9"]
    phase(desk, "aug-1", carpet_month=month)
    assert desk.why("fly 8th-1 carpet") == []
    phase(desk, "jun-1")
    assert desk.why("fly 8th-1 carpet") == ["17.10.9"]


@rule("33.4.5")
def test_on_to_berlin_carpet_bombing_flies_in_bad_weather(desk):
    w = desk.w
    phase(desk, "jan-3", scenario="berlin", weather="overcast")
    assert desk.why("fly 8th-1 carpet") == []
    assert desk.why("fly 8th-1 railway") == ["33.4.5"]  # ruling 299
    assert desk.why("fly 9th-1 ground-support") == ["17.1"]
    desk.play("done")
    phase(desk, "jan-3", scenario="berlin", weather="overcast", carpet_month=w.month_of[w.turn_of["jan-3"]])
    assert not desk.s.stack
    for scenario, weather in (("berlin", "storm"), ("campaign", "overcast")):
        phase(desk, "jan-3", scenario=scenario, weather=weather)
        assert not desk.s.stack


# ----------------------------------------------------------------------------------------------- cancelling


@rule("17.9.3", "17.10.8")
def test_one_for_one_and_both_are_removed(desk):
    s = phase(desk)
    fly(desk, strafing=" ".join(TAC[:2]), ground_support=" ".join(TAC[2:]))
    desk.play("fly luftwaffe-1 ground-support; fly luftwaffe-2 ground-support; done")
    assert len(on_mission(desk, "ground-support")) == 3
    assert len(on_mission(desk, "strafing")) == 2, "other missions are not touched"
    spent = [desk.w.aircraft[a] for a, m in enumerate(s.mission) if m == SPENT]
    assert sorted(p.side for p in spent) == ["allied", "allied", "german", "german"]


@rule("17.9.3")
def test_the_allied_player_chooses_between_sac_and_tac(desk):
    phase(desk)
    fly(desk, railway="8th-1 9th-1 9th-2")
    desk.play("fly luftwaffe-1 railway; done")
    assert (desk.step(), desk.seat) == ("Cancelled", "allied")
    assert set(desk.legal("lose")) == {"8th-1", "9th-1", "9th-2"}
    assert desk.why("lose 2nd-1") == ["17.9.3"]
    desk.play("lose 9th-1")
    assert on_mission(desk, "railway") == {"8th-1", "9th-2"}
    assert not desk.s.stack


@rule("17.9.3")
def test_two_are_chosen_one_after_the_other(desk):
    phase(desk)
    fly(desk, railway="8th-1 9th-1 9th-2")
    desk.play("fly luftwaffe-1 railway; fly luftwaffe-2 railway; done")
    desk.play("lose 8th-1")
    assert len(on_mission(desk, "railway")) == 1, "only TAC are left: no more choice"
    assert not desk.s.stack


@rule("17.9.3")
def test_more_hunters_than_prey_are_spent_all_the_same(desk):
    s = phase(desk)
    fly(desk)
    desk.play("fly luftwaffe-1 u-boats; done")  # ruling 151: nobody flies it
    assert s.mission[desk.w.plane["luftwaffe-1"]] == SPENT
    assert len(on_mission(desk, "replacements")) == 4


@rule("17.9.3", "17.10.8")
def test_counter_air_cancels_german_ground_support(desk):
    s = phase(desk)
    fly(desk, counter_air="9th-1")
    desk.play("fly luftwaffe-1 german-ground-support; fly luftwaffe-2 german-ground-support; done")
    assert len(on_mission(desk, "german-ground-support")) == 1
    assert s.mission[desk.w.plane["9th-1"]] == SPENT


@rule("17.10.8")
def test_counter_air_without_an_opponent_stays_where_it_is(desk):
    phase(desk)
    fly(desk, counter_air="9th-1 9th-2")
    desk.play("done")
    assert on_mission(desk, "counter-air") == {"9th-1", "9th-2"}, "it may not switch"


@rule("17.9.3")
def test_german_cancelling_comes_before_counter_air(desk):
    s = phase(desk)
    fly(desk, counter_air="9th-1")
    desk.play("fly luftwaffe-1 german-ground-support; fly luftwaffe-2 counter-air; done")  # ruling 151
    assert len(on_mission(desk, "german-ground-support")) == 1
    assert s.mission[desk.w.plane["9th-1"]] == SPENT


@rule("17.10.9")
def test_carpet_bombing_is_never_cancelled(desk):
    phase(desk)
    fly(desk, carpet="8th-1")
    assert desk.why("fly luftwaffe-1 carpet") == ["17.10.9"]


@rule("17.9.4", "4.3D")
def test_at_the_end_of_the_turn_all_aircraft_come_back(desk):
    s = desk.set_up({}, turn="mar-1", steps=[])
    chart(desk, strafing="9th-1", bridges="8th-1")
    s.target[desk.w.plane["8th-1"]] = 3
    s.mission[desk.w.plane["9th-2"]] = SPENT
    s.bridges_down = 1 << 3
    desk.restart(EndTurn())
    assert set(s.mission) == {IDLE}
    assert set(s.target) == {-1}
    assert not s.bridges_down


# ---------------------------------------------------------------------------------------------------- range


def reach(desk, side=ALLIED):
    found = tac_range(desk.s, side)
    return {desk.w.labels[h] for h in range(desk.w.n) if found >> h & 1}


@rule("17.4", "17.8")
def test_eight_hexes_from_an_allied_hq(desk):
    w = desk.w
    desk.set_up({})
    alone = reach(desk)
    desk.set_up({"us-hq-shaef": "T13", "us-hq-bradley": "england"})
    around = {w.labels[h] for h in range(w.n) if w.grid.distance(h, desk.hex("T13")) <= 8}
    assert reach(desk) == alone | around


@rule("17.4")
def test_the_radius_from_england_and_the_mediterranean_coast(desk):
    """N30 and O31 are three hexes from Marseille (N33) and two from every shore; N31 is next to N32, a shore."""
    w = desk.w
    desk.set_up({})
    found = reach(desk)
    assert found >= {w.labels[h] for h in range(w.n) if w.reach_of_england >> h & 1}
    assert {"N33", "N32", "N31", "O33"} <= found
    assert not {"N30", "O31", "P31"} & found
    assert "R11" not in found, "Paris is out of the radius of the map"


@rule("17.4")
def test_on_the_allied_turn_of_the_first_invasion_hqs_give_no_range(desk):
    desk.set_up({"us-hq-shaef": "T15"}, turn="jun-1")
    assert "T20" not in reach(desk)
    desk.set_up({"us-hq-shaef": "T15"}, turn="jun-1", side="german")
    assert "T20" in reach(desk), "in the German turn they do"
    desk.set_up({"us-hq-shaef": "T15"}, turn="jun-2")
    assert "T20" in reach(desk)


@rule("17.4")
def test_not_through_switzerland(desk):
    """AA21 lies north of Switzerland, AA28 south of it: within eight hexes as the crow flies, farther around it."""
    w = desk.w
    a, b = "AA21", "AA28"
    assert w.grid.distance(desk.hex(a), desk.hex(b)) <= 8
    desk.set_up({})
    assert b not in reach(desk)
    desk.set_up({"us-hq-shaef": a})
    assert b not in reach(desk)


@rule("17.5")
def test_german_range_is_germany_and_eight_hexes_from_an_hq(desk):
    w = desk.w
    desk.set_up({})
    assert reach(desk, GERMAN) == {w.labels[h] for h in range(w.n) if w.germany >> h & 1}
    desk.set_up({"de-hq-ob-west": "R11"})
    assert {"R11", "R19"} <= reach(desk, GERMAN)
    assert "R20" not in reach(desk, GERMAN)


@rule("17.5", "17.9.3")
def test_cancelling_needs_no_range(desk):
    phase(desk)  # no German HQ anywhere
    fly(desk)
    desk.play("fly luftwaffe-1 strafing; done")
    assert len(on_mission(desk, "strafing")) == 6


# -------------------------------------------------------------------------------------------- advanced system


def advanced(desk, turn="jul-1", **more):
    more = {"fuel_reserve": 20, "fuel_production": 7, **more}
    return desk.set_up({}, turn=turn, options="advanced-air", steps=[AirPhase()], **more)


def fly_all(desk, mission=""):
    sac = (*SAC, "8th-3")
    parts = [f"fly {a} {mission or 'replacements'}" for a in sac] + [f"fly {a} strafing" for a in TAC]
    desk.play("; ".join([*parts, "done"]))


@rule("Advanced Air System")
def test_its_cases_replace_the_others_only_when_it_is_agreed(desk):
    """More aircraft, night fighters and a mission against fuel: none of it without the option (ruling 259)."""
    for on, refused in (("", True), ("advanced-air", False)):
        desk.set_up({}, turn="jul-1", options=on, steps=[AirPhase()])
        for text in ("fly 8th-3 railway", "fly bomber-command-1 fuel"):
            assert bool(desk.why(text)) == refused, (on, text)
    game = desk.game
    for scenario, agreed in (("campaign", True), ("invasion", True), ("west-wall", True), ("bulge", False)):
        option = next(o for o in game.options if o.id == "advanced-air")
        assert (scenario in option.scenarios) == agreed


@rule("17.6-advanced")
def test_twelve_allied_aircraft(desk):
    advanced(desk)
    assert set(desk.legal("fly")) == {*SAC, *TAC, "8th-3"}


@rule("17.6-advanced", "17.7.3")
def test_german_aircraft_fly_on_fuel(desk):
    front = desk.w.plane["luftwaffe-1"], desk.w.plane["luftwaffe-2"]
    s = advanced(desk, front_box=sum(1 << a for a in front))
    fly_all(desk)
    assert set(desk.legal("fly")) == {*(f"luftwaffe-{n}" for n in range(1, 6)), "night-1", "night-2", "night-3"}
    assert desk.why("fly night-1 fuel; fly night-2 fuel; fly night-3 fuel") == ["17.6-advanced"], (
        "two until September"
    )
    assert desk.why("fly luftwaffe-6 strafing") == ["17.6-advanced"]
    desk.play("fly luftwaffe-1 strafing; fly night-1 replacements; done")
    assert s.fuel_reserve == 18
    s = advanced(desk, "oct-1")
    fly_all(desk)
    assert desk.why("fly night-1 fuel; fly night-2 fuel; fly night-3 fuel") == [], "three from October"
    s = advanced(desk, fuel_reserve=1)
    fly_all(desk)
    assert desk.why("fly night-1 fuel; fly night-2 fuel") == ["17.7.3"]
    s = advanced(desk, fuel_reserve=0)
    fly_all(desk)
    assert not s.stack


@rule("7.1-advanced")
def test_bad_weather_of_the_advanced_system(desk):
    advanced(desk, weather="storm")
    sac = [f"fly {a} fuel" for a in SAC]
    assert desk.why("; ".join(sac[:3])) == []
    assert desk.why("; ".join(sac)) == ["7.1-advanced"], "three"
    assert desk.why("fly 9th-1 strafing") == ["7.1-advanced"]
    desk.play("; ".join([*sac[:3], "done"]))
    assert desk.why("fly luftwaffe-1 fuel") == ["7.1-advanced"]
    desk.play("fly night-1 fuel; fly night-2 fuel; done")
    assert len(on_mission(desk, "fuel")) == 1
    assert desk.s.fuel_reserve == 18
    assert not advanced(desk, "oct-2", weather="storm").stack


@rule("17.7-advanced", "17.7.1", "17.9.1-advanced")
def test_fuel_at_the_start_and_each_month(desk):
    s = desk.set_up({}, turn="jun-1", options="advanced-air", steps=[AirMonth()])
    assert (s.fuel_production, s.fuel_reserve) == (7, 30), "30 is June's"
    s = desk.set_up({}, turn="jul-1", options="advanced-air", fuel_production=6, fuel_reserve=20, steps=[AirMonth()])
    assert s.fuel_reserve == 26
    s = desk.set_up({}, turn="jul-1", options="advanced-air", fuel_production=6, fuel_reserve=38, steps=[AirMonth()])
    assert s.fuel_reserve == 40, "never more"
    s = desk.set_up({}, turn="jul-2", options="advanced-air", fuel_production=6, fuel_reserve=20, steps=[AirMonth()])
    assert s.fuel_reserve == 20
    assert not s.stack


@rule("17.9.1-advanced")
def test_two_boxes(desk):
    s = desk.set_up({}, turn="jul-1", options="advanced-air", steps=[AirMonth()])
    assert (desk.step(), desk.seat) == ("AirBoxes", "german")
    assert desk.why("station night-1 western-front") == ["17.9.1-advanced"], "night fighters stay in Germany"
    assert desk.why("station luftwaffe-6 western-front") == ["17.6-advanced"]
    desk.play("station luftwaffe-1 western-front; station luftwaffe-2 western-front; done")
    assert s.front_box == 1 << desk.w.plane["luftwaffe-1"] | 1 << desk.w.plane["luftwaffe-2"]
    desk.restart(AirMonth())
    assert desk.why("station luftwaffe-1 western-front") == ["17.9.1-advanced"], "it is there"
    desk.play("station luftwaffe-1 germany; done")
    assert s.front_box == 1 << desk.w.plane["luftwaffe-2"]


@rule("17.9.2-advanced")
def test_what_aircraft_of_the_two_boxes_fly(desk):
    advanced(desk, front_box=1 << desk.w.plane["luftwaffe-1"])
    fly_all(desk)
    for mission in ("strafing", "railway", "u-boats", "german-ground-support"):
        assert desk.why(f"fly luftwaffe-1 {mission}") == []
        assert desk.why(f"fly luftwaffe-2 {mission}") == ["17.9.2-advanced"]
        assert desk.why(f"fly night-1 {mission}") == ["17.9.2-advanced"]
    for mission in ("replacements", "fuel"):
        assert desk.why(f"fly luftwaffe-1 {mission}") == ["17.9.2-advanced"]
        assert desk.why(f"fly luftwaffe-2 {mission}") == []
        assert desk.why(f"fly night-1 {mission}") == []


@rule("17.7.2", "17.10.10")
def test_production_falls_by_one_or_rises_by_one(desk):
    s = advanced(desk)
    fly_all(desk, "fuel")
    desk.play("done")
    assert s.fuel_production == 6, "never more than one"
    s = advanced(desk)
    fly_all(desk)
    desk.play("done")
    assert s.fuel_production == 8
    s = advanced(desk, "oct-2", weather="storm")
    assert s.fuel_production == 8, "also when nothing flies"
    s = advanced(desk, "oct-2", weather="storm", fuel_production=40)
    assert s.fuel_production == 40
    desk.s.fuel_production = 0
    chart(desk, fuel="8th-1")
    desk.restart(FuelProduction())
    assert desk.s.fuel_production == 0


@rule("17.7.2")
def test_fuel_attacks_that_are_all_cancelled_do_nothing(desk):
    s = advanced(desk)
    chart(desk, fuel="8th-1 night-1")
    desk.restart(Cancelling(), CounterAir(), FuelProduction())
    assert s.fuel_production == 8


@rule("17.10.10")
def test_fuel_is_attacked_only_in_the_advanced_system(desk):
    phase(desk)
    assert desk.why("fly 8th-1 fuel") == ["17.10.10"]
    advanced(desk)
    assert desk.why("fly 9th-1 fuel") == ["17.10.10"], "SAC only"


@rule("17.3-advanced", "17.3")
def test_sac_reach_everything(desk):
    advanced(desk)
    assert desk.why("fly 8th-1 fuel") == [], "off the map"
