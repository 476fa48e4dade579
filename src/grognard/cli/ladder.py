"""`grognard ladder`: all levels of a game against all, with ratings."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table as Grid
from rich.text import Text

from grognard.bots import game_bots
from grognard.bots.ladder import climb, jobs_of, key, read_played, rungs
from grognard.cli.common import console, load_game, print_json, progress
from grognard.cli.info import Json
from grognard.cli.words import GameId


def add_to(app: typer.Typer) -> None:
    app.command()(ladder)


def ladder(
    game: GameId,
    level: Annotated[list[str] | None, typer.Option(help="A level; all of the game's if left out.")] = None,
    games: Annotated[int, typer.Option(min=1, help="Games of each pair in each scenario.")] = 20,
    scenario: Annotated[list[str] | None, typer.Option(help="A scenario; all if left out.")] = None,
    seed: Annotated[int, typer.Option(help="Another seed plays other games.")] = 1,
    out: Annotated[Path | None, typer.Option(help="The file of games; it goes on where that ends.")] = None,
    jobs: Annotated[int, typer.Option(min=0, help="How many processes play; 0: one a core.")] = 0,
    json: Json = False,
) -> None:
    """Let all levels play each other, sides swapped, and rate them; what was stopped goes on.

    Ratings are on the scale of chess, the first level having 0; in a game for one they are mean scores.

    Example: grognard ladder springtime --games 20 --out springtime.ladder
    """
    chosen = load_game(game)
    levels = level or list(game_bots(chosen))
    scenarios = scenario or [one.id for one in chosen.scenarios]
    path = out or Path(f"{chosen.id}.ladder")
    work = jobs_of(chosen, levels, scenarios, games, seed)
    wanted = {key(job.scenario, job.seats, job.seed) for job in work}
    with progress(f"Playing {chosen.title}", len(work), quiet=json) as step:
        step(sum(key(one.scenario, one.row.seats, one.row.seed) in wanted for one in read_played(path)))
        for _ in climb(chosen, work, path, jobs or os.cpu_count() or 1):
            step(1)
    played = [one for one in read_played(path) if key(one.scenario, one.row.seats, one.row.seed) in wanted]
    found = {name: rungs(levels, [one.row for one in played if one.scenario == name]) for name in scenarios}
    if len(scenarios) > 1:
        found["all"] = rungs(levels, [one.row for one in played])
    if json:
        print_json({"game": chosen.id, "ladders": found})
        return
    for name, steps in found.items():
        grid = Grid(box=None, padding=(0, 2, 0, 0))
        for head in ("level", "rating", "give or take", "games", "CPU seconds a game", "longest player turn"):
            grid.add_column(head)
        for rung in steps:
            places = 0 if len(chosen.seats) > 1 else 1  # a mean score says more than its whole part
            rated = (f"{rung.rating:.{places}f}", f"{rung.error:.{places}f}")
            longest = f"{rung.longest:.2f}" if rung.longest else "–"  # games of before have it not
            cells = (rung.level, *rated, f"{rung.games}", f"{rung.seconds:.1f}", longest)
            grid.add_row(*(Text(cell) for cell in cells))
        console().print(Text(name, "bold"))
        console().print(grid)
