# compiled as it stands
"""Lines of supply: who has one, by which way, or where it is cut."""

from __future__ import annotations

from typing import NamedTuple

from grognard.maps.graph import Mask, Place, Steps, members


class Line(NamedTuple):
    """A line of supply, from the unit to the source, both included."""

    path: tuple[Place, ...]

    @property
    def length(self) -> int:
        return len(self.path) - 1


class Cut(NamedTuple):
    """Why there is no line: `pocket` can be traced through, `around` holds the blocked places beside it,
    and `breach` the fewest blocked places that would have to open (empty when only length is missing:
    then `length` is the shortest line there is, longer than the limit; -1 where there is none at all)."""

    pocket: Mask
    around: Mask
    breach: tuple[Place, ...]
    length: int


def supplied(steps: Steps, sources: Mask, allowed: Mask, limit: int | None = None) -> Mask:
    """All places where a unit has a line of at most `limit` steps to one of the sources.

    Every place of the line must be `allowed`, the source included, but not the unit's own place.
    """
    back = steps.reversed()
    sources &= allowed
    if limit is not None and limit <= 0:
        return sources
    through = back.flood(sources, allowed, None if limit is None else limit - 1)
    return through | back.spread(through)


def trace(steps: Steps, start: Place, sources: Mask, allowed: Mask, limit: int | None = None) -> Line | Cut:
    """The shortest line of supply of a unit at `start`, or the cut."""
    rings: list[Mask] = []
    pocket = end = 0
    if sources >> start & 1 and allowed >> start & 1:
        return Line((start,))
    for ring in steps.rings(1 << start, allowed):
        rings.append(ring)
        pocket |= ring
        end = ring & sources & allowed
        if end:
            break
    if end:
        path = _back(steps, rings, end)
        if limit is None or len(path) - 1 <= limit:
            return Line(path)
        return Cut(pocket, 0, (), len(path) - 1)
    around = steps.spread(pocket) & ~pocket & ~allowed
    return Cut(pocket, around, _breach(steps, start, sources, allowed), -1)


def _back(steps: Steps, rings: list[Mask], end: Mask) -> tuple[Place, ...]:
    """Walks the rings of a flood back from one of its last places (the lowest) to the start."""
    place = (end & -end).bit_length() - 1
    path = [place]
    for ring in reversed(rings[:-1]):
        place = next(before for before in members(ring) if (before, place) in steps.pairs)
        path.append(place)
    return tuple(reversed(path))


def _breach(steps: Steps, start: Place, sources: Mask, allowed: Mask) -> tuple[Place, ...]:
    """The blocked places on the line that would need the fewest of them opened (none: no line at all)."""
    if sources >> start & 1:
        return (start,)  # on a source that is closed to it
    layers = [steps.flood(1 << start, allowed)]
    known = layers[0]
    while True:
        entered = steps.spread(layers[-1]) & ~known
        if not entered:
            return ()
        known |= entered
        # A source that is itself blocked can be the last place to open.
        if entered & sources:
            break
        layer = steps.flood(entered, allowed & ~known)
        known |= layer
        layers.append(layer)
        if layer & sources & allowed:
            entered = 0
            break
    breach = []
    if entered & sources:
        place = (entered & sources & -(entered & sources)).bit_length() - 1
        breach.append(place)
    else:
        layer = layers.pop()
        place = _entry(steps, layer, layer & sources & allowed, allowed)
        breach.append(place)
    while len(layers) > 1:
        layer = layers.pop()
        before = next(p for p in members(layer) if (p, place) in steps.pairs)
        place = _entry(steps, layer, 1 << before, allowed)
        breach.append(place)
    return tuple(reversed(breach))


def _entry(steps: Steps, layer: Mask, end: Mask, allowed: Mask) -> Place:
    """The blocked place of a layer from which (one of) the places `end` of that layer is reached."""
    back = steps.reversed()
    for ring in back.rings(end & -end, layer):
        blocked = ring & ~allowed
        if blocked:
            return (blocked & -blocked).bit_length() - 1
    raise AssertionError("a layer is always entered through a blocked place")
