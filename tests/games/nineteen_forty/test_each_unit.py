"""What is marked for one unit counts for that unit: asked of every unit, marked alone, and all others marked."""

from __future__ import annotations

import pytest

from grognard.games.nineteen_forty.data.world import ALLIED, BE, BR, CH, FR, GERMAN, NATIONS, NL
from grognard.games.nineteen_forty.rules import airborne, evacuation, rail
from grognard.games.nineteen_forty.rules.declaring import Declaring, attackable, why_not_attacking
from grognard.games.nineteen_forty.rules.movement import why_not_moving
from grognard.games.nineteen_forty.rules.sequence import EndCombat, Moving
from grognard.games.nineteen_forty.rules.state import REPULSED, allowance
from grognard.games.nineteen_forty.rules.strength import ONE, attack_strength, counting, defence_strength
from grognard.suite import rule

ALL_AT_WAR = "belgium holland luxembourg switzerland"


def everybody(desk, **more):
    """Every unit stands somewhere, alone; the Germans on one meridian, the Allies on another."""
    w = desk.w
    own = [w.labels[h] for h in range(w.n) if w.countries[0] >> h & 1]
    other = [w.labels[h] for h in range(w.n) if w.countries[1] >> h & 1 and not w.maginot >> h & 1]
    places = {GERMAN: iter(own), ALLIED: iter(other)}
    units = {w.ids[u]: next(places[w.side[u]]) for u in range(w.n_units)}
    desk.set_up(units, war=more.pop("war", ALL_AT_WAR), **more)
    return range(w.n_units)


def alone_and_others(u, n):
    """A mark on the unit alone, and on all but it."""
    return 1 << u, (1 << n) - 1 & ~(1 << u)


@rule("6 ¶1", "8 Supply Effects ¶1", "14 Reinforcements ¶1", "2 Second Impulse D")
def test_the_points_of_a_unit(desk):
    """The printed factor; half in the second impulse, half without supply, one less after entering the map."""
    w = desk.w
    for u in everybody(desk):
        s, full = desk.s, w.move[u]
        alone, others = alone_and_others(u, w.n_units)
        for impulse in (1, 2):
            s.impulse = impulse
            points = full / impulse
            s.unsupplied, s.entered = others, others
            assert allowance(s, u) == 4 * points
            s.unsupplied, s.entered = alone, 0
            assert allowance(s, u) == 4 * points / 2
            s.unsupplied, s.entered = 0, alone
            assert allowance(s, u) == max(0, 4 * points - 4)


@rule("7 Disruption ¶1a", "11 Air Landing Division ¶1", "11 Parachute Regiments ¶1", "6 ¶2a", "13 Neutral Status ¶1")
def test_who_may_not_move_at_all(desk):
    w = desk.w

    def rules():
        return [why.rule for why in why_not_moving(desk.s, u)]

    for u in everybody(desk):
        s = desk.s
        own = ["11 Parachute Regiments ¶1"] if w.regiment[u] else []
        alone, others = alone_and_others(u, w.n_units)
        s.dropped = others
        s.disrupted = [0 if x == u else REPULSED for x in range(w.n_units)]
        assert rules() == own
        s.dropped = alone
        assert rules() == (own or ["11 Air Landing Division ¶1"]), "that paragraph is about the division"
        s.dropped = 0
        s.disrupted = [REPULSED if x == u else 0 for x in range(w.n_units)]
        assert rules() == ["7 Disruption ¶1a", *own]
        s.disrupted = [0] * w.n_units
        home = w.home_bit[u]
        s.war &= ~home
        assert rules() == [*own, "13 Neutral Status ¶1"]
        s.war = home
        assert rules() == own
        s.war = 63
        h, s.where[u] = s.where[u], w.waiting
        assert rules() == ["6 ¶2a"]
        s.where[u] = h


