"""8. Movement restrictions."""

from __future__ import annotations

import pytest

from grognard.games.fortress_europa.data.world import ALPINE, CLEAR, FLOODED, MOUNTAIN, OUT, ROUGH
from grognard.games.fortress_europa.rules.movement.movement import crossings, reach
from grognard.suite import rule


def ground(desk, label):
    return desk.w.terrain[desk.hex(label)]


def cost(desk, unit, label):
    return reach(desk.s, desk.unit(unit)).costs[desk.hex(label)]


# ------------------------------------------------------------------------------------------------------ 8.1 rough


def test_the_ground_used_here(desk):
    rough = ["J6", "K6", "L6", "K7", "C4", "D4", "C5", "D5", "E5"]
    assert {ground(desk, label) for label in rough} == {ROUGH}
    assert {ground(desk, label) for label in ("J7", "J8", "L7", "L8", "M7", "J5")} == {CLEAR}


@rule("8.1")
def test_armor_in_rough_ground_has_half_its_allowance(desk):
    # Lehr is a 9-7 (28.5): seven hexes, four through rough ground. K7 is rough and lies between K9 and K5.
    desk.set_up({"de-lehr": "K9"}, side="german")
    assert "K16" in desk.hexes("de-lehr"), "seven hexes over clear ground"
    desk.set_up({"de-lehr": "K8"}, side="german")
    assert desk.why("move de-lehr K3 via K7 K6 K5 K4") == ["8.1"]  # the fifth hex
    desk.play("move de-lehr K4 via K7 K6 K5")
    assert desk.at("de-lehr") == "K4"


@rule("8.1")
def test_armor_that_has_spent_half_stops_in_the_first_rough_hex(desk):
    # Four of seven spent, then rough ground: it stops there. With three spent it has none left either.
    desk.set_up({"de-lehr": "K11"}, side="german")
    assert desk.why("move de-lehr K5 via K10 K9 K8 K7 K6") == ["8.1"]
    desk.play("move de-lehr K7 via K10 K9 K8")
    assert desk.at("de-lehr") == "K7"
    desk.set_up({"de-lehr": "K13"}, side="german")
    desk.play("move de-lehr K7 via K12 K11 K10 K9 K8")
    assert desk.at("de-lehr") == "K7", "the sixth hex: it may enter, and stops"
    desk.set_up({"de-lehr": "K12"}, side="german")
    assert desk.why("move de-lehr K6 via K11 K10 K9 K8 K7") == ["8.1"]


@rule("8.1")
def test_leaving_rough_ground_costs_nothing(desk):
    desk.set_up({"de-lehr": "K7"}, side="german")
    assert "K14" in desk.hexes("de-lehr"), "seven hexes (ruling 50)"


@rule("8.1")
def test_rough_ground_does_not_slow_others(desk):
    desk.set_up({"us-1": "K8"})
    assert desk.hexes("us-1") == desk.disc("K8", 4) - {"K8"}


@rule("8.1")
def test_half_is_rounded_up_for_the_impulse_s_allowance(desk):
    # In the second impulse German armor has four hexes; two through rough ground.
    desk.set_up({"de-lehr": "K8"}, side="german", impulse=2)
    assert desk.why("move de-lehr K5 via K7 K6") == ["8.1"]
    desk.play("move de-lehr K6 via K7")


# ---------------------------------------------------------------------------------------------------- 8.2 floods


@rule("8.2")
def test_a_flood_stops_every_unit_for_the_turn(desk):
    assert ground(desk, "CC5") == FLOODED
    assert "CC6" in desk.near("CC5")
    desk.set_up({"us-1": "CC7", "us-101": "CC7", "us-rangers": "CC7"}, allied="CC6")
    for unit in ("us-1", "us-101", "us-rangers"):
        assert desk.why(f"move {unit} CC4") == ["8.2"]
        desk.play(f"move {unit} CC5 via CC6")
    assert desk.s.mired == desk.units_of("us-1 us-101 us-rangers")


@rule("8.2")
def test_no_movement_in_the_second_impulse_even_after_a_retreat(desk):
    desk.set_up({"us-1": "CC6"}, impulse=2, mired=desk.units_of("us-1"))
    assert desk.why("move us-1 CC7") == ["8.2"]


@rule("8.2")
def test_who_sat_still_in_a_flood_may_move_in_the_second_impulse(desk):
    desk.set_up({"us-1": "CC5"}, impulse=2)
    assert "CC6" in desk.hexes("us-1")


@rule("8.2")
def test_hqs_stop_too(desk):
    desk.set_up({"br-hq-montgomery": "CC7"}, impulse=2, allied="CC6")
    desk.play("move br-hq-montgomery CC5 via CC6")
    assert desk.s.mired


@rule("31.11")
def test_before_the_floods_are_opened_they_are_clear(desk):
    desk.set_up({"us-1": "CC7"}, options="flooding", allied="CC6")
    desk.play("move us-1 CC4 via CC6 CC5")
    assert not desk.s.mired


# -------------------------------------------------------------------------------------------- 8.3, 8.4 mountains


