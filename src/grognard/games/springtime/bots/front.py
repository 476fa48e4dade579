# compiled as it stands
"""The front, summed up by place, so that a bot can try a move and take it back in microseconds."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from grognard.games.springtime.bots.judgement import PER_CV, place_values, stand, win_chance
from grognard.games.springtime.data.world import ALLIES, AXIS, MAGINOT, RIVER, World
from grognard.games.springtime.rules.movement import (
    ASSAULT,
    REDEPLOY,
    Ways,
    allowance,
    can_move,
    default_path,
    is_frozen,
    reach,
)
from grognard.games.springtime.rules.state import Spring, active_side, facts
from grognard.kernel.rules import bits

Move = tuple[float, int, int]
"""What a move gains, the unit and the place."""
RETREAT = -1
"""A way that is not a move."""
NO_MOVE: Move = (0.0, -1, -1)


class Manner(NamedTuple):
    """How moves without a fight are weighed: danger to one's own and the enemy's places, and the Axis way to Paris;
    for the Allies also what it is worth to stand nearer to Paris."""

    danger: float = 1.0
    way: float = 1.0
    home: float = 0.0


USUAL = Manner()


@cache
def borders(d: World) -> tuple[tuple[tuple[int, int], ...], ...]:
    """For each place its neighbours, each with what the defender gains by the boundary."""
    bonus = {RIVER: d.combat.river, MAGINOT: d.combat.maginot}
    return tuple(tuple((q, bonus.get(d.edge_kind[p][q], 0)) for q in d.near[p]) for p in range(36))


class Front:
    """Counts and best Combat Values by side and place, control, and what each place is worth to the Axis now."""

    def __init__(self, s: Spring, manner: Manner = USUAL) -> None:
        d = s.data
        self.danger, self.way, self.home = manner
        self.s, self.d = s, d
        self.borders, self.values = borders(d), place_values(d)
        self.control = s.control.copy()
        self.n = ([0] * 36, [0] * 36)
        self.best = ([0] * 36, [0] * 36)
        strength = s.strength
        for u, p in enumerate(s.loc):
            if p < 36:
                side = d.side[u]
                self.n[side][p] += 1
                cv = d.cv[u][strength[u]]
                if cv > self.best[side][p]:
                    self.best[side][p] = cv
        self.at = facts(s).at.copy()
        self.terms = [self.term(p) for p in range(36)]

    # ------------------------------------------------------------------------------------------- what it is worth
    def term(self, p: int) -> float:
        """What a place adds for the Axis: control, and the danger to those who hold it."""
        side = self.control[p]
        value = self.values[p]
        term = value if side else 0.0
        theirs = self.n[1 - side]
        if theirs[p]:
            return term
        best = self.best[1 - side]
        count = attack = bonus = 0
        for q, gain in self.borders[p]:
            if theirs[q]:
                count += theirs[q]
                if best[q] > attack:
                    attack, bonus = best[q], gain
        n = self.n[side][p]
        paris = self.d.paris
        if not count:
            return term + 3.0 if p == paris and not n and not side and self._open_road() else term
        if side:
            if not n:
                return term - 0.3 * value
            return term - self.danger * 0.35 * self._risk(p, side, n, attack, count, bonus, value)
        if not n:
            return 10.0 if p == paris else 0.9 * value + 0.9
        if p == paris:
            return (
                self.danger * 0.8 * self._risk(p, side, n, attack, count, bonus, 14.0 if self.s.open_city else 22.0)
            )
        return self.danger * 0.4 * self._risk(p, side, n, attack, count, bonus, value)

    def _risk(self, p: int, side: int, n: int, attack: int, count: int, bonus: int, worth: float) -> float:
        """The expected loss of the side that holds a place if everything next to it attacked."""
        best = self.best[side][p]
        axis_attacks = side == ALLIES
        defense = best + n - 1 + self.d.tem[p] + bonus + (2 if axis_attacks else 4)
        attack += (count - 1 if count < 4 else 3) + (4 if axis_attacks else 2)
        return win_chance(attack - defense) * (best * PER_CV + 1.0 + 0.5 * worth)

    def _open_road(self) -> bool:
        """Whether armor could drive into an empty Paris through an empty Area."""
        d, at = self.d, self.at
        armor = d.side_mask[AXIS] & d.armored_mask
        for q in d.near[d.paris]:
            if not at[q]:
                for r in d.near[q]:
                    if at[r] & armor:
                        return True
        return False

    def stand(self, u: int, p: int) -> float:
        """What it costs the Axis that a unit stands far from Paris."""
        d = self.d
        return self.way * stand(d, u, p) if d.side[u] else -self.home * d.distance[d.paris][p]

    def is_cold(self, p: int, side: int) -> bool:
        """Whether one unit of this side more makes no difference in a place: nothing of the enemy is near."""
        if self.n[1 - side][p] or p == self.d.paris:
            return False
        theirs, control = self.n[1 - side], self.control
        for q in self.d.near[p]:  # noqa: SIM110 - a loop is much quicker than any() here
            if theirs[q] or control[q] != side:
                return False
        return True

    # --------------------------------------------------------------------------------------------- moves on trial
    def lift(self, u: int, p: int) -> None:
        side = self.d.side[u]
        self.at[p] &= ~(1 << u)
        self.n[side][p] -= 1
        cv, strength = self.d.cv, self.s.strength
        best = 0
        for v in bits(self.at[p] & self.d.side_mask[side]):
            if cv[v][strength[v]] > best:
                best = cv[v][strength[v]]
        self.best[side][p] = best

    def drop(self, u: int, p: int) -> None:
        side = self.d.side[u]
        self.at[p] |= 1 << u
        self.n[side][p] += 1
        cv = self.d.cv[u][self.s.strength[u]]
        if cv > self.best[side][p]:
            self.best[side][p] = cv

    def try_unit(self, u: int, ways: Ways, mode: int, floor: float = 0.0) -> Move:
        """The best move of one unit without a fight that gains more than `floor`."""
        d, s = self.d, self.s
        side, start, near = d.side[u], s.loc[u], d.near
        mine, theirs, best, control, terms = self.n[side], self.n[1 - side], self.best[side], self.control, self.terms
        cv = d.cv[u][s.strength[u]]
        old_best = best[start]
        sign = 1.0 if side else -1.0
        self.lift(u, start)
        base = self.stand(u, start)
        left = not mine[start] and theirs[start] > 0 and control[start] == side  # 7.2: it is given up
        if left:
            control[start] = 1 - side
            base -= sign * capture_worth(s, start)
        lifted: dict[int, float] = {}
        bare = (
            not self.at[d.paris] and not control[d.paris]
        )  # then every road to Paris counts, not its neighbours only
        for q in {start, d.paris, *near[start]} if bare else (start, *near[start]):
            if control[q] == side and q != start and not bare:
                continue  # what threatens a place of one's own are the others alone
            lifted[q] = self.term(q)
            base += lifted[q] - terms[q]
        found = (floor, -1, -1)
        for p in ways[0]:
            if (theirs[p] and mode == ASSAULT) or (p < 30 and mine[p] >= d.stacking):
                continue
            taken: list[int] = []
            if mode == ASSAULT:
                for q in default_path(ways, p, start)[1:]:
                    if control[q] != side and not theirs[q]:
                        taken.append(q)
                        control[q] = side
            if not taken and not bare and self.is_cold(p, side):
                gain = sign * (base - self.stand(u, p))
                if gain > found[0]:
                    found = (gain, u, p)
                continue
            before = best[p]
            mine[p] += 1
            self.at[p] |= 1 << u
            if cv > before:
                best[p] = cv
            gain = base - self.stand(u, p)
            touched = {p, *near[p], *taken, *([d.paris] if bare else [])} if taken or bare else (p, *near[p])
            for q in touched:
                if control[q] != side or q == p or bare or q in taken:
                    gain += self.term(q) - (lifted[q] if q in lifted else terms[q])
            for q in taken:
                gain += capture_worth(s, q) if side else -0.5 * capture_worth(s, q)
                control[q] = 1 - side
            mine[p] -= 1
            best[p] = before
            self.at[p] &= ~(1 << u)
            gain *= sign
            if mode == RETREAT and theirs[p]:
                gain -= 0.3
            if gain > found[0]:
                found = (gain, u, p)
        if left:
            control[start] = side
        mine[start] += 1
        best[start] = old_best
        self.at[start] |= 1 << u
        return found

    def make(self, u: int, ways: Ways, p: int, mode: int) -> None:
        """Carry a move out on this front."""
        side, start = self.d.side[u], self.s.loc[u]
        self.lift(u, start)
        if not self.n[side][start] and self.n[1 - side][start]:
            self.control[start] = 1 - side
        if mode == ASSAULT:
            for q in default_path(ways, p, start)[1:]:
                if not self.n[1 - side][q]:
                    self.control[q] = side
        self.drop(u, p)
        near = self.d.near_mask
        for q in bits(near[start] | near[p] | 1 << start | 1 << p | 1 << self.d.paris):
            self.terms[q] = self.term(q)


def capture_worth(s: Spring, p: int) -> float:
    """The morale that the fall of a place costs at once."""
    d = s.data
    if p == d.paris:
        return float(-d.morale["open-paris-falls" if s.open_city else "paris-falls"].change)
    return float(-d.morale["zone-falls"].change) if d.zone_mask >> p & 1 else 0.0


def movers(s: Spring, units: list[int], mode: int) -> list[tuple[int, Ways]]:
    """The units that can move, with where to."""
    if mode == ASSAULT:
        return [(u, reach(s, u, mode)) for u in units if s.came[u] < 0 and can_move(s, u, mode)]
    open_to, joined = _quiet_places(s, active_side(s), mode)
    out: list[tuple[int, Ways]] = []
    for u in units:
        start = s.loc[u]
        if s.came[u] >= 0 or is_frozen(s, u):
            continue
        found = _spread(s, start, allowance(s, u, mode), open_to, 0 if s.contested >> start & 1 else joined)
        if found:
            out.append((u, (dict.fromkeys(bits(found), start), {})))
    return out


def _quiet_places(s: Spring, side: int, mode: int) -> tuple[int, int]:
    """The places through which units may go without a fight, and the contested ones where they may join friends
    (8.1.2), as bits."""
    d = s.data
    mine, enemy = d.side_mask[side], d.side_mask[1 - side]
    open_to = joined = 0
    for p, here in enumerate(facts(s).at):
        if p == d.italy or (p < 30 and (here & mine).bit_count() >= d.stacking):
            continue
        if here & enemy:
            if here & mine and mode == REDEPLOY:
                joined |= 1 << p
        elif s.control[p] == side:
            open_to |= 1 << p
    return open_to, joined


def _spread(s: Spring, start: int, steps: int, open_to: int, joined: int) -> int:
    """The places within so many steps; that the Maginot Line would stop a unit is left out (9.2)."""
    near = s.data.near_mask
    found = layer = 1 << start
    for _ in range(steps):
        grown = 0
        for p in bits(layer & (open_to | 1 << start)):
            grown |= near[p]
        layer = grown & (open_to | joined) & ~found
        if not layer:
            break
        found |= layer
    return found & ~(1 << start)


def best_move(front: Front, moving: list[tuple[int, Ways]], mode: int) -> Move:
    found = NO_MOVE
    for u, ways in moving:
        move = front.try_unit(u, ways, mode)
        if move[0] > found[0]:
            found = move
    return found


def best_moves(s: Spring, units: list[int], mode: int, floor: float, manner: Manner = USUAL) -> list[Move]:
    """Moves without a fight, one after the other the best that is left, while one gains more than `floor`.

    A unit far from what has changed keeps the move that was found for it before.
    """
    front = Front(s, manner)
    d = s.data
    moving = dict(movers(s, units, mode))
    known: dict[int, Move] = {u: front.try_unit(u, ways, mode) for u, ways in moving.items()}
    out: list[Move] = []
    while known:
        u = max(known, key=lambda v: known[v][0])
        gain, _, p = known[u]
        if gain <= floor:
            break
        out.append(known.pop(u))
        start = s.loc[u]
        front.make(u, moving[u], p, mode)
        for v in known:
            far = d.distance[s.loc[v]]
            if far[start] <= 2 or far[p] <= 2:
                known[v] = front.try_unit(v, moving[v], mode)
    return out
