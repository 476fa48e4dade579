"""The printed components compiled to integers and bit masks: shared by all states, never copied or changed."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from grognard.games.springtime.data.printed import (
    FILES,
    AreaFile,
    AreaItem,
    BoundaryFile,
    BoundaryItem,
    EventFile,
    EventItem,
    LinkItem,
    MoraleItem,
    ScenarioItem,
    TableFile,
    UnitFile,
)
from grognard.kernel.data import decode, read_data
from grognard.kernel.errors import BadInput
from grognard.kernel.plain import Pack
from grognard.kernel.rules import Names, Static

ALLIES: Final = 0
AXIS: Final = 1
SIDES: Final = ("allies", "axis")
SIDE_NAMES: Final = ("Allies", "Axis")
ADJECTIVES: Final = ("Allied", "Axis")
PACKAGE: Final = "grognard.games.springtime"
ELIMINATED, GONE, OFF = 36, 37, 38
"""Where a unit is that is not on the map: may be rebuilt; lost for good; not yet, or not now, in play."""
DROPPED = 36
"""In `came`: it landed from the air."""
OPEN, RIVER, MAGINOT = range(3)
GROUPS: Final = ("1", "2", "3", "4", "Be", "N", "A", "B", "C", "K", "W", "R")
KLEIST_GROUP = GROUPS.index("K")
RESERVE = GROUPS.index("R")
EVERY_GROUP = len(GROUPS)
"""In `group_ids`: all of a side at once (15.3)."""


def _with_figures(e: EventItem) -> EventItem:
    """The marker with its own figures in its text."""
    text = e.text.replace("{morale}", f"{e.morale:+d}").replace("{points}", str(e.points))
    return msgspec.structs.replace(e, text=text)


class World(Static):
    """Tables by index. Places are 0 to 29 for Areas 1 to 30 and 30 to 35 for Zones A to F."""

    def __init__(self, pack: Pack | None = None) -> None:
        self.raw = read_data(PACKAGE, FILES, pack)
        load: dict[str, Any] = {name: decode(self.raw, name, kind, PACKAGE) for name, kind in FILES.items()}
        self._load_map(load["areas"], load["boundaries"])
        self._load_units(load["units"])
        self._load_tables(load["tables"], load["events"])
        self.within_drop = tuple(
            sum(1 << q for q, n in enumerate(far) if n <= self.airdrop.range) for far in self.distance
        )
        """For each place those within the range of a drop (18.1)."""
        self.scenarios: dict[str, ScenarioItem] = {x.id: x for x in load["scenarios"].scenario}
        for scenario in self.scenarios.values():
            for row in scenario.unit:
                if row.id not in self.unit or row.at not in self.place:
                    raise BadInput(f"data/scenarios.toml, {scenario.id}: no unit “{row.id}” or no place “{row.at}”.")
            for nation in scenario.air_strong:
                if nation not in self.air_for:
                    raise BadInput(f"data/scenarios.toml, {scenario.id}: no air unit is of “{nation}”.")

    # ---------------------------------------------------------------------------------------------- map
    def _load_map(self, areas: AreaFile, lines: BoundaryFile) -> None:
        self.board = areas.board
        self.land = areas.land
        self.areas: tuple[AreaItem, ...] = (*areas.area, *areas.zone)
        if len(areas.area) != 30 or len(areas.zone) != 6:
            raise BadInput("data/areas.toml: the map has 30 Areas and 6 Zones.")
        self.map_ids = Names(a.id for a in self.areas)
        self.place_ids = Names((*self.map_ids, "eliminated", "gone", "off"))
        self.side_ids = Names(SIDES)
        self.place = self.place_ids.number
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
        self.near_easy = tuple(sum(1 << j for j, kind in k.items() if kind != MAGINOT) for k in kinds)
        """The neighbours after which a unit may go on (9.2)."""
        self.tem = tuple(a.tem for a in self.areas)
        self.country = tuple(a.country for a in self.areas)
        self.is_zone = tuple(i >= 30 for i in range(n))
        self.port = tuple(a.port for a in self.areas)
        self.port_mask = sum(1 << i for i, a in enumerate(self.areas) if a.port)
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
        self.unit_ids = Names(u.id for u in units)
        self.unit = self.unit_ids.number
        self.group_ids = Names((*GROUPS, "all"))
        self.strength_ids = Names(("reduced", "full"))
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
        mostly = ("french", "british"), ("german",)
        self.main_force = tuple(sum(1 << i for i, n in enumerate(self.nation) if n in own) for own in mostly)
        """The units of each side but Belgians, Dutch and Italians, whose supply is their own."""
        self.german = sum(1 << i for i, n in enumerate(self.nation) if n == "german")
        self.own = tuple(tuple(i for i, x in enumerate(self.side) if x == side) for side in (0, 1))
        by = self.unit
        self.bef, self.alp, self.belgian, self.dutch = by["bef"], by["alp"], by["belgian"], by["dutch"]
        self.de_gaulle, self.italian, self.airlanding = by["de-gaulle"], by["italian"], by["airlanding"]
        self.second_army = by["ge-2"]
        self.leaders = tuple(file.leader)
        self.leader_ids = Names(x.id for x in file.leader)
        self.leader = self.leader_ids.number
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
        self.air_ids = Names(x.id for x in file.air)
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
        self.event_ids = Names(e.id for e in events.event)
        self.event = self.event_ids.number
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
