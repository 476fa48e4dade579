"""`grognard analyse`: what a position is worth, and when a past game turned."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table as Grid
from rich.text import Text

from grognard.bots.outlook import Point, turning_points
from grognard.cli.common import console, print_json
from grognard.cli.info import Json
from grognard.cli.play import open_table
from grognard.cli.records import open_position
from grognard.kernel.errors import BadInput
from grognard.kernel.match.table import Table


def add_to(app: typer.Typer) -> None:
    app.command()(analyse)


def analyse(
    file: Annotated[Path, typer.Argument(help="A position (TOML), a record or a saved game.", show_default=False)],
    seat: Annotated[str, typer.Option(help="For a past game: whose outlook; the first seat's if left out.")] = "",
    seconds: Annotated[float, typer.Option(min=0.1, help="How long to play it out.")] = 20.0,
    level: Annotated[str, typer.Option(help="The bot that plays it out; the weakest of the game's own.")] = "",
    seed: Annotated[int, typer.Option(help="Another seed plays it out in other games.")] = 1,
    json: Json = False,
) -> None:
    """For the seat to move, the best few options with what they are worth; for a past game, luck and turning points.

    Bots play on from there to the end, many times, in worlds that the seat can believe in: 1 is a win, 0 a loss; in a
    game for one it is the score. What is told is what these bots make of it.

    Examples:

      grognard analyse puzzle.toml --seconds 60

      grognard analyse game.json --seat axis
    """
    from grognard.simulate.analysis import best_options, past_game

    table = _table(file)
    if seat and seat not in table.game.seats:
        raise BadInput(f"{table.game.title} has no seat “{seat}”; its seats are: {', '.join(table.game.seats)}.")
    out = console()
    grid = Grid(box=None, padding=(0, 2, 0, 0))
    if not table.over:
        options = best_options(table, seconds, level, seed)
        if json:
            print_json({"seat": options[0].seat, "options": options})
            return
        out.print(Text(f"{options[0].seat}: {table.decision(options[0].seat).prompt}"))
        for name in ("option", "expected", "games"):
            grid.add_column(name)
        for option in options:
            grid.add_row(Text(option.action), f"{option.expected:.2f} ± {option.error:.2f}", f"{option.games}")
        out.print(grid)
        return
    past = past_game(table, seconds, level, seed, seat)
    if json:
        print_json(past)
        return
    for who, luck in past.luck.items():
        out.print(Text(f"Luck of {who}: {luck:+.1f} pips"))
    out.print(Text(f"The outlook of {past.seat}, where it changed most:"))
    for name in ("when", "step", "outlook", "change", "luck before it"):
        grid.add_column(name)
    for moment in past.moments[:5]:
        outlook = f"{moment.outlook:.2f} ± {moment.error:.2f}"
        grid.add_row(Text(moment.clock), f"{moment.step}", outlook, f"{moment.change:+.2f}", f"{moment.luck:+.1f}")
    out.print(grid)
    if past.judged:
        _print_judged(table, past.judged)


def _print_judged(table: Table[Any], judged: list[Point]) -> None:
    """The outlook by what was learned from play, and where it changed most."""
    solo = len(table.game.seats) == 1

    def words(worth: float) -> str:
        return f"{worth:.0f} points to come" if solo else f"{100 * worth:.0f} in 100"

    whose = "The score" if solo else f"The chance of {table.game.seats[0]}"
    console().print(Text(f"{whose}, judged by what was learned from play:"))
    most = {point.entry for point in turning_points(judged)}
    for point in judged:
        change = f"  ({point.change:+.1f})" if solo else f"  ({100 * point.change:+.0f})"
        console().print(Text(f"  {point.clock}: {words(point.worth)}{change if point.entry in most else ''}"))


def _table(file: Path) -> Table[Any]:
    if file.suffix == ".toml":
        game, text = open_position(file, "")
        return game.position(text)
    return open_table(file, None)
