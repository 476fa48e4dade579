"""Fortress Europa: two players, hexes, the campaign in the West from June 1944 to March 1945."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from grognard.games.fortress_europa.game import FortressEuropa
    from grognard.kernel.plain import Pack

ID = "fortress-europa"


def load(pack: Pack | None = None) -> FortressEuropa:
    from grognard.games.fortress_europa.game import FortressEuropa

    return FortressEuropa(pack)
