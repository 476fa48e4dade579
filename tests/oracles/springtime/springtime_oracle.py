"""A slow, obvious second version of Springtime's movement, retreats, supply, odds and control.

Written from the rulebook and the rulings, with names for places and units, reading the printed values from the data
files itself. It shares no code with the rules: a state is only read for what lies on the board.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from fractions import Fraction
from importlib.resources import files
from itertools import product
from typing import Any

ROOT = files("grognard.games.springtime") / "data"


def _file(name: str) -> dict[str, Any]:
    return tomllib.loads((ROOT / f"{name}.toml").read_text(encoding="utf-8"))


AREAS: dict[str, dict[str, Any]] = {a["id"]: a for kind in ("area", "zone") for a in _file("areas")[kind]}
ZONES = frozenset("ABCDEF")
UNITS: dict[str, dict[str, Any]] = {u["id"]: u for u in _file("units")["unit"]}
LEADERS: dict[str, dict[str, Any]] = {x["id"]: x for x in _file("units")["leader"]}
AIR: dict[str, dict[str, Any]] = {x["id"]: x for x in _file("units")["air"]}
NEXT: dict[str, dict[str, str]] = {a: {} for a in AREAS}
for _line in _file("boundaries")["boundary"]:
    NEXT[_line["a"]][_line["b"]] = NEXT[_line["b"]][_line["a"]] = _line["kind"]
for _line in _file("boundaries")["link"]:
    NEXT[_line["a"]][_line["b"]] = NEXT[_line["b"]][_line["a"]] = "open"
HOME = {"belgian": "belgium", "dutch": "netherlands"}
ENEMY = {"allies": "axis", "axis": "allies"}
MOST = 5


class Board:
    """What lies on the board in a state, by name."""

    def __init__(self, s: Any) -> None:
        d = s.data
        self.where = {u: d.place_ids[p] for u, p in zip(d.unit_ids, s.loc, strict=True) if d.place_ids[p] in AREAS}
        self.owner = {a: ("allies", "axis")[x] for a, x in zip(d.map_ids, s.control, strict=True)}
        self.steps = dict(zip(d.unit_ids, s.strength, strict=True))
        self.cut = {u for u, x in zip(d.unit_ids, s.oos, strict=True) if x}
        self.came: dict[str, str] = {}
        for u, x in zip(d.unit_ids, s.came, strict=True):
            if x >= 0:
                self.came[u] = d.map_ids[x] if x < len(d.map_ids) else "the air"
        self.attacked = {a for i, a in enumerate(d.map_ids) if s.closed >> i & 1}
        self.was_contested = {a for i, a in enumerate(d.map_ids) if s.contested >> i & 1}
        self.active = {u for i, u in enumerate(d.unit_ids) if s.active >> i & 1}
        self.attackers = {u for i, u in enumerate(d.unit_ids) if s.attackers >> i & 1}
        self.italy_at_war = s.italy
        self.groups_apart = s.everyone
        groups = ("1", "2", "3", "4", "Be", "N", "A", "B", "C", "K", "W", "R")
        self.counts_as = {
            "ge-2": {g for i, g in enumerate(groups) if s.tag_reserve >> i & 1},
            "airlanding": {g for i, g in enumerate(groups) if s.tag_air >> i & 1},
        }
        self.dropped = d.map_ids[s.dropped] if s.dropped >= 0 else ""
        self.flipped = {x for x, turned in zip(d.leader_ids, s.flipped, strict=True) if turned}
        self.kleist = d.unit_ids[s.kleist] if s.kleist >= 0 else ""
        self.air_strong = {x for x, strong in zip(d.air_ids, s.air_strong, strict=True) if strong}
        self.each_unit_cut = s.each_unit_cut
        self.air_flown = {x for x, used in zip(d.air_ids, s.air_used, strict=True) if used}

    def units(self, area: str, side: str) -> list[str]:
        return [u for u, a in self.where.items() if a == area and UNITS[u]["side"] == side]

    def is_vacant(self, area: str, side: str) -> bool:
        """7.4"""
        return not self.units(area, ENEMY[side])

    def is_free(self, area: str, side: str) -> bool:
        """7.5"""
        return self.is_vacant(area, side) and self.owner[area] == side

    def is_contested(self, area: str) -> bool:
        """7.3"""
        return bool(self.units(area, "allies")) and bool(self.units(area, "axis"))

    def is_full(self, area: str, side: str) -> bool:
        """7.1, 14.2"""
        return area not in ZONES and len(self.units(area, side)) >= MOST

    def groups_of(self, unit: str) -> set[str]:
        """For 15.3; a Reserve counts as any of those that were with it (ruling 31)."""
        return self.counts_as.get(unit) or {UNITS[unit]["group"]}


# -------------------------------------------------------------------------------------------------- movement


def factors(b: Board, unit: str, kind: str) -> int:
    """4.3.2, 8.1.2, 13.2.2"""
    if kind == "regroup":
        return 1
    move: int = UNITS[unit]["move"]
    if kind == "redeploy":
        return 2 * move
    if unit in b.cut and UNITS[unit]["kind"] == "armored":
        return max(move - 1, 1)
    return move


def may_step(b: Board, unit: str, kind: str, way: list[str], to: str) -> bool:
    """Whether a unit that has come along `way` may enter the next Area."""
    side, here, start = UNITS[unit]["side"], way[-1], way[0]
    if to not in NEXT[here] or len(way) > factors(b, unit, kind):
        return False  # 9.1, 9.2: one MF for each Area
    if len(way) > 1 and (not b.is_vacant(here, side) or NEXT[way[-2]][here] == "maginot"):
        return False  # 9.2: it had to stop there
    if unit == "alp" and not b.italy_at_war:
        return False  # 9.3.3
    if to == "F" and UNITS[unit]["nation"] != "italian":
        return False  # 14.3
    others = [u for u in b.units(to, side) if u != unit]
    if to not in ZONES and len(others) >= MOST:
        return False  # 7.1, 9.3.1
    if kind == "regroup":
        return b.is_free(to, side)  # 8.1.2a (ruling 33)
    if kind == "redeploy":  # 8.1.2b
        if b.is_free(to, side):
            return True
        return b.is_contested(to) and not b.is_contested(start)
    if to in b.attacked:
        return False  # 9.2.1
    if len(way) == 1 and b.is_contested(start) and not b.is_free(to, side):
        return False  # 9.2
    if b.groups_apart and not b.is_vacant(to, side) and to not in b.was_contested:  # 15.3
        came = [u for u in b.units(to, side) if u in b.active and b.came.get(u, to) != to]
        common = b.groups_of(unit)
        for u in came:
            common = common & b.groups_of(u)
        if not common:
            return False
    return True


def ways_of(b: Board, unit: str, kind: str, way: list[str] | None = None) -> Iterator[list[str]]:
    """Every way that a unit may take, each with where it began; no Area twice."""
    way = way or [b.where[unit]]
    for to in NEXT[way[-1]]:
        if to not in way and may_step(b, unit, kind, way, to):
            longer = [*way, to]
            yield longer
            yield from ways_of(b, unit, kind, longer)


def out_and_back(b: Board, unit: str, kind: str) -> list[str]:
    """Ruling 38: the vacant enemy neighbours that can be taken in an Assault on a way out and back."""
    start, side = b.where[unit], UNITS[unit]["side"]
    if kind != "assault" or b.is_contested(start):
        return []
    found = []
    for q in NEXT[start]:
        takes = b.owner[q] != side and b.is_vacant(q, side)
        if takes and may_step(b, unit, kind, [start], q) and may_step(b, unit, kind, [start, q], start):
            found.append(q)
    return found


def price(b: Board, unit: str, kind: str, way: list[str]) -> tuple[int, int, int]:
    """What the way of default play makes least (ruling 38): Areas, the defender's gain, what is not taken."""
    side = UNITS[unit]["side"]
    gain = 0
    if kind == "assault" and not b.is_vacant(way[-1], side):
        gain = {"open": 0, "river": 3, "maginot": 3}[NEXT[way[-2]][way[-1]]]
        if NEXT[way[-2]][way[-1]] == "river" and b.dropped == way[-1]:
            gain = 0  # 18.1.1
    taken = sum(1 for a in way[1:-1] if b.owner[a] != side)
    return len(way), gain, -taken


