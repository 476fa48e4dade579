"""7. Retreat and advance after combat."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from grognard.games.nineteen_forty.command import bounds, why_not_bounds
from grognard.games.nineteen_forty.movement import hex_universe, invasions, overrun
from grognard.games.nineteen_forty.recount import recount
from grognard.games.nineteen_forty.stacking import fits
from grognard.games.nineteen_forty.state import (
    ROUTED,
    Changed,
    Position,
    claim,
    eliminate,
    friendly,
    garrison_hexes,
    invaded_by_entering,
    join,
    survey,
)
from grognard.games.nineteen_forty.strength import garrison_rule
from grognard.games.nineteen_forty.world import ALLIED, BE, CH, GERMAN, NL, SEATS, World
from grognard.kernel.contract import Action, Args, Auto, Choice, Slot, Verb, Why
from grognard.kernel.events import Events, Moved
from grognard.kernel.show import Preview, Reason
from grognard.maps import mask_of, members


class Frozen(Auto[Position], frozen=True):
    """The units that must retreat, with the ground as it was when the result was rolled (ruling 19).

    Units without a way are eliminated (7 Retreat ¶1c); the owner is asked about the others one by one.
    """

    rule: ClassVar[str] = "7 Retreat ¶1a"
    units: tuple[int, ...]
    gone: tuple[int, ...]
    """Those that have retreated."""
    land: int
    zone: int
    friends: int
    cleared: tuple[int, ...]
    attackers: tuple[int, ...]

    def run(self, s: Position, ev: Events | None) -> None:
        left = []
        around = survey(s)
        for u in self.units:
            if retreat_hexes(s, u, self.land, self.zone, self.friends):
                left.append(u)
            else:
                eliminate(s, u, ev, "7 Retreat ¶1c", ": it cannot retreat")
                around = recount(s, around, (u,))
        if left:
            s.then(
                Retreating(tuple(left), self.gone, self.land, self.zone, self.friends, self.cleared, self.attackers)
            )
            return
        for u in self.gone:
            s.disrupted[u] = ROUTED  # 7 Combat Results DR (ruling 5)
            s.retreated |= 1 << u
        claim(s, recount(s, around, self.gone))
        if ev is not None and self.gone:
            w: World = s.data
            names = ", ".join(w.unit_names[u] for u in self.gone)
            ev.add(Changed(words=f"Disrupted: {names}.", rule="7 Combat Results DR"))
        s.then(Advancing(self.attackers, self.cleared))


def freeze(s: Position, units: list[int], cleared: list[int], attackers: tuple[int, ...]) -> Frozen:
    w: World = s.data
    side = w.side[units[0]]
    around = survey(s)
    foe = 1 - side
    vacated = mask_of(cleared)  # closed to the retreats of this combat, and no friend there shields (ruling 19)
    land = friendly(s, side) & ~around.occupied[foe] & ~vacated
    friends = around.occupied[side] & ~vacated
    return Frozen(tuple(units), (), land, around.zones[foe], friends, tuple(cleared), attackers)


def retreat_hexes(s: Position, u: int, land: int, zone: int, friends: int) -> list[int]:
    """The hexes where a unit's retreat may end (7 Retreat ¶1a to ¶1d, B Reservists; rulings 47, 50)."""
    return _retreats(s, u, land, zone, friends)[0]


Rings = list[int]
"""The hexes that a retreat can have reached after each of its steps."""


def _retreats(s: Position, u: int, land: int, zone: int, friends: int) -> tuple[list[int], Rings, int]:
    """The hexes where a retreat may end, the rings that lead there, and the hexes it may enter at all; remembered,
    since it is asked when the retreat is due, chosen and made."""
    w: World = s.data
    key = (survey(s), u, land, zone, friends, s.belgium_lost)
    memo = w.retreat_memo
    if memo is None or memo[0][0] is not key[0] or memo[0][1:] != key[1:]:
        w.retreat_memo = memo = (key, _find_retreats(s, u, land, zone, friends))
    return memo[1]  # type: ignore[no-any-return]


def _find_retreats(s: Position, u: int, land: int, zone: int, friends: int) -> tuple[list[int], Rings, int]:
    w: World = s.data
    allowed = land
    if not w.motorized[u]:
        allowed &= ~zone | friends  # 7 Retreat ¶1b
    if w.nation[u] in (BE, NL, CH):
        home = allowed & bounds(s, u)
        ends, rings = _ends(s, u, home, zone)
        if ends:
            return ends, rings, home
    return *_ends(s, u, allowed, zone), allowed


