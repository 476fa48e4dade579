# compiled as it stands
"""7. Retreat and advance after combat."""

from __future__ import annotations

from typing import ClassVar

from grognard.games.nineteen_forty.data.world import ALLIED, BE, CH, GERMAN, NL, SEATS, World
from grognard.games.nineteen_forty.rules.command import bounds, why_not_bounds
from grognard.games.nineteen_forty.rules.domains import HEX, UNIT
from grognard.games.nineteen_forty.rules.movement import invasions, overrun
from grognard.games.nineteen_forty.rules.stacking import fits
from grognard.games.nineteen_forty.rules.state import (
    ROUTED,
    Position,
    claim,
    eliminate,
    facts,
    friendly,
    garrison_hexes,
    invades,
    join,
    listener,
    survey,
    tell,
)
from grognard.games.nineteen_forty.rules.strength import garrison_rule
from grognard.kernel.rules import Auto, Changed, Choice, Events, Ints, Moved, Retreated, Slot, Verb, Why, Whys
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
        for u in self.units:
            if retreat_hexes(s, u, self.land, self.zone, self.friends):
                left.append(u)
            else:
                eliminate(s, u, ev, "7 Retreat ¶1c", "battle", ": it cannot retreat")
        if left:
            s.then(
                Retreating(tuple(left), self.gone, self.land, self.zone, self.friends, self.cleared, self.attackers)
            )
            return
        for u in self.gone:
            s.disrupted[u] = ROUTED  # 7 Combat Results DR (ruling 5)
            s.retreated |= 1 << u
        if ev is not None and self.gone:
            w = s.data
            names = ", ".join(w.unit_names[u] for u in self.gone)
            ev.add(
                Changed(
                    condition="disrupted",
                    words=f"Disrupted: {names}.",
                    rule="7 Combat Results DR",
                    pieces=tuple(w.ids[u] for u in self.gone),
                    side=SEATS[w.side[self.gone[0]]],
                )
            )
        claim(s, ev)
        s.then(Advancing(self.attackers, self.cleared))


def freeze(s: Position, units: list[int], cleared: list[int], attackers: tuple[int, ...]) -> Frozen:
    w = s.data
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
    """The hexes where a retreat may end, the rings that lead there, and the hexes it may enter at all; kept with the
    facts, since it is asked when the retreat is due, chosen and made."""
    kept = facts(s)
    key = (survey(s), u, land, zone, friends, s.belgium_lost, s.war)
    known = kept.retreats
    if known is None or known[0][0] is not key[0] or known[0][1:] != key[1:]:
        kept.retreats = known = (key, _find_retreats(s, u, land, zone, friends))
    return known[1]


def _find_retreats(s: Position, u: int, land: int, zone: int, friends: int) -> tuple[list[int], Rings, int]:
    w = s.data
    allowed = land
    if not w.motorized[u]:
        allowed &= ~zone | friends  # 4 ¶4, 7 Retreat ¶1b
    if w.nation[u] in (BE, NL, CH):
        home = allowed & bounds(s, u)
        ends, rings = _ends(s, u, home, zone)
        if ends:
            return ends, rings, home
    return *_ends(s, u, allowed, zone), allowed


def _onward(w: World, side: int, hexes: int, allowed: int, zone: int) -> int:
    """Where a retreat can step to from these hexes."""
    sea = w.german_sea_steps if side == GERMAN else w.sea_steps
    return (w.rail_steps.spread(hexes) | sea.spread(hexes) & ~zone) & allowed  # ruling 29


def _ends(s: Position, u: int, allowed: int, zone: int) -> tuple[list[int], Rings]:
    w = s.data
    side, start = w.side[u], s.where[u]
    length = 4 if w.b_corps[u] else 2
    ring = w.bit[start]
    rings = []
    for distance in range(1, length + 1):
        ring = _onward(w, side, ring, allowed, zone) & w.ring(start, distance)
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


def overrun_by(s: Position, u: int) -> int:
    """The hexes with parachute regiments that are lost if the unit passes: those where no friend of it stands (11
    Parachute Regiments ¶1, ruling 51)."""
    around = survey(s)
    return around.regiments & ~around.occupied[ALLIED] if s.data.side[u] == ALLIED else 0


def overruns(way: list[int], regiments: int) -> int:
    """How many of the regiments a way leads over."""
    return (mask_of(way) & regiments).bit_count()


def retreat_way(s: Position, u: int, h: int, land: int, zone: int, friends: int) -> list[int]:
    """The way of a retreat: over as many parachute regiments as it can lead over (11, ruling 51)."""
    w = s.data
    regiments = overrun_by(s, u)
    _, rings, allowed = _retreats(s, u, land, zone, friends)
    ways = {s.where[u]: [s.where[u]]}
    for ring in rings:
        longer: dict[int, list[int]] = {}
        for a, way in ways.items():
            for b in members(_onward(w, w.side[u], w.bit[a], allowed, zone) & ring):
                onward = [*way, b]
                if b not in longer or overruns(onward, regiments) > overruns(longer[b], regiments):
                    longer[b] = onward
        ways = longer
    return ways[h]


