"""8. Supply: lines over friendly territory to a source, judged for all units at the start of each impulse."""

from __future__ import annotations

from grognard.games.nineteen_forty.state import Position, at_war, friendly, survey
from grognard.games.nineteen_forty.world import ALLIED, BE, CH, DE, FR, GERMAN, NL, World
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
    w: World = s.data
    side = GERMAN if nation == DE else ALLIED
    allowed, calm = passage(s, side, motorized)
    steps, sea = w.rail_steps, w.german_sea_steps if side == GERMAN else w.sea_steps
    reached = new = sources(s, nation) & allowed
    while new:
        step = steps.spread(new) & allowed
        if new & w.sea_ends:
            step |= sea.spread(new & calm) & calm
        new = step & ~reached
        reached |= new
    # The unit's own hex may be in an enemy zone (ruling 58).
    return reached | steps.spread(reached) | sea.spread(reached & calm)


def judge(s: Position) -> int:
    """The units that are out of supply now, as a set (8 Supply Effects ¶1, ruling 56)."""
    w: World = s.data
    regions: dict[tuple[int, bool], int] = {}
    lacking = 0
    for u, h in enumerate(s.where):
        if h >= w.n or not at_war(s, u):
            continue
        nation = w.nation[u]
        kind = (FR if nation == 2 else nation, w.motorized[u])
        if kind not in regions:
            regions[kind] = region(s, *kind)
        if regions[kind] >> h & 1:
            continue
        if nation != DE and w.maginot >> h & 1:  # 10 Maginot Line ¶1
            continue
        lacking |= 1 << u
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
