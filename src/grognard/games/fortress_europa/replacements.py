"""27. Replacements: rates and pools, building up and rebuilding units, overstrength divisions and HQ Troops."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from grognard.games.fortress_europa import air, missions, reserve
from grognard.games.fortress_europa.entering import APPEAR, entered
from grognard.games.fortress_europa.factors import (
    cost_of,
    pay,
    why_never,
    why_no_troops,
    why_out_of_reach,
    why_ss_first,
    why_too_dear,
)
from grognard.games.fortress_europa.landing_79th import BREAK_79TH, BUILD_79TH
from grognard.games.fortress_europa.losses import HANDED_ON, forget
from grognard.games.fortress_europa.state import Position, on, on_map, say
from grognard.games.fortress_europa.world import ALLIED, GERMAN, SEATS, World
from grognard.kernel.contract import Args, Auto, Choice, Slot, Verb, Why, Whys
from grognard.kernel.events import Events
from grognard.maps import members

Rate = tuple[int, int]
"""Factors of a turn: in all, and how many of them may be armored (ruling 222)."""

# -------------------------------------------------------------------------------------------------- rates


def less(rate: Rate, lost: int) -> Rate:
    """27.4: what an air mission leaves; armored factors are lost first."""
    total, armored = rate
    return max(0, total - lost), max(0, armored - lost)


def halved(rate: Rate) -> Rate:
    """17.10.6, 17.10.7: half of the total, rounded down, armored factors lost first (ruling 161)."""
    return less(rate, rate[0] - rate[0] // 2)


def printed_rate(s: Position, who: str) -> Rate:
    """The Replacement Chart for this month (27.1); after option A no German factor is armored (28.3A)."""
    w: World = s.data
    month = w.months[w.month_of[s.turn]]
    row = next(r for r in w.book.rate if r.who == who and r.month == month)
    armored = 0 if who == "german" and s.reserve_choice == reserve.OPTION_A else row.armored
    return row.total, armored


def turn_rate(s: Position, who: str) -> Rate:
    """What aircraft leave of the rate: bombers of the German one (17.10.5), U-Boats and V1s of the others (17.10.6,
    17.10.7)."""
    rate = printed_rate(s, who)
    if who == "german":
        return less(rate, missions.bombed(s))
    short = {"american": air.americans_halved, "british": air.british_halved}
    return halved(rate) if who in short and short[who](s) else rate


def replacing_now(s: Position) -> bool:
    """27.2, 33.3.3, 33.4.3: whether there is a Replacement Phase at all this turn."""
    w: World = s.data
    scenario = w.book.scenario[s.scenario]
    if scenario.setup == "june":
        return s.turn >= w.book.rebuilding.first_turn
    return bool(scenario.replacements_from) and s.turn >= w.turn_of[scenario.replacements_from]


def sources(side: int) -> tuple[str, ...]:
    return ("german",) if side == GERMAN else ("american", "british", "special")


def receive(s: Position, who: str, rate: Rate, ev: Events | None) -> None:
    """Factors of the turn join those that were saved (27.3)."""
    w: World = s.data
    total, armored = rate
    if who == "special":
        s.pools[w.pools.index("special")] += total
    else:
        s.pools[w.pools.index(f"{who}-infantry")] += total - armored
        s.pools[w.pools.index(f"{who}-armored")] += armored
    shown = f"{total}" if who == "special" else f"{total}({armored})"
    say(ev, f"{who.capitalize()} replacements: {shown}.", "27.1")


class Replacements(Auto[Position], frozen=True):
    """4.3B1, 4.3C1: the turn's factors come in, and are used."""

    rule: ClassVar[str] = "27.1"
    side: int

    def run(self, s: Position, ev: Events | None) -> None:
        if not replacing_now(s):
            return
        for who in sources(self.side):
            receive(s, who, turn_rate(s, who), ev)
        s.then(GermanReplacing() if self.side == GERMAN else AlliedReplacing())
        excess = missions.bombed(s) - printed_rate(s, "german")[0] if self.side == GERMAN else 0
        if on(s, "bomb-stockpile") and excess > 0:
            s.then(missions.StockpileRaid(excess))  # 31.3


