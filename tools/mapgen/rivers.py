"""Rivers: their real course from way-points, and then the chain of hexsides that follows it best."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import shapely
from scipy.sparse import coo_matrix
from scipy.sparse.csgraph import dijkstra
from scipy.spatial import cKDTree
from shapely.geometry import LineString

from grognard.maps import Grid
from grognard.maps.grid import RADIUS, Point
from tools.mapgen.geodata import Array

KM = 111.3


class River(NamedTuple):
    name: str
    points: list[tuple[float, float]]  # towns on it, source to mouth, in degrees
    into: str = ""  # the river it joins
    leaves: str = ""  # the river it branches off
    fixed: tuple[str, ...] = ()  # hexsides it must run along at its lower end, in order
    ends_at: str = ""  # a hex that it must reach
    head: str = ""  # the hexside in which it begins on the map, if not at its source


class Network:
    """The river lines of the data as one graph, for asking the course between two towns."""

    def __init__(self, lines: list[Array], latitude: float = 49.0) -> None:
        self._squeeze = np.cos(np.radians(latitude))
        points: list[Array] = []
        edges: list[tuple[int, int, float]] = []
        count = 0
        for line in lines:
            dense = np.asarray(shapely.get_coordinates(shapely.segmentize(LineString(line), 0.03)))
            edges += [(count + i, count + i + 1, 1.0) for i in range(len(dense) - 1)]
            points.append(dense)
            count += len(dense)
        self._points = np.concatenate(points)
        self._km = self._points * [self._squeeze * KM, KM]
        self._tree = cKDTree(self._km)
        # Lines that meet or overlap are joined, at a price.
        edges += [(i, j, 1.6) for i, j in self._tree.query_pairs(2.5)]
        table = np.array(edges)
        a, b = table[:, 0].astype(int), table[:, 1].astype(int)
        length = np.hypot(*(self._km[a] - self._km[b]).T) * table[:, 2] + 1e-3
        self._graph = coo_matrix((np.r_[length, length], (np.r_[a, b], np.r_[b, a])), (count, count)).tocsr()

    def course(self, towns: list[tuple[float, float]], near: float = 14.0, detour: float = 5.0) -> Array:
        """The river from town to town; a straight leg where the data has no line (small rivers)."""
        km = np.array(towns) * [self._squeeze * KM, KM]
        away, nearest = self._tree.query(km)
        course: list[tuple[float, float]] = []
        for i, j in pairwise(range(len(towns))):
            leg = [towns[i], towns[j]]
            if away[i] <= near and away[j] <= near and nearest[i] != nearest[j]:
                limit = detour * float(np.hypot(*(km[i] - km[j])))
                costs, before = dijkstra(self._graph, indices=nearest[i], return_predecessors=True, limit=limit)
                if np.isfinite(costs[nearest[j]]):
                    way = [nearest[j]]
                    while way[-1] != nearest[i]:
                        way.append(before[way[-1]])
                    leg = [(float(x), float(y)) for x, y in self._points[way[::-1]]]
            course += leg if not course or course[-1] != leg[0] else leg[1:]
        return np.array(course)


class Corners:
    """The corners of a grid and the hexsides between them, on which rivers run."""

    def __init__(self, grid: Grid) -> None:
        self.grid = grid
        self.points: list[Point] = []
        self.hexes: list[set[int]] = []  # the hexes that touch each corner
        known: dict[tuple[int, int], int] = {}
        self.side_of: dict[tuple[int, int], int | None] = {}  # None: a side at the edge of the map
        self.next: dict[int, list[int]] = {}
        of_hex = []
        for place in range(grid.n):
            own = []
            for x, y in grid.corners(place):
                key = (round(x * 1000), round(y * 1000))
                number = next(
                    (known[k] for k in _around(key) if k in known),
                    None,
                )
                if number is None:
                    number = known[key] = len(self.points)
                    self.points.append((x, y))
                    self.hexes.append(set())
                self.hexes[number].add(place)
                own.append(number)
            of_hex.append(own)
        for place, own in enumerate(of_hex):
            for i in range(6):
                a, b = own[i], own[(i + 1) % 6]
                other = grid.around[place][i]
                self.side_of[min(a, b), max(a, b)] = grid.side(place, other) if other >= 0 else None
        for a, b in self.side_of:
            self.next.setdefault(a, []).append(b)
            self.next.setdefault(b, []).append(a)
        self.tree = cKDTree(np.array(self.points))

    def side(self, a: int, b: int) -> int | None:
        return self.side_of[min(a, b), max(a, b)]

    def ends(self, side: int) -> tuple[int, int]:
        p, q = self.grid.side_ends(side)
        return int(self.tree.query(p)[1]), int(self.tree.query(q)[1])

    def chain(self, sides: Iterable[str]) -> list[int]:
        """Hexsides given in order, as corners in order."""
        pairs = [self.ends(self.grid.side_called(side)) for side in sides]
        if len(pairs) == 1:
            return list(pairs[0])
        first = next(corner for corner in pairs[0] if corner not in pairs[1])
        way = [first]
        for pair, name in zip(pairs, sides, strict=True):
            if way[-1] not in pair:
                raise ValueError(f"the hexside {name} does not go on from the one before it")
            way.append(pair[0] if pair[1] == way[-1] else pair[1])
        return way

    def follow(
        self,
        line: LineString,
        start: Iterable[int],
        ends: Iterable[int],
        allowed: Callable[[int | None], bool],
        weight: float = 9.0,
    ) -> list[int]:
        """The cheapest chain of corners along a line: a side costs more the further it lies from it."""
        goal = set(ends)
        costs = dict.fromkeys(start, 0.0)
        came: dict[int, int] = {}
        queue = [(0.0, corner) for corner in costs]
        heapq.heapify(queue)
        while queue:
            cost, here = heapq.heappop(queue)
            if cost > costs[here]:
                continue
            if here in goal:
                way = [here]
                while way[-1] in came:
                    way.append(came[way[-1]])
                return way[::-1]
            for there in self.next[here]:
                if not allowed(self.side(here, there)):
                    continue
                p, q = np.array(self.points[here]), np.array(self.points[there])
                tests = shapely.points([tuple(p + (q - p) * t) for t in (0.1, 0.5, 0.9)])
                off = float((shapely.distance(line, tests) ** 2).mean())
                total = cost + RADIUS * (1 + weight * off)
                if total < costs.get(there, float("inf")):
                    costs[there] = total
                    came[there] = here
                    heapq.heappush(queue, (total, there))
        return []


def _around(key: tuple[int, int]) -> list[tuple[int, int]]:
    """A key and its neighbours: rounding may put the same corner one thousandth away."""
    x, y = key
    return [(x + dx, y + dy) for dx in (0, -1, 1) for dy in (0, -1, 1)]


def longest_inside(points: Array, width: float, height: float, margin: float = 0.45) -> Array:
    """The longest run of points inside the sheet."""
    x, y = points[:, 0], points[:, 1]
    inside = (x > -margin) & (x < width + margin) & (y > -margin) & (y < height + margin)
    best = (0, 0)
    start = 0
    for i, good in enumerate([*inside, False]):
        if not good:
            if i - start > best[1] - best[0]:
                best = (start, i)
            start = i + 1
    return points[best[0] : best[1]]


def trace(
    corners: Corners,
    rivers: list[tuple[River, Array]],
    allowed: Callable[[int | None], bool],
    is_mouth: Callable[[int], bool],
) -> dict[str, list[int]]:
    """Every river as a chain of corners, source to mouth, without a gap: a tributary ends on its main
    river (which comes first in the list), and a river that reaches the sea ends on a corner of the sea."""
    grid = corners.grid
    found: dict[str, list[int]] = {}
    for river, points in rivers:
        inside = longest_inside(points, grid.width, grid.height)
        if len(inside) < 4:
            continue
        line = LineString(inside)
        start = [int(corners.tree.query(inside[0])[1])]
        if river.leaves in found:
            start = _nearest(corners, found[river.leaves], inside[0], 1)
        lower = corners.chain(river.fixed) if river.fixed else []
        at_end = bool(np.hypot(*(inside[-1] - points[-1])) < 0.3)
        if lower:
            ends = [lower[0]]
        elif river.ends_at:
            corner_set = {c for c, hexes in enumerate(corners.hexes) if grid.place(river.ends_at) in hexes}
            ends = list(corner_set & set(found[river.into]) if river.into in found else corner_set)
        elif river.into in found and at_end:
            ends = _nearest(corners, found[river.into], inside[-1], 4)
        else:
            mouths = [c for c in range(len(corners.points)) if is_mouth(c)] if at_end and not river.into else []
            close = _nearest(corners, mouths, inside[-1], 3) if mouths else []
            close = [c for c in close if np.hypot(*(np.array(corners.points[c]) - inside[-1])) < 1.6]
            ends = close or [int(corners.tree.query(inside[-1])[1])]
        blocked = {tuple(sorted(pair)) for pair in pairwise(lower)}

        def free(side: int | None, blocked: set[tuple[int, ...]] = blocked) -> bool:
            return allowed(side) and (side is None or tuple(sorted(corners.ends(side))) not in blocked)

        way = corners.follow(line, start, ends, free)
        if not way:
            raise ValueError(f"no chain of hexsides for the {river.name}")
        way += lower[1:]
        if river.head:
            first = set(corners.ends(corners.grid.side_called(river.head)))
            starts = [i for i, pair in enumerate(pairwise(way)) if set(pair) == first]
            if not starts:
                raise ValueError(f"the {river.name} does not run along {river.head}, where it should begin")
            way = way[starts[0] :]
        found[river.name] = way
    return found


def _nearest(corners: Corners, among: Iterable[int], point: Array, count: int) -> list[int]:
    listed = list(among)
    away = [float(np.hypot(*(np.array(corners.points[c]) - point))) for c in listed]
    return [listed[i] for i in np.argsort(away)[:count]]


def drawn(corners: Corners, way: list[int], course: LineString | None, wander: float = 0.10) -> list[Point]:
    """A river for the eye: it keeps to its hexsides, but leans towards its real course as far as `wander`."""
    chain = LineString([corners.points[corner] for corner in way])
    count = max(2, round(chain.length / 0.12))
    points = []
    for i in range(count + 1):
        here = chain.interpolate(i / count, normalized=True)
        x, y = here.x, here.y
        if course is not None and 0 < i < count:
            near = course.interpolate(course.project(here))
            away = max(float(np.hypot(near.x - x, near.y - y)), 1e-9)
            pull = wander * float(np.tanh(away / 0.25)) / away
            x, y = x + (near.x - x) * pull, y + (near.y - y) * pull
        points.append((x, y))
    for _ in range(2):  # soften the corners
        inner = [
            ((a[0] + 2 * b[0] + c[0]) / 4, (a[1] + 2 * b[1] + c[1]) / 4)
            for a, b, c in zip(points, points[1:], points[2:], strict=False)
        ]
        points = [points[0], *inner, points[-1]]
    return points
