"""The steps of a record as bytes: an open game costs a tenth of what its steps would as objects."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator

import msgspec

from grognard.kernel.match.shapes import Step


class PackedSteps:
    """What a recorder needs of a list of steps; each is made anew for whoever reads it."""

    def __init__(self, steps: Iterable[Step]) -> None:
        self._raw: list[bytes] = []
        for step in steps:
            self.append(step)

    def append(self, step: Step) -> None:
        self._raw.append(zlib.compress(msgspec.json.encode(step), 1))

    def __len__(self) -> int:
        return len(self._raw)

    def __getitem__(self, index: int) -> Step:
        step: Step = msgspec.json.decode(zlib.decompress(self._raw[index]))
        return step

    def __iter__(self) -> Iterator[Step]:
        return (self[index] for index in range(len(self)))

    def __delitem__(self, index: slice) -> None:
        del self._raw[index]
