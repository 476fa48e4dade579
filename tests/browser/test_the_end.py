"""The end of a game: what the page of the result tells, and where it leads."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from grognard.games.spoiled_victory.show.measured import COUNTS

pytestmark = pytest.mark.browser
Desks = Callable[..., Any]


def finish(d: Any) -> str:
    table: str = d.start("spoiled-victory", who={"allies": "bot:advisor"})
    d.page.wait_for_function("grognard.state.value?.result", timeout=90_000)
    return table


def test_the_result_page_tells_how_it_went_and_leads_on(desk: Desks) -> None:
    d = desk()
    table = finish(d)
    page = d.page.get_by_test_id("the-end")
    page.wait_for()
    score, level = d.state["result"]["score"], d.state["result"]["level"]
    assert level in page.locator(".result").inner_text()
    among = page.get_by_test_id("among")
    below = sum(n * (1 if points < score else 0.5 if points == score else 0) for points, n in COUNTS.items())
    assert f"better than {below / 10:.0f} of every 100" in among.inner_text()
    page.get_by_text("Points by source").wait_for()
    page.get_by_text("Luck against expectation").wait_for()
    page.get_by_text("Your own record").wait_for()
    front = page.get_by_test_id("front")
    d.page.wait_for_function("document.querySelector('[data-testid=front]').width > 300")
    last = d.ask("document.querySelector('[data-testid=front]').toDataURL().length")
    page.get_by_role("slider").fill("0")
    d.page.wait_for_function(
        "(n) => document.querySelector('[data-testid=front]').toDataURL().length !== n", arg=last
    )
    assert "End of" in (front.get_attribute("aria-label") or "")
    assert d.axe() == []
    with d.page.expect_download() as got:
        page.get_by_role("button", name="Picture").click()
    assert got.value.suggested_filename.endswith(".png")
    page.get_by_test_id("replay").click()
    d.page.wait_for_function("grognard.replay.value?.playing")
    d.page.get_by_test_id("skip").click()
    d.page.get_by_test_id("open-end").click()
    page.get_by_test_id("again").click()
    d.page.wait_for_function("(old) => window.grognard?.id !== old && grognard.info.value", arg=table)
    assert d.ask("grognard.info.value.who") == {"allies": "bot:advisor"}
    assert d.errors == []


def test_on_a_phone_it_fits(desk: Desks) -> None:
    d = desk(width=390, height=844, touch=True, dark=True)
    finish(d)
    d.page.get_by_test_id("the-end").get_by_text("Points by source").wait_for()
    assert d.ask("document.documentElement.scrollWidth") <= 390
    box = d.page.locator("dialog").bounding_box()
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 390
    d.page.get_by_role("button", name="Close").click()
    d.page.get_by_test_id("open-end").click()
    d.page.get_by_test_id("the-end").wait_for()
