"""Ratings, sequential tests, and a ladder that goes on where it was stopped."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
from typer.testing import CliRunner

import grognard
from grognard.bots.ladder import climb, jobs_of, read_played, rungs
from grognard.bots.match import Row, decided
from grognard.cli.app import app
from grognard.kernel.errors import BadInput

SPOILED = grognard.load("spoiled-victory")


def rows(a: str, b: str, won: int, games: int) -> list[Row]:
    return [Row({"x": a, "y": b}, i, "x" if i < won else "y", "", 0.0, 1, 1.0) for i in range(games)]


def test_ten_wins_for_one_loss_are_four_hundred_points() -> None:
    found = {rung.level: rung for rung in rungs(["low", "high"], rows("high", "low", 1000, 1100))}
    assert found["low"].rating == 0
    assert found["high"].rating == pytest.approx(400, abs=3)
    # the information of a game at a chance of 10/11 is 10/121
    assert found["high"].error == pytest.approx(1.96 * 400 / math.log(10) / math.sqrt(1101 * 10 / 121), rel=0.02)


def test_ratings_go_along_a_chain() -> None:
    played = rows("b", "a", 75, 100) + rows("c", "b", 75, 100)
    found = rungs(["a", "b", "c"], played)
    assert [rung.level for rung in found] == ["c", "b", "a"]
    assert found[0].rating == pytest.approx(2 * found[1].rating, rel=0.02)


def test_whoever_lost_everything_has_a_rating_all_the_same() -> None:
    found = rungs(["a", "b"], rows("b", "a", 20, 20))
    assert 400 < found[0].rating < 1000


@pytest.mark.parametrize(
    ("won", "games", "settled"),
    [(11, 11, True), (10, 10, None), (0, 5, False), (0, 4, None), (7, 10, None), (30, 36, True)],
)
def test_a_sequential_test_stops_when_it_is_settled(won: int, games: int, settled: bool | None) -> None:
    """Of 0.6 against 0.8: a win tells ln 4/3, a loss ln 1/2, and ln 19 = 2.944 is enough."""
    told = won * math.log(4 / 3) + (games - won) * math.log(1 / 2)
    assert decided(won, games, 0.7) is settled
    assert (abs(told) >= math.log(19)) is (settled is not None)


def test_a_ladder_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    path = tmp_path / "ladder"
    work = jobs_of(SPOILED, ["random", "advisor"], ["dynamo"], 3, 1)
    first = climb(SPOILED, work, path, 1)
    for _ in range(2):
        next(first)
    first.close()
    path.write_bytes(path.read_bytes() + b'{"scenario":"dyn')  # cut off in writing
    assert len(read_played(path)) == 2
    assert len(list(climb(SPOILED, work, path, 1))) == 4
    assert list(climb(SPOILED, work, path, 1)) == []
    found = rungs(["random", "advisor"], [one.row for one in read_played(path)])
    assert [rung.level for rung in found] == ["advisor", "random"]
    assert found[0].games == 3


def test_the_command_writes_and_rates(tmp_path: Path) -> None:
    path = tmp_path / "ladder"
    words = ["ladder", "spoiled-victory", "--games", "2", "--scenario", "dynamo", "--jobs", "1", "--out", str(path)]
    found = CliRunner().invoke(app, [*words, "--json"])
    assert found.exit_code == 0, found.output
    assert '"level": "advisor"' in found.output
    assert len(read_played(path)) == 4


def test_a_level_that_does_not_exist_is_refused() -> None:
    with pytest.raises(BadInput, match="has no bot “clever”"):
        jobs_of(SPOILED, ["clever"], ["dynamo"], 1, 1)
