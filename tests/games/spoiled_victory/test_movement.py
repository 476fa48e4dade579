"""10.1: Unit Movement."""

from __future__ import annotations

import pytest
from dunkirk_desk import DATA, GAME, Desk

from grognard.games.spoiled_victory.rules.movement import reach, route
from grognard.games.spoiled_victory.rules.state import FOOT, TRUCK
from grognard.suite import rule


def _reach(desk: Desk, unit: str, how: int) -> set[str]:
    return set(DATA.place_list(reach(desk.s, DATA.unit[unit], how)))


@rule("10.1")
@pytest.mark.parametrize(("turn", "far"), [(1, 2), (2, 1)])
def test_foot_movement_is_two_spaces_by_day_and_one_by_night(turn: int, far: int) -> None:
    desk = Desk(turn=turn).put("1-loyals", "D4")
    one = {"C4", "E4", "D3", "D5"}
    two = one | {"B4", "B3", "C3", "C5", "E3", "E5", "F4", "D2"}
    assert _reach(desk, "1-loyals", FOOT) == (two if far == 2 else one)


@rule("10.1")
def test_truck_movement_is_unlimited_by_day_and_four_spaces_by_night() -> None:
    desk = Desk().put("1-loyals", "A2")
    open_land = {x for i, x in enumerate(DATA.place_ids[: DATA.land]) if not DATA.belgian_area >> i & 1}
    # Start spaces hold Germans, whom the unit would attack; only B1 lies beyond the Marsh of B2, where it stops.
    assert _reach(desk, "1-loyals", TRUCK) == open_land - {"A2", "B1"}
    night = Desk(turn=2).put("1-loyals", "A2")
    assert "C5" in _reach(night, "1-loyals", TRUCK), "A3, A4, A5 or B4, C5"
    assert "D5" not in _reach(night, "1-loyals", TRUCK)


@rule("10.1.3")
def test_the_3rd_division_moves_by_day_rates_at_night() -> None:
    desk = Desk(turn=2).put("1-grenadier-guards", "A2").put("1-loyals", "A2")
    assert "F5" in _reach(desk, "1-grenadier-guards", TRUCK)
    assert "A4" in _reach(desk, "1-grenadier-guards", FOOT)
    assert "A4" not in _reach(desk, "1-loyals", FOOT)


@rule("10.1")
def test_one_payment_moves_the_units_of_a_space_wherever_they_like() -> None:
    desk = Desk().put("1-loyals", "C2").put("9-sherwood-foresters", "C2").put("5-border", "D2").actions(1)
    desk.play("move 1-loyals C4")
    assert desk.s.actions == 0
    assert desk.why("move 5-border D3") == {"10.1"}, "another space has to be paid for"
    desk.play("move 9-sherwood-foresters D3")
    assert desk.legal() == {"end"}


@rule("10.1")
def test_the_price_is_one_action_on_foot_and_two_by_truck() -> None:
    desk = Desk().put("1-loyals", "C2").actions(3).play("move 1-loyals C4")
    assert desk.s.actions == 2
    desk.play("move 1-loyals F5")
    assert desk.s.actions == 0


@rule("10.1")
def test_a_truck_group_goes_by_truck() -> None:
    desk = Desk().put("1-loyals", "C2").put("9-sherwood-foresters", "C2").actions(2).play("move 1-loyals F5")
    desk.play("move 9-sherwood-foresters E5")
    assert desk.where("9-sherwood-foresters") == "E5"


@rule("10.1")
def test_another_action_closes_the_group() -> None:
    desk = Desk().put("1-loyals", "C2").put("9-sherwood-foresters", "C2").actions(2)
    desk.play("move 1-loyals C4", "create A5")
    assert desk.legal() == {"end"}


@rule("10.1.2")
def test_nations_do_not_move_together_and_evacuees_go_with_any() -> None:
    desk = Desk().put("1-loyals", "D3").put("i-150-ri", "D3").evacuees(1, "D3").put("5-border", "D3").actions(1)
    desk.play("move i-150-ri D4")
    assert "move 1-loyals" not in desk.legal()
    desk.play("move evacuees-1 D4")
    assert desk.where("1-loyals") == "D3"
    first = Desk().put("1-loyals", "D3").put("i-150-ri", "D3").evacuees(1, "D3").actions(1).play("move evacuees-1 D4")
    assert {"move 1-loyals", "move i-150-ri"} <= first.legal(), "evacuees have no nation; the next mover decides"
    first.play("move 1-loyals D4")
    assert first.where("i-150-ri") == "D3"
    assert first.legal() == {"end"}


