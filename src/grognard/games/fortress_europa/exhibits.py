# compiled as it stands
"""Which cells of the charts an event used: the charts light them up, and the museum asks for every one of them.

A cell is named by its chart, its row and its column, as `show.charts` heads them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from grognard.games.fortress_europa.data.world import SIDES, World
from grognard.kernel.show import Chart
from grognard.maps import members

if TYPE_CHECKING:
    from grognard.games.fortress_europa.rules.state import Position

IMPULSES = ("I", "II")


def cell(chart: str, row: str, column: str | int) -> str:
    return f"{chart} {row} {column}"


def month(s: Position) -> str:
    return s.data.book.month[s.data.month_of[s.turn]].name


def rate(s: Position, who: str) -> tuple[str, ...]:
    """The replacements of a month, or its German aircraft."""
    return (cell("replacements", who, month(s)),)


def battle(s: Position, column: int, die: int, result: str) -> tuple[str, ...]:
    """The result, what it means, and the ground on which each hex is defended."""
    w = s.data
    book = w.book
    city, fortress = (feature.name for feature in book.feature)
    grounds = {book.terrain[w.terrain[h]].name for h in members(s.battle_hexes)}
    if s.battle_hexes & w.cities:
        grounds.add(city)
    if s.battle_hexes & w.fortresses & ~s.ruined:
        grounds.add(fortress)
    return (
        cell("crt", str(die), book.column[column].name),
        cell("results", result, "Meaning"),
        *(cell("terrain", ground, "Defenders") for ground in sorted(grounds)),
    )


def move(s: Position, u: int) -> tuple[str, ...]:
    """The allowance by which a unit moves over land."""
    w = s.data
    row = w.chart_names[w.side[u], w.chart_row[u]]
    return (cell("movement", row, f"{w.weather_names[s.weather]} {IMPULSES[s.impulse - 1]}"),)


def landing(s: Position, column: str) -> tuple[str, ...]:
    return (cell("invasion", s.data.areas[s.landing_area].name, column),)


def group(s: Position, number: int) -> tuple[str, ...]:
    """What the turn track brings a side (4.2-note)."""
    return (cell("turns", s.data.turn_name[s.turn], f"{SIDES[s.side]} group"),) if number else ()


# ------------------------------------------------------------------------------------------ what there must be

READ_BY_ROW = {
    "results": ("Meaning",),
    "terrain": ("Defenders",),
    "missions": ("Flown by",),
    "crossing": ("Result",),
    "ports": ("Capacity",),
    "turns": ("Allied group", "German group"),
    "invasion": ("Factors first", "Units second", "HQs second"),
}
"""Charts of which a record shows whole rows, by these columns; the others are shown cell by cell."""
DICE = (
    "damage to a port taken",
    "damage to a port retaken",
    "storm at a mulberry",
    "partisans",
    "armor release",
    "attack on saved replacements",
)
"""What is rolled for without a chart."""


def every(w: World, charts: Iterable[Chart], ends: Iterable[str], levels: Iterable[str]) -> Iterator[str]:
    """Every ending, every cell of every chart, every other die, and every optional rule."""
    yield from dict.fromkeys(f"ending {level}" for level in levels)
    yield from (f"end {name}" for name in ends)
    for chart in charts:
        columns = READ_BY_ROW.get(chart.id, chart.columns[1:])
        for row in chart.rows:
            for column in columns:
                if _is_used(w, chart, row, column):
                    yield cell(chart.id, row[0], column)
    yield from (f"{name} {die}" for name in DICE for die in range(1, 7))
    yield from (f"option {option.id}" for option in w.book.option)


def _is_used(w: World, chart: Chart, row: tuple[str, ...], column: str) -> bool:
    """Nobody moves by an allowance of 0, turns without a group bring nothing, and some ground nobody defends."""
    entry = row[chart.columns.index(column)]
    if chart.id == "terrain":
        held = {x.name for x in w.book.terrain if x.stack} | {x.name for x in w.book.feature}
        return row[0] in held
    return entry not in {"0", "-"} or chart.id not in {"movement", "turns"}
