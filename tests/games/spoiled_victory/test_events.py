"""6.0 and 16.0: events, one test for what each card does."""

from __future__ import annotations

import pytest
from dunkirk_desk import DATA, Desk

from grognard.games.spoiled_victory.rules.air_attack import air_drm
from grognard.games.spoiled_victory.rules.combat import defence_number, german_dice
from grognard.games.spoiled_victory.rules.end_turn import Markers, Turn
from grognard.games.spoiled_victory.rules.escape import EscapePhase
from grognard.games.spoiled_victory.rules.evacuation import EvacuationMoves, EvacuationPhase
from grognard.games.spoiled_victory.rules.event_phase import EventPhase
from grognard.games.spoiled_victory.rules.german_moves import GermanPhase
from grognard.games.spoiled_victory.rules.luftwaffe import LuftwaffePhase
from grognard.games.spoiled_victory.rules.player_actions import PlayerActionPhase
from grognard.suite import rule


def _event(card: str, turn: int = 1) -> Desk:
    return Desk(turn=turn).step(EventPhase()).draw(card)


@rule("16.0", "6.1", "6.2")
@pytest.mark.parametrize("card", DATA.card_ids)
def test_every_event_is_enacted_and_its_card_leaves_the_game(card: str) -> None:
    desk = _event(card)
    while desk.top in ("Rearguard", "BeachParties"):
        desk.play("hold A" if desk.top == "Rearguard" else "pass")
    assert desk.s.event == DATA.card[card]
    assert not desk.s.pile >> DATA.card[card] & 1
    desk.step(Markers())
    assert desk.s.removed == 1 << DATA.card[card]


@rule("16.0", "7.2c-event")
@pytest.mark.parametrize(
    ("card", "drm"),
    [("weather-is-crystal-clear", 1), ("smoke-from-the-oil-tanks", -1), ("fighter-command-patrols", -2)],
)
def test_weather_and_fighters_change_luftwaffe_rolls(card: str, drm: int) -> None:
    assert air_drm(_event(card).s, DATA.place["C3"]) == drm


@rule("16.0", "7.4")
@pytest.mark.parametrize(("card", "cards"), [("stukas-in-force", 2), ("goerings-boast", 3)])
def test_several_luftwaffe_cards(card: str, cards: int) -> None:
    desk = Desk().event(card).put("ghq", "C3").step(LuftwaffePhase())
    for _ in range(cards):
        assert desk.top == "LuftwaffeCard"
        desk.draw(DATA.card_tuple(desk.s.pile & ~(1 << DATA.card["vorwarts"]))[0])
        while desk.top == "AirAttack":
            desk.roll(1, 1)
    assert desk.over


@rule("16.0", "7.5")
@pytest.mark.parametrize("card", ["rain-and-low-cloud", "fog-in-the-channel"])
def test_weather_cancels_the_luftwaffe(card: str) -> None:
    desk = Desk().event(card).put("ghq", "C3").step(LuftwaffePhase())
    assert desk.over
    assert desk.said("No Luftwaffe attacks")


@rule("16.0")
@pytest.mark.parametrize(
    ("card", "delta"),
    [("fog-in-the-channel", -1), ("magnetic-mines", -1), ("modern-destroyers-deployed", 2), ("assault-engineers", 0)],
)
def test_events_that_change_evacuation_moves(card: str, delta: int) -> None:
    desk = Desk().event(card).evacuees(1, "A5").step(EvacuationPhase()).draw("heavy-surf")
    assert desk.s.moves == 5 + delta


@rule("16.0", "11.5")
def test_an_event_never_takes_the_moves_below_one() -> None:
    desk = Desk().event("magnetic-mines").evacuees(1, "A5").step(EvacuationPhase()).draw("gorts-orders")
    assert desk.s.moves == 1


@rule("16.0")
def test_destroyers_recalled_halves_rounding_up() -> None:
    desk = Desk().event("destroyers-recalled").evacuees(1, "A5").step(EvacuationPhase()).draw("heavy-surf")
    assert desk.s.moves == 3


