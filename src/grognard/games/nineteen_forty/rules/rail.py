# compiled as it stands
"""6. Rail movement: one unit a phase, in its own country, over friendly ground without enemy zones."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.games.nineteen_forty.data.world import ALLIED, FRANCE, GERMAN, GERMANY, SEATS
from grognard.games.nineteen_forty.rules.barred import zone_reason
from grognard.games.nineteen_forty.rules.command import bounds, why_not_bounds
from grognard.games.nineteen_forty.rules.ground import ground, moves_east_only
from grognard.games.nineteen_forty.rules.movement import can_stay, note_overfull, why_not_moving, why_not_yours
from grognard.games.nineteen_forty.rules.stacking import no_room
from grognard.games.nineteen_forty.rules.state import MOVING, Position, claim, facts, friendly, survey
from grognard.kernel.rules import Choice, Events, Ints, Moved, Why, Whys
from grognard.maps import Steps, members


def why_not_rail(s: Position, u: int) -> Iterator[Why]:
    """6 Rail ¶1 (rulings 26, 27)"""
    w = s.data
    name, ids = w.unit_names[u], (w.ids[u],)
    found = [*why_not_yours(s, u), *why_not_moving(s, u)]
    if s.moved >> u & 1 or s.entered >> u & 1:
        found.append(Why("6 Rail ¶1", lambda: f"{name} has moved in this phase.", (), ids))
    if s.railed:
        found.append(Why("6 Rail ¶1", lambda: "One unit has moved by rail in this phase already.", (), ids))
    if s.unsupplied >> u & 1:
        found.append(Why("8 Supply Effects ¶1", lambda: f"{name} is out of supply.", (), ids))
    if s.where[u] < w.n and w.country[s.where[u]] != (GERMANY if w.side[u] == GERMAN else FRANCE):
        land = "Germany" if w.side[u] == GERMAN else "France"
        found.append(Why("6 Rail ¶1", lambda: f"{name} is not in {land}.", (), ids))
    yield from found


def rail_region(s: Position, u: int) -> int:
    """The hexes that a rail route of the unit can reach (6 Rail ¶2, rulings 26, 27, 28)."""
    w = s.data
    return rail_flood(s, u, w.rail_east if moves_east_only(s, u) else w.rail_steps)


def rail_flood(s: Position, u: int, steps: Steps) -> int:
    w = s.data
    side = w.side[u]
    country = w.countries[GERMANY if side == GERMAN else FRANCE]
    allowed = friendly(s, side) & ~ground(s, side)[1] & country & bounds(s, u)  # no enemy stands on friendly ground
    if side == ALLIED:
        allowed &= ~survey(s).regiments  # trains do not overrun (ruling 26)
    start = w.bit[s.where[u]]
    return steps.flood(start, allowed) & ~start


def rail_unit_reasons(s: Position, step: Choice[Position], seat: str, args: Ints) -> Whys:
    w, u = s.data, args[0]
    found = list(why_not_rail(s, u))
    if not found and not any(can_stay(s, u, h) for h in members(rail_region(s, u))):
        found.append(Why("6 Rail ¶2", lambda: f"No rail route is open to {w.unit_names[u]}.", (), (w.ids[u],)))
    yield from found


def rail_units(s: Position, step: Choice[Position], seat: str, args: Ints) -> int:
    return facts(s).trains(s)


def rail_hexes(s: Position, step: Choice[Position], seat: str, args: Ints) -> int:
    return facts(s).stations(s, args[0])


def rail_hex_reasons(s: Position, step: Choice[Position], seat: str, args: Ints) -> Whys:
    w = s.data
    u, goal = args[0], args[1]
    label, name, side = w.labels[goal], w.unit_names[u], w.side[u]
    country = GERMANY if side == GERMAN else FRANCE
    if rail_region(s, u) >> goal & 1:
        if not can_stay(s, u, goal):
            yield no_room(s, u, goal)
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


def do_rail(s: Position, step: Choice[Position], seat: str, args: Ints, ev: Events | None) -> None:
    w = s.data
    u, goal = args[0], args[1]
    start = s.where[u]
    s.where[u] = goal
    s.moved |= 1 << u
    s.stage = MOVING
    s.railed = True
    claim(s)  # a train controls nothing until it arrives (ruling 26)
    if ev is not None:
        labels = (w.labels[start], w.labels[goal])
        ev.add(
            Moved(
                piece=w.ids[u],
                path=labels,
                how="rail",
                side=SEATS[w.side[u]],
                words=f"{w.unit_names[u]} moves by rail from {w.hex_name(start)} to {w.hex_name(goal)}.",
                rule="6 Rail ¶1",
                places=labels,
                pieces=(w.ids[u],),
            )
        )
    note_overfull(s, goal)
    s.then(step)
