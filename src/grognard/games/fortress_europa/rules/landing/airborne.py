# compiled as it stands
"""20. Paratroopers: where they may drop, and the dice of the drop. Airlifts are in `airlift`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from grognard.games.fortress_europa import exhibits
from grognard.games.fortress_europa.data.world import (
    ALLIED,
    ALPINE,
    CLEAR,
    FINE,
    FLOODED,
    GERMAN,
    OVERCAST,
    SEATS,
)
from grognard.games.fortress_europa.rules.air.air import tac_range
from grognard.games.fortress_europa.rules.combat.losses import eliminate, forget, lose_step
from grognard.games.fortress_europa.rules.combat.nations import crowded, foreign_company, why_no_target
from grognard.games.fortress_europa.rules.decoys import lay_bare
from grognard.games.fortress_europa.rules.domains import HEXES, UNITS
from grognard.games.fortress_europa.rules.forces.volkssturm import approached
from grognard.games.fortress_europa.rules.landing.invasion import (
    INVADE_PART,
    invade_hex_reasons,
    invade_hexes,
    invaders,
    kinds_of,
    may_invade,
    why_not_invading,
    why_not_landing_now,
)
from grognard.games.fortress_europa.rules.landing.site import invadable
from grognard.games.fortress_europa.rules.movement import districts
from grognard.games.fortress_europa.rules.movement.entering import DROP, INVADE, entered
from grognard.games.fortress_europa.rules.movement.stacking import has_room, room
from grognard.games.fortress_europa.rules.standing import (
    allied_hexes,
    facts,
    german_hexes,
    open_ways,
    put,
    survey,
    units_in,
)
from grognard.games.fortress_europa.rules.state import FREE, Position, fortress, on, on_map
from grognard.games.fortress_europa.rules.supply import ports
from grognard.games.fortress_europa.rules.supply.supply import seas
from grognard.games.fortress_europa.rules.telling import tell_placed
from grognard.kernel.rules import (
    Auto,
    Chance,
    Dice,
    Distribution,
    Draft,
    Events,
    Ints,
    Outcome,
    Rolled,
    Slot,
    Step,
    Verb,
    Why,
    Whys,
)
from grognard.kernel.show import Modifier, Odds, OddsRow, Preview, Reason
from grognard.kernel.show.words import number_of
from grognard.maps import Mask, mask_of, members

# ------------------------------------------------------------------------------- where a turn began


def airfields(s: Position, side: int) -> Mask:
    """The cities that a side controls."""
    w = s.data
    return w.cities & (allied_hexes(s) if side == ALLIED else german_hexes(s))


def note_start_of_turn(s: Position, side: int) -> None:
    """Which units begin their owner's turn in England, in Africa or in a city of theirs."""
    w, f = s.data, facts(s)
    began = f.at[w.england] | f.at[w.africa]
    for h in members(airfields(s, side)):
        began |= f.at[h]
    s.began = began & w.side_mask[side]


def note_start_of_impulse(s: Position) -> None:
    """Called before a move impulse forgets who has moved in the one before."""
    s.began &= ~(s.moved | s.sailed | s.railed)
    s.airfields = airfields(s, s.side)


# ---------------------------------------------------------------------------------------------- range


def allied_range(s: Position, box: int) -> Mask:
    """20.2: where Allied paratroopers in England or in Africa can drop; an HQ may serve both (ruling 189)."""
    w = s.data
    africa = box == w.africa
    coast = invadable(s) & (w.from_africa if africa else ~w.from_africa)
    reach = w.within(coast, w.book.airborne.beach_range)
    if not africa:
        reach |= w.reach_of_england
    if s.turn != w.turn_of[w.book.landing.first]:  # on the turn of the first invasion HQs give no range
        for u, reached in seas(s).items():
            if reached[1 if africa else 0]:
                reach |= w.hq_range[s.where[u]]
    return reach


def drop_range(s: Position, u: int) -> Mask:
    w = s.data
    return allied_range(s, s.where[u]) if w.side[u] == ALLIED else tac_range(s, GERMAN)  # 20.3