# ------------------------------------------------------------------------------------------------- slots


def units(s: Position, step: Any, seat: str, args: Args) -> tuple[str, ...]:
    w: World = s.data
    return w.ids


def why_foreign(s: Position, u: int, seat: str) -> Whys:
    w: World = s.data
    if w.side[u] != SEATS.index(seat):
        yield Why("27.1", lambda: f"{w.unit_names[u]} is not yours.", (), (w.ids[u],))


def build_reasons(s: Position, step: Any, seat: str, args: Args) -> Whys:
    w: World = s.data
    u = w.unit[args[0]]
    name, ids = w.unit_names[u], (w.ids[u],)
    found = list(why_foreign(s, u, seat)) or list(why_never(s, u))
    if not found and s.where[u] == w.destroyed:
        found.append(Why("27.8", lambda: f"{name} is destroyed: rebuild it instead.", (), ids))
    if not found and not (w.two_steps >> u & 1 and s.face[u] == 1):
        found.append(Why("27.7", lambda: f"{name} is not reduced.", (), ids))
    if not found:
        cost = w.book.rebuilding.step
        found = [*why_out_of_reach(s, u), *why_too_dear(s, u, cost), *why_ss_first(s, u)]
    yield from found


def do_build(s: Position, step: Any, seat: str, args: Args, ev: Events | None) -> None:
    w: World = s.data
    u = w.unit[args[0]]
    pay(s, u, w.book.rebuilding.step)
    s.face[u] = 0
    s.stuck |= 1 << u  # 27.7
    say(ev, f"{w.unit_names[u]} is built up to full strength.", "27.7", (), (w.ids[u],))
    s.then(step)


BUILD = Verb(
    "build",
    do_build,
    (Slot("unit", "piece", units, build_reasons, prompt="Build up which reduced unit?"),),
    "27.7",
    "Build up",
)


def why_not_dead(s: Position, u: int, seat: str) -> Whys:
    w: World = s.data
    name, ids = w.unit_names[u], (w.ids[u],)
    found = list(why_foreign(s, u, seat)) or list(why_never(s, u))
    if not found and s.where[u] == w.withdrawn:
        found.append(Why("26.7", lambda: f"{name} was withdrawn and is not replaced.", (), ids))
    elif not found and s.where[u] != w.destroyed:
        found.append(Why("27.8", lambda: f"{name} is not destroyed.", (), ids))
    yield from found


def rebuild_reasons(s: Position, step: Any, seat: str, args: Args) -> Whys:
    u = s.data.unit[args[0]]
    found = list(why_not_dead(s, u, seat))
    if not found:
        found = [*why_too_dear(s, u, cost_of(s, u, full=False)), *why_ss_first(s, u)]
    yield from found


def strengths(s: Position, step: Any, seat: str, args: Args) -> tuple[str, ...]:
    return ("full", "reduced")


def strength_reasons(s: Position, step: Any, seat: str, args: Args) -> Whys:
    w: World = s.data
    u, full = w.unit[args[0]], args[1] == "full"
    if not full and not w.two_steps >> u & 1:
        yield Why("27.8", lambda: f"{w.unit_names[u]} has a single step and is rebuilt in full.", (), (w.ids[u],))
    else:
        yield from why_too_dear(s, u, cost_of(s, u, full))


def boxes(s: Position, step: Any, seat: str, args: Args) -> tuple[str, ...]:
    return ("england", "africa")


def do_rebuild(s: Position, step: Any, seat: str, args: Args, ev: Events | None) -> None:
    """27.8: it enters like a reinforcement and does not move in that turn."""
    w: World = s.data
    u, full = w.unit[args[0]], args[1] == "full"
    pay(s, u, cost_of(s, u, full))
    u = revive(s, u, full)
    strength = "at reduced strength" if not full else "at full strength" if w.two_steps >> u & 1 else "anew"
    if w.side[u] == ALLIED:
        s.where[u] = w.spots.index(args[2])
        s.stuck |= 1 << u
        where = f" in {args[2].capitalize()}"
    else:
        s.where[u] = w.due
        s.rebuilt |= 1 << u
        where = ""
    say(ev, f"{w.unit_names[u]} is rebuilt {strength}{where}.", "27.8", (), (w.ids[u],))
    s.then(step)


