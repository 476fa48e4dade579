"""6. The ground as it lies for the side that moves, and which of its units can step out on it."""

from __future__ import annotations

from typing import NamedTuple

from grognard.games.nineteen_forty.state import Position, Survey, garrison_hexes, neutral_land, survey
from grognard.games.nineteen_forty.world import ALLIED, GERMAN, World
from grognard.maps import members


def ground(s: Position, side: int, around: Survey | None = None) -> tuple[int, int, int]:
    """For one side: hexes free of enemies, hexes that count as in an enemy zone, hexes with disrupted friends."""
    w: World = s.data
    if around is None:
        around = survey(s)
    memo = w.ground_memo
    interdicted = s.interdicted_allied if side == GERMAN else s.interdicted_german
    key = (side, interdicted, s.garrisons)
    if memo is not None and memo[0] is around and memo[1] == key:
        return memo[2]  # type: ignore[no-any-return]
    foe = 1 - side
    free = w.land & ~around.occupied[foe]
    if side == GERMAN:
        free &= ~garrison_hexes(s)  # ruling 21
    slow = 0
    step = around.before
    if memo is not None and memo[1] == key and step is not None and step[0] is memo[0]:
        slow = memo[2][2]  # disrupted units do not move
    elif any(s.disrupted):
        for u, state in enumerate(s.disrupted):
            if state and w.side[u] == side and s.where[u] < w.n:
                slow |= w.bit[s.where[u]]
    found = (free, around.zones[foe] | interdicted, slow)
    w.ground_memo = (around, key, found)
    return found


class Ready(NamedTuple):
    """Units of the phasing side that have not moved: `eager` ones can certainly enter an adjacent, empty hex that
    is in no enemy zone, `able` ones an adjacent, empty hex; those that certainly cannot move are left out; the
    others must be looked at one by one."""

    eager: list[int]
    able: list[int]
    others: list[int]
    units: int
    """The eager ones as a set."""
    alone: int
    """Hexes that hold one unit only, an eager one."""


def ready(s: Position, around: Survey) -> Ready:
    """Found without a search, and remembered; after a move only its surroundings are looked at."""
    w: World = s.data
    key = (s.side, s.dropped, s.entered, s.unsupplied, s.impulse, s.turn, s.released, s.bef_turn, s.war, s.garrisons,
           s.interdicted_german, s.interdicted_allied, s.assign_allied)  # fmt: skip
    memo = w.ready_memo
    known = memo is not None and memo[1] == key
    if known and memo[0] is around and memo[2] == s.moved:
        return memo[4]  # type: ignore[no-any-return]
    free, zone, slow = ground(s, s.side, around)
    calm = free & ~zone & ~slow & ~around.occupied[0] & ~around.occupied[1]
    terrain = (calm, zone, slow, free)
    areas = memo[5] if known else open_areas(s)
    step = around.before
    found = None
    if known and step is not None and step[0] is memo[0]:
        _, u, start = step
        if s.moved == memo[2] | 1 << u and w.side[u] == s.side and terrain[1:] == memo[3][1:]:
            found = ready_again(
                s, around, terrain, areas, memo[4], calm ^ memo[3][0] | w.bit[start] | w.bit[s.where[u]]
            )
    if found is None:
        found = Ready([], [], [], 0, 0)
        units = [u for u in w.of_side[s.side] if s.where[u] < w.n and w.move[u]]
        found = sort_out(s, around, terrain, areas, units, found)
    w.ready_memo = (around, key, s.moved, terrain, found, areas)
    return found


def ready_again(
    s: Position, around: Survey, terrain: tuple[int, ...], areas: list[int], before: Ready, changed: int
) -> Ready:
    """After one move: the units on and next to the hexes that it changed are sorted out again."""
    w: World = s.data
    touched = changed
    for h in members(changed):
        touched |= w.grid.near[h]
    touched &= around.occupied[s.side]
    mine, at, move = w.side, around.at, w.move
    units = [u for h in members(touched) for u in at[h] if mine[u] == s.side and move[u]]
    eager, able, others, found, alone = before
    eager, able, others = eager.copy(), able.copy(), others.copy()
    for u in units:
        if found >> u & 1:
            eager.remove(u)
            found ^= 1 << u
        elif u in able:
            able.remove(u)
        elif u in others:
            others.remove(u)
    return sort_out(s, around, terrain, areas, units, Ready(eager, able, others, found, alone & ~changed & ~touched))


def sort_out(
    s: Position, around: Survey, terrain: tuple[int, ...], areas: list[int], units: list[int], known: Ready
) -> Ready:
    """Adds these units, which are on the map and have a movement factor, to those that are sorted out already."""
    w: World = s.data
    calm, zone, slow, free = terrain
    eager, able, others, found, alone = known
    where, disrupted, bit, area_of = s.where, s.disrupted, w.bit, w.area_of
    near, tier, kind, lacking = w.near_by_cost, w.tier, w.going_class, s.unsupplied
    busy, entered = s.moved | s.dropped, s.entered
    turn, motorized = s.impulse - 1, w.motorized
    empty = free & ~slow & ~around.occupied[0] & ~around.occupied[1] & ~w.causeways
    quiet = free & ~zone
    shore = w.sea_ends if s.side == ALLIED else 0
    crowd = around.crowd[s.side]
    for u in units:
        if disrupted[u] or busy >> u & 1:
            continue
        h = where[u]
        points = tier[u][turn][lacking >> u & 1] if not entered >> u & 1 else 0
        here = bit[h]
        zoned = zone & here
        around_it = near[kind[u]][points - 1 if zoned else points][h] if points else 0
        inside = around_it & areas[area_of[u]]
        if inside & calm:
            eager.append(u)
            found |= 1 << u
            if not crowd & here:
                alone |= here
        elif not zoned and inside & empty:
            able.append(u)
        elif around_it & (quiet if zoned and not motorized[u] else free) or shore & here or entered >> u & 1:
            others.append(u)
    return Ready(eager, able, others, found, alone)


def open_areas(s: Position) -> list[int]:
    """For each kind of bound (an Allied army, a nation, the mountain corps): hexes that are certainly inside it."""
    w: World = s.data
    areas = [0] * w.n_areas
    if s.side == GERMAN:
        areas[w.area_german] = w.land
        return areas
    if s.turn <= 0:
        return areas  # turn 0 has its own rules: everybody is looked at
    land = w.land & ~neutral_land(s)
    areas[w.area_free] = land
    released = s.released | (1 << w.bef_army if s.turn > s.bef_turn >= 0 else 0)
    for army, group in enumerate(s.assign_allied):
        areas[army] = land if released >> army & 1 else land & w.allied_groups[group]
    for area, country in w.area_minor:
        areas[area] = land & w.countries[country]
    return areas
