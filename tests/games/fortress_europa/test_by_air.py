"""20: who drops and who is airlifted: each condition by itself, and the case next to it in which nothing is against
it."""

from __future__ import annotations

import pytest

from grognard.games.fortress_europa.data.world import ALLIED, CLEAR, FLOODED, GERMAN, ROUGH, SEATS
from grognard.games.fortress_europa.rules.landing.airborne import (
    Dropping,
    allied_range,
    drop_column,
    drops_allowed,
    flown_by,
    landings,
    menaced,
    note_start_of_impulse,
    note_start_of_turn,
    varsity,
    varsity_bonus,
    varsity_ready,
    why_no_drop,
    why_not_dropped,
    why_not_dropping,
)
from grognard.games.fortress_europa.rules.landing.airlift import (
    lifted,
    why_no_lift,
    why_not_lifted,
    why_not_lifted_to,
)
from grognard.games.fortress_europa.rules.sequence import Moving, StartMove
from grognard.games.fortress_europa.rules.standing import fill_box
from grognard.maps import members
from grognard.suite import rule

EVERY = -1
"""A set of all units."""


def rules(found):
    return [why.rule for why in found]


def masks(desk, fields):
    """Fields of the state; names of units become sets of them."""
    sets = {"began", "stuck", "moved", "flown", "sailed", "railed", "grounded", "dropped", "invaders"}
    return {k: desk.units_of(v) if k in sets and isinstance(v, str) else v for k, v in fields.items()}


def stand(desk, units, side, *, alone=False, **more):
    """A first move impulse has begun: airfields are known. Unless they are `alone`, the last unit of the list, which
    is out of the game, is in every set as well: nobody may be mistaken for it."""
    settings = masks(desk, {"began": EVERY, "capacity_start": 5} | more)
    after = {k: settings.pop(k) for k in ("began", "stuck", "moved", "flown", "sailed", "railed") if k in settings}
    s = desk.set_up(units, side=side, **settings)
    for name, value in after.items():
        setattr(s, name, value)
    for name in () if alone else ("stuck", "moved", "sailed", "railed", "grounded", "dropped", "invaders"):
        setattr(s, name, getattr(s, name) | 1 << desk.w.n_units - 1)
    return s


# --------------------------------------------------------------------------------------------------- who drops


@rule("20.2", "20.4", "20.13", "20.17", "27.7", "31.18-2", "4.1")
@pytest.mark.parametrize(
    ("unit", "units", "more", "expected"),
    [
        ("us-101", {}, {}, []),
        ("us-101", {"us-101": "africa"}, {}, []),
        ("us-101", {"us-101": "R11"}, {}, ["20.2"]),
        ("us-101", {}, {"began": ""}, ["20.2"]),
        ("us-101", {}, {"began": "us-82 br-6ab us-13ab"}, ["20.2"]),
        ("us-101", {}, {"flown": "us-82 br-6ab"}, []),
        ("us-101", {}, {"flown": "us-82 br-6ab br-1ab"}, ["20.4"]),
        ("us-101", {}, {"flown": "de-6fj de-2fj de-7fj"}, []),
        ("us-101", {}, {"stuck": "us-101"}, ["27.7"]),
        ("us-101", {}, {"moved": "us-101"}, ["27.7"]),
        ("us-101", {}, {"stuck": "us-82", "moved": "us-82"}, []),
        ("us-101", {}, {"weather": "overcast"}, ["31.18-2"]),
        ("us-101", {}, {"weather": "overcast", "options": "varsity", "turn": "feb-1"}, ["31.18-2"]),
        ("br-6ab", {}, {"weather": "overcast", "options": "varsity", "turn": "feb-1"}, []),
        ("br-6ab", {}, {"weather": "overcast", "options": "varsity", "turn": "jan-4"}, ["31.18-2"]),
        ("br-6ab", {}, {"weather": "overcast", "turn": "feb-1"}, ["31.18-2"]),
        ("us-1", {"us-1": "england"}, {}, ["20.13"]),
        ("br-52", {"br-52": "england"}, {}, []),
        ("de-6fj", {}, {}, ["4.1"]),
    ],
)
def test_which_allied_units_drop(desk, unit, units, more, expected):
    there = {"us-101": "england", "us-82": "england", "br-6ab": "england", "us-4": "K2", "de-6fj": "RR13"} | units
    more = dict(more)
    if "varsity" in more.get("options", ""):
        more["scenario"] = "berlin"
    s = stand(desk, there, "allied", **more)
    assert rules(why_not_dropping(s, desk.unit(unit))) == expected


