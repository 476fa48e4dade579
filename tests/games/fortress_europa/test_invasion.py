"""12. Invasions: when, who, stacking, combat of invaders, the second impulse, failure."""

from __future__ import annotations

import pytest

from grognard.games.fortress_europa.data.world import ALLIED, GERMAN
from grognard.games.fortress_europa.rules.landing.beachhead import why_no_landing
from grognard.games.fortress_europa.rules.landing.dday import StartLanding
from grognard.games.fortress_europa.rules.landing.invasion import (
    Foothold,
    Invading,
    cannot_retreat,
    landing_bonus,
    only_own_hex,
    second_invasion_failed,
    why_not_invaded,
)
from grognard.games.fortress_europa.rules.sequence import EndMove, Moving, PlayerTurn, StartMove, StartTurn
from grognard.games.fortress_europa.rules.standing import put, survey, units_in
from grognard.games.fortress_europa.rules.state import FIRST_COMBAT, FIRST_MOVE, NOWHERE
from grognard.games.fortress_europa.rules.supply.ports import capacity
from grognard.suite import rule

BRITISH = ("br-3", "br-50", "br-51", "br-49", "br-15")


def first(desk, units=None, **more):
    """The first turn, when the invaders are placed."""
    there = dict.fromkeys(BRITISH, "england") | (units or {})
    steps = more.pop("steps", [StartLanding(), Invading()])
    return desk.set_up(there, turn="jun-1", steps=steps, **more)


def second(desk, units=None, *, box="england", **more):
    """A turn on which the second invasion may be made: the first move impulse."""
    there = dict.fromkeys(BRITISH, box) | {"us-1": "M12"} | (units or {})
    harbour = [desk.hex("N33"), NOWHERE]
    settings = {
        "turn": "aug-1",
        "invasions": 1,
        "invasion_turn": 1,
        "capacity_start": 5,
        "mulberry_at": harbour,
    } | more
    settings.setdefault("began", desk.units_of(" ".join(u for u, place in there.items() if place == box)))
    return desk.set_up(there, **settings)


def following(desk, units, landed, *, german=None, **more):
    """The second move impulse of the first turn: `landed` has invaded, the other units are in England."""
    there = units | landed | (german or {})
    site = desk.hexes_of(" ".join(landed.values()))
    settings = {
        "turn": "jun-1",
        "impulse": 2,
        "invasions": 1,
        "invasion_turn": 1,
        "site": site,
        "landing_area": 0,
        "began": desk.units_of(" ".join(u for u, place in units.items() if place in ("england", "africa"))),
    } | more
    return desk.set_up(there, **settings)


# ------------------------------------------------------------------------------------------------ when


@rule("12.1")
def test_only_on_clear_turns(desk):
    for weather in ("overcast", "overcast-star", "storm"):
        second(desk, weather=weather)
        assert desk.why("invade br-3 M5") == ["12.1"]
    second(desk)
    assert desk.why("invade br-3 M5") == []


@rule("12.2")
def test_the_first_invasion_is_made_on_the_first_turn(desk):
    first(desk)
    assert desk.why("done") == ["12.2"]
    desk.play("invade br-3 M5; done")
    assert desk.s.invasions == 1


@rule("12.2")
@pytest.mark.parametrize("turn", ["jul-4", "oct-1"])
def test_the_second_one_is_not_made_before_august_nor_after_september(desk, turn):
    second(desk, turn=turn)
    assert desk.why("invade br-3 M5") == ["12.2"]


@rule("12.2", "12.14")
@pytest.mark.parametrize("turn", ["aug-1", "sep-4"])
def test_the_second_one_from_august_i_to_september_iv(desk, turn):
    s = second(desk, turn=turn)
    desk.play("invade br-3 M5")
    assert (s.invasions, s.second_turn, s.ten_waiting) == (2, desk.w.turn_of[turn], True)


@rule("12.2")
def test_there_is_no_third(desk):
    second(desk, invasions=2, second_turn=10, turn="aug-4")
    assert desk.why("invade br-3 M5") == ["12.2"]


