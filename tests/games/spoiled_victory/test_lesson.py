"""The guided first turn plays as it is written."""

from __future__ import annotations

from typing import Any

from dunkirk_desk import GAME

from grognard.kernel.errors import BadInput
from grognard.kernel.match.table import Table


def _with(queue: list[Any], do: Any) -> Any:
    for many in range(len(queue) + 1):
        try:
            done = do(queue[:many])
        except BadInput as error:
            if "forced has too" not in str(error):
                raise
        else:
            del queue[:many]
            return done
    queue.clear()
    return do(None)


def test_the_lesson_plays_through_and_scores_four_points() -> None:
    lesson = GAME.lesson()
    assert lesson is not None
    queue: list[Any] = list(lesson.forced)
    table: Table[Any] = _with(queue, lambda forced: GAME.table("dynamo", practice=True, forced=forced))
    cases = {c.id for c in GAME.rules()}
    places = {p.id for p in GAME.board().places}
    for step in lesson.steps:
        assert step.rule in cases
        assert set(step.places) <= places
        assert set(step.pieces) <= {p.id for p in table.scene("allies").pieces}
        if step.expect:
            assert not table.why_not(step.expect), (step.expect, table.decision().prompt, table.legal())
            _with(queue, lambda forced, step=step: table.play(step.expect, forced=forced))
    assert not queue, "every foreseen outcome was used"
    assert table.state.vp == 4
    assert table.state.turn == 2
