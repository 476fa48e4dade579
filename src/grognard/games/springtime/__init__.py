"""Springtime for Hitler: the conquest of the West, 1940. Two players, Areas and impulses, secret events."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from grognard.games.springtime.game import Springtime
    from grognard.kernel.plain import Pack

ID = "springtime"


def load(pack: Pack | None = None) -> Springtime:
    from grognard.games.springtime.game import Springtime

    return Springtime(pack)
