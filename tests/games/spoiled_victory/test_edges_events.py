"""Edges of events, odds and standing orders: what is easily got wrong by one."""

from __future__ import annotations

import pytest
from dunkirk_desk import DATA, Desk

from grognard.games.spoiled_victory.rules.combat import (
    allied_attack_odds,
    allied_dice,
    defence_number,
    german_attack_odds,
    german_dice,
)
from grognard.games.spoiled_victory.rules.event_phase import BeachParties, EBoats, EventPhase
from grognard.games.spoiled_victory.rules.spirit import Spirit
from grognard.suite import rule


@rule("16.0", "10.8")
@pytest.mark.parametrize(("jetties", "after", "bonus"), [(0, 1, 0), (1, 1, 1), (2, 1, 0)])
def test_lorries_make_jetties_or_give_an_action(jetties: int, after: int, bonus: int) -> None:
    desk = Desk()
    desk.s.jetties = jetties
    desk.step(EventPhase()).draw("lorries-into-the-surf")
    assert (desk.s.jetties, desk.s.bonus_actions) == (after, bonus)


@rule("16.0", "11.4")
@pytest.mark.parametrize(("jetties", "bonus", "moves"), [(0, True, 0), (1, False, 1), (2, True, 0)])
def test_little_ships_serve_the_beaches_or_give_a_move(jetties: int, bonus: bool, moves: int) -> None:
    desk = Desk()
    desk.s.jetties = jetties
    desk.step(EventPhase()).draw("the-little-ships")
    assert (desk.s.beach_bonus, desk.s.bonus_moves, desk.s.bonus_actions) == (bonus, moves, 0)


@rule("16.0", "10.2.2")
@pytest.mark.parametrize(("turn", "early", "bonus"), [(1, False, 0), (13, False, 0), (14, False, 1), (1, True, 1)])
def test_arm_in_arm(turn: int, early: bool, bonus: int) -> None:
    desk = Desk(turn=turn)
    desk.s.french_early = early
    desk.step(EventPhase()).draw("arm-in-arm")
    assert (desk.s.french_early, desk.s.bonus_actions) == (True, bonus)


@rule("16.0")
@pytest.mark.parametrize(("turn", "top", "bonus"), [(10, "BeachParties", 0), (11, "nothing", 1)])
def test_beach_parties_in_may_and_in_june(turn: int, top: str, bonus: int) -> None:
    desk = Desk(turn=turn).step(EventPhase()).draw("beach-parties")
    assert (desk.top, desk.s.bonus_actions) == (top, bonus)
    if top == "BeachParties":
        desk.play("place A5", "place C5")
        assert (desk.where("evacuees-1"), desk.where("evacuees-2")) == ("A5", "C5")
        assert not desk.is_full("evacuees-1")
        assert desk.legal() == {"pass"}
        assert desk.play("pass").over
    plain = Desk(turn=turn).step(EventPhase()).draw("heavy-surf")
    assert plain.s.bonus_actions == 0


@rule("16.0", "9.3.1")
def test_replacements_come_up_for_one_infantry_unit() -> None:
    desk = Desk().german("A1", reduced=True, disrupted=True).german("E1", reduced=True).german("J1", reduced=True)
    desk.step(EventPhase()).draw("replacements-come-up")
    assert desk.s.disrupted == 0
    assert desk.s.reduced == 1 << 0 | 1 << 9, "the first infantry unit returns to full strength; panzers do not"


@rule("16.0")
def test_bombers_come_with_their_event_once() -> None:
    for before, after in ((0, 1), (1, 1), (2, 2)):
        desk = Desk()
        desk.s.bombers = before
        assert desk.step(EventPhase()).draw("raf-bombers-sortie").s.bombers == after
    assert Desk().step(EventPhase()).draw("heavy-surf").s.bombers == 0


@rule("16.0", "7.2")
def test_e_boats_attack_the_routes_and_not_the_staging_area_or_the_shore() -> None:
    desk = (
        Desk(turn=6)
        .evacuees(1, "X2", full=True)
        .evacuees(2, "Y4", full=True)
        .evacuees(3, "staging")
        .evacuees(4, "A5")
    )
    desk.step(EventPhase()).draw("e-boats-on-the-prowl")
    assert isinstance(desk.s.stack[-1], EBoats)
    units = set(desk.s.stack[-1].units)
    assert {DATA.unit["evacuees-1"], DATA.unit["evacuees-2"]} <= units
    assert DATA.unit["evacuees-4"] not in units
    desk.roll(6, 6)
    assert desk.where("evacuees-1") == "pool"
    desk.roll(1, 1)
    assert desk.is_full("evacuees-2")
    assert Desk(turn=6).evacuees(4, "A5").step(EventPhase()).draw("e-boats-on-the-prowl").over


@rule("16.0", "12.5")
def test_two_turn_events_set_their_counters() -> None:
    closed = Desk().step(EventPhase()).draw("the-harbour-is-closed")
    assert (closed.s.harbour, closed.s.wake) == (2, 0)
    arrives = Desk().step(EventPhase()).draw("wake-walker-and-tennant-arrive")
    assert (arrives.s.harbour, arrives.s.wake) == (0, 2)
    surf = Desk().step(EventPhase()).draw("magnetic-mines")
    assert (surf.s.harbour, surf.s.wake) == (0, 0)
    assert Desk().step(EventPhase()).draw("montgomery-sidesteps").s.sidestep
    assert not Desk().step(EventPhase()).draw("heavy-surf").s.sidestep


