"""Analysis for a page: worked out in a process of its own, one at a time, from what the seat may know."""

from __future__ import annotations

import asyncio
import os
import sys
from contextlib import suppress

import msgspec

from grognard.kernel.errors import BadInput
from grognard.kernel.rules.actions import PUBLIC
from grognard.server.room import Room
from grognard.simulate.analyst import Asked

SECONDS = 5.0
"""How long it is played out."""
LIMIT = 90.0
"""Seconds after which a process that gives no answer is ended."""
_one = asyncio.Semaphore(1)


async def analysis(room: Room, seat: str) -> bytes:
    """The best options of the seat that must decide, or, at the end, luck and turning points; as JSON."""
    table = room.table
    asked = Asked(room.game.id, SECONDS, room.game.pack, seat="" if seat == PUBLIC else seat)
    if table.over:
        asked.record = dict(room.record(seat))
    elif seat not in table.seats:
        private = " Look in private first: it follows from what one seat knows." if room.is_shared else ""
        raise BadInput(f"Only who must decide now can have the options weighed.{private}")
    else:
        asked.position = room.position(seat)
    async with _one:
        raw = await _work_out(msgspec.json.encode(asked))
    found = msgspec.json.decode(raw)
    if "failed" in found:
        raise BadInput(found["failed"])
    return raw


async def _work_out(asked: bytes) -> bytes:
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "grognard.simulate.analyst",
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
    )
    try:
        out, _ = await asyncio.wait_for(process.communicate(asked), LIMIT)
    except TimeoutError:
        raise BadInput("The analysis took too long, and was ended.") from None
    finally:
        if process.returncode is None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()
    if process.returncode or not out:
        raise BadInput("The analysis failed inside; the server's log says why.")
    return out