# ------------------------------------------------------------------------------------- who may drop


def drops_allowed(s: Position, side: int) -> int:
    """20.4, 20.5: five Allied drops and two German ones; fewer in the December scenarios (33.3.3, 33.4.4)."""
    w = s.data
    scenario = w.book.scenario[s.scenario]
    return scenario.allied_drops if side == ALLIED else scenario.german_drops


def flown_by(s: Position, side: int) -> int:
    """How many units of a side have moved by air this turn (20.17)."""
    w = s.data
    return (s.flown & w.side_mask[side]).bit_count()


def why_no_drop(s: Position, step: Step[Position], seat: str) -> Whys:
    """What keeps a side from dropping anybody this turn."""
    w = s.data
    side = s.side
    if s.weather != FINE and not (s.weather == OVERCAST and varsity(s)):
        yield Why("20.1", lambda: "Paratroopers drop on Clear turns only.")
    made, most = (s.allied_drops if side == ALLIED else s.german_drops), drops_allowed(s, side)
    if made >= most:
        rule = w.scenario_rule(s.scenario, ("german_drops", "allied_drops")[side])
        yield Why(rule, lambda: f"You have made {made} of {number_of(most, 'drop')}.")
    if side == ALLIED and not dropping_now(s):  # the others of a drop that may be made may follow
        yield from ports.why_no_drop(s)


def varsity(s: Position) -> Mask:
    """31.18: the two British divisions that may drop on an Overcast turn late in the war."""
    w = s.data
    figures = w.book.figures
    if not on(s, "varsity") or s.turn < w.turn_of[figures.varsity_from]:
        return 0
    return mask_of(w.unit[name] for name in figures.varsity_units)


def varsity_ready(s: Position, ev: Events | None) -> None:
    """31.18-1: on February I both are in England at full strength."""
    w = s.data
    if s.turn != w.turn_of[w.book.figures.varsity_from]:
        return
    for u in members(varsity(s)):
        forget(s, u)
        put(s, u, w.england)
        s.face[u] = 0
        tell_placed(ev, w, u, "ready", f"{w.unit_names[u]} is ready in England.", "31.18-1")


def varsity_bonus(s: Position, attackers: Mask) -> Modifier | None:
    """31.18-3: what either of them adds to the die of its battles on the turn of its drop (ruling 258)."""
    w = s.data
    if attackers & s.dropped & varsity(s):
        return Modifier(w.book.figures.varsity_bonus, "Operation Varsity", "31.18-3")
    return None


def why_not_dropping(s: Position, u: int) -> Iterator[Why]:
    """What keeps a unit from dropping now."""
    w = s.data
    name, ids, bit = w.unit_names[u], (w.ids[u],), 1 << u
    if w.side[u] != s.side:
        yield Why("4.1", lambda: f"{name} does not belong to the phasing player.", (), ids)
        return
    if not w.droppers & bit:
        yield Why("20.13", lambda: f"{name} is neither a paratrooper nor a glider unit.", (), ids)
        return
    if s.weather != FINE and not varsity(s) & bit:
        yield Why("31.18-2", lambda: f"{name} drops on Clear turns only.", (), ids)
    figures = w.book.airborne
    if s.side == ALLIED:
        if s.where[u] not in (w.england, w.africa) or not s.began & bit:
            yield Why("20.2", lambda: f"{name} did not start this turn in England or Africa.", (), ids)
        if flown_by(s, ALLIED) >= figures.allied_units:
            yield Why("20.4", lambda: f"{figures.allied_units} units drop at one time, no more.", (), ids)
    else:
        yield from why_not_german(s, u)
        start = s.where[u]
        if not (w.german_cities & s.airfields) >> start & 1 or not s.began & bit:
            yield Why("20.3", lambda: f"{name} did not start this turn in a German city in Germany.", (), ids)
        elif survey(s).zones[ALLIED] >> start & 1:  # none reaches into a fortress (7.1, ruling 304)
            yield Why("20.3", lambda: f"{w.hex_name(start)} is in an enemy zone of control.", (), ids)
        if flown_by(s, GERMAN) >= figures.german_units:
            yield Why("20.5", lambda: "Only one German unit moves by air in a turn.", (), ids)
        only = w.book.scenario[s.scenario].german_drop_unit
        if only and (w.ids[u] != only or s.turn < w.turn_of[w.book.december.drop_from]):
            rule = w.scenario_rule(s.scenario, "german_drop_unit")
            yield Why(rule, lambda: "Heydte alone drops in December, from the second turn on.", (), ids)
        if s.grounded & bit:
            yield Why("27.9", lambda: f"{name} was rebuilt and drops no more.", (), ids)
    if (s.stuck | s.moved) & bit:
        yield Why("27.7", lambda: f"{name} may not move now.", (), ids)


