"""Advice lies on the map, and says when it is old."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.browser.test_clicks_in_time import at_moves

pytestmark = pytest.mark.browser
POINTED = "[...grognard.pointed.value.pieces, ...grognard.pointed.value.places]"


def test_advice_is_marked_on_the_map_and_says_when_it_is_old(desk: Callable[..., Any]) -> None:
    d = desk()
    d.start("springtime", practice=True, seed=3)
    d.ask("grognard.play('keep')")
    d.page.wait_for_function("grognard.state.value?.decision?.step === 'PlaceKleist'")
    d.page.get_by_role("tab", name="Help").click()
    d.page.get_by_test_id("hint").click()
    advice, old = d.page.get_by_test_id("advice"), d.page.get_by_test_id("old-advice")
    advice.wait_for(timeout=60_000)
    action = d.ask("grognard.advice.value.hint.action")
    verb, unit = action.split()
    assert verb == "kleist"
    assert d.ask(POINTED) == [unit]
    assert old.count() == 0
    other = next(c["action"] for c in d.choices if c["action"] != action)
    rev = d.rev()
    d.ask("(a) => grognard.play(a)", other)
    d.wait_change(rev)
    old.wait_for()
    assert unit not in d.ask(POINTED), "what is old is not marked"
    assert advice.get_by_role("button", name="Do it").count() == 0
    assert d.errors == []


def test_a_move_that_is_advised_has_its_arrow(desk: Callable[..., Any]) -> None:
    d = desk()
    d.start("springtime", practice=True, seed=3)
    for action in ("keep", "kleist guderian-pz", "assault all"):
        rev = d.rev()
        d.ask("(a) => grognard.play(a)", action)
        d.wait_change(rev)
    hint = d.ask("grognard.hint()")
    verb, unit, goal = hint["action"].split()[:3]
    assert verb == "move"
    assert [d.places()[unit], goal] in d.ask("grognard.arrows.value")
    d.click_piece(unit)
    d.page.wait_for_function("grognard.prefix.value || grognardMap.isFanned")
    d.ask("grognard.back()")


def test_while_a_bot_thinks_it_says_what_about_and_one_plays_on(desk: Callable[..., Any]) -> None:
    """Fortress Europa, where advice on a move takes its time."""
    d = desk()
    d.lay(at_moves("fortress-europa"))
    d.page.get_by_role("tab", name="Help").click()
    d.page.get_by_test_id("hint").click()
    weighing = d.page.get_by_test_id("weighing")
    weighing.wait_for()
    assert d.state["decision"]["prompt"] in weighing.inner_text()
    choice = next(c for c in d.choices if c["action"].startswith("move ") and c.get("kind") == "piece")
    d.ask("(c) => grognard.choose(c)", choice)
    d.page.wait_for_function("grognard.prefix.value && grognard.lit.value.places.size")
    assert weighing.count() == 1, "a unit is chosen while the bot still thinks"
    assert d.errors == []
