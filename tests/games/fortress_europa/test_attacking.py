"""13.4, 14: who may and must attack whom, and declaring battles one by one. M9 to N9 is open country."""

from __future__ import annotations

import pytest

from grognard.games.fortress_europa.data.world import GERMAN
from grognard.games.fortress_europa.rules.air.naval import ShipsMove
from grognard.games.fortress_europa.rules.combat.attacking import Attacking, StartCombat
from grognard.games.fortress_europa.rules.combat.duties import allowed, missed
from grognard.games.fortress_europa.rules.combat.front import front
from grognard.games.fortress_europa.rules.combat.strength import reckon
from grognard.games.fortress_europa.rules.sequence import phases
from grognard.games.fortress_europa.rules.standing import survey
from grognard.games.fortress_europa.rules.state import FIRST_COMBAT, FIRST_MOVE, SECOND_COMBAT, SECOND_MOVE
from grognard.maps import members
from grognard.suite import rule

# Around M9: M8, M10, L8, L9, N8, N9. Around M10: M9, M11, L9, L10, N9, N10.


def combat(desk, units, side="allied", impulse=1, **more):
    return desk.set_up(units, side=side, impulse=impulse, steps=[StartCombat(impulse)], **more)


def die_for(desk, units, labels, result, lower=""):
    """The die that gives a result in this battle."""
    r = reckon(desk.s, [desk.unit(u) for u in units], desk.hexes_of(labels))
    columns = desk.w.book.column
    column = next(c for c in columns if c.id == lower) if lower else columns[r.column]
    return column.results.index(result) + 1


def able(desk):
    return {desk.w.ids[u]: {desk.w.labels[h] for h in members(m)} for u, m in front(desk.s).able.items()}


# --------------------------------------------------------------------------------------- who must attack


@rule("14.1", "14.6B")
def test_a_unit_in_an_enemy_zone_must_attack(desk):
    combat(desk, {"us-1": "M9", "de-352": "M10"})
    assert desk.step() == "Attacking"
    assert set(desk.why("done")) == {"14.6A", "14.6B"}
    assert "American 1 Infantry must attack" in desk.words("done")


@rule("14.1")
def test_nobody_in_a_zone_nobody_must(desk):
    combat(desk, {"us-1": "M9", "de-352": "M12"})
    assert desk.step() == ""


@rule("14.2")
def test_the_player_whose_turn_it_is_attacks(desk):
    combat(desk, {"us-1": "M9", "de-352": "M10"}, side="german")
    assert desk.seat == "german"
    assert desk.why("attack us-1 M10") == ["14.2"]
    assert desk.legal("attack de-352") == ["M9"]


@rule("14.1", "14.13")
def test_germans_in_a_fortress_need_not_attack(desk):
    w = desk.w
    h = next(x for x in members(w.fortresses) if w.terrain[x] == 0 and len(w.near[x]) >= 3)
    label = w.labels[h]
    out = w.labels[w.near[h][0]]
    combat(desk, {"de-lehr": label, "us-1": out}, side="german", allied=out)
    assert desk.why("done") == []
    assert out in desk.legal("attack de-lehr")


@rule("14.13")
def test_who_attacks_out_of_a_fortress_must_attack_all_neighbours(desk):
    w = desk.w
    h, a, b = next(
        (h, a, b)
        for h in members(w.fortresses)
        for a in w.near[h]
        for b in w.near[h]
        if a != b and b not in w.near[a] and w.terrain[a] == w.terrain[b] == 0 and not w.cities >> a & 1
    )
    one, two = w.labels[a], w.labels[b]
    units = {"de-lehr": w.labels[h], "us-rangers": one, "br-1ssb": two}
    combat(desk, units, side="german", ruined=0)
    assert desk.why(f"attack de-lehr {one}; done") == ["14.6A"]
    assert desk.why(f"attack de-lehr {one} {two}; done") == []
    units["de-12ss"] = w.labels[h]
    combat(desk, units, side="german", ruined=0)
    desk.play(f"attack de-lehr {one}; done", dice=[6])
    while desk.step() != "Attacking":
        desk.play(desk.legal()[0])
    assert desk.why("done") == ["14.6A"]


