"""17: what is asked of one aircraft, one unit and one hex is not asked of another beside it."""

from __future__ import annotations

import pytest

from grognard.games.fortress_europa.data.world import ALLIED
from grognard.games.fortress_europa.rules.air.air import (
    AlliedAllocation,
    GermanAllocation,
    americans_halved,
    british_halved,
    flying,
    tac_range,
)
from grognard.games.fortress_europa.rules.air.air_phase import AirBoxes
from grognard.games.fortress_europa.rules.air.missions import arrived, before_next, hunted, seen_on, sight
from grognard.games.fortress_europa.rules.state import SPENT
from grognard.suite import rule

TAC = tuple(f"luftwaffe-{n}" for n in range(1, 6))
"""The German TAC of the Advanced Air System."""
AGAINST_GERMANY = {"replacements", "fuel"}
"""17.9.2 of the Advanced Air System: what aircraft in the Germany box fly against."""


def planes(desk, ids):
    return sum(1 << desk.w.plane[a] for a in ids)


# ------------------------------------------------------------------------------------------------ allocation


@rule("17.10.3", "17.9.1")
@pytest.mark.parametrize(
    ("flights", "together"),
    [({}, False), ({"9th-2": "railway"}, False), ({"8th-1": "bridges"}, False), ({"8th-1": "railway"}, True),
     ({"bomber-command-2": "railway", "9th-2": "railway"}, True), ({"8th-2": "u-boats", "9th-2": "railway"}, False)],
)  # fmt: skip
def test_tac_find_the_railways_where_sac_attack_them(desk, flights, together):
    s = desk.set_up({}, turn="jul-1", steps=[AlliedAllocation()])
    for a, mission in flights.items():
        s.mission[desk.w.plane[a]] = desk.w.mission[mission]
    rest = {"strafing", "ground-support", "bridges", "v1", "counter-air"}
    for a in ("9th-1", "2nd-3", "12th-2"):
        assert set(desk.legal(f"fly {a}")) == (rest | {"railway"} if together else rest)
    assert "railway" in desk.legal("fly bomber-command-1")


@rule("17.9.2", "17.9.3")
def test_who_hunts_aircraft_on_a_mission_does_not_fly_it(desk):
    s = desk.set_up({}, turn="jul-1", steps=[GermanAllocation()], tac_left=8)
    for a, mission in (("9th-1", "strafing"), ("luftwaffe-1", "strafing"), ("luftwaffe-2", "german-ground-support")):
        s.mission[desk.w.plane[a]] = desk.w.mission[mission]
    assert flying(s, "strafing") == [desk.w.plane["9th-1"]]
    assert flying(s, "german-ground-support") == [desk.w.plane["luftwaffe-2"]]
    s.mission[desk.w.plane["9th-1"]] = SPENT
    assert flying(s, "strafing") == []


# ------------------------------------------------------------------------------------------------- two boxes


@rule("17.9.1-advanced")
@pytest.mark.parametrize("named", [TAC, TAC[::-1], TAC[1::2] + TAC[::2]])
def test_boxes_are_divided_in_any_order(desk, named):
    s = desk.set_up({}, turn="jul-1", options="advanced-air", steps=[AirBoxes(0)])
    for count in range(len(named)):
        text = "; ".join(f"station {a} western-front" for a in named[: count + 1])
        assert desk.why(text) == []
    for a in named[:-1]:
        assert desk.why(f"{text}; station {a} germany") == ["17.9.1-advanced"], "it has been switched"
    desk.play(f"{text}; done")
    assert s.front_box == planes(desk, TAC)


@rule("17.9.1-advanced")
@pytest.mark.parametrize("there", TAC)
def test_an_aircraft_is_in_its_own_box_whoever_is_in_the_other(desk, there):
    front = planes(desk, [there])
    desk.set_up({}, turn="jul-1", options="advanced-air", steps=[AirBoxes(front)], front_box=front)
    for a in TAC:
        assert desk.legal(f"station {a}") == (["germany"] if a == there else ["western-front"])


@rule("17.9.2-advanced")
@pytest.mark.parametrize("there", TAC)
def test_an_aircraft_flies_as_its_own_box_says(desk, there):
    desk.set_up(
        {}, turn="jul-1", options="advanced-air", steps=[GermanAllocation()], fuel_reserve=20,
        front_box=planes(desk, [there]),
    )  # fmt: skip
    cancelled = {m.id for m in desk.w.missions if m.cancelled}
    assert cancelled > AGAINST_GERMANY
    for a in (*TAC, "night-1"):
        assert set(desk.legal(f"fly {a}")) == (cancelled - AGAINST_GERMANY if a == there else AGAINST_GERMANY)


# -------------------------------------------------------------------------------------------------- strafing


def german_turn(desk, unit="de-2pz", **more):
    s = desk.set_up({unit: "Q6"}, side="german", steps=[], **more)
    s.mission[desk.w.plane["9th-1"]] = desk.w.mission["strafing"]
    return s, desk.unit(unit)


