"""Reasons name the rule that really binds."""

from __future__ import annotations

from grognard.kernel.testing import rule


def texts(desk, text):
    return [(r.rule, r.text) for r in desk.game.why_not(desk.s, desk.seat, text)]


@rule("3 Anglo-French ¶1", "14 Reserves ¶1a")
def test_arrivals_name_the_stacking_limit_that_binds(desk):
    desk.set_up({"fr-1-dcr": "waiting", "br-i": "1418", "de-i": "0801"}, side="allied")
    desk.s.disrupted[desk.unit("br-i")] = 3  # it cannot make room
    assert desk.why("reserve fr-1-dcr 1418") == ["3 Anglo-French ¶1"]


@rule("14 French/British Reserves ¶1b")
def test_a_blocked_gathering_point_says_why(desk):
    desk.set_up({"fr-xxi": "waiting", "de-i": "1417", "fr-iii": "1919"}, side="allied")
    ((number, words),) = texts(desk, "reserve fr-xxi 1418")
    assert number == "14 French/British Reserves ¶1b"
    assert "not friendly territory" in words, "1418 is in the zone of I Corps alone"
    assert "not a gathering point" in texts(desk, "reserve fr-xxi 2415")[0][1]


@rule("14 Reinforcements ¶1")
def test_only_the_allies_enter(desk):
    desk.set_up({"br-1-arm": "waiting", "de-i": "0801"})
    assert desk.why("enter br-1-arm")[0] == "14 Reinforcements ¶1"


@rule("6 Naval Evacuation ¶1a", "13 Holland ¶1a")
def test_the_dutch_in_a_foreign_port_may_embark(desk):
    desk.set_up({"nl-light": "0817", "de-i": "0801"}, side="allied")
    desk.play("evacuate nl-light")
    assert desk.at("nl-light") == "evacuated"


@rule("9 ¶3", "14 Reinforcements ¶1")
def test_interdiction_does_not_stop_arrivals(desk):
    """Ruling 64: only a zone of control stops a unit on the edge."""
    desk.set_up({"br-1-arm": "waiting", "de-i": "0801"}, side="allied", turn=5)
    label = min(desk.hexes("br-1-arm", "enter"))
    desk.s.interdicted_german = desk.w.bit[desk.hex(label)]
    desk.play(f"enter br-1-arm {label}")
    assert desk.hexes("br-1-arm")
