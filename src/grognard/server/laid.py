"""Tables that wait for their players' nonces: the dice are committed to, and nothing is rolled yet.

A table is laid where several people play, or one against a bot. Its row holds what its record will begin with; a
nonce that is still awaited is an empty text there.
"""

from __future__ import annotations

import secrets
from typing import Any

from grognard.kernel.errors import BadInput
from grognard.kernel.match.laid import Laid
from grognard.kernel.match.record import FORMAT, Header
from grognard.kernel.match.rules_version import rules_version
from grognard.kernel.match.shapes import Record
from grognard.kernel.rules.game import Game
from grognard.kernel.rules.state import S
from grognard.server import protocol
from grognard.server.store import Row

BEGUN = (4410, "The game begins.")
"""With this the pages that waited are let go; they connect again at once."""


class Waiting(BadInput):
    """The table cannot be opened yet."""

    def __init__(self, laid: Laid[Any]) -> None:
        self.laid = laid
        super().__init__(f"The table waits for the nonce of {' and '.join(laid.missing)}; then the game begins.")


def owing_nonces(game: Game[S], who: dict[str, str], practice: bool) -> list[str]:
    """The seats of people where they play each other or a bot; a lone player and a practice table need none."""
    people = [seat for seat in game.seats if not who[seat].startswith("bot:")]
    return people if len(game.seats) > 1 and not practice else []


def new_row(laid: Laid[S], who: dict[str, str]) -> Row:
    game = laid.game
    scenario = next((x.title for x in game.scenarios if x.id == laid.scenario), laid.scenario)
    facts = {
        "title": game.title, "scenario": laid.scenario, "scenarioTitle": scenario, "practice": False, "over": False,
        "clock": "", "turn": [], "options": dict(laid.options),
    }  # fmt: skip
    return Row(
        id=secrets.token_hex(6), game=game.id, kind="game", who=who, header=header_of(laid), secret=laid.secret.hex(),
        facts=facts,
    )  # fmt: skip


def header_of(laid: Laid[S]) -> Header:
    """What the record will begin with, without the boards."""
    game = laid.game
    header: Record = {
        "format": FORMAT, "game": game.id, "version": rules_version(game), "scenario": laid.scenario,
        "options": dict(laid.options), "practice": False, "seats": list(game.seats), "scenes": {}, "hash": "",
        "dice": {
            "commitment": laid.commitment, "nonces": [laid.nonces.get(seat, "") for seat in laid.people],
            "by": list(laid.people),
        },
    }  # fmt: skip
    if game.pack is not None:
        header["pack"] = game.pack
    return Header(header)


def read_laid(row: Row, game: Game[S]) -> Laid[S] | None:
    """The table as it was laid, if it still waits."""
    header = row.header.open()
    dice = header["dice"]
    nonces = dict(zip(dice.get("by", ()), dice["nonces"], strict=False))
    if all(nonces.values()):
        return None
    return Laid(
        game, header["scenario"], header["options"], people=tuple(nonces), secret=bytes.fromhex(row.secret),
        nonces={seat: nonce for seat, nonce in nonces.items() if nonce},
    )  # fmt: skip


def told(laid: Laid[S]) -> protocol.Laid:
    """What a page at such a table is told."""
    return protocol.Laid(laid.commitment, tuple(laid.missing), str(Waiting(laid)))