# --------------------------------------------------------------------------------------------------- retreats


def rank(b: Board, area: str, side: str) -> str:
    """The priority of 10.5.2, or nothing (ruling 64)."""
    if b.is_free(area, side):
        letter = "A"
    elif b.is_contested(area) or (b.owner[area] == side and b.units(area, ENEMY[side])):
        letter = "B" if b.owner[area] == side else "C"
    else:
        return ""
    return "D" if b.is_full(area, side) else letter


def choices(b: Board, unit: str, area: str, been: set[str], forced: bool) -> tuple[str, set[str]]:
    """The best priority around a place, and where it leads."""
    side = UNITS[unit]["side"]
    around = [q for q in NEXT[area] if q not in been and (q != "F" or UNITS[unit]["nation"] == "italian")]  # 14.3
    ranks = {q: rank(b, q, side) for q in around if rank(b, q, side)}
    if not ranks:
        return "", set()
    best = min(ranks.values())
    found = {q for q in ranks if ranks[q] == best}
    if best == "A":
        danger = {q: sum(1 for r in NEXT[q] if b.owner[r] != side) for q in found}
        found = {q for q in found if danger[q] == min(danger.values())}
    home = HOME.get(UNITS[unit]["nation"])
    if forced and home and best != "D":  # 10.5.6 (ruling 68)
        found = {q for q in found if AREAS[q]["country"] == home}
    return best, found


