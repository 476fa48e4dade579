# compiled as it stands
"""12. Invasions: when they are made, who may land, placing the invaders, and who does not keep his foothold.

Sites and capacities are in `site`, what a hidden unit does to invaders in `diverted`, the second impulse in
`beachhead`, the order of the first turn in `dday`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from grognard.games.fortress_europa import exhibits
from grognard.games.fortress_europa.data.world import ALLIED, FINE, GERMAN, SEATS
from grognard.games.fortress_europa.rules.combat.losses import eliminate
from grognard.games.fortress_europa.rules.combat.nations import foreign_company, why_no_target
from grognard.games.fortress_europa.rules.domains import HEXES, UNITS
from grognard.games.fortress_europa.rules.landing.raids import RAID_PART
from grognard.games.fortress_europa.rules.landing.site import (
    area_of,
    box_of,
    funny,
    invadable,
    isle_alone,
    landing_room,
    landing_value,
    sites,
    why_no_site,
)
from grognard.games.fortress_europa.rules.movement import districts
from grognard.games.fortress_europa.rules.movement.entering import INVADE, cleared, entered
from grognard.games.fortress_europa.rules.movement.stacking import check_stacks
from grognard.games.fortress_europa.rules.standing import facts, put, survey, units_in
from grognard.games.fortress_europa.rules.state import (
    FIRST_COMBAT,
    SECOND_COMBAT,
    Position,
    combat_factor,
    invasion_now,
    on,
    on_map,
)
from grognard.games.fortress_europa.rules.supply.ports import why_not_ashore
from grognard.games.fortress_europa.rules.telling import tell_placed
from grognard.kernel.rules import Auto, Draft, Events, Ints, Slot, Step, Verb, Why, Whys
from grognard.kernel.show import Modifier, Preview, Reason
from grognard.kernel.show.words import number_of
from grognard.maps import Mask, mask_of, members

# ------------------------------------------------------------------------------------ when and by whom


def on_the_continent(s: Position) -> bool:
    """12.18: whether any Allied unit is on the map (ruling 111)."""
    return bool(facts(s).on_map & s.data.side_mask[ALLIED])


def held_before(s: Position) -> bool:
    """12.14, 12.18: whether an Allied unit is on the continent that has not come in this impulse: who drops or raids
    before the invaders land does not bar them."""
    return bool(facts(s).on_map & s.data.side_mask[ALLIED] & ~(s.dropped | s.raiding))


def why_no_invasion(s: Position) -> Iterator[Why]:
    """What keeps the Allied player from declaring an invasion now, or from going on with it."""
    w = s.data
    landing = w.book.landing
    if s.side != ALLIED or s.impulse != 1:
        yield Why("12.3", lambda: "Invaders land in the Allied first move impulse.")
        return
    if invasion_now(s):
        return
    if s.weather != FINE:
        yield Why("12.1", lambda: "Invasions are made on Clear turns only.")
    if s.invasions >= landing.invasions:
        yield Why("12.2", lambda: "Both invasions have been made.")
    elif s.invasions == 0:
        if s.turn != w.turn_of[landing.first]:
            yield Why("12.2", lambda: "The first invasion is made on the first turn.")
    elif not w.turn_of[landing.second_from] <= s.turn <= w.turn_of[landing.second_to]:
        yield Why("12.2", lambda: "The second invasion is made from August I to September IV.")
    else:
        if s.capacity_start <= 0 and held_before(s):  # ruling 110
            yield Why("12.14", lambda: f"This turn began with a supply capacity of {s.capacity_start}.")
        if s.sea_used:
            yield Why("12.3", lambda: "Units have moved by sea this turn, and on an invasion turn none may.")


def may_invade(s: Position) -> bool:
    """Whether units may invade at this moment."""
    return next(why_no_invasion(s), None) is None


def why_not_from_sea(s: Position, u: int) -> Iterator[Why]:
    """What keeps a unit from landing on an invasion turn, in either impulse (12.4, 12.13)."""
    w = s.data
    name, ids, bit = w.unit_names[u], (w.ids[u],), 1 << u
    if w.side[u] != ALLIED:
        yield Why("12.4", lambda: f"{name} is not an Allied unit.", (), ids)
        return
    if on_map(s, u):
        yield Why("12.4", lambda: f"{name} is on the map already.", (), ids)
    elif s.where[u] not in (w.england, w.africa) or not s.began & bit:
        yield Why("12.4", lambda: f"{name} did not start this turn in England or Africa.", (), ids)
    elif (s.moved | s.stuck) & bit:
        yield Why("27.7", lambda: f"{name} may not move now.", (), ids)
    if w.armored & bit and u != w.landing_armor and not (funny(s, u) and s.turn == w.turn_of[w.book.landing.first]):
        yield Why("12.13", lambda: "Of armored units only the British 79th lands on an invasion turn.", (), ids)


def drop_rolled(s: Position) -> bool:
    """Whether Allied paratroopers have dropped this turn; who was airlifted makes no other move (20.10)."""
    w = s.data
    return bool(s.flown & ~s.stuck & w.side_mask[ALLIED])


def why_not_invading(s: Position, u: int, named: bool) -> Iterator[Why]:
    """What keeps a unit from landing in the first impulse; `named`: it is too late to name airborne units."""
    w = s.data
    yield from why_not_from_sea(s, u)
    if w.hqs >> u & 1:
        yield Why("13.1", lambda: f"{w.unit_names[u]} moves only in the second move impulse.", (), (w.ids[u],))
    if w.droppers >> u & 1 and named and not on_map(s, u):
        yield Why(
            "20.14",
            lambda: "Airborne units are named as invading or airdropped before the drop is rolled for.",
            (),
            (w.ids[u],),
        )  # ruling 114


def why_not_invaded(s: Position, u: int, h: int) -> Iterator[Why]:
    """What keeps a unit from invading a hex."""
    w = s.data
    label, name, place = (w.labels[h],), w.unit_names[u], w.hex_name(h)
    if found := list(why_no_site(s, h)):
        yield from found
        return
    if box_of(w, h) != s.where[u]:
        box = "Africa" if box_of(w, h) == w.africa else "England"
        yield Why("12.4", lambda: f"Units that invade {place} start the turn in {box}.", label)
    if s.site and not s.site >> h & 1 and not w.coastline[h] & s.site:
        rule = "12.15" if w.within(s.site, 1) >> h & 1 else "12.6"
        yield Why(rule, lambda: f"{place} does not continue the line of hexes invaded.", label)
    elif isle_alone(s, h):
        yield Why("31.5", lambda: "Jersey can be invaded only together with J3 or J4.", label)
    if any(s.dropped >> x & 1 for x in units_in(s, h)):
        yield Why("20.14", lambda: f"Paratroopers have dropped in {place}.", label)
    if landing_value(s, u) > landing_room(s, h):
        yield Why("12.7", lambda: f"No more units can land in {place} in the first impulse.", label)
    if u in w.parts_of_79th and any(x in w.parts_of_79th for x in units_in(s, h)):
        yield Why("31.16", lambda: f"A part of the 79th lands in {place} already.", label)
    yield from why_no_target(s, u, h, from_air=False)
    yield from why_not_ashore(s, u)
    area = w.areas[area_of(w, s.site | w.bit[h])]
    factors = s.landed_factors + combat_factor(s, u)
    if factors > area.first:
        yield Why(
            "12.10", lambda: f"With {name} {factors} factors would land; {area.name}: {area.first} at most.", label
        )


# ---------------------------------------------------------------------------------- the first impulse


def put_invader(s: Position, u: int, h: int, ev: Events | None) -> None:
    """A unit invades a hex; the first one declares the invasion."""
    w = s.data
    if not invasion_now(s):
        s.invasions += 1
        s.invasion_turn = s.turn
        s.ten_waiting = True  # 11.6
        if s.invasions > 1:
            s.second_turn = s.turn
    bit = 1 << u
    s.landed_factors += combat_factor(s, u)  # ruling 101
    put(s, u, h)
    s.began &= ~bit
    s.invaders |= bit
    s.ashore |= bit
    s.landed |= bit  # 12.3
    s.site |= w.bit[h]
    s.landing_area = area_of(w, s.site)
    shows = exhibits.landing(s, "Factors first")
    words = f"{w.unit_names[u]} invades {w.hex_name(h)}."
    tell_placed(ev, w, u, "invasion", words, "12.3", (w.labels[h],), shows)


def invade_verb_reasons(s: Position, step: Step[Position], seat: str) -> Whys:
    yield from why_no_invasion(s)


def invasion_open(s: Position, step: Step[Position], seat: str) -> bool:
    return may_invade(s)


def open_coast(s: Position) -> Mask:
    """Where somebody could invade: the conditions of `why_not_invaded` that do not ask who, as sets."""
    w = s.data
    hexes = sites(s)
    if s.site:
        line = s.site
        for h in members(s.site):
            line |= w.coast_before[h]
        hexes &= line
    isle = w.index[w.book.jersey.hex]
    if hexes & w.bit[isle] and isle_alone(s, isle):
        hexes ^= w.bit[isle]
    for u in members(s.dropped):
        if on_map(s, u):
            hexes &= ~w.bit[s.where[u]]
    return hexes


def beaches_of(s: Position, u: int, coast: Mask) -> Mask:
    """Where of this coast a unit may invade: the other conditions of `why_not_invaded`."""
    w = s.data
    hexes = coast & (w.from_africa if s.where[u] == w.africa else ~w.from_africa)
    factors = s.landed_factors + combat_factor(s, u)
    for area, inside in zip(w.areas, w.area_hexes, strict=True):
        if factors > area.first:  # 12.10
            hexes = 0 if s.site & inside else hexes & ~inside
    f = facts(s)
    mine = hexes & f.occupied[ALLIED]
    if mine:
        value, part = landing_value(s, u), u in w.parts_of_79th
        for h in members(mine):
            twice = part and any(f.at[h] >> x & 1 for x in w.parts_of_79th)
            if twice or value > landing_room(s, h) or foreign_company(s, u, h):
                hexes &= ~w.bit[h]
    return hexes if next(why_not_ashore(s, u), None) is None else 0


def invade_hexes(s: Position, step: Step[Position], seat: str, args: Ints) -> Mask:
    return beaches_of(s, args[0], open_coast(s))


def why_not_landing_now(s: Position, u: int, *, named: bool) -> Iterator[Why]:
    """What keeps a unit from every hex; `named`: it is too late to name airborne units."""
    w = s.data
    if found := list(why_not_invading(s, u, named)) or list(why_not_ashore(s, u)):
        yield from found
    elif all(next(why_not_invaded(s, u, h), None) is not None for h in members(invadable(s))):
        yield Why("12.10", lambda: f"{w.unit_names[u]} has no hex to invade.", (), (w.ids[u],))


def invade_unit_reasons(s: Position, step: Step[Position], seat: str, args: Ints) -> Whys:
    yield from why_not_landing_now(s, args[0], named=drop_rolled(s))


def invade_hex_reasons(s: Position, step: Step[Position], seat: str, args: Ints) -> Whys:
    yield from why_not_invaded(s, *args)


def draft_invade(s: Position, step: Step[Position], seat: str, args: Ints, ev: Events | None) -> None:
    u, h = args
    put_invader(s, u, h, ev)


def do_invade(s: Position, step: Step[Position], seat: str, args: Ints, ev: Events | None) -> None:
    """The second invasion: no hidden units are left, so the landing counts at once."""
    u, h = args
    s.then(step)
    put_invader(s, u, h, ev)
    districts.invasion_declared(s, s.site, ev)
    entered(s, u, h, ev, INVADE)


def preview_invade(s: Position, step: Step[Position], seat: str, args: Ints) -> Preview:
    w = s.data
    u, h = args
    area = w.areas[area_of(w, s.site | w.bit[h])]
    used = s.landed_factors + combat_factor(s, u)
    effects = [Reason("12.10", f"{area.name}: {used} of {area.first} factors land.")]
    if survey(s).occupied[GERMAN] >> h & 1:
        effects.append(Reason("12.9", "It is eliminated if German units are still there after the combat impulse."))
    return Preview(
        f"{w.unit_names[u]} invades {w.hex_name(h)}.",
        cost=number_of(combat_factor(s, u), "factor"),
        effects=tuple(effects),
        places=(w.labels[h],),
    )


def at_sea(s: Position) -> int:
    """The units against whose landing on an invasion turn nothing speaks (`why_not_from_sea`)."""
    w, at = s.data, facts(s).at
    armor = 1 << w.landing_armor  # 12.13
    if on(s, "funnies") and s.turn == w.landing_turn:
        armor |= mask_of(w.parts_of_79th)
    boxed = (at[w.england] | at[w.africa]) & w.side_mask[ALLIED]
    return boxed & s.began & ~(s.moved | s.stuck) & (~w.armored | armor)


def kinds_of(s: Position, units: int) -> list[int]:
    """Those of these units that count the same as they land, together."""
    w, at, kinds = s.data, facts(s).at, []
    backs = mask_of([u for u in members(units) if s.face[u]])
    while units:
        u = units.bit_length() - 1
        alike = units & w.alike[u] & at[s.where[u]] & (backs if backs >> u & 1 else ~backs)
        alike &= s.expelled if s.expelled >> u & 1 else ~s.expelled  # 15.10
        kinds.append(alike)
        units ^= alike
    return kinds


def invaders(s: Position, named: bool, among: int = -1) -> int:
    """The units with a hex to invade, among these; `named`: it is too late to name airborne units."""
    w, found = s.data, 0
    units = at_sea(s) & among & ~w.hqs & (~w.droppers if named else -1)
    coast = open_coast(s) if units else 0
    if coast:
        for alike in kinds_of(s, units):
            if beaches_of(s, alike.bit_length() - 1, coast):
                found |= alike
    return found


def invade_units(s: Position, step: Step[Position], seat: str, args: Ints) -> int:
    return invaders(s, drop_rolled(s))


INVADE_SLOTS = (
    Slot("unit", UNITS, invade_unit_reasons, legal=invade_units, prompt="Which unit invades?"),
    Slot("hex", HEXES, invade_hex_reasons, legal=invade_hexes, prompt="Which hex does it invade?"),
)
INVADE_VERB = Verb(
    "invade",
    do_invade,
    INVADE_SLOTS,
    "12.3",
    "Invade",
    reasons=invade_verb_reasons,
    preview=preview_invade,
    may=invasion_open,
)
INVADE_PART = Verb(
    "invade", draft_invade, INVADE_SLOTS, "12.3", "Invade", reasons=invade_verb_reasons, preview=preview_invade
)


class Invading(Draft[Position], frozen=True):
    """12.2: the first invasion; invaders and raiders are placed before hidden units are revealed (3.6, ruling 36).

    A site grows hex by hex from the first one, so that every draft is a legal site.
    """

    rule: ClassVar[str] = "12.2"
    verbs: ClassVar[tuple[Verb[Position, Invading], ...]] = (INVADE_PART, RAID_PART)

    def seats(self, s: Position) -> tuple[str, ...]:
        return (SEATS[ALLIED],)

    def prompt(self, v: Position, seat: str) -> str:
        w = v.data
        if v.landing_area < 0:
            return "Place the invaders, and the raiders if you like."
        area = w.areas[v.landing_area]
        return f"Place the invaders ({area.name}): {v.landed_factors} of {area.first} factors are ashore."

    def duties(self, v: Position, seat: str) -> Whys:
        if not v.invaders:
            yield Why("12.2", lambda: "The first invasion is made on this turn, with one unit at least.")  # ruling 34

    def commit(self, s: Position, ev: Events | None) -> None:
        """Releases are judged on the hexes as declared (ruling 63); control is known after the reveal (`Ashore`)."""
        districts.invasion_declared(s, s.site, ev)
        for u in members(s.raiding):
            districts.raid_entry(s, s.where[u], ev)
        for u in members(s.dropped):
            districts.allied_entry(s, u, s.where[u], ev)  # 20.12, ruling 69


# ------------------------------------------------------------------ combat of invaders, and their end


def only_own_hex(s: Position, u: int) -> bool:
    """Whether a unit attacks the enemies in its own hex and no others: invaders in the first combat impulse, be there
    enemies or not (12.8, ruling 96); paratroopers and raiders on top of enemies (20.8, 21.11)."""
    w = s.data
    bit = 1 << u
    if s.invaders & bit:
        return True
    return bool((s.dropped | s.raiding) & bit) and bool(survey(s).occupied[1 - w.side[u]] >> s.where[u] & 1)


def cannot_retreat(s: Position, u: int) -> bool:
    """12.9, 20.8, 21.11: who would have to retreat is eliminated instead."""
    return only_own_hex(s, u)


def landing_bonus(s: Position, attackers: Mask) -> Modifier | None:
    """12.13: what the 79th adds to the die of its battle in the first combat impulse of the first invasion (ruling
    105), or with 31.16 each of its parts."""
    w = s.data
    if s.turn != w.turn_of[w.book.landing.first]:
        return None
    if (attackers & s.invaders) >> w.landing_armor & 1:
        return Modifier(w.book.landing.armor_bonus, w.unit_names[w.landing_armor], "12.13")
    parts = (attackers & s.invaders & mask_of(w.parts_of_79th)).bit_count()
    return Modifier(parts * w.book.figures.funnies_bonus, "parts of the 79th", "31.16") if parts else None


def driven_off(s: Position, hexes: Mask, ev: Events | None) -> None:
    """12.9, 20.8, 21.11: units of the phasing side that still share one of these hexes with the enemy are eliminated,
    if they came as invaders, from the air or as raiders."""
    w = s.data
    landed = (s.invaders | s.dropped | s.raiding) & w.side_mask[s.side]
    for u in members(landed) if landed else ():
        h = s.where[u]
        if hexes >> h & 1 and survey(s).occupied[1 - s.side] >> h & 1:
            rule = "12.9" if s.invaders >> u & 1 else "20.8" if s.dropped >> u & 1 else "21.11"
            eliminate(s, u, ev, rule, "stranded", f"in {w.hex_name(h)}, where the enemy still stands")
            cleared(s, h, ev)


class Foothold(Auto[Position], frozen=True):
    """After the first combat impulse: who is still on top of the enemy is eliminated (12.9); normal stacking returns
    (12.7, ruling 44), and the invaders have their zones."""

    rule: ClassVar[str] = "12.9"

    def run(self, s: Position, ev: Events | None) -> None:
        w = s.data
        s.phase = max(s.phase, FIRST_COMBAT)
        driven_off(s, w.land, ev)
        if s.side != ALLIED or not invasion_now(s):
            return
        s.invaders = 0
        found = survey(s)
        s.friendly_beaches |= s.site & w.beaches & ~found.occupied[GERMAN]  # 11.4B: also if no invader is left
        check_stacks(s, ALLIED)


def still_landing(s: Position) -> bool:
    """12.11: whether the second wave of this turn's invasion may still come: till then it has not failed."""
    return s.side == ALLIED and invasion_now(s) and s.phase < SECOND_COMBAT


def first_invasion_failed(s: Position) -> bool:
    """12.18: after the first invasion no Allied unit is left on the map."""
    return s.invasions == 1 and not still_landing(s) and not on_the_continent(s)


def second_invasion_failed(s: Position) -> bool:
    """12.18: after the second invasion no Allied unit is left on the map (ruling 112)."""
    w = s.data
    return s.invasions >= w.book.landing.invasions and not still_landing(s) and not on_the_continent(s)
