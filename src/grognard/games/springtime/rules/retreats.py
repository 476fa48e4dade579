# compiled as it stands
"""10.5 Retreats: one unit at a time, by the priorities, with their exceptions."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.games.springtime.data.world import ALLIES, DROPPED, SIDES, World
from grognard.games.springtime.rules.domains import AREAS, UNITS
from grognard.games.springtime.rules.kleist import settle_kleist
from grognard.games.springtime.rules.state import (
    STALEMATE,
    SUCCESS,
    Spring,
    active_side,
    facts,
    has_room,
    lose_unit,
    put,
    seat_of,
)
from grognard.kernel.rules import (
    Auto,
    Choice,
    Chose,
    Events,
    Ints,
    Retreated,
    Slot,
    Verb,
    Why,
    Whys,
    bits,
)

FULL = 3
"""Priority D (10.5.2)."""
NONE = 4


def retreat_class(s: Spring, q: int, side: int) -> int:
    """0 Free, 1 friendly contested, 2 enemy contested, 3 full, 4 none of these (10.5.2, ruling 64)."""
    known = facts(s)
    enemy = known.present[1 - side] >> q & 1
    if s.control[q] == side:
        kind = 1 if enemy else 0
    elif enemy and known.present[side] >> q & 1:
        kind = 2
    else:
        return NONE
    return kind if has_room(s, q, side) else FULL


def best_neighbours(s: Spring, u: int, p: int, used: int, home: int) -> tuple[int, list[int]]:
    """The best class among the neighbours of a place, and the places of it that tie (10.5.2); of these only those of
    `home`, if any is given: the others have their say in where the priorities lead (10.5.6, ruling 68)."""
    d = s.data
    side = d.side[u]
    found: dict[int, list[int]] = {}
    for q in d.near[p]:
        if not used >> q & 1 and (q != d.italy or u == d.italian):  # 14.3, ruling 69
            found.setdefault(retreat_class(s, q, side), []).append(q)
    found.pop(NONE, None)
    if not found:
        return NONE, []
    best = min(found)
    places = found[best]
    if best == 0:
        hostile = facts(s).owned[1 - side]
        enemies = {q: (d.near_mask[q] & hostile).bit_count() for q in places}
        fewest = min(enemies.values())
        places = [q for q in places if enemies[q] == fewest]
    if home and best < FULL:
        places = [q for q in places if home >> q & 1]
    return best, places


def _home(d: World, u: int) -> int:
    return d.belgium_mask if u == d.belgian else d.dutch_mask


def retreat_ways(s: Spring, u: int, forced: bool) -> dict[int, list[int]]:
    """Where a unit may retreat to, each with the way from the battle; empty if nowhere."""
    d = s.data
    p = s.loc[u]
    came = s.came[u]
    side = d.side[u]
    home = _home(d, u) if forced and u in (d.belgian, d.dutch) else 0  # 10.5.6
    used = 1 << p
    layer = [[p]]
    entered = 0 <= came < DROPPED and came != p  # which only an attacker can have
    if entered and not facts(s).present[1 - side] >> came & 1:  # 10.5, ruling 66
        if has_room(s, came, side):
            return {} if home and not home >> came & 1 else {came: [p, came]}
        used |= 1 << came
        layer = [[p, came]]
    found: dict[int, list[int]] = {}
    while layer:
        through: dict[int, list[int]] = {}
        ends = False
        for way in layer:
            best, places = best_neighbours(s, u, way[-1], used, home)
            ends = ends or best < FULL
            for q in places:
                (through if best == FULL else found).setdefault(q, [*way, q])
        if ends:
            break
        for q in through:
            used |= 1 << q
        layer = list(through.values())  # 10.5.1, ruling 63
    return found


def retreat_places(s: Spring, u: int, forced: bool) -> list[int]:
    """The places of `retreat_ways`, in the order of the map."""
    return sorted(retreat_ways(s, u, forced))


def is_stronghold(s: Spring) -> bool:
    """10.5.4: Allied defenders of the Maginot Line, and of Paris until it is open, need not retreat."""
    d = s.data
    p = s.battle
    return active_side(s) != ALLIES and (p in d.maginot or (p == d.paris and not s.open_city))


def after_combat(s: Spring) -> tuple[StartRetreat, ...]:
    """The retreats that the result asks for or allows, the defender's first (ruling 67)."""
    side = active_side(s)
    mandatory = not s.contested >> s.battle & 1
    if s.outcome >= SUCCESS:
        return (StartRetreat(1 - side, not is_stronghold(s)),)
    if s.outcome == STALEMATE:
        return StartRetreat(1 - side, False), StartRetreat(side, False)
    if mandatory:  # 10.1: a Repulse
        return StartRetreat(1 - side, False), StartRetreat(side, True)
    return (StartRetreat(1 - side, False),)


