"""Open pages. Each has a queue of its own: whoever sends to a page goes on at once, and a page that does not read
is let go when its queue is full. It connects again by itself, and is then sent what it missed."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections import deque
from collections.abc import Callable

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from grognard.server.journal import Journal, Unsaved
from grognard.server.protocol import LogEntry, Push

MOST_MESSAGES = 200
MOST_BYTES = 8_000_000
"""What may wait for one page."""
FAREWELL = 2.0
"""Seconds in which a page that is let go may still take what was sent before."""
TOO_SLOW = (4408, "The page does not read what it is sent.")
UNSAVED = (4409, "What was done has not reached the disk.")


OPEN = "open"
"""The seat of a page at one screen that lies before several people: it shows what everybody may know, and whoever is
asked openly decides at it."""


class Page:
    """One open page: its seat, what waits to be sent to it, and what it has been sent of the table."""

    def __init__(self, seat: str, journal: Journal | None = None, written: Callable[[], int] = lambda: 0) -> None:
        self.seat = seat
        self._journal, self._written = journal, written
        """Nothing is sent before what is written of the table has reached the disk."""
        self.log: list[LogEntry] = []
        self.rev = ""
        self.lesson = 0
        self.closing: tuple[int, str] | None = None
        """The code and the reason with which the page is let go."""
        self._queue: deque[tuple[int, bytes]] = deque()
        """How much must have reached the disk, and the message."""
        self._size = 0
        self._woken = asyncio.Event()
        self._gone = asyncio.Event()

    def tell(self, message: Push) -> None:
        """Send it something unasked."""
        self.send(msgspec.json.encode(message))

    def send(self, raw: bytes) -> None:
        """Put a message into the page's queue; nobody waits for it."""
        if self.closing is not None:
            return
        if len(self._queue) >= MOST_MESSAGES or self._size + len(raw) > MOST_BYTES:
            self._queue.clear()
            self.let_go(*TOO_SLOW)
            return
        self._queue.append((self._written(), raw))
        self._size += len(raw)
        self._woken.set()

    def let_go(self, code: int, why: str) -> None:
        """Close the line after what is in the queue."""
        if self.closing is None:
            self.closing = (code, why)
            self._woken.set()
            self._gone.set()

    async def _write(self, ws: WebSocket) -> None:
        while True:
            while self._queue:
                number, raw = self._queue.popleft()
                self._size -= len(raw)
                if self._journal is not None:
                    try:
                        await self._journal.reached(number)
                    except Unsaved as error:
                        await ws.send_text(json.dumps({"type": "fault", "text": str(error)}))
                        await ws.close(*UNSAVED)
                        return
                await ws.send_text(raw.decode())
            if self.closing is not None:
                await ws.close(*self.closing)
                return
            self._woken.clear()
            await self._woken.wait()

    async def attend(self, ws: WebSocket, reading: asyncio.Task[None]) -> None:
        """Send what comes into the queue until the page has gone or is let go; then stop the reading too."""
        writing = asyncio.ensure_future(self._write(ws))
        leaving = asyncio.ensure_future(self._gone.wait())
        try:
            await asyncio.wait({reading, writing, leaving}, return_when=asyncio.FIRST_COMPLETED)
            if self.closing is not None:
                await asyncio.wait({writing}, timeout=FAREWELL)
        finally:
            self.closing = self.closing or (1000, "")
            for task in (reading, writing, leaving):
                task.cancel()
            for task in (reading, writing, leaving):
                with contextlib.suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError, OSError):
                    await task  # the line may have broken in the midst of a message
