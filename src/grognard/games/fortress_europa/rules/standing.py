# compiled as it stands
"""7.1, 30.2: who stands where, whose zones reach where, and who controls what.

`put`, `freeze`, `rebind`, `fill_box` and `set_decoy` are the doors through which units, their bonds, boxes and decoys
change: nobody else writes these fields.
"""

from __future__ import annotations

from grognard.games.fortress_europa.data.world import ALLIED, GERMAN, Ways
from grognard.games.fortress_europa.rules.facts import UNKNOWN, Bridges, Facts, Survey
from grognard.games.fortress_europa.rules.state import FREE, NOWHERE, Position
from grognard.maps import Mask, Steps, mask_of, members

# ------------------------------------------------------------------------------------------------ facts


def facts(s: Position) -> Facts:
    """What follows from a position, found when it is asked for."""
    found = s.facts
    return found if found is not None else build(s)


def build(s: Position) -> Facts:
    """All facts from scratch."""
    w = s.data
    f = s.facts = Facts.__new__(Facts)
    at, where, bit = [0] * len(w.spots), s.where, w.bit
    for u, h in enumerate(where):
        at[h] |= 1 << u
    f.at, f.shared = at, False
    away = 0
    for units in at[w.n :]:
        away |= units
    f.on_map = (1 << w.n_units) - 1 & ~away
    f.frozen = mask_of([u for u, district in enumerate(s.bound) if district != FREE])
    f.garrison = mask_of([u for u, box in enumerate(s.box) if box != NOWHERE and w.italian_boxes >> box & 1])
    f.covered = mask_of([u for u in s.decoy_unit if u >= 0])
    f.decoys = mask_of([h for h in s.decoy_at if h != NOWHERE])
    german = allied = 0
    for u in members(f.on_map):
        if w.side[u] == ALLIED:
            allied |= bit[where[u]]
        else:
            german |= bit[where[u]]
    f.occupied = german, allied
    f.loud = UNKNOWN
    f.sources = f.occupied
    f.zones, f.zone_key = [UNKNOWN, UNKNOWN], ()
    f.standing, f.floods, f.openings, f.linked = {}, {}, None, None
    f.outlooks = None, None
    f.survey = f.bridges = f.lines = f.front = f.claims = f.verdicts = f.views = f.piles = f.reach = None
    f.touched = f.shifted = f.stirred = f.looked = f.crossers = f.judged = f.leavers = f.maybe = 0
    return f


def same(one: Facts, other: Facts) -> bool:
    """Whether two sets of facts say the same of who stands where: what is carried along against what is built."""
    return (
        one.at == other.at
        and (one.on_map, one.frozen, one.covered, one.decoys)
        == (other.on_map, other.frozen, other.covered, other.decoys)
        and (one.garrison, one.occupied) == (other.garrison, other.occupied)
    )


# ------------------------------------------------------------------------------------------------ doors


def put(s: Position, u: int, h: int) -> None:
    """A unit comes to a hex or spot."""
    where = s.where
    old = where[u]
    if old == h:
        return
    where[u] = h
    f = s.facts
    if f is None:
        return
    if f.shared:
        f.at, f.shared = f.at.copy(), False
    w, at, bit = s.data, f.at, 1 << u
    n = w.n
    at[old] ^= bit
    at[h] |= bit
    f.shifted |= bit
    if old >= n and h >= n:
        return
    f.survey = None
    f.touched |= bit
    f.judged &= ~bit
    f.looked &= ~bit
    side = w.side[u]
    f.zones[side] = UNKNOWN
    occupied, sources = f.occupied[side], f.sources[side]
    changed = 0
    if old < n:
        f.piles = None
        changed = w.bit[old]
        left = at[old] & w.side_mask[side]
        if not left & f.loud:
            sources &= ~changed
            if not left:
                occupied &= ~changed
    else:
        f.on_map |= bit
    if h < n:
        here = w.bit[h]
        changed |= here
        occupied |= here
        if bit & f.loud:
            sources |= here
    else:
        f.on_map ^= bit
    if side:
        f.stirred |= changed
        f.occupied, f.sources = (f.occupied[0], occupied), (f.sources[0], sources)
    else:
        f.occupied, f.sources = (occupied, f.occupied[1]), (sources, f.sources[1])


def freeze(s: Position, u: int, district: int) -> None:
    """A unit is bound to a district (9.1), or FREE."""
    s.bound[u] = district
    f = s.facts
    if f is not None:
        frozen = f.frozen & ~(1 << u) if district == FREE else f.frozen | 1 << u
        if frozen != f.frozen:
            f.frozen = frozen
            _new_zones(f)


def rebind(s: Position, bound: list[int]) -> None:
    """All units at once."""
    s.bound = bound
    f = s.facts
    if f is not None:
        f.frozen = mask_of(u for u, district in enumerate(bound) if district != FREE)
        _new_zones(f)


def fill_box(s: Position, u: int, box: int) -> None:
    """A unit fills a box of the set-up display, or NOWHERE."""
    s.box[u] = box
    f = s.facts
    if f is not None:
        inside = box != NOWHERE and s.data.italian_boxes >> box & 1
        f.garrison = f.garrison | 1 << u if inside else f.garrison & ~(1 << u)


def set_decoy(s: Position, decoy: int, h: int, u: int) -> None:
    """A decoy lies in a hex, or NOWHERE, over a unit, or over nothing (-1)."""
    changed = s.decoy_at[decoy] != h or s.decoy_unit[decoy] != u
    s.decoy_at[decoy], s.decoy_unit[decoy] = h, u
    f = s.facts
    if f is not None and changed:
        f.covered = mask_of(x for x in s.decoy_unit if x >= 0)
        f.decoys = mask_of(x for x in s.decoy_at if x != NOWHERE)
        _new_zones(f)


