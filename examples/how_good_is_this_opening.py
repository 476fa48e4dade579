"""How good is this opening? The same bot with its first actions prescribed, and without, on the same seeds.

python examples/how_good_is_this_opening.py 100
"""

import sys

import grognard
from grognard.bots.match import bot_of

OPENING = ["keep", "all", "assault"]
"""Beginnings of actions, tried in this order; what is not legal when its turn comes is left to the bot."""


class Opener:
    """Plays the prescribed actions first, as far as they are legal, and then leaves it to a bot."""

    def __init__(self, game, level, opening):
        self.bot, self.left = bot_of(game, level), list(opening)

    def choose(self, game, view, seat, rng):
        while self.left:
            start = self.left.pop(0)
            for action in game.legal(view, seat):
                if action.text.startswith(start) and action.complete:
                    return action
        return self.bot.choose(game, view, seat, rng)


def main(games=30):
    game = grognard.load("springtime")
    wins = {}
    for name, opening in (("the opening", OPENING), ("the bot alone", [])):
        won = 0
        for seed in range(games):
            players = {"axis": Opener(game, "easy", opening), "allies": "easy"}
            won += grognard.play_game(game, players, seed=seed).result.winner == "axis"
        wins[name] = won
        print(f"{name}: the Axis win {won} of {games}")
    return wins


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
