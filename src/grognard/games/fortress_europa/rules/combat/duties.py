"""14.1, 14.6 to 14.11: who may attack whom, who must, and whether every duty can still be met.

A sharing puts attackers and enemy hexes into battles: each hex in at most one, each unit in at most one, each unit
next to every hex of its battle (14.6C), one nationality in each (6.2), no odds worse than 1-6 (14.8). It misses a
duty for every enemy hex that must be attacked and is not (14.6A), and for every unit that must attack and does not
(14.6B). The fewest that can be missed is the measure: an attack may be declared only if it does not make that number
larger (ruling 122).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import Any, NamedTuple

from grognard.games.fortress_europa.data.world import ALLIED, GERMAN
from grognard.games.fortress_europa.rules.air.naval import ship_support
from grognard.games.fortress_europa.rules.combat.nations import agree, nation
from grognard.games.fortress_europa.rules.combat.strength import gunfire, legal_odds
from grognard.games.fortress_europa.rules.facts import Survey
from grognard.games.fortress_europa.rules.movement.districts import attack_releases
from grognard.games.fortress_europa.rules.movement.greif import picks_one
from grognard.games.fortress_europa.rules.setup import ardennes
from grognard.games.fortress_europa.rules.standing import facts, open_ways, rebind, survey
from grognard.games.fortress_europa.rules.state import FREE, Position, combat_factor, fortress
from grognard.maps import Mask, mask_of, members

PATIENCE = 300
"""How many beginnings of a sharing are looked at before one that misses more is good enough. Only fronts where many
stacks of several nationalities are mixed up take longer."""
WORST = 10_000
Battle = tuple[Mask, tuple[int, ...]]
"""Hexes and attackers."""


class Front(NamedTuple):
    """Who can attack what now."""

    around: Survey
    key: tuple[int, ...]
    """What it follows from: who stands where, and everything else."""
    able: dict[int, Mask]
    """Units that may still attack -> the enemy hexes that they may attack."""
    must: int
    """Units among them that stand in an enemy zone (14.6B)."""
    duty: Mask
    """Enemy hexes that must be attacked (14.6A)."""
    targets: Mask
    """Enemy hexes that can still be attacked."""
    apart: Mask
    """Hexes with frozen units that nobody must attack: no sharing uses them unless the player does (9.1F)."""
    first: Mask
    """Hexes where paratroopers landed on enemies: these battles come before all others (20.8)."""
    inside: dict[int, int]
    """German units in fortresses from which nobody has attacked yet -> the hex (14.13)."""
    costs: dict[Any, Any]
    """What has been found so far."""
    plans: dict[Mask, list[Battle]]
    """Good sharings, by the fortresses that are attacked from."""


def front(s: Position) -> Front:
    """Who can attack what now. All that follows from it, found so far, is kept with it."""
    around, f = survey(s), facts(s)
    key = (
        s.fought, s.side, s.impulse, s.sallied, s.turn, s.belt_units, s.greif, s.weather, s.ships_used,
        s.line_attacks, s.trespassing, s.raiding, s.invaded, *s.ship_at, *s.face,
    )  # fmt: skip
    found = f.front
    if found is None or found.around is not around or found.key != key:
        found = f.front = _front(s, around, key)
    return found


def _front(s: Position, around: Survey, key: tuple[int, ...]) -> Front:
    w = s.data
    side, foe = s.side, 1 - s.side
    silent = ~w.zoned | s.dropped | s.invaders
    targets = loud = frozen = enemies = 0
    for x in w.of_side[foe]:
        h = s.where[x]
        if h >= w.n:
            continue
        bit = w.bit[h]
        enemies |= bit
        if s.fought >> x & 1:
            continue  # 14.9
        targets |= bit
        if s.bound[x] != FREE:
            frozen |= bit
        elif not silent >> x & 1:
            loud |= bit
    choosing = ardennes.offensive(s)  # 33.3.9-1: nobody must attack, nobody must be attacked
    if choosing:
        targets, loud = mask_of(h for h in members(targets) if ardennes.may_be_attacked(s, h)), 0
    adjacent = open_ways(s).adjacent
    able: dict[int, Mask] = {}
    inside: dict[int, int] = {}
    must = duty = first = 0
    for u in w.of_side[side]:
        h = s.where[u]
        if h >= w.n or s.bound[u] != FREE or not ardennes.may_attack(s, u):  # ruling 72, 33.3.9-2
            continue
        bit = w.bit[h]
        if enemies & bit:  # 12.8, 20.8, 21.11: who stands on enemies fights these and no others
            near = wanted = targets & bit
            if s.dropped >> u & 1:
                first |= near
        elif s.invaders >> u & 1:
            near = wanted = 0  # 12.8 (ruling 96)
        else:
            near, wanted = adjacent[h] & targets, adjacent[h] & loud
            if side == GERMAN and fortress(s, h):
                wanted = 0  # 14.1
                if not s.sallied & bit and not choosing:
                    inside[u] = h
        if not picks_one(s, u):  # 31.13
            duty |= wanted
        if near and not s.fought >> u & 1:
            able[u] = near
            if wanted:
                must |= 1 << u
    for h in members(s.sallied if not choosing else 0):
        duty |= adjacent[h] & targets  # 14.13
    return Front(around, key, able, must, duty, targets, frozen & ~duty, first, inside, {}, {})


# ------------------------------------------------------------------------------------- the fewest missed


def missed(s: Position) -> int:
    """The fewest duties that are missed in the end, whatever is declared."""
    return _cost(s, front(s), 0, (), True, 0)


def allowed(s: Position, hexes: Mask, chosen: tuple[int, ...], closed: bool, ships: int = 0) -> bool:
    """Whether this battle leaves every duty possible that is possible now: if it is fought by these units (`closed`),
    or by these and others; with the ships named for it, and these. An attack on frozen units is judged by the zones
    that it makes appear (9.7, 9.8)."""
    f = front(s)
    if hexes == s.battle_hexes:
        ships |= s.battle_ships
    if s.side == ALLIED and attack_releases(s, hexes, chosen):
        found = f.costs.get("released")
        if found is None:
            new = s.copy()
            rebind(new, [FREE] * len(new.bound))
            found = f.costs["released"] = (new, front(new))
        s, f = found
    least = _cost(s, f, 0, (), True, 0)
    if closed and _cost(s, f, hexes, chosen, True, ships, least) <= least:
        return True
    shown = _shown(s, f, hexes, chosen, ships, least)
    if shown is None:
        return False
    return not closed or any(
        found is not None and set(found) == set(chosen)
        for found in (shown, *(_shown(s, f, hexes, less, ships, least) for less in _one_less(chosen)))
    )


def _one_less(chosen: tuple[int, ...]) -> list[tuple[int, ...]]:
    return [tuple(x for x in chosen if x != u) for u in chosen] if len(chosen) > 1 else []


def _shown(
    s: Position, f: Front, hexes: Mask, chosen: tuple[int, ...], ships: int, least: int
) -> tuple[int, ...] | None:
    """Attackers, these among them, with whom the battle is known to leave all duties possible: from the best sharing,
    a search of its own, or that for some of them, so that whoever begins a battle can always finish it."""
    key = ("shown", hexes, chosen, ships)
    if key not in f.costs:
        found = next(
            (units for where, units in f.costs["best"] if where == hexes and set(chosen) <= set(units)), None
        )
        if found is None and _cost(s, f, hexes, chosen, False, ships, least) <= least:
            found = f.costs.get(("proof", hexes, chosen, ships), chosen)
        if found is None:
            for less in _one_less(chosen):
                known = _shown(s, f, hexes, less, ships, least)
                if known is not None and set(chosen) <= set(known):
                    found = known
                    break
        f.costs[key] = found
    shown: tuple[int, ...] | None = f.costs[key]
    return shown


def _cost(
    s: Position, f: Front, hexes: Mask, chosen: tuple[int, ...], closed: bool, ships: int, enough: int = WORST
) -> int:
    """The fewest duties missed; more than `enough` are `WORST`, as for a battle that cannot be made legal."""
    key = (hexes, chosen, closed, ships)
    found: int | None = f.costs.get(key)
    if found is None:
        found = WORST
        for sallies in _sallies(s, f, chosen):
            cost = _missed(s, f, Plan(hexes, chosen, closed, ships), sallies, enough)
            if cost < found:
                found = cost
                if not hexes:
                    f.costs["best"] = f.plans.get(sallies, [])
            if not found:
                break
        f.costs[key] = found
    return found


def _sallies(s: Position, f: Front, chosen: tuple[int, ...]) -> Iterator[Mask]:
    """The sets of fortresses out of which Germans might attack: those of the units chosen, and more."""
    w = s.data
    given = mask_of(f.inside[u] for u in chosen if u in f.inside)
    others = members(mask_of(f.inside.values()) & ~given)
    yield given
    for size in range(1, len(others) + 1 if len(others) <= 3 else 2):
        for more in combinations(others, size):
            yield given | sum(w.bit[h] for h in more)


class Plan(NamedTuple):
    """A battle that is thought of: its hexes, attackers and ships, and whether others may still join."""

    hexes: Mask
    units: tuple[int, ...]
    closed: bool
    ships: int


def _missed(s: Position, f: Front, plan: Plan, sallies: Mask, enough: int) -> int:
    w = s.data
    hexes, chosen, closed, ships = plan
    if hexes and closed and not legal_odds(s, chosen, hexes, gunfire(w, ships)):
        return WORST
    adjacent = open_ways(s).adjacent
    duty = f.duty
    for h in members(sallies):
        duty |= adjacent[h] & f.targets  # 14.13
    duty &= ~hexes
    able: dict[int, Mask] = {}
    idle = 0
    for u, near in f.able.items():
        if u in chosen or (u in f.inside and not sallies >> f.inside[u] & 1):
            continue
        left = near & ~f.apart & ~hexes
        joins = bool(hexes) and not closed and not hexes & ~near and agree(s, (*chosen, u))
        if left or joins:
            able[u] = left
        elif f.must >> u & 1 and near & hexes and not _excused(s, near, u, chosen):
            idle += 1
    total = idle
    new = []
    for units, part in _components(able, duty, hexes if not closed else 0, f.able):
        has_battle = bool(hexes) and not closed and bool(part & hexes)
        key = (units, part, plan if has_battle else ships, sallies)
        if key in f.costs:
            total += f.costs[key]
        else:
            new.append((key, units, part, has_battle))
    for key, units, part, has_battle in new:
        if total > enough:
            return WORST
        left = enough - total if hexes else WORST
        search = Search(s, f, able, units, part & ~hexes, (hexes, chosen) if has_battle else None, ships)
        cost = search.fewest(left)
        if cost < left or not hexes:
            f.costs[key] = cost  # else it is only known that these are enough, or not
        if has_battle:
            proof = next((units for where, units in search.plan if where == hexes), chosen)
            f.costs["proof", hexes, chosen, ships] = proof
        if not hexes:
            f.plans.setdefault(sallies, []).extend(search.plan)
        total += cost
    return total if total <= enough else WORST


def _excused(s: Position, near: Mask, u: int, attackers: Iterable[int]) -> bool:
    """14.11: next to one enemy stack only, which units of another nationality attack."""
    return near.bit_count() == 1 and not agree(s, (*attackers, u))


def _components(able: dict[int, Mask], duty: Mask, battle: Mask, near: dict[int, Mask]) -> Iterator[tuple[int, Mask]]:
    """The parts of the front that have nothing to do with each other: units, and hexes that must be attacked. An open
    battle is in the part of all who could join it, or in one of its own."""
    left = dict(able)
    open_battle = battle
    seen = 0
    while left:
        first = next(iter(left))
        units, hexes = 0, left[first]
        grown = True
        while grown:
            grown = False
            for u, mine in list(left.items()):
                joins = bool(open_battle) and not open_battle & ~near[u]
                if mine & hexes or u == first or (joins and hexes & open_battle):
                    units |= 1 << u
                    hexes |= mine | (open_battle if joins else 0)
                    del left[u]
                    grown = True
        seen |= hexes
        yield units, hexes & (duty | battle)
    for h in members(duty & ~seen):
        yield 0, 1 << h
    if battle and not battle & seen:
        yield 0, battle


class Search:
    """The best sharing of one part of the front: first a leader for every hex that must be attacked, then company for
    leaders that are too weak, then something to do for the rest."""

    def __init__(
        self,
        s: Position,
        f: Front,
        able: dict[int, Mask],
        units: int,
        duty: Mask,
        battle: Battle | None,
        ships: int,
    ) -> None:
        self.s, self.f = s, f
        self.ships = ships
        """Ships named for the battle that is thought of."""
        self.units = members(units)
        self.able = {u: able[u] for u in self.units}
        self.battle = battle
        self.duty = sorted(members(duty), key=lambda h: sum(a >> h & 1 for a in self.able.values()))
        self.patience = 0
        self.plan: list[Battle] = []
        """The sharing that was found."""
        self.legal: dict[tuple[int, Mask, int], bool] = {}
        self.kind = {
            u: (self.able[u], s.where[u], nation(s, u), combat_factor(s, u), s.data.armored >> u & 1, f.must >> u & 1)
            for u in self.units
        }

    def fewest(self, enough: int) -> int:
        """How many duties must be missed; more than `enough` are not told apart."""
        if self.battle and not self._could(self.battle[0], self.battle[1], ()):
            return WORST
        most = len(self.duty) + (mask_of(self.units) & self.f.must).bit_count()
        if most > enough:
            self.patience = PATIENCE
            return enough if self._lead(0, {}, enough) else WORST
        for limit in range(most):
            self.patience = PATIENCE
            if self._lead(0, {}, limit):
                return limit
        if self.battle and not self._lead_none():
            return WORST
        return most

    def _lead_none(self) -> bool:
        """Whether the battle that is thought of can be fought at all, whatever else is missed."""
        self.patience = PATIENCE
        return self._strengthen([self.battle] if self.battle else [], self.units, len(self.units))

    # ---- leaders

    def _lead(self, number: int, leaders: dict[int, Mask], limit: int) -> bool:
        self.patience -= 1
        if self.patience < 0:
            return False
        if number == len(self.duty):
            return self._settle(leaders, limit)
        h = self.duty[number]
        bit = 1 << h
        tried = set()
        options = [u for u in self.units if self.able[u] & bit]
        options.sort(key=lambda u: (u in leaders, self.able[u].bit_count(), -self.kind[u][3]))
        for u in options:
            more = leaders.get(u, 0) | bit
            if u not in leaders:
                if self.kind[u] in tried:
                    continue  # one like it has been tried
                tried.add(self.kind[u])
            if self._could(more, (u,), leaders) and self._lead(number + 1, {**leaders, u: more}, limit):
                return True
        return limit > 0 and self._lead(number + 1, leaders, limit - 1)

    def _is_legal(self, units: Iterable[int], hexes: Mask, ships: int) -> bool:
        key = (mask_of(units), hexes, ships)
        found = self.legal.get(key)
        if found is None:
            found = self.legal[key] = legal_odds(self.s, members(key[0]), hexes, gunfire(self.s.data, ships))
        return found

    def _own_ships(self, hexes: Mask) -> int:
        return self.ships if self.battle and hexes == self.battle[0] else 0

    def _possible(self, units: Iterable[int], hexes: Mask) -> bool:
        """Whether these have legal odds, if need be with all ships in range (ruling 125)."""
        units, own = tuple(units), self._own_ships(hexes)
        if self._is_legal(units, hexes, own):
            return True
        more = mask_of(ship_support(self.s, hexes)) & ~self.ships
        return bool(more) and self._is_legal(units, hexes, own | more)

    def _shipped(self, battles: list[Battle], used: int) -> bool:
        """Whether the ships can be shared out among the battles that need some (19.4)."""
        for number, (hexes, units) in enumerate(battles):
            own = self._own_ships(hexes)
            if self._is_legal(units, hexes, own):
                continue
            ready = [x for x in ship_support(self.s, hexes) if not (self.ships | used) >> x & 1]
            for size in range(1, len(ready) + 1):
                for some in combinations(ready, size):
                    more = mask_of(some)
                    if self._is_legal(units, hexes, own | more) and self._shipped(battles[number + 1 :], used | more):
                        return True
            return False
        return True

    def _next_to(self, u: int, hexes: Mask) -> bool:
        return not hexes & ~self.f.able[u]

    def _could(self, hexes: Mask, units: tuple[int, ...], busy: Iterable[int]) -> bool:
        """Whether these units, with all who could join them, have legal odds."""
        if self._possible(units, hexes):
            return True
        friends = [
            x for x in self.units
            if x not in busy and x not in units and self._next_to(x, hexes) and agree(self.s, (*units, x))
        ]  # fmt: skip
        nations = {nation(self.s, x) for x in friends} - {""}
        for name in nations or {""}:
            if self._possible((*units, *(x for x in friends if nation(self.s, x) in (name, ""))), hexes):
                return True
        return False

    # ---- company and the rest

    def _settle(self, leaders: dict[int, Mask], limit: int) -> bool:
        battles: list[Battle] = [(hexes, (u,)) for u, hexes in leaders.items()]
        if self.battle:
            battles.append(self.battle)
        return self._strengthen(battles, [u for u in self.units if u not in leaders], limit)

    def _strengthen(self, battles: list[Battle], rest: list[int], limit: int) -> bool:
        """Gives company to battles whose odds are too bad."""
        self.patience -= 1
        if self.patience < 0:
            return False
        for number, (hexes, units) in enumerate(battles):
            if self._possible(units, hexes):
                continue
            tried = set()
            friends = [u for u in rest if self._next_to(u, hexes) and agree(self.s, (*units, u))]
            friends.sort(key=lambda u: (not self.f.must >> u & 1, -self.kind[u][3]))
            for u in friends:
                if self.kind[u] in tried:
                    continue
                tried.add(self.kind[u])
                more = [*battles[:number], (hexes, (*units, u)), *battles[number + 1 :]]
                if self._strengthen(more, [x for x in rest if x != u], limit):
                    return True
            return False
        return self._employ(battles, [u for u in rest if self.f.must >> u & 1], limit)

    def _employ(self, battles: list[Battle], rest: list[int], limit: int) -> bool:
        """Finds something to do for the units that must attack; once all odds are legal, company never hurts."""
        for u in sorted(rest, key=lambda u: self.able[u].bit_count()):
            found = self._place(battles, u, 3)
            if found is not None:
                battles = found
            elif limit > 0:
                limit -= 1
            else:
                return False
        if not self._shipped(battles, 0):
            return False
        self.plan = battles
        return True

    def _place(self, battles: list[Battle], u: int, depth: int) -> list[Battle] | None:
        """The battles with this unit in one of them, alone or excused; perhaps it takes a battle over from others,
        who find something else."""
        s = self.s
        near = self.f.able[u]
        taken = 0
        for number, (hexes, units) in enumerate(battles):
            taken |= hexes
            if not hexes & ~near and agree(s, (*units, u)):
                return [*battles[:number], (hexes, (*units, u)), *battles[number + 1 :]]
        for h in members(self.able[u] & ~taken):
            if self._possible((u,), 1 << h):
                return [*battles, (1 << h, (u,))]
        if any(near & hexes and _excused(s, near, u, units) for hexes, units in battles):
            return battles
        for number, (hexes, units) in enumerate(battles if depth else ()):
            if hexes & ~self.able[u] or not self._possible((u,), hexes):
                continue
            found: list[Battle] | None = [*battles[:number], (hexes, (u,)), *battles[number + 1 :]]
            for x in units:
                if found is not None and self.f.must >> x & 1:
                    found = self._place(found, x, depth - 1)
            if found is not None:
                return found
        return None
