"""The game's data files, decoded strictly: a misspelt key or a wrong value names its file and place."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from grognard.kernel.data import read_data
from grognard.kernel.errors import BadInput
from grognard.kernel.plain import Pack

PACKAGE = "grognard.games.nineteen_forty"
FILES = ("counters", "combat", "terrain", "works", "command", "scenario", "victory", "map")


class Item(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Every datum says where it comes from; `sources` overrides it field by field."""

    source: str
    sources: dict[str, str] = {}


class Unit(Item, frozen=True):
    id: str
    name: str
    nation: str
    size: str
    type: str
    combat: int
    move: int
    entry: str
    army: str = ""
    motorized: bool = False


class CrtColumn(Item, frozen=True):
    odds: str
    ratio: tuple[int, int]
    results: tuple[str, str, str, str, str, str]


class Terrain(Item, frozen=True):
    id: str
    name: str
    foot: int
    motorized: int
    mountain: int
    columns: int = 0
    mountain_columns: int | None = None
    armour_halved: bool = False
    dr_star: bool = False


class Town(Item, frozen=True):
    id: str
    name: str
    armour_halved: bool = False
    dr_star: bool = False


class SideKind(Item, frozen=True):
    id: str
    name: str
    cost: int
    divide: int
    bridgehead: bool = False


class Surcharges(Item, frozen=True):
    leave_zone: int
    disrupted_friend: int
    edge_entry: int
    embark: int


class Fort(Item, frozen=True):
    kind: str
    hex: str
    facing: str


class Garrison(Item, frozen=True):
    place: str
    name: str
    country: str
    strength: int
    fort: bool


class Group(Item, frozen=True):
    side: str
    id: str
    name: str
    rows: tuple[int, int] = (0, 0)
    effort: tuple[int, int] = (0, 0)


class Limits(Item, frozen=True):
    bef_group: str
    border_distance: int
    restricted_turns: tuple[int, int]
    release_from: int


class Boundary(Item, frozen=True):
    row: int
    first: int
    second: int


class ScenarioHead(Item, frozen=True):
    id: str
    name: str
    last_turn: int


class Turn(Item, frozen=True):
    number: int
    dates: str
    impulses: int


class Air(Item, frozen=True):
    german: int
    british: int
    french: int
    interdiction: int


class Reserves(Item, frozen=True):
    german_from: int
    german_quota: int
    allied_from: int
    allied_quota: int
    swiss_quota: int


class Gathering(Item, frozen=True):
    place: str


class Airborne(Item, frozen=True):
    range: int


class Edge(Item, frozen=True):
    reserve_hex: str


class Exchange(Item, frozen=True):
    corps: str
    armour: int
    motorized: int


class Mountain(Item, frozen=True):
    corps: str
    replaces: tuple[int, ...]


class Country(Item, frozen=True):
    id: str
    name: str
    nation: str
    surrender_cities: int
    major_cities: tuple[str, ...]
    cities: tuple[str, ...]


class Points(Item, frozen=True):
    british: int
    french_motorized: int
    french_other: int
    minor_ally: int
    airborne_unit: int
    german_motorized: int
    german_other: int


class Plan(Item, frozen=True):
    id: str
    name: str
    places: tuple[str, ...]


class Terms(Item, frozen=True):
    ruhr: tuple[str, ...]
    ruhr_hexes: int
    british_factors: int
    double: int


class Level(Item, frozen=True):
    id: str
    name: str
    winner: str


class Hex(Item, frozen=True):
    id: str
    terrain: str
    country: str


class Side(Item, frozen=True):
    a: str
    b: str
    kind: str
    name: str = ""


class Place(Item, frozen=True):
    name: str
    hex: str
    kind: str
    port: bool = False
    dx: float = 0.0
    dy: float = 0.0


