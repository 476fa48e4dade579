"""29, 12.12. Mulberries."""

from __future__ import annotations

import pytest

from grognard.games.fortress_europa.rules.landing.mulberries import MulberryDue, StormAtSea
from grognard.games.fortress_europa.rules.movement.entering import DROP, RETREAT, cleared, entered
from grognard.games.fortress_europa.rules.sequence import EndMove, Moving, PlayerTurn, StartMove, phases
from grognard.games.fortress_europa.rules.standing import put
from grognard.games.fortress_europa.rules.state import FIRST_MOVE, LOST, NOWHERE, SECOND_MOVE
from grognard.games.fortress_europa.rules.supply.ports import Repair, capacity, mulberry_value
from grognard.kernel.match.position import read_position, write_position
from grognard.suite import rule

INVASION = {"turn": "jun-1", "invasion_turn": 1, "invasions": 1, "impulse": 2}


def landed(desk, units, site, **more):
    steps = [StartMove(2), Moving(), MulberryDue(), EndMove()]
    return desk.set_up(units, site=desk.hexes_of(site), steps=steps, **(INVASION | more))


@rule("29.1")
def test_two_mulberries_of_twelve_and_nine(desk):
    assert [m.capacity for m in desk.w.mulberries] == [12, 9]


@rule("29.2", "12.12", "29.3")
def test_one_must_be_placed_at_the_end_of_the_second_move_impulse(desk):
    s = landed(desk, {"us-1": "M5", "us-4": "L4", "de-352": "N5", "de-716": "N6"}, "M5 L4 N5")
    desk.play("end")
    assert desk.step() == "PlaceMulberry"
    assert desk.seat == "allied"
    assert set(desk.legal("mulberry")) == {"mulberry-12", "mulberry-9"}
    assert set(desk.legal("mulberry mulberry-12")) == {"M5", "L4"}, "M5 is in an enemy zone, which does not matter"
    assert desk.why("mulberry mulberry-12 N5") == ["29.3"], "an enemy is there"
    assert desk.why("mulberry mulberry-12 K2") == ["12.12"], "it was not invaded"
    assert desk.legal("mulberry mulberry-9") == [x for x in desk.w.labels if not desk.why(f"mulberry mulberry-9 {x}")]
    assert desk.why("forgo mulberry-9") == ["29.2"]
    desk.play("mulberry mulberry-9 M5")
    assert s.mulberry_at == [NOWHERE, desk.hex("M5")]
    assert capacity(s) == 9 - 2


@rule("12.12")
def test_an_empty_invaded_hex_will_do(desk):
    s = landed(desk, {"us-1": "M5"}, "M5 L4")
    desk.play("end", "mulberry mulberry-12 L4")
    assert s.mulberry_at[0] == desk.hex("L4")


@rule("29.2")
def test_without_a_hex_one_is_lost(desk):
    s = landed(desk, {"us-1": "K6", "de-352": "M5"}, "M5")
    desk.play("end")
    assert desk.why("mulberry mulberry-12 M5") == ["29.3"]
    desk.play("forgo mulberry-9")
    assert s.mulberry_at == [NOWHERE, LOST]


@rule("29.2")
def test_one_for_each_invasion(desk):
    s = landed(desk, {"us-1": "M5"}, "M5", mulberry_at=[NOWHERE, desk.hex("M5")])
    desk.play("end")
    assert desk.step() == "", "this invasion's is placed"
    s = landed(desk, {"us-1": "M5"}, "M5", turn=9, invasion_turn=0)
    desk.play("end")
    assert desk.step() == "", "no invasion, no mulberry"
    second = {"turn": "aug-2", "invasion_turn": 10, "invasions": 2}
    s = landed(desk, {"us-1": "N33"}, "N33", mulberry_at=[NOWHERE, desk.hex("M5")], **second)
    desk.play("end")
    assert s.mulberry_at[0] == desk.hex("N33"), "the only one left and the only hex"


@rule("29.2", "4.3B4")
def test_the_step_stands_in_the_turn(desk):
    s = desk.set_up(
        {"us-1": "M5"},
        site=desk.hexes_of("M5"),
        **(INVASION | {"impulse": 1}),
        steps=[StartMove(1), PlayerTurn(1, SECOND_MOVE)],
    )
    assert s.phase == SECOND_MOVE
    desk.play("end")
    assert desk.step() == "PlaceMulberry"


@rule("31.5")
def test_not_near_jersey_while_it_is_german(desk):
    landed(desk, {"us-1": "J3", "us-4": "L4"}, "J3 K2 L4", options="jersey")
    desk.play("end")
    near = [x for x in ("J3", "K2", "L4") if desk.w.grid.distance(desk.hex("I4"), desk.hex(x)) <= 2]
    assert "J3" in near
    assert desk.why("mulberry mulberry-12 J3") == ["31.5"]
    landed(desk, {"us-1": "J3", "us-4": "L4"}, "J3 K2 L4", options="jersey", allied="I4")
    desk.play("end")
    assert desk.why("mulberry mulberry-12 J3") == []


