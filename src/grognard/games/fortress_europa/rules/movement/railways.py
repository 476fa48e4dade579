# compiled as it stands
"""10.6, 10.7: which rail hexes are open, whether a line leads back to a city, and what a unit's passing changes."""

from __future__ import annotations

from grognard.games.fortress_europa.data.world import ALLIED, GERMAN
from grognard.games.fortress_europa.rules.standing import allied_hexes, flooded, zone
from grognard.games.fortress_europa.rules.state import NOWHERE, Position
from grognard.maps import Mask, mask_of


def enemy_zone(s: Position, side: int) -> Mask:
    """Where the enemy's zones bar a line; for the Germans the partisan's hex is one (24.3)."""
    w = s.data
    held = zone(s, 1 - side)
    return held | w.bit[s.partisan] if side == GERMAN and s.partisan != NOWHERE else held


def open_rail(s: Position) -> Mask:
    """Rail hexes that German trains may enter: controlled, no enemy city, out of enemy zones (10.4, 10.6, 10.7)."""
    w = s.data
    return w.rail & ~s.allied_rail & ~enemy_zone(s, GERMAN) & ~(w.cities & s.allied)


def _ground(s: Position, side: int) -> tuple[Mask, Mask]:
    """The hexes through which a line of a side may lead, free of enemy zones, for the Germans no Allied city; and
    where it ends: in a city of the side, for the Germans also at the east edge (10.6, 10.7)."""
    w = s.data
    free = ~enemy_zone(s, side)
    if side == GERMAN:
        return free & ~(w.cities & s.allied), w.cities & ~s.allied | w.rail_east & free
    return free, w.cities & allied_hexes(s)


def leads_back(s: Position, h: int) -> bool:
    """Whether rail under German control leads from a hex to a German city (ruling 75). The hex itself and the city
    may lie in an enemy zone (10.6)."""
    w = s.data
    free, ends = _ground(s, GERMAN)
    rail = w.rail & ~s.allied_rail
    reached = flooded(s, w.rail_steps, w.bit[h], free & rail)
    return bool((reached | w.rail_steps.spread(reached) & rail) & ends)


def note_passing(s: Position, u: int, h: int) -> None:
    """10.7: a unit of the phasing side is in a rail hex; whether it will change hands is seen at that moment (ruling
    76), and with it the line back to the city: the railhead goes beyond it (ruling 77)."""
    w = s.data
    side = w.side[u]
    bit = w.bit[h]
    if side == s.side and bool(s.allied_rail & bit) != (side == ALLIED):
        s.rail_noted |= line_back(s, side, h)


def line_back(s: Position, side: int, h: int) -> Mask:
    """A hex and the shortest line from it back to a city of the side, which is left out; 0 if none leads there."""
    w = s.data
    free, ends = _ground(s, side)
    line = w.rail_steps.line(ends, h, free, w.rail_rows)
    return w.bit[h] | mask_of(line[1:]) if line else 0
