"""The museum of 1940 shows every ending and every cell of the combat table, and still replays."""

from __future__ import annotations

from pathlib import Path

from grognard.games.nineteen_forty import load
from grognard.suite.museum import check_museum


def test_the_museum_is_complete():
    assert check_museum(load(), Path(__file__).parents[2] / "museum") == []
