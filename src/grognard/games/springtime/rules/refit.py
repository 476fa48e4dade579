# compiled as it stands
"""12 Refit and the end of the phase: replacements, surrender (13.2.4), empty Areas (13.2.5)."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.games.springtime.data.world import ALLIES, AXIS, ELIMINATED, GONE, KLEIST_GROUP, SIDES
from grognard.games.springtime.rules.domains import AREAS, STRENGTHS, UNITS
from grognard.games.springtime.rules.kleist import settle_kleist
from grognard.games.springtime.rules.state import (
    KLEIST_LOST,
    KLEIST_WAITS,
    Spring,
    counted,
    facts,
    gain_points,
    has_room,
    lose_step,
    lose_unit,
    points,
    put,
    seat_of,
)
from grognard.games.springtime.rules.supply import clear_pockets, has_supply, mark_supply
from grognard.kernel.rules import (
    Auto,
    Chance,
    Changed,
    Choice,
    Dice,
    Distribution,
    Events,
    Headed,
    Ints,
    Outcome,
    Placed,
    Rolled,
    Slot,
    Verb,
    Why,
    Whys,
    bits,
)
from grognard.kernel.show import Modifier, Preview


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
        rebuilt = "; it can only be rebuilt" * (s.loc[u] == ELIMINATED)
        yield Why("12.3", lambda: f"{name} is not on the map{rebuilt}.")
    elif s.strength[u] == 2:
        yield Why("12.3", lambda: f"{name} is at full strength.", (), piece)
    elif u == d.airlanding:
        yield Why("18.1.4", lambda: "The Airlanding Corps takes no replacements.", (), piece)
    elif s.oos[u]:  # 13.2.3
        yield Why("12.3.1", lambda: f"{name} is out of supply.", (), piece)
    elif d.unit_cost("restore", u) > points(s, side):
        yield Why(
            "12.3",
            lambda: f"{name} costs {counted(d.unit_cost('restore', u), 'point')}; you have {points(s, side)}.",
            (),
            piece,
        )


def _own(s: Spring, step: Spend, seat: str, args: Ints) -> int:
    return s.data.side_mask[step.side]


def _restore_whys(s: Spring, step: Spend, seat: str, args: Ints) -> Whys:
    yield from restore_whys(s, step.side, args[0])


def _pay(s: Spring, side: int, cost: int) -> None:
    gain_points(s, side, -cost)


def _do_restore(s: Spring, step: Spend, seat: str, args: Ints, ev: Events | None) -> None:
    d = s.data
    [u] = args
    cost = d.unit_cost("restore", u)
    _pay(s, step.side, cost)
    s.strength[u] = 2
    if ev is not None:
        words = f"{d.unit_names[u]} is restored to full strength for {counted(cost, 'point')}."
        kind = "armored" if d.armored[u] else "infantry"
        piece = d.unit_ids[u]
        ev.add(
            Placed(
                piece=piece,
                how="restored",
                words=words,
                rule="12.3",
                pieces=(piece,),
                shows=(f"cost restore {kind}",),
                side=SIDES[step.side],
            )
        )
    s.then(Spend(step.side, True))


# ------------------------------------------------------------------------------------------------ rebuilding


def _rebuild_unit_whys(s: Spring, step: Spend, seat: str, args: Ints) -> Whys:
    d = s.data
    [u] = args
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
    returned = u == d.bef and s.bef_returns  # 18.3
    if not returned and any(x.id == d.unit_ids[u] and x.how == "gone" for x in d.scenarios[s.scenario].lost):
        return "19.1", "was lost for good before this scenario began"
    return "13.2.4", "has surrendered and is lost for good"


def _strength_whys(s: Spring, step: Spend, seat: str, args: Ints) -> Whys:
    u, strength = args
    cost = s.data.unit_cost(s.data.strength_ids[strength], u)
    if cost > points(s, step.side):
        yield Why("12.3", lambda: f"That costs {counted(cost, 'point')}; you have {points(s, step.side)}.")


def rebuild_conditions(s: Spring, u: int, p: int) -> Iterable[tuple[str, str]]:
    """12.3.2, 12.3.3, 18.3 (ruling 77)"""
    d = s.data
    side = d.side[u]
    where, rule = d.area_names[p], "12.3.3" if side else "12.3.2"
    if s.control[p] != side:
        yield rule, f"The enemy controls {where}."
    elif facts(s).present[1 - side] >> p & 1:
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
    own = facts(s).owned[s.data.side[u]]
    return [p for p in bits(own) if not any(True for _ in rebuild_conditions(s, u, p))]


def _owned(s: Spring, step: Spend, seat: str, args: Ints) -> int:
    return facts(s).owned[step.side]


def _place_whys(s: Spring, step: Spend, seat: str, args: Ints) -> Whys:
    u, _, p = args
    for rule, words in rebuild_conditions(s, u, p):
        yield Why(rule, lambda words=words: words, (s.data.map_ids[p],))  # type: ignore[misc]


def _do_rebuild(s: Spring, step: Spend, seat: str, args: Ints, ev: Events | None) -> None:
    d = s.data
    u, strength, p = args
    how = d.strength_ids[strength]
    cost = d.unit_cost(how, u)
    _pay(s, step.side, cost)
    put(s, u, p)
    s.strength[u] = strength + 1
    if u == d.bef:
        s.evacuated = False
    s.oos[u] = 0 if has_supply(s, u) else 1
    leader = d.leader_of[u]
    if d.group[u] == KLEIST_GROUP and s.kleist == KLEIST_LOST:
        s.kleist = KLEIST_WAITS  # ruling 6
        leader = d.kleist
    if ev is not None:
        words = f"{d.unit_names[u]} is rebuilt {how} in {d.area_names[p]} for {counted(cost, 'point')}."
        shows = (f"cost {how} {'armored' if d.armored[u] else 'infantry'}",)
        ev.add(
            Placed(
                piece=d.unit_ids[u],
                how="rebuilt",
                words=words,
                rule="12.3.3" if step.side else "12.3.2",
                places=(d.map_ids[p],),
                pieces=(d.unit_ids[u],),
                shows=shows,
                side=SIDES[step.side],
            )
        )
        if leader >= 0:
            when = " at his next placement" * (leader == d.kleist)
            words = f"Leader {d.leaders[leader].name} returns{when}."
            ev.add(Changed(condition="leader back", words=words, rule="10.4.5"))
    s.then(Spend(step.side, True))


def _purchase(s: Spring, step: Spend, words: str, cost: int, place: str) -> Preview:
    left = counted(points(s, step.side) - cost, "Replacement Point")
    return Preview(text=f"{words} You have {left} left then.", cost=counted(cost, "point"), places=(place,))


def _restore_preview(s: Spring, step: Spend, seat: str, args: Ints) -> Preview:
    d, [u] = s.data, args
    words = f"{d.unit_names[u]} gets its lost step back."
    return _purchase(s, step, words, d.unit_cost("restore", u), d.map_ids[s.loc[u]])


def _rebuild_preview(s: Spring, step: Spend, seat: str, args: Ints) -> Preview:
    d, [u, strength, p] = s.data, args
    how = d.strength_ids[strength]
    words = f"{d.unit_names[u]} comes back, {how}, in {d.area_names[p]}."
    return _purchase(s, step, words, d.unit_cost(how, u), d.map_ids[p])


def _do_finish(s: Spring, step: Spend, seat: str, args: Ints, ev: Events | None) -> None:
    """No more points are spent."""


class Spend(Choice[Spring], frozen=True):
    """12.1, 12.3: one side spends Replacement Points. Who has spent some says himself when he has finished, so that
    he can take the last purchase back before the surrender dice (8.2)."""

    rule = "12.3"
    verbs = (
        Verb(
            "restore",
            _do_restore,
            (Slot("unit", UNITS, _restore_whys, among=_own, prompt="Which unit to full strength?"),),
            rule="12.3",
            label="Restore",
            preview=_restore_preview,
        ),
        Verb(
            "rebuild",
            _do_rebuild,
            (
                Slot("unit", UNITS, _rebuild_unit_whys, among=_own, prompt="Which eliminated unit?"),
                Slot("strength", STRENGTHS, _strength_whys, prompt="Reduced or full?"),
                Slot("area", AREAS, _place_whys, among=_owned, prompt="Where?"),
            ),
            rule="12.3",
            label="Rebuild",
            preview=_rebuild_preview,
        ),
        Verb("finish", _do_finish, rule="12.1", label="Finish the refit"),
    )
    side: int
    begun: bool = False

    def seat(self, s: Spring) -> str:
        return seat_of(s, self.side)

    def prompt(self, v: Spring, seat: str) -> str:
        return f"Spend Replacement Points ({points(v, self.side)} left), or finish."

    def obvious(self, s: Spring) -> tuple[str, Ints] | None:
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
            kleist = s.loc[s.kleist] if s.kleist >= 0 else kleist
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
            lose_unit(s, u, "surrenders", "13.2.4", ev, for_good=True, cause="supply")
        elif reduced:
            lose_step(s, u, "for want of supply", "13.2.4", ev, "supply")


class EmptyAreas(Auto[Spring], frozen=True):
    rule = "13.2.5"

    def run(self, s: Spring, ev: Events | None) -> None:
        clear_pockets(s, ev)
        mark_supply(s, ev)
