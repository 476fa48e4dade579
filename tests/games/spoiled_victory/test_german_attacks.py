"""9.3: German attacks."""

from __future__ import annotations

from fractions import Fraction

import pytest
from dunkirk_desk import DATA, GAME, Desk

from grognard.games.spoiled_victory.rules.combat import count_wins, defence_number, german_dice, win_chances
from grognard.games.spoiled_victory.rules.german_moves import GermanPhase
from grognard.kernel.rules.chance import Dice
from grognard.suite import rule


@rule("9.3a", "3.1-town")
@pytest.mark.parametrize(
    ("turn", "disrupted", "space", "dice"),
    [(1, False, "D3", 4), (2, False, "D3", 3), (1, True, "D3", 3), (1, False, "C2", 3), (2, True, "C2", 1)],
)
def test_attack_dice(turn: int, disrupted: bool, space: str, dice: int) -> None:
    desk = Desk(turn=turn).german("D1", disrupted=disrupted)
    assert german_dice(desk.s, 3, DATA.place[space]) == dice


@rule("9.3a")
def test_at_least_one_die() -> None:
    desk = Desk(turn=2).german("D1", reduced=True, disrupted=True)
    assert german_dice(desk.s, 3, DATA.place["C2"]) == 1


@rule("9.3b", "3.1-town", "3.1-canal", "3.1-la-panne", "3.1-clear", "3.1-beach")
@pytest.mark.parametrize(
    ("space", "defence"), [("D3", 3), ("C5", 3), ("D2", 4), ("C2", 4), ("G5/H5", 4), ("A1", 3), ("B2", 3)]
)
def test_defence_number_by_terrain(space: str, defence: int) -> None:
    desk = Desk().put("1-loyals", space)
    assert defence_number(desk.s, DATA.unit["1-loyals"], DATA.place[space]) == defence


@rule("9.3b")
def test_suppression_takes_one_and_one_is_the_least() -> None:
    desk = Desk().put("1-loyals", "D3", suppressed=True).put("5-border", "D3", full=False, suppressed=True)
    assert defence_number(desk.s, DATA.unit["1-loyals"], DATA.place["D3"]) == 2
    assert defence_number(desk.s, DATA.unit["5-border"], DATA.place["D3"]) == 1


@rule("9.3b", "10.1.2")
def test_the_player_picks_the_frontline_unit_of_any_nation() -> None:
    desk = Desk().german("D2").put("1-loyals", "D3").put("i-150-ri", "D3").evacuees(1, "D3").call("D")
    assert desk.legal() == {"front 1-loyals", "front i-150-ri", "front evacuees-1"}
    assert desk.why("front 5-border") == {"9.3b"}


@rule("9.3c")
@pytest.mark.parametrize(
    ("dice", "defence", "wins"),
    [((6, 6, 6), 6, 1), ((6, 6, 6, 6), 6, 2), ((6, 6), 7, 0), ((2, 2, 2), 2, 1), ((5, 4, 4, 4), 4, 2), ((1,), 1, 0)],
)
def test_wins(dice: tuple[int, ...], defence: int, wins: int) -> None:
    assert count_wins(dice, defence) == wins


@rule("9.3c")
@pytest.mark.parametrize("dice", [1, 2, 3, 4])
@pytest.mark.parametrize("defence", [1, 3, 5, 6, 7])
def test_exact_odds_are_those_of_all_rolls(dice: int, defence: int) -> None:
    tally = [Fraction(0)] * (dice + 1)
    for roll, p in Dice(dice).outcomes():
        tally[count_wins(roll, defence)] += p  # type: ignore[arg-type]
    assert tuple(tally) == win_chances(dice, defence)


@rule("9.3d", "9.3.1", "9.3.4")
def test_no_win_and_no_equal_die_disrupts_and_drives_back() -> None:
    desk = Desk().german("D2").put("1-loyals", "D3").call("D").roll(1, 2, 2, 2)
    assert desk.german_at("D") == "D2"
    assert desk.is_disrupted("D")
    desk.s.spent = 0  # the next turn
    again = desk.call("D").roll(1, 2, 2)
    assert again.is_disrupted("D"), "a second marker has no further effect"
    assert not again.is_reduced("D")


