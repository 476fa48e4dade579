"""What comes to Fortress Europa by sea and air, a second time: where warships lie and what they reach (19), where
paratroopers drop (20), which hexes can be invaded in both invasions (12) and raided (21), and where mulberries are
placed (29)."""

from __future__ import annotations

from typing import Any

from oracle_europa import (
    COAST,
    COUNTRY,
    DYKE,
    GROUND,
    HEX_OF,
    ISLE,
    MAP,
    NAMED,
    TOUCHING,
    UNITS,
    Look,
    apart,
    around,
    place,
    read,
    side_of,
)

AREAS = read("areas")
BOATS = {s["id"]: s["strength"] for s in read("markers")["naval"]}
SEA = {h["id"] for h in MAP["hex"] if h["terrain"] == "sea"}
LAND_OUTSIDE = {h["id"] for h in MAP["hex"] if h["terrain"] == "out"}
INLAND = {HEX_OF[p["place"]]: p for p in COAST["port"] if p.get("passage")}
ARROWS = [set(a["hexes"]) for a in COAST["arrow"]]
ENGLAND = set(AREAS["reach"]["hexes"])


def swiss() -> set[str]:
    """The land without numbers that the map goes all around."""
    left, found = set(LAND_OUTSIDE), set()
    while left:
        todo, part = [left.pop()], set()
        while todo:
            h = todo.pop()
            part.add(h)
            near = {x for x in around(h) if x in left}
            left -= near
            todo += near
        if all(len(around(h)) == 6 for h in part):
            found |= part
    return found


SWISS = swiss()


def flown(start: str, most: int) -> set[str]:
    """17.4, 17.5: the hexes within so many, but not through Switzerland (ruling 149)."""
    ring, seen = {start}, {start}
    for _ in range(most):
        ring = {b for h in ring for b in around(h) if b not in seen and b not in SWISS}
        seen |= ring
    return seen


Cell = tuple[int, int]
TOWARDS = {"n": (0, -1), "s": (0, 1), "ne": (1, -1), "se": (1, 0), "nw": (-1, -1), "sw": (-1, 0)}
"""From an odd column; even ones lie half a hex nearer to the high numbers."""


def cell(water: str) -> Cell:
    """Where a place for ships lies: a hex, or off the edge of the map beside one (19.7)."""
    if not water.startswith("off-"):
        return place(water)
    _, beside, way = water.split("-")
    (column, number), (right, down) = place(beside), TOWARDS[way]
    return column + right, number + down + (1 if right and column % 2 == 0 else 0)


def beside(label: str) -> set[Cell]:
    """The six cells around a hex, be they on the map or not."""
    return {cell(f"off-{label}-{way}") for way in TOWARDS}


def cells_apart(a: Cell, b: Cell) -> int:
    high = abs(2 * a[1] + (a[0] % 2 == 0) - 2 * b[1] - (b[0] % 2 == 0))
    wide = abs(a[0] - b[0])
    return wide + max(0, high - wide) // 2


