"""6.0, 6.4, 16, 17 and 18: the turn, the end, bids and optional rules."""

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
    rules_against,
    steps,
    where,
)

from grognard.suite import rule

NOBODY = 2
QUIET = {"ge-4": "5", "fr-8": "20"}


def last_pass(units: dict[str, str], dice: list[Any], **fields: Any) -> Any:
    table = desk(units, impulse=8, advantage=NOBODY, points_allies=0, points_axis=0, **fields)
    table.play("pass", forced=dice)
    return table


@rule("6.0", "6.4.2", "6.2")
def test_a_turn_ends_and_the_next_begins_at_impulse_one() -> None:
    table = last_pass(QUIET, [1, "de-gaulle", "plan-red"])
    assert (table.state.turn, table.state.impulse, table.seat) == (3, 1, "allies")


@rule("6.0", "1.0")
def test_a_game_lasts_seven_turns_between_two_sides() -> None:
    assert GAME.seats == ("axis", "allies")
    table = desk(QUIET)
    assert {seat: GAME.side(table.state, seat) for seat in GAME.seats} == {"axis": "axis", "allies": "allies"}
    assert table.seat == "axis"
    assert desk(QUIET, swap=1).seat == "allies"  # bids have swapped the chairs: it is the Axis's impulse still
    assert DATA.tracks.turns == 7
    assert [w.turn for w in DATA.tables.week] == [1, 2, 3, 4, 5, 6, 7]


# ------------------------------------------------------------------------------------------- 16 victory

ROAD = "11 17 24 25 26 27 28 29"


@rule("16.1", "6.4", "6.3")
def test_paris_and_three_zones_joined_to_germany_win_at_once() -> None:
    table = last_pass(QUIET, [1], axis=f"{ROAD} A B C", reduced="ge-4")
    assert table.over
    assert (table.result.winner, table.result.level) == ("axis", "automatic")
    assert "Refit" not in log(table)


@rule("16.1")
@pytest.mark.parametrize("lost", ["25", "C", "11 17 24"])
def test_nothing_less_wins(lost: str) -> None:
    axis = [a for a in f"{ROAD} A B C".split() if a not in lost.split()]
    if lost == "11 17 24":
        axis = [a for a in axis if a not in ("26", "12")]
    table = last_pass(QUIET, [1, "de-gaulle", "plan-red"], axis=" ".join(axis))
    assert not table.over


@rule("16.1.1")
@pytest.mark.parametrize("morale", [0, -3])
def test_morale_of_zero_is_the_end(morale: int) -> None:
    table = last_pass(QUIET, [1], morale=morale)
    assert table.over
    assert table.result.level == "collapse"


@rule("16.1.1", "16.2")
def test_morale_of_one_is_not_yet_the_end() -> None:
    """The armistice die of 1 is not above it."""
    table = last_pass(QUIET, [1, 1, "de-gaulle", "plan-red"], morale=1)
    assert (table.over, table.state.turn) == (False, 3)


@rule("16.1.1", "4.4.9")
def test_morale_counts_only_when_the_turn_ends() -> None:
    table = desk({"ge-4": "24", "ge-12": "3", "fr-8": "20"}, axis="11 17 24", advantage=NOBODY, morale=9)
    table.play(["assault A", "move ge-4 25"])
    assert table.state.morale == -1
    assert not table.over


@rule("16.2", "6.4.1")
@pytest.mark.parametrize(("morale", "die", "over"), [(5, 6, True), (5, 5, False), (1, 2, True), (1, 1, False)])
def test_the_armistice_die_must_be_above_morale(morale: int, die: int, over: bool) -> None:
    rest = [] if over else ["de-gaulle", "plan-red"]
    table = last_pass(QUIET, [1, die, *rest], morale=morale)
    assert table.over is over
    if over:
        assert (table.result.winner, table.result.level) == ("axis", "armistice")


@rule("16.2")
def test_no_armistice_roll_at_six() -> None:
    assert not last_pass(QUIET, [1, "de-gaulle", "plan-red"], morale=6).over


