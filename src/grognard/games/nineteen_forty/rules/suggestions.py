# compiled as it stands
"""A usual plan and set-up, for newcomers who want to get going and for the bots."""

from __future__ import annotations

from grognard.games.nineteen_forty.data.world import (
    ALLIED,
    BE,
    BELGIUM,
    GERMAN,
    GERMANY,
    HOLLAND,
    SWITZERLAND,
    World,
)
from grognard.games.nineteen_forty.rules import zones
from grognard.games.nineteen_forty.rules.stacking import may_stack
from grognard.games.nineteen_forty.rules.state import Position
from grognard.maps import members

FAR = 40
ALLIED_USUAL = {
    "french-1": "1", "french-7": "1", "french-9": "1", "french-2": "1", "french-3": "2", "french-4": "2",
    "french-5": "2", "french-8": "3",
}  # fmt: skip
GERMAN_USUAL = {
    "german-18": "B", "german-6": "B", "german-4": "A", "german-12": "A", "german-16": "A", "german-1": "C",
    "german-7": "C",
}  # fmt: skip


def distances(w: World, goals: int, allowed: int) -> list[int]:
    """Steps from every hex to the nearest goal over the allowed land."""
    found = [FAR] * w.n
    for steps, ring in enumerate(w.rail_steps.rings(goals & allowed, allowed, FAR)):
        for h in members(ring):
            found[h] = steps
    return found


def usual_plan(s: Position, seat: str, plan: str = "north", effort: str = "A") -> list[str]:
    """What is missing of a plan, filled in as it was done in 1940, as parts of the draft."""
    w = s.data
    parts = []
    if seat == "allied":
        if s.reacting < 0:
            parts.append("react 1")
        usual, armies, assigned, other = ALLIED_USUAL, w.allied_armies, s.assign_allied, "1"
    else:
        if s.objective < 0:
            parts.append(f"objective {plan}")
        if s.effort < 0:
            parts.append(f"effort {effort}")
        usual, armies, assigned, other = GERMAN_USUAL, w.german_armies, s.assign_german, "A"
    names = zones.groups_of(s, seat)
    left = [a for a, group in enumerate(assigned) if group < 0]
    empty = [names[g] for g in zones.empty_groups(s, seat, list(assigned))]
    chosen = {a: usual.get(armies[a], other) for a in left}
    for group in empty:  # every group must get an army
        if group not in chosen.values():
            spare = next(a for a in left if list(chosen.values()).count(chosen[a]) > 1 or chosen[a] not in empty)
            chosen[spare] = group
    first = {group: a for a, group in reversed(chosen.items()) if group in empty}
    order = [*first.values(), *[a for a in left if a not in first.values()]]
    return parts + [f"assign {armies[a]} {chosen[a]}" for a in order]


def set_up(s: Position, seat: str) -> list[str]:
    """Places every unit that waits near what it is for: forts and the border, Paris, the frontier. Changes `s`."""
    w = s.data
    side = GERMAN if seat == "german" else ALLIED
    waiting = zones.still_waiting(s, side)
    taken, at = zones.standing(s)
    texts = []
    for u, h in find_places(s, side, waiting, taken, at):
        texts.append(f"place {w.ids[u]} {w.labels[h]}")
        s.where[u] = h
        s.placed |= 1 << u
    return texts


def find_places(s: Position, side: int, waiting: int, taken: int, at: dict[int, list[int]]) -> list[tuple[int, int]]:
    """Units and hexes, large units first; `taken` and `at` are what `standing` gives, and change."""
    w = s.data
    order = members(waiting)
    order.sort(key=lambda u: (-w.load[u], -w.combat[u]))
    marks = Marks(w, side)
    for h in at:
        marks.hold(h)
    found = []
    listed: dict[int, list[int]] = {}
    for u in order:
        waiting ^= 1 << u
        mark = marks.inland if side == ALLIED and w.army[u] < 0 and w.nation[u] != BE else marks.front
        zone = zones.zone_of(s, u) & ~zones.tight_zones(s, side, waiting, taken)
        hexes = listed.get(zone)
        if hexes is None:
            hexes = listed[zone] = members(zone)
        best = max(hexes, key=mark.__getitem__)
        if best in at and not may_stack(w, [u, *at[best]]):
            by_mark = sorted(hexes, key=mark.__getitem__, reverse=True)
            best = next(h for h in by_mark if h not in at or may_stack(w, [u, *at[h]]))
        found.append((u, best))
        at.setdefault(best, []).append(u)
        taken |= w.bit[best]
        marks.hold(best)
    return found


class Marks:
    """How good each hex is to stand in, while a side is set up."""

    def __init__(self, w: World, side: int) -> None:
        front, inland = w.first_marks[side]
        self.w, self.side = w, side
        self.held = 0
        self.front, self.inland = front.copy(), inland
        """`inland` is for Allied units of no army."""
        if side == ALLIED:
            self.inland = inland.copy()
            self.plain = (front.copy(), inland.copy())
            self.beside = [0] * w.n
            """Held hexes next to each hex."""

    def hold(self, h: int) -> None:
        """A unit stands in the hex: others rather stand elsewhere, Allied ones also not beside it."""
        w = self.w
        if self.held & w.bit[h]:
            return
        self.held |= w.bit[h]
        if self.side == GERMAN:
            self.front[h] -= 3.0
            return
        front, inland = self.plain
        front[h] -= 3.0
        if w.maginot >> h & 1:
            front[h] -= 4.0
        inland[h] -= 3.0
        beside = self.beside
        self.front[h] = front[h] - 0.6 * beside[h]
        self.inland[h] = inland[h] - 0.6 * beside[h]
        for x in w.grid.neighbours[h]:
            beside[x] += 1
            crowd = 0.6 * beside[x]
            self.front[x] = front[x] - crowd
            self.inland[x] = inland[x] - crowd


def first_marks(w: World, side: int) -> tuple[list[float], list[float]]:
    """The marks of an empty map: near the enemy, in the Maginot Line; inland around Paris."""
    inland = [0.0] * w.n
    if side == GERMAN:
        way = distances(w, w.north | w.paris, w.land & ~w.countries[HOLLAND] & ~w.countries[SWITZERLAND])
        return [-float(steps) for steps in way], inland
    front = [-float(steps) for steps in distances(w, w.countries[BELGIUM] | w.countries[GERMANY], w.land)]
    for h in members(w.maginot):
        front[h] += 4.0
    for h in members(w.paris):
        inland[h] = 5.0
    return front, inland


__all__ = ["distances", "members", "set_up", "usual_plan"]
