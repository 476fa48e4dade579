"""11, 20, 21: in one position somebody for each reason not to sail, not to raid, not to be flown, and who may."""

from __future__ import annotations

import pytest

from grognard.games.fortress_europa.data.world import ALLIED, FLOODED, GERMAN, MOUNTAIN, ROUGH
from grognard.games.fortress_europa.rules.landing.airborne import (
    Drops,
    allied_range,
    drops_allowed,
    flown_by,
    landings,
    note_start_of_impulse,
    note_start_of_turn,
    why_no_drop,
)
from grognard.games.fortress_europa.rules.landing.sea import (
    close_the_seas,
    evacuates,
    mulberry_in,
    sea_allowance,
    sea_limit,
    ten_now,
)
from grognard.games.fortress_europa.rules.sequence import EndMove, Moving, StartMove
from grognard.games.fortress_europa.rules.state import NOWHERE
from grognard.suite import rule

ROOM = {"capacity_start": 9}


def whys(desk, verb: str, units: str, place: str) -> dict[str, list[str]]:
    return {unit: desk.why(f"{verb} {unit} {place}") for unit in units.split()}


# ------------------------------------------------------------------------------------------------------- by sea


@rule("11.5", "11.6", "11.7")
@pytest.mark.parametrize(
    ("waiting", "weather", "invaded", "bases", "limit"),
    [
        (False, "clear", 1, 0, 5), (True, "clear", 1, 0, 10), (True, "overcast", 1, 0, 5), (True, "storm", 1, 0, 5),
        (True, "clear", 9, 0, 5), (False, "clear", 1, 8, 6), (False, "clear", 1, 9, 5), (False, "clear", 1, 10, 5),
        (True, "clear", 1, 8, 10), (False, "clear", 1, 1, 6),
    ],
)  # fmt: skip
def test_how_many_sail(desk, waiting, weather, invaded, bases, limit):
    """Ten on the first Clear turn after an invasion, six once the bases have fallen, else five; on the ninth turn."""
    s = desk.set_up(
        {"us-1": "england"}, weather=weather, ten_waiting=waiting, invasion_turn=invaded, bases_turn=bases, **ROOM
    )
    assert sea_limit(s) == limit
    assert ten_now(s) is (limit == 10)
    close_the_seas(s)
    assert s.ten_waiting is (waiting and limit != 10)
    if invaded == 9 or weather == "storm":
        return
    rule_of = {5: "11.5", 6: "11.7", 10: "11.6"}
    s.ten_waiting = waiting
    s.sea_used = limit - 1
    assert desk.why("sail us-1 africa") == []
    s.sea_used = limit
    assert desk.why("sail us-1 africa") == [rule_of[limit]]
    desk.set_up({"us-1": "england"}, weather="storm", invasion_turn=9, sea_used=5, **ROOM)
    assert desk.why("sail us-1 africa") == ["11.9", "12.3", "11.5"]


def crowd(desk, **more):
    """Somebody in each place and state in which a unit can be when others sail."""
    units = {
        "us-1": "england", "us-4": "england", "us-29": "england", "us-2": "england", "us-hq-bradley": "england",
        "us-9": "africa", "us-44": "africa", "us-30": "K2", "us-79": "K2", "us-83": "B2", "us-90": "L3", "us-8": "L4",
        "us-35": "O6", "us-5": "R11", "us-28": "waiting", "us-80": "destroyed", "us-3": "exited", "de-352": "S20",
        "us-36": "N33", "us-45": "P4", "us-94": "M6",
    }  # fmt: skip
    s = desk.set_up(
        units, mulberry_at=[desk.hex("L3"), NOWHERE], friendly_beaches=desk.hexes_of("L4"), **ROOM, **more
    )
    s.stuck = desk.units_of("us-4")
    s.landed = s.raiding = desk.units_of("us-29")
    s.sailed = desk.units_of("us-2 us-83")
    s.pinned = desk.units_of("us-45")
    s.spent[desk.unit("us-30")], s.spent[desk.unit("us-79")] = 2, 3
    return s


