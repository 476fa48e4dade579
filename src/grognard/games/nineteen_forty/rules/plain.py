"""The facts of a movement phase in plain Python: see facts.py for the questions, field.py for the shortcuts."""

from __future__ import annotations

from collections.abc import Callable

from grognard.games.nineteen_forty.data.world import ALLIED, GERMAN, QUARTER, World
from grognard.games.nineteen_forty.rules import movement
from grognard.games.nineteen_forty.rules.arrivals import due, entry_hexes, entry_places
from grognard.games.nineteen_forty.rules.evacuation import units_in_ports, why_not_embark
from grognard.games.nineteen_forty.rules.exchange import gathered
from grognard.games.nineteen_forty.rules.facts import Facts
from grognard.games.nineteen_forty.rules.field import (
    Field,
    common,
    destinations,
    field,
    joining,
    moving,
    stackers,
    stations,
    trains,
)
from grognard.games.nineteen_forty.rules.ground import NOWHERE, going, situation
from grognard.games.nineteen_forty.rules.searching import Steps
from grognard.games.nineteen_forty.rules.stacking import friends_in, may_stack
from grognard.games.nineteen_forty.rules.state import Position, allowance
from grognard.games.nineteen_forty.rules.territory import settle_all
from grognard.kernel.rules import Events
from grognard.maps import Reach, follow, mask_of, members, search


class PlainFacts(Facts):
    """Who stands where, and the field of the side that moves."""

    __slots__ = ("steps",)

    def __init__(self, steps: Steps) -> None:
        super().__init__()
        self.steps = steps
        """Of every kind of going, for the search: they never change."""

    def new(self) -> PlainFacts:
        return PlainFacts(self.steps)

    def on(self, s: Position) -> Field:
        return field(s, self, self.survey(s), self.steps)

    def claim(self, s: Position) -> None:
        settle_all(s)

    def reach(self, s: Position, u: int) -> Reach:
        if s.data.side[u] != s.side:
            return search(going(s, u), s.where[u], allowance(s, u), situation(s, u))
        return self.on(s).reach(s, u)

    def openings(self, s: Position) -> tuple[int, int, int, int, int, bool] | None:
        if s.turn < 0:
            return None
        f = self.on(s)
        german = s.side == GERMAN
        if f.gathered is None:
            f.gathered = gathered(s)
        return (
            moving(s, f),
            stackers(s, f),
            0 if s.railed else trains(s, f),
            0 if german or not f.around.occupied[ALLIED] & s.data.ports_mask else self.embarking(s),
            0 if german else self.entering(s),
            f.gathered,
        )

    def movers(self, s: Position) -> int:
        f = self.on(s)
        if s.overfull >= 0:
            return mask_of(u for u in movement.relievers(s) if destinations(s, f, u))  # ruling 10
        return moving(s, f)

    def goals(self, s: Position, u: int) -> int:
        return destinations(s, self.on(s), u)

    def onward(self, s: Position, u: int, goal: int, path: list[int]) -> int:
        now, how, points = self.on(s).lie(s, u).now, going(s, u), allowance(s, u)
        here = path[-1]
        spent = follow(how, path, points, now)
        if not isinstance(spent, int) or (len(path) > 1 and now.stop >> here & 1):
            return 0
        rest = self.costs_to(s, u, goal)
        opened = now.open
        if len(path) == 1 and now.zone >> here & 1:
            spent += now.leave[0][1]
            opened = now.open_from_zone
        slow, extra = now.enter[0] if now.enter else NOWHERE
        found = 0
        for there, cost, kind, bit in how.steps[here]:
            if there == goal or not bit & opened[kind]:
                continue
            total = spent + cost + (extra if bit & slow else 0)
            if there in rest and total + rest[there] <= points:
                found |= bit
        return found

    def leading(self, s: Position, u: int, goal: int, path: list[int]) -> int:
        w = s.data
        now, how, points = self.on(s).lie(s, u).now, going(s, u), allowance(s, u)
        return mask_of(
            h
            for h in w.grid.neighbours[path[-1]]
            if w.grid.near[h] >> goal & 1 and isinstance(follow(how, [*path, h, goal], points, now), int)
        )

    def costs_to(self, s: Position, u: int, goal: int) -> dict[int, int]:
        """From every hex that a way may pass: the fewest points from there to the goal.

        Hexes that the unit cannot reach with so much left are left out.
        """
        w = s.data
        f = self.on(s)
        if f.rest is not None and f.rest[0] == u and f.rest[1] == goal:
            return f.rest[2]
        now, how, points = f.lie(s, u).now, going(s, u), allowance(s, u)
        back = w.backwards[how]
        spent = f.reach(s, u).costs
        opened, stop = now.open, now.stop
        slow, extra = now.enter[0] if now.enter else NOWHERE
        found = {goal: 0}
        buckets: list[list[int]] = [[goal], *([] for _ in range(points // QUARTER))]
        for whole, bucket in enumerate(buckets):
            paid = whole * QUARTER
            for here in bucket:
                if found[here] < paid:
                    continue
                bit = w.bit[here]
                paying = paid + extra if bit & slow else paid
                for before, cost, kind in back[here]:
                    total = paying + cost
                    if before not in spent or spent[before] + total > points or not bit & opened[kind]:
                        continue
                    if (before not in found or total < found[before]) and not stop >> before & 1:
                        found[before] = total
                        buckets[total // QUARTER].append(before)
        f.rest = (u, goal, found)
        return found

    def joining(self, s: Position, chosen: int) -> int:
        return joining(s, self.on(s), members(chosen))

    def common(self, s: Position, units: int) -> int:
        return common(s, self.on(s), members(units))

    def trains(self, s: Position) -> int:
        if s.railed:
            return 0
        return trains(s, self.on(s))

    def stations(self, s: Position, u: int) -> int:
        return stations(s, self.on(s), u)

    def embarking(self, s: Position) -> int:
        return mask_of(u for u in units_in_ports(s) if next(why_not_embark(s, u), None) is None)

    def entering(self, s: Position) -> int:
        found = due(s)
        if not found:
            return 0
        if entry_hexes(s) & ~self.survey(s).occupied[ALLIED]:  # any of them fits into an empty hex
            return found
        return mask_of(u for u in members(found) if entry_places(s, u))

    def way(self, s: Position, u: int, goal: int) -> tuple[list[int], int]:
        return movement.calmest_way(s, u, goal, self.reach(s, u))

    def march(self, s: Position, u: int, goal: int, ev: Events | None) -> None:
        path, cost = self.way(s, u, goal)
        movement.march(s, u, path, cost, ev)

    def walk(self, s: Position, u: int, path: list[int], ev: Events | None) -> None:
        f = self.on(s)
        f.prospects = movement.walk(s, u, path, ev, f.around, f.prospects)

    def note_overfull(self, s: Position, h: int) -> None:
        w, around = s.data, self.survey(s)
        if may_stack(w, friends_in(s, around, s.side, s.overfull)):
            s.overfull = -1
        if around.crowd[s.side] >> h & 1 and not may_stack(w, friends_in(s, around, s.side, h)):
            s.overfull = h


def plain_facts(w: World) -> Callable[[], Facts]:
    """What makes facts in plain Python for these data."""
    steps = Steps(w)
    return lambda: PlainFacts(steps)
