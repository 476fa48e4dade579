"""Opening lists of the busiest steps, made of actions that are built once; equal to what the conditions give."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.kernel.contract import Action

SEAT = "allies"
Table = tuple[tuple[list[Action], ...], ...]
"""For each eight members, the list of actions of each of the 256 masks."""


class Openings:
    """One verb with one argument for each unit, place or German, by bit mask."""

    __slots__ = ("table",)

    def __init__(self, verb: str, ids: Sequence[str], complete: bool) -> None:
        actions = [Action(verb, (x,), complete, not complete, SEAT) for x in ids]
        self.table: Table = tuple(
            tuple([x for i, x in enumerate(eight) if m >> i & 1] for m in range(256))
            for eight in (actions[k : k + 8] for k in range(0, len(actions), 8))
        )

    def add(self, out: list[Action], mask: int) -> None:
        for chunk in self.table:
            if not mask:
                return
            if mask & 255:
                out += chunk[mask & 255]
            mask >>= 8


class Actions:
    """All of them for one set of data."""

    def __init__(self, units: Sequence[str], places: Sequence[str], germans: Sequence[str]) -> None:
        self.move = Openings("move", units, False)
        self.free = Openings("free", units, False)
        self.sidestep = Openings("sidestep", units, False)
        self.assault = Openings("assault", units, True)
        self.create = Openings("create", places, True)
        self.convert = Openings("convert", units, True)
        self.upgrade = Openings("upgrade", units, True)
        self.evacuate = Openings("evacuate", units, False)
        self.pair = Openings("pair", units, False)
        self.front = Openings("front", units, True)
        self.hit = Openings("hit", units, True)
        self.retreat = Openings("retreat", units, False)
        self.repair = Openings("repair", ("mole", "jetties"), True)
        self.bomb = Openings("bomb", germans, True)


INTELLIGENCE, SPIRIT, FLOOD, BUILD, END = (
    Action(x, (), True, False, SEAT) for x in ("intelligence", "spirit", "flood", "build", "end")
)
