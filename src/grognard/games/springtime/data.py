"""The printed things: map, counters, tables, events, scenarios. Decoded strictly and shared by all states."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Literal

import msgspec

from grognard.kernel.data import decode, read_data
from grognard.kernel.errors import BadInput

ALLIES: Final = 0
AXIS: Final = 1
SIDES: Final = ("allies", "axis")
SIDE_NAMES: Final = ("Allies", "Axis")

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


PACKAGE: Final = "grognard.games.springtime"
FILES: Final[Mapping[str, type]] = {
    "areas": AreaFile,
    "boundaries": BoundaryFile,
    "units": UnitFile,
    "events": EventFile,
    "tables": TableFile,
    "scenarios": ScenarioFile,
}


ELIMINATED, GONE, OFF = 36, 37, 38
"""Where a unit is that is not on the map: may be rebuilt; lost for good; not yet, or not now, in play."""
DROPPED = 36
"""In `came`: it landed from the air."""
OPEN, RIVER, MAGINOT = range(3)
GROUPS: Final = ("1", "2", "3", "4", "Be", "N", "A", "B", "C", "K", "W", "R")
KLEIST_GROUP = GROUPS.index("K")
RESERVE = GROUPS.index("R")


def _with_figures(e: EventItem) -> EventItem:
    """The marker with its own figures in its text."""
    text = e.text.replace("{morale}", f"{e.morale:+d}").replace("{points}", str(e.points))
    return msgspec.structs.replace(e, text=text)


class Data:
    """Tables by index. Places are 0 to 29 for Areas 1 to 30 and 30 to 35 for Zones A to F."""

    def __init__(self, pack: Mapping[str, Any] | None = None) -> None:
        self.raw = read_data(PACKAGE, FILES, pack)
        load: dict[str, Any] = {name: decode(self.raw, name, kind, PACKAGE) for name, kind in FILES.items()}
        self._load_map(load["areas"], load["boundaries"])
        self._load_units(load["units"])
        self._load_tables(load["tables"], load["events"])
        self.scenarios: dict[str, ScenarioItem] = {x.id: x for x in load["scenarios"].scenario}
        for scenario in self.scenarios.values():
            for row in scenario.unit:
                if row.id not in self.unit or row.at not in self.place:
                    raise BadInput(f"data/scenarios.toml, {scenario.id}: no unit “{row.id}” or no place “{row.at}”.")

    # ---------------------------------------------------------------------------------------------- map
    def _load_map(self, areas: AreaFile, lines: BoundaryFile) -> None:
        self.board = areas.board
        self.land = areas.land
        self.areas: tuple[AreaItem, ...] = (*areas.area, *areas.zone)
        if len(areas.area) != 30 or len(areas.zone) != 6:
            raise BadInput("data/areas.toml: the map has 30 Areas and 6 Zones.")
        self.place_ids: tuple[str, ...] = (*(a.id for a in self.areas), "eliminated", "gone", "off")
        self.map_ids = self.place_ids[:36]
        self.side_ids = SIDES
        self.place: dict[str, int] = {name: i for i, name in enumerate(self.place_ids)}
        self.area_names = tuple(f"{a.name} ({a.id})" for a in self.areas)
        self.boundaries = lines.boundary
        self.links = lines.link
        n = len(self.areas)
        kinds: list[dict[int, int]] = [{} for _ in range(n)]
        both: list[BoundaryItem | LinkItem] = [*lines.boundary, *lines.link]
        for b in both:
            for end in (b.a, b.b):
                if self.place.get(end, n) >= n:
                    raise BadInput(f"data/boundaries.toml: there is no Area “{end}”.")
            i, j = self.place[b.a], self.place[b.b]
            kind = ("open", "river", "maginot").index(b.kind) if isinstance(b, BoundaryItem) else OPEN
            kinds[i][j] = kinds[j][i] = kind
        self.near: tuple[tuple[int, ...], ...] = tuple(tuple(sorted(k)) for k in kinds)
        self.edge_kind: tuple[dict[int, int], ...] = tuple(kinds)
        self.near_mask = tuple(sum(1 << j for j in near) for near in self.near)
        self.tem = tuple(a.tem for a in self.areas)
        self.country = tuple(a.country for a in self.areas)
        self.is_zone = tuple(i >= 30 for i in range(n))
        self.port = tuple(a.port for a in self.areas)
        self.italy = self.place["F"]
        self.alps = self.place["E"]
        self.paris = self.place["25"]
        self.maginot = frozenset(i for i, a in enumerate(self.areas) if a.maginot)
        self.edge_mask = sum(1 << i for i, a in enumerate(self.areas) if a.edge)
        self.german_mask = sum(1 << i for i, c in enumerate(self.country) if c == "germany")
        self.zone_mask = sum(1 << i for i in range(30, 35))
        self.belgium_mask = sum(1 << i for i, c in enumerate(self.country) if c == "belgium")
        self.dutch_mask = sum(1 << i for i, c in enumerate(self.country) if c == "netherlands")
        self.france_mask = sum(1 << i for i, c in enumerate(self.country) if c == "france")
        self.distance = tuple(self._distances(i) for i in range(n))

    def _distances(self, start: int) -> tuple[int, ...]:
        far = [99] * len(self.areas)
        far[start] = 0
        queue = [start]
        for p in queue:
            for q in self.near[p]:
                if far[q] == 99:
                    far[q] = far[p] + 1
                    queue.append(q)
        return tuple(far)

    # -------------------------------------------------------------------------------------------- units
    def _load_units(self, file: UnitFile) -> None:
        units = file.unit
        self.units = tuple(units)
        self.unit_ids = tuple(u.id for u in units)
        self.unit: dict[str, int] = {u.id: i for i, u in enumerate(units)}
        self.unit_names = tuple(u.name for u in units)
        self.side = tuple(SIDES.index(u.side) for u in units)
        self.nation = tuple(u.nation for u in units)
        self.armored = tuple(u.kind == "armored" for u in units)
        self.group = tuple(GROUPS.index(u.group) for u in units)
        self.cv = tuple((0, u.reduced, u.full) for u in units)
        self.mf = tuple(u.move for u in units)
        self.side_mask = tuple(sum(1 << i for i, x in enumerate(self.side) if x == side) for side in (0, 1))
        self.group_mask = tuple(sum(1 << i for i, g in enumerate(self.group) if g == k) for k in range(len(GROUPS)))
        self.armored_mask = sum(1 << i for i, a in enumerate(self.armored) if a)
        self.german = sum(1 << i for i, n in enumerate(self.nation) if n == "german")
        self.own = tuple(tuple(i for i, x in enumerate(self.side) if x == side) for side in (0, 1))
        by = self.unit
        self.bef, self.alp, self.belgian, self.dutch = by["bef"], by["alp"], by["belgian"], by["dutch"]
        self.de_gaulle, self.italian, self.airlanding = by["de-gaulle"], by["italian"], by["airlanding"]
        self.second_army = by["ge-2"]
        self.leaders = tuple(file.leader)
        self.leader_ids = tuple(x.id for x in file.leader)
        self.leader: dict[str, int] = {x.id: i for i, x in enumerate(file.leader)}
        self.kleist = self.leader["kleist"]
        self.leader_of = [-1] * len(units)
        for i, x in enumerate(file.leader):
            for name in x.commands:
                if name not in by:
                    raise BadInput(f"data/units.toml: Leader “{x.id}” commands no unit “{name}”.")
                if i != self.kleist:
                    self.leader_of[by[name]] = i
        self.rating = tuple((x.rating, x.flipped) for x in file.leader)
        self.air = tuple(file.air)
        self.air_ids = tuple(x.id for x in file.air)
        self.air_value = tuple((x.weak, x.strong) for x in file.air)
        self.air_for: dict[str, tuple[int, ...]] = {
            n: tuple(i for i, x in enumerate(file.air) if x.nation == n)
            for n in ("german", "french", "british", "belgian", "dutch", "italian")
        }

    # ------------------------------------------------------------------------------------------- tables
    def _load_tables(self, tables: TableFile, events: EventFile) -> None:
        self.tables = tables
        self.tracks, self.combat, self.thresholds = tables.tracks, tables.combat, tables.thresholds
        self.boundary_toll = (0, self.combat.river, self.combat.maginot)
        self.costs, self.surrender, self.airdrop = tables.costs, tables.surrender, tables.airdrop
        self.morale: dict[str, MoraleItem] = {m.id: m for m in tables.morale}
        self.stacking = tables.tracks.stacking
        self.events: tuple[EventItem, ...] = tuple(_with_figures(e) for e in events.event)
        self.event_ids = tuple(e.id for e in events.event)
        self.event: dict[str, int] = {e.id: i for i, e in enumerate(events.event)}
        if len(self.events) != 9:
            raise BadInput("data/events.toml: there are nine Event markers (5.1.7).")

    def unit_cost(self, kind: str, unit: int) -> int:
        """12.3: `kind` is restore, rebuild-reduced or rebuild-full."""
        c, armored = self.costs, self.armored[unit]
        if kind == "restore":
            return c.restore_armored if armored else c.restore_infantry
        if kind == "reduced":
            return c.rebuild_armored_reduced if armored else c.rebuild_infantry_reduced
        return c.rebuild_armored_full if armored else c.rebuild_infantry_full
