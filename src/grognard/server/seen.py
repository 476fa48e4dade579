"""What one seat saw of a running game, taken in as a record: shown, stepped through, branched; never played on."""

from __future__ import annotations

import secrets
from collections import deque
from typing import Any

from grognard.kernel import show
from grognard.kernel.errors import BadInput, Refused
from grognard.kernel.match.record import Header, load_record
from grognard.kernel.match.replay import Replay
from grognard.kernel.match.shapes import Record
from grognard.kernel.match.table import Table
from grognard.kernel.rules.game import Game
from grognard.kernel.rules.state import S
from grognard.server.archive import Archive
from grognard.server.room import Room
from grognard.server.store import Row, Store

SEEN = "record"
"""The kind of such a table."""
SHOWING = ("at", "since", "branch")
"""The messages that such a record answers."""


class Seen(Archive):
    def __init__(self, store: Store, row: Row, opened: Replay[Any]) -> None:
        # Nobody plays at this table: it stands for the game alone.
        Room.__init__(self, store, row, Table(opened.game, practice=True), saved=True)
        self.opened = opened
        self._parts = {}

    @property
    def seat(self) -> str:
        """Whose knowledge it is."""
        return self.opened.record["seat"]

    @property
    def is_open(self) -> bool:
        return False

    @property
    def people(self) -> list[str]:
        return [self.seat] if self.seat in self.game.seats else []

    def may_see(self, seat: str) -> bool:
        return seat == self.seat

    def first_seat(self) -> str:
        return self.seat

    def allow(self, op: str) -> None:
        if op not in SHOWING:
            raise Refused([show.Reason("", "This is what one seat saw of a game: it is only shown.")])

    def record(self, seat: str) -> Record:
        return self.opened.record.copy()

    @property
    def why(self) -> str:
        return f"It is what {self.seat} saw of it while it was running."

    def branch(self, n: int | None, seat: str) -> Room:
        """An analysis board from where the record ends, in a world that its seat could believe in."""
        if n is not None and n < len(self.opened.record["steps"]):
            raise BadInput("The record holds a position only for its end: go to the last step to branch there.")
        table = self.opened.branch()
        return Room.new(self.store, table, dict.fromkeys(self.game.seats, "me"), "analysis")


def take_in_seen(store: Store, record: Record, game: Game[S]) -> Seen:
    """A table of its own for a record that a seat has exported; its record is what that seat has."""
    header, seat = record.copy(), record["seat"]
    steps = header.pop("steps")
    opened = Replay(record, game)
    last = deque(opened.scenes(seat), maxlen=1)[0]
    scenario = next((x.title for x in game.scenarios if x.id == record["scenario"]), record["scenario"])
    facts = {
        "title": game.title, "scenario": record["scenario"], "scenarioTitle": scenario, "practice": False,
        "over": False, "clock": last["clock"].get("clock", ""), "turn": [], "options": record["options"],
    }  # fmt: skip
    row = Row(
        id=secrets.token_hex(6), game=game.id, kind=SEEN, who={seat: "me"}, header=Header(header), secret="",
        facts=facts,
    )  # fmt: skip
    store.save(row, 0, steps)
    return Seen(store, row, opened)


def open_seen(store: Store, row: Row, game: Game[S]) -> Seen:
    """The same, read from the disk."""
    record = row.header.open()
    record["steps"] = store.steps(row.id)
    return Seen(store, row, Replay(load_record(record), game))


__all__ = ["SEEN", "Seen", "open_seen", "take_in_seen"]
