"""11, 12: who sails and who invades: each condition by itself, and the case next to it in which nothing is against
it."""

from __future__ import annotations

import pytest

from grognard.games.fortress_europa.data.world import FLOODED, MOUNTAIN, ROUGH
from grognard.games.fortress_europa.rules.landing.beachhead import (
    do_land,
    someone_can_leave,
    why_no_landing,
    why_not_followed,
    why_not_following,
)
from grognard.games.fortress_europa.rules.landing.invasion import (
    Foothold,
    cannot_retreat,
    drop_rolled,
    first_invasion_failed,
    landing_bonus,
    only_own_hex,
    put_invader,
    second_invasion_failed,
    why_no_invasion,
    why_not_from_sea,
    why_not_invaded,
    why_not_invading,
)
from grognard.games.fortress_europa.rules.landing.sea import (
    close_the_seas,
    evacuates,
    no_sailing,
    sea_allowance,
    sea_limit,
    why_no_departure,
    why_no_harbour,
    why_not_sailing,
)
from grognard.games.fortress_europa.rules.landing.site import area_of, blockers
from grognard.games.fortress_europa.rules.sequence import Moving
from grognard.games.fortress_europa.rules.state import (
    FIRST_COMBAT,
    FIRST_MOVE,
    SECOND_COMBAT,
    SECOND_MOVE,
)
from grognard.maps import members
from grognard.suite import rule

SETS = {"began", "stuck", "moved", "flown", "sailed", "dropped", "invaders", "raiding", "landed", "pinned", "ashore"}


def rules(found):
    return [why.rule for why in found]


def stand(desk, units, *, alone=False, **more):
    """Without any step: units, and fields of the state, sets of units by names. Unless they are `alone`, the last
    unit of the list, which is out of the game, is in every set as well: nobody may be mistaken for it."""
    fields = {k: desk.units_of(v) if k in SETS and isinstance(v, str) else v for k, v in more.items()}
    s = desk.set_up(units, **({"steps": [], "capacity_start": 5} | fields))
    for name in () if alone else SETS - {"began", "flown"}:
        setattr(s, name, getattr(s, name) | 1 << desk.w.n_units - 1)
    return s


# ------------------------------------------------------------------------------------------------ invasions


@rule("12.1", "12.2", "12.3", "12.14", "12.18")
@pytest.mark.parametrize(
    ("more", "expected"),
    [
        ({}, []),
        ({"side": "german"}, ["12.3"]),
        ({"impulse": 2}, ["12.3"]),
        ({"weather": "overcast"}, ["12.1"]),
        ({"weather": "overcast", "invasion_turn": 10}, []),
        ({"invasions": 2}, ["12.2"]),
        ({"invasions": 2, "invasion_turn": 10}, []),
        ({"invasions": 0}, ["12.2"]),
        ({"invasions": 0, "turn": "jun-1"}, []),
        ({"turn": "jul-4"}, ["12.2"]),
        ({"turn": "aug-1"}, []),
        ({"turn": "sep-4"}, []),
        ({"turn": "oct-1"}, ["12.2"]),
        ({"capacity_start": 1}, []),
        ({"capacity_start": 0}, ["12.14"]),
        ({"capacity_start": -1}, ["12.14"]),
        ({"sea_used": 1}, ["12.3"]),
        ({"capacity_start": 0, "sea_used": 1}, ["12.14", "12.3"]),
    ],
)
def test_when_an_invasion_is_made(desk, more, expected):
    s = stand(desk, {"us-1": "M20"}, **({"turn": "aug-2", "invasions": 1, "invasion_turn": 1} | more))
    assert desk.w.turn_of["aug-2"] == 10
    assert rules(why_no_invasion(s)) == expected
    if more == {"capacity_start": 0}:
        s = stand(desk, {"us-1": "england"}, turn="aug-2", invasions=1, invasion_turn=1, capacity_start=0)
        assert rules(why_no_invasion(s)) == [], "nobody is on the continent"


