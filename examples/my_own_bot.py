"""My own bot in forty lines: it tries every action it can think of in a guessed world, and keeps the best.

python examples/my_own_bot.py 20
grognard simulate springtime --seat axis=examples/my_own_bot.py:Greedy --games 100 --out greedy
"""

import sys

import grognard


class Greedy:
    """Looks one action ahead, by a judgement of its own: French morale low, or high, as its side likes it."""

    tries = 8

    def choose(self, game, view, seat, rng):
        best, best_worth = None, None
        for _ in range(self.tries):
            deed = game.random(view, seat, rng)
            world = game.guess(view.copy(), seat, rng)
            game.apply(world, deed)
            worth = self.judge(game, world, seat)
            if best_worth is None or worth > best_worth:
                best, best_worth = deed, worth
        return game.said(view, best)

    def judge(self, game, s, seat):
        result = game.result(s)
        if result is not None and result.winner:
            return 1000 if result.winner == seat else -1000
        mine = game.side(s, seat)
        numbers = {number.id: number.value for number in game.scene(s).numbers}
        held = sum(shade.side == mine for shade in game.overlay(s, "control").shades)
        return held + numbers["morale"] * (1 if mine == "allies" else -1)


def main(games=10):
    game = grognard.load("springtime")
    won = 0
    for seed in range(games):
        players = {"axis": Greedy(), "allies": "random"}
        won += grognard.play_game(game, players, scenario="plan-red", seed=seed).result.winner == "axis"
    print(f"Greedy wins {won} of {games} as the Axis against random play.")
    return won


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
