"""Counters in areas: beside one another, where they belong, and a first game is told how to answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.games.springtime.springtime_desk import DATA
from tests.games.springtime.springtime_desk import desk as springtime

pytestmark = pytest.mark.browser
Desks = Callable[..., Any]

LAID = """(() => { grognardMap.setLit({pieces: new Set(), places: new Set(), quiet: new Set(), fights: new Set(),
        foes: new Set()});
    return grognardMap.layStacks().filter((s) => s.place.surface === "map").flatMap((s) => s.laid) })()"""
# Pairs of counters on the map that cover one another by more than a hundredth of a counter.
COVERED = """.flatMap((a, i, laid) => laid.slice(i + 1).filter((b) => { const d = (a.side + b.side) / 2;
    return Math.max(0, d - Math.abs(a.x - b.x)) * Math.max(0, d - Math.abs(a.y - b.y)) > a.side * a.side / 100 })
    .map((b) => `${a.piece.id} and ${b.piece.id}`))"""
# Counters that a click on their middle does not meet.
MISSED = """.filter((l) => grognardMap.hit(...grognardMap.toScreen(l.x, l.y)).piece?.id !== l.piece.id)
    .map((l) => l.piece.id)"""


def crowd(*places: str) -> dict[str, str]:
    """Units of both sides, three of each in every one of these Areas."""
    sides = [[u for u in DATA.unit_ids if DATA.side[DATA.unit[u]] == side] for side in (0, 1)]
    return {u: places[i // 3] for units in sides for i, u in enumerate(units[: 3 * len(places)])}


def test_counters_of_neighbouring_areas_never_cover_one_another(desk: Desks) -> None:
    """Six in each of Brussels, Namur, the Ardennes and Sedan, where there is the least room."""
    for width, height in ((1440, 900), (390, 844)):
        d = desk(width=width, height=height)
        d.lay(springtime(crowd("13", "12", "11", "17"), axis="13 12 11 17"))
        assert d.ask(LAID + COVERED) == []
        assert d.ask(LAID + MISSED) == [], "each can be clicked"
        assert d.errors == []


def test_a_counter_that_has_glided_stands_among_the_others(desk: Desks) -> None:
    """It used to stay where its way ended, over whoever stood there, until something else was drawn."""
    d = desk(still=False)
    d.lay(springtime({"schmidt-pz": "6", "ge-18": "6", "dutch": "8", "ge-1": "2"}, axis="7"))
    rev = d.rev()
    d.ask("grognard.play('assault B')")
    d.wait_change(rev)
    rev = d.rev()
    d.ask("grognard.play('move schmidt-pz 8')")
    d.wait_change(rev)
    assert d.places()["schmidt-pz"] == "8"
    d.page.wait_for_function("!grognardMap.isGliding && !grognardMap.topDirty && !grognardMap.frame")
    picture = "grognardMap.top.toDataURL()"
    now = d.ask(picture)
    d.ask("grognardMap.dirty()")
    d.page.wait_for_function("!grognardMap.topDirty && !grognardMap.frame")
    assert d.ask(picture) == now, "nothing is left to draw"


def test_a_first_game_is_told_how_to_answer_and_what_it_is_about(desk: Desks) -> None:
    d = desk()
    d.start("springtime", practice=True)
    note = d.page.get_by_test_id("first")
    note.wait_for()
    d.page.get_by_test_id("about-it").click()
    assert "French Morale at zero" in d.page.get_by_test_id("one-page").inner_text()
    note.get_by_label("I know how").click()
    note.wait_for(state="detached")
    d.page.reload()
    d.page.wait_for_function("window.grognard?.state.value && window.grognardMap")
    assert note.count() == 0, "and is not told again"
