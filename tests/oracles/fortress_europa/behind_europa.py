"""Fortress Europa after the first landing, a second time: who lands behind the invaders (12.11), where units go that
a hidden one turns away from an inland port (12.17), and how units get out of a frozen district (15.10)."""

from __future__ import annotations

from oracle_europa import GROUND, ISLE, TOUCHING, apart, read, side_of
from overseas_europa import INLAND, Overseas

DISTRICT = {d["id"]: set(d["hexes"]) for d in read("areas")["district"]}


class Behind(Overseas):
    """The same state, seen by those who follow, are turned away or have lost their way."""

    # ------------------------------------------------------------------------------------- 12.11 landing

    def follows(self, unit: str) -> set[str]:
        """Where a unit that waits at sea can land in the second impulse: in hexes that were invaded and hold no
        enemy, in enemy zones or not; in a full one only if a unit can leave it."""
        if not self.room_in_europe(unit):
            return set()
        raider = bool(self.kind(unit).get("raids"))
        found = set()
        for h in self.hexes(self.s.site) - self.held["german"] - self.decoys:
            if h in INLAND and self.held["german"] & set(INLAND[h]["passage"]):
                continue
            if self.idle_there(unit, h):
                continue
            there = [u for u, x in self.at.items() if x == h and side_of(u) == "allied"]
            limit = 3 if h == ISLE["hex"] else self.limit(h)
            counts = raider or self.stacks(unit)
            full = counts and self.stack("allied", h) >= limit
            if full and not self.goes_on(unit, h) and not any(self.leaves(u, h) for u in there):
                continue
            found.add(h)
        return found

    def goes_on(self, unit: str, h: str) -> bool:
        """12.11, 8.9: whether who lands here may move on, with half its allowance but at least one hex, and has
        somewhere to go."""
        ground = "clear" if h == ISLE["hex"] else GROUND[h]
        wet = ground == "flooded" and bool(self.s.flooded)
        uphill = ground in ("mountain", "alpine") and not (ground == "mountain" and self.climbs(unit))
        if h in self.zone["german"] or wet or uphill:
            return False
        after = self.s.copy()
        after.where[self.w.unit[unit]], after.facts = self.w.index[h], None
        after.sailed |= 1 << self.w.unit[unit]
        return bool(type(self)(after).reach(unit))

    def leaves(self, unit: str, h: str) -> bool:
        """Whether a unit that is there can still walk out of the hex: 5.3, 8.2, 8.9, 27.7."""
        s, bit = self.s, 1 << self.w.unit[unit]
        if (s.moved | s.stuck | s.pinned | s.landed) & bit or s.mired & bit:
            return False
        return bool(self.allowance(unit)) and bool(self.reach(unit))

    # --------------------------------------------------------------------------------- 12.17 turned away

    def blockers(self, port: str) -> set[str]:
        """12.5: the hexes on the water up to an inland port that hold German units."""
        return self.held["german"] & set(INLAND[port]["passage"])

    def crowd(self, h: str) -> int:
        """12.7: what counts in a hex on the turn of the landing."""
        raids = self.units(self.s.raiding)
        return sum(
            self.lands_as(u) for u, x in self.at.items() if x == h and side_of(u) == "allied" and u not in raids
        )

    def fits(self, unit: str, h: str) -> bool:
        return self.lands_as(unit) <= self.beach_limit(h) - self.crowd(h)

    def nearest(self, unit: str, blocker: str) -> set[str]:
        """The invadable hexes with room that lie nearest to the blocker's hex, on the same sea (ruling 106)."""
        beaches = self.beaches()
        sea = next(a["box"] for h, a in sorted(beaches.items(), key=lambda x: apart(x[0], blocker)))
        able = set()
        for h in beaches:
            if not self.open_coast(h, sea) or not self.fits(unit, h):
                continue
            if h == ISLE["hex"] and not self.hexes(self.s.site) & set(ISLE["beaches"]):
                continue
            if any(x == h and u in self.dropped for u, x in self.at.items()):
                continue
            able.add(h)
        least = min((apart(blocker, h) for h in able), default=0)
        return {h for h in able if apart(blocker, h) == least}

    # --------------------------------------------------------------------------------- 15.10 trespassers

    def shut(self) -> set[str]:
        """9.1: the hexes of districts where German units are frozen."""
        bound = {self.w.district_ids[d] for d in self.s.bound if d >= 0}
        return set().union(*(DISTRICT[name] for name in bound))

    def ways_home(self, unit: str) -> set[str]:
        """Where a unit that was forced into a frozen district must go: out of it, or as near to the outside as it can
        get, and nearer than it is, but through no other frozen one (ruling 73)."""
        inside, start = self.shut(), self.at[unit]
        own = next((hexes for hexes in DISTRICT.values() if start in hexes), set())
        ring = reached = {start}
        while ring:
            ring = {b for h in ring for b in TOUCHING[h] if b in own} - reached
            reached = reached | ring
        walled = start in own and all(b in inside for h in reached for b in TOUCHING[h])
        others = set() if walled else inside - own
        goals = self.reach(unit, frozenset(others))
        if goals - inside:
            return goals - inside
        far = {h: self.to_outside(h, inside, others) for h in (*goals, start)}
        known = [far[h] for h in goals if far[h] < far[self.at[unit]]]
        return {h for h in goals if known and far[h] == min(known)}

    def to_outside(self, start: str, inside: set[str], shut: set[str]) -> int:
        """How many hexes lie to the nearest one outside, around the enemy and what is shut."""
        ring, seen, far = {start}, {start}, 0
        while ring:
            if ring - inside:
                return far
            far += 1
            ring = {b for h in ring for b in TOUCHING[h] if b not in seen | shut | self.held["german"]}
            seen |= ring
        return 9999

    def kept_out(self, unit: str) -> set[str]:
        """Where a unit can move that has come out of such a district: it does not set foot in it again."""
        return self.reach(unit, frozenset(self.shut()))
