"""The end of a game: what the page of the result tells, and where it leads."""

from __future__ import annotations

import gzip
import random
from collections.abc import Callable
from typing import Any

import pytest

import grognard
from grognard.bots import game_bots
from grognard.games.spoiled_victory.show.measured import COUNTS
from grognard.kernel.match.record import dump_record
from tests.browser.conftest import ROOT
from tests.browser.test_axe import FINISHED

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


def over(game: str) -> str:
    """A game of the museum that is over, or one that the easy bots have played to its end."""
    if game != "fortress-europa":
        return gzip.decompress((ROOT / f"tests/museum/{game}/{FINISHED[game]}.json.gz").read_bytes()).decode()
    europe = grognard.load(game)
    table, rng = europe.table("bulge", practice=True, seed=5), random.Random(3)
    bots = {seat: game_bots(europe)["easy"]() for seat in europe.seats}
    while not table.over:
        seat = table.seats[0]
        table.play(bots[seat].choose(europe, table.view(seat), seat, rng), seat)
    return dump_record(table.record()).decode()


@pytest.mark.parametrize(
    ("game", "points"), [("1940", ["German points", "Allied points"]), ("springtime", ["French Morale"]),
                         ("fortress-europa", [])],
)  # fmt: skip
def test_the_result_of_every_game_is_told(desk: Desks, game: str, points: list[str]) -> None:
    """The level and why, losses, luck, the front by turn; points where the game has any."""
    d = desk()
    script = """async (raw) => { const r = await fetch("/api/import", {method: "POST",
        headers: {"content-type": "application/json"}, body: raw}); return (await r.json()).id }"""
    d.sit(d.ask(script, over(game)))
    if not d.page.get_by_test_id("the-end").count():
        d.page.get_by_test_id("open-end").click()
    page = d.page.get_by_test_id("the-end")
    for section in ("Losses", "Luck against expectation", "The front by turn"):
        page.get_by_role("heading", name=section).wait_for()
    result = d.state["result"]
    assert result["text"] in page.locator(".result").inner_text()
    told = page.locator("caption").all_inner_texts()
    assert set(told) <= set(points)
    assert bool(told) == bool(points)
    if game == "1940":
        rows = page.locator("table", has_text="German points").locator("tbody td:last-child")
        total = sum(int(text) for text in rows.all_inner_texts())
        assert f"{total} German" in result["text"], "they add up to the result"
    assert {"Play again", "Swap sides", "Replay", "Picture"} <= set(page.get_by_role("button").all_inner_texts())
