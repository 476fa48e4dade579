"""7 ¶1 to ¶3, ¶5a. Declaring attacks: who may join whom, and that every enemy beside an attacker is attacked."""

from __future__ import annotations

import random
from itertools import combinations, product

import pytest

from grognard.games.nineteen_forty.rules.declaring import (
    Declaring,
    attack_units,
    duty_hexes,
    front,
    joining,
    left_out,
    target_sets,
)
from grognard.games.nineteen_forty.rules.state import REPULSED, ROUTED
from grognard.maps import mask_of, members
from grognard.suite import rule


@rule("13 ¶1", "13 Belgium ¶1a", "13 Luxembourg ¶1")
def test_which_countries_an_attack_brings_in(desk):
    w = desk.w
    places = {c: next(h for h in range(w.n) if w.country[h] == c) for c in range(6)}
    benelux = 1 << 2 | 1 << 4
    brings = {0: 0, 1: 0, 2: benelux, 3: benelux | 1 << 3, 4: benelux, 5: 1 << 5}
    for war in range(16):
        for side in ("german", "allied"):
            desk.set_up({}, war="", side=side)
            desk.s.war = 0b11 | war << 2
            for country, h in places.items():
                at_war = desk.s.war >> country & 1 or side == "allied"
                assert joining(desk.s, h) == (0 if at_war else brings[country])


@rule("7 ¶1", "7 Disruption ¶1b", "13 Neutral Status ¶1", "11 Parachute Regiments ¶1", "11 Air Landing Division ¶1")
def test_towards_whom_there_is_a_duty(desk):
    """Every enemy unit at war that is not disrupted; no regiments; a division that has just landed is a unit."""
    units = {"fr-iv": "2015", "fr-9-dim": "2016", "be-i": "1010", "nl-i": "0310", "ch-basel": "2904", "de-i": "2014"}
    hexes = {name: 1 << desk.hex(place) for name, place in units.items()}
    for war, names in (
        ("", ("fr-iv", "fr-9-dim")),
        ("belgium luxembourg", ("fr-iv", "fr-9-dim", "be-i")),
        ("belgium holland luxembourg", ("fr-iv", "fr-9-dim", "be-i", "nl-i")),
        ("switzerland", ("fr-iv", "fr-9-dim", "ch-basel")),
    ):
        desk.set_up(units, war=war, combat=True)
        assert duty_hexes(desk.s, desk.s.war) == sum(hexes[x] for x in names)
        desk.s.fresh = desk.s.war & ~0b11
        assert duty_hexes(desk.s, desk.s.war) == sum(hexes[x] for x in names), "new allies too"
        desk.s.fresh = 0
        assert duty_hexes(desk.s, 63) == sum(hexes[x] for x in units if x != "de-i"), "once all are at war"
        desk.s.disrupted[desk.unit("fr-9-dim")] = ROUTED
        assert duty_hexes(desk.s, desk.s.war) == sum(hexes[x] for x in names if x != "fr-9-dim")
        assert duty_hexes(desk.s, 63) == sum(hexes[x] for x in units if x not in ("de-i", "fr-9-dim"))
    desk.set_up({"de-i": "2014", "de-fj-1": "2117", "de-22-ll": "2217", "fr-iv": "2016"}, side="allied", combat=True)
    expected = mask_of(map(desk.hex, ("2014", "2217")))
    assert duty_hexes(desk.s, desk.s.war) == expected
    desk.s.dropped = 1 << desk.unit("de-22-ll")
    assert duty_hexes(desk.s, desk.s.war) == expected


def declarations(near, duty):
    """All sets of attacks that meet the duty: units that attack a common hex attack the very same hexes."""
    options = [
        [(u, ()), *[(u, g) for n in range(1, len(members(hexes)) + 1) for g in combinations(members(hexes), n)]]
        for u, hexes in near.items()
    ]
    for attacks in product(*options):
        made = {u: g for u, g in attacks if g}
        groups = set(made.values())
        covered = mask_of(h for g in groups for h in g)
        if sum(map(len, groups)) == covered.bit_count():
            beside = mask_of(h for u in made for h in members(near[u]))
            if not beside & duty & ~covered:
                yield made


