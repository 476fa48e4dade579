"""An Allied player turn of December, with 152 moves, 11 battles and 11 aircraft, played both ways: one action at a
time, and by the aids of the page, with the mouse. Both end in the same position; the page counts how often the mouse
is pressed.

december.json holds the seed of the dice, what was played before, and the turn as gestures: what is done, with what,
and the actions that come of it.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import grognard
from grognard.kernel.match.table import Table

KEPT = json.loads((Path(__file__).parent / "december.json").read_text(encoding="utf-8"))
TURN: list[list[Any]] = KEPT["turn"]
MOST = 119
"""Under 120 presses."""


def begun() -> Table[Any]:
    """The table as the turn finds it."""
    table = grognard.load("fortress-europa").table(KEPT["scenario"], practice=True, seed=KEPT["seed"])
    for seat, action in KEPT["before"]:
        table.play(action, seat)
    return table


def one_by_one(table: Table[Any]) -> int:
    """Plays the turn one action at a time, and counts what is chosen on the way: units, places, missions, buttons.
    The German decisions in it are not counted."""
    chosen = 0
    for kind, *_, actions in TURN:
        for action in actions:
            table.play(action, table.seats[0])
            chosen += max(1, len(action.split()) - 1) if kind != "german" else 0
    return chosen


def test_the_turn_is_as_big_as_they_get() -> None:
    table = begun()
    chosen = one_by_one(table)
    actions = [action for *_, part in TURN for action in part]
    assert sum(action.startswith("move ") for action in actions) >= 150
    assert sum(kind == "fight" for kind, *_ in TURN) >= 10
    assert len({action.split()[1] for action in actions if action.startswith("fly ")}) == 11
    assert table.game.clock(table.state) == "December IV, German player turn"
    assert chosen > 3 * MOST, "one action at a time takes some four hundred clicks"


def typed(d: Any, action: str) -> None:
    """Played without the mouse: what came before the turn, and what the Germans decide in it."""
    d.page.wait_for_function("!!grognard.state.value?.decision && !grognard.busy.value")
    rev = d.rev()
    d.ask("(action) => grognard.play(action)", action)
    d.page.wait_for_function("(rev) => grognard.state.value && grognard.state.value.rev !== rev", arg=rev)


LOOK = """(ids) => {
    const map = grognardMap, [[ax, ay], [bx, by]] = ids.map((id) => map.index.places.get(id).anchor);
    map.closeFan();
    map.reveal(ids);
    map.centreOn((ax + bx) / 2, (ay + by) / 2) }"""
"""The camera is moved without a click: by the wheel, the arrows or the little map."""


class Hand:
    """The mouse at the page. Every press of its button counts."""

    def __init__(self, d: Any) -> None:
        self.d = d
        d.ask("() => { window.presses = 0; addEventListener('pointerdown', () => { window.presses += 1 }, true) }")

    @property
    def presses(self) -> int:
        found: int = self.d.ask("window.presses")
        return found

    def done(self, rev: str) -> None:
        self.d.wait_change(rev)

    def drag(self, start: str, goal: str, actions: list[str]) -> None:
        d = self.d
        d.ask(LOOK, [start, goal])
        d.settle()
        unit = actions[0].split()[1]
        box = d.page.locator(".map-top").bounding_box()
        x, y = d.ask("(id) => grognardMap.whereIs(id)", unit)
        to = d.ask("(id) => grognardMap.toScreen(...grognardMap.index.places.get(id).anchor)", goal)
        rev = d.rev()
        d.page.mouse.move(box["x"] + x, box["y"] + y)
        d.page.mouse.down()
        d.page.mouse.move(box["x"] + x + 12, box["y"] + y + 6)
        d.page.wait_for_function("grognard.prefix.value")
        d.page.mouse.move(box["x"] + to[0], box["y"] + to[1], steps=4)
        d.page.mouse.up()
        self.done(rev)
        at = d.places()
        assert {at[action.split()[1]] for action in actions} == {goal}, f"{start} to {goal}: {actions}"

    def together(self, first: str, mission: str) -> None:
        """All aircraft that can fly a mission get it: one of them, all here, the mission."""
        d = self.d
        rev = d.rev()
        d.pick(first)
        d.page.wait_for_function("grognard.prefix.value")
        if d.page.get_by_test_id("all-here").count():
            d.page.get_by_test_id("all-here").click()
        d.page.locator(f'.decision [data-action="fly {first} {mission}"]').click()
        self.done(rev)

    def propose(self) -> None:
        self.d.page.get_by_test_id("propose").click()
        self.d.page.wait_for_function("grognard.planner.rows.value.some((r) => r.actions?.length)")

    def fight(self, target: str) -> None:
        rev = self.d.rev()
        self.d.page.locator(f'[data-target="{target}"] [data-testid=fight]').click()
        self.done(rev)

    def button(self, action: str) -> None:
        rev = self.d.rev()
        self.d.click_button(action)
        self.done(rev)


@pytest.mark.long
def test_a_turn_of_december_takes_less_than_120_clicks(desk: Callable[..., Any]) -> None:
    by_hand = begun()
    one_by_one(by_hand)
    d = desk(width=1680, height=1050)
    d.start("fortress-europa", scenario=KEPT["scenario"], practice=True, seed=KEPT["seed"])
    for _, action in KEPT["before"]:
        typed(d, action)
    hand = Hand(d)
    for kind, *what, actions in TURN:
        d.page.wait_for_function("!!grognard.state.value?.decision")
        match kind:
            case "german":
                typed(d, what[1])
            case "choose":
                d.spell(what[1])
            case "drag":
                hand.drag(what[0], what[1], actions)
            case _:
                getattr(hand, kind)(*what)
    presses = hand.presses
    print(f"{presses} presses of the mouse for {sum(len(actions) for *_, actions in TURN)} actions")
    script = "async () => (await fetch(`/api/tables/${grognard.id}/record?seat=${grognard.state.value.seat}`)).text()"
    played = grognard.replay(d.ask(script)).table
    assert played is not None
    assert played.position() == by_hand.position()
    assert presses <= MOST
    assert not d.errors
