"""33.3: the ground of the Ardennes offensive."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from grognard.maps import Mask, mask_of, members

if TYPE_CHECKING:
    from grognard.games.fortress_europa.data.world import World

SECTOR = 6
"""How far from the American line the ground between Moselle and Meuse is looked at: not round their heads."""
DEPTH = 2
"""Rows behind the German line that belong to the offensive (31.10, ruling 289)."""


class Lines(NamedTuple):
    """The ground of the offensive."""

    german: Mask
    """HH10 to GG14."""
    belt: Mask
    """The same and two rows to the east (31.10, rulings 288, 289)."""
    american: Mask
    """GG11 to FF13."""
    between: Mask
    """Between Moselle and Meuse (33.3.9-2)."""
    west: Mask
    """On the Allied side of the German line (ruling 295)."""
    meuse: int
    """The river sections that British units do not cross (33.3.7)."""


def lines_of(w: World) -> Lines:
    book = w.book.december
    german = mask_of(w.index[label] for label in book.german_line)
    american = mask_of(w.index[label] for label in book.american_line)
    column, row = w.grid.column, w.grid.row
    front = {row[h]: column[h] for h in members(german)}

    def east_of(h: int) -> int:
        """How many columns a hex lies east of the line."""
        return column[h] - front[min(front, key=lambda r: abs(r - row[h]))]

    near = w.within(german, DEPTH) & w.land
    belt = german | mask_of(h for h in members(near) if east_of(h) > 0)
    rivers = [(number, river.name) for number, river in enumerate(w.rivers)]
    meuse = mask_of(number for number, name in rivers if name == book.british_river)
    both = meuse | mask_of(number for number, name in rivers if name == "Moselle")
    dry = w.closed(both).steps
    return Lines(
        german=german,
        belt=belt,
        american=american,
        between=dry.flood(american, w.land, SECTOR),
        west=mask_of(h for h in members(w.land) if east_of(h) < 0),
        meuse=meuse,
    )
