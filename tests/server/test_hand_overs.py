"""How often a screen that lies before both players must be handed over."""

from __future__ import annotations

import random

import pytest

import grognard
from grognard.bots import game_bots
from grognard.kernel.match.openly import Openly
from grognard.kernel.rules.actions import PUBLIC
from grognard.server.pages import OPEN


def hand_overs(name: str, scenario: str, decisions: int, seed: int) -> tuple[int, int]:
    """Of bots' play with the screen between them: how often the player changes, and how often one must look away."""
    game = grognard.load(name)
    table = game.table(scenario, seed=seed, practice=True)
    bots = {seat: game_bots(game)["easy"]() for seat in game.seats}
    rng, before, screen = random.Random(seed), "", OPEN
    changes = alone = 0
    for _ in range(decisions):
        if table.over:
            break
        seat = table.seats[0]
        changes, before = changes + (seat != before), seat
        action = bots[seat].choose(game, table.view(seat), seat, rng)
        openly = Openly(table)
        secret = openly.person() == PUBLIC or bool(openly.why_not(action, seat))
        if not secret:
            screen = OPEN
        elif seat != screen:
            screen, alone = seat, alone + 1
        table.play(action, seat)
    return changes, alone


@pytest.mark.parametrize(
    ("name", "scenario", "decisions", "most"),
    [("springtime", "plan-yellow", 300, 0.1), ("1940", "campaign", 600, 0.2)],
)
def test_few_decisions_are_made_alone(name: str, scenario: str, decisions: int, most: float) -> None:
    changes, alone = hand_overs(name, scenario, decisions, 4)
    assert changes >= 20
    assert 0 < alone <= most * changes, f"{alone} of {changes}"
