"""10.6, 10.7: which rail hexes are open, whether a line leads back to a city, and what a unit's passing changes."""

from __future__ import annotations

from grognard.games.fortress_europa.state import Position, allied_hexes, survey
from grognard.games.fortress_europa.world import ALLIED, GERMAN, World
from grognard.maps import Mask


def enemy_zone(s: Position, side: int) -> Mask:
    """Where the enemy's zones bar a line; for the Germans the partisan's hex is one (24.3)."""
    w: World = s.data
    zone = survey(s).zones[1 - side]
    return zone | w.bit[s.partisan] if side == GERMAN and s.partisan >= 0 else zone


def open_rail(s: Position) -> Mask:
    """Rail hexes that German trains may enter: controlled, no enemy city, out of enemy zones (10.4, 10.6, 10.7)."""
    w: World = s.data
    return w.rail & ~s.allied_rail & ~enemy_zone(s, GERMAN) & ~(w.cities & s.allied)


def leads_back(s: Position, side: int, h: int, *, controlled: bool = False) -> bool:
    """Whether rail free of enemy zones leads from a hex to a city of the side, for the Germans also to the east edge,
    past no Allied city. The hex itself and the city may lie in an enemy zone (10.6). With `controlled`, along rail
    under German control only (ruling 75)."""
    w: World = s.data
    free = w.rail & ~enemy_zone(s, side)
    if side == GERMAN:
        ends = w.cities & ~s.allied | w.rail_east & free
        free &= ~(w.cities & s.allied)
    else:
        ends = w.cities & allied_hexes(s)
    rail = w.rail & ~s.allied_rail if controlled else w.rail
    reached = w.rail_steps.flood(w.bit[h], free & rail)
    return bool((reached | w.rail_steps.spread(reached) & rail) & ends)


def note_passing(s: Position, u: int, h: int) -> None:
    """10.7: a unit of the phasing side is in a rail hex; whether it will change hands is seen at that moment (ruling
    76)."""
    w: World = s.data
    side = w.side[u]
    if side != s.side or not w.rail >> h & 1 or bool(s.allied_rail >> h & 1) == (side == ALLIED):
        return
    if leads_back(s, side, h):
        s.rail_noted |= w.bit[h]
