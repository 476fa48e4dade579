"""6. The ground as it lies for the side that moves, and which of its units can step out on it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from grognard.games.nineteen_forty.command import army_of, bounds
from grognard.games.nineteen_forty.searching import Ground, Hexes, Lie
from grognard.games.nineteen_forty.state import (
    Position,
    Prospects,
    Survey,
    allowance,
    at_war,
    friendly,
    garrison_hexes,
    neutral_land,
    survey,
)
from grognard.games.nineteen_forty.world import ALLIED, GERMAN, SEA, World
from grognard.maps import Going, Reach, members


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


Row = tuple[int, int, tuple[int, ...], tuple[int, ...]]


class Field:
    """The ground for the side that moves, in one position, with what has been found out about it so far."""

    __slots__ = (
        "areas", "around", "calm", "due", "embark", "fixed", "free", "ground", "hexes", "listed", "moved",
        "prospects", "rails", "reaches", "ready", "rest", "rows", "situations", "slow", "together", "zone",
    )  # fmt: skip

    def __init__(self, s: Position, around: Survey, fixed: tuple[Any, ...]) -> None:
        self.around = around
        self.fixed = fixed
        self.moved = s.moved
        self.ground = (s.german, s.allied)
        self.free, self.zone, self.slow = ground(s, s.side, around)
        self.calm = self.free & ~self.slow & ~self.zone
        self.areas = open_areas(s)
        self.rows = rows(s)
        self.prospects: Prospects | None = None
        """What a step can win and lose."""
        self.ready: Ready | None = None
        self.situations: tuple[dict[int, Lie], dict[int, Lie]] = ({}, {})
        """On foot and motorized: by the hexes that units may enter as far as bounds go."""
        self.hexes: Ground | None = None
        self.reaches: dict[int, Reach] = {}
        """By unit: where it can go."""
        self.rest: tuple[int, int, dict[int, int]] | None = None
        """A unit, a goal, and what is left to pay from each hex on the way (the `via` of a move)."""
        self.together: bool | None = None
        """Whether two armoured divisions stand in one hex."""
        self.due: list[int] | None = None
        """Reinforcements that wait to enter."""
        self.embark: tuple[Any, list[str]] | None = None
        """What has happened in ports, and who can embark."""
        self.listed: tuple[int, list[Any]] | None = None
        """Units, and the actions that begin their moves."""
        self.rails: tuple[int, int, int, int] | None = None
        """Units next to ground that they can reach by rail, and others that must be looked at; hexes that trains can
        pass, and where they can stop without meeting friends."""

    def laid(self, w: World, now: Lie) -> Hexes:
        """What a search wants to know of each hex; remembered."""
        if now.hexes is None:
            if self.hexes is None:
                self.hexes = Ground(w.n, self.free, self.zone, self.slow)
            now.hexes = self.hexes.within(now.inside)
        return now.hexes

    def follow(self, s: Position, around: Survey, u: int, start: int, end: int) -> None:
        """Takes over what one move of a friend does not change: where enemies are and what they control."""
        self.around = around
        ours = self.ground[s.side]
        self.moved, self.ground = s.moved, (s.german, s.allied)
        if (ours ^ self.ground[s.side]) & s.data.sea_ends:  # friendly coasts are open to moves by sea
            self.situations = ({}, {})
            self.reaches.clear()
        else:
            self.reaches.pop(u, None)
        self.rest = None
        if s.data.armour[u]:
            self.together = None
        if s.data.ports_mask >> start & 1 or s.data.ports_mask >> end & 1:
            self.embark = None
        if self.ready is not None:
            self.ready = after_move(s, self, self.ready, u, start, end)


def field(s: Position) -> Field:
    """The field of a position; remembered as long as nothing changes on which it depends."""
    w: World = s.data
    around = survey(s)
    fixed = (
        s.side, s.dropped, s.entered, s.unsupplied, s.impulse, s.turn, s.released, s.bef_turn, s.war, s.garrisons,
        s.interdicted_german, s.interdicted_allied, s.assign_allied, s.fort_lost, s.belgium_lost, s.paratroops_hold,
    )  # fmt: skip
    memo: Field | None = w.field_memo
    if memo is not None and memo.fixed == fixed:
        if memo.around is around:
            if memo.moved == s.moved and memo.ground == (s.german, s.allied):
                return memo
        elif (step := around.before) is not None and step[0] is memo.around and s.moved == memo.moved | 1 << step[1]:
            memo.follow(s, around, *step[1:])
            return memo
    found = w.field_memo = Field(s, around, fixed)
    return found


class Ready(NamedTuple):
    """Which units of the phasing side can move, as far as that is seen next to them; the rest certainly cannot.
    Sets of units, and one of hexes."""

    eager: int
    """They can enter an adjacent, empty hex that is in no enemy zone."""
    able: int
    """They can enter an adjacent, empty hex."""
    others: int
    """They must be looked at: friends stand in every hex that they can enter, or they could go by sea."""
    alone: int
    """Hexes that hold one unit only, an eager one."""


def ready(s: Position, f: Field) -> Ready:
    """Found without a search, and remembered."""
    if f.ready is None:
        f.ready = sort_out(s, f, f.rows.values(), (0, 0, 0, 0))
    return f.ready


def after_move(s: Position, f: Field, before: Ready, u: int, start: int, end: int) -> Ready:
    """After one move only those next to where it began can do more, if that hex is empty now, and those next to where
    it ended less, if that one was empty. Who could not enter any hex still cannot: friends close none."""
    w: World = s.data
    around, by_unit, neighbours, bit = f.around, f.rows, w.grid.neighbours, w.bit
    at, left, there = around.at, bit[start], bit[end]
    eager, able, others, alone = before
    mine = 1 << u
    if eager & mine:
        eager ^= mine
    able, others = able & ~mine, others & ~mine
    alone &= ~(left | there)
    occupied, crowd = around.occupied[s.side], around.crowd[s.side]
    calm, zone, areas = f.calm & ~occupied, f.zone, f.areas
    if not occupied & left:
        waiting = able | others
        for h in neighbours[start] if waiting else ():
            for x in at.get(h, ()):
                if not waiting >> x & 1:
                    continue
                _, area, near, near_from_zone = by_unit[x]
                if (near_from_zone[h] if zone >> h & 1 else near[h]) & calm & areas[area]:
                    eager |= 1 << x
                    able, others = able & ~(1 << x), others & ~(1 << x)
                    if not crowd >> h & 1:
                        alone |= bit[h]
                elif others >> x & 1 and s.turn > 0 and start in first_steps(s, x, f):
                    others ^= 1 << x
                    able |= 1 << x
    elif not crowd & left and any(eager >> x & 1 for x in at[start]):
        alone |= left
    again = []
    if not crowd & there:
        lively = eager | able
        for h in neighbours[end]:
            for x in at.get(h, ()):
                if not lively >> x & 1:
                    continue
                if eager >> x & 1:
                    _, area, near, near_from_zone = by_unit[x]
                    if (near_from_zone[h] if zone >> h & 1 else near[h]) & calm & areas[area]:
                        continue
                    eager ^= 1 << x
                    alone &= ~bit[h]
                else:
                    able ^= 1 << x
                again.append(by_unit[x])
    return sort_out(s, f, again, (eager, able, others, alone)) if again else Ready(eager, able, others, alone)


def sort_out(s: Position, f: Field, units: Iterable[Row], known: tuple[int, int, int, int]) -> Ready:
    """Adds these units, which have a movement factor, to those that are sorted out already."""
    w: World = s.data
    around, areas, zone = f.around, f.areas, f.zone
    taken = around.occupied[0] | around.occupied[1]
    calm = f.calm & ~taken
    crowd = around.crowd[s.side]
    where, disrupted, bit, n, busy = s.where, s.disrupted, w.bit, w.n, s.moved | s.dropped
    eager, able, others, alone = known
    for u, area, near, near_from_zone in units:
        if busy >> u & 1 or disrupted[u]:
            continue
        h = where[u]
        if h >= n:
            continue
        here = bit[h]
        if (near_from_zone[h] if zone & here else near[h]) & calm & areas[area]:
            eager |= 1 << u
            if not crowd & here:
                alone |= here
        elif s.turn <= 0:
            others |= 1 << u  # turn 0 has its own rules
        elif at_war(s, u):
            steps = first_steps(s, u, f)
            if any(not taken >> x & 1 for x in steps):
                able |= 1 << u
            elif steps or (s.side == ALLIED and w.sea_ends & here):
                others |= 1 << u
    return Ready(eager, able, others, alone)


def rows(s: Position) -> dict[int, Row]:
    """For each unit of the phasing side with a movement factor: its kind of bound, and for every hex the neighbours
    that it has the points to enter, from outside and from inside an enemy zone. Remembered for the phase."""
    w: World = s.data
    key = (s.side, s.impulse, s.unsupplied, s.entered)
    memo = w.rows_memo
    if memo is not None and memo[0] == key:
        return memo[1]  # type: ignore[no-any-return]
    if s.impulse not in w.rows_of[s.side]:
        w.rows_of[s.side][s.impulse] = {
            u: _row(w, u, w.tier[u][s.impulse - 1][0]) for u in w.of_side[s.side] if w.move[u]
        }
    found: dict[int, Row] = w.rows_of[s.side][s.impulse].copy()
    for u in members(s.unsupplied | s.entered):
        if u in found:
            found[u] = _row(w, u, 0 if s.entered >> u & 1 else w.tier[u][s.impulse - 1][1])
    w.rows_memo = (key, found)
    return found


def _row(w: World, u: int, points: int) -> Row:
    near = w.near_by_cost[w.going_class[u]]
    return u, w.area_of[u], near[points], near[max(0, points - w.book.surcharges.leave_zone)]


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
    army = army_of(s, w.french_armour)
    areas[w.area_corps] = areas[army] if army >= 0 else land
    for area, country in w.area_minor:
        areas[area] = land & w.countries[country]
    return areas


# ------------------------------------------------------------------------------------- for one unit


def moves_east_only(s: Position, u: int) -> bool:
    """18 ¶1d: on turn 0 Allied units other than the Swiss Border reserve go east or north-east."""
    w: World = s.data
    return s.turn == 0 and w.side[u] == ALLIED and w.entry[u] != "swiss-border"


def situation(s: Position, u: int, f: Field | None = None) -> Lie:
    """4 ¶2, 6 ¶2 and Sea Hexsides, 9 ¶3, 10 Outflanking ¶2 as they stand for one unit; remembered."""
    w: World = s.data
    side = w.side[u]
    if side == s.side:
        f = field(s) if f is None else f
        area = w.area_of[u]
        inside = f.areas[area] if area <= w.area_german else 0  # of the others only a part is certain
        if not inside & w.bit[s.where[u]]:
            inside = bounds(s, u)
        known = f.situations[w.motorized[u]].get(inside)
        if known is not None:
            return known
        free, zone, slow = f.free & inside, f.zone, f.slow
    else:
        free, zone, slow = ground(s, side)
        free &= bounds(s, u)
    calm = free & ~zone
    sea = calm & friendly(s, side) & w.sea_ends
    if not w.motorized[u]:
        from_zone: tuple[int, ...] = (calm, sea, calm, calm, calm)
    elif side == GERMAN:
        from_zone = (free, sea, calm, free if s.fort_lost else calm, calm)
    else:
        from_zone = (free, sea, free, free, calm)
    found = Lie(
        (free, sea, free, free, calm),  # over a causeway also into unfriendly ground (ruling 108)
        from_zone,
        zone,
        zone,
        ((zone, w.leave_zone),),
        ((slow, w.disrupted_friend),) if slow else (),
    )
    if f is not None and side == s.side:
        found.inside = inside
        f.situations[w.motorized[u]][inside] = found
    return found


def going(s: Position, u: int) -> Going:
    w: World = s.data
    if moves_east_only(s, u):
        return w.going_east[w.going_class[u]]
    return w.going[w.side[u]][w.going_class[u]]


def first_steps(s: Position, u: int, f: Field | None = None) -> list[int]:
    """The adjacent hexes that the unit can enter now, sea sides left out."""
    now, here, points = situation(s, u, f), s.where[u], allowance(s, u)
    opened, from_zone = now.open, now.open
    if now.zone >> here & 1:
        from_zone = now.open_from_zone
        points -= now.leave[0][1]
    slow, extra = now.enter[0] if now.enter else (0, 0)
    return [
        there
        for there, cost, kind, bit in going(s, u).steps[here]
        if cost <= points
        and kind != SEA
        and bit & opened[kind] & from_zone[kind]
        and (not bit & slow or cost + extra <= points)
    ]
