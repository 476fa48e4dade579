"""What the arguments of actions may mean: tables of the world, and numbers."""

from __future__ import annotations

from typing import Final

from grognard.kernel.rules import Domain

UNITS: Final = Domain("piece", "unit_ids")
AREAS: Final = Domain("place", "map_ids")
"""Areas and Zones."""
ARMY_GROUPS: Final = Domain("choice", "group_ids")
AIR: Final = Domain("choice", "air_ids")
MARKERS: Final = Domain("card", "event_ids")
STRENGTHS: Final = Domain("choice", "strength_ids")
NUMBERS: Final = Domain("number")
