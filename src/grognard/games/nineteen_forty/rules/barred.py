"""6. What bars a unit from a hex, in words, and what a move would bring about."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from grognard.games.nineteen_forty.data.world import BELGIUM, GERMAN
from grognard.games.nineteen_forty.rules.command import why_not_bounds
from grognard.games.nineteen_forty.rules.ground import going, ground, moves_east_only, situation
from grognard.games.nineteen_forty.rules.movement import BEFORE, calmest_way, can_stay, invasions, reached, walk
from grognard.games.nineteen_forty.rules.opening import closing
from grognard.games.nineteen_forty.rules.stacking import no_room
from grognard.games.nineteen_forty.rules.state import (
    Position,
    allowance,
    friendly,
    garrison_hexes,
    points_text,
    survey,
)
from grognard.games.nineteen_forty.rules.strength import garrison_rule
from grognard.games.nineteen_forty.rules.supply import is_supplied
from grognard.kernel.rules import Choice, Ints, Why, Whys
from grognard.kernel.show import Preview, Reason
from grognard.kernel.show.words import agree, number_of
from grognard.maps import Held, Hold, follow, members, why_not


def move_hex_reasons(s: Position, step: Choice[Position], seat: str, args: Ints) -> Whys:
    yield from why_not_to(s, args[0], args[1])


def why_not_to(s: Position, u: int, goal: int) -> Iterator[Why]:
    """The conditions against a move of a unit ending in a hex."""
    w = s.data
    label = w.labels[goal]
    name = w.unit_names[u]
    if goal == s.where[u]:
        yield Why("6 ¶2a", lambda: f"{name} is there already.", (label,))
    elif not reached(s, u).mask >> goal & 1:
        yield from why_not_there(s, u, goal)
    elif s.turn == BEFORE and w.country[goal] != BELGIUM:
        yield Why("20 Belgian Late Alliance ¶1", lambda: f"{label} is not in Belgium.", (label,))
    elif not can_stay(s, u, goal):
        yield no_room(s, u, goal)


class Searched(Why):
    """A reason whose rule and words are found by a search, only when somebody asks."""

    find: Callable[[], Why]

    def __new__(
        cls,
        rule: str,
        text: Callable[[], str],
        places: tuple[str, ...],
        pieces: tuple[str, ...],
        find: Callable[[], Why],
    ) -> Searched:
        new = super().__new__(cls, rule, text, places, pieces)
        new.find = find
        return new

    def reason(self) -> Reason:
        return self.find().reason()


def why_not_there(s: Position, u: int, goal: int) -> Iterator[Why]:
    """Words what holds a unit that cannot reach a hex."""
    w = s.data
    label = w.labels[goal]
    if not w.land >> goal & 1:
        yield Why("6 Sea Hexsides ¶1", lambda: f"{label} is not a land hex.", (label,))
        return
    limits = list(why_not_bounds(s, u, goal))
    if limits:
        yield from limits
        return
    around = survey(s)
    foe = 1 - w.side[u]
    if around.occupied[foe] >> goal & 1:
        yield Why("6 ¶2c", lambda: f"{label} is occupied by the enemy.", (label,))
        return
    if w.side[u] == GERMAN and garrison_hexes(s) >> goal & 1:
        yield Why(garrison_rule(w, goal), lambda: f"{label} is held by its garrison (ruling 21).", (label,))
        return
    how, start, points, now = going(s, u), s.where[u], allowance(s, u), situation(s, u)

    def find() -> Why:
        return worded(s, u, why_not(how, start, goal, points, now), goal)

    yield Searched("6 ¶1", lambda: "", (label,), (), find)


def zone_reason(s: Position, side: int, h: int) -> tuple[str, str]:
    """What makes a hex count as in an enemy zone: the rule and words (4 ¶2a, 9 ¶3)."""
    if survey(s).zones[1 - side] >> h & 1:
        return "4 ¶2a", "in an enemy zone of control"
    return "9 ¶3", "interdicted by the enemy"


def why_sea(s: Position, u: int, goal: int) -> Why | None:
    """6 Sea Hexsides ¶1, where only water lies between the hex and where the unit can get."""
    w = s.data
    near = [h for h in w.grid.neighbours[goal] if (reached(s, u).mask | w.bit[s.where[u]]) >> h & 1]
    kinds = {w.side_kind.get(w.grid.side(h, goal), "") for h in near}
    if not kinds & {"sea", "lake", "causeway"}:
        return None
    label, rule = w.labels[goal], "6 Sea Hexsides ¶1"
    if kinds == {"lake"}:
        return Why(rule, lambda: f"Nobody crosses the lake to {label}.", (label,))
    if w.side[u] == GERMAN and "causeway" not in kinds:
        return Why(rule, lambda: f"German units cross all-sea hexsides only at causeways, not to {label}.", (label,))
    if ground(s, w.side[u])[1] >> goal & 1:
        _, how = zone_reason(s, w.side[u], goal)
        return Why(rule, lambda: f"{label} is {how}, and nobody crosses the sea into such a hex.", (label,))
    return Why(rule, lambda: f"{label} is not friendly territory, and so nobody crosses the sea to it.", (label,))


def worded(s: Position, u: int, held: Held | None, goal: int) -> Why:
    w = s.data
    name, label = w.unit_names[u], w.labels[goal]
    if held is None:
        return Why("6 ¶1", lambda: f"{name} cannot get to {label}.", (label,))
    at = w.labels[held.at]
    if held.hold is Hold.TOO_FAR:
        return Why(
            "6 ¶1",
            lambda: (
                f"{name} has {points_text(held.have)} movement points and {label} costs {points_text(held.need)}."
            ),
            (label,),
        )
    if held.hold is Hold.ZONE_TO_ZONE:
        rule = "10 Outflanking ¶2" if w.motorized[u] else "4 ¶2c"
        if "9 ¶3" in (zone_reason(s, w.side[u], held.at)[0], zone_reason(s, w.side[u], s.where[u])[0]):
            text = f"{name} may not step from one interdicted hex or enemy zone of control to another at {at}."
            return Why("9 ¶3", lambda: text, (at,))
        return Why(rule, lambda: f"{name} may not step from one enemy zone of control to another at {at}.", (at,))
    if held.hold is Hold.STOPPED:
        stop, how = zone_reason(s, w.side[u], held.at)
        return Why(stop, lambda: f"{name} must stop at {at}, {how}.", (at, label))
    if moves_east_only(s, u):
        return Why(
            "18 ¶1d", lambda: f"{name} moves only east or north-east on turn 0 and cannot get to {label}.", (label,)
        )
    return why_sea(s, u, goal) or Why("6 ¶2c", lambda: f"There is no way for {name} to {label} now.", (label,))


def becoming(hexes: int) -> str:
    return f"{number_of(hexes, 'hex', 'hexes')} {agree(hexes, 'becomes', 'become')}"


def preview_move(s: Position, step: Choice[Position], seat: str, args: Ints) -> Preview:
    w = s.data
    u, goal = args[0], args[1]
    if len(args) > 2:
        path = [s.where[u], *args[2:], goal]
        followed = follow(going(s, u), path, allowance(s, u), situation(s, u))
        cost = followed if isinstance(followed, int) else 0
    else:
        found = reached(s, u)
        if not found.mask >> goal & 1:
            return Preview(f"{w.unit_names[u]} cannot get to {w.labels[goal]}.")
        path, cost = calmest_way(s, u, goal, found)
    effects = invasions(s, path[1:]) if w.side[u] == GERMAN else []
    zone = ground(s, w.side[u])[1]
    if zone >> goal & 1:
        stop, how = zone_reason(s, w.side[u], goal)
        effects.append(Reason(stop, f"{w.labels[goal]} is {how}."))
    after = s.copy()
    walk(after, u, path, None, survey(after))
    taken = members(friendly(after, w.side[u]) & ~friendly(s, w.side[u]))
    if taken:
        effects.append(
            Reason("5 ¶1", f"{becoming(len(taken))} friendly territory.", tuple(w.labels[h] for h in taken))
        )
    if not is_supplied(after, u):
        effects.append(Reason("8 ¶1", f"As things stand it would be out of supply in {w.labels[goal]}."))
    effects += closing(s)
    labels = tuple(w.labels[h] for h in path)
    return Preview(
        f"{w.unit_names[u]} moves to {w.hex_name(goal)}.",
        labels,
        f"{points_text(cost)} of {points_text(allowance(s, u))} MP",
        tuple(effects),
        (labels[-1],),
    )
