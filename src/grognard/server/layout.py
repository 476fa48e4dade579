"""How games lie in the file, and how a file of an older layout becomes one of this: whole, or not at all.

Whoever changes the layout raises LAYOUT, adds the step from the one before, and keeps a file of the old one for the
tests with tools/keep_games.py.
"""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from grognard.kernel.errors import BadInput, Broken

LAYOUT = 4
KEPT = """CREATE TABLE kept (
    table_id TEXT NOT NULL REFERENCES tables(id) ON DELETE CASCADE, seat TEXT NOT NULL, what TEXT NOT NULL,
    text TEXT NOT NULL, PRIMARY KEY (table_id, seat, what)
) STRICT, WITHOUT ROWID"""
"""What people write about a table: its name, and the notes of each seat."""
CREATE = (
    """CREATE TABLE tables (
    id TEXT PRIMARY KEY, game TEXT NOT NULL, kind TEXT NOT NULL, who TEXT NOT NULL, header TEXT NOT NULL,
    ending TEXT, secret TEXT NOT NULL, rolls INTEGER NOT NULL, drafts TEXT NOT NULL, orders TEXT NOT NULL,
    lesson TEXT NOT NULL, facts TEXT NOT NULL, created TEXT NOT NULL, updated TEXT NOT NULL,
    changes INTEGER NOT NULL DEFAULT 1, redo TEXT NOT NULL DEFAULT '[]'
) STRICT""",
    """CREATE TABLE steps (
    table_id TEXT NOT NULL REFERENCES tables(id) ON DELETE CASCADE, n INTEGER NOT NULL, step TEXT NOT NULL,
    PRIMARY KEY (table_id, n)
) STRICT, WITHOUT ROWID""",
    KEPT,
)
NEWER = {
    # 2: each table counts its changes, so that nobody writes over what he has not read.
    1: ("ALTER TABLE tables ADD COLUMN changes INTEGER NOT NULL DEFAULT 1",),
    # 3: names of tables, and private notes.
    2: (KEPT,),
    # 4: what was taken back and can be played again.
    3: ("ALTER TABLE tables ADD COLUMN redo TEXT NOT NULL DEFAULT '[]'",),
}
"""For each older layout, what makes the next one of it."""


def bring_up(db: sqlite3.Connection, path: Path) -> None:
    """Make an empty file one of this layout, and an older one too, with a copy of it kept beside."""
    found = db.execute("PRAGMA user_version").fetchone()[0]
    if found > LAYOUT:
        raise BadInput(
            f"The games in {path} were kept by a newer version of Grognard (layout {found}; this one reads up to "
            f"{LAYOUT})."
        )
    if found == LAYOUT:
        return
    if found:
        copy_file(db, path.with_name(f"{path.stem}-layout-{found}{path.suffix}"))
    db.execute("BEGIN IMMEDIATE")
    try:
        for statement in [line for n in range(found, LAYOUT) for line in NEWER[n]] if found else CREATE:
            db.execute(statement)
        db.execute(f"PRAGMA user_version={LAYOUT}")
        db.execute("COMMIT")
    finally:
        if db.in_transaction:
            db.execute("ROLLBACK")


def copy_file(db: sqlite3.Connection, to: Path) -> None:
    """All games as they are now in a file of their own, whole or not at all, while others may go on writing."""
    beside = to.with_name(f"{to.name}.part")
    try:
        beside.unlink(missing_ok=True)
        private(beside)
        with closing(sqlite3.connect(beside, isolation_level=None)) as copy:
            db.backup(copy)  # in one piece: in smaller ones it would begin again at every write of others
            copy.execute("PRAGMA journal_mode=DELETE")  # one file, that can be carried away
            sound = copy.execute("PRAGMA quick_check").fetchone()[0]
        if sound != "ok":
            raise Broken(f"The file of games is damaged: {sound}.")
        beside.replace(to)
    except (OSError, sqlite3.Error) as error:
        why = error.strerror if isinstance(error, OSError) else error
        raise BadInput(f"The games cannot be copied to {to}: {why}.") from None
    finally:
        with suppress(OSError):
            beside.unlink(missing_ok=True)


def private(path: Path) -> None:
    """A file that its owner alone can read: made so, or tightened."""
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    with suppress(PermissionError):  # somebody else's file, of a group that may write it
        path.chmod(0o600)