@rule("16.0", "6.1", "12.5")
def test_wake_walker_lasts_two_turns() -> None:
    desk = _event("wake-walker-and-tennant-arrive")
    desk.evacuees(1, "A5").step(EvacuationPhase()).draw("heavy-surf")
    assert desk.s.moves == 5 + 1
    desk.step(Markers())
    assert desk.s.wake == 1
    desk.step(EvacuationPhase()).draw("assault-engineers")
    assert desk.s.moves == 5 + 1, "turn 2 is a night turn"
    desk.step(Markers())
    assert desk.s.wake == 0


@rule("16.0", "6.1", "12.5")
def test_the_harbour_is_closed_for_two_turns() -> None:
    desk = _event("the-harbour-is-closed").evacuees(1, "A5").evacuees(2, "A5").evacuees(3, "F5")
    for _ in range(2):
        desk.s.moves = 3
        desk.step(EvacuationMoves())
        assert desk.why("evacuate evacuees-1 staging") == {"16.0"}
        assert desk.why("pair evacuees-1 evacuees-2") == {"16.0"}
        assert desk.legal("evacuate evacuees-3") == {"evacuate evacuees-3 staging"}
        desk.step(Markers())
    desk.s.moves = 3
    desk.s.stack.clear()
    desk.step(EvacuationMoves())
    assert "evacuate evacuees-1" in desk.legal()


@rule("16.0")
def test_heavy_surf_shuts_the_beaches() -> None:
    desk = _event("heavy-surf").evacuees(1, "A5").evacuees(3, "F5")
    desk.s.moves = 3
    desk.step(EvacuationMoves())
    assert desk.why("evacuate evacuees-3 staging") == {"16.0"}
    assert "evacuate evacuees-1" in desk.legal()


@rule("16.0", "11.4")
def test_the_little_ships_take_two_off_the_beaches() -> None:
    desk = _event("the-little-ships").evacuees(1, "C5").evacuees(3, "F5")
    desk.s.moves = 3
    desk.step(EvacuationMoves()).play("pair evacuees-1 evacuees-3")
    assert desk.where("evacuees-1") == desk.where("evacuees-3") == "staging"
    assert desk.s.moves == 2


@rule("16.0")
def test_the_little_ships_add_a_move_where_jetties_stand() -> None:
    desk = Desk()
    desk.s.jetties = 1
    desk.step(EventPhase()).draw("the-little-ships").evacuees(1, "A5").step(EvacuationPhase()).draw("heavy-surf")
    assert desk.s.moves == 6


@rule("16.0", "10.10.2")
def test_raf_bombers_are_held_ready() -> None:
    assert _event("raf-bombers-sortie").s.bombers == 1


@rule("16.0", "10.4.1")
def test_german_reconnaissance_stops_the_germans() -> None:
    desk = Desk().event("german-reconnaissance").step(GermanPhase())
    assert desk.over
    assert not any(desk.s.advance)


@rule("16.0", "9.1b")
def test_major_offensive_calls_x_and_ix_corps() -> None:
    desk = Desk().event("major-offensive").step(GermanPhase())
    assert desk.over
    assert [t for t in range(10) if desk.s.advance[t]] == [3, 4, 5, 6, 7]


@rule("16.0")
def test_blitzkrieg_calls_panzer_and_motorized_units_with_a_die_more() -> None:
    desk = Desk().event("blitzkrieg").put("1-loyals", "C2").step(GermanPhase())
    assert [t for t in range(10) if desk.s.advance[t]] == [0, 1, 2]
    assert desk.dice == 5 - 1 + 1, "20th Motorized, Town, Blitzkrieg"
    assert german_dice(desk.s, 3, DATA.place["D2"]) == 4, "the 254th is infantry"


@rule("16.0")
def test_tightening_the_noose_calls_all_that_are_not_disrupted() -> None:
    desk = Desk().german("E1", disrupted=True).event("tightening-the-noose").step(GermanPhase())
    assert [t for t in range(10) if not desk.s.advance[t]] == [4], "only the Disrupted 18th stays"


