"""Edges of the Luftwaffe's, the escape's and the evacuation's rules: what is easily got wrong by one."""

from __future__ import annotations

import pytest
from dunkirk_desk import DATA, Desk

from grognard.games.spoiled_victory.rules.air_attack import table_total
from grognard.games.spoiled_victory.rules.combat import defence_modifiers
from grognard.games.spoiled_victory.rules.end_turn import surrender_modifiers
from grognard.games.spoiled_victory.rules.escape import EscapePhase
from grognard.games.spoiled_victory.rules.evacuation import EvacuationMoves, EvacuationPhase, awarded_moves
from grognard.games.spoiled_victory.rules.event_phase import Cap
from grognard.games.spoiled_victory.rules.luftwaffe import AirAttack, LuftwaffePhase, Raid
from grognard.suite import rule


@rule("7.2")
@pytest.mark.parametrize(
    ("total", "read"), [(-3, 0), (-1, 0), (0, 0), (1, 1), (11, 11), (12, 12), (13, 12), (15, 12)]
)
def test_totals_read_as_the_ends_of_the_table_beyond_it(total: int, read: int) -> None:
    assert table_total(total) == read


@rule("7.2", "4.1")
def test_a_hit_suppresses_the_unit_that_it_flips_whoever_else_is_full() -> None:
    desk = Desk().put("1-loyals", "C5", full=False).put("yser-garrison", "C5").evacuees(14, "C5", full=True)
    desk.step(AirAttack((DATA.unit["1-loyals"], DATA.unit["yser-garrison"]))).roll(6, 6).roll(6, 6)
    assert desk.where("1-loyals") == "lost"
    assert desk.s.suppressed == 1 << DATA.unit["yser-garrison"]
    assert desk.is_full("evacuees-14")


@rule("7.3", "7.3.1")
def test_bombs_on_other_spaces_damage_nothing() -> None:
    desk = Desk().put("1-loyals", "C4").put("5-border", "B4").put("ghq", "F5").put("i-270-ri", "A5")
    desk.s.jetties = 1
    desk.step(AirAttack((DATA.unit["1-loyals"], DATA.unit["5-border"]))).roll(6, 6).roll(6, 6)
    assert (desk.s.mole_damaged, desk.s.jetties) == (False, 1)
    desk.step(AirAttack((DATA.unit["ghq"],))).roll(6, 6)
    assert (desk.s.mole_damaged, desk.s.jetties) == (False, 2)
    desk.step(AirAttack((DATA.unit["i-270-ri"],))).roll(6, 6)
    assert (desk.s.mole_damaged, desk.s.jetties) == (True, 2)
    at_sea = Desk().evacuees(1, "staging", full=True).step(AirAttack((DATA.unit["evacuees-1"],))).roll(6, 6)
    assert (at_sea.s.mole_damaged, at_sea.s.jetties) == (False, 0)


@rule("7.3.1")
def test_an_empty_jetty_is_bombed_once_more_only_while_it_stands() -> None:
    desk = Desk()
    desk.s.jetties = 1
    jetty, beaches = -1 - DATA.place["A5"], [-1 - DATA.place[x] for x in ("C5", "D5", "E5")]
    desk.step(AirAttack((jetty, *beaches))).roll(6, 6)
    assert desk.s.mole_damaged
    desk.roll(1, 1).roll(6, 6)
    assert desk.s.jetties == 2
    assert desk.over, "E5 has nothing left to lose"
    mixed = Desk().put("1-loyals", "F5")
    mixed.s.jetties = 1
    mixed.step(AirAttack((beaches[0], beaches[1], DATA.unit["1-loyals"]))).roll(6, 6)
    assert mixed.s.stack[-1].targets == (DATA.unit["1-loyals"],), "units are rolled for all the same"


