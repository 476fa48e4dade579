"""11.0 Evacuation Moves."""

from __future__ import annotations

import pytest
from dunkirk_desk import DATA, Desk

from grognard.games.spoiled_victory.rules.evacuation import ACTED, EvacuationMoves, EvacuationPhase
from grognard.suite import rule


def _phase(desk: Desk, moves: int = 4) -> Desk:
    desk.s.moves = moves
    return desk.step(EvacuationMoves())


@rule("11.1", "11.2", "3.1-staging")
def test_where_moves_lead() -> None:
    desk = Desk(turn=6)
    places = ["A4", "A5", "C4", "C5", "staging", "X2", "Y2", "Y3", "B3", "G4"]
    for n, place in enumerate(places, 1):
        desk.evacuees(n, place)
    _phase(desk)
    goals = {place: desk.ends(f"evacuate evacuees-{n}") for n, place in enumerate(places, 1)}
    assert goals["A4"] == {"A5"}
    assert goals["A5"] == {"staging"}
    assert goals["C4"] == {"C5"}
    assert goals["C5"] == {"staging"}
    assert goals["staging"] == {"Z2"}, "X2 and Y2 are full"
    assert goals["X2"] == {"X3"}
    assert goals["Y2"] == set(), "Y3 is full"
    assert goals["Y3"] == {"Y4"}
    assert goals["B3"] == goals["G4"] == set(), "Canal spaces without a Beach beside them"


@rule("11.1", "10.1.6")
def test_suppressed_evacuees_and_others_inland_do_not_move() -> None:
    desk = _phase(Desk().evacuees(1, "A5", suppressed=True).evacuees(2, "C3").evacuees(3, "A5").put("1-loyals", "C5"))
    assert desk.why("evacuate evacuees-1 staging") == {"11.1"}
    assert desk.why("evacuate evacuees-2 C4") == {"11.1"}
    assert desk.why("evacuate 1-loyals staging") == {"4.2"}
    assert desk.why("evacuate evacuees-4 staging") == {"11.1"}


@rule("11.2")
def test_never_backwards_and_not_beyond_england() -> None:
    desk = _phase(Desk(turn=6).evacuees(1, "X2").evacuees(2, "Z2").evacuees(3, "A5"))
    assert desk.why("evacuate evacuees-1 staging") == {"11.2"}
    assert desk.why("evacuate evacuees-2 staging") == {"11.2"}
    assert desk.why("evacuate evacuees-3 C5") == {"11.2"}


@rule("11.2")
def test_one_unit_may_move_often_and_moves_may_be_left_over() -> None:
    desk = _phase(Desk(turn=6).evacuees(1, "A5").evacuees(2, "A5"), 5)
    desk.play(
        "evacuate evacuees-1 staging", "evacuate evacuees-1 Y2", "evacuate evacuees-1 Y3", "evacuate evacuees-1 Y4"
    )
    assert desk.where("evacuees-1") == "Y4"
    assert desk.play("end").over


@rule("11.3", "3.1-route")
@pytest.mark.parametrize(("turn", "open_"), [(4, False), (5, True)])
def test_route_x_opens_on_turn_5(turn: int, open_: bool) -> None:
    desk = _phase(Desk(turn=turn).evacuees(1, "staging"))
    assert ("X2" in desk.ends("evacuate evacuees-1")) == open_
    assert desk.why("evacuate evacuees-1 X2") == (set() if open_ else {"11.3"})


@rule("11.4", "10.8", "3.1-east-jetty")
def test_pairs_leave_the_mole_and_jetties() -> None:
    desk = Desk().evacuees(1, "A5").evacuees(2, "A5").evacuees(3, "C5").evacuees(4, "F5")
    _phase(desk)
    assert desk.ends("pair") == {"evacuees-1", "evacuees-2"}
    assert desk.why("pair evacuees-3 evacuees-4") == {"11.4"}
    assert desk.why("pair evacuees-1 evacuees-3") == {"11.4"}
    desk.s.jetties = 1
    assert desk.ends("pair evacuees-3") == {"evacuees-4"}, "from different Beaches, never Beach and Jetty"
    desk.play("pair evacuees-3 evacuees-4")
    assert desk.s.moves == 3
    desk.s.mole_damaged = True
    assert desk.why("pair evacuees-1 evacuees-2") == {"11.4"}
    assert "evacuate evacuees-1" in desk.legal(), "one at a time still works"


@rule("11.4", "7.3")
def test_damaged_jetties_give_nothing() -> None:
    desk = Desk().evacuees(3, "C5").evacuees(4, "F5")
    desk.s.jetties = 2
    assert _phase(desk).why("pair evacuees-3 evacuees-4") == {"11.4"}


