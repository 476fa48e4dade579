"""10.2 to 10.10: the other Player Actions."""

from __future__ import annotations

import pytest
from dunkirk_desk import DATA, GAME, Desk

from grognard.games.spoiled_victory.rules.event_phase import EventPhase
from grognard.games.spoiled_victory.rules.german_moves import GermanPhase
from grognard.suite import rule


@rule("10.0")
def test_an_action_needs_its_price_and_the_phase_can_be_ended_early() -> None:
    desk = Desk().actions(1)
    assert desk.why("flood") == {"10.0"}
    assert desk.why("build") == {"10.0"}
    assert desk.play("end").s.actions == 0


@rule("10.2", "3.1-beach", "3.1-east-jetty", "2.0")
def test_in_may_evacuees_form_from_nothing_on_jetty_and_beaches() -> None:
    desk = Desk(turn=10).german("F5").put("1-loyals", "C5").actions(3)
    assert desk.ends("create") == {"A5", "C5", "D5", "E5"}
    assert desk.why("create F5") == {"10.2"}
    assert desk.why("create C4") == {"10.2"}
    assert desk.why("convert 1-loyals") == {"10.2"}
    desk.play("create C5")
    assert not desk.is_full("evacuees-1")


@rule("10.2", "2.0")
def test_in_june_only_by_converting() -> None:
    desk = (
        Desk(turn=11)
        .put("1-loyals", "C5")
        .put("5-border", "C4")
        .put("1-east-surrey", "D5", suppressed=True)
        .actions(3)
    )
    assert desk.why("create A5") == {"10.2"}
    assert desk.ends("convert") == {"1-loyals"}
    assert desk.why("convert 5-border") == {"10.2"}
    assert desk.why("convert 1-east-surrey") == {"10.2"}
    engaged = Desk(turn=11).put("1-loyals", "C5").german("C5").actions(1)
    assert engaged.why("convert 1-loyals") == {"10.2"}


@rule("10.2", "10.1.1", "10.2.1")
def test_stacking_limits_creation_and_conversion() -> None:
    desk = Desk(turn=9).actions(6).play("create C5", "create C5")
    assert desk.why("create C5") == {"10.1.1"}
    for _ in range(4):
        desk.play("create A5")
    assert desk.s.actions == 0
    june = Desk(turn=11).evacuees(1, "C5").evacuees(2, "C5").put("1-loyals", "C5").actions(1)
    assert june.why("convert 1-loyals") == {"10.1.1"}


@rule("10.2.1")
def test_no_counter_in_the_pool_no_evacuee() -> None:
    desk = Desk(turn=9)
    for n in range(1, 15):
        desk.evacuees(n, "staging")
    assert desk.actions(1).why("create A5") == {"10.2.1"}
    desk.s.turn = 11
    assert desk.put("1-loyals", "C5").actions(1).why("convert 1-loyals") == {"10.2.1"}


@rule("10.2.2")
@pytest.mark.parametrize(("turn", "french"), [(11, False), (13, False), (14, True), (18, True)])
def test_who_may_convert_when(turn: int, french: bool) -> None:
    desk = Desk(turn=turn).put("1-loyals", "C5").put("i-150-ri", "D5").put("yser-garrison", "E5").actions(3)
    assert desk.ends("convert") == ({"1-loyals", "i-150-ri"} if french else {"1-loyals"})
    assert desk.why("convert yser-garrison") == {"10.2.2"}
    if not french:
        assert desk.why("convert i-150-ri") == {"10.2.2"}


@rule("10.2", "10.1.5")
def test_ghq_converts_like_any_british_unit() -> None:
    assert "convert ghq" in Desk(turn=11).put("ghq", "C5").actions(1).legal()


@rule("10.3")
def test_upgrading_needs_an_unsuppressed_one_on_land() -> None:
    desk = Desk(turn=12).evacuees(1, "C4").evacuees(2, "staging").evacuees(3, "C5", suppressed=True)
    desk.evacuees(4, "D5", full=True).actions(2)
    assert desk.ends("upgrade") == {"evacuees-1"}
    assert all(desk.why(f"upgrade evacuees-{n}") == {"10.3"} for n in (2, 3, 4, 5))
    assert desk.play("upgrade evacuees-1").is_full("evacuees-1")


