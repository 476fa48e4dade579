"""Battles, one by one: which enemy is attacked next, and by whom."""

from __future__ import annotations

from grognard.games.fortress_europa.data.world import ALLIED
from grognard.games.fortress_europa.rules.combat.front import front
from grognard.games.fortress_europa.rules.combat.strength import (
    attacking_factor,
    defending_factor,
    fighting,
    this_battle,
)
from grognard.games.fortress_europa.rules.state import Position
from grognard.kernel.rules import Deed, Game
from grognard.kernel.rules.game import asked
from grognard.kernel.rules.masks import permits
from grognard.kernel.rules.steps import Draft, verbs_of
from grognard.maps import members

WORTH = 2.0
"""The odds from which an attack is made that nobody owes."""
PLENTY = 4.0
"""The odds at which no more units are added that could fight elsewhere."""
MOST_SUPPORT = 2


class Drafted:
    """A draft that is built part by part on a scratch state."""

    def __init__(self, game: Game[Position], view: Position, seat: str) -> None:
        self.game, self.seat = game, seat
        self.s = game.drafting(view, seat, ())
        self.parts: list[Deed] = []

    def offers(self) -> dict[str, int]:
        return {verb.name: mask for verb, mask in self.game.offers(self.s, self.seat)}

    def following(self, verb: str, *args: int) -> int:
        return self.game.following(self.s, self.seat, verbs_of(asked(self.s))[verb], args)

    def may(self, verb: str, *args: int) -> bool:
        top = asked(self.s)
        return permits(verbs_of(top)[verb], self.s, top, self.seat, args)

    def add(self, verb: str, *args: int) -> None:
        top = asked(self.s)
        self.parts.append(Deed(verb, args, self.seat))
        verbs_of(top)[verb].do(self.s, top, self.seat, args, None)

    def is_complete(self) -> bool:
        top = asked(self.s)
        return isinstance(top, Draft) and next(top.duties(self.s, self.seat), None) is None

    def done(self) -> Deed:
        return Deed("done", (), self.seat, tuple(self.parts))


def next_battle(game: Game[Position], view: Position, seat: str) -> Deed | None:
    """The battle that promises most, or the end of combat; None if nothing fits."""
    draft = Drafted(game, view, seat)
    s = draft.s
    w = s.data
    able = draft.offers().get("attack", 0)
    f = front(s)
    odds: list[tuple[float, int]] = []
    for h in members(f.targets):
        units = [u for u in members(able) if f.able[u] >> h & 1]
        if units:
            odds.append((ratio(s, units, h), h))
    odds.sort(reverse=True)
    free = draft.is_complete()
    for promise, h in odds:
        if free and (promise < WORTH or (s.side == ALLIED and f.apart >> h & 1)):
            continue
        bit = w.bit[h]
        units = sorted((u for u in members(able) if f.able[u] & bit), key=lambda u: -attacking_factor(s, u, bit))
        for u in units:
            if draft.may("attack", u, h):
                draft.add("attack", u, h)
                reinforce(draft)
                if draft.is_complete():
                    return draft.done()
                draft = Drafted(game, view, seat)
                s = draft.s
                break
    return draft.done() if free else None


def ratio(s: Position, units: list[int], h: int) -> float:
    bit = s.data.bit[h]
    defence = sum(defending_factor(s, x, False) for x in fighting(s, h, 1 - s.side))
    return sum(attacking_factor(s, u, bit) for u in units) / max(1, defence)


def reinforce(draft: Drafted) -> None:
    """Those who have nobody else to fight join first, then others until the odds are plenty; then ships and air."""
    s = draft.s
    while mask := draft.offers().get("with", 0):
        r = this_battle(s)
        near = front(s).able
        alone = [u for u in members(mask) if not near[u] & ~s.battle_hexes]
        if not alone and r.attack >= PLENTY * max(1, r.defence) and draft.is_complete():
            break
        u = max(alone or members(mask), key=lambda x: attacking_factor(s, x, s.battle_hexes))
        draft.add("with", u)
    for verb in ("ship", "support"):
        for _ in range(MOST_SUPPORT):
            able = [x for x in members(draft.offers().get(verb, 0)) if draft.may(verb, x)]
            if not able or this_battle(s).column >= len(s.data.book.column) - 1:
                break
            draft.add(verb, able[0])