@rule("18 ¶1b", "18 ¶1c", "20 Belgian Late Alliance ¶1")
@pytest.mark.parametrize("late", [False, True])
@pytest.mark.parametrize("swiss", [False, True])
@pytest.mark.parametrize("reacting", [0, 1, 2])
def test_who_moves_on_turn_0(desk, late, swiss, reacting):
    """The armies of the chosen group; the Swiss Border Reserve if Switzerland is invaded; no invaded neutral, except
    Belgians who were allies before."""
    w = desk.w
    war = "belgium holland luxembourg" + " switzerland" * swiss
    units = everybody(desk, war=war, side="allied", turn=0, options={"belgian-late-alliance": late})
    s = desk.s
    groups = [0, 1, 2, 0, 1, 2, 0, 1, 2]
    s.assign_allied = tuple(0 if a == w.bef_army else groups[a] for a in range(len(w.allied_armies)))
    s.reacting = reacting
    for u in units:
        found = [why.rule for why in why_not_moving(s, u)]
        nation, army = w.nation[u], w.army[u]
        if w.side[u] == GERMAN:
            expected = ["11 Parachute Regiments ¶1"] if w.regiment[u] else []
        elif w.entry[u] == "swiss-border":
            expected = [] if swiss else ["18 ¶1c"]
        elif nation in (FR, BR):
            expected = [] if army >= 0 and s.assign_allied[army] == reacting else ["18 ¶1c"]
        elif nation == BE:
            expected = [] if late else ["18 ¶1b"]
        else:
            expected = ["18 ¶1b"] if nation == NL or swiss else ["13 Neutral Status ¶1", "18 ¶1b"]
        assert found == expected, w.ids[u]


@rule("20 Belgian Late Alliance ¶1")
def test_who_moves_before_turn_0(desk):
    """French and British units of the First and Second Army Groups."""
    w = desk.w
    units = everybody(desk, side="allied", turn=-1, options={"belgian-late-alliance": True})
    s = desk.s
    s.assign_allied = tuple(0 if a == w.bef_army else a % 3 for a in range(len(w.allied_armies)))
    for u in units:
        if w.side[u] == ALLIED:
            army = w.army[u]
            free = w.nation[u] in (FR, BR) and army >= 0 and s.assign_allied[army] in (0, 1)
            found = [why.rule for why in why_not_moving(s, u)]
            assert found == ([] if free else ["20 Belgian Late Alliance ¶1"]), w.ids[u]


@rule("6 Rail ¶1", "8 Supply Effects ¶1", "6 ¶1")
@pytest.mark.parametrize("side", ["german", "allied"])
def test_who_may_not_go_by_rail(desk, side):
    w = desk.w

    def rules():
        return [why.rule for why in rail.why_not_rail(desk.s, u)]

    for u in everybody(desk, side=side):
        s = desk.s
        if w.side[u] != s.side or w.regiment[u]:
            assert "2 ¶2" in rules() or w.regiment[u]
            continue
        alone, others = alone_and_others(u, w.n_units)
        s.unsupplied = s.moved = s.entered = others
        assert rules() == []
        s.moved = s.entered = 0
        s.unsupplied = alone
        assert rules() == ["8 Supply Effects ¶1"]
        s.unsupplied = 0
        for mark in ("moved", "entered"):
            setattr(s, mark, alone)
            assert rules() == ["6 Rail ¶1"]
            setattr(s, mark, 0)
        s.railed = True
        assert rules() == ["6 Rail ¶1"], "one a phase"
        s.railed = False


@rule("6 Rail ¶1")
def test_rail_begins_in_the_own_country(desk):
    """Asked in every country, of a unit of each side."""
    w = desk.w
    for unit, side, home in (("de-i", "german", 0), ("fr-iv", "allied", 1), ("br-i", "allied", 1)):
        for country in range(6):
            here = next(h for h in range(w.n) if w.country[h] == country)
            desk.set_up({unit: w.labels[here]}, side=side, war=ALL_AT_WAR)
            found = [why.rule for why in rail.why_not_rail(desk.s, desk.unit(unit))]
            assert found == ([] if country == home else ["6 Rail ¶1"])


@rule("7 ¶1", "7 Disruption ¶1a", "11 Air Landing Division ¶1", "11 Parachute Regiments ¶1", "13 Neutral Status ¶1")
@pytest.mark.parametrize("side", ["german", "allied"])
def test_who_may_not_attack_at_all(desk, side):
    w = desk.w

    def rules():
        return [why.rule for why in why_not_attacking(desk.s, u)]

    for u in everybody(desk, side=side):
        s = desk.s
        own = [] if w.side[u] == s.side else ["2 ¶2"]
        none = ["11 Parachute Regiments ¶1"] if w.regiment[u] else []
        alone, others = alone_and_others(u, w.n_units)
        s.dropped = others
        s.disrupted = [0 if x == u else REPULSED for x in range(w.n_units)]
        assert rules() == [*own, *none]
        s.dropped = alone
        s.disrupted = [REPULSED if x == u else 0 for x in range(w.n_units)]
        assert rules() == [*own, "7 Disruption ¶1a", *(none or ["11 Air Landing Division ¶1"])]
        s.dropped, s.disrupted = 0, [0] * w.n_units
        s.war &= ~w.home_bit[u]
        assert rules() == [*own, *none, "13 Neutral Status ¶1"]
        s.war = 63
        h, s.where[u] = s.where[u], w.eliminated
        assert rules() == [*own, "7 ¶1"]
        s.where[u] = h


