"""The members of a set: as they are counted by hand, and the compiled version as plain Python."""

from __future__ import annotations

import random

import pytest

from grognard.kernel.rules import sets
from grognard.kernel.rules.sets import (
    bits,
    bits_plainly,
    count,
    count_plainly,
    mask_of,
    mask_plainly,
    nth_bit,
    nth_plainly,
)


@pytest.mark.parametrize("width", [1, 8, 29, 30, 31, 60, 200, 201, 480, 481, 2047, 2048, 2100, 5000])
def test_members_of_sets_of_every_width(width: int) -> None:
    rng = random.Random(width)
    for share in (0.02, 0.3, 1.0):
        chosen = sorted({width - 1, *(n for n in range(width) if rng.random() < share)})
        mask = mask_plainly(chosen)
        assert mask_of(chosen) == mask_of(iter(chosen)) == mask_of(reversed(chosen)) == mask
        assert bits(mask) == bits_plainly(mask) == chosen
        assert count(mask) == count_plainly(mask) == len(chosen)
        for n, member in enumerate(chosen):
            assert nth_bit(mask, n) == nth_plainly(mask, n) == member


def test_no_members() -> None:
    assert bits(0) == bits_plainly(0) == []
    assert count(0) == count_plainly(0) == 0
    assert mask_of(()) == mask_plainly(()) == 0


def test_what_is_no_set_is_refused_by_compiled_code() -> None:
    if sets.bits is sets.bits_plainly:
        pytest.skip("not compiled: python -m grognard.compile")
    for wrong in (-1, -(1 << 70)):
        with pytest.raises(ValueError, match="no set"):
            bits(wrong)
        with pytest.raises(ValueError, match="no set"):
            nth_bit(wrong, 0)
        with pytest.raises(ValueError, match="no set"):
            count(wrong)
    with pytest.raises(IndexError):
        nth_bit(5, 2)
    with pytest.raises(ValueError, match="no member"):
        mask_of([3, -1])
