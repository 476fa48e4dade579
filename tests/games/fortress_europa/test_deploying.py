"""3.3, 6.1, 9.4, 22.1, 31.7, 31.8: where German units may be set up, condition by condition."""

from __future__ import annotations

import pytest

from grognard.games.fortress_europa.data.world import ALPINE, CLEAR, DISTRICTS, FLOODED, MOUNTAIN, ROUGH
from grognard.games.fortress_europa.rules.setup.deploying import (
    area,
    box_ground,
    chosen_hidden,
    fills,
    full,
    hidden_in,
    hiding_districts,
    kept,
    note,
    open_hexes,
    outside,
    pile,
    place_of,
    placed,
    put_in_box,
    room_in,
    slots_left,
    stacks,
    unplaced,
    why_not_hidden,
    why_not_set_up,
    why_not_there,
)
from grognard.games.fortress_europa.rules.setup.setup import by_note, hide_unit, in_the_open, place_unit
from grognard.games.fortress_europa.rules.standing import fill_box, freeze, put
from grognard.games.fortress_europa.rules.state import FREE, NOWHERE
from grognard.maps import mask_of, members
from grognard.suite import rule

SEVENTH, FIFTEENTH, FIRST = (DISTRICTS.index(name) for name in ("7th", "15th", "1st"))


def begin(desk, *options):
    """The display is full, the map is empty but for the garrisons of cities."""
    desk.s = desk.game.start("campaign", dict.fromkeys(options, True))
    return desk.s


def rules(found):
    return [why.rule for why in found]


def fill(s, hexes, units):
    """Puts units into hexes in turn."""
    for u, h in zip(units, hexes, strict=True):
        put(s, u, h)


# ------------------------------------------------------------------------------------------------- areas


@rule("3.3", "8.4", "8.7", "22.1")
def test_the_ground_of_a_unit_and_its_box(desk):
    w, s = desk.w, begin(desk)
    foot, coastal = desk.unit("de-352"), desk.unit("de-716")
    mountain = members(w.mountain_units & w.side_mask[0])[0]
    dry = w.land & ~w.dyke
    assert area(s, mountain, w.free_box) == dry
    assert area(s, foot, w.free_box) == area(s, foot, w.hidden_box) == dry & ~w.ground[ALPINE]
    assert area(s, foot, -1) == dry & ~w.ground[ALPINE], "not told which box"
    assert area(s, coastal, w.free_box) == dry & ~w.ground[ALPINE] & w.beaches
    for box in range(len(DISTRICTS)):
        assert area(s, foot, box) == dry & ~w.ground[ALPINE] & w.districts[box]
        assert area(s, mountain, box) == dry & w.districts[box]
    for box in range(len(DISTRICTS), len(w.box_ids)):
        if w.box_hex[box] >= 0:
            assert area(s, foot, box) == w.bit[w.box_hex[box]]


@rule("3.3", "8.4", "8.7", "22.1")
def test_why_a_hex_is_outside(desk):
    w, s = desk.w, begin(desk)
    foot, coastal = desk.unit("de-352"), desk.unit("de-716")
    city = next(box for box in range(len(w.box_ids)) if w.box_hex[box] >= 0)
    peak = members(w.ground[ALPINE])[0]
    inland = members(w.districts[SEVENTH] & ~w.coastal)[0]
    for u, box, h, expected, words in (
        (foot, w.free_box, members(w.sea)[0], "3.3", "not a land hex"),
        (foot, w.free_box, members(w.dyke)[0], "8.7", "dyke"),
        (foot, SEVENTH, desk.hex("N5"), "3.3", "belongs to"),
        (coastal, FIFTEENTH, desk.hex("M5"), "3.3", "belongs to"),
        (foot, city, desk.hex("N5"), "3.3", "set up in"),
        (coastal, SEVENTH, inland, "22.1", "beach"),
        (coastal, w.free_box, desk.hex("R11"), "22.1", "beach"),
        (foot, w.free_box, peak, "8.4", "alpine"),
    ):
        why = outside(s, u, box, h)
        assert (why.rule, words in why.reason().text) == (expected, True), w.labels[h]
        assert not area(s, u, box) >> h & 1
        assert rules(why_not_there(s, u, box, h)) == [expected]
    for u, box, label in ((foot, SEVENTH, "M5"), (coastal, SEVENTH, "M5"), (foot, w.free_box, "R20")):
        assert rules(why_not_there(s, u, box, desk.hex(label))) == []


