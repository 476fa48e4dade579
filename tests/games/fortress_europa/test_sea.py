"""11. Sea movement."""

from __future__ import annotations

import random

import pytest

from grognard.games.fortress_europa.data.world import FLOODED, MOUNTAIN, ROUGH
from grognard.games.fortress_europa.rules.landing.sea import sail_place_reasons, sail_unit_reasons, sea_limit
from grognard.games.fortress_europa.rules.movement.entering import entered
from grognard.games.fortress_europa.rules.sequence import EndMove, EndPlayerTurn, Moving, StartMove
from grognard.games.fortress_europa.rules.standing import put
from grognard.games.fortress_europa.rules.state import NOWHERE
from grognard.games.fortress_europa.rules.supply.ports import capacity
from grognard.suite import rule

ROOM = {"capacity_start": 9}
"""A turn that began with capacity to spare; K2 is Cherbourg, B2 Brest, N33 Marseille."""


def sails(desk, unit: str) -> set[str]:
    return desk.hexes(unit, "sail")


def southern_beach(desk) -> str:
    """A beach of the Mediterranean without a port."""
    w = desk.w
    return next(w.labels[h] for h in range(w.n) if (w.from_africa & w.beaches & ~w.port_hexes) >> h & 1)


def terrain(desk, label: str) -> int:
    return desk.w.terrain[desk.hex(label)]


# --------------------------------------------------------------------------------------------- who and when


@rule("11.1")
def test_sea_movement_counts_no_hexes(desk):
    desk.set_up({"us-1": "england"}, allied="K2 B2 D13 EE4", **ROOM)
    assert sails(desk, "us-1") == {"K2", "B2", "D13", "EE4", "africa"}


@rule("11.1")
def test_who_cannot_move_cannot_sail(desk):
    desk.set_up({"us-1": "england", "us-4": "K2"}, stuck=desk.units_of("us-1"), **ROOM)
    assert desk.why("sail us-1 K2") == ["27.7"]
    desk.set_up({"us-4": "K2", "de-352": "K3"}, impulse=2, **ROOM)
    assert desk.why("sail us-4 england") == ["8.9"], "it began the second impulse in an enemy zone (ruling 85)"
    desk.set_up({"us-4": "K2", "de-352": "K3"}, impulse=1, **ROOM)
    assert desk.why("sail us-4 england") == [], "in the first it may leave"
    desk.set_up({"us-hq-bradley": "england", "us-4": "K2"}, **ROOM)
    assert desk.why("sail us-hq-bradley K2") == ["13.1"], "ruling 115"
    s = desk.set_up({"us-rangers": "K2"}, **ROOM)
    s.landed = s.raiding = desk.units_of("us-rangers")
    assert desk.why("sail us-rangers england") == ["21.2"]


@rule("11.2")
def test_the_german_player_does_not_sail(desk):
    desk.set_up({"de-352": "K2"}, side="german")
    assert desk.why("sail de-352 B2") == ["11.2"]
    assert "sail" not in desk.legal()
    desk.set_up({"de-352": "B2", "us-1": "K2"}, **ROOM)
    assert desk.why("sail de-352 england") == ["11.2"]


@rule("11.9")
def test_no_sea_movement_in_a_storm(desk):
    desk.set_up({"us-1": "england", "us-4": "K2"}, weather="storm", **ROOM)
    assert desk.why("sail us-1 K2") == ["11.9"]
    desk.set_up({"us-1": "england", "us-4": "K2"}, weather="overcast-star", **ROOM)
    assert desk.why("sail us-1 K2") == []


@rule("12.3")
def test_none_on_invasion_turns(desk):
    desk.set_up({"us-1": "england", "us-4": "K2"}, invasion_turn=9, **ROOM)
    assert desk.why("sail us-1 africa") == ["12.3"], "nor between England and Africa (ruling 92)"


# ----------------------------------------------------------------------------------------------- sea and land


@rule("11.3")
def test_after_landing_half_the_factor_is_left(desk):
    desk.set_up({"us-1": "england", "us-2arm": "england", "us-4": "K2"}, **ROOM)
    desk.play("sail us-1 K2", "sail us-2arm K2")
    # 4 and 7 halved, rounded down; the landing hex costs nothing.
    assert desk.hexes("us-1") == desk.disc("K2", 2) - {"K2"}
    rough = {x for x in desk.disc("K2", 3) if terrain(desk, x) == ROUGH}
    assert desk.hexes("us-2arm") - rough == desk.disc("K2", 3) - {"K2"} - rough
    desk.play("move us-1 K4")
    assert desk.why("move us-1 K3") == ["5.3"]


