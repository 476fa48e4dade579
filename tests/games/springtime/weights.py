"""Finds the weights of `judge.WEIGHTS`: plays games and asks which figures of a position told who would win.

Needs numpy. The games are between policies of different boldness that now and then take another than the best kind of
impulse, so that all sorts of positions come up; every fourth is Plan Red.

python tests/games/springtime/weights.py --games 3000
"""

from __future__ import annotations

import argparse
import random
from typing import Any

import numpy as np

import grognard
from grognard.games.springtime.bots.judgement import WEIGHTS, features
from grognard.games.springtime.bots.policy import Chosen, Policy
from grognard.games.springtime.data.world import AXIS
from grognard.games.springtime.rules.state import Spring, side_of
from grognard.kernel.rules import CHANCE, OVER, Deed

GAME = grognard.load("springtime")
RIDGE = 20.0
"""How much large weights are held down."""


class Loose(Policy):
    """Takes one of the four best kinds of impulse instead of the best, sometimes."""

    def __init__(self, rng: random.Random) -> None:
        super().__init__(care=rng.uniform(-0.3, 0.8))
        self.rng = rng
        self.whim = rng.choice([0.0, 0.1, 0.3])

    def impulse(self, s: Spring, side: int) -> Chosen:
        chosen = super().impulse(s, side)
        if chosen[0] in ("play", "de-gaulle") or self.rng.random() >= self.whim:
            return chosen
        return self.rng.choice(self.candidates(s, side)[:4])[1]


def play(seed: int) -> tuple[list[list[float]], bool]:
    """The figures of every impulse of a game, and whether the Axis won it."""
    rng = random.Random(seed)
    policies = (Loose(rng), Loose(rng))
    s = GAME.start("plan-red" if seed % 4 == 3 else "plan-yellow")
    seen: list[list[float]] = []
    last = (0, 0)
    while (turn := GAME.turn(s)) is not OVER:
        if (s.turn, s.impulse) != last:
            last = (s.turn, s.impulse)
            seen.append([float(x) for x in features(s)])
        if turn is CHANCE:
            GAME.apply(s, GAME.chance(s).sample(rng))
        else:
            side = side_of(s, str(turn))
            verb, args = policies[side].answer(s, side)
            GAME.apply(s, Deed(verb, args, str(turn)))
    return seen, s.winner == AXIS


def fitted(x: Any, won: Any) -> Any:
    """Newton's method for a logistic regression."""
    weights = np.zeros(x.shape[1])
    ridge = RIDGE * np.eye(x.shape[1])
    for _ in range(30):
        chance = 1 / (1 + np.exp(-x @ weights))
        slope = x.T @ (chance - won) + ridge @ weights
        bend = (x * (chance * (1 - chance))[:, None]).T @ x + ridge
        step = np.linalg.solve(bend, slope)
        weights = weights - step
        if abs(step).max() < 1e-6:
            break
    return weights


def surprise(x: Any, won: Any, weights: Any) -> float:
    """The mean logarithmic loss; 0.693 is that of a coin."""
    chance = np.clip(1 / (1 + np.exp(-x @ weights)), 1e-6, 1 - 1e-6)
    return float(-(won * np.log(chance) + (1 - won) * np.log(1 - chance)).mean())


def main() -> None:
    parser = argparse.ArgumentParser(description="Weights for judge.py.")
    parser.add_argument("--games", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=0)
    wanted = parser.parse_args()
    rows: list[list[float]] = []
    ends: list[float] = []
    games: list[int] = []
    for game in range(wanted.games):
        seen, won = play(wanted.seed + game)
        rows += seen
        ends += [float(won)] * len(seen)
        games += [game] * len(seen)
    x, y, g = np.array(rows), np.array(ends), np.array(games)
    fresh = g % 5 == 0
    print(f"{len(y)} impulses of {wanted.games} games; the Axis won {100 * y.mean():.0f} % of them")
    print(f"on games left out: {surprise(x[fresh], y[fresh], fitted(x[~fresh], y[~fresh])):.3f}")
    for name, weight in zip(WEIGHTS, fitted(x, y), strict=True):
        print(f'    "{name}": {weight:.2f},')


if __name__ == "__main__":
    main()
