"""The command line is driven as a user drives it, with the toy games in the place of the real ones."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
from toys.landing import LandingGame
from toys.skirmish import Skirmish

from grognard.cli import main
from grognard.kernel import registry

TOYS = {"skirmish": lambda pack=None: Skirmish(), "landing": lambda pack=None: LandingGame()}


class Ran(NamedTuple):
    code: int
    out: str
    err: str


Run = Callable[..., Ran]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """`run("play", "skirmish", typed="1\\n")`: exit code, output and error output of one command."""
    registry._plain.cache_clear()
    registry._packed.cache_clear()
    monkeypatch.setattr(registry, "loaders", lambda: TOYS)
    monkeypatch.setenv("COLUMNS", "100")

    def run_(*args: Any, typed: str = "") -> Ran:
        monkeypatch.setattr(sys, "argv", ["grognard", *map(str, args)])
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        capsys.readouterr()
        code = 0
        try:
            main()
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else int(end.code is not None)
        out, err = capsys.readouterr()
        return Ran(code, out, err)

    yield run_  # type: ignore[misc]
    registry._plain.cache_clear()
    registry._packed.cache_clear()
