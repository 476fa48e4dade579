"""What everything that is shown has in common."""

from __future__ import annotations

import msgspec

Point = tuple[float, float]


class Shown(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """Base of all that is shown: immutable, and what has its default is left out of the JSON.

    It never leads back to itself, so no search for garbage has to visit it: open tables hold it by the ten thousand.
    """
