"""Bad data get one clear sentence with their file and item; packs correct values; every fact has its source."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest

from grognard.games.fortress_europa.data.loader import FILES, load_book, provenance, read_tables
from grognard.kernel.errors import BadInput

GOOD = read_tables()


def spoiled(path: str, value: Any) -> dict[str, dict[str, Any]]:
    """The good data with one value changed: its file, its table, the row's id, its field. None takes it away."""
    tables = dict(GOOD)
    file, *way, field = path.split("/")
    tables[file] = deepcopy(GOOD[file])
    node: Any = tables[file]
    for step in way:
        node = next(row for row in node if row.get("id") == step) if isinstance(node, list) else node[step]
    if value is None:
        del node[field]
    else:
        node[field] = value
    return tables


@pytest.mark.parametrize(
    ("path", "value", "sentence"),
    [
        ("german/unit/de-lehr/combat", "nine", "data/german.toml, unit de-lehr: Expected `int`, got `str`"),
        ("german/unit/de-lehr/combta", 9, "data/german.toml, unit de-lehr: Object contains unknown field `combta`"),
        (
            "german/unit/de-lehr/source",
            None,
            "unit de-lehr: Object missing required field `source`",
        ),
        ("german/unit/de-lehr/entry", "secret", "data/german.toml, unit de-lehr: Invalid enum value 'secret'"),
        ("german/unit/de-lehr/source", "hearsay", "unit de-lehr: the source 'hearsay' does not begin with rulebook,"),
        ("german/unit/de-lehr/sources", {"colour": "rulebook 1"}, "unit de-lehr: sources speaks of “colour”"),
        ("german/unit/de-lehr/type", "tank", "data/german.toml, unit de-lehr: there is no type 'tank'"),
        ("german/unit/de-lehr/late", "de-nobody", "unit de-lehr: there is no unit 'de-nobody'"),
        ("german/unit/de-lehr/service", "", "unit de-lehr: German units have a service"),
        ("german/unit/de-lehr/back_combat", 0, "unit de-lehr: a back has a combat factor"),
        ("german/unit/de-lehr/suggested", "T4", "unit de-lehr: there is no land hex 'T4'"),
        ("german/unit/de-85/suggested", "A19", "data/german.toml, unit de-85: A19 is not in its district"),
        ("german/unit/de-340/group", 99, "unit de-340: its group 99 is no german number of the turn track"),
        ("german/unit/de-34/place", "Bastogne", "unit de-34: the place of its entry, 'Bastogne', is no city"),
        ("german/unit/de-716/suggested", "M6", "unit de-716: M6 is no beach for a coastal defense unit"),
        ("allied/unit/us-1/nation", "martian", "data/allied.toml, unit us-1: there is no nation 'martian'"),
        ("allied/unit/us-1/id", "us-4", "data/allied.toml, unit us-4: it stands there twice"),
        ("allied/unit/us-rangers/starts_reduced", True, "unit us-rangers: it starts reduced and has no reduced side"),
        ("combat/column/3-1/results", ["AR"], "data/combat.toml, column 3-1: Expected `array` of length 6, got 1"),
        (
            "combat/column/3-1/ratio",
            [1, 1],
            "column 3-1: its odds are not better than those of 2-1",
        ),
        ("combat/result/EX/id", "XX", "data/combat.toml, column 1-2: there is no result 'EX'"),
        ("air/crossing/stuck/dice", [5], "data/air.toml, crossing: the dice 1 to 6 must each stand there once"),
        ("air/drop/clear/dice", ["safe"], "data/air.toml, drop clear: it needs a result for each of the dice"),
        ("air/air/bad_weather_to", "sep-9", "data/air.toml, air: there is no turn 'sep-9'"),
        ("weather/month/jun/dice", ["fog"] * 6, "data/weather.toml, month jun: there is no weather 'fog'"),
        ("weather/allowance/german-hq/units", "other", "data/weather.toml, allowance: each side needs one row"),
        ("replacements/rate/german-jun/armored", 9, "rate german-jun: no more factors can be armored than there are"),
        ("replacements/tac/jun/most", 9, "data/replacements.toml, tac jun: no more can fly in a turn than"),
        ("replacements/tac/jun/id", "juni", "data/replacements.toml, months: each month needs one row"),
        ("turns/turn/sep-1/number", 14, "data/turns.toml, turn sep-1: its number is 14, and it stands in place 13"),
        ("turns/turn/sep-1/german", 9, "data/turns.toml, the german numbers: they must count up from 1"),
        ("arrivals/event/german-6-convert/units", ["de-85"], "event german-6-convert: not all its units have a back"),
        (
            "arrivals/event/german-6-convert/side",
            "allied",
            "event german-6-convert: there is no allied unit",
        ),
        (
            "areas/district/7th/limits",
            ["E10", "R11"],
            "areas.toml, district 7th: there is no hex of its own 'R11'",
        ),
        ("areas/invasion/gironde/hexes", ["A16", "A17"], "invasion gironde: there is no beach or inland port 'A17'"),
        ("coast/port/brest/place", "Camelot", "data/coast.toml, port: there is no port on the map 'Camelot'"),
        ("coast/port/anvers/passage", ["BB3"], "data/coast.toml, port anvers: there is no land hex 'BB3'"),
        ("coast/fortress/X4/id", "T4", "data/coast.toml, fortress T4: there is no land hex 'T4'"),
        ("coast/rail_exit/RR26/id", "RR25", "data/coast.toml, rail_exit RR25: there is no rail hex 'RR25'"),
        ("limits/landing/armor", "br-80", "data/limits.toml, landing: there is no unit 'br-80'"),
        ("limits/release/turn", "jul-5", "data/limits.toml, release: there is no turn 'jul-5'"),
        ("limits/rebuilding/track", None, "data/limits.toml, rebuilding: Object missing required field `track`"),
        ("scenarios/scenario/bulge/last", "never", "data/scenarios.toml, scenario bulge: there is no turn 'never'"),
        ("scenarios/december/volkssturm", ["Oz"], "data/scenarios.toml, december: there is no place 'Oz'"),
        ("december/allied_stack/CC6/units", ["us-4"], "data/december.toml, unit us-4: it stands there twice"),
        ("december/allied_stack/CC6/units", [], "data/december.toml, unit be-1bde: it must be somewhere by then"),
        ("december/german_stack/X4/id", "T4", "data/december.toml, german_stack T4: there is no land hex 'T4'"),
        ("december/german_stack/X4/back", ["de-85"], "german_stack X4: there is no unit with a back 'de-85'"),
        (
            "victory/objective/allied-1/places",
            ["Oz"],
            "victory.toml, objective allied-1: there is no place 'Oz'",
        ),
        ("victory/district_goal/7th-1/district", "8th", "district_goal 7th-1: there is no district '8th'"),
        ("options/figures/fuel_port", "Oz", "data/options.toml, figures: there is no place 'Oz'"),
        ("options/stockpile/nothing/dice", [6, 6], "data/options.toml, stockpile: the dice 1 to 6 must each"),
        ("map/hex/A2/terrain", "swamp", "data/map.toml, hex A2: there is no terrain 'swamp'"),
        ("map/hex/A2/country", "", "data/map.toml, hex A2: land has a country, and nothing else has"),
        ("map/riverz", [], "data/map.toml: there is no table “riverz”"),
        ("map/hex", {}, "data/map.toml: “hex” must be a list of rows"),
        ("limits/storm", None, "the table “storm” is missing"),
        ("limits/sheet", GOOD["markers"]["sheet"], "data/limits.toml: the table “sheet” stands in two files"),
    ],
)
def test_bad_data_are_told_in_one_sentence(path: str, value: Any, sentence: str) -> None:
    with pytest.raises(BadInput) as refused:
        load_book(spoiled(path, value))
    told = str(refused.value)
    assert sentence in told
    assert told.endswith(".")
    assert "\n" not in told


