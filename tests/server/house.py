"""A server in memory with the toy games, and pages that talk to it as a browser would."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

import msgspec
from starlette.testclient import TestClient, WebSocketTestSession
from toy_server import TOYS

from grognard.kernel.rules.game import Game
from grognard.server import protocol
from grognard.server.app import make_app
from grognard.server.guard import Guard
from grognard.server.lobby import Lobby
from grognard.server.store import Store

PORT = 8414
HOME = f"http://127.0.0.1:{PORT}"
WS = f"ws://127.0.0.1:{PORT}"
TOKEN = "t" * 43


class Page:
    """One page's end of a socket: sends questions, keeps the latest state."""

    def __init__(self, ws: WebSocketTestSession) -> None:
        self.ws = ws
        self.hello: dict[str, Any] = ws.receive_json()
        self.state: dict[str, Any] = {}
        self.log: list[dict[str, Any]] = []
        self.number, self.asked = 0, ""
        if self.hello["type"] == "hello":
            self.take(self.receive())

    def receive(self) -> dict[str, Any]:
        """The next message, which is as the protocol says."""
        message: dict[str, Any] = self.ws.receive_json()
        if "re" not in message:
            msgspec.convert(message, protocol.Push)
        elif "ok" in message:
            msgspec.convert(message["ok"], protocol.ANSWERS[self.asked])
        else:
            msgspec.convert(message, protocol.NotDone)
        return message

    def take(self, message: dict[str, Any]) -> None:
        if message["type"] == "undo":
            if message["rev"] == self.state["rev"]:
                self.state["undo"] = message["undo"]
            return
        assert message["type"] == "state", message
        self.state = message["state"]
        self.log = [*self.log[: self.state["logFrom"]], *self.state["log"]]

    def ask(self, op: str, **fields: Any) -> dict[str, Any]:
        """The answer to a question; states that are pushed meanwhile are taken in."""
        self.number += 1
        self.asked = op
        self.ws.send_json({"id": self.number, "op": op, **fields})
        while True:
            message = self.receive()
            if message.get("re") == self.number:
                return message
            self.take(message)

    def play(self, action: str, rev: str | None = None) -> dict[str, Any]:
        return self.ask("play", action=action, rev=self.state["rev"] if rev is None else rev)

    def wait(self) -> None:
        """Wait for the next state."""
        while (message := self.receive())["type"] != "state":
            self.take(message)
        self.take(message)

    def know_undo(self) -> dict[str, Any]:
        """Wait until the page knows whether it may take back."""
        while self.state["undo"].get("open"):
            self.take(self.receive())
        return dict(self.state["undo"])

    @property
    def actions(self) -> list[str]:
        return [choice["action"] for choice in self.state["choices"]]


class House:
    """A server on a data directory; `again` starts another one there, as after a crash."""

    def __init__(self, data: Path, games: tuple[Game[Any], ...] = TOYS) -> None:
        self.data = data
        self.lobby = Lobby(Store(data / "games.sqlite"), games)
        self.guard = Guard(TOKEN, PORT)
        self.app = make_app(self.lobby, self.guard)
        self.client = TestClient(self.app, base_url=HOME)
        self.client.cookies.set(self.guard.cookie, TOKEN)
        self.client.__enter__()  # one event loop for all pages, as in a real server
        self.later: list[House] = []

    def again(self, games: tuple[Game[Any], ...] = TOYS) -> House:
        self.later.append(House(self.data, games))
        return self.later[-1]

    def close(self) -> None:
        for house in self.later:
            house.close()
        self.lobby.thinkers.close()
        self.client.__exit__(None, None, None)
        self.lobby.store.close()

    def new(self, game: str, **how: Any) -> str:
        response = self.client.post("/api/tables", json={"game": game, **how})
        assert response.status_code == 201, response.text
        found: str = response.json()["id"]
        for seat in response.json()["missing"]:
            given = self.client.post(f"/api/tables/{found}/nonce", json={"seat": seat, "nonce": f"{seat}'s own"})
            assert given.status_code == 200, given.text
        return found

    @contextmanager
    def page(self, table: str, seat: str = "", origin: str = HOME) -> Iterator[Page]:
        query = f"?seat={seat}" if seat else ""
        with self.client.websocket_connect(f"{WS}/ws/{table}{query}", headers={"origin": origin}) as ws:
            yield Page(ws)
