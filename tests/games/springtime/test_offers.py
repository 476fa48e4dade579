"""Chapters 7 to 10: in crowded positions exactly what the rules allow is offered; all else has its reason."""

from __future__ import annotations

from typing import Any

import pytest
from springtime_desk import (
    DATA,
    act,
    battle,
    controller,
    cup,
    desk,
    ends,
    held,
    log,
    options_of,
    rules_against,
    where,
)

from grognard.games.springtime.rules.movement import ASSAULT, REDEPLOY, REGROUP, can_move, default_path, reach
from grognard.suite import rule

ALLIES, AXIS, NOBODY = 0, 1, 2
FIVE = ("fr-1", "fr-2", "fr-7", "fr-9", "bef")


def groups(table: Any) -> set[str]:
    return {text.split()[1] for text in options_of(table) if text.startswith("assault")}


# --------------------------------------------------------------------------------------------- 8.1.1 groups


@rule("8.1.1", "9.3.3", "4.3.3")
def test_the_groups_that_may_assault() -> None:
    everyone = {
        "fr-1": "13", "fr-3": "18", "fr-8": "20", "alp": "E", "belgian": "9", "dutch": "8", "fr-6": "23",
        "ge-4": "5", "ge-6": "5", "ge-1": "2", "guderian-pz": "3", "italian": "F", "ge-2": "4",
    }  # fmt: skip
    assert groups(desk(everyone, impulse=1)) == {"1", "2", "3", "Be", "N"}
    assert groups(desk(everyone, impulse=1, italy=True)) == {"1", "2", "3", "4", "Be", "N"}
    assert groups(desk(everyone, impulse=2)) == {"A", "B", "C", "K", "W"}
    assert groups(desk(everyone, impulse=1, billotte=True)) == {"2", "3", "Be", "N"}
    assert groups(desk(everyone, impulse=6, turn=1)) == {"A", "B", "C", "K", "W", "all"}
    assert groups(desk(everyone, impulse=6, turn=2)) == {"A", "B", "C", "K", "W"}
    assert groups(desk(everyone, impulse=8, turn=1)) == {"A", "B", "C", "K", "W"}
    assert groups(desk(everyone, impulse=2, plan_red=True)) == {"A", "B", "C", "K", "W", "all"}
    assert groups(desk(everyone, impulse=1, plan_red=True)) == {"1", "2", "3", "Be", "N"}
    assert groups(desk(everyone, impulse=6, turn=1, scenario="plan-red")) == {"A", "B", "C", "K", "W"}
    few = {"fr-8": "20", "ge-4": "5", "fr-6": "23", "ge-2": "4"}
    assert groups(desk(few, impulse=1)) == {"3"}
    assert groups(desk(few, impulse=2)) == {"A"}
    assert groups(desk(everyone, impulse=3, last_allies=0b100010)) == {"1", "3", "Be"}
    assert groups(desk(everyone, impulse=4, last_axis=0b1001 << 6)) == {"B", "C", "W"}
    assert groups(desk(everyone, impulse=4, last_allies=0b1001 << 6)) == {"A", "B", "C", "K", "W"}


@rule("9.3.3", "8.1.1")
@pytest.mark.parametrize(
    ("beside", "able"), [({}, False), ({"italian": "E"}, True), ({"fr-6": "E"}, True), ({"fr-6": "D"}, False)]
)
def test_the_alps_group_acts_with_company_before_italys_entry(beside: dict[str, str], able: bool) -> None:
    """Ruling 32: an enemy to attack, or a Reserve that it brings along."""
    table = desk({"alp": "E", "fr-8": "20", "ge-4": "5", **beside}, impulse=1)
    assert ("4" in groups(table)) is able
    assert rules_against(table, "assault 4") == (set() if able else {"9.3.3"})


