"""6 Movement: costs, rail, sea hexsides, evacuation."""

from __future__ import annotations

import pytest

from grognard.games.nineteen_forty.rules.movement import reach
from grognard.games.nineteen_forty.rules.state import allowance
from grognard.suite import rule


def cost(desk, unit, label):
    """Movement points to a hex, as a float."""
    return reach(desk.s, desk.unit(unit)).costs[desk.hex(label)] / 4


@rule("6 ¶1", "2 First Impulse A", "2 Second Impulse D")
def test_half_the_factor_in_the_second_impulse(desk):
    # The rulebook's example: a 5-6 unit has 6 points, then 3; a factor of 5 keeps its half.
    desk.set_up({"de-i": "1703", "de-xxxvii": "1603"})
    assert (allowance(desk.s, desk.unit("de-i")), allowance(desk.s, desk.unit("de-xxxvii"))) == (24, 20)
    desk.set_up({"de-i": "1703", "de-xxxvii": "1603"}, impulse=2)
    assert allowance(desk.s, desk.unit("de-i")) / 4 == 3
    assert allowance(desk.s, desk.unit("de-xxxvii")) / 4 == 2.5


@rule("6 ¶2a")
def test_terrain_costs(desk):
    w = desk.w
    desk.set_up({"de-xix": "1607", "de-i": "1607"})
    assert w.terrains[w.terrain[desk.hex("1608")]].id == "forest"
    assert cost(desk, "de-i", "1608") == 2
    assert cost(desk, "de-xix", "1608") == 3
    assert cost(desk, "de-i", "1508") == 2 + (
        w.side_kind.get(w.grid.side(desk.hex("1607"), desk.hex("1508"))) == "minor-river"
    )


@rule("6 ¶2a")
def test_movement_is_voluntary(desk):
    desk.set_up({"de-i": "1703"})
    desk.play("end")
    assert desk.at("de-i") == "1703"


@rule("6 ¶2b")
def test_two_points_to_enter_a_hex_with_a_disrupted_friend(desk):
    desk.set_up({"de-i": "2013", "de-13-mot": "2014", "de-29-mot": "2014"})
    assert cost(desk, "de-i", "2014") == 1
    desk.s.disrupted[desk.unit("de-13-mot")] = 3
    assert cost(desk, "de-i", "2014") == 3
    desk.s.disrupted[desk.unit("de-29-mot")] = 3
    assert cost(desk, "de-i", "2014") == 3, "once a hex (ruling 24)"


@rule("6 ¶2c")
def test_no_entry_into_enemy_hexes(desk):
    desk.set_up({"de-i": "2013", "fr-iv": "2014"})
    assert desk.why("move de-i 2014") == ["6 ¶2c"]


@rule("6 ¶2a")
def test_a_way_may_be_named_and_matters(desk):
    desk.set_up({"de-xix": "2208"})
    desk.play("move de-xix 2210 via 2308 2309 2310")
    assert desk.at("de-xix") == "2210"
    assert desk.owner("2410") == "german", "swept by the southern way"


@rule("6 ¶1")
def test_a_unit_moves_once_a_phase(desk):
    desk.set_up({"de-i": "1703"})
    desk.play("move de-i 1704")
    assert desk.why("move de-i 1703") == ["6 ¶1"]


# -------------------------------------------------------------------------------------------------- rail


@rule("6 Rail ¶1", "6 Rail ¶2")
def test_rail_in_the_own_country_only_and_once_a_phase(desk):
    desk.set_up({"de-i": "1703", "de-x": "1503", "fr-iv": "1908"})
    hexes = desk.hexes("de-i", "rail")
    w = desk.w
    assert {w.country[desk.hex(h)] for h in hexes} == {0}, "Germans in Germany"
    assert "0501" in hexes, "any length"
    assert "1707" in hexes
    assert "1807" not in hexes
    desk.play("rail de-i 0501")
    assert desk.why("rail de-x 1403") == ["6 Rail ¶1"]
    assert desk.why("move de-i 0502") == ["6 ¶1"], "no other movement"


@rule("6 Rail ¶1")
def test_rail_never_enters_an_enemy_zone_nor_leaves_friendly_territory(desk):
    desk.set_up({"fr-iv": "2013", "fr-iii": "2113", "de-i": "2016"}, side="allied")
    zone = {desk.w.labels[h] for h in desk.w.grid.neighbours[desk.hex("2016")]}
    hexes = desk.hexes("fr-iv", "rail")
    assert not zone & hexes
    assert "2018" in hexes, "around it"
    assert "1211" not in hexes, "not in Belgium"
    assert desk.why("rail fr-iv 2015") == ["6 Rail ¶1"]