@rule("11.1", "11.2", "11.3", "11.4")
def test_who_sails(desk):
    """From England, Africa, ports, mulberries and beaches; not the wounded, the pinned, who has sailed or walked."""
    s = crowd(desk)
    assert set(desk.legal("sail")) == {"us-1", "us-9", "us-44", "us-30", "us-90", "us-8", "us-36", "us-94"}
    assert whys(desk, "sail", "us-4 us-29 us-2 us-hq-bradley", "africa") == {
        "us-4": ["27.7"], "us-29": ["21.2"], "us-2": ["11.4A"], "us-hq-bradley": ["13.1"],
    }  # fmt: skip
    assert whys(desk, "sail", "us-79 us-83 us-35 us-5 us-28 us-80 us-3 de-352 us-45", "england") == {
        "us-79": ["11.3"], "us-83": ["11.4A"], "us-35": ["11.4B"], "us-5": ["11.4B"], "us-28": ["11.4"],
        "us-80": ["11.4"], "us-3": ["11.4"], "de-352": ["11.2"], "us-45": ["8.9"],
    }  # fmt: skip
    assert set(desk.legal("sail us-1")) == {"africa", "K2", "B2", "P4", "M6", "L3"}
    assert set(desk.legal("sail us-9")) == {"england", "N33"}
    assert set(desk.legal("sail us-36")) == {"africa"}
    assert set(desk.legal("sail us-90")) == set(desk.legal("sail us-8")) == {"england"}
    assert desk.why("sail us-1 england") == ["11.4A"], "it is there"
    assert desk.why("sail us-1 N33") == ["11.4A"]
    assert desk.why("sail us-9 K2") == ["11.4A"]
    assert desk.why("sail us-36 england") == ["11.4A"]
    assert desk.why("sail us-1 L4") == ["11.4A"], "no harbour"
    assert desk.why("sail us-1 C9") == ["11.8"], "German"
    s.evacuated = 1
    assert "us-8" in desk.legal("sail")
    s.evacuated = 2
    assert set(desk.legal("sail")) == {"us-1", "us-9", "us-44", "us-30", "us-90", "us-36", "us-94"}
    assert desk.why("sail us-8 england") == ["11.4B"]


@rule("11.1", "13.1")
@pytest.mark.parametrize("options", ["", "armor-release"])
def test_who_sails_in_the_second_impulse(desk, options):
    """HQs do; and with an option that looks at every unit the list is the same."""
    crowd(desk, impulse=2, options=options)
    listed = {"us-1", "us-hq-bradley", "us-9", "us-44", "us-90", "us-8", "us-36", "us-94"}
    assert set(desk.legal("sail")) == listed, "2 of a factor of 2 is more than half"


@rule("11.3", "11.4")
def test_what_a_passage_leaves_behind(desk):
    s = crowd(desk)
    s.by_air = desk.units_of("us-8 us-1")
    desk.play("sail us-8 england")
    assert (s.sea_used, s.evacuated, desk.at("us-8")) == (1, 1, "england")
    assert s.sailed & desk.units_of("us-8")
    assert not s.by_air & desk.units_of("us-8"), "out of Europe it is forgotten how it came"
    assert desk.why("sail us-8 africa") == ["11.4A"]
    desk.play("sail us-90 england")
    assert (s.sea_used, s.evacuated) == (2, 1), "from a mulberry it is no evacuation"
    desk.play("sail us-1 K2")
    assert (s.sea_used, s.evacuated, desk.at("us-1")) == (3, 1, "K2")
    assert not s.moved & desk.units_of("us-1"), "it goes on"
    assert s.by_air & desk.units_of("us-1")
    desk.play("sail us-9 england")
    assert s.sea_used == 4
    assert {e.rule for e in desk.told if getattr(e, "how", "") == "sea"} == {"11.4A", "11.4B"}


