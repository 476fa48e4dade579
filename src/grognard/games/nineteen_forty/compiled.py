"""The compiled movement phase (_moving.pyx), where it is built and in use; its answers are those of plain Python."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.games.nineteen_forty.world import World
from grognard.maps import fast

if TYPE_CHECKING:
    from grognard.games.nineteen_forty._moving import Moves

try:
    from grognard.games.nineteen_forty import _moving
except ImportError:
    _moving = None  # type: ignore[assignment]


def compiled(w: World) -> Moves | None:
    """What is compiled for these data; None: plain Python."""
    if not fast.in_use or _moving is None:
        return None
    found: Moves | None = w.compiled
    if found is None:
        from grognard.games.nineteen_forty.quick import forming, kept
        from grognard.games.nineteen_forty.state import Standing, Survey

        found = w.compiled = _moving.Moves(w, kept(w), Survey, Standing, forming)
    return found
