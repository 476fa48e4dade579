# compiled as it stands
"""11. Sea movement: passages between England, Africa and the ports of the continent, and evacuations.

England is joined to the harbours outside the Mediterranean, Africa to those in it, and both to each other. A unit
makes one passage an impulse (11.4A, ruling 82).
"""

from __future__ import annotations

from collections.abc import Iterator

from grognard.games.fortress_europa.data.world import ALLIED, FINE, FLOODED, GERMAN, ROUGH, SEATS, World
from grognard.games.fortress_europa.rules.combat.losses import leave_europe
from grognard.games.fortress_europa.rules.combat.nations import crowded
from grognard.games.fortress_europa.rules.domains import PLACES, UNITS
from grognard.games.fortress_europa.rules.movement.entering import SEA, entered
from grognard.games.fortress_europa.rules.movement.ground import allowance, halting, is_armored, open_ground
from grognard.games.fortress_europa.rules.movement.movement import why_held
from grognard.games.fortress_europa.rules.movement.outlook import plain_rules, with_movement
from grognard.games.fortress_europa.rules.standing import facts, put, survey, zone
from grognard.games.fortress_europa.rules.state import LOST, NOWHERE, Position, invasion_now
from grognard.games.fortress_europa.rules.supply.ports import (
    friendly_port,
    harbour_hexes,
    mulberry_works,
    passage_open,
    unblocked,
    why_not_landing,
    why_not_leaving,
)
from grognard.games.fortress_europa.rules.supply.supply import free_points, lands_in_supply
from grognard.kernel.rules import Events, Ints, Moved, Slot, Step, Verb, Why, Whys
from grognard.kernel.show import Preview, Reason
from grognard.maps import Mask, mask_of, members

__all__ = ["SAIL", "close_the_seas", "passage_open", "sea_limit", "why_not_sailing"]

# -------------------------------------------------------------------------------------- how many units


def ten_now(s: Position) -> bool:
    """11.6: the first Clear turn after an invasion, which is itself no invasion turn (ruling 84)."""
    return s.ten_waiting and s.weather == FINE and not invasion_now(s)


def sea_limit(s: Position) -> int:
    """How many passages the Allied player has this turn (11.5 to 11.7)."""
    w = s.data
    if ten_now(s):
        return w.book.sea.after_invasion
    return w.book.sea.after_bases if 0 < s.bases_turn < s.turn else w.book.sea.units


def close_the_seas(s: Position) -> None:
    """The end of the Allied player turn: the ten of 11.6 have had their turn."""
    if ten_now(s):
        s.ten_waiting = False


def no_sailing(s: Position, step: Step[Position], seat: str) -> Whys:
    yield from _no_sailing(s)


def may_sail(s: Position) -> bool:
    """Whether the sea is open to anybody."""
    return next(_no_sailing(s), None) is None


def _no_sailing(s: Position) -> Whys:
    """What closes the sea to everybody."""
    w = s.data
    if s.side != ALLIED:
        yield Why("11.2", lambda: "Only the Allied player moves by sea.")
        return
    if not w.sails[s.weather]:
        yield Why("11.9", lambda: "No unit moves by sea in a Storm.")
    if invasion_now(s):
        yield Why("12.3", lambda: "There is no sea movement on an invasion turn.")
    limit = sea_limit(s)
    if s.sea_used >= limit:
        rule = "11.6" if ten_now(s) else "11.7" if limit == w.book.sea.after_bases else "11.5"
        yield Why(rule, lambda: f"{limit} units have moved by sea this turn.")


# -------------------------------------------------------------------------------------------- harbours


def blocked_rule(s: Position, p: int) -> str:
    """Amsterdam has its own case, the other ports behind water share one (11.8, 11.4C, ruling 88)."""
    w = s.data
    return "11.8" if w.port_ids[p] == "amsterdam" else "11.4C"


def mulberry_in(s: Position, h: int) -> int:
    """The mulberry in a hex, or -1."""
    return s.mulberry_at.index(h) if h in s.mulberry_at else -1


def box_beside(s: Position, h: int) -> int:
    """The box to which a coast is joined: Africa in the Mediterranean, else England (11.4A, ruling 89)."""
    w = s.data
    return w.africa if w.from_africa >> h & 1 else w.england


