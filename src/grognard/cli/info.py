"""`grognard games`, `about`, `conformance`: what there is, and how much of it is proved."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table as Grid
from rich.text import Text

from grognard.bots import game_bots
from grognard.cli import casebook
from grognard.cli.common import console, load_game, print_json, write_bytes
from grognard.cli.words import GameId, Pack, flag
from grognard.kernel import registry
from grognard.kernel.rules.game import Game
from grognard.kernel.rules.state import S

Json = Annotated[bool, flag("--json", "For scripts.")]


def add_to(app: typer.Typer) -> None:
    app.command()(games)
    app.command()(about)
    app.command()(conformance)


def describe(game: Game[S]) -> dict[str, Any]:
    """A game as plain data."""
    return {
        "id": game.id,
        "title": game.title,
        "seats": list(game.seats),
        "scenarios": list(game.scenarios),
        "options": list(game.options),
        "bots": list(game_bots(game)),
        "orders": list(game.orders),
    }


def games(json: Json = False) -> None:
    """List the games, built in and plugged in.

    Example: grognard games --json
    """
    found = registry.games()
    if json:
        print_json([describe(game) for game in found])
        return
    grid = Grid(box=None, padding=(0, 2))
    grid.add_column("id", no_wrap=True)
    for head in ("game", "seats", "scenarios", "bots"):
        grid.add_column(head)
    for game in found:
        scenarios = ", ".join(scenario.id for scenario in game.scenarios)
        cells = (game.id, game.title, ", ".join(game.seats), scenarios, ", ".join(game_bots(game)))
        grid.add_row(*(Text(cell) for cell in cells))
    console().print(grid)


def about(game: GameId, json: Json = False, pack: Pack = None) -> None:
    """Tell what a game is, where its data come from, its scenarios and optional rules.

    Example: grognard about springtime
    """
    chosen = load_game(game, pack)
    page = chosen.about()
    if json:
        print_json({**describe(chosen), "about": page})
        return
    out = console()
    out.print(Text(page.title, "bold"))
    out.print(Text(page.text))
    out.print()
    total = sum(page.sources.values())
    for source, count in page.sources.items():
        out.print(Text(f"{count:5d} of {total} data: {source}"))
    for line in (*page.notes, *page.credits):
        out.print(Text(line, "dim"))
    out.print(Text(f"\nSeats: {', '.join(chosen.seats)}; bots: {', '.join(game_bots(chosen))}"))
    out.print(Text("\nScenarios", "bold"))
    for scenario in chosen.scenarios:
        out.print(Text(f"  {scenario.id}: {scenario.title}. {scenario.text}"))
    if chosen.options:
        out.print(Text("\nOptional rules", "bold"))
    for option in chosen.options:
        values = f" = {' | '.join(option.values)}" if option.values else ""
        rule = f" [{option.rule}]" if option.rule else ""
        out.print(Text(f"  {option.id}{values}: {option.title}. {option.text}{rule}"))


def conformance(
    game: GameId,
    json: Json = False,
    tests: Annotated[Path | None, typer.Option(help="The folder of the game's tests.")] = None,
    write: Annotated[Path | None, typer.Option(help="Write the table as Markdown into this file.")] = None,
    check: Annotated[bool, flag("--check", "Exit with 1 if a case has no test.")] = False,
    gaps: Annotated[bool, flag("--gaps", "List only the cases without a test.")] = False,
) -> None:
    """Print the case book: every case of the rulebook with the tests that try it.

    Examples:

      grognard conformance springtime --gaps

      grognard conformance 1940 --json

      grognard conformance 1940 --write docs/conformance/1940.md
    """
    chosen = load_game(game)
    folder = tests or casebook.tests_of(chosen)
    book = casebook.read(chosen, folder)
    if write is not None:
        write.parent.mkdir(parents=True, exist_ok=True)
        write_bytes(write, casebook.markdown(chosen, book).encode(), "table")
    if json:
        print_json(book.cases)
    else:
        _print_book(book, gaps)
    if check and (book.untested or book.unknown):
        raise typer.Exit(1)


def _print_book(book: casebook.Book, gaps: bool) -> None:
    out = console()
    grid = Grid(box=None, padding=(0, 1))
    for head in ("rule", "title", "tests"):
        grid.add_column(head)
    for case in book.untested if gaps else book.cases:
        if not case.enforce:
            tests = Text(f"nothing to enforce: {case.why}", "dim")
        elif case.tests:
            tests = Text(str(len(case.tests)), "green")
        else:
            tests = Text("none", "red")
        grid.add_row(Text(case.rule), Text(case.title), tests)
    out.print(grid)
    for test, rule in book.unknown:
        out.print(Text(f"{test} names “{rule}”, which is not in the case book.", "red"))
    out.print(Text(book.summary, "bold"))