def why_not_german(s: Position, u: int) -> Iterator[Why]:
    """What keeps a German unit from moving by air at all: it is frozen, or the option of 31.1 forbids it."""
    w = s.data
    name, ids = w.unit_names[u], (w.ids[u],)
    if s.bound[u] != FREE:
        district = w.district_names[s.bound[u]]
        yield Why("9.1", lambda: f"{name} is frozen in the {district}.", (), ids)
    if on(s, "german-paradrops"):
        if w.units[u].size != "regiment":
            yield Why("31.1", lambda: f"{name} is not a regiment.", (), ids)
        elif s.grounded >> u & 1:
            yield Why("31.1", lambda: f"{name} was rebuilt and has no airborne troops any more.", (), ids)


def menaced(s: Position, h: int) -> bool:
    """Whether a hex lies in an enemy zone, or is an intact fortress next to enemies whose zone ends before it (20.9,
    20.11)."""
    found = survey(s)
    if (found.zones[1 - s.side] & ~found.doubtful) >> h & 1:
        return True
    if s.side == ALLIED or not fortress(s, h):
        return False
    adjacent = open_ways(s).adjacent
    return bool(adjacent[h] & found.occupied[ALLIED] & ~found.own_only[ALLIED])


def menace(s: Position, h: int) -> str:
    """What menaces a hex, as a sentence ends."""
    walls = s.side == GERMAN and fortress(s, h)
    return "is a fortress with enemies next to it" if walls else "is in an enemy zone of control"


def unmenaced(s: Position, hexes: Mask) -> Mask:
    """Those of these hexes that are not `menaced`."""
    w, found = s.data, survey(s)
    hexes &= ~(found.zones[1 - s.side] & ~found.doubtful)
    if s.side == GERMAN:
        beside = open_ways(s).steps.spread(found.occupied[ALLIED] & ~found.own_only[ALLIED])
        hexes &= ~(beside & w.fortresses & ~s.ruined)
    return hexes


def why_not_dropped(s: Position, u: int, h: int, reach: Mask) -> Iterator[Why]:
    """What keeps a unit with this range from dropping in a hex."""
    w = s.data
    label, place = (w.labels[h],), w.hex_name(h)
    if not w.land >> h & 1 or w.dyke >> h & 1:
        rule = "8.7" if w.dyke >> h & 1 else "8.6"
        yield Why(rule, lambda: f"Nobody can land in {place}.", label)
        return
    if w.terrain[h] == ALPINE and not w.mountain_units >> u & 1:
        yield Why("8.4", lambda: f"{place} is alpine.", label)
    if not districts.bounds(s, u) >> h & 1:
        yield districts.out_of_bounds(s, u, h)
    if not reach >> h & 1:
        rule = "20.2" if s.side == ALLIED else "20.3"
        yield Why(rule, lambda: f"{place} is out of range.", label)
    if s.side == GERMAN and s.jersey_lost and w.labels[h] == w.book.jersey.hex:
        yield Why("31.5", lambda: "The Allies have held the isle: no German unit may go there any more.", label)
    others = dropping_now(s)
    apart = w.book.airborne.apart
    if others and not any(w.grid.distance(h, s.where[x]) <= apart for x in others):
        yield Why("20.4", lambda: f"{place} is more than {apart} hexes from the others of this drop.", label)
    if any(s.invaders >> x & 1 for x in units_in(s, h)):
        yield Why("20.14", lambda: f"Invading units are in {place}.", label)
    if not has_room(s, u, h):
        yield Why("20.6", lambda: f"{place} is full.", label)
    yield from why_no_target(s, u, h, from_air=True)


