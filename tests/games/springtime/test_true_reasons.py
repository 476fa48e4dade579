"""Refusals that name the case which forbids, in a sentence that is true of the position."""

from __future__ import annotations

from typing import Any

import pytest
from springtime_desk import DATA, GAME, act, battle, cup, desk, ends, held, rules_against

from grognard.kernel.show import Wanted
from grognard.suite import rule

ALLIES, AXIS, NOBODY = 0, 1, 2


def reasons(table: Any, text: str) -> list[tuple[str, str]]:
    rules_against(table, text)
    return [(r.rule, r.text) for r in table.why_not(text)]


WAITS = ("9.3.3", "The Army of the Alps may not move before Italy declares war.")


@rule("9.3.3", "8.1.2b")
def test_a_redeploy_of_the_alp_army_alone_is_refused_by_its_own_case() -> None:
    table = desk({"alp": "E", "fr-8": "20", "ge-4": "5"}, impulse=1)
    assert reasons(table, "redeploy E") == [WAITS]
    war = desk({"alp": "E", "fr-8": "20", "ge-4": "5"}, impulse=1, italy=True)
    assert reasons(war, "redeploy E") == []


@rule("9.3.3", "8.1.2b")
def test_the_alp_army_stays_behind_a_redeploy_by_its_own_case() -> None:
    table = desk({"alp": "E", "fr-4": "E", "fr-8": "20", "ge-4": "5"}, impulse=1)
    table.play("redeploy E")
    assert reasons(table, "move alp D") == [WAITS]
    other = desk({"alp": "E", "fr-8": "20", "ge-4": "5"}, impulse=1)
    other.play("redeploy 20")
    assert reasons(other, "move alp") == [("8.1.2b", "Alp Army was not in the Area that redeploys.")]


@rule("8.1.2b")
def test_an_area_that_is_the_enemys_alone_is_not_called_contested() -> None:
    table = desk({"fr-1": "24", "ge-4": "24", "ge-6": "26", "fr-8": "20"}, axis="26 16", impulse=1)
    table.play("redeploy 24")
    assert reasons(table, "move fr-1 26") == [("8.1.2b", "Rouen-Beauvais (26) is the enemy's and not contested.")]


def blocked(by: str, dest: str = "Reims-Champagne (24)") -> list[tuple[str, str]]:
    return [("9.2", f"Every route of 2 Areas to {dest} is blocked by {by}.")]


@rule("9.2.1", "9.2")
def test_an_area_attacked_before_is_named_where_it_stands_in_the_way() -> None:
    """Sedan has been won and holds no enemy any more, but nobody passes it in this impulse; 18 is behind the Line."""
    table = desk({"hoth-pz": "11", "ge-4": "11", "fr-2": "17", "fr-8": "20"}, axis="11", advantage=NOBODY)
    table.play(["assault A", "move ge-4 17"])
    battle(table, "attack 17 ge-4", [6, 6, 1, 1])
    act(table, f"retreat fr-2 {min(ends(table, 'retreat fr-2'))}")
    assert reasons(table, "move hoth-pz 24") == blocked(
        "Areas that were attacked in this impulse and the Maginot Line"
    )


@rule("9.2", "9.3.1", "7.1")
@pytest.mark.parametrize(
    ("units", "start", "dest", "by"),
    [
        ({"fr-2": "17"}, "11", "24", "enemies and the Maginot Line"),
        (
            dict.fromkeys(("ge-2", "ge-6", "ge-16", "ge-18", "ge-12"), "17"),
            "11",
            "24",
            "full Areas and the Maginot Line",
        ),
        ({}, "2", "21", "the Maginot Line"),
        ({"fr-3": "18", "ge-2": "18"}, "2", "21", "enemies and the Maginot Line"),
    ],
)
def test_what_stands_in_the_way_is_named_and_nothing_else(units: Any, start: str, dest: str, by: str) -> None:
    """To Reims from the Ardennes by Sedan, or over the Maginot Line into 18; to Nancy from the Saar over the Line."""
    table = desk({"hoth-pz": start, "fr-8": "20", **units}, axis="11 17" if "ge-2" in units else "11")
    table.play("assault A")
    name = DATA.area_names[DATA.place[dest]]
    assert reasons(table, f"move hoth-pz {dest}") == blocked(by, name)


