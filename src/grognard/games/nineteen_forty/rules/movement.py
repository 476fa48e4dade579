# compiled as it stands
"""6. Movement: where a unit can go, by which way, and what moving changes. Sea hexsides too."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from grognard.games.nineteen_forty.data.world import (
    ALLIED,
    BE,
    BELGIUM,
    BR,
    FR,
    GERMAN,
    HOLLAND,
    LUXEMBOURG,
    SEATS,
    SWITZERLAND,
    World,
)
from grognard.games.nineteen_forty.rules.ground import first_steps, going, ground, situation
from grognard.games.nineteen_forty.rules.stacking import broken_limit, fits, friends_in, limit_broken, may_stack
from grognard.games.nineteen_forty.rules.state import (
    MOVING,
    Position,
    Survey,
    allowance,
    at_war,
    eliminate,
    facts,
    join,
    joining_with,
    neutral_land,
    survey,
    tell_cities,
)
from grognard.games.nineteen_forty.rules.territory import Prospects, prospects_of, settle, sweep, weak_zone
from grognard.kernel.rules import Choice, Events, Ints, Moved, Why, Whys
from grognard.kernel.show import Reason
from grognard.maps import Reach, follow, mask_of, members, search, search_plainly

BEFORE = -1
"""The turn number of the move into Belgium before turn 0 (20 Belgian Late Alliance ¶1)."""


# ------------------------------------------------------------------------------------- who may move at all


def why_not_moving(s: Position, u: int) -> Iterator[Why]:
    """The conditions against a unit moving in this phase in any way."""
    w = s.data
    name, ids = w.unit_names[u], (w.ids[u],)
    if s.where[u] >= w.n:
        yield Why("6 ¶2a", lambda: f"{name} is not on the map.", (), ids)
        return
    if s.disrupted[u]:
        yield Why("7 Disruption ¶1a", lambda: f"{name} is disrupted.", (), ids)
    if w.move[u] == 0:
        yield Why("11 Parachute Regiments ¶1", lambda: f"{name} has no movement factor.", (), ids)
    elif s.dropped >> u & 1:
        yield Why("11 Air Landing Division ¶1", lambda: f"{name} has just landed.", (), ids)
    if not at_war(s, u):
        yield Why("13 Neutral Status ¶1", lambda: f"{name} is neutral.", (), ids)
    if s.turn <= 0 and w.side[u] == ALLIED:
        yield from _why_not_turn_0(s, u)


def _why_not_turn_0(s: Position, u: int) -> Iterator[Why]:
    """18 ¶1b, ¶1c (ruling 98); before turn 0 only the late alliance moves (20)."""
    w = s.data
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
        if not s.war & 1 << SWITZERLAND:
            yield Why("18 ¶1c", lambda: f"{name} moves on turn 0 only if Switzerland is invaded.", (), ids)
    elif nation in (FR, BR):
        if army < 0 or s.assign_allied[army] != s.reacting:
            yield Why("18 ¶1c", lambda: f"{name} is not of the army group that moves on turn 0.", (), ids)
    elif not (nation == BE and s.late_alliance):
        yield Why("18 ¶1b", lambda: f"{name} may not move on turn 0.", (), ids)


# ---------------------------------------------------------------------------------------- where it can go


def reached(s: Position, u: int) -> Reach:
    """Every hex the unit has the points for, by the general search (6 ¶1): what conditions go by."""
    kept, around = facts(s), survey(s)
    key = (
        around, s.german, s.allied, s.dropped, s.entered, s.unsupplied, s.impulse, s.turn, s.released, s.bef_turn,
        s.war, s.garrisons, s.interdicted_german, s.interdicted_allied, s.assign_allied, s.fort_lost, s.belgium_lost,
        s.allied_parts,
    )  # fmt: skip
    if kept.reached is None or kept.reached[0][0] is not around or kept.reached[0][1:] != key[1:]:
        kept.reached = key, {}
    known = kept.reached[1]
    found = known.get(u)
    if found is None:
        found = known[u] = search_plainly(going(s, u), s.where[u], allowance(s, u), situation(s, u))
    return found


def way(s: Position, u: int, goal: int) -> tuple[list[int], int]:
    """The way of a move that names none, and its cost, soon found."""
    return facts(s).way(s, u, goal)


def calmest_way(s: Position, u: int, goal: int, found: Reach) -> tuple[list[int], int]:
    """The way of a move that names none, and its cost: the cheapest of those that start the fewest wars (13).

    Nobody invades a country by a short cut: neutral ground is crossed only where the unit has no points for another
    way, or where the player names it.
    """
    w = s.data
    path = found.path(goal)
    neutral = neutral_land(s) if w.side[u] == GERMAN else 0  # to others it is closed
    if not neutral or not mask_of(path) & neutral:
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


def reach(s: Position, u: int) -> Reach:
    """Every hex the unit has the points for, soon found."""
    return facts(s).reach(s, u)


def invasions(s: Position, hexes: Iterable[int]) -> list[Reason]:
    """Words for every country that joins the Allies if Germans enter or attack these hexes (13, ruling 80)."""
    w = s.data
    after = s.war
    found = []
    for h in hexes:
        country = w.country[h]
        if not after >> country & 1:
            name = w.country_names[country]
            others = [c for c in joining_with(country) if c != country and not after >> c & 1]
            after |= sum(1 << c for c in (country, *others))
            names = " and ".join(w.country_names[c] for c in others)
            more = f"; {names} join{'s' if len(others) == 1 else ''} with it" if others else ""
            found.append(Reason("13 Neutral Status ¶1", f"This invades {name}{more}."))
    return found


def can_relieve(s: Position, u: int, h: int) -> bool:
    """Ruling 10: with u added, can a unit there that has not moved step into an empty hex out of enemy zones?"""
    w = s.data
    friends = [x for x in friends_in(s, survey(s), w.side[u], h) if x != u]
    return any(
        not s.moved >> x & 1
        and may_stack(w, [u, *[y for y in friends if y != x]])
        and (can_step_out(s, x) or can_swap(s, u, x))
        for x in friends
    )


def can_step_out(s: Position, x: int) -> bool:
    """Whether x, which has not moved, can enter an adjacent, empty hex that is in no enemy zone."""
    around = survey(s)
    closed = ground(s, s.data.side[x])[1] | around.occupied[0] | around.occupied[1]
    if s.turn == BEFORE:
        closed |= ~s.data.countries[BELGIUM]
    return next(why_not_moving(s, x), None) is None and any(not closed >> h & 1 for h in first_steps(s, x))


def can_swap(s: Position, u: int, x: int) -> bool:
    """Whether x, which has not moved, can step into the adjacent hex that u leaves."""
    w = s.data
    start = s.where[u]
    if not w.grid.near[s.where[x]] >> start & 1:
        return False
    if (s.turn == BEFORE and w.country[start] != BELGIUM) or next(why_not_moving(s, x), None) is not None:
        return False
    left = [y for y in friends_in(s, survey(s), w.side[u], start) if y != u]
    return may_stack(w, [x, *left]) and start in first_steps(s, x)


def can_stay(s: Position, u: int, h: int) -> bool:
    """Whether a move or arrival may end here (3, ruling 10)."""
    return fits(s, survey(s), u, h) or (s.overfull < 0 and can_relieve(s, u, h))


def may_end(s: Position, u: int, h: int) -> bool:
    """Whether a hex that the unit can reach may be where its move ends."""
    return (s.turn != BEFORE or s.data.country[h] == BELGIUM) and can_stay(s, u, h)


def relievers(s: Position) -> list[int]:
    """While a hex is overfull: the units in it whose leaving puts it right."""
    w = s.data
    there = friends_in(s, survey(s), s.side, s.overfull)
    return [
        x
        for x in there
        if not s.moved >> x & 1
        and next(why_not_moving(s, x), None) is None
        and broken_limit(w, [y for y in there if y != x]) is None
    ]


def movers(s: Position) -> list[int]:
    """The units of the phasing side that can move somewhere."""
    return members(facts(s).movers(s))


def destinations(s: Position, u: int) -> list[int]:
    """The hexes where a move of the unit may end."""
    return members(facts(s).goals(s, u))


# ------------------------------------------------------------------------------------------------ moving


def walk(
    s: Position, u: int, path: list[int], ev: Events | None, around: Survey, prospects: Prospects | None = None
) -> Prospects | None:
    """Moves a unit along a way; territory changes with every step (ruling 16).

    `around` is the survey of the position. What a step can win and lose is found once for all moves of friends, and
    given back."""
    w = s.data
    side = w.side[u]
    bit, zoc = w.bit, w.zoc
    kept = facts(s)
    mine = kept.lift(s, u, around).tallies[side]
    foe = around.sides[1 - side]
    own, zones, theirs = mine.occupied, mine.free_zones | mine.bound_zones, foe.occupied
    if s.paratroops_hold:
        if side == GERMAN:
            own |= around.regiments
        else:
            theirs |= around.regiments
    neutral = neutral_land(s)
    trod = 0
    for h in path[1:]:
        trod |= bit[h]
    weak = weak_zone(s, around, mine.sound if side == GERMAN else foe.sound, u)
    landing = u == w.air_landing and s.unsupplied >> u & 1 and not s.paratroops_hold  # ruling 20
    if landing or trod & (neutral if side == GERMAN else around.regiments):
        live = ~neutral
        for h in path[1:]:
            if side == GERMAN:
                country = w.country[h]
                if not s.war >> country & 1:
                    join(s, country, ev)
                    live = ~neutral_land(s)
                only = ~zones if landing else weak & ~zoc[h]
                settle(s, own | bit[h], theirs, zones | zoc[h], foe.zones, live, only)
            else:
                if around.regiments & bit[h]:
                    overrun(s, h, ev)
                    theirs &= ~bit[h] | foe.occupied
                settle(s, theirs, own | bit[h], foe.zones, zones | zoc[h], live, weak)
        prospects = None
    else:
        if prospects is None:
            prospects = prospects_of(s, side, theirs, foe.zones, weak)
        sweep(s, side, path, trod, own, zones, weak, prospects)
    kept.settle_down(s, u, path[-1])
    return prospects


def overrun(s: Position, h: int, ev: Events | None) -> None:
    """11 Parachute Regiments ¶1: an Allied unit enters their hex."""
    w = s.data
    for x in w.of_side[GERMAN]:
        if s.where[x] == h and w.regiment[x]:
            eliminate(s, x, ev, "11 Parachute Regiments ¶1", "overrun", f" in {w.labels[h]}: overrun")


def entered_on(s: Position, u: int, path: list[int]) -> str:
    """Words for the last neutral country that a way enters: each brings its neighbours in with it (13)."""
    w = s.data
    war, found = s.war, ""
    for h in path[1:] if w.side[u] == GERMAN else ():
        country = w.country[h]
        if not war >> country & 1:
            found = f", entering {w.country_names[country]} at {w.hex_name(h)}"
            for c in joining_with(country):
                war |= 1 << c
    return found


def do_move(s: Position, step: Choice[Position], seat: str, args: Ints, ev: Events | None) -> None:
    u, goal = args[0], args[1]
    if len(args) > 2:
        path = [s.where[u], *args[2:], goal]
        cost = follow(going(s, u), path, allowance(s, u), situation(s, u))
        assert isinstance(cost, int)
        march(s, u, path, cost, ev)
    else:
        facts(s).march(s, u, goal, ev)
    s.stack.append(step)


def march(s: Position, u: int, path: list[int], cost: int, ev: Events | None) -> None:
    """One unit's move along a way, with all that follows from it."""
    w = s.data
    kept, goal = facts(s), path[-1]
    if w.ports_mask >> goal & 1:
        left = 0 if ground(s, s.side)[1] >> goal & 1 else allowance(s, u) - cost
        s.port_points = (*s.port_points, (u, left))
    if ev is not None:
        through, held, effects = entered_on(s, u, path), s.german, Events()
        kept.walk(s, u, path, effects)
        # an invasion and an overrun come after the move that brings them about
        ev.later(_marched, w, u, tuple(path), cost, through)
        for happened in effects.items:
            ev.add(happened.event, happened.only, happened.public)
        tell_cities(s, held, ev)
    else:
        kept.walk(s, u, path, None)
    s.moved |= 1 << u
    if s.overfull < 0:
        s.stage = MOVING  # making room for a reserve does not close the opening (ruling 1)
    kept.note_overfull(s, goal)


