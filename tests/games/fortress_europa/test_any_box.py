"""31.8: any German unit may fill any box: who finds room, who needs a beach, who is hidden where."""

from __future__ import annotations

from collections import Counter

import pytest

from grognard.games.fortress_europa.data.world import ALPINE, DISTRICTS, GERMAN
from grognard.games.fortress_europa.rules.movement.stacking import overfull
from grognard.games.fortress_europa.rules.setup.anybox import box_reasons, hiding_box, open_box, selecting_box
from grognard.games.fortress_europa.rules.setup.deploying import (
    area,
    fills,
    kept,
    note,
    open_hexes,
    place_of,
    put_in_box,
)
from grognard.games.fortress_europa.rules.setup.setup import lacking, ready_made
from grognard.games.fortress_europa.rules.standing import put
from grognard.maps import members
from grognard.suite import rule
from tests.games.fortress_europa.test_deploying import FIFTEENTH, FIRST, SEVENTH, begin, piled, rules


@rule("31.8", "3.3")
def test_every_box_keeps_the_room_that_its_units_need(desk):
    """The Netherlands take five: while as many have room there, others stay out; the five may come."""
    w = desk.w
    box = DISTRICTS.index("netherlands")
    ground = w.districts[box] & ~w.dyke & ~w.ground[ALPINE]
    u = desk.unit("de-352")
    assert w.box_sizes[box] == 5
    for inside, left, closed in ((0, 6, False), (0, 5, True), (1, 5, False), (1, 4, True), (5, 1, False)):
        s = begin(desk, "free-setup")
        for x in [x for x in w.starters if x != u and w.counts_in_stack >> x & 1][:inside]:
            put_in_box(s, x, box, desk.hex("R11"))  # elsewhere: they fill the box and take no room
        found = piled(w, s, ground, left)
        assert (kept(s, u, w.free_box, found, w.land) & ground == ground) == closed, (inside, left)
        assert bool(open_hexes(s, u, w.free_box, found) & ground) != closed
    s = begin(desk, "free-setup")
    found = piled(w, s, ground, 5)
    assert kept(s, u, box, found, w.land) & ground == 0, "it is one of the five itself"
    assert kept(s, u, box, piled(w, s, ground, 4), w.land) & ground == ground


@rule("31.8", "22.1")
def test_beaches_are_kept_for_coastal_units_whatever_their_box(desk):
    w = desk.w
    coastal = [u for u in w.starters if w.coastal_units >> u & 1]
    beaches, u = w.beaches & ~w.dyke, desk.unit("de-352")
    for standing in (0, 7):
        lacking = len(coastal) - standing
        for left, closed in ((lacking + 1, False), (lacking, True)):
            s = begin(desk, "free-setup")
            for x in coastal[:standing]:
                note(s, x, w.free_box, desk.hex("R11"), False)
            found = piled(w, s, beaches, left)
            assert (kept(s, u, w.free_box, found, w.land) & beaches == beaches) == closed, (standing, left)
            assert kept(s, coastal[-1], w.free_box, found, w.land) & beaches != beaches, (
                "room for one is for this one"
            )


@rule("31.8", "22.1")
def test_boxes_with_beaches_are_left_for_the_coastal_units(desk):
    """Whoever needs none stays out of them while as many coastal units are still to come."""
    w = desk.w
    coastal = [u for u in w.starters if w.coastal_units >> u & 1]
    others = [u for u in w.starters if not w.coastal_units >> u & 1]
    beach_boxes = [*range(len(DISTRICTS)), w.free_box]
    slots = [box for box in beach_boxes for _ in range(w.box_sizes[box])]
    assert (len(slots), len(coastal)) == (61, 20)
    for placed_coastal, placed_others, closed in ((0, 40, False), (0, 41, True), (5, 40, False), (5, 41, True)):
        s = begin(desk, "free-setup")
        standing = coastal[:placed_coastal] + others[:placed_others]
        for u, box in zip(standing, slots, strict=False):
            put_in_box(s, u, box, desk.hex("R11"))
        for u in others[placed_others:]:
            found = rules(box_reasons(s, s.stack[-1], "german", (u, w.free_box)))
            assert found == (["22.1"] if closed else []), w.ids[u]
            assert rules(box_reasons(s, s.stack[-1], "german", (u, w.hidden_box))) == []
        for u in coastal[placed_coastal:]:
            assert rules(box_reasons(s, s.stack[-1], "german", (u, w.free_box))) == []


@rule("31.8", "6.1")
def test_a_box_whose_ground_is_full_takes_nobody(desk):
    w = desk.w
    torino = w.box_ids.index("torino")
    h, u = w.box_hex[torino], desk.unit("de-352")
    others = [x for x in w.starters if x != u and w.counts_in_stack >> x & 1]
    for number in range(w.stack_limit[h] + 1):
        s = begin(desk, "free-setup")
        for x in others[:number]:
            put_in_box(s, x, w.free_box, h)
        expected = ["6.1"] if number == w.stack_limit[h] else []
        assert rules(box_reasons(s, s.stack[-1], "german", (u, torino))) == expected


