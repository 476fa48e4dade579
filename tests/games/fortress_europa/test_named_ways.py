"""5.2, 5.4, 7.2, 8.1 to 8.4, 8.10, 17.10.4: the ways that may be named, and the rivers that armor may try, as they
follow from hex to hex."""

from __future__ import annotations

import random
from typing import Any

import pytest

from grognard.games.fortress_europa.data.world import ALPINE, FLOODED, MOUNTAIN, ROUGH
from grognard.games.fortress_europa.rules.movement.ground import allowance
from grognard.games.fortress_europa.rules.standing import survey
from grognard.suite import rule


class Walker:
    """A unit that goes hex by hex."""

    def __init__(self, desk, unit):
        self.desk, self.w, self.s = desk, desk.w, desk.s
        self.u = u = desk.unit(unit)
        self.side = desk.w.side[u]
        self.armored = bool(desk.w.armored >> u & 1)
        self.climbs = bool(desk.w.mountain_units >> u & 1)
        self.points = allowance(desk.s, u)
        around = survey(desk.s)
        self.zone, self.enemies = around.zones[1 - self.side], around.occupied[1 - self.side]
        self.start = desk.s.where[u]
        self.spent = desk.s.spent[u]
        self.slowed = bool(desk.s.slowed >> u & 1)

    def stops(self, h):
        ground = self.w.terrain[h]
        if self.zone >> h & 1 or ground in (ALPINE, FLOODED) or (ground == MOUNTAIN and not self.climbs):
            return True
        return h == self.s.partisan and self.side == 0

    def limit(self, way):
        rough = self.slowed or any(self.w.terrain[h] == ROUGH for h in way[1:])
        return (self.points + 1) // 2 if rough and self.armored else self.points

    def down(self, a, b):
        section = self.w.river_between(a, b)
        return section >= 0 and self.s.bridges_down >> section & 1

    def can_step(self, way, there):
        """Whether the next hex of a way can be entered, rivers aside."""
        here = way[-1]
        if there not in self.w.near[here] or self.enemies >> there & 1:
            return False
        if self.w.terrain[there] == ALPINE and not self.climbs:
            return False
        if (len(way) > 1 or self.spent) and self.stops(here):
            return False
        if self.zone >> here & 1 and self.zone >> there & 1:
            return False
        return self.spent + len(way) <= self.limit(way)

    def steps(self, way):
        """The hexes that a way can go on to."""
        found = []
        for there in self.w.near[way[-1]]:
            if self.can_step(way, there):
                over = self.down(way[-1], there) and (self.armored or self.s.impulse == 1)
                if not over:
                    found.append(there)
        return found

    def fords(self, way):
        """The hexes that are reached over a river without bridges, on foot: there the way ends."""
        if self.armored or self.s.impulse == 2:
            return []
        return [x for x in self.w.near[way[-1]] if self.can_step(way, x) and self.down(way[-1], x)]

    def ways(self, goal):
        """All ways to a goal, which is the end of each."""
        found: list[tuple[int, ...]] = []
        open_ways: list[tuple[int, ...]] = [(self.start,)]
        while open_ways:
            way = open_ways.pop()
            if goal in self.fords(way):
                found.append((*way, goal))
            for there in self.steps(way):
                if there == goal:
                    if (*way, goal) not in found:
                        found.append((*way, goal))
                elif self.w.grid.distance(there, goal) + len(way) <= self.points:
                    open_ways.append((*way, there))
        return found

    def banks(self):
        """For each bank the hexes across a river that it may try, by whatever way it gets there."""
        found: dict[str, set[str]] = {}
        w, labels = self.w, self.w.labels
        open_ways: list[tuple[int, ...]] = [(self.start,)]
        seen = set()
        while open_ways:
            way = open_ways.pop()
            key = (way[-1], len(way), self.limit(way))
            if key in seen:
                continue
            seen.add(key)
            for there in w.near[way[-1]]:
                tried = (self.u, w.grid.side(way[-1], there)) in self.s.tried
                if self.down(way[-1], there) and self.can_step(way, there) and not tried and not w.dyke >> there & 1:
                    found.setdefault(labels[way[-1]], set()).add(labels[there])
            open_ways += [(*way, there) for there in self.steps(way)]
        return {bank: found[bank] for bank in found if not w.dyke >> w.index[bank] & 1}


