"""12 and 13: refit, supply and surrender at their edges."""

from __future__ import annotations

import pytest
from springtime_desk import (
    DATA,
    desk,
    rules_against,
    where,
)

from grognard.games.springtime.rules.supply import trace
from grognard.suite import rule

ALLIES, AXIS, NOBODY = 0, 1, 2
QUIET = {"ge-4": "5", "fr-8": "20"}


@rule("12.3.2", "12.3.3")
@pytest.mark.parametrize(("side", "unit", "told"), [(ALLIES, "fr-9", "12.3.2"), (AXIS, "ge-4", "12.3.3")])
def test_a_unit_without_an_area_cannot_be_rebuilt(side: int, unit: str, told: str) -> None:
    control = {p: ("axis", "allies")[side] if p != "F" else "axis" for p in DATA.map_ids}
    other = {"fr-8": "20"} if side == AXIS else {"ge-6": "5"}
    mine = {"fr-1": "13"} if side == ALLIES else {"ge-1": "5"}
    table = desk(
        {unit: "eliminated", **other, **mine, **({"ge-12": "13"} if side == ALLIES else {"fr-2": "5"})},
        control=control,
        reduced=" ".join(mine),
        points_axis=9,
        points_allies=9,
        top={"type": "Spend", "side": side},
    )
    assert rules_against(table, f"rebuild {unit}") == {told}


@rule("13.1.3", "13.1.4", "13.1.1", "13.2.1")
def test_the_shortest_way_of_supply() -> None:
    everything = " ".join(p for p in DATA.map_ids if p not in ("F", *"123456"))
    units = {
        "belgian": "14",
        "ge-6": "14",
        "dutch": "8",
        "ge-18": "8",
        "ge-4": "5",
        "ge-12": "10",
        "fr-8": "20",
        "ge-1": "20",
    }
    s = desk(units, axis=everything).state

    def way(unit: str) -> tuple[list[str], list[str]]:
        path, cuts = trace(s, DATA.unit[unit])
        return [DATA.map_ids[p] for p in path], [DATA.map_ids[p] for p in cuts]

    assert way("belgian") == (["14"], [])
    assert way("dutch") == (["8"], [])
    assert way("ge-4") == (["5"], [])
    assert way("ge-12")[0] in (["10", "5"], ["10", "6"])
    assert way("fr-8") == ([], ["1", "19", "21", "22"])
    assert way("fr-9") == ([], [])
    contested = desk({"ge-4": "4", "fr-1": "4", "fr-8": "20"}).state
    path, _ = trace(contested, DATA.unit["ge-4"])
    assert [DATA.map_ids[p] for p in path] == ["4"]


@rule("13.2.4")
def test_a_unit_off_the_map_does_not_roll_for_surrender() -> None:
    table = desk(
        {**QUIET, "fr-1": "eliminated", "fr-2": "gone"},
        oos="fr-1 fr-2 fr-3",
        impulse=8,
        advantage=NOBODY,
        points_allies=0,
        points_axis=0,
    )
    table.play("pass", forced=[1, "de-gaulle", "plan-red"])
    assert (where(table, "fr-1"), where(table, "fr-2"), where(table, "fr-3")) == ("eliminated", "gone", "off")


@rule("12.3", "12.3.2")
def test_who_has_no_area_for_his_units_is_not_asked_to_rebuild() -> None:
    control = dict.fromkeys(DATA.map_ids, "axis")
    units = {"fr-9": "eliminated", "fr-1": "13", "ge-12": "13", "ge-6": "5"}
    stack = [{"type": "EndManeuvers"}, {"type": "ChooseImpulse"}, {"type": "Spend", "side": ALLIES}]
    table = desk(units, control=control, points_allies=9, stack=stack)
    assert table.decision().step == "ChooseImpulse"
    table = desk(units, control={**control, "25": "allies"}, points_allies=9, stack=stack)
    assert table.decision().step == "Spend"


@rule("13.1", "14.2")
def test_italians_in_italy_are_at_their_source() -> None:
    s = desk({**QUIET, "italian": "F"}, italy=True).state
    assert trace(s, DATA.unit["italian"]) == ([DATA.place["F"]], [])
    assert trace(s, DATA.unit["ge-4"])[0][0] == DATA.place["5"]
