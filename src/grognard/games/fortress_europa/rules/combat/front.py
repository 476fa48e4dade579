# compiled as it stands
"""14.1, 14.6 to 14.9: who may attack whom now, and who must."""

from __future__ import annotations

from typing import Any

from grognard.games.fortress_europa.data.world import GERMAN
from grognard.games.fortress_europa.rules.combat.strength import (
    attacking_factors,
    behind_river,
    defence,
)
from grognard.games.fortress_europa.rules.facts import Survey
from grognard.games.fortress_europa.rules.movement.greif import picks_one
from grognard.games.fortress_europa.rules.setup import ardennes
from grognard.games.fortress_europa.rules.standing import facts, open_ways, survey
from grognard.games.fortress_europa.rules.state import Position
from grognard.maps import Mask, mask_of, members

Battle = tuple[Mask, tuple[int, ...]]
"""Hexes and attackers."""
Part = tuple[int, Mask]
"""Units that have to do with each other, and the hexes among theirs that must be attacked."""
Sharing = tuple[Any, int, list[Battle]]
"""What the best sharing of a part follows from, the duties that it misses, and its battles."""


class Base:
    """How the front falls into parts while no battle is thought of, for the fortresses that are attacked from."""

    __slots__ = ("loose", "parts")

    def __init__(self, parts: list[tuple[int, Mask, Mask, int]], loose: int) -> None:
        self.parts = parts
        """Units, all hexes next to them, those of them that no sharing leaves out, and the fewest duties missed."""
        self.loose = loose
        """Units next to nothing but frozen units."""


