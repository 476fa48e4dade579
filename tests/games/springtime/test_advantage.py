"""11 The Advantage, and standing orders about it."""

from __future__ import annotations

from typing import Any

import pytest
from springtime_desk import DATA, act, battle, controller, cup, desk, held, log, rules_against, steps, where

from grognard.suite import rule

ALLIES, AXIS, NOBODY = 0, 1, 2


def overrun(advantage: int, **fields: Any) -> Any:
    table = desk({"guderian-pz": "3", "fr-2": "17", "fr-1": "17", "ge-2": "3"}, advantage=advantage, **fields)
    table.play(["assault K", "move guderian-pz 17"])
    battle(table, "attack 17 guderian-pz", [6, 6, 1, 1], lead="fr-2")
    return table


@rule("11.1.2", "11.1", "11.2")
def test_heroic_defense_turns_an_overrun_into_a_stalemate() -> None:
    table = overrun(ALLIES)
    assert table.seat == "allies"
    assert table.decision().step == "BattleWindow"
    assert where(table, "fr-2") == "17"
    assert rules_against(table, "maximum-attack") == {"11.1.3"}
    table.play("heroic-defense")
    assert (steps(table, "fr-2"), steps(table, "guderian-pz")) == (1, 1)
    assert table.state.advantage == NOBODY
    table.play("stay")
    table.play("stay")
    act(table, "end")
    assert table.state.advantage == AXIS


@rule("11.1.2")
def test_the_window_opens_only_for_the_holder() -> None:
    for advantage in (AXIS, NOBODY):
        table = overrun(advantage)
        assert table.decision().step != "BattleWindow"
        assert where(table, "fr-2") == "eliminated"


@rule("11.1.2", "6.1.3")
def test_a_defence_that_became_a_stalemate_flips_no_leader() -> None:
    table = overrun(ALLIES, confidence=True)
    table.play("heroic-defense")
    assert sum(table.state.flipped) == 0


@rule("11.1.3")
def test_maximum_attack_turns_a_repulse_into_a_stalemate() -> None:
    table = desk({"ge-4": "5", "ge-12": "3", "fr-9": "11"}, advantage=AXIS)
    table.play(["assault A", "move ge-4 11"])
    battle(table, "attack 11 ge-4", [1, 1, 6, 6])
    assert rules_against(table, "heroic-defense") == {"11.1.2"}
    table.play("maximum-attack")
    assert (steps(table, "ge-4"), steps(table, "fr-9")) == (1, 1)
    table.play("stay")
    table.play("stay")
    assert where(table, "ge-4") == "11"
    assert controller(table, "11") == "allies"


@rule("11.1.4", "6.2.1", "11.2")
@pytest.mark.parametrize("holder", [ALLIES, AXIS])
def test_soldier_on_ignores_a_logistics_roll(holder: int) -> None:
    table = desk({"ge-4": "5", "fr-8": "20"}, impulse=4, advantage=holder)
    table.play("pass", forced=[3])
    assert table.seat == ("allies", "axis")[holder]
    table.play("soldier-on")
    assert table.state.impulse == 5
    assert table.state.advantage == 1 - holder


@rule("6.2.1")
@pytest.mark.parametrize(("die", "goes_on"), [(4, True), (3, False)])
def test_a_logistics_roll_below_the_impulse_ends_the_phase(die: int, goes_on: bool) -> None:
    table = desk({"ge-4": "5", "fr-8": "20"}, impulse=4, advantage=NOBODY)
    table.play("pass", forced=[die] if goes_on else [die, "de-gaulle", "plan-red"])
    assert (table.state.turn, table.state.impulse) == ((2, 5) if goes_on else (3, 1))


@rule("6.2.1", "11.1.4")
def test_the_last_space_ends_the_phase_and_soldier_on_is_not_offered() -> None:
    table = desk({"ge-4": "5", "fr-8": "20"}, impulse=8, advantage=AXIS)
    table.play("pass", forced=[6, "de-gaulle", "plan-red"])
    assert table.state.turn == 3