@rule("11.3", "5.6", "8.1")
@pytest.mark.parametrize(
    ("unit", "sailed", "slowed", "impulse", "hexes"),
    [
        ("us-1", False, False, 1, 2), ("us-1", True, False, 1, 2), ("us-2arm", False, False, 1, 3),
        ("us-2arm", False, True, 1, 2), ("us-2arm", True, True, 1, 2), ("us-2arm", True, False, 1, 3),
        ("us-hq-bradley", False, False, 1, 0), ("us-hq-bradley", True, False, 1, 0),
        ("us-hq-bradley", False, False, 2, 2), ("us-1", False, False, 2, 1),
    ],
)  # fmt: skip
def test_how_far_who_sails_may_walk(desk, unit, sailed, slowed, impulse, hexes):
    """Half, rounded down, before a passage; what is slowed has half of that, rounded up (ruling 83)."""
    s = desk.set_up({unit: "K2"}, impulse=impulse, **ROOM)
    bit = desk.units_of(unit)
    s.sailed, s.slowed = bit * sailed, bit * slowed
    assert sea_allowance(s, desk.unit(unit)) == hexes


@rule("11.4", "31.5")
def test_who_leaves_over_the_beach(desk):
    s = desk.set_up(
        {"us-1": "K2", "us-4": "L3", "us-29": "L4", "us-2": "england", "us-9": "I4"},
        options="jersey", mulberry_at=[NOWHERE, desk.hex("L3")], **ROOM,
    )  # fmt: skip
    assert [evacuates(s, desk.unit(u)) for u in ["us-1", "us-4", "us-29", "us-2"]] == [False, False, True, False]
    assert [mulberry_in(s, desk.hex(h)) for h in ("K2", "L3")] == [-1, 1]


@rule("11.8", "11.4", "20.16", "18.7.9")
def test_harbours_that_are_shut(desk):
    """A zone with nobody in the harbour, a river that is barred, and a port that slept on."""
    units = {
        "us-1": "england", "us-9": "africa", "de-352": "B3", "de-353": "C10", "de-91": "L5", "us-4": "V4",
        "de-77": "O33",
    }  # fmt: skip
    p = desk.w.port_at[desk.hex("P4")]
    desk.set_up(
        units, allied="B2 E10 K2 P4 N33 O34 EE4", mulberry_at=[desk.hex("M5"), desk.hex("L2")], **ROOM,
        ports_asleep=1 << p,
    )  # fmt: skip
    assert desk.near("L5") >= {"M5"}
    assert desk.near("B3") >= {"B2"}
    assert set(desk.legal("sail us-1")) == {"africa", "K2", "V4", "EE4", "L2"}
    assert set(desk.legal("sail us-9")) <= {"england"}
    reasons = {h: desk.why(f"sail us-1 {h}") for h in ["B2", "E10", "P4", "M5", "C6", "R11"]}
    assert reasons == {
        "B2": ["11.8"],
        "E10": ["11.4C"],
        "P4": ["20.16"],
        "M5": ["11.8"],
        "C6": ["11.8"],
        "R11": ["11.4A"],
    }
    desk.set_up({**units, "us-29": "M5", "us-30": "B2"}, allied="E10", mulberry_at=[desk.hex("M5"), NOWHERE], **ROOM)
    assert set(desk.legal("sail us-1")) == {"africa", "B2", "V4", "M5"}, "with a unit in it a harbour works in a zone"


@rule("11.8", "8.1", "8.2", "8.3")
def test_where_the_landing_ends_the_move(desk):
    """An enemy zone and mountains stop who lands; rough ground slows armor alone; a flood does nothing."""
    w = desk.w
    ports = {w.terrain[h]: w.labels[h] for h in reversed(w.port_hex)}
    rough = next((w.labels[h] for h in w.port_hex if w.terrain[h] == ROUGH), None)
    wet = next((w.labels[h] for h in w.port_hex if w.terrain[h] == FLOODED), None)
    high = ports[MOUNTAIN]
    units = {"us-1": "england", "us-2arm": "england", "us-4": "africa", "us-29": "england", "us-3arm": "africa"}
    allied = " ".join(x for x in (rough, wet, high, "K2") if x)
    s = desk.set_up({**units, "us-5": "B2", "de-352": "B3"}, allied=allied, **ROOM)
    desk.play("sail us-29 B2")
    assert s.moved & desk.units_of("us-29"), "stopped by the zone"
    desk.play(f"sail us-4 {high}")
    assert s.moved & desk.units_of("us-4")
    if rough:
        box = "africa" if w.from_africa >> desk.hex(rough) & 1 else "england"
        foot, tank = ("us-1", "us-2arm") if box == "england" else ("us-44", "us-3arm")
        s = desk.set_up({**units, foot: box, tank: box}, allied=rough, **ROOM)
        desk.play(f"sail {foot} {rough}", f"sail {tank} {rough}")
        assert s.slowed == desk.units_of(tank)
        assert not s.moved & desk.units_of(f"{foot} {tank}")
    if wet:
        s = desk.set_up(units, allied=wet, **ROOM)
        desk.play(f"sail us-1 {wet}")
        assert not s.moved & desk.units_of("us-1")
        assert not s.mired & desk.units_of("us-1")


