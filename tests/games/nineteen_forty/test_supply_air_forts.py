"""8 Supply, 9 Air power, 10 Fortifications, 12 Armor."""

from __future__ import annotations

import pytest

from grognard.games.nineteen_forty.data.world import BE, BELGIUM, CH, DE, FR, NL
from grognard.games.nineteen_forty.rules.airborne import end_of_combat
from grognard.games.nineteen_forty.rules.interdiction import Interdicting
from grognard.games.nineteen_forty.rules.sequence import StartImpulse, StartTurn, remove_nation
from grognard.games.nineteen_forty.rules.state import allowance, garrison_hexes
from grognard.games.nineteen_forty.rules.strength import (
    ONE,
    armour_bonus,
    attack_strength,
    column,
    defence_strength,
    fort_of,
    garrison_at,
    works,
)
from grognard.games.nineteen_forty.rules.supply import is_supplied, judge, sources
from grognard.suite import rule


def sums(desk, attackers, targets):
    units, hexes = [desk.unit(u) for u in attackers.split()], [desk.hex(t) for t in targets.split()]
    return (
        attack_strength(desk.s, units, hexes, ()) / ONE,
        defence_strength(desk.s, units, hexes, 1 - desk.s.side) / ONE,
        desk.w.crt_names[column(desk.s, units, hexes, 1 - desk.s.side, (), 0)],
    )


def moves(desk, result, attackers, target):
    return works(desk.s, result, [desk.unit(u) for u in attackers.split()], desk.hex(target), 1 - desk.s.side)


# ------------------------------------------------------------------------------------------------ supply


@rule("8 ¶1", "8 Supply Effects ¶1")
def test_a_line_of_any_length_over_friendly_territory(desk):
    desk.set_up({"fr-iv": "2208", "de-i": "1703"})
    assert is_supplied(desk.s, desk.unit("fr-iv"))
    desk.s.allied &= ~desk.w.grid.near[desk.hex("2208")]
    assert not is_supplied(desk.s, desk.unit("fr-iv"))


@rule("8 ¶1")
def test_the_preview_of_a_move_says_where_supply_would_be_lacking(desk):
    desk.set_up({"de-13-mot": "1606", "de-i": "2012", "fr-iv": "1813", "fr-v": "2213", "fr-iii": "2010"})

    def lacking(action):
        return "8 ¶1" in [effect.rule for effect in desk.preview(action).effects]

    assert not lacking("move de-13-mot 1605"), "in Germany"
    assert lacking("move de-i 2013"), "alone among the French"
    desk.set_up({"de-i": "2006", "fr-iv": "1905"})
    assert not is_supplied(desk.s, desk.unit("de-i"))
    assert not lacking("move de-i 1606"), "back in Germany: where it ends counts, not where it stands"


@rule("8 ¶1", "4 ¶3")
def test_enemy_zones_cut_lines_on_foot_but_not_motorized_ones(desk):
    # Germans on two sides leave only contested hexes around the unit, still friendly by history.
    desk.set_up({"fr-iv": "2208", "de-i": "2210", "de-x": "2206", "de-iv": "2008", "de-xi": "2408"})
    desk.s.german = desk.w.countries[0]
    desk.s.allied = desk.w.countries[1]
    assert not is_supplied(desk.s, desk.unit("fr-iv"))
    desk.set_up({"fr-cav": "2208", "de-i": "2210", "de-x": "2206", "de-iv": "2008", "de-xi": "2408"})
    desk.s.german = desk.w.countries[0]
    desk.s.allied = desk.w.countries[1]
    assert is_supplied(desk.s, desk.unit("fr-cav"))


@rule("8 Supply Sources ¶1")
def test_sources_of_each_nation(desk):
    desk.set_up({}, war="belgium holland luxembourg switzerland")
    w = desk.w
    names = w.grid.names(sources(desk.s, DE))
    assert "0101" in names
    assert w.major[0] & sources(desk.s, DE) == w.major[0]
    assert not sources(desk.s, DE) & w.countries[5], "north of Switzerland only"
    assert sources(desk.s, FR) == (w.west_edge | w.paris) & desk.s.allied
    assert sources(desk.s, BE) & w.major[2] == w.major[2]
    assert sources(desk.s, NL) & w.major[3] == w.major[3]
    assert sources(desk.s, BE) & w.paris, "French sources once invaded"
    swiss = sources(desk.s, CH)
    assert swiss & w.own_cities[5] == w.own_cities[5]
    assert swiss & ~w.countries[5] == 0


@rule("8 Supply Sources ¶2")
def test_a_captured_source_is_none(desk):
    desk.set_up({"de-i": "2019"})
    assert not sources(desk.s, FR) >> desk.hex("2019") & 1


