"""One server a data directory: a lock that the system frees when its holder dies, with the holder's address in it."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

from grognard.kernel.errors import BadInput
from grognard.server.layout import private

WAIT = 10.0
"""Seconds for a server that has just been started to say its address."""
FAR = 1 << 30
"""Windows lets nobody read a byte that is locked: the lock lies far behind the address."""

if sys.platform == "win32":
    import msvcrt

    def _take(handle: int) -> bool:
        os.lseek(handle, FAR, os.SEEK_SET)
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True
else:
    import fcntl

    def _take(handle: int) -> bool:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True


class DataLock:
    """Held from the start to the death of the one server that may write in a data directory."""

    def __init__(self, data: Path) -> None:
        path = data / "server.lock"
        try:
            private(path)
            self._handle = os.open(path, os.O_RDWR)
        except OSError as error:
            raise BadInput(f"The data directory {data} cannot be used: {error.strerror}.") from None
        self.held = _take(self._handle)
        """False if another server runs on this directory."""
        if self.held:
            os.ftruncate(self._handle, 0)
            if hasattr(os, "register_at_fork"):  # a child that outlives the server must not hold its lock
                os.register_at_fork(after_in_child=self.release)

    def tell(self, port: int) -> None:
        """Write the port down for those who come later."""
        os.lseek(self._handle, 0, os.SEEK_SET)
        os.write(self._handle, f"{port}\n".encode())

    def other(self) -> int:
        """The port of the server that holds the lock."""
        until = time.monotonic() + WAIT
        while time.monotonic() < until:
            os.lseek(self._handle, 0, os.SEEK_SET)
            raw = os.read(self._handle, 16)
            if raw.endswith(b"\n") and raw.strip().isdigit():
                return int(raw)
            time.sleep(0.05)
        raise BadInput("Another Grognard uses these games, but does not say where it is: stop it, or wait.")

    def release(self) -> None:
        if self._handle >= 0:
            os.close(self._handle)
            self._handle = -1
