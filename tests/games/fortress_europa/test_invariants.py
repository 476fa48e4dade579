"""Positions that cannot be are noticed."""

from __future__ import annotations

import pytest

from grognard.games.fortress_europa.data.world import ALPINE
from grognard.games.fortress_europa.rules import invariants
from grognard.games.fortress_europa.rules.invariants import plain_capacity
from grognard.games.fortress_europa.rules.standing import freeze, put, set_decoy
from grognard.games.fortress_europa.rules.state import (
    CLOSING,
    FIRST_MOVE,
    LOST,
    NOWHERE,
    RAIL,
    REPLACING,
    SECOND_COMBAT,
    SECOND_MOVE,
    SPENT,
)
from grognard.games.fortress_europa.rules.supply.ports import capacity
from grognard.maps import members
from grognard.suite import rule

UNITS = {
    "us-1": "M9", "us-over-1": "M10", "us-4": "aside", "de-352": "M12", "de-lehr": "KK10", "br-79": "england",
    "br-79-a": "aside",
}  # fmt: skip


def position(desk):
    s = desk.set_up(UNITS)
    s.phase = CLOSING
    s.overstrength[0] = desk.unit("us-4")
    return s


def crowd(s, units):
    for u in units:
        put(s, u, s.data.index["M9"])


@rule("6.3", "30.2")
def test_what_can_be_is_not_complained_of(desk):
    assert list(desk.game.check(position(desk))) == []
    for scenario in desk.game.scenarios:
        assert list(desk.game.check(desk.game.start(scenario.id))) == []


