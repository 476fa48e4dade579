"""19. Naval units."""

from __future__ import annotations

import pytest

from grognard.games.fortress_europa.data.world import GERMAN
from grognard.games.fortress_europa.rules.air.naval import (
    ShipsMove,
    Stationing,
    fire,
    in_range,
    may_lie,
    ship_support,
    ships_leave,
)
from grognard.games.fortress_europa.rules.combat.strength import gunfire
from grognard.games.fortress_europa.rules.sequence import StartTurn
from grognard.games.fortress_europa.rules.state import LOST
from grognard.suite import rule

ALL = ("navy-1", "navy-2", "navy-3", "navy-4")


def at_sea(desk, *places, **more):
    """Ships in these places, the others gone."""
    spots = [desk.w.sea_spots.index(place) for place in places]
    steps = more.pop("steps", [ShipsMove()])
    return desk.set_up({}, steps=steps, ship_at=spots + [LOST] * (len(ALL) - len(spots)), **more)


def reached(desk, place):
    spot = desk.w.sea_spots.index(place)
    return {desk.w.labels[h] for h in range(desk.w.n) if desk.w.land >> h & 1 and in_range(desk.w, spot, h)}


@rule("19.1")
def test_every_ship_is_placed_on_the_first_turn(desk):
    s = desk.set_up({}, turn="jun-1", steps=[ShipsMove()])
    assert desk.why("station navy-1 N4; done") == ["19.1"] * 3
    assert desk.why("station navy-1 M5") == ["19.1"], "no all-sea hex"
    desk.play("; ".join([*(f"station {ship} N4" for ship in ALL), "done"]))
    assert {desk.w.sea_spots[spot] for spot in s.ship_at} == {"N4"}, "and they stack without limit (19.2)"


@rule("19.2")
def test_ships_have_no_stacking_limit(desk):
    at_sea(desk, "T4", "N4", "N4", "N4")
    assert desk.why("station navy-1 N4; done") == []


@rule("19.3")
def test_each_ship_may_go_to_any_other_sea_hex_each_turn(desk):
    s = at_sea(desk, "T4", "N4")
    assert desk.why("station navy-1 T4") == ["19.3"]
    assert desk.why("station navy-1 BB3; station navy-1 N4") == ["19.3"], "once"
    desk.play("station navy-1 BB3; done")
    assert desk.w.sea_spots[s.ship_at[0]] == "BB3"
    at_sea(desk, "T4")
    desk.play("done")
    assert desk.step() == "", "none has to move"


@rule("19.4")
def test_a_ship_supports_one_attack_a_turn_and_several_may_join(desk):
    s = at_sea(desk, "N4", "N4", "T4", steps=[])
    assert ship_support(s, desk.hexes_of("M5")) == [0, 1]
    both = gunfire(desk.w, 0b11)
    assert [gun.factors for gun in both] == [ship.strength for ship in desk.w.ships[:2]]
    fire(s, [0])
    assert ship_support(s, desk.hexes_of("M5")) == [1]
    s.impulse = 2
    assert ship_support(s, desk.hexes_of("M5")) == [1], "in either impulse, but not in both"
    s.ship_at[2] = LOST
    desk.restart(StartTurn(s.turn + 1))
    assert ship_support(s, desk.hexes_of("M5")) == [0, 1]


@rule("19.4")
def test_ships_do_not_help_in_the_german_turn(desk):
    s = at_sea(desk, "N4", steps=[])
    s.side = GERMAN
    assert ship_support(s, desk.hexes_of("M5")) == []


@rule("19.5")
def test_ships_are_no_units_that_could_fight_or_be_fought(desk):
    at_sea(desk, "N4", steps=[])
    assert not set(ALL) & set(desk.w.ids)
    assert ship_support(desk.s, 0) == []


@rule("19.6", "19.6-example")
def test_a_ship_in_t4_reaches_two_hexes(desk):
    assert {"R5", "S6", "T5", "T6", "U6", "V5", "V4"} <= reached(desk, "T4")
    grid = desk.w.grid
    assert all(grid.distance(desk.hex("T4"), desk.hex(label)) <= 2 for label in reached(desk, "T4"))
    assert reached(desk, "T4") - {"R5", "S6", "T5", "T6", "U6", "V5", "V4"} == {"U5"}, "ruling 185"


