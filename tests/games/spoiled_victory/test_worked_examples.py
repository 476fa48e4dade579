"""Every worked example of the rulebook, number by number."""

from __future__ import annotations

import pytest
from dunkirk_desk import DATA, GAME, Desk

from grognard.games.spoiled_victory.rules.combat import count_wins
from grognard.games.spoiled_victory.rules.end_turn import Markers
from grognard.games.spoiled_victory.rules.escape import EscapePhase
from grognard.games.spoiled_victory.rules.evacuation import EvacuationMoves
from grognard.games.spoiled_victory.rules.event_phase import EventPhase
from grognard.games.spoiled_victory.rules.german_moves import GermanMovesCard
from grognard.games.spoiled_victory.rules.luftwaffe import AirAttack, LuftwaffePhase
from grognard.suite import rule


@rule("6.2", "7.2c-event", "6.0")
def test_crystal_clear_weather_adds_one_to_every_attack_and_leaves_the_game() -> None:
    desk = Desk(turn=1).put("1-loyals", "C5").put("5-border", "C5").evacuees(1, "staging", full=True)
    desk.step(EventPhase()).draw("weather-is-crystal-clear")
    assert desk.s.event == DATA.card["weather-is-crystal-clear"]
    # A 6 does nothing to a Combat unit and a 7 suppresses it; a 5 does nothing to evacuees at sea and a 6 does.
    desk.step(AirAttack(tuple(DATA.unit[u] for u in ("1-loyals", "5-border", "evacuees-1"))))
    desk.roll(3, 3).roll(3, 2).roll(3, 2)
    assert [desk.is_suppressed(u) for u in ("1-loyals", "5-border", "evacuees-1")] == [True, False, True]
    desk.step(Markers())
    desk.step(AirAttack((DATA.unit["1-loyals"],))).roll(4, 4)  # turn 2: 8 and -2 for Night is 6
    assert not desk.is_suppressed("1-loyals"), "the weather is over with its turn"
    assert desk.s.removed == 1 << DATA.card["weather-is-crystal-clear"]
    assert not (desk.s.pile | desk.s.discards) & desk.s.removed


@rule("7.1d", "7.2", "7.2c-night", "7.2c-event")
def test_track_f_raided_by_night_in_crystal_clear_weather() -> None:
    # Combat unit on F2, evacuee "2" on F5; both rolls are 10, +1 event, -2 night: 9.
    desk = Desk(turn=2).event("weather-is-crystal-clear")
    desk.put("1-loyals", "F2").evacuees(1, "F5", full=True)
    desk.s.pile = DATA.all_cards  # that card's own entry is the Track F of the example
    desk.step(LuftwaffePhase()).draw("weather-is-crystal-clear")
    desk.roll(6, 4)
    assert desk.is_suppressed("1-loyals")
    assert desk.is_full("1-loyals")
    desk.roll(6, 4)
    assert desk.is_suppressed("evacuees-1")
    assert not desk.is_full("evacuees-1")
    assert desk.where("evacuees-1") == "F5"


@rule("8.1", "8.2", "8.3", "5.0-3")
def test_two_evacuees_run_the_guns_of_route_z_by_night() -> None:
    desk = Desk(turn=2).evacuees(1, "Z2", full=True).evacuees(2, "Z2", full=True).step(EscapePhase())
    desk.roll(2, 4)
    assert desk.s.vp == 2
    desk.roll(6, 6)
    assert desk.s.vp == 2
    assert desk.where("evacuees-1") == desk.where("evacuees-2") == "pool"


@rule("9.1a", "9.2", "9.2a")
def test_20th_motorized_and_56th_move_two_spaces_and_one() -> None:
    desk = Desk().step(GermanMovesCard()).draw("schnell")
    assert desk.german_at("C") == "C3"
    assert desk.german_at("G") == "G2"


@rule("9.1b", "9.2")
def test_all_x_units_are_254th_18th_and_14th() -> None:
    desk = Desk().step(GermanMovesCard()).draw("rain-and-low-cloud")
    names = [GAME.data.germans[desk.s.on_track[t]].name for t in range(10) if desk.s.advance[t]]
    assert names == ["254th", "18th", "14th"]
    assert all(desk.s.advance[t] == 1 for t in (3, 4, 5))


