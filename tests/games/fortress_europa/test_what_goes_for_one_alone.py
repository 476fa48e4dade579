"""10.5, 11.3, 12.11, 15.10, 17.10.4: who lands like whom, who sails from a bank, and what trains do not feel."""

from __future__ import annotations

import pytest

from grognard.games.fortress_europa.data.world import FLOODED, ROUGH
from grognard.games.fortress_europa.rules.landing.invasion import kinds_of
from grognard.games.fortress_europa.rules.landing.sea import sailors_among
from grognard.maps import members
from grognard.suite import rule


@rule("12.11", "15.10")
@pytest.mark.parametrize("expelled", ["us-95", "us-rangers", "us-4", "us-1 us-95"])
def test_only_those_that_land_are_told_apart(desk, expelled):
    """Units of one print and one box land alike, but for those of them that were expelled."""
    names = ["us-1", "us-4", "us-9"]
    units = dict.fromkeys(names, "england") | {"us-95": "K2", "us-rangers": "K2"}
    s = desk.set_up(units, steps=[], expelled=desk.units_of(expelled))
    out = [name for name in names if name in expelled.split()]
    rest = [name for name in names if name not in out]
    kinds = [desk.units_of(" ".join(kind)) for kind in (out, rest) if kind]
    assert sorted(kinds_of(s, desk.units_of(" ".join(names)))) == sorted(kinds)


@rule("11.3", "17.10.4")
def test_who_was_stopped_at_the_river_of_his_harbor_does_not_sail(desk):
    """He has spent nothing: the river was the first thing that he tried."""
    s = desk.set_up({"us-1": "K2", "us-4": "K2", "us-9": "K2"}, capacity_start=9)
    s.moved = desk.units_of("us-1 us-9")
    s.stopped = desk.units_of("us-1")
    assert sailors_among(s, -1) == desk.units_of("us-4 us-9")
    assert desk.why("sail us-1 england") == ["17.10.4"]


@rule("10.5", "8.1", "8.2")
@pytest.mark.parametrize("ground", [ROUGH, FLOODED])
def test_a_train_feels_neither_rough_ground_nor_floods(desk, ground):
    w = desk.w
    goal = members(w.rail & w.ground[ground])[0]
    start = w.rail_near[goal][0]
    s = desk.set_up({"de-lehr": w.labels[start], "us-1": "A2"}, side="german", flooded=True)
    desk.play(f"rail de-lehr {w.labels[goal]}")
    assert desk.at("de-lehr") == w.labels[goal]
    assert (s.slowed, s.mired) == (0, 0)