class Front:
    """Who can attack what now, and what has been found about it so far."""

    __slots__ = (
        "able", "apart", "around", "bases", "beset", "context", "costs", "crowds", "duty", "faces", "first", "frozen",
        "holds", "inside", "key", "listed", "must", "odds", "parts", "plans", "sallied", "ships", "targets", "units",
        "walled", "wanted",
    )  # fmt: skip

    around: Survey
    key: tuple[int, ...]
    """What it follows from: who stands where, and everything else,"""
    ships: list[int]
    faces: list[int]
    """where ships lie, and which side of every counter is up."""
    able: dict[int, Mask]
    """Units that may still attack -> the enemy hexes that they may attack."""
    listed: dict[int, list[int]]
    """The same of some units as lists (`hexes_of`)."""
    must: int
    """Units among them that stand in an enemy zone (14.6B)."""
    wanted: dict[int, Mask]
    """Units -> the enemies in whose zones they stand, which must be attacked (14.6A)."""
    sallied: Mask
    """Enemies who must be attacked since Germans have attacked out of a fortress (14.13)."""
    duty: Mask
    """Enemy hexes that must be attacked (14.6A)."""
    targets: Mask
    """Enemy hexes that can still be attacked."""
    frozen: Mask
    """Hexes with frozen units."""
    apart: Mask
    """Hexes with frozen units that nobody must attack: no sharing uses them unless the player does (9.1F)."""
    first: Mask
    """Hexes where paratroopers landed on enemies: these battles come before all others (20.8)."""
    inside: dict[int, int]
    """German units in fortresses from which nobody has attacked yet, but could -> the hex (14.13)."""
    units: int
    walled: int
    """All units that may still attack, and those in fortresses."""
    beset: dict[int, int]
    """Enemy hexes -> the units that may attack them (`beside`)."""
    crowds: dict[Mask, int]
    """The same for sets of hexes."""
    context: tuple[Any, ...]
    """What odds follow from besides the units that fight."""
    costs: dict[Any, Any]
    """What has been found so far."""
    plans: dict[Mask, list[Battle]]
    """Good sharings, by the fortresses that are attacked from."""
    bases: dict[Mask, Base]
    """The parts of the front, by the same."""
    odds: dict[tuple[int, Mask, int], bool]
    """Which attackers have legal odds against which hexes, with which ships."""
    holds: dict[int, tuple[int, int]]
    """How strong the defenders of hexes are, in the open and behind a river."""
    parts: dict[Any, Sharing]
    """The best sharings of parts, each with what it follows from: a battle changes one, and the others stay."""

    def hexes_of(self, u: int) -> list[int]:
        """The enemy hexes that a unit may attack."""
        found = self.listed.get(u)
        if found is None:
            found = self.listed[u] = members(self.able.get(u, 0))
        return found

    def beside(self, hexes: Mask) -> int:
        """The units that may attack all of these hexes."""
        found = self.crowds.get(hexes)
        if found is None:
            beset = self.beset
            if not beset:
                for u in self.able:
                    for h in self.hexes_of(u):
                        beset[h] = beset.get(h, 0) | 1 << u
            found = self.units
            for h in members(hexes):
                found &= beset.get(h, 0)
            self.crowds[hexes] = found
        return found

    def legal(self, s: Position, units: int, hexes: Mask, ships: int) -> bool:
        """14.8: whether these units, with these ships, have legal odds."""
        key = (units, hexes, ships)
        found = self.odds.get(key)
        if found is None:
            found = self.odds[key] = self._weigh(s, units, hexes, ships)
        return found

    def _weigh(self, s: Position, units: int, hexes: Mask, ships: int) -> bool:
        """`legal_odds`, with what is known of the defenders."""
        more, less = s.data.book.column[0].ratio
        attack, defence = self.strengths(s, units, hexes, ships)
        return bool(units) and attack * less >= defence * more

    def strengths(self, s: Position, units: int, hexes: Mask, ships: int) -> tuple[int, int]:
        """What `reckon` finds of both sides, with what is known of the defenders."""
        w, those = s.data, members(units)
        attack = sum(attacking_factors(s, those, hexes, those))
        if ships:
            attack += sum([w.ships[x].strength for x in members(ships)])
        defence = 0
        for h in members(hexes):
            defence += self._held(s, h)[behind_river(s, h, those)]
        return attack, defence

    def signature(self, s: Position, units: int, part: Mask) -> tuple[Any, ...]:
        """All that the best sharing of a part of the front follows from."""
        hexes, rows = part, []
        able, where, face, combat = self.able, s.where, s.face, s.data.combat
        for u in members(units):
            near = able[u]
            hexes |= near
            rows.append((near, where[u], combat[u][face[u]]))
        return (self.context, self.apart & hexes, self.must & units, rows, [self._held(s, h) for h in members(hexes)])

    def _held(self, s: Position, h: int) -> tuple[int, int]:
        found = self.holds.get(h)
        if found is None:
            found = self.holds[h] = defence(s, h, 1 - s.side)
        return found

    def without(self, u: int, units: int = -1, hexes: Mask = -1) -> Front:
        """The same front if a unit were gone; or only the part of it with these units and hexes."""
        new = Front()
        new.around, new.key, new.ships, new.faces = self.around, self.key, self.ships, self.faces
        new.context = self.context
        units &= ~(1 << u)
        new.able = {x: near for x, near in self.able.items() if units >> x & 1}
        new.must = self.must & units
        new.wanted = {x: wanted & hexes for x, wanted in self.wanted.items() if x != u}
        new.inside = {x: h for x, h in self.inside.items() if x != u}
        new.sallied = self.sallied & hexes
        new.targets, new.frozen, new.first = self.targets, self.frozen, self.first
        new.settle()
        new.odds, new.holds, new.parts, new.listed = self.odds, self.holds, self.parts, self.listed
        return new

    def settle(self) -> None:
        """Finds what must be attacked, and begins with nothing known."""
        duty = self.sallied
        for wanted in self.wanted.values():
            duty |= wanted
        self.duty, self.apart = duty, self.frozen & ~duty
        self.units, self.walled, self.beset, self.crowds = mask_of(self.able), mask_of(self.inside), {}, {}
        self.costs, self.plans, self.bases = {}, {}, {}


MOST_PARTS = 200
"""So many sharings are kept at most."""


