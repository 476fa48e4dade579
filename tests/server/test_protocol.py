"""The client's types are the server's, and no others."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import msgspec
import pytest

from grognard.server import protocol
from tools import protocol as made

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("path", made.files(), ids=lambda path: path.name)
def test_the_clients_types_are_made_from_the_servers(path: Path) -> None:
    assert path.read_text(encoding="utf-8") == made.files()[path], "run python tools/protocol.py"


def test_the_words_are_made_from_the_types() -> None:
    text = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
    for name, part in made.in_words().items():
        assert f"<!-- {name} -->\n{part}\n<!-- /{name} -->" in text, f"{name}: run python tools/docs.py"


def test_every_question_has_an_answer_and_a_name_of_its_own() -> None:
    ops = [struct.__struct_config__.tag for struct in get_args(protocol.Question)]
    assert ops == list(dict.fromkeys(ops))
    assert set(ops) == set(protocol.ANSWERS)
    for struct in protocol.ANSWERS.values():
        assert struct in get_args(protocol.Ok)


def test_a_message_with_something_more_is_none_of_ours() -> None:
    """So that the tests, which hold every message against its type, notice what is not declared."""
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"type": "gone", "text": "x", "secret": 1}, protocol.Push)