@rule("14.1", "17.10.4")
def test_over_a_river_without_bridges_nobody_attacks(desk):
    w = desk.w
    a, b, section = next(
        (a, b, w.river_between(a, b)) for a in members(w.ground[0]) for b in w.near[a] if w.river_between(a, b) >= 0
    )
    units = {"us-1": w.labels[a], "de-352": w.labels[b]}
    combat(desk, units)
    assert desk.legal("attack us-1") == [w.labels[b]]
    combat(desk, units, bridges_down=1 << section)
    assert desk.step() == ""


@rule("14.1")
def test_over_an_estuary_nobody_attacks(desk):
    combat(desk, {"us-1": "BB4", "de-352": "CC5"})  # ruling 10
    assert desk.step() == ""


@rule("14.1")
def test_beside_frozen_units_nobody_must_attack(desk):
    combat(desk, {"us-1": "M7", "de-352": "M6"}, frozen="de-352")
    assert desk.why("done") == []
    assert desk.legal("attack us-1") == ["M6"]


@rule("9.1", "14.1")
def test_frozen_units_neither_must_nor_may_attack(desk):
    combat(desk, {"us-1": "M7", "de-352": "M6"}, frozen="de-352", side="german")
    assert desk.step() == ""  # ruling 72


@rule("9.1F", "9.8")
def test_an_attack_on_frozen_units_releases_everybody(desk):
    combat(desk, {"us-1": "M7", "us-4": "M7", "de-352": "M6", "de-353": "L7"}, frozen="de-352 de-353")
    desk.play("attack us-1 M6; done", dice=[die_for(desk, ["us-1"], "M6", "AR")])
    assert "All German units are released." in " ".join(desk.log)
    assert desk.s.released


@rule("9.1F")
def test_the_attacker_is_told_that_it_releases(desk):
    combat(desk, {"us-1": "M7", "de-352": "M6"}, frozen="de-352")
    s = desk.s
    s.battle_units, s.battle_hexes = desk.units_of("us-1"), desk.hexes_of("M6")
    assert any("releases all" in words for words in s.stack[-1].warnings(s, "allied"))


@rule("9.9")
def test_a_free_unit_on_a_frozen_one_must_be_attacked_with_it(desk):
    combat(desk, {"us-1": "M7", "us-4": "M7", "de-352": "M6", "de-353": "M6"}, frozen="de-352")
    assert "14.6A" in desk.why("done")
    assert {desk.w.ids[u] for u in members(mask_of_foes(desk, "M6"))} == {"de-352", "de-353"}


def mask_of_foes(desk, label):
    r = reckon(desk.s, [desk.unit("us-1")], desk.hexes_of(label))
    return sum(1 << c.unit for c in r.defenders)


@rule("13.4", "14.1")
@pytest.mark.parametrize("impulse", [1, 2])
def test_an_hq_in_a_zone_must_attack(desk, impulse):
    combat(desk, {"us-hq-bradley": "M9", "us-1": "M9", "de-352": "M10"}, impulse=impulse)
    assert "13.4" in desk.why("done")
    assert desk.why("attack us-1 M10; done") == ["14.6"]  # ruling 119: it is of their nation, so it attacks with them
    assert desk.why("attack us-1 M10; with us-hq-bradley; done") == []


@rule("13.4", "14.11")
def test_others_may_attack_for_an_hq_of_another_nation(desk):
    combat(desk, {"us-hq-bradley": "M9", "br-3": "N9", "de-325": "M10"})
    assert desk.why("attack br-3 M10; with us-hq-bradley") == ["6.2"]
    assert desk.why("attack br-3 M10; done") == []


@rule("13.4", "14.11")
def test_others_may_move_up_to_attack_for_an_hq(desk):
    desk.set_up({"us-hq-bradley": "M9", "br-3": "O8", "de-325": "M10"})
    assert "N9" in desk.hexes("br-3")


# ---------------------------------------------------------------------------------- dividing the combat


@rule("14.6A")
def test_every_enemy_whose_zone_is_entered_is_attacked(desk):
    """One unit next to two enemies has to attack both in one battle."""
    combat(desk, {"us-1": "M9", "de-325": "M10", "de-hqt-1": "M8"})
    assert desk.why("attack us-1 M10; done") == ["14.6A"]
    assert "name M8 too" in desk.words("attack us-1 M10; done")
    desk.play("attack us-1 M10 M8; done", dice=[6])