@rule("7 ¶1", "7 ¶2", "7 ¶3", "7 ¶5a", "7 Disruption ¶1b")
@pytest.mark.parametrize("side", ["german", "allied"])
def test_attacks_named_so_far_can_always_be_completed(desk, side):
    """Every declaration is tried out: a first and a second attack are offered if and only if some declaration that
    meets the duty has them."""
    w, chance = desk.w, random.Random(7)
    area = ["2013", "2014", "2015", "1913", "1914", "1915", "2113", "2114", "2115", "1814"]
    german = ["de-i", "de-x", "de-iv"]
    allied = ["fr-iv", "fr-iii", "fr-v", "br-i"]
    met = 0
    for _ in range(70):
        where = chance.sample(area, 7)
        units = dict(zip([*german, *allied], where, strict=True))
        desk.set_up(units, side=side, combat=True)
        s = desk.s
        shaken = [x for x in units if chance.random() < 0.15]
        for x in shaken:
            s.disrupted[desk.unit(x)] = REPULSED
        desk.restart(Declaring())
        own, foes = (german, allied) if side == "german" else (allied, german)
        enemies = mask_of(desk.hex(units[x]) for x in foes)
        duty = mask_of(desk.hex(units[x]) for x in foes if x not in shaken)
        near = {
            desk.unit(x): w.attack_mask[desk.hex(units[x])] & enemies
            for x in own
            if x not in shaken and w.attack_mask[desk.hex(units[x])] & enemies
        }
        if not near or desk.step() != "Declaring":
            continue
        met += 1
        whole = list(declarations(near, duty))
        firsts = {(u, g) for made in whole for u, g in made.items()}
        assert {(u, g) for u in near for g in target_sets(s, u)} == firsts
        assert set(members(attack_units(s, s.stack[-1], side, ()))) == {u for u, _ in firsts}
        for u, g in chance.sample(sorted(firsts), min(4, len(firsts))):
            s.attacks = ((u, *g),)
            missing = mask_of(members(near[u])) & duty & ~mask_of(g)
            assert left_out(s) == missing
            seconds = {pair for made in whole if made.get(u) == g for pair in made.items() if pair[0] != u}
            assert {(x, h) for x in near if x != u for h in target_sets(s, x)} == seconds
            assert set(members(attack_units(s, s.stack[-1], side, ()))) == {x for x, _ in seconds}
            assert not target_sets(s, u), "a unit attacks once"
        s.attacks = ()
    assert met > 40


@rule("7 ¶1", "7 ¶5a", "7 ¶5b")
def test_each_refusal_of_a_target_has_its_case(desk):
    desk.set_up({"de-i": "2014", "de-x": "1915", "fr-iv": "2015", "fr-iii": "1914", "fr-v": "2217"}, combat=True)
    for text, number, words in (
        ("attack de-i 2015 2015", "7 ¶5b", "named twice"),
        ("attack de-i 2217", "7 ¶1", "not adjacent"),
        ("attack de-i 2013", "7 ¶1", "no enemy to attack"),
        ("attack fr-iv 2014", "2 ¶2", "not yours"),
        ("attack de-i 2015 1914; attack de-i 2015", "7 ¶1", "attacks already"),
        ("attack de-x 1914; attack de-i 2015 1914", "7 ¶5a", "join that attack as a whole"),
    ):
        assert desk.why(text) == [number], text
        assert words in desk.words(text), text
    alone = {"de-i": "2014", "fr-iv": "2015", "fr-iii": "1914"}
    desk.set_up(alone, combat=True)
    assert desk.why("attack de-i 2015; done") == ["7 ¶1"]
    assert "1914" in desk.words("attack de-i 2015; done")
    assert desk.why("attack de-i 2015 1914; done") == []
    desk.set_up({**alone, "de-x": "2116"}, combat=True)
    assert desk.why("attack de-x 2015; done") == [], "it stands beside IV Corps alone"
    assert desk.why("attack de-x") == []
    desk.set_up({"de-i": "2014", "de-x": "2217", "fr-iv": "2015"}, combat=True)
    assert desk.why("attack de-x") == ["7 ¶1"]
    assert "not adjacent to an enemy" in desk.words("attack de-x")


