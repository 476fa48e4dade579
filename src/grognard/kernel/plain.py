"""Plain data, as JSON and TOML hold them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Union

import msgspec

Json = Union[None, bool, int, float, str, list["Json"], dict[str, "Json"]]  # noqa: UP007
"""A value as JSON gives it back."""
Things = dict[str, Json]
"""Plain values by name. In a change None stands for what is gone."""
Pack = Mapping[str, Json]
"""What a player lays over a game's data: corrected values by file, table and item."""


def meet(*types: object) -> None:
    """Have msgspec look at types now, in one thread. Two threads that convert to a type which it has not met yet can
    crash the interpreter: it remembers what it knows of a type before it knows all."""
    for type_ in types:
        msgspec.json.Decoder(type_)
