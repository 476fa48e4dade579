"""What an owner of the printed game can correct: every reconstructed number of a game, by kind, with its range."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from importlib.resources import files
from typing import Any

from grognard.kernel.data import value_range
from grognard.kernel.rules.game import Game
from grognard.kernel.rules.state import S
from grognard.server.protocol import Component, Components

DRAWN = ("board", "x", "y", "width", "height")
"""Where things lie on our own drawing: no component of the printed game."""
GUESSED = "reconstruction"
"""How the source of a reconstructed datum begins."""


def components(game: Game[S]) -> Components:
    """The reconstructed numbers of the game as it is, in the order of its data."""
    package = type(game).__module__.rpartition(".")[0]
    folder = files(package) / "data"
    out: list[Component] = []
    for file in sorted(folder.iterdir(), key=lambda path: path.name):
        if file.name.endswith(".toml"):
            tables = tomllib.loads(file.read_text(encoding="utf-8"))
            for table, content in tables.items():
                out += _of_table(file.name.removesuffix(".toml"), table, content)
    return Components(tuple(out))


def _of_table(file: str, table: str, content: Any) -> Iterator[Component]:
    items = content if isinstance(content, list) else [content]
    for item in items:
        if not isinstance(item, dict) or (isinstance(content, list) and not isinstance(item.get("id"), str)):
            continue
        sources = item.get("sources", {})
        for field, value in item.items():
            source = str(sources.get(field, item.get("source", "")))
            number = isinstance(value, int | float) and not isinstance(value, bool)
            if not number or field in DRAWN or not source.startswith(GUESSED):
                continue
            alike = [x[field] for x in items if isinstance(x, dict) and isinstance(x.get(field), int | float)]
            low, high = value_range(alike)
            ident = item["id"] if isinstance(content, list) else ""
            name = str(item.get("name") or ident or table)
            path = (file, table, ident, field) if ident else (file, table, field)
            yield Component(f"{file}: {table}", path, name, field, value, low, high, source)


__all__ = ["components"]
