"""Points of the rules that are easily missed: who is meant, at which number, in which Area, and what follows."""

from __future__ import annotations

from typing import Any

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

import grognard
from grognard.games.springtime.rules.combat import may_attack
from grognard.games.springtime.rules.end_phase import EndManeuvers
from grognard.games.springtime.rules.facts import build
from grognard.games.springtime.rules.impulses import ChooseImpulse, NextImpulse, SoldierOn
from grognard.games.springtime.rules.supply import trace
from grognard.suite import rule

ALLIES, AXIS, NOBODY = 0, 1, 2
QUIET = {"ge-4": "5", "fr-8": "20"}


# ------------------------------------------------------------------------------------------------ the set-up


@rule("5.1.1", "5.1.2", "5.1.3", "5.1.4", "5.1.5", "5.1.6", "5.1.7", "5.2", "11.0")
def test_a_campaign_begins_with_nothing_done() -> None:
    options = GAME.settle_options("plan-yellow", {})
    s = GAME.begin("plan-yellow", options)
    zero = (
        "kleist_turn",
        "first_morale",
        "held_allies",
        "held_axis",
        "track",
        "spent",
        "known_allies",
        "known_axis",
        "draws_allies",
        "draws_axis",
        "played_allies",
        "played_axis",
        "active",
        "closed",
        "contested",
        "tag_reserve",
        "tag_air",
        "last_allies",
        "last_axis",
        "attackers",
        "roll",
        "leaving",
        "swap",
    )
    assert {name: getattr(s, name) for name in zero} == dict.fromkeys(zero, 0)
    none = (
        "dropped",
        "battle",
        "lead",
        "foe",
        "air_attack",
        "air_defend",
        "outcome",
        "bid_allies",
        "bid_axis",
        "winner",
    )
    assert {name: getattr(s, name) for name in none} == dict.fromkeys(none, -1)
    no = (
        "open_city",
        "confidence",
        "italy",
        "shown_axis",
        "billotte",
        "plan_red",
        "everyone",
        "airdrops",
        "bef_returns",
        "evacuated",
        "belgian_as_printed",
        "one_marker",
        "each_unit_cut",
        "maneuvers_only",
    )
    assert {name: getattr(s, name) for name in no} == dict.fromkeys(no, False)
    assert (s.turn, s.impulse, s.morale, s.points_allies, s.points_axis) == (1, 6, 30, 5, 10)
    assert (s.advantage, s.used_by, s.kleist, s.victory, s.cup) == (AXIS, NOBODY, -1, "", 511)
    assert [DATA.unit_ids[u] for u, n in enumerate(s.strength) if n == 1] == ["fr-10"]
    assert set(s.strength) == {1, 2}
    assert (set(s.oos), set(s.came), set(s.flipped)) == ({0}, {-1}, {0})
    assert (s.air_strong, s.air_used) == ([0, 0, 0, 0], [0, 0, 0, 0])
    assert [p for p, side in zip(DATA.map_ids, s.control, strict=True) if side] == ["1", "2", "3", "4", "5", "6", "F"]
    off = {DATA.unit_ids[u] for u, p in enumerate(s.loc) if DATA.place_ids[p] == "off"}
    assert off == {"de-gaulle", "italian", "airlanding"}


