"""A Spoiled Victory keeps the contract: the same suite that every game runs."""

from __future__ import annotations

from typing import Any

import pytest

import grognard
from grognard.suite import CHECKS

GAME = grognard.load("spoiled-victory")


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_contract(check: Any) -> None:
    check(GAME)
