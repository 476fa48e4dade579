"""Games whose rules changed under them are shown to each seat as it knew them, never changed, and continued once."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, ClassVar

import pytest
from house import House
from toys.landing import LandingGame
from toys.skirmish import Skirmish

from grognard.kernel import show
from grognard.kernel.errors import Refused
from grognard.kernel.match.rules_version import rules_version
from grognard.kernel.rules.actions import Action


class Slower(Skirmish):
    """Skirmish after a change: nobody may go to B2. It has a lesson and an order now, too."""

    orders: ClassVar[tuple[show.Order, ...]] = (show.Order("wait", "Wait"),)

    def accept(self, s: Any, seat: str, action: str | Action) -> Action:
        if " B2" in str(action):
            raise Refused([show.Reason("2", "Nobody goes to B2 any more.")])
        return super().accept(s, seat, action)

    def lesson(self) -> show.Lesson:
        steps = (show.LessonStep("Look."), show.LessonStep("Look again."))
        return show.Lesson("First steps", self.scenarios[0].id, "red", steps)


class Dry(LandingGame):
    """The landing after a change: Gold cannot be landed on."""

    def accept(self, s: Any, seat: str, action: str | Action) -> Action:
        if "land boat-1 gold" in str(action):
            raise Refused([show.Reason("2", "Gold is mined.")])
        return super().accept(s, seat, action)


LATER = (Slower(), Dry())


def disk(house: House, table: str) -> Any:
    with closing(sqlite3.connect(house.data / "games.sqlite")) as db:
        row = db.execute("SELECT * FROM tables WHERE id = ?", (table,)).fetchone()
        return row, db.execute("SELECT * FROM steps WHERE table_id = ? ORDER BY n", (table,)).fetchall()


@contextmanager
def archived(tmp_path: Path, **how: Any) -> Iterator[tuple[House, str]]:
    """A game of four moves, of which today's rules allow the first."""
    house = House(tmp_path)
    table = house.new("skirmish", **how)
    with house.page(table) as page:
        for action in ("move red-1 B1", "move red-2 B2", "move red-3 B3", "move red-4 B4"):
            assert "ok" in page.play(action)
    yield house.again(LATER), table
    house.close()


MESSAGES: tuple[dict[str, Any], ...] = (
    {"op": "play", "action": "move red-3 B3"},
    {"op": "undo"},
    {"op": "redo"},
    {"op": "drop", "index": 0},
    {"op": "order", "order": "wait", "on": True},
    {"op": "lesson", "at": 1},
    {"op": "hint"},
    {"op": "branch"},
    {"op": "choices", "prefix": ""},
    {"op": "why", "action": "move red-3 B3"},
    {"op": "look", "action": "move red-3 B3"},
    {"op": "overlay", "name": "x"},
    {"op": "luck"},
)


@pytest.mark.parametrize("message", MESSAGES, ids=lambda message: str(message["op"]))
@pytest.mark.parametrize("practice", [True, False])
def test_no_message_changes_an_archive(tmp_path: Path, message: dict[str, Any], practice: bool) -> None:
    with archived(tmp_path, practice=practice) as (house, table):
        kept = disk(house, table)
        assert len(kept[1]) == 5
        with house.page(table) as page:
            shown = page.state
            assert shown["archive"]
            fields = {key: value for key, value in message.items() if key != "op"}
            error = page.ask(message["op"], rev=shown["rev"], **fields)["error"]
            assert error["kind"] == "refused"
            assert error["text"] == "This game is only shown; go on with it as a new one."
            assert page.ask("at", n=4, seat="red")["ok"]["n"] == 4, "it is still shown"
        assert disk(house, table) == kept
        assert [info.id for info in house.lobby.table_infos()] == [table]


def test_an_archive_is_continued_once(tmp_path: Path) -> None:
    with archived(tmp_path) as (house, table):
        kept = disk(house, table)
        with house.page(table) as page:
            new = page.ask("continue")["ok"]["id"]
            assert page.ask("continue")["ok"]["id"] == new
        with house.page(new) as first, house.page(table) as page:
            assert "ok" in first.play("move red-3 B3")
            assert page.ask("continue")["ok"]["id"] == new, "also when it has gone on"
            assert len(page.log) == 4, "the old game is shown as it was"
        later = house.again(LATER)
        with later.page(table) as page:
            assert page.ask("continue")["ok"]["id"] == new, "and after a restart"
        assert {info.id for info in later.lobby.table_infos()} == {table, new}
        with later.page(new) as page:
            assert [line["text"] for line in page.log] == ["red-1 moves to B1.", "red-3 moves to B3."]
        assert disk(house, table) == kept
        later.client.delete(f"/api/tables/{new}")
        with later.page(table) as page:
            assert page.ask("continue")["ok"]["id"] not in (new, table), "unless it was removed"


# ------------------------------------------------------------------------------------------------------ secrets

DEFENCE = ("place division gold", "place regiment juno", "place dummy utah", "done")


@pytest.fixture
def landed(build: Callable[..., House]) -> tuple[House, str]:
    """A landing that today's rules do not allow, in an unfinished game: the defender's units are still secret."""
    house = build(LandingGame(), Skirmish())
    table = house.new("landing", who={"lander": "me", "defender": "hotseat"})
    with house.page(table, "defender") as page:
        for action in DEFENCE:
            assert "ok" in page.play(action)
    with house.page(table, "lander") as page:
        assert "ok" in page.play("land boat-1 gold")
        assert not page.state["result"]
    # The draft of the lander is not done, so no step of it is recorded: what the rules forbid is the defence.
    return house.again((NoDummies(),)), table


