# compiled as it stands
"""What follows from where units stand and who controls what: carried along by the doors in state, never saved."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from grognard.games.springtime.data.world import AXIS, World

MAP = (1 << 36) - 1
"""All Areas and Zones, as bits."""
LIMITED = (1 << 30) - 1
"""The places with a stacking limit: Zones have none (14.2)."""


class Facts(msgspec.Struct):
    """Sets of units and of places, as bits; pairs are by side."""

    on_map: int
    """All units on the map."""
    at: list[int]
    """The units in each place."""
    present: list[int]
    """Where a side has units."""
    full: list[int]
    """Where a side is stacked to the maximum (7.1)."""
    owned: list[int]
    """What a side controls (7.2)."""
    supply: dict[str, int] | None = None
    """By nation the places where its units are in supply (13.2.1): it follows from `owned` and is never changed."""

    def copy(self) -> Facts:
        return Facts(
            self.on_map, self.at.copy(), self.present.copy(), self.full.copy(), self.owned.copy(), self.supply
        )

    def count(self, d: World, p: int, side: int) -> None:
        """A unit of this side has come to a place or left it."""
        here, bit = self.at[p] & d.side_mask[side], 1 << p
        if here:
            self.present[side] |= bit
        else:
            self.present[side] &= ~bit
        if here.bit_count() >= d.stacking and bit & LIMITED:
            self.full[side] |= bit
        else:
            self.full[side] &= ~bit

    def take(self, p: int, side: int) -> None:
        """A place has changed hands."""
        self.owned[side] |= 1 << p
        self.owned[1 - side] &= ~(1 << p)
        self.supply = None


def build(d: World, loc: Sequence[int], control: Sequence[int]) -> Facts:
    at = [0] * 36
    on_map = 0
    for u, p in enumerate(loc):
        if p < 36:
            at[p] |= 1 << u
            on_map |= 1 << u
    axis = sum(1 << p for p, side in enumerate(control) if side == AXIS)
    found = Facts(on_map, at, [0, 0], [0, 0], [MAP & ~axis, axis])
    for p, here in enumerate(at):
        for side, units in enumerate(d.side_mask):
            if here & units:
                found.count(d, p, side)
    return found
