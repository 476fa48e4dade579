"""What a rulebook says about its map, and whether the made map agrees.

A statement of the configuration (`[[checks]]`) names its kind in `says`, and what it speaks of: hexes, hexsides,
lines of beaches, pairs of hexes, rivers, places, or the whole map. Each item is judged by itself.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import Any

from grognard.maps import Grid
from tools.mapgen.model import Map, Place

Says = dict[str, Any]
Found = tuple[str, bool, str]  # the item, whether it holds, what is there

WATER = ("sea", "estuary", "lake")
BY_HAND = ("place", "city", "port", "rail", "dry-rails", "distance", "major-cities", "cities-to-win")
"""Statements that geography cannot foretell: towns and railways are put where the rules want them, and how far
two hexes are apart is a matter of the numbering."""


def check(made: Map, says: Says) -> list[Found]:
    """One kind of statement: each item with whether it holds, and what is there."""
    found = [_hex(made, says, label) for label in says.get("hexes", [])]
    found += [_side(made, says, name) for name in says.get("sides", [])]
    found += [_touch(made, name, label) for name, label in says.get("touches", [])]
    found += [_line(made, line) for line in says.get("lines", [])]
    found += [_pair(made.grid, says, a, b) for a, b in says.get("pairs", [])]
    found += [_river(made, says, *names) for names in says.get("rivers", [])]
    found += [_place(made, says, *named) for named in says.get("places", [])]
    if "whole" in says:
        found += _whole(made, says)
    return found


def _unknown(says: Says, of: str) -> ValueError:
    return ValueError(f"the report knows no statement {says['says']!r} about {of}")


def is_land(made: Map, place: int) -> bool:
    return made.hexes[place].terrain not in ("sea", "out")


def _hex(made: Map, says: Says, label: str) -> Found:
    kind = says["says"]
    place = made.grid.place(label)
    item = made.hexes[place]
    land = is_land(made, place)
    if kind == "country":
        return label, item.country == says["value"], item.country or item.terrain
    if kind == "terrain":
        return label, item.terrain == says["value"], item.terrain
    if kind == "land":
        return label, land, item.terrain
    if kind == "sea":
        return label, item.terrain == "sea", item.terrain
    if kind == "beach":
        return label, land and item.coast, "coast" if item.coast else f"inland {item.terrain}"
    if kind == "inland":
        return label, land and not item.coast, "coast" if item.coast else item.terrain
    if kind == "edge":
        return label, on_edge(made.grid, place, says["value"]), "edge or not"
    if kind == "rail":
        return label, any(place in way for _, way, _ in made.rails), "rail or not"
    raise _unknown(says, "hexes")


def _kind(made: Map, side: int) -> str:
    item = made.sides.get(side)
    if item is not None:
        return item.kind
    return "sea" if any(made.hexes[place].terrain == "sea" for place in made.grid.sides[side]) else "plain"


def _side(made: Map, says: Says, name: str) -> Found:
    there = _kind(made, made.grid.side_called(name))
    if says["says"] == "no-river":
        return name, "river" not in there, there
    if says["says"] == "side":
        return name, there == says["value"], there
    if says["says"] == "water":
        return name, there in ("sea", "estuary"), there
    if says["says"] == "joined":
        return name, there not in WATER, there
    raise _unknown(says, "sides")


def _touch(made: Map, name: str, label: str) -> Found:
    grid = made.grid
    around = {*grid.neighbours[grid.place(label)], grid.place(label)}
    near = any(side.name == name and around & set(grid.sides[number]) for number, side in made.sides.items())
    return f"{name} at {label}", near, "river"


def _line(made: Map, line: list[str]) -> Found:
    """A continuous line of beaches: all of them coast, and land from each to the next."""
    places = [made.grid.place(label) for label in line]
    wrong = [made.grid.labels[p] for p in places if not (is_land(made, p) and made.hexes[p].coast)]
    for a, b in pairwise(places):
        names = f"{made.grid.labels[a]}/{made.grid.labels[b]}"
        if not made.grid.are_adjacent(a, b) or _kind(made, made.grid.side(a, b)) in WATER:
            wrong.append(names)
    return f"{line[0]} to {line[-1]}", not wrong, "broken at " + ", ".join(wrong)


def _pair(grid: Grid, says: Says, a: str, b: str) -> Found:
    far = grid.distance(grid.place(a), grid.place(b))
    return f"{a}-{b}", says.get("least", 0) <= far <= says.get("most", far), str(far)


def banks(made: Map, river: str) -> set[int]:
    """The hexes beside a river."""
    return {place for side, item in made.sides.items() if item.name == river for place in made.grid.sides[side]}


def _ends(made: Map, rivers: Iterable[str]) -> set[tuple[int, int]]:
    wanted = set(rivers)
    sides = [side for side, item in made.sides.items() if item.name in wanted and item.kind not in WATER]
    return {(round(x * 50), round(y * 50)) for side in sides for x, y in made.grid.side_ends(side)}


def _river(made: Map, says: Says, river: str, *others: str) -> Found:
    grid = made.grid
    if says["says"] == "in-reach":  # the whole river
        start = grid.place(says["from"])
        far = sorted(place for place in banks(made, river) if grid.distance(start, place) > says["value"])
        return river, bool(banks(made, river)) and not far, ", ".join(grid.labels[place] for place in far)
    if says["says"] == "meets":  # these rivers and no more
        names = {item.name for item in made.sides.values()} - {river, ""}
        met = {name for name in names if _ends(made, [river]) & _ends(made, [name])}
        return river, met == set(others), ", ".join(sorted(met)) or "none"
    if says["says"] == "same-bank":  # the straight way from one hex to another crosses none of the rivers
        start, goal = grid.place(river), grid.place(others[0])
        closed = {side for side, item in made.sides.items() if item.name in others[1:]}
        reached = {start}
        for _ in range(grid.distance(start, goal)):
            reached |= {
                there for here in reached for there in grid.neighbours[here] if grid.side(here, there) not in closed
            }
        return f"{river} to {others[0]}", goal in reached, "a river between"
    raise _unknown(says, "rivers")


def _named(made: Map, name: str) -> Place | None:
    return next((place for place in made.places if place.name == name), None)


def _place(made: Map, says: Says, name: str, label: str = "") -> Found:
    place = _named(made, name)
    if place is None:
        return name, False, "not on the map"
    there = made.grid.labels[place.hex]
    if says["says"] == "place":
        return name, there == label, there
    if says["says"] == "city":
        country = made.hexes[place.hex].country
        good = place.kind != "town" and says.get("value", country) == country
        return name, good, f"{place.kind} in {country}"
    if says["says"] == "port":
        return name, bool(place.port), place.kind
    raise _unknown(says, "places")


def _whole(made: Map, says: Says) -> list[Found]:
    kind = says["says"]
    grid = made.grid
    if kind == "sea-beaches":  # whatever touches the open sea is a beach, but for the hexes named
        inland = [
            grid.labels[place]
            for place in range(grid.n)
            if is_land(made, place)
            and not made.hexes[place].coast
            and any(made.hexes[other].terrain == "sea" for other in grid.neighbours[place])
        ]
        wrong = [label for label in inland if label not in says["but"]]
        return [("every hex at sea", not wrong, ", ".join(wrong))]
    if kind == "dry-rails":
        wet = [
            f"{grid.labels[a]}/{grid.labels[b]}"
            for _, way, _ in made.rails
            for a, b in pairwise(way)
            if _kind(made, grid.side(a, b)) in WATER or not (is_land(made, a) and is_land(made, b))
        ]
        return [("every railway", not wet, ", ".join(wet))]
    own = [p for p in made.places if p.kind != "town" and made.hexes[p.hex].country == says["whole"]]
    major = sum(place.kind == "major-city" for place in own)
    if kind == "major-cities":
        return [(says["whole"], major == says["value"], str(major))]
    if kind == "cities-to-win":
        # A way to win of its own: so many cities can be had with one major city less than the other way asks for.
        able = len(own) - major + says["major"] - 1 + len(says["also"])
        return [(says["whole"], able >= says["value"], f"{able} with {says['major'] - 1} major ones")]
    raise _unknown(says, "the whole map")


def on_edge(grid: Grid, place: int, edge: str) -> bool:
    x, y = grid.centre(place)
    return {
        "any": len(grid.neighbours[place]) < 6,  # also where the sheet lacks a corner
        "west": x < 1.1,
        "east": x > grid.width - 1.1,
        "north": y < 1.1,
        "south": y > grid.height - 1.1,
    }[edge]
