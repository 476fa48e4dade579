"""6. The search of `grognard.maps` for the rules of this game: the same answers, sooner.

It relies on what is always so here: whole points, zones that end a move (so that only the start can lie in one), one
surcharge for leaving a zone and at most one for entering a hex.
"""

from __future__ import annotations

from grognard.games.nineteen_forty.world import QUARTER, USUAL, World
from grognard.maps import Going, Place, Reach, Situation


def find(w: World, how: Going, start: Place, points: int, now: Situation) -> Reach:
    """Every hex that a unit has the points for, with the cheapest way there."""
    opened, stop, bits = now.open, now.stop, w.bit
    free = opened[USUAL]
    slow, extra = now.enter[0] if now.enter else (0, 0)
    best = [points + 1] * w.n
    best[start] = 0
    came: dict[Place, Place] = {}
    most = points // QUARTER
    buckets: list[list[Place]] = [[] for _ in range(most + 1)]
    zoned = now.zone & bits[start]
    from_zone, leave = now.open_from_zone, now.leave[0][1] if zoned else 0
    for there, cost, kind, bit in how.steps[start]:
        total = leave + cost + (extra if bit & slow else 0)
        if total <= points and bit & opened[kind] and (not zoned or bit & from_zone[kind]):
            best[there] = total
            came[there] = start
            if not bit & stop:
                buckets[total // QUARTER].append(there)
    within = w.within_points[how]
    for whole in range(1, most):
        bucket = buckets[whole]
        if not bucket:
            continue
        paid = whole * QUARTER
        steps = within[most - whole] if most - whole < len(within) else how.steps
        for here in bucket:
            if best[here] < paid:
                continue
            for there, cost, kind, bit in steps[here]:
                total = paid + cost
                if total >= best[there]:
                    continue
                if not bit & free:
                    best[there] = 0  # closed to every kind of step: not asked again
                    continue
                if kind and not bit & opened[kind]:
                    continue
                if bit & slow:
                    total += extra
                    if total >= best[there]:
                        continue
                best[there] = total
                came[there] = here
                if not bit & stop:
                    buckets[total // QUARTER].append(there)
    costs = {start: 0}
    costs.update(zip(came, map(best.__getitem__, came), strict=True))
    mask = sum(map(bits.__getitem__, came))  # each hex once: the same as joining them
    return Reach(start, points, mask, costs, came)