def _onward(w: World, side: int, hexes: int, allowed: int, zone: int) -> int:
    """Where a retreat can step to from these hexes."""
    found = w.rail_steps.spread(hexes) & allowed
    if hexes & w.sea_ends:
        sea = w.german_sea_steps if side == GERMAN else w.sea_steps
        found |= sea.spread(hexes) & allowed & ~zone  # ruling 29
    return found


def _ends(s: Position, u: int, allowed: int, zone: int) -> tuple[list[int], Rings]:
    w: World = s.data
    side, start = w.side[u], s.where[u]
    length = 4 if w.b_corps[u] else 2
    ring = w.bit[start]
    rings = []
    for distance in range(1, length + 1):
        ring = _onward(w, side, ring, allowed, zone) & w.ring(start, distance)
        if not ring:
            return [], []
        rings.append(ring)
    around = survey(s)
    far = ~w.disc(start, length - 1)
    seen = ring
    while ring:
        room = [h for h in members(ring) if fits(s, around, u, h)]
        if room:
            return room, rings
        ring = _onward(w, side, ring, allowed, zone) & far & ~seen  # 7 Retreat ¶1d
        rings.append(ring)
        seen |= ring
    return [], []


def retreat_way(s: Position, u: int, h: int, land: int, zone: int, friends: int) -> list[int]:
    """The way of a retreat: over as many parachute regiments as it can lead over (11, ruling 51)."""
    w: World = s.data
    regiments = survey(s).regiments if w.side[u] == ALLIED else 0
    _, rings, allowed = _retreats(s, u, land, zone, friends)
    ways = {s.where[u]: (0, [s.where[u]])}
    for ring in rings:
        longer: dict[int, tuple[int, list[int]]] = {}
        for a, (overrun_so_far, way) in ways.items():
            for b in members(_onward(w, w.side[u], w.bit[a], allowed, zone) & ring):
                count = overrun_so_far + (regiments >> b & 1)
                if b not in longer or count > longer[b][0]:
                    longer[b] = count, [*way, b]
        ways = longer
    return ways[h][1]


def retreat_units(s: Position, step: Any, seat: str, args: Args) -> list[str]:
    w: World = s.data
    return [w.ids[u] for u in step.units]


def retreat_values(s: Position, step: Any, seat: str, args: Args) -> list[str]:
    w: World = s.data
    return [w.labels[h] for h in retreat_hexes(s, w.unit[args[0]], step.land, step.zone, step.friends)]


def retreat_reasons(s: Position, step: Any, seat: str, args: Args) -> Iterator[Why]:
    w: World = s.data
    u, h = w.unit[args[0]], w.index[args[1]]
    name, label = w.unit_names[u], w.labels[h]
    if h in retreat_hexes(s, u, step.land, step.zone, step.friends):
        return
    length = 4 if w.b_corps[u] else 2
    distance = w.grid.distance(s.where[u], h)
    if distance < length:
        rule = "7 B Reservists ¶1" if length == 4 else "7 Retreat ¶1a"
        far = f"{distance} hex{'es' if distance != 1 else ''}"
        yield Why(rule, lambda: f"{label} is {far} away; {name} must retreat {length}.", (label,))
    elif h in step.cleared:
        yield Why("7 Retreat ¶1a", lambda: f"{label} is cleared by this combat itself (ruling 19).", (label,))
    elif not step.land >> h & 1:
        yield Why("7 Retreat ¶1a", lambda: f"{label} is not free friendly territory.", (label,))
    elif not w.motorized[u] and step.zone >> h & 1 and not step.friends >> h & 1:
        yield Why("7 Retreat ¶1b", lambda: f"{label} is in an enemy zone of control.", (label,))
    elif not fits(s, survey(s), u, h):
        yield Why("7 Retreat ¶1d", lambda: f"{label} has no room for {name}.", (label,))
    elif abroad := list(why_not_bounds(s, u, h)) if w.nation[u] in (BE, NL, CH) else []:
        country = w.country_names[w.country[h]]
        text = f"{name} can retreat without going to {country}, so that it is not forced to (ruling 50)."
        yield Why(abroad[0].rule, lambda: text, (label,))
    else:
        yield Why("7 Retreat ¶1a", lambda: f"{name} cannot get to {label} in a retreat of {length} hexes.", (label,))


def do_retreat(s: Position, step: Any, seat: str, args: Args, ev: Events | None) -> None:
    w: World = s.data
    u, h = w.unit[args[0]], w.index[args[1]]
    start = s.where[u]
    path = retreat_way(s, u, h, step.land, step.zone, step.friends)
    around = survey(s)
    s.where[u] = h
    if w.side[u] == ALLIED and around.regiments & mask_of(path[1:]):
        for x in path[1:]:
            overrun(s, x, ev)
    else:
        recount(s, around, (u,))
    if ev is not None:
        labels = tuple(w.labels[x] for x in path)
        ev.add(
            Moved(
                piece=w.ids[u],
                path=labels,
                words=f"{w.unit_names[u]} retreats from {w.hex_name(start)} to {w.hex_name(h)}.",
                rule="7 Retreat ¶1a",
                places=labels,
                pieces=(w.ids[u],),
            )
        )
    left = tuple(x for x in step.units if x != u)
    s.then(Frozen(left, (*step.gone, u), step.land, step.zone, step.friends, step.cleared, step.attackers))


