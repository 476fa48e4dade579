"""What stands in the way of taking back: whether an action told its seat something.

It is found by doing the action in worlds that the seat could believe in, which takes its time: so it is worked out
when somebody asks, on states of its own, in any thread.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic

from grognard.kernel.match.history import Entry
from grognard.kernel.rules.actions import Action
from grognard.kernel.rules.chance import plain_rng
from grognard.kernel.rules.game import Game
from grognard.kernel.rules.state import S

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