@rule("19.1.1", "19.1.2", "19.2", "18.3")
@pytest.mark.parametrize("returns", [False, True])
def test_plan_red_begins_as_printed(returns: bool) -> None:
    s = GAME.begin("plan-red", GAME.settle_options("plan-red", {"bef-returns": returns}))
    assert (s.turn, s.impulse, s.morale, s.points_allies, s.points_axis, s.advantage) == (4, 6, 20, 0, 5, AXIS)
    boxes = {u: DATA.place_ids[p] for u, p in zip(DATA.unit_ids, s.loc, strict=True) if p >= 36}
    assert boxes == {
        "fr-1": "gone",
        "fr-9": "gone",
        "belgian": "gone",
        "dutch": "gone",
        "bef": "eliminated" if returns else "gone",
        "prioux": "eliminated",
        "bruneau": "eliminated",
        "schmidt-pz": "eliminated",
        "italian": "off",
        "airlanding": "gone",
    }
    assert s.evacuated is returns
    played = {"de-gaulle", "cabinet-shuffle", "billotte-killed", "air-supremacy"} | set(
        () if returns else ("operation-dynamo",)
    )
    assert {DATA.event_ids[e] for e in range(9) if s.spent >> e & 1} == played
    assert s.cup == 511 & ~s.spent
    assert s.air_strong == [1, 1, 0, 0]
    one = GAME.begin("plan-red", GAME.settle_options("plan-red", {"air-supremacy-one-marker": True}))
    assert one.air_strong == [1, 0, 0, 0]
    reduced = {"de-gaulle", "bruche", "fr-2", "brocard"}
    assert {u for u, n, p in zip(DATA.unit_ids, s.strength, s.loc, strict=True) if n == 1 and p < 36} == reduced


@rule("18.2", "4.4.1")
def test_a_free_set_up_begins_with_an_empty_map_but_for_three() -> None:
    s = GAME.begin("plan-yellow", GAME.settle_options("plan-yellow", {"limited-free-setup": True}))
    assert {DATA.unit_ids[u] for u, p in enumerate(s.loc) if p < 36} == {"belgian", "dutch", "alp"}
    assert s.kleist == -3
    assert s.strength[DATA.unit["fr-10"]] == 1


@rule("17.1")
def test_a_bid_of_nothing_is_a_bid() -> None:
    table = GAME.table("plan-yellow", options={"bidding": "axis"}, practice=True)
    assert {r.rule for r in table.why_not("bid 0; bid 4", seat="axis")} == {"17.1"}
    assert {r.rule for r in table.why_not("bid 0; bid 4", seat="allies")} == {"17.1"}
    assert table.why_not("bid 1; done", seat="allies") == []


# -------------------------------------------------------------------------------------------------- impulses


@rule("11.1.1")
def test_paris_is_declared_open_once() -> None:
    table = desk({"ge-4": "24", "fr-8": "20"}, axis="24 17", advantage=AXIS, open_city=True)
    assert "open-city" not in options_of(table)
    assert rules_against(table, "open-city") == {"11.1.1"}
    other = desk({"ge-4": "24", "fr-8": "20"}, axis="24 17", impulse=1, advantage=AXIS, open_city=True)
    other.play("pass")
    assert other.decision().step == "ChooseImpulse"
    fallen = desk({"ge-4": "24", "fr-8": "20"}, axis="24 25 17", advantage=AXIS)
    assert "open-city" not in options_of(fallen)
    far = desk({"ge-4": "17", "fr-8": "20"}, axis="17", advantage=AXIS)
    assert "open-city" not in options_of(far)
    mine = desk({"ge-4": "24", "fr-8": "20"}, axis="24 17", advantage=AXIS)
    assert "open-city" in options_of(mine)
    theirs = desk({"ge-4": "24", "fr-8": "20"}, axis="24 17", advantage=ALLIES)
    assert "open-city" not in options_of(theirs)


@rule("11.1.4", "11.1")
def test_standing_orders_about_soldiering_on() -> None:
    s = desk(QUIET).state
    assert SoldierOn(AXIS).standing(s, "axis", "soldier-on") == "soldier-on"
    assert SoldierOn(AXIS).standing(s, "axis", "save-advantage") == "decline"
    assert SoldierOn(AXIS).standing(s, "axis", "no-air") is None


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


@rule("8.1.1", "10.0")
def test_an_inactive_unit_beside_active_ones_is_told_so() -> None:
    units = {"ge-1": "11", "schmidt-pz": "11", "fr-9": "11", "fr-8": "20"}
    table = desk(units, advantage=NOBODY)
    table.play("assault C")
    assert rules_against(table, "attack 11 schmidt-pz") == {"8.1.1"}
    assert rules_against(table, "move schmidt-pz") == {"8.1.1"}
    assert ends(table, "attack 11") == {"ge-1"}