@rule("9.3c", "9.3a", "9.3b", "3.1-canal")
@pytest.mark.parametrize(("dice", "wins"), [((1, 2, 2), 0), ((4, 4, 6), 3), ((2, 3, 5), 1), ((1, 3, 3), 1)])
def test_reduced_1_256th_against_1_6_east_surrey_on_a_canal(dice: tuple[int, ...], wins: int) -> None:
    desk = Desk().german("I2", reduced=True).put("1-6-east-surrey", "I3").call("I")
    assert desk.dice == 3
    defence = 2 + 1
    assert count_wins(dice, defence) == wins
    desk.roll(*dice)
    if wins == 0:
        assert desk.german_at("I") == "I2"
    else:
        assert desk.top in ("ApplyWins", "nothing")


@rule("9.3.1")
def test_an_equal_die_saves_the_german_from_disruption() -> None:
    # 1, 2 and 3 against a Defence Number of 3: no Win, a retreat, no Disruption.
    desk = Desk().german("E1").put("1-loyals", "E3", full=True)
    desk.german("E2", reduced=True).call("E").roll(1, 2, 3)
    assert desk.german_at("E") == "E2"
    assert not desk.is_disrupted("E")


@rule("9.3.2", "9.3.4", "9.3.5")
def test_two_ones_flip_the_german_on_one_win() -> None:
    # 1, 1, 2 and 3 against 2: one Win; the defender takes a Hit and stays, the German retreats and is flipped.
    desk = Desk().german("D2").put("5-border", "D3").call("D")
    assert desk.dice == 4
    desk.roll(1, 1, 2, 3).play("hit 5-border")
    assert desk.where("5-border") == "D3"
    assert not desk.is_full("5-border")
    assert desk.german_at("D") == "D2"
    assert desk.is_reduced("D")


def _two_wins() -> Desk:
    # 1, 5, 2 and 6 against two units with a Frontline Defence Number of 4: two Wins.
    desk = Desk().german("D2").put("1-grenadier-guards", "D3").put("5-border", "D3").call("D")
    return desk.play("front 1-grenadier-guards").roll(1, 5, 2, 6)


@rule("9.3.3", "9.3.5", "9.3.4")
def test_retreat_the_frontline_unit_and_hit_the_other() -> None:
    desk = _two_wins()
    assert "9.3.3" in desk.why("hit 5-border"), "the first Win falls on the Frontline unit"
    desk.play("retreat 1-grenadier-guards D4", "hit 5-border")
    assert desk.where("1-grenadier-guards") == "D4"
    assert desk.is_full("1-grenadier-guards")
    assert desk.where("5-border") == "D3"
    assert not desk.is_full("5-border")


@rule("9.3.3", "9.3.5")
def test_retreat_both() -> None:
    desk = _two_wins().play("retreat 1-grenadier-guards D4", "retreat 5-border E3")
    assert (desk.where("1-grenadier-guards"), desk.where("5-border")) == ("D4", "E3")
    assert desk.is_full("1-grenadier-guards")
    assert desk.is_full("5-border")


@rule("9.3.3", "9.3.5")
def test_hit_and_retreat_the_frontline_unit_and_hold_with_the_other() -> None:
    desk = _two_wins().play("hit 1-grenadier-guards", "retreat 1-grenadier-guards D4")
    assert not desk.is_full("1-grenadier-guards")
    assert desk.where("5-border") == "D3"
    assert desk.is_full("5-border")
    assert desk.top == "GermanRoll", "the attack goes on against the unit that held"


@rule("9.3.7")
def test_1_9_panzer_breaks_through_once_over_a_lone_unit() -> None:
    desk = Desk().put("ii-225-ri", "A2").put("i-225-ri", "A3").put("i-341-ri", "A4")
    desk.call("A")
    assert desk.dice == 5
    desk.roll(6, 6, 6, 1, 1)  # three Wins: Retreat or Hits, the surplus Hits follow it
    while desk.top == "ApplyWins":
        desk.play("hit ii-225-ri")
    assert desk.where("ii-225-ri") == "lost"
    assert desk.german_at("A") == "A3", "it breaks through to the adjoining space"
    desk.roll(6, 6, 6, 6, 6)
    while desk.top == "ApplyWins":
        desk.play("hit i-225-ri")
    assert desk.german_at("A") == "A3", "but not a second time"


