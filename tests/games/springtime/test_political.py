"""6.1, 15.1 and 19.2: events, Belgium, confidence, Italy."""

from __future__ import annotations

from typing import Any

import pytest
from springtime_desk import DATA, GAME, act, controller, cup, desk, ends, held, log, rules_against, steps, where

from grognard.kernel.rules import CHANCE
from grognard.suite import rule

NOBODY = 2


def new_turn(units: dict[str, str], dice: list[Any], **fields: Any) -> Any:
    """The last Axis impulse of a turn ends it; what follows is answered by `dice`, from the logistics roll on."""
    table = desk(units, impulse=8, advantage=NOBODY, **fields)
    table.play("pass", forced=dice)
    return table


QUIET = {"ge-4": "5", "fr-8": "20"}


@rule("6.1", "6.1.1", "4.4.6")
def test_the_allies_draw_first_then_the_axis_in_private() -> None:
    table = new_turn(QUIET, [1, "cabinet-shuffle", "plan-red"])
    assert table.state.turn == 3
    assert (table.state.held_allies, table.state.held_axis) == (held("cabinet-shuffle"), held("plan-red"))
    for seat, secret in (("axis", "Cabinet Shuffle"), ("allies", "Plan Red"), ("public", "Plan Red")):
        assert secret not in log(table, seat)
    assert "Plan Red" in log(table, "axis")
    names = {p.id: p.face.name for p in table.scene("allies").pieces}
    assert names["marker-allies"] == "Cabinet Shuffle"
    assert names["marker-axis"] == "Event"


@rule("6.1.1")
def test_a_held_marker_is_kept_or_returned_before_drawing() -> None:
    table = new_turn(QUIET, [1], held_allies=held("air-supremacy"), cup=cup("air-supremacy"))
    assert table.decision().step == "EndEvents"
    table.play("keep")
    assert table.decision().step == "EndDiscards"
    act(table, "keep")
    assert table.decision().step == "KeepOrDraw"
    assert {a.text for a in table.legal()} == {"keep", "redraw"}
    table.play("redraw", forced=["de-gaulle", "plan-red"])
    assert table.state.held_allies == held("de-gaulle")
    assert "Air Supremacy" not in log(table, "axis")


@rule("6.1.1")
def test_the_other_sides_marker_cannot_be_played() -> None:
    table = desk(QUIET, held_axis=held("cabinet-shuffle"), cup=cup("cabinet-shuffle"))
    assert rules_against(table, "play cabinet-shuffle") == {"6.1.1"}
    assert rules_against(table, "play plan-red") == {"6.1.1"}


@rule("6.1.1", "6.4.3")
def test_markers_without_an_asterisk_return_in_the_end_phase() -> None:
    table = desk(
        QUIET,
        impulse=8,
        advantage=NOBODY,
        held_axis=held("improved-logistics-axis"),
        cup=cup("improved-logistics-axis"),
        points_axis=10,
    )
    table.play("play improved-logistics-axis")
    assert table.state.points_axis == 13
    e = DATA.event["improved-logistics-axis"]
    assert table.state.track >> e & 1
    act(table, "pass")
    assert not table.state.track
    assert not table.state.spent >> e & 1


@rule("6.1.1")
def test_markers_with_an_asterisk_leave_the_game() -> None:
    table = desk(QUIET, impulse=1, held_allies=held("cabinet-shuffle"), cup=cup("cabinet-shuffle"))
    table.play("play cabinet-shuffle")
    assert table.state.morale == 32
    assert table.state.spent == 1 << DATA.event["cabinet-shuffle"]


@rule("5.2.1-allied", "6.1.1", "7.5")
def test_de_gaulle_brings_the_fourth_dcr_to_a_free_area_of_france() -> None:
    table = desk(
        {"ge-4": "24", "fr-1": "13", "fr-8": "20"},
        axis="17 24",
        impulse=1,
        held_allies=held("de-gaulle"),
        cup=cup("de-gaulle"),
    )
    assert {"25", "18", "A", "E"} <= ends(table, "de-gaulle")
    assert rules_against(table, "de-gaulle 24") == {"7.5"}
    assert rules_against(table, "de-gaulle 13") == {"5.2.1-allied"}
    table.play("de-gaulle 25")
    assert (where(table, "de-gaulle"), steps(table, "de-gaulle")) == ("25", 2)


