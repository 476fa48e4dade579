"""Fingers and keys: the first tap shows, the second does; every game can be played by keyboard alone."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from grognard.kernel.registry import loaders
from tests.browser.test_company import at_the_meuse
from tests.games.nineteen_forty.conftest import Desk as Maps1940
from tests.games.springtime.springtime_desk import act
from tests.games.springtime.springtime_desk import desk as springtime

pytestmark = pytest.mark.browser
Desks = Callable[..., Any]


def test_the_first_tap_shows_the_way_and_the_second_goes_it(desk: Desks) -> None:
    d = desk(width=390, height=844, touch=True)
    table = springtime({"ge-4": "5", "fr-1": "16"}, impulse=2)
    act(table, "assault A")
    d.lay(table)
    before = d.rev()

    def tap(place: str) -> None:
        d.ask("(id) => grognardMap.reveal([id])", place)
        d.settle()
        box = d.page.locator(".map-top").bounding_box()
        where = """(id) => { const m = grognardMap;
            return id === "5" ? m.whereIs("ge-4") : m.toScreen(...m.index.places.get(id).anchor) }"""
        x, y = d.ask(where, place)
        d.page.touchscreen.tap(box["x"] + x, box["y"] + y)

    tap("5")
    d.page.wait_for_function("grognard.prefix.value === 'move ge-4'")
    tap("10")
    d.page.get_by_test_id("look").wait_for()
    assert "goes to" in d.page.get_by_test_id("look").inner_text()
    assert d.rev() == before, "one tap does nothing yet"
    d.shot("tap-shows")
    d.page.get_by_test_id("do-it").tap()
    d.wait_change(before)
    assert d.places()["ge-4"] == "10"
    before = d.rev()
    d.page.keyboard.press("u")
    d.wait_change(before)
    before = d.rev()
    tap("5")
    d.page.wait_for_function("grognard.prefix.value === 'move ge-4'")
    for _ in range(2):
        tap("10")
        d.page.wait_for_timeout(400)
    d.wait_change(before)
    assert d.places()["ge-4"] == "10"


def test_the_first_tap_on_a_target_shows_the_odds_and_the_second_attacks(desk: Desks) -> None:
    d = desk(width=390, height=844, touch=True)
    at_the_meuse(d, Maps1940())
    before = d.rev()

    def tap() -> None:
        d.ask("grognardMap.reveal(['1606'])")
        d.settle()
        box, (x, y) = d.page.locator(".map-top").bounding_box(), d.ask("grognardMap.whereIs('fr-iii')")
        d.page.touchscreen.tap(box["x"] + x, box["y"] + y)

    tap()
    d.page.wait_for_function("grognard.looks.shown.value?.look.odds")
    card = d.page.get_by_test_id("look")
    card.wait_for()
    assert d.ask("grognard.looks.shown.value.look.odds.title") in card.inner_text()
    assert d.rev() == before, "one tap declares nothing"
    tap()
    d.wait_change(before)
    assert len(d.state["parts"]) == 2


def test_the_focus_stays_in_the_decision_and_numbers_choose(desk: Desks) -> None:
    d = desk()
    table = springtime({"ge-4": "5", "ge-12": "3", "fr-1": "16"}, impulse=2)
    d.lay(table)
    before = d.rev()
    d.page.locator('.decision [data-action="assault A"]').focus()
    d.page.keyboard.press("Enter")
    d.wait_change(before)
    d.page.wait_for_function("!!document.activeElement.closest('.decision')")
    first = d.ask("document.querySelectorAll('.decision [data-action]')[1].dataset.action")
    before, prefix = d.rev(), d.ask("grognard.prefix.value")
    d.page.keyboard.press("2")
    changed = "([rev, p, a]) => grognard.prefix.value === a || grognard.state.value.rev !== rev"
    d.page.wait_for_function(changed, arg=[before, prefix, first])
    assert d.errors == []


NOW = "grognard.state.value?.sequence.filter((i) => i.now).map((i) => i.id).join() + grognard.scene.value?.clock"
READY = """grognard.state.value && !grognard.busy.value
    && (grognard.choices.value.length > 0 || grognard.state.value.result)"""


@pytest.mark.parametrize("game", sorted(loaders()))
def test_a_phase_of_every_game_by_keyboard_alone(desk: Desks, game: str) -> None:
    """Numbers take what can be seen, N goes to the next unit or place and Enter chooses it, D ends a draft. What
    comes first is played until the sequence of play has gone on."""
    d = desk()
    scenario = {"fortress-europa": {"scenario": "bulge"}}.get(game, {})
    d.start(game, practice=True, seed=5, **scenario)
    rng = random.Random(3)
    began = d.ask(NOW)
    for _ in range(400):
        d.page.wait_for_function(READY)
        if d.ask(NOW) != began or d.state["result"]:
            break
        before = d.ask("[grognard.state.value.rev, grognard.prefix.value]")
        seen = d.ask("document.querySelectorAll('.pick [data-action]').length || "
                     "document.querySelectorAll('.decision [data-action]:not([disabled])').length")  # fmt: skip
        ends = d.ask("grognard.choices.value.some((c) => c.action === 'done')")
        if ends and not d.ask("grognard.prefix.value"):
            d.page.keyboard.press("d")
        elif seen:
            d.page.keyboard.press(str(rng.randint(1, min(9, seen))))
        else:
            for _ in range(rng.randint(1, 4)):
                d.page.keyboard.press("n")
            d.page.keyboard.press("Enter")
        same = (
            "([rev, p]) => grognard.state.value?.rev !== rev || grognard.prefix.value !== p || grognard.picking.value"
        )
        d.page.wait_for_function(same, arg=before, timeout=15_000)
    assert d.ask(NOW) != began or d.state["result"]
    assert d.errors == []
