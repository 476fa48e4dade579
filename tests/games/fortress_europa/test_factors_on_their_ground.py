"""14.4, 14.8, 16.1 to 16.5: what every kind of ground makes of the factors of foot and armor, on either side."""

from __future__ import annotations

import pytest

from grognard.games.fortress_europa.data.world import ALLIED, ALPINE, CLEAR, GERMAN, MOUNTAIN, ROUGH
from grognard.games.fortress_europa.rules.combat.strength import (
    Addition,
    attacker,
    battle_odds,
    defence,
    defender,
    defending_factor,
    ground_of,
    legal_odds,
    modifiers,
    reckon,
    support,
)
from grognard.maps import members
from grognard.suite import rule

ONCE, TWICE, HALF, HALF_TWICE = (1, False), (2, False), (1, True), (2, True)
"""How often a factor counts, and whether it is halved before."""

GROUND = {
    "clear": (CLEAR, False, False),
    "mountain": (MOUNTAIN, False, False),
    "alpine": (ALPINE, False, False),
    "rough": (ROUGH, False, False),
    "city": (CLEAR, True, False),
    "city in the mountains": (MOUNTAIN, True, False),
    "fortress": (CLEAR, False, True),
    "fortress in rough ground": (ROUGH, False, True),
    "fortress in a city": (CLEAR, True, True),
}
"""The terrain, whether there is a city, and whether a fortress."""


def of_kind(desk, kind):
    """The hexes of a kind of ground."""
    w = desk.w
    terrain, city, fort = GROUND[kind]
    return [
        h
        for h in members(w.land & ~w.dyke)
        if w.terrain[h] == terrain and bool(w.cities >> h & 1) == city and bool(w.fortresses >> h & 1) == fort
    ]


