# compiled as it stands
"""6. Stacking: limits by terrain, units without stacking value, and what happens to those that are too many."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar

from grognard.games.fortress_europa.data.world import ALLIED, FLOODED, GERMAN, SEATS, TERRAINS
from grognard.games.fortress_europa.rules.combat.losses import eliminate
from grognard.games.fortress_europa.rules.domains import UNITS
from grognard.games.fortress_europa.rules.standing import facts
from grognard.games.fortress_europa.rules.state import FIRST_MOVE, Position, on
from grognard.kernel.rules import Choice, Events, Ints, Slot, Verb, Why
from grognard.kernel.show.words import number_of
from grognard.maps import Mask, mask_of, members


def stackers(s: Position) -> int:
    """The units that count in a stack; the others stack free (6.5, 21.6, 31.4, 33.3.1)."""
    w = s.data
    found = w.counts_in_stack
    if s.options & w.option_bit["battalions"]:
        found &= ~w.battalions
    if w.december[s.scenario]:
        found &= ~w.stack_free
    for u in members(s.invaders & found) if s.invaders else ():
        if stacks_free_ashore(s, u):
            found ^= 1 << u  # 12.7, until the combat impulse is over
    return found | s.ashore & w.raiders  # 21.7: a raider that invades counts on that turn


def stack_value(s: Position, u: int) -> int:
    """1 for a unit that counts, 0 for one that stacks free."""
    return stackers(s) >> u & 1


def stacks_free_ashore(s: Position, u: int) -> bool:
    """12.7: the 79th, in the first impulse of the first invasion; with the Funnies each of its parts (31.16)."""
    w = s.data
    first = s.turn == w.turn_of[w.book.landing.first]
    return first and (u == w.landing_armor or (u in w.parts_of_79th and on(s, "funnies")))


def stack_limit(s: Position, h: int) -> int:
    """6.1: a city or fortress has the limit of its ground; floods that are not open are clear ground (31.11). In the
    first move impulse of an invasion turn the limit of 12.7 holds in the hexes invaded."""
    w = s.data
    if s.site >> h & 1 and s.phase == FIRST_MOVE and s.side == ALLIED:
        return landing_limit(s, h)
    if w.terrain[h] == FLOODED and not s.flooded:
        return w.clear_limit
    return w.stack_limit[h]


def landing_limit(s: Position, h: int) -> int:
    """12.7: how many may stack in an invaded hex in the first move impulse of an invasion turn."""
    w = s.data
    if w.inland_ports >> h & 1:
        return 1
    if w.terrain[h] == FLOODED and not s.flooded:
        return w.clear_landing_limit
    return w.invade_limit[h]


def total_limit(s: Position, ground: Mask) -> int:
    """How many units these hexes hold together, when nobody lands (6.1, 31.11)."""
    w = s.data
    wet = 0 if s.flooded else ground & w.ground[FLOODED]
    total, rest = w.clear_limit * wet.bit_count(), ground & ~wet
    for limit, hexes in w.limit_hexes:
        total += limit * (rest & hexes).bit_count()
    return total


def stacked(s: Position, units: Iterable[int]) -> int:
    return (mask_of(units) & stackers(s)).bit_count()


def room(s: Position, side: int, h: int) -> int:
    """How many more units of a side the hex can hold; each side counts for itself (6.6)."""
    here = facts(s).at[h] & s.data.side_mask[side]
    return stack_limit(s, h) - (here & stackers(s)).bit_count()


def has_room(s: Position, u: int, h: int) -> bool:
    """Whether a hex can hold a unit besides those who are there. Who stacks free always has room (6.5), though others
    are too many for the time being (12.11, 25.3)."""
    return not stack_value(s, u) or room(s, s.data.side[u], h) > 0


def overfull(s: Position, side: int) -> list[int]:
    """The hexes where a side has too many units; where German units began so and could not move yet, others make them
    too many (33.3.1, ruling 250)."""
    at, counted = facts(s).at, stackers(s) & s.data.side_mask[side]
    hexes = facts(s).occupied[side]
    late: list[int] = []
    if side == GERMAN and s.crowded:
        hexes &= ~s.crowded
        for h in members(s.crowded):
            here = at[h] & counted
            if here.bit_count() > max(stack_limit(s, h), (here & s.cramped).bit_count()):
                late.append(h)
    if s.flooded and not s.site:
        limits = s.data.stack_limit
        found = [h for h in members(hexes) if (at[h] & counted).bit_count() > limits[h]]
    else:
        found = [h for h in members(hexes) if (at[h] & counted).bit_count() > stack_limit(s, h)]
    return sorted(found + late) if late else found


def flooded_overfull(s: Position, side: int) -> list[int]:
    """31.11: the flooded hexes where a side has more units than 6.1 allows, whoever may land there (12.7)."""
    w, at, counted = s.data, facts(s).at, stackers(s) & s.data.side_mask[side]
    hexes = facts(s).occupied[side] & w.ground[FLOODED] if s.flooded else 0
    return [h for h in members(hexes) if (at[h] & counted).bit_count() > w.stack_limit[h]]


# --------------------------------------------------------------------------- the end of a move impulse


def too_many_reasons(s: Position, step: Overstacked, seat: str, args: Ints) -> Iterator[Why]:
    w = s.data
    u = args[0]
    name, ids = w.unit_names[u], (w.ids[u],)
    if w.side[u] != step.side:
        yield Why(step.number, lambda: f"{name} is not yours.", (), ids)
    elif s.where[u] not in step.hexes(s):
        yield Why(step.number, lambda: f"{name} is in no hex with too many units.", (), ids)
    elif not stack_value(s, u):
        yield Why("6.5", lambda: f"{name} stacks free: to eliminate it would not help.", (), ids)


def too_many(s: Position, step: Overstacked, seat: str, args: Ints) -> int:
    """The same, with the hexes looked for once."""
    at, mine = facts(s).at, s.data.side_mask[step.side]
    found = 0
    for h in step.hexes(s):
        found |= at[h] & mine
    return found & stackers(s)


def do_remove(s: Position, step: Overstacked, seat: str, args: Ints, ev: Events | None) -> None:
    w = s.data
    u = args[0]
    eliminate(s, u, ev, step.number, "stacking", f"in {w.hex_name(s.where[u])}: too many units")
    if step.hexes(s):
        s.then(step)


class Overstacked(Choice[Position], frozen=True):
    """6.3: the owner chooses who is eliminated. When the dykes are opened, only in flooded hexes (31.11): others have
    their time (25.3)."""

    rule: ClassVar[str] = "6.3"
    side: int
    flood: bool = False
    verbs: ClassVar[tuple[Verb[Position, Overstacked], ...]] = (
        Verb(
            "remove",
            do_remove,
            (Slot("unit", UNITS, too_many_reasons, legal=too_many, prompt="Eliminate which unit?"),),
            "6.3",
            "Eliminate",
        ),
    )

    def seat(self, s: Position) -> str:
        return SEATS[self.side]

    @property
    def number(self) -> str:
        return "31.11" if self.flood else "6.3"

    def hexes(self, s: Position) -> list[int]:
        return flooded_overfull(s, self.side) if self.flood else overfull(s, self.side)

    def prompt(self, v: Position, seat: str) -> str:
        w = v.data
        h = self.hexes(v)[0]
        ground = TERRAINS[w.terrain[h]]
        return f"{w.hex_name(h)} is {ground} and holds {number_of(stack_limit(v, h), 'unit')}: eliminate one."


def check_stacks(s: Position, side: int) -> None:
    """At the end of a move impulse (6.3, ruling 44)."""
    if overfull(s, side):
        s.then(Overstacked(side))
