"""14, 15, 31.16, 33.3.9, 33.4.1: what a single unit, hex, factor or marker changes in what a battle counts."""

from __future__ import annotations

import pytest

from grognard.games.fortress_europa.data.world import ALLIED, GERMAN
from grognard.games.fortress_europa.rules.combat.attacking import (
    Attacking,
    EndCombat,
    StartCombat,
    companions,
    target_sets,
    why_not_attacking,
)
from grognard.games.fortress_europa.rules.combat.battle import EndBattle
from grognard.games.fortress_europa.rules.combat.front import front
from grognard.games.fortress_europa.rules.combat.losses import lose_step
from grognard.games.fortress_europa.rules.combat.nations import claims, crowded, foreign_company, why_no_target
from grognard.games.fortress_europa.rules.combat.obligation import keeps, possible
from grognard.games.fortress_europa.rules.combat.removing import removable
from grognard.games.fortress_europa.rules.combat.strength import (
    Addition,
    additions,
    attacker,
    behind_river,
    legal_odds,
    modifiers,
    reckon,
)
from grognard.games.fortress_europa.rules.standing import set_decoy
from grognard.games.fortress_europa.rules.state import steps_of
from grognard.maps import members
from grognard.suite import rule

DEEP = "V6"
"""In the 15th Army's district."""
DRY, ACROSS, BANK = "A21", "B20", "A20"
"""Open country at the Garonne, the first river of the list: it runs between A20 and B20, not between A20 and A21."""


def stand(desk, units, **more):
    return desk.set_up(units, steps=[], **more)


def factor(desk, unit, hexes, *attackers):
    return attacker(desk.s, desk.unit(unit), desk.hexes_of(hexes), [desk.unit(u) for u in attackers]).factor


# ---------------------------------------------------------------------------------------------- the Funnies


@rule("31.16", "16.2")
def test_the_first_river_of_the_list_is_a_river_like_others(desk):
    w = desk.w
    assert w.section_ids[0] == "garonne-1"
    assert w.river_between(desk.hex(BANK), desk.hex(ACROSS)) == 0
    assert w.river_between(desk.hex(BANK), desk.hex(DRY)) < 0
    s = stand(desk, {"us-1": ACROSS, "us-4": DRY, "de-352": BANK})
    one, other = desk.unit("us-1"), desk.unit("us-4")
    assert behind_river(s, desk.hex(BANK), [one])
    assert not behind_river(s, desk.hex(BANK), [one, other])
    assert not behind_river(s, desk.hex(BANK), [other])


@rule("31.16")
@pytest.mark.parametrize(
    ("attackers", "doubled"),
    [
        (("br-79-a", "br-3"), True),
        (("br-3",), False),
        (("br-50", "br-3"), False),
        (("br-79-b", "br-3"), False),
        (("br-79-c", "br-3"), False),
    ],
)
def test_the_funnies_double_who_attacks_from_their_hex_across_a_river(desk, attackers, doubled):
    """The first part stands in the hex of the 3rd and attacks across the river; the second one elsewhere, with no
    river before it, the third one elsewhere at the river."""
    three = desk.w.combat[desk.unit("br-3")][0]
    units = {"br-79-a": ACROSS, "br-3": ACROSS, "br-50": ACROSS, "br-79-b": DRY, "br-79-c": "B19", "de-352": BANK}
    assert desk.w.river_between(desk.hex("B19"), desk.hex(BANK)) == 0
    stand(desk, units, options="funnies")
    assert factor(desk, "br-3", BANK, *attackers) == (2 * three if doubled else three)
    stand(desk, units)
    assert factor(desk, "br-3", BANK, *attackers) == three, "only where it is agreed"


@rule("31.16", "14.4")
def test_the_funnies_double_themselves_but_nobody_in_another_hex(desk):
    w = desk.w
    stand(desk, {"br-79-a": ACROSS, "br-3": "B19", "br-50": DRY, "de-352": BANK}, options="funnies")
    all_of_them = ("br-79-a", "br-3", "br-50")
    assert factor(desk, "br-79-a", BANK, *all_of_them) == 2 * w.combat[desk.unit("br-79-a")][0]
    for unit in ("br-3", "br-50"):
        assert factor(desk, unit, BANK, *all_of_them) == w.combat[desk.unit(unit)][0]
    stand(desk, {"br-79-a": DRY, "br-3": DRY, "de-352": BANK}, options="funnies")
    assert factor(desk, "br-3", BANK, "br-79-a", "br-3") == w.combat[desk.unit("br-3")][0], "no river is before them"
    stand(desk, {"br-79-a": BANK, "br-3": BANK, "de-352": BANK}, options="funnies")
    assert factor(desk, "br-3", BANK, "br-79-a", "br-3") == w.combat[desk.unit("br-3")][0], "nor in their own hex"


