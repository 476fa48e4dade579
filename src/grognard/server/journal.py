"""What is written reaches the disk itself before anybody is told of it, and nobody else waits for the disk meanwhile.

SQLite writes each transaction to its log (`games.sqlite-wal`) at once, so a killed server loses nothing; but what a
power failure may not take must be flushed from the system's memory to the disk, which takes milliseconds. A worker
flushes for all transactions of that time together; messages wait in their pages' queues until their table's is done.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import sqlite3
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import ClassVar

from grognard.kernel.errors import GrognardError

if sys.platform == "darwin":
    import fcntl

log = logging.getLogger("grognard.server")
LONG, TOO_LONG = 4_000_000, 64_000_000
"""Bytes of the log from which on it is taken over into the file of games, and from which on writers wait for that."""


class Unsaved(GrognardError):
    """What was to be written could not be, and so has not happened."""

    kind: ClassVar[str] = "fault"

    def __init__(self, why: sqlite3.Error | str) -> None:
        super().__init__(f"This could not be saved ({why}) and was not done.")


class Journal:
    def __init__(self, path: Path) -> None:
        self.path = path
        self.wal = path.with_name(f"{path.name}-wal")
        self.written = 0
        """How many transactions there were, and how many of them have reached the disk."""
        self.flushed = 0
        self.failed = ""
        """Why the disk does not take what is written; then nothing more is, until the server is started again."""
        self._handle = -1
        self._worker = ThreadPoolExecutor(1, "journal")
        self._flushing: asyncio.Task[None] | None = None

    def check(self) -> None:
        if self.failed:
            raise Unsaved(self.failed)

    async def reached(self, number: int) -> None:
        """Wait until so many transactions have reached the disk."""
        while self.flushed < number:
            self.check()
            if self._flushing is None or self._flushing.done():
                self._flushing = asyncio.get_running_loop().create_task(self._flush_aside())
            await asyncio.shield(self._flushing)

    async def _flush_aside(self) -> None:
        await asyncio.get_running_loop().run_in_executor(self._worker, self.flush)

    def flush(self) -> None:
        """Bring everything that is written now to the disk."""
        number = self.written
        if number == self.flushed:
            return
        try:
            if self._handle < 0:
                self._handle = os.open(self.wal, os.O_RDWR)
                self._flush_directory()
            sync(self._handle)
        except OSError as error:
            self.failed = f"the disk does not take it: {error.strerror}"
            log.critical("The file of games cannot be brought to the disk: %s", error)
            return
        self.flushed = max(self.flushed, number)
        with contextlib.suppress(sqlite3.Error):  # it is tried again
            self._take_over(os.fstat(self._handle).st_size)

    def _flush_directory(self) -> None:
        """The log's name must be on the disk too."""
        with contextlib.suppress(OSError):  # Windows opens no directories
            handle = os.open(self.path.parent, os.O_RDONLY)
            with contextlib.suppress(OSError):
                os.fsync(handle)
            os.close(handle)

    def _take_over(self, size: int) -> None:
        if size > LONG:
            with closing(sqlite3.connect(self.path)) as db:
                db.execute(f"PRAGMA wal_checkpoint({'PASSIVE' if size < TOO_LONG else 'RESTART'})")

    def close(self) -> None:
        self._worker.shutdown()
        if self._handle >= 0:
            os.close(self._handle)
            self._handle = -1


def sync(handle: int) -> None:
    """To the disk itself, not only to its own memory."""
    if sys.platform == "darwin":
        fcntl.fcntl(handle, fcntl.F_FULLFSYNC)
    elif sys.platform == "linux":
        os.fdatasync(handle)  # without the time of change, which costs another write
    else:
        os.fsync(handle)
