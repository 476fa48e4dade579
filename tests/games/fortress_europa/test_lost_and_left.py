"""11.4B, 11.8, 15.10, 18.7.2E, 20.16, 31.15: ports lost or sailed to, and who leaves a district or the map."""

from __future__ import annotations

import pytest

from grognard.games.fortress_europa.data.world import GERMAN
from grognard.games.fortress_europa.rules.forces.replacements import receive
from grognard.games.fortress_europa.rules.movement.districts import ways_out
from grognard.games.fortress_europa.rules.movement.entering import german_control
from grognard.games.fortress_europa.rules.standing import put
from grognard.kernel.rules import Events
from grognard.maps import members
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


@rule("18.7.2E")
@pytest.mark.parametrize(("owner", "falls"), [("C9", True), ("K2", False), ("", False)])
def test_a_port_falls_to_the_germans_once(desk, owner, falls):
    """Only if it was Allied, whatever other ports are."""
    told = Events()
    s = desk.set_up({"de-352": "C9"}, side="german", steps=[], allied=owner)
    german_control(s, desk.hex("C9"), told)
    assert bool(told.items) is falls
    assert s.allied == desk.hexes_of("K2" if owner == "K2" else "")


@rule("15.10")
def test_no_way_out_leads_through_an_enemy_outside(desk):
    """All around, two hexes away, stand Germans, some of them outside of the frozen district and free."""
    w = desk.w
    district = w.districts[w.district_of[desk.hex("K6")]]
    for h in members(district & w.land):
        near, ring = w.disc(h, 1) & w.land, w.disc(h, 2) & w.land & ~w.disc(h, 1)
        touching = {y for x in members(ring & ~district) for y in w.near[x] if near >> y & 1}
        if touching and not near & ~district and ring & district:
            break
    germans = [w.ids[u] for u in w.of_side[GERMAN] if not w.hqs >> u & 1]
    units = dict(zip(germans, [w.labels[x] for x in members(ring)], strict=False))
    frozen = " ".join(unit for unit, label in units.items() if district >> desk.hex(label) & 1)
    s = desk.set_up(units | {"us-1": w.labels[h]}, frozen=frozen, steps=[], trespassing=desk.units_of("us-1"))
    assert ways_out(s, desk.unit("us-1"), near & ~w.bit[h]) == 0


@rule("11.8", "11.4B")
def test_what_is_told_of_a_passage(desk):
    """Of a German zone over the harbor, of no other; of the beach that a unit is taken from."""
    s = desk.set_up(
        {"us-1": "england", "us-4": "K2", "us-9": "L4", "de-352": "G6", "us-29": "G7"},
        allied="E10", capacity_start=9, friendly_beaches=desk.hexes_of("L4"),
    )  # fmt: skip

    def effects(text):
        return [effect.rule for effect in desk.preview(text).effects]

    assert effects("sail us-1 K2") == []
    assert effects("sail us-9 england") == ["11.4B"]
    assert effects("sail us-4 england") == []
    beside = next(x for x in sorted(desk.near("K2")) if x not in desk.near("L4") | {"L4"})
    put(s, desk.unit("de-352"), desk.hex(beside))
    assert effects("sail us-1 K2") == ["11.8"]


@rule("27.1", "27.2")
@pytest.mark.parametrize(
    ("who", "words"), [("special", "Special replacements: 5."), ("american", "American replacements: 5(2).")]
)
def test_how_many_factors_come_in(desk, who, words):
    """Armored ones in brackets, as on the chart; of special ones none is armored."""
    told = Events()
    s = desk.set_up({}, steps=[], pools=[0] * len(desk.w.pools))
    receive(s, who, (5, 2), told)
    assert [happened.event.text(desk.w) for happened in told.items] == [words]
    pools = dict(zip(desk.w.pools, s.pools, strict=True))
    expected = {"special": 5} if who == "special" else {"american-infantry": 3, "american-armored": 2}
    assert {name: number for name, number in pools.items() if number} == expected