@rule("14.6", "14.6A", "14.6B")
def test_two_units_may_share_two_enemies(desk):
    combat(desk, {"us-1": "M9", "us-4": "M9", "de-325": "M10", "de-hqt-1": "M8"})
    assert desk.why("attack us-1 M10; with us-4") == ["14.6"]  # nobody would be left for M8
    desk.play("attack us-1 M10; done", dice=[6])
    while desk.step() != "Attacking":
        desk.play(desk.legal()[0])
    assert "14.6A" in desk.why("done")
    assert desk.legal("attack") == ["us-4"]


@rule("14.6B")
def test_every_unit_in_a_zone_attacks_something(desk):
    combat(desk, {"us-1": "M9", "us-4": "M9", "de-352": "M10"})
    assert desk.why("attack us-1 M10; done") == ["14.6"]
    assert desk.why("attack us-1 M10; with us-4; done") == []


@rule("14.6C")
def test_only_adjacent_units_attack(desk):
    combat(desk, {"us-1": "M9", "us-4": "M8", "de-352": "M10"})
    assert desk.why("attack us-4 M10") == ["14.6C"]
    assert desk.why("attack us-1 M10; with us-4") == ["14.6C"]


@rule("14.6C")
def test_in_a_battle_against_two_hexes_everybody_is_next_to_both(desk):
    combat(desk, {"us-1": "M9", "us-4": "M11", "de-352": "M10", "de-353": "N9", "de-hqt-1": "M12"})
    assert desk.why("attack us-1 M10 N9; with us-4") == ["14.6C"]


@rule("14.7")
def test_defenders_in_one_hex_are_attacked_together(desk):
    combat(desk, {"us-1": "M9", "de-352": "M10", "de-353": "M10"})
    r = reckon(desk.s, [desk.unit("us-1")], desk.hexes_of("M10"))
    assert {desk.w.ids[c.unit] for c in r.defenders} == {"de-352", "de-353"}


@rule("14.7")
def test_attackers_in_one_hex_may_fight_different_battles(desk):
    combat(desk, {"us-1": "M9", "us-4": "M9", "de-325": "M10", "de-hqt-1": "M8"})
    desk.play("attack us-1 M10; done", dice=[6])
    while desk.step() != "Attacking":
        desk.play(desk.legal()[0])
    desk.play("attack us-4 M8; done", dice=[6])


@rule("14.3")
def test_battles_come_one_by_one_in_any_order(desk):
    combat(desk, {"us-1": "M9", "us-4": "N9", "de-325": "M8", "de-hqt-1": "N10"})
    assert set(desk.legal("attack")) == {"us-1", "us-4"}
    assert desk.why("attack us-4 N10; attack us-1 M8") == ["14.3"]
    desk.play("attack us-4 N10; done", dice=[6])


@rule("14.3")
def test_combat_follows_movement(desk):
    desk.set_up({"us-1": "M11", "de-352": "M9"}, turn="aug-1")
    order = sorted(phases(desk.s, 1))
    assert order.index(FIRST_MOVE) < order.index(FIRST_COMBAT) < order.index(SECOND_MOVE) < order.index(SECOND_COMBAT)
    assert isinstance(phases(desk.s, 1)[FIRST_COMBAT][0], StartCombat)


@rule("14.8")
def test_soaking_off_is_allowed_down_to_one_to_six(desk):
    """The Tigers' 3 against 18 is 1-6; one American more makes it 1-8."""
    combat(desk, {"de-101ss": "M9", "us-1": "M10", "us-4": "M10", "us-29": "M10"}, side="german")
    assert desk.step() == "Attacking"
    assert desk.why("attack de-101ss M10; done") == []


@rule("14.8", "14.10")
def test_a_unit_that_can_only_attack_at_worse_odds_is_removed(desk):
    where = {"us-1": "M10", "us-4": "M10", "us-29": "M10", "us-9": "N9"}
    combat(desk, {"de-101ss": "M9", **where}, side="german")
    assert desk.step() == "Removing"
    assert desk.why("keep") == ["14.10"]
    desk.play("remove de-101ss")
    assert desk.at("de-101ss") == "destroyed"
    assert desk.step() == ""