@rule("8 Supply Effects ¶1", "6 ¶1")
def test_lack_of_supply_halves_both_factors(desk):
    desk.set_up({"de-xxxvii": "2014", "fr-iv": "2015"}, impulse=2, combat=True)
    desk.s.unsupplied = 1 << desk.unit("de-xxxvii") | 1 << desk.unit("fr-iv")
    assert allowance(desk.s, desk.unit("de-xxxvii")) / 4 == 1.25
    assert sums(desk, "de-xxxvii", "2015")[:2] == (1, 2)


@rule("8 Supply Effects ¶1", "2 ¶2")
def test_supply_is_judged_at_the_start_of_each_impulse_for_both_sides(desk):
    units = {"fr-iv": "2208", "de-i": "2210", "de-x": "2206", "de-iv": "2008", "de-xi": "2408"}
    desk.set_up(units, steps=[StartImpulse(0, 1)])
    assert desk.s.unsupplied >> desk.unit("fr-iv") & 1
    lacking = desk.s.unsupplied
    assert lacking == judge(desk.s)


@rule("10 Maginot Line ¶1", "8 ¶1")
def test_the_line_is_always_supplied(desk):
    desk.set_up({"fr-iv": "1808", "de-13-mot": "1807"})
    desk.s.allied = 1 << desk.hex("1808")
    assert is_supplied(desk.s, desk.unit("fr-iv"))
    desk.s.german |= desk.w.countries[1]
    assert not judge(desk.s) >> desk.unit("fr-iv") & 1
    desk.set_up({"de-13-mot": "1808"})
    desk.s.german = 1 << desk.hex("1808")
    assert not is_supplied(desk.s, desk.unit("de-13-mot")), "no help to Germans"


# --------------------------------------------------------------------------------------------------- air


@rule("9 ¶1")
def test_points_come_each_turn_and_are_not_kept(desk):
    desk.set_up({"de-i": "1703", "fr-iv": "2013"}, steps=[StartTurn(2)])
    assert (desk.s.air_german, desk.s.air_allied) == (5, 2)
    desk.s.air_german, desk.s.air_allied = 4, 1
    desk.restart(StartTurn(3))
    assert (desk.s.air_german, desk.s.air_allied) == (5, 2), "what was left is not added"
    desk.s.air_german, desk.s.air_allied = 0, 0
    desk.restart(StartTurn(4))
    assert (desk.s.air_german, desk.s.air_allied) == (5, 2)


@rule("9 ¶2a")
def test_three_points_raise_two_to_one_to_five_to_one(desk):
    desk.set_up({"de-x": "2014", "fr-xi": "2015"}, combat=True)
    assert sums(desk, "de-x", "2015")[2] == "2:1"
    units, hexes = [desk.unit("de-x")], [desk.hex("2015")]
    assert desk.w.crt_names[column(desk.s, units, hexes, 1, (), 3)] == "5:1"
    assert desk.w.crt_names[column(desk.s, units, hexes, 1, (), -1)] == "1.5:1"


@rule("9 ¶2b", "9 ¶1", "7 Terrain ¶1b")
def test_the_allies_commit_first_then_the_germans_then_rivers(desk):
    w = desk.w
    side = next(
        s for s, k in w.side_kind.items()
        if k == "minor-river" and all(w.country[h] == 1 and not w.columns[h] for h in w.grid.sides[s])
        and not any(h in {x for x, _ in w.forts} for h in w.grid.sides[s])
    )  # fmt: skip
    a, b = (w.labels[h] for h in w.grid.sides[side])
    desk.set_up({"de-iv": a, "fr-iv": b}, combat=True)
    desk.s.air_german, desk.s.air_allied = 5, 2
    desk.play(f"attack de-iv {b}; done")
    assert (desk.step(), desk.seat) == ("AlliedAir", "allied")
    assert desk.why("air 3") == ["9 ¶1"]
    desk.play("air 1")
    assert (desk.step(), desk.seat) == ("GermanAir", "german")
    desk.play("air 3")
    assert desk.step() == "Bridging"
    assert (desk.s.air_german, desk.s.air_allied) == (2, 1), "used once"
    assert desk.s.stack[-1].air == 2


@rule("9 ¶2b")
def test_the_allies_say_first_also_when_they_attack(desk):
    desk.set_up({"de-i": "2014", "fr-iv": "2015"}, side="allied", combat=True)
    desk.s.air_german = desk.s.air_allied = 1
    desk.play("attack fr-iv 2014; done")
    assert desk.step() == "AlliedAir"
    desk.play("air 1", "air 0")
    assert desk.s.stack[-1].air == 1


