"""Games between bots: one (`play_game`), or many with sides swapped, each bot seeing only its seat's views.

Every game has its own seed, so a figure can be had again, on any number of processes.
"""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

import msgspec

from grognard.bots.pace import Timed
from grognard.bots.processes import spread
from grognard.bots.steady import Steady
from grognard.kernel.errors import BadInput
from grognard.kernel.match.driver import Played, Player, Stepper, drive
from grognard.kernel.rules.game import Game, Options
from grognard.kernel.rules.state import S


def play_game(
    game: Game[S],
    players: Mapping[str, Player[S] | str],
    *,
    scenario: str = "",
    options: Options | None = None,
    seed: int | str | None = None,
) -> Played[S]:
    """A whole game. By seat: the level of a bot, or any object with `choose(game, view, seat, rng) -> Action`.

    >>> from grognard.kernel.registry import load
    >>> played = play_game(load("springtime"), {"axis": "easy", "allies": "random"}, seed=7)
    >>> played.result.winner in ("axis", "allies"), len(played.actions) > 100
    (True, True)
    """
    for seat in players:
        if seat not in game.seats:
            raise BadInput(f"{game.title} has no seat “{seat}”; its seats are: {', '.join(game.seats)}.")
    seated = {seat: bot_of(game, player) if isinstance(player, str) else player for seat, player in players.items()}
    return drive(Stepper(game, scenario, options, seed=seed), seated)


def bot_of(game: Game[S], level: str) -> Player[S]:
    """A new bot of this level; should it fail, the next level below plays on."""
    return Steady(game, level)


class Row(msgspec.Struct, frozen=True):
    """One game of a match: who sat where, how it ended, how many actions and seconds of processor time it took."""

    seats: dict[str, str]
    seed: int
    winner: str
    level: str
    score: float
    actions: int
    seconds: float
    longest: dict[str, float] = {}
    """By seat, the seconds that the longest player turn took to decide."""


class Job(msgspec.Struct, frozen=True):
    seats: dict[str, str]
    seed: int
    scenario: str
    options: dict[str, bool | str]


def match(
    game: Game[S],
    first: str,
    second: str,
    games: int,
    scenario: str = "",
    options: Options | None = None,
    seed: int = 1,
    jobs: int = 1,
) -> Iterator[Row]:
    """Games of one level against another; two levels change seats and play each seed twice; a level plays each once
    against itself, since its second game would be the first."""
    for level in (first, second):
        bot_of(game, level)
    scenario = scenario or game.scenarios[0].id
    settled = game.settle_options(scenario, options)
    work = []
    for i in range(games):
        pair = (first, second) if i % 2 == 0 else (second, first)
        number = seed * 1_000_003 + (i if first == second else i // 2)
        work.append(Job(dict(zip(game.seats, pair, strict=False)), number, scenario, settled))
    yield from spread(game, play_job, work, jobs)


def play_job(game: Game[S], job: Job) -> Row:
    began = time.process_time()
    players = {seat: Timed(bot_of(game, level)) for seat, level in job.seats.items()}
    played = play_game(game, players, scenario=job.scenario, options=job.options, seed=job.seed)
    result = played.result
    assert result is not None
    spent = time.process_time() - began
    longest = {seat: player.longest for seat, player in players.items()}
    return Row(job.seats, job.seed, result.winner, result.level, result.score, len(played.actions), spent, longest)


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
    longest: dict[str, float]
    """By level, the seconds of its longest player turn."""
    played: list[Row]


WIDTH = 0.1
"""How far from the share that is asked for the two guesses lie between which a sequential test decides."""
DOUBT = 0.05
"""How often it may be wrong, either way."""


def decided(won: float, games: int, share: float) -> bool | None:
    """Whether so many games won settle that a share of all is reached (True) or missed; None: play on.

    Wald's test between the share less `WIDTH` and the share more `WIDTH`; a draw is half a win.
    """
    low, high = max(0.01, share - WIDTH), min(0.99, share + WIDTH)
    told = won * math.log(high / low) + (games - won) * math.log((1 - high) / (1 - low))
    enough = math.log((1 - DOUBT) / DOUBT)
    return True if told >= enough else False if told <= -enough else None


def score(played: Sequence[Row], first: str, second: str) -> Score:
    won = 0.0
    for i, one in enumerate(played):
        if not one.winner:
            won += 0.5
        elif first == second:
            won += one.winner == list(one.seats)[i % 2]
        else:
            won += one.seats.get(one.winner) == first
    n = max(1, len(played))
    share = won / n
    return Score(
        len(played),
        won,
        share,
        1.96 * math.sqrt(max(share * (1 - share), 1 / n) / n),
        dict(Counter(one.winner for one in played)),
        dict(Counter(one.level for one in played).most_common()),
        sum(one.score for one in played) / n,
        sum(one.seconds for one in played),
        {level: longest_turn(played, level) for level in dict.fromkeys((first, second))},
        list(played),
    )


def longest_turn(played: Sequence[Row], level: str) -> float:
    """The seconds of the longest player turn that a level took in these games."""
    found = (one.longest.get(seat, 0.0) for one in played for seat, sat in one.seats.items() if sat == level)
    return max(found, default=0.0)
