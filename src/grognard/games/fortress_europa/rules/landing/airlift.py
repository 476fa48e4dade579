# compiled as it stands
"""20.10, 20.11, 20.17. Airlifts of paratroopers and gliders between cities."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.games.fortress_europa.data.world import ALLIED, FINE, GERMAN
from grognard.games.fortress_europa.rules.combat.losses import leave_europe
from grognard.games.fortress_europa.rules.decoys import lay_bare
from grognard.games.fortress_europa.rules.domains import PLACES, UNITS
from grognard.games.fortress_europa.rules.landing.airborne import (
    airfields,
    flown_by,
    menace,
    menaced,
    unmenaced,
    why_not_german,
)
from grognard.games.fortress_europa.rules.movement import districts
from grognard.games.fortress_europa.rules.movement.entering import LIFT, entered
from grognard.games.fortress_europa.rules.movement.movement import why_not_moving
from grognard.games.fortress_europa.rules.standing import facts, put
from grognard.games.fortress_europa.rules.state import Position, on, on_map
from grognard.games.fortress_europa.rules.supply import ports
from grognard.games.fortress_europa.rules.telling import tell_placed
from grognard.kernel.rules import Events, Ints, Slot, Step, Verb, Why, Whys
from grognard.kernel.show import Preview, Reason
from grognard.maps import Mask, mask_of, members


def lifted(s: Position, side: int) -> int:
    """How many units of a side were airlifted this turn: they have flown and make no other move (20.10)."""
    w = s.data
    return (s.flown & s.stuck & ~s.dropped & w.side_mask[side]).bit_count()


def why_no_lift(s: Position, step: Step[Position], seat: str) -> Whys:
    yield from _why_no_lift(s)


def _why_no_lift(s: Position) -> Whys:
    w = s.data
    figures = w.book.airborne
    if s.weather != FINE:
        yield Why("20.10", lambda: "Airlifts are made on Clear turns only.")
    if s.side == ALLIED:
        if lifted(s, ALLIED) >= figures.allied_airlift:
            yield Why("20.10", lambda: "One Allied unit has been airlifted this turn.")
        elif flown_by(s, ALLIED) >= figures.allied_by_air:
            yield Why("20.17", lambda: f"{figures.allied_by_air} Allied units have moved by air this turn.")
    elif s.german_lifts >= figures.german_airlifts:
        yield Why("20.11", lambda: f"{s.german_lifts} of {figures.german_airlifts} German airlifts have been made.")
    elif flown_by(s, GERMAN) >= figures.german_by_air:
        yield Why("20.17", lambda: "One German unit has moved by air this turn.")


def lift_rule(s: Position) -> str:
    return "20.10" if s.side == ALLIED else "20.11"


def why_not_lifted(s: Position, u: int) -> Iterator[Why]:
    w = s.data
    name, ids, bit, rule = w.unit_names[u], (w.ids[u],), 1 << u, lift_rule(s)
    if w.side[u] != s.side:
        yield Why("4.1", lambda: f"{name} does not belong to the phasing player.", (), ids)
        return
    if not w.droppers & bit:
        yield Why(rule, lambda: f"{name} is neither a paratrooper nor a glider unit.", (), ids)
        return
    if on_map(s, u):
        yield from why_not_moving(s, u)
        if menaced(s, s.where[u]):
            yield Why(rule, lambda: f"{w.hex_name(s.where[u])} {menace(s, s.where[u])}.", (), ids)
    elif s.stuck & bit:
        yield Why("27.7", lambda: f"{name} may not move for the rest of this turn.", (), ids)
    if not (s.began & ~(s.moved | s.sailed | s.railed)) & bit:
        yield Why(rule, lambda: f"{name} did not start this turn in a city of yours, or has moved since.", (), ids)
    elif on_map(s, u) and not airfields(s, s.side) >> s.where[u] & 1:
        yield Why(rule, lambda: f"{name} has been driven out of its city.", (w.labels[s.where[u]],), ids)
    if s.side == GERMAN and on(s, "german-paradrops"):
        yield from why_not_german(s, u)


def why_not_lifted_to(s: Position, u: int, place: int) -> Iterator[Why]:
    w = s.data
    label, rule = (w.spots[place],), lift_rule(s)
    name = w.hex_name(place) if place < w.n else w.spots[place].capitalize()
    if place == s.where[u]:
        yield Why(rule, lambda: f"{w.unit_names[u]} is there already.", label)
        return
    if place >= w.n:
        if s.side != ALLIED:
            yield Why("20.11", lambda: f"German units do not fly to {name}.", label)
        return
    if not s.airfields >> place & 1:
        yield Why(rule, lambda: f"{name} is not a city that you controlled when the impulse began.", label)
        return
    if menaced(s, place):  # with an enemy in it, too
        yield Why(rule, lambda: f"{name} {menace(s, place)}.", label)
    if not airfields(s, s.side) >> place & 1:
        yield Why(rule, lambda: f"{name} is not yours.", label)
    if s.side == ALLIED and not on_map(s, u):
        yield from ports.why_no_lift(s, u)  # 20.10: into Europe it counts
    if not districts.bounds(s, u) >> place & 1:
        yield districts.out_of_bounds(s, u, place)


def goals_of(s: Position) -> Mask:
    """All places to which a unit could be flown at best."""
    return s.airfields | s.data.boxes_mask


def lift_places(s: Position, step: Step[Position], seat: str, args: Ints) -> Mask:
    return goals_of(s)


def lift_unit_reasons(s: Position, step: Step[Position], seat: str, args: Ints) -> Whys:
    w = s.data
    u = args[0]
    if found := list(why_not_lifted(s, u)):
        yield from found
    elif all(next(why_not_lifted_to(s, u, p), None) is not None for p in members(goals_of(s))):
        yield Why(lift_rule(s), lambda: f"{w.unit_names[u]} has no city to fly to.", (), (w.ids[u],))


def lift_place_reasons(s: Position, step: Step[Position], seat: str, args: Ints) -> Whys:
    yield from why_not_lifted_to(s, *args)


def do_lift(s: Position, step: Step[Position], seat: str, args: Ints, ev: Events | None) -> None:
    w = s.data
    u, place = args
    bit = 1 << u
    s.then(step)
    lay_bare(s, u, ev)  # 31.6
    s.flown |= bit
    s.stuck |= bit
    if s.side == GERMAN:
        s.german_lifts += 1
    if place >= w.n:
        leave_europe(s, u)  # out of Europe (20.15, ruling 196)
    put(s, u, place)
    name = w.hex_name(place) if place < w.n else w.spots[place].capitalize()
    tell_placed(ev, w, u, "airlift", f"{w.unit_names[u]} is airlifted to {name}.", lift_rule(s), (w.spots[place],))
    if place < w.n:
        entered(s, u, place, ev, LIFT)


def preview_lift(s: Position, step: Step[Position], seat: str, args: Ints) -> Preview:
    w = s.data
    u, place = args
    most = w.book.airborne.german_airlifts
    cost = f"airlift {s.german_lifts + 1} of {most}" if s.side == GERMAN else ""
    effects = [Reason(lift_rule(s), "It makes no other move this turn.")]
    if place < w.n and not on_map(s, u):  # Germans fly from city to city
        effects.append(Reason("20.10", "It counts against supply capacity."))
    name = w.hex_name(place) if place < w.n else w.spots[place].capitalize()
    ends = (w.spots[s.where[u]], w.spots[place])
    return Preview(f"{w.unit_names[u]} goes by air to {name}.", ends, cost, tuple(effects), ends[1:])


def may_lift(s: Position) -> bool:
    """Whether anybody can be airlifted now: `_why_no_lift`, soon known."""
    if s.weather != FINE:
        return False
    figures, side = s.data.book.airborne, s.side
    if side == ALLIED:
        return lifted(s, side) < figures.allied_airlift and flown_by(s, side) < figures.allied_by_air
    return s.german_lifts < figures.german_airlifts and flown_by(s, side) < figures.german_by_air


def lift_units(s: Position, step: Step[Position], seat: str, args: Ints) -> int:
    return lifted_among(s, -1)


def lifted_among(s: Position, units: int) -> int:
    """Who of some units can be flown somewhere: Allied ones always to England or to Africa, German ones to a city
    that is open."""
    w = s.data
    ready = units & w.droppers & w.side_mask[s.side] & s.began & ~(s.stuck | s.moved | s.sailed | s.railed)
    ready &= ~facts(s).frozen  # 9.1
    if not ready:
        return 0
    if s.side == ALLIED:  # nothing more is asked of who is in England or in Africa
        ask = ready & facts(s).on_map
        if not ask:
            return ready
        return ready & ~ask | mask_of([u for u in members(ask) if next(why_not_lifted(s, u), None) is None])
    able = [u for u in members(ready) if next(why_not_lifted(s, u), None) is None]
    if not able:
        return 0
    cities = unmenaced(s, airfields(s, GERMAN) & s.airfields)
    return mask_of([u for u in able if cities & ~(1 << s.where[u]) & districts.bounds(s, u)])


AIRLIFT = Verb(
    "airlift",
    do_lift,
    (
        Slot("unit", UNITS, lift_unit_reasons, legal=lift_units, prompt="Airlift which unit?"),
        Slot("city", PLACES, lift_place_reasons, among=lift_places, prompt="To which city?"),
    ),
    "20.10",
    "Airlift",
    reasons=why_no_lift,
    preview=preview_lift,
    may=lambda s, step, seat: may_lift(s),
)
