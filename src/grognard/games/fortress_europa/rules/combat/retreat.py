# compiled as it stands
"""15.3 to 15.10, 16.4, 22.3: retreats: by which ways, who moves whom, who may stay, and who is lost."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from grognard.games.fortress_europa.data.world import ALLIED, ALPINE, GERMAN, SEATS
from grognard.games.fortress_europa.rules.combat.losses import eliminate
from grognard.games.fortress_europa.rules.combat.rout import SweptAlong
from grognard.games.fortress_europa.rules.domains import HEXES, UNITS
from grognard.games.fortress_europa.rules.movement.districts import bounds, frozen_districts, release_all
from grognard.games.fortress_europa.rules.movement.entering import MOVE, RETREAT, entered
from grognard.games.fortress_europa.rules.movement.spans import spanned
from grognard.games.fortress_europa.rules.movement.stacking import has_room, room, stack_limit, stack_value, stackers
from grognard.games.fortress_europa.rules.setup.ardennes import routed
from grognard.games.fortress_europa.rules.standing import bridges, facts, put, survey
from grognard.games.fortress_europa.rules.state import Position, fortress, on_map
from grognard.games.fortress_europa.rules.supply.ports import why_not_leaving
from grognard.games.fortress_europa.rules.telling import tell_changed, tell_choice
from grognard.kernel.rules import Auto, Choice, Events, Ints, Retreated, Slot, Step, Verb, Why, Whys
from grognard.kernel.show import Preview
from grognard.kernel.show.words import agree, listed, number_of
from grognard.maps import Mask, mask_of, members

Way = tuple[int, ...]
"""The hexes of a retreat, without the first."""


def may_stay(s: Position, u: int) -> bool:
    """16.4: nobody in rough ground or in an intact German fortress need retreat."""
    w = s.data
    h = s.where[u]
    if routed(s, u):
        return False  # 33.3.9-3
    return bool(w.holding >> h & 1) or (w.side[u] == GERMAN and fortress(s, h))


# ------------------------------------------------------------------------------------------------ ways


def open_to(s: Position, u: int) -> Mask:
    """Hexes where a unit's retreat can end: no enemies and none of their zones, whoever else is there (15.5, ruling
    134), no alpine ground but for mountain units (15.6, 16.6), not the dyke (16.7), nor a partisan's hex (24.3)."""
    w = s.data
    free = w.land & ~w.dyke & ~survey(s).zones[1 - w.side[u]]
    if not w.mountain_units >> u & 1:
        free &= ~w.ground[ALPINE]
    if w.side[u] == GERMAN:
        free &= bounds(s, u)
        if s.partisan >= 0:
            free &= ~w.bit[s.partisan]
    return free


def over_the_dyke(s: Position, u: int) -> Mask:
    """The dyke, if no enemy is next to it: a retreat does not end there, but crosses it (8.7, 16.7)."""
    w = s.data
    return 0 if w.beside_dyke & survey(s).occupied[1 - w.side[u]] else w.dyke


def ways(s: Position, u: int, fewest: int, most: int) -> list[Way]:
    """All retreats of a unit. An Allied unit goes into a frozen district only if there is no other way (15.10)."""
    found = ways_anywhere(s, u, fewest, most)
    inside = frozen_districts(s) if s.data.side[u] == ALLIED else 0
    if inside:
        outside = [way for way in found if not any(inside >> h & 1 for h in way)]
        return outside or found
    return found


def ways_anywhere(s: Position, u: int, fewest: int, most: int) -> list[Way]:
    """The same with all that lead into frozen districts (15.3 to 15.9). A unit need not get farther away with each
    hex, but never comes back to the hex it left (ruling 132)."""
    w = s.data
    start = s.where[u]
    bit, near = w.bit, w.near
    free = open_to(s, u) & ~bit[start]
    adjacent = bridges(s).ways(s.bridges_down & ~spanned(s, u)).adjacent  # 15.9, 31.16
    first = (free | over_the_dyke(s, u)) & adjacent[start]
    if not first:
        return []
    ends = free & ~_full(s, u, first | w.steps.spread(first) if most >= 2 else first)
    found: list[Way] = []
    for a in near[start]:
        if not first & bit[a]:
            continue
        if fewest <= 1 and ends & bit[a]:
            found.append((a,))
        if most >= 2:
            beyond = ends & adjacent[a]
            if beyond:
                found += [(a, b) for b in near[a] if beyond & bit[b]]
    if routed(s, u):  # 33.3.9-3: as many hexes away as the result says
        return [way for way in found if w.grid.distance(start, way[-1]) == fewest]
    return found