@rule(
    "2.8", "3.3", "5.1", "6.3", "7.1", "8.4", "8.6", "8.7", "9.1", "11.4B", "12.2", "16.3", "17.6", "17.7", "17.7.1",
    "17.9.1", "17.10.4", "18.7.8", "19.1", "19.8", "20.4", "20.5", "20.8", "20.10", "20.11", "21.2", "26.3", "27.3",
    "27.11", "27.12", "28.5", "29.4", "29.5", "30.2", "31.6",
)  # fmt: skip
@pytest.mark.parametrize(
    ("case", "change"),
    [
        ("8.6 6.3 30.2", lambda s, u: put(s, u["us-1"], next(h for h in range(s.data.n) if s.data.sea >> h & 1))),
        ("9.1", lambda s, u: freeze(s, u["de-352"], 2)),
        ("19.1", lambda s, u: s.ship_at.__setitem__(0, LOST - 1)),
        ("17.9.1", lambda s, u: s.mission.__setitem__(0, SPENT - 1)),
        ("17.9.1", lambda s, u: s.mission.__setitem__(0, len(s.data.missions))),
        ("27.12", lambda s, u: put(s, u["us-over-1"], s.data.aside)),
        ("18.7.8", lambda s, u: s.port_damage.__setitem__(0, -1)),
        ("18.7.8", lambda s, u: s.port_damage.__setitem__(0, s.data.ports[0].capacity + 1)),
        ("29.5", lambda s, u: s.mulberry_damage.__setitem__(1, 10)),
        ("20.4", lambda s, u: setattr(s, "allied_drops", -1)),
        ("20.5", lambda s, u: setattr(s, "german_drops", -1)),
        ("20.11", lambda s, u: setattr(s, "german_lifts", -1)),
        ("12.2", lambda s, u: setattr(s, "invasions", -1)),
        ("17.7", lambda s, u: setattr(s, "tac_left", len(s.data.aircraft) + 1)),
        ("17.7.1", lambda s, u: setattr(s, "fuel_reserve", -1)),
        ("7.1", lambda s, u: s.where.__setitem__(u["de-352"], s.data.index["M13"])),
        ("8.6 6.3", lambda s, u: put(s, u["de-352"], next(h for h in range(s.data.n) if s.data.sea >> h & 1))),
        ("7.1 9.1", lambda s, u: s.bound.__setitem__(u["us-1"], 2)),
        ("2.8", lambda s, u: s.face.__setitem__(u["us-over-1"], 1)),
        ("3.3", lambda s, u: s.notes.__setitem__(u["de-352"], 5)),
        ("27.12", lambda s, u: s.overstrength.__setitem__(0, -1)),
        ("27.12", lambda s, u: put(s, u["us-4"], s.data.index["M9"])),
        ("7.1 31.6", lambda s, u: s.decoy_unit.__setitem__(0, u["de-lehr"])),
        ("27.3", lambda s, u: s.pools.__setitem__(0, -1)),
        ("17.9.1", lambda s, u: s.mission.__setitem__(0, 99)),
        ("19.1", lambda s, u: s.ship_at.__setitem__(0, len(s.data.sea_spots))),
        ("18.7.8", lambda s, u: s.port_damage.__setitem__(0, 99)),
        ("29.5", lambda s, u: s.mulberry_damage.__setitem__(0, -1)),
        ("21.2", lambda s, u: setattr(s, "raids", -1)),
        ("21.2", lambda s, u: setattr(s, "raids", 3)),
        ("20.4", lambda s, u: setattr(s, "allied_drops", 6)),
        ("20.5", lambda s, u: setattr(s, "german_drops", 3)),
        ("20.11", lambda s, u: setattr(s, "german_lifts", 3)),
        ("12.2", lambda s, u: setattr(s, "invasions", 3)),
        ("17.7", lambda s, u: setattr(s, "tac_left", -1)),
        ("17.7.1", lambda s, u: setattr(s, "fuel_reserve", 41)),
        ("17.6", lambda s, u: s.mission.__setitem__(s.data.aircraft_ids.index("8th-3"), 0)),
        ("17.10.4", lambda s, u: s.target.__setitem__(0, 3)),
        ("19.8", lambda s, u: s.ship_at.__setitem__(0, LOST)),
        ("27.11", lambda s, u: put(s, s.data.parts_of_79th[0], s.data.index["M9"])),
        ("28.5", lambda s, u: put(s, u["de-lehr-late"], s.data.index["KK10"])),
        ("26.3", lambda s, u: put(s, u["de-352"], s.data.england)),
        ("5.1", lambda s, u: setattr(s, "dropped", 1 << u["us-4"])),
        ("20.10", lambda s, u: setattr(s, "began", 1 << u["us-4"])),
        ("20.8 30.2", lambda s, u: put(s, u["de-352"], s.data.index["M9"])),
        ("30.2 30.2", lambda s, u: setattr(s, "allied", 0)),
        ("30.2", lambda s, u: setattr(s, "allied", s.allied | s.data.bit[s.data.index["M12"]])),
        ("30.2 16.3", lambda s, u: put(s, u["us-1"], s.data.index["P4"])),
        ("11.4B", lambda s, u: setattr(s, "friendly_beaches", s.data.bit[s.data.index["M12"]])),
        ("6.3 8.7", lambda s, u: put(s, u["de-352"], s.data.index["II2"])),
        ("8.4", lambda s, u: put(s, u["de-352"], members(s.data.ground[ALPINE])[0])),
        ("29.4", lambda s, u: s.mulberry_at.__setitem__(0, s.data.index["M12"])),
        ("6.3", lambda s, u: crowd(s, [u["us-29"], u["us-2"], u["us-9"]])),
    ],
)
def test_what_cannot_be_is(desk, case, change):
    s = position(desk)
    assert NOWHERE in s.decoy_at
    change(s, desk.w.unit)
    assert [reason.rule for reason in desk.game.check(s)] == case.split()


@rule("12.2", "17.7.1", "18.7.8", "19.8", "20.4", "20.5", "20.11", "21.2", "27.12", "29.5", "31.6")
def test_everything_at_its_limit_can_be(desk):
    s = position(desk)
    s.raids, s.allied_drops, s.german_drops, s.german_lifts, s.invasions, s.fuel_reserve = 2, 5, 2, 2, 2, 40
    s.port_damage = list(desk.w.port_capacity)
    s.mulberry_damage = [12, 9]
    s.ship_at = [LOST] * len(s.ship_at)
    s.mission[0] = desk.w.mission["bridges"]
    s.target[0] = 3
    set_decoy(s, 0, desk.hex("KK10"), desk.unit("de-lehr"))
    assert list(desk.game.check(s)) == []