def revive(s: Position, u: int, full: bool) -> int:
    """A unit comes back from the dead: the side that it shows (22.2, 23), and what it has lost for good (27.9). Gives
    the counter that comes, which 28.5 may have changed."""
    w: World = s.data
    u = reserve.exchanged(s, u)
    if w.side[u] == GERMAN and w.kind[u] == "paratroop":
        s.grounded |= 1 << u
    s.face[u] = 1 if w.back[u] == "infantry" or (w.two_steps >> u & 1 and not full) else 0
    return u


def rebuild_verb(side: int) -> Verb:
    slots = [
        Slot("unit", "piece", units, rebuild_reasons, prompt="Rebuild which destroyed unit?"),
        Slot("strength", "choice", strengths, strength_reasons, prompt="At which strength?"),
    ]
    if side == ALLIED:
        slots.append(Slot("box", "choice", boxes, prompt="In England or in Africa?"))
    return Verb("rebuild", do_rebuild, tuple(slots), "27.8", "Rebuild")


# ------------------------------------------------------------------------------------------- overstrength


def is_six_four(w: World, u: int) -> bool:
    """27.12: an American 6-4 infantry division."""
    return (
        w.book.nation[w.nation[u]].id == "american"
        and w.kind[u] == "infantry"
        and w.divisions >> u & 1 == 1
        and (
            w.combat[u][0],
            w.move[u][0],
        )
        == (6, 4)
    )


def why_not_overstrength(s: Position, u: int) -> Whys:
    w: World = s.data
    name, ids = w.unit_names[u], (w.ids[u],)
    if u in w.overstrength or not is_six_four(w, u):
        yield Why("27.12", lambda: f"{name} is no American 6-4 infantry division.", (), ids)
    elif not (on_map(s, u) or s.where[u] in (w.england, w.africa)):
        yield Why("27.12", lambda: f"{name} is not in play.", (), ids)
    elif s.face[u]:
        yield Why("27.12", lambda: f"{name} is reduced.", (), ids)
    elif not spare_counters(s):
        yield Why("27.12", lambda: "All overstrength counters are in use or gone.", (), ids)


def spare_counters(s: Position) -> list[int]:
    w: World = s.data
    return [x for x in w.overstrength if s.where[x] == w.aside]


def strengthen(s: Position, u: int, ev: Events | None) -> int:
    """The 8-4 takes the place of the 6-4; gives the 8-4."""
    w: World = s.data
    big = spare_counters(s)[0]
    s.overstrength[w.overstrength.index(big)] = u
    s.where[big], s.where[u] = s.where[u], w.aside
    s.face[big] = 0
    for name in HANDED_ON:
        mask: int = getattr(s, name)
        if mask >> u & 1:
            setattr(s, name, mask | 1 << big)
    forget(s, u)
    say(ev, f"{w.unit_names[u]} is built up to an overstrength division.", "27.12", (), (w.ids[u], w.ids[big]))
    return big


def overstrength_reasons(s: Position, step: Any, seat: str, args: Args) -> Whys:
    w: World = s.data
    u = w.unit[args[0]]
    found = list(why_not_overstrength(s, u))
    if not found:
        found = [*why_out_of_reach(s, u), *why_too_dear(s, u, w.book.rebuilding.step)]
    yield from found


def do_overstrength(s: Position, step: Any, seat: str, args: Args, ev: Events | None) -> None:
    w: World = s.data
    u = w.unit[args[0]]
    pay(s, u, w.book.rebuilding.step)
    s.stuck |= 1 << strengthen(s, u, ev)  # 27.7
    s.then(step)


OVERSTRENGTH = Verb(
    "overstrength",
    do_overstrength,
    (Slot("unit", "piece", units, overstrength_reasons, prompt="Which division becomes overstrength?"),),
    "27.12",
    "Build overstrength",
)


def before_reasons(s: Position, step: Any, seat: str, args: Args) -> Whys:
    w: World = s.data
    u = w.unit[args[0]]
    found = list(why_not_overstrength(s, u))
    if not found and not any(x != u and next(why_not_overstrength(s, x), None) is None for x in w.of_side[ALLIED]):
        found.append(Why("27.12", lambda: "There is no other division that could be reduced for it.", (), args))
    yield from found


