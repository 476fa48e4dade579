"""30.2 once more, slowly: whose unit was last in each hex, from where units stand and from the ways that are told."""

from __future__ import annotations

from collections.abc import Iterable

from oracle_europa import GROUND, foe, side_of

Held = dict[str, set[str]]
"""Where the units of each side stand."""


class Control:
    """Allied ground, carried on from the beginning of a game; what the rules hold is never read."""

    def __init__(self, allied: Iterable[str], held: Held) -> None:
        self.allied = set(allied)
        self.held = held

    def passes(self, unit: str, way: Iterable[str], held: Held) -> None:
        """A unit has come along these hexes, its first one left out. Where enemies stand it takes nothing; those who
        stand elsewhere `held` afterwards have come with it or have left."""
        side = side_of(unit)
        for h in way:
            if h in GROUND and h not in self.held[foe(side)] | held[foe(side)]:
                self.last(side, h)

    def stands(self, held: Held) -> None:
        """What has been done is over: who is alone in a hex was the last to come there."""
        for side, hexes in held.items():
            for h in hexes - held[foe(side)]:
                self.last(side, h)
        self.held = held

    def last(self, side: str, h: str) -> None:
        if side == "allied":
            self.allied.add(h)
        else:
            self.allied.discard(h)