@rule("11.5", "3.1-la-panne")
def test_la_panne_in_german_hands_halves_the_moves() -> None:
    for turn, moves in ((1, 3), (2, 4)):
        desk = Desk(turn=turn).german("G5/H5", track="G").evacuees(1, "A5").step(EvacuationPhase()).draw("heavy-surf")
        assert desk.s.moves == moves, "5 by day and 7 by night, halved and rounded up"
    contested = Desk().german("G5/H5", track="G").put("ghq", "G5/H5").evacuees(1, "A5")
    assert contested.step(EvacuationPhase()).draw("heavy-surf").s.moves == 5


@rule("10.1.1", "11.1")
def test_stacking_holds_after_every_move() -> None:
    desk = _phase(Desk(turn=6).evacuees(1, "staging").evacuees(2, "Z2").evacuees(3, "Z2"))
    assert desk.why("evacuate evacuees-1 Z2") == {"10.1.1"}
    desk = _phase(Desk().evacuees(1, "C4").evacuees(2, "C5").evacuees(3, "C5"))
    assert desk.why("evacuate evacuees-1 C5") == {"11.1"}


@rule("11.2")
def test_evacuees_may_slip_away_from_a_german_but_not_towards_one() -> None:
    desk = _phase(Desk().evacuees(1, "C5").german("C5").evacuees(2, "D4").german("D5"))
    assert desk.ends("evacuate evacuees-1") == {"staging"}
    assert "evacuate evacuees-2" not in desk.legal()


@rule("11.0")
def test_the_phase_ends_by_itself_when_nothing_can_move_and_waits_when_something_did() -> None:
    assert Desk().step(EvacuationPhase()).draw("heavy-surf").over
    moved = _phase(Desk().evacuees(1, "A5"), 1).play("evacuate evacuees-1 staging")
    assert moved.legal() == {"end"}
    assert moved.why("evacuate evacuees-1 Z2") == {"11.0"}
    assert moved.play("end").over
    assert DATA.room[DATA.place["A5"]] == 4


@rule("11.0", "11.1")
@pytest.mark.parametrize("moves", [0, 2])
@pytest.mark.parametrize("who", ["ready", "suppressed", "combat unit", "nobody"])
def test_the_phase_waits_only_for_moves_that_somebody_can_make(moves: int, who: str) -> None:
    desk = Desk().put("5-border", "D3")
    if who == "combat unit":
        desk.put("1-loyals", "A5")
    elif who != "nobody":
        desk.evacuees(1, "A5", suppressed=who == "suppressed")
    desk.s.moves = moves
    waits = who == "ready" and moves > 0
    assert EvacuationMoves().obvious(desk.s) == (None if waits else ("end", ()))
    assert ACTED.obvious(desk.s) is None, "a move that was made can be taken back"
    assert ACTED.standing(desk.s, "allies", "end-phases") == (None if waits else "end")
    assert ACTED.warnings(desk.s, "allies") == (
        ("2 Evacuation Moves would be lost if you end now.",) if waits else ()
    )


@rule("11.4", "11.1")
def test_a_suppressed_unit_makes_no_pair() -> None:
    for start in ("A5", "D5"):
        for suppressed in (False, True):
            desk = Desk().evacuees(1, start).evacuees(2, start, suppressed=suppressed)
            desk.s.beach_bonus = True
            desk.actions(2)
            assert ("pair" in {a.split()[0] for a in desk.legal()}) is not suppressed


@rule("11.4")
@pytest.mark.parametrize("start", ["A5", "C5", "D5", "E5", "F5"])
def test_who_goes_along(start: str) -> None:
    """From the East Jetty with another from there, from a Beach with any other from a Beach."""
    desk = Desk().evacuees(1, start).evacuees(2, start)
    desk.s.beach_bonus = True
    for other in ("A4", "A5", "C4", "C5", "D4", "D5", "E4", "E5", "F4", "F5"):
        desk.evacuees(3, other).actions(2)
        together = other == start or (other in ("C5", "D5", "E5", "F5") and start != "A5")
        assert desk.why("pair evacuees-1 evacuees-3") == (set() if together else {"11.4"}), other


@rule("10.6", "10.1")
def test_an_evacuation_move_that_is_bought_ends_the_movement_of_a_group() -> None:
    desk = Desk().put("1-loyals", "D4").put("5-border", "D4").evacuees(1, "A5").actions(2).play("move 1-loyals D5")
    assert desk.why("move 5-border") == set()
    desk.play("evacuate evacuees-1 staging")
    assert desk.why("move 5-border") == {"10.1"}, "it would have to be paid for again"
