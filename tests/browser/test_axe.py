"""axe on every page of every game, by day and by night, on a screen and on a phone."""

from __future__ import annotations

import gzip
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.browser.conftest import ROOT
from tests.browser.test_planner import played_to

pytestmark = pytest.mark.browser
Desks = Callable[..., Any]

GAMES = ("1940", "fortress-europa", "spoiled-victory", "springtime")
FINISHED = {
    "1940": "whole-game",
    "fortress-europa": "ending-stopped",
    "spoiled-victory": "game-004-good",
    "springtime": "game-plan-red",
}
"""A game of the museum that is over."""
PLANNED = {"1940": "Declaring", "fortress-europa": "Attacking", "springtime": "AssaultMoves"}
"""Where attacks are planned."""
TABS = ("log", "rules", "charts", "map", "units", "pages", "notes", "time", "analysis", "help")
LOOKS: dict[str, dict[str, Any]] = {
    "light": {},
    "dark": {"dark": True},
    "phone": {"width": 390, "height": 844, "touch": True},
    "dark-phone": {"width": 390, "height": 844, "touch": True, "dark": True},
}


def home(d: Any, game: str) -> Iterator[str]:
    d.page.goto(d.server.home)
    d.page.get_by_test_id(f"new-{game}").wait_for()
    yield "home"
    d.page.get_by_test_id(f"new-{game}").click()
    d.page.get_by_role("dialog").wait_for()
    d.page.locator("dialog details").evaluate_all("(all) => all.forEach((e) => { e.open = true })")
    yield "new game"
    for page in ("about", "components"):
        d.page.goto(f"{d.server.home}/{page}/{game}")
        d.page.locator("table, fieldset, h2").first.wait_for()
        yield page


def table(d: Any, game: str) -> Iterator[str]:
    d.start(game, practice=True)
    yield "table"
    d.page.wait_for_function("grognard.book.value")
    for tab in TABS:
        button = d.page.locator(f"#tab-{tab}")
        if not button.count():
            continue
        button.click()
        d.page.locator(f"#panel-{tab}").wait_for()
        if tab == "rules":
            d.ask("grognard.onePage.value = true")
        yield tab
    d.ask("grognard.sheet.value = false")
    piece = next((c for c in d.choices if c.get("kind") == "piece"), None)
    if piece is not None:
        d.ask("(c) => grognard.choose(c)", piece)
        d.settle()
        yield "a choice half made"
        d.page.keyboard.press("Escape")
    d.page.keyboard.press("/")
    d.page.locator(".palette-input").wait_for()
    yield "palette"
    d.page.keyboard.press("Escape")


def coach_and_lessons(d: Any, game: str) -> Iterator[str]:
    for lesson in d.ask("grognard.book.value.lessons.map((one) => one.id ?? 'first')"):
        d.start(game, lesson=lesson)
        d.page.get_by_test_id("lesson").wait_for()
        yield f"lesson {lesson}"
    d.page.evaluate("localStorage.setItem('grognard.coach', 'true')")
    d.start(game, practice=True)
    d.page.get_by_test_id("coach").wait_for()
    yield "coach"
    d.page.evaluate("localStorage.setItem('grognard.coach', 'false')")


def planner(d: Any, game: str) -> Iterator[str]:
    if game not in PLANNED:
        return
    scenario = {"fortress-europa": "bulge", "springtime": "plan-yellow", "1940": "campaign"}[game]
    d.lay(played_to(game, scenario, PLANNED[game], battles=1))
    d.page.get_by_test_id("planner").wait_for()
    d.page.locator(".planner .name").first.click()
    yield "planner"


def the_end(d: Any, game: str) -> Iterator[str]:
    record = gzip.decompress((ROOT / f"tests/museum/{game}/{FINISHED[game]}.json.gz").read_bytes()).decode()
    script = """async (raw) => { const r = await fetch("/api/import", {method: "POST",
        headers: {"content-type": "application/json"}, body: raw}); return (await r.json()).id }"""
    d.sit(d.ask(script, record))
    d.page.wait_for_function("grognard.state.value?.result")
    if not d.page.get_by_test_id("the-end").count():
        d.page.get_by_test_id("open-end").click()
    d.page.get_by_test_id("the-end").wait_for()
    d.ask("Promise.all([grognard.ask('summary', {}), grognard.luck()])")  # after which the page has them too
    d.settle()
    yield "result"
    d.page.get_by_test_id("replay").click()
    d.page.wait_for_function("grognard.replay.value")
    yield "replay"


PAGES = (home, table, coach_and_lessons, planner, the_end)


def walk(d: Any, game: str) -> dict[str, list[str]]:
    found = {}
    for part in PAGES:
        for page in part(d, game):
            if "390" in str(d.page.viewport_size):
                wide = d.ask("document.documentElement.scrollWidth")
                assert wide <= 390, f"{page} of {game} is {wide} wide"
            if what := d.axe():
                found[page] = what
    return found


@pytest.mark.parametrize(("game", "look"), list(zip(GAMES, LOOKS, strict=True)))
def test_nothing_serious_on_any_page(desk: Desks, game: str, look: str) -> None:
    """Each game in one look; the long test has all of them."""
    d = desk(**LOOKS[look])
    assert walk(d, game) == {}
    assert d.errors == []


@pytest.mark.long
@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("game", GAMES)
def test_nothing_serious_on_any_page_in_any_look(desk: Desks, game: str, look: str) -> None:
    d = desk(**LOOKS[look])
    assert walk(d, game) == {}
