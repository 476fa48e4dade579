"""6, 8, 11, 16: phases, events, impulses, the Advantage and the end of a turn."""

from __future__ import annotations

import pytest
from springtime_desk import (
    DATA,
    GAME,
    act,
    battle,
    cup,
    desk,
    ends,
    held,
    options_of,
    rules_against,
    where,
)

import grognard
from grognard.games.springtime.rules.end_phase import EndDiscards, EndManeuvers
from grognard.games.springtime.rules.impulses import ChooseImpulse, NextImpulse, SoldierOn
from grognard.suite import rule

ALLIES, AXIS, NOBODY = 0, 1, 2
QUIET = {"ge-4": "5", "fr-8": "20"}


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


@rule("8.1.1", "10.0")
def test_an_inactive_unit_beside_active_ones_is_told_so() -> None:
    units = {"ge-1": "11", "schmidt-pz": "11", "fr-9": "11", "fr-8": "20"}
    table = desk(units, advantage=NOBODY)
    table.play("assault C")
    assert rules_against(table, "attack 11 schmidt-pz") == {"8.1.1"}
    assert rules_against(table, "move schmidt-pz") == {"8.1.1"}
    assert ends(table, "attack 11") == {"ge-1"}


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


@rule("6.1.3")
def test_confidence_turns_leaders_of_that_battle_and_nobody_else() -> None:
    """Hoth has no Leader, the 12th Army has List; the 9th Army Corap. Everybody else stays as he was."""
    units = {"hoth-pz": "11", "ge-12": "11", "fr-9": "11", "fr-1": "11", "ge-4": "5", "fr-8": "20"}
    table = desk(units, advantage=NOBODY, confidence=True)
    table.play("assault A")
    battle(table, "attack 11 hoth-pz ge-12", [6, 6, 1, 1], lead="fr-9", air="air luftwaffe-1")
    turned = {x.id for x, on in zip(DATA.leaders, table.state.flipped, strict=True) if on}
    assert turned == {"list", "corap", "blanchard"}


@rule("6.1.3")
def test_a_battle_that_the_allies_win_turns_no_leader() -> None:
    table = desk(
        {"fr-9": "11", "ge-12": "11", "ge-4": "5", "fr-8": "20"}, impulse=1, advantage=NOBODY, confidence=True
    )
    table.play("assault 1")
    battle(table, "attack 11 fr-9", [6, 6, 1, 1])
    assert not any(table.state.flipped)


@rule("16.1.1", "6.4.5")
def test_nothing_is_left_to_do_when_the_game_is_over() -> None:
    table = desk(QUIET, impulse=8, advantage=NOBODY, morale=0, points_allies=0, points_axis=0)
    table.play("pass", forced=[1])
    assert table.state.stack == []
    assert GAME.turn(table.state) is GAME.turn(table.state.copy())
    assert (table.state.winner, table.state.victory) == (AXIS, "collapse")


@rule("3.1.3")
@pytest.mark.parametrize("box", ["eliminated", "gone", "off"])
def test_dynamo_waits_for_a_bef_on_the_map(box: str) -> None:
    table = desk({**QUIET, "bef": box}, impulse=1, held_allies=held("operation-dynamo"), cup=cup("operation-dynamo"))
    assert rules_against(table, "play operation-dynamo") == {"3.1.3"}
    assert "play operation-dynamo" not in options_of(table)


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


@rule("6.1.3")
def test_italian_leaders_do_not_gain_confidence() -> None:
    units = {"italian": "E", "alp": "E", "fr-8": "20", "ge-4": "5"}
    table = desk(units, italy=True, confidence=True, reduced="alp", oos="alp", advantage=NOBODY)
    table.play("assault W")
    battle(table, "attack E italian", [6, 6, 1, 1])
    assert where(table, "alp") == "eliminated"
    assert {x.id for x, on in zip(DATA.leaders, table.state.flipped, strict=True) if on} == {"olry"}


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


@rule("6.2.1", "11.2")
@pytest.mark.parametrize("user", [ALLIES, AXIS])
def test_the_used_advantage_passes_on_though_the_roll_ends_the_phase(user: int) -> None:
    table = desk(QUIET, impulse=4, advantage=NOBODY, used_by=user)
    table.play("pass", forced=[3, "de-gaulle", "plan-red"])
    assert table.state.turn == 3
    assert table.state.advantage == 1 - user


@rule("6.4", "16.1.1")
def test_a_collapse_is_seen_at_the_start_of_the_end_phase() -> None:
    table = desk(QUIET, morale=0, stack=[{"type": "EndPhase"}])
    assert table.over
    assert table.result is not None
    assert (table.result.winner, table.result.level) == ("axis", "collapse")