def _full(s: Position, u: int, hexes: Mask) -> Mask:
    """15.7: those of these hexes where the unit may not end its retreat, though it may pass (ruling 135)."""
    counted, f, full = stackers(s), facts(s), 0
    if not counted >> u & 1:
        return full
    for h in members(hexes & f.occupied[s.data.side[u]]):
        if (f.at[h] & counted).bit_count() >= stack_limit(s, h):
            full |= s.data.bit[h]
    return full


def most_saved(s: Position, units: tuple[int, ...], fewest: int, most: int) -> int:
    """How many of these units can be brought away, with the room there is (15.4, 15.7, ruling 133): some perhaps into
    a frozen district, once others have taken the room outside (15.10)."""
    ends = {u: list(dict.fromkeys(way[-1] for way in ways_anywhere(s, u, fewest, most))) for u in units}
    taken: dict[int, list[int]] = {}

    def place(u: int, tried: set[int]) -> bool:
        for h in ends[u]:
            if h in tried:
                continue
            tried.add(h)
            there = taken.setdefault(h, [])
            if not stack_value(s, u):
                return True
            if len(there) < room(s, s.data.side[u], h):
                there.append(u)
                return True
            for x in there:
                if place(x, tried):
                    there.remove(x)
                    there.append(u)
                    return True
        return False

    return sum(place(u, set()) for u in units)


def has_space(s: Position, units: tuple[int, ...], fewest: int, most: int, number: int) -> bool:
    """Whether each of these units has places enough for that number: so nobody can take anybody's last."""
    counted = stackers(s)
    for u in units:
        side = s.data.side[u]
        ends = {way[-1] for way in ways(s, u, fewest, most)}
        if not ends:
            return False
        if len(ends) < number and counted >> u & 1 and sum([room(s, side, h) for h in ends]) < number:
            return False  # each of them has room for one at least
    return True


def choices(s: Position, step: Retreating | Yielding, u: int) -> list[Way]:
    """The ways that whoever moves the unit may choose. Who moves enemies may take none that costs another of them its
    only place (15.4, ruling 133)."""
    w = s.data
    if isinstance(step, Yielding) and next(why_kept(s, u), None) is not None:
        return []
    found = ways(s, u, step.fewest, step.most)
    if isinstance(step, Yielding) and s.expelled >> u & 1:  # 15.10: of its own will it does not go back
        found = [way for way in found if all(bounds(s, u) >> h & 1 for h in way)]
    if step.mover == w.side[u]:
        return found
    rest = tuple(x for x in step.units if x != u)
    if has_space(s, rest, step.fewest, step.most, len(step.units)):
        return found
    best = most_saved(s, step.units, step.fewest, step.most)
    good: dict[int, bool] = {}
    start = s.where[u]
    for h in dict.fromkeys(way[-1] for way in found):
        put(s, u, h)
        good[h] = most_saved(s, rest, step.fewest, step.most) >= best - 1
        put(s, u, start)
    return [way for way in found if good[way[-1]]]


def why_kept(s: Position, u: int) -> Iterator[Why]:
    """18.7.4: what keeps a unit from retreating though it may stay: a harbor that it alone keeps working."""
    if s.data.side[u] == ALLIED:
        yield from why_not_leaving(s, u)


# ------------------------------------------------------------------------------------------- retreating


class Falling(Auto[Position], frozen=True):
    """Units that must retreat: who has no way is eliminated (15.5), the others are moved one by one."""

    rule: ClassVar[str] = "15.5"
    units: tuple[int, ...]
    fewest: int
    most: int
    mover: int

    def run(self, s: Position, ev: Events | None) -> None:
        w = s.data
        left = []
        for u in self.units:
            if not on_map(s, u):
                continue
            if ways(s, u, self.fewest, self.most):
                left.append(u)
            else:
                eliminate(s, u, ev, "15.5", "battle", f"in {w.hex_name(s.where[u])}: it cannot retreat")
        if left:
            s.then(Retreating(tuple(left), self.fewest, self.most, self.mover))