@rule("11.3")
def test_who_has_walked_his_half_stays_where_he_lands(desk):
    """Two hexes to Cherbourg and over to England: whoever has spent his allowance goes no further."""
    s = desk.set_up({"us-1": "england", "us-4": "england", "us-29": "england"}, allied="K2", **ROOM)
    for unit, spent in (("us-1", 1), ("us-4", 2), ("us-29", 3)):
        s.spent[desk.unit(unit)] = spent
        desk.play(f"sail {unit} K2")
    assert [bool(s.moved & desk.units_of(u)) for u in ("us-1", "us-4", "us-29")] == [False, True, True]


# -------------------------------------------------------------------------------------------------------- raids


@rule("21.2", "21.8", "21.9")
def test_who_raids_and_where(desk):
    units = {
        "us-rangers": "england", "br-1ssb": "africa", "br-4ssb": "england", "us-1": "england", "us-29": "K2",
        "de-352": "L4", "de-353": "M32", "de-91": "L5",
    }  # fmt: skip
    w = desk.w
    everybody = desk.units_of("us-rangers br-1ssb br-4ssb us-1")
    s = desk.set_up(units, **ROOM)
    s.began = everybody
    assert set(desk.legal("raid")) == {"us-rangers", "br-1ssb", "br-4ssb"}
    coast = {w.labels[h] for h in range(w.n) if w.invadable >> h & 1} - {"L4", "M32"}
    south = {w.labels[h] for h in range(w.n) if w.from_africa >> h & 1}
    blocked = {x for x in ("M6",) if w.port_passage[w.port_at[desk.hex(x)]] & desk.hexes_of("L4 L5") != 0}
    assert set(desk.legal("raid us-rangers")) == coast - south - blocked
    assert set(desk.legal("raid br-1ssb")) == coast & south
    assert desk.why("raid us-1 L3") == ["21.2"]
    assert desk.why("raid us-29 L3") == ["21.2"]
    assert desk.why("raid us-rangers L4") == ["21.9"]
    assert desk.why("raid us-rangers O35") == ["21.8"]
    assert desk.why("raid br-1ssb L3") == ["21.8"]
    assert desk.why("raid us-rangers R11") == ["12.5"]
    for name, rules in (("moved", ["27.7"]), ("stuck", ["27.7"]), ("sailed", ["21.2"])):
        setattr(s, name, desk.units_of("us-rangers"))
        assert set(desk.legal("raid")) == {"br-1ssb", "br-4ssb"}, name
        assert desk.why("raid us-rangers L3") == rules
        setattr(s, name, 0)
    s.began = desk.units_of("us-rangers")
    assert desk.legal("raid") == ["us-rangers"]
    desk.play("raid us-rangers L3")
    bit = desk.units_of("us-rangers")
    assert (s.raids, s.raiding, s.began & bit, s.landed & bit) == (1, bit, 0, bit)
    assert s.allied >> desk.hex("L3") & 1, "taken as they land"
    s.began = everybody & ~bit
    near = {x for x in coast - south - blocked if w.grid.distance(desk.hex("L3"), desk.hex(x)) <= 1}
    assert set(desk.legal("raid br-4ssb")) == near
    assert desk.why("raid br-4ssb P4") == ["21.2"]
    assert desk.legal("raid") == ["br-4ssb"], "from Africa nothing is next to it"
    desk.play("raid br-4ssb L3")
    assert s.raids == 1, "one raid"


