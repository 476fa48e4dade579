"""Bots play in the background, from their own seat's view."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, ClassVar

import pytest
from house import House
from toys.skirmish import Skirmish

from grognard.bots import Bot, RandomBot
from grognard.kernel import show
from grognard.server.room import fulfils


class Stubborn(Bot[Any]):
    why = "It never moves."

    def choose(self, game: Any, view: Any, seat: str, rng: Any) -> Any:
        return game.complete(view, seat, lambda choices: choices[-1])


class Weighing(Stubborn):
    why = "It wins more often."
    sure = 0.8
    other = "a march to B1"


class Weighed(Skirmish):
    id = "weighed"

    def bots(self) -> dict[str, Callable[[], Bot[Any]]]:
        return {"weighing": Weighing}


class Principled(Skirmish):
    id = "principled"
    principles: ClassVar[dict[tuple[str, str], str]] = {
        ("moving", "red"): "Go round the marsh.",
        ("moving", ""): "Wait.",
    }

    def sequence(self, view: Any = None) -> tuple[show.SequenceItem, ...]:
        return (show.SequenceItem("moving", "Moves", "2", 0, view is not None),)


class Failing(Bot[Any]):
    def choose(self, game: Any, view: Any, seat: str, rng: Any) -> Any:
        raise ZeroDivisionError("the bot is broken")


class WithBots(Skirmish):
    id = "with-bots"

    def bots(self) -> dict[str, Callable[[], Bot[Any]]]:
        return {"failing": Failing, "stubborn": Stubborn}


class Taught(Skirmish):
    """A lesson of two actions, with something to read before and between them."""

    id = "taught"
    steps_of_lesson: ClassVar[tuple[show.LessonStep, ...]] = (
        show.LessonStep("Look at the field."),
        show.LessonStep("Move your first man.", "2", "move red-1 B1"),
        show.LessonStep("Well done."),
        show.LessonStep("Now the second.", "2", "move red-2"),
    )

    def lesson(self) -> show.Lesson:
        return show.Lesson("First steps", self.scenarios[0].id, "red", self.steps_of_lesson)


def test_two_bots_play_to_the_end_while_a_page_looks_on(house: House) -> None:
    with house.page(house.new("skirmish", who={"red": "bot:random", "blue": "bot:random"})) as page:
        assert page.hello["seat"] == "public"
        assert page.state["decision"] is None
        for _ in range(500):
            if page.state["result"]:
                break
            page.wait()
        assert page.state["result"]["winner"] in ("red", "blue", "")


def test_bots_among_themselves_leave_the_loop_to_others(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Fast bots would keep the loop busy with their own actions; where a person waits for one, it does not rest."""
    monkeypatch.setattr("grognard.server.opponents.REST", 1_000_000)
    table = house.new("skirmish", who={"red": "bot:random", "blue": "bot:random"})
    with house.page(table) as page:
        page.wait()  # the first action; it rests from it for minutes
        time.sleep(0.5)
        assert len(house.lobby.room(table).table.history) == 2, "the set-up and one action"
    with house.page(house.new("skirmish", who={"red": "bot:random", "blue": "me"})) as page:
        while "blue" not in page.state["owing"]:
            page.wait()


def test_a_bot_answers_after_a_persons_action(house: House) -> None:
    table = house.new("landing", who={"defender": "bot:random", "lander": "me"})
    with house.page(table) as page:
        while "lander" not in page.state["owing"]:
            page.wait()
        assert page.state["decision"]["seat"] == "lander"


def test_a_hint_says_what_and_why(build: Callable[..., House]) -> None:
    house = build(WithBots())
    with house.page(house.new("with-bots")) as page:
        hint = page.ask("hint")["ok"]
        assert hint == {"action": "attack-now", "said": ["Go on to attacks"], "text": "It never moves."}
        assert len(page.log) == 0


def test_a_hint_says_how_sure_it_is_and_what_else_there_was(build: Callable[..., House]) -> None:
    house = build(Weighed())
    with house.page(house.new("weighed")) as page:
        hint = page.ask("hint")["ok"]
        assert (hint["text"], hint["sure"], hint["other"]) == ("It wins more often.", 0.8, "a march to B1")


def test_who_decides_is_told_the_principle_of_the_phase_and_his_side(build: Callable[..., House]) -> None:
    house = build(Principled())
    table = house.new("principled", practice=True)
    with house.page(table, "red") as red, house.page(table, "blue") as blue:
        assert red.state["owing"] == ["red"]
        assert red.state["principle"] == "Go round the marsh."
        assert "principle" not in blue.state, "he has nothing to decide"
        while "blue" not in blue.state["owing"]:
            assert "ok" in red.play("attack-now") or "ok" in red.play("end")
            blue.wait()
        assert blue.state["principle"] == "Wait."


