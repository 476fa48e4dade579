"""`grognard simulate` and `grognard study`: games by the thousand, as tables and as a page."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table as Grid
from rich.text import Text

from grognard.cli.common import console, load_game, print_json, progress, read_options
from grognard.cli.info import Json
from grognard.cli.words import flag
from grognard.kernel.errors import BadInput

if TYPE_CHECKING:
    from grognard.simulate.folder import Study
    from grognard.simulate.question import Question

study_app = typer.Typer(help="What a study's games have to say.", no_args_is_help=True)


def add_to(app: typer.Typer) -> None:
    app.command()(simulate)
    app.add_typer(study_app, name="study")


def simulate(
    what: Annotated[
        str,
        typer.Argument(help="A game's id, a question (a TOML file), or a study's folder.", metavar="WHAT"),
    ],
    out: Annotated[Path | None, typer.Option(help="The study's folder; named after the game if left out.")] = None,
    games: Annotated[int | None, typer.Option(min=1, help="Games of each mix; 100 if nobody says.")] = None,
    scenario: Annotated[list[str] | None, typer.Option(help="A scenario; several make a grid.")] = None,
    seat: Annotated[
        list[str] | None,
        typer.Option(help="Who plays: SEAT=LEVEL or SEAT=module:Name; SEAT=easy,hard makes a grid."),
    ] = None,
    option: Annotated[
        list[str] | None, typer.Option("--option", help="An optional rule: NAME or NAME=VALUE; NAME=on,off: a grid.")
    ] = None,
    pack: Annotated[list[Path] | None, typer.Option(help="A TOML file with corrected data; several: a grid.")] = None,
    seed: Annotated[int | None, typer.Option(help="Another seed plays other games.")] = None,
    records: Annotated[bool, flag("--records", "Keep the record of every game.")] = False,
    jobs: Annotated[int | None, typer.Option(min=1, help="How many processes play; one a core if left out.")] = None,
    on: Annotated[str, typer.Option(help="“ray”, or the address of a Ray cluster, plays there.")] = "",
    patience: Annotated[float, typer.Option(min=0.1, help="Seconds that one game may take.")] = 3600.0,
    json: Json = False,
) -> None:
    """Play many games into a folder of tables; stop it at will, and go on with it by its folder.

    Game N of a study is the same wherever it is played. `grognard study report DIR` makes a page of it.

    Examples:

      grognard simulate springtime --games 1000 --seat axis=hard --seat allies=easy --out balance

      grognard simulate springtime --seat axis=easy,hard --option bef-returns=on,off --out bef

      grognard simulate balance

      grognard simulate question.toml --out answer --on ray
    """
    from grognard.simulate import read_question
    from grognard.simulate.folder import QUESTION
    from grognard.simulate.run import simulate as run

    path = Path(what)
    given = (scenario, seat, option, pack, seed)
    if (path / QUESTION).exists() or path.suffix == ".toml":
        if any(value is not None for value in given):
            raise BadInput(f"{what} says what is asked: give only --games, --records, --jobs or --on with it.")
        question = read_question(path if path.suffix == ".toml" else path / QUESTION)
        folder = out or (path.with_suffix("") if path.suffix == ".toml" else path)
    else:
        question = _question(what, scenario or [], seat or [], option or [], pack or [], seed)
        folder = out or Path(f"{what}-study")
    question.games = games or question.games
    question.records = records or question.records
    out_words = console()
    with progress(f"Playing {load_game(question.game).title}", question.total, quiet=json) as step:
        study = run(
            question,
            folder,
            jobs=jobs,
            on=on,
            patience=patience,
            step=step,
            say=lambda text: out_words.print(Text(text, "yellow")),
        )
    if json:
        print_json({"folder": str(folder), "cells": _rows(study)})
        return
    _print(study)


def _question(
    game_id: str, scenarios: list[str], seats: list[str], options: list[str], packs: list[Path], seed: int | None
) -> Question:
    """The question that the words of a command ask."""
    from grognard.simulate.question import Question, one_or_several

    game = load_game(game_id)
    question = Question(game_id, seed=1 if seed is None else seed)
    if scenarios:
        question.scenario = one_or_several(scenarios)
    if packs:
        question.pack = one_or_several([str(path) for path in packs])
    for text in seats:
        seat, eq, who = text.partition("=")
        if not eq or not seat or not who:
            raise BadInput(f"Write a seat as SEAT=WHO, for instance --seat {game.seats[0]}=easy; “{text}” is not.")
        question.seats[seat] = one_or_several(who.split(","))
    for text in options:
        name, eq, value = text.partition("=")
        words = [f"{name}={word}" for word in value.split(",")] if eq else [name]
        values = [read_options(game, [word])[name] for word in words]
        question.options[name] = values[0] if len(values) == 1 else values
    return question


def _rows(study: Study) -> list[dict[str, object]]:
    from grognard.simulate.figures import summary

    return summary(study)


def _print(study: Study) -> None:
    out = console()
    rows = _rows(study)
    for row in rows:
        out.print(Text(str(row["cell"]), "bold"))
        grid = Grid.grid(padding=(0, 2))
        wins = row["wins"]
        assert isinstance(wins, dict)
        grid.add_row("games", Text(f"{row['games']}", justify="right"), "")
        for seat, (share, low, high) in wins.items():
            grid.add_row(f"won by {seat}" if seat else "drawn", f"{share:.1%}", f"({low:.1%} to {high:.1%})")
        grid.add_row(
            "score", Text(f"{row['score']:.1f}", justify="right"), f"(give or take {row['score_margin']:.1f})"
        )
        grid.add_row("turns", Text(f"{row['turns']:.1f}", justify="right"), "")
        grid.add_row("seconds a game", Text(f"{row['seconds']:.2f}", justify="right"), "")
        out.print(grid)
    out.print(Text(f"{study.folder}: `grognard study report {study.folder}` makes a page of it.", "dim"))


@study_app.command()
def report(
    folder: Annotated[Path, typer.Argument(help="The study's folder.")],
) -> None:
    """Make one page of a study, which opens without a network, with its figures as CSV and PNG beside it.

    Example: grognard study report balance
    """
    from grognard.simulate.folder import Study
    from grognard.simulate.report import write_report

    path = write_report(Study(folder))
    console().print(Text(f"{path}"))
