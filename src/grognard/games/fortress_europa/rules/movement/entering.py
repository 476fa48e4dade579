# compiled as it stands
"""16.3, 30.2: what changes when a unit comes into a hex, by whatever way.

Every chapter that puts a unit into a hex calls `entered` for each hex of the way, after `where` has been changed.
"""

from __future__ import annotations

from grognard.games.fortress_europa.data.world import ALLIED, FLOODED, GERMAN
from grognard.games.fortress_europa.rules import decoys
from grognard.games.fortress_europa.rules.forces.volkssturm import approached
from grognard.games.fortress_europa.rules.landing import mulberries
from grognard.games.fortress_europa.rules.movement import districts, railways
from grognard.games.fortress_europa.rules.standing import facts, occupied, survey, units_in
from grognard.games.fortress_europa.rules.state import NOWHERE, Position
from grognard.games.fortress_europa.rules.supply import ports
from grognard.games.fortress_europa.rules.telling import tell_changed, tell_taken
from grognard.games.fortress_europa.rules.victory.victory import check_now
from grognard.kernel.rules import Events
from grognard.maps import Mask

MOVE, SEA, DROP, RAID, INVADE, LIFT, APPEAR, RETREAT, RELOCATE = range(9)
"""Ways to come into a hex. The last two are not of the owner's will (9.6, ruling 61); APPEAR is a unit that is put on
the map where it may be."""


def entered(s: Position, u: int, h: int, ev: Events | None, how: int = MOVE) -> None:
    """A unit is in a hex, for a moment or for good."""
    w = s.data
    if how in (DROP, RAID, INVADE, RELOCATE) and s.flooded and w.terrain[h] == FLOODED:
        s.mired |= 1 << u  # 8.2 (ruling 51)
    if w.side[u] == GERMAN:
        if not facts(s).occupied[ALLIED] & w.bit[h]:
            german_control(s, h, ev)
        railways.note_passing(s, u, h)
        decoys.german_entered(s, u, h, ev)
        return
    if how in (RETREAT, RELOCATE):
        districts.involuntary_entry(s, u, h)
    elif how == RAID:
        districts.raid_entry(s, h, ev)
    elif how != INVADE:  # an invasion is judged as a whole when its site is declared (ruling 63)
        districts.allied_entry(s, u, h, ev)
    elif w.italy >> h & 1:
        s.italy_open = True
    decoys.allied_entered(s, h, ev)
    approached(s, h, ev)  # 25.1, 25.2: before the hex can be taken
    if not occupied(s, GERMAN) & w.bit[h]:  # 20.8, 30.2: not while Germans are in the hex (ruling 143)
        allied_control(s, h, ev)
        railways.note_passing(s, u, h)


def eventful(s: Position, u: int) -> Mask:
    """The hexes where something may change when a unit of the moving side comes there on foot or by rail: `entered`
    is asked only about these."""
    w = s.data
    f = facts(s)
    if w.side[u] == GERMAN:
        if f.covered >> u & 1:
            return -1  # 31.6: the decoy goes with it
        found = s.allied | s.friendly_beaches | s.allied_rail
        for h in s.mulberry_at:
            if h != NOWHERE:
                found |= w.bit[h]
        return found
    if not s.released or f.decoys:
        return -1  # 9.1, 31.6
    found = ~s.allied | w.places_of_note | w.near_german_cities | f.occupied[GERMAN] | w.rail & ~s.allied_rail
    return found if s.italy_open else found | w.italy


def german_control(s: Position, h: int, ev: Events | None) -> None:
    """30.2: the Germans were last here. A mulberry is destroyed (29.4)."""
    bit = s.data.bit[h]
    if s.allied & bit:
        ports.lost(s, h, ev)
        s.allied &= ~bit
    if h in s.mulberry_at:
        mulberries.overrun(s, h, ev)
    s.friendly_beaches &= ~bit  # 11.4B


def allied_control(s: Position, h: int, ev: Events | None) -> None:
    """30.2: the Allies were last here. Fortress, U-Boat base and V1 site are destroyed for good (16.3)."""
    w = s.data
    bit = w.bit[h]
    fresh = not s.allied & bit
    s.allied |= bit
    if w.places_of_note & bit:
        _place_taken(s, h, fresh, ev)
    if fresh:
        check_now(s, ev)  # 30.1


def _place_taken(s: Position, h: int, fresh: bool, ev: Events | None) -> None:
    w = s.data
    bit, label = w.bit[h], (w.labels[h],)
    if w.fortresses & ~s.ruined & bit:
        s.ruined |= bit
        tell_changed(ev, "destroyed", f"The fortress of {w.hex_name(h)} is destroyed.", "16.3", label)
    if w.u_boat_bases & ~s.bases_taken & bit:
        s.bases_taken |= bit
        tell_taken(ev, ALLIED, label[0], f"The U-Boat base of {w.hex_name(h)} is captured.", "30.2")
        if s.bases_taken == w.u_boat_bases:
            s.bases_turn = s.turn
    if w.v1_sites & ~s.sites_taken & bit:
        s.sites_taken |= bit
        tell_taken(ev, ALLIED, label[0], f"The V1 site in {w.hex_name(h)} is captured.", "30.2")
        if s.sites_taken == w.v1_sites:
            s.sites_turn = s.turn
    if h == w.place_hex[w.book.garrison.place] and not s.paris_turn:
        s.paris_turn = s.turn  # 26.5
    if w.labels[h] == w.book.jersey.hex:
        s.jersey_lost = True  # 31.5
    ports.occupied(s, h, fresh, ev)


def cleared(s: Position, h: int, ev: Events | None) -> None:
    """After a battle in a hex that both sides held: who is left alone in it controls it (20.8, ruling 143)."""
    found = survey(s)
    if found.occupied[ALLIED] >> h & 1 and not found.occupied[GERMAN] >> h & 1:
        allied_control(s, h, ev)
    elif found.occupied[GERMAN] >> h & 1 and not found.occupied[ALLIED] >> h & 1:
        german_control(s, h, ev)
    else:
        return
    railways.note_passing(s, units_in(s, h)[0], h)  # 10.7: only now does he occupy it