@rule("11.1.1")
def test_paris_may_be_opened_when_the_axis_are_next_to_it() -> None:
    far = desk({"ge-4": "17", "fr-8": "20"}, axis="17", advantage=AXIS)
    assert rules_against(far, "open-city") == {"11.1.1"}
    near = desk({"ge-4": "24", "fr-8": "20"}, axis="17 24", advantage=AXIS)
    near.play("open-city")
    assert near.state.open_city
    assert rules_against(near, "open-city") == {"11.1", "11.1.1"}
    without = desk({"ge-4": "24", "fr-8": "20"}, axis="17 24", advantage=ALLIES)
    assert rules_against(without, "open-city") == {"11.1"}


@rule("11.1.1")
def test_the_other_holder_is_asked_before_the_impulse() -> None:
    table = desk({"ge-4": "24", "fr-8": "20"}, axis="11 17 24", impulse=1, advantage=ALLIES)
    table.play("pass")
    assert (table.seat, table.decision().step) == ("allies", "OpenCityWindow")
    table.play("open-city")
    assert table.state.open_city
    assert table.seat == "axis"


@rule("11.1.1", "4.4.9")
@pytest.mark.parametrize(("is_open", "change"), [(False, -10), (True, -5)])
def test_the_fall_of_paris(is_open: bool, change: int) -> None:
    table = desk({"ge-4": "24", "ge-12": "3", "fr-8": "20"}, axis="11 17 24", advantage=NOBODY, open_city=is_open)
    table.play(["assault A", "move ge-4 25"])
    assert table.state.morale == 30 + change
    assert controller(table, "25") == "axis"


@rule("11.1.5")
def test_an_extra_event_after_one_was_played_in_an_earlier_impulse() -> None:
    quiet = {"ge-4": "5", "fr-8": "20"}
    table = desk(quiet, impulse=4, advantage=AXIS, draws_axis=1)
    assert rules_against(table, "draw-event") == {"11.1.5"}
    table = desk(quiet, impulse=4, advantage=AXIS, draws_axis=1, played_axis=2)
    table.play("draw-event", forced=["air-supremacy"])
    assert table.state.held_axis == held("air-supremacy")
    assert table.state.advantage == NOBODY
    assert "Air Supremacy" not in log(table, "allies")
    table.play("play air-supremacy")
    assert table.state.air_strong[:2] == [1, 1]


@rule("11.1.5")
def test_an_extra_event_may_replace_the_one_held_but_two_draws_are_the_most() -> None:
    quiet = {"ge-4": "5", "fr-8": "20"}
    own: dict[str, Any] = {"held_axis": held("de-gaulle"), "cup": cup("de-gaulle"), "advantage": AXIS}
    table = desk(quiet, draws_axis=1, **own)
    table.play("draw-event", forced=["plan-red"])
    assert table.state.held_axis == held("plan-red")
    assert table.state.cup >> DATA.event["de-gaulle"] & 1, "the marker in hand goes back"
    assert not table.state.cup >> DATA.event["plan-red"] & 1
    table = desk(quiet, draws_axis=2, **own)
    assert rules_against(table, "draw-event") == {"11.1.5"}


@rule("15.1", "11.1.5")
@pytest.mark.parametrize("turn", [1, 2])
def test_on_turn_one_the_axis_cannot_gain_air_supremacy_by_an_extra_draw(turn: int) -> None:
    table = desk(
        {"ge-4": "5", "fr-8": "20"},
        turn=turn,
        impulse=8,
        draws_axis=1,
        advantage=AXIS,
        held_axis=held("de-gaulle"),
        cup=cup("de-gaulle"),
    )
    table.play("draw-event", forced=["air-supremacy", "plan-red"][: 3 - turn])
    supremacy = 1 << DATA.event["air-supremacy"]
    if turn == 1:
        assert table.state.held_axis == held("plan-red")
        assert table.state.cup & supremacy
        assert "draw again" in log(table, "allies")
    else:
        assert table.state.held_axis == held("air-supremacy")
        assert not table.state.cup & supremacy
    assert table.state.draws_axis == 2


