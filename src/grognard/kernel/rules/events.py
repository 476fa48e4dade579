"""What happened, as typed events: the log, the animation, the replay and the luck report read the same ones.

Rules add an event after they have changed the state, and only when somebody listens:

    if ev is not None:
        ev.add(Moved(unit, path))

`only` names the seats that see the event itself; everybody else sees `public`, or nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from grognard.kernel.show import Modifier


class Event(msgspec.Struct, frozen=True, tag=True, omit_defaults=True, kw_only=True, gc=False):
    """Base of all events. The name of the class is its kind in records, so it may never change its meaning."""

    rule: str = ""
    places: tuple[str, ...] = ()
    pieces: tuple[str, ...] = ()
    shows: tuple[str, ...] = ()
    """Which card, table cell or ending this event shows ("crt 3:1 4"), for the museum and the charts."""

    def text(self, data: Any) -> str:
        """The sentence for the log; `data` is the game's static data, for names."""
        raise NotImplementedError


class Said(Event, frozen=True):
    """A plain sentence, for what is neither moved nor rolled."""

    words: str

    def text(self, data: Any) -> str:
        return self.words


class Headed(Event, frozen=True):
    """A heading in the log: a turn, a phase."""

    words: str
    level: int = 1

    def text(self, data: Any) -> str:
        return self.words


class Rolled(Event, frozen=True):
    """Dice, with what they were for. `good` is the seat that likes high sums, `bad` the one that likes low ones."""

    dice: tuple[int, ...]
    label: str
    sides: int = 6
    modifiers: tuple[Modifier, ...] = ()
    total: int | None = None
    result: str = ""
    good: str = ""
    bad: str = ""

    def text(self, data: Any) -> str:
        words = f"{self.label}: {', '.join(map(str, self.dice))}"
        counted = [f"{m.value:+d} {m.reason}" for m in self.modifiers if m.value]
        if counted:
            words += f"; {', '.join(counted)}"
        if self.modifiers and self.total is not None:
            words += f" = {self.total}"
        return words + (f": {self.result}." if self.result else ".")


class Drawn(Event, frozen=True):
    """A card or marker that was drawn."""

    card: str
    label: str

    def text(self, data: Any) -> str:
        return f"{self.label}: {self.card}."


class Moved(Event, frozen=True):
    """A piece went along places, first to last; the client lets it glide. `words` tells it."""

    piece: str
    path: tuple[str, ...]
    words: str

    def text(self, data: Any) -> str:
        return self.words


class Ended(Event, frozen=True):
    words: str

    def text(self, data: Any) -> str:
        return self.words


class Happened(msgspec.Struct, frozen=True, gc=False):
    """An event and who sees it: everybody, or `only` some; the others see `public`, or nothing."""

    event: Event
    only: tuple[str, ...] | None
    public: Event | None

    def seen_by(self, seat: str) -> Event | None:
        """The face of the event that this seat sees, if any."""
        return self.event if self.only is None or seat in self.only else self.public


class Events:
    """Collects what happens while an action is applied."""

    __slots__ = ("items",)

    def __init__(self) -> None:
        self.items: list[Happened] = []

    def add(self, event: Event, only: Sequence[str] | None = None, public: Event | None = None) -> None:
        self.items.append(Happened(event, None if only is None else tuple(only), public))
