"""6.1.1, 11.1.5, 15.1 and 19.2: what is in the cup, what each side knows of the other's marker, when it is played."""

from __future__ import annotations

from typing import Any

import pytest
from springtime_desk import DATA, GAME, act, controller, cup, desk, ends, held, log, options_of, rules_against, where

from grognard.games.springtime.rules.events import markers_in_cup
from grognard.games.springtime.rules.state import gain_points
from grognard.suite import rule

ALLIES, AXIS, NOBODY = 0, 1, 2
QUIET = {"ge-4": "5", "fr-8": "20"}
NAMES = tuple(e.id for e in DATA.events)


def names(mask: int) -> set[str]:
    return {NAMES[i] for i in range(9) if mask >> i & 1}


@rule("6.1.1", "5.1.7")
def test_everybody_can_count_the_markers_in_the_cup() -> None:
    s = desk(QUIET).state
    assert markers_in_cup(s) == 9
    s = desk(QUIET, held_axis=held("plan-red"), cup=cup("plan-red")).state
    assert markers_in_cup(s) == 8
    s = desk(QUIET, held_allies=held("de-gaulle"), cup=cup("de-gaulle")).state
    assert markers_in_cup(s) == 8
    out = ("plan-red", "de-gaulle", "billotte-killed", "new-squadrons")
    s = desk(
        QUIET,
        held_axis=held("plan-red"),
        held_allies=held("de-gaulle"),
        cup=cup(*out),
        spent=["billotte-killed"],
        track=["new-squadrons"],
    ).state
    assert markers_in_cup(s) == 5
    assert markers_in_cup(GAME.view(s, "axis")) == 5
    assert markers_in_cup(GAME.view(s, "public")) == 5


@rule("6.1.1")
def test_a_draw_tells_each_side_what_the_other_cannot_hold() -> None:
    """Who has drawn knows his own marker; the other one is none that was out of the cup when it was drawn."""
    table = GAME.table("plan-yellow", practice=True, forced=["cabinet-shuffle", "plan-red"])
    s = table.state
    assert names(s.known_allies) == {"cabinet-shuffle", "air-supremacy"}  # 15.1: not Air Supremacy on Turn 1
    assert names(s.known_axis) == {"plan-red"}
    assert names(s.cup) == set(NAMES) - {"cabinet-shuffle", "plan-red"}
    assert (s.draws_allies, s.draws_axis) == (1, 1)
    table = desk(
        QUIET, impulse=8, advantage=NOBODY, spent=["billotte-killed"], cup=cup("billotte-killed"), points_axis=0
    )
    table.play("pass", forced=[1, "de-gaulle", "air-supremacy"])
    s = table.state
    assert names(s.known_allies) == {"de-gaulle", "billotte-killed"}
    assert names(s.known_axis) == {"billotte-killed", "air-supremacy"}


@rule("15.1", "6.1.1")
def test_who_draws_again_on_turn_one_remembers_both_markers() -> None:
    table = GAME.table("plan-yellow", practice=True, forced=["de-gaulle", "air-supremacy", "plan-red"])
    s = table.state
    assert names(s.known_axis) == {"plan-red", "air-supremacy"}
    assert names(s.known_allies) == {"de-gaulle", "air-supremacy"}
    assert names(s.cup) == set(NAMES) - {"de-gaulle", "plan-red"}
    assert s.draws_axis == 1


@rule("6.1.1")
def test_an_allied_draw_in_an_impulse_tells_the_axis_nothing_that_was_out_before() -> None:
    table = desk(
        QUIET,
        impulse=3,
        advantage=ALLIES,
        draws_allies=1,
        draws_axis=1,
        played_allies=1,
        held_axis=held("plan-red"),
        track=["new-squadrons"],
        cup=cup("plan-red", "new-squadrons"),
    )
    table.play("draw-event", forced=["cabinet-shuffle"])
    s = table.state
    assert names(s.known_axis) == {"plan-red", "new-squadrons"}
    assert "cabinet-shuffle" in names(s.known_allies)
    assert (s.draws_allies, s.draws_axis) == (2, 1)
    assert s.held_allies == held("cabinet-shuffle")


