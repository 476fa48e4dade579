# compiled as it stands
"""5, 7, 8. The slots of `move`: which units and hexes, the named way, and in words what bars a unit from a hex."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise

from grognard.games.fortress_europa.data.world import ALLIED, ALPINE, FLOODED, GERMAN, MOUNTAIN, SEA
from grognard.games.fortress_europa.rules.combat.nations import crowded
from grognard.games.fortress_europa.rules.domains import HEXES, UNITS
from grognard.games.fortress_europa.rules.landing.isle import ferries
from grognard.games.fortress_europa.rules.movement.districts import bounds, out_of_bounds
from grognard.games.fortress_europa.rules.movement.ground import (
    allowance,
    closed_rivers,
    going,
    going_without,
    situation,
)
from grognard.games.fortress_europa.rules.movement.movement import (
    destinations,
    do_move,
    goals,
    is_plain,
    may_stop,
    movers,
    reach,
    searched_goals,
    walkable,
    way,
    why_not_walking,
)
from grognard.games.fortress_europa.rules.movement.outcome import ends_in
from grognard.games.fortress_europa.rules.movement.outlook import Kind, kind_of
from grognard.games.fortress_europa.rules.setup import ardennes
from grognard.games.fortress_europa.rules.standing import survey
from grognard.games.fortress_europa.rules.state import Position
from grognard.kernel.rules import Ints, Slot, Step, Verb, Why
from grognard.kernel.show import Preview, Reason
from grognard.maps import Held, Hold, Mask, Situation, mask_of, members, search, why_not

# ------------------------------------------------------------------------------------------- the slots


def move_unit_reasons(s: Position, step: Step[Position], seat: str, args: Ints) -> Iterator[Why]:
    w = s.data
    u = args[0]
    found = list(why_not_walking(s, u))
    if not found and not searched_goals(s, u):
        name = w.unit_names[u]
        found.append(Why("5.1", lambda: f"{name} has no hex to move to.", (w.labels[s.where[u]],), (w.ids[u],)))
    yield from found


def move_units(s: Position, step: Step[Position], seat: str, args: Ints) -> int:
    return movers(s)


def move_hexes(s: Position, step: Step[Position], seat: str, args: Ints) -> Mask:
    return goals(s, args[0])


def move_hex_reasons(s: Position, step: Step[Position], seat: str, args: Ints) -> Iterator[Why]:
    w = s.data
    u, goal = args[0], args[1]
    label, name = w.labels[goal], w.unit_names[u]
    if goal == s.where[u]:
        yield Why("5.2", lambda: f"{name} is there already.", (label,))
    elif out_of_reach(s, u, goal) or not searched_goals(s, u) >> goal & 1:
        yield Searched((label,), lambda: why_not_there(s, u, goal))


def out_of_reach(s: Position, u: int, goal: int) -> bool:
    """5.4, 2.7: whether a hex is farther away than a unit could ever get, which needs no search."""
    return s.data.grid.distance(s.where[u], goal) > allowance(s, u) and goal not in ferries(s, u)


# -------------------------------------------------------------------------------------------- in words


class Searched(Why):
    """A reason whose rule and words are found by a search, only when somebody asks."""

    find: Callable[[], Why]

    def __new__(cls, places: tuple[str, ...], find: Callable[[], Why]) -> Searched:
        new = super().__new__(cls, "5.2", lambda: "", places)
        new.find = find
        return new

    def reason(self) -> Reason:
        return self.find().reason()


def why_not_there(s: Position, u: int, goal: int) -> Why:
    """What keeps a unit from a hex, the nearest reason first."""
    w = s.data
    label, name = w.labels[goal], w.unit_names[u]
    if w.terrain[goal] == SEA:
        return Why("8.6", lambda: f"{label} is an all-sea hex.", (label,))
    if not w.land >> goal & 1:
        return Why("8.12", lambda: f"{label} is not a playable hex.", (label,))
    if crowded(s, u) >> goal & 1:
        return Why("14.11", lambda: f"In {label} {name} could not attack: others of another nation must.", (label,))
    if not may_stop(s, u) >> goal & 1:
        return Why("8.7", lambda: f"No unit ends its movement on the dyke, {label}.", (label,))
    if w.terrain[goal] == ALPINE and not w.mountain_units >> u & 1:
        return Why("8.4", lambda: f"{label} is alpine: only mountain units enter it.", (label,))
    foe = 1 - w.side[u]
    if survey(s).occupied[foe] >> goal & 1:
        rule = "9.5" if foe == GERMAN and survey(s).own_only[foe] >> goal & 1 else "7.2"
        return Why(rule, lambda: f"Enemy units are in {label}.", (label,))
    if not bounds(s, u) >> goal & 1:
        return out_of_bounds(s, u, goal)
    if reach(s, u).mask >> goal & 1:  # to nobody else what can be reached is closed
        return Why("15.10", lambda: f"{name} must leave the frozen district by the shortest way.", (label,))
    if ardennes.closed_ground(s, u) >> goal & 1:
        return Why("33.3.8", lambda: f"French units do not go north of Nancy, and {label} is.", (label,))
    now, points = left_to(s, u)
    if goal in search(going_without(s, u, closed_rivers(s, u)), s.where[u], points, now, spent=s.spent[u]).costs:
        return Why("33.3.7", lambda: f"{name} may not cross the Meuse to {label}.", (label,))
    if goal in search(going_without(s, u, 0), s.where[u], points, now, spent=s.spent[u]).costs:
        return Why("17.10.4", lambda: f"Destroyed bridges keep {name} from {label}.", (label,))
    return worded(s, u, why_not(going(s, u), s.where[u], goal, points, now, spent=s.spent[u]), goal)


def left_to(s: Position, u: int) -> tuple[Situation, int]:
    """What bears on the rest of a unit's move, and its allowance: half of it after rough ground (8.1)."""
    now = situation(s, u)
    return now, now.curbed if s.slowed >> u & 1 else allowance(s, u)


