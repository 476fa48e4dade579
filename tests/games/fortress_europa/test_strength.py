"""14.4, 14.5, 15.1, 16: factors, ground and odds. Factors are those that the booklet prints: American infantry 6,
Lehr 9, 1SS 8, the Tigers 3."""

from __future__ import annotations

import pytest

from grognard.games.fortress_europa.data.world import ALPINE, MOUNTAIN, ROUGH
from grognard.games.fortress_europa.rules.combat.attacking import StartCombat
from grognard.games.fortress_europa.rules.combat.strength import (
    ILLEGAL,
    Addition,
    attacker,
    base_column,
    battle_odds,
    defender,
    ratio,
    reckon,
    result_of,
    support,
)
from grognard.maps import members
from grognard.suite import rule


def combat(desk, units, side="allied", impulse=1, **more):
    return desk.set_up(units, side=side, impulse=impulse, steps=[StartCombat(impulse)], **more)


def hexes_with(desk, terrain, without_river=True):
    """Hexes of a terrain, without city or fortress, whose neighbours over land are all passable."""
    w = desk.w
    wet = 0
    for river in w.rivers:
        wet |= river.banks
    barred = w.cities | w.fortresses | (wet if without_river else 0)
    return [w.labels[h] for h in members(w.ground[terrain] & ~barred) if len(w.near[h]) == 6]


def counted(desk, unit, attackers):
    """The defence factor of a unit against attackers by name."""
    s, u = desk.s, desk.unit(unit)
    r = reckon(s, [desk.unit(x) for x in attackers], 1 << s.where[u])
    return next(c.factor for c in r.defenders if c.unit == u)


def beside(desk, label, river):
    """A land neighbour of a hex, across a river or not, without a city, or None."""
    w = desk.w
    h = w.index[label]
    return next((w.labels[x] for x in w.near[h] if (w.river_between(h, x) >= 0) == river), None)


def plain_river_pair(desk, terrain, city=False, fort=False):
    """A hex of this ground with one neighbour across a river and one on its own side."""
    w = desk.w
    for h in members(w.land):
        if terrain is not None and w.terrain[h] != terrain:
            continue
        if bool(w.cities >> h & 1) != city or bool(w.fortresses >> h & 1) != fort:
            continue
        label = w.labels[h]
        across, dry = beside(desk, label, True), beside(desk, label, False)
        if across and dry:
            return label, across, dry
    return None


# ------------------------------------------------------------------------------------------------ odds


@rule("15.1", "15.1-example")
@pytest.mark.parametrize(("attack", "defence", "odds"), [(4, 9, "1-3"), (19, 10, "1-1"), (24, 5, "4-1")])
def test_the_examples_of_odds(desk, attack, defence, odds):
    assert ratio(attack, defence) == odds


@rule("15.1")
@pytest.mark.parametrize(
    ("attack", "defence", "column"),
    [
        (1, 6, "1-6"), (1, 5, "1-6"), (1, 4, "1-4"), (1, 3, "1-4"), (1, 2, "1-2"), (2, 3, "1-2"), (1, 1, "1-1"),
        (19, 10, "1-1"), (2, 1, "2-1"), (3, 1, "3-1"), (24, 5, "4-1"), (5, 1, "5-1"), (13, 2, "5-1"), (7, 1, "7-1"),
    ],
)  # fmt: skip
def test_odds_have_their_column(desk, attack, defence, column):
    assert desk.w.book.column[base_column(desk.w, attack, defence)].id == column


@rule("14.8")
def test_worse_than_one_to_six_has_no_column(desk):
    assert base_column(desk.w, 1, 7) == ILLEGAL
    assert base_column(desk.w, 3, 19) == ILLEGAL
    assert base_column(desk.w, 3, 18) == 0


@rule("14.12")
def test_more_than_seven_to_one_is_seven_to_one(desk):
    w = desk.w
    assert base_column(w, 60, 1) == base_column(w, 7, 1) == len(w.book.column) - 1


@rule("17.10.2-example")
def test_one_aircraft_brings_one_to_six_to_the_next_column(desk):
    combat(desk, {"us-1": "M9", "de-352": "M10"})
    s = desk.s
    six = next(i for i, c in enumerate(desk.w.book.column) if c.id == "1-6")
    r = reckon(s, [desk.unit("us-1")], 1 << desk.hex("M10"), [Addition("TAC", "17.10.2", columns=1)], declared=six)
    assert desk.w.book.column[r.column].id == "1-4"


