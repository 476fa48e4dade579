"""The museum: recorded games that show every ending, every card and event, and every cell of every table.

A folder holds one folder a game, with records as .json or .json.gz. A record shows what its events say they show
(`Event.shows`), the options that it was played with ("option <id>") and its ending ("ending <level>"); the game lists
what there must be (`Game.exhibits`). Every record must still replay: a museum piece that no longer fits its rules is
a rule that changed unnoticed.
"""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator
from pathlib import Path

from grognard.kernel.errors import BadInput, GrognardError
from grognard.kernel.match.record import dump_record, load_record
from grognard.kernel.match.replay import replay
from grognard.kernel.match.shapes import Record
from grognard.kernel.rules.game import Game
from grognard.kernel.rules.state import S


def records(folder: Path, game: Game[S]) -> Iterator[tuple[Path, Record]]:
    """The records of a game, in order of their names."""
    for path in sorted((folder / game.id).glob("*.json*")):
        raw = path.read_bytes()
        try:
            yield path, load_record(gzip.decompress(raw) if path.suffix == ".gz" else raw)
        except (GrognardError, OSError, EOFError, zlib.error) as error:
            raise BadInput(f"{path.name}: {error}") from None


def keep(folder: Path, name: str, record: Record) -> Path:
    """Put a record into the museum; the same record always gives the same bytes."""
    place = folder / str(record["game"])
    place.mkdir(parents=True, exist_ok=True)
    path = place / f"{name}.json.gz"
    path.write_bytes(gzip.compress(dump_record(record), mtime=0))
    return path


def shown_by(record: Record) -> set[str]:
    shown = {f"option {name}" for name, value in record["options"].items() if value}
    for step in record["steps"]:
        for event in step["events"]:
            for face in (event.get("face"), *event.get("faces", {}).values()):
                shows = face.get("shows") if face else None
                if isinstance(shows, list):
                    shown |= {str(exhibit) for exhibit in shows}
    if "end" in record:
        shown.add(f"ending {record['end']['result']['level']}")
    return shown


def check_museum(game: Game[S], folder: Path) -> list[str]:
    """What is wrong with the game's part of the museum, one sentence each: missing exhibits, records that rot."""
    faults = []
    shown: set[str] = set()
    for path, record in records(folder, game):
        shown |= shown_by(record)
        opened = replay(record, game)
        if not opened.matches:
            faults.append(f"{path.name}: {opened.mismatch}")
    faults += [f"nothing shows “{exhibit}”" for exhibit in game.exhibits() if exhibit not in shown]
    return faults
