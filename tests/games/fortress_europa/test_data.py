"""What the rulebook says of counters and turn track holds for the data.

A test names in its first line the cases that state what it expects; only those that tell of components are its own.
"""

from __future__ import annotations

from collections import Counter
from importlib.resources import files
from itertools import combinations

import pytest

from grognard.games.fortress_europa.data.loader import FILES, PACKAGE, load_book
from grognard.suite import rule

BOOK = load_book()
UNITS = {unit.id: unit for unit in BOOK.unit}
TYPES = {kind.id: kind for kind in BOOK.type}
NATIONS = {nation.id: nation for nation in BOOK.nation}
HEXES = {h.id: h for h in BOOK.hex}
AT = {place.name: place.hex for place in BOOK.place}
TURNS = {turn.id: turn for turn in BOOK.turn}
DISTRICTS = {district.id: district for district in BOOK.district}


def side(unit: str) -> str:
    return NATIONS[UNITS[unit].nation].side


def of(**wanted: object) -> list[str]:
    return [u.id for u in BOOK.unit if all(getattr(u, field) == value for field, value in wanted.items())]


def factors(unit: str) -> tuple[int, int]:
    return UNITS[unit].combat, UNITS[unit].move


def arrives(unit: str) -> str:
    return next(t.id for t in BOOK.turn if getattr(t, side(unit)) == UNITS[unit].group)


# ------------------------------------------------------------------------------------------------------- counters


@rule("2.2", "2.2-example")
def test_the_two_counters_of_the_set_up_example() -> None:
    """26.1."""
    assert (UNITS["de-85"].type, UNITS["de-85"].size, UNITS["de-85"].entry) == ("infantry", "division", "15th")
    assert (UNITS["de-340"].type, UNITS["de-340"].group, arrives("de-340")) == ("infantry", 13, "dec-1")


@rule("2 Minors", "2 Colors")
def test_the_four_minor_nationalities() -> None:
    """2.3."""
    assert {n.name for n in BOOK.nation if n.minor} == {"Czech", "Dutch", "Polish", "Belgian"}
    assert {n.id for n in BOOK.nation if n.side == "german"} == {"german"}
    assert {u.nation for u in BOOK.unit} == set(NATIONS), "each nation has counters"
    assert {u.service for u in BOOK.unit if u.nation == "german"} == {"army", "luftwaffe", "ss"}


@rule("2.4", "2 Unit sizes")
def test_sizes_and_their_signs() -> None:
    signs = [(size.name, size.sign) for size in BOOK.size]
    assert signs == [
        ("Supreme commander", "xxxxx"), ("Army group", "xxxx"), ("Army", "xxx"), ("Division", "xx"), ("Brigade", "x"),
        ("Regiment", "III"), ("Battalion", "II"),
    ]  # fmt: skip


@rule("2.5", "2 Armored units", "2 Non-armored units")
def test_which_types_are_armored() -> None:
    assert {t.id for t in BOOK.type if t.armored} == {"armor", "mechanized", "cavalry", "assault-gun", "engineer"}
    assert len(BOOK.type) == 5 + 15, "the key has five armored types and fifteen others that are land units"


def test_most_units_have_two_steps_and_lose_strength_with_the_first() -> None:
    """2.7, 2.8."""
    two = [u for u in BOOK.unit if u.steps == 2]
    assert len(two) > len(BOOK.unit) / 2
    assert all(0 < u.back_combat < u.combat for u in two)
    ninth = UNITS["us-9arm"]
    assert (ninth.type, ninth.size, ninth.steps) == ("armor", "division", 2)


def test_who_attacks_with_whom() -> None:
    """6.2."""
    partners: dict[str, set[str]] = {}
    for nation in BOOK.nation:
        partners.setdefault(nation.attacks_with, set()).add(nation.id)
    assert {"british", "czech", "dutch", "polish", "belgian"} in partners.values()
    assert sorted(map(len, partners.values())) == [1, 1, 1, 1, 5]


