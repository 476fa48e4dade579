"""5.2, 5.4, 7.2, 8.1 to 8.5, 8.10, 17.10.4: where units get, by which ways, and over which rivers, against a march
hex by hex in many places."""

from __future__ import annotations

import random
from typing import NamedTuple

import pytest

from grognard.games.fortress_europa.data.world import ALLIED, ALPINE, FLOODED, GERMAN, MOUNTAIN, ROUGH
from grognard.games.fortress_europa.rules.movement import barred, crossing, movement
from grognard.games.fortress_europa.rules.movement.ground import allowance
from grognard.games.fortress_europa.rules.sequence import Moving
from grognard.games.fortress_europa.rules.standing import survey
from grognard.maps import mask_of, members
from grognard.suite import rule

STEP = Moving()


class Stage(NamedTuple):
    """Where a unit is on its way, after how many hexes, whether rough ground has slowed it, whether it has come there
    in this impulse, and whether it has forded a river and stops."""

    h: int
    spent: int
    slow: bool
    came: bool
    forded: bool = False


class March:
    """A unit that goes hex by hex."""

    def __init__(self, s, u):
        self.s, self.w, self.u = s, s.data, u
        w, around = s.data, survey(s)
        self.side = w.side[u]
        self.zone, self.enemies = around.zones[1 - self.side], around.occupied[1 - self.side]
        self.armored, self.climbs = bool(w.armored >> u & 1), bool(w.mountain_units >> u & 1)
        self.points = allowance(s, u)
        self.start = Stage(s.where[u], s.spent[u], bool(s.slowed >> u & 1), s.spent[u] > 0)

    def stops(self, h):
        ground = self.w.terrain[h]
        if ground == MOUNTAIN:
            return not self.climbs or bool(self.zone >> h & 1) or (h == self.s.partisan and self.side == GERMAN)
        wet = ground == FLOODED and self.s.flooded
        partisans = h == self.s.partisan and self.side == GERMAN
        return bool(self.zone >> h & 1) or ground == ALPINE or wet or partisans

    def down(self, a, b):
        section = self.w.river_between(a, b)
        return section >= 0 and bool(self.s.bridges_down >> section & 1)

    def left(self, at):
        """Whether the unit has a hex left and nothing stops it."""
        limit = min(self.points, (self.points + 1) // 2) if at.slow else self.points
        return at.spent < limit and not at.forded and not (at.came and self.stops(at.h))

    def may_enter(self, here, there):
        w = self.w
        if self.enemies >> there & 1 or (w.terrain[there] == ALPINE and not self.climbs):
            return False
        if w.dyke >> there & 1 and w.beside_dyke & self.enemies:
            return False
        return not (self.zone >> here & 1 and self.zone >> there & 1)

    def on(self, at):
        """The stages after one."""
        if not self.left(at):
            return
        for there in self.w.near[at.h]:
            if self.may_enter(at.h, there):
                slow = at.slow or (self.armored and self.w.terrain[there] == ROUGH)
                down = self.down(at.h, there)
                if down and self.armored:
                    continue
                yield Stage(there, at.spent + 1, slow, True, down and self.s.impulse == 1)

    def reach(self, at):
        """All stages that follow."""
        found, ahead = {at}, [at]
        while ahead:
            for after in self.on(ahead.pop()):
                if after not in found:
                    found.add(after)
                    ahead.append(after)
        return found

    def goals(self):
        here = {at.h for at in self.reach(self.start)} - {self.start.h}
        return {h for h in here if not self.w.dyke >> h & 1}

    def along(self, path):
        """The stage at the end of a way, or None."""
        at = self.start
        for h in path[1:]:
            after = [stage for stage in self.on(at) if stage.h == h]
            if not after:
                return None
            at = after[0]
        return at

    def cost(self, goal):
        """The fewest hexes to a goal, over bridges if that is possible."""
        ways = [at for at in self.reach(self.start) if at.h == goal and at != self.start]
        dry = [at for at in ways if not at.forded]
        return min(at.spent for at in dry or ways) - self.start.spent

    def goes_by(self, path, goal):
        """Whether a way so far leads on to a goal."""
        at = self.along(path)
        return at is not None and path[-1] != goal and any(x.h == goal for x in self.reach(at) - {at})

    def tries(self, at):
        """The hexes into which armor could try to cross from a stage."""
        if not self.left(at) or (self.w.dyke >> at.h & 1 and at.came):
            return set()
        tried = {side for x, side in self.s.tried if x == self.u}
        return {
            there
            for there in self.w.near[at.h]
            if self.down(at.h, there)
            and self.may_enter(at.h, there)
            and not self.w.dyke >> there & 1
            and self.w.grid.side(at.h, there) not in tried
        }

    def banks(self):
        found: dict[int, set[int]] = {}
        for at in self.reach(self.start):
            over = self.tries(at)
            if over:
                found.setdefault(at.h, set()).update(over)
        return found

    def crosses_by(self, path, bank):
        """Whether a way so far leads on to a bank with a hex left."""
        at = self.along(path)
        return at is not None and bank not in path and any(x.h == bank and self.left(x) for x in self.reach(at))


MIDDLES = "M9 Q11 R13 HH12 FF14 K8 J20 N28 Q26 S26 CC7 DD6 HH5 II2 FF18 AA12 V15 H10 Q30 U21 L22 RR20".split()  # noqa: SIM905
ROUGH_BANKS = "L20 I20 N18 H20 K20 F24 M20 J19".split()  # noqa: SIM905
"""Rough ground and rivers."""
MARCHERS = {
    GERMAN: ("de-347", "de-352", "de-lehr", "de-2pz", "de-5geb", "de-503", "de-8fj", "de-lehr-late"),
    ALLIED: ("us-1", "us-4", "us-2arm", "us-3arm", "us-rangers", "us-4cav", "us-over-6", "us-16arm"),
}
CLIMBERS = ("fr-2dim", "fr-4dmm")
FOES = {
    GERMAN: ("us-29", "us-30", "us-106cav", "us-82", "us-hq-shaef"),
    ALLIED: ("de-353", "de-91", "de-21pz", "de-hq-ag-b", "de-106"),
}


def scene(desk, seed):
    """Units of one side in one place, all of one nation, some of whom have moved a little, enemies among them, and
    bridges that are down. Others far away have everything that these have not."""
    rng = random.Random(f"march {seed}")
    w, side = desk.w, seed % 2
    middle = desk.hex(
        (MIDDLES if seed < 66 else ROUGH_BANKS)[seed % (len(MIDDLES) if seed < 66 else len(ROUGH_BANKS))]
    )
    near = [h for h in range(w.n) if w.grid.distance(middle, h) <= 4 and w.land >> h & 1 and not w.dyke >> h & 1]
    foes = {name: rng.choice(near) for name in rng.sample(FOES[side], rng.randrange(1, 4))}
    free = [h for h in near if h not in foes.values() and w.terrain[h] != ALPINE]
    marchers = list(rng.sample(MARCHERS[side], 4))
    if side == ALLIED and seed % 3 == 0:
        marchers = [*CLIMBERS, "fr-1db", "fr-9dic"]
    units = {name: w.labels[h] for name, h in foes.items()}
    units |= {name: w.labels[rng.choice(free)] for name in marchers}
    units |= {"de-vs-8": "RR8", "br-79-c": "A2"}
    beside = [n for n, river in enumerate(w.rivers) if any(river.banks >> h & 1 for h in near)]
    down = mask_of(n for n in beside if rng.random() < 0.5) if seed % 4 else 0
    weather = rng.choice(["clear", "clear", "overcast-star", "storm"])
    s = desk.set_up(
        units, side=("german", "allied")[side], impulse=rng.choice([1, 1, 2]), weather=weather, bridges_down=down,
        turn="sep-2", italy_open=True, partisan=rng.choice(near) if rng.random() < 0.3 else -1,
        flooded=rng.random() < 0.8,
    )  # fmt: skip
    noise = desk.units_of("de-vs-8 br-79-c")
    s.slowed = s.trespassing = s.expelled = s.sailed = s.mired = noise
    s.tried = tuple((desk.unit("br-79-c"), n) for n in range(6)) if seed % 5 == 0 else ()
    s.pinned = 0
    for name in marchers:
        u = desk.unit(name)
        if rng.random() < 0.4 and not March(s, u).stops(s.where[u]):
            if w.armored >> u & 1:
                s.slowed |= (1 << u) * (rng.random() < 0.4)
                s.tried = (*s.tried, (u, rng.randrange(6)))
            elif side == GERMAN:
                continue
            else:
                s.sailed |= 1 << u
            s.spent[u] = rng.choice([0, 1, 2, 3])
    s.facts = None
    return s, marchers, rng


def labels(s, hexes):
    return {s.data.labels[h] for h in hexes}


@rule(
    "5.1", "5.2", "5.4", "7.2", "8.1", "8.2", "8.3", "8.4", "8.5", "8.7", "8.10", "16.7", "17.10.4", "24.3", "31.11"
)
@pytest.mark.parametrize("seed", range(66))
def test_where_units_get(desk, seed):
    s, marchers, rng = scene(desk, seed)
    for name in marchers:
        u = desk.unit(name)
        march = March(s, u)
        expected = march.goals()
        assert labels(s, members(movement.goals(s, u))) == labels(s, expected), name
        assert labels(s, members(movement.searched_goals(s, u))) == labels(s, expected), name
        assert bool(movement.movers(s) >> u & 1) == bool(expected), name
        assert movement.can_go(s, u) == bool(expected), name
        for goal in rng.sample(sorted(expected), min(6, len(expected))):
            path = movement.way(s, u, goal)
            assert path == movement.searched_way(s, u, goal)
            assert (path[0], path[-1], len(path) - 1) == (s.where[u], goal, march.cost(goal)), name
            assert march.along(path) is not None
            assert movement.walkable(s, u, path) == len(path) - 1
        for goal in rng.sample(sorted(expected), min(3, len(expected))):
            path = [s.where[u]]
            while True:
                beside = s.data.grid.neighbours[path[-1]]
                onward = {h for h in beside if march.goes_by([*path, h], goal)}
                args = (u, goal, *path[1:])
                assert labels(s, members(barred.via_hexes(s, STEP, "", args))) == labels(s, onward), (name, args)
                whole = {h for h in onward if march.along([*path, h, goal])}
                enough = set(members(barred.via_enough(s, STEP, "", args)))
                assert labels(s, enough & onward) == labels(s, whole), (name, args)
                for h in rng.sample(beside, min(2, len(beside))):
                    reasons = list(barred.via_reasons(s, STEP, "", (*args, h)))
                    assert bool(reasons) == (h not in onward), (name, args, h)
                    walked = movement.walkable(s, u, [*path, h])
                    fits = march.along([*path, h]) is not None
                    assert isinstance(walked, int) == fits, (name, args, h)
                if not onward:
                    break
                path.append(rng.choice(sorted(onward)))


@rule("17.10.4", "5.4", "7.2", "8.1", "8.2", "8.3", "8.4", "8.7", "8.10", "24.3")
@pytest.mark.parametrize("seed", [seed for seed in range(90) if seed % 4])
def test_where_armor_tries_to_cross(desk, seed):
    s, marchers, rng = scene(desk, seed)
    armor = [desk.unit(name) for name in marchers if desk.w.armored >> desk.unit(name) & 1]
    able = crossing.units(s, STEP, "", ()) if s.bridges_down else 0
    for u in armor:
        march = March(s, u)
        expected = march.banks()
        found = {h: set(over) for h, over in crossing.banks(s, u).items()}
        assert found == expected, desk.w.ids[u]
        assert {h: set(over) for h, over in crossing.searched_banks(s, u).items()} == expected, desk.w.ids[u]
        assert bool(able >> u & 1) == bool(expected)
        for bank in rng.sample(sorted(expected), min(4, len(expected))):
            path = [s.where[u]]
            there = min(expected[bank])
            way = crossing.way_to(s, (u, bank, there))
            assert (way[0], way[-1]) == (s.where[u], bank)
            assert march.left(march.along(way)), "a hex is left for the river"
            short = movement.way(s, u, bank) if bank != s.where[u] else [bank]
            assert way == short or any(desk.w.terrain[h] == ROUGH for h in short[1:])
            while bank != s.where[u]:
                beside = s.data.grid.neighbours[path[-1]]
                onward = {h for h in beside if march.crosses_by([*path, h], bank)}
                args = (u, bank, there, *path[1:])
                assert labels(s, members(crossing.via_hexes(s, STEP, "", args))) == labels(s, onward), (u, args)
                whole = {h for h in onward if march.along([*path, h, bank])}
                enough = set(members(crossing.via_enough(s, STEP, "", args)))
                assert labels(s, enough & onward) == labels(s, whole), (u, args)
                for h in rng.sample(beside, min(2, len(beside))):
                    assert bool(list(crossing.via_reasons(s, STEP, "", (*args, h)))) == (h not in onward), (u, args)
                if not onward:
                    break
                path.append(rng.choice(sorted(onward)))