@rule("31.16")
@pytest.mark.parametrize(
    ("attackers", "hexes", "more", "die"),
    [
        (("br-79-a", "br-3"), "G7", {"options": "funnies"}, 1),
        (("br-79-a", "br-3"), "G7", {}, 0),
        (("br-3",), "G7", {"options": "funnies"}, 0),
        (("br-79-a", "br-3"), "M9", {"options": "funnies"}, 0),
        (("br-79-a", "br-3"), "M9 G7", {"options": "funnies"}, 1),
        (("br-79-a", "br-3"), "A16", {"options": "funnies"}, 1),
        (("br-79-a", "br-3"), "A16", {"options": "funnies", "allied": "A16"}, 0),
        (("br-3",), "A16", {"options": "funnies"}, 0),
    ],
)
def test_the_funnies_add_one_against_cities_and_intact_fortresses(desk, attackers, hexes, more, die):
    """G7 is a city, A16 a fortress and no city, M9 neither; a fortress that was Allied is destroyed (16.3)."""
    w = desk.w
    assert [bool(w.cities & desk.hexes_of(h)) for h in ("G7", "A16", "M9")] == [True, False, False]
    assert [bool(w.fortresses & desk.hexes_of(h)) for h in ("A16", "M9")] == [True, False]
    s = stand(desk, {"br-79-a": "N9", "br-3": "N9"}, **more)
    found = additions(s, [desk.unit(u) for u in attackers], desk.hexes_of(hexes))
    assert [a.die for a in found] == [1] * die


# --------------------------------------------------------------------------------------------------- factors


