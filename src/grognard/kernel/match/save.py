"""Saved games: a running table with everything that is needed to go on exactly where it was.

A save holds the whole record, the secret of the dice, unfinished drafts and standing orders; it is for the disk of
whoever runs the table, never for a seat.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import msgspec

from grognard.kernel.errors import BadInput, Broken
from grognard.kernel.match.record import check_chain
from grognard.kernel.match.replay import Replay
from grognard.kernel.match.table import Table
from grognard.kernel.rules.game import Game
from grognard.kernel.rules.state import S

FORMAT = 1


def save_game(table: Table[S]) -> bytes:
    body = {
        "save": FORMAT,
        "record": table.whole_record(),
        "secret": table.dice.secret.hex(),
        "n": table.dice.n,
        "drafts": {seat: [part.text for part in table.draft(seat)] for seat in table.game.seats},
        "orders": table.standing_orders(),
    }
    raw = msgspec.json.encode(body, order="sorted")
    return msgspec.json.encode({**body, "hash": hashlib.sha256(raw).hexdigest()}, order="sorted") + b"\n"


class _SaveShape(msgspec.Struct):
    secret: Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]
    n: int
    drafts: dict[str, list[str]]
    orders: dict[str, dict[str, str]]


def load_game(raw: bytes | Path, game: Game[S] | None = None) -> Replay[Any]:
    """Open a save. `matches` says whether today's rules play it the same way; then `table` is just as it was."""
    from grognard.kernel.registry import load

    if isinstance(raw, Path):
        try:
            raw = raw.read_bytes()
        except OSError as error:
            raise BadInput(f"The saved game cannot be read: {error.strerror}.") from None
    try:
        body = msgspec.json.decode(raw, type=dict[str, Any])
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Broken(f"This is not a saved game: {error}.") from None
    if body.get("save") != FORMAT or not isinstance(body.get("record"), Mapping):
        raise Broken("This is not a saved game.")
    try:
        msgspec.convert(body, _SaveShape)
    except msgspec.ValidationError as error:
        raise Broken(f"The saved game is not built as saved games are: {error}.") from None
    check_chain(body["record"])
    kept = body.pop("hash", "")
    if hashlib.sha256(msgspec.json.encode(body, order="sorted")).hexdigest() != kept:
        raise Broken("The saved game was altered outside its record: its hash does not fit.")
    record = body["record"]
    opened = Replay(record, game or load(record["game"], record.get("pack")), bytes.fromhex(body["secret"]))
    if opened.matches and opened.table is not None:
        opened.table.resume(body["n"], body["drafts"], body["orders"])
    return opened
