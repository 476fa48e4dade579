# compiled as it stands
"""The state of a game: plain integers, by unit, by place and by leader."""

from __future__ import annotations

from grognard.games.springtime.data.world import (
    ALLIES,
    AXIS,
    ELIMINATED,
    GONE,
    KLEIST_GROUP,
    SIDE_NAMES,
    SIDES,
    World,
)
from grognard.games.springtime.rules.facts import Facts, build
from grognard.kernel.rules import Changed, Control, Events, Lost, Points, State

SEATS = ("allies", "axis")
"""The chairs, by the side that each commands unless bids have swapped them."""
NOBODY = 2
"""In `advantage`: used, and not yet passed on (11.2)."""
UNSEEN = -1
"""In a view: a marker is held, but this seat may not know which."""
KLEIST_WAITS = -1
KLEIST_LOST = -2
KLEIST_FREE = -3
"""He waits for his first placement and is bound to no Area, because the set-up was free (18.2)."""
NO_AIR = -1
REPULSE, STALEMATE, SUCCESS, OVERRUN = range(4)


class Spring(State[World, Facts], kw_only=True):
    # by unit
    loc: list[int]
    strength: list[int]
    """2 full, 1 reduced; meaningless off the map."""
    oos: list[int]
    """1 if marked Out of Supply (4.4.8)."""
    came: list[int]
    """In this impulse: -1 not moved, the place from which it entered its Area, or its own place if it fought."""
    # by place
    control: list[int]
    # by leader and by air marker
    flipped: list[int]
    air_strong: list[int]
    air_used: list[int]
    # tracks
    scenario: str
    turn: int
    impulse: int
    morale: int
    points_allies: int
    points_axis: int
    advantage: int
    used_by: int
    """Who used the Advantage in this impulse: a side, or NOBODY."""
    kleist: int = KLEIST_WAITS
    """The unit that he is with, or waiting, or lost (4.4.1)."""
    kleist_turn: int = 0
    """The turn for which he was placed."""
    open_city: bool = False
    confidence: bool = False
    italy: bool = False
    first_morale: int = 0
    """French Morale at the start of the Political Phase (ruling 23)."""
    # events: a marker's number plus one, 0 for none
    held_allies: int = 0
    held_axis: int = 0
    shown_axis: bool = False
    """The Axis took their marker openly (19.2)."""
    cup: int
    track: int = 0
    spent: int
    known_allies: int = 0
    """Markers which the Allies know that the Axis cannot hold; likewise below."""
    known_axis: int = 0
    draws_allies: int = 0
    draws_axis: int = 0
    played_allies: int = 0
    """The impulse in which an event was last played this turn, 0 for none."""
    played_axis: int = 0
    billotte: bool = False
    plan_red: bool = False
    # the impulse
    active: int = 0
    """Units that are active, as bits."""
    closed: int = 0
    """Areas attacked in this impulse, as bits."""
    contested: int = 0
    """Areas contested when the impulse began, as bits."""
    everyone: bool = False
    """Army Groups may not combine in an attack (15.3): every one is active, or could be in this impulse."""
    tag_reserve: int = 0
    tag_air: int = 0
    """The groups, as bits, for which the German 2nd Army and the Airlanding Corps count under 15.3."""
    last_allies: int = 0
    """Army Groups of the previous Assault of this phase, as bits (8.1.1)."""
    last_axis: int = 0
    dropped: int = -1
    """The place of this impulse's airdrop."""
    # the battle
    battle: int = -1
    attackers: int = 0
    lead: int = -1
    foe: int = -1
    air_attack: int = -1
    air_defend: int = -1
    roll: int = 0
    """The four dice of the battle as digits."""
    outcome: int = -1
    leaving: int = 0
    """Units that may still retreat, as bits."""
    # options and sides
    swap: int = 0
    """1 if bids have given each chair the other side."""
    bid_allies: int = -1
    """The bids, by chair, once revealed (17.1)."""
    bid_axis: int = -1
    airdrops: bool
    bef_returns: bool
    evacuated: bool = False
    """The BEF is in England after Operation Dynamo, and returns by a port (18.3)."""
    belgian_as_printed: bool
    one_marker: bool
    each_unit_cut: bool
    """Every unit out of supply counts in combat, not the Lead unit alone (ruling 60)."""
    maneuvers_only: bool
    """The French Morale Modifier Table counts in the Maneuvers Phase alone (ruling 87)."""
    winner: int = -1
    victory: str = ""