def retreats(b: Board, unit: str, forced: bool) -> set[str]:
    """Where a unit may retreat to; empty if it cannot (10.5.6)."""
    side, battle = UNITS[unit]["side"], b.where[unit]
    home = HOME.get(UNITS[unit]["nation"])
    been, heads = {battle}, {battle}
    came = b.came.get(unit, battle)
    if unit in b.attackers and came in AREAS and came != battle and b.is_vacant(came, side):  # 10.5 (ruling 66)
        if not b.is_full(came, side):
            return set() if forced and home and AREAS[came]["country"] != home else {came}
        been.add(came)
        heads = {came}
    while heads:
        found: set[str] = set()
        onward: set[str] = set()
        room = False
        for head in heads:
            best, places = choices(b, unit, head, been, forced)
            if best == "D":
                onward |= places  # 10.5.1 (ruling 63)
            elif best:
                room = True
                found |= places
        if room:
            return found
        been |= onward
        heads = onward
    return set()


# ----------------------------------------------------------------------------------------------------- supply


def is_source(b: Board, unit: str, area: str) -> bool:
    """13.1; it must be friendly (ruling 80), but a Belgian or Dutch Area its Army stands in (ruling 82)."""
    nation, side = UNITS[unit]["nation"], UNITS[unit]["side"]
    if nation in HOME:
        return bool(AREAS[area]["country"] == HOME[nation]) and (b.owner[area] == side or b.where[unit] == area)
    if b.owner[area] != side:
        return False
    if nation == "italian":
        return area == "F"
    if nation == "german":
        return bool(AREAS[area].get("edge"))
    return area in ZONES - {"F"}


def is_supplied(b: Board, unit: str) -> bool:
    """13.2.1: a path over friendly Areas; the unit's own Area is not entered (ruling 81)."""
    side = UNITS[unit]["side"]
    seen, todo = {b.where[unit]}, [b.where[unit]]
    while todo:
        area = todo.pop()
        if is_source(b, unit, area):
            return True
        for q in NEXT[area]:
            if q not in seen and b.owner[q] == side and (q != "F" or UNITS[unit]["nation"] == "italian"):
                seen.add(q)
                todo.append(q)
    return False


