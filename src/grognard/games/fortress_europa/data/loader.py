"""The game's data files, decoded strictly: what is wrong in one is told in a sentence with its file and its item."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

import msgspec

from grognard.games.fortress_europa.data import figures as f
from grognard.games.fortress_europa.data import printed as p
from grognard.games.fortress_europa.data.checking import check
from grognard.games.fortress_europa.data.printed import Item
from grognard.kernel.data import Tables, read_data
from grognard.kernel.errors import BadInput
from grognard.kernel.plain import Json, Pack

PACKAGE = "grognard.games.fortress_europa"
FILES = (
    "german", "allied", "types", "markers", "terrain", "combat", "weather", "air", "replacements", "turns",
    "arrivals", "areas", "coast", "limits", "scenarios", "december", "victory", "options", "map",
)  # fmt: skip
SOURCES = ("rulebook", "published", "reconstruction", "pack")


class Book(msgspec.Struct, frozen=True, kw_only=True):
    """All data files together: rows as tuples, single tables as records. The units of both sides are one table."""

    unit: tuple[p.Unit, ...]
    type: tuple[p.UnitType, ...]
    nation: tuple[p.Nation, ...]
    size: tuple[p.Size, ...]
    aircraft: tuple[p.Aircraft, ...]
    naval: tuple[p.Naval, ...]
    mulberry: tuple[p.Mulberry, ...]
    pool: tuple[p.Pool, ...]
    sheet: p.Sheet
    terrain: tuple[p.Terrain, ...]
    feature: tuple[p.Feature, ...]
    side_kind: tuple[p.SideKind, ...]
    column: tuple[p.Column, ...]
    result: tuple[p.Result, ...]
    weather: tuple[p.Weather, ...]
    month: tuple[p.Month, ...]
    allowance: tuple[p.Allowance, ...]
    mission: tuple[p.Mission, ...]
    crossing: tuple[p.Crossing, ...]
    drop: tuple[p.Drop, ...]
    air: p.Air
    advanced_air: p.AdvancedAir
    rate: tuple[p.Rate, ...]
    tac: tuple[p.Tac, ...]
    turn: tuple[p.Turn, ...]
    event: tuple[p.Event, ...]
    district: tuple[p.District, ...]
    invasion: tuple[p.Invasion, ...]
    reach: p.Zone
    north_of_nancy: p.Zone
    arrow: tuple[p.Arrow, ...]
    port: tuple[p.Port, ...]
    fortress: tuple[p.Row, ...]
    u_boat_base: tuple[p.Row, ...]
    v1_site: tuple[p.Row, ...]
    rail_exit: tuple[p.RailExit, ...]
    jersey: p.Jersey
    northern_limit: p.NorthernLimit
    rail: tuple[p.RailLine, ...]
    hex: tuple[p.Hex, ...]
    side: tuple[p.Side, ...]
    place: tuple[p.Place, ...]
    railway: f.Railway
    sea: f.Sea
    landing: f.Landing
    release: f.Release
    fighting: f.Fighting
    supply: f.Supply
    ships: f.Ships
    airborne: f.Airborne
    raids: f.Raids
    partisans: f.Partisans
    volkssturm: f.Volkssturm
    garrison: f.Garrison
    rebuilding: f.Rebuilding
    panzer_reserve: f.PanzerReserve
    storm: f.Storm
    hidden: f.Hidden
    scenario: tuple[f.Scenario, ...]
    fixed_weather: tuple[f.FixedWeather, ...]
    mulberry_at: tuple[f.MulberryAt, ...]
    invasion_weather: f.InvasionWeather
    december: f.December
    german_stack: tuple[f.Stack, ...]
    allied_stack: tuple[f.Stack, ...]
    box: tuple[f.Stack, ...]
    lost: f.Lost
    district_goal: tuple[f.DistrictGoal, ...]
    objective: tuple[f.Objective, ...]
    bulge_goal: tuple[f.BulgeGoal, ...]
    conquest: tuple[f.Conquest, ...]
    invasion_terms: f.InvasionTerms
    objective_terms: f.ObjectiveTerms
    option: tuple[f.Option, ...]
    stockpile: tuple[f.Stockpile, ...]
    armor_release: tuple[f.ArmorRelease, ...]
    figures: f.Figures


SHAPES: dict[str, Any] = get_type_hints(Book)
R = TypeVar("R", bound=Item)


def read_tables(pack: Pack | None = None) -> Tables:
    """The data files as they stand, with a player's pack laid over them."""
    return read_data(PACKAGE, FILES, pack)


def load_book(tables: Tables | None = None) -> Book:
    """Decodes the data and checks what one item says of another."""
    found: dict[str, Any] = {}
    for file, contents in (read_tables() if tables is None else tables).items():
        for table, value in contents.items():
            if table not in SHAPES:
                raise BadInput(f"data/{file}.toml: there is no table “{table}”.")
            shape = SHAPES[table]
            if get_origin(shape) is tuple:
                if not isinstance(value, list):
                    raise BadInput(f"data/{file}.toml: “{table}” must be a list of rows.")
                found[table] = found.get(table, ()) + _rows(file, table, value, get_args(shape)[0])
            elif table in found:
                raise BadInput(f"data/{file}.toml: the table “{table}” stands in two files.")
            else:
                found[table] = _decoded(file, table, value, shape)
    for table in SHAPES:
        if table not in found:
            raise BadInput(f"Fortress Europa data: the table “{table}” is missing.")
    book = Book(**found)
    check(book)
    return book


def _rows(file: str, table: str, rows: list[Json], shape: type[R]) -> tuple[R, ...]:
    return tuple(_decoded(file, f"{table} {_called(row, index)}", row, shape) for index, row in enumerate(rows, 1))


def _called(row: Json, index: int) -> str:
    """How a row is named to someone who looks for it: by its id, its hexes, its name or its place in the list."""
    if isinstance(row, dict):
        if isinstance(row.get("id"), str):
            return str(row["id"])
        if "a" in row and "b" in row:
            return f"{row['a']}/{row['b']}"
        if isinstance(row.get("name"), str):
            return str(row["name"])
    return f"number {index}"


def _decoded(file: str, item: str, value: Json, shape: type[R]) -> R:
    try:
        decoded = msgspec.convert(value, shape)
    except msgspec.ValidationError as error:
        raise BadInput(f"data/{file}.toml, {item}: {error}.") from None
    known = {*decoded.__struct_fields__, *(f"die-{n}" for n in range(1, 7))}
    for field, source in (("source", decoded.source), *decoded.sources.items()):
        if source.split(" ")[0] not in SOURCES:
            raise BadInput(f"data/{file}.toml, {item}: the source {source!r} does not begin with {_or(SOURCES)}.")
        if field not in known:
            raise BadInput(f"data/{file}.toml, {item}: sources speaks of “{field}”, which the item does not have.")
    return decoded


def _or(words: Iterable[str]) -> str:
    *first, last = words
    return f"{', '.join(first)} or {last}"


def provenance(tables: Tables) -> dict[str, int]:
    """How many facts, field by field as they stand in the files, come from where."""
    counts = dict.fromkeys(SOURCES[:3], 0)
    for contents in tables.values():
        for value in contents.values():
            for item in value if isinstance(value, list) else (value,):
                fields = {field: item["source"] for field in item if field not in ("id", "source", "sources")}
                fields = fields or {"id": item["source"]}  # a fortress is nothing but its hex
                for source in {**fields, **item.get("sources", {})}.values():
                    kind = source.split(" ")[0]
                    counts[kind] = counts.get(kind, 0) + 1
    return counts
