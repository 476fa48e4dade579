"""13 Supply: sources, tracing, marking, and empty Areas out of supply."""

from __future__ import annotations

from functools import lru_cache

from grognard.games.springtime.data import ALLIES, AXIS, OFF, Data
from grognard.games.springtime.state import Spring, take_control
from grognard.kernel.events import Events, Said


def axis_mask(s: Spring) -> int:
    """The Areas and Zones under Axis control, as bits."""
    mask = 0
    for p, side in enumerate(s.control):
        if side:
            mask |= 1 << p
    return mask


def spread(start: int, allowed: int, near: tuple[int, ...]) -> int:
    """All of `allowed` that is connected to `start`; both are sets of places as bits."""
    found = frontier = start & allowed
    while frontier:
        grown = 0
        while frontier:
            low = frontier & -frontier
            grown |= near[low.bit_length() - 1]
            frontier ^= low
        frontier = grown & allowed & ~found
        found |= frontier
    return found


def supplied_areas(s: Spring) -> dict[str, int]:
    """For each nation the places from which a path leads to a source without entering enemy control (13.2.1)."""
    return _supplied(s.data, axis_mask(s))


@lru_cache(maxsize=512)
def _supplied(d: Data, axis: int) -> dict[str, int]:
    """It depends on control alone; treat what it returns as read-only."""
    allied = ~axis & ((1 << 36) - 1)
    near = d.near_mask
    west = spread(d.zone_mask, allied, near)  # 13.1.2
    return {
        "german": spread(d.edge_mask, axis & ~(1 << d.italy), near),  # 13.1.1, 14.3
        "italian": spread(1 << d.italy, axis, near),
        "french": west,
        "british": west,
        "belgian": spread(d.belgium_mask, allied, near),  # 13.1.3
        "dutch": spread(d.dutch_mask, allied, near),  # 13.1.4
    }


def has_supply(s: Spring, u: int, areas: dict[str, int]) -> bool:
    """A unit's own Area is not entered, so that it may stand in enemy control (ruling 81)."""
    d = s.data
    p = s.loc[u]
    reach = areas[d.nation[u]]
    if reach >> p & 1 or reach & d.near_mask[p]:
        return True
    home = d.belgium_mask if u == d.belgian else d.dutch_mask if u == d.dutch else 0
    return bool(home >> p & 1)  # ruling 82


def mark_supply(s: Spring, ev: Events | None) -> None:
    """13.2: at the end of every impulse, both sides (ruling 83)."""
    areas = supplied_areas(s)
    d = s.data
    oos, loc = s.oos, s.loc
    near = d.near_mask
    nation = d.nation
    for u, p in enumerate(loc):
        if p >= 36:
            continue
        reach = areas[nation[u]]
        now = 0 if reach >> p & 1 or reach & near[p] else int(not has_supply(s, u, areas))
        if now != oos[u]:
            oos[u] = now
            if ev is not None:
                words = f"{d.unit_names[u]} is {'out of supply' if now else 'in supply again'} in {d.area_names[p]}."
                ev.add(Said(words=words, rule="13.2", places=(d.place_ids[p],), pieces=(d.unit_ids[u],)))


def clear_pockets(s: Spring, ev: Events | None) -> None:
    """13.2.5: empty Areas cut off from their controller's sources change hands (ruling 85)."""
    d = s.data
    areas = supplied_areas(s)
    axis = axis_mask(s)
    allied = ~axis & ((1 << 36) - 1)
    good_axis = areas["german"] | areas["italian"] | 1 << d.italy
    good_allied = areas["french"]
    for u, home in ((d.belgian, d.belgium_mask), (d.dutch, d.dutch_mask)):
        if s.loc[u] < 36:
            good_allied |= spread(home & (1 << s.loc[u]), allied, d.near_mask)
    for p in range(36):
        if s.at[p]:
            continue
        if axis >> p & 1:
            if not good_axis >> p & 1:
                take_control(s, p, ALLIES, ev)
        elif not good_allied >> p & 1:
            take_control(s, p, AXIS, ev)


def trace(s: Spring, u: int) -> tuple[list[int], list[int]]:
    """The shortest supply path of a unit, or no path and the enemy Areas where the search was stopped."""
    d = s.data
    nation = d.nation[u]
    friendly = d.side[u]
    sources = {
        "german": d.edge_mask,
        "italian": 1 << d.italy,
        "french": d.zone_mask,
        "british": d.zone_mask,
        "belgian": d.belgium_mask,
        "dutch": d.dutch_mask,
    }[nation]
    start = s.loc[u]
    if start >= OFF - 2:
        return [], []
    home = nation in ("belgian", "dutch")
    if sources >> start & 1 and (s.control[start] == friendly or home):
        return [start], []
    parent = {start: start}
    queue = [start]
    cuts: set[int] = set()
    for p in queue:
        for q in d.near[p]:
            if q in parent or (q == d.italy and nation != "italian"):
                continue
            if s.control[q] != friendly:
                cuts.add(q)
                continue
            parent[q] = p
            if sources >> q & 1:
                path = [q]
                while path[-1] != start:
                    path.append(parent[path[-1]])
                return path[::-1], []
            queue.append(q)
    return [], sorted(cuts)
