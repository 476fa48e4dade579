"""Battles, one by one: which enemy is attacked next, and by whom."""

from __future__ import annotations

from grognard.games.fortress_europa.bots.drafted import Drafted
from grognard.games.fortress_europa.bots.odds import battle_worth
from grognard.games.fortress_europa.bots.picture import Picture
from grognard.games.fortress_europa.bots.style import EASY, Style
from grognard.games.fortress_europa.data.world import ALLIED
from grognard.games.fortress_europa.rules.combat.front import Front, front
from grognard.games.fortress_europa.rules.combat.strength import attacking_factor, reckon, this_battle
from grognard.games.fortress_europa.rules.state import Position
from grognard.kernel.rules import Deed, Game
from grognard.maps import members

WORTH = 0.3
"""What an attack must bring that nobody owes."""
MORE = 0.15
"""What another unit must add that could fight elsewhere; and a ship or an aircraft, of which there are few."""
HELP = 0.5


def next_battle(game: Game[Position], view: Position, seat: str, style: Style = EASY) -> Deed | None:
    """The battle that promises most, or the end of combat; None if nothing fits."""
    draft = Drafted(game, view, seat)
    s = draft.s
    free = draft.is_complete()
    able = draft.offers().get("attack", 0)
    f = front(s)
    if not able or (free and not f.targets):
        return draft.done() if free else None
    picture = Picture(s, s.side, style)
    prospects = sorted(((promise(s, picture, f, able, h), h) for h in members(f.targets)), reverse=True)
    for brings, h in prospects:
        if free and (brings < WORTH or (s.side == ALLIED and f.apart >> h & 1)):
            continue
        bit = s.data.bit[h]
        units = sorted((u for u in members(able) if f.able[u] & bit), key=lambda u: -attacking_factor(s, u, bit))
        for u in units:
            if draft.may("attack", u, h):
                draft.add("attack", u, h)
                reinforce(draft, picture, f)
                if draft.is_complete() and (not free or now(draft, picture) >= WORTH):
                    return draft.done()
                draft = Drafted(game, view, seat)
                s = draft.s
                break
    return draft.done() if free else None


def promise(s: Position, picture: Picture, f: Front, able: int, h: int) -> float:
    """What an attack on a hex would bring with all who are next to it."""
    units = [u for u in members(able) if f.able[u] >> h & 1]
    if not units:
        return -99.0
    return battle_worth(s, reckon(s, units, s.data.bit[h]), picture.ground(h) + picture.style.bold, picture.care)


def now(draft: Drafted, picture: Picture) -> float:
    """What the battle brings as it is declared."""
    s = draft.s
    ground = sum(picture.ground(h) for h in members(s.battle_hexes)) + picture.style.bold
    return battle_worth(s, this_battle(s), ground, picture.care)


def reinforce(draft: Drafted, picture: Picture, f: Front) -> None:
    """Those who have nobody else to fight join first, then others while they add something; then ships and air."""
    s = draft.s
    brings = now(draft, picture)
    while mask := draft.offers().get("with", 0):
        alone = [u for u in members(mask) if not f.able[u] & ~s.battle_hexes]
        u = max(alone or members(mask), key=lambda x: attacking_factor(s, x, s.battle_hexes))
        s.battle_units |= 1 << u
        better = now(draft, picture)
        s.battle_units &= ~(1 << u)
        if not alone and better < brings + MORE and draft.is_complete():
            break
        draft.add("with", u)
        brings = better
    for verb in ("ship", "support", "carpet"):
        helped(draft, picture, verb)


def helped(draft: Drafted, picture: Picture, verb: str) -> None:
    """Ships, aircraft or bombers join while they make a difference."""
    s = draft.s
    for _ in range(len(s.data.ships)):
        able = [x for x in members(draft.offers().get(verb, 0)) if draft.may(verb, x)]
        if not able:
            return
        before, parts = now(draft, picture), len(draft.parts)
        kept = (s.battle_ships, s.battle_air, s.battle_carpet)
        draft.add(verb, able[0])
        if now(draft, picture) < before + HELP or (verb == "carpet" and not draft.is_complete()):
            s.battle_ships, s.battle_air, s.battle_carpet = kept
            del draft.parts[parts:]
            return
