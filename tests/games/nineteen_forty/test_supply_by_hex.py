"""8 Supply, hex by hex: lines are walked step by step, as the text has it, and compared with what the rules find.

8 ¶1 with rulings 29, 56, 58, 59: every hex of a line but the unit's own is friendly, without an enemy unit and, for
units that are not motorized, without an enemy zone unless a friend stands there; over an all-sea side it leads only
between hexes out of enemy zones, for Germans only at a causeway, and nobody crosses a lake."""

from __future__ import annotations

import random

import pytest

from grognard.games.nineteen_forty.data.world import ALLIED, BE, BR, CH, DE, FR, GERMAN, NL
from grognard.games.nineteen_forty.rules.state import REPULSED, survey
from grognard.games.nineteen_forty.rules.supply import ends, is_supplied, judge, line, lines, passage, region, sources
from grognard.maps import Cut, Line
from grognard.suite import rule

ISLANDS = ["0211", "0312", "0411", "0412", "0512", "0513", "0612", "0613", "0713", "0714", "0611", "0712", "0813"]
"""Where the map has all-sea sides; the one between 0612 and 0613 is a causeway."""
EVERYONE = "belgium holland luxembourg switzerland"


class Walk:
    """Lines as the text has them, from what stands on the map."""

    def __init__(self, desk, side, motorized):
        w, s, around = desk.w, desk.s, survey(desk.s)
        self.w, self.german = w, side == GERMAN
        own = s.german if self.german else s.allied
        zone, friends = around.zones[1 - side], around.occupied[side]
        self.calm = {h for h in range(w.n) if not zone >> h & 1}
        self.open = {
            h
            for h in range(w.n)
            if own >> h & 1
            and not around.occupied[1 - side] >> h & 1
            and (motorized or h in self.calm or friends >> h & 1)
        }

    def crossed(self, a, b, last):
        """Whether a line that comes from the source leads from one hex to the next."""
        kind = self.w.side_kind.get(self.w.grid.side(a, b), "")
        if kind in ("sea", "causeway"):
            quiet = a in self.calm and (last or b in self.calm)
            return quiet and not (self.german and kind == "sea")
        return kind != "lake"

    def fed(self, begin):
        """All land hexes where a unit has a line from one of these."""
        found = {h for h in begin if h in self.open}
        new = list(found)
        ends = set(found)
        for a in new:
            for b in self.w.grid.neighbours[a]:
                if not self.w.land >> b & 1:
                    continue
                if self.crossed(a, b, last=True):
                    ends.add(b)
                if b in self.open and b not in found and self.crossed(a, b, last=False):
                    found.add(b)
                    new.append(b)
        return ends


def scattered(desk, seed, *, near=None):
    """Some units and a patchwork of ground, most of it by the sea or wherever it is asked for."""
    w, chance = desk.w, random.Random(seed)
    land = [w.labels[h] for h in range(w.n) if w.land >> h & 1]
    places = [x for x in land if min(w.grid.distance(desk.hex(x), desk.hex(y)) for y in near or ISLANDS) <= 2]
    war = chance.choice([EVERYONE, "belgium holland luxembourg"])
    peace = 0 if war == EVERYONE else w.countries[5]  # its own units stand there, and nobody else
    units: dict[str, str] = {}
    for name in chance.sample(list(w.ids), 60):
        place = chance.choice(places if chance.random() < 0.5 else land)
        swiss = w.nation[desk.unit(name)] == CH
        stranger = peace and bool(peace >> desk.hex(place) & 1) is not swiss
        if not stranger and all(
            w.side[desk.unit(x)] == w.side[desk.unit(name)] for x, p in units.items() if p == place
        ):
            units[name] = place
    below = [x for x in units if w.side[desk.unit(x)] == ALLIED]
    if below and seed % 2:
        units["de-22-ll"] = units[below[0]]  # it has come down on the enemy
    desk.set_up(units, war=war)
    s = desk.s
    for name in units:
        if chance.random() < 0.1:
            s.disrupted[desk.unit(name)] = REPULSED
    share = chance.choice([0.3, 0.5, 0.7])
    for label in land:
        desk.hold([label], "german" if chance.random() < share else "allied")
    return units


