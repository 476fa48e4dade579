"""`grognard tactics`: how many positions, in which any good player knows what to do, a level solves."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.table import Table as Grid
from rich.text import Text

from grognard.bots.tactics import Solved, solve_all, suite
from grognard.cli.common import console, load_game, print_json, progress
from grognard.cli.info import Json
from grognard.cli.words import GameId


def add_to(app: typer.Typer) -> None:
    app.command()(tactics)


class Count(msgspec.Struct):
    """Of so many positions so many were solved, that is, answered rightly in every try."""

    positions: int = 0
    solved: int = 0

    @property
    def words(self) -> str:
        return f"{self.solved} of {self.positions} ({self.solved / max(1, self.positions):.0%})"


class Figures(msgspec.Struct):
    """What `--json` gives."""

    game: str
    level: str
    all: Count
    tuned: Count
    untouched: Count
    kinds: dict[str, Count]
    results: list[Solved]


def tactics(
    game: GameId,
    level: Annotated[str, typer.Option(help="The level of the bot that is asked.")] = "hard",
    tries: Annotated[int, typer.Option(min=1, help="With so many seeds each; all must be right.")] = 1,
    only: Annotated[str, typer.Option(help="Only positions whose name has this in it.")] = "",
    folder: Annotated[Path, typer.Option(help="Where the positions are, a folder a game.")] = Path("tests/tactics"),
    jobs: Annotated[int, typer.Option(min=1, help="How many processes think; the answers are the same.")] = 1,
    json: Json = False,
) -> None:
    """Ask a level what it does in positions in which any good player knows what to do.

    Half of them were never tuned on: they are counted apart.

    Example: grognard tactics springtime --level hard --json
    """
    chosen = load_game(game)
    puzzles = [puzzle for puzzle in suite(folder / chosen.id) if only in puzzle.name]
    found = []
    with progress(f"Asking {level}", len(puzzles), quiet=json) as step:
        for one in solve_all(chosen, puzzles, level, tries, jobs):
            found.append(one)
            step(1)
    figures = count(chosen.id, level, found)
    if json:
        print_json(figures)
    else:
        _print(figures)


def count(game: str, level: str, found: list[Solved]) -> Figures:
    kinds: dict[str, Count] = defaultdict(Count)
    figures = Figures(game, level, Count(), Count(), Count(), kinds, found)
    for one in found:
        for into in (figures.all, figures.tuned if one.tuned else figures.untouched, kinds[one.kind]):
            into.positions += 1
            into.solved += one.solved
    figures.kinds = dict(sorted(kinds.items()))
    return figures


def _print(figures: Figures) -> None:
    out = console()
    grid = Grid.grid(padding=(0, 2))
    named = {**figures.kinds, "tuned on": figures.tuned, "never tuned on": figures.untouched, "all": figures.all}
    for kind, counted in named.items():
        grid.add_row(Text(kind), Text(counted.words, "bold"))
    out.print(Text(f"{figures.level} solves"))
    out.print(grid)
    for one in figures.results:
        if not one.solved:
            out.print(Text(f"{one.name}: {' | '.join(one.wrong)[:200]}", "bold"))
            out.print(Text(f"  {one.why}", "dim"))
