# compiled as it stands
"""26. Reinforcements and withdrawals, with what else the turn track calls for: conversions (23), HQs that are turned
over (13.2), the garrison of Paris (26.5) and the Panzer Reserve (28.1)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from grognard.games.fortress_europa.data.world import ALLIED, GERMAN, SEATS, SIDES
from grognard.games.fortress_europa.rules.combat.losses import forget
from grognard.games.fortress_europa.rules.domains import HEXES, OVERSEAS, UNITS, freely
from grognard.games.fortress_europa.rules.forces import reserve
from grognard.games.fortress_europa.rules.movement.entering import APPEAR, entered
from grognard.games.fortress_europa.rules.movement.stacking import has_room
from grognard.games.fortress_europa.rules.standing import allied_hexes, facts, german_hexes, put
from grognard.games.fortress_europa.rules.state import Position, on_map, say
from grognard.games.fortress_europa.rules.supply.supply import in_supply
from grognard.games.fortress_europa.rules.telling import tell_changed, tell_left, tell_placed
from grognard.kernel.rules import Auto, Choice, Events, Ints, Slot, Step, Verb, Why, Whys
from grognard.maps import mask_of, members

EXTENDED = "apr-1"
"""31.17: when the last levies come."""

# ------------------------------------------------------------------------------------------- the schedule


def number_of(s: Position, side: int) -> int:
    """4.2-note: the number in a side's box of the turn track, 0 none (26.1)."""
    turn = s.data.turns[s.turn - 1]
    return int(turn.german if side == GERMAN else turn.allied)


def in_the_role(s: Position, u: int) -> int:
    """The unit that has a unit's place in the schedule now (26.8, ruling 221), as the counter in use (28.5)."""
    w = s.data
    for one, other in s.swaps:
        u = other if u == one else one if u == other else u
    for early, late in w.late.items():
        if u in (early, late):
            u = early if s.where[late] == w.aside else late
    return u


def called(s: Position, side: int, kind: str) -> list[int]:
    """The units to which something happens this turn."""
    return [in_the_role(s, u) for u in s.data.schedule.get((SEATS[side], number_of(s, side), kind), ())]


def arriving(s: Position, side: int) -> list[int]:
    """Reinforcements of the turn (26.1, 26.4, 31.17). Who has changed places with another comes in its stead."""
    w = s.data
    number = number_of(s, side)
    first = w.turn_of[w.book.scenario[s.scenario].first]
    june = w.book.scenario[s.scenario].setup == "june"
    who = w.groups[number]  # 2.2: a circle on the counter
    if june and s.turn == first:
        who |= w.reaction_force
    if s.turn == w.turn_of[EXTENDED]:
        who |= w.last_levies
    found = [in_the_role(s, u) for u in members(who & w.side_mask[side])]
    return [u for u in found if s.where[u] in (w.waiting, w.withdrawn)]


class Arrivals(Auto[Position], frozen=True):
    """4.3B2, 4.3C2, 26.2: what the turn track brings in the first move impulse."""

    rule: ClassVar[str] = "26.1"
    side: int

    def run(self, s: Position, ev: Events | None) -> None:
        w = s.data
        for u in called(s, self.side, "flip"):
            turn_over(s, u, ev)
        for u in called(s, self.side, "convert"):
            convert(s, u, ev)
        come = arriving(s, self.side)
        if self.side == GERMAN:
            for u in come:
                put(s, u, w.due)
                tell_placed(ev, w, u, "ready", f"{w.unit_names[u]} is ready to enter.", "26.1")
        if self.side == ALLIED:
            garrison_paris(s, ev)
        units = tuple(called(s, self.side, "reserve"))
        s.then(
            *([ChooseBox(tuple(come))] if self.side == ALLIED and come else ()),
            *([reserve.LeaveForReserve(units)] if units else ()),
        )


def arrive(s: Position, u: int, box: str, ev: Events | None) -> None:
    """26.3: Allied reinforcements come to England or Africa and may sail on at once."""
    w = s.data
    put(s, u, w.place_ids.number[box])
    tell_placed(ev, w, u, "box", f"{w.unit_names[u]} arrives in {box.capitalize()}.", "26.3")


def turn_over(s: Position, u: int, ev: Events | None) -> None:
    """13.2: an HQ is turned over where it is, unless it has lost its first side (ruling 118)."""
    w = s.data
    if w.back[u] == "headquarters" and s.face[u] == 0:
        s.face[u] = 1
        tell_changed(ev, "reversed", f"{w.unit_names[u]} is turned over.", "13.2", (), (w.ids[u],))


