"""Names of tables, private notes, and how a game went."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from house import House

from grognard.games.spoiled_victory.show.measured import MEASURED
from grognard.simulate import Question
from grognard.simulate.told import Told, tell_game


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    found = House(tmp_path)
    yield found
    found.close()


def card(house: House, table: str) -> dict[str, Any]:
    return next(t for t in house.client.get("/api/home").json()["tables"] if t["id"] == table)


def test_a_table_is_named_renamed_and_unnamed(house: House) -> None:
    table = house.new("skirmish")

    def put(name: object) -> Any:
        return house.client.put(f"/api/tables/{table}/name", json={"name": name})

    assert put("  Sunday with Anna ").status_code == 200
    assert card(house, table)["name"] == "Sunday with Anna"
    for wrong in ("x" * 61, 7, "two\nlines"):
        assert "at most 60 characters" in put(wrong).json()["error"]["text"]
    assert card(house, table)["name"] == "Sunday with Anna", "what is refused changes nothing"
    assert put("").status_code == 200
    assert "name" not in card(house, table) or not card(house, table)["name"]
    missing = house.client.put("/api/tables/none/name", json={"name": "x"})
    assert "no such table" in missing.json()["error"]["text"]


def test_notes_are_their_seats_alone_and_outlive_the_server(tmp_path: Path) -> None:
    house = House(tmp_path)
    table = house.new("skirmish")
    with house.page(table, "red") as red, house.page(table, "blue") as blue:
        assert red.ask("note", place="B1", text="watch this")["ok"] == {"notes": {"B1": "watch this"}}
        red.ask("note", place="", text="hold the left")
        assert blue.ask("notes")["ok"] == {"notes": {}}
        assert "no such place" in red.ask("note", place="Z99", text="x")["error"]["text"]
        assert "at most 4000" in red.ask("note", place="B1", text="x" * 4001)["error"]["text"]
        assert red.ask("notes")["ok"] == {"notes": {"B1": "watch this", "": "hold the left"}}
    house.close()
    again = House(tmp_path)
    with again.page(table, "red") as red:
        assert red.ask("notes")["ok"] == {"notes": {"B1": "watch this", "": "hold the left"}}
        assert red.ask("note", place="B1", text="")["ok"] == {"notes": {"": "hold the left"}}
    again.client.delete(f"/api/tables/{table}")
    assert again.lobby.store.notes(table, "red") == {}, "a table takes its notes with it"
    again.close()


def scores(first: int, last: int) -> Counter[str]:
    """How the games of the command end."""
    question = Question("spoiled-victory", games=MEASURED.games, seats={"allies": "advisor"}, seed=1940)
    told = [tell_game(question, number, {}) for number in range(first, last)]
    return Counter(str(int(one.game["score"])) for one in told if isinstance(one, Told))


def test_what_the_advisor_reaches_was_measured() -> None:
    assert "--games 1000 --seat allies=advisor --seed 1940" in MEASURED.command
    found = scores(0, 40)
    assert found.total() == 40
    assert found <= Counter(MEASURED.counts), (
        "the advisor or the rules have changed: measure again by the command, into show/measured.py"
    )


@pytest.mark.long
def test_what_the_advisor_reaches_is_what_its_command_gives() -> None:
    assert scores(0, MEASURED.games) == Counter(MEASURED.counts)


def test_a_summary_tells_points_losses_and_turns_as_they_happened(house: House) -> None:
    table = house.new("spoiled-victory", who={"allies": "bot:advisor"})
    with house.page(table, "public") as page:
        for _ in range(4000):
            if page.state.get("result"):
                break
            page.wait()
        end, story = page.state["result"], page.ask("summary")["ok"]
    assert sum(row["change"] for row in story["points"]) == end["score"]
    assert {row["what"] for row in story["points"]} == {"Victory Points"}
    assert len(story["turns"]) == 18
    assert [t["step"] for t in story["turns"]] == sorted(t["step"] for t in story["turns"])
    lost = sum(line["kind"] == "Lost" for line in page.log)
    assert lost
    assert sum(row["steps"] for row in story["losses"]) >= lost
    assert card(house, table)["score"] == end["score"]
    assert card(house, table)["level"] == end["level"]
    assert story["outlook"][-1]["worth"] == end["score"]
    assert len(story["outlook"]) >= 18
    assert "outlookOf" not in story, "a score is nobody's chance"


def test_a_summary_tells_the_outlook_of_the_first_seat(house: House) -> None:
    table = house.new("springtime", who={"axis": "bot:easy", "allies": "bot:easy"})
    with house.page(table, "public") as page:
        for _ in range(4000):
            if page.state.get("result"):
                break
            assert "outlook" not in page.state, "while the game goes on nobody is told"
            page.wait()
        end, story = page.state["result"], page.ask("summary")["ok"]
        steps = page.state["steps"]
    assert story["outlookOf"] == "axis"
    assert story["outlook"][-1]["worth"] == (end["winner"] == "axis")
    places = [point["step"] for point in story["outlook"]]
    assert places == sorted(places), "by the steps of the replay"
    assert places[-1] <= steps
