"""The components of a game: what is reconstructed can be corrected, within its range, and used in new games."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from house import House


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    found = House(tmp_path)
    yield found
    found.close()


def rows(house: House, game: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = house.client.get(f"/api/games/{game}/components").json()["components"]
    return found


def cells(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


@pytest.mark.parametrize("game", ["springtime", "1940", "spoiled-victory", "fortress-europa"])
def test_every_reconstructed_number_is_listed_within_its_own_range(house: House, game: str) -> None:
    found = rows(house, game)
    assert found
    numbers = [row for row in found if isinstance(row["value"], float | int) and not isinstance(row["value"], bool)]
    assert numbers
    assert all(row.get("low", 0) <= row["value"] <= row.get("high", 0) for row in numbers)
    words = [row for row in found if row.get("allowed")]
    assert all(cell in row["allowed"] for row in words for cell in cells(row["value"]) if isinstance(cell, str))
    assert len({tuple(row["path"]) for row in found}) == len(found)


def test_a_correction_is_checked_and_used_in_a_new_game(house: House) -> None:
    one = next(row for row in rows(house, "springtime") if row["path"] == ["units", "unit", "fr-1", "full"])
    wrong = {"units": {"unit": {"fr-1": {"full": one["high"] + 1}}}}
    refused = house.client.post("/api/games/springtime/pack", json=wrong)
    assert refused.status_code == 400
    assert f"must be from {one['low']} to {one['high']}" in refused.json()["error"]["text"]
    pack = {"units": {"unit": {"fr-1": {"full": one["value"] + 1}}}}
    assert house.client.post("/api/games/springtime/pack", json=pack).status_code == 200
    table = house.new("springtime", practice=True, pack={"game": "springtime", **pack})
    with house.page(table) as page:
        unit = next(p for p in page.state["scene"]["pieces"] if p["id"] == "fr-1")
        assert unit["face"]["factors"][0] == str(one["value"] + 1)


REFUSED = [
    ("1940", ["map", "hex", "1205", "terrain"], "swamp", "must be one of: clear, forest, mountain, out, rough, sea"),
    ("1940", ["map", "hex", "1205", "terrain"], 3, "must be like"),
    ("springtime", ["areas", "area", "1", "name"], "B" * 301, "at most 300"),
    ("springtime", ["areas", "area", "1", "name"], "Ba\nden", "printable"),
    ("springtime", ["areas", "area", "1", "edge"], "yes", "must be like True"),
    ("fortress-europa", ["weather", "month", "may", "dice"], ["clear"] * 5, "has 5 values, but must have 6"),
    (
        "fortress-europa",
        ["weather", "month", "may", "dice"],
        ["hail"] * 6,
        "one of: clear, overcast, ",
    ),
]


def nested(path: list[str], value: Any) -> dict[str, Any]:
    return {path[0]: nested(path[1:], value) if path[1:] else value}


@pytest.mark.parametrize(("game", "path", "value", "words"), REFUSED)
def test_a_word_that_cannot_be_is_refused_with_those_that_can(
    house: House, game: str, path: list[str], value: Any, words: str
) -> None:
    assert path in [row["path"] for row in rows(house, game)]
    refused = house.client.post(f"/api/games/{game}/pack", json=nested(path, value))
    assert refused.status_code == 400
    assert words in refused.json()["error"]["text"]


def test_names_and_terrain_of_ones_own_are_used_in_a_new_game(house: House) -> None:
    one = next(row for row in rows(house, "springtime") if row["path"] == ["areas", "area", "1", "name"])
    pack = nested(one["path"], "Baden and Black Forest")
    assert house.client.post("/api/games/springtime/pack", json=pack).status_code == 200
    table = house.new("springtime", practice=True, pack={"game": "springtime", **pack})
    board = house.client.get(f"/api/games/springtime/board?table={table}").json()
    assert next(p["name"] for p in board["places"] if p["id"] == "1") == "Baden and Black Forest (1)"
    ours = house.client.get("/api/games/springtime/board").json()
    assert next(p["name"] for p in ours["places"] if p["id"] == "1") == "Baden (1)"
    pack = nested(["map", "hex", "1205", "terrain"], "forest")
    assert house.client.post("/api/games/1940/pack", json=pack).status_code == 200
    table = house.new("1940", practice=True, pack={"game": "1940", **pack})
    about = next(p.about for p in house.lobby.room(table).game.board().places if p.id == "1205")
    assert "forest" in about.lower()
