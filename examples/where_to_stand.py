"""Should the Allies of Springtime for Hitler hold the frontier, or stand in depth before Paris?

Games between policies, without search: the Allies are drawn to Paris more or less, the Axis minds danger to its own
and the way to Paris as usual, or less and more.

python examples/where_to_stand.py 240
python examples/where_to_stand.py 200 plan-red
"""

import random
import sys

import grognard
from grognard.games.springtime.bots.front import Manner
from grognard.games.springtime.bots.policy import Policy
from grognard.games.springtime.rules.state import side_of
from grognard.kernel.rules import Deed

ALLIES = (0.0, 0.15, 0.5, 1.5)
AXIS = {"as usual": Manner(), "boldly": Manner(danger=0.25, way=2.0)}


def winner(game, usual, seed, scenario="plan-yellow"):
    """Who wins a game of policies with these manners of the Allies and the Axis."""
    rng, policy = random.Random(seed), Policy(brief=True, drives=True, usual=usual)
    s = game.start(scenario)
    while (turn := game.turn(s)) is not grognard.OVER:
        if turn is grognard.CHANCE:
            game.apply(s, game.chance(s).sample(rng))
        else:
            game.apply(s, Deed(*policy.answer(s, side_of(s, turn)), turn))
    return game.result(s).winner


def main(games=240, scenario="plan-yellow"):
    game = grognard.load("springtime")
    found = {}
    for words, axis in AXIS.items():
        for home in ALLIES:
            won = sum(winner(game, (Manner(home=home), axis), seed, scenario) == "allies" for seed in range(games))
            print(
                f"the Axis {words}, the Allies drawn to Paris by {home}: the Allies win {won} of {games}", flush=True
            )
            found[words, home] = won
    return found


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 240, *sys.argv[2:])
