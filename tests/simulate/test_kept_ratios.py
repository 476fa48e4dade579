"""The best ratios that were landed: no game may fall to half of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from grognard.maps import fast
from grognard.simulate.bench import raise_ratio, read_ratios

KEPT = Path(__file__).parents[1] / "bench.toml"


def measured(what: str, game: str, version: str) -> float:
    """What the benchmark gives in a process of its own."""
    code = f"import grognard, grognard.simulate.bench as b; print(b.{what}(grognard.load({game!r})))"
    env = {**os.environ, "GROGNARD_PLAIN": str(int(version == "plain"))}
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True)
    return float(done.stdout)


@pytest.mark.long
@pytest.mark.skipif(not fast.in_use, reason="nothing compiled to measure")
@pytest.mark.parametrize("game", sorted(read_ratios(KEPT)["compiled"]))
def test_a_table_costs_at_most_twice_the_bare_rules(game: str) -> None:
    cost = measured("least_table_cost", game, "compiled")
    assert cost < 2, f"{game}: {cost:.2f}"


@pytest.mark.long
@pytest.mark.parametrize("version", ["compiled", "plain"])
@pytest.mark.parametrize("game", sorted({*read_ratios(KEPT)["compiled"], *read_ratios(KEPT)["plain"]}))
def test_no_game_is_half_as_fast_as_it_was(game: str, version: str) -> None:
    kept = read_ratios(KEPT)[version].get(game)
    if kept is None or (version == "compiled" and not fast.in_use):
        pytest.skip(f"no {version} version of {game} to measure")
    ratio = measured("best_ratio", game, version)
    assert ratio > kept / 2, f"{game}, {version}: {ratio:.2f}; {kept:.2f} was reached before"


def test_a_better_ratio_is_kept_and_a_worse_one_is_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fast, "in_use", False)
    path = tmp_path / "bench.toml"
    path.write_text('[compiled]\n"1940" = 2.0\n\n[plain]\n"1940" = 0.5\n')
    assert raise_ratio(path, "1940", 0.4) == 0.5
    assert read_ratios(path) == {"compiled": {"1940": 2.0}, "plain": {"1940": 0.5}}
    assert raise_ratio(path, "1940", 0.624) == 0.5
    assert raise_ratio(path, "springtime", 0.3) == 0.0
    assert read_ratios(path) == {"compiled": {"1940": 2.0}, "plain": {"1940": 0.62, "springtime": 0.3}}