@rule("10.1", "3.1-marsh", "10.7")
def test_units_stop_on_entering_a_marsh() -> None:
    desk = Desk().put("1-loyals", "C2")
    desk.s.flooded = True
    assert "C3" in _reach(desk, "1-loyals", FOOT)
    assert "C4" not in _reach(desk, "1-loyals", FOOT)
    out = Desk().put("1-loyals", "B2")
    assert "B3" in _reach(out, "1-loyals", FOOT), "Allied units leave a Marsh without a roll"


@rule("10.1", "10.1.8")
def test_units_stop_on_meeting_a_german_unless_it_is_engaged() -> None:
    desk = Desk().german("D3").put("1-loyals", "C3").actions(3)
    assert "D3" in _reach(desk, "1-loyals", FOOT)
    assert "E3" not in _reach(desk, "1-loyals", FOOT)
    engaged = Desk().german("D3").put("1-loyals", "C3").put("5-border", "D3").actions(3)
    assert "E3" in _reach(engaged, "1-loyals", FOOT), "a space with Engaged units may be passed"
    met = desk.play("move 1-loyals D3")
    assert met.why("move 1-loyals E3") == {"10.1"}


@rule("10.1.4", "9.3.4")
def test_nobody_goes_behind_a_german() -> None:
    desk = Desk().german("C4").put("1-loyals", "D3").actions(3)
    assert desk.why("move 1-loyals C3") == {"10.1.4"}
    assert not {"C1", "C2", "C3"} & _reach(desk, "1-loyals", TRUCK)
    assert "C4" in _reach(desk, "1-loyals", TRUCK)


@rule("10.1.1")
def test_combat_units_stack_freely_and_evacuees_do_not() -> None:
    desk = (
        Desk()
        .evacuees(1, "C5")
        .evacuees(2, "C5")
        .evacuees(3, "D5")
        .put("1-loyals", "D5")
        .put("5-border", "C5")
        .actions(2)
    )
    assert desk.why("move evacuees-3 C5") == {"10.1.1"}
    assert "C5" in desk.ends("move 1-loyals")
    assert "B4" in desk.ends("move evacuees-3"), "any number may pass through"
    four = Desk()
    for n in (1, 2, 3):
        four.evacuees(n, "A5")
    four.evacuees(4, "A4").evacuees(5, "A4").actions(2).play("move evacuees-4 A5")
    assert four.why("move evacuees-5 A5") == {"10.1.1"}


@rule("10.1.5")
def test_ghq_moves_as_many_units_free_as_its_factor() -> None:
    desk = Desk().put("ghq", "G5/H5").put("1-loyals", "G5/H5").put("5-border", "G5/H5").put("i-150-ri", "G5/H5")
    desk.put("1-east-surrey", "G5/H5").put("4-green-howards", "G4").actions(1)
    assert desk.why("free i-150-ri F5") == {"10.1.5"}
    assert desk.why("free ghq F5") == {"10.1.5"}
    assert desk.why("free 4-green-howards F5") == {"10.1.5"}
    desk.play("free 1-loyals A5", "free 5-border F5")
    assert desk.s.actions == 1
    assert desk.why("free 1-east-surrey F5") == {"10.1.5"}


@rule("10.1.5", "10.1.6")
def test_a_suppressed_ghq_still_lets_others_move() -> None:
    desk = Desk().put("ghq", "G5/H5", suppressed=True).put("1-loyals", "G5/H5").actions(1)
    assert "free 1-loyals" in desk.legal()
    assert desk.why("move ghq F5") == {"10.1.6"}


@rule("10.1.6")
def test_suppressed_units_do_not_move() -> None:
    desk = Desk().put("1-loyals", "C2", suppressed=True).put("9-sherwood-foresters", "C2").actions(2)
    assert desk.why("move 1-loyals C3") == {"10.1.6"}
    desk.play("move 9-sherwood-foresters C3")
    assert "move 1-loyals" not in desk.legal()