def _marched(w: World, u: int, path: tuple[int, ...], cost: int, through: str) -> Moved:
    labels = tuple(w.labels[h] for h in path)
    return Moved(
        piece=w.ids[u],
        path=labels,
        cost=cost / 4,
        words=f"{w.unit_names[u]} moves from {w.hex_name(path[0])} to {w.hex_name(path[-1])}{through}.",
        rule="6 ¶2a",
        places=(labels[0], labels[-1]),
        pieces=(w.ids[u],),
        side=SEATS[w.side[u]],
    )


def tell_march(s: Position, u: int, path: tuple[int, ...], cost: int, held: int, ev: Events) -> None:
    """Tells of a move that brought no war about and overran nobody; the Germans held these hexes before it."""
    ev.later(_marched, s.data, u, path, cost, "")
    tell_cities(s, held, ev)


def note_overfull(s: Position, h: int) -> None:
    """Notes whether the hex where a unit arrived must be relieved, or the overfull one has been (ruling 10)."""
    facts(s).note_overfull(s, h)


# ------------------------------------------------------------------------------------- the slots of `move`


def why_not_yours(s: Position, u: int) -> Iterator[Why]:
    w = s.data
    if w.side[u] != s.side:
        yield Why("2 ¶2", lambda: f"{w.unit_names[u]} is not yours to move.", (), (w.ids[u],))