@rule("12.4", "12.13", "13.1", "20.14", "27.7", "31.16")
@pytest.mark.parametrize(
    ("unit", "place", "more", "expected"),
    [
        ("br-3", "england", {}, []),
        ("br-3", "africa", {}, []),
        ("br-3", "M20", {}, ["12.4"]),
        ("br-3", "waiting", {}, ["12.4"]),
        ("br-3", "england", {"began": "br-50 us-rangers"}, ["12.4"]),
        ("br-3", "england", {"moved": "br-3"}, ["27.7"]),
        ("br-3", "england", {"stuck": "br-3"}, ["27.7"]),
        ("br-3", "england", {"stuck": "br-50", "moved": "br-50"}, []),
        ("br-7arm", "england", {}, ["12.13"]),
        ("br-79", "england", {}, []),
        ("br-79-a", "england", {}, ["12.13"]),
        ("br-79-a", "england", {"options": "funnies", "turn": "jun-1"}, []),
        ("br-79-a", "england", {"options": "funnies", "turn": "aug-1"}, ["12.13"]),
        ("us-hq-bradley", "england", {}, ["13.1"]),
        ("us-101", "england", {}, []),
        ("us-101", "england", {"named": True}, ["20.14"]),
        ("br-3", "england", {"named": True}, []),
        ("de-352", "K20", {}, ["12.4"]),
    ],
)
def test_who_invades(desk, unit, place, more, expected):
    more = dict(more)
    named = more.pop("named", False)
    s = stand(desk, {"br-50": "england", "us-rangers": "england", unit: place}, **({"began": -1} | more))
    assert rules(why_not_invading(s, desk.unit(unit), named)) == expected
    sea = [x for x in expected if x not in ("13.1", "20.14")]
    assert rules(why_not_from_sea(s, desk.unit(unit))) == sea


@rule("12.4", "12.5", "12.6", "12.7", "12.10", "12.15", "12.16", "14.11", "18.7.4", "20.14")
@pytest.mark.parametrize(
    ("label", "units", "more", "expected"),
    [
        ("M5", {}, {}, []),
        ("M5", {"br-3": "africa"}, {}, ["12.4"]),
        ("N33", {}, {}, ["12.4"]),
        ("N33", {"br-3": "africa"}, {}, []),
        ("R20", {}, {}, ["12.5"]),
        ("GG3", {}, {}, ["12.16"]),
        ("A17", {}, {}, ["12.16"]),
        ("V5", {}, {}, ["12.15"]),
        ("M5", {}, {"site": "L4"}, []),
        ("L3", {}, {"site": "M5"}, ["12.6"]),
        ("CC4", {}, {"site": "DD4"}, ["12.15"]),
        ("M5", {"us-101": "M5"}, {"dropped": "us-101"}, ["20.14"]),
        ("M5", {"us-101": "L4"}, {"dropped": "us-101"}, []),
        ("M5", {"br-50": "M5"}, {}, []),
        ("M5", {"br-50": "M5", "br-49": "M5"}, {}, ["12.7"]),
        ("M6", {"br-50": "M6"}, {}, ["12.7"]),
        ("M6", {}, {}, []),
        ("M6", {"de-352": "M5"}, {}, ["12.5"]),
        ("M5", {"de-352": "M5", "us-1": "M5"}, {}, ["14.11"]),
        ("M5", {"de-352": "M5", "br-50": "M5"}, {}, []),
        ("M5", {"us-1": "M5"}, {}, []),
        ("M5", {}, {"room": 0}, []),
        ("M5", {}, {"room": -1}, ["12.10"]),
        ("M5", {"us-1": "M20", "us-4": "M20"}, {"turn": "aug-2", "allied": "E10"}, ["18.7.4"]),
        ("M5", {"us-1": "M20"}, {"turn": "aug-2", "allied": "E10"}, []),
    ],
)
def test_where_a_unit_invades(desk, label, units, more, expected):
    """3rd British; what is left of the capacity of the Western Channel beside its factor is named as `room`."""
    first = next(a.first for a in desk.w.areas if a.id == "channel-west")
    more = {"turn": "jun-1"} | more
    if "room" in more:
        more["landed_factors"] = first - desk.w.combat[desk.unit("br-3")][0] - more.pop("room")
    if "site" in more:
        more["site"] = desk.hexes_of(more["site"])
    s = stand(desk, {"br-3": "england"} | units, phase=FIRST_MOVE, **more)
    assert rules(why_not_invaded(s, desk.unit("br-3"), desk.hex(label))) == expected


