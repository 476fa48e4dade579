"""6. The way of a move, named hex by hex: it matters because territory changes with every step (ruling 16)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from grognard.games.nineteen_forty.barred import worded, zone_reason
from grognard.games.nineteen_forty.compiled import compiled
from grognard.games.nineteen_forty.ground import field, going, situation
from grognard.games.nineteen_forty.movement import reach
from grognard.games.nineteen_forty.state import (
    Position,
    allowance,
)
from grognard.games.nineteen_forty.world import QUARTER, World
from grognard.kernel.contract import Args, Why
from grognard.maps import follow


def costs_to(s: Position, u: int, goal: int) -> dict[int, int]:
    """From every hex that a way may pass: the fewest points from there to the goal. Remembered.

    Hexes that the unit cannot reach with so much left are left out.
    """
    w: World = s.data
    f = field(s)
    if f.rest is not None and f.rest[0] == u and f.rest[1] == goal:
        return f.rest[2]
    now, how, points = situation(s, u, f), going(s, u), allowance(s, u)
    back = w.backwards(how)
    spent = reach(s, u, f).costs
    opened, stop = now.open, now.stop
    slow, extra = now.enter[0] if now.enter else (0, 0)
    found = {goal: 0}
    buckets: list[list[int]] = [[] for _ in range(points // QUARTER + 1)]
    buckets[0].append(goal)
    for whole, bucket in enumerate(buckets):
        paid = whole * QUARTER
        for here in bucket:
            if found[here] < paid:
                continue
            bit = w.bit[here]
            paying = paid + extra if bit & slow else paid
            for before, cost, kind in back[here]:
                total = paying + cost
                if before not in spent or spent[before] + total > points or not bit & opened[kind]:
                    continue
                if total < found.get(before, total + 1) and not stop >> before & 1:
                    found[before] = total
                    buckets[total // QUARTER].append(before)
    f.rest = (u, goal, found)
    return found


def via_values(s: Position, step: Any, seat: str, args: Args) -> list[str]:
    """The hexes that a way may pass next, with points left for the goal."""
    w: World = s.data
    u, goal = w.unit[args[0]], w.index[args[1]]
    path = [s.where[u], *[w.index[label] for label in args[3:]]]
    fast = compiled(w)
    if fast is not None and w.side[u] == s.side and s.turn >= 0:
        return fast.via(s, u, goal, path)
    now, how, points = situation(s, u), going(s, u), allowance(s, u)
    here = path[-1]
    spent = follow(how, path, points, now)
    if not isinstance(spent, int) or (len(path) > 1 and now.stop >> here & 1):
        return []
    rest = costs_to(s, u, goal)
    opened = now.open
    if len(path) == 1 and now.zone >> here & 1:
        spent += now.leave[0][1]
        opened = tuple(x & y for x, y in zip(now.open, now.open_from_zone, strict=True))
    extra = now.enter[0] if now.enter else (0, 0)
    found = []
    for there, cost, kind, bit in how.steps[here]:
        if there == goal or not bit & opened[kind] or bit & now.stop:
            continue
        total = spent + cost + (extra[1] if bit & extra[0] else 0)
        if total + rest.get(there, points) <= points and there in rest:
            found.append(w.labels[there])
    return found


def via_reasons(s: Position, step: Any, seat: str, args: Args) -> Iterator[Why]:
    """The way so far, hex by hex, must be open and leave enough points for the goal."""
    w: World = s.data
    if args[-1] in via_values(s, step, seat, args[:-1]):
        return
    u, goal = w.unit[args[0]], w.index[args[1]]
    path = [s.where[u], *[w.index[label] for label in args[3:]]]
    label = w.labels[path[-1]]
    cost = follow(going(s, u), path, allowance(s, u), situation(s, u))
    if path[-1] == goal:
        yield Why("6 ¶2a", lambda: f"{label} is where the way ends.", (label,))
    elif not isinstance(cost, int):
        yield worded(s, u, cost, path[-1])
    elif situation(s, u).stop >> path[-1] & 1:
        rule, how = zone_reason(s, w.side[u], path[-1])
        yield Why(rule, lambda: f"{w.unit_names[u]} must stop at {label}, {how}.", (label,))
    else:
        yield Why("6 ¶1", lambda: f"From {label} the points do not suffice for {w.labels[goal]}.", (label,))


def via_universe(s: Position, step: Any, seat: str, args: Args) -> Iterable[str]:
    w: World = s.data
    last = w.index[args[-1]] if len(args) > 3 else s.where[w.unit[args[0]]]
    return [w.labels[h] for h in w.grid.neighbours[last]]


def via_enough(s: Position, step: Any, seat: str, args: Args) -> bool:
    """The named way reaches the goal with its next step."""
    w: World = s.data
    u, goal = w.unit[args[0]], w.index[args[1]]
    if not w.grid.near[w.index[args[-1]]] >> goal & 1:
        return False
    path = [s.where[u], *[w.index[label] for label in args[3:]], goal]
    fast = compiled(w)
    if fast is not None and w.side[u] == s.side and s.turn >= 0:
        return fast.leads(s, u, path)
    return isinstance(follow(going(s, u), path, allowance(s, u), situation(s, u)), int)
