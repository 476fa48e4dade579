"""12 and 13: replacements, supply, surrender, empty Areas."""

from __future__ import annotations

from typing import Any

import pytest
from springtime_desk import DATA, GAME, act, battle, controller, cup, desk, ends, log, rules_against, steps, where

from grognard.games.springtime.rules.refit import Refit
from grognard.games.springtime.rules.supply import has_supply, trace
from grognard.suite import rule

NOBODY = 2


def spend(side: int, units: dict[str, str], **fields: Any) -> Any:
    """One side's turn to spend in the Refit Phase."""
    return desk(units, top={"type": "Spend", "side": side}, **fields)


def supplied(table: Any, unit: str) -> bool:
    return has_supply(table.state, DATA.unit[unit])


# -------------------------------------------------------------------------------------------------- 12


@rule("12.1", "6.3")
def test_the_allies_spend_first() -> None:
    table = desk({"ge-4": "5", "fr-8": "20"}, reduced="ge-4 fr-8", impulse=8, advantage=NOBODY)
    table.play("pass", forced=[1])
    assert (table.seat, table.decision().step) == ("allies", "Spend")
    table.play("finish")
    assert (table.seat, table.decision().step) == ("axis", "Spend")


@rule("12.3")
@pytest.mark.parametrize(("unit", "cost"), [("ge-4", 1), ("hoth-pz", 2)])
def test_restoring_costs_one_or_two(unit: str, cost: int) -> None:
    table = spend(1, {unit: "5", "ge-12": "5"}, reduced=f"{unit} ge-12", points_axis=9)
    table.play(f"restore {unit}")
    assert steps(table, unit) == 2
    assert table.state.points_axis == 9 - cost


@rule("12.3")
@pytest.mark.parametrize(
    ("unit", "how", "cost"),
    [("ge-4", "reduced", 2), ("ge-4", "full", 3), ("hoth-pz", "reduced", 3), ("hoth-pz", "full", 5)],
)
def test_rebuilding_costs(unit: str, how: str, cost: int) -> None:
    table = spend(1, {unit: "eliminated", "ge-12": "5"}, reduced="ge-12", points_axis=9)
    table.play(f"rebuild {unit} {how} 5")
    assert (where(table, unit), steps(table, unit)) == ("5", 2 if how == "full" else 1)
    assert table.state.points_axis == 9 - cost


@rule("12.3", "12.2")
def test_points_are_needed() -> None:
    table = spend(1, {"hoth-pz": "eliminated", "ge-12": "5"}, reduced="ge-12", points_axis=2)
    assert rules_against(table, "rebuild hoth-pz") == {"12.3"}
    table = spend(1, {"hoth-pz": "eliminated", "ge-12": "5"}, reduced="ge-12", points_axis=4)
    assert rules_against(table, "rebuild hoth-pz full") == {"12.3"}
    assert ends(table, "rebuild hoth-pz") == {"reduced"}


@rule("12.3.1", "13.2.3")
def test_a_unit_out_of_supply_is_not_restored() -> None:
    table = spend(0, {"fr-1": "13", "fr-8": "20"}, reduced="fr-1 fr-8", oos="fr-1")
    assert rules_against(table, "restore fr-1") == {"12.3.1"}
    assert rules_against(table, "restore fr-8") == set()
    assert rules_against(table, "restore bef") == {"12.3"}


@rule("12.3.2")
def test_allied_units_are_rebuilt_in_uncontested_allied_areas() -> None:
    units = {"fr-1": "eliminated", "belgian": "gone", "dutch": "gone", "fr-9": "17", "ge-4": "17"}
    table = spend(0, units, axis="11 12 5", points_allies=5)
    assert rules_against(table, "rebuild belgian") != set()
    places = ends(table, "rebuild fr-1 reduced")
    assert {"25", "A", "13"} <= places
    assert not {"17", "11", "F", "1"} & places
    assert rules_against(table, "rebuild fr-1 reduced 17") == {"12.3.2"}


@rule("12.3.3")
def test_axis_units_are_rebuilt_under_axis_control_italians_in_italy() -> None:
    units = {"ge-4": "eliminated", "italian": "eliminated", "ge-12": "5"}
    table = spend(1, units, axis="11 10", points_axis=9, italy=True)
    assert ends(table, "rebuild ge-4 full") == {"1", "2", "3", "4", "5", "6", "10", "11"}
    assert ends(table, "rebuild italian full") == {"F"}