@rule("10.4", "9.1")
def test_an_intelligence_report_is_the_next_german_card() -> None:
    desk = Desk().actions(2).play("intelligence").draw("schnell")
    assert desk.s.intelligence == DATA.card["schnell"]
    assert desk.s.actions == 1
    assert desk.why("intelligence") == {"10.4"}
    desk.step(GermanPhase())
    assert desk.german_at("C") == "C3"
    assert desk.s.intelligence == -1
    assert desk.s.discards >> DATA.card["schnell"] & 1


@rule("10.4")
def test_no_report_on_the_last_turn() -> None:
    assert Desk(turn=18).actions(2).why("intelligence") == {"10.4"}


@rule("10.4.1")
@pytest.mark.parametrize("card", ["german-reconnaissance", "major-offensive", "blitzkrieg", "tightening-the-noose"])
def test_false_intelligence(card: str) -> None:
    desk = Desk().actions(1).play("intelligence").draw("schnell").step(EventPhase()).draw(card)
    assert desk.s.intelligence == -1
    assert desk.s.discards >> DATA.card["schnell"] & 1


@rule("10.4.1")
@pytest.mark.parametrize("card", ["halt-order", "massed-artillery"])
def test_other_events_leave_the_report_in_force(card: str) -> None:
    desk = Desk().actions(1).play("intelligence").draw("schnell").step(EventPhase()).draw(card)
    assert desk.s.intelligence == DATA.card["schnell"]


@rule("10.4.1")
def test_with_two_cards_the_report_comes_first() -> None:
    desk = Desk().actions(1).play("intelligence").draw("heavy-surf").event("vorwarts").step(GermanPhase())
    assert desk.german_at("D") == "D2"
    assert desk.top == "GermanMovesCard", "the second one is drawn"


def _rolled(*dice: int) -> Desk:
    desk = Desk().german("D2").put("1-loyals", "D3")
    desk.s.spirit = True
    return desk.call("D").roll(*dice)


@rule("10.5", "9.3a")
def test_the_spirit_rerolls_chosen_dice_once() -> None:
    desk = _rolled(6, 6, 1, 2)
    assert desk.legal() == {"accept", "reroll 1", "reroll 2", "reroll 3", "reroll 4"}
    desk.play("reroll 1 2")
    assert desk.dice == 2
    desk.roll(3, 1)
    assert not desk.s.spirit
    assert desk.german_at("D") == "D2", "3, 1, 1 and 2 against 3: no Win"
    assert desk.is_reduced("D"), "and two 1s"
    assert not desk.is_disrupted("D"), "one die equals the Defense Number"


@rule("10.5")
def test_the_new_dice_stand_even_if_worse() -> None:
    desk = _rolled(4, 1, 2, 2).play("reroll 1 2").roll(6, 6)
    assert desk.top == "ApplyWins"
    assert desk.s.stack[-1].wins == 2


@rule("10.5")
def test_the_spirit_helps_an_allied_attack_and_is_bought_again() -> None:
    desk = Desk().german("D3").put("3-grenadier-guards", "E3")
    desk.s.spirit = True
    desk.actions(1).play("move 3-grenadier-guards D3", "end").roll(5, 1, 1, 2).play("reroll 2 3").roll(6, 6)
    assert desk.german_at("D") == "D2"
    assert not desk.s.spirit
    desk.actions(2).play("spirit")
    assert desk.s.spirit
    assert desk.s.actions == 1
    assert desk.why("spirit") == {"10.5"}


@rule("10.5")
def test_the_game_begins_with_the_marker() -> None:
    assert GAME.start().spirit


