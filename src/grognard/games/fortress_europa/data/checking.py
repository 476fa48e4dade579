"""What one data item says of another must hold: names point to something, dice are complete, units stand once."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from typing import TYPE_CHECKING

from grognard.kernel.errors import BadInput

if TYPE_CHECKING:
    from grognard.games.fortress_europa.data.loader import Book


class Checker:
    """Sets of the names that data may use, and the sentence for one that they may not."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self.hexes = {h.id: h for h in book.hex}
        self.land = {h.id for h in book.hex if h.terrain not in ("sea", "out")}
        self.places = {place.name: place for place in book.place}
        self.units = {unit.id: unit for unit in book.unit}
        self.nations = {nation.id: nation for nation in book.nation}
        self.turns = {turn.id: turn for turn in book.turn}
        self.months = {month.id for month in book.month}
        self.districts = {district.id: district for district in book.district}

    def side(self, unit: str) -> str:
        return self.nations[self.units[unit].nation].side

    def is_city(self, place: str) -> bool:
        return place in self.places and self.places[place].kind != "town"


def fail(file: str, item: str, what: str) -> None:
    raise BadInput(f"data/{file}.toml, {item}: {what}.")


def known(file: str, item: str, what: str, values: Iterable[str], among: Iterable[str]) -> None:
    for value in values:
        if value not in among:
            fail(file, item, f"there is no {what} {value!r}")


def once(file: str, table: str, names: Iterable[str]) -> None:
    found: set[str] = set()
    for name in names:
        if name in found:
            fail(file, f"{table} {name}", "it stands there twice")
        found.add(name)


def faces(file: str, item: str, dice: Iterable[int]) -> None:
    if sorted(dice) != [1, 2, 3, 4, 5, 6]:
        fail(file, item, "the dice 1 to 6 must each stand there once")


def check(book: Book) -> None:
    c = Checker(book)
    check_map(book, c)
    check_charts(book)
    check_time(book, c)
    check_units(book, c)
    check_coast(book, c)
    check_limits(book, c)
    check_scenarios(book, c)
    check_december(book, c)


def check_map(book: Book, c: Checker) -> None:
    once("map", "hex", (h.id for h in book.hex))
    once("map", "place", (place.name for place in book.place))
    terrains = {terrain.id for terrain in book.terrain} | {"out"}
    kinds = {kind.id for kind in book.side_kind}
    for h in book.hex:
        known("map", f"hex {h.id}", "terrain", [h.terrain], terrains)
        if bool(h.country) != (h.id in c.land):
            fail("map", f"hex {h.id}", "land has a country, and nothing else has")
    for side in book.side:
        known("map", f"side {side.a}/{side.b}", "hex", [side.a, side.b], c.hexes)
        known("map", f"side {side.a}/{side.b}", "kind of hexside", [side.kind], kinds)
    for place in book.place:
        known("map", f"place {place.name}", "land hex", [place.hex], c.land)
    for line in book.rail:
        known("map", f"rail {line.name}", "land hex", line.hexes, c.land)


def check_charts(book: Book) -> None:
    tables = {
        "types": (book.type, book.nation, book.size), "terrain": (book.terrain, book.feature, book.side_kind),
        "markers": (book.aircraft, book.naval, book.mulberry, book.pool), "combat": (book.column, book.result),
        "weather": (book.weather, book.month), "air": (book.mission, book.drop), "options": (book.option,),
        "replacements": (book.tac,),
    }  # fmt: skip
    for file, lists in tables.items():
        for rows in lists:
            once(file, "row", (row.id for row in rows))
    for column in book.column:
        known("combat", f"column {column.id}", "result", column.results, {result.id for result in book.result})
    for lower, upper in pairwise(book.column):
        if lower.ratio[0] * upper.ratio[1] >= upper.ratio[0] * lower.ratio[1]:
            fail("combat", f"column {upper.id}", f"its odds are not better than those of {lower.id}")
    for month in book.month:
        known("weather", f"month {month.id}", "weather", month.dice, {weather.id for weather in book.weather})
    for drop in book.drop:
        if len(drop.dice) != 6:
            fail("air", f"drop {drop.id}", "it needs a result for each of the dice 1 to 6")
    faces("air", "crossing", (die for row in book.crossing for die in row.dice))
    faces("options", "stockpile", (die for row in book.stockpile for die in row.dice))
    faces("options", "armor_release", (die for row in book.armor_release for die in row.dice))
    wanted = {(side, units) for side in ("german", "allied") for units in ("armored", "other", "hq")}
    if {(row.side, row.units) for row in book.allowance} != wanted or len(book.allowance) != len(wanted):
        fail("weather", "allowance", "each side needs one row for armored units, for others and for headquarters")


