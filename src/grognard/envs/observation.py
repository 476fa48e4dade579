"""What an agent sees, as numbers: made from a seat's view alone, which knows no more than the seat may.

The state is plain data, and its fields say what their indexes mean; so the arrays are made without knowing the game.
A field that has a value for each unit is a column of the units' array, a set of places a column of ones and noughts
of the places' array; numbers are tracks, and what has no fixed length is written out as far as there is room.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from grognard.envs.vocabulary import Vocabulary
from grognard.kernel.plain import Json
from grognard.kernel.rules.game import Game
from grognard.kernel.rules.state import S, compared

Floats = NDArray[np.float32]
STACK, FIELDS = 3, 8
"""So many steps of the stack are shown, each by its number and so many of its fields."""
WRITTEN = 32
"""Numbers that a field without a fixed length has room for."""
CHUNK = 16
"""Bits of a set that are written as one number, which a float holds exactly."""
WORDS = 16
"""Words of the action so far."""


class Layout:
    """Where everything stands in the vector of an observation; the same for a version of the data.

    >>> import grognard
    >>> game = grognard.load("springtime")
    >>> layout = Layout(game, game.start(), Vocabulary(game))
    >>> arrays = layout.arrays(layout.observe(game.start(), "axis", ()))
    >>> arrays["unit_ids"].shape, layout.columns["unit_ids"][:2]
    ((35, 7), ('loc', 'strength'))
    """

    def __init__(self, game: Game[S], s: S, vocabulary: Vocabulary) -> None:
        self.game = game
        self.columns: dict[str, tuple[str, ...]] = {}
        """For every array what its columns are."""
        self.steps = {step: i + 1 for i, step in enumerate(game.steps)}
        listed: dict[str, list[str]] = {}
        sets: dict[str, list[str]] = {}
        tracks: list[str] = []
        written: list[str] = []
        for field in compared(type(s)):
            value = getattr(s, field)
            index = game.named.get(field, ("", ""))[0]
            if field in ("stack", "pending") or isinstance(value, str):
                continue
            if index and len(value) == len(getattr(s.data, index)):
                listed.setdefault(index, []).append(field)
            elif field in game.masks:
                sets.setdefault(game.masks[field], []).append(field)
            elif isinstance(value, int):
                tracks.append(field)
            else:
                written.append(field)
        self.tables = [
            (table, len(getattr(s.data, table)), tuple(listed.get(table, ())), tuple(sets.get(table, ())))
            for table in sorted({*listed, *sets})
        ]
        self.tracks, self.written = tuple(tracks), tuple(written)
        self.slices: dict[str, tuple[slice, tuple[int, ...]]] = {}
        at = 0
        for table, size, columns, bits in self.tables:
            at = self._add(table, at, (size, len(columns) + len(bits)), (*columns, *bits))
        at = self._add("tracks", at, (len(tracks),), self.tracks)
        at = self._add("written", at, (len(written), WRITTEN), self.written)
        at = self._add("stack", at, (STACK, 1 + FIELDS), ("step", *(f"field {i}" for i in range(FIELDS))))
        at = self._add("seat", at, (len(game.seats),), game.seats)
        self.size = self._add("words", at, (WORDS,), ())
        self._seats = {seat: i for i, seat in enumerate(game.seats)}

    def _add(self, name: str, at: int, shape: tuple[int, ...], columns: tuple[str, ...]) -> int:
        size = int(np.prod(shape))
        self.slices[name] = slice(at, at + size), shape
        self.columns[name] = columns
        return at + size

    def observe(self, view: Any, seat: str, words: Any) -> Floats:
        """The observation of a seat, from its view and the words of its action so far."""
        out = np.zeros(self.size, np.float32)
        for table, size, columns, bits in self.tables:
            block = self._block(out, table)
            for i, field in enumerate(columns):
                block[:, i] = getattr(view, field)
            for i, field in enumerate(bits):
                mask = getattr(view, field)
                if mask > 0:
                    block[:, len(columns) + i] = unpacked(mask, size)
        self._block(out, "tracks")[:] = [getattr(view, field) for field in self.tracks]
        if self.written:
            rows = self._block(out, "written")
            for i, field in enumerate(self.written):
                found = flat(getattr(view, field))[:WRITTEN]
                rows[i, : len(found)] = found
        stack = self._block(out, "stack")
        for i, step in enumerate(view.stack[: -STACK - 1 : -1]):
            stack[i, 0] = self.steps[type(step)]
            values = flat([getattr(step, name) for name in step.__struct_fields__])[:FIELDS]
            stack[i, 1 : 1 + len(values)] = values
        self._block(out, "seat")[self._seats[seat]] = 1.0
        self.say(out, words)
        return out

    def say(self, out: Floats, words: Any) -> None:
        """Write the last words of the action so far, each one higher than its number, into an observation."""
        block = self._block(out, "words")
        block[:] = 0.0
        last = words[-WORDS:]
        block[: len(last)] = [word + 1 for word in last]

    def _block(self, out: Floats, name: str) -> Floats:
        where, shape = self.slices[name]
        return out[where].reshape(shape)

    def arrays(self, observation: Floats) -> dict[str, Floats]:
        """An observation as its arrays by name: units × fields, places × fields, tracks …; they share its memory."""
        return {name: self._block(observation, name) for name in self.slices}


def unpacked(mask: int, size: int) -> NDArray[np.uint8]:
    """A set as ones and noughts."""
    raw = np.frombuffer(mask.to_bytes((max(size, mask.bit_length()) + 7) // 8, "little"), np.uint8)
    return np.unpackbits(raw, count=size, bitorder="little")


def flat(value: Json) -> list[float]:
    """The numbers in a field, one after the other: sets in pieces of 16 bits, words by their length, None as -1."""
    if isinstance(value, int) and value >> CHUNK > 0:
        return [float(value & (1 << CHUNK) - 1), *flat(value >> CHUNK)]
    if isinstance(value, (bool, int, float)):
        return [float(value)]
    if value is None:
        return [-1.0]
    if isinstance(value, str):
        return [float(len(value))]
    return [number for one in value for number in flat(one)]
