"""What the shell completes, and flags that look like flags."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from typer.main import get_command
from typer.testing import CliRunner

from grognard.cli.app import app

RUN = CliRunner()


def completed(line: str) -> list[str]:
    """What a shell would offer at the end of this line."""
    count = len(line.split()) - (not line.endswith(" "))
    env = {**os.environ, "_GROGNARD_COMPLETE": "complete_bash", "COMP_WORDS": line, "COMP_CWORD": str(count)}
    ran = subprocess.run(
        [Path(sys.executable).with_name("grognard")], env=env, capture_output=True, text=True, timeout=60, check=False
    )
    return ran.stdout.split()


@pytest.mark.parametrize(
    ("line", "offered"),
    [
        ("grognard play spo", ["spoiled-victory"]),
        ("grognard play fortress-europa --scenario b", ["bulge", "berlin"]),
        ("grognard play springtime --option axis-a", ["axis-airdrops"]),
        ("grognard play springtime --seat axis=h", ["axis=human", "axis=hard"]),
        ("grognard play springtime --lesson-id a", ["advantage"]),
        ("grognard play nothing --scenario ", []),
    ],
)
def test_the_shell_completes_games_scenarios_options_and_seats(line: str, offered: list[str]) -> None:
    assert completed(line) == offered


@pytest.mark.parametrize("command", sorted(get_command(app).commands))  # type: ignore[attr-defined]
def test_flags_take_no_value(command: str) -> None:
    shown = RUN.invoke(app, [command, "--help"]).output
    assert "--help" in shown
    assert [line for line in shown.splitlines() if "<bool>" in line and "--help" not in line] == []