@rule("16.3", "6.4.5")
def test_the_allies_win_if_the_axis_have_not_by_turn_seven() -> None:
    table = last_pass(QUIET, [1], turn=7)
    assert (table.result.winner, table.result.level) == ("allies", "allied")


@rule("16.2", "16.3")
def test_the_last_armistice_roll_decides() -> None:
    assert last_pass(QUIET, [1, 3], turn=7, morale=3).result.level == "allied"
    assert last_pass(QUIET, [1, 4], turn=7, morale=3).result.level == "armistice"


# -------------------------------------------------------------------------------------- 6.4.4 end phase


@rule("6.4.4")
def test_end_phase_events_allies_first_and_discards_unseen() -> None:
    own = {
        "held_allies": held("plan-red"),
        "held_axis": held("billotte-killed"),
        "cup": cup("plan-red", "billotte-killed"),
    }
    table = last_pass(QUIET, [1], **own)
    assert table.seat == "allies"
    assert rules_against(table, "play plan-red") == {"6.1.1"}
    table.play("keep")
    assert table.seat == "axis"
    assert any("French Morale only" in w for w in table.decision().warnings)
    table.play("play billotte-killed")
    assert table.state.morale == 28
    assert "1st Army Group" not in log(table)  # that effect is over with the turn
    table.undo()
    assert table.state.morale == 30
    table.play(["play billotte-killed", "keep"])
    # only now, knowing what the Axis played, the Allies decide on their discard
    assert (table.seat, table.decision().step) == ("allies", "EndDiscards")
    act(table, "discard")
    assert "Plan Red" not in log(table, "axis")


@rule("6.4.4")
@pytest.mark.parametrize("name", ["plan-red", "new-squadrons"])
def test_events_of_an_impulse_have_no_effect_in_the_end_phase_and_say_so(name: str) -> None:
    side = 1 if DATA.events[DATA.event[name]].side == "axis" else 0
    mine = {"held_axis" if side else "held_allies": held(name), "cup": cup(name)}
    table = desk(QUIET, top={"type": "EndEvents", "side": side}, **mine)
    assert table.preview(f"play {name}").text.endswith("no effect in the End Phase.")
    table.play(f"play {name}")
    assert "no effect in the End Phase" in log(table)
    assert table.state.air_strong == [0, 0, 0, 0]


@rule("9.4.2", "6.1.1")
def test_air_supremacy_tells_of_one_marker_where_it_turns_one() -> None:
    mine = {"held_axis": held("air-supremacy"), "cup": cup("air-supremacy")}
    table = desk(QUIET, options={"air-supremacy-one-marker": True}, **mine)
    table.play("play air-supremacy")
    assert sum(table.state.air_strong) == 1
    assert "One German Air Support marker" in log(table)
    assert "Both German" not in log(table)


@rule("18.1.3")
def test_the_standing_order_about_markers_does_not_answer_for_the_airlanding_corps() -> None:
    table = desk(
        {"airlanding": "8", **QUIET},
        axis="8",
        top={"type": "EndEvents", "side": 1},
        options={"axis-airdrops": True},
        held_axis=held("plan-red"),
        cup=cup("plan-red"),
    )
    step = table.state.stack[-1]
    assert step.standing(table.view("axis"), "axis", "keep-marker") is None
    table.play("withdraw")
    assert table.state.stack[-1].standing(table.view("axis"), "axis", "keep-marker") == "keep"


@rule("4.4.9")
@pytest.mark.parametrize(("place", "road", "change"), [("A", "27 28 25", "zone-falls"), ("25", "24", "paris-falls")])
def test_morale_follows_the_table_when_places_fall(place: str, road: str, change: str) -> None:
    start = road.split()[0]
    table = desk({"ge-4": start, "ge-12": "3", "fr-8": "20"}, axis=f"11 17 24 {road}", advantage=NOBODY)
    table.play(["assault A", f"move ge-4 {place}"])
    assert table.state.morale == 30 + DATA.morale[change].change


