# compiled as it stands
"""17.1 to 17.9.4: which aircraft fly, who allocates them, what cancels them, and how far TAC reach.

The order of the phase, fuel and boxes are in `airphase`, what missions do in `missions`. An aircraft on a mission of
its own side flies it; a German aircraft on an Allied mission is there to cancel (17.9.3).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from grognard.games.fortress_europa import exhibits
from grognard.games.fortress_europa.data.world import ALLIED, GERMAN, SEATS, STORM
from grognard.games.fortress_europa.rules.domains import AIRCRAFT, MISSIONS
from grognard.games.fortress_europa.rules.standing import facts
from grognard.games.fortress_europa.rules.state import IDLE, SPENT, Position, on
from grognard.games.fortress_europa.rules.telling import tell_changed, tell_choice
from grognard.kernel.rules import Auto, Choice, Draft, Events, Ints, Slot, Verb, Why, Whys
from grognard.kernel.show import Waste
from grognard.maps import Mask, mask_of, members

IN_GERMANY = ("replacements", "fuel")
"""17.9.2-advanced: the missions that aircraft in the Germany box meet, and no others."""

# ------------------------------------------------------------------------------------------------- range


def tac_range(s: Position, side: int) -> Mask:
    """17.4, 17.5, 17.8: all hexes that TAC of a side reach now; any number of them from one HQ."""
    w = s.data
    reach = w.standing_range[side]
    if side == ALLIED and s.side == ALLIED and s.turn == w.turn_of[w.book.landing.first]:
        return reach  # 17.4: not from an HQ in the Allied turn of the first invasion
    for u in members(w.hqs & w.side_mask[side] & facts(s).on_map):
        reach |= w.hq_range[s.where[u]]
    return reach


# ---------------------------------------------------------------------------------------------- who flies


def flying(s: Position, mission: str) -> list[int]:
    """The aircraft that fly a mission and were not cancelled or used up."""
    w = s.data
    number = w.mission[mission]
    if number not in s.mission:
        return []
    side = w.missions[number].side
    return [a for a, m in enumerate(s.mission) if m == number and w.aircraft[a].side == side]


def advanced(s: Position) -> bool:
    return on(s, "advanced-air")


def mild(s: Position) -> bool:
    """17.1: June II to September IV, when some aircraft fly in bad weather too."""
    w = s.data
    air = w.book.air
    return w.turn_of[air.bad_weather_from] <= s.turn <= w.turn_of[air.bad_weather_to]


def carpet_only(s: Position) -> bool:
    """33.4.5: from January III of On to Berlin SAC may bomb in bad weather, for Carpet Bombing alone (ruling 299)."""
    w = s.data
    scenario = w.book.scenario[s.scenario]
    begins = scenario.replacements_from  # 33.4.3 and 33.4.5 begin with the same turn
    return (
        not w.flies[s.weather]
        and s.weather != STORM
        and scenario.id == "berlin"
        and s.turn >= w.turn_of[begins]
        and s.carpet_month != w.month_of[s.turn]
    )


def allied_aircraft(s: Position) -> tuple[int, int]:
    """How many SAC and TAC the Allied player has this turn (17.1, 17.6, 7.1-advanced)."""
    w = s.data
    figures = w.book.advanced_air if advanced(s) else w.book.air
    if w.flies[s.weather]:
        return figures.allied_sac, figures.allied_tac
    if carpet_only(s):
        return figures.allied_sac, 0
    return (figures.bad_weather_sac if mild(s) else 0), 0


def month_of_tac(s: Position) -> tuple[int, int]:
    """17.7: German aircraft of this month, and the most in one turn of it (33.3.5, 33.4.5)."""
    w = s.data
    month = w.months[w.month_of[s.turn]]
    if w.book.scenario[s.scenario].setup == "december":
        special = {"dec": w.book.december.december_tac, "jan": w.book.december.january_tac}
        if month in special:
            total, most = special[month]
            return total, most
    row = next(t for t in w.book.tac if t.id == month)
    return row.total, row.most


def german_aircraft(s: Position) -> tuple[int, int]:
    """How many TAC and night fighters can take off this turn, fuel apart (17.1, 17.7, 17.6-advanced)."""
    w = s.data
    clear = w.flies[s.weather]
    if not advanced(s):
        return (min(s.tac_left, month_of_tac(s)[1]) if clear else 0), 0
    figures = w.book.advanced_air
    if clear:
        early = s.turn <= w.turn_of[w.book.air.bad_weather_to]
        return figures.german_tac, figures.night_until_sep if early else figures.night_from_oct
    return 0, figures.bad_weather_night if mild(s) else 0


def in_play(s: Position, a: int) -> bool:
    """Whether a counter is used with the air system that is played."""
    return bool(s.data.planes_used[advanced(s)] >> a & 1)


def up(s: Position, side: str, kind: str) -> int:
    """How many aircraft of a kind have been put on a mission."""
    mission, count = s.mission, 0
    for a in s.data.squadrons[side, kind]:
        if mission[a] != IDLE:
            count += 1
    return count


def americans_halved(s: Position) -> bool:
    """17.10.6: no aircraft attack U-Boats, and a base stood when aircraft were allocated (rulings 162, 165)."""
    return not flying(s, "u-boats") and _unwatched(s, s.bases_turn)


def british_halved(s: Position) -> bool:
    """17.10.7: the same with V1 sites."""
    return not flying(s, "v1") and _unwatched(s, s.sites_turn)


def _unwatched(s: Position, fell: int) -> bool:
    w = s.data
    if 0 < fell < s.turn or w.book.scenario[s.scenario].setup != "june":
        return False  # 33.4.6 (ruling 285)
    return not on(s, "no-halving-when-grounded") or any(allied_aircraft(s))


# -------------------------------------------------------------------------------------------- allocation


def aircraft_reasons(s: Position, step: AlliedAllocation | GermanAllocation, seat: str, args: Ints) -> Whys:
    w = s.data
    a = args[0]
    plane, ids = w.aircraft[a], (w.aircraft_ids[a],)
    if plane.side != seat:
        rule = "17.9.1" if seat == "allied" else "17.9.2"
        yield Why(rule, lambda: f"{plane.name} is not yours.", (), ids)
    elif not in_play(s, a):
        rule = "17.6-advanced" if advanced(s) else "17.6"
        yield Why(rule, lambda: f"This {plane.name} counter is not used in the air system that is played.", (), ids)
    elif s.mission[a] != IDLE:
        rule = "17.9.1" if seat == "allied" else "17.9.2"
        yield Why(rule, lambda: f"{plane.name} has its mission already.", (), ids)
    elif seat == "allied":
        yield from _no_allied_aircraft(s, plane.kind, ids)
    else:
        yield from _no_german_aircraft(s, plane.kind, ids)


def _no_allied_aircraft(s: Position, kind: str, ids: tuple[str, ...]) -> Whys:
    most = allied_aircraft(s)[kind == "tac"]
    if up(s, "allied", kind) >= most:
        rule = "7.1-advanced" if advanced(s) else "17.1"
        words = f"Only {most} {kind.upper()} fly" if most else f"No {kind.upper()} flies"
        yield Why(rule, lambda: f"{words} in this weather.", (), ids)


def _no_german_aircraft(s: Position, kind: str, ids: tuple[str, ...]) -> Whys:
    w = s.data
    tac, night = german_aircraft(s)
    flown = up(s, "german", kind)
    if not advanced(s):
        if not w.flies[s.weather]:
            yield Why("17.1", lambda: "German aircraft fly on Clear turns only.", (), ids)
        elif not s.tac_left:
            yield Why("17.7", lambda: "The German aircraft of this month are used up.", (), ids)
        elif flown >= month_of_tac(s)[1]:
            yield Why("17.7", lambda: f"No more than {flown} German aircraft fly in one turn of this month.", (), ids)
        return
    if flown >= (tac if kind == "tac" else night):
        clear = w.flies[s.weather]
        rule = "17.6-advanced" if clear else "7.1-advanced"
        yield Why(rule, lambda: f"No more {'TAC' if kind == 'tac' else 'night fighters'} fly this turn.", (), ids)
    if not s.fuel_reserve:
        yield Why("17.7.3", lambda: "There is no fuel left.", (), ids)


def ready_aircraft(s: Position, step: AlliedAllocation | GermanAllocation, seat: str, args: Ints) -> int:
    """The aircraft that can be put on a mission: those of one kind together."""
    w, mission, found = s.data, s.mission, 0
    most: tuple[int, ...] = allied_aircraft(s) if seat == "allied" else ()
    for kind in w.kinds_of[seat]:
        planes, idle = w.squadrons[seat, kind], 0
        for a in planes:
            if mission[a] == IDLE:
                idle |= 1 << a
        if seat == "allied":
            able = len(planes) - idle.bit_count() < most[kind == "tac"]
        else:
            able = next(_no_german_aircraft(s, kind, ()), None) is None
        if able:
            found |= idle
    return found & w.planes_used[advanced(s)]


def mission_reasons(s: Position, step: AlliedAllocation | GermanAllocation, seat: str, args: Ints) -> Whys:
    w = s.data
    a, mission = args[0], w.missions[args[1]]
    plane, places = w.aircraft[a], (mission.id,)
    if mission.advanced and not advanced(s):
        yield Why(mission.rule, lambda: f"{mission.name} belongs to the Advanced Air System.", places)
    elif seat == "allied":
        yield from _allied_mission(s, plane.kind, mission.id)
    elif not mission.cancelled:
        yield Why(mission.rule, lambda: f"{mission.name} cannot be cancelled.", places)
    elif advanced(s):
        front = bool(s.front_box >> a & 1)
        if front == (mission.id in IN_GERMANY):
            box = "the Western Front box" if front else "the Germany box"
            yield Why("17.9.2-advanced", lambda: f"Aircraft in {box} do not fly against {mission.name}.", places)


def _allied_mission(s: Position, kind: str, name: str) -> Whys:
    """What is flown off the map is in the reach of every SAC (17.3-advanced)."""
    w = s.data
    mission, places = w.missions[w.mission[name]], (name,)
    if mission.side != "allied":
        yield Why(mission.rule, lambda: f"{mission.name} is a German mission.", places)
        return
    if carpet_only(s) and name != "carpet":
        yield Why("33.4.5", lambda: "In this weather SAC fly for Carpet Bombing alone.", places)
    if kind not in mission.flown_by:
        yield Why(mission.rule, lambda: f"{kind.upper()} do not fly {mission.name}.", places)
    elif mission.tac_needs_sac and kind == "tac" and not any(w.aircraft[a].kind == "sac" for a in flying(s, name)):
        yield Why(mission.rule, lambda: f"TAC fly {mission.name} only together with SAC.", places)
    if name == "carpet":
        if s.carpet_month == w.month_of[s.turn]:
            yield Why(mission.rule, lambda: "Carpet Bombing has been used this month.", places)
        if s.turn == w.turn_of[w.book.landing.first]:
            yield Why(mission.rule, lambda: "There is no Carpet Bombing on an invasion turn.", places)


def open_missions(s: Position, step: AlliedAllocation | GermanAllocation, seat: str, args: Ints) -> int:
    """The missions of an aircraft: `mission_reasons` of all as sets."""
    w, a = s.data, args[0]
    basic = 0 if advanced(s) else w.advanced_missions
    if seat != "allied":
        found = w.missions_cancelled & ~basic
        if not basic:
            in_germany = mask_of([w.mission[name] for name in IN_GERMANY])
            found &= ~in_germany if s.front_box >> a & 1 else in_germany
        return found
    kind, carpet = w.aircraft[a].kind, 1 << w.mission["carpet"]
    found = w.missions_of[kind] & ~basic
    if carpet_only(s):
        found &= carpet
    if kind == "tac":
        for number in w.behind_sac:
            if not any_of(s, number, w.squadrons["allied", "sac"]):
                found &= ~(1 << number)
    if no_carpet(s):
        found &= ~carpet
    return found


def any_of(s: Position, mission: int, planes: tuple[int, ...]) -> bool:
    """Whether one of these aircraft flies a mission."""
    if mission in s.mission:
        for a in planes:
            if s.mission[a] == mission:
                return True
    return False


def no_carpet(s: Position) -> bool:
    """17.10.9: Carpet Bombing has been used this month, or this is the turn of the first invasion."""
    w = s.data
    return s.carpet_month == w.month_of[s.turn] or s.turn == w.landing_turn


def do_fly(s: Position, step: AlliedAllocation | GermanAllocation, seat: str, args: Ints, ev: Events | None) -> None:
    w = s.data
    a, number = args
    mission, plane = w.missions[number], w.aircraft[a]
    s.mission[a] = number
    if seat == "allied":
        tell_choice(
            ev,
            "allied",
            "air",
            mission.id,
            f"{plane.name} flies {mission.name}.",
            "17.9.1",
            (mission.id,),
            (plane.id,),
            (exhibits.cell("missions", mission.name, "Flown by"),),
        )
        return
    if advanced(s):
        s.fuel_reserve -= 1  # 17.7.3
    else:
        s.tac_left -= 1
    against = mission.side != "german"
    words = f"{plane.name} flies against {mission.name}" if against else f"{plane.name} flies Ground Support"
    shows = () if advanced(s) else exhibits.rate(s, "German TAC")
    if not against:
        shows = (*shows, exhibits.cell("missions", mission.name, "Flown by"))
    tell_choice(ev, "german", "air", mission.id, f"{words}.", "17.9.2", (mission.id,), (plane.id,), shows)


FLY = Verb(
    "fly",
    do_fly,
    (
        Slot("aircraft", AIRCRAFT, aircraft_reasons, legal=ready_aircraft, prompt="Which aircraft?"),
        Slot("mission", MISSIONS, mission_reasons, legal=open_missions, prompt="On which mission?"),
    ),
    "17.9.1",
    "Put an aircraft on a mission",
)


class AlliedAllocation(Draft[Position], frozen=True):
    """17.9.1: the Allied player puts his aircraft on the chart, on a Clear turn all of them (ruling 148)."""

    rule: ClassVar[str] = "17.9.1"
    verbs: ClassVar[tuple[Verb[Position, AlliedAllocation], ...]] = (FLY,)

    def seats(self, s: Position) -> tuple[str, ...]:
        return (SEATS[ALLIED],)

    def prompt(self, v: Position, seat: str) -> str:
        return "Put your aircraft on missions."

    def duties(self, v: Position, seat: str) -> Whys:
        w = v.data
        if not w.flies[v.weather]:
            return
        for a in w.allied_planes[advanced(v)]:
            if v.mission[a] == IDLE:
                plane = w.aircraft[a]
                words, ids = f"{plane.name} has no mission.", (plane.id,)
                yield Why("17.9.1", lambda words=words: words, (), ids)  # type: ignore[misc]

    def warnings(self, v: Position, seat: str) -> tuple[str, ...]:
        return tuple(f"{waste.text[:-1]} ({waste.rule})." for waste in self.wastes(v, seat))

    def wastes(self, v: Position, seat: str) -> Iterator[Waste]:
        if americans_halved(v):
            text = "Without a U-Boat Attack half of the American replacements are lost."
            yield Waste("replacements", "17.10.6", text)
        if british_halved(v):
            text = "Without a V1 Site Attack half of the British replacements are lost."
            yield Waste("replacements", "17.10.7", text)

    def commit(self, s: Position, ev: Events | None) -> None:
        """The chart is laid; the German player sees it and follows."""


class GermanAllocation(Draft[Position], frozen=True):
    """17.9.2: the German player follows with as many as he likes."""

    rule: ClassVar[str] = "17.9.2"
    verbs: ClassVar[tuple[Verb[Position, GermanAllocation], ...]] = (FLY,)

    def seats(self, s: Position) -> tuple[str, ...]:
        return (SEATS[GERMAN],)

    def prompt(self, v: Position, seat: str) -> str:
        left = f"{v.fuel_reserve} fuel left" if advanced(v) else f"{v.tac_left} aircraft left this month"
        return f"Put aircraft on Ground Support or against Allied missions ({left})."

    def commit(self, s: Position, ev: Events | None) -> None:
        """What they cancel is found by the steps that follow."""


# --------------------------------------------------------------------------------------------- cancelling


def remove(s: Position, planes: list[int], ev: Events | None, rule: str, words: str) -> None:
    w = s.data
    for a in planes:
        s.mission[a] = SPENT
        tell_changed(ev, "spent", f"{w.aircraft[a].name} {words}.", rule, (), (w.aircraft_ids[a],))


def cancel(s: Position, mission: int, count: int, ev: Events | None) -> None:
    """17.9.3: so many Allied aircraft leave a mission; where SAC and TAC are there, their player chooses."""
    w = s.data
    prey = flying(s, w.mission_ids[mission])
    if count < len(prey) and len({w.aircraft[a].kind for a in prey}) > 1:
        s.then(Cancelled(mission, count))
        return
    remove(s, prey[:count], ev, "17.9.3", f"is cancelled on {w.missions[mission].name}")


class Cancelling(Auto[Position], frozen=True):
    """4.3A3, 17.9.3: German aircraft on Allied missions cancel one for one and are removed themselves."""

    rule: ClassVar[str] = "17.9.3"

    def run(self, s: Position, ev: Events | None) -> None:
        w = s.data
        for number in reversed(range(len(w.missions))):
            mission = w.missions[number]
            hunters = [a for a, m in enumerate(s.mission) if m == number and w.aircraft[a].side == "german"]
            if mission.side == "german" or not hunters:
                continue
            for a in hunters:
                s.mission[a] = SPENT
            cancel(s, number, len(hunters), ev)


def cancelled_reasons(s: Position, step: Cancelled, seat: str, args: Ints) -> Whys:
    w = s.data
    a = args[0]
    if a not in flying(s, w.mission_ids[step.mission]):
        name = w.missions[step.mission].name
        yield Why("17.9.3", lambda: f"{w.aircraft[a].name} does not fly {name}.", (), (w.aircraft_ids[a],))


def do_lose(s: Position, step: Cancelled, seat: str, args: Ints, ev: Events | None) -> None:
    w = s.data
    name = w.missions[step.mission].name
    remove(s, [args[0]], ev, "17.9.3", f"is cancelled on {name}")
    if step.count > 1:
        cancel(s, step.mission, step.count - 1, ev)


class Cancelled(Choice[Position], frozen=True):
    """17.9.3: the Allied player decides whether SAC or TAC are removed."""

    rule: ClassVar[str] = "17.9.3"
    verbs: ClassVar[tuple[Verb[Position, Cancelled], ...]] = (
        Verb(
            "lose",
            do_lose,
            (Slot("aircraft", AIRCRAFT, cancelled_reasons, prompt="Which aircraft is removed?"),),
            "17.9.3",
            "Remove a cancelled aircraft",
        ),
    )
    mission: int
    count: int

    def seat(self, s: Position) -> str:
        return SEATS[ALLIED]

    def prompt(self, v: Position, seat: str) -> str:
        w = v.data
        return f"Choose an aircraft on {w.missions[self.mission].name} that is cancelled."


class CounterAir(Auto[Position], frozen=True):
    """17.10.8: Allied aircraft on Counter-Air cancel German Ground Support one for one, after the German player has
    cancelled (ruling 151); those without an opponent are lost for the turn."""

    rule: ClassVar[str] = "17.10.8"

    def run(self, s: Position, ev: Events | None) -> None:
        hunters, prey = flying(s, "counter-air"), flying(s, "german-ground-support")
        count = min(len(hunters), len(prey))
        remove(s, prey[:count], ev, "17.10.8", "is cancelled by Counter-Air")
        remove(s, hunters[:count], None, "17.10.8", "has done its work")
