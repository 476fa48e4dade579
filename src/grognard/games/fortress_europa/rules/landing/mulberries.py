# compiled as it stands
"""29, 12.12. Mulberries: placed in an invasion, damaged by Storms, overrun by German units; none fights (29.6)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from grognard.games.fortress_europa.data.world import ALLIED, GERMAN, STORM
from grognard.games.fortress_europa.rules.domains import HEXES, MULBERRIES
from grognard.games.fortress_europa.rules.standing import survey
from grognard.games.fortress_europa.rules.state import LOST, NOWHERE, Position, invasion_now, on, say
from grognard.games.fortress_europa.rules.supply.ports import mulberry_value
from grognard.games.fortress_europa.rules.telling import tell_changed
from grognard.kernel.rules import (
    Auto,
    Chance,
    Choice,
    Dice,
    Distribution,
    Events,
    Ints,
    Outcome,
    Rolled,
    Slot,
    Verb,
    Why,
    Whys,
)
from grognard.maps import Mask, members

# ------------------------------------------------------------------------------------------- placing


def due(s: Position) -> bool:
    """29.2: one for each invasion; whether this invasion's is still to be placed."""
    used = sum(at != NOWHERE for at in s.mulberry_at)
    return invasion_now(s) and used < min(s.invasions, len(s.mulberry_at))


def places(s: Position) -> Mask:
    """12.12, 29.3: hexes invaded this turn without German units, in their zones too; none near a German Jersey
    (31.5)."""
    w = s.data
    hexes = s.site & ~survey(s).occupied[GERMAN]
    jersey = w.book.jersey
    isle = w.index[jersey.hex]
    if on(s, "jersey") and not s.allied >> isle & 1:
        hexes &= ~w.disc(isle, jersey.mulberry_distance)
    return hexes


def mulberry_reasons(s: Position, step: PlaceMulberry, seat: str, args: Ints) -> Iterator[Why]:
    w = s.data
    m = args[0]
    if s.mulberry_at[m] != NOWHERE:
        words = "is out of the game" if s.mulberry_at[m] == LOST else "has been placed"
        yield Why("29.2", lambda: f"{w.mulberries[m].name} {words}.", (), (w.mulberry_ids[m],))


def hex_reasons(s: Position, step: PlaceMulberry, seat: str, args: Ints) -> Iterator[Why]:
    w = s.data
    h = args[1]
    label = (w.labels[h],)
    if not s.site >> h & 1:
        yield Why("12.12", lambda: f"{w.hex_name(h)} was not invaded this turn.", label)
    elif survey(s).occupied[GERMAN] >> h & 1:
        yield Why("29.3", lambda: f"German units are in {w.hex_name(h)}.", label)
    elif not places(s) >> h & 1:
        yield Why("31.5", lambda: f"{w.hex_name(h)} is too near to Jersey while it is German.", label)


def hex_list(s: Position, step: PlaceMulberry, seat: str, args: Ints) -> Mask:
    return s.site


def no_place(s: Position, step: PlaceMulberry, seat: str) -> Whys:
    if not places(s):
        yield Why("29.3", lambda: "Every hex that was invaded is closed to mulberries.")


def some_place(s: Position, step: PlaceMulberry, seat: str) -> Whys:
    if places(s):
        yield Why("29.2", lambda: "A mulberry must be placed, since there is a hex for it.")


def do_place(s: Position, step: PlaceMulberry, seat: str, args: Ints, ev: Events | None) -> None:
    w = s.data
    m, h = args[0], args[1]
    s.mulberry_at[m] = h
    words = f"{w.mulberries[m].name}, capacity {mulberry_value(s, m)}, is placed in {w.hex_name(h)}."
    tell_changed(ev, "placed", words, "12.12", (w.labels[h],), (w.mulberry_ids[m],))


def do_lose(s: Position, step: PlaceMulberry, seat: str, args: Ints, ev: Events | None) -> None:
    w = s.data
    m = args[0]
    s.mulberry_at[m] = LOST
    say(ev, f"There is no hex for {w.mulberries[m].name}: it is lost.", "29.2")  # ruling 103


