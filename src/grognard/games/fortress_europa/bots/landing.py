"""Invasions and drops: where to land, with whom, and what paratroopers are good for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.games.fortress_europa.bots.drafted import Drafted
from grognard.games.fortress_europa.bots.goals import district_value, wanted
from grognard.games.fortress_europa.bots.picture import Picture
from grognard.games.fortress_europa.data.world import ALLIED, DISTRICTS, GERMAN
from grognard.games.fortress_europa.rules.combat.strength import defending_factor
from grognard.games.fortress_europa.rules.landing.airborne import drop_column, drops_allowed
from grognard.games.fortress_europa.rules.landing.site import area_of, box_of, invadable
from grognard.games.fortress_europa.rules.movement.stacking import stack_value
from grognard.games.fortress_europa.rules.standing import allied_hexes, units_of
from grognard.games.fortress_europa.rules.state import FREE, Position, combat_factor, invasion_now
from grognard.games.fortress_europa.rules.supply.ports import capacity
from grognard.kernel.rules import Deed, Game
from grognard.maps import members

if TYPE_CHECKING:
    from grognard.games.fortress_europa.bots.moves import Planner

SURE = 3.0
"""The odds that are wanted on every beach."""
ENGINEERS = 3
"""How many factors the 79th counts more than it has: it adds two to the die (12.13)."""
ENOUGH_ROOM = 4
"""The supply capacity with which a second invasion is begun (18.7.4)."""
NEAR = 12
"""How far off Germans count against a beach."""


def beach_defence(s: Position, h: int) -> int:
    return sum(defending_factor(s, x, False) for x in units_of(s, GERMAN, h))


class Coast:
    """What the beaches promise."""

    def __init__(self, s: Position, district: int = -1) -> None:
        self.s, self.only = s, district
        self.factors: dict[int, list[tuple[int, int]]] = {}
        """For each hex its Germans: factors, and the district in which they are frozen."""
        w = s.data
        for u in w.of_side[GERMAN]:
            if s.where[u] < w.n and combat_factor(s, u):
                self.factors.setdefault(s.where[u], []).append((combat_factor(s, u), s.bound[u]))
        self.known: dict[int, float] = {}

    def worth(self, h: int) -> float:
        """What may land there, harbours and cities near; less who defends it and who could come (9.1)."""
        if h not in self.known:
            self.known[h] = self._worth(h)
        return self.known[h]

    def _worth(self, h: int) -> float:
        s, w = self.s, self.s.data
        area = w.areas[area_of(w, w.bit[h])]
        district = w.district_of[h]
        all_come = s.released or district < 0 or DISTRICTS[district] in w.book.release.everywhere
        coming = 0.0
        for x, units in self.factors.items():
            far = w.grid.distance(h, x)
            if far <= NEAR:
                here = sum(factor for factor, bound in units if all_come or bound in (FREE, district))
                coming += here * (1.0 - far / (NEAR + 2))
        near = w.disc(h, 3) & ~allied_hexes(s)
        ports = sum(w.port_capacity[w.port_at[p]] for p in members(near & w.port_hexes))
        cities = (w.within(w.bit[h], 5) & w.cities & ~allied_hexes(s)).bit_count()
        found = 0.5 * area.first + 1.5 * area.second + 0.5 * ports + 0.7 * cities
        found -= 1.2 * beach_defence(s, h) + 0.12 * coming
        found += 3.0 * bool(w.reach_of_england >> h & 1) + district_value(s, district)
        if self.only >= 0:
            found += 100.0 * (district == self.only)
        for x in members(s.dropped):
            if s.where[x] < w.n:
                found += max(0.0, 4.0 - w.grid.distance(h, s.where[x]))  # where paratroopers wait
        return found

    def best(self) -> int:
        """The beach around which a landing is laid out."""
        return max(members(invadable(self.s)), key=self.line)

    def line(self, h: int) -> float:
        """A beach with those beside it."""
        w = self.s.data
        near = [self.worth(x) for x in members(w.disc(h, 1) & invadable(self.s)) if x != h]
        return self.worth(h) + 0.4 * sum(sorted(near)[-2:])


def invasion(game: Game[Position], view: Position, seat: str, district: int = -1) -> Deed | None:
    """The landing that promises most: one beach after the other, each with the odds that are wanted."""
    draft = Drafted(game, view, seat)
    s = draft.s
    coast = Coast(s, district)
    centre = coast.best()
    strength: dict[int, int] = {}
    box = box_of(s.data, centre)  # 12.4: who lands there starts from there
    while units := [u for u in members(draft.offers().get("invade", 0)) if s.where[u] == box]:
        u = max(units, key=lambda x: strong(s, x))
        hexes = draft.hexes("invade", u)
        if not hexes:
            break
        h = max(hexes, key=lambda x: place_worth(s, coast, centre, strength, x))
        strength[h] = strength.get(h, 0) + strong(s, u)
        draft.add("invade", u, h)
    return draft.done() if draft.parts and draft.is_complete() else None


def strong(s: Position, u: int) -> int:
    return combat_factor(s, u) + (ENGINEERS if u == s.data.landing_armor else 0)


def place_worth(s: Position, coast: Coast, centre: int, strength: dict[int, int], h: int) -> float:
    """Where the next unit lands: near the middle, where the odds are still lacking, without spoiling the area."""
    w = s.data
    lack = max(0.0, SURE * beach_defence(s, h) - strength.get(h, 0))
    lesser = s.site and w.areas[area_of(w, s.site | w.bit[h])].first < w.areas[s.landing_area].first
    full = sum(stack_value(s, u) for u in units_of(s, ALLIED, h)) >= w.stack_limit[h]  # 6.3
    wakes = bool(s.site) and not s.released and w.district_of[h] != w.district_of[centre]
    found = coast.worth(h) - 3.0 * w.grid.distance(h, centre)
    found += 8.0 if strength.get(h) and lack else 0.0
    return found - (50.0 if lesser else 0.0) - (30.0 if wakes else 0.0) - (60.0 if full else 0.0)


# ------------------------------------------------------------------------------------------ the second invasion


def second_landing(planner: Planner) -> None:
    """12.2: in August and September, where a coast is open and enough units and supply are there."""
    s, w = planner.s, planner.s.data
    units = planner.able("invade")[1]
    if not units or (capacity(s) < ENOUGH_ROOM and not s.first_failed):
        return
    if sum(combat_factor(s, u) >= 3 for u in units) < 3:
        return
    coast = Coast(s)
    boxes = {s.where[u] for u in units}
    free = [h for h in members(invadable(s) & ~allied_hexes(s)) if box_of(w, h) in boxes]
    free = [h for h in free if beach_defence(s, h) <= 6]
    if not free:
        return
    centre = max(free, key=coast.line)
    strength: dict[int, int] = {}
    while planner.is_moving():
        units = [u for u in planner.able("invade")[1] if s.where[u] == box_of(w, centre)]
        units.sort(key=lambda u: -combat_factor(s, u))
        for u in units:
            hexes = [h for h in planner.places("invade", u) if w.grid.distance(h, centre) <= 4]
            hexes = [h for h in hexes if s.site or h == centre]
            if not hexes:
                continue
            h = max(hexes, key=lambda x: place_worth(s, coast, centre, strength, x))
            strength[h] = strength.get(h, 0) + combat_factor(s, u)
            if planner.do("invade", u, h):
                break
        else:
            return
        if not invasion_now(s):
            return


# -------------------------------------------------------------------------------------------------------- drops


def drop(game: Game[Position], view: Position, seat: str, side: int, district: int = -1) -> Deed | None:
    """Paratroopers: on the first day behind the beaches, later on open cities that nobody guards."""
    draft = Drafted(game, view, seat)
    s, w = draft.s, draft.s.data
    first = side == ALLIED and s.turn == w.turn_of[w.book.landing.first]
    if not wants_drop(s, side):
        return draft.done()
    picture = Picture(s, side)
    centre = Coast(s, district).best() if first else -1
    while units := list(members(draft.offers().get("drop", 0))):
        u = max(units, key=lambda x: combat_factor(s, x))
        rated = [(drop_worth(picture, u, h, centre), h) for h in members(draft.following("drop", u))]
        best, h = max(rated, default=(-1.0, -1))
        if best <= 0 or not draft.may("drop", u, h):
            break
        draft.add("drop", u, h)
        picture.post(u, h, 1)
    return draft.done()


def wants_drop(s: Position, side: int) -> bool:
    """Objectives that count drops (32.4) are kept in mind."""
    w = s.data
    made = s.allied_drops if side == ALLIED else s.german_drops
    most = drops_allowed(s, side)
    for i in members(s.goals_allied if side == ALLIED else s.goals_german):
        if w.objectives[i].kind == "paradrops":
            most = min(most, w.objectives[i].number)
    return made < most


def drop_worth(picture: Picture, u: int, h: int, centre: int) -> float:
    """What it brings to drop a unit in a hex; nothing above zero if it should stay at home."""
    s, w = picture.s, picture.s.data
    bit = w.bit[h]
    if picture.foes & bit or picture.shut & bit:
        return -1.0
    lost = w.book.drop[drop_column(s, u, h)].dice
    found = -3.0 * (lost.count("step") + 2 * lost.count("lost")) / 6 - 2.0 * bool(picture.zone & bit)
    if centre >= 0:
        far = w.grid.distance(h, centre)
        if far > 3 or not w.land & bit or w.district_of[h] != w.district_of[centre]:
            return -1.0
        return found + 4.0 - abs(far - 1.5) + 2.0 * bool(w.cities & bit) - picture.posted.get(h, 0)
    held = allied_hexes(s) & bit
    open_city = w.cities & bit & ~w.germany and bool(held) == (picture.side == GERMAN)
    if not open_city or picture.posted.get(h, 0):
        return -1.0
    found += 3.0 + 3.0 * bool(wanted(s) & bit) + 2.0 * bool(w.port_hexes & bit)
    return found - picture.risk(u, h, False)
