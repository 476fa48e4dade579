# compiled as it stands
"""What an attack promises, and which attacks to declare when every enemy next to an attacker must be attacked."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from grognard.games.nineteen_forty.bots.picture import Weights, values
from grognard.games.nineteen_forty.bots.plans import MAGINOT
from grognard.games.nineteen_forty.data.world import GERMAN, World
from grognard.games.nineteen_forty.rules import declaring, retreat
from grognard.games.nineteen_forty.rules.state import Position, friendly, survey
from grognard.games.nineteen_forty.rules.strength import (
    armour_bonus,
    attack_strength,
    base_column,
    defence_strength,
    terrain_columns,
    works,
)
from grognard.maps import members

RETREAT = 0.45
"""What driving enemies back is worth, against destroying them."""
REPULSE = 0.15
"""What being repulsed costs, against being destroyed."""
MOST_AIR = 3
FORBIDDEN = -99.0
Force = dict[int, list[int]]
"""Hexes and who attacks them."""
Known = dict[tuple[int, tuple[int, ...]], tuple[float, ...]]


class Chances(NamedTuple):
    """Of one column: how many of the six dice eliminate, drive back, drive back in open ground, repulse, destroy."""

    gone: int
    back: int
    open: int
    repulsed: int
    lost: int


@lru_cache(maxsize=4)
def chances(w: World) -> tuple[Chances, ...]:
    return tuple(Chances(*(row.count(x) for x in ("DE", "DR", "DR*", "AR", "AE"))) for row in w.crt)


def prize(s: Position, target: int, worth: float) -> float:
    """What there is to win in a hex: its defenders, and places that decide the game, the more so the later it is."""
    w = s.data
    goal = (w.north | w.paris | (w.maginot if s.side == GERMAN and s.objective == MAGINOT else 0)) >> target & 1
    return worth + (4.0 + 2.0 * max(0, s.turn - 4) if goal else 0.0)


def gains(
    w: World, column: int, won: float, risk: float, push: float, back: bool, star: bool, trapped: bool
) -> tuple[float, ...]:
    """The expected gain of an attack with no air point, one, two, three; one that may be lost and has no good result
    is out of the question, whatever else it would make possible."""
    table = chances(w)
    drive = won if trapped else RETREAT * won + push
    found = []
    for air in range(MOST_AIR + 1):
        row = table[min(max(column + air, 0), len(table) - 1)]
        driven = row.back * back + row.open * star
        good = row.gone * (won + push) + driven * drive
        hopeless = row.lost and not row.gone and not driven
        found.append(FORBIDDEN if hopeless else (good - (row.lost + REPULSE * row.repulsed) * risk) / 6)
    return tuple(found)


def prospect(s: Position, attackers: list[int], target: int, weights: Weights) -> tuple[float, ...]:
    """The expected gain of an attack on one hex, in points, with no air point, one, two, three."""
    w = s.data
    side = 1 - s.side
    worth = values(w)
    there = [u for u in survey(s).at.get(target, ()) if w.side[u] == side]
    goal = (target,)
    column = base_column(w, attack_strength(s, attackers, goal, ()), defence_strength(s, attackers, goal, side))
    if w.columns[target]:
        column -= terrain_columns(s, attackers, target)
    if armour_bonus(s, attackers, goal, side):
        column += 1
    if any(w.edges[s.where[u], target].river >= 0 for u in attackers) and not s.landings >> target & 1:
        column -= 1  # half the bridgeheads fail
    return gains(
        w,
        column,
        prize(s, target, sum(worth[u] for u in there)),
        sum(worth[u] for u in attackers),
        weights.push,
        works(s, "DR", attackers, target, side),
        works(s, "DR*", attackers, target, side),
        bool(there) and not any(ways_out(s, u) for u in there if not w.regiment[u]),
    )


def ways_out(s: Position, u: int) -> list[int]:
    """Where a unit could retreat to now."""
    w = s.data
    side, around = w.side[u], survey(s)
    here = w.bit[s.where[u]]
    land = friendly(s, side) & ~around.occupied[1 - side] & ~here
    return retreat.retreat_hexes(s, u, land, around.zones[1 - side], around.occupied[side] & ~here)


class Attacks:
    """Looks for the attacks that promise most together."""

    def __init__(self, s: Position, weights: Weights) -> None:
        self.s = s
        self.weights = weights
        self.air = s.air_german if s.side == GERMAN else s.air_allied
        self.known: Known = {}

    def prospect(self, target: int, attackers: list[int]) -> tuple[float, ...]:
        key = (target, tuple(attackers))
        found = self.known.get(key)
        if found is None:
            found = self.known[key] = prospect(self.s, attackers, target, self.weights)
        return found

    def total(self, force: Force) -> float:
        """What these attacks promise with the air points where they gain most."""
        if not all(force.values()):
            return FORBIDDEN
        rows = [self.prospect(h, attackers) for h, attackers in force.items()]
        found = sum(row[0] for row in rows) + self.weights.bold * len(rows)
        steps = sorted((row[i + 1] - row[i] for row in rows for i in range(MOST_AIR)), reverse=True)
        return found + sum(max(0.0, step - 0.5 * self.weights.air) for step in steps[: self.air])

    def best(self, units: dict[int, int]) -> tuple[float, Force]:
        """Of these units, each with the enemies next to it: who attacks what."""
        total = 0.0
        orders: Force = {}
        for group in fronts(units):
            found, force = self._of_group(group)
            if found > 0 and any(self.prospect(h, attackers)[0] > 0 for h, attackers in force.items()):
                total += found
                orders |= force
        return total, orders

    def _of_group(self, group: dict[int, int]) -> tuple[float, Force]:
        force = spread_out(self.s, group)
        found = self._improve(group, force)
        rows = {h: self.prospect(h, attackers)[0] if attackers else FORBIDDEN for h, attackers in force.items()}
        worst = min(rows, key=lambda h: rows[h])
        if rows[worst] > 0:
            return found, force
        # Without the worst attack nobody who stands next to that enemy may attack at all.
        bit = self.s.data.bit[worst]
        without, less = self.best({u: near for u, near in group.items() if not near & bit})
        return (found, force) if found > without else (without, less)

    def _improve(self, group: dict[int, int], force: Force) -> float:
        """Moves single units to other targets, or out of the attack, as long as that gains."""
        found = self.total(force)
        for _ in range(3):
            before = found
            for u, near in group.items():
                old = next((h for h, attackers in force.items() if u in attackers), -1)
                choices = [h for h in members(near) if h != old]
                if old >= 0 and len(force[old]) > 1:
                    choices.append(-1)
                for h in choices:
                    self._shift(force, u, old, h)
                    now = self.total(force)
                    if now > found + 0.01:
                        found, old = now, h
                    else:
                        self._shift(force, u, h, old)
            if found <= before:
                break
        return found

    @staticmethod
    def _shift(force: Force, u: int, old: int, new: int) -> None:
        if old >= 0:
            force[old] = [x for x in force[old] if x != u]
        if new >= 0:
            force[new] = sorted([*force[new], u])


def spread_out(s: Position, units: dict[int, int]) -> Force:
    """Who attacks which hex, so that all hexes next to an attacker are attacked and the odds are even."""
    w = s.data
    duty = 0
    for near in units.values():
        duty |= near
    force: Force = {h: [] for h in members(duty)}
    at = survey(s).at
    defence = {h: sum(w.combat[u] for u in at.get(h, ()) if w.side[u] != s.side) or 1 for h in force}
    strength = dict.fromkeys(force, 0)
    for u in sorted(units, key=lambda x: (units[x].bit_count(), -w.combat[x])):
        best = min(members(units[u]), key=lambda h: strength[h] / defence[h])
        force[best].append(u)
        strength[best] += w.combat[u]
    return force


def fronts(units: dict[int, int]) -> list[dict[int, int]]:
    """The units in groups that have no enemy in common."""
    left = dict(units)
    found = []
    while left:
        u, near = left.popitem()
        group = {u: near}
        while joined := [x for x, other in left.items() if other & near]:
            for x in joined:
                group[x] = left.pop(x)
                near |= group[x]
        found.append(group)
    return found


def attack_orders(s: Position, weights: Weights, keep: int = 0, about: int = 0) -> list[tuple[int, int]]:
    """Units and the hexes they attack: the set of attacks that promises most, or none; `about` some hexes means the
    fronts alone in which one of them is."""
    now = declaring.front(s)
    units = {u: near & now.duty for u, near in now.able.items() if near & now.duty and not keep >> u & 1}
    if about:
        groups = [group for group in fronts(units) if any(near & about for near in group.values())]
        units = {u: near for group in groups for u, near in group.items()}
    _, force = Attacks(s, weights).best(units)
    return [(u, h) for h, attackers in force.items() for u in attackers]
