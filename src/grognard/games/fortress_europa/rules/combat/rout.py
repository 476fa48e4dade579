# compiled as it stands
"""33.3.9: the surprise of December III: who is swept along by a retreat, and the advance of 1SS and 150SS."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from grognard.games.fortress_europa.data.world import ALLIED, ALPINE, GERMAN, SEATS
from grognard.games.fortress_europa.rules.domains import HEXES, UNITS
from grognard.games.fortress_europa.rules.movement.entering import MOVE, RETREAT, entered
from grognard.games.fortress_europa.rules.movement.stacking import has_room
from grognard.games.fortress_europa.rules.setup.ardennes import advances, offensive
from grognard.games.fortress_europa.rules.standing import facts, put, survey, units_of
from grognard.games.fortress_europa.rules.state import Position, on_map
from grognard.games.fortress_europa.rules.telling import tell_choice
from grognard.kernel.rules import Choice, Events, Ints, Moved, Retreated, Slot, Verb, Why, Whys
from grognard.kernel.show.words import listed
from grognard.maps import Mask, mask_of, members


def shift(s: Position, u: int, h: int, ev: Events | None, words: str, rule: str, how: int) -> None:
    """Moves a unit by one hex outside its movement."""
    w = s.data
    labels = (w.labels[s.where[u]], w.labels[h])
    put(s, u, h)
    if ev is not None:
        pieces, side = (w.ids[u],), SEATS[w.side[u]]
        kind = Retreated if how == RETREAT else Moved
        ev.add(kind(piece=w.ids[u], path=labels, words=words, rule=rule, places=labels, pieces=pieces, side=side))
    entered(s, u, h, ev, how)


# ------------------------------------------------------------------------------------------- swept along


def swept(s: Position, through: int, to: int) -> list[int]:
    """33.3.9-3: Allied units in the hex passed that can go with those who retreat (15.6, 15.7)."""
    w = s.data
    return [
        u
        for u in units_of(s, ALLIED, through)
        if has_room(s, u, to) and (w.terrain[to] != ALPINE or w.mountain_units >> u & 1)
    ]


def along_reasons(s: Position, step: SweptAlong, seat: str, args: Ints) -> Whys:
    w = s.data
    u = args[0]
    name = w.unit_names[u]
    if s.where[u] != step.through:
        yield Why(
            "33.3.9-3", lambda: f"{name} is not in the hex that was passed.", (w.labels[step.through],), (w.ids[u],)
        )
    elif u not in swept(s, step.through, step.to):
        yield Why(
            "15.7", lambda: f"There is no room for {name} in {w.labels[step.to]}.", (w.labels[step.to],), (w.ids[u],)
        )


def do_along(s: Position, step: SweptAlong, seat: str, args: Ints, ev: Events | None) -> None:
    w = s.data
    u = args[0]
    s.then(step)
    words = f"{w.unit_names[u]} goes with the retreat to {w.hex_name(step.to)}."
    shift(s, u, step.to, ev, words, "33.3.9-3", RETREAT)


class SweptAlong(Choice[Position], frozen=True):
    """33.3.9-3: units in a hex through which Americans retreat from the line may go with them."""

    rule: ClassVar[str] = "33.3.9-3"
    through: int
    to: int
    verbs: ClassVar[tuple[Verb[Position, SweptAlong], ...]] = (
        Verb(
            "along",
            do_along,
            (
                Slot(
                    "unit",
                    UNITS,
                    along_reasons,
                    among=lambda s, step, *_: facts(s).at[step.through],
                    prompt="Which unit goes along?",
                ),
            ),
            "33.3.9-3",
            "Take along",
        ),
        Verb("leave", lambda s, step, seat, args, ev: None, (), "33.3.9-3", "Leave the rest"),
    )

    def seat(self, s: Position) -> str:
        return SEATS[ALLIED]

    def prompt(self, v: Position, seat: str) -> str:
        w = v.data
        return f"Units in {w.labels[self.through]} may go along to {w.labels[self.to]}."

    def obvious(self, s: Position) -> tuple[str, Ints] | None:
        return None if swept(s, self.through, self.to) else ("leave", ())


# --------------------------------------------------------------------------------------------- advancing


def may_advance(s: Position, units: Iterable[int], hexes: Mask) -> dict[int, list[int]]:
    """33.3.9-4: 1SS and 150SS, after their attack in the first combat impulse of December III: the hexes attacked
    that are empty and next to them, whatever the zones (ruling 294)."""
    w = s.data
    if not offensive(s) or s.impulse != 1:
        return {}
    empty = hexes & ~survey(s).occupied[ALLIED]
    found = {}
    for u in units:
        if advances(s, u) and on_map(s, u):
            able = members(w.adjacent[s.where[u]] & empty)
            able = [h for h in able if has_room(s, u, h)]
            if able:
                found[u] = able
    return found


def advance_unit(s: Position, step: Advancing, seat: str, args: Ints) -> Whys:
    w = s.data
    u = args[0]
    if u not in may_advance(s, step.units, step.hexes):
        name = w.unit_names[u]
        yield Why("33.3.9-4", lambda: f"{name} may not advance after this battle.", (), (w.ids[u],))


def advance_hex(s: Position, step: Advancing, seat: str, args: Ints) -> Whys:
    u, h = args
    if h not in may_advance(s, step.units, step.hexes).get(u, ()):
        label = s.data.labels[h]
        yield Why("33.3.9-4", lambda: f"{label} is not an empty hex that was attacked.", (label,))


def do_advance(s: Position, step: Advancing, seat: str, args: Ints, ev: Events | None) -> None:
    w = s.data
    u, h = args[0], args[1]
    rest = tuple(x for x in step.units if x != u)
    if may_advance(s, rest, step.hexes):
        s.then(Advancing(rest, step.hexes))
    shift(s, u, h, ev, f"{w.unit_names[u]} advances to {w.hex_name(h)}.", "33.3.9-4", MOVE)


def do_stay(s: Position, step: Advancing, seat: str, args: Ints, ev: Events | None) -> None:
    tell_choice(ev, seat, "advance", "none", "Nobody else advances.", "33.3.9-4")


class Advancing(Choice[Position], frozen=True):
    """33.3.9-4: the advance after an attack of 1SS or 150SS."""

    rule: ClassVar[str] = "33.3.9-4"
    units: tuple[int, ...]
    hexes: int
    verbs: ClassVar[tuple[Verb[Position, Advancing], ...]] = (
        Verb(
            "advance",
            do_advance,
            (
                Slot(
                    "unit",
                    UNITS,
                    advance_unit,
                    among=lambda s, step, *_: mask_of(step.units),
                    prompt="Which unit advances?",
                ),
                Slot("hex", HEXES, advance_hex, among=lambda s, step, *_: step.hexes, prompt="Into which hex?"),
            ),
            "33.3.9-4",
            "Advance",
        ),
        Verb("stay", do_stay, (), "33.3.9-4", "Stay"),
    )

    def seat(self, s: Position) -> str:
        return SEATS[GERMAN]

    def prompt(self, v: Position, seat: str) -> str:
        w = v.data
        names = listed([w.unit_names[u] for u in may_advance(v, self.units, self.hexes)])
        return f"{names} may advance one hex after the attack."
