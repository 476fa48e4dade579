"""What a bot lays weight on: `easy` has one style, `hard` tries others and keeps the one that does best."""

from __future__ import annotations

import msgspec


class Style(msgspec.Struct, frozen=True):
    """Weights of the plan for an impulse; one point is about a combat factor."""

    bold: float = 0.0
    """What is added to the worth of every attack."""
    push: float = 1.0
    """How much ground counts that an attack would take."""
    pull: float = 1.0
    """How much a hex nearer to the goals counts."""
    caution: float = 0.6
    """How much it costs to stand where the enemy could come with much more."""
    contact: float = 8.0
    """What it costs to stand next to an enemy whom nobody means to attack."""
    cover: float = 0.3
    """How much it counts to close gaps of a line."""
    guard: float = 1.0
    """How much cities, ports and beaches count that must not be lost."""
    distance: float = 2.0
    """How far from the enemy a line is held."""
    attacks: bool = True
    """Whether attacks are sought at all; what must be attacked is attacked anyway."""


EASY = Style()
