"""18.1: airdrops at their edges."""

from __future__ import annotations

from typing import Any

import pytest
from springtime_desk import (
    act,
    cup,
    desk,
    ends,
    held,
    options_of,
    rules_against,
    where,
)

from grognard.suite import rule

ALLIES, AXIS, NOBODY = 0, 1, 2
QUIET = {"ge-4": "5", "fr-8": "20"}


@rule("18.1", "11.1.1")
def test_drops_near_paris_and_among_friends() -> None:
    drops: dict[str, bool | str] = {"axis-airdrops": True}
    table = desk({"ge-4": "17", "fr-8": "20"}, axis="17 11", advantage=ALLIES, options=drops)
    table.play("assault A")
    act(table, "drop 24")
    assert (table.decision().step, table.seat) == ("OpenCityWindow", "allies")
    assert table.decision().prompt == "Declare Paris an open city with the Advantage?"
    paris = desk(
        {"ge-4": "24", "fr-8": "20"},
        axis="17 11 24",
        advantage=ALLIES,
        options=drops,
        top="AssaultMoves",
        active=["ge-4"],
    )
    paris.play("drop 25")
    assert "about to fall" in paris.decision().prompt
    friends = desk({"ge-4": "11", "ge-12": "11", "fr-9": "11", "fr-8": "20"}, advantage=NOBODY, options=drops)
    friends.play("assault A")
    odds = friends.odds("drop 11")
    assert odds is not None
    assert [row.value for row in odds.rows] == pytest.approx([2 / 6, 4 / 6])
    assert [m.value for m in odds.modifiers] == [-1]
    empty = friends.odds("drop 10")
    assert empty is not None
    assert empty.modifiers == ()


@rule("18.1.3")
def test_without_airdrops_nobody_is_withdrawn() -> None:
    table = desk(
        {**QUIET, "airlanding": "5"},
        top={"type": "EndEvents", "side": 1},
        held_axis=held("plan-red"),
        cup=cup("plan-red"),
    )
    assert rules_against(table, "withdraw") == {"18.1.3"}
    assert options_of(table) == {"play plan-red", "keep"}


@rule("18.1", "11.1.1")
def test_a_drop_on_the_defenders_of_paris_asks_nobody() -> None:
    table = desk(
        {"ge-4": "24", "fr-10": "25", "fr-8": "20"},
        axis="17 11 24",
        advantage=ALLIES,
        options={"axis-airdrops": True},
        top="AssaultMoves",
        active=["ge-4"],
    )
    act(table, "drop 25")
    assert (table.decision().step, where(table, "airlanding")) == ("AssaultMoves", "25")
    assert rules_against(table, "end") == {"10.1"}


@rule("18.1", "9.2.1")
def test_no_drop_where_every_area_in_range_was_attacked() -> None:
    near = ["1", "2", "3", "4", "5", "6", "10", "11", "18", "19"]
    fields: dict[str, Any] = {"top": "AssaultMoves", "active": ["ge-4"], "options": {"axis-airdrops": True}}
    table = desk({"ge-4": "4", "fr-8": "20"}, closed=near, advantage=NOBODY, **fields)
    assert rules_against(table, "drop 5") == {"18.1"}
    assert not {text for text in options_of(table) if text.startswith("drop")}
    table = desk({"ge-4": "4", "fr-8": "20"}, closed=near[1:], advantage=NOBODY, **fields)
    assert ends(table, "drop") == {"1"}


@rule("18.1.3")
@pytest.mark.parametrize("box", ["eliminated", "gone", "off"])
def test_only_a_corps_on_the_map_is_withdrawn(box: str) -> None:
    table = desk(
        {**QUIET, "airlanding": box},
        top={"type": "EndEvents", "side": 1},
        held_axis=held("plan-red"),
        cup=cup("plan-red"),
        options={"axis-airdrops": True},
    )
    assert rules_against(table, "withdraw") == {"18.1.3"}


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
