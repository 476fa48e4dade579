"""1940: the German invasion of France and the Low Countries, two players on a hex map."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from grognard.games.nineteen_forty.game import NineteenForty
    from grognard.kernel.plain import Pack

ID = "1940"


def load(pack: Pack | None = None) -> NineteenForty:
    from grognard.games.nineteen_forty.game import NineteenForty

    return NineteenForty(pack)
