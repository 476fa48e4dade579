"""3. Stacking."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.games.nineteen_forty.state import Position, Survey
from grognard.games.nineteen_forty.world import World

MOST_DIVISIONS = 4
MOST_ARMOUR = 3


def broken_limit(w: World, units: Iterable[int]) -> tuple[str, str] | None:
    """The rule that these units of one side would break together, and how; None if they may stack."""
    load = armour = 0
    french_division = british_corps = False
    for u in units:
        load += w.load[u]
        armour += w.armour_load[u]
        french_division = french_division or w.french_division[u]
        british_corps = british_corps or w.british_corps[u]
    if load > MOST_DIVISIONS:
        return "3 ¶2", f"would hold {load} divisions; {MOST_DIVISIONS} is the most"
    if armour > MOST_ARMOUR:
        return "3 ¶3", f"would hold {armour} armoured divisions; {MOST_ARMOUR} is the most"
    if french_division and british_corps:
        return "3 Anglo-French ¶1", "would hold a French division and a British corps"
    return None


def friends_in(s: Position, around: Survey, side: int, h: int) -> list[int]:
    """The units of a side in a hex."""
    w: World = s.data
    units = around.at.get(h)
    return [u for u in units if w.side[u] == side] if units else []


def fits(s: Position, around: Survey, u: int, h: int) -> bool:
    """Whether the unit may stay in the hex with the friends that are there."""
    w: World = s.data
    units = around.at.get(h)
    if not units:
        return True
    side = w.side[u]
    return broken_limit(w, [u, *[x for x in units if w.side[x] == side and x != u]]) is None
