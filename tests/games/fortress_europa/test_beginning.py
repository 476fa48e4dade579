"""3, 4: a game begins with nothing done, and so does each turn and each impulse."""

from __future__ import annotations

import pytest

from grognard.games.fortress_europa.data.world import ALLIED, GERMAN
from grognard.games.fortress_europa.rules.invariants import broken
from grognard.games.fortress_europa.rules.sequence import (
    EndMove,
    EndPlayerTurn,
    EndTurn,
    PlayerTurn,
    StartMove,
    StartTurn,
    last_turn,
)
from grognard.games.fortress_europa.rules.setup.december import OpenDecember
from grognard.games.fortress_europa.rules.standing import allied_hexes
from grognard.games.fortress_europa.rules.state import (
    CLOSING,
    FIRST_MOVE,
    FREE,
    IDLE,
    LOST,
    NOWHERE,
    OPENING,
    REPLACING,
    SECOND_MOVE,
    SPENT,
)
from grognard.suite import rule

UNITS = (
    "moved slowed mired pinned stuck landed railed sailed flown fought dropped invaders ashore began raiding by_air "
    "rebuilt grounded strafed sighted stopped trespassing driven_in expelled unsupplied quick_units line_attacks "
    "belt_units regrouped crowded"
)
BATTLE = "battle_units battle_hexes battle_foes battle_idle battle_ships battle_air battle_carpet sallied"
GROUND = (
    "allied allied_rail rail_noted ruined bases_taken sites_taken bases_turn sites_turn bridges_down "
    "friendly_beaches jersey_lost invaded landing_districts released italy_open"
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


# ------------------------------------------------------------------------------------------ what is begun anew


def marked(desk, names, step, **more):
    """What these fields are after a step, all of them having been set before: who differs from 0."""
    s = desk.set_up({"de-352": "M12", "us-1": "R20"}, steps=[], **more)
    for name in names.split():
        setattr(s, name, 1 << desk.unit("us-1"))
    step.run(s, None)
    return s, {name for name in names.split() if getattr(s, name) != 0}


@rule("4.3A1", "10.1", "11.4B", "11.5", "12.10", "18.7.1", "19.4", "20.16")
def test_what_is_counted_by_turns_begins_anew_with_each(desk):
    counted = (
        "rail_used sea_used evacuated ships_used site landed_factors landed_second landed_hqs ashore ports_asleep"
    )
    s, left = marked(desk, counted + " impulse moved invasions raids", StartTurn(9), landing_area=2, side="german")
    assert left == {"moved", "invasions", "raids"}
    assert (s.turn, s.side, s.phase, s.landing_area) == (9, ALLIED, OPENING, -1)
    assert [type(step).__name__ for step in reversed(s.stack)] == [
        "AirMonth", "WeatherPhase", "AirPhase", "PlayerTurn", "PlayerTurn", "EndTurn",
    ]  # fmt: skip


@rule("4.1", "4.3B1", "4.3C1", "10.7")
def test_a_player_turn_begins(desk):
    for side, seat in ((ALLIED, "german"), (GERMAN, "allied")):
        s, left = marked(desk, "rail_noted impulse moved quick_units", PlayerTurn(side), side=seat)
        assert left == {"moved"}
        assert (s.side, s.phase) == (side, REPLACING)
        first = [type(step).__name__ for step in reversed(s.stack)]
        assert first[0] == "FloodPhase"
        assert ("ExitPhase" in first) == (side == GERMAN), "31.15"
        assert first[-1] == "EndPlayerTurn"


@rule("12.4", "18.7.6", "20.2", "20.10")
def test_who_begins_a_turn_where_and_what_can_be_supplied(desk):
    """Supply capacity is noted in the Allied turn alone; in each the units in England and in cities of their own."""
    units = {"us-1": "england", "us-4": "R11", "de-352": "RR7", "de-353": "RR8"}
    for side, began, noted in ((ALLIED, "us-1 us-4", 11), (GERMAN, "de-352", 99)):
        s = desk.set_up(units, turn="nov-1", mulberry_at=[desk.hex("M5"), NOWHERE], capacity_start=99, steps=[])
        PlayerTurn(side).run(s, None)
        assert (s.began, s.capacity_start) == (desk.units_of(began), noted)


@rule("32.1", "32.2")
def test_objectives_are_shown_as_september_i_begins(desk):
    for turn, shown in (("aug-4", False), ("sep-1", True), ("sep-2", False)):
        s = desk.set_up({"us-1": "R13"}, turn=turn, options="sudden-death", steps=[])
        StartTurn(s.turn).run(s, None)
        assert s.goals_shown == shown, turn


@rule("4.3B2", "8.1", "8.9", "10.5", "12.3", "17.10.1", "17.10.4")
def test_a_move_impulse_begins(desk):
    """Nobody has moved, been stopped or been strafed in it; what lasts for the turn stays."""
    impulse = "moved slowed landed railed sailed strafed raiding pinned sighted stopped began airfields"
    turn = "mired stuck flown invaders ashore dropped trespassing"
    for number, phase in ((1, FIRST_MOVE), (2, SECOND_MOVE)):
        s, left = marked(desk, f"{impulse} {turn}", StartMove(number), tried=((1, 2),), turn="nov-1", fuel_limit=5)
        assert left == set(turn.split())
        assert s.fuel_limit == -1, "31.14: only with the option"
        assert (s.phase, s.impulse, s.tried, set(s.spent)) == (phase, number, (), {0})


@rule("15.10")
def test_who_was_driven_into_a_frozen_district_leaves_in_the_next_allied_turn(desk):
    for side, impulse, kept in (("allied", 1, False), ("allied", 2, True), ("german", 1, True), ("german", 2, True)):
        _, left = marked(desk, "driven_in", StartMove(impulse), side=side, turn="nov-1")
        assert bool(left) == kept, (side, impulse)


@rule("4.3D", "8.2", "17.10.4", "20.17", "27.7")
def test_what_lasts_for_a_turn_is_over_at_its_end(desk):
    over = "bridges_down stuck mired flown"
    s, left = marked(desk, over + " by_air rebuilt", EndTurn(), turn="nov-1")
    assert left == {"by_air", "rebuilt"}
    assert (s.phase, set(s.mission), set(s.target)) == (CLOSING, {IDLE}, {-1})
    assert s.stack[-1] == StartTurn(desk.w.turn_of["nov-1"] + 1)


@rule("20.6", "11.9", "25.4")
def test_a_player_turn_ends(desk):
    """Paratroopers have their zones again; in the Allied turn the seas are closed to what has not sailed."""
    for side in ("allied", "german"):
        _, left = marked(desk, "dropped began", EndPlayerTurn(), side=side, turn="nov-1")
        assert "dropped" not in left


@rule("4.4", "4.3D")
def test_no_turn_follows_the_last(desk):
    for turn, more in (("feb-4", True), ("mar-1", False)):
        s = desk.set_up({"us-1": "R20"}, turn=turn, steps=[])
        EndTurn().run(s, None)
        assert (StartTurn(s.turn + 1) in s.stack) == more, turn
        assert bool(s.ending) != more


@rule("25.4", "30.1", "30.2")
def test_what_is_looked_at_as_an_impulse_and_a_player_turn_end(desk):
    """Volkssturm that waited for its city, and whether the Allies hold what they need."""
    w = desk.w
    four = " ".join([w.labels[h] for h in w.city_hexes if w.major_cities >> h & 1][:4])
    for step in (EndMove(), EndPlayerTurn()):
        s = desk.set_up(
            {"us-1": "R20", "de-vs-1": "waiting"}, turn="nov-1", volkssturm_waiting=(desk.hex("RR7"),), steps=[]
        )
        step.run(s, None)
        assert (desk.at("de-vs-1"), s.volkssturm_waiting, s.ending) == ("RR7", (), "")
        s = desk.set_up({"us-1": "R20"}, turn="nov-1", allied=f"R11 BB8 {four}", steps=[])
        step.run(s, None)
        assert s.ending == "conquest"


@rule("5.1", "4.3B2", "4.3C4")
def test_it_is_told_which_impulse_ends(desk):
    for side, impulse, words in (("allied", 1, "Allied first"), ("german", 2, "German second")):
        desk.set_up({"us-1": "R20", "de-352": "RR7"}, side=side, impulse=impulse, turn="nov-1")
        desk.play("end")
        assert [line for line in desk.log if "impulse" in line] == [
            f"{words} move impulse ends on {desk.w.turn_name[desk.w.turn_of['nov-1']]}."
        ]


@rule("8.9", "33.3.9-4")
def test_who_is_pinned(desk):
    """In the second impulse, the units of the phasing side in an enemy zone; 1SS and 150SS not on December III."""
    units = {"us-1": "M12", "us-4": "M15", "de-352": "M13", "de-353": "M17", "us-9": "M13"}
    for side, impulse, pinned in (
        ("allied", 1, ""), ("allied", 2, "us-1 us-9"), ("german", 1, ""), ("german", 2, "de-352"),
    ):  # fmt: skip
        s = desk.set_up(units, side=side, turn="nov-1", steps=[])
        StartMove(impulse).run(s, None)
        assert s.pinned == desk.units_of(pinned), (side, impulse)
    units = {"de-1ss-late": "HH11", "de-150ss": "HH11", "de-18vg": "HH11", "us-99": "GG11"}
    for turn, pinned in (("dec-3", "de-18vg"), ("dec-4", "de-1ss-late de-150ss de-18vg")):
        s = desk.set_up(units, side="german", scenario="bulge", turn=turn, steps=[])
        StartMove(2).run(s, None)
        assert s.pinned == desk.units_of(pinned), turn
    s = desk.set_up({"de-1ss-late": "LL14", "us-99": "GG11"}, side="german", scenario="bulge", turn="dec-3", steps=[])
    StartMove(2).run(s, None)
    assert s.pinned == 0, "far from the enemy nobody is"


@rule("4.4", "30.1", "31.17")
def test_which_turn_is_the_last(desk):
    """March I, four or eight turns later in the extended game; no other option makes a game longer."""
    end = desk.w.turn_of["mar-1"]
    for options, more in (("", 0), ("fuel", 0), ("extended-4", 4), ("extended-8", 8), ("fuel extended-4", 4)):
        assert last_turn(desk.set_up({}, options=options, steps=[])) == end + more, options
    assert last_turn(desk.set_up({}, scenario="invasion", options="fuel", steps=[])) == desk.w.turn_of["jul-3"]