def giver_reasons(s: Position, step: Any, seat: str, args: Args) -> Whys:
    """27.12: another American 6-4 is reduced for it."""
    w: World = s.data
    u, other = w.unit[args[0]], w.unit[args[1]]
    if other == u:
        yield Why("27.12", lambda: "Another division must give the factor.", (), (w.ids[other],))
    else:
        yield from why_not_overstrength(s, other)


def before_left(s: Position, step: Any, seat: str) -> Whys:
    w: World = s.data
    most = w.book.rebuilding.overstrength_before
    if sum(division >= 0 for division in s.overstrength) >= most:
        yield Why("27.12", lambda: f"No more than {most} are built before the first invasion.")


def do_before(s: Position, step: Any, seat: str, args: Args, ev: Events | None) -> None:
    w: World = s.data
    u, other = w.unit[args[0]], w.unit[args[1]]
    s.face[other] = 1
    strengthen(s, u, ev)
    say(ev, f"{w.unit_names[other]} is reduced for it.", "27.12", (), (w.ids[other],))
    s.then(step)


def do_nothing(s: Position, step: Any, seat: str, args: Args, ev: Events | None) -> None:
    return


class Strengthening(Choice[Position], frozen=True):
    """27.12: up to three overstrength divisions before the first invasion, at the cost of others (ruling 231);
    with the Funnies the 79th too (31.16)."""

    rule: ClassVar[str] = "27.12"
    verbs: ClassVar[tuple[Verb, ...]] = (
        Verb(
            "overstrength",
            do_before,
            (
                Slot("unit", "piece", units, before_reasons, prompt="Which division becomes overstrength?"),
                Slot("other", "piece", units, giver_reasons, prompt="Which division is reduced for it?"),
            ),
            "27.12",
            "Build overstrength",
            reasons=before_left,
        ),
        BUILD_79TH,
        BREAK_79TH,
        Verb("end", do_nothing, (), "27.12", "No more"),
    )

    def seat(self, s: Position) -> str:
        return SEATS[ALLIED]

    def prompt(self, v: Position, seat: str) -> str:
        return "Build up divisions by reducing others, or go on to the invasion."


# --------------------------------------------------------------------------------------------- HQ Troops


def troops_reasons(s: Position, step: Any, seat: str, args: Args) -> Whys:
    w: World = s.data
    found = list(why_no_troops(s, w.unit[args[0]]))
    if not found and not any(
        next(troops_unit_reasons(s, step, seat, (args[0], w.ids[u])), None) is None for u in w.of_side[GERMAN]
    ):
        found.append(Why("27.13", lambda: "No destroyed unit can be brought back now.", (), args))
    yield from found


def troops_unit_reasons(s: Position, step: Any, seat: str, args: Args) -> Whys:
    w: World = s.data
    u = w.unit[args[1]]
    found = list(why_not_dead(s, u, seat))
    if not found:
        found = [*why_too_dear(s, u, w.book.rebuilding.step), *why_ss_first(s, u)]
    yield from found


def do_troops(s: Position, step: Any, seat: str, args: Args, ev: Events | None) -> None:
    """27.13: the unit stands where the HQ Troops stood, as frozen as they were (ruling 229)."""
    w: World = s.data
    troops, u = w.unit[args[0]], w.unit[args[1]]
    pay(s, u, w.book.rebuilding.step)
    u = revive(s, u, True)
    h, bound = s.where[troops], s.bound[troops]
    forget(s, troops)
    s.where[troops] = w.removed
    s.where[u], s.bound[u] = h, bound
    s.stuck |= 1 << u
    say(
        ev,
        f"{w.unit_names[u]} is rebuilt around {w.unit_names[troops]} in {w.hex_name(h)}.",
        "27.13",
        (w.labels[h],),
        (w.ids[u], w.ids[troops]),
    )
    s.then(step)
    entered(s, u, h, ev, APPEAR)


