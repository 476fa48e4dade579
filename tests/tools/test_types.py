"""Types reach as far as they can: few things are of any type, and no step is."""

from __future__ import annotations

import ast
from pathlib import Path

SOURCES = sorted((Path(__file__).parents[2] / "src").rglob("*.py"))
MOST = 150
"""Fewer annotations than this say `Any`: of games in general, of other libraries, of JSON still to be read."""


def test_few_things_are_of_any_type() -> None:
    uses = [
        f"{path.name}:{node.lineno}"
        for path in SOURCES
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Name) and node.id == "Any"
    ]
    assert len(SOURCES) > 300
    assert len(uses) < MOST, uses


def test_verbs_and_slots_know_their_step() -> None:
    loose = [
        f"{path.name}:{arg.lineno}"
        for path in SOURCES
        for arg in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(arg, ast.arg) and arg.arg == "step" and arg.annotation and ast.unparse(arg.annotation) == "Any"
    ]
    assert loose == []