@rule("8.1.1", "15.3")
def test_only_kleist_joins_another_group() -> None:
    units = {"ge-4": "5", "ge-6": "5", "guderian-pz": "3", "fr-8": "20", "fr-1": "13"}
    table = desk(units)
    assert ends(table, "assault A") == {"K"}
    assert ends(table, "assault B") == {"K"}
    assert ends(table, "assault K") == set()
    for text in ("assault A A", "assault A B", "assault K A", "assault A all"):
        assert rules_against(table, text) == {"8.1.1"}
    [why] = table.why_not("assault K A")
    assert "assault A K" in why.text
    [why] = table.why_not("assault B A")
    assert "assault A K" not in why.text
    rested = desk(units, impulse=4, last_axis=1 << 9)
    assert ends(rested, "assault A") == set()
    assert rules_against(rested, "assault A K") == {"8.1.1"}
    allied = desk(units, impulse=1)
    assert ends(allied, "assault 1") == set()
    assert rules_against(allied, "assault 1 3") == {"8.1.1"}
    assert rules_against(allied, "assault A") == {"8.1.1"}
    assert rules_against(allied, "assault R") == {"8.1.1"}
    every = desk(units, turn=1, impulse=6)
    assert rules_against(every, "assault all K") == {"15.3"}
    assert ends(every, "assault all") == set()


@rule("8.1.1")
def test_who_acts_in_an_assault() -> None:
    units = {
        "ge-4": "5", "ge-12": "11", "hoth-pz": "3", "ge-6": "5", "ge-2": "5", "guderian-pz": "4", "reinhardt-pz": "3",
        "fr-8": "20", "fr-6": "23",
    }  # fmt: skip
    table = desk(units, axis="11", advantage=NOBODY)
    table.play("assault A")
    assert ends(table, "move") == {"ge-4", "ge-12", "hoth-pz", "ge-2"}
    assert rules_against(table, "move ge-6") == {"8.1.1"}
    assert rules_against(table, "move fr-8") == {"8.1.1"}
    assert rules_against(table, "move ge-16") == {"9.1"}
    table = desk(units, axis="11", advantage=NOBODY)
    table.play("assault A K")
    assert ends(table, "move") == {"ge-4", "ge-12", "hoth-pz", "ge-2", "guderian-pz", "reinhardt-pz"}
    table = desk(units, axis="11", advantage=NOBODY)
    table.play("assault K")
    assert ends(table, "move") == {"guderian-pz", "reinhardt-pz"}
    assert rules_against(table, "move ge-2") == {"8.1.1"}
    [why] = table.why_not("move ge-2")
    assert "was with" in why.text


@rule("15.3", "8.1.1")
def test_a_reserve_counts_for_the_groups_in_its_area_where_groups_are_apart() -> None:
    """The 2nd Army with A and K in Eifel may join either's attack, but nobody of B's."""
    units = {"ge-2": "3", "ge-12": "3", "guderian-pz": "3", "ge-6": "5", "fr-9": "11", "fr-8": "20"}
    for first, then in (("ge-12", set()), ("guderian-pz", set()), ("ge-6", {"15.3"})):
        table = desk(units, turn=1, impulse=6, advantage=NOBODY)
        table.play(["assault all", f"move {first} 11"])
        assert rules_against(table, "move ge-2 11") == then
    table = desk(units, turn=1, impulse=6, advantage=NOBODY)
    table.play(["assault all", "move ge-2 11", "move ge-12 11"])
    assert rules_against(table, "move guderian-pz 11") == {"15.3"}
    assert "11" not in ends(table, "move ge-6")
    alone = desk({**units, "ge-2": "4"}, turn=1, impulse=6, advantage=NOBODY)
    alone.play("assault all")
    assert rules_against(alone, "move ge-2") == {"8.1.1"}


# ----------------------------------------------------------------------------------------- moves in an Assault