@rule("12.4", "6.3")
def test_no_refit_on_the_last_turn() -> None:
    table = desk({"ge-4": "5", "fr-8": "20"}, reduced="ge-4 fr-8", impulse=8, turn=7, advantage=NOBODY)
    table.play("pass", forced=[1])
    assert table.over
    assert "Refit" not in log(table)


@rule("10.4.5", "4.4.1")
def test_kleist_returns_when_a_unit_of_his_is_rebuilt() -> None:
    table = spend(1, {"guderian-pz": "eliminated", "ge-12": "5"}, kleist=-2, points_axis=9, reduced="ge-12")
    table.play("rebuild guderian-pz reduced 5")
    assert table.state.kleist == -1
    assert "Leader Kleist returns" in log(table)
    with_reinhardt = {"guderian-pz": "eliminated", "reinhardt-pz": "5", "ge-12": "5"}
    table = spend(1, with_reinhardt, kleist=DATA.unit["reinhardt-pz"], points_axis=9, reduced="ge-12")
    table.play("rebuild guderian-pz reduced 5")
    assert table.state.kleist == DATA.unit["reinhardt-pz"], "he stays where he is"


@rule("12.3")
def test_points_are_not_spent_on_the_enemy() -> None:
    table = spend(0, {"fr-1": "13", "ge-4": "5", "ge-6": "eliminated", "fr-2": "eliminated"}, points_allies=9)
    for text in ("restore ge-4", "rebuild ge-6"):
        [reason] = table.why_not(text)
        assert reason.rule == "12.3"
        assert "belongs to the enemy" in reason.text


@rule("10.4.5", "13.2.4")
@pytest.mark.parametrize(
    ("dice", "with_him"),
    [([6, 1], "reinhardt-pz"), ([6, 6], ""), ([1, 6], "guderian-pz")],
)
def test_kleist_stays_with_a_comrade_who_holds_out(dice: list[int], with_him: str) -> None:
    """Both are cut off and reduced; a German's die of 5 after -1 takes a reduced unit, 6 - 1."""
    table = desk(
        {"guderian-pz": "24", "reinhardt-pz": "24", "ge-4": "5", "fr-8": "20"},
        axis="24",
        turn=3,
        impulse=8,
        advantage=NOBODY,
        points_axis=0,
        reduced="guderian-pz reinhardt-pz",
        oos="guderian-pz reinhardt-pz",
        kleist=DATA.unit["guderian-pz"],
    )
    table.play("pass", forced=[1, *dice, "de-gaulle", "plan-red"])
    assert table.state.kleist == (DATA.unit[with_him] if with_him else -2)
    assert ("Leader Kleist is lost" in log(table)) is not bool(with_him)


@rule("10.4.5", "4.4.1")
def test_it_is_told_that_kleist_is_out() -> None:
    table = desk({"guderian-pz": "3", "fr-8": "20"}, impulse=1, kleist=-2, kleist_turn=1)
    table.play("pass")
    assert table.decision().step == "ChooseImpulse"
    assert "Kleist is out" in log(table)


# --------------------------------------------------------------------------------------------- 13.1, 13.2.1


@rule("13.1", "13.1.1", "13.2.1")
def test_germans_trace_to_the_eastern_edge() -> None:
    table = desk({"ge-4": "16", "ge-12": "13"}, axis="13 10 12 16")
    assert supplied(table, "ge-4")
    path, _ = trace(table.state, DATA.unit["ge-4"])
    assert DATA.place_ids[path[0]] == "16"
    assert DATA.place_ids[path[-1]] in ("5", "6")
    cut = desk({"ge-4": "16"}, axis="16 12")
    assert not supplied(cut, "ge-4")


@rule("13.1.1")
def test_italians_trace_to_italy_alone() -> None:
    table = desk({"italian": "D", "ge-4": "D"}, axis="D 30 22 23 24 17 11")
    assert not supplied(table, "italian")
    assert supplied(table, "ge-4")
    assert supplied(desk({"italian": "D"}, axis="D E"), "italian")


@rule("13.1.2", "13.2.1")
def test_french_and_british_trace_to_the_zones_and_vacant_enemy_areas_block() -> None:
    table = desk({"bef": "15", "fr-1": "16"})
    assert supplied(table, "bef")
    cut = desk({"bef": "15", "fr-1": "16"}, axis="26 24 17 12 13 10 11")
    assert not supplied(cut, "bef")
    assert not supplied(cut, "fr-1")


@rule("13.2.1")
def test_a_contested_friendly_area_does_not_block() -> None:
    table = desk({"bef": "15", "fr-1": "16", "ge-4": "16"}, axis="24 17 12 13")
    assert supplied(table, "bef")


