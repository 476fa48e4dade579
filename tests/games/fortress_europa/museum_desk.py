"""A desk whose position is played at a table, so that what happens is a record for the museum."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parents[2] / "src")]

from conftest import Desk  # noqa: E402

from grognard.games.fortress_europa.rules.sequence import EndMove, Moving, StartMove  # noqa: E402
from grognard.kernel.match.position import write_position  # noqa: E402
from grognard.kernel.rules import CHANCE  # noqa: E402

PASS = ("end", "done", "keep", "wait", "save", "nobody", "none", "stay", "leave", "forgo")
"""How to do nothing, where that is allowed."""


class Exhibit:
    """A position at a table; dice as the piece likes."""

    def __init__(self, units: dict[str, str], **settings: Any) -> None:
        self.desk = Desk()
        self.scenario = settings.get("scenario", "campaign")
        self.chosen = dict.fromkeys(str(settings.get("options", "")).split(), True)
        steps = settings.get("steps", [StartMove(settings.get("impulse", 1)), Moving(), EndMove()])
        settings["steps"] = [*steps, Moving()]  # something is still to be done after them, or the game would be over
        self.desk.set_up(units, **settings)
        self._open()

    @classmethod
    def of(cls, scenario: str, *options: str) -> Exhibit:
        """The scenario from its very beginning."""
        found = cls.__new__(cls)
        found.desk, found.scenario, found.chosen = Desk(), scenario, dict.fromkeys(options, True)
        game = found.desk.game
        found.table = game.table(scenario, found.chosen, practice=True, seed=1)
        return found

    def _open(self) -> None:
        game = self.desk.game
        options = game.settle_options(self.scenario, self.chosen)
        self.table = game.position(write_position(game, self.scenario, options, self.desk.s))

    @property
    def s(self) -> Any:
        return self.table.state

    @property
    def step(self) -> str:
        return type(self.s.stack[-1]).__name__ if self.s.stack else ""

    @property
    def seat(self) -> str:
        return self.table.seats[0]

    def at(self, unit: str) -> str:
        w = self.desk.w
        return w.spots[self.s.where[w.unit[unit]]]

    def play(self, *texts: str, dice: tuple[int, ...] = (), usual: int = 1) -> None:
        """Plays actions. Chance is answered by `dice` in turn and then by the usual number on each die."""
        left = list(dice)
        for text in texts:
            rolls = list(self._rolls(text, left, usual))
            self.table.play(text, seat=self.seat, forced=rolls)
        assert not left, f"dice left: {left}"

    def _rolls(self, text: str, left: list[int], usual: int) -> Iterator[list[int]]:
        """The dice that an action asks for, found by playing it on a copy."""
        game = self.table.game
        s = self.s.copy()
        game.apply(s, game.read(s, self.seat, text))
        while s.stack and game.turn(s) is CHANCE:
            number = s.stack[-1].chance(s).count
            roll = [left.pop(0) if left else usual for _ in range(number)]
            game.apply(s, tuple(roll))
            yield roll

    def idle(self, usual: int = 1, **answers: str) -> None:
        """Answers a question: as told for its step, or by doing nothing, or with what comes first."""
        if self.step in answers:
            self.play(answers[self.step], usual=usual)
            return
        game, seat = self.table.game, self.seat
        texts = [a.text for a in game.legal(self.s, seat) if a.complete]
        text = next((x for x in PASS if x in texts), None)
        self.play(text or self.first(), usual=usual)

    def first(self) -> str:
        """The first action that is legal, said as short as it can be."""
        game, seat = self.table.game, self.seat
        action = game.legal(self.s, seat)[0]
        while not action.complete:
            action = game.legal(self.s, seat, action)[0]
        return action.text

    def until(self, *steps: str, **answers: Any) -> None:
        """Answers questions until one of these steps has one, or the game is over."""
        while not self.table.over and self.step not in steps:
            self.idle(**answers)

    def finish(self, **answers: Any) -> None:
        self.until(**answers)
        assert self.table.over