@rule("8.4", "27.11", "28.5", "30.2")
def test_mountain_units_parts_of_the_79th_and_late_counters_have_their_place(desk):
    w = desk.w
    s = position(desk)
    alpine = members(w.ground[ALPINE])[0]
    put(s, next(u for u in members(w.mountain_units) if w.side[u] == 0), alpine)
    put(s, desk.unit("br-79"), w.aside)
    put(s, desk.unit("br-79-a"), desk.hex("M9"))
    put(s, desk.unit("de-lehr"), w.removed)
    put(s, desk.unit("de-lehr-late"), desk.hex("KK10"))
    assert list(desk.game.check(s)) == []


@rule("8.4", "10.5", "17.10.1")
def test_a_train_that_aircraft_hit_may_stand_in_the_alps(desk):
    w, s = desk.w, position(desk)
    put(s, desk.unit("de-352"), members(w.ground[ALPINE] & w.rail)[0])
    assert list(desk.game.check(s)) == []
    put(s, desk.unit("de-352"), members(w.ground[ALPINE] & ~w.rail)[0])
    assert [reason.rule for reason in desk.game.check(s)] == ["8.4"]


@rule("27.12")
def test_two_big_counters_do_not_stand_for_one_division(desk):
    s = position(desk)
    put(s, desk.unit("us-over-2"), desk.hex("M10"))
    s.overstrength[1] = desk.unit("us-4")
    assert [reason.rule for reason in desk.game.check(s)] == ["27.12"]


@rule("26.3")
@pytest.mark.parametrize(
    ("unit", "spot"), [("de-352", "africa"), ("de-352", "exited"), ("us-1", "due"), ("us-1", "hidden")]
)
def test_nobody_lies_in_a_box_of_the_other_side(desk, unit, spot):
    s = position(desk)
    put(s, desk.unit(unit), desk.w.spots.index(spot))
    assert "26.3" in {reason.rule for reason in desk.game.check(s)}


@rule("5.1")
@pytest.mark.parametrize("field", ["invaders", "raiding", "trespassing"])
def test_who_acts_on_the_map_is_on_it(desk, field):
    s = position(desk)
    setattr(s, field, desk.units_of("br-79"))
    assert [reason.rule for reason in desk.game.check(s)] == ["5.1"]
    setattr(s, field, desk.units_of("us-1"))
    assert list(desk.game.check(s)) == []


@rule("6.3", "20.8", "30.2", "18.7.3")
def test_impulses_may_be_untidy(desk):
    """Stacks, ground and capacity are looked at when no impulse is under way."""
    s = position(desk)
    crowd(s, [desk.unit(u) for u in ("us-29", "us-2", "us-9")])
    put(s, desk.unit("de-352"), desk.hex("M9"))
    for phase, wrong in ((REPLACING, True), (FIRST_MOVE, False), (SECOND_COMBAT, False), (RAIL, True)):
        s.phase = phase
        assert bool({"6.3", "20.8"} & {reason.rule for reason in desk.game.check(s)}) == wrong


@rule("18.7.3")
def test_capacity_is_counted_anew(desk, monkeypatch):
    """Ports, mulberries and units one by one, against what the rules keep in sets (18.7.3)."""
    s = desk.set_up(
        {
            "us-1": "K2",
            "us-4": "M9",
            "us-101": "M9",
            "us-rangers": "M9",
            "us-9": "E10",
            "de-352": "D9",
            "de-353": "B3",
        },
        allied="B2 P4",
        ports_asleep=1 << desk.w.port_at[desk.hex("P4")],
        mulberry_at=[desk.hex("M5"), NOWHERE],
        mulberry_damage=[2, 0],
        by_air=desk.units_of("us-101"),
    )
    values = {desk.w.labels[h]: desk.w.port_capacity[p] for p, h in enumerate(desk.w.port_hex)}
    assert desk.w.adjacent[desk.hex("B3")] >> desk.hex("B2") & 1
    assert plain_capacity(s) == capacity(s) == values["K2"] + 12 - 2 - 3, "Nantes is blocked, Brest in a zone"
    s.phase = CLOSING
    monkeypatch.setattr(invariants, "capacity", lambda s: 0)
    assert [reason.rule for reason in desk.game.check(s)] == ["18.7.3"]


