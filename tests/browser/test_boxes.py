"""Boxes off the map lie in a drawer: empty ones take no room, and it opens when what is in them is asked for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

pytestmark = pytest.mark.browser
Desks = Callable[..., Any]


@pytest.mark.parametrize("width", [1440, 390])
def test_the_drawer_opens_for_a_set_up_and_gives_way_to_the_map(desk: Desks, width: int) -> None:
    d = desk(width=width, height=844, touch=width < 400)
    d.start("fortress-europa", scenario="invasion", practice=True)
    drawer = d.page.get_by_test_id("drawer")
    drawer.locator(".counter.lit").first.wait_for()
    off = d.ask("grognard.boxes.value.map((b) => [b.place.id, b.pieces.length, b.asked])")
    assert all(many or asked for _, many, asked in off), "what is empty is not there"
    assert off[0][2], "what is asked for comes first"
    unit = drawer.locator(".counter.lit").first.get_attribute("data-piece")
    assert d.places()[unit] == off[0][0]
    drawer.locator(".counter.lit").first.click()
    d.page.wait_for_function("(id) => grognard.prefix.value.endsWith(id)", arg=unit)
    assert drawer.locator(".inside").count() == 0, "the goals are on the map"
    d.shot(f"drawer-{width}")
    d.page.keyboard.press("Escape")
    drawer.locator(".counter.lit").first.wait_for()
    d.page.get_by_test_id("drawer-handle").click()
    assert drawer.locator(".inside").count() == 0
    rev = d.rev()
    place = "(id) => grognard.choices.value.find((c) => c.value === id).action"
    d.ask("(a) => grognard.playCompleted(a)", d.ask(place, unit))
    d.wait_change(rev)
    assert drawer.locator(".inside").count() == 0, "who has shut it is not shown it again for the same decision"
    assert d.places()[unit] != off[0][0]
    assert d.errors == []