@rule("11.3", "13.1")
def test_hqs_too_in_the_second_impulse(desk):
    desk.set_up({"us-hq-bradley": "england", "us-4": "K2"}, impulse=2, **ROOM)
    desk.play("sail us-hq-bradley K2")
    assert desk.hexes("us-hq-bradley") == desk.disc("K2", 2) - {"K2"}, "half of 5"


@rule("11.3", "5.6")
def test_half_of_one_is_still_one_hex(desk):
    # A German second impulse of one hex has no Allied like; the chart gives 1 in the second of Overcast*.
    desk.set_up({"us-1": "england", "us-4": "K2"}, impulse=2, weather="overcast-star", **ROOM)
    desk.play("sail us-1 K2")
    assert desk.hexes("us-1") == desk.near("K2")


@rule("11.3")
def test_before_sailing_a_unit_may_walk_half_its_way(desk):
    desk.set_up({"us-1": "K4", "us-4": "K5"}, allied="K2", **ROOM)
    desk.play("move us-1 K2", "sail us-1 england")
    assert desk.at("us-1") == "england"
    desk.play("move us-4 K2")
    assert desk.why("sail us-4 england") == ["11.3"], "it has gone three of its four"


@rule("11.3", "7.2", "8.3")
def test_who_has_to_stop_does_not_sail_on(desk):
    assert "M6" in desk.near("L5")
    desk.set_up({"us-1": "N6", "de-352": "L5"}, allied="M6", **ROOM)
    desk.play("move us-1 M6")
    assert desk.why("sail us-1 england") == ["7.2"]
    assert terrain(desk, "S34") == MOUNTAIN, "Nice"
    inland = min(x for x in desk.near("S34") if terrain(desk, x) != MOUNTAIN)
    desk.set_up({"us-1": inland, "de-352": "LL14"}, allied="S34", **ROOM)
    desk.play("move us-1 S34")
    assert desk.why("sail us-1 africa") == ["8.3"]


@rule("11.3", "17.10.4")
def test_who_stops_behind_a_river_without_bridges_does_not_sail_on(desk):
    """The Schelde flows between BB5 and Anvers (CC6): on foot a unit stops behind it in the first impulse, armor
    in both."""
    w = desk.w
    down = 1 << w.river_between(desk.hex("BB5"), desk.hex("CC6"))
    units = {"us-1": "BB5", "us-2arm": "BB5"}
    more = {"allied": "CC6", "bridges_down": down, **ROOM}
    desk.set_up(units, **more)
    desk.play("move us-1 CC6")
    assert desk.why("sail us-1 england") == ["17.10.4"]
    desk.set_up(units, **(more | {"bridges_down": 0}))
    desk.play("move us-1 CC6", "sail us-1 england")
    assert desk.at("us-1") == "england", "all bridges stand"
    desk.set_up(units, impulse=2, **more)
    desk.play("move us-1 CC6", "sail us-1 england")
    assert desk.at("us-1") == "england", "in the second impulse it crosses without restriction"
    for die, there in ((1, "CC6"), (6, "BB5")):
        s = desk.set_up(units, impulse=2, **(more | {"friendly_beaches": desk.hexes_of("BB5")}))
        desk.play("cross us-2arm BB5 CC6", dice=[die])
        assert desk.at("us-2arm") == there
        row = next(c for c in w.book.crossing if die in c.dice)
        assert desk.why("sail us-2arm england") == (["17.10.4"] if row.crosses or not row.goes_on else []), row
        assert bool(s.stopped) == (row.crosses or not row.goes_on)


@rule("8.2", "11.3")
def test_floods_hinder_neither_landing_nor_leaving(desk):
    assert terrain(desk, "EE4") == FLOODED, "Rotterdam"
    s = desk.set_up({"us-1": "england"}, allied="EE4", **ROOM)
    desk.play("sail us-1 EE4")
    assert not s.mired
    assert desk.hexes("us-1"), "it may go on by land"
    gate = min(desk.near("EE4"))
    s = desk.set_up({"us-1": gate}, allied="EE4", **ROOM)
    desk.play("move us-1 EE4", "sail us-1 england")
    assert desk.at("us-1") == "england"
    s = desk.set_up({"us-1": "EE4"}, impulse=2, mired=desk.units_of("us-1"), **ROOM)
    assert desk.why("sail us-1 england") == []


