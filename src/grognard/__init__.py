"""Grognard: board wargames with every rule enforced.

import grognard
game = grognard.load("spoiled-victory")
table = game.table(practice=True, seed=7)
"""

from grognard.kernel.contract import CHANCE, OVER, Action
from grognard.kernel.errors import BadInput, Broken, GameFault, GrognardError, Refused
from grognard.kernel.record import replay
from grognard.kernel.registry import games, load
from grognard.kernel.show import Reason

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
    "replay",
]
