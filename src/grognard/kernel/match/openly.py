"""A table that is asked before everybody's eyes."""

from __future__ import annotations

from grognard.kernel.match.asking import Asking
from grognard.kernel.rules.actions import PUBLIC
from grognard.kernel.rules.state import S


class Openly(Asking[S]):
    """What may be asked of a table while everybody looks on: whatever a seat is offered, told or refused here follows
    from what everybody may know, and from its draft. Good for the table as it is now."""

    __slots__ = ()

    def __init__(self, table: Asking[S], s: S | None = None) -> None:
        """`s` is an earlier state of the table."""
        self.game = table.game
        self._s = table.state if s is None else s
        self._drafts = {seat: list(table.draft(seat)) for seat in self.game.seats}
        self._sights = {}

    def _sight(self, seat: str) -> S:
        kept = self._sights.get(seat)
        if kept is None:
            parts, seen = tuple(self._drafts.get(seat, ())), self.game.view(self._s, PUBLIC)
            sight = self.game.drafting(seen, seat, parts) if parts else seen
            kept = self._sights[seat] = (self._s, parts, sight)
        return kept[2]

    def person(self) -> str:
        """The one seat that is asked openly now; the public's where nobody is, or several are."""
        owing = self.seats
        if len(owing) != 1 or self._s.pending or self.game.private(self.seen(PUBLIC), owing[0]):
            return PUBLIC
        return owing[0]

    def aside(self) -> str:
        """What who is asked openly may see or do besides, alone with the screen; nothing in most cases."""
        seat = self.person()
        return self.game.aside(self.seen(PUBLIC), seat) if seat != PUBLIC else ""


__all__ = ["Openly"]
