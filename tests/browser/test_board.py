"""The largest board: offered, legible at once, painted in time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

pytestmark = pytest.mark.browser
Desks = Callable[..., Any]
BULGE = {"scenario": "bulge", "practice": True, "seed": 3}
READY = """async () => { const m = grognardMap, from = performance.now();
    while ((m.frame || m.topDirty || m.groundDirty) && performance.now() - from < 15000)
        await new Promise((done) => setTimeout(done, 10));
    return performance.now() - from }"""
BLANK = """() => { const m = grognardMap, v = m.visibleBox(), px = Math.round(m.side() * m.t.k * m.dpr);
    return m.layStacks().flatMap((s) => s.heaped ? s.laid.slice(-4) : s.laid)
        .filter((l) => l.x > v.x0 && l.x < v.x1 && l.y > v.y0 && l.y < v.y1)
        .filter((l) => !m.counters.ready(l.piece.face, px, false).width).length }"""
PAINT = """() => { const m = grognardMap, took = [];
    for (let i = 0; i < 15; i++) { const from = performance.now(); m.paintTop(from);
        m.top.getContext("2d").getImageData(0, 0, 1, 1); took.push(performance.now() - from) }
    return took.sort((a, b) => a - b)[7] }"""


def test_it_is_offered_and_a_game_that_nobody_plays_yet_says_so(desk: Desks) -> None:
    d = desk()
    d.page.goto(d.server.home)
    assert "no opponents yet" in d.page.get_by_test_id("no-opponents-skirmish").inner_text(), "a toy without bots"
    for game in ("1940", "fortress-europa", "springtime"):
        assert d.page.get_by_test_id(f"new-{game}").count() == 1
        assert d.page.get_by_test_id(f"no-opponents-{game}").count() == 0
    d.page.get_by_test_id("new-fortress-europa").click()
    d.page.locator('input[value="bulge"]').check()
    d.shot("new-fortress-europa")
    d.page.get_by_role("button", name="Start").click()
    d.page.wait_for_function("window.grognard?.state.value")
    assert d.errors == []


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (2560, 1440)])
def test_counters_are_drawn_soon_and_a_frame_is_painted_in_time(desk: Desks, width: int, height: int) -> None:
    """Generous, for machines that do much else: a quiet one needs 0.4 s and 3 ms."""
    d = desk(width=width, height=height)
    d.start("fortress-europa", **BULGE)
    assert d.ask(READY) < 8000
    assert d.ask(BLANK) == 0
    assert d.ask(PAINT) < 50
    d.ask("grognardMap.fit(true)")
    d.ask(READY)
    assert d.ask(BLANK) == 0
    assert d.ask(PAINT) < 50, "the whole board with all counters"


@pytest.mark.long
@pytest.mark.parametrize("game", ["1940", "fortress-europa", "spoiled-victory", "springtime"])
@pytest.mark.parametrize(("width", "height"), [(1440, 900), (2560, 1440)])
def test_all_counters_are_drawn_within_a_second_of_opening(desk: Desks, game: str, width: int, height: int) -> None:
    """The best of three, on a quiet machine; Fortress Europa with all counters of December."""
    took = []
    for _ in range(3):
        d = desk(width=width, height=height)
        d.start(game, **(BULGE if game == "fortress-europa" else {"practice": True}))
        took.append(d.ask(READY))
        assert d.ask(BLANK) == 0
    assert min(took) < 1000


@pytest.mark.parametrize("game", ["1940", "spoiled-victory", "springtime"])
def test_a_frame_of_the_other_boards_is_painted_in_time_too(desk: Desks, game: str) -> None:
    """All counters in view, on the map and beside it."""
    d = desk(width=2560, height=1440)
    d.start(game, practice=True)
    d.ask("grognardMap.fit(true)")
    d.ask(READY)
    assert d.ask(BLANK) == 0
    assert d.ask(PAINT) < 50


def test_the_first_view_is_where_the_scenario_plays(desk: Desks) -> None:
    d = desk()
    d.start("fortress-europa", **BULGE)
    seen = """(id) => { const m = grognardMap, [x, y] = m.toScreen(...m.index.places.get(id).anchor);
        return x > 0 && y > 0 && x < m.top.clientWidth && y < m.top.clientHeight }"""
    assert all(d.ask(seen, place) for place in ("FF12", "GG11", "HH13")), "the Ardennes"
    assert not d.ask(seen, "england")
    assert d.ask("grognardMap.board.counter * grognardMap.scale") >= 26, "counters can be read"


def test_titles_keep_to_their_boxes(desk: Desks) -> None:
    d = desk()
    d.start("fortress-europa", **BULGE)
    for prepare in ("0", "grognardMap.fit(true)"):
        d.ask(prepare)
        d.ask(READY)
        assert d.ask("grognardMap.tiles.labels.filter((l) => l.label.room).length") > 5
        over = d.ask("""grognardMap.tiles.labels.filter((l) => l.label.room)
            .filter((l) => l.text.x1 - l.text.x0 > l.label.room + 1).map((l) => l.label.text)""")
        assert over == []
