"""What the rulebook says of charts, tables and limits holds for the data. Numbers in a first line are its cases."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from grognard.games.fortress_europa.data.loader import load_book
from grognard.games.fortress_europa.data.printed import Column

BOOK = load_book()
RESULTS = {result.id: result for result in BOOK.result}
COLUMNS = {column.id: column for column in BOOK.column}
TERRAIN = {terrain.id: terrain for terrain in BOOK.terrain}
MISSIONS = {mission.id: mission for mission in BOOK.mission}
MONTHS = {month.id: month for month in BOOK.month}
# From the worst for the attacker to the best (15.3).
LADDER = ("AE", "A2", "A1", "AR", "E2", "EX", "DR", "D1", "DE")


def column_of(attack: int, defence: int) -> Column:
    """The last column whose odds are reached: fractions go to the defender (15.1)."""
    return [c for c in BOOK.column if Fraction(*c.ratio) <= Fraction(attack, defence)][-1]


# --------------------------------------------------------------------------------------------------------- combat


@pytest.mark.parametrize(
    ("result", "attacker", "defender", "attacker_retreat", "defender_retreat"),
    [
        ("AE", 99, 0, (0, 0), (0, 0)), ("A2", 2, 0, (1, 2), (0, 0)), ("A1", 1, 0, (1, 2), (0, 0)),
        ("AR", 0, 0, (1, 2), (0, 0)), ("E2", 2, 1, (0, 0), (1, 1)), ("EX", 1, 1, (0, 0), (2, 2)),
        ("DR", 0, 0, (0, 0), (2, 2)), ("D1", 0, 1, (0, 0), (2, 2)), ("DE", 0, 99, (0, 0), (0, 0)),
    ],
)  # fmt: skip
def test_results(
    result: str, attacker: int, defender: int, attacker_retreat: tuple[int, int], defender_retreat: tuple[int, int]
) -> None:
    """15.3."""
    found = RESULTS[result]
    assert (found.attacker, found.defender) == (attacker, defender)
    assert (found.attacker_retreat, found.defender_retreat) == (attacker_retreat, defender_retreat)


def test_nine_results_and_all_are_in_the_table() -> None:
    """15.3."""
    assert tuple(RESULTS) == LADDER
    assert {cell for column in BOOK.column for cell in column.results} == set(LADDER)


@pytest.mark.parametrize(
    ("attack", "defence", "column"),
    [(4, 9, "1-4"), (19, 10, "1-1"), (24, 5, "4-1"), (1, 6, "1-6"), (1, 5, "1-6"), (1, 4, "1-4"), (1, 3, "1-4"),
     (1, 2, "1-2"), (99, 10, "7-1"), (7, 1, "7-1"), (6, 1, "5-1")],
)  # fmt: skip
def test_odds(attack: int, defence: int, column: str) -> None:
    """15.1 (4 to 9 is 1-3), 14.8, 14.12, 17.10.2."""
    assert column_of(attack, defence).id == column


def test_an_aircraft_lifts_1_6_past_1_5() -> None:
    """17.10.2."""
    order = list(COLUMNS)
    assert order[order.index("1-6") + 1] == "1-4"
    assert COLUMNS["1-6"].name == "1-6, 1-5"
    assert COLUMNS["1-4"].name == "1-4, 1-3"
    assert BOOK.fighting.worst == COLUMNS[order[0]].ratio == (1, 6)
    assert BOOK.fighting.best == COLUMNS[order[-1]].ratio == (7, 1)


def test_higher_dice_and_better_odds_never_serve_the_attacker_worse() -> None:
    ranks = [[LADDER.index(cell) for cell in column.results] for column in BOOK.column]
    assert all(row == sorted(row) for row in ranks)
    for die in range(6):
        assert [row[die] for row in ranks] == sorted(row[die] for row in ranks)


def test_a_fortress_falls_at_3_1_with_the_79th_half_the_time_and_not_below() -> None:
    """12.13, 15.2, 16.4; strategy article. In a fortress retreats are declined, so only DE takes it."""
    bonus = BOOK.landing.armor_bonus
    assert bonus == 2

    def faces(column: str) -> int:
        return sum(COLUMNS[column].results[min(6, die + bonus) - 1] == "DE" for die in range(1, 7))

    assert faces("3-1") == 3
    assert faces("2-1") == 0


# ---------------------------------------------------------------------------------------------- weather, movement


def test_only_clear_weather_flies_and_only_storms_keep_ships_in() -> None:
    """11.9, 17.1, 19.9, 20.1, 21.10."""
    assert [w.name for w in BOOK.weather] == ["Clear", "Overcast", "Overcast*", "Storm"]
    assert [w.id for w in BOOK.weather if w.flies] == ["clear"]
    assert [w.id for w in BOOK.weather if not w.sails] == ["storm"]


def test_the_weather_gets_worse_with_the_die() -> None:
    """31.12 and 33.1.4 add to the die to bring on a storm."""
    order = [w.id for w in BOOK.weather]
    for month in BOOK.month:
        assert [order.index(w) for w in month.dice] == sorted(order.index(w) for w in month.dice)
    assert "storm" in MONTHS["jun"].dice
    assert "storm" in MONTHS["jul"].dice


def test_the_weather_of_december_1944_can_be_rolled() -> None:
    """33.3.4, and 31.18 for February."""
    for row in BOOK.fixed_weather:
        assert row.weather in MONTHS[row.id.split("-")[0]].dice
    assert {"clear", "overcast", "overcast-star"} <= set(MONTHS["feb"].dice)
    assert not any("overcast-star" in MONTHS[month].dice for month in ("jun", "jul", "aug", "sep"))


def test_movement_allowances() -> None:
    """2.7 and 13.1."""
    for row in BOOK.allowance:
        kinds = (row.clear, row.overcast, row.overcast_star, row.storm)
        if row.units == "hq":
            assert kinds == ((0, "full"),) * 4
        else:
            assert row.clear[0] == "full"
            assert all(first != 0 for first, _ in kinds), "every unit can move in a first impulse"


# -------------------------------------------------------------------------------------------------------- terrain


def test_stacking() -> None:
    """6.1, 12.7, 8.6, 8.7."""
    stacks = {terrain.id: terrain.stack for terrain in BOOK.terrain}
    assert stacks == {"clear": 3, "rough": 2, "mountain": 1, "alpine": 1, "flooded": 1, "dyke": 0, "sea": 0}
    landing = {terrain.id: terrain.invade_stack for terrain in BOOK.terrain}
    assert (landing["clear"], landing["rough"], landing["flooded"], landing["mountain"]) == (2, 1, 1, 2)


def test_terrain_in_movement() -> None:
    """8.1 to 8.4."""
    assert [t.id for t in BOOK.terrain if t.armor_slowed] == ["rough"]
    assert {t.id: t.stop for t in BOOK.terrain if t.stop} == {
        "mountain": "impulse", "alpine": "impulse", "flooded": "turn",
    }  # fmt: skip
    assert [t.id for t in BOOK.terrain if t.mountain_only] == ["alpine"]
    assert [t.id for t in BOOK.terrain if t.mountain_goes_on] == ["mountain"]


def test_terrain_in_combat() -> None:
    """16.1, 16.3, 16.4, 16.5, 18.4."""
    features = {feature.id: feature for feature in BOOK.feature}
    everything: list[Any] = [*BOOK.terrain, *BOOK.feature]
    assert {t.id for t in everything if t.doubled} == {"mountain", "alpine", "city", "fortress"}
    assert {t.id for t in everything if t.holds} == {"rough", "fortress"}
    assert {t.id for t in everything if t.armor_halved} == {"rough", "city"}
    assert features["fortress"].german_only
    assert not features["city"].german_only
    assert all(feature.supplied for feature in BOOK.feature)


def test_hexsides() -> None:
    """7.1, 7.4, 8.5, 8.8, 12.5, 16.1."""
    kinds = {kind.id: kind for kind in BOOK.side_kind}
    assert {side.kind for side in BOOK.side} <= set(kinds)
    assert [k.id for k in BOOK.side_kind if k.doubled] == ["river"]
    assert [k.id for k in BOOK.side_kind if k.passable] == ["river"]
    assert [k.id for k in BOOK.side_kind if k.zone] == ["river"]
    assert kinds["estuary"].passage_zone
    assert kinds["river"].passage_zone


# ------------------------------------------------------------------------------------------------------------ air


@pytest.mark.parametrize(
    ("mission", "flown_by", "rule"),
    [
        ("strafing", "tac", "17.10.1"), ("ground-support", "tac", "17.10.2"), ("railway", "sac tac", "17.10.3"),
        ("bridges", "sac tac", "17.10.4"), ("replacements", "sac", "17.10.5"), ("u-boats", "sac", "17.10.6"),
        ("v1", "sac tac", "17.10.7"), ("counter-air", "tac", "17.10.8"), ("carpet", "sac", "17.10.9"),
        ("fuel", "sac", "17.10.10"), ("german-ground-support", "tac", "17.7"),
    ],
)  # fmt: skip
def test_who_flies_what(mission: str, flown_by: str, rule: str) -> None:
    """17.10."""
    assert (" ".join(MISSIONS[mission].flown_by), MISSIONS[mission].rule) == (flown_by, rule)
    assert MISSIONS[mission].advanced == (mission == "fuel")
    assert MISSIONS[mission].tac_needs_sac == (mission == "railway")
    assert MISSIONS[mission].cancelled == (mission != "carpet")
    assert (MISSIONS[mission].side == "german") == mission.startswith("german")


def test_crossing_a_river_without_bridges() -> None:
    """17.10.4: one can fail and still move on."""
    kinds = {(row.crosses, row.goes_on) for row in BOOK.crossing}
    assert kinds == {(True, False), (False, True), (False, False)}


def test_the_drop_table() -> None:
    """20.4, 20.9."""
    assert [row.name for row in BOOK.drop if row.germany] == ["Non-Clear*"]
    safe = [row.dice.count("safe") for row in BOOK.drop]
    assert safe == sorted(safe, reverse=True)
    assert safe[0] > safe[1], "an enemy zone of control matters"
    order = ("safe", "step", "lost")
    for row in BOOK.drop:
        assert [order.index(r) for r in row.dice] == sorted(order.index(r) for r in row.dice)


# ---------------------------------------------------------------------------------------------------- replacements


def test_rates_of_the_examples_exist() -> None:
    """17.10.5 and 28.3 take a German 4(2); 27.9 gives special factors for Allied raiders and paratroopers."""
    rates = [(rate.who, rate.total, rate.armored) for rate in BOOK.rate]
    assert ("german", 4, 2) in rates
    assert any(who == "american" and total == 3 for who, total, _ in rates)
    assert {armored for who, _, armored in rates if who == "special"} == {0}
    assert any(total for who, total, _ in rates if who == "special")


def test_german_aircraft() -> None:
    """17.7, 33.3.5; the strategy article has three support a counterattack of the first turn."""
    tac = {row.id: (row.total, row.most) for row in BOOK.tac}
    assert tac["jun"][1] >= 3
    assert tac["dec"][0] >= 6
    assert tac["dec"][1] >= 6
    assert tac["jan"] == (7, 7)


# ---------------------------------------------------------------------------------------------------------- limits


@pytest.mark.parametrize(
    ("table", "values"),
    [
        ("railway", {"units": 6, "hq_per_month": 1}),  # 10.1, 10.10
        ("sea", {"units": 5, "after_invasion": 10, "after_bases": 6, "evacuated": 2}),  # 11.4 to 11.7
        ("landing", {"invasions": 2, "first": "jun-1", "second_from": "aug-1", "second_to": "sep-4"}),  # 12.2
        ("landing", {"armor": "br-79", "armor_bonus": 2}),  # 12.13
        ("release", {"turn": "jul-4", "everywhere": ("netherlands", "15th")}),  # 9.1
        ("fighting", {"most_doubled": 2, "die_most": 6}),  # 14.4, 15.2
        ("supply", {"line": 5, "far_from_enemy": 5, "track": 40}),  # 18.1, 18.6, 18.7
        ("supply", {"port_damaged": (5, 6), "port_damaged_again": (3, 6), "repaired": 1}),  # 18.7.8, 18.7.10
        ("ships", {"range": 2, "leave_by": "sep-1", "leave_after_second": 3}),  # 19.6, 19.8
        ("airborne", {"allied_drops": 5, "allied_units": 3, "apart": 3}),  # 20.4
        ("airborne", {"german_drops": 2, "german_units": 1, "beach_range": 3}),  # 20.2, 20.5
        ("airborne", {"allied_airlift": 1, "german_airlifts": 2}),  # 20.10, 20.11
        ("airborne", {"allied_by_air": 3, "german_by_air": 1}),  # 20.17
        ("raids", {"most": 2}),  # 21.2
        ("partisans", {"first_turn": 1, "dice": (5, 6), "from_ss": 5}),  # 24.1, 24.2
        ("volkssturm", {"most": 8, "distance": 3}),  # 25.1
        ("garrison", {"place": "Paris", "units": 3, "not_before": "aug-1"}),  # 26.5
        ("rebuilding", {"first_turn": 2, "track": 52, "step": 1, "extra": 1}),  # 27.2, 27.3, 27.8
        ("rebuilding", {"overstrength": 6, "overstrength_before": 3, "hq_troops": 8}),  # 27.12, 27.13
        ("panzer_reserve", {"leaves": "nov-1", "chooses": "dec-1", "returns": ("dec", "jan", "feb")}),  # 28.1 to 28.4
        ("panzer_reserve", {"divisions": 7}),  # 28.1
        ("storm", {"mulberry_damaged": (5, 6)}),  # 29.5
        ("hidden", {"frozen_in": ("15th", "7th"), "most": 9}),  # 9.4, 31.7
        ("air", {"allied_sac": 4, "allied_tac": 7, "range": 8}),  # 17.4 to 17.6
        ("air", {"bad_weather_sac": 2, "bad_weather_from": "jun-2", "bad_weather_to": "sep-4"}),  # 17.1
        ("air", {"support_most": 3, "support_columns": 1, "strafing_hexes": 3}),  # 17.10.1, 17.10.2
        ("air", {"rail_each": 2, "replacements_each": 1}),  # 17.10.3, 17.10.5
        ("air", {"carpet_per_month": 1, "carpet_bonus": 2, "carpet_odds": (2, 1)}),  # 17.10.9
        ("figures", {"decoys_on_units": 9, "decoy_distance": 5, "exit_steps": 25}),  # 31.6, 31.7, 31.15
        ("figures", {"fuel_from": "sep-1", "fuel_port": "Anvers"}),  # 31.14
        ("figures", {"varsity_from": "feb-1", "varsity_units": ("br-1ab", "br-6ab"), "varsity_bonus": 1}),  # 31.18
        ("figures", {"funnies_bonus": 1}),  # 31.16
    ],
)
def test_figures_of_the_rules(table: str, values: dict[str, object]) -> None:
    found = getattr(BOOK, table)
    assert {field: getattr(found, field) for field in values} == values


# --------------------------------------------------------------------------------------------------------- options


def test_every_optional_rule_is_an_option() -> None:
    """31, 32."""
    rules = [option.rule for option in BOOK.option]
    assert {f"31.{n}" for n in range(1, 19)} | {"32"} <= set(rules)
    assert rules.count("31.17") == 2, "four turns or eight"


def test_dice_of_the_options() -> None:
    """31.3, 31.9."""
    assert {row.loses: row.dice for row in BOOK.stockpile} == {
        "armored": (1, 2, 3), "infantry": (4,), "none": (5, 6),
    }  # fmt: skip
    assert {row.dice: (row.first, row.second) for row in BOOK.armor_release} == {
        (1, 2): ("none", "none"), (3, 4): ("none", "full"), (5, 6): ("half", "full"),
    }  # fmt: skip
