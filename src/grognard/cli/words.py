"""The words that commands take: flags that look like flags, and games, scenarios, options and seats that the shell
completes."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any

import typer

from grognard.bots import game_bots
from grognard.cli.common import HUMAN
from grognard.kernel import registry
from grognard.kernel.errors import GrognardError
from grognard.kernel.rules.game import Game


def flag(name: str, words: str) -> Any:
    """An option without a value."""
    return typer.Option(name, help=words, metavar="")


def _game(ctx: typer.Context) -> Game[Any] | None:
    """The game that the line names so far; while an option waits for its value, words are not yet arguments."""
    try:
        return registry.load(ctx.params.get("game") or next(iter(ctx.args), ""))
    except GrognardError:
        return None


def _begun(found: Iterable[str], begun: str) -> list[str]:
    return [word for word in found if word.startswith(begun)]


def games(incomplete: str) -> list[str]:
    return _begun((game.id for game in registry.games()), incomplete)


def scenarios(ctx: typer.Context, incomplete: str) -> list[str]:
    game = _game(ctx)
    return _begun((scenario.id for scenario in game.scenarios), incomplete) if game is not None else []


def options(ctx: typer.Context, incomplete: str) -> list[str]:
    """Names of optional rules, and those that have several values with each of them."""
    game = _game(ctx)
    if game is None:
        return []
    named = [[f"{x.id}={value}" for value in x.values] if x.values else [x.id] for x in game.options]
    return _begun((word for words in named for word in words), incomplete)


def seats(ctx: typer.Context, incomplete: str) -> list[str]:
    game = _game(ctx)
    if game is None:
        return []
    return _begun((f"{seat}={who}" for seat in game.seats for who in (HUMAN, *game_bots(game))), incomplete)


def lessons(ctx: typer.Context, incomplete: str) -> list[str]:
    game = _game(ctx)
    return _begun((lesson.id for lesson in game.lessons()), incomplete) if game is not None else []


GameId = Annotated[
    str,
    typer.Argument(help="The game's id, as `grognard games` lists it.", show_default=False, autocompletion=games),
]
Pack = Annotated[Path | None, typer.Option(help="A TOML file with corrected values for the game's data.")]
ScenarioId = Annotated[
    str, typer.Option(help="The scenario; the game's first one if left out.", autocompletion=scenarios)
]
OptionValues = Annotated[
    list[str] | None,
    typer.Option("--option", help="An optional rule: NAME or NAME=VALUE.", autocompletion=options),
]
