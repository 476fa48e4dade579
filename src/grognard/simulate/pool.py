"""Games of a study, here or spread over the cores of this machine."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from grognard.bots.processes import Lost, Pool
from grognard.kernel.plain import Things
from grognard.simulate.question import Question
from grognard.simulate.seated import Given
from grognard.simulate.told import Failed, Told, tell_game


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
    pool = Pool(setup.tell, numbers, jobs, patience)
    try:
        for _, game in pool.results():
            yield game
    except Lost as lost:
        number = int(str(lost.piece))
        yield Failed(number, f"Game {number} {lost.what}")
    finally:
        pool.stop()
