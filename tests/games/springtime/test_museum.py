"""The museum's records of this game still replay, and nothing is missing."""

from __future__ import annotations

from pathlib import Path

from springtime_desk import GAME

from grognard.suite.museum import check_museum


def test_the_museum_is_whole() -> None:
    assert check_museum(GAME, Path(__file__).parents[2] / "museum") == []
