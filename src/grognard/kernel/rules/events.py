# compiled as it stands
"""What happened, as typed events: the log, the animation, the replay and the luck report read the same ones.

Rules add an event after they have changed the state, and only when somebody listens:

    if ev is not None:
        ev.add(Moved(unit, path))

Most tables are read by nobody: where the words cost time, `later` takes what makes the event instead.

`only` names the seats that see the event itself; everybody else sees `public`, or nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import TYPE_CHECKING, Any, TypeVarTuple, Unpack

import msgspec

from grognard.kernel.show import Modifier
from grognard.kernel.show.words import sentence, some

if TYPE_CHECKING:
    from grognard.kernel.rules.state import Static


class Event(msgspec.Struct, frozen=True, tag=True, omit_defaults=True, kw_only=True, gc=False):
    """Base of all events. The name of the class is its kind in records, so it may never change its meaning, and its
    fields may only grow. Pieces, places and sides are told by their ids."""

    rule: str = ""
    places: tuple[str, ...] = ()
    pieces: tuple[str, ...] = ()
    shows: tuple[str, ...] = ()
    """Which card, table cell or ending this event shows ("crt 3:1 4"), for the museum and the charts."""
    side: str = ""
    """Whose deed or whose fate it is, where it is one side's."""

    def text(self, data: Any) -> str:
        """The sentence for the log; `data` is the game's static data, for names."""
        raise NotImplementedError


class Worded(Event, frozen=True):
    """An event whose sentence is made together with it, from the same facts."""

    words: str

    def text(self, data: Static) -> str:
        return sentence(self.words)


# ------------------------------------------------------------------------------------- the course of a game


class Said(Worded, frozen=True):
    """A plain sentence, for what is nothing of the kinds below."""


class Headed(Worded, frozen=True):
    """A heading in the log: a turn, a phase. `turn` is the number of the turn that begins."""

    level: int = 1
    turn: int | None = None


class Chose(Worded, frozen=True):
    """What a side decided openly: `what` ("impulse", "air", "attack"), and the answer, in a word or a number."""

    what: str
    answer: str = ""


class Ended(Worded, frozen=True):
    """The end of the game, as its result has it."""

    winner: str = ""
    level: str = ""
    score: float | None = None


# ------------------------------------------------------------------------------------------------ chance


def in_a_row(dice: Sequence[int]) -> str:
    return some([str(die) for die in dice], len(dice))


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
    again: bool = False
    """Whether these dice have been told before, as rolls of their own; luck counts them once."""

    def text(self, data: Static) -> str:
        words = f"{self.label}: {', '.join(map(str, self.dice))}"
        counted = [f"{m.value:+d} {m.reason}" for m in self.modifiers if m.value]
        if counted:
            words += f"; {', '.join(counted)}"
        if self.modifiers and self.total is not None:
            words += f" = {self.total}"
        return words + (f" – {self.result}." if self.result else ".")


class Rerolled(Rolled, frozen=True, kw_only=True):
    """Some dice of the roll before this one were rolled again; `now` are all of them."""

    now: tuple[int, ...]

    def text(self, data: Static) -> str:
        return f"{self.label}: {in_a_row(self.dice)}. The dice are now {in_a_row(self.now)}: {self.result}."


class Loss(msgspec.Struct, frozen=True, gc=False):
    """What a battle cost: the piece, how many of its steps, and how many are left."""

    piece: str
    steps: int
    left: int
    side: str


class Battle(Rolled, frozen=True, kw_only=True):
    """A fight is decided: who attacked whom where, at which odds or strengths, and what the dice brought.

    `side` attacks. Losses and retreats follow, as events of their own with the cause "battle"; whoever reads a game
    as a whole finds them in `losses` and `retreats` (see `grognard.kernel.match.studies`).
    """

    turn: int
    defender: str
    """The side that is attacked."""
    place: str
    """Where the defenders are; the first of `places`, where they are in several."""
    attackers: tuple[str, ...] = ()
    defenders: tuple[str, ...] = ()
    manner: str = "ground"
    """Or "air", "sea", "landing" …"""
    odds: str = ""
    """The column of the table ("3:1"), where the game has one; `shifts` moved it there, `modifiers` the die."""
    shifts: tuple[Modifier, ...] = ()
    attack: float | None = None
    defence: float | None = None
    """The strengths that were compared."""
    losses: tuple[Loss, ...] = ()
    retreats: tuple[str, ...] = ()

    @property
    def attacker(self) -> str:
        """The side that attacks."""
        return self.side

    def text(self, data: Static) -> str:
        if self.again:
            return f"{self.label}."
        if not self.odds:
            return super().text(data)
        die = in_a_row(self.dice)
        for m in self.modifiers:
            die += f", {m.value:+d} for {m.reason}"
        if self.modifiers:
            die += f", which makes {self.total}"
        return f"{self.label}. The die is {die}: {self.result}."