def front(s: Position) -> Front:
    """Who can attack what now. All that follows from it, found so far, is kept with it."""
    around, f = survey(s), facts(s)
    key = (
        s.fought, s.side, s.impulse, s.sallied, s.turn, s.belt_units, s.greif, s.weather, s.ships_used,
        s.line_attacks, s.trespassing, s.raiding, s.invaded,
    )  # fmt: skip
    found = f.front
    if (
        found is None
        or found.around is not around
        or found.key != key
        or found.ships != s.ship_at
        or found.faces != s.face
    ):
        new = _front(s, around, key)
        new.parts = found.parts if found is not None and len(found.parts) < MOST_PARTS else {}
        found = f.front = new
    return found


def _front(s: Position, around: Survey, key: tuple[int, ...]) -> Front:
    w, known = s.data, facts(s)
    side, foe = s.side, 1 - s.side
    at, bits, adjacent, where, fought = known.at, w.bit, open_ways(s).adjacent, s.where, s.fought
    enemies = known.occupied[foe]
    theirs = w.side_mask[foe] & ~fought  # 14.9
    silent = ~w.zoned | s.dropped | s.invaders | known.frozen
    targets, loud, frozen = enemies, known.sources[foe], 0  # the sources of zones are known since the survey
    doubtful = mask_of([where[u] for u in members(fought & known.on_map & w.side_mask[foe])])
    if known.covered or known.frozen & known.on_map:
        doubtful = enemies
    if doubtful:
        targets, loud = targets & ~doubtful, loud & ~doubtful
    for h in members(doubtful):
        units = at[h] & theirs
        if units:
            targets |= bits[h]
            if units & known.frozen:
                frozen |= bits[h]
            if units & ~silent:
                loud |= bits[h]
    choosing = ardennes.offensive(s)  # 33.3.9-1: nobody must attack, nobody must be attacked
    if choosing:
        targets, loud = mask_of(h for h in members(targets) if ardennes.may_be_attacked(s, h)), 0
    walls = w.fortresses & ~s.ruined
    mine = w.side_mask[side] & ~known.frozen  # ruling 72
    if choosing:
        mine &= s.belt_units  # 33.3.9-2
    f = Front()
    f.around, f.key, f.ships, f.faces = around, key, s.ship_at.copy(), s.face.copy()
    f.inside = {}
    f.first = f.sallied = 0
    units = 0
    beside: dict[int, tuple[Mask, Mask]] = {}  # for each hex whom its units may attack, and who must be attacked
    for h in members(known.occupied[side] & (open_ways(s).steps.spread(targets) | enemies)):
        here = at[h] & mine
        if not here:
            continue
        near, wanted = adjacent[h] & targets, adjacent[h] & loud
        if enemies & bits[h]:  # 12.8, 20.8, 21.11: who stands on enemies fights these and no others
            near = wanted = targets & bits[h]
            if s.dropped & here:
                f.first |= near
        else:
            if s.invaders:
                here &= ~s.invaders  # 12.8 (ruling 96)
            if side == GERMAN and walls & bits[h]:
                wanted = 0  # 14.1
                if not s.sallied & bits[h] and not choosing:
                    for u in members(here):
                        f.inside[u] = h
        if near:
            beside[h] = near, wanted
            units |= here
    able: dict[int, Mask] = {}
    wanted_by: dict[int, Mask] = {}
    for u in members(units):
        near, wanted = beside[where[u]]
        if wanted:
            wanted_by[u] = wanted
        if not fought >> u & 1:
            able[u] = near
    f.able, f.wanted, f.must = able, wanted_by, mask_of(wanted_by) & mask_of(able)
    if s.greif:
        for u in [x for x in f.wanted if picks_one(s, x)]:  # 31.13
            del f.wanted[u]
    if not choosing:
        for h in members(s.sallied):
            f.sallied |= adjacent[h] & targets  # 14.13
    f.targets, f.frozen = targets, frozen
    f.context = (side, s.impulse, s.turn, s.weather, s.ships_used, *s.ship_at)
    f.settle()
    f.odds, f.holds, f.listed = {}, {}, {}
    return f