@rule("8 Supply Effects ¶1", "7 ¶4b")
def test_lack_of_supply_halves_the_unit_that_lacks_it(desk):
    """de-i and de-x against fr-iv and fr-9-dim: each in turn without supply, and all the others."""
    units = {"de-i": "2014", "de-x": "1915", "fr-iv": "2015", "fr-9-dim": "2015"}
    desk.set_up(units, combat=True)
    attackers = [desk.unit("de-i"), desk.unit("de-x")]
    printed = {name: desk.w.combat[desk.unit(name)] for name in units}
    for name in units:
        for lacking in alone_and_others(desk.unit(name), desk.w.n_units):
            desk.s.unsupplied = lacking
            half = {x: f / 2 if lacking >> desk.unit(x) & 1 else f for x, f in printed.items()}
            target = [desk.hex("2015")]
            assert attack_strength(desk.s, attackers, target, ()) / ONE == half["de-i"] + half["de-x"]
            assert defence_strength(desk.s, attackers, target, ALLIED) / ONE == half["fr-iv"] + half["fr-9-dim"]


@rule("7 Retreat ¶1f")
def test_who_has_retreated_into_a_hex_adds_nothing_to_its_defence(desk):
    names = ("fr-1-dcr", "fr-9-dim", "br-51")
    desk.set_up({**dict.fromkeys(names, "2015"), "de-i": "2014"}, combat=True)
    h = desk.hex("2015")
    everyone = [desk.unit(x) for x in names]
    assert sorted(counting(desk.s, h, ALLIED)) == sorted(everyone)
    for u in everyone:
        desk.s.retreated = 1 << u
        assert set(counting(desk.s, h, ALLIED)) == {*everyone} - {u}
        desk.s.retreated = sum(1 << x for x in range(desk.w.n_units) if x != u)
        assert counting(desk.s, h, ALLIED) == [u]
    desk.s.retreated = (1 << desk.w.n_units) - 1
    assert sorted(counting(desk.s, h, ALLIED)) == sorted(everyone), "all have: ruling 46"


@rule("11 ¶1", "11 ¶2", "11 ¶3")
def test_which_airborne_units_take_off_and_which_are_withdrawn(desk):
    """From the pool, or supplied, sound and unmoved from a German city; withdrawn if supplied, wherever they are."""
    w = desk.w
    airborne_ids = [w.ids[u] for u in w.airborne_units]
    city, open_land = "1005", "1104"
    assert w.cities >> desk.hex(city) & 1
    assert not w.cities >> desk.hex(open_land) & 1
    for name in airborne_ids:
        u = desk.unit(name)
        alone, others = alone_and_others(u, w.n_units)
        for place, at_city in ((city, True), (open_land, False)):
            desk.set_up({name: place, "fr-iv": "2015"})
            s = desk.s
            for mark, drops, withdraws in (("unsupplied", False, False), ("dropped", False, False),
                                           ("moved", False, True)):  # fmt: skip
                setattr(s, mark, others)
                assert airborne.at_airfield(s, u) is at_city, mark
                assert bool(airborne.withdrawable(s) >> u & 1)
                assert list(airborne.why_not_withdrawing(s, u)) == []
                setattr(s, mark, alone)
                assert airborne.at_airfield(s, u) is drops, mark
                assert bool(airborne.withdrawable(s) >> u & 1) is withdraws
                assert (list(airborne.why_not_withdrawing(s, u)) == []) is withdraws
                setattr(s, mark, 0)
            s.disrupted[u] = REPULSED
            assert not airborne.at_airfield(s, u)
            s.disrupted[u] = 0
            s.german &= ~w.bit[desk.hex(place)]
            assert not airborne.at_airfield(s, u), "the city is not German"
    for name in airborne_ids:
        u = desk.unit(name)
        for spot, takes_off in (("waiting", True), ("evacuated", False), ("eliminated", False), ("out", False)):
            desk.set_up({name: spot, "fr-iv": "2015"})
            assert airborne.at_airfield(desk.s, u) is takes_off
            assert not airborne.withdrawable(desk.s)
            assert [why.rule for why in airborne.why_not_withdrawing(desk.s, u)] == ["11 ¶3"]
    desk.set_up({"de-i": city, "fr-iv": "2015"})
    assert [why.rule for why in airborne.why_not_dropping(desk.s, desk.unit("de-i"))] == ["11 ¶1"]
    assert [why.rule for why in airborne.why_not_withdrawing(desk.s, desk.unit("de-i"))] == ["11 ¶3"]


