"""15.3 to 15.10: retreats hex by hex, and the room that units leave to each other, in many situations."""

from __future__ import annotations

import random
from itertools import product

import pytest

from grognard.games.fortress_europa.data.world import ALLIED, ALPINE, GERMAN, SEATS
from grognard.games.fortress_europa.rules.combat.retreat import Retreating, choices, most_saved, ways
from grognard.games.fortress_europa.rules.movement.stacking import stack_limit, stack_value
from grognard.games.fortress_europa.rules.standing import survey
from grognard.suite import rule


def open_hex(s, u, h):
    """15.5, 15.6, 24.3: no enemies, no zone of theirs, no alpine ground, no partisan; no dyke is near."""
    w = s.data
    foe = 1 - w.side[u]
    if not w.land >> h & 1 or w.dyke >> h & 1 or (survey(s).zones[foe] | survey(s).occupied[foe]) >> h & 1:
        return False
    if w.terrain[h] == ALPINE and not w.mountain_units >> u & 1:
        return False
    return not (w.side[u] == GERMAN and h == s.partisan)


def steps(s, u, here, start):
    w = s.data
    for there in w.near[here]:
        section = w.river_between(here, there)
        bridge = section < 0 or not s.bridges_down >> section & 1
        if bridge and there != start and open_hex(s, u, there):
            yield there


def space(s, u, h, gone=()):
    """15.7: how many more of the unit's side the hex holds."""
    w = s.data
    here = [x for x in range(w.n_units) if s.where[x] == h and w.side[x] == w.side[u] and x not in gone]
    return stack_limit(s, h) - sum(stack_value(s, x) for x in here)


def slowly(s, u, fewest, most, *, anywhere=False):
    """Every way of a unit, as it follows from hex to hex; `anywhere`: into frozen districts too (15.10)."""
    start = s.where[u]
    found: list[tuple[int, ...]] = []
    for a in steps(s, u, start, start):
        if fewest == 1 and space(s, u, a) >= stack_value(s, u):
            found.append((a,))
        if most == 2:
            found += [(a, b) for b in steps(s, u, a, start) if space(s, u, b) >= stack_value(s, u)]
    if s.data.side[u] == ALLIED and not anywhere:
        frozen = {s.bound[x] for x in range(s.data.n_units)} - {-1}
        inside = sum(s.data.districts[d] for d in frozen)
        outside = [way for way in found if not any(inside >> h & 1 for h in way)]
        return outside or found
    return found


def saved(s, units, fewest, most):
    """The most units that find a place, by trying all."""
    ends = [[*sorted({way[-1] for way in slowly(s, u, fewest, most, anywhere=True)}), -1] for u in units]
    best = 0
    for places in product(*ends):
        full = any(
            sum(stack_value(s, u) for u, p in zip(units, places, strict=True) if p == h) > space(s, units[0], h)
            for h in set(places) - {-1}
        )
        if not full:
            best = max(best, sum(p >= 0 for p in places))
    return best


def scene(desk, seed):
    w, rng = desk.w, random.Random(f"retreat {seed}")
    middle = desk.hex(rng.choice(["M9", "J6", "EE12", "R13", "CC6", "K6", "X22"]))
    near = [h for h in range(w.n) if w.grid.distance(middle, h) <= 3 and w.land >> h & 1 and not w.dyke >> h & 1]
    side = seed % 2
    units: dict[str, str] = {}
    free = [u for u in range(w.n_units) if not w.hqs >> u & 1]
    mine = rng.sample([u for u in free if w.side[u] == side], 9)
    foes = rng.sample([u for u in free if w.side[u] != side], 4)
    for u in mine[:3]:
        units[w.ids[u]] = w.labels[middle]
    for u in mine[3:]:
        units[w.ids[u]] = w.labels[rng.choice(near)]
    beside = [h for h in near if w.grid.distance(middle, h) == 1]
    for u in rng.sample([u for u in w.of_side[side] if w.hqs >> u & 1], 4):  # they stack free
        units[w.ids[u]] = w.labels[rng.choice(beside)]
    taken = set(units.values())
    for u in foes:
        units[w.ids[u]] = rng.choice([w.labels[h] for h in near if w.labels[h] not in taken])
    inside = [w.ids[u] for u in foes if side == ALLIED and w.district_of[desk.hex(units[w.ids[u]])] >= 0]
    s = desk.set_up(
        units, side=SEATS[side], steps=[], frozen=" ".join(inside[:1]), italy_open=True,
        bridges_down=rng.getrandbits(len(w.rivers)) if seed % 3 else 0,
        partisan=rng.choice(near) if seed % 4 == 0 else -1,
    )  # fmt: skip
    return s, tuple(mine[:3])


@rule("15.3", "15.4", "15.5", "15.6", "15.7", "15.9", "15.10", "16.7", "24.3")
@pytest.mark.parametrize("seed", range(40))
def test_retreats_hex_by_hex(desk, seed):
    s, units = scene(desk, seed)
    for fewest, most in ((1, 1), (1, 2), (2, 2)):
        for u in units:
            assert sorted(ways(s, u, fewest, most)) == sorted(slowly(s, u, fewest, most))


@rule("15.4", "15.7")
@pytest.mark.parametrize("seed", range(40))
def test_nobody_takes_another_s_only_place(desk, seed):
    """Who moves enemies must leave as many of them a place as can have one."""
    s, units = scene(desk, seed)
    fewest, most = ((1, 1), (2, 2))[seed // 2 % 2]
    few = all(len({way[-1] for way in slowly(s, u, fewest, most, anywhere=True)}) <= 6 for u in units)
    if few:
        assert most_saved(s, units, fewest, most) == saved(s, units, fewest, most)
    side = s.data.side[units[0]]
    for mover in (GERMAN, ALLIED):
        step = Retreating(units, fewest, most, mover)
        for u in units:
            found = set(choices(s, step, u))
            every = set(slowly(s, u, fewest, most))
            if mover == side:
                assert found == every
            elif few:
                best = saved(s, units, fewest, most)
                rest = tuple(x for x in units if x != u)
                good = set()
                for way in every:
                    start, s.where[u], s.facts = s.where[u], way[-1], None
                    if saved(s, rest, fewest, most) >= best - 1:
                        good.add(way)
                    s.where[u], s.facts = start, None
                assert found == good
