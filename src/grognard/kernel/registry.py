"""The games that are there: folders under grognard/games, and packages that name themselves by entry point.

A game's package has `ID` and `load(pack=None) -> Game`; a plugin's entry point in the group `grognard.games` is
named by the game's id and gives such a `load`.
"""

from __future__ import annotations

import pkgutil
import warnings
from collections.abc import Callable, Mapping
from functools import cache, lru_cache, partial
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any

import msgspec

from grognard.kernel.errors import BadInput, GrognardError
from grognard.kernel.plain import Json, Things
from grognard.kernel.rules.game import Game
from grognard.kernel.rules.slots import OldContract

OLD_MODULES = (
    *(f"grognard.kernel.{name}" for name in ("chance", "contract", "events", "game", "history", "legality")),
    *(f"grognard.kernel.{name}" for name in ("position", "record", "save", "table", "testing", "rules.contract")),
)
"""Where things stood before; the rules are in `grognard.kernel.rules` now, the checks in `grognard.suite`."""
OLD_WORDS = ("universe", "fast", "actions", "quick")
"""What a slot or a step had before slots named their domains."""
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


def _plugin(entry: EntryPoint, pack: Things | None = None) -> Game[Any]:
    try:
        load_game: Loader = entry.load()
        return load_game(pack)
    except GrognardError:
        raise
    except Exception as fault:
        if _is_old(fault):
            raise BadInput(
                f"The game “{entry.name}” from {entry.value} was written for an older contract between games and "
                f"kernel ({fault}); CHANGELOG.md tells how to move it."
            ) from fault
        raise BadInput(
            f"The game “{entry.name}” cannot be loaded from {entry.value} ({type(fault).__name__}: {fault})."
        ) from fault


def _is_old(fault: Exception) -> bool:
    """Whether a plugin asks for what the contract had before slots named their domains."""
    if isinstance(fault, ImportError):
        return fault.name is not None and fault.name.startswith(OLD_MODULES)
    words = (f"'{word}'" for word in OLD_WORDS)
    return isinstance(fault, OldContract) or (isinstance(fault, TypeError) and any(w in str(fault) for w in words))


@cache
def _plain(game_id: str) -> Game[Any]:
    game = loaders()[game_id](None)
    game.loader = load
    return game


@lru_cache(maxsize=16)
def _packed(game_id: str, raw: bytes) -> Game[Any]:
    """A game with its data corrected; the same pack gives the same game."""
    values = msgspec.msgpack.decode(raw)
    game = loaders()[game_id](values)
    game.pack, game.loader = values, load
    return game


def games() -> list[Game[Any]]:
    """Every game, built in and plugged in; a plugin that cannot be loaded is left out, with a warning.

    >>> "springtime" in [game.id for game in games()]
    True
    """
    found = []
    for game_id in loaders():
        try:
            found.append(_plain(game_id))
        except BadInput as fault:
            warnings.warn(str(fault), RuntimeWarning, stacklevel=2)
    return found


def load(game_id: str, pack: str | Path | Mapping[str, Json] | None = None) -> Game[Any]:
    """A game by its id; `pack` is a TOML file or its contents that corrects the game's data.

    >>> game = load("springtime")
    >>> game.title, game.seats
    ('Springtime for Hitler', ('axis', 'allies'))
    """
    _known(game_id)
    if pack is None:
        return _plain(game_id)
    values = pack if isinstance(pack, Mapping) else read_pack(Path(pack))
    if values.get("game", game_id) != game_id:
        raise BadInput(f"The pack is for “{values['game']}”, not for “{game_id}”.")
    return _packed(game_id, msgspec.msgpack.encode(values, order="sorted"))


def _known(game_id: str) -> None:
    if game_id not in loaders():
        raise BadInput(f"There is no game “{game_id}”; there are: {', '.join(sorted(loaders()))}.")


def read_pack(path: Path) -> Things:
    import tomllib

    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadInput(f"The pack {path} cannot be read: {error.strerror}.") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadInput(f"The pack {path} is not TOML: {error}.") from None
