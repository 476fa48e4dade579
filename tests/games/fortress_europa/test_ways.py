"""5.2, 5.4, 8.1 to 8.4, 8.10: the way that a move takes is the cheapest one, over rough ground, mountains and floods,
past enemies and their zones."""

from __future__ import annotations

import random

import pytest

from grognard.games.fortress_europa.data.world import ALLIED, GERMAN, ROUGH
from grognard.games.fortress_europa.rules.movement.ground import allowance
from grognard.games.fortress_europa.rules.movement.movement import (
    goals,
    movers,
    searched_goals,
    searched_way,
    walkable,
    way,
)
from grognard.maps import members
from grognard.suite import rule

PLACES = ("HH13", "K8", "J20", "S26", "CC7", "FF18")
MARCHERS = {GERMAN: ("de-lehr", "de-2pz", "de-352", "de-5geb"), ALLIED: ("us-2arm", "us-1", "fr-4dmm", "br-52")}


def scene(desk, place, seed):
    w, rng = desk.w, random.Random(f"{place} {seed}")
    side = seed % 2
    middle = desk.hex(place)
    near = [h for h in range(w.n) if w.grid.distance(middle, h) <= 4 and w.land >> h & 1 and not w.dyke >> h & 1]
    foes = rng.sample([u for u in w.of_side[1 - side] if not w.hqs >> u & 1], 3)
    units = {w.ids[u]: w.labels[rng.choice([h for h in near if h != middle])] for u in foes}
    free = [w.labels[h] for h in near if w.labels[h] not in units.values() and not w.ground[3] >> h & 1]
    units |= {name: rng.choice(free) for name in MARCHERS[side]}
    more = {"bridges_down": rng.getrandbits(len(w.rivers))} if seed >= 2 else {}
    return desk.set_up(units, side=("german", "allied")[side], impulse=1 + (seed >= 4), **more), MARCHERS[side]


@rule("5.1", "5.2", "5.4", "8.1", "8.2", "8.3", "8.4", "8.9", "8.10", "17.10.4")
@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("place", PLACES)
def test_the_cheapest_way(desk, place, seed):
    s, names = scene(desk, place, seed)
    w = desk.w
    for name in names:
        u = desk.unit(name)
        found = goals(s, u)
        assert found == searched_goals(s, u)
        pinned = s.pinned >> u & 1  # 8.9
        assert bool(movers(s) >> u & 1) == bool(found and not pinned), name
        for goal in members(found):
            path = way(s, u, goal)
            assert path == searched_way(s, u, goal), (name, w.labels[goal])
            assert walkable(s, u, path) == len(path) - 1 <= allowance(s, u)
            if w.armored >> u & 1 and any(w.terrain[h] == ROUGH for h in path[1:-1]):
                assert len(path) - 1 <= (allowance(s, u) + 1) // 2
