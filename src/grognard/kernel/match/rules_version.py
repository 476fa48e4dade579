"""Which rules a game is played by: its version, with a fingerprint of all that its rules follow from.

A record keeps it. Where a record says that it was played by the very rules that are here now, and they play it
otherwise, it was altered; where it names others, it may be older. Any change of the sources, be it a comment, makes
another fingerprint: then less is known, and nobody is accused.
"""

from __future__ import annotations

import hashlib
import sys
from functools import cache
from pathlib import Path

from grognard.kernel.rules.game import Game
from grognard.kernel.rules.state import S

GROGNARD = Path(__file__).parents[2]
EVERYBODYS = ("kernel", "maps")
"""What all games are made of."""
SUFFIXES = (".py", ".pyx", ".toml")
PASSED_OVER = ("bots", "__pycache__", "__built__")
"""What no rule follows from, and what is made of the sources."""
LENGTH = 12


def rules_version(game: Game[S]) -> str:
    """The version as a record keeps it: `1+0f3a…`; without a fingerprint where a game has no sources on the disk."""
    kind = type(game)
    if kind not in _MARKS:
        _MARKS[kind] = _fingerprint(kind)
    mark = _MARKS[kind]
    return f"{game.version}+{mark}" if mark else game.version


_MARKS: dict[type, str] = {}
"""The fingerprint of each class of games: its sources are read once."""


def _fingerprint(kind: type) -> str:
    marks = {mark for name in EVERYBODYS for mark in _of_folder(GROGNARD / name)}
    try:
        for base in kind.__mro__:
            if issubclass(base, Game) and base is not Game:
                module = sys.modules[base.__module__]
                source = Path(str(module.__file__))
                marks |= _of_folder(source.parent) if module.__package__ else {_of_file(source)}
    except (OSError, KeyError, AttributeError):  # it was written at a prompt, or lies in an archive
        return ""
    return hashlib.sha256("\n".join([kind.__qualname__, *sorted(marks)]).encode()).hexdigest()[:LENGTH]


@cache
def _of_folder(folder: Path) -> frozenset[str]:
    """The fingerprints of the sources in a folder and below."""
    found = [file for file in folder.rglob("*") if file.suffix in SUFFIXES]
    return frozenset(_of_file(file) for file in found if not set(file.relative_to(folder).parts) & set(PASSED_OVER))


def _of_file(file: Path) -> str:
    content = file.read_bytes().replace(b"\r\n", b"\n")
    return hashlib.sha256(file.name.encode() + b"\0" + content).hexdigest()
