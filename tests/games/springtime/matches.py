"""Matches between bots, for docs/balance/springtime.md.

python tests/games/springtime/matches.py hard hard --scenario plan-yellow --games 24
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter

import grognard
from grognard.bots import game_bots
from grognard.games.springtime.data import AXIS
from grognard.games.springtime.state import Spring
from grognard.kernel.contract import CHANCE, OVER

GAME = grognard.load("springtime")


def play(axis: str, allies: str, scenario: str, seed: int) -> tuple[Spring, int]:
    """One game; gives the last state and the turn on which Paris fell, 0 for never."""
    rng = random.Random(seed)
    bots = {"axis": game_bots(GAME)[axis](), "allies": game_bots(GAME)[allies]()}
    s = GAME.start(scenario)
    paris = 0
    while (turn := GAME.turn(s)) is not OVER:
        if turn is CHANCE:
            GAME.apply(s, GAME.chance(s).sample(rng))
        else:
            seat = str(turn)
            GAME.apply(s, bots[seat].choose(GAME, GAME.view(s, seat), seat, rng))
            if not paris and s.control[s.data.paris] == AXIS:
                paris = s.turn
    return s, paris


def main() -> None:
    parser = argparse.ArgumentParser(description="Matches between bots.")
    parser.add_argument("axis")
    parser.add_argument("allies")
    parser.add_argument("--scenario", default="plan-yellow")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--seed", type=int, default=0)
    wanted = parser.parse_args()
    fallen: Counter[int] = Counter()
    endings: Counter[str] = Counter()
    won = 0
    began = time.process_time()
    for game in range(wanted.games):
        s, paris = play(wanted.axis, wanted.allies, wanted.scenario, wanted.seed + game)
        won += s.winner == AXIS
        fallen[paris] += 1
        endings[f"{s.victory} T{s.turn}"] += 1
    seconds = (time.process_time() - began) / wanted.games
    print(f"{wanted.axis} (Axis) – {wanted.allies} (Allies), {wanted.scenario}: Axis won {won} of {wanted.games}")
    print("Paris fell on turn:", dict(sorted(fallen.items())), " endings:", dict(sorted(endings.items())))
    print(f"{seconds:.1f} s of CPU a game")


if __name__ == "__main__":
    main()