def dropping_now(s: Position) -> list[int]:
    """The units that the phasing side drops in this turn."""
    w = s.data
    return [u for u in members(s.dropped) if w.side[u] == s.side and on_map(s, u)]


# ------------------------------------------------------------------------------------------ the drop


def drop_column(s: Position, u: int, h: int) -> int:
    """20.9: the column of the Paratrooper Drop Table (ruling 18). What is hidden is not known yet (ruling 192)."""
    w = s.data
    names = [column.id for column in w.book.drop]
    if w.side[u] == ALLIED and w.germany >> h & 1:
        return names.index("non-clear-star")
    clear = w.terrain[h] == CLEAR or (w.terrain[h] == FLOODED and not s.flooded)
    if menaced(s, h):
        return names.index("clear-zone" if clear else "non-clear-star")
    return names.index("clear" if clear else "non-clear")


def drop_hexes(s: Position, step: Step[Position], seat: str, args: Ints) -> Mask:
    return landings(s, args[0], drop_range(s, args[0]))


def landings(s: Position, u: int, reach: Mask) -> Mask:
    """Where a unit with such a range may drop: the conditions of `why_not_dropped` as sets."""
    w, f, side = s.data, facts(s), s.side
    able = reach & w.land & ~w.dyke & districts.bounds(s, u)
    if not w.mountain_units >> u & 1:
        able &= ~w.ground[ALPINE]
    if side == GERMAN and s.jersey_lost:
        able &= ~w.bit[w.index[w.book.jersey.hex]]  # 31.5
    others = dropping_now(s)
    if others:  # 20.4
        near = 0
        for x in others:
            near |= w.disc(s.where[x], w.book.airborne.apart)
        able &= near
    for h in members(able & f.occupied[side]):
        full = room(s, side, h) < 1  # 20.6: all who drop count in a stack
        if full or (side == ALLIED and (f.at[h] & s.invaders or foreign_company(s, u, h))):  # 20.14, 14.11
            able &= ~w.bit[h]
    return able & (survey(s).occupied[GERMAN] | ~crowded(s, u)) if side == ALLIED else able


def drop_unit_reasons(s: Position, step: Step[Position], seat: str, args: Ints) -> Whys:
    w = s.data
    u = args[0]
    if found := list(why_not_dropping(s, u)):
        yield from found
        return
    reach = drop_range(s, u)
    if all(next(why_not_dropped(s, u, h, reach), None) is not None for h in members(reach)):
        yield Why("20.2", lambda: f"{w.unit_names[u]} has no hex to drop in.", (), (w.ids[u],))


def rested_droppers(s: Position) -> int:
    """The paratroopers and gliders of the moving side that began the turn in England, in Africa or in a city, and
    have not moved: nobody else drops, or invades by sea."""
    w = s.data
    return w.droppers & w.side_mask[s.side] & s.began & ~(s.stuck | s.moved)


def ready_droppers(s: Position) -> int:
    """Those of them against whom nothing speaks (`why_not_dropping`)."""
    w, at = s.data, facts(s).at
    ready = rested_droppers(s)
    if s.side != ALLIED:
        return mask_of([u for u in members(ready) if next(why_not_dropping(s, u), None) is None])
    if s.weather != FINE:
        ready &= varsity(s)
    if flown_by(s, ALLIED) >= w.book.airborne.allied_units:
        return 0
    return ready & (at[w.england] | at[w.africa])


