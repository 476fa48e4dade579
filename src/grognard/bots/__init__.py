"""Opponents. A bot gets views and guesses, never the table; it plans once and plays its plan out.

bot = game_bots(game)["easy"]()
action = bot.choose(game, game.view(s, seat), seat, rng)
bot.why        # a sentence: why it moved
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Generic

from grognard.kernel.contract import Action, S, Slot
from grognard.kernel.game import Game


class Bot(Generic[S]):
    """Subclass and write `choose`. A bot object plays one seat of one match and may remember between choices."""

    why: str = ""
    """Why the last action was chosen, in one sentence."""

    def choose(self, game: Game[S], view: S, seat: str, rng: random.Random) -> Action:
        """A complete action that is legal in the view; for a draft, `done` with all its parts."""
        raise NotImplementedError


class RandomBot(Bot[S]):
    """Plays anything that is legal; in a draft it is inclined to come to an end."""

    why = "It was one of the legal actions."

    def choose(self, game: Game[S], view: S, seat: str, rng: random.Random) -> Action:
        def pick(choices: list[Action]) -> Action:
            last = choices[-1]
            if last.verb == "done" and len(choices) > 1 and rng.random() < 0.25:
                return last
            return choices[rng.randrange(len(choices))]

        def longer(tail: Slot) -> bool:  # a set may grow; the way of a move seldom matters
            return rng.random() < (0.1 if tail.keyword else 0.4)

        return game.complete(view, seat, pick, longer)


def game_bots(game: Game[S]) -> dict[str, Callable[[], Bot[S]]]:
    """All bots of a game by level, weakest first."""
    return {"random": RandomBot[S], **game.bots()}
