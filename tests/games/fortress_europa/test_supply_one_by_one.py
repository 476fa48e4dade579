"""18: what is true of one counter or of one harbour, and not of those beside it in the lists."""

from __future__ import annotations

import pytest

from grognard.games.fortress_europa.data.world import ALLIED
from grognard.games.fortress_europa.rules.invariants import broken, plain_capacity
from grognard.games.fortress_europa.rules.state import CLOSING
from grognard.games.fortress_europa.rules.supply.ports import Harbour, capacity
from grognard.games.fortress_europa.rules.supply.supply import (
    Free,
    allied_cut_off,
    in_supply,
    lands_in_supply,
    shared,
    spare,
)
from grognard.suite import rule
from tests.games.fortress_europa.test_traces import without_worth


@rule("18.7.13", "21.1")
@pytest.mark.parametrize("point", [True, False])
def test_which_counters_land_in_supply_where_no_hq_is_near(desk, point):
    """Calais (W4) is no city: an HQ brings supply if a point is left, rangers and commandos need none."""
    w = desk.w
    s = desk.set_up({}, steps=[])
    calais = Harbour("Calais", desk.hex("W4"), 1, False, 0, -1)
    for u in w.of_side[ALLIED]:
        expected = bool(w.raiders >> u & 1 or (point and w.kind[u] == "hq"))
        assert lands_in_supply(s, u, desk.hex("W4"), Free([calais], [], int(point))) == expected, w.ids[u]


@rule("18.1", "20.15")
def test_only_who_came_by_air_needs_no_point(desk):
    """Three units, numbered one after the other, beside SHAEF, who draws on Cherbourg, which gives nothing."""
    middle = desk.unit("us-4")
    three = [middle - 1, middle, middle + 1]
    units = {"us-hq-shaef": "K3", "br-3": "K2"} | dict.fromkeys((desk.w.ids[u] for u in three), "L4")
    s = desk.set_up(units, by_air=1 << middle, port_damage=without_worth(desk, "K2"), steps=[])
    assert [in_supply(s, u) for u in three] == [False, True, False]
    assert allied_cut_off(s) == sorted([three[0], three[2], desk.unit("us-hq-shaef")])
    assert set(shared(s)[1]) == {three[0], three[2], desk.unit("us-hq-shaef")}


@rule("18.2", "18.7.13")
@pytest.mark.parametrize("length", [2, 3, 4, 5])
@pytest.mark.parametrize("backwards", [True, False])
def test_a_point_is_passed_on_from_harbour_to_harbour(length, backwards):
    """Each unit draws on one harbour and could draw on the next, whose own unit could go on to the one after it; the
    last harbour has a point left, so each of them could give one."""
    order = range(length)[::-1] if backwards else range(length)
    harbours = list(order)
    wanted = {u: 1 << harbours[u] | 1 << harbours[u + 1] for u in range(length - 1)}
    assert spare(wanted, [1] * length) == (1 << length) - 1
    taken = {**wanted, length: 1 << harbours[-1]}
    assert spare(taken, [1] * length) == 0, "with a unit that can draw on the last alone nothing is left"


@rule("18.7.3", "20.16", "21.4")
def test_each_port_sleeps_for_itself(desk):
    """All are Allied and empty: asleep alone, or awake alone."""
    w = desk.w
    values, every = list(w.port_capacity), (1 << len(w.ports)) - 1
    s = desk.set_up({}, allied=" ".join(w.labels[h] for h in w.port_hex), steps=[])
    for p, value in enumerate(values):
        s.ports_asleep = 1 << p
        assert plain_capacity(s) == capacity(s) == sum(values) - value, w.ports[p].place
        s.ports_asleep = every ^ 1 << p
        assert plain_capacity(s) == capacity(s) == value, w.ports[p].place


@rule("8.6")
def test_no_unit_stands_in_the_sea(desk):
    """On every hex of the coast, and on every hex of the sea beside it."""
    w = desk.w
    for h in range(w.n):
        if all(w.land >> h & 1 == w.land >> x & 1 for x in (h - 1, h + 1) if 0 <= x < w.n):
            continue
        s = desk.set_up({"de-352": w.labels[h]}, steps=[], phase=CLOSING)
        assert ("8.6" in [reason.rule for reason in broken(s)]) == (not w.land >> h & 1), w.labels[h]


@rule("31.5", "18.3")
@pytest.mark.parametrize(("guards", "expected"), [("J3 H5", True), ("J3 H5 J4", False), ("", True)])
def test_no_ferry_serves_jersey_from_under_an_allied_unit(desk, guards, expected):
    """The HQ in K5 stands beside J4 and has a line inland: whoever stands on the ferry closes it (ruling 246)."""
    assert "J4" in desk.near("K5")
    units = {"de-352": "I4", "de-hq-ob-west": "K5"}
    s = desk.set_up(
        units | dict(zip(("us-4", "us-9", "us-2"), guards.split(), strict=False)),
        side="german",
        options="jersey",
        steps=[],
    )
    assert in_supply(s, desk.unit("de-hq-ob-west"))
    assert in_supply(s, desk.unit("de-352")) == expected
