"""3, 4. Who stands where and controls what, counted on after changes of every kind, is what a fresh count finds."""

from __future__ import annotations

import random

import pytest

from grognard.games.nineteen_forty.data.world import ALLIED, GERMAN
from grognard.games.nineteen_forty.rules.state import REPULSED, ROUTED, SOUND, survey
from grognard.suite import rule

HOME = {"german": 0, "french": 1, "british": 1, "belgian": 2, "dutch": 3, "swiss": 5}


def counted_by_hand(desk):
    """For each side: hexes with units, with more than one, with a corps, with a disrupted unit, in its zones."""
    w, s = desk.w, desk.s
    found = []
    for side in (GERMAN, ALLIED):
        occupied, crowd, corps, shaken, sound, zones = (set() for _ in range(6))
        for u in w.of_side[side]:
            h = s.where[u]
            if h >= w.n:
                continue
            if s.disrupted[u]:
                shaken.add(h)
            if w.regiment[u]:
                continue
            if h in occupied:
                crowd.add(h)
            occupied.add(h)
            if w.units[u].size == "corps":
                corps.add(h)
            if s.disrupted[u] or s.dropped >> u & 1:
                continue
            home = HOME[w.units[u].nation]
            everywhere = s.war >> home & 1 and not s.fresh >> home & 1
            if everywhere:
                sound.add(h)
            for x in w.grid.neighbours[h]:
                kind = w.side_kind.get(w.grid.side(h, x), "")
                if (
                    w.land >> x & 1
                    and kind not in ("sea", "lake", "causeway")
                    and (everywhere or w.country[x] == home)
                ):
                    zones.add(x)
        found.append((occupied, crowd, corps, shaken, sound, zones))
    return found


def hexes(desk, mask):
    return {h for h in range(desk.w.n) if mask >> h & 1}


@rule(
    "4 ¶1",
    "7 Disruption ¶1a",
    "11 Parachute Regiments ¶1",
    "11 Air Landing Division ¶1",
    "13 Neutral Status ¶1",
    "3 ¶2",
)
@pytest.mark.parametrize("seed", range(6))
def test_after_any_changes_the_count_is_that_of_the_position(desk, seed):
    """Several units go elsewhere at once, on and off the map, are disrupted or recover, land or have landed; and
    countries join, or are no longer new."""
    w, chance = desk.w, random.Random(seed)
    near = [h for h in range(w.n) if w.land >> h & 1 and w.grid.distance(h, desk.hex("1110")) <= 4]
    desk.set_up({name: w.labels[chance.choice(near)] for name in chance.sample(list(w.ids), 50)})
    s = desk.s
    survey(s)
    for _ in range(40):
        for u in chance.sample(range(w.n_units), chance.choice([1, 1, 2, 6])):
            change = chance.random()
            if change < 0.6:
                s.where[u] = (
                    chance.choice([*near, w.waiting, w.eliminated]) if change < 0.4 else chance.choice(near[:5])
                )
            elif change < 0.9:
                s.disrupted[u] = chance.choice([SOUND, REPULSED, ROUTED])
            elif w.airborne[u]:
                s.dropped ^= 1 << u
            elif chance.random() < 0.3:
                s.war, s.fresh = chance.choice([63, 0b11, 0b10111]), chance.choice([0, 0, 0b10100])
        found = survey(s)
        for side, (occupied, crowd, corps, shaken, sound, zones) in enumerate(counted_by_hand(desk)):
            standing = found.sides[side]
            assert hexes(desk, found.occupied[side]) == hexes(desk, standing.occupied) == occupied
            assert hexes(desk, found.crowd[side]) == crowd
            assert hexes(desk, found.corps[side]) == corps
            assert hexes(desk, found.zones[side]) == zones
            assert (hexes(desk, standing.shaken), hexes(desk, standing.sound)) == (shaken, sound)
        regiments = {s.where[u] for u in range(w.n_units) if w.regiment[u] and s.where[u] < w.n}
        assert hexes(desk, found.regiments) == regiments
        there: dict[int, list[int]] = {}
        for u, h in enumerate(s.where):
            there.setdefault(h, []).append(u)
        assert {h: list(units) for h, units in found.at.items() if h < w.n} == {
            h: units for h, units in there.items() if h < w.n
        }
        if chance.random() < 0.2:
            s = desk.s = s.copy()
