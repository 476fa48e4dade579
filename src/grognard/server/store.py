"""Tables on disk: SQLite, one transaction an action.

A table is its record (header and steps, each with its link of the hash chain) and what a record does not hold: the
secret of the dice, unfinished drafts, standing orders, and who sits where.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec

from grognard.kernel.errors import BadInput, Broken

LAYOUT = 1
CREATE = """
CREATE TABLE IF NOT EXISTS tables (
    id TEXT PRIMARY KEY, game TEXT NOT NULL, kind TEXT NOT NULL, who TEXT NOT NULL, header TEXT NOT NULL,
    ending TEXT, secret TEXT NOT NULL, rolls INTEGER NOT NULL, drafts TEXT NOT NULL, orders TEXT NOT NULL,
    lesson TEXT NOT NULL, facts TEXT NOT NULL, created TEXT NOT NULL, updated TEXT NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS steps (
    table_id TEXT NOT NULL REFERENCES tables(id) ON DELETE CASCADE, n INTEGER NOT NULL, step TEXT NOT NULL,
    PRIMARY KEY (table_id, n)
) STRICT, WITHOUT ROWID;
"""


class Row(msgspec.Struct):
    """A table without its steps. `facts` is what the home page tells of it."""

    id: str
    game: str
    kind: str
    who: dict[str, str]
    header: dict[str, Any]
    secret: str
    ending: dict[str, Any] | None = None
    rolls: int = 0
    drafts: dict[str, list[str]] = {}
    orders: dict[str, dict[str, str]] = {}
    lesson: dict[str, Any] = {}
    facts: dict[str, Any] = {}
    created: str = ""
    updated: str = ""


COLUMNS = Row.__struct_fields__
TEXTS = ("id", "game", "kind", "secret", "created", "updated")


def _text(value: Any) -> str:
    return msgspec.json.encode(value, order="sorted").decode()


class Store:
    def __init__(self, path: Path | str) -> None:
        self.path = str(path)
        self.lock = threading.RLock()
        """One thing at a time: long games are read, and files taken in, by worker threads."""
        try:
            self.db = sqlite3.connect(self.path, isolation_level=None, check_same_thread=False)
            self.db.execute("PRAGMA journal_mode=WAL")
            self.db.execute("PRAGMA synchronous=NORMAL")
            self.db.execute("PRAGMA foreign_keys=ON")
            self.db.execute("PRAGMA busy_timeout=4000")
            found = self.db.execute("PRAGMA user_version").fetchone()[0]
            if found not in (0, LAYOUT):
                raise BadInput(f"The games in {self.path} were kept by another version of Grognard (layout {found}).")
            self.db.executescript(CREATE)
            self.db.execute(f"PRAGMA user_version={LAYOUT}")
        except sqlite3.DatabaseError as error:
            raise Broken(f"The file of games {self.path} cannot be used: {error}.") from None

    def close(self) -> None:
        self.db.close()

    def rows(self) -> list[Row]:
        """Every table, the latest first."""
        with self.lock:
            found = self.db.execute(f"SELECT {', '.join(COLUMNS)} FROM tables ORDER BY updated DESC").fetchall()
        return [self._row(raw) for raw in found]

    def get(self, table_id: str) -> Row | None:
        with self.lock:
            raw = self.db.execute(f"SELECT {', '.join(COLUMNS)} FROM tables WHERE id = ?", (table_id,)).fetchone()
        return None if raw is None else self._row(raw)

    def _row(self, raw: Sequence[Any]) -> Row:
        values: dict[str, Any] = {}
        for name, value in zip(COLUMNS, raw, strict=True):
            if name in TEXTS or name == "rolls":
                values[name] = value
            else:
                try:
                    values[name] = msgspec.json.decode(value) if value is not None else None
                except msgspec.DecodeError as error:
                    raise Broken(f"The saved game {values['id']} is damaged in “{name}”: {error}.") from None
        return Row(**values)

    def steps(self, table_id: str) -> list[dict[str, Any]]:
        with self.lock:
            found = self.db.execute("SELECT n, step FROM steps WHERE table_id = ? ORDER BY n", (table_id,)).fetchall()
        out = []
        for number, (n, text) in enumerate(found):
            if n != number:
                raise Broken(f"Step {number} of the saved game is missing.")
            try:
                out.append(msgspec.json.decode(text, type=dict[str, Any]))
            except msgspec.DecodeError as error:
                raise Broken(f"Step {number} of the saved game is damaged: {error}.") from None
        return out

    def save(self, row: Row, keep: int, steps: Sequence[Mapping[str, Any]]) -> None:
        """Write the table and its steps from number `keep` on, all or nothing."""
        row.updated = datetime.now(UTC).isoformat(timespec="milliseconds")
        row.created = row.created or row.updated
        values = [getattr(row, name) for name in COLUMNS]
        texts = [
            v if c in TEXTS or c == "rolls" or v is None else _text(v) for c, v in zip(COLUMNS, values, strict=True)
        ]
        sets = ", ".join(f"{name} = excluded.{name}" for name in COLUMNS if name != "id")
        with self.lock:
            self._write(row, keep, steps, sets, texts)

    def _write(
        self, row: Row, keep: int, steps: Sequence[Mapping[str, Any]], sets: str, texts: Sequence[Any]
    ) -> None:
        db = self.db
        db.execute("BEGIN IMMEDIATE")
        try:
            marks = ", ".join("?" * len(COLUMNS))
            db.execute(
                f"INSERT INTO tables ({', '.join(COLUMNS)}) VALUES ({marks}) ON CONFLICT (id) DO UPDATE SET {sets}",
                texts,
            )
            db.execute("DELETE FROM steps WHERE table_id = ? AND n >= ?", (row.id, keep))
            db.executemany(
                "INSERT INTO steps (table_id, n, step) VALUES (?, ?, ?)",
                [(row.id, keep + i, _text(step)) for i, step in enumerate(steps)],
            )
            db.execute("COMMIT")
        except BaseException:
            db.execute("ROLLBACK")
            raise

    def remove(self, table_id: str) -> bool:
        with self.lock:
            return self.db.execute("DELETE FROM tables WHERE id = ?", (table_id,)).rowcount > 0