def drop_units(s: Position, step: Step[Position], seat: str, args: Ints) -> int:
    reach: dict[int, Mask] = {}
    found = 0
    for alike in kinds_of(s, ready_droppers(s)):
        u = alike.bit_length() - 1
        at = s.where[u]
        if at not in reach:
            reach[at] = drop_range(s, u)
        if landings(s, u, reach[at]):
            found |= alike
    return found


def drop_hex_reasons(s: Position, step: Step[Position], seat: str, args: Ints) -> Whys:
    u, h = args
    yield from why_not_dropped(s, u, h, drop_range(s, u))


def do_drop(s: Position, step: Step[Position], seat: str, args: Ints, ev: Events | None) -> None:
    w = s.data
    u, h = args
    bit = 1 << u
    lay_bare(s, u, ev)  # 31.6
    put(s, u, h)
    s.began &= ~bit
    s.dropped |= bit
    s.flown |= bit
    s.landed |= bit  # 20.7
    if w.side[u] == ALLIED:
        s.by_air |= bit  # 20.15
    tell_placed(ev, w, u, "drop", f"{w.unit_names[u]} drops on {w.hex_name(h)}.", "20.4", (w.labels[h],))


def land(s: Position, u: int, ev: Events | None) -> None:
    """What a unit of a drop sets off as it comes down, before any die (ruling 193): whom it releases (20.12), and
    Volkssturm (25.1)."""
    if s.side == ALLIED:
        districts.allied_entry(s, u, s.where[u], ev)
        if s.turn != s.data.turn_of[s.data.book.landing.first]:  # then the landing is not over (`Invading`, `Ashore`)
            approached(s, s.where[u], ev)


def column_there(s: Position, u: int, h: int) -> int:
    """The column on which a unit would roll that dropped there, with what all that drop set off."""
    new = s.copy()
    put(new, u, h)
    for x in {*dropping_now(new), u}:
        land(new, x, None)
    return drop_column(new, u, h)


def preview_drop(s: Position, step: Step[Position], seat: str, args: Ints) -> Preview:
    w = s.data
    u, h = args
    effects = [Reason("20.9", f"It rolls on the column {w.book.drop[column_there(s, u, h)].name}.")]
    if survey(s).occupied[1 - s.side] >> h & 1:
        effects.append(Reason("20.8", "It is eliminated if the enemy is still there after the battle."))
    words = f"{w.unit_names[u]} drops on {w.hex_name(h)}."
    return Preview(words, effects=tuple(effects), places=(w.labels[h],))


def drop_odds(s: Position, step: Step[Position], seat: str, args: Ints) -> Odds | None:
    w = s.data
    u, h = args
    column = w.book.drop[column_there(s, u, h)]
    rows = []
    for result, words in (("safe", "lands safely"), ("step", "loses a step"), ("lost", "is eliminated")):
        sides = column.dice.count(result)
        if sides:
            rows.append(OddsRow(words, f"{sides}/6", sides / 6))
    return Odds(f"{w.unit_names[u]} on {w.labels[h]}, {column.name}", tuple(rows), rule="20.9")


DROP_SLOTS = (
    Slot("unit", UNITS, drop_unit_reasons, legal=drop_units, prompt="Which unit drops?"),
    Slot("hex", HEXES, drop_hex_reasons, legal=drop_hexes, prompt="On which hex?"),
)


def airborne_invader_reasons(s: Position, step: Step[Position], seat: str, args: Ints) -> Whys:
    """20.14: here airborne units alone are named as invading; the others are placed after the drop."""
    w = s.data
    u = args[0]
    if w.droppers >> u & 1:
        yield from why_not_landing_now(s, u, named=False)
    elif found := list(why_not_invading(s, u, named=False)):
        yield from found
    else:
        yield Why("20.9", lambda: f"{w.unit_names[u]} is placed after the drop.", (), (w.ids[u],))


def airborne_invaders(s: Position, step: Step[Position], seat: str, args: Ints) -> int:
    return invaders(s, named=False, among=s.data.droppers)


