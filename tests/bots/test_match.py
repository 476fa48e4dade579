"""Which games a match plays."""

from __future__ import annotations

import pytest

import grognard
from grognard.bots import match as matches


def jobs_of(monkeypatch: pytest.MonkeyPatch, first: str, second: str) -> list[matches.Job]:
    """The games that would be played, in order, without playing them."""
    found: list[matches.Job] = []

    def spread(game: object, play: object, work: list[matches.Job], jobs: int) -> list[matches.Row]:
        found.extend(work)
        return []

    monkeypatch.setattr(matches, "spread", spread)
    list(matches.match(grognard.load("springtime"), first, second, 6))
    return found


def test_two_levels_play_each_seed_from_both_seats(monkeypatch: pytest.MonkeyPatch) -> None:
    jobs = jobs_of(monkeypatch, "easy", "random")
    assert [job.seats["axis"] for job in jobs] == ["easy", "random"] * 3
    assert [job.seats["allies"] for job in jobs] == ["random", "easy"] * 3
    seeds = [job.seed for job in jobs]
    assert seeds[0::2] == seeds[1::2]
    assert len(set(seeds)) == 3


def test_a_level_against_itself_plays_no_game_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    assert len({job.seed for job in jobs_of(monkeypatch, "easy", "easy")}) == 6