@rule("9.2", "9.3.1", "9.3.2", "14.1")
def test_how_far_an_army_and_a_corps_get() -> None:
    """Hoth from Eifel: open ground to Germany and the Ardennes; the Maginot Line to Metz; two Areas from there on."""
    table = desk({"hoth-pz": "3", "ge-4": "3", "fr-8": "20", "fr-9": "12"}, advantage=NOBODY)
    table.play("assault A")
    assert ends(table, "move ge-4") == {"2", "4", "5", "11", "18"}
    one = {"2", "4", "5", "11", "18"}
    assert ends(table, "move hoth-pz") == one | {
        "1",
        "6",
        "10",
        "12",
        "17",
        "19",
        "3",
    }  # 3: out and back over the Ardennes
    assert rules_against(table, "move ge-4 12") == {"9.2"}
    assert rules_against(table, "move hoth-pz 25") == {"9.2"}
    assert rules_against(table, "move ge-4 A") == {"9.3.2"}
    assert rules_against(table, "move ge-4 3") == {"9.1"}
    south = desk({"fr-1": "30", "fr-8": "20", "ge-4": "5"}, impulse=1)
    south.play("assault 1")
    assert ends(south, "move fr-1") == {"22", "23", "29", "C", "D"}
    assert rules_against(south, "move fr-1 28") == {"9.2"}
    zone = desk({"bef": "C", "fr-8": "20", "ge-4": "5"}, impulse=1)
    zone.play("assault 1")
    assert ends(zone, "move bef") == {"B", "29", "30", "D", "A", "28", "23", "25", "22", "E"}
    assert rules_against(zone, "move bef 24") == {"9.3.2"}


@rule("9.2", "9.3.1", "9.2.1")
def test_what_stops_a_move_on_its_way() -> None:
    """Guderian from the Ardennes: Sedan is held, Namur full of friends, Liège attacked, Metz behind the Line."""
    full = dict.fromkeys(("ge-1", "ge-7", "ge-18", "ge-16", "ge-2"), "12")
    units = {"guderian-pz": "11", "fr-2": "17", "ge-6": "10", "fr-1": "10", **full, "fr-8": "20"}
    table = desk(units, axis="11 12", advantage=NOBODY, closed=["10"], top="AssaultMoves", active=["guderian-pz"])
    assert ends(table, "move") == {"guderian-pz"}
    assert ends(table, "move guderian-pz") == {"3", "5", "17", "18", "2", "4", "6"}
    assert rules_against(table, "move guderian-pz 12") == {"9.3.1"}
    assert rules_against(table, "move guderian-pz 10") == {"9.2.1"}
    assert rules_against(table, "move guderian-pz 16") == {"9.2"}
    assert rules_against(table, "move guderian-pz 24") == {"9.2"}
    assert rules_against(table, "move ge-6") == {"8.1.1"}


@rule("9.2", "7.5")
def test_leaving_a_contested_area() -> None:
    """Hoth in the contested Ardennes may go to Free Areas first, and on from there."""
    units = {"hoth-pz": "11", "fr-9": "11", "fr-2": "17", "fr-8": "20"}
    table = desk(units, axis="12", advantage=NOBODY)
    table.play("assault A")
    # Free: 3, 5 (Germany) and 12; beyond them 2, 4, 6, 10, 13, 16, 17, 18 by 3 over the Line
    assert ends(table, "move hoth-pz") == {"3", "5", "12", "2", "4", "6", "10", "13", "16", "17", "18"}
    [why] = table.why_not("move hoth-pz 11")
    assert why.rule == "9.1"
    army = desk({"ge-4": "11", "fr-9": "11", "fr-2": "17", "fr-8": "20"}, axis="12", advantage=NOBODY)
    army.play("assault A")
    assert ends(army, "move ge-4") == {"3", "5", "12"}
    assert rules_against(army, "move ge-4 10") == {"9.2"}
    [why] = army.why_not("move ge-4 17")
    assert "Free Area first" in why.text


