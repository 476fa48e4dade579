"""What the commands share: the console, errors in one sentence, reading options and seats, progress bars."""

from __future__ import annotations

import gzip
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NoReturn

import msgspec
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from grognard.bots import game_bots
from grognard.kernel import registry
from grognard.kernel.errors import BadInput
from grognard.kernel.match.audit import MOST_BYTES
from grognard.kernel.rules.game import Game
from grognard.kernel.rules.state import S

HUMAN = "human"


def console() -> Console:
    """Made anew for each command, so that redirected output is honoured."""
    return Console(highlight=False)


def fail(words: str, code: int = 2) -> NoReturn:
    """One sentence on the error output, and the exit code."""
    Console(stderr=True, highlight=False, soft_wrap=True).print(words, style="red", markup=False)
    raise SystemExit(code)


def load_game(game_id: str, pack: Path | None = None) -> Game[Any]:
    return registry.load(game_id, pack)


def print_json(value: Any) -> None:
    text = msgspec.json.format(msgspec.json.encode(value), indent=2).decode()
    sys.stdout.write(text + "\n")


def read_options(game: Game[S], given: Sequence[str]) -> dict[str, bool | str]:
    """`--option axis-airdrops` or `--option a=b` as the game's options."""
    options: dict[str, bool | str] = {}
    words = {"true": True, "on": True, "yes": True, "false": False, "off": False, "no": False}
    many = {option.id for option in game.options if option.values}
    for text in given:
        name, eq, value = text.partition("=")
        if not eq:
            options[name] = True
        elif name in many or value.lower() not in words:
            options[name] = value
        else:
            options[name] = words[value.lower()]
    return options


def read_seats(game: Game[S], given: Sequence[str]) -> dict[str, str]:
    """`--seat allies=human` as who plays each seat; by default the first seat is human and bots play the rest."""
    levels = list(game_bots(game))
    own = levels[1] if len(levels) > 1 else levels[0]
    players = dict.fromkeys(game.seats, own)
    named = dict(_pair(text) for text in given)
    if HUMAN not in named.values():
        free = [seat for seat in game.seats if seat not in named]
        if free:
            players[free[0]] = HUMAN
    for seat, player in named.items():
        if seat not in game.seats:
            raise BadInput(f"{game.title} has no seat “{seat}”; its seats are: {', '.join(game.seats)}.")
        if player != HUMAN and player not in levels:
            raise BadInput(f"Nobody called “{player}” can play; there are: human, {', '.join(levels)}.")
        players[seat] = player
    return players


def _pair(text: str) -> tuple[str, str]:
    seat, eq, player = text.partition("=")
    if not eq or not seat or not player:
        raise BadInput(f"Write a seat as SEAT=WHO, for instance --seat {text.strip('=') or 'allies'}=human.")
    return seat, player


def read_text(path: Path, what: str) -> str:
    try:
        return sys.stdin.read() if str(path) == "-" else path.read_text(encoding="utf-8")
    except OSError as error:
        raise BadInput(f"The {what} {path} cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise BadInput(f"The {what} {path} is not text.") from None


def read_record(path: Path) -> bytes:
    """A record's bytes, and no more of a file or of what was packed into it than a record can have."""
    opener = gzip.open if path.suffix == ".gz" else open
    try:
        with opener(path, "rb") as file:
            raw: bytes = file.read(MOST_BYTES + 1)
        return raw
    except (OSError, EOFError) as error:
        why = getattr(error, "strerror", None) or "it is not a whole gzip file"
        raise BadInput(f"The record {path} cannot be read: {why}.") from None


def write_bytes(path: Path, raw: bytes, what: str) -> None:
    """Write a file whole or not at all, so that a full disk leaves the old one as it was."""
    beside = path.with_name(path.name + ".part")
    try:
        beside.write_bytes(raw)
        beside.replace(path)
    except OSError as error:
        beside.unlink(missing_ok=True)
        raise BadInput(f"The {what} {path} cannot be written: {error.strerror}.") from None


@contextmanager
def progress(words: str, total: int, quiet: bool = False) -> Iterator[Callable[[float], None]]:
    """A bar on the error output, where somebody watches; gives `step(n)`."""
    out = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=out, transient=True, disable=quiet or not out.is_terminal) as bar:
        task = bar.add_task(words, total=total)
        yield lambda n: bar.advance(task, n)
