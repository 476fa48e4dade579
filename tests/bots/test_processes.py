"""Work spread over processes: in its order, though they die; what goes wrong in one is told here."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path
from typing import Any

import pytest
from toys.skirmish import Skirmish

from grognard.bots import processes
from grognard.bots.processes import Lost, spread
from grognard.kernel.rules.game import Game


def slower_first(game: Game[Any], number: int) -> tuple[str, int]:
    time.sleep(0.2 if number == 0 else 0)
    return game.id, number


def deadly_once(game: Game[Any], mark: Path) -> str:
    if mark.name == "2" and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return mark.name


def deadly(game: Game[Any], number: int) -> int:
    if number == 1:
        os._exit(7)
    return number


def wrong(game: Game[Any], number: int) -> int:
    return 1 // number


@pytest.mark.parametrize("jobs", [1, 2])
def test_results_come_in_the_order_of_the_work(jobs: int) -> None:
    found = list(spread(Skirmish(), slower_first, range(5), jobs))
    assert found == [("skirmish", number) for number in range(5)]


def test_what_a_dead_process_owed_is_done_by_another(tmp_path: Path) -> None:
    marks = [tmp_path / str(number) for number in range(6)]
    assert list(spread(Skirmish(), deadly_once, marks, 2)) == [mark.name for mark in marks]
    assert (tmp_path / "2").exists(), "one has died"


def test_a_piece_that_ends_every_process_is_named() -> None:
    with pytest.raises(Lost, match=r"Piece 1 of the work has ended 3 processes that were at it \(exit code 7\)\."):
        list(spread(Skirmish(), deadly, range(4), 2))


def test_an_error_in_a_process_is_raised_here_with_its_place() -> None:
    with pytest.raises(ZeroDivisionError) as caught:
        list(spread(Skirmish(), wrong, [1, 0, 1], 2))
    assert any("in wrong" in note for note in caught.value.__notes__)


def test_who_has_seen_enough_leaves_nobody_at_work() -> None:
    pool = processes.Pool(abs, iter(range(10**9)), 2)
    pids = [worker.process.pid for worker in pool.workers]
    results = pool.results()
    assert next(results)[1] >= 0
    pool.stop()
    for pid in pids:
        assert pid is not None
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)
