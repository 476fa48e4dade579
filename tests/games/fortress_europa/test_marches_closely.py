"""5, 8.1, 14.11, 17.10.4, 31.7: what a march leaves behind, who has a way left, and what bars one."""

from __future__ import annotations

import pytest

from grognard.games.fortress_europa.rules.movement import crossing, movement
from grognard.games.fortress_europa.rules.movement.ground import allowance, situation
from grognard.games.fortress_europa.rules.sequence import Moving
from grognard.games.fortress_europa.rules.standing import bridges, fill_box, put, set_decoy, survey
from grognard.maps import Held, Hold, mask_of, members
from grognard.suite import rule


def down(desk, rivers):
    return sum(1 << desk.w.section[name] for name in rivers.split())


@rule("17.10.4", "11.3")
def test_who_walks_to_a_port_while_bridges_are_down_elsewhere_sails_from_it(desk):
    """Only who fords a river stops behind it: K3 is two hexes from the harbor of K2, and from every river."""
    desk.set_up({"us-1": "K4", "us-4": "B2"}, allied="K2", capacity_start=9, bridges_down=down(desk, "seine-1"))
    desk.play("move us-1 K2")
    assert desk.at("us-1") == "K2"
    assert desk.why("sail us-1 england") == []


@rule("14.11")
def test_who_has_no_way_left_has_one_again_when_others_leave_the_enemy(desk):
    """C10 on the coast leads to D10 and C11 alone, both next to the enemy in D11."""
    assert desk.near("C10") == {"D10", "C11"} <= desk.near("D11")
    s = desk.set_up({"us-1": "C10", "de-352": "D11", "br-3": "M9"})
    u, other = desk.unit("us-1"), desk.unit("br-3")
    for place, able in (("M9", True), ("E12", False), ("D12", False), ("M9", True)):
        put(s, other, desk.hex(place))
        assert movement.movers(s) >> u & 1 == able, place
        assert desk.hexes("us-1") == ({"D10", "C11"} if able else set()), place


@rule("8.1", "8.10", "17.10.4")
def test_armor_in_an_enemy_zone_finds_no_way_round_the_rough_ground_before_it(desk):
    """Of the hexes around N19 the rough ones alone are neither held nor in the zone of O19: a way over them leaves no
    hex for the Dordogne before J21."""
    silent = {"de-3fj": "M19"}
    s = desk.set_up(
        {"us-2arm": "N19", "de-352": "O19"} | silent, dropped=desk.units_of(" ".join(silent)),
        bridges_down=down(desk, "dordogne-1"),
    )  # fmt: skip
    u, start = desk.unit("us-2arm"), desk.hex("N19")
    free = desk.near("N19") - desk.near("O19") - {"O19", "M19"}
    assert free == {"M20", "N20"}
    assert all(desk.w.terrain[desk.hex(label)] == 1 for label in free)
    assert crossing.past_rough(s, u, start, 0, situation(s, u)).mask == 0
    assert desk.hex("J21") not in crossing.searched_banks(s, u)
    assert "J21" not in desk.legal("cross us-2arm")


@rule("8.4", "17.10.4")
def test_only_mountain_units_ford_a_river_into_the_alps(desk):
    """From S27 over the Isere into S28 and T27."""
    over = desk.hexes_of("S28 T27")
    s = desk.set_up({"us-1": "S27", "fr-4dmm": "S27"}, bridges_down=down(desk, "isere-1"), italy_open=True)
    for name, able in (("us-1", False), ("fr-4dmm", True)):
        u = desk.unit(name)
        ways = movement.crossings(s, u, movement.reach(s, u))
        for found in (movement.goals(s, u), movement.searched_goals(s, u), mask_of(ways)):
            assert found & over == (over if able else 0), name
        assert (desk.hexes(name) >= {"S28", "T27"}) == able