@rule("20.3", "20.5", "20.11", "27.9", "31.1", "9.1", "33.3.3", "33.4.4")
@pytest.mark.parametrize(
    ("units", "more", "expected"),
    [
        ({}, {}, []),
        ({"de-6fj": "R11"}, {}, ["20.3"]),
        ({"de-6fj": "PP13"}, {}, ["20.3"]),
        ({"de-6fj": "due"}, {}, ["20.3"]),
        ({}, {"began": ""}, ["20.3"]),
        ({}, {"began": "de-5fj de-heydte"}, ["20.3"]),
        ({}, {"allied": "RR13"}, ["20.3"]),
        ({"us-1": "RR12"}, {}, ["20.3"]),
        ({"us-1": "RR10"}, {}, []),
        ({}, {"flown": "de-2fj"}, ["20.5"]),
        ({}, {"flown": "us-101 us-82"}, []),
        ({}, {"grounded": "de-6fj"}, ["27.9"]),
        ({}, {"grounded": "de-2fj"}, []),
        ({}, {"stuck": "de-6fj"}, ["27.7"]),
        ({}, {"moved": "de-6fj"}, ["27.7"]),
        ({}, {"options": "german-paradrops"}, ["31.1"]),
        ({"us-101": "england"}, {"scenario": "bulge", "turn": "dec-4"}, ["33.3.3"]),
    ],
)
def test_which_german_units_drop(desk, units, more, expected):
    """6 FJ, a division, in Erfurt (RR13)."""
    s = stand(desk, {"de-6fj": "RR13"} | units, "german", **more)
    assert rules(why_not_dropping(s, desk.unit("de-6fj"))) == expected


@rule("31.1", "27.9", "9.1", "33.3.3", "33.4.4")
def test_german_regiments(desk):
    for more, expected in (
        ({}, []),
        ({"options": "german-paradrops"}, []),
        ({"grounded": "de-6fjr"}, ["27.9"]),
        ({"grounded": "de-6fjr", "options": "german-paradrops"}, ["31.1", "27.9"]),
        ({"grounded": "de-6fj", "options": "german-paradrops"}, []),
    ):
        s = stand(desk, {"de-6fjr": "RR13"}, "german", **more)
        assert rules(why_not_dropping(s, desk.unit("de-6fjr"))) == expected
    s = stand(desk, {"de-6fjr": "RR13"}, "german")
    s.bound[desk.unit("de-6fjr")] = 2
    assert rules(why_not_dropping(s, desk.unit("de-6fjr"))) == ["9.1"]
    for scenario, number in (("bulge", "33.3.3"), ("berlin", "33.4.4")):
        for turn, expected in (("dec-3", [number]), ("dec-4", []), ("jan-1", [])):
            s = stand(desk, {"de-heydte": "RR13"}, "german", scenario=scenario, turn=turn)
            assert rules(why_not_dropping(s, desk.unit("de-heydte"))) == expected, (scenario, turn)


