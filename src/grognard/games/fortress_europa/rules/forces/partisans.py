# compiled as it stands
"""24. The partisan: rolled for, put on a railway in the Allied second move impulse, gone when the German one ends."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from grognard.games.fortress_europa.data.world import ALLIED, GERMAN
from grognard.games.fortress_europa.rules.domains import HEXES, of_side
from grognard.games.fortress_europa.rules.forces.replacements import replacing_now
from grognard.games.fortress_europa.rules.standing import survey
from grognard.games.fortress_europa.rules.state import NOWHERE, Position, on_map, say
from grognard.games.fortress_europa.rules.telling import tell_changed
from grognard.kernel.rules import (
    Auto,
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
from grognard.maps import Mask, mask_of, members


class PartisanPhase(Auto[Position], frozen=True):
    """24.1: one on the first turn of the game; later by the die, in the Allied Replacement Phase. One that was not
    placed is lost (ruling 208); without a Replacement Phase there is no roll (ruling 285)."""

    rule: ClassVar[str] = "24.1"

    def run(self, s: Position, ev: Events | None) -> None:
        w = s.data
        s.partisan_ready = s.turn == w.book.partisans.first_turn
        if s.partisan_ready:
            say(ev, "The Allied player has a French partisan unit.", "24.1")
        elif replacing_now(s):
            s.then(PartisanRoll())


class PartisanRoll(Chance[Position], frozen=True):
    rule: ClassVar[str] = "24.1"

    def chance(self, s: Position) -> Distribution:
        return Dice(1)

    def happen(self, s: Position, outcome: Outcome, ev: Events | None) -> None:
        w = s.data
        die = int(outcome[0])
        low, high = w.book.partisans.dice
        s.partisan_ready = low <= die <= high
        if ev is not None:
            result = "a partisan unit this turn" if s.partisan_ready else "none this turn"
            ev.add(
                Rolled(
                    dice=(die,),
                    label="Partisans",
                    result=result,
                    good="allied",
                    bad="german",
                    rule="24.1",
                    shows=(f"partisans {die}",),
                )
            )


# ------------------------------------------------------------------------------------------- placing it


def near_ss(s: Position) -> Mask:
    """24.2: the hexes within five of an SS unit that both players can see (ruling 207)."""
    w = s.data
    seen = mask_of(s.where[u] for u in members(w.ss) if on_map(s, u) and u not in s.decoy_unit)
    return w.within(seen, w.book.partisans.from_ss)


def places(s: Position) -> Mask:
    """24.2: where the partisan may be put."""
    w = s.data
    return w.rail & ~w.cities & ~w.germany & ~w.italy & ~survey(s).zones[GERMAN] & ~near_ss(s)


def hexes(s: Position, step: Step[Position], seat: str, args: Ints) -> Mask:
    return places(s)


def hex_reasons(s: Position, step: Step[Position], seat: str, args: Ints) -> Iterator[Why]:
    w = s.data
    h = args[0]
    name, label = w.hex_name(h), (w.labels[h],)
    if not w.rail >> h & 1:
        yield Why("24.2", lambda: f"No railway runs through {name}.", label)
        return
    if w.cities >> h & 1:
        yield Why("24.2", lambda: f"{name} is a city.", label)
    if (w.germany | w.italy) >> h & 1:
        yield Why("24.2", lambda: f"{name} is in {'Germany' if w.germany >> h & 1 else 'Italy'}.", label)
    if survey(s).zones[GERMAN] >> h & 1:
        yield Why("24.2", lambda: f"{name} is in a German zone of control.", label)
    if near_ss(s) >> h & 1:
        yield Why("24.2", lambda: f"An SS unit is within {w.book.partisans.from_ss} hexes of {name}.", label)


def when(s: Position, step: Step[Position], seat: str) -> Whys:
    if seat != "allied" or s.side != ALLIED:
        yield Why("24.2", lambda: "Only the Allied player has partisans.")
    elif s.impulse != 2:
        yield Why("24.2", lambda: "Partisans are placed in the second move impulse.")
    elif s.partisan != NOWHERE:
        yield Why("24.1", lambda: "The partisan unit is on the map.")
    elif not s.partisan_ready:
        yield Why("24.1", lambda: "No partisan unit is available this turn.")


def do_place(s: Position, step: Step[Position], seat: str, args: Ints, ev: Events | None) -> None:
    w = s.data
    s.partisan, s.partisan_ready = args[0], False
    tell_changed(
        ev,
        "active",
        f"Partisans are active in {w.hex_name(s.partisan)}.",
        "24.2",
        (w.labels[s.partisan],),
        ("partisan",),
    )
    s.then(step)


PARTISAN = Verb(
    "partisan",
    do_place,
    (Slot("hex", HEXES, hex_reasons, legal=hexes, prompt="Place the partisan unit in which hex?"),),
    "24.2",
    "Place partisans",
    reasons=when,
    may=of_side(ALLIED, when),
)


class PartisanLeaves(Auto[Position], frozen=True):
    """24.4: off the map at the end of the German second move impulse, or, with the option, after the Supply Phase
    (ruling 209)."""

    rule: ClassVar[str] = "24.4"

    def run(self, s: Position, ev: Events | None) -> None:
        w = s.data
        if s.partisan != NOWHERE:
            tell_changed(
                ev, "gone", f"The partisans in {w.hex_name(s.partisan)} melt away.", "24.4", (w.labels[s.partisan],)
            )
            s.partisan = NOWHERE
