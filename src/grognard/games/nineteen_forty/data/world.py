"""What never changes in a game of 1940: the map, the counters' printed values and the charts, as integer tables.

Hexes are ints in reading order, sets of hexes are big ints (bit h = hex h), units are ints in the order of the
counter file. Beyond the last hex come the spots of units that are not on the map.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from grognard.games.nineteen_forty.data.forces import Forces
from grognard.games.nineteen_forty.data.map import Edge
from grognard.games.nineteen_forty.data.names import (
    ALLIED,
    BE,
    BELGIUM,
    BR,
    CAUSEWAY,
    CH,
    CONDITIONS,
    COUNTRIES,
    DE,
    EBEN,
    FARTHEST_RETREAT,
    FOOT,
    FORT,
    FR,
    FRANCE,
    GERMAN,
    GERMANY,
    HOLLAND,
    HOME,
    LUXEMBOURG,
    MOTOR,
    MOUNTAIN,
    NATIONS,
    NEUTRALS,
    NL,
    QUARTER,
    SEA,
    SEATS,
    SIDES,
    SPOTS,
    SWITZERLAND,
    TIERS,
    USUAL,
)
from grognard.games.nineteen_forty.data.printed import Book
from grognard.kernel.rules import Names
from grognard.maps import Going, Mask, Place, Step, Steps, mask_of

if TYPE_CHECKING:
    from grognard.games.nineteen_forty.rules.facts import Facts

Row = tuple[int, int, tuple[Mask, ...], tuple[Mask, ...]]


class World(Forces):
    """Static data, shared by all states and never changed after loading."""

    new_facts: Callable[[], Facts]
    """What makes facts for a state of these data, in plain Python or compiled: chosen once, by who loads the game."""
    first_marks: tuple[tuple[list[float], list[float]], ...]
    """For each side how good the hexes of an empty map are to set up in: found once, by who loads the game."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self._hexes(book)
        self._sides(book)
        self._places(book)
        self._units(book)
        self._groups(book)
        self._goings(book)
        self._charts(book)
        self._tables()

    # ----------------------------------------------------------------------------------------- movement

    def _goings(self, book: Book) -> None:
        self.going = tuple(
            tuple(Going(self.grid, self._step(book, side, kind)) for kind in (FOOT, MOTOR, MOUNTAIN))
            for side in (GERMAN, ALLIED)
        )
        east = [self.grid.direction_names.index(name) for name in ("E", "NE")]

        def only_east(step: Callable[[Place, Place], Step | None]) -> Callable[[Place, Place], Step | None]:
            return lambda a, b: step(a, b) if self.grid.direction(a, b) in east else None

        self.going_east = tuple(
            Going(self.grid, only_east(self._step(book, ALLIED, kind))) for kind in (FOOT, MOTOR, MOUNTAIN)
        )
        self.leave_zone = QUARTER * book.surcharges.leave_zone
        self.disrupted_friend = QUARTER * book.surcharges.disrupted_friend
        self.rail_steps_list: list[tuple[Place, Place]] = []
        sea: list[tuple[Place, Place]] = []
        for a, b in ((x, y) for pair in self.grid.sides for x, y in (pair, pair[::-1])):
            if not (self.land >> a & 1 and self.land >> b & 1):
                continue
            kind = self.side_kind.get(self.grid.side(a, b), "")
            if kind == "lake":
                continue
            if kind in ("sea", "causeway"):
                sea.append((a, b))
            else:
                self.rail_steps_list.append((a, b))
        self.rail_steps = Steps(self.rail_steps_list)  # no all-sea side (6 Rail ¶2)
        self.rail_near = tuple(
            mask_of(b for b in self.grid.neighbours[h] if (h, b) in self.rail_steps.pairs) for h in range(self.n)
        )
        self.rail_east = Steps((a, b) for a, b in self.rail_steps_list if self.grid.direction(a, b) in east)
        self.sea_steps = Steps(sea)
        self.german_sea_steps = Steps((a, b) for a, b in sea if self.is_causeway(a, b))
        self.sea_ends: Mask = mask_of(b for _, b in sea)
        self.causeways: Mask = mask_of(b for a, b in sea if self.is_causeway(a, b))
        same: dict[Mask, Mask] = {}  # most of these are alike: a small table stays in the cache
        self.near_by_cost = tuple(
            tuple(
                tuple(
                    same.setdefault(near, near)
                    for row in going.steps
                    for near in [mask_of(b for b, cost, kind, _ in row if cost <= most * QUARTER and kind != SEA)]
                )
                for most in range(TIERS)
            )
            for going in self.going[GERMAN]
        )
        """For each kind of unit and 0 to 9 points: the neighbours of each hex that it can enter for as much."""
        self.tier = tuple(
            tuple(
                tuple(min(TIERS - 1, (factor * QUARTER >> half >> lacking) // QUARTER) for lacking in (0, 1))
                for half in (0, 1)
            )
            for factor in self.move
        )
        """For each unit, impulse and supply: its whole movement points, at most 9."""

    def is_causeway(self, a: Place, b: Place) -> bool:
        return self.side_kind.get(self.grid.side(a, b)) == "causeway"

    def _step(self, book: Book, side: int, kind: int) -> Callable[[Place, Place], Step | None]:
        def step(a: Place, b: Place) -> Step | None:
            if not (self.land >> a & 1 and self.land >> b & 1):
                return None
            water = self.side_kind.get(self.grid.side(a, b), "")
            if water == "lake" or (water == "sea" and side == GERMAN):
                return None
            terrain = book.terrain[self.terrain[b]]
            cost = (terrain.foot, terrain.motorized, terrain.mountain)[kind]
            if water:
                cost += self.side_kinds[water].cost
            what = USUAL
            if water == "sea":
                what = SEA
            elif water == "causeway":
                what = CAUSEWAY
            elif side == GERMAN and (b, a) in self.forts:
                what = EBEN if self.edges[a, b].eben else FORT
            return Step(cost * QUARTER, what)

        return step

    # ------------------------------------------------------------------------------------------- charts

    def _charts(self, book: Book) -> None:
        self.crt_names = tuple(c.odds for c in book.column)
        self.crt_ratio = tuple(c.ratio for c in book.column)
        self.crt = tuple(c.results for c in book.column)
        self.plans = Names(p.id for p in book.plan)
        self.plan_names = tuple(p.name for p in book.plan)
        self.last_turn = book.scenario.last_turn
        self.dates = {t.number: t.dates for t in book.turn}
        self.impulses = {t.number: t.impulses for t in book.turn}
        self.north: Mask = (
            self.hexes_called(next(p.places for p in book.plan if p.id == "north")) | self.own_cities[BELGIUM]
        )
        self.ruhr = self.hexes_called(book.terms.ruhr)
        self.within = tuple(
            self.grid.within(h, book.airborne.range) if self.cities >> h & 1 else 0 for h in range(self.n)
        )

    def _tables(self) -> None:
        """What follows from the map alone and is asked so often that it is laid out at load."""
        self.neutral_land = tuple(
            self._joined(self.countries, ~war & (1 << len(COUNTRIES)) - 1) for war in range(1 << len(COUNTRIES))
        )
        """For each set of countries at war: the hexes of the others."""
        held = tuple(self.bit[h] for h in self.garrison_hex)
        self.garrison_hexes = tuple(self._joined(held, living) for living in range(1 << len(held)))
        """For each set of garrisons: their hexes."""
        discs = [self.bit]
        for _ in range(FARTHEST_RETREAT):
            discs.append(tuple(disc | self.grid.steps.spread(disc) for disc in discs[-1]))
        self.discs = tuple(discs)
        """For each number of steps and each hex: all hexes at most so many steps away."""
        self.backwards = {going: self._turned_round(going) for going in self.goings}
        """For each kind of going and each hex the steps into it: from where, at what cost, of which class."""
        self.rows = tuple(
            tuple(
                {u: self.row(u, self.tier[u][impulse][0]) for u in self.of_side[side] if self.move[u]}
                for impulse in (0, 1)
            )
            for side in (GERMAN, ALLIED)
        )
        """For each side and impulse, and each of its units with a movement factor: see `row`."""

    @staticmethod
    def _joined(parts: tuple[Mask, ...], which: int) -> Mask:
        found = 0
        for i, part in enumerate(parts):
            if which >> i & 1:
                found |= part
        return found

    @property
    def goings(self) -> tuple[Going, ...]:
        return (*self.going[GERMAN], *self.going[ALLIED], *self.going_east)

    def _turned_round(self, going: Going) -> tuple[tuple[tuple[Place, int, int], ...], ...]:
        into: list[list[tuple[Place, int, int]]] = [[] for _ in range(self.n)]
        for a, row in enumerate(going.steps):
            for b, cost, kind, _ in row:
                into[b].append((a, cost, kind))
        return tuple(tuple(row) for row in into)

    def row(self, u: int, points: int) -> Row:
        """The unit, its kind of bound, and for every hex the neighbours that so many whole points suffice to enter,
        from outside and from inside an enemy zone."""
        near = self.near_by_cost[self.going_class[u]]
        return u, self.area_of[u], near[points], near[max(0, points - self.book.surcharges.leave_zone)]

    def disc(self, h: Place, steps: int) -> Mask:
        """All hexes at most this many steps away, as far as a retreat goes."""
        return self.discs[steps][h]

    def ring(self, h: Place, steps: int) -> Mask:
        """All hexes exactly this many steps away."""
        return self.disc(h, steps) & ~self.disc(h, steps - 1)


__all__ = [
    "ALLIED", "BE", "BELGIUM", "BR", "CAUSEWAY", "CH", "CONDITIONS", "COUNTRIES", "DE", "EBEN",
    "FARTHEST_RETREAT", "FOOT", "FORT", "FR", "FRANCE", "GERMAN", "GERMANY", "HOLLAND", "HOME", "LUXEMBOURG",
    "MOTOR", "MOUNTAIN", "NATIONS", "NEUTRALS", "NL", "QUARTER", "SEA", "SEATS", "SIDES", "SPOTS",
    "SWITZERLAND", "TIERS", "USUAL", "Edge", "Row", "World",
]  # fmt: skip
