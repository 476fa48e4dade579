# compiled as it stands
"""What never changes in a game of Fortress Europa: the map, the counters' printed values and the charts, as integers.

Hexes are ints in the order of the grid, and units are ints in the order of the counter files. Sets of hexes and sets
of units are big ints: bit h is hex h. Beyond the last hex come the spots of units that are not on the map.
"""

from __future__ import annotations

from typing import NamedTuple

from grognard.games.fortress_europa.data.counters import (
    DISTRICTS,
    FINE,
    OVERCAST,
    OVERCAST_STAR,
    STORM,
    WEATHERS,
    Counters,
)
from grognard.games.fortress_europa.data.december import lines_of
from grognard.games.fortress_europa.data.loader import Book
from grognard.games.fortress_europa.data.ranges import SMALL, discs_of, hq_ranges, standing_ranges
from grognard.games.fortress_europa.data.rivers import River, rivers_of
from grognard.kernel.rules import BadInput, Names, Static
from grognard.maps import Going, Mask, Place, Steps, by_columns, letters, mask_of, members

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


class Ways(NamedTuple):
    """Which hexes touch, with some rivers closed."""

    adjacent: tuple[Mask, ...]
    """For each hex its neighbours."""
    steps: Steps


class World(Counters, Static):
    """Static data, shared by all states; the counters and charts are in `Counters`."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self._hexes(book)
        self._sides(book)
        self._places(book)
        self._coast(book)
        self._rail(book)
        self._grounds(book)
        self._counters(book)
        self._boxes()
        self._spots()
        self.lines = lines_of(self)
        self.hq_range = hq_ranges(self)
        self.standing_range = standing_ranges(self)

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
        self.labels = Names(grid.labels)
        self.index = grid.index
        self.bit = tuple(1 << h for h in range(grid.n))
        self.terrain = tuple(TERRAINS.index(by_id[label].terrain) for label in grid.labels)
        self.ground = tuple(mask_of(h for h in range(grid.n) if self.terrain[h] == t) for t in range(len(TERRAINS)))
        """For each terrain its hexes."""
        self.sea: Mask = self.ground[SEA]
        self.dyke: Mask = self.ground[DYKE]
        self.outside: Mask = self.ground[OUT]
        """Land without numbers, where no unit goes (8.12)."""
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
        clear = self.terrain.index(CLEAR)
        self.clear_limit, self.clear_landing_limit = self.stack_limit[clear], self.invade_limit[clear]
        self.limit_hexes = tuple(
            (limit, mask_of(h for h in range(grid.n) if self.stack_limit[h] == limit))
            for limit in sorted(set(self.stack_limit))
        )
        self.most_stacked = max(self.stack_limit)
        first, last = grid.column[0], grid.column[-1]
        self.east_edge: Mask = mask_of(h for h in members(self.land) if grid.column[h] == last)
        self.west_edge: Mask = mask_of(h for h in members(self.land) if grid.column[h] == first)

    def _sides(self, book: Book) -> None:
        """Which hexes touch: zones, steps, attacks and retreats stop at sea, lakes and estuaries (7.1, 8.8,
        ruling 46)."""
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
        self.section_ids = Names(river.id for river in self.rivers)
        self.section_banks = tuple(river.banks for river in self.rivers)
        for number, river in enumerate(self.rivers):
            for side in river.sides:
                self.river_side[side] = number
        self.adjacent: tuple[Mask, ...] = tuple(mask_of(row) for row in near)
        pairs: list[list[tuple[int, int]]] = [[] for _ in self.rivers]
        for a, beside in enumerate(near):
            for b in beside:
                section = self.river_side.get(grid.side(a, b), -1)
                if section >= 0:
                    pairs[section].append((a, b))
        self.river_pairs = tuple(tuple(p) for p in pairs)
        """For each section the steps over it."""
        self.over_rivers: tuple[Mask, ...] = tuple(
            mask_of(b for b in grid.neighbours[h] if self.river_between(h, b) >= 0) for h in range(grid.n)
        )
        """For each hex the neighbours beyond a river."""
        self.steps = Steps((a, b) for a, row in enumerate(near) for b in row)
        self.ways = Ways(self.adjacent, self.steps)
        self.goings = tuple(
            Going(grid, lambda a, b, barred=barred: 1 if self.adjacent[a] & self.bit[b] & ~barred else None)  # type: ignore[misc]
            for barred in (self.ground[ALPINE], 0)
        )
        """The steps of other units and of mountain units: one a hex (2.7), alpine ground for the latter (8.4)."""

    def river_between(self, a: Place, b: Place) -> int:
        """The river section between two neighbours, or -1."""
        return self.river_side.get(self.grid.side(a, b), -1)

    def pairs_over(self, sections: int) -> set[tuple[Place, Place]]:
        """The steps over these river sections."""
        return {pair for section in members(sections) for pair in self.river_pairs[section]}

    def closed(self, sections: int) -> Ways:
        """Which hexes touch when these river sections cannot be crossed."""
        if not sections:
            return self.ways
        rows = list(self.adjacent)
        cut = self.pairs_over(sections)
        for a, b in cut:
            rows[a] &= ~self.bit[b]
        return Ways(tuple(rows), self.steps.without(cut))

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
        rows = [int(label.lstrip("ABCDEFGHIJKLMNOPQRSTUVWXYZ")) for label in self.labels]
        self.rows_before = {
            goal.north_west_of: mask_of(h for h, row in enumerate(rows) if row < goal.north_west_of)
            for goal in book.district_goal
        }
        """33.1.5: the hexes with lower numbers than those that conditions name."""
        terms = {row.id: row for row in book.conquest}
        self.conquests = tuple(terms.get(row.victory) for row in book.scenario)
        """For each scenario the terms of conquest, if it has them (30.1, 33.4.7)."""
        self.conquest_places = tuple(
            mask_of(self.place_hex[name] for name in row.places) if row else 0 for row in self.conquests
        )
        self.reach_of_england: Mask = mask_of(grid.place(h) for h in book.reach.hexes)
        self.north_of_nancy: Mask = mask_of(grid.place(h) for h in book.north_of_nancy.hexes)
        self.discs = discs_of(self.grid, (1 << self.n) - 1, SMALL)

    def disc(self, h: Place, radius: int) -> Mask:
        """All hexes of the grid within so many hexes as the crow flies."""
        return self.discs[radius][h] if radius <= SMALL else self.within(self.bit[h], radius)

    def within(self, hexes: Mask, radius: int) -> Mask:
        """All hexes within so many hexes of one of these."""
        return self.grid.steps.flood(hexes, (1 << self.n) - 1, radius)

    def scenario_rule(self, scenario: int, field: str) -> str:
        """The number of the rule from which a scenario has a figure; that of the scenario, if a pack gives it."""
        row = self.book.scenario[scenario]
        source = row.sources.get(field, "")
        return source.removeprefix("rulebook ") if source.startswith("rulebook ") else row.rule

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
        self.harbors_and_cities: Mask = self.port_hexes | self.cities
        self.inland_ports: Mask = mask_of(
            h for h, passage in zip(self.port_hex, self.port_passage, strict=True) if passage
        )
        self.places_of_note: Mask = (
            self.fortresses
            | self.u_boat_bases
            | self.v1_sites
            | self.port_hexes
            | self.bit[self.place_hex[book.garrison.place]]
            | sum(1 << h for h, label in enumerate(self.labels) if label == book.jersey.hex)
        )
        """Where more happens than that a hex changes hands when Allied units come (16.3, 18.7.8, 26.5, 30.2)."""
        self.near_german_cities: Mask = self.within(self.german_cities, book.volkssturm.distance)
        """Where an Allied unit may call up Volkssturm (25.1)."""
        self.beaches: Mask = self.invadable & ~self.inland_ports
        """Where coastal defense units are set up (22.1, ruling 32)."""
        self.arrows = frozenset(
            pair for a in book.arrow for x, y in (a.hexes,)
            for pair in ((grid.place(x), grid.place(y)), (grid.place(y), grid.place(x)))
        )  # fmt: skip
        self.coastline = tuple(self._beside(h) for h in range(self.n))
        """For each hex the invadable ones that continue a line of invaded hexes from it (12.15, rulings 94, 95)."""
        self.coast_before = tuple(
            mask_of(h for h, after in enumerate(self.coastline) if after >> x & 1) for x in range(self.n)
        )
        """For each hex those from which a line of invaded hexes goes on to it."""
        self._sea_spots()

    def _beside(self, h: Place) -> Mask:
        if self.inland_ports >> h & 1:
            return self.port_mouth[self.port_at[h]]
        near = self.adjacent[h] & self.beaches | mask_of(b for a, b in self.arrows if a == h)
        for port in members(self.inland_ports & self.invadable):
            if self.port_mouth[self.port_at[port]] >> h & 1:
                near |= self.bit[port]
        return near & self.invadable

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
        self.waters = Names((*self.labels, *labels[self.sea.bit_count() :]))
        """All places where somebody could think of putting a ship: hexes, then imaginary ones."""
        spots = {place: spot for spot, place in enumerate(labels)}
        self.spot_of = tuple(spots.get(place, -1) for place in self.waters)
        """For each of them its number among the sea spots, or -1."""
        self.water_bit = tuple(1 << self.waters.number[place] for place in labels)
        """For each sea spot its bit among the waters."""
        limit = grid.axial[self.index[self.book.northern_limit.naval]][0]
        self.southern_waters: int = sum(bit for bit, at in zip(self.water_bit, axial, strict=True) if at[0] <= limit)
        """Those not past the row of GG1 (19.7, ruling 188)."""
        at_sea = dict(zip(axial, self.water_bit, strict=True))
        self._waters_near = tuple(
            sum(at_sea.get((q + dq, r + dr), 0) for dq, dr in grid.directions) for q, r in grid.axial
        )
        bremen = self.place_hex["Bremen"]
        mouth = self.port_passage[self.port_at[bremen]] if self.invadable & self.bit[bremen] else 0
        self.ships_lie = tuple(
            self.southern_waters | self.waters_beside(shores)
            for shores in (self.invadable | mouth, self.invadable & ~self.bit[bremen])
        )
        """The waters where ships may lie (19.7), with Bremen open and closed (ruling 93)."""

    def waters_beside(self, hexes: Mask) -> int:
        """The waters next to one of these hexes."""
        near, found = self._waters_near, 0
        for h in members(hexes):
            found |= near[h]
        return found

    def _rail(self, book: Book) -> None:
        grid = self.grid
        pairs = set()
        for line in book.rail:
            for x, y in zip(line.hexes, line.hexes[1:], strict=False):
                a, b = grid.place(x), grid.place(y)
                pairs |= {(a, b), (b, a)}
        self.rail: Mask = mask_of(a for a, _ in pairs)
        self.rail_near = tuple(tuple(b for b in grid.neighbours[h] if (h, b) in pairs) for h in range(grid.n))
        self.rail_rows = tuple(tuple(sorted(row)) for row in self.rail_near)
        self.rail_steps = Steps(pairs)
        self.rail_east: Mask = mask_of(grid.place(e.id) for e in book.rail_exit if e.edge == "east")
        self.rail_south: Mask = mask_of(grid.place(e.id) for e in book.rail_exit if e.edge == "south")
        self.rail_joined: Mask = mask_of(grid.place(e.id) for e in book.rail_exit if e.joined)
        self.rail_after = tuple(tuple(self._next_stations(h)) for h in range(grid.n))
        """For each hex the rail hexes after it, while all bridges stand: on the line, or off the board (10.8)."""
        self.tracks = Steps((h, there) for h, row in enumerate(self.rail_after) for there in row)
        self.tracks.reversed()  # so that those of a network with fewer bridges follow from it
        self.rail_bridges = tuple(
            tuple(pair for pair in over if pair in pairs and pair[1] in self.rail_near[pair[0]])
            for over in self.river_pairs
        )
        """For each river section the steps by rail over it."""

    def _next_stations(self, h: Place) -> list[Place]:
        bit, off = self.bit[h], 0
        if self.rail_east & bit:
            off |= self.rail_east
        if self.rail_south & bit:
            off |= self.rail_south | self.rail_joined
        if self.rail_joined & bit:
            off |= self.rail_south
        return [*self.rail_near[h], *members(off & ~bit)]

    def _grounds(self, book: Book) -> None:
        """Hexes by what their ground does in combat."""
        kinds = {t.id: t for t in book.terrain}
        rows = [(self.bit[h], kinds[TERRAINS[self.terrain[h]]]) for h in members(self.land)]
        self.doubled: Mask = sum(bit for bit, kind in rows if kind.doubled)
        """Mountain and alpine ground (16.1)."""
        self.halving: Mask = sum(bit for bit, kind in rows if kind.armor_halved) | self.cities
        """Rough ground and cities: armor is halved there and against it (16.5)."""
        self.telling: Mask = self.doubled | self.halving | self.fortresses
        """Hexes whose ground changes the factors of their defenders."""
        self.holding: Mask = sum(bit for bit, kind in rows if kind.holds)
        """Rough ground: nobody there need retreat (16.4)."""

    def _boxes(self) -> None:
        """The boxes of the German set-up display (2.2, 3.3): five districts, cities, free units and hidden units."""
        places = list(dict.fromkeys(u.place for u in self.units if u.entry == "city"))
        towns = tuple(name.lower().replace(" ", "-") for name in places)
        self.box_ids = Names((*DISTRICTS, *towns, "free", "hidden"))
        self.box_names = (
            *self.district_names, *(f"garrison of {name}" for name in places), "free units", "hidden units",
        )  # fmt: skip
        self.box_hex = (*(-1 for _ in DISTRICTS), *(self.place_hex[name] for name in places), -1, -1)
        """For each box its city hex, or -1."""
        self.italian_boxes = mask_of(box for box, h in enumerate(self.box_hex) if h >= 0 and self.italy >> h & 1)
        """The boxes of garrisons of Italy (9.3)."""
        self.free_box, self.hidden_box = len(self.box_ids) - 2, len(self.box_ids) - 1
        self.box_of = tuple(
            len(DISTRICTS) + places.index(u.place) if u.entry == "city"
            else self.box_ids.index(u.entry) if u.entry in (*DISTRICTS, "free", "hidden") else -1
            for u in self.units
        )  # fmt: skip
        """For each unit the box in which the display prints it, or -1."""
        self.starters = tuple(u for u, box in enumerate(self.box_of) if box >= 0)
        boxes = range(len(self.box_ids))
        self.box_masks = tuple(mask_of(u for u in self.starters if self.box_of[u] == box) for box in boxes)
        """For each box the units that the display prints in it."""
        self.starting_units = mask_of(self.starters)
        self.district_rooms = tuple(
            (self.box_masks[d], ground & self.beaches, ground & ~self.ground[ALPINE])
            for d, ground in enumerate(self.districts)
        )
        """For each district the units of its box, and the hexes where its coastal and its other units stand."""
        self.may_hide = mask_of(u for u in self.starters if self.units[u].may_hide)
        """9.4: the two that may be hidden in their districts."""
        self.hiding_units = mask_of(self.unit[name] for name in self.book.hidden.choose_from)
        """Those among whom some are chosen to be hidden (3.3, ruling 31)."""
        self.box_sizes = tuple(self.box_of.count(box) for box in range(len(self.box_ids)))

    def _spots(self) -> None:
        (
            self.england, self.africa, self.waiting, self.due, self.returning, self.destroyed, self.withdrawn,
            self.reserve, self.exited, self.hidden, self.aside, self.removed, self.unknown,
        ) = range(self.n, self.n + len(SPOTS))  # fmt: skip
        self.spots: tuple[str, ...] = (*self.labels, *SPOTS)
        self.overseas = Names(SPOTS[:2])
        self.place_ids = Names((*self.labels, *self.overseas))
        """Hexes, then England and Africa: a place has the number that `where` has."""
        self.boxes_mask: int = 1 << self.england | 1 << self.africa
        for place in self.sea_spots[self.sea.bit_count() :]:
            _, beach, side = place.split("-")
            self.names[place] = f"the sea {side.upper()} of {beach}"
        self.names |= {
            river.id: f"{river.id.rpartition('-')[0].title()} {river.id.rpartition('-')[2]}" for river in self.rivers
        }
