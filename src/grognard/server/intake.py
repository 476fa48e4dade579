"""What comes from outside: limited in size, depth, numbers and time.

A body is counted while it is read. A file is first taken in by a process of its own, with its time and memory limited
(`python -m grognard.server.intake`); only what has come through is taken in here, off the loop.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import Mapping
from contextlib import suppress
from importlib import import_module
from typing import Any, TypeVar

import msgspec
from starlette.requests import Request
from starlette.websockets import WebSocket, WebSocketDisconnect

from grognard.kernel.errors import BadInput, Broken, GrognardError

MOST_BODY = 64_000_000
MOST_SETUP = 1_000_000
"""Bytes of a description of a new table, its pack included."""
MOST_MESSAGE = 400_000
LIMIT = 60.0
"""Seconds to look at a file."""
MEMORY = 2_000_000_000
T = TypeVar("T")
OBJECT: msgspec.json.Decoder[dict[str, Any]] = msgspec.json.Decoder(dict[str, Any])
TOO_LONG = "The file took too long to look at, and was given up."


async def body(request: Request, most: int | None = None) -> bytes:
    """The request's body; refused as soon as it is known to be too long."""
    limit = MOST_BODY if most is None else most
    words = f"More than {limit / 1_000_000:g} MB are not read."
    length = request.headers.get("content-length", "0")
    if not length.isascii() or not length.isdigit() or len(length) > 15:
        raise BadInput("The length of the request is no number.")
    if int(length) > limit:
        raise BadInput(words)
    parts, size = [], 0
    async for part in request.stream():
        size += len(part)
        if size > limit:
            raise BadInput(words)
        parts.append(part)
    return b"".join(parts)


def decode(raw: bytes | str, decoder: msgspec.json.Decoder[T], what: str) -> T:
    """JSON as the decoder's type; one sentence if it is not."""
    try:
        return decoder.decode(raw)
    except RecursionError:
        raise BadInput(f"This is no {what}: it is nested too deeply.") from None
    except (msgspec.DecodeError, ValueError) as error:  # a number of thousands of digits is a ValueError
        raise BadInput(f"This is no {what}: {error}.") from None


async def text_of(ws: WebSocket) -> str:
    """The next message of a page."""
    message = await ws.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code") or 1000)
    text = message.get("text")
    if not isinstance(text, str):
        raise BadInput("A message is a text, not bytes.")
    return text


# ------------------------------------------------------------------------------------------------ files


class Verdict(msgspec.Struct, omit_defaults=True):
    """What a process says of a file."""

    broken: bool = False
    text: str = ""


async def try_out(raw: bytes, makers: Mapping[str, str]) -> None:
    """Take the file in by a process of its own, and throw the result away; refused as there."""
    verdict = await asyncio.to_thread(_run, raw, dict(makers))
    if verdict.text:
        raise Broken(verdict.text) if verdict.broken else BadInput(verdict.text)


def _run(raw: bytes, makers: dict[str, str]) -> Verdict:
    try:
        done = subprocess.run(
            [sys.executable, "-m", "grognard.server.intake"],
            input=msgspec.json.encode(makers) + b"\n" + raw,
            stdout=subprocess.PIPE,
            timeout=LIMIT,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        )
    except subprocess.TimeoutExpired:
        return Verdict(text=TOO_LONG)
    try:
        return msgspec.json.decode(done.stdout, type=Verdict)
    except msgspec.DecodeError:  # it was ended from outside, for its time or its memory
        return Verdict(text=TOO_LONG)


def examine(raw: bytes, makers: Mapping[str, str]) -> Verdict:
    """Take the file in as the server would, into a file of games in memory."""
    from grognard.server.lobby import Lobby
    from grognard.server.store import Store

    try:
        extra = [getattr(import_module(m), name)() for m, _, name in (x.partition(":") for x in makers.values())]
        Lobby(Store(":memory:"), extra).take_in(raw)
    except GrognardError as error:
        return Verdict(isinstance(error, Broken), str(error))
    except MemoryError:
        return Verdict(text="The file needs too much memory.")
    except RecursionError:
        return Verdict(text="The file is nested too deeply.")
    except Exception as error:
        return Verdict(text=f"The file cannot be taken in ({type(error).__name__}: {error}).")
    return Verdict()


def main() -> None:
    """The first line names games that are not installed, the rest is the file."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (int(LIMIT) + 1, int(LIMIT) + 1))
    with suppress(OSError, AttributeError):
        os.nice(5)
    out: Any = sys.stdout.buffer
    sys.stdout = sys.stderr
    makers = msgspec.json.decode(sys.stdin.buffer.readline(), type=dict[str, str])
    out.write(msgspec.json.encode(examine(sys.stdin.buffer.read(), makers)))
    out.flush()
    os._exit(0)


if __name__ == "__main__":
    main()
