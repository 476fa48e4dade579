"""Judgement learned from play: a game gives the figures of a position, `tools/learn` the weights, as data.

At play it is a sum and needs no library. Weights that were learned with other values of the game than those that are
played with are refused in one sentence; then the next level below plays on.
"""

from __future__ import annotations

import hashlib
import math
import tomllib
from collections.abc import Callable, Mapping, Sequence
from importlib.resources import files
from operator import mul
from typing import Generic

import msgspec

from grognard.kernel.data import read_data
from grognard.kernel.errors import BadInput
from grognard.kernel.plain import Json, Things
from grognard.kernel.rules.state import S

WORDS = frozenset({"source", "sources", "name", "text", "note", "notes", "credit"})
"""What a table says to people: it changes no game."""


class Learned(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file of weights: how it was made, how good it is, and the weights."""

    command: str
    games: int
    positions: int
    loss: float
    """On games that were left out: the mean logarithmic loss of a chance to win, the mean error of a score."""
    plain: float
    """The same for who always says the mean."""
    data: str
    """The values of the game that it was learned with, as `fingerprint` sums them up."""
    weights: dict[str, float]


class Judge(Generic[S]):
    """What a position is worth to the first seat: its chance to win, or, in a game for one, the score to come.

    `figures` turns a state into as many numbers as there are names; in a hidden game it is asked of guessed worlds.
    `settled` says what a game that is over came to, and None of one that goes on.
    """

    def __init__(
        self,
        package: str,
        tables: Sequence[str],
        names: Sequence[str],
        figures: Callable[[S], Sequence[float]],
        settled: Callable[[S], float | None],
        pack: Mapping[str, Json] | None = None,
        is_score: bool = False,
    ) -> None:
        self.figures = figures
        self.settled = settled
        self.is_score = is_score
        self.names = tuple(names)
        self.fingerprint = fingerprint(read_data(package, tables, pack))
        self.learned = read_weights(package)
        self.weights = tuple(self.learned.weights.values()) if self.learned is not None else ()

    def why_not(self) -> str:
        """Why it can say nothing, in one sentence; "" if it can."""
        if self.learned is None:
            return "no weights were learned for this game"
        if tuple(self.learned.weights) != self.names:
            return "its weights were learned for other figures of a position"
        if self.learned.data != self.fingerprint:
            return "its judgement was learned with other values than those of this game or its pack"
        return ""

    def check(self) -> None:
        """`BadInput` in one sentence where it can say nothing."""
        if why := self.why_not():
            raise BadInput(f"The bot cannot judge positions: {why}.")

    def worth(self, s: S) -> float:
        end = self.settled(s)
        if end is not None:
            return end
        total = sum(map(mul, self.weights, self.figures(s)))
        return total if self.is_score else 1 / (1 + math.exp(-max(-30.0, min(30.0, total))))


def read_weights(package: str) -> Learned | None:
    """The weights that lie beside a game's bots."""
    path = files(package) / "bots" / "weights.toml"
    if not path.is_file():
        return None
    return msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), Learned)


def fingerprint(tables: Mapping[str, Things]) -> str:
    """The values of a game's tables in sixteen letters, whatever they are called and wherever they come from."""
    plain = msgspec.json.encode({name: _values(table) for name, table in tables.items()}, order="sorted")
    return hashlib.sha256(plain).hexdigest()[:16]


def _values(node: Json) -> Json:
    if isinstance(node, dict):
        return {key: _values(value) for key, value in node.items() if key not in WORDS}
    if isinstance(node, list):
        return [_values(value) for value in node]
    return node
