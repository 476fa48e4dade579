"""The outlook by turn of a game that is over, and when it changed most."""

from __future__ import annotations

import random
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import grognard
from grognard.bots import game_bots
from grognard.bots.match import play_game
from grognard.bots.outlook import Point, outlook, turning_points
from grognard.cli.app import app
from grognard.kernel.match.record import dump_record
from grognard.kernel.match.table import Table
from grognard.kernel.rules.steps import Draft


def finished(name: str) -> Table[Any]:
    game = grognard.load(name)
    level = "advisor" if name == "spoiled-victory" else "easy"
    return play_game(game, dict.fromkeys(game.seats, level), seed=4).table()


@pytest.mark.parametrize("name", ["springtime", "1940", "spoiled-victory"])
def test_the_curve_ends_at_the_result(name: str) -> None:
    table = finished(name)
    points = outlook(table.game, table.history)
    assert table.result is not None
    assert points[-1].clock == "The end"
    if name == "spoiled-victory":
        assert points[-1].worth == table.result.score
        assert len(points) >= 18
    else:
        assert points[-1].worth == (0.5 if not table.result.winner else table.result.winner == table.game.seats[0])
        assert all(0.0 <= point.worth <= 1.0 for point in points)
    assert points[0].change == 0.0
    for before, now in pairwise(points):
        assert now.change == pytest.approx(now.worth - before.worth)
        assert now.entry > before.entry


def test_the_curve_begins_when_everybody_is_set_up() -> None:
    """1940: plans and set-ups are two drafts of each side (16); nobody stands on the map before them."""
    game = grognard.load("1940")
    table = game.table("campaign", practice=True, seed=4)
    bots = {seat: game_bots(game)["easy"]() for seat in game.seats}
    rng, drafts = random.Random(4), 0
    while len(table.history) < 8:
        seat = table.seats[0]
        drafts += isinstance(table.state.stack[-1], Draft)
        table.play(bots[seat].choose(game, table.view(seat), seat, rng), seat)
    assert drafts == 4
    first, *_ = outlook(game, table.history)
    assert (first.entry, first.change) == (4, 0.0), "after the fourth draft"


def test_the_greatest_changes_come_first() -> None:
    points = [Point("a", 0, 0.5, 0.0), Point("b", 3, 0.4, -0.1), Point("c", 5, 0.9, 0.5), Point("d", 9, 0.7, -0.2)]
    assert [point.clock for point in turning_points(points, 2)] == ["c", "d"]


def test_a_pack_that_changes_what_was_learned_on_leaves_no_outlook() -> None:
    values: dict[str, Any] = {"game": "springtime", "units": {"unit": {"hoth-pz": {"full": 8}}}}
    game = grognard.load("springtime", values)
    table = play_game(game, dict.fromkeys(game.seats, "easy"), seed=4).table()
    assert outlook(game, table.history) == []


def test_analyse_tells_the_outlook(tmp_path: Path) -> None:
    table = finished("spoiled-victory")
    path = tmp_path / "game.json"
    path.write_bytes(dump_record(table.record()))
    found = CliRunner().invoke(app, ["analyse", str(path), "--seconds", "0.1"])
    assert found.exit_code == 0, found.output
    assert "judged by what was learned from play" in found.output
    assert "The end: " in found.output