@rule("20.1", "20.4", "20.5", "31.18-2", "33.3.3", "33.4.4")
@pytest.mark.parametrize(
    ("scenario", "side", "most"),
    [
        ("campaign", "allied", 5), ("campaign", "german", 2), ("bulge", "allied", 0), ("bulge", "german", 1),
        ("berlin", "allied", 2), ("berlin", "german", 1), ("invasion", "allied", 5),
    ],
)  # fmt: skip
def test_how_many_drops(desk, scenario, side, most):
    turn = "jan-4" if scenario in ("bulge", "berlin") else "jul-1"
    for made in (most - 1, most, most + 1):
        field = {"allied_drops": made} if side == "allied" else {"german_drops": made}
        other = {"german_drops": 9} if side == "allied" else {"allied_drops": 9}
        s = desk.set_up({"us-1": "K2"}, side=side, scenario=scenario, turn=turn, capacity_start=3, **field, **other)
        assert drops_allowed(s, s.side) == most
        found = rules(why_no_drop(s, Moving(), side))
        number = {"bulge": "33.3.3", "berlin": "33.4.4"}.get(scenario, "20.4" if side == "allied" else "20.5")
        assert found == ([number] if made >= most else [])
        s.weather = 1
        assert rules(why_no_drop(s, Moving(), side))[0] == "20.1"


@rule("20.1", "31.18-2", "18.7.6")
def test_weather_and_capacity_for_drops(desk):
    more = {"scenario": "berlin", "turn": "feb-2", "capacity_start": 3}
    for weather, options, expected in (
        ("clear", "", []),
        ("overcast", "", ["20.1"]),
        ("overcast", "varsity", []),
        ("overcast-star", "varsity", ["20.1"]),
        ("storm", "varsity", ["20.1"]),
    ):
        s = desk.set_up({"us-1": "K2"}, weather=weather, options=options, **more)
        assert rules(why_no_drop(s, Moving(), "allied")) == expected, (weather, options)
    s = desk.set_up({"us-1": "K2", "us-101": "M8"}, capacity_start=0)
    assert rules(why_no_drop(s, Moving(), "allied")) == ["18.7.6"]
    s.dropped = desk.units_of("us-101")
    assert rules(why_no_drop(s, Moving(), "allied")) == [], "the others of this drop follow"
    s = desk.set_up({"us-1": "K2", "de-6fj": "RR13"}, side="german", capacity_start=0)
    assert rules(why_no_drop(s, Moving(), "german")) == [], "capacity is no German matter"


@rule("31.18-1", "31.18-2", "31.18-3")
def test_operation_varsity(desk):
    both = desk.units_of("br-6ab br-1ab")
    for turn, there in (("jan-4", False), ("feb-1", True), ("feb-2", True)):
        s = desk.set_up(
            {"br-6ab": "destroyed", "br-1ab": "M20", "us-101": "M8"},
            back="br-1ab", scenario="berlin", options="varsity", turn=turn,
        )  # fmt: skip
        assert varsity(s) == (both if there else 0)
        varsity_ready(s, None)
        ready = turn == "feb-1"
        assert (desk.at("br-6ab"), desk.at("br-1ab")) == (("england",) * 2 if ready else ("destroyed", "M20"))
        assert s.face[desk.unit("br-1ab")] == (0 if ready else 1)
        s.dropped = desk.units_of("br-6ab us-101")
        bonus = varsity_bonus(s, desk.units_of("br-6ab us-101"))
        assert (bonus.value if bonus else 0) == (1 if there else 0)
        assert varsity_bonus(s, desk.units_of("br-1ab us-101")) is None, "it has not dropped this turn"
        assert varsity_bonus(s, desk.units_of("us-101")) is None
    s = desk.set_up({"br-6ab": "M20"}, scenario="berlin", turn="feb-1")
    assert varsity(s) == 0


# --------------------------------------------------------------------------------------------- where they drop


