"""Starting the server: loopback only, a token in the address, the browser opened on it."""

from __future__ import annotations

import argparse
import logging
import os
import socket
import sys
import threading
import webbrowser
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import platformdirs
import uvicorn

from grognard.kernel.errors import GrognardError
from grognard.kernel.game import Game
from grognard.server.app import CLIENT, make_app
from grognard.server.guard import Guard, read_token
from grognard.server.lobby import Lobby
from grognard.server.store import Store

USUAL_PORT = 8414


def data_directory(data: Path | str | None = None) -> Path:
    """Where games are kept: the argument, GROGNARD_DATA, or the user's data directory."""
    chosen = data or os.environ.get("GROGNARD_DATA") or platformdirs.user_data_dir("grognard", appauthor=False)
    path = Path(chosen)
    path.mkdir(parents=True, exist_ok=True, mode=0o700)
    return path


def listen(port: int | None) -> socket.socket:
    """A socket on loopback: the port asked for, else the usual one if it is free, else any."""
    for wanted in [port] if port is not None else [USUAL_PORT, 0]:
        sock = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            sock.bind(("127.0.0.1", wanted))
            sock.listen(64)
            return sock
        except OSError as error:
            sock.close()
            if port is not None:
                raise SystemExit(f"Port {port} cannot be used: {error.strerror}.") from None
    raise SystemExit("No port is free.")


def serve(
    port: int | None = None,
    browser: bool = True,
    data: Path | str | None = None,
    new: dict[str, Any] | None = None,
    extra: Sequence[Game[Any]] = (),
) -> None:
    """Run the server until it is stopped. `new` describes a table to start at once, and to open."""
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    directory = data_directory(data)
    lobby = Lobby(Store(directory / "games.sqlite"), extra)
    sock = listen(port)
    number = sock.getsockname()[1]
    guard = Guard(read_token(directory), number)
    address = f"http://127.0.0.1:{number}/enter?token={guard.token}"
    if new is not None:
        seats = {
            s: "me" if w in ("human", "me") else "hotseat" if w == "hotseat" else f"bot:{w}"
            for s, w in new.get("seats", {}).items()
        }
        room = lobby.create({**{k: v for k, v in new.items() if k != "seats"}, "who": seats})
        address += f"&next=/table/{room.row.id}"
    print(f"Grognard is at {address}", flush=True)
    if not (CLIENT / "index.html").exists():
        print("The browser client has not been built yet: python client/hatch_build.py", file=sys.stderr)
    if browser:
        threading.Timer(0.4, webbrowser.open, [address]).start()
    threading.Thread(target=lobby.warm, daemon=True).start()
    config = uvicorn.Config(
        make_app(lobby, guard), log_level="warning", access_log=False, ws="websockets-sansio", ws_max_size=1_000_000,
        timeout_graceful_shutdown=2,
        timeout_keep_alive=120, lifespan="off",
    )  # fmt: skip
    uvicorn.Server(config).run(sockets=[sock])


def main(args: Sequence[str] | None = None, extra: Sequence[Game[Any]] = ()) -> None:
    parser = argparse.ArgumentParser(prog="python -m grognard.server", description="The browser game's server.")
    parser.add_argument("--port", type=int, help=f"the port on loopback (usually {USUAL_PORT})")
    parser.add_argument("--data", help="where games are kept")
    parser.add_argument("--no-browser", action="store_true", help="print the address, open nothing")
    given = parser.parse_args(args)
    try:
        serve(given.port, not given.no_browser, given.data, extra=extra)
    except GrognardError as error:
        raise SystemExit(str(error)) from None
