"""Matches between bots with fixed sides, for docs/balance/springtime.md: who wins, how, and when Paris falls.

python tests/games/springtime/matches.py hard hard --scenario plan-yellow --games 200 --processes 2
"""

from __future__ import annotations

import argparse
import math
import random
import time
from collections import Counter
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from typing import NamedTuple

import grognard
from grognard.bots import game_bots
from grognard.games.springtime.data.world import AXIS
from grognard.kernel.rules import CHANCE, OVER

GAME = grognard.load("springtime")


class Job(NamedTuple):
    axis: str
    allies: str
    scenario: str
    seed: int


class Ended(NamedTuple):
    axis_won: bool
    ending: str
    turn: int
    paris: int
    """The turn on which Paris fell first, 0 for never."""
    morale: int
    seconds: float
    slowest: float
    """The longest choice of either bot."""


def play(job: Job) -> Ended:
    rng = random.Random(job.seed)
    bots = {"axis": game_bots(GAME)[job.axis](), "allies": game_bots(GAME)[job.allies]()}
    s = GAME.start(job.scenario)
    paris = 0
    slowest = 0.0
    began = time.process_time()
    while (turn := GAME.turn(s)) is not OVER:
        if turn is CHANCE:
            GAME.apply(s, GAME.chance(s).sample(rng))
        else:
            seat = str(turn)
            asked = time.process_time()
            action = bots[seat].choose(GAME, GAME.view(s, seat), seat, rng)
            slowest = max(slowest, time.process_time() - asked)
            GAME.apply(s, action)
        if not paris and s.control[s.data.paris] == AXIS:
            paris = s.turn
    return Ended(s.winner == AXIS, s.victory, s.turn, paris, s.morale, time.process_time() - began, slowest)


def report(games: list[Ended]) -> None:
    n = len(games)
    won = sum(g.axis_won for g in games)
    share = won / n
    margin = 196 * math.sqrt(max(share * (1 - share), 1 / n) / n)
    print(f"Axis won {won} of {n}: {100 * share:.1f} %, give or take {margin:.1f}")
    print("Paris fell on turn:", _counted(g.paris or "never" for g in games))
    print("endings:", _counted(f"{g.ending} {g.turn}" for g in games))
    held = sorted(g.morale for g in games if not g.axis_won)
    if held:
        print("French Morale where the Allies won:", held[0], "to", held[-1], "with median", held[len(held) // 2])
    print(
        f"{sum(g.seconds for g in games) / n:.1f} s of CPU a game, longest choice {max(g.slowest for g in games):.1f}"
    )


def _counted(items: Iterable[object]) -> str:
    return ", ".join(f"{name}: {n}" for name, n in sorted(Counter(map(str, items)).items()))


def main() -> None:
    parser = argparse.ArgumentParser(description="Matches between bots with fixed sides.")
    parser.add_argument("axis")
    parser.add_argument("allies")
    parser.add_argument("--scenario", default="plan-yellow")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--processes", type=int, default=1)
    wanted = parser.parse_args()
    jobs = [Job(wanted.axis, wanted.allies, wanted.scenario, wanted.seed + i) for i in range(wanted.games)]
    print(f"{wanted.axis} (Axis) – {wanted.allies} (Allies), {wanted.scenario}")
    if wanted.processes == 1:
        report([play(job) for job in jobs])
    else:
        with ProcessPoolExecutor(wanted.processes) as pool:
            report(list(pool.map(play, jobs)))


if __name__ == "__main__":
    main()