@rule("19.2")
def test_the_plan_red_marker_taken_openly_is_known_to_the_allies() -> None:
    table = desk(
        QUIET,
        turn=4,
        impulse=8,
        advantage=NOBODY,
        points_axis=0,
        scenario="plan-red",
        spent=["de-gaulle", "cabinet-shuffle", "billotte-killed", "operation-dynamo", "air-supremacy"],
        cup=["plan-red", "new-squadrons", "improved-logistics-allies", "improved-logistics-axis"],
    )
    table.play("pass", forced=[1])
    assert table.decision().step == "TakePlanRedChoice"
    assert options_of(table) == {"take-plan-red", "draw"}
    table.play("take-plan-red", forced=["new-squadrons"])
    s = table.state
    assert (s.held_axis, s.shown_axis, s.draws_axis) == (held("plan-red"), True, 1)
    assert names(s.known_allies) == set(NAMES) - {"plan-red"} | {"new-squadrons"}
    assert names(s.cup) == {"improved-logistics-allies", "improved-logistics-axis"}
    assert s.held_allies == held("new-squadrons")


@rule("19.2")
def test_the_axis_may_draw_instead_of_taking_plan_red() -> None:
    fields: dict[str, Any] = {
        "turn": 4,
        "impulse": 8,
        "advantage": NOBODY,
        "points_axis": 0,
        "scenario": "plan-red",
        "spent": ["de-gaulle", "cabinet-shuffle", "billotte-killed", "operation-dynamo", "air-supremacy"],
        "cup": ["plan-red", "new-squadrons", "improved-logistics-allies", "improved-logistics-axis"],
    }
    table = desk(QUIET, **fields)
    table.play("pass", forced=[1])
    table.play("draw", forced=["new-squadrons", "improved-logistics-axis"])
    assert table.state.held_axis == held("improved-logistics-axis")
    assert not table.state.shown_axis
    later = desk(QUIET, **{**fields, "turn": 5})
    later.play("pass", forced=[1, "new-squadrons", "plan-red"])  # on Turn 6 it is drawn like any other
    assert later.state.turn == 6


@rule("6.1.1", "6.2")
@pytest.mark.parametrize(("side", "marker"), [("axis", "improved-logistics-axis"), ("allies", "cabinet-shuffle")])
def test_the_impulse_of_an_event_is_remembered_for_its_side(side: str, marker: str) -> None:
    impulse = 4 if side == "axis" else 3
    table = desk(QUIET, impulse=impulse, **{f"held_{side}": held(marker), "cup": cup(marker)})
    table.play(f"play {marker}")
    played = {"axis": table.state.played_axis, "allies": table.state.played_allies}
    assert played == {"axis": impulse if side == "axis" else 0, "allies": impulse if side == "allies" else 0}


@rule("6.1.1", "12.2")
def test_improved_logistics_helps_its_own_side() -> None:
    for side, impulse in (("axis", 2), ("allies", 1)):
        marker = f"improved-logistics-{side}"
        table = desk(
            QUIET,
            impulse=impulse,
            points_axis=4,
            points_allies=1,
            **{f"held_{side}": held(marker), "cup": cup(marker)},
        )
        table.play(f"play {marker}")
        more = DATA.events[DATA.event[marker]].points
        assert (table.state.points_axis, table.state.points_allies) == (
            (4 + more, 1) if side == "axis" else (4, 1 + more)
        )


@rule("12.2", "3.4")
def test_points_are_kept_to_the_track() -> None:
    s = desk(QUIET, points_axis=29, points_allies=28).state
    gain_points(s, AXIS, 1)
    gain_points(s, ALLIES, 1)
    assert (s.points_axis, s.points_allies) == (30, 29)
    gain_points(s, AXIS, 3)
    gain_points(s, ALLIES, 3)
    assert (s.points_axis, s.points_allies) == (30, 30)


# -------------------------------------------------------------------------------------------- the extra draw


