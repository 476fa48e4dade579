"""18: what a single harbour, headquarters, city, point or hex changes in supply."""

from __future__ import annotations

import pytest

from grognard.games.fortress_europa.data.world import ALLIED, GERMAN
from grognard.games.fortress_europa.rules.state import LOST, NOWHERE
from grognard.games.fortress_europa.rules.supply.ports import (
    Harbour,
    PortDamage,
    Repair,
    capacity,
    counted,
    counts,
    friendly_mulberry,
    harbours,
    passage_open,
    port_value,
    start_of_turn,
    why_no_drop,
    why_no_lift,
    why_not_ashore,
    why_not_landing,
    why_not_leaving,
    working_ports,
)
from grognard.games.fortress_europa.rules.supply.shortage import CapacityCheck, Overdrawn, SupplyLosses
from grognard.games.fortress_europa.rules.supply.supply import (
    Free,
    Link,
    far_hexes,
    free_line,
    german_cut_off,
    german_sources,
    in_supply,
    lands_in_supply,
    line_to_edge,
    links,
)
from grognard.games.fortress_europa.rules.supply.tracing import trace_supply
from grognard.maps import members
from grognard.suite import rule


def stand(desk, units, **more):
    return desk.set_up(units, steps=[], **more)


def port(desk, label):
    return desk.w.port_at[desk.hex(label)]


# ------------------------------------------------------------------------------------------------- the Allies


@rule("18.1")
def test_the_line_that_is_shown_leads_to_the_hq_of_the_harbour_that_supplies(desk):
    """SHAEF at K3 draws on Cherbourg and is two hexes from L4, Bradley at M9 draws on Caen and is five hexes away;
    Caen, whose point the unit gets, comes first in the list."""
    units = {"us-hq-shaef": "K3", "us-hq-bradley": "M9", "br-3": "M6", "us-1": "L4"}
    s = stand(desk, units, allied="K2 M7 M8")
    assert [h.name for h in harbours(s)] == ["Caen", "Cherbourg"]
    found = trace_supply(s, desk.unit("us-1"))
    assert [desk.w.labels[path[-1]] for path in found.paths] == ["M9", "M6"]
    assert "from Caen" in found.words


@rule("18.1")
def test_the_line_of_an_hq_does_not_pass_another_hq_in_an_enemy_zone(desk):
    """SHAEF, in R6 beside Dieppe and next to Germans, draws on the port; Bradley behind it could only through R6."""
    units = {"us-hq-shaef": "R6", "us-hq-bradley": "Q6", "us-1": "L7", "us-4": "S6"}
    s = stand(desk, units)
    assert [desk.w.ids[link.hq] for link in links(s, harbours(s))] == ["us-hq-shaef", "us-hq-bradley"]
    assert in_supply(s, desk.unit("us-1")), "L7 is five hexes from Q6 and six from R6"
    s = stand(desk, units | {"de-352": "R7"})
    assert [desk.w.ids[link.hq] for link in links(s, harbours(s))] == ["us-hq-shaef"]
    assert not in_supply(s, desk.unit("us-1"))
    assert not trace_supply(s, desk.unit("us-1")).supplied


@rule("18.7.1", "20.6")
def test_who_came_ashore_or_dropped_needs_no_line_and_others_do(desk):
    """Of three units without any line, numbered one after the other, the one in the middle."""
    w = desk.w
    middle = desk.unit("us-4")
    names = [w.ids[middle + n] for n in (-1, 0, 1)]
    assert all(w.side[desk.unit(u)] == ALLIED for u in names)
    for field in ("ashore", "dropped"):
        s = stand(desk, dict.fromkeys(names, "M12"), turn=9, invasion_turn=9, **{field: 1 << middle})
        assert [in_supply(s, desk.unit(u)) for u in names] == [False, True, False]
        s.turn = 10
        assert in_supply(s, middle) == (field == "dropped"), "landings are supplied for the turn"


