# compiled as it stands
"""8. Supply: lines over friendly territory to a source, judged for all units at the start of each impulse."""

from __future__ import annotations

from grognard.games.nineteen_forty.data.world import (
    ALLIED,
    BE,
    BR,
    CH,
    DE,
    FR,
    GERMAN,
    NL,
)
from grognard.games.nineteen_forty.rules.state import Position, friendly, neutral_land, survey
from grognard.maps import Cut, Line, Steps, trace


def sources(s: Position, nation: int) -> int:
    """8 Supply Sources ¶1; 8 Supply Sources ¶2: while they are friendly territory (ruling 59)."""
    w = s.data
    found = w.sources[nation]
    if nation in (BE, NL):
        found |= w.sources[FR]
    return found & friendly(s, GERMAN if nation == DE else ALLIED)


def passage(s: Position, side: int, motorized: bool) -> tuple[int, int]:
    """The hexes through which a line may run, and those of them where it may cross the sea."""
    around = survey(s)
    foe = 1 - side
    land = friendly(s, side) & ~around.occupied[foe]
    zone = around.zones[foe]
    if not motorized:
        land &= ~zone | around.occupied[side]  # 4 ¶3
    return land, land & ~zone  # ruling 29


def region(s: Position, nation: int, motorized: bool) -> int:
    """All hexes where a unit of the nation would be supplied."""
    side = GERMAN if nation == DE else ALLIED
    land = passage(s, side, motorized)
    return ends(s, side, land, lines(s, side, land, sources(s, nation)))


def lines(s: Position, side: int, land: tuple[int, int], reached: int) -> int:
    """All hexes that lines from these hexes run through; `land` is what `passage` gives."""
    w = s.data
    allowed, calm = land
    sea = w.german_sea_steps if side == GERMAN else w.sea_steps
    reached = new = reached & allowed
    while True:
        reached |= w.rail_steps.flood(new, allowed & ~reached)
        new = sea.spread(reached & calm & w.sea_ends) & calm & ~reached
        if not new:
            return reached
        reached |= new


def ends(s: Position, side: int, land: tuple[int, int], reached: int) -> int:
    """The hexes of lines and those next to them: the unit's own may be in an enemy zone (ruling 58)."""
    w = s.data
    sea = w.german_sea_steps if side == GERMAN else w.sea_steps
    return reached | w.rail_steps.spread(reached) | sea.spread(reached & land[1])


def cut_off(s: Position, side: int, land: tuple[int, int], begin: int, hexes: int) -> tuple[int, int]:
    """Those of the hexes where a unit would have no line from where lines begin, and what lines run through, as far
    as was needed: mostly everybody is supplied without the sea."""
    w = s.data
    reached = w.rail_steps.flood(begin & land[0], land[0])
    hexes &= ~reached
    if hexes:
        hexes &= ~w.rail_steps.spread(reached)
    if hexes:
        around = hexes | w.rail_steps.spread(hexes) & land[0]
        if w.rail_steps.flood(around, land[0]) & w.sea_ends:  # otherwise the sea cannot help them
            reached = lines(s, side, land, reached)
            hexes &= ~ends(s, side, land, reached)
    return hexes, reached


def judge(s: Position) -> int:
    """The units that are out of supply now, as a set (8 Supply Effects ¶1, ruling 56).

    Where a foot unit of the main nation of a side has a line, its motorized units and those of the Belgians and Dutch
    have one too: only for units beyond are other lines looked for, and those go on from the first ones. The Swiss
    have lines of their own.
    """
    w = s.data
    around = survey(s)
    where, bits = s.where, w.spot_bits
    open_land = ~neutral_land(s)  # neutrals stay at home and need no supply
    lacking = swiss = 0
    for side, main, hexes in (
        (GERMAN, DE, around.occupied[GERMAN] | around.regiments),
        (ALLIED, FR, around.occupied[ALLIED] & open_land),
    ):
        land = passage(s, side, False)
        if side == ALLIED:
            hexes &= ~w.maginot  # 10 Maginot Line ¶1
        hexes, first = cut_off(s, side, land, sources(s, main), hexes)
        if not hexes:
            continue
        cut = {(main, False): hexes, (BR, False): hexes}
        for u in [x for x in w.of_side[side] if bits[where[x]] & hexes]:
            here, nation = bits[where[u]], w.nation[u]
            if nation == CH:
                continue
            key = (nation, w.motorized[u])
            if key not in cut:
                through = passage(s, side, key[1])
                cut[key] = cut_off(s, side, through, sources(s, nation) | first, hexes)[0]
            if cut[key] & here:
                lacking |= 1 << u
    for u in w.swiss:
        swiss |= bits[where[u]]
    swiss &= open_land & ~w.maginot
    if swiss:  # all of them are on foot
        hexes, _ = cut_off(s, ALLIED, passage(s, ALLIED, False), sources(s, CH), swiss)
        for u in w.swiss:
            if bits[where[u]] & hexes:
                lacking |= 1 << u
    return lacking


def is_supplied(s: Position, u: int) -> bool:
    w = s.data
    h = s.where[u]
    if w.side[u] == ALLIED and w.maginot >> h & 1:
        return True
    return bool(region(s, w.nation[u], w.motorized[u]) >> h & 1)


def line(s: Position, u: int) -> Line | Cut:
    """The line of supply of a unit, or where it is cut (for display)."""
    w = s.data
    side, start = w.side[u], s.where[u]
    allowed, calm = passage(s, side, w.motorized[u])
    sea = w.german_sea_steps if side == GERMAN else w.sea_steps
    crossed = {(a, b) for a, b in sea.pairs if calm >> b & 1 and (a == start or calm >> a & 1)}  # ruling 29
    return trace(Steps(w.rail_steps.pairs | crossed), start, sources(s, w.nation[u]), allowed)


__all__ = ["CH", "is_supplied", "judge", "line", "passage", "region", "sources"]
