"""Every event card is read where it counts: beside the decision, in the log, in the bar."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import grognard

pytestmark = pytest.mark.browser
Desks = Callable[..., Any]


def test_a_marker_in_hand_tells_its_owner_what_it_does(desk: Desks) -> None:
    events = {e.name: e.text for e in grognard.load("springtime").data.events}
    d = desk()
    d.start("springtime", practice=True, seed=1)
    card = d.page.get_by_test_id("cards").locator("details")
    card.wait_for()
    held = next(p["face"] for p in d.state["scene"]["pieces"] if p["place"] == "hand-allies")
    assert held["name"] in events
    assert card.count() == 1, "the enemy's marker shows its back"
    words = card.inner_text()
    assert held["name"] in words
    assert events[held["name"]] in words
    assert "6.1.1" in words
    named = d.page.locator(".lines .card-name").first
    assert named.inner_text() == held["name"]
    assert named.get_attribute("title") == f"{events[held['name']]} (§ 6.1.1)"
    assert d.errors == []


def test_the_event_of_the_turn_is_read_in_the_bar_and_beside_the_decision(desk: Desks) -> None:
    cards = {c.title: c.text for c in grognard.load("spoiled-victory").data.cards}
    d = desk()
    d.start("spoiled-victory", practice=True, seed=1)
    d.page.get_by_test_id("cards").wait_for()
    event = next(n["text"] for n in d.state["scene"]["numbers"] if n["id"] == "event")
    assert cards[event] in d.page.get_by_test_id("cards").inner_text()
    assert d.page.locator(".numbers li", has_text="Event").first.get_attribute("title") == cards[event]
