"""12, 29, 31.16: in one position somebody for each reason not to invade, not to land, and each hex that is shut."""

from __future__ import annotations

import pytest

from grognard.games.fortress_europa.data.world import ALLIED, FLOODED, GERMAN, ROUGH
from grognard.games.fortress_europa.rules.forces.replacements import Strengthening
from grognard.games.fortress_europa.rules.landing.airborne import Dropping, Drops
from grognard.games.fortress_europa.rules.landing.diverted import (
    Ashore,
    Displaced,
    Diverted,
    TurnedAway,
    nearest_landing,
)
from grognard.games.fortress_europa.rules.landing.invasion import (
    Foothold,
    Invading,
    cannot_retreat,
    driven_off,
    first_invasion_failed,
    landing_bonus,
    on_the_continent,
    only_own_hex,
    second_invasion_failed,
    why_no_invasion,
)
from grognard.games.fortress_europa.rules.landing.landing_79th import givers
from grognard.games.fortress_europa.rules.landing.mulberries import (
    MulberryDamage,
    MulberryDue,
    PlaceMulberry,
    StormAtSea,
)
from grognard.games.fortress_europa.rules.landing.site import (
    area_of,
    blockers,
    funny,
    isle_alone,
    landing_room,
    landing_value,
    sites,
)
from grognard.games.fortress_europa.rules.sequence import EndMove, Moving, StartMove
from grognard.games.fortress_europa.rules.state import FIRST_COMBAT, FIRST_MOVE, LOST, NOWHERE, SECOND_COMBAT
from grognard.maps import members
from grognard.suite import rule

FIRST = {"turn": "jun-1", "invasions": 0, "invasion_turn": 0, "phase": FIRST_MOVE}
LATER = {"turn": "aug-2", "invasions": 1, "invasion_turn": 1, "capacity_start": 3}


def first(desk, units, began=None, **more):
    """The first invasion is being placed."""
    s = desk.set_up(units, steps=[StartMove(1), Invading()], **{**FIRST, **more})
    s.began = desk.units_of(" ".join(units) if began is None else began)
    return s


def later(desk, units, began=None, **more):
    """A turn on which the second invasion may be made; a mulberry gives room for twelve."""
    more.setdefault("mulberry_at", [desk.hex("C3"), NOWHERE])
    s = desk.set_up(units, **{**LATER, **more})
    s.began = desk.units_of(" ".join(units) if began is None else began)
    return s


# --------------------------------------------------------------------------------------------------- when and who


@rule("12.1", "12.2", "12.3", "12.14")
@pytest.mark.parametrize(
    ("fields", "rules"),
    [
        ({"turn": "jun-1", "invasions": 0, "invasion_turn": 0}, []),
        ({"turn": "jun-2", "invasions": 0}, ["12.2"]),
        ({"turn": "jun-1", "invasions": 0, "invasion_turn": 0, "weather": "overcast"}, ["12.1"]),
        ({"turn": "jul-4"}, ["12.2"]),
        ({"turn": "aug-1"}, []),
        ({"turn": "sep-4"}, []),
        ({"turn": "oct-1"}, ["12.2"]),
        ({"turn": "aug-1", "invasions": 2}, ["12.2"]),
        ({"turn": "aug-1", "invasions": 3, "weather": "storm"}, ["12.1", "12.2"]),
        ({"turn": "aug-1", "capacity_start": 0}, ["12.14"]),
        ({"turn": "aug-1", "capacity_start": -1}, ["12.14"]),
        ({"turn": "aug-1", "capacity_start": 1}, []),
        ({"turn": "aug-1", "sea_used": 1}, ["12.3"]),
        ({"turn": "aug-1", "sea_used": 1, "capacity_start": 0}, ["12.14", "12.3"]),
        ({"turn": "aug-1", "impulse": 2}, ["12.3"]),
        ({"turn": "aug-1", "side": "german"}, ["12.3"]),
        ({"turn": "aug-1", "invasions": 2, "invasion_turn": 9, "weather": "storm"}, []),
        ({"turn": "aug-1", "invasions": 2, "invasion_turn": 8}, ["12.2"]),
    ],
)  # fmt: skip
def test_when_an_invasion_is_made(desk, fields, rules):
    """First on June I, then from August I to September IV, with capacity, and with no unit at sea."""
    s = desk.set_up({"us-1": "england", "us-4": "K2"}, **{**LATER, **fields})
    assert [why.rule for why in why_no_invasion(s)] == rules
    assert desk.w.turn_of["aug-1"] == 9


@rule("12.14", "12.18")
def test_capacity_does_not_matter_with_nobody_ashore(desk):
    s = desk.set_up({"us-1": "england", "de-352": "K2"}, **{**LATER, "capacity_start": 0})
    assert not on_the_continent(s)
    assert list(why_no_invasion(s)) == []