@rule("14.10")
def test_a_unit_that_could_be_helped_may_be_removed_or_kept(desk):
    """3 to 20 is 1-7; with Lehr's 9 it is 12 to 20."""
    units = {"de-101ss": "M9", "de-lehr": "L9", "us-1": "M10", "us-4": "M10", "us-over-1": "M10"}
    combat(desk, units, side="german")
    assert desk.step() == "Removing"
    assert desk.legal("remove") == ["de-101ss"]
    desk.play("keep")
    assert desk.why("attack de-101ss M10; with de-lehr; done") == []


@rule("14.10")
def test_with_help_it_attacks(desk):
    units = {"de-101ss": "M9", "de-lehr": "M9", "us-1": "M10", "us-4": "M10", "us-29": "M10", "us-9": "N9"}
    combat(desk, units, side="german")
    if desk.step() == "Removing":
        desk.play("keep")
    assert desk.step() == "Attacking"
    assert missed(desk.s) == 0
    assert desk.why("attack de-101ss M10 N9; done") == ["14.8"]
    assert desk.why("attack de-101ss M10 N9; with de-lehr; done") == []  # 12 to 24


@rule("14.10")
def test_the_removed_unit_does_not_bar_retreats(desk):
    where = {"us-1": "M10", "us-4": "M10", "us-29": "M10", "us-9": "N9"}
    combat(desk, {"de-101ss": "M9", **where}, side="german")
    desk.play("remove de-101ss")
    assert not survey(desk.s).zones[GERMAN] >> desk.hex("M8") & 1


@rule("14.10", "17.10.2")
def test_ground_support_does_not_make_odds_legal(desk):
    where = {"us-1": "M10", "us-4": "M10", "us-29": "M10", "us-9": "N9"}
    combat(desk, {"de-101ss": "M9", **where}, side="german")
    desk.s.battle_air = 0b111
    assert desk.why("keep") == ["14.10"]


@rule("14.10", "19.4")
def test_ships_do_make_odds_legal(desk):
    """Rangers alone against two panzer divisions cannot attack; with a naval unit in range they can (ruling 125)."""
    w = desk.w
    h = w.index["M5"]
    near = w.labels[next(x for x in w.near[h] if w.terrain[x] == 0 and not w.cities >> x & 1)]
    spot = next(
        n
        for n, at in enumerate(w.sea_axial)
        if max(abs(at[0] - w.grid.axial[w.index[near]][0]), abs(at[1] - w.grid.axial[w.index[near]][1])) <= 1
    )
    units = {"us-rangers": "M5", "de-12ss": near, "de-lehr": near}
    combat(desk, units)
    assert desk.step() == "Removing"
    assert desk.why("keep") == ["14.10"]
    combat(desk, units, ship_at=[spot] * len(w.ships))
    assert desk.why("keep") == []
    desk.play("keep")
    assert desk.why(f"attack us-rangers {near}; done") == ["14.8"]
    assert desk.why(f"attack us-rangers {near}; ship {w.ship_ids[0]}; done") == []


@rule("14.10", "19.3", "19.4")
def test_a_ship_that_is_sent_elsewhere_after_all_helps_nobody(desk):
    """The rangers need the guns. Stations are taken back and given anew: what was found for the first ones is no
    answer for the others, and the impulse can be fought and ended either way."""
    units = {"us-rangers": "M5", "de-12ss": "M6", "de-lehr": "M6"}
    ships = desk.w.ship_ids
    steps = [ShipsMove(), StartCombat(1)]

    def station(place):
        desk.play("; ".join([*(f"station {ship} {place}" for ship in ships), "done"]))
        assert desk.step() == "Removing"

    desk.set_up(units, steps=steps, turn="jun-1")
    before = desk.s.copy()
    station("N4")
    assert desk.why("keep") == []
    desk.s = before  # taken back
    station("T4")
    assert desk.why("keep") == ["14.10"], "the ships are out of range"
    desk.restart(*steps)
    station("N4")
    assert desk.why("keep") == []
    desk.play("keep")
    attack = ["attack us-rangers M6", *(f"ship {ship}" for ship in ships), "done"]
    assert desk.why(attack[0] + "; done") == ["14.8"]
    desk.play("; ".join(attack), dice=[6])
    assert desk.s.ships_used
    desk.restart(*steps)
    for place, answer in (("T4", ["14.10"]), ("N4", ["14.10"])):  # the guns have fired
        station(place)
        assert desk.why("keep") == answer
        desk.restart(*steps)
    station("T4")
    desk.play("remove us-rangers")
    assert desk.step() == ""


