"""1940: the German invasion of France and the Low Countries, two players on a hex map."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from grognard.games.nineteen_forty.game import NineteenForty

ID = "1940"


def load(pack: Mapping[str, Any] | None = None) -> NineteenForty:
    from grognard.games.nineteen_forty.game import NineteenForty

    return NineteenForty(pack)
