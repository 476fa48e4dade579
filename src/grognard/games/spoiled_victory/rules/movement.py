# compiled as it stands
"""10.1 Unit Movement: who may move, how far, and what it costs."""

from __future__ import annotations

from grognard.games.spoiled_victory.data.world import EVACUEE, Data
from grognard.games.spoiled_victory.rules.cards import event_card
from grognard.games.spoiled_victory.rules.state import (
    FOOT,
    NO_GROUP,
    SIDESTEP,
    TRUCK,
    State,
    agree,
    factor,
    facts,
    marsh,
    moved,
    put,
    tell_change,
)
from grognard.kernel.rules import Events, Ints, Moved, Step, Why, Whys, bits
from grognard.kernel.show.words import number_of

ANY_DISTANCE = 99


def open_spaces(s: State, unit: int) -> int:
    """The land that a unit may enter at all: not behind Germans (10.1.4), not the Belgian area (10.1.7)."""
    f = facts(s)
    d = s.data
    spaces = ~f.barred
    if not s.surrendered and d.barred_from_belgium >> unit & 1:
        # One that was driven into the Belgian area may still cross it on its way out.
        return spaces if s.astray >> unit & 1 else spaces & ~d.belgian_area
    return spaces


def distance(s: State, unit: int, how: int) -> int:
    """10.1: on foot two spaces by day, one by night; by truck any number by day, four by night (10.1.3)."""
    m = s.data.movement
    by_night = s.data.night[s.turn] and not s.data.montgomery >> unit & 1
    if how == FOOT:
        return m.foot_night if by_night else m.foot_day
    return m.truck_night if by_night else ANY_DISTANCE


def reach(s: State, unit: int, how: int) -> int:
    """Where a unit may end a move: it stops in a Marsh (3.1-marsh) and where a German is not Engaged."""
    f = facts(s)
    d = s.data
    stops = marsh(s) | (f.german_at & ~s.engaged)
    ends = _spread(d, s.loc[unit], open_spaces(s, unit), stops, distance(s, unit, how))
    if d.nation[unit] == EVACUEE:
        return ends & ~f.crowded
    if s.astray >> unit & 1:
        return ends & ~d.belgian_area  # 10.1.7: it must get off those tracks
    return ends


def _spread(d: Data, start: int, open_: int, stops: int, far: int) -> int:
    """The spaces within so many steps over open ground, going no further from a stop."""
    here = seen = front = 1 << start
    for _ in range(far):
        front = d.next_to(front) & open_ & ~seen
        if not front:
            break
        seen |= front
        front &= ~stops
    return seen ^ here


Road = tuple[int, int, int, int]
"""From where a unit goes, the spaces open to it, those where it must stop, and where it wants to be."""


def road(s: State, unit: int, goal: int) -> Road:
    return s.loc[unit], open_spaces(s, unit), marsh(s) | (facts(s).german_at & ~s.engaged), goal


def route(s: State, unit: int, goal: int) -> tuple[int, ...]:
    """A shortest way to a space within reach."""
    return shortest(s.data, road(s, unit, goal))


def shortest(d: Data, road: Road) -> tuple[int, ...]:
    start, open_, stops, goal = road
    paths: dict[int, tuple[int, ...]] = {start: (start,)}
    front = [start]
    while front and goal not in paths:
        after = []
        for space in front:
            for other in d.near_of[space]:
                if other not in paths and open_ >> other & 1:
                    paths[other] = (*paths[space], other)
                    if not stops >> other & 1:
                        after.append(other)
        front = after
    return paths[goal]


def can_stir(s: State) -> int:
    """The units on land that may move voluntarily: not Suppressed (10.1.6), not sharing a space with a German."""
    f = facts(s)
    return f.ashore & ~(f.met | s.suppressed)


def with_somewhere_to_go(s: State, units: int, how: int, group: int = NO_GROUP) -> int:
    """Those of the units that can reach some space; members of the open group may go by its movement too."""
    f = facts(s)
    if not units:
        return 0
    d = s.data
    for space in bits(f.pockets):
        units &= ~f.at[space]
    if not s.surrendered:
        barred = d.barred_from_belgium & ~s.astray
        for space in bits(f.walled):
            units &= ~(f.at[space] & barred)
    picky = units & (d.evacuees | s.astray)
    while picky:
        low = picky & -picky
        unit = low.bit_length() - 1
        if low & d.evacuees:
            beside = d.near[s.loc[unit]] & ~f.barred
            if beside & ~f.crowded:
                picky ^= low
                continue
        if not reach(s, unit, how) and not (group and in_open_group(s, unit) and reach(s, unit, group)):
            units ^= low
        picky ^= low
    return units


