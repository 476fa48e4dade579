"""4.4 and 10: who fights, with which Leader, at what cost, and where he retreats to."""

from __future__ import annotations

from typing import Any

import pytest
from springtime_desk import (
    DATA,
    act,
    battle,
    desk,
    ends,
    log,
    rules_against,
    where,
)

from grognard.games.springtime.rules.kleist import KleistOrNobody
from grognard.games.springtime.rules.state import KLEIST_LOST
from grognard.suite import rule

ALLIES, AXIS, NOBODY = 0, 1, 2
QUIET = {"ge-4": "5", "fr-8": "20"}


@rule("4.4.1", "10.4.5")
def test_kleist_may_be_bound_to_the_first_area_too() -> None:
    """Baden is Area 1, and number 0 inside."""
    units = {"guderian-pz": "1", "reinhardt-pz": "5", "fr-8": "20"}
    top = {"type": "PlaceKleist", "place": DATA.place["1"], "anew": False}
    table = desk(units, stack=[{"type": "EndManeuvers"}, {"type": "ChooseImpulse"}, top])
    assert table.decision().step == "ChooseImpulse"
    assert table.state.kleist == DATA.unit["guderian-pz"]
    both = desk({**units, "wietersheim": "1"}, stack=[{"type": "EndManeuvers"}, {"type": "ChooseImpulse"}, top])
    assert ends(both, "kleist") == {"guderian-pz", "wietersheim"}
    assert rules_against(both, "kleist reinhardt-pz") == {"10.4.5"}


@rule("10.4.5", "4.4.1")
def test_the_loss_of_another_of_his_units_leaves_kleist_where_he_is() -> None:
    units = {"reinhardt-pz": "11", "guderian-pz": "3", "fr-9": "11", "fr-8": "20"}
    table = desk(units, advantage=NOBODY, reduced="reinhardt-pz", kleist=DATA.unit["guderian-pz"])
    table.play("assault K")
    battle(table, "attack 11 reinhardt-pz", [1, 1, 6, 6])
    act(table, "stay")
    assert where(table, "reinhardt-pz") == "eliminated"
    assert table.state.kleist == DATA.unit["guderian-pz"]
    assert "Leader Kleist" not in log(table)


@rule("10.5", "9.1")
def test_what_a_retreat_leaves_behind() -> None:
    """An attacker who went back has done his part; a defender may still be moved by others' attacks."""
    table = desk({"ge-4": "5", "ge-12": "3", "fr-9": "11", "fr-8": "20"}, advantage=NOBODY)
    table.play(["assault A", "move ge-4 11"])
    battle(table, "attack 11 ge-4", [1, 1, 6, 6])
    act(table, "stay")
    s = table.state
    assert where(table, "ge-4") == "5"
    assert s.came[DATA.unit["ge-4"]] == DATA.place["5"]
    assert s.came[DATA.unit["fr-9"]] == -1
    won = desk({"ge-4": "5", "ge-12": "3", "fr-9": "11", "fr-8": "20"}, advantage=NOBODY)
    won.play(["assault A", "move ge-4 11"])
    battle(won, "attack 11 ge-4", [6, 6, 1, 1], air="air luftwaffe-1")
    act(won, "retreat fr-9 12")
    assert where(won, "fr-9") == "12"
    assert won.state.came[DATA.unit["fr-9"]] == -1


@rule("4.4.1", "5.2.1-axis")
def test_kleist_is_free_where_none_of_his_is_at_his_place() -> None:
    units = {"guderian-pz": "5", "reinhardt-pz": "4", "fr-8": "20"}
    table = desk(units, turn=1, impulse=5, kleist_turn=0, advantage=NOBODY)
    table.play("pass")
    assert ends(table, "kleist") == {"guderian-pz", "reinhardt-pz"}
    bound = desk({**units, "wietersheim": "3"}, turn=1, impulse=5, kleist_turn=0, advantage=NOBODY)
    bound.play("pass")
    assert bound.state.kleist == DATA.unit["wietersheim"]
    later = desk({**units, "wietersheim": "3"}, turn=2, impulse=1, kleist_turn=0, advantage=NOBODY)
    later.play("pass")
    assert ends(later, "kleist") == {"guderian-pz", "reinhardt-pz", "wietersheim"}


@rule("10.4.4")
@pytest.mark.parametrize(
    ("dice", "left"), [([6, 6, 6, 2], 1), ([6, 6, 1, 6], 2), ([6, 6, 2, 6], 1), ([6, 6, 5, 2], 2)]
)
def test_both_dice_of_the_defender_count_for_the_cost(dice: list[int], left: int) -> None:
    table = desk(
        {"ge-4": "11", "ge-12": "3", "belgian": "11", "fr-8": "20"}, advantage=NOBODY, air_strong={"luftwaffe-1": 1}
    )
    table.play("assault A")
    battle(table, "attack 11 ge-4", dice, air="air luftwaffe-1")
    assert table.state.strength[DATA.unit["ge-4"]] == left