def test_a_bot_that_fails_leaves_the_game_as_it_was(build: Callable[..., House]) -> None:
    house = build(WithBots())
    table = house.new("with-bots", who={"red": "bot:failing", "blue": "me"})
    with house.page(table) as page:
        message = page.ws.receive_json()
        assert message["type"] == "notice"
        assert "ZeroDivisionError" in message["text"]
    assert house.client.get(f"/api/tables/{table}/record").status_code == 200


def test_on_a_practice_table_the_bots_answer_is_taken_back_too(build: Callable[..., House]) -> None:
    house = build(WithBots())
    table = house.new("with-bots", practice=True, who={"red": "me", "blue": "bot:stubborn"})
    with house.page(table) as page:
        start = page.state["scene"]
        page.play("attack-now")
        while page.state["owing"] != ["red"]:
            page.wait()
        assert page.state["scene"]["clock"] != start["clock"]
        page.ask("undo", rev=page.state["rev"])
        assert page.state["scene"] == start


def test_a_lesson_teaches_by_doing(build: Callable[..., House]) -> None:
    house = build(Taught())
    with house.page(house.new("taught", lesson=True)) as page:
        assert page.state["lesson"] == {"at": 0}
        refused = page.play("attack-now")["error"]["reasons"][0]["text"]
        assert "After that the lesson could not go on." in refused
        assert "red-1 B1" not in refused, "it answers in words"
        before = page.state["scene"]
        assert "ok" in page.play("move red-4 B4"), "what the lesson can come back from is played"
        assert page.state["scene"] != before
        assert page.state["lesson"] == {"at": 0}
        page.ask("lesson", at=1)
        assert page.ask("lesson", at=2)["error"]["reasons"][0]["text"] == "Do what the lesson asks first."
        page.play("move red-1 B1")
        assert page.state["lesson"] == {"at": 2}
        page.play("move red-2 B2")
        assert page.state["lesson"] == {"at": 4}, "what is only to be read may be passed over"
        assert "ok" in page.play("move red-3 B3"), "after the lesson one plays on"


class TaughtLate(Taught):
    """The same, after something that was done before it begins."""

    id = "taught-late"

    def lesson(self) -> show.Lesson:
        opening = ("move red-4 B4",)
        return show.Lesson("First steps", self.scenarios[0].id, "red", self.steps_of_lesson, opening=opening)


def test_a_lesson_begins_behind_its_own_undo(build: Callable[..., House]) -> None:
    house = build(TaughtLate())
    with house.page(house.new("taught-late", lesson=True)) as page:
        start = page.state["scene"]
        assert page.state["undo"] == {"can": False, "why": "The lesson begins here."}
        refused = page.ask("undo", rev=page.state["rev"])["error"]
        assert refused["reasons"][0]["text"] == "The lesson begins here."
        page.play("move red-1 B1")
        assert page.state["undo"]["can"]
        assert "ok" in page.ask("undo", rev=page.state["rev"], times=5)
        assert page.state["scene"] == start
        assert page.state["lesson"] == {"at": 0}
        assert not page.state["undo"]["can"]


def test_a_lesson_takes_several_actions_at_once_and_goes_on_with_each(build: Callable[..., House]) -> None:
    house = build(Taught())
    with house.page(house.new("taught", lesson=True)) as page:
        actions = ["move red-3 B3", "move red-1 B1", "move red-2 B2"]
        done = page.ask("several", actions=actions, rev=page.state["rev"])["ok"]
        assert done["played"] == 3
        assert page.state["lesson"] == {"at": 4}
        assert "ok" in page.ask("lesson", at=3), "and back again"
        assert page.state["lesson"] == {"at": 3}
        assert "red-2 moves" not in str(page.log)


class TaughtTwice(Taught):
    """A lesson that asks for the same twice."""

    id = "taught-twice"
    steps_of_lesson: ClassVar[tuple[show.LessonStep, ...]] = (
        show.LessonStep("No more moves.", "2", "attack-now"),
        show.LessonStep("And again.", "2", "attack-now"),
    )


def test_what_is_asked_twice_is_done_twice(build: Callable[..., House]) -> None:
    house = build(TaughtTwice())
    with house.page(house.new("taught-twice", lesson=True)) as page:
        assert "ok" in page.play("attack-now")
        assert page.state["lesson"] == {"at": 1}