@rule("9.3.2")
def test_casualties_of_a_failed_attack() -> None:
    one = Desk().german("D2").put("1-loyals", "D3").call("D").roll(1, 2, 2, 3)
    assert not one.is_reduced("D"), "one 1 among several dice is not enough"
    two = Desk().german("D2").put("1-loyals", "D3").call("D").roll(1, 1, 2, 3)
    assert two.is_reduced("D")
    single = Desk(turn=2).german("D2", reduced=True).put("1-loyals", "D3").call("D")
    assert single.dice == 1
    assert single.roll(1).is_disrupted("D"), "reduced already: Disrupted instead"
    both = Desk().german("D2", reduced=True, disrupted=True).put("1-loyals", "D3").call("D").roll(1)
    assert both.is_reduced("D")
    assert both.german_at("D") == "D2"


@rule("9.3.2")
def test_no_casualty_roll_on_two_wins() -> None:
    desk = Desk().german("D2").put("5-border", "D3").put("1-loyals", "D3").call("D").play("front 5-border")
    desk.roll(1, 1, 3, 3)
    assert not desk.is_reduced("D")


@rule("9.3.4", "9.3.6")
def test_on_one_win_the_german_retreats_if_the_space_is_held() -> None:
    desk = Desk().german("D2").put("1-loyals", "D3").call("D").roll(4, 1, 2, 2).play("hit 1-loyals")
    assert desk.german_at("D") == "D2"
    assert desk.over


@rule("9.3.4")
def test_on_one_win_the_german_keeps_a_space_that_was_given_up() -> None:
    desk = Desk().german("D2").put("1-loyals", "D3").call("D").roll(4, 1, 2, 2).play("retreat 1-loyals D4")
    assert desk.german_at("D") == "D3"
    assert desk.over
    other = Desk(german_always_retreats=True).german("D2").put("1-loyals", "D3").call("D").roll(4, 1, 2, 2)
    assert other.play("retreat 1-loyals D4").german_at("D") == "D2", "ruling 24, the other reading"


@rule("9.3.4", "9.3.8")
def test_a_german_cannot_retreat_beyond_its_start_space() -> None:
    desk = Desk().german("D1").put("1-loyals", "D1").call("D").roll(3, 1, 2, 2)
    assert desk.german_at("D") == "D1"
    assert desk.is_disrupted("D")
    desk = Desk().german("D1", disrupted=True).put("1-loyals", "D1").call("D").roll(3, 1, 2)
    assert desk.is_reduced("D"), "Disrupted already: a Hit"
    desk = Desk().german("D1", reduced=True, disrupted=True).put("1-loyals", "D1").call("D").roll(3)
    assert desk.german_at("D") == "D1", "both already: nothing, and they stay Engaged"


@rule("9.3.4", "10.1.4")
def test_where_an_allied_unit_may_retreat() -> None:
    desk = Desk().german("D2").german("C3").german("E2").put("1-loyals", "D3").call("D").roll(6, 1, 1, 2)
    # D2 is barred behind the German of track D, C3 is German-held; D4 and E3 are open.
    assert desk.ends("retreat 1-loyals") == {"D4", "E3"}
    assert desk.why("retreat 1-loyals C3") == {"9.3.4"}
    assert desk.why("retreat 1-loyals D2") == {"10.1.4"}
    assert desk.why("retreat 1-loyals A5") == {"9.3.4"}


@rule("9.3.4", "10.1.1")
def test_evacuees_retreat_only_where_there_is_room() -> None:
    desk = Desk().german("D3").evacuees(1, "D4").evacuees(2, "D5").evacuees(3, "D5").call("D").roll(6, 1, 1, 1)
    assert desk.why("retreat evacuees-1 D5") == {"10.1.1"}
    assert desk.ends("retreat evacuees-1") == {"C4", "E4"}


