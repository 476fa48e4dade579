"""The optional way of a move (`via`) by mouse, by keyboard and by finger, and what a half-made action lacks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from grognard.kernel.match.table import Table
from tests.games.nineteen_forty.conftest import Desk as Maps1940
from tests.games.springtime.springtime_desk import desk as springtime

pytestmark = pytest.mark.browser
Desks = Callable[..., Any]


def lay_1940(d: Any, units: dict[str, str], **how: Any) -> None:
    maps = Maps1940()
    d.lay(Table(maps.game, position=maps.set_up(units, **how), practice=True))


def choose(d: Any, piece: str) -> None:
    d.click_piece(piece)
    d.page.wait_for_function("(id) => grognard.prefix.value.endsWith(id)", arg=piece)


def shift_click(d: Any, place: str) -> None:
    d.page.keyboard.down("Shift")
    d.click_place(place)
    d.page.keyboard.up("Shift")


def begun(d: Any, action: str) -> None:
    d.page.wait_for_function("(a) => grognard.prefix.value === a && !grognard.busy.value", arg=action)
    d.settle()


def test_shift_and_a_click_name_the_way_of_a_move_in_1940(desk: Desks) -> None:
    """6 ¶2a: the unit sweeps what it passes; by the southern way that is another country's ground."""
    d = desk()
    lay_1940(d, {"de-xix": "2208"})
    before = d.rev()
    choose(d, "de-xix")
    shift_click(d, "2210")
    begun(d, "move de-xix 2210")
    assert d.rev() == before, "nothing is played yet"
    for passed in ("2308", "2309", "2310"):
        assert passed in d.ask("[...grognard.lit.value.places]")
        d.click_place(passed)
        d.page.wait_for_function("(id) => grognard.prefix.value.endsWith(id)", arg=passed)
        d.settle()
    assert d.rev() == before
    assert "via" in d.page.get_by_test_id("prefix").inner_text()
    d.shot("way-1940")
    d.click_place("2210")
    d.wait_change(before)
    [moved] = [e for e in d.ask("grognard.log.value") if e.get("piece") == "de-xix"]
    assert moved["path"] == ["2208", "2308", "2309", "2310", "2210"]
    assert d.errors == []


def test_a_plain_click_moves_at_once(desk: Desks) -> None:
    d = desk()
    lay_1940(d, {"de-xix": "2208"})
    before = d.rev()
    choose(d, "de-xix")
    d.click_place("2210")
    d.wait_change(before)
    assert d.places()["de-xix"] == "2210"


def test_shift_and_enter_name_the_way_of_a_move_in_springtime(desk: Desks) -> None:
    """9.1, 9.2: of two ways of two Areas the one over 10, which is not the one taken unasked."""
    d = desk()
    table = springtime({"hoth-pz": "5", "fr-8": "20"}, axis="10")
    table.play("assault A")
    preview = table.preview("move hoth-pz 12")
    assert preview is not None
    assert preview.path == ("5", "11", "12")
    d.lay(table)
    before = d.rev()
    choose(d, "hoth-pz")
    keys = d.page.keyboard
    for place, press, after in (("12", "Shift+Enter", "move hoth-pz 12"), ("10", "Enter", "move hoth-pz 12 via 10")):
        d.page.locator(".map-top").focus()
        while d.ask("grognard.cursor.value") != place:
            keys.press("n")
        keys.press(press)
        d.page.wait_for_function(
            "([rev, a]) => grognard.state.value && (grognard.state.value.rev !== rev || grognard.prefix.value === a)",
            arg=[before, after],
        )
        assert d.rev() == before or place == "10", "Shift keeps the move from being played"
    if d.rev() == before:
        keys.press("Enter")
        d.wait_change(before)
    [moved] = [e for e in d.ask("grognard.log.value") if e.get("piece") == "hoth-pz"]
    assert moved["path"] == ["5", "10", "12"]
    assert d.errors == []


def test_a_finger_names_the_way_with_a_button(desk: Desks) -> None:
    d = desk(width=390, height=844, touch=True)
    table = springtime({"hoth-pz": "5", "fr-8": "20"}, axis="10")
    table.play("assault A")
    d.lay(table)
    before = d.rev()
    top = d.page.locator(".map-top").bounding_box()

    def tap(place: str) -> None:
        d.ask("(id) => grognardMap.reveal([id])", place)
        d.settle()
        x, y = d.ask("(id) => grognardMap.toScreen(...grognardMap.index.places.get(id).anchor)", place)
        d.page.touchscreen.tap(top["x"] + x, top["y"] + y)

    by_way = d.page.get_by_test_id("by-way")
    assert by_way.count() == 0, "there is no way to name yet"
    d.ask("(c) => grognard.choose(c)", next(c for c in d.choices if c.get("value") == "hoth-pz"))
    by_way.tap()
    assert by_way.get_attribute("aria-pressed") == "true"
    d.shot("way-phone")
    tap("12")
    begun(d, "move hoth-pz 12")
    assert d.rev() == before
    assert by_way.count() == 0
    tap("10")
    d.page.wait_for_function(
        "(rev) => grognard.state.value?.rev !== rev || grognard.prefix.value === 'move hoth-pz 12 via 10'", arg=before
    )
    if d.rev() == before:
        tap("12")
        d.wait_change(before)
    [moved] = [e for e in d.ask("grognard.log.value") if e.get("piece") == "hoth-pz"]
    assert moved["path"] == ["5", "10", "12"]