@rule("10.5")
@pytest.mark.parametrize(
    ("order", "dice", "asked"),
    [
        ("no-spirit", (6, 6, 6, 6), False),
        ("spirit-if-two-wins", (6, 1, 1, 2), False),
        ("spirit-if-two-wins", (6, 6, 1, 2), True),
        ("spirit-if-loss", (6, 6, 1, 2), False),
        ("spirit-if-loss", (6, 6, 6, 2), True),
    ],
)
def test_standing_orders_for_the_spirit(order: str, dice: tuple[int, ...], asked: bool) -> None:
    desk = _rolled(*dice)
    answer = desk.s.stack[-1].standing(desk.s, "allies", order)
    assert answer == (None if asked else "accept")


@rule("10.6", "11.4")
def test_a_bought_evacuation_move_is_a_normal_one() -> None:
    desk = Desk().evacuees(1, "A5").evacuees(2, "A5").evacuees(3, "staging").actions(2)
    desk.play("pair evacuees-1 evacuees-2", "evacuate evacuees-3 Z2")
    assert desk.s.actions == 0
    assert desk.where("evacuees-1") == "staging"
    assert desk.where("evacuees-3") == "Z2"


@rule("10.7", "3.1-lowlands")
def test_flooding_costs_two_and_lasts() -> None:
    desk = Desk().put("ghq", "C5").actions(3).play("flood")
    assert desk.s.flooded
    assert desk.s.actions == 1
    desk.s.actions = 2
    assert desk.why("flood") == {"10.7"}
    assert {m.place for m in GAME.scene(desk.s).marks if m.style == "flooded"} == {"C3", "D3", "E3", "F3"}


@rule("10.8")
def test_jetties_cost_three() -> None:
    desk = Desk().put("ghq", "C5").actions(4).play("build")
    assert (desk.s.jetties, desk.s.actions) == (1, 1)
    desk.s.actions = 3
    assert desk.why("build") == {"10.8"}


@rule("10.9", "7.3")
def test_repairs_cost_two() -> None:
    desk = Desk().put("ghq", "C5").actions(5)
    assert desk.why("repair mole") == {"10.9"}
    desk.s.mole_damaged = True
    desk.s.jetties = 2
    assert desk.why("build") == {"10.9"}
    desk.play("repair mole", "repair jetties")
    assert (desk.s.mole_damaged, desk.s.jetties, desk.s.actions) == (False, 1, 1)


@rule("10.10", "10.10.2")
def test_bombers_wait_for_their_event_and_fly_once() -> None:
    desk = Desk().put("ghq", "C5").actions(1)
    assert desk.why("bomb 254th") == {"10.10.2"}
    desk.s.bombers = 1
    desk.play("bomb 254th").roll(6, 4)
    assert desk.is_reduced("D"), "10 + 1: a Hit"
    assert desk.s.actions == 1, "at no cost"
    assert desk.why("bomb 254th") == {"10.10.2"}


@rule("10.10.2", "7.2")
@pytest.mark.parametrize(
    ("turn", "space", "roll", "reduced", "disrupted"),
    [
        (1, "D1", (3, 3), False, True),
        (1, "D1", (3, 2), False, False),
        (2, "D1", (3, 3), False, False),
        (2, "D1", (6, 6), True, False),
        (1, "C2", (4, 3), False, True),
        (1, "B2", (5, 4), True, False),
    ],
)
def test_bombing_by_terrain_and_night(
    turn: int, space: str, roll: tuple[int, int], reduced: bool, disrupted: bool
) -> None:
    desk = Desk(turn=turn).german(space).put("ghq", "C5")
    desk.s.bombers = 1
    german = DATA.german_ids[DATA.track_ids.index(space[0])]
    desk.actions(1).play(f"bomb {german}").roll(*roll)
    assert (desk.is_reduced(space[0]), desk.is_disrupted(space[0])) == (reduced, disrupted)


@rule("10.10.2", "9.3.2")
def test_a_hit_on_a_reduced_german_disrupts_it() -> None:
    desk = Desk().german("D1", reduced=True).put("ghq", "C5")
    desk.s.bombers = 1
    desk.actions(1).play("bomb 254th").roll(6, 6)
    assert desk.is_disrupted("D")
