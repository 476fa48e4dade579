"""What the slots of this game ask for: tables of the data, and what they share."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from grognard.games.spoiled_victory.rules.state import State
from grognard.kernel.rules import Domain, Ints, Step, Why, Whys

PIECES = Domain("piece", "pieces")
"""Every unit of both sides, Allied ones first, so that every click gets its reason."""
UNITS = Domain("piece", "unit_ids")
GERMANS = Domain("piece", "german_ids")
PLACES = Domain("place", "map_ids")
"""Every space on the map, the sea included."""
TRACKS = Domain("choice", "track_ids")
ROUTES = Domain("choice", "route_ids")
STRUCTURES = Domain("choice", "structure_ids")
DICE = Domain("die")

St = TypeVar("St", bound=Step[State])


def ours(reasons: Callable[[State, St, str, Ints], Whys], rule: str) -> Callable[[State, St, str, Ints], Whys]:
    """The reasons of a slot that asks for an Allied unit, with one more against German ones."""

    def against(s: State, step: St, seat: str, args: Ints) -> Whys:
        d = s.data
        german = args[0] - d.units
        if german >= 0:
            yield Why(rule, lambda: f"{d.germans[german].name} is a German unit.", (), (d.pieces[args[0]],))
        else:
            yield from reasons(s, step, seat, args)

    return against