def counted_rows(dice: int, defence: int) -> dict[int, float]:
    """The chance of each number of Wins, by going through every roll (9.3c)."""
    from itertools import product

    tally: dict[int, float] = {}
    for roll in product(range(1, 7), repeat=dice):
        wins = sum(d > defence for d in roll) + sum(d == defence for d in roll) // 2
        tally[min(wins, 4)] = tally.get(min(wins, 4), 0) + 1 / 6**dice
    return tally


LABELS = {"no Win": 0, "1 Win": 1, "2 Wins": 2, "3 Wins": 3, "4 or more Wins": 4}


@rule("9.3", "9.3c", "10.1.8")
@pytest.mark.parametrize(("turn", "reduced"), [(1, False), (2, False), (1, True), (2, True)])
def test_odds_are_those_of_all_rolls(turn: int, reduced: bool) -> None:
    desk = (
        Desk(turn=turn)
        .german("D3", reduced=reduced)
        .put("3-grenadier-guards", "D3")
        .put("5-border", "D3", full=False)
    )
    for unit in ("3-grenadier-guards", "5-border"):
        u = DATA.unit[unit]
        attack = german_attack_odds(desk.s, 3, DATA.place["D3"], u)
        expected = counted_rows(german_dice(desk.s, 3, DATA.place["D3"]), defence_number(desk.s, u, DATA.place["D3"]))
        assert {LABELS[r.outcome]: pytest.approx(r.value) for r in attack.rows} == expected
        ours = allied_attack_odds(desk.s, u, 3)
        expected = counted_rows(allied_dice(desk.s, u), 2 if reduced else 4)
        assert {LABELS[r.outcome]: pytest.approx(r.value) for r in ours.rows} == expected


@rule("9.3d", "9.3.1", "9.3.2", "9.3.4", "10.1.8")
def test_odds_say_what_each_result_means() -> None:
    desk = Desk().german("D3").put("3-grenadier-guards", "D3")
    u = DATA.unit["3-grenadier-guards"]
    rows = {r.outcome: r.about for r in german_attack_odds(desk.s, 3, DATA.place["D3"], u).rows}
    assert rows["no Win"].startswith("the German retreats; Disrupted as well in ")
    assert "it takes a Hit in " in rows["no Win"]
    assert rows["1 Win"].startswith("one Win to apply; the German retreats if you hold; it takes a Hit in ")
    assert rows["2 Wins"] == "two Wins to apply; the attack goes on while anyone is left"
    always = Desk(german_always_retreats=True).german("D3").put("3-grenadier-guards", "D3")
    rows = {r.outcome: r.about for r in german_attack_odds(always.s, 3, DATA.place["D3"], u).rows}
    assert rows["1 Win"].startswith("one Win to apply; the German retreats; ")
    rows = {r.outcome: r.about for r in allied_attack_odds(desk.s, u, 3).rows}
    assert rows["no Win"].startswith("your unit retreats; it takes a Hit in ")
    assert rows["1 Win"].startswith("your unit retreats; it takes a Hit in ")
    assert rows["2 Wins"] == "the German retreats"
    assert rows["3 Wins"] == "the German retreats and is Disrupted"
    assert rows["4 or more Wins"] == "the German retreats and takes a Hit"


@rule("9.3.1", "9.3.2")
@pytest.mark.parametrize(
    ("dice", "defence"), [(1, 1), (1, 3), (1, 7), (2, 2), (3, 4), (4, 1), (4, 5), (5, 6), (3, 7)]
)
def test_side_chances_are_those_of_all_rolls(dice: int, defence: int) -> None:
    from itertools import product

    from grognard.games.spoiled_victory.rules.combat import side_chances

    for wins in (0, 1):
        hit = bare = 0
        for roll in product(range(1, 7), repeat=dice):
            if sum(d > defence for d in roll) + sum(d == defence for d in roll) // 2 == wins:
                hit += roll.count(1) >= 2 or roll == (1,)
                bare += defence not in roll
        told = side_chances(dice, defence)[wins]
        assert (float(told[0]), float(told[1])) == pytest.approx((hit / 6**dice, bare / 6**dice))


@rule("10.5")
@pytest.mark.parametrize(
    ("german", "dice", "asked"),
    [(True, (6, 6, 1), True), (True, (6, 1, 1), False), (False, (6, 1, 1), True), (False, (6, 6, 1), False)],
)
def test_the_order_for_bad_dice(german: bool, dice: tuple[int, ...], asked: bool) -> None:
    step = Spirit(dice, 4, german)
    s = Desk().s
    assert step.standing(s, "allies", "spirit-if-two-wins") == (None if asked else "accept")
    assert step.standing(s, "allies", "no-spirit") == "accept"
    assert step.standing(s, "allies", "end-phases") is None


@rule("10.5")
def test_dice_are_named_once_from_left_to_right() -> None:
    desk = Desk().german("D2").put("1-loyals", "D3")
    desk.s.spirit = True
    desk.call("D").roll(6, 5, 1, 2)
    assert desk.legal() == {"accept", "reroll 1", "reroll 2", "reroll 3", "reroll 4"}
    assert desk.ends("reroll 2") == {"3", "4"}
    assert (
        desk.why("reroll 2 1") == desk.why("reroll 2 2") == desk.why("reroll 5") == desk.why("reroll 0") == {"10.5"}
    )
    desk.play("reroll 1 2").roll(1, 1)
    assert desk.german_at("D") == "D2", "1, 1, 1, 2: no Win"
    assert desk.is_reduced("D")
    assert not desk.s.spirit


@rule("16.0")
def test_free_evacuees_wait_for_the_player() -> None:
    desk = Desk().step(BeachParties(2))
    assert desk.legal() == {"place A5", "place C5", "place D5", "place E5", "place F5", "pass"}
    assert desk.play("pass").over