def check_time(book: Book, c: Checker) -> None:
    once("turns", "turn", c.turns)
    for number, turn in enumerate(book.turn, 1):
        known("turns", f"turn {turn.id}", "month", [turn.month], c.months)
        if turn.number != number:
            fail("turns", f"turn {turn.id}", f"its number is {turn.number}, and it stands in place {number}")
    for side in ("german", "allied"):
        shown = [getattr(turn, side) for turn in book.turn if getattr(turn, side)]
        if shown != list(range(1, len(shown) + 1)):
            fail("turns", f"the {side} numbers", f"they must count up from 1, and are {shown}")
    for file, rows in (("replacements", book.tac), ("weather", book.month)):
        if {row.id for row in rows} != c.months:
            fail(file, "months", "each month needs one row")
    once("replacements", "rate", (f"{rate.who}-{rate.month}" for rate in book.rate))
    for rate in book.rate:
        known("replacements", f"rate {rate.id}", "month", [rate.month], c.months)
        if not 0 <= rate.armored <= rate.total:
            fail("replacements", f"rate {rate.id}", "no more factors can be armored than there are")
    for tac in book.tac:
        if tac.most > tac.total:
            fail("replacements", f"tac {tac.id}", "no more can fly in a turn than in the month")


def check_units(book: Book, c: Checker) -> None:
    types = {kind.id for kind in book.type}
    sizes = {size.id for size in book.size}
    numbers = {side: {getattr(turn, side) for turn in book.turn} for side in ("german", "allied")}
    for unit in book.unit:
        known("allied", f"unit {unit.id}", "nation", [unit.nation], c.nations)
        file, item = c.nations[unit.nation].side, f"unit {unit.id}"
        if c.units[unit.id] is not unit:
            fail(file, item, "it stands there twice")
        known(file, item, "type", [unit.type], types)
        known(file, item, "size", [unit.size], sizes)
        known(file, item, "unit", [name for name in (unit.late, unit.rebuilds) if name], c.units)
        known(file, item, "land hex", [name for name in (unit.suggested,) if name], c.land)
        if (unit.service != "") != (file == "german"):
            fail(file, item, "German units have a service, and no others")
        if bool(unit.back) != bool(unit.back_combat):
            fail(file, item, "a back has a combat factor, and only a back")
        if unit.starts_reduced and unit.back != "reduced":
            fail(file, item, "it starts reduced and has no reduced side")
        if (unit.entry == "city") != bool(unit.place) or (unit.place and not c.is_city(unit.place)):
            fail(file, item, f"the place of its entry, {unit.place!r}, is no city")
        if (unit.entry == "group") != bool(unit.group) or (unit.group and unit.group not in numbers[file]):
            fail(file, item, f"its group {unit.group} is no {file} number of the turn track")
        if unit.entry in c.districts and unit.suggested not in c.districts[unit.entry].hexes:
            fail(file, item, f"{unit.suggested} is not in its district")
    for event in book.event:
        item = f"event {event.id}"
        known("arrivals", item, f"{event.side} number", [str(event.number)], {str(n) for n in numbers[event.side]})
        known("arrivals", item, f"{event.side} unit", event.units, {u for u in c.units if c.side(u) == event.side})
        needed = {"convert": "infantry", "flip": "headquarters"}.get(event.kind)
        if needed and any(c.units[name].back != needed for name in event.units):
            fail("arrivals", item, f"not all its units have a back of the kind “{needed}”")