@rule("9.3.4", "10.1.7")
def test_british_units_retreat_to_the_belgian_area_only_if_they_must() -> None:
    desk = Desk().german("G3").put("1-loyals", "G4").call("G").roll(6, 1, 2, 2, 2)
    assert "H4" not in desk.ends("retreat 1-loyals")
    assert desk.why("retreat 1-loyals H4") == {"10.1.7"}
    # Driven out of La Panne with F5 in German hands, only H4 is open.
    desk = Desk().german("F5").german("G4").put("1-loyals", "G5/H5").call("G").roll(6, 1, 2, 2, 2)
    assert desk.ends("retreat 1-loyals") == {"H4"}
    desk.play("retreat 1-loyals H4")
    assert desk.s.astray == 1 << DATA.unit["1-loyals"]


@rule("9.3.4")
def test_a_unit_with_nowhere_to_go_takes_the_hit() -> None:
    desk = (
        Desk().german("A5").german("C4").german("D5").german("B4").put("1-loyals", "C5").call("C").roll(6, 1, 2, 2, 2)
    )
    assert not desk.is_full("1-loyals"), "A5, B4, C4 and D5 are German: the Hit is the only answer"
    assert desk.said("takes a Hit")


@rule("9.3.4", "10.1.6")
def test_a_suppressed_unit_retreats_and_keeps_its_marker() -> None:
    desk = (
        Desk()
        .german("D2")
        .put("1-loyals", "D3", suppressed=True)
        .call("D")
        .roll(6, 1, 1, 1)
        .play("retreat 1-loyals D4")
    )
    assert desk.is_suppressed("1-loyals")
    assert desk.where("1-loyals") == "D4"


@rule("9.3.3", "9.3.4")
def test_wins_left_over_follow_a_lone_unit_that_retreated() -> None:
    desk = Desk().german("D2").put("1-loyals", "D3").call("D").roll(6, 6, 1, 1).play("retreat 1-loyals D4")
    assert desk.over
    assert not desk.is_full("1-loyals"), "the second Win must be a Hit (ruling 25)"
    dead = Desk().german("D2").put("1-loyals", "D3").call("D").roll(6, 6, 6, 1).play("retreat 1-loyals D4")
    assert dead.where("1-loyals") == "lost", "three Wins eliminate a lone unit"
    lenient = Desk(surplus_wins_lapse=True).german("D2").put("1-loyals", "D3").call("D").roll(6, 6, 6, 1)
    assert lenient.play("retreat 1-loyals D4").is_full("1-loyals")


@rule("9.3.3")
def test_wins_beyond_all_units_are_ignored() -> None:
    desk = Desk().german("D2").put("5-border", "D3", full=False).call("D").roll(6, 6, 6, 6)
    while desk.top == "ApplyWins":
        desk.play("hit 5-border")
    assert desk.where("5-border") == "lost"
    assert desk.german_at("D") == "D4", "four Wins: infantry breaks through too"


@rule("9.3.5", "4.1", "4.2")
def test_hits_flip_and_eliminate() -> None:
    desk = Desk().german("D2").put("1-loyals", "D3").evacuees(1, "D3", full=True).call("D").play("front 1-loyals")
    desk.roll(6, 6, 6, 1).play("hit 1-loyals", "hit 1-loyals", "hit evacuees-1")
    assert desk.where("1-loyals") == "lost"
    assert desk.where("evacuees-1") == "D3"
    assert not desk.is_full("evacuees-1")


@rule("9.3.6")
def test_the_attack_goes_on_with_a_frontline_unit_chosen_anew() -> None:
    desk = Desk().german("D2").put("1-loyals", "D3").put("5-border", "D3").put("1-east-lancashires", "D3").call("D")
    desk.play("front 1-loyals").roll(6, 6, 1, 1).play("retreat 1-loyals D4", "hit 5-border")
    assert desk.legal() == {"front 5-border", "front 1-east-lancashires"}
    desk.play("front 1-east-lancashires").roll(3, 1, 2, 2)
    assert desk.german_at("D") == "D2", "no Win ends it"
    assert desk.over


