"""What never changes in a game of 1940: the map, the counters' printed values and the charts, as integer tables.

Hexes are ints in reading order, sets of hexes are big ints (bit h = hex h), units are ints in the order of the
counter file. Beyond the last hex come the spots of units that are not on the map.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from grognard.games.nineteen_forty.data.printed import Book, Unit
from grognard.kernel.errors import BadInput
from grognard.kernel.rules import Names, Static
from grognard.maps import Going, Grid, Mask, Place, Step, Steps, by_rows, mask_of, members

if TYPE_CHECKING:
    from grognard.games.nineteen_forty.rules.facts import Facts

GERMAN, ALLIED = 0, 1
SEATS = ("german", "allied")
SIDES = ("German", "Allied")
NATIONS = ("german", "french", "british", "belgian", "dutch", "swiss")
DE, FR, BR, BE, NL, CH = range(6)
COUNTRIES = ("germany", "france", "belgium", "holland", "luxembourg", "switzerland")
GERMANY, FRANCE, BELGIUM, HOLLAND, LUXEMBOURG, SWITZERLAND = range(6)
NEUTRALS = (BELGIUM, HOLLAND, LUXEMBOURG, SWITZERLAND)
HOME = (GERMANY, FRANCE, FRANCE, BELGIUM, HOLLAND, SWITZERLAND)
"""The home country of each nation (the British have none on the map and are at home in France)."""

CONDITIONS = ("sound", "repulsed-now", "repulsed", "routed")
SPOTS = ("waiting", "eliminated", "evacuated", "in-corps", "out")
FOOT, MOTOR, MOUNTAIN = range(3)
USUAL, SEA, FORT, EBEN, CAUSEWAY = range(5)
"""Classes of steps: plain, over an all-sea side, into an enemy fortification through its side, the same at Liege,
over a causeway."""
QUARTER = 4
"""Movement is counted in quarter points, because a factor may be halved twice (6 ¶1, 8 Supply Effects ¶1)."""
TIERS = 10
FARTHEST_RETREAT = 4
Row = tuple[int, int, tuple[Mask, ...], tuple[Mask, ...]]


class Edge:
    """What an attack from one hex into an adjacent one meets on the hexside."""

    __slots__ = ("eben", "fort", "halvings", "kind", "river")

    def __init__(self, kind: str, halvings: int, river: int, fort: int, eben: bool) -> None:
        self.kind = kind
        self.halvings = halvings  # of the side itself, without a minor river and without forts
        self.river = river  # number of the minor river side, or -1
        self.fort = fort  # 0 none, 1 minor, 2 major, protecting the hex that is attacked
        self.eben = eben  # the fort is Eben Emael's and can be destroyed


class World(Static):
    """Static data, shared by all states and never changed after loading."""

    new_facts: Callable[[], Facts]
    """What makes facts for a state of these data, in plain Python or compiled: chosen once, by who loads the game."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self._hexes(book)
        self._sides(book)
        self._places(book)
        self._units(book)
        self._groups(book)
        self._goings(book)
        self._charts(book)
        self._tables()

    # ---------------------------------------------------------------------------------------------- map

    def _hexes(self, book: Book) -> None:
        by_id = {h.id: h for h in book.hex}
        rows = sorted({int(h.id[:2]) for h in book.hex})
        columns = sorted({int(h.id[2:]) for h in book.hex})
        self.grid: Grid = by_rows(rows, columns, shifted="even", from_east=True)
        grid = self.grid
        missing = [label for label in grid.labels if label not in by_id]
        if missing:
            raise BadInput(f"map.toml: hex {missing[0]} is missing.")
        self.n = grid.n
        self.labels = Names(grid.labels)
        self.index = grid.index
        self.bit = tuple(1 << h for h in range(grid.n))
        self.terrains = book.terrain
        names = [t.id for t in book.terrain]
        self.terrain = tuple(
            names.index(by_id[label].terrain) if by_id[label].terrain in names else -1 for label in grid.labels
        )
        self.land: Mask = mask_of(h for h in range(grid.n) if self.terrain[h] >= 0)
        self.country = tuple(
            COUNTRIES.index(by_id[label].country) if self.terrain[h] >= 0 else -1
            for h, label in enumerate(grid.labels)
        )
        self.countries = tuple(
            mask_of(h for h in range(grid.n) if self.country[h] == c) for c in range(len(COUNTRIES))
        )
        self.country_names = tuple(next((c.name for c in book.country if c.id == name), name) for name in COUNTRIES)
        first, last = columns[0], columns[-1]
        self.east_edge = mask_of(h for h in members(self.land) if grid.column[h] == first)
        self.west_edge = mask_of(h for h in members(self.land) if grid.column[h] == last)
        self.south_edge = mask_of(h for h in members(self.land) if grid.row[h] == rows[-1])

    def _sides(self, book: Book) -> None:
        grid = self.grid
        kinds = {k.id: k for k in book.side_kind}
        self.side_kinds = kinds
        water: dict[int, str] = {}
        river_names: dict[int, str] = {}
        for s in book.side:
            side = grid.side(grid.place(s.a), grid.place(s.b))
            if water.get(side, s.kind) != s.kind and "causeway" not in (water[side], s.kind):
                raise BadInput(f"map.toml: hexside {s.a}/{s.b} is both {water[side]} and {s.kind}.")
            water[side] = "causeway" if water.get(side) == "causeway" else s.kind
            river_names[side] = s.name
        self.side_kind = water
        self.side_name = river_names
        self.forts: dict[tuple[Place, Place], int] = {}
        eben = {grid.place(self._hex_of(book, g.place)) for g in book.garrison if g.fort}
        for f in book.fort:
            hex_, facing = grid.place(f.hex), grid.place(f.facing)
            grid.side(hex_, facing)
            self.forts[hex_, facing] = 2 if f.kind == "major-fort" else 1
        self.maginot: Mask = mask_of(h for (h, _), kind in self.forts.items() if kind == 2)
        self.fortified: Mask = mask_of(h for h, _ in self.forts)
        zoc, near, edges = [], [], {}
        for h in range(grid.n):
            control, attack = 0, []
            for other in grid.neighbours[h] if self.land >> h & 1 else ():
                if not self.land >> other & 1:
                    continue
                kind = water.get(grid.side(h, other), "")
                if kind not in ("sea", "lake", "causeway"):  # 4 ¶1
                    control |= 1 << other
                if kind in ("sea", "lake"):  # ruling 14
                    continue
                attack.append(other)
                fort = self.forts.get((other, h), 0)
                divide = kinds[kind].divide if kind else 1
                minor = kind != "" and kinds[kind].bridgehead
                edges[h, other] = Edge(
                    kind,
                    0 if minor else {1: 0, 2: 1, 4: 2}[divide],
                    grid.side(h, other) if minor else -1,
                    fort,
                    fort == 1 and other in eben,
                )
            zoc.append(control)
            near.append(tuple(attack))
        self.zoc = tuple(zoc)
        self.zoc_near = tuple(tuple(members(control)) for control in zoc)
        self.zoc_steps = Steps((a, b) for a, row in enumerate(self.zoc_near) for b in row)
        self.attack_near = tuple(near)
        self.attack_mask = tuple(mask_of(row) for row in near)
        self.attack_steps = Steps((a, b) for a, row in enumerate(near) for b in row)
        self.edges = edges
        self.fort_halvings = (0, kinds["minor-fort"].divide // 2, kinds["major-fort"].divide // 2)

    @staticmethod
    def _hex_of(book: Book, name: str) -> str:
        return next(p.hex for p in book.place if p.name == name)

    def _places(self, book: Book) -> None:
        grid = self.grid
        self.place_hex = {p.name: grid.place(p.hex) for p in book.place}
        self.place_names: dict[Place, str] = {}
        for p in book.place:
            self.place_names.setdefault(grid.place(p.hex), p.name)
        for country in book.country:  # a hex is called by its most important place
            for name in (*country.cities, *country.major_cities):
                self.place_names[self.place_hex[name]] = name
        self.ports = tuple(grid.place(p.hex) for p in book.place if p.port)
        self.ports_mask = mask_of(self.ports)
        town = {t.id: t for t in book.town}
        self.city_kind: dict[Place, str] = {}
        for p in book.place:
            if p.kind in town and self.city_kind.get(grid.place(p.hex)) != "major-city":
                self.city_kind[grid.place(p.hex)] = p.kind
        self.towns = town
        self.cities: Mask = mask_of(self.city_kind)
        self.major: list[Mask] = [0] * len(COUNTRIES)
        self.own_cities: list[Mask] = [0] * len(COUNTRIES)
        for country in book.country:
            c = COUNTRIES.index(country.id)
            self.major[c] = self.hexes_called(country.major_cities)
            self.own_cities[c] = self.major[c] | self.hexes_called(country.cities)
        self.own_cities[GERMANY] |= self.cities & self.countries[GERMANY]
        self.paris = self.major[FRANCE]
        self.gathering = tuple(self.place_hex[g.place] for g in book.gathering)
        self.garrison_hex = tuple(self.place_hex[g.place] for g in book.garrison)
        self.garrison_strength = tuple(g.strength for g in book.garrison)
        self.garrison_country = tuple(COUNTRIES.index(g.country) for g in book.garrison)
        self.garrison_fort = tuple(g.fort for g in book.garrison)
        self.garrison_name = tuple(g.name for g in book.garrison)
        switzerland = self.countries[SWITZERLAND]
        first_swiss = min((grid.row[h] for h in members(switzerland & self.east_edge)), default=99)
        self.sources = (
            mask_of(h for h in members(self.east_edge) if grid.row[h] < first_swiss) & ~switzerland
            | self.major[GERMANY],
            self.west_edge | self.paris,
            self.west_edge | self.paris,
            self.major[BELGIUM],
            self.major[HOLLAND],
            self.own_cities[SWITZERLAND] | switzerland & (self.south_edge | self.east_edge),
        )
        self.reserve_edge = mask_of(
            h for h in members(self.west_edge) if grid.row[h] >= int(book.edge.reserve_hex[:2])
        )
        near_swiss = grid.steps.spread(switzerland)
        self.swiss_border = near_swiss & self.countries[FRANCE]
        self.dr_star: Mask = 0
        self.armour_halved: Mask = 0
        for h in members(self.land):
            terrain = book.terrain[self.terrain[h]]
            kind = town.get(self.city_kind.get(h, ""))
            if terrain.dr_star or (kind and kind.dr_star):
                self.dr_star |= 1 << h
            if terrain.armour_halved or (kind and kind.armour_halved):
                self.armour_halved |= 1 << h
        self.columns = tuple(book.terrain[t].columns if t >= 0 else 0 for t in self.terrain)
        self.mountain_columns = tuple(
            0
            if t < 0
            else book.terrain[t].columns
            if (special := book.terrain[t].mountain_columns) is None
            else special
            for t in self.terrain
        )

    def hexes_called(self, names: tuple[str, ...]) -> Mask:
        """The hexes of the places with these names; `Paris` also stands for `Paris West` and the like."""
        found = 0
        for p in self.book.place:
            if any(p.name == name or p.name.startswith(name + " ") for name in names):
                found |= 1 << self.grid.place(p.hex)
        return found

    # -------------------------------------------------------------------------------------------- units

    def _units(self, book: Book) -> None:
        units = book.unit
        self.units = units
        self.n_units = len(units)
        self.ids = Names(u.id for u in units)
        self.unit = {u.id: i for i, u in enumerate(units)}
        self.nation = tuple(NATIONS.index(u.nation) for u in units)
        self.home_bit = tuple(1 << HOME[n] for n in self.nation)
        self.side = tuple(GERMAN if n == DE else ALLIED for n in self.nation)
        self.of_side = tuple(tuple(u for u in range(self.n_units) if self.side[u] == s) for s in (GERMAN, ALLIED))
        self.slice_of = tuple(slice(units[0], units[-1] + 1) for units in self.of_side)
        """A side's units, and perhaps some of the other's: they come by nation."""
        self.load = tuple({"corps": 3, "division": 1, "regiment": 0}[u.size] for u in units)
        self.armour = tuple(u.type == "armour" for u in units)
        self.armour_load = tuple(n if a else 0 for n, a in zip(self.load, self.armour, strict=True))
        self.motorized = tuple(u.motorized for u in units)
        self.combat = tuple(u.combat for u in units)
        self.move = tuple(u.move for u in units)
        self.regiment = tuple(u.size == "regiment" for u in units)
        self.mountain_unit = tuple(u.type == "mountain" for u in units)
        self.airborne = tuple(u.type in ("parachute", "air-landing") for u in units)
        self.french_division = tuple(u.nation == "french" and u.size == "division" for u in units)
        self.british_corps = tuple(u.nation == "british" and u.size == "corps" for u in units)
        self.anglo_french = tuple(
            1 if f else 2 if b else 0 for f, b in zip(self.french_division, self.british_corps, strict=True)
        )
        # 7 B Reservists: French infantry corps printed 2-5 (ruling 55)
        self.b_corps = tuple(
            u.nation == "french" and u.size == "corps" and (u.combat, u.move) == (2, 5) and u.type == "infantry"
            for u in units
        )
        self.panzer_corps = tuple(u.nation == "german" and u.type == "armour" and u.size == "corps" for u in units)
        self.entry = tuple(u.entry for u in units)
        self.bef = tuple(u.army == "BEF" for u in units)
        self.going_class = tuple(MOTOR if u.motorized else MOUNTAIN if u.type == "mountain" else FOOT for u in units)
        self.waiting, self.eliminated, self.evacuated, self.in_corps, self.out = range(self.n, self.n + len(SPOTS))
        self.spots = (*self.labels, *SPOTS)
        self.spot_bits = (*self.bit, *[0 for _ in SPOTS])
        self.geb = self.unit[book.mountain.corps]
        self.exchange = tuple(self.unit[e.corps] for e in book.exchange)
        self.exchange_armour = tuple(
            tuple(
                i
                for i in range(self.n_units)
                if self.armour[i] and self.load[i] == 1 and self.nation[i] == self.nation[corps]
            )
            for corps in self.exchange
        )
        self.exchange_mobile = tuple(
            tuple(
                i
                for i, unit in enumerate(units)
                if unit.type == "motorized" and self.load[i] == 1 and self.nation[i] == self.nation[corps]
            )
            for corps in self.exchange
        )
        """The armoured and the motorized divisions of which each optional corps is built."""
        self.exchange_of = tuple(
            next(i for i, corps in enumerate(self.exchange) if self.side[corps] == side) for side in (GERMAN, ALLIED)
        )
        self.french_armour = self.exchange[self.exchange_of[ALLIED]]
        self.air_landing = next(i for i, u in enumerate(units) if u.type == "air-landing")
        self.unit_names = tuple(self._unit_name(i) for i in range(self.n_units))
        self.swiss = tuple(i for i in range(self.n_units) if self.nation[i] == CH)
        self.airborne_units = tuple(i for i in range(self.n_units) if self.airborne[i])
        self.reinforcements = {
            i: int(u.entry.removeprefix("turn-")) for i, u in enumerate(units) if u.entry.startswith("turn-")
        }
        self.replaceable = mask_of(i for i, u in enumerate(units) if self._is_replaceable(u))
        """The corps that the mountain corps may replace."""
        self.reserve_units = tuple(
            tuple(
                i
                for i in self.of_side[side]
                if units[i].entry in ("reserve", "swiss-border") or i in (self.air_landing, self.geb)
            )
            for side in (GERMAN, ALLIED)
        )

    def _is_replaceable(self, unit: Unit) -> bool:
        """15 German Mountain Corps ¶1: any German infantry corps of 4 or 5, reserves too (ruling 91)."""
        kind = (unit.nation, unit.size, unit.type)
        return kind == ("german", "corps", "infantry") and unit.combat in self.book.mountain.replaces

    def _unit_name(self, u: int) -> str:
        unit = self.units[u]
        adjective = {"german": "German", "french": "French", "british": "British", "belgian": "Belgian",
                     "dutch": "Dutch", "swiss": "Swiss"}[unit.nation]  # fmt: skip
        if unit.type == "armour" and unit.size == "corps" and unit.nation == "german":
            return f"{unit.name} Panzer Corps"
        size = {"corps": "Corps", "division": "Division", "regiment": "Regiment"}[unit.size]
        return f"{adjective} {unit.name} {size}"

    # ------------------------------------------------------------------------------------------ command

    def _groups(self, book: Book) -> None:
        grid = self.grid
        allied = [0, 0, 0]
        rows = {b.row: b for b in book.boundary}
        for h in range(self.n):
            line = rows.get(grid.row[h])
            if line is None:
                raise BadInput(f"command.toml: row {grid.row[h]} has no army group boundary.")
            group = 0 if grid.column[h] >= line.first else 1 if grid.column[h] >= line.second else 2
            allied[group] |= 1 << h
        self.allied_groups = tuple(allied)
        self.group_names = (
            tuple(g.id for g in book.group if g.side == "german"),
            tuple(g.id for g in book.group if g.side == "allied"),
        )
        self.group_titles = (
            tuple(g.name for g in book.group if g.side == "german"),
            tuple(g.name for g in book.group if g.side == "allied"),
        )
        german, effort = [], []
        germany = self.countries[GERMANY]
        for g in book.group:
            if g.side == "german":
                inside = mask_of(h for h in members(germany) if g.rows[0] <= grid.row[h] <= g.rows[1])
                german.append(inside)
                outside = mask_of(
                    h for h in members(self.land & ~germany) if g.effort[0] <= grid.row[h] <= g.effort[1]
                )
                effort.append(inside | outside)
        self.german_groups = tuple(german)
        self.effort = tuple(effort)
        # 16 Deployment ¶1 (ruling 94)
        foreign = self.land & ~self.countries[FRANCE]
        self.border: Mask = self.countries[FRANCE] & self._around(foreign, book.limits.border_distance)
        armies: list[list[str]] = [[], []]
        army_of = []
        for u, unit in enumerate(book.unit):
            if not unit.army:
                army_of.append(-1)
                continue
            side = self.side[u]
            token = "bef" if unit.army == "BEF" else f"{unit.nation}-{unit.army}"
            if token not in armies[side]:
                armies[side].append(token)
            army_of.append(armies[side].index(token))
        self.armies = (tuple(armies[GERMAN]), tuple(armies[ALLIED]))
        self.german_armies, self.allied_armies = self.armies
        self.army_ids = Names((*self.german_armies, *self.allied_armies))
        self.first_army = (0, len(self.german_armies))
        """Where the armies of a side begin among all."""
        self.german_group_names, self.allied_group_names = self.group_names
        self.group_ids = Names((*self.german_group_names, *self.allied_group_names))
        self.first_group = (0, len(self.german_group_names))
        self.conditions = CONDITIONS
        self.army = tuple(army_of)
        self.bef_army = self.armies[ALLIED].index("bef")
        # Kinds of bounds on movement: Allied armies first, then the rest.
        free = len(armies[ALLIED])
        self.area_free, self.area_german, geb = free, free + 1, free + 2
        self.area_minor = ((free + 3, BELGIUM), (free + 4, HOLLAND), (free + 5, SWITZERLAND))
        self.area_corps = free + 6
        self.n_areas = free + 7
        minor = {BE: free + 3, NL: free + 4, CH: free + 5}
        self.area_of = tuple(
            (geb if u == self.geb else self.area_german)
            if nation == DE
            else minor[nation]
            if nation in minor
            else self.area_corps
            if u == self.french_armour
            else army_of[u]
            if army_of[u] >= 0
            else free
            for u, nation in enumerate(self.nation)
        )
        self.bef_group = self.group_names[ALLIED].index(book.limits.bef_group)
        self.army_names = {
            token: "BEF" if token == "bef" else f"{token.split('-')[0].title()} {_ordinal(token.split('-')[1])} Army"
            for side in armies
            for token in side
        }

    def _around(self, hexes: Mask, steps: int) -> Mask:
        return self.grid.steps.flood(hexes, self.grid.everything, steps)

    # ----------------------------------------------------------------------------------------- movement

    def _goings(self, book: Book) -> None:
        self.going = tuple(
            tuple(Going(self.grid, self._step(book, side, kind)) for kind in (FOOT, MOTOR, MOUNTAIN))
            for side in (GERMAN, ALLIED)
        )
        east = [self.grid.direction_names.index(name) for name in ("E", "NE")]

        def only_east(step: Callable[[Place, Place], Step | None]) -> Callable[[Place, Place], Step | None]:
            return lambda a, b: step(a, b) if self.grid.direction(a, b) in east else None

        self.going_east = tuple(
            Going(self.grid, only_east(self._step(book, ALLIED, kind))) for kind in (FOOT, MOTOR, MOUNTAIN)
        )
        self.leave_zone = QUARTER * book.surcharges.leave_zone
        self.disrupted_friend = QUARTER * book.surcharges.disrupted_friend
        passable: tuple[list[tuple[Place, Place]], list[tuple[Place, Place]]] = ([], [])
        self.rail_steps_list: list[tuple[Place, Place]] = []
        sea: list[tuple[Place, Place]] = []
        for a, b in ((x, y) for pair in self.grid.sides for x, y in (pair, pair[::-1])):
            if not (self.land >> a & 1 and self.land >> b & 1):
                continue
            kind = self.side_kind.get(self.grid.side(a, b), "")
            if kind == "lake":
                continue
            if kind in ("sea", "causeway"):
                sea.append((a, b))
                if kind == "causeway":
                    passable[GERMAN].append((a, b))
                passable[ALLIED].append((a, b))
                continue
            self.rail_steps_list.append((a, b))
            for side in (GERMAN, ALLIED):
                passable[side].append((a, b))
        self.rail_steps = Steps(self.rail_steps_list)  # no all-sea side (6 Rail ¶2)
        self.rail_near = tuple(
            mask_of(b for b in self.grid.neighbours[h] if (h, b) in self.rail_steps.pairs) for h in range(self.n)
        )
        self.rail_east = Steps((a, b) for a, b in self.rail_steps_list if self.grid.direction(a, b) in east)
        self.steps = (Steps(passable[GERMAN]), Steps(passable[ALLIED]))
        self.sea_steps = Steps(sea)
        self.german_sea_steps = Steps((a, b) for a, b in sea if self.is_causeway(a, b))
        self.sea_ends: Mask = mask_of(b for _, b in sea)
        self.causeways: Mask = mask_of(b for a, b in sea if self.is_causeway(a, b))
        same: dict[Mask, Mask] = {}  # most of these are alike: a small table stays in the cache
        self.near_by_cost = tuple(
            tuple(
                tuple(
                    same.setdefault(near, near)
                    for row in going.steps
                    for near in [mask_of(b for b, cost, kind, _ in row if cost <= most * QUARTER and kind != SEA)]
                )
                for most in range(TIERS)
            )
            for going in self.going[GERMAN]
        )
        """For each kind of unit and 0 to 9 points: the neighbours of each hex that it can enter for as much."""
        self.tier = tuple(
            tuple(
                tuple(min(TIERS - 1, (factor * QUARTER >> half >> lacking) // QUARTER) for lacking in (0, 1))
                for half in (0, 1)
            )
            for factor in self.move
        )
        """For each unit, impulse and supply: its whole movement points, at most 9."""

    def is_causeway(self, a: Place, b: Place) -> bool:
        return self.side_kind.get(self.grid.side(a, b)) == "causeway"

    def _step(self, book: Book, side: int, kind: int) -> Callable[[Place, Place], Step | None]:
        def step(a: Place, b: Place) -> Step | None:
            if not (self.land >> a & 1 and self.land >> b & 1):
                return None
            water = self.side_kind.get(self.grid.side(a, b), "")
            if water == "lake" or (water == "sea" and side == GERMAN):
                return None
            terrain = book.terrain[self.terrain[b]]
            cost = (terrain.foot, terrain.motorized, terrain.mountain)[kind]
            if water:
                cost += self.side_kinds[water].cost
            what = USUAL
            if water == "sea":
                what = SEA
            elif water == "causeway":
                what = CAUSEWAY
            elif side == GERMAN and (b, a) in self.forts:
                what = EBEN if self.edges[a, b].eben else FORT
            return Step(cost * QUARTER, what)

        return step

    # ------------------------------------------------------------------------------------------- charts

    def _charts(self, book: Book) -> None:
        self.crt_names = tuple(c.odds for c in book.column)
        self.crt_ratio = tuple(c.ratio for c in book.column)
        self.crt = tuple(c.results for c in book.column)
        self.plans = Names(p.id for p in book.plan)
        self.plan_names = tuple(p.name for p in book.plan)
        self.last_turn = book.scenario.last_turn
        self.dates = {t.number: t.dates for t in book.turn}
        self.impulses = {t.number: t.impulses for t in book.turn}
        self.north: Mask = (
            self.hexes_called(next(p.places for p in book.plan if p.id == "north")) | self.own_cities[BELGIUM]
        )
        self.ruhr = self.hexes_called(book.terms.ruhr)
        self.within = tuple(
            self.grid.within(h, book.airborne.range) if self.cities >> h & 1 else 0 for h in range(self.n)
        )

    def _tables(self) -> None:
        """What follows from the map alone and is asked so often that it is laid out at load."""
        self.neutral_land = tuple(
            self._joined(self.countries, ~war & (1 << len(COUNTRIES)) - 1) for war in range(1 << len(COUNTRIES))
        )
        """For each set of countries at war: the hexes of the others."""
        held = tuple(self.bit[h] for h in self.garrison_hex)
        self.garrison_hexes = tuple(self._joined(held, living) for living in range(1 << len(held)))
        """For each set of garrisons: their hexes."""
        discs = [self.bit]
        for _ in range(FARTHEST_RETREAT):
            discs.append(tuple(disc | self.grid.steps.spread(disc) for disc in discs[-1]))
        self.discs = tuple(discs)
        """For each number of steps and each hex: all hexes at most so many steps away."""
        self.backwards = {going: self._turned_round(going) for going in self.goings}
        """For each kind of going and each hex the steps into it: from where, at what cost, of which class."""
        self.rows = tuple(
            tuple(
                {u: self.row(u, self.tier[u][impulse][0]) for u in self.of_side[side] if self.move[u]}
                for impulse in (0, 1)
            )
            for side in (GERMAN, ALLIED)
        )
        """For each side and impulse, and each of its units with a movement factor: see `row`."""

    @staticmethod
    def _joined(parts: tuple[Mask, ...], which: int) -> Mask:
        found = 0
        for i, part in enumerate(parts):
            if which >> i & 1:
                found |= part
        return found

    @property
    def goings(self) -> tuple[Going, ...]:
        return (*self.going[GERMAN], *self.going[ALLIED], *self.going_east)

    def _turned_round(self, going: Going) -> tuple[tuple[tuple[Place, int, int], ...], ...]:
        into: list[list[tuple[Place, int, int]]] = [[] for _ in range(self.n)]
        for a, row in enumerate(going.steps):
            for b, cost, kind, _ in row:
                into[b].append((a, cost, kind))
        return tuple(tuple(row) for row in into)

    def row(self, u: int, points: int) -> Row:
        """The unit, its kind of bound, and for every hex the neighbours that so many whole points suffice to enter,
        from outside and from inside an enemy zone."""
        near = self.near_by_cost[self.going_class[u]]
        return u, self.area_of[u], near[points], near[max(0, points - self.book.surcharges.leave_zone)]

    def disc(self, h: Place, steps: int) -> Mask:
        """All hexes at most this many steps away, as far as a retreat goes."""
        return self.discs[steps][h]

    def ring(self, h: Place, steps: int) -> Mask:
        """All hexes exactly this many steps away."""
        return self.disc(h, steps) & ~self.disc(h, steps - 1)

    def hex_name(self, h: Place) -> str:
        name = self.place_names.get(h)
        return f"{name} ({self.labels[h]})" if name else self.labels[h]


def _ordinal(number: str) -> str:
    return number + {"1": "st", "2": "nd", "3": "rd"}.get(number if len(number) == 1 else "", "th")
