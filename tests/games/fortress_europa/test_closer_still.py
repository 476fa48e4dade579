"""11, 12, 18, 20, 24: what is left when each condition is taken by itself: whose unit, whose harbour, whose turn."""

from __future__ import annotations

import pytest

from grognard.games.fortress_europa.data.world import ALLIED, GERMAN
from grognard.games.fortress_europa.rules.forces import partisans
from grognard.games.fortress_europa.rules.forces.reserve import LeaveForReserve, why_not_yet
from grognard.games.fortress_europa.rules.forces.takers import reduced
from grognard.games.fortress_europa.rules.landing.airborne import flown_by, menaced, unmenaced
from grognard.games.fortress_europa.rules.landing.airlift import lifted_among
from grognard.games.fortress_europa.rules.landing.invasion import at_sea, drop_rolled
from grognard.games.fortress_europa.rules.landing.sea import after_second, sailors_among, why_no_harbour
from grognard.games.fortress_europa.rules.sequence import Moving
from grognard.games.fortress_europa.rules.setup.december import ground
from grognard.games.fortress_europa.rules.setup.deploying import chosen_hidden
from grognard.games.fortress_europa.rules.standing import put
from grognard.games.fortress_europa.rules.supply.supply import (
    allied_cut_off,
    allied_shortage,
    enough_for_all,
    german_cut_off,
    in_supply,
    may_go_short,
    share,
)
from grognard.games.fortress_europa.rules.supply.tracing import trace_supply
from grognard.kernel.rules import Events
from grognard.maps import mask_of, members
from grognard.suite import rule


def stand(desk, units, **more):
    return desk.set_up(units, steps=[], **more)


def rules(found):
    return [why.rule for why in found]


# ------------------------------------------------------------------------------------------------------- supply


@rule("18.1", "18.2", "20.15")
@pytest.mark.parametrize(("by_air", "worthless", "expected"), [("", 0, 1), ("", 1, 0), ("us-1", 1, 1)])
def test_a_harbour_without_a_point_supplies_only_who_came_by_air(desk, by_air, worthless, expected):
    """SHAEF draws on Cherbourg alone."""
    w = desk.w
    p = w.port_at[desk.hex("K2")]
    damage = [w.port_capacity[p] if worthless and n == p else 0 for n in range(len(w.ports))]
    units = {"us-hq-shaef": "K3", "br-3": "K2", "us-1": "L4"}
    s = stand(desk, units, by_air=desk.units_of(by_air), port_damage=damage)
    assert in_supply(s, desk.unit("us-1")) == expected


@rule("18.1", "18.3")
def test_who_shares_a_hex_with_the_enemy_is_judged_by_his_own_side(desk):
    """Invaders stand on top of Germans until the combat impulse is over: neither has a line."""
    s = stand(desk, {"us-1": "M12", "de-352": "M12"})
    assert allied_shortage(s) == ([desk.unit("us-1")], False)
    assert german_cut_off(s) == [desk.unit("de-352")]


@rule("18.2")
@pytest.mark.parametrize(
    ("users", "values", "enough"),
    [
        ({0b1: 1}, [1], True), ({0b1: 1}, [0], False), ({0b1: 2}, [1], False), ({0b11: 2}, [1, 1], True),
        ({0b11: 3}, [1, 1], False), ({0b1: 1, 0b11: 1}, [1, 1], True), ({0b1: 2, 0b11: 1}, [1, 9], False),
        ({0b1: 1, 0b10: 1}, [2, 0], False), ({0b11: 2}, [2, -1], True), ({0b11: 1}, [1, -1], True), ({}, [0], True),
        ({0b01: 1, 0b10: 1, 0b11: 1}, [1, 1], False), ({0b01: 1, 0b10: 1, 0b11: 1}, [2, 1], True),
    ],
)  # fmt: skip
def test_no_harbours_together_are_asked_for_more_than_they_have(users, values, enough):
    assert enough_for_all(users, values) == enough
    one_by_one = [mask for mask, number in users.items() for _ in range(number)]
    wanted = dict(enumerate(one_by_one))
    assert (len(share(wanted, values)) == len(wanted)) == enough


