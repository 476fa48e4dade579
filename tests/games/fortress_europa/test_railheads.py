"""10.6, 10.7, rulings 75 to 77: the line from a rail hex back to a city of a side, against a search hex by hex."""

from __future__ import annotations

import random

import pytest

from grognard.games.fortress_europa.data.world import ALLIED, GERMAN
from grognard.games.fortress_europa.rules.movement import railways
from grognard.games.fortress_europa.rules.standing import survey
from grognard.maps import mask_of, members
from grognard.suite import rule

COUNTRY = {GERMAN: "BB12", ALLIED: "N12"}


def scene(desk, seed, side):
    w, rng = desk.w, random.Random(f"railheads {seed}")
    middle = desk.hex(COUNTRY[side])
    near = members(w.disc(middle, 9) & w.land)
    places = iter(rng.sample(near, 12))
    units = {name: w.labels[next(places)] for name in ("de-352", "de-353", "de-91", "us-1", "us-4", "us-9")}
    cities = rng.sample(members(w.cities & w.disc(middle, 12)), 5)
    s = desk.set_up(
        units, side=("german", "allied")[side], steps=[], allied=" ".join(w.labels[h] for h in cities),
        partisan=next(places) if seed % 2 else -1,
    )  # fmt: skip
    for name in ("de-352", "de-353", "de-91"):
        s.allied &= ~w.bit[s.where[desk.unit(name)]]
    s.allied |= mask_of(rng.sample(near, 30))  # hexes that are no cities bar no line
    s.facts = None
    return s, [h for h in near if w.rail >> h & 1]


def bounds_of(s, side):
    """The rail that is free for a line of a side, and the cities where it ends."""
    w, seen = s.data, survey(s)
    free = {h for h in members(w.rail) if not seen.zones[1 - side] >> h & 1}
    if side == GERMAN:
        free -= {h for h in members(w.cities) if s.allied >> h & 1} | {s.partisan}
        ends = {h for h in members(w.cities) if not s.allied >> h & 1}
        return free, ends | {h for h in members(w.rail_east) if h in free}
    lost = seen.zones[GERMAN] & ~seen.occupied[ALLIED]
    return free, {h for h in members(w.cities & s.allied) if not lost >> h & 1}


def beside(w, h):
    return set(members(w.rail_steps.spread(w.bit[h])))


@rule("10.6", "10.7")
@pytest.mark.parametrize("side", [GERMAN, ALLIED])
@pytest.mark.parametrize("seed", range(6))
def test_the_shortest_line_back_to_a_city(desk, seed, side):
    """It begins with the hex itself, which may lie in an enemy zone as the city may; the hexes between are free."""
    s, rail = scene(desk, seed, side)
    w = s.data
    free, ends = bounds_of(s, side)
    lengths = set()
    for h in rail:
        away, ring, expected = {h: 0}, {h}, 1 if h in ends else 0
        while ring and not expected:
            arrived = [x for x in ring if beside(w, x) & ends]
            expected = away[arrived[0]] + 1 if arrived else 0
            ring = {y for x in ring for y in beside(w, x) & free if y not in away}
            away |= dict.fromkeys(ring, max(away.values()) + 1)
        line = set(members(railways.line_back(s, side, h)))
        assert len(line) == expected, w.labels[h]
        if line:
            assert h in line
            assert line - {h} <= free - ends if h not in ends else line == {h}
            reached, ahead = {h}, [h]
            while ahead:
                more = (beside(w, ahead.pop()) & line) - reached
                reached |= more
                ahead += more
            assert reached == line, "it is one line"
            assert h in ends or any(beside(w, x) & ends for x in line)
        lengths.add(len(line))
    assert len(lengths) > 3


@rule("10.6", "10.7")
@pytest.mark.parametrize("seed", range(6))
def test_whether_a_line_under_german_control_leads_back(desk, seed):
    s, rail = scene(desk, seed, GERMAN)
    w, rng = s.data, random.Random(seed)
    s.allied_rail = mask_of(rng.sample(rail, len(rail) // 3))
    s.facts = None
    free, ends = bounds_of(s, GERMAN)
    own = {h for h in members(w.rail) if not s.allied_rail >> h & 1}
    found = set()
    for h in rail:
        seen, ahead = {h}, [h]
        while ahead:
            more = (beside(w, ahead.pop()) & free & own) - seen
            seen |= more
            ahead += more
        expected = any(x in ends or beside(w, x) & own & ends for x in seen)
        assert railways.leads_back(s, h) == expected, w.labels[h]
        found.add(expected)
    assert found == {True, False}