@rule("14.3", "9.2")
def test_italy_is_for_italians() -> None:
    table = desk({"ge-4": "E", "italian": "E", "fr-8": "20"}, axis="E", italy=True, advantage=NOBODY)
    table.play("assault A")
    assert ends(table, "move ge-4") == {"D"}
    assert rules_against(table, "move ge-4 F") == {"14.3"}
    table = desk({"ge-4": "5", "italian": "E", "fr-8": "20"}, axis="E", italy=True, advantage=NOBODY)
    table.play("assault W")
    assert ends(table, "move italian") == {"D", "F"}


@rule("9.3.3")
@pytest.mark.parametrize("kind", ["assault 4", "regroup", "redeploy E"])
def test_the_alp_army_stands_still_until_italy_comes(kind: str) -> None:
    units = {"alp": "E", "fr-6": "E", "fr-8": "20", "ge-4": "5"}
    table = desk(units, impulse=1, italy=True)
    table.play(kind)
    assert {"alp", "fr-6"} <= ends(table, "move")
    assert "D" in ends(table, "move alp")
    table = desk(units, impulse=1)
    table.play(kind)
    assert "alp" not in ends(table, "move")
    assert "fr-6" in ends(table, "move")


@rule("9.1", "10.0")
def test_who_has_moved_or_fought_does_not_move_again() -> None:
    table = desk({"ge-4": "5", "ge-12": "11", "fr-9": "11", "ge-16": "3", "fr-8": "20"}, advantage=NOBODY)
    table.play(["assault A", "move ge-4 3"])
    assert rules_against(table, "move ge-4") == {"9.1"}
    battle(table, "attack 11 ge-12", [1, 1, 6, 6])
    table.play("stay")
    assert rules_against(table, "move ge-12") == {"9.1"}
    assert ends(table, "move") == {"ge-16"}


@rule("9.1", "9.2")
def test_the_ways_that_a_move_may_name() -> None:
    """Hoth from Aachen to Namur: by Liège or by the Ardennes, each a river; and back home over what he takes."""
    table = desk({"hoth-pz": "5", "fr-8": "20"}, advantage=NOBODY)
    table.play("assault A")
    via = {a.text for a in table.legal("move hoth-pz 12 via")}
    assert via == {"move hoth-pz 12 via 10", "move hoth-pz 12 via 11"}
    assert all(a.complete for a in table.legal("move hoth-pz 12 via"))
    assert rules_against(table, "move hoth-pz 12 via 6") == {"9.2"}
    assert rules_against(table, "move hoth-pz 12 via 12") == {"9.2"}
    assert rules_against(table, "move hoth-pz 12 via 5") == {"9.2"}
    assert rules_against(table, "move hoth-pz 12 via 10 11") == {"9.2"}
    home = {a.text for a in table.legal("move hoth-pz 5 via")}
    assert home == {"move hoth-pz 5 via 10", "move hoth-pz 5 via 11"}
    assert rules_against(table, "move hoth-pz 5 via 6") == {"9.2"}  # nothing is taken there
    assert {a.text for a in table.legal("move hoth-pz 10 via")} == {"move hoth-pz 10 via 6", "move hoth-pz 10 via 11"}
    table.play("move hoth-pz 5 via 11")
    assert (controller(table, "11"), controller(table, "10")) == ("axis", "allies")
    assert where(table, "hoth-pz") == "5"


@rule("8.1.2b", "9.1")
def test_a_long_way_of_a_redeploy_is_named_area_by_area() -> None:
    """The BEF with 4 MF from Lille to Paris by Artois, then Reims or Rouen, or a longer way."""
    table = desk({"bef": "15", "fr-8": "20", "ge-4": "5"}, impulse=1)
    table.play("redeploy 15")
    assert "25" in ends(table, "move bef")
    first = {a.args[-1] for a in table.legal("move bef 25 via")}
    assert first == {"16", "13"}  # 13 and then 16, 24 or 26
    second = {a.args[-1]: a.complete for a in table.legal("move bef 25 via 16")}
    assert second == {"24": True, "26": True, "17": False}
    third = {a.args[-1]: a.complete for a in table.legal("move bef 25 via 16 24")}
    assert third == {"26": True, "23": True}
    assert {a.args[-1] for a in table.legal("move bef 25 via 16 17")} == {"24"}
    assert table.legal("move bef 25 via 16 24 26") == []
    assert rules_against(table, "move bef 25 via 16 24 16") == {"9.2"}
    table.play("move bef 25 via 16 17 24")
    assert where(table, "bef") == "25"


