"""The guide docs/writing-a-game.md is run: its files are written, its blocks executed, its game played to the end."""

from __future__ import annotations

import importlib
import os
import random
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest

import grognard
from grognard.kernel import registry
from grognard.suite import walk

GUIDE = Path(__file__).parents[2] / "docs" / "writing-a-game.md"
BLOCK = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks() -> list[tuple[str, str, str, int]]:
    """The language, the file and the text of each block, and the line where it begins."""
    text = GUIDE.read_text(encoding="utf-8")
    return [(m[1], m[2] or "", m[3], text[: m.start(3)].count("\n")) for m in BLOCK.finditer(text)]


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The files that the guide builds, ready to import."""
    folder = tmp_path_factory.mktemp("guide")
    for _, name, text, _ in blocks():
        if name:
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("a", encoding="utf-8") as file:
                file.write(text if path.suffix == ".toml" else text + "\n\n")
    sys.path.insert(0, str(folder))
    importlib.invalidate_caches()
    yield folder
    sys.path.remove(str(folder))
    for name in [m for m in sys.modules if m == "landing" or m.startswith("landing.")]:
        del sys.modules[name]


@pytest.fixture
def game(package: Path) -> Any:
    return importlib.import_module("landing").load()


def test_every_block_of_the_guide_runs_in_order(package: Path) -> None:
    namespace: dict[str, Any] = {"__name__": "guide"}
    ran = 0
    for language, name, text, line in blocks():
        if language == "python" and not name:
            exec(compile("\n" * line + text, str(GUIDE), "exec"), namespace)
            ran += 1
    assert ran >= 8


def test_the_game_of_the_guide_plays_to_the_end(game: Any) -> None:
    endings = set()
    for seed in range(30):
        *_, last = walk(game, random.Random(seed), "d-day", {})
        endings.add(game.result(last.state).winner)
    assert endings == {"defender", "lander"}


def test_every_case_of_its_rules_is_cited_in_its_code(game: Any, package: Path) -> None:
    code = (package / "landing" / "game.py").read_text()
    for case in game.rules():
        assert not case.enforce or f'"{case.id}"' in code or f"# {case.id}" in code, case.id


def test_the_entry_point_of_the_guide_plugs_it_in(package: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    project = tomllib.loads((package / "pyproject.toml").read_text())["project"]
    group = "grognard.games"
    found = [EntryPoint(name, value, group) for name, value in project["entry-points"][group].items()]
    monkeypatch.setattr(registry, "entry_points", lambda group: found)
    registry.loaders.cache_clear()
    registry._plain.cache_clear()
    try:
        assert grognard.load("landing").title == "Landing"
        assert "landing" in [game.id for game in grognard.games()]
    finally:
        registry.loaders.cache_clear()
        registry._plain.cache_clear()


@pytest.mark.long
def test_its_code_passes_the_strict_type_check(package: Path) -> None:
    source = Path(grognard.__file__).parents[1]
    environment = {**os.environ, "MYPYPATH": f"{source}{os.pathsep}{package}"}
    command = [sys.executable, "-m", "mypy", "--strict", "--config-file", os.devnull, "-p", "landing"]
    done = subprocess.run(command, env=environment, cwd=package, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_toys_that_it_names_are_there() -> None:
    toys = Path(__file__).parent / "toys"
    named = set(re.findall(r"`(\w+\.py)` \|$", GUIDE.read_text(encoding="utf-8"), re.MULTILINE))
    assert named == {path.name for path in toys.glob("*.py")} - {"__init__.py", "all.py"}
