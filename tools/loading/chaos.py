"""Kill a server in the middle of its work, start it again, and see that all it had acknowledged is there; often."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import random
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import httpx

from tools.loading.load import figures
from tools.loading.player import Gone, Player, Tally
from tools.loading.served import Served

MOST_TIMES = 10_000


async def one_life(served: Served, players: list[Player], rng: random.Random, tally: Tally) -> None:
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


async def chaos(served: Served, given: argparse.Namespace) -> dict[str, Any]:
    rng, tally = random.Random(given.seed), Tally()
    first_answers = [await served.start()]
    cards = [card for card in (await served.get("/api/home"))["games"] if "broken" not in card]
    players = [
        Player(served, cards[n % len(cards)], random.Random(rng.random()), tally) for n in range(given.sockets)
    ]
    for player in players:
        await player.sit_down()
    until = time.monotonic() + given.minutes * 60
    kills = 0
    while kills < given.times and time.monotonic() < until:
        await one_life(served, players, rng, tally)
        kills += 1
        first_answers.append(await served.start())
        for player in players:
            try:
                await player.open()
                await player.check()
            except (Gone, httpx.HTTPError) as error:
                tally.errors[f"a table did not come back: {player.game['id']} ({error!r})"[:200]] += 1
                await player.sit_down()
            if max(map(len, player.acknowledged.values())) > given.longest:
                await player.sit_down()
    return {
        "kills": kills,
        "acknowledged": len(tally.actions),
        "lost": tally.lost,
        "errors": dict(tally.errors),
        "first answer s": figures(first_answers, 1),
    }


def main(args: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="tools/chaos", description=__doc__)
    parser.add_argument("--times", type=int, default=1000, help=f"how often, at most {MOST_TIMES}")
    parser.add_argument("--minutes", type=float, default=120, help="stop after so long, however often it was")
    parser.add_argument("--sockets", type=int, default=6, help="tables that are played at")
    parser.add_argument(
        "--longest", type=int, default=400, help="actions of a seat, after which a new table is taken"
    )
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(args)
    given.times = min(given.times, MOST_TIMES)

    async def go() -> dict[str, Any]:
        with tempfile.TemporaryDirectory(prefix="grognard-chaos-", ignore_cleanup_errors=True) as folder:
            served = Served(Path(folder))
            try:
                return await chaos(served, given)
            finally:
                await served.stop()

    found = asyncio.run(go())
    print(json.dumps(found, indent=2, ensure_ascii=False))
    return 1 if found["lost"] or found["errors"] else 0