@rule("20.4", "20.6", "20.14", "8.4", "8.6", "8.7", "31.5")
def test_where_a_unit_may_not_drop(desk):
    w = desk.w
    everything = (1 << w.n) - 1
    alpine = next(w.labels[h] for h in members(w.ground[3]))
    sea = next(w.labels[h] for h in range(w.n) if w.sea >> h & 1)
    units = {"us-101": "england", "us-82": "M8", "us-1": "M10", "us-4": "M10", "us-9": "M10", "us-2": "N8"}

    def against(unit, label, reach=everything, **more):
        s = desk.set_up(units | more.pop("also", {}), **masks(desk, more))
        return rules(why_not_dropped(s, desk.unit(unit), desk.hex(label), reach))

    assert against("us-101", "M12") == []
    assert against("us-101", sea) == ["8.6"]
    assert against("us-101", "II2") == ["8.7"]
    assert against("us-101", alpine) == ["8.4"]
    assert against("br-52", alpine, also={"br-52": "england"}) == [], "a mountain unit"
    assert against("us-101", "M12", reach=everything & ~w.bit[desk.hex("M12")]) == ["20.2"]
    assert against("us-101", "M11", dropped="us-82") == []
    assert against("us-101", "M12", dropped="us-82") == ["20.4"], "four hexes from M8"
    assert against("us-101", "M10") == ["20.6"], "three are there"
    assert against("us-101", "N8") == []
    assert against("us-101", "N8", invaders="us-2") == ["20.14"]
    assert against("us-101", "N8", invaders="us-1 us-13ab") == [], "they are elsewhere"
    german = {"de-352": "N9", "br-3": "N9"}
    assert against("us-101", "N9", also=german) == ["14.11"], "the British attack there"
    assert against("us-101", "N9", also={"de-352": "N9", "us-5": "N9"}) == []
    assert against("us-101", "N10", also={"de-352": "N11", "br-3": "M11"}) == ["14.11"], "nothing else is left for it"


@rule("31.5", "9.3", "20.3")
def test_where_german_units_may_not_drop(desk):
    w = desk.w
    everything = (1 << w.n) - 1
    for lost, label, expected in ((False, "I4", []), (True, "I4", ["31.5"]), (True, "J5", [])):
        s = desk.set_up({"de-6fj": "RR13"}, side="german", options="jersey", jersey_lost=lost)
        assert rules(why_not_dropped(s, desk.unit("de-6fj"), desk.hex(label), everything)) == expected
        assert bool(landings(s, desk.unit("de-6fj"), everything) >> desk.hex(label) & 1) is (not expected)
        s = desk.set_up({"us-101": "england"}, options="jersey", jersey_lost=lost)
        assert rules(why_not_dropped(s, desk.unit("us-101"), desk.hex(label), everything)) == []
        assert landings(s, desk.unit("us-101"), everything) >> desk.hex(label) & 1
    box = next(b for b in range(len(w.box_ids)) if w.box_hex[b] == w.place_hex["Torino"])
    for opened, expected in ((False, ["9.3"]), (True, [])):
        s = desk.set_up({"de-6fj": "X29"}, side="german", italy_open=opened)
        fill_box(s, desk.unit("de-6fj"), box)
        assert rules(why_not_dropped(s, desk.unit("de-6fj"), desk.hex("W24"), everything)) == expected
        assert rules(why_not_dropped(s, desk.unit("de-6fj"), desk.hex("Y30"), everything)) == []
    assert rules(why_not_dropped(s, desk.unit("de-6fj"), desk.hex("W24"), 0)) == ["20.3"], "out of range"


