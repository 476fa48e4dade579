"""Chapters 7 to 9 and 14: stacking, control, impulses, movement."""

from __future__ import annotations

import pytest
from springtime_desk import (
    DATA,
    GAME,
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

from grognard.games.springtime.rules.movement import allowance, default_path, path_is_open, reach
from grognard.games.springtime.rules.state import Spring
from grognard.kernel.errors import Refused
from grognard.kernel.rules import bits
from grognard.suite import rule, walks

# --------------------------------------------------------------------------------------------- 8 impulses


@rule("6.2", "8.0", "8.1", "8.1.2")
def test_odd_impulses_are_allied_and_even_ones_axis() -> None:
    table = desk({"fr-1": "13", "ge-4": "5"}, impulse=1, axis="11")
    assert table.seat == "allies"
    kinds = {a.verb for a in table.legal()}
    assert {"assault", "regroup", "redeploy", "pass"} <= kinds
    table.play("pass")
    assert table.seat == "axis"
    assert table.state.impulse == 2


@rule("8.1.1", "9.1.1", "4.3.3")
def test_an_assault_activates_one_army_group_wherever_it_is() -> None:
    table = desk({"ge-4": "5", "ge-12": "3", "ge-6": "5", "fr-1": "13"})
    table.play("assault A")
    assert ends(table, "move") == {"ge-4", "ge-12"}
    assert rules_against(table, "move ge-6 6") == {"8.1.1"}


@rule("8.1.1")
def test_kleist_acts_alone_or_beside_another_group() -> None:
    table = desk({"ge-4": "5", "guderian-pz": "3", "ge-6": "5"})
    assert {"assault A", "assault K", "assault B"} <= options_of(table)
    assert options_of(table, "assault A") == {"assault A K"}
    assert options_of(table, "assault K") == set()
    table.play("assault A K")
    assert ends(table, "move") == {"ge-4", "guderian-pz"}


@rule("8.1.1")
def test_reserves_act_only_with_a_unit_of_the_group_in_their_area() -> None:
    table = desk({"fr-6": "23", "bruche": "24", "fr-1": "24", "fr-9": "12"}, impulse=1)
    table.play("assault 1")
    assert ends(table, "move") == {"bruche", "fr-1", "fr-9"}
    assert rules_against(table, "move fr-6 24") == {"8.1.1"}


@rule("8.1.1")
def test_the_same_group_may_not_assault_in_consecutive_impulses() -> None:
    table = desk({"ge-4": "5", "ge-6": "5", "guderian-pz": "3", "fr-8": "20"})
    table.play(["assault A K", "end"], forced=[6])
    table.play("pass")
    assert rules_against(table, "assault A") == {"8.1.1"}
    assert rules_against(table, "assault K") == {"8.1.1"}
    assert "assault B" in options_of(table)
    table.play("pass", forced=[6])
    table.play("pass")
    assert "assault A" in options_of(table)


@rule("8.1.1", "8.1.2a", "8.1.2b", "8.1.3")
@pytest.mark.parametrize("between", [["regroup", "end"], ["redeploy 5", "end"], ["pass"]])
def test_any_other_impulse_in_between_frees_the_group(between: list[str]) -> None:
    """Ruling 28, for both sides: 2 and 6 are Axis impulses with 4 between, 1 and 5 Allied ones with 3 between."""
    units = {"ge-4": "5", "ge-6": "5", "guderian-pz": "3", "fr-8": "20"}
    table = desk(units)
    table.play(["assault A K", "end"], forced=[6])
    table.play("pass")
    assert rules_against(table, "assault A") == {"8.1.1"}
    table.play(between, forced=[6])
    table.play("pass")
    assert table.state.impulse == 6
    assert {"assault A", "assault K"} <= options_of(table)
    table = desk(units, impulse=1)
    table.play(["assault 3", "end"])
    table.play("pass", forced=[6])
    assert rules_against(table, "assault 3") == {"8.1.1"}
    table.play([action.replace("5", "20") for action in between])
    table.play("pass", forced=[6])
    assert table.state.impulse == 5
    assert "assault 3" in options_of(table)


@rule("8.1.1")
def test_a_new_turn_frees_the_group() -> None:
    """Ruling 28: the last impulse of one week and the first of the next are not consecutive."""
    table = desk({"ge-4": "5", "fr-8": "20"}, impulse=7, advantage=2, points_allies=0, points_axis=0)
    table.play(["assault 3", "end"])
    act(table, "assault A")
    act(table, "end")
    while table.decision().step != "ChooseImpulse":
        act(table, "keep")
    assert (table.state.turn, table.state.impulse) == (3, 1)
    assert "assault 3" in options_of(table)
    act(table, "pass")
    while table.decision().step != "ChooseImpulse":
        act(table, table.legal()[0].text)
    assert table.state.impulse == 2
    assert "assault A" in options_of(table)


@rule("8.1.1")
def test_a_group_without_units_cannot_be_chosen() -> None:
    table = desk({"ge-4": "5"})
    assert rules_against(table, "assault C") == {"8.1.1"}


@rule("8.1.2a")
def test_a_regroup_moves_every_unit_one_area_into_free_areas() -> None:
    table = desk({"hoth-pz": "5", "ge-7": "1", "ge-6": "10", "fr-1": "13", "bef": "9"}, axis="10 11")
    table.play("regroup")
    assert ends(table, "move hoth-pz") == {"3", "4", "6", "10", "11"}
    assert rules_against(table, "move ge-6 13") == {"8.1.2a"}
    assert rules_against(table, "move ge-6 8") == {"8.1.2a"}
    table.play("move hoth-pz 11")
    assert rules_against(table, "move hoth-pz 3") == {"9.1"}


@rule("8.1.2a")
def test_units_of_one_area_may_regroup_apart() -> None:
    table = desk({"ge-4": "5", "ge-6": "5", "fr-8": "20"})
    table.play(["regroup", "move ge-4 4", "move ge-6 6"])
    assert (where(table, "ge-4"), where(table, "ge-6")) == ("4", "6")


@rule("8.1.2b")
def test_a_redeploy_moves_one_area_at_double_rate() -> None:
    table = desk({"ge-4": "6", "hoth-pz": "6", "ge-6": "5", "fr-8": "20"}, axis="7 8 9 10 11 12 13 14")
    table.play("redeploy 6")
    assert ends(table, "move") == {"ge-4", "hoth-pz"}
    assert ends(table, "move ge-4") == {"3", "4", "5", "7", "8", "9", "10", "11", "12", "13", "14"}
    assert rules_against(table, "move ge-4 2") == {"9.2"}
    assert "2" in ends(table, "move hoth-pz")
    assert rules_against(table, "move ge-6 4") == {"8.1.2b"}


@rule("8.1.2b")
def test_a_redeploy_needs_supply_and_avoids_enemy_areas() -> None:
    """In the pocket of Brussels and Antwerp the Belgians are at home and the French are cut off."""
    table = desk({"belgian": "13", "fr-1": "13", "ge-4": "12"}, axis="8 10 12 14 15 16", impulse=1, oos="fr-1")
    table.play("redeploy 13")
    assert [r.text for r in table.why_not("move fr-1 9")] == ["French 1st Army is out of supply and cannot redeploy."]
    assert rules_against(table, "move belgian 9") == set()
    assert rules_against(table, "move belgian 10") == {"8.1.2b"}


@rule("8.1.2b")
def test_a_redeploy_may_not_enter_an_area_that_only_the_enemy_holds() -> None:
    table = desk({"hoth-pz": "5", "fr-3": "18", "fr-1": "10"}, axis="11")
    table.play("redeploy 5")
    assert rules_against(table, "move hoth-pz 18") == {"8.1.2b"}
    assert rules_against(table, "move hoth-pz 10") == {"8.1.2b"}


@rule("8.1.2b")
def test_a_redeploy_may_end_in_a_contested_area_but_not_start_in_another() -> None:
    units = {"ge-4": "5", "ge-6": "10", "fr-1": "10", "ge-12": "11", "fr-9": "11"}
    table = desk(units, axis="10")
    table.play("redeploy 5")
    assert {"10", "11"} <= ends(table, "move ge-4")
    table.play("move ge-4 10")
    assert (where(table, "ge-4"), table.decision().step) == ("10", "RedeployMoves")
    assert {a.verb for a in table.legal()} == {"end"}  # nothing else was in the Area, and nobody attacks
    table = desk(units, axis="10 11")
    table.play("redeploy 10")
    assert rules_against(table, "move ge-6 11") == {"8.1.2b"}


@rule("8.1.3", "6.2.1")
def test_a_pass_still_rolls_for_logistics() -> None:
    table = desk({"ge-4": "5", "fr-1": "13"}, impulse=2)
    table.play("pass", forced=[2])
    assert table.state.impulse == 3


@rule("8.2")
def test_a_move_can_be_taken_back_until_a_die_is_rolled() -> None:
    table = desk({"ge-4": "5", "ge-12": "5", "fr-8": "20"})
    table.play(["assault A", "move ge-4 4"])
    table.undo()
    assert where(table, "ge-4") == "5"


# ---------------------------------------------------------------------------------------------- 9 movement


@rule("9.1", "9.2", "7.2", "4.3.2")
def test_a_unit_moves_by_its_factor_and_takes_vacant_areas_in_passing() -> None:
    table = desk({"hoth-pz": "5", "ge-4": "5", "fr-8": "20"})
    table.play("assault A")
    assert "12" in ends(table, "move hoth-pz")
    assert rules_against(table, "move ge-4 12") == {"9.2"}
    table.play("move hoth-pz 12 via 11")
    assert controller(table, "11") == "axis"
    assert controller(table, "12") == "axis"
    assert controller(table, "10") == "allies"


@rule("9.2")
def test_a_refusal_names_the_distance() -> None:
    table = desk({"hoth-pz": "5", "fr-8": "20"})
    table.play("assault A")
    [reason] = table.why_not("move hoth-pz 25")
    assert reason.rule == "9.2"
    assert "2 Areas" in reason.text
    assert "Paris" in reason.text
    with pytest.raises(Refused):
        table.play("move hoth-pz 25")


@rule("9.2", "7.2")
def test_without_a_named_way_the_one_that_takes_most_is_taken() -> None:
    table = desk({"hoth-pz": "5", "fr-8": "20"}, axis="10")
    table.play("assault A")
    preview = table.preview("move hoth-pz 12")
    assert preview.path == ("5", "11", "12")
    assert {a.args[-1] for a in table.legal("move hoth-pz 12 via")} == {"10", "11"}


@rule("9.1", "10.4.3")
@pytest.mark.parametrize(
    ("start", "to", "axis", "open_way", "crossed"),
    [
        ("21", "25", "11 17 18 21 23 24", "24", "23"),  # the Seine
        ("17", "13", "11 12 16 17", "16", "12"),  # the Sambre
        ("12", "18", "11 12 17", "17", "11"),  # the Maginot Line
    ],
)
def test_without_a_named_way_a_battle_is_entered_over_open_ground(
    start: str, to: str, axis: str, open_way: str, crossed: str
) -> None:
    """Two ways of the same length: by the one the defender would get +3 against the Lead unit."""
    table = desk({"hoth-pz": start, "fr-10": to, "fr-8": "20"}, axis=axis, advantage=2)
    table.play("assault A")
    default = table.preview(f"move hoth-pz {to}")
    assert default.path == (start, open_way, to)
    assert "across" not in default.text
    named = table.preview(f"move hoth-pz {to} via {crossed}")
    assert named.path == (start, crossed, to)
    assert "+3 for the defender" in named.text
    assert f"by {DATA.area_names[DATA.place[open_way]]} avoids" in named.text
    table.play(f"move hoth-pz {to} via {crossed}")
    assert table.state.came[DATA.unit["hoth-pz"]] == DATA.place[crossed]


@rule("9.1", "10.4.3", "7.2")
def test_open_ground_into_a_battle_goes_before_an_area_taken_in_passing() -> None:
    """From Brabant to Brussels: Flanders (14) would be taken, but lies across a river; Antwerp (9) does not."""
    table = desk({"schmidt-pz": "8", "fr-1": "13", "fr-8": "20"}, axis="8 9 10", advantage=2)
    table.play("assault B")
    assert table.preview("move schmidt-pz 13").path == ("8", "9", "13")
    assert table.preview("move schmidt-pz 14").path == ("8", "14")


@rule("9.1", "7.2")
def test_a_unit_takes_a_vacant_area_and_comes_back() -> None:
    """Reims is full and stays so: the place that a unit has left is still its own."""
    crowd = dict.fromkeys(("ge-4", "ge-12", "ge-16", "ge-2"), "24")
    table = desk({"hoth-pz": "24", **crowd, "fr-8": "20", "fr-7": "26"}, axis="11 17 24", advantage=1)
    table.play("assault A")
    # of its neighbours Sedan is Axis and Rouen is held
    assert {a.args[-1] for a in table.legal("move hoth-pz 24 via")} == {"16", "18", "21", "23", "25"}
    assert rules_against(table, "move ge-4 24") == {"9.1"}  # one Area only
    table.play("move hoth-pz 24 via 25")
    assert (where(table, "hoth-pz"), controller(table, "25"), table.state.morale) == ("24", "axis", 20)
    assert rules_against(table, "move hoth-pz 23") == {"9.1"}


@rule("9.1", "9.2", "13.2.2")
def test_no_way_out_and_back_where_nothing_can_be_taken() -> None:
    """From a contested Area only Free Areas can be entered first; Maginot boundaries end a move; armor that is cut
    off enters one Area; and a Regroup or Redeploy takes nothing."""
    contested = desk({"hoth-pz": "11", "fr-9": "11", "ge-16": "3"}, axis="10")
    contested.play("assault A")
    assert rules_against(contested, "move hoth-pz 11") == {"9.1"}
    line = desk({"hoth-pz": "3", "ge-16": "3", "fr-9": "11"})
    line.play("assault A")
    assert rules_against(line, "move hoth-pz 3 via 18") == {"9.1"}
    alone = desk({"hoth-pz": "24", "fr-8": "20"}, axis="24", oos="hoth-pz")
    alone.play("assault A")
    assert rules_against(alone, "move hoth-pz 24") == {"9.1"}
    regroup = desk({"hoth-pz": "24", "fr-8": "20"}, axis="11 17 24")
    regroup.play("redeploy 24")
    assert rules_against(regroup, "move hoth-pz 24") == {"9.1"}


@rule("11.1.1", "9.1")
def test_a_way_out_and_back_waits_before_an_empty_paris_too() -> None:
    table = desk({"hoth-pz": "24", "ge-4": "24", "fr-8": "20"}, axis="11 17 24", advantage=0)
    table.play(["assault A", "move hoth-pz 24 via 25", "open-city"])
    assert (where(table, "hoth-pz"), controller(table, "25"), table.state.morale) == ("24", "axis", 25)


@rule("9.2")
def test_a_unit_stops_where_it_meets_an_enemy() -> None:
    table = desk({"hoth-pz": "5", "fr-9": "11", "fr-1": "10"})
    table.play("assault A")
    assert ends(table, "move hoth-pz") & {"11", "10", "12", "13", "17"} == {"11", "10"}


@rule("9.2", "3.1.4")
def test_the_maginot_line_ends_a_move_in_either_direction() -> None:
    table = desk({"guderian-pz": "3", "fr-9": "11"})
    table.play("assault K")
    assert "18" in ends(table, "move guderian-pz")
    assert not {"17", "21", "24"} & ends(table, "move guderian-pz")
    table = desk({"bruche": "18", "fr-3": "18"}, impulse=1, axis="11")
    table.play("assault 2")
    assert "3" in ends(table, "move bruche")
    assert not {"4", "5"} & ends(table, "move bruche")


@rule("9.2", "10.0")
def test_a_unit_leaves_a_contested_area_only_by_a_free_one() -> None:
    table = desk({"hoth-pz": "11", "fr-9": "11", "ge-16": "3"}, axis="10")
    table.play("assault A")
    assert {"3", "5", "10"} <= ends(table, "move hoth-pz")
    assert rules_against(table, "move hoth-pz 12") == set()
    assert table.preview("move hoth-pz 12").path == ("11", "10", "12")
    assert rules_against(table, "move hoth-pz 17") == {"9.2"}


@rule("9.2.1")
def test_units_of_one_area_go_different_ways_after_seeing_results() -> None:
    table = desk({"hoth-pz": "5", "ge-4": "5", "dutch": "10", "fr-8": "20"}, advantage=2)
    table.play(["assault A", "move hoth-pz 10", "attack 10 hoth-pz"])
    table.play("no-air", forced=[[6, 6, 1, 1]])
    assert controller(table, "10") == "axis"
    assert rules_against(table, "move ge-4 10") == {"9.2.1"}
    table.play("move ge-4 11")
    assert controller(table, "11") == "axis"


@rule("9.3", "9.3.1", "7.1")
def test_a_full_area_may_not_be_entered() -> None:
    units = dict.fromkeys(("ge-1", "ge-7", "ge-12", "ge-16", "ge-18"), "4")
    table = desk({**units, "ge-4": "5", "hoth-pz": "5", "fr-8": "20"})
    table.play("assault A")
    assert rules_against(table, "move ge-4 4") == {"9.3.1"}
    assert "2" in ends(table, "move hoth-pz")
    assert table.preview("move hoth-pz 2").path == ("5", "3", "2")


@rule("9.3.2", "14.1", "14.2")
def test_zones_are_entered_by_their_lines_and_never_full() -> None:
    units = dict.fromkeys(("fr-2", "fr-3", "fr-4", "fr-5", "fr-6"), "A")
    table = desk({**units, "fr-1": "28", "bef": "26"}, impulse=1)
    table.play("assault 1")
    assert ends(table, "move fr-1") == {"25", "27", "29", "A", "B"}
    table.play("move fr-1 A")
    assert where(table, "fr-1") == "A"
    assert "B" not in ends(table, "move bef")


@rule("9.3.2", "14.1", "9.2")
def test_a_zone_without_a_connection_line_is_refused_by_its_own_rule() -> None:
    """Rouen has no line to Brittany, nor Brittany to the Massif Central."""
    table = desk({"fr-8": "26", "bef": "A", "fr-1": "13"}, impulse=1)
    table.play("regroup")
    for move in ("move fr-8 A", "move bef C"):
        [reason] = table.why_not(move)
        assert reason.rule == "9.3.2"
        assert "connection lines" in reason.text
    assert rules_against(table, "move fr-8 23") == {"9.2"}


@rule("9.3.3", "8.1.2b")
def test_the_alp_army_waits_for_italy() -> None:
    table = desk({"alp": "E", "fr-1": "13"}, impulse=1)
    assert rules_against(table, "assault 4") == {"9.3.3"}
    assert rules_against(table, "redeploy E") == {"9.3.3"}
    table.play("regroup")
    assert rules_against(table, "move alp D") == {"9.3.3"}
    table = desk({"alp": "E"}, impulse=1, italy=True)
    table.play("assault 4")
    assert ends(table, "move alp") == {"D"}


@rule("9.3.3", "8.1.1")
def test_a_reserve_acts_beside_the_alp_army_that_waits() -> None:
    """9.3.3 holds the Alp Army back, not a Reserve in its Zone; an army of another group gives it no such right."""
    units = {"alp": "E", "fr-6": "E", "ge-4": "D", "ge-12": "22"}
    table = desk(units, axis="D 22 19 20 21", impulse=1)
    assert "assault 4" in options_of(table)
    table.play("assault 4")
    assert ends(table, "move") == {"fr-6"}
    assert rules_against(table, "move alp D") == {"9.3.3"}
    table.play("move fr-6 D")
    assert where(table, "fr-6") == "D"
    other = desk({**units, "fr-6": "off", "fr-1": "E"}, axis="D 22 19 20 21", impulse=1)
    assert rules_against(other, "assault 4") == {"9.3.3"}


@rule("14.3")
def test_italy_is_closed_to_others() -> None:
    table = desk({"hoth-pz": "E", "italian": "F", "fr-8": "20"}, axis="D E", italy=True)
    table.play("assault A")
    assert rules_against(table, "move hoth-pz F") == {"14.3"}


@rule("9.1.2", "4.4.1")
def test_a_leader_goes_with_his_unit() -> None:
    table = desk({"ge-4": "5", "fr-8": "20"})
    table.play(["assault A", "move ge-4 11"])
    piece = next(p for p in table.scene("axis").pieces if p.id == "ge-4")
    assert piece.place == "11"
    assert any(b.text.startswith("Kluge") for b in piece.face.badges)


@rule("13.2.2")
def test_armor_out_of_supply_is_slower() -> None:
    table = desk({"hoth-pz": "5", "wietersheim": "5", "fr-8": "20"}, oos="hoth-pz wietersheim")
    table.play("assault A K")
    assert "12" not in ends(table, "move hoth-pz")
    assert "12" in ends(table, "move wietersheim")


def brute_force(s: Spring, u: int, mode: int, path: list[int]) -> set[int]:
    """Every place that some open way leads to, by trying them all."""
    found: set[int] = set()
    if len(path) <= allowance(s, u, mode):
        for q in DATA.near[path[-1]]:
            if q not in path:
                longer = [*path, q]
                if path_is_open(s, u, mode, longer):
                    found.add(q)
                    found |= brute_force(s, u, mode, longer)
    return found


@rule("9.1", "9.2", "9.3")
def test_the_search_finds_every_way_and_no_other() -> None:
    tried = 0
    for node in walks(GAME, 8, 21):
        s = node.state
        if not s.stack or type(s.stack[-1]).__name__ not in ("AssaultMoves", "RegroupMoves", "RedeployMoves"):
            continue
        mode = s.stack[-1].mode
        for u in bits(s.active):
            if s.came[u] < 0:
                ways = reach(s, u, mode)
                assert set(ways[0]) == brute_force(s, u, mode, [s.loc[u]]), (DATA.unit_ids[u], mode)
                for dest in ways[0]:
                    path = default_path(ways, dest, s.loc[u])
                    assert path_is_open(s, u, mode, path), path
                tried += 1
    assert tried > 300


# ------------------------------------------------------------------------------------------- 7 control


@rule("7.3", "7.4", "7.5")
def test_contesting_does_not_change_control() -> None:
    table = desk({"hoth-pz": "5", "fr-1": "13", "fr-9": "10"}, advantage=2)
    table.play(["assault A", "move hoth-pz 10", "attack 10 hoth-pz"])
    table.play("no-air")
    table.play("no-air", forced=[[4, 3, 1, 2]])  # 5 + 7 against 4 + 2 + 3 + 3
    assert "Stalemate" in log(table)
    table.play("stay")  # the defender stays, and so does the attacker: the battle is over
    assert table.seat == "axis"
    table.play("stay")
    assert table.decision().step == "AssaultMoves"
    assert (where(table, "hoth-pz"), where(table, "fr-9")) == ("10", "10")
    assert controller(table, "10") == "allies"
    assert "contested-10" in {mark.id for mark in table.scene("public").marks}


@rule("7.3", "7.5", "8.1.2a")
def test_allies_who_contest_an_axis_area_do_not_gain_it_and_it_is_free_for_nobody() -> None:
    """The 9th Army's 4 against the 4th Army's 5 with Kluge's 1, the Ardennes' 2 and the river's 3."""
    table = desk({"fr-9": "12", "ge-4": "11", "ge-12": "5", "fr-8": "20"}, axis="11", impulse=1, advantage=2)
    table.play(["assault 1", "move fr-9 11"])
    battle(table, "attack 11 fr-9", [6, 6, 2, 3])
    assert "Stalemate" in log(table)
    table.play(["stay", "stay"])
    assert (where(table, "fr-9"), where(table, "ge-4")) == ("11", "11")
    assert controller(table, "11") == "axis"
    table.play(["end", "regroup"])
    assert rules_against(table, "move ge-12 11") == {"8.1.2a"}


# ------------------------------------------------------------------------------------------- Turn 1


@rule("15.2", "15.3", "6.1.1")
def test_the_surprise_impulse_activates_every_group_apart() -> None:
    table = desk({"ge-4": "5", "ge-6": "5", "guderian-pz": "3", "ge-2": "3", "fr-9": "11"}, turn=1, impulse=6)
    table.play("assault all")
    assert ends(table, "move") == {"ge-4", "ge-6", "guderian-pz", "ge-2"}
    table.play("move ge-4 11")
    assert rules_against(table, "move ge-6 11") == {"15.3"}
    assert rules_against(table, "move ge-2 11") == {"15.3"}
    assert rules_against(table, "end") == {"10.1"}


@rule("15.3", "9.2")
def test_in_the_surprise_impulse_groups_may_enter_a_vacant_area_together() -> None:
    table = desk({"ge-4": "5", "ge-6": "5", "fr-9": "12", "fr-8": "20"}, turn=1, impulse=6, advantage=2)
    table.play(["assault all", "move ge-4 11"])
    assert rules_against(table, "move ge-6 11") == set()


@rule("8.1.2b", "14.3")
def test_an_area_with_no_way_out_but_italy_has_nobody_to_redeploy() -> None:
    table = desk({"ge-4": "E", "italian": "F", "ge-6": "5", "fr-8": "20"}, axis="E", italy=True, advantage=2)
    assert "E" not in {a.text.split()[-1] for a in table.legal() if a.text.startswith("redeploy")}
    assert rules_against(table, "redeploy E") != set()


@rule("15.3", "8.1.1")
def test_kleist_and_another_group_attack_apart_in_the_surprise_impulse() -> None:
    units = {"ge-12": "3", "guderian-pz": "3", "fr-9": "11", "fr-8": "20"}
    table = desk(units, turn=1, impulse=6, advantage=2)
    table.play(["assault A K", "move ge-12 11"])
    assert rules_against(table, "move guderian-pz 11") == {"15.3"}
    later = desk(units, turn=1, impulse=8, advantage=2)
    later.play(["assault A K", "move ge-12 11"])
    assert rules_against(later, "move guderian-pz 11") == set()  # 8.1.1
    event = desk(units, turn=3, held_axis=held("plan-red"), cup=cup("plan-red"))
    event.play(["play plan-red", "assault A K", "move ge-12 11"])
    assert rules_against(event, "move guderian-pz 11") == set()  # not the impulse of 15.3


@rule("15.3", "8.1.1")
def test_the_surprise_impulse_with_two_groups_is_remembered() -> None:
    """8.1.1 compares with the previous impulse's groups; only an activation of all is not remembered (ruling 28)."""
    table = desk({"ge-12": "3", "guderian-pz": "3", "ge-6": "5", "fr-8": "20"}, turn=1, impulse=6, advantage=2)
    table.play(["assault A K", "end"], forced=[6])
    table.play("pass")
    assert rules_against(table, "assault A") == {"8.1.1"}
    assert rules_against(table, "assault B") == set()


@rule("15.3")
def test_every_group_is_active_only_in_the_first_impulse() -> None:
    assert rules_against(desk({"ge-4": "5"}, turn=1, impulse=8), "assault all") == {"15.3"}
    assert rules_against(desk({"ge-4": "5"}, turn=2, impulse=6), "assault all") == {"15.3"}
    table = desk({"ge-4": "5"}, turn=3, held_axis=held("plan-red"), cup=cup("plan-red"))
    table.play("play plan-red")
    assert rules_against(table, "assault all") == set()


@rule("15.3", "8.1.1")
def test_a_reserve_counts_for_the_groups_it_starts_with() -> None:
    table = desk({"wietersheim": "4", "ge-2": "3", "guderian-pz": "3", "ge-4": "5", "fr-9": "11"}, turn=1, impulse=6)
    table.play(["assault all", "move guderian-pz 11", "move ge-2 11"])
    assert where(table, "ge-2") == "11"
    assert rules_against(table, "move ge-4 11") == {"15.3"}
    assert DATA.second_army == DATA.unit["ge-2"]


@rule("8.2")
def test_the_last_move_of_an_impulse_can_be_taken_back() -> None:
    table = desk({"ge-7": "1", "fr-8": "20"})
    table.play(["redeploy 1", "move ge-7 2"])
    assert table.decision().step == "RedeployMoves"
    table.undo()
    assert where(table, "ge-7") == "1"


@rule("8.2")
def test_an_impulse_in_which_nothing_can_move_waits_for_its_end() -> None:
    """Namur is surrounded: nothing can regroup, and the choice of a Regroup can be taken back."""
    table = desk({"fr-9": "12", "ge-4": "11"}, impulse=1, axis="10 11 13 16 17")
    table.play("regroup")
    assert options_of(table) == {"end"}
    table.undo()
    assert table.decision().step == "ChooseImpulse"


@rule("8.1.2b", "13.2.1")
def test_a_unit_in_a_pocket_cannot_redeploy_though_no_marker_says_so_yet() -> None:
    """De Gaulle appears in a Dunkirk that is cut off."""
    table = desk(
        {"fr-8": "20", "ge-4": "5", "fr-1": "14"},
        axis="13 8 9 16 10 12 17 7",
        oos="fr-1",
        impulse=1,
        held_allies=held("de-gaulle"),
        cup=cup("de-gaulle"),
    )
    table.play("de-gaulle 15")
    assert rules_against(table, "redeploy 15") == {"8.1.2b"}
    assert "is in supply" in table.why_not("redeploy 15")[0].text
    assert "15" not in ends(table, "redeploy")


@rule("8.1.2b")
def test_a_redeploy_without_a_place_to_go_says_so() -> None:
    """The Belgians are at home in Flanders, and all Areas around them are Axis."""
    table = desk({"belgian": "14", "fr-1": "25"}, axis="8 9 13 15", impulse=1)
    assert "Area to go to" in table.why_not("redeploy 14")[0].text


# ----------------------------------------------------------------------------------------------- refusals


@rule("8.1.1", "15.3")
def test_only_kleist_joins_another_group() -> None:
    table = desk({"ge-4": "5", "ge-6": "5", "guderian-pz": "3", "fr-8": "20"}, turn=1, impulse=6)
    for text, rule_id, words in (
        ("assault B A", "8.1.1", "Only Army Group Kleist"),
        ("assault K A", "8.1.1", "assault A K"),
        ("assault A A", "8.1.1", "once"),
        ("assault all K", "15.3", "already"),
    ):
        [reason] = table.why_not(text)
        assert reason.rule == rule_id
        assert words in reason.text
    allied = desk({"fr-1": "13", "fr-3": "18", "ge-4": "5"}, impulse=1)
    assert "single Army Group" in allied.why_not("assault 1 2")[0].text


@rule("8.1.1", "10.0", "10.4.3")
def test_enemy_units_and_units_elsewhere_are_refused_with_a_reason() -> None:
    table = desk({"guderian-pz": "3", "ge-2": "3", "fr-2": "17", "fr-1": "17", "fr-9": "12"}, advantage=2)
    table.play("assault K")
    assert table.why_not("move fr-2")[0].text == "French 2nd Army belongs to the enemy."
    table.play("move guderian-pz 17")
    assert table.why_not("attack 17 fr-2")[0].text == "French 2nd Army belongs to the enemy."
    table.play(["attack 17 guderian-pz"])
    assert table.decision().step == "NameDefender"
    for text, words in (("lead fr-9", "is not in Sedan"), ("lead guderian-pz", "belongs to the attacker")):
        [reason] = table.why_not(text)
        assert reason.rule == "10.4.3"
        assert words in reason.text