SEINE = "seine-1 seine-2 seine-3"
PLACES: dict[str, dict[str, Any]] = {
    "open country": {"units": {"us-1": "M11"}, "goals": "M13 L12 M15"},
    "zones": {"units": {"us-1": "M11", "de-352": "M14", "de-353": "O12"}, "goals": "M13 L13 N12 L14"},
    "out of a zone": {"units": {"us-1": "M13", "de-352": "M14", "de-353": "K12"}, "goals": "L13 M12 M11 N12"},
    "rough ground": {"units": {"de-lehr": "K8"}, "side": "german", "impulse": 2, "goals": "K6 K7 J7 L7 K5"},
    "rough ground and zones": {
        "units": {"de-lehr": "K8", "us-1": "K5"}, "side": "german", "impulse": 2, "goals": "K6 L6 J7"
    },
    "rough ground on foot": {"units": {"us-1": "K8"}, "goals": "K6 K5"},
    "slowed": {
        "units": {"de-lehr": "K8"}, "side": "german", "impulse": 2, "slowed": "de-lehr", "spent": 1, "goals": "K9 K7"
    },
    "a river on foot": {"units": {"us-1": "Q11"}, "down": SEINE, "goals": "R9 Q9 R10 R13"},
    "a river, later": {"units": {"us-1": "Q11"}, "down": SEINE, "impulse": 2, "goals": "R9 Q9"},
    "a river and a zone": {"units": {"us-1": "Q11", "de-352": "S9"}, "down": SEINE, "goals": "R9 R10 Q10"},
    "a river from a zone": {"units": {"us-1": "Q10", "de-352": "Q9"}, "down": SEINE, "goals": "R9 R10 Q11"},
    "the first river of the list": {"units": {"us-1": "D24"}, "down": "garonne-1", "goals": "C24 C25 C23 E24"},
    "its bridges stand": {"units": {"us-1": "D24"}, "down": SEINE, "goals": "C24 C23"},
    "its bridges stand, later": {"units": {"us-1": "D24"}, "down": SEINE, "impulse": 2, "goals": "C24 C23"},
    "its bridges stand, for armor": {"units": {"us-2arm": "D24"}, "down": SEINE, "impulse": 2, "goals": "C24 C23",
                                     "weather": "overcast-star"},
    "armor before a river": {"units": {"us-2arm": "Q11"}, "down": SEINE, "impulse": 2, "weather": "overcast-star",
                             "goals": "Q10 P10"},
    "mountains": {"units": {"us-1": "J20"}, "goals": "J22 J21 I21"},
    "mountains for mountaineers": {"units": {"fr-4dmm": "J20"}, "goals": "J22 J23"},
    "alpine ground": {"units": {"fr-4dmm": "S26"}, "goals": "S28 S27"},
    "floods": {"units": {"us-1": "CC7"}, "goals": "CC5 CC6"},
    "partisans, German": {"units": {"de-352": "M11"}, "side": "german", "partisan": "M12", "goals": "M12 M13"},
    "partisans, Allied": {"units": {"us-1": "M11"}, "partisan": "M12", "goals": "M12 M13"},
    "one hex": {"units": {"us-1": "M11"}, "weather": "storm", "impulse": 2, "goals": "M12"},
}  # fmt: skip


def stand(desk, units, *, goals="", down="", slowed="", spent=0, partisan="", **more):
    rivers = sum(1 << desk.w.section[name] for name in down.split())
    if partisan:
        more["partisan"] = desk.hex(partisan)
    s = desk.set_up(units, bridges_down=rivers, **more)
    s.slowed = desk.units_of(slowed)
    if spent:  # a march ended at a river far away
        u = desk.unit(next(iter(units)))
        s.spent[u], s.tried = spent, ((u, desk.w.grid.side(*desk.w.river_pairs[desk.w.section["weser-1"]][0])),)
    s.facts = None
    return s


@rule("5.2", "5.4", "7.2", "8.1", "8.2", "8.3", "8.4", "8.10", "17.10.4", "24.3")
@pytest.mark.parametrize("name", PLACES)
def test_the_ways_that_may_be_named(desk, name):
    """After each beginning those hexes are offered by which the goal can still be reached, and it is whole where the
    next step leads to the goal."""
    place = PLACES[name]
    stand(desk, **place)
    unit = next(iter(place["units"]))
    walker = Walker(desk, unit)
    labels, rng = desk.w.labels, random.Random(name)
    able = {a.args[-1] for a in desk.game.legal(desk.s, desk.seat, f"move {unit}")}
    for goal in place["goals"].split():
        found = walker.ways(desk.hex(goal))
        assert (goal in able) == bool(found), goal
        begun = sorted({way[1:n] for way in found for n in range(1, len(way) - 1)})
        for over in [*begun[:1], *rng.sample(begun, min(5, len(begun)))]:
            number = len(over)
            expected = {way[number + 1] for way in found if way[1 : number + 1] == over and len(way) > number + 2}
            text = " ".join([f"move {unit} {goal} via", *(labels[h] for h in over)])
            offered = {a.args[-1]: a.complete for a in desk.game.legal(desk.s, desk.seat, text)}
            assert set(offered) == {labels[h] for h in expected}, (goal, text)
            for h in expected:
                assert offered[labels[h]] == ((walker.start, *over, h, desk.hex(goal)) in found), text


