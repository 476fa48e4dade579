"""Positions as text: written by hand, and refused when they cannot be."""

from __future__ import annotations

import pytest
from dunkirk_desk import DATA, GAME

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
        ("[state]\nevent = 16", "Massed Artillery is in two places"),
        ("[state]\nintelligence = 3", "is in two places, one of them Intelligence"),
        ("[state]\npile = ['massed-artillery..arm-in-arm']", "is nowhere"),
        ("[state]\nstack = [{ type = 'Turn' }]\npile = ['massed-artillery']", "is nowhere"),
        ("[state]\nremoved = ['weather-is-crystal-clear..arm-in-arm']\npile = []", "two cards at least"),
        ("[state]\nrearguard = 99", "rearguard is 99, but there are only 10."),
        ("[state]\ncap_route = 7", "cap_route is 7, but there are only 3."),
        ("[state]\nevent = 99", "event is 99, but there are only 36."),
        ("[state]\ngroup_at = 500", "group_at is 500, but there are only 53."),
        ("[state]\ngroup_nation = 9", "“group_nation” is 9; it can be 0 to 3"),
        ("[state]\nghq_moves = -5", "“ghq_moves” is -5; it can be 0 to 2"),
        ("[state]\nbonus_moves = -50", "“bonus_moves” is -50"),
        ("[state]\nstack = [{ type = 'Frontline', track = 40, space = 3 }]", "Frontline.track is 40"),
        ("[state]\nstack = [{ type = 'Frontline', track = -4, space = 'D3' }]", "track -4"),
        ("[state]\nstack = [{ type = 'Frontline', track = 'D', space = 'D1' }]", "Nobody is in D1"),
        (
            "[state.loc]\n"
            + "\n".join(f"{u} = 'lost'" for u in DATA.unit_list(DATA.belgian))
            + "\n[state]\nfull = []",
            "must have surrendered",
        ),
    ],
)
def test_impossible_positions_are_refused_in_one_sentence(text: str, words: str) -> None:
    with pytest.raises(BadInput) as caught:
        GAME.position(text, seed=1)
    assert words in str(caught.value)


def test_a_position_in_the_middle_of_an_attack_is_written_by_names() -> None:
    table = GAME.position(
        """
        [state]
        stack = [{ type = "Frontline", track = "C", space = "C2" }]
        [state.advance]
        C = 1
        """,
        seed=1,
    )
    assert "front 1-loyals" in {a.text for a in GAME.legal(table.state, "allies")}
    assert 'space = "C2"' in table.position()