@rule("12.3")
def test_no_sea_movement_on_the_turn_of_an_invasion(desk):
    units = {"us-2": "K2"}
    second(desk, units)
    desk.play("invade br-3 L4")
    assert "12.3" in desk.why("sail us-2 england")
    second(desk, units)
    desk.play("sail us-2 england")
    assert desk.why("invade br-3 L4") == ["12.3"], "once a unit has sailed, nobody invades on that turn"


@rule("12.3")
def test_invaders_end_their_movement_where_they_land(desk):
    second(desk)
    desk.play("invade br-3 L4")
    assert desk.why("move br-3 L5") == ["12.3"]
    assert desk.hexes("us-1"), "others move as always (ruling 92)"


@rule("12.3")
def test_nobody_invades_in_the_second_impulse(desk):
    second(desk, impulse=2)
    assert desk.why("invade br-3 L4") == ["12.3"]


@rule("12.4")
def test_who_did_not_start_the_turn_in_the_box_does_not_invade(desk):
    second(desk, began=0)
    assert desk.why("invade br-3 L4") == ["12.4"]
    assert "12.4" in desk.why("invade us-1 L4")


@rule("12.14")
def test_not_with_a_capacity_of_zero_or_less_as_the_turn_began(desk):
    for start in (0, -2):
        second(desk, capacity_start=start)
        assert desk.why("invade br-3 L4") == ["12.14"]
    second(desk, capacity_start=1)
    assert desk.why("invade br-3 L4") == []


@rule("12.18")
def test_when_nobody_is_on_the_continent_capacity_does_not_matter(desk):
    second(desk, {"us-1": "destroyed"}, capacity_start=0)
    assert desk.why("invade br-3 L4") == []


@rule("12.18")
def test_the_second_invasion_fails_when_no_allied_unit_is_left(desk):
    s = second(desk, invasions=2, second_turn=10, turn="aug-4")
    assert not second_invasion_failed(s), "a unit of the first holds out (ruling 112)"
    put(s, desk.unit("us-1"), desk.w.destroyed)
    assert second_invasion_failed(s)
    s.invasions = 1
    assert not second_invasion_failed(s), "after the first the game goes on"


# ------------------------------------------------------------------------------------------------- who


@rule("12.13")
def test_of_armored_units_only_the_79th_lands(desk):
    units = {"us-2arm": "england", "br-4bde": "england", "us-4cav": "england", "br-79": "england"}
    first(desk, units, back="br-79")
    for unit in ("us-2arm", "br-4bde", "us-4cav"):
        assert desk.why(f"invade {unit} M5") == ["12.13"]
    assert desk.why("invade br-79 M5") == []
    second(desk, units, back="br-79")
    assert desk.why("invade us-2arm L4") == ["12.13"]
    assert desk.why("invade br-79 L4") == [], "ruling 105"


@rule("12.13")
def test_the_79th_begins_reduced_and_counts_its_factors(desk):
    w = desk.w
    u = desk.unit("br-79")
    assert w.units[u].starts_reduced
    s = first(desk, {"br-79": "england"}, back="br-79")
    desk.play("invade br-79 M5; done")
    assert s.landed_factors == w.combat[u][1]


@rule("12.13")
def test_the_79th_adds_two_in_the_first_combat_impulse_of_the_first_invasion(desk):
    s = first(desk, {"br-79": "england"}, back="br-79")
    desk.play("invade br-79 M5; invade br-3 M5; invade br-50 L4; done")
    bonus = landing_bonus(s, desk.units_of("br-79 br-3"))
    assert bonus is not None
    assert (bonus.value, bonus.rule) == (2, "12.13")
    assert landing_bonus(s, desk.units_of("br-3 br-50")) is None, "only in the battle that it fights"
    desk.restart(Foothold())
    assert landing_bonus(s, desk.units_of("br-79 br-3")) is None, "the impulse is over"


@rule("12.13")
def test_the_79th_adds_nothing_in_the_second_invasion(desk):
    s = second(desk, {"br-79": "england"}, back="br-79")
    desk.play("invade br-79 L4")
    assert landing_bonus(s, desk.units_of("br-79")) is None