def test_free_stacking_and_zones_of_control() -> None:
    """6.5, 7.1, 21.6."""
    free = {"hq", "ranger", "commando", "security", "artillery", "flak"}
    assert {t.id for t in BOOK.type if not t.stacks} == free
    assert TYPES["hq-troops"].stacks
    assert TYPES["assault-gun"].stacks
    assert {t.id for t in BOOK.type if not t.zone} == {"ranger", "commando"}


def test_which_factors_rebuild_what() -> None:
    """27.1, 27.9, 27.10, 27.14."""
    never = {"flak", "security", "artillery", "glider", "glider-mountain", "coastal", "hq", "hq-troops", "volkssturm"}
    never |= {"training", "assault-gun"}
    assert {t.id for t in BOOK.type if t.german == t.allied == "none"} == never
    assert {t.id for t in BOOK.type if t.allied == "special"} == {"paratroop", "ranger", "commando"}
    assert TYPES["paratroop"].german == "infantry"
    assert {t.id for t in BOOK.type if t.german == "armored"} == {"armor", "mechanized", "cavalry", "engineer"}
    assert {n.id for n in BOOK.nation if n.replaced == "none"} == {"french", "czech", "dutch", "polish", "belgian"}


def test_most_german_headquarters_have_two_sides_and_some_turn_by_the_schedule() -> None:
    """13.2, 13.3."""
    german = of(type="hq", nation="german")
    two = {u for u in german if UNITS[u].back == "headquarters"}
    assert len(two) > len(german) / 2
    by_schedule = {u for event in BOOK.event if event.kind == "flip" for u in event.units}
    assert by_schedule < two, "the others turn only when they are lost"
    assert not any(u.back for u in BOOK.unit if u.type == "hq" and u.nation != "german")
    assert not any(UNITS[u].back for u in of(type="hq-troops"))


def test_the_british_79th_and_its_three_parts() -> None:
    """12.13, 27.11."""
    whole = UNITS["br-79"]
    assert TYPES[whole.type].armored
    assert (whole.nation, whole.size, whole.starts_reduced, whole.steps) == ("british", "division", True, 2)
    assert [u.id for u in BOOK.unit if u.starts_reduced] == ["br-79"]
    parts = of(entry="79th")
    assert len(parts) == BOOK.rebuilding.parts_of_79th == 3
    assert {UNITS[u].nation for u in parts} == {"british"}


def test_the_52nd_is_glider_and_mountain() -> None:
    """20.13."""
    kind = TYPES[UNITS["br-52"].type]
    assert kind.drops
    assert kind.mountain
    assert {t.id for t in BOOK.type if t.drops} == {"paratroop", "glider", "glider-mountain"}
    assert {t.id for t in BOOK.type if t.mountain} == {"mountain", "glider-mountain"}


def test_coastal_defense_units() -> None:
    """22.1, 22.2, 22.3."""
    coastal = [UNITS[u] for u in of(type="coastal")]
    assert {u.move for u in coastal} == {0}
    assert {(u.back, u.steps) for u in coastal} == {("infantry", 1)}
    assert all(u.back_move > 0 for u in coastal)
    assert {u.entry for u in coastal} == set(DISTRICTS), "each district has its coast guarded"


def test_training_divisions_convert() -> None:
    """23."""
    training = of(type="training")
    assert {(UNITS[u].back, UNITS[u].steps) for u in training} == {("infantry", 1)}
    converted = [u for event in BOOK.event if event.kind == "convert" for u in event.units]
    assert sorted(converted) == sorted(training), "each once"
    of_159 = next(event for event in BOOK.event if "de-159" in event.units)
    assert of_159.number == TURNS["sep-1"].german == 6


def test_american_infantry() -> None:
    """27.12."""
    divisions = [u for u in of(nation="american", type="infantry") if UNITS[u].entry != "overstrength"]
    assert {factors(u) for u in divisions} == {(6, 4)}
    strong = of(entry="overstrength")
    assert {factors(u) for u in strong} == {(8, 4)}
    assert len(strong) == BOOK.rebuilding.overstrength == 6
    at_start = [u for u in divisions if UNITS[u].entry in ("england", "africa")]
    assert len(at_start) >= 2 * BOOK.rebuilding.overstrength_before, "three made strong at the cost of three others"


