"""7. Zones of control."""

from __future__ import annotations

import random

import pytest

from grognard.games.fortress_europa.data.world import ALLIED, GERMAN
from grognard.games.fortress_europa.rules.movement.ground import adjacent_enemies
from grognard.games.fortress_europa.rules.standing import freeze, occupied, put, set_decoy, standing_on, survey
from grognard.games.fortress_europa.rules.standing import zone as zone_of
from grognard.games.fortress_europa.rules.state import FREE, NOWHERE
from grognard.maps import mask_of
from grognard.suite import rule


def zone(desk, side):
    mask = survey(desk.s).zones[side]
    return {desk.w.labels[h] for h in range(desk.w.n) if mask >> h & 1}


@rule("7.1")
def test_a_zone_is_the_hex_and_the_six_around_it(desk):
    desk.set_up({"us-1": "M11"})
    assert zone(desk, ALLIED) == {"M11", "M10", "M12", "L10", "L11", "N10", "N11"}


@rule("7.1")
@pytest.mark.parametrize("unit", ["us-hq-bradley", "de-iii-flak", "de-325", "de-7-werfer", "de-hg-ers", "de-vs-1"])
def test_every_kind_of_unit_has_one(desk, unit):
    desk.set_up({unit: "M11"})  # ruling 45: HQs, artillery, flak, security and one-step units too
    assert len(zone(desk, desk.w.side[desk.unit(unit)])) == 7


@rule("7.1", "21.6")
@pytest.mark.parametrize("unit", ["us-rangers", "br-1ssb"])
def test_rangers_and_commandoes_have_only_their_hex(desk, unit):
    desk.set_up({unit: "M11"})
    assert zone(desk, ALLIED) == {"M11"}


@rule("7.1", "20.6")
def test_paratroopers_have_only_their_hex_in_the_turn_of_the_drop(desk):
    desk.set_up({"us-101": "M11"}, dropped=desk.units_of("us-101"))
    assert zone(desk, ALLIED) == {"M11"}
    desk.s.dropped = 0
    assert len(zone(desk, ALLIED)) == 7


@rule("7.1", "12.8")
def test_invaders_have_only_their_hex_in_the_first_impulse(desk):
    desk.set_up({"us-1": "L3", "us-4": "L5"}, invaders=desk.units_of("us-1"))
    assert zone(desk, ALLIED) == {"L3", "L5"} | desk.near("L5")


@rule("7.1", "9.5")
def test_frozen_units_have_only_their_hex(desk):
    desk.set_up({"de-352": "M7"}, frozen="de-352")
    assert zone(desk, GERMAN) == {"M7"}


@rule("7.1")
def test_no_zone_over_an_estuary(desk):
    desk.set_up({"de-352": "A18"})
    assert "B18" not in zone(desk, GERMAN)
    assert "B17" not in zone(desk, GERMAN)
    assert "A19" in zone(desk, GERMAN)


@rule("7.1", "7.4-example")
def test_zones_reach_over_the_rivers_of_the_gironde(desk):
    desk.set_up({"de-352": "B19"})
    assert {"A19", "B18"} <= zone(desk, GERMAN)


@rule("7.1", "8.8")
def test_no_zone_over_sea_hexsides(desk):
    desk.set_up({"de-352": "P4"})
    assert "P5" not in zone(desk, GERMAN), "a blue-arrow pair (ruling 46)"


@rule("7.1", "17.10.4")
def test_no_zone_over_a_river_without_bridges(desk):
    seine = 1 << desk.w.section["seine-1"]
    desk.set_up({"us-1": "Q9", "de-352": "R9"})
    assert "R9" in zone(desk, ALLIED)
    assert "Q9" in zone(desk, GERMAN)
    desk.s.bridges_down = seine
    assert "R9" not in zone(desk, ALLIED)
    assert "Q9" not in zone(desk, GERMAN)
    assert "Q10" in zone(desk, ALLIED), "on its own bank"


@rule("7.1", "14.1")
def test_no_zone_into_a_fortress(desk):
    # V4 is one (33.3.3). The garrison's zone reaches the besieger, his does not reach the garrison (ruling 48).
    s = desk.set_up({"us-1": "V5", "de-352": "V4"}, ruined=0)
    assert "V4" not in zone(desk, ALLIED)
    assert "V5" in zone(desk, GERMAN)
    assert adjacent_enemies(s, desk.unit("us-1")) == [desk.unit("de-352")]
    assert adjacent_enemies(s, desk.unit("de-352")) == []
    s.ruined = desk.hexes_of("V4")
    assert "V4" in zone(desk, ALLIED), "destroyed, it is open ground (16.3)"
    assert adjacent_enemies(s, desk.unit("de-352")) == [desk.unit("us-1")]


@rule("7.1", "8.10")
def test_nor_do_german_zones_reach_into_an_empty_fortress(desk):
    """X4 is a fortress beside X5: who stands in the zone of X5 may step into it directly."""
    s = desk.set_up({"us-1": "W5", "de-352": "X5"}, ruined=0)
    assert "X4" in desk.near("X5") & desk.near("W5")
    assert "X4" not in zone(desk, GERMAN)
    assert "W5" in zone(desk, GERMAN)
    assert "X4" in desk.hexes("us-1")
    s.ruined = desk.hexes_of("X4")
    assert "X4" in zone(desk, GERMAN), "destroyed, it is open ground (16.3)"


