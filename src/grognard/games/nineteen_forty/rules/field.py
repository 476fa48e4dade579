"""6. The ground for the side that moves, and who can step out on it, carried along from one move to the next.

Nothing here is a rule of its own: these are shortcuts to what ground.py and movement.py define. They rely on what one
move of a friend cannot change: where enemies are and what they control.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations
from typing import NamedTuple

from grognard.games.nineteen_forty.data.world import ALLIED, BELGIUM, FRANCE, GERMAN, GERMANY, Row
from grognard.games.nineteen_forty.rules.command import army_of, bounds
from grognard.games.nineteen_forty.rules.ground import first_steps, going, ground, lie, moves_east_only
from grognard.games.nineteen_forty.rules.movement import BEFORE, can_swap, why_not_moving
from grognard.games.nineteen_forty.rules.rail import rail_region
from grognard.games.nineteen_forty.rules.searching import Ground, Hexes, Steps, Trails, find
from grognard.games.nineteen_forty.rules.stacking import fits, may_stack
from grognard.games.nineteen_forty.rules.state import (
    Facts,
    Position,
    Survey,
    allowance,
    at_war,
    friendly,
    neutral_land,
)
from grognard.games.nineteen_forty.rules.territory import Prospects
from grognard.maps import Situation, members

Fixed = tuple[int | bool | tuple[int, ...], ...]


class Lie(NamedTuple):
    """The situation of units that share bounds, and what the search wants to know of each hex."""

    now: Situation
    hexes: Hexes


class Field:
    """The ground for the side that moves, in one position, with what has been found out about it so far."""

    __slots__ = (
        "areas", "around", "calm", "fixed", "free", "gathered", "ground", "lay", "lies", "moved", "prospects",
        "rails", "reaches", "ready", "rest", "rows", "slow", "steps", "stirring", "stuck", "zone",
    )  # fmt: skip

    def __init__(self, s: Position, around: Survey, fixed: Fixed, steps: Steps) -> None:
        self.around = around
        self.fixed = fixed
        self.steps = steps
        self.moved = s.moved
        self.ground = (s.german, s.allied)
        self.free, self.zone, self.slow = ground(s, s.side, around)
        self.calm = self.free & ~self.slow & ~self.zone
        self.areas = open_areas(s)
        self.rows = rows(s)
        self.lay: Ground | None = None
        self.prospects: Prospects | None = None
        """What a step can win and lose."""
        self.ready: Ready | None = None
        self.lies: tuple[dict[int, Lie], dict[int, Lie]] = ({}, {})
        """On foot and motorized: by the hexes that units may enter as far as bounds go."""
        self.reaches: dict[int, Trails] = {}
        """By unit: where it can go."""
        self.rest: tuple[int, int, dict[int, int]] | None = None
        """A unit, a goal, and what is left to pay from each hex on the way (the `via` of a move)."""
        self.rails: tuple[int, int, int, int] | None = None
        """Units next to ground that they can reach by rail, and others that must be looked at; hexes that trains can
        pass, and where they can stop without meeting friends."""
        self.stirring: set[int] = set()
        """Units among the `others` beside which a hex was found where they can stay."""
        self.stuck: int | None = None
        """Hexes that hold one unit only, which has moved."""
        self.gathered: bool | None = None
        """Whether divisions stand together that might form a corps."""

    def copy(self) -> Field:
        new = Field.__new__(Field)
        for name in Field.__slots__:
            setattr(new, name, getattr(self, name))
        new.lies = (self.lies[0].copy(), self.lies[1].copy())
        new.reaches = self.reaches.copy()
        new.stirring = self.stirring.copy()
        return new

    def follow(self, s: Position, around: Survey, u: int, start: int, end: int) -> None:
        """Takes over what one move of a friend does not change: where enemies are and what they control."""
        self.around = around
        ours = self.ground[s.side]
        self.moved, self.ground = s.moved, (s.german, s.allied)
        if (ours ^ self.ground[s.side]) & s.data.sea_ends:  # friendly coasts are open to moves by sea
            self.lies = ({}, {})
            self.reaches.clear()
        else:
            self.reaches.pop(u, None)
        self.rest = None
        w = s.data
        if self.ready is not None:
            self.ready = after_move(s, self, self.ready, u, start, end)
        if self.stirring:  # such a hex is one step away, and what can make room there looks one step further
            touched = w.discs[2][start] | w.discs[2][end]
            self.stirring = {x for x in self.stirring if not touched & w.bit[s.where[x]]}
        if self.stuck is not None:
            self.stuck = after_stop(s, self, self.stuck, start, end)
        if w.armour[u]:
            self.gathered = None

    # ---------------------------------------------------------------------------------- for one unit

    def lie(self, s: Position, u: int) -> Lie:
        """ground.situation for a unit of the side that moves."""
        w = s.data
        area = w.area_of[u]
        inside = self.areas[area] if area <= w.area_german else 0  # of the others only a part is certain
        if not inside & w.bit[s.where[u]]:
            inside = bounds(s, u)
        known = self.lies[w.motorized[u]]
        found = known.get(inside)
        if found is None:
            if self.lay is None:
                self.lay = Ground(w.n, self.free, self.zone, self.slow)
            now = lie(s, u, self.free & inside, self.zone, self.slow)
            found = known[inside] = Lie(now, self.lay.within(inside))
        return found

    def reach(self, s: Position, u: int) -> Trails:
        """Every hex the unit has the points for; nothing here depends on where friends stand."""
        found = self.reaches.get(u)
        if found is None:
            now, hexes = self.lie(s, u)
            how = going(s, u)
            found = self.reaches[u] = find(
                s.data.bit, self.steps.within[how], s.where[u], allowance(s, u), now, hexes
            )
        return found

    def steps_of(self, s: Position, u: int) -> list[int]:
        return first_steps(s, u, self.lie(s, u).now)


def field(s: Position, kept: Facts, around: Survey, steps: Steps) -> Field:
    """The field of a position; kept with its facts as long as nothing changes on which it depends."""
    fixed: Fixed = (
        s.side, s.dropped, s.entered, s.unsupplied, s.impulse, s.turn, s.released, s.bef_turn, s.war, s.garrisons,
        s.interdicted_german, s.interdicted_allied, s.assign_allied, s.fort_lost, s.belgium_lost, s.paratroops_hold,
        s.allied_parts, s.reacting, s.late_alliance,
    )  # fmt: skip
    found = kept.field
    if found is not None and found.fixed == fixed:
        if found.around is around:
            if found.moved == s.moved and found.ground == (s.german, s.allied):
                return found
        elif kept.link is not None:
            before, after, u, start, end = kept.link
            if before is found.around and after is around and s.moved == found.moved | 1 << u:
                found.follow(s, around, u, start, end)
                return found
    found = kept.field = Field(s, around, fixed, steps)
    return found


# -------------------------------------------------------------------------------------- who can step out


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
    """Found without a search."""
    if f.ready is None:
        f.ready = sort_out(s, f, f.rows.values(), (0, 0, 0, 0))
    return f.ready


def after_move(s: Position, f: Field, before: Ready, u: int, start: int, end: int) -> Ready:
    """After one move only those next to where it began can do more, if that hex is empty now, and those next to where
    it ended less, if that one was empty. Who could not enter any hex still cannot: friends close none."""
    w = s.data
    around, by_unit, neighbours, bit = f.around, f.rows, w.grid.neighbours, w.bit
    at, left, there = around.at, bit[start], bit[end]
    eager, able, others, alone = before
    mine = 1 << u
    if eager & mine:
        eager ^= mine
    able, others = able & ~mine, others & ~mine
    alone &= ~(left | there)
    occupied, crowd = around.occupied[s.side], around.crowd[s.side]
    calm = f.calm & ~occupied
    if not occupied & left:
        waiting = able | others
        for h in neighbours[start] if waiting else ():
            for x in at.get(h, ()):
                if not waiting >> x & 1:
                    continue
                if beside(f, by_unit[x], h) & calm:
                    eager |= 1 << x
                    able, others = able & ~(1 << x), others & ~(1 << x)
                    if not crowd >> h & 1:
                        alone |= bit[h]
                elif others >> x & 1 and s.turn > 0 and start in f.steps_of(s, x):
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
                    if beside(f, by_unit[x], h) & calm:
                        continue
                    eager ^= 1 << x
                    alone &= ~bit[h]
                else:
                    able ^= 1 << x
                again.append(by_unit[x])
    return sort_out(s, f, again, (eager, able, others, alone)) if again else Ready(eager, able, others, alone)


def sort_out(s: Position, f: Field, units: Iterable[Row], known: tuple[int, int, int, int]) -> Ready:
    """Adds these units, which have a movement factor, to those that are sorted out already."""
    w = s.data
    around = f.around
    taken = around.occupied[GERMAN] | around.occupied[ALLIED]
    calm = f.calm & ~taken
    crowd = around.crowd[s.side]
    where, disrupted, bit, n, busy = s.where, s.disrupted, w.bit, w.n, s.moved | s.dropped
    eager, able, others, alone = known
    for row in units:
        u = row[0]
        if busy >> u & 1 or disrupted[u]:
            continue
        h = where[u]
        if h >= n:
            continue
        here = bit[h]
        if beside(f, row, h) & calm:
            eager |= 1 << u
            if not crowd & here:
                alone |= here
        elif s.turn <= 0:
            others |= 1 << u  # turn 0 has its own rules
        elif at_war(s, u):
            steps = f.steps_of(s, u)
            if any(not taken >> x & 1 for x in steps):
                able |= 1 << u
            elif steps or w.sea_ends & here:
                others |= 1 << u
    return Ready(eager, able, others, alone)


def beside(f: Field, row: Row, h: int) -> int:
    """The hexes next to a unit in this hex that it has the points for, certainly inside its bounds."""
    _, area, near, near_from_zone = row
    return (near_from_zone[h] if f.zone >> h & 1 else near[h]) & f.areas[area]


def rows(s: Position) -> dict[int, Row]:
    """For each unit of the phasing side with a movement factor: see `World.row`."""
    w = s.data
    found = w.rows[s.side][s.impulse - 1]
    if special := s.unsupplied | s.entered:
        found = found.copy()
        for u in members(special):
            if u in found:
                found[u] = w.row(u, 0 if s.entered >> u & 1 else w.tier[u][s.impulse - 1][1])
    return found


def open_areas(s: Position) -> list[int]:
    """For each kind of bound (an Allied army, a nation, the mountain corps): hexes that are certainly inside it."""
    w = s.data
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


# ---------------------------------------------------------------------------------------- where to stay


def can_relieve(s: Position, f: Field, u: int, h: int) -> bool:
    """movement.can_relieve"""
    w, moved = s.data, s.moved
    there = f.around.at[h]  # friends, and perhaps a parachute regiment, which takes no room
    for x in there:
        if moved >> x & 1 or not may_stack(w, [u, *[y for y in there if y != x]]):
            continue
        if can_step_out(s, f, x) or can_swap(s, u, x):
            return True
    return False


def can_step_out(s: Position, f: Field, x: int) -> bool:
    """movement.can_step_out"""
    if ready(s, f).eager >> x & 1:
        return True
    closed = f.zone | f.around.occupied[GERMAN] | f.around.occupied[ALLIED]
    if s.turn == BEFORE:
        closed |= ~s.data.countries[BELGIUM]
    return next(why_not_moving(s, x), None) is None and any(not closed >> h & 1 for h in f.steps_of(s, x))


def can_stay(s: Position, f: Field, u: int, h: int) -> bool:
    """movement.can_stay"""
    return fits(s, f.around, u, h) or (s.overfull < 0 and can_relieve(s, f, u, h))


def full_for(s: Position, f: Field, u: int, hexes: int) -> int:
    """Those of the hexes where the unit cannot stay, because of the friends that are there (3, ruling 10)."""
    w = s.data
    around, side = f.around, w.side[u]
    # Most friends stand alone, so that their number and size decide; the other hexes are looked at.
    special = w.armour[u] or w.anglo_french[u]
    if special:
        doubtful = around.occupied[side] & hexes
    else:
        doubtful = (around.crowd[side] | (around.corps[side] if w.load[u] == 3 else 0)) & hexes
    if s.overfull < 0:
        doubtful &= ~ready(s, f).alone  # who stands there alone can make room
    if not doubtful:
        return 0
    stuck = f.stuck
    if stuck is None:
        stuck = f.stuck = stuck_hexes(s, f)
    full = 0
    if not special:
        full = doubtful & stuck  # these would be two corps
        doubtful ^= full
    at = around.at
    for h in members(doubtful) if doubtful else ():
        if stuck >> h & 1:  # who is there stays
            if not may_stack(w, (u, at[h][0])):
                full |= w.bit[h]
        elif not can_stay(s, f, u, h):
            full |= w.bit[h]
    return full


def stuck_hexes(s: Position, f: Field) -> int:
    """The hexes that hold one unit only, which has moved."""
    w, at, found = s.data, f.around.at, 0
    for u in members(s.moved):
        h = s.where[u]
        if len(at.get(h, ())) == 1:
            found |= w.spot_bits[h]
    return found


def after_stop(s: Position, f: Field, stuck: int, start: int, end: int) -> int:
    """The same after one move."""
    at, bit = f.around.at, s.data.bit
    stuck = stuck | bit[end] if len(at[end]) == 1 else stuck & ~bit[end]
    left = at.get(start, ())
    return stuck | bit[start] if len(left) == 1 and s.moved >> left[0] & 1 else stuck


def destinations(s: Position, f: Field, u: int) -> int:
    """The hexes where a move of the unit may end."""
    hexes = f.reach(s, u).mask
    if s.turn == BEFORE:
        hexes &= s.data.countries[BELGIUM]
    return hexes & ~full_for(s, f, u, hexes)


def can_go(s: Position, f: Field, u: int) -> bool:
    """Whether a unit among the `others` has a hex to move to."""
    if u in f.stirring:
        return True
    if next(why_not_moving(s, u), None) is not None:
        return False
    if s.turn >= 0:
        taken = f.around.occupied[GERMAN] | f.around.occupied[ALLIED]
        for h in f.steps_of(s, u):
            if not taken >> h & 1 or can_stay(s, f, u, h):
                f.stirring.add(u)
                return True
    return bool(destinations(s, f, u))


def moving(s: Position, f: Field) -> int:
    """The units that can move somewhere, as a set, while no hex is overfull."""
    eager, able, others, _ = ready(s, f)
    found = eager | able
    for u in members(others) if others else ():
        if can_go(s, f, u):
            found |= 1 << u
    return found


# ------------------------------------------------------------------------------------------- stack moves


def common(s: Position, f: Field, units: list[int]) -> int:
    """The hexes where these units of one hex can go together."""
    w = s.data
    found = f.reach(s, units[0]).mask
    for u in units[1:]:
        found &= f.reach(s, u).mask
    for h in members(found & f.around.occupied[s.side]):
        if not may_stack(w, [*units, *[x for x in f.around.at[h] if w.side[x] == s.side]]):
            found ^= w.bit[h]
    return found


def stackers(s: Position, f: Field) -> int:
    """The units that can go somewhere together with another of their hex; mostly an empty hex is next to all."""
    around, side = f.around, s.side
    idle = ~s.moved
    calm = f.calm & ~around.occupied[side]
    eager = ready(s, f).eager
    found = 0
    for h in members(around.crowd[side]):
        units = [u for u in around.at[h] if idle >> u & 1]  # no enemy is where two of a side are
        if len(units) < 2:
            continue
        shared = calm
        for u in units:
            shared &= beside(f, f.rows[u], h) if eager >> u & 1 else 0
        if shared:
            for u in units:
                found |= 1 << u
            continue
        units = [u for u in units if next(why_not_moving(s, u), None) is None]
        for u, x in combinations(units, 2):
            if common(s, f, [u, x]):
                found |= 1 << u | 1 << x
    return found


def joining(s: Position, f: Field, chosen: list[int]) -> int:
    """The units that can be in a stack move with these."""
    if not chosen:
        return stackers(s, f)
    found = 0
    for u in f.around.at[s.where[chosen[0]]]:  # friends, and perhaps a parachute regiment, which cannot move
        if u in chosen or s.moved >> u & 1 or next(why_not_moving(s, u), None) is not None:
            continue
        if common(s, f, [*chosen, u]):
            found |= 1 << u
    return found


# -------------------------------------------------------------------------------------------------- rail


def stations(s: Position, f: Field, u: int) -> int:
    """The hexes to which the unit can go by rail."""
    region = rail_region(s, u)
    return region & ~full_for(s, f, u, region)


def trains(s: Position, f: Field) -> int:
    """The units that can move by rail now; most answers are found next to the unit, without a route.

    After a move only units next to ground that it changed are looked at again."""
    w = s.data
    side = s.side
    around, areas, by_unit = f.around, f.areas, f.rows
    quiet = ~f.zone & friendly(s, side) & w.countries[GERMANY if side == GERMAN else FRANCE]
    if side == ALLIED:
        quiet &= ~around.regiments
    calm = quiet & ~around.occupied[side]
    units: Iterable[int] = by_unit
    sure = doubtful = 0
    if f.rails is not None:
        sure, doubtful, was_quiet, was_calm = f.rails
        changed = quiet ^ was_quiet | calm ^ was_calm
        near_it = members(w.rail_steps.reversed().spread(changed) & around.occupied[side]) if changed else ()
        units = [u for h in near_it for u in around.at[h] if u in by_unit]
        for u in units:
            sure, doubtful = sure & ~(1 << u), doubtful & ~(1 << u)
    where, disrupted, near = s.where, s.disrupted, w.rail_near
    home = w.countries[GERMANY if side == GERMAN else FRANCE]
    for u in units:
        h = where[u]
        if disrupted[u] or not home >> h & 1:
            continue
        if near[h] & calm & areas[by_unit[u][1]]:
            sure |= 1 << u
        elif near[h] & quiet:
            doubtful |= 1 << u
    f.rails = sure, doubtful, quiet, calm
    idle = ~(s.moved | s.dropped | s.unsupplied | s.entered)
    for u in members(doubtful & idle):
        if next(why_not_moving(s, u), None) is None and can_rail(s, f, u, near[where[u]] & quiet):
            sure |= 1 << u
    return sure & idle


def can_rail(s: Position, f: Field, u: int, beside: int) -> bool:
    """Whether a train can stop anywhere, mostly seen in the hexes beside it that trains can pass."""
    if not moves_east_only(s, u):
        beside &= bounds(s, u)
        if not beside:
            return False
        if beside & ~f.around.occupied[s.side] or any(can_stay(s, f, u, h) for h in members(beside)):
            return True
    return bool(stations(s, f, u))
