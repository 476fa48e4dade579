"""Which plan should the German player of 1940 choose? Games without search, both sides as `hard` starts from, or the
Germans as `expert` does.

python examples/which_german_plan.py 40
python examples/which_german_plan.py 40 expert
"""

import random
import sys

import msgspec

import grognard
from grognard.games.nineteen_forty.bots.bot import play_on
from grognard.games.nineteen_forty.bots.picture import EXPERT, STRONG
from grognard.games.nineteen_forty.rules.victory import judge

PLANS = (
    ("north", "A"),
    ("north", "B"),
    ("north", "C"),
    ("paris", "A"),
    ("paris", "C"),
    ("maginot", "A"),
    ("maginot", "C"),
)


def main(games=40, level="hard", seed=0):
    game = grognard.load("1940")
    german = {"hard": STRONG, "expert": EXPERT}[level]["german"]
    found = {}
    for plan, effort in PLANS:
        weights = {**STRONG, "german": msgspec.structs.replace(german, plan=plan, main=effort)}
        ends = []
        for i in range(games):
            s = game.start()
            play_on(game, s, weights, 99, random.Random(seed + i))
            ends.append(judge(s))
        won = sum(end.level.startswith("german") for end in ends)
        drawn = sum(end.level == "draw" for end in ends)
        mean = [sum(end.german_points for end in ends) / games, sum(end.allied_points for end in ends) / games]
        print(f"{plan:8} {effort}: {won} won, {drawn} drawn, {games - won - drawn} lost, ", end="")
        print(f"{mean[0]:.0f} to {mean[1]:.0f} points", flush=True)
        found[plan, effort] = won, drawn
    return found


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 40, *sys.argv[2:3])
