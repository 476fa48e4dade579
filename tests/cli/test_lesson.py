"""The guided first turn at the terminal, followed to its end in every game that has one."""

from __future__ import annotations

import io
import sys
from typing import Any

import pytest
from rich.console import Console
from toys.skirmish import Skirmish

import grognard
from grognard.cli.lesson import LessonSession
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


@pytest.mark.parametrize("game", [g for g in grognard.games() if g.lesson() is not None], ids=lambda game: game.id)
def test_every_lesson_can_be_followed_to_its_end(game: Game[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """Type just what the lesson says, Enter wherever else it asks, and stop when it is over."""
    out = io.StringIO()
    session = LessonSession(game, Console(file=out, width=110, highlight=False))
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
