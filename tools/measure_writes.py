"""What a durable write costs: `python tools/measure_writes.py [FOLDER]`.

Writes actions of games as the server does, and prints the milliseconds for one action: what the server's loop does
(write), what a worker does meanwhile (flush), and what one would take that flushes at every write (SQLite's FULL).
"""

from __future__ import annotations

import random
import statistics
import sys
import tempfile
import time
from pathlib import Path

from grognard.bots import RandomBot
from grognard.kernel.registry import load
from grognard.server.room import Room
from grognard.server.store import Store

ACTIONS, ROUNDS = 40, 3


def measure(folder: str, game_id: str, each: bool) -> tuple[list[float], list[float]]:
    """Times for writing and for flushing; `each` flushes with every write."""
    store = Store(Path(folder) / f"{game_id}-{time.monotonic_ns()}.sqlite")
    if each:
        store.db.execute("PRAGMA synchronous=FULL")
    game, rng = load(game_id), random.Random(1)
    writes: list[float] = []
    flushes: list[float] = []
    room = Room.new(store, game.table(practice=True, seed=1), dict.fromkeys(game.seats, "me"), "game")
    for _ in range(ACTIONS):
        seat = room.table.seats[0]
        room.table.play(RandomBot().choose(game, room.table.view(seat), seat, rng).text, seat)
        began = time.perf_counter()
        room.save()
        written = time.perf_counter()
        if not each:
            store.journal.flush()
        writes.append((written - began) * 1000)
        flushes.append((time.perf_counter() - written) * 1000)
    store.close()
    return writes, flushes


def say(what: str, times: list[float]) -> None:
    times.sort()
    print(f"{what}: {statistics.median(times):.2f} ms, {times[int(len(times) * 0.99)]:.2f} ms at p99")


def main() -> None:
    with tempfile.TemporaryDirectory(dir=sys.argv[1] if len(sys.argv) > 1 else None) as folder:
        for game_id in ("spoiled-victory", "springtime", "1940"):
            writes: list[float] = []
            flushes: list[float] = []
            full: list[float] = []
            for _ in range(ROUNDS):
                found = measure(folder, game_id, False)
                writes += found[0]
                flushes += found[1]
                full += measure(folder, game_id, True)[0]
            say(f"{game_id} write", writes)
            say(f"{game_id} flush", flushes)
            say(f"{game_id} FULL", full)


if __name__ == "__main__":
    main()
