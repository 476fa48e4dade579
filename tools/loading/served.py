"""A server in a process of its own, on loopback, that can be killed and started again on the same games."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import re
import secrets
import signal
import socket
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx

ROOT = Path(__file__).resolve().parents[2]


def free_port() -> int:
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        number: int = sock.getsockname()[1]
        return number


TOLD = 3000
"""How many characters of a server's log are told when it ended by itself."""


class NotStarted(Exception):
    """There is nobody to ask any more; what was found until then is told."""


class Served:
    def __init__(self, data: Path) -> None:
        self.data = data
        self.log = data / "server.log"
        """What every server in turn has said: a crash of the interpreter included."""
        self.ended: list[str] = []
        """How servers ended that nobody had killed, with the end of what they said."""
        self.port = free_port()
        self.home = f"http://127.0.0.1:{self.port}"
        self.process: asyncio.subprocess.Process | None = None
        self._doomed: asyncio.subprocess.Process | None = None
        """The one that is being killed or stopped: its end is no surprise."""
        self._watching: asyncio.Task[None] | None = None
        self.up = asyncio.Event()
        self.client = httpx.AsyncClient(base_url=self.home, timeout=30)

    @property
    def cookie(self) -> dict[str, str]:
        token = (self.data / "token").read_text(encoding="ascii").strip()
        return {"cookie": f"grognard-{self.port}={token}"}

    async def start(self) -> float:
        """Start it; the seconds until it gave its first answer."""
        began = time.perf_counter()
        with self.log.open("ab") as log:
            log.write(f"--- {time.strftime('%H:%M:%S')}\n".encode())
            log.flush()
            process = self.process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "grognard.server", "--no-browser",
                "--port", str(self.port), "--data", str(self.data),
                stdout=log, stderr=log, cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
            )  # fmt: skip
        while True:
            with contextlib.suppress(httpx.TransportError, OSError):
                if (await self.client.get("/api/home", headers=self.cookie)).status_code == 200:
                    break
            if process.returncode is not None:
                raise NotStarted(f"The server did not start. {self._how(process)}")
            await asyncio.sleep(0.02)
        self.up.set()
        self._watching = asyncio.create_task(self._watch(process))
        return time.perf_counter() - began

    async def _watch(self, process: asyncio.subprocess.Process) -> None:
        """A server that ends by itself is written down and started again, so that the run comes to its figures."""
        await process.wait()
        if process is not self._doomed:
            self.up.clear()
            self.ended.append(self._how(process))
            await self.start()

    def _how(self, process: asyncio.subprocess.Process) -> str:
        said = self.log.read_text(encoding="utf-8", errors="replace")[-TOLD:]
        return f"It ended with {process.returncode}; the end of its log: {said}"

    async def kill(self) -> None:
        """As a failing machine does it: without a word."""
        if not self.up.is_set():  # it has ended by itself, and is being started again
            await self.up.wait()
        self.up.clear()
        await self._end(signal.SIGKILL)

    async def _end(self, how: signal.Signals) -> None:
        process = self._doomed = self.process
        assert process is not None
        with contextlib.suppress(ProcessLookupError):
            process.send_signal(how)
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(process.wait(), 10)

    async def stop(self) -> None:
        if self.process is not None and self.process.returncode is None:
            await self._end(signal.SIGTERM)
            if self.process.returncode is None:
                await self._end(signal.SIGKILL)
        if self._watching is not None:
            self._watching.cancel()
        await self.client.aclose()

    # ---------------------------------------------------------------------------------------------- asking
    async def get(self, path: str, **query: str) -> Any:
        response = await self.client.get(path, params=query, headers=self.cookie)
        response.raise_for_status()
        return response.json()

    async def create(self, **wanted: Any) -> str:
        response = await self.client.post("/api/tables", json=wanted, headers=self.cookie)
        if response.status_code != 201:
            raise SystemExit(f"No table could be made of {wanted}: {response.text[:400]}")
        found: str = response.json()["id"]
        for seat in response.json()["missing"]:
            nonce = {"seat": seat, "nonce": secrets.token_hex(16)}
            await self.client.post(f"/api/tables/{found}/nonce", json=nonce, headers=self.cookie)
        return found

    # ---------------------------------------------------------------------------------------------- memory
    def processes(self) -> list[int]:
        """The server and those it has started."""
        assert self.process is not None
        found = [self.process.pid]
        for pid in found:
            with contextlib.suppress(OSError):
                for task in Path(f"/proc/{pid}/task").iterdir():
                    found += [int(child) for child in (task / "children").read_text().split()]
        return found

    def memory(self) -> tuple[float, float]:
        """Megabytes of the server alone, and of it with its bots; what they share is counted once."""
        sizes = [_proportional(pid) for pid in self.processes()]
        return sizes[0], sum(sizes)

    def worked(self) -> float:
        """The seconds for which the server alone has had a processor, since it was started."""
        assert self.process is not None
        try:
            stat = Path(f"/proc/{self.process.pid}/stat").read_text(encoding="ascii")
        except OSError:
            return 0.0
        user, system = stat.rpartition(")")[2].split()[11:13]
        return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


async def served_in(
    keep: Path | None, name: str, work: Callable[[Served], Awaitable[dict[str, Any]]]
) -> dict[str, Any]:
    """What the work finds at a server of its own; its games and its log are kept in the folder, if there is one."""
    with contextlib.ExitStack() as stack:
        if keep is None:
            folder = tempfile.TemporaryDirectory(prefix=f"grognard-{name}-", ignore_cleanup_errors=True)
            keep = Path(stack.enter_context(folder))
        keep.mkdir(parents=True, exist_ok=True)
        served = Served(keep)
        try:
            found = await work(served)
        finally:
            await served.stop()
        return {**found, "ended by itself": served.ended}


def tell(found: dict[str, Any]) -> int:
    """Print what was found as JSON; 1 if anything was lost or went wrong."""
    print(json.dumps(found, indent=2, ensure_ascii=False))
    return 1 if found["lost"] or found["errors"] or found["ended by itself"] else 0


def _proportional(pid: int) -> float:
    try:
        text = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii")
    except OSError:
        return 0.0
    found = re.search(r"^Pss:\s+(\d+) kB", text, re.MULTILINE)
    return int(found[1]) / 1024 if found else 0.0
