"""A ladder: all levels of a game against all, sides swapped, by scenario, with ratings and their error bars.

Every game that was played is a line of a file, so that a ladder can be stopped and goes on where it was. Ratings are
those of Bradley and Terry on the scale of chess: 400 points more are ten games won for one lost. In a game for one
the rating of a level is its mean score.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Generator, Sequence
from itertools import combinations
from pathlib import Path

import msgspec

from grognard.bots import game_bots
from grognard.bots.match import Job, Row, longest_turn, play_job
from grognard.bots.processes import spread
from grognard.kernel.errors import BadInput
from grognard.kernel.rules.game import Game
from grognard.kernel.rules.state import S

SCALE = 400 / math.log(10)
PRIOR = 0.5
"""So many games won and lost by each pair are added, so that nobody is infinitely better."""


class Played(msgspec.Struct, frozen=True):
    """A line of the file."""

    scenario: str
    row: Row


class Rung(msgspec.Struct, frozen=True):
    """A level on the ladder; `error` is half of the 95 % interval."""

    level: str
    rating: float
    error: float
    games: int
    seconds: float
    """Of processor time for one game, for all its bots together."""
    longest: float = 0.0
    """Of the level's longest player turn."""


def jobs_of(game: Game[S], levels: Sequence[str], scenarios: Sequence[str], games: int, seed: int) -> list[Job]:
    """So many games for each pair of levels, or each level of a game for one, in each scenario."""
    known = game_bots(game)
    for level in levels:
        if level not in known:
            raise BadInput(f"{game.title} has no bot “{level}”; it has: {', '.join(known)}.")
    if len(game.seats) > 1 and len(levels) < 2:
        raise BadInput("A ladder needs two levels at least.")
    seats = game.seats
    pairs: list[tuple[str, ...]] = list(combinations(levels, 2)) if len(seats) > 1 else [(x,) for x in levels]
    out = []
    for scenario in scenarios:
        options = game.settle_options(scenario, None)
        for i in range(games):
            for pair in pairs:
                seated = pair if i % 2 == 0 else pair[::-1]
                number = seed * 1_000_003 + (i // 2 if len(seats) > 1 else i)
                out.append(Job(dict(zip(seats, seated, strict=True)), number, scenario, options))
    return out


def key(scenario: str, seats: dict[str, str], seed: int) -> tuple[str, int, tuple[tuple[str, str], ...]]:
    return scenario, seed, tuple(seats.items())


def read_played(path: Path) -> list[Played]:
    """What the file has; a last line that was cut off in writing is left out."""
    if not path.exists():
        return []
    found = []
    for line in path.read_bytes().splitlines():
        try:
            found.append(msgspec.json.decode(line, type=Played))
        except msgspec.DecodeError:
            continue
    return found


def climb(game: Game[S], work: Sequence[Job], path: Path, jobs: int) -> Generator[Played, None, None]:
    """Play what the file has not yet, and write it down game by game."""
    done = {key(one.scenario, one.row.seats, one.row.seed) for one in read_played(path)}
    left = [job for job in work if key(job.scenario, job.seats, job.seed) not in done]
    cut = path.exists() and not path.read_bytes().endswith(b"\n")
    with path.open("ab") as file:
        file.write(b"\n" if cut else b"")
        for job, row in zip(left, spread(game, play_job, left, jobs), strict=False):
            one = Played(job.scenario, row)
            file.write(msgspec.json.encode(one) + b"\n")
            file.flush()
            yield one


def rungs(levels: Sequence[str], played: Sequence[Row]) -> list[Rung]:
    """The ladder that these games give, the best first."""
    ratings = _ratings(levels, played) if any(len(row.seats) > 1 for row in played) else _means(levels, played)
    found = []
    for level in levels:
        mine = [row for row in played if level in row.seats.values()]
        seconds = sum(row.seconds for row in mine) / max(1, len(mine))
        found.append(Rung(level, *ratings[level], len(mine), seconds, longest_turn(mine, level)))
    return sorted(found, key=lambda rung: -rung.rating)


def _means(levels: Sequence[str], played: Sequence[Row]) -> dict[str, tuple[float, float]]:
    found = {}
    for level in levels:
        scores = [row.score for row in played if level in row.seats.values()]
        n = max(1, len(scores))
        mean = sum(scores) / n
        spread_out = math.sqrt(sum((x - mean) ** 2 for x in scores) / max(1, n - 1))
        found[level] = (mean, 1.96 * spread_out / math.sqrt(n))
    return found


def _ratings(levels: Sequence[str], played: Sequence[Row]) -> dict[str, tuple[float, float]]:
    """Ratings with half of their 95 % intervals; the first level has 0."""
    won: dict[tuple[str, str], float] = defaultdict(float)
    for a, b in combinations(levels, 2):
        if any({a, b} == set(row.seats.values()) for row in played):
            won[a, b] = won[b, a] = PRIOR
    for row in played:
        a, b = row.seats.values()
        gained = 0.5 if not row.winner else float(row.seats[row.winner] == a)
        won[a, b] += gained
        won[b, a] += 1 - gained
    strength = dict.fromkeys(levels, 1.0)
    for _ in range(2000):  # each by what it won against what it should have won
        before = dict(strength)
        for a in levels:
            total = sum(won[a, b] for b in levels if b != a)
            should = sum((won[a, b] + won[b, a]) / (strength[a] + strength[b]) for b in levels if b != a)
            if should:
                strength[a] = total / should
        if all(abs(strength[a] / before[a] - 1) < 1e-9 for a in levels):
            break
    zero = math.log(strength[levels[0]])
    found = {}
    for a in levels:
        told = 0.0
        for b in levels:
            if b != a:
                chance = strength[a] / (strength[a] + strength[b])
                told += (won[a, b] + won[b, a]) * chance * (1 - chance)
        found[a] = (SCALE * (math.log(strength[a]) - zero), 1.96 * SCALE / math.sqrt(told) if told else math.inf)
    return found
