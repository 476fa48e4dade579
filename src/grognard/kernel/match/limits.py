"""Limits of a position's text, looked at before it is read: beyond them TOML readers fail, or take very long."""

from __future__ import annotations

import re

from grognard.kernel.errors import BadInput

MOST_POSITION = 2_000_000
MOST_DEPTH = 60
MOST_DOTS = 20
MOST_DIGITS = 1000
SILENT = re.compile(r'"""(?:[^\\]|\\.)*?"""|\'\'\'.*?\'\'\'|"(?:[^"\\\n]|\\.)*"|\'[^\'\n]*\'|#[^\n]*', re.S)
DOTTED = re.compile(rf"(?<![\w-])(?:[\w-]++[ \t]*+\.[ \t]*+){{{MOST_DOTS + 1}}}")
LONG_NUMBER = re.compile(rf"\d[\d_]{{{MOST_DIGITS}}}")


def check_toml(text: str) -> None:
    """Refuse what a TOML reader would choke on."""
    if len(text) > MOST_POSITION:
        raise BadInput(f"A position has at most {MOST_POSITION / 1_000_000:g} MB.")
    bare = SILENT.sub("s", text)
    if DOTTED.search(bare):
        raise BadInput(f"The position has a key of more than {MOST_DOTS} parts.")
    if LONG_NUMBER.search(bare):
        raise BadInput(f"The position has a number of more than {MOST_DIGITS} digits.")
    depth = 0
    for bracket in re.finditer(r"[\[\]{}]", bare):
        depth += 1 if bracket[0] in "[{" else -1
        if depth > MOST_DEPTH:
            raise BadInput("The position is nested too deeply.")
