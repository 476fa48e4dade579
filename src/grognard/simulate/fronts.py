"""The front by turn, drawn on the map: who holds each place in how many of a cell's games."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from grognard import drawing
from grognard.kernel.show import Board
from grognard.simulate.figures import Row
from grognard.simulate.folder import Study

if TYPE_CHECKING:
    import polars

PAIR = ("#a8382c", "#2f62a6")
"""The colours of the two sides: what the counters are painted in may be hard to tell from the ground."""


def sides_of(study: Study) -> list[str]:
    """The sides that hold ground, in the order of the seats where they are called so."""
    sides = [column.removeprefix("held_") for column in study.turns().columns if column.startswith("held_")]
    seats = list(study.question.cells[0].seats)
    return sorted(sides, key=lambda side: seats.index(side.lower()) if side.lower() in seats else len(seats))


def shares(turns: polars.DataFrame, places: Sequence[str], side: str) -> dict[str, float]:
    """For each place the share of these rows in which the side holds it."""
    counts = [0] * (8 * ((len(places) + 7) // 8))
    held: list[bytes] = turns[f"held_{side}"].to_list()
    for mask, n in _counted(held).items():
        bits = int.from_bytes(mask, "little")
        while bits:
            low = bits & -bits
            counts[low.bit_length() - 1] += n
            bits ^= low
    return {place: counts[i] / len(held) for i, place in enumerate(places) if counts[i]}


def _counted(masks: Sequence[bytes]) -> dict[bytes, int]:
    counts: dict[bytes, int] = {}
    for mask in masks:
        counts[mask] = counts.get(mask, 0) + 1
    return counts


def front(board: Board, turns: polars.DataFrame, sides: Sequence[str], title: str, width: int = 520) -> str:
    """The map with every place in the colour of who holds it, the stronger the more often."""
    sides = sides[:2]
    places = [place.id for place in board.places]
    held = {side: shares(turns, places, side) for side in sides}
    tints = {}
    for place in places:
        share = [held[side].get(place, 0.0) for side in sides]
        if max(share, default=0.0) > 0:
            i = max(range(len(share)), key=share.__getitem__)
            certain = share[i] - (sum(share) - share[i])
            tints[place] = drawing.Tint(PAIR[i], 0.15 + 0.65 * max(0.0, certain))
    maps = [surface.id for surface in board.surfaces if surface.kind == "map"]
    return drawing.picture(board, tints=tints, surfaces=maps, width=width, title=title)


def fronts(study: Study, cell: int, most: int = 6) -> tuple[list[tuple[str, str]], list[Row]]:
    """Maps of some turns of a cell, each with its title, and the shares of every turn as rows."""
    turns = study.turns()
    mine = turns.filter(turns["cell"] == cell)
    board = study.question.load(study.question.cells[cell]).board()
    places = [place.id for place in board.places]
    names = {place.id: place.name for place in board.places}
    rows: list[Row] = []
    maps = []
    playing, ended = mine.filter(mine["clock"] != "end"), mine.filter(mine["clock"] == "end")
    moments = [playing.filter(playing["turn"] == number) for number in sorted(playing["turn"].unique().to_list())]
    full = [some for some in moments if 5 * some.height >= ended.height]
    chosen = [full[round(i * (len(full) - 1) / max(1, most - 2))] for i in range(min(most - 1, len(full)))]
    for some in [*moments, ended]:
        clock = str(some["clock"][0])
        for side in sides_of(study):
            for place, share in shares(some, places, side).items():
                told = {"clock": clock, "place": place, "name": names[place], "side": side}
                rows.append({**told, "share": share, "games": some.height})
        if some is ended or any(some is one for one in chosen):
            when = "At the end" if some is ended else clock
            title = f"{when}: {some.height} {'game' if some.height == 1 else 'games'}"
            maps.append((title, front(board, some, sides_of(study), title)))
    return maps, rows