@rule("21.2", "12.15")
def test_a_raid_goes_on_where_arrows_lead(desk):
    """P4 and P5 are joined by an arrow, as DD4 and EE4 are."""
    s = desk.set_up({"us-rangers": "england", "br-4ssb": "england"}, **ROOM)
    s.began = desk.units_of("us-rangers br-4ssb")
    desk.play("raid us-rangers P4", dice=[6])
    w = desk.w
    near = {w.labels[h] for h in range(w.n) if w.invadable & w.adjacent[desk.hex("P4")] & w.bit[h]}
    assert set(desk.legal("raid br-4ssb")) == near | {"P4", "P5"}


@rule("21.2", "21.10")
@pytest.mark.parametrize(
    ("made", "weather", "side", "rules"),
    [
        (1, "overcast", "allied", []), (2, "clear", "allied", ["21.2"]), (0, "storm", "allied", ["21.10"]),
        (3, "storm", "allied", ["21.10", "21.2"]), (0, "clear", "german", ["21.2"]),
    ],
)  # fmt: skip
def test_how_often_they_raid(desk, made, weather, side, rules):
    s = desk.set_up({"us-rangers": "england", "de-352": "S20"}, raids=made, weather=weather, side=side, **ROOM)
    s.began = desk.units_of("us-rangers")
    assert desk.why("raid us-rangers L3") == rules


# ------------------------------------------------------------------------------------------------------ airlifts


FLIERS = "us-82 us-101 br-6ab br-1ab us-17ab us-13ab br-52"


def lifts(desk, **more):
    """Paris, Rennes, Brussels and Caen are Allied; Caen is in a German zone."""
    units = {
        "us-82": "england", "us-101": "africa", "br-6ab": "R11", "br-1ab": "G7", "us-17ab": "england",
        "us-13ab": "BB8", "br-52": "england", "us-1": "R11", "de-352": "L5", "us-4": "M6", "de-6fj": "LL14",
    }  # fmt: skip
    s = desk.set_up(units, allied="M6 G7", mulberry_at=[desk.hex("L2"), NOWHERE], **{**ROOM, **more})
    s.began = desk.units_of(f"{FLIERS} us-1")
    return s


@rule("20.10", "20.17", "27.7")
def test_who_is_airlifted(desk):
    s = lifts(desk)
    assert set(desk.legal("airlift")) == set(FLIERS.split())
    assert set(desk.legal("airlift us-82")) == {"africa", "R11", "G7", "BB8"}
    assert set(desk.legal("airlift us-101")) == {"england", "R11", "G7", "BB8"}
    assert set(desk.legal("airlift br-6ab")) == {"england", "africa", "G7", "BB8"}
    assert desk.why("airlift br-6ab M6") == ["20.10"]
    assert desk.why("airlift br-6ab R11") == ["20.10"]
    assert desk.why("airlift br-6ab R7") == ["20.10"]
    assert desk.why("airlift us-1 G7") == ["20.10"]
    assert desk.why("airlift de-6fj OO11") == ["4.1"]
    s.began &= ~desk.units_of("br-52")
    s.moved, s.railed = desk.units_of("us-17ab"), desk.units_of("us-13ab")
    s.stuck, s.sailed = desk.units_of("us-82"), desk.units_of("us-101")
    assert set(desk.legal("airlift")) == {"br-6ab", "br-1ab"}
    assert whys(desk, "airlift", "us-17ab us-13ab us-82 us-101 br-52", "G7") == {
        "us-17ab": ["20.10"], "us-13ab": ["20.10"], "us-82": ["27.7"], "us-101": ["20.10"], "br-52": ["20.10"],
    }  # fmt: skip
    s.stuck |= desk.units_of("br-6ab")
    s.allied &= ~desk.hexes_of("G7")
    s.facts = None
    assert desk.why("airlift br-6ab england") == ["27.7"]


