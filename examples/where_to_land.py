"""Where should one land? Games of the Invasion scenario of Fortress Europa with the first landing in each district.

python examples/where_to_land.py 16 easy
"""

import sys

import grognard
from grognard.bots import game_bots
from grognard.games.fortress_europa.data.world import DISTRICTS
from grognard.simulate.figures import wilson


def main(games=16, level="easy", seed=1000):
    game = grognard.load("fortress-europa")
    won = dict.fromkeys(DISTRICTS, 0)
    for number, district in enumerate(DISTRICTS):
        for i in range(games):
            allied = game_bots(game)[level]()
            allied.district = number
            played = grognard.play_game(game, {"german": level, "allied": allied}, scenario="invasion", seed=seed + i)
            won[district] += played.result.winner == "allied"
        _, low, high = wilson(won[district], games)
        print(f"{district:12} {won[district]:3} of {games} won by the Allies ({low:.0%} to {high:.0%})", flush=True)
    return won


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 16, *sys.argv[2:3])
