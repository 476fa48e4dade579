"""Games to learn from: policies of all sorts, the figures of every impulse, and who won. Every fourth is Plan Red."""

from __future__ import annotations

import random

from grognard.games.springtime.bots.front import Manner
from grognard.games.springtime.bots.judgement import features
from grognard.games.springtime.bots.policy import Chosen, Policy
from grognard.games.springtime.rules.state import Spring, side_of
from grognard.kernel.rules import CHANCE, OVER, Deed, Game

is_score = False


class Loose(Policy):
    """Takes one of the four best kinds of impulse instead of the best, sometimes, and has a manner of its own."""

    def __init__(self, rng: random.Random) -> None:
        allies = Manner(danger=rng.choice((1.0, 1.0, 2.0)), home=rng.choice((0.0, 0.25, 0.5, 0.5, 1.0)))
        axis = Manner(danger=rng.choice((0.25, 0.25, 0.5, 1.0)), way=rng.choice((1.0, 2.0, 2.0, 3.0)))
        super().__init__(rng.uniform(-0.3, 0.8), drives=rng.random() < 0.7, usual=(allies, axis))
        self.rng = rng
        self.whim = rng.choice([0.0, 0.1, 0.3])

    def impulse(self, s: Spring, side: int) -> Chosen:
        chosen = super().impulse(s, side)
        if chosen[0] in ("play", "de-gaulle") or self.rng.random() >= self.whim:
            return chosen
        return self.rng.choice(self.candidates(s, side)[:4])[1]


def example(game: Game[Spring], seed: int, scenario: str = "") -> tuple[list[list[float]], float]:
    """The figures of every impulse of a game, and whether the Axis won it."""
    rng = random.Random(seed)
    policies = (Loose(rng), Loose(rng))
    s = game.start(scenario or ("plan-red" if seed % 4 == 3 else "plan-yellow"))
    seen: list[list[float]] = []
    last = (0, 0)
    while (turn := game.turn(s)) is not OVER:
        if (s.turn, s.impulse) != last:
            last = (s.turn, s.impulse)
            seen.append([float(x) for x in features(s)])
        if turn is CHANCE:
            game.apply(s, game.chance(s).sample(rng))
        else:
            side = side_of(s, str(turn))
            verb, args = policies[side].answer(s, side)
            game.apply(s, Deed(verb, args, str(turn)))
    return seen, float(s.winner)
