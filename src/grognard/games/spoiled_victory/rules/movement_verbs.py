# compiled as it stands
"""10.1 Unit Movement as it is offered: the reasons against a move, previews, odds, and the three verbs."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.games.spoiled_victory.data.world import EVACUEE, NATION_WORDS
from grognard.games.spoiled_victory.rules.combat import allied_attack_odds
from grognard.games.spoiled_victory.rules.domains import PIECES, PLACES, ours
from grognard.games.spoiled_victory.rules.movement import (
    ANY_DISTANCE,
    assaulters,
    best_way,
    can_stir,
    destinations,
    distance,
    do_free,
    do_move,
    do_sidestep,
    free_movers,
    free_way,
    ghq_company,
    group_members,
    group_way,
    in_open_group,
    movers,
    must_leave_first,
    price,
    reach,
    route,
    sidesteppers,
)
from grognard.games.spoiled_victory.rules.state import (
    SIDESTEP,
    TRUCK,
    State,
    agree,
    factor,
    facts,
    marsh,
    track_in,
    unit_is,
)
from grognard.kernel.rules import Ints, Slot, Step, Verb, Why, Whys
from grognard.kernel.show import Odds, Preview, Reason
from grognard.kernel.show.words import number_of


def against_stirring(s: State, unit: int, in_place: bool = False) -> Whys:
    """Why a unit cannot move voluntarily at all; `in_place`: an Engaged unit may be activated where it stands."""
    f = facts(s)
    d = s.data
    name, piece, place = d.unit_names[unit], (d.unit_ids[unit],), s.loc[unit]
    if place >= d.sea_to:
        yield Why("10.1", lambda: f"{name} {agree(d, unit, 'is', 'are')} not on the map.")
    elif place >= d.land:
        yield Why(
            "11.2", lambda: f"{name} are at sea, where only Evacuation Moves go on.", (d.place_ids[place],), piece
        )
    else:
        if s.suppressed >> unit & 1:
            words = agree(d, unit, "is Suppressed and does not move", "are Suppressed and do not move")
            yield Why("10.1.6", lambda: f"{name} {words}.", (), piece)
        if f.german_at >> place & 1:
            where = d.place_ids[place]
            if s.entered >> unit & 1:
                met = agree(d, unit, "has met the German and stops", "have met the German and stop")
                yield Why("10.1", lambda: f"{name} {met} in {where}.", (where,), piece)
            elif s.roused >> unit & 1:
                can = f"{name} can attack at the end of the phase already."
                yield Why("10.1.8", lambda: can, (where,), piece)
            elif not in_place:
                only = agree(d, unit, "is Engaged and only attacks", "are Engaged and only attack")
                yield Why("9.3.8", lambda: f"{name} {only}, in {where} (assault).", (where,), piece)
        urgent = must_leave_first(s)
        if urgent and not urgent >> unit & 1:
            first = d.unit_names[urgent.bit_length() - 1]
            yield Why("10.1.7", lambda: f"{first} must first leave the Belgian area.", (), piece)


def _against_mover(s: State, step: Step[State], seat: str, args: Ints) -> Whys:
    unit = args[0]
    stuck = False
    for why in against_stirring(s, unit):
        stuck = True
        yield why
    if not stuck and not destinations(s, unit):
        name = s.data.unit_names[unit]
        if not best_way(s) and not in_open_group(s, unit):
            yield Why("10.1", lambda: f"No Player Action is left to move {name}.", (), (s.data.pieces[args[0]],))
        else:
            yield from _against_standing_still(s, unit)


def _against_standing_still(s: State, unit: int) -> Whys:
    """Why there is no space at all for a unit that could move."""
    f = facts(s)
    d = s.data
    name, piece, beside = d.unit_names[unit], (d.unit_ids[unit],), d.near[s.loc[unit]]
    if s.astray >> unit & 1:
        yield Why("10.1.7", lambda: f"{name} can reach no space outside the Belgian area.", (), piece)
    elif d.nation[unit] == EVACUEE:
        yield Why("10.1.1", lambda: f"No space within reach of {name} has room for evacuees.", (), piece)
    else:  # a unit that no German has met always has the space ahead of it on its track
        names = tuple(d.place_list(beside & ~f.barred))
        yield Why("10.1.7", lambda: f"{name} may not enter {', '.join(names)}, in the Belgian area.", names, piece)
    if beside & f.barred:
        names_ = tuple(d.place_list(beside & f.barred))
        yield Why("10.1.4", lambda: f"Behind German units and garrisoned: {', '.join(names_)}.", names_, piece)


def against_reaching(s: State, unit: int, space: int, ways: Iterable[int]) -> Whys:
    """Why none of these ways brings a unit to a space."""
    f = facts(s)
    d = s.data
    name, where = d.unit_names[unit], d.place_ids[space]
    if space >= d.land:
        if d.nation[unit] == EVACUEE:
            goal = d.place_words[space]
            yield Why("11.2", lambda: f"Evacuees go to {goal} by Evacuation Moves, not by Unit Movement.", (where,))
        else:
            yield Why(
                "3.1-route", lambda: f"{d.place_names[space]} is at sea: only evacuee units go there.", (where,)
            )
    elif space == s.loc[unit]:
        yield Why("10.1", lambda: f"{name} {agree(d, unit, 'is', 'are')} in {where} already.", (where,))
    elif not any(reach(s, unit, way) >> space & 1 for way in ways if way):
        if f.barred >> space & 1:
            yield Why("10.1.4", lambda: f"{where} is behind a German unit and garrisoned.", (where,))
        elif not s.surrendered and d.barred_from_belgium >> unit & 1 and d.belgian_area >> space & 1:
            yield Why(
                "10.1.7",
                lambda: f"{where} is in the Belgian area, closed until the Belgian army surrenders.",
                (where,),
            )
        elif d.nation[unit] == EVACUEE and f.crowded >> space & 1:
            yield Why("10.1.1", lambda: f"{where} has no room for another evacuee unit.", (where,))
        else:
            far = max(distance(s, unit, way) for way in ways if way)
            words = "as far as the way is open" if far == ANY_DISTANCE else f"{far} space{'s' if far > 1 else ''}"
            yield Why("10.1", lambda: f"{name} can move {words} now, and {where} is out of reach.", (where,))


def _against_goal(s: State, step: Step[State], seat: str, args: Ints) -> Whys:
    unit = args[0]
    ways = [best_way(s)]
    if in_open_group(s, unit):
        ways.append(group_way(s))
    return against_reaching(s, unit, args[1], ways)


def _against_free(s: State, step: Step[State], seat: str, args: Ints) -> Whys:
    d = s.data
    unit = args[0]
    if not ghq_company(s) >> unit & 1:
        if s.loc[d.ghq] >= d.land:
            yield Why("10.1.5", lambda: "GHQ is no longer on the map.")
        elif s.ghq_moves >= factor(s, d.ghq):
            allowed = factor(s, d.ghq)
            made = "it is made" if allowed == 1 else "they are made"
            yield Why("10.1.5", lambda: f"GHQ allows {number_of(allowed, 'free move')} in a phase, and {made}.")
        elif unit == d.ghq:
            yield Why("10.1.5", lambda: "GHQ moves others free, not itself.")
        elif not d.british >> unit & 1:
            yield Why("10.1.5", lambda: f"{unit_is(s, unit)} not British.", (), (s.data.pieces[args[0]],))
        else:
            yield Why("10.1.5", lambda: f"{unit_is(s, unit)} not stacked with GHQ.", (), (s.data.pieces[args[0]],))
        return
    yield from _against_free_way(s, unit, free_way(s))


def _against_free_way(s: State, unit: int, how: int) -> Whys:
    """Why a unit that may move free cannot."""
    in_place = bool(assaulters(s) >> unit & 1)
    stuck = False
    for why in against_stirring(s, unit, in_place):
        stuck = True
        yield why
    if not stuck and not in_place and not reach(s, unit, how):
        yield from _against_standing_still(s, unit)


def free_goals(s: State, unit: int, how: int) -> int:
    """Where a free move may take a unit; an Engaged one stays and attacks (9.3.8, ruling 73)."""
    return 1 << s.loc[unit] if assaulters(s) >> unit & 1 else reach(s, unit, how)


def _against_free_goals(s: State, unit: int, space: int, how: int) -> Whys:
    if not assaulters(s) >> unit & 1:
        yield from against_reaching(s, unit, space, (how,))
    elif space != s.loc[unit]:
        d = s.data
        here = d.place_ids[s.loc[unit]]
        only = agree(d, unit, "is Engaged and only attacks", "are Engaged and only attack")
        yield Why("9.3.8", lambda: f"{d.unit_names[unit]} {only}: name {here}, where the German is.", (here,))


def _against_free_goal(s: State, step: Step[State], seat: str, args: Ints) -> Whys:
    return _against_free_goals(s, args[0], args[1], free_way(s))


def _against_sidestep(s: State, step: Step[State], seat: str, args: Ints) -> Whys:
    d = s.data
    unit = args[0]
    if not s.sidestep and s.group != SIDESTEP:
        yield Why("16.0", lambda: "Only the event Montgomery Sidesteps allows this, once.")
    elif not d.montgomery >> unit & 1:
        yield Why("16.0", lambda: f"{unit_is(s, unit)} not of the 3rd Division.", (), (s.data.pieces[args[0]],))
    elif s.group == SIDESTEP and not group_members(s) >> unit & 1:
        yield Why(
            "16.0",
            lambda: f"The event moves the units of one space, {d.place_ids[s.group_at]}.",
            (),
            (s.data.pieces[args[0]],),
        )
    else:
        yield from _against_free_way(s, unit, TRUCK)


def _against_sidestep_goal(s: State, step: Step[State], seat: str, args: Ints) -> Whys:
    return _against_free_goals(s, args[0], args[1], TRUCK)


# ------------------------------------------------------------------------------------ slots and verbs


def _only_urgent(s: State, units: int) -> int:
    return units & (must_leave_first(s) or units)


def _movers(s: State, step: Step[State], seat: str, args: Ints) -> int:
    return _only_urgent(s, movers(s, can_stir(s)))


def _goals(s: State, step: Step[State], seat: str, args: Ints) -> int:
    return destinations(s, args[0])


def _free(s: State, step: Step[State], seat: str, args: Ints) -> int:
    return _only_urgent(s, free_movers(s, can_stir(s))) if ghq_company(s) else 0


def _free_goals(s: State, step: Step[State], seat: str, args: Ints) -> int:
    return free_goals(s, args[0], free_way(s))


def _sidestep(s: State, step: Step[State], seat: str, args: Ints) -> int:
    return _only_urgent(s, sidesteppers(s, can_stir(s))) if s.sidestep or s.group == SIDESTEP else 0


def _sidestep_goals(s: State, step: Step[State], seat: str, args: Ints) -> int:
    return free_goals(s, args[0], TRUCK)


def _preview(s: State, unit: int, space: int, how: int, cost: str) -> Preview:
    f = facts(s)
    d = s.data
    name, where = d.unit_names[unit], d.place_ids[space]
    it = agree(d, unit, "It", "They")
    effects = []
    if f.german_at >> space & 1:
        german = d.germans[s.on_track[track_in(s, space)]].name
        must = "may" if s.engaged >> space & 1 else "must"
        effects.append(Reason("10.1.8", f"{it} {must} attack {german} at the end of the phase.", (where,)))
    if space == s.loc[unit]:
        stays = agree(d, unit, "stays", "stay")
        return Preview(f"{name} {stays} in {where} and can attack there.", (), cost, tuple(effects), (where,))
    path = tuple(d.place_ids[x] for x in route(s, unit, space))
    if marsh(s) >> space & 1:
        effects.append(Reason("10.1", f"{it} {agree(d, unit, 'stops', 'stop')} in the Marsh.", (where,)))
    goes = agree(d, unit, "goes", "go")
    return Preview(f"{name} {goes} to {where}.", path, cost, tuple(effects), path[-1:])


def _preview_move(s: State, step: Step[State], seat: str, args: Ints) -> Preview:
    d = s.data
    unit, space = args[0], args[1]
    how, cost = price(s, unit, space)
    words = (
        f"{cost} Player Action{'s' if cost > 1 else ''} ({'truck' if how == TRUCK else 'foot'})"
        if cost
        else "free, with its group"
    )
    if cost and in_open_group(s, unit):
        words += "; the group paid for foot already"
    elif cost and not s.data.evacuees >> unit & 1:
        words += f"; the other {NATION_WORDS[d.nation[unit]]} units there may go along"
    return _preview(s, unit, space, how, words)


def _preview_free(s: State, step: Step[State], seat: str, args: Ints) -> Preview:
    return _preview(s, args[0], args[1], TRUCK, "free")


def _move_odds(s: State, step: Step[State], seat: str, args: Ints) -> Odds | None:
    """A move into a German's space means an attack."""
    f = facts(s)
    if not f.german_at >> args[1] & 1:
        return None
    return allied_attack_odds(s, args[0], track_in(s, args[1]))


MOVE = Verb(
    "move",
    do_move,
    (
        Slot("unit", PIECES, ours(_against_mover, "10.1"), _movers, prompt="Which unit moves?"),
        Slot("space", PLACES, _against_goal, _goals, prompt="Where to?"),
    ),
    "10.1",
    "Move",
    preview=_preview_move,
    odds=_move_odds,
)
FREE = Verb(
    "free",
    do_free,
    (
        Slot("unit", PIECES, ours(_against_free, "10.1.5"), _free, prompt="Which unit moves free with GHQ?"),
        Slot("space", PLACES, _against_free_goal, _free_goals, prompt="Where to?"),
    ),
    "10.1.5",
    "Free move with GHQ",
    preview=_preview_free,
    odds=_move_odds,
)
SIDESTEP_VERB = Verb(
    "sidestep",
    do_sidestep,
    (
        Slot("unit", PIECES, ours(_against_sidestep, "16.0"), _sidestep, prompt="Which unit of the 3rd Division?"),
        Slot("space", PLACES, _against_sidestep_goal, _sidestep_goals, prompt="Where to?"),
    ),
    "16.0",
    "Montgomery sidesteps",
    preview=_preview_free,
    odds=_move_odds,
)