@rule("12.14", "12.18", "20.9")
@pytest.mark.parametrize(("before", "rules"), [({}, []), ({"us-2": "R11"}, ["12.14"])])
def test_who_drops_or_raids_first_is_no_bar_to_the_invaders(desk, before, rules):
    """The first invasion failed. What counts is who was ashore as the turn began; drops come before all others."""
    units = {"us-101": "england", "us-82": "england", "us-rangers": "england", "br-3": "england"}
    failed = {"first_failed": True, "capacity_start": 0, "began": desk.units_of(" ".join(units))}
    steps = [StartMove(1), Drops(ALLIED), Moving(), EndMove()]
    desk.set_up(units | before, **{**LATER, **failed, "steps": steps})
    assert desk.why("drop us-101 N7; invade us-82 M5; done") == rules
    desk.play("drop us-101 N7; done", dice=[1])
    assert (desk.at("us-101"), desk.step()) == ("N7", "Moving")
    desk.play("raid us-rangers L4")
    assert desk.why("invade br-3 M5") == rules


@rule("20.9", "20.14", "12.4", "13.1")
def test_only_who_can_invade_is_told_to_wait_for_the_drop(desk):
    units = {"us-101": "england", "us-1": "england", "us-hq-bradley": "england", "de-352": "S20"}
    began = desk.units_of("us-101 us-1 us-hq-bradley")
    desk.set_up(units, **{**LATER, "steps": [Drops(ALLIED)], "began": began, "first_failed": True})
    assert {name: desk.why(f"invade {name}") for name in units} == {
        "us-101": [], "us-1": ["20.9"], "us-hq-bradley": ["13.1"], "de-352": ["12.4"],
    }  # fmt: skip


@rule("18.7.4", "12.18", "21.1", "21.2")
def test_raiders_who_came_with_the_invaders_keep_nobody_from_following_them(desk):
    """The first invasion failed and no port is Allied: in the second impulse capacity bars nobody yet."""
    names = ("br-3", "br-50", "us-rangers")
    units = dict.fromkeys(names, "england")
    later(desk, units, first_failed=True, mulberry_at=[LOST, NOWHERE], capacity_start=0)
    desk.play("raid us-rangers L4", "invade br-3 M5")
    desk.restart(Foothold(), StartMove(2), Moving())
    assert desk.why("land br-50 M5") == []


@rule("12.4", "12.13", "13.1", "27.7")
def test_who_invades(desk):
    units = {
        "us-1": "england", "us-4": "africa", "us-29": "england", "us-2": "england", "us-9": "K2", "us-30": "waiting",
        "br-79": "england", "us-2arm": "england", "us-hq-bradley": "england", "us-82": "england", "br-50": "england",
        "us-rangers": "england", "de-352": "S20", "fr-2db": "england",
    }  # fmt: skip
    s = later(desk, units)
    s.stuck, s.moved = desk.units_of("us-29"), desk.units_of("us-2")
    s.began &= ~desk.units_of("br-50")
    s.facts = None
    assert set(desk.legal("invade")) == {"us-1", "us-4", "br-79", "us-82", "us-rangers"}
    reasons = {unit: desk.why(f"invade {unit} L4") for unit in units}
    assert reasons == {
        "us-1": [], "us-4": ["12.4"], "us-29": ["27.7"], "us-2": ["27.7"], "us-9": ["12.4"], "us-30": ["12.4"],
        "br-79": [], "us-2arm": ["12.13"], "us-hq-bradley": ["13.1"], "us-82": [], "br-50": ["12.4"],
        "us-rangers": [], "de-352": ["12.4"], "fr-2db": ["12.13"],
    }  # fmt: skip
    s.flown = desk.units_of("us-9")
    assert desk.why("invade us-82 L4") == ["20.14"], "somebody has dropped"
    assert set(desk.legal("invade")) == {"us-1", "us-4", "br-79", "us-rangers"}
    s.stuck |= desk.units_of("us-9")
    assert desk.why("invade us-82 L4") == [], "it was only airlifted"


@rule("12.13", "31.16")
@pytest.mark.parametrize("turn", ["jun-1", "aug-2"])
@pytest.mark.parametrize("options", ["", "funnies"])
def test_parts_of_the_79th(desk, turn, options):
    """With the Funnies they land on the first turn, one in a hex, and count nothing there."""
    units = {"br-79-a": "england", "br-79-b": "england", "us-1": "england", "us-2arm": "england"}
    s = first(desk, units, options=options) if turn == "jun-1" else later(desk, units, options=options)
    may = turn == "jun-1" and options == "funnies"
    assert ("br-79-a" in desk.legal("invade")) is may
    assert [funny(s, desk.unit(u)) for u in ("br-79-a", "us-1", "us-2arm")] == [bool(options), False, False]
    assert landing_value(s, desk.unit("br-79-a")) == (0 if may else 1)
    if may:
        assert desk.why("invade br-79-a L4; invade br-79-b L4") == ["31.16"]
        assert desk.why("invade br-79-a L4; invade br-79-b M5") == []