@rule("14.9")
def test_no_unit_fights_twice_in_an_impulse(desk):
    combat(desk, {"us-1": "M9", "us-4": "N9", "de-325": "M8", "de-352": "N10"})
    desk.play("attack us-1 M8; done", dice=[die_for(desk, ["us-1"], "M8", "DE")])
    assert desk.why("attack us-1 N10") == ["14.9"]


@rule("14.9")
def test_a_defender_is_attacked_once(desk):
    """Rough ground: the defender stays and must not be attacked again, nor is there a duty to."""
    combat(desk, {"us-1": "J7", "us-4": "J7", "us-29": "J5", "de-352": "J6"})
    desk.play(
        "attack us-1 J6; with us-4; with us-29; done", dice=[die_for(desk, ["us-1", "us-4", "us-29"], "J6", "DR")]
    )
    assert desk.at("de-352") == "J6"  # every way leads into zones, so it stays (16.4)
    assert desk.step() == ""


@rule("14.9")
def test_still_in_a_zone_it_must_attack_again_in_the_second_impulse(desk):
    combat(desk, {"us-1": "M9", "de-352": "M10"}, impulse=2)
    assert "14.6B" in desk.why("done")


# ---------------------------------------------------------------------------------------- nationalities


@rule("6.2", "14.11")
def test_different_nationalities_do_not_attack_together(desk):
    combat(desk, {"us-1": "M9", "br-3": "N9", "de-352": "M10"})
    assert desk.why("attack us-1 M10; with br-3") == ["6.2"]


@rule("14.11")
def test_either_nationality_may_attack_and_the_other_does_nothing(desk):
    units = {"us-1": "M9", "br-3": "N9", "de-352": "M10"}
    combat(desk, units)
    assert set(desk.legal("attack")) == {"us-1", "br-3"}
    for first in ("us-1", "br-3"):
        combat(desk, units)
        assert desk.why(f"attack {first} M10; done") == []


@rule("6.2")
def test_british_and_minors_attack_together(desk):
    combat(desk, {"br-3": "M9", "pl-1arm": "N9", "de-352": "M10"})
    assert desk.why("attack br-3 M10; with pl-1arm") == []


@rule("6.2")
def test_canadians_join_the_british_only_by_option(desk):
    for options, rules in (("", ["6.2"]), ("canadians-with-british", [])):
        combat(desk, {"br-3": "M9", "ca-3": "N9", "de-352": "M10"}, options=options)
        assert desk.why("attack br-3 M10; with ca-3") == rules  # ruling 27


@rule("21.3")
def test_rangers_and_commandoes_join_anybody(desk):
    combat(desk, {"us-rangers": "M9", "br-1ssb": "M9", "br-3": "N9", "de-352": "M10"})
    assert desk.why("attack us-rangers M10; with br-1ssb; with br-3; done") == []
    combat(desk, {"us-rangers": "M9", "us-1": "M9", "br-3": "N9", "de-352": "M10"})
    assert desk.why("attack us-rangers M10; with br-3; with us-1") == ["6.2"]  # ruling 199


@rule("14.11")
def test_two_enemies_are_shared_among_the_nations(desk):
    """Next to two stacks each nation takes one; neither may leave the other without a target."""
    combat(desk, {"us-1": "M9", "br-3": "M9", "de-325": "M10", "de-hqt-1": "M8"})
    assert desk.why("attack us-1 M10; done") == []
    combat(desk, {"us-1": "M9", "br-3": "M9", "de-325": "M10", "de-hqt-1": "M8"})
    assert desk.why("attack us-1 M10 M8") == ["14.6"]  # the British would have nothing to attack


@rule("14.11")
def test_nobody_moves_to_where_he_could_not_attack(desk):
    desk.set_up({"us-1": "M9", "br-3": "O8", "de-352": "M10"})
    assert "N9" not in desk.hexes("br-3")
    assert desk.why("move br-3 N9") == ["14.11"]
    desk.set_up({"us-1": "M9", "us-4": "O8", "de-352": "M10"})
    assert "N9" in desk.hexes("us-4")


@rule("14.11")
def test_he_may_if_there_is_another_target(desk):
    desk.set_up({"us-1": "M9", "br-3": "O9", "de-352": "M10", "de-353": "N11"})
    assert "N10" in desk.hexes("br-3")  # next to M10 and N11


