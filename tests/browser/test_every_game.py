"""Every installed game at the same table: the client knows none of them by name."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from grognard.kernel.registry import loaders

pytestmark = pytest.mark.browser
Desks = Callable[..., Any]


@pytest.mark.parametrize("game", sorted(loaders()))
def test_a_game_can_be_begun_by_mouse(desk: Desks, game: str) -> None:
    d = desk()
    d.start(game, practice=True)
    assert len(d.ask("grognard.board.value.places")) > 0
    rng = random.Random(11)
    for _ in range(25):
        if d.state["result"]:
            break
        d.page.wait_for_function("grognard.state.value && grognard.choices.value.length > 0")
        d.take(rng.choice(d.choices))
    assert d.ask("grognard.log.value.length + (grognard.state.value.decision?.parts ?? []).length") > 0
    d.shot(f"game-{game}")
    assert d.errors == []


@pytest.mark.parametrize("game", sorted(loaders()))
def test_overlays_and_books_open(desk: Desks, game: str) -> None:
    d = desk()
    d.start(game, practice=True)
    d.page.locator("#tab-map").click()
    legend = d.page.get_by_test_id("overlay-legend")
    colours: dict[str, dict[str, str | None]] = {}
    for kind in d.ask("grognard.book.value.overlays"):
        if kind.get("about") == "piece":
            continue
        for side in d.ask("grognard.game.value.seats") if kind.get("about") == "side" else [""]:
            d.ask("([id, side]) => grognard.showOverlay(id, side)", [kind["id"], side])
            assert d.ask("grognard.overlay.value?.id") == kind["id"]
            rows = legend.locator("li", has=d.page.locator(".swatch[style]")).all()
            assert legend.inner_text().strip()
            told = {row.inner_text(): row.locator(".swatch").get_attribute("style") for row in rows}
            assert len(set(told.values())) == len(told), "each line of the legend has its own colour"
            sides = d.ask("(grognard.overlay.value.shades ?? []).map((s) => s.side)")
            if side and rows and set(sides) == {side}:
                colours.setdefault(kind["id"], {})[side] = next(iter(told.values()))
    for kind, by_side in colours.items():
        assert len(set(by_side.values())) == len(by_side), f"{kind}: the sides are told apart"
    for tab in ("rules", "charts", "time", "help"):
        d.page.locator(f"#tab-{tab}").click()
        assert d.page.locator(f"#panel-{tab}").inner_text().strip()
    assert len(d.ask("grognard.book.value.rules")) > 0
    assert d.errors == []


@pytest.mark.parametrize("game", sorted(loaders()))
def test_the_about_page_says_where_the_data_come_from(desk: Desks, game: str) -> None:
    d = desk()
    d.page.goto(f"{d.server.home}/about/{game}")
    d.page.locator(".sources").wait_for()
    assert d.page.locator(".sources tbody tr").count() >= 1