@rule("14.12", "17.10.2")
def test_columns_past_the_table_are_the_last(desk):
    combat(desk, {"us-1": "M9", "us-4": "M9", "de-325": "M10"})
    r = reckon(
        desk.s,
        [desk.unit("us-1"), desk.unit("us-4")],
        1 << desk.hex("M10"),
        [Addition(f"TAC {n}", "17.10.2", columns=1) for n in range(3)],
    )
    assert r.column == len(desk.w.book.column) - 1


@rule("15.8")
def test_lower_odds_count_instead_of_better_ones(desk):
    combat(desk, {"us-1": "M9", "us-4": "M9", "de-352": "M10"})
    units = [desk.unit("us-1"), desk.unit("us-4")]
    r = reckon(desk.s, units, 1 << desk.hex("M10"), declared=0)
    assert r.declared == r.column == 0
    assert r.base > 0


@rule("15.2")
def test_a_die_above_six_is_a_six(desk):
    w = desk.w
    for column in range(len(w.book.column)):
        assert result_of(w, column, 8) == result_of(w, column, 6) == w.book.column[column].results[5]


@rule("15.2")
def test_the_chances_of_a_battle_add_up(desk):
    combat(desk, {"us-1": "M9", "us-4": "M9", "us-2arm": "L9", "de-352": "M10"})
    r = reckon(desk.s, [desk.unit(x) for x in ("us-1", "us-4", "us-2arm")], 1 << desk.hex("M10"))
    odds = battle_odds(desk.s, r)
    assert sum(row.value for row in odds.rows) == pytest.approx(1)
    results = desk.w.book.column[r.column].results
    assert {row.outcome: round(row.value * 6) for row in odds.rows} == {x: results.count(x) for x in results}


# ----------------------------------------------------------------------------------------------- adding


@rule("14.5", "2.6")
def test_attackers_and_defenders_are_added_up(desk):
    combat(desk, {"de-lehr": "M9", "de-101ss": "M9", "us-1": "M10", "us-4": "M10", "us-29": "L9"}, side="german")
    s = desk.s
    one = reckon(s, [desk.unit("de-lehr"), desk.unit("de-101ss")], 1 << desk.hex("M10"))
    assert (one.attack, one.defence) == (9 + 3, 6 + 6)
    both = reckon(s, [desk.unit("de-lehr")], desk.hexes_of("M10 L9"))
    assert (both.attack, both.defence) == (9, 18)


@rule("19.4")
def test_ships_add_their_number(desk):
    combat(desk, {"us-1": "M9", "de-352": "M10"})
    desk.s.battle_ships = 0b11
    ships = desk.w.ships
    r = reckon(desk.s, [desk.unit("us-1")], 1 << desk.hex("M10"), support(desk.s))
    assert r.attack == 6 + ships[0].strength + ships[1].strength


# ---------------------------------------------------------------------------------------------- ground


@rule("16.1")
def test_clear_ground_changes_nothing(desk):
    combat(desk, {"us-1": "M10", "de-lehr": "M9"}, side="german")
    assert counted(desk, "us-1", ["de-lehr"]) == 6


@rule("16.1")
def test_mountains_double(desk):
    h = hexes_with(desk, MOUNTAIN)[0]
    combat(desk, {"us-1": h, "de-lehr": min(desk.near(h))}, side="german")
    assert counted(desk, "us-1", ["de-lehr"]) == 12


@rule("16.1", "16.6")
def test_alpine_ground_doubles_and_anyone_may_attack_it(desk):
    h = next(x for x in hexes_with(desk, ALPINE) if desk.near(x))
    where = min(desk.near(h))
    combat(desk, {"fr-2dim": h, "de-lehr": where}, side="german")
    assert counted(desk, "fr-2dim", ["de-lehr"]) == 2 * desk.w.combat[desk.unit("fr-2dim")][0]
    assert h in desk.legal("attack de-lehr")


@rule("16.1")
def test_cities_double(desk):
    where = min(desk.near("G7"))
    combat(desk, {"us-1": "G7", "de-lehr": where}, side="german")
    assert counted(desk, "us-1", ["de-lehr"]) == 12