class Book(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All data files together."""

    unit: tuple[Unit, ...]
    column: tuple[CrtColumn, ...]
    terrain: tuple[Terrain, ...]
    town: tuple[Town, ...]
    side_kind: tuple[SideKind, ...]
    surcharges: Surcharges
    fort: tuple[Fort, ...]
    garrison: tuple[Garrison, ...]
    group: tuple[Group, ...]
    limits: Limits
    boundary: tuple[Boundary, ...]
    scenario: ScenarioHead
    turn: tuple[Turn, ...]
    air: Air
    reserves: Reserves
    gathering: tuple[Gathering, ...]
    airborne: Airborne
    edge: Edge
    exchange: tuple[Exchange, ...]
    mountain: Mountain
    country: tuple[Country, ...]
    points: Points
    plan: tuple[Plan, ...]
    terms: Terms
    level: tuple[Level, ...]
    hex: tuple[Hex, ...]
    side: tuple[Side, ...]
    place: tuple[Place, ...]


ENTRIES: Final = {"initial", "reserve", "swiss-border", "airborne", "option"}
"""How a unit comes into the game that has no hex, place or turn of its own."""


def raw_book(pack: Pack | None = None) -> dict[str, Any]:
    """All tables of all files in one dict; terrain.toml's hexside kinds are renamed apart from the map's sides."""
    book: dict[str, Any] = {}
    for name, tables in read_data(PACKAGE, FILES, pack).items():
        if name == "terrain":
            tables["side_kind"] = tables.pop("side", [])
        for key, value in tables.items():
            if key in book:
                raise BadInput(f"data/{name}.toml: the table “{key}” stands in two files.")
            book[key] = value
    return book


def load_book(raw: dict[str, Any] | None = None) -> Book:
    """Decodes the data and checks what one item says of another."""
    try:
        book = msgspec.convert(raw_book() if raw is None else raw, Book)
    except msgspec.ValidationError as error:
        raise BadInput(f"1940 data: {error}.") from None
    check(book)
    return book


def check(book: Book) -> None:
    """Names that point elsewhere must point to something; ids are unique."""
    hexes = _unique("hex", [h.id for h in book.hex])
    places = _unique("place", [p.name for p in book.place])
    units = _unique("unit", [u.id for u in book.unit])
    countries = _unique("country", [c.id for c in book.country])
    terrains = {t.id for t in book.terrain} | {"sea", "out"}
    kinds = {k.id for k in book.side_kind}
    towns = {t.id for t in book.town} | {"town"}

    def known(what: str, value: str, among: set[str], item: str) -> None:
        if value not in among:
            raise BadInput(f"1940 data: {item} names the unknown {what} {value!r}.")

    for h in book.hex:
        known("terrain", h.terrain, terrains, f"hex {h.id}")
        if h.country:
            known("country", h.country, countries, f"hex {h.id}")
        elif h.terrain not in ("sea", "out"):
            raise BadInput(f"1940 data: hex {h.id} is land and has no country.")
    for s in book.side:
        known("hex", s.a, hexes, f"hexside {s.a}/{s.b}")
        known("hex", s.b, hexes, f"hexside {s.a}/{s.b}")
        known("hexside kind", s.kind, kinds, f"hexside {s.a}/{s.b}")
    for p in book.place:
        known("hex", p.hex, hexes, f"place {p.name}")
        known("kind of town", p.kind, towns, f"place {p.name}")
    for f in book.fort:
        known("hex", f.hex, hexes, f"fort {f.hex}/{f.facing}")
        known("hex", f.facing, hexes, f"fort {f.hex}/{f.facing}")
        known("fort kind", f.kind, {"minor-fort", "major-fort"}, f"fort {f.hex}/{f.facing}")
    for name in [g.place for g in book.gathering] + [g.place for g in book.garrison]:
        known("place", name, places, "works or reserves")
    for c in book.country:
        for name in (*c.major_cities, *c.cities):
            known("place", name, places, f"country {c.id}")
    for e in book.exchange:
        known("unit", e.corps, units, "exchange")
    known("unit", book.mountain.corps, units, "mountain")
    for name in book.terms.ruhr:
        if not any(p == name or p.startswith(name + " ") for p in places):
            raise BadInput(f"1940 data: the Ruhr names the unknown place {name!r}.")
    entries = hexes | places | ENTRIES | {f"turn-{t.number}" for t in book.turn}
    for u in book.unit:
        known("hex, place or way of entering", u.entry, entries, f"unit {u.id}")
        if u.army and u.army != "BEF" and not u.army.isdigit():
            raise BadInput(f"1940 data: unit {u.id} has the army {u.army!r}; it is a number, or BEF.")
        known("size", u.size, {"corps", "division", "regiment"}, f"unit {u.id}")


def _unique(what: str, names: list[str]) -> set[str]:
    found: set[str] = set()
    for name in names:
        if name in found:
            raise BadInput(f"1940 data: the {what} {name!r} stands there twice.")
        found.add(name)
    return found


def provenance(book: Book) -> dict[str, int]:
    """How many data come from the rulebook, from publications, from reconstruction."""
    counts = {"rulebook": 0, "published": 0, "reconstruction": 0}

    def count(source: str) -> None:
        kind = source.split(" ")[0]
        counts[kind] = counts.get(kind, 0) + 1

    for name in Book.__struct_fields__:
        value = getattr(book, name)
        for item in value if isinstance(value, tuple) else (value,):
            for field in item.__struct_fields__:
                if field in ("source", "sources", "id"):
                    continue
                source = item.sources.get(field, item.source)
                count(source)
            # A table cell may have a source of its own: "die-4".
            for field, source in item.sources.items():
                if field.startswith("die-"):
                    count(source)
    return counts
