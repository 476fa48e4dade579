"""18: what is told of lines where one city, harbour or unit differs, and who chooses who goes short."""

from __future__ import annotations

import pytest

from grognard.games.fortress_europa.rules.supply.shortage import CapacityCheck, Overdrawn, SupplyPhase
from grognard.games.fortress_europa.rules.supply.tracing import trace_supply
from grognard.suite import rule
from tests.games.fortress_europa.test_supply import front
from tests.games.fortress_europa.test_traces import labels, told, without_worth


@rule("18.6")
@pytest.mark.parametrize("label", ["T28", "U27", "S24"])
def test_the_line_from_far_away_leads_past_italy_to_germany(desk, label):
    """A city in Italy is nearer; 18.6 asks for one in Germany."""
    w = desk.w
    italian = min(w.grid.distance(desk.hex(label), h) for h in range(w.n) if (w.cities & w.italy) >> h & 1)
    german = min(w.grid.distance(desk.hex(label), h) for h in range(w.n) if (w.cities & w.germany) >> h & 1)
    assert italian < german
    desk.set_up({"de-352": label, "us-1": "B3"}, side="german", steps=[])
    found = told(desk, "de-352")
    assert (found.supplied, found.rule) == (True, "18.6")
    assert found.paths[0][0] == desk.hex(label)
    assert (w.cities & w.germany) >> found.paths[0][-1] & 1


@rule("18.3")
@pytest.mark.parametrize(("label", "near"), [("T12", False), ("T13", True), ("T23", True), ("T24", False)])
def test_the_german_hq_that_supplies_is_five_hexes_away_at_most(desk, label, near):
    """The enemy is too near for a line of any length (18.6)."""
    assert (label in desk.disc("T18", 5)) == near
    desk.set_up({"de-352": label, "de-hq-ob-west": "T18", "us-1": "P15", "us-4": "P22"}, side="german", steps=[])
    found = told(desk, "de-352")
    assert (found.supplied, found.rule) == (near, "18.3")
    assert "".join(labels(desk, path)[-1] for path in found.paths[:1]) == ("T18" if near else "")


@rule("18.1", "18.2", "20.15")
@pytest.mark.parametrize("worth", [True, False])
def test_a_port_that_gives_nothing_is_a_port_to_those_who_need_no_point(desk, worth):
    """Brest is beyond reach. Worth nothing, it is no port that works for the division, and still one for the drop."""
    units = {"us-1": "K5", "us-hq-bradley": "K4", "us-101": "K5"}
    damage = {} if worth else {"port_damage": without_worth(desk, "B2")}
    desk.set_up(units, allied="K4 K5 B2", by_air=desk.units_of("us-101"), steps=[], **damage)
    for unit, beyond in (("us-1", worth), ("us-101", True)):
        found = told(desk, unit)
        assert not found.supplied
        assert ("has no line to a working port or mulberry" in found.words) == beyond
        assert ("there is no working port or mulberry" in found.words) != beyond
        assert labels(desk, found.paths[0]) == ["K5", "K4"]


@rule("18.1", "18.3", "18.4", "18.6")
def test_nobody_in_supply_is_in_a_pocket(desk):
    units = {"us-1": "K5", "us-hq-bradley": "K4", "us-4": "R11", "de-352": "T20", "de-353": "II10"}
    s = desk.set_up(units, allied="K2 K3", steps=[])
    for unit in units:
        found = trace_supply(s, desk.unit(unit))
        assert (found.supplied, found.cuts, found.pocket) == (True, (), 0), unit
    desk.set_up({"us-1": "K5"}, allied="K2 K3 K4", steps=[])
    assert told(desk, "us-1").pocket == 0, "there is no HQ to be cut off from"


@rule("18.2")
def test_the_allied_player_chooses_who_goes_short(desk):
    """Two points at Caen for four units outside a city (18.2): so two go short, each named once."""
    front(desk, {"us-1": "M10", "us-4cav": "M9", "us-2arm": "M12"}, steps=[SupplyPhase(1)])
    assert (desk.step(), desk.seat) == ("Shortage", "allied")
    desk.play("starve us-1")
    assert (desk.step(), desk.seat) == ("Shortage", "allied")
    assert desk.why("starve us-1") == ["18.2"]
    assert "goes without supply already" in desk.words("starve us-1")
    assert "would not help" in desk.words("starve us-rangers")
    assert "us-1" not in desk.legal("starve")
    desk.play("starve us-2arm")
    assert not desk.s.stack
    assert [desk.s.face[desk.unit(u)] for u in ("us-1", "us-2arm", "us-4cav")] == [1, 1, 0]
    assert desk.s.unsupplied == desk.units_of("us-1 us-2arm")


@rule("18.7.5")
def test_the_allied_player_chooses_whose_steps_are_lost(desk):
    desk.set_up({"us-1": "M9", "us-4": "M9"}, steps=[CapacityCheck()], capacity_start=-2)
    assert (desk.seat, desk.s.stack[-1]) == ("allied", Overdrawn(2))
