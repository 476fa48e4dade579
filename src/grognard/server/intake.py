"""What comes from outside: limited in size, depth, numbers and time.

A body is counted while it is read. A file is taken in by a process of its own, with its time and memory limited
(`python -m grognard.server.intake`); what it makes of the file is a table as it lies on the disk, and is put there.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping
from contextlib import suppress
from importlib import import_module
from typing import TypeVar

import msgspec
from starlette.requests import Request
from starlette.websockets import WebSocket, WebSocketDisconnect

from grognard.kernel.errors import BadInput, Broken, GrognardError
from grognard.kernel.plain import Things, meet

MOST_BODY = 64_000_000
MOST_SETUP = 1_000_000
"""Bytes of a description of a new table, its pack included."""
MOST_MESSAGE = 400_000
LIMIT = 60.0
"""Seconds to look at a file."""
MEMORY = 2_000_000_000
T = TypeVar("T")
OBJECT: msgspec.json.Decoder[Things] = msgspec.json.Decoder(dict)  # msgspec knows no type that names itself
Columns = dict[str, str | int | None]
"""A table as it lies on the disk."""
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
    """What a process says of a file: why it is refused; or the table that it became, and what is special about it."""

    broken: bool = False
    text: str = ""
    note: str = ""
    row: Columns = {}


meet(Verdict)


def take_in(raw: bytes, makers: Mapping[str, str]) -> tuple[Verdict, list[str]]:
    """The table that a file becomes, with its steps, by a process of its own; refused as there."""
    verdict, steps = _run(raw, dict(makers))
    if verdict.text:
        raise Broken(verdict.text) if verdict.broken else BadInput(verdict.text)
    return verdict, steps


def _run(raw: bytes, makers: dict[str, str]) -> tuple[Verdict, list[str]]:
    try:
        done = subprocess.run(
            [sys.executable, "-m", "grognard.server.intake"],
            input=msgspec.json.encode(makers) + b"\n" + raw,
            stdout=subprocess.PIPE,
            timeout=LIMIT,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        )
    except subprocess.TimeoutExpired:
        return Verdict(text=TOO_LONG), []
    first, *steps = done.stdout.decode().split("\n")
    try:
        return msgspec.json.decode(first, type=Verdict), steps
    except msgspec.DecodeError:  # it was ended from outside, for its time or its memory
        return Verdict(text=TOO_LONG), []


def examine(raw: bytes, makers: Mapping[str, str]) -> tuple[Verdict, list[str]]:
    """Take the file in, into a file of games in memory."""
    from grognard.server.lobby import Lobby
    from grognard.server.store import Store

    try:
        extra = [getattr(import_module(m), name)() for m, _, name in (x.partition(":") for x in makers.values())]
        store = Store(":memory:")
        room, note = Lobby(store, extra).take_in(raw)
        row, steps = store.columns(room.row.id)
        return Verdict(note=note, row=row), steps
    except GrognardError as error:
        return Verdict(isinstance(error, Broken), str(error)), []
    except MemoryError:
        return Verdict(text="The file needs too much memory."), []
    except RecursionError:
        return Verdict(text="The file is nested too deeply."), []
    except Exception as error:
        return Verdict(text=f"The file cannot be taken in ({type(error).__name__}: {error})."), []


def main() -> None:
    """The first line names games that are not installed, the rest is the file."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (int(LIMIT) + 1, int(LIMIT) + 1))
    with suppress(OSError, AttributeError):
        os.nice(5)
    out = sys.stdout.buffer
    sys.stdout = sys.stderr
    makers = msgspec.json.decode(sys.stdin.buffer.readline(), type=dict[str, str])
    verdict, steps = examine(sys.stdin.buffer.read(), makers)
    out.write("\n".join([msgspec.json.encode(verdict).decode(), *steps]).encode())
    out.flush()
    os._exit(0)


if __name__ == "__main__":
    main()