@pytest.mark.parametrize(
    ("action", "asked", "does"),
    [
        ("move a X", "move a X", True),
        ("move a X via Y", "move a X", True),
        ("move a", "move a X", False),
        ("move a Y", "move a X", False),
        ("stack a b X", "move a X", True),
        ("stack a b X", "move b X", True),
        ("stack a b Y", "move a X", False),
        ("stack b c X", "move a X", False),
        ("done", "pass", False),
    ],
)
def test_more_units_to_the_same_goal_are_what_a_lesson_asks_for(action: str, asked: str, does: bool) -> None:
    assert fulfils(action, asked) == does


def test_only_a_lesson_is_gone_on_with_and_by_nobody_who_looks_on(build: Callable[..., House]) -> None:
    """A spectator of a game in earnest wrote into its row with it."""
    house = build(Taught())
    game, lesson = house.new("taught", practice=True), house.new("taught", lesson=True)
    for table, seat, said in (
        (game, "red", "This table is no lesson."),
        (game, "public", "This table is no lesson."),
        (lesson, "public", "A spectator goes on with nobody's lesson."),
    ):
        with house.page(table, seat) as page:
            kept = house.lobby.store.columns(table)
            assert page.ask("lesson", at=1)["error"]["text"] == said
            assert house.lobby.store.columns(table) == kept
    with house.page(lesson, "red") as page:
        assert "ok" in page.ask("lesson", at=1)


class TaughtLater(Skirmish):
    """A lesson whose action is for the next turn: until then everybody plays as he likes."""

    id = "taught-later"

    def lesson(self) -> show.Lesson:
        step = show.LessonStep("Move a blue man.", "2", "move blue-1 D1")
        return show.Lesson("Later", self.scenarios[0].id, "blue", (step,))


@pytest.mark.parametrize(
    ("lesson", "said"),
    [("second", "has no lesson “second”; it has: first."), (5, "A lesson is asked for by its id.")],
)
def test_a_lesson_is_asked_for_by_its_id(build: Callable[..., House], lesson: object, said: str) -> None:
    house = build(Taught())
    refused = house.client.post("/api/tables", json={"game": "taught", "lesson": lesson})
    assert refused.status_code == 400
    assert said in refused.text
    with house.page(house.new("taught", lesson="first")) as page:
        assert page.state["lesson"] == {"at": 0}


def test_a_lesson_lets_the_other_seat_act_before_its_action_is_due(build: Callable[..., House]) -> None:
    house = build(TaughtLater())
    with house.page(house.new("taught-later", lesson=True), "red") as page:
        assert "ok" in page.play("move red-1 B1")
        assert page.state["lesson"] == {"at": 0}
        while page.state["owing"] == ["red"]:
            page.play("attack-now")
    with house.page(house.again((TaughtLater(),)).lobby.store.rows()[0].id, "blue") as page:
        assert "ok" in page.play("move blue-2 D2")
        assert page.state["lesson"] == {"at": 0}
        page.play("move blue-1 D1")
        assert page.state["lesson"] == {"at": 1}


def test_a_lesson_goes_back_with_the_action(build: Callable[..., House]) -> None:
    house = build(Taught())
    with house.page(house.new("taught", lesson=True)) as page:
        page.play("move red-1 B1")
        page.ask("undo", rev=page.state["rev"])
        assert page.state["lesson"] == {"at": 0}
        assert "ok" in page.play("move red-1 B1")


def test_back_in_a_lesson_takes_back_what_was_done_and_forward_does_it_again(build: Callable[..., House]) -> None:
    house = build(Taught())
    with house.page(house.new("taught", lesson=True)) as page:
        start = page.state["scene"]
        page.play("move red-1 B1")
        page.play("move red-4 B4")
        page.play("move red-2 B2")
        assert page.state["lesson"] == {"at": 4}
        assert "ok" in page.ask("lesson", at=2)
        assert {p["id"]: p["place"] for p in page.state["scene"]["pieces"]}["red-1"] == "B1"
        assert {p["id"]: p["place"] for p in page.state["scene"]["pieces"]}["red-2"] == "A2"
        assert "ok" in page.ask("lesson", at=0)
        assert page.state["scene"] == start
        page.play("move red-1 B1")
        assert page.state["lesson"] == {"at": 2}


@pytest.mark.parametrize("level", ["random"])
def test_random_is_always_there(house: House, level: str) -> None:
    assert RandomBot.why
    for game in house.lobby.game_infos():
        assert level in game.bots