@rule("33.3.7", "5.1")
def test_whom_the_meuse_alone_is_left_moves_only_if_he_may_cross_it(desk):
    """Germans who have just dropped hold every hex beside CC10 but those across the river."""
    w, here = desk.w, desk.hex("CC10")
    names = ("de-3fj", "de-5fj", "de-6fjr", "de-8fj", "de-7fj")
    own = [
        w.labels[x] for x in w.near[here] if not (1 << w.section["meuse-1"]) >> max(w.river_between(here, x), 0) & 1
    ]
    silent = dict(zip(names, own, strict=False))
    assert len(silent) == len(own) < 6
    s = desk.set_up(
        {"us-1": "CC10", "br-3": "CC10"} | silent, scenario="bulge", turn="jan-1",
        dropped=desk.units_of(" ".join(silent)),
    )  # fmt: skip
    s.quick_units = desk.units_of("us-1")
    for name in ("us-1", "br-3"):
        u = desk.unit(name)
        assert movement.movers(s) >> u & 1 == bool(movement.searched_goals(s, u)) == (name == "us-1"), name


@rule("31.7", "7.1", "16.3")
def test_a_decoy_in_a_destroyed_fortress_is_in_doubt_only_away_from_zones(desk):
    """V4 is a fortress beside V5: into its ruins zones reach, and then it closes what a German unit would."""
    walls = desk.hexes_of("V4")
    for ruined, doubt in ((0, True), (walls, False)):
        s = desk.set_up({"de-352": "V5", "us-1": "M9"}, turn=1, steps=[], ruined=ruined)
        set_decoy(s, 0, desk.hex("V4"), -1)
        assert bool(survey(s).doubtful & walls) == doubt


@rule("17.10.4")
def test_each_may_try_the_hexsides_that_it_has_not_tried_itself(desk):
    """D24 lies across the Garonne from C24 and C25; two divisions alike have failed at one of them each."""
    s = desk.set_up({"us-2arm": "D24", "us-3arm": "D24"}, bridges_down=down(desk, "garonne-1"))
    here = desk.hex("D24")
    sides = {
        name: desk.w.grid.side(here, desk.hex(label)) for name, label in (("us-2arm", "C24"), ("us-3arm", "C25"))
    }
    s.tried = tuple((desk.unit(name), side) for name, side in sides.items())
    assert set(desk.legal("cross us-2arm D24")) == {"C25"}
    assert set(desk.legal("cross us-3arm D24")) == {"C24"}
    s.tried = s.tried[:1]
    assert set(desk.legal("cross us-3arm D24")) == {"C24", "C25"}


@rule("5.2", "17.10.4")
def test_the_way_to_a_bank_may_be_named_hex_by_hex(desk):
    s = desk.set_up({"us-2arm": "G24"}, bridges_down=down(desk, "garonne-1"))
    text = "cross us-2arm D24 C24 via F24 E24"
    assert desk.game.why_not(s, "allied", text) == []
    assert desk.preview(text).path == ("G24", "F24", "E24", "D24", "C24")
    assert desk.game.read(s, "allied", text.split(" via")[0]).complete


@rule("7.2", "8.10")
def test_where_a_unit_could_go_in_the_enemy_s_turn_depends_on_its_own_enemies(desk):
    """Into K12, where a friend is, and not into M12."""
    s = desk.set_up({"de-352": "M11", "us-1": "M12", "de-353": "K12"}, side="allied", impulse=1)
    u = desk.unit("de-352")
    found = {desk.w.labels[h] for h in members(movement.goals(s, u))}
    assert {"M12", "K12", "L10"} & found == {"K12", "L10"}
    assert movement.goals(s, u) == movement.searched_goals(s, u)


@rule("8.10", "11.3")
def test_who_has_come_by_sea_into_a_zone_is_kept_in_it(desk):
    """F32 on the Mediterranean leads to F31 and E32 alone, which touch each other."""
    assert desk.near("F32") == {"F31", "E32"}
    assert "E32" in desk.near("F31")
    for units, able in (({"de-352": "F31"}, False), ({"de-352": "E32"}, False), ({"de-352": "D30"}, True)):
        s = desk.set_up({"us-1": "F32"} | units, sailed=desk.units_of("us-1"), steps=[])
        u = desk.unit("us-1")
        s.spent[u] = 1
        assert movement.can_go(s, u) == bool(movement.movers(s) >> u & 1) == able, units


