"""Positions as text: written by hand, and refused when they cannot be."""

from __future__ import annotations

import pytest
from dunkirk_desk import GAME

from grognard.kernel.errors import BadInput


def test_a_position_by_hand_names_only_what_differs() -> None:
    table = GAME.position(
        """
        [state]
        turn = 6
        vp = 12
        suppressed = ["ghq"]
        [state.loc]
        ghq = "C5"
        evacuees-1 = "staging"
        [state.advance]
        D = 1
        """,
        seed=1,
    )
    s = table.state
    assert (s.vp, s.turn) == (12, 6)
    assert "vp = 12" in table.position()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[state.loc]\nghq = 'Z2'", "GHQ is no evacuee unit and cannot be in Z2"),
        ("[state.loc]\nghq = 'D1'\n[state.advance]\nD = 2", "behind a German unit"),
        ("[state.loc]\nghq = 'Paris'", "Paris"),
        ("[state.loc]\nnobody = 'C5'", "nobody"),
        ("[state]\nturn = 19", "The turn is 19"),
        ("[state]\nvp = -1", "fewer than none"),
        ("[state.advance]\nG = 4\nH = 4", "are both in G5/H5"),
        ("[state.advance]\nD = 7", "7 spaces along track D"),
        ("[state.loc]\nevacuees-1 = 'X2'\nevacuees-2 = 'X2'", "2 evacuee units are in X2, which holds 1"),
        ("[state]\ndiscards = ['schnell']", "two places"),
        ("[state]\nsurrendered = true", "after the Belgian surrender"),
        ("[state]\nmorale = 3", "morale"),
    ],
)
def test_impossible_positions_are_refused_in_one_sentence(text: str, words: str) -> None:
    with pytest.raises(BadInput) as caught:
        GAME.position(text, seed=1)
    assert words in str(caught.value)
