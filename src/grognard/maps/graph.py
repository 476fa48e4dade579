# compiled as it stands
"""Places and who touches whom: the part that hexes, areas and tracks have in common.

A place is an int 0..n-1 inside the engine and a printed label ("1511", "CC6", "Paris") outside. A set of
places is one int whose bit p says that place p is in it, so that "all hexes in an enemy zone of control"
is built, joined and tested with a handful of machine operations.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, TypeVar

from grognard.kernel.rules.sets import bits, mask_of
from grognard.maps import fast

if TYPE_CHECKING:
    from grognard.maps._search import Flow

Place = int
Mask = int
T = TypeVar("T")


def members_plainly(mask: Mask) -> list[Place]:
    """The places of a set, in rising order."""
    if mask < _SHORT:
        return bits(mask)
    size = (mask.bit_length() + 7) >> 3
    if mask.bit_count() * 2 > size:  # many for its length: byte by byte is faster
        if len(_PLACES) < size:
            _PLACES.extend(by_bytes(range(8 * size))[len(_PLACES) :])
        return picked(_PLACES, mask)
    if len(_BITS) < 8 * size:
        _BITS.extend(1 << place for place in range(len(_BITS), 8 * size))
    found: list[Place] = []
    while mask:  # from the top, so that what is left gets shorter
        place = mask.bit_length() - 1
        found.append(place)
        mask ^= _BITS[place]
    found.reverse()
    return found


def by_bytes(items: Sequence[T]) -> list[tuple[tuple[T, ...], ...]]:
    """For each byte of a set and each value of it: the items (one for each place) that it stands for."""
    return [
        tuple(
            tuple(item for bit, item in enumerate(items[first : first + 8]) if value >> bit & 1)
            for value in range(2 ** min(8, len(items) - first))
        )
        for first in range(0, len(items), 8)
    ]


def picked(table: Sequence[Sequence[tuple[T, ...]]], mask: Mask) -> list[T]:
    """The items of a set, in the order of the places; `table` is made by `by_bytes`."""
    found: list[T] = []
    for row, byte in zip(table, mask.to_bytes((mask.bit_length() + 7) >> 3, "little"), strict=False):
        if byte:
            found += row[byte]
    return found


_SHORT = 1 << 60
"""Below this chunks of bits are the fastest way."""
_PLACES: list[tuple[tuple[Place, ...], ...]] = []
_BITS: list[Mask] = []
"""For each place the set of it alone."""
members: Callable[[Mask], list[Place]] = bits if fast.in_use else members_plainly
"""The places of a set, in rising order."""


def size(mask: Mask) -> int:
    return mask.bit_count()


class Steps:
    """Directed steps between places, kept so that a whole set takes its steps at once.

    Places are numbered row by row, so that almost all steps in one direction add the same number to the
    place. A step set is therefore a few pairs (difference, places that have such a step), and `spread`
    is a few shifts of one big int, whatever the size of the set.
    """

    __slots__ = ("_compiled", "_pairs", "_reversed", "shifts")

    def __init__(self, pairs: Iterable[tuple[Place, Place]]) -> None:
        self._pairs: frozenset[tuple[Place, Place]] | None = frozenset(pairs)
        by_difference: dict[int, Mask] = {}
        for start, end in self._pairs:
            by_difference[end - start] = by_difference.get(end - start, 0) | 1 << start
        self.shifts = tuple(sorted(by_difference.items()))
        self._reversed: Steps | None = None
        self._compiled: Flow | None = None

    @property
    def pairs(self) -> frozenset[tuple[Place, Place]]:
        """Every step, from where to where."""
        if self._pairs is None:
            self._pairs = frozenset((start, start + by) for by, starts in self.shifts for start in members(starts))
        return self._pairs

    def spread(self, mask: Mask) -> Mask:
        """All places one step from the set (the set itself only where it neighbours itself)."""
        if fast.in_use:
            return (self._compiled or self._compile()).spread(mask)
        reached = 0
        for difference, starts in self.shifts:
            moving = mask & starts
            if moving:
                reached |= moving << difference if difference >= 0 else moving >> -difference
        return reached

    def _compile(self) -> Flow:
        found = self._compiled = fast.built.Flow(dict(self.shifts))
        return found

    def flood(self, mask: Mask, allowed: Mask, limit: int | None = None) -> Mask:
        """The set, and what it reaches in at most `limit` steps (any number if None) inside `allowed`."""
        if fast.in_use:
            return (self._compiled or self._compile()).flood(mask, allowed, -1 if limit is None else limit)
        reached = new = mask
        if limit is None:
            # Steps need not be counted: each direction goes on from what the ones before it have reached.
            before = -1
            while reached != before:
                before = reached
                for difference, starts in self.shifts:
                    moving = reached & starts
                    reached |= (moving << difference if difference >= 0 else moving >> -difference) & allowed
            return reached
        while new and limit:
            new = self.spread(new) & allowed & ~reached
            reached |= new
            limit -= 1
        return reached

    def rings(self, mask: Mask, allowed: Mask, limit: int | None = None) -> Iterator[Mask]:
        """The flood ring by ring: the set itself, then what lies one step away, two, and so on."""
        reached = new = mask
        while new:
            yield new
            if limit is not None:
                if limit == 0:
                    return
                limit -= 1
            new = self.spread(new) & allowed & ~reached
            reached |= new

    def rings_to(self, mask: Mask, allowed: Mask, aim: Mask) -> list[Mask]:
        """The flood ring by ring, up to the one that meets a set; none where it never does."""
        found = []
        for ring in self.rings(mask, allowed):
            found.append(ring)
            if ring & aim:
                return found
        return []

    def line(self, begin: Mask, goal: Place, allowed: Mask, rows: tuple[tuple[Place, ...], ...]) -> list[Place]:
        """One of the shortest lines from some places to another, inside `allowed`: from the first of those that are
        nearest, and at each fork to the first in the row of the place; empty where none leads there."""
        back = self.reversed()
        if fast.in_use:
            compiled = back._compiled or back._compile()
            if compiled.few:
                return compiled.line(begin, goal, allowed | begin, rows)
        rings = back.rings_to(1 << goal, allowed | begin, begin)
        if not rings:
            return []
        here = members(rings.pop() & begin)[0]
        found = [here]
        for ring in reversed(rings):
            here = next(there for there in rows[here] if ring >> there & 1)
            found.append(here)
        return found

    def wade(
        self, start: Mask, first: Mask, free: Mask, go: Mask, rough: Mask, points: int, curbed: int
    ) -> tuple[Mask, tuple[Mask, ...], tuple[Mask, ...]]:
        """All that a unit reaches within so many steps, the first of which lead to `first`: inside `free`, on from
        places of `go` alone, and after rough ones no farther than `curbed` steps. All reached; and by the number of
        steps those first reached with no rough one on the way, and those with one."""
        if fast.in_use:
            return (self._compiled or self._compile()).wade(start, first, free, go, rough, points, curbed)
        spread, first = self.spread, first & free
        quick, slowly = [start], [0]
        seen, seen_late, late = start, 0, 0
        if points > 0:
            new, late = first & ~rough, first & rough
            seen |= new
            seen_late = late
            quick.append(new)
            slowly.append(late)
        for spent in range(1, points):
            new &= go
            late = late & go if spent < curbed else 0
            if not new and not late:
                break
            after = spread(new) & free if new else 0
            if rough:
                dragged = after & rough
                if late:
                    dragged |= spread(late) & free
                late = dragged & ~seen_late
                seen_late |= late
                after &= ~rough
            new = after & ~seen
            seen |= new
            quick.append(new)
            slowly.append(late)
        return (seen | seen_late) & ~start, tuple(quick), tuple(slowly)

    def way(
        self,
        quick: tuple[Mask, ...],
        slowly: tuple[Mask, ...],
        start: Place,
        goal: Place,
        near: tuple[tuple[Place, ...], ...],
        rows: tuple[Mask, ...],
        go: Mask,
        rough: Mask,
        curbed: int,
    ) -> list[Place]:
        """One of the shortest ways through the rings that `wade` has found, on good ground all the way if that is as
        short: at each fork the first of the places near that are among those to which steps lead, both by place."""
        if fast.in_use:
            compiled = self._compiled or self._compile()
            return compiled.way(quick, slowly, start, goal, near, rows, go, rough, curbed)
        spread, end = self.spread, 1 << goal
        cost, late = 1, 0
        while not quick[cost] & end:
            if slowly[cost] & end:
                late = end
                break
            cost += 1
        smooth, ways_on = end, []
        """From which places the goal is still as near, with no rough one on the way so far, and after one."""
        for spent in range(cost - 1, 0, -1):
            smooth = spread(smooth | late & rough) & quick[spent] & go
            late = spread(late) & slowly[spent] & go if late and spent < curbed else 0
            smooth |= late & rough
            ways_on.append((smooth, late))
        found, here, slowed = [start], start, 0
        for anew, after_rough in reversed(ways_on):
            may = rows[here] & (after_rough if slowed else anew)
            here = next(there for there in near[here] if may >> there & 1)
            slowed |= rough >> here & 1
            found.append(here)
        found.append(goal)
        return found

    def reversed(self) -> Steps:
        """The steps the other way round: itself, where every step can be taken back."""
        if self._reversed is None:
            forth = dict(self.shifts)
            back = _turned(forth)
            self._reversed = self if back == forth else _of_shifts(back)
        return self._reversed

    def without(self, pairs: Iterable[tuple[Place, Place]]) -> Steps:
        """The same steps except these; give both directions to close a side altogether."""
        gone: dict[int, list[Place]] = {by: [] for by, _ in self.shifts}
        for start, end in pairs:  # a few: cheaper than to begin again with all that are left
            if end - start in gone:
                gone[end - start].append(start)
        less = {by: mask_of(starts) for by, starts in gone.items() if starts}
        found = self._less(less)
        back = self._reversed
        if back is not None and back is not self:
            found._reversed = back._less(_turned(less))
        return found

    def _less(self, gone: dict[int, Mask]) -> Steps:
        """The same steps except some: what is compiled is copied, which takes less than to begin again."""
        found = _of_shifts({by: starts & ~gone[by] if by in gone else starts for by, starts in self.shifts})
        if fast.in_use:
            found._compiled = fast.built.Flow(gone, self._compiled or self._compile())
        return found


def _turned(shifts: dict[int, Mask]) -> dict[int, Mask]:
    """Steps the other way round."""
    return {-by: starts << by if by >= 0 else starts >> -by for by, starts in shifts.items()}


def _of_shifts(shifts: dict[int, Mask]) -> Steps:
    """By each difference the places that have such a step."""
    steps: Steps = Steps.__new__(Steps)
    steps.shifts = tuple(shifts.items())
    steps._pairs = steps._reversed = steps._compiled = None
    return steps


class Graph:
    """Labelled places with their neighbours. Areas and tracks are just this; `Grid` adds geometry."""

    def __init__(self, labels: Sequence[str], neighbours: Sequence[Sequence[Place]]) -> None:
        self.labels = tuple(labels)
        self.n = len(self.labels)
        self.index = {label: place for place, label in enumerate(self.labels)}
        if len(self.index) != self.n:
            twice = sorted({label for label in self.labels if self.labels.count(label) > 1})
            raise ValueError(f"places named twice: {', '.join(twice)}")
        self.neighbours = tuple(tuple(row) for row in neighbours)
        self.near = tuple(mask_of(row) for row in self.neighbours)
        self.everything: Mask = (1 << self.n) - 1
        self.steps = Steps((a, b) for a, row in enumerate(self.neighbours) for b in row)
        self._rows: dict[Place, bytes] = {}

    def place(self, label: str) -> Place:
        try:
            return self.index[label]
        except KeyError:
            raise ValueError(f"there is no place {label!r} on this map") from None

    def mask(self, labels: Iterable[str]) -> Mask:
        return mask_of(self.place(label) for label in labels)

    def names(self, mask: Mask) -> list[str]:
        return [self.labels[place] for place in members(mask)]

    def are_adjacent(self, a: Place, b: Place) -> bool:
        return b in self.neighbours[a]

    def distance(self, a: Place, b: Place) -> int:
        """Steps from a to b over the map as it is (no terrain); -1 where there is no way."""
        row = self._rows.get(a)
        if row is None:
            row = self._rows[a] = self._distances(a)
        return -1 if row[b] == 255 else row[b]

    def within(self, place: Place, steps: int) -> Mask:
        """All places at most this many steps away, the place itself included."""
        return self.steps.flood(1 << place, self.everything, steps)

    def _distances(self, start: Place) -> bytes:
        row = bytearray(b"\xff" * self.n)
        for distance, ring in enumerate(self.steps.rings(1 << start, self.everything)):
            for place in members(ring):
                row[place] = min(distance, 254)
        return bytes(row)

    def ranges(self, mask: Mask) -> str:
        """A set as short text, runs of places as first-last: `0101-0121 0204`."""
        runs: list[str] = []
        places = members(mask)
        i = 0
        while i < len(places):
            j = i
            while j + 1 < len(places) and places[j + 1] == places[j] + 1:
                j += 1
            first, last = self.labels[places[i]], self.labels[places[j]]
            runs.append(first if i == j else f"{first}-{last}")
            i = j + 1
        return " ".join(runs)

    def from_ranges(self, text: str) -> Mask:
        """Reads what `ranges` writes."""
        mask = 0
        for run in text.split():
            first, dash, last = run.partition("-")
            if run in self.index or not dash:
                mask |= 1 << self.place(run)
                continue
            a, b = self.place(first), self.place(last)
            if b < a:
                raise ValueError(f"the range {run!r} runs backwards")
            mask |= (1 << b + 1) - (1 << a)
        return mask


def areas(borders: Iterable[tuple[str, str]], labels: Sequence[str] = ()) -> Graph:
    """An area map from its borders; `labels` fixes the order (else first mention)."""
    pairs = list(borders)
    names = list(labels) or list(dict.fromkeys(name for pair in pairs for name in pair))
    index = {name: i for i, name in enumerate(names)}
    rows: list[set[int]] = [set() for _ in names]
    for a, b in pairs:
        for name in (a, b):
            if name not in index:
                raise ValueError(f"the border {a} / {b} names an unknown area {name!r}")
        rows[index[a]].add(index[b])
        rows[index[b]].add(index[a])
    return Graph(names, [sorted(row) for row in rows])


class Track(Graph):
    """Boxes in a row: a turn track, a front, a scale of morale. Moves are clamped to its ends."""

    def __init__(self, labels: Sequence[str]) -> None:
        n = len(labels)
        super().__init__(labels, [[p for p in (i - 1, i + 1) if 0 <= p < n] for i in range(n)])

    def move(self, place: Place, by: int) -> Place:
        return min(max(place + by, 0), self.n - 1)
