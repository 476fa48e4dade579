# compiled as it stands
"""15: a battle: the die, its result, losses of the owner's choice, and what follows."""

from __future__ import annotations

from typing import ClassVar

from grognard.games.fortress_europa import exhibits
from grognard.games.fortress_europa.data.world import SEATS
from grognard.games.fortress_europa.rules.combat.losses import eliminate, lose_step
from grognard.games.fortress_europa.rules.combat.retreat import Falling, Yielding, may_stay
from grognard.games.fortress_europa.rules.combat.rout import Advancing, may_advance
from grognard.games.fortress_europa.rules.combat.strength import (
    column_words,
    modifiers,
    odds_words,
    result_of,
    this_battle,
)
from grognard.games.fortress_europa.rules.domains import UNITS
from grognard.games.fortress_europa.rules.forces.volkssturm import fill
from grognard.games.fortress_europa.rules.landing.invasion import cannot_retreat, driven_off
from grognard.games.fortress_europa.rules.movement.entering import cleared
from grognard.games.fortress_europa.rules.setup.ardennes import surprised
from grognard.games.fortress_europa.rules.standing import units_of
from grognard.games.fortress_europa.rules.state import NOWHERE, Position, on_map, steps_of
from grognard.games.fortress_europa.rules.victory.judging import after_action
from grognard.kernel.rules import (
    Auto,
    Battle,
    Chance,
    Choice,
    Dice,
    Events,
    Ints,
    Outcome,
    Slot,
    Step,
    Verb,
    Why,
    Whys,
)
from grognard.kernel.show import Modifier
from grognard.maps import mask_of, members

ALL = 99
"""Steps lost in the table of results: everybody."""


class Fighting(Chance[Position], frozen=True):
    """15.2: the attacker rolls one die on the column of the odds."""

    rule: ClassVar[str] = "15.2"

    def chance(self, s: Position) -> Dice:
        return Dice(1)

    def happen(self, s: Position, outcome: Outcome, ev: Events | None) -> None:
        w = s.data
        die = int(outcome[0])
        r = this_battle(s)
        result = result_of(w, r.column, die + r.die)
        if ev is not None:
            total = min(max(die + r.die, 1), 6)
            labels = tuple(w.labels[h] for h in members(s.battle_hexes))
            named = {row.id: row.name for row in w.book.result}
            notes = [m.reason for m in modifiers(s, r) if not m.value]
            words = f"Attack on {', '.join(labels)}: {odds_words(w, r)}"
            for a in r.added:
                if a.factors or a.columns:
                    words += f", {a.name} {a.factors or a.columns:+d}{'' if a.factors else ' column'}"
            if notes:
                words += f" ({'; '.join(notes)})"
            ev.add(
                Battle(
                    (die,),
                    words,
                    turn=s.turn,
                    side=SEATS[s.side],
                    defender=SEATS[1 - s.side],
                    place=labels[0],
                    attackers=tuple(w.ids[u] for u in members(s.battle_units)),
                    defenders=tuple(w.ids[u] for u in members(s.battle_foes)),
                    odds=column_words(w, r.column),
                    shifts=tuple(modifiers(s, r, die=False)),
                    attack=r.attack,
                    defence=r.defence,
                    modifiers=tuple(Modifier(a.die, a.name, a.rule) for a in r.added if a.die),
                    total=total,
                    result=f"{result}, {named[result].lower()}",
                    good=SEATS[s.side],
                    bad=SEATS[1 - s.side],
                    rule="15.2",
                    places=labels,
                    pieces=tuple(w.ids[u] for u in members(s.battle_units)),
                    shows=exhibits.battle(s, r.column, total, result),
                )
            )
        s.then(*consequences(s, result, ev))


def consequences(s: Position, result: str, ev: Events | None) -> list[Step[Position]]:
    """15.3: what a result asks for, the defender first (15.2): 15.3-AE, 15.3-A2, 15.3-A1, 15.3-AR, 15.3-E2, 15.3-EX,
    15.3-DR, 15.3-D1, 15.3-DE, as the chart of results writes them."""
    w = s.data
    row = next(x for x in w.book.result if x.id == result)
    foe = 1 - s.side
    steps: list[Step[Position]] = []
    if row.defender == ALL:
        for u in members(s.battle_foes):
            eliminate(s, u, ev, f"15.3-{result}", "battle", f"in {w.hex_name(s.where[u])}")
        steps.append(DefendersGo(2))  # 15.11: those that only stood by retreat
    elif row.defender:
        steps.append(Paying(foe, row.defender, result))
    if row.defender_retreat[1]:
        steps.append(DefendersGo(row.defender_retreat[1]))
    if row.attacker == ALL:
        for u in members(s.battle_units):
            eliminate(s, u, ev, f"15.3-{result}", "battle", f"in {w.hex_name(s.where[u])}")
    elif row.attacker:
        steps.append(Paying(s.side, row.attacker, result))
    if row.attacker_retreat[1]:
        fewest, most = row.attacker_retreat
        driven = any(not may_stay(s, u) for u in members(s.battle_units))
        steps.append(AttackersGo(fewest, most, driven))
    return [*steps, EndBattle()]


# ---------------------------------------------------------------------------------------------- losses


def in_battle(s: Position, side: int) -> list[int]:
    """The units of a side that fight in this battle and are still there."""
    mask = s.battle_units if side == s.side else s.battle_foes
    return [u for u in members(mask) if on_map(s, u)]


class Paying(Auto[Position], frozen=True):
    """Steps are due; a side that has nothing left pays nothing (ruling 129)."""

    rule: ClassVar[str] = "15.3"
    side: int
    steps: int
    result: str

    def run(self, s: Position, ev: Events | None) -> None:
        if in_battle(s, self.side):
            s.then(Losing(self.side, self.steps, self.result))