@rule("20.9")
def test_the_columns_of_the_drop_table(desk):
    """By ground and zones; every Allied drop in Germany uses the last one."""
    w = desk.w
    open_ = w.land & ~w.cities & ~w.fortresses & ~w.germany
    clear = next(w.labels[h] for h in members(open_ & w.ground[CLEAR]) if w.labels[h].startswith("P"))
    rough = next(h for h in members(open_ & w.ground[ROUGH]))
    names = [column.id for column in w.book.drop]
    for unit, side, foe in (("us-101", "allied", "de-352"), ("de-6fj", "german", "us-1")):
        for label, near, column in (
            (clear, False, "clear"), (clear, True, "clear-zone"),
            (w.labels[rough], False, "non-clear"), (w.labels[rough], True, "non-clear-star"),
        ):  # fmt: skip
            beside = min(desk.near(label))
            desk.set_up({unit: "england", foe: beside if near else "QQ21"}, side=side)
            assert names[drop_column(desk.s, desk.unit(unit), desk.hex(label))] == column, (unit, label)
    wet = next(h for h in members(open_ & w.ground[FLOODED]))
    for flooded, column in ((True, "non-clear"), (False, "clear")):
        desk.set_up({"us-101": "england"}, flooded=flooded)
        assert names[drop_column(desk.s, desk.unit("us-101"), wet)] == column
        assert names[drop_column(desk.s, desk.unit("us-101"), rough)] == "non-clear"
    flat = next(w.labels[h] for h in members(w.germany & w.ground[CLEAR] & ~w.cities & ~w.fortresses))
    desk.set_up({"us-101": "england"})
    assert names[drop_column(desk.s, desk.unit("us-101"), desk.hex(flat))] == "non-clear-star"
    desk.set_up({"de-6fj": "RR13"}, side="german")
    assert names[drop_column(desk.s, desk.unit("de-6fj"), desk.hex(flat))] == "clear"


@rule("20.9", "20.11", "7.1")
def test_when_a_hex_is_menaced(desk):
    """By a zone, or, for the Germans, in an intact fortress with an enemy beside it; not by rangers."""
    wall = "GG9"
    assert desk.w.fortresses >> desk.hex(wall) & 1
    beside = next(x for x in sorted(desk.near(wall)) if not desk.w.fortresses >> desk.hex(x) & 1)
    for unit, ruined, expected in (
        ("us-1", 0, True), ("us-rangers", 0, False), ("us-1", desk.w.bit[desk.hex(wall)], True),
        ("us-rangers", desk.w.bit[desk.hex(wall)], False),
    ):  # fmt: skip
        s = desk.set_up({unit: beside, "de-6fj": "RR13"}, side="german", ruined=ruined)
        assert menaced(s, desk.hex(wall)) == expected, (unit, ruined)
        s.side = ALLIED
        assert not menaced(s, desk.hex(wall)), "its own unit"
    s = desk.set_up({"us-1": "R20", "de-6fj": "RR13"}, side="german")
    assert not menaced(s, desk.hex(wall)), "nobody is near"
    s = desk.set_up({"us-1": "M10", "de-6fj": "RR13"}, side="german", dropped=desk.units_of("us-1"))
    assert not menaced(s, desk.hex("M9")), "who has dropped has no zone around him, and this is no fortress"
    s = desk.set_up({"de-352": "M9", "us-1": "R20"})
    assert menaced(s, desk.hex("M10"))
    assert menaced(s, desk.hex("M9"))
    assert not menaced(s, desk.hex("M11"))


@rule("20.2", "17.4")
def test_the_range_from_both_boxes(desk):
    """Three hexes from the coast of its sea; eight from an HQ that traces to a port there; none of that on June I."""
    w = desk.w
    north, south = w.england, w.africa
    far = desk.hex("R17")
    units = {"us-hq-bradley": "R13", "us-1": "R20"}
    for harbor, there in (("K2", (True, False)), ("N33", (False, True))):  # each sea by itself
        way = " ".join(w.labels[h] for h in members(w.countries["france"] & ~w.port_hexes))
        s = desk.set_up(units, allied=f"{way} {harbor}", turn="sep-1", steps=[])
        assert tuple(bool(allied_range(s, box) >> far & 1) for box in (north, south)) == there, harbor
    west = " ".join(w.labels[h] for h in members(w.countries["france"]))
    for allied, turn, there in (
        (west, "sep-1", (True, True)),
        (west, "jun-1", (False, False)),
        ("", "sep-1", (False, False)),
    ):
        s = desk.set_up(units, allied=allied, turn=turn, steps=[])
        found = tuple(bool(allied_range(s, box) >> far & 1) for box in (north, south))
        assert found == there, (allied, turn)
    s = desk.set_up(units, turn="jun-1", steps=[])
    for box, inside, outside in ((north, "M8", "N31"), (south, "N31", "M8")):
        assert allied_range(s, box) >> desk.hex(inside) & 1
        assert not allied_range(s, box) >> desk.hex(outside) & 1
    three = w.within(w.bit[desk.hex("N33")], 3)
    assert not three & ~allied_range(s, south)


