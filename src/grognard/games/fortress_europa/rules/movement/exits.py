# compiled as it stands
"""31.15. Exiting Allied units: armor that leaves over the east edge draws German steps after it."""

from __future__ import annotations

from typing import ClassVar

from grognard.games.fortress_europa.data.world import ALLIED, GERMAN, SEATS
from grognard.games.fortress_europa.rules.combat.losses import forget
from grognard.games.fortress_europa.rules.domains import UNITS, with_option
from grognard.games.fortress_europa.rules.forces import reserve
from grognard.games.fortress_europa.rules.movement.ground import allowance, halting, in_enemy_zone
from grognard.games.fortress_europa.rules.movement.movement import why_held
from grognard.games.fortress_europa.rules.standing import facts, put
from grognard.games.fortress_europa.rules.state import Position, on, on_map, steps_of
from grognard.games.fortress_europa.rules.supply.supply import in_supply
from grognard.games.fortress_europa.rules.telling import tell_changed, tell_left
from grognard.kernel.rules import Auto, Choice, Events, Ints, Slot, Step, Verb, Why, Whys
from grognard.kernel.show.words import agree, number_of
from grognard.maps import members


def steps_off(s: Position) -> int:
    """The Allied steps that are off the east edge now."""
    w = s.data
    return sum(steps_of(s, u) for u in members(facts(s).at[w.exited]))


def steps_given(s: Position) -> int:
    """The German steps that are out for them."""
    return sum(steps for _, steps in s.given_up)


# ------------------------------------------------------------------------------------------------ leaving


def when(s: Position, step: Step[Position], seat: str) -> Whys:
    if not on(s, "exits"):
        yield Why("31.15", lambda: "Units leave over the east edge only if that option was chosen.")
    elif seat != "allied":
        yield Why("31.15", lambda: "Only Allied armor leaves over the east edge.")


def exit_reasons(s: Position, step: Step[Position], seat: str, args: Ints) -> Whys:
    w = s.data
    u = args[0]
    name, h, ids = w.unit_names[u], s.where[u], (w.ids[u],)
    if w.side[u] != ALLIED or not w.armored >> u & 1:
        yield Why("31.15", lambda: f"{name} is not an Allied armored unit.", (), ids)
    elif not w.east_edge >> h & 1:
        yield Why("31.15", lambda: f"{name} is not in a hex of the east edge.", (), ids)
    else:
        yield from why_held(s, u)
        if in_enemy_zone(s, u):
            yield Why("31.15", lambda: f"{name} is in an enemy zone of control.", (w.labels[h],), ids)
        if not in_supply(s, u):
            yield Why("31.15", lambda: f"{name} is out of supply.", (), ids)
        points = allowance(s, u)
        if s.spent[u] >= points or (s.spent[u] and halting(s, u) >> h & 1):
            yield Why("5.4", lambda: f"{name} has no movement left for one more hex.", (), ids)
        elif s.slowed >> u & 1 and s.spent[u] >= (points + 1) // 2:
            yield Why("8.1", lambda: f"Rough ground has left {name} half of its movement.", (), ids)
        elif s.stopped >> u & 1:
            yield Why("17.10.4", lambda: f"{name} has stopped at a river without bridges.", (), ids)


def do_exit(s: Position, step: Step[Position], seat: str, args: Ints, ev: Events | None) -> None:
    w = s.data
    u = args[0]
    label = w.labels[s.where[u]]
    forget(s, u)
    put(s, u, w.exited)
    s.moved |= 1 << u
    off = steps_off(s)
    count = f"{number_of(off, 'Allied step')} {agree(off, 'is', 'are')}"
    words = f"{w.unit_names[u]} leaves the map over {label}: {count} off the east edge."
    tell_left(ev, w, u, "exited", words, "31.15", (label,))
    s.then(step)


EXIT = Verb(
    "exit",
    do_exit,
    (
        Slot(
            "unit",
            UNITS,
            exit_reasons,
            among=lambda s, *_: s.data.armored,
            prompt="Which unit leaves over the east edge?",
        ),
    ),
    "31.15",
    "Leave the map",
    reasons=when,
    may=with_option("exits", when),
)


# ------------------------------------------------------------------------------------------- German steps


class ExitPhase(Auto[Position], frozen=True):
    """At the beginning of the German turn: steps come back for Allied steps lost off the map, or are given up."""

    rule: ClassVar[str] = "31.15"

    def run(self, s: Position, ev: Events | None) -> None:
        if steps_given(s) > steps_off(s):
            s.then(Recalling())
        elif steps_given(s) < steps_off(s) and givers(s):
            s.then(GivingUp())