@rule("16.1", "16.2")
def test_behind_a_river_all_attackers_must_be_across_it(desk):
    h, across, dry = plain_river_pair(desk, 0)
    combat(desk, {"us-1": h, "de-lehr": across, "de-101ss": dry}, side="german")
    assert counted(desk, "us-1", ["de-lehr"]) == 12
    assert counted(desk, "us-1", ["de-lehr", "de-101ss"]) == 6


@rule("16.2")
def test_an_attacker_in_the_hex_itself_is_not_across_a_river(desk):
    h, across, _ = plain_river_pair(desk, 0)
    combat(desk, {"de-352": h, "us-101": h, "us-1": across}, dropped=desk.units_of("us-101"))
    assert counted(desk, "de-352", ["us-101", "us-1"]) == desk.w.combat[desk.unit("de-352")][0]


@rule("16.3")
def test_a_fortress_doubles_germans_until_it_is_destroyed(desk):
    w = desk.w
    h = next(x for x in members(w.fortresses & ~w.cities) if w.terrain[x] == 0 and beside(desk, w.labels[x], False))
    label = w.labels[h]
    dry = beside(desk, label, False)
    combat(desk, {"de-1ss": label, "us-1": dry})
    assert counted(desk, "de-1ss", ["us-1"]) == 16
    desk.s.ruined |= 1 << h
    assert counted(desk, "de-1ss", ["us-1"]) == 8


@rule("16.3")
def test_a_fortress_never_helps_the_allies(desk):
    w = desk.w
    h = next(x for x in members(w.fortresses & ~w.cities) if w.terrain[x] == 0 and beside(desk, w.labels[x], False))
    label = w.labels[h]
    combat(desk, {"us-1": label, "de-lehr": beside(desk, label, False)}, side="german", ruined=0)
    assert counted(desk, "us-1", ["de-lehr"]) == 6


@rule("14.4")
def test_a_factor_is_doubled_once_only(desk):
    """A city behind a river: two reasons to double, one doubling."""
    h, across, _ = plain_river_pair(desk, None, city=True)
    combat(desk, {"us-1": h, "de-lehr": across}, side="german")
    assert counted(desk, "us-1", ["de-lehr"]) == 12


# ----------------------------------------------------------------------------------------------- armor


@rule("16.5")
def test_armor_is_halved_in_rough_ground_rounded_up(desk):
    h = hexes_with(desk, ROUGH)[0]
    combat(desk, {"de-lehr": h, "us-1": min(desk.near(h))})
    assert counted(desk, "de-lehr", ["us-1"]) == 5


@rule("16.5")
def test_armor_is_halved_and_not_doubled_in_a_city(desk):
    combat(desk, {"de-lehr": "G7", "us-1": min(desk.near("G7"))})
    assert counted(desk, "de-lehr", ["us-1"]) == 5  # ruling 139


@rule("16.5")
def test_with_the_other_reading_the_city_then_doubles_it(desk):
    combat(desk, {"de-lehr": "G7", "us-1": min(desk.near("G7"))}, options="armour-gains-from-cities")
    assert counted(desk, "de-lehr", ["us-1"]) == 10  # ruling 139


@rule("16.5")
def test_behind_a_river_it_is_halved_and_then_doubled(desk):
    h, across, _ = plain_river_pair(desk, None, city=True)
    combat(desk, {"de-lehr": h, "us-1": across})
    assert counted(desk, "de-lehr", ["us-1"]) == 10


@rule("16.5", "16.3")
def test_in_a_fortress_in_rough_ground_or_a_city_it_keeps_its_factor(desk):
    w = desk.w
    for kind in (w.cities & w.fortresses, w.ground[ROUGH] & w.fortresses & ~w.cities):
        label, dry = next((w.labels[h], d) for h in members(kind) if (d := beside(desk, w.labels[h], False)))
        combat(desk, {"de-lehr": label, "us-1": dry})
        assert counted(desk, "de-lehr", ["us-1"]) == 9


@rule("16.5")
def test_in_such_a_fortress_behind_a_river_it_is_doubled(desk):
    w = desk.w
    kind = w.fortresses & (w.cities | w.ground[ROUGH])
    label, across = next((w.labels[h], a) for h in members(kind) if (a := beside(desk, w.labels[h], True)))
    combat(desk, {"de-lehr": label, "us-1": across})
    assert counted(desk, "de-lehr", ["us-1"]) == 18


