"""`grognard backup FILE`: all games in one file, while the server runs and somebody plays."""

from __future__ import annotations

import os
import sqlite3
import stat
import subprocess
import sys
import threading
from contextlib import closing
from pathlib import Path

import pytest
from house import House

from grognard.kernel.errors import BadInput
from grognard.server.store import backup

ENV = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}


def grognard_backup(data: Path, file: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", "from grognard.cli import main; main()", "backup", str(file)],
        env={**ENV, "GROGNARD_DATA": str(data)}, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip


def test_a_backup_of_a_running_server_is_a_file_of_games(tmp_path: Path) -> None:
    data, kept = tmp_path / "data", tmp_path / "kept.sqlite"
    data.mkdir()
    house = House(data)
    tables = [house.new("skirmish") for _ in range(2)]
    with house.page(tables[0]) as page:
        page.play("move red-1 B1")
        log = page.log
        done = grognard_backup(data, kept)
        assert done.returncode == 0, done.stderr
        assert done.stdout == f"2 tables copied to {kept}.\n"
        page.play("move red-2 B2")
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert sorted(file.name for file in tmp_path.iterdir()) == ["data", "kept.sqlite"], "one file, and no rest"
    house.close()
    other = tmp_path / "other"
    other.mkdir()
    kept.rename(other / "games.sqlite")
    house = House(other)
    with house.page(tables[0]) as page:
        assert page.log == log, "as it was then"
        assert "ok" in page.play("move red-2 B2")
    house.close()


def test_a_backup_is_whole_while_others_write(tmp_path: Path) -> None:
    house = House(tmp_path)
    house.new("skirmish")
    stop = threading.Event()

    def write() -> None:
        while not stop.is_set():
            house.lobby.create({"game": "skirmish", "practice": True})

    writer = threading.Thread(target=write)
    writer.start()
    try:
        for number in range(5):
            file = tmp_path / f"copy-{number}.sqlite"
            tables = backup(tmp_path, file)
            with closing(sqlite3.connect(file)) as db:
                assert db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
                assert db.execute("SELECT count(*) FROM tables").fetchone() == (tables,)
                assert db.execute("SELECT count(DISTINCT table_id) FROM steps").fetchone() == (tables,)
    finally:
        stop.set()
        writer.join()
        house.close()


def test_a_backup_that_cannot_be_made_is_one_sentence_and_leaves_the_old_one(tmp_path: Path) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    with pytest.raises(BadInput, match="There are no games in"):
        backup(empty, tmp_path / "copy.sqlite")
    House(tmp_path).close()
    with pytest.raises(BadInput, match="name a file of its own"):
        backup(tmp_path, tmp_path / "games.sqlite")
    with pytest.raises(BadInput, match="name a file of its own"):
        backup(tmp_path, empty)
    with pytest.raises(BadInput, match=r"cannot be copied to .*: No such file or directory"):
        backup(tmp_path, tmp_path / "nowhere" / "copy.sqlite")
    done = grognard_backup(empty, tmp_path / "copy.sqlite")
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1] == f"There are no games in {empty}."
    assert "Traceback" not in done.stderr