def facts(s: Spring) -> Facts:
    known = s.facts
    if known is None:
        known = s.facts = build(s.data, s.loc, s.control)
    return known


def counted(n: int, noun: str) -> str:
    """1 unit, 2 units"""
    return f"{n} {noun}" if n == 1 else f"{n} {noun}s"


def seat_of(s: Spring, side: int) -> str:
    return SEATS[side ^ s.swap]


def side_of(s: Spring, seat: str) -> int:
    """1.0: one chair commands the Axis, the other the Allies."""
    return SEATS.index(seat) ^ s.swap


def active_side(s: Spring) -> int:
    """6.2: odd impulses are Allied, even ones Axis."""
    return ALLIES if s.impulse % 2 else AXIS


def held(s: Spring, side: int) -> int:
    return s.held_axis if side else s.held_allies


def points(s: Spring, side: int) -> int:
    return s.points_axis if side else s.points_allies


def gain_points(s: Spring, side: int, n: int) -> None:
    """12.2: by an event, or less for what was bought."""
    if side:
        s.points_axis = min(s.points_axis + n, s.data.tracks.max_points)
    else:
        s.points_allies = min(s.points_allies + n, s.data.tracks.max_points)


def is_contested(s: Spring, p: int) -> bool:
    """7.3"""
    allies, axis = facts(s).present
    return bool(allies & axis & 1 << p)


def is_free(s: Spring, p: int, side: int) -> bool:
    """7.5: vacant and under friendly control."""
    known = facts(s)
    return bool(known.owned[side] & ~known.present[1 - side] & 1 << p)


def has_room(s: Spring, p: int, side: int) -> bool:
    """7.1, 14.2"""
    return not facts(s).full[side] >> p & 1


def leader_of(s: Spring, u: int) -> int:
    """The Leader with this unit, or -1: he goes where it goes (9.1.2). Kleist sits with one of his three (4.4.1)."""
    if s.data.group[u] == KLEIST_GROUP:
        return s.data.kleist if s.kleist == u else -1
    return s.data.leader_of[u]


def rating(s: Spring, leader: int) -> int:
    return s.data.rating[leader][s.flipped[leader]]


# ------------------------------------------------------------------------------------------------ changes


def put(s: Spring, u: int, p: int) -> None:
    """Take a unit to a place, on or off the map: the one door for `loc`."""
    old, known = s.loc[u], s.facts
    s.loc[u] = p
    if known is not None:
        d = s.data
        bit, side = 1 << u, d.side[u]
        known.on_map &= ~bit
        if old < 36:
            known.at[old] &= ~bit
            known.count(d, old, side)
        if p < 36:
            known.on_map |= bit
            known.at[p] |= bit
            known.count(d, p, side)


def change_morale(
    s: Spring, change: int, why: str, rule: str, ev: Events | None, shows: tuple[str, ...] = ()
) -> None:
    """4.4.9: every change is logged with its cause."""
    if change:
        s.morale += change
        if ev is not None:
            words = f"{why}: French Morale {change:+d}, now {s.morale}."
            ev.add(Points(what="French Morale", change=change, total=s.morale, words=words, rule=rule, shows=shows))


def table_morale(s: Spring, key: str, ev: Events | None) -> None:
    """10.4.6, 4.4.9: what the French Morale Modifier Table says."""
    if s.maneuvers_only and not in_maneuvers(s):
        return
    item = s.data.morale[key]
    change_morale(s, item.change, item.text, "4.4.9", ev, (f"morale {key}",))


def in_maneuvers(s: Spring) -> bool:
    """Whether the Maneuvers Phase has begun and is not over, by what is still to come."""
    to_come = {type(step).__name__ for step in s.stack}
    return "EndManeuvers" in to_come and "StartImpulse" not in to_come


