"""Edges of chapters 6 to 15: the equal die, the first Area of the list, who has fought, the marker in hand."""

from __future__ import annotations

from typing import Any

import pytest
from springtime_desk import DATA, act, battle, desk, ends, held, rules_against, where

from grognard.games.springtime.rules.kleist import KleistOrNobody
from grognard.games.springtime.rules.state import KLEIST_LOST
from grognard.games.springtime.rules.supply import trace
from grognard.suite import rule

ALLIES, AXIS, NOBODY = 0, 1, 2
QUIET = {"ge-4": "5", "fr-8": "20"}


# -------------------------------------------------------------------------------------------------- the turn


@rule("6.2.1", "11.2")
@pytest.mark.parametrize("user", [ALLIES, AXIS])
def test_the_used_advantage_passes_on_though_the_roll_ends_the_phase(user: int) -> None:
    table = desk(QUIET, impulse=4, advantage=NOBODY, used_by=user)
    table.play("pass", forced=[3, "de-gaulle", "plan-red"])
    assert table.state.turn == 3
    assert table.state.advantage == 1 - user


@rule("6.4", "16.1.1")
def test_a_collapse_is_seen_at_the_start_of_the_end_phase() -> None:
    table = desk(QUIET, morale=0, stack=[{"type": "EndPhase"}])
    assert table.over
    assert table.result is not None
    assert (table.result.winner, table.result.level) == ("axis", "collapse")


@rule("6.1.1")
@pytest.mark.parametrize("event", ["improved-logistics-axis", "air-supremacy"])
def test_an_event_does_what_it_says_and_not_what_another_does(event: str) -> None:
    table = desk(QUIET, held_axis=held(event), cup=[e for e in DATA.event_ids if e != event], advantage=NOBODY)
    table.play(f"play {event}")
    s = table.state
    assert (s.plan_red, s.billotte) == (False, False)
    assert any(s.air_strong) is (event == "air-supremacy")
    assert where(table, "de-gaulle") == "off"


@rule("6.1.2")
@pytest.mark.parametrize(("die", "gone"), [(3, False), (4, True)])
def test_as_printed_belgium_surrenders_on_more_than_the_areas_lost(die: int, gone: bool) -> None:
    table = desk(
        {**QUIET, "belgian": "14"},
        axis="10 11 12",
        impulse=8,
        advantage=NOBODY,
        options={"belgian-surrender-as-printed": True},
    )
    table.play("pass", forced=[1, "cabinet-shuffle", "plan-red", die])
    assert (where(table, "belgian") == "gone") is gone


@rule("4.4.1", "10.4.5")
def test_a_kleist_who_waits_is_not_lost() -> None:
    table = desk(QUIET, stack=[{"type": "EndManeuvers"}, {"type": "ChooseImpulse"}, {"type": "KleistOrNobody"}])
    assert table.state.kleist != KLEIST_LOST
    s = table.state.copy()
    s.loc[DATA.unit["guderian-pz"]] = DATA.place["3"]
    s.facts = None
    s.stack.clear()
    KleistOrNobody().run(s, None)
    assert [type(step).__name__ for step in s.stack] == ["PlaceKleist"]


# -------------------------------------------------------------------------------------------------- movement


@rule("14.3", "7.2")
def test_nobody_goes_out_and_back_through_italy() -> None:
    """Zone F is empty and the enemy's, and next to E: taking it in passing is for Italians alone."""
    table = desk({"ge-4": "5", "bef": "E", "fr-1": "16"}, impulse=1, advantage=NOBODY, italy=True)
    table.play("assault 1")
    found = ends(table, "move bef")
    assert "D" in found
    assert not {"E", "F"} & found
    assert rules_against(table, "move bef F") == {"14.3"}


@rule("9.2")
def test_a_named_way_is_no_longer_than_the_allowance() -> None:
    table = desk({"hoth-pz": "5", "fr-8": "20"}, advantage=NOBODY)
    table.play("assault A")
    assert rules_against(table, "move hoth-pz 13 via 10") == set()
    assert rules_against(table, "move hoth-pz 13 via 10 12") == {"9.2"}
    assert rules_against(table, "move hoth-pz 5 via 11") == set()
    assert rules_against(table, "move hoth-pz 5 via 11 10") == {"9.2"}


