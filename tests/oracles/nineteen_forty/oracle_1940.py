"""1940 a second time, from the book and the data files alone: slow, by names of hexes and units, sharing no code with
the rules. It knows adjacency, zones of control (4), movement (6), supply (8) and control of ground (5)."""

from __future__ import annotations

import heapq
import tomllib
from pathlib import Path
from typing import Any

import grognard

FILES = Path(grognard.__file__).parent / "games" / "nineteen_forty" / "data"


def read(name: str) -> dict[str, Any]:
    return tomllib.loads((FILES / f"{name}.toml").read_text())


MAP, TERRAIN, WORKS, SCENARIO, COMMAND = map(read, ("map", "terrain", "works", "scenario", "command"))
COST = {t["id"]: t for t in TERRAIN["terrain"]}
GROUND = {h["id"]: h["terrain"] for h in MAP["hex"] if h["terrain"] in COST}
COUNTRY = {h["id"]: h["country"] for h in MAP["hex"] if h["terrain"] in COST}
SIDE_COST = {k["id"]: k["cost"] for k in TERRAIN["side"]}
SIDES: dict[frozenset[str], set[str]] = {}
for line in MAP["side"]:
    SIDES.setdefault(frozenset((line["a"], line["b"])), set()).add(line["kind"])
UNITS = {u["id"]: u for u in read("counters")["unit"]}
PLACES = {p["name"]: p["hex"] for p in MAP["place"]}
FORTS = {(f["hex"], f["facing"]): f["kind"] for f in WORKS["fort"]}
GARRISONS = [(g["name"], PLACES[g["place"]], g.get("fort", False)) for g in WORKS["garrison"]]
HOME = {"german": "germany", "french": "france", "british": "france", "belgian": "belgium", "dutch": "holland",
        "swiss": "switzerland"}  # fmt: skip
NEUTRALS = ("belgium", "holland", "luxembourg", "switzerland")


def beside(h: str) -> list[str]:
    """Rows run from the north, columns from the east; even rows stand half a hex further west (18: 1115 is north-east
    of 1215; 7 Advance: 1411 and 1611 touch both 1511 and 1512)."""
    row, column = int(h[:2]), int(h[2:])
    other = column + 1 if row % 2 == 0 else column - 1
    cells = [(row, column - 1), (row, column + 1)]
    cells += [(r, c) for r in (row - 1, row + 1) for c in (column, other)]
    return [label for r, c in cells if (label := f"{r:02}{c:02}") in GROUND]


def easterly(a: str, b: str) -> bool:
    """18: 1215 to 1214 is east, 1215 to 1115 north-east."""
    row, column = int(a[:2]), int(a[2:])
    north_east = column if row % 2 == 0 else column - 1
    return b in (f"{row:02}{column - 1:02}", f"{row - 1:02}{north_east:02}")


def between(a: str, b: str) -> str:
    kinds = SIDES.get(frozenset((a, b)), set())
    return "causeway" if "causeway" in kinds else next(iter(kinds), "")


def side_of(unit: str) -> str:
    return "german" if UNITS[unit]["nation"] == "german" else "allied"


def foe(side: str) -> str:
    return "allied" if side == "german" else "german"