@rule("6.3", "25.3")
def test_what_volkssturm_overstacks_has_its_time(desk):
    s = desk.set_up(dict.fromkeys(("de-352", "de-353", "de-91", "de-vs-1"), "RR7"))
    s.phase = CLOSING
    assert list(desk.game.check(s)) == [], "25.3"
    put(s, desk.unit("de-vs-1"), desk.w.waiting)
    put(s, desk.unit("de-77"), desk.hex("RR7"))
    assert [reason.rule for reason in desk.game.check(s)] == ["6.3"]


@rule("18.7.3", "11.8", "29.4", "20.15", "21.1", "31.15")
@pytest.mark.parametrize(
    ("units", "allied", "more", "expected"),
    [
        ({}, "", {}, 0),
        ({}, "", {"mulberry": "M5"}, 12),
        ({"de-352": "M6"}, "", {"mulberry": "M5"}, 0),
        ({"de-352": "M6", "us-1": "M5"}, "", {"mulberry": "M5"}, 11),
        ({"us-1": "M5"}, "", {"mulberry": "M5"}, 11),
        ({}, "C9", {}, 3),
        ({"de-352": "D8"}, "C9", {}, 0),
        ({"de-352": "D8", "us-1": "C9"}, "C9", {}, 2),
        ({"us-1": "R20"}, "", {}, -1),
        ({"us-rangers": "R20"}, "", {}, 0),
        ({"us-101": "R20"}, "", {"by_air": "us-101"}, 0),
        ({"us-101": "R20"}, "", {"by_air": "us-82"}, -1),
        ({"us-2arm": "exited"}, "", {}, -1),
        ({"us-1": "england"}, "", {}, 0),
        ({"de-352": "R20"}, "", {}, 0),
        ({}, "C9", {"asleep": "C9"}, 0),
        ({}, "C9", {"asleep": "B2 K2 P4 CC6"}, 3),
        ({"de-352": "R20"}, "C9", {}, 3),
    ],
)
def test_capacity_harbour_by_harbour(desk, units, allied, more, expected):
    w = desk.w
    assert w.port_capacity[w.port_at[desk.hex("C9")]] == 3
    asleep = sum(1 << w.port_at[desk.hex(x)] for x in more.get("asleep", "").split())
    at = desk.hex(more["mulberry"]) if "mulberry" in more else NOWHERE
    s = desk.set_up(
        units, allied=allied, mulberry_at=[at, NOWHERE], by_air=desk.units_of(more.get("by_air", "")), steps=[],
        ports_asleep=asleep,
    )  # fmt: skip
    assert (plain_capacity(s), capacity(s)) == (expected, expected)


@rule("9.1")
def test_only_germans_are_frozen_and_nobody_after_the_release(desk):
    for released, unit, wrong in (
        (False, "de-352", False), (False, "us-1", True), (True, "de-352", True), (True, "us-1", True),
    ):  # fmt: skip
        s = position(desk)
        s.released = released
        freeze(s, desk.unit(unit), 2)
        assert [reason.rule for reason in desk.game.check(s)] == (["9.1"] if wrong else []), (released, unit)


@rule("27.12", "31.6", "31.7")
def test_whoever_a_counter_stands_for_or_a_decoy_covers(desk):
    """Looked at for the first unit of the list as for all others."""
    w, first = desk.w, 0
    for places, standing, wrong in (
        ((w.aside, "M9", "aside"), (first, -1), []), ((w.aside, "M9", "M10"), (first, -1), ["27.12"]),
        (("RR7", "M9", "aside"), (first, -1), ["27.12"]), ((w.aside, "M9", "M10"), (first, first), ["27.12"]),
        (("RR7", "aside", "aside"), (first, -1), ["27.12"]), (("RR7", "aside", "aside"), (-1, -1), []),
    ):  # fmt: skip
        s = position(desk)
        put(s, desk.unit("us-4"), w.removed)
        for unit, place in zip((first, desk.unit("us-over-1"), desk.unit("us-over-2")), places, strict=True):
            put(s, unit, place if isinstance(place, int) else w.spots.index(place))
        s.overstrength[:2] = standing
        assert [reason.rule for reason in desk.game.check(s)] == wrong, (places, standing)
    for hex_of_unit, note, decoy, astray in (
        ("RR7", NOWHERE, "RR7", False), ("RR7", NOWHERE, "RR8", True), ("hidden", desk.hex("M9"), "M9", False),
        ("hidden", desk.hex("M9"), "M10", True), ("RR7", NOWHERE, "", True),
    ):  # fmt: skip
        s = position(desk)
        put(s, first, w.spots.index(hex_of_unit))
        s.notes[first] = note
        set_decoy(s, 0, desk.hex(decoy) if decoy else NOWHERE, first)
        found = [reason.rule for reason in desk.game.check(s)]
        assert found == (["31.6"] if astray else []), (hex_of_unit, decoy)


