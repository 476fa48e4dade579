"""The first hex of the map and its first unit are hexes and units like all others: nothing takes them for none."""

from __future__ import annotations

import pytest

from grognard.games.nineteen_forty.data.world import ALLIED, GERMAN
from grognard.games.nineteen_forty.rules import airborne, arrivals
from grognard.games.nineteen_forty.rules.declaring import (
    Declaring,
    duty_hexes,
    front,
    left_out,
    mask_of_all,
    target_sets,
)
from grognard.games.nineteen_forty.rules.movement import reached
from grognard.games.nineteen_forty.rules.sequence import EndCombat, Moving
from grognard.games.nineteen_forty.rules.state import REPULSED, claim, facts, survey
from grognard.games.nineteen_forty.rules.supply import judge, region
from grognard.kernel.rules import Events
from grognard.maps import members
from grognard.suite import rule

BESIDE = {"german": ("de-i", "de-ix", "fr-iv", "fr-iii"), "allied": ("fr-iv", "fr-iii", "de-i", "de-x")}


@rule("7 ¶1", "7 Disruption ¶1b")
@pytest.mark.parametrize("side", ["german", "allied"])
@pytest.mark.parametrize("marks", ["", "fresh", "dropped"])
def test_an_enemy_in_the_first_hex_is_attacked_and_must_be(desk, side, marks):
    first, second, foe, other = BESIDE[side]

    def begin(units):
        desk.set_up(units, side=side, steps=[Declaring(), EndCombat()])
        if marks == "fresh":
            desk.s.fresh = 1 << 2
        elif marks == "dropped":
            desk.s.dropped = 1 << desk.unit("de-22-ll")

    begin({first: "0102", foe: "0101"})
    assert desk.legal("attack") == [first]
    assert desk.legal(f"attack {first}") == ["0101"]
    assert desk.why(f"attack {first} 0101; done") == []
    begin({first: "0102", foe: "0101", other: "0103"})
    assert set(desk.legal(f"attack {first}")) == {"0101", "0103"}
    assert not any(a.complete for a in desk.game.legal(desk.s, side, f"attack {first}")), "it must attack both"
    assert desk.game.read(desk.s, side, f"attack {first} 0101 0103").complete
    assert desk.why(f"attack {first} 0103; done") == ["7 ¶1"]
    assert desk.why(f"attack {first} 0103 0101; done") == []
    begin({first: "0102", other: "0103"})
    assert desk.legal(f"attack {first}") == ["0103"], "nobody is in the first hex"
    assert (front(desk.s).once, front(desk.s).twice) == (desk.w.bit[desk.hex("0103")], 0)
    assert desk.why(f"attack {first} 0103; done") == []
    begin({first: "0102", second: "2014", foe: "0101", other: "2015"})
    assert desk.why(f"attack {second} 2015; done") == [], "nobody beside the first hex attacks"
    assert target_sets(desk.s, desk.unit("de-ii" if side == "german" else "fr-xx")) == []
    assert duty_hexes(desk.s, desk.s.war) == desk.w.bit[0] | desk.w.bit[desk.hex("2015")]
    desk.s.attacks = ((desk.unit(second), desk.hex("2015")),)
    assert left_out(desk.s) == 0
    assert (front(desk.s).near, front(desk.s).covered) == (
        desk.w.attack_mask[desk.hex("2014")],
        desk.w.bit[desk.hex("2015")],
    )
    assert mask_of_all([]) == 0


@rule("4 ¶1", "5 ¶1", "8 ¶1")
def test_the_first_hex_is_counted_only_where_somebody_is(desk):
    desk.set_up({"de-i": "2014", "fr-iv": "2015", "de-fj-1": "2217"})
    around = survey(desk.s)
    for found in (*around.occupied, *around.zones, *around.corps, *around.crowd, around.regiments):
        assert not found & 1
    assert all(not side.sound & 1 and not side.shaken & 1 for side in around.sides)
    desk.s.german, desk.s.allied = 0, desk.w.land
    claim(desk.s)
    assert not desk.s.german & 1
    assert judge(desk.s) >> desk.unit("de-i") & 1
    assert not region(desk.s, 0, False) & 1
    desk.set_up({"de-x": "0101", "fr-iv": "0102"})
    around = survey(desk.s)
    assert around.occupied[GERMAN] == around.corps[GERMAN] == 1
    assert around.zones[GERMAN] == desk.w.zoc[0]
    assert around.zones[ALLIED] == desk.w.zoc[1]
    assert members(around.sides[GERMAN].sound) == [0]
    desk.s.disrupted[desk.unit("de-x")] = REPULSED
    around = survey(desk.s)
    assert (around.sides[GERMAN].sound, around.sides[GERMAN].shaken, around.zones[GERMAN]) == (0, 1, 0)


