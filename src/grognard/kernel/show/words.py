"""Sentences that several games make alike."""

from __future__ import annotations

from collections.abc import Sequence


def some(names: Sequence[str], most: int = 4) -> str:
    """Names in a row; of many the first, and how many more there are."""
    if len(names) > most + 1:
        return f"{', '.join(names[:most])} and {len(names) - most} more"
    return f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else "".join(names)


def number_of(number: int, one: str, several: str = "") -> str:
    """A number with its noun: "1 unit", "3 units"."""
    return f"{number} {one if number == 1 else several or one + 's'}"
