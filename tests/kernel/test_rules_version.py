"""Any change of a game's rules or data makes another version; what plays it, or lies beside it, does not."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from grognard.kernel.match import rules_version
from grognard.kernel.registry import games, load

ROOT = Path(__file__).parents[2]
SAY = """
import sys
from pathlib import Path
sys.path.insert(0, sys.argv[1])
from duel.game import Duel
from grognard.kernel.match.rules_version import rules_version
print(rules_version(Duel()))
"""


@pytest.fixture
def duel(tmp_path: Path) -> Path:
    """A game in a package of its own."""
    package = tmp_path / "duel"
    for name, text in {
        "__init__.py": "",
        "game.py": "from toys.skirmish import Skirmish\nclass Duel(Skirmish):\n    id = 'duel'\n",
        "rules/fight.py": "sides = 6\n",
        "data/units.toml": "strength = 3\n",
        "bots/easy.py": "patience = 1\n",
        "notes.md": "",
    }.items():
        (package / name).parent.mkdir(parents=True, exist_ok=True)
        (package / name).write_text(text)
    return package


def version(package: Path) -> str:
    """As a process of its own tells it."""
    path = [str(ROOT / "src"), str(ROOT / "tests" / "kernel")]
    done = subprocess.run(
        [sys.executable, "-c", SAY, str(package.parent)],
        capture_output=True,
        text=True,
        check=True,
        env={"PYTHONPATH": ":".join(path)},
        timeout=60,
    )
    return done.stdout.strip()


def test_a_correction_makes_another_version(duel: Path) -> None:
    first = version(duel)
    assert first == version(duel)
    (duel / "bots" / "easy.py").write_text("patience = 2\n")
    (duel / "notes.md").write_text("More.\n")
    assert version(duel) == first
    found = {first}
    for name, text in (("rules/fight.py", "sides = 8\n"), ("data/units.toml", "strength = 4\n")):
        (duel / name).write_text(text)
        found.add(version(duel))
    assert len(found) == 3
    (duel / "rules" / "fight.py").write_bytes(b"sides = 8\r\n")
    assert version(duel) in found, "how lines end is no correction"


def test_every_game_has_its_own() -> None:
    found = {rules_version.rules_version(game) for game in games()}
    assert len(found) == len(games()) >= 4
    assert all("+" in one for one in found)


def test_a_record_names_it() -> None:
    game = load("springtime")
    assert game.table(practice=True, seed=1).record()["version"] == rules_version.rules_version(game)


def test_a_game_without_sources_has_its_version_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    kind = type("Typed", (type(load("springtime")),), {"__module__": "__nowhere__"})
    assert rules_version.rules_version(kind()) == load("springtime").version
