# compiled as it stands
"""5, 6.4. Movement: who may move, where to, by which way, and moving itself; each unit of a stack for itself."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from grognard.games.fortress_europa import exhibits
from grognard.games.fortress_europa.data.world import ALLIED, ALPINE, FLOODED, GERMAN, ROUGH, SEATS
from grognard.games.fortress_europa.rules.air import missions
from grognard.games.fortress_europa.rules.air.air import tac_range
from grognard.games.fortress_europa.rules.combat.nations import (
    beside_crowd,
    claims,
    crowd_among,
    crowd_for,
    crowded,
    nation_masks,
)
from grognard.games.fortress_europa.rules.decoys import is_covered
from grognard.games.fortress_europa.rules.forces import alert
from grognard.games.fortress_europa.rules.landing.isle import ferries
from grognard.games.fortress_europa.rules.movement import fuel
from grognard.games.fortress_europa.rules.movement.districts import ways_out
from grognard.games.fortress_europa.rules.movement.entering import MOVE, entered, eventful
from grognard.games.fortress_europa.rules.movement.ground import (
    allowance,
    binding,
    closed_rivers,
    going,
    halting,
    is_armored,
    open_ground,
    situation,
)
from grognard.games.fortress_europa.rules.movement.outlook import (
    MEUSE,
    Kind,
    Rings,
    able_to_walk,
    classes,
    kind_of,
    odd,
    outlook,
    plain_rules,
)
from grognard.games.fortress_europa.rules.movement.spans import spanned
from grognard.games.fortress_europa.rules.setup import ardennes
from grognard.games.fortress_europa.rules.standing import bridges, facts, put, standing_on, survey, zone
from grognard.games.fortress_europa.rules.state import FREE, NOWHERE, Position, on_map
from grognard.games.fortress_europa.rules.supply.ports import why_not_leaving
from grognard.games.fortress_europa.rules.telling import tell_changed
from grognard.kernel.rules import Auto, Changed, Events, Ints, Moved, Step, Why
from grognard.maps import Held, Hold, Mask, Reach, follow, mask_of, members, search

# ---------------------------------------------------------------------------------------- who may move


def why_not_moving(s: Position, u: int) -> Iterator[Why]:
    """What keeps a unit from moving by land, sea or rail in this impulse, apart from where it could go."""
    w = s.data
    name, ids = w.unit_names[u], (w.ids[u],)
    if w.side[u] != s.side:
        yield Why("4.1", lambda: f"{name} does not belong to the phasing player.", (), ids)
        return
    if not on_map(s, u):
        yield Why("5.1", lambda: f"{name} is not on the map.", (), ids)
        return
    yield from why_held(s, u)


def why_held(s: Position, u: int) -> Iterator[Why]:
    """What keeps a unit from every kind of movement in this impulse, on the map or in England or Africa."""
    w = s.data
    name, ids, bit = w.unit_names[u], (w.ids[u],), 1 << u
    if s.bound[u] != FREE:
        district = w.district_names[s.bound[u]]
        yield Why("9.1", lambda: f"{name} is frozen in the {district}.", (), ids)
    if s.stuck & bit:
        rule = "20.10" if s.flown & bit else "27.7"
        yield Why(rule, lambda: f"{name} may not move for the rest of this turn.", (), ids)
    if s.landed & bit:
        rule = "12.3" if s.invaders & bit else "21.2" if s.raiding & bit else "20.7"
        yield Why(rule, lambda: f"{name} has landed in this impulse and may not move in it.", (), ids)
    if s.pinned & bit:
        came = "has landed" if s.sailed & bit else "began this impulse"  # 12.11 (ruling 102)
        yield Why("8.9", lambda: f"{name} {came} in an enemy zone of control.", (), ids)
    yield from alert.why_held(s, u)
    yield from fuel.why_held(s, u)
    if w.immobile & bit:
        yield Why("2.7", lambda: f"{name} has a movement factor of 0 and never moves.", (), ids)
    elif not allowance(s, u):
        if w.hqs & bit:
            yield Why("13.1", lambda: f"{name} moves only in the second move impulse.", (), ids)
        else:
            weather = w.weather_names[s.weather]
            yield Why("8.11", lambda: f"{name} has no movement in this impulse ({weather}).", (), ids)


def why_not_walking(s: Position, u: int) -> Iterator[Why]:
    """What keeps a unit from moving by land."""
    w = s.data
    name, ids, bit = w.unit_names[u], (w.ids[u],), 1 << u
    yield from why_not_moving(s, u)
    if s.mired & bit and s.impulse == 2:
        yield Why("8.2", lambda: f"{name} entered a flooded area this turn.", (), ids)
    if s.moved & s.sailed & bit and survey(s).zones[1 - w.side[u]] >> s.where[u] & 1:
        yield Why("7.2", lambda: f"{name} has entered an enemy zone.", (w.labels[s.where[u]],), ids)
    elif s.moved & s.sailed & bit and (halting(s, u) & ~w.ground[FLOODED]) >> s.where[u] & 1:
        rule = "8.4" if w.mountain_units & bit else "8.3"
        yield Why(rule, lambda: f"{name} has entered the mountains.", (w.labels[s.where[u]],), ids)
    elif s.moved & bit:
        yield Why("5.3", lambda: f"{name} has moved in this impulse.", (), ids)
    yield from why_not_leaving(s, u)


# -------------------------------------------------------------------------------------------- where to


def reach(s: Position, u: int) -> Reach:
    """Every hex that a unit can get to by land now, whoever may stop there; without crossings by 17.10.4."""
    now, points = situation(s, u), allowance(s, u)
    if s.slowed >> u & 1:  # 8.1: it has been in rough ground already
        now, points = now._replace(curb=0), now.curbed
    return search(going(s, u), s.where[u], points, now, spent=s.spent[u])


def crossings(s: Position, u: int, found: Reach) -> dict[int, int]:
    """17.10.4: in the first impulse a unit on foot crosses a river without bridges and stops. Each hex so reached,
    and the one before it."""
    w = s.data
    down = closed_rivers(s, u) & ~ardennes.closed_rivers(s, u)
    if not down or is_armored(s, u):
        return {}
    now, points = situation(s, u), allowance(s, u)
    climbs = w.mountain_units >> u & 1
    ends: dict[int, int] = {}
    for h, cost in found.costs.items():
        if cost >= points or (h != found.start and now.stop >> h & 1):
            continue
        free = now.open_from_zone[0] if now.zone >> h & 1 else now.open[0]
        if not climbs:
            free &= ~w.ground[ALPINE]
        for there in w.near[h]:
            section = w.river_between(h, there)
            if section >= 0 and down >> section & 1 and free >> there & 1 and there not in found.costs:
                ends.setdefault(there, h)
    return ends


def may_stop(s: Position, u: int) -> Mask:
    """Where a move may end: not on the dyke (8.7), nor where it could not attack for its nationality (14.11)."""
    w = s.data
    return w.land & ~w.dyke & ~crowded(s, u)


def is_plain(s: Position, u: int) -> bool:
    """Whether a unit of the moving side moves by the rules that an outlook knows."""
    return not s.spent[u] and s.data.side[u] == s.side and not odd(s, 1 << u) >> u & 1


def goals(s: Position, u: int) -> Mask:
    """Where a unit can move by land."""
    w = s.data
    if not is_plain(s, u):
        return searched_goals(s, u)
    kind, h = kind_of(s, u), s.where[u]
    found = kind.rings(h, allowance(s, u), w.bit)
    mask = found[0]
    if s.bridges_down and not is_armored(s, u):
        mask |= fords(s, u, kind, found, closed_rivers(s, u) & ~ardennes.closed_rivers(s, u))
    return mask & ~w.dyke & ~crowded(s, u)


def fords(s: Position, u: int, kind: Kind, found: Rings, down: int) -> Mask:
    """17.10.4: what a unit on foot reaches over a river without bridges."""
    w = s.data
    points = allowance(s, u)
    _, rings, _ = found
    able = rings[0]
    for ring in rings[1:points]:
        able |= ring & ~kind.stop
    ends, over = 0, bridges(s).over(down)
    for h in members(able & bridges(s).banks(down)):
        ends |= over[h] & ~kind.zone if kind.zone & w.bit[h] else over[h]
    return ends & kind.goes & ~(found[0] | rings[0])


def destinations(s: Position, u: int) -> list[int]:
    """Where a unit can move by land."""
    return members(goals(s, u))


def searched_goals(s: Position, u: int) -> Mask:
    """The same by a search, for every unit."""
    found = reach(s, u)
    mask = (found.mask | mask_of(crossings(s, u, found)) | mask_of(ferries(s, u))) & may_stop(s, u)
    return ways_out(s, u, mask) if s.trespassing >> u & 1 else mask


def can_go(s: Position, u: int) -> bool:
    """Whether a unit can move by land to any hex: mostly seen without a search, at the hexes beside it."""
    h = s.where[u]
    if is_plain(s, u):
        w = s.data
        stops = allowance(s, u) and kind_of(s, u).leaves(h, w.bit[h], w.dyke | crowded(s, u))
        return bool(stops) or bool(goals(s, u))
    if not s.trespassing >> u & 1 and s.spent[u] < allowance(s, u) and not s.slowed >> u & 1:
        now = situation(s, u)
        free = now.open_from_zone[0] if now.zone >> h & 1 else now.open[0]
        free &= may_stop(s, u)
        if any(free & bit for _, _, _, bit in going(s, u).steps[h]):
            return True
    return bool(destinations(s, u))


def walkers(s: Position) -> int:
    """All units of the moving side that may move by land, wherever to: `why_not_walking` as a set."""
    able = able_to_walk(s)
    if able and not plain_rules(s):
        able = mask_of(u for u in members(able) if next(why_held(s, u), None) is None)
    if able and s.side == ALLIED:
        for u in members(mask_at(facts(s).at, endangered_harbors(s)) & able):
            if next(why_not_leaving(s, u), None) is not None:
                able ^= 1 << u
    return able


def endangered_harbors(s: Position) -> Mask:
    """18.7.4: the harbors in German zones that Allied units keep."""
    w = s.data
    harbors = w.port_hexes
    for h in s.mulberry_at:
        if h != NOWHERE:
            harbors |= w.bit[h]
    return harbors & facts(s).occupied[ALLIED] & zone(s, GERMAN)


def movers(s: Position) -> int:
    """All units of the moving side that can move by land to some hex."""
    return movers_among(s, walkers(s))


def movers_among(s: Position, able: int) -> int:
    """Those of some who may: those who can stop beside where they stand, and those of the rest who can leave it, who
    are asked one by one."""
    if not able:
        return 0
    w, f = s.data, facts(s)
    strange = odd(s)
    some_moved = partly_moved(s) & able
    if some_moved:
        strange |= mask_of(u for u in members(some_moved) if s.spent[u])
    plain = able & ~strange
    unknown = plain & ~_still_judged(s)
    if unknown:
        _judge(s, unknown)
    sure = plain & f.leavers
    ask = able & strange | plain & f.maybe
    if s.bridges_down and s.impulse == 1:
        rest = plain & ~sure & ~w.armored
        if rest:
            ask |= rest & standing_on(s, "banks", bridges(s).banks(s.bridges_down))  # 17.10.4
    for u in members(ask):
        if can_go(s, u):
            sure |= 1 << u
    return sure


def _still_judged(s: Position) -> int:
    """The units of the moving side of whom `_judge` has said whether they can leave their hexes, and who have not
    moved since. It follows from the outlook, the bounds of Italy, and where others bar them from stopping."""
    f = facts(s)
    crowds = claims(s) if s.side == ALLIED else None
    seen, before = outlook(s), f.verdicts
    now = (seen, crowds, s.italy_open, f.garrison)
    if before != now:
        f.verdicts = now
        known, past = before[:2] if before else (None, None)
        if known is not seen or past is None or crowds is None:
            f.judged = 0
        else:
            changed = 0
            for name in nation_masks(s):
                changed |= crowd_among(s, past, name) ^ crowd_among(s, crowds, name)
            if changed:
                f.judged &= ~mask_at(f.at, s.data.steps.spread(changed) & f.occupied[ALLIED])
    return f.judged


def _judge(s: Position, units: int) -> None:
    """Whether plain units of the moving side can stop beside where they stand (`leavers`), or could leave it if they
    went on (`maybe`)."""
    w, f, side = s.data, facts(s), s.side
    seen = outlook(s)
    f.judged |= units
    sure, maybe = units, 0
    at, here = f.at, f.occupied[side]
    for name, of_nation in nation_masks(s).items() if side == ALLIED else (("", units),):
        mine = units & of_nation
        if not mine:
            continue
        crowd = crowd_for(s, name)
        barred = w.dyke | crowd
        meuse = MEUSE if ardennes.keeps_off_meuse(s, name) else 0
        for some, marks in classes(s, mine):
            if not some:
                continue
            leaving = seen.leaving(w, meuse | marks)
            if crowd:
                leaving &= ~beside_crowd(s, crowd)
            some &= mask_at(at, here & ~leaving)  # few: all others can leave
            for u in members(some):
                h = s.where[u]
                bit = w.bit[h]
                if leaving & bit:
                    continue
                kind = seen.kind(w, w.kind_numbers[u] | meuse | marks)
                if not kind.leaves(h, bit, barred):
                    sure ^= 1 << u
                    if kind.leaves(h, bit, 0):
                        maybe |= 1 << u
    f.leavers = f.leavers & ~units | sure
    f.maybe = f.maybe & ~units | maybe


def mask_at(at: list[int], hexes: Mask) -> int:
    """The units in some hexes."""
    found = 0
    for h in members(hexes):
        found |= at[h]
    return found


def partly_moved(s: Position) -> int:
    """Units that may have spent some movement, but not all: come by sea, or held up at a river."""
    return s.sailed | mask_of(u for u, _ in s.tried) if s.tried else s.sailed


def way(s: Position, u: int, goal: int) -> list[int]:
    """The cheapest way to a hex that can be reached, both ends included."""
    if is_plain(s, u):
        w = s.data
        kind, h, points = kind_of(s, u), s.where[u], allowance(s, u)
        rings = kind.rings(h, points, w.bit)
        if rings[0] & w.bit[goal]:
            return kind.path(w, rings, h, goal, (points + 1) // 2)
    return searched_way(s, u, goal)


def searched_way(s: Position, u: int, goal: int) -> list[int]:
    """The same by a search, for every unit."""
    found = reach(s, u)
    if found.mask >> goal & 1:
        return found.path(goal)
    if goal in ferries(s, u):
        return [s.where[u], goal]
    before = crossings(s, u, found)[goal]
    return [*found.path(before), goal]


def walkable(s: Position, u: int, path: list[int]) -> int | Held:
    """The hexes that a named way costs, or what holds the unit on it."""
    w = s.data
    if len(path) == 2 and path[1] in ferries(s, u):
        return 1  # 31.5
    points = allowance(s, u) - s.spent[u]
    now, how = situation(s, u), going(s, u)
    if s.slowed >> u & 1:
        points = max(0, now.curbed - s.spent[u])
    else:
        now = now._replace(curbed=max(0, now.curbed - s.spent[u]))
    held = follow(how, path, points, now)
    down = closed_rivers(s, u) & ~ardennes.closed_rivers(s, u)
    if isinstance(held, int) or is_armored(s, u) or path[-1] not in w.near[path[-2]]:
        return held
    last = w.river_between(path[-2], path[-1])
    if last < 0 or not down >> last & 1:
        return held
    cost = follow(how, path[:-1], points, now)
    if not isinstance(cost, int):
        return cost
    if len(path) > 2 and now.stop >> path[-2] & 1:
        return Held(Hold.STOPPED, path[-2], cost, points, tuple(path))
    free = now.open_from_zone[0] if now.zone >> path[-2] & 1 else now.open[0]
    if not free >> path[-1] & 1:
        return Held(Hold.NOT_OPEN, path[-1], cost, points, tuple(path))
    return cost + 1 if cost < points else Held(Hold.TOO_FAR, path[-1], cost + 1, points, tuple(path))


# ---------------------------------------------------------------------------------------------- moving


def walk(s: Position, u: int, path: list[int], ev: Events | None, *, rail: bool = False) -> None:
    """Moves a unit along a way; what it sets off on the way may stop it or wait for dice. By rail the ground does not
    matter (10.5)."""
    w = s.data
    inner = None if ev is None else Events()
    covered = is_covered(s, u)
    quiet = quiet_steps(s, u, path)
    if quiet == len(path) - 1:
        gone = path
        pass_quietly(s, u, path, rail=rail)
    else:
        pass_quietly(s, u, path[: quiet + 1], rail=rail)
        gone = path[:quiet] + _hex_by_hex(s, u, path[quiet:], ev, inner, rail=rail)
    if ev is not None and inner is not None and len(gone) > 1:
        labels = tuple(w.labels[h] for h in gone)
        how = "goes by rail" if rail else "moves"
        masked = None
        if covered:  # 31.6
            words = f"A decoy {how} from {w.hex_name(gone[0])} to {w.hex_name(gone[-1])}."
            masked = Changed(condition="moved", words=words, rule="31.6", places=(labels[0], labels[-1]))
        ev.add(
            Moved(
                piece=w.ids[u],
                path=labels,
                words=f"{w.unit_names[u]} {how} from {w.hex_name(gone[0])} to {w.hex_name(gone[-1])}.",
                how="rail" if rail else "",
                cost=len(gone) - 1,
                rule="10.3" if rail else "5.2",
                places=(labels[0], labels[-1]),
                pieces=(w.ids[u],),
                side=SEATS[w.side[u]],
                shows=() if rail else exhibits.move(s, u),
            ),
            only=("german",) if covered else None,
            public=masked,
        )
        for happened in inner.items:
            ev.add(happened.event, happened.only, happened.public)


def quiet_steps(s: Position, u: int, path: list[int]) -> int:
    """How many hexes of a way a unit enters before one where something could happen."""
    w = s.data
    loud, stop, bit = eventful(s, u), binding(s, u), w.bit
    if s.bridges_down and s.side == ALLIED:
        loud |= bridges(s).banks(closed_rivers(s, u))  # 17.10.4: `forded`
    if missions.hunted(s, u):
        if missions.seen_on(s, u, bit[path[0]]):
            return 0
        loud |= tac_range(s, ALLIED)
    hexes = 0
    for h in path[1:-1]:
        hexes |= bit[h]
    if not hexes & stop and not (hexes | bit[path[-1]]) & loud:
        return len(path) - 1
    steps = 0
    while not (loud | stop) & bit[path[steps + 1]]:
        steps += 1
    return steps


def pass_quietly(s: Position, u: int, path: list[int], *, rail: bool) -> None:
    """Brings a unit to the end of a way at once."""
    w = s.data
    put(s, u, path[-1])
    s.spent[u] += len(path) - 1
    if not rail and (s.flooded or is_armored(s, u)):
        hexes = 0
        for h in path[1:]:
            hexes |= w.bit[h]
        if s.flooded and hexes & w.ground[FLOODED]:
            s.mired |= 1 << u
        if hexes & w.ground[ROUGH] and is_armored(s, u):
            s.slowed |= 1 << u


def _hex_by_hex(
    s: Position, u: int, path: list[int], ev: Events | None, inner: Events | None, *, rail: bool
) -> list[int]:
    """Moves a unit along a way as far as it comes, and says how far that is."""
    w = s.data
    bit = 1 << u
    gone = [path[0]]
    last = len(path) - 1
    hunted = missions.hunted(s, u)
    if hunted:
        missions.sight(s, u, path[0])
    for number, h in enumerate(path[1:], 1):
        if hunted and missions.before_next(s, u, h):  # 17.10.1
            s.then(March(u, tuple(path[number - 1 :]), rail))
            missions.open_fire(s, u, ev)
            break
        depth = len(s.stack)
        if s.bridges_down and s.side == ALLIED and forded(s, u, gone[-1], h):  # Germans have no other way to go on
            s.stopped |= bit
        put(s, u, h)
        s.spent[u] += 1
        gone.append(h)
        if s.flooded and w.terrain[h] == FLOODED and not rail:
            s.mired |= bit
        if w.terrain[h] == ROUGH and is_armored(s, u) and not rail:
            s.slowed |= bit
        entered(s, u, h, inner, MOVE)
        if hunted:
            missions.arrived(s, u, h, inner)
        if number == last:
            break
        if binding(s, u) & w.bit[h]:
            words = f"{w.unit_names[u]} stops in a zone that has appeared."  # ruling 57
            tell_changed(inner, "stopped", words, "7.2", (w.labels[h],))
            break
        if len(s.stack) > depth:
            s.stack.insert(depth, March(u, tuple(path[number:]), rail))
            break
    return gone


class March(Auto[Position], frozen=True):
    """The rest of a move that was interrupted: it goes on if the unit still can."""

    rule: ClassVar[str] = "5.2"
    unit: int
    path: tuple[int, ...]
    rail: bool = False

    def run(self, s: Position, ev: Events | None) -> None:
        here = self.path[0]
        if s.where[self.unit] != here or binding(s, self.unit) >> here & 1:
            return
        if s.stopped >> self.unit & 1:
            return  # 17.10.1
        if (halting(s, self.unit) >> here & 1 and not self.rail) or not open_ground(s, self.unit) >> self.path[1] & 1:
            return
        walk(s, self.unit, list(self.path), ev, rail=self.rail)


def forded(s: Position, u: int, here: int, there: int) -> bool:
    """17.10.4: whether a unit on foot crosses a river without bridges in the first impulse, behind which it stops."""
    w = s.data
    if there not in w.near[here] or is_armored(s, u):
        return False
    section = w.river_between(here, there)
    return section >= 0 and bool((closed_rivers(s, u) & ~spanned(s, u)) >> section & 1)


def do_move(s: Position, step: Step[Position], seat: str, args: Ints, ev: Events | None) -> None:
    w = s.data
    u, goal, *over = args
    path = [s.where[u], *over, goal] if over else way(s, u, goal)
    if w.coastal_units >> u & 1 and s.face[u] == 0:
        s.face[u] = 1
        tell_changed(ev, "infantry", f"{w.unit_names[u]} becomes an infantry unit.", "22.2", (), (w.ids[u],))
    s.moved |= 1 << u
    s.stack.append(step)
    walk(s, u, path, ev)
