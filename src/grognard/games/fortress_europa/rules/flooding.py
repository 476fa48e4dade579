# compiled as it stands
"""31.11. Flooded terrain: the German player may open the dykes once, at the beginning of any player turn."""

from __future__ import annotations

from typing import ClassVar

from grognard.games.fortress_europa.data.world import ALLIED, GERMAN
from grognard.games.fortress_europa.rules.movement.stacking import Overstacked, flooded_overfull
from grognard.games.fortress_europa.rules.state import Position
from grognard.games.fortress_europa.rules.telling import tell_choice
from grognard.kernel.rules import Auto, Choice, Events, Ints, Step, Verb


class FloodPhase(Auto[Position], frozen=True):
    """Asks as long as there is something to ask (ruling 251)."""

    rule: ClassVar[str] = "31.11"

    def run(self, s: Position, ev: Events | None) -> None:
        if not s.flooded:
            s.then(OpenDykes())


def do_flood(s: Position, step: Step[Position], seat: str, args: Ints, ev: Events | None) -> None:
    """All areas at once and for good; who is too many there is eliminated at once."""
    s.flooded = True
    tell_choice(ev, "german", "flooding", "all", "The German player floods all flooded areas.", "31.11")
    for side in (GERMAN, ALLIED):
        if flooded_overfull(s, side):
            s.then(Overstacked(side, True))


def do_wait(s: Position, step: Step[Position], seat: str, args: Ints, ev: Events | None) -> None:
    """Nothing is said: nothing has changed."""


class OpenDykes(Choice[Position], frozen=True):
    rule: ClassVar[str] = "31.11"
    verbs: ClassVar[tuple[Verb[Position, OpenDykes], ...]] = (
        Verb("wait", do_wait, (), "31.11", "Not now"),
        Verb("flood", do_flood, (), "31.11", "Flood the areas"),
    )

    def seat(self, s: Position) -> str:
        return "german"

    def prompt(self, v: Position, seat: str) -> str:
        return "Flood all areas that can be flooded now? That is for good."

    def standing(self, v: Position, seat: str, order: str) -> str | None:
        return "wait" if order == "no-flood" else None
