"""Springtime for Hitler: the conquest of the West, 1940. Two players, Areas and impulses, secret events."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from grognard.games.springtime.game import Springtime

ID = "springtime"


def load(pack: Mapping[str, Any] | None = None) -> Springtime:
    from grognard.games.springtime.game import Springtime

    return Springtime(pack)