def convert(s: Position, u: int, ev: Events | None) -> None:
    """23: a training division becomes a regular one; a destroyed one may be rebuilt from now on (ruling 206)."""
    w = s.data
    if w.training_units >> u & 1 and s.face[u] == 0:
        s.face[u] = 1
        if s.where[u] != w.destroyed:
            tell_changed(ev, "regular", f"{w.unit_names[u]} becomes a regular division.", "23", (), (w.ids[u],))


def return_hqs(s: Position, ev: Events | None) -> None:
    """13.2: HQs that were lost on their first side come back on the turn after (ruling 116)."""
    w = s.data
    for u in members(w.hqs):
        if s.where[u] == w.returning:
            put(s, u, w.due)
            tell_placed(ev, w, u, "ready", f"{w.unit_names[u]} is formed anew and ready to enter.", "13.2")


def garrison_paris(s: Position, ev: Events | None) -> None:
    """26.5: the turn after Paris is occupied, not before August I; who finds no room waits (ruling 218)."""
    w = s.data
    book = w.book.garrison
    h = w.place_hex[book.place]
    if not s.paris_turn or s.turn <= s.paris_turn or s.turn < w.turn_of[book.not_before]:
        return
    for u in w.paris_garrison:
        if s.where[u] == w.waiting and allied_hexes(s) >> h & 1 and has_room(s, u, h):
            put(s, u, h)
            tell_placed(ev, w, u, "arrival", f"{w.unit_names[u]} appears in {w.hex_name(h)}.", "26.5", (w.labels[h],))
            entered(s, u, h, ev, APPEAR)


# ------------------------------------------------------------------------------------- England or Africa


def do_box(s: Position, step: ChooseBox, seat: str, args: Ints, ev: Events | None) -> None:
    for u in step.units:
        arrive(s, u, s.data.overseas[args[0]], ev)


def send_unit(s: Position, step: ChooseBox, seat: str, args: Ints) -> Whys:
    w = s.data
    u = args[0]
    if u not in step.units:
        yield Why("26.3", lambda: f"{w.unit_names[u]} does not arrive now.", (), (w.ids[u],))
    elif len(step.units) == 1:
        yield Why("26.3", lambda: f"Nobody arrives beside {w.unit_names[u]}.", (), (w.ids[u],))


def do_send(s: Position, step: ChooseBox, seat: str, args: Ints, ev: Events | None) -> None:
    u, box = args
    arrive(s, u, s.data.overseas[box], ev)
    s.then(ChooseBox(tuple(x for x in step.units if x != u)))


class ChooseBox(Choice[Position], frozen=True):
    """26.3, 26.6: Allied reinforcements are put in England or Africa on their turn, as the owner likes: all of them
    together, or some by themselves before the others (ruling 35)."""

    rule: ClassVar[str] = "26.3"
    units: tuple[int, ...]
    verbs: ClassVar[tuple[Verb[Position, ChooseBox], ...]] = (
        Verb("arrive", do_box, (Slot("box", OVERSEAS, freely, prompt="In England or Africa?"),), "26.3", "Arrive"),
        Verb(
            "send",
            do_send,
            (
                Slot(
                    "unit",
                    UNITS,
                    send_unit,
                    among=lambda s, step, *_: mask_of(step.units),
                    prompt="Which unit arrives by itself?",
                ),
                Slot("box", OVERSEAS, freely, prompt="To England or Africa?"),
            ),
            "26.3",
            "One by itself",
        ),
    )

    def seat(self, s: Position) -> str:
        return SEATS[ALLIED]

    def prompt(self, v: Position, seat: str) -> str:
        names = [v.data.unit_names[u] for u in self.units]
        return f"Where do the reinforcements arrive: {', '.join(names)}?"


# ------------------------------------------------------------------------------------------ German entry


def enter_reasons(s: Position, step: Step[Position], seat: str) -> Whys:
    if seat != "german":
        yield Why("26.3", lambda: "Allied reinforcements come to England or Africa.")
    elif s.impulse != 1:
        yield Why("26.2", lambda: "Reinforcements enter in the first move impulse.")
    elif not reserve.entry_cities(s):
        yield Why("26.3", lambda: "No German city in Germany is out of Allied zones.")


