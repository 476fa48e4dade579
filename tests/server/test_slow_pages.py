"""A page that does not read freezes nobody, and is let go."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
import time
from collections.abc import Callable
from typing import cast

import httpx
import pytest
from served import Process, receive
from starlette.websockets import WebSocket

from grognard.server import pages


def deaf(server: Process, table: str) -> socket.socket:
    """A line that asks and asks, and reads no answer, until nothing more goes in."""
    line = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    line.connect(("127.0.0.1", server.port))
    line.sendall(
        f"GET /ws/{table}?seat=red HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nOrigin: {server.home}\r\n"
        f"Cookie: {server.cookie['cookie']}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
    )
    assert line.recv(12) == b"HTTP/1.1 101"
    question = b'{"id": 1, "op": "choices", "prefix": ""}'
    frame = bytes([0x81, 0x80 | len(question), 0, 0, 0, 0]) + question  # a mask of zeros
    line.settimeout(1.0)
    with contextlib.suppress(OSError):
        for _ in range(20_000):
            line.sendall(frame)
    return line


def test_a_page_that_never_reads_is_let_go_and_freezes_nobody(start: Callable[..., Process]) -> None:
    server = start()
    server.warm()
    table = server.new("skirmish", practice=True)
    with contextlib.closing(deaf(server, table)) as line:
        with server.connect(table, "red") as ws:
            receive(ws)
            state = receive(ws)["state"]
            slowest = 0.0
            for number, action in enumerate(("move red-1 B1", "move red-2 B2", "move red-3 B3"), 1):
                began = time.monotonic()
                ws.send(json.dumps({"id": number, "op": "play", "action": action, "rev": state["rev"]}))
                state = receive(ws)["state"]
                assert receive(ws) == {"re": number, "ok": {}}
                slowest = max(slowest, time.monotonic() - began)
                home = httpx.get(f"{server.home}/api/home", headers=server.cookie, timeout=5)
                assert home.json()["tables"][0]["id"] == table
            assert slowest < 2
        line.settimeout(20)
        with contextlib.suppress(ConnectionError):  # the server ends the line: no more of it is kept
            while line.recv(100_000):
                pass


class Deaf:
    """A line into which one message goes, and then nothing more."""

    def __init__(self) -> None:
        self.took: list[str] = []

    async def send_text(self, text: str) -> None:
        self.took.append(text)
        await asyncio.Event().wait()

    async def close(self, code: int, why: str) -> None:
        raise AssertionError("nothing goes into a full line, not even a goodbye")


@pytest.mark.parametrize(
    "messages", [[b"x"] * pages.MOST_MESSAGES, [b"x" * (pages.MOST_BYTES // 2)] * 2], ids=["number", "size"]
)
def test_a_page_is_let_go_when_its_queue_is_full(monkeypatch: pytest.MonkeyPatch, messages: list[bytes]) -> None:
    monkeypatch.setattr(pages, "FAREWELL", 0.05)

    async def run() -> None:
        page, line = pages.Page("red"), Deaf()
        reading = asyncio.create_task(asyncio.sleep(3600))
        attending = asyncio.create_task(page.attend(cast(WebSocket, line), reading))
        page.send(b"first")
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        for number, raw in enumerate(messages):
            assert page.closing is None, number
            page.send(raw)
        page.send(b"one too many")
        assert page.closing == pages.TOO_SLOW
        await asyncio.wait_for(attending, 5)
        assert reading.cancelled()
        assert line.took == ["first"]

    asyncio.run(run())