def retreat_units(s: Position, step: Retreating | Yielding, seat: str, args: Ints) -> int:
    """Who has a way: all, where there is space for all."""
    free = isinstance(step, Yielding) and s.data.side[step.units[0]] == ALLIED  # 18.7.4
    if not free and has_space(s, step.units, step.fewest, step.most, len(step.units)):
        return mask_of(step.units)
    return mask_of([u for u in step.units if choices(s, step, u)])


def retreat_unit_reasons(s: Position, step: Retreating | Yielding, seat: str, args: Ints) -> Whys:
    w = s.data
    u = args[0]
    name, ids = w.unit_names[u], (w.ids[u],)
    if u not in step.units:
        yield Why("15.4", lambda: f"{name} does not retreat now.", (), ids)
    elif isinstance(step, Yielding) and (kept := list(why_kept(s, u))):
        yield from kept
    elif choices(s, step, u):
        return
    elif isinstance(step, Yielding) and ways(s, u, step.fewest, step.most):
        yield Why("15.10", lambda: f"All ways of {name} lead back into a frozen district that it has left.", (), ids)
    else:
        rule = "15.5" if not ways(s, u, step.fewest, step.most) else "15.4"
        yield Why(rule, lambda: f"{name} has no way, or would take another's only way; move others first.", (), ids)


def retreat_hexes(s: Position, step: Retreating | Yielding, seat: str, args: Ints) -> Mask:
    """The hexes with which a way goes on."""
    u, gone = args[0], args[1:]
    number = len(gone)
    return mask_of([way[number] for way in choices(s, step, u) if len(way) > number and way[:number] == gone])


def retreat_hex_reasons(s: Position, step: Retreating | Yielding, seat: str, args: Ints) -> Iterator[Why]:
    u, path = args[0], args[1:]
    found = choices(s, step, u)
    if any(way[: len(path)] == path for way in found):
        return
    yield why_not_there(s, step, u, path)


def why_not_there(s: Position, step: Retreating | Yielding, u: int, path: Way) -> Why:
    """What is against the last hex of a way."""
    w = s.data
    h = path[-1]
    before = path[-2] if len(path) > 1 else s.where[u]
    name, label = w.unit_names[u], w.labels[h]
    adjacent = bridges(s).ways(s.bridges_down & ~spanned(s, u)).adjacent
    where = (label,)
    found = ways(s, u, step.fewest, step.most)
    if len(path) > step.most:
        return Why("15.3", lambda: f"{name} retreats {step.most} hex{'es' if step.most > 1 else ''}.", where)
    if h == s.where[u]:
        return Why("15.5", lambda: f"{name} may not retreat into the hex it leaves.", where)
    if not w.land >> h & 1:
        return Why("15.5", lambda: f"{label} is not a land hex of the map.", where)
    if h not in w.near[before]:
        if h in w.grid.neighbours[before]:
            return Why("15.9", lambda: f"{label} lies across water.", where)
        far = w.grid.distance(before, h)
        if far > step.most and len(path) == 1:
            limit = number_of(step.most, "hex", "hexes")
            return Why("15.3", lambda: f"{label} is {far} hexes away; {name} retreats {limit}.", where)
        if len(path) > 1 or any(way[-1] == h for way in found):
            return Why("15.3", lambda: f"{label} is not next to {w.labels[before]}.", where)
    elif not adjacent[before] >> h & 1:
        return Why("15.9", lambda: f"The bridges to {label} are destroyed.", where)
    if w.dyke >> h & 1:
        if not over_the_dyke(s, u):
            return Why("16.7", lambda: f"Enemy units next to the dyke, {label}, close it.", where)
        if len(path) == step.most:
            return Why("16.7", lambda: f"No retreat ends on the dyke, {label}.", where)
    if w.terrain[h] == ALPINE and not w.mountain_units >> u & 1:
        return Why("15.6", lambda: f"{label} is alpine: only mountain units retreat there.", where)
    if survey(s).zones[1 - w.side[u]] >> h & 1:
        return Why("15.5", lambda: f"{label} is in an enemy zone of control.", where)
    if not (open_to(s, u) | w.dyke) >> h & 1:
        rule = "24.3" if h == s.partisan else "9.3"
        return Why(rule, lambda: f"{label} is closed to {name}.", where)
    if w.side[u] == ALLIED and frozen_districts(s) >> h & 1 and _has_way_outside(s, step, u):
        return Why("15.10", lambda: f"{label} is in a frozen district, and {name} has another way.", where)
    if any(way[: len(path)] == path for way in found):
        return Why("15.4", lambda: f"Another unit would then have no way; {name} must leave it the room.", where)
    if len(path) >= step.fewest and not w.dyke >> h & 1 and not has_room(s, u, h):
        return Why("15.7", lambda: f"{label} has no room for {name}.", where)
    if h not in w.near[before]:
        return Why(
            "15.5", lambda: f"No way of {number_of(step.most, 'hex', 'hexes')} leads {name} to {label}.", where
        )
    return Why("15.5", lambda: f"From {label} {name} could not complete its retreat.", where)