@rule("12.2", "12.3", "11.6", "12.10", "18.7.1")
def test_what_a_landing_notes(desk):
    for turn, made, second in (("jun-1", 0, 0), ("aug-2", 1, 10)):
        s = stand(desk, {"br-3": "england", "br-50": "england"}, turn=turn, invasions=made, began=-1, alone=True)
        put_invader(s, desk.unit("br-3"), desk.hex("M5"), None)
        put_invader(s, desk.unit("br-50"), desk.hex("L4"), None)
        both = desk.units_of("br-3 br-50")
        assert (s.invaders, s.ashore, s.landed) == (both, both, both)
        assert not s.began & both
        assert (s.invasions, s.invasion_turn, s.second_turn) == (made + 1, s.turn, second)
        assert s.ten_waiting
        assert s.site == desk.hexes_of("M5 L4")
        assert s.landed_factors == sum(desk.w.combat[desk.unit(u)][0] for u in ("br-3", "br-50"))
        assert desk.w.areas[s.landing_area].id == "channel-west"
        assert (desk.at("br-3"), desk.at("br-50")) == ("M5", "L4")


@rule("12.10")
def test_the_areas_of_beaches(desk):
    w = desk.w
    for labels, name in (("M5", "channel-west"), ("N33", "mediterranean"), ("CC4", "channel-east")):
        assert w.areas[area_of(w, desk.hexes_of(labels))].id == name
    small = min(w.areas, key=lambda a: a.first)
    large = max(w.areas, key=lambda a: a.first)
    both = sum(w.bit[w.index[a.hexes[0]]] for a in (small, large))
    assert w.areas[area_of(w, both)].id == small.id
    s = stand(desk, {"de-352": "C9", "us-1": "D9"})
    assert blockers(s, desk.hex("E10")) == desk.hexes_of("C9"), "the Germans alone block"
    assert blockers(s, desk.hex("M5")) == 0


@rule("12.8", "12.9", "20.8", "21.11")
def test_who_fights_in_his_own_hex_alone(desk):
    units = {"br-3": "M5", "us-101": "M8", "us-rangers": "L4", "us-1": "M10"}
    foes = {"de-352": "M8", "de-353": "L4", "de-91": "M10"}
    marks = {"invaders": "br-3", "dropped": "us-101", "raiding": "us-rangers"}
    s = stand(desk, units | foes, **marks)
    assert [only_own_hex(s, desk.unit(u)) for u in units] == [True, True, True, False]
    s = stand(desk, units | {"de-352": "M7"}, **marks)
    assert [cannot_retreat(s, desk.unit(u)) for u in units] == [True, False, False, False]
    assert not only_own_hex(s, desk.unit("de-352"))


@rule("12.13", "31.16")
def test_what_the_79th_adds(desk):
    units = {"br-79": "M5", "br-3": "M5", "br-79-a": "L4", "br-79-b": "L4"}
    for turn, invaders, attackers, value in (
        ("jun-1", "br-79 br-3", "br-79 br-3", 2),
        ("jun-1", "br-3", "br-79 br-3", 0),
        ("jun-1", "br-79 br-3", "br-3", 0),
        ("aug-1", "br-79 br-3", "br-79 br-3", 0),
        ("jun-1", "br-79-a br-79-b br-3", "br-79-a br-3", 1),
        ("jun-1", "br-79-a br-79-b br-3", "br-79-a br-79-b br-3", 2),
        ("jun-1", "br-3", "br-79-a br-79-b br-3", 0),
    ):
        s = stand(desk, units, turn=turn, invaders=invaders)
        found = landing_bonus(s, desk.units_of(attackers))
        assert (found.value if found else 0) == value, (turn, invaders, attackers)


@rule("12.9", "12.7", "11.4B", "12.8")
def test_when_the_first_combat_impulse_of_an_invasion_is_over(desk):
    units = {"br-3": "M5", "us-1": "L4", "de-352": "L4"}
    site = desk.hexes_of("M5 L4 M6")
    s = stand(desk, units, turn=1, invasion_turn=1, invaders="br-3 us-1", site=site, phase=FIRST_MOVE, alone=True)
    Foothold().run(s, None)
    assert desk.at("us-1") == "destroyed"
    assert desk.at("br-3") == "M5"
    assert s.invaders == 0
    assert s.friendly_beaches == desk.hexes_of("M5"), "M6 is no beach, and Germans are in L4"
    assert s.phase == FIRST_COMBAT
    for more in ({"side": "german"}, {"invasion_turn": 2}):
        s = stand(
            desk, units, **({"turn": 1, "invasion_turn": 1, "invaders": "br-3", "site": site, "alone": True} | more)
        )
        Foothold().run(s, None)
        assert s.invaders == desk.units_of("br-3")
        assert s.friendly_beaches == 0


