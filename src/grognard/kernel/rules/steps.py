# compiled as it stands
"""Steps: a game's rules are named steps on a stack.

The kernel looks at the top step: an `Auto` runs by itself, a `Chance` waits for dice, a `Choice` for one seat, a
`Draft` for the finished drafts of one or more seats. A step has been popped when it acts; it pushes what follows
(`s.then(a, b)`: a comes first), itself included if it goes on.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

from grognard.kernel.rules.actions import Ints
from grognard.kernel.rules.chance import Distribution, Outcome
from grognard.kernel.rules.events import Events
from grognard.kernel.rules.slots import AnyVerb, Whys
from grognard.kernel.rules.state import S, Step
from grognard.kernel.show import Odds, Preview, Waste

AUTO, CHANCE_STEP, CHOICE, DRAFT = range(4)
"""From CHOICE on a seat is asked."""


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
    verbs: ClassVar[tuple[AnyVerb, ...]] = ()
    rows: ClassVar[tuple[str, ...]] = ()
    """Verbs of which one action may name several in a row, such as the moves of a stack: `move a 12; move b 12`. Each
    is done as if it had been played after the one before it; where that leads to something else, the rest stays."""

    def seat(self, s: S) -> str:
        raise NotImplementedError

    def prompt(self, v: S, seat: str) -> str:
        raise NotImplementedError

    def open(self, v: S, seat: str) -> Sequence[AnyVerb] | None:
        """For hot steps with many verbs: those against which no `reasons` speak, in their order, by one question.
        None: each verb is asked."""
        return None

    def offers(self, v: S, seat: str) -> list[tuple[AnyVerb, int]] | None:
        """For the hottest: what can be begun, by one question: every open verb that can go on, in their order, with
        the values of its first slot. None: each verb is asked."""
        return None

    def obvious(self, s: S) -> tuple[str, Ints] | None:
        """The one answer, where everyone can see that there is only one: it is then made by itself."""
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
    light: ClassVar[bool] = False
    """Whether its parts change nothing but single values of the state, and none that facts follow from: who draws it
    at random does so on a copy that shares lists and facts."""
    verbs: ClassVar[tuple[AnyVerb, ...]] = ()
    done_label: ClassVar[str] = "Done"

    def seats(self, s: S) -> tuple[str, ...]:
        raise NotImplementedError

    def done_words(self, v: S, seat: str) -> str:
        """What the button says that ends the draft as it is now."""
        return self.done_label

    def prompt(self, v: S, seat: str) -> str:
        raise NotImplementedError

    def open(self, v: S, seat: str) -> Sequence[AnyVerb] | None:
        """For hot steps with many verbs: those against which no `reasons` speak, in their order, by one question.
        None: each verb is asked."""
        return None

    def offers(self, v: S, seat: str) -> list[tuple[AnyVerb, int]] | None:
        """For the hottest: what can be begun, by one question: every open verb that can go on, in their order, with
        the values of its first slot. None: each verb is asked."""
        return None

    def duties(self, v: S, seat: str) -> Whys:
        """What the draft still lacks."""
        return iter(())

    def commit(self, s: S, ev: Events | None) -> None:
        """All parts of all seats have been done; the step has been popped. Push what follows."""
        raise NotImplementedError

    def obvious(self, s: S) -> tuple[str, Ints] | None:
        """("done", ()) where everyone can see that nothing can be drafted."""
        return None

    def preview(self, v: S, seat: str) -> Preview | None:
        """What `done` would do now, with the parts so far."""
        return None

    def odds(self, v: S, seat: str) -> Odds | None:
        """The odds of the draft as a whole: of a battle that was put together part by part."""
        return None

    def wastes(self, v: S, seat: str) -> Iterable[Waste]:
        """What `done` would waste or cost for good, with the parts so far."""
        return ()

    def warnings(self, v: S, seat: str) -> Sequence[str]:
        return ()

    def standing(self, v: S, seat: str, order: str) -> str | None:
        return None


_VERBS: dict[type, dict[str, AnyVerb]] = {}


Asked = Choice[Any] | Draft[Any]
"""A step that asks a seat."""


def verbs_of(step: Choice[S] | Draft[S]) -> dict[str, AnyVerb]:
    """The verbs of a step by name."""
    cls = type(step)
    found = _VERBS.get(cls)
    if found is None:
        found = _VERBS[cls] = {verb.name: verb for verb in step.verbs}
    return found
