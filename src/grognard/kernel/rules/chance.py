# compiled as it stands
"""Chance is a player: rules reach a chance step with a distribution, and whoever runs the table answers it.

An outcome of `Dice` is a tuple of ints, one a die; an outcome of `Draw` is one of its items.
"""

from __future__ import annotations

import hashlib
import itertools
import random
import struct
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Protocol

import msgspec

from grognard.kernel.errors import BadInput

Outcome = tuple[int, ...] | str
Forced = int | str | Sequence[int]
"""An outcome as a person writes it: 5, [6, 3] or the name of what is drawn."""
MOST_NONCE = 64
"""Bytes of what a player adds to the secret of the dice."""
MOST_LISTED = 50_000
"""The longest list of outcomes that is still sensible: six dice."""


class Rng(Protocol):
    """What sampling needs; `random.Random` and the audited dice both have it."""

    def randrange(self, stop: int, /) -> int: ...


def below(rng: Rng, stop: int) -> int:
    """What `rng.randrange(stop)` gives; of `random.Random` it takes the same bits without the checks before them."""
    if not isinstance(rng, random.Random):
        return rng.randrange(stop)
    bits = rng.getrandbits
    width = stop.bit_length()
    value = bits(width)
    while value >= stop:
        value = bits(width)
    return value


class Dice(msgspec.Struct, frozen=True, tag="dice"):
    """`count` dice rolled together and told apart."""

    count: int = 1
    sides: int = 6

    def sample(self, rng: Rng) -> Outcome:
        sides = self.sides
        if self.count == 1:
            return (below(rng, sides) + 1,)
        return tuple([below(rng, sides) + 1 for _ in range(self.count)])

    def outcomes(self) -> list[tuple[Outcome, Fraction]]:
        return _rolls(self.count, self.sides)

    def accept(self, value: Forced) -> Outcome:
        """The outcome that a person wrote as `value`, or BadInput."""
        dice = (value,) if isinstance(value, int) else value
        if (
            not isinstance(dice, (list, tuple))
            or len(dice) != self.count
            or not all(type(d) is int and 1 <= d <= self.sides for d in dice)
        ):
            raise BadInput(f"{value!r} is no roll of {self.count} dice with {self.sides} sides.")
        return tuple(dice)

    def __str__(self) -> str:
        return f"{self.count} {'die' if self.count == 1 else 'dice'} with {self.sides} sides"


class Draw(msgspec.Struct, frozen=True, tag="draw"):
    """One of the items, each as likely as any other; an item that stands twice is twice as likely."""

    items: tuple[str, ...]

    def sample(self, rng: Rng) -> Outcome:
        return self.items[below(rng, len(self.items))]

    def outcomes(self) -> list[tuple[Outcome, Fraction]]:
        total = len(self.items)
        return [(item, Fraction(n, total)) for item, n in Counter(self.items).items()]

    def accept(self, value: Forced) -> Outcome:
        if not isinstance(value, str) or value not in self.items:
            raise BadInput(f"{value!r} is not among what can be drawn: {', '.join(sorted(set(self.items)))}.")
        return value

    def __str__(self) -> str:
        more = f" and {len(self.items) - 12} more" if len(self.items) > 12 else ""
        return f"a draw from {', '.join(self.items[:12])}{more}"


Distribution = Dice | Draw


def contrast(now: Distribution, then: Distribution) -> str:
    """How the chance that the rules ask for differs from what was recorded."""
    if isinstance(now, Draw) and isinstance(then, Draw) and sorted(now.items) == sorted(then.items):
        mine, theirs = next((a, b) for a, b in zip(now.items, then.items, strict=True) if a != b)
        return f"it now draws from the same list in another order: “{mine}” stands where “{theirs}” stood."
    return f"it now asks for {now}, not {then}."


@lru_cache(maxsize=64)
def _rolls(count: int, sides: int) -> list[tuple[Outcome, Fraction]]:
    if sides**count > MOST_LISTED:
        raise BadInput(f"{count} dice have too many outcomes to list; sample them instead.")
    share = Fraction(1, sides**count)
    return [(roll, share) for roll in itertools.product(range(1, sides + 1), repeat=count)]


