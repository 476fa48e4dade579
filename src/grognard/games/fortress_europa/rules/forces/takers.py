# compiled as it stands
"""27. Who may take replacements now, as sets: what the conditions in `factors` and `replacements` say of a unit."""

from __future__ import annotations

from grognard.games.fortress_europa.data.world import ALLIED, GERMAN
from grognard.games.fortress_europa.rules.forces import reserve
from grognard.games.fortress_europa.rules.forces.factors import at_hand, why_ss_first
from grognard.games.fortress_europa.rules.standing import facts, occupied, standing_on, zone
from grognard.games.fortress_europa.rules.state import Position, on
from grognard.games.fortress_europa.rules.supply.supply import line_hexes
from grognard.maps import members


def affordable(s: Position, cost: int) -> int:
    """27.1, 27.5, 27.9: units of whose factors so many are there."""
    found = 0
    for pool, units in enumerate(s.data.pool_units):
        if at_hand(s, pool) >= cost:
            found |= units
    return found


def in_reach(s: Position, side: int) -> int:
    """27.7, 27.13: units in no enemy zone, in no fortress beside an enemy, and with a line of any length; and those
    in England, Africa and the Panzer Reserve (ruling 225, 28.2)."""
    w, at = s.data, facts(s).at
    hexes = line_hexes(s, side) & ~zone(s, 1 - side)
    enemies = occupied(s, 1 - side)
    for h in members(w.fortresses & ~s.ruined):
        if w.adjacent[h] & enemies:
            hexes &= ~w.bit[h]
    return standing_on(s, "lines", hexes) | at[w.england] | at[w.africa] | at[w.reserve]


def _by_order(s: Position, found: int) -> int:
    """28.5, 31.2: without what is out of play for good, or must wait for destroyed SS units."""
    tigers = s.data.unit[reserve.TIGERS]
    if reserve.gone_for_good(s, tigers):
        found &= ~(1 << tigers)
    if on(s, "ss-first"):
        for u in members(found):
            if next(why_ss_first(s, u), None) is not None:
                found &= ~(1 << u)
    return found


def reduced(s: Position, side: int) -> int:
    """27.7: reduced units that can be built up."""
    w, face = s.data, s.face
    found = w.two_steps & w.side_mask[side] & ~w.unreplaced & affordable(s, w.book.rebuilding.step)
    found &= ~facts(s).at[w.destroyed]
    for u in members(found):
        if not face[u]:
            found ^= 1 << u
    return _by_order(s, found & in_reach(s, side)) if found else 0


def dead(s: Position, side: int, cost: int) -> int:
    """27.8, 27.13: destroyed units that can come back for so many factors."""
    w = s.data
    found = facts(s).at[w.destroyed] & w.side_mask[side] & ~w.unreplaced & affordable(s, cost)
    for u in members(found & w.training_units):
        if not s.face[u]:
            found ^= 1 << u  # 23
    return _by_order(s, found) if found else 0


def rebuilt(s: Position, side: int) -> int:
    """27.8: to one step at least."""
    book = s.data.book.rebuilding
    return dead(s, side, book.step + book.extra)


def troops(s: Position) -> int:
    """27.13: HQ Troops around which some unit can be rebuilt."""
    w = s.data
    if not dead(s, GERMAN, w.book.rebuilding.step):
        return 0
    return w.hq_troops & in_reach(s, GERMAN)


def enlarged(s: Position) -> int:
    """27.12: divisions that can become overstrength."""
    w = s.data
    if not any(s.where[x] == w.aside for x in w.overstrength):
        return 0
    found = w.six_fours & affordable(s, w.book.rebuilding.step)
    for u in members(found):
        if s.face[u]:
            found ^= 1 << u
    return found & in_reach(s, ALLIED) if found else 0
