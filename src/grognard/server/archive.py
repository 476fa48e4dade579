"""Opening a room from the disk: exactly as it was, or, where the rules have changed since, as an archive."""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec

from grognard.kernel import show
from grognard.kernel.errors import BadInput, Broken, Refused
from grognard.kernel.game import Game
from grognard.kernel.record import Recorder, Replay, check_chain
from grognard.kernel.save import load_game
from grognard.server import present
from grognard.server.room import Page, Room, View
from grognard.server.store import Row, Store


def open_room(store: Store, row: Row, game: Game[Any]) -> Room:
    """A room from the disk; `Broken` says where a save is damaged."""
    steps = store.steps(row.id)
    record: dict[str, Any] = {**row.header, "steps": steps}
    if row.ending is not None:
        record["end"] = row.ending
    check_chain(record)
    body = {
        "save": 1,
        "record": record,
        "secret": row.secret,
        "n": row.rolls,
        "drafts": row.drafts,
        "orders": row.orders,
    }
    opened = load_game(seal(body), game)
    if opened.table is None:
        raise Broken(opened.mismatch)
    if opened.recorder is None:
        return Archive(store, row, opened)
    room = Room(store, row, opened.table, opened.recorder)
    # What was written is kept as it was written, even where a sentence is worded otherwise now.
    room.recorder.header, room.recorder.steps = row.header, steps
    return room


class Archive(Room):
    """A game that today's rules play otherwise: shown from its record, never changed, continued only as a new one."""

    def __init__(self, store: Store, row: Row, opened: Replay[Any]) -> None:
        assert opened.table is not None
        super().__init__(store, row, opened.table, Recorder(opened.table))
        self.opened = opened

    def fresh(self, page: Page, rev: Any) -> None:
        raise Refused([show.Reason("", "This game is only shown; go on with it as a new one.")])

    def order(self, page: Page, order: str, on: bool) -> None:
        self.fresh(page, None)

    def wake_bots(self) -> None:
        """Nobody plays on here."""

    def _scenes(self, seat: str) -> list[dict[str, Any]]:
        return [shown_scene(scene) for scene in self.opened.scenes(seat)]

    def _lines(self, number: int, seat: str) -> list[dict[str, Any]]:
        out = []
        for event in self.opened.record["steps"][number]["events"]:
            face = event.get("face") or event.get("faces", {}).get(seat)
            if face:
                out.append({k: v for k, v in face.items() if k in present.LINE_KEYS})
        return out

    def view_of(self, page: Page) -> View:
        steps = self.opened.record["steps"]
        log = page.log or [x for i in range(len(steps)) for x in self._lines(i, page.seat)]
        no = {"can": False, "why": "This game is only shown."}
        state: dict[str, Any] = {
            "seat": page.seat,
            "side": "",
            "scene": self._scenes(page.seat)[-1],
            "decision": None,
            "choices": [],
            "parts": [],
            "owing": [],
            "undo": no,
            "redo": no,
            "result": (self.row.ending or {}).get("result"),
            "sequence": self.game.sequence(None),
            "steps": len(steps),
            "since": 0,
            "thinking": [],
            "orders": [],
            "archive": self.opened.mismatch,
        }
        return state, log, "archive"

    def at(self, page: Page, n: int, seat: str) -> dict[str, Any]:
        steps = self.opened.record["steps"]
        if not self.may_see(seat) or not 0 <= n <= len(steps):
            raise BadInput(f"There are {len(steps)} steps, not {n}.")
        return {
            "n": n,
            "scene": self._scenes(seat)[n],
            "seat": steps[n - 1]["seat"] if n else "",
            "title": steps[n - 1]["action"] if n else "The start",
            "sequence": self.game.sequence(None),
            "log": [{"n": i, **x} for i, x in enumerate(self._lines(n - 1, seat))] if n else [],
        }

    def since(self, seat: str) -> dict[str, int]:
        return {"from": 0, "to": len(self.opened.record["steps"])}

    def record(self, seat: str) -> dict[str, Any]:
        return dict(self.opened.record)

    def go_on(self) -> Room:
        """A new table that stands where the old game still fits; its record names its parent."""
        table = self.opened.table
        assert table is not None
        return Room.new(self.store, table, dict(self.row.who), "game")


def shown_scene(scene: dict[str, dict[str, Any]]) -> dict[str, Any]:
    """A plain scene of a record as the page draws it."""
    kinds = ("pieces", "marks", "numbers")
    return {**{kind: list(scene[kind].values()) for kind in kinds}, "clock": scene["clock"].get("clock", "")}


def seal(body: dict[str, Any]) -> bytes:
    """A save as `load_game` reads it; the record in it has its own chain, which is what is checked."""
    raw = msgspec.json.encode(body, order="sorted")
    return msgspec.json.encode({**body, "hash": hashlib.sha256(raw).hexdigest()}, order="sorted")
