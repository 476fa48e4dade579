"""The figures of the rules, the scenarios, the terms of victory and the options, as frozen records."""

from __future__ import annotations

from typing import Literal

from grognard.games.fortress_europa.data.printed import Dice, Item, Names, Row, SideName

# --------------------------------------------------------------------------------------------- figures of the rules


class Railway(Item, frozen=True):
    units: int
    hq_per_month: int


class Sea(Item, frozen=True):
    units: int
    after_invasion: int
    after_bases: int
    evacuated: int


class Landing(Item, frozen=True):
    invasions: int
    first: str
    second_from: str
    second_to: str
    armor: str
    armor_bonus: int


class Release(Item, frozen=True):
    turn: str
    everywhere: Names


class Fighting(Item, frozen=True):
    worst: tuple[int, int]
    best: tuple[int, int]
    most_doubled: int
    die_most: int


class Supply(Item, frozen=True):
    line: int
    far_from_enemy: int
    track: int
    port_damaged: tuple[int, int]
    port_damaged_again: tuple[int, int]
    repaired: int


class Ships(Item, frozen=True):
    range: int
    leave_by: str
    leave_after_second: int


class Airborne(Item, frozen=True):
    allied_drops: int
    allied_units: int
    apart: int
    german_drops: int
    german_units: int
    beach_range: int
    allied_airlift: int
    german_airlifts: int
    allied_by_air: int
    german_by_air: int


class Raids(Item, frozen=True):
    most: int


class Partisans(Item, frozen=True):
    first_turn: int
    dice: tuple[int, int]
    from_ss: int


class Volkssturm(Item, frozen=True):
    most: int
    distance: int


class Garrison(Item, frozen=True):
    place: str
    units: int
    not_before: str


class Rebuilding(Item, frozen=True):
    first_turn: int
    track: int
    step: int
    extra: int
    overstrength: int
    overstrength_before: int
    hq_troops: int
    parts_of_79th: int


class PanzerReserve(Item, frozen=True):
    leaves: str
    chooses: str
    returns: Names
    divisions: int


class Storm(Item, frozen=True):
    mulberry_damaged: tuple[int, int]


class Hidden(Item, frozen=True):
    designated: int
    frozen_in: Names
    chosen: int
    choose_from: Names
    most: int


# --------------------------------------------------------------------------------------------- scenarios and victory


class Scenario(Row, frozen=True):
    name: str
    rule: str
    setup: Literal["june", "december"]
    first: str
    last: str
    allied_drops: int
    german_drops: int
    raids: int
    victory: Literal["campaign", "districts", "objectives", "bulge", "berlin"]
    german_drop_unit: str = ""
    replacements_from: str = ""


class FixedWeather(Row, frozen=True):
    weather: str
    by_agreement: bool = False


class MulberryAt(Row, frozen=True):
    hex: str


class InvasionWeather(Item, frozen=True):
    dice: int
    storms: Dice
    rising_from: str


class December(Item, frozen=True):
    first_player: SideName
    supply_capacity: int
    volkssturm: Names
    destroyed_fortresses: Names
    german_ports: Names
    stack_free: Names
    december_tac: tuple[int, int]
    january_tac: tuple[int, int]
    drop_from: str
    german_line: Names
    american_line: Names
    advance: Names
    full_movement: Names
    british_river: str
    french_limit: str
    berlin_attacks: int


class Stack(Row, frozen=True):
    units: Names
    back: Names = ()


class Lost(Item, frozen=True):
    destroyed: Names
    withdrawn: Names


class DistrictGoal(Row, frozen=True):
    district: str
    all: Names = ()
    any: Names = ()
    any_count: int = 0
    cities: int = 0
    district_cities: int = 0
    north_west_of: int = 0


class Objective(Row, frozen=True):
    side: SideName
    kind: Literal[
        "control", "med-port", "v1-sites", "u-boat-bases", "german-fortresses", "paradrops", "no-second-invasion",
        "armor", "no-allies-in-germany",
    ]  # fmt: skip
    places: Names = ()
    number: int = 0


class BulgeGoal(Row, frozen=True):
    name: str
    all: Names
    any: Names = ()


class Conquest(Row, frozen=True):
    places: Names
    major: int
    cities: int
    also: Names
    german_major: int


class InvasionTerms(Item, frozen=True):
    supply_capacity: int


class ObjectiveTerms(Item, frozen=True):
    picked: int
    turn: str


class Option(Row, frozen=True):
    name: str
    rule: str
    turns: int = 0
    ruling: int = 0


class Stockpile(Row, frozen=True):
    dice: Dice
    loses: Literal["armored", "infantry", "none"]


class ArmorRelease(Row, frozen=True):
    dice: Dice
    first: Literal["none", "half", "full"]
    second: Literal["none", "half", "full"]


class Figures(Item, frozen=True):
    decoys_on_units: int
    decoy_distance: int
    exit_steps: int
    fuel_from: str
    fuel_port: str
    varsity_from: str
    varsity_units: Names
    varsity_bonus: int
    funnies_bonus: int