@rule("8.2", "11.1")
def test_who_was_forced_out_of_a_flood_that_he_had_entered_does_not_sail(desk):
    """CC5 and EE4 (Rotterdam) are flooded, CC6 (Anvers) is not."""
    units = {"br-3": "CC6", "br-50": "CC6", "br-15": "EE4"}
    steps = [StartMove(1), Moving(), EndMove(), StartMove(2), Moving(), EndMove()]
    s = desk.set_up(units, allied="CC6 EE4", steps=steps, **ROOM)
    assert (terrain(desk, "CC5"), terrain(desk, "EE4")) == (FLOODED, FLOODED)
    desk.play("move br-3 CC5")
    put(s, desk.unit("br-3"), desk.hex("CC6"))  # he retreats
    assert desk.why("sail br-50 england") == []
    desk.play("end")
    assert desk.why("sail br-3 england") == ["8.2"]
    assert desk.why("sail br-50 england") == []
    s.mired |= desk.units_of("br-15")
    assert desk.why("sail br-15 england") == [], "out of the flood itself he may"


@rule("8.1", "8.3", "11.3")
def test_other_ground_works_as_on_land(desk):
    assert terrain(desk, "N33") == ROUGH, "Marseille"
    desk.set_up({"us-2arm": "africa"}, allied="N33", **ROOM)
    desk.play("sail us-2arm N33")
    # Half of 7 is 3, and rough ground leaves half of that, rounded up.
    assert desk.hexes("us-2arm") == desk.disc("N33", 2) - {"N33"}
    desk.set_up({"us-1": "africa", "fr-4dmm": "africa"}, allied="S34", **ROOM)
    desk.play("sail us-1 S34", "sail fr-4dmm S34")
    assert desk.why("move us-1 S33") == ["8.3"]
    assert desk.hexes("fr-4dmm"), "mountain units do not stop (8.3)"


# ------------------------------------------------------------------------------------------------- passages


@rule("11.4A", "11.4")
def test_what_is_joined_to_what(desk):
    allied = "K2 B2 N33 S34"
    desk.set_up({"us-1": "england", "us-4": "africa", "us-9": "B2", "us-2": "N33"}, allied=allied, **ROOM)
    assert sails(desk, "us-1") == {"K2", "B2", "africa"}
    assert sails(desk, "us-4") == {"N33", "S34", "england"}
    assert sails(desk, "us-9") == {"england"}
    assert sails(desk, "us-2") == {"africa"}
    assert desk.why("sail us-1 N33") == ["11.4A"]
    assert desk.why("sail us-9 africa") == ["11.4A"]
    assert desk.why("sail us-9 K2") == ["11.4A"]
    assert desk.why("sail us-1 M20") == ["11.4A"], "no port"


@rule("11.4A")
def test_mulberries_are_ports_of_their_coast(desk):
    south = southern_beach(desk)
    where = [desk.hex("M5"), desk.hex(south)]
    desk.set_up({"us-1": "england", "us-4": "africa", "us-9": "M5", "us-2": "M20"}, mulberry_at=where, **ROOM)
    assert sails(desk, "us-1") == {"M5", "africa"}
    assert sails(desk, "us-4") == {south, "england"}
    assert sails(desk, "us-9") == {"england"}
    assert desk.why("sail us-2 england") == ["11.4B"], "it is in no port"


def three_impulses(desk, unit, start, *ways, **more):
    again = [step for impulse in (1, 2, 1) for step in (StartMove(impulse), Moving(), EndMove())]
    s = desk.set_up({unit: start, "us-2": ways[-1]}, steps=again, **ROOM, **more)
    for number, way in enumerate(ways):
        desk.play(f"sail {unit} {way}")
        assert desk.why(f"sail {unit} {start}")[0] == "11.4A", "one passage an impulse"
        if number < 2:
            desk.play("end")
    assert desk.at(unit) == ways[-1]
    return s


@rule("11.4A-example-1", "11.4A")
def test_from_brest_to_marseille_in_three_impulses(desk):
    s = three_impulses(desk, "us-1", "B2", "england", "africa", "N33")
    assert s.sea_used == 3, "each passage counts (ruling 82)"


@rule("11.4A-example-2", "11.4A")
def test_from_marseille_to_brest_in_three_impulses(desk):
    three_impulses(desk, "us-1", "N33", "africa", "england", "B2")