@rule("16.0", "10.4.1")
@pytest.mark.parametrize("card", ["schnell", "vorwarts"])
def test_two_german_cards(card: str) -> None:
    desk = Desk().event(card).step(GermanPhase())
    desk.draw("halt-order")
    assert desk.top == "GermanMovesCard"
    desk.draw("massed-artillery")
    assert desk.over
    assert desk.german_at("C") == "C5", "20th Motorized was called twice"


@rule("16.0")
def test_halt_order_holds_panzers_and_motorized_units() -> None:
    desk = Desk().event("halt-order").step(GermanPhase()).draw("schnell")
    assert desk.german_at("C") == "C1"
    assert desk.german_at("G") == "G2"


@rule("16.0", "9.3.1")
def test_replacements_clear_disruption_and_restore_one_infantry_unit() -> None:
    desk = Desk().german("A1", reduced=True).german("E1", reduced=True, disrupted=True).german("F1", reduced=True)
    desk.step(EventPhase()).draw("replacements-come-up")
    assert not desk.s.disrupted
    assert not desk.is_reduced("E")
    assert desk.is_reduced("A"), "a panzer unit on its Motorized side is no infantry"
    assert desk.is_reduced("F")


@rule("16.0", "9.3a")
@pytest.mark.parametrize(("card", "dice"), [("massed-artillery", 5), ("shells-run-short", 3), ("halt-order", 4)])
def test_artillery_and_shells(card: str, dice: int) -> None:
    desk = Desk().event(card)
    assert german_dice(desk.s, 3, DATA.place["D3"]) == dice


@rule("16.0", "9.3a")
def test_shells_run_short_never_below_one_die() -> None:
    desk = Desk(turn=2).event("shells-run-short").german("D1", reduced=True, disrupted=True)
    assert german_dice(desk.s, 3, DATA.place["C2"]) == 1


@rule("16.0", "9.3b")
def test_assault_engineers_take_the_canal_bonus() -> None:
    desk = Desk().put("1-loyals", "D2")
    assert defence_number(desk.s, DATA.unit["1-loyals"], DATA.place["D2"]) == 4
    desk.event("assault-engineers")
    assert defence_number(desk.s, DATA.unit["1-loyals"], DATA.place["D2"]) == 3
    assert defence_number(desk.s, DATA.unit["1-loyals"], DATA.place["C2"]) == 4, "a Town still helps"


@rule("16.0", "8.2")
def test_coastal_batteries_reach_route_x_and_roll_higher() -> None:
    desk = Desk(turn=6).event("coastal-batteries").evacuees(1, "X3", full=True).step(EscapePhase())
    desk.roll(4, 4)  # 8 + 1 = 9 by night: Suppressed
    assert desk.is_suppressed("evacuees-1")
    assert desk.s.vp == 0


@rule("16.0")
def test_e_boats_attack_routes_x_and_y_but_not_the_staging_area() -> None:
    desk = Desk(turn=6).evacuees(1, "X2", full=True).evacuees(2, "Y3").evacuees(3, "staging").evacuees(4, "Z2")
    desk.step(EventPhase()).draw("e-boats-on-the-prowl").roll(4, 4)
    assert not desk.is_full("evacuees-1"), "8 on the Channel row, with no modifier for Night"
    desk.roll(6, 6)
    assert desk.where("evacuees-2") == "pool"
    assert desk.over


@rule("16.0", "10.0")
@pytest.mark.parametrize(("card", "actions"), [("gorts-orders", 3 + 2), ("choked-roads", 3 - 1), ("halt-order", 3)])
def test_events_that_change_player_actions(card: str, actions: int) -> None:
    desk = _event(card).put("ghq", "C5").step(PlayerActionPhase()).draw("weather-is-crystal-clear")
    assert desk.s.actions == actions


