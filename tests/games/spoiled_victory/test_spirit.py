"""10.5 with standing orders: the marker is offered when a unit would be lost, and only then."""

from __future__ import annotations

import random

import pytest
from dunkirk_desk import DATA, GAME, Desk

from grognard.games.spoiled_victory.rules.combat import count_wins, defence_number
from grognard.games.spoiled_victory.rules.german_attack import ApplyWins, GermanRoll, Outcomes
from grognard.games.spoiled_victory.rules.spirit import Spirit, bearable_wins, would_lose_unit
from grognard.games.spoiled_victory.rules.state import State, facts
from grognard.suite import rule, walks


def _offered(desk: Desk) -> bool:
    step = desk.s.stack[-1]
    assert isinstance(step, Spirit)
    return step.standing(desk.s, "allies", "spirit-if-loss") is None


def _hemmed_in(full: bool) -> Desk:
    """1/Loyals on the East Jetty: A4, B4 and C5, all that is joined to it, are German."""
    desk = Desk().german("A4").german("B4").german("C5").put("1-loyals", "A5", full=full)
    desk.s.spirit = True
    return desk.call("A")


@rule("10.5", "9.3.4", "9.3.5")
@pytest.mark.parametrize(
    ("full", "dice", "lost"),
    [
        (True, (5, 6, 1, 1), True),  # two Wins, both Hits
        (True, (5, 1, 1, 2), False),  # one Win: flipped
        (False, (5, 1, 1, 2), True),  # one Win on a reduced unit
        (False, (2, 1, 1, 2), False),  # no Win
    ],
)
def test_a_unit_with_no_way_out_is_lost_sooner(full: bool, dice: tuple[int, ...], lost: bool) -> None:
    desk = _hemmed_in(full).roll(*dice)
    assert _offered(desk) == lost
    desk.play("accept")
    while desk.top == "ApplyWins":
        desk.play(min(desk.legal()))
    if lost:
        assert desk.where("1-loyals") == "lost"


@rule("10.5", "9.3.3", "9.3.4")
def test_a_unit_with_a_way_out_bears_a_retreat_and_if_full_a_hit() -> None:
    full = Desk().german("D3").put("1-loyals", "D4")
    assert bearable_wins(full.s, DATA.place["D4"], DATA.unit["1-loyals"]) == 2
    reduced = Desk().german("D3").put("1-loyals", "D4", full=False)
    assert bearable_wins(reduced.s, DATA.place["D4"], DATA.unit["1-loyals"]) == 1
    lapse = Desk(surplus_wins_lapse=True).german("D3").put("1-loyals", "D4", full=False)
    assert bearable_wins(lapse.s, DATA.place["D4"], DATA.unit["1-loyals"]) > 5, "left-over Wins lapse"


@rule("10.5", "9.3.3")
def test_each_unit_bears_its_own_retreat() -> None:
    desk = Desk().german("D3").put("1-loyals", "D4").put("5-border", "D4", full=False)
    assert bearable_wins(desk.s, DATA.place["D4"], DATA.unit["5-border"]) == 3, "two Retreats and one Hit"


@rule("10.5", "9.3.3")
def test_the_first_win_is_the_frontline_units() -> None:
    desk = Desk().german("A4").german("B4").german("C5").put("5-border", "A5", full=False).put("i-150-ri", "A5")
    assert bearable_wins(desk.s, DATA.place["A5"], DATA.unit["5-border"]) == 0, "reduced, and with nowhere to go"
    assert bearable_wins(desk.s, DATA.place["A5"], DATA.unit["i-150-ri"]) == 1


@rule("10.5", "9.3.4")
def test_wins_lapse_only_where_everybody_can_leave() -> None:
    desk = Desk(surplus_wins_lapse=True).german("A4").german("B4").german("C5").put("1-loyals", "A5")
    assert bearable_wins(desk.s, DATA.place["A5"], DATA.unit["1-loyals"]) == 1, "it has nowhere to go: one Hit"
    mixed = Desk().german("D3").put("5-border", "D4", full=False).evacuees(1, "D4")
    assert bearable_wins(mixed.s, DATA.place["D4"], DATA.unit["5-border"]) == 2, "one Retreat each"