def test_how_many_there_are_of_a_kind() -> None:
    """27.13, 25.1, 26.5."""
    assert len(of(type="hq-troops")) == 8
    assert UNITS["de-136"].type == "hq-troops"
    assert UNITS["de-136"].entry == "15th"
    assert len(of(type="volkssturm")) == BOOK.volkssturm.most == 8
    assert [UNITS[u].nation for u in of(entry="paris")] == ["french"] * BOOK.garrison.units == ["french"] * 3


def test_the_panzer_reserve() -> None:
    """28.1, 28.5."""
    reserve = of(reserve=True)
    assert Counter(UNITS[u].size for u in reserve) == {"division": 7, "battalion": 1}
    assert {UNITS[u].type for u in reserve} == {"armor"}
    assert {"de-1ss", "de-lehr", "de-101ss"} < set(reserve)
    assert factors("de-1ss") == (8, 7)
    assert factors(UNITS["de-1ss"].late) == (9, 7)
    assert factors("de-lehr") == (9, 7)
    assert factors(UNITS["de-lehr"].late) == (8, 6)
    assert factors("de-101ss") == (3, 5)
    out = next(event for event in BOOK.event if event.kind == "reserve")
    assert sorted(out.units) == sorted(reserve)
    assert out.number == TURNS[BOOK.panzer_reserve.leaves].german


def test_the_last_levies() -> None:
    """31.17."""
    listed = {
        "Theo Korner": (3, 2), "Scharnhorst": (3, 2), "Von Hutten": (3, 2), "Von Schill": (2, 2),
        "Schlageter": (2, 2), "Ludwig Jahn": (2, 2), "14 LW": (2, 3),
    }  # fmt: skip
    levies = [UNITS[u] for u in of(entry="extended")]
    assert {u.name: (u.combat, u.move) for u in levies if u.type != "hq"} == listed
    assert [(u.name, u.type) for u in levies if u.type == "hq"] == [("Wenck 12 Army", "hq")]
    assert {u.type for u in levies if u.name == "14 LW"} == {"flak"}


def test_the_german_set_up() -> None:
    """3.3, 9.1, 9.3, 9.4, 26.4, 31.8."""
    assert len(of(entry="netherlands")) == 5
    assert {u.place for u in BOOK.unit if u.entry == "city"} >= {"Torino", "Genova"}
    assert all(sum(u.place == town for u in BOOK.unit) == 1 for town in ("Torino", "Genova"))
    assert sorted(u.entry for u in BOOK.unit if u.may_hide) == ["15th", "7th"]
    assert UNITS["de-275"].may_hide
    assert UNITS["de-77"].entry == "7th"
    assert UNITS["de-30"].entry == "hidden"
    assert len(of(entry="hidden")) == BOOK.hidden.designated
    hidden = BOOK.hidden
    assert hidden.designated + hidden.chosen + len(hidden.frozen_in) == hidden.most == BOOK.figures.decoys_on_units
    assert of(entry="reaction")
    assert of(entry="free")


def test_a_ready_made_german_set_up() -> None:
    """3.3, 6.1, 8.4: each unit that starts on the map has a hex, and the stacks are legal."""
    limit = {terrain.id: terrain.stack for terrain in BOOK.terrain}
    stacks: Counter[str] = Counter()
    for unit in BOOK.unit:
        if unit.entry in (*DISTRICTS, "city", "free", "hidden"):
            label = AT[unit.place] if unit.place else unit.suggested
            assert HEXES[label].terrain not in ("alpine", "dyke")
            stacks[label] += TYPES[unit.type].stacks
    assert all(count <= limit[HEXES[label].terrain] for label, count in stacks.items())


