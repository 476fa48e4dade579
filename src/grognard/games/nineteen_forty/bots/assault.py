# compiled as it stands
"""Attacks for which units are brought together: who must go where so that the attacks are worth their risk.

An attacker must see to it that every enemy next to him is attacked, so attacks are planned in clusters: first the
one that promises most, then the ones it entails, each with units that are still free.
"""

from __future__ import annotations

from typing import NamedTuple

from grognard.games.nineteen_forty.bots.attacks import MOST_AIR, gains, prize
from grognard.games.nineteen_forty.bots.picture import Picture, values
from grognard.games.nineteen_forty.data.world import ALLIED, GERMAN, World
from grognard.games.nineteen_forty.rules.command import why_not_effort
from grognard.games.nineteen_forty.rules.movement import movers, reach
from grognard.games.nineteen_forty.rules.stacking import MOST_ARMOUR, MOST_DIVISIONS
from grognard.games.nineteen_forty.rules.state import Position, at_war, friendly, survey
from grognard.games.nineteen_forty.rules.strength import base_column, fort_of, garrison_at
from grognard.maps import members

MOST_UNITS = 8
SCALE = 64
OTHER = 0.5
"""What each further enemy costs that an attacker stands next to, before it is known what attacking him costs."""
UNMET = 3.0
"""What an enemy costs whom nobody can attack though somebody must."""
CLUSTER = 5
CANDIDATES = 3


class Assault(NamedTuple):
    gain: float
    target: int
    places: tuple[tuple[int, int], ...]
    """Units and the hexes they attack from."""
    air: int
    entailed: int
    """The other enemies next to these hexes."""


def power(s: Position, u: int, x: int, target: int) -> int:
    """The strength of a unit attacking from a hex, in 64ths of a factor; half of the bridgeheads fail."""
    w = s.data
    edge = w.edges[x, target]
    found = w.combat[u] * SCALE >> edge.halvings
    if edge.river >= 0:
        found = found * 3 >> 2
    if s.unsupplied >> u & 1:
        found >>= 1
    if w.side[u] == GERMAN and (fort := fort_of(s, x, target)):
        found >>= w.fort_halvings[fort]
    if w.armour[u] and w.armour_halved >> target & 1:
        found >>= 1
    return found


