"""What a move would end in, as things stand: too many units in a hex (6.3), no line of supply (18.1, 18.3)."""

from __future__ import annotations

from grognard.games.fortress_europa.data.world import ALLIED
from grognard.games.fortress_europa.rules.movement.stacking import has_room, stack_limit
from grognard.games.fortress_europa.rules.standing import put
from grognard.games.fortress_europa.rules.state import Position
from grognard.games.fortress_europa.rules.supply.supply import in_supply
from grognard.kernel.show import Reason


def ends_in(s: Position, u: int, goal: int) -> list[Reason]:
    w = s.data
    found, side, label = [], w.side[u], w.labels[goal]
    if not has_room(s, u, goal):
        limit = stack_limit(s, goal)
        words = (
            f"{label} holds {limit} and would have more: units over the limit when the impulse ends are eliminated."
        )
        found.append(Reason("6.3", words, (label,)))
    after = s.copy()
    put(after, u, goal)
    if not in_supply(after, u):
        rule = "18.1" if side == ALLIED else "18.3"
        found.append(Reason(rule, f"As things stand it would be out of supply in {label}."))
    return found
