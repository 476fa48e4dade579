# compiled as it stands
"""6. The way of a move, named hex by hex: it matters because territory changes with every step (ruling 16)."""

from __future__ import annotations

from grognard.games.nineteen_forty.rules.barred import worded, zone_reason
from grognard.games.nineteen_forty.rules.ground import going, situation
from grognard.games.nineteen_forty.rules.state import Position, allowance, facts
from grognard.kernel.rules import Choice, Ints, Why, Whys
from grognard.maps import follow, search_plainly


def path_of(s: Position, args: Ints) -> list[int]:
    """The way named so far, from where the unit stands."""
    return [s.where[args[0]], *args[2:]]


def way_hexes(s: Position, step: Choice[Position], seat: str, args: Ints) -> int:
    """The hexes that a way may pass next, with points left for the goal."""
    return facts(s).onward(s, args[0], args[1], path_of(s, args))


def way_enough(s: Position, step: Choice[Position], seat: str, args: Ints) -> int:
    """Those from which the next step ends at the goal."""
    return facts(s).leading(s, args[0], args[1], path_of(s, args))


def way_reasons(s: Position, step: Choice[Position], seat: str, args: Ints) -> Whys:
    """The way so far, hex by hex, must be open and leave enough points for the goal."""
    w = s.data
    u, goal, path = args[0], args[1], path_of(s, args)
    label, how, now, points = w.labels[path[-1]], going(s, u), situation(s, u), allowance(s, u)
    cost = follow(how, path, points, now)
    if path[-1] == goal:
        yield Why("6 ¶2a", lambda: f"{label} is where the way ends.", (label,))
    elif not isinstance(cost, int):
        yield worded(s, u, cost, path[-1])
    elif now.stop >> path[-1] & 1:
        rule, zone = zone_reason(s, w.side[u], path[-1])
        yield Why(rule, lambda: f"{w.unit_names[u]} must stop at {label}, {zone}.", (label,))
    elif not search_plainly(how, path[-1], points, now, spent=cost).mask >> goal & 1:
        yield Why("6 ¶1", lambda: f"From {label} it has too few points left to reach {w.labels[goal]}.", (label,))
