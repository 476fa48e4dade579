"""The games that are there: folders under grognard/games, and packages that name themselves by entry point.

A game's package has `ID` and `load(pack=None) -> Game`; a plugin's entry point in the group `grognard.games` is
named by the game's id and gives such a `load`.
"""

from __future__ import annotations

import pkgutil
import warnings
from collections.abc import Callable, Mapping
from functools import cache, partial
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any

from grognard.kernel.errors import BadInput, GrognardError
from grognard.kernel.game import Game

import_module("grognard.games")  # before the function `grognard.games` takes the name over from the package
Loader = Callable[..., Game[Any]]


@cache
def loaders() -> dict[str, Loader]:
    found: dict[str, Loader] = {}
    folder = import_module("grognard.games")
    for module in pkgutil.iter_modules(folder.__path__, "grognard.games."):
        package = import_module(module.name)
        if hasattr(package, "load"):
            found[package.ID] = package.load
    for entry in entry_points(group="grognard.games"):
        found.setdefault(entry.name, partial(_plugin, entry))
    return found


def _plugin(entry: EntryPoint, pack: dict[str, Any] | None = None) -> Game[Any]:
    try:
        load_game: Loader = entry.load()
        return load_game(pack)
    except GrognardError:
        raise
    except Exception as fault:
        raise BadInput(
            f"The game “{entry.name}” cannot be loaded from {entry.value} ({type(fault).__name__}: {fault})."
        ) from fault


@cache
def _plain(game_id: str) -> Game[Any]:
    return loaders()[game_id](None)


def games() -> list[Game[Any]]:
    """Every game, built in and plugged in; a plugin that cannot be loaded is left out, with a warning."""
    found = []
    for game_id in loaders():
        try:
            found.append(_plain(game_id))
        except BadInput as fault:
            warnings.warn(str(fault), RuntimeWarning, stacklevel=2)
    return found


def load(game_id: str, pack: str | Path | Mapping[str, Any] | None = None) -> Game[Any]:
    """A game by its id; `pack` is a TOML file or its contents that corrects the game's data."""
    if game_id not in loaders():
        raise BadInput(f"There is no game “{game_id}”; there are: {', '.join(sorted(loaders()))}.")
    if pack is None:
        return _plain(game_id)
    values = pack if isinstance(pack, Mapping) else read_pack(Path(pack))
    if values.get("game", game_id) != game_id:
        raise BadInput(f"The pack is for “{values['game']}”, not for “{game_id}”.")
    game = loaders()[game_id](dict(values))
    game.pack = dict(values)
    return game


def read_pack(path: Path) -> dict[str, Any]:
    import tomllib

    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadInput(f"The pack {path} cannot be read: {error.strerror}.") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadInput(f"The pack {path} is not TOML: {error}.") from None
