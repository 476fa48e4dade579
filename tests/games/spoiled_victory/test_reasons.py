"""Every click gets a reason, and reasons name the rule that really stands in the way."""

from __future__ import annotations

import pytest
from dunkirk_desk import DATA, GAME, Desk

from grognard.games.spoiled_victory.rules.event_phase import BeachParties
from grognard.games.spoiled_victory.rules.german_attack import ApplyWins, Frontline, RedAttack
from grognard.suite import rule


@rule("10.1.7", "10.1.1", "10.1.4")
def test_standing_still_has_its_true_reason() -> None:
    # I3 is joined to I2 and I4/J2 on its track and to H3: the Belgian area, or behind the German.
    held = Desk().put("1-loyals", "I3").put("yser-garrison", "H4").actions(3)
    assert "10.1.7" in held.why("move 1-loyals")
    crowded = Desk(turn=2).evacuees(1, "A4")
    for n, space in enumerate(("A3", "A3", "B3", "B3", "B4", "B4", "A5", "A5", "A5", "A5"), 2):
        crowded.evacuees(n, space)
    assert crowded.actions(1).why("move evacuees-1") == {"10.1.1"}
    # C5 is joined to C4, behind the German in it, and to German-held spaces that are open to attack.
    garrison = Desk().german("C5").put("1-loyals", "C5", suppressed=True).actions(1)
    assert garrison.why("move 1-loyals") >= {"10.1.6", "9.3.8"}


@rule("11.2", "3.1-route")
def test_nobody_moves_to_sea_by_unit_movement() -> None:
    desk = Desk().put("1-loyals", "A5").evacuees(2, "A5").actions(3)
    assert desk.why("move evacuees-2 staging") == {"11.2"}
    assert desk.why("move 1-loyals staging") == {"3.1-route"}
    assert desk.why("create staging") == {"10.2"}


@rule("9.3b", "9.3.3", "10.1")
def test_a_german_unit_is_no_answer() -> None:
    desk = Desk().german("D3").put("1-loyals", "D3").put("5-border", "D3")
    assert desk.step(Frontline(3, DATA.place["D3"])).why("front 20th-motorized") == {"9.3b"}
    desk.actions(2)
    assert desk.why("move 254th D4") == {"10.1"}
    assert desk.why("assault 254th") == {"10.1.8"}
    assert desk.why("upgrade 254th") == {"10.3"}


@rule("16.0", "10.2")
def test_beach_parties_form_on_the_shore() -> None:
    desk = Desk().step(BeachParties(2))
    assert desk.why("place D4") == {"10.2"}
    assert desk.why("place staging") == {"10.2"}


@rule("14.1")
def test_belgians_stand_as_printed_in_a_free_set_up() -> None:
    table = GAME.table("dynamo", {"free-allied-setup": True}, practice=True, seed=1)
    for action in ("place yser-garrison A2", "place 1-loyals staging", "place 254th A2"):
        assert {r.rule for r in GAME.why_not(table.state, "allies", action)} == {"14.1"}, action


@rule("9.3.9")
def test_a_red_attack_goes_along_red() -> None:
    desk = Desk().german("I4/J2", track="I").put("1-loyals", "H3").put("5-border", "H4").put("ghq", "C5")
    desk.step(RedAttack(8))
    assert desk.why("strike C5") == {"9.3.9"}
    assert desk.why("strike staging") == {"9.3.9"}


@rule("9.3.4")
def test_the_wins_left_over_fall_on_those_who_retreated() -> None:
    desk = Desk().german("D3").put("1-loyals", "D4").put("5-border", "E4").put("ghq", "C5")
    d = desk.s.data
    gone = 1 << d.unit["1-loyals"] | 1 << d.unit["5-border"]
    desk.step(ApplyWins(3, d.place["D3"], d.unit["1-loyals"], 3, 1, gone))
    assert desk.legal() == {"hit 1-loyals", "hit 5-border"}
    (reason,) = GAME.why_not(desk.s, "allies", "hit ghq")
    assert reason.rule == "9.3.4"
    assert "retreated" in reason.text


@pytest.mark.parametrize("action", ["evacuate 254th", "pair 254th", "convert 254th"])
def test_germans_never_sail(action: str) -> None:
    desk = Desk(turn=11 if action.startswith("convert") else 1).evacuees(1, "A5").actions(2)
    (reason,) = GAME.why_not(desk.s, "allies", action)
    assert "German unit" in reason.text


@rule("10.1", "16.0")
def test_a_sidestep_is_no_paid_group() -> None:
    desk = Desk().put("1-grenadier-guards", "E3").put("1-coldstream-guards", "E3")
    desk.s.sidestep = True
    desk.actions(0).play("sidestep 1-grenadier-guards A5")
    assert desk.why("move 1-coldstream-guards E4") == {"10.1"}
    assert "move 1-coldstream-guards" not in desk.legal()
