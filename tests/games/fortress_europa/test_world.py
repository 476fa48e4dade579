"""The map and the counters as the rules read them."""

from __future__ import annotations

from grognard.games.fortress_europa.data.world import DISTRICTS, STORM
from grognard.suite import rule


def labels(desk, mask):
    return {desk.w.labels[h] for h in range(desk.w.n) if mask >> h & 1}


def test_the_six_neighbours_of_a_hex(desk):
    # 19.6 names hexes two from T4; its six neighbours follow from that.
    around = {desk.w.labels[h] for h in desk.w.grid.neighbours[desk.hex("T4")]}
    assert around == {"T3", "T5", "S4", "S5", "U4", "U5"} & set(desk.w.labels)
    for far in ["R5", "S6", "T6", "U6", "V5", "V4"]:
        assert desk.w.grid.distance(desk.hex("T4"), desk.hex(far)) == 2
    assert desk.w.grid.distance(desk.hex("T4"), desk.hex("T5")) == 1


@rule("7.4-example")
def test_at_the_gironde_rivers_and_estuaries_are_told_apart(desk):
    w = desk.w
    for a, b in (("A19", "B19"), ("B18", "B19")):
        assert w.river_between(desk.hex(a), desk.hex(b)) >= 0
        assert b in desk.near(a)
    for a, b in (("A17", "B17"), ("A18", "B18"), ("A16", "B16")):
        assert w.side_kind[w.grid.side(desk.hex(a), desk.hex(b))] == "estuary"
        assert b not in desk.near(a)


@rule("17.10.4-example")
def test_sections_of_the_seine_the_marne_and_the_oise(desk):
    """From the sea to the Oise, on to the Marne, on to the head: three sections; Marne and Oise are one each."""
    w = desk.w
    rivers = [r for r in w.rivers if r.name in ("Seine", "Marne", "Oise")]
    assert sorted(r.id for r in rivers) == ["marne-1", "oise-1", "seine-1", "seine-2", "seine-3"]
    # Aircraft of SHAEF in P11 reach all hexes of the middle and upper Seine and of the Marne, not Y10 on the Oise.
    reach = w.disc(desk.hex("P11"), 8)
    for river in ("seine-2", "seine-3", "marne-1"):
        assert not w.rivers[w.section[river]].banks & ~reach, river
    assert not reach >> desk.hex("Y10") & 1
    assert w.rivers[w.section["oise-1"]].banks >> desk.hex("Y10") & 1


@rule("17.10.4")
def test_two_rivers_that_flow_into_one_estuary_are_two_sections(desk):
    """Ruling 158: Garonne and Dordogne both end at the Gironde, whose last hexside is A19/B18."""
    w = desk.w
    assert w.side_kind[w.grid.side(desk.hex("A19"), desk.hex("B18"))] == "estuary"
    first = w.river_between(desk.hex("A19"), desk.hex("B19"))
    second = w.river_between(desk.hex("B18"), desk.hex("B19"))
    assert (w.rivers[first].name, w.rivers[second].name) == ("Garonne", "Dordogne")
    assert not w.rivers[first].sides & w.rivers[second].sides


@rule("9.10")
def test_the_ends_of_the_districts_belong_to_them(desk):
    ends = {"19th": ("C31", "BB33"), "1st": ("A19", "D10"), "7th": ("E10", "M5"), "15th": ("N5", "CC6")}
    ends["netherlands"] = ("CC5", "MM2")
    for name, pair in ends.items():
        for label in pair:
            assert DISTRICTS[desk.w.district_of[desk.hex(label)]] == name


@rule("8.8")
def test_hexes_joined_by_blue_arrows_are_no_neighbours(desk):
    for arrow in ["A16-B15", "C9-C10", "A3-A4", "A2-A3", "P4-P5", "BB4-CC4", "CC4-DD3", "DD4-EE4"]:
        a, b = arrow.split("-")
        assert b not in desk.near(a)


@rule("5.4", "8.11")
def test_the_movement_chart_by_weather_and_impulse(desk):
    w = desk.w
    us, lehr, hq = desk.unit("us-1"), desk.unit("de-lehr"), desk.unit("us-hq-bradley")
    assert [w.charted(us, 4, 0, impulse) for impulse in (1, 2)] == [4, 2]
    assert [w.charted(lehr, 7, 0, impulse) for impulse in (1, 2)] == [7, 4]
    assert [w.charted(lehr, 7, 2, impulse) for impulse in (1, 2)] == [4, 2], "half of seven is four"
    for weather in range(4):  # 13.1: nothing, then the full factor in any weather
        assert [w.charted(hq, 6, weather, impulse) for impulse in (1, 2)] == [0, 6]
    assert w.charted(desk.unit("de-352"), 4, STORM, 2) == 0
