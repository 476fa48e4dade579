"""12.0 End Turn procedures."""

from __future__ import annotations

import pytest
from dunkirk_desk import DATA, Desk

from grognard.games.spoiled_victory.rules.end_turn import EndTurn, surrender_modifiers, withdrawal_modifiers
from grognard.suite import rule

BELGIANS = ("15th-division-remnants", "cavalry-corps-remnants", "chasseurs-ardennais-remnants", "yser-garrison")


def _desk(turn: int) -> Desk:
    desk = Desk(turn=turn)
    for unit, space in zip(BELGIANS, ("I4/J2", "H3", "I3", "H4"), strict=True):
        desk.put(unit, space)
    return desk


@rule("12.1", "6.2")
def test_the_event_card_leaves_play() -> None:
    desk = Desk(turn=3).event("heavy-surf").german("A1", reduced=True).german("B1", reduced=True)
    desk.s.surrendered = True
    desk.step(EndTurn())
    assert desk.s.removed == 1 << DATA.card["heavy-surf"]


@rule("12.2")
@pytest.mark.parametrize(
    ("turn", "die", "gone"), [(1, 6, False), (2, 5, True), (2, 4, False), (3, 4, True), (5, 2, True)]
)
def test_belgian_surrender_by_turn(turn: int, die: int, gone: bool) -> None:
    desk = _desk(turn).step(EndTurn()).roll(die)
    assert desk.s.surrendered == gone
    assert all((desk.where(u) == "lost") == gone for u in BELGIANS)


@rule("12.2")
def test_losses_and_nieuport_hasten_the_surrender() -> None:
    desk = _desk(2).put("yser-garrison", "lost")
    assert sum(m.value for m in surrender_modifiers(desk.s)) == 1
    desk.put("15th-division-remnants", "I3").german("I4/J2", track="J")
    assert sum(m.value for m in surrender_modifiers(desk.s)) == 2


@rule("12.2", "10.1.7")
def test_no_roll_when_no_belgian_is_left_and_the_area_opens() -> None:
    desk = (
        Desk(turn=3)
        .put("yser-garrison", "H4", full=False)
        .put("1-loyals", "G4")
        .german("H3")
        .call("H")
        .roll(6, 6, 6, 1)
    )
    while desk.top == "ApplyWins":
        desk.play("hit yser-garrison")
    assert desk.s.surrendered
    desk.step(EndTurn())
    assert desk.top == "PanzerWithdrawal"
    desk.german("H2").actions(1)
    assert "H4" in desk.ends("move 1-loyals")


@rule("12.3")
@pytest.mark.parametrize(
    ("turn", "die", "gone"), [(1, 6, False), (4, 5, True), (4, 4, False), (6, 3, True), (7, 2, True)]
)
def test_panzer_withdrawal_by_turn(turn: int, die: int, gone: bool) -> None:
    desk = Desk(turn=turn)
    desk.s.surrendered = True
    desk.step(EndTurn()).roll(die)
    assert desk.is_reduced("A") == desk.is_reduced("B") == gone


@rule("12.3")
def test_one_panzer_left_is_enough_for_a_roll_and_two_motorized_are_not() -> None:
    desk = Desk(turn=4).german("A1", reduced=True)
    desk.s.surrendered = True
    assert sum(m.value for m in withdrawal_modifiers(desk.s)) == 1
    desk.step(EndTurn())
    assert desk.top == "PanzerWithdrawal"
    assert desk.roll(4).is_reduced("B")
    assert desk.step(EndTurn()).top == "EventCard", "the next turn has begun without a roll"


@rule("12.3")
def test_a_panzer_in_dunkirk_stays_longer() -> None:
    desk = Desk(turn=4).german("A4")
    assert sum(m.value for m in withdrawal_modifiers(desk.s)) == -2


@rule("12.4")
def test_suppression_ends_with_the_turn() -> None:
    desk = Desk(turn=3).put("1-loyals", "C2", suppressed=True).german("A1", reduced=True).german("B1", reduced=True)
    desk.s.surrendered = True
    assert not desk.step(EndTurn()).s.suppressed


@rule("12.5")
def test_reminder_markers_count_down() -> None:
    desk = Desk(turn=3).german("A1", reduced=True).german("B1", reduced=True)
    desk.s.surrendered = True
    desk.s.harbour, desk.s.wake = 2, 1
    desk.step(EndTurn())
    assert (desk.s.harbour, desk.s.wake) == (1, 0)


@rule("12.6")
def test_the_next_turn_begins() -> None:
    desk = Desk(turn=3).german("A1", reduced=True).german("B1", reduced=True)
    desk.s.surrendered = True
    desk.step(EndTurn())
    assert desk.s.turn == 4
    assert desk.top == "EventCard"
