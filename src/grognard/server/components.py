"""What an owner of the printed game can correct: reconstructed data of a game, by kind, with what is allowed."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from importlib.resources import files
from typing import Any

from grognard.kernel.data import addresses, value_range, words_of
from grognard.kernel.plain import Json
from grognard.kernel.rules.game import Game
from grognard.kernel.rules.state import S
from grognard.server.protocol import Component, Components

DRAWN = (
    "board", "x", "y", "dx", "dy", "width", "height", "anchor", "label", "box", "allies", "axis", "line", "outline",
    "source", "sources", "id", "rule",
)  # fmt: skip
"""Where things lie on our own drawing, and what is no component of the printed game."""
Path = tuple[str, ...]
GUESSED = "reconstruction"
"""How the source of a reconstructed datum begins."""


def components(game: Game[S]) -> Components:
    """The reconstructed data of the game as it is, in the order of its files."""
    package = type(game).__module__.rpartition(".")[0]
    folder = files(package) / "data"
    out: list[Component] = []
    for file in sorted(folder.iterdir(), key=lambda path: path.name):
        if file.name.endswith(".toml"):
            stem = file.name.removesuffix(".toml")
            for table, content in tomllib.loads(file.read_text(encoding="utf-8")).items():
                out += _of_table((stem, table), content, f"{stem}: {table}", "", "")
    return Components(tuple(out))


def _of_table(path: Path, content: Json, kind: str, owner: str, whence: str) -> Iterator[Component]:
    """What can be corrected in a table or in a list of them; those within an item are its own, from its source."""
    several = content if isinstance(content, list) else [content]
    items: list[dict[str, Any]] = [item for item in several if isinstance(item, dict)]
    idents = addresses(items) if isinstance(content, list) else [""] * len(items)
    for item, ident in zip(items, idents, strict=True):
        here = (*path, ident) if ident else path
        named = str(item.get("name") or item.get("title") or ident or (path[-1] if not owner else ""))
        if ident and "id" not in item and named != ident and not ident.isdigit():
            named = f"{named} ({ident})"  # a river has many sides
        name = ", ".join(x for x in (owner, named) if x)
        sources = item.get("sources", {})
        for field, value in item.items():
            source = str(sources.get(field, item.get("source", whence)))
            if field in DRAWN:
                continue
            if isinstance(value, dict) or (isinstance(value, list) and any(isinstance(x, dict) for x in value)):
                yield from _of_table((*here, field), value, kind, f"{name}, {field}", source)
                continue
            bounds = _bounds(field, value, [x[field] for x in items if field in x])
            if source.startswith(GUESSED) and bounds is not None:
                low, high, allowed = bounds
                datum = tuple(value) if isinstance(value, list) else value
                yield Component(kind, (*here, field), name, field, datum, source, low, high, allowed)


def _bounds(field: str, value: Json, alike: list[Json]) -> tuple[float, float, tuple[str, ...]] | None:
    """From where to where a number may lie, and the words to choose from, if they are few; None for outlines."""
    cells = value if isinstance(value, list) else [value]
    numbers = [x for one in alike for x in (one if isinstance(one, list) else [one])]
    known = [x for x in numbers if isinstance(x, int | float) and not isinstance(x, bool)]
    low, high = value_range(known) if known else (0.0, 0.0)
    if isinstance(value, bool):
        return 0.0, 0.0, ()
    if not all(isinstance(cell, str | int | float) for cell in cells):
        return None
    return low, high, words_of(field, alike)


__all__ = ["components"]
