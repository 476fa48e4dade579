"""The map of 1940: hexes and hexsides, countries, cities, ports and forts, as integer tables."""

from __future__ import annotations

from grognard.games.nineteen_forty.data.names import BELGIUM, COUNTRIES, FRANCE, GERMANY, HOLLAND, SWITZERLAND
from grognard.games.nineteen_forty.data.printed import Book
from grognard.kernel.errors import BadInput
from grognard.kernel.rules import Names, Static
from grognard.maps import Grid, Mask, Place, Steps, by_rows, mask_of, members


class Edge:
    """What an attack from one hex into an adjacent one meets on the hexside."""

    __slots__ = ("eben", "fort", "halvings", "kind", "river")

    def __init__(self, kind: str, halvings: int, river: int, fort: int, eben: bool) -> None:
        self.kind = kind
        self.halvings = halvings  # of the side itself, without a minor river and without forts
        self.river = river  # number of the minor river side, or -1
        self.fort = fort  # 0 none, 1 minor, 2 major, protecting the hex that is attacked
        self.eben = eben  # the fort is Eben Emael's and can be destroyed


class Map(Static):
    """The hexes, their sides, and the places of the map."""

    book: Book

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

    def _around(self, hexes: Mask, steps: int) -> Mask:
        return self.grid.steps.flood(hexes, self.grid.everything, steps)

    def hex_name(self, h: Place) -> str:
        name = self.place_names.get(h)
        return f"{name} ({self.labels[h]})" if name else self.labels[h]
