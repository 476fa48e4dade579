"""Actions: a verb and its arguments, as text at the edge (`Action`) and as indexes inside (`Deed`)."""

from __future__ import annotations

from typing import Final

import msgspec

from grognard.kernel.errors import BadInput

CHANCE: Final = "(chance)"
"""`game.turn` says this when dice or a draw are due."""
OVER: Final = "(over)"
"""`game.turn` says this when the game has ended."""
PUBLIC: Final = "public"
"""The seat of a spectator."""

Ints = tuple[int, ...]
"""Arguments inside: indexes into the domains of a verb's slots; of a slot that takes a set, the set as a mask."""


class Action(msgspec.Struct, frozen=True, gc=False):
    """A verb and its arguments, written as text: `move hoth-pz 12 via 5 7`.

    The answer to a draft is the action `done` with the draft's parts before it: `attack a b; attack c d; done`. The
    parts of any other action are those of a row: `move a 12; move b 12`.

    >>> Action("move", ("hoth-pz", "12")).text
    'move hoth-pz 12'
    """

    verb: str
    args: tuple[str, ...] = ()
    complete: bool = True
    """It can be played as it is."""
    more: bool = False
    """It can be made longer."""
    seat: str = ""
    parts: tuple[Action, ...] = ()

    @property
    def text(self) -> str:
        own = " ".join((self.verb, *self.args))
        return "; ".join([*(p.text for p in self.parts), own]) if self.parts else own

    def __str__(self) -> str:
        return self.text


class Deed(msgspec.Struct, frozen=True, gc=False):
    """A complete action inside: what `Game.random` gives and `Game.apply` takes; `Game.said` makes a text of it."""

    verb: str
    args: Ints = ()
    seat: str = ""
    parts: tuple[Deed, ...] = ()


MOST_TEXT = 100_000


def short(text: str) -> str:
    """A text as a sentence may quote it."""
    return text if len(text) <= 60 else f"{text[:57]}…"


def split_action(text: str) -> tuple[list[list[str]], list[str]]:
    """Action text as the words of its parts (of a draft) and the words of the last, perhaps empty, part."""
    if not isinstance(text, str):
        raise BadInput(f"An action is a text, not {type(text).__name__}.")
    if len(text) > MOST_TEXT:
        raise BadInput(f"An action of {len(text)} characters is too long; {MOST_TEXT} is the most.")
    if not text.isprintable():
        raise BadInput("An action may not contain control characters.")
    *parts, last = [piece.split() for piece in text.split(";")]
    if not all(parts):
        raise BadInput("There is an empty part in the draft.")
    return parts, last


def words_of(action: str | Action) -> tuple[list[list[str]], list[str]]:
    """The words of an action or a text, as `split_action` gives them."""
    if isinstance(action, Action):
        return [[part.verb, *part.args] for part in action.parts], [action.verb, *action.args]
    return split_action(action)
