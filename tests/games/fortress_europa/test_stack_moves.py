"""5.2, 6.4. A stack moves in one action: each unit for itself, one step of the record, taken back at once."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from grognard import Action, Refused
from grognard.kernel.match.record import dump_record
from grognard.kernel.match.replay import replay
from grognard.kernel.match.table import Table
from grognard.kernel.rules import Events
from grognard.suite import rule

STACK = {"us-1": "M11", "us-4": "M11", "us-9": "M11"}
SEEN = ["Q6", "R6", "S7", "T7", "U8", "V8", "W9"]
"""Seven hexes in a line, all in range of the Allied aircraft."""
TOGETHER = "move us-1 M13; move us-4 M13; move us-9 M13"


def table_of(desk, units, **more):
    return Table(desk.game, "campaign", position=desk.set_up(units, **more), secret=bytes(32))


def places(table, *names):
    w = table.game.data
    return [w.labels[table.state.where[w.unit[name]]] for name in names]


@rule("5.2", "6.4")
def test_a_stack_moves_in_one_action_and_is_taken_back_at_once(desk):
    table = table_of(desk, STACK)
    table.play(TOGETHER, "allied")
    assert places(table, *STACK) == ["M13"] * 3
    assert [step["action"] for step in table.whole_record()["steps"]] == ["", TOGETHER]
    table.undo("allied")
    assert places(table, *STACK) == ["M11"] * 3
    assert table.draft("allied") == ()
    table.redo()
    assert places(table, *STACK) == ["M13"] * 3


@rule("5.2")
def test_it_does_what_the_moves_do_one_after_the_other(desk):
    together, apart = (table_of(desk, STACK) for _ in range(2))
    together.play(TOGETHER, "allied")
    for move in TOGETHER.split("; "):
        apart.play(move, "allied")
    assert together.state == apart.state
    assert [line.text for line in together.log("allied")] == [line.text for line in apart.log("allied")]
    opened = replay(dump_record(together.whole_record()), desk.game)
    assert opened.matches, opened.mismatch


@rule("4.1", "5.3", "5.4")
@pytest.mark.parametrize(
    ("row", "number"),
    [
        ("move us-1 M13; move de-352 M13", "4.1"),
        ("move us-1 M13; move us-4 M13; move us-1 M14", "5.3"),
        ("move us-1 M13; move us-4 Y20", "5.4"),
        ("move us-1 Y20; move us-4 M13", "5.4"),
        ("move us-1 M13; end", "5.1"),
        ("end; move us-1 M13", "5.1"),
    ],
)
def test_who_cannot_follow_is_refused_by_rule_and_nobody_moves(desk, row, number):
    table = table_of(desk, {**STACK, "de-352": "Y30"})
    with pytest.raises(Refused) as refused:
        table.play(row, "allied")
    assert number in [reason.rule for reason in refused.value.reasons]
    assert places(table, *STACK) == ["M11"] * 3


@rule("17.10.1")
def test_nothing_is_named_after_a_move_that_dice_may_interrupt(desk):
    table = table_of(desk, {"de-2pz": SEEN[0], "de-21pz": SEEN[0]}, side="german")
    for plane in ("9th-1", "9th-2", "2nd-1"):
        table.state.mission[desk.w.plane[plane]] = desk.w.mission["strafing"]
    way = f"{SEEN[-1]} via {' '.join(SEEN[1:-1])}"
    assert "something else first" in table.why_not(f"move de-2pz {way}; move de-21pz {way}", "german")[0].text
    assert table.why_not(f"move de-2pz {SEEN[1]}; move de-21pz {way}", "german") == [], "the last may be"


@rule("5.2")
def test_what_is_found_on_the_way_leaves_the_rest_where_it_is(desk):
    """A row that was legal by what its seat could see; in truth the second unit cannot follow, but the third can."""
    s = desk.set_up(STACK)
    moves = [
        Action("move", (name, goal), seat="allied") for name, goal in zip(STACK, ("M13", "Y20", "M13"), strict=True)
    ]
    events = Events()
    desk.game.apply(s, replace(moves[-1], parts=tuple(moves[:-1])), events)
    assert [desk.at(name) for name in STACK] == ["M13", "M11", "M13"]
    told = events.items[-1]
    assert told.event.text(desk.w) == "Something has come up on the way: 1 action of 3 was not done."
    assert (told.only, told.public) == (("allied",), None)


def test_which_can_go_in_a_row_and_why_the_others_cannot(desk):
    table = table_of(desk, {**STACK, "de-352": "Y30"})
    moves = [f"move {name} M13" for name in ("us-1", "de-352", "nobody", "us-9")]
    taken, against = table.row([*moves, "move us-4", "move us-4; move"], "allied")
    assert taken == ["move us-1 M13", "move us-9 M13"]
    assert set(against) == {*moves[1:3], "move us-4", "move us-4; move"}, "what is no action is told, too"
    assert [reason.rule for reason in against["move de-352 M13"]] == ["4.1"]
    assert table.row(["end"], "allied") == ([], {})
    assert places(table, *STACK) == ["M11"] * 3, "asking moves nobody"
