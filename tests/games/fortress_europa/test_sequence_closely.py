"""4.3, 3.8, 8.9, 15.10, 17.10.4, 20.10, 24.3, 24.7: what each phase consists of, and what begins anew with a turn, a
player turn, an impulse."""

from __future__ import annotations

import pytest

from grognard.games.fortress_europa.data.world import ALLIED, GERMAN, SEATS
from grognard.games.fortress_europa.rules.movement.entering import allied_control
from grognard.games.fortress_europa.rules.sequence import (
    EndPlayerTurn,
    EndTurn,
    PlayerTurn,
    StartMove,
    StartTurn,
    nothing_left,
    phases,
    stuck_together,
)
from grognard.games.fortress_europa.rules.state import (
    CLOSING,
    FIRST_MOVE,
    OPENING,
    REPLACING,
    SECOND_MOVE,
    Position,
)
from grognard.games.fortress_europa.rules.supply.ports import capacity
from grognard.kernel.rules import Events
from grognard.maps import members
from grognard.suite import rule


def told(steps):
    """The names of steps, with the impulse where they have one."""
    return [type(step).__name__ + str(getattr(step, "impulse", "")) for step in steps]


MOVE_FIRST = {
    ALLIED: ["StormAtSea", "StartMove1", "Arrivals", "BridgeAttacks", "Drops", "Moving", "EndMove", "ShipsMove"],
    GERMAN: ["StartMove1", "Arrivals", "Drops", "Moving", "EndMove", "ShipsMove"],
}
"""29.3, 17.10.4: storms at sea and the attack of bridges are for the Allied turn alone."""
MOVE_SECOND = {
    ALLIED: ["Foothold", "StartMove2", "Moving", "MulberryDue", "EndMove"],
    GERMAN: ["Foothold", "StartMove2", "Moving", "EndMove"],
}
LANDING = ["StartLanding", "BridgeAttacks", "Drops", "Invading", "ShipsMove", "BindSupport", "Reveal", "TurnedAway"]


@rule("3.8", "4.3B1", "4.3B2", "4.3B4", "4.3C1", "4.3C2", "4.3C4", "17.10.4", "24.1", "24.4", "29.2")
@pytest.mark.parametrize("lingers", ["", "partisans-cut-supply"])
@pytest.mark.parametrize("turn", ["jun-1", "jun-2"])
@pytest.mark.parametrize("side", [ALLIED, GERMAN])
def test_the_steps_of_each_phase(desk, side, turn, lingers):
    """Partisans come before Allied replacements and leave in the German turn: after its second move, or where they
    cut supply after its supply phase."""
    s = desk.set_up({}, side=SEATS[side], turn=turn, options=lingers, steps=[])
    mine = side == ALLIED
    leave = [] if mine else ["PartisanLeaves"]
    first = LANDING if mine and turn == "jun-1" else MOVE_FIRST[side]
    assert [told(steps) for _, steps in sorted(phases(s, side).items())] == [
        ["Withdrawals", *(["PartisanPhase"] if mine else []), "Replacements"],
        first,
        ["StartCombat1"],
        [*MOVE_SECOND[side], *(leave if not lingers else [])],
        ["StartCombat2"],
        ["RailControl"],
        [*(["Repair"] if mine else []), "SupplyPhase", *(leave if lingers else [])],
    ]


def left(s):
    """What is due, first what comes first."""
    return told(reversed(s.stack))


SETS = ("moved", "slowed", "landed", "railed", "sailed", "strafed", "raiding", "pinned", "sighted", "stopped")
"""What counts for one move impulse."""
OF_A_TURN = (
    "rail_used", "sea_used", "evacuated", "ships_used", "site", "landed_factors", "landed_second", "landed_hqs",
    "ashore", "ports_asleep",
)  # fmt: skip
"""What counts for one turn."""


