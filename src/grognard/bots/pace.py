"""How long a bot thinks: the processor time of its choices, summed up by player turn."""

from __future__ import annotations

import random
import time

from grognard.bots import Bot
from grognard.kernel.match.driver import Player
from grognard.kernel.rules.actions import Action
from grognard.kernel.rules.game import Game
from grognard.kernel.rules.state import S


class Timed(Bot[S]):
    """Plays as another player does, and notes the seconds: of all that a seat decides while the clock of the game
    stands at one player turn, its own or the enemy's."""

    def __init__(self, player: Player[S]) -> None:
        self.player = player
        self.spent: dict[str, float] = {}
        """Seconds of processor time by what the clock said."""

    def choose(self, game: Game[S], view: S, seat: str, rng: random.Random) -> Action:
        clock, began = game.clock(view), time.process_time()
        action = self.player.choose(game, view, seat, rng)
        self.spent[clock] = self.spent.get(clock, 0.0) + time.process_time() - began
        return action

    @property
    def longest(self) -> float:
        """Of one player turn."""
        return max(self.spent.values(), default=0.0)


__all__ = ["Timed"]