@rule("13.2.1")
def test_a_unit_in_a_contested_enemy_area_traces_from_it() -> None:
    table = desk({"fr-1": "17", "ge-4": "17"}, axis="11 17")
    assert supplied(table, "fr-1")


@rule("13.1.3", "13.1.4")
def test_belgians_and_dutch_live_at_home() -> None:
    everything = " ".join(a for a in DATA.map_ids if a not in ("14", "8", "F", *"123456"))
    table = desk({"belgian": "14", "dutch": "8", "fr-1": "14"}, axis=everything)
    assert supplied(table, "belgian")
    assert supplied(table, "dutch")
    assert not supplied(table, "fr-1")
    abroad = desk({"belgian": "15"}, axis="9 10 11 12 13 14")
    assert not supplied(abroad, "belgian")


@rule("13.1.3", "13.1.4", "13.2.1")
def test_belgians_and_dutch_are_supplied_at_home_even_under_axis_control() -> None:
    """Ruling 82: every Area is Axis, also those in which they stand and fight; a Frenchman beside them is cut off."""
    everything = " ".join(a for a in DATA.map_ids if a not in ("F", *"123456"))
    units = {"belgian": "14", "ge-6": "14", "dutch": "8", "ge-18": "8", "fr-1": "14"}
    table = desk(units, axis=everything, impulse=1, advantage=2)
    assert supplied(table, "belgian")
    assert supplied(table, "dutch")
    assert not supplied(table, "fr-1")
    table.play("pass")
    assert {u for u in units if table.state.oos[DATA.unit[u]]} == {"fr-1"}
    swapped = desk({"belgian": "8", "ge-6": "14", "dutch": "14", "ge-18": "8"}, axis=everything)
    assert not supplied(swapped, "belgian")
    assert not supplied(swapped, "dutch")


@rule("13.1.1", "14.3")
def test_germans_are_not_supplied_through_italy() -> None:
    """The Alps are Axis and touch Italy, but nothing joins them to the eastern edge."""
    table = desk({"ge-4": "E", "italian": "E"}, axis="E", impulse=1, italy=True, advantage=2)
    assert not supplied(table, "ge-4")
    assert supplied(table, "italian")
    assert trace(table.state, DATA.unit["ge-4"])[0] == []
    table.play("pass")
    assert (table.state.oos[DATA.unit["ge-4"]], table.state.oos[DATA.unit["italian"]]) == (1, 0)
    joined = desk({"ge-4": "E"}, axis="E D 22 20")
    assert supplied(joined, "ge-4")


@rule("13.2", "4.4.8")
def test_supply_is_marked_at_the_end_of_every_impulse() -> None:
    table = desk({"bef": "15", "hoth-pz": "24", "ge-12": "3"}, axis="11 12 13 16 17 24", advantage=NOBODY)
    table.play(["assault A", "move hoth-pz 26"])
    assert table.state.oos[DATA.bef] == 0
    act(table, "end")
    assert table.state.oos[DATA.bef] == 1


# ------------------------------------------------------------------------------------------ 13.2.4, 13.2.5


def pocket(die: int, unit: str = "fr-1", place: str = "9", reduced: str = "", **fields: Any) -> Any:
    """A unit is cut off when the turn ends, and rolls."""
    axis = "8 10 11 12 13 14 15 16 17"
    table = desk(
        {unit: place, "ge-4": "5", "fr-8": "20"},
        axis=axis,
        reduced=reduced,
        impulse=8,
        advantage=NOBODY,
        points_allies=0,
        points_axis=0,
        **fields,
    )
    table.play("pass", forced=[1, die, "de-gaulle", "plan-red"])
    return table


@rule("13.2.4")
@pytest.mark.parametrize(
    ("die", "full", "reduced"), [(3, "holds", "holds"), (4, "cut", "lost"), (5, "cut", "lost"), (6, "lost", "lost")]
)
def test_every_row_of_the_surrender_table(die: int, full: str, reduced: str) -> None:
    for strength, expected in ((2, full), (1, reduced)):
        table = pocket(die, reduced="fr-1" if strength == 1 else "")
        found = "lost" if where(table, "fr-1") == "gone" else "cut" if steps(table, "fr-1") < strength else "holds"
        assert found == expected
        assert table.state.morale == (29 if found == "lost" else 30)


