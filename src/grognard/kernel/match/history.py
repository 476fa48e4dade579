# compiled as it stands
"""What a table remembers of each step, and what it tells a seat of it: log and luck."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Generic, NamedTuple

import msgspec

from grognard.kernel.rules.actions import Action, Deed
from grognard.kernel.rules.chance import Distribution, Outcome
from grognard.kernel.rules.events import Events, Happened, Heard, Rolled, made
from grognard.kernel.rules.game import Game
from grognard.kernel.rules.state import S


class Rolls(msgspec.Struct, frozen=True, gc=False):
    """One chance step as it was answered: `n` is the number of its first roll, or -1 where it was forced."""

    distribution: Distribution
    outcome: Outcome
    n: int
    seen_by: tuple[str, ...] | None


KEEP = 32
"""Every so many steps the state before one is kept; the others are worked out from it."""


class Entry(msgspec.Struct, Generic[S], eq=False):
    """One step of the history: an action, the chance that followed, and what was heard of both."""

    game: Game[S]
    seat: str
    done: Action | Deed | None
    """What the seat did; None for the opening."""
    kept: S | None
    """The state before, where it is kept."""
    previous: Entry[S] | None
    after_order: bool = False
    rolls: tuple[Rolls, ...] = ()
    heard: Heard = []
    """Some of it may still have to be made into events."""
    learned: bool | None = None
    """Whether it taught its seat something; None until somebody has asked."""

    @property
    def happened(self) -> list[Happened]:
        """What was heard, as events, which some of it becomes only now."""
        return made(self.heard)

    def remembered(self) -> Remembered[S]:
        """All but the step before it."""
        return Remembered(self.seat, self.done, self.kept, self.rolls, self.happened, self.after_order, self.learned)

    @property
    def action(self) -> Action | None:
        """What the seat did, with its text; None for the opening."""
        return self.said(self.before) if isinstance(self.done, Deed) else self.done

    def said(self, before: S) -> Action | None:
        """The action, where the state before is at hand."""
        if isinstance(self.done, Deed):
            self.done = self.game.said(before, self.done)
        return self.done

    @property
    def before(self) -> S:
        """The state before, to be read only: kept, or played again from the last one that is."""
        between: list[Entry[S]] = []
        entry = self
        while entry.kept is None:
            assert entry.previous is not None  # the opening keeps its state
            entry = entry.previous
            between.append(entry)
        if not between:
            return entry.kept
        s = entry.kept.copy()
        for entry in reversed(between):
            entry.play_again(s)
        return s

    def play_again(self, s: S, events: Events | None = None) -> None:
        """Do the step to a state that is as it was before it, with its own outcomes."""
        if self.done is None:
            self.game.advance(s, events)
        else:
            self.game.apply(s, self.done, events)
        for roll in self.rolls:
            self.game.apply(s, roll.outcome, events)


class Remembered(NamedTuple, Generic[S]):
    """A step of a history by itself, as it is pickled: a history is a list, not a chain of ever deeper things."""

    seat: str
    done: Action | Deed | None
    kept: S | None
    rolls: tuple[Rolls, ...]
    happened: list[Happened]
    after_order: bool
    learned: bool | None


def relinked(game: Game[S], steps: Sequence[Remembered[S]]) -> list[Entry[S]]:
    """The history of these steps."""
    history: list[Entry[S]] = []
    for step in steps:
        entry = Entry(game, step.seat, step.done, step.kept, history[-1] if history else None)
        entry.rolls, entry.heard = step.rolls, [*step.happened]
        entry.after_order, entry.learned = step.after_order, step.learned
        history.append(entry)
    return history


def states(history: Sequence[Entry[S]]) -> Iterator[S]:
    """The state after each step; each is the reader's own."""
    s: S | None = None
    for entry in history:
        s = entry.before.copy() if s is None else s.copy()
        entry.play_again(s)
        yield s


class LogLine(msgspec.Struct, frozen=True, omit_defaults=True):
    kind: str
    text: str
    rule: str = ""
    places: tuple[str, ...] = ()
    pieces: tuple[str, ...] = ()
    mine: bool = False
    """It follows from this seat's own action."""


class Done(Generic[S]):
    """What came of `play`: how many actions were played, what their seat saw, and why a list stopped early."""

    __slots__ = ("_entries", "_seat", "count", "stopped")

    def __init__(self, count: int, seat: str, entries: Sequence[Entry[S]], stopped: str) -> None:
        self.count = count
        self.stopped = stopped
        self._seat, self._entries = seat, entries

    @property
    def log(self) -> tuple[LogLine, ...]:
        """Worded only when somebody reads it."""
        return tuple(log_lines(self._entries, self._seat))


def log_lines(history: Sequence[Entry[S]], seat: str) -> list[LogLine]:
    """What happened in these steps, in plain words, as the seat saw it."""
    lines = []
    for entry in history:
        data = entry.game.data
        for happened in entry.happened:
            event = happened.seen_by(seat)
            if event is not None:
                kind = type(event).__name__
                lines.append(
                    LogLine(kind, event.text(data), event.rule, event.places, event.pieces, entry.seat == seat)
                )
    return lines


def luck(history: Sequence[Entry[S]], seat: str) -> float:
    """What the seat's dice showed over what they show on average, in pips; the enemy's bad luck counts too."""
    total = 0.0
    for entry in history:
        for happened in entry.happened:
            event = happened.seen_by(seat)
            if isinstance(event, Rolled):
                total += pips(event) * ((event.good == seat) - (event.bad == seat))
    return total


def pips(roll: Rolled) -> float:
    """By how much a roll was better for whoever likes high sums than it is on average; 0 where nobody does."""
    if roll.again or roll.good == roll.bad:
        return 0.0
    return sum(roll.dice) - len(roll.dice) * (roll.sides + 1) / 2