# ---------------------------------------------------------------------------------------------------- control


def joined(b: Board, area: str, side: str, sources: set[str]) -> bool:
    """Whether Areas of this side lead from a place to one of its sources."""
    seen, todo = {area}, [area]
    while todo:
        here = todo.pop()
        if here in sources and b.owner[here] == side:
            return True
        for q in NEXT[here]:
            if q not in seen and b.owner[q] == side:
                seen.add(q)
                todo.append(q)
    return False


def after_refit(b: Board) -> dict[str, str]:
    """13.2.5 (ruling 85): who controls what when cut-off vacant Areas have changed hands."""
    east = {a for a in AREAS if AREAS[a].get("edge")} | {"F"}
    west = set(ZONES) - {"F"}
    for unit, country in (("belgian", "belgium"), ("dutch", "netherlands")):
        if unit in b.where and AREAS[b.where[unit]]["country"] == country:
            west.add(b.where[unit])
    out = dict(b.owner)
    for area, side in b.owner.items():
        empty = not b.units(area, "allies") and not b.units(area, "axis")
        if empty and area != "F" and not joined(b, area, side, east if side == "axis" else west):
            out[area] = ENEMY[side]
    return out


def after_walk(b: Board, unit: str, way: list[str]) -> dict[str, str]:
    """7.2: who controls what when a unit has gone this way; what it leaves may fall to the enemy (ruling 26)."""
    side = UNITS[unit]["side"]
    out = dict(b.owner)
    for area in way[1:]:
        if b.is_vacant(area, side):
            out[area] = side
    left = way[0]
    if way[-1] != left and b.units(left, side) == [unit] and b.units(left, ENEMY[side]):
        out[left] = ENEMY[side]
    out["F"] = "axis"
    return out


# ------------------------------------------------------------------------------------------------------- odds


def leader(b: Board, unit: str) -> int:
    """4.4.1: what the Leader with a unit adds."""
    for name, item in LEADERS.items():
        with_it = b.kleist == unit if name == "kleist" else unit in item["commands"]
        if with_it:
            value: int = item["flipped"] if name in b.flipped else item["rating"]
            return value
    return 0


def worth(b: Board, unit: str, company: list[str], air: str) -> int:
    """What both values have in common (ruling 51); 13.2.2 for the Lead unit or for all (ruling 60)."""
    value: int = UNITS[unit]["full" if b.steps[unit] == 2 else "reduced"]
    value += len(company) - 1 + leader(b, unit)
    if air:
        value += AIR[air]["strong" if air in b.air_strong else "weak"]
    return value - len(b.cut & set(company if b.each_unit_cut else [unit]))


def attack_value(b: Board, lead: str, attackers: list[str], air: str = "") -> int:
    """10.4.2"""
    return worth(b, lead, attackers, air)


def defense_value(b: Board, area: str, foe: str, lead: str, air: str = "") -> int:
    """10.4.3"""
    value = worth(b, foe, b.units(area, UNITS[foe]["side"]), air) + int(AREAS[area]["tem"])
    came = b.came.get(lead, area)
    if came in AREAS and came != area:
        kind = NEXT[came][area]
        if kind == "maginot" or (kind == "river" and b.dropped != area):
            value += 3
    return value


def chances(difference: int, armored: bool) -> dict[str, Fraction]:
    """10.4.4, by all 1296 rolls of four dice."""
    count = {"repulse": 0, "stalemate": 0, "win": 0, "costly": 0}
    for a1, a2, d1, d2 in product(range(1, 7), repeat=4):
        total = difference + a1 + a2 - d1 - d2
        if total < 0:
            count["repulse"] += 1
        elif total == 0:
            count["stalemate"] += 1
        elif d1 + d2 >= (10 if armored else 8):
            count["costly"] += 1
        else:
            count["win"] += 1
    return {name: Fraction(n, 1296) for name, n in count.items()}
