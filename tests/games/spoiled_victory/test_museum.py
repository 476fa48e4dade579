"""The museum shows every ending, card and table cell, and every record still replays."""

from __future__ import annotations

from pathlib import Path

from dunkirk_desk import GAME

from grognard.suite.museum import check_museum


def test_the_museum_is_complete() -> None:
    assert check_museum(GAME, Path(__file__).parents[2] / "museum") == []
