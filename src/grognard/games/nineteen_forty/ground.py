"""6. The ground as it lies for the side that moves, and which of its units can step out on it."""

from __future__ import annotations

from typing import Any, NamedTuple

from grognard.games.nineteen_forty.state import Position, Survey, garrison_hexes, neutral_land, survey
from grognard.games.nineteen_forty.world import ALLIED, GERMAN, World


def ground(s: Position, side: int, around: Survey | None = None) -> tuple[int, int, int]:
    """For one side: hexes free of enemies, hexes that count as in an enemy zone, hexes with disrupted friends."""
    w: World = s.data
    if around is None:
        around = survey(s)
    foe = around.sides[1 - side]
    if side == GERMAN:
        free = w.land & ~foe.occupied & ~garrison_hexes(s)  # ruling 21
        return free, foe.zones | s.interdicted_allied, around.sides[GERMAN].shaken
    return w.land & ~foe.occupied, foe.zones | s.interdicted_german, around.sides[ALLIED].shaken


class Field:
    """The ground for the side that moves, in one position, with what has been found out about it so far."""

    __slots__ = ("areas", "around", "free", "key", "reaches", "ready", "rest", "situations", "slow", "zone")

    def __init__(self, s: Position, around: Survey, key: tuple[Any, ...]) -> None:
        self.around = around
        self.key = key
        self.free, self.zone, self.slow = ground(s, s.side, around)
        self.areas = open_areas(s)
        self.ready: Ready | None = None
        self.situations: dict[int, Any] = {}
        self.reaches: dict[int, Any] = {}
        """By unit: what is remembered of its situation and of where it can go."""
        self.rest: tuple[int, int, dict[int, int]] | None = None
        """A unit, a goal, and what is left to pay from each hex on the way (the `via` of a move)."""


def field(s: Position) -> Field:
    """The field of a position; remembered as long as nothing changes on which it depends."""
    w: World = s.data
    around = survey(s)
    key = (
        s.side, s.moved, s.german, s.allied, s.dropped, s.entered, s.unsupplied, s.impulse, s.turn, s.released,
        s.bef_turn, s.war, s.garrisons, s.interdicted_german, s.interdicted_allied, s.assign_allied,
        s.fort_lost, s.belgium_lost,
    )  # fmt: skip
    memo: Field | None = w.field_memo
    if memo is not None and memo.around is around and memo.key == key:
        return memo
    found = w.field_memo = Field(s, around, key)
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


def ready(s: Position, f: Field) -> Ready:
    """Found without a search, and remembered."""
    if f.ready is not None:
        return f.ready
    w: World = s.data
    around, areas, zone, entered = f.around, f.areas, f.zone, s.entered
    empty = f.free & ~f.slow & ~around.occupied[0] & ~around.occupied[1]
    calm = empty & ~zone
    empty &= ~w.causeways
    calm_in, empty_in = [area & calm for area in areas], [area & empty for area in areas]
    quiet = f.free & ~zone
    shore = w.sea_ends if s.side == ALLIED else 0
    crowd = around.crowd[s.side]
    where, disrupted, bit, n, busy = s.where, s.disrupted, w.bit, w.n, s.moved | s.dropped
    eager: list[int] = []
    able: list[int] = []
    others: list[int] = []
    units = alone = 0
    for u, area, near, near_from_zone in rows(s):
        if busy >> u & 1 or disrupted[u]:
            continue
        h = where[u]
        if h >= n:
            continue
        here = bit[h]
        zoned = zone & here
        steps = near_from_zone[h] if zoned else near[h]
        if steps & calm_in[area]:
            eager.append(u)
            units |= 1 << u
            if not crowd & here:
                alone |= here
        elif not zoned and steps & empty_in[area]:
            able.append(u)
        elif steps & (quiet if zoned and not w.motorized[u] else f.free) or shore & here or entered >> u & 1:
            others.append(u)
    found = f.ready = Ready(eager, able, others, units, alone)
    return found


def rows(s: Position) -> list[tuple[int, int, tuple[int, ...], tuple[int, ...]]]:
    """For each unit of the phasing side with a movement factor: its kind of bound, and for every hex the neighbours
    that it has the points to enter, from outside and from inside an enemy zone. Remembered for the phase."""
    w: World = s.data
    key = (s.side, s.impulse, s.unsupplied, s.entered)
    memo = w.rows_memo
    if memo is not None and memo[0] == key:
        return memo[1]  # type: ignore[no-any-return]
    leave = w.book.surcharges.leave_zone
    found = []
    for u in w.of_side[s.side]:
        if w.move[u]:
            points = 0 if s.entered >> u & 1 else w.tier[u][s.impulse - 1][s.unsupplied >> u & 1]
            near = w.near_by_cost[w.going_class[u]]
            found.append((u, w.area_of[u], near[points], near[max(0, points - leave)]))
    w.rows_memo = (key, found)
    return found


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
