"""Does luck decide? The winners' luck in pips, and how often the luckier side wins.

python examples/does_luck_decide.py 200
"""

import sys

import grognard


def main(games=40):
    game = grognard.load("springtime")
    luckier = decided = 0
    for seed in range(games):
        table = grognard.play_game(game, {"axis": "easy", "allies": "easy"}, seed=seed).table()
        luck = table.luck("axis")
        if luck and table.result.winner:
            decided += 1
            luckier += (luck > 0) == (table.result.winner == "axis")
    print(f"The luckier side won {luckier} of {decided} games.")
    return luckier, decided


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
