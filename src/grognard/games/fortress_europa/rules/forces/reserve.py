# compiled as it stands
"""28. The Panzer Reserve: leaving the map on November I, the choice of December I, and coming back."""

from __future__ import annotations

from typing import ClassVar

from grognard.games.fortress_europa.data.world import ALLIED, GERMAN, SEATS, World
from grognard.games.fortress_europa.rules.combat.losses import forget
from grognard.games.fortress_europa.rules.domains import HEXES, RESERVE_OPTIONS, UNITS, freely
from grognard.games.fortress_europa.rules.forces.regrading import armored_again
from grognard.games.fortress_europa.rules.movement.entering import APPEAR, entered
from grognard.games.fortress_europa.rules.standing import facts, german_hexes, put, units_of, zone
from grognard.games.fortress_europa.rules.state import Position, on_map, say
from grognard.games.fortress_europa.rules.supply.supply import allied_cut_off, german_cut_off, in_supply, line_to_edge
from grognard.games.fortress_europa.rules.telling import tell_left, tell_placed
from grognard.kernel.rules import Auto, Choice, Events, Ints, Slot, Step, Verb, Why, Whys
from grognard.maps import Mask, mask_of

OPEN, OPTION_A, OPTION_B = range(3)
"""`reserve_choice`"""
TIGERS = "de-101ss"

# ----------------------------------------------------------------------------------------- 1SS, Lehr, 101SS


def has_left(s: Position) -> bool:
    """Whether the Reserve has left the map, from which moment 28.5 holds (ruling 236)."""
    w = s.data
    leaves = w.turn_of[w.book.panzer_reserve.leaves]
    return s.turn > leaves or (s.turn == leaves and s.side == GERMAN and s.impulse > 0)


def exchanged(s: Position, u: int) -> int:
    """28.5: 1SS and Lehr become their later counters when they come to the Reserve or back into play. Gives the unit
    that is meant from now on, in the same place and on the same face."""
    w = s.data
    late = w.late.get(u)
    if late is None or not has_left(s):
        return u
    put(s, late, s.where[u])
    s.face[late] = s.face[u]
    put(s, u, w.removed)
    return late


def gone_for_good(s: Position, u: int) -> bool:
    """28.5: the Tigers of the 101SS do not come back once the Reserve has left."""
    w = s.data
    return w.ids[u] == TIGERS and has_left(s) and not on_map(s, u)


# -------------------------------------------------------------------------------------------------- leaving


def can_leave(s: Position, u: int) -> bool:
    """In play and in supply; enemy zones do not matter (28.1, ruling 233)."""
    w = s.data
    return s.where[u] == w.due or (on_map(s, u) and in_supply(s, u))


def go(s: Position, u: int, ev: Events | None) -> None:
    """A unit leaves for the Reserve, or, if it is the 101SS, for good (28.5)."""
    w = s.data
    forget(s, u)
    if w.ids[u] == TIGERS:
        put(s, u, w.removed)
        tell_left(ev, w, u, "withdrawn", f"{w.unit_names[u]} leaves the game.", "28.5")
        return
    put(s, u, w.reserve)
    s.rebuilt &= ~(1 << u)
    late = exchanged(s, u)
    tell_left(ev, w, u, "reserve", f"{w.unit_names[u]} goes to the Panzer Reserve.", "28.1")
    if late != u:
        words = f"{w.unit_names[u]} {w.combat[u][0]}-{w.move[u][0]} becomes {w.combat[late][0]}-{w.move[late][0]}."
        say(ev, words, "28.5", (), (w.ids[late],))


def stand_ins(s: Position, u: int) -> list[int]:
    """28.1: armored units with the factor closest to that of the unit, the higher of two, who may go for it."""
    w = s.data
    lacking = cut_off(s, GERMAN)
    armor = [x for x in w.of_side[GERMAN] if w.armored >> x & 1]
    return closest(w, u, [x for x in armor if s.where[x] == w.due or (on_map(s, x) and x not in lacking)])


def cut_off(s: Position, side: int) -> set[int]:
    """The units of a side that are out of supply now."""
    return set(german_cut_off(s) if side == GERMAN else allied_cut_off(s))


def send_units(s: Position, step: SendInstead, seat: str, args: Ints) -> int:
    return mask_of(stand_ins(s, step.unit))


def closest(w: World, u: int, units: list[int]) -> list[int]:
    """Those whose printed factor comes closest to that of a unit, the higher of two (rulings 220, 233)."""
    value = w.combat[u][0]

    def rank(x: int) -> tuple[int, int]:
        factor = w.combat[x][0]
        return abs(factor - value), -factor

    best = min((rank(x) for x in units), default=None)
    return [x for x in units if rank(x) == best]


