"""A whole move impulse, planned at once: who arrives, who goes where to attack, and where the others stand."""

from __future__ import annotations

import random
from collections.abc import Iterable

from grognard.games.fortress_europa.bots.goals import kept_capacity
from grognard.games.fortress_europa.bots.landing import second_landing
from grognard.games.fortress_europa.bots.odds import HOPELESS, Stake, worth
from grognard.games.fortress_europa.bots.picture import DECISIVE, Picture
from grognard.games.fortress_europa.bots.style import EASY, Style
from grognard.games.fortress_europa.data.world import ALLIED, STORM
from grognard.games.fortress_europa.rules.air.air import flying, tac_range
from grognard.games.fortress_europa.rules.air.support import MISSIONS
from grognard.games.fortress_europa.rules.combat.nations import agree
from grognard.games.fortress_europa.rules.combat.strength import attacking_factor, base_column, defending_factor
from grognard.games.fortress_europa.rules.landing.sea import sea_limit
from grognard.games.fortress_europa.rules.movement.movement import goals, movers
from grognard.games.fortress_europa.rules.movement.stacking import room, stack_value, stackers
from grognard.games.fortress_europa.rules.sequence import Moving
from grognard.games.fortress_europa.rules.standing import occupied, units_of
from grognard.games.fortress_europa.rules.state import FREE, Position, combat_factor
from grognard.games.fortress_europa.rules.supply.ports import capacity, harbours
from grognard.games.fortress_europa.rules.supply.supply import hqs
from grognard.kernel.rules import CHANCE, Deed, Game
from grognard.maps import Mask, mask_of, members

ARRIVALS = ("enter", "reserve", "land", "sail")
"""Ways onto the map, in the order in which they are used."""
MOST_ATTACKERS = 14
LEAST = 0.6
"""What an attack must be worth that nobody owes."""
ONE_MORE = 0.25
"""What it must add to bring another unit, and how much an aircraft is kept back for."""
AIRCRAFT = 0.8
BY_RAIL = 3.0
"""What a journey by rail must gain."""
CROWDED = 50.0
VITAL = 6.0
"""What must be at stake in a hex that its last unit does not leave."""
PER_HQ = 7
"""So many units to a headquarters."""
WANTED = 30.0
"""Headquarters that are needed come before all others, and so many passages by sea are kept for them at most."""
MOST_KEPT = 2


class Force:
    """Units and the hexes from which they attack a target and whoever else they then stand next to."""

    def __init__(self) -> None:
        self.units: list[tuple[int, int]] = []
        self.duty: Mask = 0
        self.worth = HOPELESS
        self.aircraft = 0
        self.ships = 0


