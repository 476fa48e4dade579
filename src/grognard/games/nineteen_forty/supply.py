"""8. Supply: lines over friendly territory to a source, judged for all units at the start of each impulse."""

from __future__ import annotations

from grognard.games.nineteen_forty.state import Position, friendly, survey
from grognard.games.nineteen_forty.world import ALLIED, BE, BR, CH, DE, FR, GERMAN, HOME, NL, World
from grognard.maps import Cut, Line, trace


def sources(s: Position, nation: int) -> int:
    """8 Supply Sources ¶1, ¶2 (ruling 59)"""
    w: World = s.data
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
    w: World = s.data
    allowed, calm = land
    sea = w.german_sea_steps if side == GERMAN else w.sea_steps
    reached &= allowed
    while True:
        reached = w.rail_steps.flood(reached, allowed)
        over = sea.spread(reached & calm & w.sea_ends) & calm & ~reached
        if not over:
            return reached
        reached |= over


def ends(s: Position, side: int, land: tuple[int, int], reached: int) -> int:
    """The hexes of lines and those next to them: the unit's own may be in an enemy zone (ruling 58)."""
    w: World = s.data
    sea = w.german_sea_steps if side == GERMAN else w.sea_steps
    return reached | w.rail_steps.spread(reached) | sea.spread(reached & land[1])


def judge(s: Position) -> int:
    """The units that are out of supply now, as a set (8 Supply Effects ¶1, ruling 56)."""
    w: World = s.data
    where, nation, motorized, n = s.where, w.nation, w.motorized, w.n
    regions: dict[int, int] = {}
    for side, nations in ((GERMAN, (DE,)), (ALLIED, (FR, BE, NL, CH))):
        for quick in (False, True):
            land = passage(s, side, quick)
            main = 0
            for who in nations:
                if not s.war >> HOME[who] & 1:
                    continue
                if who == CH:
                    reached = lines(s, side, land, sources(s, CH))
                else:  # Belgians and Dutch have the Allied sources too, so their lines go on from those
                    begin = sources(s, who) & land[0] & ~main
                    reached = lines(s, side, land, main | begin) if begin else main
                    if who == FR:
                        main = reached
                regions[2 * who + quick] = ends(s, side, land, reached)
    lacking = 0
    for u, h in enumerate(where):
        if h < n:
            found = regions.get(2 * (FR if nation[u] == BR else nation[u]) + motorized[u])
            if found is not None and not found >> h & 1 and (nation[u] == DE or not w.maginot >> h & 1):
                lacking |= 1 << u  # not in the Maginot Line (10 Maginot Line ¶1)
    return lacking


def is_supplied(s: Position, u: int) -> bool:
    w: World = s.data
    h = s.where[u]
    if w.side[u] == ALLIED and w.maginot >> h & 1:
        return True
    return bool(region(s, w.nation[u], w.motorized[u]) >> h & 1)


def line(s: Position, u: int) -> Line | Cut:
    """The line of supply of a unit, or where it is cut (for display)."""
    w: World = s.data
    side = w.side[u]
    allowed, _ = passage(s, side, w.motorized[u])
    steps = w.steps[side]
    return trace(steps, s.where[u], sources(s, w.nation[u]), allowed)


__all__ = ["CH", "is_supplied", "judge", "line", "passage", "region", "sources"]
