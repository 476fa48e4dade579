# compiled as it stands
"""31.9. German armor release: on the first turn armor outside the invaded district rolls before it moves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from grognard.games.fortress_europa.data.figures import ArmorRelease
from grognard.games.fortress_europa.data.world import GERMAN, World
from grognard.games.fortress_europa.rules.domains import UNITS, with_option
from grognard.games.fortress_europa.rules.movement.districts import invaded_hexes
from grognard.games.fortress_europa.rules.state import FREE, Position, on, on_map
from grognard.kernel.rules import (
    Chance,
    Dice,
    Distribution,
    Events,
    Ints,
    Outcome,
    Rolled,
    Slot,
    Step,
    Verb,
    Why,
    Whys,
)

EXEMPT = 0
"""A die in `armor_rolls`: the unit was in the invaded district as the German turn began."""


def in_force(s: Position) -> bool:
    w = s.data
    return on(s, "armor-release") and s.side == GERMAN and s.turn == w.turn_of[w.book.scenario[s.scenario].first]


def note_start(s: Position) -> None:
    """As the German turn begins: who stands in the invaded district need not roll (ruling 249)."""
    w = s.data
    if in_force(s):
        inside = invaded_hexes(s)
        s.armor_rolls = tuple((u, EXEMPT) for u in w.of_side[GERMAN] if bound_by(w, u) and inside >> s.where[u] & 1)


def bound_by(w: World, u: int) -> bool:
    """German armor, but for the Invasion Reaction Force."""
    return w.side[u] == GERMAN and bool(w.armored >> u & 1) and w.entry[u] != "reaction"


def die_of(s: Position, u: int) -> int | None:
    """The unit's die, EXEMPT, or None if it has not rolled."""
    return next((die for unit, die in s.armor_rolls if unit == u), None)


def row_of(s: Position, u: int) -> ArmorRelease | None:
    """What its die lets a unit do."""
    w = s.data
    die = die_of(s, u)
    if not in_force(s) or die in (None, EXEMPT):  # the dice count on the first turn alone
        return None
    return next(row for row in w.book.armor_release if die in row.dice)


def why_held(s: Position, u: int) -> Iterator[Why]:
    """What the option has against a unit's movement in this impulse."""
    w = s.data
    if not in_force(s) or not bound_by(w, u):
        return
    name, ids = w.unit_names[u], (w.ids[u],)
    row = row_of(s, u)
    if die_of(s, u) is None:
        yield Why("31.9", lambda: f"{name} is outside the invaded district: roll for its release first.", (), ids)
    elif row is not None and (row.first, row.second)[s.impulse - 1] == "none":
        yield Why("31.9", lambda: f"{name} was not released for this impulse.", (), ids)


def halved(s: Position, u: int) -> bool:
    """Whether the unit has half its movement in this impulse."""
    row = row_of(s, u)
    return row is not None and (row.first, row.second)[s.impulse - 1] == "half"


class ArmorRoll(Chance[Position], frozen=True):
    """One die for one unit."""

    rule: ClassVar[str] = "31.9"
    unit: int

    def chance(self, s: Position) -> Distribution:
        return Dice(1)

    def happen(self, s: Position, outcome: Outcome, ev: Events | None) -> None:
        w = s.data
        die = int(outcome[0])
        s.armor_rolls = (*s.armor_rolls, (self.unit, die))
        row = row_of(s, self.unit)
        if ev is not None and row is not None:
            words = {"none": "no movement", "half": "half movement", "full": "full movement"}
            result = f"{words[row.first]} in the first impulse, {words[row.second]} in the second"
            label = f"Release of {w.unit_names[self.unit]}"
            shows = (f"armor release {die}",)
            ev.add(
                Rolled(rule="31.9", dice=(die,), label=label, result=result, pieces=(w.ids[self.unit],), shows=shows)
            )


def alert_reasons(s: Position, step: Step[Position], seat: str, args: Ints) -> Whys:
    w = s.data
    u = args[0]
    name = w.unit_names[u]
    if not bound_by(w, u):
        yield Why("31.9", lambda: f"{name} needs no roll.", (), (w.ids[u],))
    elif not on_map(s, u) and s.where[u] != w.due:
        yield Why("31.9", lambda: f"{name} is not in play.", (), (w.ids[u],))
    elif s.bound[u] != FREE:
        yield Why("9.1", lambda: f"{name} is frozen.", (), (w.ids[u],))
    elif die_of(s, u) is not None:
        yield Why("31.9", lambda: f"{name} is in the invaded district or has rolled.", (), (w.ids[u],))


def when(s: Position, step: Step[Position], seat: str) -> Whys:
    if not in_force(s):
        yield Why(
            "31.9",
            lambda: "German armor rolls for its release only on the first turn, and only if that option was chosen.",
        )


def do_alert(s: Position, step: Step[Position], seat: str, args: Ints, ev: Events | None) -> None:
    s.then(ArmorRoll(args[0]), step)


ALERT = Verb(
    "alert",
    do_alert,
    (
        Slot(
            "unit",
            UNITS,
            alert_reasons,
            among=lambda s, *_: s.data.armored,
            prompt="Roll for the release of which unit?",
        ),
    ),
    "31.9",
    "Roll for release",
    reasons=when,
    may=with_option("armor-release", when),
)