@rule("31.15", "18.1")
def test_german_zones_cut_an_hq_off_from_the_east_edge(desk):
    units = {"br-hq-montgomery": "QQ5", "br-3": "QQ4", "us-2arm": "exited"}
    foes = ("de-352", "de-353", "de-91", "de-77", "de-243", "de-709", "de-716", "de-711", "de-346")
    edge = [label for label in desk.disc("QQ5", 5) if desk.w.east_edge >> desk.hex(label) & 1]
    s = stand(desk, units, options="exits")
    assert in_supply(s, desk.unit("us-2arm"))
    s = stand(desk, units | dict(zip(foes, sorted(edge), strict=False)), options="exits")
    assert not in_supply(s, desk.unit("us-2arm"))


@rule("18.7.13", "18.4", "21.1")
@pytest.mark.parametrize(
    ("unit", "label", "draws", "spare", "expected"),
    [
        ("us-1", "W4", 0b01, 0b01, True),
        ("us-1", "W4", 0b10, 0b01, False),
        ("us-1", "W4", 0b01, 0b10, False),
        ("us-1", "W4", 0b00, 0b11, False),
        ("us-1", "M6", 0b00, 0b10, True),
        ("us-1", "M6", 0b11, 0b01, False),
        ("us-hq-shaef", "W4", 0b00, 0b01, True),
        ("us-hq-shaef", "W4", 0b00, 0b10, False),
        ("us-rangers", "W4", 0b00, 0b00, True),
        ("us-1", "K5", 0b11, 0b11, False),
    ],
)
def test_who_lands_in_supply(desk, unit, label, draws, spare, expected):
    """Calais (W4, the first of the two here) is no city, Caen (M6) is one. An HQ in reach of all these hexes draws
    on some of the two harbours, and some have a point to spare."""
    assert [bool(desk.w.cities & desk.hexes_of(h)) for h in ("W4", "M6")] == [False, True]
    s = stand(desk, {})
    two = [Harbour(name, desk.hex(name), 2, False, p, -1) for p, name in enumerate(("W4", "M6"))]
    linked = [Link(desk.unit("us-hq-bradley"), desk.hexes_of("W4 M6 K5"), False, draws)] if draws else []
    assert lands_in_supply(s, desk.unit(unit), desk.hex(label), Free(two, linked, spare)) == expected


@rule("18.7.13", "18.4")
def test_a_german_city_supplies_nobody_who_lands_there(desk):
    """Bremen is a city in Germany: without an HQ nobody is in supply in it."""
    s = stand(desk, {})
    bremen = [Harbour("Bremen", desk.hex("QQ4"), 9, False, 0, -1)]
    assert desk.w.cities & desk.w.germany & desk.hexes_of("QQ4")
    assert not lands_in_supply(s, desk.unit("us-1"), desk.hex("QQ4"), Free(bremen, [], 1))


@rule("27.7", "27.13")
def test_who_is_off_the_map_has_a_line_only_in_england_and_africa(desk):
    for place, expected in (("england", True), ("africa", True), ("due", False), ("exited", False)):
        s = stand(desk, {"us-1": place})
        assert free_line(s, desk.unit("us-1")) == expected, place


# ----------------------------------------------------------------------------------------------- the Germans


def every_city_but(desk, label):
    """The cities of Germany and Italy but for one, as the Allies would hold them."""
    w = desk.w
    return " ".join(w.labels[h] for h in members(w.cities & (w.germany | w.italy)) if w.labels[h] != label)


@rule("18.3")
def test_a_german_city_serves_with_germans_in_it_and_not_with_allies(desk):
    """Koln alone is German."""
    held = every_city_but(desk, "II10")
    for units, serves in (({}, True), ({"de-352": "II10"}, True), ({"de-352": "II10", "us-101": "II10"}, False)):
        s = stand(desk, units, allied=held, side="german")
        s.allied &= ~desk.hexes_of("II10")
        s.facts = None
        assert german_sources(s) == (desk.hexes_of("II10") if serves else 0)