@rule("11.1.5")
@pytest.mark.parametrize(
    ("fields", "allowed"),
    [
        ({"played_axis": 2, "draws_axis": 1}, True),
        ({"played_axis": 4, "draws_axis": 1}, False),  # in this very impulse
        ({"played_axis": 0, "draws_axis": 1}, False),
        ({"played_allies": 1, "draws_axis": 1}, False),  # the other side's
        ({"played_axis": 2, "draws_axis": 2}, False),
        ({"played_axis": 2, "draws_axis": 1, "draws_allies": 2}, True),
        ({"played_axis": 2, "draws_axis": 1, "advantage": ALLIES}, False),
        ({"played_axis": 2, "draws_axis": 1, "advantage": NOBODY}, False),
        ({"held_axis": "plan-red", "draws_axis": 1}, True),
        ({"held_axis": "plan-red", "played_axis": 4, "draws_axis": 1}, False),
        ({"held_axis": "plan-red", "spent": 8, "draws_axis": 1}, True),  # it is put back before the draw
        ({"played_axis": 2, "spent": 9, "draws_axis": 1}, False),  # the cup is empty
        ({"played_axis": 2, "spent": 8, "draws_axis": 1}, True),
    ],
)
def test_when_an_extra_marker_may_be_drawn(fields: dict[str, Any], allowed: bool) -> None:
    fields = {"advantage": AXIS, **fields}
    own = fields.pop("held_axis", "")
    spent = [n for n in NAMES if n != "plan-red"][: fields.pop("spent", 0)]
    spent += ["plan-red"] if len(spent) == 8 and not own and fields.get("played_axis") == 2 and not allowed else []
    table = desk(
        QUIET,
        impulse=4,
        held_axis=held(own) if own else 0,
        spent=spent,
        cup=cup(*spent, *([own] if own else [])),
        **fields,
    )
    assert ("draw-event" in options_of(table)) is allowed
    assert rules_against(table, "draw-event") <= {"11.1", "11.1.5"}


@rule("11.1.5", "11.2")
def test_the_allies_draw_an_extra_marker_of_their_own() -> None:
    table = desk(QUIET, impulse=3, advantage=ALLIES, draws_allies=1, played_allies=1)
    table.play("draw-event", forced=["cabinet-shuffle"])
    assert table.state.held_allies == held("cabinet-shuffle")
    assert (table.state.advantage, table.state.used_by) == (NOBODY, ALLIES)
    table.play("pass")
    assert (table.state.advantage, table.state.used_by) == (AXIS, NOBODY)
    assert "The Axis now have the Advantage." in log(table)


# ------------------------------------------------------------------------------------------ playing a marker


@rule("6.1.1", "5.2.1-allied", "7.1", "7.5")
def test_where_de_gaulle_appears() -> None:
    """In any Free Area or Zone of France with room: Sedan is full, Reims enemy, Metz contested, Brussels abroad."""
    five = dict.fromkeys(("fr-1", "fr-2", "fr-3", "fr-4", "fr-5"), "17")
    table = desk(
        {**five, "ge-4": "24", "fr-6": "18", "ge-12": "18", "fr-8": "13"},
        axis="24",
        impulse=1,
        held_allies=held("de-gaulle"),
        cup=cup("de-gaulle"),
    )
    france = {"15", "16", "19", "20", "21", "22", "23", "25", "26", "27", "28", "29", "30", "A", "B", "C", "D", "E"}
    assert ends(table, "de-gaulle") == france
    assert rules_against(table, "de-gaulle 17") == {"7.1"}
    assert rules_against(table, "de-gaulle 18") == {"7.5"}
    assert rules_against(table, "de-gaulle 24") == {"7.5"}
    assert rules_against(table, "de-gaulle 13") == {"5.2.1-allied"}
    assert rules_against(table, "de-gaulle F") == {"5.2.1-allied"}
    table.play("de-gaulle C")
    assert where(table, "de-gaulle") == "C"
    assert table.state.strength[DATA.de_gaulle] == 2
    assert names(table.state.spent) == {"de-gaulle"}
    assert table.decision().step == "ChooseImpulse"


@rule("6.1.1", "5.2.1-allied")
def test_de_gaulle_cannot_appear_twice_nor_for_the_axis() -> None:
    table = desk({**QUIET, "de-gaulle": "23"}, impulse=1, held_allies=held("de-gaulle"), cup=cup("de-gaulle"))
    assert rules_against(table, "de-gaulle 25") == {"5.2.1-allied"}
    assert "play de-gaulle" not in options_of(table)
    table = desk(QUIET, held_axis=held("de-gaulle"), cup=cup("de-gaulle"))
    assert rules_against(table, "de-gaulle 25") == {"6.1.1"}
    table = desk(QUIET, impulse=1, held_allies=held("cabinet-shuffle"), cup=cup("cabinet-shuffle"))
    assert rules_against(table, "de-gaulle 25") == {"6.1.1"}


