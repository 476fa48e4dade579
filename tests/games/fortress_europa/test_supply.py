"""18.1 to 18.6, 18.8, 18.9. Supply lines, who shares what, and the Supply Phases."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from grognard.games.fortress_europa.rules.standing import put, rebind, survey
from grognard.games.fortress_europa.rules.supply.ports import capacity, counts, harbours
from grognard.games.fortress_europa.rules.supply.shortage import SupplyPhase
from grognard.games.fortress_europa.rules.supply.supply import (
    allied_cut_off,
    free_line,
    german_cut_off,
    in_supply,
    line_to_edge,
    links,
    may_go_short,
    seas,
    share,
    shared,
    spare,
)
from grognard.games.fortress_europa.rules.supply.tracing import trace_supply
from grognard.kernel.match.position import read_position, write_position
from grognard.suite import rule

ALLIED_PHASE = [SupplyPhase(1)]
GERMAN_PHASE = [SupplyPhase(0)]


def region(desk, *centres: tuple[str, int]) -> str:
    """Hexes around some places, as the Allies would control them."""
    return " ".join(sorted({h for place, radius in centres for h in desk.disc(place, radius)}))


def beside(desk, label: str, *others: str) -> str:
    """A neighbour of a hex that touches none of the others."""
    return min(x for x in desk.near(label) if x not in others and not desk.near(x) & set(others))


def ids(desk, units) -> set[str]:
    return {desk.w.ids[u] for u in units}


# ------------------------------------------------------------------------------------------ the example of 18.2

BRITISH = {
    "br-3": "E5", "br-50": "E5", "br-51": "F5", "br-49": "F5", "br-15": "G5", "br-43": "J4", "br-53": "K5",
    "br-59": "L5",
}  # fmt: skip
AMERICANS = {"us-1": "M8", "us-29": "M9", "us-2": "L10", "us-9": "K12", "us-30": "H13", "us-2arm": "I12"}
EXAMPLE = {
    "br-hq-montgomery": "G7", "us-hq-bradley": "J10", "us-4": "C9", "us-101": "L8", **BRITISH, **AMERICANS,
}  # fmt: skip


def example(desk, units, **more):
    by_air = desk.units_of("us-101") if "us-101" in units else 0
    where = [desk.hex("D7"), -1]
    allied = region(desk, ("G7", 6), ("J10", 4))
    return desk.set_up(units, allied=allied, by_air=by_air, mulberry_at=where, **more)


@rule("18.2-example", "18.1", "18.2", "20.15")
def test_the_example_of_seventeen_units(desk):
    s = example(desk, EXAMPLE)
    found = harbours(s)
    assert {h.name: h.value for h in found if h.name in ("Mulberry A", "St. Nazaire", "Nantes")} == {
        "Mulberry A": 12, "St. Nazaire": 3, "Nantes": 2,
    }  # fmt: skip
    s.allied &= ~desk.hexes_of("C6 H5 M6")  # Lorient, St. Malo and Caen are not Allied there
    assert sum(h.value for h in harbours(s)) == 17
    assert sum(counts(s, desk.unit(u)) for u in EXAMPLE) == 17
    assert not counts(s, desk.unit("us-101")), "it was airdropped"
    assert capacity(s) == 0
    assert allied_cut_off(s) == []
    assert may_go_short(s, ()) == []
    found = harbours(s)
    for link in links(s, found):  # either HQ could use all three
        assert {found[k].name for k in range(3) if link.harbours >> k & 1} == {"Mulberry A", "St. Nazaire", "Nantes"}
    montgomery, bradley = (
        next(x for x in links(s, found) if x.hq == desk.unit(u)) for u in ("br-hq-montgomery", "us-hq-bradley")
    )
    for unit in (*BRITISH, "us-4"):
        assert montgomery.hexes >> s.where[desk.unit(unit)] & 1, unit
    for unit in (*AMERICANS, "us-101"):
        assert bradley.hexes >> s.where[desk.unit(unit)] & 1, unit


@rule("18.2-example", "18.2")
def test_every_unit_needs_a_point_of_its_own(desk):
    """As in the example, but nobody stands in a city, where no point is needed (18.4)."""
    units = EXAMPLE | {"br-hq-montgomery": "G8", "us-4": "D8"}
    s = example(desk, units)
    s.allied &= ~desk.hexes_of("C6 H5 M6")
    found, wanted, given = shared(s)
    assert len(wanted) == 17, "Montgomery and Bradley need one each, the 101st none"
    assert sorted(list(given.values()).count(k) for k in range(3)) == [2, 3, 12]
    assert may_go_short(s, ()) == []
    s.port_damage[desk.w.port_ids.index("nantes")] = 1
    assert len(shared(s)[2]) == 16
    assert ids(desk, may_go_short(s, ())) == set(units) - {"us-101"}
    assert found


@rule("18.2")
def test_points_are_shared_so_that_as_many_as_possible_are_supplied():
    # Two units can draw on the first harbour only, one on both: it has to leave the first to them.
    assert share({1: 0b11, 2: 0b01, 3: 0b01}, [2, 1]) == {1: 1, 2: 0, 3: 0}
    assert len(share({1: 0b11, 2: 0b01, 3: 0b01, 4: 0b10}, [2, 1])) == 3
    assert share({1: 0}, [5]) == {}


@rule("18.2")
def test_a_long_chain_of_exchanges_is_found():
    assert len(share({1: 0b001, 2: 0b011, 3: 0b110, 4: 0b001 | 0b100}, [1, 1, 2])) == 4
    assert len(share({4: 0b101, 3: 0b110, 2: 0b011, 1: 0b001}, [1, 1, 2])) == 4


# --------------------------------------------------------------------------------------------- Allied lines

PORT = {"br-3": "M6"}
"""Caen, capacity 2 and a city: whoever is in it needs no point."""


def front(desk, units, allied=None, **more):
    """Bradley in M11 and a unit in Caen, with controlled ground between."""
    ground = region(desk, ("M8", 4)) if allied is None else allied
    return desk.set_up({"us-hq-bradley": "M11", **PORT, **units}, allied=ground, **more)


@rule("18.1")
def test_five_hexes_to_an_hq(desk):
    s = front(desk, {"us-1": "M16"})
    assert allied_cut_off(s) == []
    s = front(desk, {"us-1": "M17"})
    assert ids(desk, allied_cut_off(s)) == {"us-1"}
    assert trace_supply(s, desk.unit("us-1")).words.endswith("the nearest HQ is 6 hexes away, 5 are the most.")


@rule("18.1", "4.3B7", "2.8")
def test_who_has_no_line_loses_a_step(desk):
    s = front(desk, {"us-1": "M17", "us-4": "M17", "us-4cav": "M17"}, back="us-4", steps=ALLIED_PHASE)
    assert s.face[desk.unit("us-1")] == 1
    assert desk.at("us-4") == "destroyed", "it was reduced"
    assert desk.at("us-4cav") == "destroyed", "it has one step (ruling 26)"
    assert s.unsupplied == desk.units_of("us-1")
    assert s.face[desk.unit("br-3")] == 0


@rule("18.1")
def test_a_move_that_would_end_out_of_supply_says_so(desk):
    front(desk, {"us-1": "M15"})
    told = [e.text for e in desk.preview("move us-1 M17").effects if e.rule == "18.1"]
    assert told == ["As things stand it would be out of supply in M17."]
    assert "18.1" not in [e.rule for e in desk.preview("move us-1 M16").effects], "five hexes from Bradley"


@rule("18.3")
def test_a_german_move_that_would_end_out_of_supply_says_so(desk):
    german(desk, {"de-hq-ag-b": "M11", "de-352": "M15", "us-1": "M20", "us-4": "M20"})
    told = [e.text for e in desk.preview("move de-352 M17").effects if e.rule == "18.3"]
    assert told == ["As things stand it would be out of supply in M17."]
    assert "18.3" not in [e.rule for e in desk.preview("move de-352 M16").effects], "five hexes from the HQ"


@rule("18.1", "7.3")
def test_a_line_does_not_pass_an_enemy_zone_even_over_friends(desk):
    guard = beside(desk, "M13", "M16", "M11")
    s = front(desk, {"us-1": "M16", "de-352": guard})
    assert ids(desk, allied_cut_off(s)) == {"us-1"}
    s = front(desk, {"us-1": "M16", "us-9": "M13", "de-352": guard})
    assert ids(desk, allied_cut_off(s)) == {"us-1"}, "the unit in M13 is supplied itself but does not open its hex"
    found = trace_supply(s, desk.unit("us-1"))
    assert not found.supplied
    assert "away" in found.words, "around the zone it is too far"


@rule("18.1", "9.5")
def test_frozen_units_do_not_cut_lines(desk):
    s = desk.set_up(
        {"us-hq-bradley": "M11", "us-1": "M8", "br-3": "M6", "de-352": "L6"}, frozen="de-352", allied="M7 M9 M10"
    )
    assert allied_cut_off(s) == []
    rebind(s, [-1] * desk.w.n_units)
    assert ids(desk, allied_cut_off(s)) == {"us-hq-bradley", "us-1"}, "free, it has a zone in M7"


@rule("18.1")
def test_both_ends_may_lie_in_enemy_zones(desk):
    s = front(desk, {"us-1": "M16", "de-352": "M17", "de-716": "M10"}, allied=region(desk, ("M8", 5)))
    assert "M16" in desk.near("M17")
    assert "M11" in desk.near("M10")
    assert allied_cut_off(s) == []


@rule("18.1")
def test_no_line_through_an_enemy_city(desk):
    units = {"us-hq-bradley": "R9", "us-1": "R14", "br-3": "S6"}
    s = desk.set_up(units, allied="R8 R7 S7")
    assert not desk.s.allied >> desk.hex("R11") & 1, "Paris is German"
    assert ids(desk, allied_cut_off(s)) == {"us-1"}
    s = desk.set_up(units, allied="R8 R7 S7 R11")
    assert allied_cut_off(s) == []


@rule("18.1")
def test_from_hq_to_port_every_hex_must_be_controlled(desk):
    s = front(desk, {"us-1": "M12"}, allied="M7 M8 M9 M10")
    assert allied_cut_off(s) == []
    s = front(desk, {"us-1": "M12"}, allied="M7 M8 M10")
    assert ids(desk, allied_cut_off(s)) == {"us-1", "us-hq-bradley"}, "to the HQ itself no control is needed"
    found = trace_supply(s, desk.unit("us-1"))
    assert found.cuts == (desk.hex("M9"),)
    assert found.paths == ((desk.hex("M12"), desk.hex("M11")),)


@rule("18.1")
def test_the_port_may_be_in_an_enemy_zone_with_an_allied_unit_in_it(desk):
    s = front(desk, {"us-1": "M12", "de-352": "L6"}, allied="M7 M8 N7 N8 M9 M10 N6")
    assert "M6" in desk.near("L6")
    assert "N6" not in desk.near("L6")
    assert allied_cut_off(s) == []
    put(s, desk.unit("br-3"), desk.w.england)
    assert ids(desk, allied_cut_off(s)) == {"us-1", "us-hq-bradley"}, "empty, it does not work (18.7.11)"


@rule("18.1", "18.9", "17.10.4")
def test_destroyed_bridges_do_not_cut_lines(desk):
    allied = region(desk, ("Q8", 5))
    units = {"us-hq-bradley": "Q9", "us-1": "R9", "us-9": "P4"}
    assert desk.w.river_between(desk.hex("Q9"), desk.hex("R9")) >= 0
    s = desk.set_up(units, allied=allied, bridges_down=(1 << len(desk.w.rivers)) - 1, weather="storm")
    assert allied_cut_off(s) == []


@rule("18.9", "8.8")
def test_estuaries_and_blue_arrows_do(desk):
    # Around the mouth of the Loire from C10 to C9: D10, E11, Nantes, D9.
    units = {"us-hq-bradley": "C9", "us-1": "C10"}
    s = desk.set_up(units, allied="D9 E10 E11 D10")
    assert allied_cut_off(s) == []
    path = trace_supply(s, desk.unit("us-1")).paths[0]
    assert [desk.w.labels[h] for h in path] == ["C10", "D10", "E11", "E10", "D9", "C9"]
    s = desk.set_up(units)
    assert ids(desk, allied_cut_off(s)) == {"us-1"}, "Nantes is an enemy city, and over the water no line goes"


@rule("18.1", "18.2")
def test_an_hq_needs_supply_and_may_get_it_from_another(desk):
    s = front(desk, {"br-hq-montgomery": "M15", "us-1": "M20"})
    assert allied_cut_off(s) == [desk.unit("us-1")], "Montgomery is in reach of Bradley but has no line of his own"


@rule("13.3")
def test_hq_troops_are_no_hq(desk):
    s = desk.set_up({"de-hqt-1": "M11", "de-352": "M12", "us-1": "M17"}, side="german")
    assert "de-352" in ids(desk, german_cut_off(s))


@rule("18.1", "18.8", "18.8-example")
@pytest.mark.parametrize("blocker", ["PP2", "PP3", "QQ2", "QQ3"])
def test_bremen_is_useless_while_germans_are_at_its_mouth(desk, blocker):
    units = {"br-hq-montgomery": "QQ5", "br-3": "QQ4"}
    s = desk.set_up(units)
    assert [h.name for h in harbours(s)] == ["Bremen"]
    assert in_supply(s, desk.unit("br-hq-montgomery"))
    s = desk.set_up(units | {"de-352": blocker}, frozen="")
    assert harbours(s) == []
    assert not in_supply(s, desk.unit("br-hq-montgomery"))
    s = desk.set_up(units | {"de-352": "PP4"})
    assert [h.name for h in harbours(s)] == ["Bremen"], "farther inland it does not reach the water"


@rule("18.8-example")
def test_and_of_course_while_they_are_in_it(desk):
    s = desk.set_up({"br-hq-montgomery": "QQ5", "de-352": "QQ4"}, allied="QQ4")
    assert harbours(s) == []


@rule("18.8")
@pytest.mark.parametrize("blocker", ["HH1", "HH2", "JJ1", "JJ2"])
def test_amsterdam_has_four_hexes_of_its_own(desk, blocker):
    s = desk.set_up({"br-3": "GG3"})
    assert [h.name for h in harbours(s)] == ["Amsterdam"]
    s = desk.set_up({"br-3": "GG3", "de-352": blocker})
    assert harbours(s) == []


@rule("18.4")
def test_allied_units_in_cities_outside_germany_are_always_supplied(desk):
    s = desk.set_up({"us-1": "R11", "us-4": "II10", "us-9": "W4"})
    assert desk.w.cities & desk.hexes_of("R11 II10") == desk.hexes_of("R11 II10")
    assert ids(desk, allied_cut_off(s)) == {"us-4", "us-9"}, "Koln is in Germany, Calais only a fortress (ruling 171)"
    assert trace_supply(s, desk.unit("us-1")).rule == "18.4"


@rule("21.1", "20.6", "18.7.1")
def test_raiders_drops_and_invaders_need_no_line(desk):
    units = {"us-rangers": "M12", "us-101": "M12", "us-1": "M12", "us-4": "M12"}
    s = desk.set_up(
        units, dropped=desk.units_of("us-101"), ashore=desk.units_of("us-1"), invasion_turn=9, steps=ALLIED_PHASE
    )
    assert s.unsupplied == desk.units_of("us-4")
    assert [trace_supply(s, desk.unit(u)).rule for u in units] == ["21.1", "20.6", "18.7.1", "18.1"]


@rule("20.15", "18.1")
def test_airdropped_units_need_an_hq_later_but_no_point(desk):
    port = desk.w.port_ids.index("caen")
    damage = [0] * len(desk.w.ports)
    damage[port] = 1  # one point is left, for the HQ
    units = {"us-101": "M12", "us-82": "M18"}
    s = front(desk, units, by_air=desk.units_of("us-101 us-82"), port_damage=damage)
    assert ids(desk, allied_cut_off(s)) == {"us-82"}
    assert may_go_short(s, ()) == []
    assert in_supply(s, desk.unit("us-101"))
    assert not in_supply(s, desk.unit("us-82"))


# ------------------------------------------------------------------------------------------- who goes short


@rule("18.2", "4.3B7")
def test_the_allied_player_chooses_who_goes_short(desk):
    # Caen gives two points: three units and their HQ are in reach.
    s = front(desk, {"us-1": "M12", "us-4": "M13", "us-9": "M14"}, steps=ALLIED_PHASE)
    assert desk.step() == "Shortage"
    assert desk.seat == "allied"
    assert set(desk.legal("starve")) == {"us-hq-bradley", "us-1", "us-4", "us-9"}
    assert desk.legal("starve") == [u for u in desk.w.ids if not desk.why(f"starve {u}")]
    assert desk.why("starve br-3") == ["18.2"], "it is in a city and takes no point"
    desk.play("starve us-4")
    assert desk.why("starve us-4") == ["18.2"]
    desk.play("starve us-9")
    assert [s.face[desk.unit(u)] for u in ("us-1", "us-4", "us-9")] == [0, 1, 1]
    assert s.unsupplied == desk.units_of("us-4 us-9")
    assert desk.at("us-hq-bradley") == "M11"


@rule("18.2")
def test_the_hq_itself_may_go_short_and_the_others_are_judged_with_it(desk):
    desk.set_up(
        {"us-hq-bradley": "M11", "br-3": "M6", "us-1": "M12", "us-4": "M13"},
        allied=region(desk, ("M8", 4)),
        steps=ALLIED_PHASE,
    )
    desk.play("starve us-hq-bradley")
    assert desk.at("us-hq-bradley") == "destroyed"
    assert desk.s.face[desk.unit("us-1")] == desk.s.face[desk.unit("us-4")] == 0


@rule("18.2")
def test_only_units_that_the_short_harbour_serves_may_go_short(desk):
    # Caen serves the west, Cherbourg the unit at its gate; between them lies German ground.
    units = {"us-hq-bradley": "M11", "br-3": "M6", "us-1": "M12", "us-4": "M13", "us-9": "K3", "us-hq-shaef": "K3"}
    desk.set_up(units, allied="M7 M8 M9 M10 K2", steps=ALLIED_PHASE)
    assert desk.step() == "Shortage"
    assert set(desk.legal("starve")) == {"us-hq-bradley", "us-1", "us-4"}


@rule("18.2")
def test_a_choice_in_the_middle_can_be_saved(desk):
    s = front(desk, {"us-1": "M12", "us-4": "M13", "us-9": "M14"}, steps=ALLIED_PHASE)
    desk.play("starve us-4")
    assert desk.step() == "Shortage"
    options = desk.game.settle_options("campaign", {})
    assert read_position(desk.game, write_position(desk.game, "campaign", options, s))[2] == s


@rule("18.2")
def test_the_unit_that_may_go_short_is_told(desk):
    s = front(desk, {"us-1": "M12", "us-4": "M13", "us-9": "M14"})
    found = trace_supply(s, desk.unit("us-1"))
    assert found.supplied
    assert found.rule == "18.2"
    assert "only 2 of 4" in found.words


# ---------------------------------------------------------------------------------------------- German lines


def german(desk, units, **more):
    return desk.set_up(units, side="german", **more)


@rule("18.3", "4.3C7")
def test_five_hexes_to_a_german_hq(desk):
    enemy = {"us-1": "M20", "us-4": "M20"}
    s = german(desk, {"de-hq-ag-b": "M11", "de-352": "M16", **enemy}, steps=GERMAN_PHASE)
    assert s.face[desk.unit("de-352")] == 0
    s = german(desk, {"de-hq-ag-b": "M11", "de-352": "M17", **enemy}, steps=GERMAN_PHASE)
    assert s.face[desk.unit("de-352")] == 1, "six hexes away, and the enemy is three hexes off"
    assert s.unsupplied == desk.units_of("de-352")


@rule("18.3")
def test_a_german_line_does_not_pass_an_allied_zone(desk):
    guard = beside(desk, "M13", "M16", "M11")
    s = german(desk, {"de-hq-ag-b": "M11", "de-352": "M16", "us-1": guard})
    assert ids(desk, german_cut_off(s)) == {"de-352"}
    s = german(desk, {"de-hq-ag-b": "M11", "de-352": "M16", "us-rangers": guard})
    assert german_cut_off(s) == [], "rangers have no zone beyond their hex"


@rule("18.3")
def test_a_german_line_does_not_pass_an_allied_city(desk):
    units = {"de-hq-ag-b": "R9", "de-352": "R14", "us-1": "R18"}
    assert german_cut_off(german(desk, units)) == []
    assert ids(desk, german_cut_off(german(desk, units, allied="R11"))) == {"de-352"}


@rule("18.3")
def test_the_hq_needs_controlled_hexes_to_germany_or_italy(desk):
    w = desk.w
    pocket = desk.disc("M14", 7)
    allied = " ".join(w.labels[h] for h in range(w.n) if (w.land & ~w.germany) >> h & 1 and w.labels[h] not in pocket)
    s = german(desk, {"de-hq-ag-b": "M13", "de-352": "M14", "us-1": "M18"}, allied=allied)
    assert ids(desk, german_cut_off(s)) == {"de-hq-ag-b", "de-352"}
    found = trace_supply(s, desk.unit("de-352"))
    assert "has no line to a friendly city in Germany or Italy" in found.words
    assert found.cuts
    assert all(s.allied >> h & 1 for h in found.cuts)


@rule("18.3")
def test_a_city_in_italy_serves_as_well(desk):
    w = desk.w
    german_ground = " ".join(w.labels[h] for h in range(w.n) if w.land >> h & 1 and not w.italy >> h & 1)
    border = min(x for h in w.labels if w.italy >> desk.hex(h) & 1 for x in desk.near(h)
                 if not w.italy >> desk.hex(x) & 1 and not w.cities >> desk.hex(x) & 1)  # fmt: skip
    enemy = min(
        x for x in w.labels if w.land >> desk.hex(x) & 1 and w.grid.distance(desk.hex(border), desk.hex(x)) == 4
    )
    s = german(desk, {"de-hq-ag-g": border, "de-352": border}, allied=german_ground)
    s.allied &= ~desk.hexes_of(border)
    assert german_cut_off(s) == []
    put(s, desk.unit("us-1"), desk.hex(enemy))
    assert in_supply(s, desk.unit("de-352"))
    assert s.allied >> desk.hex("LL14") & 1, "no city in Germany is left"


@rule("18.3")
def test_the_city_may_be_in_an_allied_zone(desk):
    w = desk.w
    assert w.german_cities >> desk.hex("EE21") & 1, "Freiburg"
    outside = sorted(x for x in desk.near("EE21") if not w.germany >> desk.hex(x) & 1)
    assert outside, "west of it is France"
    hq = outside[0]
    others = " ".join(w.labels[h] for h in range(w.n) if w.land >> h & 1 and w.labels[h] not in ("EE21", hq))
    enemy = min(x for x in desk.near("EE21") if x != hq)
    s = german(desk, {"de-hq-ag-g": hq, "de-352": hq, "us-1": enemy}, allied=others)
    assert german_cut_off(s) == []
    s.allied |= desk.hexes_of("EE21")
    assert ids(desk, german_cut_off(s)) == {"de-hq-ag-g", "de-352"}


@rule("18.3", "13.2")
def test_a_german_hq_out_of_supply_comes_back_on_its_other_side(desk):
    w = desk.w
    pocket = desk.disc("M14", 7)
    allied = " ".join(w.labels[h] for h in range(w.n) if w.land >> h & 1 and w.labels[h] not in pocket)
    german(desk, {"de-hq-ag-b": "M13", "us-1": "M18"}, allied=allied, steps=GERMAN_PHASE)
    assert desk.at("de-hq-ag-b") == "returning"


@rule("24.3")
def test_no_german_line_passes_a_partisan(desk):
    units = {"de-hq-ag-b": "M11", "de-352": "M16", "us-1": "M20"}
    s = german(desk, units, partisan=desk.hex("M13"))
    assert ids(desk, german_cut_off(s)) == {"de-352"}
    s = german(desk, units, partisan=desk.hex("M16"))
    assert german_cut_off(s) == [], "at an end it does not stop the line"


@rule("18.4")
def test_germans_in_cities_and_intact_fortresses(desk):
    assert not desk.w.cities >> desk.hex("D13") & 1, "La Rochelle is a fortress without a city"
    units = {"de-352": "D13", "de-716": "R11", "us-1": "D15", "us-4": "R13"}
    s = german(desk, units)
    assert german_cut_off(s) == []
    assert trace_supply(s, desk.unit("de-352")).rule == "18.4"
    s = german(desk, units, ruined=desk.hexes_of("D13"))
    assert ids(desk, german_cut_off(s)) == {"de-352"}, "16.3: a destroyed fortress helps nobody"


@rule("18.5")
def test_germany_italy_and_frozen_units(desk):
    w = desk.w
    italian = min(h for h in w.labels if w.italy >> desk.hex(h) & 1 and not w.cities >> desk.hex(h) & 1)
    units = {"de-352": "MM12", "de-716": italian, "de-709": "K4", "us-1": "K6", "us-4": "MM9", "de-91": "K4"}
    assert w.germany >> desk.hex("MM12") & 1
    s = german(desk, units, frozen="de-709")
    assert ids(desk, german_cut_off(s)) == {"de-91"}, "free, in K4, without an HQ"
    assert [trace_supply(s, desk.unit(u)).rule for u in ("de-352", "de-716", "de-709")] == ["18.5"] * 3


@rule("18.5")
def test_on_june_i_all_germans_are_in_supply(desk):
    units = {"de-352": "M12", "us-1": "M15"}
    assert german_cut_off(german(desk, units, turn="jun-1")) == []
    assert ids(desk, german_cut_off(german(desk, units, turn="jun-2"))) == {"de-352"}
    assert ids(desk, german_cut_off(german(desk, units, turn="dec-3", scenario="bulge"))) == {"de-352"}


@rule("18.6")
def test_far_from_the_enemy_a_line_of_any_length_will_do(desk):
    units = {"de-hq-ag-b": "M11", "de-352": "M17"}
    assert german_cut_off(german(desk, units | {"us-1": "M23"})) == [], "six hexes from the enemy"
    assert ids(desk, german_cut_off(german(desk, units | {"us-1": "M22"}))) == {"de-352"}, "five"
    s = german(desk, {"de-352": "M17", "us-1": "M23"})
    assert german_cut_off(s) == [], "without an HQ a city in Germany serves"
    found = trace_supply(s, desk.unit("de-352"))
    assert found.rule == "18.6"
    assert desk.w.german_cities >> found.paths[0][-1] & 1


@rule("18.6")
def test_far_units_that_are_walled_in_have_no_line(desk):
    # Brittany is shut off by two units at its root; the unit in its west is far from both but has no line.
    wall = {"us-1": "G6", "us-4": "F8", "us-9": "E9", "us-2": "H5"}
    s = german(desk, {"de-352": "B3", "de-hq-ag-b": "M20", **wall})
    assert not desk.w.cities >> desk.hex("B3") & 1
    assert min(desk.w.grid.distance(desk.hex("B3"), desk.hex(h)) for h in wall.values()) < 6
    s = german(desk, {"de-352": "A4", "de-hq-ag-b": "M20", **wall})
    assert desk.w.grid.distance(desk.hex("A4"), desk.hex("F8")) >= 6
    assert ids(desk, german_cut_off(s)) == {"de-352"}


@rule("20.6")
def test_german_drops_are_in_supply_on_their_turn(desk):
    units = {"de-3fj": "M12", "us-1": "M15"}
    s = german(desk, units, dropped=desk.units_of("de-3fj"))
    assert german_cut_off(s) == []
    s.dropped = 0
    assert ids(desk, german_cut_off(s)) == {"de-3fj"}


@rule("31.5")
def test_jersey_is_supplied_over_its_ferries(desk):
    units = {"de-352": "I4", "de-hq-ag-b": "M11", "us-1": "R9"}
    assert german_cut_off(german(desk, units, options="jersey")) == []
    near_the_ferries = {"us-1": "J3", "us-4": "J4", "us-9": "H5"}
    s = german(desk, units | near_the_ferries, options="jersey")
    assert ids(desk, german_cut_off(s)) >= {"de-352"}


# ----------------------------------------------------------------------------------------- what others ask


@rule("27.7")
def test_a_free_line_has_no_limit(desk):
    s = front(desk, {"us-1": "M25"}, allied="M6")
    assert free_line(s, desk.unit("us-1")), "to Caen, over ground that is not controlled"
    put(s, desk.unit("br-3"), desk.w.africa)
    s.allied &= ~desk.hexes_of("M6")
    assert not free_line(s, desk.unit("us-1"))
    assert free_line(s, desk.unit("br-3")), "Africa is a friendly port (ruling 225)"
    s = german(desk, {"de-352": "M12", "us-1": "Q20"})
    assert free_line(s, desk.unit("de-352"))
    assert not free_line(s, desk.unit("de-716")), "it is not on the map"


@rule("28.4")
def test_lines_to_the_east_edge(desk):
    s = german(desk, {"us-1": "M20"})
    assert line_to_edge(s) >> desk.hex("LL14") & 1
    assert not line_to_edge(s) >> desk.hex("M20") & 1


@rule("20.2")
def test_the_seas_an_hq_traces_to(desk):
    s = front(desk, {"us-hq-devers": "N31", "us-9": "N33"}, allied=region(desk, ("M8", 4), ("N33", 3)))
    assert seas(s)[desk.unit("us-hq-bradley")] == (True, False)
    assert seas(s)[desk.unit("us-hq-devers")] == (False, True)
    assert desk.unit("us-hq-patton") not in seas(s)


@rule("18.1", "18.3")
def test_where_a_line_to_an_hq_can_be_had(desk):
    """In each hex within five of the HQ, and in none of the next ring, cities and fortresses apart (18.4, 18.5)."""
    w = desk.w
    near, ground = desk.disc("M11", 5), w.land & ~(w.cities | w.fortresses | w.port_hexes | w.dyke)
    around = [x for x in desk.disc("M11", 6) if ground >> desk.hex(x) & 1]
    assert len([x for x in around if x not in near]) > 10
    sides = ("us-1", front(desk, {"us-1": "M11"})), ("de-352", german(desk, {"de-hq-ag-b": "M11", "de-352": "M11"}))
    for unit, s in sides:
        for label in around:
            put(s, desk.unit(unit), desk.hex(label))
            if label in near or unit == "us-1":  # 18.3: Germans far from the enemy need no HQ
                assert in_supply(s, desk.unit(unit)) == (label in near), label


@rule("31.15")
def test_units_beyond_the_east_edge_need_an_hq_near_it(desk):
    units = {"br-hq-montgomery": "QQ5", "br-3": "QQ4", "us-2arm": "exited"}
    s = desk.set_up(units, options="exits" if "exits" in desk.w.option_ids else "")
    assert in_supply(s, desk.unit("us-2arm"))
    assert counts(s, desk.unit("us-2arm"))
    put(s, desk.unit("br-hq-montgomery"), desk.hex("LL5"))
    assert not in_supply(s, desk.unit("us-2arm"))


# --------------------------------------------------------------------------------------------- properties


def most(wanted: list[int], values: tuple[int, ...]) -> int:
    """The most units that can be supplied, by trying everything."""
    if not wanted:
        return 0
    best = most(wanted[1:], values)
    for k, value in enumerate(values):
        if wanted[0] >> k & 1 and value:
            best = max(best, 1 + most(wanted[1:], (*values[:k], value - 1, *values[k + 1 :])))
    return best


@rule("18.2")
@pytest.mark.parametrize("seed", range(30))
def test_no_sharing_supplies_more(seed):
    rng = random.Random(seed)
    values = tuple(rng.randrange(4) for _ in range(3))
    wanted = {u: rng.randrange(8) for u in range(rng.randrange(1, 8))}
    given = share(wanted, values)
    assert len(given) == most(list(wanted.values()), values)
    assert all(wanted[u] >> k & 1 for u, k in given.items())
    assert all(list(given.values()).count(k) <= value for k, value in enumerate(values))


def scattered(desk, seed: int):
    """A front with holes in it: both sides mixed in a belt of the map."""
    rng = random.Random(seed)
    w = desk.w
    land = [w.labels[h] for h in range(w.n) if w.land >> h & 1 and w.labels[h] != "II2" and w.grid.column[h] < 26]
    places = rng.sample(land, 90)
    allied = [*rng.sample(w.of_side[1], 30), *(u for u in w.of_side[1] if w.hqs >> u & 1)]
    german = [*rng.sample(w.of_side[0], 30), *(u for u in w.of_side[0] if w.hqs >> u & 1)]
    units = {w.ids[u]: rng.choice(places[:45]) for u in allied} | {w.ids[u]: rng.choice(places[45:]) for u in german}
    ours = " ".join(x for x in land if rng.random() < 0.8 and x not in places[45:])
    return desk.set_up(units, allied=ours, partisan=desk.hex(rng.choice(land)), mulberry_at=[desk.hex("M5"), -1])


def walk_out(desk, start: str, allowed: set[str], limit: int = 999) -> set[str]:
    """All hexes at the end of a line from a hex whose inner hexes are allowed, counted step by step."""
    reached, edge = {start}, {start}
    for _ in range(limit):
        edge = {x for h in edge for x in desk.near(h)} - reached
        reached |= edge
        edge &= allowed
        if not edge:
            break
    return reached


@rule("18.1", "18.3")
@pytest.mark.parametrize("seed", range(8))
def test_lines_hold_when_they_are_walked_step_by_step(desk, seed):
    s = scattered(desk, seed)
    w = desk.w
    zones = survey(s).zones
    names = {w.labels[h] for h in range(w.n) if w.land >> h & 1}

    def calm(side):
        return {x for x in names if not zones[1 - side] >> desk.hex(x) & 1}

    ours = {x for x in names if s.allied >> desk.hex(x) & 1}
    cities = {w.labels[h] for h in w.city_hexes}
    free = calm(1) - (cities - ours)
    ports = {w.labels[h.hex] for h in harbours(s) if h.value}
    good = {
        w.labels[s.where[u]] for u in w.of_side[1] if w.hqs >> u & 1
        if s.where[u] < w.n and walk_out(desk, w.labels[s.where[u]], free & ours) & ports
    }  # fmt: skip
    cut = set(allied_cut_off(s))
    for u in w.of_side[1]:
        if s.where[u] < w.n:
            here = w.labels[s.where[u]]
            alone = w.raiders >> u & 1 or (here in cities and not w.germany >> s.where[u] & 1)
            assert (u not in cut) == bool(alone or walk_out(desk, here, free, 5) & good), w.ids[u]
    hostile = ours - {x for x in ours if zones[0] >> desk.hex(x) & 1 and not survey(s).occupied[1] >> desk.hex(x) & 1}
    lines = calm(0) - (cities & hostile) - {w.labels[s.partisan]}
    sources = {x for x in cities - ours if (w.germany | w.italy) >> desk.hex(x) & 1}
    german_hqs = {w.labels[s.where[u]] for u in w.of_side[0] if w.hqs >> u & 1 and s.where[u] < w.n}
    linked = {h for h in german_hqs if walk_out(desk, h, lines - ours) & sources}
    home = {x for x in sources if w.germany >> desk.hex(x) & 1}
    enemies = [s.where[u] for u in w.of_side[1] if s.where[u] < w.n]
    cut = set(german_cut_off(s))
    for u in w.of_side[0]:
        if s.where[u] < w.n:
            h, here = s.where[u], w.labels[s.where[u]]
            alone = (w.germany | w.italy | w.cities | w.fortresses & ~s.ruined) >> h & 1
            far = min(w.grid.distance(h, x) for x in enemies) > 5
            reached = walk_out(desk, here, lines, 5) & linked or (
                far and walk_out(desk, here, lines) & (german_hqs | home)
            )
            assert (u not in cut) == bool(alone or reached), w.ids[u]


@rule("18.1", "18.3")
@pytest.mark.parametrize("seed", range(8))
def test_what_is_shown_is_what_is_judged(desk, seed):
    s = scattered(desk, seed)
    w = desk.w
    cut = {*allied_cut_off(s), *german_cut_off(s)}
    zones = survey(s).zones
    for u in range(w.n_units):
        if s.where[u] >= w.n:
            continue
        found = trace_supply(s, u)
        assert found.supplied == (u not in cut) == in_supply(s, u), w.ids[u]
        assert found.words.endswith(".")
        for path in found.paths:
            assert all(b in w.near[a] for a, b in pairwise(path))
            assert not any(zones[1 - w.side[u]] >> h & 1 for h in path[1:-1])
        if found.supplied and found.rule in ("18.1", "18.2", "18.3"):
            assert found.paths[0][0] == s.where[u]
            assert len(found.paths[0]) <= 6
            assert found.paths[0][-1] == found.paths[1][0]


@rule("18.7.13", "18.2")
@pytest.mark.parametrize("seed", range(40))
def test_a_point_is_spare_if_without_it_as_many_units_are_supplied(seed):
    rng = random.Random(seed)
    values = [rng.randint(0, 4) for _ in range(rng.randint(1, 6))]
    wanted = {u: rng.getrandbits(len(values)) for u in range(rng.randint(0, 12))}
    served = len(share(wanted, values))
    expected = 0
    for k, value in enumerate(values):
        if value and len(share(wanted, [*values[:k], value - 1, *values[k + 1 :]])) == served:
            expected |= 1 << k
    assert spare(wanted, values) == expected


@rule("18.3", "18.4", "18.5", "18.6", "20.6")
def test_why_a_german_unit_is_in_supply(desk):
    """Each way is told by its case; a unit with none of them is out of supply by 18.3."""

    def told(unit):
        found = trace_supply(desk.s, desk.unit(unit))
        return found.supplied, found.rule

    units = {
        "de-352": "KK15", "de-353": "X29", "de-91": "R11", "de-77": "M12", "de-84": "K6", "us-1": "M14",
        "us-4": "M10", "de-243": "P4",
    }  # fmt: skip
    s = desk.set_up(units, side="german", frozen="de-84", turn="jul-1")
    assert told("de-352") == told("de-353") == told("de-84") == (True, "18.5")
    assert told("de-91") == told("de-243") == (True, "18.4"), "a city, a fortress"
    assert told("de-77") == (False, "18.3")
    s.dropped = desk.units_of("de-77")
    assert told("de-77") == (True, "20.6")
    desk.set_up({"de-77": "R20", "us-1": "K3", "de-hq-ob-west": "U20"}, side="german", turn="jul-1")
    assert told("de-77") == (True, "18.3")
    desk.set_up({"de-77": "R20", "us-1": "K3"}, side="german", turn="jul-1")
    assert told("de-77") == (True, "18.6"), "more than five hexes from the enemy"
    desk.set_up({"de-77": "R20", "us-1": "R15"}, side="german", turn="jul-1")
    assert told("de-77") == (False, "18.3"), "five hexes from the enemy, and no HQ"
    desk.set_up({"de-77": "R20", "us-1": "R15"}, side="german", turn="jun-1")
    assert told("de-77") == (True, "18.5"), "the game has just begun"
