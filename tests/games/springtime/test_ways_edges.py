"""7, 9, 14, 15: control and moves: which way, how far, and what stands against it."""

from __future__ import annotations

from typing import Any

import pytest
from springtime_desk import (
    DATA,
    GAME,
    act,
    battle,
    controller,
    desk,
    ends,
    rules_against,
)

from grognard.games.springtime.rules.combat import may_attack
from grognard.games.springtime.rules.facts import build
from grognard.games.springtime.rules.kleist import PlaceKleist, settle_kleist
from grognard.games.springtime.rules.state import put
from grognard.games.springtime.rules.supply import has_supply
from grognard.suite import rule

ALLIES, AXIS, NOBODY = 0, 1, 2
QUIET = {"ge-4": "5", "fr-8": "20"}


@rule("15.3", "6.1.1")
def test_groups_are_apart_when_plan_red_activates_them_all() -> None:
    units = {"ge-4": "5", "ge-6": "5", "fr-9": "11", "fr-8": "20"}
    table = desk(units, advantage=NOBODY, plan_red=True)
    table.play(["assault all", "move ge-4 11"])
    assert rules_against(table, "move ge-6 11") == {"15.3"}
    assert "11" not in ends(table, "move ge-6")
    single = desk(units, advantage=NOBODY, plan_red=True)
    single.play("assault A")
    assert not single.state.everyone
    assert single.state.last_axis == 1 << 6
    assert table.state.last_axis == 0


@rule("15.3", "9.2")
def test_a_unit_that_could_only_join_another_groups_attack_cannot_move() -> None:
    """From Baden: 2 is full, 20 was attacked, and in 19 Army Group A attacks."""
    full = dict.fromkeys(("ge-1", "ge-12", "ge-16", "ge-18", "hoth-pz"), "2")
    units = {**full, "ge-7": "1", "ge-4": "19", "fr-5": "19", "ge-6": "20", "fr-8": "20"}
    fields: dict[str, Any] = {
        "top": "AssaultMoves",
        "active": ["ge-7", "ge-4"],
        "closed": ["20"],
        "contested": [],
        "came": {"ge-4": "2"},
        "advantage": NOBODY,
    }
    table = desk(units, everyone=True, **fields)
    assert ends(table, "move") == set()
    assert rules_against(table, "move ge-7") == {"9.2"}
    free = desk(units, everyone=False, **fields)
    assert ends(free, "move") == {"ge-7"}
    assert ends(free, "move ge-7") == {"19"}


@rule("9.1", "12.3")
def test_a_unit_in_the_box_of_the_eliminated_is_not_on_the_map() -> None:
    units = {**QUIET, "ge-12": "eliminated", "guderian-pz": "eliminated", "reinhardt-pz": "3"}
    table = desk(units, advantage=NOBODY)
    table.play("assault A")
    assert rules_against(table, "move ge-12") == {"9.1"}
    kleist = desk(units, impulse=1, kleist_turn=1, advantage=NOBODY)
    kleist.play("pass")
    assert kleist.state.kleist == DATA.unit["reinhardt-pz"]


@rule("9.1", "7.2")
def test_of_two_like_ways_into_a_battle_the_one_that_takes_an_area() -> None:
    """Namur by Liège or by the Ardennes, a river each; what is Axis already is not taken."""
    for axis, by in (("10", "11"), ("11", "10")):
        table = desk({"hoth-pz": "5", "fr-9": "12", "fr-8": "20"}, axis=axis, advantage=NOBODY)
        table.play(["assault A", "move hoth-pz 12"])
        assert DATA.map_ids[table.state.came[DATA.unit["hoth-pz"]]] == by
        assert controller(table, by) == "axis"


@rule("9.2.1", "9.1")
def test_an_attack_elsewhere_does_not_close_a_way_out_and_back() -> None:
    units = {"hoth-pz": "5", "ge-1": "20", "fr-8": "20", "fr-9": "12"}
    for closed, back in ((["20"], True), (["5"], False)):
        table = desk(units, top="AssaultMoves", active=["hoth-pz"], closed=closed, advantage=NOBODY)
        assert ("5" in ends(table, "move hoth-pz")) is back


