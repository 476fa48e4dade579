"""Tables on disk: SQLite, one transaction an action.

A table is its record (header and steps, each with its link of the hash chain) and what a record does not hold: the
secret of the dice, unfinished drafts, standing orders, what was taken back, and who sits where.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypedDict

import msgspec

from grognard.kernel.errors import BadInput, Broken
from grognard.kernel.match.record import Header
from grognard.kernel.match.shapes import End, Parent, Step
from grognard.kernel.plain import Things, meet
from grognard.server.journal import LONG, Journal, Unsaved
from grognard.server.layout import bring_up, copy_file, private

NAME = "name"
"""What a table's name is kept under, for no seat."""
PATIENCE = 1000
"""Milliseconds to wait for somebody else who writes; nobody should, so this is for other programs."""


class Row(msgspec.Struct):
    """A table without its steps. `facts` is what the home page tells of it."""

    id: str
    game: str
    kind: str
    who: dict[str, str]
    header: Header
    secret: str
    ending: End | None = None
    rolls: int = 0
    drafts: dict[str, list[str]] = {}
    orders: dict[str, dict[str, str]] = {}
    redo: list[tuple[str, str]] = []
    lesson: dict[str, Any] = {}
    facts: dict[str, Any] = {}
    created: str = ""
    updated: str = ""
    changes: int = 0
    """How often it was written. Whoever writes must have read the latest."""


class Begun(TypedDict):
    """What must be in a header, so that its table can be told of."""

    hash: str
    practice: bool


class Listed(msgspec.Struct):
    """What the home page needs of a table: without the long columns it is read a hundred times as fast."""

    id: str
    game: str
    kind: str
    who: dict[str, str]
    facts: Things
    created: str
    updated: str


class Damaged(msgspec.Struct):
    """A table that cannot be read; `why` says where it is damaged."""

    why: str
    id: str
    game: str
    created: str
    updated: str


meet(Begun)
COLUMNS, LISTED = Row.__struct_fields__, Listed.__struct_fields__
NUMBERS = ("rolls", "changes")
TEXTS = ("id", "game", "kind", "secret", "created", "updated")
SHAPES: dict[str, Any] = {
    "who": dict[str, str], "drafts": dict[str, list[str]], "orders": dict[str, dict[str, str]],
    "redo": list[tuple[str, str]],
}  # fmt: skip
"""What the other columns hold as JSON; those that are not named here are objects."""
READ = f"SELECT {', '.join(COLUMNS)} FROM tables"
ADD = f"INSERT INTO tables ({', '.join(COLUMNS)}) VALUES ({', '.join('?' * len(COLUMNS))})"
SHORT = tuple(name for name in COLUMNS if name != "header")


