# compiled as it stands
"""12.11. The second move impulse of an invasion turn: more units land in the hexes that were invaded."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.games.fortress_europa import exhibits
from grognard.games.fortress_europa.data.world import ALLIED, FLOODED, GERMAN, ROUGH
from grognard.games.fortress_europa.rules.combat.nations import crowded
from grognard.games.fortress_europa.rules.domains import HEXES, UNITS, of_side
from grognard.games.fortress_europa.rules.landing.invasion import at_sea, kinds_of, why_not_from_sea
from grognard.games.fortress_europa.rules.landing.sea import must_halt
from grognard.games.fortress_europa.rules.landing.site import blockers, sites
from grognard.games.fortress_europa.rules.movement import fuel
from grognard.games.fortress_europa.rules.movement.entering import SEA, entered
from grognard.games.fortress_europa.rules.movement.ground import halting
from grognard.games.fortress_europa.rules.movement.movement import can_go, why_not_walking
from grognard.games.fortress_europa.rules.movement.stacking import has_room, room, stack_value
from grognard.games.fortress_europa.rules.standing import facts, put, survey, units_of
from grognard.games.fortress_europa.rules.state import Position, invasion_now, on_map
from grognard.games.fortress_europa.rules.supply.ports import why_not_ashore
from grognard.games.fortress_europa.rules.telling import tell_placed
from grognard.kernel.rules import Events, Ints, Slot, Step, Verb, Why, Whys
from grognard.kernel.show import Preview, Reason
from grognard.maps import Mask, members


def why_no_landing(s: Position, step: Step[Position], seat: str) -> Whys:
    """12.11: more units land in the second move impulse of an invasion turn (12-example-2)."""
    w = s.data
    if s.side != ALLIED or s.impulse != 2 or not invasion_now(s):
        yield Why("12.11", lambda: "Units land in this way only in the second move impulse of an invasion turn.")
        return
    area = w.areas[s.landing_area]
    if s.landed_second >= area.second:
        yield Why("12.10", lambda: f"{area.name}: no more than {area.second} units land in the second impulse.")


def why_not_following(s: Position, u: int) -> Iterator[Why]:
    w = s.data
    yield from why_not_from_sea(s, u)
    yield from fuel.why_held(s, u)  # 31.14: it is a move of this impulse
    area = w.areas[s.landing_area]
    if area.box != w.spots[s.where[u]] and not on_map(s, u):
        words = f"{area.name}: units that land there start the turn in {area.box.title()}."
        yield Why("12.4", lambda: words, (), (w.ids[u],))
    if w.hqs >> u & 1 and s.landed_hqs >= area.second_hq:
        yield Why(
            "12.10",
            lambda: f"{area.name}: no more than {area.second_hq} HQ lands in the second impulse.",
            (),
            (w.ids[u],),
        )


def why_not_followed(s: Position, u: int, h: int) -> Iterator[Why]:
    """Where a unit lands in the second impulse: in an invaded hex without enemies, zones or not (12.11)."""
    w = s.data
    label, place, found = (w.labels[h],), w.hex_name(h), survey(s)
    if not s.site >> h & 1:
        yield Why("12.11", lambda: f"{place} was not invaded in the first impulse.", label)
        return
    if found.occupied[GERMAN] >> h & 1:
        yield Why("12.11", lambda: f"German units are in {place}.", label)
    elif blockers(s, h):
        yield Why("12.5", lambda: f"The way to {place} is blocked by German units.", label)
    if crowded(s, u) >> h & 1:
        words = f"In {place} {w.unit_names[u]} could attack only what another nationality attacks."
        yield Why("14.11", lambda: words, label)
    yield from why_not_ashore(s, u)
    if not finds_room(s, u, h) and not someone_can_leave(s, u, h):
        yield Why("12.11", lambda: f"{place} is full, and nobody there could leave it.", label)


def finds_room(s: Position, u: int, h: int) -> bool:
    """A raider that lands counts as a unit (21.7)."""
    return room(s, ALLIED, h) > 0 if s.data.raiders >> u & 1 else has_room(s, u, h)


def someone_can_leave(s: Position, u: int, h: int) -> bool:
    """12.11: a full hex can be landed in only if a unit in it, or the one that lands, can move out."""
    if goes_on_from(s, u, h):
        return True
    there = units_of(s, ALLIED, h)
    return any(next(why_not_walking(s, x), None) is None and can_go(s, x) for x in there)


def goes_on_from(s: Position, u: int, h: int) -> bool:
    """Whether a unit that landed in a hex could move out of it by land."""
    if survey(s).zones[GERMAN] >> h & 1 or halting(s, u) >> h & 1:
        return False
    after = s.copy()
    put(after, u, h)
    after.sailed |= 1 << u
    return can_go(after, u)


def open_site(s: Position) -> Mask:
    """The invaded hexes where somebody could land: without enemies, and with a way to them."""
    return s.site & sites(s) & ~survey(s).occupied[GERMAN]


def beaches_of(s: Position, u: int, hexes: Mask) -> Mask:
    """Where in these hexes a unit may land: `why_not_followed` as sets."""
    hexes &= ~crowded(s, u)
    if next(why_not_ashore(s, u), None) is not None:
        return 0
    counts = s.data.raiders >> u & 1 or stack_value(s, u)
    for h in members(hexes) if counts else ():
        if room(s, ALLIED, h) < 1 and not someone_can_leave(s, u, h):
            hexes ^= s.data.bit[h]
    return hexes


def land_hexes(s: Position, step: Step[Position], seat: str, args: Ints) -> Mask:
    return beaches_of(s, args[0], open_site(s))


def land_units(s: Position, step: Step[Position], seat: str, args: Ints) -> int:
    w = s.data
    area, hexes, found = w.areas[s.landing_area], open_site(s), 0
    if not hexes:
        return found
    units = at_sea(s) & facts(s).at[w.place_ids.number[area.box]]
    if s.landed_hqs >= area.second_hq:
        units &= ~w.hqs
    if next(fuel.why_held(s, w.landing_armor), None) is not None:
        units &= ~w.armored
    for alike in kinds_of(s, units):
        if beaches_of(s, alike.bit_length() - 1, hexes):
            found |= alike
    return found


def land_unit_reasons(s: Position, step: Step[Position], seat: str, args: Ints) -> Whys:
    w = s.data
    u = args[0]
    if found := list(why_not_following(s, u)) or list(why_not_ashore(s, u)):
        yield from found
    elif all(next(why_not_followed(s, u, h), None) is not None for h in members(s.site)):
        yield Why("12.11", lambda: f"{w.unit_names[u]} has no hex to land in.", (), (w.ids[u],))


def land_hex_reasons(s: Position, step: Step[Position], seat: str, args: Ints) -> Whys:
    yield from why_not_followed(s, *args)


def do_land(s: Position, step: Step[Position], seat: str, args: Ints, ev: Events | None) -> None:
    """It may go on by land with half its allowance, at least one hex, if it is in no enemy zone (ruling 102)."""
    w = s.data
    u, h = args
    bit = 1 << u
    s.then(step)
    put(s, u, h)
    s.began &= ~bit
    s.ashore |= bit
    s.sailed |= bit
    s.landed_second += 1
    if w.hqs & bit:
        s.landed_hqs += 1
    shows = exhibits.landing(s, "HQs second" if w.hqs & bit else "Units second")
    tell_placed(ev, w, u, "landing", f"{w.unit_names[u]} lands in {w.hex_name(h)}.", "12.11", (w.labels[h],), shows)
    entered(s, u, h, ev, SEA)
    if s.flooded and w.terrain[h] == FLOODED:
        s.mired |= bit  # 8.2: this is no sea movement (12.3, ruling 51)
    if survey(s).zones[GERMAN] >> h & 1:
        s.pinned |= bit
    elif must_halt(s, u, h):
        s.moved |= bit  # 8.3
    elif w.terrain[h] == ROUGH and w.armored & bit:
        s.slowed |= bit  # 8.1


def preview_land(s: Position, step: Step[Position], seat: str, args: Ints) -> Preview:
    w = s.data
    u, h = args
    label, area = w.labels[h], w.areas[s.landing_area]
    cost = f"unit {s.landed_second + 1} of {area.second}"
    effects = []
    if survey(s).zones[GERMAN] >> h & 1:
        effects.append(Reason("8.9", f"{label} is in an enemy zone: it does not move on in this impulse."))
    if not finds_room(s, u, h):
        effects.append(Reason("12.11", f"{label} is full: somebody must leave it, or be eliminated."))
    words = f"{w.unit_names[u]} lands in {w.hex_name(h)}."
    return Preview(words, cost=cost, effects=tuple(effects), places=(label,))


LAND_VERB = Verb(
    "land",
    do_land,
    (
        Slot("unit", UNITS, land_unit_reasons, legal=land_units, prompt="Which unit lands?"),
        Slot("hex", HEXES, land_hex_reasons, legal=land_hexes, prompt="In which invaded hex?"),
    ),
    "12.11",
    "Land",
    reasons=why_no_landing,
    may=of_side(ALLIED, why_no_landing),
    preview=preview_land,
)