@rule("9.1", "12.3")
def test_a_unit_in_the_box_of_the_eliminated_is_not_on_the_map() -> None:
    units = {**QUIET, "ge-12": "eliminated", "guderian-pz": "eliminated", "reinhardt-pz": "3"}
    table = desk(units, advantage=NOBODY)
    table.play("assault A")
    assert rules_against(table, "move ge-12") == {"9.1"}
    kleist = desk(units, impulse=1, kleist_turn=1, advantage=NOBODY)
    kleist.play("pass")
    assert kleist.state.kleist == DATA.unit["reinhardt-pz"]


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


# -------------------------------------------------------------------------------------------------- movement


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


@rule("8.1.2b", "9.1")
def test_a_way_leads_through_no_area_twice() -> None:
    table = desk({"bef": "15", "fr-8": "20", "ge-4": "5"}, impulse=1)
    table.play("redeploy 15")
    assert rules_against(table, "move bef 14 via 16 15") == {"9.2"}
    assert rules_against(table, "move bef 14 via 13") == set()
    assert rules_against(table, "move bef 14 via 16 13") == set()
    assert rules_against(table, "move bef 14 via 13 14") == {"9.2"}


@rule("8.1.2b")
def test_reasons_of_a_redeploy_name_the_obstacle() -> None:
    """From a contested Area to another, to the enemy's, or merely too far."""
    units = {"fr-1": "24", "ge-4": "24", "fr-2": "25", "ge-12": "25", "ge-6": "26", "fr-8": "20"}
    table = desk(units, axis="26 16", impulse=1)
    table.play("redeploy 24")
    assert [r.text for r in table.why_not("move fr-1 25")] == [
        "French 1st Army may not go from one contested Area to another."
    ]
    assert [r.text for r in table.why_not("move fr-1 26")] == [
        "Rouen-Beauvais (26) is the enemy's and not contested.",
        "French 1st Army may not go from one contested Area to another.",
    ]
    assert rules_against(table, "move fr-1 22") == set()
    assert rules_against(table, "move fr-1 30") == set()
    assert rules_against(table, "move fr-1 C") == {"9.3.2"}
    clear = desk({"fr-1": "23", "fr-2": "25", "ge-12": "25", "ge-6": "26", "fr-8": "20"}, axis="26 16", impulse=1)
    clear.play("redeploy 23")
    assert rules_against(clear, "move fr-1 25") == set()
    assert [r.text for r in clear.why_not("move fr-1 26")] == [
        "Rouen-Beauvais (26) is the enemy's and not contested."
    ]


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


@rule("18.1", "11.1.1")
def test_drops_near_paris_and_among_friends() -> None:
    drops: dict[str, bool | str] = {"axis-airdrops": True}
    table = desk({"ge-4": "17", "fr-8": "20"}, axis="17 11", advantage=ALLIES, options=drops)
    table.play("assault A")
    act(table, "drop 24")
    assert (table.decision().step, table.seat) == ("OpenCityWindow", "allies")
    assert table.decision().prompt == "Declare Paris an open city with the Advantage?"
    paris = desk(
        {"ge-4": "24", "fr-8": "20"},
        axis="17 11 24",
        advantage=ALLIES,
        options=drops,
        top="AssaultMoves",
        active=["ge-4"],
    )
    paris.play("drop 25")
    assert "about to fall" in paris.decision().prompt
    friends = desk({"ge-4": "11", "ge-12": "11", "fr-9": "11", "fr-8": "20"}, advantage=NOBODY, options=drops)
    friends.play("assault A")
    odds = friends.odds("drop 11")
    assert odds is not None
    assert [row.value for row in odds.rows] == pytest.approx([2 / 6, 4 / 6])
    assert [m.value for m in odds.modifiers] == [-1]
    empty = friends.odds("drop 10")
    assert empty is not None
    assert empty.modifiers == ()


# ---------------------------------------------------------------------------------------- battles and markers


