"""What a game writes: who plays, how it begins and ends, what is hidden, and what it shows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Generic

from grognard.kernel import show
from grognard.kernel.errors import BadInput
from grognard.kernel.plain import Things
from grognard.kernel.rules.events import Points
from grognard.kernel.rules.state import S, Step

if TYPE_CHECKING:
    from grognard.bots import Bot
    from grognard.bots.judgement import Judge
    from grognard.kernel.rules.game import Game


class Written(Generic[S]):
    """The part of `Game` that a game fills in: class attributes, and how it is played and shown."""

    # ------------------------------------------------------------------------ the game writes: who and what
    id: ClassVar[str]
    title: ClassVar[str]
    version: ClassVar[str] = "1"
    """Changes whenever the rules or the data change what can happen; records keep it with a fingerprint of them."""
    seats: ClassVar[tuple[str, ...]]
    scenarios: ClassVar[tuple[show.Scenario, ...]]
    options: ClassVar[tuple[show.Option, ...]] = ()
    orders: ClassVar[tuple[show.Order, ...]] = ()
    """The standing orders that a seat may give."""
    overlays: ClassVar[tuple[show.OverlayKind, ...]] = ()
    plans: ClassVar[tuple[str, ...]] = ()
    """The steps for which `plan` has an answer."""
    pages: ClassVar[tuple[show.PageKind, ...]] = ()
    principles: ClassVar[Mapping[tuple[str, str], str]] = {}
    """What good players do, for the coach: a sentence by the step of `sequence` and the side that decides in it, ""
    for any."""
    State: type[S]
    steps: ClassVar[tuple[type[Step[Any]], ...]]
    """Every step class, for saving and positions."""
    hidden: ClassVar[tuple[str, ...]] = ()
    """The fields that `blank` may blank: "field" of the state, or "Step.field". Empty: everything is open."""
    named: ClassVar[Mapping[str, tuple[str, str]]] = {}
    """For positions: a list field -> (names of its indexes, names of its values), each "" or the name of an
    attribute of `data` that holds the names as a tuple of strings. A value below zero is written as a number.
    A plain int field, and "Step.field" for an int or a tuple of ints in the stack, has "" as its first entry."""
    masks: ClassVar[Mapping[str, str]] = {}
    """For positions: an int field used as a set -> the attribute of `data` that names its bits."""
    open_facts: ClassVar[bool] = False
    """Whether `facts` follow from nothing that is hidden, so that a view may keep them."""
    data: Any
    pack: Things | None = None
    """The data pack that was laid over the game's own data; embedded in records."""
    loader: Callable[[str, Things | None], Game[S]] | None = None
    """Who loads the game by its id and pack, where somebody does."""

    def __reduce__(self) -> tuple[Any, ...]:
        """A game is pickled by its name, or by its class where it is not registered; never by its content."""
        if self.loader is not None:
            return self.loader, (self.id, self.pack)
        return type(self), ()

    # ----------------------------------------------------------------------- the game writes: how it is played
    def begin(self, scenario: str, options: dict[str, bool | str]) -> S:
        """The state at the start of a scenario, with its first steps on the stack. Options are all given."""
        raise NotImplementedError

    def result(self, s: S) -> show.Result | None:
        """How the game ended, or None while it goes on."""
        raise NotImplementedError

    def scored(self, v: S) -> tuple[Points, ...]:
        """The points that are counted from the board, piece by piece, where no event told them as they fell."""
        return ()

    def side(self, s: S, seat: str) -> str:
        """The side that a seat commands."""
        return seat

    def clock(self, v: S) -> str:
        """When it is, in words, the same within one turn: standing orders "this turn" end when it changes."""
        return ""

    def veils(self, s: S, seat: str) -> bool:
        """Whether `blank` may change anything of this state for the seat; if not, its view is like the state."""
        return bool(self.hidden)

    def blank(self, v: S, seat: str) -> None:
        """Blank out of `v`, a copy, what the seat may not know, the step stack included. Twice is as once."""

    def private(self, v: S, seat: str) -> bool:
        """Whether the one seat that is asked now must be alone with its screen: what it may answer follows from what
        only it knows, or its answer stays its secret. `v` is what everybody may know, so that this tells nothing."""
        return bool(self.hidden)

    def aside(self, v: S, seat: str) -> str:
        """What the one seat that is asked openly may see, or do besides what is offered openly, when it is alone with
        its screen: words for a button. Whatever follows from what everybody may know is offered openly."""
        return ""

    def variant(self, s: S) -> str:
        """Which variant of the static data goes with this state, where options change the map; `static` gives it."""
        return ""

    def check(self, s: S) -> Iterable[show.Reason]:
        """What cannot be in any position: a unit where it cannot be, a track out of bounds, facts that do not
        fit. Fuzzing calls it after every action."""
        return ()

    def exhibits(self) -> Iterable[str]:
        """What the museum must hold: every ending ("ending …"), card, event and table cell, each as an event's
        `shows` or a result's "ending <level>" names it."""
        return ()

    def bots(self) -> dict[str, Callable[[], Bot[S]]]:
        """The game's own bots by level, weakest first; "random" is always there."""
        return {}

    def judge(self) -> Judge[S] | None:
        """What a position is worth, learned from play, where that was done."""
        return None

    # ---------------------------------------------------------------------- the game writes: what it shows
    def board(self) -> show.Board:
        raise NotImplementedError

    def scene(self, view: S) -> show.Scene:
        """What stands on the board in a view. Reads the board, not the stack: it is also called
        between the events of one action."""
        raise NotImplementedError

    def name(self, kind: str, token: str) -> str:
        """How to call a piece, place, card or choice in a sentence or on a button."""
        return token

    def overlay(self, view: S, name: str, about: str = "") -> show.Overlay:
        raise BadInput(f"{self.title} has no overlay “{name}”.")

    def plan(self, view: S, seat: str, wanted: Sequence[show.Wanted] = (), propose: bool = False) -> show.Plan | None:
        """The battles of the phase side by side, with those that the player wants in them; with `propose`, and with
        more so that all duties are met. None where nothing is attacked, or for who has nothing to decide."""
        return None

    def page(self, view: S, name: str, seat: str) -> show.Page:
        """A page about the position as a seat sees it, such as the supply of its side."""
        raise BadInput(f"{self.title} has no page “{name}”.")

    def charts(self) -> tuple[show.Chart, ...]:
        return ()

    def sequence(self, view: S | None = None) -> tuple[show.SequenceItem, ...]:
        """The sequence of play, with the present step marked where a view is given."""
        return ()

    def principle(self, view: S, seat: str) -> str:
        """What good players do in the present step; "" where the game says nothing."""
        now = next((item.id for item in self.sequence(view) if item.now), "")
        return self.principles.get((now, self.side(view, seat))) or self.principles.get((now, ""), "")

    def rules(self) -> tuple[show.RuleCase, ...]:
        return ()

    def lesson(self) -> show.Lesson | None:
        """The guided first turn."""
        return None

    def lessons(self) -> tuple[show.Lesson, ...]:
        """All lessons, the guided first turn first."""
        first = self.lesson()
        return () if first is None else (first,)

    def measured(self) -> show.Measured | None:
        """How the game's advisor fares, where that was measured."""
        return None

    def about(self) -> show.About:
        raise NotImplementedError
