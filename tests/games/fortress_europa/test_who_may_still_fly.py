"""17.1, 17.6, 17.7 and the Advanced Air System: who can still be put on a mission when some have theirs."""

from __future__ import annotations

import pytest

from grognard.games.fortress_europa.rules.air.air import AlliedAllocation, GermanAllocation
from grognard.suite import rule

SAC = ("bomber-command-1", "bomber-command-2", "8th-1", "8th-2")
TAC = ("2nd-1", "2nd-2", "2nd-3", "9th-1", "9th-2", "12th-1", "12th-2")
NIGHT = ("night-1", "night-2", "night-3")
FIVE = tuple(f"luftwaffe-{n}" for n in range(1, 6))
"""The German TAC of the Advanced Air System."""
BAD = ("overcast", "overcast-star", "storm")


def left(desk, step, up, mission, **more):
    """Who is listed, some being on a mission; each list is compared with the conditions as well."""
    s = desk.set_up({}, steps=[step], **{"turn": "jul-1", **more})
    for a in up:
        s.mission[desk.w.plane[a]] = desk.w.mission[mission]
    return set(desk.legal("fly"))


# ----------------------------------------------------------------------------------------------- Allied aircraft


@rule("17.6", "17.1", "17.9.1")
@pytest.mark.parametrize("up", [(), SAC[:1], SAC[1:], SAC, TAC[:3], TAC, (*SAC[:2], *TAC[2:]), SAC + TAC])
def test_on_a_clear_turn_all_that_have_none(desk, up):
    assert left(desk, AlliedAllocation(), up, "v1") == {*SAC, *TAC} - {*up}
    every = {*SAC, *TAC, "8th-3"}
    assert left(desk, AlliedAllocation(), up, "v1", options="advanced-air") == every - {*up}


@rule("17.1", "7.1-advanced")
@pytest.mark.parametrize("weather", BAD)
@pytest.mark.parametrize(("options", "most", "sac"), [("", 2, SAC), ("advanced-air", 3, (*SAC, "8th-3"))])
def test_in_bad_weather_two_sac_or_three(desk, options, most, sac, weather):
    for count in range(most + 1):
        for up in (sac[:count], sac[-count:] if count else ()):
            found = left(desk, AlliedAllocation(), up, "railway", options=options, weather=weather)
            assert found == ({*sac} - {*up} if count < most else set()), up


@rule("33.4.5")
@pytest.mark.parametrize("count", range(5))
def test_on_to_berlin_all_sac_fly_for_carpet_bombing(desk, count):
    more = {"scenario": "berlin", "turn": "jan-3", "weather": "overcast"}
    assert left(desk, AlliedAllocation(), SAC[:count], "carpet", **more) == {*SAC[count:]}
    for a in SAC[count:]:
        assert desk.legal(f"fly {a}") == ["carpet"]
        assert desk.why(f"fly {a} railway") == ["33.4.5"]


@rule("17.10.9", "33.4.5")
def test_when_carpets_are_listed(desk):
    """Once a month, not on the turn of the first invasion; in the weather of each."""
    w = desk.w
    for turn, scenario, used, open_ in (
        ("jul-2", "campaign", -1, True),
        ("jul-2", "campaign", w.month_of[w.turn_of["jul-2"]], False),
        ("jul-2", "campaign", w.month_of[w.turn_of["jun-2"]], True),
        ("jun-1", "campaign", -1, False),
        ("jun-2", "campaign", -1, True),
        ("jan-3", "berlin", -1, True),
        ("jan-3", "berlin", w.month_of[w.turn_of["jan-3"]], False),
    ):
        left(desk, AlliedAllocation(), (), "carpet", turn=turn, scenario=scenario, carpet_month=used)
        sac = {"railway", "bridges", "replacements", "u-boats", "v1"}
        assert set(desk.legal("fly 8th-1")) == (sac | {"carpet"} if open_ else sac), (turn, scenario, used)


# ----------------------------------------------------------------------------------------------- German aircraft


@rule("17.7", "17.1", "17.9.2")
def test_as_many_german_aircraft_as_the_month_allows(desk):
    row = next(t for t in desk.w.book.tac if t.id == "jul")
    planes = [p.id for p in desk.w.aircraft if p.side == "german" and not p.advanced]
    for count in range(row.most + 1):
        for tac_left in (0, 1, row.total):
            up = planes[-count:] if count else []
            found = left(desk, GermanAllocation(), up, "strafing", tac_left=tac_left)
            assert found == ({*planes} - {*up} if count < row.most and tac_left else set()), (count, tac_left)
            assert left(desk, GermanAllocation(), up, "strafing", tac_left=tac_left, weather="overcast") == set()


@rule("17.6-advanced", "7.1-advanced", "17.7.3")
@pytest.mark.parametrize(
    ("turn", "weather", "tac", "night"),
    [("jul-1", "clear", 5, 2), ("sep-4", "clear", 5, 2), ("oct-1", "clear", 5, 3), ("feb-1", "clear", 5, 3),
     ("sep-4", "overcast", 0, 2), ("jul-1", "storm", 0, 2), ("oct-1", "overcast", 0, 0)],
)  # fmt: skip
def test_tac_and_night_fighters_of_the_advanced_system(desk, turn, weather, tac, night):
    for some in range(tac + 1):
        for fighters in range(night + 1):
            up = {*FIVE[len(FIVE) - some :], *NIGHT[len(NIGHT) - fighters :]}
            rest = ({*FIVE} if some < tac else set()) | ({*NIGHT} if fighters < night else set())
            more = {"options": "advanced-air", "turn": turn, "weather": weather}
            assert left(desk, GermanAllocation(), up, "fuel", fuel_reserve=1, **more) == rest - up
            assert left(desk, GermanAllocation(), up, "fuel", fuel_reserve=0, **more) == set()


@rule("17.9.2", "17.7", "17.10.9", "17.10.10")
def test_against_what_german_aircraft_fly(desk):
    """All Allied missions but Carpet Bombing, and their own; fuel is attacked in the Advanced Air System alone."""
    allied = {"strafing", "ground-support", "railway", "bridges", "replacements", "u-boats", "v1", "counter-air"}
    left(desk, GermanAllocation(), (), "fuel", tac_left=8)
    assert set(desk.legal("fly luftwaffe-1")) == allied | {"german-ground-support"}
    assert desk.why("fly luftwaffe-1 fuel") == ["17.10.10"]
    assert desk.why("fly luftwaffe-1 carpet") == ["17.10.9"]
    front = 1 << desk.w.plane["luftwaffe-1"]
    left(desk, GermanAllocation(), (), "fuel", options="advanced-air", fuel_reserve=9, front_box=front)
    assert set(desk.legal("fly luftwaffe-1")) == allied - {"replacements"} | {"german-ground-support"}
    assert set(desk.legal("fly luftwaffe-2")) == {"replacements", "fuel"}
    assert desk.why("fly luftwaffe-1 carpet") == desk.why("fly luftwaffe-2 carpet") == ["17.10.9"]
