"""3, 4: the sequence of play and the weather."""

from __future__ import annotations

import pytest

from grognard.games.fortress_europa.data.world import (
    ALLIED,
    FINE,
    GERMAN,
    OVERCAST,
    OVERCAST_STAR,
    SEATS,
    STORM,
)
from grognard.games.fortress_europa.rules.sequence import EndTurn, PlayerTurn, StartTurn, last_turn, phases
from grognard.games.fortress_europa.rules.state import (
    FIRST_COMBAT,
    FIRST_MOVE,
    IDLE,
    LOST,
    RAIL,
    REPLACING,
    SECOND_COMBAT,
    SECOND_MOVE,
    SUPPLY,
)
from grognard.games.fortress_europa.rules.weather import WeatherPhase
from grognard.kernel.rules import CHANCE
from grognard.suite import rule


def begin(desk, scenario="campaign", turn=0, **options):
    """The first turn, or a later one of the same scenario, without set-up."""
    game = desk.game
    s = desk.s = game.begin(scenario, game.settle_options(scenario, options))
    s.ship_at = [LOST] * len(s.ship_at)  # they would have to be placed
    s.stack.clear()
    s.then(StartTurn(turn or s.turn))
    game.advance(s, None)
    return s


def to_movement(desk):
    """No partisans come, nobody takes replacements, nobody drops; reinforcements come to England."""
    if desk.step() == "AlliedAllocation":
        desk.allocate()
    if desk.step() == "PartisanRoll":
        desk.roll(1)
    answers = {"AlliedReplacing": "end", "GermanReplacing": "end", "Dropping": "done", "ChooseBox": "arrive england"}
    while desk.step() in answers:
        desk.play(answers[desk.step()])


def end_impulses(desk, number=1):
    for _ in range(number):
        to_movement(desk)
        desk.play("end")


@rule("4.1", "4.2", "4.3A1", "4.3B2", "4.3B4", "4.3C2", "4.3C4")
def test_the_allied_player_turn_comes_before_the_german_one(desk):
    s = begin(desk, turn=2)
    desk.roll(1)
    seen = []
    for _ in range(4):
        to_movement(desk)
        seen.append((s.turn, s.side, s.phase, s.impulse))
        end_impulses(desk)
    assert seen == [
        (2, ALLIED, FIRST_MOVE, 1),
        (2, ALLIED, SECOND_MOVE, 2),
        (2, GERMAN, FIRST_MOVE, 1),
        (2, GERMAN, SECOND_MOVE, 2),
    ]
    desk.roll(1)
    desk.allocate()
    assert (s.turn, s.side, s.phase) == (3, ALLIED, REPLACING)


@rule("3.4", "4.3A2")
def test_june_i_is_clear_and_every_later_turn_is_rolled(desk):
    s = begin(desk)
    assert (s.turn, s.weather) == (1, FINE)
    assert desk.game.turn(s) != CHANCE
    s = begin(desk, turn=2)
    assert desk.game.turn(s) == CHANCE
    desk.roll(6)
    assert s.weather == STORM, "a 6 in June (33.1.4 lets the highest die be a Storm)"


@rule("4.3D", "27.7")
def test_what_lasts_a_turn_ends_with_it(desk):
    s = begin(desk)
    s.stuck = s.mired = s.flown = desk.units_of("us-1")
    s.mission[0], s.target[0], s.bridges_down = 3, 5, 1
    desk.restart(EndTurn())
    assert (s.stuck, s.mired, s.flown, s.bridges_down) == (0, 0, 0, 0)
    assert (s.mission[0], s.target[0]) == (IDLE, -1)


@rule("4.4", "30.1", "33.1.2", "33.2.2", "33.3.2", "33.4.2", "31.17")
def test_the_last_turn_of_each_scenario(desk):
    names = {"campaign": "March I", "invasion": "July III", "west-wall": "August IV", "bulge": "January II"}
    names["berlin"] = "March I"
    for scenario, name in names.items():
        assert desk.w.turn_name[last_turn(begin(desk, scenario))] == name
    assert desk.w.turn_name[last_turn(begin(desk, **{"extended-8": True}))] == "May I"


@rule("4.4")
def test_turns_are_played_to_the_last_and_no_further(desk):
    s = begin(desk, "invasion", turn=2)
    while s.stack:
        desk.roll(2) if desk.game.turn(s) == CHANCE and s.turn != 2 else None
        if s.stack and desk.game.turn(s) == CHANCE:
            desk.roll((2, 3))
        end_impulses(desk)
    assert s.turn == 7


@rule("9.1B")
def test_july_iv_releases_everybody_before_the_allied_turn(desk):
    s = begin(desk)
    assert any(d >= 0 for d in s.bound)
    desk.restart(StartTurn(7))
    desk.roll(1)
    assert any(d >= 0 for d in s.bound)
    desk.restart(StartTurn(8))
    assert not any(d >= 0 for d in s.bound)
    assert desk.game.turn(s) == CHANCE, "before the weather is rolled"


# --------------------------------------------------------------------------------------------------- weather