@rule("6.1.3")
def test_confidence_turns_leaders_of_that_battle_and_nobody_else() -> None:
    """Hoth has no Leader, the 12th Army has List; the 9th Army Corap. Everybody else stays as he was."""
    units = {"hoth-pz": "11", "ge-12": "11", "fr-9": "11", "fr-1": "11", "ge-4": "5", "fr-8": "20"}
    table = desk(units, advantage=NOBODY, confidence=True)
    table.play("assault A")
    battle(table, "attack 11 hoth-pz ge-12", [6, 6, 1, 1], lead="fr-9", air="air luftwaffe-1")
    turned = {x.id for x, on in zip(DATA.leaders, table.state.flipped, strict=True) if on}
    assert turned == {"list", "corap", "blanchard"}


@rule("16.1.1", "6.4.5")
def test_nothing_is_left_to_do_when_the_game_is_over() -> None:
    table = desk(QUIET, impulse=8, advantage=NOBODY, morale=0, points_allies=0, points_axis=0)
    table.play("pass", forced=[1])
    assert table.state.stack == []
    assert GAME.turn(table.state) is GAME.turn(table.state.copy())
    assert (table.state.winner, table.state.victory) == (AXIS, "collapse")


@rule("18.1.3")
def test_without_airdrops_nobody_is_withdrawn() -> None:
    table = desk(
        {**QUIET, "airlanding": "5"},
        top={"type": "EndEvents", "side": 1},
        held_axis=held("plan-red"),
        cup=cup("plan-red"),
    )
    assert rules_against(table, "withdraw") == {"18.1.3"}
    assert options_of(table) == {"play plan-red", "keep"}


@rule("3.1.3")
@pytest.mark.parametrize("box", ["eliminated", "gone", "off"])
def test_dynamo_waits_for_a_bef_on_the_map(box: str) -> None:
    table = desk({**QUIET, "bef": box}, impulse=1, held_allies=held("operation-dynamo"), cup=cup("operation-dynamo"))
    assert rules_against(table, "play operation-dynamo") == {"3.1.3"}
    assert "play operation-dynamo" not in options_of(table)


@rule("5.2.1-allied", "7.5", "7.1")
@pytest.mark.parametrize(("crowd", "able"), [(4, True), (5, False)])
def test_de_gaulle_needs_one_free_area_of_france_with_room(crowd: int, able: bool) -> None:
    """All France is lost but Paris, where the others stand; Brussels is Free, but abroad."""
    units = {**dict.fromkeys(("fr-1", "fr-2", "fr-3", "fr-4", "fr-5")[:crowd], "25"), "ge-4": "5"}
    lost = " ".join(p for p, c in zip(DATA.map_ids, DATA.country, strict=True) if c == "france" and p != "25")
    table = desk(units, axis=lost, impulse=1, held_allies=held("de-gaulle"), cup=cup("de-gaulle"), advantage=NOBODY)
    assert rules_against(table, "de-gaulle 25") == (set() if able else {"5.2.1-allied"})
    assert ("de-gaulle 25" in options_of(table)) is able


@rule("12.3.2", "12.3.3")
@pytest.mark.parametrize(("side", "unit", "told"), [(ALLIES, "fr-9", "12.3.2"), (AXIS, "ge-4", "12.3.3")])
def test_a_unit_without_an_area_cannot_be_rebuilt(side: int, unit: str, told: str) -> None:
    control = {p: ("axis", "allies")[side] if p != "F" else "axis" for p in DATA.map_ids}
    other = {"fr-8": "20"} if side == AXIS else {"ge-6": "5"}
    mine = {"fr-1": "13"} if side == ALLIES else {"ge-1": "5"}
    table = desk(
        {unit: "eliminated", **other, **mine, **({"ge-12": "13"} if side == ALLIES else {"fr-2": "5"})},
        control=control,
        reduced=" ".join(mine),
        points_axis=9,
        points_allies=9,
        top={"type": "Spend", "side": side},
    )
    assert rules_against(table, f"rebuild {unit}") == {told}


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


