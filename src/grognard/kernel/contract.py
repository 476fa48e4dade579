"""The contract between the kernel and a game: states, steps, verbs, slots, reasons.

A game's rules are steps on a stack. The kernel looks at the top step: an `Auto` runs by itself, a `Chance`
waits for dice, a `Choice` for one seat, a `Draft` for the finished drafts of one or more seats. A step has
been popped when it acts; it pushes what follows (`s.then(a, b)`: a comes first), itself included if it goes on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, ClassVar, Final, Generic, NamedTuple, TypeVar

import msgspec

from grognard.kernel.chance import Distribution, Outcome
from grognard.kernel.errors import BadInput
from grognard.kernel.events import Events
from grognard.kernel.show import Odds, Order, Preview, Reason

CHANCE: Final = "(chance)"
"""`game.turn` says this when dice or a draw are due."""
OVER: Final = "(over)"
"""`game.turn` says this when the game has ended."""
PUBLIC: Final = "public"
"""The seat of a spectator."""

AUTO, CHANCE_STEP, CHOICE, DRAFT = range(4)


# ---------------------------------------------------------------------------------------------- actions


class Action(msgspec.Struct, frozen=True, gc=False):
    """A verb and its arguments, written as text: `move hoth-pz 12 via 5 7`.

    The answer to a draft is the action `done` with the draft's parts before it: `attack a b; attack c d; done`.
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


# ------------------------------------------------------------------------------------------------ state


class Pending(msgspec.Struct, frozen=True, gc=False):
    """A finished draft that waits for those of the other seats."""

    seat: str
    parts: tuple[Action, ...]


class State(msgspec.Struct):
    """Plain data. A field holds an immutable value or a flat list, dict or set of immutable values.

    `data` is the game's static data (map, printed values, tables): shared, never copied, never saved.
    """

    data: Any
    stack: list[Any]
    pending: list[Pending]

    def copy(self: S) -> S:
        new: S = self.__copy__()  # type: ignore[attr-defined]
        cls = type(self)
        for name in _MUTABLE.get(cls) or _mutable_fields(self):
            setattr(new, name, getattr(self, name).copy())
        return new

    def then(self, *steps: Step[Any]) -> None:
        """Push steps so that the first one named comes first."""
        self.stack.extend(reversed(steps))


S = TypeVar("S", bound=State)
_MUTABLE: dict[type, tuple[str, ...]] = {}


def _mutable_fields(s: State) -> tuple[str, ...]:
    """The names of the fields that a copy must copy, found once a class."""
    cls = type(s)
    names = tuple(
        f for f in cls.__struct_fields__ if f != "data" and isinstance(getattr(s, f), (list, dict, set, bytearray))
    )
    _MUTABLE[cls] = names
    return names


# ---------------------------------------------------------------------------------------------- reasons


class Why(NamedTuple):
    """A condition that fails; worded only when somebody asks."""

    rule: str
    text: Callable[[], str]
    places: tuple[str, ...] = ()
    pieces: tuple[str, ...] = ()

    def reason(self) -> Reason:
        return Reason(self.rule, self.text(), self.places, self.pieces)


Whys = Iterator[Why]
Args = tuple[str, ...]
SlotValues = Callable[[Any, Any, str, Args], Iterable[str]]
"""(view, step, seat, the arguments before this one) -> values"""
SlotReasons = Callable[[Any, Any, str, Args], Whys]
"""(view, step, seat, the arguments with this one) -> the conditions that fail"""


class Slot(msgspec.Struct, frozen=True):
    """One argument of a verb.

    `universe` is everything that could be meant, wide enough that any click can be explained; `reasons` yields
    the conditions against a value. `fast`, if given, lists the legal values directly; the contract suite checks
    that both agree. A verb's last slot may be a tail: `repeat` takes any number of values, `keyword` is the word
    that opens it ("via"), `enough` says whether the arguments so far make a complete action.
    """

    name: str
    kind: str
    """piece, place, die, card, number or choice"""
    universe: SlotValues
    reasons: SlotReasons | None = None
    fast: SlotValues | None = None
    prompt: str = ""
    repeat: bool = False
    optional: bool = False
    keyword: str = ""
    enough: Callable[[Any, Any, str, Args], bool] | None = None
    lacking: SlotReasons | None = None
    """For a tail with `enough`: what the arguments so far still lack, in words, where they are not enough."""
    actions: Callable[[Any, Any, str, Args], list[Action]] | None = None
    """The verb with each legal value of this slot, where that is sooner made than value by value: from actions that
    are kept, or with `enough` found for all at once. The contract suite checks that it agrees with the values."""
    word: Callable[[Any, str], str] | None = None
    """(step, value) -> how to call a value, where `Game.name` cannot know it: "the 5" for a die that shows 5."""


