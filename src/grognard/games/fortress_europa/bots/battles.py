"""Battles, one by one: which enemy is attacked next, and by whom."""

from __future__ import annotations

from grognard.games.fortress_europa.bots.drafted import Drafted
from grognard.games.fortress_europa.bots.odds import battle_worth
from grognard.games.fortress_europa.bots.picture import Picture
from grognard.games.fortress_europa.bots.sharing import Battle, Sharing
from grognard.games.fortress_europa.bots.style import EASY, Style
from grognard.games.fortress_europa.rules.combat.front import Front, front
from grognard.games.fortress_europa.rules.combat.strength import attacking_factor, this_battle
from grognard.games.fortress_europa.rules.state import Position
from grognard.kernel.rules import Deed, Game
from grognard.maps import members

WORTH = 0.3
"""What an attack must bring that nobody owes."""
MORE = 0.15
"""What another unit must add that could fight elsewhere; and a ship or an aircraft, of which there are few."""
HELP = 0.5


def next_battle(game: Game[Position], view: Position, seat: str, style: Style = EASY) -> Deed | None:
    """The battle that promises most of those that are shared out, or the end of combat; None if nothing fits."""
    draft = Drafted(game, view, seat)
    s = draft.s
    free = draft.is_complete()
    able = draft.offers().get("attack", 0)
    f = front(s)
    if not able or (free and not f.targets):
        return draft.done() if free else None
    picture = Picture(s, s.side, style)
    battles = Sharing(s, picture, f, able).battles
    battles.sort(key=lambda battle: -battle.brings)
    for battle in battles:
        if free and battle.brings < WORTH:
            break
        deed = declared(game, view, seat, picture, f, battle)
        if deed is not None:
            return deed
    if free:
        return draft.done()
    singles = (Battle(s.data.bit[h], [u], 0.0) for u in members(able) for h in members(f.able[u]))
    found = (declared(game, view, seat, picture, f, battle) for battle in singles)
    return next((deed for deed in found if deed is not None), None)


def declared(
    game: Game[Position], view: Position, seat: str, picture: Picture, f: Front, battle: Battle
) -> Deed | None:
    """A battle as it is shared out, with whoever must join it, ships and aircraft; None if the duties forbid it."""
    draft = Drafted(game, view, seat)
    hexes = members(battle.hexes)
    first = next((u for u in battle.units if draft.may("attack", u, *hexes)), -1)
    if first < 0:
        return None
    draft.add("attack", first, *hexes)
    for u in battle.units:
        if u != first and draft.may("with", u):
            draft.add("with", u)
    if not draft.is_complete():
        reinforce(draft, picture, f)
    for verb in ("ship", "support", "carpet"):
        helped(draft, picture, verb)
    return draft.done() if draft.is_complete() else None


def now(draft: Drafted, picture: Picture) -> float:
    """What the battle brings as it is declared."""
    s = draft.s
    ground = sum(picture.ground(h) for h in members(s.battle_hexes)) + picture.style.bold
    return battle_worth(s, this_battle(s), ground, picture.care)


def reinforce(draft: Drafted, picture: Picture, f: Front) -> None:
    """Those who have nobody else to fight join first, then others while they add something."""
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