@rule("31.12")
def test_bad_weather_adds_one_more_each_turn_until_a_storm(desk):
    s = begin(desk, **{"bad-weather": True})
    for turn, die, weather in ((2, 4, OVERCAST), (3, 4, STORM)):  # 4 + 1 = 5, 4 + 2 = 6
        desk.restart(StartTurn(turn))
        desk.roll(die)
        assert s.weather == weather
    assert desk.log[-1] == "Weather: 4; +2 no storm yet = 6 – Storm."
    desk.restart(StartTurn(4))
    desk.roll(4)
    assert s.weather == FINE, "the first Storm has been"
    assert desk.log[-1] == "Weather: 4 – Clear."


@rule("33.1.4")
def test_the_second_turn_of_the_invasion_scenario_rolls_two_dice(desk):
    for dice, weather in (((1, 1), STORM), ((6, 6), STORM), ((6, 5), OVERCAST), ((1, 6), FINE), ((5, 2), OVERCAST)):
        s = begin(desk, "invasion")
        desk.restart(StartTurn(2))
        desk.roll(dice)
        assert s.weather == weather, dice


@rule("33.1.4")
def test_other_sums_are_clear_with_the_other_reading(desk):
    s = begin(desk, "invasion", **{"second-turn-clear": True})
    desk.restart(StartTurn(2))
    desk.roll((6, 5))
    assert s.weather == FINE


@rule("33.1.4")
def test_from_the_fourth_turn_one_more_is_added_until_a_storm(desk):
    s = begin(desk, "invasion")
    for turn, die, weather in ((3, 4, FINE), (4, 4, OVERCAST), (5, 4, STORM), (6, 4, FINE)):
        desk.restart(StartTurn(turn))
        desk.roll(die)
        assert s.weather == weather, turn


@rule("33.3.4")
@pytest.mark.parametrize("scenario", ["bulge", "berlin"])
def test_the_weather_of_december(desk, scenario):
    s = begin(desk, scenario)
    for turn, weather in (("dec-3", OVERCAST_STAR), ("dec-4", FINE), ("jan-1", STORM), ("jan-2", OVERCAST)):
        s.turn = desk.w.turn_of[turn]
        desk.restart(WeatherPhase())
        assert s.weather == weather, turn


@rule("3.8", "33.3.2")
def test_a_player_turn_may_begin_in_the_middle(desk):
    s = begin(desk)
    desk.restart(PlayerTurn(GERMAN, SECOND_MOVE), EndTurn())
    assert (s.side, s.impulse) == (GERMAN, 2)
    desk.play("end")
    assert desk.game.turn(s) == CHANCE, "the next turn's weather"


# ---------------------------------------------------------------------------------------------- the phases


@rule("4.2", "4.3B1", "4.3B3", "4.3B5", "4.3B6", "4.3B7", "4.3C1", "4.3C3", "4.3C5", "4.3C6", "4.3C7")
@pytest.mark.parametrize("side", [ALLIED, GERMAN])
def test_each_player_turn_has_its_seven_phases_in_order(desk, side):
    found = sorted(phases(desk.set_up({}, side=SEATS[side]), side).items())
    # 4.2: replacements, move and combat twice, rail control, supply
    assert [phase for phase, _ in found] == [
        REPLACING, FIRST_MOVE, FIRST_COMBAT, SECOND_MOVE, SECOND_COMBAT, RAIL, SUPPLY,
    ]  # fmt: skip
    names = {phase: [type(step).__name__ for step in steps] for phase, steps in found}
    for phase, name in (
        (REPLACING, "Replacements"),
        (FIRST_MOVE, "Moving"),
        (FIRST_COMBAT, "StartCombat"),
        (SECOND_MOVE, "Moving"),
        (SECOND_COMBAT, "StartCombat"),
        (RAIL, "RailControl"),
        (SUPPLY, "SupplyPhase"),
    ):
        assert name in names[phase]


@rule("4.3B3", "4.3B5", "4.3C3", "4.3C5")
@pytest.mark.parametrize(("side", "mine", "other"), [(ALLIED, "us-1", "de-352"), (GERMAN, "de-352", "us-1")])
def test_battles_follow_each_move_impulse_and_aircraft_support_the_first(desk, side, mine, other):
    # L5 lies in the reach of aircraft from England, and within eight hexes of the German HQ in L9.
    s = desk.set_up({mine: "L4", other: "L5", "de-hq-ag-b": "L9"}, steps=[PlayerTurn(side, FIRST_COMBAT)])

    def offered():
        plane = desk.w.plane["9th-1" if side == ALLIED else "luftwaffe-1"]
        s.mission[plane] = desk.w.mission["ground-support" if side == ALLIED else "german-ground-support"]
        return {
            action.text.split(";")[-1].split()[0] for action in desk.game.legal(s, desk.seat, f"attack {mine} L5; ")
        }

    assert (desk.step(), desk.seat, s.phase, s.impulse) == ("Attacking", SEATS[side], FIRST_COMBAT, 1)
    assert "support" in offered()
    desk.restart(PlayerTurn(side, SECOND_COMBAT))
    assert (desk.step(), desk.seat, s.phase, s.impulse) == ("Attacking", SEATS[side], SECOND_COMBAT, 2)
    assert "support" not in offered()