@rule("3.3", "8.4", "8.7", "22.1")
def test_every_hex_outside_has_its_reason(desk):
    """Water first, then the dyke, the wrong district or city, no beach for coastal units, and the Alps."""
    w, s = desk.w, begin(desk)
    foot, coastal = desk.unit("de-352"), desk.unit("de-716")
    land, dyke, beaches = (set(members(hexes)) for hexes in (w.land, w.dyke, w.beaches))
    torino = next(box for box in range(len(w.box_ids)) if w.box_hex[box] >= 0)
    before = next(u for u in w.starters if w.coastal_units >> u + 1 & 1 and not w.coastal_units >> u & 1)
    last = next(u for u in w.starters if w.coastal_units >> u & 1 and not w.coastal_units >> u + 1 & 1)
    for u, box, own in (
        *((u, w.free_box, land) for u in (foot, coastal, before, last)),
        *((u, torino, {w.box_hex[torino]}) for u in (foot, coastal)),
        (foot, SEVENTH, set(members(w.districts[SEVENTH]))),
        (coastal, FIFTEENTH, set(members(w.districts[FIFTEENTH]))),
    ):
        for h in members(~area(s, u, box) & (1 << w.n) - 1):
            expected = (
                "3.3" if h not in land else "8.7" if h in dyke else "3.3" if h not in own
                else "22.1" if u in (coastal, last) and h not in beaches else "8.4"
            )  # fmt: skip
            assert outside(s, u, box, h).rule == expected, (w.ids[u], box, w.labels[h])


# ------------------------------------------------------------------------------------------------- stacks


@rule("6.1", "6.5", "31.11")
@pytest.mark.parametrize("ground", [CLEAR, ROUGH, MOUNTAIN, FLOODED])
def test_a_hex_is_full_at_the_limit_of_its_ground(desk, ground):
    w = desk.w
    limit = {CLEAR: 3, ROUGH: 2, MOUNTAIN: 1, FLOODED: 1}[ground]
    h = next(h for h in members(w.ground[ground] & ~w.dyke & ~w.cities) if w.stack_limit[h] == limit)
    units = [u for u in w.starters if not w.hqs >> u & 1 and w.counts_in_stack >> u & 1][:4]
    hq = next(u for u in w.starters if w.hqs >> u & 1)
    for number in range(1, 4):
        s = begin(desk)
        put(s, hq, h)  # stacks free
        fill(s, [h] * number, units[:number])
        assert bool(full(s, stacks(s)) >> h & 1) == (number >= limit)
        assert rules(why_not_there(s, units[3], w.free_box, h)) == (["6.1"] if number >= limit else [])
        assert bool(open_hexes(s, units[3], w.free_box) >> h & 1) == (number < limit)
        other = next(u for u in w.starters if w.hqs >> u & 1 and u != hq)
        assert rules(why_not_there(s, other, w.free_box, h)) == []
        assert open_hexes(s, other, w.free_box) >> h & 1, "an HQ stacks free"


@rule("6.1", "31.11")
def test_floods_that_are_not_open_hold_as_many_as_clear_ground(desk):
    w = desk.w
    h = members(w.ground[FLOODED] & ~w.dyke)[0]
    units = [u for u in w.starters if w.counts_in_stack >> u & 1][:4]
    for options, most in (((), 1), (("flooding",), 3)):
        for number in range(1, 4):
            s = begin(desk, *options)
            fill(s, [h] * number, units[:number])
            assert bool(full(s, stacks(s)) >> h & 1) == (number >= most), (options, number)
            assert rules(why_not_there(s, units[3], w.free_box, h)) == (["6.1"] if number >= most else [])
        assert room_in(begin(desk, *options), w.bit[h], [0, 0, 0]) == most


@rule("3.3", "6.1")
def test_hidden_units_count_where_they_were_noted(desk):
    w, s = desk.w, begin(desk)
    h = desk.hex("M5")
    units = [desk.unit(name) for name in ("de-352", "de-353", "de-91")]
    note(s, units[0], w.hidden_box, h, False)
    assert [bool(x >> h & 1) for x in stacks(s)[:3]] == [True, False, False]
    assert place_of(s, units[0]) == h
    assert placed(s, units[0])
    put(s, units[1], h)
    assert [bool(x >> h & 1) for x in stacks(s)[:3]] == [True, True, False]
    assert place_of(s, units[1]) == h
    s.notes[units[0]] = NOWHERE  # as the Allied player sees it
    assert [bool(x >> h & 1) for x in stacks(s)[:3]] == [True, False, False]
    assert not placed(s, units[2])
    assert unplaced(s) >> units[2] & 1
    assert not unplaced(s) >> units[0] & 1
    assert not unplaced(s) >> units[1] & 1


