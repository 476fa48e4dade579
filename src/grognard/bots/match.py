"""Matches between bots: games by the hundred, sides swapped, each bot seeing only its seat's views.

    python -m grognard.bots.match springtime easy random --games 200

Every game has its own seed, so a figure can be had again, on any number of processes.
"""

from __future__ import annotations

import argparse
import math
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from typing import Any

import msgspec

from grognard.bots import Bot, game_bots
from grognard.kernel.contract import CHANCE, OVER
from grognard.kernel.errors import BadInput
from grognard.kernel.game import Game
from grognard.kernel.registry import load
from grognard.kernel.show import Result


class Played(msgspec.Struct, frozen=True):
    """One game: who sat where, how it ended, how many actions and seconds it took."""

    seats: dict[str, str]
    result: Result
    actions: int
    seconds: float


def play_game(
    game: Game[Any],
    levels: Mapping[str, str],
    seed: int,
    scenario: str = "",
    options: Mapping[str, Any] | None = None,
) -> Played:
    """One game between bots of the given levels, by seat."""
    rng = random.Random(seed)
    known = game_bots(game)
    bots: dict[str, Bot[Any]] = {seat: known[level]() for seat, level in levels.items()}
    began = time.perf_counter()
    s = game.start(scenario, options)
    actions = 0
    while (turn := game.turn(s)) is not OVER:
        if turn is CHANCE:
            game.apply(s, game.chance(s).sample(rng))
            continue
        seat = min(turn) if isinstance(turn, frozenset) else turn
        game.apply(s, bots[seat].choose(game, game.view(s, seat).copy(), seat, rng))
        actions += 1
    result = game.result(s)
    assert result is not None
    return Played(dict(levels), result, actions, time.perf_counter() - began)


def match(
    game_id: str,
    first: str,
    second: str,
    games: int,
    scenario: str = "",
    options: Mapping[str, Any] | None = None,
    seed: int = 1,
    processes: int = 1,
) -> Iterator[Played]:
    """Games of one level against another; every second game the two change seats."""
    game = load(game_id)
    for level in (first, second):
        if level not in game_bots(game):
            raise BadInput(f"{game.title} has no bot “{level}”; it has: {', '.join(game_bots(game))}.")
    jobs = []
    for i in range(games):
        pair = (first, second) if i % 2 == 0 else (second, first)
        levels = dict(zip(game.seats, pair, strict=False))
        jobs.append((game_id, levels, seed * 1_000_003 + i // 2, scenario, dict(options or {})))
    if processes == 1:
        yield from map(_job, jobs)
    else:
        with ProcessPoolExecutor(processes) as pool:
            yield from pool.map(_job, jobs)


def _job(job: tuple[str, dict[str, str], int, str, dict[str, Any]]) -> Played:
    game_id, levels, seed, scenario, options = job
    return play_game(load(game_id), levels, seed, scenario, options)


class Score(msgspec.Struct):
    """What a match came to; draws count half."""

    games: int
    first_wins: float
    share: float
    margin: float
    """Half of the 95 % interval of the share."""
    by_seat: dict[str, int]
    levels: dict[str, int]
    mean_score: float
    seconds: float


def score(played: list[Played], first: str, second: str) -> Score:
    won = 0.0
    for i, one in enumerate(played):
        winner = one.result.winner
        if not winner:
            won += 0.5
        elif first == second:
            won += winner == list(one.seats)[i % 2]
        else:
            won += one.seats.get(winner) == first
    n = max(1, len(played))
    share = won / n
    return Score(
        len(played),
        won,
        share,
        1.96 * math.sqrt(max(share * (1 - share), 1 / n) / n),
        dict(Counter(one.result.winner for one in played)),
        dict(Counter(one.result.level for one in played).most_common()),
        sum(one.result.score for one in played) / n,
        sum(one.seconds for one in played),
    )


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m grognard.bots.match", description="Bots against each other.")
    parser.add_argument("game")
    parser.add_argument("first")
    parser.add_argument("second", nargs="?", default="", help="for a solitaire game, leave it out")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--scenario", default="")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=1)
    given = parser.parse_args(argv)
    second = given.second or given.first
    played = []
    games = match(
        given.game, given.first, second, given.games, given.scenario, seed=given.seed, processes=given.processes
    )
    for one in games:
        played.append(one)
        if sys.stderr.isatty():
            print(f"\r{len(played)} of {given.games}", end="", file=sys.stderr)
    print(msgspec.json.format(msgspec.json.encode(score(played, given.first, second)), indent=2).decode())
    return 0


if __name__ == "__main__":
    sys.exit(main())
