"""How fast the rules are: random play beside python-chess, in short turns, so that both meet the same machine."""

from __future__ import annotations

import random
import statistics
from collections.abc import Callable, Iterator
from time import process_time
from typing import Any

import msgspec

from grognard.kernel.contract import CHANCE, OVER, Action, Slot
from grognard.kernel.game import Game
from grognard.maps import fast

SLICE = 0.25
"""Seconds of one turn; the two take turns until the time is up."""


class Bench(msgspec.Struct, frozen=True):
    game: str
    scenario: str
    compiled: bool
    """Whether compiled versions were in use (`python -m grognard.compile` builds them)."""
    actions_per_second: float
    games_per_second: float
    actions_per_game: float
    copies_per_second: float
    copy_us: float
    scene_us: float
    table_actions_per_second: float
    table_cost: float
    """The time of an action at a table over that of the bare rules, choosing included: 2 is as much again."""
    chess_moves_per_second: float | None
    ratio: float | None
    """Actions a second to chess moves a second: the median over the pairs of turns."""


def chooser(game: Game[Any], rng: random.Random) -> Callable[[Any, str], Action]:
    """The random bot's way to choose, with nothing around it: any legal action, and drafts come to an end."""
    draw = rng.random

    def pick(choices: list[Action]) -> Action:
        last = choices[-1]
        if last.verb == "done" and draw() < 0.25:
            return last
        return choices[int(draw() * len(choices))]

    def longer(tail: Slot) -> bool:
        return draw() < (0.1 if tail.keyword else 0.4)

    return lambda s, seat: game.complete(s, seat, pick, longer)


def random_play(game: Game[Any], scenario: str, rng: random.Random, states: list[Any]) -> Iterator[bool]:
    """Games without end: one item an action, True where a game was finished. Keeps some states on the way."""
    choose = chooser(game, rng)
    played = 0
    while True:
        s = game.start(scenario)
        while (turn := game.turn(s)) is not OVER:
            if turn is CHANCE:
                game.apply(s, game.chance(s).sample(rng))
                continue
            seat = turn if isinstance(turn, str) else min(turn)
            game.apply(s, choose(s, seat))
            played += 1
            if played % 97 == 0 and len(states) < 200:
                states.append(s.copy())
            yield False
        yield True


def table_play(game: Game[Any], scenario: str, rng: random.Random) -> Iterator[bool]:
    """The same at tables: every action is checked, recorded in the history, and followed by audited dice."""
    choose = chooser(game, rng)
    while True:
        table = game.table(scenario, practice=True, seed=rng.randrange(1 << 30))
        while not table.over:
            seat = table.seats[0]
            table.play(choose(table.state, seat), seat)
            yield False
        yield True


def chess_play(rng: random.Random) -> Iterator[bool]:
    """Random games of chess as one writes them with python-chess: all its rules, the endings included."""
    import chess

    while True:
        board = chess.Board()
        while not board.is_game_over():
            moves = list(board.legal_moves)
            board.push(moves[int(rng.random() * len(moves))])
            yield False
        yield True


class Count:
    """Actions, games and seconds of one player, in turns."""

    def __init__(self, play: Iterator[bool]) -> None:
        self.play = play
        self.actions = self.games = 0
        self.seconds = 0.0

    def turn(self, seconds: float) -> float:
        """Play for so long; gives the actions a second of this turn."""
        play = self.play
        actions = games = 0
        began = process_time()
        while (spent := process_time() - began) < seconds:
            for _ in range(20):
                if next(play):
                    games += 1
                else:
                    actions += 1
        self.actions += actions
        self.games += games
        self.seconds += spent
        return actions / spent

    @property
    def speed(self) -> float:
        return self.actions / self.seconds


def bench_game(
    game: Game[Any],
    seconds: float = 10.0,
    scenario: str = "",
    seed: int = 1,
    step: Callable[[float], None] = lambda n: None,
) -> Bench:
    """Measure for about so many seconds; `step` is told of progress, 100 in all."""
    scenario = scenario or game.scenarios[0].id
    game.settle_options(scenario, {})
    states: list[Any] = []
    rules = Count(random_play(game, scenario, random.Random(seed), states))
    tables = Count(table_play(game, scenario, random.Random(seed)))
    chess = _chess(seed)
    turns = max(2, round(seconds / (SLICE * 3)))
    ratios = []
    for _ in range(turns):
        speed = rules.turn(SLICE)
        if chess is not None:
            ratios.append(speed / chess.turn(SLICE))
        tables.turn(SLICE)
        step(90 / turns)
    states = states or [game.start(scenario)]
    copy = _time_each(states, lambda s: s.copy())
    seats = (*game.seats, "public")
    views = [game.view(s, seats[i % len(seats)]) for i, s in enumerate(states)]
    encode = msgspec.json.Encoder().encode
    scene = _time_each(views, lambda v: encode(game.scene(v)))
    step(10)
    return Bench(
        game=game.id,
        scenario=scenario,
        compiled=fast.in_use,
        actions_per_second=rules.speed,
        games_per_second=rules.games / rules.seconds,
        actions_per_game=rules.actions / max(1, rules.games),
        copies_per_second=1 / copy,
        copy_us=copy * 1e6,
        scene_us=scene * 1e6,
        table_actions_per_second=tables.speed,
        table_cost=rules.speed / tables.speed,
        chess_moves_per_second=chess.speed if chess is not None else None,
        ratio=statistics.median(ratios) if ratios else None,
    )


def _chess(seed: int) -> Count | None:
    """The yardstick, where it is installed."""
    try:
        import chess  # noqa: F401
    except ImportError:
        return None
    return Count(chess_play(random.Random(seed)))


def _time_each(items: list[Any], do: Callable[[Any], object]) -> float:
    """Seconds that `do` takes for one item: the median of rounds, the first one left out."""
    rounds = []
    for _ in range(9):
        repeats = max(1, 2000 // len(items))
        began = process_time()
        for _ in range(repeats):
            for item in items:
                do(item)
        rounds.append((process_time() - began) / (repeats * len(items)))
    return statistics.median(rounds[1:])