@rule("20.10", "20.17")
def test_how_many_are_airlifted(desk):
    s = lifts(desk)
    s.flown = s.dropped = desk.units_of("us-82 us-17ab")
    assert desk.why("airlift br-6ab G7") == [], "two have dropped"
    s.flown = s.dropped = desk.units_of("us-82 us-17ab us-101")
    assert desk.why("airlift br-6ab G7") == ["20.17"]
    s.dropped = 0
    s.flown = s.stuck = desk.units_of("us-82")
    assert desk.why("airlift br-6ab G7") == ["20.10"], "one has been airlifted"
    s.stuck |= desk.units_of("us-17ab")
    s.flown = desk.units_of("us-101 de-6fj")
    assert desk.why("airlift br-6ab G7") == []
    assert (flown_by(s, ALLIED), flown_by(s, GERMAN)) == (1, 1)
    lifts(desk, weather="overcast")
    assert desk.why("airlift br-6ab G7") == ["20.10"]


@rule("20.10", "18.7.4", "18.7.6", "18.7.7")
@pytest.mark.parametrize(("start", "rules"), [(-1, ["18.7.7"]), (0, ["18.7.6"]), (1, [])])
def test_an_airlift_into_europe_counts(desk, start, rules):
    lifts(desk, capacity_start=start)
    assert desk.why("airlift us-82 R11") == rules
    assert desk.why("airlift us-82 africa") == []
    assert desk.why("airlift br-6ab G7") == [], "it is in Europe"


@rule("20.10", "20.15")
def test_what_an_airlift_leaves_behind(desk):
    s = lifts(desk)
    s.by_air = desk.units_of("br-6ab us-82")
    desk.play("airlift br-6ab england")
    bit = desk.units_of("br-6ab")
    assert desk.at("br-6ab") == "england"
    assert s.flown & s.stuck & bit
    assert not s.by_air & bit, "it has left Europe (ruling 196)"
    s.flown = s.stuck = 0
    desk.play("airlift us-82 BB8")
    assert s.by_air & desk.units_of("us-82")
    assert desk.at("us-82") == "BB8"
    assert s.german_lifts == 0
    assert desk.why("move us-82 BB9") == ["20.10"]


@rule("20.11", "20.17")
def test_who_is_airlifted_of_the_germans(desk):
    """LL14 Frankfurt, OO11 Kassel, II10 Köln beside an Allied unit, NN24 München Allied, GG10 Aachen a fortress."""
    units = {
        "de-6fj": "LL14", "de-7fj": "OO11", "de-3fj": "II10", "de-5fj": "RR7", "de-2fj": "S20", "de-heydte": "RR13",
        "de-352": "OO11", "us-1": "HH10", "us-82": "england",
    }  # fmt: skip
    s = desk.set_up(units, side="german", turn="nov-1", allied="NN24")
    s.began = desk.units_of("de-6fj de-7fj de-3fj de-5fj de-heydte de-352 us-82")
    s.railed = desk.units_of("de-5fj")
    s.moved = desk.units_of("de-heydte")
    assert set(desk.legal("airlift")) == {"de-6fj", "de-7fj"}
    w = desk.w
    shut = desk.near("HH10") | {"HH10", "NN24"}
    cities = {w.labels[h] for h in w.city_hexes} - shut
    assert set(desk.legal("airlift de-6fj")) == cities - {"LL14"}
    assert whys(desk, "airlift", "de-3fj de-5fj de-2fj de-heydte de-352", "PP18") == {
        "de-3fj": ["20.11"], "de-5fj": ["20.11"], "de-2fj": ["20.11"], "de-heydte": ["20.11"], "de-352": ["20.11"],
    }  # fmt: skip
    assert desk.why("airlift us-82 LL14") == ["4.1"]
    assert desk.why("airlift de-6fj england") == ["20.11"]
    assert desk.why("airlift de-6fj GG10") == ["20.11"]
    assert desk.why("airlift de-6fj NN24") == ["20.11"]
    s.german_lifts = 1
    assert set(desk.legal("airlift")) == {"de-6fj", "de-7fj"}
    desk.play("airlift de-6fj PP18")
    assert (s.german_lifts, desk.at("de-6fj")) == (2, "PP18")
    assert desk.why("airlift de-7fj LL14") == ["20.11"]
    s.german_lifts = 0
    assert desk.why("airlift de-7fj LL14") == ["20.17"]


