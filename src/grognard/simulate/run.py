"""Playing a study: what is not there yet is played, here, on all cores or on a cluster, and written in parts."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import msgspec

from grognard.kernel.errors import BadInput
from grognard.simulate.folder import Study, need_polars, new_study
from grognard.simulate.pool import Setup, play_here, play_spread
from grognard.simulate.question import Question, one_or_several
from grognard.simulate.seated import give
from grognard.simulate.told import Failed, Told

PART_GAMES, PART_SECONDS = 2000, 20.0
"""A part is written when it has so many games, or after so long: that much is played again when something stops."""
PATIENCE = 3600.0
"""Seconds that a game may take."""


def simulate(
    question: Question | str,
    out: str | Path,
    *,
    players: Mapping[str, object] | None = None,
    games: int | None = None,
    jobs: int | None = None,
    on: str = "",
    patience: float = PATIENCE,
    step: Callable[[float], None] = lambda n: None,
    say: Callable[[str], None] = lambda text: None,
) -> Study:
    """Play what a study's folder lacks of its games, and give the study.

    `question` is a `Question`, or the id of a game; `players` by seat are levels of bots, `module:Name`, or objects
    with `choose(game, view, seat, rng)`. `jobs` processes play, one for each core if left out; `on="ray"`, or a
    cluster's address, plays on Ray. `step(n)` is told of progress, `say` of what is worth a sentence.

    >>> from tempfile import mkdtemp
    >>> study = simulate("spoiled-victory", f"{mkdtemp()}/study", players={"allies": "random"}, games=2, jobs=1)
    >>> study.games()["number"].to_list()
    [0, 1]
    """
    need_polars()
    asked = Question(question) if isinstance(question, str) else msgspec.structs.replace(question)
    words, given = give(players or {})
    if words:
        asked.seats = {**asked.seats, **{seat: one_or_several([word]) for seat, word in words.items()}}
    if games is not None:
        asked.games = games
    study = new_study(asked, Path(out))
    for part in study.set_aside():
        say(f"The part {part} could not be read: it is set aside, and its games are played again.")
    played = study.played()
    left = (number for number in range(study.question.total) if number not in played)
    step(len(played))
    setup = Setup(study.question, given, study.question.packs)
    _write_all(study, _source(setup, left, jobs, on, patience, study.question.total - len(played)), step)
    return study


def _source(
    setup: Setup, numbers: Iterator[int], jobs: int | None, on: str, patience: float, count: int
) -> Iterator[Told | Failed]:
    """Who plays."""
    if on:
        from grognard.simulate.cluster import play_on_ray

        return play_on_ray(setup, numbers, on, patience)
    jobs = min(jobs or os.cpu_count() or 1, max(count, 1))
    return play_here(setup, numbers) if jobs == 1 else play_spread(setup, numbers, jobs, patience)


def _write_all(study: Study, games: Iterator[Told | Failed], step: Callable[[float], None]) -> None:
    """Write games as they come; whatever stops us, what has come is written first."""
    waiting: list[Told] = []
    since = time.monotonic()
    try:
        for told in games:
            if isinstance(told, Failed):
                raise BadInput(f"{told.text} The games before it are kept: the study can be gone on with.")
            waiting.append(told)
            step(1)
            if len(waiting) >= PART_GAMES or time.monotonic() - since > PART_SECONDS:
                part, waiting = waiting, []
                study.write(part)
                since = time.monotonic()
    finally:
        if waiting:
            study.write(waiting)