@rule("9.1", "7.2", "10.4.3")
def test_the_way_of_default_play_in_every_kind_of_impulse() -> None:
    """Ruling 38: of the shortest ways to Namur the one by Liège takes an Area."""
    table = desk({"hoth-pz": "5", "fr-2": "17", "fr-8": "20"}, axis="11", advantage=NOBODY)
    table.play("assault A")
    s, u = table.state, DATA.unit["hoth-pz"]
    path = default_path(reach(s, u, ASSAULT), DATA.place["12"], s.loc[u])
    assert [DATA.map_ids[p] for p in path] == ["5", "10", "12"]  # it takes Liège
    assert can_move(s, u, ASSAULT)
    assert can_move(s, u, REGROUP)
    assert can_move(s, u, REDEPLOY)


# ------------------------------------------------------------------------------------ Regroup and Redeploy


@rule("8.1.2a")
def test_a_regroup_leads_into_free_areas_with_room_alone() -> None:
    full = dict.fromkeys(FIVE, "16")
    units = {**full, "fr-3": "17", "fr-6": "24", "ge-4": "24", "ge-12": "11", "fr-8": "20", "prioux": "12"}
    table = desk(units, axis="11 18", impulse=1)
    table.play("regroup")
    assert ends(table, "move fr-3") == {"12"}  # 11 and 18 are Axis, 16 full, 24 contested
    assert rules_against(table, "move fr-3 16") == {"9.3.1"}
    assert rules_against(table, "move fr-3 24") == {"8.1.2a"}
    assert rules_against(table, "move fr-3 18") == {"8.1.2a"}
    assert rules_against(table, "move fr-3 11") == {"8.1.2a"}
    assert rules_against(table, "move fr-3 13") == {"9.2"}
    assert ends(table, "move prioux") == {"10", "13", "17"}  # one Area only, whatever its factor
    assert ends(table, "move fr-6") == {"17", "21", "23", "25", "26"}
    assert ends(table, "move") == {*FIVE, "fr-3", "fr-6", "fr-8", "prioux"}
    assert rules_against(table, "move ge-4") == {"8.1.2a"}


@rule("8.1.2b")
def test_a_redeploy_leads_through_free_areas_and_may_end_among_friends_in_a_battle() -> None:
    units = {"bef": "25", "fr-1": "25", "fr-6": "24", "ge-4": "24", "ge-12": "26", "fr-8": "20"}
    table = desk(units, axis="26 17 16", impulse=1)
    assert ends(table, "redeploy") == {"20", "24", "25"}
    table.play("redeploy 25")
    # 24 is contested with a friend in it: one may end there; 26 and what lies behind are the enemy's
    army = {"23", "24", "27", "28", "29", "21", "22", "30", "A", "B", "C"}
    assert ends(table, "move fr-1") == army
    corps = army | {"18", "19", "20", "D", "E", "11"}  # 11 from Metz, over the Line
    assert ends(table, "move bef") == corps
    assert rules_against(table, "move fr-1 26") == {"8.1.2b"}
    assert rules_against(table, "move fr-1 16") == {"8.1.2b"}
    assert rules_against(table, "move fr-6") == {"8.1.2b"}
    out = desk(units, axis="26 17 16", impulse=1)
    out.play("redeploy 24")
    assert ends(out, "move fr-6") == {"18", "21", "23", "25", "11", "19", "20", "22", "27", "28", "29", "30"}