def preview_retreat(s: Position, step: Any, seat: str, args: Args) -> Preview:
    w: World = s.data
    u = w.unit[args[0]]
    if len(args) < 2:
        return Preview(f"{w.unit_names[u]} retreats.")
    path = retreat_way(s, u, w.index[args[1]], step.land, step.zone, step.friends)
    regiments = survey(s).regiments if w.side[u] == ALLIED else 0
    effects = [
        Reason("11 Parachute Regiments ¶1", f"The parachute regiment in {w.labels[x]} is overrun.", (w.labels[x],))
        for x in path
        if regiments >> x & 1
    ]
    labels = tuple(w.labels[x] for x in path)
    return Preview(f"{w.unit_names[u]} retreats to {args[1]}.", labels, effects=tuple(effects), places=(args[1],))


class Retreating(Choice[Position], frozen=True):
    """7 Retreat ¶1e: the owner retreats his units."""

    rule: ClassVar[str] = "7 Retreat ¶1e"
    units: tuple[int, ...]
    gone: tuple[int, ...]
    land: int
    zone: int
    friends: int
    cleared: tuple[int, ...]
    attackers: tuple[int, ...]
    verbs: ClassVar[tuple[Verb, ...]] = (
        Verb(
            "retreat",
            do_retreat,
            slots=(
                Slot("unit", "piece", retreat_units, prompt="Which unit retreats first?"),
                Slot("hex", "place", hex_universe, retreat_reasons, retreat_values, prompt="Retreat to which hex?"),
            ),
            rule="7 Retreat ¶1a",
            label="Retreat",
            preview=preview_retreat,
        ),
    )

    def seat(self, s: Position) -> str:
        return SEATS[s.data.side[self.units[0]]]

    def quick(self, v: Position, seat: str) -> list[Action] | None:
        ids, mine = v.data.ids, self.seat(v)
        return [Action("retreat", (ids[u],), False, True, mine) for u in self.units]

    def prompt(self, v: Position, seat: str) -> str:
        w: World = v.data
        return f"Retreat {', '.join(w.unit_names[u] for u in self.units)}."

    def obvious(self, s: Position) -> tuple[str, Args] | None:
        if len(self.units) > 1:
            return None
        w: World = s.data
        u = self.units[0]
        ends = retreat_hexes(s, u, self.land, self.zone, self.friends)
        return ("retreat", (w.ids[u], w.labels[ends[0]])) if len(ends) == 1 else None


# ---------------------------------------------------------------------------------------------- advance


def advance_hexes(s: Position, u: int, cleared: tuple[int, ...]) -> list[int]:
    """7 Advance ¶1a, ¶1b (rulings 52, 53)"""
    w: World = s.data
    side = w.side[u]
    found, vacated = advance_area(s, u, cleared)
    if not found:
        return []
    around = survey(s)
    blocked = around.occupied[1 - side]
    if side == GERMAN:
        blocked |= garrison_hexes(s) & ~vacated  # ruling 54
    found &= ~blocked & bounds(s, u)
    return [h for h in members(found) if fits(s, around, u, h)]


def advance_area(s: Position, u: int, cleared: tuple[int, ...]) -> tuple[int, int]:
    """The hexes next to the unit that are vacated or next to a vacated one, and the vacated ones among them."""
    w: World = s.data
    near = w.attack_mask[s.where[u]]
    found = vacated = 0
    for t in cleared:
        if near >> t & 1:
            vacated |= w.bit[t]
            found |= w.bit[t] | near & w.grid.near[t]
    return found, vacated


def advance_units(s: Position, step: Any, seat: str, args: Args) -> list[str]:
    w: World = s.data
    return [w.ids[u] for u in step.units if advance_hexes(s, u, step.cleared)]


def advance_universe(s: Position, step: Any, seat: str, args: Args) -> list[str]:
    w: World = s.data
    return [w.ids[u] for u in step.units]


def advance_unit_reasons(s: Position, step: Any, seat: str, args: Args) -> Iterator[Why]:
    w: World = s.data
    u = w.unit[args[0]]
    if not advance_hexes(s, u, step.cleared):
        barred = [why for t in members(advance_area(s, u, step.cleared)[1]) for why in why_not_bounds(s, u, t)]
        yield from barred
        if not barred:
            yield Why(
                "7 Advance ¶1a", lambda: f"No hex is open to {w.unit_names[u]} for an advance.", (), (w.ids[u],)
            )


