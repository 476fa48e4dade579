# compiled as it stands
"""Where a unit can move, what it costs, by which way, and why not further.

What never changes in a game is a `Going`: for one kind of unit, every step it can take and the points it
costs, terrain and hexside together. What changes from move to move is a `Situation`: enemy units, zones of
control, hexes that end a move, surcharges. Costs are ints in whatever unit the game likes (a game that
halves movement twice counts in quarter points).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from enum import Enum
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from grognard.kernel.rules.sets import mask_of
from grognard.maps import fast
from grognard.maps.graph import Graph, Mask, Place

if TYPE_CHECKING:
    from grognard.maps._search import Found

_FAR = 1 << 60
USUAL = 0  # the class of a step that only the general rules restrict


class Step(NamedTuple):
    """A way from one place to a neighbour: its cost, and its class (see `Situation.open`)."""

    cost: int
    kind: int = USUAL


class Going:
    """All steps of one kind of unit, ready for searching."""

    __slots__ = ("compiled", "graph", "kinds", "steps")

    def __init__(self, graph: Graph, step: Callable[[Place, Place], Step | int | None]) -> None:
        """`step(a, b)` is the cost of entering b from a, or None where this kind can not go at all."""
        self.graph = graph
        rows = []
        kinds = 1
        bits = [1 << place for place in range(graph.n)]
        same: dict[
            tuple[Place, int, int, Mask], tuple[Place, int, int, Mask]
        ] = {}  # a small table stays in the cache
        for a, neighbours in enumerate(graph.neighbours):
            row = []
            for b in neighbours:
                answer = step(a, b)
                if answer is None:
                    continue
                cost, kind = answer if isinstance(answer, Step) else (answer, USUAL)
                if cost < 0:
                    raise ValueError(f"{graph.labels[a]} to {graph.labels[b]} costs less than nothing")
                kinds = max(kinds, kind + 1)
                found = (b, cost, kind, bits[b])
                row.append(same.setdefault(found, found))
            rows.append(tuple(row))
        self.steps: tuple[tuple[tuple[Place, int, int, Mask], ...], ...] = tuple(rows)
        self.kinds = kinds
        self.compiled = fast.built.Table(self.steps) if fast.built is not None else None

    def without(self, pairs: Iterable[tuple[Place, Place]]) -> Going:
        """The same going except these steps; give both directions to close a side altogether."""
        gone = frozenset(pairs)
        rows, cut = list(self.steps), {a for a, _ in gone}
        for a in cut:
            rows[a] = tuple(step for step in rows[a] if (a, step[0]) not in gone)
        rest: Going = Going.__new__(Going)
        rest.graph, rest.kinds, rest.steps = self.graph, self.kinds, tuple(rows)
        rest.compiled = fast.built.Table(rest.steps, self.compiled, cut) if fast.built is not None else None
        return rest

    @property
    def is_compiled(self) -> bool:
        """Whether the compiled search is used."""
        return fast.in_use

    def cost(self, a: Place, b: Place) -> int | None:
        """The bare cost of one step, without the surcharges of the moment."""
        return next((cost for place, cost, _, _ in self.steps[a] if place == b), None)


class Situation(NamedTuple):
    """What the moment adds to the going, for the units of one side.

    `open[k]` are the places that a step of class k may enter: leave out enemy-occupied hexes everywhere,
    and, say, enemy zones and unfriendly ground for the class of sea hexsides. `open_from_zone[k]` limits a
    step that starts in an enemy zone of control further: leave out `zone` where a unit may not go from zone
    to zone. Both repeat their last entry for higher classes.
    """

    open: tuple[Mask, ...]
    open_from_zone: tuple[Mask, ...]
    zone: Mask = 0  # enemy zones of control (and what counts as such)
    stop: Mask = 0  # entering one of these ends the move; put `zone` in if zones stop
    leave: tuple[tuple[Mask, int], ...] = ()  # surcharges for leaving a place
    enter: tuple[tuple[Mask, int], ...] = ()  # surcharges for entering a place
    curb: Mask = 0  # entering one of these lowers the allowance to `curbed` for the whole move
    curbed: int = 0
    one_step: bool = False  # the first step may be taken whatever it costs


def situation(
    graph: Graph,
    *,
    enemies: Mask = 0,
    zone: Mask = 0,
    stops: Mask = 0,
    zone_stops: bool = True,
    zone_to_zone: bool = False,
    leave_zone: int = 0,
    enter: Sequence[tuple[Mask, int]] = (),
) -> Situation:
    """The usual case: enemies block, zones stop, moving from zone to zone is allowed or not."""
    free = graph.everything & ~enemies
    return Situation(
        open=(free,),
        open_from_zone=(free if zone_to_zone else free & ~zone,),
        zone=zone,
        stop=stops | zone if zone_stops else stops,
        leave=((zone, leave_zone),) if leave_zone else (),
        enter=tuple(enter),
    )


class Reach:
    """All places that a search reached. `costs` holds the start as well, at what was spent before.

    A place that was reached both before and after the allowance was curbed is listed with the cheaper way;
    `curbed` holds those whose listed way is curbed. What the compiled search found is unpacked when it is asked for.
    """

    __slots__ = (
        "_came", "_costs", "_found", "_mask", "allowance", "began_curbed", "came_curbed", "curbed", "start",
    )  # fmt: skip

    def __init__(
        self,
        start: Place,
        allowance: int,
        mask: Mask,
        costs: dict[Place, int] | None = None,
        came: dict[Place, Place] | None = None,
        *,
        curbed: frozenset[Place] = frozenset(),
        began_curbed: bool = False,
        came_curbed: dict[Place, tuple[Place, bool]] | None = None,
        found: Found | None = None,
    ) -> None:
        self.start = start
        self.allowance = allowance
        self._mask: Mask | None = mask
        self.curbed = curbed
        self.began_curbed = began_curbed
        self.came_curbed = came_curbed or {}
        self._costs = costs
        self._came = came
        self._found = found

    @property
    def mask(self) -> Mask:
        """All places reached, the start left out."""
        if self._mask is None:
            self._mask = mask_of(self.came)
        return self._mask

    @property
    def costs(self) -> dict[Place, int]:
        if self._costs is None:
            assert self._found is not None
            self._costs = self._found.costs()
        return self._costs

    @property
    def came(self) -> dict[Place, Place]:
        """For each place reached, in the order in which they were, the one before it."""
        if self._came is None:
            assert self._found is not None
            self._came = self._found.came()
        return self._came

    @property
    def places(self) -> list[Place]:
        """The places reached, in the order in which they were."""
        return list(self.came) if self._found is None else self._found.places()

    def cost(self, place: Place) -> int:
        return self.costs[place] if self._found is None else self._found.cost(place)

    def path(self, place: Place) -> list[Place]:
        """The cheapest way from the start, both ends included."""
        if self._found is not None:
            return self._found.path(place)
        if place not in self.costs:
            raise ValueError("that place was not reached")
        way = [place]
        if self.came_curbed or self.curbed:
            curbed = place in self.curbed
            while place != self.start or curbed != self.began_curbed:
                if not curbed:
                    place = self.came[place]
                else:
                    place, curbed = self.came_curbed[place]
                way.append(place)
            return way[::-1]
        came = self.came
        while place != self.start:
            place = came[place]
            way.append(place)
        return way[::-1]

    def __eq__(self, other: object) -> bool:
        names = ("start", "allowance", "mask", "costs", "came", "curbed", "came_curbed")
        return isinstance(other, Reach) and all(getattr(self, name) == getattr(other, name) for name in names)

    __hash__ = None  # type: ignore[assignment]


def search(
    going: Going, start: Place, allowance: int, now: Situation, *, spent: int = 0, curbed: bool = False
) -> Reach:
    """Every place the unit can move to, with the cheapest way there.

    `spent` and `curbed` go on with a move that was begun before (a way given hex by hex). A start inside
    `stop` does not hold the unit: only entering does.
    """
    if now.curb or curbed:
        return _search_curbed(going, start, allowance, now, spent, curbed)
    if going.compiled is not None and going.is_compiled:
        opened, opened_zone = _opened(going, now)
        found = going.compiled.search(
            start, allowance, spent, opened, opened_zone, now.zone, now.stop, now.leave, now.enter, now.one_step
        )
        return Reach(start, allowance, found.mask, found=found)
    return search_plainly(going, start, allowance, now, spent=spent)


def search_plainly(going: Going, start: Place, allowance: int, now: Situation, *, spent: int = 0) -> Reach:
    """The search in plain Python, whether or not the compiled one is in use: what conditions go by. It knows no
    ground that curbs."""
    steps, stop, zone, leave, enter = going.steps, now.stop, now.zone, now.leave, now.enter
    opened, opened_zone = _opened(going, now)
    dear_to_leave = dear_to_enter = 0
    for places, _ in leave:
        dear_to_leave |= places
    for places, _ in enter:
        dear_to_enter |= places
    best = [_FAR] * going.graph.n
    best[start] = spent
    came: dict[Place, Place] = {}
    mask = 0
    # One bucket for each number of points spent: a queue that needs no comparing.
    buckets: list[list[Place]] = [[] for _ in range(max(allowance - spent, 0) + 1)]
    buckets[0].append(start)
    for paid, bucket in enumerate(buckets, spent):
        for here in bucket:
            if best[here] < paid:
                continue
            bit = 1 << here
            free = opened_zone if bit & zone else opened
            base = paid
            if bit & dear_to_leave:
                for places, extra in leave:
                    if bit & places:
                        base += extra
            for there, cost, kind, there_bit in steps[here]:
                total = base + cost
                if total >= best[there] or not there_bit & free[kind]:
                    continue
                if there_bit & dear_to_enter:
                    for places, extra in enter:
                        if there_bit & places:
                            total += extra
                    if total >= best[there]:
                        continue
                if total <= allowance:
                    best[there] = total
                    came[there] = here
                    mask |= there_bit
                    if not there_bit & stop:
                        buckets[total - spent].append(there)
                elif now.one_step and here == start:
                    # Its cost is the whole allowance: nothing is left to go on with.
                    best[there] = allowance
                    came[there] = here
                    mask |= there_bit
    costs = {start: spent}
    for place in came:
        costs[place] = best[place]
    return Reach(start, allowance, mask, costs, came)


def _opened(going: Going, now: Situation) -> tuple[tuple[Mask, ...], tuple[Mask, ...]]:
    """What steps of each class may enter: in general, and when they start in an enemy zone."""
    opened = _per_kind(now.open, going.kinds)
    from_zone = _per_kind(now.open_from_zone, going.kinds)
    return opened, tuple(a & b for a, b in zip(opened, from_zone, strict=False))


def _per_kind(masks: tuple[Mask, ...], kinds: int) -> tuple[Mask, ...]:
    return masks if len(masks) >= kinds else masks + (masks[-1],) * (kinds - len(masks))


def _search_curbed(going: Going, start: Place, allowance: int, now: Situation, spent: int, curbed: bool) -> Reach:
    """The search where some ground lowers the allowance of the whole move: a place may be worth reaching
    twice, cheaply after such ground and dearly around it."""
    opened, opened_zone = _opened(going, now)
    origin = (start, curbed)
    costs: dict[tuple[Place, bool], int] = {origin: spent}
    came: dict[tuple[Place, bool], tuple[Place, bool]] = {}
    buckets: list[list[tuple[Place, bool]]] = [[] for _ in range(max(allowance - spent, 0) + 1)]
    buckets[0].append(origin)
    for paid, bucket in enumerate(buckets, spent):
        for state in bucket:
            here, slow = state
            if costs[state] < paid:
                continue
            bit = 1 << here
            if bit & now.stop and state != origin:
                continue
            base = paid + sum(extra for places, extra in now.leave if bit & places)
            free = opened_zone if bit & now.zone else opened
            limit = min(now.curbed, allowance) if slow else allowance
            for there, cost, kind, there_bit in going.steps[here]:
                if not there_bit & free[kind]:
                    continue
                total = base + cost + sum(extra for places, extra in now.enter if there_bit & places)
                state_there = (there, slow or bool(there_bit & now.curb))
                if total > limit:
                    if not now.one_step or state != origin:
                        continue
                    total = allowance
                if total < costs.get(state_there, total + 1):
                    costs[state_there] = total
                    came[state_there] = state
                    buckets[total - spent].append(state_there)
    # Entering curbing ground late is allowed, but then there is nothing left (limit < total): it is an end.
    best: dict[Place, int] = {}
    slow_best: set[Place] = set()
    for (place, slow), cost in costs.items():
        if cost < best.get(place, cost + 1) or (cost == best[place] and not slow):
            best[place] = cost
            slow_best.add(place) if slow else slow_best.discard(place)
    mask = 0
    for place in best:
        if place != start:
            mask |= 1 << place
    return Reach(
        start,
        allowance,
        mask,
        best,
        {place: back[0] for (place, slow), back in came.items() if not slow},
        curbed=frozenset(slow_best),
        began_curbed=curbed,
        came_curbed={place: back for (place, slow), back in came.items() if slow},
    )


class Hold(Enum):
    """Why a unit can not go where it is asked to."""

    NOT_OPEN = "not open"  # enemies are there, or this kind of step is closed to it now
    NO_WAY = "no way"  # impassable ground between, whatever the points
    TOO_FAR = "too far"  # the cheapest way costs more than the unit has
    STOPPED = "stopped"  # a place on the way ends the move
    ZONE_TO_ZONE = "zone to zone"  # the way leads from one enemy zone into another
    CURBED = "curbed"  # ground on the way lowers the allowance too far


class Held(NamedTuple):
    """The answer to "why not there?": what holds the unit, where, and what the way would cost."""

    hold: Hold
    at: Place
    need: int
    have: int
    path: tuple[Place, ...] = ()


def why_not(
    going: Going, start: Place, goal: Place, allowance: int, now: Situation, *, spent: int = 0
) -> Held | None:
    """None if the unit can get there; else the nearest reason, found by lifting one restriction at a time."""
    if goal in search(going, start, allowance, now, spent=spent).costs:
        return None
    opened = _per_kind(now.open, going.kinds)
    if not any(opened[kind] >> goal & 1 for row in going.steps for place, _, kind, _ in row if place == goal):
        return Held(Hold.NOT_OPEN, goal, 0, allowance)
    plenty = allowance + going.graph.n * (1 + max((step[1] for row in going.steps for step in row), default=0))
    plenty += going.graph.n * sum(extra for _, extra in (*now.leave, *now.enter))

    def way(situation: Situation, points: int) -> tuple[list[Place], int] | None:
        found = search(going, start, points, situation, spent=spent)
        return (found.path(goal), found.costs[goal]) if goal in found.costs else None

    no_curb = now._replace(curb=0)
    no_zone = no_curb._replace(open_from_zone=now.open)
    no_stop = no_zone._replace(stop=0)
    # First what holds a unit that has the points; then what holds it however many it has.
    if found := now.curb and way(no_curb, allowance):
        at = next(place for place in found[0][1:] if now.curb >> place & 1)
        return Held(Hold.CURBED, at, found[1], now.curbed, tuple(found[0]))
    for points in (allowance, plenty):
        if points == plenty and (found := way(no_curb, plenty)):
            return Held(Hold.TOO_FAR, goal, found[1], allowance, tuple(found[0]))
        if found := way(no_zone, points):
            at = next(b for a, b in pairwise(found[0]) if now.zone >> a & 1 and not _may_leave(going, a, b, now))
            return Held(Hold.ZONE_TO_ZONE, at, found[1], allowance, tuple(found[0]))
        if found := way(no_stop, points):
            at = next(place for place in found[0][1:-1] if now.stop >> place & 1)
            return Held(Hold.STOPPED, at, found[1], allowance, tuple(found[0]))
    return Held(Hold.NO_WAY, goal, 0, allowance)


def _may_leave(going: Going, a: Place, b: Place, now: Situation) -> bool:
    """Whether no rule on zones forbids this step."""
    if not now.zone >> a & 1:
        return True
    opened = _per_kind(now.open_from_zone, going.kinds)
    return any(place == b and bit & opened[kind] for place, _, kind, bit in going.steps[a])


def follow(going: Going, path: Sequence[Place], allowance: int, now: Situation) -> int | Held:
    """What a way given place by place costs, or what stops the unit on it."""
    here, spent, slow = path[0], 0, False
    opened, from_zone = _per_kind(now.open, going.kinds), _per_kind(now.open_from_zone, going.kinds)
    for number, there in enumerate(path[1:]):
        if number and now.stop >> here & 1:
            return Held(Hold.STOPPED, here, spent, allowance, tuple(path))
        for step in going.steps[here]:
            if step[0] == there:
                break
        else:
            return Held(Hold.NO_WAY, there, spent, allowance, tuple(path))
        _, cost, kind, bit = step
        if not bit & opened[kind]:
            return Held(Hold.NOT_OPEN, there, spent, allowance, tuple(path))
        if now.zone >> here & 1 and not bit & from_zone[kind]:
            return Held(Hold.ZONE_TO_ZONE, there, spent, allowance, tuple(path))
        total = spent + cost
        for places, extra in now.leave:
            if places >> here & 1:
                total += extra
        for places, extra in now.enter:
            if bit & places:
                total += extra
        if total > (min(now.curbed, allowance) if slow else allowance):
            if number or not now.one_step:
                hold = Hold.CURBED if slow and total <= allowance else Hold.TOO_FAR
                return Held(hold, there, total, allowance, tuple(path))
            total = allowance
        here, spent, slow = there, total, slow or bool(bit & now.curb)
    return spent
