"""Random play of every scenario and mix of options, in search of faults.

Found are exceptions, dead ends, games without end and broken invariants. A finding carries the steps that led to
it, and can be written as a record.
"""

from __future__ import annotations

import random
import traceback
from collections.abc import Iterator
from pathlib import Path

import msgspec

from grognard.bots.processes import spread
from grognard.kernel.errors import GrognardError
from grognard.kernel.match.driver import Taken
from grognard.kernel.match.record import dump_record
from grognard.kernel.rules.actions import Action
from grognard.kernel.rules.chance import Outcome
from grognard.kernel.rules.game import Game
from grognard.kernel.rules.state import S
from grognard.suite.walking import settings, walk

Step = tuple[str, Action | Outcome]
"""A seat with its action, or CHANCE with an outcome."""


class Finding(msgspec.Struct):
    kind: str
    """exception, invariant or flow (a dead end, or a game without end)"""
    text: str
    number: int
    """Which game of the run it was."""
    scenario: str
    options: dict[str, bool | str]
    steps: list[Step]
    trace: str


class FuzzedGame(msgspec.Struct):
    actions: int
    finding: Finding | None


class Invariant(Exception):
    pass


class Job(msgspec.Struct, frozen=True):
    number: int
    seed: str
    scenario: str
    options: dict[str, bool | str]


def fuzz_games(game: Game[S], games: int, seed: int = 1, jobs: int = 1) -> Iterator[FuzzedGame]:
    """Play so many games, going round scenarios and options; each has dice of its own, whoever plays it."""
    mixes = settings(game)
    random.Random(seed).shuffle(mixes)
    work = [Job(number, f"{seed} {number}", *mixes[number % len(mixes)]) for number in range(games)]
    yield from spread(game, fuzz_game, work, jobs)


def fuzz_game(game: Game[S], job: Job) -> FuzzedGame:
    """One game, up to its end or to the first fault."""
    steps: list[Step] = []
    kind = text = ""
    try:
        for node in walk(game, random.Random(job.seed), job.scenario, job.options):
            for reason in game.check(node.state):
                raise Invariant(f"{reason.text} [{reason.rule}]")
            if node.step is not None:
                steps.append((node.seat, node.step))
    except Invariant as fault:
        kind, text, trace = "invariant", str(fault), ""
    except AssertionError as fault:
        kind, text, trace = "flow", str(fault) or "an assertion failed", traceback.format_exc()
    except Exception as fault:
        kind, text, trace = "exception", f"{type(fault).__name__}: {fault}", traceback.format_exc()
    actions = sum(isinstance(step, Action) for _, step in steps)
    if not kind:
        return FuzzedGame(actions, None)
    return FuzzedGame(actions, Finding(kind, text, job.number, job.scenario, job.options, steps, trace))


def record_finding(game: Game[S], finding: Finding) -> bytes:
    """The game up to the fault, as a record. What cannot be played at a table any more is left out."""
    opening, *rest = taken(finding.steps)
    table = game.table(finding.scenario, finding.options, practice=True, forced=opening.outcomes)
    for seat, action, outcomes in rest:
        assert action is not None
        try:
            table.play(action, seat, forced=outcomes)
        except GrognardError:  # the fault itself, or chance that was not answered any more
            break
    return dump_record(table.record())


def taken(steps: list[Step]) -> list[Taken]:
    """Each action with the outcomes that followed it; first those before any action."""
    out = [Taken("", None, [])]
    for seat, step in steps:
        if isinstance(step, Action):
            out.append(Taken(seat, step, []))
        else:
            out[-1].outcomes.append(step)
    return out


def write_finding(game: Game[S], finding: Finding, folder: Path) -> Path:
    """Write the record, and beside it what went wrong with the last steps."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{game.id}-{finding.number}.json"
    last = [f"{seat}: {step}" for seat, step in finding.steps[-12:]]
    told = [finding.kind, finding.text, f"scenario {finding.scenario}, options {finding.options}", "", *last]
    path.with_suffix(".txt").write_text("\n".join([*told, "", finding.trace]), encoding="utf-8")
    try:
        path.write_bytes(record_finding(game, finding))
    except Exception as fault:  # a game that cannot even be recorded is told as text
        with path.with_suffix(".txt").open("a", encoding="utf-8") as file:
            file.write(f"\nIt could not be recorded: {type(fault).__name__}: {fault}\n")
        return path.with_suffix(".txt")
    return path