@rule("4.4.9")
def test_morale_rises_when_places_are_retaken() -> None:
    table = desk({"fr-1": "24", "fr-7": "8", "fr-2": "27"}, axis="25 A", impulse=1, advantage=NOBODY)
    table.play(["assault 1", "move fr-1 25", "move fr-7 6", "move fr-2 A"])
    gain = sum(DATA.morale[k].change for k in ("paris-regained", "zone-regained", "german-area-taken"))
    assert table.state.morale == 30 + gain


# --------------------------------------------------------------------------------------------- 17 bids


def bidding(wanted: str, axis: int, allies: int, dice: list[Any]) -> Any:
    table = GAME.table("plan-yellow", {"bidding": wanted}, practice=True)
    table.play(f"bid {axis}", seat="axis")
    table.play("done", seat="axis")
    table.play(f"bid {allies}", seat="allies")
    table.play("done", seat="allies", forced=[*dice, "de-gaulle", "plan-red"])
    return table


@rule("17.0", "17.1")
def test_the_rulebooks_bid() -> None:
    """Both want the Axis; 5 beats 3, and the other side starts with a French Morale of 35."""
    table = bidding("axis", 3, 5, [])
    assert table.state.morale == 35
    assert GAME.side(table.state, "allies") == "axis"
    assert GAME.side(table.state, "axis") == "allies"
    assert table.seat == "axis"  # the chair that now commands the Allies is asked for its event first


@rule("17.1")
@pytest.mark.parametrize(("scenario", "most"), [("plan-yellow", 15), ("plan-red", 10)])
def test_a_bid_is_at_most_half_of_the_morale(scenario: str, most: int) -> None:
    table = GAME.table(scenario, options={"bidding": "allies"}, practice=True)
    assert {a.args[-1] for a in table.legal("bid", seat="axis")} == {str(n) for n in range(most + 1)}


@rule("6.4.4", "18.1.3")
def test_the_prompt_of_the_end_phase_asks_what_can_be_done() -> None:
    stack = [{"type": "NextTurn"}, {"type": "EndEvents", "side": 1}]
    corps = desk({**QUIET, "airlanding": "5"}, stack=stack, options={"axis-airdrops": True})
    assert corps.decision().prompt == "End Phase: withdraw the Airlanding Corps, or nothing more?"
    own: dict[str, Any] = {"held_axis": held("plan-red"), "cup": cup("plan-red")}
    assert "play your Event marker, or" in desk(QUIET, stack=stack, **own).decision().prompt
    other: dict[str, Any] = {"held_axis": held("de-gaulle"), "cup": cup("de-gaulle")}
    assert desk(QUIET, stack=stack, **other).decision().prompt == "End Phase: you can play nothing now."


@rule("6.1.1", "3.1.3")
def test_the_prompt_of_an_impulse_speaks_of_an_event_that_can_be_played() -> None:
    dynamo: dict[str, Any] = {"held_allies": held("operation-dynamo"), "cup": cup("operation-dynamo"), "impulse": 1}
    assert "event" in desk({**QUIET, "bef": "15"}, **dynamo).decision().prompt
    assert "event" not in desk({**QUIET, "bef": "24"}, **dynamo).decision().prompt  # no port
    enemy: dict[str, Any] = {"held_axis": held("de-gaulle"), "cup": cup("de-gaulle")}
    assert "event" not in desk(QUIET, **enemy).decision().prompt


@rule("6.1.1", "5.2.1-allied")
def test_de_gaulle_is_played_with_his_area() -> None:
    own: dict[str, Any] = {"held_allies": held("de-gaulle"), "cup": cup("de-gaulle"), "impulse": 1}
    [reason] = desk(QUIET, **own).why_not("play de-gaulle")
    assert reason.rule == "5.2.1-allied"
    assert "de-gaulle 25" in reason.text
    [reason] = desk(QUIET, impulse=1).why_not("play de-gaulle")
    assert reason.text == "You do not hold De Gaulle."


@rule("17.1")
@pytest.mark.parametrize(("side", "much", "most"), [("axis", "higher", 15), ("allies", "lower", 15)])
def test_the_prompt_of_a_bid_says_what_it_does(side: str, much: str, most: int) -> None:
    """Ruling 94: what the winner pays, how much may be bid, and what settles equal bids."""
    table = GAME.table("plan-yellow", options={"bidding": side}, practice=True)
    prompt = table.decision(seat="axis").prompt
    assert f"starts that much {much}" in prompt
    assert f"at most {most}" in prompt
    assert "equal bids" in prompt
    red = GAME.table("plan-red", options={"bidding": side}, practice=True)
    assert "at most 10" in red.decision(seat="axis").prompt