@rule("7.2", "18.1.1", "10.4.3")
def test_previews_after_a_drop_and_from_a_lost_area() -> None:
    def told(table: Any, text: str) -> str:
        found = table.preview(text)
        assert found is not None
        return str(found.text)

    drops: dict[str, bool | str] = {"axis-airdrops": True}
    table = desk(
        {"ge-4": "11", "ge-12": "3", "fr-9": "12", "fr-3": "18", "fr-8": "20"},
        axis="11",
        advantage=NOBODY,
        options=drops,
    )
    table.play("assault A")
    assert "across a river" in told(table, "move ge-4 12")
    act(table, "drop 12")
    assert "river" not in told(table, "move ge-4 12")
    line = desk({"ge-12": "3", "fr-3": "18", "fr-8": "20"}, advantage=NOBODY, options=drops)
    line.play("assault A")
    act(line, "drop 18")
    assert "the Maginot Line: +3" in told(line, "move ge-12 18")
    theirs = desk({"ge-4": "11", "fr-9": "11", "fr-8": "20"}, advantage=NOBODY)
    theirs.play("assault A")
    assert "given up" not in told(theirs, "move ge-4 3")  # the Ardennes are Allied
    ours = desk({"ge-4": "11", "fr-9": "11", "fr-8": "20"}, axis="11", advantage=NOBODY)
    ours.play("assault A")
    assert "Ardennes (11) is given up to the enemy (7.2)." in told(ours, "move ge-4 3")
    two = desk({"ge-4": "11", "ge-12": "11", "fr-9": "11", "fr-8": "20"}, axis="11", advantage=NOBODY)
    two.play("assault A")
    assert "given up" not in told(two, "move ge-4 3")


@rule("9.1", "9.2")
def test_who_left_baden_has_moved() -> None:
    table = desk({"ge-7": "1", "ge-1": "2", "fr-8": "20"}, advantage=NOBODY)
    table.play(["assault C", "move ge-7 2"])
    assert table.state.came[DATA.unit["ge-7"]] == 0
    assert rules_against(table, "move ge-7") == {"9.1"}
    assert ends(table, "move") == {"ge-1"}


@rule("14.3", "9.2")
def test_italians_go_home_where_others_cannot() -> None:
    units = {"italian": "E", "ge-4": "E", "fr-8": "20", "fr-1": "D", "ge-12": "D"}
    fields: dict[str, Any] = {"axis": "E", "top": "AssaultMoves", "closed": ["D"], "italy": True, "advantage": NOBODY}
    table = desk(units, active=["italian", "ge-4"], **fields)
    assert ends(table, "move") == {"italian"}
    assert ends(table, "move italian") == {"F"}
    assert rules_against(table, "move ge-4") == {"9.2"}


@rule("9.2.1", "10.2")
def test_an_attack_elsewhere_closes_nothing_here() -> None:
    units = {"ge-4": "11", "fr-9": "11", "ge-1": "20", "fr-8": "20", "ge-6": "9", "fr-1": "9"}
    table = desk(units, top="AssaultMoves", active=["ge-4", "ge-1", "ge-6"], closed=["20"], advantage=NOBODY)
    assert ends(table, "attack") == {"9", "11"}
    table = desk(units, top="AssaultMoves", active=["ge-4", "ge-1", "ge-6"], closed=["9"], advantage=NOBODY)
    assert ends(table, "attack") == {"11", "20"}
    table.play("attack 11 ge-4")
    assert table.state.closed == 1 << DATA.place["9"] | 1 << DATA.place["11"]


@rule("9.1", "7.2")
def test_into_a_vacant_area_what_is_taken_counts_and_no_river() -> None:
    """From Metz to Troyes: by Nancy over open ground, or by Reims over a river; Reims is still Allied."""
    table = desk({"hoth-pz": "18", "fr-8": "20"}, axis="18 17 11 21", advantage=NOBODY)
    table.play(["assault A", "move hoth-pz 23"])
    assert controller(table, "24") == "axis"
    assert DATA.map_ids[table.state.came[DATA.unit["hoth-pz"]]] == "24"


@rule("9.1", "9.2")
def test_a_named_way_avoids_enemies_and_ends_in_time() -> None:
    table = desk({"hoth-pz": "5", "fr-9": "10", "fr-8": "20"}, advantage=NOBODY)
    table.play("assault A")
    assert {a.args[-1] for a in table.legal("move hoth-pz 12 via")} == {"11"}
    assert rules_against(table, "move hoth-pz 12 via 10") == {"9.2"}
    assert {a.args[-1] for a in table.legal("move hoth-pz 10 via")} == {"6", "11"}
    long = desk({"bef": "15", "fr-8": "20", "ge-4": "5"}, impulse=1)
    long.play("redeploy 15")
    assert rules_against(long, "move bef 25 via 16 24 26 27") == {"9.2"}
    assert rules_against(long, "move bef 25 via 16 24 26") == set()