@rule("6.1", "6.3")
def test_a_stack_may_be_counted_above_its_limit(desk):
    w = desk.w
    found = [0, 0]
    for number in range(1, 5):
        pile(w, found, 7)
        assert [x >> 7 & 1 for x in found[:number]] == [1] * number
        assert sum(x.bit_count() for x in found) == number
    pile(w, found, 8)
    assert found[0] == w.bit[7] | w.bit[8]


# ------------------------------------------------------------------------------------------- room for others


def room_for(w, ground):
    """The hexes of some ground, each as often as units can stand there."""
    return [h for h in members(ground) for _ in range(w.stack_limit[h])]


def piled(w, s, ground, left):
    """The stacks when so many units more have room on some ground, and elsewhere nobody stands."""
    found = stacks(s)
    for h in room_for(w, ground):
        if room_in(s, ground, found) > left:
            pile(w, found, h)
    assert room_in(s, ground, found) == left
    return found


@rule("3.3", "6.1")
@pytest.mark.parametrize("district", range(len(DISTRICTS)))
def test_the_last_room_of_a_district_is_kept_for_those_who_must_stand_there(desk, district):
    """Others fill it, inland first, until only its own units have room; then no more enter."""
    w, s = desk.w, begin(desk)
    ground = w.districts[district] & ~w.dyke & ~w.ground[ALPINE]
    own = [u for u in w.starters if w.box_of[u] == district and w.counts_in_stack >> u & 1]
    stranger = next(u for u in w.starters if w.box_of[u] == w.hidden_box and w.counts_in_stack >> u & 1)
    coastal = sum(w.coastal_units >> u & 1 for u in own)
    places = [*room_for(w, ground & ~w.beaches), *room_for(w, ground & w.beaches)]
    found = stacks(s)
    assert room_in(s, ground, found) == len(places) - sum((x & ground).bit_count() for x in found)
    while room_in(s, ground, found) > len(own) + 1:
        pile(w, found, places.pop(0))
    left = room_in(s, ground & w.beaches, found)
    assert bool(kept(s, stranger, w.free_box, found, w.land) & ground & ~w.beaches) == (len(own) == 0)
    assert bool(kept(s, stranger, w.free_box, found, w.land) & ground & w.beaches) == (coastal >= left)
    pile(w, found, places.pop(0))
    assert kept(s, stranger, w.free_box, found, w.land) & ground == ground, "the rest is kept"
    mine = next(u for u in own if not w.coastal_units >> u & 1)
    assert not kept(s, mine, district, found, w.land) & ground & ~w.beaches, "but not against its own units"
    hq = next(u for u in w.starters if w.hqs >> u & 1)
    assert kept(s, hq, w.free_box, found, w.land) == 0, "an HQ takes no room"
    for u in own:
        put(s, u, desk.hex("R11"))
    assert kept(s, stranger, w.free_box, found, w.land) & ground == 0, "nobody is left who needs it"


@rule("22.1", "3.3")
@pytest.mark.parametrize("district", range(len(DISTRICTS)))
def test_beaches_are_kept_for_the_coastal_units_of_a_district(desk, district):
    """While a district has as many coastal units to come as its beaches hold, nobody else takes a beach."""
    w, s = desk.w, begin(desk)
    beaches = w.districts[district] & w.beaches & ~w.dyke
    coastal = sum(w.box_of[u] == district and w.coastal_units >> u & 1 for u in w.starters)
    stranger = next(u for u in w.starters if w.box_of[u] == w.hidden_box and w.counts_in_stack >> u & 1)
    places, found = room_for(w, beaches), stacks(s)
    while room_in(s, beaches, found) > coastal + 1:
        pile(w, found, places.pop(0))
    assert kept(s, stranger, w.free_box, found, w.land) & beaches == 0
    pile(w, found, places.pop(0))
    assert kept(s, stranger, w.free_box, found, w.land) & beaches == (beaches if coastal else 0)
    assert kept(s, stranger, w.free_box, found, w.land) & w.districts[district] & ~w.beaches == 0, (
        "inland is room enough"
    )


