# compiled as it stands
"""How the bots of 1940 see the map: what is worth going to, what can be attacked there, what could attack."""

from __future__ import annotations

from functools import cached_property, lru_cache

import msgspec

from grognard.games.nineteen_forty.bots.plans import MAGINOT, belief
from grognard.games.nineteen_forty.data.world import (
    ALLIED,
    BELGIUM,
    BR,
    FR,
    GERMAN,
    HOLLAND,
    SWITZERLAND,
    World,
)
from grognard.games.nineteen_forty.rules.state import Position, at_war, survey
from grognard.games.nineteen_forty.rules.strength import fort_of
from grognard.games.nineteen_forty.rules.suggestions import FAR, distances
from grognard.games.nineteen_forty.rules.victory import loss_points
from grognard.maps import members

WALK = 6
"""From so far a corps comes back into a hex of the Maginot Line."""


THREATENED = 8
"""So many hexes of the Maginot Line at least the Allies garrison where they believe that it is the German plan."""


class Weights(msgspec.Struct, frozen=True):
    """What the policy cares about; `hard` varies them."""

    goal: float = 2.0
    prey: float = 1.5
    danger: float = 0.35
    terrain: float = 0.5
    bold: float = 0.0
    """Added to the worth of every attack."""
    air: float = 1.1
    """What an air point must gain to be spent."""
    paris: float = 0.45
    """The share of the German mobile force that goes for Paris."""
    line: float = 0.8
    """The share of the German units that goes for the Maginot Line where it is the plan."""
    gap: float = 2.0
    """How far from the enemy the Allied line likes to stand."""
    pull: float = 0.8
    """How much the Allied line clings to what must be held."""
    posts: int = 99
    """How many places the Allies garrison."""
    forts: int = 99
    """How many hexes of the Maginot Line they garrison."""
    main: str = "A"
    plan: str = "north"
    assault: float = 0.0
    """How much of their worth is asked of attacks for which units are brought together; 0: none are planned."""
    push: float = 0.0
    """What breaking into the enemy's line is worth beside his losses."""
    front: float = 0.0
    """What each hex is worth that a unit brings under control in front of the enemy."""
    guard: int = 7
    """The turn from which the Germans garrison what they have taken."""


EASY = Weights()
STRONG = {
    "german": Weights(assault=3.0, bold=-1.0, paris=0.2, front=0.5, air=1.2),
    "allied": Weights(assault=3.0, bold=-1.0, gap=1.0, pull=0.6, terrain=0.8, front=0.6, posts=4, forts=3),
}
"""Where `hard` starts from."""
EXPERT = {
    "german": msgspec.structs.replace(STRONG["german"], goal=1.0, prey=3.0, push=2.0),
    "allied": msgspec.structs.replace(STRONG["allied"], posts=0, forts=1, danger=0.1, front=0.2),
}
"""Where `expert` starts from: Germans who break the Allied line before they run for their goals, and Allies who stand
in it with all that they have; either wins far more games without search (docs/balance/1940.md)."""


@lru_cache(maxsize=4)
def values(w: World) -> tuple[float, ...]:
    """What each unit is worth, in points."""
    return tuple(loss_points(w, u) + 0.5 * w.combat[u] + 0.5 for u in range(w.n_units))


def near_to(w: World, hexes: int, most: int) -> list[int]:
    """Steps from every hex to the nearest of these, counted no further than `most`."""
    found = [FAR] * w.n
    for steps, ring in enumerate(w.rail_steps.rings(hexes, w.land, most)):
        for h in members(ring):
            found[h] = steps
    return found


def must_hold(s: Position, most: int = 99, forts: int = 99) -> list[int]:
    """What the Allies want to keep, the most important first: so many places, so many hexes of the Maginot Line."""
    w = s.data
    paris = members(w.paris & s.allied)
    ports = [h for h in w.ports if s.allied >> h & 1]
    lille = [w.place_hex["Lille"]]
    belgian = members(w.major[BELGIUM] & s.allied) if s.war >> BELGIUM & 1 else []
    line = members(w.maginot & s.allied)
    if forts < len(line):  # those that are held, and the strongest
        held = survey(s).occupied[ALLIED]
        line.sort(key=lambda h: (not held >> h & 1, -w.columns[h], not w.dr_star >> h & 1))
    return [*paris, *lille, *ports, *belgian][:most] + line[:forts]