@rule("4.4.1", "10.4.3")
def test_the_first_leader_of_the_list_counts_as_any() -> None:
    table = desk({"ge-4": "11", "fr-1": "11", "fr-8": "20"}, advantage=NOBODY)
    table.play(["assault A", "attack 11 ge-4"])
    assert DATA.leader_of[DATA.unit["fr-1"]] == 0
    assert "against defense 9 in" in table.decision().prompt  # 6, Blanchard 1, TEM 2


@rule("10.5")
def test_a_unit_that_is_off_the_map_has_no_place_in_a_reason() -> None:
    table = desk(
        {"fr-9": "11", "fr-1": "11", "ge-4": "11", "fr-2": "eliminated", "fr-8": "20"},
        top={"type": "Retreat", "side": ALLIES, "forced": False},
        battle=DATA.place["11"],
        leaving=["fr-9", "fr-1"],
        attackers=["ge-4"],
        outcome=1,
        advantage=NOBODY,
    )
    assert table.why_not("retreat fr-2")[0].pieces == ()
    assert table.why_not("retreat fr-8")[0].pieces == ("fr-8",)


@rule("10.5", "10.1")
def test_an_attacker_is_thrown_back_into_baden() -> None:
    table = desk({"ge-7": "1", "ge-1": "2", "fr-8": "20", "fr-5": "20"}, advantage=NOBODY)
    table.play(["assault C", "move ge-7 20"])
    battle(table, "attack 20 ge-7", [1, 1, 6, 6], lead="fr-8")
    act(table, "stay")
    assert where(table, "ge-7") == "1"


@rule("10.5.1", "10.5.2")
def test_a_retreat_ends_as_soon_as_one_way_finds_room() -> None:
    """From Namur Sedan and Artois are full. Beyond Artois there is room; what lies behind Sedan is full too."""
    crowd = dict.fromkeys(("fr-2", "fr-3", "fr-4", "fr-5", "fr-6"), "17")
    second = dict.fromkeys(("fr-1", "fr-7", "bef", "prioux", "bruneau"), "16")
    third = dict.fromkeys(("bruche", "brocard", "fr-10", "belgian", "dutch"), "24")
    units = {**crowd, **second, **third, "fr-9": "12", "fr-8": "12", "ge-4": "12"}
    table = desk(
        units,
        axis="10 11 13 18 15",
        top={"type": "Retreat", "side": ALLIES, "forced": True},
        battle=DATA.place["12"],
        attackers=["ge-4"],
        leaving=["fr-9", "fr-8"],
        outcome=2,
        advantage=NOBODY,
    )
    assert ends(table, "retreat fr-9") == {"26"}


@rule("4.4.1", "10.4.5")
def test_a_kleist_who_waits_is_not_lost() -> None:
    table = desk(QUIET, stack=[{"type": "EndManeuvers"}, {"type": "ChooseImpulse"}, {"type": "KleistOrNobody"}])
    assert table.state.kleist != KLEIST_LOST
    s = table.state.copy()
    s.loc[DATA.unit["guderian-pz"]] = DATA.place["3"]
    s.facts = None
    s.stack.clear()
    KleistOrNobody().run(s, None)
    assert [type(step).__name__ for step in s.stack] == ["PlaceKleist"]


@rule("10.0", "10.5.1")
def test_who_was_repulsed_in_a_contested_area_does_nothing_more() -> None:
    table = desk({"ge-4": "11", "fr-9": "11", "hoth-pz": "5", "fr-8": "20"}, advantage=NOBODY)
    table.play("assault A")
    battle(table, "attack 11 ge-4", [1, 1, 6, 6])
    act(table, "stay")
    assert ends(table, "move") == {"hoth-pz"}
    s = table.state
    assert (s.attackers, s.leaving, s.roll, s.battle, s.lead, s.foe) == (0, 0, 0, -1, -1, -1)


@rule("10.0", "10.2")
@pytest.mark.parametrize("friend", [True, False])
def test_who_has_fought_does_not_fight_again_where_he_was_thrown_to(friend: bool) -> None:
    units = {"ge-4": "10", "fr-1": "10", "fr-8": "20", "hoth-pz": "5", **({"ge-12": "10"} if friend else {})}
    fields: dict[str, Any] = {"top": "AssaultMoves", "active": ["ge-4", "hoth-pz", *(["ge-12"] if friend else [])]}
    table = desk(units, came={"ge-4": "10"}, advantage=NOBODY, **fields)
    assert rules_against(table, "attack 10 ge-4") == {"10.0"}
    assert ("10" in ends(table, "attack")) is friend
    if friend:
        assert ends(table, "attack 10") == {"ge-12"}
