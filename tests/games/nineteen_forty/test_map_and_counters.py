"""1 Game Components, and every hex, adjacency and value that the rulebook states."""

from __future__ import annotations

import pytest

from grognard.games.nineteen_forty.data.world import BELGIUM, FRANCE, GERMANY, HOLLAND, SWITZERLAND
from grognard.games.nineteen_forty.rules.combat import Fighting
from grognard.kernel.rules import Dice
from grognard.suite import rule


@rule("1 The Map ¶1")
def test_every_hex_has_its_own_number_and_six_neighbours_inside(desk):
    grid = desk.w.grid
    assert len(set(grid.labels)) == grid.n == 32 * 21
    assert len(grid.neighbours[desk.hex("1511")]) == 6


@rule("1 The Map ¶1", "18 ¶1d", "7 Advance ¶1b", "10 ¶1", "10 Outflanking ¶2")
@pytest.mark.parametrize(
    ("a", "direction", "b"),
    [
        ("1215", "E", "1214"), ("1215", "NE", "1115"),  # 18
        ("1511", "W", "1512"), ("1511", "NW", "1411"), ("1511", "SW", "1611"),  # 7 Advance
        ("1512", "NE", "1411"), ("1512", "SE", "1611"),
        ("1607", "NW", "1508"), ("1607", "W", "1608"),  # 7 ¶5
        ("0411", "SW", "0512"), ("0411", "W", "0412"),  # 7 Terrain Clarification
        ("1511", "SE", "1610"),  # 10 ¶1
        ("1808", "W", "1809"), ("1808", "NE", "1708"),  # 10 examples
        ("2604", "SE", "2704"), ("2604", "SW", "2705"), ("2704", "W", "2705"),  # 10 Outflanking ¶2
        ("0509", "E", "0508"), ("0509", "SE", "0608"),  # 11 Effects
    ],
)  # fmt: skip
def test_adjacencies_that_the_text_states(desk, a, direction, b):
    grid = desk.w.grid
    assert grid.around[desk.hex(a)][grid.direction_names.index(direction)] == desk.hex(b)


@rule("16 Neutral Deployment ¶1", "1 The Map ¶1")
@pytest.mark.parametrize(
    ("country", "hexes"),
    [
        (HOLLAND, "0111 0310 0409 0509 0709"),
        (BELGIUM, "0911 0912 1010 0812 0915 1013 1211 1409 1110"),
        (FRANCE, "1610 1808 2604 2705 1921"),
        (GERMANY, "2704"),
    ],
)
def test_countries_of_stated_hexes(desk, country, hexes):
    assert {desk.w.country[desk.hex(h)] for h in hexes.split()} == {country}


@rule("7 ¶5b")
def test_stated_terrain(desk):
    w = desk.w
    assert w.terrains[w.terrain[desk.hex("1508")]].id == "rough"
    assert w.terrains[w.terrain[desk.hex("1608")]].id == "forest"


@rule("7 Terrain Clarification ¶1", "7 Terrain Clarification ¶2")
def test_the_river_mouth_tells_river_from_sea(desk):
    w = desk.w
    kinds = {pair: w.side_kind[w.grid.side(*map(desk.hex, pair.split("/")))] for pair in ("0411/0512", "0411/0412")}
    assert kinds == {"0411/0512": "major-river", "0411/0412": "sea"}


@rule("10 ¶1", "10 Maginot Line ¶1", "10 Minor Fortifications ¶1")
def test_stated_fortifications(desk):
    w = desk.w
    forts = {(w.labels[a], w.labels[b]): kind for (a, b), kind in w.forts.items()}
    assert forts["1610", "1511"] == forts["1808", "1708"] == forts["2705", "2704"] == 2
    assert ("1808", "1809") not in forts
    assert forts["0509", "0508"] == 1
    assert ("0509", "0608") not in forts
    assert w.maginot & ~w.countries[FRANCE] == 0, "the Maginot Line is in France"