@rule("8.3", "5.5")
def test_mountains_stop_all_but_mountain_units(desk):
    assert [ground(desk, h) for h in ("J21", "J22", "J23")] == [CLEAR, MOUNTAIN, MOUNTAIN]
    desk.set_up({"us-1": "J20", "fr-4dmm": "J20", "us-101": "J20", "us-rangers": "J20"})
    for unit in ("us-1", "us-101", "us-rangers"):
        assert desk.why(f"move {unit} J23 via J21 J22") == ["8.3"]
    desk.play("move us-1 J22")
    desk.play("move fr-4dmm J23 via J21 J22")
    assert desk.at("fr-4dmm") == "J23"


@rule("8.3")
def test_a_mountain_stops_for_the_impulse_only(desk):
    desk.set_up({"us-1": "J22"}, impulse=2)
    assert "J21" in desk.hexes("us-1")
    desk.set_up({"br-hq-montgomery": "J21"}, impulse=2)
    assert desk.why("move br-hq-montgomery J23 via J22") == ["8.3"]


@rule("8.4", "20.13")
def test_only_mountain_units_enter_alpine_hexes_and_stop_there(desk):
    assert [ground(desk, h) for h in ("S27", "S28", "S29")] == [MOUNTAIN, ALPINE, ALPINE]
    assert desk.w.move[desk.unit("br-52")][0] == 4
    desk.set_up({"us-1": "S27", "fr-4dmm": "S27", "br-52": "S27"})
    assert desk.why("move us-1 S28") == ["8.4"]
    for unit in ("fr-4dmm", "br-52"):
        assert "S28" in desk.hexes(unit)
        assert desk.why(f"move {unit} S29 via S28") == ["8.4"]


# ------------------------------------------------------------------------------------------------- 8.5 to 8.8


@rule("8.5")
def test_estuaries_cannot_be_crossed(desk):
    desk.set_up({"us-1": "A18"})
    assert desk.why("move us-1 B18 via A18") != []
    assert cost(desk, "us-1", "B18") == 3, "round by Bordeaux (A19) and B19"


@rule("8.6", "8.12")
def test_prohibited_hexes(desk):
    desk.set_up({"us-1": "T5"})
    assert desk.why("move us-1 T4") == ["8.6"]
    for h in range(desk.w.n):
        if desk.w.terrain[h] == OUT:
            assert not desk.w.near[h]
    swiss = next(desk.w.labels[h] for h in range(desk.w.n) if desk.w.terrain[h] == OUT)
    assert desk.why(f"move us-1 {swiss}") == ["8.12"]


@rule("8.7")
def test_the_dyke_is_crossed_but_not_a_place_to_stay(desk):
    desk.set_up({"us-1": "HH2"})
    assert desk.why("move us-1 II2") == ["8.7"]
    desk.play("move us-1 JJ2 via II2")
    assert desk.at("us-1") == "JJ2"
    desk.set_up({"us-1": "HH4"}, weather="storm")
    assert "JJ1" not in desk.hexes("us-1")


@rule("8.7")
def test_who_has_one_hex_cannot_cross_the_dyke(desk):
    desk.set_up({"us-1": "HH2"}, weather="storm", impulse=2)
    assert not {"JJ1", "JJ2", "II2"} & desk.hexes("us-1")


@rule("16.7")
@pytest.mark.parametrize("hex_", ["JJ1", "JJ2", "HH1"])
def test_to_cross_the_dyke_the_hexes_beside_it_must_be_free(desk, hex_):
    desk.set_up({"us-1": "HH2", "de-vs-1": hex_}, frozen="", invaders=0)
    desk.s.dropped = desk.units_of("de-vs-1")  # without a zone, so that only 16.7 can bar it
    assert not {"JJ1", "JJ2"} - {hex_} & desk.hexes("us-1")


@rule("8.8")
def test_blue_arrows_are_no_way_for_movement(desk):
    desk.set_up({"us-1": "P5"})
    assert desk.why("move us-1 P4 via P5") != []
    assert cost(desk, "us-1", "P4") == 2, "round by Q5"


# ------------------------------------------------------------------------------------------- 8.9, 8.10 zones


@rule("8.9", "4.3B4", "4.3C4")
def test_in_a_zone_at_the_start_of_the_second_impulse_a_unit_stays(desk):
    desk.set_up({"us-1": "M13", "us-4": "M11", "de-352": "M14"}, impulse=2)
    assert desk.why("move us-1 M12") == ["8.9"]
    desk.play("move us-4 M13")
    assert desk.at("us-4") == "M13", "others come up to help"


@rule("8.9")
def test_next_to_an_enemy_without_being_in_his_zone_a_unit_moves(desk):
    # Behind a river without bridges (ruling 52), beside frozen units, and in a fortress.
    desk.set_up({"us-1": "Q9", "de-352": "R9"}, impulse=2, bridges_down=1 << desk.w.section["seine-1"])
    assert desk.hexes("us-1")
    desk.set_up({"us-1": "M8", "de-352": "M7"}, impulse=2, frozen="de-352", invaded=31)
    assert desk.hexes("us-1")
    desk.set_up({"us-1": "V5", "de-352": "V4"}, side="german", impulse=2, ruined=0)
    assert desk.s.pinned == 0