@rule("7 ¶1", "15 German Mountain Corps ¶1", "13 ¶1")
def test_the_mountain_corps_does_not_invade_where_that_would_leave_a_swiss_unattacked(desk):
    """XII Corps attacks a Frenchman and stands beside Zurich's division, to which it owes nothing while Switzerland
    is neutral. If the mountain corps invaded, nobody could attack that division any more; and it may not attack
    Frenchmen without invading."""
    w = desk.w
    for h in range(w.n):
        near = w.attack_mask[h]
        swiss, french = near & w.countries[5], near & w.countries[1]
        away = not w.attack_mask[desk.hex("2803")] & (swiss | french | 1 << h) and not near >> desk.hex("2904") & 1
        if swiss and french and away:
            break
    place, zurich, foe = w.labels[h], w.labels[members(swiss)[0]], w.labels[members(french)[-1]]
    units = {
        "de-geb": "2803",
        "ch-basel": "2904",
        "fr-vii": "2804",
        "de-xii": place,
        "ch-zurich": zurich,
        "fr-iv": foe,
    }
    desk.set_up(units, war="", combat=True)
    first = f"attack de-xii {foe}; "
    assert desk.why(first + "done") == []
    assert desk.why(first + "attack de-geb 2904 2804; done") != []
    assert desk.why(first + "attack de-geb 2804; done") != []
    now = front(desk.s)
    assert now.waiting == mask_of(map(desk.hex, ("2904", "2804")))
    desk.s.attacks = ((desk.unit("de-xii"), desk.hex(foe)),)
    assert target_sets(desk.s, desk.unit("de-geb")) == []
    assert not attack_units(desk.s, desk.s.stack[-1], "german", ()) >> desk.unit("de-geb") & 1
    desk.ask("attack de-geb 2804")
    desk.ask("attack de-geb 2904")


@rule("17 German ¶1", "7 ¶1")
@pytest.mark.parametrize("turn", range(4))
@pytest.mark.parametrize(("place", "beside", "inside"), [("1010", "1011", False), ("1411", "1412", True)])
def test_a_panzer_corps_outside_the_area_of_effort_does_not_attack_at_first(desk, turn, place, beside, inside):
    """With Army Group A: from hexrow 1300 to 2000, on turns 0 and 1."""
    desk.set_up({"de-xix": place, "de-i": place, "fr-iv": beside}, turn=turn, effort="A", combat=True)
    free = inside or turn > 1
    assert desk.why("attack de-xix") == ([] if free else ["17 German ¶1"])
    assert set(desk.legal("attack")) == ({"de-xix", "de-i"} if free else {"de-i"})


@rule("13 Neutral Status ¶1", "7 ¶1")
@pytest.mark.parametrize("war", ["", "belgium luxembourg", "belgium holland luxembourg"])
def test_neutrals_beside_the_enemy_do_not_attack(desk, war):
    """A Frenchman, a Belgian and a Dutchman, each with a German beside him."""
    units = {"fr-iv": "2015", "de-i": "2014", "be-i": "1409", "de-x": "1408", "nl-light": "0709", "de-iv": "0708"}
    desk.set_up(units, war=war, side="allied", combat=True)
    able = {"fr-iv"} | ({"be-i"} if "belgium" in war else set()) | ({"nl-light"} if "holland" in war else set())
    assert set(desk.legal("attack")) == able
    for unit in ("fr-iv", "be-i", "nl-light"):
        assert desk.why(f"attack {unit}") == ([] if unit in able else ["13 Neutral Status ¶1"])


@rule("7 ¶5a", "13 ¶1", "7 ¶1")
@pytest.mark.parametrize("war", ["", "belgium luxembourg"])
def test_who_joins_an_attack_takes_no_other_hex_into_it(desk, war):
    """X Corps is next to the Frenchman whom I Corps attacks and to a Belgian who may be neutral still."""
    units = {"de-i": "1611", "de-x": "1511", "fr-iv": "1610", "be-i": "1410"}
    desk.set_up(units, war=war, combat=True)
    foes = mask_of(map(desk.hex, ("1610", "1410")))
    assert desk.w.attack_mask[desk.hex("1611")] & foes == 1 << desk.hex("1610")
    assert desk.w.attack_mask[desk.hex("1511")] & foes == foes
    first = "attack de-i 1610; "
    assert desk.why(first + "attack de-x 1610 1410; done") != []
    assert desk.why(first + "attack de-x 1410; done") == []
    assert (desk.why(first + "attack de-x 1610; done") == []) is (war == ""), "a Belgian at war must be attacked"
    desk.s.attacks = ((desk.unit("de-i"), desk.hex("1610")),)
    expected = {(desk.hex("1410"),)} | ({(desk.hex("1610"),)} if war == "" else set())
    assert set(target_sets(desk.s, desk.unit("de-x"))) == expected
    desk.ask("attack de-x 1410")


