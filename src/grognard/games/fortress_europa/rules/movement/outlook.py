# compiled as it stands
"""What a side's movement by land sees of the enemy and of the ground, worked out once and kept.

An `Outlook` follows from the enemy's hexes and zones, the bridges, floods and partisans alone: nothing that the
moving side does to itself changes it. Units with rules of their own (`odd`) are asked one by one.
"""

from __future__ import annotations

from grognard.games.fortress_europa.data.world import ALLIED, ALPINE, FLOODED, GERMAN, MOUNTAIN, ROUGH, World
from grognard.games.fortress_europa.rules.facts import Bridges
from grognard.games.fortress_europa.rules.movement import fuel
from grognard.games.fortress_europa.rules.setup import ardennes
from grognard.games.fortress_europa.rules.standing import bridges, facts, occupied, standing_on, zone
from grognard.games.fortress_europa.rules.state import NOWHERE, Position, on
from grognard.maps import Mask, mask_of, members

Rings = tuple[Mask, tuple[Mask, ...], tuple[Mask, ...]]
"""All hexes reached; by points spent those first reached on good ground all the way, and those after rough ground."""


MOST_RINGS = 1000
"""So many are kept for one kind at most: some 1 MB."""


class Kind:
    """One kind of unit in one outlook: what it may enter, where it stops, which steps it has."""

    __slots__ = (
        "able", "adjacent", "closed", "fords", "free", "free_from_zone", "goes", "over", "reaches", "rough", "steps",
        "stop", "zone",
    )  # fmt: skip

    def __init__(self, w: World, o: Outlook, number: int) -> None:
        climbs, armored = bool(number & CLIMBS), bool(number & ARMORED)
        side, impulse, down, flooded, partisan = o.rest
        self.closed = (down if armored or impulse == 1 else 0) | (w.lines.meuse if number & MEUSE else 0)
        self.adjacent, self.steps = o.bridges.ways(self.closed)
        free = w.land & ~o.enemies
        if w.beside_dyke & o.enemies:
            free &= ~w.dyke  # 16.7
        if number & ITALY:
            free &= w.italy
        if number & NANCY:
            free &= ~w.north_of_nancy
        self.free = free
        self.zone = o.zone
        stop = w.ground[ALPINE]
        if flooded:
            stop |= w.ground[FLOODED]
        if not climbs:
            stop |= w.ground[MOUNTAIN]
        if partisan != NOWHERE and side == GERMAN:
            stop |= w.bit[partisan]
        self.stop = stop | o.zone  # 5.5: terrain and enemies cut a move short
        self.rough = w.ground[ROUGH] if armored else 0
        self.free_from_zone = free & ~o.zone
        self.goes = free if climbs else free & ~w.ground[ALPINE]
        self.reaches: dict[tuple[int, int, int, bool], Rings] = {}
        self.fords: dict[tuple[int, ...], dict[int, list[int]]] = {}
        """What `crossing.banks` found."""
        self.over: dict[tuple[int, Mask], Mask] = {}
        self.able: dict[tuple[int, Mask, int], Mask] = {}
        """What `shores` and `before` found."""

    def leaves(self, h: int, bit: Mask, barred: Mask) -> bool:
        """Whether a unit can move from a hex to one beside it, but for some."""
        beside = self.adjacent[h] & self.goes & ~barred
        return bool(beside & ~self.zone if self.zone & bit else beside)

    def leaving(self, barred: Mask) -> Mask:
        """All hexes from which it can."""
        spread, open_hexes = self.steps.spread, self.goes & ~barred
        return spread(open_hexes & ~self.zone) | spread(open_hexes) & ~self.zone

    def shores(self, w: World, rivers: int, ends: Mask) -> Mask:
        """17.10.4: the hexes from which a unit could try one of these rivers into one of some hexes."""
        found = self.over.get((rivers, ends))
        if found is None:
            found, bit = 0, w.bit
            for river in members(rivers):
                for a, b in w.river_pairs[river]:
                    free = self.free_from_zone if self.zone & bit[a] else self.free
                    if free & ends & bit[b]:
                        found |= bit[a]
            self.over[rivers, ends] = found
        return found

    def before(self, w: World, rivers: int, ends: Mask, points: int) -> Mask:
        """The hexes from which a unit comes to such a hex with movement left, or has it there: found backwards from
        them, on any ground as far as armor gets over rough ground (8.1), and on good ground as far as it gets."""
        found = self.able.get((rivers, ends, points))
        if found is None:
            spread, go, curbed = self.steps.spread, self.goes & ~self.stop, (points + 1) // 2
            found = shores = self.shores(w, rivers, ends) if points else 0
            ring = shores & go & ~w.dyke
            smooth = ring & ~self.rough
            for spent in range(1, points):
                if ring and spent < curbed:
                    ring = spread(ring)
                    found |= ring
                    ring &= go
                smooth = spread(smooth)
                found |= smooth
                smooth &= go & ~self.rough
            self.able[rivers, ends, points] = found
        return found

    def rings(self, start: int, points: int, bit: tuple[int, ...], spent: int = 0, *, slowed: bool = False) -> Rings:
        """Every hex within so many points, ring by ring: all steps cost one (2.7). Some may have been spent before,
        and rough ground entered."""
        found = self.reaches.get((start, points, spent, slowed))
        if found is None:
            if len(self.reaches) >= MOST_RINGS:
                self.reaches.clear()
            here, first, curbed = bit[start], self.adjacent[start], (points + 1) // 2
            if self.zone & here:
                first &= ~self.zone
            left, rough = (min(points, curbed), 0) if slowed else (points, self.rough)
            found = self.reaches[start, points, spent, slowed] = self.steps.wade(
                here, first, self.goes, ~self.stop, rough, left - spent, curbed - spent
            )
        return found

    def path(self, w: World, found: Rings, start: int, goal: int, curbed: int) -> list[int]:
        """The way that a search queue by queue would have found first: the first at each fork of shortest ways."""
        _, fast, slowly = found
        return self.steps.way(fast, slowly, start, goal, w.near, self.adjacent, ~self.stop, self.rough, curbed)