@rule("18.1", "18.2", "20.15", "31.15")
@pytest.mark.parametrize("left", [0, 1, 2, 3])
@pytest.mark.parametrize("by_air", ["", "us-101", "us-82", "us-101 us-82", "us-101 us-1"])
def test_who_is_short_in_the_supply_phase_has_no_line_or_no_point(desk, left, by_air):
    """SHAEF draws on Cherbourg alone, of which some points are left, and three units are beside it; one stands far
    away, and one is beyond the east edge."""
    w = desk.w
    p = w.port_at[desk.hex("K2")]
    damage = [w.port_capacity[p] - left if n == p else 0 for n in range(len(w.ports))]
    near, far = {"us-hq-shaef", "us-1", "us-4", "us-101"}, {"us-82", "us-2arm"}
    units = {"us-hq-shaef": "K3", "us-1": "L4", "us-4": "L4", "us-101": "L4", "us-82": "M18", "us-2arm": "exited"}
    s = stand(desk, units, by_air=desk.units_of(by_air), allied="K2", port_damage=damage, options="exits")
    asking = near - set(by_air.split())
    short, too_many = allied_shortage(s)
    assert set(short) == {desk.unit(name) for name in (far if left else far | asking)}
    assert short == allied_cut_off(s)
    assert too_many == (0 < left < len(asking))
    assert too_many == bool(may_go_short(s, short))


@rule("18.7.13", "33.3.3")
def test_who_lands_in_december_must_land_in_supply(desk):
    """Both invasions were made long ago; in the campaign the rule waits for the turn after the second one."""
    assert after_second(desk.game.begin("bulge", desk.game.settle_options("bulge", {})))
    for second, turn, expected in ((0, 9, False), (8, 9, True), (9, 9, False)):
        assert after_second(stand(desk, {}, turn=turn, second_turn=second)) == expected


@rule("11.4", "11.8")
def test_who_blocks_the_way_to_a_port_is_named(desk):
    """Nantes lies behind C10; the Americans beside it and Germans elsewhere are not to blame."""
    s = stand(desk, {"de-353": "C10", "us-4": "D9", "de-352": "R20"}, allied="E10")
    [why] = why_no_harbour(s, desk.hex("E10"))
    assert (why.rule, set(why.places)) == ("11.4C", {"E10", "C10"})


# ---------------------------------------------------------------------------------------- whose unit, whose turn


@rule("20.14", "20.10", "20.17")
def test_only_allied_drops_of_this_turn_count_for_the_invasion(desk):
    for flown, stuck, expected in (("us-82", "", True), ("us-82", "us-82", False), ("de-6fj", "", False)):
        s = stand(desk, {"us-82": "M12", "de-6fj": "N12"}, flown=desk.units_of(flown), stuck=desk.units_of(stuck))
        assert drop_rolled(s) == expected, (flown, stuck)
        assert flown_by(s, GERMAN) + flown_by(s, ALLIED) == 1


@rule("12.4", "12.13")
def test_no_german_is_at_sea(desk):
    units = {
        "us-1": "england",
        "us-4": "africa",
        "us-9": "M12",
        "br-3": "england",
        "us-2": "due",
        "de-352": "england",
    }
    s = stand(desk, units, began=desk.units_of("us-1 us-4 us-9 us-2 de-352"))
    assert at_sea(s) == desk.units_of("us-1 us-4")


@rule("24.2", "24.1")
@pytest.mark.parametrize(
    ("side", "seat", "impulse", "partisan", "ready", "found"),
    [
        ("allied", "allied", 2, -1, True, []),
        ("allied", "german", 2, -1, True, ["24.2"]),
        ("german", "allied", 2, -1, True, ["24.2"]),
        ("allied", "allied", 1, -1, True, ["24.2"]),
        ("allied", "allied", 2, 0, True, ["24.1"]),
        ("allied", "allied", 2, -1, False, ["24.1"]),
    ],
)
def test_when_partisans_are_placed(desk, side, seat, impulse, partisan, ready, found):
    """A partisan in the first hex of the map is one on the map."""
    s = stand(desk, {}, side=side, impulse=impulse, partisan=partisan, partisan_ready=ready)
    assert rules(partisans.when(s, Moving(), seat)) == found


@rule("20.9", "20.11")
@pytest.mark.parametrize("side", ["allied", "german"])
@pytest.mark.parametrize("ruined", ["", "GG10"])
def test_the_set_of_quiet_hexes_is_that_of_the_hexes_that_are_quiet(desk, side, ruined):
    """Americans in HH10 stand beside Aachen (GG10), an intact fortress that their zone does not enter."""
    s = stand(desk, {"us-1": "HH10", "de-352": "R11", "us-101": "M9"}, side=side, dropped=desk.units_of("us-101"))
    s.ruined = desk.hexes_of(ruined)
    assert unmenaced(s, desk.w.land) == mask_of(h for h in members(desk.w.land) if not menaced(s, h))
    assert bool(unmenaced(s, desk.hexes_of("GG10"))) == (side == "allied")


@rule("11.1", "11.2")
def test_no_german_sails_from_a_harbour_that_he_shares(desk):
    """A frozen unit has no zone, so that the harbour is quiet: still only the Americans sail."""
    s = desk.set_up({"us-1": "K2", "de-709": "K2", "us-4": "england"}, frozen="de-709", capacity_start=9)
    assert sailors_among(s, -1) == desk.units_of("us-1 us-4")