def take_control(s: Spring, p: int, side: int, ev: Events | None, why: str = "", rule: str = "7.2") -> None:
    """7.2, with what it does to French Morale. `why` says how else than by being alone in the Area, by which rule."""
    d = s.data
    if s.control[p] == side or p == d.italy:
        return
    s.control[p] = side
    if s.facts is not None:
        s.facts.take(p, side)
    if ev is not None:
        words = f"{d.area_names[p]} {why}." if why else f"The {SIDE_NAMES[side]} take control of {d.area_names[p]}."
        place = d.place_ids[p]
        ev.add(Control(place=place, words=words, rule=rule, places=(place,), side=SIDES[side]))
    if p == d.paris:
        if side == ALLIES:
            table_morale(s, "paris-regained", ev)
        else:
            table_morale(s, "open-paris-falls" if s.open_city else "paris-falls", ev)
    elif d.zone_mask >> p & 1:
        table_morale(s, "zone-falls" if side == AXIS else "zone-regained", ev)
    elif d.german_mask >> p & 1:
        table_morale(s, "german-area-regained" if side == AXIS else "german-area-taken", ev)


def settle_control(s: Spring, p: int, ev: Events | None) -> None:
    """7.2, 4.4.2: give an Area to the side that is alone in it, because it stayed or because the enemy left (ruling
    26). Where both are, control stays as it is (7.3)."""
    allies, axis = (present >> p & 1 for present in facts(s).present)
    if allies != axis:
        take_control(s, p, AXIS if axis else ALLIES, ev)


def lose_unit(
    s: Spring, u: int, why: str, rule: str, ev: Events | None, for_good: bool = False, cause: str = "battle"
) -> None:
    """A unit is eliminated or surrenders, its Leader with it (10.4.5)."""
    d = s.data
    never = for_good or u in (d.belgian, d.dutch, d.airlanding)  # 12.3.2, 18.1.4
    p = s.loc[u]
    put(s, u, GONE if never else ELIMINATED)
    s.oos[u] = 0
    s.leaving &= ~(1 << u)
    if ev is not None:
        ev.add(
            Lost(
                piece=d.unit_ids[u],
                cause=cause,
                steps=s.strength[u],
                words=f"{d.unit_names[u]} {why}.",
                rule=rule,
                places=(d.place_ids[p],),
                pieces=(d.unit_ids[u],),
                side=SIDES[d.side[u]],
            )
        )
    if d.group[u] == KLEIST_GROUP and s.kleist == u:
        s.kleist = KLEIST_LOST  # a comrade in the Area may take him over, see kleist (ruling 6)
    elif leader_of(s, u) >= 0:
        leader_lost(s, leader_of(s, u), ev)
    table_morale(s, _loss_key(d, u), ev)
    if p != s.battle:  # a battle's Area waits for the retreats, see combat
        settle_control(s, p, ev)


def leader_lost(s: Spring, leader: int, ev: Events | None) -> None:
    """10.4.5: a Leader goes with the last unit of his command in the Area."""
    if ev is not None:
        name = s.data.leaders[leader].name
        ev.add(Changed(condition="leader lost", words=f"Leader {name} is lost with his unit.", rule="10.4.5"))


def _loss_key(d: World, u: int) -> str:
    if u == d.airlanding:
        return "airlanding-lost"
    nation = d.nation[u]
    if nation in ("german", "italian"):
        return "axis-unit-lost"
    return {"french": "french-unit-lost", "british": "bef-lost", "belgian": "belgian-lost"}.get(nation, "dutch-lost")


def lose_step(s: Spring, u: int, why: str, rule: str, ev: Events | None, cause: str = "battle") -> None:
    """10.4.4, 4.2: a full unit is reduced, a reduced one eliminated."""
    if s.strength[u] == 2:
        s.strength[u] = 1
        if ev is not None:
            d = s.data
            ev.add(
                Lost(
                    piece=d.unit_ids[u],
                    cause=cause,
                    left=1,
                    words=f"{d.unit_names[u]} is reduced {why}.",
                    rule=rule,
                    places=(d.place_ids[s.loc[u]],),
                    pieces=(d.unit_ids[u],),
                    side=SIDES[d.side[u]],
                )
            )
    else:
        lose_unit(s, u, f"is eliminated {why}", rule, ev, cause=cause)
