# compiled as it stands
"""17.10.4: armored units before a river whose bridges are destroyed stop, and roll on the River Crossing Chart."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from grognard.games.fortress_europa import exhibits
from grognard.games.fortress_europa.data.world import ALLIED, ALPINE, FLOODED, ROUGH
from grognard.games.fortress_europa.rules.air import missions
from grognard.games.fortress_europa.rules.combat.nations import claims, crowded
from grognard.games.fortress_europa.rules.decoys import lay_bare
from grognard.games.fortress_europa.rules.domains import HEXES, UNITS
from grognard.games.fortress_europa.rules.movement.barred import led_on, trace
from grognard.games.fortress_europa.rules.movement.districts import frozen_districts
from grognard.games.fortress_europa.rules.movement.entering import MOVE, entered
from grognard.games.fortress_europa.rules.movement.ground import allowance, going, is_armored, situation
from grognard.games.fortress_europa.rules.movement.movement import (
    is_plain,
    may_stop,
    partly_moved,
    reach,
    walk,
    walkable,
    walkers,
    way,
    why_not_walking,
)
from grognard.games.fortress_europa.rules.movement.outlook import Kind, kind_number, kind_of, odd, outlook
from grognard.games.fortress_europa.rules.setup import ardennes
from grognard.games.fortress_europa.rules.standing import bridges, facts, put, standing_on
from grognard.games.fortress_europa.rules.state import Position
from grognard.games.fortress_europa.rules.telling import tell_changed
from grognard.kernel.rules import (
    Auto,
    Chance,
    Dice,
    Distribution,
    Events,
    Ints,
    Moved,
    Outcome,
    Rolled,
    Slot,
    Step,
    Verb,
    Why,
    Whys,
)
from grognard.kernel.show import Odds, OddsRow, Preview
from grognard.maps import Mask, Reach, Situation, mask_of, members, search

# -------------------------------------------------------------------------------------------- where to cross


def landings(s: Position, u: int) -> tuple[Situation, Mask]:
    """What bears on a unit's movement now, and where its crossing may end."""
    w = s.data
    ends = may_stop(s, u) & ~w.ground[ALPINE]  # 8.4: no armor is of the mountains
    if s.trespassing >> u & 1:
        ends &= ~frozen_districts(s)  # 15.10
    return situation(s, u), ends


def across(s: Position, u: int, h: int, now: Situation, ends: Mask) -> list[int]:
    """The hexes into which a unit could try to cross from a hex, if it has movement left there."""
    w = s.data
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
    """The hexes where a unit can stop before such a river, its own among them, and those across; by rings where it
    has no rules of its own. Kept with the outlook, but for units with such rules."""
    bit, spent, h = 1 << u, s.spent[u], s.where[u]
    tried = tuple([side for x, side in s.tried if x == u])
    if s.data.side[u] != s.side or odd(s) & ~s.slowed & bit:
        return searched_banks(s, u)
    crowd, points, slowed = crowded(s, u), allowance(s, u), bool(s.slowed & bit)
    if not spent and not slowed and not tried and not crowd:
        return free_banks(s, u)
    kind, key = kind_of(s, u), (h, points, crowd, spent, slowed, *tried)
    known = kind.fords.get(key)
    if known is None:
        known = kind.fords[key] = quick_banks(s, u, kind, points, crowd)
    return known


def searched_banks(s: Position, u: int) -> dict[int, list[int]]:
    """The same, by a search."""
    w = s.data
    here, beside = s.where[u], bridges(s).banks(s.bridges_down)
    found = reach(s, u)
    now, ends = landings(s, u)
    around = None if s.slowed >> u & 1 else past_rough(s, u, here, s.spent[u], now)
    fords = {}
    for h in members((found.mask & may_stop(s, u) | w.bit[here]) & beside):
        spent, slowed = _spent(s, u, found, h)
        left = goes_on(s, u, h, spent, now, slowed=slowed)
        if not left and around is not None and h in around.costs:
            left = goes_on(s, u, h, around.costs[h], now, slowed=False)
        if left:
            there = across(s, u, h, now, ends)
            if there:
                fords[h] = there
    return fords


def past_rough(s: Position, u: int, start: int, spent: int, now: Situation) -> Reach:
    """What a unit reaches without rough ground: by a longer way it can have more left before a river (8.1)."""
    smooth = now._replace(open=(now.open[0] & ~now.curb,), open_from_zone=(now.open_from_zone[0] & ~now.curb,))
    return search(going(s, u), start, allowance(s, u), smooth, spent=spent)


