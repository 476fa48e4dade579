"""Units that move together: by Shift and by a button; a plain click is for the unit alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.browser.test_ways import begun, lay_1940

pytestmark = pytest.mark.browser
Desks = Callable[..., Any]


def a_stack() -> dict[str, str]:
    """Two German corps that start in one hex."""
    return {"de-i": "1605", "de-13-mot": "1605"}


def test_a_stack_is_picked_up_by_a_button_and_moves_as_one(desk: Desks) -> None:
    d = desk()
    lay_1940(d, a_stack())
    before = d.rev()
    d.page.get_by_test_id("together").click()
    d.pick("de-i")
    begun(d, "stack de-i")
    assert d.page.get_by_text("Name another unit of the stack").is_visible()
    d.pick("de-13-mot")
    d.page.wait_for_function("() => grognard.prefix.value.includes('de-13-mot')")
    d.settle()
    assert "1706" in d.ask("[...grognard.lit.value.places]")
    d.shot("stack-1940")
    d.click_place("1706")
    d.wait_change(before)
    assert d.places()["de-i"] == d.places()["de-13-mot"] == "1706"
    d.page.get_by_test_id("undo").click()
    d.page.wait_for_function("() => grognard.scene.value.pieces.some((p) => p.id === 'de-i' && p.place === '1605')")
    assert d.places()["de-i"] == d.places()["de-13-mot"] == "1605", "one undo takes both back"
    assert d.errors == []


def test_a_plain_click_is_for_the_unit_alone(desk: Desks) -> None:
    d = desk()
    lay_1940(d, a_stack())
    d.pick("de-i")
    d.page.wait_for_function("() => grognard.picking.value || grognard.prefix.value")
    offered = d.ask(
        "grognard.picking.value ? grognard.picking.value.choices.map((c) => c.action) : [grognard.prefix.value]"
    )
    assert "move de-i" in offered
    assert "stack de-i" not in offered
