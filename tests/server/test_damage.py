"""One damaged table is told by name; the others go on."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import Any

import pytest
from house import House


def damage(house: House, statement: str, *values: Any) -> None:
    with closing(sqlite3.connect(house.data / "games.sqlite", isolation_level=None)) as db:
        assert db.execute(statement, values).rowcount == 1


@pytest.mark.parametrize(
    ("column", "value", "words"),
    [
        ("facts", "{", "damaged in “facts”"),
        ("facts", "[1]", "damaged in “facts”"),
        ("who", '{"red": 3}', "damaged in “who”"),
        ("who", b"\xff\xfe", "damaged in “who”"),
        ("drafts", '{"red": "move"}', "damaged in “drafts”"),
        ("orders", "null", "damaged in “orders”"),
        ("header", "{", "damaged in “header”"),
        ("game", b"\xe9", "damaged in “game”"),
        ("ending", "7", "damaged in “ending”"),
    ],
)
def test_a_damaged_row_leaves_the_other_tables(house: House, column: str, value: str | bytes, words: str) -> None:
    hurt, well = house.new("skirmish"), house.new("skirmish")
    cast = "CAST(? AS TEXT)"
    damage(house, f"UPDATE tables SET {column} = {cast} WHERE id = ?", value, hurt)
    later = house.again()
    home = later.client.get("/api/home")
    assert home.status_code == 200, home.text
    infos = {info["id"]: info for info in home.json()["tables"]}
    assert set(infos) == {hurt, well}
    if column in ("facts", "who", "game"):  # what the home page reads
        assert words in infos[hurt]["broken"]
    assert "broken" not in infos[well]
    with later.page(hurt) as page:
        assert page.hello["type"] == "gone"
        assert words in page.hello["text"]
    with later.page(well) as page:
        assert "ok" in page.play("move red-1 B1")
    assert later.client.delete(f"/api/tables/{hurt}").status_code == 200, "it can be thrown away"


def test_a_step_that_is_not_utf_8_is_named(house: House) -> None:
    hurt, well = house.new("skirmish"), house.new("skirmish")
    with house.page(hurt) as page:
        page.play("move red-1 B1")
    damage(house, "UPDATE steps SET step = CAST(? AS TEXT) WHERE table_id = ? AND n = 1", b'{"seat": "\xff"}', hurt)
    later = house.again()
    assert later.client.get("/api/home").status_code == 200
    answer = later.client.get(f"/api/tables/{hurt}/record")
    assert answer.status_code == 400
    assert "Step 1 of the saved game is damaged" in answer.json()["error"]["text"]
    with later.page(hurt) as page:
        assert page.hello["type"] == "gone"
        assert "Step 1 of the saved game is damaged" in page.hello["text"]
    with later.page(well) as page:
        assert "ok" in page.play("move red-1 B1")


@pytest.mark.parametrize(
    "text", ["[]", "7", '"step"', "null", "{}", '{"seat": 1, "action": [], "events": {}, "hash": 0}']
)
def test_a_step_that_is_no_step_is_named(house: House, text: str) -> None:
    table = house.new("skirmish")
    damage(house, "UPDATE steps SET step = ? WHERE table_id = ? AND n = 0", text, table)
    with house.again().page(table) as page:
        assert page.hello["type"] == "gone"
        assert "Step 0 of the" in page.hello["text"]


def test_a_header_that_is_none_is_told_and_not_a_fault(house: House) -> None:
    table = house.new("skirmish")
    damage(house, "UPDATE tables SET header = '{}' WHERE id = ?", table)
    later = house.again()
    with later.page(table) as page:
        assert page.hello["type"] == "gone"
    assert later.client.get(f"/api/tables/{table}/record").status_code == 400