def before_rivers(s: Position, u: int, kind: Kind, points: int, crowd: Mask) -> Mask:
    """The same for a unit without rules of its own: the hexes before such a river alone."""
    w = s.data
    here, spent, slowed = s.where[u], s.spent[u], bool(s.slowed >> u & 1)
    _, fast, slowly = kind.rings(here, points, w.bit, spent, slowed=slowed)
    curbed = (points + 1) // 2
    left = (min(points, curbed) if slowed else points) - spent
    if left <= 0:
        return 0
    reached = 0
    for ring in fast[1:left]:
        reached |= ring
    for ring in slowly[1 : max(1, curbed - spent)]:
        reached |= ring
    reached &= ~crowd & ~kind.stop
    if not (spent and kind.stop & w.bit[here]):
        reached |= w.bit[here]
    return reached & kind.shores(w, *_over(s, u, crowd))


def quick_banks(s: Position, u: int, kind: Kind, points: int, crowd: Mask) -> dict[int, list[int]]:
    """The same with the hexes across."""
    w = s.data
    down, ends = _over(s, u, crowd)
    found, over, bit = {}, bridges(s).over(down), w.bit
    for h in members(before_rivers(s, u, kind, points, crowd)):
        may = (kind.free_from_zone if kind.zone & bit[h] else kind.free) & ends & over[h]
        there = [x for x in w.near[h] if may & bit[x] and not (s.tried and (u, w.grid.side(h, x)) in s.tried)]
        if there:
            found[h] = there
    return found


def _over(s: Position, u: int, crowd: Mask) -> tuple[int, Mask]:
    """The rivers that a unit could try, and where it may land behind them."""
    return s.bridges_down & ~ardennes.closed_rivers(s, u), ~crowd & ~s.data.ground[ALPINE]


def _spent(s: Position, u: int, found: Reach, h: int) -> tuple[int, bool]:
    """What a unit has spent in a hex that it reached, and whether rough ground has slowed it by then (8.1)."""
    w = s.data
    slowed = bool(s.slowed >> u & 1) or any(w.terrain[x] == ROUGH for x in found.path(h)[1:])
    return found.costs[h], slowed


# -------------------------------------------------------------------------------------------------- slots


def no_bridges_down(s: Position, step: Step[Position], seat: str) -> Whys:
    if not s.bridges_down:
        yield Why("17.10.4", lambda: "All bridges stand: units cross rivers by moving.")


def why_not_crossing(s: Position, u: int) -> Iterator[Why]:
    w = s.data
    if not is_armored(s, u):
        name = w.unit_names[u]
        yield Why("17.10.4", lambda: f"{name} is not armored and crosses without a roll.", (), (w.ids[u],))
        return
    yield from why_not_walking(s, u)


def unit_reasons(s: Position, step: Step[Position], seat: str, args: Ints) -> Whys:
    w = s.data
    u = args[0]
    found = list(why_not_crossing(s, u))
    if not found and not searched_banks(s, u):
        name = w.unit_names[u]
        words = f"{name} reaches no river without bridges that it could try."
        found.append(Why("17.10.4", lambda: words, (), (w.ids[u],)))
    yield from found


def units(s: Position, step: Step[Position], seat: str, args: Ints) -> int:
    return crossers_among(s, walkers(s))


def crossers_among(s: Position, able: int) -> int:
    """Those of some who may move that can try a river. Who has not moved is judged once; who may not stop on a bank
    for his nationality is asked himself."""
    w = s.data
    able &= w.armored
    if able:
        able &= standing_on(s, "rivers", bridges(s).around(s.bridges_down))
    if not able:
        return 0
    ask = able & (odd(s) | partly_moved(s))
    claimed = s.side == ALLIED and bool(claims(s).found)
    found = 0
    plain = able & ~ask
    if plain:
        found = _crossers(s, plain)
        if claimed:
            ask, found = ask | found, 0
    for u in members(ask):
        if banks(s, u):
            found |= 1 << u
    return found