RIVERS: dict[str, dict[str, Any]] = {
    "on the bank": {"units": {"us-2arm": "S13"}, "down": "seine-3"},
    "before the bank": {"units": {"us-2arm": "T12"}, "down": "seine-3"},
    "all rivers": {"units": {"us-2arm": "T12"}, "down": "seine-1 seine-2 seine-3 marne-1 oise-1"},
    "second impulse, bad weather": {"units": {"us-2arm": "T12"}, "down": "seine-3 marne-1", "impulse": 2,
                                    "weather": "overcast-star"},
    "one hex": {"units": {"us-2arm": "S13"}, "down": "seine-3", "impulse": 2, "weather": "storm"},
    "one hex, not on the bank": {"units": {"us-2arm": "T12"}, "down": "seine-3", "impulse": 2, "weather": "storm"},
    "zones on this side": {"units": {"us-2arm": "T11", "de-352": "T13"}, "down": "seine-3"},
    "zones on the other side": {"units": {"us-2arm": "T12", "de-352": "R14"}, "down": "seine-3"},
    "in a zone": {"units": {"us-2arm": "S13", "de-352": "T12", "de-353": "R14"}, "down": "seine-3"},
    "enemies across": {"units": {"us-2arm": "S13", "de-352": "S14"}, "down": "seine-3"},
    "German": {"units": {"de-2pz": "O7", "us-1": "Q7"}, "side": "german", "down": "seine-1"},
    "German, from afar": {"units": {"de-2pz": "M5"}, "side": "german", "down": "seine-1"},
    "moved": {"units": {"us-2arm": "S13"}, "down": "seine-3", "spent": 3},
    "nearly all moved": {"units": {"us-2arm": "S13"}, "down": "seine-3", "spent": 6},
    "all moved": {"units": {"us-2arm": "S13"}, "down": "seine-3", "spent": 7},
    "slowed": {"units": {"us-2arm": "S13"}, "down": "seine-3", "slowed": "us-2arm", "spent": 1},
    "slowed, and half spent": {"units": {"us-2arm": "S13"}, "down": "seine-3", "slowed": "us-2arm", "spent": 3},
    "slowed, and all of it spent": {"units": {"us-2arm": "S13"}, "down": "seine-3", "slowed": "us-2arm", "spent": 4},
    "the Rhine": {"units": {"us-2arm": "HH9"}, "down": "rhine-4"},
    "the Rhine in rough ground": {"units": {"us-2arm": "HH12"}, "down": "rhine-4 rhine-5 moselle-2", "impulse": 2},
    "the upper Rhine": {"units": {"us-2arm": "FF20"}, "down": "rhine-1"},
    "the Rhone": {"units": {"us-2arm": "N28"}, "down": "rhone-2"},
    "the Durance": {"units": {"us-2arm": "Q30"}, "down": "durance-1"},
    "floods": {"units": {"us-2arm": "EE6"}, "down": "waal-1"},
    "the Garonne": {"units": {"us-2arm": "D24"}, "down": "garonne-1"},
    "the Garonne, from afar": {"units": {"us-2arm": "E24"}, "down": "garonne-1", "impulse": 2},
    "partisans": {"units": {"de-2pz": "O7"}, "side": "german", "down": "seine-1", "partisan": "P6"},
}  # fmt: skip


NOWHERE = {"one hex, not on the bank", "all moved", "slowed, and all of it spent"}


@rule("17.10.4", "5.4", "7.2", "8.1", "8.2", "8.3", "8.4", "8.10", "24.3")
@pytest.mark.parametrize("tried", [False, True])
@pytest.mark.parametrize("name", RIVERS)
def test_where_armor_may_try_to_cross(desk, name, tried):
    """From every bank where it has a hex left and nothing stops it, over every hexside that it has not tried."""
    place = RIVERS[name]
    s = stand(desk, **place)
    unit = next(iter(place["units"]))
    if tried:
        banks = Walker(desk, unit).banks()
        if name in NOWHERE:
            assert not banks
            return
        bank = min(banks)
        s.tried = ((desk.unit(unit), desk.w.grid.side(desk.hex(bank), desk.hex(min(banks[bank])))),)
    expected = Walker(desk, unit).banks()
    assert (unit in desk.legal("cross")) == bool(expected)
    assert (desk.why(f"cross {unit}") == []) == bool(expected)
    if expected:
        assert set(desk.legal(f"cross {unit}")) == set(expected)
        for bank, over in expected.items():
            assert set(desk.legal(f"cross {unit} {bank}")) == over, bank
