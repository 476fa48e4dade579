"""10.4 and 9.4: what a battle is worth: values, odds with every reply, previews."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from springtime_desk import DATA, act, battle, desk, ends, options_of, rules_against, steps, where

from grognard.games.springtime.rules.values import DIFFERENCES, battle_chances, best_defender, crossing
from grognard.suite import rule

ALLIES, AXIS, NOBODY = 0, 1, 2


def rows(odds: Any) -> dict[str, Fraction]:
    return {row.outcome: Fraction(row.chance) for row in odds.rows}


def by_dice(difference: int, armored: bool) -> dict[str, Fraction]:
    """10.4.4 over all four dice."""
    win = "Overrun" if armored else "Success"
    count = {"Repulse": 0, "Stalemate": 0, win: 0, f"{win}, costly": 0}
    for a, b, c, d in product(range(1, 7), repeat=4):
        total = difference + a + b - c - d
        if total < 0:
            count["Repulse"] += 1
        elif total == 0:
            count["Stalemate"] += 1
        else:
            count[f"{win}, costly" if c + d >= (10 if armored else 8) else win] += 1
    return {name: Fraction(n, 1296) for name, n in count.items()}


@rule("10.4", "10.4.1", "10.4.4")
def test_the_difference_of_two_rolls() -> None:
    """Eleven apart in one way of 1296 each; equal in 146; with a defender's eight or more, ten or more."""
    found = DIFFERENCES
    assert set(found) == set(range(-10, 11))
    assert sum(n for n, _, _ in found.values()) == 1296
    assert found[10] == (1, 0, 0)  # 12 against 2
    assert found[-10] == (1, 1, 1)  # 2 against 12
    assert found[0][0] == 146
    assert sum(eight for _, eight, _ in found.values()) == 1296 * 15 // 36
    assert sum(ten for _, _, ten in found.values()) == 1296 * 6 // 36
    for difference, armored in product(range(-12, 13), (False, True)):
        n = battle_chances(difference, armored)
        want = by_dice(difference, armored)
        win = "Overrun" if armored else "Success"
        assert n["repulse"] == 1296 * want["Repulse"]
        assert n["stalemate"] == 1296 * want["Stalemate"]
        assert n["costly"] == 1296 * want[f"{win}, costly"]
        assert n["win"] == 1296 * (want[win] + want[f"{win}, costly"])


UNITS = {"hoth-pz": "5", "ge-4": "5", "fr-9": "11", "fr-2": "11", "bef": "11", "fr-8": "20"}


@rule("10.4", "9.4.1")
def test_the_odds_of_an_attack_with_every_reply() -> None:
    """Hoth's 5 and one more; the 9th Army's 4, the 2nd's 5 with Huntziger, the BEF's 6 with Gort; two others, TEM 2.
    Each of the defender's Leads may be chosen, with the air support of his nation."""
    table = desk(UNITS, advantage=NOBODY)
    table.play(["assault A", "move hoth-pz 11", "move ge-4 11"])
    odds = table.odds("attack 11 hoth-pz")
    assert odds is not None
    rating = {x.id: x.rating for x in DATA.leaders}
    defence = {"fr-9": 4 + rating["corap"] + 4, "fr-2": 5 + rating["huntziger"] + 4, "bef": 6 + rating["gort"] + 4}
    best = max(defence, key=lambda u: defence[u])
    assert best == "bef"
    assert rows(odds) == by_dice(6 - defence["bef"], True)
    assert sum(m.value for m in odds.modifiers) == 6 - defence["bef"]
    assert odds.title.startswith("Hoth [15th] Panzer Corps against BEF Army")
    replies = {r.title: rows(r) for r in odds.replies}
    air = {a.nation: a for a in DATA.air}
    wanted = {
        "with your air support (Luftflotte 2)": by_dice(6 + 4 - defence["bef"], True),
        "French 9th Army leads the defense": by_dice(6 - defence["fr-9"], True),
        f"French 9th Army leads the defense with {air['french'].name}": by_dice(6 - defence["fr-9"] - 3, True),
        "French 2nd Army leads the defense": by_dice(6 - defence["fr-2"], True),
        f"French 2nd Army leads the defense with {air['french'].name}": by_dice(6 - defence["fr-2"] - 3, True),
        f"BEF Army leads the defense with {air['british'].name}": by_dice(6 - defence["bef"] - 2, True),
    }
    assert replies == wanted
    assert odds.assumes[0].startswith("BEF Army leads the defense")