def check_coast(book: Book, c: Checker) -> None:
    ports = {port.place for port in book.port}
    inland = {c.places[port.place].hex for port in book.port if port.passage and port.place in c.places}
    beaches = {h.id for h in book.hex if h.coast}
    once("areas", "district hex", (name for district in book.district for name in district.hexes))
    once("areas", "invasion hex", (name for area in book.invasion for name in area.hexes))
    for district in book.district:
        known("areas", f"district {district.id}", "land hex", district.hexes, c.land | {book.jersey.hex})
        known("areas", f"district {district.id}", "hex of its own", district.limits, district.hexes)
    for area in book.invasion:
        known("areas", f"invasion {area.id}", "beach or inland port", area.hexes, beaches | inland)
    known("areas", "reach", "hex", book.reach.hexes, c.hexes)
    known("areas", "north_of_nancy", "land hex", book.north_of_nancy.hexes, c.land)
    for arrow in book.arrow:
        known("coast", f"arrow {arrow.id}", "beach", arrow.hexes, beaches)
    once("coast", "port", (port.place for port in book.port))
    known("coast", "port", "port on the map", ports, {place.name for place in book.place if place.port})
    for place in book.place:
        if place.port and place.name not in ports:
            fail("map", f"place {place.name}", "it is a port, and coast.toml gives it no capacity")
    for port in book.port:
        known("coast", f"port {port.id}", "land hex", (*port.passage, *port.mouth), c.land)
    for table, rows in (("fortress", book.fortress), ("u_boat_base", book.u_boat_base), ("v1_site", book.v1_site)):
        once("coast", table, (row.id for row in rows))
        for row in rows:
            known("coast", f"{table} {row.id}", "land hex", [row.id], c.land)
    on_rail = {name for line in book.rail for name in line.hexes}
    for way_out in book.rail_exit:
        known("coast", f"rail_exit {way_out.id}", "rail hex", [way_out.id], on_rail)
    known("coast", "jersey", "hex", (book.jersey.hex, *book.jersey.ferry, *book.jersey.beaches), c.hexes)
    known("coast", "jersey", "district", [book.jersey.district], c.districts)
    limit = book.northern_limit
    known("coast", "northern_limit", "hex", (limit.invasion, limit.naval, *limit.upriver, *limit.no_beach), c.hexes)
    for unit in book.unit:
        if unit.type == "coastal" and unit.suggested not in beaches - inland:
            fail("german", f"unit {unit.id}", f"{unit.suggested} is no beach for a coastal defense unit")


def check_limits(book: Book, c: Checker) -> None:
    landing, figures = book.landing, book.figures
    dates = {
        "landing": (landing.first, landing.second_from, landing.second_to), "release": (book.release.turn,),
        "ships": (book.ships.leave_by,), "garrison": (book.garrison.not_before,),
        "panzer_reserve": (book.panzer_reserve.leaves, book.panzer_reserve.chooses),
    }  # fmt: skip
    for table, turns in dates.items():
        known("limits", table, "turn", turns, c.turns)
    known("limits", "landing", "unit", [landing.armor], c.units)
    known("limits", "release", "district", book.release.everywhere, c.districts)
    known("limits", "garrison", "place", [book.garrison.place], c.places)
    known("limits", "panzer_reserve", "month", book.panzer_reserve.returns, c.months)
    known("limits", "hidden", "district", book.hidden.frozen_in, c.districts)
    known("limits", "hidden", "unit", book.hidden.choose_from, c.units)
    known("air", "air", "turn", (book.air.bad_weather_from, book.air.bad_weather_to), c.turns)
    known("options", "figures", "turn", (figures.fuel_from, figures.varsity_from), c.turns)
    known("options", "figures", "place", [figures.fuel_port], c.places)
    known("options", "figures", "unit", figures.varsity_units, c.units)