def test_an_invasion_can_be_mounted_from_england_and_from_africa() -> None:
    """12.4, 12.10, 12.13: infantry enough for the widest beaches, and a headquarters for the second impulse."""
    for box in ("england", "africa"):
        waiting = [UNITS[u] for u in of(entry=box)]
        assert any(unit.type == "hq" for unit in waiting)
        strength = sum(unit.combat for unit in waiting if unit.type in ("infantry", "mountain"))
        assert strength >= max(area.first for area in BOOK.invasion if area.box == box)


@pytest.mark.parametrize(
    ("unit", "nation", "kind", "size"),
    [
        ("de-654", "german", "assault-gun", "battalion"), ("de-150ss", "german", "mechanized", "brigade"),
        ("de-heydte", "german", "paratroop", "regiment"), ("us-101", "american", "paratroop", "division"),
        ("us-82", "american", "paratroop", "division"), ("br-1ab", "british", "paratroop", "division"),
        ("br-6ab", "british", "paratroop", "division"), ("us-4arm", "american", "armor", "division"),
        ("us-6cav", "american", "cavalry", "regiment"), ("us-5", "american", "infantry", "division"),
        ("us-26", "american", "infantry", "division"), ("us-75", "american", "infantry", "division"),
        ("us-80", "american", "infantry", "division"), ("us-4", "american", "infantry", "division"),
        ("us-hq-patton", "american", "hq", "army"), ("us-hq-bradley", "american", "hq", "army"),
        ("br-hq-montgomery", "british", "hq", "army-group"), ("us-hq-shaef", "american", "hq", "supreme"),
    ],
)  # fmt: skip
def test_units_that_the_rules_name(unit: str, nation: str, kind: str, size: str) -> None:
    """33.3.1, 31.13, 33.3.3, 31.1, 33.3.9, 31.18, 18.1, 17.10.4."""
    assert (UNITS[unit].nation, UNITS[unit].type, UNITS[unit].size) == (nation, kind, size)


def test_what_the_articles_say_of_the_german_army() -> None:
    """Developer's notes and strategy article."""
    june = [u for u in BOOK.unit if u.nation == "german" and u.entry not in ("group", "late", "extended")]
    assert max(june, key=lambda u: u.combat).id == "de-lehr"
    for name in ("de-2pz", "de-21pz", "de-116pz", "de-12ss"):
        assert UNITS[name] in june
    # 26 factors defend St. Malo and 22 Dieppe: three units of the district, doubled.
    for district, doubled in (("7th", 26), ("15th", 22)):
        able = [u.combat for u in june if u.entry in (district, "free") and not TYPES[u.type].armored]
        assert any(sum(three) * 2 == doubled for three in combinations(able, 3))


@rule("1.1")
def test_the_counters_fit_on_the_sheets() -> None:
    pools = sum(pool.count for pool in BOOK.pool)
    counters = len(BOOK.unit) + len(BOOK.aircraft) + len(BOOK.naval) + len(BOOK.mulberry) + pools
    assert counters <= BOOK.sheet.counters == 518


# -------------------------------------------------------------------------------------------------------- markers


def test_allied_aircraft() -> None:
    """17.2, 17.6, 17.10.4."""
    flown = [a for a in BOOK.aircraft if a.side == "allied" and not a.advanced]
    assert Counter(a.kind for a in flown) == {"sac": 4, "tac": 7} == {"sac": BOOK.air.allied_sac, "tac": 7}
    assert {a.name for a in flown if a.kind == "sac"} == {"Bomber Command", "8th"}
    names = Counter(a.name for a in flown if a.kind == "tac")
    assert names["9th"] == 2
    assert names["2nd"] >= 1
    assert {a.kind for a in BOOK.aircraft if a.side == "german" and not a.advanced} == {"tac"}


