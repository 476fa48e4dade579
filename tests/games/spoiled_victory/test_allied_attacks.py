"""10.1.8: Allied attacks."""

from __future__ import annotations

import pytest
from dunkirk_desk import GAME, Desk

from grognard.games.spoiled_victory.rules.state import JETTIES
from grognard.suite import rule


def _attack(turn: int = 1, reduced: bool = False) -> Desk:
    """3/Grenadier Guards (factor 4) moves from E3 into D3 against the 254th (factor 4, reduced 2)."""
    desk = Desk(turn=turn).german("D3", reduced=reduced).put("3-grenadier-guards", "E3").actions(1)
    return desk.play("move 3-grenadier-guards D3", "end")


@rule("10.1.8", "10.1")
def test_meeting_a_german_that_is_not_engaged_means_an_attack() -> None:
    desk = _attack()
    assert desk.top == "AlliedRoll", "the one attack that is owed is made by itself when the phase is ended"
    assert desk.dice == 4


@rule("10.1.8")
def test_night_takes_a_die_and_terrain_gives_the_german_nothing() -> None:
    assert _attack(turn=2).dice == 3
    town = Desk().german("C2").put("3-grenadier-guards", "D2").actions(1).play("move 3-grenadier-guards C2", "end")
    assert town.dice == 4, "no die is lost against a German in a Town"
    canal = Desk().german("D2").put("3-grenadier-guards", "D3").actions(1).play("move 3-grenadier-guards D2", "end")
    canal.roll(5, 5, 1, 2)
    assert canal.german_at("D") == "D1", "the Defense Number is the plain 4"


@rule("10.1.8")
@pytest.mark.parametrize(
    ("dice", "space", "reduced", "disrupted"),
    [
        ((4, 3, 2, 2), "D3", False, False),
        ((5, 3, 2, 2), "D3", False, False),
        ((5, 6, 2, 2), "D2", False, False),
        ((5, 6, 6, 2), "D2", False, True),
        ((5, 6, 6, 5), "D2", True, False),
    ],
)
def test_the_allied_attack_table(dice: tuple[int, ...], space: str, reduced: bool, disrupted: bool) -> None:
    desk = _attack().roll(*dice)
    assert desk.german_at("D") == space
    assert (desk.is_reduced("D"), desk.is_disrupted("D")) == (reduced, disrupted)
    beaten = space == "D3"
    assert (desk.top == "AttackerRetreats") == beaten
    if not beaten:
        assert desk.where("3-grenadier-guards") == "D3"


@rule("10.1.8", "9.3.2")
def test_an_attacker_that_rolls_two_ones_is_hit() -> None:
    desk = _attack().roll(1, 1, 2, 3)
    assert not desk.is_full("3-grenadier-guards")
    desk.play("retreat 3-grenadier-guards D4")
    assert desk.where("3-grenadier-guards") == "D4"


@rule("10.1.8", "9.3.2")
def test_two_ones_beside_two_wins_do_no_harm() -> None:
    desk = _attack().roll(1, 5, 1, 6)
    assert desk.german_at("D") == "D2"
    assert desk.is_full("3-grenadier-guards"), "a casualty roll is for no Win and one Win (ruling 77)"


@rule("10.1.8", "9.3.4")
def test_a_beaten_attacker_that_cannot_retreat_takes_a_hit_and_stays() -> None:
    desk = Desk().german("C5").german("A5").german("B4").german("D5").put("3-grenadier-guards", "C5").actions(1)
    desk.play("assault 3-grenadier-guards", "end", "attack 3-grenadier-guards").roll(2, 2, 3, 3)
    assert desk.where("3-grenadier-guards") == "C5"
    assert not desk.is_full("3-grenadier-guards")


@rule("10.1.8", "9.3.4")
def test_a_german_beaten_on_its_start_space_is_disrupted() -> None:
    desk = Desk().put("3-grenadier-guards", "D2").actions(1).play("move 3-grenadier-guards D1", "end")
    desk.roll(5, 5, 1, 2)
    assert desk.german_at("D") == "D1"
    assert desk.is_disrupted("D")