@rule("14.11", "12.11")
def test_nor_does_he_land_there(desk):
    w = desk.w
    area = next(n for n, hexes in enumerate(w.area_hexes) if hexes >> desk.hex("M5") & 1)
    free = next(
        w.labels[h] for h in members(w.area_hexes[area] & w.beaches) if w.grid.distance(h, desk.hex("M6")) > 1
    )
    landing = {"invasion_turn": 1, "invasions": 1, "landing_area": area, "impulse": 2}
    landing |= {"site": desk.hexes_of(f"M5 {free}"), "began": desk.units_of("br-3 us-4")}
    desk.set_up({"us-1": "M7", "br-3": "england", "us-4": "england", "de-352": "M6"}, turn=1, **landing)
    assert desk.why("land br-3 M5") == ["14.11"]
    assert desk.why("land us-4 M5") == []


@rule("14.11")
def test_bystanders_retreat_with_the_attackers(desk):
    combat(desk, {"us-1": "M9", "br-3": "N9", "de-352": "M10", "de-353": "M10"})
    desk.play("attack us-1 M10; done", dice=[die_for(desk, ["us-1"], "M10", "AR")])
    assert desk.step() == "Retreating"
    assert set(desk.legal("retreat")) == {"us-1", "br-3"}


@rule("14.11")
def test_bystanders_lose_no_steps(desk):
    combat(desk, {"us-1": "M9", "br-3": "N9", "de-352": "M10", "de-353": "M10"})
    desk.play("attack us-1 M10; done", dice=[die_for(desk, ["us-1"], "M10", "A1")])
    assert desk.s.face[desk.unit("us-1")] == 1
    assert desk.s.face[desk.unit("br-3")] == 0
    assert set(desk.legal("retreat")) == {"us-1", "br-3"}


@rule("14.11", "15.3-AE")
def test_when_all_attackers_are_eliminated_bystanders_stay(desk):
    combat(desk, {"us-1": "M9", "br-3": "N9", "de-352": "M10", "de-353": "M10"})
    low = desk.w.book.column[0].id
    desk.play(f"attack us-1 M10; lower {low}; done", dice=[die_for(desk, ["us-1"], "M10", "AE", low)])
    assert desk.at("us-1") == "destroyed"
    assert desk.at("br-3") == "N9"


# ------------------------------------------------------------------------- invaders, paratroopers, raiders


@rule("12.8")
def test_invaders_attack_only_in_their_hex(desk):
    units = {"us-1": "M5", "us-4": "L5", "de-716": "M5", "de-352": "M6"}
    ashore = desk.units_of("us-1 us-4")
    combat(desk, units, turn="jun-1", invaders=ashore, invasion_turn=1, invasions=1, site=desk.hexes_of("M5 L5"))
    assert able(desk) == {"us-1": {"M5"}}
    assert desk.why("attack us-4 M6") == ["12.8"]
    assert desk.why("attack us-1 M6") == ["12.8"]
    assert set(desk.why("done")) == {"14.6A", "14.6B"}


@rule("20.8")
def test_paratroopers_on_enemies_fight_first(desk):
    units = {"us-101": "M12", "de-325": "M12", "us-1": "M9", "de-352": "M10"}
    combat(desk, units, dropped=desk.units_of("us-101"))
    assert desk.legal("attack") == ["us-101"]
    assert desk.why("attack us-1 M10") == ["20.8"]


@rule("20.8")
def test_paratroopers_on_enemies_fight_no_others(desk):
    units = {"us-101": "M12", "de-325": "M12", "de-352": "M11"}
    combat(desk, units, dropped=desk.units_of("us-101"))
    assert desk.legal("attack us-101") == ["M12"]
    assert desk.why("attack us-101 M11") == ["20.8"]


@rule("20.7")
def test_paratroopers_attack_all_whose_zone_they_are_in(desk):
    combat(desk, {"us-101": "M9", "de-325": "M10", "de-hqt-1": "M8"}, dropped=desk.units_of("us-101"))
    assert "14.6A" in desk.why("done")
    assert desk.why("attack us-101 M10; done") == ["14.6A"]