class Drawn(Event, frozen=True):
    """A card or marker that was drawn."""

    card: str
    label: str

    def text(self, data: Static) -> str:
        return f"{self.label}: {self.card}."


class Card(Worded, frozen=True):
    """What became of a card or marker: "drawn", "played", "kept", "returned", "discarded", "removed".

    `card` is empty for those who may not know which it is.
    """

    act: str
    card: str = ""


# ----------------------------------------------------------------------------------------------- pieces


class Moved(Event, frozen=True):
    """A piece went along places, first to last; the client lets it glide. `words` tells it."""

    piece: str
    path: tuple[str, ...]
    words: str
    how: str = ""
    """Another way than its own march: "rail", "sea", "air", "advance" …"""
    cost: float | None = None
    """Movement points, where the way costs any."""

    def text(self, data: Static) -> str:
        return sentence(self.words)


class Retreated(Moved, frozen=True):
    """A piece fell back: `cause` is "battle", or what else made it go."""

    cause: str = "battle"


class Lost(Worded, frozen=True):
    """A piece lost steps; with none left it is eliminated. `cause`: "battle", "supply", "retreat", "surrender" …"""

    piece: str
    cause: str = ""
    steps: int = 1
    left: int = 0


class Placed(Worded, frozen=True):
    """A piece came onto the board, or grew: "set-up", "arrival", "rebuilt", "restored" …"""

    piece: str
    how: str = ""


class Left(Worded, frozen=True):
    """A piece left the board without being lost: "evacuated", "withdrawn", "exited" …"""

    piece: str
    how: str = ""


class Changed(Worded, frozen=True):
    """The `pieces`, or what stands at the `places`, are in another condition: "disrupted", "recovered" …"""

    condition: str = ""


class Supply(Worded, frozen=True):
    """How the `pieces` are supplied now: "out", or "in" again, "short" …"""

    state: str


# --------------------------------------------------------------------------------------- the board and the tracks


class Control(Worded, frozen=True):
    """The `side` holds the place from now on."""

    place: str


class Nation(Worded, frozen=True):
    """A country changes its part in the war: "joins", "surrenders"."""

    country: str
    stance: str


class Weather(Worded, frozen=True):
    weather: str


class Points(Worded, frozen=True):
    """A number on a track changed: victory points, morale, replacement points, actions; by how much, and to what."""

    what: str
    change: float
    total: float | None = None


class Happened(msgspec.Struct, frozen=True, gc=False):
    """An event and who sees it: everybody, or `only` some; the others see `public`, or nothing."""

    event: Event
    only: tuple[str, ...] | None
    public: Event | None

    def seen_by(self, seat: str) -> Event | None:
        """The face of the event that this seat sees, if any."""
        return self.event if self.only is None or seat in self.only else self.public


class Later(msgspec.Struct, frozen=True, gc=False):
    """An event for all to see that is still to be made."""

    make: Callable[..., Event]
    args: tuple[Hashable, ...]


Heard = list[Happened | Later]
"""What happened, in order; some of it may still have to be made into events."""
Ts = TypeVarTuple("Ts")


def made(heard: Heard) -> list[Happened]:
    """The events; what was still to be made is made, once."""
    out: list[Happened] = []
    for n, one in enumerate(heard):
        if isinstance(one, Later):
            one = heard[n] = Happened(one.make(*one.args), None, None)
        out.append(one)
    return out


class Events:
    """Collects what happens while an action is applied."""

    __slots__ = ("heard",)

    def __init__(self) -> None:
        self.heard: Heard = []

    def add(self, event: Event, only: Sequence[str] | None = None, public: Event | None = None) -> None:
        self.heard.append(Happened(event, None if only is None else tuple(only), public))

    def later(self, make: Callable[[Unpack[Ts]], Event], *args: Unpack[Ts]) -> None:  # noqa: UP044
        """An event for all to see, made when somebody reads it, of what it is given now: nothing of a state, then,
        which will change."""
        self.heard.append(Later(make, args))

    @property
    def items(self) -> list[Happened]:
        """What has happened so far."""
        return made(self.heard)

    def clear(self) -> None:
        """Forget it."""
        self.heard.clear()
