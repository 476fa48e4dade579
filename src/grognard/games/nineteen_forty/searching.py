"""6. The search of `grognard.maps` for the rules of this game: the same answers, sooner.

It relies on what is always so here: whole points, zones that end a move (so that only the start can lie in one), one
surcharge for leaving a zone and at most one for entering a hex.
"""

from __future__ import annotations

from functools import lru_cache

from grognard.games.nineteen_forty.world import QUARTER, USUAL, World
from grognard.maps import Going, Mask, Place, Reach, Situation

PLAIN, ODD = 255, 254
"""What no way has cost yet: of a hex, and of one that ends a move or costs more to enter than its terrain."""
STOPS, SLOW = 1, 2
_OPEN, _QUIET, _STOPS, _SLOW = (
    bytes(one if digit == ord("1") else nought for digit in range(256))
    for one, nought in ((PLAIN, 0), (ODD, PLAIN), (STOPS, 0), (SLOW, 0))
)
Hexes = tuple[bytearray, bytes]
"""For each hex what the search begins with (0 where it is closed to every step), and its marks."""


class Lie(Situation):
    """A situation of units that share bounds, with what the search wants to know of each hex, once it is asked."""

    inside: Mask
    hexes: Hexes | None = None


class Ground:
    """What the search wants to know of each hex, before the bounds of a unit are looked at."""

    __slots__ = ("begin", "marks", "n")

    def __init__(self, n: int, free: Mask, stop: Mask, slow: Mask) -> None:
        self.n = n
        self.begin = _written(n, free, _OPEN) & _written(n, stop | slow, _QUIET)
        marks = _written(n, stop, _STOPS) | (_written(n, slow, _SLOW) if slow else 0)
        self.marks = marks.to_bytes(n, "little")

    def within(self, inside: Mask) -> Hexes:
        return bytearray((self.begin & _bounds(self.n, inside)).to_bytes(self.n, "little")), self.marks


def _written(n: int, hexes: Mask, values: bytes) -> int:
    """A set as a number with one byte for each hex, so that such values can be joined at once."""
    digits = f"{hexes | 1 << n:b}"[1:].encode()  # a binary number has one digit for each, the last first
    return int.from_bytes(digits.translate(values), "big")


@lru_cache(256)  # bounds are few, and come again
def _bounds(n: int, hexes: Mask) -> int:
    return _written(n, hexes, _OPEN)


class Trails(Reach):
    """What `find` found; costs and the set are made of it when they are asked for."""

    __slots__ = ("paid",)

    def __init__(self, start: Place, allowance: int, came: dict[Place, Place], paid: bytearray) -> None:
        self.start = start
        self.allowance = allowance
        self.curbed = frozenset()
        self.came_curbed = {}
        self.paid = paid
        self._mask = self._costs = self._found = None
        self._came = came

    @property
    def costs(self) -> dict[Place, int]:
        if self._costs is None:
            paid = self.paid
            self._costs = {self.start: 0} | {place: paid[place] * QUARTER for place in self.came}
        return self._costs

    def cost(self, place: Place) -> int:
        return self.paid[place] * QUARTER

    def path(self, place: Place) -> list[Place]:
        came, start, way = self.came, self.start, [place]
        if place != start and place not in came:
            raise ValueError("that place was not reached")
        while place != start:
            place = came[place]
            way.append(place)
        return way[::-1]


def find(w: World, how: Going, start: Place, points: int, now: Situation, hexes: Hexes | None = None) -> Reach:
    """Every hex that a unit has the points for, with the cheapest way there."""
    if hexes is None:
        free = now.open[USUAL]
        hexes = Ground(w.n, free, now.stop, now.enter[0][0] if now.enter else 0).within(free)
    begin, marks = hexes
    best = begin.copy()
    best[start] = 0
    came: dict[Place, Place] = {}
    most = points // QUARTER
    buckets: list[list[Place]] = [[] for _ in range(most)]
    opened, bits = now.open, w.bit
    extra = now.enter[0][1] // QUARTER if now.enter else 0
    within = w.steps_within(how)
    if now.zone & bits[start]:
        from_zone, leave = now.open_from_zone, now.leave[0][1] // QUARTER
        for there, cost, kind in within[-1][start]:
            mark, bit = marks[there], bits[there]
            total = leave + cost + (extra if mark & SLOW else 0)
            if total <= most and bit & opened[kind] and bit & from_zone[kind]:
                best[there] = total
                came[there] = start
                if total < most and not mark & STOPS:
                    buckets[total].append(there)
    elif most:
        buckets[0].append(start)
    left = most
    paid = 0
    for bucket in buckets:
        if bucket:
            steps = within[left]
            for here in bucket:
                if best[here] < paid:
                    continue
                for there, cost, kind in steps[here]:
                    total = paid + cost
                    was = best[there]
                    if total >= was or (kind and not bits[there] & opened[kind]):
                        continue
                    if was == PLAIN:
                        best[there] = total
                        came[there] = here
                        if total < most:
                            buckets[total].append(there)
                        continue
                    mark = marks[there]
                    if mark & SLOW:
                        total += extra
                        if total > most or total >= was:
                            continue
                    best[there] = total
                    came[there] = here
                    if total < most and not mark & STOPS:
                        buckets[total].append(there)
        paid += 1
        left -= 1
    return Trails(start, points, came, best)
