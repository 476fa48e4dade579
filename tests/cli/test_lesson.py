"""The guided first turn at the terminal, followed to its end in every game that has one."""

from __future__ import annotations

import io
import sys
from functools import partial
from typing import Any

import pytest
from rich.console import Console
from toys.skirmish import Skirmish

import grognard
from grognard.cli.lesson import LessonSession, with_forced
from grognard.kernel.errors import BadInput
from grognard.kernel.rules.game import Game
from grognard.kernel.show import Lesson, LessonStep

STEPS = (
    LessonStep("Red moves first.", "2"),
    LessonStep("Go forward.", "2", "move red-1"),
    LessonStep("Now wait.", "3", "attack-now"),
)


class Taught(Skirmish):
    def lesson(self) -> Lesson:
        return Lesson("First steps", "meeting", "red", STEPS)


def follow(game: Game[Any], typed: str, monkeypatch: pytest.MonkeyPatch) -> tuple[LessonSession, str]:
    out = io.StringIO()
    monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
    session = LessonSession(game, Console(file=out, width=110, highlight=False))
    session.run()
    return session, out.getvalue()


def test_it_tells_asks_and_refuses_what_it_did_not_ask(monkeypatch):
    session, out = follow(Taught(), "\nmove red-2 B2\nmove red-1 B1\nattack-now\n", monkeypatch)
    assert "Red moves first. [2]" in out
    assert "The lesson asks for something else here: Go forward. [2]" in out
    assert "red-2 moves" not in out
    assert "red-1 moves to B1." in out
    assert session.steps == ()


def test_a_game_without_a_lesson_says_so(run):
    ran = run("play", "skirmish", "--lesson", "--terminal")
    assert (ran.code, ran.err.strip()) == (2, "Skirmish has no lesson.")


LESSONS = [(game, lesson) for game in grognard.games() for lesson in game.lessons()]
NAMES = [f"{game.id}-{lesson.id}" for game, lesson in LESSONS]


@pytest.mark.parametrize(("game", "lesson"), LESSONS, ids=NAMES)
def test_every_lesson_can_be_followed_to_its_end(
    game: Game[Any], lesson: Lesson, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Type just what the lesson says, Enter wherever else it asks, and stop when it is over."""
    out = io.StringIO()
    session = LessonSession(game, Console(file=out, width=110, highlight=False), lesson.id)
    asked = 0

    def read(prompt: str) -> str:
        nonlocal asked
        asked += 1
        assert asked < 300, out.getvalue()[-3000:]
        if prompt.startswith(("(Enter", "Go on?")):
            return ""
        if not session.steps:
            return "quit"
        if session.prefix:
            return "1"
        expect = session.steps[0].expect
        if session.table.why_not(expect, session.viewer):  # the other side's decision: it keeps still
            return session.table.legal(seat=session.viewer)[-1].text
        return expect

    monkeypatch.setattr(session, "read", read)
    session.run()
    assert list(session.steps) == []
    assert session.queue == []


@pytest.mark.parametrize(("game", "lesson"), LESSONS, ids=NAMES)
def test_every_lesson_cites_rules_and_rings_what_is_on_the_board(game: Game[Any], lesson: Lesson) -> None:
    cases, places = {case.id for case in game.rules()}, {place.id for place in game.board().places}
    assert {step.rule for step in lesson.steps} <= cases
    assert {place for step in lesson.steps for place in step.places} <= places
    session = LessonSession(game, Console(file=io.StringIO()), lesson.id)
    for step in lesson.steps:
        assert set(step.pieces) <= {piece.id for piece in session.table.scene(lesson.seat).pieces}, step.text
        if step.expect:
            seat = next(seat for seat in session.table.seats if not session.table.why_not(step.expect, seat))
            with_forced(partial(session.table.play, step.expect, seat), session.queue)
    assert session.queue == []


def test_an_unknown_lesson_is_refused_with_those_that_there_are() -> None:
    with pytest.raises(BadInput, match=r"Springtime for Hitler has no lesson “nothing”; it has: first, advantage."):
        LessonSession(grognard.load("springtime"), Console(file=io.StringIO()), "nothing")