@rule("19.6")
def test_all_hexes_of_the_defenders_must_be_in_range(desk):
    s = at_sea(desk, "T4", steps=[])
    assert ship_support(s, desk.hexes_of("T5 U6")) == [0]
    assert ship_support(s, desk.hexes_of("T5 T7")) == []


@rule("19.7")
def test_no_ship_lies_north_of_gg1_but_beside_a_beach(desk):
    s = at_sea(desk, "N4")
    spot = desk.w.sea_spots.index
    assert may_lie(s, spot("GG1"))
    assert may_lie(s, spot("II1")), "next to HH1, which can be invaded"
    assert desk.why("station navy-1 MM1") == ["19.7"]
    assert desk.why("station navy-1 II3") == ["19.7"], "inside the dyke"


@rule("19.7")
def test_off_bremen_only_while_bremen_can_be_invaded(desk):
    for label in ("QQ1", "PP1"):
        at_sea(desk, "N4")
        assert desk.why(f"station navy-1 {label}") == []
        at_sea(desk, "N4", options="bremen-closed")
        assert desk.why(f"station navy-1 {label}") == ["19.7"]


@rule("19.7", "19.7-example")
def test_a_ship_may_lie_off_the_map_next_to_a2_and_a3(desk):
    s = at_sea(desk, "N4")
    place = next(
        p
        for p, axial in zip(desk.w.sea_spots, desk.w.sea_axial, strict=True)
        if p.startswith("off-")
        and all(
            max(abs(axial[0] - q), abs(axial[1] - r), abs(axial[0] + axial[1] - q - r)) == 1
            for q, r in (desk.w.grid.axial[desk.hex("A2")], desk.w.grid.axial[desk.hex("A3")])
        )
    )
    desk.play(f"station navy-1 {place}; done")
    assert ship_support(s, desk.hexes_of("A2 A3")) == [0]


@rule("19.7")
def test_every_beach_can_be_reached_from_some_place(desk):
    s = at_sea(desk, steps=[])
    w = desk.w
    for h in range(w.n):
        if w.beaches >> h & 1:
            assert any(in_range(w, p, h) and may_lie(s, p) for p in range(len(w.sea_spots))), w.labels[h]


@rule("19.8")
def test_ships_leave_at_the_start_of_september(desk):
    s = at_sea(desk, "N4", steps=[], turn="aug-4")
    ships_leave(s, None)
    assert s.ship_at[0] >= 0
    desk.restart(StartTurn(desk.w.turn_of["sep-1"]))
    assert s.ship_at == [LOST] * 4


@rule("19.8")
def test_ships_leave_at_the_start_of_the_third_turn_after_the_second_invasion(desk):
    s = at_sea(desk, "N4", steps=[], turn="aug-3", second_turn=9)
    assert desk.w.turn_of["aug-1"] == 9
    ships_leave(s, None)
    assert s.ship_at[0] >= 0
    s.turn = 12
    ships_leave(s, None)
    assert s.ship_at == [LOST] * 4


@rule("19.8")
@pytest.mark.parametrize("scenario", ["bulge", "berlin"])
def test_there_are_no_ships_in_december(desk, scenario):
    s = desk.set_up({}, scenario=scenario, turn="dec-3", steps=[])
    ships_leave(s, None)
    assert s.ship_at == [LOST] * 4
    desk.restart(ShipsMove())
    assert desk.step() == ""


@rule("19.9")
def test_in_a_storm_ships_neither_move_nor_fight(desk):
    s = at_sea(desk, "N4", weather="storm")
    assert desk.step() == ""
    assert ship_support(s, desk.hexes_of("M5")) == []


@rule("19.10")
def test_ships_help_every_nationality(desk):
    s = at_sea(desk, "N4", steps=[])
    assert ship_support(s, desk.hexes_of("M5")) == [0], "the list asks for hexes, not for units"


@rule("19.3")
def test_a_ship_that_has_left_cannot_be_moved(desk):
    at_sea(desk, "N4", steps=[Stationing()])
    assert desk.why("station navy-2 T4") == ["19.8"]
