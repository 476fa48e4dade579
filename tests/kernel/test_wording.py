"""English in one place, and the check that reads what random play says."""

from __future__ import annotations

import pytest

from grognard.kernel.rules.events import Battle, Rerolled, Rolled
from grognard.kernel.rules.state import Static
from grognard.kernel.show import Modifier
from grognard.kernel.show.words import agree, either, listed, number_of, sentence, spelled
from grognard.suite.wording import faults


def test_numbers_nouns_and_verbs_agree() -> None:
    assert [f"{number_of(n, 'hex', 'hexes')} {agree(n, 'becomes', 'become')}" for n in (1, 2)] == [
        "1 hex becomes",
        "2 hexes become",
    ]
    assert [spelled(n, "more unit") for n in (1, 3, 13)] == ["one more unit", "three more units", "13 more units"]
    assert [listed(names) for names in ([], ["A"], ["A", "B"], ["A", "B", "C", "D", "E", "F"])] == [
        "",
        "A",
        "A and B",
        "A, B, C, D, E and F",
    ]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("de Gaulle moves.", "De Gaulle moves."),
        ("Nobody was with the 4th D.C.R..", "Nobody was with the 4th D.C.R."),
        ("red-1 moves.", "red-1 moves."),
        ("", ""),
    ],
)
def test_a_sentence_begins_and_ends_as_sentences_do(words: str, told: str) -> None:
    assert sentence(words) == told


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("1 hexes become friendly.", "one of several"),
        ("You have 1 Player Actions left.", "one of several"),
        ("There are 3 unit here.", "several of one"),
        ("Attack with +1 1 more defending.", "a number beside a number"),
        ("Evacuees 5 is lost.", "several that do as one"),
        ("The Allies has the Advantage.", "several that do as one"),
        ("The the attack fails.", "a word twice"),
        ("This is for the german player.", "a side in lower case"),
        ("Attack on 1009, die: 2: DR*.", "a number between two colons"),
        ("It moves to D3 .", "blanks or stops"),
        ("It moves to D3", "no stop"),
        ("it moves to D3.", "no capital"),
    ],
)
def test_what_programs_get_wrong_is_found(text: str, wrong: str) -> None:
    (found,) = faults(text)
    assert found.startswith(wrong)


@pytest.mark.parametrize(
    "text",
    [
        "1 hex becomes friendly, and 2 hexes stay.",
        "Canadian 1 Infantry moves to D3.",
        "Attack on 1009: 12 to 4 is 3:1. The die is 2: DR*.",
        "Luftwaffe: 3, 4; -2 Night = 5 – no effect.",
        "Win 1 of 3: a Hit or a Retreat?",
    ],
)
def test_good_sentences_pass(text: str) -> None:
    assert faults(text) == []


def test_dice_are_told_so_that_they_can_be_read() -> None:
    assert Rolled((3,), "Logistics", result="the phase goes on").text(Static()) == "Logistics: 3 – the phase goes on."
    hills = (Modifier(-1, "hills", "1"),)
    told = Rolled((2, 6), "Red attack", modifiers=hills, total=7, result="Success").text(Static())
    assert told == "Red attack: 2, 6; -1 hills = 7 – Success."
    again = Rerolled((4,), "Spirit", now=(3, 4, 5), result="2 Wins").text(Static())
    assert again == "Spirit: 4. The dice are now 3, 4 and 5: 2 Wins."


def test_a_battle_on_a_column_tells_its_die_last() -> None:
    fought = Battle(
        (5,), "Attack on D3: 4 to 2 is 2:1", turn=1, defender="blue", place="D3", odds="2:1", result="DR",
        modifiers=(Modifier(1, "armor", "1"),), total=6,
    )  # fmt: skip
    assert fought.text(Static()) == "Attack on D3: 4 to 2 is 2:1. The die is 5, +1 for armor, which makes 6: DR."


def test_one_of_several_is_told_with_or() -> None:
    assert [either(names) for names in (["A"], ["A", "B"], ["A", "B", "C"])] == ["A", "A or B", "A, B or C"]