@rule("10.10.1", "7.1a")
def test_cap_shields_the_first_route_too() -> None:
    desk = Desk(turn=6).evacuees(1, "X2").step(Cap(), LuftwaffePhase()).play("cap X").draw("gorts-orders")
    assert desk.over
    assert desk.said("The RAF drives off the attack on Channel Route X.")
    other = Desk(turn=6).evacuees(1, "Y2").evacuees(2, "staging").step(Cap(), LuftwaffePhase()).play("cap X")
    other.draw("lorries-into-the-surf")
    assert set(other.s.stack[-1].targets) == {DATA.unit["evacuees-1"], DATA.unit["evacuees-2"]}, (
        "an entry of Route Y attacks the staging area too (ruling 10)"
    )
    late = Desk(turn=6).evacuees(1, "staging").step(Cap()).play("cap Y")
    assert (late.s.cap, late.s.cap_route) == (False, 1)
    assert Desk(turn=6).evacuees(1, "X3").step(Cap()).legal() == {"pass", "cap X", "cap Y", "cap Z"}


@rule("10.10.1")
def test_a_standing_order_keeps_the_raf() -> None:
    desk = Desk().evacuees(1, "staging").step(Cap())
    step = desk.s.stack[-1]
    assert step.standing(desk.s, "allies", "no-cap") == "pass"
    assert step.standing(desk.s, "allies", "no-spirit") is None


@rule("7.1")
def test_entries_of_a_card_come_one_after_another() -> None:
    desk = Desk().put("1-loyals", "A4").evacuees(1, "Z2")
    desk.s.mole_damaged = True
    desk.step(Raid(DATA.card["goerings-boast"], 0))
    assert desk.s.stack[-1].targets == (DATA.unit["1-loyals"],), "Dunkirk comes first"
    assert not desk.s.discards
    desk.roll(1, 1)
    assert desk.s.stack[-1].targets == (DATA.unit["evacuees-1"],), "then Route Z"
    assert desk.roll(1, 1).over
    assert desk.s.discards == 1 << DATA.card["goerings-boast"]


@rule("8.1", "8.2", "8.3")
def test_each_to_england_space_is_looked_at_by_itself() -> None:
    desk = Desk(turn=5).evacuees(1, "X3", full=True).evacuees(2, "Y4", suppressed=True).evacuees(3, "Y4")
    desk.evacuees(4, "Z2").evacuees(14, "Z2", full=True, suppressed=True).step(EscapePhase())
    assert desk.s.vp == 3, "2 by X, 1 by Y; Nieuport is held"
    assert desk.s.stack[-1].units == (DATA.unit["evacuees-4"],), "Z is under fire"
    desk.roll(1, 2)
    assert desk.s.vp == 4
    assert desk.over
    assert desk.where("evacuees-2") == "Y4"
    assert desk.where("evacuees-14") == "Z2"


@rule("8.2")
def test_suppressed_by_interdiction_it_stays_and_is_not_scored() -> None:
    desk = Desk(turn=5).evacuees(1, "Z2", full=True).evacuees(14, "Z2", suppressed=True).step(EscapePhase())
    desk.roll(4, 2)  # 6 by day: Suppressed
    assert (desk.s.vp, desk.where("evacuees-1"), desk.is_suppressed("evacuees-1")) == (0, "Z2", True)
    assert desk.over


@rule("8.3")
def test_the_last_phase_scores_suppressed_units_by_half() -> None:
    desk = Desk(turn=18).evacuees(1, "X3", full=True, suppressed=True).evacuees(2, "Y4", suppressed=True)
    desk.evacuees(3, "Z2", full=True).evacuees(4, "Z2").evacuees(14, "staging", suppressed=True)
    desk.step(EscapePhase(last=True))
    assert desk.s.vp == 1, "half of 2, and half of 1 rounded down"
    desk.roll(6, 3)  # 9 by night: Suppressed
    assert desk.s.vp == 2
    desk.roll(6, 5)  # 11 by night: a Hit on a “1” removes it
    assert desk.s.vp == 2
    assert desk.where("evacuees-14") == "staging"
    missed = Desk(turn=17).evacuees(1, "Z2").step(EscapePhase(last=True)).roll(4, 4)
    assert missed.s.vp == 1, "the Night column: an 8 misses"
    day = Desk(turn=17).evacuees(1, "Z2").step(EscapePhase()).roll(4, 4)
    assert day.s.vp == 0, "the Day column: an 8 hits"


