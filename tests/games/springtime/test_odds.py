"""10.4.4: the odds that are shown are those of four dice."""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest

from grognard.games.springtime.rules.values import battle_chances
from grognard.suite import rule


@rule("10.4.4")
@pytest.mark.parametrize("armored", [False, True])
@pytest.mark.parametrize("difference", [-11, -3, -1, 0, 1, 2, 5, 11])
def test_chances_are_counted_over_every_roll(difference: int, armored: bool) -> None:
    """More than the defence wins, as much is a Stalemate; a win costs a step at 8 or more, of armor at 10 or more."""
    found: Counter[str] = Counter()
    for a, b, c, d in product(range(1, 7), repeat=4):
        total = difference + a + b - c - d
        found["repulse" if total < 0 else "stalemate" if total == 0 else "win"] += 1
        found["costly"] += total > 0 and c + d >= (10 if armored else 8)
    shown = battle_chances(difference, armored)
    assert {name: shown[name] for name in ("repulse", "stalemate", "win", "costly")} == {
        name: found[name] for name in ("repulse", "stalemate", "win", "costly")
    }
