# compiled as it stands
"""6.2, 14.11: which Allied units may attack together, and where that keeps a move from ending."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from grognard.games.fortress_europa.data.world import ALLIED, GERMAN
from grognard.games.fortress_europa.rules.standing import facts, open_ways, survey, zone
from grognard.games.fortress_europa.rules.state import Position
from grognard.kernel.rules import Why
from grognard.maps import Mask, mask_of, members


def nation(s: Position, u: int) -> str:
    """With whom a unit attacks: "" for rangers and commandoes, who join anybody (6.2, 21.3, rulings 27, 199)."""
    w = s.data
    return w.companies[bool(s.options & w.canadian_option)][u]


def nation_masks(s: Position) -> dict[str, Mask]:
    """The units by nationality."""
    w = s.data
    return w.company_masks[bool(s.options & w.canadian_option)]


def agree(s: Position, units: Iterable[int]) -> bool:
    """6.2: whether these may attack together."""
    w = s.data
    names = w.companies[bool(s.options & w.canadian_option)]
    first = ""
    for u in units:
        name = names[u]
        if name and name != first:
            if first:
                return False
            first = name
    return True


def partners(s: Position, units: int) -> int:
    """6.2: the units that may attack with these, who agree, or with the first of them that have a nationality; -1 for
    all."""
    w = s.data
    joined = bool(s.options & w.canadian_option)
    named = units & ~w.anybody[joined]
    return w.mates[joined][(named & -named).bit_length() - 1] if named else -1


class Claims:
    """14.11: the enemies that units of one nationality alone are next to."""

    __slots__ = ("around", "beside", "crowds", "found", "key", "loud")

    def __init__(self, key: tuple[int, ...], loud: Mask, beside: Mask, found: dict[Mask, int]) -> None:
        self.key = key
        """What they follow from, but for the Allied units in `beside`."""
        self.loud = loud
        """The hexes of German units with zones."""
        self.beside = beside
        """The hexes from which Allied units claim."""
        self.found = found
        """For each of them that is the only one next to Allied units, these units."""
        self.crowds: dict[str, Mask] = {}
        """Where units of a nationality may not end their move (`crowd_for`)."""
        self.around: dict[Mask, Mask] = {}
        """The hexes next to such hexes (`beside_crowd`)."""


def claims(s: Position) -> Claims:
    """HQs claim nothing: others may attack for them (13.4). Kept until somebody comes to the enemy or leaves him."""
    w, f = s.data, facts(s)
    zone(s, GERMAN)  # so that the sources of zones are known
    loud, at = f.sources[GERMAN], f.at
    if f.covered:  # units under decoys have no zones yet, but must be attacked when they are found (31.6)
        silent = ~w.zoned | s.dropped | s.invaders | f.frozen
        loud = mask_of(s.where[x] for x in members(f.on_map & w.side_mask[GERMAN] & ~silent))
    key = (loud, s.bridges_down, s.invaders)
    known = f.claims
    if known is not None and known.key == key and not f.stirred & known.beside:
        return known
    f.stirred = 0
    adjacent, steps = open_ways(s)
    found: dict[Mask, int] = {}
    who = w.side_mask[ALLIED] & ~w.hqs & ~nation_masks(s)[""]
    occupied = f.occupied[ALLIED]
    beside = steps.spread(loud)
    for h in members(occupied & beside):
        near = adjacent[h] & loud
        if near.bit_count() == 1:
            units = at[h] & who & ~s.invaders
            if units:
                found[near] = found.get(near, 0) | units
    if s.invaders:  # 12.8: invaders attack in their own hex
        beside |= loud
        for h in members(loud):
            units = at[h] & who & s.invaders
            if units:
                found[w.bit[h]] = found.get(w.bit[h], 0) | units
    if known is None or known.key != key or known.found != found:
        known = f.claims = Claims(key, loud, beside, found)
    return known


def crowded(s: Position, u: int) -> Mask:
    """14.11: hexes where an Allied unit may not end its move, since every enemy in whose zone it would be is the only
    one next to units of another nationality (ruling 126)."""
    return crowd_for(s, nation(s, u)) if s.data.side[u] == ALLIED else 0


def crowd_for(s: Position, mine: str) -> Mask:
    """The same for Allied units of a nationality: what they claim themselves is not in their own way."""
    return crowd_among(s, claims(s), mine)


def crowd_among(s: Position, known: Claims, mine: str) -> Mask:
    """The same, for such claims."""
    if not mine:
        return 0
    crowd = known.crowds.get(mine)
    if crowd is None:
        others = ~nation_masks(s)[mine]
        claimed = 0
        for near, units in known.found.items():
            if units & others:
                claimed |= near
        spread = open_ways(s).steps.spread
        crowd = known.crowds[mine] = spread(claimed) & ~spread(known.loud & ~claimed) if claimed else 0
    return crowd


def beside_crowd(s: Position, crowd: Mask) -> Mask:
    """The hexes next to those where some may not end their move."""
    known = claims(s).around
    found = known.get(crowd)
    if found is None:
        found = known[crowd] = s.data.steps.spread(crowd)
    return found


def foreign_company(s: Position, u: int, h: int) -> bool:
    """14.11, 6.2: whether a unit that lands on enemies would do so beside units of another nationality, with which it
    cannot attack them."""
    w, mine = s.data, nation(s, u)
    if not mine or w.side[u] != ALLIED or not survey(s).occupied[GERMAN] >> h & 1:
        return False
    here = facts(s).at[h] & w.side_mask[ALLIED] & ~nation_masks(s)[""]
    return bool(here & ~nation_masks(s)[mine])


def why_no_target(s: Position, u: int, h: int, *, from_air: bool) -> Iterator[Why]:
    """14.11: nobody lands of his own will where he cannot attack for his nationality. Invaders attack in their hex
    and nowhere else (12.8), paratroopers who meet nobody there have to do with the zones around it (20.6)."""
    free = from_air and not survey(s).occupied[GERMAN] >> h & 1
    if foreign_company(s, u, h) or (free and crowded(s, u) >> h & 1):
        w = s.data
        words = f"In {w.hex_name(h)} {w.unit_names[u]} could attack only what another nationality attacks."
        yield Why("14.11", lambda: words, (w.labels[h],))