class StartRetreat(Auto[Spring], frozen=True):
    rule = "10.5"
    side: int
    forced: bool

    def run(self, s: Spring, ev: Events | None) -> None:
        here = facts(s).at[s.battle] & s.data.side_mask[self.side]
        if self.side == active_side(s):
            here &= s.attackers
        s.leaving = here
        if here:
            s.then(Retreat(self.side, self.forced))


def _legal_units(s: Spring, step: Retreat, seat: str, args: Ints) -> int:
    return sum(1 << u for u in bits(s.leaving) if retreat_ways(s, u, step.forced))


def _unit_whys(s: Spring, step: Retreat, seat: str, args: Ints) -> Whys:
    d = s.data
    [u] = args
    name, piece = d.unit_names[u], (d.unit_ids[u],)
    if d.side[u] != step.side:
        yield Why("10.5", lambda: f"{name} belongs to the enemy.")
    elif not s.leaving >> u & 1:
        yield Why("10.5", lambda: f"{name} takes no part in this retreat.", (), piece if s.loc[u] < 36 else ())
    elif not retreat_ways(s, u, step.forced):
        yield Why("10.5.6", lambda: f"{name} {_no_retreat_words(s, u)}.", (), piece)


def _no_retreat_words(s: Spring, u: int) -> str:
    """Why a unit that must retreat cannot."""
    d = s.data
    if u in (d.belgian, d.dutch) and retreat_places(s, u, False):
        return f"could only leave {'Belgium' if u == d.belgian else 'the Netherlands'}, and is eliminated instead"
    return "has nowhere to retreat to"


def _legal_places(s: Spring, step: Retreat, seat: str, args: Ints) -> int:
    return sum(1 << p for p in retreat_ways(s, args[0], step.forced))


def _place_whys(s: Spring, step: Retreat, seat: str, args: Ints) -> Whys:
    d = s.data
    u, q = args
    legal = retreat_places(s, u, step.forced)
    if q in legal:
        return
    where, place = d.area_names[q], (d.map_ids[q],)
    came = s.came[u]
    names = " or ".join(d.area_names[p] for p in legal)
    if q == s.loc[u]:
        yield Why("10.5", lambda: f"{d.unit_names[u]} is in {where}; a retreat leads out of it.", place)
    elif q == d.italy and u != d.italian:
        yield Why("14.3", lambda: "Only Italians may enter Italy.", place)
    elif legal == [came]:
        yield Why("10.5", lambda: f"An attacker goes back where it came from: {names}.", place)
    elif q not in d.edge_kind[s.loc[u]]:
        yield Why("10.5.2", lambda: f"{where} is not adjacent; {d.unit_names[u]} may retreat to {names}.", place)
    elif retreat_class(s, q, d.side[u]) == NONE:
        yield Why(
            "10.5.2",
            lambda: f"The enemy controls {where}, and you have no unit there: no retreat leads to it.",
            place,
        )
    elif retreat_class(s, q, d.side[u]) == FULL:
        yield Why("10.5.1", lambda: f"{where} is full.", place)
    elif step.forced and u in (d.belgian, d.dutch) and not _home(d, u) >> q & 1:
        yield Why("10.5.6", lambda: f"{d.unit_names[u]} does not retreat abroad while it can go to {names}.", place)
    else:
        yield Why("10.5.2", lambda: f"By the retreat priorities {d.unit_names[u]} goes to {names}.", place)


