# compiled as it stands
"""What a game's rules work on: static data that is shared, and states that are plain data."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, Protocol, TypeVar

import msgspec

from grognard.kernel.rules.actions import Action

if TYPE_CHECKING:
    from grognard.kernel.rules.game import Game


# ------------------------------------------------------------------------------------------- static data


class Names(tuple[str, ...]):
    """A table of names, one a value, built with the data: what the domain of a slot is made of."""

    number: dict[str, int]
    """The index of a name."""
    all: int
    """The mask of all values."""

    def __new__(cls, names: Iterable[str]) -> Names:
        self = super().__new__(cls, names)
        self.number = {name: i for i, name in enumerate(self)}
        self.all = sum(1 << i for i in self.number.values())
        if len(self.number) != len(self):
            twice = next(name for i, name in enumerate(self) if self.number[name] != i)
            raise ValueError(f"the name “{twice}” stands twice in a table of names")
        return self


NUMBERS: Final = Names(map(str, range(1000)))


class Static:
    """Base of a game's static data: map, printed values, tables. Nothing in it changes after loading.

    It is pickled by name: the game that it belongs to, and which of its variants it is.
    """

    game: Game[Any]
    variant: str = ""
    steady: ClassVar[bool] = True
    """Compiled modules may remember what they have read in it (quick.h)."""

    def __reduce__(self) -> tuple[Any, ...]:
        return _static, (self.game, self.variant)


def _static(game: Game[Any], variant: str) -> Any:
    return game.static(variant)


# ------------------------------------------------------------------------------------------------ state


class Copied(Protocol):
    """What facts have in common."""

    def copy(self: F) -> F: ...


D = TypeVar("D")
F = TypeVar("F", bound=Copied)


class NoFacts:
    """The facts of a game that keeps none."""

    def copy(self) -> NoFacts:
        return self


class Pending(msgspec.Struct, frozen=True, gc=False):
    """A finished draft that waits for those of the other seats."""

    seat: str
    parts: tuple[Action, ...]


class Carried(msgspec.Struct, Generic[F], kw_only=True):
    """What a state carries along beside its own fields."""

    facts: F | None = None


class State(Carried[F], Generic[D, F]):
    """Plain data. A field holds an immutable value or a flat list, dict, set or bytearray of immutable values.

    `data` is the game's static data: shared, never copied, never saved. `facts` is what follows from the other
    fields: built when asked for, carried along at the one door through which a thing changes, or dropped by setting
    it to None; it is copied with the state, and never saved, compared or pickled.
    """

    data: D
    stack: list[Any]
    """Steps, the next one last; what kind one is, its class says (`kind`)."""
    pending: list[Pending]

    def copy(self: S) -> S:
        new: S = self.__copy__()  # type: ignore[attr-defined]
        for name in _MUTABLE.get(type(self)) or _mutable_fields(self):
            setattr(new, name, getattr(self, name).copy())
        if self.facts is not None:
            new.facts = self.facts.copy()
        return new

    def bare(self: S) -> S:
        """A copy without facts."""
        new: S = self.__copy__()  # type: ignore[attr-defined]
        for name in _MUTABLE.get(type(self)) or _mutable_fields(self):
            setattr(new, name, getattr(self, name).copy())
        new.facts = None
        return new

    def then(self: S, *steps: Step[S]) -> None:
        """Push steps so that the first one named comes first."""
        self.stack.extend(reversed(steps))

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in compared(type(self)))

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[Any, ...]:
        values = {name: getattr(self, name) for name in type(self).__struct_fields__ if name != "facts"}
        return _revive, (type(self), values)


def _revive(cls: type[S], values: dict[str, Any]) -> S:
    return cls(**values)


AnyState = State[Any, Any]
"""A state of whatever game."""
S = TypeVar("S", bound=AnyState)


class Step(msgspec.Struct, Generic[S], frozen=True, tag=True, omit_defaults=True, gc=False):
    """A named step with typed fields. Subclass one of the four below, `frozen=True`."""

    kind: ClassVar[int]
    rule: ClassVar[str] = ""
    """The rule that this step carries out."""


NOT_COMPARED = ("data", "facts")
_MUTABLE: dict[type, tuple[str, ...]] = {}
_COMPARED: dict[type, tuple[str, ...]] = {}


def compared(cls: type[AnyState]) -> tuple[str, ...]:
    """The names of the fields that make a state, stack and pending first."""
    names = _COMPARED.get(cls)
    if names is None:
        first = ("stack", "pending")
        rest = (name for name in cls.__struct_fields__ if name not in (*NOT_COMPARED, *first))
        names = _COMPARED[cls] = (*first, *rest)
    return names


def _mutable_fields(s: AnyState) -> tuple[str, ...]:
    """The names of the fields that a copy must copy, found once a class."""
    cls = type(s)
    names = tuple(f for f in compared(cls) if isinstance(getattr(s, f), (list, dict, set, bytearray)))
    _MUTABLE[cls] = names
    return names