@rule("31.16")
def test_parts_of_the_79th_land_one_a_hex_and_add_one_each(desk):
    parts = {"br-79-a": "england", "br-79-b": "england"}
    first(desk, parts)
    assert desk.why("invade br-79-a M5") == ["12.13"]
    s = first(desk, parts, options="funnies")
    assert desk.why("invade br-79-a M5; invade br-79-b M5") == ["31.16"]
    desk.play("invade br-3 M5; invade br-50 M5; invade br-79-a M5; invade br-79-b L4; done")
    bonus = landing_bonus(s, desk.units_of("br-3 br-79-a"))
    assert bonus is not None
    assert (bonus.value, bonus.rule) == (1, "31.16")


@rule("13.1")
def test_headquarters_do_not_come_with_the_first_wave(desk):
    first(desk, {"br-hq-montgomery": "england"})
    assert desk.why("invade br-hq-montgomery M5") == ["13.1"]


# ------------------------------------------------------------------------------------------------ stacking


@rule("12.7")
def test_two_units_in_a_beach_hex_and_one_in_rough_ground(desk):
    first(desk)
    assert desk.why("invade br-3 M5; invade br-50 M5; invade br-51 M5") == ["12.7"]
    assert desk.w.terrain[desk.hex("C3")] == 1, "rough"
    assert desk.why("invade br-3 C3; invade br-50 C3") == ["12.7"]
    assert desk.why("invade br-3 M6; invade br-50 M6") == ["12.7"], "an inland port"


@rule("12.7", "6.6")
def test_invaders_are_placed_on_top_of_germans(desk):
    s = first(desk, {"de-352": "M5", "de-716": "M5", "de-243": "M5"})
    desk.play("invade br-3 M5; invade br-50 M5; done")
    assert len(units_in(s, desk.hex("M5"))) == 5


@rule("12.7", "12.13")
def test_the_79th_stacks_free_in_the_first_invasion_only(desk):
    units = {"br-79": "england"}
    first(desk, units, back="br-79")
    assert desk.why("invade br-79 M5; invade br-3 M5; invade br-50 M5; done") == []
    second(desk, units, back="br-79")
    desk.play("invade br-3 L4", "invade br-50 L4")
    assert desk.why("invade br-79 L4") == ["12.7"]


@rule("12.7")
def test_in_the_second_invasion_units_already_ashore_count_in_the_invaded_hexes_alone(desk):
    second(desk, {"us-2": "L4", "us-4": "L6"})
    desk.play("invade br-3 L4")
    assert desk.why("invade br-50 L4") == ["12.7"], "the 2nd and the 3rd are two"
    desk.play("invade br-50 M5", "invade br-51 M5", "move us-4 M5", "end")
    assert desk.step() == "Overstacked"
    assert set(desk.legal("remove")) == {"br-50", "br-51", "us-4"}


@rule("12.7")
def test_hexes_that_are_not_invaded_keep_the_normal_limit(desk):
    second(desk, {"us-2": "M12", "us-4": "M12"})
    desk.play("invade br-3 L4", "end")
    assert desk.step() != "Overstacked", "three in M12"


@rule("12.7")
def test_from_the_first_combat_impulse_on_normal_limits_hold(desk):
    """12.15, example 6: the 79th and another unit are still in a flooded hex after the first combat impulse."""
    s = first(desk, {"br-79": "england"}, back="br-79")
    desk.play("invade br-3 CC4; invade br-79 CC4; done")
    s.phase = FIRST_COMBAT
    desk.restart(Foothold())
    assert desk.step() == "Overstacked"
    assert set(desk.legal("remove")) == {"br-3", "br-79"}


# -------------------------------------------------------------------------------------------- combat of invaders


@rule("12.8")
def test_invaders_attack_the_germans_in_their_hex_and_no_others(desk):
    s = first(desk, {"de-352": "M6", "de-716": "L4"})
    desk.play("invade br-3 M5; invade br-50 L4; done")
    assert only_own_hex(s, desk.unit("br-3")), "even if there are none in it"
    assert only_own_hex(s, desk.unit("br-50"))
    desk.restart(Foothold())
    assert not only_own_hex(s, desk.unit("br-3")), "in the second impulse as everybody"


