# compiled as it stands
"""13 Supply: sources, tracing, marking, and empty Areas out of supply."""

from __future__ import annotations

from grognard.games.springtime.data.world import ALLIES, AXIS, SIDE_NAMES, SIDES, World
from grognard.games.springtime.rules.facts import MAP
from grognard.games.springtime.rules.state import Spring, facts, take_control
from grognard.kernel.rules import Events, Supply, bits


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
    """For each nation the places in which its units are in supply, as bits."""
    known = facts(s)
    if known.supply is None:
        known.supply = _supplied(s.data, *known.owned)
    return known.supply


def _supplied(d: World, allied: int, axis: int) -> dict[str, int]:
    """13.1, 13.2.1: where a path leads to a source without entering enemy control. A unit's own Area is not entered,
    so that it may stand in enemy control (ruling 81); Belgians and Dutch have their source at home (ruling 82)."""
    west = _beside(d, spread(d.zone_mask, allied, d.near_mask))  # 13.1.2
    return {
        "german": _beside(d, spread(d.edge_mask, axis, d.near_mask)),  # 13.1.1
        "italian": _beside(d, spread(1 << d.italy, axis, d.near_mask)),
        "french": west,
        "british": west,
        "belgian": _beside(d, spread(d.belgium_mask, allied, d.near_mask)) | d.belgium_mask,  # 13.1.3
        "dutch": _beside(d, spread(d.dutch_mask, allied, d.near_mask)) | d.dutch_mask,  # 13.1.4
    }


def _beside(d: World, places: int) -> int:
    """These places and all next to them."""
    found = places
    for p in bits(places):
        found |= d.near_mask[p]
    return found


def has_supply(s: Spring, u: int) -> bool:
    return bool(supplied_areas(s)[s.data.nation[u]] >> s.loc[u] & 1)


def mark_supply(s: Spring, ev: Events | None) -> None:
    """13.2, 4.4.8: at the end of every impulse, both sides (ruling 83)."""
    areas, d, oos = supplied_areas(s), s.data, s.oos
    for u, p in enumerate(s.loc):
        if p >= 36:
            continue
        now = ~areas[d.nation[u]] >> p & 1
        if now != oos[u]:
            oos[u] = now
            if ev is not None:
                words = f"{d.unit_names[u]} is {'out of supply' if now else 'in supply again'} in {d.area_names[p]}."
                ev.add(
                    Supply(
                        state="out" if now else "in",
                        words=words,
                        rule="13.2",
                        places=(d.place_ids[p],),
                        pieces=(d.unit_ids[u],),
                        side=SIDES[d.side[u]],
                    )
                )


def clear_pockets(s: Spring, ev: Events | None) -> None:
    """13.2.5: empty Areas cut off from their controller's sources change hands (ruling 85)."""
    d, known = s.data, facts(s)
    sources = [d.zone_mask, d.edge_mask | 1 << d.italy]
    for u, home in ((d.belgian, d.belgium_mask), (d.dutch, d.dutch_mask)):
        sources[ALLIES] |= home & 1 << s.loc[u]  # nothing if it is off the map
    empty = MAP & ~(known.present[ALLIES] | known.present[AXIS])
    joined = [spread(sources[side], known.owned[side], d.near_mask) for side in (ALLIES, AXIS)]
    for p in bits(empty & ~(joined[ALLIES] | joined[AXIS])):
        old = s.control[p]
        why = f"is cut off from the sources of the {SIDE_NAMES[old]} and falls to the {SIDE_NAMES[1 - old]}"
        take_control(s, p, 1 - old, ev, why, "13.2.5")


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
    if start >= 36:
        return [], []
    home = nation in ("belgian", "dutch")
    if sources >> start & 1 and (s.control[start] == friendly or home):
        return [start], []
    parent = {start: start}
    queue = [start]
    cuts: set[int] = set()
    for p in queue:
        for q in d.near[p]:
            if q in parent:
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
