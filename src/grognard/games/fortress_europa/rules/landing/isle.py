# compiled as it stands
"""31.5: the Isle of Jersey, an option. With it the game is played on a map that has the isle."""

from __future__ import annotations

import msgspec

from grognard.games.fortress_europa.data.loader import Book
from grognard.games.fortress_europa.data.printed import Arrow, Side
from grognard.games.fortress_europa.data.world import GERMAN
from grognard.games.fortress_europa.rules.standing import survey
from grognard.games.fortress_europa.rules.state import Position, on
from grognard.maps import letters


def with_jersey(book: Book) -> Book:
    """The same data with the isle as a clear land hex of the 7th district. Water is all around it: no unit is next to
    another over it (ruling 246). An invasion may join it to the beaches across."""
    isle = book.jersey
    source = isle.source
    hexes = tuple(
        msgspec.structs.replace(h, terrain=isle.terrain, country="france", coast=True) if h.id == isle.hex else h
        for h in book.hex
    )
    sides = tuple(Side(a=isle.hex, b=label, kind="sea", source=source) for label in _around(isle.hex))
    arrows = tuple(Arrow(id=f"{isle.hex}-{label}", hexes=(isle.hex, label), source=source) for label in isle.beaches)
    areas = tuple(
        msgspec.structs.replace(area, hexes=(*area.hexes, isle.hex)) if {*isle.beaches} & {*area.hexes} else area
        for area in book.invasion
    )
    return msgspec.structs.replace(book, hex=hexes, side=book.side + sides, arrow=book.arrow + arrows, invasion=areas)


def _around(label: str) -> list[str]:
    """The labels of the six hexes around one."""
    column = next(c for c in range(1, 45) if label.rstrip("0123456789") == letters(c))
    row = int(label.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ"))
    low = 0 if column % 2 else 1  # even columns sit half a hex lower
    beside = [(c, row + low - up) for c in (column - 1, column + 1) for up in (0, 1)]
    return [f"{letters(c)}{r}" for c, r in [(column, row - 1), (column, row + 1), *beside] if c and r]


def ferries(s: Position, u: int) -> list[int]:
    """Where a German unit can be ferried: a move of its own, while the isle has never been Allied. No zone reaches
    over the water (ruling 246), so there is none on its way (8.10)."""
    w = s.data
    if not on(s, "jersey") or w.side[u] != GERMAN or s.jersey_lost or s.spent[u]:
        return []
    isle = w.index[w.book.jersey.hex]
    landings = [w.index[label] for label in w.book.jersey.ferry]
    h, barred = s.where[u], survey(s).occupied[1 - GERMAN]
    ends = [isle] if h in landings else landings if h == isle else []
    return [end for end in ends if not barred >> end & 1]
