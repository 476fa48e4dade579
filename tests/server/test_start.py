"""Starting: one server a data directory, which is closed to others; what cannot be used is told in one sentence."""

from __future__ import annotations

import os
import re
import signal
import socket
import stat
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from house import House
from served import Process, receive

from grognard.kernel.errors import BadInput
from grognard.server import main as server
from grognard.server.guard import read_token
from grognard.server.lock import DataLock
from grognard.server.store import Store

TOYS = Path(__file__).with_name("toy_server.py")
ENV = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}


def run(*args: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(TOYS), *args]
    return subprocess.run(command, capture_output=True, text=True, env=ENV, timeout=60, check=False)


# -------------------------------------------------------------------------------------------------- one writer


def test_a_second_start_finds_the_first_and_leaves_the_games_to_it(tmp_path: Path) -> None:
    first = Process(tmp_path)
    try:
        table = first.new("skirmish")
        second = run("--data", str(tmp_path), "--port", "0", "--no-browser")
        assert second.returncode == 0
        assert second.stdout == f"Grognard runs already, and is at {first.home}/enter?token={first.token}\n"
        assert second.stderr == ""
        with first.connect(table) as ws:
            assert receive(ws)["type"] == "hello", "the first goes on"
    finally:
        first.kill()


def test_a_server_that_was_killed_leaves_the_games_free(tmp_path: Path) -> None:
    for _ in range(2):
        process = Process(tmp_path)
        assert (tmp_path / "server.lock").read_text() == f"{process.port}\n"
        process.kill()


def test_a_child_that_outlives_the_server_does_not_hold_its_games(tmp_path: Path) -> None:
    script = (
        "import os, sys, time\n"
        "from pathlib import Path\n"
        "from grognard.server.lock import DataLock\n"
        "lock = DataLock(Path(sys.argv[1]))\n"
        "assert lock.held\n"
        "if os.fork() == 0:\n"
        "    time.sleep(60)\n"
        "    os._exit(0)\n"
        "print('ready', flush=True)\n"
        "time.sleep(60)\n"
    )
    if not hasattr(os, "fork"):
        pytest.skip("no fork here")
    parent = subprocess.Popen(
        [sys.executable, "-c", script, str(tmp_path)],
        stdout=subprocess.PIPE,
        text=True,
        env=ENV,
        start_new_session=True,
    )
    assert parent.stdout is not None
    try:
        assert parent.stdout.readline() == "ready\n"
        assert not DataLock(tmp_path).held
        parent.kill()
        parent.wait()
        deadline = time.monotonic() + 20  # the child lets go as soon as it comes to run
        while not (lock := DataLock(tmp_path)).held and time.monotonic() < deadline:
            time.sleep(0.05)
        assert lock.held
    finally:
        os.killpg(parent.pid, signal.SIGKILL)
        parent.stdout.close()


def test_the_browser_is_opened_on_the_server_that_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    first = Process(tmp_path)
    opened: list[str] = []
    monkeypatch.setattr(server.webbrowser, "open", opened.append)
    try:
        server.serve(data=tmp_path)
        assert opened == [f"{first.home}/enter?token={first.token}"]
        server.serve(data=tmp_path, new={"game": "skirmish", "seats": {"red": "human", "blue": "random"}})
        found = re.fullmatch(rf"{re.escape(opened[0])}&next=/table/(\w+)", opened[1])
        assert found, opened[1]
        with first.connect(found[1], "red") as ws:
            assert receive(ws)["missing"] == ["red"]
        first.add_nonce(found[1], "red")
        with first.connect(found[1], "red") as ws:
            assert receive(ws)["table"]["who"] == {"red": "me", "blue": "bot:random"}
        with pytest.raises(BadInput, match="There is no game “chess”"):
            server.serve(data=tmp_path, new={"game": "chess"})
    finally:
        first.kill()
    assert capsys.readouterr().out.splitlines() == [f"Grognard runs already, and is at {x}" for x in opened]


def test_a_second_start_waits_for_the_address_of_a_first_that_has_just_begun(tmp_path: Path) -> None:
    first, second = DataLock(tmp_path), DataLock(tmp_path)
    assert (first.held, second.held) == (True, False)
    import threading

    threading.Timer(0.3, first.tell, [4321]).start()
    began = time.monotonic()
    assert second.other() == 4321
    assert time.monotonic() - began < 5
    first.release()
    third = DataLock(tmp_path)
    assert third.held
    assert (tmp_path / "server.lock").read_text() == "", "an old address leads nobody astray"
    third.release()
    second.release()


