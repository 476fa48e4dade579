"""5. Movement."""

from __future__ import annotations

import random

import pytest

from grognard.games.fortress_europa.data.world import FLOODED, ROUGH, SEATS
from grognard.games.fortress_europa.rules.movement.barred import move_hex_reasons, move_unit_reasons
from grognard.games.fortress_europa.rules.movement.entering import DROP, MOVE, RELOCATE, RETREAT, entered
from grognard.games.fortress_europa.rules.movement.ground import allowance
from grognard.games.fortress_europa.rules.movement.movement import can_go, destinations, searched_way, walkable, way
from grognard.kernel.match.position import read_position, write_position
from grognard.suite import rule


@rule("5.1")
def test_any_all_or_none_of_the_units_move(desk):
    desk.set_up({"us-1": "T9", "us-4": "T9", "us-9": "T9"})
    assert {"us-1", "us-4", "us-9"} <= set(desk.legal("move"))
    desk.play("move us-1 T10", "move us-4 T8", "end")
    assert [desk.at(u) for u in ("us-1", "us-4", "us-9")] == ["T10", "T8", "T9"]


@rule("5.1", "4.1")
def test_the_enemy_s_units_stay_where_they_are(desk):
    desk.set_up({"us-1": "T9", "de-352": "Y20"})
    assert desk.why("move de-352 Y19") == ["4.1"]
    assert desk.why("move us-4 T9") == ["5.1"], "not on the map"


@rule("5.2", "2.7")
def test_a_unit_moves_in_any_direction_up_to_its_factor(desk):
    # An American 6-4 in clear weather (27.12): four hexes, whatever the direction, where nothing is in the way.
    desk.set_up({"us-1": "M11"})
    assert desk.hexes("us-1") == desk.disc("M11", 4) - {"M11"}
    assert "M15" in desk.hexes("us-1")
    assert desk.why("move us-1 M16") == ["5.4"]


@rule("5.3")
def test_units_pass_over_friends_and_do_not_save_movement(desk):
    desk.set_up({"us-1": "M11", "us-4": "M12", "us-9": "M12", "us-2": "M12", "br-50": "M13"})
    desk.play("move us-1 M15 via M12 M13 M14")
    assert desk.at("us-1") == "M15"
    assert desk.why("move us-1 M16") == ["5.3"]
    desk.play("move us-4 M13")
    assert desk.why("move us-4 M14") == ["5.3"], "a unit moves once an impulse"


@rule("5.3")
def test_what_is_not_used_in_the_first_impulse_is_lost(desk):
    s = desk.set_up({"us-1": "M11"}, impulse=2)
    assert allowance(s, desk.unit("us-1")) == 2


FULL, HALF = "full", "half"