@rule("12.8", "7.1")
def test_invaders_have_no_zone_but_their_hex_in_the_first_impulse(desk):
    s = first(desk)
    desk.play("invade br-3 M5; done")
    assert survey(s).zones[ALLIED] == desk.hexes_of("M5")
    desk.restart(Foothold())
    assert survey(s).zones[ALLIED] == desk.hexes_of(" ".join({"M5", *desk.near("M5")}))


@rule("12.8")
def test_in_the_second_invasion_this_is_so_for_invaders_alone(desk):
    s = second(desk)
    desk.play("invade br-3 L4")
    assert only_own_hex(s, desk.unit("br-3"))
    assert not only_own_hex(s, desk.unit("us-1"))
    assert survey(s).zones[ALLIED] >> desk.hex("M11") & 1
    assert not survey(s).zones[ALLIED] >> desk.hex("L5") & 1


@rule("12.9")
def test_invaders_cannot_retreat_in_the_first_impulse(desk):
    s = first(desk, {"de-352": "M5"})
    desk.play("invade br-3 M5; invade br-50 L4; done")
    assert cannot_retreat(s, desk.unit("br-3"))
    desk.restart(Foothold())
    assert not cannot_retreat(s, desk.unit("br-50"))


@rule("12.9")
def test_who_is_still_on_top_of_germans_is_eliminated(desk):
    s = first(desk, {"de-352": "M5"})
    desk.play("invade br-3 M5; invade br-50 L4; done")
    desk.restart(Foothold())
    assert desk.at("br-3") == "destroyed"
    assert desk.at("br-50") == "L4"
    assert desk.owner("M5") == "german"
    assert s.friendly_beaches == desk.hexes_of("L4")


@rule("14.11", "12.8")
def test_no_other_nationality_moves_up_to_where_only_the_invaders_attack(desk):
    """The British in M5 must attack the Germans there; an American whose only enemy is in M5 could not attack."""
    second(desk, {"us-1": "L6", "us-4": "L7", "de-352": "M5"})
    beside = desk.near("M5") & desk.hexes("us-1")
    assert beside, "before the invasion nothing is against it"
    desk.play("invade br-3 M5")
    assert not beside & desk.hexes("us-1")
    assert "14.11" in desk.why(f"move us-1 {min(beside)}")


@rule("12.9")
def test_in_the_second_invasion_too(desk):
    second(desk, {"de-352": "L4"})
    desk.play("invade br-3 L4")
    desk.restart(Foothold())
    assert desk.at("br-3") == "destroyed"


@rule("11.4B", "12.9")
def test_a_beach_from_which_the_germans_were_thrown_is_friendly(desk):
    s = first(desk, {"de-352": "M5"})
    desk.play("invade br-3 M5; done")
    put(s, desk.unit("de-352"), desk.w.destroyed)
    desk.restart(Foothold())
    assert s.friendly_beaches == desk.hexes_of("M5")


@rule("11.4B")
def test_a_beach_where_the_invaders_died_with_the_defenders_is_friendly(desk):
    """It asks only where units landed, and whether Germans have been there since."""
    s = first(desk, {"de-352": "M5"})
    desk.play("invade br-3 M5; invade br-50 L4; done")
    put(s, desk.unit("de-352"), desk.w.destroyed)
    put(s, desk.unit("br-3"), desk.w.destroyed)
    desk.restart(Foothold())
    assert s.friendly_beaches == desk.hexes_of("M5 L4")


@rule("12.7", "6.1")
def test_two_land_in_a_mountain_beach_and_one_may_stay(desk):
    """12.7 excepts rough and flooded beaches and inland ports, not mountains such as S34 (Nice)."""
    s = desk.set_up(dict.fromkeys(BRITISH, "africa"), turn="jun-1", steps=[StartLanding(), Invading()])
    assert desk.why("invade br-3 S34; invade br-50 S34; invade br-51 S34") == ["12.7"]
    desk.play("invade br-3 S34; invade br-50 S34; done")
    s.phase = FIRST_COMBAT
    desk.restart(Foothold())
    assert desk.step() == "Overstacked"
    assert set(desk.legal("remove")) == {"br-3", "br-50"}