@rule("11.0", "11.5", "16.0", "12.5")
@pytest.mark.parametrize(
    ("event", "wake", "bonus", "german", "card", "moves"),
    [
        ("heavy-surf", 0, 0, "G1", "gorts-orders", 1),
        ("magnetic-mines", 0, 0, "G1", "gorts-orders", 1),
        ("magnetic-mines", 0, 0, "G1", "stukas-in-force", 1),
        ("magnetic-mines", 1, 0, "G1", "gorts-orders", 1),
        ("fog-in-the-channel", 2, 0, "G1", "gorts-orders", 1),
        ("magnetic-mines", 1, 0, "G1", "stukas-in-force", 2),
        ("modern-destroyers-deployed", 0, 0, "G1", "stukas-in-force", 4),
        ("heavy-surf", 1, 0, "G1", "stukas-in-force", 3),
        ("wake-walker-and-tennant-arrive", 2, 0, "G1", "stukas-in-force", 3),
        ("the-little-ships", 0, 1, "G1", "stukas-in-force", 3),
        ("destroyers-recalled", 0, 0, "G1", "heavy-surf", 3),
        ("destroyers-recalled", 0, 0, "G5/H5", "heavy-surf", 2),
        ("heavy-surf", 0, 0, "G5/H5", "weather-is-crystal-clear", 2),
        ("destroyers-recalled", 0, 0, "G5/H5", "gorts-orders", 1),
    ],
)
def test_evacuation_moves(event: str, wake: int, bonus: int, german: str, card: str, moves: int) -> None:
    desk = Desk().event(event).german(german, track="G")
    desk.s.wake, desk.s.bonus_moves = wake, bonus
    assert awarded_moves(desk.s, DATA.cards[DATA.card[card]]) == moves


@rule("11.0")
def test_moves_that_nobody_can_use_end_the_phase_and_are_told() -> None:
    desk = Desk().step(EvacuationPhase()).draw("heavy-surf")
    assert desk.over
    assert desk.s.moves == 0
    assert desk.said("5 Evacuation Moves not used.")
    used = Desk(turn=6).evacuees(1, "A5")
    used.s.moves = 1
    used.step(EvacuationMoves()).play("evacuate evacuees-1 staging", "end")
    assert not used.said("not used")
    stuck = Desk(turn=6).evacuees(1, "X2").evacuees(2, "X3").evacuees(3, "X3").evacuees(4, "A5", suppressed=True)
    stuck.s.moves = 2
    assert stuck.step(EvacuationMoves()).over, "the only one that is not Suppressed finds no room ahead"


@rule("11.0")
def test_with_one_move_or_none() -> None:
    one = Desk(turn=6).evacuees(1, "A5")
    one.s.moves = 1
    assert one.step(EvacuationMoves()).legal() == {"evacuate evacuees-1", "end"}
    none = Desk(turn=6).evacuees(1, "A5")
    assert none.step(EvacuationMoves()).over, "nothing was awarded, so nothing is asked"


@rule("8.3")
def test_the_dead_score_nothing() -> None:
    desk = Desk(turn=18).evacuees(1, "Z2").evacuees(14, "X2", suppressed=True).step(EscapePhase(last=True)).roll(6, 6)
    assert desk.s.vp == 0
    assert not desk.said("reach England")


@rule("9.3b", "12.2")
def test_no_modifier_of_nothing_is_told() -> None:
    desk = Desk(turn=2).event("heavy-surf").put("1-loyals", "D2").put("ghq", "G5/H5").put("5-border", "C2")
    desk.s.rearguard = 3
    told = {
        space: [m.reason for m in defence_modifiers(desk.s, DATA.unit[unit], DATA.place[space])[1:]]
        for unit, space in (("1-loyals", "D2"), ("ghq", "G5/H5"), ("5-border", "C2"))
    }
    assert told == {"D2": ["defense (Canal)"], "G5/H5": ["defense (La Panne)"], "C2": ["defense (Town)"]}
    assert surrender_modifiers(Desk(empty=False, turn=2).s) == [], (
        "turn 2 adds nothing, and nothing else has happened"
    )
    assert [m.reason for m in surrender_modifiers(Desk(empty=False, turn=3).s)] == ["turn 3"]


@rule("8.2", "8.1")
def test_route_x_is_safe_while_nieuport_is_german() -> None:
    desk = Desk(turn=6).german("I4/J2", track="J").evacuees(1, "X3").evacuees(2, "Y4").step(EscapePhase())
    assert desk.s.vp == 1
    assert desk.s.stack[-1].units == (DATA.unit["evacuees-2"],)