@rule("18.6")
def test_far_from_the_enemy_a_line_leads_to_a_german_hq_and_to_no_other(desk):
    """All cities of Germany and Italy are Allied, and an HQ of one side stands ten hexes from the unit."""
    held = every_city_but(desk, "")
    base = {"de-352": "R20"}
    far = min(x for x in desk.disc("R20", 10) - desk.disc("R20", 9) if not desk.w.cities >> desk.hex(x) & 1)
    for hq, expected in (("de-hq-ob-west", True), ("us-hq-shaef", False)):
        s = stand(desk, base | {hq: far}, allied=held, side="german")
        assert bool(far_hexes(s) >> desk.hex("R20") & 1) == expected


@rule("18.5", "18.6")
def test_a_city_in_italy_is_no_end_of_a_line_from_far_away(desk):
    """18.6 asks for a city in Germany; Torino (X29) is not."""
    for city, expected in (("II10", True), ("X29", False)):
        held = every_city_but(desk, city)
        s = stand(desk, {"de-352": "T20"}, allied=held, side="german")
        assert bool(far_hexes(s) >> desk.hex("T20") & 1) == expected, city


@rule("18.3", "20.6", "9.5")
def test_who_of_the_germans_is_never_out_of_supply(desk):
    """Around K8, with an enemy near and no HQ: those that have just dropped, and those that are frozen."""
    units = {"de-352": "K8", "de-353": "K8", "de-91": "K6", "us-1": "K10"}
    s = stand(desk, units, side="german", frozen="de-91", dropped=desk.units_of("de-353"))
    assert german_cut_off(s) == [desk.unit("de-352")]
    assert in_supply(s, desk.unit("de-353"))
    s = stand(desk, units | {"us-101": "K8"}, side="german", frozen="de-91", dropped=desk.units_of("de-353 us-101"))
    assert german_cut_off(s) == [desk.unit("de-352")], "who has landed on them is no German"
    s = stand(desk, units | {"us-101": "K8"}, side="german", dropped=desk.units_of("de-353"))
    assert set(german_cut_off(s)) == {desk.unit("de-352"), desk.unit("de-91")}
    s = stand(desk, units, side="german", turn="jun-1")
    assert german_cut_off(s) == [], "the game has just begun"
    s = stand(desk, units, side="german", turn="dec-3", scenario="bulge")
    assert len(german_cut_off(s)) == 3, "which is so in June alone"


@rule("28.4")
def test_no_line_to_the_edge_begins_in_an_allied_zone(desk):
    s = stand(desk, {})
    assert line_to_edge(s) & desk.w.east_edge == desk.w.east_edge
    s = stand(desk, {"us-1": "RR10"})
    closed = desk.hexes_of(" ".join(("RR10", *desk.near("RR10"))))
    assert not line_to_edge(s) & closed
    assert line_to_edge(s) & desk.w.east_edge == desk.w.east_edge & ~closed


@rule("31.5")
def test_jersey_is_supplied_only_over_a_ferry_that_is_supplied_and_not_allied(desk):
    w = desk.w
    jersey, ferries = w.book.jersey.hex, w.book.jersey.ferry
    base = {"de-352": jersey, "us-1": "I7"}
    fed = base | {"de-hq-ob-west": "J4"}
    guard = {f"us-{n}": label for n, label in zip((4, 9, 2, 5), ferries, strict=False)}
    for units, options, expected in (
        (fed, "jersey", True), (fed, "", False), (base, "jersey", False), (fed | guard, "jersey", False)
    ):  # fmt: skip
        s = stand(desk, units, side="german", options=options)
        assert in_supply(s, desk.unit("de-352")) == expected, (units, options)


# ------------------------------------------------------------------------------------------- supply losses


@rule("18.1", "18.3", "27.12")
def test_who_lost_a_step_for_want_of_supply_is_marked(desk):
    w = desk.w
    first = w.ids[0]
    assert w.side[0] == GERMAN
    s = stand(desk, {first: "M9", "de-352": "M10", "de-91": "M12"}, back="de-91", side="german")
    lost = [desk.unit(u) for u in (first, "de-352", "de-91")]
    left = sum(1 << u for u in lost if w.two_steps >> u & 1 and not s.face[u])
    desk.restart(SupplyLosses(tuple(lost)))
    assert s.unsupplied == left
    assert desk.at("de-91") == "destroyed"
    counter = w.overstrength[0]
    s = stand(desk, {w.ids[counter]: "M9", "us-1": "aside"})
    s.overstrength[0] = desk.unit("us-1")
    desk.restart(SupplyLosses((counter,)))
    assert s.unsupplied == desk.units_of("us-1"), "the division takes the place of its counter"
    s = stand(desk, {w.ids[counter]: "M9", w.ids[-1]: "R14"})
    desk.restart(SupplyLosses((counter,)))
    assert s.unsupplied == 0, "a counter that stands for nobody leaves nobody"