def why_no_harbour(s: Position, h: int) -> Iterator[Why]:
    """What keeps units from landing in a hex by sea."""
    w = s.data
    name, label = w.hex_name(h), (w.labels[h],)
    m, p = mulberry_in(s, h), w.port_at.get(h)
    if m >= 0 and mulberry_works(s, m):
        return
    if m < 0 and p is None:
        yield Why("11.4A", lambda: f"{name} is neither a port nor a mulberry.", label)
    elif p is None:
        yield Why("11.8", lambda: f"The mulberry in {name} is in a German zone and no Allied unit is there.", label)
    elif not friendly_port(s, p):
        if s.allied >> h & 1:
            yield Why("11.8", lambda: f"{name} is in a German zone and no Allied unit is there.", label)
        else:
            yield Why("11.8", lambda: f"{name} is not an Allied port.", label)
    elif not passage_open(s, p):
        blockers = w.port_passage[p] & survey(s).occupied[GERMAN]
        where = tuple(w.labels[x] for x in members(blockers))
        words = f"German units in {' and '.join(where)} block the way to {name}."
        yield Why(blocked_rule(s, p), lambda: words, (*label, *where))
    elif s.ports_asleep >> p & 1:
        here = facts(s).at[h]
        rule = "21.4" if here & w.raiders and not here & w.droppers else "20.16"
        words = f"Airborne units or raiders took {name} this turn: others land there from the next turn on."
        yield Why(rule, lambda: words, label)


# ---------------------------------------------------------------------------------------- who may sail


