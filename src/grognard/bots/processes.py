"""Work spread over the cores of this machine, by processes that may die: games of matches, of studies, of a fuzz.

A process does the pieces that it is told, one after the other. If it dies, another takes its place and does what it
owed; a piece that has ended three processes, or takes longer than anybody would wait, ends the run and is named.
"""

from __future__ import annotations

import math
import signal
import time
import traceback
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from typing import Generic, NamedTuple, TypeVar

from grognard.kernel.errors import BadInput
from grognard.kernel.rules.game import Game
from grognard.kernel.rules.state import S

W = TypeVar("W")
R = TypeVar("R")
AHEAD = 2
"""Pieces that a process is told at a time, so that it never waits."""
DEATHS = 3
"""So many processes may die of one piece."""


class Lost(BadInput):
    """A piece of work of which nothing comes; `what` says why, after its name."""

    def __init__(self, number: int, piece: object, what: str) -> None:
        super().__init__(f"Piece {number} of the work {what}")
        self.piece, self.what = piece, what


class Raised(NamedTuple):
    """What went wrong in a process."""

    error: Exception
    where: str


def spread(game: Game[S], do: Callable[[Game[S], W], R], work: Sequence[W], jobs: int) -> Iterator[R]:
    """Do each piece of work, here or in so many processes, and give the results in the order of the work; `do` must
    be a function of a module."""
    if jobs == 1:
        for one in work:
            yield do(game, one)
        return
    pool = Pool(partial(do, game), work, min(jobs, max(1, len(work))))  # a game is sent by its name
    done: dict[int, R] = {}
    following = 0
    try:
        for number, result in pool.results():
            done[number] = result
            while following in done:
                yield done.pop(following)
                following += 1
    finally:
        pool.stop()  # whoever has seen enough does not wait for the rest


class Worker(Generic[W, R]):
    """A process and the pieces that it owes, the one that it is at first."""

    def __init__(self, do: Callable[[W], R]) -> None:
        context = get_context("spawn")  # a fork would take the threads' locks of whoever calls along
        self.end, theirs = context.Pipe()
        self.process = context.Process(target=_work, args=(theirs, do), daemon=True)
        self.process.start()
        theirs.close()
        self.owed: deque[tuple[int, W]] = deque()
        self.since = time.monotonic()

    def tell(self, number: int, one: W) -> None:
        if not self.owed:
            self.since = time.monotonic()
        self.owed.append((number, one))
        with suppress(OSError):  # it has died: whoever waits for it will see
            self.end.send(one)

    def stop(self) -> None:
        self.process.kill()
        self.process.join()
        self.end.close()


def _work(end: Connection, do: Callable[[W], R]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # who started us is told, and stops us
    with suppress(EOFError, OSError):
        while True:
            one = end.recv()
            try:
                answer: R | Raised = do(one)
            except Exception as error:
                answer = Raised(error, traceback.format_exc())
            end.send(answer)


class Pool(Generic[W, R]):
    """Processes that share work: results come as they are done, each with the number of its piece."""

    def __init__(self, do: Callable[[W], R], work: Iterable[W], jobs: int, patience: float = math.inf) -> None:
        self.do, self.patience = do, patience
        self.work = enumerate(work)
        self.deaths: Counter[int] = Counter()
        self.workers = [Worker(do) for _ in range(jobs)]

    def results(self) -> Iterator[tuple[int, R]]:
        for _ in range(AHEAD):
            for worker in self.workers:
                self._tell(worker)
        while any(worker.owed for worker in self.workers):
            by_end = {worker.end: worker for worker in self.workers if worker.owed}
            for end in wait(list(by_end), timeout=1.0):
                assert isinstance(end, Connection)
                worker = by_end[end]
                try:
                    answer: R | Raised = end.recv()
                except (EOFError, OSError):
                    self._replace(worker)
                    continue
                if isinstance(answer, Raised):
                    answer.error.add_note(answer.where)
                    raise answer.error
                number, _ = worker.owed.popleft()
                worker.since = time.monotonic()
                self._tell(worker)
                yield number, answer
            for worker in self.workers:
                if worker.owed and time.monotonic() - worker.since > self.patience:
                    raise Lost(*worker.owed[0], f"has not ended after {self.patience:g} seconds.")

    def _tell(self, worker: Worker[W, R]) -> None:
        following = next(self.work, None)
        if following is not None:
            worker.tell(*following)

    def _replace(self, worker: Worker[W, R]) -> None:
        """A process has died: another one does what it owed."""
        worker.stop()
        number, piece = worker.owed[0]
        self.deaths[number] += 1
        if self.deaths[number] == DEATHS:
            code = worker.process.exitcode
            raise Lost(number, piece, f"has ended {DEATHS} processes that were at it (exit code {code}).")
        fresh: Worker[W, R] = Worker(self.do)
        self.workers[self.workers.index(worker)] = fresh
        for owed in worker.owed:
            fresh.tell(*owed)

    def stop(self) -> None:
        for worker in self.workers:
            worker.stop()
