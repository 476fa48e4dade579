"""The printed values of counters and charts, as integer tables: the part of the world that has no map."""

from __future__ import annotations

from grognard.games.fortress_europa.data.loader import Book
from grognard.games.fortress_europa.data.printed import Hexes, Rate
from grognard.kernel.rules import Names
from grognard.maps import mask_of

FRONT, BACK = 0, 1
WEATHERS = ("clear", "overcast", "overcast-star", "storm")
FINE, OVERCAST, OVERCAST_STAR, STORM = range(4)
DISTRICTS = ("netherlands", "15th", "7th", "1st", "19th")
ARMORED, OTHER, HQ = range(3)
"""Rows of the Movement Allowance Chart (5.4)."""
NATIONS = ("german", "american", "british", "canadian", "french", "polish", "belgian", "dutch", "czech")
POOLS = (
    "german-infantry", "german-armored", "american-infantry", "american-armored", "british-infantry",
    "british-armored", "special",
)  # fmt: skip
"""Accumulated replacement factors (27.3, ruling 223)."""
OF_ARMOR = tuple(name for name in POOLS if name.endswith("armored"))
NEVER = ("flak", "security", "artillery", "glider", "glider-mountain", "assault-gun", "hq", "hq-troops", "volkssturm")
"""27.10: types that take no replacements (ruling 227); coastal and training sides are looked at by themselves."""
SPECIAL = ("paratroop", "commando", "ranger")
"""27.9: Allied types that need special factors."""
WORDS = {
    "armor": ("Panzer", "Armored"),
    "mechanized": ("Panzer Grenadier", "Mechanized"),
    "cavalry": ("Cavalry", "Cavalry"),
    "assault-gun": ("Assault Gun", "Assault Gun"),
    "engineer": ("Engineer", "Engineer"),
    "infantry": ("Infantry", "Infantry"),
    "mountain": ("Mountain", "Mountain"),
    "paratroop": ("Parachute", "Airborne"),
    "glider": ("Glider", "Glider"),
    "glider-mountain": ("Glider", "Glider"),
    "ranger": ("Ranger", "Ranger"),
    "commando": ("Commando", "Commando"),
    "artillery": ("Artillery", "Artillery"),
    "flak": ("Flak", "Flak"),
    "security": ("Security", "Security"),
    "training": ("Training", "Training"),
    "coastal": ("Coastal", "Coastal"),
}


