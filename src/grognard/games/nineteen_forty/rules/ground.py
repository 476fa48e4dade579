# compiled as it stands
"""6. The ground as it lies for a unit: where it may step, at what cost, and where it must stop."""

from __future__ import annotations

from grognard.games.nineteen_forty.data.world import ALLIED, GERMAN, SEA
from grognard.games.nineteen_forty.rules.command import bounds
from grognard.games.nineteen_forty.rules.state import (
    Position,
    Survey,
    allowance,
    friendly,
    garrison_hexes,
    survey,
)
from grognard.maps import Going, Situation

NOWHERE = (0, 0)
"""Where no disrupted friend stands: the hexes that cost more to enter, and how much."""


def ground(s: Position, side: int, around: Survey | None = None) -> tuple[int, int, int]:
    """For one side: hexes free of enemies, hexes that count as in an enemy zone, hexes with disrupted friends."""
    w = s.data
    if around is None:
        around = survey(s)
    foe = around.sides[1 - side]
    if side == GERMAN:
        free = w.land & ~foe.occupied & ~garrison_hexes(s)  # ruling 21
        return free, foe.zones | s.interdicted_allied, around.sides[GERMAN].shaken
    return w.land & ~foe.occupied, foe.zones | s.interdicted_german, around.sides[ALLIED].shaken


def moves_east_only(s: Position, u: int) -> bool:
    """18 ¶1d: on turn 0 Allied units other than the Swiss Border reserve go east or north-east."""
    w = s.data
    return s.turn == 0 and w.side[u] == ALLIED and w.entry[u] != "swiss-border"


def situation(s: Position, u: int) -> Situation:
    """The lie of the ground for one unit."""
    free, zone, slow = ground(s, s.data.side[u])
    return lie(s, u, free & bounds(s, u), zone, slow)


def lie(s: Position, u: int, free: int, zone: int, slow: int) -> Situation:
    """4 ¶2, 6 ¶2 and Sea Hexsides, 9 ¶3, 10 Outflanking ¶2: from hexes that the unit may enter, hexes that stop it
    and hexes that cost it more, what it may do at each kind of hexside."""
    w = s.data
    side = w.side[u]
    calm = free & ~zone
    sea = calm & friendly(s, side)
    if not w.motorized[u]:
        from_zone: tuple[int, ...] = (calm, sea, calm, calm, calm)
    elif side == GERMAN:  # 4 ¶2d: from zone to zone
        from_zone = (free, sea, calm, free if s.fort_lost else calm, calm)
    else:
        from_zone = (free, sea, free, free, calm)
    return Situation(
        (free, sea, free, free, calm),  # over a causeway also into unfriendly ground (ruling 108)
        from_zone,
        zone,
        zone,
        ((zone, w.leave_zone),),  # 4 ¶2b, 6 ¶2b
        ((slow, w.disrupted_friend),) if slow else (),  # 6 ¶2b
    )


def going(s: Position, u: int) -> Going:
    w = s.data
    if moves_east_only(s, u):
        return w.going_east[w.going_class[u]]
    return w.going[w.side[u]][w.going_class[u]]


def first_steps(s: Position, u: int, now: Situation | None = None) -> list[int]:
    """The adjacent hexes that the unit can enter now, sea sides left out."""
    now, here, points = situation(s, u) if now is None else now, s.where[u], allowance(s, u)
    opened = now.open
    if now.zone >> here & 1:
        opened = now.open_from_zone  # which opens nothing more
        points -= now.leave[0][1]
    slow, extra = now.enter[0] if now.enter else NOWHERE
    return [
        there
        for there, cost, kind, bit in going(s, u).steps[here]
        if cost <= points and kind != SEA and bit & opened[kind] and (not bit & slow or cost + extra <= points)
    ]