@rule("16.0")
def test_choked_roads_leave_one_action_and_no_trucks() -> None:
    desk = _event("choked-roads").put("1-loyals", "C2").step(PlayerActionPhase()).draw("shells-run-short")
    assert desk.s.actions == 1
    assert not desk.said("by event"), "of one action nothing is taken, and nothing is told"
    dearer = _event("choked-roads").put("1-loyals", "C2").step(PlayerActionPhase()).draw("halt-order")
    assert dearer.said("-1 by event: 1 Player Action.")
    desk = Desk().event("choked-roads").put("1-loyals", "C2").actions(3)
    assert "C5" not in desk.ends("move 1-loyals")
    assert "C4" in desk.ends("move 1-loyals")


@rule("16.0", "10.2")
def test_beach_parties_in_may_place_two_evacuees() -> None:
    desk = _event("beach-parties").play("place A5", "place F5")
    assert desk.where("evacuees-1") == "A5"
    assert desk.where("evacuees-2") == "F5"
    assert desk.why("place C5") == {"16.0"}
    assert desk.play("pass").over
    full = Desk().evacuees(3, "C5").evacuees(4, "C5").german("F5").step(EventPhase()).draw("beach-parties")
    assert full.why("place C5") == {"10.1.1"}
    assert full.why("place F5") == {"10.2"}


@rule("16.0")
def test_beach_parties_in_june_give_an_action() -> None:
    desk = _event("beach-parties", turn=11)
    assert desk.over
    desk.put("ghq", "C5").step(PlayerActionPhase()).draw("gorts-orders")
    assert desk.s.actions == 2


@rule("16.0", "10.8", "10.9")
def test_lorries_into_the_surf() -> None:
    assert _event("lorries-into-the-surf").s.jetties == 1
    damaged = Desk()
    damaged.s.jetties = 2
    assert damaged.step(EventPhase()).draw("lorries-into-the-surf").s.jetties == 1
    standing = Desk()
    standing.s.jetties = 1
    standing.step(EventPhase()).draw("lorries-into-the-surf")
    assert standing.s.bonus_actions == 1


@rule("16.0", "9.3b")
def test_rearguard_strengthens_one_track() -> None:
    desk = _event("rearguard").play("hold D").put("1-loyals", "D3").put("5-border", "E3")
    assert defence_number(desk.s, DATA.unit["1-loyals"], DATA.place["D3"]) == 3 + 1
    assert defence_number(desk.s, DATA.unit["5-border"], DATA.place["E3"]) == 2


@rule("16.0", "9.3b")
def test_the_french_stand_firm() -> None:
    desk = _event("the-french-stand-firm").put("i-150-ri", "D3").put("5-border", "D3")
    assert defence_number(desk.s, DATA.unit["i-150-ri"], DATA.place["D3"]) == 3 + 1
    assert defence_number(desk.s, DATA.unit["5-border"], DATA.place["D3"]) == 2


@rule("16.0", "10.1.3")
def test_montgomery_sidesteps_from_one_space_free() -> None:
    desk = _event("montgomery-sidesteps").put("1-grenadier-guards", "E3").put("1-coldstream-guards", "E3")
    desk.put("2-grenadier-guards", "F3").put("5-border", "E3").actions(0)
    assert desk.why("sidestep 5-border A5") == {"16.0"}
    desk.play("sidestep 1-grenadier-guards A5")
    assert desk.why("sidestep 2-grenadier-guards A5") == {"16.0"}
    desk.play("sidestep 1-coldstream-guards B4")
    assert desk.legal() == {"end"}, "nothing free is left"


@rule("16.0", "10.2.2")
def test_arm_in_arm_lets_the_french_convert_on_any_june_turn() -> None:
    desk = _event("arm-in-arm", turn=11).put("i-150-ri", "A5").actions(1)
    assert "convert i-150-ri" in desk.legal()
    later = _event("arm-in-arm", turn=15)
    assert later.s.bonus_actions == 1


@rule("6.1")
def test_what_an_event_does_ends_with_its_turn() -> None:
    desk = _event("rearguard").play("hold D").step(Markers())
    assert desk.s.event == -1
    desk.s.beach_bonus = True
    desk.step(Turn())
    assert desk.s.rearguard == -1
    assert not desk.s.beach_bonus