# --------------------------------------------------------------------------------------------------------- drops


def dropping(desk, units, side="allied", began="", **more):
    number = ALLIED if side == "allied" else GERMAN
    settings = {"invasions": 1, "invasion_turn": 1, "capacity_start": 5}
    steps = [StartMove(1), Drops(number), Moving(), EndMove()]
    return desk.set_up(units, side=side, steps=steps, began=desk.units_of(began), **(settings | more))


@rule("20.2", "20.4", "20.13", "27.7")
def test_who_drops(desk):
    units = {
        "us-82": "england", "us-101": "africa", "br-6ab": "england", "br-1ab": "england", "us-17ab": "R11",
        "us-13ab": "waiting", "br-52": "england", "us-1": "england", "us-29": "R11", "de-6fj": "LL14",
    }  # fmt: skip
    s = dropping(desk, units, began=" ".join(units), stuck=desk.units_of("br-1ab"), allied="R11")
    s.moved = desk.units_of("br-6ab")
    s.began &= ~desk.units_of("br-52")
    assert set(desk.legal("drop")) == {"us-82", "us-101"}
    assert whys(desk, "drop", "br-6ab br-1ab us-17ab us-13ab br-52 us-1 us-29 de-6fj", "M8") == {
        "br-6ab": ["27.7"], "br-1ab": ["27.7"], "us-17ab": ["20.2"], "us-13ab": ["20.2"], "br-52": ["20.2"],
        "us-1": ["20.13"], "us-29": ["20.13"], "de-6fj": ["4.1"],
    }  # fmt: skip
    s.flown = desk.units_of("us-13ab us-17ab de-6fj")
    assert set(desk.legal("drop")) == {"us-82", "us-101"}
    s.flown |= desk.units_of("br-52")
    assert desk.legal("drop") == []
    assert desk.why("drop us-82 M8") == ["20.4"]


@rule("20.4", "20.6", "20.14", "8.4", "8.6", "8.7")
def test_where_they_drop(desk):
    """Not in water, not on the dyke, not among invaders, not where the stack is full, not far from the others."""
    units = {
        "us-82": "england", "us-101": "england", "br-6ab": "england", "us-1": "M8", "us-4": "M8", "us-29": "M8",
        "us-9": "L4", "us-2": "N8", "de-352": "O8", "us-30": "L6", "us-79": "L6",
    }  # fmt: skip
    s = dropping(desk, units, began="us-82 us-101 br-6ab", allied="")
    s.invaders = desk.units_of("us-9")
    w = desk.w
    u = desk.unit("us-82")
    reach = allied_range(s, w.england)
    assert reach >> desk.hex("M8") & 1
    full = {h for h in ("M8", "L6", "N8", "L4") if sum(x == h for x in units.values()) >= w.stack_limit[desk.hex(h)]}
    shut = {"L4"} | full
    expected = reach & w.land & ~w.dyke & ~desk.hexes_of(" ".join(shut))
    found = landings(s, u, reach)
    assert found & ~expected == 0
    assert desk.why("drop us-82 M8") == ["20.6"]
    assert desk.why("drop us-82 L4") == ["20.14"]
    assert desk.why("drop us-82 O8") == []
    assert desk.why("drop us-82 N8") == []
    assert desk.why("drop us-82 NN24") == ["20.2"]
    far = next(w.labels[x] for x in range(w.n) if w.grid.distance(x, desk.hex("O8")) == 4 and found >> x & 1)
    edge = next(w.labels[x] for x in range(w.n) if w.grid.distance(x, desk.hex("O8")) == 3 and found >> x & 1)
    assert desk.why(f"drop us-82 O8; drop us-101 {far}") == ["20.4"]
    assert desk.why(f"drop us-82 O8; drop us-101 {edge}") == []
    assert desk.why("drop us-82 L8; drop us-101 O8; drop br-6ab R8") == [], "three hexes from one of them"
    desk.play(f"drop us-82 O8; drop us-101 {edge}; done", dice=[1, 1])
    bits = desk.units_of("us-82 us-101")
    assert s.dropped == s.flown == s.landed == s.by_air == bits
    assert s.began == desk.units_of("br-6ab")
    assert (s.allied_drops, s.german_drops) == (1, 0)