class Planner:
    """Plays the impulse on a copy of the view and keeps what it has done there."""

    def __init__(self, game: Game[Position], s: Position, seat: str, rng: random.Random, style: Style = EASY) -> None:
        self.game, self.s, self.seat, self.rng, self.style = game, s, seat, rng, style
        self.side = s.side
        self.deeds: list[Deed] = []
        self.picture = Picture(s, self.side, style)
        self.used = 0
        """Units that the plan has a task for."""
        self.aircraft, self.ships = self.helpers()
        self.air_reach: Mask = tac_range(s, self.side) if self.aircraft else 0
        self.ship_reach: Mask = s.data.within(s.data.sea, s.data.book.ships.range) if self.ships else 0

    def helpers(self) -> tuple[int, list[int]]:
        """Aircraft and ships that can support attacks of this impulse (17.10.2, 19.4)."""
        s, w = self.s, self.s.data
        planes = len(flying(s, MISSIONS[s.side])) if s.impulse == 1 else 0
        if s.side != ALLIED or s.weather == STORM:
            return planes, []
        guns = [w.ships[x].strength for x, at in enumerate(s.ship_at) if at >= 0 and not s.ships_used >> x & 1]
        return planes, sorted(guns) if s.impulse == 1 else []

    def is_moving(self) -> bool:
        return bool(self.s.stack) and isinstance(self.s.stack[-1], Moving)

    def do(self, verb: str, *args: int) -> bool:
        """Do it on the copy, dice and all, if it is legal; whether the impulse goes on."""
        deed = Deed(verb, args, self.seat)
        if not self.is_moving() or not self.game.permits(self.s, deed):
            return False
        before = self.s.where[args[0]] if args else -1
        self.game.apply(self.s, deed)
        self.deeds.append(deed)
        while self.game.turn(self.s) is CHANCE:
            self.game.apply(self.s, self.game.chance(self.s).sample(self.rng))
        if args:
            self.picture.post(args[0], before, -1)
            self.picture.post(args[0], self.s.where[args[0]], 1)
        return True

    def plan(self) -> list[Deed]:
        if self.side == ALLIED:
            second_landing(self)
        self.arrive()
        if self.is_moving():
            self.picture = Picture(self.s, self.side, self.style)
            self.gather()
            self.unstack()
            self.spread()
            self.unstack()  # there may be room now
            self.entrain()
        return self.deeds

    def able(self, name: str) -> tuple[int, list[int]]:
        """The number of a verb among those that are offered, and who can begin it."""
        for number, (verb, mask) in enumerate(self.game.offers(self.s, self.seat)):
            if verb.name == name:
                return number, members(mask)
        return -1, []

    def places(self, name: str, u: int) -> list[int]:
        """Where a unit can go by this verb, on the map."""
        for verb, _ in self.game.offers(self.s, self.seat):
            if verb.name == name:
                found = self.game.following(self.s, self.seat, verb, (u,))
                return [h for h in members(found) if h < self.s.data.n]
        return []

    # ---------------------------------------------------------------------------------- onto the map

    def arrive(self) -> None:
        for name in ARRIVALS:
            tried: set[int] = set()
            while self.is_moving():
                units = [u for u in self.able(name)[1] if u not in tried]
                if name == "sail":
                    units = [u for u in units if self.s.where[u] >= self.s.data.n]  # who is ashore stays there
                    if self.s.sea_used >= sea_limit(self.s) - self.kept_for_staff():
                        break
                    if capacity(self.s) <= kept_capacity(self.s):
                        break
                if not units:
                    break
                u = max(units, key=self.need)
                tried.add(u)
                best = self.best_place(name, u)
                if best >= 0 and (name == "reserve" or not self.crowded(u, best)):
                    self.do(name, u, best)
                elif best < 0 and name == "sail" and self.idle(u):
                    self.do(name, u, self.s.data.england)
            if name == "sail":
                self.go_round(tried)

    def go_round(self, units: Iterable[int]) -> None:
        """Who waits in England while all harbours lie on the Mediterranean sails to Africa (11.4A), two passages a
        unit; half of what is left of them is kept for those who go ashore from there in the second impulse."""
        s, w = self.s, self.s.data
        found = harbours(s) if self.is_moving() else []
        if not found or not all(x.mediterranean for x in found):
            return
        left = sea_limit(s) - s.sea_used
        for u in sorted(units, key=self.need, reverse=True)[: left if s.impulse == 2 else left // 2]:
            if s.where[u] == w.england:
                self.do("sail", u, w.africa)

    def kept_for_staff(self) -> int:
        """Passages of the first impulse that are kept: headquarters sail in the second alone (13.1)."""
        s, w = self.s, self.s.data
        if s.impulse == 2:
            return 0
        waiting = [u for u in members(w.hqs) if w.side[u] == self.side and s.where[u] in (w.england, w.africa)]
        return min(MOST_KEPT, sum(self.need(u) >= WANTED for u in waiting))

    def idle(self, u: int) -> bool:
        """Headquarters that wait in Africa for nothing: no harbour there is open, and no invasion is to come."""
        s, w = self.s, self.s.data
        over = s.invasions >= w.book.landing.invasions or s.turn > w.turn_of[w.book.landing.second_to]
        return s.where[u] == w.africa and bool(w.hqs >> u & 1) and (over or self.need(u) > 2)

    def best_place(self, name: str, u: int) -> int:
        """Where a unit stands best of all places to which this verb takes it; -1 if there is none."""
        return max(self.places(name, u), key=lambda h: self.stand(u, h), default=-1)

    def need(self, u: int) -> float:
        """Who comes first: as many headquarters as the others need, then the strongest."""
        s, w = self.s, self.s.data
        if w.hqs >> u & 1:
            there = sum(s.where[x] < w.n for x in w.of_side[self.side])
            hungry = any(s.where[x] < w.n and not self.picture.soon >> s.where[x] & 1 for x in w.of_side[self.side])
            return WANTED if hungry or len(hqs(s, self.side)) * PER_HQ < there + 3 else 1.5
        return self.picture.value(u)

    # ----------------------------------------------------------------------------------- the attacks

    def gather(self) -> None:
        """Bring units together where an attack is worth it; what must be attacked first, then the best prospects."""
        s, w, picture = self.s, self.s.data, self.picture
        able = movers(s)
        spots: dict[int, Mask] = {}
        bound = 0
        for u in w.of_side[self.side]:
            h = s.where[u]
            if h < w.n and s.bound[u] == FREE and combat_factor(s, u) and not w.hqs >> u & 1:
                there = goals(s, u) if able >> u & 1 else 0
                if picture.shut:
                    there &= ~picture.shut
                spots[u] = w.bit[h] | (there & (picture.fed if s.impulse == 2 else picture.soon))
                if not there and picture.zone >> h & 1:
                    bound |= 1 << u
        forced = 0
        for u in members(bound):
            forced |= w.adjacent[s.where[u]] & picture.foes
        struck = 0
        targets = [h for h in members(picture.foes) if not (self.side == ALLIED and picture.is_frozen(h))]
        if not self.style.attacks:
            targets = [h for h in targets if forced >> h & 1]
        near = mask_of(spots)
        ranked: list[tuple[float, int]] = []
        for h in targets:
            found = self.force(h, spots, 0, near, bool(forced >> h & 1))
            if found.units:
                ranked.append((found.worth + (20.0 if forced >> h & 1 else 0.0), h))
        ranked.sort(reverse=True)
        for _, target in ranked:
            if struck >> target & 1:
                continue
            force = self.force(target, spots, struck, near & ~self.used, bool(forced >> target & 1))
            self.aircraft -= force.aircraft
            self.ships = self.ships[: len(self.ships) - force.ships]
            struck |= force.duty
            for u, h in force.units:
                self.used |= 1 << u
                picture.planned |= w.bit[h]
            for u, h in force.units:
                if h != s.where[u] and not self.is_last(u):
                    self.do("move", u, h)
                    if not self.is_moving():
                        return

    def is_last(self, u: int) -> bool:
        """Whether a unit is the last in a place that must not be lost."""
        h = self.s.where[u]
        picture = self.picture
        enough = DECISIVE if h < self.s.data.n and picture.exposed >> h & 1 else VITAL
        return picture.stakes.get(h, 0.0) >= enough and picture.posted.get(h, 0) <= 1

    def force(self, target: int, spots: dict[int, Mask], struck: Mask, free: int, forced: bool) -> Force:
        """Who of those that are free would attack a target, and from where; nobody if it is not worth it."""
        s, w, picture = self.s, self.s.data, self.picture
        bit, near = w.bit[target], w.adjacent[target]
        reaching = [u for u, mask in spots.items() if mask & near and free >> u & 1]
        if not reaching:
            return Force()
        reaching.sort(key=lambda u: (spots[u].bit_count() > 1, -attacking_factor(s, u, bit)))
        best = Force()
        duty, attack = bit, 0
        full: dict[int, int] = {}
        chosen: list[tuple[int, int]] = []
        marched = 0.0
        wet = True
        ground = picture.ground(target) + self.style.bold
        planes = min(self.aircraft, 3) if self.air_reach & bit else 0
        guns = self.ships[-2:] if self.ship_reach & bit else []
        for u in reaching:
            if chosen and self.side == ALLIED and not agree(s, (*(x for x, _ in chosen), u)):
                continue
            h = self.beside(u, spots[u] & near, duty | struck, full)
            if h < 0:
                continue
            new = w.adjacent[h] & picture.foes & ~struck & ~duty
            if new and chosen and s.where[u] != h:
                continue  # it would bring more enemies into the battle
            if h != s.where[u]:
                full[h] = full.get(h, 0) + stack_value(s, u)
            duty |= new
            chosen.append((u, h))
            marched += picture.march(u, h)
            wet = wet and w.river_between(h, target) >= 0
            attack += attacking_factor(s, u, bit)
            defenders = [x for y in members(duty) for x in units_of(s, 1 - self.side, y)]
            defence = sum(defending_factor(s, x, wet and s.where[x] == target) for x in defenders)
            mine, theirs = Stake(s, (x for x, _ in chosen)), Stake(s, defenders)
            for ships in range(len(guns) + 1):
                for aircraft in range(planes + 1):
                    column = base_column(w, attack + sum(guns[len(guns) - ships :]), defence)
                    column = min(column + aircraft, len(w.book.column) - 1) if column >= 0 else column
                    brings = worth(w, column, 0, mine, theirs, ground, picture.care)
                    brings -= marched + ONE_MORE * len(chosen) + AIRCRAFT * aircraft + 0.5 * ships
                    if brings > best.worth:
                        best.units, best.duty, best.worth = list(chosen), duty, brings
                        best.aircraft, best.ships = aircraft, ships
            if len(chosen) >= MOST_ATTACKERS:
                break
        return best if forced or best.worth >= LEAST else Force()

    def beside(self, u: int, hexes: Mask, duty: Mask, full: dict[int, int]) -> int:
        """The hex from which a unit attacks so that it meets fewest other enemies; -1 if there is no room."""
        s, w, picture = self.s, self.s.data, self.picture
        best, least = -1, 99.0
        for h in members(hexes):
            moves = h != s.where[u]
            if moves and room(s, self.side, h) - full.get(h, 0) < stack_value(s, u):
                continue
            cost = (w.adjacent[h] & picture.foes & ~duty).bit_count() + 0.1 * moves
            cost -= 0.2 * bool((w.doubled | w.cities) >> h & 1)
            if cost < least:
                best, least = h, cost
        return best

    # ------------------------------------------------------------------------------------ the others

    def spread(self) -> None:
        """Everybody else goes where he stands best, headquarters first."""
        s, w, picture = self.s, self.s.data, self.picture
        for u in members(movers(s) & w.hqs):
            self.settle(u)
        if s.impulse == 2:
            picture.fed = picture.supplied()
            picture.staff = mask_of(s.where[u] for u in hqs(s, self.side))
        others = members(movers(s) & ~w.hqs)
        others.sort(key=lambda u: (picture.to_goals[s.where[u]], -combat_factor(s, u)))
        for u in others:
            self.settle(u)

    def unstack(self) -> None:
        """Who is too many in his hex, since the set-up or since Volkssturm came, is lost when the impulse ends (6.3,
        25.3, 33.3.1): those go who win most by it, or lose least, and rather those without a task."""
        s = self.s
        for h in members(occupied(s, self.side)):
            while self.is_moving() and room(s, self.side, h) < 0:
                able = mask_of(units_of(s, self.side, h)) & stackers(s) & movers(s)
                ways = [
                    (not self.used >> u & 1, self.stand(u, x) - self.stand(u, h), u, x)
                    for u in members(able)
                    for x in members(goals(s, u))
                    if not self.crowded(u, x)
                ]
                if not ways or not self.do("move", *max(ways)[2:]):
                    break

    def settle(self, u: int) -> None:
        """A unit goes to the best hex that it can reach."""
        s, w = self.s, self.s.data
        if not self.is_moving():
            return
        h = s.where[u]
        if h >= w.n or self.used >> u & 1 or (s.moved | s.landed | s.stuck | s.stopped) >> u & 1:
            return
        if self.is_last(u):
            return
        best = max(members(goals(s, u)), key=lambda x: self.stand(u, x), default=h)
        if self.stand(u, best) > self.stand(u, h) + 0.2:
            self.do("move", u, best)

    def crowded(self, u: int, h: int) -> bool:
        s = self.s
        return h != s.where[u] and room(s, self.side, h) < stack_value(s, u)

    def stand(self, u: int, h: int) -> float:
        return self.picture.score(u, h) - (CROWDED if self.crowded(u, h) else 0.0)

    def stands(self, u: int) -> float:
        """How well a unit stands where it is; who waits off the map for a train should come."""
        h = self.s.where[u]
        return self.picture.score(u, h) if h < self.s.data.n else -CROWDED

    def entrain(self) -> None:
        """Rail for those who are far from where they are needed."""
        tried: set[int] = set()
        while self.is_moving() and len(tried) <= 12:
            units = [u for u in self.able("rail")[1] if u not in tried and not self.is_last(u)]
            if not units:
                return
            u = max(units, key=lambda x: (-self.stands(x), self.picture.value(x)))
            tried.add(u)
            best = self.best_place("rail", u)
            if best >= 0 and self.stand(u, best) > self.stands(u) + BY_RAIL:
                self.do("rail", u, best)
