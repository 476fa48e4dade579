"""Home, about, themes, accessibility, weight and speed."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.browser
Desks = Callable[..., Any]


def test_home_lists_the_games_and_starts_one(desk: Desks) -> None:
    d = desk()
    d.page.get_by_test_id("new-skirmish").wait_for()
    d.page.wait_for_timeout(600)
    d.shot("home")
    d.page.get_by_test_id("new-skirmish").click()
    dialog = d.page.get_by_role("dialog")
    dialog.get_by_label("Blue").select_option("bot:random")
    dialog.get_by_role("button", name="Start").click()
    d.page.wait_for_function("window.grognard?.state.value")
    assert d.ask("grognard.info.value.who") == {"red": "me", "blue": "bot:random"}
    d.page.get_by_role("link", name="Home").click()
    d.page.locator(".continue a").first.wait_for()
    assert "Skirmish" in d.page.locator(".continue").inner_text()


def test_home_is_painted_within_half_a_second(desk: Desks) -> None:
    d = desk()
    times = []
    for _ in range(5):
        d.page.goto(d.server.home)
        d.page.get_by_test_id("new-skirmish").wait_for()
        d.page.wait_for_function("performance.getEntriesByName('first-contentful-paint').length")
        times.append(d.ask("performance.getEntriesByName('first-contentful-paint')[0].startTime"))
    print("first paint, ms:", [round(t) for t in times])
    assert min(times) < 500  # what runs beside it only ever adds


def test_the_client_weighs_less_than_300_kilobytes() -> None:
    files = [f for f in (ROOT / "src/grognard/client").iterdir() if f.suffix in (".js", ".css", ".html", ".svg")]
    weight = sum(len(gzip.compress(f.read_bytes())) for f in files)
    print("client, bytes compressed:", weight)
    assert 20_000 < weight < 300_000


def test_the_page_keeps_its_own_content_policy(browser: Any, server: Any) -> None:
    """With the policy in force, nothing on the pages is refused by it."""
    context = browser.new_context(viewport={"width": 1200, "height": 800})
    page = context.new_page()
    errors: list[str] = []
    page.on("console", lambda m: errors.append(m.text) if m.type == "error" else None)
    page.on("pageerror", lambda e: errors.append(str(e)))
    page.goto(f"{server.home}/enter?token={server.token}")
    page.get_by_test_id("new-skirmish").click()
    page.get_by_role("button", name="Start").click()
    page.locator(".prompt").wait_for()
    page.wait_for_timeout(500)
    context.close()
    assert [e for e in errors if "Content Security" in e] == []


def test_the_screen_reader_hears_the_map(desk: Desks) -> None:
    d = desk()
    d.start("skirmish")
    d.page.keyboard.press("m")
    d.page.keyboard.press("n")
    d.page.wait_for_function("document.querySelector('[data-testid=live]').textContent.includes('can be chosen')")
    assert "red-" in d.page.get_by_test_id("live").inner_text()


def test_dark_is_dark(desk: Desks) -> None:
    d = desk(dark=True)
    d.start("skirmish")
    assert d.ask("document.documentElement.dataset.theme") == "dark"
    d.page.wait_for_function("grognardMap.theme === 'dark'")
    d.shot("dark-toy")
    d.page.get_by_label("Light theme").click()
    d.page.wait_for_function("grognardMap.theme === 'light'")


def test_frames_of_the_synthetic_board(desk: Desks) -> None:
    """1,500 hexes and 400 counters, panned and zoomed, without a GPU: under 50 ms of work a frame."""
    d = desk(still=False)
    d.page.goto(f"{d.server.home}/bench")
    d.page.wait_for_function("window.grognardBench")
    runs = []
    for _ in range(5):  # the best of five: other tests run beside this one and take its processor away
        runs.append(d.ask("grognardBench()"))
        d.page.wait_for_timeout(1500)
        if runs[-1]["p95"] < 50:
            break
    result = min(runs, key=lambda run: run["p95"])
    print("synthetic board, ms a frame:", {k: round(v, 1) for k, v in result.items()})
    d.shot("synthetic")
    assert result["frames"] > 150
    assert result["median"] < 25
    assert result["p95"] < 50


def test_a_fault_inside_shows_a_page_with_the_record(desk: Desks) -> None:
    d = desk()
    d.start("skirmish")
    d.ask("() => { grognard.fault.value = 'Skirmish failed inside on “x”; the game is as it was before.' }")
    page = d.page.get_by_test_id("fault")
    page.wait_for()
    assert "as it was before" in page.inner_text()
    link = page.get_by_role("link", name="Save the record")
    answer = d.ask(
        "async (to) => { const r = await fetch(to); return (await r.json()).game }", link.get_attribute("href")
    )
    assert answer == "skirmish"


def test_without_the_token_there_is_nothing(browser: Any, server: Any) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.goto(server.home)
    assert "has no token" in page.content()
    context.close()
