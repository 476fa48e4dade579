"""What a finished game costs at a table."""

from __future__ import annotations

import gc
import random
import tracemalloc

import grognard

MEGABYTES = 2


def test_a_finished_game_of_1940_costs_little_at_its_table() -> None:
    game = grognard.load("1940")
    game.table(practice=True, seed=1)  # what is made once a process is made
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        table = game.table(practice=True, seed=1)
        rng = random.Random(1)
        while not table.over:
            seat = table.seats[0]
            table.play(game.random(table.state, seat, rng), seat)
        gc.collect()
        cost = tracemalloc.get_traced_memory()[0] - before
    finally:
        tracemalloc.stop()
    assert len(table.history) > 400
    assert cost < MEGABYTES * 1e6, f"{cost / 1e6:.1f} MB for {len(table.history)} steps"