@rule("10.4", "9.4.1", "10.4.3")
def test_the_odds_in_the_midst_of_a_battle() -> None:
    table = desk(UNITS, advantage=NOBODY, reduced="fr-9")
    table.play(["assault A", "move ge-4 11", "attack 11 ge-4"])
    assert ends(table, "lead") == {"fr-9", "fr-2", "bef"}
    kluge = next(x.rating for x in DATA.leaders if x.id == "kluge")
    corap = next(x.rating for x in DATA.leaders if x.id == "corap")
    plus, minus = 5 + kluge, 2 + corap + 2 + 2
    odds = table.odds("lead fr-9")
    assert odds is not None
    assert rows(odds) == by_dice(plus - minus, False)
    air = {a.nation: a.name for a in DATA.air}
    assert {r.title: rows(r) for r in odds.replies} == {
        "the attacker sends Luftflotte 2": by_dice(plus + 4 - minus, False),
        f"with your air support ({air['french']})": by_dice(plus - minus - 3, False),
    }
    assert odds.assumes == ("Nobody commits further air support.",)
    table.play("lead fr-9")
    assert options_of(table) == {"air luftwaffe-1", "no-air"}
    mine = table.odds("air luftwaffe-1")
    assert mine is not None
    assert rows(mine) == by_dice(plus + 4 - minus, False)
    assert {r.title: rows(r) for r in mine.replies} == {
        f"the defender sends {air['french']}": by_dice(plus + 4 - minus - 3, False)
    }
    without = table.odds("no-air")
    assert without is not None
    assert {r.title: rows(r) for r in without.replies} == {
        f"the defender sends {air['french']}": by_dice(plus - minus - 3, False)
    }
    assert rules_against(table, "air raf") | rules_against(table, "air luftwaffe-2") <= {"9.4.1", "9.4.2"}
    table.play("air luftwaffe-1")
    his = table.odds("no-air")
    assert his is not None
    assert rows(his) == by_dice(plus + 4 - minus, False)
    assert (his.replies, his.assumes) == ((), ())


@rule("10.4", "11.1")
@pytest.mark.parametrize("holder", [ALLIES, AXIS, NOBODY])
def test_the_odds_name_the_advantage_while_somebody_has_it(holder: int) -> None:
    table = desk({"ge-4": "5", "belgian": "11", "fr-8": "20"}, advantage=holder)
    table.play(["assault A", "move ge-4 11", "attack 11 ge-4"])
    odds = table.odds("no-air")
    assert odds is not None
    assert odds.replies == ()  # Belgians have no air support
    assert odds.assumes == (() if holder == NOBODY else ("Nobody uses the Advantage.",))


@rule("9.4.1", "9.4.2")
def test_like_markers_are_offered_once_and_unlike_ones_both() -> None:
    for strong, used, offered in (
        ((0, 0), (0, 0), {"luftwaffe-1"}),
        ((1, 1), (0, 0), {"luftwaffe-1"}),
        ((1, 0), (0, 0), {"luftwaffe-1", "luftwaffe-2"}),
        ((0, 0), (1, 0), {"luftwaffe-2"}),
        ((1, 0), (0, 1), {"luftwaffe-1"}),
    ):
        table = desk(
            {"ge-4": "5", "belgian": "11", "fr-8": "20"},
            advantage=NOBODY,
            air_strong={"luftwaffe-1": strong[0], "luftwaffe-2": strong[1]},
            air_used={"luftwaffe-1": used[0], "luftwaffe-2": used[1]},
        )
        table.play(["assault A", "move ge-4 11", "attack 11 ge-4"])
        assert ends(table, "air") == offered
        if offered == {"luftwaffe-1"} and used == (0, 0):
            assert rules_against(table, "air luftwaffe-2") == {"9.4.2"}


@rule("9.4.1")
def test_no_air_is_asked_of_nations_that_have_none() -> None:
    """Belgians and Italians have no markers, and a German without any left is not asked either."""
    table = desk({"italian": "E", "alp": "D", "fr-8": "20"}, axis="E", italy=True, advantage=NOBODY)
    table.play(["assault W", "move italian D"])
    table.play("attack D italian")
    assert table.decision().step == "DefenderAir"
    table.play("no-air", forced=[[1, 1, 6, 6]])
    act(table, "stay")
    assert where(table, "italian") == "E"