@rule("15 German Mountain Corps ¶1", "7 ¶1")
def test_what_the_mountain_corps_may_attack(desk):
    """Before Switzerland is at war only Swiss hexes; everybody else attacks whatever is next to him."""
    w = desk.w
    desk.set_up({"de-geb": "2803", "de-i": "2803", "ch-basel": "2904", "fr-vii": "2804"}, war="")
    near = w.attack_mask[desk.hex("2803")]
    swiss = near & w.countries[5]
    assert swiss
    assert swiss != near
    for war in range(64):
        for unit in ("de-geb", "de-i"):
            bound = unit == "de-geb" and not war >> 5 & 1
            assert attackable(desk.s, desk.unit(unit), near, war) == (swiss if bound else near)


@rule("6 Naval Evacuation ¶1b", "4 ¶2b")
def test_what_embarking_costs(desk):
    """A point, and one more to leave a zone where the unit began the phase; the zone of this port, not of another."""
    w = desk.w
    for port in w.ports:
        beside = next(w.labels[h] for h in w.zoc_near[port] if w.land >> h & 1 and not w.ports_mask >> h & 1)
        desk.set_up({"br-i": w.labels[port], "de-i": "0801"}, side="allied")
        assert evacuation.embark_cost(desk.s, desk.unit("br-i")) == 4
        desk.set_up({"br-i": w.labels[port], "de-i": beside}, side="allied")
        assert evacuation.embark_cost(desk.s, desk.unit("br-i")) == 8
        desk.s.moved = 1 << desk.unit("br-i")
        assert evacuation.embark_cost(desk.s, desk.unit("br-i")) == 4
        desk.s.moved = (1 << w.n_units) - 1 & ~desk.s.moved
        assert evacuation.embark_cost(desk.s, desk.unit("br-i")) == 8, "others have moved"
        away = next(w.labels[h] for h in range(port + 1, w.n) if not w.zoc[h] >> port & 1 and w.land >> h & 1)
        desk.set_up({"br-i": w.labels[port], "de-i": away}, side="allied")
        assert evacuation.embark_cost(desk.s, desk.unit("br-i")) == 4, "a zone elsewhere"


@rule("6 ¶1", "7 ¶1")
def test_the_mark_of_one_unit_stops_no_other(desk):
    """Of two neighbours one is disrupted, has moved, or has just landed: the lists have the other alone."""
    pairs = (("de-13-mot", "de-29-mot", "german"), ("fr-9-dim", "fr-3-dim", "allied"))
    for first, second, side in pairs:
        foe = "fr-iv" if side == "german" else "de-i"
        for marked, free in ((first, second), (second, first)):
            desk.set_up({first: "2014", second: "1915", foe: "2015"}, side=side)
            desk.s.disrupted[desk.unit(marked)] = REPULSED
            assert (marked in desk.legal("move"), free in desk.legal("move")) == (False, True)
            desk.restart(Declaring(), EndCombat())
            assert desk.legal("attack") == [free]
            desk.set_up({first: "2014", second: "1915", foe: "2015"}, side=side)
            desk.s.moved = 1 << desk.unit(marked)
            desk.restart(Moving())
            assert desk.legal("move") == [free]


@rule("13 Neutral Status ¶1")
def test_a_neutral_is_each_nation_for_itself(desk):
    """Each minor country in turn is the only one at war, and the only neutral."""
    w = desk.w
    spot = {BE: ("be-i", "1013", "belgium"), NL: ("nl-i", "0310", "holland"), CH: ("ch-berne", "", "switzerland")}
    for nation, (unit, label, country) in spot.items():
        place = label or w.labels[w.place_hex["Berne"]]
        for war in ("belgium luxembourg", "holland", "switzerland", ALL_AT_WAR):
            desk.set_up({unit: place, "de-i": "0801"}, side="allied", war=war)
            moves = country in war
            assert (desk.why(f"move {unit}") == []) is moves, (NATIONS[nation], war)
