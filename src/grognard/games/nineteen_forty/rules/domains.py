"""The tables of the data that fill the slots of actions."""

from __future__ import annotations

from grognard.kernel.rules import Domain

UNIT = Domain("piece", "ids")
HEX = Domain("place", "labels")
ARMY = Domain("choice", "army_ids")
GROUP = Domain("choice", "group_ids")
PLAN = Domain("choice", "plans")
POINTS = Domain("number")