def _new_zones(f: Facts) -> None:
    f.survey = None
    f.zone_key = ()


# --------------------------------------------------------------------------------------------- questions


def units_in(s: Position, h: int) -> list[int]:
    """The units in a hex or spot."""
    here = facts(s).at[h]
    return members(here) if here else []


def units_of(s: Position, side: int, h: int) -> list[int]:
    """The units of a side in a hex or spot."""
    here = facts(s).at[h] & s.data.side_mask[side]
    return members(here) if here else []


def standing_on(s: Position, what: str, hexes: Mask) -> int:
    """The units that stand in one of these hexes. The last answer for each purpose is kept, and only units that have
    moved since are looked at again: ask it of sets that stay the same from move to move."""
    f = s.facts or build(s)
    standing = f.standing
    if f.touched:
        where, w = s.where, s.data
        for u in members(f.touched):
            bit, at = 1 << u, where[u]
            hex_bit = w.bit[at] if at < w.n else 0
            for purpose, (known, units) in standing.items():
                if known & hex_bit:
                    if not units & bit:
                        standing[purpose] = (known, units | bit)
                elif units & bit:
                    standing[purpose] = (known, units ^ bit)
        f.touched = 0
    kept = standing.get(what)
    if kept is not None and kept[0] == hexes:
        return kept[1]
    found, at_hex = 0, f.at
    for h in members(hexes & (f.occupied[0] | f.occupied[1])):
        found |= at_hex[h]
    standing[what] = (hexes, found)
    return found


MOST_KEPT = 24
"""So many floods are kept at most."""


def occupied(s: Position, side: int) -> Mask:
    """The hexes with units of a side; for the German side those under decoys too."""
    f = s.facts or build(s)
    return f.occupied[side] if side else f.occupied[0] | f.decoys


def zone(s: Position, side: int) -> Mask:
    """7.1: the zones of control of a side, the hexes of its units included."""
    f = s.facts or build(s)
    key = (s.dropped, s.invaders, s.bridges_down, s.ruined)
    if f.zone_key != key:
        _find_sources(s, f)
        f.zone_key = key
        f.zones[:] = (UNKNOWN, UNKNOWN)
    found = f.zones[side]
    if found == UNKNOWN:
        walls = s.data.fortresses & ~s.ruined  # 7.1: into no fortress, be it empty (ruling 48)
        reached = bridges(s).ways(s.bridges_down).steps.spread(f.sources[side]) & ~walls
        found = f.zones[side] = reached | (f.occupied[side] if side else f.occupied[0] | f.decoys)
    return found


def _find_sources(s: Position, f: Facts) -> None:
    """The hexes with units whose zones reach the hexes around them."""
    w = s.data
    silent = s.dropped | s.invaders | f.frozen | f.covered  # 7.1, 9.5, 31.6, 31.7 (ruling 247)
    loud = w.zoned & ~silent  # 21.6: raiders have no zone
    if loud != f.loud:
        f.loud, at = loud, f.at
        german, allied = (loud & mask for mask in w.side_mask)
        f.sources = (
            mask_of(h for h in members(f.occupied[0]) if at[h] & german),
            mask_of(h for h in members(f.occupied[1]) if at[h] & allied),
        )


def survey(s: Position) -> Survey:
    """Occupation and zones of control (7.1)."""
    f, w = s.facts or build(s), s.data
    found = f.survey
    veiled = bool(f.decoys) and s.turn == w.landing_turn and s.side == ALLIED
    key = (s.dropped, s.invaders, s.bridges_down, s.ruined, veiled)
    if found is not None and found.key == key:
        return found
    zones = (zone(s, GERMAN), zone(s, ALLIED))
    german, allied = f.occupied[0] | f.decoys, f.occupied[1]
    sources, others = f.sources
    doubtful = 0
    if veiled:
        walls = w.fortresses & ~s.ruined
        reached = bridges(s).ways(s.bridges_down).steps.spread(sources) & ~walls
        doubtful = f.decoys & ~(reached | f.occupied[0])
    found = f.survey = Survey(key, (german, allied), zones, (german & ~sources, allied & ~others), doubtful)
    return found


def bridges(s: Position) -> Bridges:
    """What follows from the bridges that are down."""
    f = s.facts or build(s)
    found = f.bridges
    if found is None or found.down != s.bridges_down:
        found = f.bridges = Bridges(s.data, s.bridges_down)
    return found


def flooded(s: Position, steps: Steps, hexes: Mask, allowed: Mask) -> Mask:
    """These hexes and all that they reach by steps inside `allowed`: looked for once, and kept."""
    floods = facts(s).floods
    key = (steps, hexes, allowed)
    found = floods.get(key)
    if found is None:
        if len(floods) >= MOST_KEPT:
            floods.clear()
        found = floods[key] = steps.flood(hexes, allowed)
    return found


def open_ways(s: Position) -> Ways:
    """Which hexes touch, now that some bridges are down."""
    return bridges(s).ways(s.bridges_down)


def german_hexes(s: Position) -> Mask:
    """German control, which does not lapse (ruling 167)."""
    return s.data.land & ~s.allied


def allied_hexes(s: Position) -> Mask:
    """Allied control: it lapses in a German zone while no Allied unit is there (30.2, ruling 167)."""
    return s.allied & (~zone(s, GERMAN) | facts(s).occupied[ALLIED])