class Outlook:
    """All that land movement of one side sees, as it follows from the enemy and the ground."""

    __slots__ = ("bridges", "enemies", "kinds", "left", "rest", "zone")

    def __init__(self, enemies: Mask, zone: Mask, rest: tuple[int, ...], bridges: Bridges) -> None:
        self.enemies, self.zone, self.rest, self.bridges = enemies, zone, rest, bridges
        self.kinds: dict[int, Kind] = {}
        self.left: dict[int, Mask] = {}
        """What `leaving` found."""

    def kind(self, w: World, number: int) -> Kind:
        """A kind by its number."""
        found = self.kinds.get(number)
        if found is None:
            found = self.kinds[number] = Kind(w, self, number)
        return found

    def leaving(self, w: World, marks: int) -> Mask:
        """The hexes from which all units with these marks can move to a hex beside them and stop there, were it not
        for others of their side: most of the map. To armor that does not climb most is closed."""
        found = self.left.get(marks)
        if found is None:
            found = self.left[marks] = self.kind(w, ARMORED | marks).leaving(w.dyke)
        return found


def outlook(s: Position) -> Outlook:
    foe = 1 - s.side
    enemies, reached = occupied(s, foe), zone(s, foe)
    rest = (s.side, s.impulse if s.bridges_down else 0, s.bridges_down, s.flooded, s.partisan)
    kept = facts(s).outlooks
    found = kept[s.side]
    if found is not None and found.zone == reached and found.enemies == enemies and found.rest == rest:
        return found
    found = Outlook(enemies, reached, rest, bridges(s))
    facts(s).outlooks = (kept[0], found) if s.side else (found, kept[1])
    return found


CLIMBS, ARMORED, MEUSE, ITALY, NANCY = 1, 2, 4, 8, 16
"""What makes a kind: mountain units, armor; who keeps off the Meuse (33.3.7), in Italy (9.3), south of Nancy
(33.3.8). The first two are printed (`kind_numbers`)."""


def kind_number(s: Position, u: int) -> int:
    w = s.data
    number = w.kind_numbers[u]
    if ardennes.december(s):
        if ardennes.closed_rivers(s, u):
            number |= MEUSE
        if w.french_units >> u & 1:
            number |= NANCY
    if s.side == GERMAN and not s.italy_open and facts(s).garrison >> u & 1 and w.italy >> s.where[u] & 1:
        number |= ITALY
    return number


def classes(s: Position, units: int) -> list[tuple[int, int]]:
    """Units of the moving side by what of the last two goes for them."""
    w = s.data
    if s.side == GERMAN and not s.italy_open:
        italy, where = w.italy, s.where
        kept, mark = mask_of(u for u in members(units & facts(s).garrison) if italy >> where[u] & 1), ITALY
    elif s.side == ALLIED and ardennes.december(s):
        kept, mark = units & w.french_units, NANCY
    else:
        return [(units, 0)]
    return [(units & ~kept, 0), (kept, mark)]


def kind_of(s: Position, u: int) -> Kind:
    return outlook(s).kind(s.data, kind_number(s, u))


def odd(s: Position, among: int = -1) -> int:
    """Units for whose movement other rules count as well; of those not asked about some may be left out."""
    w = s.data
    found = s.trespassing | s.expelled | s.slowed
    if ardennes.december(s):
        if w.french_units & among:
            found |= w.french_units & standing_on(s, "nancy", w.north_of_nancy)
        if ardennes.offensive(s) and s.impulse == 2:
            found |= w.advancing_units
    if s.bridges_down and s.side == ALLIED and on(s, "funnies"):
        return -1
    if s.side == GERMAN and on(s, "jersey"):
        return -1
    return found


def able_to_walk(s: Position) -> int:
    """Units that nothing but the ground keeps from moving by land: the conditions of `why_not_walking` as sets, but
    for harbours, fuel and armor release."""
    w = s.data
    held = facts(s).frozen | s.stuck | s.landed | s.pinned | s.moved
    if s.impulse == 2:
        held |= s.mired
    return facts(s).on_map & w.side_mask[s.side] & ~held & with_movement(s)


def with_movement(s: Position) -> int:
    """Units that have an allowance in this weather and impulse."""
    w = s.data
    both, front, back = w.walkers[s.weather, s.impulse]
    found = both
    face = s.face
    for u in front:
        if not face[u]:
            found |= 1 << u
    for u in back:
        if face[u]:
            found |= 1 << u
    return found & ~mask_of(u for u in members(s.sailed) if ardennes.slowed(s, u)) if s.sailed else found


def plain_rules(s: Position) -> bool:
    """No option is in force that looks at every single unit (31.9, 31.14)."""
    return s.fuel_limit == fuel.FREELY and not s.options & s.data.option_bit["armor-release"]