@rule("12.7", "21.7")
def test_what_counts_in_an_invaded_hex(desk):
    """Two high on a beach, one in rough or flooded hexes and inland ports; raiders count, the 79th only later."""
    w = desk.w
    s = first(desk, {"us-1": "england", "br-79": "england", "us-rangers": "england", "us-over-1": "england"})
    assert [landing_value(s, desk.unit(u)) for u in ("us-1", "br-79", "us-rangers")] == [1, 0, 1]
    rough = next(h for h in members(w.beaches & w.invadable) if w.terrain[h] == ROUGH)
    wet = next(h for h in members(w.beaches & w.invadable) if w.terrain[h] == FLOODED)
    assert [landing_room(s, h) for h in (desk.hex("L4"), rough, wet, desk.hex("M6"))] == [2, 1, 1, 1]
    s = later(desk, {"us-1": "england", "br-79": "england", "us-4": "L4", "us-29": "K2", "us-9": "K2"})
    assert landing_value(s, desk.unit("br-79")) == 1
    assert [landing_room(s, desk.hex(x)) for x in ("L3", "L4", "K2")] == [2, 1, 0]
    assert desk.why("invade us-1 K2") == ["12.7"]
    assert desk.why("invade us-1 L4") == []


@rule("12.5", "12.6", "12.15", "12.16", "20.14", "12.10")
def test_which_hexes_go_on_with_the_line(desk):
    units = {"us-1": "england", "us-4": "england", "us-29": "england", "us-9": "africa", "us-82": "O6", "us-2": "L4"}
    s = later(desk, units, turn="aug-2")
    assert desk.why("invade us-1 GG3") == ["12.16"], "Amsterdam"
    assert desk.why("invade us-1 V5") == ["12.15"]
    assert desk.why("invade us-1 A17") == ["12.16"]
    assert desk.why("invade us-1 R11") == ["12.5"]
    assert desk.why("invade us-1 O35") == ["12.4"]
    assert desk.why("invade us-9 L4") == ["12.4"]
    s.dropped = desk.units_of("us-82")
    assert desk.why("invade us-1 O6") == ["20.14"]
    s.dropped = 0
    desk.play("invade us-1 L4")
    bit = desk.units_of("us-1")
    assert (s.invasions, s.invasion_turn, s.second_turn, s.ten_waiting) == (2, s.turn, s.turn, True)
    assert s.invaders & s.ashore & s.landed & bit
    assert not s.began & bit
    assert (s.site, s.landed_factors, s.landing_area) == (desk.hexes_of("L4"), 6, 0)
    assert desk.why("invade us-9 O35") == ["12.10"], "no hex is left for those in Africa"
    line = set(desk.legal("invade us-4"))
    w = desk.w
    beside = {w.labels[h] for h in members(w.coastline[desk.hex("L4")])}
    assert line == beside, "L4 is full, two high"
    assert {"L3", "M5"} <= line
    assert desk.why("invade us-4 P4") == ["12.6"]
    desk.play("invade us-4 M5")
    assert s.landed_factors == 12
    s.landed_factors = 30
    assert desk.why("invade us-29 M5") == []
    s.landed_factors = 31
    assert desk.why("invade us-29 M5") == ["12.10"]
    assert "us-29" not in desk.legal("invade")


@rule("12.10")
def test_the_lesser_area_counts(desk):
    """N5 and O6: 36 and 36; FF3 of Holland 24 and EE4 of Flanders 36; Gironde 18; the Mediterranean 24."""
    w = desk.w
    names = [w.areas[area_of(w, desk.hexes_of(x))].name for x in ("L4", "O6", "EE4 FF3", "B15 A16", "O35", "A3 A2")]
    assert names == [
        "Western Channel", "Eastern Channel and Flanders", "Holland", "Gironde", "Mediterranean", "Bay of Biscay",
    ]  # fmt: skip


@rule("12.5", "12.16")
def test_units_beside_the_water_close_an_inland_port(desk):
    """Caen behind M5 and N5, Anvers behind BB4, BB5, CC4, CC5; whatever can be seen."""
    s = first(desk, {"us-1": "england", "de-352": "N5", "de-353": "CC4", "us-4": "C9", "de-91": "QQ4"})
    assert blockers(s, desk.hex("M6")) == desk.hexes_of("N5")
    assert blockers(s, desk.hex("CC6")) == desk.hexes_of("CC4")
    assert blockers(s, desk.hex("E10")) == blockers(s, desk.hex("QQ4")) == blockers(s, desk.hex("L4")) == 0
    w = desk.w
    assert sites(s) == w.invadable & ~desk.hexes_of("M6 CC6 GG3")
    assert desk.why("invade us-1 M6") == ["12.5"]
    assert desk.why("invade us-1 CC6") == ["12.16"]
    assert desk.why("invade us-1 E10") == []
    s = first(desk, {"us-1": "england"}, options="bremen-closed")
    assert not sites(s) >> desk.hex("QQ4") & 1
    assert desk.why("invade us-1 QQ4") in (["12.5"], ["12.16"])
    s = first(desk, {"us-1": "england"})
    assert desk.why("invade us-1 QQ4") == []


