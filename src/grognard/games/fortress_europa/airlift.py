"""20.10, 20.11, 20.17. Airlifts of paratroopers and gliders between cities."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from grognard.games.fortress_europa import districts, ports
from grognard.games.fortress_europa.airborne import airfields, flown_by, menaced, why_not_german
from grognard.games.fortress_europa.entering import LIFT, entered
from grognard.games.fortress_europa.losses import forget
from grognard.games.fortress_europa.movement import why_not_moving
from grognard.games.fortress_europa.raids import all_units
from grognard.games.fortress_europa.state import Position, on, on_map, say, survey
from grognard.games.fortress_europa.world import ALLIED, FINE, GERMAN, World
from grognard.kernel.contract import Args, Slot, Verb, Why, Whys
from grognard.kernel.events import Events
from grognard.kernel.show import Preview, Reason
from grognard.maps import mask_of, members


def lifted(s: Position, side: int) -> int:
    """How many units of a side were airlifted this turn: they have flown and make no other move (20.10)."""
    w: World = s.data
    return (s.flown & s.stuck & ~s.dropped & mask_of(w.of_side[side])).bit_count()


def why_no_lift(s: Position, step: Any, seat: str) -> Whys:
    w: World = s.data
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
    w: World = s.data
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
            yield Why(rule, lambda: f"{w.hex_name(s.where[u])} is in an enemy zone of control.", (), ids)
    elif s.stuck & bit:
        yield Why("27.7", lambda: f"{name} may not move for the rest of this turn.", (), ids)
    if not (s.began & ~(s.moved | s.sailed | s.railed)) & bit:
        yield Why(rule, lambda: f"{name} did not start this turn in a city of yours, or has moved since.", (), ids)
    if s.side == GERMAN and on(s, "german-paradrops"):
        yield from why_not_german(s, u)


def why_not_lifted_to(s: Position, u: int, place: int) -> Iterator[Why]:
    w: World = s.data
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
        yield Why(rule, lambda: f"{name} is no city that you controlled as the impulse began.", label)
        return
    if menaced(s, place):
        yield Why(rule, lambda: f"{name} is in an enemy zone of control.", label)
    if survey(s).occupied[1 - s.side] >> place & 1 or not airfields(s, s.side) >> place & 1:
        yield Why(rule, lambda: f"{name} is not yours.", label)
    if s.side == ALLIED and not on_map(s, u):
        yield from ports.why_no_lift(s, u)  # 20.10: into Europe it counts
    if not districts.bounds(s, u) >> place & 1:
        yield Why("9.3", lambda: f"{w.unit_names[u]} may not go to {name} yet.", label)


def lift_places(s: Position, step: Any, seat: str, args: Args) -> list[str]:
    w: World = s.data
    u = w.unit[args[0]]
    places = [*members(s.airfields), w.england, w.africa]
    return [w.spots[p] for p in places if next(why_not_lifted_to(s, u, p), None) is None]


def lift_universe(s: Position, step: Any, seat: str, args: Args) -> tuple[str, ...]:
    w: World = s.data
    return (*w.labels, "england", "africa")


def lift_unit_reasons(s: Position, step: Any, seat: str, args: Args) -> Whys:
    w: World = s.data
    u = w.unit[args[0]]
    found = list(why_not_lifted(s, u))
    if not found and not lift_places(s, step, seat, args):
        found.append(Why(lift_rule(s), lambda: f"{w.unit_names[u]} has no city to fly to.", (), args))
    yield from found


def lift_place_reasons(s: Position, step: Any, seat: str, args: Args) -> Whys:
    w: World = s.data
    yield from why_not_lifted_to(s, w.unit[args[0]], w.spots.index(args[1]))


def do_lift(s: Position, step: Any, seat: str, args: Args, ev: Events | None) -> None:
    w: World = s.data
    u, place = w.unit[args[0]], w.spots.index(args[1])
    bit = 1 << u
    s.then(step)
    s.flown |= bit
    s.stuck |= bit
    if s.side == GERMAN:
        s.german_lifts += 1
    if place >= w.n:
        forget(s, u)  # out of Europe (20.15, ruling 196)
    s.where[u] = place
    name = w.hex_name(place) if place < w.n else args[1].capitalize()
    say(ev, f"{w.unit_names[u]} is airlifted to {name}.", lift_rule(s), (args[1],), (w.ids[u],))
    if place < w.n:
        entered(s, u, place, ev, LIFT)


def preview_lift(s: Position, step: Any, seat: str, args: Args) -> Preview:
    w: World = s.data
    u = w.unit[args[0]]
    most = w.book.airborne.german_airlifts
    cost = f"airlift {s.german_lifts + 1} of {most}" if s.side == GERMAN else ""
    if len(args) < 2:
        return Preview(f"{w.unit_names[u]} is airlifted.", cost=cost)
    place = w.spots.index(args[1])
    effects = [Reason(lift_rule(s), "It makes no other move this turn.")]
    if s.side == ALLIED and place < w.n and not on_map(s, u):
        effects.append(Reason("20.10", "It counts against supply capacity."))
    name = w.hex_name(place) if place < w.n else args[1].capitalize()
    ends = (w.spots[s.where[u]], args[1])
    return Preview(f"{w.unit_names[u]} by air to {name}", ends, cost, tuple(effects), (args[1],))


AIRLIFT = Verb(
    "airlift",
    do_lift,
    (
        Slot("unit", "piece", all_units, lift_unit_reasons, prompt="Airlift which unit?"),
        Slot("city", "place", lift_universe, lift_place_reasons, lift_places, prompt="To which city?"),
    ),
    "20.10",
    "Airlift",
    reasons=why_no_lift,
    preview=preview_lift,
)