@rule("8.1.2b", "13.2.1")
def test_from_where_units_may_redeploy() -> None:
    """Cut off in Antwerp, Lille and Artois; the Belgians are at home, and the 8th Army has the whole south."""
    full = dict.fromkeys(FIVE, "16")
    units = {
        **full,
        "fr-3": "9",
        "fr-4": "15",
        "fr-8": "20",
        "belgian": "14",
        "alp": "E",
        "ge-4": "5",
        "italian": "F",
    }
    table = desk(units, axis="8 10 13 12 17 24 26", impulse=1)
    assert ends(table, "redeploy") == {"20", "14"}  # 9, 15 and 16 are cut off, and the Alp Army waits for Italy
    assert rules_against(table, "redeploy 9") == {"8.1.2b"}
    assert rules_against(table, "redeploy 16") == {"8.1.2b"}
    assert rules_against(table, "redeploy E") == {"9.3.3"}
    assert rules_against(table, "redeploy 5") == {"8.1.2b"}
    texts = {p: table.why_not(f"redeploy {p}")[0].text for p in ("9", "16", "25", "E")}
    assert "is in supply." in texts["9"]
    assert "no unit of yours" in texts["25"]
    assert "Italy" in texts["E"]
    axis = desk({**units, "ge-1": "E"}, axis="8 10 13 12 17 24 26 E", impulse=2, italy=True)
    assert ends(axis, "redeploy") == {"5", "F"}  # the German in the Alps is cut off from Germany


@rule("8.1.2b")
def test_units_that_could_not_redeploy_are_told_why() -> None:
    """Beside a Frenchman in Flanders the Belgians are at home, and he is cut off."""
    units = {"belgian": "14", "fr-4": "14", "fr-8": "20", "ge-4": "5"}
    table = desk(units, axis="8 13 16 26 24 17 12 10 11", impulse=1)
    table.play("redeploy 14")
    assert ends(table, "move") == {"belgian"}
    assert "out of supply" in table.why_not("move fr-4")[0].text
    assert "was not in the Area" in table.why_not("move fr-8")[0].text
    assert rules_against(table, "move fr-4") == rules_against(table, "move fr-8") == {"8.1.2b"}


# -------------------------------------------------------------------------------------------------- attacks


@rule("10.1", "10.2", "10.3", "9.2.1")
def test_where_and_with_whom_an_attack_can_be_made() -> None:
    units = {
        "ge-4": "11", "ge-12": "11", "ge-16": "5", "hoth-pz": "5", "ge-6": "11", "ge-2": "11",
        "fr-9": "11", "fr-1": "10", "fr-2": "17", "fr-8": "20",
    }  # fmt: skip
    table = desk(units, advantage=NOBODY)
    table.play("assault A")
    assert ends(table, "attack") == {"11"}
    assert rules_against(table, "attack 10") == {"10.0"}
    assert rules_against(table, "attack 25") == {"10.0"}
    assert ends(table, "attack 11") == {"ge-4", "ge-12", "ge-2"}
    assert rules_against(table, "attack 11 ge-6") == {"8.1.1"}
    assert rules_against(table, "attack 11 ge-16") == {"10.0"}
    assert rules_against(table, "attack 11 fr-9") == {"10.0"}
    assert ends(table, "attack 11 ge-4") == {"ge-12", "ge-2"}
    assert ends(table, "attack 11 ge-4 ge-2") == {"ge-12"}
    assert rules_against(table, "attack 11 ge-4 ge-4") == {"10.2"}
    table.play(["move ge-16 10", "move hoth-pz 10"])
    assert ends(table, "attack") == {"10", "11"}
    assert ends(table, "attack 10") == {"ge-16", "hoth-pz"}
    assert ends(table, "attack 10 hoth-pz") == set()  # all take part
    assert rules_against(table, "attack 10 hoth-pz ge-16") == {"10.1"}
    assert rules_against(table, "end") == {"10.1"}
    assert [line for line in table.decision().warnings if "must still be attacked" in line]
    battle(table, "attack 10 ge-16", [1, 1, 6, 6])
    act(table, "stay")
    act(table, "retreat ge-16 5")
    assert (where(table, "ge-16"), where(table, "hoth-pz")) == ("5", "5")
    assert "ge-16" not in ends(table, "move") | ends(table, "attack")
    assert rules_against(table, "attack 10") <= {"10.0", "9.2.1"}


