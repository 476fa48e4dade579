"""What never changes in a game of Fortress Europa: the map, the counters' printed values and the charts, as integers.

Hexes are ints in the order of the grid, and units are ints in the order of the counter files. Sets of hexes and sets
of units are big ints: bit h is hex h. Beyond the last hex come the spots of units that are not on the map.
"""

from __future__ import annotations

from typing import Any

from grognard.games.fortress_europa.counters import (
    DISTRICTS,
    FINE,
    OVERCAST,
    OVERCAST_STAR,
    STORM,
    WEATHERS,
    Counters,
)
from grognard.games.fortress_europa.data import Book
from grognard.games.fortress_europa.rivers import River, rivers_of
from grognard.kernel.errors import BadInput
from grognard.maps import Mask, Place, Steps, by_columns, letters, mask_of, members

GERMAN, ALLIED = 0, 1
SEATS = ("german", "allied")
SIDES = ("German", "Allied")
TERRAINS = ("clear", "rough", "mountain", "alpine", "flooded", "dyke", "sea", "out")
CLEAR, ROUGH, MOUNTAIN, ALPINE, FLOODED, DYKE, SEA, OUT = range(8)
SPOTS = (
    "england", "africa", "waiting", "due", "returning", "destroyed", "withdrawn", "reserve", "exited", "hidden",
    "aside", "removed", "unknown",
)  # fmt: skip
"""Where units off the map are. waiting: their turn has not come, or they are still to be set up. due: reinforcements
that have come and are held back (26.6). returning: HQs that come back next turn (13.2). destroyed: the dead, who may
be rebuilt (27.8). withdrawn: out, unless the schedule brings them back (26.9). reserve: the Panzer Reserve (28).
exited: off the east edge (31.15). hidden: set up by secret note (3.3). aside: counters that stand for others, or for
which others stand (27.11, 27.12, 28.5). removed: out of the game. unknown: what a seat may not know (31.6, 31.7)."""


__all__ = [
    "ALLIED", "ALPINE", "CLEAR", "DISTRICTS", "DYKE", "FINE", "FLOODED", "GERMAN", "MOUNTAIN", "OUT", "OVERCAST",
    "OVERCAST_STAR", "ROUGH", "SEA", "SEATS", "SIDES", "SPOTS", "STORM", "TERRAINS", "WEATHERS", "World",
]  # fmt: skip


