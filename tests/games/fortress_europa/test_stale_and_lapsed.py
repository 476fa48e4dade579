"""3.3, 6.1, 7.1, 7.2, 9.5, 30.1: what was true a moment ago is not taken for true now."""

from __future__ import annotations

from grognard.games.fortress_europa.data.world import CLEAR
from grognard.games.fortress_europa.rules.setup.deploying import note, open_hexes, put_in_box, stacks
from grognard.games.fortress_europa.rules.standing import freeze, put
from grognard.games.fortress_europa.rules.state import FREE
from grognard.games.fortress_europa.rules.victory.victory import conquered
from grognard.maps import members
from grognard.suite import rule


@rule("30.1", "30.2")
def test_paris_in_a_german_zone_wins_nothing(desk):
    """Paris and Bruxelles have to be held, too, not only the cities of Germany."""
    w = desk.w
    majors = " ".join(w.labels[h] for h in w.city_hexes if w.major_cities >> h & 1)
    for held, lapsed in (("R11", "BB8"), ("BB8", "R11")):
        beside = w.labels[next(x for x in w.near[desk.hex(lapsed)] if not w.cities >> x & 1)]
        units = {"de-352": beside, "us-1": held}
        assert not conquered(desk.set_up(units, allied=f"R11 BB8 {majors}")), lapsed
        assert conquered(desk.set_up(units | {"us-4": lapsed}, allied=f"R11 BB8 {majors}"))


@rule("7.2", "7.1", "9.5")
def test_an_enemy_who_comes_where_a_zone_was_closes_his_hex(desk):
    """Frozen, he goes from one hex in the zone of another one to the next: nothing else is different by it."""
    s = desk.set_up({"us-1": "L8", "de-352": "L11", "de-347": "E6"}, frozen="de-347", invaded=4)
    put(s, desk.unit("de-347"), desk.hex("L12"))
    before = desk.hexes("us-1")
    shut = min(before & desk.near("L11"))
    for place, expected in ((shut, before - {shut}), ("L12", before)):
        put(s, desk.unit("de-347"), desk.hex(place))
        assert desk.hexes("us-1") == expected


@rule("9.5", "9.7", "7.2")
def test_the_zones_of_units_that_are_released_stop_others_at_once(desk):
    """Nobody has moved: where us-1 passed a frozen unit by, it has to stop beside it now."""
    units = {"us-1": "L8", "de-347": "M6"}
    free = desk.hexes("us-1") if desk.set_up(units, invaded=4) else set()
    s = desk.set_up(units, frozen="de-347", invaded=4)
    frozen = desk.hexes("us-1")
    assert frozen - free >= {"M5", "N5"}, "they lie behind it"
    freeze(s, desk.unit("de-347"), FREE)
    assert desk.hexes("us-1") == free
    freeze(s, desk.unit("de-347"), desk.w.district_of[desk.hex("M6")])
    assert desk.hexes("us-1") == frozen


@rule("3.3", "6.1")
def test_who_is_taken_off_leaves_room_in_a_stack(desk):
    """Three fill a clear hex; without one of them a fourth finds room."""
    s = desk.s = desk.game.start("campaign", {})
    w = desk.w
    box = w.box_of[desk.unit("de-352")]
    h = members(w.districts[box] & w.ground[CLEAR] & ~w.beaches)[0]
    units = [u for u in w.starters if w.box_of[u] == box and not w.coastal_units >> u & 1]
    first, *others = units[: w.clear_limit + 1]
    for u in others:
        put_in_box(s, u, box, h)
    assert not open_hexes(s, first, box) >> h & 1
    put(s, others[0], w.spots.index("removed"))
    assert open_hexes(s, first, box) >> h & 1


@rule("6.5", "31.8", "9.4")
def test_a_hidden_hq_takes_no_room(desk):
    """With free boxes an HQ may be among the hidden units; nobody else is kept out by it."""
    s = desk.s = desk.game.start("campaign", {"free-setup": True})
    w = desk.w
    hexes = w.districts[w.box_of[desk.unit("de-352")]] & w.ground[CLEAR] & ~w.beaches
    first, second = members(hexes)[:2]
    note(s, desk.unit("de-hq-ob-west"), w.hidden_box, first, False)
    note(s, desk.unit("de-352"), w.hidden_box, second, False)
    found = stacks(s)
    assert [sum(hexes >> h & 1 for hexes in found) for h in (first, second)] == [0, 1]
