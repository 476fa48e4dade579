"""3.3, 6.1, 31.8: what room the stacks leave, and where a unit is set up that is left to the program."""

from __future__ import annotations

from grognard.games.fortress_europa.rules.setup.deploying import open_hexes, stacks
from grognard.games.fortress_europa.rules.setup.setup import box_with_room, suggest
from grognard.games.fortress_europa.rules.standing import fill_box, put
from grognard.maps import mask_of, members
from grognard.suite import rule


@rule("31.8", "6.1")
def test_a_city_that_is_full_is_no_box_for_another_unit(desk):
    """Two boxes lack one unit each: that of a city in which four others stand, and the free one."""
    s = desk.s = desk.game.start("campaign", {"free-setup": True})
    w = desk.w
    city = next(box for box, h in enumerate(w.box_hex) if h >= 0)
    u, rest, *others = [x for x in w.starters if not w.coastal_units >> x & 1 and w.box_of[x] != city]
    others += [x for x in w.starters if x not in (u, rest, *others)]
    boxes = [box for box, size in enumerate(w.box_sizes) for _ in range(size - (box in (city, w.free_box)))]
    for x, box in zip(others, boxes, strict=True):
        fill_box(s, x, box)
        put(s, x, w.hidden)
    assert box_with_room(s, u) == city
    for x in [x for x in others if w.counts_in_stack >> x & 1][:4]:
        put(s, x, w.box_hex[city])
    assert box_with_room(s, u) == w.free_box


@rule("3.3", "6.1")
def test_every_unit_that_is_set_up_counts_where_it_stands(desk):
    """The stacks are those of the map, the first unit of the list among them, and no hex more."""
    s = desk.s = desk.game.start("campaign", {})
    w = desk.w
    counted = [u for u in w.starters if w.counts_in_stack >> u & 1]
    h = w.index["M9"]
    for most in range(4):
        for u in counted[:most]:
            put(s, u, h)
        there = [u for u in counted if s.where[u] < w.n]
        expected = [
            mask_of(x for x in range(w.n) if sum(s.where[u] == x for u in there) >= size)
            for size in range(1, w.most_stacked + 1)
        ]
        assert stacks(s) == expected


@rule("3.3")
def test_who_finds_no_room_where_it_is_suggested_is_set_up_as_near_as_can_be(desk):
    s = desk.s = desk.game.start("campaign", {})
    w = desk.w
    u = desk.unit("de-352")
    box, goal = w.box_of[u], w.index[w.units[u].suggested]
    others = [x for x in w.starters if w.box_of[x] == box and x != u and not w.coastal_units >> x & 1]
    for x in [x for x in others if w.counts_in_stack >> x & 1][: w.clear_limit]:
        put(s, x, goal)
    may = open_hexes(s, u, box)
    assert not may >> goal & 1
    nearest = min(w.grid.distance(goal, h) for h in members(may))
    suggest(s, u, box)
    assert may >> s.where[u] & 1
    assert w.grid.distance(goal, s.where[u]) == nearest