NATIONS = (DE, FR, BR, BE, NL, CH)


@rule("8 ¶1", "8 Supply Sources ¶1", "8 Supply Sources ¶2", "4 ¶3", "6 Sea Hexsides ¶1")
@pytest.mark.parametrize("seed", range(16))
def test_where_a_unit_of_each_nation_would_be_supplied(desk, seed):
    scattered(desk, seed)
    w, s = desk.w, desk.s
    for nation in NATIONS:
        side = GERMAN if nation == DE else ALLIED
        begin = [h for h in range(w.n) if sources(s, nation) >> h & 1]
        for motorized in (False, True):
            found = region(s, nation, motorized)
            expected = Walk(desk, side, motorized).fed(begin)
            assert {h for h in range(w.n) if w.land & found & w.bit[h]} == expected, (nation, motorized)


@rule("8 Supply Effects ¶1", "8 ¶1", "10 Maginot Line ¶1", "13 Neutral Status ¶1")
@pytest.mark.parametrize("seed", range(20, 36))
def test_who_is_out_of_supply(desk, seed):
    """Everybody on the map of a country at war who has no line; Allied units in the Maginot Line never."""
    near = ["1808", "2305"] if seed % 4 == 0 else ["2904", "3204"] if seed % 4 == 1 else None
    units = scattered(desk, seed, near=near)
    w, s = desk.w, desk.s
    lacking = set()
    fed: dict[tuple[int, bool], set[int]] = {}
    for name in units:
        u = desk.unit(name)
        side, h = w.side[u], s.where[u]
        kind = w.nation[u], w.motorized[u]
        if kind not in fed:
            fed[kind] = Walk(desk, side, kind[1]).fed([x for x in range(w.n) if sources(s, kind[0]) >> x & 1])
        has = h in fed[kind] or (side == ALLIED and bool(w.maginot >> h & 1))
        if s.war & w.home_bit[u]:
            assert is_supplied(s, u) is has, name
            if not has:
                lacking.add(name)
    found = judge(s)
    assert {w.ids[u] for u in range(w.n_units) if found >> u & 1} == lacking


@rule("8 ¶1", "4 ¶3", "6 Sea Hexsides ¶1")
@pytest.mark.parametrize("seed", range(40, 52))
def test_a_line_is_shown_where_there_is_one_and_keeps_the_rules(desk, seed):
    """Motorized lines too cross the sea only between hexes out of enemy zones; the unit's own may lie in one."""
    units = scattered(desk, seed)
    w, s = desk.w, desk.s
    for name in units:
        u = desk.unit(name)
        walk = Walk(desk, w.side[u], w.motorized[u])
        begin = [h for h in range(w.n) if sources(s, w.nation[u]) >> h & 1]
        found = line(s, u)
        assert isinstance(found, Line) is (s.where[u] in walk.fed(begin)), name
        if isinstance(found, Line):
            assert found.path[0] == s.where[u]
            assert found.path[-1] in begin
            assert walk.open.issuperset(found.path[1:])
            for b, a in zip(found.path, found.path[1:], strict=False):  # from the unit to the source
                assert a in w.grid.neighbours[b]
                assert walk.crossed(a, b, last=b == s.where[u]), (name, w.labels[b], w.labels[a])


@rule("8 ¶1", "4 ¶3", "6 Sea Hexsides ¶1")
@pytest.mark.parametrize("unit", ["fr-iv", "fr-cav", "ch-basel", "be-i"])
def test_no_line_crosses_the_sea_into_an_enemy_zone(desk, unit):
    """From 0613 the only friendly coast is 0713, over the sea; motorized lines pass zones by land alone, and a friend
    in the zone opens it by land alone."""
    foe = next(h for h in desk.w.zoc_near[desk.hex("0713")] if not desk.w.sea_ends >> h & 1)
    others = ["0714", "0513", "0612"]
    for enemy, friend, start, supplied in (
        ("0801", "out", "0613", True), (desk.w.labels[foe], "out", "0613", False),
        (desk.w.labels[foe], "0713", "0613", False), (desk.w.labels[foe], "out", "0713", True),
    ):  # fmt: skip
        desk.set_up({unit: start, "br-51": friend, "de-i": enemy}, war=EVERYONE)
        desk.s.german, desk.s.allied = desk.w.countries[0], desk.w.land & ~desk.w.countries[0]
        desk.hold(others, "german")
        u = desk.unit(unit)
        assert is_supplied(desk.s, u) is supplied, (enemy, friend, start)
        assert isinstance(line(desk.s, u), Line) is supplied, (enemy, friend, start)
        assert bool(judge(desk.s) >> u & 1) is not supplied


