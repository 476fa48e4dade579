"""`grognard play` and the browser."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path
from types import FrameType
from typing import Annotated, Any

import msgspec
import platformdirs
import typer

from grognard.cli.common import HUMAN, console, load_game, read_options, read_record, read_seats
from grognard.cli.words import OptionValues, Pack, ScenarioId, flag, games, lessons, seats
from grognard.kernel.errors import BadInput
from grognard.kernel.match.shapes import Parent
from grognard.kernel.match.table import Table
from grognard.kernel.rules.game import Game
from grognard.kernel.rules.state import S


def add_to(app: typer.Typer) -> None:
    app.command()(play)
    app.command()(backup)


def play(
    game: Annotated[
        str, typer.Argument(help="The game's id; may be left out with --load.", autocompletion=games)
    ] = "",
    terminal: Annotated[bool, flag("--terminal", "Play here instead of in the browser.")] = False,
    scenario: ScenarioId = "",
    option: OptionValues = None,
    seat: Annotated[
        list[str] | None,
        typer.Option(help="Who plays a seat: SEAT=human, or SEAT=LEVEL for a bot.", autocompletion=seats),
    ] = None,
    pack: Pack = None,
    practice: Annotated[bool, flag("--practice", "No undo barrier and no curtain.")] = False,
    seed: Annotated[str | None, typer.Option(help="Dice that can be had again; makes a practice table.")] = None,
    lesson: Annotated[bool, flag("--lesson", "The guided first turn.")] = False,
    lesson_id: Annotated[str, typer.Option(help="A further lesson, by its id.", autocompletion=lessons)] = "",
    load: Annotated[Path | None, typer.Option(help="Go on with a saved game or a record.")] = None,
    port: Annotated[int | None, typer.Option(help="The port for the browser.")] = None,
    no_browser: Annotated[bool, flag("--no-browser", "Print the address, open nothing.")] = False,
) -> None:
    """Play a game, in the browser or here.

    Examples:

      grognard play springtime --seat allies=human --seat axis=easy

      grognard play spoiled-victory --terminal --practice

      grognard play springtime --lesson

      grognard play springtime --terminal --lesson-id advantage

      grognard play 1940 --terminal --load 1940.save.json
    """
    if load is not None:
        table = open_table(load, load_game(game, pack) if game else None)
        run_terminal(table, read_seats(table.game, seat or ()), seed, load)
        return
    if not game:
        raise BadInput("Say which game: grognard games lists them.")
    chosen = load_game(game, pack)
    if lesson or lesson_id:
        run_lesson(chosen, lesson_id, terminal, port, not no_browser)
        return
    players = read_seats(chosen, seat or ())
    options = read_options(chosen, option or ())
    practice = practice or seed is not None
    if terminal or not has_client():
        run_terminal(chosen.table(scenario, options, practice=practice, seed=seed), players, seed)
        return
    scenario = scenario or chosen.scenarios[0].id
    if list(players.values()).count(HUMAN) > 1 and not practice:  # several people at one screen want a curtain
        players = {chair: "hotseat" if who == HUMAN else who for chair, who in players.items()}
    new = {"game": chosen.id, "scenario": scenario, "options": chosen.settle_options(scenario, options)}
    serve(port, not no_browser, {**new, "seats": players, "practice": practice, "seed": seed, "pack": chosen.pack})


def backup(
    file: Annotated[
        Path, typer.Argument(help="The file to write; one that is there is replaced.", show_default=False)
    ],
) -> None:
    """Copy all games of the browser into one file, also while the server runs.

    To have them back: stop the server, put the file in place of games.sqlite in the data directory, and remove
    games.sqlite-wal and games.sqlite-shm if they are still there.

    Example: grognard backup ~/grognard-games.sqlite
    """
    from grognard.server.main import data_path
    from grognard.server.store import backup as copy_games

    tables = copy_games(data_path(), file)
    console().print(
        f"{tables} {'table' if tables == 1 else 'tables'} copied to {file}.", markup=False, soft_wrap=True
    )


def open_table(path: Path, game: Game[S] | None) -> Table[Any]:
    """The table of a saved game or of a record; if the rules have changed since, where the old game still fits."""
    from grognard.kernel.match.replay import replay
    from grognard.kernel.match.save import load_game as load_save

    raw = read_record(path)
    saved = _is_save(raw)
    opened = load_save(raw, game) if saved else replay(raw, game)
    table = opened.table
    if table is None:
        raise BadInput(opened.mismatch)
    note = f"{opened.mismatch} The game goes on from before it." if opened.mismatch else ""
    if not saved and not table.over:  # its dice are not known, so what follows cannot be the same game
        steps = opened.record["steps"]
        whole: Parent = {"hash": steps[-1]["hash"] if steps else opened.record["hash"], "step": len(steps)}
        parent = table.parent if opened.mismatch else whole
        table = table.branch()
        table.parent = parent
        note += " A record has no dice to go on with: this is a practice table that starts from it."
    if note:
        console().print(note.strip(), style="yellow", markup=False)
    return table


class _Kind(msgspec.Struct):
    save: int = 0


def _is_save(raw: bytes) -> bool:
    try:
        return msgspec.json.decode(raw, type=_Kind).save > 0
    except (msgspec.DecodeError, UnicodeDecodeError):
        return False


def run_terminal(
    table: Table[S], players: dict[str, str], seed: str | None = None, loaded: Path | None = None
) -> None:
    from grognard.cli.terminal import Session

    saved = loaded if loaded is not None and _is_save(loaded.read_bytes()) else None
    if not sys.stdin.isatty():
        Session(table, players, console(), seed, loaded=saved).run()
        return
    signal.signal(signal.SIGTERM, _hang_up)
    if hasattr(signal, "SIGHUP"):  # a lost connection
        signal.signal(signal.SIGHUP, _hang_up)
    folder = Path(os.environ.get("GROGNARD_DATA") or platformdirs.user_data_dir("grognard", appauthor=False))
    keep = folder / "terminal" / f"{table.game.id}.save.json"
    if saved is not None and saved.resolve().parent == keep.parent.resolve():
        keep = saved  # a game that was kept there goes on in its own file
    Session(table, players, console(), seed, keep, saved).run()


def _hang_up(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def run_lesson(game: Game[S], lesson_id: str, terminal: bool, port: int | None, browser: bool) -> None:
    from grognard.cli.lesson import LessonSession

    if terminal or not has_client():
        LessonSession(game, console(), lesson_id).run()
    else:
        serve(port, browser, {"game": game.id, "lesson": lesson_id or True})


def has_client() -> bool:
    """Whether the browser's pages have been built."""
    return (Path(__file__).parents[1] / "client" / "index.html").exists()


def serve(port: int | None, browser: bool, new: dict[str, Any] | None = None) -> None:
    """Run the server until it is stopped."""
    if not has_client():
        raise BadInput("The browser game is not built: run ./play, or play here with: grognard play GAME --terminal.")
    from grognard.server.main import serve as run

    run(port, browser, new=new)
