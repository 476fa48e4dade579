"""Rows: several actions of a decision as one."""

from __future__ import annotations

import random

from grognard.kernel.rules.actions import CHANCE, OVER, Action
from grognard.kernel.rules.game import Game
from grognard.kernel.rules.state import S
from grognard.kernel.rules.steps import Choice
from grognard.suite.walking import walks


def rows_are_their_actions(game: Game[S], games: int = 2, seed: int = 17, share: float = 0.03) -> int:
    """What may be named in a row from what a seat sees is accepted, and does what its actions do one after the other.

    Gives how many rows were tried."""
    rng = random.Random(seed)
    tried = 0
    for node in walks(game, games, seed):
        if node.seat in (CHANCE, OVER):
            continue
        s, seat, step = node.state, node.seat, node.state.stack[-1]
        if not isinstance(step, Choice) or not step.rows or rng.random() > share:
            continue
        view = game.view(s, seat).copy()
        parts = _some_in_a_row(game, view.copy(), seat, step, rng)
        if len(parts) < 2:
            continue
        tried += 1
        text = "; ".join(part.text for part in parts)
        row = game.accept(view, seat, text)
        assert row.text == text, f"“{text}” is read as “{row.text}”"
        together, apart = s.copy(), s.copy()
        game.apply(together, row, None)
        for n, part in enumerate(parts):
            on = apart.stack and type(apart.stack[-1]) is type(step) and game.owing(apart) == (seat,)
            if n == 0 or (on and game.permits(apart, game.deed(apart, part))):
                game.apply(apart, part, None)
        assert together == apart, f"“{text}” does something else than its actions one after the other"
    return tried


def _some_in_a_row(game: Game[S], scratch: S, seat: str, step: Choice[S], rng: random.Random) -> list[Action]:
    """Up to four actions that can be named in a row."""

    def pick(choices: list[Action]) -> Action:
        fitting = [action for action in choices if action.verb in step.rows]
        return rng.choice(fitting or choices)

    parts: list[Action] = []
    for _ in range(rng.randrange(2, 5)):
        part = game.complete(scratch, seat, pick)
        if part.verb not in step.rows:
            break
        parts.append(part)
        if not game.follows(scratch, step, part):
            break
    return parts