def test_a_pack_corrects_a_value_and_says_so() -> None:
    tables = read_tables({"game": "fortress-europa", "german": {"unit": {"de-85": {"combat": 5}}}})
    unit = next(u for u in load_book(tables).unit if u.id == "de-85")
    assert (unit.combat, unit.source) == (5, "pack")
    assert provenance(tables)["pack"] > 0


@pytest.mark.parametrize(
    ("pack", "sentence"),
    [
        ({"germans": {}}, "The pack speaks of “germans”"),
        ({"german": {"unit": {"de-1": {"combat": 5}}}}, "nothing that goes by “de-1”"),
        ({"german": {"unit": {"de-85": {"combat": "5"}}}}, "must be like 4"),
    ],
)
def test_a_bad_pack_is_refused(pack: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadInput, match=sentence):
        read_tables(pack)


def test_every_item_has_a_source_and_a_reconstruction_gives_its_reason() -> None:
    for name in FILES:
        if name == "map":
            continue  # its maker's report gives the reasons
        for table, value in GOOD[name].items():
            for item in value if isinstance(value, list) else [value]:
                for source in (item["source"], *item.get("sources", {}).values()):
                    kind, _, rest = source.partition(" ")
                    assert kind in ("rulebook", "published", "reconstruction"), f"{name} {table}"
                    if kind == "reconstruction":
                        assert rest.startswith("("), f"{name} {table}: {source}"
                        assert rest.endswith(")"), f"{name} {table}: {source}"
                    if kind == "rulebook":
                        assert rest, f"{name} {table}: {source}"


def test_facts_are_counted_by_their_source() -> None:
    counts = provenance(GOOD)
    assert set(counts) == {"rulebook", "published", "reconstruction"}
    one = {
        "x": {"row": [{"id": "a", "n": 1, "m": 2, "source": "reconstruction (r)", "sources": {"n": "rulebook 1"}}]}
    }
    assert provenance(one) == {"rulebook": 1, "published": 0, "reconstruction": 1}