@rule("11.4B")
def test_two_units_a_turn_are_evacuated_from_a_beach(desk):
    units = dict.fromkeys(("us-1", "us-4", "us-9"), "M5") | {"us-2": "D7", "us-29": "K2"}
    s = desk.set_up(units, friendly_beaches=desk.hexes_of("M5"), **ROOM)
    assert sails(desk, "us-1") == {"england"}
    assert desk.why("sail us-2 england") == ["11.4B"], "nobody landed in D7"
    desk.play("sail us-1 england", "sail us-4 england")
    assert (s.evacuated, s.sea_used) == (2, 2), "inside the five (ruling 85)"
    assert desk.why("sail us-9 england") == ["11.4B"]
    assert desk.why("sail us-29 england") == [], "from a port it goes on"


@rule("11.4B")
def test_beaches_of_the_mediterranean_lead_to_africa(desk):
    south = southern_beach(desk)
    desk.set_up({"us-1": south}, friendly_beaches=desk.hexes_of(south), **ROOM)
    assert sails(desk, "us-1") == {"africa"}


@rule("11.4B")
def test_a_beach_where_germans_have_been_is_friendly_no_more(desk):
    s = desk.set_up({"us-1": "L4", "de-352": "M5"}, friendly_beaches=desk.hexes_of("M5 L4"), **ROOM)
    entered(s, desk.unit("de-352"), desk.hex("M5"), None)
    assert s.friendly_beaches == desk.hexes_of("L4")


@rule("11.4C", "7.4", "7.4-example")
@pytest.mark.parametrize(
    ("port", "blocker"),
    [
        *(("QQ4", x) for x in ("PP2", "PP3", "QQ2", "QQ3")),  # Bremen (18.8-example)
        *(("CC6", x) for x in ("BB4", "BB5", "CC4", "CC5")),  # Anvers (12.16)
        *(("M6", x) for x in ("M5", "N5")),  # Caen (ruling 87)
        *(("E10", x) for x in ("C9", "C10", "D9", "D10")),  # Nantes
        *(("A19", x) for x in ("A16", "A17", "A18", "B15", "B16", "B17", "B18")),  # Bordeaux
    ],
)
def test_a_german_unit_on_the_bank_closes_an_inland_port(desk, port, blocker):
    units = {"us-1": "england", "us-4": port}
    desk.set_up(units, **ROOM)
    assert desk.why(f"sail us-1 {port}") == []
    desk.set_up(units | {"de-352": blocker}, bridges_down=(1 << len(desk.w.rivers)) - 1, **ROOM)
    assert "11.4C" in desk.why(f"sail us-1 {port}")
    assert "11.4C" in desk.why("sail us-4 england"), "in and out"


@rule("11.4C", "18.8", "12.12")
def test_a_mulberry_in_an_inland_port_lies_behind_the_same_water(desk):
    """A mulberry of 12 in Caen, beside the port: neither works while a German unit stands in N5 (ruling 103)."""
    units = {"us-1": "england", "us-4": "M6", "us-9": "M6", "us-2": "L4"}
    caen = next(value for x, value in zip(desk.w.ports, desk.w.port_capacity, strict=True) if x.place == "Caen")
    for blocker, closed in (("O7", []), ("N5", ["11.4C"])):
        s = desk.set_up(units | {"de-352": blocker}, mulberry_at=[desk.hex("M6"), NOWHERE], capacity_start=1)
        assert capacity(s) == (0 if closed else caen + 12) - 3
        assert [rule_ for rule_ in desk.why("sail us-1 M6") if rule_ == "11.4C"] == closed
        assert desk.why("sail us-4 england") == closed
        assert bool({"us-4", "us-9"} & set(desk.legal("sail"))) is not bool(closed)
        s = desk.set_up(units | {"de-352": blocker}, mulberry_at=[desk.hex("L4"), NOWHERE], capacity_start=1)
        assert capacity(s) == (0 if closed else caen) + 12 - 3, "elsewhere it works"
        assert (desk.why("sail us-1 L4"), desk.why("sail us-2 england")) == ([], [])


@rule("11.4C", "9.5")
def test_frozen_units_close_it_too(desk):
    desk.set_up({"us-1": "england", "us-4": "M6", "de-352": "N5"}, frozen="de-352", **ROOM)
    assert "11.4C" in desk.why("sail us-1 M6"), "ruling 71"