class Store:
    def __init__(self, path: Path | str) -> None:
        self.path = Path(path)
        self.lock = threading.RLock()
        """One thing at a time: long games are read, and files taken in, by worker threads."""
        try:
            if path != ":memory:":
                private(self.path)
            self.db = sqlite3.connect(self.path, isolation_level=None, check_same_thread=False)
            self.db.execute("PRAGMA journal_mode=WAL")
            self.db.execute("PRAGMA synchronous=FULL")
            self.db.execute("PRAGMA foreign_keys=ON")
            self.db.execute(f"PRAGMA busy_timeout={PATIENCE}")
            bring_up(self.db, self.path)
            self.db.execute("PRAGMA synchronous=NORMAL")  # from here on the journal flushes, and takes over the log
            self.db.execute("PRAGMA wal_autocheckpoint=0")
            self.db.execute(f"PRAGMA journal_size_limit={LONG}")
        except OSError as error:
            raise BadInput(f"The file of games {self.path} cannot be used: {error.strerror}.") from None
        except sqlite3.Error as error:
            raise Broken(f"The file of games {self.path} cannot be used: {error}.") from None
        self.journal = Journal(self.path)
        self._headers: dict[str, str] = {}
        """The hash of each header that lies on the disk: it is the long part of a row, and seldom changes."""
        self.db.text_factory = bytes  # what is not UTF-8 is told by name, not by an error of the whole question

    def close(self) -> None:
        self.journal.close()
        self.db.close()

    # ------------------------------------------------------------------------------------------------ reading
    def _ask(self, question: str, *values: str | int | bytes | None) -> list[Any]:
        with self.lock:
            try:
                return self.db.execute(question, values).fetchall()
            except sqlite3.Error as error:
                raise Broken(f"The file of games cannot be read: {error}.") from None

    def rows(self) -> list[Listed | Damaged]:
        """What the home page tells of every table, the latest first; a damaged one says so, and leaves the others."""
        out: list[Listed | Damaged] = []
        for raw in self._ask(f"SELECT {', '.join(LISTED)} FROM tables ORDER BY updated DESC"):
            try:
                out.append(Listed(**_values(LISTED, raw)))
            except Broken as error:
                texts = {name: _readable(raw[LISTED.index(name)]) for name in Damaged.__struct_fields__[1:]}
                out.append(Damaged(str(error), **texts))
        return out

    def get(self, table_id: str) -> Row | None:
        found = self._ask(f"{READ} WHERE id = ?", table_id)
        return Row(**_values(COLUMNS, found[0])) if found else None

    def steps(self, table_id: str) -> list[Step]:
        out: list[Step] = []
        for number, (n, text) in enumerate(
            self._ask("SELECT n, step FROM steps WHERE table_id = ? ORDER BY n", table_id)
        ):
            if n != number:
                raise Broken(f"Step {number} of the saved game is missing.")
            try:
                out.append(msgspec.json.decode(text))
            except ValueError as error:  # not JSON, or not UTF-8
                raise Broken(f"Step {number} of the saved game is damaged: {error}.") from None
        return out

    def child(self, parent: Parent) -> str | None:
        """The game whose record goes on from this step of another."""
        sound = "CASE WHEN json_valid(header) THEN header ELSE '{}' END"
        found = self._ask(
            f"SELECT id FROM tables WHERE kind = 'game' AND json_extract({sound}, '$.parent.hash') = ? "
            f"AND json_extract({sound}, '$.parent.step') = ? ORDER BY created",
            parent["hash"],
            parent["step"],
        )
        return _readable(found[0][0]) if found else None

    # ------------------------------------------------------------------------------------------------ writing
    def save(self, row: Row, keep: int, steps: Sequence[Step]) -> None:
        """Write the table and its steps from number `keep` on, all or nothing."""
        row.updated = datetime.now(UTC).isoformat(timespec="milliseconds")
        row.created = row.created or row.updated
        read, row.changes = row.changes, row.changes + 1
        mark = row.header.hash  # none as long as its table is only laid, and nonces come into it
        columns = SHORT if mark and self._headers.get(row.id) == mark else COLUMNS
        values = [_value(row, name) for name in columns]
        with self._writing() as db:
            if not read:
                db.execute(ADD, values)
            else:
                change = (
                    f"UPDATE tables SET {', '.join(f'{name} = ?' for name in columns)} WHERE id = ? AND changes = ?"
                )
                if not db.execute(change, [*values, row.id, read]).rowcount:
                    raise Unsaved("the table was changed or removed by somebody else")
            db.execute("DELETE FROM steps WHERE table_id = ? AND n >= ?", (row.id, keep))
            db.executemany(
                "INSERT INTO steps (table_id, n, step) VALUES (?, ?, ?)",
                [(row.id, keep + i, _text(step)) for i, step in enumerate(steps)],
            )
        self._headers[row.id] = mark

    def columns(self, table_id: str) -> tuple[dict[str, str | int | None], list[str]]:
        """A table and its steps just as they lie on the disk."""
        row = self._ask(f"{READ} WHERE id = ?", table_id)[0]
        steps = self._ask("SELECT step FROM steps WHERE table_id = ? ORDER BY n", table_id)
        texts = [value.decode("utf-8") if isinstance(value, bytes) else value for value in row]
        return dict(zip(COLUMNS, texts, strict=True)), [step.decode("utf-8") for (step,) in steps]

    def put(self, row: Mapping[str, str | int | None], steps: Sequence[str]) -> None:
        """A table that is new here, as `columns` gave it elsewhere."""
        with self._writing() as db:
            db.execute(ADD, [row[name] for name in COLUMNS])
            db.executemany(
                "INSERT INTO steps (table_id, n, step) VALUES (?, ?, ?)",
                [(row["id"], n, step) for n, step in enumerate(steps)],
            )

    def remove(self, table_id: str) -> bool:
        with self._writing() as db:
            return db.execute("DELETE FROM tables WHERE id = ?", (table_id,)).rowcount > 0

    # ---------------------------------------------------------------------------------------- names and notes
    def names(self) -> dict[str, str]:
        """The names that tables were given."""
        found = self._ask("SELECT table_id, text FROM kept WHERE seat = '' AND what = ?", NAME)
        return {_readable(table): _readable(text) for table, text in found}

    def notes(self, table_id: str, seat: str) -> dict[str, str]:
        """What a seat has noted, by place; "" is the margin."""
        found = self._ask("SELECT what, text FROM kept WHERE table_id = ? AND seat = ?", table_id, seat)
        return {_readable(what): _readable(text) for what, text in found}

    def keep(self, table_id: str, seat: str, what: str, text: str) -> None:
        """Write a name or a note down; an empty one goes away."""
        with self._writing() as db:
            if not text:
                db.execute("DELETE FROM kept WHERE table_id = ? AND seat = ? AND what = ?", (table_id, seat, what))
            elif not db.execute("SELECT 1 FROM tables WHERE id = ?", (table_id,)).fetchone():
                raise BadInput("There is no such table; it may have been removed.")
            else:
                db.execute("INSERT OR REPLACE INTO kept VALUES (?, ?, ?, ?)", (table_id, seat, what, text))

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """One transaction: all of it is written at the end, or nothing, and `Unsaved` says why."""
        with self.lock:
            self.journal.check()
            try:
                self.db.execute("BEGIN IMMEDIATE")
                yield self.db
                self.db.execute("COMMIT")
                self.journal.written += 1
            except sqlite3.Error as error:
                raise Unsaved(error) from error
            finally:
                if self.db.in_transaction:  # some errors have ended it already
                    self.db.execute("ROLLBACK")


