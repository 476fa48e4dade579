"""Every public name is told with an example, and every example in a docstring runs."""

from __future__ import annotations

import doctest
import importlib
import re
from pathlib import Path
from types import ModuleType

import pytest

import grognard
import grognard.drawing
import grognard.envs
import grognard.simulate

PACKAGES = (grognard, grognard.simulate, grognard.envs, grognard.drawing)
MODULES = (
    "grognard",
    "grognard.notebooks",
    "grognard.bots.match",
    "grognard.drawing.picture",
    "grognard.envs",
    "grognard.envs.course",
    "grognard.envs.observation",
    "grognard.envs.vocabulary",
    "grognard.kernel.errors",
    "grognard.kernel.match.replay",
    "grognard.kernel.registry",
    "grognard.kernel.rules.actions",
    "grognard.kernel.show.decision",
    "grognard.simulate",
    "grognard.simulate.analysis",
    "grognard.simulate.figures",
    "grognard.simulate.folder",
    "grognard.simulate.question",
    "grognard.simulate.run",
)
NAMES = [(package, name) for package in PACKAGES for name in package.__all__]


@pytest.mark.parametrize(("package", "name"), NAMES, ids=[f"{p.__name__}.{n}" for p, n in NAMES])
def test_a_public_name_is_told_with_an_example(package: ModuleType, name: str) -> None:
    value = getattr(package, name)
    if isinstance(value, str):  # a constant: its docstring stands under it in the source
        return
    told = value.__doc__ or ""
    if isinstance(value, ModuleType):  # the package of games, which can be called
        from grognard.kernel.registry import games

        value, told = games, games.__doc__ or ""
    assert len(told) > 20
    assert ">>>" in told
    module = value.__module__
    assert module in MODULES, "its example is run by nobody"


@pytest.mark.parametrize("name", MODULES)
@pytest.mark.filterwarnings("ignore")
def test_examples_in_docstrings_run(name: str) -> None:
    found = doctest.testmod(importlib.import_module(name), optionflags=doctest.ELLIPSIS)
    assert found.attempted > 0
    assert found.failed == 0


def test_a_notebook_shows_tables_games_actions_and_results() -> None:
    game = grognard.load("spoiled-victory")
    table = game.table(practice=True, seed=7)
    shown = table._repr_html_()  # type: ignore[attr-defined]
    assert "<svg" in shown
    assert table.decision().prompt.split(".")[0][:20] in shown
    assert "dynamo" in game._repr_html_()  # type: ignore[attr-defined]
    assert grognard.Action("move", ("<b>",))._repr_html_() == "<code>move &lt;b&gt;</code>"  # type: ignore[attr-defined]
    played = grognard.play_game(game, {"allies": "random"}, seed=1)
    assert played.result is not None
    for shown in (played._repr_html_(), played.result._repr_html_(), played.table()._repr_html_()):  # type: ignore[attr-defined]
        assert played.result.level in shown


@pytest.mark.parametrize("page", ["index", "records", "packs", "bots", "simulation", "environments"])
@pytest.mark.filterwarnings("ignore")
def test_what_a_guide_shows_runs(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = (Path(__file__).parents[2] / "docs" / f"{page}.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    assert blocks
    names: dict[str, object] = {}
    for block in blocks:
        exec(compile(block, f"{page}.md", "exec"), names)
