# compiled as it stands
"""6.2 and 8 Impulses: how one begins, its kinds, how it ends, and the Logistics roll."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.games.springtime.data.world import (
    ALLIES,
    AXIS,
    EVERY_GROUP,
    GROUPS,
    KLEIST_GROUP,
    RESERVE,
    SIDE_NAMES,
    SIDES,
)
from grognard.games.springtime.rules import advantage, combat, optional, wasted
from grognard.games.springtime.rules.domains import AREAS, ARMY_GROUPS
from grognard.games.springtime.rules.events import DE_GAULLE, PLAY, TimeForEvents, may_play
from grognard.games.springtime.rules.kleist import KleistOrNobody
from grognard.games.springtime.rules.movement import (
    ALPS_WAIT,
    ASSAULT,
    MOVE,
    REDEPLOY,
    REGROUP,
    Moving,
    can_move,
    entries,
    is_frozen,
)
from grognard.games.springtime.rules.state import NOBODY, Spring, active_side, facts, held, seat_of, side_of
from grognard.games.springtime.rules.supply import has_supply, mark_supply, supplied_areas
from grognard.kernel.rules import (
    Auto,
    Chance,
    Choice,
    Chose,
    Dice,
    Distribution,
    Events,
    Headed,
    Ints,
    Outcome,
    Rolled,
    Said,
    Slot,
    Verb,
    Why,
    Whys,
    bits,
)
from grognard.kernel.show import Preview
from grognard.kernel.show.words import sentence

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
FIRST, FOURTH = 0, 3
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
        allies, axis = facts(s).present
        s.contested = allies & axis
        if ev is not None:
            ev.add(
                Headed(
                    words=f"Turn {s.turn}, impulse {s.impulse}: {SIDE_NAMES[side]}",
                    level=3,
                    rule="6.2",
                    side=SIDES[side],
                )
            )
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


def _no_event(s: Spring, step: EarlyEvent, seat: str, args: Ints, ev: Events | None) -> None:
    """The marker is kept."""


KEEP = Verb("keep", _no_event, rule="6.1.1", label="Keep the marker")


class EarlyEvent(TimeForEvents, frozen=True):
    """15.1: on Turn 1 the Allies may play their marker at the start of the Axis impulse."""

    rule = "15.1"
    verbs = (PLAY, DE_GAULLE, KEEP)

    def seat(self, s: Spring) -> str:
        return seat_of(s, ALLIES)

    def prompt(self, v: Spring, seat: str) -> str:
        marker = held(v, ALLIES)
        if marker > 0 and not may_play(v, ALLIES):
            return f"{v.data.events[marker - 1].name} cannot be played now: keep your Event marker."
        return "Play your Event marker before the Axis impulse, or keep it?"

    def obvious(self, s: Spring) -> tuple[str, Ints] | None:
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
        yield Why("9.3.3", lambda: ALPS_WAIT)
    if (s.last_axis if side else s.last_allies) >> g & 1:
        yield Why("8.1.1", lambda: f"{name[0].upper() + name[1:]} made the previous Assault.")
    if s.billotte and g == FIRST:
        yield Why("6.1.1", lambda: "Billotte is dead: French 1st Army Group makes no Assault this turn.")


def _company_in_the_alps(s: Spring) -> bool:
    """Whether an enemy, or a Reserve that would act with the Alp Army, is in its place (ruling 32)."""
    d = s.data
    return bool(facts(s).at[s.loc[d.alp]] & (d.side_mask[AXIS] | d.group_mask[RESERVE]))


def is_surprise(s: Spring) -> bool:
    """15.3: the first impulse of the campaign."""
    return s.turn == 1 and s.impulse == 6 and s.scenario == "plan-yellow"


def may_activate_all(s: Spring) -> bool:
    """15.3, or the Plan Red event."""
    return s.plan_red or is_surprise(s)


def _group_whys(s: Spring, step: ChooseImpulse, seat: str, args: Ints) -> Whys:
    side = active_side(s)
    [g] = args
    if g == EVERY_GROUP and side == AXIS:
        if not may_activate_all(s):
            yield Why(
                "15.3", lambda: "Every Army Group is active only in Impulse 6 of Turn 1, or by the Plan Red event."
            )
    elif g not in SIDE_GROUPS[side]:
        yield Why("8.1.1", lambda: f"The {SIDE_NAMES[side]} have no Army Group “{s.data.group_ids[g]}” to activate.")
    else:
        yield from group_whys(s, side, g)


def _legal_groups(s: Spring, step: ChooseImpulse, seat: str, args: Ints) -> int:
    d = s.data
    side = active_side(s)
    on_map = facts(s).on_map
    found = 0
    for g in SIDE_GROUPS[side]:
        if on_map & d.group_mask[g]:
            found |= 1 << g
    found &= ~(s.last_axis if side else s.last_allies)
    if s.billotte:
        found &= ~(1 << FIRST)
    if on_map & d.group_mask[FOURTH] == 1 << d.alp and not s.italy and not _company_in_the_alps(s):
        found &= ~(1 << FOURTH)  # 9.3.3
    return found | 1 << EVERY_GROUP if side == AXIS and may_activate_all(s) else found


def _partners(s: Spring, step: ChooseImpulse, seat: str, args: Ints) -> int:
    return 1 << KLEIST_GROUP


def _with_whys(s: Spring, step: ChooseImpulse, seat: str, args: Ints) -> Whys:
    """8.1.1: only Kleist joins another group."""
    first, second = args
    if first == EVERY_GROUP:
        yield Why("15.3", lambda: "Every Army Group is active already.")
    elif first == second:
        yield Why("8.1.1", lambda: "An Army Group is activated once.")
    elif active_side(s) == ALLIES:
        yield Why("8.1.1", lambda: "An Allied Assault activates a single Army Group.")
    elif second != KLEIST_GROUP:
        swap = first == KLEIST_GROUP and second in SIDE_GROUPS[AXIS]
        order = f"; name it second: assault {GROUPS[second]} K" if swap else ""
        yield Why("8.1.1", lambda: f"Only Army Group Kleist may join another{order}.")
    else:
        yield from group_whys(s, AXIS, KLEIST_GROUP)


def activate(s: Spring, groups: int, everyone: bool) -> int:
    """8.1.1, 4.3.3: the units of these groups, and Reserves that have one of them in their Area (ruling 30), the
    Airlanding Corps among them (18.1.2). `everyone` says that the groups may not combine, so that the Reserves need
    tags (15.3)."""
    d = s.data
    units = 0
    for g in bits(groups):
        units |= d.group_mask[g]
    reserves = d.group_mask[RESERVE] & d.side_mask[active_side(s)]
    active = 0
    for here in facts(s).at:
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
    for v in bits(facts(s).at[s.loc[u]]):
        if d.group[v] != RESERVE:
            tags |= 1 << d.group[v]
    return tags


def _do_assault(s: Spring, step: ChooseImpulse, seat: str, args: Ints, ev: Events | None) -> None:
    side = active_side(s)
    everyone = args[0] == EVERY_GROUP
    groups = sum(1 << g for g in (SIDE_GROUPS[AXIS] if everyone else args))
    s.everyone = everyone or is_surprise(s)
    s.active = activate(s, groups, s.everyone)
    remembered = 0 if everyone else groups  # ruling 28
    if side:
        s.last_axis = remembered
    else:
        s.last_allies = remembered
    if ev is not None:
        names = " and ".join(GROUP_NAMES[s.data.group_ids[g]] for g in args)
        words, rule = f"Assault Impulse: {names}.", "15.3" if everyone else "8.1.1"
        ev.add(Chose(what="impulse", answer="assault", words=words, rule=rule, side=SIDES[side]))
    s.then(AssaultMoves(), EndImpulse())


def _forget(s: Spring) -> None:
    if active_side(s):
        s.last_axis = 0
    else:
        s.last_allies = 0


def _do_regroup(s: Spring, step: ChooseImpulse, seat: str, args: Ints, ev: Events | None) -> None:
    _forget(s)
    s.active = facts(s).on_map & s.data.side_mask[active_side(s)]
    if ev is not None:
        words, side = "Regroup: all units may move one Area.", SIDES[active_side(s)]
        ev.add(Chose(what="impulse", answer="regroup", words=words, rule="8.1.2a", side=side))
    s.then(RegroupMoves(), EndImpulse())


def redeployable(s: Spring, p: int) -> int:
    """8.1.2b: the units of the active side in this place that can trace supply now and have somewhere to go, as bits.

    The markers of the last impulse may be out of date (ruling 34).
    """
    mask = 0
    for u in bits(facts(s).at[p] & s.data.side_mask[active_side(s)]):
        if has_supply(s, u) and can_move(s, u, REDEPLOY):
            mask |= 1 << u
    return mask


def _legal_redeploy(s: Spring, step: ChooseImpulse, seat: str, args: Ints) -> int:
    d = s.data
    side = active_side(s)
    areas, known = supplied_areas(s), facts(s)
    enemies = known.present[1 - side]
    freely, from_battle = entries(s, side, REDEPLOY)
    ready = d.side_mask[side] if s.italy else d.side_mask[side] & ~(1 << d.alp)  # 9.3.3
    mostly, supplied = d.main_force[side], areas["german" if side else "french"]
    found = 0
    for p in bits(known.present[side]):
        open_to = d.near_mask[p] & (from_battle if enemies >> p & 1 else freely)
        units = known.at[p] & ready
        if open_to & ~(1 << d.italy):
            if supplied >> p & 1 and units & mostly:
                found |= 1 << p
                continue
        else:
            units &= 1 << d.italian if open_to else 0  # 14.3
        if any(areas[d.nation[u]] >> p & 1 for u in bits(units)):
            found |= 1 << p
    return found


def _redeploy_whys(s: Spring, step: ChooseImpulse, seat: str, args: Ints) -> Whys:
    d = s.data
    [p] = args
    where, place = d.area_names[p], (d.map_ids[p],)
    own = facts(s).at[p] & d.side_mask[active_side(s)]
    if not own:
        yield Why("8.1.2b", lambda: f"There is no unit of yours in {where}.", place)
    elif not redeployable(s, p):
        supplied = [u for u in bits(own) if has_supply(s, u)]
        if supplied and all(is_frozen(s, u) for u in supplied):
            yield Why("9.3.3", lambda: ALPS_WAIT, place)
        elif supplied:
            yield Why("8.1.2b", lambda: f"No unit in {where} that is in supply has an Area to go to.", place)
        else:
            yield Why("8.1.2b", lambda: f"No unit in {where} is in supply.", place)


def _do_redeploy(s: Spring, step: ChooseImpulse, seat: str, args: Ints, ev: Events | None) -> None:
    d = s.data
    [p] = args
    _forget(s)
    s.active = redeployable(s, p)
    if ev is not None:
        words, places = f"Redeploy from {d.area_names[p]} at double rate.", (d.map_ids[p],)
        side = SIDES[active_side(s)]
        ev.add(Chose(what="impulse", answer="redeploy", words=words, rule="8.1.2b", places=places, side=side))
    s.then(RedeployMoves(p), EndImpulse())


def _do_pass(s: Spring, step: ChooseImpulse, seat: str, args: Ints, ev: Events | None) -> None:
    _forget(s)
    if ev is not None:
        side = active_side(s)
        words = f"The {SIDE_NAMES[side]} pass."
        ev.add(Chose(what="impulse", answer="pass", words=words, rule="8.1.3", side=SIDES[side]))
    s.then(EndImpulse())


def _assault_preview(s: Spring, step: ChooseImpulse, seat: str, args: Ints) -> Preview:
    d = s.data
    groups = sum(1 << g for g in (SIDE_GROUPS[AXIS] if args[0] == EVERY_GROUP else args))
    units = bits(activate(s, groups, everyone=False))
    names = ", ".join(d.unit_names[u] for u in units)
    where = tuple(d.map_ids[p] for p in sorted({s.loc[u] for u in units}))
    return Preview(text=sentence(f"These units may move and attack, one after the other: {names}."), places=where)


def _regroup_preview(s: Spring, step: ChooseImpulse, seat: str, args: Ints) -> Preview:
    return Preview(text="All your units may move one Area. Nobody attacks, and nobody enters what the enemy holds.")


def _redeploy_preview(s: Spring, step: ChooseImpulse, seat: str, args: Ints) -> Preview:
    d = s.data
    names = ", ".join(d.unit_names[u] for u in bits(redeployable(s, args[0])))
    text = sentence(f"These units alone may move, twice as far as printed, and nobody attacks: {names}.")
    return Preview(text=text, places=(d.map_ids[args[0]],))


def _pass_preview(s: Spring, step: ChooseImpulse, seat: str, args: Ints) -> Preview:
    return Preview(text="Nobody moves, and the impulse is over.")


class ChooseImpulse(TimeForEvents, frozen=True):
    """8.1, after the event and the Advantage that may come before it."""

    rule = "8.1"
    verbs = (
        PLAY,
        DE_GAULLE,
        advantage.OPEN_CITY,
        advantage.EXTRA_EVENT,
        Verb(
            "assault",
            _do_assault,
            (
                Slot("group", ARMY_GROUPS, _group_whys, _legal_groups, prompt="Which Army Group?"),
                Slot("partner", ARMY_GROUPS, _with_whys, among=_partners, prompt="Kleist too?", optional=True),
            ),
            rule="8.1.1",
            label="Assault",
            preview=_assault_preview,
        ),
        Verb("regroup", _do_regroup, rule="8.1.2a", label="Regroup", preview=_regroup_preview),
        Verb(
            "redeploy",
            _do_redeploy,
            (Slot("area", AREAS, _redeploy_whys, _legal_redeploy, prompt="Redeploy from which Area?"),),
            rule="8.1.2b",
            label="Redeploy",
            preview=_redeploy_preview,
        ),
        Verb("pass", _do_pass, rule="8.1.3", label="Pass", wastes=wasted.passed, preview=_pass_preview),
    )

    def seat(self, s: Spring) -> str:
        return seat_of(s, active_side(s))

    def prompt(self, v: Spring, seat: str) -> str:
        before = "play an event first, or " if may_play(v, side_of(v, seat)) else ""
        return f"Impulse {v.impulse}: {before}choose an Assault to move and attack, or Regroup, Redeploy or Pass."


# ------------------------------------------------------------------------------------- moves and attacks


def _do_end(s: Spring, step: Moving, seat: str, args: Ints, ev: Events | None) -> None:
    """The active player has finished."""


def _end_whys(s: Spring, step: Moving, seat: str) -> Whys:
    d = s.data
    for p in combat.owed_attacks(s):
        yield Why("10.1", lambda p=p: f"The units that entered {d.area_names[p]} must attack.", (d.place_ids[p],))  # type: ignore[misc]


def _may_end(s: Spring, step: Moving, seat: str) -> bool:
    return not combat.attack_places(s) & ~s.contested


END = Verb("end", _do_end, rule="8.0", label="End the impulse", wastes=wasted.idle_units)


class AssaultMoves(Moving, frozen=True):
    """8.1.1, 9.1: active units move and attack in any order."""

    rule = "8.1.1"
    mode = ASSAULT
    what = "Move or attack with active units"
    verbs = (
        MOVE,
        combat.ATTACK,
        optional.DROP,
        advantage.OPEN_CITY,
        Verb(
            "end",
            _do_end,
            rule="8.0",
            label="End the impulse",
            reasons=_end_whys,
            may=_may_end,
            wastes=wasted.idle_assault,
        ),
    )

    def warnings(self, v: Spring, seat: str) -> Sequence[str]:
        return [f"{v.data.area_names[p]} must still be attacked (10.1)." for p in combat.owed_attacks(v)]


class RegroupMoves(Moving, frozen=True):
    rule = "8.1.2a"
    mode = REGROUP
    what = "Move units one Area into Free Areas"
    verbs = (MOVE, advantage.OPEN_CITY, END)


class RedeployMoves(Moving, frozen=True):
    rule = "8.1.2b"
    mode = REDEPLOY
    what = "Move the units of the Area at double rate"
    verbs = (MOVE, advantage.OPEN_CITY, END)
    place: int

    def begun_in(self) -> int:
        return self.place


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


def _do_soldier_on(s: Spring, step: SoldierOn, seat: str, args: Ints, ev: Events | None) -> None:
    advantage.use_advantage(s, step.side, "Soldier On, the Logistics roll is ignored", "11.1.4", ev)
    s.then(NextImpulse())


def _let_end(s: Spring, step: SoldierOn, seat: str, args: Ints, ev: Events | None) -> None:
    s.then(NextImpulse(True))


class SoldierOn(Choice[Spring], frozen=True):
    """11.1.4: the holder of the Advantage may ignore the Logistics roll."""

    rule = "11.1.4"
    verbs = (
        Verb(
            "soldier-on",
            _do_soldier_on,
            rule="11.1.4",
            label="Soldier On",
            preview=advantage.spends("The Logistics die does not count: there is another impulse."),
        ),
        Verb("decline", _let_end, rule="11.1.4", label="Let the phase end"),
    )
    side: int

    def seat(self, s: Spring) -> str:
        return seat_of(s, self.side)

    def prompt(self, v: Spring, seat: str) -> str:
        return "The Logistics roll would end the Maneuvers Phase. Ignore it with the Advantage?"

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
