"""`grognard fuzz` and `grognard bench`: games by the thousand, for faults and for speed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table as Grid
from rich.text import Text

from grognard.cli.common import console, load_game, print_json, progress
from grognard.cli.info import Json
from grognard.cli.words import GameId, Pack, flag
from grognard.kernel import registry
from grognard.kernel.show.words import number_of
from grognard.maps import fast
from grognard.simulate.bench import Bench, bench_game, best_ratio, raise_ratio
from grognard.simulate.fuzz import fuzz_games, write_finding


def add_to(app: typer.Typer) -> None:
    app.command()(fuzz)
    app.command()(bench)


def fuzz(
    game: GameId,
    games: Annotated[int, typer.Option(min=1, help="How many games to play.")] = 20,
    seed: Annotated[int, typer.Option(help="Another seed plays other games.")] = 1,
    save: Annotated[Path, typer.Option(help="The folder for records of what was found.")] = Path("fuzz-findings"),
    jobs: Annotated[int, typer.Option(min=1, help="How many processes play; the games are the same.")] = 1,
    pack: Pack = None,
    json: Json = False,
) -> None:
    """Play at random through all scenarios and mixes of options, and look for faults.

    A fault is an exception, a decision without a legal action, a game without end, or a broken invariant; the game
    up to it is saved as a record.

    Example: grognard fuzz springtime --games 1000 --seed 7 --jobs 2
    """
    chosen = load_game(game, pack)
    found = []
    actions = 0
    with progress(f"Playing {chosen.title}", games, quiet=json) as step:
        for played in fuzz_games(chosen, games, seed, jobs):
            step(1)
            actions += played.actions
            if played.finding is not None:
                found.append((played.finding, write_finding(chosen, played.finding, save)))
    if json:
        rows = [{"kind": f.kind, "text": f.text, "number": f.number, "record": str(path)} for f, path in found]
        print_json({"game": chosen.id, "games": games, "seed": seed, "actions": actions, "findings": rows})
    else:
        out = console()
        for finding, path in found:
            out.print(Text(f"Game {finding.number}, {finding.kind}: {finding.text}", "red"))
            out.print(Text(f"  {path}", "dim"))
        state = number_of(len(found), "fault") if found else "nothing found"
        out.print(Text(f"{games} games, {actions} actions: {state}.", "red" if found else "green"))
    if found:
        raise typer.Exit(1)


def bench(
    game: GameId,
    seconds: Annotated[float, typer.Option(min=0.2, help="How long to play, in all.")] = 10.0,
    scenario: Annotated[str, typer.Option(help="The scenario; the game's first one if left out.")] = "",
    seed: Annotated[int, typer.Option(help="Another seed plays other games.")] = 1,
    plain: Annotated[bool, flag("--plain", "Plain Python, whatever is compiled.")] = False,
    raise_: Annotated[
        Path | None,
        typer.Option("--raise", help="Keep the best ratio of five runs in this file, if it is better."),
    ] = None,
    json: Json = False,
) -> None:
    """Measure the rules: random play on one thread, beside python-chess in turns of a fraction of a second.

    An action is a complete one, drawn by `random` and done by `apply`, with sampled chance and no events; beside it
    stand actions that are chosen from lists. In chess it is a move from the list of legal moves, until there is none,
    nothing has happened for 150 half-moves, or the kings are alone. Machines are noisy, so the ratio is what counts.

    Examples:

      grognard bench spoiled-victory --seconds 20

      grognard bench 1940 --plain --raise tests/bench.toml
    """
    if plain and fast.in_use:  # what is imported compiled stays so: another process imports none of it
        words = ["bench", game, "--seconds", str(seconds), "--scenario", scenario, "--seed", str(seed)]
        words += [*(["--raise", str(raise_)] if raise_ is not None else []), *(["--json"] if json else [])]
        done = subprocess.run(
            [sys.executable, "-m", "grognard", *words],
            env={**os.environ, "GROGNARD_PLAIN": "1"},
            stdout=subprocess.PIPE,
            text=True,
        )
        typer.echo(done.stdout, nl=False)
        raise typer.Exit(done.returncode)
    chosen = registry.load(game)
    if raise_ is not None:
        ratio = best_ratio(chosen, seconds / 2)
        before = raise_ratio(raise_, chosen.id, ratio)
        told = f"kept; before it was {before:.2f}" if ratio > before else f"not kept: {before:.2f} is better"
        console().print(Text(f"{chosen.id}, {'compiled' if fast.in_use else 'plain'}: {ratio:.2f}, {told}."))
        return
    with progress(f"Measuring {chosen.title}", 100, quiet=json) as step:
        found = bench_game(chosen, seconds, scenario, seed, step)
    if json:
        print_json(found)
    else:
        _print_bench(found)


def _print_bench(found: Bench) -> None:
    out = console()
    grid = Grid.grid(padding=(0, 2))
    rows = [
        ("versions in use", "compiled" if found.compiled else "plain Python"),
        ("actions a second", f"{found.actions_per_second:,.0f}"),
        ("games a second", f"{found.games_per_second:,.2f}"),
        ("actions a game", f"{found.actions_per_game:,.0f}"),
        ("actions a second from lists", f"{found.listed_actions_per_second:,.0f}"),
        ("copies a second", f"{found.copies_per_second:,.0f}"),
        ("a copy", f"{found.copy_us:.2f} µs"),
        ("a scene as JSON", f"{found.scene_us:.0f} µs"),
        ("table actions a second", f"{found.table_actions_per_second:,.0f}"),
        ("a table's cost beside the rules", f"{found.table_cost:.2f}"),
    ]
    if found.chess_moves_per_second is not None and found.ratio is not None:
        rows.append(("python-chess moves a second", f"{found.chess_moves_per_second:,.0f}"))
        rows.append(("actions to chess moves", f"{found.ratio:.2f}"))
        rows.append(("from lists", f"{found.listed_ratio or 0:.2f}"))
    for label, value in rows:
        grid.add_row(Text(label), Text(value, "bold", justify="right"))
    out.print(grid)
    if found.chess_moves_per_second is None:
        out.print(Text("python-chess is not installed: pip install grognard[bench] compares with it.", "dim"))
