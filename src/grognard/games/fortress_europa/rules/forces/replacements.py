# compiled as it stands
"""27. Replacements: rates and pools, building up and rebuilding units, overstrength divisions and HQ Troops."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from grognard.games.fortress_europa import exhibits
from grognard.games.fortress_europa.data.world import ALLIED, GERMAN, SEATS, World
from grognard.games.fortress_europa.rules.air import air, missions
from grognard.games.fortress_europa.rules.combat.losses import HANDED_ON, forget
from grognard.games.fortress_europa.rules.domains import OVERSEAS, STRENGTHS, UNITS, freely
from grognard.games.fortress_europa.rules.forces import reserve, takers
from grognard.games.fortress_europa.rules.forces.factors import (
    cost_of,
    why_never,
    why_no_troops,
    why_out_of_reach,
    why_ss_first,
    why_too_dear,
)
from grognard.games.fortress_europa.rules.forces.regrading import REGRADE, armored_again, pay, pool_words
from grognard.games.fortress_europa.rules.landing.landing_79th import BREAK_79TH, BUILD_79TH
from grognard.games.fortress_europa.rules.movement.entering import APPEAR, entered
from grognard.games.fortress_europa.rules.standing import facts, freeze, put
from grognard.games.fortress_europa.rules.state import NOWHERE, Position, on, on_map
from grognard.games.fortress_europa.rules.telling import tell_lost, tell_number, tell_placed
from grognard.kernel.rules import Auto, Choice, Events, Ints, Slot, Step, Verb, Why, Whys

FULL = 0
"""Of `strengths`: full, reduced."""
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
    w = s.data
    month = w.months[w.month_of[s.turn]]
    row = w.rates[who, month]
    armored = 0 if who == "german" and s.reserve_choice == reserve.OPTION_A else row.armored
    return row.total, armored


def turn_rate(s: Position, who: str) -> Rate:
    """What aircraft leave of the rate: bombers of the German one (17.10.5), U-Boats and V1s of the others (17.10.6,
    17.10.7)."""
    rate = printed_rate(s, who)
    if who == "german":
        return less(rate, missions.bombed(s))
    halves = {"american": air.americans_halved, "british": air.british_halved}
    return halved(rate) if who in halves and halves[who](s) else rate


def replacing_now(s: Position) -> bool:
    """27.2, 33.3.3, 33.4.3: whether there is a Replacement Phase at all this turn."""
    w = s.data
    scenario = w.book.scenario[s.scenario]
    if scenario.setup == "june":
        return s.turn >= w.book.rebuilding.first_turn
    return bool(scenario.replacements_from) and s.turn >= w.turn_of[scenario.replacements_from]


def sources(side: int) -> tuple[str, ...]:
    return ("german",) if side == GERMAN else ("american", "british", "special")


def receive(s: Position, who: str, rate: Rate, ev: Events | None) -> None:
    """Factors of the turn join those that were saved (27.3)."""
    w = s.data
    total, armored = rate
    gains = (
        {"special": total} if who == "special" else {f"{who}-infantry": total - armored, f"{who}-armored": armored}
    )
    for name, factors in gains.items():
        s.pools[w.pools.index(name)] += factors
    if ev is None:
        return
    saved = sum(s.pools[w.pools.index(name)] for name in gains)
    shown = f"{total}" if who == "special" else f"{total}({armored})"
    side = "german" if who == "german" else "allied"
    words = f"{who.capitalize()} replacements: {shown}."
    shows = exhibits.rate(s, who.capitalize())
    tell_number(ev, side, f"{who} replacements", total, saved, words, "27.1", shows)


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


def _reduced(s: Position, step: Step[Position], seat: str, args: Ints) -> int:
    return takers.reduced(s, SEATS.index(seat))


def _rebuilt(s: Position, step: Step[Position], seat: str, args: Ints) -> int:
    return takers.rebuilt(s, SEATS.index(seat))


def _dead(s: Position, step: Step[Position], seat: str, args: Ints) -> int:
    return takers.dead(s, SEATS.index(seat), s.data.book.rebuilding.step)


def _enlarged(s: Position, step: Step[Position], seat: str, args: Ints) -> int:
    return takers.enlarged(s)


def _troops(s: Position, step: Step[Position], seat: str, args: Ints) -> int:
    return takers.troops(s)


def why_foreign(s: Position, u: int, seat: str) -> Whys:
    w = s.data
    if w.side[u] != SEATS.index(seat):
        yield Why("27.1", lambda: f"{w.unit_names[u]} is not yours.", (), (w.ids[u],))


def build_reasons(s: Position, step: Step[Position], seat: str, args: Ints) -> Whys:
    w = s.data
    u = args[0]
    name, ids = w.unit_names[u], (w.ids[u],)
    if found := list(why_foreign(s, u, seat)) or list(why_never(s, u)):
        yield from found
    elif s.where[u] == w.destroyed:
        yield Why("27.8", lambda: f"{name} is destroyed: rebuild it instead.", (), ids)
    elif not (w.two_steps >> u & 1 and s.face[u] == 1):
        yield Why("27.7", lambda: f"{name} is not reduced.", (), ids)
    else:
        yield from why_out_of_reach(s, u)
        yield from why_too_dear(s, u, w.book.rebuilding.step)
        yield from why_ss_first(s, u)


def do_build(s: Position, step: Step[Position], seat: str, args: Ints, ev: Events | None) -> None:
    w = s.data
    u = args[0]
    pay(s, u, w.book.rebuilding.step)
    s.face[u] = 0
    s.stuck |= 1 << u  # 27.7
    tell_placed(ev, w, u, "restored", f"{w.unit_names[u]} is built up to full strength.", "27.7")
    s.then(step)


BUILD = Verb(
    "build",
    do_build,
    (Slot("unit", UNITS, build_reasons, legal=_reduced, prompt="Build up which reduced unit?"),),
    "27.7",
    "Build up",
)


def why_not_dead(s: Position, u: int, seat: str) -> Whys:
    w = s.data
    name, ids = w.unit_names[u], (w.ids[u],)
    if found := list(why_foreign(s, u, seat)) or list(why_never(s, u)):
        yield from found
    elif s.where[u] == w.withdrawn:
        yield Why("26.7", lambda: f"{name} was withdrawn and is not replaced.", (), ids)
    elif s.where[u] != w.destroyed:
        yield Why("27.8", lambda: f"{name} is not destroyed.", (), ids)


def rebuild_reasons(s: Position, step: Step[Position], seat: str, args: Ints) -> Whys:
    u = args[0]
    if found := list(why_not_dead(s, u, seat)):
        yield from found
    else:
        yield from why_too_dear(s, u, cost_of(s, u, full=False))
        yield from why_ss_first(s, u)


def strength_reasons(s: Position, step: Step[Position], seat: str, args: Ints) -> Whys:
    w = s.data
    u, full = args[0], args[1] == FULL
    if not full and not w.two_steps >> u & 1:
        yield Why("27.8", lambda: f"{w.unit_names[u]} has a single step and is rebuilt in full.", (), (w.ids[u],))
    else:
        yield from why_too_dear(s, u, cost_of(s, u, full))


def do_rebuild(s: Position, step: Step[Position], seat: str, args: Ints, ev: Events | None) -> None:
    """27.8: it enters like a reinforcement and does not move in that turn."""
    w = s.data
    u, full = args[0], args[1] == FULL
    pay(s, u, cost_of(s, u, full))
    u = revive(s, u, full)
    strength = "at reduced strength" if not full else "at full strength" if w.two_steps >> u & 1 else "anew"
    if w.side[u] == ALLIED:
        put(s, u, (w.england, w.africa)[args[2]])
        s.stuck |= 1 << u
        where = f" in {w.overseas[args[2]].capitalize()}"
    else:
        put(s, u, w.due)
        s.rebuilt |= 1 << u
        where = ""
    tell_placed(ev, w, u, "rebuilt", f"{w.unit_names[u]} is rebuilt {strength}{where}.", "27.8")
    s.then(step)


def revive(s: Position, u: int, full: bool) -> int:
    """A unit comes back from the dead: the side that it shows (22.2, 23), and what it has lost for good (27.9). Gives
    the counter that comes, which 28.5 may have changed."""
    w = s.data
    u = reserve.exchanged(s, u)
    if w.side[u] == GERMAN and w.kind[u] == "paratroop":
        s.grounded |= 1 << u
    s.face[u] = 1 if w.back[u] == "infantry" or (w.two_steps >> u & 1 and not full) else 0
    return u


REBUILT = (
    Slot("unit", UNITS, rebuild_reasons, legal=_rebuilt, prompt="Rebuild which destroyed unit?"),
    Slot("strength", STRENGTHS, strength_reasons, prompt="At which strength?"),
)
REBUILD_GERMAN = Verb("rebuild", do_rebuild, REBUILT, "27.8", "Rebuild")
REBUILD_ALLIED = Verb(
    "rebuild",
    do_rebuild,
    (*REBUILT, Slot("box", OVERSEAS, freely, prompt="In England or in Africa?")),
    "27.8",
    "Rebuild",
)


# ------------------------------------------------------------------------------------------- overstrength


def is_six_four(w: World, u: int) -> bool:
    """27.12: an American 6-4 infantry division."""
    return bool(w.six_fours >> u & 1)


def why_not_overstrength(s: Position, u: int) -> Whys:
    w = s.data
    name, ids = w.unit_names[u], (w.ids[u],)
    if not is_six_four(w, u):
        yield Why("27.12", lambda: f"{name} is not an American 6-4 infantry division.", (), ids)
    elif not (on_map(s, u) or s.where[u] in (w.england, w.africa)):
        yield Why("27.12", lambda: f"{name} is not in play.", (), ids)
    elif s.face[u]:
        yield Why("27.12", lambda: f"{name} is reduced.", (), ids)
    elif not spare_counters(s):
        yield Why("27.12", lambda: "All overstrength counters are in use or gone.", (), ids)


def spare_counters(s: Position) -> list[int]:
    w = s.data
    return [x for x in w.overstrength if s.where[x] == w.aside]


def strengthen(s: Position, u: int, ev: Events | None) -> int:
    """The 8-4 takes the place of the 6-4; gives the 8-4."""
    w = s.data
    big = spare_counters(s)[0]
    s.overstrength[w.overstrength.index(big)] = u
    put(s, big, s.where[u])
    put(s, u, w.aside)
    s.face[big] = 0
    for name in HANDED_ON:
        mask: int = getattr(s, name)
        if mask >> u & 1:
            setattr(s, name, mask | 1 << big)
    forget(s, u)
    tell_placed(ev, w, u, "overstrength", f"{w.unit_names[u]} is built up to an overstrength division.", "27.12")
    return big


def overstrength_reasons(s: Position, step: Step[Position], seat: str, args: Ints) -> Whys:
    w = s.data
    u = args[0]
    if found := list(why_not_overstrength(s, u)):
        yield from found
    else:
        yield from why_out_of_reach(s, u)
        yield from why_too_dear(s, u, w.book.rebuilding.step)


def do_overstrength(s: Position, step: Step[Position], seat: str, args: Ints, ev: Events | None) -> None:
    w = s.data
    u = args[0]
    pay(s, u, w.book.rebuilding.step)
    s.stuck |= 1 << strengthen(s, u, ev)  # 27.7
    s.then(step)


OVERSTRENGTH = Verb(
    "overstrength",
    do_overstrength,
    (Slot("unit", UNITS, overstrength_reasons, legal=_enlarged, prompt="Which division becomes overstrength?"),),
    "27.12",
    "Build overstrength",
)


def before_reasons(s: Position, step: Step[Position], seat: str, args: Ints) -> Whys:
    w = s.data
    u = args[0]
    if found := list(why_not_overstrength(s, u)):
        yield from found
    elif not any(x != u and next(why_not_overstrength(s, x), None) is None for x in w.of_side[ALLIED]):
        yield Why("27.12", lambda: "There is no other division that could be reduced for it.", (), (w.ids[u],))


def giver_reasons(s: Position, step: Step[Position], seat: str, args: Ints) -> Whys:
    """27.12: another American 6-4 is reduced for it."""
    w = s.data
    u, other = args[0], args[1]
    if other == u:
        yield Why("27.12", lambda: "Another division must give the factor.", (), (w.ids[other],))
    else:
        yield from why_not_overstrength(s, other)


def before_left(s: Position, step: Step[Position], seat: str) -> Whys:
    w = s.data
    most = w.book.rebuilding.overstrength_before
    if sum(division != NOWHERE for division in s.overstrength) >= most:
        yield Why("27.12", lambda: f"No more than {most} are built before the first invasion.")


def _full(s: Position, step: Step[Position], seat: str, args: Ints) -> int:
    """27.12: American 6-4 divisions in play at full strength; with `args` those that give a factor to the first of
    them, without that those for which another one could."""
    w, f = s.data, facts(s)
    found = w.six_fours & (f.on_map | f.at[w.england] | f.at[w.africa]) if f.at[w.aside] & w.overstrength_units else 0
    found &= ~takers.backs(s, found)
    if args:
        return found & ~(1 << args[0])
    return found if found.bit_count() > 1 else 0


def do_before(s: Position, step: Step[Position], seat: str, args: Ints, ev: Events | None) -> None:
    w = s.data
    u, other = args[0], args[1]
    s.face[other] = 1
    strengthen(s, u, ev)
    words = f"{w.unit_names[other]} is reduced for it."
    tell_lost(ev, w, other, "merged", words, "27.12", (), 1, 1)
    s.then(step)


def do_nothing(s: Position, step: Step[Position], seat: str, args: Ints, ev: Events | None) -> None:
    return


class Strengthening(Choice[Position], frozen=True):
    """27.12: up to three overstrength divisions before the first invasion, at the cost of others (ruling 231);
    with the Funnies the 79th too (31.16)."""

    rule: ClassVar[str] = "27.12"
    verbs: ClassVar[tuple[Verb[Position, Strengthening], ...]] = (
        Verb(
            "overstrength",
            do_before,
            (
                Slot("unit", UNITS, before_reasons, legal=_full, prompt="Which division becomes overstrength?"),
                Slot("other", UNITS, giver_reasons, legal=_full, prompt="Which division is reduced for it?"),
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


def troops_reasons(s: Position, step: Step[Position], seat: str, args: Ints) -> Whys:
    w = s.data
    u = args[0]
    if found := list(why_no_troops(s, u)):
        yield from found
    elif not any(next(troops_unit_reasons(s, step, seat, (u, x)), None) is None for x in w.of_side[GERMAN]):
        yield Why("27.13", lambda: "No destroyed unit can be brought back now.", (), (w.ids[u],))


def troops_unit_reasons(s: Position, step: Step[Position], seat: str, args: Ints) -> Whys:
    w = s.data
    u = args[1]
    if found := list(why_not_dead(s, u, seat)):
        yield from found
    else:
        yield from why_too_dear(s, u, w.book.rebuilding.step)
        yield from why_ss_first(s, u)


def do_troops(s: Position, step: Step[Position], seat: str, args: Ints, ev: Events | None) -> None:
    """27.13: the unit stands where the HQ Troops stood, as frozen as they were (ruling 229)."""
    w = s.data
    troops, u = args[0], args[1]
    pay(s, u, w.book.rebuilding.step)
    u = revive(s, u, True)
    h, bound = s.where[troops], s.bound[troops]
    forget(s, troops)
    put(s, troops, w.removed)
    put(s, u, h)
    freeze(s, u, bound)
    s.stuck |= 1 << u
    tell_placed(
        ev,
        w,
        u,
        "rebuilt",
        f"{w.unit_names[u]} is rebuilt around {w.unit_names[troops]} in {w.hex_name(h)}.",
        "27.13",
        (w.labels[h],),
    )
    s.then(step)
    entered(s, u, h, ev, APPEAR)


HQ_TROOPS = Verb(
    "hq-troops",
    do_troops,
    (
        Slot("troops", UNITS, troops_reasons, legal=_troops, prompt="Use which HQ Troops?"),
        Slot("unit", UNITS, troops_unit_reasons, legal=_dead, prompt="Rebuild which destroyed unit?"),
    ),
    "27.13",
    "Rebuild with HQ Troops",
)


# ------------------------------------------------------------------------------------------------ the phase


def do_end(s: Position, step: Step[Position], seat: str, args: Ints, ev: Events | None) -> None:
    armored_again(s)
    if seat == "german":
        reserve.keep_as_it_is(s, ev)


END = Verb("end", do_end, (), "27.1", "End replacements")


class AlliedReplacing(Choice[Position], frozen=True):
    """4.3B1: the Allied Replacement Phase."""

    rule: ClassVar[str] = "27.1"
    verbs: ClassVar[tuple[Verb[Position, AlliedReplacing], ...]] = (
        BUILD,
        REBUILD_ALLIED,
        OVERSTRENGTH,
        REGRADE,
        END,
    )

    def seat(self, s: Position) -> str:
        return SEATS[ALLIED]

    def prompt(self, v: Position, seat: str) -> str:
        return f"Use replacements: {', '.join(in_pools(v, ALLIED))}."

    def obvious(self, s: Position) -> tuple[str, Ints] | None:
        return None if any(useful(s, self)) else ("end", ())


class GermanReplacing(Choice[Position], frozen=True):
    """4.3C1: the German Replacement Phase."""

    rule: ClassVar[str] = "27.1"
    verbs: ClassVar[tuple[Verb[Position, GermanReplacing], ...]] = (
        BUILD,
        REBUILD_GERMAN,
        HQ_TROOPS,
        reserve.OPTION,
        REGRADE,
        END,
    )

    def seat(self, s: Position) -> str:
        return SEATS[GERMAN]

    def prompt(self, v: Position, seat: str) -> str:
        return f"Use replacements: {', '.join(in_pools(v, GERMAN))}."

    def obvious(self, s: Position) -> tuple[str, Ints] | None:
        return None if reserve.may_choose(s) or any(useful(s, self)) else ("end", ())


def in_pools(s: Position, side: int) -> list[str]:
    w = s.data
    names = [name for name in w.pools if (name.startswith("german")) == (side == GERMAN)]
    held = [(s.pools[w.pools.index(name)], pool_words(name)) for name in names]
    return [f"{number} {words}" for number, words in held if number] or ["none are left"]


def useful(s: Position, step: AlliedReplacing | GermanReplacing) -> Iterator[bool]:
    """Whether some factor could be used on some unit."""
    seat = step.seat(s)
    for some in (_rebuilt, _reduced, _troops if seat == "german" else _enlarged):  # who is soonest found first
        if some(s, step, seat, ()):
            yield True
