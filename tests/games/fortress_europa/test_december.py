"""The scenarios, the set-up of December 1944 and the terms of victory, held against rules 30, 32 and 33."""

from __future__ import annotations

import tomllib
from collections import Counter
from functools import cache
from importlib.resources import files
from itertools import pairwise

import msgspec
import pytest

from grognard.drawing.outlines import Outlines
from grognard.games.fortress_europa.data.loader import PACKAGE, load_book
from grognard.maps import Grid

BOOK = load_book()
UNITS = {unit.id: unit for unit in BOOK.unit}
NATIONS = {nation.id: nation for nation in BOOK.nation}
TYPES = {kind.id: kind for kind in BOOK.type}
HEXES = {h.id: h for h in BOOK.hex}
LIMIT = {terrain.id: terrain.stack for terrain in BOOK.terrain}
AT = {place.name: place.hex for place in BOOK.place}
CITIES = {place.hex for place in BOOK.place if place.kind != "town"}
SCENARIOS = {scenario.id: scenario for scenario in BOOK.scenario}
WHERE = {unit: stack.id for stack in (*BOOK.german_stack, *BOOK.allied_stack) for unit in stack.units}
ALLIED = {stack.id for stack in BOOK.allied_stack}
GERMAN = {stack.id for stack in BOOK.german_stack}


