"""Opponents. A bot gets views and guesses, never the table; it plans once and plays its plan out.

bot = game_bots(game)["easy"]()
action = bot.choose(game, game.view(s, seat), seat, rng)
bot.why        # a sentence: why it moved
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Generic

from grognard.kernel.rules.actions import Action
from grognard.kernel.rules.game import Game
from grognard.kernel.rules.state import S


class Bot(Generic[S]):
    """Subclass and write `choose`. A bot object plays one seat of one match and may remember between choices."""

    why: str = ""
    """Why the last action was chosen, in one sentence."""
    sure: float = 0.0
    """How likely it is that it was better than the next: from 0.5, a guess, to 1; 0 where nothing was played out."""
    other: str = ""
    """The best alternative, in words that can follow "else"; "" where there was none."""

    def choose(self, game: Game[S], view: S, seat: str, rng: random.Random) -> Action:
        """A complete action that is legal in the view; for a draft, `done` with all its parts."""
        raise NotImplementedError


class RandomBot(Bot[S]):
    """Plays anything that is legal; in a draft it is inclined to come to an end."""

    why = "It was one of the legal actions."

    def choose(self, game: Game[S], view: S, seat: str, rng: random.Random) -> Action:
        return game.said(view, game.random(view, seat, rng))


def game_bots(game: Game[S]) -> dict[str, Callable[[], Bot[S]]]:
    """All bots of a game by level, weakest first."""
    return {"random": RandomBot[S], **game.bots()}