# ------------------------------------------------------------------------------------------------ overrun


@rule("29.4", "18.7.2F")
def test_a_german_unit_that_moves_through_destroys_it(desk):
    s = desk.set_up({"us-1": "R11", "de-352": "M7"}, side="german", mulberry_at=[desk.hex("M5"), NOWHERE])
    before = capacity(s)
    assert before == 12 - 1
    desk.play("move de-352 N5 via M6 M5")
    assert s.mulberry_at[0] == LOST
    assert capacity(s) == -1
    assert any("destroyed" in line for line in desk.log)


@rule("29.4", "18.7.2F")
def test_a_damaged_one_takes_only_what_it_had(desk):
    s = desk.set_up({"us-1": "R11", "de-352": "M6"}, mulberry_at=[desk.hex("M5"), NOWHERE], mulberry_damage=[6, 0])
    assert mulberry_value(s, 0) == 6
    put(s, desk.unit("de-352"), desk.hex("M5"))
    entered(s, desk.unit("de-352"), desk.hex("M5"), None, RETREAT)
    assert s.mulberry_at[0] == LOST, "by a retreat too (ruling 238)"


@rule("29.4")
def test_a_drop_destroys_it_when_no_allied_unit_is_left(desk):
    s = desk.set_up({"us-1": "M5", "de-3fj": "M5"}, mulberry_at=[desk.hex("M5"), NOWHERE])
    entered(s, desk.unit("de-3fj"), desk.hex("M5"), None, DROP)
    assert s.mulberry_at[0] == desk.hex("M5")
    put(s, desk.unit("us-1"), desk.w.destroyed)
    cleared(s, desk.hex("M5"), None)
    assert s.mulberry_at[0] == LOST


@rule("29.4", "29.2")
def test_what_is_destroyed_is_not_placed_again(desk):
    s = landed(desk, {"us-1": "N33"}, "N33", turn=10, invasion_turn=10, invasions=2, mulberry_at=[LOST, NOWHERE])
    desk.play("end")
    assert s.mulberry_at == [LOST, desk.hex("N33")]
    options = desk.game.settle_options("campaign", {})
    assert read_position(desk.game, write_position(desk.game, "campaign", options, s))[2] == s


@rule("29.6")
def test_a_mulberry_stops_nobody(desk):
    s = desk.set_up({"de-352": "M7"}, side="german", mulberry_at=[desk.hex("M6"), NOWHERE])
    assert {"M6", "M5"} <= desk.hexes("de-352")
    assert s.turn


# -------------------------------------------------------------------------------------------------- storm


@rule("29.5", "18.7.2F")
@pytest.mark.parametrize(("die", "values"), [(4, [12, 9]), (5, [6, 4]), (6, [6, 4])])
def test_a_storm_halves_them_on_five_and_six(desk, die, values):
    both = [desk.hex("M5"), desk.hex("D7")]
    s = desk.set_up({"us-1": "M5"}, weather="storm", mulberry_at=both, steps=[StormAtSea()])
    desk.roll(die, die)
    assert [mulberry_value(s, m) for m in (0, 1)] == values, "the 9 becomes a 4"


@rule("29.5")
def test_another_storm_halves_what_is_left(desk):
    second = [LOST, desk.hex("D7")]
    s = desk.set_up({"us-1": "M5"}, weather="storm", mulberry_at=second, mulberry_damage=[0, 5], steps=[StormAtSea()])
    desk.roll(6)
    assert mulberry_value(s, 1) == 2, "half of 4 (ruling 237)"


@rule("29.5")
@pytest.mark.parametrize("weather", ["clear", "overcast", "overcast-star"])
def test_only_a_storm(desk, weather):
    desk.set_up({"us-1": "M5"}, weather=weather, mulberry_at=[desk.hex("M5"), NOWHERE], steps=[StormAtSea()])
    assert desk.step() == ""


@rule("29.5")
def test_the_roll_comes_after_replacements_and_before_the_first_move_impulse(desk):
    s = desk.set_up({"us-1": "M5"})
    names = [type(step).__name__ for step in phases(s, 1)[FIRST_MOVE]]
    assert names.index("StormAtSea") < names.index("StartMove"), "ruling 39"
    assert "StormAtSea" not in [type(step).__name__ for run in phases(s, 0).values() for step in run]


@rule("29.5")
def test_infantry_repairs_it_from_the_next_turn(desk):
    for unit, value in (("us-1", 5), ("us-2arm", 4)):
        s = desk.set_up(
            {unit: "D7"}, mulberry_at=[NOWHERE, desk.hex("D7")], mulberry_damage=[0, 5], mulberry_turn=[0, 9]
        )
        desk.restart(Repair())
        assert mulberry_value(s, 1) == 4, "not on the turn of the Storm"
        s.turn = 10
        desk.restart(Repair())
        assert mulberry_value(s, 1) == value
