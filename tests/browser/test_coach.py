"""The coach: the principle of the phase at once, and then what it comes to here."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import grognard

pytestmark = pytest.mark.browser


def test_the_coach_says_what_good_players_do_and_then_what_that_is_here(desk: Callable[..., Any]) -> None:
    d = desk()
    d.start("springtime", practice=True, seed=3)
    d.page.evaluate("localStorage.setItem('grognard.coach', 'true')")
    d.start("springtime", practice=True, seed=3)
    coach = d.page.get_by_test_id("coach")
    coach.wait_for()
    principle = d.state["principle"]
    assert principle in grognard.load("springtime").principles.values()
    assert principle in coach.inner_text(), "before the bot has thought"
    coach.get_by_text("Here:").wait_for(timeout=60_000)
    assert principle in coach.inner_text()
    d.page.evaluate("localStorage.setItem('grognard.coach', 'false')")
    assert d.errors == []
