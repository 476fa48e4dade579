# compiled as it stands
"""6 ¶2a. A stack move: units of one hex go to another together, in one action.

It is nothing but their moves one after the other, each by its cheapest way. So every one of them must be able to get
there, and the hex must hold them all; making room for them by moves of others is left to single moves (ruling 10).
What the moves before it change cannot stop a unit: enemies stay where they are, and a coast that is open to it, being
in no enemy zone, stays friendly.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from grognard.games.nineteen_forty.data.world import GERMAN
from grognard.games.nineteen_forty.rules.barred import becoming, why_not_there
from grognard.games.nineteen_forty.rules.ground import ground
from grognard.games.nineteen_forty.rules.movement import invasions, march, reached, why_not_to_move
from grognard.games.nineteen_forty.rules.opening import closing
from grognard.games.nineteen_forty.rules.stacking import broken_limit, friends_in
from grognard.games.nineteen_forty.rules.state import Position, facts, friendly, survey
from grognard.kernel.rules import Choice, Events, Ints, Why, Whys
from grognard.kernel.show import Preview, Reason
from grognard.maps import members


def can_end_together(s: Position, units: Iterable[int], h: int) -> bool:
    """Whether all of these units, which stand in one hex, can move to another that holds them all."""
    w, units = s.data, list(units)
    friends = friends_in(s, survey(s), s.side, h)
    return all(reached(s, u).mask >> h & 1 for u in units) and broken_limit(w, [*units, *friends]) is None


def can_go_together(s: Position, units: Iterable[int]) -> bool:
    """Whether there is a hex where all of these units can go."""
    units = list(units)
    return any(can_end_together(s, units, h) for h in members(reached(s, units[0]).mask))


def stack_unit_reasons(s: Position, step: Choice[Position], seat: str, args: Ints) -> Whys:
    """The conditions against a unit joining those that are named so far."""
    w, u = s.data, args[-1]
    chosen = members(args[-2])
    name, ids = w.unit_names[u], (w.ids[u],)
    found = list(why_not_to_move(s, u))
    here = s.where[u]
    if found:
        yield from found
    elif chosen and s.where[chosen[0]] != here:
        label = w.labels[s.where[chosen[0]]]
        yield Why("6 ¶2a", lambda: f"{name} does not stand in {label} with the others.", (label,), ids)
    elif not any(can_go_together(s, units) for units in _companies(s, chosen, u)):
        text = f"There is no hex where {name} can go together with {'them' if chosen else 'another unit'}."
        yield Why("6 ¶1", lambda: text, (w.labels[here],), ids)


def _companies(s: Position, chosen: list[int], u: int) -> Iterator[list[int]]:
    """The smallest stacks that the unit can be part of, with those that are named so far."""
    if chosen:
        yield [*chosen, u]
        return
    for x in friends_in(s, survey(s), s.side, s.where[u]):
        if x != u and next(why_not_to_move(s, x), None) is None:
            yield [u, x]


def stack_units(s: Position, step: Choice[Position], seat: str, args: Ints) -> int:
    return facts(s).joining(s, args[-1])


def stack_enough(s: Position, step: Choice[Position], seat: str, args: Ints) -> int:
    """One unit alone is no stack."""
    return args[-1].bit_count() > 1


def stack_lacking(s: Position, step: Choice[Position], seat: str, args: Ints) -> Whys:
    if args[-1].bit_count() < 2:
        yield Why("6 ¶2a", lambda: "Name another unit of the stack; one alone is moved by “move”.")


def stack_hexes(s: Position, step: Choice[Position], seat: str, args: Ints) -> int:
    return facts(s).common(s, args[0])


def stack_hex_reasons(s: Position, step: Choice[Position], seat: str, args: Ints) -> Whys:
    w, units, h = s.data, members(args[0]), args[1]
    label = w.labels[h]
    if any(s.where[u] == h for u in units):
        yield Why("6 ¶2a", lambda: f"The units are in {label} already.", (label,))
        return
    barred = [why for u in units if not reached(s, u).mask >> h & 1 for why in why_not_there(s, u, h)]
    broken = broken_limit(w, [*units, *friends_in(s, survey(s), s.side, h)])
    if barred:
        yield from barred
    elif broken:
        yield Why(broken[0], lambda: f"{label} {broken[1]}.", (label,))


def do_stack(s: Position, step: Choice[Position], seat: str, args: Ints, ev: Events | None) -> None:
    for u in members(args[0]):
        facts(s).march(s, u, args[1], ev)
    s.then(step)


def preview_stack(s: Position, step: Choice[Position], seat: str, args: Ints) -> Preview:
    w, units, goal = s.data, members(args[0]), args[1]
    after = s.copy()
    path: list[int] = []
    effects: list[Reason] = []
    for u in units:
        path, cost = facts(after).way(after, u, goal)
        if s.side == GERMAN:
            effects += invasions(after, path[1:])
        march(after, u, path, cost, None)
    if ground(s, s.side)[1] >> goal & 1:
        effects.append(Reason("4 ¶2a", f"{w.labels[goal]} is in an enemy zone of control or interdicted."))
    if taken := members(friendly(after, s.side) & ~friendly(s, s.side)):
        labels = tuple(w.labels[h] for h in taken)
        count = becoming(len(taken))
        effects.append(Reason("5 ¶1", f"{count} friendly territory.", labels))
    effects += closing(s)
    names = ", ".join(w.unit_names[u] for u in units)
    shown = tuple(w.labels[h] for h in path)
    return Preview(f"{names} move to {w.hex_name(goal)}.", shown, effects=tuple(effects), places=(w.labels[goal],))