@rule("10.4.3", "9.2", "10.2")
def test_which_boundary_the_lead_has_crossed() -> None:
    """58, 96: who began in the Area or came from the air crossed none; Baden has number 0, and counts as any Area."""
    table = desk({"ge-7": "1", "ge-1": "2", "fr-8": "20", "fr-5": "19"}, advantage=NOBODY)
    table.play(["assault C", "move ge-7 20"])
    s = table.state
    maginot, river, none = 2, 1, -1
    assert crossing(s, DATA.place["20"], DATA.unit["ge-7"]) == maginot
    assert crossing(s, DATA.place["20"], DATA.unit["ge-1"]) == none
    assert "across the Maginot Line: +3" in _preview(table, "move ge-1 19")
    table.play("attack 20 ge-7")
    assert "against defense 11 in" in table.decision().prompt  # 8th Army 4, Garchery 1, TEM 3, Maginot 3
    table = desk({"ge-4": "11", "ge-12": "11", "fr-9": "12", "fr-8": "20"}, axis="11", advantage=NOBODY)
    table.play(["assault A", "move ge-4 12"])
    assert crossing(table.state, DATA.place["12"], DATA.unit["ge-4"]) == river
    s = table.state.copy()
    s.came[DATA.unit["ge-4"]] = 36
    assert crossing(s, DATA.place["12"], DATA.unit["ge-4"]) == none
    s.came[DATA.unit["ge-4"]] = DATA.place["12"]
    assert crossing(s, DATA.place["12"], DATA.unit["ge-4"]) == none


def _preview(table: Any, text: str) -> str:
    found = table.preview(text)
    assert found is not None
    return str(found.text)


@rule("10.4.3")
def test_the_best_defender_is_the_strongest_lead() -> None:
    table = desk(UNITS, advantage=NOBODY, reduced="bef")
    table.play(["assault A", "move hoth-pz 11"])
    s = table.state
    assert best_defender(s, DATA.place["11"], DATA.unit["hoth-pz"]) == DATA.unit["fr-2"]
    preview = table.preview("attack 11 hoth-pz")
    assert preview is not None
    rating = next(x.rating for x in DATA.leaders if x.id == "huntziger")
    assert preview.text == f"1 unit makes a mandatory attack: 5 against {5 + rating + 2 + 2}, before air support."
    assert preview.places == ("11",)


@rule("10.2", "10.3")
def test_the_preview_of_an_optional_attack() -> None:
    table = desk({"hoth-pz": "11", "ge-4": "11", "fr-9": "11", "fr-8": "20"}, advantage=NOBODY)
    table.play("assault A")
    assert _preview(table, "attack 11 hoth-pz ge-4").startswith("2 units make an optional attack: 6 against")
    assert _preview(table, "attack 11 hoth-pz").startswith("1 unit makes an optional attack: 5 against")


@rule("6.1.3", "10.4.2")
@pytest.mark.parametrize(("turned", "value"), [(0, 1), (1, 2)])
def test_a_leader_who_has_gained_confidence_adds_more(turned: int, value: int) -> None:
    kluge = next(x for x in DATA.leaders if x.id == "kluge")
    assert (kluge.rating, kluge.flipped)[turned] == value
    table = desk({"ge-4": "11", "belgian": "11", "fr-8": "20"}, advantage=NOBODY, flipped={"kluge": turned})
    table.play(["assault A", "attack 11 ge-4"])
    assert f"Attack {5 + value} against" in table.decision().prompt


@rule("4.4.1", "10.4.2")
@pytest.mark.parametrize(("kleist", "value"), [("guderian-pz", 7 + 1), ("reinhardt-pz", 7), ("", 7)])
def test_kleist_adds_to_the_unit_he_is_with_alone(kleist: str, value: int) -> None:
    rating = next(x.rating for x in DATA.leaders if x.id == "kleist")
    assert rating == 1
    units = {"guderian-pz": "11", "reinhardt-pz": "3", "belgian": "11", "fr-8": "20"}
    table = desk(units, advantage=NOBODY, kleist=DATA.unit[kleist] if kleist else -1)
    table.play(["assault K", "attack 11 guderian-pz"])
    assert f"Attack {value} against" in table.decision().prompt


@rule("10.4.4")
@pytest.mark.parametrize(
    ("lead", "dice", "lead_left", "foe_left"),
    [
        ("ge-4", [6, 6, 3, 4], 2, 1),  # a Success, the defender rolled 7
        ("ge-4", [6, 6, 4, 4], 1, 1),  # 8
        ("hoth-pz", [6, 6, 4, 5], 2, 0),  # an Overrun, 9
        ("hoth-pz", [6, 6, 4, 6], 1, 0),  # 10
    ],
)
def test_what_a_win_costs(lead: str, dice: list[int], lead_left: int, foe_left: int) -> None:
    """5 and more against the Belgians' 4, Leopold and the Ardennes' 2, with the Luftwaffe's 4."""
    table = desk({lead: "11", "ge-12": "3", "belgian": "11", "fr-8": "20"}, advantage=NOBODY)
    table.play("assault A")
    battle(table, f"attack 11 {lead}", dice, air="air luftwaffe-1")
    assert (steps(table, lead), steps(table, "belgian")) == (lead_left, foe_left)
    assert where(table, "belgian") != "11"
    assert table.decision().step == "AssaultMoves"
