"""A table that is laid and not yet open: the dice are committed to, and the players add their nonces.

Whoever made the secret could have tried many, until one rolled well for him. So the commitment to it is told first;
then each player adds a nonce of his own, which he made after that; and only with all of them is any die rolled.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping, Sequence
from typing import Generic

from grognard.kernel.errors import BadInput
from grognard.kernel.match.table import Table
from grognard.kernel.rules.chance import check_nonce
from grognard.kernel.rules.game import Game, Options
from grognard.kernel.rules.state import S


class Laid(Generic[S]):
    def __init__(
        self,
        game: Game[S],
        scenario: str = "",
        options: Options | None = None,
        *,
        people: Sequence[str],
        secret: bytes | None = None,
        nonces: Mapping[str, str] | None = None,
    ) -> None:
        """`people` are the seats that each add a nonce; `nonces` are those that are in already."""
        self.game = game
        self.scenario = scenario or game.scenarios[0].id
        self.options = game.settle_options(self.scenario, options)
        for seat in people:
            if seat not in game.seats:
                raise BadInput(f"{game.title} has no seat “{seat}”.")
        self.people = tuple(seat for seat in game.seats if seat in people)
        self.secret = secret or os.urandom(32)
        self.nonces: dict[str, str] = {}
        for seat, nonce in (nonces or {}).items():
            self.add(seat, nonce)

    @property
    def commitment(self) -> str:
        return hashlib.sha256(self.secret).hexdigest()

    @property
    def missing(self) -> tuple[str, ...]:
        """The seats whose nonce is not in yet."""
        return tuple(seat for seat in self.people if seat not in self.nonces)

    def add(self, seat: str, nonce: str) -> None:
        """A player's nonce; it is given once and stays."""
        if seat not in self.people:
            raise BadInput(f"{seat.capitalize()} owes no nonce.")
        if seat in self.nonces:
            raise BadInput(f"The nonce of {seat} is in already, and stays.")
        check_nonce(seat, nonce)
        self.nonces[seat] = nonce

    def open(self) -> Table[S]:
        """The table, with the opening played; refused while a nonce is missing."""
        for seat in self.missing:
            check_nonce(seat, "")
        nonces = [self.nonces[seat] for seat in self.people]
        return Table(self.game, self.scenario, self.options, secret=self.secret, nonces=nonces, nonces_by=self.people)
