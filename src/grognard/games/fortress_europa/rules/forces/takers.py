# compiled as it stands
"""27. Who may take replacements now, as sets: what the conditions in `factors` and `replacements` say of a unit."""

from __future__ import annotations

from grognard.games.fortress_europa.data.world import ALLIED, GERMAN
from grognard.games.fortress_europa.rules.forces import reserve
from grognard.games.fortress_europa.rules.forces.factors import at_hand, why_ss_first
from grognard.games.fortress_europa.rules.standing import facts, occupied, standing_on, survey, zone
from grognard.games.fortress_europa.rules.state import Position, on
from grognard.games.fortress_europa.rules.supply.supply import line_hexes
from grognard.maps import mask_of, members


def affordable(s: Position, cost: int) -> int:
    """27.1, 27.5, 27.9: units of whose factors so many are there."""
    found = 0
    for pool, units in enumerate(s.data.pool_units):
        if units and at_hand(s, pool) >= cost:
            found |= units
    return found


def in_reach(s: Position, side: int) -> int:
    """27.7, 27.13: units in no enemy zone, in no fortress beside an enemy, and with a line of any length; and those
    in England, Africa and the Panzer Reserve (ruling 225, 28.2)."""
    w, f = s.data, facts(s)
    at = f.at
    key = (survey(s), side, s.allied, s.partisan, s.ports_asleep, *s.mulberry_at)
    kept = f.reach
    if kept is None or kept[0] != key:
        menaced = w.fortresses & ~s.ruined & w.steps.spread(occupied(s, 1 - side))
        kept = f.reach = key, line_hexes(s, side) & ~zone(s, 1 - side) & ~menaced
    return standing_on(s, "lines", kept[1]) | at[w.england] | at[w.africa] | at[w.reserve]


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


def in_play(s: Position) -> int:
    """Units on the map, in England, in Africa and in the Panzer Reserve: nobody else can be `in_reach`."""
    w, f = s.data, facts(s)
    return f.on_map | f.at[w.england] | f.at[w.africa] | f.at[w.reserve]


def backs(s: Position, units: int) -> int:
    """Those of these units that show their back."""
    face = s.face
    return mask_of([u for u in members(units) if face[u]])


def reduced(s: Position, side: int) -> int:
    """27.7: reduced units that can be built up."""
    w, found = s.data, backs(s, in_play(s) & s.data.two_steps & s.data.side_mask[side] & ~s.data.unreplaced)
    found = found & affordable(s, w.book.rebuilding.step) if found else 0
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
    if not facts(s).at[w.aside] & w.overstrength_units:
        return 0
    found = w.six_fours & in_play(s) & affordable(s, w.book.rebuilding.step)
    found &= ~backs(s, found)
    return found & in_reach(s, ALLIED) if found else 0
