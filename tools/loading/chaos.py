"""Kill a server in the middle of its work, start it again, and see that all it had acknowledged is there; often."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import random
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

import httpx

from tools.loading.load import figures
from tools.loading.player import Gone, Player, Tally
from tools.loading.served import NotStarted, Served, served_in, tell

MOST_TIMES = 10_000
MOST_SERVERS = 8


class Chaos:
    """Servers side by side, each with games of its own, and what they lost together."""

    def __init__(self, given: argparse.Namespace) -> None:
        self.given = given
        self.tally = Tally()
        self.kills = 0
        self.begun = time.monotonic()
        self.first_answers: list[float] = []

    async def run(self) -> dict[str, Any]:
        keep: Path | None = self.given.keep
        works = [
            served_in(keep and keep / str(number), "chaos", partial(self.lives, number))
            for number in range(self.given.servers)
        ]
        ended = [how for found in await asyncio.gather(*works) for how in found["ended by itself"]]
        return {
            "kills": self.kills,
            "minutes": round((time.monotonic() - self.begun) / 60, 1),
            "acknowledged": len(self.tally.actions),
            "acknowledged and checked": self.tally.checked,
            "lost": self.tally.lost,
            "errors": dict(self.tally.errors),
            "first answer s": figures(self.first_answers, 1),
            "ended by itself": ended,
        }

    async def lives(self, number: int, served: Served) -> dict[str, Any]:
        """The lives of one server, until all of them together were killed often enough."""
        given, rng = self.given, random.Random(f"{self.given.seed} {number}")
        self.first_answers.append(await served.start())
        cards = [card for card in (await served.get("/api/home"))["games"] if "broken" not in card]
        players = [
            Player(served, cards[n % len(cards)], random.Random(rng.random()), self.tally)
            for n in range(given.sockets)
        ]
        for player in players:
            await player.sit_down()
        until = self.begun + given.minutes * 60
        while self.kills < given.times and time.monotonic() < until:
            self.kills += 1
            await one_life(served, players, rng)
            try:
                self.first_answers.append(await served.start())
            except NotStarted as error:
                self.tally.errors[str(error)] += 1
                break
            for player in players:
                await self.come_back(player)
        return {}

    async def come_back(self, player: Player) -> None:
        try:
            await player.open()
            await player.check()
        except (Gone, httpx.HTTPError) as error:
            self.tally.errors[f"a table did not come back: {player.game['id']} ({error!r})"[:200]] += 1
            await player.sit_down()
        if max(map(len, player.acknowledged.values())) > self.given.longest:
            await player.sit_down()


async def one_life(served: Served, players: list[Player], rng: random.Random) -> None:
    """Act as fast as the server answers, until it is killed at some moment."""

    async def play(player: Player) -> None:
        with contextlib.suppress(Gone, httpx.HTTPError):
            while True:
                if not await player.act():
                    await player.sit_down()

    tasks = [asyncio.create_task(play(player)) for player in players]
    await asyncio.sleep(rng.uniform(0.02, 0.4))
    await served.kill()
    await asyncio.gather(*tasks)
    for player in players:
        await player.close()


def main(args: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="tools/chaos", description=__doc__)
    parser.add_argument("--times", type=int, default=1000, help=f"how often, at most {MOST_TIMES}")
    parser.add_argument("--minutes", type=float, default=120, help="stop after so long, however often it was")
    parser.add_argument("--servers", type=int, default=2, help=f"how many side by side, at most {MOST_SERVERS}")
    parser.add_argument("--sockets", type=int, default=6, help="tables that are played at, a server")
    parser.add_argument(
        "--longest", type=int, default=400, help="actions of a seat, after which a new table is taken"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path, help="a folder for the servers' games and logs, which are kept")
    given = parser.parse_args(args)
    given.times = min(given.times, MOST_TIMES)
    given.servers = max(1, min(given.servers, MOST_SERVERS))
    return tell(asyncio.run(Chaos(given).run()))