@rule("13.1.3", "13.1.4", "13.1.1", "13.2.1")
def test_the_shortest_way_of_supply() -> None:
    everything = " ".join(p for p in DATA.map_ids if p not in ("F", *"123456"))
    units = {
        "belgian": "14",
        "ge-6": "14",
        "dutch": "8",
        "ge-18": "8",
        "ge-4": "5",
        "ge-12": "10",
        "fr-8": "20",
        "ge-1": "20",
    }
    s = desk(units, axis=everything).state

    def way(unit: str) -> tuple[list[str], list[str]]:
        path, cuts = trace(s, DATA.unit[unit])
        return [DATA.map_ids[p] for p in path], [DATA.map_ids[p] for p in cuts]

    assert way("belgian") == (["14"], [])
    assert way("dutch") == (["8"], [])
    assert way("ge-4") == (["5"], [])
    assert way("ge-12")[0] in (["10", "5"], ["10", "6"])
    assert way("fr-8") == ([], ["1", "19", "21", "22"])
    assert way("fr-9") == ([], [])
    contested = desk({"ge-4": "4", "fr-1": "4", "fr-8": "20"}).state
    path, _ = trace(contested, DATA.unit["ge-4"])
    assert [DATA.map_ids[p] for p in path] == ["4"]


# ------------------------------------------------------------------------------------------------- and more


@rule("8.1.1", "8.1.2a", "8.1.2b", "8.1.3")
@pytest.mark.parametrize("kind", ["regroup", "redeploy", "pass"])
def test_no_group_has_to_rest_after_another_kind_of_impulse(kind: str) -> None:
    for impulse, place in ((1, "20"), (2, "5")):
        table = desk(QUIET, impulse=impulse, advantage=NOBODY, last_allies=0b111111, last_axis=0b11111 << 6)
        act(table, f"redeploy {place}" if kind == "redeploy" else kind)
        own = table.state.last_axis if impulse == 2 else table.state.last_allies
        other = table.state.last_allies if impulse == 2 else table.state.last_axis
        assert own == 0
        assert other != 0


@rule("8.1.2b", "10.0")
def test_reasons_speak_of_the_right_side() -> None:
    table = desk({"ge-4": "5", "fr-8": "20", "fr-9": "11", "ge-12": "11"}, impulse=1)
    assert "no unit of yours" in table.why_not("redeploy 5")[0].text
    assert "no unit of yours" in table.why_not("redeploy 25")[0].text
    table.play("assault 3")
    assert "no enemy" in table.why_not("attack 20")[0].text
    assert "no active unit" in table.why_not("attack 11")[0].text
    assert "no active unit" in table.why_not("attack 5")[0].text


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


@rule("18.1", "11.1.1")
def test_a_drop_on_the_defenders_of_paris_asks_nobody() -> None:
    table = desk(
        {"ge-4": "24", "fr-10": "25", "fr-8": "20"},
        axis="17 11 24",
        advantage=ALLIES,
        options={"axis-airdrops": True},
        top="AssaultMoves",
        active=["ge-4"],
    )
    act(table, "drop 25")
    assert (table.decision().step, where(table, "airlanding")) == ("AssaultMoves", "25")
    assert rules_against(table, "end") == {"10.1"}


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
    assert "against defence 9 in" in table.decision().prompt  # 6, Blanchard 1, TEM 2


@rule("6.4.4", "6.1.1")
def test_a_marker_that_is_returned_is_held_no_more() -> None:
    table = desk(
        QUIET,
        impulse=8,
        advantage=NOBODY,
        held_axis=held("de-gaulle"),
        cup=cup("de-gaulle"),
        points_allies=0,
        points_axis=0,
    )
    table.play("pass", forced=[1])
    table.play("keep")
    assert table.decision().step == "EndDiscards"
    s = table.state.copy()
    GAME.apply(s, GAME.read(s, "axis", "discard"))
    assert s.held_axis == 0
    assert s.cup == 511
    assert rules_against(table, "discard") == set()


