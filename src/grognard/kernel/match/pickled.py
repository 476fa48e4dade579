"""A table as it is pickled: without static data or whoever listens; a record is then made by playing again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, NamedTuple

from grognard.kernel.match.history import Remembered
from grognard.kernel.match.orders import Given
from grognard.kernel.rules.actions import Action
from grognard.kernel.rules.chance import AuditedDice
from grognard.kernel.rules.game import Game
from grognard.kernel.rules.state import S

if TYPE_CHECKING:
    from grognard.kernel.match.shapes import Parent
    from grognard.kernel.match.table import Table


class Pickled(NamedTuple, Generic[S]):
    game: Game[S]
    scenario: str
    options: dict[str, bool | str]
    practice: bool
    start_position: S | None
    dice: AuditedDice
    parent: Parent | None
    drafts: dict[str, list[Action]]
    orders: Given
    redo: list[tuple[str, Action | str]]
    history: list[Remembered[S]]
    s: S


def unpickled(kept: Pickled[S]) -> Table[S]:
    from grognard.kernel.match.table import Table

    return Table.taken_up(kept)
