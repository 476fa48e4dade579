"""The compiled movement phase is the plain one: played side by side, every list and every state is the same."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import grognard
from grognard.games.nineteen_forty import state
from grognard.games.nineteen_forty.compiled import compiled
from grognard.kernel import legality
from grognard.kernel.contract import CHANCE, DRAFT, OVER, Action
from grognard.maps import use_compiled
from grognard.simulate.bench import chooser


@pytest.fixture
def game() -> Iterator[Any]:
    game = grognard.load("1940")
    use_compiled(True)
    if compiled(game.data) is None:
        pytest.skip("the compiled movement phase is not built: python -m grognard.compile")
    yield game
    use_compiled(True)


def same(do: Callable[[], Any]) -> Any:
    """What both versions answer."""
    use_compiled(False)
    plain = do()
    use_compiled(True)
    assert do() == plain
    return plain


def action(game: Any, s: Any, seat: str, rng: random.Random) -> Action:
    step = s.stack[-1]
    if step.kind == DRAFT:
        return chooser(game, rng)(s, seat)
    act = rng.choice(same(lambda: legality.openings(s, step, seat)))
    while not act.complete or (act.more and rng.random() < 0.4):
        longer = same(lambda act=act: game.more(s, act))
        if not longer:
            break
        act = rng.choice(longer)
    assert act.complete
    return act


def fields(s: Any) -> dict[str, Any]:
    return {name: getattr(s, name) for name in s.__struct_fields__ if name != "data"}


@pytest.mark.parametrize(
    ("seed", "options"),
    [(1, {}), (2, {"belgian-late-alliance": True, "paratroops-hold": True}), (3, {"mechelen": True})],
)
def test_games_side_by_side(game: Any, seed: int, options: dict[str, bool]) -> None:
    rng = random.Random(seed)
    s = game.start("campaign", options)
    while (turn := game.turn(s)) is not OVER:
        if turn is CHANCE:
            act = game.chance(s).sample(rng)
        else:
            act = action(game, s, turn if isinstance(turn, str) else min(turn), rng)

        def after(s: Any = s, act: Any = act) -> Any:
            then = s.copy()
            game.apply(then, act)
            game.data.memo = None
            return fields(then), state.survey(then)

        same(after)
        use_compiled(rng.random() < 0.5)
        game.apply(s, act)


def test_a_state_of_other_data_is_refused(game: Any) -> None:
    s = game.start("campaign")
    s.where = s.where[:-1]
    game.data.memo = None
    with pytest.raises(ValueError, match="other data"):
        state.survey(s)
