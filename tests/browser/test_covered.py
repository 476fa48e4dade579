"""Nothing that lies over the map keeps a click from what may be chosen there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from grognard.kernel.match.table import Table
from tests.games.nineteen_forty.conftest import Desk as Maps1940
from tests.games.spoiled_victory.dunkirk_desk import GAME as DUNKIRK
from tests.games.spoiled_victory.dunkirk_desk import Desk as Dunkirk

pytestmark = pytest.mark.browser
Desks = Callable[..., Any]

# The element over each of these points of the map, if it is not the map itself.
OVER = """(points) => { const b = grognardMap.top.getBoundingClientRect();
    return points.map(([x, y]) => document.elementFromPoint(b.left + x, b.top + y))
        .filter((e) => e !== grognardMap.top).map((e) => `${e?.tagName} ${e?.className}`) }"""


def two_spaces(d: Any) -> None:
    """A German at the end of its track (9.3.9) may attack D5, in the middle of the map, or A5, left of it."""
    desk = Dunkirk().german("C5").put("1-loyals", "D5").put("5-border", "A5")
    desk.s.surrendered = True  # no Belgian unit is on this small map (12.2)
    desk.call("C")
    d.lay(Table(DUNKIRK, position=desk.s, practice=True))
    assert sorted(c["action"] for c in d.choices) == ["strike A5", "strike D5"]


@pytest.mark.parametrize("by", ["button", "map"])
def test_the_card_of_one_choice_does_not_cover_another(desk: Desks, by: str) -> None:
    d = desk()
    two_spaces(d)
    if by == "button":
        d.page.locator('.decision [data-action="strike D5"]').hover()
    else:
        x, y = d.ask("grognardMap.toScreen(...grognardMap.index.places.get('D5').anchor)")
        d.page.locator(".map-top").hover(position={"x": x, "y": y})
    d.page.get_by_test_id("look").wait_for()
    spots = d.ask("[...grognard.lit.value.places].map((id) => "
                  "grognardMap.toScreen(...grognardMap.index.places.get(id).anchor))")  # fmt: skip
    assert d.ask(OVER, spots) == []
    d.take(next(c for c in d.choices if c["action"] == "strike A5"))


def test_a_card_gives_way_to_what_may_be_chosen_under_it(desk: Desks) -> None:
    """Where a unit may go almost anywhere there is no free corner: the card goes when the pointer comes."""
    d = desk()
    maps = Maps1940()
    d.lay(Table(maps.game, position=maps.set_up({"de-xix": "2208"}), practice=True))
    d.take(next(c for c in d.choices if c.get("value") == "de-xix"))
    d.ask("() => { const m = grognardMap; m.zoomBy(65 / (m.board.counter * m.scale)); "
          "m.centreOn(...m.index.places.get('2210').anchor) }")  # fmt: skip
    d.settle()
    d.page.locator(".map-top").hover()
    d.page.get_by_test_id("look").wait_for()
    card, top = d.page.get_by_test_id("look").bounding_box(), d.page.locator(".map-top").bounding_box()
    x0, y0 = card["x"] - top["x"], card["y"] - top["y"]
    spots = d.ask("[...grognard.lit.value.places].map((id) => "
                  "[id, ...grognardMap.toScreen(...grognardMap.index.places.get(id).anchor)])")  # fmt: skip
    under = [s for s in spots if x0 < s[1] < x0 + card["width"] and y0 < s[2] < y0 + card["height"]]
    assert under, "every corner covers some hex"
    place, x, y = under[len(under) // 2]
    rev = d.rev()
    d.at([x, y])
    d.wait_change(rev)
    assert d.places()["de-xix"] == place


def test_a_tap_puts_the_card_away(desk: Desks) -> None:
    d = desk(width=390, height=844, touch=True)
    two_spaces(d)
    d.ask("grognard.looks.show('strike D5')")
    card = d.page.get_by_test_id("look")
    card.wait_for()
    card.get_by_role("heading").tap()
    card.wait_for(state="detached")


def test_a_finger_chooses_from_a_fanned_heap(desk: Desks) -> None:
    d = desk(width=390, height=844, touch=True)
    units = ("5-border", "1-loyals", "i-150-ri")
    fight = Dunkirk().german("D2")
    for unit in units:
        fight.put(unit, "D3")
    fight.s.surrendered = True
    d.lay(Table(DUNKIRK, position=fight.call("D").s, practice=True))
    assert {c["value"] for c in d.choices} == set(units)
    top = d.page.locator(".map-top").bounding_box()

    def tap(piece: str) -> None:
        x, y = d.ask("(id) => grognardMap.whereIs(id)", piece)
        d.page.touchscreen.tap(top["x"] + x, top["y"] + y)

    d.ask("() => { grognardMap.reveal(['D3']); grognardMap.fit(true) }")
    d.settle()
    tap("5-border")
    d.page.wait_for_function("grognardMap.isFanned")
    d.settle()
    rev = d.rev()
    tap("1-loyals")
    d.page.get_by_test_id("do-it").tap()
    d.wait_change(rev)
    assert "1/Loyals" in d.ask("grognard.log.value.map((e) => e.text).join(' ')")


@pytest.mark.parametrize("game", ["spoiled-victory", "springtime", "1940"])
@pytest.mark.parametrize("width", [1440, 390])
def test_what_is_brought_into_view_lies_free(desk: Desks, game: str, width: int) -> None:
    """Not under the small map, not under the buttons."""
    d = desk(width=width, height=844, touch=width < 400)
    d.start(game)
    d.ask("grognard.drawer.value = false")  # it shuts when something is looked for on a phone
    covered = d.ask("""() => { const m = grognardMap, b = m.top.getBoundingClientRect(), covered = [];
        for (const p of m.board.places) {
            m.reveal([p.id]);
            for (const at of [p.anchor, ...m.stacksAt(p.id).flatMap((s) => s.laid).map((l) => [l.x, l.y])]) {
                const [x, y] = m.toScreen(...at), over = document.elementFromPoint(b.left + x, b.top + y);
                if (over !== m.top) covered.push(`${p.id} under ${over?.tagName} ${over?.className}`);
            }
        }
        return covered }""")
    assert covered == []


def test_what_passes_by_itself_lets_clicks_through(desk: Desks) -> None:
    """Fallen dice and notices."""
    d = desk()
    d.start("spoiled-victory")
    d.ask("""() => {
        grognard.dice.value = [{n: 1, text: "A roll: 3, 4. " + "Many words. ".repeat(40), dice: [3, 4], sides: 6}];
        grognard.complain(new Error("Something is amiss.")) }""")
    for name in (".fallen", ".toast"):
        box, top = d.page.locator(name).bounding_box(), d.page.locator(".map-top").bounding_box()
        assert box["width"] * box["height"] > 2000
        assert d.ask(OVER, [[box["x"] - top["x"] + 20, box["y"] - top["y"] + 12]]) == []
    d.page.locator(".toast").get_by_role("button").click()
    d.page.locator(".toast").wait_for(state="detached")


@pytest.mark.parametrize("then", ["the scene changes", "it is clicked"])
def test_a_heap_does_not_fan_out_later_over_what_comes_next(desk: Desks, then: str) -> None:
    """It would after a moment's rest of the pointer."""
    d = desk()
    d.start("1940")
    x, y = d.ask("""() => { const place = '2010', {lit} = grognard;
        const pieces = grognard.scene.value.pieces.filter((p) => !lit.value.pieces.has(p.id));
        grognardMap.setScene({pieces: [0, 1, 2].map((i) => ({...pieces[i], place, order: i}))});
        return grognardMap.toScreen(...grognardMap.index.places.get(place).anchor) }""")
    assert d.ask("([x, y]) => grognardMap.hit(x, y).stack.heaped", [x, y])
    d.page.locator(".map-top").hover(position={"x": x, "y": y})
    if then == "it is clicked":
        d.at([x, y])
    else:
        d.ask("grognardMap.setScene({...grognard.scene.value})")
    d.page.wait_for_timeout(600)
    assert not d.ask("grognardMap.isFanned")
