# compiled as it stands
"""14.6 to 14.11: the best sharing of one part of a front, by a search: who attacks what, so that the fewest duties
are missed (`duties` says what a sharing is)."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

from grognard.games.fortress_europa.rules.air.naval import ship_support
from grognard.games.fortress_europa.rules.combat.front import Battle, Front
from grognard.games.fortress_europa.rules.combat.nations import agree
from grognard.games.fortress_europa.rules.state import Position, combat_factor, on
from grognard.maps import Mask, mask_of, members

PATIENCE = 300
"""How many beginnings of a sharing are looked at before one that misses more is good enough. Only fronts where many
stacks of several nationalities are mixed up take longer."""
WORST = 10_000
FEW = 5
"""Where fewer hexes must be attacked a search is over soon."""


def excused(s: Position, f: Front, u: int, attackers: Iterable[int]) -> bool:
    """14.11: next to one enemy stack only, which units of another nationality attack; frozen ones that nobody must
    attack do not count (14.1)."""
    return (f.able[u] & ~f.apart).bit_count() == 1 and not agree(s, (*attackers, u))


Team = tuple[Mask, tuple[int, ...], int]
"""A battle as it grows: hexes, attackers in the order in which they came, and as a set."""


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
        self.all = units
        self.units = members(units)
        self.able = {u: able[u] for u in self.units}
        self.battle: Team | None = (*battle, mask_of(battle[1])) if battle else None
        self.duty = sorted(members(duty), key=lambda h: sum(a >> h & 1 for a in self.able.values()))
        self.patience = 0
        self.plan: list[Battle] = []
        """The sharing that was found."""
        joined = on(s, "canadians-with-british")
        self.names = s.data.companies[joined]
        self.company = s.data.company_masks[joined]
        self.anyone = self.company.get("", 0)
        """Units that join those of every nationality (6.2)."""
        self.next_to: dict[int, int] = {}
        """For each hex the units next to it, once somebody has asked."""
        self.odds: dict[tuple[int, Mask], bool] = {}
        """Which battles are possible (`_possible`)."""
        self.leaders: dict[int, list[int]] = {}
        """For each hex the units that could lead an attack on it, the likeliest first."""
        self.kind = {
            u: (
                self.able[u],
                s.where[u],
                self.names[u],
                combat_factor(s, u),
                s.data.armored >> u & 1,
                f.must >> u & 1,
            )
            for u in self.units
        }

    def fewest(self, enough: int) -> int:
        """How many duties must be missed; more than `enough` are not told apart."""
        if self.battle and not self._could(self.battle[0], self.battle[2], 0):
            return WORST
        most = len(self.duty) + (self.all & self.f.must).bit_count()
        if most > enough:
            self.patience = PATIENCE
            return enough if self._lead(0, {}, 0, enough) else WORST
        for limit in range(self._hopeless(), most):
            self.patience = PATIENCE
            if self._lead(0, {}, 0, limit):
                return limit
        if self.battle and not self._lead_none():
            return WORST
        return most

    def _hopeless(self) -> int:
        """How many hexes that must be attacked nobody can lead an attack on, whoever joins: they are missed for sure.
        More hexes in a battle never better its odds, but with the Funnies (31.16)."""
        if len(self.duty) < FEW or on(self.s, "funnies"):
            return 0
        missed = 0
        for h in self.duty:
            bit = 1 << h
            for u in self.units:
                if self.able[u] & bit and self._could(bit, 1 << u, 0):
                    break
            else:
                missed += 1
        return missed

    def _lead_none(self) -> bool:
        """Whether the battle that is thought of can be fought at all, whatever else is missed."""
        self.patience = PATIENCE
        return self._strengthen([self.battle] if self.battle else [], self.units, len(self.units))

    # ---- leaders

    def _lead(self, number: int, leaders: dict[int, Mask], busy: int, limit: int) -> bool:
        self.patience -= 1
        if self.patience < 0:
            return False
        if number == len(self.duty):
            return self._settle(leaders, limit)
        h = self.duty[number]
        bit = 1 << h
        tried = set()
        options = self.leaders.get(h)
        if options is None:
            options = self.leaders[h] = [u for u in self.units if self.able[u] & bit]
            options.sort(key=lambda u: (self.able[u].bit_count(), -self.kind[u][3]))
        if leaders:
            options = [u for u in options if u not in leaders] + [u for u in options if u in leaders]
        for u in options:
            more = leaders.get(u, 0) | bit
            if u not in leaders:
                if self.kind[u] in tried:
                    continue  # one like it has been tried
                tried.add(self.kind[u])
            mine = 1 << u
            if self._could(more, mine, busy) and self._lead(number + 1, {**leaders, u: more}, busy | mine, limit):
                return True
        return limit > 0 and self._lead(number + 1, leaders, busy, limit - 1)

    def _own_ships(self, hexes: Mask) -> int:
        return self.ships if self.battle and hexes == self.battle[0] else 0

    def _possible(self, units: int, hexes: Mask) -> bool:
        """Whether these have legal odds, if need be with all ships in range (ruling 125)."""
        key = (units, hexes)
        found = self.odds.get(key)
        if found is None:
            own = self._own_ships(hexes)
            found = self.f.legal(self.s, units, hexes, own)
            if not found:
                more = mask_of(ship_support(self.s, hexes)) & ~self.ships
                found = bool(more) and self.f.legal(self.s, units, hexes, own | more)
            self.odds[key] = found
        return found

    def _agrees(self, units: int, u: int) -> bool:
        """6.2: whether a unit may attack with these, who may attack together."""
        mine = self.names[u]
        return not mine or not units & ~self.anyone & ~self.company[mine]

    def _shipped(self, battles: list[Team], used: int) -> bool:
        """Whether the ships can be shared out among the battles that need some (19.4)."""
        for number, (hexes, _, units) in enumerate(battles):
            own = self._own_ships(hexes)
            if self.f.legal(self.s, units, hexes, own):
                continue
            ready = [x for x in ship_support(self.s, hexes) if not (self.ships | used) >> x & 1]
            for size in range(1, len(ready) + 1):
                for some in combinations(ready, size):
                    more = mask_of(some)
                    if self.f.legal(self.s, units, hexes, own | more) and self._shipped(
                        battles[number + 1 :], used | more
                    ):
                        return True
            return False
        return True

    def _could(self, hexes: Mask, units: int, busy: int) -> bool:
        """Whether these units, with all who could join them and are not busy, have legal odds."""
        if self._possible(units, hexes):
            return True
        friends = self._friends(hexes, units, self.all & ~busy)
        named = friends & ~self.anyone
        if not named:
            return self._possible(units | friends, hexes)
        for name, company in self.company.items():
            if name and named & company and self._possible(units | friends & (company | self.anyone), hexes):
                return True
        return False

    def _friends(self, hexes: Mask, units: int, among: int) -> int:
        """Who could join these units: next to all hexes, and of no other nationality than they (6.2)."""
        found = among & ~units
        for h in members(hexes):
            near = self.next_to.get(h)
            if near is None:
                able, bit = self.f.able, 1 << h
                near = self.next_to[h] = mask_of(u for u in self.units if able[u] & bit)
            found &= near
        named = units & ~self.anyone
        if named:
            found &= self.company[self.names[members(named)[0]]] | self.anyone
        return found

    # ---- company and the rest

    def _settle(self, leaders: dict[int, Mask], limit: int) -> bool:
        battles: list[Team] = [(hexes, (u,), 1 << u) for u, hexes in leaders.items()]
        if self.battle:
            battles.append(self.battle)
        return self._strengthen(battles, [u for u in self.units if u not in leaders], limit)

    def _strengthen(self, battles: list[Team], rest: list[int], limit: int) -> bool:
        """Gives company to battles whose odds are too bad."""
        self.patience -= 1
        if self.patience < 0:
            return False
        for number, (hexes, units, together) in enumerate(battles):
            if self._possible(together, hexes):
                continue
            tried = set()
            friends = members(self._friends(hexes, together, mask_of(rest)))
            friends.sort(key=lambda u: (not self.f.must >> u & 1, -self.kind[u][3]))
            for u in friends:
                if self.kind[u] in tried:
                    continue
                tried.add(self.kind[u])
                more = [*battles[:number], (hexes, (*units, u), together | 1 << u), *battles[number + 1 :]]
                if self._strengthen(more, [x for x in rest if x != u], limit):
                    return True
            return False
        return self._employ(battles, [u for u in rest if self.f.must >> u & 1], limit)

    def _employ(self, battles: list[Team], rest: list[int], limit: int) -> bool:
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
        self.plan = [(hexes, units) for hexes, units, _ in battles]
        return True

    def _place(self, battles: list[Team], u: int, depth: int) -> list[Team] | None:
        """The battles with this unit in one of them, alone or excused; perhaps it takes a battle over from others,
        who find something else."""
        s, mine = self.s, 1 << u
        near = self.f.able[u]
        taken = 0
        for number, (hexes, units, together) in enumerate(battles):
            taken |= hexes
            if not hexes & ~near and self._agrees(together, u):
                return [*battles[:number], (hexes, (*units, u), together | mine), *battles[number + 1 :]]
        for h in members(self.able[u] & ~taken):
            if self._possible(mine, 1 << h):
                return [*battles, (1 << h, (u,), mine)]
        if any(near & hexes and excused(s, self.f, u, units) for hexes, units, _ in battles):
            return battles
        for number, (hexes, units, _) in enumerate(battles if depth else ()):
            if hexes & ~self.able[u] or not self._possible(mine, hexes):
                continue
            found: list[Team] | None = [*battles[:number], (hexes, (u,), mine), *battles[number + 1 :]]
            for x in units:
                if found is not None and self.f.must >> x & 1:
                    found = self._place(found, x, depth - 1)
            if found is not None:
                return found
        return None
