# compiled as it stands
"""31.14. Allied fuel restrictions: without Anvers few armored units move in the second move impulse."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.games.fortress_europa.data.world import ALLIED
from grognard.games.fortress_europa.rules.state import Position, on
from grognard.games.fortress_europa.rules.supply.ports import capacity, harbours
from grognard.kernel.rules import Why
from grognard.kernel.show.words import number_of
from grognard.maps import mask_of

FREELY = -1
"""`fuel_limit`: no restriction."""


def note_start(s: Position) -> None:
    """As a move impulse begins: how many Allied armored units may move in it (ruling 254)."""
    w = s.data
    figures = w.book.figures
    s.fuel_limit = FREELY
    if not on(s, "fuel") or s.side != ALLIED or s.impulse != 2 or s.turn < w.turn_of[figures.fuel_from]:
        return
    if not any(harbour.name == figures.fuel_port and harbour.value > 0 for harbour in harbours(s)):
        s.fuel_limit = max(0, capacity(s))


def why_held(s: Position, u: int) -> Iterator[Why]:
    """What the option has against a unit that has not moved yet."""
    w = s.data
    bit = 1 << u
    if s.fuel_limit == FREELY or w.side[u] != ALLIED or not w.armored & bit:
        return
    under_way = mask_of(x for x in w.of_side[ALLIED] if s.spent[x])  # a failed crossing ends no move
    gone = (s.moved | s.sailed | under_way) & w.armored & mask_of(w.of_side[ALLIED])
    if not gone & bit and gone.bit_count() >= s.fuel_limit:
        port, units = w.book.figures.fuel_port, number_of(s.fuel_limit, "armored unit")
        words = f"There is fuel for {units} in this impulse while {port} does not work."
        yield Why("31.14", lambda: words, (), (w.ids[u],))
