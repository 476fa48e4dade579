"""6. Rail movement: one unit a phase, in its own country, over friendly ground without enemy zones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, TypeVar

from grognard.games.nineteen_forty.barred import zone_reason
from grognard.games.nineteen_forty.command import bounds, why_not_bounds
from grognard.games.nineteen_forty.compiled import compiled
from grognard.games.nineteen_forty.ground import Field, field, ground, moves_east_only
from grognard.games.nineteen_forty.movement import (
    BEFORE,
    can_stay,
    full_for,
    note_overfull,
    why_not_moving,
    why_not_yours,
    why_overfull,
)
from grognard.games.nineteen_forty.stacking import broken_limit, friends_in
from grognard.games.nineteen_forty.state import (
    MOVING,
    Position,
    claim,
    count_without,
    friendly,
    survey,
    surveyed,
)
from grognard.games.nineteen_forty.world import (
    ALLIED,
    FRANCE,
    GERMAN,
    GERMANY,
    World,
)
from grognard.kernel.contract import Args, Why
from grognard.kernel.events import Events, Moved
from grognard.maps import Steps, members

T = TypeVar("T")


def why_not_rail(s: Position, u: int, seat: str) -> Iterator[Why]:
    """6 Rail ¶1 (rulings 26, 27)"""
    w: World = s.data
    name, ids = w.unit_names[u], (w.ids[u],)
    found = [*why_not_yours(s, u, seat), *why_not_moving(s, u)]
    if s.moved >> u & 1 or s.entered >> u & 1:
        found.append(Why("6 Rail ¶1", lambda: f"{name} has moved in this phase.", (), ids))
    if s.railed:
        found.append(Why("6 Rail ¶1", lambda: "One unit has moved by rail in this phase already.", (), ids))
    if s.unsupplied >> u & 1:
        found.append(Why("8 Supply Effects ¶1", lambda: f"{name} is out of supply.", (), ids))
    if s.where[u] < w.n and w.country[s.where[u]] != (GERMANY if w.side[u] == GERMAN else FRANCE):
        land = "Germany" if w.side[u] == GERMAN else "France"
        found.append(Why("6 Rail ¶1", lambda: f"{name} is not in {land}.", (), ids))
    if s.overfull >= 0:
        found.append(why_overfull(s))
    if s.turn == BEFORE:
        found.append(Why("20 Belgian Late Alliance ¶1", lambda: "There is no rail movement before turn 0.", (), ids))
    yield from found


def rail_region(s: Position, u: int) -> int:
    """The hexes that a rail route of the unit can reach (6 Rail ¶2, rulings 26, 27, 28)."""
    w: World = s.data
    return rail_flood(s, u, w.rail_east if moves_east_only(s, u) else w.rail_steps)


def rail_flood(s: Position, u: int, steps: Steps) -> int:
    w: World = s.data
    side = w.side[u]
    free, zone, _ = ground(s, side)
    country = w.countries[GERMANY if side == GERMAN else FRANCE]
    allowed = free & ~zone & friendly(s, side) & country & bounds(s, u)
    if side == ALLIED:
        allowed &= ~survey(s).regiments  # trains do not overrun (ruling 26)
    start = w.bit[s.where[u]]
    return steps.flood(start, allowed) & ~start


def rail_hexes(s: Position, u: int) -> list[int]:
    w: World = s.data
    f = field(s)
    region = rail_region(s, u)
    for h in full_for(s, f, u, members(region & f.around.occupied[w.side[u]])):
        region ^= w.bit[h]
    return members(region)


def can_rail(s: Position, f: Field, u: int) -> bool:
    """Whether a route leads anywhere."""
    region = rail_region(s, u)
    busy = region & f.around.occupied[s.side]
    return region != busy or len(full_for(s, f, u, members(busy))) < busy.bit_count()


def rail_unit_reasons(s: Position, step: Any, seat: str, args: Args) -> Iterator[Why]:
    w: World = s.data
    u = w.unit[args[0]]
    found = list(why_not_rail(s, u, seat))
    if not found and not rail_hex_list(s, step, seat, args):
        found.append(Why("6 Rail ¶2", lambda: f"No rail route is open to {w.unit_names[u]}.", (), (w.ids[u],)))
    yield from found


def rail_units(s: Position, step: Any, seat: str, args: Args) -> list[str]:
    w: World = s.data
    return [w.ids[u] for u in rail_able(s)]


def rail_able(s: Position, f: Field | None = None) -> list[int]:
    """The units that can move by rail now; most answers are found next to the unit, without a route.

    Remembered, so that after a move only units next to ground that it changed are looked at again."""
    w: World = s.data
    if s.railed or s.overfull >= 0 or s.turn == BEFORE:
        return []
    side = s.side
    f = field(s) if f is None else f
    around, areas, by_unit = f.around, f.areas, f.rows
    country = w.countries[GERMANY if side == GERMAN else FRANCE]
    quiet = f.free & ~f.zone & friendly(s, side) & country
    if side == ALLIED:
        quiet &= ~around.regiments
    calm = quiet & ~around.occupied[side]
    units: Iterable[int] = by_unit
    sure = doubtful = 0
    if f.rails is not None:
        sure, doubtful, was_quiet, was_calm = f.rails
        changed = quiet ^ was_quiet | calm ^ was_calm
        near_it = members(w.rail_steps.reversed().spread(changed) & around.occupied[side]) if changed else ()
        units = [u for h in near_it for u in around.at[h] if u in by_unit]
        for u in units:
            sure, doubtful = sure & ~(1 << u), doubtful & ~(1 << u)
    where, disrupted, near, n = s.where, s.disrupted, w.rail_near, w.n
    for u in units:
        h = where[u]
        if h < n and country >> h & 1 and near[h] & quiet and not disrupted[u]:
            if near[h] & calm & areas[by_unit[u][1]]:
                sure |= 1 << u
            else:
                doubtful |= 1 << u
    f.rails = (sure, doubtful, quiet, calm)
    idle = ~(s.moved | s.dropped | s.unsupplied | s.entered)
    for u in members(doubtful & idle):
        if next(why_not_moving(s, u), None) is None and can_rail(s, f, u):
            sure |= 1 << u
    return members(sure & idle)


def rail_hex_list(s: Position, step: Any, seat: str, args: Args) -> list[str]:
    return to_each(s, args[0], s.data.labels)


def to_each(s: Position, unit: str, items: tuple[T, ...]) -> list[T]:
    """For each hex where a train may bring the unit its item."""
    w: World = s.data
    fast = compiled(w)
    if fast is not None:
        return fast.rail_hexes(s, w.unit[unit], items)
    return list(map(items.__getitem__, rail_hexes(s, w.unit[unit])))


def rail_hex_reasons(s: Position, step: Any, seat: str, args: Args) -> Iterator[Why]:
    w: World = s.data
    u, goal = w.unit[args[0]], w.index[args[1]]
    label, name, side = w.labels[goal], w.unit_names[u], w.side[u]
    country = GERMANY if side == GERMAN else FRANCE
    if rail_region(s, u) >> goal & 1:
        if not can_stay(s, field(s), u, goal):
            rule, how = broken_limit(w, [u, *friends_in(s, survey(s), side, goal)]) or ("3 ¶1", "is overfull")
            yield Why(rule, lambda: f"{label} {how}.", (label,))
    elif goal == s.where[u]:
        yield Why("6 Rail ¶2", lambda: f"{name} is there already.", (label,))
    elif w.country[goal] != country:
        yield Why("6 Rail ¶1", lambda: f"{label} is not in {w.country_names[country]}.", (label,))
    elif barred := list(why_not_bounds(s, u, goal)):
        yield from barred  # ruling 27
    elif not friendly(s, side) >> goal & 1:
        yield Why("6 Rail ¶1", lambda: f"{label} is not friendly territory.", (label,))
    elif side == ALLIED and survey(s).regiments >> goal & 1:
        yield Why("6 Rail ¶1", lambda: f"A parachute regiment is in {label} (ruling 26).", (label,))
    elif ground(s, side)[1] >> goal & 1:
        rule, how = zone_reason(s, side, goal)
        yield Why("6 Rail ¶1" if rule == "4 ¶2a" else rule, lambda: f"{label} is {how}.", (label,))
    elif moves_east_only(s, u) and rail_flood(s, u, w.rail_steps) >> goal & 1:
        yield Why("18 ¶1d", lambda: f"{name} moves only east or north-east on turn 0, by rail too.", (label,))
    else:
        yield Why("6 Rail ¶2", lambda: f"No friendly rail route leads to {label}.", (label,))


def do_rail(s: Position, step: Any, seat: str, args: Args, ev: Events | None) -> None:
    w: World = s.data
    u, goal = w.unit[args[0]], w.index[args[1]]
    start, after = s.where[u], None
    if compiled(w) is None:
        around = survey(s)
        left = count_without(s, around, u)
    s.where[u] = goal
    s.moved |= 1 << u
    s.stage = MOVING
    s.railed = True
    if compiled(w) is None:
        after = surveyed(s, around, u, start, left)
    claim(s, after)  # a train controls nothing until it arrives (ruling 26)
    if ev is not None:
        labels = (w.labels[start], w.labels[goal])
        ev.add(
            Moved(
                piece=w.ids[u],
                path=labels,
                words=f"{w.unit_names[u]} moves by rail from {w.hex_name(start)} to {w.hex_name(goal)}.",
                rule="6 Rail ¶1",
                places=labels,
                pieces=(w.ids[u],),
            )
        )
    note_overfull(s, goal, after)
    s.then(step)