def send_reasons(s: Position, step: SendInstead, seat: str, args: Ints) -> Whys:
    w = s.data
    u = args[0]
    name, ids = w.unit_names[u], (w.ids[u],)
    if w.side[u] != GERMAN or not w.armored >> u & 1:
        yield Why("28.1", lambda: f"{name} is not a German armored unit.", (), ids)
    elif not can_leave(s, u):
        yield Why("28.1", lambda: f"{name} is out of supply or not in play.", (), ids)
    elif u not in stand_ins(s, step.unit):
        yield Why("28.1", lambda: f"The factor of {name} is not the closest.", (), ids)


def do_send(s: Position, step: SendInstead, seat: str, args: Ints, ev: Events | None) -> None:
    go(s, args[0], ev)


def do_nobody(s: Position, step: SendInstead, seat: str, args: Ints, ev: Events | None) -> None:
    w = s.data
    say(ev, f"Nobody goes to the Panzer Reserve in place of {w.unit_names[step.unit]}.", "28.1")


class SendInstead(Choice[Position], frozen=True):
    """28.1: a substitute may go for a unit that is destroyed or out of supply (ruling 233)."""

    rule: ClassVar[str] = "28.1"
    unit: int
    verbs: ClassVar[tuple[Verb[Position, SendInstead], ...]] = (
        Verb(
            "send",
            do_send,
            (Slot("unit", UNITS, send_reasons, legal=send_units, prompt="Send which unit?"),),
            "28.1",
            "Send to the Reserve",
        ),
        Verb("nobody", do_nobody, (), "28.1", "Nobody goes"),
    )

    def seat(self, s: Position) -> str:
        return SEATS[GERMAN]

    def prompt(self, v: Position, seat: str) -> str:
        w = v.data
        return f"{w.unit_names[self.unit]} cannot go to the Panzer Reserve: which unit goes in its place?"

    def obvious(self, s: Position) -> tuple[str, Ints] | None:
        return None if stand_ins(s, self.unit) else ("nobody", ())


class LeaveForReserve(Auto[Position], frozen=True):
    """28.1: at the start of the November I first move impulse these units go."""

    rule: ClassVar[str] = "28.1"
    units: tuple[int, ...]

    def run(self, s: Position, ev: Events | None) -> None:
        w = s.data
        missing = []
        for u in self.units:
            if can_leave(s, u):
                go(s, u, ev)
            elif s.where[u] == w.destroyed or on_map(s, u):
                missing.append(u)
                if w.ids[u] == TIGERS and s.where[u] == w.destroyed:
                    put(s, u, w.removed)  # 28.5
        s.then(*(SendInstead(u) for u in missing))


# --------------------------------------------------------------------------------------------- the choice


def may_choose(s: Position) -> bool:
    """28.3: in the December I Replacement Phase."""
    w = s.data
    return s.turn == w.turn_of[w.book.panzer_reserve.chooses] and s.reserve_choice == OPEN


def choice_reasons(s: Position, step: Step[Position], seat: str) -> Whys:
    w = s.data
    if s.reserve_choice != OPEN:
        yield Why("28.3", lambda: "The choice has been made.")
    elif not may_choose(s):
        name = w.turn_name[w.turn_of[w.book.panzer_reserve.chooses]]
        yield Why("28.3", lambda: f"The choice is made in the Replacement Phase of {name}.")


def do_choose(s: Position, step: Step[Position], seat: str, args: Ints, ev: Events | None) -> None:
    if s.data.reserve_options[args[0]] == "a":
        rebuild_all(s, ev)
    else:
        keep_as_it_is(s, ev)
    s.then(step)


def rebuild_all(s: Position, ev: Events | None) -> None:
    """28.3A: the Reserve is made whole and gets the destroyed armor; armored replacements are over (ruling 234)."""
    w = s.data
    s.reserve_choice = OPTION_A
    for u in w.of_side[GERMAN]:
        dead = s.where[u] == w.destroyed and w.armored >> u & 1 and (w.divisions | w.ss) >> u & 1
        if dead and not gone_for_good(s, u):
            put(s, u, w.reserve)
            come = exchanged(s, u)
            tell_placed(
                ev, w, come, "rebuilt", f"{w.unit_names[come]} is formed anew in the Panzer Reserve.", "28.3A"
            )
    for u in w.of_side[GERMAN]:
        if s.where[u] == w.reserve:
            s.face[u] = 0
    armored_again(s)  # ruling 303
    s.pools[w.pools.index("german-armored")] = 0
    say(ev, "The Panzer Reserve is at full strength; there are no more German armored replacements.", "28.3A")


