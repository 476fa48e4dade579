"""The sequence of play, with the present step marked."""

from __future__ import annotations

from grognard.games.nineteen_forty.rules.airborne import Withdrawing
from grognard.games.nineteen_forty.rules.combat import AlliedAir, Bridging, Fighting, GermanAir, Resolving
from grognard.games.nineteen_forty.rules.declaring import Declaring
from grognard.games.nineteen_forty.rules.deploying import AlliedDeploying, GermanDeploying
from grognard.games.nineteen_forty.rules.interdiction import Interdicting
from grognard.games.nineteen_forty.rules.movement import BEFORE
from grognard.games.nineteen_forty.rules.planning import Mechelen, Planning
from grognard.games.nineteen_forty.rules.retreat import Advancing, Retreating
from grognard.games.nineteen_forty.rules.sequence import Moving
from grognard.games.nineteen_forty.rules.state import Position
from grognard.kernel.show import SequenceItem


def _impulse(side: str, number: int, which: str, phases: str) -> list[tuple[str, str, str, int]]:
    """The phases of one impulse; after the second one comes interdiction."""
    key, of = f"{side.lower()}-{number}", f"2 {which.title()} Impulse"
    opening = "reserves, drops, withdrawals" if side == "German" else "reserves, reinforcements"
    items = [
        (f"{key}-withdrawal", "Allied " + which + " impulse: airborne units may be withdrawn", "11 ¶3", 1),
        (f"{key}-movement", f"{side} {which} impulse: movement, opened by {opening}", f"{of} {phases[0]}", 1),
        (f"{key}-combat", f"{side} {which} impulse: combat", f"{of} {phases[1]}", 1),
        (f"{key}-recovery", f"{side} {which} impulse: recovery", f"{of} {phases[2]}", 1),
    ]
    if number == 2:
        items.append((f"{side.lower()}-interdiction", f"{side} interdiction", "9 ¶3", 1))
    return items if side == "Allied" else items[1:]


SEQUENCE: tuple[tuple[str, str, str, int], ...] = (
    ("planning", "Planning", "16 ¶1", 0),
    ("allied-deployment", "Allied deployment", "16 Deployment ¶1", 0),
    ("german-deployment", "German deployment", "16 Deployment ¶2", 0),
    ("before", "Late alliance: Allied move into Belgium", "20 Belgian Late Alliance ¶1", 0),
    *[
        item
        for side in ("German", "Allied")
        for number, which, phases in ((1, "first", "ABC"), (2, "second", "DEF"))
        for item in _impulse(side, number, which, phases)
    ],
    ("surrenders", "Surrenders of Holland and Belgium", "13 Holland ¶1b", 1),
)
COMBAT = (Declaring, Resolving, AlliedAir, GermanAir, Bridging, Fighting, Retreating, Advancing)


def present(v: Position) -> str:
    """The item of the sequence of play where the game is."""
    if not v.stack:
        return ""
    step = v.stack[-1]
    side = ("german", "allied")[v.side]
    if isinstance(step, (Planning, Mechelen)):
        return "planning"
    if isinstance(step, AlliedDeploying):
        return "allied-deployment"
    if isinstance(step, GermanDeploying):
        return "german-deployment"
    if v.turn == BEFORE:
        return "before"
    if isinstance(step, Withdrawing):
        return f"{side}-{v.impulse}-withdrawal"
    if isinstance(step, Moving):
        return f"{side}-{v.impulse}-movement"
    if isinstance(step, Interdicting):
        return f"{side}-interdiction"
    if isinstance(step, COMBAT):
        return f"{side}-{v.impulse}-combat"
    return ""


def sequence(v: Position | None) -> tuple[SequenceItem, ...]:
    now = present(v) if v is not None else ""
    return tuple(SequenceItem(name, title, rule, level, name == now) for name, title, rule, level in SEQUENCE)