@rule("4.3A1", "4.3A2", "10.1", "11.6", "12.1", "18.7.6", "19.6")
def test_a_turn_begins_anew(desk):
    s = desk.set_up({"us-1": "M9", "de-hq-ag-b": "T20"}, steps=[], side="german", impulse=2, landing_area=1)
    for name in OF_A_TURN:
        setattr(s, name, 3)
    StartTurn(9).run(s, None)
    assert (s.turn, s.side, s.phase, s.impulse, s.landing_area) == (9, ALLIED, OPENING, 0, -1)
    assert [getattr(s, name) for name in OF_A_TURN] == [0] * len(OF_A_TURN)
    assert left(s) == ["AirMonth", "WeatherPhase", "AirPhase", "PlayerTurn", "PlayerTurn", "EndTurn"]
    assert [step.side for step in reversed(s.stack) if isinstance(step, PlayerTurn)] == [ALLIED, GERMAN]


@rule("4.1", "10.7", "18.7.6", "20.10", "25.3", "3.8")
@pytest.mark.parametrize("begin", [REPLACING, FIRST_MOVE, SECOND_MOVE])
@pytest.mark.parametrize("side", [ALLIED, GERMAN])
def test_a_player_turn_begins_anew(desk, side, begin):
    """It notes who begins it off the map or at an airfield; Allied capacity is noted as the Allied turn begins.
    Floods and exits come before everything else."""
    other = SEATS[1 - side]
    s = desk.set_up({"us-1": "england", "us-4": "M9"}, allied="N4", side=other, impulse=2, steps=[])
    s.rail_noted, s.began, s.quick_units, s.capacity_start = 3, -1, 5, 77
    PlayerTurn(side, begin).run(s, None)
    assert (s.side, s.phase, s.impulse, s.rail_noted, s.quick_units) == (side, REPLACING, 0, 0, 0)
    assert s.capacity_start == (capacity(s) if side == ALLIED else 77)
    assert s.began == (desk.units_of("us-1") if side == ALLIED else 0)
    due = [name for phase, steps in sorted(phases(s, side).items()) if phase >= begin for name in told(steps)]
    assert left(s) == ["FloodPhase", *(["ExitPhase"] if side == GERMAN else []), *due, "EndPlayerTurn"]


@rule("11.6", "20.6")
@pytest.mark.parametrize("side", [ALLIED, GERMAN])
def test_a_player_turn_ends(desk, side):
    """Paratroopers have their zones from then on."""
    s = desk.set_up({"us-1": "M9", "de-352": "T20"}, side=SEATS[side], steps=[])
    s.dropped = desk.units_of("us-1 de-352")
    EndPlayerTurn().run(s, None)
    assert s.dropped == 0


@rule("4.3D", "4.4")
def test_a_turn_ends(desk):
    for turn, follows in (("jul-1", True), ("jul-2", True), ("jul-3", False)):
        s = desk.set_up({"us-1": "M9", "de-352": "T20"}, turn=turn, scenario="invasion", steps=[])
        for name in ("stuck", "mired", "flown", "bridges_down"):
            setattr(s, name, 3)
        EndTurn().run(s, None)
        assert s.phase == CLOSING
        assert [getattr(s, name) for name in ("stuck", "mired", "flown", "bridges_down")] == [0] * 4
        begun = [step.turn for step in s.stack if isinstance(step, StartTurn)]
        assert begun == ([desk.w.turn_of[turn] + 1] if follows else []), turn