@rule("31.8", "22.1")
def test_room_for_boxes_that_anybody_may_fill(desk):
    w, s = desk.w, begin(desk, "free-setup")
    sizes = slots_left(s)
    assert sizes == list(w.box_sizes)
    put_in_box(s, desk.unit("de-352"), FIRST, desk.hex("D13"))
    assert slots_left(s)[FIRST] == sizes[FIRST] - 1
    assert sum(slots_left(s)) == sum(sizes) - 1
    note(s, desk.unit("de-353"), FIRST, desk.hex("D13"), False)
    assert slots_left(s)[FIRST] == sizes[FIRST] - 2, "who is hidden fills a box too"
    city = next(box for box in range(len(w.box_ids)) if w.box_hex[box] >= 0)
    assert box_ground(w, city) == w.bit[w.box_hex[city]]
    assert box_ground(w, FIRST) == w.districts[FIRST] & ~w.ground[ALPINE]
    assert box_ground(w, len(DISTRICTS) - 1) == w.districts[-1] & ~w.ground[ALPINE]
    assert box_ground(w, len(DISTRICTS)) == w.bit[w.box_hex[len(DISTRICTS)]]
    coastal, foot = desk.unit("de-716"), desk.unit("de-91")
    boxes = range(len(w.box_ids))
    assert [box for box in boxes if fills(s, coastal, box)] == [*range(len(DISTRICTS)), w.free_box]
    assert all(fills(s, foot, box) for box in boxes)


# ------------------------------------------------------------------------------------------------- boxes


@rule("9.1", "9.2", "9.4")
def test_who_is_frozen_by_his_box(desk):
    w = desk.w
    u = desk.unit("de-352")
    city = next(box for box in range(len(w.box_ids)) if w.box_hex[box] >= 0)
    for box, bound in (
        (SEVENTH, SEVENTH),
        (len(DISTRICTS) - 1, len(DISTRICTS) - 1),
        (city, FREE),
        (w.free_box, FREE),
    ):
        s = begin(desk)
        put_in_box(s, u, box, desk.hex("M5"))
        assert (s.where[u], s.box[u], s.bound[u], s.notes[u]) == (desk.hex("M5"), box, bound, NOWHERE)
    for frozen in (True, False):
        s = begin(desk)
        note(s, u, SEVENTH, desk.hex("M5"), frozen)
        expected = (w.hidden, SEVENTH, SEVENTH if frozen else FREE, desk.hex("M5"))
        assert (s.where[u], s.box[u], s.bound[u], s.notes[u]) == expected


@rule("9.4", "3.3")
def test_who_is_hidden_by_choice_and_who_is_frozen(desk):
    w, s = desk.w, begin(desk)
    for u in w.starters:  # nobody is hidden yet
        if s.where[u] == w.hidden:
            put(s, u, w.waiting)
    assert [DISTRICTS[d] for d in hiding_districts(w)] == list(w.book.hidden.frozen_in)
    chosen, frozen, named = desk.unit("de-21pz"), desk.unit("de-275"), desk.unit("de-lehr")
    assert (hidden_in(s, SEVENTH), chosen_hidden(s)) == (-1, [])
    note(s, frozen, SEVENTH, desk.hex("M5"), True)
    assert (hidden_in(s, SEVENTH), hidden_in(s, FIFTEENTH), chosen_hidden(s)) == (frozen, -1, [])
    note(s, chosen, SEVENTH, desk.hex("M5"), False)
    note(s, named, w.hidden_box, desk.hex("M5"), False)
    assert (hidden_in(s, SEVENTH), chosen_hidden(s)) == (frozen, [chosen])
    put_in_box(s, desk.unit("de-77"), SEVENTH, desk.hex("L4"))
    assert hidden_in(s, SEVENTH) == frozen, "who stands in the open is not hidden"


@rule("3.3", "9.4", "31.7")
def test_who_may_be_hidden(desk):
    w, s = desk.w, begin(desk)
    assert w.book.hidden.chosen == 2
    able = [w.unit[name] for name in w.book.hidden.choose_from]
    assert len(able) > 2
    designated = next(u for u in w.starters if w.box_of[u] == w.hidden_box)
    fill_box(s, designated, w.hidden_box)
    special = members(w.may_hide)[0]
    assert rules(why_not_hidden(s, desk.unit("de-352"))) == ["3.3"]
    for hidden, expected in ((0, []), (1, []), (2, ["9.4"])):
        s = begin(desk)
        fill_box(s, designated, w.hidden_box)
        for u in able[:hidden]:
            note(s, u, w.box_of[u], desk.hex("R20"), False)
        assert rules(why_not_hidden(s, able[2])) == expected
        assert rules(why_not_hidden(s, designated)) == rules(why_not_hidden(s, special)) == []
    s = begin(desk, "decoys-for-hidden")
    fill_box(s, designated, w.hidden_box)
    assert rules(why_not_hidden(s, designated)) == rules(why_not_hidden(s, able[2])) == ["31.7"]