@rule("18.7.5")
@pytest.mark.parametrize(("start", "units", "steps"), [(-1, 2, 2), (-1, 0, 0), (0, 2, 0), (-1, 1, 1)])
def test_steps_are_lost_by_who_began_below_zero_and_still_is(desk, start, units, steps):
    """Without any harbour capacity is below zero by the number of units."""
    names = ("us-1", "us-4")[:units]
    desk.set_up(dict.fromkeys(names, "M9"), steps=[CapacityCheck()], capacity_start=start)
    assert capacity(desk.s) == -units
    assert (desk.step() == "Overdrawn") == bool(steps)
    if steps:
        assert desk.s.stack[-1] == Overdrawn(steps)


@rule("18.7.5")
def test_so_many_steps_are_lost_as_units_are_too_many_while_there_are_any(desk):
    s = desk.set_up({"us-1": "M9", "us-4cav": "M9"}, steps=[Overdrawn(2)], capacity_start=-2)
    desk.play("reduce us-1")
    assert s.stack[-1] == Overdrawn(1)
    desk.play("reduce us-1")
    assert not s.stack
    assert desk.at("us-1") == "destroyed"
    s = desk.set_up({"us-4cav": "M9", "us-rangers": "M9"}, steps=[Overdrawn(3)], capacity_start=-2)
    assert desk.legal("reduce") == ["us-4cav"]
    assert desk.why("reduce us-rangers") == ["18.7.5"], "it does not count"
    desk.play("reduce us-4cav")
    assert not s.stack, "nobody is left who counts"


# ----------------------------------------------------------------------------------------------------- ports