@rule("31.5")
def test_jersey_is_not_invaded_alone(desk):
    s = first(desk, {"us-1": "england", "us-4": "england"}, options="jersey")
    w = s.data
    label = w.book.jersey.hex
    isle = w.index[label]
    assert isle_alone(s, isle)
    assert desk.why(f"invade us-1 {label}") == ["31.5"]
    assert desk.why(f"invade us-1 J3; invade us-4 {label}") == []
    assert desk.why(f"invade us-1 J4; invade us-4 {label}") == []
    assert not isle_alone(s, w.index["L4"])
    s.site = w.bit[w.index["J3"]]
    assert not isle_alone(s, isle)
    s.site = w.bit[w.index["L3"]]
    assert isle_alone(s, isle), "a beach further on is not across from it"


# ----------------------------------------------------------------------------------------------- the second impulse


def following(desk, units, site="L3 L4 M5", **more):
    turn = desk.w.turn_of["aug-2"]
    fields = {
        "turn": "aug-2", "invasions": 2, "invasion_turn": turn, "second_turn": turn, "site": desk.hexes_of(site),
        "landing_area": 0, "impulse": 2, "capacity_start": 3, "mulberry_at": [desk.hex("C3"), NOWHERE],
    }  # fmt: skip
    s = desk.set_up(units, **{**fields, **more})
    s.began = desk.units_of(" ".join(units))
    return s


@rule("12.10", "12.11", "12.13")
def test_who_follows(desk):
    units = {
        "us-1": "england", "us-4": "africa", "us-29": "england", "us-2": "england", "us-9": "L4", "us-30": "waiting",
        "br-79": "england", "us-2arm": "england", "us-hq-bradley": "england", "us-82": "england", "br-50": "england",
        "us-rangers": "england", "de-352": "M5", "us-hq-patton": "england",
    }  # fmt: skip
    s = following(desk, units)
    s.stuck, s.moved = desk.units_of("us-29"), desk.units_of("us-2")
    s.began &= ~desk.units_of("br-50")
    able = {"us-1", "br-79", "us-82", "us-rangers", "us-hq-bradley", "us-hq-patton"}
    assert set(desk.legal("land")) == able
    assert {unit: desk.why(f"land {unit} L3") for unit in units} == {
        "us-1": [], "us-4": ["12.4"], "us-29": ["27.7"], "us-2": ["27.7"], "us-9": ["12.4"],
        "us-30": ["12.4", "12.4"],
        "br-79": [], "us-2arm": ["12.13"], "us-hq-bradley": [], "us-82": [], "br-50": ["12.4"], "us-rangers": [],
        "de-352": ["12.4"], "us-hq-patton": [],
    }  # fmt: skip
    assert set(desk.legal("land us-1")) == {"L3", "L4"}
    assert desk.why("land us-1 M5") == ["12.11"]
    assert desk.why("land us-1 K2") == ["12.11"]
    s.landed_second = 3
    desk.play("land us-hq-bradley L3")
    bit = desk.units_of("us-hq-bradley")
    assert (s.landed_second, s.landed_hqs) == (4, 1)
    assert s.ashore & s.sailed & bit
    assert not s.began & bit
    assert desk.why("land us-1 L3") == ["12.10"]
    s.landed_second = 3
    assert desk.why("land us-hq-patton L3") == ["12.10"]
    assert desk.why("land us-1 L3") == []
    desk.play("land us-1 L3")
    assert (s.landed_second, s.landed_hqs) == (4, 1)


@rule("12.11", "14.11")
@pytest.mark.parametrize(("beside", "rules"), [("us-2", ["12.11"]), ("br-50", [])])
def test_nobody_lands_in_a_full_hex_that_he_could_not_leave_himself(desk, beside, rules):
    """Three in A3 have moved. From there one comes to B3 alone, next to Brest, which Americans claim, or British."""
    units = {"br-3": "england", "us-1": "A3", "us-4": "A3", "us-29": "A3", beside: "C3", "de-352": "B2"}
    s = following(desk, units, site="A3 A4", mulberry_at=[desk.hex("C9"), NOWHERE])
    s.moved = desk.units_of("us-1 us-4 us-29")
    assert desk.near("A3") == {"B3"}
    assert desk.why("land br-3 A3") == rules
    s.moved = desk.units_of("us-1 us-4")
    assert desk.why("land br-3 A3") == [], "the third can go"
    assert desk.why("land br-3 A4") == []


@rule("12.11")
@pytest.mark.parametrize(
    ("fields", "rules"),
    [({}, []), ({"impulse": 1}, ["12.11"]), ({"side": "german"}, ["12.11"]), ({"invasion_turn": 9}, ["12.11"])],
)
def test_when_others_follow(desk, fields, rules):
    following(desk, {"us-1": "england", "us-4": "L4"}, **fields)
    assert desk.why("land us-1 L3") == rules


