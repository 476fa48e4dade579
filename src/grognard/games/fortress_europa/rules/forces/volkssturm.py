# compiled as it stands
"""25. Volkssturm: who comes near a city in Germany finds it defended."""

from __future__ import annotations

from grognard.games.fortress_europa.data.world import ALLIED
from grognard.games.fortress_europa.rules.standing import allied_hexes, put, survey
from grognard.games.fortress_europa.rules.state import Position
from grognard.games.fortress_europa.rules.supply import ports
from grognard.games.fortress_europa.rules.telling import tell_placed
from grognard.kernel.rules import Events
from grognard.maps import members


def approached(s: Position, h: int, ev: Events | None) -> None:
    """25.1: an Allied unit is in a hex, on its way or at rest: every city in Germany within three hexes that is not
    Allied calls up its Volkssturm, once in the game (rulings 212, 216)."""
    w = s.data
    near = w.disc(h, w.book.volkssturm.distance) & w.german_cities & ~s.volkssturm_cities
    if not near:
        return
    for city in sorted(members(near), key=lambda city: city != h):  # 25.2: the one entered first
        if city not in s.volkssturm_waiting:
            s.volkssturm_waiting = (*s.volkssturm_waiting, city)
    fill(s, ev)


def fill(s: Position, ev: Events | None) -> None:
    """25.4: cities get the units that are available, in the order in which they were approached; a city that has
    become Allied drops out of the line (ruling 213)."""
    w = s.data
    if not s.volkssturm_waiting:
        return
    line = [city for city in s.volkssturm_waiting if not allied_hexes(s) >> city & 1]
    for u in members(w.volkssturm & ~(s.battle_units | s.battle_foes)):
        if line and s.where[u] == w.waiting:
            appear(s, u, line.pop(0), ev)
    s.volkssturm_waiting = tuple(line)


def appear(s: Position, u: int, city: int, ev: Events | None) -> None:
    """A unit appears, whatever the stacking limit (25.3), and has its zone at once (ruling 211)."""
    w = s.data
    bit = w.bit[city]
    put(s, u, city)
    s.face[u] = 0
    s.volkssturm_cities |= bit
    words = f"{w.unit_names[u]} is called up in {w.hex_name(city)}."
    tell_placed(ev, w, u, "volkssturm", words, "25.1", (w.labels[city],))
    if s.allied & bit and not survey(s).occupied[ALLIED] & bit:  # 30.2: control that had lapsed
        ports.lost(s, city, ev)
        s.allied &= ~bit