def retreat_ways(s: Position, u: int, h: int, step: Retreating) -> list[list[int]]:
    """Every way of a retreat that ends in a hex."""
    w = s.data
    _, rings, allowed = _retreats(s, u, step.land, step.zone, step.friends)
    ways = [[s.where[u]]]
    for ring in rings:
        ways = [
            [*way, b]
            for way in ways
            for b in members(_onward(w, w.side[u], w.bit[way[-1]], allowed, step.zone) & ring)
        ]
    return [way for way in ways if way[-1] == h]


def way_matters(s: Position, u: int, h: int, step: Retreating) -> bool:
    """Whether ways to the same end overrun other regiments, so that the owner may name his (ruling 51)."""
    regiments = overrun_by(s, u)
    if not regiments:
        return False
    return len({mask_of(way) & regiments for way in retreat_ways(s, u, h, step)}) > 1


def retreat_way_among(s: Position, step: Retreating, seat: str, args: Ints) -> int:
    if not survey(s).regiments:
        return 0
    u, _, *named = args
    return s.data.grid.near[named[-1] if named else s.where[u]]


def retreat_way_reasons(s: Position, step: Retreating, seat: str, args: Ints) -> Whys:
    """The way so far must be the beginning of one that leads to the end; its last hex is the end, which is named."""
    w, u, h, x = s.data, args[0], args[1], args[-1]
    label, end = w.labels[x], w.labels[h]
    named = list(args[2:])
    if not way_matters(s, u, h, step):
        text = f"Every way to {end} overruns the same parachute regiments, so there is none to choose."
        yield Why("11 Parachute Regiments ¶1", lambda: text, (end,))
    elif not any(way[1:-1][: len(named)] == named for way in retreat_ways(s, u, h, step)):
        yield Why("7 Retreat ¶1a", lambda: f"No retreat to {end} passes through {label} at that point.", (label,))


def retreat_way_enough(s: Position, step: Retreating, seat: str, args: Ints) -> int:
    """The hexes with which the way is named from its start to its end."""
    named = list(args[2:])
    return mask_of(way[-2] for way in retreat_ways(s, args[0], args[1], step) if way[1:-2] == named)


def way_of(s: Position, step: Retreating, args: Ints) -> list[int]:
    """The way that an action names, or the one that is taken where it names none."""
    u, h = args[0], args[1]
    if len(args) > 2:
        return [s.where[u], *args[2:], h]
    return retreat_way(s, u, h, step.land, step.zone, step.friends)


def retreat_units(s: Position, step: Retreating, seat: str, args: Ints) -> int:
    return mask_of(step.units)


def retreat_unit_reasons(s: Position, step: Retreating, seat: str, args: Ints) -> Whys:
    w, u = s.data, args[0]
    if u not in step.units:
        yield Why("7 Retreat ¶1a", lambda: f"{w.unit_names[u]} does not have to retreat.", (), (w.ids[u],))


def retreat_values(s: Position, step: Retreating, seat: str, args: Ints) -> int:
    return mask_of(retreat_hexes(s, args[0], step.land, step.zone, step.friends))


def can_retreat_to(s: Position, u: int, h: int, step: Retreating) -> bool:
    """Whether a retreat may end in a hex, followed step by step: minors leave their country only if they must."""
    allowed = step.land
    if not s.data.motorized[u]:
        allowed &= ~step.zone | step.friends  # 7 Retreat ¶1b
    if s.data.nation[u] in (BE, NL, CH) and (at_home := _followed(s, u, allowed & bounds(s, u), step.zone)):
        return h in at_home  # ruling 50
    return h in _followed(s, u, allowed, step.zone)


def _followed(s: Position, u: int, allowed: int, zone: int) -> set[int]:
    """The ends of a retreat: each step leads away from its start (¶1a); on, where there is no room (¶1d)."""
    w, start, around = s.data, s.where[u], survey(s)
    sea = (w.german_sea_steps if w.side[u] == GERMAN else w.sea_steps).pairs

    def steps(a: int) -> list[int]:
        return [
            b
            for b in w.grid.neighbours[a]
            if allowed >> b & 1 and ((a, b) in w.rail_steps.pairs or ((a, b) in sea and not zone >> b & 1))
        ]

    length = 4 if w.b_corps[u] else 2
    hexes = {start}
    for distance in range(1, length + 1):
        hexes = {b for a in hexes for b in steps(a) if w.grid.distance(start, b) == distance}
    seen = set(hexes)
    while hexes:
        if room := {h for h in hexes if fits(s, around, u, h)}:
            return room
        hexes = {b for a in hexes for b in steps(a) if w.grid.distance(start, b) >= length} - seen
        seen |= hexes
    return set()


