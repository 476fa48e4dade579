"""Edges that a number decides: the track next door, the unit next in the list, the space that is no Beach."""

from __future__ import annotations

import pytest
from dunkirk_desk import DATA, Desk

from grognard.games.spoiled_victory.rules.end_turn import withdrawal_modifiers
from grognard.games.spoiled_victory.rules.evacuation import EvacuationMoves
from grognard.games.spoiled_victory.rules.movement import ghq_company, open_spaces, route
from grognard.games.spoiled_victory.rules.state import german_retreat
from grognard.kernel.rules import bits
from grognard.suite import rule


def sailing(desk: Desk, moves: int = 4) -> Desk:
    desk.s.moves = moves
    return desk.step(EvacuationMoves())


# ------------------------------------------------------------------------------------------------- evacuation


@rule("11.1", "16.0")
def test_heavy_surf_closes_the_beaches_and_nothing_else() -> None:
    desk = sailing(Desk(turn=6).event("heavy-surf").evacuees(1, "A4").evacuees(2, "C5").evacuees(3, "A5"))
    assert desk.ends("evacuate evacuees-1") == {"A5"}
    assert desk.ends("evacuate evacuees-3") == {"staging"}
    assert desk.why("evacuate evacuees-2") == {"16.0"}


@rule("11.2")
def test_no_evacuation_move_into_a_german() -> None:
    desk = sailing(Desk(turn=6).german("C5").evacuees(1, "C4").evacuees(2, "D4"))
    assert desk.why("evacuate evacuees-1 C5") != set()
    assert "evacuees-1" not in desk.ends("evacuate")
    assert desk.ends("evacuate evacuees-2") == {"D5"}


# ------------------------------------------------------------------------------------------------- the Germans


@rule("9.3.4")
@pytest.mark.parametrize("other", [False, True])
def test_a_german_at_its_start_is_disrupted_though_another_is_already(other: bool) -> None:
    desk = Desk().german("D1").german("C3", disrupted=other)
    german_retreat(desk.s, DATA.track_ids.index("D"), desk.events)
    assert desk.is_disrupted("D")
    assert not desk.is_reduced("D")
    german_retreat(desk.s, DATA.track_ids.index("D"), desk.events)
    assert desk.is_reduced("D")
    assert not desk.is_reduced("C")


@rule("9.3.6")
def test_the_german_that_failed_is_the_one_that_has_fought() -> None:
    desk = Desk().german("D2").put("1-loyals", "D3").call("D").roll(3, 1, 2, 2)
    assert bits(desk.s.spent) == [DATA.track_ids.index("D")]


@rule("9.3.7")
def test_a_breakthrough_on_another_track_bars_none_here() -> None:
    desk = Desk().german("D2").put("5-border", "D3", full=False)
    desk.s.broke = 1 << DATA.track_ids.index("F")
    desk.call("D").roll(6, 6, 6, 6).play("hit 5-border")
    assert desk.german_at("D") == "D4"
    again = Desk().german("D2").put("5-border", "D3", full=False)
    again.s.broke = 1 << DATA.track_ids.index("D")
    again.call("D").roll(6, 6, 6, 6).play("hit 5-border")
    assert again.german_at("D") == "D3", "once a turn"


@rule("9.3.7", "9.3.6")
def test_the_attack_after_a_breakthrough_is_an_attack_like_any_other() -> None:
    """With a Win in it the German takes the space, as it does not in an attack across a red connection."""
    desk = Desk().german("D2").put("5-border", "D3", full=False).put("1-loyals", "D4", full=False).call("D")
    desk.roll(6, 6, 6, 6).play("hit 5-border")
    assert desk.german_at("D") == "D4"
    assert not desk.s.stack[-1].red


@rule("12.3")
@pytest.mark.parametrize("turn", range(1, 8))
def test_only_what_changes_the_withdrawal_die_is_named(turn: int) -> None:
    """The printed row: -2 -2 -1 0 +1 +2 +3."""
    desk = Desk(turn=turn)
    found = [m.value for m in withdrawal_modifiers(desk.s)]
    assert found == [value for value in ((-2, -2, -1, 0, 1, 2, 3)[turn - 1],) if value]


# ------------------------------------------------------------------------------------------------ the Allies


@rule("10.1.7")
def test_british_and_french_stay_out_of_the_belgian_area_and_belgians_do_not() -> None:
    desk = Desk()
    area = DATA.belgian_area
    belgians = {"15th-division-remnants", "cavalry-corps-remnants", "chasseurs-ardennais-remnants", "yser-garrison"}
    for unit in range(DATA.combat):
        name = DATA.unit_ids[unit]
        desk.put(name, "G2")
        free = bool(open_spaces(desk.s, unit) & area)
        assert free is (name in belgians or name == "ghq"), name


@rule("10.1")
def test_a_way_leads_through_a_german_who_is_engaged_and_not_through_one_who_is_not() -> None:
    """From D2 to B2 by C2, and round about by C3 where the German of C2 stops the first to meet him."""
    for engaged in (True, False):
        desk = Desk().german("C2").put("1-loyals", "D2")
        if engaged:
            desk.put("5-border", "C2")
        desk.actions(6)
        way = [DATA.place_ids[p] for p in route(desk.s, DATA.unit["1-loyals"], DATA.place["B2"])]
        assert ("C2" in way) is engaged


@rule("10.1.5")
def test_a_lost_ghq_leads_nobody() -> None:
    desk = Desk().put("ghq", "E3").put("1-loyals", "E3").put("5-border", "D3")
    assert bits(ghq_company(desk.actions(4).s)) == [DATA.unit["1-loyals"]]
    lost = Desk().put("ghq", "lost").put("1-loyals", "lost").put("5-border", "D3").actions(4)
    assert ghq_company(lost.s) == 0


@rule("16.0", "10.0")
def test_the_sidestep_lapses_with_the_phase_and_without_the_event_is_for_nobody() -> None:
    desk = Desk().put("ghq", "E3").put("1-grenadier-guards", "D3").actions(4)
    assert desk.ends("sidestep") == set()
    desk.s.sidestep = True
    desk.play("end")
    assert not desk.s.sidestep
