"""8.0 Escape Moves and VP scoring."""

from __future__ import annotations

import pytest
from dunkirk_desk import DATA, Desk

from grognard.games.spoiled_victory.data.world import ELIMINATED, HIT, NONE, SUPPRESSED
from grognard.games.spoiled_victory.rules.end_turn import EndTurn
from grognard.games.spoiled_victory.rules.escape import EscapePhase
from grognard.suite import rule


@rule("8.0", "8.1", "8.3", "2.0")
def test_routes_x_and_y_are_safe_while_nieuport_holds() -> None:
    desk = (
        Desk(turn=7).evacuees(1, "X3", full=True).evacuees(2, "Y4").put("yser-garrison", "I4/J2").step(EscapePhase())
    )
    assert desk.over
    assert desk.s.vp == 3
    assert desk.where("evacuees-1") == "pool"


@rule("8.1")
def test_only_to_england_spaces_escape_and_suppressed_units_stay() -> None:
    desk = (
        Desk(turn=7).evacuees(1, "X3", suppressed=True).evacuees(2, "X2").evacuees(3, "staging").step(EscapePhase())
    )
    assert desk.over
    assert desk.s.vp == 0
    assert [desk.where(f"evacuees-{n}") for n in (1, 2, 3)] == ["X3", "X2", "staging"]


@rule("8.2")
def test_route_y_is_under_fire_while_a_german_is_alone_in_nieuport() -> None:
    desk = Desk(turn=7).evacuees(1, "Y4").german("I4/J2", track="J").step(EscapePhase())
    assert desk.top == "Interdiction"
    desk = Desk(turn=7).evacuees(1, "Y4").german("I4/J2", track="J").put("yser-garrison", "I4/J2").step(EscapePhase())
    assert desk.over, "with an Allied unit there it is not German-controlled"
    assert desk.s.vp == 1


@rule("8.2")
def test_suppressed_units_are_not_rolled_for() -> None:
    assert Desk(turn=7).evacuees(1, "Z2", suppressed=True).step(EscapePhase()).over


@rule("8.2", "8.3")
@pytest.mark.parametrize("turn", [7, 8])
@pytest.mark.parametrize("total", range(2, 13))
def test_every_cell_of_the_interdiction_table(turn: int, total: int) -> None:
    a = min(6, total - 1)
    desk = Desk(turn=turn).evacuees(1, "Z2", full=True).step(EscapePhase()).roll(a, total - a)
    result = DATA.interdiction[turn == 8][total]
    assert desk.s.vp == (2 if result == NONE else 0)
    assert desk.where("evacuees-1") == ("Z2" if result in (SUPPRESSED, HIT) else "pool")
    assert desk.is_suppressed("evacuees-1") == (result in (SUPPRESSED, HIT))
    assert desk.is_full("evacuees-1") == (result == SUPPRESSED)
    assert result in (NONE, SUPPRESSED, HIT, ELIMINATED)


@rule("8.2")
def test_each_unit_is_rolled_for_on_its_own() -> None:
    desk = Desk(turn=8).evacuees(1, "Z2").evacuees(2, "Z2", full=True).step(EscapePhase()).roll(1, 1).roll(1, 1)
    assert desk.s.vp == 3


@rule("8.3", "12.6", "13.0")
def test_after_turn_18_one_more_escape_phase_is_held() -> None:
    desk = Desk(turn=18).evacuees(1, "X3", full=True).evacuees(2, "Z2", full=True).step(EndTurn())
    assert desk.s.vp == 2, "X escapes at once"
    desk.roll(3, 3)
    assert desk.s.vp == 4
    assert desk.over
    assert desk.said("The game ends with 4 Victory Points: Disaster.")


@rule("8.3")
def test_suppressed_evacuees_then_score_half_rounded_down() -> None:
    desk = Desk(turn=18).evacuees(1, "X3", full=True, suppressed=True).evacuees(2, "Z2", suppressed=True)
    desk.evacuees(3, "Y4", full=True, suppressed=True).step(EndTurn())
    assert desk.over, "nobody is rolled for"
    assert desk.s.vp == 1 + 0 + 1


@rule("8.3")
def test_a_unit_suppressed_in_the_last_phase_scores_half() -> None:
    desk = Desk(turn=18).evacuees(1, "Z2", full=True).step(EndTurn()).roll(5, 4)
    assert desk.s.vp == 1, "9 by night is Suppressed"
    desk = Desk(turn=18).evacuees(1, "Z2", full=True).step(EndTurn()).roll(6, 5)
    assert desk.s.vp == 0, "11 by night is a Hit, and half of one is none"
