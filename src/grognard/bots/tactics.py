"""A tactics suite, as chess has: positions in which any good player knows what to do, and what a level does there.

A file is a position (TOML) with one table more, `[tactic]`: whose decision it is, which of its answers are right or
wrong, and why. A pattern may have `*`; of a draft each part is looked at, and the whole.
"""

from __future__ import annotations

import random
import tomllib
from collections.abc import Iterator, Sequence
from fnmatch import fnmatchcase
from pathlib import Path

import msgspec
import tomli_w

from grognard.bots import game_bots
from grognard.bots.processes import spread
from grognard.kernel.errors import BadInput
from grognard.kernel.match.driver import Player
from grognard.kernel.match.position import read_position
from grognard.kernel.rules.actions import CHANCE, Action
from grognard.kernel.rules.game import Game
from grognard.kernel.rules.state import S

MOST_ANSWERS = 300
"""After so many answers of one level a sequence that comes to no end is given up."""


class Tactic(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What is asked of a position."""

    seat: str
    kind: str
    """What it is about, in a few words; figures are given by it."""
    why: str
    """What a good player does here, and the reason."""
    some: tuple[str, ...] = ()
    """One of these must be among the answers."""
    none: tuple[str, ...] = ()
    """None of these may be."""
    until: tuple[str, ...] = ()
    """The verbs that end the sequence of answers that is looked at; without them the first answer is all."""
    looks: tuple[str, ...] = ()
    """Overlays, each with what it is about, that are looked at before the last answer: what they say counts like an
    answer, as in `supply de-ix: German IX Corps is supplied …`."""
    failed_by: tuple[str, ...]
    """The levels that were seen to fail here when it was gathered."""
    tuned: bool
    """False for those that nothing may be tuned on."""
    seen: str
    """The game that it was found in."""

    def is_right(self, answers: Sequence[str]) -> bool:
        def has(patterns: tuple[str, ...]) -> bool:
            return any(fnmatchcase(answer, pattern) for answer in answers for pattern in patterns)

        return (not self.some or has(self.some)) and not has(self.none)


class Puzzle(msgspec.Struct, frozen=True):
    """A file of the suite."""

    name: str
    tactic: Tactic
    position: str


class Solved(msgspec.Struct, frozen=True):
    """What a level made of a puzzle: in how many tries it was right, and what it said when it was not."""

    name: str
    kind: str
    tuned: bool
    tries: int
    right: int
    wrong: tuple[str, ...] = ()
    why: str = ""

    @property
    def solved(self) -> bool:
        return self.right == self.tries


def read_puzzle(path: Path) -> Puzzle:
    try:
        raw = tomllib.loads(path.read_text(encoding="utf-8"))
        tactic = msgspec.convert(raw.pop("tactic", {}), Tactic)
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise BadInput(f"{path} is no position with a tactic: {error}.") from None
    return Puzzle(path.stem, tactic, tomli_w.dumps(raw))


def suite(folder: Path) -> list[Puzzle]:
    """All positions of a folder, by name."""
    if not folder.is_dir():
        raise BadInput(f"There are no positions at {folder}: they are in a checkout alone; --folder names them.")
    return [read_puzzle(path) for path in sorted(folder.glob("*.toml"))]


def answers(game: Game[S], puzzle: Puzzle, level: str, seed: int) -> list[str]:
    """What a level does in a position; where the other seat is asked meanwhile, the same level answers for it."""
    _, _, s = read_position(game, puzzle.position)
    rng = random.Random(f"{puzzle.name} {seed}")
    bots: dict[str, Player[S]] = {seat: game_bots(game)[level]() for seat in game.seats}
    tactic, found = puzzle.tactic, list[str]()
    for _ in range(MOST_ANSWERS):
        while game.turn(s) is CHANCE:
            game.apply(s, game.chance(s).sample(rng))
        owing = game.owing(s)
        if not owing:
            break
        seat = tactic.seat if tactic.seat in owing else owing[0]
        action = bots[seat].choose(game, game.view(s, seat), seat, rng)
        if seat == tactic.seat:
            found += said(action)
            if not tactic.until or action.verb in tactic.until:
                break
        game.apply(s, action)
    for look in tactic.looks:
        name, about = look.split()
        found.append(f"{look}: {game.overlay(game.view(s, tactic.seat), name, about).text}")
    return found


def said(action: Action) -> Iterator[str]:
    """An action as patterns see it: as a whole, and each part of a draft."""
    yield action.text
    for part in action.parts:
        yield part.text


class Job(msgspec.Struct, frozen=True):
    puzzle: Puzzle
    level: str
    tries: int


def solve(game: Game[S], job: Job) -> Solved:
    """Let the level answer with so many seeds."""
    puzzle, tactic = job.puzzle, job.puzzle.tactic
    given = [answers(game, puzzle, job.level, seed) for seed in range(job.tries)]
    wrong = [found for found in given if not tactic.is_right(found)]
    return Solved(
        puzzle.name,
        tactic.kind,
        tactic.tuned,
        job.tries,
        job.tries - len(wrong),
        tuple(dict.fromkeys("; ".join(found) if len(found) < 4 else found[0] for found in wrong)),
        tactic.why if wrong else "",
    )


def solve_all(
    game: Game[S], puzzles: Sequence[Puzzle], level: str, tries: int = 1, jobs: int = 1
) -> Iterator[Solved]:
    if level not in game_bots(game):
        raise BadInput(f"{game.title} has no bot “{level}”; it has: {', '.join(game_bots(game))}.")
    yield from spread(game, solve, [Job(puzzle, level, tries) for puzzle in puzzles], jobs)