class Dropping(Draft[Position], frozen=True):
    """20.7, 20.9: drops come before all other movement. When an invasion may be declared, airborne units that come by
    sea are named here as well, before any die is rolled (20.14, ruling 114)."""

    rule: ClassVar[str] = "20.9"
    side: int
    verbs: ClassVar[tuple[Verb[Position, Dropping], ...]] = (
        Verb("drop", do_drop, DROP_SLOTS, "20.4", "Drop", reasons=why_no_drop, preview=preview_drop, odds=drop_odds),
        Verb(
            "invade",
            INVADE_PART.do,
            (
                Slot(
                    "unit",
                    UNITS,
                    airborne_invader_reasons,
                    legal=airborne_invaders,
                    prompt="Which airborne unit invades?",
                ),
                Slot("hex", HEXES, invade_hex_reasons, legal=invade_hexes, prompt="Which hex?"),
            ),
            "20.14",
            "Invade",
            reasons=INVADE_PART.reasons,
            preview=INVADE_PART.preview,
        ),
    )

    def seats(self, s: Position) -> tuple[str, ...]:
        return (SEATS[self.side],)

    def prompt(self, v: Position, seat: str) -> str:
        made = v.allied_drops if self.side == ALLIED else v.german_drops
        words = f"Drop paratroopers ({made} of {number_of(drops_allowed(v, self.side), 'drop')} made), or finish."
        return f"{words} Name airborne units that invade as well." if may_invade(v) else words

    def commit(self, s: Position, ev: Events | None) -> None:
        w = s.data
        units = dropping_now(s)
        if units:
            if self.side == ALLIED:
                s.allied_drops += 1
            else:
                s.german_drops += 1
        first = s.turn == w.turn_of[w.book.landing.first] and self.side == ALLIED
        s.then(*(DropRoll(u) for u in units))
        for u in units:
            land(s, u, ev)
        if not first:  # on the first turn the landing is not over (`Invading`, `Ashore`)
            for u in members(s.invaders):
                districts.invasion_declared(s, s.site, ev)
                entered(s, u, s.where[u], ev, INVADE)


class DropRoll(Chance[Position], frozen=True):
    """20.4: each unit rolls on the Paratrooper Drop Table."""

    rule: ClassVar[str] = "20.4"
    unit: int

    def chance(self, s: Position) -> Distribution:
        return Dice(1)

    def happen(self, s: Position, outcome: Outcome, ev: Events | None) -> None:
        w = s.data
        u, die = self.unit, int(outcome[0])
        h = s.where[u]
        column = w.book.drop[drop_column(s, u, h)]
        result = column.dice[die - 1]
        if ev is not None:
            words = {"safe": "lands safely", "step": "loses a step", "lost": "is eliminated"}[result]
            ev.add(
                Rolled(
                    rule="20.4",
                    dice=(die,),
                    label=f"{w.unit_names[u]} drops on {w.hex_name(h)}, {column.name}",
                    result=words,
                    places=(w.labels[h],),
                    pieces=(w.ids[u],),
                    shows=(exhibits.cell("drops", column.name, die),),
                )
            )
        if result == "step":
            lose_step(s, u, ev, "20.4", "drop", "in the drop")
        elif result == "lost":
            eliminate(s, u, ev, "20.4", "drop", "in the drop")
        last = not (s.stack and isinstance(s.stack[-1], DropRoll))
        if last and not (w.side[u] == ALLIED and s.turn == w.turn_of[w.book.landing.first]):
            for x in dropping_now(s):  # all roll together: what one lays bare does not worsen another's roll
                entered(s, x, s.where[x], ev, DROP)


class Drops(Auto[Position], frozen=True):
    """The start of a first move impulse: a drop is asked for if one can be made."""

    rule: ClassVar[str] = "20.7"
    side: int

    def run(self, s: Position, ev: Events | None) -> None:
        if next(why_no_drop(s, self, SEATS[self.side]), None) is None and ready_droppers(s):
            s.then(Dropping(self.side))