@rule("17.1")
def test_equal_bids_are_settled_by_dice_also_the_rulebooks() -> None:
    table = bidding("axis", 5, 5, [[2, 2], [4, 3]])
    assert table.state.morale == 35
    assert GAME.side(table.state, "allies") == "axis"


@rule("17.1")
def test_who_wants_the_allies_pays_with_morale() -> None:
    table = bidding("allies", 1, 4, [])
    assert table.state.morale == 26
    assert GAME.side(table.state, "allies") == "allies"


@rule("17.1")
def test_bids_are_secret_until_both_are_made() -> None:
    table = GAME.table("plan-yellow", {"bidding": "axis"}, practice=False)
    assert set(table.seats) == {"axis", "allies"}
    table.play("bid 7", seat="axis")
    table.play("done", seat="axis")
    assert table.seats == ("allies",)
    assert "7" not in str(table.view("allies").pending)
    assert rules_against_seat(table, "done", "allies") == {"17.1"}


def rules_against_seat(table: Any, text: str, seat: str) -> set[str]:
    return {r.rule for r in table.why_not(text, seat=seat)}


# ----------------------------------------------------------------------------------------- 18 optional rules

DROPS: dict[str, bool | str] = {"axis-airdrops": True}


@rule("18.1", "18.1.1")
@pytest.mark.parametrize(("die", "left"), [(5, 2), (4, 1)])
def test_the_airdrop_rolls_against_the_allied_units(die: int, left: int) -> None:
    table = desk({"ge-18": "6", "dutch": "8", "ge-4": "5"}, options=DROPS, advantage=NOBODY)
    table.play("assault B")
    assert {"8", "9", "12", "13", "17"} <= ends(table, "drop")
    assert rules_against(table, "drop 25") == {"18.1"}
    table.play("drop 8", forced=[die])
    assert (where(table, "airlanding"), steps(table, "airlanding")) == ("8", left)
    assert rules_against(table, "end") == {"10.1"}
    table.play("move ge-18 8")
    odds = table.odds("attack 8 ge-18")
    assert [m.value for m in odds.modifiers if "river" in m.reason] == [0]


@rule("18.1.2")
def test_the_corps_is_then_a_reserve() -> None:
    table = desk({"airlanding": "8", "ge-18": "8", "ge-4": "5"}, axis="8", options=DROPS)
    table.play("assault B")
    assert "airlanding" in ends(table, "move")
    assert rules_against(table, "drop 9") == {"18.1"}
    table = desk({"airlanding": "8", "ge-18": "6", "ge-4": "5"}, axis="8", options=DROPS)
    table.play("assault B")
    assert "airlanding" not in ends(table, "move")


@rule("18.1.3")
def test_the_corps_may_be_withdrawn_in_the_end_phase() -> None:
    table = last_pass({**QUIET, "airlanding": "6"}, [1], options=DROPS, reduced="airlanding")
    assert (table.seat, table.decision().step) == ("axis", "EndEvents")
    act(table, "withdraw")
    assert where(table, "airlanding") == "off"


@rule("18.1.4")
def test_its_loss_raises_morale_by_two_and_it_takes_no_replacements() -> None:
    table = desk(
        {"airlanding": "11", "fr-9": "11", "fr-1": "13"},
        reduced="airlanding",
        options=DROPS,
        impulse=1,
        advantage=NOBODY,
    )
    table.play("assault 1")
    battle(table, "attack 11 fr-9", [6, 6, 1, 1])
    assert where(table, "airlanding") == "gone"
    assert table.state.morale == 32
    table = desk({"airlanding": "5", "ge-4": "5"}, reduced="airlanding ge-4", top={"type": "Spend", "side": 1})
    assert rules_against(table, "restore airlanding") == {"18.1.4"}