@rule("3.1.3")
def test_dynamo_needs_the_bef_in_a_port() -> None:
    fields: dict[str, Any] = {"impulse": 1, "held_allies": held("operation-dynamo"), "cup": cup("operation-dynamo")}
    assert rules_against(desk({"bef": "13"}, **fields), "play operation-dynamo") == {"3.1.3"}
    table = desk({"bef": "15"}, **fields)
    table.play("play operation-dynamo")
    assert where(table, "bef") == "gone"
    assert table.state.morale == 28


@rule("9.4.2", "9.4")
def test_air_supremacy_lasts_and_new_squadrons_do_not() -> None:
    table = desk(QUIET, held_axis=held("air-supremacy"), cup=cup("air-supremacy"))
    table.play("play air-supremacy")
    assert table.state.air_strong == [1, 1, 0, 0]
    table = desk(
        QUIET,
        impulse=7,
        advantage=NOBODY,
        held_allies=held("new-squadrons"),
        cup=cup("new-squadrons"),
        air_strong={"luftwaffe-1": 1, "luftwaffe-2": 1},
    )
    table.play("play new-squadrons")
    assert table.state.air_strong == [1, 1, 1, 1]
    table.play("pass")
    act(table, "pass")
    assert table.state.turn == 3
    assert table.state.air_strong == [1, 1, 0, 0]


@rule("9.4.2")
def test_the_option_turns_one_german_marker() -> None:
    table = desk(
        {"hoth-pz": "5", "fr-9": "11"},
        held_axis=held("air-supremacy"),
        cup=cup("air-supremacy"),
        advantage=NOBODY,
        options={"air-supremacy-one-marker": True},
    )
    table.play("play air-supremacy")
    assert table.state.air_strong == [1, 0, 0, 0]
    table.play(["assault A", "move hoth-pz 11", "attack 11 hoth-pz"])
    assert {a.text for a in table.legal()} == {"air luftwaffe-1", "air luftwaffe-2", "no-air"}


@rule("6.1.1", "8.1.1")
def test_billotte_stops_first_army_group_for_the_turn() -> None:
    table = desk(
        {"ge-4": "5", "fr-1": "13", "fr-3": "18"},
        advantage=NOBODY,
        held_axis=held("billotte-killed"),
        cup=cup("billotte-killed"),
    )
    table.play("play billotte-killed")
    assert table.state.morale == 28
    table.play("pass", forced=[6])
    assert rules_against(table, "assault 1") == {"6.1.1"}
    assert rules_against(table, "assault 2") == set()
    table.play("pass")
    table.play("pass", forced=[6])
    assert table.state.impulse == 5
    assert rules_against(table, "assault 1") == {"6.1.1"}
    table.play("pass")
    act(table, "pass", other=1)  # the phase ends, and with it the turn
    while table.decision().step != "ChooseImpulse":
        act(table, "keep")
    assert (table.state.turn, table.state.impulse) == (3, 1)
    assert rules_against(table, "assault 1") == set()
    table.play(["assault 1", "move fr-1 12"])
    assert where(table, "fr-1") == "12"


# --------------------------------------------------------------------------------------------- 15.1 Turn 1


@rule("15.1")
def test_on_turn_one_the_axis_cannot_hold_air_supremacy() -> None:
    table = GAME.table("plan-yellow", practice=True, forced=["de-gaulle", "air-supremacy", "plan-red"])
    s = table.state
    assert s.held_axis == held("plan-red")
    assert s.cup >> DATA.event["air-supremacy"] & 1
    table = GAME.table("plan-yellow", practice=True, forced=["air-supremacy", "plan-red"])
    assert table.state.held_allies == held("air-supremacy")


@rule("15.1", "15.2", "6.2")
def test_on_turn_one_the_allies_may_play_before_the_axis_impulse() -> None:
    table = GAME.table("plan-yellow", practice=True, forced=["cabinet-shuffle", "plan-red"])
    assert table.seat == "allies"
    assert table.decision().step == "EarlyEvent"
    table.play("play cabinet-shuffle")
    assert table.state.morale == 32
    assert table.seat == "axis"
    assert table.state.impulse == 6