@rule("20.8")
def test_paratroopers_left_with_the_enemy_are_eliminated(desk):
    combat(desk, {"us-101": "J6", "de-325": "J6"}, dropped=desk.units_of("us-101"))
    desk.play("attack us-101 J6; done", dice=[die_for(desk, ["us-101"], "J6", "DR")])
    desk.play("stay")  # rough ground (16.4)
    assert desk.at("us-101") == "destroyed"
    assert desk.at("de-325") == "J6"


@rule("20.7", "20.8", "12.8")
def test_paratroopers_next_to_it_may_join_the_invaders(desk):
    units = {"us-1": "M5", "us-101": "N5", "de-716": "M5"}
    ashore = desk.units_of("us-1")
    combat(
        desk, units, turn="jun-1", invaders=ashore, dropped=desk.units_of("us-101"), invasion_turn=1, invasions=1,
        site=desk.hexes_of("M5"),
    )  # fmt: skip
    assert desk.why("attack us-1 M5; with us-101") == []  # ruling 191


@rule("21.6")
def test_germans_need_not_attack_rangers_alone(desk):
    combat(desk, {"us-rangers": "M9", "de-352": "M10"}, side="german")
    assert desk.why("done") == []
    assert desk.legal("attack de-352") == ["M9"]


@rule("21.9")
def test_rangers_must_attack(desk):
    combat(desk, {"us-rangers": "M9", "de-325": "M10"})
    assert "14.6B" in desk.why("done")


# ----------------------------------------------------------------------------------------- sharing out


@rule("14.6")
def test_a_long_front_can_be_shared_out(desk):
    """Twelve Americans along a line of six German stacks; every first attack keeps all duties possible."""
    units = {}
    germans = ["de-352", "de-353", "de-91", "de-77", "de-275", "de-84"]
    americans = ["us-1", "us-4", "us-29", "us-2", "us-9", "us-30", "us-79", "us-83", "us-90", "us-8", "us-35", "us-5"]
    columns = ["K", "L", "M", "N", "O", "P"]
    for n, column in enumerate(columns):
        units[germans[n]] = f"{column}12"
        units[americans[2 * n]] = units[americans[2 * n + 1]] = f"{column}11"
    combat(desk, units)
    if desk.step() == "Removing":
        desk.play("keep")
    assert missed(desk.s) == 0
    assert set(desk.legal("attack")) == set(americans)


@rule("14.6")
def test_what_cannot_be_met_does_not_hold_up_the_rest(desk):
    """Two hexes that only one unit could attack, too strong together: after its removal nothing is asked (14.10)."""
    units = {
        "de-101ss": "M9",
        "us-1": "M10",
        "us-4": "M10",
        "us-29": "M8",
        "us-9": "M8",
        "de-lehr": "O12",
        "us-2": "O13",
    }
    combat(desk, units, side="german")
    assert desk.step() == "Removing"
    assert desk.legal("remove") == ["de-101ss"]
    desk.play("remove de-101ss")
    assert desk.legal("attack") == ["de-lehr"]


@rule("14.8")
def test_who_has_worse_than_one_to_six_with_all_his_friends_cannot_attack_that_hex(desk):
    """Three frozen panzer divisions need not be attacked; a reduced division cannot."""
    strong = dict.fromkeys(("de-2pz", "de-116pz", "de-lehr"), "M8")
    units = {"us-1": "M9", "de-352": "M10", **strong}
    w = desk.w
    desk.set_up(units, back="us-1", frozen=" ".join(strong), steps=[StartCombat(1)])
    three, all_of_them = w.combat[desk.unit("us-1")][1], sum(w.combat[desk.unit(u)][0] for u in strong)
    assert 6 * three < all_of_them
    assert desk.why("attack us-1 M8") == ["14.8"]
    assert desk.why("attack us-1 M10") == []
    desk.set_up({**units, "us-4": "M9"}, back="us-1", frozen=" ".join(strong), steps=[StartCombat(1)])
    assert 6 * (three + w.combat[desk.unit("us-4")][0]) > all_of_them
    assert desk.why("attack us-1 M8") != ["14.8"], "with a friend it has legal odds"
    desk.set_up({**units, "br-3": "M9"}, back="us-1", frozen=" ".join(strong), steps=[StartCombat(1)])
    if desk.step() == "Removing":
        desk.play("keep")
    assert desk.why("attack us-1 M8") == ["14.8"], "a British division is no such friend"


