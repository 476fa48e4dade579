"""How the bots see the map: how far it is to what decides the game, to the enemy, and where units stand well."""

from __future__ import annotations

from grognard.games.fortress_europa.data.world import ALLIED, DISTRICTS, GERMAN, World
from grognard.games.fortress_europa.rules.combat.strength import defending_factor
from grognard.games.fortress_europa.rules.standing import allied_hexes, survey
from grognard.games.fortress_europa.rules.state import FREE, Position, combat_factor
from grognard.games.fortress_europa.rules.supply.ports import capacity, harbours
from grognard.games.fortress_europa.rules.supply.supply import hqs, links, near_hq
from grognard.maps import Mask, mask_of, members

FAR = 99
SPARE = 15
"""The supply capacity with which nobody has to look for harbours."""
HUNGER = 20.0
"""What it costs to stand where no supply comes."""
CONTACT = 8.0
"""What it costs to stand next to an enemy whom nobody means to attack."""


def steps_from(w: World, starts: dict[int, int]) -> list[int]:
    """Land steps from every hex to the nearest of these, each of which is as far away as it says itself."""
    found = [FAR] * w.n
    rings: dict[int, list[int]] = {}
    for h, far in starts.items():
        rings.setdefault(far, []).append(h)
    far = 0
    while rings:
        for h in rings.pop(far, ()):
            if found[h] <= far:
                continue
            found[h] = far
            after = [x for x in w.near[h] if found[x] > far + 1]
            if after:
                rings.setdefault(far + 1, []).extend(after)
        far += 1
    return found


def allied_goals(s: Position) -> dict[int, int]:
    """What the Allies want next, and by how many hexes they would rather have something else."""
    w = s.data
    held = allied_hexes(s)
    found = dict.fromkeys(w.city_hexes, 8)
    for h in members(w.german_cities):
        found[h] = 3
    for h in w.port_hex:
        found[h] = 2 if capacity(s) < SPARE else 10  # supply comes first (18.7)
    for h in members(w.major_cities):
        found[h] = 0
    for row in w.book.conquest:
        for name in row.places:
            found[w.place_hex[name]] = 0
    districts = {DISTRICTS[d] for d in members(s.landing_districts)}
    for goal in w.book.district_goal:
        if goal.district in districts:
            for name in (*goal.any, *goal.all):
                found[w.place_hex[name]] = 0
    return {h: far for h, far in found.items() if not held >> h & 1} or {w.place_hex["Paris"]: 0}


def german_goals(s: Position) -> dict[int, int]:
    """What the Germans want to have back, where they attack: the places of the Ardennes offensive (33.3.10)."""
    w = s.data
    if w.book.scenario[s.scenario].setup != "december":
        return {}
    held = survey(s).occupied[GERMAN]
    names = {name for goal in w.book.bulge_goal for name in (*goal.all, *goal.any)}
    return {w.place_hex[name]: 0 for name in names if not held >> w.place_hex[name] & 1}


class Picture:
    """What a side knows while it plans an impulse."""

    def __init__(self, s: Position, side: int) -> None:
        w = s.data
        self.s, self.side = s, side
        around = survey(s)
        self.foes: Mask = around.occupied[1 - side]
        self.zone: Mask = around.zones[1 - side]
        self.to_foes = steps_from(w, dict.fromkeys(members(self.foes), 0))
        goals = allied_goals(s) if side == ALLIED else german_goals(s)
        self.attacks = bool(goals)
        """Whether the side has somewhere to go; else it holds what it has."""
        self.to_goals = steps_from(w, goals) if goals else self.to_foes
        self.planned: Mask = 0
        """Where units go to attack: being next to the enemy is wanted there."""
        self.keep: Mask = w.cities | w.fortresses | w.port_hexes
        """What is garrisoned when the enemy is near."""
        self.mulberries: Mask = mask_of(h for h in s.mulberry_at if h >= 0) if side == ALLIED else 0
        self.fed = self.supplied()
        self.posted: dict[int, int] = {}
        """For each hex how many units the plan has put there."""
        for u in w.of_side[side]:
            if s.where[u] < w.n:
                self.posted[s.where[u]] = self.posted.get(s.where[u], 0) + 1

    def supplied(self) -> Mask:
        """Where units are supplied as headquarters stand now, or always (18.1, 18.3 to 18.5)."""
        s, w = self.s, self.s.data
        if self.side == ALLIED:
            found = w.cities & ~w.germany
            for link in links(s, harbours(s)):
                found |= link.hexes
            return found
        staff = mask_of(s.where[u] for u in hqs(s, GERMAN))
        found = w.germany | w.italy | w.cities | w.fortresses
        return found | (near_hq(s, GERMAN, staff) if staff else 0)

    def defence(self, h: int) -> int:
        """The factors that defend a hex of the enemy."""
        s, w = self.s, self.s.data
        return sum(defending_factor(s, x, False) for x in w.of_side[1 - self.side] if s.where[x] == h)

    def is_frozen(self, h: int) -> bool:
        """Whether everybody in an enemy hex is frozen: attacking them releases all (9.1F)."""
        s, w = self.s, self.s.data
        return all(s.bound[x] != FREE for x in w.of_side[1 - self.side] if s.where[x] == h)

    def score(self, u: int, h: int) -> float:
        """How well a unit would stand in a hex at the end of the impulse."""
        w = self.s.data
        bit = w.bit[h]
        here = self.s.where[u] == h
        friends = self.posted.get(h, 0) - here
        found = -CONTACT if self.zone & bit and not self.planned & bit else 0.0
        if w.hqs >> u & 1:
            return found + self._staff(u, h)
        if not self.fed & bit:
            found -= HUNGER if self.s.impulse == 2 else 0.5 * HUNGER if self.zone & bit else 0.1 * HUNGER
        if self.attacks:
            found -= self.to_goals[h]
            if self.keep & bit and not friends and self.to_foes[h] <= 3:
                found += 2.0
            if self.mulberries & bit and friends < 2:
                found += 12.0  # nobody enters where two units stand (29.4)
            return found - 0.1 * friends + 0.3 * bool(w.doubled & bit)
        far = self.to_foes[h]
        found -= abs(far - 2) if far <= 8 else far
        if self.keep & bit and not friends and far <= 6:
            found += 4.0 if w.major_cities & bit else 3.0
        return found - 0.5 * friends + 1.2 * bool((w.doubled | w.cities | w.fortresses) & bit)

    def _staff(self, u: int, h: int) -> float:
        """Headquarters stand where most units are in their range and in nobody else's (18.1), out of reach."""
        s, w = self.s, self.s.data
        line = w.book.supply.line
        near, others = w.disc(h, line), 0
        for x in hqs(s, self.side):
            if x != u:
                others |= w.disc(s.where[x], line)
        company = sum(n for x, n in self.posted.items() if x < w.n and near >> x & 1 and not others >> x & 1)
        danger = max(0, 3 - self.to_foes[h])
        return 0.5 * company - 2.0 * danger - 0.3 * min(self.to_goals[h], self.to_foes[h] + 5)

    def value(self, u: int) -> float:
        """What a unit is worth to its side."""
        w = self.s.data
        return combat_factor(self.s, u) + (1.0 if w.armored >> u & 1 else 0.0) + (20.0 if w.hqs >> u & 1 else 0.0)
