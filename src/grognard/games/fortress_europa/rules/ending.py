"""What the end of a move impulse brings: who must attack and at what odds (14.6, 14.10), who is too many (6.3), who
will be out of supply (18.1, 18.3), which harbour stands open (11.8), and who could still move.

Nothing here forbids anything: it is told before a player ends an impulse that he cannot take back.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from grognard.games.fortress_europa.data.world import ALLIED, GERMAN
from grognard.games.fortress_europa.rules.combat.front import front
from grognard.games.fortress_europa.rules.combat.nations import agree
from grognard.games.fortress_europa.rules.combat.obligation import even
from grognard.games.fortress_europa.rules.combat.removing import removable
from grognard.games.fortress_europa.rules.combat.strength import ILLEGAL, column_words, reckon
from grognard.games.fortress_europa.rules.movement.movement import movers
from grognard.games.fortress_europa.rules.movement.stacking import overfull, stack_limit, stacked
from grognard.games.fortress_europa.rules.standing import survey, units_of
from grognard.games.fortress_europa.rules.state import FIRST_COMBAT, SECOND_COMBAT, Position, on_map
from grognard.games.fortress_europa.rules.supply.ports import harbours
from grognard.games.fortress_europa.rules.supply.supply import allied_cut_off, german_cut_off
from grognard.kernel.rules import Choice, Ints
from grognard.kernel.show import Preview, Reason, Waste
from grognard.kernel.show.words import number_of, some
from grognard.maps import members

NEAR = 5
"""An open harbour is told of if an enemy stands within so many hexes: the most that a unit moves in an impulse."""


class Due(NamedTuple):
    """An enemy hex that must be attacked, or that somebody who must attack can attack."""

    hex: int
    units: tuple[int, ...]
    """All who could attack it together."""
    column: int
    """Their odds, or ILLEGAL."""


def at_combat(v: Position) -> Position:
    """The position as the combat impulse after this move impulse would find it, if nobody moved any more."""
    s = v.copy()
    s.phase = FIRST_COMBAT if s.impulse == 1 else SECOND_COMBAT
    s.fought = s.sallied = 0
    return s


def dues(s: Position) -> list[Due]:
    """14.6: the enemies who must be attacked, and at what odds at best: with all of one nationality beside them."""
    f = front(s)
    wanted = f.duty
    for u in members(f.must):
        if not f.able[u] & f.duty:
            wanted |= f.able[u]
    found = []
    for h in members(wanted):
        beside = [u for u, near in f.able.items() if near >> h & 1]
        parties = []
        for first in beside:
            together: list[int] = []
            for u in (first, *(x for x in beside if x != first)):
                if agree(s, (*together, u)):
                    together.append(u)
            parties.append(Due(h, tuple(sorted(together)), reckon(s, together, 1 << h).base))
        found.append(max(parties, key=lambda due: due.column))
    return found


def odds_name(s: Position, due: Due) -> str:
    return column_words(s.data, due.column) if due.column != ILLEGAL else "worse than 1-6"


def cut_off(s: Position) -> list[int]:
    """Who of the phasing side would lose a step if this were its Supply Phase."""
    return german_cut_off(s) if s.side == GERMAN else allied_cut_off(s)


def open_harbours(s: Position) -> list[tuple[str, int]]:
    """Harbours of the phasing side without a unit in them, and an enemy near enough to walk in."""
    w, found = s.data, survey(s)
    foes = w.within(found.occupied[1 - s.side], NEAR)
    if s.side == ALLIED:
        mine = [(x.name, x.hex) for x in harbours(s)]
    else:
        mine = [(w.ports[p].place, h) for p, h in enumerate(w.port_hex) if not s.allied >> h & 1]
    return [(name, h) for name, h in mine if foes >> h & 1 and not found.occupied[s.side] >> h & 1]


def wastes(v: Position, step: Choice[Position], seat: str, args: Ints) -> Iterator[Waste]:
    """What is lost with the end of a move impulse, the worst first."""
    w, s = v.data, at_combat(v)
    for h in overfull(v, v.side):
        here = units_of(v, v.side, h)
        most = number_of(stack_limit(v, h), "unit")
        text = f"{w.hex_name(h)} holds {most}, not {stacked(v, here)}: the others are eliminated."
        yield Waste("stacking", "6.3", text, (w.labels[h],))
    for u in removable(s):
        text = f"{w.unit_names[u]} can attack at no legal odds and may have to be removed."
        yield Waste("odds", "14.10", text, (w.labels[s.where[u]],))
    for due in dues(s):
        if due.column < even(w):
            label = w.labels[due.hex]
            yield Waste(
                "odds", "14.6A", f"{w.hex_name(due.hex)} must be attacked, at best at {odds_name(s, due)}.", (label,)
            )
    if v.impulse == 2:
        units = cut_off(v)
        if units:
            names = some([w.unit_names[u] for u in units])
            rule = "18.3" if v.side == GERMAN else "18.1"
            text = f"Out of supply at the end of the turn: {names}. Each loses a step."
            yield Waste(
                "supply", rule, text, tuple(dict.fromkeys(w.labels[v.where[u]] for u in units if on_map(v, u)))
            )
        for name, h in open_harbours(v):
            yield Waste("harbours", "11.8", f"No unit of yours is in {name}, and the enemy is near.", (w.labels[h],))
    units = members(movers(v))
    if units:
        names = some([w.unit_names[u] for u in units])
        ids = tuple(w.ids[u] for u in units)
        yield Waste("units", "5.1", f"{number_of(len(units), 'unit')} could still move: {names}.", (), ids)


def preview_end(v: Position, step: Choice[Position], seat: str, args: Ints) -> Preview:
    """All that the combat impulse will ask, and what supply would be now."""
    w, s = v.data, at_combat(v)
    effects = [
        Reason(
            "14.6A", f"{w.hex_name(due.hex)} must be attacked, at best at {odds_name(s, due)}.", (w.labels[due.hex],)
        )
        for due in dues(s)
    ]
    units = cut_off(v)
    if units:
        names = some([w.unit_names[u] for u in units])
        effects.append(Reason("18.3" if v.side == GERMAN else "18.1", f"Out of supply now: {names}."))
    which = ("first", "second")[v.impulse - 1]
    return Preview(
        f"The {which} move impulse ends.", effects=tuple(effects), places=tuple(w.labels[x.hex] for x in dues(s))
    )
