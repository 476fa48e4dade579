# compiled as it stands
"""12.4 to 12.10, 12.14 to 12.16. Invasion sites: which hexes can be invaded, from where, which of them make one
line, and how much may land on it."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.games.fortress_europa.data.world import ALLIED, GERMAN, World
from grognard.games.fortress_europa.rules.movement.stacking import landing_limit, stack_value, stacks_free_ashore
from grognard.games.fortress_europa.rules.standing import survey, units_of
from grognard.games.fortress_europa.rules.state import Position, on
from grognard.kernel.rules import Why
from grognard.kernel.show.words import listed
from grognard.maps import Mask, members

BREMEN = "Bremen"


def invadable(s: Position) -> Mask:
    """12.5, 12.16: beaches and inland ports; Bremen unless the other reading is played (ruling 93)."""
    w = s.data
    if on(s, "bremen-closed"):
        return w.invadable & ~w.bit[w.place_hex[BREMEN]]
    return w.invadable


def box_of(w: World, h: int) -> int:
    """12.4, 21.8: where those who land in a hex come from, Africa for the Mediterranean coast, else England."""
    return w.africa if w.from_africa >> h & 1 else w.england


def blockers(s: Position, h: int) -> Mask:
    """Where German units that can be seen block the water below an inland port, whatever the bridges (12.5, 12.16,
    ruling 87)."""
    w = s.data
    if not w.inland_ports >> h & 1:
        return 0
    found = survey(s)
    return w.port_passage[w.port_at[h]] & found.occupied[GERMAN] & ~found.doubtful


def area_of(w: World, site: Mask) -> int:
    """12.10: the area whose figures count, the one with the lesser capacity if a site lies in two (ruling 100)."""
    found = [a for a, hexes in enumerate(w.area_hexes) if hexes & site]
    return min(found, key=lambda a: (w.areas[a].first, w.areas[a].second))


def landing_value(s: Position, u: int) -> int:
    """12.7, 21.7: what a unit that invades counts: raiders do count, the 79th does not in the first invasion (HQs do
    not invade, 13.1)."""
    return int(not stacks_free_ashore(s, u))


def funny(s: Position, u: int) -> bool:
    """A part of the 79th, where 31.16 is played."""
    w = s.data
    return u in w.parts_of_79th and on(s, "funnies")


def landing_room(s: Position, h: int) -> int:
    """12.7: how many more may land in a hex; in the second invasion whoever stands there already counts as well."""
    there = units_of(s, ALLIED, h)
    return landing_limit(s, h) - sum(stack_value(s, u) for u in there)


def isle_alone(s: Position, h: int) -> bool:
    """31.5: the Isle of Jersey, water without the option, is invaded only together with a beach across from it."""
    w = s.data
    isle = w.book.jersey
    return w.labels[h] == isle.hex and not any(s.site >> w.index[x] & 1 for x in isle.beaches)


def sites(s: Position) -> Mask:
    """All hexes of which there is no `why_no_site`."""
    w = s.data
    found, seen = invadable(s), survey(s)  # Amsterdam is not among them
    foes = seen.occupied[GERMAN] & ~seen.doubtful
    for h in members(w.inland_ports):
        if w.port_passage[w.port_at[h]] & foes:
            found &= ~w.bit[h]
    return found


def why_no_site(s: Position, h: int) -> Iterator[Why]:
    """What keeps Allied units from coming ashore in a hex at all (12.5, 12.16)."""
    w = s.data
    label, name = (w.labels[h],), w.hex_name(h)
    if h == w.place_hex["Amsterdam"]:
        yield Why("12.16", lambda: "Amsterdam cannot be invaded.", label)
    elif not invadable(s) >> h & 1:
        limit = w.book.northern_limit
        rule = "12.16" if label[0] in limit.upriver else "12.15" if label[0] in limit.no_beach else "12.5"
        yield Why(rule, lambda: f"{name} is neither an invadable beach nor an inland port.", label)
    elif found := blockers(s, h):
        where = listed([w.hex_name(x) for x in members(found)])
        places = tuple(w.labels[x] for x in members(found))
        rule = "12.16" if h == w.place_hex["Anvers"] else "12.5"
        yield Why(rule, lambda: f"The way to {name} is blocked by German units in {where}.", places)