def move_unit_reasons(s: Position, step: Choice[Position], seat: str, args: Ints) -> Whys:
    u = args[0]
    found = list(why_not_to_move(s, u))
    if not found and not any(may_end(s, u, h) for h in members(reached(s, u).mask)):
        w = s.data
        name, label = w.unit_names[u], w.labels[s.where[u]]
        found.append(Why("6 ¶1", lambda: f"{name} has no hex to move to.", (label,), (w.ids[u],)))
    yield from found


def why_not_to_move(s: Position, u: int) -> Iterator[Why]:
    """The conditions against an ordinary move of a unit, wherever it goes."""
    w = s.data
    found = [*why_not_yours(s, u), *why_not_moving(s, u)]
    if s.moved >> u & 1:
        name = w.unit_names[u]
        found.append(Why("6 ¶1", lambda: f"{name} has moved in this phase (ruling 25).", (), (w.ids[u],)))
    if not found and s.overfull >= 0 and u not in relievers(s):
        found.append(why_overfull(s))
    yield from found


def why_overfull(s: Position) -> Why:
    """3 ¶1: a hex may hold too many only while units pass through it, so the next move makes room."""
    w = s.data
    label = w.labels[s.overfull]
    rule, how = limit_broken(w, friends_in(s, survey(s), s.side, s.overfull))
    return Why(
        rule, lambda: f"{label} {how.replace('would hold', 'holds')}: a unit there must move on first.", (label,)
    )


def move_units(s: Position, step: Choice[Position], seat: str, args: Ints) -> int:
    return facts(s).movers(s)


def move_hexes(s: Position, step: Choice[Position], seat: str, args: Ints) -> int:
    return facts(s).goals(s, args[0])
