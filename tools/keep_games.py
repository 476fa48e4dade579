"""Games as this version keeps them, for later versions to read: `python tools/keep_games.py`.

Run it when the way games are kept is about to change, with the last version before the change, and commit what it
writes: tests/server/data/games-<layout>.sqlite.gz and tests/saves/<game>-<what>.json.gz. What is there is left alone.
"""

from __future__ import annotations

import gzip
import random
import sqlite3
import sys
import tempfile
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "server"))

from toy_server import TOYS

from grognard.bots import RandomBot
from grognard.kernel.match.replay import replay
from grognard.kernel.match.save import save_game
from grognard.kernel.match.table import Table
from grognard.kernel.registry import games
from grognard.kernel.rules.game import Game
from grognard.kernel.rules.steps import DRAFT
from grognard.server.layout import LAYOUT
from grognard.server.lobby import Lobby
from grognard.server.room import Room
from grognard.server.store import Store

ROOT = Path(__file__).parents[1]
ACTIONS = 12


def play_random(table: Table[Any], rng: random.Random, most: int) -> None:
    bot: RandomBot[Any] = RandomBot()
    for _ in range(most):
        if table.over:
            return
        seat = table.seats[0]
        table.play(bot.choose(table.game, table.view(seat), seat, rng).text, seat)


def open_draft(table: Table[Any], rng: random.Random) -> None:
    """Play on to a draft, and leave a part of it there."""
    for _ in range(40):
        if table.over:
            return
        if table.state.stack[-1].kind == DRAFT:
            seat = table.seats[0]
            parts = [a for a in table.legal("", seat) if a.verb != "done"]
            if parts:
                part = rng.choice(parts)
                while not part.complete:
                    part = rng.choice(table.legal(part.text, seat))
                table.play(part.text, seat)
                return
        play_random(table, rng, 1)


def running(game: Game[Any], seed: int) -> Table[Any]:
    """A table in the middle, with a part of a draft and with standing orders where the game has them."""
    for actions in range(ACTIONS, -2, -1):
        rng = random.Random(seed)
        table: Table[Any] = game.table(seed=seed, practice=True)
        play_random(table, rng, actions)
        if actions >= 0:
            open_draft(table, rng)
        for order in game.orders[-1:]:
            for seat in game.seats:
                table.order(order.id, seat)
        if not table.over:
            return table
    raise SystemExit(f"{game.id} is over before anybody has acted.")


def serious(game: Game[Any], seed: int) -> Table[Any]:
    """A table with a secret of its own and an undo barrier, still running."""
    for actions in range(3, -1, -1):
        table: Table[Any] = game.table()
        play_random(table, random.Random(seed), actions)
        if not table.over:
            return table
    raise SystemExit(f"{game.id} is over before anybody has acted.")


def finished(game: Game[Any]) -> Table[Any] | None:
    """A game that is over: the shortest record of the museum, else one played at random, if that ends soon."""
    kept = sorted((ROOT / "tests" / "museum" / game.id).glob("*.json.gz"), key=lambda file: file.stat().st_size)
    for file in kept:
        opened = replay(gzip.decompress(file.read_bytes()), game)
        if opened.matches and opened.table is not None and opened.table.over:
            return opened.table
    for seed in range(20):
        table: Table[Any] = game.table(seed=seed, practice=True)
        play_random(table, random.Random(seed), 400)
        if table.over:
            return table
    print(f"{game.id} does not come to an end by random play: no finished game of it is kept.", file=sys.stderr)
    return None


def main() -> None:
    here = {game.id: game for game in (*games(), *TOYS)}
    saves, data = ROOT / "tests" / "saves", ROOT / "tests" / "server" / "data"
    for folder in (saves, data):
        folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as where:
        path = Path(where) / "games.sqlite"
        store = Store(path)
        lobby = Lobby(store, TOYS)
        for seed, game in enumerate(here.values()):
            who = dict.fromkeys(game.seats, "hotseat")
            if game.lesson() is not None:
                lobby.create({"game": game.id, "lesson": True})
            tables = {"running": running(game, seed), "serious": serious(game, seed), "finished": finished(game)}
            for what, table in tables.items():
                if table is None:
                    continue
                Room.new(store, table, who, "game")
                target = saves / f"{game.id}-{what}.json.gz"
                if not target.exists():
                    target.write_bytes(gzip.compress(save_game(table), mtime=0))
        store.close()
        db = sqlite3.connect(path)
        db.execute("PRAGMA journal_mode=DELETE")
        db.execute("VACUUM")
        db.close()
        target = data / f"games-{LAYOUT}.sqlite.gz"
        if not target.exists():
            target.write_bytes(gzip.compress(path.read_bytes(), mtime=0))


if __name__ == "__main__":
    main()
