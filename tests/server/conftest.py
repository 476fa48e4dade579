"""The fixtures of the server's tests."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from house import House
from served import Process

from grognard.kernel.rules.game import Game


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


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., Process]]:
    """Starts servers as processes of their own, on one data directory."""
    started: list[Process] = []

    def begin(port: int = 0) -> Process:
        started.append(Process(tmp_path, port))
        return started[-1]

    yield begin
    for process in started:
        if process.process.poll() is None:
            process.kill()
