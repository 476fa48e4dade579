"""Ways that a player names by their end: one action for each, of those that come to the same the shortest."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.kernel.match.asking import Asking
from grognard.kernel.rules import legality, masks
from grognard.kernel.rules.actions import Action
from grognard.kernel.rules.game import Game, asked
from grognard.kernel.rules.state import S
from grognard.kernel.rules.steps import Choice, verbs_of

MOST = 400
"""How many beginnings are followed; what would come after them is still named place by place."""


def ways(table: Asking[S], seat: str, prefix: str) -> list[Action]:
    """The whole actions to which a beginning can lead by a way, the shortest first; none where no way comes next.

    Of two that end in the same place the longer is left out where the seat would see the same after both.
    """
    game = table.game
    if not prefix or seat not in table.seats:
        return []
    view = table.view(seat)
    first = [action for action in game.legal(view, seat, prefix) if _goes_a_way(game, view, action)]
    seen: dict[str, list[S | None]] = {}
    found = []
    for action in _whole(game, view, first):
        after = _after(game, view, action)
        known = seen.setdefault(action.args[-1], [])
        if after is None or after not in known:
            known.append(after)
            found.append(action)
    return found


def _goes_a_way(game: Game[S], view: S, action: Action) -> bool:
    """Whether the last word of an action is a place of a way."""
    step = asked(view)
    verb = verbs_of(step).get(action.verb)
    if verb is None or verb.tail is None or not verb.tail.way or not isinstance(step, Choice):
        return False
    args = legality.read_args(verb, game.data, action.args).args
    return len(args) > verb.fixed and masks.next_slot(verb, args) is verb.tail


def _whole(game: Game[S], view: S, first: list[Action]) -> Iterator[Action]:
    """The whole actions among these and those that they begin, one value more at a time."""
    ring, followed = first, 0
    while ring and followed < MOST:
        yield from (action for action in ring if action.complete)
        followed += len(ring)
        ring = [longer for action in ring if action.more for longer in game.more(view, action)]


def _after(game: Game[S], view: S, action: Action) -> S | None:
    """What the seat would see after an action; None where its view does not tell."""
    world = view.copy()
    try:
        game.apply(world, action)
    except Exception:  # the view lacks what the rules needed
        return None
    return game.view(world, action.seat)
