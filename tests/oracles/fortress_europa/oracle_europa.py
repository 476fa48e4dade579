"""Fortress Europa a second time, from the book and the data files alone: slow, by names of hexes and units, sharing
no code with the rules. It knows zones of control (7), movement by land (5, 8), to and from Jersey (31.5), in December
(33.3.7 to 33.3.9) and by rail (10), supply (18), odds (14 to 16) and retreats (15). Which hexsides make a stretch
of river it takes from the loaded map. What comes by sea and air is in `overseas_europa`."""

from __future__ import annotations

import tomllib
from collections import deque
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import grognard

FILES = Path(grognard.__file__).parent / "games" / "fortress_europa" / "data"


def read(name: str) -> dict[str, Any]:
    return tomllib.loads((FILES / f"{name}.toml").read_text(encoding="utf-8"))


MAP, COAST, TYPES, WEATHER = map(read, ("map", "coast", "types", "weather"))
GROUND = {h["id"]: h["terrain"] for h in MAP["hex"] if h["terrain"] not in ("sea", "out")}
COUNTRY = {h["id"]: h["country"] for h in MAP["hex"]}
SIDE = {frozenset((x["a"], x["b"])): x["kind"] for x in MAP["side"]}
CITIES = {p["hex"] for p in MAP["place"] if p["kind"].endswith("city")}
HEX_OF = {p["name"]: p["hex"] for p in MAP["place"]}
FORTRESSES = {f["id"] for f in COAST["fortress"]}
PORTS = {p["id"]: p for p in COAST["port"]}
KIND = {t["id"]: t for t in TYPES["type"]}
NATION = {n["id"]: n for n in TYPES["nation"]}
UNITS = {u["id"]: u for file in ("german", "allied") for u in read(file)["unit"]}
CHART = {(row["side"], row["units"]): row for row in WEATHER["allowance"]}
COLUMNS = [tuple(c["ratio"]) for c in read("combat")["column"]]
SCENARIOS, DECEMBER = read("scenarios")["scenario"], read("scenarios")["december"]
WET = ("sea", "estuary", "lake")
"""Hexsides that nothing passes by land (7.1, 8.8, ruling 46)."""
DYKE = {h for h, ground in GROUND.items() if ground == "dyke"}


def place(label: str) -> tuple[int, int]:
    """Column and number: A is 1, Z 26, AA 27."""
    letters = label.rstrip("0123456789")
    return ord(letters[0]) - 64 + 26 * (len(letters) - 1), int(label[len(letters) :])


NAMED = {place(h): h for h in COUNTRY}


def around(label: str) -> list[str]:
    """The hexes that touch: even columns lie half a hex nearer to the high numbers."""
    column, number = place(label)
    low = 0 if column % 2 == 0 else -1
    cells = [(column, number - 1), (column, number + 1)]
    cells += [(c, number + low + d) for c in (column - 1, column + 1) for d in (0, 1)]
    return [NAMED[cell] for cell in cells if cell in NAMED]


def apart(a: str, b: str) -> int:
    """How many hexes lie from one to the other."""
    (c1, n1), (c2, n2) = place(a), place(b)
    high = abs(2 * n1 + (c1 % 2 == 0) - 2 * n2 - (c2 % 2 == 0))
    wide = abs(c1 - c2)
    return wide + max(0, high - wide) // 2


def between(a: str, b: str) -> str:
    return str(SIDE.get(frozenset((a, b)), ""))


def touching(a: str) -> list[str]:
    """Land hexes over hexsides that are not all water."""
    return [b for b in around(a) if b in GROUND and between(a, b) not in WET]


class Near(dict[str, list[str]]):
    """The land hexes that touch; an isle touches none (ruling 246)."""

    def __missing__(self, h: str) -> list[str]:
        return []


TOUCHING = Near({h: touching(h) for h in GROUND})
ISLE = COAST["jersey"]
NORTH = set(read("areas")["north_of_nancy"]["hexes"])


