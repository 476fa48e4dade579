"""Where a unit can go is seen at once, with its cost; counters show their factors; overlays have their legend."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.browser.test_clicks_in_time import SCENARIOS, at_moves

pytestmark = pytest.mark.browser
Desks = Callable[..., Any]


@pytest.mark.parametrize("game", SCENARIOS)
def test_the_cost_stands_in_each_goal_and_the_rest_of_the_map_steps_back(desk: Desks, game: str) -> None:
    d = desk()
    d.lay(at_moves(game))
    choice = next(c for c in d.choices if c["action"].startswith("move ") and c.get("kind") == "piece")
    d.ask("(c) => grognard.choose(c)", choice)
    d.page.wait_for_function("grognard.reach.value && grognardMap.reach")
    costs = dict(d.ask("[...grognard.reach.value.costs]"))
    goals = set(d.ask("[...grognard.lit.value.places]"))
    assert goals
    assert set(costs) == goals
    first = next(iter(goals))
    look = d.ask("(a) => grognard.ask('look', {action: a})", f"{choice['action']} {first}")
    assert look["preview"]["cost"].split(" ")[0] == costs[first] != ""
    d.page.keyboard.press("Escape")
    d.page.wait_for_function("!grognard.reach.value && !grognardMap.reach")


def test_the_ground_outside_of_the_reach_is_darker_than_before(desk: Desks) -> None:
    d = desk()
    d.start("skirmish", practice=True)
    at = "(id) => { const p = grognardMap.index.places.get(id), [x, y] = grognardMap.toScreen(...p.anchor);" \
         "const k = devicePixelRatio; return [...grognardMap.top.getContext('2d').getImageData(x * k, y * k, 1, 1).data] }"  # fmt: skip # noqa: E501
    assert d.ask(at, "C4")[3] == 0, "nothing lies over a hex that tells nothing"
    d.click_piece("red-1")
    d.page.wait_for_selector("[data-testid=prefix]")
    d.settle()
    assert d.ask(at, "C4")[3] > 60
    assert d.ask("[...grognard.lit.value.places]")


def test_an_overlay_has_a_button_each_side_and_its_legend_beside_it(desk: Desks) -> None:
    d = desk()
    d.start("1940", practice=True)
    box = d.page.get_by_test_id("overlays")
    box.get_by_role("button", name="Overlays").click()
    box.get_by_role("button", name="Zones of control: German").click()
    legend = d.page.get_by_test_id("overlay-legend")
    legend.wait_for()
    assert "German" in legend.inner_text()
    pressed = box.locator('button[aria-pressed="true"]').all_inner_texts()
    assert pressed == ["Zones of control: German"]
    box.get_by_role("button", name="Zones of control: Allied").click()
    d.page.wait_for_function("grognard.overlayAbout.value === 'allied'")
    assert box.locator('button[aria-pressed="true"]').all_inner_texts() == ["Zones of control: Allied"]
    legend.get_by_role("button", name="Clear the overlay").click()
    legend.wait_for(state="detached")
    assert d.errors == []


def test_no_badge_lies_on_the_factors(desk: Desks) -> None:
    """The lower third of a counter with badges is the same as without them, at every size."""
    d = desk()
    d.start("springtime", practice=True)
    same = """([w, badges]) => {
        const face = {name: "19th", colours: "german", symbol: "armour", size: "XXX", factors: ["7", "2"],
                      steps: [2, 2], short: "Guderian (A)"};
        const low = (f) => { const px = w, m = 20, canvas = grognardMap.counters.sprite(f, px);
            const edge = (canvas.width - px) / 2;
            return [...canvas.getContext("2d").getImageData(edge, edge + px * 0.55, px, px * 0.45).data].join() };
        return low(face) === low({...face, badges}) }"""
    badges = [{"text": "Kleist +1"}, {"text": "OOS", "tone": "bad"}]
    for width in (24, 40, 56, 80, 120):
        assert d.ask(same, [width, badges]), width


def test_a_click_reaches_the_place_under_a_counter_of_another_place(desk: Desks) -> None:
    d = desk()
    d.start("skirmish", practice=True)
    d.ask("grognardMap.setCounterScale(4)")
    d.click_piece("red-1")
    d.page.wait_for_selector("[data-testid=prefix]")
    d.settle()
    spot = d.ask(
        """() => { const map = grognardMap, lit = grognard.lit.value.places;
        for (const id of lit) { const p = map.index.places.get(id);
            for (const [x, y] of p.points) { const q = [p.anchor[0] + (x - p.anchor[0]) * .9, p.anchor[1] + (y - p.anchor[1]) * .9];
                const at = map.toScreen(...q), over = map.layStacks().some((s) => s.place.id !== id && !lit.has(s.place.id)
                    && s.laid.some((l) => Math.abs(l.x - q[0]) < l.side / 2 && Math.abs(l.y - q[1]) < l.side / 2));
                if (over && map.index.at(...q)?.id === id) return {id, at} } } }"""  # noqa: E501
    )
    assert spot, "a counter of this size lies over its neighbors"
    rev = d.rev()
    d.at(spot["at"])
    d.wait_change(rev)
    assert d.places()["red-1"] == spot["id"]
