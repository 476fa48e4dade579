"""Following the war: what others do is played on one track, and stays on the map until one acts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

pytestmark = pytest.mark.browser
Desks = Callable[..., Any]
LISTEN = """(() => {
    window.shown = [];
    const blue = (step) => step.scene.pieces.find((p) => p.id === 'blue-1').place;
    grognard.replay.subscribe((r) => { if (r) shown.push([r.seat, blue(r.step)]); });
})()"""
"""Writes down whose eyes see blue-1 where, as it is shown; it may be shown for a moment only."""
SHOWN = "Object.fromEntries(grognardMap.scene.pieces.map((p) => [p.id, p.place]))"


def while_blue_acts(desk: Desks) -> Any:
    """Red has acted at a page of his own, and looks on while blue does so at another."""
    d = desk(follow=True)
    d.ask("localStorage.setItem('grognard.pace', '0.5')")
    table = d.start("skirmish", who={"red": "me", "blue": "hotseat"})
    d.page.get_by_test_id("look-alone").click()
    d.page.wait_for_function("grognard.state.value?.seat === 'red'")
    for action in ("move red-1 B1", "attack-now"):
        play(d, action)
    other = desk()
    other.sit(table)
    other.page.wait_for_function("grognard.state.value?.by === 'blue' && grognard.state.value.decision")
    for action in ("move blue-1 D1", "move blue-2 D2", "attack-now"):
        play(other, action)
    d.page.get_by_test_id("track").wait_for()
    d.page.wait_for_function("grognard.state.value.decision")
    return d


def play(d: Any, action: str) -> None:
    rev = d.rev()
    d.ask("(a) => grognard.play(a)", action)
    d.wait_change(rev)


def test_the_turn_of_an_opponent_is_played_step_by_step_with_pause_step_pace_and_skip(desk: Desks) -> None:
    d = while_blue_acts(desk)
    track = d.page.get_by_test_id("track")
    track.get_by_role("button", name="Pause").click()
    at = d.ask("grognard.replay.value.step.n")
    d.page.wait_for_timeout(1500)
    assert d.ask("grognard.replay.value.step.n") == at, "it waits"
    assert d.ask("grognard.lit.value.pieces.size") == 0, "nothing is chosen on a board of the past"
    first = d.state["steps"] - d.state["since"]
    track.get_by_role("slider", name="Step").fill(str(first))
    d.page.wait_for_function("(n) => grognard.replay.value.step.n === n", arg=first)
    moved = next(e for e in d.ask("grognard.log.value") if e.get("path") and e["piece"].startswith("blue"))
    assert d.ask(SHOWN)[moved["piece"]] == moved["path"][0], "the board is the one before blue moved"
    for n in range(first + 1, moved["step"] + 1):
        d.page.keyboard.press(".")
        d.page.wait_for_function("(n) => grognard.replay.value.step.n === n", arg=n)
    assert d.ask(SHOWN)[moved["piece"]] == moved["path"][-1]
    assert d.ask("grognardMap.trails.moves.map((t) => t.path)") == [moved["path"]], "with its way"
    pace = d.ask("localStorage.getItem('grognard.pace')")
    track.get_by_role("button", name="Pace").click()
    assert d.ask("localStorage.getItem('grognard.pace')") != pace
    d.shot("track")
    d.page.get_by_test_id("skip").click()
    assert track.count() == 0
    assert d.ask(SHOWN) == d.places()
    assert d.errors == []


def test_the_track_ends_by_itself_in_the_present(desk: Desks) -> None:
    d = while_blue_acts(desk)
    for _ in range(3):
        d.page.get_by_test_id("track").get_by_role("button", name="Pace").click()
    d.page.wait_for_function("grognard.state.value.decision && !grognard.replay.value", timeout=60_000)
    assert d.ask(SHOWN) == d.places()
    assert d.ask("grognard.lit.value.pieces.size") > 0


def test_what_happened_stays_on_the_map_until_the_next_action_and_can_be_hidden(desk: Desks) -> None:
    d = while_blue_acts(desk)
    d.page.get_by_test_id("skip").click()
    paths = [e["path"] for e in d.ask("grognard.log.value") if e.get("path") and e["piece"].startswith("blue")]
    shown = "grognardMap.trails?.moves.map((t) => t.path) ?? []"
    assert paths
    assert d.ask(shown) == paths
    button = d.page.get_by_test_id("trails")
    button.click()
    assert d.ask(shown) == []
    button.click()
    assert d.ask(shown) == paths
    rev = d.rev()
    choice = next(c for c in d.choices if c.get("kind") == "piece")
    d.ask("async (c) => { await grognard.choose(c); await grognard.choose(grognard.choices.value[0]) }", choice)
    d.wait_change(rev)
    assert d.ask(shown) == []
    assert button.count() == 0


def test_a_line_of_the_log_shows_its_moment_and_log_board_and_scrubber_agree(desk: Desks) -> None:
    d = desk()
    d.start("skirmish", practice=True)
    for action in ("move red-1 B1", "move red-2 B2", "move red-3 B3"):
        play(d, action)
    d.page.locator(".to-place", has_text="red-2 moves").click()
    d.page.get_by_test_id("track").wait_for()
    assert [d.ask(SHOWN)[unit] for unit in ("red-1", "red-2", "red-3")] == ["B1", "B2", "A4"]
    assert d.page.locator(".lines li.at").all_inner_texts()[0].startswith("red-2 moves to B2.")
    step = d.ask("grognard.replay.value.step.n")
    assert d.page.get_by_test_id("track").get_by_role("slider").input_value() == str(step)
    d.page.keyboard.press(",")
    d.page.wait_for_function("(n) => grognard.replay.value.step.n === n", arg=step - 1)
    assert d.page.locator(".lines li.at").inner_text().startswith("red-1 moves to B1.")
    assert d.ask(SHOWN)["red-2"] == "A2"
    d.page.locator(".to-place", has_text="red-3 moves").click()
    d.page.wait_for_function("!grognard.replay.value")
    assert d.ask(SHOWN) == d.places(), "the last line is the present"


def test_the_camera_goes_where_it_happens(desk: Desks) -> None:
    d = desk()
    d.start("skirmish", practice=True)
    for action in ("move red-1 B1", "move red-2 B2"):
        play(d, action)
    d.ask("grognardMap.setCamera(grognardMap.scale * 4, -5000, -5000)")
    d.page.locator(".to-place", has_text="red-1 moves").click()
    d.page.get_by_test_id("track").wait_for()
    d.settle()
    x, y = d.ask("grognardMap.toScreen(...grognardMap.index.places.get('B1').anchor)")
    box = d.page.locator(".map-top").bounding_box()
    assert box["width"] * 0.1 < x < box["width"] * 0.9
    assert box["height"] * 0.1 < y < box["height"] * 0.9


def test_at_one_screen_both_look_on_and_the_attacker_sees_his_dice(desk: Desks) -> None:
    """A whole turn of both where nothing is hidden: nobody hands anything over."""
    d = desk(follow=True)
    d.start("skirmish", who={"red": "me", "blue": "hotseat"})
    for seat, actions in (("red", ("move red-1 B1", "attack-now")), ("blue", ("move blue-1 D1", "attack-now"))):
        for action in actions:
            d.page.wait_for_function("(seat) => grognard.state.value?.by === seat", arg=seat)
            play(d, action)
            assert d.page.get_by_test_id("hand-over").count() + d.page.get_by_test_id("alone").count() == 0
            assert d.ask("grognard.replay.value") is None, "both have seen it"
    assert d.ask("grognard.chair.value") == "open"
    assert d.page.locator(".decision .who .seat").inner_text().lower() == "red"
    assert d.errors == []


def test_at_one_screen_the_others_are_shown_what_one_did_alone(desk: Desks) -> None:
    d = desk(follow=True)
    d.start("skirmish", who={"red": "me", "blue": "hotseat"})
    d.page.get_by_test_id("look-alone").click()
    d.page.wait_for_function("grognard.state.value?.seat === 'red'")
    for action in ("move red-1 B1", "attack-now"):
        play(d, action)
    d.ask(LISTEN.replace("blue-1", "red-1"))
    d.page.get_by_test_id("hand-over").click()
    d.page.get_by_test_id("track").wait_for()
    assert d.ask("shown[0]") == ["public", "A1"], "it begins where both had left it"
    d.page.wait_for_function("!grognard.replay.value", timeout=30_000)
    assert d.places()["red-1"] == "B1"
    assert d.state["by"] == "blue"
    assert d.errors == []


def test_at_one_screen_only_the_event_marker_is_for_one_alone(desk: Desks) -> None:
    """Springtime: what can be chosen without the marker in hand is chosen before both (6.1.1, 8.1)."""
    d = desk()
    d.page.goto(f"{d.server.home}/table/{d.new('springtime', who={'allies': 'me', 'axis': 'hotseat'})}")
    aside = d.page.get_by_test_id("aside")
    aside.wait_for()
    assert aside.inner_text() == "See or play my Event marker; nobody else looks"
    assert d.page.get_by_test_id("alone").count() == 0
    assert [c["action"] for c in d.choices] == ["keep"]
    for action in ("keep", "kleist guderian-pz"):
        play(d, action)
    assert d.state["by"] == "axis"
    assert {c["verb"] for c in d.choices} >= {"Assault", "Regroup", "Pass"}
    assert not any(c["action"].startswith(("play", "de-gaulle")) for c in d.choices)
    assert "You draw" not in d.page.locator("body").inner_text()
    with pytest.raises(Exception, match="nobody else sees which it is"):
        d.ask("grognard.ask('play', {action: 'play plan-red', rev: grognard.state.value.rev})")
    aside.click()
    d.page.wait_for_function("grognard.state.value?.seat === 'axis'")
    assert "You draw" in str(d.ask("grognard.log.value.map((e) => e.text)"))
    d.page.get_by_test_id("look-together").click()
    d.page.wait_for_function("grognard.chair.value === 'open' && grognard.state.value?.decision")
    play(d, "assault all")
    assert d.state["by"] == "axis"
    assert aside.count() == 0, "within an Assault no marker is played"
    assert d.errors == []


def test_at_one_screen_the_dice_of_an_attack_lie_before_both(desk: Desks) -> None:
    """Springtime: whoever decides next, the attacker sees what fell."""
    d = desk()
    d.page.goto(f"{d.server.home}/table/{d.new('springtime', who={'allies': 'me', 'axis': 'hotseat'})}")
    d.page.wait_for_function("window.grognard?.state.value?.decision && window.grognardMap")
    for action in ("keep", "kleist guderian-pz", "assault all", "move guderian-pz 17", "attack 17 guderian-pz"):
        play(d, action)
    for _ in range(8):  # what else is to be decided before the dice fall
        if d.ask("grognard.log.value.some((e) => e.dice?.length)"):
            break
        rev = d.rev()
        d.ask("grognard.playCompleted(grognard.choices.value.at(-1).action)")
        d.wait_change(rev)
    assert d.ask("grognard.chair.value") == "open"
    assert d.page.locator(".fallen .dice-big").count() > 0
    assert d.errors == []