class Overseas(Look):
    """The same state, seen from the sea and from the air."""

    def beaches(self) -> dict[str, dict[str, Any]]:
        """12.5, 12.10: every hex that can be invaded, and its area; Jersey belongs to the beaches across (31.5)."""
        found = {h: area for area in AREAS["invasion"] for h in area["hexes"]}
        if "bremen-closed" in self.option:
            found.pop(HEX_OF["Bremen"], None)
        if "jersey" in self.option:
            found[ISLE["hex"]] = found[ISLE["beaches"][0]]
        return found

    # --------------------------------------------------------------------------------------------- ships

    def anchorages(self) -> set[Cell]:
        """19.1, 19.7: all-sea hexes up to the row of GG1, and farther only beside a hex that can be invaded, or the
        water below Bremen (ruling 188); and imaginary hexes off the map beside a beach: no sea lies beside inland
        ports."""
        waters = SEA - ({ISLE["hex"]} if "jersey" in self.option else set())
        shores = set(self.beaches())
        if HEX_OF["Bremen"] in shores:
            shores |= set(INLAND[HEX_OF["Bremen"]]["passage"])
        limit = place(COAST["northern_limit"]["naval"])[0]
        found = {place(h) for h in waters if place(h)[0] <= limit or any(b in shores for b in around(h))}
        return found | {x for h in self.beaches() if h not in INLAND for x in beside(h) if x not in NAMED}

    def guns(self, hexes: set[str]) -> int:
        """19.4, 19.6, 19.9: what all ships in range add to an attack."""
        if self.s.side == 0 or self.s.weather == 3:
            return 0
        total = 0
        for i, (name, spot) in enumerate(zip(self.w.ship_ids, self.s.ship_at, strict=True)):
            if spot < 0 or self.s.ships_used >> i & 1:
                continue
            here = cell(self.w.sea_spots[spot])
            total += BOATS[name] * all(cells_apart(here, place(h)) <= 2 for h in hexes)
        return total

    # -------------------------------------------------------------------------------------------- drops

    def drop_range(self, unit: str) -> set[str]:
        """20.2, 20.3"""
        if side_of(unit) == "german":
            found = {h for h, country in COUNTRY.items() if country == "germany"}
            return found.union(*(flown(h, 8) for h in self.hqs("german").values()))
        south = self.s.where[self.w.unit[unit]] == self.w.africa
        coast = [h for h, area in self.beaches().items() if (area["box"] == "africa") == south]
        found = set() if south else set(ENGLAND)
        for h in COUNTRY:
            if any(apart(h, b) <= 3 for b in coast):
                found.add(h)
        if self.s.turn > 1:  # not on the turn of the first invasion
            for h in self.hqs("allied").values():
                ends = {
                    self.harbour_hex(name)
                    for name in self.harbours()
                    if self.southern(self.harbour_hex(name)) == south
                }
                if self.line("allied", h, ends, owned=True):
                    found |= flown(h, 8)
        return found

    def southern(self, h: str) -> bool:
        ports = [p for p in COAST["port"] if HEX_OF[p["place"]] == h]
        if ports:
            return bool(ports[0]["sea"] == "mediterranean")
        return bool(self.beaches()[h]["box"] == "africa")

    def drops(self, unit: str) -> set[str]:
        """20.4, 20.6, 20.14, 14.11: where a unit that may drop can do so."""
        side = side_of(unit)
        others = [h for u, h in self.at.items() if u in self.dropped and side_of(u) == side]
        invading = {h for u, h in self.at.items() if u in self.units(self.s.invaders)}
        germans = self.held["german"] | self.decoys
        found = set()
        for h in self.drop_range(unit) & (set(GROUND) | ({ISLE["hex"]} if "jersey" in self.option else set())):
            isle = h == ISLE["hex"]
            if h in DYKE or (not isle and GROUND[h] == "alpine" and not self.climbs(unit)):
                continue
            if isle and side == "german" and self.s.jersey_lost:
                continue
            if others and all(apart(h, x) > 3 for x in others):
                continue
            if self.in_cage(unit, h) or (side == "allied" and h in invading):
                continue
            limit = 3 if isle else self.limit(h)
            if self.stacks(unit) and self.stack(side, h) >= limit:
                continue
            if side == "allied" and (self.in_foreign_company(unit, h) if h in germans else self.idle_there(unit, h)):
                continue
            found.add(h)
        return found

    def in_cage(self, unit: str, h: str) -> bool:
        return unit in self.at and self.in_italy(unit) and COUNTRY[h] != "italy"

    def in_foreign_company(self, unit: str, h: str) -> bool:
        """14.11: others of another nationality attack there, and nobody else may."""
        mine = self.company(unit)
        return bool(mine) and any(
            x == h and side_of(u) == "allied" and self.company(u) not in ("", mine) for u, x in self.at.items()
        )

    # ----------------------------------------------------------------------------------------- invasion

    def joined(self, h: str) -> set[str]:
        """12.15: the hexes that continue a line of beaches: next to it over land, joined by an arrow, or between an
        inland port and the mouth of its water."""
        mouths = {port: set(p.get("mouth", ())) for port, p in INLAND.items()}
        beaches = self.beaches()
        if h in mouths:
            return mouths[h]
        found = {b for b in around(h) if b in beaches and b not in mouths and b in TOUCHING[h]}
        found |= {b for pair in ARROWS if h in pair for b in pair - {h}}
        if "jersey" in self.option and h in (ISLE["hex"], *ISLE["beaches"]):
            found |= {ISLE["hex"]} if h != ISLE["hex"] else set(ISLE["beaches"])
        found |= {port for port, mouth in mouths.items() if h in mouth and port in beaches}
        return found & set(beaches)

    def invades(self, unit: str) -> set[str]:
        """12.4 to 12.10, 14.11, 18.7.4, 20.14: where a unit that may land in an invasion can."""
        s, w = self.s, self.w
        box = w.spots[s.where[w.unit[unit]]]
        site = self.hexes(s.site)
        beaches = self.beaches()
        found: set[str] = set()
        if not self.room_in_europe(unit):
            return found
        for h in beaches:
            if not self.open_coast(h, box):
                continue
            if site and h not in site and not self.joined(h) & site:
                continue
            if h == ISLE["hex"] and not site & set(ISLE["beaches"]):
                continue
            there = [u for u, x in self.at.items() if x == h and side_of(u) == "allied"]
            if any(u in self.dropped for u in there):
                continue
            raids = self.units(s.raiding)  # 21.7: who raids does not count
            crowd = sum(self.lands_as(u) if s.turn == 1 else self.stacks(u) for u in there if u not in raids)
            if self.lands_as(unit) > self.beach_limit(h) - crowd:
                continue
            if self.parts(unit) and any(self.parts(u) for u in there):
                continue
            if h in self.held["german"] | self.decoys and self.in_foreign_company(unit, h):
                continue
            areas = [beaches[x] for x in (*site, h)]
            least = min(areas, key=lambda a: (a["first"], a["second"]))
            if s.landed_factors + self.factor(unit) > least["first"]:
                continue
            found.add(h)
        return found

    def open_coast(self, h: str, box: str) -> bool:
        """12.4, 12.5, 12.16: whether units from a box can come ashore; no decoy closes water (31.7)."""
        if self.beaches()[h]["box"] != box or h == HEX_OF["Amsterdam"]:
            return False
        return h not in INLAND or not self.held["german"] & set(INLAND[h]["passage"])

    def room_in_europe(self, unit: str) -> bool:
        """18.7.4: units of the second invasion count as they land, but not where the first was thrown back and nobody
        else is ashore but raiders (ruling 301)."""
        s = self.s
        if s.turn == 1 or self.kind(unit).get("raids"):
            return True
        new = self.units(s.ashore | s.flown)
        old = {u for u in self.at if side_of(u) == "allied" and not self.kind(u).get("raids")} - new
        if s.first_failed and not old:
            return True
        off = {u for u, h in zip(self.w.ids, s.where, strict=True) if h == self.w.exited}
        mine = {u for u in self.at if side_of(u) == "allied"} | off
        count = sum(u not in self.by_air and not self.kind(u).get("raids") for u in mine)
        return sum(self.harbours().values()) > count

    def raids(self, unit: str) -> set[str]:
        """21.2, 21.8, 21.9: any hex that can be invaded without Germans in it, next to the others of the raid."""
        box = self.w.spots[self.s.where[self.w.unit[unit]]]
        group = {h for u, h in self.at.items() if u in self.units(self.s.raiding)}
        near = set(group)
        for h in group:
            near |= set(TOUCHING[h]) | {b for pair in ARROWS if h in pair for b in pair}
            if "jersey" in self.option and h in ISLE["beaches"]:
                near.add(ISLE["hex"])
            if h == ISLE["hex"]:
                near |= set(ISLE["beaches"])
        return {
            h
            for h in self.beaches()
            if self.open_coast(h, box) and h not in self.held["german"] and (not group or h in near)
        }

    def mulberries(self) -> set[str]:
        """12.12, 29.3, 31.5: invaded hexes without Germans, not within two of Jersey while that is German."""
        found = self.hexes(self.s.site) - self.held["german"]
        if "jersey" in self.option and ISLE["hex"] not in self.allied_ground:
            found = {h for h in found if apart(h, ISLE["hex"]) > 2}
        return found

    def parts(self, unit: str) -> bool:
        return UNITS[unit]["entry"] == "79th"

    def lands_as(self, unit: str) -> int:
        """12.7, 21.7: raiders count, the 79th and its parts do not on the first turn."""
        if self.s.turn > 1:
            return 1 if self.kind(unit).get("raids") else int(self.stacks(unit))
        if unit == self.w.ids[self.w.landing_armor] or (self.parts(unit) and "funnies" in self.option):
            return 0
        return 1 if self.kind(unit).get("raids") else int(self.stacks(unit))

    def beach_limit(self, h: str) -> int:
        if h in INLAND:
            return 1
        ground = "clear" if h == ISLE["hex"] else GROUND[h]
        if ground == "flooded" and not self.s.flooded:
            ground = "clear"
        return {"clear": 2, "rough": 1, "mountain": 2, "flooded": 1}.get(ground, 0)
