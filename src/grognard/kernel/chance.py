"""Chance is a player: rules reach a chance step with a distribution, and whoever runs the table answers it.

An outcome of `Dice` is a tuple of ints, one a die; an outcome of `Draw` is one of its items.
"""

from __future__ import annotations

import hashlib
import hmac
import itertools
import random
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any, Protocol

import msgspec

from grognard.kernel.errors import BadInput

Outcome = tuple[int, ...] | str
MOST_LISTED = 50_000
"""The longest list of outcomes that is still sensible: six dice."""


class Rng(Protocol):
    """What sampling needs; `random.Random` and the audited dice both have it."""

    def randrange(self, stop: int, /) -> int: ...


class Dice(msgspec.Struct, frozen=True, tag="dice"):
    """`count` dice rolled together and told apart."""

    count: int = 1
    sides: int = 6

    def sample(self, rng: Rng) -> Outcome:
        sides = self.sides
        if self.count == 1:
            return (rng.randrange(sides) + 1,)
        return tuple([rng.randrange(sides) + 1 for _ in range(self.count)])

    def outcomes(self) -> list[tuple[Outcome, Fraction]]:
        return _rolls(self.count, self.sides)

    def accept(self, value: Any) -> Outcome:
        """The outcome that a person wrote as `value`, or BadInput."""
        dice = (value,) if isinstance(value, int) else value
        if (
            not isinstance(dice, (list, tuple))
            or len(dice) != self.count
            or not all(type(d) is int and 1 <= d <= self.sides for d in dice)
        ):
            raise BadInput(f"{value!r} is no roll of {self.count} dice with {self.sides} sides.")
        return tuple(dice)


class Draw(msgspec.Struct, frozen=True, tag="draw"):
    """One of the items, each as likely as any other; an item that stands twice is twice as likely."""

    items: tuple[str, ...]

    def sample(self, rng: Rng) -> Outcome:
        return self.items[rng.randrange(len(self.items))]

    def outcomes(self) -> list[tuple[Outcome, Fraction]]:
        total = len(self.items)
        return [(item, Fraction(n, total)) for item, n in Counter(self.items).items()]

    def accept(self, value: Any) -> Outcome:
        if not isinstance(value, str) or value not in self.items:
            raise BadInput(f"{value!r} is not among what can be drawn: {', '.join(sorted(set(self.items)))}.")
        return value


Distribution = Dice | Draw


@lru_cache(maxsize=64)
def _rolls(count: int, sides: int) -> list[tuple[Outcome, Fraction]]:
    if sides**count > MOST_LISTED:
        raise BadInput(f"{count} dice have too many outcomes to list; sample them instead.")
    share = Fraction(1, sides**count)
    return [(roll, share) for roll in itertools.product(range(1, sides + 1), repeat=count)]


class AuditedDice:
    """Outcome n is a uniform integer from HMAC-SHA256(secret, nonces, n), by rejection.

    `n` counts every roll ever made, also those that a practice table took back. The secret is committed to
    by its SHA-256 at the start and published at the end, so anybody can check that no roll was chosen.
    """

    def __init__(self, secret: bytes, nonces: Sequence[str] = (), n: int = 0) -> None:
        if len(secret) != 32:
            raise BadInput("The secret of the dice must be 32 bytes long.")
        self.secret = secret
        self.nonces = tuple(nonces)
        self.n = n

    @classmethod
    def seeded(cls, seed: int | str) -> AuditedDice:
        """For practice tables: the same seed gives the same dice."""
        return cls(hashlib.sha256(f"grognard seed {seed}".encode()).digest())

    @property
    def commitment(self) -> str:
        return hashlib.sha256(self.secret).hexdigest()

    def randrange(self, stop: int, /) -> int:
        value = uniform(self.secret, self.nonces, self.n, stop)
        self.n += 1
        return value


def uniform(secret: bytes, nonces: Sequence[str], n: int, stop: int) -> int:
    """Roll number n as an integer below `stop`: blocks of 64 bits, those that would favour any are rejected."""
    limit = 2**64 - 2**64 % stop
    for block in itertools.count():
        message = "\n".join([*nonces, str(n), str(block)]).encode()
        digest = hmac.digest(secret, message, "sha256")
        for at in range(0, 32, 8):
            value = int.from_bytes(digest[at : at + 8], "big")
            if value < limit:
                return value % stop
    raise AssertionError("unreachable")


def plain_rng(seed: int | str | None = None) -> random.Random:
    """Dice for bots, branches and simulation, apart from any table's own."""
    return random.Random(seed)