def trucks_allowed(s: State) -> bool:
    return not event_card(s).no_trucks


def in_open_group(s: State, unit: int) -> bool:
    """Whether a unit can still move with the group that was paid for last (10.1, 10.1.2)."""
    if s.group not in (FOOT, TRUCK) or not s.group_left >> unit & 1:
        return False
    nation = s.data.nation[unit]
    return nation == EVACUEE or s.group_nation in (EVACUEE, nation)


def group_members(s: State) -> int:
    """Those of the open group that have not moved yet."""
    d = s.data
    units = s.group_left & ~s.suppressed
    if s.group == SIDESTEP:
        return units & d.montgomery
    if s.group_nation != EVACUEE:
        units &= d.nations[s.group_nation] | d.evacuees
    return units


def best_way(s: State) -> int:
    """The longest movement that the Actions left could pay for, or NO_GROUP."""
    c = s.data.cost
    if s.actions >= c.truck and trucks_allowed(s):
        return TRUCK
    return FOOT if s.actions >= c.foot else NO_GROUP


def group_way(s: State) -> int:
    """How the rest of the open group may move: a group on foot may take trucks for the difference (ruling 74)."""
    if s.group == SIDESTEP:
        return NO_GROUP
    c = s.data.cost
    if s.group == FOOT and s.actions >= c.truck - c.foot and trucks_allowed(s):
        return TRUCK
    return s.group


def movers(s: State, stirring: int) -> int:
    """The units that `move` may take: any that stir if it can be paid, else the rest of the open group."""
    how = best_way(s)
    if how != NO_GROUP:
        return with_somewhere_to_go(s, stirring, how, group_way(s))
    if s.group in (FOOT, TRUCK):
        return with_somewhere_to_go(s, group_members(s) & stirring, group_way(s))
    return 0


def destinations(s: State, unit: int) -> int:
    """Where `move` may take a unit, by the group that is open or by what can be paid."""
    how = best_way(s)
    ends = reach(s, unit, how) if how else 0
    along = group_way(s)
    if along != how and in_open_group(s, unit):
        ends |= reach(s, unit, along)
    return ends


def price(s: State, unit: int, space: int) -> tuple[int, int]:
    """How a unit gets to a space most cheaply, and the Actions it costs: (FOOT or TRUCK, cost)."""
    c = s.data.cost
    if in_open_group(s, unit):
        if reach(s, unit, s.group) >> space & 1:
            return s.group, 0
        return TRUCK, c.truck - c.foot  # ruling 74
    if reach(s, unit, FOOT) >> space & 1:
        return FOOT, c.foot
    return TRUCK, c.truck


# --------------------------------------------------------------------------------------- doing it


def go(s: State, unit: int, space: int) -> None:
    """The move itself, and its meeting a German (10.1.8)."""
    f = facts(s)
    bit = 1 << unit
    put(s, unit, space)
    s.group_left &= ~bit
    if f.german_at >> space & 1:
        s.entered |= bit
    if s.astray & bit and not s.data.belgian_area >> space & 1:
        s.astray &= ~bit


def close_group(s: State) -> None:
    s.group = NO_GROUP
    s.group_left = 0


def open_group(s: State, unit: int, how: int) -> None:
    """Pay for a space: its other units of the same nation, and its evacuees, may move now too."""
    f = facts(s)
    s.group = how
    s.group_at = s.loc[unit]
    s.group_left = f.at[s.group_at] & ~s.suppressed
    s.group_nation = s.data.nation[unit]


def do_move(s: State, step: Step[State], seat: str, args: Ints, ev: Events | None) -> None:
    d = s.data
    unit, space = args
    how, cost = price(s, unit, space)
    way = road(s, unit, space) if ev is not None else None
    s.actions -= cost
    if in_open_group(s, unit):
        s.group = how
        if s.group_nation == EVACUEE:
            s.group_nation = d.nation[unit]
    else:
        open_group(s, unit, how)
    go(s, unit, space)
    if ev is not None and way is not None:
        ev.later(_marched, d, unit, way, how, cost)
    s.stack.append(step)


def _marched(d: Data, unit: int, road: Road, how: int, cost: int) -> Moved:
    way, on = ("on foot", "foot") if how == FOOT else ("by truck", "truck")
    paid = number_of(cost, "Action") if cost else "with the group"
    words = f"{d.unit_names[unit]} {agree(d, unit, 'moves', 'move')} {way} to {d.place_ids[road[-1]]} ({paid})."
    return moved(d, unit, shortest(d, road), words, "10.1", on, cost)


