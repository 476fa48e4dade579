# compiled as it stands
"""What Player Actions cost (10.0), and that nothing comes before leaving the Belgian area (10.1.7)."""

from __future__ import annotations

from collections.abc import Callable

from grognard.games.spoiled_victory.rules.movement import close_group, nothing_before_leaving
from grognard.games.spoiled_victory.rules.state import State
from grognard.kernel.rules import Step, Why, Whys

Reasons = Callable[[State, Step[State], str], Whys]


def costing(cost: str, more: Reasons | None = None) -> Reasons:
    """The conditions of an action with a price; `more` adds its own."""

    def reasons(s: State, step: Step[State], seat: str) -> Whys:
        need: int = getattr(s.data.cost, cost)
        if s.actions < need:
            left = f"{s.actions} {'is' if s.actions == 1 else 'are'} left"
            yield Why("10.0", lambda: f"It costs {need} Player Action{'s' if need > 1 else ''}, and {left}.")
        yield from nothing_before_leaving(s, step, seat)
        if more is not None:
            yield from more(s, step, seat)

    return reasons


def pay(s: State, cost: int) -> None:
    s.actions -= cost
    close_group(s)
