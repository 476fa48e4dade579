"""The games that come with Grognard, one package each. The package can be called: `grognard.games()` lists every
game, built in and plugged in, and `import grognard.games.springtime.rules.movement` works beside it."""

from __future__ import annotations

import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from grognard.kernel.rules.game import Game


class _Games(ModuleType):
    def __call__(self) -> list[Game[Any]]:
        from grognard.kernel.registry import games

        return games()


sys.modules[__name__].__class__ = _Games
