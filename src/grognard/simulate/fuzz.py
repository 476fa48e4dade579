"""Random play of every scenario and mix of options, in search of faults.

Found are exceptions, dead ends, games without end and broken invariants. A finding carries the steps that led to
it, and can be written as a record.
"""

from __future__ import annotations

import random
import traceback
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import msgspec

from grognard.kernel.contract import CHANCE, Action
from grognard.kernel.errors import GrognardError
from grognard.kernel.game import Game
from grognard.kernel.record import build_record, dump_record
from grognard.kernel.registry import load
from grognard.kernel.table import Table
from grognard.kernel.testing import settings, walk

Step = tuple[str, Any]
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


def fuzz_games(game: Game[Any], games: int, seed: int = 1, jobs: int = 1) -> Iterator[FuzzedGame]:
    """Play so many games, going round scenarios and options; each has dice of its own, whoever plays it."""
    mixes = settings(game)
    random.Random(seed).shuffle(mixes)
    work = [(*mixes[number % len(mixes)], number, f"{seed} {number}") for number in range(games)]
    if jobs == 1:
        for one in work:
            yield _fuzz(game, *one)
        return
    with ProcessPoolExecutor(jobs, initializer=_take_up, initargs=(game.id, game.pack)) as pool:
        yield from pool.map(_fuzz_here, work)


_HERE: list[Game[Any]] = []
"""The game that this process plays."""


def _take_up(game_id: str, pack: dict[str, Any] | None) -> None:
    _HERE[:] = [load(game_id, pack)]


def _fuzz_here(one: tuple[str, dict[str, bool | str], int, str]) -> FuzzedGame:
    return _fuzz(_HERE[0], *one)


def _fuzz(game: Game[Any], scenario: str, options: dict[str, bool | str], number: int, seed: str) -> FuzzedGame:
    steps: list[Step] = []
    kind = text = ""
    try:
        for node in walk(game, random.Random(seed), scenario, options):
            for reason in game.check(node.state):
                raise Invariant(f"{reason.text} [{reason.rule}]")
            steps.append((node.seat, node.step))
    except Invariant as fault:
        kind, text, trace = "invariant", str(fault), ""
    except AssertionError as fault:
        kind, text, trace = "flow", str(fault) or "an assertion failed", traceback.format_exc()
    except Exception as fault:
        kind, text, trace = "exception", f"{type(fault).__name__}: {fault}", traceback.format_exc()
    actions = sum(seat != CHANCE and isinstance(step, Action) for seat, step in steps)
    if not kind:
        return FuzzedGame(actions, None)
    return FuzzedGame(actions, Finding(kind, text, number, scenario, options, steps, trace))


def record_finding(game: Game[Any], finding: Finding) -> bytes:
    """The game up to the fault, as a record. What cannot be played at a table any more is left out."""
    openings, entries = _group(finding.steps)
    table: Table[Any] = game.table(finding.scenario, finding.options, practice=True, forced=openings)
    for seat, action, outcomes in entries:
        try:
            table.play(action, seat, forced=outcomes)
        except GrognardError:  # the fault itself, or chance that was not answered any more
            break
    return dump_record(build_record(table))


def _group(steps: list[Step]) -> tuple[list[Any], list[tuple[str, Action, list[Any]]]]:
    """The outcomes before the first action, and each action with the outcomes that followed it."""
    openings: list[Any] = []
    entries: list[tuple[str, Action, list[Any]]] = []
    for seat, step in steps:
        if isinstance(step, Action):
            entries.append((seat, step, []))
        elif step is not None:
            (entries[-1][2] if entries else openings).append(step)
    return openings, entries


def write_finding(game: Game[Any], finding: Finding, folder: Path) -> Path:
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
