"""Answers to plain questions: the least valuable unit pays, the most valuable is rebuilt, retreats lead away."""

from __future__ import annotations

from grognard.bots.search import whole_actions
from grognard.games.fortress_europa.bots.picture import Picture
from grognard.games.fortress_europa.data.world import ALLIED, SEATS
from grognard.games.fortress_europa.rules.air.air import Cancelled
from grognard.games.fortress_europa.rules.combat.removing import Removing
from grognard.games.fortress_europa.rules.forces.replacements import AlliedReplacing, GermanReplacing
from grognard.games.fortress_europa.rules.state import Position
from grognard.kernel.rules import Choice, Deed, Game

PAYS = frozenset(("lose", "remove", "starve", "reduce", "give", "substitute", "send"))
"""Verbs that cost a unit something: the least valuable goes."""
GAINS = ("rebuild", "build", "overstrength", "hq-troops", "mulberry", "advance", "recall", "along", "reserve")
"""Verbs that bring something: the most valuable unit gets it."""
LAST = frozenset(("end", "none", "nobody", "keep", "leave", "forgo", "stay", "release", "wait", "save"))
"""What is answered when nothing else is worth it."""
MOST_ANSWERS = 200


def answer(game: Game[Position], view: Position, seat: str) -> Deed | None:
    """The answer to a plain question; None leaves it to chance."""
    if not isinstance(view.stack[-1], Choice):
        return None
    found = whole_actions(game, view, seat, MOST_ANSWERS)
    if len(found) == 1:
        return found[0]
    picture = Picture(view, SEATS.index(seat))
    return max(found, key=lambda deed: rating(picture, view, deed), default=None)


def rating(picture: Picture, s: Position, deed: Deed) -> float:
    """How good an answer is, by its verb and by who is named first."""
    w = s.data
    step = s.stack[-1]
    unit = deed.args[0] if deed.args else -1
    if isinstance(step, Cancelled):
        return float(w.aircraft[unit].kind == "sac")  # TAC can do more
    known = 0 <= unit < w.n_units
    worth = picture.value(unit) if known else 0.0
    if deed.verb in PAYS:
        if not known or w.side[unit] != picture.side:
            return worth
        return -loss(s, unit, worth) if deed.verb in ("lose", "starve", "reduce") else -worth
    if deed.verb == "retreat":
        end = deed.args[-1]
        own = w.side[unit] == picture.side
        return (1 if own else -1) * (retreat_worth(picture, end) if end < w.n else 0)
    if deed.verb == "mulberry":
        h = deed.args[1]
        shelter = picture.posted.get(h, 0) - 3.0 * bool(picture.zone >> h & 1) - 0.1 * picture.threat[h]
        return 10.0 + shelter + w.mulberries[unit].capacity
    if deed.verb == "regrade":
        return -21.0
    if deed.verb == "flood":
        return 1.0 if any(picture.foes & hexes for hexes in w.districts[:1]) else -21.0
    if deed.verb in GAINS:
        bare = isinstance(step, (AlliedReplacing, GermanReplacing)) and s.where[unit] >= w.n and known
        return 10.0 + worth + (2.0 if bare and picture.side == ALLIED else 0.0)
    if deed.verb == "keep" and isinstance(step, Removing):
        return 1.0  # 14.10: who needs help to attack may get it
    return -20.0 if deed.verb in LAST else 0.0


def loss(s: Position, u: int, worth: float) -> float:
    """What a step of a unit is worth: the whole unit, if it has no other."""
    w = s.data
    if w.two_steps >> u & 1 and s.face[u] == 0:
        return float(w.combat[u][0] - w.combat[u][1])
    return worth + 1.0


def retreat_worth(picture: Picture, h: int) -> float:
    """Away from the enemy, to where there is supply and company."""
    found = min(picture.to_foes[h], 4) + 0.3 * picture.posted.get(h, 0) - 0.2 * picture.to_goals[h]
    return found + (2.0 if picture.fed >> h & 1 else 0.0) + picture.stakes.get(h, 0.0) * 0.5