def check_nonce(who: str, nonce: str) -> None:
    """Refuse what is no nonce: each is one line of what is hashed, so that two cannot be taken for one."""
    if not isinstance(nonce, str) or not nonce:
        raise BadInput(f"The nonce of {who} is missing; no die is rolled before it is in.")
    size = len(nonce.encode("utf-8", "replace"))
    if size > MOST_NONCE:
        raise BadInput(f"The nonce of {who} has {size} bytes; it may have {MOST_NONCE} at most.")
    if not nonce.isprintable():
        raise BadInput(f"The nonce of {who} has signs in it that cannot be printed.")


class AuditedDice:
    """Outcome n is a uniform integer from HMAC-SHA256(secret, nonces, n), by rejection.

    `n` counts every roll ever made, also those that a practice table took back. The secret is committed to
    by its SHA-256 at the start and published at the end, so anybody can check that no roll was chosen. A nonce is
    what a player adds after the commitment, so that whoever made the secret could not choose it for its rolls
    either; `by` names whose they are.
    """

    __slots__ = ("_keys", "by", "n", "nonces", "secret")

    def __init__(self, secret: bytes, nonces: Sequence[str] = (), n: int = 0, by: Sequence[str] = ()) -> None:
        if len(secret) != 32:
            raise BadInput("The secret of the dice must be 32 bytes long.")
        names = by or [f"player {number}" for number in range(1, len(nonces) + 1)]
        if len(names) != len(nonces):
            raise BadInput(f"{len(names)} players owe a nonce, but there are {len(nonces)}.")
        for who, nonce in zip(names, nonces, strict=True):
            check_nonce(who, nonce)
        self.secret = secret
        self.nonces = tuple(nonces)
        self.by = tuple(by)
        self.n = n
        self._keys = _keyed(secret, self.nonces)

    def __reduce__(self) -> tuple[type[AuditedDice], tuple[bytes, tuple[str, ...], int, tuple[str, ...]]]:
        return AuditedDice, (self.secret, self.nonces, self.n, self.by)

    @classmethod
    def seeded(cls, seed: int | str) -> AuditedDice:
        """For practice tables: the same seed gives the same dice."""
        return cls(hashlib.sha256(f"grognard seed {seed}".encode()).digest())

    @property
    def commitment(self) -> str:
        return hashlib.sha256(self.secret).hexdigest()

    def randrange(self, stop: int, /) -> int:
        n = self.n
        self.n = n + 1
        return _uniform(self._keys, n, stop)


def uniform(secret: bytes, nonces: Sequence[str], n: int, stop: int) -> int:
    """Roll number n as an integer below `stop`: blocks of 64 bits, those that would favour any are rejected."""
    return _uniform(_keyed(secret, tuple(nonces)), n, stop)


def _uniform(keys: Keys, n: int, stop: int) -> int:
    bits = _block(keys, n, 0)
    value: int = _LONG(bits)[0]
    if value < _FAIR and stop <= 2**32:  # almost always
        return value % stop
    limit = 2**64 - 2**64 % stop
    block = 0
    while True:
        for value in _LONGS(bits):
            if value < limit:
                return value % stop
        block += 1
        bits = _block(keys, n, block)


def _block(keys: Keys, n: int, block: int) -> bytes:
    message, sealed = keys[0].copy(), keys[1].copy()
    message.update(b"%d\n%d" % (n, block))
    sealed.update(message.digest())
    return sealed.digest()


_LONG, _LONGS = struct.Struct(">Q").unpack_from, struct.Struct(">4Q").unpack
_FAIR = 2**64 - 2**32
"""Below every limit of up to 2**32 outcomes."""
Keys = tuple["hashlib._Hash", "hashlib._Hash"]


@lru_cache(maxsize=16)
def _keyed(secret: bytes, nonces: tuple[str, ...]) -> Keys:
    """HMAC-SHA256 with the key and the nonces taken in: what is the same for every roll is hashed once."""
    key = secret.ljust(64, b"\0")
    inner = hashlib.sha256(bytes(byte ^ 0x36 for byte in key))
    inner.update("".join(f"{nonce}\n" for nonce in nonces).encode())
    return inner, hashlib.sha256(bytes(byte ^ 0x5C for byte in key))


def plain_rng(seed: int | str | None = None) -> random.Random:
    """Dice for bots, branches and simulation, apart from any table's own."""
    return random.Random(seed)
