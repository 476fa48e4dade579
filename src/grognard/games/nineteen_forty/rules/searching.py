"""6. The search of `grognard.maps` for the rules of this game in plain Python: the same answers, sooner.

It relies on what is always so here: whole points, zones that end a move (so that only the start can lie in one), one
surcharge for leaving a zone and at most one for entering a hex.
"""

from __future__ import annotations

from grognard.games.nineteen_forty.data.world import QUARTER, World
from grognard.maps import Going, Mask, Place, Reach, Situation

PLAIN, ODD = 255, 254
"""What no way has cost yet: of a hex, and of one that ends a move or costs more to enter than its terrain."""
STOPS, SLOW = 1, 2
_OPEN, _QUIET, _STOPS, _SLOW = (
    bytes(one if digit == ord("1") else nought for digit in range(256))
    for one, nought in ((PLAIN, 0), (ODD, PLAIN), (STOPS, 0), (SLOW, 0))
)
_PAID = bytes(ord("1") if 0 < paid < ODD else ord("0") for paid in range(256))
Hexes = tuple[bytearray, bytes]
"""For each hex what the search begins with (0 where it is closed to every step), and its marks."""
Row = tuple[tuple[Place, int, int], ...]
Within = tuple[tuple[Row, ...], ...]
"""For each number of whole points and each hex: the steps (to where, at what cost, of which class) for which they are
enough."""


class Steps:
    """The steps of every kind of going, by the points that are left."""

    __slots__ = ("within",)

    def __init__(self, w: World) -> None:
        same: dict[tuple[Place, int, int], tuple[Place, int, int]] = {}  # a small table stays in the cache
        points = range(max(w.move) + 1)
        self.within: dict[Going, Within] = {going: self._tables(going, points, same) for going in w.goings}

    @staticmethod
    def _tables(going: Going, points: range, same: dict[tuple[Place, int, int], tuple[Place, int, int]]) -> Within:
        whole = [[(b, cost // QUARTER, kind) for b, cost, kind, _ in row] for row in going.steps]
        tables: list[tuple[Row, ...]] = []
        for left in points:
            rows = [tuple([same.setdefault(step, step) for step in row if step[1] <= left]) for row in whole]
            if tables:
                rows = [old if len(old) == len(row) else row for old, row in zip(tables[-1], rows, strict=True)]
            tables.append(tuple(rows))
        return tuple(tables)


class Ground:
    """What the search wants to know of each hex, before the bounds of a unit are looked at."""

    __slots__ = ("begin", "marks", "n")

    def __init__(self, n: int, free: Mask, stop: Mask, slow: Mask) -> None:
        self.n = n
        self.begin = _written(n, free, _OPEN) & _written(n, stop | slow, _QUIET)
        marks = _written(n, stop, _STOPS) | (_written(n, slow, _SLOW) if slow else 0)
        self.marks = marks.to_bytes(n, "little")

    def within(self, inside: Mask) -> Hexes:
        begin = self.begin & _written(self.n, inside, _OPEN)
        return bytearray(begin.to_bytes(self.n, "little")), self.marks


def _written(n: int, hexes: Mask, values: bytes) -> int:
    """A set as a number with one byte for each hex, so that such values can be joined at once."""
    digits = f"{hexes | 1 << n:b}"[1:].encode()  # a binary number has one digit for each, the last first
    return int.from_bytes(digits.translate(values), "big")


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
    def mask(self) -> Mask:
        if self._mask is None:
            self._mask = int(self.paid[::-1].translate(_PAID), 2)
        return self._mask

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


def find(bits: tuple[Mask, ...], within: Within, start: Place, points: int, now: Situation, hexes: Hexes) -> Trails:
    """Every hex that a unit has the points for, with the cheapest way there."""
    begin, marks = hexes
    best = begin.copy()
    best[start] = 0
    came: dict[Place, Place] = {}
    most = points // QUARTER
    buckets: list[list[Place]] = [[] for _ in range(most)]
    opened = now.open
    extra = sum(cost for _, cost in now.enter) // QUARTER
    if now.zone & bits[start]:
        from_zone, leave = now.open_from_zone, now.leave[0][1] // QUARTER
        for there, cost, kind in within[most][start]:
            mark = marks[there]
            total = leave + cost + (extra if mark & SLOW else 0)
            if total <= most and bits[there] & from_zone[kind]:
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
