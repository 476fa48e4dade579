"""How fast the rules are: random play beside python-chess, in short turns, so that both meet the same machine."""

from __future__ import annotations

import random
import statistics
import tomllib
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from time import process_time
from typing import TypeVar

import msgspec
import tomli_w

from grognard.kernel.errors import BadInput
from grognard.kernel.match.driver import Stepper
from grognard.kernel.rules.actions import CHANCE, OVER, Action, Deed
from grognard.kernel.rules.game import Game
from grognard.kernel.rules.slots import AnySlot
from grognard.kernel.rules.state import S
from grognard.maps import fast

SLICE = 0.25
"""Seconds of one turn; the players take turns until the time is up."""
RUNS = 5
"""Of so many runs the best one counts for the kept ratios."""
X = TypeVar("X")


class Bench(msgspec.Struct, frozen=True):
    game: str
    scenario: str
    compiled: bool
    """Whether compiled versions were in use (`python -m grognard.compile` builds them)."""
    actions_per_second: float
    games_per_second: float
    actions_per_game: float
    listed_actions_per_second: float
    """Chosen from lists of legal actions (`complete`) instead of by `random`."""
    copies_per_second: float
    copy_us: float
    scene_us: float
    table_actions_per_second: float
    table_cost: float
    """The time of an action at a table over that of the bare rules, choosing included: 2 is as much again."""
    chess_moves_per_second: float | None
    ratio: float | None
    """Actions a second to chess moves a second: the median over the pairs of turns."""
    listed_ratio: float | None


def chooser(game: Game[S], rng: random.Random) -> Callable[[S, str], Action]:
    """As `Game.random` chooses, but from lists: any legal action, and drafts come to an end."""
    draw = rng.random

    def pick(choices: list[Action]) -> Action:
        last = choices[-1]
        if last.verb == "done" and draw() < 0.25:
            return last
        return choices[int(draw() * len(choices))]

    def longer(tail: AnySlot) -> bool:
        return draw() < (0.1 if tail.keyword else 0.4)

    return lambda s, seat: game.complete(s, seat, pick, longer)


def random_play(
    game: Game[S],
    scenario: str,
    rng: random.Random,
    states: list[S],
    choose: Callable[[S, str], Action | Deed] | None = None,
) -> Iterator[bool]:
    """Games without end: one item an action, True where a game was finished. Keeps some states on the way."""
    played = 0
    while True:
        stepper = Stepper(game, scenario, rng=rng)
        s, apply, turn_of = stepper.s, game.apply, game.turn
        while (turn := turn_of(s)) is not OVER:
            if turn is CHANCE:
                apply(s, stepper.roll())
                continue
            seat = turn if isinstance(turn, str) else min(turn)
            apply(s, game.random(s, seat, rng) if choose is None else choose(s, seat))
            played += 1
            if played % 97 == 0 and len(states) < 200:
                states.append(s.copy())
            yield False
        yield True


def table_play(game: Game[S], scenario: str, rng: random.Random) -> Iterator[bool]:
    """The same at tables: every action is checked, heard, kept in the history, and followed by audited dice."""
    while True:
        table = game.table(scenario, practice=True, seed=rng.randrange(1 << 30))
        while not table.over:
            seat = table.seats[0]
            table.play(game.random(table.state, seat, rng), seat)
            yield False
        yield True


def chess_play(rng: random.Random) -> Iterator[bool]:
    """Random games of chess: a move from the list of all, until there is none, nothing has happened for 150
    half-moves, or the kings are alone."""
    import chess

    while True:
        board = chess.Board()
        while board.halfmove_clock < 150 and board.occupied != board.kings:
            moves = list(board.legal_moves)
            if not moves:
                break
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
    game: Game[S],
    seconds: float = 10.0,
    scenario: str = "",
    seed: int = 1,
    step: Callable[[float], None] = lambda n: None,
) -> Bench:
    """Measure for about so many seconds; `step` is told of progress, 100 in all."""
    scenario = scenario or game.scenarios[0].id
    game.settle_options(scenario, {})
    states: list[S] = []
    rules = Count(random_play(game, scenario, random.Random(seed), states))
    lists = random.Random(seed)
    listed = Count(random_play(game, scenario, lists, [], chooser(game, lists)))
    tables = Count(table_play(game, scenario, random.Random(seed)))
    chess = _chess(seed)
    turns = max(2, round(seconds / (SLICE * 4)))
    ratios, listed_ratios = [], []
    for _ in range(turns):
        speed = rules.turn(SLICE)
        from_lists = listed.turn(SLICE)
        if chess is not None:
            moves = chess.turn(SLICE)
            ratios.append(speed / moves)
            listed_ratios.append(from_lists / moves)
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
        listed_actions_per_second=listed.speed,
        copies_per_second=1 / copy,
        copy_us=copy * 1e6,
        scene_us=scene * 1e6,
        table_actions_per_second=tables.speed,
        table_cost=rules.speed / tables.speed,
        chess_moves_per_second=chess.speed if chess is not None else None,
        ratio=statistics.median(ratios) if ratios else None,
        listed_ratio=statistics.median(listed_ratios) if listed_ratios else None,
    )


def best_ratio(game: Game[S], seconds: float = 2.0, runs: int = RUNS) -> float:
    """Actions to chess moves, the best of some interleaved runs: what a machine's noise touches least."""
    chess = _chess(1)
    if chess is None:
        raise BadInput("python-chess is not installed: pip install grognard[bench] compares with it.")
    rules = Count(random_play(game, game.scenarios[0].id, random.Random(1), []))
    turns = max(1, round(seconds / (SLICE * 2)))
    return max(statistics.median(rules.turn(SLICE) / chess.turn(SLICE) for _ in range(turns)) for _ in range(runs))


def least_table_cost(game: Game[S], seconds: float = 2.0, runs: int = RUNS) -> float:
    """The time of an action at a table over that of the bare rules: the least of some interleaved runs."""
    scenario = game.scenarios[0].id
    rules = Count(random_play(game, scenario, random.Random(1), []))
    tables = Count(table_play(game, scenario, random.Random(1)))
    turns = max(1, round(seconds / (SLICE * 2)))
    return min(statistics.median(rules.turn(SLICE) / tables.turn(SLICE) for _ in range(turns)) for _ in range(runs))


# ------------------------------------------------------------------------------------------- kept ratios


def read_ratios(path: Path) -> dict[str, dict[str, float]]:
    """The best ratios that were landed: by "compiled" or "plain", then by game."""
    try:
        return msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), dict[str, dict[str, float]])
    except OSError as error:
        raise BadInput(f"The ratios {path} cannot be read: {error.strerror}.") from None
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise BadInput(f"The ratios {path} are not as they are kept: {error}.") from None


def raise_ratio(path: Path, game: str, ratio: float) -> float:
    """Keep the ratio of the versions in use, where it is better than what is kept; says what was kept before."""
    kept = read_ratios(path)
    row = kept.setdefault("compiled" if fast.in_use else "plain", {})
    before = row.get(game, 0.0)
    if ratio > before:
        row[game] = round(ratio, 2)
        path.write_text(tomli_w.dumps({name: dict(sorted(kept[name].items())) for name in sorted(kept)}), "utf-8")
    return before


def _chess(seed: int) -> Count | None:
    """The yardstick, where it is installed."""
    try:
        import chess  # noqa: F401
    except ImportError:
        return None
    return Count(chess_play(random.Random(seed)))


def _time_each(items: Sequence[X], do: Callable[[X], S | bytes]) -> float:
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