@rule("9.2.1", "10.2")
def test_nobody_may_attack_again_where_an_attack_was_made() -> None:
    units = {"ge-4": "11", "ge-12": "11", "fr-9": "11", "fr-8": "20"}
    for closed, able in (([], {"ge-4", "ge-12"}), (["11"], set())):
        s = desk(units, top="AssaultMoves", active=["ge-4", "ge-12"], closed=closed, advantage=NOBODY).state
        found = may_attack(s, DATA.place["11"])
        assert {u for i, u in enumerate(DATA.unit_ids) if found >> i & 1} == able
    assert may_attack(s, DATA.place["20"]) == 0


@rule("10.0", "10.2")
def test_nobody_attacks_where_no_enemy_is_left() -> None:
    """The Area was contested when the impulse began; its defender has gone."""
    s = desk({"ge-4": "11", "fr-9": "11"}, top="AssaultMoves", active=["ge-4"], advantage=NOBODY).state
    assert may_attack(s, DATA.place["11"]) == 1 << DATA.unit["ge-4"]
    put(s, DATA.unit["fr-9"], DATA.place["12"])
    assert may_attack(s, DATA.place["11"]) == 0


@rule("7.1", "7.2", "14.2")
def test_what_follows_from_a_position() -> None:
    crowd = dict.fromkeys(("fr-1", "fr-2", "fr-3", "fr-4", "fr-5"), "25")
    zone = dict.fromkeys(("ge-1", "ge-4", "ge-6", "ge-7", "ge-12"), "A")
    s = desk({**crowd, **zone, "ge-16": "25", "fr-8": "eliminated"}, axis="A").state
    known = build(DATA, s.loc, s.control)
    place = {p: 1 << i for i, p in enumerate(DATA.map_ids)}

    def units(*names: str) -> int:
        return sum(1 << DATA.unit[u] for u in names)

    assert known.at[DATA.paris] == units(*crowd, "ge-16")
    assert known.at[DATA.place["A"]] == units(*zone)
    assert sum(known.at) == known.on_map == units(*crowd, *zone, "ge-16")
    assert known.present == [place["25"], place["25"] | place["A"]]
    assert known.full == [place["25"], 0]  # Zones have no limit
    axis = sum(place[p] for p in ("1", "2", "3", "4", "5", "6", "F", "A"))
    assert known.owned == [DATA.map_ids.all & ~axis, axis]
    assert known.supply is None


@rule("14.3", "7.2")
def test_nobody_goes_out_and_back_through_italy() -> None:
    """Zone F is empty and the enemy's, and next to E: taking it in passing is for Italians alone."""
    table = desk({"ge-4": "5", "bef": "E", "fr-1": "16"}, impulse=1, advantage=NOBODY, italy=True)
    table.play("assault 1")
    found = ends(table, "move bef")
    assert "D" in found
    assert not {"E", "F"} & found
    assert rules_against(table, "move bef F") == {"14.3"}


@rule("9.2")
def test_a_named_way_is_no_longer_than_the_allowance() -> None:
    table = desk({"hoth-pz": "5", "fr-8": "20"}, advantage=NOBODY)
    table.play("assault A")
    assert rules_against(table, "move hoth-pz 13 via 10") == set()
    assert rules_against(table, "move hoth-pz 13 via 10 12") == {"9.2"}
    assert rules_against(table, "move hoth-pz 5 via 11") == set()
    assert rules_against(table, "move hoth-pz 5 via 11 10") == {"9.2"}


@rule("15.3")
def test_a_battle_elsewhere_does_not_join_groups_and_distance_is_no_quarrel_of_groups() -> None:
    units = {"ge-4": "5", "ge-6": "5", "fr-9": "11", "fr-1": "16", "ge-1": "20", "fr-8": "20"}
    table = desk(units, advantage=NOBODY, plan_red=True)
    table.play("assault all")
    assert rules_against(table, "move ge-4 16") == {"9.2"}
    table.play("move ge-4 11")
    assert rules_against(table, "move ge-6 11") == {"15.3"}
    assert "11" not in ends(table, "move ge-6")


