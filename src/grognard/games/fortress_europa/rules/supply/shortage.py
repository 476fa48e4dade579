# compiled as it stands
"""18.1, 18.3, 18.7.5: the Supply Phases, in which units out of supply or beyond capacity lose steps."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from grognard.games.fortress_europa.data.world import ALLIED, GERMAN, SIDES
from grognard.games.fortress_europa.rules.combat.losses import lose_step
from grognard.games.fortress_europa.rules.domains import UNITS
from grognard.games.fortress_europa.rules.state import NOWHERE, SUPPLY, Position, on_map
from grognard.games.fortress_europa.rules.supply.ports import capacity, counted, counts
from grognard.games.fortress_europa.rules.supply.supply import allied_shortage, german_cut_off, may_go_short
from grognard.games.fortress_europa.rules.telling import tell_number, tell_unsupplied
from grognard.kernel.rules import Auto, Choice, Events, Headed, Ints, Slot, Verb, Why
from grognard.maps import mask_of


class SupplyPhase(Auto[Position], frozen=True):
    """4.3B7, 4.3C7: all units of the side are judged at once, and those out of supply lose a step (ruling 40)."""

    rule: ClassVar[str] = "18.1"
    side: int

    def run(self, s: Position, ev: Events | None) -> None:
        w = s.data
        s.phase = SUPPLY
        s.unsupplied &= ~w.side_mask[self.side]
        if ev is not None:
            rule = "4.3B7" if self.side == ALLIED else "4.3C7"
            ev.add(Headed(words=f"{SIDES[self.side]} Supply Phase", level=3, rule=rule))
        if self.side == GERMAN:
            s.then(SupplyLosses(tuple(german_cut_off(s))))
            return
        cut_off, too_many = allied_shortage(s)
        short = tuple(cut_off)
        s.then(Shortage(short) if too_many else SupplyLosses(short), CapacityCheck())


class SupplyLosses(Auto[Position], frozen=True):
    """Each of these units loses a step; a unit with one step is destroyed (2.8, ruling 26)."""

    rule: ClassVar[str] = "18.1"
    units: tuple[int, ...]

    def run(self, s: Position, ev: Events | None) -> None:
        w = s.data
        for u in self.units:
            division = s.overstrength[w.overstrength.index(u)] if u in w.overstrength else u
            lose_step(s, u, ev, "18.1" if w.side[u] == ALLIED else "18.3", "supply", "out of supply")
            for x in {u, division}:
                if x != NOWHERE and on_map(s, x):
                    s.unsupplied |= 1 << x


# ----------------------------------------------------------------------------- too little for all (18.2)


def short_reasons(s: Position, step: Shortage, seat: str, args: Ints) -> Iterator[Why]:
    w = s.data
    u = args[0]
    name, ids = w.unit_names[u], (w.ids[u],)
    if u in step.short:
        yield Why("18.2", lambda: f"{name} goes without supply already.", (), ids)
    elif u not in may_go_short(s, step.short):
        yield Why("18.2", lambda: f"It would not help the others if {name} went without supply.", (), ids)


def short_units(s: Position, step: Shortage, seat: str, args: Ints) -> int:
    return mask_of(may_go_short(s, step.short))


def do_short(s: Position, step: Shortage, seat: str, args: Ints, ev: Events | None) -> None:
    w = s.data
    u = args[0]
    short = (*step.short, u)
    tell_unsupplied(ev, w, u, f"{w.unit_names[u]} gets no supply: the harbors give too little.", "18.2")
    s.then(Shortage(short) if may_go_short(s, short) else SupplyLosses(short))


class Shortage(Choice[Position], frozen=True):
    """18.2: harbours cannot supply everyone in reach; the Allied player chooses who goes short (ruling 168)."""

    rule: ClassVar[str] = "18.2"
    short: tuple[int, ...]
    verbs: ClassVar[tuple[Verb[Position, Shortage], ...]] = (
        Verb(
            "starve",
            do_short,
            (Slot("unit", UNITS, short_reasons, legal=short_units, prompt="Which unit gets no supply?"),),
            "18.2",
            "Leave without supply",
        ),
    )

    def seat(self, s: Position) -> str:
        return "allied"

    def prompt(self, v: Position, seat: str) -> str:
        return "Ports and mulberries cannot supply all units: choose one that gets nothing and loses a step."


# ------------------------------------------------------------------------- too many in Europe (18.7.5)


class CapacityCheck(Auto[Position], frozen=True):
    """18.7.5: who began his turn below zero and still is loses a step for every unit too many (ruling 176)."""

    rule: ClassVar[str] = "18.7.5"

    def run(self, s: Position, ev: Events | None) -> None:
        left = capacity(s)
        tell_number(ev, "allied", "supply capacity", 0, left, f"Supply capacity is {left}.", "18.7.3")
        if s.capacity_start < 0 and left < 0:
            s.then(Overdrawn(-left))


def over_reasons(s: Position, step: Overdrawn, seat: str, args: Ints) -> Iterator[Why]:
    w = s.data
    u = args[0]
    if not counts(s, u):
        name = w.unit_names[u]
        yield Why("18.7.5", lambda: f"{name} does not count against supply capacity.", (), (w.ids[u],))


def over_units(s: Position, step: Overdrawn, seat: str, args: Ints) -> int:
    return counted(s)


def do_reduce(s: Position, step: Overdrawn, seat: str, args: Ints, ev: Events | None) -> None:
    lose_step(s, args[0], ev, "18.7.5", "supply", "beyond supply capacity")
    if step.steps > 1 and counted(s):
        s.then(Overdrawn(step.steps - 1))


class Overdrawn(Choice[Position], frozen=True):
    """18.7.5: the Allied player chooses whose steps are lost."""

    rule: ClassVar[str] = "18.7.5"
    steps: int
    verbs: ClassVar[tuple[Verb[Position, Overdrawn], ...]] = (
        Verb(
            "reduce",
            do_reduce,
            (Slot("unit", UNITS, over_reasons, legal=over_units, prompt="Which unit loses a step?"),),
            "18.7.5",
            "Take a step",
        ),
    )

    def seat(self, s: Position) -> str:
        return "allied"

    def prompt(self, v: Position, seat: str) -> str:
        steps = "one step" if self.steps == 1 else f"{self.steps} steps"
        return f"Too many units are in Europe: lose {steps}."