@rule("15 ¶1", "14 Reserves ¶1a")
def test_no_corps_is_formed_of_divisions_that_wait(desk):
    parts = {"german": ("de-9-pz", "de-10-pz", "de-13-mot"), "allied": ("fr-1-dcr", "fr-2-dcr", "fr-3-dim")}
    corps = {"german": "de-xxxix", "allied": "fr-arm"}
    for side, names in parts.items():
        for spot in ("waiting", "eliminated", "in-corps", "out"):
            desk.set_up(
                {**dict.fromkeys(names, spot), corps[side]: "waiting", "de-i": "1703", "fr-iv": "2015"}, side=side
            )
            assert not [text for text in desk.legal() if text.startswith("form")], spot
            assert desk.why(f"form {' '.join(names)}") != []


@rule("6 Naval Evacuation ¶1b", "6 Rail ¶1")
def test_who_came_into_a_port_by_rail_has_no_points_left(desk):
    desk.set_up({"br-i": "1319", "de-i": "0801"}, side="allied")
    desk.play("rail br-i 0919")
    assert "has 0 movement points left" in desk.words("evacuate br-i")


@rule("6 ¶1", "6 ¶2a", "4 ¶2a")
def test_the_search_in_the_first_corner(desk):
    """Short and general search find the same there: alone, past an enemy, past a disrupted friend."""
    for unit in ("de-i", "de-13-mot"):
        for start in ("0101", "0102", "0201", "0202"):
            for more in ({}, {"fr-iv": "0104"}, {"fr-iv": "0301"}, {"de-x": "0203"}):
                if start in more.values():
                    continue
                desk.set_up({unit: start, **more})
                desk.s.disrupted[desk.unit("de-x")] = REPULSED
                u = desk.unit(unit)
                short, general = facts(desk.s).reach(desk.s, u), reached(desk.s, u)
                assert (short.costs, short.mask) == (general.costs, general.mask), (unit, start, more)
                assert short.path(desk.hex(start)) == [desk.hex(start)]
                for h in members(general.mask):
                    assert short.path(h) == general.path(h)
                with pytest.raises(ValueError, match="not reached"):
                    short.path(desk.hex("2920"))


@rule("6 Rail ¶1", "14 Reinforcements ¶1", "14 Reserves ¶1a", "11 ¶3", "11 ¶1")
def test_the_first_unit_is_not_offered_where_nobody_can_be(desk):
    """X Corps stands beside open ground; nobody waits, and one unit has gone by rail."""
    desk.set_up({"de-x": "1605", "de-i": "1505"})
    desk.play("rail de-i 1003")
    kept = facts(desk.s)
    assert kept.trains(desk.s) == 0
    opened = kept.openings(desk.s)
    assert opened is not None
    assert (opened[2:5], opened[5]) == ((0, 0, 0), False)
    desk.s.where[desk.unit("br-i")], desk.s.where[desk.unit("br-1-arm")] = desk.hex("0919"), desk.w.waiting
    opened = kept.openings(desk.s)
    assert opened is not None
    assert opened[3:5] == (0, 0), "the Allies neither embark nor enter now"
    assert "rail" not in {text.split()[0] for text in desk.legal()}
    assert (airborne.dropping(desk.s), airborne.withdrawable(desk.s), arrivals.bringing(desk.s)) == (0, 0, 0)
    desk.set_up({"fr-iv": "2015", "de-x": "1605"}, side="allied", turn=8)
    opened = facts(desk.s).openings(desk.s)
    assert opened is not None
    assert (opened[3:5], opened[5]) == ((0, 0), False)
    assert facts(desk.s).entering(desk.s) == 0
    desk.set_up({"fr-iv": "2015", "br-i": "0919", "br-1-arm": "waiting", "de-x": "1605"}, side="allied", turn=8)
    opened = facts(desk.s).openings(desk.s)
    assert opened is not None
    assert opened[3:5] == (1 << desk.unit("br-i"), 1 << desk.unit("br-1-arm"))
    desk.set_up({"fr-iv": "2015", "de-x": "1605"}, side="allied", turn=8)
    assert facts(desk.s).embarking(desk.s) == 0
    assert arrivals.bringing(desk.s) == 0


