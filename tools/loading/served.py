"""A server in a process of its own, on loopback, that can be killed and started again on the same games."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import secrets
import signal
import socket
import sys
import time
from pathlib import Path
from typing import Any

import httpx

ROOT = Path(__file__).resolve().parents[2]


def free_port() -> int:
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        number: int = sock.getsockname()[1]
        return number


class Served:
    def __init__(self, data: Path) -> None:
        self.data = data
        self.port = free_port()
        self.home = f"http://127.0.0.1:{self.port}"
        self.process: asyncio.subprocess.Process | None = None
        self.up = asyncio.Event()
        self.client = httpx.AsyncClient(base_url=self.home, timeout=30)

    @property
    def cookie(self) -> dict[str, str]:
        token = (self.data / "token").read_text(encoding="ascii").strip()
        return {"cookie": f"grognard-{self.port}={token}"}

    async def start(self) -> float:
        """Start it; the seconds until it gave its first answer."""
        began = time.perf_counter()
        with (self.data / "server.log").open("ab") as log:
            self.process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "grognard.server", "--no-browser",
                "--port", str(self.port), "--data", str(self.data),
                stdout=log, stderr=log, cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT / "src")},
            )  # fmt: skip
        while True:
            with contextlib.suppress(httpx.TransportError, OSError):
                if (await self.client.get("/api/home", headers=self.cookie)).status_code == 200:
                    break
            if self.process.returncode is not None:
                raise SystemExit(f"The server did not start: {(self.data / 'server.log').read_text()[-2000:]}")
            await asyncio.sleep(0.02)
        self.up.set()
        return time.perf_counter() - began

    async def kill(self) -> None:
        """As a failing machine does it: without a word."""
        assert self.process is not None
        self.up.clear()
        self.process.send_signal(signal.SIGKILL)
        await self.process.wait()

    async def stop(self) -> None:
        if self.process is not None and self.process.returncode is None:
            self.process.terminate()
            with contextlib.suppress(asyncio.TimeoutError):
                await asyncio.wait_for(self.process.wait(), 10)
            if self.process.returncode is None:
                await self.kill()
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


def _proportional(pid: int) -> float:
    try:
        text = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii")
    except OSError:
        return 0.0
    found = re.search(r"^Pss:\s+(\d+) kB", text, re.MULTILINE)
    return int(found[1]) / 1024 if found else 0.0