@rule("12.18")
def test_when_an_invasion_has_failed(desk):
    for place, invasions, more, first, second in (
        ("england", 1, {}, True, False),
        ("M20", 1, {}, False, False),
        ("england", 0, {}, False, False),
        ("england", 2, {}, False, True),
        ("M20", 2, {}, False, False),
        ("england", 1, {"invasion_turn": 9, "phase": SECOND_MOVE}, False, False),
        ("england", 1, {"invasion_turn": 9, "phase": SECOND_COMBAT}, True, False),
        ("england", 1, {"invasion_turn": 9, "phase": SECOND_MOVE, "side": "german"}, True, False),
    ):
        s = stand(desk, {"us-1": place, "de-352": "R20"}, turn=9, invasions=invasions, **more)
        assert first_invasion_failed(s) == first, (place, invasions, more)
        assert second_invasion_failed(s) == second


@rule("20.14", "20.10")
def test_whether_a_drop_was_rolled_for(desk):
    for flown, stuck, expected in (
        ("", "", False), ("us-101", "", True), ("us-101", "us-101", False), ("de-6fj", "", False),
        ("us-101 us-82", "us-101", True),
    ):  # fmt: skip
        assert drop_rolled(stand(desk, {"us-1": "K2"}, flown=flown, stuck=stuck)) == expected


# -------------------------------------------------------------------------------------- the second impulse


@rule("12.4", "12.10", "12.11")
def test_who_lands_in_the_second_impulse(desk):
    w = desk.w
    area = next(i for i, a in enumerate(w.areas) if a.id == "channel-west")
    base = {"turn": 9, "invasion_turn": 9, "impulse": 2, "landing_area": area, "began": -1}
    for more, expected in (
        ({}, []),
        ({"side": "german"}, ["12.11"]),
        ({"impulse": 1}, ["12.11"]),
        ({"invasion_turn": 8}, ["12.11"]),
        ({"landed_second": 3}, []),
        ({"landed_second": 4}, ["12.10"]),
    ):
        s = stand(desk, {"br-3": "england"}, **(base | more))
        assert rules(why_no_landing(s, Moving(), "allied")) == expected, more
    for unit, place, more, expected in (
        ("br-3", "england", {}, []),
        ("br-3", "africa", {}, ["12.4"]),
        ("us-hq-bradley", "england", {}, []),
        ("us-hq-bradley", "england", {"landed_hqs": 1}, ["12.10"]),
        ("br-3", "england", {"landed_hqs": 1}, []),
        ("br-7arm", "england", {}, ["12.13"]),
        ("br-3", "M20", {}, ["12.4"]),
    ):
        s = stand(desk, {unit: place}, **(base | more))
        assert rules(why_not_following(s, desk.unit(unit))) == expected, (unit, place, more)


@rule("12.5", "12.11", "14.11", "18.7.4", "21.7")
def test_where_a_unit_lands_in_the_second_impulse(desk):
    base = {"turn": "jun-1", "invasion_turn": 1, "impulse": 2, "phase": SECOND_MOVE}
    three = {"br-50": "M5", "br-49": "M5", "br-51": "M5"}
    for label, units, site, expected in (
        ("M5", {}, "M5", []),
        ("M5", {}, "L4", ["12.11"]),
        ("M5", {"de-352": "M5"}, "M5", ["12.11"]),
        ("M6", {}, "M6", []),
        ("M6", {"de-352": "N5"}, "M6", ["12.5"]),
        ("M5", {"de-352": "M7", "us-1": "M6"}, "M5", []),
        ("M5", three, "M5", []),
        ("M5", three | {"de-352": "L5"}, "M5", ["12.11"]),
        ("M5", {"br-50": "M5", "br-49": "M5", "de-352": "L5"}, "M5", []),
    ):
        s = stand(desk, {"br-3": "england"} | units, site=desk.hexes_of(site), **base)
        if "de-352" in units:
            s.pinned = desk.units_of(" ".join(u for u in units if u.startswith("br")))
        assert rules(why_not_followed(s, desk.unit("br-3"), desk.hex(label))) == expected, (label, units)
    s = stand(desk, {"br-3": "england"} | three, site=desk.hexes_of("M5"), **base)
    assert someone_can_leave(s, desk.unit("br-3"), desk.hex("M5"))