def advance_values(s: Position, step: Any, seat: str, args: Args) -> list[str]:
    w: World = s.data
    return [w.labels[h] for h in advance_hexes(s, w.unit[args[0]], step.cleared)]


def advance_reasons(s: Position, step: Any, seat: str, args: Args) -> Iterator[Why]:
    w: World = s.data
    u, h = w.unit[args[0]], w.index[args[1]]
    label = w.labels[h]
    if h in advance_hexes(s, u, step.cleared):
        return
    barred = list(why_not_bounds(s, u, h))
    if survey(s).occupied[1 - w.side[u]] >> h & 1:
        yield Why("7 Advance ¶1a", lambda: f"{label} is occupied by the enemy.", (label,))
    elif not advance_area(s, u, step.cleared)[0] >> h & 1:
        yield Why(
            "7 Advance ¶1a",
            lambda: f"{label} is neither the vacated hex nor next to both it and {w.unit_names[u]} over land.",
            (label,),
        )
    elif barred:
        yield from barred  # 13, 15, 17 (ruling 53)
    elif not fits(s, survey(s), u, h):
        yield Why("7 Advance ¶1b", lambda: f"{label} has no room for {w.unit_names[u]}.", (label,))
    else:
        yield Why(garrison_rule(w, h), lambda: f"{label} is held by its garrison (ruling 54).", (label,))


def do_advance(s: Position, step: Any, seat: str, args: Args, ev: Events | None) -> None:
    w: World = s.data
    u, h = w.unit[args[0]], w.index[args[1]]
    start = s.where[u]
    around = survey(s)
    s.where[u] = h
    country = invaded_by_entering(s, h)
    if w.side[u] == GERMAN and country >= 0:
        join(s, country, ev)
        claim(s)
    elif w.side[u] == ALLIED and around.regiments >> h & 1:
        overrun(s, h, ev)
        claim(s)
    else:
        claim(s, recount(s, around, (u,)))
    if ev is not None:
        labels = (w.labels[start], w.labels[h])
        ev.add(
            Moved(
                piece=w.ids[u],
                path=labels,
                words=f"{w.unit_names[u]} advances to {w.hex_name(h)}.",
                rule="7 Advance ¶1a",
                places=labels,
                pieces=(w.ids[u],),
            )
        )
    s.then(Advancing(tuple(x for x in step.units if x != u), step.cleared))


def preview_advance(s: Position, step: Any, seat: str, args: Args) -> Preview:
    w: World = s.data
    u = w.unit[args[0]]
    if len(args) < 2:
        return Preview(f"{w.unit_names[u]} advances.")
    effects = invasions(s, [w.index[args[1]]]) if w.side[u] == GERMAN else []
    return Preview(f"{w.unit_names[u]} advances to {args[1]}.", effects=tuple(effects), places=(args[1],))


def do_halt(s: Position, step: Any, seat: str, args: Args, ev: Events | None) -> None:
    """No further advance."""


HALT = tuple(Action("halt", (), True, False, seat) for seat in SEATS)


class Advancing(Choice[Position], frozen=True):
    rule: ClassVar[str] = "7 Advance ¶1a"
    units: tuple[int, ...]
    cleared: tuple[int, ...]
    verbs: ClassVar[tuple[Verb, ...]] = (
        Verb(
            "advance",
            do_advance,
            slots=(
                Slot(
                    "unit",
                    "piece",
                    advance_universe,
                    advance_unit_reasons,
                    advance_units,
                    prompt="Advance which unit?",
                ),
                Slot("hex", "place", hex_universe, advance_reasons, advance_values, prompt="Advance to which hex?"),
            ),
            rule="7 Advance ¶1a",
            label="Advance",
            preview=preview_advance,
        ),
        Verb("halt", do_halt, rule="7 Advance ¶1a", label="No further advance"),
    )

    def seat(self, s: Position) -> str:
        return SEATS[s.side]

    def quick(self, v: Position, seat: str) -> list[Action] | None:
        ids, mine = v.data.ids, SEATS[v.side]
        found = [
            Action("advance", (ids[u],), False, True, mine) for u in self.units if advance_hexes(v, u, self.cleared)
        ]
        return [*found, HALT[v.side]]

    def prompt(self, v: Position, seat: str) -> str:
        w: World = v.data
        return f"Advance after combat at {', '.join(w.labels[h] for h in self.cleared)}?"

    def obvious(self, s: Position) -> tuple[str, Args] | None:
        if any(advance_hexes(s, u, self.cleared) for u in self.units):
            return None
        return "halt", ()