def test_an_attack_that_leaves_an_enemy_out_says_so(desk: Desks) -> None:
    """7 ¶1: the attacker stands next to three enemies, and nobody else can attack them."""
    d = desk()
    units = {"fr-iv": "2014", "de-i": "1914", "de-x": "2013", "de-iv": "2015"}
    lay_1940(d, units, side="allied", combat=True)
    choose(d, "fr-iv")
    lit = d.ask("({fights: [...grognard.lit.value.fights].sort(), foes: [...grognard.lit.value.foes].sort()})")
    assert lit == {"fights": ["1914", "2013", "2015"], "foes": ["de-i", "de-iv", "de-x"]}
    d.click_place("2013")
    begun(d, "attack fr-iv 2013")
    told = d.page.locator(".reasons.duty").first
    assert "1914" in told.inner_text()
    assert "2015" in told.inner_text()
    assert "7 ¶1" in told.inner_text()
    d.shot("lacking-1940")
    for there in ("1914", "2015"):
        d.click_place(there)
        d.page.wait_for_function("(id) => !grognard.prefix.value || grognard.prefix.value.endsWith(id)", arg=there)
        d.settle()
    assert not d.ask("grognard.lacking.value"), "with all three named nothing is lacking"
    assert d.errors == []


def lay_retreat(d: Any, allied: str, units: tuple[str, ...] = ("us-1",)) -> None:
    """American units must retreat two hexes from M9; the Allies were last in the hexes named."""
    from grognard.games.fortress_europa.data.world import ALLIED
    from grognard.games.fortress_europa.rules.combat.retreat import Retreating
    from tests.games.fortress_europa.conftest import Desk as Europe

    europe = Europe()
    s = europe.set_up(dict.fromkeys(units, "M9"), allied=allied)
    s.then(Retreating(tuple(europe.unit(unit) for unit in units), 2, 2, ALLIED))
    d.lay(Table(europe.game, position=s, practice=True))


def retreated(d: Any) -> list[str]:
    [found] = [e for e in d.ask("grognard.log.value") if e.get("piece") == "us-1"]
    path: list[str] = found["path"]
    return path


def test_a_retreat_is_named_by_its_end(desk: Desks) -> None:
    d = desk()
    lay_retreat(d, "L8 L9 K9 K10")
    before = d.rev()
    choose(d, "us-1")
    assert {"K9", "K10", "L9"} <= set(d.ask("[...grognard.lit.value.places]"))
    d.shot("retreat-by-its-end")
    d.click_place("K10")
    d.wait_change(before)
    assert retreated(d) == ["M9", "L9", "K10"]
    assert d.errors == []


def test_a_click_beyond_a_retreat_says_how_far_it_goes(desk: Desks) -> None:
    d = desk()
    lay_retreat(d, "L8 L9 K8 K9")
    before = d.rev()
    choose(d, "us-1")
    d.click_place("J8")
    d.page.get_by_test_id("refusal").wait_for()
    assert "J8 is 3 hexes away" in d.page.get_by_test_id("refusal").inner_text()
    assert d.rev() == before


def test_where_the_way_of_a_retreat_matters_the_page_asks_by_which(desk: Desks) -> None:
    """30.2: through L8, which was German last, the unit takes it."""
    d = desk()
    lay_retreat(d, "L9 K9")
    before = d.rev()
    choose(d, "us-1")
    d.click_place("K9")
    d.page.wait_for_function("grognard.picking.value")
    assert d.rev() == before
    d.page.locator('.pick [data-action="retreat us-1 L9 K9"]').click()
    d.wait_change(before)
    assert retreated(d) == ["M9", "L9", "K9"]


def test_shift_names_a_retreat_hex_by_hex(desk: Desks) -> None:
    d = desk()
    lay_retreat(d, "L8 L9 K8 K9")
    before = d.rev()
    choose(d, "us-1")
    shift_click(d, "L8")
    begun(d, "retreat us-1 L8")
    assert d.rev() == before, "nothing is played yet"
    d.click_place("K9")
    d.wait_change(before)
    assert retreated(d) == ["M9", "L8", "K9"]


def test_a_stack_retreats_by_one_drag(desk: Desks) -> None:
    d = desk()
    units = ("us-1", "us-4", "us-9")
    lay_retreat(d, "L8 L9 K9 K10", units)
    d.ask("(id) => grognardMap.reveal([id])", "M9")
    d.settle()
    before, box = d.rev(), d.page.locator(".map-top").bounding_box()
    (x, y), (to_x, to_y) = (
        d.ask("(id) => grognardMap.toScreen(...grognardMap.index.places.get(id).anchor)", place)
        for place in ("M9", "K10")
    )
    mouse = d.page.mouse
    mouse.move(box["x"] + x, box["y"] + y)
    mouse.down()
    mouse.move(box["x"] + x + 12, box["y"] + y + 6)
    d.page.wait_for_function("grognard.prefix.value")
    mouse.move(box["x"] + to_x, box["y"] + to_y, steps=4)
    mouse.up()
    d.wait_change(before)
    assert {d.places()[unit] for unit in units} == {"K10"}
    assert d.errors == []