def ghq_company(s: State) -> int:
    """The British units that may move free with GHQ (10.1.5, ruling 37)."""
    f = facts(s)
    d = s.data
    place = s.loc[d.ghq]
    if not f.ashore & d.ghq_bit or s.ghq_moves >= factor(s, d.ghq):
        return 0
    return f.at[place] & d.british & ~d.ghq_bit


def free_way(s: State) -> int:
    return TRUCK if trucks_allowed(s) else FOOT


def assaulters(s: State) -> int:
    """Engaged units that Movement can activate: they do not move but attack where they are (9.3.8, 10.1.8)."""
    f = facts(s)
    return f.met & ~(s.entered | s.roused | s.suppressed)


def rouse(s: State, units: int, ev: Events | None, how: str, rule: str) -> None:
    """Engaged units get ready to attack where they stand."""
    s.roused |= units
    if ev is not None:
        d = s.data
        for unit in bits(units):
            words = agree(d, unit, "prepares to attack where it stands", "prepare to attack where they stand")
            tell_change(ev, "roused", f"{d.unit_names[unit]} {words}{how}.", rule, (d.unit_ids[unit],))


def free_movers(s: State, stirring: int) -> int:
    company = ghq_company(s)
    if not company:
        return 0
    return with_somewhere_to_go(s, company & stirring, free_way(s)) | company & assaulters(s)


def do_free(s: State, step: Step[State], seat: str, args: Ints, ev: Events | None) -> None:
    d = s.data
    unit, space = args
    s.ghq_moves += 1
    if space == s.loc[unit]:
        rouse(s, 1 << unit, ev, ", free with GHQ", "10.1.5")
        s.stack.append(step)
        return
    path = route(s, unit, space) if ev is not None else ()
    go(s, unit, space)
    if ev is not None:
        words = f"{d.unit_names[unit]} {agree(d, unit, 'moves', 'move')} to {d.place_ids[space]}, free with GHQ."
        ev.add(moved(d, unit, path, words, "10.1.5", "foot" if free_way(s) == FOOT else "truck", 0))
    s.stack.append(step)


def may_sidestep(s: State) -> int:
    """The 3rd Division units for which the event Montgomery Sidesteps is, all from one space."""
    if s.group == SIDESTEP:
        return group_members(s)
    return s.data.montgomery if s.sidestep else 0


def sidesteppers(s: State, stirring: int) -> int:
    """Those of them that can move, or attack where they stand."""
    units = may_sidestep(s)
    return with_somewhere_to_go(s, units & stirring, TRUCK) | units & assaulters(s) if units else 0


def do_sidestep(s: State, step: Step[State], seat: str, args: Ints, ev: Events | None) -> None:
    d = s.data
    unit, space = args
    if s.sidestep:
        s.sidestep = False
        open_group(s, unit, SIDESTEP)
    if space == s.loc[unit]:
        s.group_left &= ~(1 << unit)
        rouse(s, 1 << unit, ev, ", free by the event", "16.0")
        s.stack.append(step)
        return
    path = route(s, unit, space) if ev is not None else ()
    go(s, unit, space)
    if ev is not None:
        words = f"{d.unit_names[unit]} sidesteps to {d.place_ids[space]}."
        ev.add(moved(d, unit, path, words, "16.0", "truck", 0))
    s.stack.append(step)


# ---------------------------------------------------------------------------------------- reasons


def must_leave_first(s: State) -> int:
    """Units in the Belgian area that can leave it now: nothing else may be done before (10.1.7, ruling 39)."""
    if not s.astray:
        return 0
    units = 0
    company, aside = ghq_company(s), may_sidestep(s)
    for unit in bits(s.astray & can_stir(s)):
        ways = {best_way(s)}
        if in_open_group(s, unit):
            ways.add(group_way(s))
        if company >> unit & 1:
            ways.add(free_way(s))
        if aside >> unit & 1:
            ways.add(TRUCK)
        if any(way and reach(s, unit, way) for way in ways):
            units |= 1 << unit
    return units


def nothing_before_leaving(s: State, step: Step[State], seat: str) -> Whys:
    """The reason against any action but a move out of the Belgian area."""
    units = must_leave_first(s)
    if units:
        unit = units.bit_length() - 1
        yield Why(
            "10.1.7",
            lambda: f"{s.data.unit_names[unit]} must first leave the Belgian area.",
            (s.data.place_ids[s.loc[unit]],),
            (s.data.unit_ids[unit],),
        )