def keep_as_it_is(s: Position, ev: Events | None) -> None:
    """28.3B"""
    if may_choose(s):
        s.reserve_choice = OPTION_B
        say(ev, "The Panzer Reserve stays as it is; armored replacements go on.", "28.3B")


OPTION = Verb(
    "option",
    do_choose,
    (Slot("option", RESERVE_OPTIONS, freely, prompt="Rebuild the Panzer Reserve (a), or go on as before (b)?"),),
    "28.3",
    "Panzer Reserve",
    reasons=choice_reasons,
)


# -------------------------------------------------------------------------------------------- coming back


def in_reserve(s: Position) -> list[int]:
    return units_of(s, GERMAN, s.data.reserve)


def entry_cities(s: Position) -> Mask:
    """German-controlled cities in Germany out of Allied zones (26.3, 28.4, ruling 217)."""
    w = s.data
    return w.german_cities & german_hexes(s) & ~zone(s, ALLIED)


def return_reasons(s: Position, step: Step[Position], seat: str) -> Whys:
    w = s.data
    months = w.book.panzer_reserve.returns
    if seat != "german":
        yield Why("28.4", lambda: "Only the German player has a Panzer Reserve.")
    elif w.months[w.month_of[s.turn]] not in months:
        yield Why("28.4", lambda: "The Panzer Reserve comes back in December, January or February.")
    elif not in_reserve(s):
        yield Why("28.4", lambda: "No unit is in the Panzer Reserve.")
    elif not entry_cities(s) & line_to_edge(s):
        yield Why("28.4", lambda: "No city in Germany is open to the Panzer Reserve.")


def may_return(s: Position, step: Step[Position], seat: str) -> bool:
    waiting = facts(s).at[s.data.reserve]  # most turns nobody is
    return bool(waiting) and next(return_reasons(s, step, seat), None) is None


def return_unit(s: Position, step: Step[Position], seat: str, args: Ints) -> Whys:
    w = s.data
    u = args[0]
    if s.where[u] != w.reserve:
        yield Why("28.4", lambda: f"{w.unit_names[u]} is not in the Panzer Reserve.", (), (w.ids[u],))


def return_city(s: Position, step: Step[Position], seat: str, args: Ints) -> Whys:
    w = s.data
    h = args[1]
    label = w.labels[h]
    name = w.hex_name(h)
    if not w.german_cities >> h & 1:
        yield Why("28.4", lambda: f"{name} is not a city in Germany.", (label,))
    elif not german_hexes(s) >> h & 1:
        yield Why("28.4", lambda: f"{name} is Allied.", (label,))
    elif not entry_cities(s) >> h & 1:
        yield Why("28.4", lambda: f"{name} is in an Allied zone of control.", (label,))
    elif not line_to_edge(s) >> h & 1:
        yield Why("28.4", lambda: f"No line free of Allied zones leads from {name} to the east edge.", (label,))


def return_cities(s: Position, step: Step[Position], seat: str, args: Ints) -> Mask:
    return entry_cities(s)


def do_return(s: Position, step: Step[Position], seat: str, args: Ints, ev: Events | None) -> None:
    """28.4: placed over the stacking limit if need be, and free to move."""
    w = s.data
    u, h = args[0], args[1]
    put(s, u, h)
    s.reserve_back = True
    words = f"{w.unit_names[u]} comes from the Panzer Reserve to {w.hex_name(h)}."
    tell_placed(ev, w, u, "arrival", words, "28.4", (w.labels[h],))
    s.then(step)
    entered(s, u, h, ev, APPEAR)


RETURN = Verb(
    "reserve",
    do_return,
    (
        Slot(
            "unit",
            UNITS,
            return_unit,
            legal=lambda s, *_: facts(s).at[s.data.reserve],
            prompt="Which unit comes from the Panzer Reserve?",
        ),
        Slot("city", HEXES, return_city, among=return_cities, prompt="To which city?"),
    ),
    "28.4",
    "From the Panzer Reserve",
    reasons=return_reasons,
    may=may_return,
)


def why_not_yet(s: Position) -> Whys:
    """28.4: the Reserve comes back as a whole, in one impulse (ruling 235)."""
    w = s.data
    waiting = in_reserve(s) if s.side == GERMAN and s.reserve_back else []
    if waiting and entry_cities(s) & line_to_edge(s):
        for u in waiting:
            name = w.unit_names[u]
            yield Why("28.4", lambda name=name: f"{name} must come with the rest of the Panzer Reserve.")  # type: ignore[misc]
