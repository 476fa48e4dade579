"""5, 8.1, 14.11, 17.10.4, 31.7: what a march leaves behind, who has a way left, and what bars one."""

from __future__ import annotations

from grognard.games.fortress_europa.rules.movement import crossing, movement
from grognard.games.fortress_europa.rules.movement.ground import situation
from grognard.games.fortress_europa.rules.standing import put, set_decoy, survey
from grognard.maps import mask_of
from grognard.suite import rule


def down(desk, rivers):
    return sum(1 << desk.w.section[name] for name in rivers.split())


@rule("17.10.4", "11.3")
def test_who_walks_to_a_port_while_bridges_are_down_elsewhere_sails_from_it(desk):
    """Only who fords a river stops behind it: K3 is two hexes from the harbor of K2, and from every river."""
    desk.set_up({"us-1": "K4", "us-4": "B2"}, allied="K2", capacity_start=9, bridges_down=down(desk, "seine-1"))
    desk.play("move us-1 K2")
    assert desk.at("us-1") == "K2"
    assert desk.why("sail us-1 england") == []


@rule("14.11")
def test_who_has_no_way_left_has_one_again_when_others_leave_the_enemy(desk):
    """C10 on the coast leads to D10 and C11 alone, both next to the enemy in D11."""
    assert desk.near("C10") == {"D10", "C11"} <= desk.near("D11")
    s = desk.set_up({"us-1": "C10", "de-352": "D11", "br-3": "M9"})
    u, other = desk.unit("us-1"), desk.unit("br-3")
    for place, able in (("M9", True), ("E12", False), ("M9", True), ("D12", False)):
        put(s, other, desk.hex(place))
        assert movement.movers(s) >> u & 1 == able, place
        assert desk.hexes("us-1") == ({"D10", "C11"} if able else set()), place


@rule("8.1", "8.10", "17.10.4")
def test_armor_in_an_enemy_zone_finds_no_way_round_the_rough_ground_before_it(desk):
    """Of the hexes around N19 the rough ones alone are neither held nor in the zone of O19: a way over them leaves no
    hex for the Dordogne before J21."""
    silent = {"de-3fj": "M19"}
    s = desk.set_up(
        {"us-2arm": "N19", "de-352": "O19"} | silent, dropped=desk.units_of(" ".join(silent)),
        bridges_down=down(desk, "dordogne-1"),
    )  # fmt: skip
    u, start = desk.unit("us-2arm"), desk.hex("N19")
    free = desk.near("N19") - desk.near("O19") - {"O19", "M19"}
    assert free == {"M20", "N20"}
    assert all(desk.w.terrain[desk.hex(label)] == 1 for label in free)
    assert crossing.past_rough(s, u, start, 0, situation(s, u)).mask == 0
    assert desk.hex("J21") not in crossing.searched_banks(s, u)
    assert "J21" not in desk.legal("cross us-2arm")


@rule("8.4", "17.10.4")
def test_only_mountain_units_ford_a_river_into_the_alps(desk):
    """From S27 over the Isere into S28 and T27."""
    over = desk.hexes_of("S28 T27")
    s = desk.set_up({"us-1": "S27", "fr-4dmm": "S27"}, bridges_down=down(desk, "isere-1"), italy_open=True)
    for name, able in (("us-1", False), ("fr-4dmm", True)):
        u = desk.unit(name)
        ways = movement.crossings(s, u, movement.reach(s, u))
        for found in (movement.goals(s, u), movement.searched_goals(s, u), mask_of(ways)):
            assert found & over == (over if able else 0), name
        assert (desk.hexes(name) >= {"S28", "T27"}) == able


@rule("33.3.7", "5.1")
def test_whom_the_meuse_alone_is_left_moves_only_if_he_may_cross_it(desk):
    """Germans who have just dropped hold every hex beside CC10 but those across the river."""
    w, here = desk.w, desk.hex("CC10")
    names = ("de-3fj", "de-5fj", "de-6fjr", "de-8fj", "de-7fj")
    own = [
        w.labels[x] for x in w.near[here] if not (1 << w.section["meuse-1"]) >> max(w.river_between(here, x), 0) & 1
    ]
    silent = dict(zip(names, own, strict=False))
    assert len(silent) == len(own) < 6
    s = desk.set_up(
        {"us-1": "CC10", "br-3": "CC10"} | silent, scenario="bulge", turn="jan-1",
        dropped=desk.units_of(" ".join(silent)),
    )  # fmt: skip
    s.quick_units = desk.units_of("us-1")
    for name in ("us-1", "br-3"):
        u = desk.unit(name)
        assert movement.movers(s) >> u & 1 == bool(movement.searched_goals(s, u)) == (name == "us-1"), name


@rule("31.7", "7.1", "16.3")
def test_a_decoy_in_a_destroyed_fortress_is_in_doubt_only_away_from_zones(desk):
    """V4 is a fortress beside V5: into its ruins zones reach, and then it closes what a German unit would."""
    walls = desk.hexes_of("V4")
    for ruined, doubt in ((0, True), (walls, False)):
        s = desk.set_up({"de-352": "V5", "us-1": "M9"}, turn=1, steps=[], ruined=ruined)
        set_decoy(s, 0, desk.hex("V4"), -1)
        assert bool(survey(s).doubtful & walls) == doubt


@rule("17.10.4")
def test_each_may_try_the_hexsides_that_it_has_not_tried_itself(desk):
    """D24 lies across the Garonne from C24 and C25; two divisions alike have failed at one of them each."""
    s = desk.set_up({"us-2arm": "D24", "us-3arm": "D24"}, bridges_down=down(desk, "garonne-1"))
    here = desk.hex("D24")
    sides = {
        name: desk.w.grid.side(here, desk.hex(label)) for name, label in (("us-2arm", "C24"), ("us-3arm", "C25"))
    }
    s.tried = tuple((desk.unit(name), side) for name, side in sides.items())
    assert set(desk.legal("cross us-2arm D24")) == {"C25"}
    assert set(desk.legal("cross us-3arm D24")) == {"C24"}
    s.tried = s.tried[:1]
    assert set(desk.legal("cross us-3arm D24")) == {"C24", "C25"}
