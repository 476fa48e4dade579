"""3.3, 31.8: a unit for which a box is looked for finds one in which it can stand."""

from __future__ import annotations

from grognard.games.fortress_europa.rules.setup.setup import box_with_room
from grognard.games.fortress_europa.rules.standing import fill_box, put
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