def sea_allowance(s: Position, u: int) -> int:
    """How many hexes a unit may move by land in an impulse in which it sails (11.3, 5.6, 8.1, ruling 83)."""
    hexes = allowance(s, u)
    if hexes and not s.sailed >> u & 1:
        hexes = max(1, hexes // 2)
    return (hexes + 1) // 2 if s.slowed >> u & 1 else hexes


def evacuates(s: Position, u: int) -> bool:
    """11.4B: whether a unit would leave over the beach: it is in no harbour."""
    w = s.data
    h = s.where[u]
    return h < w.n and h not in w.port_at and mulberry_in(s, h) < 0 and not on_isle(s, h)


def on_isle(s: Position, h: int) -> bool:
    """31.5: Jersey is a port for leaving it; without the option it is water."""
    w = s.data
    return h == w.index[w.book.jersey.hex]


def why_no_departure(s: Position, u: int) -> Iterator[Why]:
    """What keeps a unit from sailing out of its hex."""
    w = s.data
    h = s.where[u]
    name, label, ids = w.unit_names[u], (w.labels[h],), (w.ids[u],)
    p = w.port_at.get(h)
    if p is not None:
        if not passage_open(s, p):
            yield Why(blocked_rule(s, p), lambda: f"German units block the way out of {w.hex_name(h)}.", label, ids)
    elif mulberry_in(s, h) >= 0 or on_isle(s, h):
        pass
    elif not s.friendly_beaches >> h & 1:
        yield Why("11.4B", lambda: f"{name} is in no port and on no beach of an invasion.", label, ids)
    elif s.evacuated >= w.book.sea.evacuated:
        yield Why("11.4B", lambda: f"{s.evacuated} units have been evacuated this turn.", label, ids)
    yield from why_not_leaving(s, u, by_sea=True)


def why_not_sailing(s: Position, u: int) -> Iterator[Why]:
    """What keeps a unit from moving by sea in this impulse, apart from where it could go (11.1, 11.3)."""
    w = s.data
    name, ids, bit = w.unit_names[u], (w.ids[u],), 1 << u
    h = s.where[u]
    if w.side[u] != ALLIED:
        yield Why("11.2", lambda: f"{name} is German.", (), ids)
        return
    if h >= w.n and h not in (w.england, w.africa):
        yield Why("11.4", lambda: f"{name} is neither on the map nor in England or Africa.", (), ids)
        return
    yield from why_held(s, u)
    if s.sailed & bit:
        yield Why("11.4A", lambda: f"{name} has made its passage of this impulse.", (), ids)
    if h >= w.n:
        return
    if driven_from_flood(s, w.bit[h]) & bit:
        yield Why("8.2", lambda: f"{name} was forced out of a flooded area that it had entered this turn.", (), ids)
    if s.moved & bit:
        yield from why_stopped(s, u)
    if s.spent[u] > sea_allowance(s, u):
        yield Why("11.3", lambda: f"{name} has moved more than half of its allowance by land.", (), ids)
    yield from why_no_departure(s, u)


def driven_from_flood(s: Position, hexes: Mask) -> int:
    """8.2, 11.1: who entered a flooded area in the first impulse leaves it by sea, but if he stands in one of these
    hexes outside by now, he was forced out, and does not move in the second."""
    w = s.data
    return 0 if s.impulse == 1 or hexes & w.ground[FLOODED] else s.mired


def why_stopped(s: Position, u: int) -> Iterator[Why]:
    """A unit that has come to where it must stop does not go on by sea; out of floods it does (8.2)."""
    w = s.data
    h = s.where[u]
    name, label, ids = w.unit_names[u], (w.labels[h],), (w.ids[u],)
    if survey(s).zones[GERMAN] >> h & 1:
        yield Why("7.2", lambda: f"{name} has stopped in an enemy zone.", label, ids)
    elif must_halt(s, u, h):
        rule = "8.4" if w.mountain_units >> u & 1 else "8.3"
        yield Why(rule, lambda: f"{name} has stopped in the mountains.", label, ids)
    elif s.stopped >> u & 1:
        yield Why("17.10.4", lambda: f"{name} has stopped at a river without bridges.", label, ids)


def must_halt(s: Position, u: int, h: int) -> bool:
    """Whether the ground of a hex ends the move of a unit that comes from or to the sea there: not a flood (8.2)."""
    w = s.data
    return bool(halting(s, u) >> h & 1) and w.terrain[h] != FLOODED


# ------------------------------------------------------------------------------------------- the slots


def why_not_there(s: Position, u: int, goal: int) -> Iterator[Why]:
    """What keeps a unit that can sail from landing in a harbour to which its box is joined."""
    w = s.data
    name, label = w.unit_names[u], (w.labels[goal],)
    yield from why_no_harbour(s, goal)
    if not open_ground(s, u) >> goal & 1:
        rule = "15.10" if s.expelled >> u & 1 else "5.5"
        yield Why(rule, lambda: f"{name} may not go to {w.hex_name(goal)}.", label)
    if crowded(s, u) >> goal & 1:
        words = f"In {w.hex_name(goal)} {name} could attack only what another nationality attacks."
        yield Why("14.11", lambda: words, label)
    yield from why_not_landing(s, u)
    if after_second(s) and not lands_in_supply(s, u, goal, free_points(s)):
        yield Why("18.7.13", lambda: f"{name} would not be in supply in {w.hex_name(goal)} as it lands.", label)


def after_second(s: Position) -> bool:
    """18.7.13: from the turn after the second invasion on."""
    return 0 < s.second_turn < s.turn


def sail_places(s: Position, u: int) -> int:
    """Where a unit can go by sea: `why_not_there` of all places as sets."""
    w, h = s.data, s.where[u]
    if h < w.n:
        return 1 << box_beside(s, h)
    others = w.boxes_mask & ~(1 << h)
    coast = w.from_africa if h == w.africa else ~w.from_africa
    harbours = harbour_hexes(s) & coast & open_ground(s, u) & ~crowded(s, u)
    if next(why_not_landing(s, u), None) is not None:
        harbours = 0
    elif after_second(s):
        free = free_points(s)
        harbours = mask_of(h for h in members(harbours) if lands_in_supply(s, u, h, free))
    return others | harbours


def sail_unit_reasons(s: Position, step: Step[Position], seat: str, args: Ints) -> Iterator[Why]:
    yield from why_not_sailing(s, args[0])


def sail_units(s: Position, step: Step[Position], seat: str, args: Ints) -> int:
    return sailors_among(s, -1)


def sailors_among(s: Position, units: int) -> int:
    """Those of some units that can go by sea."""
    w, f = s.data, facts(s)
    at, held = f.at, f.occupied[ALLIED]
    isle = w.bit[w.index[w.book.jersey.hex]]  # 31.5
    harbours = isle | mask_of([h for h in s.mulberry_at if h not in (NOWHERE, LOST)])
    boxed, found, ask, spent = (at[w.england] | at[w.africa]) & units, 0, 0, s.spent
    if plain_rules(s):
        able = with_movement(s) & ~(s.stuck | s.landed | s.pinned | s.sailed) & w.side_mask[ALLIED] & units
        found = boxed & able
    else:
        able, ask = units, boxed
    shores = (harbours | w.port_hexes | s.friendly_beaches) & held
    # Nothing speaks against who has not moved yet, in a harbour that is open and in no German zone.
    calm = unblocked(s, harbours | w.port_hexes & held) & ~zone(s, GERMAN) if plain_rules(s) else 0
    for h in members(shores):
        here = at[h] & able & ~driven_from_flood(s, w.bit[h])
        if here and calm & w.bit[h]:
            still = mask_of([u for u in members(here & ~s.moved) if not spent[u]])
            found |= still
            here ^= still
        ask |= here
    for u in members(ask) if ask else ():
        if next(why_not_sailing(s, u), None) is None:
            found |= 1 << u
    return found


def sail_place_reasons(s: Position, step: Step[Position], seat: str, args: Ints) -> Iterator[Why]:
    w = s.data
    u, goal = args
    h = s.where[u]
    name = w.unit_names[u]
    if goal == h:
        yield Why("11.4A", lambda: f"{name} is there already.")
    elif h < w.n:
        if goal != box_beside(s, h):
            box = w.spots[box_beside(s, h)].title()
            yield Why("11.4A", lambda: f"From {w.hex_name(h)} the way leads to {box}.", (w.spots[goal],))
    elif goal < w.n:
        if mulberry_in(s, goal) < 0 and goal not in w.port_at:
            yield from why_no_harbour(s, goal)
        elif box_beside(s, goal) != h:
            yield Why(
                "11.4A", lambda: f"{w.hex_name(goal)} cannot be reached from {w.spots[h].title()}.", (w.spots[goal],)
            )
        else:
            yield from why_not_there(s, u, goal)


def sail_hexes(s: Position, step: Step[Position], seat: str, args: Ints) -> int:
    return sail_places(s, args[0])


# -------------------------------------------------------------------------------------------- sailing


def do_sail(s: Position, step: Step[Position], seat: str, args: Ints, ev: Events | None) -> None:
    w = s.data
    u, goal = args
    bit, start = 1 << u, s.where[u]
    s.then(step)
    s.sea_used += 1
    left_over_beach = evacuates(s, u)
    if left_over_beach:
        s.evacuated += 1
    put(s, u, goal)
    s.sailed |= bit
    if goal >= w.n:
        leave_europe(s, u)
    if ev is not None:
        how = "is evacuated" if left_over_beach else "sails"
        ends = (w.spots[start], w.spots[goal])
        words = f"{w.unit_names[u]} {how} from {place_name(w, start)} to {place_name(w, goal)}."
        rule = "11.4B" if left_over_beach else "11.4A"
        pieces, side = (w.ids[u],), SEATS[w.side[u]]
        ev.add(
            Moved(piece=w.ids[u], path=ends, words=words, how="sea", rule=rule, places=ends, pieces=pieces, side=side)
        )
    if goal < w.n:
        land(s, u, goal, ev)


def land(s: Position, u: int, h: int, ev: Events | None) -> None:
    """The landing hex costs nothing (11.3), but enemy zones, mountains and rough ground work as on land (11.8, 8.1,
    8.3); floods do not (8.2)."""
    w = s.data
    bit = 1 << u
    entered(s, u, h, ev, SEA)
    if w.terrain[h] == ROUGH and is_armored(s, u):
        s.slowed |= bit
    stops = survey(s).zones[GERMAN] >> h & 1 or must_halt(s, u, h) or s.mired >> u & 1
    if stops or s.spent[u] >= sea_allowance(s, u):
        s.moved |= bit
    else:
        s.moved &= ~bit


def place_name(w: World, h: int) -> str:
    return w.hex_name(h) if h < w.n else w.spots[h].title()


def preview_sail(s: Position, step: Step[Position], seat: str, args: Ints) -> Preview:
    w = s.data
    u, goal = args
    effects = []
    if survey(s).zones[GERMAN] >> goal & 1:
        effects.append(Reason("11.8", f"{w.hex_name(goal)} is in a German zone: the unit stops there."))
    if evacuates(s, u):
        effects.append(Reason("11.4B", f"Evacuation {s.evacuated + 1} of {w.book.sea.evacuated} this turn."))
    ends = (w.spots[s.where[u]], w.spots[goal])
    cost = f"passage {s.sea_used + 1} of {sea_limit(s)}"
    return Preview(f"{w.unit_names[u]} goes by sea to {place_name(w, goal)}.", ends, cost, tuple(effects), (ends[1],))


SAIL = Verb(
    "sail",
    do_sail,
    (
        Slot("unit", UNITS, sail_unit_reasons, legal=sail_units, prompt="Move which unit by sea?"),
        Slot("place", PLACES, sail_place_reasons, legal=sail_hexes, prompt="To which harbor?"),
    ),
    "11.1",
    "Move by sea",
    reasons=no_sailing,
    may=lambda s, step, seat: may_sail(s),
    preview=preview_sail,
)