@rule("8.1.2b", "9.2")
def test_a_redeploy_is_blocked_by_what_the_enemy_controls() -> None:
    """From Reims the ways to Normandy lead over Paris and Rouen, where no German stands."""
    table = desk({"fr-1": "24", "fr-8": "20", "ge-4": "5"}, axis="17 18 16 26 25", impulse=1)
    table.play("redeploy 24")
    assert reasons(table, "move fr-1 27") == [
        ("9.2", "Every route of 2 Areas to Normandy (27) is blocked by Areas that the enemy controls.")
    ]


@rule("8.1.2b", "9.2", "7.1")
def test_the_area_where_a_unit_begins_stands_in_no_way() -> None:
    """Five French stand in Reims: it is full, but Prioux would not have to enter it again."""
    units = dict.fromkeys(("prioux", "fr-1", "fr-2", "fr-4", "fr-6"), "24")
    table = desk({**units, "fr-8": "20", "ge-4": "5"}, axis="17 18 16 26 25 28 29 30", impulse=1)
    table.play("redeploy 24")
    assert reasons(table, "move prioux 27") == [
        ("9.2", "Every route of 4 Areas to Normandy (27) is blocked by Areas that the enemy controls.")
    ]


@rule("9.2", "7.5")
def test_from_a_contested_area_a_vacant_enemy_area_blocks_the_way() -> None:
    """The first Area must be Free: Hoth could not pass vacant Sedan, though nobody is in it."""
    units = {"hoth-pz": "11", "fr-9": "11", "fr-8": "20", "ge-12": "5"}
    table = desk(units, axis="11 24")
    table.play("assault A")
    assert reasons(table, "move hoth-pz 24") == blocked("Areas that the enemy controls")
    assert reasons(table, "move hoth-pz 17") == [
        ("9.2", "Hoth [15th] Panzer Corps is in a contested Area and must enter a Free Area first.")
    ]


@rule("10.0", "10.5.1")
def test_who_has_fought_is_not_called_inactive() -> None:
    """The 4th Army was thrown back by way of a full Area into contested Liège."""
    units = {"ge-4": "10", "fr-1": "10", "fr-8": "20", "hoth-pz": "5"}
    fields: dict[str, Any] = {"top": "AssaultMoves", "active": ["ge-4", "hoth-pz"], "came": {"ge-4": "10"}}
    table = desk(units, advantage=NOBODY, **fields)
    assert reasons(table, "attack 10") == [
        ("10.0", "Your active units in Liège-Limburg (10) have already fought in this impulse.")
    ]


@rule("12.3")
def test_only_an_eliminated_unit_is_said_to_be_rebuilt() -> None:
    units = {"belgian": "gone", "fr-9": "gone", "fr-1": "eliminated", "fr-8": "20", "ge-4": "5"}
    table = desk(units, reduced="fr-8", top={"type": "Spend", "side": ALLIES}, points_allies=9)
    assert reasons(table, "restore fr-1") == [("12.3", "French 1st Army is not on the map; it can only be rebuilt.")]
    for unit in ("belgian", "fr-9", "de-gaulle"):
        [(law, text)] = reasons(table, f"restore {unit}")
        assert law == "12.3"
        assert text.endswith(" is not on the map.")


@rule("19.1", "13.2.4", "18.3")
def test_who_was_rebuilt_in_plan_red_and_surrendered_was_not_lost_before_it() -> None:
    """Prioux, Bruneau and Schmidt are only eliminated when it begins, and with 18.3 the BEF is."""
    for unit, side, place in (("prioux", ALLIES, "25"), ("bef", ALLIES, "27"), ("schmidt-pz", AXIS, "5")):
        table = desk(
            {unit: "gone", "fr-8": "20", "ge-4": "5"},
            reduced="fr-8 ge-4",
            turn=5,
            top={"type": "Spend", "side": side},
            points_allies=9,
            points_axis=9,
            scenario="plan-red",
            options={"bef-returns": True},
        )
        assert [r for r, _ in reasons(table, f"rebuild {unit} full {place}")] == ["13.2.4"]
    assert {x.id for x in DATA.scenarios["plan-red"].lost if x.how == "eliminated"} == {
        "prioux",
        "bruneau",
        "schmidt-pz",
    }