def stop_reason(s: Position, u: int, h: int) -> tuple[str, str]:
    """What stops a unit in a hex: the rule, and words."""
    w = s.data
    if survey(s).zones[1 - w.side[u]] >> h & 1:
        return "7.2", "in an enemy zone of control"
    terrain = w.terrain[h]
    if terrain == FLOODED and s.flooded:
        return "8.2", "a flooded area"
    if terrain == ALPINE:
        return "8.4", "alpine ground"
    if terrain == MOUNTAIN and not w.mountain_units >> u & 1:
        return "8.3", "a mountain hex"
    return "24.3", "where partisans are"


def worded(s: Position, u: int, held: Held | None, goal: int) -> Why:
    w = s.data
    name, label = w.unit_names[u], w.labels[goal]
    if held is None:
        return Why("5.2", lambda: f"{name} cannot get to {label}.", (label,))
    at = w.labels[held.at]
    if held.hold is Hold.TOO_FAR:
        left, away = left_to(s, u)[1] - s.spent[u], len(held.path) - 1
        rule = "8.1" if s.slowed >> u & 1 else "5.4"
        return Why(rule, lambda: f"{name} can move {_hexes(left)} and {label} is {away} away.", (label,))
    if held.hold is Hold.CURBED:
        half = (allowance(s, u) + 1) // 2
        return Why("8.1", lambda: f"Rough ground at {at} leaves {name} {_hexes(half)} in this impulse.", (at, label))
    if held.hold is Hold.ZONE_TO_ZONE:
        return Why("8.10", lambda: f"{name} may not go from one enemy zone into another at {at}.", (at,))
    if held.hold is Hold.STOPPED:
        rule, how = stop_reason(s, u, held.at)
        return Why(rule, lambda: f"{name} must stop at {at}, {how}.", (at, label))
    return Why("8.5", lambda: f"There is no way by land for {name} to {label} now.", (label,))


def _hexes(number: int) -> str:
    return "1 hex" if number == 1 else f"{number} hexes"


# --------------------------------------------------------------------------------------- the named way


def _named(s: Position, args: Ints) -> tuple[int, int, list[int]]:
    u, goal, *over = args
    return u, goal, [s.where[u], *over]


def _goes_on(s: Position, u: int, path: list[int], goal: int) -> bool:
    """Whether the way so far can be walked and still leads to the goal."""
    cost = walkable(s, u, path)
    now = situation(s, u)
    if not isinstance(cost, int) or now.stop >> path[-1] & 1 or path[-1] == goal:
        return False
    if any(_crosses(s, u, a, b) for a, b in pairwise(path)):
        return False
    slowed = bool(s.slowed >> u & 1) or any(now.curb >> h & 1 for h in path[1:])
    rest = search(going(s, u), path[-1], allowance(s, u), now, spent=s.spent[u] + cost, curbed=slowed)
    if goal in rest.costs:
        return True
    return any(
        _crosses(s, u, h, goal) and spent < allowance(s, u) and not now.stop >> h & 1
        for h, spent in rest.costs.items()
    )


def _crosses(s: Position, u: int, a: int, b: int) -> bool:
    """Whether a unit on foot would cross a river without bridges here."""
    w = s.data
    if b not in w.near[a] or w.armored >> u & 1:
        return False
    section = w.river_between(a, b)
    return section >= 0 and bool(closed_rivers(s, u) >> section & 1)


def via_reasons(s: Position, step: Step[Position], seat: str, args: Ints) -> Iterator[Why]:
    """The way so far, hex by hex, must be open and leave enough for the goal."""
    w = s.data
    u, goal, path = _named(s, args)
    if _goes_on(s, u, path, goal):
        return
    label = w.labels[path[-1]]
    cost = walkable(s, u, path)
    if path[-1] == goal:
        yield Why("5.2", lambda: f"{label} is where the way ends.", (label,))
    elif not isinstance(cost, int):
        yield worded(s, u, cost, path[-1])
    elif situation(s, u).stop >> path[-1] & 1:
        rule, how = stop_reason(s, u, path[-1])
        yield Why(rule, lambda: f"{w.unit_names[u]} must stop at {label}, {how}.", (label,))
    else:
        rule = "8.1" if any(situation(s, u).curb >> h & 1 for h in path[1:]) else "5.4"
        yield Why(rule, lambda: f"From {label} {w.unit_names[u]} does not get to {w.labels[goal]}.", (label,))


