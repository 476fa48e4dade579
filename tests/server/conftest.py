"""The fixtures of the server's tests."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from house import House

from grognard.kernel.game import Game


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    found = House(tmp_path)
    yield found
    found.close()


@pytest.fixture
def build(tmp_path: Path) -> Iterator[Callable[..., House]]:
    """A house with other games than the usual toys."""
    built: list[House] = []

    def make(*games: Game[Any]) -> House:
        built.append(House(tmp_path, games))
        return built[-1]

    yield make
    for found in built:
        found.close()