@rule("10.1.6", "10.1", "10.1.2", "10.1.3", "10.1.5")
def test_four_units_leave_la_panne_by_night_for_one_action() -> None:
    desk = Desk(turn=2).put("1-grenadier-guards", "G5/H5").put("2-royal-fusiliers", "G5/H5")
    desk.put("4-east-yorkshires", "G5/H5").put("ghq", "G5/H5", full=False).actions(1)
    desk.play("free 1-grenadier-guards B3")
    assert "10.1.5" in desk.why("free 2-royal-fusiliers G4"), "a reduced GHQ moves one unit free"
    assert desk.ends("move 2-royal-fusiliers") == {"G4", "F5"}, "one space on foot by night; H4 is Belgian"
    desk.play("move 2-royal-fusiliers G4")
    assert desk.s.actions == 0
    desk.play("move 4-east-yorkshires F5")
    assert desk.where("4-east-yorkshires") == "F5"


@rule("10.1.8", "9.3.8")
def test_1_grenadier_guards_attack_2_9_panzer_at_b3_by_night() -> None:
    desk = Desk(turn=2).german("B3", reduced=True).put("i-137-ri", "B3").put("ii-137-ri", "B3")
    desk.put("1-grenadier-guards", "G5/H5").put("ghq", "G5/H5", full=False).actions(1)
    desk.play("free 1-grenadier-guards B3", "end")
    assert "end" in desk.legal(), "the German is Engaged already, so attacking is a choice"
    assert desk.legal() == {"end", "attack 1-grenadier-guards"}, "the French were not activated"
    desk.play("attack 1-grenadier-guards")
    assert desk.dice == 3
    desk.roll(3, 6, 6)
    assert desk.german_at("B") == "B2"
    assert desk.where("1-grenadier-guards") == desk.where("i-137-ri") == "B3"
    assert desk.is_full("1-grenadier-guards")


@rule("10.1.8")
def test_had_they_rolled_less_they_would_have_retreated() -> None:
    desk = Desk(turn=2).german("B3", reduced=True).put("i-137-ri", "B3").put("1-grenadier-guards", "A4").actions(1)
    desk.play("move 1-grenadier-guards B3", "end", "attack 1-grenadier-guards").roll(3, 2, 6)
    assert desk.german_at("B") == "B3"
    assert desk.top == "AttackerRetreats"
    desk.play("retreat 1-grenadier-guards A4")
    assert desk.where("i-137-ri") == "B3"
    assert desk.is_full("i-137-ri")


@rule("10.2", "10.3", "10.2.1")
def test_the_night_of_may_31_four_actions_make_two_evacuees_of_two() -> None:
    desk = Desk(turn=10).actions(4).play("create F5", "create A5", "upgrade evacuees-1", "upgrade evacuees-2")
    assert desk.is_full("evacuees-1")
    assert desk.is_full("evacuees-2")
    assert desk.s.actions == 0


@rule("10.2", "10.3")
def test_june_1_four_actions_convert_four_british_units() -> None:
    desk = Desk(turn=11).put("1-loyals", "A5").put("5-border", "A5")
    desk.put("1-east-surrey", "F5", full=False).put("6-durham-light-infantry", "E5", full=False).actions(4)
    for unit in ("1-loyals", "5-border", "1-east-surrey", "6-durham-light-infantry"):
        desk.play(f"convert {unit}")
        assert desk.where(unit) == "embarked"
    strengths = sorted((desk.where(f"evacuees-{n}"), desk.is_full(f"evacuees-{n}")) for n in (1, 2, 3, 4))
    assert strengths == [("A5", True), ("A5", True), ("E5", False), ("F5", False)]


@rule("11.5", "11.2", "11.4", "10.1.1")
def test_six_evacuation_moves_by_night() -> None:
    desk = Desk(turn=6).evacuees(1, "A5").evacuees(2, "A5").evacuees(3, "F5").evacuees(4, "F5").evacuees(5, "staging")
    desk.s.moves = 6
    desk.step(EvacuationMoves())
    desk.play("pair evacuees-1 evacuees-2", "evacuate evacuees-1 Z2", "evacuate evacuees-2 Z2")
    assert desk.s.moves == 3
    desk.play("evacuate evacuees-3 staging", "evacuate evacuees-5 X2", "evacuate evacuees-5 X3")
    assert desk.s.moves == 0
    assert [desk.where(f"evacuees-{n}") for n in (1, 2, 3, 4, 5)] == ["Z2", "Z2", "staging", "F5", "X3"]


@rule("11.5", "10.1.1")
def test_two_could_not_have_moved_to_y2() -> None:
    desk = Desk(turn=6).evacuees(1, "staging").evacuees(2, "staging")
    desk.s.moves = 6
    desk.step(EvacuationMoves()).play("evacuate evacuees-1 Y2")
    assert desk.why("evacuate evacuees-2 Y2") == {"10.1.1"}
