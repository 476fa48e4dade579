"""The counters of 1940: units, garrisons, groups and who commands them, as integer tables."""

from __future__ import annotations

from grognard.games.nineteen_forty.data.map import Map
from grognard.games.nineteen_forty.data.names import (
    ALLIED,
    BE,
    BELGIUM,
    CH,
    CONDITIONS,
    DE,
    FOOT,
    FRANCE,
    GERMAN,
    GERMANY,
    HOLLAND,
    HOME,
    MOTOR,
    MOUNTAIN,
    NATIONS,
    NL,
    SPOTS,
    SWITZERLAND,
)
from grognard.games.nineteen_forty.data.printed import Book, Unit
from grognard.kernel.errors import BadInput
from grognard.kernel.rules import Names
from grognard.maps import Mask, mask_of, members


class Forces(Map):
    """The counters, as they are printed, and who commands them."""

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


def _ordinal(number: str) -> str:
    return number + {"1": "st", "2": "nd", "3": "rd"}.get(number if len(number) == 1 else "", "th")
