"""What an owner of the printed game can correct: reconstructed data of a game, by kind, with what is allowed."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from importlib.resources import files
from typing import Any

from grognard.kernel.data import FREE, length_of, value_range, words_of
from grognard.kernel.plain import Json
from grognard.kernel.rules.game import Game
from grognard.kernel.rules.state import S
from grognard.server.protocol import Component, Components

DRAWN = ("board", "x", "y", "width", "height", "anchor", "label", "box", "allies", "axis", "source", "id", "rule")
"""Where things lie on our own drawing, and what is no component of the printed game."""
GUESSED = "reconstruction"
"""How the source of a reconstructed datum begins."""
CELLS = 12
"""Lists of so many cells are rows of a table; longer ones are ground and orders of battle."""


def components(game: Game[S]) -> Components:
    """The reconstructed data of the game as it is, in the order of its files."""
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
        ident = item["id"] if isinstance(content, list) else ""
        for field, value in item.items():
            source = str(sources.get(field, item.get("source", "")))
            if field in DRAWN or not source.startswith(GUESSED):
                continue
            alike = [x[field] for x in items if isinstance(x, dict) and field in x]
            bounds = _bounds(field, value, alike)
            if bounds is not None:
                low, high, allowed = bounds
                path = (file, table, ident, field) if ident else (file, table, field)
                name = str(item.get("name") or item.get("title") or ident or table)
                datum = tuple(value) if isinstance(value, list) else value
                yield Component(f"{file}: {table}", path, name, field, datum, source, low, high, allowed)


def _bounds(field: str, value: Json, alike: list[Json]) -> tuple[float, float, tuple[str, ...]] | None:
    """From where to where a number may lie, and the words to choose from; None for what a page cannot correct."""
    cells = value if isinstance(value, list) else [value]
    if isinstance(value, list) and not (0 < len(cells) <= CELLS and length_of(alike) == len(cells)):
        return None
    numbers = [x for one in alike for x in (one if isinstance(one, list) else [one])]
    known = [x for x in numbers if isinstance(x, int | float) and not isinstance(x, bool)]
    low, high = value_range(known) if known else (0.0, 0.0)
    if isinstance(value, bool):
        return 0.0, 0.0, ()
    if all(isinstance(cell, int | float) for cell in cells):
        return low, high, ()
    if not all(isinstance(cell, str | int | float) for cell in cells):
        return None
    allowed = words_of(field, alike)
    return (low, high, allowed) if allowed or (field in FREE and isinstance(value, str)) else None


__all__ = ["components"]
