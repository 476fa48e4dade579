"""3, 4: a game begins with nothing done, and so does each turn and each impulse."""

from __future__ import annotations

import pytest

from grognard.games.fortress_europa.data.world import ALLIED, GERMAN
from grognard.games.fortress_europa.rules.invariants import broken
from grognard.games.fortress_europa.rules.sequence import EndMove, EndPlayerTurn, EndTurn, PlayerTurn, StartMove
from grognard.games.fortress_europa.rules.setup.december import OpenDecember
from grognard.games.fortress_europa.rules.standing import allied_hexes
from grognard.games.fortress_europa.rules.state import FREE, IDLE, LOST, NOWHERE, SPENT
from grognard.suite import rule

UNITS = (
    "moved slowed mired pinned stuck landed railed sailed flown fought dropped invaders ashore began raiding by_air "
    "rebuilt grounded strafed sighted stopped trespassing driven_in expelled unsupplied quick_units line_attacks "
    "belt_units regrouped crowded"
)
BATTLE = "battle_units battle_hexes battle_foes battle_idle battle_ships battle_air battle_carpet sallied"
GROUND = (
    "allied allied_rail rail_noted ruined bases_taken sites_taken bases_turn sites_turn bridges_down friendly_beaches "
    "jersey_lost invaded landing_districts released italy_open"
)
LANDING = (
    "invasions invasion_turn first_failed second_turn site airfields landed_factors landed_second landed_hqs "
    "ten_waiting sea_used evacuated rail_used capacity_start ports_taken ports_spoilt ports_asleep paris_turn"
)
REST = (
    "tac_left front_box fuel_production fuel_reserve ships_used allied_drops german_drops german_lifts raids "
    "partisan_ready volkssturm_cities reserve_choice reserve_back storm_seen greif bulge_level goals_german "
    "goals_allied goals_shown"
)
NONE = "battle_column landing_area rail_hq_month carpet_month fuel_limit winner"


def begin(desk, scenario="campaign", **options):
    return desk.game.begin(scenario, desk.game.settle_options(scenario, options))


@rule("3.3", "3.6", "4.1", "4.4", "9.1", "12.1", "20.4", "21.2", "30.2")
@pytest.mark.parametrize("steps", [
    (PlayerTurn(ALLIED), StartMove(1), EndMove(), EndPlayerTurn()), (PlayerTurn(GERMAN), StartMove(2), EndMove()),
    (EndTurn(),),
])  # fmt: skip
def test_nothing_has_been_done_when_a_game_begins(desk, steps):
    """And who does nothing in an impulse leaves it so."""
    s = begin(desk)
    for name in " ".join((UNITS, BATTLE, GROUND, LANDING, REST)).split():
        assert getattr(s, name) == 0, name
    for name in NONE.split():
        assert getattr(s, name) == -1, name
    assert (s.tried, s.volkssturm_waiting, s.swaps, s.armor_rolls, s.given_up) == ((),) * 5
    assert s.flooded, "31.11: unless the option makes them dry"
    assert (s.partisan, s.ending) == (NOWHERE, "")
    assert not list(broken(s))
    for step in steps:
        step.run(s, None)
    assert (s.moved, s.dropped, s.invasions, s.allied, s.stuck, s.mired) == (0,) * 6
    assert allied_hexes(s) == 0, "all land is German"


@rule("31.11")
def test_with_the_option_the_flooded_areas_are_dry_at_first(desk):
    assert not begin(desk, flooding=True).flooded
    assert begin(desk).flooded


@rule("9.1", "12.18", "17.9", "19.8")
def test_what_is_not_there_is_told_apart(desk):
    """Who is not frozen belongs to no district; what is lost is not only not yet placed, what is spent not idle."""
    s = begin(desk)
    assert FREE not in range(len(desk.w.districts))
    assert len({NOWHERE, LOST}) == len({IDLE, SPENT}) == 2
    assert not {NOWHERE, LOST} & set(range(desk.w.n))
    assert set(s.mission) == {IDLE}
    assert set(s.ship_at) == set(s.mulberry_at) == {NOWHERE}


@rule("33.3.2", "4.2")
def test_december_begins_before_its_first_impulse(desk):
    for scenario in ("bulge", "berlin"):
        s = begin(desk, scenario)
        OpenDecember().run(s, None)
        assert (s.side, s.impulse) == (GERMAN, 0)
