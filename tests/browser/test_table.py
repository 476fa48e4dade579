"""The table, by mouse and by keyboard, with the toy games: nothing here knows a game by name but the tests."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

pytestmark = pytest.mark.browser
Desks = Callable[..., Any]


def test_a_move_by_mouse(desk: Desks) -> None:
    d = desk()
    d.start("skirmish", practice=True)
    d.click_piece("red-1")
    d.page.wait_for_selector("[data-testid=prefix]")
    lit = set(d.ask("[...grognard.lit.value.places]"))
    assert lit == {"B1", "B2", "C1", "C2"}
    rev = d.rev()
    d.click_place("B1")
    d.wait_change(rev)
    assert d.places()["red-1"] == "B1"
    assert d.page.locator(".lines li").last.inner_text().startswith("red-1 moves to B1.")
    assert d.errors == []


def test_an_illegal_click_says_why_with_the_rule(desk: Desks) -> None:
    d = desk()
    d.start("skirmish")
    before = d.rev()
    d.click_piece("red-1")
    d.page.wait_for_selector("[data-testid=prefix]")
    d.click_place("E5")
    words = d.page.locator("[data-testid=refusal]").inner_text()
    assert "E5 is occupied." in words
    assert "2.2" in words
    d.page.locator("[data-testid=refusal] .chip").click()
    assert d.page.locator("[data-testid=refusal] .rule-text").is_visible()
    d.page.keyboard.press("Escape")
    d.click_piece("blue-1")
    assert "2" in d.page.locator("[data-testid=refusal] .chip").first.inner_text()
    assert d.rev() == before, "nothing has changed"
    d.shot("refusal")


def test_undo_and_redo_with_the_barrier_explained(desk: Desks) -> None:
    d = desk()
    d.start("skirmish")
    undo, redo = d.page.get_by_test_id("undo"), d.page.get_by_test_id("redo")
    assert undo.is_disabled()
    assert "There is nothing to take back." in d.page.locator(".barrier").inner_text()
    d.click_piece("red-1")
    d.page.wait_for_selector("[data-testid=prefix]")
    before = d.rev()
    d.click_place("B1")
    d.wait_change(before)  # until then Undo puts away what is half chosen
    d.page.wait_for_selector("[data-testid=undo]:not([disabled])")
    undo.click()
    d.page.wait_for_selector("[data-testid=redo]:not([disabled])")
    assert d.places()["red-1"] == "A1"
    redo.click()
    d.page.wait_for_function("grognard.log.value.length === 1")
    assert d.places()["red-1"] == "B1"


def test_a_turn_by_keyboard_alone(desk: Desks) -> None:
    d = desk()
    d.start("skirmish", practice=True)
    keys = d.page.keyboard
    keys.press("m")
    d.page.wait_for_function("document.activeElement === grognardMap.top && grognard.cursor.value !== null")
    keys.press("n")
    place = d.ask("grognard.cursor.value")
    unit = next(p for p, at in d.places().items() if at == place)
    keys.press("Enter")
    d.page.wait_for_selector("[data-testid=prefix]")
    keys.press("ArrowDown")
    to = d.ask("grognard.cursor.value")
    assert to in d.ask("[...grognard.lit.value.places]")
    rev = d.rev()
    keys.press("Enter")
    d.wait_change(rev)
    assert d.places()[unit] == to
    rev = d.rev()
    keys.press("/")
    d.page.wait_for_selector(".palette-input")
    keys.type("attack-now")
    keys.press("Enter")
    d.wait_change(rev)
    assert d.page.locator(".palette-input").count() == 0


def test_a_whole_game_by_keyboard_and_palette(desk: Desks) -> None:
    """Every choice is also a button that Tab reaches: the game is played to its end through focus and Enter."""
    d = desk()
    d.start("skirmish", practice=True)
    for _ in range(200):
        if d.state["result"]:
            break
        choice = d.ask(
            "(grognard.choices.value.find((c) => c.complete && !c.value) ?? grognard.choices.value[0])?.action"
        )
        rev, prefix = d.rev(), d.ask("grognard.prefix.value")
        button = d.page.locator(f'.decision [data-action="{choice}"]').first
        button.focus()
        d.page.keyboard.press("Enter")
        d.page.wait_for_function(
            "([rev, p]) => grognard.state.value && (grognard.state.value.rev !== rev || grognard.prefix.value !== p)",
            arg=[rev, prefix],
        )
    assert d.page.get_by_test_id("result").is_visible()
    assert d.errors == []


def test_typed_orders_are_completed_and_explained(desk: Desks) -> None:
    d = desk()
    d.start("skirmish")
    d.page.keyboard.press("/")
    d.page.keyboard.type("move red-1 ")
    d.page.wait_for_function("document.querySelector('.palette').textContent.includes('move red-1 B1')")
    d.page.keyboard.type("E5")
    d.page.wait_for_timeout(200)
    d.page.keyboard.press("Enter")
    assert "E5 is occupied." in d.page.locator("[data-testid=refusal]").inner_text()


def test_typing_a_name_finds_a_unit(desk: Desks) -> None:
    d = desk()
    d.start("skirmish")
    d.ask("grognardMap.setCamera(2, 500, 400)")
    d.page.keyboard.press("/")
    d.page.keyboard.type("blue-4")
    d.page.keyboard.press("Enter")
    x, y = d.ask("grognardMap.whereIs('blue-4')")
    box = d.page.locator(".map-top").bounding_box()
    assert 0 < x < box["width"]
    assert 0 < y < box["height"]


def test_at_one_screen_a_secret_is_for_its_owner_alone(desk: Desks) -> None:
    d = desk()
    table = d.new("landing", who={"defender": "me", "lander": "hotseat"})
    d.page.goto(f"{d.server.home}/table/{table}")
    take = d.page.get_by_test_id("alone")
    take.wait_for()
    assert take.inner_text() == "Continue as Defender; nobody else looks"
    d.shot("in-private")
    d.alone()
    d.page.wait_for_function("window.grognardMap && grognard.state.value?.seat === 'defender'")
    for part in ("place division gold", "place regiment juno", "place dummy utah", "done"):
        rev = d.rev()
        d.ask("(a) => grognard.play(a)", part)
        d.wait_change(rev)
    assert "division" in json.dumps(d.state), "one sees the outcome of one's own action first"
    d.page.get_by_test_id("hand-over").click()
    d.page.wait_for_function("grognard.chair.value === 'open' && grognard.state.value")
    assert "division" not in json.dumps([d.state, d.ask("grognard.log.value")])
    assert "division" not in d.page.locator("body").inner_text()
    assert take.inner_text() == "Continue as Lander; nobody else looks"
    d.alone()
    d.page.wait_for_function("grognard.state.value?.seat === 'lander'")
    assert "division" not in json.dumps(d.state)
    assert "division" not in d.page.locator("body").inner_text()


def test_at_one_screen_a_page_that_is_loaded_again_shows_nobodys_secrets(desk: Desks) -> None:
    d = desk()
    d.start("landing", who={"defender": "me", "lander": "hotseat"})
    for part in ("place division gold", "place regiment juno", "place dummy utah", "done"):
        rev = d.rev()
        d.ask("(a) => grognard.play(a)", part)
        d.wait_change(rev)
    d.page.reload()
    d.page.get_by_test_id("alone").wait_for()
    assert "division" not in json.dumps(d.state)


def test_a_draft_shows_its_parts_and_what_is_still_to_do(desk: Desks) -> None:
    d = desk()
    d.start("landing", practice=True)
    rev = d.rev()
    d.page.locator('.decision [data-action="place division"]').click()
    d.page.wait_for_selector("[data-testid=prefix]")
    d.click_place("gold")
    d.wait_change(rev)
    assert "gold" in d.page.locator(".parts").inner_text()
    assert d.page.locator(".reasons.duty li").count() >= 1
    d.page.locator("body").press("d")
    d.page.locator("[data-testid=refusal]").wait_for()


def test_two_tabs_on_one_game(desk: Desks) -> None:
    d = desk()
    table = d.start("skirmish")
    other = type(d)(d.page.context.new_page(), d.server)
    other.sit(table)
    rev = other.rev()
    d.ask("grognard.play('move red-1 B1')")
    other.wait_change(rev)
    assert other.places()["red-1"] == "B1"
    stale = "grognard.ask('play', {action: 'move red-2 B2', rev: 'old'}).catch((e) => grognard.complain(e))"
    other.ask(stale)
    assert "moved on" in other.page.locator("[data-testid=refusal]").inner_text()
    assert other.places()["red-2"] == "A2"


def test_a_double_click_moves_once(desk: Desks) -> None:
    d = desk()
    d.start("skirmish")
    d.ask("Promise.all([grognard.play('move red-1 B1'), grognard.play('move red-1 B1')])")
    d.page.wait_for_function("grognard.log.value.length > 0")
    d.settle()
    assert len(d.ask("grognard.log.value")) == 1


def test_reload_in_the_middle_of_a_turn(desk: Desks) -> None:
    d = desk()
    table = d.start("skirmish")
    d.ask("grognard.play('move red-1 B1')")
    d.page.wait_for_function("grognard.log.value.length === 1")
    before = d.rev()
    d.sit(table)
    assert d.rev() == before
    assert d.places()["red-1"] == "B1"


def test_a_killed_server_is_noticed_and_healed(desk: Desks) -> None:
    d = desk()
    d.start("skirmish")
    d.ask("grognard.play('move red-1 B1')")
    d.page.wait_for_function("grognard.log.value.length === 1")
    d.server.kill()
    d.page.get_by_test_id("line-lost").wait_for()
    d.ask("() => { grognard.play('move red-2 B2') }")
    d.shot("line-lost")
    d.server.start()
    d.page.wait_for_function("grognard.line.value === 'open' && grognard.log.value.length === 2", timeout=30_000)
    assert d.page.get_by_test_id("line-lost").count() == 0
    assert d.places()["red-2"] == "B2", "what was clicked meanwhile is not lost"
    assert len(d.ask("grognard.log.value")) == 2, "and not done twice"


def test_looking_back_and_an_analysis_board(desk: Desks) -> None:
    d = desk()
    table = d.start("skirmish", practice=True)
    for action in ("move red-1 B1", "move red-2 B2"):
        rev = d.rev()
        d.ask("(a) => grognard.play(a)", action)
        d.wait_change(rev)
    d.page.keyboard.press("t")
    d.page.get_by_test_id("scrubber").fill("1")
    d.page.wait_for_function("grognard.replay.value?.step.n === 1")
    assert "Looking back" in d.page.locator(".decision").inner_text().replace("LOOKING BACK", "Looking back")
    d.page.get_by_role("button", name="Analysis board from here").click()
    d.page.wait_for_function(
        "(old) => location.pathname.startsWith('/table/') && !location.pathname.endsWith(old)", arg=table
    )
    d.page.wait_for_function("window.grognard?.state.value && grognard.info.value.kind === 'analysis'")
    assert d.places()["red-2"] == "A2"
    d.page.go_back()
    d.page.wait_for_function("(id) => grognard.id === id && grognard.state.value", arg=table)
    assert d.places()["red-2"] == "B2"


def test_what_happened_since_my_last_action_is_played_back(desk: Desks) -> None:
    d = desk()
    d.start("skirmish", practice=True)
    for action in ("move red-1 B1", "attack-now", "move blue-1 D1", "move blue-2 D2", "attack-now"):
        rev = d.rev()
        d.ask("(a) => grognard.play(a)", action)
        d.wait_change(rev)
    d.page.wait_for_function("grognard.state.value?.seat === 'red' && grognard.state.value.decision")
    present = d.places()
    d.page.get_by_test_id("since").click()
    d.page.wait_for_function("grognard.replay.value?.playing")
    shown = d.ask("Object.fromEntries(grognard.replay.value.step.scene.pieces.map((p) => [p.id, p.place]))")
    assert shown["blue-1"] == "E1", "it starts where red had left it"
    d.page.wait_for_function("grognard.replay.value === null", timeout=20_000)
    assert d.places() == present


def test_the_odds_of_a_choice_do_not_move_it_away(desk: Desks) -> None:
    """The card of a choice must never push the choice from under the pointer."""
    d = desk()
    d.start("skirmish", practice=True)
    look = {
        "preview": {"text": "A long story. " * 30},
        "odds": {"title": "Odds", "rows": [{"outcome": "Win", "chance": "1/2", "value": 0.5}]},
    }
    d.ask("(look) => { const ask = grognard.socket.ask.bind(grognard.socket);"
          "grognard.socket.ask = (op, f) => op === 'look' ? Promise.resolve(look) : ask(op, f) }", look)  # fmt: skip
    button = d.page.locator('.decision [data-action="attack-now"]')
    before = button.bounding_box()
    button.hover()
    card = d.page.get_by_test_id("look")
    card.wait_for()
    assert button.bounding_box() == before
    box = card.bounding_box()
    assert box["x"] + box["width"] <= before["x"], "the card lies over the map"
    card.hover()
    d.page.wait_for_timeout(700)
    assert card.is_visible(), "it stays while the pointer is on it"
    rev = d.rev()
    button.click(timeout=3000)
    d.wait_change(rev)


def test_records_go_out_and_broken_ones_do_not_come_in(desk: Desks, tmp_path: Any) -> None:
    d = desk()
    d.start("skirmish", practice=True)
    rev = d.rev()
    d.ask("grognard.play('move red-1 B1')")
    d.wait_change(rev)
    d.page.keyboard.press("t")
    with d.page.expect_download() as got:
        d.page.get_by_role("link", name="Record").click()
    file = tmp_path / "game.json"
    got.value.save_as(file)
    d.page.goto(d.server.home)
    d.page.get_by_test_id("import").click()
    broken = tmp_path / "broken.json"
    broken.write_bytes(file.read_bytes().replace(b"move red-1 B1", b"move red-1 B2"))
    d.page.locator("input[type=file]").set_input_files(broken)
    assert "Step 1 of the record" in d.page.get_by_test_id("import-error").inner_text()
    d.page.locator("input[type=file]").set_input_files(file)
    d.page.wait_for_function("window.grognard?.state.value")
    assert d.places()["red-1"] == "B1"


def test_looking_under_the_counters_and_their_size(desk: Desks) -> None:
    d = desk()
    d.start("skirmish")
    d.page.keyboard.down("h")
    assert d.ask("grognardMap.hidePieces")
    d.page.keyboard.up("h")
    assert not d.ask("grognardMap.hidePieces")
    scale = d.ask("grognardMap.scale")
    d.page.keyboard.press("]")
    assert d.ask("grognardMap.counterScale") == pytest.approx(1.1)
    assert d.ask("grognardMap.scale") == scale


def test_a_phone(desk: Desks) -> None:
    d = desk(width=390, height=844, touch=True)
    d.start("skirmish", practice=True)
    assert d.ask("document.documentElement.scrollWidth") <= 390
    for box in [d.page.locator(x).first.bounding_box() for x in (".decision", ".map-top", ".tabs")]:
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 390
        assert box["y"] + box["height"] <= 844 + 1
    point = d.ask("grognardMap.whereIs('red-1')")
    top = d.page.locator(".map-top").bounding_box()
    d.page.touchscreen.tap(top["x"] + point[0], top["y"] + point[1])
    d.page.wait_for_selector("[data-testid=prefix]")
    rev = d.rev()
    point = d.ask("grognardMap.toScreen(...grognardMap.index.places.get('B1').anchor)")
    d.page.touchscreen.tap(top["x"] + point[0], top["y"] + point[1])
    d.page.get_by_test_id("look").wait_for()
    assert d.rev() == rev, "the first tap shows, the second does"
    d.page.touchscreen.tap(top["x"] + point[0], top["y"] + point[1])
    d.wait_change(rev)
    assert d.places()["red-1"] == "B1"
    d.page.get_by_role("tab", name="Rules").tap()
    assert d.page.locator(".rules").is_visible()
    d.shot("phone-rules")


def test_the_books_of_a_phone_are_a_sheet_that_leaves_the_map_and_the_decision(desk: Desks) -> None:
    d = desk(width=390, height=844, touch=True)
    d.start("skirmish", practice=True)
    d.page.get_by_role("tab", name="Rules").tap()
    d.page.locator(".rules").wait_for()
    assert d.page.locator(".map-top").bounding_box()["height"] > 844 * 0.3
    bar = d.page.get_by_test_id("decision-bar")
    assert d.state["decision"]["prompt"] in bar.inner_text()
    before = d.page.locator(".panel").bounding_box()["height"]
    drag(d, -150)
    assert d.page.locator(".panel").bounding_box()["height"] > before + 100
    drag(d, 700)
    d.page.locator(".decision").wait_for()
    assert not d.page.locator(".rules").is_visible()
    d.page.get_by_role("tab", name="Log").tap()
    bar.tap()
    d.page.locator(".decision").wait_for()
    assert d.errors == []


def drag(d: Any, by: int) -> None:
    box = d.page.get_by_test_id("grip").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    d.page.mouse.move(x, y)
    d.page.mouse.down()
    d.page.mouse.move(x, y + by / 2)
    d.page.mouse.move(x, y + by)
    d.page.mouse.up()
    d.settle()


def test_targets_with_an_enemy_are_told_from_quiet_ones(desk: Desks) -> None:
    d = desk()
    d.start("springtime", practice=True)
    for _ in range(40):
        if d.state["decision"]["step"] == "AssaultMoves":
            break
        rev = d.rev()
        d.ask("async () => grognard.play((await grognard.ask('hint')).action)")
        d.wait_change(rev)
    found = False
    for choice in [c for c in d.choices if c.get("kind") == "piece"]:
        d.ask("(c) => grognard.choose(c)", choice)
        d.page.wait_for_selector("[data-testid=prefix]")
        side = d.state["side"]
        held = {p["place"] for p in d.state["scene"]["pieces"] if p.get("anchor") not in (None, side)}
        lit = d.ask("({all: [...grognard.lit.value.places], fights: [...grognard.lit.value.fights]})")
        assert set(lit["fights"]) == held & set(lit["all"])
        found = found or bool(lit["fights"])
        d.page.keyboard.press("Escape")
        d.page.wait_for_function("!grognard.prefix.value")
    assert found


def test_the_dice_of_both_sides_lie_beside_each_other(desk: Desks) -> None:
    d = desk()
    d.start("skirmish", practice=True)
    d.ask(
        """() => { grognard.dice.value = [
            {n: 1, kind: "Rolled", text: "Red attack: 2, 6; +3 armour = 11.", dice: [2, 6]},
            {n: 2, kind: "Rolled", text: "Blue defence: 4, 5; +1 river = 10 – Success.", dice: [4, 5]}] }"""
    )
    rolls = d.page.locator(".fallen .roll")
    assert rolls.count() == 2
    left, right = (rolls.nth(i).bounding_box() for i in (0, 1))
    assert left["x"] + left["width"] <= right["x"]
    assert "= 11" in rolls.nth(0).inner_text()
    assert "Success" in rolls.nth(1).inner_text()


def test_what_an_action_lacks_stands_beside_the_question(desk: Desks) -> None:
    d = desk()
    d.start("skirmish", practice=True)
    d.click_piece("red-1")
    d.page.wait_for_selector("[data-testid=prefix]")
    d.page.keyboard.down("Shift")
    d.click_place("C1")
    d.page.keyboard.up("Shift")
    d.page.wait_for_function("grognard.prefix.value === 'move red-1 C1'")
    d.click_place("B1")
    lacks = d.page.locator(".reasons.duty")
    lacks.wait_for()
    assert "The way ends in B1, not in C1." in lacks.inner_text()
    d.page.keyboard.press("Escape")
    d.page.wait_for_function("!grognard.lacking.value.length")
    assert d.errors == []


def test_the_page_adds_a_nonce_for_each_person_before_anything_is_rolled(desk: Desks) -> None:
    one = desk()
    table = one.start("skirmish")
    record = one.ask("async (id) => (await fetch(`/api/tables/${id}/record?seat=red`)).json()", table)
    assert record["dice"]["by"] == ["red", "blue"]
    nonces = record["dice"]["nonces"]
    assert [len(nonce) for nonce in nonces] == [32, 32]
    assert nonces[0] != nonces[1]
    assert not one.errors