@rule("9.1A", "9.1E", "12.3")
def test_the_district_invaded_is_released(desk):
    s = first(desk, {"de-352": "L6", "de-708": "C12"}, frozen="de-352 de-708")
    desk.play("invade br-3 M5; done")
    assert [s.bound[desk.unit(u)] >= 0 for u in ("de-352", "de-708")] == [False, True]
    s = first(desk, {"de-352": "L6", "de-708": "C12"}, frozen="de-352 de-708")
    desk.play("invade br-3 Z4; done")
    assert s.released, "the 15th district"


# -------------------------------------------------------------------------------------------- the second impulse


@rule("12.11")
def test_second_impulse_units_land_in_invaded_hexes_without_enemies(desk):
    following(desk, {"br-50": "england"}, {"br-3": "M5", "br-51": "L4"}, german={"de-352": "L4"})
    assert desk.hexes("br-50", "land") == {"M5"}
    assert desk.why("land br-50 L4") == ["12.11"]
    assert desk.why("land br-50 N5") == ["12.11"]
    assert desk.why("land br-3 M5") != []


@rule("12.11")
def test_they_land_only_on_an_invasion_turn_and_then_in_the_second_impulse(desk):
    s = following(desk, {"br-50": "england"}, {"br-3": "M5"})
    s.impulse = 1
    assert [w.rule for w in why_no_landing(s, s.stack[-1], "allied")] == ["12.11"]
    s.impulse, s.turn = 2, 2
    assert [w.rule for w in why_no_landing(s, s.stack[-1], "allied")] == ["12.11"]