@rule("11.1", "11.2")
def test_standing_orders_answer_for_the_holder_and_tell_nothing() -> None:
    table = desk({"guderian-pz": "3", "fr-2": "17", "fr-1": "17", "ge-2": "3"}, advantage=ALLIES)
    table.order("save-advantage", seat="allies")
    table.play(["assault K", "move guderian-pz 17"])
    battle(table, "attack 17 guderian-pz", [6, 6, 1, 1], lead="fr-2")
    assert where(table, "fr-2") == "eliminated"
    assert "order" not in log(table, "axis").lower()


SOLDIERS = {"hoth-pz": "17", "ge-4": "17", "fr-10": "25", "fr-8": "20"}


@rule("11.1.1")
def test_the_active_holder_may_open_paris_in_the_middle_of_his_assault() -> None:
    table = desk(SOLDIERS, axis="11 17", advantage=AXIS)
    table.play("assault A")
    assert rules_against(table, "open-city") == {"11.1.1"}  # no Area next to Paris is Axis yet
    table.play(["move ge-4 24", "open-city"])
    assert table.state.open_city
    assert table.decision().step == "AssaultMoves"


@rule("11.1.1")
def test_the_other_holder_is_asked_when_the_first_area_next_to_paris_falls() -> None:
    table = desk(SOLDIERS, axis="11 17", advantage=ALLIES)
    table.play(["assault A", "move ge-4 24"])
    assert (table.seat, table.decision().step) == ("allies", "OpenCityWindow")
    assert table.decision().prompt == "Declare Paris an open city with the Advantage?"
    table.play("open-city")
    assert table.state.open_city
    assert (table.seat, table.decision().step) == ("axis", "AssaultMoves")


@rule("11.1.1")
def test_the_other_holder_is_asked_again_when_paris_is_attacked() -> None:
    table = desk(SOLDIERS, axis="11 17", advantage=ALLIES)
    table.play(["assault A", "move ge-4 24", "decline", "move hoth-pz 25", "attack 25 hoth-pz"])
    assert (table.seat, table.decision().step) == ("allies", "OpenCityWindow")
    assert "Paris is attacked" in table.decision().prompt


@rule("11.1.1")
def test_a_battle_next_to_paris_lets_the_other_holder_declare_it_open() -> None:
    table = desk({**SOLDIERS, "fr-6": "24"}, axis="11 17", advantage=ALLIES)
    table.play(["assault A", "move hoth-pz 24"])
    battle(table, "attack 24 hoth-pz", [6, 6, 1, 1])
    table.play("decline")  # no Heroic Defense
    assert (table.seat, table.decision().step) == ("allies", "OpenCityWindow")


@rule("11.1.2", "10.5.6")
def test_only_if_lost_asks_where_the_defenders_have_no_retreat() -> None:
    """Two armies in Namur, every Area around it Axis: a Success would eliminate both."""
    units = {"ge-4": "11", "fr-9": "12", "fr-1": "12", "ge-12": "3"}
    trapped = desk(units, axis="10 11 13 16 17", advantage=ALLIES)
    free = desk(units, axis="10 11 13 17", advantage=ALLIES)
    for table in (trapped, free):
        table.order("only-if-lost", "allies")
        table.play(["assault A", "move ge-4 12"])
        battle(table, "attack 12 ge-4", [6, 6, 1, 1], lead="fr-9", air="air luftwaffe-1")
    assert trapped.decision().step == "BattleWindow"
    assert free.decision().step == "Retreat"


@rule("11.1.2", "10.5.6", "10.2")
def test_only_if_lost_looks_at_the_own_units_alone() -> None:
    """The attacker stands in contested Namur among Allied Areas and could not retreat; the defenders can."""
    table = desk({"ge-4": "12", "fr-9": "12", "fr-1": "12", "ge-12": "3"}, advantage=ALLIES)
    table.order("only-if-lost", "allies")
    table.play("assault A")
    battle(table, "attack 12 ge-4", [6, 6, 1, 1], lead="fr-9")
    assert table.decision().step == "Retreat"


