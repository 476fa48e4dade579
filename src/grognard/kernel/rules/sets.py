# compiled as it stands
"""Sets as ints: bit n is set where n is a member."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from grognard.built import fitting

_CHUNK, _CHUNKS = 10, 20
_SMALL = 1 << _CHUNK * _CHUNKS
"""Up to here the members of a set are looked up, chunk by chunk."""


def _members() -> tuple[tuple[tuple[int, ...], ...], ...]:
    """For each chunk of a set and each value of it the members that it stands for."""
    first: list[tuple[int, ...]] = [()]
    for bit in range(_CHUNK):
        first += [(*low, bit) for low in first]
    return tuple(
        tuple(tuple(member + base for member in members) for members in first)
        for base in range(0, _CHUNK * _CHUNKS, _CHUNK)
    )


_MEMBERS = _members()
_LOW = (1 << _CHUNK) - 1


def bits_plainly(mask: int) -> list[int]:
    """The members of a set, in rising order."""
    out: list[int] = []
    if mask < _SMALL:
        for members in _MEMBERS:
            if mask <= _LOW:
                out += members[mask]
                return out
            out += members[mask & _LOW]
            mask >>= _CHUNK
    digits = bin(mask)[:1:-1]
    at = digits.find("1")
    while at >= 0:
        out.append(at)
        at = digits.find("1", at + 1)
    return out


_WORD = 6
"""Below 2 to this a set is counted chunk by chunk."""
_WIDEST = 16
_HALVES = tuple(
    tuple((1 << half, (1 << (1 << half)) - 1) for half in range(width - 1, _WORD - 1, -1))
    for width in range(_WIDEST + 1)
)
"""For sets below 2 to each width the halves by which a member is looked for, with the set of all in the lower one."""


def nth_plainly(mask: int, n: int) -> int:
    """The n-th member of a set, counted from 0 in rising order: by halves, then by chunks."""
    base = 0
    width = mask.bit_length()
    while width > 1 << _WIDEST:
        half = width >> 1
        low = mask & (1 << half) - 1
        count = low.bit_count()
        if n < count:
            mask = low
        else:
            n -= count
            mask >>= half
            base += half
        width = mask.bit_length()
    for half, lower in _HALVES[(width - 1).bit_length()]:
        low = mask & lower
        count = low.bit_count()
        if n < count:
            mask = low
        else:
            n -= count
            mask >>= half
            base += half
    first = _MEMBERS[0]
    while True:
        members = first[mask & _LOW]
        if n < len(members):
            return base + members[n]
        n -= len(members)
        mask >>= _CHUNK
        base += _CHUNK


def count_plainly(mask: int) -> int:
    """How many members a set has."""
    return mask.bit_count()


def mask_plainly(members: Iterable[int]) -> int:
    """The set of these members."""
    mask = 0
    for member in members:
        mask |= 1 << member
    return mask


if TYPE_CHECKING:
    from grognard.kernel.rules import _sets

    _compiled = _sets
else:
    _compiled = fitting("grognard.kernel.rules._sets")
bits: Callable[[int], list[int]] = bits_plainly if _compiled is None else _compiled.bits
"""The members of a set, in rising order."""
nth_bit: Callable[[int, int], int] = nth_plainly if _compiled is None else _compiled.nth_bit
"""The n-th member of a set, counted from 0 in rising order."""
count: Callable[[int], int] = count_plainly if _compiled is None else _compiled.count
"""How many members a set has."""
mask_of: Callable[[Iterable[int]], int] = mask_plainly if _compiled is None else _compiled.mask_of
"""The set of these members."""