@cache
def grid() -> Grid:
    text = (files(PACKAGE) / "data" / "outlines.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), Outlines).numbering.grid()


def distance(a: str, b: str) -> int:
    return grid().distance(grid().place(a), grid().place(b))


def around(label: str) -> set[str]:
    return set(grid().names(grid().within(grid().place(label), 1)))


def counted(units: tuple[str, ...]) -> int:
    """Units that count for stacking, in December."""
    return sum(TYPES[UNITS[unit].type].stacks and unit not in BOOK.december.stack_free for unit in units)


def near_bank(rivers: set[str], start: str, steps: int) -> set[str]:
    """Land within so many steps that cross none of these rivers; few enough not to go round their heads."""
    wet = {frozenset((s.a, s.b)) for s in BOOK.side if s.name in rivers or s.kind in ("sea", "estuary")}
    reached = edge = {start}
    for _ in range(steps):
        edge = {
            there
            for here in edge
            for there in around(here) - reached
            if HEXES[there].country and frozenset((here, there)) not in wet
        }
        reached = reached | edge
    return reached


# ------------------------------------------------------------------------------------------------------- scenarios


def test_which_set_up_each_scenario_uses() -> None:
    """33.1.1, 33.2.1, 33.3.1, 33.4.1."""
    assert {s.id: s.setup for s in BOOK.scenario} == {
        "campaign": "june", "invasion": "june", "west-wall": "june", "bulge": "december", "berlin": "december",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("scenario", "allied_drops", "german_drops", "raids"),
    [("campaign", 5, 2, 2), ("bulge", 0, 1, 0), ("berlin", 2, 1, 0)],
)
def test_drops_and_raids(scenario: str, allied_drops: int, german_drops: int, raids: int) -> None:
    """20.4, 20.5, 21.2, 33.3.3, 33.4.4."""
    found = SCENARIOS[scenario]
    assert (found.allied_drops, found.german_drops, found.raids) == (allied_drops, german_drops, raids)
    assert found.german_drop_unit == ("" if scenario == "campaign" else "de-heydte")


def test_replacements_of_the_december_scenarios() -> None:
    """33.3.3, 33.4.3."""
    assert SCENARIOS["bulge"].replacements_from == ""
    assert SCENARIOS["berlin"].replacements_from == "jan-3"


def test_weather_by_the_scenarios() -> None:
    """33.1.4, 33.3.4."""
    assert [(row.id, row.weather, row.by_agreement) for row in BOOK.fixed_weather] == [
        ("dec-3", "overcast-star", False), ("dec-4", "clear", True), ("jan-1", "storm", True),
        ("jan-2", "overcast", True),
    ]  # fmt: skip
    opening = BOOK.invasion_weather
    assert (opening.dice, opening.storms) == (2, (2, 12))
    assert next(turn.number for turn in BOOK.turn if turn.id == opening.rising_from) == 4


def test_what_the_december_scenarios_begin_with() -> None:
    """33.3.1 to 33.3.6, 33.3.9, 33.4.1."""
    d = BOOK.december
    assert d.first_player == "german"
    assert d.supply_capacity == 13
    assert " ".join(d.volkssturm) == "Essen Dusseldorf Aachen Koln Bonn Saarbrucken Karlsruhe Stuttgart Freiburg"
    assert " ".join(d.destroyed_fortresses) == "A16 B2 D13 H5 P4 P5 U5 V4 W4 Y4 CC15 GG9 GG10 HH8 II7 II8"
    assert set(d.german_ports) == {
        "Bremen", "Amsterdam", "Rotterdam", "Dunkerque", "Lorient", "St. Nazaire", "Genova",
    }  # fmt: skip
    assert {UNITS[unit].name for unit in d.stack_free} == {"654", "150SS"}
    assert (d.december_tac, d.january_tac) == ((6, 6), (7, 7))
    assert {UNITS[unit].name for unit in d.advance} == {"1SS", "150SS"}
    assert (d.british_river, d.french_limit, d.berlin_attacks) == ("Meuse", "Nancy", 2)
    assert {row.id: row.hex for row in BOOK.mulberry_at} == {"mulberry-12": "M5", "mulberry-9": AT["Nice"]}


def test_the_third_army() -> None:
    """33.3.9-5: the two airborne divisions, and six units with Patton."""
    named = Counter((UNITS[unit].type, UNITS[unit].name) for unit in BOOK.december.full_movement)
    assert set(named) == {
        ("paratroop", "82"), ("paratroop", "101"), ("armor", "4"), ("cavalry", "6 Cav"), ("infantry", "5"),
        ("infantry", "26"), ("infantry", "75"), ("infantry", "80"), ("hq", "Patton"),
    }  # fmt: skip
    assert {UNITS[unit].nation for unit in BOOK.december.full_movement} == {"american"}
    assert set(BOOK.december.full_movement) <= set(WHERE), "they are on the map"


# -------------------------------------------------------------------------------------------- the front of December


def test_the_two_lines_face_each_other() -> None:
    """31.10, 33.3.9: unbroken from HH10 to GG14 and from GG11 to FF13."""
    german, american = BOOK.december.german_line, BOOK.december.american_line
    assert (german[0], german[-1]) == ("HH10", "GG14")
    assert (american[0], american[-1]) == ("GG11", "FF13")
    for line in (german, american):
        assert all(distance(a, b) == 1 for a, b in pairwise(line))
    assert set(german) <= GERMAN
    assert set(american) <= ALLIED
    assert all(around(label) & set(american) for label in german), "each German hex faces an American one"
    held = [unit for stack in BOOK.allied_stack if stack.id in american for unit in stack.units]
    assert {UNITS[unit].nation for unit in held} == {"american"}


def test_americans_of_that_line_stand_between_meuse_and_moselle() -> None:
    """33.3.9-2."""
    line = set(BOOK.december.american_line)
    assert not line & near_bank({"Meuse", "Waal", "Rhine"}, AT["Bruxelles"], 10)
    assert not line & near_bank({"Moselle", "Rhine"}, AT["Saarbrucken"], 6)
    assert line <= near_bank({"Meuse", "Moselle"}, AT["Bastogne"], 4)


def test_stacks_of_december() -> None:
    """6.1; 31.10 and 33.3.1 let German hexes hold three units whatever the terrain."""
    assert all(counted(stack.units) <= LIMIT[HEXES[stack.id].terrain] for stack in BOOK.allied_stack)
    assert all(counted(stack.units) <= 3 for stack in BOOK.german_stack)
    crowded = [s.id for s in BOOK.german_stack if counted(s.units) > LIMIT[HEXES[s.id].terrain]]
    assert crowded, "33.3.1 speaks of such hexes"
    behind = {
        label for line in BOOK.december.german_line for label in grid().names(grid().within(grid().place(line), 2))
    }
    assert set(crowded) <= behind, "only the offensive is crowded"
    assert not ALLIED & GERMAN


def test_volkssturm_has_appeared_wherever_it_must_have_and_nowhere_else() -> None:
    """25.1, 33.3.3."""
    german_cities = [p for p in BOOK.place if p.hex in CITIES and HEXES[p.hex].country == "germany"]
    near = {p.name for p in german_cities if any(distance(p.hex, label) <= 3 for label in ALLIED)}
    assert near == set(BOOK.december.volkssturm)
    standing = {WHERE[unit.id] for unit in BOOK.unit if unit.type == "volkssturm"}
    assert standing == {AT[name] for name in BOOK.december.volkssturm if AT[name] not in ALLIED}


def test_the_supply_capacity_adds_up() -> None:
    """18.7.3, 20.15, 21.1, 33.3.3, 33.3.6: ports and mulberries less units. St. Nazaire closes the water to Nantes
    (18.8), and Calais lies empty in the zone of Dunkerque (11.8)."""
    closed = (*BOOK.december.german_ports, "Nantes", "Calais")
    held = sum(port.capacity for port in BOOK.port if port.place not in closed)
    harbours = sum(m.capacity for m in BOOK.mulberry)
    units = [u for u in WHERE if NATIONS[UNITS[u].nation].side == "allied" and not TYPES[UNITS[u].type].raids]
    assert held + harbours - len(units) == BOOK.december.supply_capacity == 13


def test_ports_are_held_as_33_3_6_says() -> None:
    for port in BOOK.port:
        if port.place in BOOK.december.german_ports:
            assert AT[port.place] not in ALLIED
        else:
            assert AT[port.place] not in GERMAN
    assert not {row.hex for row in BOOK.mulberry_at} & GERMAN


def test_a_fortress_under_allied_units_is_among_the_destroyed() -> None:
    """16.3, 33.3.3."""
    assert {row.id for row in BOOK.fortress} & ALLIED <= set(BOOK.december.destroyed_fortresses)


def test_british_and_minors_stand_on_the_near_bank_of_the_meuse() -> None:
    """33.3.7."""
    west = near_bank({"Meuse", "Waal", "Rhine"}, AT["Bruxelles"], 10)
    bound = [u for u in WHERE if NATIONS[UNITS[u].nation].attacks_with == "british"]
    assert len(bound) > 10
    assert all(WHERE[unit] in west for unit in bound)


def test_no_french_unit_stands_north_of_nancy() -> None:
    """33.3.8."""
    north = set(BOOK.north_of_nancy.hexes)
    assert AT["Nancy"] not in north
    assert {AT["Bruxelles"], AT["Bastogne"], AT["Aachen"], AT["Amsterdam"]} <= north
    assert not {AT["Lyon"], AT["Freiburg"], AT["Nantes"], AT["Bordeaux"]} & north
    assert not {WHERE[u] for u in WHERE if UNITS[u].nation == "french"} & north


def test_units_are_in_supply() -> None:
    """18.1, 18.3 to 18.5: within five hexes of a headquarters, or where supply is certain."""
    intact = {row.id for row in BOOK.fortress} - set(BOOK.december.destroyed_fortresses)
    staffs: dict[str, list[str]] = {"german": [], "allied": []}
    for unit, label in WHERE.items():
        if UNITS[unit].type == "hq":
            staffs[NATIONS[UNITS[unit].nation].side].append(label)
    for unit, label in WHERE.items():
        side = NATIONS[UNITS[unit].nation].side
        country = HEXES[label].country
        if side == "german":
            safe = country in ("germany", "italy") or label in CITIES or label in intact
        else:
            safe = (label in CITIES and country != "germany") or TYPES[UNITS[unit].type].raids
        assert safe or min(distance(label, staff) for staff in staffs[side]) <= BOOK.supply.line, f"{unit} in {label}"


def test_the_panzer_reserve_is_back_with_its_new_counters() -> None:
    """28.5, 33.4.3."""
    gone = {"de-1ss", "de-lehr", "de-101ss"}
    assert gone <= set(BOOK.lost.withdrawn)
    assert {"de-1ss-late", "de-lehr-late"} <= set(WHERE)
    assert {unit.id for unit in BOOK.unit if unit.reserve} - gone <= set(WHERE)


def test_heydte_can_drop() -> None:
    """20.3, 33.3.3: it starts in a German city that no Allied unit is next to."""
    start = WHERE["de-heydte"]
    assert start in CITIES
    assert HEXES[start].country == "germany"
    assert not around(start) & ALLIED


def test_scheduled_changes_are_made_by_then() -> None:
    """13.2, 22.2, 23, 26.7: what the track has called for is done."""
    by_then = {
        side: max(getattr(turn, side) for turn in BOOK.turn if turn.number <= 27) for side in ("german", "allied")
    }
    backs = {unit for stack in (*BOOK.german_stack, *BOOK.allied_stack, *BOOK.box) for unit in stack.back}
    for event in BOOK.event:
        if event.number > by_then[event.side]:
            continue
        for unit in event.units:
            if event.kind == "withdraw":
                assert unit in BOOK.lost.withdrawn
            elif event.kind in ("flip", "convert") and unit in WHERE:
                assert unit in backs
    coastal = {unit.id for unit in BOOK.unit if unit.type == "coastal" and unit.id in WHERE}
    assert coastal <= backs, "whoever has moved since June is infantry now"


# --------------------------------------------------------------------------------------------------------- victory


def test_goals_of_the_invasion_scenario() -> None:
    """33.1.3, 33.1.5."""
    goals = {goal.id: goal for goal in BOOK.district_goal}
    assert Counter(goal.district for goal in BOOK.district_goal) == {
        "netherlands": 4, "15th": 2, "7th": 2, "1st": 2, "19th": 3,
    }  # fmt: skip
    assert goals["netherlands-1"].any == ("Bremen", "Hannover", "Erfurt")
    assert goals["netherlands-2"].all == ("Paris",)
    assert (goals["netherlands-3"].any_count, len(goals["netherlands-3"].any)) == (3, 4)
    assert {goal.id for goal in BOOK.district_goal if goal.cities == 6} == {"netherlands-4", "15th-2", "1st-1"}
    assert goals["15th-1"].any == ("Paris", "Le Havre", "Bruxelles", "Anvers")
    assert goals["15th-1"].any_count == 2
    assert goals["7th-1"].all == ("Caen", "Paris")
    assert (goals["7th-2"].any, goals["7th-2"].any_count) == (("Cherbourg", "Brest"), 1)
    assert goals["7th-2"].district_cities == 4
    assert (goals["1st-2"].all, set(goals["1st-2"].any)) == (("Bordeaux",), {"Brest", "Paris", "Cherbourg"})
    assert (goals["19th-1"].all, goals["19th-1"].any) == (("Marseille",), ("Toulouse", "Lyon"))
    assert goals["19th-2"].district_cities == -1
    assert goals["19th-3"].north_west_of == 23
    assert BOOK.invasion_terms.supply_capacity == 1


def test_objectives_of_sudden_death() -> None:
    """32.1, 32.4."""
    assert BOOK.objective_terms.picked == 7
    assert BOOK.objective_terms.turn == "sep-1"
    assert Counter(objective.side for objective in BOOK.objective) == {"allied": 12, "german": 12}
    by_id = {objective.id: objective for objective in BOOK.objective}
    control = {o.id: ", ".join(o.places) for o in BOOK.objective if o.kind in ("control", "med-port")}
    assert control == {
        "allied-1": "Marseille", "allied-2": "Bordeaux", "allied-3": "Brest", "allied-4": "Cherbourg",
        "allied-5": "Le Havre", "allied-6": "Anvers", "allied-7": "Bruxelles", "allied-12": "Paris",
        "german-1": "Genova, Torino", "german-2": "Bruxelles, Anvers", "german-3": "Cherbourg, Le Havre",
        "german-4": "Brest, St. Nazaire", "german-6": "Rotterdam, Amsterdam", "german-12": "Paris",
    }  # fmt: skip
    others = {o.id: (o.kind, o.number) for o in BOOK.objective if o.id not in control}
    assert others == {
        "allied-8": ("v1-sites", 0), "allied-9": ("german-fortresses", 2), "allied-10": ("paradrops", 1),
        "allied-11": ("no-second-invasion", 0), "german-5": ("armor", 9), "german-7": ("paradrops", 0),
        "german-8": ("u-boat-bases", 0), "german-9": ("v1-sites", 0), "german-10": ("german-fortresses", 0),
        "german-11": ("no-allies-in-germany", 0),
    }  # fmt: skip
    assert by_id["german-1"].kind == "med-port"
    armor = [u for u in BOOK.unit if TYPES[u.type].armored and u.nation == "german" and u.size == "division"]
    assert sum(u.group <= 6 and u.entry != "late" for u in armor) >= 9, "so many there can be on September I"


def test_goals_of_the_bulge() -> None:
    """33.3.10."""
    goals = {goal.id: (goal.all, goal.any) for goal in BOOK.bulge_goal}
    assert goals == {
        "strategic": (("Bastogne",), ("Liege", "Namur")), "tactical": (("Bastogne", "Aachen"), ()),
    }  # fmt: skip
    for name in ("Bastogne", "Liege", "Namur", "Aachen"):
        assert AT[name] not in GERMAN, "still to be won"
