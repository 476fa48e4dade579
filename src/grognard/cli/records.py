"""`grognard replay`, `audit`, `position`, `museum`: games that were played, and positions as text."""

from __future__ import annotations

import tomllib
from itertools import islice
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer
from rich.text import Text

from grognard.cli import sketch
from grognard.cli.common import (
    console,
    fail,
    load_game,
    print_json,
    progress,
    read_record,
    read_seats,
    read_text,
    write_bytes,
)
from grognard.cli.info import Json
from grognard.cli.play import run_terminal
from grognard.cli.words import flag
from grognard.kernel import registry, show
from grognard.kernel.errors import BadInput
from grognard.kernel.match.record import load_record
from grognard.kernel.match.replay import replay as open_record
from grognard.kernel.match.shapes import Boards, Record
from grognard.kernel.match.studies import COLUMNS, KINDS, Row, as_csv, rows
from grognard.kernel.match.verify import verify
from grognard.kernel.rules.game import Game
from grognard.kernel.rules.state import S
from grognard.kernel.show.words import number_of
from grognard.suite import museum as museum_

RecordFile = Annotated[Path, typer.Argument(help="A record, as .json or .json.gz.", show_default=False)]
PositionFile = Annotated[Path, typer.Argument(help="A position (TOML); - reads it from the input.")]
OfGame = Annotated[str, typer.Option("--game", help="The game, where the position does not name it.")]
position_app = typer.Typer(help="Positions as text: show, check, play on from, or take one out of a record.")


def add_to(app: typer.Typer) -> None:
    app.command()(replay)
    app.command()(audit)
    app.command()(museum)
    app.add_typer(position_app, name="position")


def replay(
    record: RecordFile,
    seat: Annotated[str, typer.Option(help="Whose eyes to see it with; a spectator's if left out.")] = "",
    step: Annotated[int | None, typer.Option(help="Show the board after this step; -1 is the last one.")] = None,
    events: Annotated[bool, flag("--events", "List its events with their fields.")] = False,
    kind: Annotated[list[str] | None, typer.Option(help="Only events of this kind: Battle, Moved, Lost …")] = None,
    csv: Annotated[Path | None, typer.Option(help="Write the events as a table to this file.")] = None,
    json: Json = False,
) -> None:
    """Show a recorded game: its log, the board after a step, or its events as a table; and say whether today's rules
    play it the same.

    Examples:

      grognard replay game.json --seat axis

      grognard replay game.json --step 40

      grognard replay game.json --events --kind Battle --csv battles.csv
    """
    loaded = load_record(read_record(record))
    game = registry.load(loaded["game"], loaded.get("pack"))
    opened = open_record(loaded, game)
    last = len(loaded["steps"])
    if step is not None and not -1 <= step <= last:
        raise BadInput(f"The record has {last} steps; there is no step {step}.")
    seat = seat or loaded.get("seat", "public")
    if seat not in (*loaded["seats"], "public"):
        raise BadInput(f"The record has no seat “{seat}”; its seats are: {', '.join(loaded['seats'])}.")
    if events or csv is not None or kind:
        steps = opened.recorder.steps if opened.recorder is not None else loaded["steps"]
        _tell_events(rows(steps, seat, kind or ()), kind or [], csv, json)
        return
    end = loaded.get("end", {}).get("result")
    if json:
        print_json(
            {
                "game": game.id, "steps": last, "matches": opened.matches, "mismatch": opened.mismatch,
                "result": end, "log": opened.log(seat),
            }
        )  # fmt: skip
        return
    out = console()
    if step is None:
        for line in opened.log(seat):
            out.print(Text(line))
    else:
        scenes = opened.scenes(seat)
        _show_board(game, next(islice(scenes, last if step < 0 else step, None)))
    if end:
        out.print(Text(f"{end.get('winner') or 'Result'}: {end['level']}. {end['text']}", "bold"))
    if opened.matches:
        out.print(Text("Today's rules play it the same way.", "green"))
    else:
        out.print(Text(f"It is shown from its events. {opened.mismatch}", "yellow"))


