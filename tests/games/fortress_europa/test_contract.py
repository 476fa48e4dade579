"""Fortress Europa keeps the kernel's contract.

The scenarios are cut short, by a pack, to turns that a test has time for: landing, break-out and winter are in them.
"""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from grognard.games.fortress_europa.game import FortressEuropa
from grognard.kernel.plain import Pack
from grognard.suite import CHECKS
from grognard.suite.secrecy import secrecy

LAST = {"campaign": "jun-2", "invasion": "jun-2", "west-wall": "jun-2", "bulge": "dec-4", "berlin": "dec-4"}
PACK: Pack = {"scenarios": {"scenario": {name: {"last": last} for name, last in LAST.items()}}}
GAME = FortressEuropa(PACK)
GAMES = {"plays_to_the_end": 5, "threads": 5, "drafts_can_be_completed": 2, "lists_are_right": 2}
"""How many games a check plays, where it is not one."""


@pytest.mark.parametrize(
    "check", [check for check in CHECKS if check is not secrecy], ids=lambda check: check.__name__
)
def test_contract(check):
    check(GAME, GAMES.get(check.__name__, 1))


class Winter(FortressEuropa):
    """With what can be hidden in December: there are no secret notes and no objectives."""

    hidden: ClassVar[Any] = ("where", "spent", "moved", "slowed", "railed", "sighted", "decoy_unit")


def test_secrecy_of_decoys_in_play():
    secrecy(Winter(PACK), 1, 91)


def test_secrecy():
    secrecy(GAME, 3, 96)