@rule("8.1", "8.2", "8.3", "8.9", "12.11", "12.3")
def test_what_the_ground_does_to_who_lands_in_the_second_impulse(desk):
    """In rough ground armor alone is slowed, floods mire everybody, mountains and zones end the move."""
    w = desk.w
    grounds = {ground: w.labels[members(w.beaches & w.ground[ground])[0]] for ground in (ROUGH, FLOODED, MOUNTAIN)}
    base = {"turn": "jun-1", "invasions": 1, "invasion_turn": 1, "impulse": 2}
    for unit in ("br-3", "br-7arm"):
        for label, german, expected in (
            ("M5", "", ""),
            ("M5", "M6", "pinned"),
            (grounds[ROUGH], "", "slowed" if unit == "br-7arm" else ""),
            (grounds[FLOODED], "", "mired"),
            (grounds[MOUNTAIN], "", "moved"),
        ):
            units = {unit: "england"} | ({"de-352": german} if german else {})
            s = desk.set_up(units, began=desk.units_of(unit), site=desk.hexes_of(label), landing_area=0, **base)
            do_land(s, Moving(), "allied", (desk.unit(unit), desk.hex(label)), None)
            bit = desk.units_of(unit)
            done = [name for name in ("slowed", "mired", "pinned", "moved") if getattr(s, name)]
            assert done == ([expected] if expected else []), (unit, label)
            assert (s.ashore, s.sailed, s.began, s.landed_second) == (bit, bit, 0, 1)
            assert s.landed_hqs == 0


# ------------------------------------------------------------------------------------------------- by sea


@rule("11.5", "11.6", "11.7")
def test_how_many_passages_a_turn_has(desk):
    for more, most in (
        ({}, 5),
        ({"ten_waiting": True}, 10),
        ({"ten_waiting": True, "weather": "overcast"}, 5),
        ({"ten_waiting": True, "invasion_turn": 9}, 5),
        ({"bases_turn": 8}, 6),
        ({"bases_turn": 9}, 5),
        ({"bases_turn": 10}, 5),
        ({"bases_turn": 8, "ten_waiting": True}, 10),
    ):
        s = stand(desk, {"us-1": "england"}, turn=9, **more)
        assert sea_limit(s) == most, more
        for used in (most - 1, most, most + 1):
            s.sea_used = used
            found = rules(no_sailing(s, Moving(), "allied"))
            number = {10: "11.6", 6: "11.7", 5: "11.5"}[most]
            closed = ["12.3"] if more.get("invasion_turn") == 9 else []
            assert found == closed + ([number] if used >= most else [])
        waiting = s.ten_waiting
        close_the_seas(s)
        assert s.ten_waiting == (waiting and most != 10)
    s = stand(desk, {"us-1": "england"}, side="german")
    assert rules(no_sailing(s, Moving(), "german")) == ["11.2"]
    for weather, expected in (("overcast", []), ("overcast-star", []), ("storm", ["11.9"])):
        assert rules(no_sailing(stand(desk, {"us-1": "england"}, weather=weather), Moving(), "allied")) == expected


@rule("11.4A", "11.4C", "11.8", "20.16")
def test_where_a_unit_lands_by_sea(desk):
    w = desk.w
    nantes = w.port_at[desk.hex("E10")]
    m5 = desk.hex("M5")
    for label, units, allied, more, expected in (
        ("C9", {}, "C9", {}, []),
        ("C9", {}, "", {}, ["11.8"]),
        ("C9", {"de-352": "D8"}, "C9", {}, ["11.8"]),
        ("C9", {"de-352": "D8", "us-4": "C9"}, "C9", {}, []),
        ("R20", {}, "R20", {}, ["11.4A"]),
        ("E10", {}, "E10", {}, []),
        ("E10", {"de-352": "C10"}, "E10", {}, ["11.4C"]),
        ("GG3", {}, "GG3", {}, []),
        ("GG3", {"de-352": "HH1"}, "GG3", {}, ["11.8"]),
        ("E10", {}, "E10", {"ports_asleep": 1 << nantes}, ["20.16"]),
        ("E10", {"us-rangers": "E10"}, "E10", {"ports_asleep": 1 << nantes}, ["21.4"]),
        ("E10", {"us-rangers": "E10", "us-101": "E10"}, "E10", {"ports_asleep": 1 << nantes}, ["20.16"]),
        ("E10", {}, "E10", {"ports_asleep": ~(1 << nantes) & 0xFFF}, []),
        ("M5", {}, "", {"mulberry_at": [m5, -1]}, []),
        ("M5", {}, "", {"mulberry_at": [-1, m5]}, []),
        ("M5", {}, "", {}, ["11.4A"]),
        ("M5", {"de-352": "M6"}, "", {"mulberry_at": [m5, -1]}, ["11.8"]),
        ("M5", {"de-352": "M6", "us-4": "M5"}, "", {"mulberry_at": [m5, -1]}, []),
    ):
        s = stand(desk, {"us-1": "england"} | units, allied=allied, **more)
        assert rules(why_no_harbour(s, desk.hex(label))) == expected, (label, units, more)
    for allied, words in (
        ("", "is not an Allied port"),
        ("C9", "in a German zone"),
        ("GG3", "is not an Allied port"),
    ):
        s = stand(desk, {"us-1": "england", "de-352": "D8"}, allied=allied)
        assert words in next(why_no_harbour(s, desk.hex("C9"))).reason().text, allied