@rule("15.1")
def test_the_window_opens_whatever_the_allies_hold() -> None:
    """Asking only when something can be played would tell the Axis what it is."""
    table = GAME.table("plan-yellow", practice=True, forced=["air-supremacy", "plan-red"])
    assert table.decision().step == "EarlyEvent"
    assert {a.text for a in table.legal()} == {"keep"}


# ------------------------------------------------------------------------------------------ 6.1.2 Belgium


@rule("6.1.2", "7.4")
@pytest.mark.parametrize(("die", "gone"), [(3, True), (4, False)])
def test_belgium_surrenders_by_the_areas_it_has_lost(die: int, gone: bool) -> None:
    table = new_turn(
        {**QUIET, "belgian": "14", "bef": "13"}, [1, "cabinet-shuffle", "plan-red", die], axis="10 11 12"
    )
    assert (where(table, "belgian") == "gone") is gone
    assert controller(table, "9") == ("axis" if gone else "allies")
    assert controller(table, "14") == ("axis" if gone else "allies")
    assert controller(table, "13") == "allies"
    assert table.state.morale == 30 + (DATA.morale["belgian-lost"].change if gone else 0)


@rule("6.1.2")
def test_areas_that_pass_by_the_belgian_surrender_say_so() -> None:
    table = new_turn({**QUIET, "belgian": "14", "bef": "13"}, [1, "cabinet-shuffle", "plan-red", 3], axis="10 11 12")
    lines = [line for line in table.log("axis") if "Antwerp" in line.text]
    assert [(line.rule, line.text) for line in lines] == [
        ("6.1.2", "Antwerp (9) passes to the Axis with the Belgian surrender.")
    ]


@rule("6.1.2")
def test_the_printed_comparison_is_an_option() -> None:
    table = new_turn(
        {**QUIET, "belgian": "14"},
        [1, "cabinet-shuffle", "plan-red", 1],
        options={"belgian-surrender-as-printed": True},
    )
    assert where(table, "belgian") == "gone"


@rule("6.1.2")
def test_no_roll_on_turn_one_nor_without_the_army() -> None:
    table = new_turn(QUIET, [1, "cabinet-shuffle", "plan-red"], axis="10 11 12 13")
    assert table.decision().step == "ChooseImpulse"
    s = GAME.start("plan-yellow")
    assert GAME.turn(s) is CHANCE
    assert type(s.stack[-1]).__name__ == "DrawMarker"


# ------------------------------------------------------------------------------------- 6.1.3, 6.1.4


@rule("6.1.3")
@pytest.mark.parametrize(("morale", "shaken"), [(20, False), (19, True)])
def test_confidence_is_tested_at_nineteen(morale: int, shaken: bool) -> None:
    table = new_turn(QUIET, [1, "de-gaulle", "plan-red"], morale=morale)
    assert table.state.confidence is shaken


@rule("6.1.4", "5.2.1-axis")
@pytest.mark.parametrize(("morale", "war"), [(10, False), (9, True)])
def test_italy_enters_at_nine(morale: int, war: bool) -> None:
    table = new_turn(QUIET, [1, "de-gaulle", "plan-red"], morale=morale)
    assert where(table, "italian") == ("F" if war else "off")
    assert table.state.italy is war


@rule("6.1.3", "6.1.4")
def test_morale_counts_as_it_was_before_belgium_fell() -> None:
    table = new_turn({**QUIET, "belgian": "14"}, [1, "de-gaulle", "plan-red", 1], axis="10", morale=12)
    assert "with 1 Axis Area in Belgium" in log(table)
    assert table.state.morale == 9
    assert not table.state.italy


# --------------------------------------------------------------------------------------------- 19.2


@rule("19.2")
def test_plan_red_begins_on_turn_four_without_draws_and_the_axis_may_take_the_marker() -> None:
    table = GAME.table("plan-red", practice=True)
    assert (table.seat, table.state.impulse) == ("axis", 6)
    table.play("kleist guderian-pz")
    assert rules_against(table, "assault all") == {"15.3"}
    table.play("pass", forced=[1])
    act(table, "decline")
    while table.decision().step in ("Spend", "EndEvents"):
        act(table, "finish" if table.decision().step == "Spend" else "keep")
    assert table.decision().step == "TakePlanRedChoice"
    table.play("take-plan-red", forced=["new-squadrons"])
    assert table.state.held_axis == held("plan-red")
    assert table.state.held_allies == held("new-squadrons")