@rule("12.11", "12.5", "8.9", "8.1", "8.2", "8.3")
def test_where_a_unit_that_follows_stops(desk):
    """In an enemy zone it is pinned, in rough ground armor is slowed, in a flood it is mired; else it goes on."""
    w = desk.w
    rough = next(w.labels[h] for h in members(w.beaches & w.invadable & ~w.from_africa) if w.terrain[h] == ROUGH)
    wet = next(w.labels[h] for h in members(w.beaches & w.invadable & ~w.from_africa) if w.terrain[h] == FLOODED)
    units = {"us-1": "england", "br-79": "england", "us-4": "england", "us-29": "england"}
    s = following(desk, {**units, "de-352": "K4", "us-9": "D7"}, site=f"K3 N5 {rough} {wet}")
    desk.play("land us-1 K3")
    assert s.pinned & desk.units_of("us-1")
    desk.play(f"land br-79 {rough}", f"land us-4 {wet}")
    assert s.slowed == desk.units_of("br-79")
    assert s.mired == desk.units_of("us-4")
    assert s.pinned == desk.units_of("us-1")
    desk.play("land us-29 N5")
    assert not (s.moved | s.pinned | s.slowed | s.mired) & desk.units_of("us-29")
    assert s.allied & desk.hexes_of("N5")
    s = following(desk, {**units, "us-9": "L4"}, site=f"{rough} {wet}", flooded=False)
    desk.play(f"land us-1 {rough}", f"land us-4 {wet}")
    assert (s.slowed, s.mired) == (0, 0)
    s = following(desk, {**units, "de-352": "N5", "us-9": "L4"}, site="L4 M6")
    assert desk.why("land us-1 M6") == ["12.5"]


@rule("12.11", "21.7")
def test_a_full_hex_takes_more_only_if_somebody_can_leave(desk):
    units = {"us-1": "england", "us-rangers": "england", "us-4": "L4", "us-29": "L4", "us-9": "L4"}
    s = following(desk, units)
    assert desk.why("land us-1 L4") == [], "it goes on itself"
    s = following(desk, {**units, "de-352": "L5"})
    assert desk.why("land us-1 L4") == ["12.11"], "in a zone as the impulse began, nobody leaves"
    assert desk.why("land us-rangers L4") == ["12.11"]
    s.pinned &= ~desk.units_of("us-29")
    assert desk.why("land us-1 L4") == []
    del units["us-9"]
    following(desk, {**units, "de-352": "L5"})
    assert desk.why("land us-1 L4") == []


# --------------------------------------------------------------------------------------------------- what follows


@rule("12.8", "12.9", "20.8", "21.11")
def test_who_fights_in_his_own_hex_alone(desk):
    """Invaders do in any case, paratroopers and raiders on top of the enemy; nobody of them retreats."""
    units = {
        "us-1": "L3", "us-82": "L4", "us-rangers": "M5", "us-101": "N8", "br-1ssb": "O6", "us-4": "L4",
        "de-352": "L4", "de-353": "M5", "de-6fj": "S20", "us-29": "S20",
    }  # fmt: skip
    s = desk.set_up(units, **LATER)
    s.invaders, s.raiding = desk.units_of("us-1"), desk.units_of("us-rangers br-1ssb")
    s.dropped = desk.units_of("us-82 us-101 de-6fj")
    own = {u: only_own_hex(s, desk.unit(u)) for u in units}
    assert {u for u, alone in own.items() if alone} == {"us-1", "us-82", "us-rangers", "de-6fj"}
    assert all(cannot_retreat(s, desk.unit(u)) is alone for u, alone in own.items())
    driven_off(s, desk.hexes_of("L3 L4"), None)
    assert [desk.at(u) for u in ("us-1", "us-82", "us-rangers", "us-4")] == ["L3", "destroyed", "M5", "L4"]
    driven_off(s, desk.w.land, None)
    assert [desk.at(u) for u in ("us-1", "us-rangers", "br-1ssb", "us-4", "de-6fj")] == [
        "L3", "destroyed", "O6", "L4", "S20",
    ]  # fmt: skip
    s.side = GERMAN
    driven_off(s, desk.w.land, None)
    assert [desk.at(u) for u in ("de-6fj", "de-352")] == ["destroyed", "L4"]


@rule("12.9", "11.4", "12.7")
def test_after_the_first_combat_impulse(desk):
    w = desk.w
    turn = w.turn_of["aug-2"]
    units = {"us-1": "L3", "us-4": "L4", "de-352": "L4", "us-29": "M6", "de-353": "S20", "us-9": "S20"}
    more = {**LATER, "invasion_turn": turn, "invasions": 2, "site": desk.hexes_of("L3 L4 M5 M6"), "phase": FIRST_MOVE}
    s = desk.set_up(units, steps=[Moving()], **more)
    s.invaders = desk.units_of("us-1 us-4 us-29")
    Foothold().run(s, None)
    assert s.phase == FIRST_COMBAT
    assert s.invaders == 0
    assert desk.at("us-4") == "destroyed"
    assert s.friendly_beaches == desk.hexes_of("L3 M5"), "M6 is no beach, L4 is German"
    s = desk.set_up(units, steps=[Moving()], **{**more, "invasion_turn": 1, "phase": SECOND_COMBAT})
    s.invaders = desk.units_of("us-1")
    Foothold().run(s, None)
    assert (s.friendly_beaches, s.phase, s.invaders) == (0, SECOND_COMBAT, desk.units_of("us-1"))
    s = desk.set_up(units, steps=[Moving()], side="german", **more)
    s.invaders = desk.units_of("us-1")
    Foothold().run(s, None)
    assert s.friendly_beaches == 0


