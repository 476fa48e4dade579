"""tools/learn: what it fits, the loss that it tells, and the file that it writes."""

from __future__ import annotations

import tomllib
from pathlib import Path

import msgspec
import numpy as np
import pytest

import grognard
from grognard.bots.judgement import Learned, read_weights
from tools.learning.fit import fitted, loss, main

RNG = np.random.default_rng(3)
FIGURES = RNG.normal(size=(20_000, 2))
NOTHING = np.zeros(2)


def test_chances_are_fitted_to_who_won() -> None:
    """Games decided by 1.5 times the first figure less half the second: these weights come back."""
    chance = 1 / (1 + np.exp(-FIGURES @ [1.5, -0.5]))
    won = (RNG.random(len(chance)) < chance).astype(float)
    assert fitted(FIGURES, won, False, NOTHING) == pytest.approx([1.5, -0.5], abs=0.08)


def test_scores_are_fitted_to_what_was_scored() -> None:
    scored = FIGURES @ [3.0, 8.0] + RNG.normal(size=len(FIGURES))
    assert fitted(FIGURES, scored, True, NOTHING) == pytest.approx([3.0, 8.0], abs=0.05)


@pytest.mark.parametrize("is_score", [False, True])
def test_who_learns_on_stays_near_the_weights_from_before(is_score: bool) -> None:
    """Four games tell little against weights that are there already."""
    before = np.array([2.0, -1.0])
    found = fitted(FIGURES[:4] * 0.1, np.array([1.0, 0.0, 1.0, 0.0]), is_score, before)
    assert found == pytest.approx(before, abs=0.05)
    assert not np.array_equal(found, before)


def test_the_loss_is_that_of_a_coin_for_who_knows_nothing() -> None:
    won = np.array([1.0, 0.0, 1.0])
    assert loss(np.full(3, 0.5), won, False) == pytest.approx(np.log(2))
    assert loss(np.array([0.75, 0.25, 0.75]), won, False) == pytest.approx(-np.log(0.75))
    assert loss(np.array([41.0, 39.0]), np.array([40.0, 42.0]), True) == 2.0


def test_the_weights_are_data_with_the_command_that_made_them(tmp_path: Path) -> None:
    path = tmp_path / "weights.toml"
    main(["springtime", "--games", "6", "--seed", "40", "--out", str(path)])
    found = msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), Learned)
    judge = grognard.load("springtime").judge()
    assert judge is not None
    assert found.command == "tools/learn springtime --games 6 --seed 40"
    assert found.games == 6
    assert found.positions > 6 * 20
    assert found.data == judge.fingerprint
    assert tuple(found.weights) == judge.names
    assert found.plain > 0.3
    assert found.loss != found.plain


def test_one_scenario_is_learned_on_from_the_weights_of_the_whole_game(tmp_path: Path) -> None:
    path = tmp_path / "weights.toml"
    main(["springtime", "--games", "5", "--scenario", "plan-red", "--onward", "--out", str(path)])
    found = msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), Learned)
    before = read_weights("grognard.games.springtime")
    assert before is not None
    words = "tools/learn springtime --games 5 --seed 0 --scenario plan-red --onward, after "
    assert found.command == words + before.command
    assert found.weights["turn 1"] == before.weights["turn 1"], "Plan Red begins on turn 5"
    assert found.weights["turn 6"] != before.weights["turn 6"]


def test_a_game_without_figures_is_told_so() -> None:
    with pytest.raises(SystemExit, match="Fortress Europa gives no figures of its positions"):
        main(["fortress-europa"])
