"""Data: strict TOML with sources, and packs that correct it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent
from typing import Any

import msgspec
import pytest

from grognard import BadInput
from grognard.kernel.data import addresses, count_sources, decode, read_data, read_rules, value_range
from grognard.kernel.plain import Json
from grognard.kernel.registry import load, read_pack

UNITS = """
title = "Order of battle"
weather = [1, 2, 3]

[limits]
stack = 3
fog = true
source = "rulebook 5.1"

[[units]]
id = "hoth-pz"
cv = 5
area = "ardennes"
source = "reconstruction"
sources = {cv = "published", area = "rulebook 5.2"}

[[units]]
id = "9-army"
cv = 3
area = "sedan"
source = "published"
"""


class Unit(msgspec.Struct, forbid_unknown_fields=True):
    id: str
    cv: int
    area: str
    source: str
    sources: dict[str, str] = {}


class Limits(msgspec.Struct, forbid_unknown_fields=True):
    stack: int
    fog: bool
    source: str


class File(msgspec.Struct, forbid_unknown_fields=True):
    title: str
    weather: list[int]
    limits: Limits
    units: list[Unit]


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    folder = tmp_path / "tinygame"
    (folder / "data").mkdir(parents=True)
    (folder / "__init__.py").write_text("")
    (folder / "data" / "units.toml").write_text(UNITS)
    (folder / "rules.toml").write_text(
        dedent(
            """
            [[case]]
            id = "5.1"
            title = "Stacking"
            text = "Three units a hex."
            [[case]]
            id = "2.1"
            title = "Counters"
            text = "What the counters look like."
            enforce = false
            why = "Describes the counters."
            """
        )
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    yield "tinygame"
    sys.modules.pop("tinygame", None)


def units(package: str, pack: dict[str, Any] | None = None) -> File:
    return decode(read_data(package, ["units"], pack), "units", File, package)


def test_data_are_read_into_types(package: str) -> None:
    file = units(package)
    assert [unit.cv for unit in file.units] == [5, 3]
    assert file.limits.stack == 3


def test_a_misspelt_key_fails_with_file_and_line(package: str, tmp_path: Path) -> None:
    file = tmp_path / "tinygame" / "data" / "units.toml"
    file.write_text(UNITS.replace("cv = 3\n", "cw = 3\n"))
    with pytest.raises(BadInput, match=r"^data/units\.toml, line 17: .*`cw`"):
        units(package)


def test_sources_are_counted_by_kind_and_by_field(package: str) -> None:
    tables = read_data(package, ["units"])
    assert count_sources(tables) == {"published": 2, "rulebook": 2}


def test_the_case_book_is_read(package: str) -> None:
    cases = read_rules(package)
    assert [(case.id, case.enforce) for case in cases] == [("5.1", True), ("2.1", False)]


def test_a_case_with_an_unknown_key_is_refused(package: str, tmp_path: Path) -> None:
    (tmp_path / "tinygame" / "rules.toml").write_text('[[case]]\nid = "1"\ntitle = "x"\n')
    with pytest.raises(BadInput, match=r"rules\.toml: .*`text`"):
        read_rules(package)
    (tmp_path / "tinygame" / "rules.toml").write_text("[[cases]]\n")
    with pytest.raises(BadInput, match=r"rules\.toml"):
        read_rules(package)


# ---------------------------------------------------------------------------------------------------- packs


def test_a_pack_corrects_an_item_by_its_id_and_becomes_its_source(package: str) -> None:
    pack: Any = {"game": "tiny", "units": {"units": {"hoth-pz": {"cv": 6}}}}
    file = units(package, pack)
    assert file.units[0] == Unit("hoth-pz", 6, "ardennes", "pack")
    assert file.units[1].source == "published"
    assert count_sources(read_data(package, ["units"], pack)) == {"pack": 1, "published": 1, "rulebook": 1}


def test_a_pack_corrects_plain_tables_and_lists(package: str) -> None:
    file = units(package, {"units": {"limits": {"stack": 4}, "weather": [3, 2]}})
    assert file.limits.stack == 4
    assert file.weather == [3, 2]


def test_the_games_own_data_stay_as_they_are(package: str) -> None:
    units(package, {"units": {"limits": {"stack": 4}}})
    assert units(package).limits.stack == 3


@pytest.mark.parametrize(
    ("pack", "words"),
    [
        ({"cards": {}}, "The pack speaks of “cards”; this game's data are: units."),
        ({"units": 7}, "The pack's units must be a table."),
        ({"units": {"unit": {}}}, "The pack's units.unit does not exist; there are: title, weather, limits, units."),
        (
            {"units": {"units": {"guderian": {"cv": 6}}}},
            "The pack's units.units.guderian does not exist: units.units has nothing that goes by “guderian”.",
        ),
        ({"units": {"units": {"hoth-pz": 7}}}, "The pack's units.units.hoth-pz must be a table."),
        ({"units": {"units": {"hoth-pz": {"strength": 7}}}}, "units.units.hoth-pz.strength does not exist"),
        ({"units": {"units": {"hoth-pz": {"cv": "six"}}}}, "units.units.hoth-pz.cv is 'six', but must be like 5."),
        ({"units": {"limits": {"fog": 1}}}, "units.limits.fog is 1, but must be like True."),
        ({"units": {"limits": 3}}, "The pack's units.limits must be a table."),
        ({"units": {"title": 3}}, "units.title is 3, but must be like 'Order of battle'."),
        ({"units": {"units": [1]}}, "units"),
        ({"units": {"weather": ["wet"]}}, "weather"),
    ],
)
def test_a_pack_that_does_not_fit_gets_one_sentence(package: str, pack: dict[str, Any], words: str) -> None:
    with pytest.raises(BadInput) as bad:
        units(package, pack)
    assert words in str(bad.value)
    assert "\n" not in str(bad.value)


def test_items_without_an_id_go_by_what_tells_them_apart() -> None:
    sides: list[Json] = [{"a": "1", "b": "2", "kind": "river"}, {"a": "1", "b": "3", "kind": "open"}]
    assert addresses(sides) == ["1-2", "1-3"]
    assert addresses([{"hex": "1", "facing": "2"}, {"hex": "1", "facing": "3"}]) == ["1-2", "1-3"]
    assert addresses([{"name": "Rhine", "kind": "a"}, {"name": "Rhine", "kind": "b"}]) == ["1", "2"], "their numbers"
    assert addresses([]) == []


def test_a_pack_is_a_file(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="cannot be read"):
        read_pack(tmp_path / "nothing.toml")
    file = tmp_path / "pack.toml"
    file.write_bytes(b"\xff\xfe")
    with pytest.raises(BadInput, match="is not TOML"):
        read_pack(file)
    file.write_text("[units.units.hoth-pz]\ncv = 6\n")
    assert read_pack(file) == {"units": {"units": {"hoth-pz": {"cv": 6}}}}


@pytest.mark.parametrize("value", [800, -999999, -1])
def test_a_number_out_of_all_proportion_is_refused_with_the_range(value: int) -> None:
    with pytest.raises(BadInput, match=rf"unit\.fr-1\.full is {value}, but must be from 0 to \d+\."):
        load("springtime", {"game": "springtime", "units": {"unit": {"fr-1": {"full": value}}}})


def test_a_correction_as_large_as_other_items_is_taken() -> None:
    game = load("springtime", {"game": "springtime", "units": {"unit": {"fr-1": {"full": 9}}}})
    assert game.pack is not None


def test_the_range_of_a_number_follows_from_those_of_its_kind() -> None:
    assert value_range([1, 6]) == (0, 12)
    assert value_range([0]) == (0, 5)
    assert value_range([-2, 3]) == (-9, 8)