@rule("11.1.1", "7.2")
@pytest.mark.parametrize(("answer", "morale"), [("open-city", 25), ("decline", 20)])
def test_a_dash_into_paris_in_one_move_halts_for_the_declaration(answer: str, morale: int) -> None:
    table = desk({"guderian-pz": "17", "ge-2": "17", "fr-8": "20"}, axis="11 17", advantage=ALLIES)
    table.play(["assault K", "move guderian-pz 25"])
    assert (table.seat, table.decision().step, where(table, "guderian-pz")) == ("allies", "OpenCityWindow", "24")
    table.play(answer)
    assert (where(table, "guderian-pz"), controller(table, "25")) == ("25", "axis")
    assert table.state.morale == morale  # 30 less 5 for an open city, less 10 otherwise
    assert table.decision().step == "AssaultMoves"


@rule("11.1.1", "10.1")
def test_a_dash_into_a_defended_paris_still_owes_its_attack() -> None:
    units = {"guderian-pz": "17", "ge-2": "17", "fr-8": "20", "fr-10": "25"}
    table = desk(units, axis="11 17", advantage=ALLIES)
    table.play(["assault K", "move guderian-pz 25", "decline"])
    assert where(table, "guderian-pz") == "25"
    assert rules_against(table, "end") == {"10.1"}


@rule("11.1.1", "7.2")
@pytest.mark.parametrize(("answer", "morale"), [("open-city", 25), ("decline", 20)])
def test_a_march_into_an_empty_paris_waits_for_the_declaration(answer: str, morale: int) -> None:
    """Reims was Axis before, so nothing but the march itself asks the holder."""
    table = desk({"ge-4": "24", "ge-12": "3", "fr-8": "20"}, axis="11 17 24", advantage=ALLIES)
    table.play(["assault A", "move ge-4 25"])
    assert (table.seat, table.decision().step, where(table, "ge-4")) == ("allies", "OpenCityWindow", "24")
    assert "about to fall" in table.decision().prompt
    table.play(answer)
    assert (where(table, "ge-4"), controller(table, "25"), table.state.morale) == ("25", "axis", morale)
    assert (table.seat, table.decision().step) == ("axis", "AssaultMoves")
    assert rules_against(table, "move ge-4 24") == {"9.1"}  # its move is made


@rule("11.1.1", "18.1")
@pytest.mark.parametrize(("answer", "morale"), [("open-city", 25), ("decline", 20)])
def test_a_drop_into_an_empty_paris_waits_for_the_declaration(answer: str, morale: int) -> None:
    units = {"ge-4": "24", "ge-12": "3", "fr-8": "20"}
    table = desk(units, axis="11 17 24", advantage=ALLIES, options={"axis-airdrops": True})
    table.play(["assault A", "drop 25"])
    assert (table.seat, table.decision().step, where(table, "airlanding")) == ("allies", "OpenCityWindow", "off")
    act(table, answer)
    assert (where(table, "airlanding"), controller(table, "25"), table.state.morale) == ("25", "axis", morale)
    assert table.decision().step == "AssaultMoves"


@rule("11.1.1")
def test_keep_paris_answers_for_an_empty_paris() -> None:
    table = desk({"ge-4": "24", "ge-12": "3", "fr-8": "20"}, axis="11 17 24", advantage=ALLIES)
    table.order("keep-paris", "allies")
    table.play(["assault A", "move ge-4 25"])
    assert (table.seat, where(table, "ge-4"), table.state.morale) == ("axis", "25", 20)


@rule("11.1.1", "9.1")
def test_a_dash_into_an_open_paris_is_one_move() -> None:
    """Nothing is left to declare, so that nothing interrupts it."""
    units = {"guderian-pz": "17", "ge-2": "17", "fr-8": "20"}
    table = desk(units, axis="11 17", advantage=ALLIES, open_city=True)
    table.play(["assault K", "move guderian-pz 25"])
    assert (table.seat, where(table, "guderian-pz"), table.state.morale) == ("axis", "25", 25)
    assert log(table).count("moves from") == 1
