"""The case book and the rulings of Fortress Europa are whole: numbers, order, references."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest

from grognard.kernel.data import read_rules
from tests.games.fortress_europa.conftest import GAME

PACKAGE = "grognard.games.fortress_europa"
CASES = read_rules(PACKAGE)
RULINGS = (files(PACKAGE) / "RULINGS.md").read_text(encoding="utf-8")
HEADS = [int(number) for number in re.findall(r"^\*\*(\d+)\. ", RULINGS, flags=re.M)]
IDS = {case.id for case in CASES}

# How many cases the booklet numbers in each chapter; chapter 23 and the headings of 31 and 32 have none of their own.
LAST = {
    1: 1, 2: 8, 3: 9, 4: 4, 5: 6, 6: 6, 7: 4, 8: 12, 9: 10, 10: 11, 11: 9, 12: 19, 13: 4, 14: 13, 15: 11, 16: 8,
    17: 10, 18: 9, 19: 10, 20: 17, 21: 11, 22: 3, 24: 4, 25: 4, 26: 10, 27: 14, 28: 5, 29: 6, 30: 2, 31: 18, 32: 4,
    33: 4,
}  # fmt: skip
SUBCASES = {"17.9": 4, "17.10": 10, "18.7": 14, "33.1": 5, "33.2": 4, "33.3": 10, "33.4": 7}
LETTERS = {"9.1": "ABCDEFG", "11.4": "ABC", "14.6": "ABC", "18.7.2": "ABCDEF", "28.3": "AB"}


def cited(text: str) -> list[int]:
    return [int(n) for group in re.findall(r"\brulings? ([\d, and]+)", text) for n in re.findall(r"\d+", group)]


def test_no_number_stands_twice() -> None:
    assert len(IDS) == len(CASES)


def test_every_case_has_a_title_and_a_sentence() -> None:
    for case in CASES:
        assert case.title, case.id
        assert case.text[0].isupper() or case.text[0].isdigit(), case.id
        assert case.text.endswith("."), case.id


def test_what_is_not_enforced_says_why() -> None:
    for case in CASES:
        assert case.enforce != bool(case.why), case.id


@pytest.mark.parametrize("chapter", LAST)
def test_every_number_of_a_chapter_is_there(chapter: int) -> None:
    for n in range(1, LAST[chapter] + 1):
        number = f"{chapter}.{n}"
        assert any(re.match(re.escape(number) + r"(?!\d)", name) for name in IDS), number


@pytest.mark.parametrize("case", SUBCASES)
def test_every_number_of_a_case_is_there(case: str) -> None:
    for n in range(1, SUBCASES[case] + 1):
        assert any(re.match(re.escape(f"{case}.{n}") + r"(?!\d)", name) for name in IDS), f"{case}.{n}"


@pytest.mark.parametrize("case", LETTERS)
def test_every_letter_of_a_case_is_there(case: str) -> None:
    assert {case} | {case + letter for letter in LETTERS[case]} <= IDS


def test_the_nine_results_and_both_lists_of_objectives_are_there() -> None:
    assert {f"15.3-{result}" for result in ("AE", "A2", "A1", "AR", "E2", "EX", "DR", "D1", "DE")} <= IDS
    assert {f"32.4-{side}-{n}" for side in ("allies", "germans") for n in range(1, 13)} <= IDS
    lists = {"netherlands": 4, "15th": 2, "7th": 2, "1st": 2, "19th": 3}
    assert {f"33.1.5-{district}-{n}" for district, many in lists.items() for n in range(1, many + 1)} <= IDS


def test_the_sequence_of_play_is_there_phase_by_phase() -> None:
    phases = (
        ["4.3"]
        + [f"4.3A{n}" for n in range(1, 4)]
        + [f"4.3{side}{n}" for side in "BC" for n in range(1, 8)]
        + ["4.3D"]
    )
    assert [case.id for case in CASES if case.id.startswith("4.3")] == phases


def test_cases_follow_the_booklet() -> None:
    """Chapter by chapter; the advanced air system is printed between 32 and 33 with the numbers that it replaces."""
    chapters = [int(m[0]) for name in (case.id for case in CASES) if (m := re.match(r"\d+", name))]
    advanced = [case.id for case in CASES].index("Advanced Air System")
    before = [int(m[0]) for case in CASES[:advanced] if (m := re.match(r"\d+", case.id))]
    assert before == sorted(before)
    assert chapters[-1] == 33


def test_rulings_are_numbered_without_gaps() -> None:
    assert list(range(1, len(HEADS) + 1)) == HEADS


def test_every_ruling_gives_its_reason() -> None:
    for number, text in enumerate(re.split(r"^\*\*\d+\. ", RULINGS, flags=re.M)):
        assert (number > 0) == ("*Why:*" in text), number


def test_every_ruling_that_is_cited_exists() -> None:
    for case in CASES:
        for number in cited(case.text + " " + case.why):
            assert 1 <= number <= len(HEADS), case.id
    for number in cited(RULINGS):
        assert 1 <= number <= len(HEADS)


def test_every_ruling_is_cited_by_a_case() -> None:
    found = {number for case in CASES for number in cited(case.text + " " + case.why)}
    assert found == set(HEADS)


def test_every_case_that_a_ruling_names_exists() -> None:
    chapters = {name.split(".")[0] for name in IDS}
    for title in re.findall(r"^\*\*\d+\. (.*?)\*\*", RULINGS, flags=re.M):
        for group in re.findall(r"\(([^()]*\d[^()]*)\)$", title.strip()):
            for name in re.split(r", | to | and ", group):
                assert name in IDS or name in chapters or any(i.startswith(name + "-") for i in IDS), (title, name)


def test_at_most_six_rulings_are_options_and_each_says_so() -> None:
    table = re.findall(r"^\| `([a-z-]+)` \|.*\| (\d+) \|$", RULINGS, flags=re.M)
    assert 1 <= len(table) <= 6
    texts = re.split(r"^\*\*\d+\. ", RULINGS, flags=re.M)
    for option, number in table:
        assert f"*Option* `{option}`" in texts[int(number)]
    assert RULINGS.count("*Option*") == len(table)


def test_the_options_that_take_another_reading_name_their_ruling() -> None:
    """So the home page keeps them apart from the optional rules of the game."""
    table = dict(re.findall(r"^\| `([a-z-]+)` \|.*\| (\d+) \|$", RULINGS, flags=re.M))
    named = {option.id: str(option.ruling) for option in GAME.options if option.ruling}
    assert named == table