@rule("20.2", "20.3", "20.10")
def test_where_units_began_their_turn(desk):
    units = {"us-1": "england", "us-4": "africa", "us-9": "R11", "us-2": "R12", "us-5": "K2", "de-352": "RR13",
             "de-353": "PP13", "de-91": "due"}  # fmt: skip
    s = desk.set_up(units, allied="R11 R12 K2", steps=[])
    note_start_of_turn(s, ALLIED)
    assert s.began == desk.units_of("us-1 us-4 us-9 us-5")
    note_start_of_turn(s, GERMAN)
    assert s.began == desk.units_of("de-352")
    note_start_of_turn(s, ALLIED)
    s.moved, s.sailed, s.railed = desk.units_of("us-1"), desk.units_of("us-4"), desk.units_of("us-9")
    note_start_of_impulse(s)
    assert s.began == desk.units_of("us-5")
    assert s.airfields == desk.hexes_of("R11 K2")
    s.side = GERMAN
    note_start_of_impulse(s)
    assert s.airfields == desk.w.cities & ~desk.hexes_of("R11 K2")


@rule("20.4", "20.5", "20.15", "20.12")
def test_what_a_drop_notes(desk):
    for side, unit, start, goal in (("allied", "us-101", "england", "M8"), ("german", "de-6fj", "RR13", "PP13")):
        s = stand(
            desk, {unit: start, "us-1": "K2"}, side, alone=True, steps=[StartMove(1), Dropping(SEATS.index(side))]
        )
        desk.play(f"drop {unit} {goal}; done", dice=[1])
        bit = desk.units_of(unit)
        assert (s.dropped, s.flown, s.landed) == (bit, bit, bit)
        assert s.by_air == (bit if side == "allied" else 0)
        assert not s.began & bit
        assert (s.allied_drops, s.german_drops) == ((1, 0) if side == "allied" else (0, 1))
        assert flown_by(s, s.side) == 1
        assert flown_by(s, 1 - s.side) == 0
        s = stand(
            desk, {unit: start, "us-1": "K2"}, side, alone=True, steps=[StartMove(1), Dropping(SEATS.index(side))]
        )
        desk.play("done")
        assert (s.allied_drops, s.german_drops) == (0, 0), "nobody dropped"


# ---------------------------------------------------------------------------------------------------- airlifts


@rule("20.10", "20.11", "20.17")
def test_how_many_airlifts(desk):
    for flown, stuck, dropped, expected in (
        ("", "", "", []),
        ("us-82", "us-82", "", ["20.10"]),
        ("us-82", "", "us-82", []),
        ("us-82 br-6ab br-1ab", "", "us-82 br-6ab br-1ab", ["20.17"]),
        ("us-82 br-6ab", "", "us-82 br-6ab", []),
        ("de-6fj", "de-6fj", "", []),
    ):
        s = stand(desk, {"us-101": "england", "us-1": "K2"}, "allied", flown=flown, stuck=stuck)
        s.dropped = desk.units_of(dropped)
        assert rules(why_no_lift(s, Moving(), "allied")) == expected, flown
        assert lifted(s, ALLIED) == int(expected == ["20.10"])
    for lifts, flown, expected in ((0, "", []), (1, "", []), (2, "", ["20.11"]), (1, "de-2fj", ["20.17"])):
        s = stand(desk, {"de-6fj": "RR13", "us-1": "K2"}, "german", flown=flown, german_lifts=lifts)
        assert rules(why_no_lift(s, Moving(), "german")) == expected
        s.weather = 2
        assert rules(why_no_lift(s, Moving(), "german"))[0] == "20.10"


