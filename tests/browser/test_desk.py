"""What lies on one's own side of the table: the roster, notes, the ruler, names of games, the first opponent."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

pytestmark = pytest.mark.browser
Desks = Callable[..., Any]


def test_the_roster_finds_a_unit_on_the_map(desk: Desks) -> None:
    d = desk()
    d.start("springtime", practice=True)
    d.page.get_by_role("tab", name="Units").click()
    roster = d.page.get_by_test_id("roster")
    roster.get_by_role("searchbox").fill("Guderian")
    rows = roster.locator("tbody tr")
    assert rows.count() == 1
    d.ask("grognardMap.setCamera(grognardMap.scale * 4, -9000, -9000)")
    rows.get_by_role("button").click()
    d.settle()
    unit = next(p["id"] for p in d.state["scene"]["pieces"] if "Guderian" in p["face"]["name"])
    x, y = d.ask("(id) => grognardMap.whereIs(id)", unit)
    box = d.page.locator(".map-top").bounding_box()
    assert 0 < x < box["width"]
    assert 0 < y < box["height"]
    assert d.axe() == []


def test_notes_are_kept_with_the_game_and_shown_on_the_map(desk: Desks) -> None:
    d = desk()
    table = d.start("skirmish", practice=True)
    d.ask("grognard.cursor.value = 'C3'")
    d.page.get_by_role("tab", name="Notes").click()
    notes = d.page.get_by_test_id("notes")
    notes.get_by_label("In the margin").fill("hold the left")
    notes.get_by_label("In the margin").blur()
    notes.get_by_test_id("note-here").click()
    notes.get_by_label("Note on").fill("ambush here")
    notes.get_by_label("Note on").blur()
    d.page.wait_for_function("grognard.notes.value.C3 === 'ambush here'")
    d.sit(table)
    d.page.wait_for_function("grognard.notes.value[''] === 'hold the left' && grognardMap.noted.includes('C3')")
    assert d.axe() == []
    assert d.errors == []


def test_the_ruler_measures_between_two_clicks(desk: Desks) -> None:
    d = desk()
    d.start("skirmish", practice=True)
    d.page.get_by_test_id("ruler").click()
    rev = d.rev()
    for place in ("B3", "D3"):
        d.click_place(place)
    way = d.ask("grognardMap.ruler")
    assert way[0] == "B3"
    assert way[-1] == "D3"
    assert len(way) == 3
    assert d.rev() == rev, "measuring is not moving"
    d.page.keyboard.press("Escape")
    assert d.ask("grognardMap.ruler") == []


def test_a_game_gets_a_name_of_ones_own_and_its_card_says_who_plays(desk: Desks) -> None:
    d = desk()
    table = d.new("springtime", who={"axis": "me", "allies": "bot:hard"})
    d.sit(table)  # with the nonce that the page adds, the game begins
    d.page.goto(d.server.home)
    card = d.page.locator(".continue li").first
    card.wait_for()
    assert "You: Axis · Allies: the hard bot" in card.inner_text()
    d.page.once("dialog", lambda dialog: dialog.accept("Sunday evening"))
    card.get_by_test_id("rename").click()
    d.page.wait_for_function("document.querySelector('.continue li b')?.textContent === 'Sunday evening'")


def test_a_first_game_is_against_the_easy_bot_and_readings_come_after_rules(desk: Desks) -> None:
    d = desk()
    d.page.get_by_test_id("new-1940").click()
    dialog = d.page.get_by_role("dialog")
    assert dialog.get_by_label("Allied").input_value() == "bot:easy"
    d.page.keyboard.press("Escape")
    d.page.get_by_test_id("new-springtime").click()
    readings = dialog.get_by_test_id("readings")
    assert readings.get_attribute("open") is None
    assert "Axis airdrops" not in readings.inner_text()
    readings.locator("summary").click()
    assert "ruling" in readings.inner_text()


def test_a_picture_of_the_board_is_copied_or_saved(desk: Desks) -> None:
    d = desk()
    d.start("skirmish", practice=True)
    d.page.keyboard.press("t")
    d.ask("() => { navigator.clipboard.write = async (items) => { window.copied = items[0].types } }")
    d.page.get_by_test_id("copy-picture").click()
    d.page.wait_for_function("window.copied?.[0] === 'image/png'")


def test_the_rules_are_a_book_with_chapters_links_and_one_page(desk: Desks) -> None:
    d = desk()
    d.start("springtime", practice=True)
    d.page.get_by_role("tab", name="Rules").click()
    d.page.get_by_test_id("one-page").locator("summary").click()
    assert "French Morale" in d.page.get_by_test_id("one-page").inner_text()
    d.page.get_by_label("Chapter").select_option(label="13 Supply")
    d.page.wait_for_function("grognard.rule.value === '13.0'")
    assert "Nothing to enforce" not in d.page.locator(".rules").inner_text()
    d.page.locator(".rules dd .link").first.click()
    assert d.ask("grognard.rule.value") != "13.0"
    assert d.axe() == []


@pytest.mark.parametrize("game", ["1940", "fortress-europa", "spoiled-victory"])
def test_the_rules_of_the_other_games_are_books_too(desk: Desks, game: str) -> None:
    d = desk()
    d.start(game, practice=True)
    d.page.get_by_role("tab", name="Rules").click()
    d.page.get_by_test_id("one-page").locator("summary").click()
    assert len(d.page.get_by_test_id("one-page").inner_text()) > 500
    chapters = d.page.get_by_label("Chapter").locator("option").all_inner_texts()
    assert len(chapters) > 8
    d.page.get_by_label("Chapter").select_option(label=chapters[4])
    d.page.wait_for_function("grognard.rule.value")
    before = d.ask("grognard.rule.value")
    words = d.page.locator(".rules").inner_text()
    assert not re.search(r"Nothing to enforce|TODO|\bengine\b|rulings? \d+", words)
    d.page.locator(".rules dd .link").first.click()
    assert d.ask("grognard.rule.value") != before


def test_a_lesson_lets_one_stray_and_goes_back(desk: Desks) -> None:
    d = desk()
    d.page.get_by_test_id("lesson-1940").click()
    box = d.page.get_by_test_id("lesson")
    box.wait_for()
    d.page.wait_for_function("window.grognardMap && window.grognard.map && grognard.state.value")
    assert d.state["decision"]["step"] == "Moving", "plans and set-ups are done"
    box.get_by_role("button", name="Next").click()
    d.page.wait_for_function("grognard.lessonAt.value === 1")
    d.page.wait_for_function("[...grognard.focus.value.pieces].join() === 'de-fj-1'")  # the unit is ringed
    box.get_by_role("button", name="do it for me").click()
    d.page.wait_for_function("grognard.lessonAt.value === 2")
    rev = d.rev()
    d.ask("async () => grognard.play((await grognard.ask('choices', {prefix: 'move de-x'})).choices[0].action)")
    d.wait_change(rev)
    assert d.ask("grognard.lessonAt.value") == 2, "another unit may move first"
    box.get_by_role("button", name="Back").click()
    d.page.wait_for_function(
        "grognard.lessonAt.value === 1 && "
        "grognard.state.value.scene.pieces.find((p) => p.id === 'de-fj-1').place !== '1110'"
    )  # fmt: skip


def test_a_new_game_is_chosen_on_a_phone(desk: Desks) -> None:
    """What does not fit is cut off by the dialog, so the page is no wider for it."""
    d = desk(width=390, height=844, touch=True)
    for game in ("springtime", "1940", "fortress-europa"):
        d.page.get_by_test_id(f"new-{game}").tap()
        dialog = d.page.get_by_role("dialog")
        dialog.get_by_role("button", name="Start").wait_for()
        box = dialog.bounding_box()
        for field in dialog.locator("select, input, button").all():
            at = field.bounding_box()
            assert at is None or at["x"] + at["width"] <= box["x"] + box["width"], field.inner_text()
        dialog.get_by_role("button", name="Cancel").tap()


def test_the_components_fit_a_phone(desk: Desks) -> None:
    d = desk(width=390, height=844, touch=True, dark=True)
    d.page.goto(f"{d.server.home}/components/1940")
    for kind in ("counters: unit", "map: side", "works: fort"):
        d.page.get_by_text(kind).tap()
    d.page.locator(".components tbody tr").first.wait_for()
    assert d.ask("document.documentElement.scrollWidth") <= 390


def test_who_owns_the_printed_game_corrects_its_values_and_plays_with_them(desk: Desks) -> None:
    d = desk()
    d.page.goto(f"{d.server.home}/components/springtime")
    d.page.get_by_text("units: unit").click()
    field = d.page.get_by_label("full of French 1st Army")
    field.fill("800")
    field.blur()
    error = d.page.get_by_test_id("pack-error")
    error.wait_for()
    assert "must be from 0 to" in error.inner_text()
    field.fill("7")
    field.blur()
    d.page.wait_for_function("localStorage.getItem('grognard.packs')?.includes('\"full\":7')")
    assert d.axe() == []
    d.page.get_by_role("searchbox").fill("Baden")
    name = d.page.get_by_label("name of Baden")
    name.fill("Baden and the Black Forest")
    name.blur()
    d.page.wait_for_function("localStorage.getItem('grognard.packs')?.includes('Black Forest')")
    with d.page.expect_download() as got:
        d.page.get_by_role("button", name="Export as a data pack").click()
    assert got.value.suggested_filename == "springtime-pack.toml"
    d.page.goto(d.server.home)
    d.page.get_by_test_id("new-springtime").click()
    d.page.get_by_test_id("own-values").check()
    d.page.get_by_role("button", name="Start").click()
    d.page.wait_for_function("window.grognard?.state.value && window.grognard.board.value")
    unit = next(p for p in d.state["scene"]["pieces"] if p["id"] == "fr-1")
    assert unit["face"]["factors"][0] == "7"
    assert d.ask("grognard.board.value.places.find((p) => p.id === '1').name") == "Baden and the Black Forest (1)"


def test_hexsides_towns_forts_and_long_lists_are_corrected_too(desk: Desks) -> None:
    """What has no id of its own goes by what it lies between, or by its name."""
    d = desk()
    d.page.goto(f"{d.server.home}/components/1940")
    find, error = d.page.get_by_role("searchbox"), d.page.get_by_test_id("pack-error")
    find.fill("Ems")
    d.page.get_by_label("kind of Ems").first.select_option("major-river")
    d.page.wait_for_function("localStorage.getItem('grognard.packs')?.includes('0105-0106')")
    find.fill("Mons")
    town = d.page.get_by_label("hex of Mons")
    for wrong, why in (("9999", "unknown hex"), ("1713", "")):
        town.fill(wrong)
        town.blur()
        if why:
            error.wait_for()
            assert why in error.inner_text()
    d.page.wait_for_function("localStorage.getItem('grognard.packs')?.includes('1713')")
    find.fill("1610-1511")  # a fort that the rulebook names (10 ¶1)
    assert d.page.get_by_label("facing of 1610-1511").count() == 0, "what the rulebook prints is not corrected"
    d.page.goto(f"{d.server.home}/components/fortress-europa")
    find.fill("Cherbourg to Paris")
    line = d.page.get_by_label("hexes of Cherbourg to Paris")
    line.fill("K2, K3, ZZ9")
    line.blur()
    error.wait_for()
    assert "ZZ9" in error.inner_text()
    assert all("400" in text for text in d.errors), "refused values, and nothing else"
