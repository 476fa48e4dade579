# compiled as it stands
"""3, 4. Who stands where and who controls what: counted unit by unit, so that only what changed is counted again."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from grognard.games.nineteen_forty.data.world import ALLIED, GERMAN, HOME

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
    """For one side: how many units of each kind stand in each hex, and how many zones cover it."""

    __slots__ = ("corps", "corps_in", "covered", "crowd", "occupied", "shaken", "shaken_in", "sound", "sound_in",
                 "units_in", "zones")  # fmt: skip

    def __init__(self, n: int) -> None:
        self.occupied = self.zones = self.corps = self.crowd = self.sound = self.shaken = 0
        self.units_in, self.covered, self.corps_in = bytearray(n), bytearray(n), bytearray(n)
        self.sound_in, self.shaken_in = bytearray(n), bytearray(n)

    def copy(self) -> Tally:
        new = Tally.__new__(Tally)
        new.occupied, new.zones, new.corps = self.occupied, self.zones, self.corps
        new.crowd, new.sound, new.shaken = self.crowd, self.sound, self.shaken
        new.units_in, new.covered, new.corps_in = self.units_in.copy(), self.covered.copy(), self.corps_in.copy()
        new.sound_in, new.shaken_in = self.sound_in.copy(), self.shaken_in.copy()
        return new

    def standing(self) -> Standing:
        return Standing(self.occupied, self.zones, self.corps, self.crowd, self.sound, self.shaken)


class Census:
    """The tallies of both sides, as they were when the units stood and were as noted here."""

    __slots__ = ("at", "disrupted", "dropped", "free", "regiments", "tallies", "w", "where")

    def __init__(self, s: Position) -> None:
        """Nobody is counted yet."""
        self.w = w = s.data
        self.where = [w.out] * w.n_units
        self.disrupted = s.disrupted.copy()
        self.dropped = s.dropped
        self.free = s.war & ~s.fresh
        """Countries at war whose units have zones everywhere: those that joined in this impulse have not."""
        self.at: At = {}
        self.regiments = 0
        self.tallies = (Tally(w.n), Tally(w.n))

    def copy(self) -> Census:
        new = Census.__new__(Census)
        new.w, new.where, new.disrupted = self.w, self.where, self.disrupted  # never changed in place
        new.dropped, new.free, new.at, new.regiments = self.dropped, self.free, self.at, self.regiments
        new.tallies = (self.tallies[0].copy(), self.tallies[1].copy())
        return new

    def holds(self, s: Position) -> bool:
        """Whether the units stand and are as they were counted."""
        return self.where == s.where and self.disrupted == s.disrupted and self.dropped == s.dropped

    def follow(self, s: Position) -> None:
        """Counts anew the units that have changed."""
        where, disrupted, dropped = s.where.copy(), s.disrupted.copy(), s.dropped
        changed = [u for u, (a, b) in enumerate(zip(self.where, where, strict=True)) if a != b]
        if disrupted != self.disrupted:
            changed += [
                u
                for u, (a, b) in enumerate(zip(self.disrupted, disrupted, strict=True))
                if a != b and where[u] == self.where[u]
            ]
        if dropped != self.dropped:
            changed += [u for u in self.w.airborne_units if u not in changed]
        self.at = self.at.copy()
        for u in changed:
            self.count(u, -1)
        self.where, self.disrupted, self.dropped = where, disrupted, dropped
        for u in changed:
            self.count(u, 1)

    def count(self, u: int, by: int) -> None:
        """Adds a unit to what is counted, or takes it away (4 ¶1, ruling 15)."""
        w = self.w
        h = self.where[u]
        if h >= w.n:
            return
        here, condition, tally = w.bit[h], self.disrupted[u], self.tallies[w.side[u]]
        others = self.at.get(h, ())
        if by > 0:
            self.at[h] = tuple(sorted((*others, u))) if others else (u,)
        elif len(others) == 1:
            del self.at[h]
        else:
            self.at[h] = tuple([x for x in others if x != u])
        if condition:
            tally.shaken_in[h] += by
            tally.shaken = tally.shaken | here if tally.shaken_in[h] else tally.shaken & ~here
        if w.regiment[u]:
            if by > 0:
                self.regiments |= here
            elif not any(w.regiment[x] for x in self.at.get(h, ())):
                self.regiments &= ~here
            return
        tally.units_in[h] += by
        units = tally.units_in[h]
        tally.occupied = tally.occupied | here if units else tally.occupied & ~here
        tally.crowd = tally.crowd | here if units > 1 else tally.crowd & ~here
        if w.load[u] == 3:
            tally.corps_in[h] += by
            tally.corps = tally.corps | here if tally.corps_in[h] else tally.corps & ~here
        if condition or self.dropped >> u & 1:
            return
        near = w.zoc_near[h]
        if self.free & w.home_bit[u]:
            tally.sound_in[h] += by
            tally.sound = tally.sound | here if tally.sound_in[h] else tally.sound & ~here
        else:  # zones of neutrals and of new allies end at their border (13 Neutral Status ¶1)
            home = w.countries[HOME[w.nation[u]]]
            near = tuple(x for x in near if home >> x & 1)
        covered, bit = tally.covered, w.bit
        if by > 0:
            for x in near:
                if not covered[x]:
                    tally.zones |= bit[x]
                covered[x] += 1
        else:
            for x in near:
                covered[x] -= 1
                if not covered[x]:
                    tally.zones ^= bit[x]

    def survey(self) -> Survey:
        german, allied = self.tallies
        return Survey(german.standing(), allied.standing(), self.regiments, self.where, self.at)


def census(s: Position) -> Census:
    """Everything counted anew."""
    found = Census(s)
    found.follow(s)
    return found


__all__ = ["ALLIED", "GERMAN", "Census", "Standing", "Survey", "census"]
