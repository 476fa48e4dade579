"""5, 6, 11, 17 and 19: when each thing is asked, of whom, and what answers without being asked."""

from __future__ import annotations

from typing import Any

import pytest
from springtime_desk import DATA, GAME, act, cup, desk, held, options_of, rules_against

from grognard.games.springtime.rules.advantage import BattleWindow, OpenCityWindow, is_bare
from grognard.games.springtime.rules.combat import AttackerAir, DefenderAir
from grognard.games.springtime.rules.end_phase import EndDiscards, EndEvents, EndManeuvers, end_game
from grognard.games.springtime.rules.impulses import ChooseImpulse, EarlyEvent, PrepareImpulse, SoldierOn
from grognard.games.springtime.rules.political import Belgium, KeepOrDraw, TakePlanRed, TakePlanRedChoice
from grognard.games.springtime.rules.retreats import Retreat
from grognard.games.springtime.rules.setup import Bids, _do_bid
from grognard.games.springtime.rules.state import NO_AIR, UNSEEN, lose_unit
from grognard.kernel.rules.events import Events, Happened
from grognard.suite import rule

ALLIES, AXIS, NOBODY = 0, 1, 2
QUIET = {"ge-4": "5", "fr-8": "20"}


def due(s: Any, step: Any) -> list[str]:
    """The steps that a step puts before what comes."""
    s.stack = []
    step.run(s, None)
    return [type(x).__name__ for x in s.stack]


@rule("6.1.2")
@pytest.mark.parametrize("turn", [1, 2, 3, 7])
def test_the_belgian_die_is_rolled_from_turn_two_on(turn: int) -> None:
    s = desk({**QUIET, "belgian": "14"}, turn=turn).state
    assert due(s, Belgium()) == (["BelgianDie"] if turn >= 2 else [])
    for box in ("eliminated", "gone", "off"):
        assert due(desk({**QUIET, "belgian": box}, turn=turn).state, Belgium()) == []


@rule("19.2")
@pytest.mark.parametrize("scenario", ["plan-yellow", "plan-red"])
@pytest.mark.parametrize("turn", [4, 5, 6])
@pytest.mark.parametrize("marker", ["", "air-supremacy"])
def test_the_axis_may_take_plan_red_on_turn_five_of_its_scenario_with_an_empty_hand(
    scenario: str, turn: int, marker: str
) -> None:
    fields: dict[str, Any] = {"held_axis": held(marker), "cup": cup(marker)} if marker else {}
    s = desk(QUIET, turn=turn, **fields).state
    s.scenario = scenario
    asked = scenario == "plan-red" and turn == 5 and not marker
    assert due(s, TakePlanRed()) == (["TakePlanRedChoice"] if asked else [])
    assert TakePlanRedChoice().seat(s) == "axis"


@rule("19.2", "6.1.1")
def test_who_takes_plan_red_holds_it_openly_and_it_is_out_of_the_cup() -> None:
    table = desk(QUIET, turn=5, scenario="plan-red", top="TakePlanRedChoice")
    s = table.state.copy()
    GAME.apply(s, GAME.read(s, "axis", "take-plan-red"))
    e = DATA.event["plan-red"]
    assert (s.held_axis, s.cup, s.draws_axis, s.shown_axis) == (e + 1, 511 & ~s.spent & ~(1 << e), 1, True)
    assert s.known_allies == 511 & ~(1 << e)  # the Axis can hold nothing else


@rule("6.1.1")
@pytest.mark.parametrize("side", [ALLIES, AXIS])
def test_who_draws_another_marker_has_given_the_old_one_back(side: int) -> None:
    seat, field = (("allies", "held_allies"), ("axis", "held_axis"))[side]
    fields: dict[str, Any] = {field: held("cabinet-shuffle"), "cup": cup("cabinet-shuffle")}
    table = desk(QUIET, top={"type": "KeepOrDraw", "side": side}, **fields)
    assert table.seat == seat
    s = table.state.copy()
    GAME.apply(s, GAME.read(s, seat, "redraw"))
    assert s.cup == 511
    assert getattr(s, field) == 0
    GAME.apply(s, "plan-red")
    assert getattr(s, field) == held("plan-red")
    assert s.cup == 511 & ~(1 << DATA.event["plan-red"])


@rule("6.1.1", "15.1")
def test_without_a_marker_the_allies_are_not_asked_before_the_first_axis_impulse() -> None:
    for marker, steps in (("", ["ChooseImpulse"]), ("de-gaulle", ["ChooseImpulse", "EarlyEvent"])):
        fields: dict[str, Any] = {"held_allies": held(marker), "cup": cup(marker)} if marker else {}
        s = desk(QUIET, turn=1, impulse=6, **fields).state
        assert sorted(due(s, PrepareImpulse())) == steps