@rule("17.10.4", "11.3")
def test_who_fords_a_river_to_a_port_does_not_sail_on(desk):
    """From E11 over the Loire into the harbor of E10; over a bridge he could."""
    for rivers, said in (("loire-1", ["17.10.4"]), ("seine-1", [])):
        desk.set_up({"us-1": "E11", "us-4": "B2"}, allied="E10", capacity_start=9, bridges_down=down(desk, rivers))
        desk.play("move us-1 E10")
        assert desk.at("us-1") == "E10"
        assert desk.why("sail us-1 england") == said


@rule("8.2", "31.11")
def test_nobody_is_mired_where_the_floods_are_dry(desk):
    """By a way without a halt, hex by hex while bridges are down elsewhere, and over the Waal by a roll."""
    for unit, way, rivers in (
        ("us-2arm", "CC6 CC5", ""),
        ("us-2arm", "CC6 CC5", "garonne-1"),
        ("de-2pz", "CC6 CC5", ""),
        ("us-2arm", "EE5 DD4", "waal-1"),
    ):
        start, goal = way.split()
        side = "german" if unit == "de-2pz" else "allied"
        for flooded in (True, False):
            s = desk.set_up({unit: start}, side=side, bridges_down=down(desk, rivers), flooded=flooded)
            if rivers == "waal-1":
                desk.restart(crossing.CrossingRoll(desk.unit(unit), desk.hex(goal)))
                desk.roll(1)
            else:
                movement.do_move(s, Moving(), side, (desk.unit(unit), desk.hex(goal)), None)
            assert desk.at(unit) == goal
            assert s.mired == (desk.units_of(unit) if flooded else 0), way


@rule("17.10.4")
def test_who_fords_a_river_where_all_is_quiet_stops_behind_it_as_well(desk):
    """D24 and C24 are in Allied hands, with all railways."""
    for rivers, stops in (("garonne-1", True), ("seine-1", False)):
        s = desk.set_up({"us-1": "D24"}, allied="C24 D24", italy_open=True, bridges_down=down(desk, rivers))
        s.allied_rail = desk.w.rail
        desk.play("move us-1 C24")
        assert desk.at("us-1") == "C24"
        assert s.stopped == (desk.units_of("us-1") if stops else 0)


@rule("7.2", "17.10.1", "30.2")
def test_whoever_enters_a_hex_of_the_enemy_takes_it(desk):
    desk.set_up({"us-1": "M11"})
    desk.play("move us-1 M12")
    assert desk.owner("M12") == "allied"
    desk.set_up({"de-352": "M11"}, side="german", allied="M12")
    desk.play("move de-352 M12")
    assert desk.owner("M12") == "german"


@rule("15.10", "8.1", "17.10.4")
def test_no_way_round_rough_ground_leads_through_a_district_that_is_closed(desk):
    """N8, beside M9, lies in the frozen district of the 15th Army: who was driven out of it does not come back."""
    s = desk.set_up({"us-2arm": "M9", "de-347": "V5"}, frozen="de-347", turn="jun-3", invaded=4)
    u, frozen = desk.unit("us-2arm"), desk.w.districts[1]
    for expelled in (0, 1 << u):
        s.expelled = expelled
        found = crossing.past_rough(s, u, s.where[u], 0, situation(s, u)).mask
        assert bool(found & frozen) == (not expelled)
        assert found >> desk.hex("M8") & 1


@rule("9.3", "5.1")
def test_a_garrison_of_italy_may_leave_it_as_soon_as_the_allies_are_in(desk):
    """From U34 all ways inside Italy are held by Allies who have just dropped."""
    inside = {"V33", "V34"}
    assert desk.near("U34") & {desk.w.labels[h] for h in members(desk.w.italy & ~desk.w.ground[3])} == inside
    units = dict(zip(("us-82", "us-101"), sorted(inside), strict=True))
    s = desk.set_up({"de-34": "U34"} | units, side="german", dropped=desk.units_of("us-82 us-101"), steps=[])
    u = desk.unit("de-34")
    fill_box(s, u, desk.w.box_ids.index("torino"))
    for italy_open in (False, True, False):
        s.italy_open = italy_open
        assert movement.movers(s) >> u & 1 == italy_open
        assert bool(movement.searched_goals(s, u)) == italy_open