def _tell_events(table: list[Row], kinds: list[str], csv: Path | None, json: bool) -> None:
    """The events of a record: into a file, or listed with the fields that they have."""
    unknown = [kind for kind in kinds if kind not in KINDS and not any(row["kind"] == kind for row in table)]
    if unknown:
        raise BadInput(
            f"There are no events of the kind “{unknown[0]}”; some kinds are: Battle, Moved, Lost, Control."
        )
    if csv is not None:
        write_bytes(csv, as_csv(table).encode(), "table")
        console().print(Text(f"{number_of(len(table), 'event')} written to {csv}.", "green"))
    elif json:
        print_json([{key: value for key, value in row.items() if value} for row in table])
    else:
        for row in table:
            fields = ", ".join(f"{key} {row[key]}" for key in COLUMNS[COLUMNS.index("place") :] if row[key])
            console().print(Text(f"{row['kind']}: {row['text']}{f' [{fields}]' if fields else ''}"))


def _show_board(game: Game[S], plain: Boards) -> None:
    kinds = {kind: list(plain[kind].values()) for kind in ("pieces", "marks", "numbers")}
    scene = msgspec.convert({**kinds, "clock": plain["clock"].get("clock", "")}, show.Scene)
    _print_scene(game, scene)


def _print_scene(game: Game[S], scene: show.Scene) -> None:
    out = console()
    board = game.board()
    out.print(Text(scene.clock, "bold"), sketch.numbers(scene))
    drawn = sketch.draw(board, scene, out.width)
    if drawn is not None:
        out.print(drawn, no_wrap=True, crop=True)
    out.print(sketch.listing(board, scene))


COLOURS = {"sound": "green", "wrong": "red", "differs": "red", "unknown": "yellow"}


def audit(record: RecordFile, json: Json = False) -> None:
    """Check a record whole: its hash chain; that its dice follow from the secret committed to at the start and from
    the players' nonces; that the rules ask for these rolls and give these results; and that its log tells them.

    The first two need the standard library alone; without Grognard installed: python audit.py game.json

    Example: grognard audit game.json
    """
    found = verify(read_record(record))
    if json:
        body = {"sound": found.sound, "summary": found.summary, **found.verdicts, "notes": found.notes}
        print_json({**body, "faults": found.faults})
    else:
        out = console()
        for verdict in found.verdicts.values():
            out.print(Text(verdict.text, COLOURS[verdict.state]))
        for line in found.notes:
            out.print(Text(line))
        out.print(Text(found.summary, "bold green" if found.sound else "bold red"))
    if not found.sound:
        raise typer.Exit(1)


# ---------------------------------------------------------------------------------------------- positions


def open_position(path: Path, game_id: str) -> tuple[Game[Any], str]:
    """The game and the text of a position's file."""
    text = read_text(path, "position")
    try:
        named = tomllib.loads(text).get("game", game_id)
    except tomllib.TOMLDecodeError as error:
        raise BadInput(f"The position is not TOML: {error}.") from None
    if not named or not isinstance(named, str):
        raise BadInput("The position does not name its game; say --game.")
    return load_game(game_id or named), text


@position_app.command("show")
def position_show(
    position: PositionFile,
    game: OfGame = "",
    seat: Annotated[str, typer.Option(help="Whose eyes to see it with; the seat to decide if left out.")] = "",
) -> None:
    """Draw a position as text and say who is to decide.

    Example: grognard position show puzzle.toml
    """
    chosen, text = open_position(position, game)
    table = chosen.position(text)
    owing = table.seats
    _print_scene(chosen, table.scene(seat or (owing[0] if owing else "public")))
    out = console()
    if table.over:
        out.print(Text("The game is over."))
    for who in owing:
        decision = table.decision(who)
        out.print(Text(f"{who}: {decision.prompt}", "bold"))


