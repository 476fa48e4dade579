"""Games to learn from: the advisor's, with a slip now and then, and the figures of every turn."""

from __future__ import annotations

import random

from grognard.games.spoiled_victory.bots.bot import Advisor
from grognard.games.spoiled_victory.bots.judgement import figures
from grognard.games.spoiled_victory.rules.state import State
from grognard.kernel.rules import CHANCE, OVER, Game

is_score = True


def example(game: Game[State], seed: int) -> tuple[list[list[float]], float]:
    """The figures at the beginning of every turn, and the Victory Points that the game came to."""
    rng = random.Random(seed)
    slips = rng.choice((0.0, 0.05, 0.2))
    advisor = Advisor()
    s = game.start()
    seen: list[list[float]] = []
    last = 0
    while (turn := game.turn(s)) is not OVER:
        if s.turn != last:
            last = s.turn
            seen.append(figures(s))
        if turn is CHANCE:
            game.apply(s, game.chance(s).sample(rng))
        elif rng.random() < slips:
            game.apply(s, game.random(s, str(turn), rng))
        else:
            game.apply(s, advisor.choose(game, s, str(turn), rng))
    return seen, float(s.vp)
