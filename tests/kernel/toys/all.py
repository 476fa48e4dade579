"""The toy games, for tests that try something on every one of them."""

from __future__ import annotations

from typing import Any

from grognard.kernel.rules.game import Game
from toys.auction import Auction
from toys.crossing import Crossing
from toys.landing import LandingGame
from toys.letters import Letters
from toys.setups import SetUps
from toys.skirmish import Skirmish
from toys.smoke import Smoke

GAMES: tuple[Game[Any], ...] = (Skirmish(), LandingGame(), SetUps(), Letters(), Smoke(), Auction(), Crossing())
