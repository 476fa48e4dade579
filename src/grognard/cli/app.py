"""The commands and how they are called; an error is one sentence and exit code 2."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from grognard import __version__
from grognard.cli import analyse, info, ladder, matches, play, records, studies, tactics, work
from grognard.cli.common import fail
from grognard.cli.words import flag
from grognard.kernel.errors import GrognardError

app = typer.Typer(
    name="grognard",
    no_args_is_help=False,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
play.add_to(app)
info.add_to(app)
records.add_to(app)
work.add_to(app)
matches.add_to(app)
tactics.add_to(app)
ladder.add_to(app)
studies.add_to(app)
analyse.add_to(app)


@app.callback(invoke_without_command=True)
def start(
    ctx: typer.Context,
    port: Annotated[int | None, typer.Option(help="The port on this machine; any free one if left out.")] = None,
    no_browser: Annotated[bool, flag("--no-browser", "Print the address, open nothing.")] = False,
    version: Annotated[bool, flag("--version", "Print the version.")] = False,
) -> None:
    """Board wargames with every rule enforced and explained.

    Without a command it opens the games in the browser.

    Examples:

      grognard

      grognard --no-browser --port 8140

      grognard play spoiled-victory --terminal
    """
    if version:
        typer.echo(__version__)
    elif ctx.invoked_subcommand is None:
        play.serve(port, not no_browser)


def main() -> None:
    try:
        app()
    except GrognardError as error:
        fail(str(error))
    except KeyboardInterrupt:
        fail("Stopped.", 130)
    except BrokenPipeError:  # somebody piped us into `head`
        sys.stderr.close()