def ways_out() -> dict[str, int]:
    """33.3.8: for each hex north of Nancy the hexes to the nearest one that is not."""
    ring, far = {h for h in GROUND if h not in NORTH}, 0
    found: dict[str, int] = {}
    while ring:
        far += 1
        ring = {b for h in ring for b in TOUCHING[h] if b in NORTH and b not in found}
        found |= dict.fromkeys(ring, far)
    return found


WAY_OUT = ways_out()
TRACK: dict[str, set[str]] = {}
for line in MAP["rail"]:
    for one, two in zip(line["hexes"], line["hexes"][1:], strict=False):
        TRACK.setdefault(one, set()).add(two)
        TRACK.setdefault(two, set()).add(one)
EXITS = {e["id"]: e["edge"] for e in COAST["rail_exit"]}


def off_board(h: str) -> set[str]:
    """10.8: exits of one edge are joined off the board; between east and south only by RR26."""
    return {x for x, edge in EXITS.items() if x != h and (edge == EXITS[h] or "RR26" in (x, h))}


def side_of(unit: str) -> str:
    return str(NATION[UNITS[unit]["nation"]]["side"])


def foe(side: str) -> str:
    return "allied" if side == "german" else "german"


class Look:
    """A state in the words of the book."""

    def __init__(self, s: Any) -> None:
        w = s.data
        self.s, self.w = s, w
        self.at = {name: w.spots[h] for name, h in zip(w.ids, s.where, strict=True) if h < w.n}
        self.back = {name for name, face in zip(w.ids, s.face, strict=True) if face}
        self.frozen = {name for name, d in zip(w.ids, s.bound, strict=True) if d >= 0}
        self.covered = {w.ids[u] for u in s.decoy_unit if u >= 0}
        self.decoys = {w.labels[h] for h in s.decoy_at if h >= 0}
        self.landed = self.units(s.dropped | s.invaders)
        self.ashore, self.by_air, self.dropped = self.units(s.ashore), self.units(s.by_air), self.units(s.dropped)
        self.spent_force = self.units(s.fought)
        self.allied_ground = self.hexes(s.allied)
        self.walls = FORTRESSES - self.hexes(s.ruined)
        self.partisan = w.labels[s.partisan] if s.partisan >= 0 else ""
        self.down = {
            frozenset((w.labels[a], w.labels[b]))
            for section, pairs in enumerate(w.river_pairs)
            if s.bridges_down >> section & 1
            for a, b in pairs
        }
        self.option = {name for name in w.option_ids if s.options & w.option_bit[name]}
        scenario = SCENARIOS[s.scenario]
        self.week = s.turn - w.turn_of[scenario["first"]] if scenario["setup"] == "december" else -1
        """0 on December III, 1 on December IV; below zero in June."""
        self.meuse = {
            frozenset((w.labels[a], w.labels[b]))
            for river, pairs in zip(w.rivers, w.river_pairs, strict=True)
            if river.id.startswith(DECEMBER["british_river"].lower())
            for a, b in pairs
        }
        self.held = {side: {h for u, h in self.at.items() if side_of(u) == side} for side in ("german", "allied")}
        self.zone = {side: self.zones(side) for side in ("german", "allied")}

    def units(self, mask: int) -> set[str]:
        return {name for i, name in enumerate(self.w.ids) if mask >> i & 1}

    def hexes(self, mask: int) -> set[str]:
        return {label for i, label in enumerate(self.w.labels) if mask >> i & 1}

    def kind(self, unit: str) -> dict[str, Any]:
        return dict(KIND[UNITS[unit]["type"]])

    def armored(self, unit: str) -> bool:
        return bool(self.kind(unit).get("armored"))

    def climbs(self, unit: str) -> bool:
        return bool(self.kind(unit).get("mountain"))

    def broken(self, a: str, b: str) -> bool:
        return frozenset((a, b)) in self.down

    # --------------------------------------------------------------------------------------------- zones

    def loud(self, unit: str) -> bool:
        """7.1, 9.5, 31.6: whether its zone reaches the hexes around it."""
        quiet = unit in self.frozen or unit in self.landed or unit in self.covered
        return bool(self.kind(unit).get("zone", True)) and not quiet

    def zones(self, side: str) -> set[str]:
        """7.1: not over water, nor where bridges are down, nor into fortresses."""
        found = set(self.held[side]) | (self.decoys if side == "german" else set())
        for unit, h in self.at.items():
            if side_of(unit) == side and self.loud(unit):
                found |= {b for b in TOUCHING[h] if not self.broken(h, b) and b not in self.walls}
        return found

    # ------------------------------------------------------------------------------------------ movement

    def allowance(self, unit: str) -> int:
        """5.4: the chart; a coastal unit that moves has the factor of its infantry side (22.2)."""
        u = UNITS[unit]
        side = side_of(unit)
        turned = unit in self.back or u["type"] == "coastal"
        factor = u["back_move"] if turned and u.get("back") else u["move"]
        row = "hq" if u["type"] == "hq" else "armored" if self.armored(unit) else "other"
        weather = ("clear", "overcast", "overcast_star", "storm")[self.s.weather]
        cell = CHART[side, row][weather][self.s.impulse - 1]
        hexes = int(factor) if cell == "full" else (factor + 1) // 2 if cell == "half" else min(int(cell), factor)
        if self.week == 1 and u["nation"] == "american" and unit not in self.units(self.s.quick_units):
            return min(hexes, 1)  # 33.3.9-5
        return hexes

    def halts(self, unit: str, h: str) -> bool:
        """7.2, 8.2, 8.3, 8.4, 24.3"""
        ground = GROUND[h]
        if ground == "flooded" and self.s.flooded:
            return True
        if ground == "alpine" or (ground == "mountain" and not self.climbs(unit)):
            return True
        if h == self.partisan and side_of(unit) == "german":
            return True
        return h in self.bound_by(unit)

    def bound_by(self, unit: str) -> set[str]:
        """7.2: enemy zones; 1SS and 150SS ignore them in their second move impulse of December III (33.3.9-4)."""
        raid = self.week == 0 and self.s.impulse == 2 and unit in DECEMBER["advance"] and self.s.side == 0
        return set() if raid else self.zone[foe(side_of(unit))]

    def open_step(self, unit: str, a: str, b: str) -> bool:
        """Whether a unit may step from a hex into the next, movement apart."""
        side = side_of(unit)
        enemies = self.held[foe(side)] | (self.decoys if side == "allied" else set())
        if b in enemies or (GROUND[b] == "alpine" and not self.climbs(unit)):
            return False
        if a in self.bound_by(unit) and b in self.bound_by(unit):
            return False  # 8.10
        if self.week >= 0 and self.company(unit) == "british" and frozenset((a, b)) in self.meuse:
            return False  # 33.3.7
        french = self.week >= 0 and UNITS[unit]["nation"] == "french"
        if french and b in NORTH and WAY_OUT[b] >= WAY_OUT.get(self.at[unit], 0):
            return False  # 33.3.8: who is there goes out of it (ruling 287)
        if b in DYKE and any(x in enemies for x in around(b)):
            return False  # 16.7
        if self.in_italy(unit) and COUNTRY[b] != "italy":
            return False  # 9.3
        return not (self.broken(a, b) and self.armored(unit))  # 17.10.4: it has to roll

    def in_italy(self, unit: str) -> bool:
        """9.3: a garrison of Italy that may not leave it yet."""
        box = self.s.box[self.w.unit[unit]]
        city = self.w.labels[self.w.box_hex[box]] if box >= 0 and self.w.box_hex[box] >= 0 else ""
        return city in GROUND and COUNTRY[city] == COUNTRY[self.at[unit]] == "italy" and not self.s.italy_open

    def reach(self, unit: str, shut: frozenset[str] = frozenset()) -> set[str]:
        """Where a unit that has not moved can end its move, if some hexes are shut to it (15.10)."""
        points = self.allowance(unit)
        start = self.at[unit]
        found: set[str] = set()
        seen = {(start, 0, False)}
        todo = deque(seen)
        while todo:
            h, spent, slowed = todo.popleft()
            limit = (points + 1) // 2 if slowed else points
            if spent >= limit or (spent and self.halts(unit, h)):
                continue
            for b in TOUCHING[h]:
                if b in shut or not self.open_step(unit, h, b):
                    continue
                last = self.broken(h, b) and self.s.impulse == 1  # 17.10.4: it stops behind the river
                rough = GROUND[b] == "rough" and self.armored(unit)
                if rough and not slowed and 2 * spent >= points:
                    last = True  # 8.1: half is gone already
                found.add(b)
                state = (b, spent + 1, slowed or rough)
                if not last and state not in seen:
                    seen.add(state)
                    todo.append(state)
        found |= self.ferried(unit)
        return {h for h in found - DYKE - {start} if not self.idle_there(unit, h)}

    def ferried(self, unit: str) -> set[str]:
        """31.5: German units go between Jersey and three places by ferry, while the isle has never been Allied."""
        start, enemies = self.at[unit], self.zone["allied"]
        if "jersey" not in self.option or side_of(unit) == "allied" or self.s.jersey_lost:
            return set()
        ends = {ISLE["hex"]} if start in ISLE["ferry"] else set(ISLE["ferry"]) if start == ISLE["hex"] else set()
        return ends - self.held["allied"] - (enemies if start in enemies else set())

    # -------------------------------------------------------------------------------------------- trains

    def train_runs(self, unit: str, h: str) -> bool:
        """10.4, 10.6, 10.7, 24.3, 9.3: whether a train with a unit may enter a rail hex."""
        if h in self.zone["allied"] or h == self.partisan or h in self.hexes(self.s.allied_rail):
            return False
        if h in CITIES and h in self.allied_ground:
            return False
        return not self.in_italy(unit) or COUNTRY[h] == "italy"

    def entrains(self, unit: str) -> bool:
        """10.4, 10.6, 10.7: from a controlled rail hex out of enemy zones, with free rail back to a German city; the
        east edge serves as well (ruling 75)."""
        start = self.at[unit]
        lost = self.hexes(self.s.allied_rail)
        if start not in TRACK or start in self.zone["allied"] or start in lost:
            return False
        todo, seen = deque([start]), {start}
        while todo:
            h = todo.popleft()
            barred = h in self.zone["allied"] or h == self.partisan
            if h in CITIES and h not in self.allied_ground:
                return True
            if EXITS.get(h) == "east" and not barred:
                return True
            if h != start and (barred or h in CITIES):
                continue
            ahead = {b for b in TRACK[h] if b not in seen and b not in lost}
            seen |= ahead
            todo += ahead
        return False

    def stations(self, unit: str) -> set[str]:
        """Where a unit on the map can be taken by rail (10.3, 10.8, 10.9)."""
        start = self.at[unit]
        todo, seen = deque([start]), {start}
        while todo:
            h = todo.popleft()
            ahead = {b for b in TRACK[h] if not self.broken(h, b)} | (off_board(h) if h in EXITS else set())
            ahead = {b for b in ahead - seen if self.train_runs(unit, b)}
            seen |= ahead
            todo += ahead
        return {h for h in seen - {start} if GROUND[h] != "alpine" or self.climbs(unit)}

    # --------------------------------------------------------------------------------------- nationalities

    def company(self, unit: str) -> str:
        """6.2, 21.3: with whom it attacks; "" is with anybody."""
        if self.kind(unit).get("raids"):
            return ""
        name = str(NATION[UNITS[unit]["nation"]]["attacks_with"])
        return "british" if name == "canadian" and "canadians-with-british" in self.option else name

    def idle_there(self, unit: str, h: str) -> bool:
        """14.11: whether every enemy that it would have to attack is the only one beside units of another nation."""
        mine = self.company(unit)
        if side_of(unit) != "allied" or not mine:
            return False
        quiet = self.frozen | self.landed
        enemies = {
            x for u, x in self.at.items()
            if side_of(u) == "german" and u not in quiet and self.kind(u).get("zone", True)
        }  # fmt: skip

        def faced(x: str) -> set[str]:
            return {b for b in TOUCHING[x] if b in enemies and not self.broken(x, b)}

        claimed: set[str] = set()
        invading = self.units(self.s.invaders)
        for other, x in self.at.items():
            if other == unit or side_of(other) != "allied" or self.company(other) in ("", mine):
                continue
            against = {x} & enemies if other in invading else faced(x)  # 12.8: in their own hex
            if UNITS[other]["type"] != "hq" and len(against) == 1:  # 13.4
                claimed |= against
        return bool(faced(h)) and faced(h) <= claimed

    # -------------------------------------------------------------------------------------------- supply

    def control(self) -> set[str]:
        """30.2: Allied ground; in a German zone only where an Allied unit is."""
        return {h for h in self.allied_ground if h not in self.zone["german"] or h in self.held["allied"]}

    def passes(self, side: str, h: str) -> bool:
        """18.1, 18.3: a hex between the ends of a line: no enemy zone, no enemy city."""
        if h in self.zone[foe(side)] or (side == "german" and h == self.partisan):
            return False
        if h in CITIES:
            return h not in self.control() if side == "german" else h in self.allied_ground
        return True

    def line(self, side: str, start: str, goals: set[str], most: int = 9999, *, owned: bool = False) -> bool:
        """Whether a line leads from a hex to a goal; `owned`: over ground of the side."""
        mine = self.allied_ground if side == "allied" else set(GROUND) - self.allied_ground
        ring, seen = {start}, {start}
        for _ in range(most + 1):
            if ring & goals:
                return True
            ahead = set()
            for h in ring:
                if h == start or (self.passes(side, h) and (not owned or h in mine)):
                    ahead |= set(TOUCHING[h])
            ring = ahead - seen
            seen |= ring
            if not ring:
                return False
        return False

    def hqs(self, side: str) -> dict[str, str]:
        return {u: h for u, h in self.at.items() if UNITS[u]["type"] == "hq" and side_of(u) == side}

    def german_supplied(self, unit: str) -> bool:
        """18.3 to 18.6"""
        h = self.at[unit]
        home = {c for c in CITIES - self.allied_ground - self.held["allied"] if COUNTRY[c] in ("germany", "italy")}
        if unit in self.frozen or unit in self.dropped or COUNTRY[h] in ("germany", "italy"):
            return True
        if h in CITIES or h in self.walls:
            return True
        hqs = set(self.hqs("german").values())
        good = {x for x in hqs if self.line("german", x, home, owned=True)}
        if self.line("german", h, good, 5):
            return True
        far = all(apart(h, x) > 5 for x in self.held["allied"])
        return far and self.line("german", h, hqs | {c for c in home if COUNTRY[c] == "germany"})

    def harbours(self) -> dict[str, int]:
        """18.7.11, 18.8: ports and mulberries that work, with what they are worth."""
        found: dict[str, int] = {}
        control = self.control()
        for i, p in enumerate(COAST["port"]):
            h = HEX_OF[p["place"]]
            shut = self.held["german"] & {h, *p.get("passage", ())}
            if h in control and not shut and not self.s.ports_asleep >> i & 1:
                found[p["place"]] = p["capacity"] - self.s.port_damage[i]
        for i, at in enumerate(self.s.mulberry_at):
            label = self.w.labels[at] if at >= 0 else ""
            port: dict[str, Any] = next((p for p in COAST["port"] if HEX_OF[p["place"]] == label), {})
            if self.held["german"] & set(port.get("passage", ())):
                continue  # 11.4C: behind the water that leads to an inland port
            if label and (label in self.held["allied"] or label not in self.zone["german"]):
                found[f"mulberry {i}"] = self.w.mulberries[i].capacity - self.s.mulberry_damage[i]
        return found

    def harbour_hex(self, name: str) -> str:
        if name in HEX_OF:
            return str(HEX_OF[name])
        return str(self.w.labels[self.s.mulberry_at[int(name.split()[1])]])

    def allied_line(self, unit: str) -> bool:
        """18.1: whether an HQ with a harbour could supply it, however many others ask."""
        h = self.at[unit]
        if self.kind(unit).get("raids") or unit in self.dropped:
            return True
        if self.s.turn == self.s.invasion_turn and unit in self.ashore:
            return True
        if h in CITIES and COUNTRY[h] != "germany":
            return True
        worth = self.harbours()
        ends = {self.harbour_hex(name) for name, value in worth.items() if value > 0 or unit in self.by_air}
        good = {x for x in self.hqs("allied").values() if self.line("allied", x, ends, owned=True)}
        return self.line("allied", h, good, 5)

    # -------------------------------------------------------------------------------------------- combat

    def factor(self, unit: str) -> int:
        u = UNITS[unit]
        return int(u["back_combat"] if unit in self.back else u["combat"])

    def strength(self, attackers: Iterable[str], hexes: set[str]) -> tuple[int, int]:
        """16: the factors of attack and defence, ships and aircraft apart."""
        attackers = list(attackers)
        uneven = any(GROUND[h] == "rough" or h in CITIES for h in hexes)
        attack = sum((self.factor(u) + 1) // 2 if uneven and self.armored(u) else self.factor(u) for u in attackers)
        defence = 0
        for unit, h in self.at.items():
            if h not in hexes or side_of(unit) == side_of(attackers[0]) or unit in self.spent_force:
                continue
            across = all(self.at[u] != h and between(self.at[u], h) == "river" for u in attackers)
            defence += self.defence(unit, h, across)
        return attack, defence

    def defence(self, unit: str, h: str, across: bool) -> int:
        """16.1 to 16.5"""
        value = self.factor(unit)
        fort = h in self.walls and side_of(unit) == "german"
        double = across or GROUND[h] in ("mountain", "alpine")
        if self.armored(unit) and (GROUND[h] == "rough" or h in CITIES):
            if not fort:
                value = (value + 1) // 2
                double = double or (h in CITIES and "armour-gains-from-cities" in self.option)
        else:
            double = double or fort or h in CITIES
        return value * 2 if double else value

    def column(self, attack: int, defence: int) -> int:
        """15.1: the best column whose odds are reached, fractions going to the defender; -1 below the first."""
        reached = -1
        for number, (more, less) in enumerate(COLUMNS):
            if defence == 0 or attack * less >= defence * more:
                reached = number
        return reached

    # ------------------------------------------------------------------------------------------- retreat

    def stack(self, side: str, h: str) -> int:
        """6.5: how many units count in a hex."""
        return sum(self.at[u] == h and side_of(u) == side and self.stacks(u) for u in self.at)

    def stacks(self, unit: str) -> bool:
        if self.kind(unit).get("raids") and unit in self.ashore:
            return True  # 21.7
        if unit in DECEMBER["stack_free"] and SCENARIOS[self.s.scenario]["setup"] == "december":
            return False  # 33.3.1
        battalion = UNITS[unit]["size"] == "battalion" and "battalions" in self.option
        return bool(self.kind(unit).get("stacks", True)) and not battalion

    def limit(self, h: str) -> int:
        """6.1"""
        if GROUND[h] == "flooded":
            return 1 if self.s.flooded else 3
        return {"rough": 2, "mountain": 1, "alpine": 1, "dyke": 0}.get(GROUND[h], 3)

    def retreats(self, unit: str, fewest: int, most: int) -> set[tuple[str, ...]]:
        """15.4 to 15.9: every way of one or two hexes, frozen districts apart."""
        side, start = side_of(unit), self.at[unit]
        enemies = self.held[foe(side)] | (self.decoys if side == "allied" else set())
        found: set[tuple[str, ...]] = set()

        def free(a: str, b: str) -> bool:
            if b in self.zone[foe(side)] or b == start or self.broken(a, b):
                return False
            if b in DYKE and any(x in enemies for x in around(b)):
                return False  # 16.7
            if side == "german" and (b == self.partisan or (self.in_italy(unit) and COUNTRY[b] != "italy")):
                return False
            return GROUND[b] != "alpine" or self.climbs(unit)

        def room(b: str) -> bool:
            return b not in DYKE and (not self.stacks(unit) or self.stack(side, b) < self.limit(b))

        for a in TOUCHING[start]:
            if not free(start, a):
                continue
            if fewest <= 1 and room(a):
                found.add((a,))
            if most >= 2:
                found |= {(a, b) for b in TOUCHING[a] if free(a, b) and room(b)}
        return found