@rule("18.7.8", "18.7.8-note")
@pytest.mark.parametrize("die", [1, 4, 5, 6])
def test_half_of_every_port_is_lost_rounded_down(desk, die):
    w = desk.w
    s = stand(desk, {})
    for p in range(len(w.ports)):
        PortDamage(p).happen(s, (die,), None)
        assert port_value(s, p) == (w.port_capacity[p] // 2 if die >= 5 else w.port_capacity[p])
        assert s.ports_taken >> p & 1
        assert bool(s.ports_spoilt >> p & 1) == (die >= 5)


@rule("18.7.10")
def test_the_second_capture_of_a_port_asks_what_happened_at_the_first_in_that_port(desk):
    """Cherbourg was damaged then, Caen was not; other ports do not matter."""
    caen, cherbourg = port(desk, "M6"), port(desk, "K2")
    for die, caen_left, cherbourg_left in ((2, 2, 10), (3, 1, 10), (4, 1, 10), (5, 1, 5)):
        s = stand(desk, {})
        s.ports_taken, s.ports_spoilt = 1 << caen | 1 << cherbourg, 1 << cherbourg
        for p in (caen, cherbourg):
            PortDamage(p).happen(s, (die,), None)
        assert (port_value(s, caen), port_value(s, cherbourg)) == (caen_left, cherbourg_left), die
        assert s.ports_spoilt == 1 << cherbourg, "what is noted is the first capture"


@rule("18.7.11", "18.8", "20.16")
def test_which_ports_work(desk):
    """Allied, without Germans in them or in the water below them, and awake: each for itself."""
    caen, cherbourg = port(desk, "M6"), port(desk, "K2")
    s = stand(desk, {}, allied="M6 K2")
    assert working_ports(s) == [caen, cherbourg]
    s.ports_asleep = 1 << cherbourg
    assert working_ports(s) == [caen]
    s.ports_asleep = 1 << caen
    assert working_ports(s) == [cherbourg]
    s = stand(desk, {"de-352": "M6", "us-101": "M6"}, allied="M6 K2")
    assert working_ports(s) == [cherbourg]
    bremen = port(desk, "QQ4")
    s = stand(desk, {"de-352": "PP2"})
    assert not passage_open(s, bremen)
    assert passage_open(s, caen)
    assert passage_open(stand(desk, {"us-1": "PP2"}), bremen)


@rule("11.8", "29.2")
def test_a_mulberry_in_a_german_zone_works_only_with_an_allied_unit(desk):
    for units, works in (({}, True), ({"de-352": "M6"}, False), ({"de-352": "M6", "us-1": "M5"}, True)):
        s = stand(desk, units, mulberry_at=[desk.hex("M5"), LOST], allied="M5")
        assert friendly_mulberry(s, 0) == works
        assert not friendly_mulberry(s, 1)
        s.mulberry_at[0] = NOWHERE
        assert not friendly_mulberry(s, 0)


@rule("18.7.14", "20.15", "21.1", "31.15")
def test_who_counts_against_capacity(desk):
    units = {"us-1": "M9", "us-hq-bradley": "M9", "us-101": "M9", "us-rangers": "M9", "us-4": "england",
             "us-2arm": "exited", "de-352": "R13"}  # fmt: skip
    s = stand(desk, units, by_air=desk.units_of("us-101"), options="exits")
    expected = desk.units_of("us-1 us-hq-bradley us-2arm")
    assert counted(s) == expected
    assert [u for u in range(desk.w.n_units) if counts(s, u)] == members(expected)
    assert capacity(s) == -3


@rule("18.7.8", "29.5")
def test_repair_needs_infantry_and_time_and_stops_at_nothing(desk):
    caen = port(desk, "M6")
    for unit, since, left in (("us-1", 8, 1), ("us-1", 9, 2), ("us-2arm", 8, 2), ("us-101", 8, 1)):
        s = stand(desk, {unit: "M6"}, turn=9)
        s.port_damage[caen], s.port_turn[caen] = 2, since
        desk.restart(Repair())
        assert s.port_damage[caen] == left, (unit, since)
        s = stand(desk, {unit: "M5"}, turn=9, mulberry_at=[desk.hex("M5"), NOWHERE], mulberry_damage=[2, 0],
                  mulberry_turn=[since, 0])  # fmt: skip
        desk.restart(Repair())
        assert s.mulberry_damage[0] == left, (unit, since)


# -------------------------------------------------------------------------- what capacity has against whom

SHORT = {"us-1": "M9"}
"""One unit, and no harbour: capacity is -1."""


def rules(found):
    return [why.rule for why in found]


@rule("18.7.4", "18.7.6", "18.7.7")
@pytest.mark.parametrize(
    ("start", "left", "landing", "raider", "drop", "lift"),
    [
        (-1, 1, ["18.7.7"], ["18.7.7"], ["18.7.7"], ["18.7.7"]),
        (0, 0, ["18.7.6"], ["18.7.6"], ["18.7.6"], ["18.7.6"]),
        (0, 1, [], [], ["18.7.6"], ["18.7.6"]),
        (1, 1, [], [], [], []),
        (1, 0, ["18.7.4"], [], [], ["18.7.4"]),
        (1, -1, ["18.7.4"], [], [], ["18.7.4"]),
        (2, 2, [], [], [], []),
    ],
)
def test_what_capacity_has_against_coming(desk, start, left, landing, raider, drop, lift):
    """Caen gives two points; one to three units are ashore."""
    names = ("us-1", "us-4", "us-9")[: 2 - left]
    units = dict.fromkeys(names, "M9") or {"us-rangers": "M9"}
    s = stand(desk, units, allied="M6", capacity_start=start)
    assert capacity(s) == left
    england = desk.unit("us-2")
    assert rules(why_not_landing(s, england)) == landing
    assert rules(why_not_landing(s, desk.unit("us-rangers"))) == raider
    assert rules(why_no_drop(s)) == drop
    assert rules(why_no_lift(s, england)) == lift


@rule("18.7.6", "12.18")
def test_capacity_is_no_bar_to_drops_in_an_invasion_or_when_nobody_is_ashore(desk):
    for units, more, expected in (
        (SHORT, {}, ["18.7.7"]),
        (SHORT, {"invasion_turn": 9}, []),
        (SHORT, {"invasion_turn": 8}, ["18.7.7"]),
        ({"de-352": "M9"}, {}, []),
        (SHORT, {"first_failed": True, "invasions": 1}, []),
        (SHORT, {"first_failed": True, "invasions": 2}, ["18.7.7"]),
        (SHORT, {"invasions": 1}, ["18.7.7"]),
    ):
        s = stand(desk, units, capacity_start=-1, turn=9, **more)
        assert rules(why_no_drop(s)) == expected, more


@rule("18.7.1")
def test_capacity_begins_when_the_first_invasion_turn_is_over(desk):
    for invasion, expected in ((9, 0), (8, -1), (0, -1)):
        s = stand(desk, SHORT, turn=9, invasion_turn=invasion, capacity_start=5)
        start_of_turn(s)
        assert s.capacity_start == expected


@rule("18.7.4", "12.18")
def test_units_of_the_second_invasion_count_as_they_land(desk):
    unit = desk.unit("us-2")
    base = {"turn": "aug-1", "invasions": 2}
    assert rules(why_not_ashore(stand(desk, SHORT, **base), unit)) == ["18.7.4"]
    assert rules(why_not_ashore(stand(desk, SHORT, **base), desk.unit("us-rangers"))) == []
    assert rules(why_not_ashore(stand(desk, SHORT, allied="M6", **base), unit)) == [], "one point is left"
    both = SHORT | {"us-4": "M9"}
    assert rules(why_not_ashore(stand(desk, both, allied="M6", **base), unit)) == ["18.7.4"]
    assert rules(why_not_ashore(stand(desk, SHORT, turn="jun-1"), unit)) == []
    for fresh in ("ashore", "flown"):
        more = {fresh: desk.units_of("us-1")}
        s = stand(desk, SHORT, first_failed=True, **base, **more)
        assert rules(why_not_ashore(s, unit)) == [], "nobody is ashore who has not come this turn"
        s = stand(desk, both, first_failed=True, **base, **more)
        assert rules(why_not_ashore(s, unit)) == ["18.7.4"]
        s = stand(desk, SHORT, **base, **more)
        assert rules(why_not_ashore(s, unit)) == ["18.7.4"], "the first invasion did not fail"


@rule("18.7.4")
@pytest.mark.parametrize(
    ("units", "more", "by_sea", "expected"),
    [
        ({"us-1": "M6", "us-4": "M9", "de-352": "L6"}, {}, False, ["18.7.4"]),
        ({"us-1": "M6", "us-4": "M9", "de-352": "R13"}, {}, False, []),
        ({"us-1": "M6", "us-2": "M6", "us-4": "M9", "de-352": "L6"}, {}, False, []),
        ({"us-1": "L7", "us-4": "M9", "de-352": "L6"}, {}, False, []),
        ({"us-1": "M6", "us-4": "M9", "de-352": "L6"}, {"allied": "K2"}, False, []),
        ({"us-1": "M6", "de-352": "L6"}, {}, True, []),
        ({"us-1": "M6", "us-4": "M9", "de-352": "L6"}, {}, True, ["18.7.4"]),
        ({"us-1": "M5", "us-4": "M9", "de-352": "M6"}, {"mulberry": "M5"}, False, ["18.7.4"]),
        ({"us-1": "M6", "us-4": "M9", "de-352": "L6"}, {"worth": 0}, False, []),
    ],
)
def test_the_last_unit_in_a_harbour_that_works_by_it_stays(desk, units, more, by_sea, expected):
    """Caen (M6), in the zone of L6, is all there is: without it capacity is -2, or -1 if its unit leaves by sea."""
    more = dict(more)
    worth, mulberry = more.pop("worth", 2), more.pop("mulberry", "")
    s = stand(desk, units, **more)
    s.port_damage[port(desk, "M6")] = 2 - worth
    if mulberry:
        s.mulberry_at = [desk.hex(mulberry), NOWHERE]
    assert rules(why_not_leaving(s, desk.unit("us-1"), by_sea)) == expected