@rule("16.5", "16.3")
def test_a_destroyed_fortress_no_longer_helps_armor(desk):
    w = desk.w
    h = next(x for x in members(w.cities & w.fortresses) if beside(desk, w.labels[x], False))
    combat(desk, {"de-lehr": w.labels[h], "us-1": beside(desk, w.labels[h], False)})
    desk.s.ruined |= 1 << h
    assert counted(desk, "de-lehr", ["us-1"]) == 5


@rule("16.5")
def test_armor_in_a_city_in_the_mountains_is_halved_and_doubled(desk):
    w = desk.w
    h = next(x for x in members(w.cities & w.ground[MOUNTAIN]) if beside(desk, w.labels[x], False))
    combat(desk, {"de-lehr": w.labels[h], "us-1": beside(desk, w.labels[h], False)})
    assert counted(desk, "de-lehr", ["us-1"]) == 10  # ruling 140


@rule("16.5")
def test_attacking_armor_is_halved_by_the_worst_ground(desk):
    """Lehr attacks a clear hex with 9, a city with 5, and both together with 5."""
    w = desk.w
    city = w.index["G7"]
    plain = next(x for x in w.near[city] if w.terrain[x] == 0)
    start = next(x for x in w.near[city] if x in w.near[plain])
    combat(desk, {"de-lehr": w.labels[start], "us-1": "G7", "us-4": w.labels[plain]}, side="german")
    u, s = desk.unit("de-lehr"), desk.s
    assert attacker(s, u, 1 << plain).factor == 9
    assert attacker(s, u, 1 << city).factor == 5
    assert attacker(s, u, 1 << plain | 1 << city).factor == 5
    assert attacker(s, desk.unit("us-1"), 1 << city).factor == 6


@rule("14.4")
def test_an_attacker_is_never_doubled(desk):
    combat(desk, {"us-1": "G7", "de-352": min(desk.near("G7"))})
    assert attacker(desk.s, desk.unit("us-1"), 1 << desk.s.where[desk.unit("de-352")]).factor == 6


@rule("16.8")
def test_each_hex_is_figured_by_itself(desk):
    """6 in a city and 6 in the open, attacked by one unit next to both, are 18."""
    w = desk.w
    city = w.index["G7"]
    plain = next(x for x in w.near[city] if w.terrain[x] == 0 and not w.cities >> x & 1)
    start = next(x for x in w.near[city] if x in w.near[plain])
    combat(desk, {"de-lehr": w.labels[start], "us-1": "G7", "us-4": w.labels[plain]}, side="german")
    r = reckon(desk.s, [desk.unit("de-lehr")], 1 << plain | 1 << city)
    assert r.defence == 18


@rule("16.8", "16.2")
def test_a_river_is_judged_for_each_hex(desk):
    """One unit attacks two hexes, one of them across a river: only that one is doubled (ruling 142)."""
    w = desk.w
    wanted = w.ground[0] & ~w.cities & ~w.fortresses
    a, b, start = next(
        (a, b, h)
        for h in members(wanted)
        for a in w.near[h]
        for b in w.near[h]
        if wanted >> a & 1 and wanted >> b & 1 and w.river_between(h, a) >= 0 and w.river_between(h, b) < 0
    )
    combat(desk, {"de-lehr": w.labels[start], "us-1": w.labels[a], "us-4": w.labels[b]}, side="german")
    assert reckon(desk.s, [desk.unit("de-lehr")], 1 << a | 1 << b).defence == 12 + 6


@rule("31.16")
def test_the_funnies_double_their_hex_across_a_river(desk):
    h, across, _ = plain_river_pair(desk, 0)
    units = {"br-79-a": across, "br-3": across, "de-352": h}
    three = desk.w.combat[desk.unit("br-3")][0]
    for options, factor in (("", three), ("funnies", 2 * three)):
        combat(desk, units, options=options)
        pair = [desk.unit("br-79-a"), desk.unit("br-3")]
        assert attacker(desk.s, pair[1], 1 << desk.hex(h), pair).factor == factor


@rule("31.16")
def test_the_funnies_add_one_against_a_city(desk):
    where = min(desk.near("G7"))
    combat(desk, {"br-79-a": where, "br-3": where, "de-352": "G7"}, options="funnies")
    pair = [desk.unit("br-79-a"), desk.unit("br-3")]
    assert reckon(desk.s, pair, 1 << desk.hex("G7")).die == 1