class Verb(msgspec.Struct, frozen=True):
    """Something that can be done: its slots, the conditions on doing it at all, and what it does.

    `do(s, step, seat, args, events)` changes the state in place. In a `Draft` it is run on the seat's view
    while the draft grows and on the state when it is committed, and leaves the stack's height alone.
    """

    name: str
    do: Callable[[Any, Any, str, Args, Events | None], None]
    slots: tuple[Slot, ...] = ()
    rule: str = ""
    label: str = ""
    """What a button says."""
    reasons: Callable[[Any, Any, str], Whys] | None = None
    preview: Callable[[Any, Any, str, Args], Preview | None] | None = None
    odds: Callable[[Any, Any, str, Args], Odds | None] | None = None

    tail: Slot | None = None
    """The last slot, where it is optional or takes several values; found by itself."""

    def __post_init__(self) -> None:
        last = self.slots[-1] if self.slots else None
        is_tail = last is not None and (last.repeat or last.optional or bool(last.keyword))
        msgspec.structs.force_setattr(self, "tail", last if is_tail else None)


# ------------------------------------------------------------------------------------------------ steps


class Step(msgspec.Struct, Generic[S], frozen=True, tag=True, omit_defaults=True):
    """A named step with typed fields. Subclass one of the four below, `frozen=True`."""

    kind: ClassVar[int]
    rule: ClassVar[str] = ""
    """The rule that this step carries out."""


class Auto(Step[S], frozen=True):
    """Runs by itself."""

    kind: ClassVar[int] = AUTO

    def run(self, s: S, ev: Events | None) -> None:
        raise NotImplementedError


class Chance(Step[S], frozen=True):
    """Waits for an outcome. Whoever may not see it learns of it only through events and views."""

    kind: ClassVar[int] = CHANCE_STEP

    def chance(self, s: S) -> Distribution:
        raise NotImplementedError

    def happen(self, s: S, outcome: Outcome, ev: Events | None) -> None:
        raise NotImplementedError

    def seen_by(self, s: S) -> tuple[str, ...] | None:
        """The seats that see the outcome; None for everybody."""
        return None


class Choice(Step[S], frozen=True):
    """One seat plays one action."""

    kind: ClassVar[int] = CHOICE
    verbs: ClassVar[tuple[Verb, ...]] = ()

    def seat(self, s: S) -> str:
        raise NotImplementedError

    def prompt(self, v: S, seat: str) -> str:
        raise NotImplementedError

    def obvious(self, s: S) -> tuple[str, Args] | None:
        """The one answer, where everyone can see that there is only one: it is then made by itself."""
        return None

    def quick(self, v: S, seat: str) -> list[Action] | None:
        """A faster list of the opening actions, equal to what the verbs give; None: ask the verbs."""
        return None

    def warnings(self, v: S, seat: str) -> Sequence[str]:
        return ()

    def standing(self, v: S, seat: str, order: str) -> str | None:
        """The action that a standing order of this seat gives here, or None to ask."""
        return None


class Draft(Step[S], frozen=True):
    """One or more seats each build an answer of parts and say `done`; all enter the state together.

    While a draft grows, its parts are done to a copy of the seat's view; `duties` looks at that copy. A part
    may keep notes in state fields or replace the step on top of the stack (`s.stack[-1] = …`).
    """

    kind: ClassVar[int] = DRAFT
    verbs: ClassVar[tuple[Verb, ...]] = ()
    done_label: ClassVar[str] = "Done"

    def seats(self, s: S) -> tuple[str, ...]:
        raise NotImplementedError

    def prompt(self, v: S, seat: str) -> str:
        raise NotImplementedError

    def duties(self, v: S, seat: str) -> Whys:
        """What the draft still lacks."""
        return iter(())

    def commit(self, s: S, ev: Events | None) -> None:
        """All parts of all seats have been done; the step has been popped. Push what follows."""
        raise NotImplementedError

    def obvious(self, s: S) -> tuple[str, Args] | None:
        """("done", ()) where everyone can see that nothing can be drafted."""
        return None

    def preview(self, v: S, seat: str) -> Preview | None:
        """What `done` would do now, with the parts so far."""
        return None

    def odds(self, v: S, seat: str) -> Odds | None:
        """The odds of the draft as a whole: of a battle that was put together part by part."""
        return None

    def quick(self, v: S, seat: str) -> list[Action] | None:
        """A faster list of the opening actions, equal to what the verbs give; None: ask the verbs."""
        return None

    def warnings(self, v: S, seat: str) -> Sequence[str]:
        return ()

    def standing(self, v: S, seat: str, order: str) -> str | None:
        return None


_VERBS: dict[type, dict[str, Verb]] = {}


def verbs_of(step: Choice[Any] | Draft[Any]) -> dict[str, Verb]:
    """The verbs of a step by name."""
    cls = type(step)
    found = _VERBS.get(cls)
    if found is None:
        found = _VERBS[cls] = {verb.name: verb for verb in step.verbs}
    return found


__all__ = [
    "CHANCE", "OVER", "PUBLIC", "Action", "Args", "Auto", "Chance", "Choice", "Draft", "Events", "Order", "Pending",
    "Slot", "State", "Step", "Verb", "Why", "Whys", "short", "split_action", "verbs_of",
]  # fmt: skip
