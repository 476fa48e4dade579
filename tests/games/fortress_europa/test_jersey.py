"""31.5: the Isle of Jersey."""

from __future__ import annotations

import pytest

from grognard.games.fortress_europa.data.world import DISTRICTS, GERMAN
from grognard.games.fortress_europa.rules.landing.airborne import why_not_dropped
from grognard.games.fortress_europa.rules.landing.isle import with_jersey
from grognard.games.fortress_europa.rules.movement.stacking import stack_limit
from grognard.games.fortress_europa.rules.standing import survey
from grognard.kernel.match.position import read_position, write_position
from grognard.suite import rule


def stand(desk, units, **more):
    return desk.set_up(units, options="jersey", **more)


@rule("31.5")
def test_the_isle_is_clear_land_of_the_7th_district_with_the_option_only(desk):
    s = stand(desk, {})
    w = s.data
    isle = w.index["I4"]
    assert w.land >> isle & 1
    assert w.coastal >> isle & 1
    assert stack_limit(s, isle) == 3
    assert DISTRICTS[w.district_of[isle]] == "7th"
    assert not desk.w.land >> isle & 1, "sea without it"


@rule("31.5")
def test_what_the_option_adds_to_the_map(desk):
    """Clear land on the coast of France, sea on its six sides, two arrows, and a place in the area of J3 and J4."""
    before = desk.w.book
    after = with_jersey(before)
    (isle,) = (h for h in after.hex if h.id == "I4")
    assert (isle.terrain, isle.country, isle.coast) == ("clear", "france", True)
    assert [h for h in after.hex if h.id != "I4"] == [h for h in before.hex if h.id != "I4"]
    sides = after.side[len(before.side) :]
    assert {(side.a, side.kind) for side in sides} == {("I4", "sea")}
    assert {side.b for side in sides} == {"I3", "I5", "H3", "H4", "J3", "J4"}
    assert [arrow.hexes for arrow in after.arrow[len(before.arrow) :]] == [("I4", "J3"), ("I4", "J4")]
    for old, new in zip(before.invasion, after.invasion, strict=True):
        assert ("I4" in new.hexes) is ("J3" in old.hexes)
        assert [x for x in new.hexes if x != "I4"] == list(old.hexes)


@rule("31.5")
@pytest.mark.parametrize("landing", ["H5", "J3", "J4"])
def test_german_units_are_ferried_both_ways(desk, landing):
    stand(desk, {"de-352": landing}, side="german")
    assert "I4" in desk.hexes("de-352")
    desk.play("move de-352 I4")
    assert desk.at("de-352") == "I4"
    assert desk.why("move de-352 J3") == ["5.3"], "it makes no other move in that impulse"
    stand(desk, {"de-352": "I4"}, side="german")
    assert desk.hexes("de-352") == {"H5", "J3", "J4"}


@rule("31.5")
def test_only_from_the_three_hexes_and_only_as_the_whole_move(desk):
    stand(desk, {"de-352": "J5"}, side="german")
    assert "I4" not in desk.hexes("de-352")


@rule("31.5", "5.4")
def test_a_ferry_takes_a_unit_that_could_walk_one_hex(desk):
    """H5 lies two hexes from the isle; in a storm infantry has one hex in the first impulse."""
    s = stand(desk, {"de-352": "H5"}, side="german", weather="storm")
    assert s.data.grid.distance(s.data.index["H5"], s.data.index["I4"]) == 2
    desk.play("move de-352 I4")
    assert desk.at("de-352") == "I4"


@rule("31.5")
def test_allied_units_do_not_move_there(desk):
    stand(desk, {"us-1": "J3"})
    assert "I4" not in desk.hexes("us-1")
    stand(desk, {"us-1": "I4"})
    assert not desk.hexes("us-1"), "they leave by sea"


@rule("31.5")
def test_once_allied_it_is_closed_to_the_germans(desk):
    stand(desk, {"de-352": "J3"}, side="german", jersey_lost=True)
    assert "I4" not in desk.hexes("de-352")


@rule("31.5")
@pytest.mark.parametrize("lost", [False, True])
def test_once_allied_no_german_drops_there_either(desk, lost):
    s = stand(desk, {"de-3fj": "LL14"}, side="german", jersey_lost=lost)
    isle = s.data.index["I4"]
    found = [why.rule for why in why_not_dropped(s, desk.unit("de-3fj"), isle, s.data.bit[isle])]
    assert found == (["31.5"] if lost else [])


@rule("31.5")
def test_no_zone_reaches_over_the_water(desk):
    s = stand(desk, {"de-352": "I4"})
    zone = survey(s).zones[GERMAN]
    assert [s.data.labels[h] for h in range(s.data.n) if zone >> h & 1] == ["I4"]  # ruling 246


@rule("31.5")
def test_the_beaches_across_are_joined_to_it_for_an_invasion(desk):
    w = stand(desk, {}).data
    isle = w.index["I4"]
    assert {w.labels[b] for a, b in w.arrows if a == isle} == {"J3", "J4"}
    assert w.invadable >> isle & 1


@rule("31.5")
def test_a_position_with_the_isle_goes_round(desk):
    s = stand(desk, {"de-352": "I4"}, side="german")
    options = desk.game.settle_options("campaign", {"jersey": True})
    again = read_position(desk.game, write_position(desk.game, "campaign", options, s))[2]
    assert again == s
    assert again.data is s.data