def trace(s: Position, kind: Kind, path: list[int], points: int) -> tuple[int, bool] | None:
    """What a way costs a plain unit, and whether rough ground has slowed it; None if it cannot go so."""
    bit = s.data.bit
    slow = False
    for number, there in enumerate(path[1:]):
        here = bit[path[number]]
        b = bit[there]
        if (number and kind.stop & here) or not kind.adjacent[path[number]] & b & kind.goes:
            return None
        if kind.zone & here and kind.zone & b:
            return None
        if number + 1 > (min((points + 1) // 2, points) if slow else points):
            return None
        slow = slow or bool(kind.rough & b)
    return len(path) - 1, slow


def via_hexes(s: Position, step: Step[Position], seat: str, args: Ints) -> Mask:
    """The same, for a plain unit by floods back from the goal."""
    w = s.data
    u, goal, path = _named(s, args)
    here = path[-1]
    if not is_plain(s, u):
        return mask_of(
            n for n in w.grid.neighbours[here] if next(via_reasons(s, step, seat, (*args, n)), None) is None
        )
    kind, points, bit = kind_of(s, u), allowance(s, u), w.bit
    sofar = trace(s, kind, path, points)
    if sofar is None or (len(path) > 1 and kind.stop & bit[here]):
        return 0
    cost, slow = sofar
    found = led_on(kind, bit[goal], bit[goal], cost, points, slow=slow)
    if not w.armored >> u & 1 and closed_rivers(s, u):
        fords = w.adjacent[goal] & w.over_rivers[goal] & kind.goes & ~kind.stop
        found |= led_on(kind, fords, fords, cost + 1, points, slow=slow)  # a hex is left for the river (17.10.4)
    return found & kind.adjacent[here] & ~bit[goal]


def led_on(kind: Kind, ends: Mask, smooth_ends: Mask, cost: int, points: int, *, slow: bool) -> Mask:
    """The hexes by which a way that has cost so much goes on to one of some hexes, found back from them: on any
    ground as far as armor gets over rough ground (8.1), and on good ground as far as it gets."""
    go, flood = kind.goes & ~kind.stop, kind.steps.flood
    curbed, left = (points + 1) // 2 - cost - 1, points - cost - 1
    found = flood(ends, go, curbed) if curbed >= 0 else 0
    return found if slow or left < 0 else found | flood(smooth_ends, go & ~kind.rough, left)


def via_enough(s: Position, step: Step[Position], seat: str, args: Ints) -> Mask:
    """The hexes from which the named way reaches the goal with its next step."""
    u, goal, path = _named(s, args)
    w = s.data
    near = members(w.grid.near[path[-1]] & w.grid.near[goal])
    if is_plain(s, u):
        kind, points = kind_of(s, u), allowance(s, u)
        return mask_of(
            h
            for h in near
            if trace(s, kind, [*path, h, goal], points) is not None
            or (_crosses(s, u, h, goal) and isinstance(walkable(s, u, [*path, h, goal]), int))
        )
    return mask_of(h for h in near if isinstance(walkable(s, u, [*path, h, goal]), int))


# ------------------------------------------------------------------------------------------ previewing


def preview_move(s: Position, step: Step[Position], seat: str, args: Ints) -> Preview:
    w = s.data
    u, goal = args[0], args[1]
    name = w.unit_names[u]
    if len(args) > 2:
        path = [*_named(s, args)[2], goal]
    elif goal in destinations(s, u):
        path = way(s, u, goal)
    else:
        return Preview(f"{name} cannot get to {w.labels[goal]}.")
    effects = []
    if situation(s, u).stop >> goal & 1:
        rule, how = stop_reason(s, u, goal)
        effects.append(Reason(rule, f"{w.labels[goal]} is {how}."))
    if w.side[u] == ALLIED and (w.fortresses & ~s.ruined) >> goal & 1:
        effects.append(Reason("16.3", f"The fortress of {w.labels[goal]} is destroyed."))
    effects += ends_in(s, u, goal)
    labels = tuple(w.labels[h] for h in path)
    cost = f"{len(path) - 1} of {_hexes(allowance(s, u) - s.spent[u])}"
    return Preview(f"{name} moves to {w.hex_name(goal)}.", labels, cost, tuple(effects), (labels[-1],))


MOVE_VERB = Verb(
    "move",
    do_move,
    (
        Slot("unit", UNITS, move_unit_reasons, legal=move_units, prompt="Move which unit?"),
        Slot("hex", HEXES, move_hex_reasons, legal=move_hexes, prompt="Move to which hex?"),
        Slot(
            "way",
            HEXES,
            via_reasons,
            legal=via_hexes,
            prompt="By which hexes?",
            repeat=True,
            optional=True,
            keyword="via",
            enough=via_enough,
        ),
    ),
    "5.2",
    "Move",
    preview=preview_move,
)
