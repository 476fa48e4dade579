# compiled as it stands
"""18. Why a unit is in supply, by which hexes, or where its line is cut: for display."""

from __future__ import annotations

from typing import NamedTuple

from grognard.games.fortress_europa.data.world import ALLIED, GERMAN
from grognard.games.fortress_europa.rules.state import FREE, Position, fortress
from grognard.games.fortress_europa.rules.supply import supply
from grognard.games.fortress_europa.rules.supply.ports import harbours
from grognard.maps import Cut, Line, Mask, Place, mask_of, members, trace


class Trace(NamedTuple):
    """The supply of one unit now."""

    supplied: bool
    rule: str
    words: str
    paths: tuple[tuple[Place, ...], ...] = ()
    """Lines, from the unit to the HQ and from the HQ to its source."""
    cuts: tuple[Place, ...] = ()
    """The fewest hexes that would have to open."""
    pocket: Mask = 0
    """The hexes through which a line could run as far as it goes."""


ALWAYS = {
    "21.1": "needs no supply",
    "20.6": "is in supply on the turn of its drop",
    "18.7.1": "is in supply on the turn of its landing",
    "18.4": "is always in supply in a city or fortress",
}


def trace_supply(s: Position, u: int) -> Trace:
    """The supply of a unit on the map; an Allied one, if the Allied player lets others go short."""
    w = s.data
    return _allied(s, u) if w.side[u] == ALLIED else _german(s, u)


def _allied(s: Position, u: int) -> Trace:
    w = s.data
    name, h = w.unit_names[u], s.where[u]
    rule = supply.needs_no_line(s, u)
    if rule:
        return Trace(True, rule, f"{name} {ALWAYS[rule]}.")
    found = harbours(s)
    linked = supply.links(s, found)
    wanted = supply.claims(s, found, linked)
    reach = wanted[u] if u in wanted else supply.reached_by(s, u, linked)
    if h == w.exited:
        words = f"{name} has left the map and is {'in' if reach else 'out of'} supply."
        return Trace(bool(reach), "31.15", words)
    if not reach:
        return _cut(s, u, mask_of(found[k].hex for k in range(len(found)) if u not in wanted or found[k].value))
    given = supply.share(wanted, [x.value for x in found])
    k = given.get(u, members(reach)[0])
    ends = mask_of(s.where[x.hq] for x in linked if x.harbours >> k & 1)
    paths = _paths(s, h, ALLIED, ends, w.bit[found[k].hex])
    hq = w.hex_name(paths[0][-1])
    words = f"{name} is supplied through the HQ in {hq} from {found[k].name}."
    if u in supply.may_go_short(s, ()):
        words += f" But the harbors supply only {len(given)} of {sum(map(bool, wanted.values()))} units in reach."
        return Trace(True, "18.2", words, paths)
    return Trace(True, "18.1", words, paths)


def _german(s: Position, u: int) -> Trace:
    w = s.data
    name, h = w.unit_names[u], s.where[u]
    if supply.opening(s):
        return Trace(True, "18.5", f"{name} is in supply: the game has just begun.")
    if s.bound[u] != FREE:
        return Trace(True, "18.5", f"{name} is frozen and always in supply.")
    if (w.germany | w.italy) >> h & 1:
        return Trace(True, "18.5", f"{name} is always in supply in Germany and Italy.")
    if w.cities >> h & 1 or fortress(s, h):
        return Trace(True, "18.4", f"{name} {ALWAYS['18.4']}.")
    if s.dropped >> u & 1:
        return Trace(True, "20.6", f"{name} {ALWAYS['20.6']}.")
    cities = supply.german_sources(s)
    good = supply.german_hq_hexes(s)
    if supply.near_hq(s, GERMAN, good) >> h & 1:
        paths = _paths(s, h, GERMAN, good, cities)
        hq, city = w.hex_name(paths[0][-1]), w.hex_name(paths[-1][-1])
        return Trace(True, "18.3", f"{name} is supplied through the HQ in {hq} from {city}.", paths)
    if supply.far_hexes(s) >> h & 1:
        ends = mask_of(s.where[x] for x in supply.hqs(s, GERMAN)) | cities & w.germany
        line = trace(w.steps, h, ends, supply.through(s, GERMAN) | ends)
        path = line.path if isinstance(line, Line) else ()
        return Trace(True, "18.6", f"{name} is far from the enemy and supplied from {w.hex_name(path[-1])}.", (path,))
    if supply.german_hexes_in_supply(s) >> h & 1:
        return Trace(True, "31.5", f"{name} is supplied by sea.")
    return _cut(s, u, cities)


def _paths(s: Position, h: Place, side: int, ends: Mask, sources: Mask) -> tuple[tuple[Place, ...], ...]:
    """The line from a hex to one of the HQs, and from there to its source."""
    w = s.data
    first = trace(w.steps, h, ends, supply.through(s, side) | ends, w.book.supply.line)
    assert isinstance(first, Line)
    second = trace(w.steps, first.path[-1], sources, supply.controlled(s, side) | sources)
    assert isinstance(second, Line)
    return first.path, second.path


def _cut(s: Position, u: int, sources: Mask) -> Trace:
    """No line: none to an HQ, or none from the HQ to its source."""
    w = s.data
    side, h = w.side[u], s.where[u]
    name, rule = w.unit_names[u], "18.1" if side == ALLIED else "18.3"
    ends = mask_of(s.where[x] for x in supply.hqs(s, side))
    source = "working port or mulberry" if side == ALLIED else "friendly city in Germany or Italy"
    if not ends:
        return Trace(False, rule, f"{name} is out of supply: there is no HQ on the map.")
    limit = w.book.supply.line
    line = trace(w.steps, h, ends, supply.through(s, side) | ends, limit)
    if isinstance(line, Cut):
        if line.length != -1:
            words = f"{name} is out of supply: the nearest HQ is {line.length} hexes away, {limit} are the most."
            return Trace(False, rule, words)
        words = f"{name} is out of supply: its line to an HQ is cut."
        return Trace(False, rule, words, (), line.breach, line.pocket)
    hq = line.path[-1]
    if not sources:
        return Trace(False, rule, f"{name} is out of supply: there is no {source}.", (line.path,))
    behind = trace(w.steps, hq, sources, supply.controlled(s, side) | sources)
    words = f"{name} is out of supply: the HQ in {w.hex_name(hq)} has no line to a {source}."
    assert isinstance(behind, Cut), "with a line behind its HQ the unit would be in supply"
    return Trace(False, rule, words, (line.path,), behind.breach, behind.pocket)
