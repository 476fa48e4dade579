"""What the project promises of itself: a pure engine, games that nobody else knows, locks that name no registry."""

from __future__ import annotations

import ast
import importlib
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "grognard"
PURE = ("kernel", "maps", "games", "bots")
NOT_PURE = {
    "aiosqlite", "altair", "asyncio", "fastapi", "httpx", "matplotlib", "numpy", "pandas", "playwright", "plotly",
    "polars", "requests", "rich", "socket", "sqlalchemy", "sqlite3", "starlette", "threading", "typer", "uvicorn",
    "websockets",
}  # fmt: skip


def imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module


@pytest.mark.parametrize("part", PURE)
def test_the_engine_imports_no_web_database_or_plotting_library(part: str) -> None:
    files = list((SOURCE / part).rglob("*.py"))
    assert files
    for path in files:
        found = {name.split(".")[0] for name in imports(path)} & NOT_PURE
        assert not found, f"{path.relative_to(ROOT)} imports {found}"


def test_nobody_but_a_game_knows_a_game() -> None:
    for path in SOURCE.rglob("*.py"):
        if "games" not in path.relative_to(SOURCE).parts:
            known = [name for name in imports(path) if name.startswith("grognard.games.")]
            assert not known, f"{path.relative_to(ROOT)} imports {known}"


def test_no_game_knows_another() -> None:
    for path in (SOURCE / "games").rglob("*.py"):
        own = path.relative_to(SOURCE / "games").parts[0]
        for name in imports(path):
            assert not name.startswith("grognard.games.") or name.split(".")[2] == own, path


GAMES = sorted(path.parent for path in (SOURCE / "games").glob("*/game.py"))


def test_every_game_has_the_same_shape() -> None:
    assert len(GAMES) == 4
    for game in GAMES:
        below = {path.name for path in game.iterdir()}
        assert {"bots", "data", "rules", "show", "game.py", "rules.toml", "RULINGS.md"} <= below, game.name


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_no_function_hides_a_module_of_its_name(game: Path) -> None:
    for path in sorted(game.rglob("*.py")):
        parts = ("grognard", *path.relative_to(SOURCE).with_suffix("").parts)
        if parts[-1] == "__init__":
            continue
        module = importlib.import_module(".".join(parts))
        package = importlib.import_module(".".join(parts[:-1]))
        assert getattr(package, parts[-1]) is module, ".".join(parts)


def test_nothing_is_copied_deeply() -> None:
    for path in SOURCE.rglob("*.py"):
        assert not re.search(r"\bdeepcopy\b", path.read_text(encoding="utf-8")), path  # __deepcopy__ avoids it


@pytest.mark.parametrize("name", ["play", "test"])
def test_python_locks_pin_every_package_with_hashes_and_name_no_registry(name: str) -> None:
    text = (ROOT / "requirements" / f"{name}.txt").read_text(encoding="utf-8")
    assert "://" not in text
    packages = re.split(r"\n(?=\S)", re.sub(r"^#.*\n", "", text, flags=re.M).strip())
    assert len(packages) > 20
    for package in packages:
        assert re.match(r"[a-z0-9.\-]+==\S+", package), package
        assert "--hash=sha256:" in package


def test_the_npm_lock_pins_with_hashes_and_names_no_registry() -> None:
    text = (ROOT / "client" / "package-lock.json").read_text(encoding="utf-8")
    assert '"integrity"' in text
    assert '"resolved"' not in text


def test_every_dependency_is_locked() -> None:
    import tomllib

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    names = [re.split(r"[<>=\[]", item)[0] for item in project["project"]["dependencies"]]
    names += [re.split(r"[<>=\[]", item)[0] for item in project["dependency-groups"]["build"]]
    lock = (ROOT / "requirements" / "play.txt").read_text(encoding="utf-8")
    for name in names:
        assert re.search(rf"^{name}==", lock, re.M), name