@rule("18.1")
def test_without_the_option_nothing_drops() -> None:
    table = desk({"ge-18": "6", "dutch": "8"})
    table.play("assault B")
    assert rules_against(table, "drop") == {"18.1"}


FREE: dict[str, bool | str] = {"limited-free-setup": True}


@rule("18.2")
def test_free_set_up_is_secret_and_limited() -> None:
    table = GAME.table("plan-yellow", FREE, practice=False)
    assert set(table.seats) == {"axis", "allies"}

    def against(text: str, seat: str) -> set[str]:
        return rules_against_seat(table, text, seat)

    assert against("setup ge-4 10", "axis") == {"18.2"}
    assert against("setup fr-3 13", "allies") == {"18.2"}
    assert against("setup fr-3 A", "allies") == {"18.2"}
    assert against("setup bruche 24", "allies") == {"18.2"}
    assert against("setup belgian 13", "allies") == {"18.2"}
    table.play("setup fr-1 16", seat="allies")
    table.play("setup bruche 16", seat="allies")
    assert against("setup brocard 24", "allies") == {"18.2"}
    assert against("setup fr-7 16", "allies") == {"18.2"}
    assert against("done", "allies") == {"18.2"}
    assert DATA.place_ids[table.view("axis").loc[DATA.unit["fr-1"]]] == "off"


@rule("18.2")
def test_room_is_kept_for_the_armor_and_the_reserves() -> None:
    table = GAME.table("plan-yellow", FREE, practice=True)
    for part in ("setup fr-1 16", "setup fr-2 16", "setup fr-9 16", "setup fr-3 16"):
        table.play(part, seat="allies")
    assert {r.rule for r in table.why_not("setup bef 16", seat="allies")} == {"18.2"}
    table.play("setup fr-7 24", seat="allies")
    assert {r.rule for r in table.why_not("setup bef 24", seat="allies")} == {"18.2"}


@rule("18.3", "12.3.2")
def test_the_bef_returns_in_a_port() -> None:
    options: dict[str, bool | str] = {"bef-returns": True}
    table = desk(
        {"bef": "15", "fr-8": "20"},
        impulse=1,
        held_allies=held("operation-dynamo"),
        cup=cup("operation-dynamo"),
        options=options,
    )
    table.play("play operation-dynamo")
    assert where(table, "bef") == "eliminated"
    assert table.state.track >> DATA.event["operation-dynamo"] & 1
    assert table.state.evacuated
    spend = {"type": "Spend", "side": 0}
    table = desk({"bef": "eliminated", "fr-8": "20"}, axis="14", top=spend, options=options, evacuated=True)
    assert ends(table, "rebuild bef reduced") == {"15", "26", "27", "A", "B"}
    table.play("rebuild bef full 27")
    assert (where(table, "bef"), table.state.points_allies) == ("27", 2)
    assert not table.state.evacuated
    assert controller(table, "27") == "allies"


# ------------------------------------------------------------------------------------------------- Kleist


@rule("4.4.1", "9.1.2")
def test_kleist_is_placed_at_the_first_axis_impulse_of_a_turn() -> None:
    table = desk(
        {"guderian-pz": "3", "wietersheim": "4", "reinhardt-pz": "3", "fr-8": "20"}, impulse=1, kleist_turn=1
    )
    table.play("pass")
    assert (table.seat, table.decision().step) == ("axis", "PlaceKleist")
    assert ends(table, "kleist") == {"guderian-pz", "reinhardt-pz", "wietersheim"}
    table.play("kleist wietersheim")
    table.play("pass", forced=[6])
    table.play("pass")
    assert table.decision().step == "ChooseImpulse"
    assert table.state.kleist == DATA.unit["wietersheim"]


@rule("5.2.1-axis", "19.1.2", "4.4.1")
@pytest.mark.parametrize(("scenario", "printed"), [("plan-yellow", "5.2.1-axis"), ("plan-red", "19.1.2")])
def test_kleist_begins_where_the_set_up_puts_him(scenario: str, printed: str) -> None:
    """Area 3, in Plan Red 17; Wietersheim is set up in 4 and 16."""
    table = GAME.table(scenario, practice=True)
    while table.decision().step != "PlaceKleist":
        table.play("keep")
    assert ends(table, "kleist") == {"guderian-pz", "reinhardt-pz"}
    [reason] = table.why_not("kleist ge-12")
    assert reason.rule == "4.4.1"
    assert "Kleist commands" in reason.text
    assert rules_against(table, "kleist wietersheim") == {printed}


