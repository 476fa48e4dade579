"""The README's example runs, what is generated is up to date, and links lead somewhere."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import grognard
from grognard.cli.commands import COMMANDS

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "README.md").read_text(encoding="utf-8")


def test_the_example_runs_as_printed(capsys):
    (code,) = re.findall(r"```python\n(.*?)```", TEXT, re.S)
    assert len([line for line in code.splitlines() if line]) == 10
    exec(compile(code, "README.md", "exec"), {})
    assert len(capsys.readouterr().out.splitlines()) > 20


def test_generated_documents_are_up_to_date():
    command = [sys.executable, str(ROOT / "tools" / "docs.py"), "--check"]
    ran = subprocess.run(command, env={"PYTHONPATH": str(ROOT / "src")}, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout + ran.stderr


def test_links_lead_somewhere():
    for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs/command-line.md"):
        for link in re.findall(r"\]\(([^)]+)\)", (ROOT / name).read_text(encoding="utf-8")):
            assert link.startswith("https://") or (ROOT / link).exists(), f"{name}: {link}"


def test_every_command_in_the_documents_exists(run):
    for name in ("README.md", "CONTRIBUTING.md", "docs/command-line.md"):
        for line in re.findall(r"`grognard ([^`]+)`", (ROOT / name).read_text(encoding="utf-8")):
            words = line.split()
            command = words[0] if words[0] != "position" else " ".join(words[:2])
            if command.startswith("-") or command.isupper():
                continue
            told = run(*command.split(), "--help").out
            for option in re.findall(r"--[a-z-]+", line):
                assert option == "--help" or option in told, f"{name}: {line}"


def test_every_command_of_the_terminal_game_is_in_its_document():
    text = (ROOT / "docs" / "command-line.md").read_text(encoding="utf-8")
    named = {word.split()[0] for word in re.findall(r"`([^`\n]+)`", text) if word.strip()}
    assert set(COMMANDS) - {"exit", "help"} <= named


def test_the_pack_in_the_document_is_taken(tmp_path):
    (pack,) = re.findall(r"```toml\n(.*?)```", (ROOT / "docs" / "command-line.md").read_text(encoding="utf-8"), re.S)
    path = tmp_path / "my-values.toml"
    path.write_text(pack, encoding="utf-8")
    game = grognard.load("springtime", pack=path)
    assert game.about().sources["pack"] == 2