@rule("3.1.3", "18.3")
@pytest.mark.parametrize(("returns", "box"), [(False, "gone"), (True, "eliminated")])
def test_dynamo_takes_the_bef_for_good_or_for_a_time(returns: bool, box: str) -> None:
    table = desk(
        {**QUIET, "bef": "26"},
        impulse=1,
        oos="bef",
        held_allies=held("operation-dynamo"),
        cup=cup("operation-dynamo"),
        options={"bef-returns": returns},
    )
    table.play("play operation-dynamo")
    s = table.state
    assert where(table, "bef") == box
    assert s.evacuated is returns
    assert not s.oos[DATA.bef]
    assert s.morale == 30 + DATA.events[DATA.event["operation-dynamo"]].morale
    assert names(s.spent if not returns else s.track) == {"operation-dynamo"}


@rule("6.1.1", "6.4.3")
def test_an_event_of_the_end_phase_goes_straight_back_to_the_cup() -> None:
    table = desk(
        QUIET,
        top={"type": "EndEvents", "side": 1},
        held_axis=held("improved-logistics-axis"),
        cup=cup("improved-logistics-axis"),
        points_axis=2,
        played_axis=6,
        impulse=8,
    )
    table.play("play improved-logistics-axis")
    s = table.state
    assert names(s.cup) == set(NAMES)
    assert (s.track, s.spent) == (0, 0)
    assert s.played_axis == 6  # of the Maneuvers Phase
    assert table.decision().step == "EndEvents"  # he says himself that he has finished
    assert options_of(table) == {"keep"}


@rule("6.4.4", "6.1.1")
@pytest.mark.parametrize(
    ("marker", "field", "value"),
    [
        ("new-squadrons", "air_strong", [0, 0, 0, 0]),
        ("billotte-killed", "billotte", False),
        ("plan-red", "plan_red", False),
    ],
)
def test_what_an_event_of_an_impulse_does_not_do_in_the_end_phase(marker: str, field: str, value: Any) -> None:
    side = 0 if DATA.events[DATA.event[marker]].side == "allies" else 1
    own = {("held_allies", "held_axis")[side]: held(marker), "cup": cup(marker)}
    late = desk(QUIET, top={"type": "EndEvents", "side": side}, impulse=8, **own)
    late.play(f"play {marker}")
    assert getattr(late.state, field) == value
    early = desk(QUIET, impulse=1 + side, **own)
    early.play(f"play {marker}")
    assert getattr(early.state, field) != value


@rule("6.1.1", "15.3")
def test_plan_red_lets_every_group_assault_in_its_impulse_alone() -> None:
    table = desk(QUIET, held_axis=held("plan-red"), cup=cup("plan-red"), advantage=NOBODY)
    assert rules_against(table, "assault all") == {"15.3"}
    table.play("play plan-red")
    assert "assault all" in options_of(table)
    table.play(["assault all", "end"], forced=[6])
    table.play("pass")
    assert table.state.impulse == 4
    assert rules_against(table, "assault all") == {"15.3"}


@rule("15.1")
def test_the_allies_are_asked_before_the_axis_impulse_on_turn_one_of_the_campaign_alone() -> None:
    own: dict[str, Any] = {"held_allies": held("cabinet-shuffle"), "cup": cup("cabinet-shuffle"), "spent": []}
    quiet: dict[str, Any] = {"impulse": 7, "advantage": NOBODY, "kleist_turn": 0}
    for turn, scenario, asked in ((1, "plan-yellow", True), (2, "plan-yellow", False), (1, "plan-red", False)):
        table = desk({**QUIET, "guderian-pz": "4", "reinhardt-pz": "4"}, turn=turn, scenario=scenario, **quiet, **own)
        table.play("pass")
        assert (table.decision().step == "EarlyEvent") is asked
        if asked:
            assert options_of(table) == {"play cabinet-shuffle", "keep"}
            table.play("keep")
        assert table.decision().step == "PlaceKleist"
    table = desk(QUIET, turn=1, **{**quiet, "kleist_turn": 1})
    table.play("pass")
    assert table.decision().step == "ChooseImpulse"  # nothing is held


@rule("3.1.3", "7.2")
def test_dynamo_gives_the_port_to_nobody_else() -> None:
    table = desk({**QUIET, "bef": "15"}, impulse=1, held_allies=held("operation-dynamo"), cup=cup("operation-dynamo"))
    act(table, "play operation-dynamo")
    assert controller(table, "15") == "allies"