@rule("31.8", "3.3")
def test_one_reason_is_given_against_a_box(desk):
    w, s = desk.w, begin(desk, "free-setup")
    for u in w.starters[:5]:
        put_in_box(s, u, w.hidden_box, desk.hex("R11"))
    step, last = s.stack[-1], w.starters[-1]
    assert rules(open_box(s, step, "german", (last, w.hidden_box))) == ["31.8"], "it is full, hidden or not"
    rest = [box for box in range(len(w.box_ids)) for _ in range(w.box_sizes[box]) if box != w.hidden_box]
    for u, box in zip(w.starters[5:], rest, strict=True):
        put_in_box(s, u, box, desk.hex("R11"))
    for verb in (verb for verb in step.verbs if verb.name in ("place", "hide", "select")):
        assert rules(verb.slots[0].reasons(s, step, "german", (last,))) == ["3.3"], "it has been set up"
        put(s, last, w.waiting)
        assert rules(verb.slots[0].reasons(s, step, "german", (last,))) == ["31.8"], "and every box is full"
        put(s, last, desk.hex("R11"))


@rule("9.4", "31.8")
def test_one_unit_of_a_district_is_hidden_whichever_it_is(desk):
    w = desk.w
    u = desk.unit("de-352")
    for first in w.starters:
        if first == u:
            continue
        s = begin(desk, "free-setup")
        note(s, first, SEVENTH, desk.hex("M5"), True)
        found = [rules(hiding_box(s, s.stack[-1], "german", (u, box))) for box in (SEVENTH, FIFTEENTH, FIRST)]
        assert found == [["9.4"], [], ["9.4"]], w.ids[first]
    s = begin(desk, "free-setup")
    for number, x in enumerate([x for x in w.starters if x != u][: w.box_sizes[FIRST]]):
        if number < 2:
            note(s, x, FIRST, desk.hex("R11"), False)
        else:
            put_in_box(s, x, FIRST, desk.hex("R11"))
    assert rules(hiding_box(s, s.stack[-1], "german", (u, FIRST))) == ["31.8"], "it is full, hidden or not"
    found = [rules(selecting_box(s, s.stack[-1], "german", (u, box))) for box in (FIRST, FIFTEENTH)]
    assert found == [["31.8"], ["9.4"]], "and two have been chosen"


def inland(w, pairs):
    """Units, each with its box and a hex of it that is no beach, three in a hex."""
    number: Counter[int] = Counter()
    cities = w.land & ~w.beaches & ~w.dyke & ~w.ground[ALPINE]
    for u, box in pairs:
        ground = w.districts[box] if box < len(DISTRICTS) else cities
        hexes = [h for h in members(ground & cities) if w.stack_limit[h] == 3 and h not in w.box_hex]
        yield u, box, hexes[number[box] // 3 if box < len(DISTRICTS) else -1 - number[box] // 3]
        number[box] += 1


@rule("31.8", "22.1", "3.3")
@pytest.mark.parametrize("number", [0, 5, 16, 41])
def test_the_rest_finds_its_boxes_whoever_took_them(desk, number):
    """As many units without a coast as there may be in boxes with beaches: the coastal ones get the others."""
    w = desk.w
    others = [u for u in reversed(w.starters) if not w.coastal_units >> u & 1]
    slots = [box for box in (*range(len(DISTRICTS)), w.free_box) for _ in range(w.box_sizes[box])]
    s = begin(desk, "free-setup")
    chosen = list(inland(w, list(zip(others, slots, strict=False))[:number]))
    for u, box, h in chosen:
        put_in_box(s, u, box, h)
    ready_made(s)
    assert not list(lacking(s))
    assert [s.box.count(box) for box in range(len(w.box_ids))] == list(w.box_sizes)
    assert all(fills(s, u, s.box[u]) for u in w.starters)
    for u in w.starters:
        assert area(s, u, s.box[u]) >> place_of(s, u) & 1, w.ids[u]
        assert (s.where[u] == w.hidden) == (s.box[u] == w.hidden_box)
    assert [(u, s.box[u], s.where[u]) for u, _, _ in chosen] == chosen, "who stands stays"
    if not number:
        assert all(s.box[u] == w.box_of[u] for u in w.starters), "everybody is where he belongs"
    taken = {box for _, box, _ in chosen}
    for u in set(w.starters) - {u for u, _, _ in chosen}:
        assert s.box[u] == w.box_of[u] or w.box_of[u] in taken, "whose box has room is in it"
    assert not overfull(s, GERMAN)


@rule("9.4", "31.8")
def test_only_units_of_districts_and_free_ones_are_chosen_to_be_hidden(desk):
    w = desk.w
    u = desk.unit("de-352")
    s = begin(desk, "free-setup")
    for box in range(len(w.box_ids)):
        found = rules(selecting_box(s, s.stack[-1], "german", (u, box)))
        assert found == ([] if box < len(DISTRICTS) or box == w.free_box else ["9.4"]), w.box_ids[box]
    for x in [x for x in w.starters if x != u][: w.box_sizes[w.hidden_box]]:
        put_in_box(s, x, w.hidden_box, desk.hex("R11"))
    assert rules(selecting_box(s, s.stack[-1], "german", (u, w.hidden_box))) == ["31.8"]
