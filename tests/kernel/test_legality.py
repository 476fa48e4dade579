"""Legality and its reasons come from one list of conditions."""

from __future__ import annotations

import pytest
from toys.setups import SetUps
from toys.skirmish import Skirmish
from toys.smoke import Smoke

from grognard import Reason, Refused


def test_a_legal_action_has_no_reasons() -> None:
    table = Skirmish().table(practice=True)
    assert table.why_not("move red-1 B1") == []


def test_a_reason_has_a_rule_a_sentence_and_places() -> None:
    table = Skirmish().table(practice=True)
    assert table.why_not("move red-1 E5") == [Reason("2.2", "E5 is occupied.", ("E5",))]
    assert table.why_not("move red-1 D3") == [Reason("2.1", "red-1 cannot reach D3 in two hexes.", ("D3",))]


def test_the_first_value_that_does_not_fit_is_explained() -> None:
    table = Skirmish().table(practice=True)
    assert [r.text for r in table.why_not("move blue-1 E5")] == ["blue-1 is not yours."]


def test_playing_refuses_with_the_same_reasons() -> None:
    table = Skirmish().table(practice=True)
    with pytest.raises(Refused) as refused:
        table.play("move red-1 D3")
    assert refused.value.reasons == table.why_not("move red-1 D3")
    assert str(refused.value) == "red-1 cannot reach D3 in two hexes. [2.1]"


def test_a_value_that_nothing_could_mean_is_said_to_be_so() -> None:
    table = Skirmish().table(practice=True)
    (reason,) = table.why_not("move red-9")
    assert reason.text == "“red-9” is not a unit that “move” could mean here."
    (reason,) = table.why_not("move red-1 B1 by B1")
    assert reason.text == "Only “via” can follow here, not “by”."


def test_a_verb_that_is_not_there_is_answered_with_what_is_asked() -> None:
    table = Skirmish().table(practice=True)
    (reason,) = table.why_not("attack blue-1 red-1")
    words = "“attack” is not possible now: Move your units, then go on to the attacks."
    assert reason == Reason("2", words, kind="unknown")


def test_more_words_than_slots_are_refused() -> None:
    table = SetUps().table(practice=True)
    (reason,) = table.why_not("place red-guard west east", seat="red")
    assert "takes nothing after" in reason.text


def test_a_verb_may_have_conditions_of_its_own() -> None:
    table = Smoke().table(practice=True, forced=["one"])
    table.play("fire field-gun", forced=[1])
    assert not table.why_not("smoke")
    table.play("smoke", forced=[1])
    assert table.why_not("smoke") == [Reason("3", "You drew 1 and spent 1.")]
    assert [a.text for a in table.legal()] == ["let"]


def test_who_is_not_asked_is_told_who_is() -> None:
    table = Skirmish().table(practice=True)
    assert [r.text for r in table.why_not("move blue-1 D1", seat="blue")] == [
        "blue has nothing to decide now; it is for red."
    ]
    assert table.legal(seat="blue") == []


def test_a_refused_beginning_has_no_continuations() -> None:
    table = Skirmish().table(practice=True)
    assert table.legal("move blue-1") == []
    assert table.legal("jump red-1") == []


def test_a_duty_names_the_enemy_that_is_left_out() -> None:
    # D1 touches E1 and E2; both are enemies, so an attack on one obliges to attack the other.  (3.1)
    text = """
    [state.at]
    red-1 = "D1"
    red-2 = "D2"
    [[state.stack]]
    type = "EndTurn"
    [[state.stack]]
    type = "Attacking"
    """
    table = Skirmish().position(text)
    table.play("attack blue-1 red-1")
    (duty,) = table.why_not("done")
    assert duty == Reason("3.1", "blue-2, adjacent to red-1, is not attacked.")
    assert table.decision().duties == (duty,)
    with pytest.raises(Refused, match="blue-2, adjacent to red-1"):
        table.play("done")
    table.play("attack blue-2 red-2")
    assert not table.why_not("done")


def test_a_part_from_which_the_duties_could_not_be_met_is_refused() -> None:
    text = """
    [state.at]
    red-1 = "D1"
    [[state.stack]]
    type = "EndTurn"
    [[state.stack]]
    type = "Attacking"
    """
    table = Skirmish().position(text)
    (reason,) = table.why_not("attack blue-1")
    assert reason == Reason("3.1", "Nobody can attack blue-1 and leave no other enemy out.", (), ("blue-1",))
    assert [a.text for a in table.legal()] == ["done"]