class World(Counters):
    """Static data, shared by all states; the counters and charts are in `Counters`."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self._hexes(book)
        self._sides(book)
        self._places(book)
        self._coast(book)
        self._rail(book)
        self._counters(book)
        self._boxes()
        self._spots()
        self.trains: dict[int, tuple[dict[int, list[Place]], Steps]] = {}
        """Rail steps by rivers without bridges (`rail.network`)."""
        self.goings: dict[tuple[bool, int], Any] = {}
        """Goings by kind and by rivers without bridges (`ground.going`)."""
        self.faces_kept: dict[tuple[int, ...], Any] = {}
        """Counters as they have been shown (`display.scene`)."""
        self.rooms: dict[tuple[Mask, bool], int] = {}
        """How many units whole sets of hexes hold (`setup.room_in`)."""
        self.memo: Any = None
        """The last survey (`state.survey`)."""
        self.front_memo: Any = None
        """Who could last attack whom (`duties.front`)."""
        self.claims_memo: Any = None
        """Which enemies were last the only ones beside units of each nationality (`nations.claims`)."""

    # ------------------------------------------------------------------------------------------------ hexes

    def _hexes(self, book: Book) -> None:
        by_id = {h.id: h for h in book.hex}
        columns = range(1, 45)
        rows = range(1, 36)
        absent = {f"{letters(c)}{r}" for c in columns for r in rows} - by_id.keys()
        grid = self.grid = by_columns(columns, rows, shifted="even", without=absent)
        strange = by_id.keys() - grid.index.keys()
        if strange:
            raise BadInput(f"data/map.toml: there is no hex {min(strange)} on the grid.")
        self.n = grid.n
        self.labels = grid.labels
        self.index = grid.index
        self.bit = tuple(1 << h for h in range(grid.n))
        self.terrain = tuple(TERRAINS.index(by_id[label].terrain) for label in grid.labels)
        self.ground = tuple(mask_of(h for h in range(grid.n) if self.terrain[h] == t) for t in range(len(TERRAINS)))
        """For each terrain its hexes."""
        self.sea: Mask = self.ground[SEA]
        self.dyke: Mask = self.ground[DYKE]
        self.land: Mask = mask_of(h for h in range(grid.n) if self.terrain[h] not in (SEA, OUT))
        """Numbered land hexes, the dyke among them (8.6, 8.12)."""
        self.beside_dyke: Mask = mask_of(b for h in members(self.dyke) for b in grid.neighbours[h]) & self.land
        self.coastal: Mask = mask_of(grid.place(h.id) for h in book.hex if h.coast)
        countries: dict[str, Mask] = {}
        for h in book.hex:
            if h.country:
                countries[h.country] = countries.get(h.country, 0) | self.bit[grid.place(h.id)]
        self.countries = countries
        self.germany: Mask = countries["germany"] & self.land
        self.italy: Mask = countries["italy"] & self.land
        rules = {t.id: t for t in book.terrain}
        self.stack_limit = tuple(rules[TERRAINS[t]].stack if TERRAINS[t] in rules else 0 for t in self.terrain)
        self.invade_limit = tuple(
            rules[TERRAINS[t]].invade_stack if TERRAINS[t] in rules else 0 for t in self.terrain
        )
        first, last = grid.column[0], grid.column[-1]
        self.east_edge: Mask = mask_of(h for h in members(self.land) if grid.column[h] == last)
        self.west_edge: Mask = mask_of(h for h in members(self.land) if grid.column[h] == first)

    def _sides(self, book: Book) -> None:
        """Which hexes touch: zones, steps, attacks and retreats stop at sea, lakes and estuaries (7.1, ruling 46)."""
        grid = self.grid
        passable = {kind.id: kind.passable for kind in book.side_kind}
        self.side_kind: dict[int, str] = {}
        self.river_side: dict[int, int] = {}
        """For each hexside with a river its section."""
        for s in book.side:
            self.side_kind[grid.side(grid.place(s.a), grid.place(s.b))] = s.kind
        near = []
        for h in range(grid.n):
            row = []
            for other in grid.neighbours[h] if self.land >> h & 1 else ():
                kind = self.side_kind.get(grid.side(h, other), "")
                if self.land >> other & 1 and (not kind or passable[kind]):
                    row.append(other)
            near.append(tuple(row))
        self.near: tuple[tuple[Place, ...], ...] = tuple(near)
        """Land neighbours over hexsides that can be passed."""
        self.rivers: tuple[River, ...] = rivers_of(book, grid, self.land)
        self.section = {river.id: number for number, river in enumerate(self.rivers)}
        self.section_ids = tuple(river.id for river in self.rivers)
        for number, river in enumerate(self.rivers):
            for side in river.sides:
                self.river_side[side] = number
        self.adjacent: tuple[Mask, ...] = tuple(mask_of(row) for row in near)
        self.steps = Steps((a, b) for a, row in enumerate(near) for b in row)
        self._bridged: dict[int, tuple[tuple[Mask, ...], Steps]] = {}

    def river_between(self, a: Place, b: Place) -> int:
        """The river section between two neighbours, or -1."""
        return self.river_side.get(self.grid.side(a, b), -1)

    def bridged(self, down: int) -> tuple[tuple[Mask, ...], Steps]:
        """For each hex its neighbours, and all steps, when the bridges of the sections in `down` are destroyed."""
        if not down:
            return self.adjacent, self.steps
        found = self._bridged.get(down)
        if found is None:
            rows = [
                [b for b in row if (section := self.river_between(a, b)) < 0 or not down >> section & 1]
                for a, row in enumerate(self.near)
            ]
            if len(self._bridged) > 64:
                self._bridged.clear()
            found = tuple(mask_of(row) for row in rows), Steps((a, b) for a, row in enumerate(rows) for b in row)
            self._bridged[down] = found
        return found

    # ----------------------------------------------------------------------------------------------- places

    def _places(self, book: Book) -> None:
        grid = self.grid
        self.place_hex = {p.name: grid.place(p.hex) for p in book.place}
        self.city_names = tuple(p.name for p in book.place if p.kind != "town")
        self.city_hexes = tuple(self.place_hex[name] for name in self.city_names)
        self.cities: Mask = mask_of(self.city_hexes)
        self.major_cities: Mask = mask_of(grid.place(p.hex) for p in book.place if p.kind == "major-city")
        self.german_cities: Mask = self.cities & self.germany
        self.city_name = dict(zip(self.city_hexes, self.city_names, strict=True))
        self.place_name = {h: name for name, h in reversed(self.place_hex.items())} | self.city_name
        self.fortresses: Mask = mask_of(grid.place(f.id) for f in book.fortress)
        self.u_boat_bases: Mask = mask_of(grid.place(b.id) for b in book.u_boat_base)
        self.v1_sites: Mask = mask_of(grid.place(site.id) for site in book.v1_site)
        self.districts = tuple(
            mask_of(grid.place(h) for h in next(d for d in book.district if d.id == name).hexes) & self.land
            for name in DISTRICTS
        )
        self.district_names = tuple(next(d.name for d in book.district if d.id == name) for name in DISTRICTS)
        self.district_of = tuple(
            next((d for d, hexes in enumerate(self.districts) if hexes >> h & 1), -1) for h in range(self.n)
        )
        self.reach_of_england: Mask = mask_of(grid.place(h) for h in book.reach.hexes)
        self.north_of_nancy: Mask = mask_of(grid.place(h) for h in book.north_of_nancy.hexes)
        self.discs: dict[tuple[Place, int], Mask] = {}

    def disc(self, h: Place, radius: int) -> Mask:
        """All hexes of the grid within so many hexes as the crow flies; remembered."""
        found = self.discs.get((h, radius))
        if found is None:
            found = self.discs[h, radius] = self.grid.steps.flood(self.bit[h], (1 << self.n) - 1, radius)
        return found

    def within(self, hexes: Mask, radius: int) -> Mask:
        """All hexes within so many hexes of one of these."""
        return self.grid.steps.flood(hexes, (1 << self.n) - 1, radius)

    def scenario_rule(self, scenario: int, field: str) -> str:
        """The number of the rule from which a scenario has a figure."""
        return self.book.scenario[scenario].sources[field].removeprefix("rulebook ")

    def hex_name(self, h: Place) -> str:
        """A hex as a sentence calls it."""
        name = self.place_name.get(h)
        return f"{name} ({self.labels[h]})" if name else self.labels[h]

    # ------------------------------------------------------------------------------------- coast and railways

    def _coast(self, book: Book) -> None:
        grid = self.grid
        self.areas = book.invasion
        """Invasion areas with their capacities (12.10)."""
        self.area_hexes = tuple(mask_of(grid.place(h) for h in area.hexes) for area in book.invasion)
        self.invadable: Mask = mask_of(h for area in self.area_hexes for h in members(area))
        """Beaches and inland ports that can be invaded (12.5, 12.16)."""
        self.from_africa: Mask = mask_of(
            h for area, hexes in zip(book.invasion, self.area_hexes, strict=True) if area.box == "africa"
            for h in members(hexes)
        )  # fmt: skip
        self.ports = book.port
        self.port_ids = tuple(p.id for p in book.port)
        self.port_hex = tuple(self.place_hex[p.place] for p in book.port)
        self.port_at = {h: p for p, h in enumerate(self.port_hex)}
        self.port_capacity = tuple(p.capacity for p in book.port)
        self.port_med = tuple(p.sea == "mediterranean" for p in book.port)
        self.port_passage = tuple(mask_of(grid.place(h) for h in p.passage) for p in book.port)
        self.port_mouth = tuple(mask_of(grid.place(h) for h in p.mouth) for p in book.port)
        self.port_hexes: Mask = mask_of(self.port_hex)
        self.inland_ports: Mask = mask_of(
            h for h, passage in zip(self.port_hex, self.port_passage, strict=True) if passage
        )
        self.beaches: Mask = self.invadable & ~self.inland_ports
        """Where coastal defense units are set up (22.1, ruling 32)."""
        self.arrows = frozenset(
            pair for a in book.arrow for x, y in (a.hexes,)
            for pair in ((grid.place(x), grid.place(y)), (grid.place(y), grid.place(x)))
        )  # fmt: skip
        self._sea_spots()

    def _sea_spots(self) -> None:
        """Where warships may stand: sea hexes, and imaginary ones off the map beside beaches (19.7)."""
        grid = self.grid
        labels = [self.labels[h] for h in members(self.sea)]
        axial = [grid.axial[h] for h in members(self.sea)]
        seen = set(axial)
        for h in members(self.beaches):
            q, r = grid.axial[h]
            for name, (dq, dr) in zip(grid.direction_names, grid.directions, strict=True):
                if (q + dq, r + dr) not in grid.at and (q + dq, r + dr) not in seen:
                    seen.add((q + dq, r + dr))
                    labels.append(f"off-{self.labels[h]}-{name.lower()}")
                    axial.append((q + dq, r + dr))
        self.sea_spots = tuple(labels)
        self.sea_axial = tuple(axial)

    def _rail(self, book: Book) -> None:
        grid = self.grid
        pairs = set()
        for line in book.rail:
            for x, y in zip(line.hexes, line.hexes[1:], strict=False):
                a, b = grid.place(x), grid.place(y)
                pairs |= {(a, b), (b, a)}
        self.rail_pairs = frozenset(pairs)
        self.rail: Mask = mask_of(a for a, _ in pairs)
        self.rail_near = tuple(tuple(b for b in grid.neighbours[h] if (h, b) in pairs) for h in range(grid.n))
        self.rail_steps = Steps(pairs)
        self.rail_east: Mask = mask_of(grid.place(e.id) for e in book.rail_exit if e.edge == "east")
        self.rail_south: Mask = mask_of(grid.place(e.id) for e in book.rail_exit if e.edge == "south")
        self.rail_joined: Mask = mask_of(grid.place(e.id) for e in book.rail_exit if e.joined)

    def _boxes(self) -> None:
        """The boxes of the German set-up display (2.2, 3.3): five districts, cities, free units and hidden units."""
        places = list(dict.fromkeys(u.place for u in self.units if u.entry == "city"))
        towns = tuple(name.lower().replace(" ", "-") for name in places)
        self.box_ids: tuple[str, ...] = (*DISTRICTS, *towns, "free", "hidden")
        self.box_names = (
            *self.district_names, *(f"garrison of {name}" for name in places), "free units", "hidden units",
        )  # fmt: skip
        self.box_hex = (*(-1 for _ in DISTRICTS), *(self.place_hex[name] for name in places), -1, -1)
        """For each box its city hex, or -1."""
        self.free_box, self.hidden_box = len(self.box_ids) - 2, len(self.box_ids) - 1
        self.box_of = tuple(
            len(DISTRICTS) + places.index(u.place) if u.entry == "city"
            else self.box_ids.index(u.entry) if u.entry in (*DISTRICTS, "free", "hidden") else -1
            for u in self.units
        )  # fmt: skip
        """For each unit the box in which the display prints it, or -1."""
        self.starters = tuple(u for u, box in enumerate(self.box_of) if box >= 0)
        self.box_sizes = tuple(self.box_of.count(box) for box in range(len(self.box_ids)))

    def _spots(self) -> None:
        (
            self.england, self.africa, self.waiting, self.due, self.returning, self.destroyed, self.withdrawn,
            self.reserve, self.exited, self.hidden, self.aside, self.removed, self.unknown,
        ) = range(self.n, self.n + len(SPOTS))  # fmt: skip
        self.spots = (*self.labels, *SPOTS)
