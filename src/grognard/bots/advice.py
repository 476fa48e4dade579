"""Advice for who has begun to put something together himself."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from grognard.kernel.errors import BadInput
from grognard.kernel.rules.actions import Action
from grognard.kernel.rules.game import Game
from grognard.kernel.rules.state import S


def still_to_add(game: Game[S], sight: S, seat: str, action: Action, drafted: Sequence[Action]) -> Action:
    """What a bot would put together, for who has begun to do so himself: the parts that he has not and can still add,
    and the end if it can be said then. `sight` is what he sees with his parts done, and is changed."""
    there, left = {part.text for part in drafted}, []
    for part in action.parts:
        if part.text not in there and not game.why_not(sight, seat, part.text):
            left.append(game.read(sight, seat, part.text))
            game.add_part(sight, left[-1])
    if not game.why_not(sight, seat, action.verb):
        return msgspec.structs.replace(action, parts=tuple(left))
    if not left:
        raise BadInput("The bot would begin this otherwise, and has nothing to add: take parts out, and ask again.")
    return msgspec.structs.replace(left[-1], parts=tuple(left[:-1]))


__all__ = ["still_to_add"]
