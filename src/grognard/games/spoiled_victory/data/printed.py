"""The printed components as the data files hold them, decoded strictly: a misspelt key is an error."""

from __future__ import annotations

from typing import Literal

import msgspec

Terrain = Literal["clear", "town", "canal", "beach", "marsh", "lowlands", "la-panne", "dunkirk", "east-jetty"]
GermanType = Literal["panzer", "motorized", "infantry"]
Nation = Literal["british", "french", "belgian"]
Effect_ = Literal["none", "suppressed", "hit", "eliminated"]


class Sourced(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Whatever is printed says where we have it from; `sources` overrides it for single fields."""

    source: str
    sources: dict[str, str] = {}


class Track(Sourced, frozen=True):
    id: str
    spaces: tuple[str, ...]


class Space(Sourced, frozen=True):
    id: str
    codes: tuple[str, ...]
    name: str
    terrain: tuple[Terrain, ...]
    x: float
    y: float


class Connection(Sourced, frozen=True):
    id: str
    ends: tuple[str, str]
    colour: Literal["green", "orange", "red"]


class Sea(Sourced, frozen=True):
    id: str
    codes: tuple[str, ...]
    name: str
    capacity: int
    x: float
    y: float


class Route(Sourced, frozen=True):
    id: str
    spaces: tuple[str, ...]
    opens: int
    interdiction: Literal["never", "nieuport", "always"]


class MapFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    track: tuple[Track, ...]
    space: tuple[Space, ...]
    connection: tuple[Connection, ...]
    sea: tuple[Sea, ...]
    route: tuple[Route, ...]


class German(Sourced, frozen=True):
    id: str
    name: str
    corps: Literal["IX", "X", "XIV", "XXVI"]
    type: GermanType
    reduced_type: GermanType
    full: int
    reduced: int
    track: str


class Allied(Sourced, frozen=True):
    id: str
    name: str
    short: str
    nation: Nation
    formation: str
    kind: Literal["infantry", "headquarters", "reconnaissance", "armoured cars"]
    full: int
    reduced: int
    montgomery: bool = False
    ghq: bool = False


class Evacuees(Sourced, frozen=True):
    count: int
    full: int
    reduced: int


class Marker(Sourced, frozen=True):
    id: str
    name: str
    front: str
    back: str
    count: int


class UnitsFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    german: tuple[German, ...]
    allied: tuple[Allied, ...]
    evacuees: Evacuees
    marker: tuple[Marker, ...]


class Effect(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    op: str
    value: int = 0
    count: int = 0
    else_actions: int = 0
    corps: tuple[str, ...] = ()
    types: tuple[GermanType, ...] = ()
    all: bool = False
    except_disrupted: bool = False
    route: str = ""
    routes: tuple[str, ...] = ()
    start: Literal["", "east-jetty", "beach"] = ""
    nation: Nation | Literal[""] = ""


class AirEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    kind: Literal["route", "dunkirk", "beaches", "track", "close-support"]
    route: str = ""
    tracks: tuple[str, str] = ("", "")


class GermanEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    kind: Literal["units", "corps", "random", "surprise"]
    units: tuple[str, ...] = ()
    corps: str = ""


class Card(Sourced, frozen=True):
    number: int
    id: str
    title: str
    favours: Literal["allies", "germans", "both"]
    when: Literal["immediate", "this turn", "two turns", "held", "permanent"]
    text: str
    effects: tuple[Effect, ...]
    luftwaffe: tuple[AirEntry, ...]
    german: GermanEntry
    actions: int
    day: int
    night: int


class CardsFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    card: tuple[Card, ...]


class Cell(Sourced, frozen=True):
    to: int
    result: Effect_


class AirRow(Sourced, frozen=True):
    id: Literal["channel", "evacuee", "combat"]
    title: str
    cells: tuple[Cell, ...]


class TableModifier(Sourced, frozen=True):
    id: Literal["town", "marsh", "night", "bombers"]
    table: Literal["luftwaffe"]
    value: int


class InterdictionColumn(Sourced, frozen=True):
    id: Literal["day", "night"]
    cells: tuple[Cell, ...]


class GermanAttack(Sourced, frozen=True):
    id: str
    wins: int
    retreat: Literal["always", "if-held", "never"]
    casualty: bool
    disrupted: bool
    goes_on: bool
    breakthrough: tuple[GermanType, ...]


class AlliedAttack(Sourced, frozen=True):
    id: str
    wins: int
    attacker_retreats: bool
    casualty: bool
    german: tuple[Literal["retreat", "disrupted", "hit"], ...]


class Surrender(Sourced, frozen=True):
    needed: int
    by_turn: tuple[int, ...]
    unit_lost: int
    nieuport_german: int


class Withdrawal(Sourced, frozen=True):
    needed: int
    by_turn: tuple[int, ...]
    one_motorized: int
    panzer_in_dunkirk: int


class Movement(Sourced, frozen=True):
    foot_day: int
    foot_night: int
    truck_night: int
    german_infantry: int
    german_motorized: int
    marsh_leaves_on: int
    random_moves_on: int


class Cost(Sourced, frozen=True):
    foot: int
    truck: int
    create: int
    upgrade: int
    intelligence: int
    spirit: int
    evacuate: int
    flood: int
    build: int
    repair: int


class Stacking(Sourced, frozen=True):
    east_jetty: int
    elsewhere: int


class Calendar(Sourced, frozen=True):
    last_may_turn: int
    french_convert_from: int


class Men(Sourced, frozen=True):
    per_factor: int


class TablesFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    luftwaffe: tuple[AirRow, ...]
    modifier: tuple[TableModifier, ...]
    interdiction: tuple[InterdictionColumn, ...]
    german_attack: tuple[GermanAttack, ...]
    allied_attack: tuple[AlliedAttack, ...]
    surrender: Surrender
    withdrawal: Withdrawal
    movement: Movement
    cost: Cost
    stacking: Stacking
    calendar: Calendar
    men: Men


class ScenarioHead(Sourced, frozen=True):
    id: str
    title: str
    turns: int


class SetupLine(Sourced, frozen=True):
    id: str
    space: str


class EvacueeLine(Sourced, frozen=True):
    id: str
    space: str
    strength: Literal[1, 2]


class Turn(Sourced, frozen=True):
    id: str
    number: int
    date: str
    night: bool


class Level(Sourced, frozen=True):
    id: str
    name: str
    from_: int = msgspec.field(name="from", default=0)
    to: int = 999


class ScenarioFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    scenario: ScenarioHead
    setup: tuple[SetupLine, ...]
    evacuee: tuple[EvacueeLine, ...]
    turn: tuple[Turn, ...]
    level: tuple[Level, ...]


class Printed(msgspec.Struct, frozen=True):
    """All five files together, by the name of the file."""

    map: MapFile
    units: UnitsFile
    cards: CardsFile
    tables: TablesFile
    scenario: ScenarioFile
