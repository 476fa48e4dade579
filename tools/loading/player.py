"""Somebody who plays at random over the wire, at every seat of one table, and remembers what was acknowledged."""

from __future__ import annotations

import asyncio
import contextlib
import random
import time
from collections import Counter
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from tools.loading.served import Served

PATIENCE = 30.0
"""Seconds without an answer, after which it is an error."""


class Gone(Exception):
    """The line is broken: the server was killed."""


class Line:
    """One socket at one seat."""

    def __init__(self, served: Served, table: str, seat: str) -> None:
        self.served, self.table, self.seat = served, table, seat
        self.state: dict[str, Any] = {}
        self.told = asyncio.Event()
        """Set by every state; who waits for one clears it."""
        self._number = 0
        self._asked: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self._ws: ClientConnection | None = None
        self._reader: asyncio.Task[None] | None = None

    async def open(self) -> None:
        address = f"ws://127.0.0.1:{self.served.port}/ws/{self.table}?seat={self.seat}"
        self.state = {}
        self.told.clear()
        try:
            self._ws = await connect(
                address, origin=self.served.home, additional_headers=self.served.cookie,  # type: ignore[arg-type]
                max_size=None, open_timeout=PATIENCE,
            )  # fmt: skip
        except (OSError, WebSocketException, EOFError) as error:
            raise Gone(repr(error)) from error
        self._reader = asyncio.create_task(self._read(self._ws))
        await self.news()

    async def news(self) -> None:
        """Wait for the next state."""
        try:
            await asyncio.wait_for(self.told.wait(), PATIENCE)
        except TimeoutError:
            raise Gone(f"nothing was told within {PATIENCE:g} seconds") from None
        self.told.clear()
        if not self.state:
            raise Gone

    async def _read(self, ws: ClientConnection) -> None:
        try:
            async for text in ws:
                message = msgspec.json.decode(text)
                if "re" in message:
                    future = self._asked.pop(message["re"], None)
                    if future is not None and not future.done():
                        future.set_result(message)
                elif message["type"] == "state":
                    self.state = message["state"]
                    self.told.set()
        except (OSError, WebSocketException):
            pass
        for future in self._asked.values():
            if not future.done():
                future.set_exception(Gone())
        self._asked.clear()
        self.state = {}
        self.told.set()

    async def ask(self, op: str, **fields: Any) -> dict[str, Any]:
        if self._ws is None:
            raise Gone
        self._number += 1
        future: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self._asked[self._number] = future
        try:
            await self._ws.send(msgspec.json.encode({"id": self._number, "op": op, **fields}).decode())
            return await asyncio.wait_for(future, PATIENCE)
        except (OSError, WebSocketException) as error:
            raise Gone from error

    async def close(self) -> None:
        if self._ws is not None:
            with contextlib.suppress(OSError, WebSocketException):
                await self._ws.close()
        if self._reader is not None:
            await self._reader


class Tally:
    """What all players together have seen."""

    def __init__(self) -> None:
        self.actions: list[float] = []
        self.questions: list[float] = []
        self.errors: Counter[str] = Counter()
        self.finished = 0
        self.checked = 0
        self.lost: list[str] = []


class Player:
    def __init__(self, served: Served, game: dict[str, Any], rng: random.Random, tally: Tally) -> None:
        self.served, self.game, self.rng, self.tally = served, game, rng, tally
        self.table = ""
        self.lines: dict[str, Line] = {}
        self.acknowledged: dict[str, list[str]] = {}
        self.sent: tuple[str, str] | None = None
        """What was sent and not answered yet: it may have happened or not."""

    async def sit_down(self) -> None:
        """A new table, with somebody at every seat."""
        for line in self.lines.values():
            await line.close()
        seats = self.game["seats"]
        scenario = self.rng.choice(self.game["scenarios"])["id"]
        self.table = await self.served.create(
            game=self.game["id"], scenario=scenario, who=dict.fromkeys(seats, "me"), practice=self.rng.random() < 0.5
        )
        self.acknowledged = {seat: [] for seat in seats}
        self.sent = None
        self.lines = {seat: Line(self.served, self.table, seat) for seat in seats}
        await self.open()

    async def open(self) -> None:
        for line in self.lines.values():
            await line.open()

    async def act(self) -> bool:
        """Play one action, chosen at random among what the server offers; false if the game is over."""
        line = next((x for x in self.lines.values() if x.state.get("choices")), None)
        if line is None:
            if any(x.state.get("result") for x in self.lines.values()):
                self.tally.finished += 1
                return False
            raise Gone  # nobody owes anything: a line has lost what it was told
        action = await self.choose(line)
        if action:
            await self.play(line, action)
        return True

    async def choose(self, line: Line) -> str:
        choices = line.state["choices"]
        while choices:
            whole = [c for c in choices if c["complete"]]
            done = [c for c in whole if c["action"] == "done"]
            chosen = done[0] if done and self.rng.random() < 0.25 else self.rng.choice(choices)
            if chosen["complete"]:
                return str(chosen["action"])
            began = time.perf_counter()
            answer = await line.ask("choices", prefix=chosen["action"])
            self.tally.questions.append(time.perf_counter() - began)
            choices = answer["ok"]["choices"] if "ok" in answer else []
        return ""

    async def play(self, line: Line, action: str) -> None:
        self.sent = line.seat, action
        began = time.perf_counter()
        answer = await line.ask("play", action=action, rev=line.state["rev"])
        took = time.perf_counter() - began
        self.sent = None
        if "ok" in answer:
            self.acknowledged[line.seat].append(action)
            self.tally.actions.append(took)
        else:
            self.tally.errors[f"{answer['error']['kind']}: {answer['error']['text']}"[:200]] += 1

    async def check(self) -> None:
        """After a restart: everything that was acknowledged is there, once, in its order."""
        for seat, line in self.lines.items():
            kept = await self.kept(seat, line)
            mine = self.acknowledged[seat]
            self.tally.checked += len(mine)
            if kept == mine:
                continue
            if self.sent is not None and self.sent[0] == seat and kept == [*mine, self.sent[1]]:
                mine.append(self.sent[1])  # it was written, and the server died before it could say so
                continue
            same = next(
                (i for i, (a, b) in enumerate(zip(kept, mine, strict=False)) if a != b), min(len(kept), len(mine))
            )
            self.tally.lost.append(
                f"{self.game['id']} {self.table} {seat}: {len(mine)} acknowledged, {len(kept)} kept, "
                f"equal up to {same}: {mine[same : same + 2]} against {kept[same : same + 2]}"
            )
            self.acknowledged[seat] = kept
        self.sent = None

    async def kept(self, seat: str, line: Line) -> list[str]:
        """The seat's actions as the server has them, the parts of its unfinished draft last."""
        record = await self.served.get(f"/api/tables/{self.table}/record", seat=seat)
        found: list[str] = []
        for step in record["steps"]:
            if step["seat"] == seat and step.get("action"):
                found += step["action"].split("; ")
        decision = line.state.get("decision") or {}
        return [*found, *decision.get("parts", [])]

    async def close(self) -> None:
        for line in self.lines.values():
            await line.close()
