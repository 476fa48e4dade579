"""9.1 and 9.2: German movement."""

from __future__ import annotations

import pytest
from dunkirk_desk import DATA, Desk

from grognard.games.spoiled_victory.rules.german_moves import GermanMovesCard, GermanPhase
from grognard.suite import rule


@rule("9.0", "9.1", "9.1a")
def test_named_units_move() -> None:
    desk = Desk().step(GermanPhase()).draw("assault-engineers")
    assert [t for t in range(10) if desk.s.advance[t]] == [3, 5, 7]


@rule("9.1b")
@pytest.mark.parametrize(
    ("card", "tracks"),
    [
        ("fighter-command-patrols", [0, 1, 2]),
        ("vorwarts", [6, 7]),
        ("rearguard", [8, 9]),
        ("shells-run-short", [3, 4, 5]),
    ],
)
def test_corps_move(card: str, tracks: list[int]) -> None:
    desk = Desk().step(GermanMovesCard()).draw(card)
    assert [t for t in range(10) if desk.s.advance[t]] == tracks


@rule("9.1c")
def test_random_moves_take_units_that_roll_one_to_three() -> None:
    desk = Desk().step(GermanMovesCard()).draw("gorts-orders")
    assert desk.dice == 10
    desk.roll(1, 2, 3, 4, 5, 6, 4, 4, 4, 4)
    assert [t for t in range(10) if desk.s.advance[t]] == [0, 1, 2]


@rule("9.1d")
def test_surprise_attack_frees_and_moves_disrupted_units_only() -> None:
    desk = Desk().german("D1", disrupted=True).german("G1", disrupted=True).step(GermanMovesCard()).draw("arm-in-arm")
    assert not desk.s.disrupted
    assert [t for t in range(10) if desk.s.advance[t]] == [3, 6]


@rule("9.2a")
def test_infantry_one_space_motorized_and_panzers_two() -> None:
    desk = Desk().call("A", "C", "D")
    assert (desk.german_at("A"), desk.german_at("C"), desk.german_at("D")) == ("A3", "C3", "D2")
    reduced = Desk().german("A1", reduced=True).call("A")
    assert reduced.german_at("A") == "A3", "a panzer unit on its reduced side is Motorized"


@rule("9.2b", "9.2d")
def test_units_stop_at_the_end_of_their_track() -> None:
    desk = Desk().german("C4").call("C")
    assert desk.german_at("C") == "C5"
    assert desk.over
    assert Desk().german("C5").call("C").german_at("C") == "C5"


@rule("9.2c", "9.3.8")
def test_an_engaged_unit_attacks_where_it_is() -> None:
    desk = Desk().german("D3").put("1-loyals", "D3").put("5-border", "D4").call("D")
    assert desk.top == "GermanRoll"
    assert desk.german_at("D") == "D3"


@rule("9.2d")
def test_a_unit_stops_where_it_meets_anyone_evacuees_included() -> None:
    desk = Desk().put("1-loyals", "A2").call("A")
    assert desk.german_at("A") == "A2"
    assert desk.top == "GermanRoll"
    desk = Desk().evacuees(1, "A2").call("A")
    assert desk.german_at("A") == "A2"
    assert desk.dice == 5


@rule("9.2d", "3.1-marsh")
def test_a_unit_stops_on_entering_a_marsh() -> None:
    assert Desk().call("B").german_at("B") == "B2"
    flooded = Desk().german("C2")
    flooded.s.flooded = True
    assert flooded.call("C").german_at("C") == "C3"
    assert Desk().german("C2").call("C").german_at("C") == "C4"


@rule("9.2e", "3.1-marsh")
@pytest.mark.parametrize(("die", "space"), [(1, "B4"), (4, "B4"), (5, "B2"), (6, "B2")])
def test_leaving_a_marsh_takes_one_to_four(die: int, space: str) -> None:
    desk = Desk().german("B2").call("B")
    assert desk.dice == 1
    assert desk.roll(die).german_at("B") == space


@rule("9.2e", "9.2c")
def test_an_engaged_unit_in_a_marsh_attacks_without_a_roll() -> None:
    desk = Desk().german("B2").put("1-loyals", "B2").call("B")
    assert desk.top == "GermanRoll"


@rule("9.2f")
def test_germans_never_share_a_space() -> None:
    desk = Desk().german("G4").german("H4").call("G", "H")
    assert (desk.german_at("G"), desk.german_at("H")) == ("G5/H5", "H4")
    desk = Desk().german("I4/J2", track="J").german("I3").call("I")
    assert desk.german_at("I") == "I3"
    assert desk.over


@rule("9.2", "9.3")
def test_all_units_move_before_the_attacks_which_go_by_letter() -> None:
    desk = Desk().put("1-loyals", "D2").put("5-border", "F2").call("F", "D", "H")
    assert (desk.german_at("D"), desk.german_at("F"), desk.german_at("H")) == ("D2", "F2", "H2")
    assert desk.s.stack[-1].track == DATA.track_ids.index("D")


@rule("9.2", "9.3.9")
def test_a_unit_that_just_reached_its_last_space_does_not_attack_along_red() -> None:
    desk = Desk().german("C4").put("1-loyals", "D5").call("C")
    assert desk.german_at("C") == "C5"
    assert desk.over
    assert Desk().german("C5").put("1-loyals", "D5").call("C").top == "GermanRoll"