@rule("6 Rail ¶1", "8 Supply Effects ¶1")
def test_no_rail_without_supply(desk):
    desk.set_up({"fr-iv": "2013"}, side="allied")
    assert desk.hexes("fr-iv", "rail")
    desk.s.unsupplied = 1 << desk.unit("fr-iv")
    assert desk.why("rail fr-iv 2014") == ["8 Supply Effects ¶1"]


@rule("6 Rail ¶1", "9 ¶3")
def test_no_rail_into_an_interdicted_hex(desk):
    desk.set_up({"fr-iv": "2013"}, side="allied")
    desk.s.interdicted_german = 1 << desk.hex("2014")
    assert "2014" not in desk.hexes("fr-iv", "rail")
    assert "2015" in desk.hexes("fr-iv", "rail")


# --------------------------------------------------------------------------------------------------- sea


def sea_sides(w, kind):
    return [w.grid.sides[side] for side, k in w.side_kind.items() if k == kind]


@rule("6 Sea Hexsides ¶1")
def test_allies_cross_sea_sides_at_a_cost_germans_do_not(desk):
    w = desk.w
    a, b = next(p for p in sea_sides(w, "sea") if w.country[p[0]] == w.country[p[1]] == 3)
    desk.set_up({"fr-iv": w.labels[a]}, side="allied")
    direct = reach(desk.s, desk.unit("fr-iv"))
    steps = [step for step in w.going[1][0].steps[a] if step[0] == b]
    assert steps[0][1] / 4 == 1 + w.side_kinds["sea"].cost or steps[0][1] / 4 > w.side_kinds["sea"].cost
    assert direct.mask >> b & 1
    assert not [step for step in w.going[0][0].steps[a] if step[0] == b], "no such step for Germans"


@rule("6 Sea Hexsides ¶1")
def test_no_crossing_into_a_zone_or_unfriendly_ground(desk):
    w = desk.w
    a, b = next(p for p in sea_sides(w, "sea") if w.country[p[0]] == w.country[p[1]] == 3)
    from grognard.games.nineteen_forty.rules.movement import situation

    desk.set_up({"fr-iv": w.labels[a]}, side="allied")
    assert situation(desk.s, desk.unit("fr-iv")).open[1] >> b & 1
    desk.s.allied &= ~(1 << b)
    assert not situation(desk.s, desk.unit("fr-iv")).open[1] >> b & 1


@rule("6 Sea Hexsides ¶1")
def test_germans_cross_only_at_causeways(desk):
    w = desk.w
    a, b = sea_sides(w, "causeway")[0]
    assert [step for step in w.going[0][0].steps[a] if step[0] == b]
    for x, y in sea_sides(w, "sea"):
        assert not [step for step in w.going[0][1].steps[x] if step[0] == y]


@rule("6 Sea Hexsides ¶1")
def test_nobody_enters_all_sea_hexes(desk):
    desk.set_up({"fr-iv": "1020"}, side="allied")
    sea = next(w for w in desk.w.labels if desk.w.terrain[desk.hex(w)] < 0)
    assert desk.why(f"move fr-iv {sea}") == ["6 Sea Hexsides ¶1"]


# -------------------------------------------------------------------------------------------- evacuation


@rule("6 Naval Evacuation ¶1a", "6 Naval Evacuation ¶1b", "17 British ¶1b", "13 Belgium ¶2")
def test_one_corps_or_three_divisions_a_port_and_phase(desk):
    port, second = (desk.w.labels[h] for h in desk.w.ports[:2])
    desk.set_up({"br-i": port, "br-51": port, "br-ii": second}, side="allied")
    desk.play("evacuate br-i")
    assert desk.at("br-i") == "evacuated"
    assert desk.why("evacuate br-51") == ["6 Naval Evacuation ¶1a"]
    desk.play("evacuate br-ii")
    assert desk.s.bef_left == 3
    assert desk.s.bef_corps_left
    desk.set_up({"br-51": port, "br-52": port, "br-1-arm": port, "br-2-arm": port}, side="allied")
    desk.play("evacuate br-51", "evacuate br-52", "evacuate br-1-arm")
    assert desk.why("evacuate br-2-arm") == ["6 Naval Evacuation ¶1a"]
    assert desk.s.bef_left == -1, "none of these belongs to the BEF"


