"""How the bots see the map: how far it is to what decides the game, to the enemy, and where units stand well."""

from __future__ import annotations

from grognard.games.fortress_europa.bots.goals import (
    Places,
    allied_goals,
    closed,
    drop_range,
    german_goals,
    lost_places,
    stakes,
)
from grognard.games.fortress_europa.bots.odds import value
from grognard.games.fortress_europa.bots.style import EASY, Style
from grognard.games.fortress_europa.data.world import ALLIED, GERMAN, World
from grognard.games.fortress_europa.rules.air.air import flying, tac_range
from grognard.games.fortress_europa.rules.combat.strength import defending_factor
from grognard.games.fortress_europa.rules.standing import survey
from grognard.games.fortress_europa.rules.state import FREE, Position, combat_factor, invasion_now
from grognard.games.fortress_europa.rules.supply.ports import harbours
from grognard.games.fortress_europa.rules.supply.supply import (
    controlled,
    german_hexes_in_supply,
    german_sources,
    hqs,
    links,
    near_hq,
    through,
)
from grognard.games.fortress_europa.rules.victory.victory import conquest_of
from grognard.maps import Mask, mask_of, members, supplied

FAR = 99
HUNGER = 20.0
"""What it costs to stand where no supply comes."""
FEW = 5
"""Headquarters with fewer units of their own look for those who have no supply."""
FOLLOWING = 3
"""How far headquarters are counted on to follow."""
ALONE = 8
"""So far from the enemy nobody need stand with headquarters."""
GUARDED, GUARDS = 8.0, 9
"""What it counts to stand with headquarters, and how many factors are enough."""
DECISIVE, WATCHED = 4.0, 14
"""What is at stake in a city that decides the game, and from how far off it is guarded."""
RELEASE = 12.0
"""What it costs the Allies to wake every German in the West (9.1)."""
REACH = 4
"""How far off enemies count as a threat."""
LEAST_CARE, MOST_CARE = 0.5, 1.1
"""How little and how much one's own losses count at most."""
LATE = 0.3
"""How much ground counts in the second impulse: nobody moves on after it (4.3)."""
RETAKE = 4.0
"""What it counts to take back a place that decides the game."""
URGE = 1.0
"""What an attack counts more for who must reach Germany in time: the calendar is against the Allies (30.1)."""
SWATH = 24
"""So many combat factors on the way to a city make it a hex further off for the next: who all take one road wait
behind each other."""
DECIDING = 0
"""How far off a goal counts that is worth an axis of its own."""
MOST_THREAT = 45
"""No more attackers than this find room around a hex."""


def steps_from(w: World, starts: Places) -> list[int]:
    """Land steps from every hex to the nearest of these, each of which is as far away as it says itself."""
    found = [FAR] * w.n
    later: dict[int, Mask] = {}
    for h, far in starts.items():
        later[far] = later.get(far, 0) | w.bit[h]
    reached = edge = far = 0
    while later or edge:
        edge = (edge | later.pop(far, 0)) & ~reached
        reached |= edge
        for h in members(edge):
            found[h] = far
        edge = w.steps.spread(edge) & ~reached if edge else 0
        far += 1
    return found


