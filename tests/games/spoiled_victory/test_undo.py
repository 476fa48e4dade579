"""The last action of a phase can be taken back: chance waits until the player ends the phase."""

from __future__ import annotations

from dunkirk_desk import DATA, GAME, Desk

from grognard.games.spoiled_victory.rules.evacuation import EvacuationMoves
from grognard.games.spoiled_victory.rules.player_actions import PlayerActions
from grognard.kernel.match.position import write_position
from grognard.kernel.match.table import Table
from grognard.suite import rule


def _table(desk: Desk, *steps: object) -> Table:
    s = desk.s
    s.surrendered = True
    s.stack.clear()
    s.then(*steps)  # type: ignore[arg-type]
    return GAME.position(write_position(GAME, "dynamo", GAME.settle_options("dynamo", {}), s), seed=3)


@rule("10.0")
def test_the_last_player_action_is_taken_back() -> None:
    desk = Desk()
    desk.s.actions = 1
    table = _table(desk, PlayerActions())
    table.play("create C5")
    assert table.state.actions == 0
    table.undo()
    assert table.state.actions == 1
    assert table.state.loc[DATA.unit["evacuees-1"]] == DATA.pool


@rule("10.1.8")
def test_a_move_into_a_german_is_taken_back_before_the_dice() -> None:
    desk = Desk().german("D3").put("3-grenadier-guards", "E3")
    desk.s.actions = 1
    table = _table(desk, PlayerActions())
    table.play("move 3-grenadier-guards D3")
    table.undo()
    assert table.state.loc[DATA.unit["3-grenadier-guards"]] == DATA.place["E3"]


@rule("11.0")
def test_the_last_evacuation_move_is_taken_back() -> None:
    desk = Desk().evacuees(1, "A5")
    desk.s.moves = 1
    table = _table(desk, EvacuationMoves())
    table.play("evacuate evacuees-1 staging")
    table.undo()
    assert table.state.moves == 1


@rule("10.1.8", "9.3.4")
def test_where_a_beaten_attacker_goes_is_taken_back() -> None:
    desk = Desk().german("D3").put("3-grenadier-guards", "E3").actions(1)
    desk.play("move 3-grenadier-guards D3", "end").roll(2, 2, 3, 3).play("retreat 3-grenadier-guards D4")
    assert desk.legal() == {"end"}, "chance waits although no attack is left"
    assert desk.play("end").over


@rule("10.0", "11.0")
def test_a_standing_order_ends_phases_that_are_done() -> None:
    assert "end-phases" in {x.id for x in GAME.orders}
    desk = Desk().evacuees(1, "A5").actions(1)
    step = desk.s.stack[-1]
    assert step.standing(desk.s, "allies", "end-phases") is None
    desk.play("create C5")
    assert desk.s.stack[-1].standing(desk.s, "allies", "end-phases") == "end"
    moves = EvacuationMoves()
    desk.s.moves = 1
    assert moves.standing(desk.s, "allies", "end-phases") is None
    desk.s.moves = 0
    assert moves.standing(desk.s, "allies", "end-phases") == "end"


@rule("10.1", "10.1.5", "10.10.2")
def test_the_prompt_says_what_is_still_free() -> None:
    desk = Desk().put("1-loyals", "C2").put("9-sherwood-foresters", "C2").put("ghq", "E5").put("5-border", "E5")
    desk.actions(1).play("move 1-loyals C4")
    prompt = GAME.decision(desk.s, "allies").prompt
    assert "none left" in prompt
    assert "British units and evacuees of C2 may move on foot" in prompt
    assert "GHQ has 2 free moves left" in prompt
    bombs = Desk()
    bombs.s.bombers = 1
    prompt = GAME.decision(bombs.actions(0).s, "allies").prompt
    assert "bombers are ready" in prompt
    assert "free" not in prompt


@rule("10.1")
def test_a_group_on_foot_takes_trucks_for_the_difference() -> None:
    """The same in any order: two Actions carry both, one near and one far (ruling 74)."""
    near_first = Desk().put("1-loyals", "C2").put("9-sherwood-foresters", "C2").actions(2)
    near_first.play("move 1-loyals C4", "move 9-sherwood-foresters F5")
    far_first = Desk().put("1-loyals", "C2").put("9-sherwood-foresters", "C2").actions(2)
    far_first.play("move 9-sherwood-foresters F5", "move 1-loyals C4")
    assert near_first.s.actions == far_first.s.actions == 0
    assert near_first.s.loc == far_first.s.loc
    poor = Desk().put("1-loyals", "C2").put("9-sherwood-foresters", "C2").actions(1).play("move 1-loyals C4")
    assert poor.why("move 9-sherwood-foresters F5") == {"10.1"}
    other = Desk().put("1-loyals", "C2").put("i-150-ri", "C2").actions(2).play("move 1-loyals C4")
    assert other.why("move i-150-ri F5") == {"10.1"}, "another nation pays in full"


@rule("10.0", "11.0")
def test_unused_actions_and_moves_are_warned_of() -> None:
    desk = Desk().evacuees(1, "A5").actions(1)
    assert desk.s.stack[-1].warnings(desk.s, "allies") == ("1 Player Action would be lost if you end now.",)
    desk.s.moves = 2
    assert EvacuationMoves().warnings(desk.s, "allies") == ("2 Evacuation Moves would be lost if you end now.",)
    put_to_sea = Desk()
    put_to_sea.s.moves = 2
    assert EvacuationMoves().warnings(put_to_sea.s, "allies") == (), "nobody could use them"