class Picture:
    """What the policy knows while it moves its units; most of it is worked out when it is asked for."""

    def __init__(self, s: Position, weights: Weights) -> None:
        w = s.data
        self.s = s
        self.weights = weights
        self.side = s.side
        self.around = survey(s)
        foe = 1 - s.side
        self.foes = self.around.occupied[foe]
        if s.side == GERMAN:  # who is not at war is no prey, but Belgium is on the way
            for country in (HOLLAND, SWITZERLAND):
                if not s.war >> country & 1:
                    self.foes &= ~w.countries[country]
        self.closed = 0
        """Countries that are left alone."""
        if s.side == GERMAN:
            for country in (HOLLAND, SWITZERLAND):
                if not s.war >> country & 1:
                    self.closed |= w.countries[country]
        self._beside: dict[int, tuple[float, float]] = {}
        self._strength: dict[int, tuple[float, float]] = {}
        self._shelter: dict[int, float] = {}
        self.barred: dict[int, int] = {}
        """For some units hexes that they must not end in."""
        self.covered = 0
        """Hexes that units which have taken their place control."""

    # ------------------------------------------------------------------------------------------ enemies

    def strength(self, h: int) -> tuple[float, float]:
        """The factors of the enemies in a hex, and what they are worth."""
        found = self._strength.get(h)
        if found is None:
            w: World = self.s.data
            worth = values(w)
            units = [u for u in self.around.at[h] if w.side[u] != self.side]
            found = self._strength[h] = (float(sum(w.combat[u] for u in units)), sum(worth[u] for u in units))
        return found

    def beside(self, h: int) -> tuple[float, float]:
        """The factors that could attack a hex from where they stand, and what could be gained by attacking them."""
        found = self._beside.get(h)
        if found is None:
            threat = prey = 0.0
            for x in members(self.s.data.attack_mask[h] & self.foes):
                factors, worth = self.strength(x)
                threat += factors
                prey += worth / (2 + factors)
            found = self._beside[h] = (threat, prey)
        return found

    # ------------------------------------------------------------------------------------------ Germans

    @cached_property
    def open_land(self) -> int:
        w: World = self.s.data
        return w.land & ~self.closed

    @cached_property
    def goals(self) -> tuple[int, int]:
        """Hexes in the north and around Paris that are not German yet."""
        w: World = self.s.data
        return w.north & ~self.s.german, w.paris & ~self.s.german

    @cached_property
    def any(self) -> list[int]:
        w: World = self.s.data
        north, paris = self.goals
        return distances(w, north | paris or w.paris, self.open_land)

    @cached_property
    def north(self) -> list[int]:
        w: World = self.s.data
        north, paris = self.goals
        return distances(w, north or paris or w.paris, self.open_land)

    @cached_property
    def paris(self) -> list[int]:
        w: World = self.s.data
        north, paris = self.goals
        return distances(w, paris or north or w.north, self.open_land)

    @cached_property
    def to_paris(self) -> frozenset[int]:
        """The mobile units that go for Paris."""
        s, w = self.s, self.s.data
        if not self.goals[1]:
            return frozenset()
        fast = [u for u in w.of_side[GERMAN] if w.motorized[u] and s.where[u] < w.n]
        fast.sort(key=lambda u: self.paris[s.where[u]] - self.north[s.where[u]])
        return frozenset(fast[: int(len(fast) * self.weights.paris)])

    @cached_property
    def held_line(self) -> int:
        """The hexes of the Maginot Line that have to be cleared: none where it is not the plan."""
        w: World = self.s.data
        return self.around.occupied[ALLIED] & w.maginot if self.s.objective == MAGINOT else 0

    @cached_property
    def line(self) -> list[int]:
        """Steps to where a held hex of the Maginot Line can be attacked past its works: there a retreat clears it."""
        w: World = self.s.data
        past = 0
        for h in members(self.held_line):
            for x in members(w.attack_mask[h] & ~self.foes):
                if not fort_of(self.s, x, h):
                    past |= w.bit[x]
        return distances(w, past or self.held_line, self.open_land & ~self.foes | self.held_line)

    @cached_property
    def to_line(self) -> frozenset[int]:
        """The units that go for the Maginot Line: those that are nearest."""
        s, w = self.s, self.s.data
        if not self.held_line:
            return frozenset()
        able = [u for u in w.of_side[GERMAN] if w.combat[u] and s.where[u] < w.n]
        able.sort(key=lambda u: self.line[s.where[u]])
        return frozenset(able[: int(len(able) * self.weights.line)])

    @cached_property
    def posts(self) -> dict[int, int]:
        """Units with a place of their own to hold."""
        if self.side == ALLIED:
            return self._allied_posts()
        return self._guards() if self.s.turn >= self.weights.guard else {}

    def _guards(self) -> dict[int, int]:
        """Towards the end, captured goals that an enemy could retake get a garrison; in the last turn all of them."""
        s, w = self.s, self.s.data
        distance = w.grid.distance
        careful = self.weights.assault > 0
        last = careful and s.turn == w.last_turn
        far = 16 if careful and s.turn >= w.last_turn - 1 else 8
        posts: dict[int, int] = {}
        foes = [h for h in members(self.foes) if s.war >> max(0, w.country[h]) & 1]
        free = [u for u in w.of_side[GERMAN] if s.where[u] < w.n and w.move[u] and (last or not w.armour[u])]
        goals = [(h, far) for h in members((w.north | w.paris) & s.german)]
        if s.objective == MAGINOT:
            goals += [(h, WALK) for h in members(w.maginot & ~self.around.occupied[ALLIED])]
        for h, near_enough in goals:
            if not any(distance(h, x) <= near_enough for x in foes):
                continue
            near = [u for u in free if u not in posts and distance(s.where[u], h) <= 9]
            if near:
                posts[min(near, key=lambda u: (distance(s.where[u], h), w.combat[u]))] = h
        return posts

    # ------------------------------------------------------------------------------------------- Allies

    def _allied_posts(self) -> dict[int, int]:
        s, w = self.s, self.s.data
        distance = w.grid.distance
        posts: dict[int, int] = {}
        free = [u for u in w.of_side[ALLIED] if s.where[u] < w.n and at_war(s, u) and w.move[u]]
        corps = [u for u in free if w.nation[u] in (FR, BR) and w.load[u] == 3]
        forts = self.weights.forts
        if belief(s)[MAGINOT] > 0.5:
            forts = max(forts, THREATENED)
        for h in must_hold(s, self.weights.posts, forts):
            pick = [u for u in free if s.where[u] == h and u not in posts] or [
                u for u in corps if u not in posts and distance(s.where[u], h) <= 8
            ]
            if pick:
                posts[min(pick, key=lambda u: (distance(s.where[u], h), -w.combat[u]))] = h
        return posts

    @cached_property
    def gaps(self) -> list[int]:
        """Steps to the nearest German."""
        w: World = self.s.data
        return near_to(w, self.around.occupied[GERMAN] or w.countries[0], 14)

    @cached_property
    def home(self) -> list[int]:
        """Steps to the nearest place that must be held."""
        w: World = self.s.data
        goals = (w.paris | w.north) & self.s.allied
        return distances(w, goals or w.paris, w.land)

    @cached_property
    def contested(self) -> int:
        """The ground that the enemy may come to soon."""
        w: World = self.s.data
        return w.rail_steps.flood(self.foes, w.land, 5)

    def shelter(self, h: int) -> float:
        """What the ground, and rivers and works towards the enemy, are worth to a defender."""
        found = self._shelter.get(h)
        if found is None:
            w: World = self.s.data
            found = (1.0 if w.dr_star >> h & 1 else 0.0) + (2.0 if w.maginot >> h & 1 else 0.0)
            if self.weights.front:
                gaps = self.gaps
                here = gaps[h]
                sides = [w.edges[x, h] for x in w.attack_near[h] if gaps[x] < here]
                if sides:
                    wet = sum(1.0 if e.halvings else 0.5 if e.river >= 0 else 0.0 for e in sides)
                    found += w.columns[h] + 2.0 * wet / len(sides)
            self._shelter[h] = found
        return found

    # -------------------------------------------------------------------------------------------- score

    def score(self, s: Position, u: int, h: int) -> float:
        """How much a unit would like to stand in a hex."""
        w = s.data
        k = self.weights
        threat, prey = self.beside(h)
        post = self.posts.get(u)
        if self.side == GERMAN:
            if post is not None:
                return -4.0 * w.grid.distance(h, post)
            if u in self.to_line:
                to = self.line
            else:
                to = self.any if not w.motorized[u] else self.paris if u in self.to_paris else self.north
            gain = prey * min(2.0, w.combat[u] / 2)
            found = -k.goal * to[h] + k.prey * gain - k.danger * max(0.0, threat - 2 * w.combat[u])
            if k.front:
                found += k.front * (w.zoc[h] & self.contested & ~self.covered).bit_count()
            return found
        danger = threat / (w.combat[u] + 1)
        if post is not None:
            return -4.0 * w.grid.distance(h, post) + (6.0 if h == post else 0.0) - 0.1 * danger
        found = -abs(self.gaps[h] - k.gap) - k.pull * self.home[h] + k.terrain * self.shelter(h) - k.danger * danger
        if k.front:
            found += k.front * (w.zoc[h] & self.contested & ~self.covered).bit_count()
        return found


__all__ = ["EASY", "Picture", "Weights", "must_hold", "near_to", "values"]