def retreat_reasons(s: Position, step: Retreating, seat: str, args: Ints) -> Whys:
    w = s.data
    u, h = args[0], args[1]
    name, label = w.unit_names[u], w.labels[h]
    if can_retreat_to(s, u, h, step):
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
        text = f"{name} can retreat without going to {country}, so it may not go there (ruling 50)."
        yield Why(abroad[0].rule, lambda: text, (label,))
    else:
        yield Why("7 Retreat ¶1a", lambda: f"{name} cannot get to {label} in a retreat of {length} hexes.", (label,))


def do_retreat(s: Position, step: Retreating, seat: str, args: Ints, ev: Events | None) -> None:
    w = s.data
    u, h = args[0], args[1]
    start = s.where[u]
    path = way_of(s, step, args)
    met = members(mask_of(path) & overrun_by(s, u))
    s.where[u] = h
    effects = listener(ev)
    for x in met:
        overrun(s, x, effects)
    if ev is not None:
        labels = tuple(w.labels[x] for x in path)
        tell(
            ev,
            Retreated(
                piece=w.ids[u],
                path=labels,
                side=SEATS[w.side[u]],
                words=f"{w.unit_names[u]} retreats from {w.hex_name(start)} to {w.hex_name(h)}.",
                rule="7 Retreat ¶1a",
                places=labels,
                pieces=(w.ids[u],),
            ),
            effects,
        )
    left = tuple(x for x in step.units if x != u)
    s.then(Frozen(left, (*step.gone, u), step.land, step.zone, step.friends, step.cleared, step.attackers))


def preview_retreat(s: Position, step: Retreating, seat: str, args: Ints) -> Preview:
    w = s.data
    u = args[0]
    path = way_of(s, step, args)
    regiments = overrun_by(s, u)
    effects = [
        Reason("11 Parachute Regiments ¶1", f"The parachute regiment in {w.labels[x]} is overrun.", (w.labels[x],))
        for x in path
        if regiments >> x & 1
    ]
    labels = tuple(w.labels[x] for x in path)
    return Preview(f"{w.unit_names[u]} retreats to {labels[-1]}.", labels, effects=tuple(effects), places=labels[-1:])


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
    verbs: ClassVar[tuple[Verb[Position, Retreating], ...]] = (
        Verb(
            "retreat",
            do_retreat,
            slots=(
                Slot("unit", UNIT, retreat_unit_reasons, legal=retreat_units, prompt="Which unit retreats first?"),
                Slot("hex", HEX, retreat_reasons, legal=retreat_values, prompt="Retreat to which hex?"),
                Slot(
                    "way",
                    HEX,
                    retreat_way_reasons,
                    among=retreat_way_among,
                    prompt="Over which hexes?",
                    repeat=True,
                    optional=True,
                    keyword="via",
                    enough=retreat_way_enough,
                ),
            ),
            rule="7 Retreat ¶1a",
            label="Retreat",
            preview=preview_retreat,
        ),
    )

    def seat(self, s: Position) -> str:
        return SEATS[s.data.side[self.units[0]]]

    def prompt(self, v: Position, seat: str) -> str:
        w = v.data
        return f"Retreat {', '.join(w.unit_names[u] for u in self.units)}."

    def obvious(self, s: Position) -> tuple[str, Ints] | None:
        if len(self.units) > 1:
            return None
        u = self.units[0]
        ends = retreat_hexes(s, u, self.land, self.zone, self.friends)
        if len(ends) > 1 or way_matters(s, u, ends[0], self):
            return None
        return "retreat", (u, ends[0])


# ---------------------------------------------------------------------------------------------- advance


def advance_hexes(s: Position, u: int, cleared: tuple[int, ...]) -> list[int]:
    """7 Advance ¶1a, ¶1b (rulings 52, 53)"""
    w = s.data
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
    w = s.data
    near = w.attack_mask[s.where[u]]
    found = vacated = 0
    for t in cleared:
        if near >> t & 1:
            vacated |= w.bit[t]
            found |= w.bit[t] | near & w.grid.near[t]
    return found, vacated


def may_advance_to(s: Position, u: int, vacated: int, h: int) -> bool:
    """7 Advance ¶1a, ¶1b for one hex of the area, condition by condition (rulings 52, 53, 54)."""
    w, around = s.data, survey(s)
    held = w.side[u] == GERMAN and garrison_hexes(s) & ~vacated
    return bool(
        not around.occupied[1 - w.side[u]] >> h & 1
        and not held >> h & 1
        and bounds(s, u) >> h & 1
        and fits(s, around, u, h)
    )


