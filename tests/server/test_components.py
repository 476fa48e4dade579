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


@pytest.mark.parametrize("game", ["springtime", "1940", "spoiled-victory"])
def test_every_reconstructed_number_is_listed_within_its_own_range(house: House, game: str) -> None:
    found = rows(house, game)
    assert found
    assert all(row["low"] <= row["value"] <= row["high"] for row in found)
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