@rule("12.13", "31.16")
def test_what_the_79th_adds(desk):
    s = first(desk, {"br-79": "L3", "us-1": "L3"})
    s.invaders = desk.units_of("br-79 us-1")
    both = desk.units_of("br-79 us-1")
    bonus = landing_bonus(s, both)
    assert bonus is not None
    assert (bonus.value, bonus.rule) == (2, "12.13")
    assert landing_bonus(s, desk.units_of("us-1")) is None
    s.invaders = desk.units_of("us-1")
    assert landing_bonus(s, both) is None
    s = first(desk, {"br-79-a": "L3", "br-79-b": "L4", "br-79-c": "M5"}, options="funnies")
    s.invaders = desk.units_of("br-79-a br-79-b")
    bonus = landing_bonus(s, desk.units_of("br-79-a br-79-b br-79-c"))
    assert bonus is not None
    assert (bonus.value, bonus.rule) == (2, "31.16")
    s.turn = 2
    assert landing_bonus(s, desk.units_of("br-79-a br-79-b br-79-c")) is None


@rule("12.18")
@pytest.mark.parametrize(
    ("where", "invasions", "invaded", "side", "phase", "failed"),
    [
        ("england", 1, 1, "german", FIRST_MOVE, (True, False)), ("K2", 1, 1, "german", FIRST_MOVE, (False, False)),
        ("england", 0, 0, "german", FIRST_MOVE, (False, False)),
        ("england", 2, 1, "german", FIRST_MOVE, (False, True)),
        ("england", 2, 9, "allied", FIRST_COMBAT, (False, False)),
        ("england", 2, 9, "allied", SECOND_COMBAT, (False, True)),
        ("england", 2, 9, "german", FIRST_COMBAT, (False, True)),
        ("england", 2, 8, "allied", FIRST_COMBAT, (False, True)),
        ("england", 1, 9, "allied", FIRST_COMBAT, (False, False)),
        ("england", 1, 9, "allied", SECOND_COMBAT, (True, False)),
        ("england", 1, 9, "german", FIRST_COMBAT, (True, False)),
        ("england", 1, 1, "allied", FIRST_COMBAT, (True, False)),
        ("K2", 2, 1, "german", FIRST_MOVE, (False, False)),
    ],
)  # fmt: skip
def test_invasions_that_fail(desk, where, invasions, invaded, side, phase, failed):
    s = desk.set_up(
        {"us-1": where, "de-352": "S20"}, side=side, invasions=invasions, invasion_turn=invaded, steps=[Moving()]
    )
    s.phase = phase
    assert (first_invasion_failed(s), second_invasion_failed(s)) == failed


# -------------------------------------------------------------------------------------- airborne units that invade


@rule("20.14", "20.9")
def test_airborne_units_are_named_with_the_drop(desk):
    units = {"us-82": "england", "us-101": "england", "us-1": "england", "br-6ab": "england", "us-4": "K2"}
    s = desk.set_up(
        units,
        steps=[StartMove(1), Dropping(ALLIED), Moving(), EndMove()],
        **LATER,
        mulberry_at=[desk.hex("C3"), NOWHERE],
    )
    s.began = desk.units_of("us-82 us-101 us-1")
    assert set(desk.legal("invade")) == {"us-82", "us-101"}
    assert desk.why("invade us-1 L4") == ["20.9"]
    assert desk.why("invade br-6ab L4") == ["12.4"]
    assert desk.why("invade us-82 L4; drop us-101 L4") == ["20.14"]
    assert desk.why("drop us-101 L4; invade us-82 L4") == ["20.14"]
    desk.play("invade us-82 L4; drop us-101 L5; done", dice=[1])
    assert (s.allied_drops, s.invasions, s.invasion_turn) == (1, 2, s.turn)
    assert s.invaders == desk.units_of("us-82")
    assert s.dropped == desk.units_of("us-101")
    assert s.allied & desk.hexes_of("L4 L5") == desk.hexes_of("L4 L5"), "both have taken their hexes"


# ----------------------------------------------------------------------------------------------------- turned away