@rule("11.4C", "12.16")
def test_rotterdam_and_brest_are_no_inland_ports(desk):
    for port in ("EE4", "B2"):
        for near in sorted(desk.near(port)):
            desk.set_up({"us-1": "england", "us-4": port, "de-352": near}, **ROOM)
            assert desk.why(f"sail us-1 {port}") == [], near


# ------------------------------------------------------------------------------------------------ how many

MANY = ("us-1", "us-4", "us-9", "us-2", "us-29", "us-30", "us-79", "us-83", "us-90", "us-8", "us-35")


@rule("11.5")
def test_five_a_turn_over_both_impulses(desk):
    units = dict.fromkeys(MANY, "england") | {"us-28": "K2"}
    again = [step for impulse in (1, 2) for step in (StartMove(impulse), Moving(), EndMove())]
    s = desk.set_up(units, steps=again, **ROOM)
    desk.play(*(f"sail {u} africa" for u in MANY[:3]), "end", *(f"sail {u} africa" for u in MANY[3:5]))
    assert s.sea_used == 5
    assert desk.why("sail us-30 africa") == ["11.5"]


@rule("11.6")
def test_ten_on_the_first_clear_turn_after_an_invasion(desk):
    units = dict.fromkeys(MANY, "england")
    s = desk.set_up(units, ten_waiting=True, weather="overcast", **ROOM)
    assert sea_limit(s) == 5
    desk.restart(EndPlayerTurn())
    assert s.ten_waiting, "it waits for a Clear turn"
    s = desk.set_up(units, ten_waiting=True, invasion_turn=5, **ROOM)
    desk.play(*(f"sail {u} africa" for u in MANY[:10]))
    assert desk.why("sail us-35 africa") == ["11.6"]
    desk.restart(EndPlayerTurn())
    assert not s.ten_waiting
    assert sea_limit(s) == 5


@rule("11.6")
def test_an_invasion_on_that_turn_puts_the_ten_off(desk):
    s = desk.set_up({}, ten_waiting=True, invasion_turn=9, **ROOM)
    desk.restart(EndPlayerTurn())
    assert s.ten_waiting


@rule("11.7", "11.6")
def test_six_when_all_u_boat_bases_are_taken(desk):
    units = dict.fromkeys(MANY, "england")
    s = desk.set_up(units, bases_turn=8, **ROOM)
    assert sea_limit(s) == 6
    desk.play(*(f"sail {u} africa" for u in MANY[:6]))
    assert desk.why("sail us-79 africa") == ["11.7"]
    assert sea_limit(desk.set_up(units, bases_turn=9)) == 5, "from the turn after (ruling 84)"
    assert sea_limit(desk.set_up(units, bases_turn=8, ten_waiting=True)) == 10


@rule("11.7", "30.2")
def test_the_last_base_is_noted(desk):
    bases = desk.w.u_boat_bases
    s = desk.set_up({"us-1": "D8"}, bases_taken=bases & ~desk.hexes_of("C9"))
    desk.play("move us-1 C9", dice=[1])
    assert s.bases_turn == s.turn


# --------------------------------------------------------------------------------------------- enemy zones


@rule("11.8")
def test_a_port_in_an_enemy_zone_works_only_with_a_unit_in_it(desk):
    desk.set_up({"us-1": "england", "de-352": "K3"}, allied="K2 B2", **ROOM)
    assert desk.why("sail us-1 K2") == ["11.8"]
    s = desk.set_up({"us-1": "england", "us-4": "K2", "de-352": "K3"}, **ROOM)
    desk.play("sail us-1 K2")
    assert s.moved >> desk.unit("us-1") & 1, "it stops there (ruling 90)"
    assert desk.why("move us-1 K3") == ["7.2"]


@rule("14.11", "11.8")
def test_nobody_lands_where_only_another_nation_could_attack(desk):
    desk.set_up({"br-3": "england", "us-1": "england", "us-4": "K2", "de-352": "K3"}, **ROOM)
    assert desk.why("sail br-3 K2") == ["14.11"]
    assert desk.why("sail us-1 K2") == []


@rule("11.8")
def test_so_does_a_mulberry(desk):
    where = [desk.hex("D7"), NOWHERE]
    desk.set_up({"us-1": "england", "de-352": "E8"}, mulberry_at=where, **ROOM)
    assert "11.8" in desk.why("sail us-1 D7")
    desk.set_up({"us-1": "england", "us-4": "D7", "de-352": "E8"}, mulberry_at=where, **ROOM)
    assert desk.why("sail us-1 D7") == []


