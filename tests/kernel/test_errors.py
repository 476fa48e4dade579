"""Errors and reasons say of what kind they are, so that no program reads a sentence."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from toys.letters import Letters
from toys.skirmish import Skirmish

from grognard.kernel.errors import BadInput, Broken, GameFault, GrognardError, Refused, WrongForced

ROOT = Path(__file__).parents[2]


def test_every_error_has_a_kind_of_its_own() -> None:
    kinds = [error.kind for error in (BadInput, WrongForced, Broken, GameFault, Refused)]
    assert kinds == ["bad", "forced", "broken", "fault", "refused"]
    assert GrognardError.kind == "bad"


def test_too_many_or_too_few_forced_outcomes_are_told_by_kind() -> None:
    with pytest.raises(WrongForced, match="too many"):
        Skirmish().table(practice=True, forced=[[1]])
    with pytest.raises(WrongForced, match="too few"):
        Letters().table(practice=True, forced=["mud"])
    with pytest.raises(BadInput) as wrong:
        Letters().table(practice=True, forced=["nothing of the sort", "mud", "thrust", "mud"])
    assert wrong.value.kind == "bad"


def test_a_word_that_means_nothing_here_is_told_by_kind() -> None:
    table = Skirmish().table(practice=True)
    (unknown,) = table.why_not("dance red-1")
    assert unknown.kind == "unknown"
    (nobody,) = table.why_not("move nobody")
    assert nobody.kind == "unknown"
    reasons = table.why_not("move red-1 E5")
    assert reasons
    assert {reason.kind for reason in reasons} == {""}


def test_no_program_reads_a_sentence() -> None:
    """Of the kernel's words none is looked for in the source of server, client or command line."""
    reading = re.compile(r"(?:in|not in) str\(error\)|str\(error\)\.(?:startswith|find)")
    for folder in ("src/grognard/server", "src/grognard/cli"):
        for path in (ROOT / folder).rglob("*.py"):
            assert not reading.search(path.read_text(encoding="utf-8")), path
    words = re.compile(r"\.text\.(?:match|indexOf|startsWith|includes|search)\(|\.(?:test|exec)\(\w+\.text\)")
    for path in (ROOT / "client/src").rglob("*.ts*"):
        assert not words.search(path.read_text(encoding="utf-8")), path
