"""Nothing of the page lies over what one reads: titles of boxes, names of countries, rows of lists, chart columns."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

pytestmark = pytest.mark.browser

UNDER = """(words) => {
    const map = grognardMap, top = map.top.getBoundingClientRect();
    const chrome = document.querySelectorAll('.minimap:not([hidden]), .drawer .handle, .overlay-box > button');
    return [...chrome].filter((el) => {
        const b = el.getBoundingClientRect();
        return map.tiles.labels.some(({label, text}) => {
            if (!words.includes(label.text)) return false;
            const [x0, y0] = map.toScreen(text.x0, text.y0), [x1, y1] = map.toScreen(text.x1, text.y1);
            const left = top.left + x0, right = top.left + x1, up = top.top + y0, down = top.top + y1;
            return left < b.right && right > b.left && up < b.bottom && down > b.top;
        });
    }).map((el) => el.className);
}"""
"""What of the page lies over these words of the map."""


@pytest.mark.parametrize(("game", "words"), [("fortress-europa", ["England"]), ("spoiled-victory", ["FRANCE"])])
def test_no_button_and_no_small_map_lies_on_a_title(desk: Callable[..., Any], game: str, words: list[str]) -> None:
    d = desk(width=2560, height=1440)
    d.start(game, practice=True, seed=3)
    assert d.ask(UNDER, words) == []


def test_all_columns_of_the_combat_results_fit_beside_the_map(desk: Callable[..., Any]) -> None:
    """And no odds are torn apart at their hyphen: the head has two lines of odds, or three words."""
    d = desk()
    d.start("fortress-europa", scenario="bulge", practice=True, seed=3)
    d.page.locator("#tab-charts").click()
    box = d.page.locator(".scroll:has(table.chart)").first
    assert box.evaluate("(el) => el.scrollWidth - el.clientWidth") <= 1
    line = box.evaluate("(el) => parseFloat(getComputedStyle(el.querySelector('th')).fontSize) * 1.6")
    assert box.locator("thead").evaluate("(el) => el.getBoundingClientRect().height") < 3.6 * line


def test_the_parts_of_a_draft_have_their_cross_on_their_own_line(desk: Callable[..., Any]) -> None:
    d = desk()
    d.start("fortress-europa", lesson="first")
    rows = d.page.locator(".parts li")
    assert rows.count() == 10
    for row in rows.all():
        inside = (
            "(el) => el.getBoundingClientRect().bottom - el.querySelector('.drop').getBoundingClientRect().bottom"
        )
        assert row.evaluate(inside) >= -1


def test_a_lesson_comes_near_enough_for_its_counters_to_be_read(desk: Callable[..., Any]) -> None:
    """The first step speaks of M5 and W4: both are seen, and their counters can be read; nothing beyond the board."""
    d = desk()
    d.start("fortress-europa", lesson="first")
    d.settle()
    for place in ("M5", "W4"):
        assert d.ask("(id) => grognardMap.isReadable(id)", place)
    assert d.ask("grognardMap.visibleBox().y0 >= grognardMap.index.box.y0 - 1")
