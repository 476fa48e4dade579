"""The first view: the map where the game is played, with its names; the boxes beside it take none of its room."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

import grognard
from grognard.bots import game_bots
from grognard.kernel.match.table import Table
from grognard.kernel.rules.steps import Draft

pytestmark = pytest.mark.browser
HIDDEN = """() => {
    const m = grognardMap, boxes = [];
    for (const p of m.index.places.values()) for (const s of m.stacksAt(p.id))
        for (const {x, y, side} of s.laid.slice(-4))
            boxes.push([x - side / 2, y - side / 2, x + side / 2, y + side / 2]);
    return m.names.placed.filter((n) => !n.plate && boxes.some((c) => {
        const b = n.box, halo = n.lines[0].size * 0.2;
        const wide = Math.min(b.x1 - halo, c[2]) - Math.max(b.x0 + halo, c[0]);
        return wide > 0 && Math.min(b.y1 - halo, c[3]) > Math.max(b.y0 + halo, c[1]);
    })).map((n) => n.lines.map((l) => l.label.text).join(' '))
}"""
"""The names that lie under counters."""


def deployed() -> Table[Any]:
    """Both sides have planned and set up, as `easy` does."""
    game = grognard.load("1940")
    table, rng = game.table("campaign", practice=True, seed=3), random.Random(3)
    bots = {seat: game_bots(game)["easy"]() for seat in game.seats}
    while isinstance(table.state.stack[-1], Draft):
        seat = table.seats[0]
        table.play(bots[seat].choose(game, table.view(seat), seat, rng), seat)
    return table


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (2560, 1440), (820, 1180)])
def test_no_name_is_hidden_when_1940_is_set_up(desk: Callable[..., Any], width: int, height: int) -> None:
    d = desk(width=width, height=height)
    d.lay(deployed())
    d.page.wait_for_function("grognardMap.names.placed.length > 20")
    assert d.ask(HIDDEN) == []


@pytest.mark.parametrize("game", ["springtime", "1940", "fortress-europa", "spoiled-victory"])
def test_the_whole_map_is_as_large_as_the_page_allows_whatever_lies_beside_it(
    desk: Callable[..., Any], game: str
) -> None:
    d = desk(width=2560, height=1440)
    d.start(game, practice=True)
    page = d.page.locator(".map-top").bounding_box()
    seen = (
        "(() => { const m = grognardMap.board.surfaces.find((s) => s.kind === 'map'); return [m.width, m.height] })()"
    )
    width, height = d.ask(seen)
    fits = min(page["width"] / width, page["height"] / height)
    d.page.keyboard.press("+")  # whatever was seen first
    d.page.keyboard.press("0")
    d.settle()
    assert d.ask("grognardMap.scale") == pytest.approx(fits, rel=0.03)
    d.page.keyboard.press("0")
    d.settle()
    whole = min(page["width"] / d.ask("grognardMap.board.width"), page["height"] / d.ask("grognardMap.board.height"))
    assert d.ask("grognardMap.scale") == pytest.approx(whole, rel=0.03), "again: with the boxes"


def test_the_first_view_is_for_the_first_question(desk: Callable[..., Any]) -> None:
    """The bot sets up while the page is open already. What the Allies are asked then waits in England, beside the
    map, so all of the map is seen."""
    d = desk()
    d.sit(d.new("fortress-europa", scenario="invasion", who={"german": "bot:easy", "allied": "me"}))
    d.page.wait_for_function("grognard.state.value?.decision && !grognard.busy.value", timeout=60_000)
    d.settle()
    seen = d.ask("grognardMap.visibleBox()")
    shown = d.ask("grognardMap.mapBox()")
    assert all(seen[low] <= shown[low] for low in ("x0", "y0"))
    assert all(seen[high] >= shown[high] for high in ("x1", "y1"))
