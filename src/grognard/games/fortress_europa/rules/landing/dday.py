# compiled as it stands
"""3.6 to 3.8, 12.19. The order of the first Allied turn up to its first combat impulse (ruling 36).

Before these steps come overstrength divisions and air allocation. Ground Support is bound to hexes between the ships
and the reveal.
"""

from __future__ import annotations

from typing import ClassVar

from grognard.games.fortress_europa.data.world import ALLIED
from grognard.games.fortress_europa.rules.air.missions import BridgeAttacks
from grognard.games.fortress_europa.rules.air.naval import ShipsMove
from grognard.games.fortress_europa.rules.landing.airborne import Drops, note_start_of_impulse, note_start_of_turn
from grognard.games.fortress_europa.rules.landing.diverted import TurnedAway
from grognard.games.fortress_europa.rules.landing.invasion import Invading
from grognard.games.fortress_europa.rules.state import FIRST_MOVE, Position
from grognard.kernel.rules import Auto, Events, Headed, Step


class StartLanding(Auto[Position], frozen=True):
    """The first move impulse of the first turn: nobody moves but those who land."""

    rule: ClassVar[str] = "3.6"

    def run(self, s: Position, ev: Events | None) -> None:
        s.side, s.phase, s.impulse = ALLIED, FIRST_MOVE, 1
        note_start_of_turn(s, ALLIED)
        note_start_of_impulse(s)
        if ev is not None:
            ev.add(Headed(words="The invasion", level=2, rule=self.rule))


def landing_steps() -> list[Step[Position]]:
    """Bridges are attacked, drops are made and rolled, invaders and raiders placed, then the ships (12.19, 17.10.4,
    19.1, 20.9)."""
    return [StartLanding(), BridgeAttacks(), Drops(ALLIED), Invading(), ShipsMove()]


def after_reveal() -> list[Step[Position]]:
    """12.17: units barred from an inland port are moved, and then all are ashore."""
    return [TurnedAway()]
