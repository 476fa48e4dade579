"""Opening a room from the disk: exactly as it was, or, where the rules have changed since, as an archive."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from typing import Any

import msgspec

from grognard.kernel import show
from grognard.kernel.errors import BadInput, Broken, Refused
from grognard.kernel.match.audit import WRONG
from grognard.kernel.match.record import cut_record
from grognard.kernel.match.replay import Replay, Shown
from grognard.kernel.match.shapes import Boards, Record
from grognard.kernel.match.verify import verify
from grognard.kernel.rules.actions import PUBLIC
from grognard.kernel.rules.game import Game
from grognard.kernel.rules.state import S
from grognard.server import present
from grognard.server.pages import Page
from grognard.server.protocol import LogEntry, ReplayStep, Since, Steps, TableState
from grognard.server.room import Room, View, let_by
from grognard.server.store import Row, Store


def open_room(store: Store, row: Row, game: Game[S]) -> Room:
    """A room from the disk; `Broken` says where a save is damaged."""
    steps = store.steps(row.id)
    record = row.header.open()
    record["steps"] = steps
    if row.ending is not None:
        record["end"] = row.ending
    found = verify(record, game, row.secret, let_by)
    for verdict in (found.chain, found.dice):
        if verdict.state == WRONG:
            raise Broken(verdict.text)
    opened = found.replay
    if opened is None or opened.table is None:
        raise Broken(opened.mismatch if opened is not None else found.rules.text)
    if opened.recorder is None:
        return Archive(store, row, opened)
    opened.table.resume(row.rolls, row.drafts, row.orders, row.redo)
    # What was written is kept as it was written, even where a sentence is worded otherwise now.
    opened.table.recorder.take_up(row.header, steps)
    return Room(store, row, opened.table, saved=True)


CHANGED = "The rules have changed since this game was played; it is shown as it happened."
SHOWING = ("at", "since", "continue")
"""The messages that an archive answers."""


class Archive(Room):
    """A game that today's rules play otherwise: shown from its record, never changed, continued only as a new one.

    A seat is shown what it may know: all when the game was over then, whatever today's rules say of its table.
    """

    def __init__(self, store: Store, row: Row, opened: Replay[Any]) -> None:
        assert opened.table is not None
        super().__init__(store, row, opened.table, saved=True)
        self.opened = opened
        self._parts: dict[str, Shown] = {}

    @property
    def is_open(self) -> bool:
        return self.row.ending is not None or self.row.header.practice

    @property
    def why(self) -> str:
        """Why it is only shown. Where the break is would tell how many steps there were, and which."""
        return self.opened.mismatch if self.is_open else CHANGED

    def allow(self, op: str) -> None:
        if op not in SHOWING:
            raise Refused([show.Reason("", "This game is only shown; go on with it as a new one.")])

    @contextmanager
    def changing(self) -> Iterator[None]:
        self.allow("change")
        yield

    def wake_bots(self) -> None:
        """Nobody plays on here."""

    def settle_undo(self) -> None:
        """Nothing is taken back here."""

    def first_seat(self) -> str:
        return self.people[0] if self.people else PUBLIC

    # ------------------------------------------------------------------------------------------ what is shown
    def shown(self, seat: str) -> Shown:
        """The record as the seat may have it."""
        if seat not in self._parts:
            self._parts[seat] = Shown(self.record(seat))
        return self._parts[seat]

    def record(self, seat: str) -> Record:
        whole = self.opened.record
        if self.is_open or len(self.game.seats) == 1:
            return whole.copy()
        return cut_record(whole, seat)

    def position(self, seat: str) -> str:
        self.allow("position")
        return ""

    def _lines(self, number: int, seat: str) -> list[LogEntry]:
        out = []
        for event in self.shown(seat).record["steps"][number]["events"]:
            face = event.get("face") or event.get("faces", {}).get(seat)
            if face:
                out.append(present.recorded_line(face))
        return out

    def view_of(self, page: Page) -> View:
        shown = self.shown(page.seat)
        steps = len(shown.record["steps"])
        log = page.log or [x for i in range(steps) for x in self._lines(i, page.seat)]
        no = Steps(False, "This game is only shown.")
        ended = self.row.ending["result"] if self.row.ending is not None else None
        state = TableState(
            rev="",
            seat=page.seat,
            by=page.seat,
            side="",
            scene=shown_scene(deque(shown.scenes(page.seat), maxlen=1)[0]),
            decision=None,
            choices=(),
            parts=(),
            owing=(),
            undo=no,
            redo=no,
            result=msgspec.convert(ended, show.Result | None),
            sequence=self.game.sequence(None),
            log=(),
            log_from=0,
            steps=steps,
            since=0,
            thinking=(),
            orders=(),
            archive=self.why,
        )
        return state, log, "archive"

    def log_steps(self, page: Page) -> list[int]:
        many = len(self.shown(page.seat).record["steps"])
        return [n + 1 for n in range(many) for _ in self._lines(n, page.seat)]

    def at(self, page: Page, n: int, seat: str) -> ReplayStep:
        if not self.may_see(seat):
            raise Refused([show.Reason("", f"You may not see through the eyes of {seat} before the game is over.")])
        shown = self.shown(seat)
        steps = shown.record["steps"]
        if not 0 <= n <= len(steps):
            raise BadInput(f"There are {len(steps)} steps, not {n}.")
        step = steps[n - 1] if n else None
        lines = self._lines(n - 1, seat) if n else []
        title = "The start" if step is None else step.get("action") or f"{step['seat'].capitalize()} acts".strip()
        return ReplayStep(
            n=n,
            title=title,
            seat=step["seat"] if step is not None else "",
            scene=shown_scene(next(islice(shown.scenes(seat), n, None))),
            sequence=self.game.sequence(None),
            log=present.numbered(lines, [n] * len(lines)),
        )

    def since(self, eyes: str, seat: str) -> Since:
        return Since(0, len(self.shown(eyes).record["steps"]))

    # -------------------------------------------------------------------------------------------- going on
    def continued(self) -> str | None:
        """The table that goes on from here, if there is one already."""
        parent = self.table.parent
        assert parent is not None  # its table stands where the old record still fits
        return self.store.child(parent)

    def go_on(self) -> Room:
        """A new table that stands where the old game still fits; its record names its parent."""
        again = open_room(self.store, self.row, self.game)  # a table of its own
        return Room.new(self.store, again.table, dict(self.row.who), "game")


def shown_scene(scene: Boards) -> show.Scene:
    """A plain scene of a record as the page draws it."""
    kinds = ("pieces", "marks", "numbers")
    plain = {kind: list(scene[kind].values()) for kind in kinds}
    return msgspec.convert({**plain, "clock": scene["clock"].get("clock", "")}, show.Scene)
