# compiled as it stands
"""3. Stacking."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.games.nineteen_forty.data.world import World
from grognard.games.nineteen_forty.rules.state import Position, Survey, survey
from grognard.kernel.rules import Why

MOST_DIVISIONS = 4
MOST_ARMOUR = 3


def broken_limit(w: World, units: Iterable[int]) -> tuple[str, str] | None:
    """The rule that these units of one side would break together, and how; None if they may stack."""
    load = armour = 0
    french_division = british_corps = False
    loads, armours = w.load, w.armour_load
    for u in units:
        load += loads[u]
        armour += armours[u]
        if w.french_division[u]:
            french_division = True
        elif w.british_corps[u]:
            british_corps = True
    if load > MOST_DIVISIONS:
        return "3 ¶2", f"would hold {load} divisions; {MOST_DIVISIONS} is the most"
    if armour > MOST_ARMOUR:
        return "3 ¶3", f"would hold {armour} armored divisions; {MOST_ARMOUR} is the most"
    if french_division and british_corps:
        return "3 Anglo-French ¶1", "would hold a French division and a British corps"
    return None


def limit_broken(w: World, units: Iterable[int]) -> tuple[str, str]:
    """The same, of units that may not stack."""
    broken = broken_limit(w, units)
    assert broken is not None
    return broken


def may_stack(w: World, units: Iterable[int]) -> bool:
    """Whether no limit is broken: the same as `broken_limit`, without words."""
    load = armour = nations = 0
    loads, armours, mixed = w.load, w.armour_load, w.anglo_french
    for u in units:
        load += loads[u]
        armour += armours[u]
        nations |= mixed[u]
    return load <= MOST_DIVISIONS and armour <= MOST_ARMOUR and nations != 3


def friends_in(s: Position, around: Survey, side: int, h: int) -> list[int]:
    """The units of a side in a hex."""
    w = s.data
    units = around.at.get(h)
    return [u for u in units if w.side[u] == side] if units else []


def fits(s: Position, around: Survey, u: int, h: int) -> bool:
    """Whether the unit may stay in the hex with the friends that are there."""
    w = s.data
    units = around.at.get(h)
    if not units:
        return True
    side, loads, armours, mixed = w.side, w.load, w.armour_load, w.anglo_french
    mine, load, armour, nations = side[u], loads[u], armours[u], mixed[u]
    for x in units:
        if side[x] == mine and x != u:
            load += loads[x]
            armour += armours[x]
            nations |= mixed[x]
    return load <= MOST_DIVISIONS and armour <= MOST_ARMOUR and nations != 3


def no_room(s: Position, u: int, h: int) -> Why:
    """The limit that the unit would break in a hex with the friends there."""
    w = s.data
    label = w.labels[h]
    rule, how = limit_broken(w, [u, *friends_in(s, survey(s), w.side[u], h)])
    return Why(rule, lambda: f"{label} {how} (ruling 10).", (label,), (w.ids[u],))
