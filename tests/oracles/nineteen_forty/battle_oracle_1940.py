"""Battles of 1940 a second time, from the book and the data files alone: the column of an attack (7, 8, 10, 11, 12)
and the ends of a retreat (7 Retreat, 3). It stands on the `Look` of oracle_1940 and shares no code with the rules."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from oracle_1940 import (
    COST,
    FORTS,
    GARRISONS,
    GROUND,
    MAP,
    TERRAIN,
    UNITS,
    WORKS,
    Look,
    beside,
    between,
    foe,
    read,
    side_of,
)

TABLE = [Fraction(*column["ratio"]) for column in read("combat")["column"]]
DIVIDE = {kind["id"]: kind.get("divide", 1) for kind in TERRAIN["side"]}
TOWNS = {town["id"]: town for town in TERRAIN["town"]}
IN_TOWN = {p["hex"]: [q["kind"] for q in MAP["place"] if q["hex"] == p["hex"]] for p in MAP["place"]}
STRENGTH = {g["name"]: g["strength"] for g in WORKS["garrison"]}
MAGINOT = {h for (h, _), kind in FORTS.items() if kind == "major-fort"}
LOAD = {"corps": 3, "division": 1, "regiment": 0}


def far(a: str, b: str) -> int:
    """Hexes from one to the other: rows lie half a hex aside of each other."""
    rows = abs(int(a[:2]) - int(b[:2]))
    x, y = (int(h[2:]) * 2 + (int(h[:2]) % 2 == 0) for h in (a, b))
    return rows + max(0, (abs(x - y) - rows) // 2)


def work(look: Look, a: str, b: str) -> str:
    """The fortification that an attack or a step from a meets at b."""
    kind = FORTS.get((b, a), "")
    liege = kind == "minor-fort" and any(fort and h == b for _, h, fort in GARRISONS)
    return "" if liege and look.s.fort_lost else kind


# ---------------------------------------------------------------------------------------------------- odds


def streams(look: Look, attackers: Iterable[str], targets: Iterable[str]) -> set[frozenset[str]]:
    """7 Terrain ¶1b: the minor rivers that are crossed; a drop on the hex cancels them (11)."""
    landed = look.hexes(look.s.landings)
    return {
        frozenset((look.at[u], t))
        for u in attackers
        for t in targets
        if t not in landed and between(look.at[u], t) == "minor-river"
    }


def attack(look: Look, attackers: list[str], targets: list[str], held: bool) -> Fraction:
    """`held`: the bridgeheads over all minor rivers are won."""
    landed, total = look.hexes(look.s.landings), Fraction(0)
    for u in attackers:
        factor = Fraction(UNITS[u]["combat"])
        if u in look.hungry:
            factor /= 2  # 8
        for t in targets:
            kind = between(look.at[u], t)
            if t not in landed:
                if kind == "causeway":
                    factor /= 4  # ruling 14
                elif kind == "major-river" or (kind == "minor-river" and not held):
                    factor /= DIVIDE[kind]
            if side_of(u) == "german":
                fort = work(look, look.at[u], t)
                if fort == "major-fort" or (fort == "minor-fort" and t not in landed):
                    factor /= DIVIDE[fort]  # rulings 43, 68
            closed = COST[GROUND[t]].get("armour_halved") or any(
                TOWNS[k].get("armour_halved") for k in IN_TOWN.get(t, ()) if k in TOWNS
            )
            if UNITS[u]["type"] == "armour" and closed:
                factor /= 2
        total += factor
    return total


def standing(look: Look, target: str, side: str) -> list[str]:
    """7 Retreat ¶1f: who adds to the defence of a hex."""
    there = [u for u, h in look.at.items() if h == target and side_of(u) == side and UNITS[u]["size"] != "regiment"]
    tired = look.units(look.s.retreated)
    return [u for u in there if u not in tired] or there


def defence(look: Look, attackers: list[str], targets: list[str], side: str) -> Fraction:
    total = Fraction(0)
    for t in targets:
        there = standing(look, t, side)
        total += sum((Fraction(UNITS[u]["combat"], 2 if u in look.hungry else 1) for u in there), Fraction(0))
        if side == "allied":
            total += sum(STRENGTH[name] for name, h, _ in GARRISONS if h == t and t in look.garrisons)
            if there and t in MAGINOT and any(work(look, look.at[u], t) == "major-fort" for u in attackers):
                total += 1  # 10 Maginot Line ¶1
    return total


def column(look: Look, attackers: list[str], targets: list[str], held: bool) -> int:
    """7 ¶4b: the ratio rounded down to a column, then columns for terrain and armour, within the table."""
    side = foe(side_of(attackers[0]))
    strength, against = attack(look, attackers, targets, held), defence(look, attackers, targets, side)
    found = max((i for i, ratio in enumerate(TABLE) if strength >= ratio * against), default=0)
    climbers = all(UNITS[u]["type"] == "mountain" for u in attackers)
    for t in targets:
        ground = COST[GROUND[t]]
        found -= ground.get("mountain_columns", ground.get("columns", 0)) if climbers else ground.get("columns", 0)
    armour = sum(LOAD[UNITS[u]["size"]] for u in attackers if UNITS[u]["type"] == "armour")
    others = sum(LOAD[UNITS[u]["size"]] for u in attackers if UNITS[u]["type"] != "armour")
    on_wheels = [u for t in targets for u in standing(look, t, side) if UNITS[u].get("motorized")]
    if armour and armour >= others and all(UNITS[u].get("motorized") for u in attackers) and not on_wheels:
        found += 1  # 12
    return min(max(found, 0), len(TABLE) - 1)


# -------------------------------------------------------------------------------------------------- retreat


def fits(look: Look, unit: str, h: str) -> bool:
    """3: four divisions, three of them armoured, no French division with a British corps."""
    side = side_of(unit)
    units = [unit, *(u for u, at in look.at.items() if at == h and side_of(u) == side and u != unit)]
    kinds = {(UNITS[u]["nation"], UNITS[u]["size"]) for u in units}
    return (
        sum(LOAD[UNITS[u]["size"]] for u in units) <= 4
        and sum(LOAD[UNITS[u]["size"]] for u in units if UNITS[u]["type"] == "armour") <= 3
        and not {("french", "division"), ("british", "corps")} <= kinds
    )


def retreat(look: Look, unit: str, cleared: set[str]) -> set[str]:
    """7 Retreat ¶1a to ¶1d: where the retreat of a unit may end, before anybody has retreated."""
    side, card = side_of(unit), UNITS[unit]
    zone = look.zone[foe(side)]
    land = look.ground[side] - look.held[foe(side)] - cleared
    if not card.get("motorized"):
        land = {h for h in land if h not in zone or h in look.held[side] - cleared}  # ¶1b, ruling 19
    if card["nation"] in ("belgian", "dutch", "swiss"):
        home = {h for h in land if look.may_enter(unit, h)}  # ruling 50
        if ends := _ends(look, unit, home, zone):
            return ends
    return _ends(look, unit, land, zone)


def _ends(look: Look, unit: str, land: set[str], zone: set[str]) -> set[str]:
    start, card = look.at[unit], UNITS[unit]
    reservists = (
        card["nation"] == "french" and card["type"] == "infantry" and (card["combat"], card["move"]) == (2, 5)
    )
    length = 4 if reservists and card["size"] == "corps" else 2
    side = side_of(unit)

    def on(hexes: set[str]) -> set[str]:
        found = set()
        for a in hexes:
            for b in beside(a):
                water = between(a, b)
                wet = water in ("sea", "causeway")
                open_ = water != "lake" and not (water == "sea" and side == "german") and not (wet and b in zone)
                if b in land and open_:  # ruling 29
                    found.add(b)
        return found

    front = {start}
    for distance in range(1, length + 1):
        front = {h for h in on(front) if far(start, h) == distance}
    seen = set(front)
    while front:
        if room := {h for h in front if fits(look, unit, h)}:
            return room
        front = {h for h in on(front) if far(start, h) >= length} - seen  # ¶1d
        seen |= front
    return set()