@rule("3.3", "2.2")
def test_who_is_set_up_at_all(desk):
    w, s = desk.w, begin(desk)
    assert rules(why_not_set_up(s, desk.unit("de-352"))) == []
    assert rules(why_not_set_up(s, desk.unit("us-1"))) == ["3.3"]
    first = next(u for u in w.starters if w.box_of[u] == 0)
    assert rules(why_not_set_up(s, first)) == []
    put(s, first, desk.hex("GG3"))
    assert rules(why_not_set_up(s, first)) == ["3.3"]
    freeze(s, first, FREE)
    put(s, first, w.hidden)
    assert rules(why_not_set_up(s, first)) == ["3.3"]


@rule("6.5", "3.3")
def test_who_stacks_free_needs_no_room_and_everybody_else_does(desk):
    w = desk.w
    s = begin(desk)
    ground = w.districts[SEVENTH] & ~w.dyke
    found = piled(w, s, ground, sum(b == SEVENTH for b in w.box_of))
    for u in w.starters:
        if w.box_of[u] != SEVENTH:
            closed = bool(kept(s, u, w.free_box, found, w.land) & ground)
            assert closed == bool(w.counts_in_stack >> u & 1), w.ids[u]


@rule("22.1")
def test_a_coastal_unit_finds_no_beach_in_a_city_without_one(desk):
    w, s = desk.w, begin(desk)
    cities = [box for box in range(len(w.box_ids)) if w.box_hex[box] >= 0]
    assert len(cities) == 5
    for box in cities:
        assert area(s, desk.unit("de-716"), box) == w.bit[w.box_hex[box]] & w.beaches
        assert area(s, desk.unit("de-352"), box) == w.bit[w.box_hex[box]]
    assert area(s, desk.unit("de-716"), cities[0]) == 0, "Torino"


@rule("22.1", "3.3")
def test_the_last_beaches_of_the_netherlands_are_for_its_coastal_units(desk):
    """Two of them are still to come: others fill the beaches but for the room of two."""
    w, s = desk.w, begin(desk)
    box = DISTRICTS.index("netherlands")
    beaches = w.districts[box] & w.beaches & ~w.dyke
    mine = [u for u in w.starters if w.box_of[u] == box and w.coastal_units >> u & 1]
    assert len(mine) == 2
    others = [u for u in w.starters if w.box_of[u] != box and w.counts_in_stack >> u & 1]
    places = room_for(w, beaches)
    last = places[-1]
    fill(s, places[:-3], others[: len(places) - 3])
    assert rules(why_not_there(s, others[-1], w.free_box, last)) == []
    assert open_hexes(s, others[-1], w.free_box) >> last & 1
    put(s, others[len(places)], places[-3])
    assert rules(why_not_there(s, others[-1], w.free_box, last)) == ["3.3"]
    assert not open_hexes(s, others[-1], w.free_box) >> last & 1
    ground = set(members(w.land & ~w.dyke & ~w.ground[ALPINE]))
    for h in {x + more for x in members(beaches) for more in (-1, 0, 1)} & ground:
        full_up = sum(s.where[x] == h for x in others) == w.stack_limit[h]
        expected = "6.1" if full_up else "3.3" if h in members(beaches) else ""
        assert rules(why_not_there(s, others[-1], w.free_box, h)) == ([expected] if expected else []), w.labels[h]
    assert rules(why_not_there(s, mine[0], box, last)) == []
    hq = next(u for u in w.starters if w.hqs >> u & 1)
    assert rules(why_not_there(s, hq, w.free_box, last)) == [], "an HQ takes no room"


@rule("3.3", "9.4", "31.7")
def test_who_is_offered_is_who_may_be_set_up_or_hidden(desk):
    """With none, one and two units chosen to be hidden, and with decoys in their place."""
    w = desk.w
    able = [w.unit[name] for name in w.book.hidden.choose_from]
    for options, chosen in (("", 0), ("", 1), ("", 2), ("decoys-for-hidden", 0)):
        s = begin(desk, *options.split())
        step = s.stack[-1]
        for u in able[:chosen]:
            note(s, u, s.box[u], desk.hex("R20"), False)
        for offered, reasons in ((in_the_open, place_unit), (by_note, hide_unit)):
            expected = mask_of(u for u in range(w.n_units) if next(reasons(s, step, "german", (u,)), None) is None)
            assert offered(s, step, "german", ()) == expected, (options, chosen)
        assert bool(by_note(s, step, "german", ())) != bool(options)
    s = begin(desk)
    designated = next(u for u in w.starters if w.box_of[u] == w.hidden_box)
    for place in (w.waiting, w.hidden):
        put(s, designated, place)
        assert rules(place_unit(s, s.stack[-1], "german", (designated,))) == ["3.3"], "hidden, or set up: one reason"