@rule("12.11", "5.6")
def test_they_have_half_of_the_second_allowance_rounded_down_and_one_at_least(desk):
    s = following(desk, {"br-50": "england", "br-hq-montgomery": "england"}, {"br-3": "M5"})
    w = desk.w
    charted = w.charted(desk.unit("br-50"), 4, s.weather, 2)
    desk.play("land br-50 M5", "land br-hq-montgomery M5")
    half = max(1, charted // 2)
    assert desk.hexes("br-50") <= desk.disc("M5", half) - {"M5"}
    assert max(w.grid.distance(desk.hex("M5"), desk.hex(x)) for x in desk.hexes("br-50")) == half
    factor = w.move[desk.unit("br-hq-montgomery")][0]
    far = max(w.grid.distance(desk.hex("M5"), desk.hex(x)) for x in desk.hexes("br-hq-montgomery"))
    assert far == factor // 2, "an HQ has half its factor (ruling 102)"


@rule("12.11")
def test_units_of_the_first_impulse_have_the_normal_allowance(desk):
    s = following(desk, {}, {"br-3": "M5"})
    w = desk.w
    charted = w.charted(desk.unit("br-3"), 4, s.weather, 2)
    assert max(w.grid.distance(desk.hex("M5"), desk.hex(x)) for x in desk.hexes("br-3")) == charted


@rule("12.11", "8.9")
def test_they_may_land_in_an_enemy_zone_but_not_move_on(desk):
    following(desk, {"br-50": "england"}, {"br-3": "M5"}, german={"de-352": "M6"})
    desk.play("land br-50 M5")
    assert desk.words("move br-50 L5") == "8.9: British 50 Infantry has landed in an enemy zone of control."


@rule("12.11", "8.3", "8.2")
def test_mountains_hold_them_and_floods_too(desk):
    following(desk, {"br-50": "england"}, {"br-3": "D3"})
    desk.play("land br-50 D3")
    assert desk.hexes("br-50") == set()
    following(desk, {"br-50": "england"}, {"br-3": "DD4"}, landing_area=1)
    desk.play("move br-3 DD5", "land br-50 DD4")
    assert desk.why("move br-50 DD5") == ["8.2"], "ruling 51"


@rule("8.2", "12.3")
def test_invaders_of_a_flooded_beach_move_no_further_that_turn(desk):
    """CC4 is flooded, BB4 is not; 8.2 excepts sea movement to a port, and an invasion is none."""
    second(desk, steps=[StartMove(1), Moving(), EndMove(), Foothold(), StartMove(2), Moving()])
    desk.play("invade br-3 CC4", "invade br-50 BB4", "end")
    assert desk.s.impulse == 2
    assert desk.hexes("br-3") == set()
    assert desk.why("move br-3 CC5") == ["8.2"]
    assert desk.hexes("br-50")


@rule("12.11")
def test_a_full_hex_is_open_only_if_somebody_can_leave_it(desk):
    landed = {"br-3": "M5", "br-50": "M5", "br-51": "M5"}
    following(desk, {"br-49": "england"}, landed)
    desk.play("land br-49 M5")
    desk.play("end")
    assert desk.step() == "Overstacked", "and nobody did"
    following(desk, {"br-49": "england"}, landed)
    desk.play("land br-49 M5", "move br-3 L5", "end")
    assert desk.step() == ""
    following(desk, {"br-49": "england"}, landed, german={"de-352": "M6"})
    assert desk.words("land br-49 M5").startswith("12.11")


@rule("12.11", "8.3")
def test_a_full_mountain_beach_is_closed_if_nobody_there_can_move(desk):
    """E4 holds one, and the mountains hold whoever lands there."""
    following(desk, {"br-50": "england", "br-51": "england"}, {"br-3": "F4"}, site=desk.hexes_of("E4 F4"))
    desk.play("land br-50 E4")
    assert desk.why("land br-51 E4") == ["12.11"]
    following(desk, {"br-51": "england"}, {"br-3": "E4"})
    desk.play("land br-51 E4")
    assert desk.at("br-51") == "E4", "the invader of the first impulse can make room"


@rule("12.10")
def test_only_so_many_units_and_one_hq_land_in_the_second_impulse(desk):
    area = desk.w.areas[0]
    assert (area.second, area.second_hq) == (4, 1)
    units = dict.fromkeys((*BRITISH[1:], "us-1", "us-hq-bradley", "br-hq-montgomery"), "england")
    following(desk, units, {"br-3": "M5", "us-4": "L4"})
    desk.play("land br-hq-montgomery M5")
    assert desk.why("land us-hq-bradley M5") == ["12.10"]
    desk.play("land br-50 M5", "land br-51 L4", "land us-1 L4")
    assert desk.why("land br-49 M5") == ["12.10"], "an HQ is one of the four (ruling 25)"


@rule("12.11", "12.13", "12.4")
def test_no_armor_and_nobody_from_the_other_box(desk):
    units = {"us-2arm": "england", "us-3": "africa", "br-79": "england"}
    following(desk, units, {"br-3": "M5"}, back="br-79")
    assert desk.why("land us-2arm M5") == ["12.13"]
    assert desk.why("land us-3 M5") == ["12.4"]
    assert desk.why("land br-79 M5") == []


@rule("12.3", "12.11")
def test_a_second_invasion_from_its_declaration_to_its_second_impulse(desk):
    s = second(desk, {"de-352": "Z6"}, steps=[StartMove(1), Moving(), EndMove(), Foothold(), StartMove(2), Moving()])
    s.began = desk.units_of(" ".join(BRITISH))
    desk.play("invade br-3 L4", "invade br-50 L3", "end")
    assert (s.impulse, s.invaders) == (2, 0)
    desk.play("land br-51 L4")
    assert desk.at("br-51") == "L4"
    assert s.ashore == desk.units_of("br-3 br-50 br-51")


@rule("12.2", "12.10")
def test_what_landed_is_forgotten_when_the_next_turn_starts(desk):
    s = first(desk)
    desk.play("invade br-3 M5; done")
    assert s.phase == FIRST_MOVE
    desk.restart(StartTurn(2))
    assert (s.site, s.landed_factors, s.ashore, s.landing_area) == (0, 0, 0, -1)
    assert s.side == ALLIED


@rule("12.4")
def test_a_player_turn_notes_who_is_in_the_boxes_and_cities(desk):
    desk.set_up({"br-3": "england", "us-3": "africa", "us-1": "M12", "us-101": "R11", "de-352": "GG10"}, steps=[])
    desk.restart(PlayerTurn(ALLIED))
    assert desk.s.began == desk.units_of("br-3 us-3 us-101")
    desk.restart(PlayerTurn(GERMAN))
    assert desk.s.began == desk.units_of("de-352")


@rule("12.9", "12.10", "8.9")
def test_what_previews_tell(desk):
    first(desk, {"de-352": "M5"})
    told = desk.preview("invade br-3 M5")
    assert (told.cost, [effect.rule for effect in told.effects]) == ("5 factors", ["12.10", "12.9"])
    following(desk, {"br-50": "england"}, {"br-3": "M5"}, german={"de-352": "M6"})
    told = desk.preview("land br-50 M5")
    assert (told.cost, [effect.rule for effect in told.effects]) == ("unit 1 of 4", ["8.9"])


@rule("14.11", "6.2")
def test_two_nationalities_do_not_land_on_the_same_enemies(desk):
    there = dict.fromkeys(("us-1", "us-4", "br-3"), "england")
    landing = {"turn": "jun-1", "invasions": 0, "phase": FIRST_MOVE, "steps": [Invading()]}
    began = desk.units_of(" ".join(there))
    desk.set_up(there | {"de-352": "M5"}, began=began, **landing)
    assert desk.why("invade us-1 M5; invade br-3 M5") == ["14.11"]
    assert desk.why("invade us-1 M5; invade us-4 M5; done") == []
    desk.set_up(there, began=began, **landing)
    assert desk.why("invade us-1 M5; invade br-3 M5; done") == []


@rule("18.7.4", "12.14")
def test_the_second_invasion_does_not_bring_capacity_below_zero(desk):
    there = {"us-1": "R11", "us-4": "R11", "br-3": "england", "br-50": "england"}
    settings = {"turn": "aug-2", "invasions": 1, "invasion_turn": 1, "began": desk.units_of("br-3 br-50")}
    s = desk.set_up(
        there, mulberry_at=[desk.hex("M5"), NOWHERE], mulberry_damage=[9, 0], capacity_start=1, **settings
    )
    assert capacity(s) == 1
    assert desk.why("invade br-3 T5") == []
    desk.play("invade br-3 T5")
    assert capacity(s) == 0
    assert desk.why("invade br-50") == ["18.7.4"]
    assert {why.rule for why in why_not_invaded(s, desk.unit("br-50"), desk.hex("T5"))} == {"18.7.4"}
    s.mulberry_damage[0] = 8
    assert desk.why("invade br-50 T5") == [], "ruling 301"


@rule("18.7.4", "12.18", "18.7.1")
def test_with_nobody_ashore_the_second_invasion_is_like_a_first_one_whatever_port_is_still_allied(desk):
    """St. Nazaire carries three, but the fourth lands as well (ruling 301)."""
    names = ("br-3", "br-50", "br-51", "br-49")
    where = ("M5", "M5", "L4", "L4")
    settings = {"turn": "aug-2", "invasions": 1, "invasion_turn": 1, "began": desk.units_of(" ".join(names))}
    units = dict.fromkeys(names, "england")
    s = desk.set_up(units, allied="C9", first_failed=True, capacity_start=3, **settings)
    assert capacity(s) == 3
    for name, label in zip(names, where, strict=True):
        desk.play(f"invade {name} {label}")
    assert capacity(s) == -1
    s = desk.set_up({**units, "us-101": "C9"}, first_failed=True, capacity_start=2, **settings)
    for name, label in zip(names[:2], where, strict=False):
        desk.play(f"invade {name} {label}")
    assert {why.rule for why in why_not_invaded(s, desk.unit("br-51"), desk.hex("L4"))} == {"18.7.4"}