HQ_TROOPS = Verb(
    "hq-troops",
    do_troops,
    (
        Slot("troops", "piece", units, troops_reasons, prompt="Use which HQ Troops?"),
        Slot("unit", "piece", units, troops_unit_reasons, prompt="Rebuild which destroyed unit?"),
    ),
    "27.13",
    "Rebuild with HQ Troops",
)


# ------------------------------------------------------------------------------------------------ the phase


def armored_pools(s: Position, step: Any, seat: str, args: Args) -> tuple[str, ...]:
    w: World = s.data
    return tuple(name for name in w.pools if name.endswith("armored"))


def regrade_reasons(s: Position, step: Any, seat: str, args: Args) -> Whys:
    w: World = s.data
    pool = args[0].replace("-", " ")
    if args[0].startswith("german") != (seat == "german"):
        yield Why("27.5", lambda: f"The {pool} factors are not yours.")
    elif not s.pools[w.pools.index(args[0])]:
        yield Why("27.5", lambda: f"There are no {pool} factors.")


def do_regrade(s: Position, step: Any, seat: str, args: Args, ev: Events | None) -> None:
    w: World = s.data
    s.pools[w.pools.index(args[0])] -= 1
    s.pools[w.pools.index(args[0].replace("armored", "infantry"))] += 1
    say(ev, f"One {args[0].replace('-', ' ')} factor will serve as infantry.", "27.5")
    s.then(step)


REGRADE = Verb(
    "regrade",
    do_regrade,
    (
        Slot(
            "pool",
            "choice",
            armored_pools,
            regrade_reasons,
            prompt="Use an armored factor of which kind as infantry?",
        ),
    ),
    "27.5",
    "Use armored as infantry",
)


def do_end(s: Position, step: Any, seat: str, args: Args, ev: Events | None) -> None:
    if seat == "german":
        reserve.keep_as_it_is(s, ev)


END = Verb("end", do_end, (), "27.1", "End replacements")


class AlliedReplacing(Choice[Position], frozen=True):
    """4.3B1: the Allied Replacement Phase."""

    rule: ClassVar[str] = "27.1"
    verbs: ClassVar[tuple[Verb, ...]] = (BUILD, rebuild_verb(ALLIED), OVERSTRENGTH, REGRADE, END)

    def seat(self, s: Position) -> str:
        return SEATS[ALLIED]

    def prompt(self, v: Position, seat: str) -> str:
        return f"Use replacements: {', '.join(in_pools(v, ALLIED))}."

    def obvious(self, s: Position) -> tuple[str, Args] | None:
        return None if any(useful(s, self)) else ("end", ())


class GermanReplacing(Choice[Position], frozen=True):
    """4.3C1: the German Replacement Phase."""

    rule: ClassVar[str] = "27.1"
    verbs: ClassVar[tuple[Verb, ...]] = (BUILD, rebuild_verb(GERMAN), HQ_TROOPS, reserve.OPTION, REGRADE, END)

    def seat(self, s: Position) -> str:
        return SEATS[GERMAN]

    def prompt(self, v: Position, seat: str) -> str:
        return f"Use replacements: {', '.join(in_pools(v, GERMAN))}."

    def obvious(self, s: Position) -> tuple[str, Args] | None:
        return None if reserve.may_choose(s) or any(useful(s, self)) else ("end", ())


def in_pools(s: Position, side: int) -> list[str]:
    w: World = s.data
    names = [name for name in w.pools if (name.startswith("german")) == (side == GERMAN)]
    return [f"{s.pools[w.pools.index(name)]} {name.replace('-', ' ')}" for name in names]


def useful(s: Position, step: AlliedReplacing | GermanReplacing) -> Iterator[bool]:
    """Whether some factor could be used on some unit."""
    w: World = s.data
    seat = step.seat(s)
    for u in w.of_side[SEATS.index(seat)]:
        args = (w.ids[u],)
        for reasons in (build_reasons, rebuild_reasons, overstrength_reasons):
            if seat == "german" and reasons is overstrength_reasons:
                continue
            if next(reasons(s, step, seat, args), None) is None:
                yield True
    if seat == "german":
        for u in members(w.hq_troops):
            if next(troops_reasons(s, step, seat, (w.ids[u],)), None) is None:
                yield True