@rule("4.4.1", "18.2")
def test_a_free_set_up_frees_kleist_too() -> None:
    units = {"guderian-pz": "3", "wietersheim": "4", "reinhardt-pz": "3", "fr-8": "20"}
    fields = {"turn": 1, "impulse": 6, "kleist_turn": 0, "top": "KleistOrNobody"}
    printed = desk(units, **fields)
    assert ends(printed, "kleist") == {"guderian-pz", "reinhardt-pz"}
    waiting = GAME.table("plan-yellow", options=FREE, practice=True).state.kleist
    free = desk(units, kleist=waiting, **fields)
    assert ends(free, "kleist") == {"guderian-pz", "reinhardt-pz", "wietersheim"}


@rule("16.1.1", "6.4.4")
def test_an_event_of_the_end_phase_can_bring_the_collapse() -> None:
    table = desk(
        {"ge-6": "5", "fr-8": "20"},
        stack=[{"type": "NextTurn"}, {"type": "EndEvents", "side": 1}],
        morale=2,
        held_axis=held("billotte-killed"),
        cup=cup("billotte-killed"),
    )
    act(table, "play billotte-killed")  # French Morale 2 - 2
    while not table.over and table.decision().step.startswith("End"):
        act(table, "keep")
    assert table.over
    assert table.result.level == "collapse"


@rule("18.1")
def test_a_drop_shows_its_odds_and_what_follows() -> None:
    """A die of 3 or less reduces the Corps, each Allied unit takes 1 off: with two of them 1 to 5 of 6 are bad."""
    units = {"ge-6": "5", "fr-1": "10", "fr-2": "10", "fr-8": "20"}
    table = desk(units, options={"axis-airdrops": True}, advantage=NOBODY)
    table.play("assault B")
    odds = table.odds("drop 10")
    assert [(r.outcome, r.chance) for r in odds.rows] == [("a good landing", "1/6"), ("reduced", "5/6")]
    assert "must then attack" in table.preview("drop 10").text
    assert "It takes" in table.preview("drop 11").text
    assert [r.chance for r in table.odds("drop 11").rows] == ["1/2", "1/2"]


@rule("17.1")
def test_equal_bids_name_whose_die_is_whose() -> None:
    table = GAME.table("plan-yellow", options={"bidding": "axis"}, practice=True)
    table.play("bid 3; done", seat="allies")
    table.play("bid 3; done", seat="axis", forced=[[2, 5], "de-gaulle", "plan-red"])
    assert "Allies seat 2, Axis seat 5" in log(table)


@rule("19.2")
def test_a_plan_red_marker_taken_openly_lies_open() -> None:
    fields = {"turn": 5, "top": {"type": "TakePlanRedChoice"}, "scenario": "plan-red"}
    table = desk(QUIET, **fields)
    table.play("take-plan-red")
    assert table.view("allies").held_axis == held("plan-red")
    shown = {p.id: p.face for p in GAME.scene(table.view("allies")).pieces}
    assert shown["marker-axis"].name == "Plan Red"


@rule("17.1", "10.4.5")
def test_the_sequence_of_play_marks_bids_and_what_belongs_to_a_combat() -> None:
    bids = GAME.table("plan-yellow", options={"bidding": "axis"}, practice=True)
    assert [i.id for i in GAME.sequence(bids.view("axis")) if i.now] == ["sides"]
    table = desk({"ge-4": "24", "fr-10": "25", "fr-8": "20"}, axis="17 24", advantage=0, impulse=2)
    table.play(["assault A", "move ge-4 25", "attack 25 ge-4"])
    assert table.decision().step == "OpenCityWindow"
    assert [i.id for i in GAME.sequence(table.view("axis")) if i.now] == ["combat"]
