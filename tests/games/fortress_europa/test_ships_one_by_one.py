"""19: where each ship may lie and what it reaches, whatever the others do."""

from __future__ import annotations

import pytest

from grognard.games.fortress_europa.data.world import ALLIED, GERMAN, STORM
from grognard.games.fortress_europa.rules.air.naval import (
    apart,
    beyond,
    fire,
    in_range,
    may_lie,
    ship_support,
    ships_leave,
    shores,
)
from grognard.games.fortress_europa.rules.landing.site import BREMEN, invadable
from grognard.games.fortress_europa.rules.state import LOST, NOWHERE
from grognard.suite import rule

SHIPS = 4


@rule("19.4", "19.6")
@pytest.mark.parametrize("used", range(1 << SHIPS))
def test_a_ship_that_has_fired_keeps_no_other_from_it(desk, used):
    here = desk.w.sea_spots.index("N4")
    s = desk.set_up({}, steps=[], ship_at=[here] * SHIPS)
    fire(s, [n for n in range(SHIPS) if used >> n & 1])
    assert ship_support(s, desk.hexes_of("M5")) == [n for n in range(SHIPS) if not used >> n & 1]


@rule("19.4", "19.8", "19.9", "19.5")
def test_when_ships_support_an_attack(desk):
    here, far = desk.w.sea_spots.index("N4"), desk.w.sea_spots.index("T4")
    s = desk.set_up({}, steps=[], ship_at=[here, far, LOST, NOWHERE])
    coast = desk.hexes_of("M5")
    assert ship_support(s, coast) == [0]
    assert ship_support(s, 0) == []
    s.side = GERMAN
    assert ship_support(s, coast) == []
    s.side, s.weather = ALLIED, STORM
    assert ship_support(s, coast) == []


@rule("19.6", "19.7")
def test_distances_are_counted_in_hexes_on_the_map_and_off_it(desk):
    grid = desk.w.grid
    for a in range(0, desk.w.n, 17):
        for b in range(0, desk.w.n, 23):
            assert apart(grid.axial[a], grid.axial[b]) == grid.distance(a, b)
    for number, label in list(enumerate(desk.w.sea_spots))[::5]:
        if label in desk.w.index:
            h = desk.hex(label)
            near = [x for x in range(desk.w.n) if in_range(desk.w, number, x)]
            assert near == [x for x in range(desk.w.n) if grid.distance(h, x) <= 2]


@rule("19.7", "12.16")
@pytest.mark.parametrize("options", ["", "bremen-closed"])
def test_beside_which_hexes_ships_always_lie(desk, options):
    """All that can be invaded; with Bremen the mouth of its water as well (ruling 188)."""
    w = desk.w
    s = desk.set_up({}, steps=[], options=options)
    bremen = w.place_hex[BREMEN]
    mouth = w.port_passage[w.port_at[bremen]]
    assert mouth
    assert bool(invadable(s) >> bremen & 1) == (options == "")
    assert shores(s) == (invadable(s) if options else invadable(s) | mouth)
    for spot, (label, at) in enumerate(zip(w.sea_spots, w.sea_axial, strict=True)):
        south = at[0] <= w.grid.axial[desk.hex("GG1")][0]
        assert beyond(w, spot) != south
        beside = any(apart(at, w.grid.axial[h]) == 1 for h in range(w.n) if shores(s) >> h & 1)
        assert may_lie(s, spot) == (south or beside), label


@rule("19.8")
def test_ships_that_have_not_been_placed_leave_as_well(desk):
    for at in ([NOWHERE] * SHIPS, [0] * SHIPS, [0, LOST, NOWHERE, 5]):
        s = desk.set_up({}, steps=[], ship_at=list(at), turn="aug-4")
        ships_leave(s, None)
        assert s.ship_at == at
        s.turn += 1
        ships_leave(s, None)
        assert s.ship_at == [LOST] * SHIPS


@rule("19.1", "19.8", "19.4")
@pytest.mark.parametrize("gone", [LOST, NOWHERE])
def test_a_ship_that_is_nowhere_reaches_no_coast(desk, gone):
    s = desk.set_up({}, steps=[], ship_at=[gone] * SHIPS)
    for h in range(desk.w.n):
        assert ship_support(s, desk.w.bit[h]) == [], desk.w.labels[h]