@rule("8.10")
def test_no_step_from_one_zone_into_another(desk):
    desk.set_up({"us-1": "M13", "de-352": "M14"})
    assert desk.why("move us-1 L13 via M13") != []
    assert desk.why("move us-1 L13") == [], "round about: out of the zone and in again (ruling 49)"
    assert cost(desk, "us-1", "L13") == 2
    desk.set_up({"us-1": "M13", "de-352": "M14", "de-353": "M11"})
    assert cost(desk, "us-1", "M12") == 2, "next to it, but in the zone of the other one"
    desk.set_up({"de-352": "M13", "us-1": "M14"}, side="german", weather="storm")  # one hex
    assert desk.why("move de-352 L13") == ["8.10"]


@rule("8.10")
def test_withdrawing_into_a_free_hex_and_going_in_again(desk):
    desk.set_up({"us-1": "M13", "de-352": "M14"})
    desk.play("move us-1 L13 via L12")
    assert desk.at("us-1") == "L13"


# ----------------------------------------------------------------------------------- 17.10.4, as it bears on movement


def seine(desk):
    """All of the Seine without bridges."""
    return sum(1 << number for number, river in enumerate(desk.w.rivers) if river.name == "Seine")


@rule("17.10.4")
def test_on_foot_a_river_without_bridges_is_crossed_and_stops_the_move(desk):
    down = seine(desk)
    desk.set_up({"us-1": "Q10"}, bridges_down=down)
    assert "R9" in desk.hexes("us-1")
    assert "S9" not in desk.hexes("us-1"), "two hexes away, but the river stops it"
    assert set(crossings(desk.s, desk.unit("us-1"), reach(desk.s, desk.unit("us-1"))))
    desk.play("move us-1 R9")
    assert desk.at("us-1") == "R9"
    desk.set_up({"us-1": "Q10"}, bridges_down=down, impulse=2)
    assert "S9" in desk.hexes("us-1"), "in the second impulse without restriction"


@rule("17.10.4")
def test_armor_does_not_cross_without_a_roll(desk):
    down = seine(desk)
    for impulse in (1, 2):
        desk.set_up({"us-2arm": "Q10"}, bridges_down=down, impulse=impulse)
        assert "R9" not in desk.hexes("us-2arm")
        assert desk.why("move us-2arm R9") == ["17.10.4"]


@rule("17.10.4")
def test_a_crossing_can_be_the_end_of_a_named_way(desk):
    desk.set_up({"us-1": "Q11"}, bridges_down=seine(desk))
    desk.play("move us-1 R9 via Q10")
    assert desk.at("us-1") == "R9"
    desk.set_up({"us-1": "Q11"}, bridges_down=seine(desk))
    assert desk.why("move us-1 S9 via Q10 R9") == ["17.10.4"]


@rule("17.10.4", "31.6")
@pytest.mark.parametrize(("unit", "side"), [("us-1", "allied"), ("de-352", "german")])
def test_who_stops_behind_a_river_is_noted_of_allied_units_alone(desk, unit, side):
    """An Allied unit that forded could else sail on or leave the map. A German one has no other way to go on, and
    what a note tells of a unit under a decoy would give it away."""
    s = desk.set_up({unit: "Q11"}, side=side, bridges_down=seine(desk))
    desk.play(f"move {unit} R9 via Q10")
    assert s.stopped == (desk.units_of(unit) if side == "allied" else 0)
    assert desk.hexes(unit) == set()
    assert desk.why(f"move {unit} S9") == ["5.3"]
    s = desk.set_up({unit: "Q11"}, side=side, bridges_down=seine(desk))
    desk.play(f"move {unit} Q10")
    assert s.stopped == 0, "it has crossed no river"
    s = desk.set_up({unit: "Q11"}, side=side, bridges_down=seine(desk), impulse=2)
    desk.play(f"move {unit} Q10")
    assert s.stopped == 0
    s = desk.set_up({unit: "Q10"}, side=side, bridges_down=seine(desk), impulse=2)
    desk.play(f"move {unit} R9")
    assert s.stopped == 0, "in the second impulse rivers stop nobody on foot"
    s = desk.set_up({unit: "Q10"}, side=side)
    desk.play(f"move {unit} R9")
    assert s.stopped == 0, "the bridges stand"


@rule("8.1", "11.3")
def test_a_move_that_goes_on_after_rough_ground_keeps_the_half(desk):
    # Lehr has spent one hex in rough ground and goes on later in the same impulse: three hexes are left of four.
    s = desk.set_up({"de-lehr": "K7"}, side="german", slowed=desk.units_of("de-lehr"))
    desk.s.slowed = desk.units_of("de-lehr")
    s.spent[desk.unit("de-lehr")] = 1
    assert desk.hexes("de-lehr") == desk.disc("K7", 3) - {"K7"}
    desk.play("move de-lehr K10")
    assert desk.at("de-lehr") == "K10"