@rule("5 ¶1")
@pytest.mark.parametrize(("unit", "side"), [("de-i", "german"), ("fr-iv", "allied")])
def test_ground_that_changes_hands_at_once_is_told_by_its_cities(desk, unit, side):
    desk.set_up({unit: "1813"})
    w, s = desk.w, desk.s
    place = max(members(w.land & ~w.maginot), key=lambda h: ((w.zoc[h] | w.bit[h]) & w.cities).bit_count())
    s.where[desk.unit(unit)] = place
    s.german, s.allied = (0, w.land) if side == "german" else (w.land, 0)
    told = Events()
    claim(s, told)
    cities = {w.labels[h] for h in members((w.zoc[place] | w.bit[place]) & w.cities)}
    assert {getattr(event.event, "place", "") for event in told.items} == cities
    assert {getattr(event.event, "side", "") for event in told.items} == {side}
    told = Events()
    claim(s, told)
    assert not told.items, "nothing has changed since"


@rule("6 ¶1")
@pytest.mark.parametrize("side", ["german", "allied"])
def test_where_units_of_the_other_side_could_go(desk, side):
    """Asked while the enemy moves, for display: by his own bounds, zones and friends."""
    desk.set_up({"de-i": "2013", "de-13-mot": "1911", "fr-iv": "2015", "fr-cav": "2117", "br-i": "0919"}, side=side)
    for u, h in enumerate(desk.s.where):
        if h < desk.w.n:
            assert facts(desk.s).reach(desk.s, u).costs == reached(desk.s, u).costs, desk.w.ids[u]
            assert facts(desk.s).reach(desk.s, u).mask


# 0101 is the first hex of all: nothing there may be taken for "no hex".
CORNER = {"de-i": "0101", "de-x": "0102", "de-iv": "0201", "de-ix": "0202", "fr-iv": "2015"}


@rule("3 ¶1", "3 ¶2", "6 ¶1", "2 ¶4")
def test_the_first_hex_of_the_map_can_be_overfull_too(desk):
    desk.set_up({**CORNER, "de-13-mot": "0303", "de-fj-1": "1005"})
    desk.play("move de-x 0101")
    assert desk.s.overfull == desk.hex("0101") == 0
    assert desk.why("end") == ["3 ¶2"]
    assert desk.legal("move") == ["de-i"], "only who stands there and has not moved"
    assert desk.why("move de-iv") == desk.why("move de-13-mot") == ["3 ¶2"]
    for verb in ("stack", "rail", "drop", "reserve", "withdraw", "form", "break"):
        assert "3 ¶2" in desk.why(verb), verb
    assert [action.split()[0] for action in desk.legal()] == ["move"]
    assert {"0201", "0202"}.isdisjoint(desk.hexes("de-i")), "nobody makes room for who makes room"
    assert "0102" in desk.hexes("de-i")
    desk.play("move de-i 0102")
    assert desk.s.overfull == -1
    assert desk.why("end") == []
    assert desk.game.wastes(desk.s, "german", desk.game.read(desk.s, "german", "end"))


@rule("2 ¶4", "3 ¶1")
def test_nothing_else_is_open_while_the_first_hex_is_overfull(desk):
    """A reserve corps appears in a city where a corps stands; the first move makes room and closes nothing."""
    desk.set_up({**CORNER, "de-fj-1": "waiting"})
    desk.s.overfull = 0
    desk.s.where[desk.unit("de-x")] = 0
    desk.restart(Moving())
    assert {text.split()[0] for text in desk.legal()} == {"move"}
    assert [e.rule for e in desk.preview("move de-i 0102").effects] == []
    desk.play("move de-i 0102")
    assert "drop" in {text.split()[0] for text in desk.legal()}, "making room does not end the opening"