@rule("28.1", "28.5")
def test_it_is_said_of_1ss_and_lehr_alone_that_they_become_another_counter(desk):
    names = ("de-2pz", "de-lehr", "de-116pz")
    desk.set_up(dict.fromkeys(names, "NN24"), turn="nov-1", side="german", steps=[])
    told = Events()
    LeaveForReserve(tuple(desk.unit(name) for name in names)).run(desk.s, told)
    lines = [happened.event.text(desk.w) for happened in told.items]
    assert sum("goes to the Panzer Reserve" in line for line in lines) == 3
    assert ["Lehr" in line for line in lines if "becomes" in line] == [True]


@rule("28.4")
@pytest.mark.parametrize(
    ("side", "back", "due"), [("german", True, True), ("allied", True, False), ("german", False, False)]
)
def test_the_rest_of_the_reserve_is_waited_for_in_german_impulses_alone(desk, side, back, due):
    s = desk.set_up({"de-2pz": "reserve", "us-1": "M9"}, turn="dec-3", side=side, reserve_back=back, steps=[])
    assert rules(why_not_yet(s)) == ["28.4"] * due


@rule("33.3.6")
def test_the_german_ports_of_december_are_german_without_their_garrisons(desk):
    """Dunkerque, Lorient and the others are named as German: not for the units that stand in them."""
    s = desk.game.begin("bulge", desk.game.settle_options("bulge", {}))
    w = desk.w
    ports = [w.place_hex[name] for name in w.book.december.german_ports]
    for u, h in enumerate(s.where):
        if h in ports:
            put(s, u, w.removed)
    s.facts = None
    assert [name for name in w.book.december.german_ports if ground(s) >> w.place_hex[name] & 1] == []
    assert ground(s) & w.bit[w.place_hex["Paris"]]


@rule("20.11")
@pytest.mark.parametrize(
    ("cities", "allied", "units"),
    [("LL14 OO11", "", "de-6fj"), ("LL14", "", ""), ("LL14 OO11", "OO11", ""), ("OO11 NN24", "", "de-6fj")],
)
def test_a_city_for_an_airlift_was_german_as_the_impulse_began_and_is_so_now(desk, cities, allied, units):
    s = stand(desk, {"de-6fj": "LL14", "us-1": "M9"}, side="german", turn="nov-1", allied=allied)
    s.began, s.airfields = desk.units_of("de-6fj"), desk.hexes_of(cities)
    assert lifted_among(s, -1) == desk.units_of(units)
    assert lifted_among(s, desk.units_of("us-1")) == 0


@rule("20.10", "4.1")
def test_no_german_flies_in_the_allied_turn(desk):
    """Nothing is asked of Allied paratroopers in England; German ones are due elsewhere."""
    s = stand(desk, {"us-82": "england", "us-101": "africa", "us-1": "england", "de-6fj": "due"})
    s.began = desk.units_of("us-82 us-1 de-6fj")
    assert lifted_among(s, -1) == desk.units_of("us-82")
    assert lifted_among(s, desk.units_of("us-101 us-1")) == 0


@rule("27.7")
def test_each_side_builds_up_its_own_units_alone(desk):
    """German units in the Panzer Reserve and Allied ones in England are in reach without a line."""
    units = {"us-1": "K2", "us-4": "L4", "us-9": "england", "de-2pz": "reserve", "de-352": "OO11"}
    s = stand(desk, units, back="us-4 us-9 de-2pz de-352", pools=[9] * len(desk.w.pools))
    assert reduced(s, ALLIED) == desk.units_of("us-4 us-9")
    assert reduced(s, GERMAN) == desk.units_of("de-2pz de-352")


@rule("9.4")
def test_only_who_is_hidden_by_choice_counts_as_chosen(desk):
    s = stand(desk, {"de-77": "hidden", "de-352": "M9", "us-1": "england"})
    assert chosen_hidden(s) == [desk.unit("de-77")]


@rule("18.1", "18.2", "20.15")
@pytest.mark.parametrize(
    ("by_air", "worthless", "words"),
    [("", 0, "no line to a working port"), ("", 1, "no working port"), ("us-1", 1, "no line to a working port")],
)
def test_what_a_unit_out_of_supply_lacks(desk, by_air, worthless, words):
    """SHAEF stands in M12, with nothing Allied between it and Cherbourg: who came by air asks for no point there."""
    w = desk.w
    p = w.port_at[desk.hex("K2")]
    damage = [w.port_capacity[p] if worthless and n == p else 0 for n in range(len(w.ports))]
    units = {"us-hq-shaef": "M12", "us-1": "M12", "us-4": "K2"}
    s = stand(desk, units, by_air=desk.units_of(by_air), port_damage=damage)
    found = trace_supply(s, desk.unit("us-1"))
    assert (found.supplied, words in found.words) == (False, True), found.words