@rule("10.1.7")
def test_the_belgian_area_is_closed_until_the_surrender() -> None:
    desk = Desk().put("1-loyals", "G4").put("i-270-ri", "G4").put("ghq", "G4").put("yser-garrison", "G4").actions(4)
    for unit in ("1-loyals", "i-270-ri"):
        assert desk.why(f"move {unit} H4") == {"10.1.7"}
        assert "G5/H5" in desk.ends(f"move {unit}"), "La Panne counts as track G"
    assert "H4" in desk.ends("move ghq")
    assert "H4" in desk.ends("move yser-garrison")
    desk.s.surrendered = True
    assert "H4" in desk.ends("move 1-loyals")


@rule("10.1.7")
def test_a_unit_driven_there_must_leave_at_the_first_opportunity() -> None:
    desk = Desk().put("1-loyals", "H4").put("5-border", "C2").evacuees(1, "C5")
    desk.s.astray = 1 << DATA.unit["1-loyals"]
    desk.actions(2)
    for text in ("move 5-border C3", "upgrade evacuees-1", "end", "create A5", "spirit"):
        assert "10.1.7" in desk.why(text)
    assert desk.why("move 1-loyals H3") == {"10.1.7"}, "it must get off tracks H, I and J"
    desk.play("move 1-loyals G4")
    assert not desk.s.astray
    assert "end" in desk.legal()


@rule("10.1.7", "10.1.5")
def test_a_free_move_with_ghq_is_an_opportunity_too() -> None:
    desk = Desk().put("1-loyals", "H4").put("ghq", "H4").put("5-border", "C2").evacuees(1, "C5")
    desk.s.astray = 1 << DATA.unit["1-loyals"]
    desk.actions(0)
    assert desk.legal() == {"free 1-loyals"}
    assert desk.why("end") == {"10.1.7"}
    assert desk.why("free 1-loyals H3") == {"10.1.7"}
    desk.play("free 1-loyals G4")
    assert not desk.s.astray
    assert desk.legal() == {"end"}
    used = Desk().put("1-loyals", "H4").put("ghq", "H4")
    used.s.astray = 1 << DATA.unit["1-loyals"]
    used.actions(0)
    used.s.ghq_moves = 2
    assert used.legal() == {"end"}, "GHQ's moves are made"
    apart = Desk().put("1-loyals", "H4").put("ghq", "G4")
    apart.s.astray = 1 << DATA.unit["1-loyals"]
    assert apart.actions(0).legal() == {"end"}, "GHQ is elsewhere"


@rule("10.1.7", "16.0")
def test_montgomerys_sidestep_is_an_opportunity_too() -> None:
    desk = Desk(turn=2).put("1-grenadier-guards", "H4").put("1-coldstream-guards", "E3").put("1-loyals", "H4")
    desk.s.astray = 1 << DATA.unit["1-grenadier-guards"] | 1 << DATA.unit["1-loyals"]
    desk.s.sidestep = True
    desk.actions(0)
    assert desk.legal() == {"sidestep 1-grenadier-guards"}, (
        "the Loyals have no way out, and the event is not for them"
    )
    assert desk.why("end") == {"10.1.7"}
    assert desk.why("sidestep 1-coldstream-guards") == {"10.1.7"}
    desk.play("sidestep 1-grenadier-guards A5")
    assert desk.s.astray == 1 << DATA.unit["1-loyals"]
    assert desk.legal() == {"end"}
    second = Desk().put("1-grenadier-guards", "H4").put("1-coldstream-guards", "H4")
    second.s.astray = 1 << DATA.unit["1-grenadier-guards"] | 1 << DATA.unit["1-coldstream-guards"]
    second.s.sidestep = True
    second.actions(0).play("sidestep 1-grenadier-guards A5")
    assert second.legal() == {"sidestep 1-coldstream-guards"}, "the event goes on for the units of that space"


@rule("10.1.7")
def test_one_that_cannot_leave_holds_nobody_up() -> None:
    desk = Desk().put("1-loyals", "H4", suppressed=True).put("5-border", "C2")
    desk.s.astray = 1 << DATA.unit["1-loyals"]
    desk.actions(2)
    assert "end" in desk.legal()


@rule("10.1")
def test_a_move_shows_its_way_and_price() -> None:
    desk = Desk().put("1-loyals", "C2").actions(2)
    preview = GAME.preview(desk.s, "allies", GAME.read(desk.s, "allies", "move 1-loyals C4"))
    assert preview is not None
    assert preview.path == ("C2", "C3", "C4")
    assert preview.cost.startswith("1 Player Action")
    assert len(route(desk.s, DATA.unit["1-loyals"], DATA.place["F5"])) > 3