@rule("9 ¶3")
def test_interdiction_counts_as_a_zone_for_movement(desk):
    desk.set_up({"fr-iv": "2013", "de-i": "1703"})
    desk.s.air_german = 5
    desk.s.stack.clear()
    desk.s.then(Interdicting(), StartImpulse(1, 1))
    desk.play("interdict 2014", "interdict 2114")
    assert desk.s.air_german == 1
    assert desk.s.side == 1, "one point does not suffice, so the Allied turn begins"
    assert "2014" in desk.hexes("fr-iv")
    assert desk.why("move fr-iv 2016 via 2014") == ["9 ¶3"], "it stops there"
    from grognard.games.nineteen_forty.rules.movement import reach

    before = reach(desk.s, desk.unit("fr-iv")).costs[desk.hex("2012")]
    desk.s.interdicted_german |= 1 << desk.hex("2013")
    assert reach(desk.s, desk.unit("fr-iv")).costs[desk.hex("2012")] - before == 4, "one more point to leave"


@rule("9 ¶3")
def test_interdiction_ends_with_the_enemy_player_turn(desk):
    desk.set_up({"fr-iv": "2013", "de-i": "1703"}, side="allied", steps=[StartImpulse(1, 2)])
    desk.s.interdicted_german = 1 << desk.hex("2014")
    desk.play("end")
    assert desk.s.interdicted_german == 0


# ------------------------------------------------------------------------------------------------- forts


@rule("10 Outflanking Example 1", "10 Outflanking ¶1a", "10 ¶1")
@pytest.mark.parametrize(("die", "where"), [(4, "gone"), (6, "1808")])
def test_example_1(desk, die, where):
    # A British 1-8 in 1808, a German 5-6 in 1809: 5:1; a 4 makes it retreat, a 6 does not.
    desk.set_up({"br-51": "1808", "de-i": "1809"}, combat=True)
    assert sums(desk, "de-i", "1808") == (5, 1, "5:1")
    desk.play("attack de-i 1808; done", dice=[die])
    if where == "gone":
        assert desk.step() in ("Retreating", "Advancing")
        if desk.step() == "Retreating":
            desk.play(desk.game.legal(desk.s, "allied", "retreat br-51")[0].text)
        assert desk.at("br-51") not in ("1808", "eliminated")
    else:
        assert any("DR*" in line for line in desk.log)
        assert any("The defenders of 1808 hold" in line for line in desk.log)
        assert desk.step() not in ("Retreating", "Advancing")
        assert desk.at("br-51") == "1808"
        assert desk.condition("br-51") == "sound"


@rule("10 Outflanking Example 2", "10 Outflanking ¶1b", "10 Maginot Line ¶1")
def test_example_2(desk):
    # With a German 2-5 in 1708: it counts 1 through the fortified side, and the defence is 2: 6:2.
    desk.set_up({"br-51": "1808", "de-i": "1809", "de-xxxiii": "1708"}, combat=True)
    assert sums(desk, "de-i de-xxxiii", "1808") == (6, 2, "3:1")


@rule("10 Maginot Line ¶1")
def test_through_maginot_sides_only_retreats_have_no_effect(desk):
    desk.set_up({"br-51": "1808", "de-xxxiii": "1708"}, combat=True)
    assert sums(desk, "de-xxxiii", "1808")[:2] == (1, 2)
    assert not moves(desk, "DR", "de-xxxiii", "1808")
    assert not moves(desk, "DR*", "de-xxxiii", "1808")


@rule("10 ¶1")
def test_forts_work_one_way_and_for_their_owner_only(desk):
    desk.set_up({"de-i": "1610", "fr-iv": "1511"}, combat=True)
    assert sums(desk, "de-i", "1511")[0] == 5, "out of the fort: ignored"
    desk.set_up({"de-i": "1511", "fr-iv": "1610"}, combat=True)
    assert sums(desk, "de-i", "1610")[:2] == (2.5, 5)
    desk.set_up({"fr-iv": "1511", "de-i": "1610"}, side="allied", combat=True)
    assert sums(desk, "fr-iv", "1610")[:2] == (4, 5), "Allied attackers are never halved"
    assert moves(desk, "DR*", "fr-iv", "1610")


