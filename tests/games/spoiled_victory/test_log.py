"""The log speaks where a player would wonder, and in good English."""

from __future__ import annotations

import pytest
from dunkirk_desk import DATA, GAME, Desk

from grognard.games.spoiled_victory.rules import (
    end_turn,
    escape,
    evacuation,
    event_phase,
    german_moves,
    luftwaffe,
    player_actions,
)
from grognard.games.spoiled_victory.rules.end_turn import Markers
from grognard.games.spoiled_victory.rules.escape import EscapePhase
from grognard.games.spoiled_victory.rules.event_phase import EventPhase
from grognard.games.spoiled_victory.rules.german_moves import GermanPhase
from grognard.games.spoiled_victory.rules.luftwaffe import LuftwaffePhase
from grognard.suite import rule


@rule("16.0")
def test_units_held_back_by_an_event_are_named() -> None:
    desk = Desk().event("halt-order").call("A", "C")
    assert desk.said("1/9 Panzer, 20th Motorized are held back by the event Halt Order.")
    assert desk.german_at("A") == "A1"


@rule("9.3.6")
def test_a_unit_that_has_fought_says_so() -> None:
    desk = Desk().put("1-loyals", "D2").put("5-border", "D2")
    desk.s.spent = 1 << DATA.track_ids.index("D")
    desk.call("D")
    assert desk.said("254th has fought this turn and does not attack again.")
    assert desk.over


@rule("9.3.9")
def test_a_unit_at_the_end_of_its_track_with_nobody_to_attack() -> None:
    assert Desk().german("I4/J2", track="I").call("I").said("nobody is there for it to attack")


@rule("9.2f")
def test_a_unit_behind_another_says_why_it_stays() -> None:
    desk = Desk().german("G5/H5", track="G").german("H4").call("H")
    assert desk.said("cannot advance: another German unit is in G5/H5.")


@rule("7.1")
def test_a_raid_that_finds_nobody() -> None:
    desk = Desk().step(LuftwaffePhase()).draw("fog-in-the-channel")
    assert desk.said("The raid on Channel Route Z finds nobody.")


@rule("9.1d")
def test_surprise_attack_says_whose_markers_come_off() -> None:
    card = next(c.id for c in DATA.cards if c.german_words == "Surprise Attack")
    assert Desk().step(GermanPhase()).draw(card).said("No German unit is Disrupted, so nobody moves.")
    desk = Desk().german("D2", disrupted=True).step(GermanPhase()).draw(card)
    assert desk.said("254th is no longer Disrupted.")
    assert desk.german_at("D") == "D3"


@rule("12.4")
def test_suppressed_markers_come_off_aloud() -> None:
    desk = Desk().put("1-loyals", "D4", suppressed=True).step(Markers())
    assert desk.said("The Suppressed markers come off.")
    assert not Desk().step(Markers()).said("Suppressed")


@rule("8.1")
def test_suppressed_evacuees_wait_aloud() -> None:
    desk = Desk().evacuees(1, "X3", suppressed=True).step(EscapePhase())
    assert desk.said("Evacuees 1 are Suppressed and wait in X3.")


@rule("4.2")
def test_evacuees_are_many_and_a_battalion_is_one() -> None:
    desk = Desk().evacuees(1, "D4").put("1-loyals", "D4").actions(1).play("move evacuees-1 D5", "move 1-loyals D5")
    assert desk.said("Evacuees 1 move on foot to D5 (1 Action).")
    assert desk.said("1/Loyals moves on foot to D5 (with the group).")
    preview = GAME.preview(desk.s, "allies", GAME.read(desk.s, "allies", "end"))
    assert preview is None or preview.text