@rule("4.3B2", "8.9", "8.1", "15.10", "17.10.1")
@pytest.mark.parametrize("impulse", [1, 2])
@pytest.mark.parametrize("side", [ALLIED, GERMAN])
def test_a_move_impulse_begins_anew(desk, side, impulse):
    """In the second, those of the moving side who stand in a zone are pinned: M9 and M8 are next to each other. Who
    was driven into a frozen district since the Allied turn began has time until the next one."""
    s = desk.set_up({"us-1": "M9", "de-352": "M8", "us-4": "M14", "de-353": "T20"}, side=SEATS[side], steps=[])
    for name in SETS:
        setattr(s, name, 1 << desk.unit("us-4") | 1 << desk.unit("de-353"))
    s.spent = [2] * desk.w.n_units
    s.tried, s.began = ((3, 2),), -1
    s.driven_in = desk.units_of("us-1")
    StartMove(impulse).run(s, None)
    assert (s.impulse, s.phase, s.tried) == (impulse, FIRST_MOVE if impulse == 1 else SECOND_MOVE, ())
    assert set(s.spent) == {0}
    held = desk.units_of("us-1" if side == ALLIED else "de-352") if impulse == 2 else 0
    assert {name: getattr(s, name) for name in SETS} == dict.fromkeys(SETS, 0) | {"pinned": held}
    assert bool(s.driven_in) is not (impulse == 1 and side == ALLIED)
    assert not s.began & desk.units_of("us-4 de-353"), "they have moved in the impulse before"


@rule("8.9", "12.8")
def test_only_the_moving_side_is_pinned_in_a_hex_of_both(desk):
    """Paratroopers can stand with the enemy (20.8)."""
    for side, held in (("allied", "us-1 br-6ab"), ("german", "de-352 de-353")):
        s = desk.set_up({"us-1": "M9", "br-6ab": "M8", "de-352": "M8", "de-353": "M10"}, side=side, steps=[])
        StartMove(2).run(s, None)
        assert s.pinned == desk.units_of(held)


@rule("33.3.1")
def test_how_long_a_hex_that_began_too_full_may_stay_so(desk):
    """In M9, clear ground, three may stack. Four Germans who all cannot move are too many through no fault of theirs;
    who has moved or could move does not count, nor who stacks free."""
    four = ["de-352", "de-353", "de-91", "de-77"]
    units = dict.fromkeys(four, "M9") | {"de-hq-ag-b": "M9", "us-1": "T20"}

    def found(stuck, moved=""):
        s = desk.set_up(units, side="german", steps=[], scenario="bulge", turn="dec-3")
        s.crowded = desk.hexes_of("M9 M10")
        s.stuck, s.moved = desk.units_of(stuck), desk.units_of(moved)
        return stuck_together(s)

    m9 = desk.hexes_of("M9")
    limit = desk.w.stack_limit[desk.hex("M9")]
    assert limit == 3
    assert found(" ".join(four)) == m9
    assert found(" ".join([*four, "de-hq-ag-b"])) == m9
    assert found(" ".join([*four[:3], "de-hq-ag-b"])) == 0, "the HQ stacks free"
    assert found(" ".join(four[:3])) == 0
    assert found("") == 0
    for mover in four:
        assert found(" ".join(four), mover) == 0, "who has moved came here or could have gone on"


@rule("15.10", "28.4")
def test_what_must_be_done_before_an_impulse_ends_is_asked_for_the_moving_side(desk):
    s: Position = desk.set_up({"us-1": "N7", "de-347": "T7"}, frozen="de-347", turn="jun-3", invaded=1 << 3)
    u = desk.unit("us-1")
    step = s.stack[-1]
    for trespassing, driven, side, free in (
        (0, 0, 1, True), (1, 0, 1, False), (1, 1, 1, True), (0, 1, 1, True), (1, 0, 0, True)
    ):  # fmt: skip
        s.trespassing, s.driven_in, s.side = trespassing << u, driven << u, side
        s.facts = None
        assert nothing_left(s, step, SEATS[side]) is free, (trespassing, driven, side)


@rule("16.3", "30.2")
def test_what_is_destroyed_or_captured_is_told_once(desk):
    """Fortresses, U-Boat bases and V1 sites that the Allies hold already."""
    w = desk.w
    for h in members(w.fortresses | w.u_boat_bases | w.v1_sites)[:12]:
        s = desk.set_up({"us-1": w.labels[h]}, steps=[], ruined=0, bases_taken=0, sites_taken=0)
        told: list[list[str]] = []
        for _ in range(2):
            ev = Events()
            allied_control(s, h, ev)
            told.append([happened.event.text(w) for happened in ev.items])
        assert told[0]
        assert told[1] == [], "nothing is left to take"