@rule("10.1.8")
def test_many_may_enter_but_one_attacks() -> None:
    desk = Desk().german("D3").put("3-grenadier-guards", "E3").put("5-border", "E3").actions(1)
    desk.play("move 3-grenadier-guards D3", "move 5-border D3", "end")
    assert desk.legal() == {"attack 3-grenadier-guards", "attack 5-border"}
    assert desk.why("end") == {"10.1.8"}
    desk.play("attack 5-border").roll(1, 2)
    assert desk.play("retreat 5-border E3", "end").over, "one attack is all; the Guards stay, Engaged"
    assert desk.where("3-grenadier-guards") == "D3"


@rule("10.1.8", "9.3.8")
def test_an_engaged_unit_pays_a_movement_action_to_attack_in_place() -> None:
    desk = Desk().german("D3").put("3-grenadier-guards", "D3").put("5-border", "D3").actions(2)
    desk.play("assault 3-grenadier-guards")
    assert desk.s.actions == 1
    assert desk.why("assault 5-border") == {"10.1.8"}, "one payment activates the British of the space (ruling 73)"
    desk.play("end")
    assert desk.legal() == {"attack 3-grenadier-guards", "attack 5-border", "end"}, "one of them attacks, or none"
    desk.play("attack 3-grenadier-guards").roll(5, 5, 1, 2)
    assert desk.german_at("D") == "D2"
    assert desk.is_full("5-border"), "other units there suffer nothing"


@rule("10.1.6", "10.1.8")
def test_suppressed_units_do_not_attack() -> None:
    desk = Desk().german("D3").put("3-grenadier-guards", "D3", suppressed=True).actions(2)
    assert desk.why("assault 3-grenadier-guards") == {"10.1.6"}


@rule("10.1.8")
def test_attacks_come_after_all_other_actions() -> None:
    desk = Desk().german("D3").put("3-grenadier-guards", "E3").actions(2).play("move 3-grenadier-guards D3")
    assert desk.top == "PlayerActions"
    desk.play("create A5")
    assert desk.top == "PlayerActions", "and wait for the player to end the phase"
    assert desk.play("end").top == "AlliedRoll"


@rule("10.1.8", "4.2")
def test_evacuees_may_attack_too() -> None:
    desk = Desk().german("D4").evacuees(1, "D5", full=True).actions(1).play("move evacuees-1 D4", "end")
    assert desk.dice == 2


@rule("10.1.8")
def test_moving_in_shows_the_odds() -> None:
    desk = Desk().german("D3").put("3-grenadier-guards", "E3").actions(1)
    odds = GAME.odds(desk.s, "allies", GAME.read(desk.s, "allies", "move 3-grenadier-guards D3"))
    assert odds is not None
    assert sum(row.value for row in odds.rows) == pytest.approx(1)
    assert "4 dice" in odds.title


@rule("10.1.5", "9.3.8", "10.1.8")
def test_ghq_activates_engaged_units_with_it_free() -> None:
    desk = Desk().german("D4").put("ghq", "D4").put("1-loyals", "D4").put("1-grenadier-guards", "D4")
    desk.put("i-150-ri", "D4").actions(0)
    assert desk.legal() == {"free 1-loyals", "free 1-grenadier-guards", "end"}
    assert desk.why("free 1-loyals D5") == {"9.3.8"}
    assert desk.why("free i-150-ri") == {"10.1.5"}
    desk.play("free 1-loyals D4")
    assert (desk.s.ghq_moves, desk.where("1-loyals")) == (1, "D4")
    assert desk.why("free 1-loyals D4") == {"10.1.8"}, "it is ready already"
    desk.play("end")
    assert desk.legal() == {"attack 1-loyals", "end"}, "the others were not activated"


@rule("16.0", "9.3.8", "10.1.8")
def test_montgomery_may_sidestep_into_an_attack_where_he_stands() -> None:
    desk = Desk().german("D4").put("1-grenadier-guards", "D4").put("1-coldstream-guards", "D4").put("5-border", "D4")
    desk.s.sidestep = True
    desk.actions(0)
    desk.play("sidestep 1-grenadier-guards D4", "sidestep 1-coldstream-guards D4", "end")
    assert desk.legal() == {"attack 1-grenadier-guards", "attack 1-coldstream-guards", "end"}


