"""Games spread over the cores of this machine, by processes that may die.

A process plays the games it is told, one after the other. If it dies, another takes its place and plays what it
owed; a game that has ended three processes, or takes longer than anybody would wait, is named and ends the run.
"""

from __future__ import annotations

import signal
import time
from collections import Counter, deque
from collections.abc import Iterator, Mapping
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from typing import NamedTuple

from grognard.kernel.plain import Things
from grognard.simulate.question import Question
from grognard.simulate.seated import Given
from grognard.simulate.told import Failed, Told, tell_game

AHEAD = 2
"""Games that a process is told at a time, so that it never waits."""
DEATHS = 3
"""So many processes may die of one game."""


class Setup(NamedTuple):
    """What a worker must know to play any game of a study."""

    question: Question
    given: Given
    packs: Mapping[str, Things | None]

    def tell(self, number: int) -> Told | Failed:
        """Play one game, wherever this has been sent to: packs are not looked for there."""
        self.question.packs = dict(self.packs)
        return tell_game(self.question, number, self.given)


def play_here(setup: Setup, numbers: Iterator[int]) -> Iterator[Told | Failed]:
    """In this process."""
    for number in numbers:
        yield setup.tell(number)


def play_spread(setup: Setup, numbers: Iterator[int], jobs: int, patience: float) -> Iterator[Told | Failed]:
    """In so many processes; games come as they are finished."""
    pool = Pool(setup, numbers, jobs, patience)
    try:
        yield from pool.games()
    finally:
        pool.stop()


class Worker:
    """A process and the games that it owes, the one that it plays first."""

    def __init__(self, setup: Setup) -> None:
        context = get_context("spawn")  # a fork would take the threads' locks of whoever calls along
        self.end, theirs = context.Pipe()
        self.process = context.Process(target=_work, args=(theirs, setup), daemon=True)
        self.process.start()
        theirs.close()
        self.owed: deque[int] = deque()
        self.since = time.monotonic()

    def tell(self, number: int) -> None:
        if not self.owed:
            self.since = time.monotonic()
        self.owed.append(number)
        with suppress(OSError):  # it has died: whoever waits for it will see
            self.end.send(number)

    def stop(self) -> None:
        self.process.kill()
        self.process.join()
        self.end.close()


def _work(end: Connection, setup: Setup) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # who started us is told, and stops us
    with suppress(EOFError, OSError):
        while True:
            end.send(setup.tell(end.recv()))


class Pool:
    def __init__(self, setup: Setup, numbers: Iterator[int], jobs: int, patience: float) -> None:
        self.setup, self.numbers, self.patience = setup, numbers, patience
        self.again: deque[int] = deque()
        """Games whose process died."""
        self.deaths: Counter[int] = Counter()
        self.workers = [Worker(setup) for _ in range(jobs)]

    def games(self) -> Iterator[Told | Failed]:
        for _ in range(AHEAD):
            for worker in self.workers:
                self._tell(worker)
        while any(worker.owed for worker in self.workers):
            by_end = {worker.end: worker for worker in self.workers if worker.owed}
            for end in wait(list(by_end), timeout=1.0):
                assert isinstance(end, Connection)
                worker = by_end[end]
                try:
                    told = end.recv()
                except (EOFError, OSError):
                    yield from self._replace(worker)
                    continue
                worker.owed.popleft()
                worker.since = time.monotonic()
                self._tell(worker)
                yield told
            for worker in self.workers:
                if worker.owed and time.monotonic() - worker.since > self.patience:
                    number = worker.owed[0]
                    yield Failed(number, f"Game {number} has not ended after {self.patience:g} seconds.")
                    return

    def _tell(self, worker: Worker) -> None:
        number = self.again.popleft() if self.again else next(self.numbers, None)
        if number is not None:
            worker.tell(number)

    def _replace(self, worker: Worker) -> Iterator[Failed]:
        """A process has died: another one plays what it owed."""
        worker.stop()
        number = worker.owed[0]
        self.deaths[number] += 1
        if self.deaths[number] == DEATHS:
            code = worker.process.exitcode
            yield Failed(number, f"Game {number} has ended {DEATHS} processes that played it (exit code {code}).")
            return
        fresh = Worker(self.setup)
        self.workers[self.workers.index(worker)] = fresh
        for owed in worker.owed:
            fresh.tell(owed)

    def stop(self) -> None:
        for worker in self.workers:
            worker.stop()