def enter_unit(s: Position, step: Step[Position], seat: str, args: Ints) -> Whys:
    w = s.data
    u = args[0]
    if s.where[u] != w.due:
        yield Why(
            "26.1", lambda: f"{w.unit_names[u]} is not a reinforcement that is ready to enter.", (), (w.ids[u],)
        )


def enter_city(s: Position, step: Step[Position], seat: str, args: Ints) -> Whys:
    """26.3: a German city in Germany out of Allied zones; stacking is judged when the impulse ends (ruling 217)."""
    w = s.data
    h = args[1]
    label = w.labels[h]
    name = w.hex_name(h)
    if not w.german_cities >> h & 1:
        yield Why("26.3", lambda: f"{name} is not a city in Germany.", (label,))
    elif not german_hexes(s) >> h & 1:
        yield Why("26.3", lambda: f"{name} is Allied.", (label,))
    elif not reserve.entry_cities(s) >> h & 1:
        yield Why("26.3", lambda: f"{name} is in an Allied zone of control.", (label,))


def enter_cities(s: Position, step: Step[Position], seat: str, args: Ints) -> int:
    return reserve.entry_cities(s)


def settle(s: Position, u: int) -> None:
    """A German unit has come onto the map: one that was rebuilt does not move this turn (27.8)."""
    if s.rebuilt >> u & 1:
        s.rebuilt &= ~(1 << u)
        s.stuck |= 1 << u


def do_enter(s: Position, step: Step[Position], seat: str, args: Ints, ev: Events | None) -> None:
    w = s.data
    u, h = args[0], args[1]
    put(s, u, h)
    settle(s, u)
    tell_placed(ev, w, u, "arrival", f"{w.unit_names[u]} enters in {w.hex_name(h)}.", "26.3", (w.labels[h],))
    s.then(step)
    entered(s, u, h, ev, APPEAR)


ENTER = Verb(
    "enter",
    do_enter,
    (
        Slot(
            "unit",
            UNITS,
            enter_unit,
            legal=lambda s, *_: facts(s).at[s.data.due],
            prompt="Which reinforcement enters?",
        ),
        Slot("city", HEXES, enter_city, legal=enter_cities, prompt="In which city?"),
    ),
    "26.3",
    "Enter",
    reasons=enter_reasons,
    may=lambda s, step, seat: next(enter_reasons(s, step, seat), None) is None,
)


# ------------------------------------------------------------------------------------------- withdrawals


def available(s: Position, u: int) -> bool:
    """In the game and in supply, so that it can be withdrawn (26.7); the off-board Reserve too (26.10)."""
    w = s.data
    if on_map(s, u):
        return in_supply(s, u)
    return s.where[u] in (w.england, w.africa, w.due, w.returning, w.waiting, w.reserve, w.exited)


def withdraw(s: Position, u: int, ev: Events | None) -> None:
    """26.7, 26.9: a unit leaves the game with the steps it has; a division that is overstrength leaves as it is."""
    w = s.data
    if u in w.overstrength:
        number = w.overstrength.index(u)
        division, s.overstrength[number] = s.overstrength[number], -1
        forget(s, u)
        put(s, u, w.removed)
        u = division
    forget(s, u)
    s.rebuilt &= ~(1 << u)
    put(s, u, w.withdrawn)
    tell_left(ev, w, u, "withdrawn", f"{w.unit_names[u]} is withdrawn.", "26.7")


def type_now(s: Position, u: int) -> str:
    """The type that a unit shows: converted coastal and training units are infantry (22.2, 23)."""
    w = s.data
    return "infantry" if w.back[u] == "infantry" and s.face[u] else w.kind[u]


def value_now(s: Position, u: int) -> int:
    """The combat factor at full strength."""
    w = s.data
    return w.combat[u][s.face[u] if w.back[u] == "infantry" else 0]


def substitutes(s: Position, u: int, named: tuple[int, ...]) -> list[int]:
    """26.8: who may go for a unit: same type and value, else same type, else any, always the closest value and the
    higher of two (ruling 220)."""
    w = s.data
    places = (w.england, w.africa, w.due)
    lacking = reserve.cut_off(s, w.side[u])
    free = [
        x
        for x in w.of_side[w.side[u]]
        if x not in named and (s.where[x] in places or (on_map(s, x) and x not in lacking))
    ]
    same = [x for x in free if type_now(s, x) == type_now(s, u)]
    value = value_now(s, u)

    def rank(x: int) -> tuple[int, int]:
        return abs(value_now(s, x) - value), -value_now(s, x)

    best = min((rank(x) for x in same or free), default=None)
    return [x for x in same or free if rank(x) == best]


