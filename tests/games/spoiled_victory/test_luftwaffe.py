"""7.0 Luftwaffe Attacks."""

from __future__ import annotations

import pytest
from dunkirk_desk import DATA, Desk

from grognard.games.spoiled_victory.data.world import ELIMINATED, HIT, NONE, SUPPRESSED
from grognard.games.spoiled_victory.rules.air_attack import air_drm, air_modifiers, table_total
from grognard.games.spoiled_victory.rules.luftwaffe import AirAttack, LuftwaffePhase, targets
from grognard.suite import rule


def _targets(desk: Desk, card: str, entry: int = 0) -> list[str]:
    found = targets(desk.s, DATA.cards[DATA.card[card]].luftwaffe[entry])
    return [DATA.unit_ids[t] if t >= 0 else f"empty {DATA.place_ids[-1 - t]}" for t in found]


@rule("7.1", "7.1a", "3.1-staging")
def test_a_route_entry_attacks_the_route_and_the_staging_area() -> None:
    desk = Desk(turn=6).evacuees(1, "staging").evacuees(2, "X2").evacuees(3, "X3").evacuees(4, "Y2").evacuees(5, "A5")
    assert _targets(desk, "gorts-orders") == ["evacuees-1", "evacuees-2", "evacuees-3"]
    assert _targets(desk, "lorries-into-the-surf") == ["evacuees-1", "evacuees-4"]


@rule("7.1b", "7.3.1")
def test_a_dunkirk_entry_attacks_a4_and_a5() -> None:
    desk = Desk().put("i-225-ri", "A4").evacuees(1, "A5").put("1-loyals", "B4")
    assert _targets(desk, "the-little-ships") == ["i-225-ri", "evacuees-1"]


@rule("7.1c")
def test_a_beaches_entry_attacks_all_beaches() -> None:
    desk = Desk().put("1-loyals", "C5").evacuees(1, "F5").put("5-border", "F4")
    assert _targets(desk, "magnetic-mines") == ["1-loyals", "evacuees-1"]


@rule("7.1d")
def test_a_track_entry_attacks_the_whole_track() -> None:
    desk = Desk().put("1-loyals", "C2").evacuees(1, "C5").put("5-border", "D5")
    assert _targets(desk, "vorwarts") == ["1-loyals", "evacuees-1"]


@rule("7.1d")
def test_the_shared_spaces_lie_on_both_tracks() -> None:
    desk = Desk().put("ghq", "G5/H5").put("yser-garrison", "I4/J2")
    assert _targets(desk, "e-boats-on-the-prowl") == ["ghq"], "Track H"
    assert _targets(desk, "destroyers-recalled") == ["yser-garrison"], "Track I"
    assert _targets(desk, "rearguard") == ["yser-garrison"], "Track J"


@rule("7.1e", "9.3.8")
def test_close_support_needs_a_connected_german_and_spares_engaged_units() -> None:
    desk = Desk().put("1-loyals", "C3").put("5-border", "C4").german("B2").put("i-137-ri", "B3").german("C2")
    desk.put("i-225-ri", "A5").german("A5").german("D2")
    # Tracks A to C: C3 is next to C2, B3 to B2; C4 is far off. A5 is joined to A4, B4 and C5, where no other German
    # is: the unit there is Engaged with the only German near it.
    assert _targets(desk, "rain-and-low-cloud") == ["i-137-ri", "1-loyals"]
    alone = Desk().german("A5").put("i-225-ri", "A5")
    assert _targets(alone, "rain-and-low-cloud") == [], "without a second German an Engaged unit is spared"


@rule("7.1e", "7.2", "9.3.8")
def test_close_support_attacks_a_unit_that_is_engaged_with_another_german() -> None:
    desk = Desk().german("C3").put("1-loyals", "C3").german("B3").put("i-137-ri", "B3").put("5-border", "C4")
    # C3 and B3 are joined: each of the two is Engaged with its own German and next to the other one.
    assert _targets(desk, "rain-and-low-cloud") == ["i-137-ri", "1-loyals", "5-border"]


@rule("7.1e")
def test_close_support_counts_connections_of_any_colour() -> None:
    desk = Desk().put("1-loyals", "D2").german("C2")
    assert _targets(desk, "beach-parties") == ["1-loyals"], "C2 and D2 are joined by orange and D1 by green"
    desk = Desk().put("1-loyals", "D3")
    assert _targets(desk, "beach-parties") == []


@rule("7.2a", "7.2b", "7.2c-night")
@pytest.mark.parametrize(
    ("turn", "space", "drm"), [(1, "C3", 0), (1, "C2", -1), (1, "B2", 1), (2, "C3", -2), (2, "C2", -3), (2, "B2", -1)]
)
def test_modifiers_of_the_attack(turn: int, space: str, drm: int) -> None:
    desk = Desk(turn=turn)
    place = DATA.place[space]
    assert air_drm(desk.s, place) == drm
    assert sum(m.value for m in air_modifiers(desk.s, place)) == drm


@rule("7.2b", "10.7", "3.1-lowlands")
def test_flooded_lowlands_count_as_marsh() -> None:
    desk = Desk()
    desk.s.flooded = True
    assert air_drm(desk.s, DATA.place["C3"]) == 1


@rule("7.2", "3.1-la-panne")
def test_la_panne_is_no_town_for_bombs() -> None:
    assert air_drm(Desk().s, DATA.place["G5/H5"]) == 0


@rule("7.2")
def test_totals_beyond_the_table_read_as_its_ends() -> None:
    assert table_total(14) == 12
    assert DATA.air_rows[0][table_total(-1)] == NONE


def _raid(desk: Desk, unit: str, a: int, b: int) -> Desk:
    return desk.step(AirAttack((DATA.unit[unit],))).roll(a, b)