def _has_way_outside(s: Position, step: Retreating | Yielding, u: int) -> bool:
    inside = frozen_districts(s)
    return any(not any(inside >> h & 1 for h in way) for way in ways(s, u, step.fewest, step.most))


def retreat_enough(s: Position, step: Retreating | Yielding, seat: str, args: Ints) -> Mask:
    """The hexes that end a way."""
    u, gone = args[0], args[1:]
    return mask_of([way[-1] for way in choices(s, step, u) if way[:-1] == gone])


def retreat_lacking(s: Position, step: Retreating | Yielding, seat: str, args: Ints) -> Whys:
    w = s.data
    if args[1:] in choices(s, step, args[0]):
        return
    name, h = w.unit_names[args[0]], args[-1]
    label = (w.labels[h],)
    if len(args) - 1 < step.fewest:
        yield Why("15.3", lambda: f"{name} must retreat {step.fewest} hexes: name the next.", label)
    else:
        rule = "16.7" if w.dyke >> h & 1 else "15.7"
        yield Why(rule, lambda: f"{name} cannot end its retreat in {label[0]}: name the next hex.", label)


def do_retreat(s: Position, step: Retreating | Yielding, seat: str, args: Ints, ev: Events | None) -> None:
    w = s.data
    u, path = args[0], args[1:]
    rest = tuple(x for x in step.units if x != u)
    if isinstance(step, Retreating):
        s.then(Falling(rest, step.fewest, step.most, step.mover))
    elif rest:
        s.then(Yielding(rest, step.fewest, step.most, step.mover))
    start = s.where[u]
    bound = frozen_districts(s)
    if routed(s, u) and len(path) > 1:
        s.then(SweptAlong(path[0], path[-1]))
    if w.coastal_units >> u & 1 and s.face[u] == 0:
        s.face[u] = 1
        tell_changed(ev, "infantry", f"{w.unit_names[u]} becomes an infantry unit.", "22.3", (), (w.ids[u],))
    labels = tuple(w.labels[h] for h in (start, *path))
    told = None if ev is None else Events()
    driven = isinstance(step, Retreating)
    for h in path:
        put(s, u, h)
        entered(s, u, h, told, RETREAT if driven else MOVE)  # 9.6: who may stay goes of his own will (ruling 61)
    if ev is not None and told is not None:
        words = f"{w.unit_names[u]} retreats from {w.hex_name(start)} to {w.hex_name(path[-1])}."
        pieces, side = (w.ids[u],), SEATS[w.side[u]]
        ev.add(
            Retreated(piece=w.ids[u], path=labels, words=words, rule="15.4", places=labels, pieces=pieces, side=side)
        )
        for happened in told.items:
            ev.add(happened.event, happened.only, happened.public)
    if driven and w.side[u] == ALLIED and any(bound >> h & 1 for h in path):
        s.then(Forced(u))


def preview_retreat(s: Position, step: Retreating | Yielding, seat: str, args: Ints) -> Preview:
    w = s.data
    u, *way = args
    labels = tuple(w.labels[h] for h in (s.where[u], *way))
    return Preview(f"{w.unit_names[u]} retreats to {labels[-1]}.", labels, places=labels[-1:])