@rule("6.1.1")
@pytest.mark.parametrize("event", ["improved-logistics-axis", "air-supremacy"])
def test_an_event_does_what_it_says_and_not_what_another_does(event: str) -> None:
    table = desk(QUIET, held_axis=held(event), cup=[e for e in DATA.event_ids if e != event], advantage=NOBODY)
    table.play(f"play {event}")
    s = table.state
    assert (s.plan_red, s.billotte) == (False, False)
    assert any(s.air_strong) is (event == "air-supremacy")
    assert where(table, "de-gaulle") == "off"


@rule("6.1.2")
@pytest.mark.parametrize(("die", "gone"), [(3, False), (4, True)])
def test_as_printed_belgium_surrenders_on_more_than_the_areas_lost(die: int, gone: bool) -> None:
    table = desk(
        {**QUIET, "belgian": "14"},
        axis="10 11 12",
        impulse=8,
        advantage=NOBODY,
        options={"belgian-surrender-as-printed": True},
    )
    table.play("pass", forced=[1, "cabinet-shuffle", "plan-red", die])
    assert (where(table, "belgian") == "gone") is gone


@rule("6.1.2")
@pytest.mark.parametrize("box", ["eliminated", "gone"])
def test_no_die_is_rolled_for_a_belgian_army_that_is_lost(box: str) -> None:
    table = desk({**QUIET, "belgian": box}, axis="10 11 12 13", impulse=8, advantage=NOBODY, points_allies=0)
    table.play("pass", forced=[1, "cabinet-shuffle", "plan-red"])
    assert (table.state.turn, table.decision().step) == (3, "ChooseImpulse")


@rule("6.4.4")
@pytest.mark.parametrize("side", [ALLIES, AXIS])
def test_who_holds_no_marker_has_none_to_return(side: int) -> None:
    seat, name = (("allies", "held_allies"), ("axis", "held_axis"))[side]
    for marker, rules in ((0, ["6.4.4"]), (held("billotte-killed"), [])):
        s = desk(QUIET, top="EndManeuvers").state.copy()
        setattr(s, name, marker)
        s.stack.append(EndDiscards(side))
        assert [r.rule for r in GAME.why_not(s, seat, "discard")] == rules
        assert GAME.why_not(s, seat, "keep") == []


@rule("10.1", "8.0")
@pytest.mark.parametrize(("group", "wasted"), [("A", True), ("B", False)])
def test_an_attack_is_wasted_only_where_an_active_unit_could_make_it(group: str, wasted: bool) -> None:
    """4th Army, of Army Group A, is in contested Luxembourg; 6th Army, of B, is in Germany."""
    table = desk({"ge-4": "11", "fr-9": "11", "ge-6": "4", "fr-8": "20"}, axis="11", advantage=NOBODY)
    table.play(f"assault {group}")
    kinds = {waste.kind for waste in GAME.wastes(table.state, "axis", GAME.read(table.state, "axis", "end"))}
    assert ("attacks" in kinds) is wasted
    assert "units" in kinds


@rule("8.1.3")
def test_a_pass_wastes_the_own_units_of_the_map() -> None:
    table = desk({"ge-4": "5", "ge-6": "4", "fr-8": "20", "fr-9": "24", "fr-1": "24"}, advantage=NOBODY)
    (waste,) = GAME.wastes(table.state, "axis", GAME.read(table.state, "axis", "pass"))
    assert "none of your 2 units" in waste.text
    table = desk({"ge-4": "5", "fr-8": "20", "fr-9": "24", "fr-1": "24"}, impulse=1, advantage=NOBODY)
    (waste,) = GAME.wastes(table.state, "allies", GAME.read(table.state, "allies", "pass"))
    assert "none of your 3 units" in waste.text


@rule("11.2")
@pytest.mark.parametrize(("impulse", "seat", "enemy"), [(2, "axis", "Allies"), (1, "allies", "Axis")])
def test_a_use_of_the_advantage_says_who_has_it_next(impulse: int, seat: str, enemy: str) -> None:
    table = desk(
        {"ge-4": "24", "fr-8": "20"}, axis="24 17", impulse=impulse, advantage=("allies", "axis").index(seat)
    )
    found = GAME.preview(table.state, seat, GAME.read(table.state, seat, "open-city"))
    assert found is not None
    assert f"the {enemy} have the Advantage" in found.text


@rule("11.1.5")
def test_an_event_of_this_impulse_allows_no_extra_draw() -> None:
    for played, words in ((0, "No event was played"), (2, "comes before the impulse"), (1, "")):
        table = desk(QUIET, advantage=AXIS, played_axis=played)
        reasons = table.why_not("draw-event")
        assert [r.rule for r in reasons] == (["11.1.5"] if words else [])
        assert all(words in r.text for r in reasons)
