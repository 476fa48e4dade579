"""Plugins: a game from another package is a game like any other."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest
from toys.smoke import LIVES, Battery, Smoke

import grognard
from grognard import BadInput
from grognard.kernel import registry
from grognard.kernel.match.record import dump_record
from grognard.kernel.rules.game import Game
from grognard.kernel.rules.slots import Slot


class Packed(Smoke):
    """Smoke, with lives that a pack may change."""

    def __init__(self, pack: dict[str, Any] | None = None) -> None:
        super().__init__()
        self.lives = list((pack or {}).get("guns", {}).get("lives", LIVES))

    def begin(self, scenario: str, options: dict[str, bool | str]) -> Battery:
        s = super().begin(scenario, options)
        s.lives = self.lives[:]
        return s


def load_smoke(pack: dict[str, Any] | None = None) -> Game[Any]:
    return Packed(pack)


def load_nothing(pack: dict[str, Any] | None = None) -> Game[Any]:
    raise RuntimeError("a plugin with a fault")


def load_with_old_import(pack: dict[str, Any] | None = None) -> Game[Any]:
    from grognard.kernel.contract import Slot  # type: ignore[import-not-found]

    return Slot  # type: ignore[no-any-return]


def load_with_old_check(pack: dict[str, Any] | None = None) -> Game[Any]:
    from grognard.kernel.testing import CHECKS  # type: ignore[import-not-found]

    return CHECKS  # type: ignore[no-any-return]


def load_with_universe(pack: dict[str, Any] | None = None) -> Game[Any]:
    return Slot("gun", "piece", universe=lambda v, step, seat, args: ("a",))  # type: ignore[call-arg, arg-type, return-value]


def load_with_universe_in_its_place(pack: dict[str, Any] | None = None) -> Game[Any]:
    return Slot("gun", "piece", lambda v, step, seat, args: ("a",))  # type: ignore[arg-type, return-value]


def load_with_own_type_error(pack: dict[str, Any] | None = None) -> Game[Any]:
    raise TypeError("its own")


@pytest.fixture
def plugged(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[EntryPoint]]:
    found = [EntryPoint("smoke", f"{__name__}:load_smoke", "grognard.games")]
    monkeypatch.setattr(registry, "entry_points", lambda group: found if group == "grognard.games" else [])
    import sys

    monkeypatch.setitem(sys.modules, __name__, sys.modules.get(__name__) or _this_module())
    registry.loaders.cache_clear()
    registry._plain.cache_clear()
    yield found
    registry.loaders.cache_clear()
    registry._plain.cache_clear()


def _this_module() -> Any:
    import types

    module = types.ModuleType(__name__)
    module.__dict__.update(globals())
    return module


def test_a_plugged_in_game_is_listed_and_loaded(plugged: Any) -> None:
    assert "smoke" in [game.id for game in grognard.games()]
    game = grognard.load("smoke")
    assert game.title == "Smoke"
    assert [scenario.id for scenario in game.scenarios] == ["battery"]
    assert game.seats == ("red", "blue")


def test_it_plays_and_its_record_finds_it_again(plugged: Any) -> None:
    table = grognard.load("smoke").table(practice=True, seed=1)
    table.play("fire field-gun")
    opened = grognard.replay(dump_record(table.record()))
    assert opened.matches, opened.mismatch


def test_a_pack_is_laid_over_it_and_travels_in_the_record(plugged: Any, tmp_path: Path) -> None:
    pack = tmp_path / "mine.toml"
    pack.write_text('game = "smoke"\n[guns]\nlives = [1, 1]\n')
    game = grognard.load("smoke", pack)
    table = game.table(practice=True, seed=1)
    assert table.state.lives == [1, 1]
    assert grognard.load("smoke").start().lives == [2, 1]
    table.play("fire field-gun")
    record = table.record()
    assert record["pack"] == {"game": "smoke", "guns": {"lives": [1, 1]}}
    opened = grognard.replay(dump_record(record))
    assert opened.matches, opened.mismatch
    assert opened.table is not None
    assert opened.table.record()["pack"] == record["pack"]
    assert opened.table.state == table.state


def test_a_pack_for_another_game_is_refused(plugged: Any) -> None:
    with pytest.raises(BadInput, match="The pack is for “1940”, not for “smoke”"):
        grognard.load("smoke", {"game": "1940"})


def test_a_game_that_is_not_there_is_named_with_those_that_are(plugged: Any) -> None:
    with pytest.raises(BadInput, match=r"There is no game “ludo”; there are: .*smoke"):
        grognard.load("ludo")


def test_a_plugin_does_not_replace_a_built_in_game(plugged: list[EntryPoint]) -> None:
    built_in = next(iter(registry.loaders()))
    assert built_in != "smoke"
    registry.loaders.cache_clear()
    plugged.append(EntryPoint(built_in, f"{__name__}:load_smoke", "grognard.games"))
    assert grognard.load(built_in).title != "Smoke"


def test_a_plugin_with_a_fault_leaves_the_others_playable(plugged: list[EntryPoint]) -> None:
    plugged.append(EntryPoint("broken", f"{__name__}:load_nothing", "grognard.games"))
    plugged.append(EntryPoint("missing", "no_such_package_at_all:load", "grognard.games"))
    with pytest.warns(RuntimeWarning, match="cannot be loaded") as warned:
        titles = [game.title for game in grognard.games()]
    assert len(warned) == 2
    assert "Smoke" in titles
    assert grognard.load("smoke").title == "Smoke"
    for name in ("broken", "missing"):
        with pytest.raises(BadInput, match=f"The game “{name}” cannot be loaded"):
            grognard.load(name)


@pytest.mark.parametrize(
    ("load", "fault"),
    [
        ("load_with_old_import", "No module named 'grognard.kernel.contract'"),
        ("load_with_old_check", "No module named 'grognard.kernel.testing'"),
        ("load_with_universe", "Unexpected keyword argument 'universe'"),
        ("load_with_universe_in_its_place", "the slot “gun” names no domain"),
    ],
)
def test_a_plugin_for_the_old_contract_gets_one_sentence(plugged: list[EntryPoint], load: str, fault: str) -> None:
    plugged.append(EntryPoint("old", f"{__name__}:{load}", "grognard.games"))
    with pytest.raises(BadInput) as refused:
        grognard.load("old")
    assert str(refused.value) == (
        f"The game “old” from {__name__}:{load} was written for an older contract between games and kernel "
        f"({fault}); CHANGELOG.md tells how to move it."
    )


def test_a_fault_of_its_own_is_not_laid_to_the_contract(plugged: list[EntryPoint]) -> None:
    plugged.append(EntryPoint("own", f"{__name__}:load_with_own_type_error", "grognard.games"))
    with pytest.raises(BadInput, match=r"cannot be loaded from .*TypeError: its own"):
        grognard.load("own")