@rule("13.2.4")
def test_surrender_modifiers() -> None:
    """+1 at low morale, -1 in a port, -1 for Germans."""
    assert steps(pocket(3, morale=9), "fr-1") == 1
    axis = "8 9 10 11 12 13 16 17"
    table = desk(
        {"fr-1": "14", "ge-4": "5", "fr-8": "20"},
        axis=axis + " 15 26 24",
        impulse=8,
        advantage=NOBODY,
        points_allies=0,
        points_axis=0,
    )
    table.play("pass", forced=[1, 4, "de-gaulle", "plan-red"])
    assert steps(table, "fr-1") == 2
    table = desk(
        {"ge-4": "25", "ge-12": "5", "fr-8": "20"},
        axis="25",
        impulse=8,
        advantage=NOBODY,
        points_allies=0,
        points_axis=0,
        open_city=True,
    )
    table.play("pass", forced=[1, 4, "de-gaulle", "plan-red"])
    assert steps(table, "ge-4") == 2


@rule("4.4.9", "13.2.4")
@pytest.mark.parametrize(("option", "change"), [(False, -1), (True, 0)])
def test_the_printed_reading_keeps_morale_to_the_maneuvers_phase(option: bool, change: int) -> None:
    """Ruling 87: a surrender in the Refit Phase costs morale unless the option says as printed."""
    assert DATA.morale["french-unit-lost"].change == -1
    table = pocket(6, options={"morale-in-maneuvers-only": option})
    assert where(table, "fr-1") == "gone"
    assert table.state.morale == 30 + change


@rule("4.4.9", "6.1.2")
@pytest.mark.parametrize(("option", "change"), [(False, -3), (True, 0)])
def test_the_printed_reading_spares_morale_the_belgian_surrender(option: bool, change: int) -> None:
    assert DATA.morale["belgian-lost"].change == -3
    table = desk(
        {"ge-4": "5", "fr-8": "20", "belgian": "14"},
        axis="9 10 11 12 13",
        impulse=8,
        advantage=NOBODY,
        points_allies=0,
        points_axis=0,
        options={"morale-in-maneuvers-only": option},
    )
    table.play("pass", forced=[1, "de-gaulle", "plan-red", 1])
    assert where(table, "belgian") == "gone"
    assert table.state.morale == 30 + change


@rule("4.4.9", "10.4.6")
def test_the_printed_reading_counts_what_is_lost_in_the_maneuvers_phase() -> None:
    table = desk(
        {"hoth-pz": "5", "fr-9": "11", "fr-8": "20"},
        advantage=NOBODY,
        options={"morale-in-maneuvers-only": True},
    )
    table.play(["assault A", "move hoth-pz 11"])
    battle(table, "attack 11 hoth-pz", [6, 6, 1, 1])
    assert where(table, "fr-9") == "eliminated"
    assert table.state.morale == 29


@rule("13.2.4", "12.3.2")
def test_who_surrenders_never_returns() -> None:
    table = pocket(6)
    assert where(table, "fr-1") == "gone"


@rule("13.2.5")
def test_vacant_areas_out_of_supply_change_hands_after_refit() -> None:
    table = desk(
        {"ge-4": "5", "fr-8": "20", "ge-12": "15"},
        axis="8 10 11 12 13 14 15 16 17",
        impulse=8,
        advantage=NOBODY,
        points_allies=0,
        points_axis=0,
    )
    table.play("pass", forced=[1, "de-gaulle", "plan-red"])
    assert controller(table, "9") == "axis"
    assert controller(table, "7") == "axis"
    assert controller(table, "26") == "allies"


@rule("13.2.5")
def test_an_area_that_falls_for_want_of_supply_says_so() -> None:
    table = desk({"ge-4": "5", "fr-8": "20"}, axis="25", impulse=8, advantage=NOBODY, points_allies=0, points_axis=0)
    table.play("pass", forced=[1, "de-gaulle", "plan-red"])
    assert controller(table, "25") == "allies"
    lines = [line for line in table.log("axis") if "Paris" in line.text]
    assert (lines[0].rule, lines[0].text) == (
        "13.2.5",
        "Paris (25) is cut off from the sources of the Axis and falls to the Allies.",
    )


@rule("13.2.5")
def test_an_axis_area_behind_the_lines_falls_back_to_the_allies() -> None:
    table = desk({"ge-4": "5", "fr-8": "20"}, axis="28", impulse=8, advantage=NOBODY, points_allies=0, points_axis=0)
    table.play("pass", forced=[1, "de-gaulle", "plan-red"])
    assert controller(table, "28") == "allies"


