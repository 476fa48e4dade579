"""Taking back and playing again, and what stands in the way: whether an action told its seat something.

That is found by doing the action in worlds that the seat could believe in, which takes its time: so it is worked out
when somebody asks, on states of its own, in any thread.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic

import msgspec

from grognard.kernel import show
from grognard.kernel.errors import BadInput, Refused
from grognard.kernel.match.asking import Asking
from grognard.kernel.match.history import Entry
from grognard.kernel.rules.actions import Action
from grognard.kernel.rules.chance import plain_rng
from grognard.kernel.rules.game import Game
from grognard.kernel.rules.state import S
from grognard.kernel.rules.steps import Draft

WORLDS = 16
"""How many worlds are tried to see whether an action has taught its seat something."""


class Doubt(Generic[S]):
    """Whether the last action of a table taught its seat something that its view did not say before."""

    __slots__ = ("_action", "_after", "_before", "_game", "_number", "_seat", "entry")

    def __init__(self, game: Game[S], entry: Entry[S], action: Action, after: S, number: int) -> None:
        self.entry = entry
        self._game, self._action, self._number, self._seat = game, action, number, entry.seat
        self._before, self._after = entry.before.bare(), after.bare()

    def learned(self, pause: Callable[[], None] | None = None) -> bool:
        game, seat = self._game, self._seat
        view, now = game.view(self._before, seat), game.view(self._after, seat)
        rng = plain_rng(self._number)
        for number in range(WORLDS):
            if pause is not None:
                pause()
            # The view itself, then worlds behind it: that a search found nothing is learned from those where it does.
            world = game.guess(view.copy(), seat, rng) if number else view.copy()
            try:
                game.apply(world, self._action, None)
            except Exception:  # the view lacks what the rules needed: it was learned
                return True
            if game.view(world, seat) != now:
                return True
        return False

    def settle(self, pause: Callable[[], None] | None = None) -> None:
        """Work it out, and remember it with the step; between two worlds others are let by with `pause`."""
        self.entry.learned = self.learned(pause)


class Undoing(Asking[S]):
    """What has been played, and what was taken back of it."""

    __slots__ = ("_redo", "history", "practice")

    history: list[Entry[S]]
    practice: bool
    _redo: list[tuple[str, Action | str]]

    def _rewind(self, number: int) -> None:
        """The table as it was before step `number`."""
        raise NotImplementedError

    def _play_again(self, seat: str, action: Action | str) -> None:
        """Play what was taken back."""
        raise NotImplementedError

    def barrier(self, seat: str | None = None) -> show.Reason | None:
        """Why the seat cannot take anything back; None if it can."""
        who = self._undoer(seat)
        if self._drafts.get(who):
            return None
        entry = self.history[-1]
        if entry.done is None:
            return show.Reason("undo", "There is nothing to take back.")
        if self.practice:
            return None
        if entry.seat != who:
            return show.Reason("undo", "The other side has acted since, so nothing before it can be taken back.")
        if entry.rolls:
            return show.Reason("undo", "Dice or cards have decided something since, and that cannot be taken back.")
        if self._learned(entry):
            return show.Reason("undo", "This action has shown you something, so it cannot be taken back.")
        return None

    def doubt(self, seat: str) -> Doubt[S] | None:
        """Where only worlds can tell whether the seat may take back its last action: what works that out, anywhere.

        Once it has been settled, `barrier` knows."""
        entry = self.history[-1]
        if entry.action is None or not self.in_doubt(seat):
            return None
        return Doubt(self.game, entry, entry.action, self._s, len(self.history))

    def in_doubt(self, seat: str) -> bool:
        """Whether nobody has worked out yet if the seat may take back its last action."""
        entry = self.history[-1]
        if self.practice or seat != entry.seat or entry.rolls or self._drafts.get(seat) or entry.done is None:
            return False
        return entry.learned is None and bool(self.game.hidden) and not self._shown_together(entry)

    def _shown_together(self, entry: Entry[S]) -> bool:
        """Whether the step showed the others' finished drafts, be they empty."""
        return not self._s.pending and any(p.seat != entry.seat for p in entry.before.pending)

    def _learned(self, entry: Entry[S]) -> bool:
        """Whether the action told its seat something that its view did not say before."""
        doubt = self.doubt(entry.seat)
        if doubt is not None:
            doubt.settle()
        return bool(entry.learned) or self._shown_together(entry)

    def _undoer(self, seat: str | None) -> str:
        if seat is not None:
            return self._who(seat)
        for who, parts in self._drafts.items():
            if parts:
                return who
        return self.history[-1].seat or self.seat or self.game.seats[0]

    def undo(self, seat: str | None = None) -> None:
        """Take back the last part of the seat's draft, or its last action, down to the barrier."""
        who = self._undoer(seat)
        barrier = self.barrier(who)
        if barrier is not None:
            raise Refused([barrier])
        if self._drafts.get(who):
            self._drafts[who].pop()
            self._redo.clear()
            return
        entry, stack = self.history[-1], self._s.stack
        action = entry.action
        assert action is not None
        self._rewind(len(self.history) - 1)
        if self._s.stack != stack:  # else others still work on drafts of the same step
            self._drafts.clear()
        if action.parts and isinstance(self._s.stack[-1], Draft):  # it is open again, with its parts
            self._drafts[entry.seat] = list(action.parts)
            action = msgspec.structs.replace(action, parts=())
        self._redo.append((entry.seat, action))

    def drop(self, index: int, seat: str | None = None) -> None:
        """Take one part out of the seat's draft, wherever it stands; refused where a later part needs it."""
        who = self._undoer(seat)
        parts = self._drafts.get(who, [])
        if not 0 <= index < len(parts):
            raise BadInput(f"The draft has {len(parts)} parts; there is no part {index + 1} to take out.")
        left = [*parts[:index], *parts[index + 1 :]]
        scratch = self.game.drafting(self._s, who, left[:index])
        for part in left[index:]:
            reasons = self.game.why_not(scratch, who, part.text)
            if reasons:
                raise Refused([show.Reason("undo", f"“{part.text}” needs it."), *reasons])
            self.game.add_part(scratch, part)
        self._drafts[who] = left
        self._redo.clear()

    @property
    def redo_seat(self) -> str | None:
        """Whose action was taken back last and can be played again."""
        return self._redo[-1][0] if self._redo else None

    def redo(self) -> None:
        """Play again what was taken back; chance that follows is rolled afresh."""
        if not self._redo:
            raise Refused([show.Reason("redo", "There is nothing to play again.")])
        redo = self._redo[:]
        seat, action = redo.pop()
        self._play_again(seat, action)
        self._redo = redo