@rule("16.5", "33.3.9-3")
@pytest.mark.parametrize(
    ("hexes", "more", "words"),
    [
        ("FF12", {}, "halved: armor against rough ground"),
        ("GG10", {}, "halved: armor against a city"),
        ("FF12 GG10", {}, "halved: armor against a city"),
        ("FF12", {"scenario": "bulge", "turn": "dec-3"}, "not halved: the surprise in the Ardennes"),
        ("FF13", {}, ""),
    ],
)
def test_armor_and_nobody_else_is_halved_by_rough_ground_and_cities(desk, hexes, more, words):
    """Of all German units; FF12 is rough, GG10 a city, FF13 open country."""
    w = desk.w
    s = stand(desk, {}, side="german", **more)
    for u in w.of_side[GERMAN]:
        counted = attacker(s, u, desk.hexes_of(hexes))
        printed = w.combat[u][0]
        if w.armored >> u & 1 and words:
            assert [note[0] for note in counted.notes] == [words]
            assert counted.factor == (printed if words.startswith("not") else (printed + 1) // 2)
        else:
            assert (counted.notes, counted.factor) == ((), printed)


@rule("16.5", "15.1")
def test_what_is_told_of_a_factor_adds_nothing_to_the_battle(desk):
    s = stand(desk, {"us-2arm": "FF13", "de-352": "FF12"})
    told = modifiers(s, reckon(s, [desk.unit("us-2arm")], desk.hexes_of("FF12")))
    assert [m.value for m in told] == [0]
    name = desk.w.unit_names[desk.unit("us-2arm")]
    assert told[0].reason == f"{name} (5 instead of 9) is halved: armor against rough ground"


@rule("33.3.9-3", "16.5")
def test_units_that_one_case_spares_are_told_in_one_sentence(desk):
    """In the surprise of the Ardennes armor counts in full, and nobody counts "9 instead of 9"."""
    s = stand(
        desk, {"de-1ss": "FF13", "de-2pz": "FF13", "us-28": "FF12"}, side="german", scenario="bulge", turn="dec-3"
    )
    attackers = [desk.unit("de-1ss"), desk.unit("de-2pz")]
    names = sorted(desk.w.unit_names[u] for u in attackers)
    told = [m.reason for m in modifiers(s, reckon(s, attackers, desk.hexes_of("FF12"))) if "halved" in m.reason]
    assert len(told) == 1
    assert told[0].endswith(" are not halved: the surprise in the Ardennes")
    assert all(name in told[0] for name in names)
    assert "instead of" not in told[0]


@rule("19.5", "14.8")
def test_ships_alone_never_make_an_attack(desk):
    s = stand(desk, {"us-1": "M5", "de-352": "M5"})
    ships = [Addition("Navy", "19.4", factors=99)]
    assert not legal_odds(s, [], desk.hexes_of("M5"), ships)
    assert legal_odds(s, [desk.unit("us-1")], desk.hexes_of("M5"), ships)


# ---------------------------------------------------------------------------------------------- nationalities


@rule("14.11", "31.6", "9.5")
def test_who_must_be_attacked_where_decoys_lie_about(desk):
    """Units under decoys count, though they have no zone yet; frozen ones do not."""
    units = {"de-352": "M9", "de-353": DEEP, "de-91": "G10", "us-1": "K12"}
    s = stand(desk, units, options="decoys", frozen="de-353")
    assert claims(s).loud == desk.hexes_of("M9 G10")
    set_decoy(s, 0, desk.hex("M9"), desk.unit("de-352"))
    assert claims(s).loud == desk.hexes_of("M9 G10")


@rule("14.11", "12.8")
def test_invaders_claim_the_enemies_in_their_hex_and_nobody_elsewhere(desk):
    """The 4th has landed on nobody, the 101st drops where it is no invader."""
    units = {"us-1": "M5", "de-352": "M5", "us-4": "P5", "us-101": "G10", "de-353": "G10"}
    s = stand(desk, units, invaders=desk.units_of("us-1 us-4"), dropped=desk.units_of("us-101"))
    assert claims(s).found == {desk.hexes_of("M5"): desk.units_of("us-1")}


@rule("14.11", "6.2")
def test_company_counts_only_where_enemies_are(desk):
    """Germans in hexes before and behind M9 in the order of the map are not in it."""
    units = {"us-1": "M9", "de-352": "R13", "de-353": "G10"}
    s = stand(desk, units)
    assert not foreign_company(s, desk.unit("br-3"), desk.hex("M9"))
    s = stand(desk, units | {"de-91": "M9"}, invaders=desk.units_of("us-1"))
    assert foreign_company(s, desk.unit("br-3"), desk.hex("M9"))


@rule("14.11", "20.6")
def test_paratroopers_on_enemies_attack_these_whoever_attacks_the_next(desk):
    """The 1st at M11 alone is next to M10: British who come to N9 could attack nobody there; on a German in N9 they
    can."""
    s = stand(desk, {"us-1": "M11", "de-352": "M10"})
    u, h = desk.unit("br-6ab"), desk.hex("N9")
    assert [why.rule for why in why_no_target(s, u, h, from_air=True)] == ["14.11"]
    s = stand(desk, {"us-1": "M11", "de-352": "M10", "de-353": "N9"})
    assert crowded(s, u) >> h & 1
    assert list(why_no_target(s, u, h, from_air=True)) == []


# -------------------------------------------------------------------------------------- the two attacks owed

FOUR = ("de-84", "de-331", "de-326", "de-48")
"""Divisions of 4 factors, on their backs 2."""


def owing(desk, whole, reduced, armor="", **more):
    """German divisions in GG12, next to FF12 and FF11, each held by 6 American factors."""
    names = FOUR[: whole + reduced] + tuple(armor.split())
    units = dict.fromkeys(names, "GG12") | {"us-28": "FF12", "us-106": "FF11"}
    base = {"scenario": "berlin", "turn": "dec-3", "side": "german", "belt_units": desk.units_of(" ".join(names))}
    back = " ".join((*FOUR[whole : whole + reduced], *(x for x in armor.split())))
    return stand(desk, units, back=back, **base | more)


@rule("33.4.1")
@pytest.mark.parametrize(
    ("whole", "reduced", "armor", "expected"),
    [
        (2, 2, "", 2),  # 4 + 2 against each 6
        (2, 1, "", 1),  # 10 factors are not enough for two
        (1, 2, "de-2pz", 1),  # 4 + 2 + 2 + 3 is 11
        (2, 1, "de-2pz", 2),  # 4 + 2 against the one, 4 + 3 against the other
        (1, 1, "", 1),
        (1, 0, "", 0),
    ],
)
def test_how_many_attacks_at_even_odds_there_are(desk, whole, reduced, armor, expected):
    assert possible(owing(desk, whole, reduced, armor), 2) == expected


@rule("33.4.1")
def test_one_attack_is_asked_for_where_one_is_owed_and_a_busy_unit_makes_none(desk):
    s = owing(desk, 2, 2)
    assert (possible(s, 1), possible(s, 0)) == (1, 0)
    units = [desk.unit(u) for u in FOUR]
    for u in units:
        assert possible(s, 2, busy=1 << u) == 1, "three are left, with eight factors or ten"
    assert possible(s, 2, gone=desk.hexes_of("FF12 FF11")) == 0


@rule("33.4.1")
def test_each_of_the_two_hexes_asks_for_its_own_factors(desk):
    """Six factors hold FF11, three FF12: two divisions of 4 take the one or the other."""
    units = dict.fromkeys(FOUR[:2], "GG12") | {"us-28": "FF12", "us-106": "FF11"}
    base = {"scenario": "berlin", "turn": "dec-3", "side": "german", "belt_units": desk.units_of(" ".join(FOUR))}
    for back, expected in (("us-28", 1), ("us-106", 1), ("us-28 us-106", 2)):
        assert possible(stand(desk, units, back=back, **base), 2) == expected


@rule("33.4.1")
def test_attacks_beside_the_line_are_none_of_the_two(desk):
    """GG13, behind FF12, does not lie on the line."""
    names = FOUR[:4]
    units = dict.fromkeys(names, "GG12") | {"us-28": "FF12", "us-106": "GG13"}
    assert "GG13" in desk.near("GG12")
    base = {"scenario": "berlin", "turn": "dec-3", "side": "german", "belt_units": desk.units_of(" ".join(names))}
    assert possible(stand(desk, units, **base), 2) == 1
    assert possible(stand(desk, units | {"us-28": "removed"}, **base), 2) == 0


@rule("33.4.1")
def test_no_attack_may_make_the_two_impossible(desk):
    four = [1 << desk.unit(u) for u in FOUR]
    line, far = desk.hexes_of("FF12"), desk.hexes_of("DD12")
    s = owing(desk, 2, 2)
    assert keeps(s, four[0] | four[2], line), "the others make the second"
    assert not keeps(s, sum(four), line)
    assert not keeps(s, four[0] | four[1], line), "2 + 2 are left"
    assert not keeps(s, four[0] | four[2], far), "away from the line it does not count"
    assert not keeps(s, four[0] | four[2], line | far), "nor does one that is not on the line alone"
    for more in ({"line_attacks": 2}, {"impulse": 2}, {"scenario": "bulge"}, {"turn": "dec-4"}):
        assert keeps(owing(desk, 2, 2, **more), sum(four), line), more
    assert keeps(owing(desk, 2, 2, line_attacks=1), sum(four), line)
    assert not keeps(owing(desk, 2, 2, line_attacks=1), sum(four), far)


# ------------------------------------------------------------------------------------------------- afterwards


@rule("27.12", "2.8")
def test_the_division_of_an_overstrength_counter_comes_back_whole(desk):
    w = desk.w
    counter = w.overstrength[0]
    division = desk.unit("us-1")
    s = stand(desk, {w.ids[counter]: "M9", "us-1": "aside"}, back="us-1")
    s.overstrength[0] = division
    lose_step(s, counter, None, "15.3")
    assert (desk.at("us-1"), s.face[division], steps_of(s, division)) == ("M9", 0, 2)
    assert s.overstrength[0] == -1
    assert desk.at(w.ids[counter]) == "removed"


@rule("12.18")
def test_the_first_invasion_has_failed_as_soon_as_a_battle_has_ended_it(desk):
    turn = desk.w.turn_of["jun-1"]
    base = {"turn": turn, "invasions": 1, "invasion_turn": turn, "side": "german", "impulse": 2}
    for units, failed in (({"de-352": "M5"}, True), ({"de-352": "M5", "us-1": "L4"}, False)):
        s = desk.set_up(units, steps=[EndBattle()], **base)
        assert s.first_failed == failed


@rule("14.9")
def test_who_has_fought_is_noted_on_both_sides(desk):
    s = stand(desk, {"us-1": "M9", "us-4": "L9", "us-9": "N9", "de-352": "M10", "de-353": "M10"})
    s.battle_units, s.battle_foes = desk.units_of("us-1 us-4"), desk.units_of("de-352")
    s.battle_hexes = desk.hexes_of("M10")
    desk.restart(EndBattle())
    assert {desk.w.ids[u] for u in members(s.fought)} == {"us-1", "us-4", "de-352"}
    assert s.side == ALLIED


# ------------------------------------------------------------------------------------------ declaring battles


@rule("20.8", "14.6")
def test_while_paratroopers_stand_on_enemies_nobody_attacks_others(desk):
    """The 101st has landed on M10; L9 comes before it in the order of the map, N9 after it."""
    units = {
        "us-101": "M10",
        "de-352": "M10",
        "us-1": "M9",
        "de-353": "L9",
        "de-91": "N9",
        "us-4": "K9",
        "us-9": "O9",
    }
    assert "L9" in desk.near("K9")
    assert "N9" in desk.near("O9")
    desk.set_up(units, dropped=desk.units_of("us-101"), steps=[StartCombat(1)])
    if desk.step() == "Removing":
        desk.play("keep")
    assert desk.why("attack us-101 M10") == []
    assert desk.why("attack us-1 M10") == []
    for label in ("L9", "N9"):
        assert desk.why(f"attack us-1 {label}") == ["20.8"]


@rule("14.10", "31.6")
def test_who_is_too_weak_for_a_stack_under_a_decoy_goes_as_well(desk):
    """Two factors on twenty-four are 1-12. A covered stack has no zone yet; it is found, and must be attacked."""
    units = {"us-4cav": "M9", "de-lehr": "M10", "de-12ss": "M10", "de-2pz": "M10"}
    for covered in (False, True):
        s = stand(desk, units, options="decoys")
        if covered:
            for decoy, u in enumerate(("de-lehr", "de-12ss", "de-2pz")):
                set_decoy(s, decoy, desk.hex("M10"), desk.unit(u))
        assert removable(s) == [desk.unit("us-4cav")]
    assert removable(stand(desk, {"us-4cav": "M9", "de-2pz": "M12"})) == []


@rule("14.13", "33.3.9-1")
def test_who_is_in_a_fortress_need_not_think_of_sallies_on_december_iii(desk):
    """Out of an intact fortress Germans may attack or not; once one has, or while nobody must attack, it is as it is
    elsewhere."""
    w, belt = desk.w, desk.units_of("de-2pz")
    wall = next(h for h in members(w.fortresses & ~w.cities) if w.near[h])
    foe = next(w.labels[x] for x in w.near[wall] if not (w.cities | w.fortresses) >> x & 1)
    units = {"de-2pz": w.labels[wall], "us-28": foe}
    u = desk.unit("de-2pz")
    for more, expected in (
        ({}, {u: wall}),
        ({"sallied": w.bit[wall]}, {}),
        ({"ruined": w.bit[wall]}, {}),
        ({"scenario": "bulge", "turn": "dec-3", "belt_units": belt}, {}),
    ):
        s = stand(desk, units, side="german", **{"ruined": 0} | more)
        assert front(s).inside == expected, more


@rule("14.9", "9.9", "12.8")
@pytest.mark.parametrize(
    ("units", "fought", "targets", "duty"),
    [
        ({}, "", "M10 N9", "M10 N9"),
        ({}, "de-352", "N9", "N9"),
        ({"de-91": "M10"}, "de-352", "M10 N9", "M10 N9"),
        ({"de-91": "M10"}, "de-352 de-91", "N9", "N9"),
        ({"de-91": "destroyed", "de-77": "destroyed"}, "de-91", "M10 N9", "M10 N9"),
        ({"us-4": "S20"}, "us-4", "M10 N9", "M10 N9"),
    ],
)
def test_who_has_fought_is_no_target_and_must_not_be_attacked(desk, units, fought, targets, duty):
    units = {"us-1": "M9", "de-352": "M10", "de-353": "N9"} | units
    f = front(stand(desk, units, fought=desk.units_of(fought)))
    assert (f.targets, f.duty) == (desk.hexes_of(targets), desk.hexes_of(duty))
    assert f.able == {desk.unit("us-1"): desk.hexes_of(targets)}


@rule("9.9", "9.1F", "12.8", "14.9")
def test_a_free_unit_beside_a_frozen_one_and_a_fought_one_under_invaders(desk):
    f = front(stand(desk, {"us-1": "M7", "de-352": "M6", "de-353": "M6"}, frozen="de-352"))
    assert (f.frozen, f.apart, f.duty) == (desk.hexes_of("M6"), 0, desk.hexes_of("M6"))
    f = front(stand(desk, {"us-1": "M7", "de-352": "M6"}, frozen="de-352"))
    assert (f.frozen, f.apart, f.duty) == (desk.hexes_of("M6"), desk.hexes_of("M6"), 0)
    one = desk.units_of("us-1")
    f = front(stand(desk, {"us-1": "M5", "de-352": "M5"}, invaders=one, fought=desk.units_of("de-352")))
    assert (f.targets, f.able) == (0, {})


@rule("14.6", "14.8")
def test_who_is_needed_elsewhere_is_refused_for_the_duty_and_not_for_the_odds(desk):
    """Only the 1st can attack the 24 factors in L9; the 4th has no other target than N9, which the 1st could attack
    as well, at 1-1."""
    units = {"us-1": "M9", "us-4": "O9", "de-lehr": "L9", "de-12ss": "L9", "de-2pz": "L9", "de-352": "N9"}
    assert "N9" in desk.near("O9")
    desk.set_up(units, steps=[StartCombat(1)])
    assert desk.why("attack us-1 N9") == ["14.6"]
    assert desk.why("attack us-1 L9; done") == []
    assert desk.why("attack us-4 N9; done") == []


@rule("20.8")
def test_who_helps_paratroopers_on_enemies_helps_those_of_one_hex(desk):
    """The 3rd is next to both hexes, which hold an American paratroop division and Germans each."""
    units = {"us-101": "M10", "us-82": "L9", "de-lehr": "M10", "de-91": "L9", "de-12ss": "M10", "us-1": "N9"}
    s = stand(desk, units | {"br-3": "M9"}, dropped=desk.units_of("us-101 us-82"))
    assert set(target_sets(s, desk.unit("br-3"))) == {desk.hexes_of("M10"), desk.hexes_of("L9")}


@rule("14.9")
def test_when_an_impulse_ends_nobody_has_fought(desk):
    s = stand(desk, {"us-1": "M9"}, fought=desk.units_of("us-1"), sallied=desk.hexes_of("A16"))
    EndCombat().run(s, None)
    assert s.fought == s.sallied == 0


@rule("33.4.1")
def test_two_attacks_owed_are_two_battles_and_leave_units_for_each_other(desk):
    """Of four divisions, two of them reduced, a pair is needed against each of the two hexes; in another scenario
    nothing is owed."""
    line, other = desk.hexes_of("FF12"), desk.hexes_of("FF11")
    one, two, three, four = (desk.unit(u) for u in FOUR[:4])
    for scenario, free in (("berlin", False), ("bulge", True)):
        s = owing(desk, 2, 2, scenario=scenario)
        assert set(target_sets(s, one)) == {line, other} | ({line | other} if free else set())
        s.battle_units, s.battle_hexes = 1 << one | 1 << three, line
        assert companions(s) == (1 << two | 1 << four if free else 0)
        desk.restart(Attacking())
        for u in FOUR[1], FOUR[3]:
            assert desk.why(f"with {u}") == ([] if free else ["14.6"])
        s.battle_units = 1 << one
        assert companions(s) == (1 << two | 1 << three | 1 << four if free else 1 << three | 1 << four)


@rule("12.8", "14.6C")
def test_only_who_invades_is_told_that_invaders_attack_where_they_landed(desk):
    """Neither is next to an enemy that it could attack; the 4th, after the 1st in the list, has just landed."""
    assert desk.unit("us-1") < desk.unit("us-4")
    s = stand(desk, {"us-1": "M9", "us-4": "M5", "de-352": "M6"}, invaders=desk.units_of("us-4"))
    found = [[why.rule for why in why_not_attacking(s, desk.unit(u))] for u in ("us-1", "us-4")]
    assert found == [["14.6C"], ["12.8"]]


@rule("14.3", "14.6A")
def test_units_are_told_as_one_speaks(desk):
    """One attacker attacks, two attack; of three who must be attacked the last comes after "and"."""
    name = desk.w.unit_names
    for attackers, verb in ((["us-1"], "attacks"), (["us-1", "us-4"], "attack")):
        desk.set_up({**dict.fromkeys(attackers, "L9"), "de-352": "M9"}, steps=[StartCombat(1)])
        desk.play("; ".join([f"attack {attackers[0]} M9", *(f"with {u}" for u in attackers[1:]), "done"]))
        assert desk.log[0].endswith(f" {verb} {name[desk.unit('de-352')]} in M9.")
    enemies = sorted(desk.unit(x) for x in ("de-352", "de-91", "de-77"))
    desk.set_up({"us-1": "L9", **{desk.w.ids[u]: "M9" for u in enemies}}, steps=[StartCombat(1)])
    first, second, third = (name[u] for u in enemies)
    assert f"{first}, {second} and {third} in M9 must be attacked." in desk.words("done")
