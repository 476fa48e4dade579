"""Overlays: supply with its line or cut, reach by land and rail, zones of control, control, districts, threat."""

from __future__ import annotations

from grognard.games.fortress_europa.data.world import GERMAN, SEATS
from grognard.games.fortress_europa.rules.movement.districts import frozen_districts, invaded_hexes
from grognard.games.fortress_europa.rules.movement.ground import allowance
from grognard.games.fortress_europa.rules.movement.movement import destinations, reach, why_not_walking
from grognard.games.fortress_europa.rules.movement.rail import stations, why_not_entraining
from grognard.games.fortress_europa.rules.standing import allied_hexes, german_hexes, open_ways, survey, units_of
from grognard.games.fortress_europa.rules.state import Position, combat_factor
from grognard.games.fortress_europa.rules.supply.tracing import trace_supply
from grognard.kernel.errors import BadInput
from grognard.kernel.show import Overlay, OverlayKind, Shade
from grognard.maps import members

KINDS = (
    OverlayKind("supply", "Supply of a unit", "piece"),
    OverlayKind("reach", "Reach of a unit", "piece"),
    OverlayKind("zones", "Zones of control", "side"),
    OverlayKind("control", "Control"),
    OverlayKind("districts", "Frozen and invaded districts"),
    OverlayKind("threat", "What a side could attack now", "side"),
)


def _unit(v: Position, about: str) -> int:
    w = v.data
    if about not in w.unit:
        raise BadInput(f"There is no unit “{about}”.")
    u = w.unit[about]
    if v.where[u] >= w.n:
        raise BadInput(f"{w.unit_names[u]} is not on the map.")
    return u


def _side(about: str) -> int:
    if about not in SEATS:
        raise BadInput(f"There is no side “{about}”; there are german and allied.")
    return SEATS.index(about)


def overlay(v: Position, name: str, about: str) -> Overlay:
    if name == "supply":
        return supply(v, _unit(v, about))
    if name == "reach":
        return reachable(v, _unit(v, about))
    if name == "zones":
        return zones(v, _side(about))
    if name == "threat":
        return threat(v, _side(about))
    if name == "control":
        return control(v)
    if name == "districts":
        return districts(v)
    raise BadInput(f"Fortress Europa has no overlay “{name}”.")


def supply(v: Position, u: int) -> Overlay:
    w = v.data
    found = trace_supply(v, u)
    paths = tuple(tuple(w.labels[h] for h in path) for path in found.paths)
    cuts = tuple(w.labels[h] for h in found.cuts)
    pocket = () if found.supplied else tuple(Shade(w.labels[h], "warn") for h in members(found.pocket))
    return Overlay("supply", f"Supply of {w.unit_names[u]}", pocket, paths, cuts, found.words, found.rule)


def reachable(v: Position, u: int) -> Overlay:
    """By land with the hexes it costs; a German unit that could take a train is also told where to."""
    w = v.data
    title = f"Reach of {w.unit_names[u]}"
    if not v.impulse:  # what it may move is told by the impulse
        return Overlay("reach", title, text="No move impulse of this player turn has begun.", rule="4.3")
    why = next(why_not_walking(v, u), None)
    if why is not None:
        return Overlay("reach", title, text=why.text(), rule=why.rule)
    found = reach(v, u)
    ends = set(destinations(v, u))
    shades = [Shade(w.labels[h], "good", str(found.costs.get(h, ""))) for h in sorted(ends)]
    if w.side[u] == GERMAN and next(why_not_entraining(v, u), None) is None:
        shades += [Shade(w.labels[h], "weak", "rail") for h in members(stations(v, u)) if h not in ends]
    left = allowance(v, u) - v.spent[u]
    return Overlay("reach", title, tuple(shades), text=f"{left} of {allowance(v, u)} hexes left.", rule="5.4")


def zones(v: Position, side: int) -> Overlay:
    w = v.data
    hexes = survey(v).zones[side] & w.land
    shades = tuple(Shade(w.labels[h], "strong", side=SEATS[side]) for h in members(hexes))
    return Overlay("zones", f"{SEATS[side].title()} zones of control", shades, rule="7.1")


def control(v: Position) -> Overlay:
    w = v.data
    shades = [Shade(w.labels[h], "plain", side="german") for h in members(german_hexes(v))]
    shades += [Shade(w.labels[h], "plain", side="allied") for h in members(allied_hexes(v))]
    text = "A hex without color was Allied last, but lies in a German zone and is empty: nobody controls it."
    return Overlay("control", "Control", tuple(shades), text=text, rule="30.2")


def districts(v: Position) -> Overlay:
    w = v.data
    shades = [Shade(w.labels[h], "warn", side="german") for h in members(frozen_districts(v))]
    shades += [Shade(w.labels[h], "good", side="allied") for h in members(invaded_hexes(v))]
    text = "All German units are released." if v.released else "Units are frozen in the districts shown as German."
    return Overlay("districts", "Frozen and invaded districts", tuple(shades), text=text, rule="9.1")


def threat(v: Position, side: int) -> Overlay:
    """For every enemy hex: the printed factors beside it and in it."""
    w = v.data
    found = survey(v)
    adjacent = open_ways(v).adjacent
    shades = []
    for h in members(found.occupied[1 - side]):
        near = adjacent[h] | w.bit[h]
        force = sum(combat_factor(v, u) for u in w.of_side[side] if v.where[u] < w.n and near >> v.where[u] & 1)
        if not force:
            continue
        defence = sum(combat_factor(v, u) for u in units_of(v, 1 - side, h))
        tone = "bad" if force >= 3 * defence else "warn" if force >= defence else "weak"
        shades.append(Shade(w.labels[h], tone, f"{force}:{defence}"))  # type: ignore[arg-type]
    text = "Printed factors beside the hex against those in it; terrain, nationalities and aircraft are not counted."
    return Overlay(
        "threat", f"What the {SEATS[side].title()} side could attack", tuple(shades), text=text, rule="14.5"
    )


__all__ = ["KINDS", "overlay"]