@rule("15.1", "15.2")
def test_the_odds_of_an_attack_are_told_before_it_is_declared(desk):
    """Two divisions of 6 against 4 in the open are 3-1: dice 1 to 6 give AR, E2, EX, DR, D1, DE."""
    desk.set_up({"us-1": "M9", "us-4": "M9", "de-352": "M10"}, steps=[StartCombat(1)])
    game, s = desk.game, desk.s
    one = game.odds(s, "allied", game.read(s, "allied", "attack us-1 M10"))
    assert one is not None
    assert [row.value for row in one.rows] == pytest.approx([1 / 6] * 6)
    assert sum(row.value for row in one.rows) == pytest.approx(1)
    assert "1-1" in one.title
    two = game.odds(s, "allied", game.read(s, "allied", "attack us-1 M10; with us-4; done"))
    assert two is not None
    assert "3-1" in two.title
    assert game.preview(s, "allied", game.read(s, "allied", "done")) is None, "nothing is declared"


@rule("14.11", "14.1", "14.10")
def test_a_frozen_stack_beside_them_makes_no_difference(desk):
    """Frozen units need not be attacked: the Allied units are next to one stack, and one nationality does nothing."""
    units = {"us-1": "M9", "br-3": "M9", "de-352": "M10", "de-2pz": "M8", "de-116pz": "M8", "de-lehr": "M8"}
    frozen = "de-2pz de-116pz de-lehr"
    for first, other in (("us-1", "br-3"), ("br-3", "us-1")):
        desk.set_up(units, frozen=frozen, back="us-1 br-3", steps=[StartCombat(1)])
        assert desk.step() == "Attacking", "nobody is removed"
        assert desk.why(f"attack {first} M10; done") == []
        die = die_for(desk, [first], "M10", "AR")
        desk.play(f"attack {first} M10; done", dice=[die])
        assert set(desk.legal("retreat")) == {first, other}, "who stood by retreats too"


@rule("14.11", "14.10")
def test_three_nationalities_next_to_two_stacks(desk):
    """Each stack is attacked by one of them; the third has no target and is not removed for it (ruling 126)."""
    units = {"us-1": "M9", "br-3": "M9", "ca-3": "M9", "de-352": "M10", "de-353": "N9"}
    combat(desk, units)
    assert desk.step() == "Attacking"
    assert desk.why("attack us-1 M10; done") == []
    assert desk.why("attack us-1 M10 N9; done") != [], "one of the others has a target only if they are shared out"


@rule("14.10")
def test_a_unit_between_two_stacks_that_are_too_strong_together_is_removed(desk):
    units = {"us-1": "M9", "de-2pz": "M10", "de-116pz": "M10", "de-lehr": "M10", "de-1ss": "M8", "de-12ss": "M8"}
    total = sum(desk.w.combat[desk.unit(u)][0] for u in units if u != "us-1")
    assert desk.w.combat[desk.unit("us-1")][1] * 6 < total
    desk.set_up(units, back="us-1", steps=[StartCombat(1)])
    assert desk.step() == "Removing"
    assert desk.why("keep") == ["14.10"]


@rule("14.6B", "14.6C")
def test_what_one_battle_leaves_to_others_is_not_taken_for_what_another_leaves(desk):
    """Two stacks are far too strong for their neighbours, whatever they do, and 182 has but the rangers to attack.
    165 may take on the commandoes alone, but not the rangers: then 182 would have nobody left."""
    strong = {"us-1": "B21", "us-4": "B21", "us-29": "B21", "us-2": "C25", "us-9": "C25", "us-30": "C25"}
    weak = {"de-182": "B22", "de-165": "B24", "de-159": "C26"}
    desk.set_up(
        {**strong, **weak, "us-rangers": "B23", "br-1ssb": "C24"}, side="german", impulse=1, steps=[Attacking()]
    )
    assert able(desk) == {"de-182": {"B21", "B23"}, "de-165": {"B23", "C24", "C25"}, "de-159": {"C25"}}
    alone, rangers, commandoes = (desk.unit("de-165"),), desk.hexes_of("B23"), desk.hexes_of("C24")
    assert missed(desk.s) == 3, "both stacks, and 159"
    assert allowed(desk.s, commandoes, alone, True)
    assert not allowed(desk.s, rangers, alone, True)
    assert allowed(desk.s, rangers, (desk.unit("de-182"), *alone), True)