def _crossers(s: Position, units: int) -> int:
    """Those of some plain units that have not moved who reach a bank, whoever else is there: found once for each
    while it stays where it is and the outlook does not change."""
    w, f, seen = s.data, facts(s), outlook(s)
    now = (seen, s.turn, s.impulse, s.italy_open, s.armor_rolls)
    if f.views != now:
        f.views, f.looked, f.crossers = now, 0, 0
    able: dict[tuple[int, int], Mask] = {}
    for u in members(units & ~f.looked):
        bit, kind, points = 1 << u, kind_number(s, u), allowance(s, u)
        if (kind, points) not in able:
            able[kind, points] = seen.kind(w, kind).before(w, *_over(s, u, 0), points)
        f.crossers = f.crossers | bit if able[kind, points] & w.bit[s.where[u]] else f.crossers & ~bit
    f.looked |= units
    return f.crossers & units


def free_banks(s: Position, u: int) -> dict[int, list[int]]:
    """The banks of a plain unit that has not moved, whoever else is there."""
    points = allowance(s, u)
    kind, key = kind_of(s, u), (s.where[u], points)
    known = kind.fords.get(key)
    if known is None:
        known = kind.fords[key] = quick_banks(s, u, kind, points, 0)
    return known


def bank_reasons(s: Position, step: Step[Position], seat: str, args: Ints) -> Whys:
    w = s.data
    u, h = args
    if not bridges(s).banks(s.bridges_down) >> h & 1 or h not in searched_banks(s, u):
        name, label = w.unit_names[u], w.labels[h]
        yield Why("17.10.4", lambda: f"{name} cannot get to {label} and try to cross from there.", (label,))


def bank_values(s: Position, step: Step[Position], seat: str, args: Ints) -> int:
    return mask_of(banks(s, args[0]))


def across_reasons(s: Position, step: Step[Position], seat: str, args: Ints) -> Whys:
    w = s.data
    u, h, there = args
    if there in w.near[h] and there in searched_banks(s, u).get(h, ()):
        return
    label = w.labels[there]
    if there in w.grid.neighbours[h] and (u, w.grid.side(h, there)) in s.tried:
        words = "After a failure only a different river hexside may be tried."
        yield Why("17.10.4", lambda: words, (w.labels[h], label))
    else:
        yield Why("17.10.4", lambda: f"{label} does not lie open across a river without bridges.", (label,))


def across_values(s: Position, step: Step[Position], seat: str, args: Ints) -> int:
    return mask_of(banks(s, args[0]).get(args[1], ()))


# ---- the named way


def still_crosses(s: Position, u: int, path: list[int], bank: int) -> bool:
    """Whether a way so far can be walked, and leads on to a bank with movement left for the river."""
    now = situation(s, u)
    cost = walkable(s, u, path)
    if not isinstance(cost, int) or now.stop >> path[-1] & 1 or bank in path:
        return False
    slowed = bool(s.slowed >> u & 1) or any(now.curb >> h & 1 for h in path[1:])
    spent = s.spent[u] + cost
    rest = search(going(s, u), path[-1], allowance(s, u), now, spent=spent)
    if bank not in rest.costs:
        return False
    if goes_on(s, u, bank, rest.costs[bank], now, slowed=True):
        return True
    if slowed:
        return False
    rest = past_rough(s, u, path[-1], spent, now)
    return bank in rest.costs and goes_on(s, u, bank, rest.costs[bank], now, slowed=False)


def via_reasons(s: Position, step: Step[Position], seat: str, args: Ints) -> Whys:
    """5.2, 17.10.4: the way to the bank, hex by hex; which one it is can matter to aircraft."""
    w = s.data
    u, bank, _, *over = args
    if not still_crosses(s, u, [s.where[u], *over], bank):
        name, label, goal = w.unit_names[u], w.labels[over[-1]], w.labels[bank]
        yield Why(
            "17.10.4", lambda: f"By {label} {name} does not get to {goal} with movement left to cross.", (label,)
        )


def via_hexes(s: Position, step: Step[Position], seat: str, args: Ints) -> Mask:
    """The hexes beside the last one by which the way may go on: `still_crosses`, for a plain unit by floods."""
    w = s.data
    u, bank, _, *over = args
    path = [s.where[u], *over]
    if not is_plain(s, u) or bank in path:
        near = members(w.adjacent[path[-1]])
        return mask_of(n for n in near if still_crosses(s, u, [*path, n], bank))
    kind, points, bit = kind_of(s, u), allowance(s, u), w.bit
    sofar = trace(s, kind, path, points)
    if sofar is None or (over and kind.stop & bit[path[-1]]):
        return 0
    cost, slow = sofar
    ends = bit[bank] & ~kind.stop
    found = led_on(kind, ends, ends & ~kind.rough, cost + 1, points, slow=slow)  # a hex is left for the river
    return found & kind.adjacent[path[-1]] & ~bit[bank]


