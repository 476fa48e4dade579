# compiled as it stands
"""3, 4. Who stands where and who controls what: counted unit by unit, so that only what changed is counted again."""

from __future__ import annotations

from itertools import compress
from operator import ne
from typing import TYPE_CHECKING, NamedTuple

from grognard.games.nineteen_forty.data.world import ALLIED, GERMAN, HOME
from grognard.kernel.rules import bits

if TYPE_CHECKING:
    from grognard.games.nineteen_forty.rules.state import Position

Pair = tuple[int, int]
At = dict[int, tuple[int, ...]]


class Standing(NamedTuple):
    """Where the units of one side stand, as sets of hexes; parachute regiments are counted only as shaken."""

    occupied: int
    zones: int
    corps: int
    """Hexes with a corps."""
    crowd: int
    """Hexes with more than one unit."""
    sound: int
    """Hexes with a unit whose zone of control reaches everywhere."""
    shaken: int
    """Hexes with a disrupted unit."""


class Survey:
    """Who is where and who controls what in one position, as sets. Pairs are for the German and the Allied side."""

    __slots__ = ("_at", "corps", "crowd", "occupied", "regiments", "sides", "where", "zones")

    def __init__(
        self, german: Standing, allied: Standing, regiments: int, where: list[int], at: At | None = None
    ) -> None:
        self.sides = (german, allied)
        self.occupied: Pair = (german.occupied, allied.occupied)
        """Hexes with units other than parachute regiments."""
        self.zones: Pair = (german.zones, allied.zones)
        self.corps: Pair = (german.corps, allied.corps)
        self.crowd: Pair = (german.crowd, allied.crowd)
        self.regiments = regiments
        self.where = where
        self._at = at

    @property
    def at(self) -> At:
        """The units in each hex that holds some."""
        if self._at is None:
            found: dict[int, list[int]] = {}
            for u, h in enumerate(self.where):
                if h in found:
                    found[h].append(u)
                else:
                    found[h] = [u]
            self._at = {h: tuple(units) for h, units in found.items()}
        return self._at

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Survey) and all(
            getattr(self, name) == getattr(other, name) for name in ("sides", "regiments", "where")
        )

    __hash__ = None  # type: ignore[assignment]


class Tally:
    """For one side: the hexes where units of each kind stand, and what they control."""

    __slots__ = ("bound", "bound_zones", "corps", "crowd", "free_zones", "occupied", "shaken", "sound")

    def __init__(self) -> None:
        self.occupied = self.corps = self.crowd = self.sound = self.shaken = 0
        self.free_zones = 0
        """What the units in `sound` control."""
        self.bound = self.bound_zones = 0
        """The units (a set of units) whose zones end at the border of their country, and what they control."""

    def copy(self) -> Tally:
        new = Tally.__new__(Tally)
        new.occupied, new.corps, new.crowd = self.occupied, self.corps, self.crowd
        new.sound, new.shaken, new.free_zones = self.sound, self.shaken, self.free_zones
        new.bound, new.bound_zones = self.bound, self.bound_zones
        return new

    def standing(self) -> Standing:
        zones = self.free_zones | self.bound_zones
        return Standing(self.occupied, zones, self.corps, self.crowd, self.sound, self.shaken)


def differing(one: list[int], other: list[int]) -> list[int]:
    """Where two lists of the same length are not the same."""
    return list(compress(range(len(one)), map(ne, one, other)))


