"""17.10.4: armored units before a river whose bridges are destroyed stop, and roll on the River Crossing Chart."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, ClassVar

from grognard.games.fortress_europa import ardennes, missions
from grognard.games.fortress_europa.districts import frozen_districts
from grognard.games.fortress_europa.entering import MOVE, entered
from grognard.games.fortress_europa.ground import allowance, is_armored, situation
from grognard.games.fortress_europa.movement import may_stop, reach, walk, why_not_walking
from grognard.games.fortress_europa.state import Position, say
from grognard.games.fortress_europa.world import ALPINE, FLOODED, ROUGH, World
from grognard.kernel.chance import Dice, Distribution, Outcome
from grognard.kernel.contract import Args, Auto, Chance, Slot, Verb, Why, Whys
from grognard.kernel.events import Events, Moved, Rolled
from grognard.kernel.show import Odds, OddsRow, Preview
from grognard.maps import Mask, Reach, Situation, members

# -------------------------------------------------------------------------------------------- where to cross


@lru_cache(maxsize=256)
def riversides(w: World, down: int) -> Mask:
    """The hexes beside rivers without bridges."""
    found = 0
    for section in members(down):
        found |= w.rivers[section].banks
    return found


def landings(s: Position, u: int) -> tuple[Situation, Mask]:
    """What bears on a unit's movement now, and where its crossing may end."""
    w: World = s.data
    ends = may_stop(s, u)
    if not w.mountain_units >> u & 1:
        ends &= ~w.ground[ALPINE]
    if s.trespassing >> u & 1:
        ends &= ~frozen_districts(s)  # 15.10
    return situation(s, u), ends


def across(s: Position, u: int, h: int, now: Situation, ends: Mask) -> list[int]:
    """The hexes into which a unit could try to cross from a hex, if it has movement left there."""
    w: World = s.data
    free = (now.open_from_zone[0] if now.zone >> h & 1 else now.open[0]) & ends
    down = s.bridges_down & ~ardennes.closed_rivers(s, u)
    return [
        there
        for there in w.near[h]
        if free >> there & 1
        and (section := w.river_between(h, there)) >= 0
        and down >> section & 1
        and (u, w.grid.side(h, there)) not in s.tried
    ]


def goes_on(s: Position, u: int, h: int, spent: int, now: Situation, *, slowed: bool) -> bool:
    """Whether a unit that came to a hex could go a hex farther: movement is left, and nothing stops it there (5.4,
    8.1)."""
    points = allowance(s, u)
    moved = spent > s.spent[u] or s.spent[u] > 0
    return spent < (min(points, now.curbed) if slowed else points) and not (moved and now.stop >> h & 1)


def banks(s: Position, u: int) -> dict[int, list[int]]:
    """The hexes where a unit can stop before such a river, its own among them, and those across."""
    w: World = s.data
    here, beside = s.where[u], riversides(s.data, s.bridges_down)
    if not w.disc(here, allowance(s, u)) & beside:
        return {}
    found = reach(s, u)
    now, ends = landings(s, u)
    fords = {}
    for h in members((found.mask & may_stop(s, u) | w.bit[here]) & beside):
        spent, slowed = _spent(s, u, found, h)
        if goes_on(s, u, h, spent, now, slowed=slowed):
            there = across(s, u, h, now, ends)
            if there:
                fords[h] = there
    return fords


def _spent(s: Position, u: int, found: Reach, h: int) -> tuple[int, bool]:
    """What a unit has spent in a hex that it reached, and whether rough ground has slowed it by then (8.1)."""
    w: World = s.data
    slowed = bool(s.slowed >> u & 1) or any(w.terrain[x] == ROUGH for x in found.path(h)[1:])
    return found.costs[h], slowed


# -------------------------------------------------------------------------------------------------- slots


def unit_universe(s: Position, step: Any, seat: str, args: Args) -> tuple[str, ...]:
    w: World = s.data
    return w.ids


def hex_universe(s: Position, step: Any, seat: str, args: Args) -> tuple[str, ...]:
    w: World = s.data
    return w.labels


def no_bridges_down(s: Position, step: Any, seat: str) -> Whys:
    if not s.bridges_down:
        yield Why("17.10.4", lambda: "All bridges stand: units cross rivers by moving.")


def why_not_crossing(s: Position, u: int) -> Iterator[Why]:
    w: World = s.data
    if not is_armored(s, u):
        name = w.unit_names[u]
        yield Why("17.10.4", lambda: f"{name} is not armored and crosses without a roll.", (), (w.ids[u],))
        return
    yield from why_not_walking(s, u)


def unit_reasons(s: Position, step: Any, seat: str, args: Args) -> Whys:
    w: World = s.data
    u = w.unit[args[0]]
    found = list(why_not_crossing(s, u))
    if not found and not banks(s, u):
        name = w.unit_names[u]
        found.append(
            Why("17.10.4", lambda: f"{name} reaches no river without bridges that it could try.", (), args[:1])
        )
    yield from found


def units(s: Position, step: Any, seat: str, args: Args) -> list[str]:
    w: World = s.data
    return [
        w.ids[u]
        for u in w.of_side[s.side]
        if s.where[u] < w.n and next(why_not_crossing(s, u), None) is None and banks(s, u)
    ]


def bank_reasons(s: Position, step: Any, seat: str, args: Args) -> Whys:
    w: World = s.data
    u, h = w.unit[args[0]], w.index[args[1]]
    if h not in banks(s, u):
        name = w.unit_names[u]
        yield Why("17.10.4", lambda: f"{name} cannot get to {args[1]} and try to cross from there.", (args[1],))


