"""What a position is worth: bots play it out, in worlds that the seat can believe in.

The actions that are tried come from the game's own bots, whose search knows whole plans and long drafts, and from
what may be answered in few words. They are weighed by the same search that carries the bots (`bots/search.py`): all
meet the same worlds with the same dice, and the weaker half is dropped round by round, as long as the time allows. Of
a past game it tells the luck, and the turns in which the outlook changed most.
"""

from __future__ import annotations

import math
import random
import time

import msgspec

from grognard.bots import game_bots
from grognard.bots.match import bot_of
from grognard.bots.outlook import Point, outlook
from grognard.bots.search import search, whole_actions
from grognard.kernel.match.driver import Stepper, drive
from grognard.kernel.match.history import luck, states
from grognard.kernel.match.table import Table
from grognard.kernel.rules.actions import Action
from grognard.kernel.rules.game import Game, asked
from grognard.kernel.rules.state import S
from grognard.kernel.rules.steps import Draft

CANDIDATES = 12
"""Actions that are tried."""
FIRST = 4
"""Games in which each is tried at least, where there is time."""
ADVICE = 0.3
"""The share of the time in which the game's bots are asked what they would do."""
ASKED_AGAIN = 3
"""How often the strongest is asked again, with other guesses."""
MOST_WORDS = 60
"""How many short answers are looked at."""


class Worth(msgspec.Struct):
    """What came of some games: for the seat, from 0, all lost, to 1, all won; for a lone player the mean score."""

    games: int = 0
    total: float = 0.0
    squares: float = 0.0

    def add(self, value: float) -> None:
        self.games += 1
        self.total += value
        self.squares += value * value

    @property
    def mean(self) -> float:
        return self.total / self.games if self.games else 0.0

    @property
    def error(self) -> float:
        """Half of the 95 % interval of the mean."""
        n = self.games
        if n < 2:
            return math.inf
        variance = max(0.0, self.squares - n * self.mean**2) / (n - 1)
        return 1.96 * math.sqrt(max(variance, 0.25 / n) / n)  # all alike is no proof that the next will be


class Option(msgspec.Struct):
    action: str
    seat: str
    games: int
    expected: float
    error: float


class Moment(msgspec.Struct):
    """The outlook of a seat when a turn began, and how it had changed since the turn before."""

    clock: str
    step: int
    outlook: float
    error: float
    change: float
    luck: float
    """The luck of the seat in the turn before."""


class Past(msgspec.Struct):
    seat: str
    luck: dict[str, float]
    moments: list[Moment]
    judged: list[Point] = []
    """The outlook of the first seat by turn as it was learned from play, where it was."""


def usual_level(game: Game[S]) -> str:
    """The weakest bot of the game's own: many of its games say more than few of a stronger one's."""
    levels = list(game_bots(game))
    return levels[1] if len(levels) > 1 else levels[0]


def play_out(game: Game[S], table: Table[S], s: S, level: str, rng: random.Random) -> dict[str, float]:
    """Let bots finish a state; by seat 1 for a win, 0.5 for a draw, or the score where nobody can win."""
    stepper = Stepper(game, table.scenario, table.options, rng=rng, state=s)
    result = drive(stepper, {seat: bot_of(game, level) for seat in game.seats}).result
    assert result is not None
    if len(game.seats) == 1 and not result.winner:
        return {game.seats[0]: result.score}
    return {seat: 0.5 if not result.winner else float(result.winner == seat) for seat in game.seats}