@rule("5.2.1-allied", "6.1.1")
def test_a_4th_dcr_that_has_no_area_hinders_no_other_marker() -> None:
    units = {**QUIET, "de-gaulle": "20"}
    for marker, rules in (("cabinet-shuffle", set[str]()), ("de-gaulle", {"5.2.1-allied"})):
        table = desk(units, impulse=1, held_allies=held(marker), cup=cup(marker))
        assert rules_against(table, f"play {marker}") == rules


@rule("6.1.1", "6.4.4")
@pytest.mark.parametrize(
    ("side", "marker", "once"),
    [
        (ALLIES, "cabinet-shuffle", True),
        (AXIS, "billotte-killed", True),
        (ALLIES, "new-squadrons", False),
        (AXIS, "plan-red", False),
    ],
)
def test_where_a_played_marker_lies(side: int, marker: str, once: bool) -> None:
    """Those with an asterisk leave the game; others lie on the Impulse Track, or in the End Phase go to the cup."""
    field, bit = ("held_allies", "held_axis")[side], 1 << DATA.event[marker]
    assert DATA.events[DATA.event[marker]].once is once
    fields: dict[str, Any] = {field: held(marker), "cup": cup(marker), "advantage": NOBODY}
    for returns in (False, True):
        fields["options"] = {"bef-returns": returns}  # which keeps Dynamo in play and no other marker (18.3)
        table = desk(QUIET, impulse=1 + side, **fields)
        act(table, f"play {marker}")
        s = table.state
        assert (s.spent, s.track, s.cup) == ((bit, 0, 511 & ~bit) if once else (0, bit, 511 & ~bit))
        end = desk(QUIET, top={"type": "EndEvents", "side": side}, **fields)
        act(end, f"play {marker}")
        s = end.state
        assert (s.spent, s.track, s.cup) == ((bit, 0, 511 & ~bit) if once else (0, 0, 511))


@rule("11.1.5")
@pytest.mark.parametrize("side", [ALLIES, AXIS])
def test_two_draws_are_counted_for_each_side_by_itself(side: int) -> None:
    own, other = (("draws_allies", "draws_axis"), ("draws_axis", "draws_allies"))[side]
    played = ("played_allies", "played_axis")[side]
    for draws, refused in (({own: 2}, True), ({own: 1, other: 2}, False), ({other: 2}, False)):
        table = desk(QUIET, impulse=3 + side, advantage=side, **{played: 1}, **draws)  # type: ignore[arg-type]
        assert rules_against(table, "draw-event") == ({"11.1.5"} if refused else set())


@rule("11.1.1", "7.4")
def test_paris_is_bare_whoever_stands_elsewhere() -> None:
    for at, bare in (("29", True), ("A", True), ("24", True), ("25", False)):
        s = desk({"ge-4": "5", "fr-8": at}).state
        assert is_bare(s, DATA.paris) is bare
    assert not is_bare(desk({"ge-4": "5", "fr-8": "29"}, axis="25").state, DATA.paris)


@rule("17.1")
def test_each_bid_is_kept_beside_the_other() -> None:
    for first, second in (("allies", "axis"), ("axis", "allies")):
        s = desk(QUIET).state
        s.stack = [Bids(AXIS)]
        for seat in (first, second):
            step = s.stack[-1]
            assert isinstance(step, Bids)
            _do_bid(s, step, seat, (3 if seat == "allies" else 4,), None)
        assert s.stack == [Bids(AXIS, 3, 4)]


@rule("18.3", "9.4.2", "19.1.1")
def test_with_one_strong_marker_a_campaign_still_begins_with_none() -> None:
    option = {"air-supremacy-one-marker": True}
    assert GAME.begin("plan-yellow", GAME.settle_options("plan-yellow", option)).air_strong == [0, 0, 0, 0]


@rule("16.1", "6.4.5")
@pytest.mark.parametrize("how", ["collapse", "automatic", "armistice", "allied"])
def test_nothing_follows_the_end_of_the_game(how: str) -> None:
    s = desk(QUIET).state
    s.stack = [EndManeuvers(), ChooseImpulse()]
    end_game(s, how, None)
    assert s.stack == []
    assert (s.winner, s.victory) == (ALLIES if how == "allied" else AXIS, how)


ORDERS = ("save-advantage", "only-if-lost", "soldier-on", "keep-paris", "stand-fast", "no-air", "keep-marker")


