"""6.2 and 8 Impulses: how one begins, its kinds, how it ends, and the Logistics roll."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

from grognard.games.springtime import advantage, combat, optional
from grognard.games.springtime.data import ALLIES, AXIS, GROUPS, KLEIST_GROUP, RESERVE, SIDE_NAMES
from grognard.games.springtime.events import DE_GAULLE, PLAY, may_play
from grognard.games.springtime.kleist import KleistOrNobody
from grognard.games.springtime.movement import ASSAULT, MOVE, REDEPLOY, REGROUP, can_move
from grognard.games.springtime.state import (
    NOBODY,
    Spring,
    active_side,
    bits,
    seat_of,
    side_of,
)
from grognard.games.springtime.supply import has_supply, mark_supply, supplied_areas
from grognard.kernel.chance import Dice, Distribution, Outcome
from grognard.kernel.contract import Args, Auto, Chance, Choice, Slot, Verb, Why, Whys
from grognard.kernel.events import Events, Headed, Rolled, Said

GROUP_NAMES = {
    "1": "French 1st Army Group",
    "2": "French 2nd Army Group",
    "3": "French 3rd Army Group",
    "4": "French 4th Army Group",
    "Be": "the Belgian Army",
    "N": "the Dutch Army",
    "A": "Army Group A",
    "B": "Army Group B",
    "C": "Army Group C",
    "K": "Army Group Kleist",
    "W": "the Italian Army Group West",
    "all": "every Army Group",
}
SIDE_GROUPS = ((0, 1, 2, 3, 4, 5), (6, 7, 8, 9, 10))


# ------------------------------------------------------------------------------------------- how it begins


class StartImpulse(Auto[Spring], frozen=True):
    rule = "6.2"

    def run(self, s: Spring, ev: Events | None) -> None:
        d = s.data
        side = active_side(s)
        s.came = [-1] * len(d.units)
        s.air_used = [0] * 4
        s.active = s.closed = 0
        s.everyone = s.plan_red = False
        s.dropped = -1
        first, second = d.side_mask
        mask = 0
        for p, here in enumerate(s.at):
            if here & first and here & second:
                mask |= 1 << p
        s.contested = mask
        if ev is not None:
            ev.add(Headed(words=f"Turn {s.turn}, impulse {s.impulse}: {SIDE_NAMES[side]}", level=3, rule="6.2"))
        s.then(PrepareImpulse())
        advantage.ask_about_paris(s)


class PrepareImpulse(Auto[Spring], frozen=True):
    rule = "6.2"

    def run(self, s: Spring, ev: Events | None) -> None:
        side = active_side(s)
        s.then(ChooseImpulse())
        if side == AXIS:
            if s.kleist_turn != s.turn:
                s.then(KleistOrNobody())
            if s.turn == 1 and s.scenario == "plan-yellow" and s.held_allies:
                s.then(EarlyEvent())  # 15.1


def _no_event(s: Spring, step: Any, seat: str, args: Args, ev: Events | None) -> None:
    """The marker is kept."""


KEEP = Verb("keep", _no_event, rule="6.1.1", label="Keep the marker")


class EarlyEvent(Choice[Spring], frozen=True):
    """15.1: on Turn 1 the Allies may play their marker at the start of the Axis impulse."""

    rule = "15.1"
    in_end_phase: ClassVar[bool] = False
    verbs = (PLAY, DE_GAULLE, KEEP)

    def seat(self, s: Spring) -> str:
        return seat_of(s, ALLIES)

    def prompt(self, v: Spring, seat: str) -> str:
        return "Play your Event marker before the Axis impulse, or keep it?"

    def obvious(self, s: Spring) -> tuple[str, Args] | None:
        return None if s.held_allies else ("keep", ())

    def standing(self, v: Spring, seat: str, order: str) -> str | None:
        return "keep" if order == "keep-marker" else None


# --------------------------------------------------------------------------------------- kinds of impulse


def group_whys(s: Spring, side: int, g: int) -> Whys:
    """Why an Army Group cannot be chosen for an Assault (8.1.1)."""
    d = s.data
    name = GROUP_NAMES[GROUPS[g]]
    units = [u for u in bits(d.group_mask[g]) if s.loc[u] < 36]
    if not units:
        yield Why("8.1.1", lambda: f"No unit of {name} is on the map.")
    elif units == [d.alp] and not s.italy and not _company_in_the_alps(s):
        yield Why("9.3.3", lambda: "The Army of the Alps may not move before Italy declares war.")
    if (s.last_axis if side else s.last_allies) >> g & 1:
        yield Why("8.1.1", lambda: f"{name[0].upper() + name[1:]} made the previous Assault.")
    if s.billotte and g == 0:
        yield Why("6.1.1", lambda: "Billotte is dead: French 1st Army Group makes no Assault this turn.")


def _company_in_the_alps(s: Spring) -> bool:
    """Whether an enemy, or a Reserve that would act with the Alp Army, is in its place (ruling 32)."""
    d = s.data
    return bool(s.at[s.loc[d.alp]] & (d.side_mask[AXIS] | d.group_mask[RESERVE]))


def is_surprise(s: Spring) -> bool:
    """15.3: the first impulse of the campaign."""
    return s.turn == 1 and s.impulse == 6 and s.scenario == "plan-yellow"


def may_activate_all(s: Spring) -> bool:
    """15.3, or the Plan Red event."""
    return s.plan_red or is_surprise(s)


def _groups(s: Spring, step: Any, seat: str, args: Args) -> Iterable[str]:
    names = [GROUPS[g] for g in SIDE_GROUPS[active_side(s)]]
    return [*names, "all"] if active_side(s) == AXIS else names


def _group_whys(s: Spring, step: Any, seat: str, args: Args) -> Whys:
    if args[0] == "all":
        if not may_activate_all(s):
            yield Why(
                "15.3", lambda: "Every Army Group is active only in Impulse 6 of Turn 1, or by the Plan Red event."
            )
        return
    yield from group_whys(s, active_side(s), GROUPS.index(args[0]))


def _fast_groups(s: Spring, step: Any, seat: str, args: Args) -> list[str]:
    d = s.data
    side = active_side(s)
    rested = ~(s.last_axis if side else s.last_allies)
    present = 0
    for here in s.at:
        present |= here
    out = []
    for g in SIDE_GROUPS[side]:
        if present & d.group_mask[g] and rested >> g & 1:
            if (g == 0 and s.billotte) or (g == 3 and next(group_whys(s, side, g), None) is not None):
                continue
            out.append(GROUPS[g])
    if side == AXIS and may_activate_all(s):
        out.append("all")
    return out


def _with_whys(s: Spring, step: Any, seat: str, args: Args) -> Whys:
    """8.1.1: only Kleist joins another group."""
    first, second = args
    if first == "all":
        yield Why("15.3", lambda: "Every Army Group is active already.")
    elif first == second:
        yield Why("8.1.1", lambda: "An Army Group is activated once.")
    elif active_side(s) == ALLIES:
        yield Why("8.1.1", lambda: "An Allied Assault activates a single Army Group.")
    elif second != "K":
        order = f"; name it second: assault {second} K" if first == "K" and second != "all" else ""
        yield Why("8.1.1", lambda: f"Only Army Group Kleist may join another{order}.")
    else:
        yield from group_whys(s, AXIS, KLEIST_GROUP)


def activate(s: Spring, groups: int, everyone: bool) -> int:
    """8.1.1: the units of these groups, and Reserves that have one of them in their Area (ruling 30). `everyone`
    says that the groups may not combine, so that the Reserves need tags (15.3)."""
    d = s.data
    units = 0
    for g in bits(groups):
        units |= d.group_mask[g]
    reserves = d.group_mask[RESERVE] & d.side_mask[active_side(s)]
    active = 0
    for here in s.at:
        core = here & units
        if core:
            active |= core | here & reserves
    if everyone:
        s.tag_reserve = _tags_at(s, d.second_army)
        s.tag_air = _tags_at(s, d.airlanding)
    return active


def _tags_at(s: Spring, u: int) -> int:
    d = s.data
    if s.loc[u] >= 36:
        return 0
    tags = 0
    for v in bits(s.at[s.loc[u]] & d.side_mask[AXIS]):
        if d.group[v] != RESERVE:
            tags |= 1 << d.group[v]
    return tags


def _do_assault(s: Spring, step: Any, seat: str, args: Args, ev: Events | None) -> None:
    side = active_side(s)
    everyone = args[0] == "all"
    if everyone:
        groups = sum(1 << g for g in SIDE_GROUPS[AXIS])
    else:
        groups = 1 << GROUPS.index(args[0])
        if len(args) > 1:
            groups |= 1 << KLEIST_GROUP
    s.everyone = everyone or is_surprise(s)
    s.active = activate(s, groups, s.everyone)
    remembered = 0 if everyone else groups  # ruling 28
    if side:
        s.last_axis = remembered
    else:
        s.last_allies = remembered
    if ev is not None:
        names = " and ".join(GROUP_NAMES[a] for a in args)
        ev.add(Said(words=f"Assault Impulse: {names}.", rule="15.3" if everyone else "8.1.1"))
    s.then(AssaultMoves(), EndImpulse())


def _forget(s: Spring) -> None:
    if active_side(s):
        s.last_axis = 0
    else:
        s.last_allies = 0


def _do_regroup(s: Spring, step: Any, seat: str, args: Args, ev: Events | None) -> None:
    d = s.data
    side = active_side(s)
    _forget(s)
    s.active = 0
    for here in s.at:
        s.active |= here & d.side_mask[side]
    if ev is not None:
        ev.add(Said(words="Regroup: all units may move one Area.", rule="8.1.2a"))
    s.then(RegroupMoves(), EndImpulse())


def redeployable(s: Spring, p: int) -> int:
    """8.1.2b: the units of the active side in this place that can trace supply now and have somewhere to go, as bits.

    The markers of the last impulse may be out of date (ruling 34).
    """
    areas = supplied_areas(s)
    mask = 0
    for u in bits(s.at[p] & s.data.side_mask[active_side(s)]):
        if has_supply(s, u, areas) and can_move(s, u, REDEPLOY):
            mask |= 1 << u
    return mask


def _area_values(s: Spring, step: Any, seat: str, args: Args) -> Iterable[str]:
    return s.data.place_ids[:36]


def _fast_redeploy(s: Spring, step: Any, seat: str, args: Args) -> list[str]:
    d = s.data
    own = d.side_mask[active_side(s)]
    areas = supplied_areas(s)
    out = []
    for p, here in enumerate(s.at):
        mask = here & own
        while mask:
            low = mask & -mask
            mask ^= low
            u = low.bit_length() - 1
            if has_supply(s, u, areas) and can_move(s, u, REDEPLOY):
                out.append(d.place_ids[p])
                break
    return out


def _redeploy_whys(s: Spring, step: Any, seat: str, args: Args) -> Whys:
    d = s.data
    p = d.place[args[0]]
    where = d.area_names[p]
    if not s.at[p] & d.side_mask[active_side(s)]:
        yield Why("8.1.2b", lambda: f"There is no unit of yours in {where}.", (args[0],))
    elif not redeployable(s, p):
        areas = supplied_areas(s)
        if any(has_supply(s, u, areas) for u in bits(s.at[p] & d.side_mask[active_side(s)])):
            yield Why("8.1.2b", lambda: f"No unit in {where} that is in supply has an Area to go to.", (args[0],))
        else:
            yield Why("8.1.2b", lambda: f"No unit in {where} is in supply.", (args[0],))


def _do_redeploy(s: Spring, step: Any, seat: str, args: Args, ev: Events | None) -> None:
    d = s.data
    p = d.place[args[0]]
    _forget(s)
    s.active = redeployable(s, p)
    if ev is not None:
        ev.add(Said(words=f"Redeploy from {d.area_names[p]} at double rate.", rule="8.1.2b", places=(args[0],)))
    s.then(RedeployMoves(p), EndImpulse())


def _do_pass(s: Spring, step: Any, seat: str, args: Args, ev: Events | None) -> None:
    _forget(s)
    if ev is not None:
        ev.add(Said(words=f"The {SIDE_NAMES[active_side(s)]} pass.", rule="8.1.3"))
    s.then(EndImpulse())


class ChooseImpulse(Choice[Spring], frozen=True):
    """8.1, after the event and the Advantage that may come before it."""

    rule = "8.1"
    in_end_phase: ClassVar[bool] = False
    verbs = (
        PLAY,
        DE_GAULLE,
        advantage.OPEN_CITY,
        advantage.EXTRA_EVENT,
        Verb(
            "assault",
            _do_assault,
            (
                Slot("group", "choice", _groups, _group_whys, _fast_groups, prompt="Which Army Group?"),
                Slot("partner", "choice", _groups, _with_whys, prompt="Kleist too?", optional=True),
            ),
            rule="8.1.1",
            label="Assault",
        ),
        Verb("regroup", _do_regroup, rule="8.1.2a", label="Regroup"),
        Verb(
            "redeploy",
            _do_redeploy,
            (
                Slot(
                    "area", "place", _area_values, _redeploy_whys, _fast_redeploy, prompt="Redeploy from which Area?"
                ),
            ),
            rule="8.1.2b",
            label="Redeploy",
        ),
        Verb("pass", _do_pass, rule="8.1.3", label="Pass"),
    )

    def seat(self, s: Spring) -> str:
        return seat_of(s, active_side(s))

    def prompt(self, v: Spring, seat: str) -> str:
        before = "play an event first, or " if may_play(v, side_of(v, seat)) else ""
        return f"Impulse {v.impulse}: {before}choose Assault, Regroup, Redeploy or Pass."


# ------------------------------------------------------------------------------------- moves and attacks


def _do_end(s: Spring, step: Any, seat: str, args: Args, ev: Events | None) -> None:
    """The active player has finished."""


def _end_whys(s: Spring, step: Any, seat: str) -> Whys:
    d = s.data
    for p in combat.owed_attacks(s):
        yield Why("10.1", lambda p=p: f"The units that entered {d.area_names[p]} must attack.", (d.place_ids[p],))  # type: ignore[misc]


END = Verb("end", _do_end, rule="8.0", label="End the impulse")


class _Moves(Choice[Spring], frozen=True):
    """It never ends by itself: what was done can be taken back until the player says so (8.2, ruling 36)."""

    mode: ClassVar[int]
    what: ClassVar[str]

    def seat(self, s: Spring) -> str:
        return seat_of(s, active_side(s))

    def prompt(self, v: Spring, seat: str) -> str:
        return f"{self.what}, or end the impulse."


class AssaultMoves(_Moves, frozen=True):
    """8.1.1, 9.1: active units move and attack in any order."""

    rule = "8.1.1"
    mode = ASSAULT
    what = "Move or attack with active units"
    verbs = (
        MOVE,
        combat.ATTACK,
        optional.DROP,
        advantage.OPEN_CITY,
        Verb("end", _do_end, rule="8.0", label="End the impulse", reasons=_end_whys),
    )

    def warnings(self, v: Spring, seat: str) -> Sequence[str]:
        return [f"{v.data.area_names[p]} must still be attacked (10.1)." for p in combat.owed_attacks(v)]


class RegroupMoves(_Moves, frozen=True):
    rule = "8.1.2a"
    mode = REGROUP
    what = "Move units one Area into Free Areas"
    verbs = (MOVE, advantage.OPEN_CITY, END)


class RedeployMoves(_Moves, frozen=True):
    rule = "8.1.2b"
    mode = REDEPLOY
    what = "Move the units of the Area at double rate"
    verbs = (MOVE, advantage.OPEN_CITY, END)
    place: int


# --------------------------------------------------------------------------------------------- how it ends


class EndImpulse(Auto[Spring], frozen=True):
    rule = "13.2"

    def run(self, s: Spring, ev: Events | None) -> None:
        s.active = 0
        mark_supply(s, ev)
        if active_side(s) == AXIS:
            s.then(Logistics())
        else:
            s.then(NextImpulse())


class Logistics(Chance[Spring], frozen=True):
    """6.2.1: a die below the impulse number ends the phase."""

    rule = "6.2.1"

    def chance(self, s: Spring) -> Distribution:
        return Dice(1)

    def happen(self, s: Spring, outcome: Outcome, ev: Events | None) -> None:
        die = int(outcome[0])
        goes_on = die >= s.impulse
        if ev is not None:
            ends = "the Maneuvers Phase goes on" if goes_on else "the Maneuvers Phase would end"
            ev.add(
                Rolled(
                    dice=(die,),
                    label="Logistics",
                    result=ends,
                    rule="6.2.1",
                    good=seat_of(s, AXIS),
                    bad=seat_of(s, ALLIES),
                )
            )
        if goes_on:
            s.then(NextImpulse())
        elif s.advantage != NOBODY and s.impulse < s.data.tracks.impulses:  # ruling 72
            s.then(SoldierOn(s.advantage))
        else:
            s.then(NextImpulse(True))


class SoldierOn(Choice[Spring], frozen=True):
    """11.1.4"""

    rule = "11.1.4"
    verbs = (advantage.SOLDIER_ON, advantage.LET_END)
    side: int

    def seat(self, s: Spring) -> str:
        return seat_of(s, self.side)

    def prompt(self, v: Spring, seat: str) -> str:
        return "The Logistics roll would end the Maneuvers Phase. Ignore it with the Advantage?"

    def go_on(self, s: Spring, ev: Events | None) -> None:
        s.then(NextImpulse())

    def end_phase(self, s: Spring, ev: Events | None) -> None:
        s.then(NextImpulse(True))

    def standing(self, v: Spring, seat: str, order: str) -> str | None:
        if order == "soldier-on":
            return "soldier-on"
        return "decline" if order == "save-advantage" else None


class NextImpulse(Auto[Spring], frozen=True):
    """The impulse is over: the Advantage shifts and the marker advances, or the phase ends (6.2)."""

    rule = "6.2"
    ends: bool = False

    def run(self, s: Spring, ev: Events | None) -> None:
        advantage.shift_advantage(s, ev)
        if self.ends or s.impulse >= s.data.tracks.impulses:
            if ev is not None:
                ev.add(Said(words="The Maneuvers Phase ends.", rule="6.2.1"))
            return
        s.impulse += 1
        s.then(StartImpulse())