@rule("9.3.6")
def test_a_unit_beaten_once_does_not_fight_again_this_turn() -> None:
    desk = Desk().event("schnell").german("D2").put("1-loyals", "D3").step(GermanPhase()).draw("rain-and-low-cloud")
    desk.roll(3, 1, 2, 2)
    assert desk.german_at("D") == "D2"
    desk.draw("shells-run-short")
    assert desk.german_at("D") == "D3", "it moves, but the two are only Engaged (ruling 29)"
    assert desk.over


@rule("9.3.7", "12.3", "3.2")
@pytest.mark.parametrize(
    ("track", "reduced", "wins", "through"),
    [
        ("A", False, 2, True),
        ("A", True, 2, False),
        ("A", True, 3, True),
        ("C", False, 2, False),
        ("C", False, 3, True),
        ("D", False, 3, False),
        ("D", False, 4, True),
    ],
)
def test_who_breaks_through(track: str, reduced: bool, wins: int, through: bool) -> None:
    start, target, beyond = f"{track}2", f"{track}3", f"{track}4"
    desk = Desk().german(start, reduced=reduced).put("1-loyals", target, full=False).call(track)
    desk.roll(*[6] * wins, *[1] * (desk.dice - wins)).play("hit 1-loyals")
    assert desk.german_at(track) == (beyond if through else target)


@rule("9.3.7", "3.1-marsh")
def test_no_breakthrough_from_a_marsh_or_the_last_space() -> None:
    marsh = Desk().german("B1").put("5-border", "B2", full=False).call("B").roll(6, 6, 6, 6, 6).play("hit 5-border")
    assert marsh.german_at("B") == "B2"
    last = Desk().german("A4").put("5-border", "A5", full=False).call("A").roll(6, 6, 6, 6).play("hit 5-border")
    assert last.german_at("A") == "A5"
    assert last.over
    flooded = Desk().german("C2").put("5-border", "C3", full=False)
    flooded.s.flooded = True
    assert flooded.call("C").roll(6, 6, 6, 6, 6).play("hit 5-border").german_at("C") == "C3"


@rule("9.3.7")
def test_a_breakthrough_attacks_at_once() -> None:
    desk = Desk().german("D2").put("5-border", "D3", full=False).put("1-loyals", "D4").call("D").roll(6, 6, 6, 6)
    desk.play("hit 5-border")
    assert desk.german_at("D") == "D4"
    assert desk.top == "GermanRoll"
    assert desk.dice == 4
    assert desk.s.stack[-1].front == DATA.unit["1-loyals"]


@rule("9.3.8")
def test_engaged_means_sharing_a_space_after_combat() -> None:
    desk = Desk().german("D1").put("1-loyals", "D1").call("D").roll(3, 1, 2, 2)
    assert desk.german_at("D") == desk.where("1-loyals") == "D1"
    desk.actions(2)
    assert desk.why("move 1-loyals D2") == {"9.3.8"}
    assert "assault 1-loyals" in desk.legal()


@rule("9.3.9")
def test_end_of_track_attacks_go_along_red_by_choice() -> None:
    desk = Desk().german("C5").put("1-loyals", "D5").put("5-border", "A5").put("i-150-ri", "C4").call("C")
    assert desk.legal() == {"strike A5", "strike D5"}
    assert desk.why("strike B4") == {"9.3.9"}
    desk.play("strike D5").roll(6, 6, 6, 6, 6)
    while desk.top == "ApplyWins":
        desk.play("hit 1-loyals")
    assert desk.german_at("C") == "C5", "it neither enters the space nor breaks through"
    assert desk.over


@rule("9.3.9")
def test_an_end_of_track_attack_can_be_beaten_back() -> None:
    desk = Desk().german("C5").put("1-loyals", "D5").call("C").roll(1, 2, 2, 2, 2)
    assert desk.german_at("C") == "C4"
    assert desk.is_disrupted("C")


@rule("9.3.9")
def test_a_town_attacked_along_red_still_counts_as_a_town() -> None:
    desk = Desk().german("C5").put("1-loyals", "A5").call("C")
    assert desk.dice == 4
    assert GAME.data.town >> DATA.place["A5"] & 1