def bank_values(s: Position, step: Any, seat: str, args: Args) -> list[str]:
    w: World = s.data
    return [w.labels[h] for h in sorted(banks(s, w.unit[args[0]]))]


def across_reasons(s: Position, step: Any, seat: str, args: Args) -> Whys:
    w: World = s.data
    u, h, there = w.unit[args[0]], w.index[args[1]], w.index[args[2]]
    if there in banks(s, u).get(h, ()):
        return
    if there in w.grid.neighbours[h] and (u, w.grid.side(h, there)) in s.tried:
        yield Why("17.10.4", lambda: "After a failure only a different river hexside may be tried.", args[1:])
    else:
        yield Why("17.10.4", lambda: f"{args[2]} does not lie open across a river without bridges.", (args[2],))


def across_values(s: Position, step: Any, seat: str, args: Args) -> list[str]:
    w: World = s.data
    return [w.labels[h] for h in banks(s, w.unit[args[0]]).get(w.index[args[1]], ())]


def do_cross(s: Position, step: Any, seat: str, args: Args, ev: Events | None) -> None:
    w: World = s.data
    u, bank, there = w.unit[args[0]], w.index[args[1]], w.index[args[2]]
    s.moved |= 1 << u
    s.then(Ford(u, bank, there), step)
    if bank != s.where[u]:
        walk(s, u, reach(s, u).path(bank), ev)


def preview_cross(s: Position, step: Any, seat: str, args: Args) -> Preview:
    w: World = s.data
    u, bank = w.unit[args[0]], w.index[args[1]]
    found = reach(s, u)
    way = found.path(bank) if bank in found.costs else [s.where[u]]
    labels = (*(w.labels[h] for h in way), args[2])
    return Preview(f"{w.unit_names[u]} tries to cross into {args[2]}", labels, places=(args[2],))


def odds_cross(s: Position, step: Any, seat: str, args: Args) -> Odds:
    w: World = s.data
    sixths = ("0", "1/6", "1/3", "1/2", "2/3", "5/6", "1")
    rows = tuple(OddsRow(c.name, sixths[len(c.dice)], len(c.dice) / 6) for c in w.book.crossing)
    return Odds("River crossing", rows, rule="17.10.4")


CROSS = Verb(
    "cross",
    do_cross,
    (
        Slot("unit", "piece", unit_universe, unit_reasons, units, prompt="Which armored unit tries to cross?"),
        Slot("bank", "place", hex_universe, bank_reasons, bank_values, prompt="From which hex?"),
        Slot("hex", "place", hex_universe, across_reasons, across_values, prompt="Into which hex?"),
    ),
    "17.10.4",
    "Cross a river without bridges",
    reasons=no_bridges_down,
    preview=preview_cross,
    odds=odds_cross,
)


# -------------------------------------------------------------------------------------------------- crossing


class Ford(Auto[Position], frozen=True):
    """The unit stands before the river, if nothing has kept it from getting there; aircraft may strafe it first."""

    rule: ClassVar[str] = "17.10.4"
    unit: int
    bank: int
    there: int

    def run(self, s: Position, ev: Events | None) -> None:
        u = self.unit
        if s.where[u] != self.bank or s.stopped >> u & 1:
            return
        now, ends = landings(s, u)
        if not goes_on(s, u, self.bank, s.spent[u], now, slowed=bool(s.slowed >> u & 1)):
            return
        if self.there not in across(s, u, self.bank, now, ends):
            return
        if missions.before_next(s, u):
            s.then(self)
            missions.open_fire(s, u, ev)
        else:
            s.then(CrossingRoll(u, self.there))


class CrossingRoll(Chance[Position], frozen=True):
    """The River Crossing Chart: across; not across but free to move on; not across, and stop (ruling 17)."""

    rule: ClassVar[str] = "17.10.4"
    unit: int
    there: int

    def chance(self, s: Position) -> Distribution:
        return Dice(1)

    def happen(self, s: Position, outcome: Outcome, ev: Events | None) -> None:
        w: World = s.data
        u, here, there = self.unit, s.where[self.unit], self.there
        die = int(outcome[0])
        row = next(c for c in w.book.crossing if die in c.dice)
        labels = (w.labels[here], w.labels[there])
        if ev is not None:
            label = f"{w.unit_names[u]} at the river"
            ev.add(
                Rolled(
                    rule="17.10.4",
                    dice=(die,),
                    label=label,
                    total=die,
                    result=row.name,
                    places=labels,
                    pieces=(w.ids[u],),
                )
            )
        s.tried = (*s.tried, (u, w.grid.side(here, there)))
        if row.crosses:
            self._over(s, here, ev)
        elif row.goes_on:
            s.moved &= ~(1 << u)
        else:
            s.stopped |= 1 << u
            say(ev, f"{w.unit_names[u]} stops before the river.", "17.10.4", labels[:1], (w.ids[u],))

    def _over(self, s: Position, here: int, ev: Events | None) -> None:
        w: World = s.data
        u, there = self.unit, self.there
        s.where[u] = there
        s.spent[u] += 1
        s.stopped |= 1 << u
        if s.flooded and w.terrain[there] == FLOODED:
            s.mired |= 1 << u
        if w.terrain[there] == ROUGH:
            s.slowed |= 1 << u
        labels = (w.labels[here], w.labels[there])
        if ev is not None:
            words = f"{w.unit_names[u]} crosses from {w.hex_name(here)} to {w.hex_name(there)} and stops."
            ev.add(Moved(piece=w.ids[u], path=labels, words=words, rule="17.10.4", places=labels, pieces=(w.ids[u],)))
        entered(s, u, there, ev, MOVE)
        missions.arrived(s, u, there, ev)