@rule("12.17")
def test_who_is_turned_away_and_where_to(desk):
    """Caen behind a unit in N5: the invaders meet it; whom its hex does not hold goes to the nearest with room."""
    units = {
        "us-1": "M6", "us-4": "N5", "us-29": "N5", "us-rangers": "M6", "de-352": "N5", "us-82": "O6", "us-9": "L4",
        "us-2": "M5", "us-30": "M5",
    }  # fmt: skip
    s = desk.set_up(
        units, steps=[Moving()], **{**FIRST, "invasion_turn": 1, "invasions": 1}, site=desk.hexes_of("M6")
    )
    s.invaders, s.raiding = desk.units_of("us-1 us-4 us-29 us-9 us-2 us-30"), desk.units_of("us-rangers")
    s.dropped = desk.units_of("us-82")
    u = desk.unit("us-1")
    w = desk.w
    near = nearest_landing(s, u, desk.hex("N5"))
    able = [
        h for h in members(w.invadable) if landing_room(s, h) and w.labels[h] not in ("M6", "N5", "M5", "O6", "GG3")
    ]
    able = [h for h in able if not w.from_africa >> h & 1]
    least = min(w.grid.distance(h, desk.hex("N5")) for h in able)
    assert near == [h for h in able if w.grid.distance(h, desk.hex("N5")) == least]
    desk.restart(TurnedAway())
    assert desk.at("us-rangers") == "N5", "raiders go in any case"
    assert not s.site >> desk.hex("N5") & 1, "a raid is no invasion of the hex"
    assert not s.site >> desk.hex("M6") & 1
    if desk.step() == "Displaced":
        assert desk.seat == "allied"
        assert {desk.hex(x) for x in desk.legal("divert")} == set(near)
        assert desk.why("divert C3") == ["12.17"]
        desk.play(f"divert {w.labels[near[0]]}")
    assert desk.hex(desk.at("us-1")) in near
    assert s.site & w.bit[desk.hex(desk.at("us-1"))]


@rule("12.17")
def test_the_allied_player_chooses_whom_they_meet(desk):
    units = {"us-1": "CC6", "de-352": "CC4", "de-353": "BB5", "de-91": "S20"}
    s = desk.set_up(
        units, steps=[Moving()], **{**FIRST, "invasion_turn": 1, "invasions": 1}, site=desk.hexes_of("CC6")
    )
    s.invaders = desk.units_of("us-1")
    desk.restart(TurnedAway())
    assert desk.step() == "Diverted"
    assert desk.seat == "allied"
    assert set(desk.legal("divert")) == {"CC4", "BB5"}
    assert desk.why("divert S20") == ["12.17"]
    desk.play("divert BB5")
    assert desk.at("us-1") == "BB5"
    assert s.site == desk.hexes_of("BB5")
    assert Diverted(0).obvious(s) is None
    assert Displaced(desk.unit("us-1"), desk.hex("BB5")).seat(s) == "allied"
    assert not s.allied & desk.hexes_of("BB5"), "the Germans are still there"


@rule("12.19", "30.2")
def test_who_has_landed_controls_his_hex(desk):
    units = {"us-1": "L3", "us-82": "N8", "us-rangers": "O6", "us-4": "L4", "de-352": "L4", "us-29": "england"}
    s = desk.set_up(units, steps=[Moving()], **{**FIRST, "invasion_turn": 1, "invasions": 1})
    s.invaders, s.raiding, s.dropped = (desk.units_of(x) for x in ("us-1 us-4", "us-rangers", "us-82"))
    s.allied = 0
    Ashore().run(s, None)
    assert s.allied == desk.hexes_of("L3 N8 O6")


# -------------------------------------------------------------------------------------------------------- mulberries


@rule("29.2", "12.12", "31.5")
def test_which_mulberry_goes_where(desk):
    turn = desk.w.turn_of["aug-2"]
    units = {"us-1": "L3", "us-4": "L4", "de-352": "M5", "de-353": "K4"}
    more = {
        "turn": "aug-2",
        "invasion_turn": turn,
        "invasions": 2,
        "site": desk.hexes_of("L3 L4 M5 K3"),
        "impulse": 2,
    }
    s = desk.set_up(units, steps=[MulberryDue()], mulberry_at=[desk.hex("C3"), NOWHERE], **more)
    assert desk.step() == "PlaceMulberry"
    ids = desk.w.mulberry_ids
    assert desk.legal("mulberry") == [ids[1]]
    assert set(desk.legal(f"mulberry {ids[1]}")) == {"L3", "L4", "K3"}
    assert desk.why(f"mulberry {ids[1]} M5") == ["29.3"]
    assert desk.why(f"mulberry {ids[1]} C3") == ["12.12"]
    assert desk.why(f"mulberry {ids[0]} L3") == ["29.2"]
    assert desk.why(f"forgo {ids[1]}") == ["29.2"]
    desk.play(f"mulberry {ids[1]} L3")
    assert s.mulberry_at == [desk.hex("C3"), desk.hex("L3")]
    for at, invasions, side, invaded, due in (
        ([NOWHERE, NOWHERE], 1, "allied", turn, True), ([LOST, NOWHERE], 1, "allied", turn, False),
        ([LOST, NOWHERE], 2, "allied", turn, True), ([LOST, LOST], 2, "allied", turn, False),
        ([NOWHERE, NOWHERE], 1, "german", turn, False), ([NOWHERE, NOWHERE], 1, "allied", turn - 1, False),
        ([0, NOWHERE], 3, "allied", turn, True), ([0, 1], 3, "allied", turn, False),
    ):  # fmt: skip
        s = desk.set_up(
            units, side=side, steps=[MulberryDue(), Moving()], mulberry_at=at,
            **{**more, "invasions": invasions, "invasion_turn": invaded},
        )  # fmt: skip
        assert (desk.step() == "PlaceMulberry") is due, (at, invasions, side, invaded)
    s = desk.set_up(
        units, steps=[PlaceMulberry()], mulberry_at=[LOST, NOWHERE], **{**more, "site": desk.hexes_of("M5")}
    )
    assert s.mulberry_at == [LOST, LOST], "with no hex and one mulberry it is lost"
    s = desk.set_up(
        units, steps=[PlaceMulberry()], mulberry_at=[NOWHERE] * 2, **{**more, "site": desk.hexes_of("M5")}
    )
    assert desk.why(f"mulberry {ids[0]} L3") == ["29.3"]
    assert desk.legal("forgo") == list(ids)
    s = desk.set_up(
        units, steps=[PlaceMulberry()], mulberry_at=[LOST, NOWHERE], **{**more, "site": desk.hexes_of("L3 M5")}
    )
    assert s.mulberry_at == [LOST, desk.hex("L3")], "one mulberry, one hex"
    desk.set_up(
        units, steps=[PlaceMulberry()], mulberry_at=[LOST, NOWHERE], **{**more, "site": desk.hexes_of("L3 L4 M5")}
    )
    assert set(desk.legal(f"mulberry {ids[1]}")) == {"L3", "L4"}, "of two hexes the owner chooses"


