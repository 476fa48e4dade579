# compiled as it stands
"""14.6 to 14.11: a battle and the best sharing: whether this can be regrouped around it so that no duty is lost, and
whether anybody could have legal odds in it at all. Where neither is clear, `duties` searches."""

from __future__ import annotations

from typing import NamedTuple

from grognard.games.fortress_europa.rules.air.naval import ship_support
from grognard.games.fortress_europa.rules.combat.front import Front
from grognard.games.fortress_europa.rules.combat.nations import nation_masks, partners
from grognard.games.fortress_europa.rules.state import Position, on
from grognard.maps import Mask, mask_of, members

Team = tuple[Mask, int]
"""A battle as sets: hexes and attackers."""


class Best(NamedTuple):
    """The best sharing as sets."""

    battles: list[Team]
    spare: int
    """Units that have no part in it, but not those in fortresses (14.13)."""
    doubtful: Mask
    """Hexes next to units that must attack and do not: others may excuse them (14.11)."""
    taken: Mask
    """Hexes that are attacked."""


def best(f: Front) -> Best:
    """The best sharing, once it has been found."""
    found: Best | None = f.costs.get("sets")
    if found is None:
        battles = [(hexes, mask_of(units)) for hexes, units in f.costs["best"]]
        busy = taken = 0
        for hexes, team in battles:
            busy |= team
            taken |= hexes
        doubtful = 0
        for u in members(f.must & ~busy):
            doubtful |= f.able[u]
        found = f.costs["sets"] = Best(battles, f.units & ~busy & ~f.walled, doubtful, taken)
    return found


def regrouped(s: Position, f: Front, hexes: Mask, who: int, closed: bool) -> list[Team] | None:
    """A sharing with this battle in the first place, fought by these units, if it is `closed` by nobody else, that
    misses no more duties than the best: where that needs no search to make room. These units leave its other battles,
    which others go on with; whose hexes this battle takes join it, or find something else to do."""
    if hexes & f.apart or who & f.walled:
        return None
    battles, spare, doubtful, _ = best(f)
    masks = nation_masks(s)
    anybody = masks[""]
    mates = partners(s, who)
    stay: list[Team] = []
    short = []
    freed = 0
    for where, team in battles:
        ground, left = where & ~hexes, team & ~who
        if ground == where and left == team:
            stay.append((where, team))
            continue
        if hexes & doubtful and (team & ~mates or not who & ~anybody):
            return None  # it would be attacked by another nationality
        if not ground:
            freed |= left
        elif left & ~anybody and f.legal(s, left, ground, 0):
            stay.append((ground, left))
        elif ground & doubtful:
            return None
        else:
            short.append((ground, left))
    spare = (spare | freed) & ~who
    for ground, left in short:
        team = _joined(s, left, spare & f.beside(ground))
        if not f.legal(s, team, ground, 0):
            return None
        spare &= ~team
        stay.append((ground, team))
    company = who if closed else _joined(s, who, spare & f.beside(hexes))
    if not f.legal(s, company, hexes, 0):
        return None
    for u in members(freed & spare & ~company & f.must):
        if not _placed(s, f, u, hexes, stay):
            return None
    return [(hexes, company), *stay]


def _joined(s: Position, team: int, others: int) -> int:
    """These units, and those of the others that may attack with them (6.2): of the nationality of the first, if these
    join anybody."""
    if not others:
        return team
    others &= partners(s, team)
    return team | others & partners(s, others)


def _placed(s: Position, f: Front, u: int, hexes: Mask, battles: list[Team]) -> bool:
    """Puts a unit into one of these battles, or into one of its own, if that can be done."""
    near, mates, bit = f.able[u], partners(s, 1 << u), 1 << u
    for number, (where, team) in enumerate(battles):
        if not where & ~near and not team & ~mates:
            battles[number] = (where, team | bit)
            return True
        hexes |= where
    for h in f.hexes_of(u):
        if not (hexes | f.apart) >> h & 1 and f.legal(s, bit, 1 << h, 0):
            battles.append((1 << h, bit))
            return True
    return False


def hopeless(s: Position, f: Front, hexes: Mask, who: int, ships: int) -> bool:
    """Whether these units would have no legal odds though all joined them who could, with all ships in range."""
    return not _could(s, f, hexes, who, f.beside(hexes), ships)


def stranded(s: Position, f: Front, hexes: Mask, who: int) -> int:
    """How many enemies that must be attacked nobody could attack any more, if these units attacked these hexes. More
    hexes in a battle never better its odds, but with the Funnies (31.16)."""
    key = ("stranded", hexes, who)
    found: int | None = f.costs.get(key)
    if found is None:
        near = found = 0
        for u in members(who) if not on(s, "funnies") else ():
            near |= f.able[u]
        for h in members(near & f.duty & ~hexes):
            found += not _could(s, f, 1 << h, 0, f.beside(1 << h) & ~who, 0)
        f.costs[key] = found
    return found


def _could(s: Position, f: Front, hexes: Mask, who: int, others: int, ships: int) -> bool:
    """Whether these units could have legal odds, with all of the others that agree, and with all ships in range."""
    ships |= mask_of(ship_support(s, hexes))
    masks = nation_masks(s)
    anybody = masks[""]
    if who & ~anybody or not others:
        return f.legal(s, who | others & partners(s, who), hexes, ships)
    for company in masks.values():
        if others & company and f.legal(s, who | others & (company | anybody), hexes, ships):
            return True
    return False
