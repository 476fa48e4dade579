"""What is asked of a seat: decisions, reasons, odds, previews."""

from __future__ import annotations

from typing import Literal

from grognard.kernel.show.base import Shown


class Reason(Shown, frozen=True):
    """Why something is not possible, or what is still to do, with the rule that says so.

    >>> Reason("9.2", "Hoth has 2 MF and Paris is 5 areas away.").rule
    '9.2'
    """

    rule: str
    text: str
    places: tuple[str, ...] = ()
    pieces: tuple[str, ...] = ()
    kind: Literal["", "unknown"] = ""
    """For programs: "" is a rule's own reason; "unknown" says only that nothing here is called so."""


class SlotInfo(Shown, frozen=True):
    verb: str
    name: str
    kind: str
    prompt: str = ""
    optional: bool = False


class Button(Shown, frozen=True):
    """An action that needs no click on the board."""

    action: str
    label: str
    rule: str = ""
    complete: bool = True


class Decision(Shown, frozen=True):
    seat: str
    prompt: str
    rule: str
    slots: tuple[SlotInfo, ...] = ()
    buttons: tuple[Button, ...] = ()
    duties: tuple[Reason, ...] = ()
    """What must still be done before `done`."""
    warnings: tuple[str, ...] = ()
    parts: tuple[str, ...] = ()
    """The parts of the draft so far, as action texts; only the seat's own decision shows them."""
    draft: bool = False
    step: str = ""
    """The name of the step, for lessons and tests."""


class Modifier(Shown, frozen=True):
    """A modifier explains itself: the total, the log line, the tooltip and the test read the same list."""

    value: int
    reason: str
    rule: str


class OddsRow(Shown, frozen=True):
    outcome: str
    chance: str
    """The exact probability as a fraction, "7/36"."""
    value: float
    """The same as a number, for bars and sorting."""
    about: str = ""


class Odds(Shown, frozen=True):
    title: str
    rows: tuple[OddsRow, ...]
    modifiers: tuple[Modifier, ...] = ()
    assumes: tuple[str, ...] = ()
    replies: tuple[Odds, ...] = ()
    """One for each public reply that the enemy has."""
    rule: str = ""


class Waste(Shown, frozen=True):
    """What an action wastes, or costs for good, though nothing forbids it: asked about once before it is done."""

    kind: str
    """For "do not ask again": "units", "attacks", "actions", "supply" and the like; a game's own words."""
    rule: str
    text: str
    places: tuple[str, ...] = ()
    pieces: tuple[str, ...] = ()
    """The units that stand idle, if that is what is wasted: who has been told to stay is not asked about."""


class Preview(Shown, frozen=True):
    """What an action would do, as far as the seat can know."""

    text: str
    path: tuple[str, ...] = ()
    cost: str = ""
    effects: tuple[Reason, ...] = ()
    places: tuple[str, ...] = ()