@rule("14.11", "17.10.4")
def test_armor_stops_at_no_bank_beside_the_enemy_of_another_nation(desk):
    """GG9 on the Meuse is an empty fortress, into which no zone of HH9 reaches: the British alone keep him out."""
    for units, able in (({}, True), ({"br-3": "II9"}, False), ({"us-1": "II9"}, True)):
        s = desk.set_up({"us-2arm": "FF9", "de-352": "HH9"} | units, ruined=0, bridges_down=down(desk, "meuse-1"))
        for found in (crossing.banks(s, desk.unit("us-2arm")), crossing.searched_banks(s, desk.unit("us-2arm"))):
            assert (desk.hex("GG9") in found) == able, units
        assert ("GG9" in desk.legal("cross us-2arm")) == able


@rule("7.2", "17.10.4")
def test_no_way_is_named_to_a_bank_where_a_zone_ends_the_march(desk):
    """E24 lies before D24 on the Garonne, which D23 has in its zone or not."""
    for held, goes in (("D23", False), ("B22", True)):
        s = desk.set_up({"us-2arm": "F24", "de-352": held}, bridges_down=down(desk, "garonne-1"))
        args = (desk.unit("us-2arm"), desk.hex("D24"), desk.hex("C24"))
        found = crossing.via_hexes(s, Moving(), "allied", args)
        against = {h for h in members(desk.w.land) if list(crossing.via_reasons(s, Moving(), "allied", (*args, h)))}
        assert found == desk.w.land & ~mask_of(against)
        assert bool(found >> desk.hex("E24") & 1) == goes


@rule("7.2", "8.10", "17.10.4")
def test_who_has_stopped_on_the_way_fords_no_river(desk):
    """D24 before the Garonne lies in the zone of D23: a way over it to C25 is held there, not before or behind."""
    s = desk.set_up({"us-1": "E25", "de-352": "D23"}, bridges_down=down(desk, "garonne-1"))
    for way, held in ((("E25", "D24", "C25"), "D24"), (("F25", "E25", "D24", "C25"), "D24")):
        put(s, desk.unit("us-1"), desk.hex(way[0]))
        found = movement.walkable(s, desk.unit("us-1"), [desk.hex(label) for label in way])
        assert isinstance(found, Held)
        assert (found.hold, desk.w.labels[found.at]) == (Hold.STOPPED, held)


@rule("22.2")
def test_only_coastal_units_become_infantry_by_a_move(desk):
    """Whoever stands before or behind them in the list of units."""
    w = desk.w
    coastal = members(w.coastal_units)
    first = next(u for u in coastal if u and not w.coastal_units >> (u - 1) & 1 and not w.immobile >> (u - 1) & 1)
    last = next(u for u in reversed(coastal) if not w.coastal_units >> (u + 1) & 1)
    for u, face in ((first - 1, 0), (first, 1), (last, 1)):
        s = desk.set_up({w.ids[u]: "M11"}, side="german")
        assert s.face[u] == 0
        movement.do_move(s, Moving(), "german", (u, desk.hex("M12")), None)
        assert (s.where[u], s.face[u]) == (desk.hex("M12"), face), w.ids[u]


@rule("8.1", "17.10.4")
def test_rough_ground_slows_nobody_but_who_has_been_in_it(desk):
    """Divisions before and behind us-3arm in the list; D24 is farther from H24 than slowed ones get."""
    garonne = down(desk, "garonne-1")
    u = desk.unit("us-3arm")
    others = [x for x in members(desk.w.armored & desk.w.side_mask[1]) if x != u]
    before, behind = max(x for x in others if x < u), min(x for x in others if x > u)
    s = desk.set_up({"us-3arm": "H24", desk.w.ids[before]: "M9", desk.w.ids[behind]: "M10"}, bridges_down=garonne)
    free = crossing.banks(s, u)
    assert desk.hex("D24") in free
    for x in (before, behind):
        s.slowed, s.facts = 1 << x, None
        assert crossing.banks(s, u) == crossing.searched_banks(s, u) == free
    s.slowed, s.spent[u] = 1 << u, 1
    assert desk.hex("D24") not in crossing.banks(s, u)
    assert crossing.banks(s, u) == crossing.searched_banks(s, u)