def lose_reasons(s: Position, step: Losing, seat: str, args: Ints) -> Whys:
    w = s.data
    u = args[0]
    if u not in in_battle(s, step.side):
        name = w.unit_names[u]
        yield Why("15.3", lambda: f"{name} is not one of your units in this battle.", (), (w.ids[u],))


def lose_units(s: Position, step: Losing, seat: str, args: Ints) -> int:
    return s.battle_units if step.side == s.side else s.battle_foes


def do_lose(s: Position, step: Losing, seat: str, args: Ints, ev: Events | None) -> None:
    w = s.data
    u = args[0]
    heir = s.overstrength[w.overstrength.index(u)] if u in w.overstrength else NOWHERE
    lose_step(s, u, ev, f"15.3-{step.result}", "battle", "in battle")
    if heir != NOWHERE:  # 27.12: the division fights on in place of its 8-4
        swap = 1 << u | 1 << heir
        if step.side == s.side:
            s.battle_units ^= swap
        else:
            s.battle_foes ^= swap
    if step.steps > 1:
        s.then(Paying(step.side, step.steps - 1, step.result))


class Losing(Choice[Position], frozen=True):
    """15.3: the owner chooses which of his units in the battle loses a step (ruling 131)."""

    rule: ClassVar[str] = "15.3"
    side: int
    steps: int
    result: str
    verbs: ClassVar[tuple[Verb[Position, Losing], ...]] = (
        Verb(
            "lose",
            do_lose,
            (Slot("unit", UNITS, lose_reasons, among=lose_units, prompt="Which unit loses a step?"),),
            "15.3",
            "Lose a step",
        ),
    )

    def seat(self, s: Position) -> str:
        return SEATS[self.side]

    def prompt(self, v: Position, seat: str) -> str:
        return f"{self.result}: lose {'a step' if self.steps == 1 else f'{self.steps} steps'} in the battle."

    def obvious(self, s: Position) -> tuple[str, Ints] | None:
        units = in_battle(s, self.side)
        if len(units) == 1 or all_steps(s, units) <= self.steps:
            return "lose", (units[0],)
        return None


def all_steps(s: Position, units: list[int]) -> int:
    """The steps of these units; an overstrength division has one more than its counter shows (27.12)."""
    w = s.data
    return sum(3 if u in w.overstrength else steps_of(s, u) for u in units)


# -------------------------------------------------------------------------------------------- retreats


class DefendersGo(Auto[Position], frozen=True):
    """The defenders retreat, and those that retreated onto them before with them (15.11): the attacker moves who must
    go, the owner who need not (15.4, 16.4, 16.8)."""

    rule: ClassVar[str] = "15.4"
    hexes: int

    def run(self, s: Position, ev: Events | None) -> None:
        foe = 1 - s.side
        units = [u for h in members(s.battle_hexes) for u in units_of(s, foe, h)]
        forced = tuple(u for u in units if not may_stay(s, u))
        free = tuple(u for u in units if may_stay(s, u))
        if free:
            s.then(Yielding(free, self.hexes, self.hexes, foe))
        if forced:
            mover = foe if surprised(s, s.battle_hexes) else s.side  # 33.3.9-3: the Allied player
            s.then(Falling(forced, self.hexes, self.hexes, mover))


class AttackersGo(Auto[Position], frozen=True):
    """The attackers retreat, and with them those that stood idle for their nationality (14.11, ruling 126)."""

    rule: ClassVar[str] = "15.4"
    fewest: int
    most: int
    driven: bool
    """Whether any attacker had to go: then the idle have to."""

    def run(self, s: Position, ev: Events | None) -> None:
        w = s.data
        idle = members(s.battle_idle) if self.driven else []
        forced, free = [], []
        for u in in_battle(s, s.side) + idle:
            stays = u not in idle and may_stay(s, u)  # 16.4 spares who attacks from rough ground, not who stands by
            if cannot_retreat(s, u):
                if not stays:  # ruling 98
                    rule = "12.9" if s.invaders >> u & 1 else "20.8" if s.dropped >> u & 1 else "21.11"
                    eliminate(s, u, ev, rule, "battle", f"in {w.hex_name(s.where[u])}: it may not retreat")
            elif stays:
                free.append(u)
            else:
                forced.append(u)
        if free:
            s.then(Yielding(tuple(free), self.fewest, self.most, s.side))
        if forced:
            s.then(Falling(tuple(forced), self.fewest, self.most, s.side))


class EndBattle(Auto[Position], frozen=True):
    """The battle is over: who has fought does not fight again in this impulse (14.9), and a hex that both sides held
    belongs to who is left in it; paratroopers and raiders on top of enemies are lost (20.8, 21.11)."""

    rule: ClassVar[str] = "14.9"

    def run(self, s: Position, ev: Events | None) -> None:
        s.fought |= mask_of(in_battle(s, s.side)) | mask_of(in_battle(s, 1 - s.side))
        landed = mask_of([s.where[u] for u in members(s.invaders)])
        driven_off(s, s.battle_hexes & ~landed, ev)  # invaders have until the impulse ends (12.9)
        for h in members(s.battle_hexes):
            cleared(s, h, ev)
        units, hexes = tuple(in_battle(s, s.side)), s.battle_hexes
        call_off(s)
        fill(s, ev)  # 25.4
        if may_advance(s, units, hexes):
            s.then(Advancing(units, hexes))
        after_action(s, ev)


def call_off(s: Position) -> None:
    """No battle is declared."""
    s.battle_units = s.battle_hexes = s.battle_foes = s.battle_idle = 0
    s.battle_ships = s.battle_air = s.battle_carpet = 0
    s.battle_column = -1
