"""Environment steps a second, beside PettingZoo's chess and catanatron's environment, in short turns of one run.

    python tools/env_speed.py --seconds 20

It runs in an environment made from requirements/spiel.txt, with what the two others need beside it (catanatron's
environment asks for an older Gymnasium, but works with this one):

    pip install --no-deps pygame chess networkx catanatron catanatron-gym
"""

from __future__ import annotations

import argparse
import random
import statistics
import warnings
from collections.abc import Callable, Iterator
from functools import partial
from time import process_time
from typing import Any

import grognard
from grognard import envs

SLICE = 0.5


def agents(make: Callable[[], Any]) -> Iterator[None]:
    """Random steps of a PettingZoo environment: look, pick among what the mask allows, step."""
    rng = random.Random(1)
    env = make()
    seed = 0
    while True:
        env.reset(seed=seed)
        seed += 1
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            allowed = observation["action_mask"].nonzero()[0]
            env.step(int(allowed[int(rng.random() * len(allowed))]))
            yield


def catan() -> Iterator[None]:
    """Random steps of catanatron's Gymnasium environment."""
    from catanatron_gym.envs.catanatron_env import CatanatronEnv

    rng = random.Random(1)
    env = CatanatronEnv()
    seed = 0
    while True:
        _, info = env.reset(seed=seed)
        seed += 1
        over = False
        while not over:
            allowed = info["valid_actions"]
            _, _, terminated, truncated, info = env.step(allowed[int(rng.random() * len(allowed))])
            over = terminated or truncated
            yield


def chess() -> Any:
    from pettingzoo.classic import chess_v6

    return chess_v6.env()


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--seconds", type=float, default=20.0)
    seconds = words.parse_args().seconds
    warnings.simplefilter("ignore")
    runs = {f"grognard {game.id}": agents(partial(envs.aec, game)) for game in grognard.games()}
    runs |= {"pettingzoo chess": agents(chess), "catanatron": catan()}
    speeds: dict[str, list[float]] = {name: [] for name in runs}
    for _ in range(max(2, round(seconds / SLICE / len(runs)))):
        for name, run in runs.items():
            steps, began = 0, process_time()
            while process_time() - began < SLICE:
                next(run)
                steps += 1
            speeds[name].append(steps / (process_time() - began))
    for name, found in sorted(speeds.items(), key=lambda item: -statistics.median(item[1])):
        print(f"{name:28}{statistics.median(found):10,.0f} steps a second")


if __name__ == "__main__":
    main()