@rule("5.4", "8.1", "17.10.4")
@pytest.mark.parametrize(
    ("name", "weather", "impulse", "hexes"),
    [
        ("us-2arm", "clear", 1, 7),
        ("de-2pz", "clear", 1, 6),
        ("us-2arm", "overcast", 2, 4),
        ("br-79", "overcast", 2, 3),
        ("us-2arm", "storm", 1, 2),
    ],
)
def test_banks_by_rings_are_those_of_a_search(desk, name, weather, impulse, hexes):
    """Around the Garonne and the Dordogne, with and without movement spent and rough ground behind."""
    rivers = down(desk, "garonne-1 dordogne-1")
    side, enemy = ("german", "us-1") if name == "de-2pz" else ("allied", "de-352")
    s = desk.set_up({name: "N19", enemy: "J20"}, side=side, weather=weather, impulse=impulse, bridges_down=rivers)
    u, seen = desk.unit(name), 0
    assert allowance(s, u) == hexes
    starts = [h for h in members(desk.w.within(bridges(s).banks(rivers), 3)) if desk.w.labels[h] != "J20"]
    for number, h in enumerate(starts[::3]):
        put(s, u, h)
        for spent, slow in ((0, False), (number % 4, number % 2), (hexes - 1, False), (hexes, False)):
            s.spent[u], s.slowed = spent, (1 << u if slow and spent else 0)
            found = crossing.banks(s, u)
            assert found == crossing.searched_banks(s, u), (desk.w.labels[h], spent, slow)
            assert not (found and spent >= hexes)
            seen += len(found)
    assert seen


@rule("5.4", "17.10.4")
def test_who_can_try_a_river_is_known_again_after_each_change(desk):
    """In a storm armor has two hexes, and one in the second impulse: from E24 it comes to D24 with a hex left."""
    units = {"us-2arm": "D24", "us-3arm": "D24", "us-4arm": "E24", "us-5arm": "H24"}
    s = desk.set_up(units, weather="storm", bridges_down=down(desk, "garonne-1"))

    def able():
        return crossing.units(s, Moving(), "allied", ())

    assert able() == desk.units_of("us-2arm us-3arm us-4arm")
    s.moved = desk.units_of("us-3arm")
    assert able() == desk.units_of("us-2arm us-4arm")
    s.moved = 0
    put(s, desk.unit("us-2arm"), desk.hex("H24"))
    assert able() == desk.units_of("us-3arm us-4arm")
    put(s, desk.unit("us-2arm"), desk.hex("D24"))
    assert able() == desk.units_of("us-2arm us-3arm us-4arm")
    s.impulse = 2
    assert able() == desk.units_of("us-2arm us-3arm")


@rule("8.4", "17.10.4")
def test_no_armor_crosses_into_the_alps(desk):
    """Over the Isere S27 leads to S28 and T27, all of it alpine; T26 to T27."""
    s = desk.set_up({"us-2arm": "S27"}, bridges_down=down(desk, "isere-1"), italy_open=True)
    alps = desk.w.ground[3]
    assert all(alps >> desk.hex(label) & 1 for label in ("S28", "T27"))
    for label in ("S27", "T26"):
        u = desk.unit("us-2arm")
        put(s, u, desk.hex(label))
        for found in (crossing.banks(s, u), crossing.searched_banks(s, u)):
            assert not any(alps >> there & 1 for over in found.values() for there in over)


@rule("5.2", "8.1", "17.10.4")
def test_armor_goes_over_rough_ground_to_a_bank_where_a_hex_of_its_half_is_left(desk):
    """Three of four hexes from E24 to H22; without rough ground there is no way."""
    s = desk.set_up({"us-2arm": "E24"}, bridges_down=down(desk, "dordogne-1"))
    u, bank = desk.unit("us-2arm"), desk.hex("H22")
    there = crossing.banks(s, u)[bank][0]
    path = crossing.way_to(s, (u, bank, there))
    assert len(path) == 4
    assert any(desk.w.terrain[h] == 1 for h in path[1:])
    assert crossing.past_rough(s, u, s.where[u], 0, situation(s, u)).mask >> bank & 1 == 0
    desk.play(f"cross us-2arm H22 {desk.w.labels[there]}", dice=[1])
    assert s.where[u] == there