@rule("29.5")
@pytest.mark.parametrize(("die", "left"), [(4, (12, 9)), (5, (6, 4)), (6, (6, 4))])
def test_a_storm_at_the_mulberries(desk, die, left):
    s = desk.set_up({"us-1": "L3"}, weather="storm", steps=[StormAtSea(), Moving()], mulberry_at=[0, desk.hex("L3")])
    desk.roll(die, die)
    values = [desk.w.mulberries[m].capacity - s.mulberry_damage[m] for m in (0, 1)]
    assert sorted(values) == sorted(left)
    assert s.mulberry_turn == ([s.turn] * 2 if die > 4 else [0, 0])
    desk.set_up({"us-1": "L3"}, weather="overcast", steps=[StormAtSea(), Moving()], mulberry_at=[0, 1])
    assert desk.step() == "Moving"
    desk.set_up({"us-1": "L3"}, weather="storm", steps=[StormAtSea(), Moving()], mulberry_at=[LOST, NOWHERE])
    assert desk.step() == "Moving"
    s = desk.set_up(
        {"us-1": "L3"}, steps=[MulberryDamage(1), Moving()], mulberry_at=[LOST, 1], mulberry_damage=[0, 3]
    )
    desk.roll(6)
    before = desk.w.mulberries[1].capacity - 3
    assert desk.w.mulberries[1].capacity - s.mulberry_damage[1] == before // 2, "half of what is left"


# --------------------------------------------------------------------------------------------- building up the 79th


@rule("31.16")
def test_who_gives_a_step_to_the_79th(desk):
    units = {
        "br-79": "england", "br-7arm": "england", "br-11arm": "england", "br-gds": "england", "br-4bde": "england",
        "us-2arm": "england", "ca-4arm": "england", "br-50": "england", "us-1": "england",
    }  # fmt: skip
    s = desk.set_up(units, steps=[Strengthening()], options="funnies", back="br-79 br-gds", turn="jun-1")
    assert {desk.w.ids[u] for u in givers(s)} == {"br-7arm", "br-11arm"}
    assert set(desk.legal("build79")) == {"br-7arm", "br-11arm"}
    assert desk.why("build79 br-7arm br-7arm") == ["31.16"]
    assert desk.why("build79 br-7arm us-2arm") == ["31.16"]
    assert desk.why("break79") == ["31.16"], "it is reduced"
    desk.play("build79 br-7arm br-11arm")
    assert [s.face[desk.unit(u)] for u in ("br-79", "br-7arm", "br-11arm", "br-gds", "us-2arm")] == [0, 1, 1, 1, 0]
    assert desk.why("build79 br-7arm br-11arm") == ["31.16"]
    assert desk.why("break79") == []
    for where, options in (("africa", "funnies"), ("england", "")):
        desk.set_up({**units, "br-79": where}, steps=[Strengthening()], options=options, back="br-79", turn="jun-1")
        assert desk.why("build79 br-7arm br-11arm") == ["31.16"]
        assert desk.why("break79") == ["31.16"]
    desk.set_up(
        {**units, "br-11arm": "africa"}, steps=[Strengthening()], options="funnies", back="br-79 br-gds", turn="jun-1"
    )
    assert "build79" not in desk.legal(), "only one is left that could give"
    assert "no two other" in desk.words("build79 br-7arm br-7arm")
