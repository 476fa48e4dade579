"""Grognard: board wargames with every rule enforced.

>>> import grognard
>>> game = grognard.load("spoiled-victory")
>>> table = game.table(practice=True, seed=7)
>>> table.play(table.legal()[0]).count
1
"""

import sys
from typing import TYPE_CHECKING

from grognard.built import PLAIN, Built

if not PLAIN:
    sys.meta_path.insert(0, Built())

from grognard import notebooks
from grognard.bots.match import play_game
from grognard.kernel.errors import BadInput, Broken, GameFault, GrognardError, Refused
from grognard.kernel.match.replay import replay
from grognard.kernel.registry import load
from grognard.kernel.rules.actions import CHANCE, OVER, Action
from grognard.kernel.show import Reason

if TYPE_CHECKING:
    from grognard.kernel.registry import games
else:
    from grognard import games  # the package, which can be called

notebooks.install()

__version__ = "0.1.0"

__all__ = [
    "CHANCE",
    "OVER",
    "Action",
    "BadInput",
    "Broken",
    "GameFault",
    "GrognardError",
    "Reason",
    "Refused",
    "games",
    "load",
    "play_game",
    "replay",
]
