"""6. Movement: where a unit can go, by which way, and what moving changes. Sea hexsides too."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, TypeVar

from grognard.games.nineteen_forty.compiled import compiled
from grognard.games.nineteen_forty.ground import Field, field, first_steps, going, ready, situation
from grognard.games.nineteen_forty.searching import find
from grognard.games.nineteen_forty.stacking import broken_limit, fits, friends_in, may_stack
from grognard.games.nineteen_forty.state import (
    MOVING,
    Position,
    Survey,
    allowance,
    at_war,
    count_without,
    eliminate,
    invaded_by_entering,
    join,
    joining_with,
    neutral_land,
    prospects_of,
    settle,
    survey,
    surveyed,
    sweep,
    weak_zone,
)
from grognard.games.nineteen_forty.world import (
    ALLIED,
    BE,
    BELGIUM,
    BR,
    FR,
    GERMAN,
    HOLLAND,
    LUXEMBOURG,
    SWITZERLAND,
    World,
)
from grognard.kernel.contract import Args, Why
from grognard.kernel.events import Events, Moved
from grognard.kernel.show import Reason
from grognard.maps import Reach, follow, members, search

T = TypeVar("T")
BEFORE = -1
"""The turn number of the move into Belgium before turn 0 (20 Belgian Late Alliance ¶1)."""


# ------------------------------------------------------------------------------------- who may move at all


def why_not_moving(s: Position, u: int) -> Iterator[Why]:
    """The conditions against a unit moving in this phase in any way."""
    w: World = s.data
    name, ids = w.unit_names[u], (w.ids[u],)
    if s.where[u] >= w.n:
        yield Why("6 ¶2a", lambda: f"{name} is not on the map.", (), ids)
        return
    if s.disrupted[u]:
        yield Why("7 Disruption ¶1a", lambda: f"{name} is disrupted.", (), ids)
    if w.move[u] == 0:
        yield Why("11 Parachute Regiments ¶1", lambda: f"{name} has no movement factor.", (), ids)
    if s.dropped >> u & 1:
        yield Why("11 Air Landing Division ¶1", lambda: f"{name} has just landed.", (), ids)
    if not at_war(s, u):
        yield Why("13 Neutral Status ¶1", lambda: f"{name} is neutral.", (), ids)
    if s.turn <= 0 and w.side[u] == ALLIED:
        yield from _why_not_turn_0(s, u)


def _why_not_turn_0(s: Position, u: int) -> Iterator[Why]:
    """18 ¶1b, ¶1c (ruling 98); before turn 0 only the late alliance moves (20)."""
    w: World = s.data
    name, ids, nation, army = w.unit_names[u], (w.ids[u],), w.nation[u], w.army[u]
    if s.turn == BEFORE:
        if nation not in (FR, BR) or army < 0 or s.assign_allied[army] > 1:
            yield Why(
                "20 Belgian Late Alliance ¶1",
                lambda: "Only units of the First and Second Army Groups move into Belgium before turn 0.",
                (),
                ids,
            )
    elif w.entry[u] == "swiss-border":
        if not s.war >> SWITZERLAND & 1:
            yield Why("18 ¶1c", lambda: f"{name} moves on turn 0 only if Switzerland is invaded.", (), ids)
    elif nation in (FR, BR):
        if army < 0 or s.assign_allied[army] != s.reacting:
            yield Why("18 ¶1c", lambda: f"{name} is not of the army group that moves on turn 0.", (), ids)
    elif not (nation == BE and s.late_alliance):
        yield Why("18 ¶1b", lambda: f"{name} may not move on turn 0.", (), ids)


# ---------------------------------------------------------------------------------------- where it can go


def reach(s: Position, u: int, f: Field | None = None) -> Reach:
    """Every hex the unit has the points for; remembered, because nothing here depends on where friends stand."""
    w: World = s.data
    if w.side[u] != s.side:
        return search(going(s, u), s.where[u], allowance(s, u), situation(s, u))
    f = field(s) if f is None else f
    found = f.reaches.get(u)
    if found is None:
        how, start, points, now = going(s, u), s.where[u], allowance(s, u), situation(s, u, f)
        if how.is_compiled:
            found = search(how, start, points, now)
        else:
            found = find(w, how, start, points, now, f.laid(w, now))
        f.reaches[u] = found
    return found


def way(s: Position, u: int, goal: int, f: Field | None = None) -> tuple[list[int], int]:
    """The way of a move that names none, and its cost: the cheapest of those that start the fewest wars (13).

    Nobody invades a country by a short cut: neutral ground is crossed only where the unit has no points for another
    way, or where the player names it.
    """
    w: World = s.data
    found = reach(s, u, f)
    path = found.path(goal)
    neutral = neutral_land(s) if w.side[u] == GERMAN else 0
    for h in path if neutral else ():
        if neutral >> h & 1:
            break
    else:
        return path, found.cost(goal)
    now, how = situation(s, u), going(s, u)
    low = w.countries[BELGIUM] | w.countries[LUXEMBOURG]  # 13 Belgium ¶1a: any Benelux country brings these in
    for invaded in (0, low, w.countries[SWITZERLAND], low | w.countries[HOLLAND]):
        closed = ~(neutral & ~invaded)
        calmer = search(
            how,
            s.where[u],
            allowance(s, u),
            now._replace(
                open=tuple(hexes & closed for hexes in now.open),
                open_from_zone=tuple(hexes & closed for hexes in now.open_from_zone),
            ),
        )
        if calmer.mask >> goal & 1:
            return calmer.path(goal), calmer.cost(goal)
    return path, found.cost(goal)


def invasions(s: Position, hexes: Iterable[int]) -> list[Reason]:
    """Words for every country that joins the Allies if Germans enter or attack these hexes (13, ruling 80)."""
    w: World = s.data
    after = s.war
    found = []
    for h in hexes:
        country = invaded_by_entering(s, h)
        if country >= 0 and not after >> country & 1:
            name = w.country_names[country]
            others = [c for c in joining_with(country) if c != country and not after >> c & 1]
            after |= sum(1 << c for c in (country, *others))
            names = " and ".join(w.country_names[c] for c in others)
            more = f"; {names} join{'s' if len(others) == 1 else ''} with it" if others else ""
            found.append(Reason("13 Neutral Status ¶1", f"This invades {name}{more}."))
    return found


def can_relieve(s: Position, f: Field, u: int, h: int) -> bool:
    """Ruling 10: with u added, can a unit there that has not moved step into an empty hex out of enemy zones?"""
    w: World = s.data
    side, mine, moved = w.side, w.side[u], s.moved
    there = f.around.at[h]
    for x in there:
        if moved >> x & 1 or side[x] != mine or x == u:
            continue
        if len(there) > 1 and not may_stack(w, [u, *[y for y in there if y not in (x, u) and side[y] == mine]]):
            continue
        if can_step_out(s, f, x) or can_swap(s, f, u, x):
            return True
    return False


def can_step_out(s: Position, f: Field, x: int) -> bool:
    """Whether x, which has not moved, can enter an adjacent, empty hex that is in no enemy zone."""
    eager, able, _, _ = ready(s, f)
    if eager >> x & 1:
        return True
    if s.turn > 0 and s.data.side[x] == s.side and not able >> x & 1:
        return False
    closed = f.zone | f.around.occupied[0] | f.around.occupied[1]
    if s.turn == BEFORE:
        closed |= ~s.data.countries[BELGIUM]
    return next(why_not_moving(s, x), None) is None and any(not closed >> h & 1 for h in first_steps(s, x, f))


def can_swap(s: Position, f: Field, u: int, x: int) -> bool:
    """Whether x, which has not moved, can step into the adjacent hex that u leaves."""
    w: World = s.data
    start = s.where[u]
    if start >= w.n or not w.grid.near[s.where[x]] >> start & 1 or s.moved >> x & 1:
        return False
    if (s.turn == BEFORE and w.country[start] != BELGIUM) or next(why_not_moving(s, x), None) is not None:
        return False
    left = [y for y in friends_in(s, f.around, w.side[u], start) if y != u]
    return may_stack(w, [x, *left]) and start in first_steps(s, x, f)


def can_stay(s: Position, f: Field, u: int, h: int) -> bool:
    """Whether a move or arrival may end here (3, ruling 10)."""
    return fits(s, f.around, u, h) or (s.overfull < 0 and can_relieve(s, f, u, h))


def destinations(s: Position, u: int) -> list[int]:
    """The hexes where a move of the unit may end."""
    hexes, full = reached(s, u)
    return [h for h in hexes if h not in full] if full else hexes


def reached(s: Position, u: int) -> tuple[list[int], set[int]]:
    """The hexes that a move of the unit can get to, and those of them where it may not end."""
    f = field(s)
    hexes = reach(s, u, f).places
    if s.turn == BEFORE:
        belgium = s.data.countries[BELGIUM]
        hexes = [h for h in hexes if belgium >> h & 1]
    return hexes, full_for(s, f, u, hexes)


def full_for(s: Position, f: Field, u: int, hexes: Iterable[int]) -> set[int]:
    """Those of the hexes where the unit cannot stay, because of the friends that are there (3, ruling 10)."""
    w: World = s.data
    around, side = f.around, w.side[u]
    # Most friends stand alone, so that their number and size decide; the other hexes are looked at.
    special = w.armour[u] or w.anglo_french[u]
    if special:
        doubtful = around.occupied[side]
    else:
        doubtful = around.crowd[side] | (around.corps[side] if w.load[u] == 3 else 0)
    if s.overfull < 0:
        doubtful &= ~ready(s, f).alone  # who stands there alone can make room
    at, moved = around.at, s.moved
    full: set[int] = set()
    for h in at.keys() & hexes:
        if doubtful >> h & 1:
            there = at[h]
            if len(there) == 1 and moved >> there[0] & 1:  # it stays where it is
                if not special or not may_stack(w, (u, there[0])):  # otherwise these are two corps
                    full.add(h)
            elif not can_stay(s, f, u, h):
                full.add(h)
    return full


def relievers(s: Position, around: Survey) -> list[int]:
    """While a hex is overfull: the units in it whose leaving puts it right."""
    w: World = s.data
    there = friends_in(s, around, s.side, s.overfull)
    return [
        x
        for x in there
        if not s.moved >> x & 1
        and next(why_not_moving(s, x), None) is None
        and broken_limit(w, [y for y in there if y != x]) is None
    ]


def can_go(s: Position, f: Field, u: int) -> bool:
    """Whether a unit among the `others` has a hex to move to."""
    if s.turn <= 0 and next(why_not_moving(s, u), None) is not None:
        return False
    if s.turn >= 0:
        taken = f.around.occupied[0] | f.around.occupied[1]
        for h in first_steps(s, u, f):
            if not taken >> h & 1 or can_stay(s, f, u, h):
                return True
    return bool(destinations(s, u))


def movers(s: Position, f: Field | None = None) -> list[int]:
    """The units of the phasing side that can move somewhere."""
    f = field(s) if f is None else f
    if s.overfull >= 0:
        return [u for u in relievers(s, f.around) if destinations(s, u)]
    return members(moving(s, f))


def moving(s: Position, f: Field) -> int:
    """The units that can move somewhere, as a set, while no hex is overfull."""
    eager, able, others, _ = ready(s, f)
    found = eager | able
    for u in members(others):
        if can_go(s, f, u):
            found |= 1 << u
    return found


# ------------------------------------------------------------------------------------------------ moving


def walk(
    s: Position, u: int, path: list[int], ev: Events | None, around: Survey, f: Field | None = None
) -> Survey | None:
    """Moves a unit along a way; territory changes with every step (ruling 16).

    Gives the survey after it, where that is known without a new one. The field before it is a help."""
    w: World = s.data
    side, start, end = w.side[u], path[0], path[-1]
    bit, zoc = w.bit, w.zoc
    left = count_without(s, around, u)
    foe = around.sides[1 - side]
    own, mine, theirs = left[0], left[1], foe.occupied
    if s.paratroops_hold:
        if side == GERMAN:
            own |= around.regiments
        else:
            theirs |= around.regiments
    neutral = neutral_land(s)
    overran = False
    through = ""
    trod = 0
    for h in path[1:]:
        trod |= bit[h]
    weak = weak_zone(s, around, left[4] if side == GERMAN else foe.sound, u)
    landing = u == w.air_landing and s.unsupplied >> u & 1 and not s.paratroops_hold  # ruling 20
    if landing or trod & (neutral if side == GERMAN else around.regiments):
        live = w.land & ~neutral
        for h in path[1:]:
            s.where[u] = h
            if side == GERMAN:
                country = w.country[h]
                if not s.war >> country & 1:
                    through = f", entering {w.country_names[country]} at {w.hex_name(h)}"
                    join(s, country, ev)
                    live = w.land & ~neutral_land(s)
                only = zoc[h] & ~mine if landing else weak & ~zoc[h]
                settle(s, own | bit[h], theirs, mine | zoc[h], foe.zones, live, only)
            else:
                if around.regiments & bit[h]:
                    overran = True
                    overrun(s, h, ev)
                    theirs &= ~bit[h] | foe.occupied
                settle(s, theirs, own | bit[h], foe.zones, mine | zoc[h], live, weak)
    else:
        prospects = f.prospects if f is not None else None
        if prospects is None:
            prospects = prospects_of(s, side, theirs, foe.zones, weak)
            if f is not None:
                f.prospects = prospects
        sweep(s, side, path, trod, own, mine, weak, prospects)
        s.where[u] = end
    after = None if overran else surveyed(s, around, u, start, left)
    if ev is not None:
        labels = tuple(w.labels[h] for h in path)
        ev.add(
            Moved(
                piece=w.ids[u],
                path=labels,
                words=f"{w.unit_names[u]} moves from {w.hex_name(start)} to {w.hex_name(path[-1])}{through}.",
                rule="6 ¶2a",
                places=(labels[0], labels[-1]),
                pieces=(w.ids[u],),
            )
        )
    return after


def overrun(s: Position, h: int, ev: Events | None) -> None:
    """11 Parachute Regiments ¶1: an Allied unit enters their hex."""
    w: World = s.data
    for x in w.of_side[GERMAN]:
        if s.where[x] == h and w.regiment[x]:
            eliminate(s, x, ev, "11 Parachute Regiments ¶1", f" in {w.labels[h]}: overrun")


def do_move(s: Position, step: Any, seat: str, args: Args, ev: Events | None) -> None:
    w: World = s.data
    u, goal = w.unit[args[0]], w.index[args[1]]
    path = [s.where[u], *[w.index[label] for label in args[3:]], goal]
    fast = compiled(w)
    if fast is not None and ev is None and fast.move(s, u, goal, path if len(args) > 2 else None):
        s.then(step)
        return
    f, points = field(s), allowance(s, u)
    if len(args) > 2:
        cost = follow(going(s, u), path, points, situation(s, u, f))
        assert isinstance(cost, int)
    else:
        path, cost = way(s, u, goal, f)
    zone = f.zone
    after = walk(s, u, path, ev, f.around, f)
    s.moved |= 1 << u
    if s.overfull < 0:
        s.stage = MOVING  # making room for a reserve does not close the opening (ruling 1)
    if w.ports_mask >> goal & 1:
        s.port_points = (*s.port_points, (u, 0 if zone >> goal & 1 else points - cost))
    note_overfull(s, goal, after)
    s.then(step)


def note_overfull(s: Position, h: int, around: Survey | None = None) -> None:
    """Remembers whether the hex where a unit arrived must be relieved, or whether the overfull one has been."""
    w: World = s.data
    fast = compiled(w)
    if fast is not None:
        fast.note_overfull(s, h)
        return
    around = survey(s) if around is None else around
    if s.overfull >= 0 and may_stack(w, friends_in(s, around, s.side, s.overfull)):
        s.overfull = -1
    if around.crowd[s.side] >> h & 1 and not may_stack(w, friends_in(s, around, s.side, h)):
        s.overfull = h


# ------------------------------------------------------------------------------------- the slots of `move`


def unit_universe(s: Position, step: Any, seat: str, args: Args) -> Iterable[str]:
    w: World = s.data
    return w.unit


def hex_universe(s: Position, step: Any, seat: str, args: Args) -> Iterable[str]:
    w: World = s.data
    return w.index


def why_not_yours(s: Position, u: int, seat: str) -> Iterator[Why]:
    w: World = s.data
    if w.side[u] != s.side:
        yield Why("2 ¶2", lambda: f"{w.unit_names[u]} is not yours to move.", (), (w.ids[u],))


def move_unit_reasons(s: Position, step: Any, seat: str, args: Args) -> Iterator[Why]:
    w: World = s.data
    u = w.unit[args[0]]
    name, ids = w.unit_names[u], (w.ids[u],)
    found = [*why_not_yours(s, u, seat), *why_not_moving(s, u)]
    if s.moved >> u & 1:
        found.append(Why("6 ¶1", lambda: f"{name} has moved in this phase (ruling 25).", (), ids))
    if not found and s.overfull >= 0 and u not in relievers(s, survey(s)):
        found.append(why_overfull(s))
    if not found and not move_hexes(s, step, seat, args):
        found.append(Why("6 ¶1", lambda: f"{name} has no hex to move to.", (w.labels[s.where[u]],), ids))
    yield from found


def why_overfull(s: Position) -> Why:
    w: World = s.data
    label = w.labels[s.overfull]
    around = survey(s)
    broken = broken_limit(w, friends_in(s, around, s.side, s.overfull))
    rule, how = broken or ("3 ¶1", "is overfull")
    return Why(
        rule, lambda: f"{label} {how.replace('would hold', 'holds')}: a unit there must move on first.", (label,)
    )


def move_units(s: Position, step: Any, seat: str, args: Args) -> list[str]:
    w: World = s.data
    return [w.ids[u] for u in movers(s)]


def move_hexes(s: Position, step: Any, seat: str, args: Args) -> list[str]:
    return to_each(s, args[0], s.data.labels)


def to_each(s: Position, unit: str, items: tuple[T, ...]) -> list[T]:
    """For each hex where a move of the unit may end its item."""
    w: World = s.data
    fast = compiled(w)
    if fast is not None and s.turn >= 0:
        return fast.destinations(s, w.unit[unit], items)
    hexes, full = reached(s, w.unit[unit])
    return [items[h] for h in hexes if h not in full] if full else [items[h] for h in hexes]