def givers(s: Position) -> list[int]:
    """German units in play that can give a step: no HQs, none out of supply; enemy zones do not matter."""
    w = s.data
    return [u for u in w.of_side[GERMAN] if on_map(s, u) and not w.hqs >> u & 1 and in_supply(s, u)]


def give_reasons(s: Position, step: Step[Position], seat: str, args: Ints) -> Whys:
    w = s.data
    u = args[0]
    if u not in givers(s):
        name = w.unit_names[u]
        yield Why(
            "31.15", lambda: f"{name} is not a German unit in play and in supply, or is an HQ.", (), (w.ids[u],)
        )


def do_give(s: Position, step: Step[Position], seat: str, args: Ints, ev: Events | None) -> None:
    w = s.data
    u = args[0]
    given = dict(s.given_up)
    given[u] = given.get(u, 0) + 1
    s.given_up = tuple(given.items())
    if steps_of(s, u) == 2:
        s.face[u] = 1
    else:
        forget(s, u)
        put(s, u, w.removed)
    tell_changed(
        ev, "sent after", f"{w.unit_names[u]} sends a step after the Allied units.", "31.15", (), (w.ids[u],)
    )
    if steps_given(s) < steps_off(s) and givers(s):
        s.then(step)


class GivingUp(Choice[Position], frozen=True):
    """The German player chooses whose steps go."""

    rule: ClassVar[str] = "31.15"
    verbs: ClassVar[tuple[Verb[Position, GivingUp], ...]] = (
        Verb(
            "give",
            do_give,
            (Slot("unit", UNITS, give_reasons, prompt="Which unit gives up a step?"),),
            "31.15",
            "Give up a step",
        ),
    )

    def seat(self, s: Position) -> str:
        return SEATS[GERMAN]

    def prompt(self, v: Position, seat: str) -> str:
        return f"Allied armor is behind you: give up {number_of(steps_off(v) - steps_given(v), 'step')}."


def recall_reasons(s: Position, step: Step[Position], seat: str, args: Ints) -> Whys:
    w = s.data
    u = args[0]
    if not dict(s.given_up).get(u):
        yield Why("31.15", lambda: f"{w.unit_names[u]} has given up no step.", (), (w.ids[u],))
    elif reserve.gone_for_good(s, u):
        yield Why("28.5", lambda: f"{w.unit_names[u]} is out of play for good.", (), (w.ids[u],))


def counter_of(s: Position, u: int) -> int:
    """The counter that stands for a unit that gave a step: 1SS and Lehr may have become their later ones since
    (28.5)."""
    w = s.data
    late = w.late.get(u)
    return u if late is None or s.where[late] == w.aside else late


def do_recall(s: Position, step: Step[Position], seat: str, args: Ints, ev: Events | None) -> None:
    """A step comes back to a reduced unit, or a unit as a reinforcement; step for step (ruling 255)."""
    w = s.data
    given = dict(s.given_up)
    given[args[0]] -= 1
    s.given_up = tuple((x, steps) for x, steps in given.items() if steps)
    u = counter_of(s, args[0])
    if s.where[u] == w.removed:
        put(s, u, w.due)
        u = reserve.exchanged(s, u)  # 28.5
        words = f"{w.unit_names[u]} is back as a reinforcement."
    elif s.where[u] == w.destroyed:
        words = f"{w.unit_names[u]} has been destroyed since; its step is lost."
    elif s.where[u] == w.withdrawn:
        words = f"{w.unit_names[u]} has been withdrawn since; its step is lost."  # 26.9
    else:
        s.face[u] = 0
        words = f"{w.unit_names[u]} gets its step back."
    tell_changed(ev, "step back", words, "31.15", (), (w.ids[u],))
    if steps_given(s) > steps_off(s):
        s.then(step)


class Recalling(Choice[Position], frozen=True):
    """Allied steps were lost off the map: as many German ones may come back."""

    rule: ClassVar[str] = "31.15"
    verbs: ClassVar[tuple[Verb[Position, Recalling], ...]] = (
        Verb(
            "recall",
            do_recall,
            (Slot("unit", UNITS, recall_reasons, prompt="Whose step comes back?"),),
            "31.15",
            "Bring back a step",
        ),
        Verb("leave", lambda s, step, seat, args, ev: None, (), "31.15", "Leave the rest"),
    )

    def seat(self, s: Position) -> str:
        return SEATS[GERMAN]

    def prompt(self, v: Position, seat: str) -> str:
        return f"{steps_given(v) - steps_off(v)} of your steps may come back."