@rule("15.3")
def test_a_battle_elsewhere_does_not_join_groups_and_distance_is_no_quarrel_of_groups() -> None:
    units = {"ge-4": "5", "ge-6": "5", "fr-9": "11", "fr-1": "16", "ge-1": "20", "fr-8": "20"}
    table = desk(units, advantage=NOBODY, plan_red=True)
    table.play("assault all")
    assert rules_against(table, "move ge-4 16") == {"9.2"}
    table.play("move ge-4 11")
    assert rules_against(table, "move ge-6 11") == {"15.3"}
    assert "11" not in ends(table, "move ge-6")


@rule("15.3", "9.1")
def test_who_left_baden_has_moved_when_all_are_active_too() -> None:
    """Baden is number 0 inside: to have come from there is to have moved."""
    table = desk({"ge-7": "1", "ge-4": "5", "fr-8": "20"}, advantage=NOBODY, plan_red=True)
    table.play(["assault all", "move ge-7 2"])
    assert ends(table, "move") == {"ge-4"}
    assert rules_against(table, "move ge-7 3") == {"9.1"}


# ---------------------------------------------------------------------------------------------------- combat


@rule("10.0", "10.5.1")
def test_who_was_repulsed_in_a_contested_area_does_nothing_more() -> None:
    table = desk({"ge-4": "11", "fr-9": "11", "hoth-pz": "5", "fr-8": "20"}, advantage=NOBODY)
    table.play("assault A")
    battle(table, "attack 11 ge-4", [1, 1, 6, 6])
    act(table, "stay")
    assert ends(table, "move") == {"hoth-pz"}
    s = table.state
    assert (s.attackers, s.leaving, s.roll, s.battle, s.lead, s.foe) == (0, 0, 0, -1, -1, -1)


@rule("10.0", "10.2")
@pytest.mark.parametrize("friend", [True, False])
def test_who_has_fought_does_not_fight_again_where_he_was_thrown_to(friend: bool) -> None:
    units = {"ge-4": "10", "fr-1": "10", "fr-8": "20", "hoth-pz": "5", **({"ge-12": "10"} if friend else {})}
    fields: dict[str, Any] = {"top": "AssaultMoves", "active": ["ge-4", "hoth-pz", *(["ge-12"] if friend else [])]}
    table = desk(units, came={"ge-4": "10"}, advantage=NOBODY, **fields)
    assert rules_against(table, "attack 10 ge-4") == {"10.0"}
    assert ("10" in ends(table, "attack")) is friend
    if friend:
        assert ends(table, "attack 10") == {"ge-12"}


# --------------------------------------------------------------------------------------------------- airdrops


@rule("18.1", "10.1")
def test_a_drop_beside_a_battle_must_still_attack() -> None:
    units = {"ge-4": "5", "fr-9": "11", "ge-1": "20", "fr-8": "20"}
    table = desk(units, options={"axis-airdrops": True}, advantage=NOBODY)
    table.play("assault A")
    assert "must then attack" in str(table.preview("drop 11"))
    assert "must then attack" not in str(table.preview("drop 20"))


@rule("18.1")
def test_without_a_german_on_the_map_nothing_drops() -> None:
    units = {"italian": "F", "fr-8": "20"}
    table = desk(
        units, options={"axis-airdrops": True}, advantage=NOBODY, italy=True, top="AssaultMoves", active=["italian"]
    )
    assert rules_against(table, "drop 11") == {"18.1"}


# ----------------------------------------------------------------------------------------------------- supply


@rule("13.1", "14.2")
def test_italians_in_italy_are_at_their_source() -> None:
    s = desk({**QUIET, "italian": "F"}, italy=True).state
    assert trace(s, DATA.unit["italian"]) == ([DATA.place["F"]], [])
    assert trace(s, DATA.unit["ge-4"])[0][0] == DATA.place["5"]