@rule("11.1", "6.4.4", "9.4.1", "10.5.3")
def test_a_standing_order_answers_its_own_question_and_no_other() -> None:
    assert {o.id for o in GAME.orders} == set(ORDERS)
    fields: dict[str, Any] = {
        "battle": DATA.place["11"],
        "attackers": ["ge-4"],
        "lead": DATA.unit["ge-4"],
        "foe": DATA.unit["fr-9"],
        "outcome": 2,
        "contested": [],
        "came": {"ge-4": "5"},
    }
    units = {"ge-4": "11", "fr-9": "11", "fr-8": "20"}
    s = desk(units, top={"type": "BattleWindow", "side": ALLIES}, advantage=ALLIES, **fields).state
    keep = {"keep-marker": "keep"}
    expected: list[tuple[Any, dict[str, str]]] = [
        (BattleWindow(ALLIES), {"save-advantage": "decline", "only-if-lost": "decline"}),
        (OpenCityWindow(ALLIES), {"save-advantage": "decline", "keep-paris": "decline"}),
        (SoldierOn(ALLIES), {"save-advantage": "decline", "soldier-on": "soldier-on"}),
        (Retreat(ALLIES, False), {"stand-fast": "stay"}),
        (Retreat(ALLIES, True), {}),
        (AttackerAir(), {"no-air": "no-air"}),
        (DefenderAir(), {"no-air": "no-air"}),
        (EarlyEvent(), keep),
        (EndEvents(ALLIES), keep),
        (EndDiscards(ALLIES), keep),
        (KeepOrDraw(ALLIES), keep),
        (ChooseImpulse(), {}),
    ]
    for step, answers in expected:
        assert {order: step.standing(s, "allies", order) for order in ORDERS} == {
            order: answers.get(order) for order in ORDERS
        }, type(step).__name__


@rule("18.1.3", "6.4.4")
def test_the_order_to_keep_the_marker_leaves_a_corps_to_be_withdrawn() -> None:
    option: dict[str, bool | str] = {"axis-airdrops": True}
    for at, answer in (("11", None), ("off", "keep"), ("gone", "keep")):
        s = desk({**QUIET, "airlanding": at}, axis="11", options=option).state
        assert EndEvents(AXIS).standing(s, "axis", "keep-marker") == answer
        assert EndEvents(ALLIES).standing(s, "allies", "keep-marker") == "keep"


@rule("11.2")
def test_the_advantage_passes_on_once() -> None:
    table = desk(QUIET, impulse=1, advantage=NOBODY, used_by=ALLIES)
    table.play("pass")
    assert (table.state.advantage, table.state.used_by) == (AXIS, NOBODY)
    table.play("pass", forced=[6])
    assert (table.state.advantage, table.state.used_by) == (AXIS, NOBODY)


@rule("10.4.5")
@pytest.mark.parametrize("u", [u for u in range(len(DATA.unit_ids)) if DATA.leader_of[u] >= 0])
def test_every_leader_is_lost_with_his_unit(u: int) -> None:
    s = desk({DATA.unit_ids[u]: "25" if DATA.side[u] == ALLIES else "5"}).state
    ev = Events()
    lose_unit(s, u, "is eliminated", "10.4.4", ev)
    told = [x.event.text(DATA) for x in ev.heard if isinstance(x, Happened)]
    assert f"Leader {DATA.leaders[DATA.leader_of[u]].name} is lost with his unit." in told


@rule("6.1.1", "9.4.1")
def test_the_numbers_that_stand_for_nothing() -> None:
    """As positions, views and records hold them."""
    s = desk(QUIET, held_axis=held("plan-red"), cup=cup("plan-red")).state
    assert GAME.view(s, "allies").held_axis == UNSEEN == -1
    assert s.air_attack == s.air_defend == NO_AIR == -1


@rule("8.0")
def test_nobody_is_active_after_the_impulse() -> None:
    table = desk(QUIET, impulse=1, advantage=NOBODY)
    table.play("regroup")
    assert table.state.active
    table.play("end")
    assert table.state.active == 0


@rule("10.1", "8.0")
def test_an_attack_that_is_owed_is_no_waste() -> None:
    from grognard.games.springtime.rules.wasted import idle_assault

    units = {"ge-4": "5", "fr-9": "11", "ge-12": "18", "fr-3": "18", "fr-8": "20"}
    table = desk(units, advantage=NOBODY)
    table.play(["assault A", "move ge-4 11"])
    s = table.state
    wastes = [w for w in idle_assault(s, s.stack[-1], "axis", ()) if w.kind == "attacks"]
    assert [w.places for w in wastes] == [("18",)]  # 18 was contested; 11 must be attacked
    assert "end" not in options_of(table)