@position_app.command("check")
def position_check(position: PositionFile, game: OfGame = "") -> None:
    """Say whether a position is well formed and possible.

    Example: grognard position check puzzle.toml
    """
    chosen, text = open_position(position, game)
    table = chosen.position(text)
    state = "over" if table.over else f"{' and '.join(table.seats)} to decide"
    console().print(Text(f"The position is possible: {chosen.title}, {table.scenario}, {state}.", "green"))


@position_app.command("play")
def position_play(
    position: PositionFile,
    game: OfGame = "",
    seat: Annotated[list[str] | None, typer.Option(help="Who plays a seat, as in `grognard play`.")] = None,
    seed: Annotated[str | None, typer.Option(help="Dice that can be had again.")] = None,
) -> None:
    """Play on from a position, here, at a practice table.

    Example: grognard position play puzzle.toml --seat axis=hard
    """
    chosen, text = open_position(position, game)
    run_terminal(chosen.position(text, seed=seed), read_seats(chosen, seat or ()), seed)


@position_app.command("write")
def position_write(
    record: RecordFile,
    step: Annotated[int, typer.Option(help="After this step; -1 is the last one.")] = -1,
    out: Annotated[Path | None, typer.Option(help="The file to write; printed if left out.")] = None,
) -> None:
    """Take the position after a step out of a record.

    Example: grognard position write game.json --step 12 --out puzzle.toml
    """
    loaded = load_record(read_record(record))
    last = len(loaded["steps"])
    if not -1 <= step <= last or step == 0:
        raise BadInput(f"The record has steps 1 to {last}; there is no step {step}.")
    cut = loaded.copy()
    cut.pop("end", None)
    if step != -1:
        cut["steps"] = loaded["steps"][:step]
    opened = open_record(cut)
    if opened.table is None or not opened.matches:
        raise BadInput(opened.mismatch)
    opened.table.practice = True  # a record may be shown whole, so its positions may
    text = opened.table.position()
    if out is None:
        typer.echo(text, nl=False)
    else:
        write_bytes(out, text.encode(), "position")


# ------------------------------------------------------------------------------------------------- museum


def museum(
    game: Annotated[str, typer.Argument(help="One game; all if left out.")] = "",
    check: Annotated[bool, flag("--check", "Replay all records and say what is missing.")] = False,
    folder: Annotated[Path, typer.Option(help="Where the records are.")] = Path("tests/museum"),
    json: Json = False,
) -> None:
    """List the recorded games, or check that they replay and show every ending, card and cell of a table.

    Examples:

      grognard museum springtime

      grognard museum --check
    """
    if not folder.is_dir():
        raise BadInput(f"There is no museum at {folder}: it is in a checkout alone; --folder names it.")
    chosen = [load_game(game)] if game else registry.games()
    faults: dict[str, list[str]] = {}
    counts: dict[str, int] = {}
    with progress("Replaying", len(chosen), quiet=json or not check) as step:
        for one in chosen:
            counts[one.id] = len(list((folder / one.id).glob("*.json*")))
            faults[one.id] = museum_.check_museum(one, folder) if check else []
            step(1)
    if json:
        print_json([{"game": key, "records": counts[key], "faults": faults[key]} for key in counts])
    else:
        out = console()
        for one in chosen:
            if check:
                need = len(list(one.exhibits()))
                state = (
                    number_of(len(faults[one.id]), "fault") if faults[one.id] else f"all {need} exhibits are shown"
                )
                out.print(Text(f"{one.id}: {counts[one.id]} records, {state}.", "red" if faults[one.id] else "green"))
                for fault in faults[one.id]:
                    out.print(Text(f"  {fault}"))
            else:
                for path, record in museum_.records(folder, one):
                    out.print(Text(f"{one.id}/{path.name}: {len(record['steps'])} steps; {_shows(record)}"))
    if any(faults.values()):
        fail("The museum is not complete.", 1)


def _shows(record: Record) -> str:
    return ", ".join(sorted(museum_.shown_by(record))) or "nothing in particular"
