"""17.1, 17.6, 17.7, 17.10.6, 17.10.7, 33.4.5: how many aircraft fly, turn by turn and in every weather."""

from __future__ import annotations

import pytest

from grognard.games.fortress_europa.rules.air.air import (
    allied_aircraft,
    americans_halved,
    british_halved,
    carpet_only,
    german_aircraft,
    in_play,
    month_of_tac,
    up,
)
from grognard.suite import rule


def stand(desk, **more):
    return desk.set_up({}, steps=[], **more)


@rule("17.1", "17.6")
@pytest.mark.parametrize("weather", ["clear", "overcast", "overcast-star", "storm"])
def test_allied_aircraft_by_weather_and_season(desk, weather):
    """All on Clear turns; else two SAC from June II to September IV, and none from October on."""
    air = desk.w.book.air
    for turn, mild in (("jun-2", True), ("sep-4", True), ("oct-1", False), ("feb-1", False)):
        s = stand(desk, turn=turn, weather=weather)
        if weather == "clear":
            assert allied_aircraft(s) == (air.allied_sac, air.allied_tac)
        else:
            assert allied_aircraft(s) == (2 if mild else 0, 0), turn


@rule("33.4.5", "17.10.9")
def test_when_bombers_fly_in_bad_weather_for_carpet_bombing_alone(desk):
    january = desk.w.turn_of["jan-3"]
    month = desk.w.month_of[january]
    base = {"scenario": "berlin", "turn": "jan-3", "weather": "overcast", "carpet_month": month - 1}
    for more, expected in (
        ({}, True),
        ({"weather": "overcast-star"}, True),
        ({"weather": "clear"}, False),
        ({"weather": "storm"}, False),
        ({"scenario": "campaign"}, False),
        ({"turn": "jan-2"}, False),
        ({"turn": "jan-4"}, True),
        ({"carpet_month": month}, False),
    ):
        s = stand(desk, **(base | more))
        assert carpet_only(s) == expected, more
        if more.get("weather") != "clear":
            assert allied_aircraft(s) == ((desk.w.book.air.allied_sac, 0) if expected else (0, 0)), more


@rule("17.7", "17.1", "33.3.5")
def test_german_aircraft_of_a_month(desk):
    for turn in ("jun-2", "jul-1", "aug-4", "nov-1", "dec-3", "jan-1"):
        s = stand(desk, turn=turn)
        row = next(t for t in desk.w.book.tac if t.id == turn[:3])
        assert month_of_tac(s) == (row.total, row.most)
        for left in (0, row.most - 1, row.most, row.most + 1):
            s.tac_left = left
            assert german_aircraft(s) == (min(left, row.most), 0)
        s = stand(desk, turn=turn, weather="overcast", tac_left=9)
        assert german_aircraft(s) == (0, 0)
    december = desk.w.book.december
    for turn, expected in (("dec-3", december.december_tac), ("jan-1", december.january_tac)):
        assert month_of_tac(stand(desk, scenario="bulge", turn=turn)) == tuple(expected)
    s = stand(desk, scenario="berlin", turn="feb-1")
    row = next(t for t in desk.w.book.tac if t.id == "feb")
    assert month_of_tac(s) == (row.total, row.most)


@rule("17.6-advanced", "7.1-advanced")
def test_german_aircraft_of_the_advanced_system(desk):
    figures = desk.w.book.advanced_air
    for turn, weather, expected in (
        ("sep-4", "clear", (figures.german_tac, figures.night_until_sep)),
        ("oct-1", "clear", (figures.german_tac, figures.night_from_oct)),
        ("sep-4", "overcast", (0, figures.bad_weather_night)),
        ("oct-1", "overcast", (0, 0)),
    ):
        assert german_aircraft(stand(desk, options="advanced-air", turn=turn, weather=weather)) == expected
    for turn, weather, expected in (
        ("sep-4", "clear", (figures.allied_sac, figures.allied_tac)),
        ("sep-4", "overcast", (figures.bad_weather_sac, 0)),
        ("oct-1", "overcast", (0, 0)),
    ):
        assert allied_aircraft(stand(desk, options="advanced-air", turn=turn, weather=weather)) == expected


@rule("17.6", "17.6-advanced")
def test_which_counters_are_used(desk):
    planes = desk.w.aircraft
    s = stand(desk)
    assert [in_play(s, a) for a in range(len(planes))] == [not plane.advanced for plane in planes]
    s = stand(desk, options="advanced-air")
    figures = desk.w.book.advanced_air
    used = [a for a in range(len(planes)) if in_play(s, a)]
    assert [a for a in used if planes[a].side == "allied"] == [a for a, p in enumerate(planes) if p.side == "allied"]
    german = [planes[a].kind for a in used if planes[a].side == "german"]
    assert german.count("tac") == figures.german_tac
    assert len(german) - german.count("tac") == figures.night_from_oct


@rule("17.9.1", "17.9.2")
def test_how_many_are_up(desk):
    s = stand(desk)
    assert [up(s, side, kind) for side in ("allied", "german") for kind in ("sac", "tac")] == [0, 0, 0, 0]
    s.mission[desk.w.plane["8th-1"]] = 0
    s.mission[desk.w.plane["9th-1"]] = s.mission[desk.w.plane["9th-2"]] = 0
    german = next(a for a, p in enumerate(desk.w.aircraft) if p.side == "german" and p.kind == "tac")
    s.mission[german] = 0
    assert [up(s, side, kind) for side in ("allied", "german") for kind in ("sac", "tac")] == [1, 2, 0, 1]


@rule("17.10.6", "17.10.7", "33.4.6")
def test_when_factors_are_halved(desk):
    """No aircraft watch the bases, and one stood when aircraft were allocated: it fell not before this turn."""
    w = desk.w
    for halved, mission, field in ((americans_halved, "u-boats", "bases_turn"), (british_halved, "v1", "sites_turn")):
        for fell, expected in ((0, True), (8, False), (9, True)):
            s = stand(desk, turn=9, **{field: fell})
            assert halved(s) == expected, fell
            s.mission[w.plane["8th-1"]] = w.mission[mission]
            assert not halved(s)
        s = stand(desk, turn=9)
        s.mission[w.plane["8th-1"]] = w.mission["v1" if mission == "u-boats" else "u-boats"]
        assert halved(s)
        assert not halved(stand(desk, scenario="berlin", turn="jan-3"))
        grounded = {"options": "no-halving-when-grounded", "turn": "oct-2"}
        assert not halved(stand(desk, weather="overcast", **grounded))
        assert halved(stand(desk, weather="clear", **grounded))
        assert halved(stand(desk, weather="overcast", turn="oct-2"))