@rule("10.5", "10.1.1")
def test_evacuees_share_the_room_that_is_left_for_them() -> None:
    # A4 leads to A3 and B3 (German), B4 (full) and A5, which has room for one of the two.
    desk = Desk().german("A3").german("B3").evacuees(1, "A4").evacuees(2, "A4")
    for n, space in enumerate(("B4", "B4", "A5", "A5", "A5"), 3):
        desk.evacuees(n, space)
    assert bearable_wins(desk.s, DATA.place["A4"], DATA.unit["evacuees-1"]) == 1


@rule("10.5", "9.3.2")
def test_the_order_looks_at_ones_own_attacks_too() -> None:
    desk = Desk().german("D3").put("4-green-howards", "D4", full=False)
    desk.s.spirit = True
    desk.actions(1).play("move 4-green-howards D3", "end").roll(1)
    assert _offered(desk), "the only die is a 1: a casualty"
    assert desk.play("accept").where("4-green-howards") == "lost"
    safe = Desk().german("D3").put("4-green-howards", "D4", full=False)
    safe.s.spirit = True
    assert not _offered(safe.actions(1).play("move 4-green-howards D3", "end").roll(2))


@rule("10.5", "9.3.4", "10.1.8")
def test_an_attacker_without_a_way_back_counts_as_lost() -> None:
    # C5 is joined to A5, B4, C4 and D5: all German, or behind one.
    desk = Desk().german("C5").german("A5").german("B4").german("D5").put("4-green-howards", "C5", full=False)
    desk.s.spirit = True
    desk.actions(1).play("assault 4-green-howards", "end", "attack 4-green-howards").roll(2)
    assert _offered(desk)
    assert desk.play("accept").where("4-green-howards") == "lost"


def test_the_order_is_one_of_the_game() -> None:
    assert "spirit-if-loss" in {x.id for x in GAME.orders}


def _survives(s: State, there: int) -> bool:
    """Whether some way of applying the Wins loses none of these units: all ways are tried."""
    alive = sum(1 << u for u in range(DATA.units) if s.loc[u] < DATA.sea_to)
    if there & ~alive:
        return False
    if not s.stack or not isinstance(s.stack[-1], ApplyWins):
        return True
    for opening in GAME.legal(s, "allies"):
        for action in [opening] if opening.complete else GAME.legal(s, "allies", opening.text):
            after = s.copy()
            GAME.apply(after, action, None)
            if _survives(after, there):
                return True
    return False


@rule("10.5", "9.3.3")
def test_the_order_agrees_with_trying_everything() -> None:
    rng = random.Random(5)
    asked = lost = 0
    for node in walks(GAME, 14, 21):
        s: State = node.state
        step = s.stack[-1] if s.stack else None
        if not isinstance(step, GermanRoll) or facts(s).at[step.space].bit_count() > 3:
            continue
        dice = tuple(rng.randint(1, 6) for _ in range(3))
        defence = defence_number(s, step.front, step.space)
        if not 1 <= count_wins(dice, defence) <= 3:
            continue
        trial = s.copy()
        trial.stack.pop()
        after = Outcomes(step.track, step.space, step.front, dice, step.red)
        trial.then(Spirit(dice, defence, True), after)
        doomed = would_lose_unit(trial, trial.stack[-1])
        there = facts(trial).at[step.space]
        GAME.apply(trial, GAME.read(trial, "allies", "accept"), None)
        assert doomed == (not _survives(trial, there))
        asked += 1
        lost += doomed
    assert asked > 40
    assert lost > 3


@rule("10.5")
def test_the_question_says_where_the_dice_fell() -> None:
    desk = _hemmed_in(full=True).roll(5, 6, 1, 1)
    prompt = GAME.decision(desk.s, "allies").prompt
    assert prompt.startswith("The German attack on A5 rolled 5, 6, 1, 1 against ")
    assert prompt.endswith(": 2 Wins. Use the Dunkirk Spirit?")
