"""Everything that Grognard refuses.

GrognardError
├── BadInput        a value, text, file or position is not well formed: one sentence that names the place
│   └── WrongForced  there are more or fewer forced outcomes than chance asked for
├── Refused         an action is well formed but not legal now: carries the reasons, each with its rule
├── Broken          a record or save does not fit its own hash chain or vocabulary
└── GameFault       a game failed inside; the table is as it was before the action

Each has a `kind`, for programs: nobody needs to read the sentence.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from grognard.kernel.show import Reason

__all__ = ["BadInput", "Broken", "GameFault", "GrognardError", "Refused", "WrongForced"]


class GrognardError(Exception):
    """Base of all refusals; `str()` gives one clear sentence.

    >>> from grognard.kernel.registry import load
    >>> try:
    ...     load("chess")
    ... except GrognardError as error:
    ...     print(error.kind)
    bad
    """

    kind: ClassVar[str] = "bad"


class BadInput(GrognardError):
    """A value, text, file or position is not well formed.

    >>> from grognard.kernel.registry import load
    >>> load("springtime").table("plan-blue")
    Traceback (most recent call last):
    grognard.kernel.errors.BadInput: Springtime for Hitler has no scenario “plan-blue”; it has: plan-yellow, plan-red.
    """


class WrongForced(BadInput):
    kind: ClassVar[str] = "forced"


class Broken(GrognardError):
    """A record or save does not fit its own hash chain or vocabulary.

    >>> from grognard.kernel.match.replay import replay
    >>> replay(b"{}")
    Traceback (most recent call last):
    grognard.kernel.errors.Broken: ...
    """

    kind: ClassVar[str] = "broken"


class GameFault(GrognardError):
    """A game failed inside; the table is as it was before the action.

    >>> issubclass(GameFault, GrognardError)
    True
    """

    kind: ClassVar[str] = "fault"


class Refused(GrognardError):
    """An action is well formed, but not legal now.

    >>> from grognard.kernel.registry import load
    >>> table = load("springtime").table(practice=True, seed=7)
    >>> try:
    ...     table.play("pass")
    ... except Refused as refused:
    ...     print(len(refused.reasons))
    1
    """

    kind: ClassVar[str] = "refused"

    def __init__(self, reasons: Sequence[Reason], played: int = 0) -> None:
        self.reasons = list(reasons)
        self.played = played
        """How many actions of a list had been played before this one."""
        super().__init__(" ".join(f"{r.text} [{r.rule}]" if r.rule else r.text for r in self.reasons))
