"""A Spoiled Victory in the browser: a whole game by mouse, the first turns by keyboard alone."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

pytestmark = pytest.mark.browser
Desks = Callable[..., Any]
GAME = "spoiled-victory"
CHANGED = "(grognard.state.value && (grognard.state.value.rev !== rev || grognard.prefix.value !== p))"


def pick(choices: list[dict[str, Any]], rng: random.Random) -> dict[str, Any]:
    """Anything, with a leaning to what ends a step: a game is then a few hundred clicks long."""
    ends = [c for c in choices if c["complete"] and not c.get("value")]
    return rng.choice(ends) if ends and rng.random() < 0.6 else rng.choice(choices)


@pytest.mark.long
def test_a_whole_game_by_mouse(desk: Desks) -> None:
    d = desk()
    d.page.get_by_test_id(f"new-{GAME}").click()
    d.page.get_by_role("dialog").get_by_role("button", name="Start").click()
    d.page.wait_for_function("window.grognard?.state.value && window.grognardMap && window.grognard.map")
    d.settle()
    d.shot("table")
    rng = random.Random(7)
    clicks = 0
    while not d.state["result"]:
        assert clicks < 3000, "the game does not end"
        d.take(pick(d.choices, rng))
        clicks += 1
        if clicks == 60:
            d.shot("table-later")
    print("clicks in a game:", clicks)
    assert d.page.get_by_test_id("result").is_visible()
    d.shot("result")
    assert d.errors == []
    if d.ask("grognard.theEnd.value"):
        d.page.keyboard.press("Escape")
        d.page.wait_for_function("!grognard.theEnd.value")
    d.page.keyboard.press("t")
    d.page.get_by_test_id("scrubber").fill("5")
    d.page.wait_for_function("grognard.replay.value?.step.n === 5")
    d.shot("time")


def test_the_first_turns_by_keyboard_alone(desk: Desks) -> None:
    d = desk()
    d.start(GAME)
    keys = d.page.keyboard
    first = d.ask("grognard.scene.value.clock")
    for _ in range(600):
        if d.ask("grognard.scene.value.clock") not in (first, "") and d.ask("grognard.log.value.length") > 40:
            break
        rev, prefix = d.rev(), d.ask("grognard.prefix.value")
        choices = d.choices
        ends = [c for c in choices if c["complete"] and not c.get("value")]
        if ends:
            keys.press("/")
            keys.type(ends[0]["action"])
        elif choices[0].get("kind") in ("piece", "place"):
            keys.press("n")
            d.page.wait_for_function("grognard.cursor.value !== null")
        else:
            keys.press("/")
            keys.type(choices[0]["action"])
        keys.press("Enter")
        d.page.wait_for_function(
            f"([rev, p]) => grognard.picking.value || grognard.ending.value || {CHANGED}",
            arg=[rev, prefix], timeout=15_000,
        )  # fmt: skip
        if d.ask("!!grognard.ending.value"):  # it names what is lost; the safe button has the focus
            keys.press("Tab")
            keys.press("Enter")
            d.page.wait_for_function(f"([rev, p]) => {CHANGED}", arg=[rev, prefix], timeout=15_000)
        if d.ask("grognard.picking.value"):
            d.page.wait_for_function("document.activeElement?.closest('.pick')")
            keys.press("Enter")
            d.page.wait_for_function(f"([rev, p]) => {CHANGED}", arg=[rev, prefix], timeout=15_000)
        d.settle()
    assert d.ask("grognard.scene.value.clock") != first, "a turn has been played"
    assert d.errors == []


def test_the_books_are_one_click_away(desk: Desks) -> None:
    d = desk()
    d.start(GAME)
    d.page.get_by_role("tab", name="Rules").click()
    d.page.get_by_label("Search the rules").fill("evacuation")
    assert 0 < d.page.locator(".case").count() < len(d.ask("grognard.book.value.rules"))
    d.shot("rules")
    d.page.get_by_role("tab", name="Charts").click()
    assert d.page.locator("table.chart").count() >= 1
    d.shot("charts")
    d.page.get_by_role("tab", name="Log").click()
    d.shot("log")


def test_night_and_phone(desk: Desks) -> None:
    d = desk(dark=True)
    table = d.start(GAME)
    d.shot("dark")
    p = desk(width=390, height=844, touch=True)
    p.sit(table)
    assert p.ask("document.documentElement.scrollWidth") <= 390
    p.shot("phone")
    h = desk(width=390, height=844, touch=True)
    h.page.get_by_test_id(f"new-{GAME}").wait_for()
    assert h.ask("document.documentElement.scrollWidth") <= 390
    h.shot("phone-home")


def test_the_guided_first_turn(desk: Desks) -> None:
    d = desk()
    button = d.page.get_by_test_id(f"lesson-{GAME}")
    button.wait_for()
    button.click()
    box = d.page.get_by_test_id("lesson")
    box.wait_for()
    d.page.wait_for_function("window.grognardMap && window.grognard.map")
    d.shot("lesson")
    for _ in range(200):
        if not d.page.get_by_test_id("lesson").count():
            break
        at = d.ask("grognard.lessonAt.value")
        step = d.ask("grognard.book.value.lessons[0].steps[grognard.lessonAt.value]")
        name = (
            "do it for me"
            if step.get("expect")
            else "Finish"
            if box.get_by_role("button", name="Finish").count()
            else "Next"
        )
        box.get_by_role("button", name=name).click()
        d.page.wait_for_function("(at) => grognard.lessonAt.value > at", arg=at, timeout=15_000)
    assert "That was the lesson" in d.page.locator(".lesson").inner_text()
