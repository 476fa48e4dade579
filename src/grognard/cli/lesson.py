"""The guided first turn at the terminal: what to read, what to play, with dice that fall as the lesson needs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from rich.console import Console
from rich.text import Text

from grognard.cli import sketch
from grognard.cli.common import HUMAN
from grognard.cli.terminal import Session
from grognard.kernel.errors import BadInput, Refused, WrongForced
from grognard.kernel.rules.chance import Forced
from grognard.kernel.rules.game import Game
from grognard.kernel.rules.state import S
from grognard.kernel.show import LessonStep, Reason

T = TypeVar("T")


def with_forced(do: Callable[[list[Forced] | None], T], queue: list[Forced]) -> T:
    """Do it with as many of the foreseen outcomes as it needs, which leave the queue; when none are left, freely."""
    for many in range(len(queue) + 1):
        try:
            done = do(queue[:many])
        except WrongForced:
            continue
        else:
            del queue[:many]
            return done
    queue.clear()
    return do(None)


class LessonSession(Session[S]):
    """A session whose first actions are those that the lesson asks for; afterwards the game goes on."""

    def __init__(self, game: Game[S], out: Console, lesson_id: str = "") -> None:
        lessons = game.lessons()
        if not lessons:
            raise BadInput(f"{game.title} has no lesson.")
        lesson = next((each for each in lessons if each.id == (lesson_id or lessons[0].id)), None)
        if lesson is None:
            raise BadInput(f"{game.title} has no lesson “{lesson_id}”; it has: {', '.join(x.id for x in lessons)}.")
        self.queue: list[Forced] = [list(x) if isinstance(x, tuple) else x for x in lesson.forced]
        table = with_forced(
            lambda forced: game.table(lesson.scenario, lesson.options, practice=True, forced=forced), self.queue
        )
        for action in lesson.opening:
            with_forced(lambda forced, a=action: table.play(a, table.seats[0], forced=forced), self.queue)  # type: ignore[misc]
        super().__init__(table, dict.fromkeys(game.seats, HUMAN), out)
        self.steps: Sequence[LessonStep] = lesson.steps
        self.told = False

    def before_prompt(self, seat: str) -> None:
        """Tell what the lesson says up to the next thing to do."""
        while self.steps and not self.told:
            step = self.steps[0]
            self.out.print()
            self.out.print(sketch.cited(step.text, step.rule, "bold cyan"))
            if step.expect:
                self.out.print(Text(f"Play: {step.expect}", "cyan"))
                self.told = True
            else:
                self.steps = self.steps[1:]
                self.read("(Enter goes on) ")
                if not self.steps:
                    self.out.print(Text("That was the lesson; the game goes on as you like.", "cyan"))

    def play(self, text: str, seat: str) -> None:
        step = self.steps[0] if self.steps else None
        asked = step is not None and not self.table.why_not(step.expect, seat)
        if step is not None and asked and not f"{text} ".startswith(f"{step.expect} "):
            raise Refused([Reason(step.rule, f"The lesson asks for something else here: {step.text}", step.places)])
        with_forced(lambda forced: self.table.play(text, seat, forced=forced), self.queue)
        if asked:  # else it was a decision that the lesson says nothing of, such as the other side's
            self.steps, self.told = self.steps[1:], False
