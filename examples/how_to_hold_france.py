"""Should the Allies of 1940 garrison what the Germans want, or stand in the line with all that they have?

Games without search, against Germans with the weights of `hard` and of `expert`; in one of four the plan is the
Maginot Line.

python examples/how_to_hold_france.py 32
"""

import random
import sys

import msgspec

import grognard
from grognard.games.nineteen_forty.bots.bot import play_on
from grognard.games.nineteen_forty.bots.picture import EXPERT, STRONG
from grognard.games.nineteen_forty.rules.victory import judge

ALLIES = {
    "as `hard`": STRONG["allied"],
    "more garrisons": msgspec.structs.replace(STRONG["allied"], posts=8),
    "no garrisons": msgspec.structs.replace(STRONG["allied"], posts=0),
    "no garrisons, fewer on the line": msgspec.structs.replace(STRONG["allied"], posts=0, forts=1),
    "as `expert`, who minds danger and gaps less": EXPERT["allied"],
}
GERMANS = {"hard": STRONG["german"], "expert": EXPERT["german"]}


def held(game, german, allied, seed):
    """What a game is worth to the Allies."""
    plan, main = ("north", "A") if seed % 4 else ("maginot", "C")
    s = game.start()
    weights = {"german": msgspec.structs.replace(german, plan=plan, main=main), "allied": allied}
    play_on(game, s, weights, 99, random.Random(seed))
    level = judge(s).level
    return 0.5 if level == "draw" else float(level.startswith("allied"))


def main(games=32):
    game = grognard.load("1940")
    found = {}
    for words, allied in ALLIES.items():
        for level, german in GERMANS.items():
            won = sum(held(game, german, allied, seed) for seed in range(games))
            print(f"{words}, against Germans as `{level}`: {won:g} of {games}", flush=True)
            found[words, level] = won
    return found


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 32)