def best_options(
    table: Table[S], seconds: float = 10.0, level: str = "", seed: int = 1, most: int = 3, seat: str = ""
) -> list[Option]:
    """The best few actions of the seat that must decide, with what they are worth and how sure that is.

    >>> import grognard
    >>> table = grognard.load("spoiled-victory").table(practice=True, seed=7)
    >>> len(best_options(table, seconds=0.5)) > 0
    True
    """
    game = table.game
    seat = seat or table.seats[0]
    level = level or usual_level(game)
    rng = random.Random(seed)
    view = game.view(table.state, seat).copy()
    until = time.monotonic() + seconds
    options = candidates(game, view, seat, rng, time.monotonic() + ADVICE * seconds)

    def outcome(world: S, action: Action, dice: random.Random) -> float:
        game.apply(world, action)
        return play_out(game, table, world, level, dice)[seat]

    began = time.monotonic()
    worths = {action.text: Worth() for action in options}
    for tried, action in enumerate(options):  # each is seen once, and so is what a game costs
        if tried >= most and time.monotonic() > until:
            options = options[:tried]
            break
        worths[action.text].add(outcome(game.guess(view.copy(), seat, rng), action, rng))
    cost = (time.monotonic() - began) / len(options)
    left = until - time.monotonic()
    if left > cost and len(options) > 1:
        thought = search(
            game, view, seat, options, outcome, int(left / max(cost, 1e-6)), rng, least=FIRST, seconds=left
        )
        for one in thought.tried:
            for value in one.scores:
                worths[one.plan.text].add(value)
    weighed = [(action.text, worths[action.text]) for action in options]
    best = sorted(weighed, key=lambda one: (-min(one[1].games, FIRST), -one[1].mean))[:most]
    return [Option(text, seat, worth.games, worth.mean, worth.error) for text, worth in best]


def candidates(game: Game[S], view: S, seat: str, rng: random.Random, until: float) -> list[Action]:
    """What is worth a trial: what the game's bots would do, the strongest first and more than once, since its search
    comes to other plans in other worlds; then what can be said in few words; and then anything."""
    found: dict[str, Action] = {}
    levels = list(game_bots(game))[1:]
    for advisor in [*reversed(levels), *levels[-1:] * ASKED_AGAIN]:
        if found and time.monotonic() > until:
            break
        advised = bot_of(game, advisor).choose(game, view.copy(), seat, rng)
        found.setdefault(advised.text, advised)
    if not isinstance(asked(view), Draft):  # a part of a draft is no answer
        few = [game.said(view, deed) for deed in whole_actions(game, view, seat, MOST_WORDS)]
        rng.shuffle(few)
        for action in few[: CANDIDATES - len(found)]:
            found.setdefault(action.text, action)
    for _ in range(20 * CANDIDATES):
        if len(found) >= CANDIDATES:
            break
        action = game.said(view, game.random(view, seat, rng))
        found.setdefault(action.text, action)
    return list(found.values())


def past_game(
    table: Table[S],
    seconds: float = 10.0,
    level: str = "",
    seed: int = 1,
    seat: str = "",
) -> Past:
    """The luck of a game that was played, and how the outlook changed from turn to turn, most first."""
    game = table.game
    seat = seat or game.seats[0]
    level = level or usual_level(game)
    rng = random.Random(seed)
    clock = ""
    begun: list[tuple[int, str, S]] = []
    for i, s in enumerate(states(table.history)):
        if s.stack and game.clock(s) != clock:
            clock = game.clock(s)
            begun.append((i, clock, s))
    worths = [Worth() for _ in begun]
    until = time.monotonic() + seconds
    while time.monotonic() < until or any(worth.games < 2 for worth in worths):
        for (_, _, s), worth in zip(begun, worths, strict=True):
            worth.add(play_out(game, table, s.copy(), level, rng)[seat])
    moments = []
    for at, ((i, words, _), worth) in enumerate(zip(begun, worths, strict=True)):
        before = worths[at - 1].mean if at else worth.mean
        since = begun[at - 1][0] if at else i
        won = luck(table.history[since + 1 : i + 1], seat)
        moments.append(Moment(words, i, worth.mean, worth.error, worth.mean - before, won))
    moments.sort(key=lambda moment: -abs(moment.change))
    return Past(seat, {one: table.luck(one) for one in game.seats}, moments, outlook(game, table.history))