@rule("15.3", "10.2")
def test_groups_that_are_apart_do_not_attack_together_in_a_contested_area_either() -> None:
    units = {"ge-4": "11", "ge-12": "11", "ge-6": "11", "ge-2": "11", "fr-9": "11", "fr-8": "20"}
    table = desk(units, turn=1, impulse=6, advantage=NOBODY)
    table.play("assault all")
    assert ends(table, "attack 11") == {"ge-4", "ge-12", "ge-6", "ge-2"}
    assert ends(table, "attack 11 ge-4") == {"ge-12", "ge-2"}
    assert ends(table, "attack 11 ge-6") == {"ge-2"}
    assert ends(table, "attack 11 ge-2") == {"ge-4", "ge-12", "ge-6"}
    assert ends(table, "attack 11 ge-2 ge-6") == set()
    assert rules_against(table, "attack 11 ge-4 ge-6") == {"15.3"}
    plain = desk(units, turn=2, impulse=6, advantage=NOBODY, plan_red=False)
    plain.play("assault A")
    assert ends(plain, "attack 11 ge-4") == {"ge-12", "ge-2"}


@rule("10.0", "10.1", "9.1")
def test_an_attacker_who_has_fought_and_an_inactive_friend_stay_out() -> None:
    units = {"ge-4": "11", "ge-12": "5", "ge-6": "11", "fr-9": "11", "fr-8": "20"}
    table = desk(units, advantage=NOBODY)
    table.play(["assault A", "move ge-12 11"])
    assert ends(table, "attack 11") == {"ge-4", "ge-12"}
    battle(table, "attack 11 ge-4", [1, 1, 6, 6])
    act(table, "stay")
    assert rules_against(table, "attack 11") == {"9.2.1"}
    assert rules_against(table, "move ge-4") == {"9.1"}
    assert "attack" not in {text.split()[0] for text in options_of(table)}


@rule("6.2", "9.4.1", "10.1")
def test_an_impulse_begins_with_everything_fresh() -> None:
    table = desk(
        {"ge-4": "11", "fr-9": "11", "ge-12": "5", "fr-1": "12", "fr-8": "20"},
        impulse=1,
        advantage=NOBODY,
        air_used={"luftwaffe-1": 1, "raf": 1} if "raf" in DATA.air_ids else {"luftwaffe-1": 1},
        closed=["11"],
        contested=[],
        plan_red=True,
        everyone=True,
        dropped=3,
        came={"ge-4": "5"},
    )
    table.play("pass")
    s = table.state
    assert s.air_used == [0, 0, 0, 0]
    assert (s.closed, s.everyone, s.plan_red, s.dropped, s.active) == (0, False, False, -1, 0)
    assert s.contested == 1 << DATA.place["11"]
    assert set(s.came) == {-1}
    assert (s.impulse, table.seat) == (2, "axis")


@rule("8.1.3", "6.2")
def test_a_pass_leads_to_the_other_side() -> None:
    table = desk({"ge-4": "5", "fr-8": "20"}, impulse=3, advantage=NOBODY)
    assert {"regroup", "pass", "redeploy 20", "assault 3"} <= options_of(table)
    table.play("pass")
    assert (table.seat, table.state.impulse) == ("axis", 4)
    assert "The Allies pass." in log(table)


@rule("6.1.1", "8.1")
def test_an_event_may_come_before_the_impulse() -> None:
    table = desk({"ge-4": "5", "fr-8": "20"}, held_axis=held("air-supremacy"), cup=cup("air-supremacy"))
    assert "play an event first" in table.decision().prompt
    assert "play air-supremacy" in options_of(table)
    table.play("play air-supremacy")
    assert "play an event first" not in table.decision().prompt
    assert table.decision().step == "ChooseImpulse"