@rule("8.7", "11.4B", "16.3")
def test_ruins_beaches_and_the_dyke(desk):
    for unit, place, more, wrong in (
        ("us-1", "P4", {"ruined": "P4"}, ""), ("us-1", "P4", {}, "16.3"), ("us-1", "M9", {"ruined": "P4"}, ""),
        ("us-1", "M9", {"friendly_beaches": "M5"}, ""), ("de-352", "M5", {"friendly_beaches": "M5"}, "11.4B"),
        ("us-1", "II2", {}, "6.3 8.7"), ("de-352", "II2", {}, "6.3 8.7"),
    ):  # fmt: skip
        s = position(desk)
        put(s, desk.unit(unit), desk.hex(place))
        if unit == "us-1":
            s.allied |= desk.hexes_of(place)
        for field, labels in more.items():
            setattr(s, field, desk.hexes_of(labels))
        assert [reason.rule for reason in desk.game.check(s)] == wrong.split(), (unit, place, more)


@rule("18.7.3", "29.4")
def test_a_mulberry_serves_unless_a_zone_reaches_it_and_nobody_is_there(desk):
    """Hex by hex around M5, with a German unit there, and with an Allied one while a German unit stands in M6."""
    for label in sorted(desk.disc("M5", 2)):
        s = desk.set_up({"de-352": label}, mulberry_at=[desk.hex("M5"), NOWHERE], steps=[])
        expected = 0 if label in desk.near("M5") | {"M5"} else 12
        assert (plain_capacity(s), capacity(s)) == (expected, expected), label
        s = desk.set_up({"de-352": "M6", "us-1": label}, mulberry_at=[LOST, desk.hex("M5")], steps=[])
        expected = 8 if label == "M5" else -1
        assert (plain_capacity(s), capacity(s)) == (expected, expected), label


@rule("5.4")
def test_who_has_spent_movement_has_moved_sailed_or_tried_a_river(desk):
    def wrong(phase=FIRST_MOVE, **fields):
        s = desk.set_up({**UNITS, "us-29": "england"})
        s.overstrength[0] = desk.unit("us-4")
        s.phase = phase
        for name, value in fields.items():
            setattr(s, name, value)
        s.facts = None
        return [reason.text for reason in desk.game.check(s) if reason.rule == "5.4"]

    u, far = desk.unit("us-1"), desk.unit("us-29")
    spent = [0] * desk.w.n_units
    spent[u] = 1
    assert wrong() == []
    assert wrong(spent=spent) == ["American 1 Infantry has spent movement and has not moved."]
    assert wrong(SECOND_MOVE, spent=spent) != []
    assert wrong(spent=spent, moved=1 << far, sailed=1 << far, tried=((far, 1),)) != [], "another's move"
    for known in ({"moved": 1 << u}, {"sailed": 1 << u}, {"tried": ((u, 1),)}):
        assert wrong(spent=spent, **known) == []
    spent[far], spent[u] = 1, 0
    assert wrong(spent=spent) == [], "who is off the map moves no more"
    spent[u] = 1
    assert wrong(CLOSING, spent=spent) == [], "of no account once the impulse is over"


@rule("18.7.3", "11.4C", "18.8")
def test_a_plain_count_knows_of_mulberries_behind_water(desk):
    """In the port of Nantes a mulberry gives nothing while a German holds the hex at the mouth of the river."""
    w = desk.w
    port = next(p for p, h in enumerate(w.port_hex) if h == desk.hex("E10"))
    mouth = w.labels[members(w.port_passage[port])[0]]
    for foe, counted in ((mouth, -1), ("M20", 12 - 1)):
        s = desk.set_up({"us-1": "E10", "de-352": foe}, mulberry_at=[desk.hex("E10"), LOST], ports_asleep=1 << port)
        assert (plain_capacity(s), capacity(s)) == (counted, counted)
