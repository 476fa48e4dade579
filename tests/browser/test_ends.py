"""Nothing lost by a click: an end that wastes something asks once, and the safe answer is the strong button."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

pytestmark = pytest.mark.browser
Desks = Callable[..., Any]
TWO = {"axis": "me", "allies": "hotseat"}


def begin(d: Any, **how: Any) -> None:
    """Springtime as far as the first impulse of the Axis."""
    d.start("springtime", scenario="plan-yellow", **how)
    for _ in range(12):
        d.page.wait_for_function("grognard.state.value?.decision || grognard.others.value.length")
        if d.ask("grognard.others.value.length"):
            d.ask("grognard.sit(grognard.others.value[0])")
            d.page.wait_for_function("grognard.state.value?.decision")
        if any(c["action"] == "pass" for c in d.choices):
            break
        rev = d.rev()
        d.ask("grognard.playCompleted(grognard.choices.value[0].action)")
        d.page.wait_for_function(
            "(rev) => grognard.others.value.length || grognard.state.value?.rev !== rev", arg=rev
        )
    assert d.state["by"] == "axis"
    d.settle()


def assault(d: Any) -> None:
    before = d.rev()
    d.click_button("assault A")
    d.page.wait_for_function("grognard.playable.value")
    d.click_button("assault A")
    d.wait_change(before)


def test_an_impulse_that_wastes_units_asks_and_enter_is_the_safe_answer(desk: Desks) -> None:
    d = desk()
    begin(d, who=TWO)
    before = d.rev()
    d.click_button("pass")
    d.page.get_by_test_id("ending").wait_for()
    words = d.page.get_by_test_id("ending").inner_text()
    assert "none of your 14 units moves or attacks" in words
    assert d.ask("document.activeElement.dataset.testid") == "go-on"
    d.shot("end-asks")
    d.page.keyboard.press("Enter")
    assert d.page.get_by_test_id("ending").count() == 0
    assert d.rev() == before, "nothing was played"
    assert d.errors == []


def test_who_does_not_want_to_be_asked_again_is_not(desk: Desks) -> None:
    d = desk()
    begin(d, who=TWO)
    assault(d)
    before = d.rev()
    d.click_button("end")
    d.page.get_by_test_id("ending").wait_for()
    d.page.locator('.wasted[data-kind="units"] input').check()
    d.page.keyboard.press("Escape")
    assert d.rev() == before
    d.click_button("end")
    d.page.get_by_test_id("ending").wait_for()
    assert not d.page.locator('.wasted[data-kind="units"] input').is_checked(), "only an end that was made counts"
    d.page.locator('.wasted[data-kind="units"] input').check()
    d.page.get_by_test_id("end-anyway").click()
    d.wait_change(before)
    begin(d, who=TWO)
    assault(d)
    before = d.rev()
    d.click_button("end")
    d.wait_change(before)
    d.page.locator("#tab-help").click()
    d.page.get_by_test_id("ask-again").click()
    assert d.page.get_by_test_id("ask-again").count() == 0
    begin(d, who=TWO)
    assault(d)
    d.click_button("end")
    d.page.get_by_test_id("ending").wait_for()
    assert d.errors == []


def test_on_a_practice_table_nobody_is_asked(desk: Desks) -> None:
    d = desk()
    begin(d, practice=True, seed=1)
    before = d.rev()
    d.click_button("pass")
    d.wait_change(before)


def test_units_that_were_told_to_stay_are_not_asked_about(desk: Desks) -> None:
    d = desk()
    begin(d, who=TWO)
    assault(d)
    waiting = d.ask("grognard.units.waiting.value.map((p) => p.id)")
    assert len(waiting) > 3
    d.page.keyboard.press("n")
    here = d.ask("grognard.units.waiting.value.filter((p) => p.place === grognard.cursor.value).map((p) => p.id)")
    d.page.keyboard.press("s")
    assert set(d.ask("[...grognard.units.staying.value]")) == set(here)
    assert d.ask("grognard.cursor.value") != d.places()[here[0]], "on to the next"
    d.ask("grognard.units.stay(grognard.units.able.value.map((p) => p.id))")
    d.shot("units-stay")
    before = d.rev()
    d.click_button("end")
    d.wait_change(before)
    assert d.errors == []
