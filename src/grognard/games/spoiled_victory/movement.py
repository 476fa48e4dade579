"""10.1 Unit Movement: who may move, how far, and what it costs."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from grognard.games.spoiled_victory.cards import event_card
from grognard.games.spoiled_victory.combat import allied_attack_odds
from grognard.games.spoiled_victory.data import EVACUEE, NATION_WORDS, Data, bits
from grognard.games.spoiled_victory.state import (
    FOOT,
    NO_GROUP,
    SIDESTEP,
    TRUCK,
    State,
    factor,
    marsh,
    put,
    tell_move,
    track_in,
)
from grognard.kernel.contract import Args, Slot, Verb, Why, Whys
from grognard.kernel.events import Events
from grognard.kernel.show import Odds, Preview, Reason

ANY_DISTANCE = 99


def open_spaces(s: State, unit: int) -> int:
    """The land that a unit may enter at all: not behind Germans (10.1.4), not the Belgian area (10.1.7)."""
    d = s.data
    spaces = d.land_mask & ~s.barred
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
    """Where a unit may end a move: it stops in a Marsh and in the space of a German that is not Engaged."""
    d = s.data
    stops = marsh(s) | (s.german_at & ~s.engaged)
    ends = _spread(d, s.loc[unit], open_spaces(s, unit), stops, distance(s, unit, how))
    if d.nation[unit] == EVACUEE:
        return ends & ~s.crowded
    if s.astray >> unit & 1:
        return ends & ~d.belgian_area  # 10.1.7: it must get off those tracks
    return ends


@lru_cache(maxsize=1 << 15)
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


def route(s: State, unit: int, how: int, goal: int) -> tuple[int, ...]:
    """A shortest way to a space within reach."""
    d = s.data
    open_ = open_spaces(s, unit)
    stops = marsh(s) | (s.german_at & ~s.engaged)
    paths: dict[int, tuple[int, ...]] = {s.loc[unit]: (s.loc[unit],)}
    front = [s.loc[unit]]
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
    at = s.at
    off = s.suppressed
    for space in bits(s.german_at):
        off |= at[space]
    return s.ashore & ~off


def with_somewhere_to_go(s: State, units: int, how: int, group: int = NO_GROUP) -> int:
    """Those of the units that can reach some space; members of the open group may go by its movement too."""
    if not units:
        return 0
    d = s.data
    # Nobody stands behind a German, so only open spaces are looked at.
    open_ = d.land_mask & ~s.barred
    for space in bits(open_ & ~d.next_to(open_)):
        units &= ~s.at[space]
    if not s.surrendered:
        barred = units & d.barred_from_belgium & ~s.astray
        if barred:
            for space in bits(open_ & ~d.next_to(open_ & ~d.belgian_area)):
                units &= ~(s.at[space] & barred)
    picky = units & (d.evacuees | s.astray)
    while picky:
        low = picky & -picky
        unit = low.bit_length() - 1
        if low & d.evacuees:
            beside = d.near[s.loc[unit]] & open_
            if beside & ~s.crowded:
                picky ^= low
                continue
        if not reach(s, unit, how) and not (group > how and in_open_group(s, unit) and reach(s, unit, group)):
            units ^= low
        picky ^= low
    return units


def trucks_allowed(s: State) -> bool:
    return not event_card(s).no_trucks


def in_open_group(s: State, unit: int) -> bool:
    """Whether a unit can still move with the group that was paid for last (10.1, 10.1.2)."""
    if not s.group or not s.group_left >> unit & 1 or s.loc[unit] != s.group_at:
        return False
    if s.group == SIDESTEP:
        return bool(s.data.montgomery >> unit & 1)
    nation = s.data.nation[unit]
    return nation == EVACUEE or s.group_nation in (EVACUEE, nation)


def group_members(s: State) -> int:
    if s.group == NO_GROUP:
        return 0
    d = s.data
    units = s.group_left & s.at[s.group_at] & ~s.suppressed
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


def movers(s: State, stirring: int) -> int:
    """The units that `move` may take: any that stir if it can be paid, else the rest of the open group."""
    how = best_way(s)
    if how != NO_GROUP:
        return with_somewhere_to_go(s, stirring, how, s.group if s.group != SIDESTEP else NO_GROUP)
    if s.group in (FOOT, TRUCK):
        return with_somewhere_to_go(s, group_members(s) & stirring, s.group)
    return 0


def destinations(s: State, unit: int) -> int:
    """Where `move` may take a unit, by the group that is open or by what can be paid."""
    how = best_way(s)
    ends = reach(s, unit, how) if how else 0
    if s.group in (FOOT, TRUCK) and s.group > how and in_open_group(s, unit):
        ends |= reach(s, unit, s.group)
    return ends


def price(s: State, unit: int, space: int) -> tuple[int, int]:
    """How a unit gets to a space most cheaply, and the Actions it costs: (FOOT or TRUCK, cost)."""
    c = s.data.cost
    if s.group in (FOOT, TRUCK) and in_open_group(s, unit) and reach(s, unit, s.group) >> space & 1:
        return s.group, 0
    if reach(s, unit, FOOT) >> space & 1:
        return FOOT, c.foot
    return TRUCK, c.truck


# --------------------------------------------------------------------------------------- doing it


def go(s: State, unit: int, space: int) -> None:
    """The move itself, and its meeting a German (10.1.8)."""
    bit = 1 << unit
    put(s, unit, space)
    s.group_left &= ~bit
    if s.german_at >> space & 1:
        s.entered |= bit
    if s.astray & bit and not s.data.belgian_area >> space & 1:
        s.astray &= ~bit


def close_group(s: State) -> None:
    s.group = NO_GROUP
    s.group_left = 0


def open_group(s: State, unit: int, how: int) -> None:
    """Pay for a space: its other units of the same nation, and its evacuees, may move now too."""
    s.group = how
    s.group_at = s.loc[unit]
    s.group_left = s.at[s.group_at] & ~s.suppressed
    s.group_nation = s.data.nation[unit]


def do_move(s: State, step: object, seat: str, args: Args, ev: Events | None) -> None:
    d = s.data
    unit, space = d.unit[args[0]], d.place[args[1]]
    how, cost = price(s, unit, space)
    path = route(s, unit, how, space) if ev is not None else ()
    if cost:
        s.actions -= cost
        open_group(s, unit, how)
    elif s.group_nation == EVACUEE:
        s.group_nation = d.nation[unit]
    go(s, unit, space)
    if ev is not None:
        way = "on foot" if how == FOOT else "by truck"
        paid = f"{cost} Action{'s' if cost > 1 else ''}" if cost else "with its group"
        tell_move(ev, s, unit, path, f"{d.unit_names[unit]} moves {way} to {args[1]} ({paid}).", "10.1")
    s.stack.append(step)


def ghq_company(s: State) -> int:
    """The British units that may move free with GHQ (10.1.5, ruling 37)."""
    d = s.data
    place = s.loc[d.ghq]
    if place >= d.land or s.ghq_moves >= factor(s, d.ghq):
        return 0
    return s.at[place] & d.british & ~d.ghq_bit


def free_way(s: State) -> int:
    return TRUCK if trucks_allowed(s) else FOOT


def free_movers(s: State, stirring: int) -> int:
    units = ghq_company(s) & stirring
    return with_somewhere_to_go(s, units, free_way(s)) if units else 0


def do_free(s: State, step: object, seat: str, args: Args, ev: Events | None) -> None:
    d = s.data
    unit, space = d.unit[args[0]], d.place[args[1]]
    path = route(s, unit, free_way(s), space) if ev is not None else ()
    s.ghq_moves += 1
    go(s, unit, space)
    if ev is not None:
        tell_move(ev, s, unit, path, f"{d.unit_names[unit]} moves to {args[1]}, free with GHQ.", "10.1.5")
    s.stack.append(step)


def sidesteppers(s: State, stirring: int) -> int:
    """The 3rd Division units that may move free by the event, all from one space."""
    d = s.data
    if s.group == SIDESTEP:
        units = group_members(s)
    elif s.sidestep:
        units = d.montgomery
    else:
        return 0
    return with_somewhere_to_go(s, units & stirring, TRUCK)


def do_sidestep(s: State, step: object, seat: str, args: Args, ev: Events | None) -> None:
    d = s.data
    unit, space = d.unit[args[0]], d.place[args[1]]
    path = route(s, unit, TRUCK, space) if ev is not None else ()
    if s.sidestep:
        s.sidestep = False
        open_group(s, unit, SIDESTEP)
    go(s, unit, space)
    if ev is not None:
        tell_move(ev, s, unit, path, f"{d.unit_names[unit]} sidesteps to {args[1]}.", "16.0")
    s.stack.append(step)


# ---------------------------------------------------------------------------------------- reasons


def must_leave_first(s: State) -> int:
    """Units in the Belgian area that can leave it now: nothing else may be done before (10.1.7, ruling 39)."""
    if not s.astray:
        return 0
    units = 0
    for unit in bits(s.astray & can_stir(s)):
        ways = {best_way(s)}
        if in_open_group(s, unit):
            ways.add(s.group)
        if any(way and reach(s, unit, way) for way in ways):
            units |= 1 << unit
    return units


def nothing_before_leaving(s: State, step: object, seat: str) -> Whys:
    """The reason against any action but a move out of the Belgian area."""
    if s.astray:
        units = must_leave_first(s)
        if units:
            unit = units.bit_length() - 1
            yield Why(
                "10.1.7",
                lambda: f"{s.data.unit_names[unit]} must first leave the Belgian area.",
                (s.data.place_ids[s.loc[unit]],),
                (s.data.unit_ids[unit],),
            )


def against_stirring(s: State, unit: int) -> Whys:
    """Why a unit cannot move voluntarily at all."""
    d = s.data
    name, piece, place = d.unit_names[unit], (d.unit_ids[unit],), s.loc[unit]
    if place >= d.sea_to:
        yield Why("10.1", lambda: f"{name} is not on the map.")
    elif place >= d.land:
        yield Why(
            "11.2", lambda: f"{name} are at sea, where only Evacuation Moves go on.", (d.place_ids[place],), piece
        )
    else:
        if s.suppressed >> unit & 1:
            yield Why("10.1.6", lambda: f"{name} is Suppressed and does not move.", (), piece)
        if s.german_at >> place & 1:
            where = d.place_ids[place]
            if s.entered >> unit & 1:
                yield Why("10.1", lambda: f"{name} has met the German in {where} and stops there.", (where,), piece)
            else:
                yield Why(
                    "9.3.8",
                    lambda: f"{name} is Engaged in {where} and, when activated, only attacks.",
                    (where,),
                    piece,
                )
        urgent = must_leave_first(s) if s.astray else 0
        if urgent and not urgent >> unit & 1:
            first = d.unit_names[urgent.bit_length() - 1]
            yield Why("10.1.7", lambda: f"{first} must first leave the Belgian area.", (), piece)


def _against_mover(s: State, step: object, seat: str, args: Args) -> Whys:
    unit = s.data.unit[args[0]]
    stuck = False
    for why in against_stirring(s, unit):
        stuck = True
        yield why
    if not stuck and not destinations(s, unit):
        name = s.data.unit_names[unit]
        if not best_way(s) and not in_open_group(s, unit):
            yield Why("10.1", lambda: f"No Player Action is left to move {name}.", (), args[:1])
        else:
            yield Why("10.1.4", lambda: f"{name} can reach no space that it may enter.", (), args[:1])


def against_reaching(s: State, unit: int, space: int, ways: Iterable[int]) -> Whys:
    """Why none of these ways brings a unit to a space."""
    d = s.data
    name, where = d.unit_names[unit], d.place_ids[space]
    if space == s.loc[unit]:
        yield Why("10.1", lambda: f"{name} is in {where} already.", (where,))
    elif not any(reach(s, unit, way) >> space & 1 for way in ways if way):
        if s.barred >> space & 1:
            yield Why("10.1.4", lambda: f"{where} is behind a German unit and garrisoned.", (where,))
        elif not s.surrendered and d.barred_from_belgium >> unit & 1 and d.belgian_area >> space & 1:
            yield Why(
                "10.1.7",
                lambda: f"{where} is in the Belgian area, closed until the Belgian army surrenders.",
                (where,),
            )
        elif d.nation[unit] == EVACUEE and s.crowded >> space & 1:
            yield Why("10.1.1", lambda: f"{where} has no room for another evacuee unit.", (where,))
        else:
            far = max((distance(s, unit, way) for way in ways if way), default=0)
            words = "as far as the way is open" if far == ANY_DISTANCE else f"{far} space{'s' if far > 1 else ''}"
            yield Why("10.1", lambda: f"{name} can move {words} now, and {where} is out of reach.", (where,))


def _against_goal(s: State, step: object, seat: str, args: Args) -> Whys:
    unit = s.data.unit[args[0]]
    ways = [best_way(s)]
    if s.group in (FOOT, TRUCK) and in_open_group(s, unit):
        ways.append(s.group)
    return against_reaching(s, unit, s.data.place[args[1]], ways)


def _against_free(s: State, step: object, seat: str, args: Args) -> Whys:
    d = s.data
    unit = d.unit[args[0]]
    if not ghq_company(s) >> unit & 1:
        name = d.unit_names[unit]
        if s.loc[d.ghq] >= d.land:
            yield Why("10.1.5", lambda: "GHQ is no longer on the map.")
        elif s.ghq_moves >= factor(s, d.ghq):
            yield Why("10.1.5", lambda: f"GHQ allows {factor(s, d.ghq)} free moves in a phase, and they are made.")
        elif unit == d.ghq:
            yield Why("10.1.5", lambda: "GHQ moves others free, not itself.")
        elif not d.british >> unit & 1:
            yield Why("10.1.5", lambda: f"{name} is not British.", (), args[:1])
        else:
            yield Why("10.1.5", lambda: f"{name} is not stacked with GHQ.", (), args[:1])
        return
    stuck = False
    for why in against_stirring(s, unit):
        stuck = True
        yield why
    if not stuck and not reach(s, unit, free_way(s)):
        yield Why("10.1.4", lambda: f"{d.unit_names[unit]} can reach no space that it may enter.", (), args[:1])


def _against_free_goal(s: State, step: object, seat: str, args: Args) -> Whys:
    return against_reaching(s, s.data.unit[args[0]], s.data.place[args[1]], (free_way(s),))


def _against_sidestep(s: State, step: object, seat: str, args: Args) -> Whys:
    d = s.data
    unit = d.unit[args[0]]
    name = d.unit_names[unit]
    if not s.sidestep and s.group != SIDESTEP:
        yield Why("16.0", lambda: "Only the event Montgomery Sidesteps allows this, once.")
    elif not d.montgomery >> unit & 1:
        yield Why("16.0", lambda: f"{name} is not of the 3rd Division.", (), args[:1])
    elif s.group == SIDESTEP and not group_members(s) >> unit & 1:
        yield Why("16.0", lambda: f"The event moves the units of one space, {d.place_ids[s.group_at]}.", (), args[:1])
    else:
        stuck = False
        for why in against_stirring(s, unit):
            stuck = True
            yield why
        if not stuck and not reach(s, unit, TRUCK):
            yield Why("10.1.4", lambda: f"{name} can reach no space that it may enter.", (), args[:1])


def _against_sidestep_goal(s: State, step: object, seat: str, args: Args) -> Whys:
    return against_reaching(s, s.data.unit[args[0]], s.data.place[args[1]], (TRUCK,))


# ------------------------------------------------------------------------------------ slots and verbs


def all_units(s: State, step: object, seat: str, args: Args) -> Iterable[str]:
    return s.data.unit_ids


def all_land(s: State, step: object, seat: str, args: Args) -> Iterable[str]:
    return s.data.place_ids[: s.data.land]


def _only_urgent(s: State, units: int) -> int:
    return units & (must_leave_first(s) or units) if s.astray else units


def _fast_movers(s: State, step: object, seat: str, args: Args) -> Iterable[str]:
    return s.data.unit_list(_only_urgent(s, movers(s, can_stir(s))))


def _fast_goals(s: State, step: object, seat: str, args: Args) -> Iterable[str]:
    return s.data.place_list(destinations(s, s.data.unit[args[0]]))


def _fast_free(s: State, step: object, seat: str, args: Args) -> Iterable[str]:
    return s.data.unit_list(_only_urgent(s, free_movers(s, can_stir(s))))


def _fast_free_goals(s: State, step: object, seat: str, args: Args) -> Iterable[str]:
    return s.data.place_list(reach(s, s.data.unit[args[0]], free_way(s)))


def _fast_sidestep(s: State, step: object, seat: str, args: Args) -> Iterable[str]:
    return s.data.unit_list(_only_urgent(s, sidesteppers(s, can_stir(s))))


def _fast_sidestep_goals(s: State, step: object, seat: str, args: Args) -> Iterable[str]:
    return s.data.place_list(reach(s, s.data.unit[args[0]], TRUCK))


def _preview(s: State, unit: int, space: int, how: int, cost: str) -> Preview:
    d = s.data
    path = tuple(d.place_ids[x] for x in route(s, unit, how, space))
    effects = []
    if s.german_at >> space & 1:
        german = d.germans[s.on_track[track_in(s, space)]].name
        must = not s.engaged >> space & 1
        words = (
            f"It must attack {german} at the end of the phase."
            if must
            else f"It may attack {german} at the end of the phase."
        )
        effects.append(Reason("10.1.8", words, (d.place_ids[space],)))
    if marsh(s) >> space & 1:
        effects.append(Reason("10.1", "It stops in the Marsh.", (d.place_ids[space],)))
    return Preview(f"{d.unit_names[unit]} goes to {d.place_ids[space]}.", path, cost, tuple(effects), path[-1:])


def _preview_move(s: State, step: object, seat: str, args: Args) -> Preview:
    d = s.data
    if len(args) < 2:
        return Preview(f"{d.unit_names[d.unit[args[0]]]} moves.")
    unit, space = d.unit[args[0]], d.place[args[1]]
    how, cost = price(s, unit, space)
    words = (
        f"{cost} Player Action{'s' if cost > 1 else ''} ({'truck' if how == TRUCK else 'foot'})"
        if cost
        else "free, with its group"
    )
    if cost and not s.data.evacuees >> unit & 1:
        words += f"; the other {NATION_WORDS[d.nation[unit]]} units there may go along"
    return _preview(s, unit, space, how, words)


def _preview_free(s: State, step: object, seat: str, args: Args) -> Preview:
    d = s.data
    if len(args) < 2:
        return Preview(f"{d.unit_names[d.unit[args[0]]]} moves free.")
    return _preview(s, d.unit[args[0]], d.place[args[1]], TRUCK, "free")


def _move_odds(s: State, step: object, seat: str, args: Args) -> Odds | None:
    """A move into a German's space means an attack."""
    d = s.data
    if len(args) < 2 or not s.german_at >> d.place[args[1]] & 1:
        return None
    return allied_attack_odds(s, d.unit[args[0]], track_in(s, d.place[args[1]]))


MOVE = Verb(
    "move",
    do_move,
    (
        Slot("unit", "piece", all_units, _against_mover, _fast_movers, "Which unit moves?"),
        Slot("space", "place", all_land, _against_goal, _fast_goals, "Where to?"),
    ),
    "10.1",
    "Move",
    preview=_preview_move,
    odds=_move_odds,
)
FREE = Verb(
    "free",
    do_free,
    (
        Slot("unit", "piece", all_units, _against_free, _fast_free, "Which unit moves free with GHQ?"),
        Slot("space", "place", all_land, _against_free_goal, _fast_free_goals, "Where to?"),
    ),
    "10.1.5",
    "Free move with GHQ",
    preview=_preview_free,
    odds=_move_odds,
)
SIDESTEP_VERB = Verb(
    "sidestep",
    do_sidestep,
    (
        Slot("unit", "piece", all_units, _against_sidestep, _fast_sidestep, "Which unit of the 3rd Division?"),
        Slot("space", "place", all_land, _against_sidestep_goal, _fast_sidestep_goals, "Where to?"),
    ),
    "16.0",
    "Montgomery sidesteps",
    preview=_preview_free,
    odds=_move_odds,
)