@rule("6 Naval Evacuation ¶1b", "19 Losses German ¶1")
def test_evacuated_units_are_not_eliminated(desk):
    from grognard.games.nineteen_forty.rules.victory import points

    port = desk.w.labels[desk.w.ports[0]]
    desk.set_up({"br-i": port}, side="allied")
    desk.play("evacuate br-i")
    assert points(desk.s) == (0, 0)


@rule("6 Naval Evacuation ¶1b")
def test_embarking_costs_a_point_in_the_port(desk):
    w = desk.w
    port = w.ports[1]
    near = next(h for h in w.grid.neighbours[port] if w.land >> h & 1 and w.country[h] == 1)
    desk.set_up({"br-i": w.labels[near]}, side="allied")
    assert desk.why("evacuate br-i") == ["6 Naval Evacuation ¶1a"], "not in a port"
    desk.play(f"move br-i {w.labels[port]}", "evacuate br-i")
    assert desk.at("br-i") == "evacuated"


@rule("6 Naval Evacuation ¶1b", "4 ¶2a")
def test_a_unit_that_enters_a_port_in_a_zone_waits(desk):
    w = desk.w
    port = w.ports[1]
    land = [h for h in w.grid.neighbours[port] if w.land >> h & 1]
    start = max(land, key=lambda h: min(w.grid.distance(h, x) for x in land if x != h))
    foe = next(h for h in land if w.grid.distance(h, start) > 1) if len(land) > 2 else land[0]
    desk.set_up({"br-i": w.labels[start], "de-i": w.labels[foe]}, side="allied")
    desk.play(f"move br-i {w.labels[port]}")
    assert desk.why("evacuate br-i") == ["6 Naval Evacuation ¶1b"]


@rule("6 Naval Evacuation ¶1a", "7 Disruption ¶1a")
def test_who_cannot_embark(desk):
    port = desk.w.labels[desk.w.ports[0]]
    desk.set_up({"br-51": port}, side="allied")
    desk.s.disrupted[desk.unit("br-51")] = 3
    assert "7 Disruption ¶1a" in desk.why("evacuate br-51")


@pytest.mark.parametrize("verb", ["move", "rail"])
@rule("2 ¶2", "2 ¶4")
def test_only_the_phasing_player_moves(desk, verb):
    desk.set_up({"de-i": "1703", "fr-iv": "2013"})
    assert "2 ¶2" in desk.why(f"{verb} fr-iv 2014")


@rule("6 Sea Hexsides ¶1")
def test_germans_cross_a_causeway_into_enemy_ground(desk):
    """0612/0613 is a causeway and 0613 has no other land side; ruling 108."""
    desk.set_up({"de-x": "0612", "nl-hol": "0312"})
    assert desk.owner("0613") == "allied"
    assert "0613" in desk.hexes("de-x")
    desk.play("move de-x 0613")
    assert desk.owner("0613") == "german"


@rule("18 ¶1d", "6 Naval Evacuation ¶1a")
def test_on_turn_0_nobody_of_the_chosen_group_leaves_by_sea(desk):
    """It moves only east or north-east; on later turns the same unit in the same port is evacuated."""
    dunkirk = "0919"
    desk.set_up({"fr-iv": dunkirk, "de-i": "0801"}, side="allied", turn=0, groups={"french-1": "1"})
    assert desk.hexes("fr-iv"), "it may move"
    assert desk.why("evacuate fr-iv") == ["18 ¶1d"]
    assert "evacuate fr-iv" not in desk.legal()
    desk.set_up({"fr-iv": dunkirk, "de-i": "0801"}, side="allied", turn=1, groups={"french-1": "1"})
    assert "evacuate fr-iv" in desk.legal()


@rule("6 Naval Evacuation ¶1b", "6 ¶2b")
def test_embarking_in_an_enemy_zone_costs_the_point_for_leaving_it_as_well(desk):
    """Ruling 30: one point to embark, one more to leave the zone, unless the unit has just come there."""
    desk.set_up({"fr-iv": "0919", "de-i": "0801"}, side="allied")
    assert desk.preview("evacuate fr-iv").cost == "1 MP"
    desk.set_up({"fr-iv": "0919", "de-i": "1019"}, side="allied")
    assert desk.w.zoc[desk.hex("1019")] >> desk.hex("0919") & 1, "the corps controls the port"
    assert desk.preview("evacuate fr-iv").cost == "2 MP"