class Planner:
    """Looks for attacks with the units that are still free."""

    def __init__(self, s: Position, picture: Picture) -> None:
        w = s.data
        self.s = s
        self.picture = picture
        self.around = survey(s)
        self.air = s.air_german if s.side == GERMAN else s.air_allied
        self.room: dict[int, tuple[int, int]] = {}
        """For hexes with units: divisions and armoured divisions there."""
        for h in members(self.around.occupied[s.side]):
            there = [u for u in self.around.at[h] if w.side[u] == s.side]
            self.room[h] = (sum(w.load[u] for u in there), sum(w.armour_load[u] for u in there))
        self.struck = 0
        self.free = self._reaches()
        self.offers: dict[int, Assault | None] = {}

    def copy(self) -> Planner:
        twin = object.__new__(Planner)
        twin.__dict__.update(self.__dict__)
        twin.room, twin.free, twin.offers = self.room.copy(), self.free.copy(), self.offers.copy()
        return twin

    def _reaches(self) -> dict[int, int]:
        """The units that could attack, and the hexes from which."""
        s, w = self.s, self.s.data
        front = w.attack_steps.spread(self.picture.foes) & ~self.picture.foes & ~self.picture.closed
        able = set(movers(s))
        found = {}
        for u in w.of_side[s.side]:
            h = s.where[u]
            if h >= w.n or not w.combat[u] or s.disrupted[u] or s.dropped >> u & 1 or not at_war(s, u):
                continue
            if u in self.picture.posts or next(why_not_effort(s, u), None) is not None:
                continue
            mask = w.bit[h]
            if u in able:
                mask |= reach(s, u).mask & ~self.picture.barred.get(u, 0)
            if mask & front:
                found[u] = mask & front
        return found

    def has_room(self, u: int, x: int, room: dict[int, tuple[int, int]]) -> bool:
        w: World = self.s.data
        if x == self.s.where[u]:
            return True
        load, armour = room.get(x, (0, 0))
        return load + w.load[u] <= MOST_DIVISIONS and armour + w.armour_load[u] <= MOST_ARMOUR

    def offer(self, target: int) -> Assault | None:
        """The best attack on one hex."""
        s, w = self.s, self.s.data
        near = w.attack_mask[target]
        duty = self.picture.foes & ~self.struck & ~w.bit[target]
        found = []
        for u, mask in self.free.items():
            spots = mask & near
            if not spots:
                continue
            best, best_score = (0, 0), -1e9
            for x in members(spots):
                if not self.has_room(u, x, self.room):
                    continue
                strength = power(s, u, x, target)
                score = strength / SCALE - OTHER * (w.attack_mask[x] & duty).bit_count()
                if x == s.where[u]:
                    score += 0.2
                if score > best_score:
                    best, best_score = (strength, x), score
            if best[0]:
                found.append((best_score, u, best[1], best[0]))
        if not found:
            return None
        found.sort(reverse=True)
        return self._grow(target, found)

    def _grow(self, target: int, found: list[tuple[float, int, int, int]]) -> Assault | None:
        """Adds units, the strongest first, and keeps the number that promises most."""
        s, w = self.s, self.s.data
        foe = 1 - s.side
        there = [u for u in self.around.at[target] if w.side[u] == foe]
        defence = sum(w.combat[u] * SCALE >> (s.unsupplied >> u & 1) for u in there)
        if foe == ALLIED:
            defence += garrison_at(s, target) * SCALE
        won = prize(s, target, self.picture.strength(target)[1])
        weights, worth = self.picture.weights, values(w)
        slow = not any(w.motorized[u] for u in there)
        room = self.room.copy()
        zone = self.around.zones[s.side]
        duty = self.picture.foes & ~self.struck & ~w.bit[target]
        fortified, maginot = w.fortified >> target & 1, w.maginot >> target & 1
        strength = armour = others = entailed = 0
        risk = 0.0
        pure, flanked, works = True, False, False
        places: list[tuple[int, int]] = []
        best: Assault | None = None
        for _, u, x, factors in found:
            if x != s.where[u]:
                if not self.has_room(u, x, room):
                    continue
                load, panzers = room.get(x, (0, 0))
                room[x] = (load + w.load[u], panzers + w.armour_load[u])
            places.append((u, x))
            strength += factors
            risk += worth[u]
            pure = pure and w.motorized[u]
            armour += w.armour_load[u]
            others += w.load[u] - w.armour_load[u]
            fort = fort_of(s, x, target) if foe == ALLIED else 0
            flanked = flanked or fort == 0
            works = works or fort == 2
            entailed |= w.attack_mask[x] & duty
            zone |= w.zoc[x]
            column = base_column(w, strength, defence + SCALE if works else defence) - w.columns[target]
            if pure and slow and armour and others <= armour:
                column += 1
            star = not w.dr_star >> target & 1 and not maginot and (flanked or not fortified)
            row = gains(
                w, column, won, risk, weights.push, flanked or not maginot, star, self._trapped(target, there, zone)
            )
            for air in range(min(MOST_AIR, self.air) + 1):
                gain = row[air] - 0.5 * weights.air * air - 0.1 * len(places) - OTHER * entailed.bit_count()
                if best is None or gain > best.gain:
                    best = Assault(gain, target, tuple(places), air, entailed)
            if len(places) >= MOST_UNITS:
                break
        return best

    def _trapped(self, target: int, there: list[int], zone: int) -> bool:
        """Whether no defender could step out of the hex in a retreat."""
        s, w = self.s, self.s.data
        land = friendly(s, 1 - s.side) & w.zoc[target] & ~self.around.occupied[s.side]
        if any(w.motorized[u] for u in there):
            return not land
        return not land & (~zone | self.around.occupied[1 - s.side])

    def take(self, chosen: Assault) -> None:
        """Binds the units of an attack; what others could do with them is thought over again."""
        s, w = self.s, self.s.data
        self.struck |= w.bit[chosen.target]
        self.air -= chosen.air
        touched = 0
        for u, x in chosen.places:
            touched |= self.free.pop(u)
            here = s.where[u]
            if here != x:
                for h, sign in ((here, -1), (x, 1)):
                    load, armour = self.room.get(h, (0, 0))
                    self.room[h] = (load + sign * w.load[u], armour + sign * w.armour_load[u])
        for target in list(self.offers):
            if target == chosen.target or w.attack_mask[target] & touched:
                del self.offers[target]

    def cluster(self, first: Assault) -> tuple[float, list[tuple[int, int]], Planner]:
        """An attack with those that it entails: what they promise together, who goes where, and what is left."""
        rest = self.copy()
        total, open_duty = 0.0, 0
        places: list[tuple[int, int]] = []
        chosen: Assault | None = first
        for _ in range(CLUSTER):
            assert chosen is not None
            total += chosen.gain + OTHER * chosen.entailed.bit_count()
            places += chosen.places
            rest.take(chosen)
            open_duty = (open_duty | chosen.entailed) & ~rest.struck
            offers = [found for h in members(open_duty) if (found := rest.offer(h)) is not None]
            if not offers:
                break
            chosen = max(offers, key=lambda x: x.gain)
        return total - UNMET * open_duty.bit_count(), places, rest

    def candidates(self) -> list[Assault]:
        """The single attacks that promise most."""
        for target in members(self.picture.foes & ~self.struck):
            if target not in self.offers:
                self.offers[target] = self.offer(target)
        found = [x for x in self.offers.values() if x is not None]
        return sorted(found, key=lambda x: -x.gain)[:CANDIDATES]


def assaults(s: Position, picture: Picture) -> list[tuple[int, int]]:
    """Units and the hexes that they should go to for attacks worth making, the best first."""
    planner = Planner(s, picture)
    least = 1.0 / picture.weights.assault - picture.weights.bold
    found: list[tuple[int, int]] = []
    while offers := [x for x in planner.candidates() if x.gain > least]:
        gain, places, rest = max((planner.cluster(x) for x in offers), key=lambda x: x[0])
        if gain <= least:
            break
        found += places
        planner = rest
    return found