@rule("15.3", "9.1")
def test_who_left_baden_has_moved_when_all_are_active_too() -> None:
    """Baden is number 0 inside: to have come from there is to have moved."""
    table = desk({"ge-7": "1", "ge-4": "5", "fr-8": "20"}, advantage=NOBODY, plan_red=True)
    table.play(["assault all", "move ge-7 2"])
    assert ends(table, "move") == {"ge-4"}
    assert rules_against(table, "move ge-7 3") == {"9.1"}


@rule("9.2", "15.3")
def test_out_of_a_battle_the_first_step_leads_to_a_free_area_when_all_are_active_too() -> None:
    """Nothing next to Paris is free for the Germans in it."""
    table = desk({"ge-4": "25", "fr-10": "25", "ge-12": "5", "fr-8": "20"}, advantage=NOBODY, plan_red=True)
    table.play("assault all")
    assert ends(table, "move") == {"ge-12"}
    assert rules_against(table, "move ge-4") == {"9.2"}


@rule("8.1.2a", "13.2.2", "4.3.2")
def test_a_regroup_is_one_area_and_armor_out_of_supply_loses_one() -> None:
    near = {"3", "4", "6", "10", "11"}
    units = {"hoth-pz": "5", "ge-12": "5", "fr-8": "20"}
    regroup = desk(units, axis="10 11 12", advantage=NOBODY)
    regroup.play("regroup")
    assert ends(regroup, "move hoth-pz") == near
    full = desk(units, axis="10 11", advantage=NOBODY)
    full.play("assault A")
    assert ends(full, "move hoth-pz") > near
    cut = desk(units, axis="10 11", advantage=NOBODY, oos="hoth-pz", top="AssaultMoves", active=["hoth-pz"])
    assert ends(cut, "move hoth-pz") == near


@rule("8.1.2b", "14.3", "9.2")
@pytest.mark.parametrize("italian", [False, True])
def test_nobody_but_italians_redeploys_when_only_italy_is_open(italian: bool) -> None:
    """Both E and D are contested and Axis; the Germans in E are in supply, and have no way but to Italy."""
    units = {"ge-4": "E", "fr-6": "E", "ge-1": "D", "fr-1": "D", **({"italian": "E"} if italian else {})}
    table = desk(units, axis="D E 22 19 20 21", italy=True, advantage=NOBODY)
    assert ("E" in ends(table, "redeploy")) is italian
    assert rules_against(table, "redeploy E") == (set() if italian else {"8.1.2b"})


@rule("9.1", "14.3")
def test_an_italian_in_germany_goes_where_others_go() -> None:
    table = desk({"italian": "2", "ge-4": "5", "fr-8": "20"}, italy=True, advantage=NOBODY)
    table.play("assault W")
    assert {"1", "3", "4"} <= ends(table, "move italian")


@rule("9.2", "9.2.1")
def test_an_attack_elsewhere_closes_no_other_area() -> None:
    table = desk({"ge-4": "5", "fr-8": "20"}, top="AssaultMoves", active=["ge-4"], closed=["20"], advantage=NOBODY)
    for area in ("15", "16", "19"):
        assert rules_against(table, f"move ge-4 {area}") == {"9.2"}, area
    assert "9.2.1" in rules_against(table, "move ge-4 20")


@rule("11.1.1", "18.1")
def test_a_drop_elsewhere_does_not_ask_about_paris() -> None:
    """An Area next to Paris is Axis and the Allies have the Advantage, but Paris itself is not entered."""
    units = {"ge-4": "24", "ge-12": "3", "fr-8": "20"}
    table = desk(units, axis="11 17 24", advantage=0, options={"axis-airdrops": True})
    table.play("assault A")
    bare = sorted(p for p in ends(table, "drop") if controller(table, p) == "allies" and p not in ("25", "20"))
    assert bare
    for place in bare[:3]:
        other = desk(units, axis="11 17 24", advantage=0, options={"axis-airdrops": True})
        other.play("assault A")
        act(other, f"drop {place}")
        assert other.decision().step == "AssaultMoves", place


@rule("10.4.5", "4.4.1")
def test_a_comrade_takes_kleist_over_where_his_unit_was_lost() -> None:
    units = {"guderian-pz": "11", "wietersheim": "12", "fr-8": "20"}
    s = desk(units, axis="11 12", advantage=NOBODY).state.copy()
    settle_kleist(s, DATA.place["11"], None)
    step = s.stack[-1]
    assert step == PlaceKleist(DATA.place["11"], anew=False)
    assert [r.rule for r in GAME.why_not(s, "axis", "kleist wietersheim")] == ["10.4.5"]
    assert GAME.why_not(s, "axis", "kleist guderian-pz") == []