class Look:
    """A state in the words of the book."""

    def __init__(self, s: Any) -> None:
        w = s.data
        self.s = s
        names = [c.lower() for c in w.country_names]
        self.at = {name: w.spots[h] for name, h in zip(w.ids, s.where, strict=True) if w.spots[h] in GROUND}
        self.shaken = {name for name, d in zip(w.ids, s.disrupted, strict=True) if d}
        self.landed = self.units(s.dropped)
        self.hungry = self.units(s.unsupplied)
        self.war = {names[i] for i in range(6) if s.war >> i & 1}
        self.fresh = {names[i] for i in range(6) if s.fresh >> i & 1}
        self.ground = {"german": self.hexes(s.german), "allied": self.hexes(s.allied)}
        self.interdicted = {"german": self.hexes(s.interdicted_german), "allied": self.hexes(s.interdicted_allied)}
        self.garrisons = {h: fort for g, (_, h, fort) in enumerate(GARRISONS) if s.garrisons >> g & 1}
        self.held = {
            side: {h for u, h in self.at.items() if side_of(u) == side and UNITS[u]["size"] != "regiment"}
            for side in ("german", "allied")
        }
        self.zone = {side: self.zones(side) for side in ("german", "allied")}

    def units(self, mask: int) -> set[str]:
        return {name for i, name in enumerate(self.s.data.ids) if mask >> i & 1}

    def hexes(self, mask: int) -> set[str]:
        return {label for i, label in enumerate(self.s.data.labels) if mask >> i & 1}

    def zones(self, side: str) -> set[str]:
        """4 ¶1: the hexes around a unit, not over all-sea sides; of neutrals and new allies in their own country."""
        found = set()
        for unit, h in self.at.items():
            home = HOME[UNITS[unit]["nation"]]
            if side_of(unit) != side or UNITS[unit]["size"] == "regiment":
                continue
            if unit in self.shaken or unit in self.landed:
                continue
            free = home in self.war and home not in self.fresh
            for b in beside(h):
                if between(h, b) not in ("sea", "lake", "causeway") and (free or COUNTRY[b] == home):
                    found.add(b)
        return found

    # ---------------------------------------------------------------------------------------- movement

    def may_enter(self, unit: str, h: str) -> bool:
        """Countries and commands: 13, 15, 17."""
        s, w, nation, here = self.s, self.s.data, UNITS[unit]["nation"], self.at[unit]
        if nation == "german":
            return (
                unit != SCENARIO["mountain"]["corps"]
                or "switzerland" in self.war
                or COUNTRY[h] in ("germany", "switzerland")
            )
        if COUNTRY[h] not in self.war:
            return False
        if nation in ("french", "british"):
            army = "bef" if UNITS[unit].get("army") == "BEF" else f"{nation}-{UNITS[unit].get('army', '')}"
            if army not in w.allied_armies:
                return True
            number = w.allied_armies.index(army)
            free = s.turn > s.bef_turn >= 0 if army == "bef" else bool(s.released >> number & 1)
            return free or group(h) in (s.assign_allied[number], group(here))
        allowed = {"belgian": {"belgium", "luxembourg", "germany", "holland"}, "dutch": {"holland"},
                   "swiss": {"switzerland"}}[nation]  # fmt: skip
        if nation == "belgian":
            if s.belgium_lost:
                allowed.add("france")
            if COUNTRY[h] == "switzerland":
                return False
        return COUNTRY[h] in allowed or COUNTRY[here] not in allowed

    def points(self, unit: str) -> int:
        """In quarters, because factors are halved, and halved again."""
        quarters = UNITS[unit]["move"] * 4
        if self.s.impulse == 2:
            quarters //= 2
        if unit in self.hungry:
            quarters //= 2
        return max(0, quarters - (4 if unit in self.units(self.s.entered) else 0))

    def reach(self, unit: str) -> dict[str, int]:
        """Every hex that the unit has the points for, with what the cheapest way costs."""
        side, start = side_of(unit), self.at[unit]
        most, closed = self.points(unit), self.held[foe(side)] | (set(self.garrisons) if side == "german" else set())
        zone = self.zone[foe(side)] | self.interdicted[foe(side)]
        slow = {self.at[u] for u in self.at if side_of(u) == side and u in self.shaken}
        only_east = self.s.turn == 0 and side == "allied" and UNITS[unit]["entry"] != "swiss-border"
        best, queue = {start: 0}, [(0, start)]
        while queue:
            paid, a = heapq.heappop(queue)
            if paid > best[a] or (a != start and a in zone):
                continue  # 4 ¶2a: a zone ends the move
            for b in beside(a):
                if b in closed or not self.may_enter(unit, b) or (only_east and not easterly(a, b)):
                    continue
                if not self.may_cross(unit, a, b, zone):
                    continue
                cost = paid + 4 * self.step(unit, a, b) + (4 if a in zone else 0) + (8 if b in slow else 0)
                if cost <= most and cost < best.get(b, cost + 1):
                    best[b] = cost
                    heapq.heappush(queue, (cost, b))
        return best

    def step(self, unit: str, a: str, b: str) -> int:
        kind = UNITS[unit]
        column = "motorized" if kind.get("motorized") else "mountain" if kind["type"] == "mountain" else "foot"
        water = between(a, b)
        return int(COST[GROUND[b]][column]) + (SIDE_COST[water] if water else 0)

    def may_cross(self, unit: str, a: str, b: str, zone: set[str]) -> bool:
        side, water = side_of(unit), between(a, b)
        if water == "lake":
            return False
        if water == "sea":
            return side == "allied" and b not in zone and b in self.ground["allied"]
        if b not in zone:
            return True
        if water == "causeway":
            return False
        if a not in zone:
            return True
        if not UNITS[unit].get("motorized"):
            return False  # 4 ¶2c
        work = FORTS.get((b, a)) if side == "german" else None
        liege = any(fort and h == b for _, h, fort in GARRISONS) and work == "minor-fort"
        return work is None or (liege and self.s.fort_lost)  # 10 Outflanking ¶2

    # ------------------------------------------------------------------------------------------- supply

    def supplied(self, unit: str) -> bool:
        """8: a line over friendly ground to a source; through an enemy zone if motorized, or where friends stand."""
        side, here, nation = side_of(unit), self.at[unit], UNITS[unit]["nation"]
        if side == "allied" and any(h == here and kind == "major-fort" for (h, _), kind in FORTS.items()):
            return True  # 10 Maginot Line ¶1
        zone = self.zone[foe(side)]
        land = self.ground[side] - self.held[foe(side)]
        if not UNITS[unit].get("motorized"):
            land = {h for h in land if h not in zone or h in self.held[side]}
        reached, queue = set(), [h for h in sources(nation) if h in land]
        while queue:
            a = queue.pop()
            if a in reached:
                continue
            reached.add(a)
            queue += [b for b in beside(a) if b in land and self.carries(side, a, b, zone)]
        # ruling 58: the unit's own hex may be in a zone
        return here in reached or any(
            a in reached and self.carries(side, a, here, zone - {here}) for a in beside(here)
        )

    def carries(self, side: str, a: str, b: str, zone: set[str]) -> bool:
        """Whether a line may cross a hexside: over the sea only the Allies', over a causeway both, out of zones."""
        water = between(a, b)
        if water == "lake" or (water == "sea" and side == "german"):
            return False
        return water not in ("sea", "causeway") or (a not in zone and b not in zone)

    # ------------------------------------------------------------------------------------------ control

    def owners(self) -> dict[str, str]:
        """5 ¶1: who must own a hex by standing in it or controlling it alone, where that is plain."""
        german, allied = set(self.held["german"]), self.held["allied"]
        if self.s.paratroops_hold:
            german |= {h for u, h in self.at.items() if UNITS[u]["size"] == "regiment"}
        doubtful = set(self.garrisons)  # ruling 21
        for unit, h in self.at.items():
            if UNITS[unit]["type"] == "air-landing" and unit in self.hungry:
                doubtful |= set(beside(h))  # ruling 20
        found = {}
        for h in GROUND:
            if COUNTRY[h] not in self.war or h in doubtful:
                continue
            g, a = h in german, h in allied
            if g != a:
                found[h] = "german" if g else "allied"
            elif not g and (h in self.zone["german"]) != (h in self.zone["allied"]):
                found[h] = "german" if h in self.zone["german"] else "allied"
        return found


