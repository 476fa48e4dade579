"""The plan of attack in the browser: a proposal by one click, changed by another, fought by a third; and the book of
supply."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

import grognard
from grognard.bots import RandomBot
from grognard.kernel.match.table import Table
from grognard.kernel.rules.game import asked


def played_to(game_id: str, scenario: str, step: str, battles: int = 2) -> Table[Any]:
    """A practice table that the easy bots have played to the first decision of this kind with so many battles."""
    game = grognard.load(game_id)
    table = game.table(scenario, practice=True, seed=5)
    easy = game.bots().get("easy", RandomBot)  # the advisor of Dunkirk attacks nobody
    bots = {seat: easy() for seat in game.seats}
    rng = random.Random(3)
    while not table.over:
        seat = table.seats[0]
        if type(asked(table.state)).__name__ == step:
            plan = table.plan(seat, propose=True)
            if plan is not None and sum(bool(row.actions) for row in plan.rows) >= battles:
                return table
        table.play(bots[seat].choose(game, game.view(table.state, seat), seat, rng), seat)
    raise AssertionError(f"no {step} with two battles")


def arrows(d: Any) -> list[list[str]]:
    found: list[list[str]] = d.ask("grognardMap.arrows")
    return found


def rows(d: Any) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = d.ask("grognard.planner.rows.value")
    return found


def proposed(d: Any) -> list[dict[str, Any]]:
    """Press Propose, and wait for the plan."""
    d.page.get_by_test_id("propose").click()
    d.page.wait_for_function("grognard.planner.rows.value.some((r) => r.actions?.length)")
    d.settle()
    return [row for row in rows(d) if row.get("actions")]


def test_battles_that_are_fought_one_by_one_stay_planned(desk: Callable[..., Any]) -> None:
    d = desk()
    d.lay(played_to("fortress-europa", "bulge", "Attacking"))
    d.page.wait_for_selector("[data-testid=planner]")
    assert not arrows(d)
    plan = proposed(d)
    assert len(plan) > 1
    at = d.places()
    assert {(at[unit], row["targets"][0]) for row in plan for unit in row["attackers"] if unit in at} <= {
        (a, b) for a, b in arrows(d)
    }
    first, second = plan[0], plan[1]
    # The second battle is changed: a unit is struck out, and put in again.
    d.page.locator(f'[data-target="{second["targets"][0]}"] .name').click()
    chip = d.page.locator(f'[data-target="{second["targets"][0]}"] [data-piece="{second["attackers"][-1]}"]')
    chip.click()
    d.page.wait_for_function(
        "(n) => grognard.planner.rows.value[1].attackers?.length !== n", arg=len(second["attackers"])
    )
    assert chip.get_attribute("aria-pressed") == "false"
    chip.click()
    d.page.wait_for_function(
        "(n) => grognard.planner.rows.value[1].attackers?.length === n", arg=len(second["attackers"])
    )
    assert rows(d)[1]["ratio"] == second["ratio"]
    rev = d.rev()
    d.page.locator(f'[data-target="{first["targets"][0]}"] [data-testid=fight]').click()
    d.wait_change(rev)
    battle = d.ask("grognard.log.value.findLast((e) => e.dice?.length)")
    assert battle["places"] == first["targets"], "the battle was fought"
    while d.state["decision"]["step"] != "Attacking":  # losses, retreats and advances
        d.take(d.choices[0])
    d.page.wait_for_function("grognard.planner.rows.value.length")
    kept = [row for row in rows(d) if row["targets"] == second["targets"]]
    assert [set(row["attackers"]) for row in kept] == [set(second["attackers"])], "the rest of the plan stands"
    assert not d.errors


def test_battles_that_are_declared_together_are_declared_by_one_click(desk: Callable[..., Any]) -> None:
    d = desk()
    d.lay(played_to("1940", "campaign", "Declaring"))
    d.page.wait_for_selector("[data-testid=planner]")
    plan = proposed(d)
    wanted = {action for row in plan for action in row["actions"]}
    rev = d.rev()
    d.page.get_by_test_id("declare-all").click()
    d.wait_change(rev)
    assert set(d.state["decision"]["parts"]) == wanted
    d.page.wait_for_function("grognard.planner.rows.value.some((r) => r.declared?.length)")
    assert not d.state["decision"].get("duties")
    rev = d.rev()
    d.page.get_by_test_id("undo").click()
    d.wait_change(rev)
    assert not d.state["decision"].get("parts"), "one undo takes all of them back"
    d.page.wait_for_function(
        "(n) => grognard.planner.rows.value.filter((r) => r.actions?.length).length === n", arg=len(plan)
    )
    assert not d.errors


def test_the_book_of_supply_says_who_draws_on_which_harbour(desk: Callable[..., Any]) -> None:
    d = desk()
    d.lay(played_to("fortress-europa", "bulge", "Attacking"))
    d.page.get_by_role("tab", name="Supply").click()
    page = d.page.get_by_test_id("page")
    page.get_by_role("heading", name="German supply").wait_for()
    assert page.get_by_text("German HQ OB West").count() == 1
    page.get_by_text("German HQ OB West").click()
    assert (
        d.ask("[...grognard.focus.value.pieces]") == ["de-hq-ob-west"]
        or d.ask("grognard.focus.value.pieces.size") == 1
    )
    assert not d.axe()
    assert not d.errors


def test_the_guided_landing_can_be_followed_by_the_plan(desk: Callable[..., Any]) -> None:
    """The steps of the first battle by Propose and Fight; a unit that is landed elsewhere, and the lesson goes on."""
    d = desk()
    d.start("fortress-europa", lesson="first")
    steps = d.ask("grognard.book.value.lessons[0].steps")

    def at() -> dict[str, Any]:
        found: dict[str, Any] = steps[d.ask("grognard.lessonAt.value")]
        return found

    def follow() -> None:
        """What the lesson asks for now is done for me, or read."""
        now = d.ask("grognard.lessonAt.value")
        box = d.page.get_by_test_id("lesson")
        box.get_by_role("button", name="do it for me" if at().get("expect") else "Next").click()
        d.page.wait_for_function("(n) => grognard.lessonAt.value > n", arg=now)
        d.settle()

    while at().get("expect") != "invade us-1 L4":
        follow()
    for other in ("invade us-1 N5", "invade us-29 L4"):
        rev = d.rev()
        d.ask("(action) => grognard.play(action)", other)
        d.wait_change(rev)
    d.page.wait_for_function(
        "(n) => grognard.lessonAt.value === n", arg=[s.get("expect") for s in steps].index("done", 10)
    )
    while at().get("expect") != "attack br-3 M5":
        follow()
    d.page.wait_for_function("grognard.planner.rows.value.length")
    proposed(d)
    d.page.locator('[data-target="M5"] [data-testid=fight]').click()
    d.page.wait_for_function("grognard.log.value.some((e) => e.dice?.length)")
    assert d.ask("grognard.log.value.findLast((e) => e.dice?.length)")["dice"] == [4], "with the lesson's die"
    assert not d.errors


@pytest.mark.parametrize(
    ("game", "scenario", "step"),
    [("springtime", "plan-yellow", "AssaultMoves"), ("spoiled-victory", "dynamo", "AlliedAttacks")],
)
def test_attacks_in_areas_and_spaces_are_planned_too(
    desk: Callable[..., Any], game: str, scenario: str, step: str
) -> None:
    """One row a target, who is in, the odds and what they are made of; the attack is fought from its row."""
    d = desk()
    d.lay(played_to(game, scenario, step, battles=1))
    d.page.wait_for_selector("[data-testid=planner]")
    d.page.wait_for_function("grognard.planner.rows.value.length")
    if d.page.get_by_test_id("propose").count():
        proposed(d)
    row = next(row for row in rows(d) if row.get("actions"))
    target = d.page.locator(f'[data-target="{row["targets"][0]}"]')
    assert row["ratio"] in target.inner_text()
    target.locator(".name").click()
    assert target.locator(".details .chip.on").count() == len(row["attackers"])
    assert row["odds"]["title"] in target.locator(".details").inner_text()
    rev = d.rev()
    target.get_by_test_id("fight").click()
    d.wait_change(rev)
    d.page.wait_for_function("grognard.log.value.some((e) => e.dice?.length) || grognard.state.value.decision.step")
    assert any(row["targets"][0] in line.get("places", []) for line in d.ask("grognard.log.value.slice(-8)"))
    assert not d.errors


def test_after_a_battle_the_next_question_is_read_from_its_beginning(desk: Callable[..., Any]) -> None:
    """On a phone the button that fights lies far down in the panel; the question that follows is at its top."""
    d = desk(width=390, height=844, touch=True)
    d.start("fortress-europa", scenario="bulge", practice=True, seed=3)
    d.page.get_by_test_id("propose").tap()
    d.page.wait_for_function("grognard.planner.rows.value.some((r) => r.actions?.length)")
    rev, step = d.rev(), d.state["decision"]["step"]
    d.page.get_by_test_id("fight").first.tap()
    d.wait_change(rev)
    assert d.state["decision"]["step"] != step, "somebody loses a step, retreats or advances"
    d.page.wait_for_timeout(100)
    panel, prompt = (d.page.locator(part).bounding_box() for part in (".decision", "#prompt"))
    assert prompt["y"] >= panel["y"]
