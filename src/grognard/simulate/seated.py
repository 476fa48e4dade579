"""Who plays a seat of a study: a level of the game's bots, a player of one's own by its module, or an object."""

from __future__ import annotations

import importlib
import importlib.util
import pickle
import sys
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

from grognard.bots import game_bots
from grognard.bots.match import bot_of
from grognard.kernel.errors import BadInput
from grognard.kernel.match.driver import Player
from grognard.kernel.rules.game import Game
from grognard.kernel.rules.state import S

AnyPlayer = Player[Any]
Given = Mapping[str, bytes]
"""Players that were given as objects, pickled, by seat: every game gets its own, as it was given."""


def check_player(game: Game[S], who: str) -> None:
    """Refuse who cannot play."""
    if ":" in who:
        own_player(who)
    elif not who.startswith("(") and who not in game_bots(game):
        known = ", ".join(game_bots(game))
        raise BadInput(f"Nobody called “{who}” plays {game.title}; there are: {known}, or your own as module:Name.")


def seated(game: Game[S], seats: Mapping[str, str], given: Given) -> dict[str, AnyPlayer]:
    """New players for one game."""
    players: dict[str, AnyPlayer] = {}
    for seat, who in seats.items():
        if seat in given:
            players[seat] = pickle.loads(given[seat])
        elif who.startswith("("):
            raise BadInput(f"{seat} was played by an object, {who[1:-1]}: go on with simulate() and that object.")
        else:
            players[seat] = own_player(who) if ":" in who else bot_of(game, who)
    return players


def own_player(path: str) -> AnyPlayer:
    """The player at `module:Name` or `file.py:Name`: made by calling Name, or Name itself if it can choose."""
    where, _, name = path.rpartition(":")
    try:
        found = getattr(_module(where), name)
        player = found if hasattr(found, "choose") and not isinstance(found, type) else found()
    except Exception as fault:  # whatever somebody's module does when it is loaded
        raise BadInput(f"The player “{path}” cannot be loaded: {type(fault).__name__}: {fault}.") from None
    if not hasattr(player, "choose"):
        raise BadInput(f"The player “{path}” has no choose(game, view, seat, rng).")
    own: AnyPlayer = player
    return own


def _module(where: str) -> ModuleType:
    if not where.endswith(".py"):
        if "" not in sys.path:
            sys.path.insert(0, "")  # a module beside the question, as `python -m` would find it
        return importlib.import_module(where)
    path = Path(where).resolve()
    name = f"grognard_player_{path.stem}"
    if name in sys.modules and sys.modules[name].__file__ == str(path):
        return sys.modules[name]
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None or not path.exists():
        raise FileNotFoundError(f"there is no file {where}")
    module = sys.modules[name] = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module


def give(players: Mapping[str, object]) -> tuple[dict[str, str], dict[str, bytes]]:
    """Players by seat as a question names them, and those among them that are objects."""
    words: dict[str, str] = {}
    given: dict[str, bytes] = {}
    for seat, player in players.items():
        if isinstance(player, str):
            words[seat] = player
            continue
        if not hasattr(player, "choose"):
            raise BadInput(f"The player of {seat} has no choose(game, view, seat, rng).")
        try:
            given[seat] = pickle.dumps(player)
        except Exception as fault:
            raise BadInput(f"The player of {seat} cannot be sent to a process: {fault}.") from None
        words[seat] = f"({type(player).__module__}.{type(player).__qualname__})"
    return words, given
