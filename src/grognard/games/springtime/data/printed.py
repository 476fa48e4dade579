"""The printed components as the data files hold them, decoded strictly: a misspelt key is an error."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

import msgspec

Side = Literal["allies", "axis"]
Line = tuple[tuple[float, float], ...]


class Item(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """Anything with a provenance: `source`, and `sources` for the fields that differ."""

    source: str
    sources: dict[str, str] = {}


class BoardItem(Item):
    width: float
    height: float


class LandItem(Item):
    name: str
    outline: tuple[Line, ...]


class AreaItem(Item):
    id: str
    name: str
    country: Literal["germany", "netherlands", "belgium", "france", "italy"]
    tem: int
    control: Side
    places: tuple[str, ...]
    anchor: tuple[float, float]
    allies: tuple[float, float]
    axis: tuple[float, float]
    label: tuple[float, float]
    port: bool = False
    edge: bool = False
    maginot: bool = False
    outline: tuple[Line, ...] = ()
    box: tuple[float, float, float, float] | None = None


class AreaFile(msgspec.Struct, forbid_unknown_fields=True):
    board: BoardItem
    land: list[LandItem]
    area: list[AreaItem]
    zone: list[AreaItem]


class BoundaryItem(Item):
    a: str
    b: str
    kind: Literal["open", "river", "maginot"]
    line: Line
    name: str = ""


class LinkItem(Item):
    a: str
    b: str
    line: Line


class BoundaryFile(msgspec.Struct, forbid_unknown_fields=True):
    boundary: list[BoundaryItem]
    link: list[LinkItem]


class UnitItem(Item):
    id: str
    name: str
    short: str
    side: Side
    nation: Literal["french", "british", "belgian", "dutch", "german", "italian"]
    kind: Literal["infantry", "armored"]
    size: Literal["army", "corps", "division"]
    group: Literal["1", "2", "3", "4", "Be", "N", "A", "B", "C", "K", "W", "R"]
    full: int
    reduced: int
    move: int


class LeaderItem(Item):
    id: str
    name: str
    commands: tuple[str, ...]
    rating: int
    flipped: int


class AirItem(Item):
    id: str
    name: str
    nation: Literal["german", "french", "british"]
    weak: int
    strong: int


class UnitFile(msgspec.Struct, forbid_unknown_fields=True):
    unit: list[UnitItem]
    leader: list[LeaderItem]
    air: list[AirItem]


class EventItem(Item):
    id: str
    name: str
    side: Side
    once: bool
    text: str
    morale: int = 0
    points: int = 0


class EventFile(msgspec.Struct, forbid_unknown_fields=True):
    event: list[EventItem]


class Tracks(Item):
    impulses: int
    turns: int
    morale_start: int
    stacking: int
    max_points: int
    max_bid: int


class Week(Item):
    turn: int
    dates: str


class CombatItem(Item):
    other_unit: int
    river: int
    maginot: int
    out_of_supply: int
    success_backfire: int
    overrun_backfire: int


class Thresholds(Item):
    command_confidence: int
    italian_entry: int
    armistice: int
    collapse: int


class Costs(Item):
    restore_infantry: int
    restore_armored: int
    rebuild_infantry_reduced: int
    rebuild_infantry_full: int
    rebuild_armored_reduced: int
    rebuild_armored_full: int


class Airdrop(Item):
    range: int
    reduced_at: int


class MoraleItem(Item):
    id: str
    text: str
    change: int


class SurrenderItem(Item):
    reduced_at: int
    surrender_at: int
    low_morale: int
    low_morale_drm: int
    port_drm: int
    german_drm: int


class TableFile(msgspec.Struct, forbid_unknown_fields=True):
    tracks: Tracks
    week: list[Week]
    combat: CombatItem
    thresholds: Thresholds
    costs: Costs
    airdrop: Airdrop
    morale: list[MoraleItem]
    surrender: SurrenderItem


class SetupItem(Item):
    id: str
    at: str
    reduced: bool = False


class LostItem(Item):
    id: str
    how: Literal["eliminated", "gone"]


class ScenarioItem(Item):
    id: str
    name: str
    summary: str
    turn: int
    impulse: int
    morale: int
    advantage: Side
    points: dict[Side, int]
    political_phase: bool
    axis_control: tuple[str, ...]
    played: tuple[str, ...]
    air_strong: tuple[str, ...]
    kleist: str
    unit: list[SetupItem]
    lost: list[LostItem] = []


class ScenarioFile(msgspec.Struct, forbid_unknown_fields=True):
    scenario: list[ScenarioItem]


FILES: Final[Mapping[str, type]] = {
    "areas": AreaFile,
    "boundaries": BoundaryFile,
    "units": UnitFile,
    "events": EventFile,
    "tables": TableFile,
    "scenarios": ScenarioFile,
}