@rule("7.1")
def test_nor_into_an_empty_one(desk):
    desk.set_up({"us-1": "V5"}, ruined=0)
    assert "V4" not in zone(desk, ALLIED)


@rule("7.2", "5.5")
def test_a_unit_stops_in_an_enemy_zone(desk):
    desk.set_up({"us-1": "M12", "de-352": "M14"})
    reached = desk.hexes("us-1")
    assert "M13" in reached, "in the zone"
    assert "M14" not in reached
    assert desk.why("move us-1 M14") == ["7.2"]
    assert desk.why("move us-1 M15") == ["7.2"]
    assert "must stop" in desk.words("move us-1 M15")


@rule("7.3")
def test_friends_do_not_cancel_a_zone(desk):
    desk.set_up({"us-1": "M12", "us-4": "M13", "de-352": "M14"})
    assert desk.why("move us-1 L13 via M13") == ["7.2"]
    desk.set_up({"us-1": "M12", "us-4": "L13", "us-9": "N13", "us-2": "M13", "de-352": "M14"})
    assert desk.why("move us-1 M15") == ["7.2"]


@rule("24.3")
def test_a_partisan_stops_germans_and_nobody_else(desk):
    desk.set_up({"de-352": "M11"}, side="german", partisan=desk.hex("M12"))
    assert "M12" in desk.hexes("de-352")
    assert desk.why("move de-352 M13 via M12") == ["24.3"]
    assert "L12" in desk.hexes("de-352"), "it has no zone but its hex"
    desk.play("move de-352 M13 via L11 L12")
    desk.set_up({"us-1": "M11"}, partisan=desk.hex("M12"))
    desk.play("move us-1 M13 via M12")


@rule("9.5", "14.1")
def test_beside_frozen_units_one_may_pass(desk):
    desk.set_up({"us-1": "M9", "de-352": "M7"}, frozen="de-352", invaded=1 << desk.w.district_of[desk.hex("M7")])
    assert {"M8", "L7", "M6"} <= desk.hexes("us-1")
    assert desk.why("move us-1 M7") == ["9.5"], "only not into their hex (ruling 47)"
    assert adjacent_enemies(desk.s, desk.unit("us-1")) == []


@rule("7.1", "7.2", "9.5", "16.3", "17.10.4", "20.6", "31.6")
@pytest.mark.parametrize("seed", range(20))
def test_zones_hex_by_hex_while_units_come_and_go(desk, seed):
    """A unit with a zone reaches the hexes around its own, over bridges that stand and into no intact fortress; one
    that is frozen, has just dropped or lies under a decoy holds its hex alone."""
    w, rng = desk.w, random.Random(f"zones {seed}")
    middle = desk.hex(rng.choice(["M9", "CC6", "GG10", "K6", "D13"]))
    near = [h for h in range(w.n) if w.grid.distance(middle, h) <= 5 and w.land >> h & 1]
    units = rng.sample(range(w.n_units), 24)
    s = desk.set_up(
        {w.ids[u]: w.labels[rng.choice(near)] for u in units}, steps=[], ruined=rng.getrandbits(w.n) & w.fortresses,
        bridges_down=rng.getrandbits(len(w.rivers)) & rng.getrandbits(len(w.rivers)),
    )  # fmt: skip

    def slowly(side):
        held, reached = set(), set()
        under = {u for u in s.decoy_unit if u >= 0}
        for u in w.of_side[side]:
            h = s.where[u]
            if h >= w.n:
                continue
            held.add(h)
            silent = s.dropped >> u & 1 or s.invaders >> u & 1 or s.bound[u] != FREE or u in under
            if w.zoned >> u & 1 and not silent:
                for x in w.near[h]:
                    section = w.river_between(h, x)
                    if section < 0 or not s.bridges_down >> section & 1:
                        reached.add(x)
        if side == GERMAN:
            held |= {h for h in s.decoy_at if h >= 0}
        walls = w.fortresses & ~s.ruined
        return mask_of(held), mask_of(held | {x for x in reached if not walls >> x & 1})

    for _ in range(12):
        for side in (GERMAN, ALLIED):
            held, zones = slowly(side)
            assert (occupied(s, side), zone_of(s, side)) == (held, zones)
            assert (survey(s).occupied[side], survey(s).zones[side]) == (held, zones)
        for what, hexes in (("same", mask_of(near[::2])), ("other", mask_of(rng.sample(near, 9)))):
            here = mask_of(u for u in units if s.where[u] < w.n and hexes >> s.where[u] & 1)
            assert standing_on(s, what, hexes) == here
        u = rng.choice(units)
        match rng.randrange(7):
            case 0 | 1:
                put(s, u, rng.choice([*near, w.destroyed, w.waiting]))
            case 2:
                freeze(s, u, rng.choice([FREE, 2]) if w.side[u] == GERMAN else FREE)
            case 3:
                s.dropped ^= 1 << u
            case 4:
                s.invaders ^= 1 << u
            case 5:
                s.bridges_down ^= 1 << rng.randrange(len(w.rivers))
            case 6 if w.side[u] == GERMAN and s.where[u] < w.n:
                set_decoy(s, 0, s.where[u], u)
                set_decoy(s, 1, rng.choice(near), -1)
            case _:
                s.ruined ^= w.fortresses & w.bit[rng.choice(near)]
        if s.decoy_unit[0] >= 0 and s.where[s.decoy_unit[0]] != s.decoy_at[0]:
            set_decoy(s, 0, NOWHERE, -1)
