"""A whole game of Springtime against the easy bot, by mouse alone, as somebody who has never played it would."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Any

import pytest

LONGEST = 2400
"""Seconds for the whole game on a busy machine."""
READY = "grognard.state.value?.result || (grognard.state.value?.decision && !grognard.busy.value)"


def pick(d: Any, rng: random.Random) -> dict[str, Any]:
    """What somebody would try who has read nothing: an Assault, moves into the enemy too, and the attack that
    follows; what ends a step where nothing else is left, or every sixth time."""
    choices = d.choices
    ends = [c for c in choices if c["complete"] and not c.get("value")]
    others = [c for c in choices if c not in ends]
    assaults = [c for c in others if c["action"].startswith(("assault", "attack"))]
    if assaults and not d.ask("grognard.prefix.value"):
        return rng.choice(assaults)
    return rng.choice(ends if ends and (not others or rng.random() < 0.17) else others)


@pytest.mark.long
def test_springtime_is_played_to_its_end_by_mouse(desk: Callable[..., Any]) -> None:
    d = desk()
    d.page.get_by_test_id("new-springtime").click()
    d.page.get_by_role("dialog").get_by_role("button", name="Start").click()
    d.page.wait_for_function("window.grognard?.state.value && window.grognardMap && window.grognard.map")
    assert d.ask("grognard.info.value.who") == {"axis": "me", "allies": "bot:easy"}
    rng, began, decisions, steps = random.Random(11), time.monotonic(), 0, set()
    while True:
        assert time.monotonic() - began < LONGEST, f"{decisions} decisions, {d.state['scene']['clock']}"
        d.page.wait_for_function(READY, timeout=120_000)
        if d.state["result"]:
            break
        decisions += 1
        assert decisions < 3000, "the game does not end"
        prompt = d.page.locator(".decision .prompt").inner_text()
        assert prompt.strip()
        assert d.choices, f"nothing can be chosen: {prompt}"
        if d.state["decision"]["step"] not in steps:
            steps.add(d.state["decision"]["step"])
            d.shot(f"springtime-{d.state['decision']['step']}")
        d.take(pick(d, rng))
    print(f"{decisions} decisions of {len(steps)} kinds in {time.monotonic() - began:.0f} s")
    assert {"ChooseImpulse", "AssaultMoves", "Spend"} <= steps
    d.page.get_by_test_id("result").wait_for()
    d.shot("springtime-end")
    assert d.errors == []
