"""Verbs and slots: what can be done, what fills its arguments, and the conditions on them.

A slot's `reasons` are the definition of legality and its explanation: a value is legal when they yield nothing. Where
speed is wanted a slot gives all legal values at once, as a mask over its domain (`legal`), or a cheap superset that
the conditions then sift (`among`). The contract suite compares mask and conditions, so conditions never ask the mask.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from typing import Any, Generic, NamedTuple, TypeVar

import msgspec

from grognard.kernel.rules.actions import Ints
from grognard.kernel.rules.events import Events
from grognard.kernel.rules.state import NUMBERS, AnyState, Names, Static
from grognard.kernel.show import Odds, Preview, Reason, Waste
from grognard.kernel.show.words import sentence

V = TypeVar("V", bound=AnyState, contravariant=True)
St = TypeVar("St", contravariant=True)


class Why(NamedTuple):
    """A condition that fails; worded only when somebody asks."""

    rule: str
    text: Callable[[], str]
    places: tuple[str, ...] = ()
    pieces: tuple[str, ...] = ()

    def reason(self) -> Reason:
        return Reason(self.rule, sentence(self.text()), self.places, self.pieces)


Whys = Iterator[Why]


class OldContract(TypeError):
    """A slot as it was written before slots named their domains."""


class Domain(msgspec.Struct, frozen=True):
    """What a slot's values are: a kind (piece, place, die, card, number or choice), and where their names stand."""

    kind: str
    table: str = ""
    """The attribute of the game's data that holds the names; none: the numbers from 0 to 999."""

    def names(self, data: Static) -> Names:
        if not self.table:
            return NUMBERS
        found: Names = getattr(data, self.table)
        return found


class Slot(msgspec.Struct, Generic[V, St], frozen=True):
    """One argument of a verb.

    Every function gets the view, the step, the seat and the arguments: `reasons` with the value in question as the
    last of them, for any value of the domain; all others with the arguments before it.

    The last slot may be a tail: `optional`, or taking any number of values in order (`repeat`, a way). Any slot may
    take a set (`many`): its argument is then a mask; `legal` and `among` get the set so far as the last argument
    and give what may join it, `reasons` get the set so far and then the value, and the slot after it has a keyword.
    """

    name: str
    domain: Domain
    reasons: Callable[[V, St, str, Ints], Whys]
    legal: Callable[[V, St, str, Ints], int] | None = None
    """For hot slots: all legal values at once, as a mask."""
    among: Callable[[V, St, str, Ints], int] | None = None
    """Else: values among which all legal ones are, as a mask that is cheap to make."""
    prompt: str = ""
    repeat: bool = False
    optional: bool = False
    keyword: str = ""
    """The word that opens this slot in an action's text ("via", "with")."""
    enough: Callable[[V, St, str, Ints], int] | None = None
    """For a tail: after which values the action is whole. For a set: not 0 where the set so far may stay as it is."""
    lacking: Callable[[V, St, str, Ints], Whys] | None = None
    """What the arguments so far still lack, in words, where they are not enough."""
    word: Callable[[St, int], str] | None = None
    """How to call a value, where `Game.name` cannot know it: "the 5" for a die that shows 5."""
    many: bool = False
    way: bool = False
    """For a tail: its values are a way, place by place; its end alone may name it (`kernel/match/ways.py: ways`)."""

    def __post_init__(self) -> None:
        if not isinstance(self.domain, Domain):
            raise OldContract(f"the slot “{self.name}” names no domain")

    @property
    def kind(self) -> str:
        return self.domain.kind


class Verb(msgspec.Struct, Generic[V, St], frozen=True):
    """Something that can be done: its slots, the conditions on doing it at all, and what it does.

    `do(s, step, seat, args, events)` changes the state in place. In a `Draft` it is run on the seat's view
    while the draft grows and on the state when it is committed, and leaves the stack's height alone.
    """

    name: str
    do: Callable[[V, St, str, Ints, Events | None], None]
    slots: tuple[Slot[V, St], ...] = ()
    rule: str = ""
    label: str = ""
    """What a button says."""
    reasons: Callable[[V, St, str], Whys] | None = None
    preview: Callable[[V, St, str, Ints], Preview | None] | None = None
    odds: Callable[[V, St, str, Ints], Odds | None] | None = None
    may: Callable[[V, St, str], bool] | None = None
    """For hot verbs: whether there are no `reasons`, sooner known."""
    wastes: Callable[[V, St, str, Ints], Iterable[Waste]] | None = None
    """What doing it wastes or costs for good: for verbs that end something."""

    tail: Slot[V, St] | None = None
    """The last slot, where it is optional or takes several values in order; found by itself."""
    fixed: int = 0
    """How many slots come before the tail; found by itself."""
    sets: bool = False
    """Whether a slot takes a set; found by itself."""
    alone: bool = False
    """Whether the verb alone is a complete action; found by itself."""

    def __post_init__(self) -> None:
        slots = self.slots
        last = slots[-1] if slots else None
        is_tail = last is not None and (last.repeat or last.optional)
        settle = msgspec.structs.force_setattr
        settle(self, "tail", last if is_tail else None)
        settle(self, "fixed", len(slots) - is_tail)
        settle(self, "sets", any(slot.many for slot in slots))
        settle(self, "alone", not slots or (len(slots) == 1 and slots[0].optional))
        if any(slot.repeat or slot.optional for slot in slots[:-1]):
            raise TypeError(f"{self.name}: only the last slot may repeat or be left out")
        if any(a.many and not b.keyword for a, b in pairwise(slots)):
            raise TypeError(f"{self.name}: the slot after a set needs a keyword")


AnySlot = Slot[Any, Any]
AnyVerb = Verb[Any, Any]
"""A slot and a verb of whatever state and step: the kernel asks them, and knows neither."""
