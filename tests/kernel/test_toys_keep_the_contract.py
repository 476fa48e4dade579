"""Every toy game keeps the contract: the same suite that the real games and plugins run."""

from __future__ import annotations

from typing import Any

import pytest
from toys.all import GAMES

from grognard.kernel.rules.game import Game
from grognard.suite import CHECKS


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_contract(game: Game[Any], check: Any) -> None:
    check(game)
