"""10.4.4 and 10.5: where each unit may go after a battle, and what the odds before it say."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from springtime_desk import DATA, GAME, desk

from grognard.games.springtime.rules.advantage import BattleWindow
from grognard.games.springtime.rules.combat import CombatDice, may_attack
from grognard.games.springtime.rules.retreats import Retreat, retreat_ways
from grognard.games.springtime.rules.values import attack_value, battle_odds, defense_value
from grognard.suite import rule

ALLIES, AXIS, NOBODY = 0, 1, 2
GERMANS = ("ge-12", "ge-16", "ge-6", "ge-18", "ge-1")
FRENCH = ("fr-1", "fr-2", "fr-7", "fr-3", "fr-4")


def after_a_battle(units: dict[str, str], at: str, attacker: str, came: str, **fields: Any) -> Any:
    """A state in which a battle in an Area is being finished."""
    return desk(
        units, battle=DATA.place[at], attackers=[attacker], came={attacker: came}, advantage=NOBODY, **fields
    ).state


def ways(s: Any, unit: str, forced: bool) -> set[str]:
    return {DATA.map_ids[p] for p in retreat_ways(s, DATA.unit[unit], forced)}


def reasons(s: Any, side: int, forced: bool, outcome: int, text: str) -> set[str]:
    s.stack = [Retreat(side, forced)]
    s.outcome = outcome
    s.leaving = 1 << DATA.unit[text.split()[1]]
    return {r.rule for r in GAME.why_not(s, ("allies", "axis")[side], text)}


@rule("10.5", "10.1")
@pytest.mark.parametrize(("came", "at"), [("1", "20"), ("1", "19"), ("2", "19"), ("3", "11"), ("5", "11")])
def test_a_repulsed_attacker_goes_back_where_it_came_from(came: str, at: str) -> None:
    """Baden is the first Area of the map."""
    s = after_a_battle({"ge-7": at, "fr-8": at, "fr-9": "25"}, at, "ge-7", came, contested=[])
    assert ways(s, "ge-7", True) == {came}


@rule("10.5", "10.5.2")
def test_who_fought_where_it_stood_retreats_by_the_priorities() -> None:
    """The Ardennes; the defenders have gone. Eifel and Aachen have one enemy neighbor each, the Ardennes aside."""
    s = after_a_battle({"ge-4": "11", "fr-9": "12"}, "11", "ge-4", "11", axis="11")
    assert ways(s, "ge-4", False) == {"3", "5"}


@rule("10.5", "10.5.2")
def test_nobody_goes_back_to_where_enemies_are_now() -> None:
    units = {"ge-4": "11", "fr-9": "11", "fr-8": "20"}
    assert ways(after_a_battle(units, "11", "ge-4", "5", contested=[]), "ge-4", True) == {"5"}
    s = after_a_battle({**units, "fr-2": "5", "ge-12": "5"}, "11", "ge-4", "5", contested=["5"])
    assert ways(s, "ge-4", True) == {"3"}


@rule("10.5", "10.5.1", "10.5.2")
def test_from_a_full_area_the_retreat_goes_on_to_the_best_next_to_it() -> None:
    """Eifel is full: behind it the Middle Rhine has no enemy neighbor."""
    units = {"ge-4": "11", "fr-9": "11", **dict.fromkeys(GERMANS, "3")}
    s = after_a_battle(units, "11", "ge-4", "3", contested=[])
    assert retreat_ways(s, DATA.unit["ge-4"], True) == {DATA.place["4"]: [DATA.place[p] for p in ("11", "3", "4")]}


@rule("10.5.1", "10.5.6")
def test_belgians_may_pass_a_full_area_abroad_on_their_way_home() -> None:
    """Liège: Holland is full of Allies, and behind it lies Flanders; with the north Allied the way leads there."""
    units = {"belgian": "10", "ge-4": "10", **dict.fromkeys(FRENCH, "8"), "ge-12": "5"}
    s = after_a_battle(units, "10", "ge-4", "5", axis="7 9 11 12 13", contested=[])
    assert ways(s, "belgian", True) == {"14"}
    s = after_a_battle(units, "10", "ge-4", "5", axis="9 11 12 13", contested=[])
    assert ways(s, "belgian", True) == set()
    assert ways(s, "belgian", False) == {"7"}


@rule("10.5.6", "10.5")
def test_belgians_who_could_only_leave_are_eliminated_instead() -> None:
    """Namur: Artois alone is Allied. The order to retreat can be ended, and the Advantage would save a unit."""
    units = {"belgian": "12", "ge-4": "12", "ge-12": "5", "fr-8": "20"}
    fields: dict[str, Any] = {"axis": "10 11 13 17", "contested": []}
    s = after_a_battle(units, "12", "ge-4", "11", **fields)
    assert ways(s, "belgian", False) == {"16"}
    assert ways(s, "belgian", True) == set()
    s.stack = [Retreat(ALLIES, True)]
    s.leaving = 1 << DATA.unit["belgian"]
    assert GAME.why_not(s, "allies", "stay") == []
    s.outcome, s.foe, s.lead = 2, DATA.unit["belgian"], DATA.unit["ge-4"]
    assert BattleWindow(ALLIES).would_lose_a_unit(s)
    free = after_a_battle({**units, "belgian": "12"}, "12", "ge-4", "11", axis="10 11 17", contested=[])
    free.outcome, free.foe, free.lead = 2, DATA.unit["belgian"], DATA.unit["ge-4"]
    assert not BattleWindow(ALLIES).would_lose_a_unit(free)


@rule("10.5.6", "10.5.2")
def test_what_keeps_belgians_from_going_abroad() -> None:
    """Antwerp: the priorities lead to Flanders; Holland has an enemy neighbor."""
    units = {"belgian": "9", "ge-4": "9", "ge-12": "5", "fr-8": "20"}
    for forced, told in ((True, "10.5.6"), (False, "10.5.2")):
        s = after_a_battle(units, "9", "ge-4", "10", axis="10", contested=[])
        assert "8" not in ways(s, "belgian", forced)
        assert reasons(s, ALLIES, forced, 2 if forced else 1, "retreat belgian 8") == {told}


@rule("14.3", "10.5")
def test_italians_are_told_of_their_way_back_and_others_of_italy() -> None:
    units = {"italian": "E", "alp": "E", "ge-4": "5"}
    s = after_a_battle(units, "E", "italian", "D", axis="D", contested=[], italy=True)
    assert ways(s, "italian", True) == {"D"}
    assert reasons(s, AXIS, True, 0, "retreat italian F") == {"10.5"}
    s = after_a_battle(units, "E", "italian", "F", contested=[], italy=True)
    assert ways(s, "italian", True) == {"F"}
    other = {"ge-4": "E", "alp": "E", "ge-12": "5"}
    s = after_a_battle(other, "E", "ge-4", "E", axis="D", italy=True)
    assert ways(s, "ge-4", False) == {"D"}
    assert reasons(s, AXIS, False, 1, "retreat ge-4 F") == {"14.3"}


@rule("14.3", "10.5.2")
def test_italians_who_stood_in_the_alps_may_go_home() -> None:
    s = after_a_battle({"italian": "E", "alp": "E", "ge-4": "5"}, "E", "italian", "E", italy=True)
    assert ways(s, "italian", False) == {"F"}


@rule("10.4.4")
@pytest.mark.parametrize(("lead", "win", "at"), [("ge-4", "Success", 8), ("hoth-pz", "Overrun", 10)])
def test_the_rows_of_the_odds_are_all_of_1296_rolls(lead: str, win: str, at: int) -> None:
    s = desk({lead: "11", "fr-9": "11", "fr-8": "20"}, advantage=NOBODY).state
    odds = battle_odds(s, DATA.place["11"], DATA.unit[lead], 1 << DATA.unit[lead], DATA.unit["fr-9"])
    rows = {row.outcome: row for row in odds.rows}
    assert list(rows) == ["Repulse", "Stalemate", win, f"{win}, costly"]
    assert sum(Fraction(row.chance) for row in odds.rows) == 1
    assert all(Fraction(row.chance) == Fraction(round(row.value * 1296), 1296) for row in odds.rows)
    assert f"rolled {at} or more" in rows[f"{win}, costly"].about
    assert ("eliminated" in rows[win].about) is (win == "Overrun")


@rule("11.1.2", "11.1.3", "10.4.4")
@pytest.mark.parametrize("holder", [ALLIES, AXIS, NOBODY])
@pytest.mark.parametrize("result", [-1, 0, 1])
def test_the_loser_alone_may_use_the_advantage_and_nobody_after_a_stalemate(holder: int, result: int) -> None:
    table = desk({"ge-4": "11", "fr-9": "11", "fr-8": "20"}, axis="11", advantage=holder)
    table.play("assault A")
    table.play("attack 11 ge-4")
    s = table.state.copy()
    while s.stack[-1] != CombatDice():
        GAME.apply(s, GAME.read(s, GAME.turn(s), "no-air"))
    at, lead, foe = DATA.place["11"], DATA.unit["ge-4"], DATA.unit["fr-9"]
    wanted = result - attack_value(s, lead, 1 << lead) + defense_value(s, at, foe, lead)
    dice = next(d for d in product(range(1, 7), repeat=4) if d[0] + d[1] - d[2] - d[3] == wanted)
    GAME.apply(s, dice)
    loser = {-1: AXIS, 0: None, 1: ALLIES}[result]
    assert isinstance(s.stack[-1], BattleWindow) is (holder == loser)


@rule("15.3", "8.1.1")
@pytest.mark.parametrize("box", ["eliminated", "gone", "off"])
def test_a_reserve_that_is_not_on_the_map_counts_for_no_group(box: str) -> None:
    table = desk({"ge-4": "5", "fr-8": "20", "ge-2": box, "airlanding": box}, advantage=NOBODY, plan_red=True)
    table.play("assault all")
    assert (table.state.tag_reserve, table.state.tag_air) == (0, 0)
    there = desk({"ge-4": "5", "ge-6": "5", "fr-8": "20", "ge-2": "5"}, advantage=NOBODY, plan_red=True)
    there.play("assault all")
    assert there.state.tag_reserve == 1 << 6 | 1 << 7  # Army Groups A and B


@rule("10.1", "10.2")
@pytest.mark.parametrize("contested", [[], ["11"]])
def test_only_who_entered_attacks_where_the_impulse_began_without_a_battle(contested: list[str]) -> None:
    """The 4th Army has come from Aachen, the 12th was there: it may join where the Area was contested."""
    units = {"ge-4": "11", "ge-12": "11", "fr-9": "11", "fr-8": "20"}
    fields: dict[str, Any] = {"top": "AssaultMoves", "active": ["ge-4", "ge-12"], "came": {"ge-4": "5"}}
    s = desk(units, axis="11", contested=contested, advantage=NOBODY, **fields).state
    both = 1 << DATA.unit["ge-4"] | 1 << DATA.unit["ge-12"]
    assert may_attack(s, DATA.place["11"]) == (both if contested else 1 << DATA.unit["ge-4"])
