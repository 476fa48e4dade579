"""5. Friendly territory: what both sides win by standing in a hex or controlling it, at once and step by step."""

from __future__ import annotations

from grognard.games.nineteen_forty.data.world import ALLIED, BELGIUM, GERMAN
from grognard.games.nineteen_forty.rules.standing import Survey
from grognard.games.nineteen_forty.rules.state import Position, garrison_hexes, neutral_land, survey


def settle_all(s: Position) -> None:
    """Applies the first two priorities of friendly territory as units stand now (5 ¶1, rulings 16, 17, 20, 21)."""
    found = survey(s)
    occupied_g, occupied_a = found.occupied
    if s.paratroops_hold:
        occupied_g |= found.regiments
    zone_g, zone_a = found.zones
    weak = weak_zone(s, found, found.sides[GERMAN].sound)
    settle(s, occupied_g, occupied_a, zone_g, zone_a, ~neutral_land(s), weak)


def weak_zone(s: Position, around: Survey, sound: int, u: int = -1) -> int:
    """Hexes in the zone of no German unit but the air landing division without supply: it wins none (ruling 20).

    `sound` are the hexes of German units with zones of control. One unit can be left out of all."""
    w = s.data
    landed = w.air_landing
    if not s.unsupplied >> landed & 1 or s.where[landed] >= w.n or s.paratroops_hold:
        return 0
    h = s.where[landed]
    for x in around.at[h]:
        if not (x in (landed, u) or w.side[x] == ALLIED or w.regiment[x] or s.disrupted[x] or s.dropped >> x & 1):
            return 0
    others = sound & ~w.bit[h]
    found = 0
    for x in w.zoc_near[h]:
        if not w.zoc[x] & others:  # control of a hex is mutual
            found |= w.bit[x]
    return found


def settle(s: Position, occupied_g: int, occupied_a: int, zone_g: int, zone_a: int, live: int, weak: int) -> None:
    """Territory from what both sides occupy and control; `weak` are hexes that the German zone only denies.

    5 ¶2: what one side gains the other loses; where both zones meet nobody gains, and the older claim stands."""
    held_g, held_a = zone_g | occupied_g, zone_a | occupied_a
    zone_g &= ~weak
    gained_g = (occupied_g & ~occupied_a | zone_g & ~held_a) & live
    gained_a = (occupied_a & ~occupied_g | zone_a & ~held_g) & live
    gained_g &= ~garrison_hexes(s)  # ruling 21
    german = s.german = (s.german | gained_g) & ~gained_a
    s.allied = (s.allied | gained_a) & ~gained_g
    _note_belgium(s, german)


Prospects = tuple[int, int, int, int]
"""Hexes that a side wins with a unit in them, and with a zone over them; that the enemy wins with a zone, and with a
unit, where the side has neither. Units of the side change nothing about them."""


def prospects_of(s: Position, side: int, theirs: int, their_zone: int, weak: int) -> Prospects:
    live = ~neutral_land(s)
    no_garrison = live & ~garrison_hexes(s)  # ruling 21
    gain, lose = (no_garrison, live) if side == GERMAN else (live, no_garrison)
    winning = their_zone if side == GERMAN else their_zone & ~weak
    return gain & ~theirs, gain & ~theirs & ~their_zone, lose & winning, lose & theirs


def sweep(
    s: Position, side: int, path: list[int], trod: int, own: int, zone: int, weak: int, prospects: Prospects
) -> None:
    """What `settle` does for one step of a unit after the other: nobody is overrun, and no country joins.

    The first hex of the way is left already, `trod` are the others; the unit is not in the sets of its side."""
    w = s.data
    bit, zoc = w.bit, w.zoc
    to_unit, to_zone, their_zone, theirs = prospects
    ours, others = (s.german, s.allied) if side == GERMAN else (s.allied, s.german)
    contested, freed = their_zone & ~(own | zone), theirs & ~own
    if side == GERMAN:
        zone &= ~weak
    swept = 0
    for h in path[1:]:
        swept |= zoc[h]
    if contested & (trod | swept):  # what is held only while the unit is there changes from step to step
        held = own & to_unit | zone & to_zone
        for h in path[1:]:
            gained = held | bit[h] & to_unit | zoc[h] & to_zone
            lost = freed | contested & ~(bit[h] | zoc[h])
            ours, others = (ours | gained) & ~lost, (others | lost) & ~gained
            _note_belgium(s, ours if side == GERMAN else others)
        s.german, s.allied = (ours, others) if side == GERMAN else (others, ours)
        return
    gained = (own | trod) & to_unit | (zone | swept) & to_zone
    lost = freed | contested
    ours, others = (ours | gained) & ~lost, (others | lost) & ~gained
    s.german, s.allied = (ours, others) if side == GERMAN else (others, ours)
    _note_belgium(s, s.german)


def _note_belgium(s: Position, german: int) -> None:
    """13 Belgium ¶1b (ruling 85)"""
    if not s.belgium_lost:
        cities = s.data.major[BELGIUM]
        s.belgium_lost = german & cities == cities
