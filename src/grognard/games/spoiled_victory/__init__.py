"""A Spoiled Victory: Dunkirk 1940, a solitaire game of the evacuation."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from grognard.games.spoiled_victory.game import SpoiledVictory
    from grognard.kernel.plain import Pack

ID = "spoiled-victory"


def load(pack: Pack | None = None) -> SpoiledVictory:
    from grognard.games.spoiled_victory.game import SpoiledVictory

    return SpoiledVictory(pack)