@rule("14.4", "16.1", "16.2", "16.3", "16.5")
@pytest.mark.parametrize("option", ["", "armour-gains-from-cities"])
@pytest.mark.parametrize(
    ("kind", "german", "german_armor", "allied", "allied_armor"),
    [
        ("clear", ONCE, ONCE, ONCE, ONCE),
        ("mountain", TWICE, TWICE, TWICE, TWICE),
        ("alpine", TWICE, TWICE, TWICE, TWICE),
        ("rough", ONCE, HALF, ONCE, HALF),
        ("city", TWICE, HALF, TWICE, HALF),
        ("city in the mountains", TWICE, HALF_TWICE, TWICE, HALF_TWICE),
        ("fortress", TWICE, TWICE, ONCE, ONCE),
        ("fortress in rough ground", TWICE, ONCE, ONCE, HALF),
        ("fortress in a city", TWICE, ONCE, TWICE, HALF),
    ],
)
def test_what_ground_makes_of_a_defender(desk, kind, german, german_armor, allied, allied_armor, option):
    """Behind a river everybody is doubled, and nobody twice. With the option of ruling 139 a city doubles the halved
    armor in it, where no fortress lets it keep its factor."""
    hexes = of_kind(desk, kind)
    assert hexes, kind
    h = hexes[len(hexes) // 2]
    gains = bool(option) and GROUND[kind][1]
    for unit, (times, halved) in (
        ("de-352", german),
        ("de-lehr", german_armor),
        ("us-1", allied),
        ("us-2arm", allied_armor),
    ):
        s = desk.set_up({unit: desk.w.labels[h]}, steps=[], ruined=0, options=option)
        u = desk.unit(unit)
        printed = desk.w.combat[u][0]
        assert printed > 1
        base = (printed + 1) // 2 if halved else printed
        if gains and halved:
            times = 2
        dry, wet = base * times, base * 2
        assert (defending_factor(s, u, False), defending_factor(s, u, True)) == (dry, wet), unit
        assert defence(s, h, desk.w.side[u]) == (dry, wet), unit
        assert defender(s, u, False).factor == dry
        assert bool(defender(s, u, False).notes) == (
            dry != printed or (kind.startswith("fortress in") and unit == "de-lehr")
        )


@rule("16.3", "16.5")
def test_a_destroyed_fortress_changes_nothing(desk):
    w = desk.w
    for kind in ("fortress", "fortress in rough ground", "fortress in a city"):
        h = of_kind(desk, kind)[0]
        desk.set_up({"de-352": w.labels[h]}, steps=[], ruined=w.bit[h])
        city, rough = GROUND[kind][1], GROUND[kind][0] == ROUGH
        for side in (GERMAN, ALLIED):
            assert ground_of(desk.s, h, side) == (city, False, city or rough), kind


@rule("16.3")
def test_only_the_fortress_in_the_hex_itself_counts(desk):
    """Others are intact, or destroyed, elsewhere."""
    w = desk.w
    for kind, ruined, expected in (
        ("mountain", 0, (True, True, False)),
        ("rough", 0, (False, False, True)),
        ("rough", w.fortresses, (False, False, True)),
        ("city", 0, (True, False, True)),
    ):
        h = of_kind(desk, kind)[0]
        s = desk.set_up({}, steps=[], ruined=ruined)
        assert ground_of(s, h, GERMAN) == ground_of(s, h, ALLIED) == expected, kind


# ------------------------------------------------------------------------------------------------- attackers


@rule("16.5", "33.3.9-3")
def test_on_open_ground_surprise_changes_no_factor_of_armor(desk):
    """FF13 lies on the American line and is open country."""
    s = desk.set_up({"de-2pz": "GG13"}, scenario="bulge", turn="dec-3", side="german", steps=[])
    u, w = desk.unit("de-2pz"), desk.w
    hexes = desk.hexes_of("FF13")
    assert w.lines.american & hexes
    assert not w.halving & hexes
    assert attacker(s, u, hexes) == (u, w.combat[u][0], ())
    assert [note[1] for note in attacker(s, u, desk.hexes_of("FF12")).notes] == ["33.3.9-3"]


@rule("31.16")
@pytest.mark.parametrize("agreed", [True, False])
def test_the_funnies_are_named_only_where_they_are_agreed(desk, agreed):
    """The Garonne runs between A20 and B20."""
    s = desk.set_up({"br-79-a": "B20", "br-3": "B20", "de-352": "A20"}, options="funnies" if agreed else "", steps=[])
    pair = [desk.unit("br-79-a"), desk.unit("br-3")]
    for u in pair:
        found = attacker(s, u, desk.hexes_of("A20"), pair)
        assert [note[1] for note in found.notes] == ["31.16"] * agreed
        assert found.factor == desk.w.combat[u][0] * (2 if agreed else 1)


# ------------------------------------------------------------------------------------------------------ odds


@rule("14.8", "19.4")
@pytest.mark.parametrize(
    ("defenders", "ships", "expected"),
    [
        ("de-lehr de-1ss de-325", 0, True),
        ("de-lehr de-1ss de-325 de-136", 0, False),
        ("de-lehr de-1ss de-325 de-136", 1, True),
        ("de-lehr de-1ss de-352 de-101ss", 1, True),
        ("de-lehr de-1ss de-352 de-101ss de-325", 1, False),
    ],
)
def test_one_to_six_is_legal_and_a_factor_less_is_not(desk, defenders, ships, expected):
    """Three factors attack 9 + 8 + 1 and then 1 more, or with a factor of ships 24 and then 25."""
    s = desk.set_up(dict.fromkeys(defenders.split(), "M10") | {"us-1": "M9"}, back="us-1", steps=[])
    assert desk.w.combat[desk.unit("us-1")][1] == 3
    added = [Addition("Navy", "19.4", factors=ships)]
    assert legal_odds(s, [desk.unit("us-1")], desk.hexes_of("M10"), added) is expected
    assert (reckon(s, [desk.unit("us-1")], desk.hexes_of("M10"), added).base >= 0) is expected


@rule("17.10.2", "17.10.9", "19.4", "15.2")
def test_what_comes_from_outside(desk):
    """Each ship its factors, each aircraft a column, and the bombers two on the die."""
    s = desk.set_up({"us-1": "M9", "de-352": "M10"}, steps=[])
    none = {"battle_ships": 0, "battle_air": 0, "battle_carpet": 0}
    w, ships = desk.w, [ship.strength for ship in desk.w.ships]
    for fields, expected in (
        ({}, []),
        ({"battle_ships": 0b11}, [(ships[0], 0, 0), (ships[1], 0, 0)]),
        ({"battle_air": 0b101}, [(0, 1, 0), (0, 1, 0)]),
        ({"battle_carpet": 0b1}, [(0, 0, 2)]),
        ({"battle_carpet": 0b11}, [(0, 0, 2)]),
        ({"battle_ships": 1, "battle_air": 1, "battle_carpet": 1}, [(ships[0], 0, 0), (0, 1, 0), (0, 0, 2)]),
    ):
        for name, value in (none | fields).items():
            setattr(s, name, value)
        added = support(s)
        assert [(a.factors, a.columns, a.die) for a in added] == expected, fields
        r = reckon(s, [desk.unit("us-1")], desk.hexes_of("M10"), added)
        factors, columns, die = (sum(x) for x in zip((0, 0, 0), *expected, strict=True))
        assert (r.attack, r.defence, r.die) == (6 + factors, 4, die)
        bare = reckon(s, [desk.unit("us-1")], desk.hexes_of("M10"), [a for a in added if a.factors])
        assert r.column == min(bare.column + columns, len(w.book.column) - 1)
        assert [(m.value, m.rule) for m in modifiers(s, r)] == [(x, a.rule) for a in added for x in a[2:] if x]


@rule("15.1", "15.2", "17.10.9")
def test_the_chances_of_a_battle_with_bombers(desk):
    """6 against 4 is 1-1: A2, A1, AR, E2, EX, DR; with two more on the die no A2 and no A1, but DR by 4, 5 and 6."""
    s = desk.set_up({"us-1": "M9", "de-352": "M10"}, steps=[])
    for carpet, expected in (
        (0, {"A2": 1, "A1": 1, "AR": 1, "E2": 1, "EX": 1, "DR": 1}),
        (1, {"AR": 1, "E2": 1, "EX": 1, "DR": 3}),
    ):
        s.battle_carpet = carpet
        odds = battle_odds(s, reckon(s, [desk.unit("us-1")], desk.hexes_of("M10"), support(s)))
        assert {row.outcome: row.value for row in odds.rows} == {x: n / 6 for x, n in expected.items()}
        assert {row.outcome: row.chance for row in odds.rows} == {
            x: {1: "1/6", 3: "1/2"}[n] for x, n in expected.items()
        }
