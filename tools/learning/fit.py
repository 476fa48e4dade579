"""Learns to judge positions of a game from games between its bots, and writes the weights beside them.

The figures of a position, and the games that are played, are the game's own (`bots/lessons.py`). A chance to win is
fitted by logistic regression, a score by least squares; every fifth game is left out, and the loss is told on these.
Needs numpy, here and nowhere else.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from functools import partial
from importlib import import_module
from pathlib import Path

import numpy as np
import tomli_w
from numpy.typing import NDArray

import grognard
from grognard.bots.processes import spread

RIDGE = 10.0
"""How much large weights are held down."""
FRESH = 5
"""One game in so many is left out, to tell the loss on it."""
Floats = NDArray[np.float64]


def fitted(x: Floats, won: Floats, is_score: bool, before: Floats) -> Floats:
    """The weights, held to those from before: by Newton's method for a chance, at once for a score."""
    ridge = RIDGE * np.eye(x.shape[1])
    if is_score:
        return np.asarray(before + np.linalg.solve(x.T @ x + ridge, x.T @ (won - x @ before)))

    def cost(weights: Floats) -> float:
        said = x @ weights
        return float((np.logaddexp(0, said) - won * said).sum() + RIDGE / 2 * ((weights - before) ** 2).sum())

    weights = before
    for _ in range(100):
        chance = 1 / (1 + np.exp(-np.clip(x @ weights, -30, 30)))
        slope = x.T @ (chance - won) + ridge @ (weights - before)
        bend = (x * (chance * (1 - chance))[:, None]).T @ x + ridge
        step = np.linalg.solve(bend, slope)
        while cost(weights - step) > cost(weights) and abs(step).max() > 1e-6:
            step = step / 2  # a whole step may overshoot where the weights from before are far off
        weights = weights - step
        if abs(step).max() < 1e-6:
            break
    return np.asarray(weights)


def loss(said: Floats, won: Floats, is_score: bool) -> float:
    """The mean logarithmic loss of chances (0.693 is that of a coin), or the mean error of scores."""
    if is_score:
        return float(abs(said - won).mean())
    chance = np.clip(said, 1e-6, 1 - 1e-6)
    return float(-(won * np.log(chance) + (1 - won) * np.log(1 - chance)).mean())


def main(args: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="Learns to judge the positions of a game.")
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--onward", action="store_true", help="learn on from the weights that are there")
    parser.add_argument("--scenario", default="", help="games of this scenario alone, where the game's lessons can")
    parser.add_argument("--out", type=Path, help="where the weights go, if not beside the bots that use them")
    wanted = parser.parse_args(args)
    game = grognard.load(wanted.game)
    judge = game.judge()
    if judge is None:
        sys.exit(f"{game.title} gives no figures of its positions.")
    package = type(game).__module__.rpartition(".")[0]
    lessons = import_module(f"{package}.bots.lessons")
    before, first = np.zeros(len(judge.names)), ""
    if wanted.onward:
        judge.check()
        assert judge.learned is not None
        before, first = np.array(judge.weights), f" --onward, after {judge.learned.command}"
    only = f" --scenario {wanted.scenario}" if wanted.scenario else ""
    seeds = range(wanted.seed, wanted.seed + wanted.games)
    rows, ends, games = [], [], []
    example = partial(lessons.example, scenario=wanted.scenario) if wanted.scenario else lessons.example
    for number, (seen, end) in enumerate(spread(game, example, seeds, wanted.jobs)):
        rows += seen
        ends += [end] * len(seen)
        games += [number] * len(seen)
    x, y = np.array(rows, dtype=float), np.array(ends, dtype=float)
    fresh = np.array(games) % FRESH == 0
    tried = x[fresh] @ fitted(x[~fresh], y[~fresh], lessons.is_score, before)
    said = tried if lessons.is_score else 1 / (1 + np.exp(-tried))
    mean = np.full(int(fresh.sum()), y[~fresh].mean())
    found = {
        "command": f"tools/learn {game.id} --games {wanted.games} --seed {wanted.seed}{only}{first}",
        "games": wanted.games,
        "positions": len(y),
        "loss": round(loss(said, y[fresh], lessons.is_score), 4),
        "plain": round(loss(mean, y[fresh], lessons.is_score), 4),
        "data": judge.fingerprint,
        "weights": {
            name: round(float(w), 4)
            for name, w in zip(judge.names, fitted(x, y, lessons.is_score, before), strict=True)
        },
    }
    beside = Path(str(import_module(package).__file__)).parent / "bots" / "weights.toml"
    (wanted.out or beside).write_text(tomli_w.dumps(found), encoding="utf-8")
    print(f"{len(y)} positions of {wanted.games} games, {y.mean():.3f} on average")
    print(f"on games left out: {found['loss']}, against {found['plain']} for who always says the mean")
