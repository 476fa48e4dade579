"""Answers to every other question: the least valuable unit pays, the most valuable is rebuilt, retreats lead away."""

from __future__ import annotations

import random

from grognard.bots.search import whole_actions
from grognard.games.fortress_europa.bots.picture import Picture
from grognard.games.fortress_europa.data.world import SEATS
from grognard.games.fortress_europa.rules.state import Position
from grognard.kernel.rules import Choice, Deed, Game

PAYS = frozenset(("lose", "remove", "starve", "reduce", "give", "substitute", "send"))
"""Verbs that cost a unit something: the least valuable goes."""
GAINS = ("rebuild", "build", "overstrength", "hq-troops", "mulberry", "advance", "recall", "along", "reserve")
"""Verbs that bring something: the most valuable unit gets it."""
LAST = frozenset(("end", "none", "nobody", "keep", "leave", "forgo", "stay"))
"""What is answered when nothing else is worth it."""
MOST_ANSWERS = 200


def answer(game: Game[Position], view: Position, seat: str, rng: random.Random) -> Deed | None:
    """The answer to a plain question; None leaves it to chance."""
    if not isinstance(view.stack[-1], Choice):
        return None
    found = whole_actions(game, view, seat, MOST_ANSWERS)
    picture = Picture(view, SEATS.index(seat))
    return max(found, key=lambda deed: rating(picture, view, deed), default=None)


def rating(picture: Picture, s: Position, deed: Deed) -> float:
    """How good an answer is, by its verb and by who is named first."""
    w = s.data
    unit = deed.args[0] if deed.args else -1
    worth = picture.value(unit) if 0 <= unit < w.n_units else 0.0
    if deed.verb in PAYS:
        own = 0 <= unit < w.n_units and w.side[unit] == picture.side
        return -worth if own else worth
    if deed.verb == "retreat":
        end = deed.args[-1]
        own = w.side[unit] == picture.side
        return (1 if own else -1) * (picture.to_foes[end] if end < w.n else 0)
    if deed.verb == "mulberry":
        h = deed.args[1]
        return 10.0 + picture.posted.get(h, 0) - 3.0 * bool(picture.zone >> h & 1)
    if deed.verb in GAINS:
        return 10.0 + worth
    return -20.0 if deed.verb in LAST else 0.0