@rule("11.2")
def test_sea_spaces_are_told_apart() -> None:
    desk = Desk().evacuees(1, "staging").actions(2)
    words = [
        GAME.preview(desk.s, "allies", GAME.read(desk.s, "allies", f"evacuate evacuees-1 {x}")).text  # type: ignore[union-attr]
        for x in ("Y2", "Z2")
    ]
    assert words[0].startswith("Evacuees 1 go to Y2, Route Y.")
    assert words[1].startswith("Evacuees 1 go to Z2, Route Z, to England.")
    desk.play("evacuate evacuees-1 Y2", "evacuate evacuees-1 Y3")
    assert desk.said("sail to Y2")
    assert desk.said("sail to Y3")


@rule("6.0", "9.3c")
@pytest.mark.parametrize("card", ["schnell", "blitzkrieg"])
def test_no_sentence_has_two_stops(card: str) -> None:
    desk = Desk().step(EventPhase()).draw(card)
    assert not any("!." in h.event.text(DATA) or ".." in h.event.text(DATA) for h in desk.events.items)


@rule("7.1", "9.1")
def test_a_card_drawn_in_a_later_phase_is_told_by_the_entry_that_counts() -> None:
    desk = Desk().step(LuftwaffePhase()).draw("weather-is-crystal-clear")
    assert desk.said("Luftwaffe (card 1): Track F.")
    assert not desk.said("Crystal Clear")


@rule("9.3a", "9.3b")
def test_a_roll_says_which_modifier_touches_what() -> None:
    desk = Desk().german("C2").put("1-loyals", "C2").call("C").roll(1, 2, 2, 3)
    # The 20th Motorized has 5 dice, one fewer against a Town; 1/Loyals defend with 3, one more in it.
    assert desk.said(
        "attacks 1/Loyals in C2, 4 dice (-1 Town) against Defense Number 4 (+1 Town): 1, 2, 2, 3 – 0 Wins."
    )
    own = Desk(turn=2).german("D3").put("3-grenadier-guards", "E3").actions(1)
    own.play("move 3-grenadier-guards D3", "end").roll(5, 5, 1)
    assert own.said("3/Grenadier Guards attacks 254th, 3 dice (-1 Night) against Defense Number 4: 5, 5, 1 – 2 Wins.")


@rule("9.3.4")
def test_the_log_says_why_a_german_with_one_win_stays() -> None:
    desk = Desk().german("D2").put("1-loyals", "D3").call("D").roll(4, 1, 2, 2).play("retreat 1-loyals D4")
    assert desk.said("254th holds D3: no Allied unit is left there to drive it back.")
    held = Desk().german("D2").put("1-loyals", "D3").call("D").roll(4, 1, 2, 2).play("hit 1-loyals")
    assert not held.said("no Allied unit is left")


@rule("9.3.3", "9.3.4")
def test_the_log_says_on_whom_the_wins_left_over_fall() -> None:
    desk = Desk().german("D2").put("1-loyals", "D3").call("D").roll(6, 6, 1, 1).play("retreat 1-loyals D4")
    assert desk.said("Nobody is left in D3: the Win left over is a Hit on a unit that retreated from it.")
    two = Desk().german("D2").put("1-loyals", "D3").call("D").roll(6, 6, 6, 1).play("retreat 1-loyals D4")
    assert two.said("Nobody is left in D3: the 2 Wins left over are Hits on units that retreated from it.")
    lapse = Desk(surplus_wins_lapse=True).german("D2").put("1-loyals", "D3").call("D").roll(6, 6, 6, 1)
    lapse.play("retreat 1-loyals D4")
    assert lapse.said("Nobody is left in D3: the 2 Wins left over lapse.")
    assert not lapse.said("Hits on units")


@rule("5.0")
def test_each_phase_has_its_heading_under_that_of_the_turn() -> None:
    phases = (event_phase, luftwaffe, escape, german_moves, player_actions, evacuation)
    headings = [*(phase.HEADING for phase in phases), end_turn.END]
    assert [h.rule for h in headings] == [f"5.0-{n}" for n in range(1, 8)]
    assert {h.level for h in (*headings, escape.LAST)} == {2}