def test_there_are_german_aircraft_for_every_month() -> None:
    """17.7."""
    german = Counter(a.kind for a in BOOK.aircraft if a.side == "german")
    assert german["tac"] >= max(tac.total for tac in BOOK.tac)
    extra = Counter((a.side, a.kind) for a in BOOK.aircraft if a.advanced)
    air = BOOK.advanced_air
    assert extra == {("allied", "sac"): 1, ("german", "night"): 3}
    assert (air.allied_sac, air.allied_tac, air.german_tac) == (5, 7, 5)
    assert (air.night_until_sep, air.night_from_oct) == (2, 3)
    assert (air.bad_weather_sac, air.bad_weather_night) == (3, 2)
    assert (air.fuel_production, air.fuel_reserve, air.fuel_most) == (7, 30, 40)


@rule("29.1")
def test_other_markers() -> None:
    """31.7, 24.1."""
    assert [m.capacity for m in BOOK.mulberry] == [12, 9]
    count = {pool.id: pool.count for pool in BOOK.pool}
    assert count["decoy"] == 19 == count["blank"] + BOOK.figures.decoys_on_units
    assert count["partisan"] == 1
    assert len(BOOK.naval) > 1, "the rules speak of several, each with a number"
    assert all(ship.strength > 0 for ship in BOOK.naval)


# ----------------------------------------------------------------------------------------------------------- time


def test_the_turn_track() -> None:
    """4.1, 30.1."""
    standard = [t for t in BOOK.turn if not t.extended]
    assert len(standard) == 37
    assert (standard[0].name, standard[-1].name) == ("June I", "March I")
    assert set(Counter(t.month for t in standard[:-1]).values()) == {4}
    assert [t.name for t in BOOK.turn if t.month == "oct"] == ["October I", "October II", "October III", "October IV"]


@pytest.mark.parametrize(
    ("scenario", "first", "last", "turns"),
    [
        ("campaign", "June I", "March I", 37), ("invasion", "June I", "July III", 7),
        ("west-wall", "June I", "August IV", 12), ("bulge", "December III", "January II", 4),
        ("berlin", "December III", "March I", 11),
    ],
)  # fmt: skip
def test_the_length_of_the_scenarios(scenario: str, first: str, last: str, turns: int) -> None:
    """33.1.2, 33.2.2, 33.3.2, 33.4.2."""
    found = next(s for s in BOOK.scenario if s.id == scenario)
    a, b = TURNS[found.first], TURNS[found.last]
    assert (a.name, b.name, b.number - a.number + 1) == (first, last, turns)


def test_the_extended_game_has_four_or_eight_turns_more_and_reaches_may() -> None:
    """31.17."""
    assert sorted(option.turns for option in BOOK.option if option.turns) == [4, 8]
    assert len([t for t in BOOK.turn if t.extended]) == 8
    assert BOOK.turn[-1].month == "may"
    months = {month.id: month for month in BOOK.month}
    rates = {(rate.who, rate.month): (rate.total, rate.armored) for rate in BOOK.rate}
    tac = {row.id: (row.total, row.most) for row in BOOK.tac}
    for month in ("apr", "may"):
        assert months[month].dice == months["mar"].dice
        assert tac[month] == (4, 4)
        for who in ("german", "american", "british", "special"):
            assert rates[who, month] == rates[who, "mar"]


def test_every_number_on_the_track_calls_for_something() -> None:
    """26.1, 4.2."""
    for name in ("german", "allied"):
        for turn in BOOK.turn:
            number = getattr(turn, name)
            if number:
                units = [u for u in BOOK.unit if u.group == number and side(u.id) == name]
                events = [e for e in BOOK.event if e.number == number and e.side == name]
                assert units or events, f"the {name} {number}"


def test_what_is_withdrawn_or_changed_has_come_before() -> None:
    """26.7, 26.3."""
    for event in BOOK.event:
        for name in event.units:
            assert side(name) == event.side
            assert UNITS[name].group <= event.number


def test_every_file_is_read() -> None:
    folder = files(PACKAGE) / "data"
    there = {f.name.removesuffix(".toml") for f in folder.iterdir() if f.name.endswith(".toml")}
    assert there == {*FILES, "outlines"}
