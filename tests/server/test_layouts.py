"""Files of games that earlier versions wrote are read. `tools/keep_games.py` wrote them."""

from __future__ import annotations

import gzip
import os
import random
import signal
import sqlite3
import stat
import subprocess
import sys
from collections import Counter
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from house import House

from grognard.bots import RandomBot
from grognard.kernel.errors import BadInput
from grognard.server.archive import Archive
from grognard.server.layout import LAYOUT
from grognard.server.store import Row, Store

DATA = Path(__file__).with_name("data")
OLD = sorted(DATA.glob("games-*.sqlite.gz"))


def lay(folder: Path, file: Path) -> None:
    (folder / "games.sqlite").write_bytes(gzip.decompress(file.read_bytes()))


@pytest.mark.parametrize("file", OLD, ids=lambda file: file.name.removesuffix(".sqlite.gz"))
def test_every_table_of_an_old_file_is_opened(tmp_path: Path, file: Path) -> None:
    lay(tmp_path, file)
    house = House(tmp_path)
    try:
        found = [house.lobby.store.get(listed.id) for listed in house.lobby.store.rows()]
        rows = [row for row in found if isinstance(row, Row)]
        assert len(rows) == len(found)
        kept = Counter(row.game for row in rows)
        for game in ("1940", "spoiled-victory", "springtime", "skirmish", "landing", "letters", "setups", "auction"):
            assert kept[game] >= 3
        for row in rows:
            room = house.lobby.room(row.id)
            assert not isinstance(room, Archive), room
            table = room.table
            assert {seat: [part.text for part in table.draft(seat)] for seat in room.game.seats} == row.drafts
            assert table.standing_orders() == row.orders
            assert table.dice.secret.hex() == row.secret
            assert table.dice.n == row.rolls or table.practice, "a forced roll has no number of its own"
            assert table.over == (row.ending is not None)
        assert sum(row.ending is not None for row in rows) == 8
        assert any(any(row.drafts.values()) for row in rows)
        assert any(row.orders for row in rows)
        assert {row.kind for row in rows} == {"game", "lesson"}
        home = house.client.get("/api/home").json()
        assert {info["id"] for info in home["tables"]} == {row.id for row in rows}
    finally:
        house.close()


@pytest.mark.parametrize("file", OLD, ids=lambda file: file.name.removesuffix(".sqlite.gz"))
def test_a_table_of_an_old_file_goes_on(tmp_path: Path, file: Path) -> None:
    lay(tmp_path, file)
    house = House(tmp_path)
    try:
        row = next(
            row for row in house.lobby.store.rows() if row.game == "skirmish" and len(steps(row.id, house)) == 4
        )
        with house.page(row.id, "blue") as page:
            seat = page.state["owing"][0]
        with house.page(row.id, seat) as page:
            table = house.lobby.room(row.id).table
            action = RandomBot[Any]().choose(table.game, table.view(seat), seat, random.Random(1))
            assert "ok" in page.play(action.text)
            shown = page.state["scene"]
        with house.again().page(row.id, seat) as page:
            assert page.state["scene"] == shown
            assert len(steps(row.id, house)) == 5
    finally:
        house.close()


def steps(table: str, house: House) -> list[Any]:
    return list(house.lobby.store.steps(table))


# -------------------------------------------------------------------------------------------------- migrating


def whole(path: Path) -> tuple[int, list[Any], list[Any]]:
    """The layout of a file and everything of the first layout that is in it."""
    with closing(sqlite3.connect(path)) as db:
        columns = (
            "id, game, kind, who, header, ending, secret, rolls, drafts, orders, lesson, facts, created, updated"
        )
        return (
            db.execute("PRAGMA user_version").fetchone()[0],
            db.execute(f"SELECT {columns} FROM tables ORDER BY id").fetchall(),
            db.execute("SELECT table_id, n, step FROM steps ORDER BY table_id, n").fetchall(),
        )


FIRST = DATA / "games-1.sqlite.gz"


def test_a_copy_of_the_old_file_is_kept_beside_the_new_one(tmp_path: Path) -> None:
    lay(tmp_path, FIRST)
    before = whole(tmp_path / "games.sqlite")
    assert before[0] == 1
    Store(tmp_path / "games.sqlite").close()
    assert whole(tmp_path / "games.sqlite") == (LAYOUT, *before[1:])
    copy = tmp_path / "games-layout-1.sqlite"
    assert whole(copy) == before
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600, "it holds the secrets of the dice too"
    assert sorted(x.name for x in tmp_path.iterdir()) == ["games-layout-1.sqlite", "games.sqlite"]
    Store(tmp_path / "games.sqlite").close()
    assert whole(copy) == before, "the copy is made once"


HALF_WAY = """
import os, signal, sqlite3, sys
from pathlib import Path
from grognard.server import layout
from grognard.server.store import Store
when = sys.argv[2]
if when == "copying":
    layout.private = lambda path: (path.write_bytes(b"half a copy"), os.kill(os.getpid(), signal.SIGKILL))
class Killed(sqlite3.Connection):
    def execute(self, statement, *values):
        if statement.startswith("ALTER") and when == "before":
            os.kill(os.getpid(), signal.SIGKILL)
        found = super().execute(statement, *values)
        if when == "within" and statement.startswith("PRAGMA user_version="):
            os.kill(os.getpid(), signal.SIGKILL)
        return found
usual = sqlite3.connect
sqlite3.connect = lambda path, **how: usual(path, factory=Killed, **how)
Store(Path(sys.argv[1]) / "games.sqlite")
"""


@pytest.mark.parametrize("when", ["copying", "before", "within"])
def test_a_file_whose_migration_was_killed_half_way_is_brought_up_by_the_next_start(
    tmp_path: Path, when: str
) -> None:
    lay(tmp_path, FIRST)
    before = whole(tmp_path / "games.sqlite")
    done = subprocess.run(
        [sys.executable, "-c", HALF_WAY, str(tmp_path), when],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        timeout=60,
        check=False,
    )
    assert done.returncode == -signal.SIGKILL
    assert whole(tmp_path / "games.sqlite") == before, "nothing of the new layout is there"
    Store(tmp_path / "games.sqlite").close()
    assert whole(tmp_path / "games.sqlite") == (LAYOUT, *before[1:])
    assert whole(tmp_path / "games-layout-1.sqlite") == before


def test_a_file_of_a_newer_version_is_refused_in_one_sentence_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    Store(path).close()
    with closing(sqlite3.connect(path)) as db:
        db.execute(f"PRAGMA user_version={LAYOUT + 1}")
    before = path.read_bytes()
    with pytest.raises(BadInput, match=rf"newer version of Grognard \(layout {LAYOUT + 1}; this one reads up to"):
        Store(path)
    assert path.read_bytes() == before
