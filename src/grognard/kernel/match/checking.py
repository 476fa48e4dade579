# compiled as it stands
"""An answer checked once: by its bits where it comes as a whole, by every condition where somebody wants reasons."""

from __future__ import annotations

from grognard.kernel.errors import BadInput
from grognard.kernel.rules.actions import Action, Deed
from grognard.kernel.rules.game import Game
from grognard.kernel.rules.state import S
from grognard.kernel.rules.steps import Draft


def by_bits(game: Game[S], s: S, seat: str, action: Action | Deed) -> Deed | None:
    """The whole action, where it is legal by its bits; None: the conditions will say why not.

    It is asked of the state itself: whatever is legal in a view is so in every world behind it."""
    step = s.stack[-1]
    if action.seat != seat:
        return None
    if isinstance(action, Action):
        if not action.complete or action.parts or isinstance(step, Draft):  # parts are read one after the other
            return None
        try:
            action = game.deed(s, action)
        except BadInput:
            return None
    return action if game.permits(s, action) else None
