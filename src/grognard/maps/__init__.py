"""Hex grids, area graphs and tracks: neighbours, movement, zones of control, supply, control, odds.

Pure: nothing here reads files, rolls dice or knows a game.
"""

from grognard.kernel.rules.sets import mask_of
from grognard.maps.control import Change, Control, History, by_presence, changes, owner, take, uncontested
from grognard.maps.fast import use_compiled
from grognard.maps.graph import Graph, Mask, Place, Steps, Track, areas, members, size
from grognard.maps.grid import Cell, Grid, by_columns, by_rows, letters
from grognard.maps.movement import (
    Going,
    Held,
    Hold,
    Reach,
    Situation,
    Step,
    follow,
    search,
    search_plainly,
    situation,
    why_not,
)
from grognard.maps.odds import Column, Modifier, Table, each_of, mix, ratio, two_dice
from grognard.maps.supply import Cut, Line, supplied, trace

__all__ = [
    "Cell",
    "Change",
    "Column",
    "Control",
    "Cut",
    "Going",
    "Graph",
    "Grid",
    "Held",
    "History",
    "Hold",
    "Line",
    "Mask",
    "Modifier",
    "Place",
    "Reach",
    "Situation",
    "Step",
    "Steps",
    "Table",
    "Track",
    "areas",
    "by_columns",
    "by_presence",
    "by_rows",
    "changes",
    "each_of",
    "follow",
    "letters",
    "mask_of",
    "members",
    "mix",
    "owner",
    "ratio",
    "search",
    "search_plainly",
    "situation",
    "size",
    "supplied",
    "take",
    "trace",
    "two_dice",
    "uncontested",
    "use_compiled",
    "why_not",
]
