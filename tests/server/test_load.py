"""Shorter runs of tools/load and tools/chaos; and that they would notice a loss."""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tools.loading.player import Player, Tally
from tools.loading.served import Served

ROOT = Path(__file__).resolve().parents[2]


def run(*command: str) -> dict[str, Any]:
    ran = subprocess.run([sys.executable, *command], cwd=ROOT, capture_output=True, text=True, timeout=400)
    assert ran.stdout, ran.stderr
    found: dict[str, Any] = json.loads(ran.stdout)
    assert found["lost"] == []
    assert found["errors"] == {}
    assert ran.returncode == 0
    return found


@pytest.mark.long
def test_many_tables_are_served_at_once() -> None:
    found = run("tools/load", "--minutes", "0.5", "--tables", "60", "--sockets", "20", "--bots", "2")
    assert found["action ms"]["count"] > 200
    assert found["processor ms an action"] < 20
    assert found["action ms"]["p50"] < 500, "others may have the processors; on two quiet ones it is under 20"
    assert found["memory MB"]["with bots"] < 600


@pytest.mark.long
def test_a_server_that_is_killed_again_and_again_loses_nothing() -> None:
    found = run(
        "tools/load", "--minutes", "0.7", "--tables", "12", "--sockets", "8", "--bots", "1", "--kill-every", "8"
    )
    assert found["kills"] >= 2
    assert found["acknowledged and checked"] > 50


@pytest.mark.long
def test_chaos_loses_nothing() -> None:
    found = run("tools/chaos", "--times", "15")
    assert found["kills"] == 15
    assert found["acknowledged"] > 50


async def lose_a_step(folder: Path) -> list[str]:
    """What the check says when a step that was acknowledged is taken from the disk while the server is dead."""
    served, tally = Served(folder), Tally()
    try:
        await served.start()
        card = next(card for card in (await served.get("/api/home"))["games"] if len(card["seats"]) == 1)
        player = Player(served, card, random.Random(3), tally)
        await player.sit_down()
        for _ in range(6):
            await player.act()
        await served.kill()
        await player.close()
        with sqlite3.connect(folder / "games.sqlite") as db:
            gone = db.execute("DELETE FROM steps WHERE n = (SELECT max(n) FROM steps)")
            assert gone.rowcount == 1
        db.close()
        await served.start()
        await player.open()
        await player.check()
        await player.close()
        return tally.lost
    finally:
        await served.stop()


@pytest.mark.long
def test_a_loss_would_be_noticed(tmp_path: Path) -> None:
    lost = asyncio.run(lose_a_step(tmp_path))
    assert len(lost) == 1
    assert "6 acknowledged, 5 kept" in lost[0]


async def crash(folder: Path) -> tuple[list[str], int]:
    """How a server ended that crashed while nobody killed it, and the answer of the next one."""
    served = Served(folder)
    try:
        await served.start()
        assert served.process is not None
        first = served.process.pid
        os.kill(first, signal.SIGSEGV)
        while served.process.pid == first:
            await asyncio.sleep(0.02)
        await served.up.wait()
        await served.kill()
        return served.ended, len((await served.start(), served.ended)[1])
    finally:
        await served.stop()


@pytest.mark.long
def test_a_server_that_ends_by_itself_is_told_with_its_log(tmp_path: Path) -> None:
    ended, in_all = asyncio.run(crash(tmp_path))
    assert len(ended) == in_all == 1, "the one that was killed on purpose is not among them"
    assert "ended with -11" in ended[0]
    assert "Segmentation fault" in ended[0]