@rule("13.2.1")
def test_the_overlay_shows_the_path_or_the_cut() -> None:
    table = desk({"bef": "15", "fr-1": "16"})
    shown = GAME.overlay(table.view("allies"), "supply", "bef")
    assert shown.paths[0][0] == "15"
    assert shown.paths[0][-1] in "ABCDE"
    cut = desk({"bef": "15"}, axis="26 24 17 12 13 16 14")
    assert GAME.overlay(cut.view("allies"), "supply", "bef").cuts == ("13", "14", "16")


@rule("12.3.2", "18.3")
def test_a_bef_lost_in_combat_needs_no_port_even_where_it_may_return() -> None:
    spend = {"type": "Spend", "side": 0}
    table = desk({"bef": "eliminated", "fr-8": "20"}, top=spend, options={"bef-returns": True})
    assert {"15", "16", "24", "28"} <= ends(table, "rebuild bef reduced")
    table = desk({"bef": "eliminated", "fr-8": "20"}, top=spend, options={"bef-returns": True}, evacuated=True)
    assert rules_against(table, "rebuild bef reduced 16") == {"18.3"}


@rule("19.1", "18.3")
def test_plan_red_begins_with_the_bef_evacuated() -> None:
    table = GAME.table("plan-red", options={"bef-returns": True}, practice=True)
    assert table.state.evacuated


@rule("12.3.2")
def test_allied_units_are_rebuilt_in_any_area_that_they_control() -> None:
    """Germany and the Netherlands are not among the printed exceptions."""
    held_by_axis = {p: "axis" if p in ("1", "2", "3", "4", "5", "F") else "allies" for p in DATA.map_ids}
    units = {"bef": "eliminated", "fr-2": "eliminated", "fr-8": "20"}
    table = desk(units, top={"type": "Spend", "side": 0}, control=held_by_axis)
    assert {"6", "8"} <= ends(table, "rebuild bef reduced")
    assert {"6", "8"} <= ends(table, "rebuild fr-2 reduced")


@rule("8.2", "12.3")
def test_the_last_purchase_of_a_refit_can_be_taken_back() -> None:
    table = spend(1, {"ge-4": "5", "fr-8": "20"}, reduced="ge-4", points_axis=1)
    table.play("restore ge-4")
    assert (table.decision().step, table.state.points_axis) == ("Spend", 0)
    table.undo()
    assert (steps(table, "ge-4"), table.state.points_axis) == (1, 1)


@rule("12.3.2", "12.3.3", "13.2.4", "18.1.4", "19.1")
def test_a_unit_that_cannot_be_rebuilt_names_the_rule_that_forbids_it() -> None:
    lost = {"belgian": "gone", "dutch": "gone", "bef": "gone", "fr-2": "gone", "fr-8": "20"}
    table = spend(0, {**lost, "fr-3": "eliminated"}, spent=["operation-dynamo"], cup=cup("operation-dynamo"))
    assert rules_against(table, "rebuild belgian") == {"12.3.2"}
    assert rules_against(table, "rebuild dutch") == {"12.3.2"}
    assert rules_against(table, "rebuild bef") == {"12.3.2"}
    assert rules_against(table, "rebuild fr-2") == {"13.2.4"}
    table = spend(1, {"airlanding": "gone", "ge-4": "5", "ge-6": "eliminated"}, points_axis=5)
    assert rules_against(table, "rebuild airlanding") == {"18.1.4"}
    table = spend(1, {"italian": "eliminated", "ge-6": "5", "ge-4": "5"}, points_axis=5, reduced="ge-4")
    assert ends(table, "rebuild italian reduced") == {"F"}
    table = spend(0, {"bef": "gone", "fr-3": "eliminated", "fr-8": "20"}, points_allies=5)
    assert rules_against(table, "rebuild bef") == {"13.2.4"}  # it surrendered: Operation Dynamo was not played
    red = spend(0, {"fr-1": "gone", "fr-3": "eliminated"}, scenario="plan-red", points_allies=5)
    assert rules_against(red, "rebuild fr-1") == {"19.1"}


@rule("6.3", "13.2", "4.4.8")
def test_supply_is_marked_before_anybody_spends() -> None:
    """Dinant is cut off and its army not yet marked; Nancy's was marked and has its way again."""
    s = desk({"fr-9": "12", "fr-8": "20", "ge-4": "5"}, axis="10 11 13 16 17", oos="fr-8", impulse=8).state.copy()
    Refit().run(s, None)
    assert [s.oos[DATA.unit[u]] for u in ("fr-9", "fr-8", "ge-4")] == [1, 0, 0]