@rule("10.5", "10.1")
def test_an_attacker_that_is_thrown_back_has_fought() -> None:
    """Beside a unit with the next number that did not attack, and alone."""
    table = desk({"ge-4": "5", "ge-12": "3", "fr-9": "11", "fr-8": "20"}, advantage=NOBODY)
    table.play(["assault A", "move ge-4 11"])
    battle(table, "attack 11 ge-4", [1, 1, 6, 6])
    while table.decision().step == "Retreat":
        table.play("stay" if table.seat == "allies" else "retreat ge-4 5")
    u = DATA.unit["ge-4"]
    assert table.state.loc[u] == DATA.place["5"]
    assert table.state.came[u] == DATA.place["5"]
    assert rules_against(table, "move ge-4 4") == {"9.1"}


@rule("5.2", "13.2")
@pytest.mark.parametrize("scenario", sorted(DATA.scenarios))
def test_nobody_is_out_of_supply_in_a_printed_set_up(scenario: str) -> None:
    s = GAME.start(scenario)
    for u, p in enumerate(s.loc):
        if p < 36:
            assert has_supply(s, u), DATA.unit_ids[u]
            assert not s.oos[u]


@rule("10.5", "10.5.2")
def test_an_attacker_from_the_first_area_goes_back_to_it() -> None:
    """1 borders on 2, 19 and 20."""
    table = desk({"ge-1": "1", "ge-12": "3", "fr-8": "20", "fr-9": "24"}, advantage=NOBODY)
    table.play(["assault C", "move ge-1 20"])
    battle(table, "attack 20 ge-1", [1, 1, 6, 6])
    while table.decision().step == "Retreat":
        if table.seat == "axis":
            assert ends(table, "retreat ge-1") == {"1"}
        table.play("stay" if table.seat == "allies" else "retreat ge-1 1")
    assert DATA.place_ids[table.state.loc[DATA.unit["ge-1"]]] == "1"
    table.play("end")
    assert table.state.active == 0


@rule("7.2")
def test_only_a_contested_area_is_given_up_by_leaving_it() -> None:
    for enemy, given in (("5", True), ("11", False)):
        table = desk({"ge-4": "5", "ge-12": "3", "fr-9": enemy, "fr-8": "20"}, advantage=NOBODY)
        table.play("assault A")
        found = GAME.preview(table.state, "axis", GAME.read(table.state, "axis", "move ge-4 4"))
        assert found is not None
        assert ("is given up to the enemy" in found.text) is given


@rule("18.1", "7.1")
@pytest.mark.parametrize("side", ["ge", "fr"])
def test_a_drop_needs_room_for_the_axis_alone(side: str) -> None:
    """Every Area in range but 11 was attacked, and in 11 a side is stacked to the maximum."""
    near = ["1", "2", "3", "4", "5", "6", "10", "18", "19"]
    own = {"ge": ("ge-6", "ge-12", "ge-16", "ge-18", "ge-1"), "fr": ("fr-1", "fr-2", "fr-3", "fr-5", "fr-9")}[side]
    assert len(own) == DATA.stacking
    table = desk(
        {"ge-4": "4", "fr-8": "20", **dict.fromkeys(own, "11")}, axis="11" if side == "ge" else "",
        closed=near if side == "fr" else [*near, "12", "13", "7", "8", "9", "14", "16", "17", "20", "21", "24"],
        advantage=NOBODY, top="AssaultMoves", active=["ge-4"], options={"axis-airdrops": True},
    )  # fmt: skip
    assert ("11" in {p for p in DATA.map_ids if not rules_against(table, f"drop {p}")}) is (side == "fr")


@rule("10.5.2", "14.3")
def test_italians_retreat_to_italy() -> None:
    table = desk(
        {"italian": "E", "alp": "D", "fr-6": "D", "ge-4": "5"}, axis="E", impulse=1, italy=True, advantage=NOBODY
    )
    table.play(["assault 4", "move fr-6 E"])
    battle(table, "attack E fr-6", [6, 6, 1, 1])
    while table.decision().step == "Retreat":
        assert ends(table, "retreat italian") == {"F"}
        table.play("retreat italian F")
    assert DATA.place_ids[table.state.loc[DATA.unit["italian"]]] == "F"
