# compiled as it stands
"""6.2, 14.11: which Allied units may attack together, and where that keeps a move from ending."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from grognard.games.fortress_europa.data.world import ALLIED, GERMAN
from grognard.games.fortress_europa.rules.standing import facts, open_ways, survey
from grognard.games.fortress_europa.rules.state import Position, on
from grognard.kernel.rules import Why
from grognard.maps import Mask, mask_of, members


def nation(s: Position, u: int) -> str:
    """With whom a unit attacks: "" for rangers and commandoes, who join anybody (6.2, 21.3, rulings 27, 199)."""
    return s.data.companies[on(s, "canadians-with-british")][u]


def nation_masks(s: Position) -> dict[str, Mask]:
    """The units by nationality."""
    return s.data.company_masks[on(s, "canadians-with-british")]


def agree(s: Position, units: Iterable[int]) -> bool:
    """6.2: whether these may attack together."""
    names = s.data.companies[on(s, "canadians-with-british")]
    first = ""
    for u in units:
        name = names[u]
        if name and name != first:
            if first:
                return False
            first = name
    return True


class Claims:
    """14.11: the enemies that units of one nationality alone are next to, as they follow from one survey."""

    __slots__ = ("around", "crowds", "found", "loud")

    def __init__(self, loud: Mask, found: dict[Mask, int]) -> None:
        self.loud = loud
        """The hexes of German units with zones."""
        self.found = found
        """For each of them that is the only one next to Allied units, these units."""
        self.crowds: dict[str, Mask] = {}
        """Where units of a nationality may not end their move (`crowd_for`)."""
        self.around: dict[Mask, Mask] = {}
        """The hexes next to such hexes (`beside_crowd`)."""


def claims(s: Position) -> Claims:
    """HQs claim nothing: others may attack for them (13.4)."""
    around = survey(s)
    if around.claims is not None:
        return around.claims
    w, f = s.data, facts(s)
    loud, at = f.sources[GERMAN], f.at
    if f.covered:  # units under decoys have no zones yet, but must be attacked when they are found (31.6)
        silent = ~w.zoned | s.dropped | s.invaders | f.frozen
        loud = mask_of(s.where[x] for x in members(f.on_map & w.side_mask[GERMAN] & ~silent))
    adjacent, steps = open_ways(s)
    found: dict[Mask, int] = {}
    who = w.side_mask[ALLIED] & ~w.hqs & ~nation_masks(s).get("", 0)
    occupied = around.occupied[ALLIED]
    for h in members(occupied & steps.spread(loud)):
        near = adjacent[h] & loud
        if near.bit_count() == 1:
            units = at[h] & who & ~s.invaders
            if units:
                found[near] = found.get(near, 0) | units
    if s.invaders:  # 12.8: invaders attack in their own hex
        for h in members(occupied & loud):
            units = at[h] & who & s.invaders
            if units:
                found[w.bit[h]] = found.get(w.bit[h], 0) | units
    around.claims = Claims(loud, found)
    return around.claims


def crowded(s: Position, u: int) -> Mask:
    """14.11: hexes where an Allied unit may not end its move, since every enemy in whose zone it would be is the only
    one next to units of another nationality (ruling 126)."""
    return crowd_for(s, nation(s, u)) if s.data.side[u] == ALLIED else 0


def crowd_for(s: Position, mine: str) -> Mask:
    """The same for Allied units of a nationality: what they claim themselves is not in their own way."""
    if not mine:
        return 0
    known = claims(s)
    if not known.found:
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
    here = facts(s).at[h] & w.side_mask[ALLIED] & ~nation_masks(s).get("", 0)
    return bool(here & ~nation_masks(s)[mine])


def why_no_target(s: Position, u: int, h: int, *, from_air: bool) -> Iterator[Why]:
    """14.11: nobody lands of his own will where he cannot attack for his nationality. Invaders attack in their hex
    and nowhere else (12.8), paratroopers who meet nobody there have to do with the zones around it (20.6)."""
    free = from_air and not survey(s).occupied[GERMAN] >> h & 1
    if foreign_company(s, u, h) or (free and crowded(s, u) >> h & 1):
        w = s.data
        words = f"In {w.hex_name(h)} {w.unit_names[u]} could attack only what another nationality attacks."
        yield Why("14.11", lambda: words, (w.labels[h],))
