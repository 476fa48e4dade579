"""18.7.2E, 20.16, 31.15: what goes on when a port is lost, and when the map is left."""

from __future__ import annotations

from grognard.games.fortress_europa.rules.movement.entering import german_control
from grognard.suite import rule
from tests.games.fortress_europa.test_options import at_the_edge


@rule("31.15")
def test_one_after_the_other_leaves_the_map_in_the_same_impulse(desk):
    at_the_edge(desk, {"us-3arm": "RR10"})
    for unit in ("us-2arm", "us-3arm"):
        desk.play(f"exit {unit}")
        assert (desk.at(unit), desk.step()) == ("exited", "Moving")
    assert desk.why("exit us-2arm") == ["31.15"]


@rule("18.7.2E", "20.16")
def test_a_port_that_falls_to_the_germans_is_no_longer_one_that_raiders_took(desk):
    p, other = desk.w.port_at[desk.hex("C9")], desk.w.port_at[desk.hex("K2")]
    s = desk.set_up({"de-352": "C9"}, side="german", steps=[], allied="C9 K2", ports_asleep=1 << p | 1 << other)
    german_control(s, desk.hex("C9"), None)
    assert s.ports_asleep == 1 << other
    assert (desk.owner("C9"), desk.owner("K2")) == ("german", "allied")
