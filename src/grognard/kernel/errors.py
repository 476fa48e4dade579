"""Everything that Grognard refuses.

GrognardError
├── BadInput        a value, text, file or position is not well formed: one sentence that names the place
├── Refused         an action is well formed but not legal now: carries the reasons, each with its rule
├── Broken          a record or save does not fit its own hash chain or vocabulary
└── GameFault       a game failed inside; the table is as it was before the action
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from grognard.kernel.show import Reason

__all__ = ["BadInput", "Broken", "GameFault", "GrognardError", "Refused"]


class GrognardError(Exception):
    """Base of all refusals; `str()` gives one clear sentence."""


class BadInput(GrognardError):
    pass


class Broken(GrognardError):
    pass


class GameFault(GrognardError):
    pass


class Refused(GrognardError):
    def __init__(self, reasons: Sequence[Reason], played: int = 0) -> None:
        self.reasons = list(reasons)
        self.played = played
        """How many actions of a list had been played before this one."""
        super().__init__(" ".join(f"{r.text} [{r.rule}]" if r.rule else r.text for r in self.reasons))