@rule("31.16")
def test_in_the_first_invasion_the_one_against_a_fortress_is_added(desk):
    units = {"br-79-a": "A16", "br-3": "A16", "de-352": "A16"}
    ashore, site = desk.units_of("br-79-a br-3"), desk.hexes_of("A16")
    assert desk.w.fortresses & site
    landing = {"turn": "jun-1", "invaders": ashore, "invasion_turn": 1, "invasions": 1, "site": site}
    combat(desk, units, options="funnies", ruined=0, **landing)
    pair = [desk.unit("br-79-a"), desk.unit("br-3")]
    assert reckon(desk.s, pair, site).die == 1 + 1


@rule("12.13")
def test_the_79th_adds_two_in_the_first_invasion(desk):
    units = {"br-79": "M5", "br-3": "M5", "de-352": "M5"}
    ashore = desk.units_of("br-79 br-3")
    combat(desk, units, turn="jun-1", invaders=ashore, invasion_turn=1, invasions=1, site=desk.hexes_of("M5"))
    pair = [desk.unit("br-79"), desk.unit("br-3")]
    assert reckon(desk.s, pair, 1 << desk.hex("M5")).die == 2
    assert reckon(desk.s, pair[1:], 1 << desk.hex("M5")).die == 0


@rule("16.5", "15.1")
def test_every_change_of_a_factor_is_named(desk):
    combat(desk, {"de-lehr": "G7", "us-1": min(desk.near("G7"))})
    assert defender(desk.s, desk.unit("de-lehr"), False).notes == (("halved: armor in a city", "16.5"),)


@rule("16.1", "16.2", "16.3", "16.5")
def test_why_a_defender_counts_more_or_less(desk):
    """One doubling at most, the ground first; armor in a city or rough ground is halved, and gains of a city only by
    the option; in a fortress it keeps its factor."""
    w = desk.w
    free = w.land & ~w.dyke
    plain = "M9"
    hill = w.labels[members(free & w.ground[MOUNTAIN] & ~w.cities & ~w.fortresses)[0]]
    rough = w.labels[members(free & w.ground[ROUGH] & ~w.cities & ~w.fortresses)[0]]
    town = w.labels[members(free & w.cities & ~w.fortresses & ~w.doubled)[0]]
    wall = w.labels[members(free & w.fortresses & ~w.cities & ~w.doubled)[0]]
    both = w.labels[members(free & w.fortresses & w.cities & ~w.doubled)[0]]
    for unit, label, behind, options, expected in (
        ("de-352", plain, False, "", []),
        ("de-352", hill, False, "", ["16.1"]),
        ("de-352", plain, True, "", ["16.2"]),
        ("de-352", hill, True, "", ["16.1"]),
        ("de-352", town, False, "", ["16.1"]),
        ("de-352", town, True, "", ["16.2"]),
        ("de-352", wall, False, "", ["16.3"]),
        ("de-352", both, False, "", ["16.1"]),
        ("de-352", rough, False, "", []),
        ("us-1", town, False, "", ["16.1"]),
        ("us-1", wall, False, "", []),
        ("de-2pz", plain, False, "", []),
        ("de-2pz", rough, False, "", ["16.5"]),
        ("de-2pz", rough, True, "", ["16.5", "16.2"]),
        ("de-2pz", town, False, "", ["16.5"]),
        ("de-2pz", rough, False, "armour-gains-from-cities", ["16.5"]),
        ("de-2pz", town, False, "armour-gains-from-cities", ["16.5", "16.1"]),
        ("de-2pz", both, False, "", ["16.5"]),
        ("us-2arm", both, False, "armour-gains-from-cities", ["16.5", "16.1"]),
    ):
        s = desk.set_up({unit: label}, options=options, steps=[], ruined=0)
        found = defender(s, desk.unit(unit), behind)
        assert [case for _, case in found.notes] == expected, (unit, label, behind, options)
    words = {label: defender(desk.set_up({"de-2pz": label}, steps=[], ruined=0), desk.unit("de-2pz"), False).notes
             for label in (rough, town, both)}  # fmt: skip
    assert "rough" in words[rough][0][0]
    assert "city" in words[town][0][0]
    assert "keeps" in words[both][0][0] or "halved" in words[both][0][0]