def group(h: str) -> int:
    """17: the Allied army group in whose area a hex lies."""
    line = next(b for b in COMMAND["boundary"] if b["row"] == int(h[:2]))
    column = int(h[2:])
    return 0 if column >= line["first"] else 1 if column >= line["second"] else 2


def called(names: list[str]) -> set[str]:
    return {h for name, h in PLACES.items() if any(name == n or name.startswith(n + " ") for n in names)}


def sources(nation: str) -> set[str]:
    """8 Supply Sources ¶1, ¶2"""
    cities = {c["id"]: called(c.get("major_cities", [])) for c in SCENARIO["country"]}
    columns = {int(h[2:]) for h in (x["id"] for x in MAP["hex"])}
    rows = {int(x["id"][:2]) for x in MAP["hex"]}
    east = {h for h in GROUND if int(h[2:]) == min(columns)}
    west = {h for h in GROUND if int(h[2:]) == max(columns)}
    if nation == "german":
        swiss = min((int(h[:2]) for h in east if COUNTRY[h] == "switzerland"), default=99)
        return {h for h in east if int(h[:2]) < swiss and COUNTRY[h] != "switzerland"} | cities["germany"]
    if nation == "swiss":
        south = {h for h in GROUND if int(h[:2]) == max(rows)}
        own = next(c for c in SCENARIO["country"] if c["id"] == "switzerland")
        towns = called([*own.get("major_cities", []), *own.get("cities", [])])
        return towns | {h for h in south | east if COUNTRY[h] == "switzerland"}
    french = west | cities["france"]
    return french | (cities[HOME[nation]] if nation in ("belgian", "dutch") else set())