class MulberryDue(Auto[Position], frozen=True):
    """The end of the second move impulse of an invasion turn (29.2, ruling 103)."""

    rule: ClassVar[str] = "29.2"

    def run(self, s: Position, ev: Events | None) -> None:
        if s.side == ALLIED and due(s):
            s.then(PlaceMulberry())


class PlaceMulberry(Choice[Position], frozen=True):
    """The Allied player chooses mulberry and hex (ruling 104)."""

    rule: ClassVar[str] = "29.2"
    verbs: ClassVar[tuple[Verb[Position, PlaceMulberry], ...]] = (
        Verb(
            "mulberry",
            do_place,
            (
                Slot("mulberry", MULBERRIES, mulberry_reasons, prompt="Place which mulberry?"),
                Slot("hex", HEXES, hex_reasons, among=hex_list, prompt="In which invaded hex?"),
            ),
            "12.12",
            "Place a mulberry",
            reasons=no_place,
        ),
        Verb(
            "forgo",
            do_lose,
            (Slot("mulberry", MULBERRIES, mulberry_reasons, prompt="Lose which mulberry?"),),
            "29.2",
            "Lose a mulberry",
            reasons=some_place,
        ),
    )

    def seat(self, s: Position) -> str:
        return "allied"

    def prompt(self, v: Position, seat: str) -> str:
        if places(v):
            return "Place a mulberry in a hex that was invaded this turn."
        return "No invaded hex can take a mulberry: one is lost."

    def obvious(self, s: Position) -> tuple[str, Ints] | None:
        left = [m for m, at in enumerate(s.mulberry_at) if at == NOWHERE]
        hexes = members(places(s))
        if len(left) != 1 or len(hexes) > 1:
            return None
        return ("mulberry", (left[0], hexes[0])) if hexes else ("forgo", (left[0],))


# ------------------------------------------------------------------------------------------- overrun


def overrun(s: Position, h: int, ev: Events | None) -> None:
    """29.4: a German unit in a mulberry's hex, without Allied ones, destroys it for good (18.7.2F, ruling 238)."""
    w = s.data
    for m, at in enumerate(s.mulberry_at):
        if at == h:
            s.mulberry_at[m] = LOST
            tell_changed(
                ev,
                "destroyed",
                f"{w.mulberries[m].name} in {w.hex_name(h)} is destroyed.",
                "29.4",
                (w.labels[h],),
                (w.mulberry_ids[m],),
            )


# --------------------------------------------------------------------------------------------- storm


class StormAtSea(Auto[Position], frozen=True):
    """29.5: in a Storm, before the Allied first move impulse, each mulberry is rolled for (ruling 39)."""

    rule: ClassVar[str] = "29.5"

    def run(self, s: Position, ev: Events | None) -> None:
        if s.weather == STORM:
            s.then(*(MulberryDamage(m) for m, at in enumerate(s.mulberry_at) if at not in (NOWHERE, LOST)))


class MulberryDamage(Chance[Position], frozen=True):
    """The Storm halves what a mulberry has now, rounded down (18.7.2F, ruling 237)."""

    rule: ClassVar[str] = "29.5"
    mulberry: int

    def chance(self, s: Position) -> Distribution:
        return Dice(1)

    def happen(self, s: Position, outcome: Outcome, ev: Events | None) -> None:
        w = s.data
        m, die = self.mulberry, int(outcome[0])
        low, high = w.book.storm.mulberry_damaged
        damaged = low <= die <= high
        if damaged:
            s.mulberry_damage[m] = w.mulberries[m].capacity - mulberry_value(s, m) // 2
            s.mulberry_turn[m] = s.turn
        if ev is not None:
            now = f"capacity {mulberry_value(s, m)}"
            ev.add(
                Rolled(
                    rule="29.5",
                    dice=(die,),
                    label=f"Storm at {w.mulberries[m].name}",
                    result=f"damaged, {now}" if damaged else f"no damage, {now}",
                    good="german",
                    bad="allied",
                    places=(w.labels[s.mulberry_at[m]],),
                    shows=(f"storm at a mulberry {die}",),
                )
            )
