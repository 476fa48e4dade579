"""200 open tables, 40 of them played at once a second, and four hard bots thinking: what a server bears."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import random
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import httpx

from tools.loading.player import Gone, Line, Player, Tally
from tools.loading.served import NotStarted, Served, served_in, tell

MOST_MINUTES = 60


def figures(values: Sequence[float], scale: float = 1000) -> dict[str, float]:
    """Half and 99 in 100 lie under these, in milliseconds unless told otherwise."""
    if not values:
        return {"count": 0}
    ordered = sorted(values)
    at = {name: ordered[min(len(ordered) - 1, int(len(ordered) * share))] for name, share in SHARES.items()}
    return {"count": len(ordered), **{name: round(value * scale, 1) for name, value in at.items()}}


SHARES = {"p50": 0.5, "p90": 0.9, "p99": 0.99, "max": 1.0}


class Load:
    def __init__(self, served: Served, given: argparse.Namespace) -> None:
        self.served, self.given = served, given
        self.rng = random.Random(given.seed)
        self.tally = Tally()
        self.players: list[Player] = []
        self.watchers: list[Line] = []
        self.memory: list[tuple[float, float]] = []
        self.first_answers: list[float] = []
        self.until = 0.0
        self.worked = 0.0
        """Seconds of a processor that the server took; unknown where it was killed."""
        self.bot_games: list[dict[str, Any]] = []

    async def run(self) -> dict[str, Any]:
        given = self.given
        self.first_answers.append(await self.served.start())
        cards = [card for card in (await self.served.get("/api/home"))["games"] if "broken" not in card]
        self.bot_games = [
            card for card in cards if "hard" in [bot["id"] if isinstance(bot, dict) else bot for bot in card["bots"]]
        ]
        for number in range(given.sockets):
            self.players.append(
                Player(self.served, cards[number % len(cards)], random.Random(self.rng.random()), self.tally)
            )
        for player in self.players:
            await player.sit_down()
        for number in range(given.bots):
            await self.watch_bots(self.bot_games[number % len(self.bot_games)])
        for number in range(max(0, given.tables - given.sockets - given.bots)):
            card = cards[number % len(cards)]
            table = await self.served.create(game=card["id"], practice=True)
            await self.watch(table, card["seats"][0])
        self.until = time.monotonic() + given.minutes * 60
        started = self.served.worked()
        tasks = [asyncio.create_task(self.play(player)) for player in self.players]
        tasks.append(asyncio.create_task(self.sample()))
        if given.kill_every:
            tasks.append(asyncio.create_task(self.kill()))
        try:
            await asyncio.gather(*tasks)
        except NotStarted as error:
            self.tally.errors[str(error)] += 1
            for task in tasks:
                task.cancel()
            return self.report()
        if not given.kill_every:
            self.worked = self.served.worked() - started
        for player in self.players:
            await player.check()
        for line in self.watchers:
            await line.close()
        for player in self.players:
            await player.close()
        return self.report()

    async def watch_bots(self, card: dict[str, Any]) -> None:
        """Bots against each other: they are wanted all the time."""
        await self.watch(
            await self.served.create(game=card["id"], who=dict.fromkeys(card["seats"], "bot:hard")), "public"
        )

    async def watch(self, table: str, seat: str) -> None:
        line = Line(self.served, table, seat)
        await line.open()
        self.watchers.append(line)

    async def play(self, player: Player) -> None:
        """An action each second, whatever the last one took."""
        await asyncio.sleep(player.rng.random())
        due = time.monotonic()
        while due < self.until:
            try:
                if not await player.act():
                    await player.sit_down()
            except TimeoutError:
                self.tally.errors["no answer in time"] += 1
            except (Gone, httpx.HTTPError) as error:
                await self.come_back(player, error)
            due = max(due + 1.0, time.monotonic())
            await asyncio.sleep(max(0.0, due - time.monotonic()))

    async def come_back(self, player: Player, why: Exception) -> None:
        if not self.given.kill_every:
            self.tally.errors[f"the line broke ({why!r})"[:200]] += 1
        while True:
            await self.served.up.wait()
            with contextlib.suppress(Gone, httpx.HTTPError):
                await player.close()
                await player.open()
                await player.check()
                return
            await asyncio.sleep(0.05)

    async def sample(self) -> None:
        while time.monotonic() < self.until:
            if self.served.up.is_set():
                self.memory.append(self.served.memory())
            await asyncio.sleep(1)

    async def kill(self) -> None:
        while True:
            await asyncio.sleep(self.given.kill_every)
            if time.monotonic() > self.until - 5:
                return
            await self.served.kill()
            self.first_answers.append(await self.served.start())

    def report(self) -> dict[str, Any]:
        given, tally = self.given, self.tally
        server, whole = ([pair[i] for pair in self.memory] for i in (0, 1))
        return {
            "minutes": given.minutes,
            "tables": given.tables,
            "sockets": given.sockets,
            "bots": given.bots,
            "actions a second": round(len(tally.actions) / (given.minutes * 60), 1),
            "action ms": figures(tally.actions),
            "question ms": figures(tally.questions),
            "memory MB": {"server": round(max(server), 1), "with bots": round(max(whole), 1)},
            "processor ms an action": round(1000 * self.worked / max(1, len(tally.actions)), 1),
            "games finished": tally.finished,
            "errors": dict(tally.errors),
            "kills": len(self.first_answers) - 1,
            "first answer s": figures(self.first_answers, 1),
            "acknowledged and checked": tally.checked,
            "lost": tally.lost,
        }  # fmt: skip


def main(args: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="tools/load", description=__doc__)
    parser.add_argument("--minutes", type=float, default=10, help=f"how long, at most {MOST_MINUTES}")
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--sockets", type=int, default=40, help="tables that are played at, an action a second each")
    parser.add_argument("--bots", type=int, default=4, help="tables at which hard bots play each other")
    parser.add_argument(
        "--kill-every", type=float, default=0, help="seconds after which the server is killed, ever again"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path, help="a folder for the server's games and log, which are kept")
    given = parser.parse_args(args)
    given.minutes = min(given.minutes, MOST_MINUTES)

    work = served_in(given.keep, "load", lambda served: Load(served, given).run())
    return tell(asyncio.run(work))