@rule("10 Minor Fortifications ¶1", "10 Outflanking ¶1a")
def test_minor_fortifications(desk):
    desk.set_up({"nl-iii": "0509", "de-x": "0508"}, combat=True)
    assert sums(desk, "de-x", "0509")[:2] == (2, 2)
    assert not moves(desk, "DR*", "de-x", "0509")
    assert moves(desk, "DR", "de-x", "0509")
    desk.set_up({"nl-iii": "0509", "de-x": "0508", "de-xxvi": "0608"}, combat=True)
    assert moves(desk, "DR*", "de-x de-xxvi", "0509") == (not desk.w.dr_star >> desk.hex("0509") & 1)


@rule("10 Eben Emael ¶1", "10 ¶2", "7 ¶1")
def test_eben_emael(desk):
    desk.set_up({"de-xix": "1109"}, combat=True, garrisons=True)
    assert sums(desk, "de-xix", "1110")[1] == 2, "it defends alone"
    assert desk.why("done") == [], "a lone garrison raises no duty"
    desk.set_up({"de-xix": "1109", "be-i": "1110"}, garrisons=True)
    assert sums(desk, "de-xix", "1110")[1] == 4
    desk.set_up({"de-xix": "1109"}, garrisons=True)
    assert desk.why("move de-xix 1110") == ["10 Eben Emael ¶1"]
    assert desk.owner("1110") == "allied", "a zone alone does not take it"


@rule("10 Eben Emael ¶1")
def test_eben_emael_falls_when_a_german_is_there_after_combat(desk):
    desk.set_up({"de-xix": "1111", "de-xvi": "1111", "de-xv": "1210"}, combat=True, garrisons=True)
    desk.s.where[desk.unit("de-xvi")] = desk.w.out
    dice = [1]
    text = "attack de-xix 1110; attack de-xv 1110; done"
    crossing = sum(desk.w.edges[desk.hex(h), desk.hex("1110")].river >= 0 for h in ("1111", "1210"))
    desk.play(text, dice=([[1] * crossing] if crossing else []) + dice)
    assert desk.step() == "Advancing"
    desk.play("advance de-xix 1110", "halt")
    assert not garrison_hexes(desk.s) >> desk.hex("1110") & 1
    assert desk.owner("1110") == "german"


# ------------------------------------------------------------------------------------------------ armour


def bonus(desk, attackers, target):
    return armour_bonus(desk.s, [desk.unit(u) for u in attackers.split()], [desk.hex(target)], 1 - desk.s.side)


@rule("12 ¶1")
def test_armour_shifts_one_column_against_units_on_foot(desk):
    desk.set_up({"de-xix": "2014", "be-v": "2015"}, combat=True, war="belgium luxembourg")
    assert sums(desk, "de-xix", "2015")[2] == "3:1", "6 to 3 is 2:1, one column right"
    desk.set_up({"de-xix": "2014", "fr-cav": "2015"}, combat=True)
    assert not bonus(desk, "de-xix", "2015"), "not against motorized units"
    desk.set_up({"fr-iii": "2014", "de-xix": "2015"}, side="allied", combat=True)
    assert not bonus(desk, "fr-iii", "2015"), "not in defense"


@rule("12 ¶2")
def test_armour_with_others(desk):
    # The rulebook's example: a French armoured division with the mechanized cavalry corps gets none.
    desk.set_up({"fr-1-dcr": "2014", "fr-cav": "2014", "de-i": "2015"}, side="allied", combat=True)
    assert bonus(desk, "fr-1-dcr", "2015")
    assert not bonus(desk, "fr-1-dcr fr-cav", "2015")
    desk.set_up({"de-9-pz": "2014", "de-13-mot": "2014", "de-29-mot": "2014", "de-x": "1915", "fr-iii": "2015"})
    assert bonus(desk, "de-9-pz de-13-mot", "2015"), "a tie keeps it"
    assert not bonus(desk, "de-9-pz de-13-mot de-29-mot", "2015")
    assert not bonus(desk, "de-9-pz de-x", "2015"), "not with units on foot"


@rule("10 Eben Emael ¶1", "10 ¶2", "13 Belgium ¶2")
def test_the_fort_outlives_a_belgian_surrender(desk):
    """Only Germans in Liege (1110) at the end of a combat phase destroy it (ruling 66)."""
    desk.set_up({"de-i": "1109", "fr-iii": "1110", "de-xii": "0801"}, garrisons=True, combat=True)
    a, b = desk.hex("1109"), desk.hex("1110")
    assert fort_of(desk.s, a, b) == 1
    remove_nation(desk.s, BELGIUM, None, "")
    assert not garrison_at(desk.s, b)
    assert fort_of(desk.s, a, b) == 1
    desk.s.where[desk.unit("fr-iii")] = desk.w.out
    desk.s.where[desk.unit("de-i")] = b
    end_of_combat(desk.s, None)
    assert fort_of(desk.s, a, b) == 0
