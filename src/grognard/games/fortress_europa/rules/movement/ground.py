# compiled as it stands
"""8. Terrain and zones as they bear on one unit's movement: its allowance, its steps, and what stops it."""

from __future__ import annotations

from grognard.games.fortress_europa.data.world import ALLIED, ALPINE, FLOODED, GERMAN, MOUNTAIN, ROUGH
from grognard.games.fortress_europa.rules.forces import alert
from grognard.games.fortress_europa.rules.movement.districts import bounds
from grognard.games.fortress_europa.rules.movement.spans import spanned
from grognard.games.fortress_europa.rules.setup import ardennes
from grognard.games.fortress_europa.rules.standing import bridges, occupied, open_ways, zone
from grognard.games.fortress_europa.rules.state import FREE, NOWHERE, Position
from grognard.maps import Going, Mask, Situation


def allowance(s: Position, u: int) -> int:
    """How many hexes a unit may move by land in this impulse (5.4, 8.11)."""
    w = s.data
    hexes = w.allowances[s.weather, s.impulse][u][s.face[u]]  # coastal units as their infantry side (22.2)
    if s.side == ALLIED and ardennes.slowed(s, u):
        return 0 if s.sailed >> u & 1 else min(hexes, 1)  # 33.3.9-5
    if s.armor_rolls and alert.halved(s, u):
        hexes = (hexes + 1) // 2  # 31.9
    if hexes and s.sailed >> u & 1:
        return max(1, hexes // 2)  # 11.3, 5.6 (ruling 83)
    return hexes


def is_armored(s: Position, u: int) -> bool:
    w = s.data
    return bool(w.armored >> u & 1)


def closed_rivers(s: Position, u: int) -> int:
    """River sections that a unit cannot simply cross: bridges down, and it is armored or it is the first impulse
    (17.10.4)."""
    return s.bridges_down if s.bridges_down and (is_armored(s, u) or s.impulse == 1) else 0


def going(s: Position, u: int) -> Going:
    """The steps of a unit: one for each hex (2.7), alpine ground for mountain units only (8.4)."""
    w = s.data
    forbidden = ardennes.closed_rivers(s, u)
    closed = closed_rivers(s, u) | forbidden
    spans = spanned(s, u) & closed & ~forbidden
    if spans:  # 31.16: over these, but into no enemy zone
        held = zone(s, 1 - w.side[u])
        barred = [(a, b) for a, b in w.pairs_over(spans) if held >> b & 1]
        return going_without(s, u, closed & ~spans).without(barred)
    return going_without(s, u, closed)


def going_without(s: Position, u: int, closed: int) -> Going:
    """The same, where the rivers of these sections cannot be crossed."""
    return bridges(s).going(bool(s.data.mountain_units >> u & 1), closed)


def open_ground(s: Position, u: int) -> Mask:
    """The hexes that a unit may enter: no enemies in them (7.2, 9.5), and no other rule against it."""
    w = s.data
    enemies = occupied(s, 1 - w.side[u])
    free = bounds(s, u) & ~enemies & ~ardennes.closed_ground(s, u)
    if w.beside_dyke & enemies:
        free &= ~w.dyke  # 16.7 (ruling 53)
    return free


def halting(s: Position, u: int) -> Mask:
    """Ground that ends a unit's move when it is entered (8.2, 8.3, 8.4, 24.3)."""
    w = s.data
    stop = w.ground[ALPINE]
    if s.flooded:
        stop |= w.ground[FLOODED]
    if not w.mountain_units >> u & 1:
        stop |= w.ground[MOUNTAIN]
    if s.partisan != NOWHERE and w.side[u] == GERMAN:
        stop |= w.bit[s.partisan]
    return stop


def situation(s: Position, u: int) -> Situation:
    """What the moment adds to a unit's going: enemies, zones (7.2, 8.10), halts, and rough ground for armor (8.1)."""
    w = s.data
    free = open_ground(s, u)
    held = binding(s, u)
    return Situation(
        open=(free,),
        open_from_zone=(free & ~held,),
        zone=held,
        stop=halting(s, u) | held,
        curb=w.ground[ROUGH] if is_armored(s, u) else 0,
        curbed=(allowance(s, u) + 1) // 2,
    )


def binding(s: Position, u: int) -> Mask:
    """The enemy zones that stop a unit (7.2): all, but none where it may ignore them (33.3.9-4)."""
    w = s.data
    return 0 if ardennes.slips_through(s, u) else zone(s, 1 - w.side[u])


def in_enemy_zone(s: Position, u: int) -> bool:
    w = s.data
    h = s.where[u]
    return h < w.n and bool(zone(s, 1 - w.side[u]) & w.bit[h])


def adjacent_enemies(s: Position, u: int) -> list[int]:
    """Enemy units in whose zone a unit is: those that it must attack (7.2, 14.6A). Bridges, fortresses and frozen
    units are taken into account."""
    w = s.data
    h, side = s.where[u], w.side[u]
    adjacent = open_ways(s).adjacent
    silent = ~w.zoned | s.dropped | s.invaders
    shut = side == GERMAN and bool((w.fortresses & ~s.ruined) >> h & 1)
    enemies = []
    for x in w.of_side[1 - side]:
        at = s.where[x]
        if at == h or (
            at < w.n and adjacent[at] >> h & 1 and not shut and not silent >> x & 1 and s.bound[x] == FREE
        ):
            enemies.append(x)
    return enemies