@rule("7.2")
@pytest.mark.parametrize("total", range(2, 13))
def test_every_cell_of_the_table(total: int) -> None:
    a = min(6, total - 1)
    for row, (unit, space) in enumerate([("evacuees-1", "staging"), ("evacuees-1", "C5"), ("1-loyals", "C5")]):
        desk = _raid(Desk().put(unit, space), unit, a, total - a)
        result = DATA.air_rows[row][total]
        assert desk.is_suppressed(unit) == (result in (SUPPRESSED, HIT))
        assert desk.is_full(unit) == (result in (NONE, SUPPRESSED))
        assert (desk.where(unit) == space) == (result != ELIMINATED)


@rule("7.2", "4.1")
def test_a_hit_on_a_reduced_unit_removes_it() -> None:
    desk = _raid(Desk().put("1-loyals", "C5", full=False), "1-loyals", 6, 5)
    assert desk.where("1-loyals") == "lost"
    desk = _raid(Desk().evacuees(1, "C5"), "evacuees-1", 5, 4)
    assert desk.where("evacuees-1") == "pool", "evacuees go back to the pool"
    assert not desk.is_suppressed("evacuees-1")


@rule("7.2")
def test_each_unit_is_rolled_for_and_germans_are_unharmed() -> None:
    desk = Desk().put("1-loyals", "C2").put("9-sherwood-foresters", "C2").german("C2").step(LuftwaffePhase())
    desk.draw("vorwarts").roll(6, 6).roll(1, 1)
    assert not desk.is_full("1-loyals")
    assert desk.is_full("9-sherwood-foresters")
    assert not desk.is_reduced("C")
    assert desk.over


@rule("7.3", "7.1b", "3.1-east-jetty")
def test_a_natural_twelve_damages_the_mole() -> None:
    desk = _raid(Desk(turn=2).put("1-loyals", "A5"), "1-loyals", 6, 6)
    assert desk.s.mole_damaged, "natural 12, though -3 makes it 9"
    desk = _raid(Desk().put("1-loyals", "A4"), "1-loyals", 6, 6)
    assert not desk.s.mole_damaged, "A4 is not the East Jetty"
    desk = _raid(Desk().event("weather-is-crystal-clear").put("1-loyals", "C5"), "1-loyals", 6, 5)
    assert not desk.s.mole_damaged


@rule("7.3", "7.1c")
def test_a_natural_twelve_damages_jetties_that_stand() -> None:
    desk = Desk().put("1-loyals", "C5")
    desk.s.jetties = 1
    assert _raid(desk, "1-loyals", 6, 6).s.jetties == 2
    desk = _raid(Desk().put("1-loyals", "C5"), "1-loyals", 6, 6)
    assert desk.s.jetties == 0, "nothing was built"


@rule("7.3")
def test_an_eleven_made_twelve_by_the_weather_damages_nothing() -> None:
    desk = Desk().event("weather-is-crystal-clear").evacuees(1, "F5")
    desk.s.jetties = 1
    assert _raid(desk, "evacuees-1", 6, 5).s.jetties == 1


@rule("7.3.1")
def test_empty_jetty_and_beaches_are_rolled_for_while_their_marker_is_whole() -> None:
    desk = Desk()
    assert _targets(desk, "the-little-ships") == ["empty A5"], "an empty A4 is ignored"
    assert _targets(desk, "magnetic-mines") == [], "no jetties stand"
    desk.s.jetties = 1
    assert _targets(desk, "magnetic-mines") == ["empty C5", "empty D5", "empty E5", "empty F5"]
    desk.german("D5")
    assert "empty D5" not in _targets(desk, "magnetic-mines")
    desk.step(LuftwaffePhase()).draw("magnetic-mines").roll(1, 2).roll(6, 6)
    assert desk.s.jetties == 2
    assert desk.over, "once damaged, the other empty beaches are left alone"


@rule("7.4")
def test_the_same_space_can_be_hit_by_each_card() -> None:
    desk = Desk().event("stukas-in-force").put("1-loyals", "A4").step(LuftwaffePhase())
    desk.s.mole_damaged = True
    desk.draw("the-little-ships").roll(6, 6).draw("assault-engineers").roll(6, 6)
    assert desk.where("1-loyals") == "lost"


@rule("10.10.1", "10.10", "7.1a")
def test_cap_shields_one_route_for_the_phase() -> None:
    from grognard.games.spoiled_victory.rules.event_phase import Cap

    desk = Desk(turn=6).evacuees(1, "staging").evacuees(2, "Z2").step(Cap(), LuftwaffePhase()).play("cap Z")
    desk.draw("montgomery-sidesteps")
    assert desk.over, "the raid on Route Z is driven off, staging area included"
    assert desk.s.cap_route == -1
    assert not desk.s.cap
    desk.step(Cap(), LuftwaffePhase())
    assert desk.top == "LuftwaffeCard", "it is gone for the game"


@rule("10.10.1")
def test_cap_leaves_other_routes_open() -> None:
    from grognard.games.spoiled_victory.rules.event_phase import Cap

    desk = Desk(turn=6).evacuees(1, "staging").step(Cap(), LuftwaffePhase()).play("cap Z").draw("gorts-orders")
    assert desk.top == "AirAttack"


@rule("10.10.1", "7.5")
def test_cap_is_offered_only_where_it_can_help() -> None:
    from grognard.games.spoiled_victory.rules.event_phase import Cap

    assert Desk().step(Cap()).over
    assert Desk().evacuees(1, "staging").event("rain-and-low-cloud").step(Cap()).over
    assert Desk().evacuees(1, "staging").step(Cap()).play("pass").s.cap
