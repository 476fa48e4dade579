"""Surveys after combat: where a few units moved, fell or changed condition, only their hexes are counted anew."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.games.nineteen_forty.state import Position, Standing, Survey, count_side, remember
from grognard.games.nineteen_forty.world import World


def recount(s: Position, before: Survey, units: Sequence[int]) -> Survey:
    """What `survey` finds, if nothing but these units has changed since the survey before."""
    w: World = s.data
    bits = w.spot_bits
    touched, free = 0, s.war & ~s.fresh
    sides, plain = set(), True
    for u in units:
        touched |= bits[before.where[u]] | bits[s.where[u]]
        sides.add(w.side[u])
        plain = plain and bool(free & w.home_bit[u]) and not w.regiment[u]
    standings = list(before.sides)
    for side in sides:
        standings[side] = count_in(s, side, before.sides[side], touched) if plain else count_side(s, side)
    regiments = before.regiments
    if not plain:
        regiments = 0
        for u in w.airborne_units:
            if w.regiment[u]:
                regiments |= bits[s.where[u]]
    return remember(s, standings[0], standings[1], regiments)


def count_in(s: Position, side: int, before: Standing, touched: int) -> Standing:
    """The standing of a side, of which only units in the touched hexes have changed; none of those may be neutral."""
    w: World = s.data
    where, disrupted, dropped, bits = s.where, s.disrupted, s.dropped, w.spot_bits
    free = s.war & ~s.fresh
    same = ~touched
    occupied, corps, crowd = before.occupied & same, before.corps & same, before.crowd & same
    sound, shaken = before.sound & same, before.shaken & same
    for u in [x for x in w.of_side[side] if bits[where[x]] & touched]:
        here = bits[where[u]]
        if not free & w.home_bit[u]:
            return count_side(s, side)
        if disrupted[u]:
            shaken |= here
        if w.regiment[u]:
            continue
        crowd |= occupied & here
        occupied |= here
        if w.load[u] == 3:
            corps |= here
        if not disrupted[u] and not dropped >> u & 1:
            sound |= here
    zones = before.zones if sound == before.sound else w.zoc_steps.spread(sound) | before.confined
    return Standing(occupied, zones, corps, crowd, sound, before.confined, shaken)
