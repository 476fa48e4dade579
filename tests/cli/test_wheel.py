"""A wheel built from the repository installs with pip into a clean environment, and plays."""

from __future__ import annotations

import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.long
def test_a_wheel_installs_anywhere_and_plays(tmp_path: Path) -> None:
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(tmp_path), str(ROOT)]
    subprocess.run(build, check=True, stdout=subprocess.DEVNULL)
    (wheel,) = tmp_path.glob("grognard-*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    assert "grognard/client/index.html" in names
    assert any(name.endswith("rules.toml") for name in names)

    venv.create(tmp_path / "venv", with_pip=True)
    python = tmp_path / "venv" / "bin" / "python"
    subprocess.run([python, "-m", "pip", "install", "-qq", wheel], check=True)

    def grognard(*args: str, typed: str = "") -> str:
        command = [str(tmp_path / "venv" / "bin" / "grognard"), *args]
        return subprocess.run(command, input=typed, capture_output=True, text=True, check=True, cwd=tmp_path).stdout

    assert "spoiled-victory" in grognard("games")
    told = grognard("play", "spoiled-victory", "--terminal", "--seed", "1", typed="1\n\n1\n\n")
    assert "Turn 1" in told
    assert "Goodbye." in told
    for words in (["museum"], ["conformance", "1940"]):
        command = [str(tmp_path / "venv" / "bin" / "grognard"), *words]
        asked = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
        assert asked.returncode == 2
        assert "a checkout alone" in asked.stderr