@rule("11.1.2", "11.1.3")
@pytest.mark.parametrize(
    ("holder", "dice", "answer", "told"),
    [
        (ALLIES, [6, 6, 1, 1], "heroic-defense", ("11.1.2", "Heroic Defense")),
        (AXIS, [1, 1, 6, 6], "maximum-attack", ("11.1.3", "Maximum Attack")),
    ],
)
def test_the_log_names_the_use_of_the_advantage(
    holder: int, dice: list[int], answer: str, told: tuple[str, str]
) -> None:
    table = desk({"ge-4": "11", "fr-9": "11", "fr-8": "20"}, advantage=holder)
    table.play("assault A")
    battle(table, "attack 11 ge-4", dice, air="air luftwaffe-1" if holder == ALLIES else "no-air")
    assert options_of(table) == {answer, "decline"}
    table.play(answer)
    [line] = [x for x in table.log("axis") if "use the Advantage" in x.text]
    assert line.rule == told[0]
    assert told[1] in line.text
    assert (table.state.advantage, table.state.used_by) == (NOBODY, holder)


@rule("11.1.2", "10.5.6", "10.5.4")
@pytest.mark.parametrize(
    ("units", "axis", "area", "lost"),
    [
        (
            {"fr-9": "12", "fr-1": "12", **dict.fromkeys(("fr-2", "fr-3", "fr-4", "fr-5"), "17")},
            "10 11 13 16 18 24",
            "12",
            True,
        ),
        (
            {"fr-9": "12", "fr-1": "12", **dict.fromkeys(("fr-2", "fr-3", "fr-4"), "17")},
            "10 11 13 16 18 24",
            "12",
            False,
        ),
        ({"fr-9": "25", "fr-1": "25"}, "23 24 26 27 28 29", "25", False),  # Paris need not be left
    ],
)
def test_room_for_one_is_not_room_for_two(units: dict[str, str], axis: str, area: str, lost: bool) -> None:
    table = desk(
        {**units, "ge-4": area, "fr-8": "20"},
        axis=axis,
        advantage=ALLIES,
        contested=[],
        battle=DATA.place[area],
        attackers=["ge-4"],
        lead=DATA.unit["ge-4"],
        foe=DATA.unit["fr-9"],
        outcome=2,
        came={"ge-4": axis.split()[1]},
        top={"type": "BattleWindow", "side": ALLIES},
    )
    assert table.state.stack[-1].would_lose_a_unit(table.state) is lost


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


@rule("8.1.2b", "13.2.1")
def test_redeploying_nations_are_looked_at_one_by_one() -> None:
    """In Flanders the Belgians are supplied and the French are not; beside them Lille has nobody in supply."""
    units = {"belgian": "14", "fr-4": "15", "fr-8": "20", "ge-4": "5", "italian": "F", "alp": "E"}
    lost = "8 13 16 26 24 17 12 10 11 9"
    assert ends(desk(units, axis=lost, impulse=1), "redeploy") == {"14", "20"}
    assert ends(desk({**units, "fr-3": "14"}, axis=lost, impulse=1), "redeploy") == {"14", "20"}
    assert ends(desk(units, axis=lost, impulse=1, italy=True), "redeploy") == {"14", "20", "E"}
    assert ends(desk(units, axis=lost, impulse=2, italy=True), "redeploy") == {"5"}
    assert ends(desk({**units, "alp": "D"}, axis=f"{lost} E", impulse=2, italy=True), "redeploy") == {"5", "F"}


@rule("10.5", "10.1")
def test_an_attacker_is_thrown_back_into_baden() -> None:
    table = desk({"ge-7": "1", "ge-1": "2", "fr-8": "20", "fr-5": "20"}, advantage=NOBODY)
    table.play(["assault C", "move ge-7 20"])
    battle(table, "attack 20 ge-7", [1, 1, 6, 6], lead="fr-8")
    act(table, "stay")
    assert where(table, "ge-7") == "1"


@rule("13.2.4")
def test_a_unit_off_the_map_does_not_roll_for_surrender() -> None:
    table = desk(
        {**QUIET, "fr-1": "eliminated", "fr-2": "gone"},
        oos="fr-1 fr-2 fr-3",
        impulse=8,
        advantage=NOBODY,
        points_allies=0,
        points_axis=0,
    )
    table.play("pass", forced=[1, "de-gaulle", "plan-red"])
    assert (where(table, "fr-1"), where(table, "fr-2"), where(table, "fr-3")) == ("eliminated", "gone", "off")


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