def _readable(raw: bytes) -> str:
    return raw.decode("utf-8", "replace")


def _text(value: Any) -> str:
    return msgspec.json.encode(value, order="sorted").decode()


def _value(row: Row, name: str) -> str | int | None:
    value = getattr(row, name)
    if isinstance(value, Header):
        return value.raw.decode()
    return value if name in TEXTS or name in NUMBERS or value is None else _text(value)


def _values(columns: Sequence[str], raw: Sequence[Any]) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for name, value in zip(columns, raw, strict=True):
        try:
            if name in NUMBERS or value is None:
                values[name] = value
            elif name in TEXTS:
                values[name] = value.decode("utf-8")
            elif name == "header":
                msgspec.json.decode(value, type=Begun)
                values[name] = Header(msgspec.json.decode(value))
            else:
                values[name] = msgspec.json.decode(value, type=SHAPES.get(name, dict[str, Any]))
        except ValueError as error:  # not JSON of that shape, or not UTF-8
            raise Broken(f"The saved game {_readable(raw[0])} is damaged in “{name}”: {error}.") from None
    return values


def backup(data: Path, to: Path) -> int:
    """All games of a data directory in a file of their own, while its server runs; says how many tables."""
    source = data / "games.sqlite"
    if not source.is_file():
        raise BadInput(f"There are no games in {data}.")
    if to.is_dir() or (to.exists() and to.samefile(source)):
        raise BadInput(f"The games cannot be copied to {to}: name a file of its own.")
    try:
        with closing(sqlite3.connect(f"{source.resolve().as_uri()}?mode=ro", uri=True)) as db:
            copy_file(db, to)
        with closing(sqlite3.connect(f"{to.resolve().as_uri()}?mode=ro", uri=True)) as copy:
            found: int = copy.execute("SELECT count(*) FROM tables").fetchone()[0]
    except sqlite3.Error as error:
        raise Broken(f"The file of games {source} cannot be read: {error}.") from None
    return found