def test_a_server_that_runs_but_never_says_where_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grognard.server.lock.WAIT", 0.2)
    first, second = DataLock(tmp_path), DataLock(tmp_path)
    with pytest.raises(BadInput, match="does not say where it is"):
        second.other()
    first.release()
    second.release()


# --------------------------------------------------------------------------------------------- what cannot be used


@pytest.mark.parametrize("port", ["-1", "65536", "99999999999999999999"])
def test_a_port_out_of_range_is_refused_in_one_sentence(tmp_path: Path, port: str) -> None:
    done = run("--data", str(tmp_path), f"--port={port}", "--no-browser")
    assert done.returncode != 0
    assert done.stderr == f"Port {port} cannot be used: ports are numbers from 0 to 65535.\n"


def test_a_port_that_is_taken_is_refused_in_one_sentence(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        done = run("--data", str(tmp_path), "--port", str(port), "--no-browser")
    assert done.returncode != 0
    assert done.stderr == f"Port {port} cannot be used: Address already in use.\n"


@pytest.mark.parametrize(
    ("make", "name", "why"),
    [
        (lambda d: (d / "data").write_text("x"), "data", "File exists"),
        (lambda d: (d / "data").write_text("x"), "data/below", "Not a directory"),
        (lambda d: (d / "data/server.lock").mkdir(parents=True), "data", "Is a directory"),
    ],
)
def test_a_data_directory_that_cannot_be_made_is_refused_in_one_sentence(
    tmp_path: Path, make: Any, name: str, why: str
) -> None:
    make(tmp_path)
    done = run("--data", str(tmp_path / name), "--port", "0", "--no-browser")
    assert done.returncode != 0
    assert done.stderr == f"The data directory {tmp_path / name} cannot be used: {why}.\n"


@pytest.mark.parametrize(
    ("name", "words"),
    [("games.sqlite", "The file of games {} cannot be used"), ("token", "The token {} cannot be used")],
)
def test_a_file_that_cannot_be_used_is_refused_in_one_sentence(tmp_path: Path, name: str, words: str) -> None:
    (tmp_path / name).mkdir()
    done = run("--data", str(tmp_path), "--port", "0", "--no-browser")
    assert done.returncode != 0
    assert done.stderr == f"{words.format(tmp_path / name)}: Is a directory.\n"


def test_a_file_that_is_no_file_of_games_is_refused_in_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "games.sqlite").write_text("a letter to my aunt" * 100)
    done = run("--data", str(tmp_path), "--port", "0", "--no-browser")
    assert done.returncode != 0
    assert done.stderr == f"The file of games {tmp_path / 'games.sqlite'} cannot be used: file is not a database.\n"


# ------------------------------------------------------------------------------------------------- closed to others


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_everything_in_the_data_directory_is_for_its_owner_alone(tmp_path: Path) -> None:
    data = tmp_path / "games"
    process = Process(data)
    try:
        process.new("skirmish")
        assert mode(data) == 0o700
        files = {file.name: mode(file) for file in data.iterdir()}
    finally:
        process.kill()
    assert {"games.sqlite", "games.sqlite-wal", "token", "server.lock"} <= set(files)
    assert set(files.values()) == {0o600}, files


def test_an_existing_data_directory_is_tightened(tmp_path: Path) -> None:
    data = tmp_path / "games"
    data.mkdir()
    store = Store(data / "games.sqlite")
    House(data).close()
    read_token(data)
    store.db.execute("PRAGMA user_version")
    for file in data.iterdir():
        file.chmod(0o644)
    data.chmod(0o755)
    store.close()
    process = Process(data)
    try:
        process.new("skirmish")
        assert mode(data) == 0o700
        files = {file.name: mode(file) for file in data.iterdir()}
    finally:
        process.kill()
    assert set(files.values()) == {0o600}, files


def test_a_directory_for_everybody_stays_one(tmp_path: Path) -> None:
    data = tmp_path / "shared"
    data.mkdir()
    data.chmod(0o1777)
    assert server.data_directory(data) == data
    assert mode(data) == 0o1777