@rule("11.1.5")
def test_a_second_event_of_the_turn_does_not_hide_the_first() -> None:
    """One kept from the week before is played in Impulse 2, one drawn for it in Impulse 4."""
    table = desk(
        {"ge-4": "5", "fr-8": "20"},
        held_axis=held("plan-red"),
        cup=cup("plan-red"),
        advantage=AXIS,
    )
    table.play("play plan-red")
    act(table, "pass")
    table.play(["pass"])
    table.play("draw-event", forced=["air-supremacy"])
    table.play("play air-supremacy")
    assert reasons(table, "draw-event") == [
        ("11.1", "The Axis do not have the Advantage."),
        ("11.1.5", "The extra draw comes before the impulse; an event has been played in it."),
    ]


@rule("18.1", "18.1.2")
def test_a_corps_that_was_dropped_has_neither_moved_nor_fought() -> None:
    table = desk({"ge-4": "5", "fr-8": "20"}, options={"axis-airdrops": True}, advantage=NOBODY)
    table.play("assault A")
    act(table, "drop 10")
    assert reasons(table, "move airlanding 11") == [
        ("18.1", "German Airlanding Corps was dropped in this impulse and does not move in it.")
    ]


@rule("10.1", "10.2")
def test_the_reach_of_a_unit_tells_what_is_owed() -> None:
    s = desk({"ge-4": "11", "fr-9": "12", "ge-12": "12", "fr-8": "20"}, axis="11").state
    text = GAME.overlay(s, "reach", "ge-4").text
    assert text.endswith("where enemies are it stops, and must attack unless the Area was contested before.")


@rule("11.1.4", "6.2.1")
def test_the_lesson_promises_no_impulse_after_the_last() -> None:
    """Its first week ends in Impulse 8, the last space of the track, where Soldier On is not offered (ruling 72)."""
    advantage = GAME.lessons()[1]
    [step] = [x for x in advantage.steps if "Logistics rolled 3 in impulse 8" in x.text]
    assert DATA.tracks.impulses == 8
    assert "the last of the track" in step.text
    assert "Had you held the Advantage" not in step.text


@rule("15.3", "10.2")
def test_the_plan_of_an_attack_joins_no_groups_that_may_not_combine() -> None:
    """By the Plan Red event all groups are active. In contested Luxembourg the 6th Army (6, Reichenau 1) would attack
    with 8 beside Hoepner of its group, Hoth of the other alone with 5; the 9th Army (4, Corap 0) has +2 terrain."""
    units = {"hoth-pz": "11", "hoepner-pz": "11", "ge-6": "11", "fr-9": "11", "fr-8": "20"}
    table = desk(units, advantage=NOBODY, plan_red=True)
    table.play("assault all")

    def row(*named: str) -> Any:
        plan = GAME.plan(table.state, "axis", [Wanted(("11",), named)] if named else [])
        assert plan is not None
        [found] = plan.rows
        return found

    assert row().best == "8 to 6"
    assert set(row().could) == {"hoth-pz", "hoepner-pz", "ge-6"}
    assert row("hoth-pz").could == ()
    assert row("hoepner-pz").could == ("ge-6",)
    assert row("hoepner-pz", "ge-6").ratio == "7 to 6"


@rule("8.1.1", "10.2")
def test_the_plan_of_an_attack_joins_kleist_to_the_other_group() -> None:
    """Hoth (5) with Guderian (7) in the lead attacks with 8: they may combine where not every group is active."""
    table = desk({"hoth-pz": "11", "guderian-pz": "11", "fr-9": "11", "fr-8": "20"}, advantage=NOBODY)
    table.play("assault A K")
    plan = GAME.plan(table.state, "axis", [Wanted(("11",), ("hoth-pz",))])
    assert plan is not None
    assert [(x.best, x.could) for x in plan.rows] == [("8 to 6", ("guderian-pz",))]