class Census:
    """The tallies of both sides, as they were when the units stood and were as noted here."""

    __slots__ = ("at", "disrupted", "dropped", "free", "regiments", "tallies", "w", "where")

    def __init__(self, s: Position) -> None:
        self.w = w = s.data
        self.where, self.disrupted, self.dropped = s.where.copy(), s.disrupted.copy(), s.dropped
        self.free = s.war & ~s.fresh
        """Countries at war whose units have zones everywhere: those that joined in this impulse have not."""
        self.at: At = {}
        self.regiments = 0
        self.tallies = (Tally(), Tally())
        for u, h in enumerate(self.where):
            if h < w.n:
                self.enter(u, h)

    def copy(self) -> Census:
        new = Census.__new__(Census)
        new.w, new.where, new.disrupted = self.w, self.where, self.disrupted  # never changed in place
        new.dropped, new.free, new.at, new.regiments = self.dropped, self.free, self.at, self.regiments
        new.tallies = (self.tallies[0].copy(), self.tallies[1].copy())
        return new

    def follow(self, s: Position) -> None:
        """Counts anew the units that have changed."""
        where, disrupted, dropped = s.where.copy(), s.disrupted.copy(), s.dropped
        changed = differing(self.where, where)
        if disrupted != self.disrupted:
            changed += [u for u in differing(self.disrupted, disrupted) if where[u] == self.where[u]]
        if dropped != self.dropped:
            changed += [u for u in self.w.airborne_units if u not in changed]
        self.at, n = self.at.copy(), self.w.n
        for u in changed:
            if self.where[u] < n:
                self.leave(u, self.where[u])
        self.where, self.disrupted, self.dropped = where, disrupted, dropped
        for u in changed:
            if where[u] < n:
                self.enter(u, where[u])

    def enter(self, u: int, h: int) -> None:
        """Counts a unit in a hex (4 ¶1, ruling 15)."""
        w = self.w
        tally, here = self.tallies[w.side[u]], w.bit[h]
        others = self.at.get(h)
        self.at[h] = (u,) if others is None else tuple(sorted((*others, u)))
        if self.disrupted[u]:
            tally.shaken |= here
        if w.regiment[u]:
            self.regiments |= here
            return
        if tally.occupied & here:
            tally.crowd |= here
        else:
            tally.occupied |= here
        if w.load[u] == 3:
            tally.corps |= here
        if self.disrupted[u] or self.dropped >> u & 1:
            return
        if self.free & w.home_bit[u]:
            tally.sound |= here
            tally.free_zones |= w.zoc[h]
        else:  # zones of neutrals and of new allies end at their border (13 Neutral Status ¶1)
            tally.bound |= 1 << u
            tally.bound_zones |= w.zoc[h] & w.countries[HOME[w.nation[u]]]

    def leave(self, u: int, h: int) -> None:
        """Takes a unit away from its hex, and counts its friends there anew."""
        w = self.w
        side = w.side[u]
        tally, gone = self.tallies[side], ~w.bit[h]
        sound = tally.sound
        tally.occupied &= gone
        tally.corps &= gone
        tally.shaken &= gone
        tally.sound &= gone
        if tally.bound >> u & 1:
            tally.bound ^= 1 << u
            tally.bound_zones = 0
            for x in bits(tally.bound):
                tally.bound_zones |= w.zoc[self.where[x]] & w.countries[HOME[w.nation[x]]]
        if w.regiment[u]:
            self.regiments &= gone
        others = self.at.pop(h)
        if len(others) > 1:
            tally.crowd &= gone
            strangers = tuple([x for x in others if w.side[x] != side])
            if strangers:
                self.at[h] = strangers
            for x in others:
                if x != u and w.side[x] == side:
                    self.enter(x, h)
        if sound != tally.sound:
            zoc, bit, sound, zones = w.zoc, w.bit, tally.sound, tally.free_zones
            for x in w.zoc_near[h]:
                if not zoc[x] & sound:  # control of a hex is mutual
                    zones &= ~bit[x]
            tally.free_zones = zones

    def after(self, before: Survey, side: int) -> Survey:
        """The survey after one in which only units of this side stood elsewhere."""
        german, allied = before.sides
        if side == GERMAN:
            german = self.tallies[GERMAN].standing()
        else:
            allied = self.tallies[ALLIED].standing()
        return Survey(german, allied, self.regiments, self.where, self.at)

    def survey(self) -> Survey:
        german, allied = self.tallies
        return Survey(german.standing(), allied.standing(), self.regiments, self.where, self.at)


__all__ = ["ALLIED", "GERMAN", "Census", "Standing", "Survey"]
