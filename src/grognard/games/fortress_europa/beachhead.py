"""12.11. The second move impulse of an invasion turn: more units land in the hexes that were invaded."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from grognard.games.fortress_europa.entering import SEA, entered
from grognard.games.fortress_europa.ground import halting
from grognard.games.fortress_europa.invasion import why_not_from_sea
from grognard.games.fortress_europa.movement import can_go, why_not_walking
from grognard.games.fortress_europa.nations import crowded
from grognard.games.fortress_europa.raids import all_hexes, all_units
from grognard.games.fortress_europa.sea import must_halt
from grognard.games.fortress_europa.site import blockers
from grognard.games.fortress_europa.stacking import room, stack_value
from grognard.games.fortress_europa.state import Position, invasion_now, on_map, say, survey
from grognard.games.fortress_europa.world import ALLIED, FLOODED, GERMAN, ROUGH, World
from grognard.kernel.contract import Args, Slot, Verb, Why, Whys
from grognard.kernel.events import Events
from grognard.kernel.show import Preview, Reason
from grognard.maps import members


def why_no_landing(s: Position, step: Any, seat: str) -> Whys:
    """12.11: more units land in the second move impulse of an invasion turn."""
    w: World = s.data
    if s.side != ALLIED or s.impulse != 2 or not invasion_now(s):
        yield Why("12.11", lambda: "Units land so in the second move impulse of an invasion turn only.")
        return
    area = w.areas[s.landing_area]
    if s.landed_second >= area.second:
        yield Why("12.10", lambda: f"{area.name} takes {area.second} units in the second impulse.")


def why_not_following(s: Position, u: int) -> Iterator[Why]:
    w: World = s.data
    yield from why_not_from_sea(s, u)
    area = w.areas[s.landing_area]
    if area.box != w.spots[s.where[u]] and not on_map(s, u):
        yield Why(
            "12.4", lambda: f"Units that land in {area.name} start the turn in {area.box.title()}.", (), (w.ids[u],)
        )
    if w.hqs >> u & 1 and s.landed_hqs >= area.second_hq:
        yield Why("12.10", lambda: f"{area.name} takes {area.second_hq} HQ in the second impulse.", (), (w.ids[u],))


def why_not_followed(s: Position, u: int, h: int) -> Iterator[Why]:
    """Where a unit lands in the second impulse: in an invaded hex without enemies, zones or not (12.11)."""
    w: World = s.data
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
    value = 1 if w.raiders >> u & 1 else stack_value(s, u)  # 21.7
    if value > room(s, ALLIED, h) and not someone_can_leave(s, u, h):
        yield Why("12.11", lambda: f"{place} is full, and nobody there could leave it.", label)


def someone_can_leave(s: Position, u: int, h: int) -> bool:
    """12.11: a full hex can be landed in only if a unit in it, or the one that lands, can move out."""
    if not survey(s).zones[GERMAN] >> h & 1 and not halting(s, u) >> h & 1:
        return True  # the unit that lands can
    there = survey(s).of(ALLIED, h, s.data)
    return any(next(why_not_walking(s, x), None) is None and can_go(s, x) for x in there)


def land_hexes(s: Position, step: Any, seat: str, args: Args) -> list[str]:
    w: World = s.data
    u = w.unit[args[0]]
    return [w.labels[h] for h in members(s.site) if next(why_not_followed(s, u, h), None) is None]


def land_unit_reasons(s: Position, step: Any, seat: str, args: Args) -> Whys:
    w: World = s.data
    u = w.unit[args[0]]
    found = list(why_not_following(s, u))
    if not found and not land_hexes(s, step, seat, args):
        found.append(Why("12.11", lambda: f"{w.unit_names[u]} has no hex to land in.", (), args))
    yield from found


def land_hex_reasons(s: Position, step: Any, seat: str, args: Args) -> Whys:
    w: World = s.data
    yield from why_not_followed(s, w.unit[args[0]], w.index[args[1]])


def do_land(s: Position, step: Any, seat: str, args: Args, ev: Events | None) -> None:
    """It may go on by land with half its allowance, at least one hex, if it is in no enemy zone (ruling 102)."""
    w: World = s.data
    u, h = w.unit[args[0]], w.index[args[1]]
    bit = 1 << u
    s.then(step)
    s.where[u] = h
    s.began &= ~bit
    s.ashore |= bit
    s.sailed |= bit
    s.landed_second += 1
    if w.hqs & bit:
        s.landed_hqs += 1
    say(ev, f"{w.unit_names[u]} lands in {w.hex_name(h)}.", "12.11", (w.labels[h],), (w.ids[u],))
    entered(s, u, h, ev, SEA)
    if s.flooded and w.terrain[h] == FLOODED:
        s.mired |= bit  # 8.2: this is no sea movement (12.3, ruling 51)
    if survey(s).zones[GERMAN] >> h & 1:
        s.pinned |= bit
    elif must_halt(s, u, h):
        s.moved |= bit  # 8.3
    elif w.terrain[h] == ROUGH and w.armored & bit:
        s.slowed |= bit  # 8.1


def preview_land(s: Position, step: Any, seat: str, args: Args) -> Preview:
    w: World = s.data
    name, area = w.unit_names[w.unit[args[0]]], w.areas[s.landing_area]
    cost = f"unit {s.landed_second + 1} of {area.second}"
    if len(args) < 2:
        return Preview(f"{name} lands.", cost=cost)
    h = w.index[args[1]]
    effects = []
    if survey(s).zones[GERMAN] >> h & 1:
        effects.append(Reason("8.9", f"{args[1]} is in an enemy zone: it does not move on in this impulse."))
    if room(s, ALLIED, h) < 1:
        effects.append(Reason("12.11", f"{args[1]} is full: somebody must leave it, or be eliminated."))
    return Preview(f"{name} lands in {w.hex_name(h)}.", cost=cost, effects=tuple(effects), places=(args[1],))


LAND_VERB = Verb(
    "land",
    do_land,
    (
        Slot("unit", "piece", all_units, land_unit_reasons, prompt="Which unit lands?"),
        Slot("hex", "place", all_hexes, land_hex_reasons, land_hexes, prompt="In which invaded hex?"),
    ),
    "12.11",
    "Land",
    reasons=why_no_landing,
    preview=preview_land,
)