@rule("17.10.1", "17.4")
def test_a_unit_is_seen_in_the_hexes_in_range_and_in_no_others(desk):
    """Around the edge of the radius of England: K8 is out of it, L7 and M7 are in it."""
    s, u = german_turn(desk)
    assert [bool(tac_range(s, ALLIED) >> desk.hex(label) & 1) for label in ("K8", "L7", "M7")] == [False, True, True]
    for h in range(desk.w.n):
        within = bool(tac_range(s, ALLIED) >> h & 1)
        s.sighted = 0
        assert seen_on(s, u, desk.w.bit[h]) == within
        sight(s, u, h)
        assert s.sighted == (1 << u if within else 0), desk.w.labels[h]


@rule("17.10.1")
@pytest.mark.parametrize("other", [-3, -1, 1, 3])
def test_that_another_unit_was_seen_does_not_matter(desk, other):
    s, u = german_turn(desk)
    there, unseen = desk.hex("Q6"), desk.hex("A20")
    for seen in (False, True):
        s.sighted = 1 << u + other
        assert not seen_on(s, u, desk.w.bit[unseen])
        sight(s, u, there if seen else unseen)
        assert bool(s.sighted >> u & 1) == seen
        assert s.sighted >> u + other & 1
        assert seen_on(s, u, desk.w.bit[unseen]) == seen
        s.spent[u] = desk.w.book.air.strafing_hexes
        assert before_next(s, u, unseen) == seen
        s.spent[u] += 1
        arrived(s, u, unseen, None)
        assert bool(s.stack) == seen


@rule("17.10.1")
@pytest.mark.parametrize("other", [-3, -1, 1, 3])
def test_that_another_unit_was_rolled_for_does_not_matter(desk, other):
    s, u = german_turn(desk)
    s.strafed = 1 << u + other
    assert hunted(s, u)
    s.strafed |= 1 << u
    assert not hunted(s, u)


@rule("17.10.1")
@pytest.mark.parametrize(("spent", "before", "after"), [(2, False, False), (3, True, False), (4, False, True)])
def test_after_three_hexes(desk, spent, before, after):
    """It is rolled for before it leaves the third hex that it entered, or where it comes into range beyond that."""
    s, u = german_turn(desk)
    s.spent[u], s.sighted = spent, 1 << u
    assert before_next(s, u, desk.hex("Q6")) == before
    arrived(s, u, desk.hex("Q6"), None)
    assert [type(step).__name__ for step in s.stack] == ["Strafe"] * after


# ------------------------------------------------------------------------------------------------ what is told


@rule("17.9.2", "17.7")
@pytest.mark.parametrize("options", ["", "advanced-air"])
def test_it_is_told_what_german_aircraft_do(desk, options):
    desk.set_up(
        {}, turn="jul-1", options=options, steps=[GermanAllocation()], fuel_reserve=20, tac_left=8,
        front_box=planes(desk, TAC),
    )  # fmt: skip
    desk.play("fly luftwaffe-1 german-ground-support; fly luftwaffe-2 strafing; done")
    said = {e.pieces[0]: e.words for e in desk.told if getattr(e, "what", "") == "air"}
    assert said["luftwaffe-1"].endswith("flies Ground Support.")
    assert said["luftwaffe-2"].endswith("flies against Strafing.")
    shown = {e.pieces[0]: e.shows for e in desk.told if getattr(e, "what", "") == "air"}
    rate = () if options else ("replacements German TAC July",)
    assert shown["luftwaffe-1"] == (*rate, "missions German Ground Support Flown by")
    assert shown["luftwaffe-2"] == rate


@rule("17.10.6", "17.10.7")
def test_the_waiver_asks_for_allied_aircraft_whatever_the_germans_have(desk):
    """Ruling 162: only where no Allied aircraft fly nothing is halved."""
    for german in (0, 8):
        for weather, turn, halved in (("clear", "oct-2", True), ("overcast", "oct-2", False),
                                      ("overcast", "jul-2", True)):  # fmt: skip
            s = desk.set_up(
                {}, turn=turn, weather=weather, options="no-halving-when-grounded", steps=[], tac_left=german
            )
            assert americans_halved(s) == halved
            assert british_halved(s) == halved


@rule("17.10.6", "17.10.7")
@pytest.mark.parametrize(
    ("flights", "expected"),
    [({}, {"17.10.6", "17.10.7"}), ({"8th-1": "u-boats"}, {"17.10.7"}), ({"8th-1": "v1"}, {"17.10.6"}),
     ({"8th-1": "v1", "8th-2": "u-boats"}, set())],
)  # fmt: skip
def test_the_allied_player_is_warned_of_what_he_would_lose(desk, flights, expected):
    s = desk.set_up({}, turn="jul-1", steps=[AlliedAllocation()])
    for a, mission in flights.items():
        s.mission[desk.w.plane[a]] = desk.w.mission[mission]
    assert {waste.rule for waste in AlliedAllocation().wastes(s, "allied")} == expected