def check_scenarios(book: Book, c: Checker) -> None:
    once("scenarios", "scenario", (scenario.id for scenario in book.scenario))
    for scenario in book.scenario:
        item = f"scenario {scenario.id}"
        turns = [scenario.first, scenario.last, *([scenario.replacements_from] if scenario.replacements_from else [])]
        known("scenarios", item, "turn", turns, c.turns)
        known("scenarios", item, "unit", [u for u in (scenario.german_drop_unit,) if u], c.units)
    for row in book.fixed_weather:
        known("scenarios", f"fixed_weather {row.id}", "turn", [row.id], c.turns)
        known("scenarios", f"fixed_weather {row.id}", "weather", [row.weather], {w.id for w in book.weather})
    for harbour in book.mulberry_at:
        known("scenarios", f"mulberry_at {harbour.id}", "mulberry", [harbour.id], {m.id for m in book.mulberry})
        known("scenarios", f"mulberry_at {harbour.id}", "land hex", [harbour.hex], c.land)
    known("scenarios", "invasion_weather", "turn", [book.invasion_weather.rising_from], c.turns)
    december = book.december
    known("scenarios", "december", "turn", [december.drop_from], c.turns)
    known("scenarios", "december", "place", (*december.volkssturm, december.french_limit), c.places)
    known("scenarios", "december", "port", december.german_ports, {port.place for port in book.port})
    known("scenarios", "december", "fortress", december.destroyed_fortresses, {row.id for row in book.fortress})
    known("scenarios", "december", "land hex", (*december.german_line, *december.american_line), c.land)
    known(
        "scenarios", "december", "unit", (*december.stack_free, *december.advance, *december.full_movement), c.units
    )
    known("scenarios", "december", "river", [december.british_river], {side.name for side in book.side})
    known("victory", "objective_terms", "turn", [book.objective_terms.turn], c.turns)
    for goal in book.district_goal:
        known("victory", f"district_goal {goal.id}", "district", [goal.district], c.districts)
        known("victory", f"district_goal {goal.id}", "place", (*goal.all, *goal.any), c.places)
    for objective in book.objective:
        known("victory", f"objective {objective.id}", "place", objective.places, c.places)
    for aim in book.bulge_goal:
        known("victory", f"bulge_goal {aim.id}", "place", (*aim.all, *aim.any), c.places)
    for conquest in book.conquest:
        known("victory", f"conquest {conquest.id}", "place", (*conquest.places, *conquest.also), c.places)


def check_december(book: Book, c: Checker) -> None:
    """Every unit is on the map, in a box, or lost; or it has not yet come."""
    where: list[str] = []
    for table, rows in (("german_stack", book.german_stack), ("allied_stack", book.allied_stack), ("box", book.box)):
        for row in rows:
            item = f"{table} {row.id}"
            known("december", item, "land hex", [row.id], c.land if table != "box" else ("england", "africa"))
            side = "german" if table == "german_stack" else "allied"
            known("december", item, f"{side} unit", row.units, {u for u in c.units if c.side(u) == side})
            known("december", item, "unit with a back", row.back, {u for u in row.units if c.units[u].back})
            where.extend(row.units)
    known("december", "lost", "unit", (*book.lost.destroyed, *book.lost.withdrawn), c.units)
    where.extend((*book.lost.destroyed, *book.lost.withdrawn))
    once("december", "unit", where)
    opening = c.turns[book.fixed_weather[0].id]
    numbers = {side: max(getattr(t, side) for t in book.turn[: opening.number]) for side in ("german", "allied")}
    for unit in book.unit:
        later = unit.entry in ("extended", "overstrength", "79th") or unit.group > numbers[c.side(unit.id)]
        if later == (unit.id in where):
            fail("december", f"unit {unit.id}", "it must be somewhere by then, unless it is still to come")