SWISS_BORDER = ["2803", "2804", "2904", "2903", "2703", "2705", "2905", "2805", "2902"]
"""Hexes of Germany, France and Switzerland around Basel."""


def invasions(near, geb, swiss, french_duty, swiss_duty):
    """All sets of attacks that meet the duty, while Switzerland is neutral: an attack on a Swiss hex invades it, so
    that its units must be attacked too; without one the mountain corps does not attack."""
    options = [
        [(u, ()), *[(u, g) for n in range(1, len(members(hexes)) + 1) for g in combinations(members(hexes), n)]]
        for u, hexes in near.items()
    ]
    for attacks in product(*options):
        made = {u: g for u, g in attacks if g}
        groups = set(made.values())
        covered = mask_of(h for g in groups for h in g)
        if sum(map(len, groups)) != covered.bit_count() or (geb in made and not covered & swiss):
            continue
        duty = french_duty | (swiss_duty if covered & swiss else 0)
        beside = mask_of(h for u in made for h in members(near[u]))
        if not beside & duty & ~covered:
            yield made


@rule("7 ¶1", "15 German Mountain Corps ¶1", "13 ¶1", "7 ¶5a")
@pytest.mark.parametrize("seed", range(3))
def test_attacks_beside_neutral_switzerland_can_always_be_completed(desk, seed):
    """Every declaration is tried out, with the mountain corps among the attackers (ruling 91: it comes after or
    together with an attack on a Swiss hex)."""
    w, chance = desk.w, random.Random(seed)
    german, french, swiss = ["de-geb", "de-i", "de-x"], ["fr-vii", "fr-iii"], ["ch-basel", "ch-zurich"]
    geb, home = desk.unit("de-geb"), w.countries[5]
    met = 0
    for _ in range(40):
        where = chance.sample([x for x in SWISS_BORDER if not home >> desk.hex(x) & 1], 5)
        own = chance.sample([x for x in SWISS_BORDER if home >> desk.hex(x) & 1], 2)
        units = dict(zip([*german, *french, *swiss], [*where, *own], strict=True))
        desk.set_up(units, war="", combat=True)
        s = desk.s
        shaken = [x for x in french + swiss if chance.random() < 0.15]
        for x in shaken:
            s.disrupted[desk.unit(x)] = REPULSED
        desk.restart(Declaring())
        enemies = mask_of(desk.hex(units[x]) for x in french + swiss)
        french_duty = mask_of(desk.hex(units[x]) for x in french if x not in shaken)
        swiss_duty = mask_of(desk.hex(units[x]) for x in swiss if x not in shaken)
        near = {desk.unit(x): hexes for x in german if (hexes := w.attack_mask[desk.hex(units[x])] & enemies)}
        if desk.step() != "Declaring":
            continue
        met += geb in near
        whole = list(invasions(near, geb, home, french_duty, swiss_duty))
        firsts = {(u, g) for made in whole for u, g in made.items() if u != geb or mask_of(g) & home}
        assert {(u, g) for u in near for g in target_sets(s, u)} == firsts, units
        assert set(members(attack_units(s, s.stack[-1], "german", ()))) == {u for u, _ in firsts}
        for u, g in sorted(firsts):
            s.attacks = ((u, *g),)
            seconds = {
                (x, h)
                for made in whole
                if made.get(u) == g
                for x, h in made.items()
                if x != u and (x != geb or mask_of(g + h) & home)
            }
            assert {(x, h) for x in near if x != u for h in target_sets(s, x)} == seconds, (units, u, g)
            desk.ask(f"attack {w.ids[next(iter(near))]}")
        s.attacks = ()
    assert met > 10