@rule("20.1", "20.4", "20.5", "18.7.6")
def test_when_they_drop(desk):
    s = desk.set_up({"us-82": "england", "us-1": "K2"}, capacity_start=5, invasions=1, invasion_turn=1)
    step = s.stack[-1]

    def rules():
        return [why.rule for why in why_no_drop(s, step, "allied")]

    assert rules() == []
    assert (drops_allowed(s, ALLIED), drops_allowed(s, GERMAN)) == (5, 2)
    s.allied_drops, s.german_drops = 4, 2
    assert rules() == []
    s.allied_drops = 5
    assert rules() == ["20.4"]
    s.allied_drops, s.weather, s.capacity_start = 0, 1, 0
    assert rules() == ["20.1", "18.7.6"]
    s.side, s.weather = GERMAN, 0
    assert rules() == ["20.5"]
    s.german_drops, s.allied_drops = 1, 5
    assert rules() == []


@rule("20.2", "20.3", "20.10", "21.2")
def test_where_a_turn_began(desk):
    """England, Africa and cities that the side controls; who has moved since does not count in the next impulse."""
    units = {
        "us-82": "england", "us-101": "africa", "br-6ab": "R11", "br-1ab": "S11", "us-17ab": "waiting", "us-1": "G7",
        "de-6fj": "LL14", "de-7fj": "KK15", "de-3fj": "due", "us-13ab": "R7",
    }  # fmt: skip
    s = desk.set_up(units)
    note_start_of_turn(s, ALLIED)
    assert s.began == desk.units_of("us-82 us-101 br-6ab us-1 us-13ab")
    s.moved, s.sailed, s.railed = (desk.units_of(x) for x in ("us-82", "us-101", "br-6ab"))
    note_start_of_impulse(s)
    assert s.began == desk.units_of("us-1 us-13ab")
    assert s.airfields == desk.hexes_of("R11 G7 R7")
    note_start_of_turn(s, GERMAN)
    assert s.began == desk.units_of("de-6fj")
    s.side = GERMAN
    note_start_of_impulse(s)
    assert s.airfields == desk.w.cities & ~desk.hexes_of("R11 G7 R7")


@rule("20.3", "20.5", "27.9", "9.1")
def test_who_drops_of_the_germans(desk):
    units = {
        "de-6fj": "LL14", "de-7fj": "II10", "de-3fj": "S20", "de-5fj": "RR7", "de-2fj": "KK15", "de-heydte": "RR13",
        "de-352": "OO11", "us-1": "HH10", "us-82": "england", "de-6fjr": "NN16",
    }  # fmt: skip
    began = "de-6fj de-7fj de-3fj de-5fj de-2fj de-heydte de-352 us-82 de-6fjr"
    s = dropping(desk, units, side="german", began=began, turn="nov-1")
    s.grounded = desk.units_of("de-heydte")
    s.stuck, s.moved = desk.units_of("de-5fj"), desk.units_of("de-6fjr")
    assert desk.legal("drop") == ["de-6fj"]
    assert whys(desk, "drop", "de-7fj de-3fj de-5fj de-2fj de-heydte de-352 us-82 de-6fjr", "KK17") == {
        "de-7fj": ["20.3"], "de-3fj": ["20.3"], "de-5fj": ["27.7"], "de-2fj": ["20.3"], "de-heydte": ["27.9"],
        "de-352": ["20.13"], "us-82": ["4.1"], "de-6fjr": ["27.7"],
    }  # fmt: skip
    s.flown = desk.units_of("us-82")
    assert desk.legal("drop") == ["de-6fj"]
    s.flown = desk.units_of("de-3fj")
    assert desk.why("drop de-6fj KK17") == ["20.5"]
    s = dropping(desk, units, side="german", began=began, turn="nov-1", options="german-paradrops")
    assert desk.why("drop de-6fj KK17") == ["31.1"]
    assert desk.legal("drop") == [x for x in ("de-6fjr", "de-heydte") if x in desk.legal("drop")]
    assert "de-6fjr" in desk.legal("drop")