def _do_retreat(s: Spring, step: Retreat, seat: str, args: Ints, ev: Events | None) -> None:
    d = s.data
    u, q = args
    way = retreat_ways(s, u, step.forced)[q] if ev is not None else []
    put(s, u, q)
    s.leaving &= ~(1 << u)
    if s.attackers >> u & 1:
        s.came[u] = q  # it has fought and does nothing more in this impulse
    if ev is not None:
        by = f" by {', '.join(d.area_names[p] for p in way[1:-1])}" if len(way) > 2 else ""
        words = f"{d.unit_names[u]} retreats to {d.area_names[q]}{by}."
        path = tuple(d.place_ids[p] for p in way)
        side = SIDES[d.side[u]]
        ev.add(Retreated(piece=d.unit_ids[u], path=path, words=words, rule="10.5.1", places=path[-1:], side=side))
    if s.leaving:
        s.then(step)


def _do_stay(s: Spring, step: Retreat, seat: str, args: Ints, ev: Events | None) -> None:
    d = s.data
    if step.forced:  # 10.5.6: those that are left have nowhere to go
        kleist = s.kleist
        for u in bits(s.leaving):
            lose_unit(s, u, "cannot retreat and is eliminated", "10.5.6", ev)
        if s.kleist != kleist:
            settle_kleist(s, s.battle, ev)
    elif ev is not None and s.leaving:
        names = ", ".join(d.unit_names[u] for u in bits(s.leaving))
        held_on = step.side != active_side(s) and s.outcome >= SUCCESS
        words = f"{names}: no retreat" + (f" from {d.area_names[s.battle]}." if held_on else ".")
        stayed = tuple(d.unit_ids[u] for u in bits(s.leaving))
        rule = "10.5.4" if held_on else "10.5.3"
        ev.add(Chose(what="retreat", answer="none", words=words, rule=rule, pieces=stayed, side=SIDES[step.side]))
    s.leaving = 0


def _stay_whys(s: Spring, step: Retreat, seat: str) -> Whys:
    if not step.forced:
        return
    d = s.data
    for u in bits(s.leaving):
        if retreat_places(s, u, True):
            yield Why("10.5", lambda u=u: f"{d.unit_names[u]} must retreat.", (), (d.unit_ids[u],))  # type: ignore[misc]


class Retreat(Choice[Spring], frozen=True):
    rule = "10.5"
    verbs = (
        Verb(
            "retreat",
            _do_retreat,
            (
                Slot("unit", UNITS, _unit_whys, _legal_units, prompt="Which unit retreats?"),
                Slot("area", AREAS, _place_whys, _legal_places, prompt="To which Area?"),
            ),
            rule="10.5.1",
            label="Retreat",
        ),
        Verb("stay", _do_stay, rule="10.5.3", label="No further retreat", reasons=_stay_whys),
    )
    side: int
    forced: bool

    def seat(self, s: Spring) -> str:
        return seat_of(s, self.side)

    def prompt(self, v: Spring, seat: str) -> str:
        where = v.data.area_names[v.battle]
        if self.forced:
            return f"Your units in {where} must retreat."
        if v.outcome >= SUCCESS:
            return f"The attack succeeded, but your units need not leave {where} (10.5.4). Do any retreat?"
        return f"Do any of your units in {where} retreat?"

    def warnings(self, v: Spring, seat: str) -> Sequence[str]:
        """Who will be eliminated, and that the order may matter (10.5.1, 10.5.6)."""
        if not self.forced:
            return ()
        d = v.data
        trial = v.copy()
        doomed = [u for u in bits(v.leaving) if not retreat_places(v, u, True)]
        out = [f"{d.unit_names[u]} {_no_retreat_words(v, u)} (10.5.6)." for u in doomed]
        for u in bits(v.leaving):
            places = retreat_places(trial, u, True)
            if places:
                put(trial, u, places[0])
            elif u not in doomed:
                out.append("There may not be room for all: a unit that finds none is eliminated (10.5.1, 10.5.6).")
                break
        return out

    def obvious(self, s: Spring) -> tuple[str, Ints] | None:
        open_to = [(u, retreat_places(s, u, self.forced)) for u in bits(s.leaving)]
        some = [(u, places) for u, places in open_to if places]
        if not some:
            return ("stay", ())
        if self.forced and len(open_to) == 1 and len(some[0][1]) == 1:
            return ("retreat", (some[0][0], some[0][1][0]))
        return None

    def standing(self, v: Spring, seat: str, order: str) -> str | None:
        return "stay" if order == "stand-fast" and not self.forced else None