@rule("8 Supply Sources ¶1")
def test_the_sources_are_those_of_the_text(desk):
    """The east edge north of Switzerland and the major cities of Germany; the west edge and Paris for French and
    British; for Belgians and Dutch their own major cities as well; Swiss cities for the Swiss."""
    desk.set_up({}, war=EVERYONE)
    w, s = desk.w, desk.s
    s.german = s.allied = w.land
    french = w.west_edge | w.paris
    assert sources(s, FR) == sources(s, BR) == french
    assert sources(s, BE) == french | w.major[2]
    assert sources(s, NL) == french | w.major[3]
    assert sources(s, CH) & w.own_cities[5] == w.own_cities[5]
    assert not sources(s, CH) & french
    assert sources(s, DE) & w.major[0] == w.major[0]
    for nation in NATIONS:
        every = sources(s, nation)
        s.german, s.allied = (0, w.land) if nation == DE else (w.land, 0)
        assert sources(s, nation) == 0, "a captured source is none"
        s.german = s.allied = w.land
        assert sources(s, nation) == every


@rule("8 ¶1", "6 Sea Hexsides ¶1")
@pytest.mark.parametrize(("unit", "by_sea"), [("fr-iv", True), ("de-i", False)])
def test_a_line_over_an_all_sea_side(desk, unit, by_sea):
    """0613 has the sea around it and a causeway to 0612. Only 0613 and the hexes of one way are friendly."""
    german = unit == "de-i"
    w = desk.w
    for neighbour, kind in (("0713", "sea"), ("0714", "sea"), ("0513", "sea"), ("0612", "causeway")):
        desk.set_up({unit: "0613"}, side="german" if german else "allied")
        s = desk.s
        way = {desk.hex("0613"), desk.hex(neighbour)}
        if german:
            s.german, s.allied = sum(1 << h for h in way), 0
        else:
            s.german, s.allied = 0, sum(1 << h for h in way)
        side = GERMAN if german else ALLIED
        land = passage(s, side, w.motorized[desk.unit(unit)])
        found = ends(s, side, land, lines(s, side, land, w.bit[desk.hex(neighbour)]))
        assert bool(found >> desk.hex("0613") & 1) is (by_sea or kind == "causeway")


@rule("8 ¶1")
def test_the_line_that_is_shown(desk):
    """From the unit to a source, step by step over friendly ground; where there is none, what cuts it."""
    desk.set_up({"fr-iv": "2208", "de-i": "1703"})
    w, s = desk.w, desk.s
    found = line(s, desk.unit("fr-iv"))
    assert isinstance(found, Line)
    assert found.path[0] == desk.hex("2208")
    assert sources(s, FR) >> found.path[-1] & 1
    assert all(b in w.grid.neighbours[a] for a, b in zip(found.path, found.path[1:], strict=False))
    assert all(s.allied >> h & 1 for h in found.path[1:])
    desk.set_up({"de-i": "1703", "fr-iv": "2208"})
    found = line(s := desk.s, desk.unit("de-i"))
    assert isinstance(found, Line)
    assert sources(s, DE) >> found.path[-1] & 1
    s.german = w.bit[desk.hex("1703")]
    found = line(s, desk.unit("de-i"))
    assert isinstance(found, Cut)
    assert found.pocket == w.bit[desk.hex("1703")]
    # On foot it does not lead through an enemy zone, motorized it does.
    for unit, cut in (("fr-iv", True), ("fr-cav", False)):
        desk.set_up({unit: "2208", "de-i": "2210", "de-x": "2206", "de-iv": "2008", "de-xi": "2408"})
        desk.s.german, desk.s.allied = w.countries[0], w.countries[1]
        assert isinstance(line(desk.s, desk.unit(unit)), Cut if cut else Line)