@rule("11.8", "6.3")
def test_stacking_holds_at_the_end_of_the_impulse(desk):
    units = dict.fromkeys(("us-1", "us-4", "us-9"), "K2") | {"us-2": "england"}
    desk.set_up(units, **ROOM)
    desk.play("sail us-2 K2", "end")
    assert desk.step() == "Overstacked"


@rule("11.8")
def test_an_empty_port_is_friendly_if_the_allies_were_last_there(desk):
    desk.set_up({"us-1": "england"}, **ROOM)
    assert desk.why("sail us-1 K2")[0] == "11.8"
    desk.set_up({"us-1": "england"}, allied="K2", **ROOM)
    assert desk.why("sail us-1 K2") == []


@rule("11.8")
@pytest.mark.parametrize("blocker", ["HH1", "HH2", "JJ1", "JJ2"])
def test_amsterdam(desk, blocker):
    units = {"us-1": "england", "us-4": "GG3"}
    desk.set_up(units, **ROOM)
    assert desk.why("sail us-1 GG3") == []
    desk.set_up(units | {"de-352": blocker}, **ROOM)
    assert "11.8" in desk.why("sail us-1 GG3")


@rule("9.1D", "9.1E")
def test_landing_in_another_district_releases(desk):
    s = desk.set_up(
        {"us-1": "england", "us-4": "K2", "de-352": "Z6"}, frozen="de-352", allied="Z4", invaded=4, **ROOM
    )
    desk.play("sail us-1 Z4")
    assert s.released


@rule("20.15", "18.7.2B")
def test_who_was_dropped_and_leaves_by_sea_counts_when_it_returns(desk):
    s = desk.set_up({"us-101": "K2", "us-1": "K2"}, by_air=desk.units_of("us-101"), **ROOM)
    desk.play("sail us-101 england")
    assert not s.by_air, "ruling 196"


@rule("31.5")
def test_jersey_is_left_by_sea_only(desk):
    desk.set_up({"us-1": "I4", "us-4": "K2"}, options="jersey", allied="I4", **ROOM)
    assert sails(desk, "us-1") == {"england"}
    desk.set_up({"us-1": "england", "us-4": "K2"}, options="jersey", allied="I4", **ROOM)
    assert desk.why("sail us-1 I4")[0] == "11.4A", "it is no port for coming"


@pytest.mark.parametrize("seed", range(6))
def test_what_is_listed_is_what_has_no_reasons_against_it(desk, seed):
    """Property: the quick lists agree with the conditions, in random positions."""
    rng = random.Random(seed)
    w = desk.w
    coast = [w.labels[h] for h in range(w.n) if (w.port_hexes | w.beaches) >> h & 1]
    land = [w.labels[h] for h in range(w.n) if w.land >> h & 1 and h != w.index["II2"]]
    allied = rng.sample(w.of_side[1], 40)
    german = rng.sample(w.of_side[0], 30)
    ports = [w.labels[h] for h in w.port_hex]
    units = {w.ids[u]: rng.choice([*coast, "england", "africa", *ports]) for u in allied}
    held = set(units.values())
    units |= {w.ids[u]: rng.choice([x for x in land if x not in held]) for u in german}
    desk.set_up(
        units,
        impulse=rng.choice([1, 2]),
        turn=rng.choice([5, 14]),
        second_turn=rng.choice([0, 10]),
        allied=" ".join(x for x in rng.sample(ports, 12) if x not in units.values()),
        capacity_start=rng.choice([0, 5]),
        mulberry_at=[desk.hex("M5"), NOWHERE],
        friendly_beaches=rng.getrandbits(w.n) & w.beaches,
    )
    listed = desk.legal("sail")
    step = desk.s.stack[-1]
    able = [u for u in range(w.n_units) if not list(sail_unit_reasons(desk.s, step, desk.seat, (u,)))]
    assert listed == [w.ids[u] for u in able]
    places = range(len(w.place_ids))
    for unit in rng.sample(listed, min(5, len(listed))):
        found = set(desk.legal(f"sail {unit}"))
        assert found
        able = [x for x in places if not list(sail_place_reasons(desk.s, step, desk.seat, (w.unit[unit], x)))]
        assert found == {w.place_ids[x] for x in able}