@rule("5.4", "8.11", "4.3B4", "4.3C4")
@pytest.mark.parametrize(
    ("unit", "side", "hexes"),
    [
        # Clear, Overcast, Overcast*, Storm: first and second impulse each. The chart is ours, but for the HQs (13.1).
        ("us-1", "allied", (FULL, 2, FULL, 2, HALF, 1, 2, 1)),
        ("us-2arm", "allied", (FULL, FULL, FULL, HALF, HALF, 2, 2, 1)),
        ("de-352", "german", (FULL, 1, FULL, 1, HALF, 1, 1, 0)),
        ("de-lehr", "german", (FULL, 4, FULL, 4, HALF, 2, 2, 1)),
        ("us-hq-bradley", "allied", (0, FULL, 0, FULL, 0, FULL, 0, FULL)),
    ],
)
def test_the_movement_allowance_chart(desk, unit, side, hexes):
    factor = desk.w.move[desk.unit(unit)][0]
    expected = [factor if x == FULL else -(-factor // 2) if x == HALF else x for x in hexes]
    found = []
    for weather in ("clear", "overcast", "overcast-star", "storm"):
        for impulse in (1, 2):
            s = desk.set_up({unit: "M11"}, side=side, weather=weather, impulse=impulse)
            found.append(allowance(s, desk.unit(unit)))
    assert found == expected


@rule("8.11", "13.1")
def test_units_without_movement_say_why(desk):
    desk.set_up({"de-352": "M11"}, side="german", weather="storm", impulse=2)
    assert desk.why("move de-352 M12") == ["8.11"]
    desk.set_up({"us-hq-bradley": "M11"})
    assert desk.why("move us-hq-bradley M12") == ["13.1"]
    desk.set_up({"us-hq-bradley": "M11"}, impulse=2, weather="storm")
    factor = desk.w.move[desk.unit("us-hq-bradley")][0]
    assert desk.hexes("us-hq-bradley") == desk.disc("M11", factor) - {"M11"}


@rule("8.5")
def test_rivers_with_bridges_cost_nothing(desk):
    desk.set_up({"us-1": "Q9"})
    seine = desk.w.river_between(desk.hex("Q9"), desk.hex("R9"))
    assert desk.w.rivers[seine].name == "Seine"
    assert {"R9", "T10"} <= desk.hexes("us-1"), "T10 is three hexes away, across"


@rule("5.6")
def test_a_unit_that_can_move_can_always_move_one_hex(desk):
    # Armor has one hex in the second impulse of a Storm; rough ground halves that, rounded up, to one.
    desk.set_up({"us-2arm": "M18"}, impulse=2, weather="storm")
    assert "L18" in desk.near("M18")
    assert desk.w.terrain[desk.hex("L18")] == ROUGH
    assert desk.hexes("us-2arm") == desk.near("M18")
    # By sea half of one, rounded down, would be nothing.
    s = desk.set_up({"us-1": "M11"}, impulse=2, weather="storm")
    s.sailed = desk.units_of("us-1")
    assert allowance(s, desk.unit("us-1")) == 1


@rule("8.2", "15.6")
def test_a_retreat_into_a_flood_holds_nobody(desk):
    """Ruling 51: who walked into it stays for the turn, who was driven into it does not."""
    wet = next(x for x in sorted(desk.near("CC5")) if desk.w.terrain[desk.hex(x)] == FLOODED)
    for how, held in ((MOVE, True), (RETREAT, False), (RELOCATE, True), (DROP, True)):
        s = desk.set_up({"us-1": wet}, impulse=2)
        entered(s, desk.unit("us-1"), desk.hex(wet), None, how)
        if how == MOVE:
            s = desk.set_up({"us-1": "CC5"}, impulse=1)
            desk.play(f"move us-1 {wet}")
        assert bool(s.mired) == held, how


@rule("5.6", "8.2")
def test_but_not_out_of_a_flood(desk):
    s = desk.set_up({"us-1": "DD4"}, impulse=2, mired=desk.units_of("us-1"))
    assert s.mired
    assert desk.why("move us-1 DD5") == ["8.2"]


@rule("5.2")
def test_a_way_may_be_named_and_must_hold(desk):
    desk.set_up({"us-1": "M11"})
    desk.play("move us-1 M13 via L11 L12")
    assert desk.at("us-1") == "M13"
    assert (desk.owner("L11"), desk.owner("M12")) == ("allied", "german"), "the way makes a difference (30.2)"
    desk.set_up({"us-1": "M11"})
    assert desk.why("move us-1 M12 via L11 L12 L13") == ["5.4"]
    desk.set_up({"us-1": "M11", "de-352": "M15"})
    assert desk.why("move us-1 L14 via M12 M13 M14") == ["7.2"]


@rule("5.2", "30.2")
def test_moving_takes_control_of_every_hex_passed(desk):
    desk.set_up({"us-1": "M11", "de-352": "Z11"}, allied="")
    assert desk.owner("M13") == "german"
    desk.play("move us-1 M15 via M12 M13 M14")
    assert {desk.owner(h) for h in ("M12", "M13", "M14", "M15")} == {"allied"}
    desk.set_up({"de-352": "M11"}, side="german", allied="M12 M13")
    desk.play("move de-352 M12")
    assert (desk.owner("M12"), desk.owner("M13")) == ("german", "allied")


@rule("16.3", "30.2")
def test_fortresses_bases_and_sites_are_destroyed_when_an_allied_unit_enters(desk):
    s = desk.set_up({"us-1": "D14", "us-4": "R7"})
    desk.play("move us-1 D13", "move us-4 S7 via R6", dice=[1])  # the port of La Rochelle (18.7.8)
    assert s.ruined >> desk.hex("D13") & 1, "La Rochelle"
    assert s.bases_taken >> desk.hex("D13") & 1
    assert s.sites_taken >> desk.hex("R6") & 1, "passing through is enough"
    assert any("fortress" in line for line in desk.log)
    desk.set_up({"de-352": "D14"}, side="german")
    desk.play("move de-352 D13")
    assert not desk.s.ruined >> desk.hex("D13") & 1


@rule("22.2")
def test_a_coastal_unit_that_moves_becomes_infantry(desk):
    s = desk.set_up({"de-709": "K4"}, side="german")
    assert desk.w.move[desk.unit("de-709")] == (0, 3)
    assert desk.hexes("de-709") == desk.disc("K4", 3) - {"K4"}
    desk.play("move de-709 K5")
    assert s.face[desk.unit("de-709")] == 1
    assert any("becomes an infantry unit" in line for line in desk.log)


@rule("22.2")
@pytest.mark.parametrize("text", ["move de-709 K4", "rail de-709 R11"])
def test_of_what_is_infantry_already_nothing_is_told(desk, text):
    s = desk.set_up({"de-709": "K3"}, side="german", back="de-709")
    desk.play(text)
    assert s.face[desk.unit("de-709")] == 1
    assert not any("becomes an infantry unit" in line for line in desk.log)


def test_positions_go_round(desk):
    options = desk.game.settle_options("campaign", {})
    desk.set_up({"us-1": "M11", "de-352": "M7"}, frozen="de-352", allied="R11", partisan=desk.hex("T20"))
    assert read_position(desk.game, write_position(desk.game, "campaign", options, desk.s))[2] == desk.s


@rule("5.1", "5.2", "17.10.4")
@pytest.mark.parametrize("seed", range(6))
def test_what_is_listed_is_what_has_no_reasons_against_it(desk, seed):
    """Property: the quick lists agree with the conditions, in random positions."""
    rng = random.Random(seed)
    w = desk.w
    land = [w.labels[h] for h in range(w.n) if w.land >> h & 1 and h != w.index["II2"] and w.grid.column[h] < 20]
    units = {w.ids[u]: rng.choice(land) for u in rng.sample(range(w.n_units), 60)}
    desk.set_up(
        units,
        side=rng.choice(["german", "allied"]),
        impulse=rng.choice([1, 2]),
        weather=rng.choice(["clear", "overcast-star", "storm"]),
        bridges_down=rng.getrandbits(len(w.rivers)) & rng.getrandbits(len(w.rivers)),
        ruined=rng.getrandbits(w.n) & w.fortresses,
        partisan=desk.hex(rng.choice(land)),
    )
    listed = desk.legal("move")
    step = desk.s.stack[-1]
    able = [u for u in range(w.n_units) if not list(move_unit_reasons(desk.s, step, desk.seat, (u,)))]
    assert listed == [w.ids[u] for u in able]
    for unit in rng.sample(listed, min(4, len(listed))):
        hexes = desk.legal(f"move {unit}")
        u = w.unit[unit]
        able = [h for h in range(w.n) if not list(move_hex_reasons(desk.s, step, desk.seat, (u, h)))]
        assert hexes == [w.labels[h] for h in able]
        for label in hexes[:6]:
            path = way(desk.s, desk.unit(unit), desk.hex(label))
            assert path == searched_way(desk.s, desk.unit(unit), desk.hex(label))
            assert walkable(desk.s, desk.unit(unit), path) == len(path) - 1


@rule("5.4", "8.1")
def test_a_way_that_ends_in_rough_ground_leads_around_what_slows_before(desk):
    """Lehr has 6 hexes, 3 once it is in rough ground: 4 hexes to rough KK16 are not gone through rough II14."""
    s = desk.set_up({"de-lehr-late": "HH13"}, side="german")
    u, goal = desk.unit("de-lehr-late"), desk.hex("KK16")
    path = way(s, u, goal)
    assert len(path) == 5
    assert desk.hex("II14") not in path
    assert walkable(s, u, path) == 4
    for h in destinations(s, u):
        assert way(s, u, h) == searched_way(s, u, h), desk.w.labels[h]


@rule("5.1", "17.10.4")
@pytest.mark.parametrize("seed", range(4))
def test_who_can_go_is_who_has_a_destination(desk, seed):
    """Property: what is seen without a search is what the search finds."""
    rng = random.Random(seed)
    w = desk.w
    land = [w.labels[h] for h in range(w.n) if w.land >> h & 1 and h != w.index["II2"]]
    side = seed % 2
    desk.set_up(
        {w.ids[u]: rng.choice(land[:200]) for u in rng.sample(range(w.n_units), 100)},
        side=SEATS[side],
        bridges_down=rng.getrandbits(len(w.rivers)),
    )
    for u in w.of_side[side]:
        if desk.s.where[u] < w.n:
            assert can_go(desk.s, u) == bool(destinations(desk.s, u)), w.ids[u]
