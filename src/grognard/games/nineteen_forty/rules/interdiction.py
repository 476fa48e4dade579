# compiled as it stands
"""9 ¶3. Interdiction, at the end of a player turn."""

from __future__ import annotations

from typing import ClassVar

from grognard.games.nineteen_forty.data.world import ALLIED, GERMAN, SEATS, SIDES
from grognard.games.nineteen_forty.rules.domains import HEX
from grognard.games.nineteen_forty.rules.state import Position, neutral_land
from grognard.kernel.rules import Choice, Chose, Events, Ints, Slot, Verb, Why, Whys
from grognard.kernel.show.words import number_of


def air_left(s: Position) -> int:
    return s.air_german if s.side == GERMAN else s.air_allied


def interdict_open(s: Position) -> int:
    w = s.data
    mine = s.interdicted_german if s.side == GERMAN else s.interdicted_allied
    return w.land & ~neutral_land(s) & ~mine


def interdict_hexes(s: Position, step: Choice[Position], seat: str, args: Ints) -> int:
    return interdict_open(s)


def interdict_reasons(s: Position, step: Choice[Position], seat: str, args: Ints) -> Whys:
    w, h = s.data, args[0]
    label = w.labels[h]
    if not w.land >> h & 1:
        yield Why("9 ¶3", lambda: f"{label} is not a land hex (ruling 63).", (label,))
    elif neutral_land(s) >> h & 1:
        country = w.country_names[w.country[h]]
        yield Why("9 ¶3", lambda: f"{label} is in {country}, which is neutral (ruling 63).", (label,))
    elif (s.interdicted_german if s.side == GERMAN else s.interdicted_allied) >> h & 1:
        yield Why("9 ¶3", lambda: f"{label} is interdicted already.", (label,))


def interdict_allowed(s: Position, step: Choice[Position], seat: str) -> Whys:
    need = s.data.book.air.interdiction
    if air_left(s) < need:
        yield Why("9 ¶3", lambda: f"Interdiction takes {need} air points, and you have {air_left(s)} left.")
    if is_last_player_turn(s):
        yield Why("9 ¶3", lambda: "No enemy player turn follows in which hexes could be interdicted.")


def can_interdict(s: Position, step: Choice[Position], seat: str) -> bool:
    return air_left(s) >= s.data.book.air.interdiction and not is_last_player_turn(s)


def is_last_player_turn(s: Position) -> bool:
    return s.side == ALLIED and s.turn == s.data.last_turn


def do_interdict(s: Position, step: Choice[Position], seat: str, args: Ints, ev: Events | None) -> None:
    w, h = s.data, args[0]
    cost = w.book.air.interdiction
    if s.side == GERMAN:
        s.interdicted_german |= w.bit[h]
        s.air_german -= cost
    else:
        s.interdicted_allied |= w.bit[h]
        s.air_allied -= cost
    if ev is not None:
        words = f"The {SIDES[s.side]} air force interdicts {w.hex_name(h)}."
        answer = w.labels[h]
        ev.add(Chose(what="interdict", answer=answer, words=words, rule="9 ¶3", places=(answer,), side=SEATS[s.side]))
    s.then(step)


def do_pass(s: Position, step: Choice[Position], seat: str, args: Ints, ev: Events | None) -> None:
    """No further interdiction."""


class Interdicting(Choice[Position], frozen=True):
    """9 ¶3, at the end of the player turn (ruling 63)."""

    rule: ClassVar[str] = "9 ¶3"
    verbs: ClassVar[tuple[Verb[Position, Interdicting], ...]] = (
        Verb(
            "interdict",
            do_interdict,
            (Slot("hex", HEX, interdict_reasons, legal=interdict_hexes, prompt="Interdict which hex?"),),
            "9 ¶3",
            "Interdict",
            reasons=interdict_allowed,
            may=can_interdict,
        ),
        Verb("pass", do_pass, (), "9 ¶3", "No interdiction"),
    )

    def seat(self, s: Position) -> str:
        return SEATS[s.side]

    def prompt(self, v: Position, seat: str) -> str:
        return (
            f"Interdict hexes for the enemy's next player turn? You have {number_of(air_left(v), 'air point')} left."
        )

    def obvious(self, s: Position) -> tuple[str, Ints] | None:
        return None if can_interdict(s, self, "") else ("pass", ())

    def standing(self, v: Position, seat: str, order: str) -> str | None:
        return "pass" if order == "no-interdiction" else None
