"""7.2, 4.4.2: whoever is alone in an Area controls it, however the enemy left."""

from __future__ import annotations

import pytest
from springtime_desk import act, controller, cup, desk, held, where

from grognard.kernel.errors import BadInput
from grognard.suite import rule


@rule("7.2", "4.4.2")
def test_the_enemy_who_stays_behind_in_a_contested_area_gains_it() -> None:
    table = desk({"fr-10": "25", "ge-6": "25", "fr-8": "20", "ge-4": "24"}, axis="24 17 11", impulse=1)
    table.play("regroup")
    assert "given up" in table.preview("move fr-10 28").text
    table.play("move fr-10 28")
    assert controller(table, "25") == "axis"
    assert table.state.morale == 20  # Paris falls: 30 - 10


@rule("7.2")
def test_an_area_is_kept_while_one_friend_stays() -> None:
    table = desk({"fr-10": "25", "fr-6": "25", "ge-6": "25", "fr-8": "20", "ge-4": "24"}, axis="24 17 11", impulse=1)
    table.play("regroup")
    assert "given up" not in table.preview("move fr-10 28").text
    table.play("move fr-10 28")
    assert controller(table, "25") == "allies"


@rule("7.2", "13.2.4")
def test_a_surrender_leaves_the_area_to_the_enemy_in_it() -> None:
    table = desk(
        {"fr-1": "15", "ge-6": "15", "ge-4": "5", "fr-8": "20"},
        axis="11 12 13 14 16 17 26",
        oos="fr-1",
        reduced="fr-1",
        impulse=8,
        advantage=2,
        points_allies=0,
        points_axis=0,
    )
    act(table, "pass", other=6)
    assert where(table, "fr-1") == "gone"
    assert controller(table, "15") == "axis"


@rule("7.2", "3.1.3")
def test_operation_dynamo_leaves_the_port_to_the_enemy_in_it() -> None:
    table = desk(
        {"bef": "15", "ge-6": "15", "fr-8": "20"},
        axis="14 13",
        impulse=1,
        held_allies=held("operation-dynamo"),
        cup=cup("operation-dynamo"),
    )
    table.play("play operation-dynamo")
    assert controller(table, "15") == "axis"


@rule("7.2", "18.1.3")
def test_a_withdrawn_corps_leaves_the_area_to_the_enemy_in_it() -> None:
    table = desk(
        {"airlanding": "12", "fr-9": "12", "ge-4": "5", "fr-8": "20"},
        axis="12",
        options={"axis-airdrops": True},
        top={"type": "EndEvents", "side": 1},
    )
    act(table, "withdraw")
    assert controller(table, "12") == "allies"


@rule("7.2", "6.1.2")
def test_the_surrender_of_the_belgian_army_abroad_leaves_its_area_to_the_enemy() -> None:
    table = desk(
        {"belgian": "15", "ge-6": "15", "fr-8": "20", "ge-4": "5"},
        axis="9 10 11 12 13 14",  # six Areas of Belgium: every die is equal or less
        impulse=1,
        stack=[{"type": "EndManeuvers"}, {"type": "ChooseImpulse"}, {"type": "BelgianDie"}],
    )
    assert where(table, "belgian") == "gone"
    assert controller(table, "15") == "axis"


@rule("7.2")
def test_a_position_where_a_side_is_alone_in_an_enemy_area_is_refused() -> None:
    with pytest.raises(BadInput, match="control"):
        desk({"ge-6": "25", "fr-8": "20"})
