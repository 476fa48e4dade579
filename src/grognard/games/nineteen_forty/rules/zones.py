# compiled as it stands
"""16. Army groups and their armies, and where units deploy."""

from __future__ import annotations

from grognard.games.nineteen_forty.data.world import ALLIED, BE, BELGIUM, FRANCE, GERMAN, GERMANY, SEATS
from grognard.games.nineteen_forty.rules.state import Position, facts


def groups_of(s: Position, seat: str) -> tuple[str, ...]:
    names: tuple[str, ...] = s.data.group_names[SEATS.index(seat)]
    return names


def empty_groups(s: Position, seat: str, assigned: list[int]) -> list[int]:
    """The army groups that no army has been assigned to; the BEF alone does not count (ruling 93)."""
    w = s.data
    used = {g for a, g in enumerate(assigned) if g >= 0 and not (seat == "allied" and a == w.bef_army)}
    return [g for g in range(3) if g not in used]


def assignment(s: Position, seat: str) -> tuple[int, ...]:
    return s.assign_german if seat == "german" else s.assign_allied


def army_of(s: Position, u: int) -> int:
    """The army of a unit; the mountain corps has that of the corps it replaces (ruling 91)."""
    w = s.data
    return w.army[s.replaced] if u == w.geb and s.replaced >= 0 else w.army[u]


def deployed_units(s: Position, side: int) -> list[int]:
    """The units that a side deploys at the start."""
    w = s.data
    if side == GERMAN:
        geb = s.replaced >= 0 and w.entry[s.replaced] == "initial"  # it may also wait in reserve (ruling 91)
        return [u for u in w.of_side[GERMAN] if (w.entry[u] == "initial" and u != s.replaced) or (u == w.geb and geb)]
    return [u for u in w.of_side[ALLIED] if w.entry[u] == "initial" or (w.nation[u] == BE and s.late_alliance)]


def zone_of(s: Position, u: int) -> int:
    """Where a unit may be deployed (16 Deployment ¶1, ¶2, ruling 94)."""
    w = s.data
    army = army_of(s, u)
    if w.side[u] == GERMAN:
        if w.panzer_corps[u]:
            return w.german_groups[s.effort]  # 16 Germans ¶1b
        return w.german_groups[s.assign_german[army]] if army >= 0 else w.countries[GERMANY]
    if w.nation[u] == BE:
        return w.countries[BELGIUM]  # 20 Belgian Late Alliance ¶1
    if army < 0:
        return w.countries[FRANCE]
    return w.border & w.allied_groups[s.assign_allied[army]]


def still_waiting(s: Position, side: int) -> int:
    """The units that a side has still to place, as a set."""
    left = 0
    for _, units in zones(s, side):
        left |= units
    return left & ~s.placed


def zones(s: Position, side: int) -> list[tuple[int, int]]:
    """The deployment zones of a side, each with the set of units that deploy there."""
    kept = facts(s)
    key: tuple[object, ...] = (side, s.assign_allied, s.late_alliance)
    if side == GERMAN:
        key = (side, s.assign_german, s.effort, s.replaced)
    if kept.zones is None or kept.zones[0] != key:
        found: dict[int, int] = {}
        for u in deployed_units(s, side):
            zone = zone_of(s, u)
            found[zone] = found.get(zone, 0) | 1 << u
        kept.zones = (key, list(found.items()))
    return kept.zones[1]


def tight_zones(s: Position, side: int, later: int, taken: int) -> int:
    """Empty hexes that must be kept for the units that are placed later: a hex in them may not be used up.

    `taken` are the hexes with units. Zones are far larger than the armies, so this binds only an odd set-up.
    """
    empty = ~taken
    kept = 0
    for zone, units in zones(s, side):
        waiting = (units & later).bit_count()
        if (zone & empty).bit_count() <= waiting:
            kept |= zone & empty
    return kept


def standing(s: Position) -> tuple[int, dict[int, list[int]]]:
    """The hexes with units other than parachute regiments, and the units in each hex."""
    w = s.data
    n, bit, regiment = w.n, w.bit, w.regiment
    taken = 0
    at: dict[int, list[int]] = {}
    for u, h in enumerate(s.where):
        if h < n:
            if not regiment[u]:
                taken |= bit[h]
            if h in at:
                at[h].append(u)
            else:
                at[h] = [u]
    return taken, at
