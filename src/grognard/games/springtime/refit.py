"""12 Refit and the end of the phase: replacements, surrender (13.2.4), empty Areas (13.2.5)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from grognard.games.springtime.data import ALLIES, AXIS, ELIMINATED, GONE, KLEIST_GROUP
from grognard.games.springtime.kleist import settle_kleist
from grognard.games.springtime.state import (
    KLEIST_LOST,
    KLEIST_WAITS,
    Spring,
    counted,
    gain_points,
    has_room,
    lose_unit,
    points,
    put,
    seat_of,
)
from grognard.games.springtime.supply import clear_pockets, has_supply, mark_supply, supplied_areas
from grognard.kernel.chance import Dice, Distribution, Outcome
from grognard.kernel.contract import Args, Auto, Chance, Choice, Slot, Verb, Why, Whys
from grognard.kernel.events import Events, Headed, Rolled, Said
from grognard.kernel.show import Modifier

STRENGTHS = ("reduced", "full")


class Refit(Auto[Spring], frozen=True):
    """6.3: the Allies, then the Axis; then surrenders and empty Areas."""

    rule = "6.3"

    def run(self, s: Spring, ev: Events | None) -> None:
        if ev is not None:
            ev.add(Headed(words=f"Turn {s.turn}, Refit Phase", level=2, rule="6.3"))
        mark_supply(s, ev)
        s.then(Spend(ALLIES), Spend(AXIS), CheckSurrender(), EmptyAreas())


# ------------------------------------------------------------------------------------------ 12.3.1 restoring


def restore_whys(s: Spring, side: int, u: int) -> Whys:
    d = s.data
    name = d.unit_names[u]
    piece = (d.unit_ids[u],)
    if d.side[u] != side:
        yield Why("12.3", lambda: f"{name} belongs to the enemy.")
    elif s.loc[u] >= 36:
        yield Why("12.3", lambda: f"{name} is not on the map; it can only be rebuilt.")
    elif s.strength[u] == 2:
        yield Why("12.3", lambda: f"{name} is at full strength.", (), piece)
    elif u == d.airlanding:
        yield Why("18.1.4", lambda: "The Airlanding Corps takes no replacements.", (), piece)
    elif s.oos[u]:
        yield Why("12.3.1", lambda: f"{name} is out of supply.", (), piece)
    elif d.unit_cost("restore", u) > points(s, side):
        yield Why(
            "12.3",
            lambda: f"{name} costs {counted(d.unit_cost('restore', u), 'point')}; you have {points(s, side)}.",
            (),
            piece,
        )


def _all_units(s: Spring, step: Any, seat: str, args: Args) -> Iterable[str]:
    return s.data.unit_ids


def _restore_whys(s: Spring, step: Any, seat: str, args: Args) -> Whys:
    yield from restore_whys(s, step.side, s.data.unit[args[0]])


def _pay(s: Spring, side: int, cost: int) -> None:
    gain_points(s, side, -cost)


def _do_restore(s: Spring, step: Any, seat: str, args: Args, ev: Events | None) -> None:
    d = s.data
    u = d.unit[args[0]]
    cost = d.unit_cost("restore", u)
    _pay(s, step.side, cost)
    s.strength[u] = 2
    if ev is not None:
        words = f"{d.unit_names[u]} is restored to full strength for {counted(cost, 'point')}."
        kind = "armored" if d.armored[u] else "infantry"
        ev.add(Said(words=words, rule="12.3", pieces=(args[0],), shows=(f"cost restore {kind}",)))
    s.then(Spend(step.side, True))


# ------------------------------------------------------------------------------------------------ rebuilding


def _rebuild_unit_whys(s: Spring, step: Any, seat: str, args: Args) -> Whys:
    d = s.data
    u = d.unit[args[0]]
    name = d.unit_names[u]
    cost = d.unit_cost("reduced", u)
    if d.side[u] != step.side:
        yield Why("12.3", lambda: f"{name} belongs to the enemy.")
    elif u == d.airlanding:
        yield Why("18.1.4", lambda: "The Airlanding Corps takes no replacements.")
    elif s.loc[u] == GONE:
        rule, words = _gone_for_good(s, u)
        yield Why(rule, lambda: f"{name} {words}.")
    elif s.loc[u] != ELIMINATED:
        yield Why("12.3", lambda: f"{name} is not among the eliminated units.")
    elif cost > points(s, step.side):
        yield Why("12.3", lambda: f"{name} costs at least {counted(cost, 'point')}; you have {points(s, step.side)}.")
    elif not rebuild_places(s, u):
        rule = "12.3.3" if step.side else "12.3.2"
        yield Why(rule, lambda: f"There is no Area where {name} could be rebuilt.")


def _gone_for_good(s: Spring, u: int) -> tuple[str, str]:
    """Why a unit lost for good cannot be rebuilt."""
    d = s.data
    if u in (d.belgian, d.dutch):
        return "12.3.2", "may never be rebuilt"
    if u == d.bef and s.spent >> d.event["operation-dynamo"] & 1:
        return "12.3.2", "left by Operation Dynamo and does not return"
    if s.scenario == "plan-red" and any(x.id == d.unit_ids[u] for x in d.scenarios["plan-red"].lost):
        return "19.1", "was lost for good before this scenario began"
    return "13.2.4", "has surrendered and is lost for good"


def _strengths(s: Spring, step: Any, seat: str, args: Args) -> Iterable[str]:
    return STRENGTHS


def _strength_whys(s: Spring, step: Any, seat: str, args: Args) -> Whys:
    cost = s.data.unit_cost(args[1], s.data.unit[args[0]])
    if cost > points(s, step.side):
        yield Why("12.3", lambda: f"That costs {counted(cost, 'point')}; you have {points(s, step.side)}.")


def rebuild_conditions(s: Spring, u: int, p: int) -> Iterable[tuple[str, str]]:
    """12.3.2, 12.3.3, 18.3 (ruling 77)"""
    d = s.data
    side = d.side[u]
    where, rule = d.area_names[p], "12.3.3" if side else "12.3.2"
    if s.control[p] != side:
        yield rule, f"The enemy controls {where}."
    elif s.at[p] & d.side_mask[1 - side]:
        yield rule, f"{where} is contested."
    elif not has_room(s, p, side):
        yield "7.1", f"{where} is full."
    elif u == d.italian:
        if p != d.italy:
            yield rule, "The Italian Army can only be rebuilt in Italy."
    elif p == d.italy:
        yield rule, "Only Italians may be rebuilt in Italy."
    elif u == d.bef and s.evacuated and not d.port[p]:
        yield "18.3", f"{where} has no evacuation port for the BEF's return."


def rebuild_places(s: Spring, u: int) -> list[int]:
    return [p for p in range(36) if not any(True for _ in rebuild_conditions(s, u, p))]


def _places(s: Spring, step: Any, seat: str, args: Args) -> Iterable[str]:
    return s.data.map_ids


def _place_whys(s: Spring, step: Any, seat: str, args: Args) -> Whys:
    for rule, words in rebuild_conditions(s, s.data.unit[args[0]], s.data.place[args[2]]):
        yield Why(rule, lambda words=words: words, (args[2],))  # type: ignore[misc]


def _do_rebuild(s: Spring, step: Any, seat: str, args: Args, ev: Events | None) -> None:
    d = s.data
    u, p = d.unit[args[0]], d.place[args[2]]
    cost = d.unit_cost(args[1], u)
    _pay(s, step.side, cost)
    put(s, u, p)
    s.strength[u] = 2 if args[1] == "full" else 1
    if u == d.bef:
        s.evacuated = False
    s.oos[u] = 0 if has_supply(s, u, supplied_areas(s)) else 1
    leader = d.leader_of[u]
    if d.group[u] == KLEIST_GROUP and s.kleist == KLEIST_LOST:
        s.kleist = KLEIST_WAITS  # ruling 6
        leader = d.kleist
    if ev is not None:
        words = f"{d.unit_names[u]} is rebuilt {args[1]} in {d.area_names[p]} for {counted(cost, 'point')}."
        shows = (f"cost {args[1]} {'armored' if d.armored[u] else 'infantry'}",)
        ev.add(Said(words=words, rule="12.3.3" if step.side else "12.3.2", places=(args[2],), shows=shows))
        if leader >= 0:
            when = " at his next placement" * (leader == d.kleist)
            ev.add(Said(words=f"Leader {d.leaders[leader].name} returns{when}.", rule="10.4.5"))
    s.then(Spend(step.side, True))


def _do_finish(s: Spring, step: Any, seat: str, args: Args, ev: Events | None) -> None:
    """No more points are spent."""


class Spend(Choice[Spring], frozen=True):
    """12.1, 12.3: one side spends Replacement Points. Who has spent some says himself when he has finished, so that
    he can take the last purchase back before the surrender dice (8.2)."""

    rule = "12.3"
    verbs = (
        Verb(
            "restore",
            _do_restore,
            (Slot("unit", "piece", _all_units, _restore_whys, prompt="Which unit to full strength?"),),
            rule="12.3",
            label="Restore",
        ),
        Verb(
            "rebuild",
            _do_rebuild,
            (
                Slot("unit", "piece", _all_units, _rebuild_unit_whys, prompt="Which eliminated unit?"),
                Slot("strength", "choice", _strengths, _strength_whys, prompt="Reduced or full?"),
                Slot("area", "place", _places, _place_whys, prompt="Where?"),
            ),
            rule="12.3",
            label="Rebuild",
        ),
        Verb("finish", _do_finish, rule="12.1", label="Finish the refit"),
    )
    side: int
    begun: bool = False

    def seat(self, s: Spring) -> str:
        return seat_of(s, self.side)

    def prompt(self, v: Spring, seat: str) -> str:
        return f"Spend Replacement Points ({points(v, self.side)} left), or finish."

    def obvious(self, s: Spring) -> tuple[str, Args] | None:
        n = points(s, self.side)
        if self.begun:
            return None
        if n:
            d = s.data
            for u in d.own[self.side]:
                if s.loc[u] < 36:
                    if s.strength[u] == 1 and next(restore_whys(s, self.side, u), None) is None:
                        return None
                elif s.loc[u] == ELIMINATED and d.unit_cost("reduced", u) <= n and rebuild_places(s, u):
                    return None
        return ("finish", ())


# ----------------------------------------------------------------------------------------- 13.2.4 surrender


class CheckSurrender(Auto[Spring], frozen=True):
    """Each unit that cannot trace supply rolls, Allied units first; `after` is the last that did. `kleist` is the
    place where Kleist was before the dice: a comrade who holds out there takes him over (10.4.5, ruling 6)."""

    rule = "13.2.4"
    after: int = -1
    kleist: int = -1

    def run(self, s: Spring, ev: Events | None) -> None:
        kleist = self.kleist
        if self.after < 0:
            mark_supply(s, ev)
            kleist = s.loc[s.kleist] if s.kleist >= 0 else -1
        for u in range(self.after + 1, len(s.loc)):
            if s.oos[u] and s.loc[u] < 36:
                s.then(SurrenderDie(u), CheckSurrender(u, kleist))
                return
        if kleist >= 0 and s.kleist == KLEIST_LOST:
            settle_kleist(s, kleist, ev)


def surrender_modifiers(s: Spring, u: int) -> list[Modifier]:
    """Of the OOS Surrender Table (ruling 84)."""
    d, t = s.data, s.data.surrender
    out = []
    if d.side[u] == ALLIES:
        if s.morale <= t.low_morale:
            out.append(Modifier(t.low_morale_drm, f"French Morale {t.low_morale} or less", "13.2.4"))
        if d.port[s.loc[u]]:
            out.append(Modifier(t.port_drm, "in an evacuation port", "13.2.4"))
    elif d.nation[u] == "german":
        out.append(Modifier(t.german_drm, "German unit", "13.2.4"))
    return out


class SurrenderDie(Chance[Spring], frozen=True):
    rule = "13.2.4"
    unit: int

    def chance(self, s: Spring) -> Distribution:
        return Dice(1)

    def happen(self, s: Spring, outcome: Outcome, ev: Events | None) -> None:
        d, t, u = s.data, s.data.surrender, self.unit
        die = int(outcome[0])
        modifiers = surrender_modifiers(s, u)
        total = die + sum(m.value for m in modifiers)
        gone = total >= t.surrender_at or (total >= t.reduced_at and s.strength[u] == 1)
        reduced = not gone and total >= t.reduced_at
        if ev is not None:
            result = "surrenders" if gone else "is reduced" if reduced else "holds out"
            state = "full" if s.strength[u] == 2 else "reduced"
            place = (d.place_ids[s.loc[u]],)
            row = min(max(total, t.reduced_at - 1), t.surrender_at)
            ev.add(
                Rolled(
                    dice=(die,),
                    label=f"Surrender of {d.unit_names[u]}",
                    modifiers=tuple(modifiers),
                    total=total,
                    result=result,
                    rule="13.2.4",
                    places=place,
                    shows=(f"surrender {row} {state}",),
                )
            )
        if gone:
            lose_unit(s, u, "surrenders", "13.2.4", ev, for_good=True)
        elif reduced:
            s.strength[u] = 1


class EmptyAreas(Auto[Spring], frozen=True):
    rule = "13.2.5"

    def run(self, s: Spring, ev: Events | None) -> None:
        clear_pockets(s, ev)
        mark_supply(s, ev)