@rule("6.1.3")
def test_italian_leaders_do_not_gain_confidence() -> None:
    units = {"italian": "E", "alp": "E", "fr-8": "20", "ge-4": "5"}
    table = desk(units, italy=True, confidence=True, reduced="alp", oos="alp", advantage=NOBODY)
    table.play("assault W")
    battle(table, "attack E italian", [6, 6, 1, 1])
    assert where(table, "alp") == "eliminated"
    assert {x.id for x, on in zip(DATA.leaders, table.state.flipped, strict=True) if on} == {"olry"}


@rule("9.2.1", "10.2")
def test_nobody_may_attack_again_where_an_attack_was_made() -> None:
    units = {"ge-4": "11", "ge-12": "11", "fr-9": "11", "fr-8": "20"}
    for closed, able in (([], {"ge-4", "ge-12"}), (["11"], set())):
        s = desk(units, top="AssaultMoves", active=["ge-4", "ge-12"], closed=closed, advantage=NOBODY).state
        found = may_attack(s, DATA.place["11"])
        assert {u for i, u in enumerate(DATA.unit_ids) if found >> i & 1} == able
    assert may_attack(s, DATA.place["20"]) == 0


@rule("18.1", "9.2.1")
def test_no_drop_where_every_area_in_range_was_attacked() -> None:
    near = ["1", "2", "3", "4", "5", "6", "10", "11", "18", "19"]
    fields: dict[str, Any] = {"top": "AssaultMoves", "active": ["ge-4"], "options": {"axis-airdrops": True}}
    table = desk({"ge-4": "4", "fr-8": "20"}, closed=near, advantage=NOBODY, **fields)
    assert rules_against(table, "drop 5") == {"18.1"}
    assert not {text for text in options_of(table) if text.startswith("drop")}
    table = desk({"ge-4": "4", "fr-8": "20"}, closed=near[1:], advantage=NOBODY, **fields)
    assert ends(table, "drop") == {"1"}


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


@rule("12.3", "12.3.2")
def test_who_has_no_area_for_his_units_is_not_asked_to_rebuild() -> None:
    control = dict.fromkeys(DATA.map_ids, "axis")
    units = {"fr-9": "eliminated", "fr-1": "13", "ge-12": "13", "ge-6": "5"}
    stack = [{"type": "EndManeuvers"}, {"type": "ChooseImpulse"}, {"type": "Spend", "side": ALLIES}]
    table = desk(units, control=control, points_allies=9, stack=stack)
    assert table.decision().step == "ChooseImpulse"
    table = desk(units, control={**control, "25": "allies"}, points_allies=9, stack=stack)
    assert table.decision().step == "Spend"


@rule("18.1.3")
@pytest.mark.parametrize("box", ["eliminated", "gone", "off"])
def test_only_a_corps_on_the_map_is_withdrawn(box: str) -> None:
    table = desk(
        {**QUIET, "airlanding": box},
        top={"type": "EndEvents", "side": 1},
        held_axis=held("plan-red"),
        cup=cup("plan-red"),
        options={"axis-airdrops": True},
    )
    assert rules_against(table, "withdraw") == {"18.1.3"}


@rule("6.2.1")
def test_the_end_of_the_track_ends_the_phase_whatever_the_die() -> None:
    """With a track of six spaces a 6 at Impulse 6 would go on, but the marker leaves the track."""
    game = grognard.load("springtime", pack={"tables": {"tracks": {"impulses": 6}}})
    s = game.begin("plan-yellow", game.settle_options("plan-yellow", {}))
    s.stack[:] = [EndManeuvers(), NextImpulse()]
    assert s.impulse == 6
    game.advance(s, None)
    assert not any(isinstance(step, ChooseImpulse) for step in s.stack)
    assert s.impulse == 6
