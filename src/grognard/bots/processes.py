"""Work on one game spread over processes; the results come in the order of the work."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import TypeVar

from grognard.kernel.rules.game import Game
from grognard.kernel.rules.state import S

W = TypeVar("W")
R = TypeVar("R")


def spread(game: Game[S], do: Callable[[Game[S], W], R], work: Sequence[W], jobs: int) -> Iterator[R]:
    """Do each piece of work, here or in so many processes; `do` must be a function of a module."""
    if jobs == 1:
        for one in work:
            yield do(game, one)
        return
    pool = ProcessPoolExecutor(jobs)
    try:
        yield from pool.map(partial(do, game), work)  # a game is sent by its name
    finally:
        pool.shutdown(cancel_futures=True)  # whoever has seen enough does not wait for the rest
