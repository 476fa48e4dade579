"""What is printed on counters, charts, track and map, as frozen records."""

from __future__ import annotations

from typing import Literal

import msgspec

SideName = Literal["german", "allied"]
Back = Literal["", "reduced", "infantry", "headquarters"]
Entry = Literal[
    "netherlands", "15th", "7th", "1st", "19th", "city", "free", "hidden", "reaction", "group", "volkssturm", "late",
    "extended", "england", "africa", "paris", "overstrength", "79th",
]  # fmt: skip
Factors = Literal["infantry", "armored", "special", "none"]
Names = tuple[str, ...]
Dice = tuple[int, ...]
Hexes = Literal["full", "half"] | int
Dice6 = tuple[str, str, str, str, str, str]


class Item(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Every datum says where it comes from; `sources` overrides it field by field."""

    source: str
    sources: dict[str, str] = {}


class Row(Item, frozen=True):
    id: str


# ------------------------------------------------------------------------------------------------------ counters


class Unit(Row, frozen=True):
    """A land unit; `back` tells what is on its other side, and without one it has a single step (2.8)."""

    name: str
    nation: str
    type: str
    size: str
    combat: int
    move: int
    entry: Entry
    service: Literal["", "army", "luftwaffe", "ss"] = ""
    back: Back = ""
    back_combat: int = 0
    back_move: int = 0
    group: int = 0
    place: str = ""
    suggested: str = ""
    may_hide: bool = False
    starts_reduced: bool = False
    reserve: bool = False
    late: str = ""
    rebuilds: str = ""

    @property
    def steps(self) -> int:
        return 2 if self.back == "reduced" else 1


class UnitType(Row, frozen=True):
    name: str
    german: Factors
    allied: Factors
    armored: bool = False
    stacks: bool = True
    zone: bool = True
    mountain: bool = False
    drops: bool = False
    raids: bool = False


class Nation(Row, frozen=True):
    name: str
    side: SideName
    attacks_with: str
    replaced: Literal["german", "american", "british", "none"]
    minor: bool = False


class Size(Row, frozen=True):
    name: str
    sign: str


class Aircraft(Row, frozen=True):
    name: str
    side: SideName
    kind: Literal["sac", "tac", "night"]
    advanced: bool = False


class Naval(Row, frozen=True):
    name: str
    strength: int


class Mulberry(Row, frozen=True):
    name: str
    capacity: int


class Pool(Row, frozen=True):
    name: str
    count: int


class Sheet(Item, frozen=True):
    counters: int


# -------------------------------------------------------------------------------------------------------- charts


class Terrain(Row, frozen=True):
    name: str
    stack: int
    invade_stack: int
    doubled: bool = False
    armor_halved: bool = False
    armor_slowed: bool = False
    holds: bool = False
    stop: Literal["", "impulse", "turn"] = ""
    mountain_only: bool = False
    mountain_goes_on: bool = False


class Feature(Row, frozen=True):
    name: str
    doubled: bool = False
    armor_halved: bool = False
    holds: bool = False
    supplied: bool = False
    german_only: bool = False


class SideKind(Row, frozen=True):
    name: str
    doubled: bool
    zone: bool
    passage_zone: bool
    passable: bool


class Column(Row, frozen=True):
    name: str
    ratio: tuple[int, int]
    results: Dice6


class Result(Row, frozen=True):
    name: str
    attacker: int = 0
    defender: int = 0
    attacker_retreat: tuple[int, int] = (0, 0)
    defender_retreat: tuple[int, int] = (0, 0)


class Weather(Row, frozen=True):
    name: str
    flies: bool
    sails: bool


class Month(Row, frozen=True):
    name: str
    year: int
    dice: Dice6
    extended: bool = False


class Allowance(Row, frozen=True):
    name: str
    side: SideName
    units: Literal["armored", "other", "hq"]
    clear: tuple[Hexes, Hexes]
    overcast: tuple[Hexes, Hexes]
    overcast_star: tuple[Hexes, Hexes]
    storm: tuple[Hexes, Hexes]


class Mission(Row, frozen=True):
    name: str
    side: SideName
    flown_by: tuple[Literal["sac", "tac"], ...]
    rule: str
    tac_needs_sac: bool = False
    cancelled: bool = True
    advanced: bool = False


class Crossing(Row, frozen=True):
    name: str
    dice: Dice
    crosses: bool
    goes_on: bool


class Drop(Row, frozen=True):
    name: str
    dice: tuple[Literal["safe", "step", "lost"], ...]
    germany: bool = False


class Air(Item, frozen=True):
    allied_sac: int
    allied_tac: int
    bad_weather_sac: int
    bad_weather_from: str
    bad_weather_to: str
    range: int
    support_most: int
    support_columns: int
    strafing_hexes: int
    rail_each: int
    replacements_each: int
    carpet_per_month: int
    carpet_bonus: int
    carpet_odds: tuple[int, int]


class AdvancedAir(Item, frozen=True):
    allied_sac: int
    allied_tac: int
    bad_weather_sac: int
    bad_weather_night: int
    german_tac: int
    night_until_sep: int
    night_from_oct: int
    fuel_production: int
    fuel_reserve: int
    fuel_most: int


class Rate(Row, frozen=True):
    who: Literal["german", "american", "british", "special"]
    month: str
    total: int
    armored: int


class Tac(Row, frozen=True):
    total: int
    most: int


# ---------------------------------------------------------------------------------------------------- time and map


class Turn(Row, frozen=True):
    number: int
    name: str
    month: str
    days: str
    german: int = 0
    allied: int = 0
    extended: bool = False


class Event(Row, frozen=True):
    side: SideName
    number: int
    kind: Literal["withdraw", "convert", "flip", "reserve", "choose"]
    units: Names


class District(Row, frozen=True):
    name: str
    limits: tuple[str, str]
    hexes: Names


class Invasion(Row, frozen=True):
    name: str
    box: Literal["england", "africa"]
    first: int
    second: int
    second_hq: int
    hexes: Names


class Zone(Row, frozen=True):
    """A part of the map that some rule speaks of."""

    hexes: Names


class Arrow(Row, frozen=True):
    hexes: tuple[str, str]


class Port(Row, frozen=True):
    place: str
    capacity: int
    sea: Literal["atlantic", "mediterranean"]
    passage: Names = ()
    mouth: Names = ()


class RailExit(Row, frozen=True):
    edge: Literal["east", "south"]
    joined: bool = False


class Jersey(Item, frozen=True):
    hex: str
    terrain: str
    district: str
    ferry: Names
    beaches: Names
    mulberry_distance: int


class NorthernLimit(Item, frozen=True):
    invasion: str
    naval: str
    upriver: Names
    no_beach: Names


class Hex(Row, frozen=True):
    terrain: str
    country: str
    coast: bool = False


class Side(Item, frozen=True):
    a: str
    b: str
    kind: str
    name: str = ""


class Place(Item, frozen=True):
    name: str
    hex: str
    kind: Literal["town", "city", "major-city"]
    port: bool = False
    dx: float = 0.0
    dy: float = 0.0


class RailLine(Item, frozen=True):
    name: str
    hexes: Names