def advance_units(s: Position, step: Advancing, seat: str, args: Ints) -> int:
    return mask_of(u for u in step.units if advance_hexes(s, u, step.cleared))


def advance_unit_reasons(s: Position, step: Advancing, seat: str, args: Ints) -> Whys:
    w, u = s.data, args[0]
    if u not in step.units:
        yield Why("7 Advance ¶1a", lambda: f"{w.unit_names[u]} does not advance after this combat.", (), (w.ids[u],))
        return
    area, vacated = advance_area(s, u, step.cleared)
    if not any(may_advance_to(s, u, vacated, h) for h in members(area)):
        barred = [why for t in members(vacated) for why in why_not_bounds(s, u, t)]
        yield from barred
        if not barred:
            yield Why(
                "7 Advance ¶1a", lambda: f"No hex is open to {w.unit_names[u]} for an advance.", (), (w.ids[u],)
            )


def advance_values(s: Position, step: Advancing, seat: str, args: Ints) -> int:
    return mask_of(advance_hexes(s, args[0], step.cleared))


def advance_reasons(s: Position, step: Advancing, seat: str, args: Ints) -> Whys:
    w = s.data
    u, h = args[0], args[1]
    label = w.labels[h]
    area, vacated = advance_area(s, u, step.cleared)
    barred = list(why_not_bounds(s, u, h))
    if survey(s).occupied[1 - w.side[u]] >> h & 1:
        yield Why("7 Advance ¶1a", lambda: f"{label} is occupied by the enemy.", (label,))
    elif not area >> h & 1:
        yield Why(
            "7 Advance ¶1a",
            lambda: f"{label} is neither the vacated hex nor next to both it and {w.unit_names[u]} over land.",
            (label,),
        )
    elif barred:
        yield from barred  # 13, 15, 17 (ruling 53)
    elif not fits(s, survey(s), u, h):
        yield Why("7 Advance ¶1b", lambda: f"{label} has no room for {w.unit_names[u]}.", (label,))
    elif w.side[u] == GERMAN and garrison_hexes(s) & ~vacated & w.bit[h]:
        yield Why(garrison_rule(w, h), lambda: f"{label} is held by its garrison (ruling 54).", (label,))


def do_advance(s: Position, step: Advancing, seat: str, args: Ints, ev: Events | None) -> None:
    w = s.data
    u, h = args[0], args[1]
    start = s.where[u]
    s.where[u] = h
    effects = listener(ev)
    if w.side[u] == ALLIED:
        overrun(s, h, effects)
    elif invades(s, h):
        join(s, w.country[h], effects)
    claim(s, effects)
    if ev is not None:
        labels = (w.labels[start], w.labels[h])
        tell(
            ev,
            Moved(
                piece=w.ids[u],
                path=labels,
                how="advance",
                side=SEATS[w.side[u]],
                words=f"{w.unit_names[u]} advances to {w.hex_name(h)}.",
                rule="7 Advance ¶1a",
                places=labels,
                pieces=(w.ids[u],),
            ),
            effects,
        )
    s.then(Advancing(tuple(x for x in step.units if x != u), step.cleared))


def preview_advance(s: Position, step: Advancing, seat: str, args: Ints) -> Preview:
    w = s.data
    u, h = args
    effects = invasions(s, [h]) if w.side[u] == GERMAN else []
    label = w.labels[h]
    return Preview(f"{w.unit_names[u]} advances to {label}.", effects=tuple(effects), places=(label,))


def do_halt(s: Position, step: Advancing, seat: str, args: Ints, ev: Events | None) -> None:
    """No further advance."""


class Advancing(Choice[Position], frozen=True):
    rule: ClassVar[str] = "7 Advance ¶1a"
    units: tuple[int, ...]
    cleared: tuple[int, ...]
    verbs: ClassVar[tuple[Verb[Position, Advancing], ...]] = (
        Verb(
            "advance",
            do_advance,
            slots=(
                Slot("unit", UNIT, advance_unit_reasons, legal=advance_units, prompt="Advance which unit?"),
                Slot("hex", HEX, advance_reasons, legal=advance_values, prompt="Advance to which hex?"),
            ),
            rule="7 Advance ¶1a",
            label="Advance",
            preview=preview_advance,
        ),
        Verb("halt", do_halt, rule="7 Advance ¶1a", label="No further advance"),
    )

    def seat(self, s: Position) -> str:
        return SEATS[s.side]

    def prompt(self, v: Position, seat: str) -> str:
        w = v.data
        return f"Advance after combat at {', '.join(w.labels[h] for h in self.cleared)}?"

    def obvious(self, s: Position) -> tuple[str, Ints] | None:
        if any(advance_hexes(s, u, self.cleared) for u in self.units):
            return None
        return "halt", ()