RETREAT_VERB = Verb(
    "retreat",
    do_retreat,
    (
        Slot("unit", UNITS, retreat_unit_reasons, legal=retreat_units, prompt="Retreat which unit?"),
        Slot(
            "hex",
            HEXES,
            retreat_hex_reasons,
            legal=retreat_hexes,
            prompt="Retreat to which hex?",
            repeat=True,
            enough=retreat_enough,
            lacking=retreat_lacking,
            way=True,
        ),
    ),
    "15.4",
    "Retreat",
    preview=preview_retreat,
)


class Retreating(Choice[Position], frozen=True):
    """15.4: the attacker moves all that must retreat, his own units and the defender's."""

    rule: ClassVar[str] = "15.4"
    units: tuple[int, ...]
    fewest: int
    most: int
    mover: int
    verbs: ClassVar[tuple[Verb[Position, Retreating], ...]] = (RETREAT_VERB,)

    def seat(self, s: Position) -> str:
        return SEATS[self.mover]

    def prompt(self, v: Position, seat: str) -> str:
        w = v.data
        far = f"{self.fewest} or {self.most} hexes" if self.fewest < self.most else f"{self.most} hexes"
        return f"Retreat {listed([w.unit_names[u] for u in self.units])} by {far if self.most > 1 else '1 hex'}."

    def obvious(self, s: Position) -> tuple[str, Ints] | None:
        if len(self.units) > 1:
            return None
        found = choices(s, self, self.units[0])
        return ("retreat", (self.units[0], *found[0])) if len(found) == 1 else None


def do_stay(s: Position, step: Yielding, seat: str, args: Ints, ev: Events | None) -> None:
    w = s.data
    names = listed([w.unit_names[u] for u in step.units])
    places = tuple(dict.fromkeys(w.labels[s.where[u]] for u in step.units))
    tell_choice(
        ev,
        seat,
        "retreat",
        "none",
        f"{names} {agree(len(step.units), 'stays', 'stay')}, not being forced to retreat.",
        "16.4",
        places,
        tuple(w.ids[u] for u in step.units),
    )


class Yielding(Choice[Position], frozen=True):
    """16.4: units in rough ground and fortresses may retreat, and then their owner moves them."""

    rule: ClassVar[str] = "16.4"
    units: tuple[int, ...]
    fewest: int
    most: int
    mover: int
    verbs: ClassVar[tuple[Verb[Position, Yielding], ...]] = (RETREAT_VERB, Verb("stay", do_stay, (), "16.4", "Stay"))

    def seat(self, s: Position) -> str:
        return SEATS[self.mover]

    def prompt(self, v: Position, seat: str) -> str:
        w = v.data
        names = listed([w.unit_names[u] for u in self.units])
        if len(self.units) == 1:
            return f"{names} may stay, or retreat."
        return f"{names} may stay: retreat a unit, or let all that are left stay."

    def obvious(self, s: Position) -> tuple[str, Ints] | None:
        return None if any(choices(s, self, u) for u in self.units) else ("stay", ())

    def standing(self, v: Position, seat: str, order: str) -> str | None:
        return "stay" if order == "stand-fast" else None


# ----------------------------------------------------------------------------- into a frozen district


def do_release(s: Position, step: Step[Position], seat: str, args: Ints, ev: Events | None) -> None:
    release_all(s, ev, "15.10")


def do_quiet(s: Position, step: Forced, seat: str, args: Ints, ev: Events | None) -> None:
    w = s.data
    tell_choice(
        ev,
        seat,
        "release",
        "none",
        f"The retreat of {w.unit_names[step.unit]} releases nobody.",
        "15.10",
        (),
        (w.ids[step.unit],),
    )


class Forced(Choice[Position], frozen=True):
    """15.10: an Allied unit is forced into a frozen district: nobody is released, unless the Allied player wishes."""

    rule: ClassVar[str] = "15.10"
    unit: int
    verbs: ClassVar[tuple[Verb[Position, Forced], ...]] = (
        Verb("quiet", do_quiet, (), "15.10", "Release nobody"),
        Verb("release", do_release, (), "15.10", "Release all German units"),
    )

    def seat(self, s: Position) -> str:
        return SEATS[ALLIED]

    def prompt(self, v: Position, seat: str) -> str:
        w = v.data
        return f"{w.unit_names[self.unit]} was forced into a frozen district. Shall that release all German units?"