@rule("11.4B", "11.4C", "31.5")
def test_where_a_unit_leaves_by_sea(desk):
    m5 = desk.hex("M5")
    beach = {"friendly_beaches": desk.hexes_of("M5")}
    for label, units, more, expected, over_beach in (
        ("C9", {}, {}, [], False),
        ("E10", {}, {}, [], False),
        ("E10", {"de-352": "D9"}, {}, ["11.4C"], False),
        ("M5", {}, {}, ["11.4B"], True),
        ("M5", {}, beach, [], True),
        ("L4", {}, beach, ["11.4B"], True),
        ("M5", {}, beach | {"evacuated": 1}, [], True),
        ("M5", {}, beach | {"evacuated": 2}, ["11.4B"], True),
        ("M5", {}, {"mulberry_at": [-1, m5], "evacuated": 2}, [], False),
        ("I4", {}, {"options": "jersey"}, [], False),
        ("J4", {}, {"options": "jersey"}, ["11.4B"], True),
    ):
        s = stand(desk, {"us-1": label, "us-4": "K2"} | units, allied="K2 P4", **more)
        assert rules(why_no_departure(s, desk.unit("us-1"))) == expected, (label, more)
        assert evacuates(s, desk.unit("us-1")) == over_beach
    assert not evacuates(stand(desk, {"us-1": "england"}), desk.unit("us-1"))


@rule("11.1", "11.2", "11.3", "11.4", "11.4A", "7.2", "8.3")
def test_who_sails(desk):
    for units, more, expected in (
        ({}, {}, []),
        ({"us-1": "england"}, {}, []),
        ({"us-1": "waiting"}, {}, ["11.4"]),
        ({}, {"sailed": "us-1"}, ["11.4A"]),
        ({}, {"sailed": "us-4"}, []),
        ({}, {"stuck": "us-1"}, ["27.7"]),
        ({}, {"landed": "us-1", "raiding": "us-1"}, ["21.2"]),
        ({}, {"pinned": "us-1"}, ["8.9"]),
        ({}, {"moved": "us-1"}, []),
        ({"de-352": "K3"}, {"moved": "us-1"}, ["7.2"]),
        ({"de-352": "K3"}, {}, []),
        ({"us-1": "S34"}, {"moved": "us-1", "allied": "S34"}, ["8.3"]),
        ({"us-1": "S34"}, {"allied": "S34"}, []),
    ):
        s = stand(desk, {"us-1": "K2", "us-4": "P4"} | units, **({"allied": "K2 P4"} | more))
        assert rules(why_not_sailing(s, desk.unit("us-1"))) == expected, (units, more)
    s = stand(desk, {"us-1": "K2", "us-4": "P4"})
    for spent, expected in ((2, []), (3, ["11.3"])):  # half of 4
        s.spent[desk.unit("us-1")] = spent
        assert rules(why_not_sailing(s, desk.unit("us-1"))) == expected
    assert rules(why_not_sailing(stand(desk, {"de-352": "K2"}), desk.unit("de-352"))) == ["11.2"]


@rule("11.3", "5.6", "8.1")
def test_half_a_move_is_left_beside_a_passage(desk):
    for unit, factor, weather, slowed, half in (
        ("us-1", 4, "clear", False, 2), ("us-2arm", 7, "clear", False, 3), ("us-2arm", 7, "clear", True, 2),
        ("us-1", 4, "storm", False, 1),
    ):  # fmt: skip
        assert desk.w.move[desk.unit(unit)][0] == factor
        for sailed in ("", unit):
            s = stand(desk, {unit: "K2"}, weather=weather, sailed=sailed)
            s.slowed = desk.units_of(unit) if slowed else 0
            assert sea_allowance(s, desk.unit(unit)) == half, (unit, weather, sailed)
    s = stand(desk, {"us-hq-bradley": "K2"}, impulse=1)
    assert sea_allowance(s, desk.unit("us-hq-bradley")) == 0
