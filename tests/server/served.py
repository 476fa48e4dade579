"""The server as a process of its own, with the toy games."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
from websockets import Origin
from websockets.sync.client import ClientConnection, connect


class Process:
    def __init__(self, data: Path, port: int = 0) -> None:
        script = Path(__file__).with_name("toy_server.py")
        self.process = subprocess.Popen(
            [sys.executable, str(script), "--data", str(data), "--port", str(port), "--no-browser"],
            stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        )  # fmt: skip
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:(\d+)/enter\?token=(\S+)", line)
        assert found, line
        self.port, self.token = int(found[1]), found[2]
        self.home = f"http://127.0.0.1:{self.port}"
        self.cookie = {"cookie": f"grognard-{self.port}={self.token}"}

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()

    def new(self, game: str, **how: Any) -> str:
        answer = httpx.post(f"{self.home}/api/tables", json={"game": game, **how}, headers=self.cookie, timeout=20)
        assert answer.status_code == 201, answer.text
        found: str = answer.json()["id"]
        for seat in answer.json()["missing"]:
            self.add_nonce(found, seat)
        return found

    def add_nonce(self, table: str, seat: str) -> None:
        nonce = {"seat": seat, "nonce": f"{seat}'s own"}
        address = f"{self.home}/api/tables/{table}/nonce"
        assert httpx.post(address, json=nonce, headers=self.cookie, timeout=20).status_code == 200

    def warm(self) -> None:
        """Wait until all games have been loaded."""
        assert httpx.get(f"{self.home}/api/home", headers=self.cookie, timeout=120).status_code == 200

    def connect(self, table: str, seat: str = "", **how: Any) -> ClientConnection:
        address = f"ws://127.0.0.1:{self.port}/ws/{table}?seat={seat}"
        return connect(address, origin=Origin(self.home), additional_headers=self.cookie, **how)


def receive(ws: ClientConnection) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(ws.recv(timeout=20))
    return found
