"""A Spoiled Victory: Dunkirk 1940, a solitaire game of the evacuation."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from grognard.games.spoiled_victory.game import SpoiledVictory

ID = "spoiled-victory"


def load(pack: Mapping[str, Any] | None = None) -> SpoiledVictory:
    from grognard.games.spoiled_victory.game import SpoiledVictory

    return SpoiledVictory(pack)