@rule(
    "1 The Counters ¶1",
    "1 Counter Format ¶1",
    "1 Unit Size Symbols ¶1",
    "1 Unit Type Symbols ¶1",
    "1 Abbreviations ¶1",
)
def test_counters(desk):
    w = desk.w
    assert w.units[desk.unit("fr-iv")].army == "1"
    assert {u.size for u in w.units} == {"corps", "division", "regiment"}
    assert w.motorized[desk.unit("fr-cav")]
    assert not w.armour[desk.unit("fr-cav")], "the mechanized cavalry is motorized, not armor (12 ¶2)"
    assert {"de-ssv", "de-ssc", "de-geb"} <= set(w.ids)
    assert any(w.bef)
    factors = {(u.nation, u.combat, u.move) for u in w.units}
    assert {("german", 5, 6), ("german", 4, 6), ("german", 2, 5), ("french", 2, 5), ("british", 1, 8)} <= factors


@rule("22 Order of Appearance ¶1", "14 Reinforcements ¶1")
def test_order_of_appearance(desk):
    w = desk.w
    late = {w.ids[u]: (turn, w.combat[u], w.move[u]) for u, turn in w.reinforcements.items()}
    assert late == {"br-1-arm": (2, 3, 10), "br-2-arm": (6, 2, 10)}


@rule("16 Neutral Deployment Switzerland", "16 Neutral Deployment Holland", "16 Neutral Deployment Belgium")
def test_neutral_set_up(desk):
    w, s = desk.w, desk.s
    found: dict[str, list[tuple[str, int, int, str]]] = {}
    for u, h in enumerate(s.where):
        if h < w.n:
            found.setdefault(w.labels[h], []).append((w.units[u].nation, w.combat[u], w.move[u], w.units[u].size))
    dutch, belgian = "dutch", "belgian"
    assert found["0111"] == [(dutch, 2, 6, "corps")]
    assert found["0310"] == [(dutch, 3, 6, "corps")]
    assert found["0409"] == found["0509"] == [(dutch, 2, 6, "corps")]
    assert found["0709"] == [(dutch, 1, 8, "division")]
    for label in ["0911", "0912", "1010"]:
        assert found[label] == [(belgian, 2, 6, "corps")]
    for label in ["0812", "0915", "1013", "1211"]:
        assert found[label] == [(belgian, 3, 6, "corps")]
    assert found["1409"] == [(belgian, 2, 8, "corps")]
    for town in ("Zurich", "Basel", "Berne"):
        assert found[w.labels[w.place_hex[town]]] == [("swiss", 1, 6, "division")]
    berne = next(u for u, h in enumerate(s.where) if h == w.place_hex["Berne"])
    assert w.mountain_unit[berne]
    assert sum(len(units) for units in found.values()) == 8 + 5 + 3, "nobody else stands on the map"
    assert w.country[w.place_hex["Basel"]] == SWITZERLAND


@rule("1 The Die ¶1", "7 ¶4c")
def test_one_die_with_six_sides_decides_a_battle(desk):
    desk.set_up({"fr-vi": "2013", "de-i": "2014"})
    assert Fighting((2013,), (0,), 0).chance(desk.s) == Dice(1, 6)


@rule("1 The Die ¶1", "7 ¶4c", "7 Combat Results DR")
def test_known_cells_of_the_combat_table(desk):
    w = desk.w
    table = dict(zip(w.crt_names, w.crt, strict=True))
    assert table["5:1"][4 - 1] == "DR"
    assert table["5:1"][6 - 1] == "DR*"
    assert table["4:1"][1 - 1] == "DE"
    assert all(len(results) == 6 for results in w.crt)
    assert {r for results in w.crt for r in results} == {"AE", "AR", "NE", "DR*", "DR", "DE"}
    names = list(w.crt_names)
    assert names[names.index("1.5:1") :][:5] == ["1.5:1", "2:1", "3:1", "4:1", "5:1"]
