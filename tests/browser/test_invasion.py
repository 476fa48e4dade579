"""The seven turns of Invasion against the easy bot, by mouse alone, to the end: as the page advises, and in battle
as the plan of attack proposes."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest

LONGEST = 2400
"""Seconds for the whole game on a busy machine."""
MOVES = 2
"""Moves of an impulse: advice on a move takes seconds."""


def begin(d: Any) -> None:
    """From the home page: game, scenario, who plays which side, and Start."""
    d.page.get_by_test_id("new-fortress-europa").click()
    dialog = d.page.get_by_role("dialog")
    dialog.locator('input[value="invasion"]').check()
    dialog.get_by_label("Allied", exact=True).select_option("me")
    dialog.get_by_label("German", exact=True).select_option("bot:easy")
    dialog.get_by_role("button", name="Start").click()
    d.page.wait_for_function("window.grognard?.state.value && window.grognardMap && window.grognard.map")
    assert d.ask("grognard.info.value.who") == {"allied": "me", "german": "bot:easy"}


def advised(d: Any) -> list[str]:
    """What the page advises, part by part."""
    hint = d.ask("grognard.hint()")
    return [part.strip() for part in hint["action"].split(";")]


def fought(d: Any) -> bool:
    """The first battle of the plan is fought; False where there is none left."""
    d.page.wait_for_function("grognard.planner.plan.value")
    if (
        not d.ask("grognard.planner.rows.value.some((r) => r.actions?.length)")
        and d.page.get_by_test_id("propose").count()
    ):
        before = d.ask("(window.planBefore = grognard.planner.plan.value, 1)")
        assert before
        d.page.get_by_test_id("propose").click()
        d.page.wait_for_function("grognard.planner.plan.value !== window.planBefore")
    button = d.page.get_by_test_id("fight").first
    if not button.count():
        return False
    rev = d.rev()
    button.click()
    d.wait_change(rev)
    return True


def answer(d: Any, moves: dict[str, int]) -> None:
    """Aircraft fly as last time; of each move impulse two moves are made as advised, then it ends."""
    again = d.page.get_by_test_id("again")
    if d.state["decision"]["step"] == "AlliedAllocation" and again.count():
        rev = d.rev()
        again.click()
        d.wait_change(rev)
        if not d.state["decision"].get("duties"):
            d.spell("done")
            return
        rev = d.rev()  # something of last time is not possible, or not enough: the advice begins anew
        d.page.get_by_test_id("undo").click()
        d.wait_change(rev)
        assert not d.state.get("parts")
    phase = d.state["scene"]["clock"]
    if d.state["decision"]["step"] == "Moving":
        moves[phase] = moves.get(phase, 0) + 1
        if moves[phase] > MOVES and any(choice["action"] == "end" for choice in d.choices):
            d.spell("end")
            return
    for part in advised(d):
        d.spell(part)


def test_invasion_is_begun_by_mouse(desk: Callable[..., Any]) -> None:
    """The bot sets up, and the Allies are asked; what the page advises is done by clicks."""
    d = desk()
    begin(d)
    d.page.wait_for_function("grognard.state.value?.decision && !grognard.busy.value", timeout=120_000)
    rev = d.rev()
    answer(d, {})
    assert d.rev() != rev
    assert d.state["by"] == "allied"
    assert {place for piece, place in d.places().items() if piece.startswith("de-")} - {"hidden"}, (
        "the bot has set up"
    )
    assert not d.errors


@pytest.mark.long
def test_invasion_is_played_to_its_end_by_mouse(desk: Callable[..., Any]) -> None:
    d = desk()
    begin(d)
    began, decisions, battles = time.monotonic(), 0, 0
    moves: dict[str, int] = {}
    while not d.ask("!!grognard.state.value?.result"):
        assert time.monotonic() - began < LONGEST, f"{decisions} decisions, {d.state['scene']['clock']}"
        d.page.wait_for_function(
            "grognard.state.value?.result || (grognard.state.value?.decision && !grognard.busy.value)",
            timeout=120_000,
        )
        if d.ask("!!grognard.state.value.result"):
            break
        decisions += 1
        if d.ask("grognard.planner.here.value") and not d.state["decision"].get("parts") and fought(d):
            battles += 1
            continue
        answer(d, moves)
    assert d.state["result"]["winner"] in ("allied", "german")
    d.page.get_by_test_id("result").wait_for()
    d.shot("invasion-end")
    assert battles >= 1, "the landing is fought for"
    assert decisions > 50
    assert not d.errors