class NoDummies(LandingGame):
    def accept(self, s: Any, seat: str, action: str | Action) -> Action:
        if "dummy" in str(action):
            raise Refused([show.Reason("1", "There are no dummies.")])
        return super().accept(s, seat, action)


def everything(house: House, table: str, seat: str) -> str:
    """All that a page of the seat and the HTTP interface tell of the table."""
    told: list[Any] = []
    with house.page(table, seat) as page:
        assert page.state["archive"]
        told += [page.hello, page.state, page.log]
        for n in range(10):
            told.append(page.ask("at", n=n, seat=seat))
        told.append(page.ask("since"))
    for what in ("record", "position"):
        told.append(house.client.get(f"/api/tables/{table}/{what}?seat={seat}").text)
    return json.dumps(told)


@pytest.mark.parametrize("seat", ["lander", "public"])
def test_an_archive_of_an_unfinished_game_keeps_the_secrets_of_the_other_seat(
    landed: tuple[House, str], seat: str
) -> None:
    house, table = landed
    told = everything(house, table, seat).replace("mismatch", "")
    for word in ("division", "regiment", "dummy utah", "place "):
        assert word not in told, word
    assert "division" in everything(house, table, "defender"), "he knows his own"


def test_the_record_of_an_archive_is_cut_for_the_seat(landed: tuple[House, str]) -> None:
    house, table = landed
    for seat in ("lander", "public"):
        record = house.client.get(f"/api/tables/{table}/record?seat={seat}").json()
        assert record["seat"] == seat
        assert "end" not in record
        assert not [step for step in record["steps"] if "chance" in step or step.get("action")]
    own = house.client.get(f"/api/tables/{table}/record?seat=defender").json()
    assert [step["action"] for step in own["steps"] if step["seat"] == "defender"] == [
        "place division gold; place regiment juno; place dummy utah; done"
    ]
    assert house.client.get(f"/api/tables/{table}/record").json()["seat"] == "public", "nobody becomes somebody else"


def test_the_seat_of_a_bot_stays_closed_in_an_archive(build: Callable[..., House]) -> None:
    """Also where today's rules say that the game was over at the step that still fits."""
    house = build(LandingGame())
    table = house.new("landing", who={"lander": "me", "defender": "bot:random"})
    with house.page(table) as page:
        while "lander" not in page.state["owing"]:
            page.wait()
    later = house.again((Nothing(),))
    with later.page(table, "defender") as page:
        assert page.state["archive"]
        assert page.hello["seat"] == "public"
        assert page.hello["seats"] == ["lander", "public"]
        assert "error" in page.ask("at", n=0, seat="defender")
    for what in ("record", "position"):
        assert later.client.get(f"/api/tables/{table}/{what}?seat=defender").status_code == 409


class Nothing(LandingGame):
    """A landing that is over before it begins."""

    def accept(self, s: Any, seat: str, action: str | Action) -> Action:
        raise Refused([show.Reason("1", "There is no war.")])

    def advance(self, s: Any, events: Any) -> None:
        super().advance(s, events)
        s.stack.clear()


def test_a_finished_archive_is_open_to_all(tmp_path: Path) -> None:
    house = House(tmp_path)
    table = house.new("skirmish", who={"red": "bot:random", "blue": "bot:random"})
    with house.page(table) as page:
        while not page.state["result"]:
            page.wait()
        result = page.state["result"]
    later = house.again((NoMoves(),))
    with later.page(table, "blue") as page:
        assert page.state["archive"]
        assert page.hello["seat"] == "blue"
        assert page.state["result"] == result
        assert page.ask("at", n=1, seat="red")["ok"]["n"] == 1
    record = later.client.get(f"/api/tables/{table}/record?seat=red").json()
    assert record["end"]["result"] == result
    house.close()


class NoMoves(Skirmish):
    def accept(self, s: Any, seat: str, action: str | Action) -> Action:
        raise Refused([show.Reason("2", "Nobody moves any more.")])


def test_a_game_that_goes_on_under_changed_rules_says_from_which_step_on(tmp_path: Path) -> None:
    house = House(tmp_path)
    table = house.new("skirmish", practice=True, seed=1)
    with house.page(table, "red") as page:
        assert "ok" in page.play("move red-1 B1")
    later = house.again(LATER)  # the change does not touch what was played
    with later.page(table, "red") as page:
        assert "archive" not in page.state
        assert "ok" in page.play("move red-2 C2")
        assert "ok" in page.ask("undo", rev=page.state["rev"])
        assert "ok" in page.play("move red-2 C2")
        assert "ok" in page.play("move red-3 C3")
    record = later.client.get(f"/api/tables/{table}/record?seat=red").json()
    assert record["version"] == rules_version(Skirmish())
    assert [step.get("rules") for step in record["steps"]] == [None, None, rules_version(Slower()), None]
    assert rules_version(Slower()) != rules_version(Skirmish())
    again = later.again(LATER)
    with again.page(table, "red") as page:
        assert "ok" in page.play("attack-now")
    record = again.client.get(f"/api/tables/{table}/record?seat=red").json()
    assert "rules" not in record["steps"][-1], "they have not changed again"
    house.close()