@rule("10.1", "10.1.2", "10.1.8")
def test_one_payment_activates_the_units_of_a_space_of_one_nation() -> None:
    desk = Desk().german("D4").put("1-loyals", "D4").put("5-border", "D4", suppressed=True).put("i-150-ri", "D4")
    desk.evacuees(1, "D4", full=True).actions(3).play("assault 1-loyals")
    assert desk.s.actions == 2
    assert desk.why("assault evacuees-1") == {"10.1.8"}, "evacuees go with any nation (ruling 35)"
    desk.play("assault i-150-ri", "end")
    assert desk.legal() == {"attack 1-loyals", "attack evacuees-1", "attack i-150-ri", "end"}


@rule("10.1.8", "11.2")
def test_an_activated_unit_still_holds_the_german_when_evacuees_sail() -> None:
    desk = Desk().german("C5").put("1-loyals", "C5").evacuees(1, "C5").actions(2)
    desk.play("assault 1-loyals", "evacuate evacuees-1 staging", "end")
    assert "end" in desk.legal(), "the German was Engaged all the time, so no attack is owed"


@rule("10.1.8", "10.6", "11.2")
def test_who_owes_an_attack_does_not_sail_away_from_it() -> None:
    """10.1.8: it must attack at the end of the phase, and for that it must be there (ruling 78)."""
    alone = Desk().german("C5").evacuees(1, "D5").evacuees(2, "D5").actions(3).play("move evacuees-1 C5")
    assert alone.why("evacuate evacuees-1") == {"10.1.8"}
    assert alone.ends("evacuate") == {"evacuees-2"}
    assert alone.play("end").top == "AlliedRoll"
    helped = Desk().german("C5").evacuees(1, "D5").put("1-loyals", "D5").actions(3)
    helped.play("move evacuees-1 C5", "move 1-loyals C5", "evacuate evacuees-1 staging")
    assert helped.play("end").top == "AlliedRoll", "1/Loyals attacks"
    other_beach = Desk().german("C5").german("E5").evacuees(1, "D5").put("1-loyals", "D5").actions(3)
    other_beach.play("move evacuees-1 C5", "move 1-loyals E5")
    assert other_beach.why("evacuate evacuees-1") == {"10.1.8"}, "1/Loyals attacks another German"
    engaged = Desk().german("C5").evacuees(1, "D5").put("1-loyals", "C5").actions(3).play("move evacuees-1 C5")
    assert engaged.ends("evacuate evacuees-1") == {"staging"}, "against an Engaged German no attack is owed"


@rule("10.1.8", "11.4")
def test_a_pair_leaves_one_behind_who_attacks() -> None:
    desk = Desk().german("C5").evacuees(1, "D5").evacuees(2, "D5").actions(3)
    desk.s.jetties = JETTIES
    desk.play("move evacuees-1 C5", "move evacuees-2 C5")
    assert desk.ends("pair") == set()
    assert desk.why("pair evacuees-1") == {"11.4"}, "there is nobody to go along"
    desk.evacuees(3, "E5")
    assert desk.ends("pair") == {"evacuees-1", "evacuees-2", "evacuees-3"}
    assert desk.ends("pair evacuees-1") == {"evacuees-3"}
    assert desk.why("pair evacuees-1 evacuees-2") == {"10.1.8"}
    desk.play("pair evacuees-1 evacuees-3")
    assert desk.why("evacuate evacuees-2") == desk.why("pair evacuees-2") == {"10.1.8"}
    desk.evacuees(4, "E5").evacuees(5, "E5")
    assert desk.why("pair evacuees-4 evacuees-2") == {"10.1.8"}
    assert desk.ends("pair") == {"evacuees-4", "evacuees-5"}
    jetty = Desk().german("A5").evacuees(1, "A4").evacuees(2, "A5").actions(3).play("assault evacuees-2")
    assert "evacuees-2" in jetty.ends("evacuate"), "who was Engaged may leave"


@rule("10.1.8")
def test_an_assault_shows_odds_and_what_it_costs() -> None:
    desk = Desk().german("D3").put("3-grenadier-guards", "D3").put("5-border", "D3").actions(1)
    action = GAME.read(desk.s, "allies", "assault 3-grenadier-guards")
    odds = GAME.odds(desk.s, "allies", action)
    assert odds is not None
    assert "4 dice" in odds.title
    preview = GAME.preview(desk.s, "allies", action)
    assert preview is not None
    assert preview.cost == "1 Player Action"
    assert "5/Border" in preview.text
