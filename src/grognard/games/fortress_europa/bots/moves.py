"""A whole move impulse, planned at once: who arrives, who goes where to attack, and where the others stand."""

from __future__ import annotations

import random

from grognard.games.fortress_europa.bots.picture import Picture
from grognard.games.fortress_europa.data.world import ALLIED
from grognard.games.fortress_europa.rules.combat.strength import attacking_factor
from grognard.games.fortress_europa.rules.movement.movement import goals, movers
from grognard.games.fortress_europa.rules.movement.stacking import room, stack_value
from grognard.games.fortress_europa.rules.sequence import Moving
from grognard.games.fortress_europa.rules.state import FREE, Position, combat_factor
from grognard.kernel.rules import CHANCE, Deed, Game
from grognard.maps import members

ARRIVALS = ("enter", "reserve", "invade", "land", "sail")
"""Ways onto the map, in the order in which they are used."""
ENOUGH = 3.0
"""The odds for which units are brought together, and the odds with which an attack may be begun."""
LEAST = 2.0
MOST_ATTACKERS = 8
BY_RAIL = 4.0
"""What a journey by rail must gain."""


class Planner:
    """Plays the impulse on a copy of the view and keeps what it has done there."""

    def __init__(self, game: Game[Position], s: Position, seat: str, rng: random.Random) -> None:
        self.game, self.s, self.seat, self.rng = game, s, seat, rng
        self.side = s.side
        self.deeds: list[Deed] = []
        self.picture = Picture(s, self.side)
        self.used = 0
        """Units that the plan has a task for."""

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
            posted, after = self.picture.posted, self.s.where[args[0]]
            posted[before] = posted.get(before, 0) - 1
            posted[after] = posted.get(after, 0) + 1
        return True

    def plan(self) -> list[Deed]:
        self.arrive()
        if self.is_moving():
            self.picture = Picture(self.s, self.side)
            self.gather()
            self.spread()
            self.entrain()
        return self.deeds

    # ---------------------------------------------------------------------------------- onto the map
    def arrive(self) -> None:
        for name in ARRIVALS:
            tried: set[int] = set()
            while self.is_moving():
                offers = {verb.name: (verb, mask) for verb, mask in self.game.offers(self.s, self.seat)}
                if name not in offers:
                    break
                verb, mask = offers[name]
                units = [u for u in members(mask) if u not in tried]
                if not units:
                    break
                u = max(units, key=self.picture.value)
                tried.add(u)
                places = self.game.following(self.s, self.seat, verb, (u,))
                if name == "sail" and self.s.where[u] < self.s.data.n:
                    continue  # who is ashore stays there
                hexes = [h for h in members(places) if h < self.s.data.n]
                if hexes:
                    self.do(name, u, max(hexes, key=lambda h, u=u: self.landing(u, h)))  # type: ignore[misc]

    def landing(self, u: int, h: int) -> float:
        return self.stand(u, h) - 0.3 * self.picture.posted.get(h, 0)

    # ----------------------------------------------------------------------------------- the attacks
    def gather(self) -> None:
        """Bring units together where the odds are good; the best prospects first."""
        s, w, picture = self.s, self.s.data, self.picture
        able = movers(s)
        spots: dict[int, int] = {}
        for u in w.of_side[self.side]:
            h = s.where[u]
            if h < w.n and s.bound[u] == FREE and combat_factor(s, u) and not w.hqs >> u & 1:
                there = goals(s, u) if able >> u & 1 else 0
                spots[u] = w.bit[h] | (there & picture.fed if s.impulse == 2 else there)
        struck = 0
        targets = [h for h in members(picture.foes) if not (self.side == ALLIED and picture.is_frozen(h))]
        targets.sort(key=lambda h: picture.to_goals[h] + 0.7 * picture.defence(h))
        for target in targets:
            if struck & w.bit[target]:
                continue
            found = self.force(target, {u: mask for u, mask in spots.items() if not self.used >> u & 1}, struck)
            for u, h in found:
                self.used |= 1 << u
                picture.planned |= w.bit[h]
                struck |= w.adjacent[h] & picture.foes
            for u, h in found:
                if h != s.where[u]:
                    self.do("move", u, h)
                    if not self.is_moving():
                        return

    def force(self, target: int, spots: dict[int, int], struck: int) -> list[tuple[int, int]]:
        """Units and the hexes from which they attack a target and whoever else they then stand next to."""
        s, w, picture = self.s, self.s.data, self.picture
        near = w.adjacent[target]
        reaching = [u for u, mask in spots.items() if mask & near]
        reaching.sort(key=lambda u: -attacking_factor(s, u, w.bit[target]))
        duty, attack = w.bit[target], 0
        full: dict[int, int] = {}
        found: list[tuple[int, int]] = []
        for u in reaching:
            best, least = -1, 99.0
            for h in members(spots[u] & near):
                moves = h != s.where[u]
                if moves and room(s, self.side, h) - full.get(h, 0) < stack_value(s, u):
                    continue
                more = (w.adjacent[h] & picture.foes & ~duty & ~struck).bit_count()
                if more + 0.1 * moves < least:
                    best, least = h, more + 0.1 * moves
            if best < 0:
                continue
            new = w.adjacent[best] & picture.foes & ~struck & ~duty
            if new and found:
                continue  # it would bring more enemies into the battle
            duty |= new
            if best != s.where[u]:
                full[best] = full.get(best, 0) + stack_value(s, u)
            found.append((u, best))
            attack += attacking_factor(s, u, w.bit[target])
            if attack >= ENOUGH * sum(map(picture.defence, members(duty))) or len(found) >= MOST_ATTACKERS:
                break
        enough = attack >= LEAST * max(1, sum(map(picture.defence, members(duty))))
        return found if enough else []

    # ------------------------------------------------------------------------------------ the others
    def spread(self) -> None:
        """Everybody else goes where he stands best."""
        s, w, picture = self.s, self.s.data, self.picture
        staff = list(members(movers(s) & w.hqs))
        for u in staff:
            self.settle(u)
        picture.fed = picture.supplied()
        for u in sorted(members(movers(s)), key=lambda u: picture.to_goals[s.where[u]] if s.where[u] < w.n else 0):
            self.settle(u)

    def settle(self, u: int) -> None:
        """A unit goes to the best hex that it can reach."""
        s, w = self.s, self.s.data
        if not self.is_moving():
            return
        h = s.where[u]
        if h >= w.n or self.used >> u & 1 or not movers_has(s, u):
            return
        best = max(members(goals(s, u) & ~w.ground[5]), key=lambda x: self.stand(u, x), default=h)
        if self.stand(u, best) > self.stand(u, h) + 0.2:
            self.do("move", u, best)

    def stand(self, u: int, h: int) -> float:
        s = self.s
        crowded = h != s.where[u] and room(s, self.side, h) < stack_value(s, u)
        return self.picture.score(u, h) - (50.0 if crowded else 0.0)

    def entrain(self) -> None:
        """Rail for those who are far from where they are needed."""
        s, w = self.s, self.s.data
        tried: set[int] = set()
        while self.is_moving():
            rail = next(((verb, mask) for verb, mask in self.game.offers(s, self.seat) if verb.name == "rail"), None)
            units = [u for u in members(rail[1]) if u not in tried] if rail else []
            if not units or rail is None:
                return
            u = max(units, key=lambda x: (-self.picture.score(x, s.where[x]), self.picture.value(x)))
            tried.add(u)
            hexes = [h for h in members(self.game.following(s, self.seat, rail[0], (u,))) if h < w.n]
            best = max(hexes, key=lambda h: self.stand(u, h), default=-1)
            if best >= 0 and self.stand(u, best) > self.stand(u, s.where[u]) + BY_RAIL:
                self.do("rail", u, best)
            if len(tried) > 12:
                return


def movers_has(s: Position, u: int) -> bool:
    """Whether a unit has not moved meanwhile."""
    return not (s.moved | s.landed | s.stuck | s.stopped) >> u & 1