class Withdrawals(Auto[Position], frozen=True):
    """26.7: at the very start of the owner's turn (ruling 37)."""

    rule: ClassVar[str] = "26.7"
    side: int

    def run(self, s: Position, ev: Events | None) -> None:
        w = s.data
        named = tuple(called(s, self.side, "withdraw"))
        missing = []
        for u in named:
            if s.where[u] in (w.withdrawn, w.removed):
                if u in dict(s.given_up) and s.where[u] == w.removed:  # 31.15: or it could still come back
                    withdraw(s, u, ev)
                continue
            counter = stands_for(s, u)
            if available(s, counter):
                withdraw(s, counter, ev)
            else:
                missing.append(Substitute(u, named))
        s.then(*missing)


def stands_for(s: Position, u: int) -> int:
    """The counter of a division: the 8-4, where one stands for it (27.12)."""
    return next((big for big, division in zip(s.data.overstrength, s.overstrength, strict=True) if division == u), u)


def substitute_reasons(s: Position, step: Substitute, seat: str, args: Ints) -> Iterator[Why]:
    w = s.data
    u = args[0]
    name, ids = w.unit_names[u], (w.ids[u],)
    if w.side[u] != w.side[step.unit]:
        yield Why("26.8", lambda: f"{name} is not yours.", (), ids)
    elif u not in substitutes(s, step.unit, step.named):
        yield Why("26.8", lambda: f"{name} is not the closest in type and combat factor that can go.", (), ids)


def substitute_units(s: Position, step: Substitute, seat: str, args: Ints) -> int:
    return mask_of(substitutes(s, step.unit, step.named))


def do_substitute(s: Position, step: Substitute, seat: str, args: Ints, ev: Events | None) -> None:
    """26.8: with a destroyed unit both are out; one that is out of supply changes places with its substitute."""
    w = s.data
    u, other = step.unit, args[0]
    division = s.overstrength[w.overstrength.index(other)] if other in w.overstrength else other
    withdraw(s, other, ev)
    if s.where[u] == w.destroyed:
        put(s, u, w.withdrawn)
        tell_left(ev, w, u, "withdrawn", f"{w.unit_names[u]}, which is destroyed, will not be rebuilt.", "26.8")
    else:
        s.swaps = (*s.swaps, (u, division))
        tell_changed(ev, "stays", f"{w.unit_names[u]} is out of supply and stays.", "26.8", (), (w.ids[u],))


def none_reasons(s: Position, step: Substitute, seat: str) -> Iterator[Why]:
    if substitutes(s, step.unit, step.named):
        yield Why("26.8", lambda: "Some units can go.")


def do_none(s: Position, step: Substitute, seat: str, args: Ints, ev: Events | None) -> None:
    w = s.data
    say(ev, f"No unit can be withdrawn in place of {w.unit_names[step.unit]}.", "26.8")


class Substitute(Choice[Position], frozen=True):
    """26.8: another unit goes for one that is destroyed or out of supply; the owner chooses among equals."""

    rule: ClassVar[str] = "26.8"
    unit: int
    named: tuple[int, ...]
    """All units that the schedule withdraws this turn: none of them goes for another."""
    verbs: ClassVar[tuple[Verb[Position, Substitute], ...]] = (
        Verb(
            "substitute",
            do_substitute,
            (Slot("unit", UNITS, substitute_reasons, legal=substitute_units, prompt="Withdraw which?"),),
            "26.8",
            "Withdraw instead",
        ),
        Verb("none", do_none, (), "26.8", "Nobody goes", reasons=none_reasons),
    )

    def seat(self, s: Position) -> str:
        w = s.data
        return SEATS[w.side[self.unit]]

    def prompt(self, v: Position, seat: str) -> str:
        w = v.data
        return f"{SIDES[w.side[self.unit]]} withdrawal: which unit goes in place of {w.unit_names[self.unit]}?"

    def obvious(self, s: Position) -> tuple[str, Ints] | None:
        found = substitutes(s, self.unit, self.named)
        if len(found) > 1:
            return None
        return ("substitute", (found[0],)) if found else ("none", ())
