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
    """Base of all refusals; `str()` gives one clear sentence."""

    kind: ClassVar[str] = "bad"


class BadInput(GrognardError):
    pass


class WrongForced(BadInput):
    kind: ClassVar[str] = "forced"


class Broken(GrognardError):
    kind: ClassVar[str] = "broken"


class GameFault(GrognardError):
    kind: ClassVar[str] = "fault"


class Refused(GrognardError):
    kind: ClassVar[str] = "refused"

    def __init__(self, reasons: Sequence[Reason], played: int = 0) -> None:
        self.reasons = list(reasons)
        self.played = played
        """How many actions of a list had been played before this one."""
        super().__init__(" ".join(f"{r.text} [{r.rule}]" if r.rule else r.text for r in self.reasons))