class Picture:
    """What a side knows while it plans an impulse."""

    def __init__(self, s: Position, side: int, style: Style = EASY) -> None:
        w = s.data
        self.s, self.side, self.style = s, side, style
        around = survey(s)
        self.foes: Mask = around.occupied[1 - side]
        self.zone: Mask = around.zones[1 - side]
        self.to_foes = steps_from(w, dict.fromkeys(members(self.foes), 0))
        goals = allied_goals(s) if side == ALLIED else german_goals(s)
        self.attacks = bool(goals)
        """Whether the side has somewhere to go; else it holds what it has."""
        self.goals = goals
        self.to_goals = steps_from(w, goals) if goals else self.to_foes
        conquers = side == ALLIED and conquest_of(s) is not None
        self.urge = URGE if conquers else 0.0
        self.ways: dict[int, list[int]] = self.axes() if conquers else {}
        """In a war for Germany, for each unit how far it is to the goals of its axis."""
        self.planned: Mask = 0
        """Where units go to attack: being next to the enemy is wanted there."""
        self.stakes = stakes(s, side)
        self.vital: Mask = lost_places(s) if side == GERMAN else 0
        """Places in enemy hands that decide the game."""
        self.exposed: Mask = drop_range(s) if side == GERMAN else 0
        """Where paratroopers could come down."""
        self.staff: Mask = 0
        """Where headquarters stand that have moved: somebody stays with them."""
        self.shut: Mask = closed(s) if side == ALLIED else 0
        self.fed = self.supplied()
        self.roots = self.rooted()
        self.soon = self.fed | self.following()
        """Where supply comes as well if headquarters follow (13.1)."""
        self.strafed = self.strafers()
        self.seen: Mask = tac_range(s, ALLIED) if self.strafed else 0
        hungry = [s.where[u] for u in w.of_side[side] if s.where[u] < w.n and not self.fed >> s.where[u] & 1]
        self.to_hungry = steps_from(w, dict.fromkeys(hungry, 0)) if hungry else [0] * w.n
        self.posted: dict[int, int] = {}
        """For each hex how many units the plan has put there."""
        self.strength: dict[int, int] = {}
        """For each hex their combat factors."""
        self.beside = [0] * w.n
        """For each hex how many hexes next to it are held: who comes beside one of them must stop (7.2)."""
        for u in w.of_side[side]:
            if s.where[u] < w.n:
                self.post(u, s.where[u], 1)
        self.threat = self.threats()
        self.care = self.cares()
        """How much one's own losses count against those of the enemy."""

    def post(self, u: int, h: int, change: int) -> None:
        """The plan puts a unit in a hex, or takes it away; headquarters are no company."""
        w = self.s.data
        if w.hqs >> u & 1:
            return
        before = self.posted.get(h, 0)
        self.posted[h] = before + change
        self.strength[h] = self.strength.get(h, 0) + change * combat_factor(self.s, u)
        if h < w.n and bool(before) != bool(before + change):
            for x in w.near[h]:
                self.beside[x] += change

    def axes(self) -> dict[int, list[int]]:
        """Shares out the goals among the cities that decide, each with what lies nearest to it, and the units among
        these axes, whose roads have only so much room."""
        s, w = self.s, self.s.data
        heads = [h for h, far in self.goals.items() if far <= DECIDING]
        if len(heads) < 2:
            return {}
        shares: dict[int, Places] = {head: {} for head in heads}
        for h, far in self.goals.items():
            shares[min(heads, key=lambda head: w.grid.distance(head, h))][h] = far
        fields = [steps_from(w, share) for share in shares.values()]
        load = [0.0] * len(fields)
        units = [u for u in w.of_side[self.side] if s.where[u] < w.n and not w.hqs >> u & 1]
        units.sort(key=lambda u: self.to_goals[s.where[u]])
        found: dict[int, list[int]] = {}
        for u in units:
            h = s.where[u]
            best = min(range(len(fields)), key=lambda i: fields[i][h] + load[i] / SWATH)
            load[best] += combat_factor(s, u)
            found[u] = fields[best]
        return found

    # ------------------------------------------------------------------------------------ what is known

    def supplied(self) -> Mask:
        """Where units are supplied as headquarters stand now, or always (18.1, 18.3 to 18.6)."""
        s, w = self.s, self.s.data
        if self.side == GERMAN:
            return german_hexes_in_supply(s)
        found = w.cities & ~w.germany
        if invasion_now(s):  # 18.7.1: a mulberry is still to come
            found |= near_hq(s, ALLIED, mask_of(s.where[u] for u in hqs(s, ALLIED)))
        for link in links(s, harbours(s)):
            found |= link.hexes
        return found

    def rooted(self) -> Mask:
        """Where headquarters have a line to a harbour, or to a city at home (18.1, 18.3)."""
        s, w = self.s, self.s.data
        ends = german_sources(s) if self.side == GERMAN else mask_of(x.hex for x in harbours(s))
        return supplied(w.steps, ends, controlled(s, self.side) | ends)

    def following(self) -> Mask:
        """Where headquarters could bring supply in the second impulse, short of their full movement."""
        s, w = self.s, self.s.data
        staff = mask_of(s.where[u] for u in hqs(s, self.side)) & self.roots
        return supplied(w.steps, staff, through(s, self.side) | staff, w.book.supply.line + FOLLOWING)

    def strafers(self) -> int:
        """How many aircraft wait for those who go further than three hexes (17.10.1)."""
        s = self.s
        return len(flying(s, "strafing")) if self.side == GERMAN and s.side == GERMAN and s.impulse == 1 else 0

    def march(self, u: int, h: int) -> float:
        """What aircraft cost a unit on the average that goes to a hex: a step, which is half of it."""
        s, w = self.s, self.s.data
        at = s.where[u]
        if not self.strafed or at >= w.n or not self.seen & (w.bit[h] | w.bit[at]) or w.grid.distance(at, h) <= 3:
            return 0.0
        return self.strafed / 6 * combat_factor(s, u) / 2

    def threats(self) -> list[int]:
        """For each hex the enemy factors near it, without those who are frozen."""
        s, w = self.s, self.s.data
        found = [0] * w.n
        by_hex: dict[int, int] = {}
        for x in w.of_side[1 - self.side]:
            h = s.where[x]
            if h < w.n and s.bound[x] == FREE:
                by_hex[h] = by_hex.get(h, 0) + combat_factor(s, x)
        for h, factors in by_hex.items():
            for near in members(w.disc(h, REACH)):
                found[near] += factors
        return found

    def cares(self) -> float:
        """Who is the stronger can bear losses; who waits overseas counts."""
        s, w = self.s, self.s.data
        force = [0, 0]
        for u, h in enumerate(s.where):
            if (h < w.n and s.bound[u] == FREE) or h in (w.england, w.africa):
                force[w.side[u]] += combat_factor(s, u)
        return min(MOST_CARE, max(LEAST_CARE, force[1 - self.side] / max(1, force[self.side])))

    def defence(self, h: int) -> int:
        """The factors that defend a hex of the enemy."""
        s, w = self.s, self.s.data
        return sum(defending_factor(s, x, False) for x in w.of_side[1 - self.side] if s.where[x] == h)

    def is_frozen(self, h: int) -> bool:
        """Whether somebody in an enemy hex is frozen: attacking him releases all (9.1F)."""
        s, w = self.s, self.s.data
        return any(s.bound[x] != FREE for x in w.of_side[1 - self.side] if s.where[x] == h)

    def ground(self, h: int) -> float:
        """What it is worth to take a hex from the enemy."""
        s, w = self.s, self.s.data
        found = 1.0
        if self.attacks:
            if h in self.goals:
                found += max(1.0, 7.0 - self.goals[h])
            found += max(0.0, 2.0 - 0.3 * self.to_goals[h])
        elif self.vital >> h & 1:
            found += RETAKE
        if w.port_hexes >> h & 1 or h in s.mulberry_at:
            found += 3.0
        if w.cities >> h & 1:
            found += 1.5
        return found * self.style.push * (1.0 if s.impulse == 1 else LATE) + self.urge

    # -------------------------------------------------------------------------------- where to stand

    def score(self, u: int, h: int) -> float:
        """How well a unit would stand in a hex at the end of the impulse."""
        s, w, style = self.s, self.s.data, self.style
        bit = w.bit[h]
        here = s.where[u] == h
        staff = bool(w.hqs >> u & 1)
        friends = self.posted.get(h, 0) - (here and not staff)
        found = -style.contact if self.zone & bit and not self.planned & bit else 0.0
        if self.shut & bit:
            found -= RELEASE
        if staff:
            return found + self._staff(u, h)
        if not self.fed & bit:
            found -= HUNGER if s.impulse == 2 else 0.1 * HUNGER if self.soon & bit else 0.5 * HUNGER
        found -= self.march(u, h)
        far = self.to_foes[h]
        stake = self.stakes.get(h, 0.0)
        if stake and (far <= (WATCHED if stake >= DECISIVE else 6) or self.exposed & bit):
            found += style.guard * stake * (1.0 if not friends else 0.4 if friends == 1 else 0.1)
        if self.staff & bit:
            guards = self.strength.get(h, 0) - here * combat_factor(s, u)
            found += GUARDED * max(0.0, 1.0 - guards / GUARDS) * (far <= 8)
        found -= style.caution * self.risk(u, h, here)
        if not friends and far <= 6:
            found += style.cover * sum(self.beside[x] <= here for x in w.near[h])
        rough = bool((w.doubled | w.cities) & bit or (self.side == GERMAN and (w.fortresses & ~s.ruined) & bit))
        if self.attacks:
            way = self.ways.get(u, self.to_goals)
            return found - style.pull * way[h] - 0.1 * friends + 0.4 * rough
        found -= style.pull * (abs(far - style.distance) if far <= 8 else far)
        return found - 0.4 * friends + 1.2 * rough

    def risk(self, u: int, h: int, here: bool) -> float:
        """What a unit may lose where the enemy could come with more than can be borne."""
        s, w = self.s, self.s.data
        threat = min(self.threat[h], MOST_THREAT)
        if not threat:
            return 0.0
        staff = bool(w.hqs >> u & 1)
        own = self.strength.get(h, 0) + (combat_factor(s, u) if staff or not here else 0)
        if w.cities >> h & 1 or w.doubled >> h & 1 or (self.side == GERMAN and (w.fortresses & ~s.ruined) >> h & 1):
            own *= 2
        over = (threat / max(1, own) - 1.5) / 4
        return value(s, u) * min(1.0, max(0.0, over))

    def _staff(self, u: int, h: int) -> float:
        """Headquarters stand where most units are in their range and in nobody else's (18.1), out of reach, with a
        line of their own."""
        s, w = self.s, self.s.data
        line = w.book.supply.line
        near, others = w.disc(h, line), 0
        for x in hqs(s, self.side):
            if x != u:
                others |= w.disc(s.where[x], line)
        company = shared = 0
        for x, units in self.posted.items():
            if x < w.n and near >> x & 1:
                if others >> x & 1:
                    shared += units
                else:
                    company += units
        alone = not self.posted.get(h, 0)
        danger = max(0, 3 - self.to_foes[h]) + alone * max(0, ALONE - self.to_foes[h])
        found = 0.6 * company + 0.1 * shared - 2.0 * danger - self.risk(u, h, s.where[u] == h)
        found += 0.5 * self.stakes.get(h, 0.0) + 1.0 * bool((w.doubled | w.cities) >> h & 1)
        if company < FEW:
            found -= 0.6 * min(self.to_hungry[h], 15)  # it goes to those who have none
        found -= 0.2 * min(self.to_goals[h], self.to_foes[h] + 5)
        return found if self.roots >> h & 1 else found - HUNGER

    def value(self, u: int) -> float:
        return value(self.s, u)
