"""How a record is built: plain dictionaries, as its file holds them, with the types of their entries."""

from __future__ import annotations

from typing import NotRequired, TypedDict

import msgspec

from grognard.kernel.plain import Json, Things

Options = dict[str, bool | str]
Boards = dict[str, Things]
"""What a seat sees: pieces, marks, numbers and the clock; or what changed of them."""
Face = dict[str, Json]
"""An event as one seat was told it: its kind, its sentence, and its fields."""


class Told(TypedDict, total=False):
    """One event: what was said of it, and what it changed. `face` is everybody's, `faces` are by seat."""

    face: Face
    faces: dict[str, Face]
    changes: dict[str, Boards]
    """By seat; "*" for all."""


class Roll(TypedDict):
    """One chance step: dice or a draw, and what came of it. `n` is the number of its first roll, -1 if forced."""

    n: int
    got: list[int] | str
    dice: NotRequired[list[int]]
    draw: NotRequired[list[str]]
    only: NotRequired[list[str]]


class Step(TypedDict):
    seat: str
    events: list[Told]
    hash: str
    action: NotRequired[str]
    """What a seat is not told of the others' steps is left out."""
    chance: NotRequired[list[Roll]]
    rules: NotRequired[str]
    """The version by which it was played, where that is another than the step before's."""


class End(TypedDict):
    result: Things
    secret: str
    hash: str


class Committed(TypedDict):
    """What was fixed of the dice before the first roll."""

    commitment: str
    nonces: list[str]
    by: NotRequired[list[str]]
    """The seats that added them, in this order."""


class Parent(TypedDict):
    """Where another record stopped, from which this one goes on."""

    hash: str
    step: int


class Record(TypedDict):
    """A game; its header is the same without steps and end."""

    format: int
    game: str
    version: str
    scenario: str
    options: Options
    practice: bool
    seats: list[str]
    dice: Committed
    scenes: dict[str, Boards]
    hash: str
    position: NotRequired[str]
    pack: NotRequired[Things]
    parent: NotRequired[Parent]
    seat: NotRequired[str]
    """Whose knowledge it is, where it is not whole."""
    knows: NotRequired[str]
    """The position at the end as this seat knew it."""

    steps: NotRequired[list[Step]]
    end: NotRequired[End]


def plain(value: msgspec.Struct) -> Things:
    """A struct just as its JSON gives it back."""
    found: Things = msgspec.json.decode(msgspec.json.encode(value))
    return found
