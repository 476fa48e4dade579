"""Fewer clicks: a move is two clicks or one drag, a stack goes as one, and undo takes it back as one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from grognard.kernel.match.table import Table
from tests.games.nineteen_forty.conftest import Desk as Maps1940
from tests.games.springtime.springtime_desk import act
from tests.games.springtime.springtime_desk import desk as springtime

pytestmark = pytest.mark.browser
Desks = Callable[..., Any]
STACK = {"ge-4": "5", "hoth-pz": "5", "ge-12": "5", "fr-1": "16"}


def assault(d: Any) -> None:
    table = springtime(STACK, impulse=2)
    act(table, "assault A")
    d.lay(table)


def where(d: Any) -> dict[str, str]:
    return {unit: place for unit, place in d.places().items() if unit in STACK}


def drag(d: Any, start: list[float], goal: str) -> None:
    box = d.page.locator(".map-top").bounding_box()
    end = d.ask("(id) => grognardMap.toScreen(...grognardMap.index.places.get(id).anchor)", goal)
    d.page.mouse.move(box["x"] + start[0], box["y"] + start[1])
    d.page.mouse.down()
    d.page.mouse.move(box["x"] + start[0] + 12, box["y"] + start[1] + 6)
    d.page.wait_for_function("grognard.prefix.value")
    d.page.mouse.move(box["x"] + end[0], box["y"] + end[1], steps=4)
    d.shot(f"drag-{goal}")
    d.page.mouse.up()


def test_a_move_is_two_clicks(desk: Desks) -> None:
    d = desk()
    assault(d)
    before = d.rev()
    d.click_piece("ge-4")
    d.page.wait_for_function("grognard.prefix.value === 'move ge-4'")
    d.click_under("10")
    d.wait_change(before)
    assert where(d)["ge-4"] == "10"


def test_a_counter_is_dragged_to_its_goal_and_the_map_stays(desk: Desks) -> None:
    d = desk()
    assault(d)
    before, camera = d.rev(), d.ask("[grognardMap.t.x, grognardMap.t.y]")
    drag(d, d.ask("grognardMap.whereIs('hoth-pz')"), "10")
    d.wait_change(before)
    assert where(d) == {**STACK, "hoth-pz": "10"}
    assert d.ask("[grognardMap.t.x, grognardMap.t.y]") == camera
    assert d.errors == []


def test_all_here_go_along_and_undo_takes_all_back(desk: Desks) -> None:
    d = desk()
    assault(d)
    before = d.rev()
    d.click_piece("ge-4")
    d.page.get_by_test_id("all-here").click()
    assert sorted(d.ask("[...grognard.chosen.value.pieces]")) == ["ge-12", "ge-4", "hoth-pz"]
    d.shot("all-here")
    d.click_under("10")
    d.wait_change(before)
    assert where(d) == {"ge-4": "10", "hoth-pz": "10", "ge-12": "10", "fr-1": "16"}
    before = d.rev()
    d.page.keyboard.press("u")
    d.wait_change(before)
    assert where(d) == STACK


def test_who_cannot_follow_stays_and_says_why(desk: Desks) -> None:
    """The panzer corps goes two Areas, the armies one: they stay."""
    d = desk()
    assault(d)
    before = d.rev()
    d.click_piece("hoth-pz")
    d.page.wait_for_function("grognard.prefix.value === 'move hoth-pz'")
    d.page.keyboard.press("a")
    goals = "async (u) => (await grognard.ask('choices', {prefix: `move ${u}`})).choices.map((c) => c.value)"
    far = next(place for place in d.ask(goals, "hoth-pz") if place not in d.ask(goals, "ge-4"))
    d.click_under(far)
    d.wait_change(before)
    assert where(d) == {**STACK, "hoth-pz": far}
    d.page.get_by_test_id("refusal").wait_for()
    assert "§ 9" in d.page.get_by_test_id("refusal").inner_text()


def test_shift_adds_one_and_another_unit_can_be_chosen_instead(desk: Desks) -> None:
    d = desk()
    assault(d)
    d.click_piece("ge-4")
    d.page.wait_for_function("grognard.prefix.value === 'move ge-4'")
    d.page.keyboard.down("Shift")
    d.click_piece("ge-12")
    d.page.keyboard.up("Shift")
    d.page.wait_for_function("grognard.company.value.join() === 'ge-12'")
    d.click_piece("hoth-pz")
    d.page.wait_for_function("grognard.prefix.value === 'move hoth-pz' && !grognard.company.value.length")
    assert d.errors == []


def test_a_finger_drags_a_counter_too(desk: Desks) -> None:
    d = desk(width=820, height=1180, touch=True)
    assault(d)
    before = d.rev()
    start = d.ask("grognardMap.whereIs('hoth-pz')")
    box = d.page.locator(".map-top").bounding_box()
    goal = d.ask("grognardMap.toScreen(...grognardMap.index.places.get('10').anchor)")
    client = d.page.context.new_cdp_session(d.page)

    def touch(kind: str, x: float, y: float) -> None:
        points = [] if kind == "touchEnd" else [{"x": box["x"] + x, "y": box["y"] + y}]
        client.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", *start)
    touch("touchMove", start[0] + 14, start[1] + 8)
    d.page.wait_for_function("grognard.prefix.value")
    touch("touchMove", *goal)
    touch("touchEnd", *goal)
    d.wait_change(before)
    assert where(d)["hoth-pz"] == "10"


def at_the_meuse(d: Any, maps: Any) -> None:
    """Two German corps beside a French one, at the moment when attacks are declared."""
    from grognard.games.nineteen_forty.rules.declaring import Declaring

    w = maps.game.data
    target = w.index["1606"]
    beside = next(w.labels[h] for h in range(w.n) if w.attack_mask[h] >> target & 1 and w.labels[h] != "1605")
    s = maps.set_up({"de-i": "1605", "de-x": beside, "fr-iii": "1606"})
    s.stack.clear()
    s.then(Declaring())
    maps.game.advance(s, None)
    d.lay(Table(maps.game, position=s, practice=True))


def test_a_battle_is_begun_by_its_target_and_the_odds_grow_with_the_attackers(desk: Desks) -> None:
    d = desk()
    maps = Maps1940()
    at_the_meuse(d, maps)
    beside = sorted(a["value"] for a in d.choices if a.get("kind") == "piece")
    assert beside == ["de-i", "de-x"], "both stand beside it"
    before = d.rev()
    d.click_piece("fr-iii")
    d.page.wait_for_function("grognard.target.value === '1606' && grognard.looks.shown.value?.look.odds")
    assert sorted(d.ask("[...grognard.chosen.value.pieces]")) == beside, "everyone who can join is chosen"
    together = d.ask("grognard.looks.shown.value.look.odds.title")
    d.shot("battle-by-target")
    other = d.ask("grognard.company.value[0]")
    d.page.keyboard.down("Shift")
    d.click_piece(other)
    d.page.keyboard.up("Shift")
    d.page.wait_for_function("(t) => grognard.looks.shown.value?.look.odds?.title !== t", arg=together)
    assert d.ask("grognard.company.value") == [], "struck out"
    d.page.keyboard.down("Shift")
    d.click_piece(other)
    d.page.keyboard.up("Shift")
    d.page.wait_for_function("(t) => grognard.looks.shown.value?.look.odds?.title === t", arg=together)
    assert d.rev() == before, "nothing is declared yet"
    d.click_place("1606")
    d.wait_change(before)
    assert len(d.state["parts"]) == 2
    assert d.errors == []


def test_in_the_bulge_a_battle_is_three_clicks(desk: Desks) -> None:
    """Target, target, fight: whoever can join has joined."""
    d = desk()
    d.start("fortress-europa", scenario="bulge", practice=True, seed=3)
    enemy = next(p for p, place in d.places().items() if place == "FF12" and p.startswith("us-"))
    before = d.rev()
    d.click_piece(enemy)
    d.page.wait_for_function("grognard.target.value === 'FF12'")
    many = d.ask("grognard.company.value.length") + 1
    assert many > 2
    d.click_place("FF12")
    d.wait_change(before)
    d.page.wait_for_function("!grognard.busy.value && grognard.state.value.parts.length > 1")
    d.shot("battle-bulge")
    assert "attack on FF12" in d.state["decision"]["prompt"]
    assert d.errors == []


def test_aircraft_fly_as_last_time_by_one_key(desk: Desks) -> None:
    """What was put together once is offered again; nothing is finished for the player."""
    from grognard.games.fortress_europa.rules.air.air import AlliedAllocation
    from grognard.games.fortress_europa.rules.sequence import Moving, StartMove
    from tests.games.fortress_europa.conftest import Desk as Europe

    europe = Europe()
    s = europe.set_up({}, turn="jun-3", steps=[AlliedAllocation(), StartMove(1), Moving()])
    planes = [a.id for a in europe.w.aircraft if a.side == "allied" and not a.advanced]
    d = desk()
    d.lay(Table(europe.game, position=s, practice=True))
    assert d.page.get_by_test_id("again").count() == 0
    kinds = {a.id: a.kind for a in europe.w.aircraft}
    missions = [f"fly {a} {'replacements' if kinds[a] == 'sac' else 'strafing'}" for a in planes]
    d.ask("(actions) => grognard.ask('several', {actions, rev: grognard.state.value.rev})", missions)
    d.page.wait_for_function("(n) => grognard.state.value.parts.length === n", arg=len(planes))
    rev = d.rev()
    d.click_button("done")
    d.page.wait_for_function("(rev) => grognard.state.value?.rev !== rev", arg=rev)
    for _ in range(len(planes) + 1):
        rev = d.rev()
        d.ask("grognard.undo()")
        d.page.wait_for_function("(rev) => grognard.state.value?.rev !== rev", arg=rev)
        if not d.state["parts"] and d.state["decision"]["step"] == "AlliedAllocation":
            break
    d.page.get_by_test_id("again").wait_for()
    d.page.keyboard.press("y")
    d.page.wait_for_function("(n) => grognard.state.value.parts.length === n", arg=len(planes))
    assert d.state["decision"]["parts"] == missions
    assert d.state["decision"]["step"] == "AlliedAllocation", "it is not finished for him"
    assert d.errors == []
