"""What a table remembers of each step, and what it tells a seat of it: log and luck."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Generic

import msgspec

from grognard.kernel.chance import Distribution, Outcome
from grognard.kernel.contract import Action, S
from grognard.kernel.events import Events, Happened, Rolled
from grognard.kernel.game import Game


class Rolls(msgspec.Struct, frozen=True):
    """One chance step as it was answered: `n` is the number of its first roll, or -1 where it was forced."""

    distribution: Distribution
    outcome: Outcome
    n: int
    seen_by: tuple[str, ...] | None


class Entry(Generic[S]):
    """One step of the history: an action, the chance that followed, and the state before.

    What happened is told on demand: the step is done again to the state before it, with somebody listening.
    """

    __slots__ = ("_happened", "action", "after_order", "before", "game", "rolls", "seat")

    def __init__(self, game: Game[S], seat: str, action: Action | None, before: S) -> None:
        self.game = game
        self.seat = seat
        self.action = action
        """None for the opening."""
        self.before = before
        self.rolls: list[Rolls] = []
        self.after_order = False
        self._happened: list[Happened] | None = None

    @property
    def happened(self) -> list[Happened]:
        if self._happened is None:
            s, events = self.before.copy(), Events()
            if self.action is None:
                self.game.advance(s, events)
            else:
                self.game.apply(s, self.action, events)
            for roll in self.rolls:
                self.game.apply(s, roll.outcome, events)
            self._happened = events.items
        return self._happened


class LogLine(msgspec.Struct, frozen=True, omit_defaults=True):
    kind: str
    text: str
    rule: str = ""
    places: tuple[str, ...] = ()
    pieces: tuple[str, ...] = ()
    mine: bool = False
    """It follows from this seat's own action."""


class Played:
    """What came of `play`: how many actions were played, what their seat saw, and why a list stopped early."""

    __slots__ = ("_data", "_entries", "_seat", "count", "stopped")

    def __init__(self, count: int, seat: str, entries: list[Entry[Any]], data: Any, stopped: str) -> None:
        self.count = count
        self.stopped = stopped
        self._seat, self._entries, self._data = seat, entries, data

    @property
    def log(self) -> tuple[LogLine, ...]:
        """Worded only when somebody reads it."""
        return tuple(log_lines(self._entries, self._data, self._seat))


def log_lines(history: Sequence[Entry[Any]], data: Any, seat: str) -> list[LogLine]:
    """What happened in these steps, in plain words, as the seat saw it."""
    lines = []
    for entry in history:
        for happened in entry.happened:
            event = happened.seen_by(seat)
            if event is not None:
                kind = type(event).__name__
                lines.append(
                    LogLine(kind, event.text(data), event.rule, event.places, event.pieces, entry.seat == seat)
                )
    return lines


def luck(history: Sequence[Entry[Any]], seat: str) -> float:
    """What the seat's dice showed over what they show on average, in pips; the enemy's bad luck counts too."""
    total = 0.0
    for entry in history:
        for happened in entry.happened:
            event = happened.seen_by(seat)
            if isinstance(event, Rolled) and event.good != event.bad:
                over = sum(event.dice) - len(event.dice) * (event.sides + 1) / 2
                total += over * ((event.good == seat) - (event.bad == seat))
    return total
