"""Guards against a slowness that would be noticed; generous, for machines are noisy."""

from __future__ import annotations

import random
import timeit
from collections.abc import Callable

import msgspec
from toys.skirmish import Skirmish

from grognard.bots import RandomBot
from grognard.kernel.rules.actions import CHANCE, OVER


def best(action: Callable[[], object], number: int) -> float:
    """The best of five runs, in seconds a call."""
    return min(timeit.repeat(action, number=number, repeat=5)) / number


def test_a_copy_takes_microseconds() -> None:
    s = Skirmish().start()
    assert best(s.copy, 2000) < 20e-6


def test_a_scene_as_json_takes_less_than_a_millisecond() -> None:
    game = Skirmish()
    s = game.start()
    encode = msgspec.json.Encoder().encode
    assert best(lambda: encode(game.scene(s)), 100) < 1e-3


def test_a_table_costs_at_most_a_few_times_the_bare_rules() -> None:
    game = Skirmish()

    def bare() -> None:
        rng = random.Random(1)
        bot: RandomBot[object] = RandomBot()  # type: ignore[type-var]
        s = game.start()
        while (turn := game.turn(s)) is not OVER:
            if turn is CHANCE:
                game.apply(s, game.chance(s).sample(rng))
            else:
                game.apply(s, bot.choose(game, s, str(turn), rng))  # type: ignore[arg-type]

    def at_a_table() -> None:
        rng = random.Random(1)
        bot: RandomBot[object] = RandomBot()  # type: ignore[type-var]
        table = game.table(practice=True, seed=1)
        while not table.over:
            seat = table.seats[0]
            table.play(bot.choose(game, table.state, seat, rng), seat=seat)  # type: ignore[arg-type]

    assert best(at_a_table, 3) < 8 * best(bare, 3) + 0.05
