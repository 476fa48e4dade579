"""The plan of attack: what it lists can be done, and what it proposes meets every duty."""

from __future__ import annotations

from grognard.kernel import show
from grognard.kernel.rules import CHANCE, Draft, Game
from grognard.kernel.rules.game import asked
from grognard.kernel.rules.state import S
from grognard.suite.walking import walks


def plans_are_right(game: Game[S], games: int = 3, seed: int = 18) -> None:
    """A plan names what is there; its actions are legal in their order; a proposal leaves nothing undone, and is the
    same plan again when it is wanted."""
    if not game.plans:
        return
    assert set(game.plans) <= {step.__name__ for step in game.steps}, "a plan for a step that is not there"
    places = {place.id for place in game.board().places}
    for node in walks(game, games, seed):
        if not node.state.stack or node.seat == CHANCE:
            continue
        step = type(node.state.stack[-1]).__name__
        view = game.view(node.state, node.seat)
        plan = game.plan(view, node.seat)
        assert (plan is not None) == (step in game.plans), f"{step}: {plan}"
        if plan is None:
            continue
        names_what_is_there(game, view, plan, places)
        can_be_done(game, view, node.seat, plan)
        if plan.proposes:
            proposal = game.plan(view, node.seat, propose=True)
            assert proposal is not None
            assert not proposal.left, [reason.text for reason in proposal.left]
            names_what_is_there(game, view, proposal, places)
            can_be_done(game, view, node.seat, proposal)
            wanted = [show.Wanted(row.targets, row.attackers) for row in proposal.rows if row.attackers]
            assert game.plan(view, node.seat, wanted) == proposal, "a proposal that is wanted is another plan"


def names_what_is_there(game: Game[S], view: S, plan: show.Plan, places: set[str]) -> None:
    pieces = {piece.id for piece in game.scene(view).pieces}
    for row in plan.rows:
        assert row.title, row
        assert {*row.targets, *row.joins} <= places, row
        assert {*row.against, *row.attackers, *row.could} <= pieces, {*row.attackers, *row.could} - pieces
        assert not {*row.attackers} & {*row.could}, row
        assert {*row.declared} <= {*row.attackers}, row
        assert bool(row.actions) == bool(row.attackers and not row.why), row
        assert (row.odds is not None) == bool(row.actions), row


def can_be_done(game: Game[S], view: S, seat: str, plan: show.Plan) -> None:
    """The actions of each row are legal now, one after the other; where all battles are declared together, those of
    all rows."""
    scratch = view.copy()
    for row in plan.rows:
        if not plan.together:
            scratch = view.copy()
        for text in row.actions:
            reasons = game.why_not(scratch, seat, text)
            if reasons and not plan.together and row is not next(one for one in plan.rows if one.actions):
                break  # later battles may depend on earlier ones
            assert not reasons, f"{text}: {[reason.text for reason in reasons]}"
            action = game.read(scratch, seat, text)
            assert action.complete, f"{text} is not a whole action"
            if isinstance(asked(scratch), Draft) and text != "done":
                game.add_part(scratch, action)
    if plan.together and not plan.left:
        assert not game.why_not(scratch, seat, "done"), "the plan leaves something undone"
