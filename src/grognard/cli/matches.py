"""`grognard match`: bots against each other, by the hundred."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.table import Table as Grid
from rich.text import Text

from grognard.bots.match import Score, decided, match, score
from grognard.cli.common import console, load_game, print_json, progress, read_options
from grognard.cli.info import Json
from grognard.cli.words import GameId, OptionValues, Pack, ScenarioId


def add_to(app: typer.Typer) -> None:
    app.command("match")(play_match)


def play_match(
    game: GameId,
    first: Annotated[str, typer.Argument(help="The level of the one bot.")],
    second: Annotated[str, typer.Argument(help="The level of the other; left out, the same.")] = "",
    games: Annotated[int, typer.Option(min=1, help="How many games to play.")] = 100,
    scenario: ScenarioId = "",
    option: OptionValues = None,
    pack: Pack = None,
    seed: Annotated[int, typer.Option(help="Another seed plays other games.")] = 1,
    jobs: Annotated[int, typer.Option(min=1, help="How many processes play; the games are the same.")] = 1,
    share: Annotated[
        float, typer.Option(help="Stop as soon as it is settled whether the first wins such a share of all games.")
    ] = 0.0,
    json: Json = False,
) -> None:
    """Let bots play each other; after every game they change seats, and each pair of games has one seed.

    With `--share 0.7` a sequential test stops the match when it is settled, give or take a tenth, at 5 % doubt.

    A level is a name that `grognard games` lists. A draw counts half. `--json` lists every game.

    Examples:

      grognard match springtime hard easy --games 200 --jobs 2

      grognard match springtime expert hard --games 200 --share 0.7
    """
    chosen = load_game(game, pack)
    second = second or first
    played = []
    with progress(f"Playing {chosen.title}", games, quiet=json) as step:
        for one in match(chosen, first, second, games, scenario, read_options(chosen, option or ()), seed, jobs):
            played.append(one)
            step(1)
            found = score(played, first, second)
            if share and len(played) % 2 == 0 and decided(found.first_wins, found.games, share) is not None:
                break
    found = score(played, first, second)
    if json:
        print_json(found)
    else:
        _print_score(found, first, second)


def _print_score(found: Score, first: str, second: str) -> None:
    out = console()
    grid = Grid.grid(padding=(0, 2))
    rows = [
        ("games", f"{found.games}"),
        (f"won by {first}", f"{found.first_wins:g} ({found.share:.0%}, give or take {found.margin:.0%})"),
        *((f"won as {seat}" if seat else "drawn", f"{wins}") for seat, wins in found.by_seat.items()),
        *((f"ended as “{level}”", f"{ends}") for level, ends in found.levels.items()),
        ("score on average", f"{found.mean_score:.1f}"),
        ("CPU seconds a game", f"{found.seconds / found.games:.2f}"),
        *((f"longest player turn of {level}", f"{found.longest[level]:.2f}") for level in found.longest),
    ]
    for label, value in rows:
        grid.add_row(Text(label), Text(value, "bold", justify="right"))
    out.print(Text(f"{first} against {second}"))
    out.print(grid)
