"""Starting the server: loopback only, a token in the address, the browser opened on it."""

from __future__ import annotations

import argparse
import faulthandler
import gc
import logging
import os
import socket
import stat
import sys
import threading
import urllib.error
import urllib.request
import webbrowser
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import platformdirs
import uvicorn
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from grognard.kernel.errors import BadInput, GrognardError
from grognard.kernel.plain import Things
from grognard.kernel.rules.game import Game
from grognard.server.app import CLIENT, make_app
from grognard.server.guard import Guard, read_token
from grognard.server.lobby import Lobby
from grognard.server.lock import DataLock
from grognard.server.store import Store

USUAL_PORT = 8414
LINGER = 3.0
"""Seconds that a socket has to say goodbye."""


def data_path(data: Path | str | None = None) -> Path:
    """Where games are kept: the argument, GROGNARD_DATA, or the user's data directory."""
    return Path(data or os.environ.get("GROGNARD_DATA") or platformdirs.user_data_dir("grognard", appauthor=False))


def data_directory(data: Path | str | None = None) -> Path:
    """The directory of the games, made if need be, for its owner alone: it holds the secrets of the dice."""
    path = data_path(data)
    try:
        path.mkdir(parents=True, exist_ok=True, mode=0o700)
        found = path.stat()
        shared = found.st_mode & stat.S_ISVTX or (hasattr(os, "getuid") and found.st_uid != os.getuid())
        if not shared:  # in a directory for everybody, like /tmp, only our files are ours to close
            path.chmod(0o700)
    except OSError as error:
        raise BadInput(f"The data directory {path} cannot be used: {error.strerror}.") from None
    return path


def listen(port: int | None) -> socket.socket:
    """A socket on loopback: the port asked for, else the usual one if it is free, else any."""
    if port is not None and not 0 <= port <= 65535:
        raise BadInput(f"Port {port} cannot be used: ports are numbers from 0 to 65535.")
    for wanted in [port] if port is not None else [USUAL_PORT, 0]:
        # named TCP, so that the loop sends small messages at once and does not wait 40 ms for more
        sock = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            sock.bind(("127.0.0.1", wanted))
            sock.listen(64)
            return sock
        except OSError as error:
            sock.close()
            if port is not None:
                raise BadInput(f"Port {port} cannot be used: {error.strerror}.") from None
    raise BadInput("No port is free.")


class Line(WebSocketsSansIOProtocol):
    """A socket whose end is its end: a page that never reads would keep its line, and what is written to it."""

    async def run_asgi(self) -> None:
        await super().run_asgi()
        self.loop.call_later(LINGER, self.transport.abort)


def serve(
    port: int | None = None,
    browser: bool = True,
    data: Path | str | None = None,
    new: Things | None = None,
    extra: Sequence[Game[Any]] = (),
) -> None:
    """Run the server until it is stopped. `new` describes a table to start at once, and to open.

    Where one runs already on the same games, the browser is opened on that one."""
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    directory = data_directory(data)
    lock = DataLock(directory)
    wanted = _described(new) if new is not None else None
    if not lock.held:
        _go_to(Guard(read_token(directory), lock.other()), browser, wanted)
        return
    sock = listen(port)
    lobby = Lobby(Store(directory / "games.sqlite"), extra)
    guard = Guard(read_token(directory), sock.getsockname()[1])
    lock.tell(guard.port)
    address = guard.address(lobby.create(wanted).id if wanted is not None else "")
    lobby.store.journal.flush()
    print(f"Grognard is at {address}", flush=True)
    if not (CLIENT / "index.html").exists():
        print("The browser client has not been built yet: python client/hatch_build.py", file=sys.stderr)
    if browser:
        threading.Timer(0.4, webbrowser.open, [address]).start()
    threading.Thread(target=_warm, args=[lobby], daemon=True).start()
    # Nothing is compressed: on this machine itself that would save nothing, and take its time from everybody.
    config = uvicorn.Config(
        make_app(lobby, guard), log_level="warning", access_log=False, ws=Line, ws_max_size=1_000_000,
        ws_per_message_deflate=False, timeout_graceful_shutdown=2, timeout_keep_alive=120, lifespan="off",
    )  # fmt: skip
    uvicorn.Server(config).run(sockets=[sock])


def _warm(lobby: Lobby) -> None:
    """Load all games, which stay: no search for garbage visits them again, during which every table would wait."""
    lobby.warm()
    gc.collect()
    gc.freeze()


def _described(new: Things) -> Things:
    """A table of the command line as the set-up page describes it."""
    seats = new.get("seats")
    who: Things = {}
    for seat, level in seats.items() if isinstance(seats, dict) else ():
        who[seat] = "me" if level in ("human", "me") else "hotseat" if level == "hotseat" else f"bot:{level}"
    return {**{k: v for k, v in new.items() if k != "seats"}, "who": who}


def _go_to(guard: Guard, browser: bool, new: Things | None) -> None:
    """Open the browser on the server that runs already, at a new table if one is wanted."""
    table = ""
    if new is not None:
        request = urllib.request.Request(
            f"{guard.home}/api/tables", msgspec.json.encode(new), {"cookie": f"{guard.cookie}={guard.token}"}
        )
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                table = msgspec.json.decode(answer.read())["id"]
        except urllib.error.HTTPError as error:
            raise BadInput(msgspec.json.decode(error.read())["error"]["text"]) from None
        except OSError as error:
            raise BadInput(f"The Grognard that runs already at {guard.home} does not answer: {error}.") from None
    address = guard.address(table)
    print(f"Grognard runs already, and is at {address}", flush=True)
    if browser:
        webbrowser.open(address)


def main(args: Sequence[str] | None = None, extra: Sequence[Game[Any]] = ()) -> None:
    parser = argparse.ArgumentParser(prog="python -m grognard.server", description="The browser game's server.")
    parser.add_argument("--port", type=int, help=f"the port on loopback (usually {USUAL_PORT})")
    parser.add_argument("--data", help="where games are kept")
    parser.add_argument("--no-browser", action="store_true", help="print the address, open nothing")
    given = parser.parse_args(args)
    faulthandler.enable()  # whatever ends it is told
    try:
        serve(given.port, not given.no_browser, given.data, extra=extra)
    except GrognardError as error:
        raise SystemExit(str(error)) from None
