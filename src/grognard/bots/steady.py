"""A level that never stops a game: where it fails, the next level below plays on, and one sentence says so."""

from __future__ import annotations

import random
import warnings

from grognard.bots import Bot, game_bots
from grognard.kernel.errors import BadInput
from grognard.kernel.match.checking import by_bits
from grognard.kernel.rules.actions import Action
from grognard.kernel.rules.game import Game
from grognard.kernel.rules.state import S


class Steady(Bot[S]):
    """Plays as its level does, as long as that can."""

    def __init__(self, game: Game[S], level: str) -> None:
        known = game_bots(game)
        if level not in known:
            raise BadInput(f"{game.title} has no bot “{level}”; it has: {', '.join(known)}.")
        self.below = list(known)[: list(known).index(level)]
        """The levels that are left, weakest first."""
        self.level = level
        self.bot = known[level]()

    def choose(self, game: Game[S], view: S, seat: str, rng: random.Random) -> Action:
        while True:
            try:
                action = self.bot.choose(game, view, seat, rng)
                if by_bits(game, view, seat, action) is None:
                    action = game.accept(view, seat, action)  # refuses what is not legal
            except Exception as error:  # whatever it is, the game goes on
                if not self.below:
                    raise
                failed, self.level = self.level, self.below.pop()
                self.bot = game_bots(game)[self.level]()
                words = f"The bot “{failed}” of {seat} failed ({error}); the bot “{self.level}” plays on."
                warnings.warn(words, stacklevel=2)
            else:
                self.why, self.sure, self.other = self.bot.why, self.bot.sure, self.bot.other
                return action