class Counters:
    """Units, aircraft, ships, mulberries, turns and the movement chart."""

    def _counters(self, book: Book) -> None:
        self._units(book)
        self._time(book)
        self._others(book)
        self._chart(book)

    # ------------------------------------------------------------------------------------------------ units

    def _units(self, book: Book) -> None:
        units = self.units = book.unit
        types = {t.id: t for t in book.type}
        nations = {nation.id: nation for nation in book.nation}
        self.n_units = len(units)
        self.ids = Names(u.id for u in units)
        self.unit = self.ids.number
        self.side = tuple(("german", "allied").index(nations[u.nation].side) for u in units)
        self.of_side = tuple(tuple(u for u in range(self.n_units) if self.side[u] == side) for side in (0, 1))
        self.side_mask = tuple(mask_of(of) for of in self.of_side)
        self.nation = tuple(NATIONS.index(u.nation) for u in units)
        self.attacks_with = tuple(nations[u.nation].attacks_with for u in units)
        self.kind = tuple(u.type for u in units)
        """The type on the front."""
        kinds = [types[u.type] for u in units]
        self.armored = mask_of(u for u, t in enumerate(kinds) if t.armored)
        self.mountain_units = mask_of(u for u, t in enumerate(kinds) if t.mountain)
        self.droppers = mask_of(u for u, t in enumerate(kinds) if t.drops)
        self.raiders = mask_of(u for u, t in enumerate(kinds) if t.raids)
        self._companies()
        self.december = tuple(row.setup == "december" for row in book.scenario)
        """For each scenario whether it begins in December (33.3, 33.4)."""
        self.hqs = mask_of(u for u, t in enumerate(kinds) if t.id == "hq")
        self.hq_troops = mask_of(u for u, t in enumerate(kinds) if t.id == "hq-troops")
        self.volkssturm = mask_of(u for u, t in enumerate(kinds) if t.id == "volkssturm")
        self.coastal_units = mask_of(u for u, t in enumerate(kinds) if t.id == "coastal")
        self.training_units = mask_of(u for u, t in enumerate(kinds) if t.id == "training")
        self.ss = mask_of(u for u, unit in enumerate(units) if unit.service == "ss")
        self.counts_in_stack = mask_of(u for u, t in enumerate(kinds) if t.stacks)
        """Units with stacking value (6.5)."""
        self.stack_free = mask_of(self.unit[name] for name in book.december.stack_free)
        """Units that stack free in December (33.3.1)."""
        self.zoned = mask_of(u for u, t in enumerate(kinds) if t.zone)
        """Units whose zone of control reaches the hexes around them (7.1): not raiders (21.6)."""
        self.battalions = mask_of(u for u, unit in enumerate(units) if unit.size == "battalion")
        self.divisions = mask_of(u for u, unit in enumerate(units) if unit.size == "division")
        self.combat = tuple((u.combat, u.back_combat) for u in units)
        """The combat factor on the front and on the back."""
        self.move = tuple((u.move, u.back_move) for u in units)
        self.farthest = max(max(faces) for faces in self.move)
        self.immobile = mask_of(u for u, faces in enumerate(self.move) if not any(faces))
        """Units that never move: their movement factor is 0 on either side (2.7)."""
        trains = self.side_mask[0] & ~self.immobile
        self.passengers, self.railed_hqs = trains & ~self.hqs, trains & self.hqs
        """Who goes by rail in the first move impulse, and in the second (10.1, 10.10)."""
        self.two_steps = mask_of(u for u, unit in enumerate(units) if unit.back == "reduced")
        self.back = tuple(u.back for u in units)
        self.entry = tuple(u.entry for u in units)
        self.unit_names = tuple(self._named(book, u) for u in range(self.n_units))
        self.landing_armor = self.unit[book.landing.armor]
        self.overstrength = tuple(u for u, entry in enumerate(self.entry) if entry == "overstrength")
        self.overstrength_units = mask_of(self.overstrength)
        self.parts_of_79th = tuple(u for u, entry in enumerate(self.entry) if entry == "79th")
        self.paris_garrison = tuple(u for u, entry in enumerate(self.entry) if entry == "paris")
        self.late = {u: self.unit[unit.late] for u, unit in enumerate(units) if unit.late}
        """1SS and Lehr, and the counters that replace them (28.5)."""
        self._replaced(book)
        self._alike()

    def _replaced(self, book: Book) -> None:
        """27.1, 27.9 to 27.14: from which pool each unit is replaced, and the units of each pool."""
        nations = {nation.id: nation for nation in book.nation}
        self.unreplaced = mask_of(
            u
            for u, unit in enumerate(book.unit)
            if unit.type in NEVER
            or nations[unit.nation].replaced == "none"
            or u in self.parts_of_79th
            or u in self.overstrength
        )
        """Units that no factor can help, whatever their state."""
        found = []
        for u, unit in enumerate(book.unit):
            who = nations[unit.nation].replaced
            if self.side[u] and unit.type in SPECIAL:
                found.append(POOLS.index("special"))
            else:
                arm = "armored" if self.armored >> u & 1 else "infantry"
                found.append(POOLS.index(f"{who}-{arm}") if who != "none" else -1)
        self.pool_of = tuple(found)
        self.pool_units = tuple(mask_of(u for u, of in enumerate(found) if of == pool) for pool in range(len(POOLS)))
        self.six_fours = mask_of(
            u
            for u, unit in enumerate(book.unit)
            if (unit.nation, unit.type, unit.size) == ("american", "infantry", "division")
            and (unit.combat, unit.move) == (6, 4)
        )
        """27.12: American 6-4 infantry divisions."""

    def _companies(self) -> None:
        """With whom each unit attacks, and the units by that; without and with the option that joins Canadians to the
        British: "" for rangers and commandoes, who join anybody (6.2, 21.3, rulings 27, 199)."""
        apart = tuple("" if self.raiders >> u & 1 else name for u, name in enumerate(self.attacks_with))
        joined = tuple("british" if name == "canadian" else name for name in apart)
        self.companies = (apart, joined)
        self.company_masks = tuple(
            {name: mask_of(u for u, other in enumerate(table) if other == name) for name in dict.fromkeys(table)}
            for table in self.companies
        )
        self.anybody = tuple(masks.get("", 0) for masks in self.company_masks)
        self.mates = tuple(
            tuple(masks[name] | anybody if name else -1 for name in table)
            for table, masks, anybody in zip(self.companies, self.company_masks, self.anybody, strict=True)
        )
        """For each unit those that may attack with it; -1 for all."""

    def _alike(self) -> None:
        """For each unit all that count the same as they land, with their strength on either side."""
        kinds: dict[tuple[object, ...], int] = {}
        sets = (self.counts_in_stack, self.battalions, self.stack_free, self.mountain_units, self.raiders, self.hqs)
        keys = [
            (
                self.combat[u], *(table[u] for table in self.companies), *(units >> u & 1 for units in sets),
                u == self.landing_armor, u in self.parts_of_79th,
            )
            for u in range(self.n_units)
        ]  # fmt: skip
        for u, key in enumerate(keys):
            kinds[key] = kinds.get(key, 0) | 1 << u
        self.alike = tuple(kinds[key] for key in keys)

    def _named(self, book: Book, u: int) -> str:
        unit = book.unit[u]
        nation = next(n.name for n in book.nation if n.id == unit.nation)
        words = WORDS.get(unit.type)
        if unit.type == "hq":
            return f"{nation} HQ {unit.name}"
        if words is None:
            return f"{nation} {unit.name}"
        kind = words[self.side[u]]
        return f"{nation} {unit.name}" if unit.name.endswith(kind) else f"{nation} {unit.name} {kind}"

    # ----------------------------------------------------------------------------------- time, ships and aircraft

    def _time(self, book: Book) -> None:
        self.turns = book.turn
        self.turn_of = {t.id: t.number for t in book.turn}
        """Turns by id: `turn_of["jul-4"]` is 8."""
        self.landing_turn = self.turn_of[book.landing.first]
        over = max(self.turn_of.values()) + 1
        self.december_starts = tuple(
            self.turn_of[row.first] if row.setup == "december" else over for row in book.scenario
        )
        """For each scenario its first turn if it begins in December, else one after all turns."""
        self.months = tuple(m.id for m in book.month)
        self.month_of = (0, *(self.months.index(t.month) for t in book.turn))
        """For each turn, counted from 1, its month."""
        self.turn_name = ("", *(t.name for t in book.turn))
        self.weather_dice = tuple(tuple(WEATHERS.index(w) for w in m.dice) for m in book.month)
        """For each month the weather of dice 1 to 6."""
        self.weather_names = tuple(w.name for w in book.weather)
        self.flies = tuple(w.flies for w in book.weather)
        self.sails = tuple(w.sails for w in book.weather)
        self.scenario_ids = tuple(s.id for s in book.scenario)
        self.option_ids = tuple(o.id for o in book.option)
        self.option_bit = {name: 1 << i for i, name in enumerate(self.option_ids)}
        self.canadian_option = self.option_bit["canadians-with-british"]
        self.moving_options = sum(self.option_bit[name] for name in ("decoys", "armor-release", "greif", "exits"))
        """Those that bring verbs of their own into move impulses (31.6, 31.9, 31.13, 31.15)."""
        self.bearing_options = sum(self.option_bit[name] for name in ("armor-release", "funnies", "jersey"))
        """Those with which what one unit does in them bears on others (31.9, 31.16, 31.5)."""

    def _others(self, book: Book) -> None:
        self.aircraft = book.aircraft
        self.aircraft_ids = Names(a.id for a in book.aircraft)
        self.plane = self.aircraft_ids.number
        self.missions = book.mission
        self.mission_ids = Names(m.id for m in book.mission)
        self.mission = self.mission_ids.number
        self._air(book)
        self.ships = book.naval
        self.ship_ids = Names(x.id for x in book.naval)
        self.mulberries = book.mulberry
        self.mulberry_ids = Names(m.id for m in book.mulberry)
        self.decoys = next(p.count for p in book.pool if p.id == "decoy")
        self.objectives = book.objective
        self.objective_ids = Names(o.id for o in book.objective)
        self.pools = POOLS
        self.armored_pools = Names(OF_ARMOR)
        self.armored_numbers = tuple(POOLS.index(pool) for pool in OF_ARMOR)
        self.armored_beside = tuple(
            POOLS.index(pool.replace("infantry", "armored")) if pool.endswith("infantry") else -1 for pool in POOLS
        )
        """For each pool of infantry factors that of the armored ones, which serve as well (27.5); else -1."""
        self.column_ids = Names(column.id for column in book.column)
        self.strengths = Names(("full", "reduced"))
        self.air_boxes = Names(("western-front", "germany"))
        self.reserve_options = Names(("a", "b"))
        self.district_ids = DISTRICTS
        self.faces = ("front", "back")
        self.names = {
            item.id: item.name for items in (book.aircraft, book.mission, book.naval, book.mulberry) for item in items
        } | {"england": "England", "africa": "Africa", "western-front": "the western front", "germany": "Germany"}
        """What pieces that are no units, and boxes, are called."""
        late = {t.german for t in book.turn if t.german and t.number >= self.turn_of[book.panzer_reserve.leaves]}
        self.winter = mask_of(
            u for u, unit in enumerate(book.unit) if self.side[u] == 0
            and (unit.entry in ("volkssturm", "extended") or (unit.entry == "group" and unit.group in late))
        )  # fmt: skip
        """German units that come in November or later, and Volkssturm: they lie in a box of their own."""

        self.schedule: dict[tuple[str, int, str], tuple[int, ...]] = {}
        """What happens to units, by side, number of the turn and kind (26)."""
        for event in book.event:
            key = (event.side, event.number, event.kind)
            self.schedule[key] = (*self.schedule.get(key, ()), *(self.unit[name] for name in event.units))
        entering = tuple(enumerate(book.unit))
        self.groups = {
            number: mask_of(u for u, unit in entering if unit.entry == "group" and unit.group == number)
            for number in {unit.group for unit in book.unit}
        }
        """Units by the turn in which they come (26.1)."""
        self.reaction_force = mask_of(u for u, unit in entering if unit.entry == "reaction")
        self.last_levies = mask_of(u for u, unit in entering if unit.entry == "extended")
        self.rates: dict[tuple[str, str], Rate] = {(row.who, row.month): row for row in book.rate}
        """The Replacement Chart (27.1)."""

    def _air(self, book: Book) -> None:
        """Aircraft and missions as sets."""
        kinds: dict[tuple[str, str], list[int]] = {
            (side, kind): [] for side in ("german", "allied") for kind in ("sac", "tac", "night")
        }
        for a, plane in enumerate(book.aircraft):
            kinds[plane.side, plane.kind].append(a)
        self.squadrons = {kind: tuple(planes) for kind, planes in kinds.items()}
        """The aircraft of a side and a kind."""
        self.kinds_of = {side: tuple(k for (s, k), some in kinds.items() if s == side and some) for side, _ in kinds}
        figures = book.advanced_air
        most = {("german", "tac"): figures.german_tac, ("german", "night"): figures.night_from_oct}
        self.planes_used = (
            mask_of(a for a, plane in enumerate(book.aircraft) if not plane.advanced),
            mask_of(a for kind, planes in kinds.items() for a in planes[: most.get(kind)]),
        )
        """The counters that are used with the basic and with the Advanced Air System (17.6, 17.6-advanced)."""
        self.allied_planes = tuple(
            tuple(a for a in range(len(book.aircraft)) if used >> a & 1 and book.aircraft[a].side == "allied")
            for used in self.planes_used
        )
        """The Allied ones among them."""
        numbered = tuple(enumerate(book.mission))
        self.missions_of = {
            kind: mask_of(n for n, m in numbered if m.side == "allied" and kind in m.flown_by)
            for kind in ("sac", "tac")
        }
        """The missions that a kind of Allied aircraft flies."""
        self.advanced_missions = mask_of(n for n, m in numbered if m.advanced)
        self.missions_cancelled = mask_of(n for n, m in numbered if m.cancelled)
        self.behind_sac = tuple(n for n, m in numbered if m.tac_needs_sac)
        """Missions that TAC fly only together with SAC."""

    # ------------------------------------------------------------------------------------------ movement chart

    def _chart(self, book: Book) -> None:
        chart: dict[tuple[int, int, int, int], Hexes] = {}
        self.chart_names: dict[tuple[int, int], str] = {}
        """What a row of the chart is called, by side and kind of units."""
        for row in book.allowance:
            side = ("german", "allied").index(row.side)
            units = ("armored", "other", "hq").index(row.units)
            self.chart_names[side, units] = row.name
            for weather, cells in enumerate((row.clear, row.overcast, row.overcast_star, row.storm)):
                for impulse in (1, 2):
                    chart[side, units, weather, impulse] = cells[impulse - 1]
        self.chart = chart
        self.chart_row = tuple(
            HQ if self.hqs >> u & 1 else ARMORED if self.armored >> u & 1 else OTHER for u in range(self.n_units)
        )
        self._kinds(book)

    def _kinds(self, book: Book) -> None:
        """Tables for movement: who moves alike, and who has an allowance in which weather and impulse."""
        self.kind_numbers = tuple(
            (self.mountain_units >> u & 1) | (self.armored >> u & 1) << 1 for u in range(self.n_units)
        )
        self.french_units = mask_of(u for u, n in enumerate(self.nation) if book.nation[n].id == "french")
        self.advancing_units = mask_of(self.unit[name] for name in book.december.advance)
        self.allowances = {}
        self.walkers = {}
        for weather in range(len(WEATHERS)):
            for impulse in (1, 2):
                table = []
                for u in range(self.n_units):
                    faces = (1, 1) if self.coastal_units >> u & 1 else (0, 1) if self.back[u] else (0, 0)
                    table.append(tuple(self.charted(u, self.move[u][face], weather, impulse) for face in faces))
                self.allowances[weather, impulse] = tuple(table)
                self.walkers[weather, impulse] = (
                    mask_of(u for u, (a, b) in enumerate(table) if a and b),
                    tuple(u for u, (a, b) in enumerate(table) if a and not b),
                    tuple(u for u, (a, b) in enumerate(table) if b and not a),
                )

    def charted(self, u: int, factor: int, weather: int, impulse: int) -> int:
        """How far the Movement Allowance Chart lets a unit with this movement factor go (5.4, 8.11, ruling 16)."""
        cell = self.chart[self.side[u], self.chart_row[u], weather, impulse]
        if cell == "full":
            return factor
        if cell == "half":
            return (factor + 1) // 2
        return min(int(cell), factor)