def via_enough(s: Position, step: Step[Position], seat: str, args: Ints) -> Mask:
    """The hexes from which the next step leads to the bank."""
    w = s.data
    u, bank, _, *over = args
    near = members(w.adjacent[over[-1] if over else s.where[u]] & w.adjacent[bank])
    return mask_of(h for h in near if isinstance(walkable(s, u, [s.where[u], *over, h, bank]), int))


def way_to(s: Position, args: Ints) -> list[int]:
    """The way to the bank: as it is named, or the cheapest that leaves a hex for the river."""
    u, bank, _, *over = args
    if over:
        return [s.where[u], *over, bank]
    if bank == s.where[u]:
        return [bank]
    path, now = way(s, u, bank), situation(s, u)
    rough = any(now.curb >> h & 1 for h in path[1:])
    if not rough or goes_on(s, u, bank, s.spent[u] + len(path) - 1, now, slowed=True):
        return path
    return past_rough(s, u, s.where[u], s.spent[u], now).path(bank)


def do_cross(s: Position, step: Step[Position], seat: str, args: Ints, ev: Events | None) -> None:
    u, bank, there, *_ = args
    path = way_to(s, args)
    s.moved |= 1 << u
    s.then(Ford(u, bank, there), step)
    if len(path) > 1:
        walk(s, u, path, ev)


def preview_cross(s: Position, step: Step[Position], seat: str, args: Ints) -> Preview:
    w = s.data
    u, _, there, *_ = args
    labels = tuple(w.labels[h] for h in (*way_to(s, args), there))
    return Preview(f"{w.unit_names[u]} tries to cross into {labels[-1]}.", labels, places=labels[-1:])


def odds_cross(s: Position, step: Step[Position], seat: str, args: Ints) -> Odds:
    w = s.data
    sixths = ("0", "1/6", "1/3", "1/2", "2/3", "5/6", "1")
    rows = tuple(OddsRow(c.name, sixths[len(c.dice)], len(c.dice) / 6) for c in w.book.crossing)
    return Odds("River crossing", rows, rule="17.10.4")


CROSS = Verb(
    "cross",
    do_cross,
    (
        Slot("unit", UNITS, unit_reasons, legal=units, prompt="Which armored unit tries to cross?"),
        Slot("bank", HEXES, bank_reasons, legal=bank_values, prompt="From which hex?"),
        Slot("hex", HEXES, across_reasons, legal=across_values, prompt="Into which hex?"),
        Slot(
            "way",
            HEXES,
            via_reasons,
            legal=via_hexes,
            prompt="By which hexes?",
            repeat=True,
            optional=True,
            keyword="via",
            enough=via_enough,
        ),
    ),
    "17.10.4",
    "Cross a river without bridges",
    reasons=no_bridges_down,
    may=lambda s, *_: bool(s.bridges_down),
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
        if missions.before_next(s, u, self.there):
            s.then(self)
            missions.open_fire(s, u, ev)
        else:
            lay_bare(s, u, ev)  # 31.6
            s.then(CrossingRoll(u, self.there))


class CrossingRoll(Chance[Position], frozen=True):
    """The River Crossing Chart: across; not across but free to move on; not across, and stop (ruling 17)."""

    rule: ClassVar[str] = "17.10.4"
    unit: int
    there: int

    def chance(self, s: Position) -> Distribution:
        return Dice(1)

    def happen(self, s: Position, outcome: Outcome, ev: Events | None) -> None:
        w = s.data
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
                    shows=(exhibits.cell("crossing", ", ".join(map(str, row.dice)), "Result"),),
                )
            )
        s.tried = (*s.tried, (u, w.grid.side(here, there)))
        if row.crosses:
            self._over(s, here, ev)
        elif row.goes_on:
            s.moved &= ~(1 << u)
        else:
            s.stopped |= 1 << u
            tell_changed(
                ev, "stopped", f"{w.unit_names[u]} stops before the river.", "17.10.4", labels[:1], (w.ids[u],)
            )

    def _over(self, s: Position, here: int, ev: Events | None) -> None:
        w = s.data
        u, there = self.unit, self.there
        put(s, u, there)
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
