# compiled as it stands
"""What the arguments of actions are: the tables of the world from which the slots of verbs take their values."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from grognard.games.fortress_europa.rules.state import Position, on
from grognard.kernel.rules import Domain, Ints, Step, Whys

UNITS = Domain("piece", "ids")
HEXES = Domain("place", "labels")
PLACES = Domain("place", "place_ids")
"""Hexes, then England and Africa: a place has the number that `where` has."""
AIRCRAFT = Domain("piece", "aircraft_ids")
MISSIONS = Domain("place", "mission_ids")
SECTIONS = Domain("choice", "section_ids")
SHIPS = Domain("piece", "ship_ids")
WATERS = Domain("place", "waters")
MULBERRIES = Domain("piece", "mulberry_ids")
COLUMNS = Domain("choice", "column_ids")
BOXES = Domain("choice", "box_ids")
OVERSEAS = Domain("choice", "overseas")
STRENGTHS = Domain("choice", "strengths")
ARMORED_POOLS = Domain("choice", "armored_pools")
AIR_BOXES = Domain("choice", "air_boxes")
RESERVE_OPTIONS = Domain("choice", "reserve_options")
OBJECTIVES = Domain("choice", "objective_ids")


def freely(s: Position, step: Step[Position], seat: str, args: Ints) -> Whys:
    """No condition: every value of the table may be chosen."""
    return iter(())


At = TypeVar("At", bound=Step[Position])
"""The step at which something is asked."""
Reasons = Callable[[Position, At, str], Whys]


def of_side(side: int, reasons: Reasons[At]) -> Callable[[Position, At, str], bool]:
    """Whether a verb of one side can be done (`Verb.may`): in the turns of the other side that is seen at once."""
    return lambda s, step, seat: s.side == side and next(reasons(s, step, seat), None) is None


def with_option(option: str, reasons: Reasons[At]) -> Callable[[Position, At, str], bool]:
    """The same for a verb that an option brings into the game."""
    return lambda s, step, seat: on(s, option) and next(reasons(s, step, seat), None) is None