@rule("20.10", "20.11", "9.1", "27.7", "31.1")
@pytest.mark.parametrize(
    ("unit", "more", "expected"),
    [
        ("us-101", {}, []), ("us-101", {"began": ""}, ["20.10"]), ("us-101", {"sailed": "us-101"}, ["20.10"]),
        ("us-101", {"moved": "us-101"}, ["20.10"]), ("us-101", {"stuck": "us-101"}, ["27.7"]),
        ("us-82", {}, []), ("us-82", {"stuck": "us-82"}, ["27.7"]), ("us-82", {"began": "us-101"}, ["20.10"]),
        ("us-1", {}, ["20.10"]), ("de-6fj", {}, ["4.1"]), ("br-6ab", {}, ["20.10", "20.10"]),
    ],
)  # fmt: skip
def test_which_allied_units_are_lifted(desk, unit, more, expected):
    """101 in Paris, 82 in England; the 6th stands in the field."""
    units = {"us-101": "R11", "us-82": "england", "us-1": "R11", "br-6ab": "R13", "de-6fj": "RR13", "de-352": "R14"}
    s = stand(desk, units, "allied", **more)
    assert rules(why_not_lifted(s, desk.unit(unit))) == expected


@rule("20.11", "31.1", "9.1")
def test_which_german_units_are_lifted(desk):
    for unit, options, bound, expected in (
        ("de-6fj", "", -1, []),
        ("de-6fj", "german-paradrops", -1, ["31.1"]),
        ("de-6fjr", "german-paradrops", -1, []),
        ("de-6fjr", "", 2, ["9.1"]),
        ("de-352", "", -1, ["20.11"]),
    ):
        s = stand(desk, {"de-6fj": "RR13", "de-6fjr": "RR13", "de-352": "RR13"}, "german", options=options)
        s.bound[desk.unit(unit)] = bound
        assert rules(why_not_lifted(s, desk.unit(unit))) == expected, (unit, options)


@rule("20.10", "20.11", "18.7.4", "9.3")
def test_where_units_are_lifted_to(desk):
    w = desk.w
    units = {"us-101": "R11", "us-82": "england", "us-4": "K2", "de-352": min(desk.near("P4"))}
    s = stand(desk, units, "allied", allied="R11 K2 P4 M6")
    there = {
        label: rules(why_not_lifted_to(s, desk.unit("us-101"), desk.hex(label)))
        for label in ("K2", "R11", "P4", "M6")
    }
    assert there == {"K2": [], "R11": ["20.10"], "P4": ["20.10"], "M6": []}
    assert rules(why_not_lifted_to(s, desk.unit("us-101"), desk.hex("AA9"))) == ["20.10"], "no city"
    assert rules(why_not_lifted_to(s, desk.unit("us-101"), w.england)) == []
    assert rules(why_not_lifted_to(s, desk.unit("us-82"), w.england)) == ["20.10"], "it is there"
    s.capacity_start = 0
    assert rules(why_not_lifted_to(s, desk.unit("us-82"), desk.hex("K2"))) == ["18.7.6"]
    assert rules(why_not_lifted_to(s, desk.unit("us-101"), desk.hex("K2"))) == [], "it is in Europe"
    assert rules(why_not_lifted_to(s, desk.unit("us-82"), w.africa)) == []
    s.airfields &= ~w.bit[desk.hex("K2")]
    assert rules(why_not_lifted_to(s, desk.unit("us-101"), desk.hex("K2"))) == ["20.10"], "not as the impulse began"
    s = stand(desk, {"de-6fj": "RR13", "us-1": "OO12"}, "german")
    assert rules(why_not_lifted_to(s, desk.unit("de-6fj"), desk.hex("OO11"))) == ["20.11"], "Kassel is in a zone"
    assert rules(why_not_lifted_to(s, desk.unit("de-6fj"), desk.hex("NN16"))) == []
    assert rules(why_not_lifted_to(s, desk.unit("de-6fj"), w.england)) == ["20.11"]
